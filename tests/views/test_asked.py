"""Tables to order: which axes lie where, which rows stay and in which order, and what an empty cell says."""

import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support import refusal

import exact
from exact.answers.table import Table, Tabular
from exact.errors import ExactError
from exact.report.latex import render_for_paper, too_large
from exact.report.render import shown_rows
from exact.views.asked import Order, ask_all, laid_out, listed, ordered, printable

EDGES = "{probability,house edge} of {punto,banco,tie}, {6,8} decks"


def headings(table: Table) -> list[str]:
    return [column.heading for column in table.columns]


@pytest.mark.parametrize(
    ("order", "first_column", "others"),
    [
        (Order(), ["6", "8"], 6),
        (Order(rows=("bet",)), ["Punto", "Banco", "Tie"], 4),
        (Order(columns=("decks",)), ["Probability"] * 3 + ["House edge"] * 3, 2),
        (Order(rows=("decks", "quantity")), ["6", "6", "8", "8"], 3),
        (Order(rows=("quantity", "bet", "decks")), ["Probability"] * 6 + ["House edge"] * 6, 1),
    ],
)
def test_which_axes_lie_down_and_which_across(order: Order, first_column: list[str], others: int) -> None:
    asked = ask_all(EDGES)
    table = laid_out(asked, order)
    assert [row[0] for row in shown_rows(table)] == first_column
    down = len(order.rows) or len(asked.grid.axes) - max(len(order.columns), 0 if order.columns else 2)
    assert len(table.columns) == down + others


def test_each_cell_is_the_figure_of_its_question() -> None:
    table = laid_out(ask_all(EDGES), Order(rows=("decks",), columns=("bet", "quantity")))
    assert headings(table)[:4] == ["Decks", "Punto, Probability", "Punto, House edge", "Banco, Probability"]
    for row, decks in zip(shown_rows(table), (6, 8), strict=True):
        expected = [
            exact.ask(f"{quantity} of {bet}, {decks} decks").percent.removesuffix(" %")
            for bet in ("punto", "banco", "tie")
            for quantity in ("probability", "house edge")
        ]
        assert row == [str(decks), *expected]
    assert table.notes[-1] == "In percent; exact values, each rounded once."
    assert "commission 5 % of banco's winnings" in table.notes[0]


def test_quantities_of_two_units_have_them_in_their_heads() -> None:
    table = laid_out(ask_all("{house edge,variance} of tie, {6,8} decks"))
    assert headings(table) == ["Decks", "House edge (%)", "Variance"]
    assert "%" not in " ".join(shown_rows(table)[0])


def test_rows_in_order_and_rows_that_meet_a_condition() -> None:
    every = "house edge of {punto,banco,tie,dragon-7,panda-8}, {6,8} decks"
    table = laid_out(ask_all(every), Order(rows=("bet",), sort="-8", where="house edge <= 10.5 %"))
    edges = [Fraction(row[2]) for row in shown_rows(table)]
    assert edges == sorted(edges, reverse=True)
    assert {row[0] for row in shown_rows(table)} == {"Dragon 7", "Panda 8", "Punto", "Banco"}
    by_decks = laid_out(ask_all("house edge of tie, {8,infinite,6,10} decks"), Order(sort="decks"))
    assert [row[0] for row in shown_rows(by_decks)] == ["6", "8", "10", "infinite"]
    rare = laid_out(ask_all("variance of {punto,tie}, {6,8} decks"), Order(rows=("bet",), where="probability < 0.1"))
    assert [row[0] for row in shown_rows(rare)] == ["Tie"]


def test_a_figure_that_the_shoe_does_not_have_is_an_empty_cell_with_its_reason() -> None:
    asked = ask_all("odds against {tie,(punto_total == 10)}, {6,8} decks")
    assert [figure.value is None for figure in asked] == [False, False, True, True]
    table = laid_out(asked)
    assert [row[2] for row in shown_rows(table)] == ["–", "–"]
    assert any(note.startswith("Empty: ") and "cannot happen" in note for note in table.notes)
    assert listed(asked).rows[2][-1] == "(punto_total == 10) cannot happen, so there are no odds against it"
    assert ask_all("odds against {(punto_total == 10)}, 8 decks")[0].value is None
    none = laid_out(exact.ask("odds against {(punto_total == 10)}, 8 decks"))
    assert shown_rows(none) == [["(punto_total == 10)", "–"]]
    assert [note.partition(":")[0] for note in none.notes] == ["Rules", "Empty"]
    odds = laid_out(printable(ask_all("probability of {tie,(punto_total == 10)}, 8 decks"), "odds", None), style="odds")
    assert [row[1] for row in shown_rows(odds)] == ["9.5091 to 1", "–"]
    assert "cannot happen" in refusal(ask_all, "odds against (punto_total == 10), 8 decks")


@pytest.mark.parametrize(
    ("order", "error"),
    [
        (Order(rows=("colour",)), "rows: 'colour' is not an axis: the axes are quantity, bet, decks"),
        (Order(columns=("colour",)), "columns: 'colour' is not an axis"),
        (Order(rows=("bet",), columns=("bet",)), "axis: 'bet' is named twice"),
        (Order(rows=("bet",), sort="bet"), "sort: 'bet' is an axis of names, not of numbers"),
        (Order(sort="rules"), "sort: 'rules' is no column and no axis down"),
        (Order(where="house edge"), "where: 'house edge' must be a quantity and a bound"),
        (Order(where="hose edge < 5%"), "where: .* must be a quantity and a bound"),
        (Order(where="house edge < five"), "where: 'five' must be a number"),
        (Order(where="house edge < 5"), "means 500 %: write house edge < 5% or house edge < 0.05"),
        (
            Order(sort="house edge"),
            "is the name of 3 columns: House edge, Punto or House edge, Banco or House edge, Tie",
        ),
    ],
)
def test_an_order_that_does_not_fit(order: Order, error: str) -> None:
    with pytest.raises(ExactError, match=error):
        laid_out(ask_all(EDGES), order)


def test_programs_get_the_rows_in_order_too() -> None:
    asked = ask_all("house edge of {punto,banco,tie,dragon-7}, {6,8} decks")
    kept = ordered(asked, Order(rows=("bet",), sort="-8", where="house edge < 10%"))
    assert [entry.choices for entry in kept.entries] == [
        ("dragon-7", "6"), ("dragon-7", "8"), ("punto", "6"), ("punto", "8"), ("banco", "6"), ("banco", "8")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "caption", "heads"),
    [
        ("effect of removal of {8,9} on {house edge,variance} of tie, 8 decks",
         "Effect of removal on house edge and variance of tie by card, 8 decks", ["Quantity", "8", "9"]),
        ("{effect of removal of 9 on house edge,effect of removal of 8 on house edge} of {tie}, 8 decks",
         "Effect of removal on house edge of tie by bet, 8 decks",
         ["Bet", "Effect of removal of 9 on house edge", "Effect of removal of 8 on house edge"]),
        ("effect of removal of 9 on {tie,punto}, 8 decks",
         "Effect of removal of 9 by bet, 8 decks", ["Bet", "Effect of removal"]),
        ("house edge of tie minus house edge of {banco,punto}, {6,8} decks",
         "House edge of tie minus house edge by bet and decks", ["Decks", "Banco", "Punto"]),
        ("house edge of {tie}, {6} decks minus house edge of {tie}, {7,8} decks",
         "House edge of tie by bet and decks, 6 decks, minus house edge of tie by second bet and second number of decks",
         ["Second number of decks", "Tie, 6 decks, Tie"]),
        ("{house edge,variance,skewness,return} of tie, {8} decks",
         "Figures of tie by quantity and decks, 8 decks",
         ["Decks", "House edge (%)", "Variance", "Skewness", "Return (%)"]),
        ("probability of a session of {20,30} coups on tie, losing {10} or more, 8 decks",
         "Probability by coups and net win of at most, losing 10 or more, 8 decks",
         ["Net win of at most", "20 coups", "30 coups"]),
        ("house edge of lucky-{6,7}, {8} decks", "House edge by bet and decks, 8 decks", ["Decks", "Lucky 6", "Lucky 7"]),
    ],
)  # fmt: skip
def test_heads_tell_figures_apart_and_the_caption_names_each_axis(
    question: str, caption: str, heads: list[str]
) -> None:
    table = laid_out(ask_all(question))
    assert (table.caption, headings(table)) == (caption, heads)


@pytest.mark.parametrize("sort", ["8 decks", "8", "House edge, 8 decks"])
def test_a_sort_takes_printed_heads(sort: str) -> None:
    asked = ask_all("{house edge} of {tie,banco,punto}, {6,8} decks")
    table = laid_out(asked, Order(rows=("Bet",), sort=sort))
    assert [row[0] for row in shown_rows(table)] == ["Banco", "Punto", "Tie"]
    compared = ask_all("house edge of {tie} minus house edge of {punto,banco}, {6,8} decks")
    assert headings(laid_out(compared, Order(rows=("decks", "Second bet"), sort="-Decks")))[1] == "Second bet"


def test_differences_of_percentages_are_in_percentage_points() -> None:
    (compared, single) = (
        laid_out(ask_all(f"house edge of tie{other}, {{6,8}} decks")) for other in (" minus house edge of banco", "")
    )
    assert compared.notes[-1].startswith("In percentage points;")
    assert single.notes[-1].startswith("In percent;")
    effects = laid_out(
        ask_all("effect of removal of {7,8} on tie, 8 decks")
    )  # an effect is a difference of percentages
    assert effects.notes[-1].startswith("In percentage points;")


def test_the_payoffs_of_each_of_several_rules_are_noted() -> None:
    table = laid_out(ask_all("house edge of tie, 8 decks, rules {standard,castle-vaduz,classic-it:eight-for-one}"))
    assert [note.partition(",")[0] for note in table.notes[:2]] == [
        "Rules: standard and castle-vaduz. Payoffs: punto 1 to 1", "Rules: classic-it:eight-for-one. Payoffs: punto 1 to 1"
    ]  # fmt: skip
    assert "tie 7 to 1" in table.notes[1]


@pytest.mark.parametrize(
    ("question", "order", "said"),
    [
        (EDGES, Order(rows=("bet",)), []),
        ("house edge of {punto,banco,tie}, {1..11} decks", Order(rows=("bet",)), ["both columns of a page with two"]),
        # 455 pt: LaTeX gives both columns 452 pt on A4, and 469 pt on letter
        ("house edge of {punto,banco,tie}, {1..12} decks", Order(rows=("bet",)), ["and a page of article has 345 pt"]),
        ("house edge of {punto,banco,tie}, rules {all readings}", Order(rows=("bet",)), ["pt wide, and a page"]),
        ("house edge of {all bets}, 8 decks", None, ["pt high, and a page"]),
    ],
)
def test_a_table_too_large_for_a_page(question: str, order: Order | None, said: list[str]) -> None:
    table = replace(laid_out(ask_all(question), order), tabular=Tabular(floating=True))
    lines = [*too_large(table)]
    assert len(lines) == len(said)
    assert all(words in line for words, line in zip(said, lines, strict=True))


def test_two_choices_that_mean_the_same_are_refused() -> None:
    assert "'house edge of tie, 8 decks' is asked twice" in refusal(ask_all, "house edge of {tie,Tie}, 8 decks")


def test_a_difference_and_two_quantities_down_have_their_own_heads() -> None:
    difference = laid_out(
        ask_all("house edge of {tie} minus house edge of {punto}, 8 decks"), Order(rows=("bet", "bet 2"))
    )
    assert headings(difference) == ["Bet", "Second bet", "Difference in house edge"]
    assert shown_rows(difference)[0][:2] == ["Tie", "Punto"]
    assert headings(laid_out(ask_all("covariance of {tie,dragon-7} and punto, 8 decks"))) == ["First bet", "Covariance"]
    assert headings(laid_out(ask_all("{variance,house edge} of tie, 8 decks"))) == ["Quantity", "Value"]


def test_too_many_figures_need_a_word_more() -> None:
    with pytest.raises(ExactError, match="asks for 132300 figures: more than 100000 need --yes"):
        ask_all("probability of (punto_total + {1..300} == {1..441}), 8 decks")


def test_a_table_of_figures_is_a_sequence() -> None:
    pandas = pytest.importorskip("pandas")
    asked = exact.ask(EDGES)
    assert len(asked) == 12
    assert (asked[0].question, asked[-1].question) == ("probability of punto, 6 decks", "house edge of tie, 8 decks")
    assert [float(figure) for figure in asked] == list(asked.to_pandas()["value"])
    assert isinstance(asked.to_pandas(), pandas.DataFrame)
    assert "<table>" in asked._repr_html_()
    assert "44.6279" in asked._repr_markdown_()


def latex(question: str, order: Order | None = None, **made: Any) -> str:
    return render_for_paper(replace(laid_out(ask_all(question), order), tabular=Tabular(**made)))


def test_latex_has_the_heads_of_groups_over_rules() -> None:
    text = latex(EDGES, Order(rows=("bet",)), floating=True, label="tab:edges")
    heads = (
        r" & \multicolumn{2}{c}{Probability} & \multicolumn{2}{c}{House edge} \\ \cmidrule(lr){2-3}\cmidrule(lr){4-5}"
    )
    assert heads in text
    assert "\nBet & 6 decks & 8 decks & 6 decks & 8 decks" in text
    assert r"\caption{Probability and house edge by bet and decks}\label{tab:edges}" in text
    assert r"\begin{table}[tbp]" in text
    assert "table*" in latex("{house edge,variance,skewness} of {punto,banco,tie}, {6,8} decks", floating=True)
    assert "S[table-format=2.4]" in latex("house edge of tie, {6,8} decks", siunitx=True)
    assert "longtable" in latex("house edge of tie, {6,8} decks", long=True)
    assert r"\begin{table}" not in latex("house edge of tie, {6,8} decks")


@pytest.mark.slow
def test_latex_fits_a_column_of_a_page_with_two(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("needs pdflatex")
    effects = "effect of removal of {A..K} on {punto,banco,tie,dragon-7}, 8 decks"
    tables = [
        latex(EDGES, Order(rows=("bet",)), floating=True, label="tab:a"),
        latex(effects, Order(rows=("card",)), floating=True),
        latex(EDGES, floating=True),
    ]
    head = r"\documentclass[twocolumn]{article}\usepackage[T1]{fontenc}\usepackage{booktabs}\begin{document}Text."
    (tmp_path / "paper.tex").write_text("\n".join((head, *tables, r"\end{document}")), encoding="utf-8")
    ran = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "paper.tex"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert not re.search("Overfull|undefined control", ran.stdout, re.IGNORECASE)
