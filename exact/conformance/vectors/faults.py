"""The register of faults: the cells of the drawing tables, each flipped, and some forty named mistakes.

An engine here answers a request as one with the fault would, or `None` if the fault does not determine the answer.
"""

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache

from exact.analysis.odds import Distribution
from exact.analysis.settlement import category_of
from exact.answers.text import Text, _
from exact.arithmetic import fraction_text, number_text
from exact.bets.bet import Bet, Classification
from exact.bets.catalogue import catalogue
from exact.bets.expression import parse_condition, parse_definition
from exact.bets.vocabulary import known_names
from exact.conformance.comparison import DEALS, expected_numbers
from exact.conformance.vectors.dealer import Dealer, dealing_faults
from exact.conformance.vectors.engine import FIGURES, Json, answer, counts_answer, figure, settlement, shoe_of
from exact.engine.one_shoe import count_categories
from exact.errors import ExactError
from exact.game import Granularity
from exact.lazy import np
from exact.records import Record, replace
from exact.rules import STANDARD, Rules, all_rules, standard_tableau
from exact.rules.documents import interpretation
from exact.rules.replay import replay

Engine = Callable[[Json], Json | None]
REMOVAL = "removal"
_PRICED = (*FIGURES, REMOVAL)
"""The kinds of requests that are computed from a bet's counts and the payoffs of the request."""


class Fault(Record):
    """Something that engines do wrong."""

    id: str
    words: Text
    engine: Engine
    floating: bool = True  # whether an engine in floating point can have it: only its first nine digits show it
    dealer: Dealer | None = None
    after: Engine | None = None  # what it does to any answer

    def answer(self, request: Json) -> Json | None:
        """The engine's answer, or what follows from its counts of a bet; nothing where it raises `ExactError`."""
        try:
            given = self.engine(request)
            return priced(self.engine, request) if given is None and request.get("kind") in _PRICED else given
        except ExactError:
            return None


def both(one: Fault, other: Fault) -> Fault:
    """An engine with two faults; undetermined where both change an answer, unless it is known which comes first."""

    def either(request: Json) -> Json | None:
        answers, right = [one.answer(request), other.answer(request)], rightly(request)
        wrong = [given for given in answers if given not in (None, right)]
        if wrong:
            return wrong[0] if len(wrong) == 1 else None
        return None if None in answers else right

    one, other = (other, one) if one.after else (one, other)
    engine, after = either, other.after
    if one.dealer and other.dealer:
        engine = one.dealer.and_(other.dealer).answer
    elif after:
        engine = lambda request: after(one.answer(request) or rightly(request) or {})  # noqa: E731
    return Fault(f"{one.id} {other.id}", _("{one}, and {other}", one=one.words, other=other.words), engine)


@cache
def faults() -> tuple[Fault, ...]:
    """Every fault of an engine that should play standard rules."""
    dealt = dealing_faults(standard_tableau())
    dealing = (Fault(name, words, dealer.answer, dealer=dealer) for name, words, dealer in dealt)
    return (*dealing, *_of_dealing_order(), *_of_bets(), *_of_stakes(), *_of_knowledge(), *_of_numbers())


def _of_dealing_order() -> list[Fault]:
    def sides_in_turn(request: Json) -> Json | None:
        first, second, third, fourth, *rest = request["cards"]
        given = rightly({**request, "cards": [first, third, second, fourth, *rest]}) or {}
        return {key: value for key, value in given.items() if key != "steps"} or None

    def as_standard(request: Json) -> Json | None:
        return rightly({**request, "rules": STANDARD}) if request.get("rules") in all_rules() else None

    return [
        Fault("order-sides", _("punto gets both its cards before banco"), _only("coup", sides_in_turn)),
        Fault("as-standard", _("other rulebooks are played as standard"), as_standard),
    ]


def _of_bets() -> list[Fault]:
    third_card = _reworded(r"\b(punto|banco)(_perfect)?_pair\b", r"(\1\2_pair and \1_cards == 2)")
    tens = _reworded(r"(rank_\d (?:>=|<) 1)1|court_cards", lambda at: f"{at[1]}0" if at[1] else "(tens + court_cards)")
    natural_tie = _reworded("tie and punto_natural and banco_natural", "cards == 0")
    two_cards = _reworded(r"\b(punto|banco)_total\b", r"\1_two_card_total")
    two = _("side bets look at two-card totals instead of final totals")
    tiers = _("a tier contains the tiers above it, such as perfect in both pairs")
    sign = _("effects of removal have the sign of the house edge, not of the expectation")
    return [
        Fault("either-independent", _("either pair is priced with 2p − p²"), _independent_pairs),
        Fault("suits-ignored", _("suits are ignored"), _reworded("_perfect_pair", "_pair")),
        Fault("natural-tie", _("a natural tie loses dragon bonus"), natural_tie),
        Fault("monkeys", _("tens count as monkeys"), tens),
        Fault("pair-third-card", _("a pair loses if its side draws a third card"), third_card),
        Fault("bets-two-cards", two, two_cards),
        Fault("tiers-overlap", tiers, _overlapping),
        Fault("removal-sign", sign, _effects(-1)),
        Fault("removal-percent", _("effects of removal are given in percent"), _effects(100)),
    ]


def _of_stakes() -> list[Fault]:
    house = _settled(lambda rules: replace(rules, rounding="house"))
    nearest = _settled(lambda rules: replace(rules, rounding="nearest"))
    free = _settled(lambda rules: replace(rules, commission=Fraction(0)))
    exactly = _only("settlement", lambda request: rightly({key: request[key] for key in request if key != "unit"}))
    cut = _only("settlement", lambda request: rightly({"unit": "0.01", **request}))
    return [
        Fault("commission-house", _("commission is rounded up, for the house"), house),
        Fault("commission-nearest", _("commission is rounded to the nearest unit"), nearest),
        Fault("commission-exact", _("commission is not rounded"), exactly),
        Fault("commission-none", _("no commission is charged"), free),
        Fault("cents-cut", _("commission is cut to cents where no unit is given"), cut),
        Fault("tie-loses", _("stakes on punto and banco are lost on a tie"), _lost_on_tie),
        Fault("for-one", _("bets are paid «for one» instead of «to one»"), _paid_for_one),
    ]


def _of_knowledge() -> list[Fault]:
    third = _misread(r"\b(punto|banco)=([^,\s]+),([^,\s]+),\?", r"\g<0> \1_cards=3")
    final = _misread(r"\b(punto|banco)_(?:two_card_)?total=", r"\1_final_total=")
    return [
        Fault("high-5", _("«high» is read as 5 to 9"), _misread(r"\bhigh\b", "5-9")),
        Fault("high-tens", _("«high» is read as 6 to K"), _misread(r"\bhigh\b", "high|zero")),
        Fault("low-6", _("«low» is read as A to 6"), _misread(r"\blow\b", "A-6")),
        Fault("third-unknown", _("«?» as a third card is taken to mean that there is one"), third),
        Fault("final-total", _("a two-card total in what is known is read as the final total"), final),
    ]


def _of_numbers() -> Iterator[Fault]:
    for bits in (32, 64):
        wrapped = _counted(lambda count, half=2 ** (bits - 1): (count + half) % (2 * half) - half)  # type: ignore[misc]
        yield _of_answers(f"int{bits}", _("counts overflow int{bits}", bits=bits), wrapped, floating=False)
    in_doubles = _counted(lambda count: int(float(count)))
    yield _of_answers("doubles", _("counts are doubles, which are exact only to 2^53"), in_doubles, floating=False)
    words = _("probabilities are kept in float32")
    yield _of_answers("float32", words, _printed(lambda number: float(np.float32(float(number)))))
    for digits in range(2, 9):
        words = _("figures are rounded to {digits} decimals", digits=digits)
        rounded = _printed(lambda number, digits=digits: float(round(number, digits)))  # type: ignore[misc]
        yield _of_answers(f"decimals-{digits}", words, rounded)


def _of_answers(name: str, words: Text, after: Engine, floating: bool = True) -> Fault:
    return Fault(name, words, lambda request: after(rightly(request) or {}), floating, after=after)


def rightly(request: Json) -> Json | None:
    """The right answer, remembered because every fault is put to the same requests; `None` if it must be refused."""
    right = _answered(json.dumps(request))
    return None if "error" in right else right


@lru_cache(maxsize=4096)
def _answered(request: str) -> Json:
    return answer(json.loads(request))


def priced(engine: Engine, request: Json) -> Json | None:
    """The figures of a bet that follow from the counts that the engine gives for it; errors as in `figure`."""
    kind, price = request["kind"], _price(engine, request)
    if price is None:
        return None
    if kind != REMOVAL:
        return {kind: fraction_text(figure(kind, price, request["bet"]))}
    shoe, effects = shoe_of(request).coarsened(Granularity.VALUES), {}
    for value in (value for value, count in enumerate(shoe.counts) if count):
        after = _price(engine, {**request, "shoe": {"values": list(shoe.without(value).counts)}})
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


def _reworded(pattern: str, instead: str | Callable[[re.Match[str]], str]) -> Engine:
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


def _resettled(request: Json, changed: Callable[[str], Bet]) -> Json | None:
    """The right settlement, but for the stakes on side bets, which the changed bets settle."""
    right = rightly(request)
    if right is None:
        return None
    net, replayed = dict(right["net"]), replay(request["cards"], interpretation(request["rules"]))
    for name in net.keys() - all_rules()[request["rules"]].payoffs.keys():
        bet = changed(name)
        net[name] = number_text(Fraction(request["stakes"][name]) * bet.payoffs()[category_of(bet, replayed)], 2)
    return {"net": net}


def _independent_pairs(request: Json) -> Json | None:
    """Either pair as if the two sides were independent; other bets rightly."""
    right = rightly(request) if request.get("kind") == "bet" else None
    of_one_side = {"either-pair": "punto-pair", "perfect-pair-either": "punto-perfect-pair"}.get(request.get("bet", ""))
    if right is None or of_one_side is None:
        return right
    single, none = (int(count) for count in answer({**request, "bet": of_one_side})["counts"].values())
    won = 2 * single - single**2 // (single + none)
    return counts_answer(("win", "lose"), (won, single + none - won))


def _overlapping(request: Json) -> Json | None:
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


def _only(kind: str, engine: Engine) -> Engine:
    return lambda request: engine(request) if request.get("kind") == kind else None


def _effects(factor: int) -> Engine:
    def answers(request: Json) -> Json | None:
        right = (rightly(request) or {}).get(REMOVAL, {})
        return {REMOVAL: {value: fraction_text(factor * Fraction(each)) for value, each in right.items()}}

    return _only(REMOVAL, answers)


def _settled(changed: Callable[[Rules], Rules]) -> Engine:
    return _only("settlement", lambda request: settlement(request, changed(all_rules()[request["rules"]])))


def _lost_on_tie(request: Json) -> Json | None:
    if request.get("kind") == "bet" and request.get("bet") in ("punto", "banco"):
        won, pushed, lost = (int(count) for count in (rightly(request) or {})["counts"].values())
        return counts_answer(("win", "push", "lose"), (won, 0, lost + pushed))
    return _settled(lambda rules: replace(rules, ties="lose"))(request)


def _paid_for_one(request: Json) -> Json | None:
    right = rightly(request)
    if right is None:
        return None
    if request.get("kind") in _PRICED:
        pays = {name: str(Fraction(pay) - (Fraction(pay) > 0)) for name, pay in request["pays"].items()}
        return priced(rightly, request | {"pays": pays})
    stakes = {name: Fraction(amount) for name, amount in request.get("stakes", {}).items()}
    won = {name: Fraction(net) for name, net in right.get("net", {}).items()}
    net = {name: number_text(amount - (stakes[name] if amount > 0 else 0), 2) for name, amount in won.items()}
    return {"net": net} if net else None


def _misread(pattern: str, instead: str) -> Engine:
    """An engine that reads what is known of a coup with each match of the ``pattern`` replaced."""
    return _only("given", lambda request: rightly({**request, "given": re.sub(pattern, instead, request["given"])}))


def _counted(change: Callable[[int], int]) -> Engine:
    def after(answer: Json) -> Json | None:
        right = answer.get("counts")
        if right is None:
            return None
        deals = change(sum(map(int, right.values()))) or 1
        return {"counts": {name: str(change(int(count))) for name, count in right.items()}, DEALS: str(deals)}

    return after


def _printed(change: Callable[[Fraction], float]) -> Engine:
    def after(answer: Json) -> Json | None:
        numbers = expected_numbers(answer)
        if numbers is None:
            return None
        key, right = numbers
        figures = {name: change(number) for name, number in right.items()}
        return {key: figures if key in ("probabilities", REMOVAL) else figures[key]}

    return after
