"""Claims about signals: what Jacobson and Roach print, one claim a second way, and what is no claim."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.analysis.pricing import odds_given
from exact.bets.knowledge import Knowledge, parse_knowledge
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.literature.audit import verdict_on
from exact.literature.identify import identify
from exact.literature.printed import Agreement
from exact.literature.published import published_figures
from exact.questions.question import parse_question
from exact.rules.named import rules_named


def test_every_printed_value_of_a_signal_agrees() -> None:
    """Jacobson's known cards and sorted cards, and Roach's best sort."""
    figures = [figure for figure in published_figures() if figure.category == "signal"]
    assert {figure.value for figure in figures} >= {"6.765%", "6.406%", "8.973%", "9.098%", "20.928%", "30.291%"}
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
    claim = parse_question("value of signal (card 3, 1 by A-5,10 for player, tie), 6 decks")
    assert claim.exact() == value
    assert claim.text == "value of a signal (cards 1,3 by 6-9 for punto,tie), 6 decks"
    assert parse_question(claim.text) == claim


def test_the_number_is_identified() -> None:
    texts = [match.question.text for match in identify("6.765%").matches]
    assert "value of a signal (card 1 by each for punto,banco), 8 decks" in texts


def test_an_infinite_shoe_has_no_signals() -> None:
    claim = parse_question("value of a signal (card 1 by 6 for punto), infinite shoe")
    with pytest.raises(ExactError, match="give a number of decks"):
        claim.exact()
