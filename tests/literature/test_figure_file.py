import os
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import refusal

from exact.errors import ExactError
from exact.literature.audit import LONGEST_LINE, FigureFile, FileRow, audit_file
from exact.literature.printed import PrintedFigure, Verdict, judge
from exact.questions.question import parse_question


class Row(NamedTuple):
    row: FileRow
    found: Verdict | str

    @property
    def reason(self) -> str | None:
        return self.found if isinstance(self.found, str) else self.found.reason


def audited(tmp_path: Path, text: str | bytes) -> list[Row]:
    path = tmp_path / "figures.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [Row(*row) for row in audit_file(FigureFile(path))]


def words(rows: list[Row]) -> list[str]:
    return ["unreadable" if isinstance(row.found, str) else row.found.agreement.value for row in rows]


BONUS = ("house edge of dragon-bonus-punto", "2.7%"), ("house edge of cards-4", "5.3%")
ONE_DECK = ("house edge of dragon-bonus-banco", "9.7%")
"""Only one deck gives it, and either figure of `BONUS` excludes one deck."""


FROM_PAGES = [
    # as their sources print them: the Wizard of Odds, E. Jacobson, P. Griffin's ratios, and pages that are wrong
    ("house edge of dragon-7, 8 decks", "7.611%", "agrees"),
    ("house edge of player pair, pays 11 to 1, 8 decks", "10.36%", "agrees"),
    ("house edge of dragon bonus player, 8 decks", "2.65%", "agrees"),
    ("house edge of nepal, 8 decks", "1.46 %", "agrees"),
    ("house edge of super 6 side bet, 8 decks", "29.98 %", "agrees"),
    ("probability of 9 player wins in a row, ties ignored, 8 decks", "1/579", "agrees"),
    ("probability of 9 banker wins in a row, ties ignored, 8 decks", "1 in 579", "disagrees"),
    ("house edge of banker, 8 decks", "1.96%", "disagrees"),
    ("standard deviation of player, 8 decks", "0.9512", "agrees"),
    ("probability of player, infinite shoe", "44.614649%", "disagrees"),
    ("probability of player, infinite shoe", "44.61465 %", "agrees"),
    ("house edge of banker per resolved stake, 8 decks", "1.17%", "agrees"),
    ("house edge of tie, pays 9, 8 decks", "4.84 %", "agrees"),
    ("house edge of tie, 6 decks", "14.44%", "agrees"),
    ("odds against tie, 8 decks", "9.51 to 1", "agrees"),
    ("probability of tie, 8 decks", "9.5:1", "agrees"),
    ("count of banker, 8 decks", "2292252566437880", "padded"),
    ("probability of player given player_two_card_total=5, 8 decks", "0.391", "disagrees"),
    ("house edge of ez baccarat, 8 decks", "1.018%", "agrees"),
    ("probability of tie, 8 decks", "9.5-1", "agrees"),
    ("house edge of tie, 8 decks", "about 14.4 %", "agrees"),
    ("house edge of tie, 8 decks", "Approx. 14.36 %", "agrees"),
    ("house edge of tie, times 1/2, 8 decks", "7.18 %", "agrees"),
    ("probability of banker, ties excluded, 8 decks", "50.68 %", "agrees"),
    ("house edge of banker, ties excluded, 8 decks", "1.17 %", "agrees"),
    ("probability of a streak of 0 player, 8 decks", "1", "agrees"),
    ("probability of a streak of exactly 0 player, 8 decks", "0.55375", "agrees"),
    ("probability of a streak of at most 0 player, 8 decks", "55.375 %", "agrees"),
    ("house edge of tie, 8 decks, rules classic-it:eight-for-one minus house edge of tie, 8 decks", "9.5156 %", "agrees"),
    ("house edge of tie, rules classic-it:eight-for-one minus house edge of tie, 8 decks", "9.5 %", "agrees"),
    # the standard error of the probability of a tie after a million coups is 0.000293; of banco's edge 0.000927
    ("probability of tie, 8 decks, simulated 1000000 coups", "0.09602", "within its error"),
    ("probability of tie, 8 decks, simulated over 1 million coups", "0.09605", "outside"),
    ("house edge of banker, 8 decks, simulated 1000000 coups", "0.0133", "within its error"),
    ("house edge of banker, 8 decks, simulated 1000000 coups", "0.01341", "outside")
]  # fmt: skip


@pytest.mark.parametrize(("claim", "printed", "verdict"), FROM_PAGES)
def test_claims_written_from_the_page_alone(claim: str, printed: str, verdict: str) -> None:
    assert judge(parse_question(claim), PrintedFigure.parse(printed)).agreement.value == verdict


def test_a_claim_takes_a_rulebook_file_and_the_difference_of_two(tmp_path: Path) -> None:
    """Half a point less commission is as much less as half a hundredth of banco's wins, 45.8597 % of the coups."""
    for name, rate in (("five", "5%"), ("half", "4.5%")):
        text = f'id = "{name}"\nbase = "standard"\ncommission = {{ rate = "{rate}" }}\n'
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    rules = [f"house edge of banco, 8 decks, rules {tmp_path / name}.toml" for name in ("half", "five")]
    text = f'claim,printed\n"{rules[1]}",1.0579 %\n"{rules[0]} minus {rules[1]}",-0.2293 %\n"{rules[1]}x",1 %\n'
    rows = audited(tmp_path, text)
    assert words(rows) == ["agrees", "agrees", "unreadable"]
    assert words(audited(tmp_path, f'claim,printed\n"{rules[0]} minus house edge of tie, 8 decks",1 %')) == [
        "unreadable"
    ]


def test_how_many_standard_errors_a_simulated_figure_is_off(tmp_path: Path) -> None:
    """With a probability p after n coups the standard error is √(p(1 − p)/n); half a unit of the last digit is granted."""
    p, n = 0.0951559680, 40_000
    (row,) = audited(tmp_path, f'claim,printed\n"probability of tie, 8 decks, simulated {n} coups",0.0920\n')
    errors = (0.0920 + 0.00005 - p) / (p * (1 - p) / n) ** 0.5
    assert (words([row]), row.reason) == (["within its error"], f"off by {errors:.2f} standard errors")
    (row,) = audited(tmp_path, 'claim,printed\n"variance of tie, 8 decks, simulated 99 coups",8\n')
    assert "has no standard error here" in str(row.reason)


def test_columns_stand_in_any_order_and_others_are_kept(tmp_path: Path) -> None:
    text = 'page,Printed,note,CLAIM\n7,1.06%,"a, b\nc","house edge of banco, 8 decks"\n\n8,x,,punto\n'
    first, second = audited(tmp_path, text)
    assert (first.row.number, second.row.number) == (2, 4)
    assert first.row.cells == {
        "page": "7",
        "printed": "1.06%",
        "note": "a, b\nc",
        "claim": "house edge of banco, 8 decks",
    }
    assert words([first, second]) == ["agrees", "unreadable"]
    assert second.reason is not None
    assert second.reason.startswith("claim: at column 1: 'punto' begins with no quantity")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_other_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "figures.csv"
    path.write_bytes('claim,printed,who\n"expectation of punto, 8 decks",–0.012351,Müller\n'.encode(encoding))
    file = FigureFile(path)
    (row,) = map(Row._make, audit_file(file))
    assert words([row]) == ["agrees"]
    assert row.row.cells["who"] == "Müller"
    assert file.recoded == (encoding == "cp1252")


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("house edge of banco, 8 decks,1.06%", "has 3 cells where the file has 2 columns; put quotation marks around"),
        ("house edge of banco", "has 1 cell where the file has 2 columns"),
        ('"house edge of banco, 8 decks,1.06%', "has a quotation mark that is not closed"),
        (f"{'x' * LONGEST_LINE},1", "is longer than"),
        ("house edge of banco,1 in 5", "is a chance, and the claim is no probability"),
        ("house edge of banco,", "printed: must be a figure"),
        ("win per shoe of tie,1", "only a simulation"),
        ("count of tie; infinite shoe; in 4 cards,1", "has no cards to count"),
    ],
)
def test_a_row_that_cannot_be_read_says_why_and_the_rest_goes_on(tmp_path: Path, row: str, why: str) -> None:
    rows = audited(tmp_path, f'claim,printed\n{row}\n"house edge of banco, 8 decks",1.06%\n')
    assert words(rows) == ["unreadable", "agrees"]
    assert why in str(rows[0].reason)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "lacks the column claim"),
        ("claims,printed\n", "lacks the column claim; 'claims' is near it"),
        ("claim,value\n", "lacks the column printed"),
        ("claim,printed,CLAIM\n", "names two columns"),
        ("\x00\x01\x02", "lacks the column claim"),
        (f"claim,printed{',a' * 199}\n", "'201 columns' are too many: the bound is 200"),
    ],
)
def test_a_file_without_the_columns(tmp_path: Path, text: str, why: str) -> None:
    assert why in refusal(audited, tmp_path, text)


def test_as_many_columns_and_lines_of_a_row_as_may_be(tmp_path: Path) -> None:
    """200 columns; a cell of twenty lines is one, and of one with more every line is a row of its own."""
    names = ",".join(f"column {number}" for number in range(198))
    (row,) = audited(tmp_path, f"claim,printed,{names}\nhouse edge of banco,1{',' * 198}\n")
    assert len(row.row.cells) == 200
    for lines, rows in ((20, 1), (21, 21)):
        cell = '"' + "\n".join("x" * lines) + '"'
        found = audited(tmp_path, f"claim,printed,note\nhouse edge of banco,1.06%,{cell}\n")
        assert len(found) == rows
        assert words(found)[0] == ("agrees" if rows == 1 else "unreadable")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(ExactError, match="file: .* cannot be read"):
            FigureFile(path)


@pytest.mark.parametrize(("sources", "second"), [("SSS", "disagrees"), ("STU", "agrees"), ("   ", "agrees")])
def test_rows_of_one_page_have_one_number_of_decks(tmp_path: Path, sources: str, second: str) -> None:
    """P1391 to P1393: only one deck gives 9.7 %, and the other figures exclude it. On a page of its own it agrees."""
    rows = zip((BONUS[0], ONE_DECK, BONUS[1]), sources, strict=True)
    lines = (f"{claim},{printed},{source.strip()}" for (claim, printed), source in rows)
    assert words(audited(tmp_path, "\n".join(("claim,printed,source", *lines)))) == ["agrees", second, "agrees"]


@pytest.mark.parametrize(
    ("claim", "printed", "reason"),
    [
        ("house edge of banco, 8 decks", "1.96%",
         "1.06 % with a 9 for the 0: banco's edge with 8 decks is 1.0579 %. (P1390)"),
        ("house edge of banco, 8 decks", "1.06", "agrees as a percentage"),
        ("house edge of banco, 8 decks", "-1.0579 %", "agrees with the other sign"),
        ("house edge of tie, 8 decks", "0.1436%", "agrees without the percent sign"),
        ("probability of tie, 8 decks", "10.51 to 1", "agrees as 1 in N"),
        ("probability of tie, 8 decks", "1 in 9.51", "agrees as N to 1"),
        ("probability of tie, 8 decks", "90.48%", "agrees with the probability of the opposite"),
        ("probability of banco, 8 decks", "45.8653%", "agrees with other numbers of decks: 6"),
        ("probability of banco, 8 decks", "46.9%", None),
        ("house edge of banco, 8 decks", "1.01%", "agrees with other numbers of decks: 1"),
        # a percentage is not read as one of a percentage, nor odds as a percentage, nor two slips at once
        ("house edge of banco, times 0.01, 8 decks", "1.0579 %", "agrees with house edge of banco, 8 decks: 1.057906 %"),
        ("house edge of banco, 8 decks", "1.0579 to 1", None),
        ("house edge of banco, 8 decks", "-1.0579", None),
        ("house edge of banco", "46.12 %", None),
    ]
)  # fmt: skip
def test_why_a_figure_disagrees(tmp_path: Path, claim: str, printed: str, reason: str | None) -> None:
    (row,) = audited(tmp_path, f'claim,printed\n"{claim}",{printed}\n')
    assert (words([row]), row.reason) == (["disagrees"], reason)


CONFUSED = [
    # the figure printed is that of the claim on the right
    ("house edge of tiger", "16.68%", "house edge of lucky-6:12-20"),
    ("house edge of banco", "1.17%", "house edge per resolved stake of banco"),
    ("probability of punto", "49.32%", "probability of punto, given tie=no"),
    ("probability of 9 player wins in a row", "1/579", "probability of a streak of 9 punto, ties skipped"),
    ("probability of a streak of 4 punto", "0.02196", "probability of a streak of exactly 4 punto"),
    ("house edge of dragon-bonus-punto", "9.37%", "house edge of dragon-bonus-banco"),
    ("house edge of punto", "98.76%", "return of punto"),
    ("house edge of tie", "4.84%", "house edge of tie, pays 9"),
    ("house edge of banco", "-1.2351 %", "house edge of banco, commission 0%"),
    ("house edge of punto pair, pays 12", "10.36%", "house edge of punto-pair"),
    ("standard deviation of banco", "0.86002", "variance of banco"),
    ("house edge of dragon-7", "2.253%", "probability of dragon-7"),
    ("probability of lucky-6", "3.725%", "probability of lucky-6 two-cards"),
    ("house edge of banco, no commission", "1.0579%", "house edge of banco"),
    ("house edge of tie, rules castle-vaduz:literal", "14.36%", "house edge of tie"),
    ("house edge of dragon-7", "10.19%", "house edge of panda-8"),
]


@pytest.mark.parametrize(("claim", "printed", "meant"), CONFUSED)
def test_a_figure_that_disagrees_is_tried_against_what_people_confuse(
    tmp_path: Path, claim: str, printed: str, meant: str
) -> None:
    """The reason names a claim with which the figure agrees, and shows its value."""
    (row,) = audited(tmp_path, f'claim,printed\n"{claim}, 8 decks",{printed}\n')
    assert words([row]) == ["disagrees"]
    reasons = str(row.reason).removeprefix("agrees with ").split("; agrees with ")
    found = [parse_question(reason.rpartition(": ")[0]) for reason in reasons]
    assert parse_question(f"{meant}, 8 decks").exact() in [question.exact() for question in found]
    for question in found:
        assert not judge(question, PrintedFigure.parse(printed)).disagrees


CELLS = st.sampled_from([
    "house edge of banco", '"house edge of tie, 8 decks"', "1.06%", "1,06 %", '"', "=1+1", "", "\x00", "9" * 40, "é",
    "\ufeff", "a\tb", "'"
])  # fmt: skip


@given(st.lists(st.lists(CELLS, max_size=4).map(",".join), max_size=8), st.sampled_from(["\n", "\r\n"]))
def test_any_rows_get_a_verdict_or_a_reason(tmp_path: Path, lines: list[str], end: str) -> None:
    rows = audited(tmp_path, end.join(("claim,printed", *lines)))
    assert all(bool(row.found) for row in rows)
    assert len(rows) <= len(lines)
    if '"' not in lines and not any('"' in line.replace('"house edge of tie, 8 decks"', "") for line in lines):
        assert len(rows) == sum(bool(line.strip()) for line in lines)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_file_or_an_error(tmp_path: Path, data: bytes) -> None:
    assert all(bool(row.found) for row in audited(tmp_path, b"claim,printed\n" + data))


def test_what_never_ends_is_refused_at_once(tmp_path: Path) -> None:
    assert "is a device or a pipe" in refusal(FigureFile, Path("/dev/zero"))
    os.mkfifo(tmp_path / "pipe")
    assert "is a device or a pipe" in refusal(FigureFile, tmp_path / "pipe")
    endless = tmp_path / "endless.csv"
    endless.touch()
    os.truncate(endless, 1 << 40)
    with pytest.raises(ExactError, match=r"row 1: .* is longer than 65536 characters") as raised:
        FigureFile(endless)
    assert len(str(raised.value.value)) == 20


def test_a_line_as_long_as_may_be_is_read(tmp_path: Path) -> None:
    claim = f"house edge of banco,{' ' * (LONGEST_LINE - 28)} 8 decks"
    for line, readable in ((f'"{claim}",1', False), (f"x{'x' * (LONGEST_LINE - 4)},1\n", True)):
        (row,) = audited(tmp_path, "claim,printed\n" + line)
        assert ("is longer than" in str(row.reason)) != readable, len(line)


def test_how_far_the_file_is_read_and_how_many_lines_were_in_another_encoding(tmp_path: Path) -> None:
    """In bytes; what the names needed does not count, and reading starts again with every call."""
    head, good, other = "claim,printed,né\n".encode("cp1252"), b"a,1,x\n", "b,2,é\n".encode("cp1252")
    path = tmp_path / "figures.csv"
    path.write_bytes(head + good + other + b"\n" + other)
    file = FigureFile(path)
    assert (file.size, file.recoded, file.columns) == (len(head) + 6 + 6 + 1 + 6, 0, ("claim", "printed", "né"))
    rows = file.rows()
    assert (next(rows).number, file.recoded) == (2, 1)
    assert file.done == len(head)
    assert [row.number for row in rows] == [3, 5]
    assert (file.done, file.recoded) == (file.size, 3)
    assert [row.cells["né"] for row in file.rows()] == ["x", "é", "é"]


@pytest.mark.parametrize("head", ["claim;printed;a,b", "claim\tprinted\ta,b", "claim;printed;a\tb"])
def test_the_mark_that_stands_most_often_in_the_first_line(tmp_path: Path, head: str) -> None:
    path = tmp_path / "figures.csv"
    path.write_text(f"{head}\n", "utf-8")
    assert FigureFile(path).columns[:2] == ("claim", "printed")
    assert len(FigureFile(path).columns) == 3


def test_a_quotation_mark_that_is_not_closed_spoils_its_row_alone(tmp_path: Path) -> None:
    rows = audited(tmp_path, 'claim,printed\n"house edge\ntie,1\n"house edge of tie, 8 decks",14.36%\n')
    assert [row.row.number for row in rows] == [2, 3, 4]
    assert words(rows) == ["unreadable", "unreadable", "agrees"]
    assert rows[0].reason == 'the row has a quotation mark that is not closed, or one too many: "house edge'


@pytest.mark.parametrize(
    ("letters", "reason"), [(LONGEST_LINE, "has 1 cell where"), (LONGEST_LINE + 1, "is longer than")]
)
def test_a_character_may_have_four_bytes(tmp_path: Path, letters: int, reason: str) -> None:
    path = tmp_path / "figures.csv"
    path.write_text(f"claim,printed\n{'𝄞' * letters}", "utf-8")
    (row,) = FigureFile(path).rows()
    assert f"the row {reason}" in str(row.problem)


def page(tmp_path: Path, *rows: tuple[str, str]) -> list[Row]:
    return audited(tmp_path, "claim,printed,source\n" + "".join(f'"{claim}",{printed},S\n' for claim, printed in rows))


def test_the_rows_of_a_page_keep_their_order_and_their_reasons(tmp_path: Path) -> None:
    other_sign = ("house edge of banco, 8 decks", "-1.0579 %")
    nonsense, *rows = page(tmp_path, ("nonsense", "5"), BONUS[0], ONE_DECK, other_sign, BONUS[1])
    assert str(nonsense.reason).startswith("claim: at column 1: 'nonsense' begins with no quantity")
    assert [(row.row.cells["printed"], row.reason) for row in rows] == [
        ("2.7%", None),
        ("9.7%", "agrees only with a number of decks that the other figures of its page exclude"),
        ("-1.0579 %", "agrees with the other sign"),
        ("5.3%", None),
    ]
    assert words(rows) == ["agrees", "disagrees", "disagrees", "agrees"]


@pytest.mark.parametrize(("most", "verdict"), [(2, "agrees"), (3, "disagrees")])
def test_a_page_of_too_many_rows_is_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, verdict: str
) -> None:
    """The third row, alone on a page of its own, agrees."""
    monkeypatch.setattr("exact.literature.audit.MOST_ON_A_PAGE", most)
    assert words(page(tmp_path, *BONUS, ONE_DECK))[-1] == verdict


def test_figures_with_stated_decks_are_not_held_together(tmp_path: Path) -> None:
    """They exclude nothing, and nothing excludes them: six decks and eight beside figures of any number but one."""
    stated = ("probability of banco, 6 decks", "45.8653%"), ("probability of banco, 8 decks", "45.8597%")
    rows = page(tmp_path, *stated, ("house edge of dragon-bonus-banco, 1 deck", "9.7%"), *BONUS)
    assert [(row.reason, word) for row, word in zip(rows, words(rows), strict=True)] == [(None, "agrees")] * 5
