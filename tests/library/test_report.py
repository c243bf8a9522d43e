"""The report of a bet: what it adds to the tables of other commands is computed another way, and what it refuses."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from math import comb
from pathlib import Path

import pytest
from support import Command, answer_to, refusal

from exact.analysis.odds import Distribution
from exact.analysis.sessions.distributions import distribution_of_results
from exact.answers.table import Answer, Rounded, Table, columns_of
from exact.bets.bet import Bet, parse_bets
from exact.conformance.vectors.vector_set import shoes_by_hand
from exact.library import report
from exact.report.document import Section, fitted
from exact.report.markdown import render_markdown
from exact.report.render import shown_rows, tables_of
from exact.views.bet_price import in_words
from exact.views.session_result import return_ranges, returned

OWN = r"""
name = "seven-and-a-very-long-name-for-a-bet-of-somebody-who-wants-to-see-whether-it-fits-the-page"
title = "Seven & <b>eight</b> \\textbf{50 %} $x_1^2$ # ~ Pneumonoultramicroscopicsilicovolcanoconiosispneumonoultramicroscopic"
source = "own idea_2026 {draft}"
note = "<script>alert(1)</script> & \\input{secret}"
define = { both = "punto_total + banco_total" }
category = [
    { name = "six-cards-of-a-perfect-pair-and-a-tie-on-a-total-that-is-high", when = "tie and cards == 6 and punto_perfect_pair and both >= 16", pays = 500 },
    { name = "never", when = "punto_natural and punto_cards == 3", pays = 1000 },
    { name = "win", when = "not (tie or punto_wins) and both in (13, 15, 17)", pays = 1.5 },
]
"""


def own_bet() -> Bet:
    (bet,) = parse_bets(OWN, "own.toml")
    return bet


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("tie and cards == 6", "the totals are equal and cards dealt is 6"),
        ("not punto_natural", "it is not so that punto's first two cards are worth 8 or 9"),
        ("banco_total not in (1, 2)", "banco's final total is none of (1, 2)"),
        ("pairs(punto_first_two) >= 1", "how many ranks come exactly twice in (punto's first two cards) is at least 1"),
    ],
)
def test_a_condition_in_words(condition: str, words: str) -> None:
    assert in_words(condition) == words


def sections_of(more: str, pays: object) -> dict[str, Section]:
    """Those that any bet has, of a bet on the tie."""
    (bet,) = parse_bets(
        f"name = 'own'\n{more}\ncategory = [{{ name = 'win', when = 'tie', pays = {pays} }}]", "own.toml"
    )
    return dict(islice(report._sections(report._ReportedBet(bet, "standard", 1)), 6))


def test_a_draw_that_always_multiplies_by_five_is_a_payoff_of_forty() -> None:
    drawn = sections_of("draw = { multipliers = { 5 = 1 }, multiplied = { win = true } }", 8)
    plain = sections_of("", 40)
    for name in ("return", "ranges", "decks"):
        pairs = zip(drawn[name].answers, plain[name].answers, strict=True)
        assert all(own.tables == other.tables for own, other in pairs)
    assert drawn["price"].answers[0].table("categories").rows[0][0] == "win x5"


@pytest.mark.slow
def test_a_jackpot_at_two_tables_has_dealt_examples_and_its_terms() -> None:
    meter = "jackpot = { seed = 200, contribution = 0.1, tables = 2 }"
    shared = sections_of(meter, "'the jackpot'")
    assert [row[0] for row in shared["dealt"].answers[0].tables[0].rows] == ["win", "win", "lose", "lose"]
    assert "Stakes at a table: 1; tables: 2. All feed the meters, and those that win share." in notes_of(shared)


def notes_of(sections: dict[str, Section]) -> tuple[str, ...]:
    return sections["wager"].answers[0].tables[0].notes


@pytest.mark.slow
def test_the_terms_of_a_draw_in_words() -> None:
    multiplied = "multiplied = { win = { cards = 'punto_hand', part = 1 } }"
    ranks = f"of = 'ranks', drawn = {{ 1 = '1/4', 2 = '3/4' }}, multipliers = {{ 2 = 1 }}, fee = 0.2, {multiplied}"
    assert notes_of(sections_of(f"draw = {{ {ranks} }}", 8))[1:] == (
        "How many ranks are drawn: 1 with probability 1/4, 2 with probability 3/4.",
        "Each of 13 ranks that is drawn has a multiplier: 2 with probability 1.",
        "Multiplied in win: 1 of what it pays, by punto's two or three cards.",
        "A fee of 20 % of the stake is paid beside it and never comes back.",
    )


def test_what_is_assumed_stands_where_the_terms_of_a_draw_or_a_jackpot_are() -> None:
    drawn = "note = 'Odds of 5 assumed.'\ndraw = { multipliers = { 5 = 1 }, multiplied = { win = true } }"
    meter = "note = 'Seed assumed.'\njackpot = { seed = 9, contribution = 0.1 }"
    for more, pays, said, term in (
        (drawn, 8, ["Odds of 5 assumed."], "The multiplier: 5"),
        (
            meter,
            "'jackpot'",
            ["Seed assumed.", "The meter jackpot is at its seed, 9."],
            "The meter jackpot starts at 9",
        ),
    ):
        notes = notes_of(sections_of(more, pays))[1:]
        before = notes[: next(place for place, note in enumerate(notes) if note.startswith(term))]
        assert [note.partition(" assumed: ")[2] or note for note in before] == said


@pytest.mark.slow
@pytest.mark.parametrize(
    "own",
    [
        "draw = { multipliers = { 5 = 1 }, multiplied = { win = true } }",
        "jackpot = { seed = 9, contribution = 0, tables = 2 }",
    ],
)
def test_a_section_that_does_not_apply_says_so_in_one_line(own: str) -> None:
    pays = "8" if "draw" in own else "'jackpot'"
    (bet,) = parse_bets(
        f"name = 'own'\n{own}\ncategory = [{{ name = 'win', when = 'tie', pays = {pays} }}]", "own.toml"
    )
    page = report.bet_report(bet, decks=1)["report.md"].decode()
    lines = [line for line in page.splitlines() if line.startswith("Not computed")]
    assert len(lines) == 3
    assert all("beside the shoe" in line for line in lines)
    assert f"of deals alone. With {bet.beside}, the program's tests compare" in page


def test_ranges_of_a_fair_coin() -> None:
    """1000 coups by binomial coefficients; ten million by the variance 1 and the printed normal quantiles."""
    coin = distribution_of_results({Fraction(1): 1, Fraction(-1): 1})
    proved, normal = return_ranges(coin, (1000, 10**7), 12)
    below = 0
    ends: dict[int, Fraction] = {}
    for wins in range(1001):
        below += comb(1000, wins)
        for share in (5, 25, 50, 950, 975, 995):  # in thousandths
            if 1000 * below >= share * 2**1000:
                ends.setdefault(share, Fraction(2 * wins, 1000))
    expected = [(ends[50], ends[950]), (ends[25], ends[975]), (ends[5], ends[995])]
    assert [tuple(cell.value for cell in row[2:] if isinstance(cell, Rounded)) for row in proved.rows] == expected
    reach = [float(cell.value) - 1 for row in normal.rows for cell in row[3:] if isinstance(cell, Rounded)]
    assert reach == pytest.approx([quantile / 10**3.5 for quantile in (1.644854, 1.959964, 2.575829)], abs=1e-11)
    assert (proved.exactness, normal.exactness) == ("bounds", "approximation")


def test_no_range_is_beyond_what_a_coup_can_bring() -> None:
    rare = distribution_of_results({Fraction(10**6): 1, Fraction(-1): 10**7})
    _proved, normal = return_ranges(rare, (1000,), 12)
    assert normal.rows[0][2] == Rounded(Fraction(0), 12, "fraction", True)


def test_volatility() -> None:
    """A fair coin has the standard deviation 1, so its index is the constant of 90 %."""
    coin = Distribution(("win", "lose"), (1, 1), (Fraction(1), Fraction(-1)), 2)
    rows = {str(name): value for name, value in returned(coin, 6).rows}
    assert rows["volatility index, 90 %"] == "1.644854"
    assert rows["return to player"] == Rounded(Fraction(1), 6, "fraction", True)


@pytest.mark.slow
def test_every_category_has_two_coups_or_a_reason() -> None:
    table = report._dealt(report._ReportedBet(own_bet(), "standard", 8))
    rows = [[str(cell) for cell in row] for row in table.rows]
    assert [row[0] for row in rows].count("never") == 1
    assert next(row[1] for row in rows if row[0] == "never") == "cannot happen on this shoe"
    dealt = [(row[0], row[2].split(" = "), row[3].split(" = ")) for row in rows if row[0] != "never"]
    assert len({tuple(row[1:]) for row in rows}) == len(rows) == 7
    for category, (punto, punto_total), (banco, banco_total) in dealt:
        for cards, total in ((punto, punto_total), (banco, banco_total)):
            ranks = [card[:-1] for card in cards.split()]
            points = [1 if rank == "A" else 0 if rank in ("10", "J", "Q", "K") else int(rank) for rank in ranks]
            assert str(sum(points))[-1] == total
        first, second = punto.split()[:2]
        high = len((punto + " " + banco).split()) == 6 and first == second and int(punto_total) >= 8
        is_top = punto_total == banco_total and high
        is_win = int(banco_total) > int(punto_total) and int(banco_total) + int(punto_total) in (13, 15, 17)
        assert category == (own_bet().categories[0] if is_top else "win" if is_win else "lose")


def test_one_deck_deals_no_card_twice() -> None:
    table = report._dealt(report._ReportedBet("tie", "standard", 1))
    hands = [str(row[1]).split() for row in table.rows]
    assert len(hands) == 4
    assert all(len({*cards}) == len(cards) for cards in hands)


@pytest.mark.slow
def test_a_second_method_that_disagrees_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    wager = report._ReportedBet("punto-pair", "standard", 1)
    right = shoes_by_hand

    def wrong(*words: object) -> Iterator[object]:
        for shoe, counts in right(*words):  # type: ignore[arg-type]
            yield shoe, counts and [counts[0] + 1, *counts[1:]]

    assert any(row[3] for row in report._methods(wager).rows)
    monkeypatch.setattr(report, "shoes_by_hand", wrong)
    assert "two different counts" in refusal(lambda: report._methods(wager))


@pytest.mark.parametrize("when", ["punto_value_1 == 9 and banco_value_2 == 0", "punto_natural and punto_pair"])
def test_a_walk_over_point_values_is_left_out_where_cards_or_their_order_matter(when: str) -> None:
    """Values alone decide both, as only 4 4 and 9 9 are natural pairs; the walk knows neither ranks nor the order."""
    (bet,) = parse_bets(f"name = 'own'\ncategory = [{{ name = 'win', when = '{when}', pays = 8 }}]", "own.toml")
    *small, whole = report._methods(report._ReportedBet(bet, "standard", 1)).rows
    assert all(row[2] == row[3] for row in small)
    assert whole[3] is None


@pytest.mark.slow
def test_a_bet_that_asks_too_much_says_so() -> None:
    """A bet on suits of all cards has a spread of 10⁹ terms, and no count of point values."""
    texts = " ".join(
        report._answered("title", "says", *report._counting(report._ReportedBet("all-red", "standard", 8))).says
    )
    assert texts.count("Not computed: ") == 3
    assert "exact spread computes it" in texts


def test_every_requirement_names_a_section_or_says_who_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["wager", "dealt", "price", "return", "ranges", "decks", "removal", "counting", "correlation", "method"]
    monkeypatch.setattr(report, "_sections", lambda _wager: ((name, Section(name, ())) for name in names))
    page = report.bet_report("tie", decks=1)["report.md"].decode()
    sections = [row.split("|")[3].strip() for row in page.splitlines() if row.startswith("| ")][1:-12]
    assert len(sections) == 17
    assert all(re.fullmatch(r"[\d, ]+|none|not here: .*", section) for section in sections)
    assert {number for text in sections for number in re.findall(r"\d+", text)} <= {str(at) for at in range(1, 13)}


def test_what_the_command_refuses(exact: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    out = str(tmp_path / "report")
    for words, message in {
        ("dragn-7", "--report", out): "dragon-7",
        ("tie", "--report", str(tmp_path / "file")): "is not a directory",
        ("tie", "--report", str(tmp_path / "file" / "below")): "has a file: ",
        ("tie", "--report", ""): "must name a directory",
        ("tie", "--report", out, "--table", "digests"): "'digests' does not go with --report",
        ("tie", "--decks", "infinite", "--report", out): "must be a whole number",
        ("tie", "--lang", "it", "--report", out): "in English",
        ("tie", "--rules", "nowhere", "--report", out): "nowhere",
        ("tie", "--report", out, "--kelly"): "kelly: '--kelly' does not go with --report",
        ("tie", "--report", out, "--digits", "3"): "digits: '3' does not go with --report",
    }.items():
        assert message in exact.refused("bet", *words)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "kept"


def test_a_table_as_wide_as_the_page() -> None:
    """Texts and fractions wrap, the widest first; decimals and what fits do not."""
    row = ("x" * 90, "short", Fraction(10**40, 3), 1234567)
    wide = Table("t", "", columns_of("a", "b", "c", "d"), [row])
    wraps = [column.wrap_cm for column in fitted(wide, 400).columns]
    assert (wraps[1], wraps[3]) == (None, None)
    assert wraps[0]
    assert wraps[2]
    assert (wraps[0] + wraps[2]) * 28.45 < 400
    assert fitted(wide, 4000) == wide


@pytest.fixture(scope="module")
def tie() -> dict[str, bytes]:
    return report.bet_report("tie", decks=8)


SAME = {
    "bet tie --decks 8": "",
    "removal tie --decks 8": "",
    "spread tie --decks 8 --unseen 208,104,52": "",
    "perfect tie --decks 8 --unseen 12": "",
    "bet tie --with banco --decks 8": "joint joint_figures",
}


@pytest.mark.slow
@pytest.mark.parametrize("question", SAME)
def test_the_tables_are_those_of_the_commands(question: str, tie: dict[str, bytes]) -> None:
    """Byte for byte in Markdown; in LaTeX the same cells, with the digits in groups."""
    answer: Answer = answer_to(*question.split())
    page = tie["report.md"].decode()
    latex = re.sub(r"\\,|\\allowbreak\{\}|\$|[{}\\ ]", "", tie["report.tex"].decode()).replace("−", "-")
    only = SAME[question].split()
    for table, own in zip(tables_of(answer, in_full=False), (one for one in answer.tables if one.rows), strict=False):
        if only and own.id not in only:
            continue
        grid = [line for line in render_markdown(table).splitlines() if line.startswith("|")]
        assert "\n".join(grid) in page
        for row in shown_rows(table):
            assert all(cell.replace(" ", "") in latex for cell in row if re.fullmatch(r"-?[\d./]+( %)?", cell))


@pytest.mark.slow
@pytest.mark.parametrize("make", [lambda: "tie", own_bet, lambda: "dragon-7"], ids=["tie", "own", "dragon-7"])
def test_it_compiles_without_a_warning_and_fits_its_pages(make: Callable[[], str | Bet], tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("needs pdflatex")
    for name, data in report.bet_report(make(), decks=8, names="player-banker").items():
        (tmp_path / name).write_bytes(data)
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex"]
    for _run in range(2):
        log = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert not re.findall(r".*(?:Warning|Overfull|Underfull).*", log)
    assert not re.search(r"(?<!\\)<script>", (tmp_path / "report.md").read_text())
