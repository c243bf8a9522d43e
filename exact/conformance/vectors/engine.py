"""The reference engine of the conformance suite: it turns one request into one answer, both plain JSON objects.

`exact/conformance/vectors/data/README.md` documents the two formats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any, cast

from exact.analysis.commission import rulebook_commission
from exact.analysis.given import joined, odds_given
from exact.analysis.settlement import settle
from exact.arithmetic import number_text
from exact.bets.catalogue import bet_name, catalogue
from exact.bets.knowledge_text import parse_knowledge
from exact.engine.one_shoe import count_categories
from exact.engine.outcomes import count_outcomes
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.inputs import near_misses
from exact.rules.documents import interpretation
from exact.rules.named import all_rules
from exact.rules.replay import Replay, replay
from exact.rules.tableau import Rules

Json = dict[str, Any]
_SHOES: dict[str, Callable[[list[int]], Shoe]] = {
    "values": Shoe.of_values,
    "ranks": Shoe.of_ranks,
    "cards": Shoe.of_cards,
}


_rulebook = cache(interpretation)


def answer(request: Json) -> Json:
    """The answer to ``request``, without its id; ``{"error": text}`` if it cannot be answered."""
    try:
        return _answered(request)
    except ExactError as error:
        return {"error": str(error)}


def shoe_of(request: Json) -> Shoe:
    """The shoe of a request; raises `ExactError` for anything that is not a shoe."""
    shoe = request.get("shoe")
    if not isinstance(shoe, dict) or len(shoe) != 1 or next(iter(shoe)) not in _SHOES:
        raise ExactError("shoe", shoe, f"must be an object with one of {', '.join(_SHOES)}")
    ((known, counts),) = shoe.items()
    if not isinstance(counts, list):
        raise ExactError(f"shoe, {known}", counts, "must be a list of counts")
    return _SHOES[known](counts)


def counts_answer(names: Iterable[str], counts: Iterable[int]) -> Json:
    """Counts as an answer gives them."""
    return {"counts": {name: str(count) for name, count in zip(names, counts, strict=True)}}


def outcome_counts(counts: dict[Outcome, int]) -> Json:
    """Counts of outcomes as an answer gives them."""
    return counts_answer((outcome.value for outcome in Outcome), (counts[outcome] for outcome in Outcome))


def coup_answer(replayed: Replay) -> Json:
    """A replayed coup in the form of an answer."""
    punto, banco = replayed.hands
    return {
        "punto": list(punto),
        "banco": list(banco),
        "punto_total": replayed.coup.punto.total,
        "banco_total": replayed.coup.banco.total,
        "outcome": replayed.coup.outcome.value,
        "steps": [[step.side.value, step.card] for step in replayed.steps if step.side and step.card is not None],
    }


def _answered(request: Json) -> Json:
    kind = _word(request, "kind")
    if kind not in _KINDS:
        raise ExactError("kind", kind, f"is not a kind of request: {near_misses(kind, _KINDS)}")
    return _KINDS[kind](request)


def _outcomes(request: Json) -> Json:
    return outcome_counts(count_outcomes(shoe_of(request), _rules(request).tableau))


def _bet(request: Json) -> Json:
    name = _word(request, "bet")
    if name not in catalogue():
        raise ExactError("bet", name, f"is not a bet: {near_misses(name, catalogue())}")
    bet = catalogue()[name]
    counts = count_categories(bet, shoe_of(request), _rules(request).tableau)
    return counts_answer(bet.categories, counts)


def _given(request: Json) -> Json:
    shoe, tableau = shoe_of(request), _rules(request).tableau
    # In a request punto_total is the total of two cards, as in version 0.1.0: the vectors are a released contract.
    text = re.sub(r"(?i)(?<!\S)(punto|banco|player|banker)_total=", r"\1_two_card_total=", _word(request, "given"))
    known = joined(parse_knowledge(text), shoe, tableau)
    return outcome_counts(odds_given(shoe, tableau, known).counts)


def _coup(request: Json) -> Json:
    return coup_answer(_replayed(request))


def _settlement(request: Json) -> Json:
    stakes = request.get("stakes")
    if not isinstance(stakes, dict) or not stakes:
        raise ExactError("stakes", stakes, "must be an object of bets and amounts")
    for name in stakes:
        if bet_name(name) != name:
            raise ExactError("stakes", name, f"is not the name of a bet: write {bet_name(name)}")
    unit = _amount(request["unit"], "unit") if "unit" in request else None
    rules = _rules(request)
    settled = settle(
        _replayed(request),
        [(name, _amount(amount, f"stake on {name}")) for name, amount in stakes.items()],
        rules,
        rulebook_commission(rules, unit),
    )
    return {"net": {entry.bet: number_text(entry.net, 2) for entry in settled}}


_KINDS: dict[str, Callable[[Json], Json]] = {
    "outcomes": _outcomes,
    "bet": _bet,
    "coup": _coup,
    "given": _given,
    "settlement": _settlement,
}


def _word(request: Json, key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise ExactError(key, value, "must be a text")
    return value


def _rules(request: Json) -> Rules:
    name = _word(request, "rules")
    if name not in all_rules():
        raise ExactError("rules", name, f"is not a reading: {near_misses(name, all_rules())}")
    return all_rules()[name]


def _replayed(request: Json) -> Replay:
    cards = request.get("cards")
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise ExactError("cards", cards, "must be a list of cards' names")
    return replay(cast("list[str]", cards), _rulebook(_rules(request).id))


def _amount(value: object, parameter: str) -> Fraction:
    """An amount of money from a text with up to two decimals."""
    whole, _, cents = value.partition(".") if isinstance(value, str) else ("", "", "")
    if (
        not whole.isascii()
        or not whole.isdigit()
        or len(whole) > 10
        or len(cents) > 2
        or (cents and not cents.isdigit())
    ):
        raise ExactError(parameter, value, "must be an amount like 25 or 2.50, as a text")
    return Fraction(str(value))
