"""The tables of coups in progress, each figure recounted by the walk over the full shoe."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from support import FirstFour, by_first_four, full_walk, value_of

from exact.answers.table import Rounded, Table
from exact.arithmetic import ordered_deals
from exact.game import Outcome
from exact.publication.chapters import conditional as conditional_tables

PAYS = {
    "punto": {Outcome.PUNTO: Fraction(1), Outcome.BANCO: Fraction(-1), Outcome.TIE: Fraction(0)},
    "banco": {Outcome.PUNTO: Fraction(-1), Outcome.BANCO: Fraction(19, 20), Outcome.TIE: Fraction(0)},
    "tie": {Outcome.PUNTO: Fraction(-1), Outcome.BANCO: Fraction(-1), Outcome.TIE: Fraction(8)},
}


def total(two_cards: tuple[int, ...]) -> int:
    return sum(two_cards) % 10


def by_knowledge(decks: int, known: Callable[[FirstFour], object]) -> dict[object, Counter[Outcome]]:
    found: dict[object, Counter[Outcome]] = {}
    for first_four, counts in by_first_four(decks).items():
        found.setdefault(known(first_four), Counter()).update(counts)
    return found


def expected_cells(counts: Counter[Outcome], decks: int) -> list[Fraction]:
    deals = counts.total()
    odds = {outcome: Fraction(counts[outcome], deals) for outcome in Outcome}
    prices = [sum((odds[outcome] * pay for outcome, pay in pays.items()), Fraction(0)) for pays in PAYS.values()]
    return [Fraction(deals, ordered_deals(52 * decks)), *odds.values(), *prices]


def exact_cells(table: Table) -> dict[tuple[object, ...], list[Fraction]]:
    return {row[:3]: [cell.value for cell in row[3:] if isinstance(cell, Rounded)] for row in table.rows}


@pytest.mark.slow
@pytest.mark.parametrize("decks", [8, pytest.param(6, marks=pytest.mark.slow)])
def test_after_two_three_and_four_cards(decks: int) -> None:
    two = exact_cells(conditional_tables.after_two_cards_table())
    for index, side in enumerate(("punto", "banco")):
        for points, counts in by_knowledge(decks, lambda hands: total(hands[index])).items():  # noqa: B023
            assert two.pop((decks, side, points)) == expected_cells(counts, decks)
    three = exact_cells(conditional_tables.after_three_cards_table())
    for known, counts in by_knowledge(decks, lambda hands: (total(hands[0]), hands[1][0])).items():
        assert three.pop((decks, *known)) == expected_cells(counts, decks)  # type: ignore[misc]
    four = exact_cells(conditional_tables.after_four_cards_table())
    for known, counts in by_knowledge(decks, lambda hands: (total(hands[0]), total(hands[1]))).items():
        assert four.pop((decks, *known)) == expected_cells(counts, decks)  # type: ignore[misc]
        for side, pays, cells in INSURANCE.get((decks, *known), []):  # type: ignore[misc]
            deals = counts.total()
            won, tied = Fraction(counts[Outcome(side)], deals), Fraction(counts[Outcome.TIE], deals)
            lost = 1 - won - tied
            offered = Fraction(deals, ordered_deals(52 * decks))
            assert cells == [offered, won, tied, lost / won, lost - won * pays]
    assert {key[0] for key in (*two, *three, *four)} == {14 - decks}


def insurance() -> dict[tuple[int, int, int], list[tuple[str, int, list[Fraction]]]]:
    """By decks and two totals: the side insured, what it pays, and the figures of the row."""
    found: dict[tuple[int, int, int], list[tuple[str, int, list[Fraction]]]] = {}
    for name, decks, *cells in conditional_tables.insurance_bets_table().rows:
        _, side, punto, banco = str(name).split("-")
        (pays,) = (int(cell) for cell in cells if isinstance(cell, str))
        figures = [cell.value for cell in cells if isinstance(cell, Rounded)]
        found.setdefault((int(str(decks)), int(punto), int(banco)), []).append((side, pays, figures))
    return found


INSURANCE = insurance()


def test_every_insurance_bet_is_there() -> None:
    assert sum(map(len, INSURANCE.values())) == 2 * 18


@pytest.mark.slow
@pytest.mark.parametrize("decks", [6, 8])
def test_one_known_card(decks: int) -> None:
    rows = [row for row in conditional_tables.known_card_table().rows if row[0] == decks]
    for index, side in enumerate(("punto", "banco")):
        gain = Fraction(0)
        for value, counts in by_knowledge(decks, lambda hands: hands[index][0]).items():  # noqa: B023
            likelihood, *_, punto, banco, tie = expected_cells(counts, decks)
            name = {0: "10, J, Q, K", 1: "A"}.get(int(str(value)), str(value))
            (row,) = (row for row in rows if row[1:3] == (side, name))
            assert list(map(value_of, row[3:6])) == [punto, banco, tie]
            best = max(punto, banco, tie)
            gain += likelihood * max(best, Fraction(0))
            if best > 0:
                name = ["punto", "banco", "tie"][[punto, banco, tie].index(best)]
                assert (row[6], value_of(row[7]), row[8]) == (name, best, best)
            else:
                assert row[6:9] == (None, None, None)
        (average,) = (row[7] for row in rows if row[1:3] == (side, "gain per coup"))
        assert value_of(average) == gain


@pytest.mark.slow
def test_small_pays_after_a_known_nine() -> None:
    """Four cards after punto's first card is a nine, by the walk: the best bet of the layout with 8 decks."""
    ways = Counter[bool]()
    for walked in full_walk(8):
        if walked.coup.punto.values[0] == 9:
            ways[sum(map(len, (walked.coup.punto.values, walked.coup.banco.values))) == 4] += walked.ways
    expectation = Fraction(ways[True] * 3, 2 * ways.total()) - Fraction(ways[False], ways.total())
    (row,) = (row for row in conditional_tables.known_card_table().rows if row[:3] == (8, "punto", "9"))
    assert row[9:] == ("small", Rounded(expectation, conditional_tables.DIGITS))
