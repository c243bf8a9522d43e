"""The five documents, transcribed a second time from the page and held against the rulebook files.

The tables below are written as the documents print them, and read by a few lines of their own; nothing here uses the
parser of the package or its decision functions.
"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from exact.errors import ExactError
from exact.game.coup import Side
from exact.reference.decisions import DECISIONS, RANK_DECISIONS
from exact.rules import documents
from exact.rules.documents import interpretation, load_rulebook, reading_ids, rulebooks
from exact.rules.named import all_rules
from exact.rules.tableau import NO_THIRD, STANDARD, Tableau

FIVE = ("classic-it", "castle-vaduz", "come-si-gioca", "classic-sl", "otto-mazzi")
"""The documents 000 to 004, which print the same game."""

STANDARD_MATRIX = (
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDSDD",
    "SSDDDDDDSSD",
    "SSSSDDDDSSD",
    "SSSSSSDDSSS",
    "SSSSSSSSSSS",
)
"""58 Pa. Code § 631a.11: rows banco 0 to 7, columns punto's third card 0 to 9, then none."""

DRAWS_ON = {3: "0 1 2 3 4 5 6 7 9", 4: "2 3 4 5 6 7", 5: "4 5 6 7", 6: "6 7"}
"""«il BANCO tira la terza carta, se la terza carta distribuita al PUNTO è:» (000) and «vleče tretjo karto» (003)."""
STANDS_ON = {3: "8", 4: "0 1 8 9", 5: "0 1 2 3 8 9", 6: "0 1 2 3 4 5 8 9"}
"""The right-hand columns of the same two documents."""
ASSIGNED = {3: "1 2 3 4 5 6 7 9 10", 4: "2 3 4 5 6 7", 5: "4 5 6 7", 6: "6 7"}
"""«tira carta se al Punto è stato assegnato:» (002), which prints third cards as 1 to 10."""
GRID = """
0 S S S S D D D D
1 S S S S D D D D
2 S S S D D D D D
3 S S S D D D D D
4 S S D D D D D D
5 S S D D D D D D
6 S D D D D D D D
7 S D D D D D D D
8 S S S S S D D D
9 S S S S D D D D
"""
"""004: a line for each third card, «Punteggio del Banco» 7 6 5 4 3 2 1 0 across."""


def _rows(printed: dict[int, str]) -> dict[int, set[int]]:
    return {total: {int(card) % 10 for card in cards.split()} for total, cards in printed.items()}


def _columns(grid: str) -> dict[int, set[int]]:
    lines = [line.split() for line in grid.strip().splitlines()]
    return {7 - place: {int(third) for third, *cells in lines if cells[place] == "D"} for place in range(8)}


DRAWN = {
    **dict.fromkeys(("classic-it", "classic-sl"), _rows(DRAWS_ON)),
    "castle-vaduz": {3: {*range(10)} - {8}, 4: {*range(2, 8)}, 5: {*range(4, 8)}, 6: {6, 7}},
    "come-si-gioca": _rows(ASSIGNED),
    "otto-mazzi": _columns(GRID),
}
"""By banco's total the third cards of punto on which banco draws; for 001 «a meno che Punto abbia 8», «2-7», «4-7», «solo se … 6 o 7»."""


@pytest.mark.parametrize("name", FIVE)
def test_banco_draws_on_the_third_cards_that_the_document_prints(name: str) -> None:
    banco = load_rulebook(name).banco
    for total, drawn in DRAWN[name].items():
        assert {third for third in range(10) if banco[total, third].draws} == drawn
    for total, stood in _rows(STANDS_ON).items() if name.startswith("classic") else ():
        assert {third for third in range(10) if not banco[total, third].draws} == stood


def test_the_documents_are_shipped_in_the_order_of_their_numbers() -> None:
    shipped = [*rulebooks()]
    assert shipped[0] == STANDARD
    assert tuple(name for name in shipped if name in FIVE) == FIVE
    assert all(Path(documents.__file__).with_name(f"{name}.toml").is_file() for name in shipped)


@pytest.mark.parametrize("name", [STANDARD, *FIVE])
def test_the_five_documents_play_the_same_tableau(name: str) -> None:
    assert interpretation(name).rules().tableau == Tableau("DDDDDDSS", STANDARD_MATRIX)


@pytest.mark.parametrize("name", FIVE)
def test_the_documents_agree_where_they_speak(name: str) -> None:
    """Before anything is assumed: every cell that the document itself fills is the common one."""
    book = load_rulebook(name)
    for (total, third), cell in book.banco.items():
        if total <= 7:
            assert cell.draws == (STANDARD_MATRIX[total][third] == "D"), (total, third)
    for total, cell in book.punto.items():
        assert cell.draws == (total <= 5)


@pytest.mark.parametrize(
    ("name", "silent"),
    [
        ("standard", set()),
        ("classic-it", set()),
        ("classic-sl", set()),
        ("castle-vaduz", {(4, NO_THIRD), (5, NO_THIRD)}),
        ("come-si-gioca", {(3, NO_THIRD), (4, NO_THIRD), (5, NO_THIRD), (6, NO_THIRD)}),
        ("otto-mazzi", set()),
    ],
)
def test_the_cells_on_which_a_document_is_silent(name: str, silent: set[tuple[int, int]]) -> None:
    assert {situation for situation, cell in interpretation(name).banco.items() if cell.assumed} == silent


@pytest.mark.parametrize(
    ("name", "decks", "unsaid"),
    [
        ("classic-it", 6, {"end_of_shoe"}),
        ("classic-sl", 6, {"end_of_shoe"}),
        ("castle-vaduz", None, {"decks", "dealing_order", "payoffs", "commission", "commission_rounding", "end_of_shoe"}),
        ("come-si-gioca", None, {"decks", "commission_rounding", "ties", "end_of_shoe"}),
        ("otto-mazzi", 8, {"commission_rounding", "end_of_shoe"}),
    ],
)  # fmt: skip
def test_what_a_document_says_and_leaves_unsaid(name: str, decks: int | None, unsaid: set[str]) -> None:
    book = load_rulebook(name)
    assert {clause for clause, words in book.clauses.items() if not words.says} == unsaid
    assert interpretation(name).rules().decks == decks


def test_the_classic_documents_round_the_commission_in_the_players_favour() -> None:
    """«La commissione va arrotondata a vantaggio del giocatore.» «Provizija se zaokrožuje v dobro igralca.»"""
    for name in ("classic-it", "classic-sl"):
        assert interpretation(name).rules().rounding == "player"
        assert "unit to which the commission is rounded: none, it is charged exactly" in map(
            str, interpretation(name).assumed()
        )


def test_castle_vaduz_assumes_every_payoff_and_the_commission() -> None:
    assert {
        "payoffs: punto 1 to 1",
        "payoffs: banco 1 to 1",
        "payoffs: tie 8 to 1",
        "commission: 5% of banco's winnings",
        "commission rounding: charged exactly",
    } <= set(map(str, interpretation("castle-vaduz").assumed()))


DOCUMENTS = Path(__file__).parents[1] / "documents"
"""The house documents whole: the five that were handed over by their number, others by the rulebook's id."""


@pytest.mark.parametrize("name", [name for name in rulebooks() if name != STANDARD])
def test_every_quotation_is_in_the_document(name: str) -> None:
    """Word for word; «…» marks what was left out and «|» the cells of a table."""
    book = load_rulebook(name)
    number = re.fullmatch(r"house document (\d{3}) \(\w{16}\)", book.document)
    document = DOCUMENTS / f"{number[1] if number else name}.txt"
    page = " ".join(document.read_text(encoding="utf-8").replace("*", "").replace("$", "").split())
    quoted = [words.says for words in book.clauses.values()]
    quoted += [says for says in book.punto_printed + book.banco_printed if not re.match(r"\w+: [\dDS ]+$", says)]
    quoted += [reading.says for reading in book.readings]
    for says in quoted:
        for part in re.split(r"…|\||:(?= \d)|:(?=\s*$)|: (?=\w+ la|vleče|ne vleče|non tira)", says):
            assert " ".join(part.split()).strip(" ,:") in page, part


READINGS = {
    "classic-it:eight-for-one": ({}, "DDDDDDSS"),
    "classic-it:ten-stands": ({}, "DDDDDDSS"),
    "classic-it:ten-draws": ({}, "DDDDDDSS"),
    "classic-it:ties-lose": ({}, "DDDDDDSS"),
    "castle-vaduz:literal": ({(4, NO_THIRD): "S", (5, NO_THIRD): "S"}, "DDDDDDSS"),
    "castle-vaduz:has-eight": ({(3, 8): "D"}, "DDDDDDSS"),
    "castle-vaduz:literal-has-eight": ({(3, 8): "D", (4, NO_THIRD): "S", (5, NO_THIRD): "S"}, "DDDDDDSS"),
    "castle-vaduz:final-total-row-3": ({(3, 8): "D"}, "DDDDDDSS"),
    "castle-vaduz:final-total": ({(3, 8): "D"}, "DDDDDDSS"),
    "castle-vaduz:literal-final-total-row-3": ({(3, 8): "D", (4, NO_THIRD): "S", (5, NO_THIRD): "S"}, "DDDDDDSS"),
    "castle-vaduz:literal-final-total": ({(3, 8): "D", (4, NO_THIRD): "S", (5, NO_THIRD): "S"}, "DDDDDDSS"),
    "come-si-gioca:literal": ({(3, NO_THIRD): "S", (4, NO_THIRD): "S", (5, NO_THIRD): "S"}, "DDDDDDSS"),
    "come-si-gioca:court-stands": ({}, "DDDDDDSS"),
    "come-si-gioca:court-draws": ({}, "DDDDDDSS"),
    "come-si-gioca:ties-lose": ({}, "DDDDDDSS"),
    "classic-sl:ten-stands": ({}, "DDDDDDSS"),
    "classic-sl:ten-draws": ({}, "DDDDDDSS"),
    "classic-sl:of-the-payout": ({}, "DDDDDDSS"),
    "otto-mazzi:ten-stands": ({}, "DDDDDDSS"),
    "otto-mazzi:ten-draws": ({}, "DDDDDDSS"),
    "otto-mazzi:draws-on-6": ({}, "DDDDDDDS"),
    "otto-mazzi:draws-on-7": ({}, "DDDDDDSD"),
    "otto-mazzi:draws-on-6-and-7": ({}, "DDDDDDDD"),
}
"""What each reading changes in the standard tableau, cell by cell, and Punto's letters."""
_ROW_3 = frozenset([(3, 8)])
_ROWS_0_TO_3 = _ROW_3 | frozenset(product((0, 1, 2), (8, 9)))
STANDS_AGAINST = {
    "castle-vaduz:final-total-row-3": _ROW_3,
    "castle-vaduz:final-total": _ROWS_0_TO_3,
    "castle-vaduz:literal-final-total-row-3": _ROW_3,
    "castle-vaduz:literal-final-total": _ROWS_0_TO_3,
}
"""Banco's totals and Punto's final totals against which a reading lets Banco stand, whatever Punto's third card is."""


def test_every_reading_is_expected_here_and_has_a_decision_function() -> None:
    assert set(reading_ids()) == {STANDARD, *FIVE, *READINGS} == {*DECISIONS, *RANK_DECISIONS}
    assert set(all_rules()) == set(DECISIONS)


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_changes_exactly_these_cells(name: str) -> None:
    changes, punto = READINGS[name]
    tableau = interpretation(name).rules().tableau
    expected = [list(row) for row in STANDARD_MATRIX]
    for (total, third), letter in changes.items():
        assert expected[total][third] != letter
        expected[total][third] = letter
    tableau = tableau._replace(ranks=())
    assert tableau._replace(against=()) == Tableau(punto, tuple("".join(row) for row in expected))
    for banco, punto_total in product(range(8), range(10)):
        for third in tableau.thirds_before(punto_total):
            stands = (banco, punto_total) in STANDS_AGAINST.get(name, ())
            letter = "S" if stands else expected[banco][third]
            assert tableau.banco_draws(banco, third, punto_total) == (letter == "D"), (banco, third, punto_total)


def test_what_punto_can_have_received_before_each_final_total() -> None:
    """Under standard rules Punto draws on 0 to 5 and stands on 6 and 7."""
    tableau = interpretation(STANDARD).rules().tableau
    for punto_total in range(10):
        drawn = {third for third in range(10) for two_cards in range(6) if (two_cards + third) % 10 == punto_total}
        expected = [*sorted(drawn), *([NO_THIRD] if punto_total in (6, 7) else [])]
        assert tableau.thirds_before(punto_total) == expected


def test_eight_times_the_stake_read_as_eight_for_one_pays_seven() -> None:
    assert interpretation("classic-it:eight-for-one").rules().payoffs["tie"] == 7
    assert interpretation("classic-it").rules().payoffs["tie"] == 8


@pytest.mark.parametrize("name", RANK_DECISIONS)
def test_the_decision_function_and_the_tables_of_a_reading_by_rank_agree(name: str) -> None:
    """Only on 3 to 6, and only on the ranks that have no column of the document's table: 10, or J, Q and K."""
    decide, rules = RANK_DECISIONS[name], interpretation(name).rules()
    groups = rules.tableau.by_rank()
    assert sorted(rank for ranks, _ in groups for rank in ranks) == list(range(13))
    open_ranks = {10, 11, 12} if "court" in name else {9}
    standard = interpretation(STANDARD).rules().tableau
    for punto, banco, (ranks, tableau) in product(range(6), range(8), groups):
        assert decide(punto, banco, None) is Side.PUNTO
        for rank in ranks:
            third = min(rank + 1, 10) % 10
            draws = decide(punto, banco, rank + 1) is Side.BANCO
            assert draws == tableau.banco_draws(banco, third, (punto + third) % 10)
            if rank in open_ranks and 3 <= banco <= 6:
                assert draws == name.endswith("draws")
            else:
                assert draws == standard.banco_draws(banco, third, 0)


@pytest.mark.parametrize("name", DECISIONS)
def test_the_decision_function_and_the_matrix_of_a_reading_agree_on_every_cell(name: str) -> None:
    """Written separately, from the page and from the file; a slip in one shows here, cell by cell."""
    decide, tableau = DECISIONS[name], interpretation(name).rules().tableau
    for punto in range(10):
        for banco in range(10):
            receives = decide(punto, banco, None)
            if punto >= 8 or banco >= 8:
                assert receives is None
            elif tableau.punto_draws(punto):
                assert receives is not None
                assert receives.value == "punto"
                for third in range(10):
                    final = (punto + third) % 10
                    assert (decide(punto, banco, third) is not None) == tableau.banco_draws(banco, third, final)
            else:
                assert (receives is not None) == tableau.banco_draws(banco, NO_THIRD, punto)


def test_tables_by_more_than_the_third_card_refuse_to_do_without_it() -> None:
    by_total, by_rank = (
        interpretation(name).rules().tableau for name in ("castle-vaduz:final-total", "classic-it:ten-draws")
    )
    with pytest.raises(ExactError, match="rules: '8, 9' names final totals of punto"):
        by_total.banco_draws(3, 5)
    with pytest.raises(ExactError, match="rules: '10' names ranks of punto's third card"):
        by_rank.banco_draws(3, 5, 8)
