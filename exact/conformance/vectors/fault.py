"""A fault, and engines that have one.

An engine here is a function from a request to the answer that an engine with a fault would give, or to `None` if the
fault does not determine the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from exact.analysis.odds import Distribution
from exact.analysis.settlement import category_of
from exact.answers.text import Text
from exact.arithmetic import fraction_text, number_text
from exact.bets.bet import Bet, Classification
from exact.bets.catalogue import catalogue
from exact.bets.expression import parse_condition, parse_definition
from exact.bets.vocabulary import known_names
from exact.conformance.comparison import expected_numbers
from exact.conformance.vectors.engine import FIGURES, answer, counts_answer, figure, shoe_of
from exact.engine.one_shoe import count_categories
from exact.errors import ExactError
from exact.game import Granularity, class_of
from exact.rules import all_rules
from exact.rules.documents import interpretation
from exact.rules.replay import replay

Json = dict[str, Any]
Engine = Callable[[Json], Json | None]
DEALS = "deals"
"""The key, in a wrong answer, of the number by which the engine divides its counts, where that is not their sum."""
REMOVAL = "removal"
PRICED = (*FIGURES, REMOVAL)
"""The kinds of requests that are computed from a bet's counts and the payoffs of the request."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that engines and simulators do wrong."""

    id: str
    words: Text
    """A clause that names the fault."""
    answer: Engine
    floating: bool = True
    """Whether an engine in floating point can have it, so that only its first nine digits show it."""


def right_answer(request: Json) -> Json:
    """The right answer, remembered because every fault is put to the same requests."""
    return _answered(json.dumps(request))


@lru_cache(maxsize=4096)
def _answered(request: str) -> Json:
    return answer(json.loads(request))


def rightly(request: Json) -> Json | None:
    """The right answer; `None` to a request that must be refused."""
    right = right_answer(request)
    return None if "error" in right else right


def complete(engine: Engine) -> Engine:
    """The engine, which also answers what follows from a bet's counts, and nothing where it raises `ExactError`."""

    def answers(request: Json) -> Json | None:
        try:
            answer = engine(request)
            return priced(engine, request) if answer is None and request.get("kind") in PRICED else answer
        except ExactError:
            return None

    return answers


def priced(engine: Engine, request: Json, removed: Callable[[int], int] = lambda _: 1) -> Json | None:
    """The figure of a bet that follows from the engine's counts; errors as in `figure`.

    An effect of removal is that of ``removed(value)`` cards of a point value: rightly, of one.
    """
    kind, price = request["kind"], _price(engine, request)
    if price is None:
        return None
    if kind != REMOVAL:
        return {kind: fraction_text(figure(kind, price, request["bet"]))}
    ((word, counts),) = request["shoe"].items()
    effects: dict[str, str] = {}
    for index, count in enumerate(counts):
        value = class_of(index, Granularity(len(counts)), Granularity.VALUES)
        if count and str(value) not in effects:  # the first card of each value that the shoe holds
            less = [*counts[:index], count - removed(value), *counts[index + 1 :]]
            after = _price(engine, {**request, "shoe": {word: less}})
            if after is None:
                return None
            effects[str(value)] = fraction_text(after.expectation - price.expectation)
    return {REMOVAL: effects}


def _price(engine: Engine, request: Json) -> Distribution | None:
    """The distribution of the payoff that follows from the counts that the engine gives for the bet of a request."""
    answer, pays = engine({**request, "kind": "bet"}) or {}, request.get("pays")
    if "counts" not in answer or not isinstance(pays, dict):
        return None
    counts = tuple(map(int, answer["counts"].values()))
    payoffs = tuple(Fraction(pays[name]) for name in answer["counts"])
    return Distribution(tuple(answer["counts"]), counts, payoffs, int(answer.get(DEALS, sum(counts))) or 1)


def reworded(pattern: str, instead: str | Callable[[re.Match[str]], str]) -> Engine:
    """An engine that decides bets by other conditions, with each match of the ``pattern`` in their texts replaced."""

    @cache
    def changed(name: str) -> Bet:
        bet, names, nowhere = catalogue()[name], known_names(), "fault"
        definitions = {}
        for own, definition in bet.classification.definitions.items():
            text = re.sub(pattern, instead, definition.text)
            definitions[own], names[own] = parse_definition(text, names, nowhere)
        texts = [re.sub(pattern, instead, condition.text) for condition in bet.classification.conditions]
        conditions = tuple(parse_condition(text, names, nowhere) for text in texts)
        return replace(bet, classification=Classification(conditions, definitions))

    def answers(request: Json) -> Json | None:
        kind = request.get("kind")
        if kind == "bet" and request.get("bet") in catalogue():
            bet = changed(request["bet"])
            if bet == catalogue()[bet.name]:
                return rightly(request)
            tableau = all_rules()[request["rules"]].tableau
            return counts_answer(bet.categories, count_categories(bet, shoe_of(request), tableau))
        return _resettled(request, changed) if kind == "settlement" else None

    return answers


def _resettled(request: Json, changed: Callable[[str], Bet]) -> Json:
    """The right settlement, but for the stakes on side bets, which the changed bets settle."""
    right = right_answer(request)
    net = dict(right.get("net", {}))
    replayed = replay(request["cards"], interpretation(request["rules"]))
    for name, amount in request["stakes"].items():
        if name in net and name not in all_rules()[request["rules"]].payoffs:
            bet = changed(name)
            net[name] = number_text(Fraction(amount) * bet.payoffs()[category_of(bet, replayed)], 2)
    return {"net": net} if net else right


def overlapping(request: Json) -> Json | None:
    """The answer of an engine that counts a coup in every category whose condition holds, not only in the first."""
    right = rightly(request) if request.get("kind") == "bet" else None
    if right is None:
        return None
    bet, shoe, tableau = catalogue()[request["bet"]], shoe_of(request), all_rules()[request["rules"]].tableau
    counts = {name: int(right["counts"][name]) for name in bet.categories}
    deals = sum(counts.values())
    for name, condition in list(zip(bet.categories, bet.classification.conditions, strict=False))[1:]:
        alone = replace(bet.classification, conditions=(condition,))
        counts[name] = count_categories(replace(bet, categories=(name, "lose"), classification=alone), shoe, tableau)[0]
    return {**counts_answer(counts, counts.values()), DEALS: str(deals)}


def misread(pattern: str, instead: str) -> Engine:
    """An engine that reads what is known of a coup with each match of the ``pattern`` replaced."""

    def answers(request: Json) -> Json | None:
        if request.get("kind") != "given":
            return None
        return rightly({**request, "given": re.sub(pattern, instead, request["given"])})

    return answers


def counted(change: Callable[[int], int], deals: bool = False) -> Engine:
    """An engine that spoils right counts and, if ``deals``, the number by which it divides them."""

    def answers(request: Json) -> Json | None:
        right = right_answer(request).get("counts")
        if right is None:
            return None
        divisor = {DEALS: str(change(sum(map(int, right.values()))) or 1)} if deals else {}
        return {"counts": {name: str(change(int(count))) for name, count in right.items()}, **divisor}

    return answers


def printed(change: Callable[[Fraction], float]) -> Engine:
    """An engine in floating point that spoils every number it prints."""

    def answers(request: Json) -> Json | None:
        numbers = expected_numbers(right_answer(request))
        if numbers is None:
            return None
        key, right = numbers
        figures = {name: change(number) for name, number in right.items()}
        return {key: figures if key in ("probabilities", REMOVAL) else figures[key]}

    return answers


def under(rules: str, played: str) -> Engine:
    """An engine that plays the rulebook ``played`` where a request names ``rules``."""
    return lambda request: rightly({**request, "rules": played} if request.get("rules") == rules else request)


def paid_for_one(request: Json) -> Json | None:
    """The answer of an engine that takes payoffs to include the stake."""
    right = right_answer(request)
    if request.get("kind") in PRICED and "error" not in right:
        pays = {name: str(Fraction(pay) - (Fraction(pay) > 0)) for name, pay in request["pays"].items()}
        return priced(right_answer, request | {"pays": pays})
    stakes = {name: Fraction(amount) for name, amount in request.get("stakes", {}).items()}
    won = {name: Fraction(net) for name, net in right.get("net", {}).items()}
    net = {name: number_text(amount - (stakes[name] if amount > 0 else 0), 2) for name, amount in won.items()}
    return {"net": net} if net else None


def removing(cards: Callable[[int], int]) -> Engine:
    """An engine that removes ``cards(value)`` cards of a point value for the effect of removing one."""

    def answers(request: Json) -> Json | None:
        if REMOVAL not in right_answer(request):
            return None
        by_value = {**request, "shoe": {"values": list(shoe_of(request).values)}}
        return priced(right_answer, by_value, cards)

    return answers


def effects(change: Callable[[Fraction], Fraction]) -> Engine:
    """An engine that spoils right effects of removal."""

    def answers(request: Json) -> Json | None:
        right = right_answer(request).get(REMOVAL)
        return right and {REMOVAL: {value: fraction_text(change(Fraction(each))) for value, each in right.items()}}

    return answers
