"""Claims about signals: what Jacobson and Roach print, one claim a second way, and what is no claim."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.analysis.given import odds_given
from exact.bets.knowledge import Knowledge
from exact.bets.knowledge_text import parse_knowledge
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.literature.audit import verdict_on
from exact.literature.claims import parse_claim
from exact.literature.identify import identify
from exact.literature.printed import Agreement
from exact.literature.published import published_figures
from exact.rules.named import rules_named


def test_every_printed_value_of_a_signal_agrees() -> None:
    """Jacobson's known cards and sorted cards, and Roach's best sort."""
    figures = [figure for figure in published_figures() if figure.category == "signal"]
    assert {figure.value for figure in figures} == {"6.765%", "6.406%", "8.973%", "9.098%", "20.928%", "30.291%"}
    for figure in figures:
        verdict = verdict_on(figure)
        assert verdict.agreement is Agreement.AGREES, figure.id


def test_a_claim_by_knowledge() -> None:
    """Both cards of punto, 6 to 9 or not: the best of two bets given each of the four cases."""
    rules, shoe = rules_named("standard"), Shoe.of_decks(6)
    value = Fraction(0)
    for first in ("6-9", "A|2|3|4|5|10-K"):
        for second in ("6-9", "A|2|3|4|5|10-K"):
            (piece,) = parse_knowledge(f"punto={first},{second}")
            odds = odds_given(shoe, rules.tableau, piece.knowledge)
            best = max(Fraction(0), *(odds.price(bet, rules).expectation for bet in (Outcome.PUNTO, Outcome.TIE)))
            value += odds.deals * best
    value /= odds_given(shoe, rules.tableau, Knowledge()).deals
    claim = parse_claim("value of signal (card 3, 1 by A-5,10 for player, tie), 6 decks")
    assert claim.exact() == value
    assert claim.text == "value of a signal (cards 1,3 by 6-9 for punto,tie), 6 decks"
    assert parse_claim(claim.text) == claim


def test_the_number_is_identified() -> None:
    texts = [match.claim.text for match in identify("6.765%").matches]
    assert "value of a signal (card 1 by each for punto,banco), 8 decks" in texts


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("value of a signal (card 7 by each for punto), 8 decks", "'7' must be a whole number from 1 to 6"),
        ("value of a signal (card 1 by 6-9/9 for punto), 8 decks", "names 9 twice"),
        ("value of a signal (card 1 by 6 for nope), 8 decks", "'nope' is neither a bet"),
        ("value of a signal (card 1 by 6 for lucky-6:nope), 8 decks", "is not a pay table of lucky-6"),
        ("value of a signal (card 1 by 6 for a.toml), 8 decks", "'a.toml' is not a bet of the catalogue"),
        ("value of a signal (card 1 by 6 for punto), given tie=yes, 8 decks", "does not belong to the value of"),
        ("house edge of a signal (card 1 by 6 for punto)", "has no house edge; it has value"),
    ],
)
def test_what_is_no_claim(claim: str, message: str) -> None:
    with pytest.raises(ExactError, match=message):
        parse_claim(claim)


def test_an_infinite_shoe_has_no_signals() -> None:
    claim = parse_claim("value of a signal (card 1 by 6 for punto), infinite shoe")
    with pytest.raises(ExactError, match="give a number of decks"):
        claim.exact()
