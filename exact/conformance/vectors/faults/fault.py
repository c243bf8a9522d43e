"""A fault, and engines that have one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

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
from exact.conformance.comparison import expected_numbers
from exact.conformance.vectors.dealing import Dealing
from exact.conformance.vectors.engine import answer, counts_answer, outcome_counts, shoe_of
from exact.conformance.vectors.faults.priced import DEALS, PRICED, Engine, Json, priced
from exact.conformance.vectors.small_engine import SmallEngine
from exact.engine.one_shoe import count_categories
from exact.errors import ExactError
from exact.rules.documents import interpretation
from exact.rules.named import all_rules, standard_tableau
from exact.rules.replay import replay
from exact.rules.tableau import Tableau


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


def right_answer(request: Json) -> Json:
    """The right answer, remembered because every fault is put to the same requests."""
    return _answered(json.dumps(request))


@lru_cache(maxsize=4096)
def _answered(request: str) -> Json:
    return _KNOWN.get(request) or answer(json.loads(request))


_KNOWN: dict[str, Json] = {}


def remember(answers: Iterable[tuple[Json, Json]]) -> None:
    """Take these right answers to requests from now on, instead of computing them again."""
    _KNOWN.update((json.dumps(request), right) for request, right in answers)


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
        if given is None and rightly and request.get("kind") not in PRICED:
            right = right_answer(request)
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
            if bet.classification == catalogue()[bet.name].classification:
                right = right_answer(request)
                return None if "error" in right else right
            return counts_answer(bet.categories, count_categories(bet, shoe_of(request), tableau))
        if kind == "settlement":
            return _resettled(request, changed)
        return None

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


def reworded(bet: Bet, words: Callable[[str], str]) -> Bet:
    """The bet with other conditions and definitions: ``words`` turns the text of each into another."""
    known, nowhere, definitions = known_names(), Location("fault"), {}
    for name, definition in bet.classification.definitions.items():
        definitions[name], known[name] = parse_definition(words(definition.text), known, nowhere)
    conditions = tuple(parse_condition(words(each.text), known, nowhere) for each in bet.classification.conditions)
    return replace(bet, classification=Classification(conditions, definitions))


def overlapping(known: Mapping[str, Bet], rightly: Engine, only: int | None = None) -> Engine:
    """A wrong engine that counts a coup in every category whose condition holds, not only in the first, for the ``known`` bets.

    With ``only``, the index of a category, it counts rightly in all the others. ``rightly`` is an engine without the fault.
    """

    def answers(request: Json) -> Json | None:
        if request.get("kind") != "bet" or request.get("bet") not in known:
            return None
        right = rightly(request)
        if right is None or "error" in right:
            return None
        bet, shoe, tableau = known[request["bet"]], shoe_of(request), all_rules()[request["rules"]].tableau
        counts = {name: int(right["counts"][name]) for name in bet.categories}
        deals = sum(counts.values())
        for index, condition in enumerate(bet.classification.conditions):
            if index == 0 or only not in (None, index):  # nothing is above the first
                continue
            alone = replace(bet.classification, conditions=(condition,))
            one = replace(bet, categories=(bet.categories[index], "lose"), classification=alone)
            counts[bet.categories[index]] = count_categories(one, shoe, tableau)[0]
        return {**counts_answer(counts, counts.values()), DEALS: str(deals)}

    return answers


def told(change: Callable[[str], str]) -> Engine:
    """A wrong engine that misreads what is known of a coup: ``change`` turns the text into what it reads."""

    def answers(request: Json) -> Json | None:
        if request.get("kind") != "given":
            return None
        read = right_answer({**request, "given": change(request["given"])})
        return None if "error" in read else read

    return answers


def counted(change: Callable[[int], int]) -> Engine:
    """A wrong engine that spoils right counts."""

    def answers(request: Json) -> Json | None:
        right = _right_counts(json.dumps(request))
        return right and {"counts": {name: str(change(count)) for name, count in right.counts.items()}}

    return answers


def shared(change: Callable[[int, int, int], float | Fraction]) -> Engine:
    """A wrong engine that spoils probabilities: ``change`` takes a count, the number of deals and the number of cards."""

    def answers(request: Json) -> Json | None:
        right = _right_counts(json.dumps(request))
        if right is None:
            return None
        shares = {name: float(change(count, right.deals, right.cards)) for name, count in right.counts.items()}
        return {"probabilities": shares}

    return answers


def printed(change: Callable[[int, int], float]) -> Engine:
    """A wrong engine that spoils every number it prints: ``change`` takes the numerator and the denominator of the right one."""

    def answers(request: Json) -> Json | None:
        numbers = _right_numbers(json.dumps(request))
        if numbers is None:
            return None
        key, right = numbers
        figures = {name: change(*ratio) for name, ratio in right.items()}
        return {key: figures if key in ("probabilities", "removal") else figures[key]}

    return answers


class _Counts(NamedTuple):
    counts: dict[str, int]
    deals: int
    cards: int


@lru_cache(maxsize=4096)
def _right_counts(request: str) -> _Counts | None:
    right = _answered(request)
    if "counts" not in right:
        return None
    counts = {name: int(count) for name, count in right["counts"].items()}
    return _Counts(counts, sum(counts.values()), shoe_of(json.loads(request)).cards)


@lru_cache(maxsize=4096)
def _right_numbers(request: str) -> tuple[str, dict[str, tuple[int, int]]] | None:
    """The key of the right numbers, and each as numerator and denominator."""
    numbers = expected_numbers(_answered(request))
    if numbers is None:
        return None
    key, right = numbers
    return key, {name: number.as_integer_ratio() for name, number in right.items()}


def under(rules: str, played: str) -> Engine:
    """A wrong engine that plays the rulebook ``played`` where a request names ``rules``."""

    def answers(request: Json) -> Json | None:
        named = {**request, "rules": played} if request.get("rules") == rules else request
        given = right_answer(named)
        return None if "error" in given else given

    return answers


def paid_for_one(sides: bool) -> Engine:
    """A wrong engine that takes payoffs to include the stake, also on the two ``sides`` or only on other bets."""

    def too_little(bet: str) -> bool:
        return sides or bet not in ("punto", "banco")

    def answers(request: Json) -> Json | None:
        right = right_answer(request)
        kind = request.get("kind")
        if kind in PRICED and "error" not in right and too_little(request["bet"]):
            pays = {name: str(Fraction(pay) - (Fraction(pay) > 0)) for name, pay in request["pays"].items()}
            return priced(right_answer, request | {"pays": pays})
        if "net" not in right:
            return None
        net = {}
        for name, won in right["net"].items():
            short = Fraction(request["stakes"][name]) if Fraction(won) > 0 and too_little(name) else 0
            net[name] = number_text(Fraction(won) - short, 2)
        return {"net": net}

    return answers


def refusing(engine: Engine) -> Engine:
    """The engine, with `None` in place of an `ExactError` for a request that it cannot take."""

    def answers(request: Json) -> Json | None:
        try:
            return engine(request)
        except ExactError:
            return None

    return answers
