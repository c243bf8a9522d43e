"""The questions that an answer names have its figures."""

import shlex
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support import answer_to

import exact
from exact.answers.table import Answer, Rounded

ASKED = {
    "odds --decks 8 --remove '9 9 K' --rules castle-vaduz": ("outcomes", "bets"),
    "odds --values 16,4,4,4,4,4,4,4,4,3 --given punto=4,0": ("outcomes", "bets"),
    "bet lucky-6:12-20 --decks 8 --with tie": ("categories", "figures", "joint_figures"),
    "bet banco --commission 4% --decks 6 --rules come-si-gioca": ("categories", "figures"),
    "bet dragon-7 --pays 50 --decks 8": ("categories", "figures"),
    "bet perfect-9 --decks 2 --remove 9h": ("categories", "figures"),
    "joint punto_total banco_cards --decks 8": ("counts",),
    "removal --bet punto-pair --decks 2": ("expectation", "effects", "several"),
    "spread --bet dragon-7 --unseen 6,7 --decks 8": ("spread",),
    "perfect --bet best --unseen 6,7 --decks 8": ("results",),
    "count --bet tie --tags 1,0,0,0,0,0,0,0,-1,0 --trigger 2 --unseen 26,52 --decks 8": ("results",),
    "session --bet banco --coups 80 --at-least 5 --at-most -3 --decks 8": ("ends",),
    "session --bet banco --decided 40 --at-least 5 --at-most -3 --decks 8": ("ends",),
    "dependence --decks 1 --coups 2": ("next",),
    "bets dragon-7 --decks 8": ("bets",),
    "bets --values 64,64,64,64,64,64,64,64,64,64": ("bets",),
    "rules come-si-gioca --flip --decks 2": ("cells", "punto"),
    "joint dragon-7 punto_cards --decks 8": ("counts",),
    "bet banco --commission 3% --pays 2 --decks 8": ("categories", "figures"),
}
"""Commands, and the tables of which every figure is among the answers to the questions."""


def figures_of(answer: Answer, *names: str) -> Iterator[Any]:
    """The exact numbers in some tables of an answer."""
    for table in answer.tables:
        if table.id in names:
            cells = [cell for row in table.rows for cell in row]
            yield from (cell.value for cell in cells if isinstance(cell, Rounded))
            yield from (cell for cell in cells if isinstance(cell, Fraction) or (type(cell) is int and cell > 1000))


def answers_to(answer: Answer) -> set[Any]:
    asked = [exact.ask(question) for question in answer.questions]
    return {figure.value for each in asked for figure in ([each] if hasattr(each, "value") else each) if figure}


@pytest.mark.parametrize(("words", "tables"), ASKED.items(), ids=list(ASKED))
def test_the_questions_that_an_answer_names_have_its_figures(words: str, tables: tuple[str, ...]) -> None:
    answer = answer_to(*shlex.split(words))
    values, figures = answers_to(answer), list(figures_of(answer, *tables))
    assert figures
    assert [value for value in figures if value not in values] == []


@pytest.mark.parametrize(
    "words",
    [
        "signal --positions 1,5 --partition A/2/3-5/6-9 --decks 8",
        "promotion match-play --bet punto --decks 8",
        "promotion match-play --bet punto --ties lose --decks 8",
        "promotion free-bet --bet tie --decks 8",
        "equilibrium --model B2 --decks 6",
    ],
)
def test_the_question_has_the_value_of_the_answer(words: str) -> None:
    answer = answer_to(*shlex.split(words))
    main = next(name for name in ("value", "worth") if name in (*(entry.key for entry in answer.parameters), "worth"))
    assert answer.value(main) in answers_to(answer)


def test_fair_odds_are_named_by_their_category() -> None:
    answer = answer_to("promotion", "fair-odds", "--bet", "dragon-bonus-punto", "--decks", "8")
    odds = [cell.value for row in answer.table("categories").rows for cell in row if isinstance(cell, Rounded)]
    assert len(set(odds) & answers_to(answer)) == 9


@pytest.mark.parametrize(
    ("words", "table", "row"),
    [
        ("rules castle-vaduz:literal --explain", "edges", 1),
        ("bet tie --closed-form", "terms", 0),
        ("bet banco --unit 1 --stakes 5 --decks 8", "summary", 2),
    ],
)
def test_a_figure_of_one_row_is_named(words: str, table: str, row: int) -> None:
    answer = answer_to(*words.split())
    *_others, last = (cell.value for cell in answer.table(table).rows[row] if isinstance(cell, Rounded))
    assert last in answers_to(answer)


OWN = {
    "pays = 9 }]\n": ("categories", "figures"),
    'pays = "jackpot" }]\njackpot = { seed = 9, contribution = 0.1 }\n': ("categories", "figures", "jackpot"),
    'pays = "jackpot" }]\njackpot = { seed = 9, contribution = 0.1, tables = 3 }\n': ("figures",),
    "pays = 9 }]\ndraw = { multipliers = { 1 = 0.5, 2 = 0.5 }, multiplied = { win = true } }\n": ("figures",),
}


@pytest.mark.parametrize(("more", "tables"), OWN.items(), ids=["plain", "jackpot", "tables", "draw"])
def test_the_questions_about_a_bet_of_your_own_name_its_file(
    more: str, tables: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "tie.toml"
    path.write_text(f'name = "tie"\ncategory = [{{ name = "win", when = "tie", {more}', encoding="utf-8")
    for words in (["--jackpot", "20"] if "jackpot" in more else [], ["--given", "punto_cards=3"]):
        answer = answer_to("bet", str(path), "--decks", "2", *words)
        values, figures = answers_to(answer), list(figures_of(answer, *tables))
        assert figures
        assert [value for value in figures if value not in values] == []


def test_no_question_is_named_about_rules_of_your_own(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('id = "mine"\nbase = "standard"\ndecks = { decks = 6 }\n', encoding="utf-8")
    assert answer_to("bet", "tie", "--rebate", "1%", "--decks", "8").questions == ()
    assert answer_to("odds", "--decks", "8", "--rules", str(rules)).questions == ()
