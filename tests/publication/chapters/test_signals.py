"""The tables of signals: known cards by the odds given each card, sorted cards by knowledge pattern by pattern."""

from fractions import Fraction
from itertools import product

import pytest
from support import committed_rows

from exact.analysis.odds import OutcomeOdds
from exact.analysis.pricing import odds_by, odds_given
from exact.arithmetic import decimal_text
from exact.bets.knowledge import Knowledge, parse_knowledge
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.rules import rules_named

RULES = rules_named("standard")


def best(odds: OutcomeOdds) -> Fraction:
    """Of punto and banco, or no bet, times the deals."""
    return odds.deals * max(
        Fraction(0), *(odds.price(bet, RULES).expectation for bet in (Outcome.PUNTO, Outcome.BANCO))
    )


def cell(positions: str, column: str) -> str:
    (row,) = [row for row in committed_rows("signal-positions") if (row["decks"], row["positions"]) == ("8", positions)]
    return row[column]


@pytest.mark.parametrize(
    ("positions", "names"),
    [("1", ("punto_value_1",)), ("4", ("banco_value_2",)), ("1, 3", ("punto_value_1", "punto_value_2"))],
)
def test_a_known_card_by_the_odds_given_each(positions: str, names: tuple[str, ...]) -> None:
    odds = odds_by(Shoe.of_decks(8), RULES.tableau, names)
    value = sum(map(best, odds.values()), Fraction(0)) / sum(each.deals for each in odds.values())
    assert cell(positions, "value seen, two bets") == decimal_text(value, 9)


@pytest.mark.slow
def test_the_best_sort_of_four_cards_by_knowledge() -> None:
    shoe, value = Shoe.of_decks(8), Fraction(0)
    for words in product(("4-9", "A|2|3|10-K"), repeat=4):
        knowledge = Knowledge()
        for place, word in enumerate(words, start=1):
            (piece,) = parse_knowledge(f"card{place}={word}")
            knowledge = knowledge.joined(piece.knowledge)
        value += best(odds_given(shoe, RULES.tableau, knowledge))
    value /= odds_given(shoe, RULES.tableau, Knowledge()).deals
    first = next(row for row in committed_rows("signal-sorts") if row["decks"] == "8")
    assert (first["two bets"], first["value, two bets"]) == ("4-9", decimal_text(value, 9))
