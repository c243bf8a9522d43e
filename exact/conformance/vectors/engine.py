"""The reference engine of the conformance suite: requests to answers, JSON objects that ``data/README.md`` has."""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, cast

from exact.analysis.commission import rulebook_commission
from exact.analysis.odds import Distribution
from exact.analysis.pricing import joined, odds_given
from exact.analysis.removal import effects_of_removal
from exact.analysis.settlement import settle
from exact.arithmetic import fraction_text, number_text
from exact.bets.bet import INLINE, MAX_PAYOFF, Bet
from exact.bets.catalogue import bet_name, catalogue
from exact.bets.knowledge import parse_knowledge
from exact.conformance.strict_json import INFINITE
from exact.engine.one_shoe import check_value_level
from exact.engine.outcomes import count_outcomes, count_outcomes_infinite
from exact.errors import ExactError
from exact.game import CARDS, Granularity, Outcome
from exact.game.shoe import InfiniteShoe, Shoe
from exact.inputs import one_of
from exact.questions.bets import counts
from exact.records import replace
from exact.rules import Rules, all_rules
from exact.rules.documents import interpretation
from exact.rules.replay import Replay, replay

Json = dict[str, Any]
GRANULARITIES = {granularity.word: granularity for granularity in Granularity}
FIGURES = ("expectation", "house_edge", "variance", "fair_odds")  # the kinds of requests for one figure of a bet


def answer(request: Json, own_bets: Mapping[str, Bet] | None = None) -> Json:
    """The answer to ``request``, which may name one of ``own_bets``; ``{"error": text}`` if it cannot be answered."""
    try:
        kind = one_of(_word(request, "kind"), (*_KINDS, *_ON_A_BET), "kind", "is not a kind of request")
        return _ON_A_BET[kind](request, _bet_of(request, own_bets)) if kind in _ON_A_BET else _KINDS[kind](request)
    except ExactError as error:
        return {"error": str(error)}


def shoe_of(request: Json) -> Shoe:
    """The shoe of a request; raises `ExactError` for anything that is not a shoe."""
    shoe = request.get("shoe")
    if not isinstance(shoe, dict) or len(shoe) != 1 or next(iter(shoe)) not in GRANULARITIES:
        raise ExactError("shoe", shoe, f"must be an object with one of {', '.join(GRANULARITIES)}")
    ((known, counts),) = shoe.items()
    if not isinstance(counts, list):
        raise ExactError(f"shoe, {known}", counts, "must be a list of counts")
    return Shoe(counts, GRANULARITIES[known])


def figure(kind: str, price: Distribution, bet: str) -> Fraction:
    """One of `FIGURES`; raises `ExactError`, which names the ``bet``, for fair odds that it has not."""
    if kind != "fair_odds":
        return cast("Fraction", getattr(price, kind))
    winning = [index for index, payoff in enumerate(price.payoffs) if payoff > 0]
    fair = price.break_even_payoff(winning[0]) if len(winning) == 1 else None
    if fair is None:
        raise ExactError("bet", bet, "has no fair odds: they need one category that wins, and that can happen")
    return fair


def counts_answer(names: Iterable[str], counts: Iterable[int]) -> Json:
    """Counts as an answer gives them."""
    return {"counts": {name: str(count) for name, count in zip(names, counts, strict=True)}}


def outcome_counts(counts: dict[Outcome, int]) -> Json:
    """Counts of outcomes as an answer gives them."""
    return {"counts": {outcome.value: str(counts[outcome]) for outcome in Outcome}}


def _outcomes(request: Json) -> Json:
    if request.get("shoe") == INFINITE:
        counts, deals = count_outcomes_infinite(_rules(request).tableau)
        return outcome_counts({outcome: count * 52**CARDS // deals for outcome, count in counts.items()})
    return outcome_counts(count_outcomes(shoe_of(request), _rules(request).tableau))


def _bet_of(request: Json, own_bets: Mapping[str, Bet] | None) -> Bet:
    bets = {**catalogue(), **own_bets} if own_bets else catalogue()
    return bets[one_of(_word(request, "bet"), bets, "bet", "is not a bet")]


def _counts(request: Json, bet: Bet) -> tuple[int, ...]:
    shoe = InfiniteShoe() if request.get("shoe") == INFINITE else shoe_of(request)
    return tuple(counts((bet,), shoe, _rules(request).tableau).values())


def _removal(request: Json, bet: Bet) -> Json:
    tableau = _rules(request).tableau
    check_value_level(bet, tableau, "the kind removal")
    paying = replace(bet, pay_tables={INLINE: _payoffs(request, bet)}, pay_table=None)
    effects = effects_of_removal(paying, shoe_of(request), tableau).by_class
    return {"removal": {str(value): fraction_text(effect) for value, effect in effects.items()}}


def _figure(request: Json, bet: Bet) -> Json:
    payoffs = _payoffs(request, bet)
    counts = _counts(request, bet)
    price = Distribution(bet.categories, counts, payoffs, sum(counts))
    return {request["kind"]: fraction_text(figure(request["kind"], price, bet.name))}


def _payoffs(request: Json, bet: Bet) -> tuple[Fraction, ...]:
    pays = request.get("pays")
    if not isinstance(pays, dict) or pays.keys() != set(bet.categories):
        raise ExactError("pays", pays, f"must be an object with a payoff for each of {', '.join(bet.categories)}")
    return tuple(_payoff(pays[category], category) for category in bet.categories)


def _payoff(value: object, category: str) -> Fraction:
    if not isinstance(value, str) or not _PAYOFF.fullmatch(value) or not -1 <= Fraction(value) <= MAX_PAYOFF:
        raise ExactError(f"pays, {category}", value, f"must be a payoff to one as a text, from -1 to {MAX_PAYOFF}")
    return Fraction(value)


def _given(request: Json) -> Json:
    shoe, tableau = shoe_of(request), _rules(request).tableau
    # In a request punto_total is the total of two cards, as in version 0.1.0: the vectors are a released contract.
    text = re.sub(r"(?i)(?<!\S)(punto|banco|player|banker)_total=", r"\1_two_card_total=", _word(request, "given"))
    known = joined(parse_knowledge(text), shoe, tableau)
    return outcome_counts(odds_given(shoe, tableau, known).counts)


def _coup(request: Json) -> Json:
    replayed = _replayed(request)
    punto, banco = replayed.hands
    return {
        "punto": list(punto),
        "banco": list(banco),
        "punto_total": replayed.coup.punto.total,
        "banco_total": replayed.coup.banco.total,
        "outcome": replayed.coup.outcome.value,
        "steps": [[step.side.value, step.card] for step in replayed.steps if step.side and step.card is not None],
    }


def settlement(request: Json, rules: Rules) -> Json:
    """The stakes of a request settled under ``rules``, which deal as those that the request names."""
    stakes = request.get("stakes")
    if not isinstance(stakes, dict) or not stakes:
        raise ExactError("stakes", stakes, "must be an object of bets and amounts")
    for name in stakes:
        if bet_name(name) != name:
            raise ExactError("stakes", name, f"is not the name of a bet: write {bet_name(name)}")
    commission = rulebook_commission(rules, _amount(request["unit"], "unit") if "unit" in request else None)
    replayed = _replayed(request)
    amounts = [(name, _amount(amount, f"stake on {name}")) for name, amount in stakes.items()]
    return {"net": {each.bet: number_text(each.net, 2) for each in settle(replayed, amounts, rules, commission)}}


_KINDS: dict[str, Callable[[Json], Json]] = {
    "outcomes": _outcomes,
    "coup": _coup,
    "given": _given,
    "settlement": lambda request: settlement(request, _rules(request)),
}
_ON_A_BET: dict[str, Callable[[Json, Bet], Json]] = {
    "bet": lambda request, bet: counts_answer(bet.categories, _counts(request, bet)),
    **dict.fromkeys(FIGURES, _figure),
    "removal": _removal,
}
_AMOUNT = re.compile(r"[0-9]{1,10}(\.[0-9]{0,2})?")
_PAYOFF = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,6}|/[1-9][0-9]{0,6})?")


def _word(request: Json, key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise ExactError(key, value, "must be a text")
    return value


def _rules(request: Json) -> Rules:
    return all_rules()[one_of(_word(request, "rules"), all_rules(), "rules", "is not a reading")]


def _replayed(request: Json) -> Replay:
    cards = request.get("cards")
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise ExactError("cards", cards, "must be a list of cards' names")
    return replay(cast("list[str]", cards), interpretation(_rules(request).id))


def _amount(value: object, parameter: str) -> Fraction:
    if not isinstance(value, str) or not _AMOUNT.fullmatch(value):
        raise ExactError(parameter, value, "must be an amount like 25 or 2.50, as a text")
    return Fraction(value)
