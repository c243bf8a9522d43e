"""A fault, and engines that have one.

An engine here is a function from a request to the answer that an engine with the fault would give, or to `None` if the fault
does not say what it would answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, NamedTuple

from exact.analysis.given import joined, odds_given
from exact.analysis.settlement import category_of
from exact.answers.text import Text
from exact.arithmetic import number_text
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.bets.classification import Classification
from exact.bets.expression import Location, parse_condition, parse_definition
from exact.bets.knowledge_text import parse_knowledge
from exact.bets.vocabulary import known_names
from exact.conformance.vectors.dealing import Dealing
from exact.conformance.vectors.engine import answer, counts_answer, outcome_counts, shoe_of
from exact.conformance.vectors.small_engine import SmallEngine
from exact.engine.one_shoe import count_categories
from exact.errors import ExactError
from exact.rules.documents import interpretation
from exact.rules.named import all_rules, standard_tableau
from exact.rules.replay import replay
from exact.rules.tableau import Tableau

Json = dict[str, Any]
Engine = Callable[[Json], Json | None]
DEALS = "deals"
"""The key, in the answer of a wrong engine, of the number by which it divides its counts, where that is not their sum."""
COUNTED = ("counts", "probabilities")


class Fault(NamedTuple):
    """Something that engines and simulators do wrong."""

    id: str
    words: Text
    """A clause that names the fault."""
    answer: Engine
    quick: Engine | None = None
    """The same engine for fewer requests, which it answers without compiling bets anew; `None` if ``answer`` is quick."""
    exact: bool = True
    """Whether an engine with exact counts can have it."""
    floating: bool = True
    """Whether an engine with probabilities can have it."""
    alike: Callable[[Json, Json], bool] | None = None
    """Whether an answer has the marks of the fault, given the right one, where the fault does not fix the answer."""


def _right(request: Json) -> Json:
    """The right answer, remembered because every fault is put to the same requests."""
    return _answered(json.dumps(request))


@lru_cache(maxsize=4096)
def _answered(request: str) -> Json:
    return answer(json.loads(request))


def dealt_by(engine: SmallEngine) -> Engine:
    """A wrong engine that deals as the small one does.

    If only its tableau is wrong, it knows every bet and all knowledge under that tableau; if it deals rightly, it answers
    rightly what the small one does not know.
    """
    rightly = (engine.dealing, engine.removal, engine.padding, engine.shoe, engine.swapped) == SmallEngine()[:5]
    tableau = _wrong_tableau(engine)

    def answers(request: Json) -> Json | None:
        given = engine.answer(request)
        if given is None and tableau is not None and _plays_standard(request):
            return _under(tableau, request)
        if given is None and rightly:
            right = _right(request)
            return None if "error" in right else right
        return given

    return answers


def _wrong_tableau(engine: SmallEngine) -> Tableau | None:
    """The tableau of an engine that has nothing else wrong."""
    tableau = engine.dealing.tableau
    alone = engine == SmallEngine(Dealing(tableau=tableau)) and tableau != standard_tableau()
    return tableau if alone else None


def _plays_standard(request: Json) -> bool:
    rules = all_rules().get(request.get("rules", ""))
    return rules is not None and rules.tableau == standard_tableau()


def _under(tableau: Tableau, request: Json) -> Json | None:
    """The answer under another tableau."""
    kind = request.get("kind")
    if kind == "bet" and request.get("bet") in catalogue():
        bet = catalogue()[request["bet"]]
        return counts_answer(bet.categories, count_categories(bet, shoe_of(request), tableau))
    if kind == "given":
        shoe = shoe_of(request)
        return outcome_counts(
            odds_given(shoe, tableau, joined(parse_knowledge(request["given"]), shoe, tableau)).counts
        )
    return None


def on_bets(change: Callable[[Bet], Bet]) -> Engine:
    """A wrong engine with changed bets, which classifies coups and pays for them by its own conditions."""

    @cache
    def changed(name: str) -> Bet:
        return change(catalogue()[name])

    def answers(request: Json) -> Json | None:
        kind = request.get("kind")
        if kind == "bet" and request.get("bet") in catalogue():
            bet, tableau = changed(request["bet"]), all_rules()[request["rules"]].tableau
            return counts_answer(bet.categories, count_categories(bet, shoe_of(request), tableau))
        if kind == "settlement":
            return _resettled(request, changed)
        return None

    return answers


def _resettled(request: Json, changed: Callable[[str], Bet]) -> Json:
    """The right settlement, but for the stakes on side bets, which the changed bets settle."""
    right = _right(request)
    net = dict(right.get("net", {}))
    replayed = replay(request["cards"], interpretation(request["rules"]))
    for name, amount in request["stakes"].items():
        if name in net and name not in all_rules()[request["rules"]].payoffs:
            bet = changed(name)
            net[name] = number_text(Fraction(amount) * bet.payoffs()[category_of(bet, replayed)], 2)
    return {"net": net} if net else right


def reworded(bet: Bet, words: Callable[[str], str]) -> Bet:
    """The bet with other conditions and definitions: ``words`` turns the text of each into another."""
    known, nowhere, definitions = known_names(), Location("fault"), {}
    for name, definition in bet.classification.definitions.items():
        definitions[name], known[name] = parse_definition(words(definition.text), known, nowhere)
    conditions = tuple(parse_condition(words(each.text), known, nowhere) for each in bet.classification.conditions)
    return replace(bet, classification=Classification(conditions, definitions))


def overlapping(known: Mapping[str, Bet]) -> Engine:
    """A wrong engine that counts a coup in every category whose condition holds, not only in the first, for the ``known`` bets."""

    def answers(request: Json) -> Json | None:
        if request.get("kind") != "bet" or request.get("bet") not in known:
            return None
        bet, shoe, tableau = known[request["bet"]], shoe_of(request), all_rules()[request["rules"]].tableau
        right = count_categories(bet, shoe, tableau)
        counts = list(right)
        for index, condition in enumerate(bet.classification.conditions[1:], start=1):
            alone = replace(bet.classification, conditions=(condition,))
            one = replace(bet, categories=(bet.categories[index], "lose"), classification=alone)
            counts[index] = count_categories(one, shoe, tableau)[0]
        return {**counts_answer(bet.categories, counts), DEALS: str(sum(right))}

    return answers


def told(change: Callable[[str], str]) -> Engine:
    """A wrong engine that misreads what is known of a coup: ``change`` turns the text into what it reads."""

    def answers(request: Json) -> Json | None:
        if request.get("kind") != "given":
            return None
        read = _right({**request, "given": change(request["given"])})
        return None if "error" in read else read

    return answers


def figured(change: Callable[[int, int, int], float | Fraction], key: str) -> Engine:
    """A wrong engine that spoils right figures.

    ``change`` turns a count, the number of deals and the number of cards into the figure under ``key``: ``counts``, or
    ``probabilities``.
    """

    def answers(request: Json) -> Json | None:
        right = _right(request)
        if "counts" not in right:
            return None
        counts = {name: int(count) for name, count in right["counts"].items()}
        deals, cards = sum(counts.values()), shoe_of(request).cards
        figures = {name: change(count, deals, cards) for name, count in counts.items()}
        if key == "counts":
            return {key: {name: str(figure) for name, figure in figures.items()}}
        return {key: {name: float(figure) for name, figure in figures.items()}}

    return answers


def under(rules: str, played: str) -> Engine:
    """A wrong engine that plays the rulebook ``played`` where a request names ``rules``."""

    def answers(request: Json) -> Json | None:
        named = {**request, "rules": played} if request.get("rules") == rules else request
        given = _right(named)
        return None if "error" in given else given

    return answers


def paid_for_one(sides: bool) -> Engine:
    """A wrong engine that takes payoffs to include the stake, also on the two ``sides`` or only on other bets."""

    def too_little(bet: str) -> bool:
        return sides or bet not in ("punto", "banco")

    def answers(request: Json) -> Json | None:
        right = _right(request)
        kind = request.get("kind")
        if kind in PRICED and "error" not in right and too_little(request["bet"]):
            counted = _right({name: value for name, value in request.items() if name != "pays"} | {"kind": "bet"})
            pays = {name: str(Fraction(pay) - (Fraction(pay) > 0)) for name, pay in request["pays"].items()}
            return PRICED[kind](counted, pays)
        if "net" not in right:
            return None
        net = {}
        for name, won in right["net"].items():
            short = Fraction(request["stakes"][name]) if Fraction(won) > 0 and too_little(name) else 0
            net[name] = number_text(Fraction(won) - short, 2)
        return {"net": net}

    return answers


def with_prices(counting: Engine) -> Engine:
    """The engine, which also answers the kinds that are computed from a bet's counts and payoffs."""

    def answers(request: Json) -> Json | None:
        kind = request.get("kind")
        if kind not in PRICED:
            return counting(request)
        counted = counting({**request, "kind": "bet"})
        if counted is None or "counts" not in counted or not isinstance(request.get("pays"), dict):
            return None
        return PRICED[kind](counted, request["pays"])

    return answers


def probabilities_of(counted: Mapping[str, Any]) -> dict[str, Fraction]:
    """The share of each category in an answer with counts or probabilities."""
    if "counts" in counted:
        counts = {name: int(count) for name, count in counted["counts"].items()}
        deals = int(counted.get(DEALS, sum(counts.values()))) or 1
        return {name: Fraction(count, deals) for name, count in counts.items()}
    return {name: Fraction(value) for name, value in counted["probabilities"].items()}


def _expectation(counted: Json, pays: Json) -> Json:
    return {"expectation": str(_mean(counted, pays))}


def _house_edge(counted: Json, pays: Json) -> Json:
    return {"house_edge": str(-_mean(counted, pays))}


def _variance(counted: Json, pays: Json) -> Json:
    squares = {name: Fraction(payoff) ** 2 for name, payoff in pays.items()}
    return {"variance": str(_mean(counted, squares) - _mean(counted, pays) ** 2)}


def _fair_odds(counted: Json, pays: Json) -> Json | None:
    """The payoff at which the one category that wins makes up for what the others lose."""
    chances = probabilities_of(counted)
    winning = [name for name, payoff in pays.items() if Fraction(payoff) > 0]
    if len(winning) != 1 or not chances.get(winning[0]):
        return None
    rest = {name: payoff for name, payoff in pays.items() if name != winning[0]}
    return {"fair_odds": str(-_mean(counted, rest) / chances[winning[0]])}


def _mean(counted: Json, pays: Mapping[str, Any]) -> Fraction:
    chances = probabilities_of(counted)
    return sum((Fraction(payoff) * chances.get(name, Fraction(0)) for name, payoff in pays.items()), Fraction(0))


PRICED: dict[str, Callable[[Json, Json], Json | None]] = {
    "expectation": _expectation,
    "house_edge": _house_edge,
    "variance": _variance,
    "fair_odds": _fair_odds,
}
"""The kinds computed from a bet's counts and the payoffs of the request."""


def refusing(engine: Engine) -> Engine:
    """The engine, with `None` in place of an `ExactError` for a request that it cannot take."""

    def answers(request: Json) -> Json | None:
        try:
            return engine(request)
        except ExactError:
            return None

    return answers
