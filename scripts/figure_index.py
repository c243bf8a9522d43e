"""Write the index of figures, in which `exact identify` looks: see `exact.literature.figures`."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from exact.analysis.equilibrium.game import MODELS
from exact.analysis.odds import DECKS
from exact.analysis.removal import value_level
from exact.arithmetic import low_of
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.bets.partition import EACH
from exact.errors import ExactError
from exact.game import CARDS, Outcome
from exact.game.shoe import Shoe
from exact.literature.figures import QUESTIONS_FILE, USUAL_DECKS, VALUES_FILE
from exact.literature.published import published_counts, published_figures
from exact.questions.bets import counts as counted_together
from exact.questions.counting import BEST_SORT
from exact.questions.instance import winning
from exact.questions.question import parse_question
from exact.questions.subjects import Wager
from exact.rules import STANDARD, all_rules, standard_tableau

_COMPARED_DECKS = (*USUAL_DECKS, None)
"""The shoes of questions under other rules, and those by which two questions are found to be the same."""
_MAIN_BETS = (Outcome.BANCO.value, Outcome.PUNTO.value, Outcome.TIE.value)
_OF_ONE_TABLE = (
    *("house edge", "house edge per resolved stake", "expectation", "return", "standard deviation", "variance"),
    *("skewness", "fair odds"),
)
_OF_COUNTS = ("betting frequency", "edge when betting", "gain per coup")
_OF_EVENTS = ("probability", "odds against", "count")
_CARDS = ("A", *map(str, range(2, 10)), "10")
_COURT_CARDS = ("J", "Q", "K")
_TOTALS = range(10)
_MODELS = tuple(model for model in MODELS.values() if not model.replaced or model.id == "A1")
"""The models of chemin de fer; all those with replacement have the same figures."""
_LONGEST_STREAK = 20
_COUNTED_UNSEEN = (26, 52, 104)


def own_questions() -> Iterator[tuple[str, tuple[int | None, ...]]]:
    """The questions about bets under the standard rules, without decks, and the numbers of decks of each."""
    on_any_shoe = (_main_questions, _catalogue_questions, _streak_questions, _conditional_questions, _chemin_questions)
    for stem in (stem for questions in on_any_shoe for stem in questions()):
        yield stem, DECKS
    for stem in (*_removal_questions(), *_signal_questions(), *_counting_questions()):
        yield stem, USUAL_DECKS


def further_questions() -> Iterator[tuple[str, tuple[int | None, ...]]]:
    """The questions about categories of bets, and under other rules; many figures are those of others."""
    for stem in (*_category_questions(), *_published_questions()):
        yield stem, DECKS
    for rules in all_rules():
        if rules != STANDARD:
            yield from ((f"{stem}, rules {rules}", _COMPARED_DECKS) for stem in _main_questions())


def _main_questions() -> Iterator[str]:
    for measure in (*_OF_EVENTS, *_OF_ONE_TABLE):
        for bet in _MAIN_BETS:
            yield _stem(measure, bet)


def _catalogue_questions() -> Iterator[str]:
    """The figures of each bet under each pay table; a bet on an outcome alone is in `_main_questions`."""
    bets = [bet for bet in _paid_bets() if bet.name not in _MAIN_BETS]
    for measure in _OF_ONE_TABLE:
        for bet in bets:
            for table in bet.pay_tables:
                # a bet that never pushes has only one house edge
                if measure != "house edge per resolved stake" or 0 in bet.payoffs(table):
                    yield _stem(measure, bet.name) + _pays(bet, table)
    for measure in _OF_EVENTS:
        yield from (_stem(measure, bet.name) for bet in bets)
    yield "count of deals"


def _category_questions() -> Iterator[str]:
    """The figures of every category of every bet; odds only against one that wins."""
    for measure in _OF_EVENTS:
        for bet in _paid_bets():
            for category, payoff in zip(bet.categories, bet.payoffs(), strict=True):
                if payoff > 0 or measure != "odds against":
                    yield _stem(measure, f"{bet.name} {category}")
    for bet in _paid_bets():
        for table in bet.pay_tables:
            paid = (category for category, payoff in zip(bet.categories, bet.payoffs(table), strict=True) if payoff)
            yield from (_stem("contribution", f"{bet.name} {category}") + _pays(bet, table) for category in paid)


def _paid_bets() -> list[Bet]:
    return [bet for bet in catalogue().values() if any(bet.payoffs())]


def _pays(bet: Bet, table: str) -> str:
    return "" if table == next(iter(bet.pay_tables)) else f", pays {table}"


def _stem(measure: str, subject: str) -> str:
    return f"{measure} {'' if measure.endswith('against') else 'of '}{subject}"


def _published_questions() -> Iterator[str]:
    """What the published figures claim."""
    for figure in published_figures():
        if not figure.unjudged:
            yield parse_question(figure.claim).under(decks=None).text


def _streak_questions() -> Iterator[str]:
    """Successive wins in coups taken as independent; ties break a streak, or are skipped."""
    for measure in ("probability", "odds against"):
        for bet in _MAIN_BETS:
            for length in range(1, _LONGEST_STREAK + 1):
                if length > 1:
                    yield _stem(measure, f"a streak of {length} {bet}")
                if bet != Outcome.TIE.value:
                    yield f"{_stem(measure, f'a streak of {length} {bet}')}, ties skipped"


def _conditional_questions() -> Iterator[str]:
    """The outcome given the two-card total of punto, or that of banco or its first card too."""
    for bet in _MAIN_BETS:
        for punto in _TOTALS:
            known = f"probability of {bet}, given punto_two_card_total={punto}"
            yield known
            yield from (f"{known} banco_two_card_total={banco}" for banco in _TOTALS)
            yield from (f"{known} card2={value}" for value in _TOTALS)


def _chemin_questions() -> Iterator[str]:
    """The value of chemin de fer, and how often punto draws on 5 if it sees only its total."""
    for model in _MODELS:
        yield f"value of chemin de fer, model {model.id}"
        if not model.punto_sees:
            yield f"probability of drawing on 5 by punto, model {model.id}"


def _removal_questions() -> Iterator[str]:
    """The effect of removal of a card on each bet and on its probability; one that sees no ranks has one for all cards of value 0."""
    coarse = {bet.name for bet in value_level(_paid_bets(), standard_tableau())}
    for bet in _paid_bets():
        cards = _CARDS if bet.name in coarse else (*_CARDS, *_COURT_CARDS)
        for measured in (bet.name, f"probability of {bet.name}"):
            yield from (f"effect of removal of {card} on {measured}" for card in cards)


def _signal_questions() -> Iterator[str]:
    """One known card, both cards of a side, and the first four sorted, for the two main bets and with the tie."""
    for bets in ("punto,banco", "punto,banco,tie"):
        seen = [(str(place), EACH) for place in range(1, CARDS + 1)]
        seen += [("1", "6-9"), ("1,3", EACH), ("2,4", EACH), *(("1,2,3,4", each) for each in (EACH, "6-9", BEST_SORT))]
        for places, partition in seen:
            cards = "card" if len(places) == 1 else "cards"
            yield f"value of a signal ({cards} {places} by {partition} for {bets})"


def _counting_questions() -> Iterator[str]:
    """What printed counts gain at some depths, from the best trigger and from the printed one."""
    for count in published_counts():
        bet = catalogue()[count.bet]
        tags = f"tags {' '.join(map(str, count.tags))}"
        triggers = ["", *(() if count.trigger is None else (f", betting from {count.trigger}",))]
        for measure in _OF_COUNTS:
            for trigger, unseen in product(triggers, _COUNTED_UNSEEN):
                yield f"{_stem(measure, bet.name)}{_pays(bet, count.pay_table)}, {tags}{trigger}, {unseen} unseen"


def index_files() -> dict[Path, bytes]:
    """The contents of the files of the index, computed anew."""
    own, further = dict(own_questions()), dict(further_questions())
    # One bet after another, so that its counts are computed once.
    by_bet = sorted({**further, **own}.items(), key=lambda entry: parse_question(entry[0]).subject.text)
    values = {stem: _values(stem, decks) for stem, decks in by_bet}
    alike = defaultdict[tuple[Any, ...], list[str]](list)
    for stem in own:
        alike[_signature(stem, values[stem])].append(stem)
    stems = list(own)
    for stem in further:
        others = alike[_signature(stem, values[stem])]
        if not any(_is_same(stem, other) for other in others):
            others.append(stem)
            stems.append(stem)
    ranked = enumerate(stems)
    figures = sorted((rank, decks or 0, value) for rank, stem in ranked for decks, value in values[stem].items())
    ranks, decks, numbers = zip(*figures, strict=True)
    planes = np.array(numbers, "<f8").view(np.uint8).reshape(-1, 8).T
    return {
        QUESTIONS_FILE: "".join(f"{stem}\n" for stem in stems).encode(),
        VALUES_FILE: planes.tobytes() + np.array(ranks, "<u2").tobytes() + bytes(decks),
    }


def _signature(stem: str, values: Mapping[int | None, float]) -> tuple[str, tuple[float | None, ...]]:
    """What two claims have in common that are the same: the measure, and the figures with a few numbers of decks."""
    return parse_question(stem).quantity.measure, tuple(values.get(decks) for decks in _COMPARED_DECKS)


def _is_same(first: str, second: str) -> bool:
    """Whether two claims with the same figures are the same: not if they are about different events."""
    one, other = (parse_question(stem).subject.values.get("bet") for stem in (first, second))
    if not isinstance(one, Wager) or not isinstance(other, Wager) or "rules" in first or one.bet == other.bet:
        return True
    return one.bet not in catalogue() or other.bet not in catalogue() or _is_same_event(one, other)


@cache
def _is_same_event(one: Wager, other: Wager) -> bool:
    bets = catalogue()[one.bet], catalogue()[other.bet]
    happens = [winning(wager, bet) for wager, bet in zip((one, other), bets, strict=True)]
    try:
        joint = counted_together(bets, Shoe.of_decks(8), standard_tableau())
    except ExactError:  # too many ways to count
        return False
    return not any(deals and (here in happens[0]) != (there in happens[1]) for (here, there), deals in joint.items())


def _values(stem: str, every_decks: Iterable[int | None]) -> dict[int | None, float]:
    """The figure with each number of decks as a double, without those that the shoe does not have."""
    question, values = parse_question(stem), {}
    for decks in every_decks:
        with suppress(ExactError):
            values[decks] = float(low_of(question.value(decks)))
    return values
