"""Every rulebook file against its document: its quotations, its silences, and the decision function of each reading.

A decision function is written from the page and shares nothing with the file. The tests of every document and reading
find them by themselves: a new one needs no line here.
"""

from itertools import product

import pytest
from support.rank_decisions import RANK_DECISIONS

from exact.game import Side
from exact.reference.decisions import DECISIONS
from exact.rules import NO_THIRD, STANDARD, all_rules
from exact.rules.documents import interpretation, load_rulebook, reading_ids, rulebooks

FIVE = ("classic-it", "castle-vaduz", "come-si-gioca", "classic-sl", "otto-mazzi")
"""The documents 000 to 004, which print the same game."""


def test_the_documents_are_shipped_in_the_order_of_their_numbers() -> None:
    shipped = [*rulebooks()]
    assert shipped[0] == STANDARD
    assert tuple(name for name in shipped if name in FIVE) == FIVE


@pytest.mark.parametrize(
    ("name", "decks", "unsaid", "totals"),
    [
        ("standard", None, "decks", []),
        ("classic-it", 6, "end_of_shoe", []),
        ("classic-sl", 6, "end_of_shoe", []),
        ("castle-vaduz", None, "decks dealing_order payoffs commission commission_rounding end_of_shoe", [4, 5]),
        ("come-si-gioca", None, "decks commission_rounding ties end_of_shoe", [3, 4, 5, 6]),
        ("otto-mazzi", 8, "commission_rounding end_of_shoe", []),
    ],
)
def test_what_a_document_leaves_unsaid(name: str, decks: int | None, unsaid: str, totals: list[int]) -> None:
    """Clauses, and totals of banco where punto has no third card."""
    book = load_rulebook(name)
    assert [clause for clause, words in book.clauses.items() if not words.says] == unsaid.split()
    assert interpretation(name).rules().decks == decks
    rounding = "player" if name.startswith("classic") else "nobody"  # «a vantaggio del giocatore», «v dobro igralca»
    assert interpretation(name).rules().rounding == rounding
    assumed = [situation for situation, cell in interpretation(name).banco.items() if cell.assumed]
    assert assumed == [(total, NO_THIRD) for total in totals]


def test_every_reading_has_a_decision_function() -> None:
    assert set(reading_ids()) == {*DECISIONS, *RANK_DECISIONS}
    assert set(all_rules()) == set(DECISIONS)


@pytest.mark.parametrize("name", RANK_DECISIONS)
def test_the_decision_function_and_the_tables_of_a_reading_by_rank_agree(name: str) -> None:
    decide, rules = RANK_DECISIONS[name], interpretation(name).rules()
    groups = rules.tableau.by_rank()
    assert {len(letters) for _, letters in rules.tableau.ranks} == {8}
    assert sorted(rank for ranks, _ in groups for rank in ranks) == list(range(13))
    for punto, banco, (ranks, tableau) in product(range(6), range(8), groups):
        assert decide(punto, banco, None) is Side.PUNTO
        for rank in ranks:
            third = min(rank + 1, 10) % 10
            draws = decide(punto, banco, rank + 1) is Side.BANCO
            assert draws == tableau.banco_draws(banco, third, (punto + third) % 10)


@pytest.mark.parametrize("name", DECISIONS)
def test_the_decision_function_and_the_matrix_of_a_reading_agree_on_every_cell(name: str) -> None:
    """Written separately, from the page and from the file; a slip in one shows here, cell by cell."""
    decide, tableau = DECISIONS[name], interpretation(name).rules().tableau
    for punto, banco, third in product(range(10), range(10), (None, *range(10))):
        if third is None or (max(punto, banco) < 8 and tableau.punto_draws(punto)):
            assert tableau.receives(punto, banco, third) is decide(punto, banco, third)
