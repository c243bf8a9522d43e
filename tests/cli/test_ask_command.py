"""``exact ask``: one figure on one line, several of them, and tables in every format."""

import csv
import io
import re
import sys
from pathlib import Path

import pytest
from support import Command, ungrouped

from exact import ask as asked

TIE = "house edge of tie, 8 decks"


def test_one_figure_is_the_whole_of_standard_output(exact: Command) -> None:
    ran = exact("ask", TIE)
    assert (ran.code, ran.out, ran.err) == (0, "14.3596 %\n", "")
    ran = exact("ask", "house edge of tie", "--digits", "2")
    assert (ran.out, ran.err) == ("14.36 %\n", "No shoe given: using 8 full decks.\n")
    assert (
        "Assumed (the document is silent): payoffs: banco"
        in exact("ask", "house edge of banco, 8 decks, rules castle-vaduz").err
    )


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("house edge of tie, 8 decks", ""),
        ("House edge on banker, 8 decks", "house edge of banco, 8 decks"),
        ("house edge of tiger", "house edge of lucky-6:12-23, 8 decks"),
        ("house edge of lucky-6, 8 decks", "house edge of lucky-6:12-23, 8 decks"),
        ("house edge of lucky-6, pays 12-20, 8 decks", ""),
        ("probability of lucky-6, 8 decks", ""),  # whatever it pays
        ("house edge of tie, pays 9 for 1, 8 decks", "house edge of tie, pays 8, 8 decks"),
        ("house edge of {tiger,dragon 7,tie}, {6,8} decks", "lucky-6:12-23; dragon-7"),
        ("house edge of {punto,banco}, {1..3} decks", ""),
        ("gain per coup of perfect play on (tiger,tie), 6 unseen, 1 deck",
         "gain per coup of perfect play on (lucky-6:12-23,tie), 6 unseen, 1 deck"),
    ],
)  # fmt: skip
def test_what_a_question_was_read_as_is_said_if_it_was_not_typed_so(question: str, read: str, exact: Command) -> None:
    ran = exact("ask", question)
    assert re.findall("Read as: (.*)", ran.err + ran.out) == [read] * bool(read)
    notes = exact.json("ask", question).get("notes", [])
    assert [note for note in notes if note.startswith("Read as")] == [f"Read as: {read}"] * bool(read)
    if read:
        assert exact.json("ask", read if "{" not in question else "house edge of tie, 8 decks")


def test_several_figures_are_one_line_each(exact: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "14.3596 %\n1.0579 %\n"
    assert exact("ask", TIE, "house edge of banco, 8 decks").out == lines
    (tmp_path / "questions.txt").write_text(f"# two\n{TIE}\n\nhouse edge of banco, 8 decks\n", encoding="utf-8")
    assert exact("ask", "--file", str(tmp_path / "questions.txt")).out == lines
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{TIE}\nhouse edge of banco, 8 decks\n"))
    assert exact("ask", "-").out == lines
    assert exact("ask", "--id", asked(TIE).id).out == "14.3596 %\n"


def test_the_contract_of_json(exact: Command) -> None:
    answer = exact.json("ask", "{house edge,standard deviation} of tie, {6,8} decks, rules castle-vaduz")
    first, *_others, last = answer["figures"]
    figure = asked("house edge of tie, 6 decks, rules castle-vaduz")
    assert first == {
        "question": "house edge of tie, 6 decks, rules castle-vaduz",
        "id": figure.id,
        "value": f"{figure.value.numerator}/{figure.value.denominator}",
        "decimal": first["decimal"],
        "exactness": "exact",
        "assumed": list(figure.assumed),
        "standing": "theorem six_and_eight_decks (tests/proof/Evaluation.v)",
        "axes": {"quantity": "house edge", "decks": "6"},
    }
    assert len(answer["figures"]) == 4
    assert last["value"] == {"root": last["value"]["root"]}
    assert (answer["rules"], len(answer["provenance"]["inputs"])) == ("castle-vaduz", 64)


def test_a_table_without_a_figure_states_its_rules(exact: Command) -> None:
    answer = exact.json("ask", "odds against {(punto_total == 10)}, 8 decks")
    assert (answer["rules"], answer["figures"][0]["value"], answer["figures"][0]["standing"]) == (
        "standard",
        None,
        None,
    )


def test_csv_has_one_figure_a_row(exact: Command) -> None:
    rows = exact.csv("ask", "house edge of {tie,banco}, {6,8} decks")
    assert [(row["bet"], row["decks"], row["decimal"]) for row in rows] == [
        (bet, decks, f"{float(asked(f'house edge of {bet}, {decks} decks').value):.6f}")
        for bet in ("tie", "banco")
        for decks in ("6", "8")
    ]
    assert [row["decimal"] for row in exact.csv("ask", "count of {tie}, 8 decks")] == ["475627426473216"]
    assert [row["text"] for row in exact.csv("ask", TIE, "--as", "percent", "--digits", "1")] == ["14.4 %"]
    wide = exact("ask", "house edge of {tie,banco}, {6,8} decks", "--format", "csv", "--wide", "--rows", "bet").out
    assert list(csv.reader(io.StringIO(wide))) == [
        ["Bet", "6_decks", "8_decks", "exactness"],
        ["Tie", "14.4382", "14.3596", "exact"],
        ["Banco", "1.0558", "1.0579", "exact"],
    ]  # fmt: skip


def test_a_condition_and_an_order_hold_in_every_format(exact: Command) -> None:
    words = ("ask", "house edge of {punto,banco,tie}, 8 decks", "--where", "house edge < 5%", "--sort", "house edge")
    assert [line.split()[0] for line in exact(*words).out.splitlines()[3:5]] == ["Banco", "Punto"]
    assert [row["bet"] for row in exact.csv(*words)] == ["banco", "punto"]
    assert [figure["axes"]["bet"] for figure in exact.json(*words)["figures"]] == ["banco", "punto"]
    assert [row["bet"] for row in exact.csv(*words[:-1], "-house edge")] == ["punto", "banco"]


def test_what_stands_behind_a_figure(exact: Command) -> None:
    out = exact("ask", "edge of dragon-7, 8 decks, rules castle-vaduz", "--explain").out
    for words in (
        "house edge of dragon-7, 8 decks, rules castle-vaduz",
        "64613588827/848912750595",
        "theorem prices",
    ):
        assert words in ungrouped(out)
    assert "dealing order: punto, banco, punto, banco" in out


def test_a_table_for_a_paper(exact: Command) -> None:
    options = ["--format", "latex", "--label", "tab:a", "--caption"]
    words = ("ask", "house edge of {punto,tie}, {6,8} decks", *options, "5 % & more")
    out = exact(*words).out
    assert r"\caption{5 \% \& more}\label{tab:a}" in out
    assert r"\begin{table}" in out
    assert "longtable" in exact(*words, "--long").out


def test_a_figure_can_be_cited(exact: Command) -> None:
    entry = exact("cite", TIE).out
    assert entry.startswith(f"@misc{{exact-baccarat:{asked(TIE).id},")
    assert r"House edge of tie, 8 decks: 14.3596 \%" in entry
    assert exact("cite", asked(TIE).id).out == entry
    assert "begins with no quantity" in exact.refused("cite", "hose edge of tie")


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ((), "questions: 0 must be 1 to 10000"),
        ((TIE, "--as", "percents"), "as: 'percents' is no way to print a figure: did you mean percent?"),
        ((TIE, "--as", "odds"), "as: 'odds' does not fit house edge of tie, 8 decks: it is no probability"),
        ((TIE, "--digits", "1001"), "digits: 1001 must be a whole number from 0 to 1000"),
        (("house edge of {tie", ), "question: 'house edge of {tie' at column 15: '{' is not closed"),
        (("house edge of {tie}, 8 decks", "--caption", r"an \emph{edge}"), r"caption: 'an \\emph{edge}' at column 4: '\\' is TeX"),
        (("house edge of {tie}, 8 decks", "--label", "a b", "--format", "latex"), "label: 'a b' must be letters, digits"),
        (("--id", "F000000000000"), "id: 'F000000000000' is the id of no figure of the index"),
        (("--id", "P0001"), "id: 'P0001' is not the id of a figure"),
        (("--file", "nowhere.txt"), "file: 'nowhere.txt' does not exist"),
        (("house edge of {tie}, 8 decks", "variance of tie, {6,8} decks", "--format", "csv"), "have different axes"),
        (("house edge of {tie,banco}, 8 decks", "--where", "house edge > 99%"), "where: 'house edge > 99%' is met by every figure of no row"),
        ((TIE, "--where", "house edge < 5%"), "lays out a table"),
        ((TIE, "--caption", "a caption"), "caption: 'a caption' belongs to a table: ask with braces"),
        ((TIE, "--siunitx"), "option: '--siunitx' is only for --format latex"),
        ((TIE, "--wide"), "option: '--wide' is only for --format csv"),
        ((TIE, "--explain", "--label", "a"), "option: '--label' does nothing beside --explain"),
        (("house edge of {tie}, 8 decks", "--caption", " "), "caption: ' ' is empty"),
        (("house edge of {tie}, 8 decks", "variance of {tie}, 8 decks", "--caption", "A"), "caption: 'A' would be that of 2 tables"),
        (("house edge of {tie}, 8 decks", "variance of {tie}, 8 decks", "--label", "a", "--format", "latex"), "label: 'a' would be that of 2 tables"),
        (("count of tie, 8 decks", "--as", "percent"), "as: 'percent' does not fit count of tie, 8 decks"),
        (("{probability,variance} of tie, 8 decks", "--as", "percent"), "as: 'percent' does not fit variance of tie, 8 decks"),
        (("house edge of tie minus house edge of punto minus house edge of banco",), "at column 45: a second 'minus'"),
    ],
)  # fmt: skip
def test_what_is_refused(words: tuple[str, ...], refusal: str, exact: Command) -> None:
    assert refusal in exact.refused("ask", *words)


def test_an_error_in_a_file_names_the_line(exact: Command, tmp_path: Path) -> None:
    file = tmp_path / "questions.txt"
    for wrong in ("hose edge of tie", "odds against (punto_total == 10)", "house edge of {tie"):
        file.write_text(f"# two\n{TIE}\n{wrong}\n", encoding="utf-8")
        assert f"in line 3 of {file}: " in exact.refused("ask", "--file", str(file))


def test_an_assumption_names_its_rules_if_there_are_several(exact: Command) -> None:
    out = exact("ask", "house edge of {tie}, 8 decks, rules {standard,castle-vaduz}").out
    assert "payoffs: tie 8 to 1 (rules castle-vaduz)\n" in out
    assert "(rules" not in exact("ask", "house edge of {tie}, 8 decks, rules castle-vaduz").out


def test_two_longtables_have_two_labels(exact: Command) -> None:
    out = exact("ask", "house edge of {tie}, 8 decks", "variance of {tie}, 8 decks", "--format", "latex", "--long").out
    assert out.count(r"\label{tab:ask-figures}") == out.count(r"\label{tab:ask-figures-2}") == 1


def test_a_table_too_large_is_printed_and_said(exact: Command) -> None:
    ran = exact("ask", "house edge of {tie,banco}, {1..60} decks", "--columns", "bet", "--format", "latex")
    assert ran.code == 0
    assert r"\begin{tabular}" in ran.out
    assert ran.err.count("\n") == 1
    assert "use --long" in ran.err


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (
            "house edge of {tie,banco}, 8 decks",
            "is a table: cite one of its figures, such as house edge of tie, 8 decks",
        ),
        ("house edge of tie, {1..10^12} decks", "'1..10^12' must be a range of numbers or of ranks"),
        ("house edge of {{tie}}", "at column 16: '{' does not match a brace"),
        ("house edge of tie minus house edge of punto minus house edge of banco", "a second 'minus'"),
    ],
)
def test_why_a_question_cannot_be_cited(question: str, message: str, exact: Command) -> None:
    assert message in exact.refused("cite", question)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("expectation of a session of {10,20} coups on dragon-7, 8 decks", True),
        ("worth of a free bet on {tie,dragon-7}, 8 decks", True),
        ("house edge of dragon-7, pays {40,41}, 8 decks", False),
        ("house edge of banco, commission {4%,5%}, 8 decks", False),
    ],
)
def test_payoffs_are_noted_unless_the_question_states_them(question: str, said: bool, exact: Command) -> None:
    out = exact("ask", question).out
    assert ("Dragon 7 pays 40 to 1." in out) is said
    assert ("commission 5 %" in out) is (said and "tie" in question)
