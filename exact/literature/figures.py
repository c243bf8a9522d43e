"""The index of figures: what claims say of the bets of the catalogue, sorted by value, so that a look-up is a bisection.

``figures.txt`` has the claims without their decks, those that people print most first. ``figures.bin`` has the figure of each
claim with each number of decks, in three columns: all values in increasing order, as doubles; the number of each one's claim, in two bytes;
its number of decks, in one byte, 0 for the infinite shoe. They are little-endian.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from exact.analysis.equilibrium.game import MODELS
from exact.analysis.full_shoes import DECKS
from exact.analysis.removal import value_level
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.bets.partition import EACH
from exact.errors import ExactError
from exact.game.coup import CARDS, Outcome
from exact.literature.claims import Claim, parse_claim
from exact.literature.conditions import CONDITIONS, Decks
from exact.literature.counts import published_counts
from exact.literature.full_shoe_counts import COUNTS_FILE, counts_file, full_shoe_counts
from exact.literature.published import published_figures
from exact.literature.quantities import NUMBER, QUANTITIES, Counts
from exact.literature.signals import BEST_SORT
from exact.literature.subjects import Wager
from exact.literature.values import Value, low_of
from exact.rules.named import all_rules, standard_tableau
from exact.rules.tableau import STANDARD

CLAIMS_FILE = Path(__file__).with_name("figures.txt")
VALUES_FILE = Path(__file__).with_name("figures.bin")
USUAL_DECKS = (8, 6)
_COMPARED_DECKS = (*USUAL_DECKS, None)
"""The shoes of claims under other rules, and those by which two claims are found to be the same."""
_MAIN_BETS = (Outcome.BANCO.value, Outcome.PUNTO.value, Outcome.TIE.value)
_OF_BETS = ("house edge", "expectation", "return", "standard deviation", "variance", "skewness", "fair odds")
_OF_COUNTS = ("betting frequency", "edge when betting", "gain per coup")
_SHARES = (
    "contribution",
    "probability",
    "hit frequency",
    "house edge",
    "expectation",
    "return",
    "effect of removal",
    "value",
    *_OF_COUNTS,
)
_OF_EVENTS = ("probability", "odds against", "count")
_CARDS = ("A", *map(str, range(2, 10)), "10")
_COURT_CARDS = ("J", "Q", "K")
_TOTALS = range(10)
_MODELS = tuple(model for model in MODELS.values() if not model.replaced or model.id == "A1")
"""The models of chemin de fer; all those with replacement have the same figures."""
_LONGEST_STREAK = 20
_COUNTED_UNSEEN = (26, 52, 104)


def own_claims() -> Iterator[tuple[str, tuple[int | None, ...]]]:
    """The claims of the index about bets under the standard rules, without their decks, and the numbers of decks of each."""
    for stem in (*_main_claims(), *_catalogue_claims(), *_streak_claims(), *_conditional_claims(), *_chemin_claims()):
        yield stem, DECKS
    for stem in (*_removal_claims(), *_signal_claims(), *_counting_claims()):
        yield stem, USUAL_DECKS


def further_claims() -> Iterator[tuple[str, tuple[int | None, ...]]]:
    """The claims about categories of bets, and under other rules; many of them are figures of another bet, or of standard rules."""
    for stem in (*_category_claims(), *_published_claims()):
        yield stem, DECKS
    for rules in all_rules():
        if rules != STANDARD:
            yield from ((f"{stem}, rules {rules}", _COMPARED_DECKS) for stem in _main_claims())


def _main_claims() -> Iterator[str]:
    for measure in (*_OF_EVENTS, "house edge", "house edge per resolved stake", *_OF_BETS[1:]):
        for bet in _MAIN_BETS:
            yield _claim(measure, bet)


def _catalogue_claims() -> Iterator[str]:
    """The figures of each bet under each pay table, and of its categories; a bet on an outcome alone has those of `_main_claims`."""
    bets = [bet for bet in _paid_bets() if bet.name not in _MAIN_BETS]
    for measure in (
        "house edge",
        "house edge per resolved stake",
        *_OF_BETS[1:],
    ):
        for bet in bets:
            for table in bet.pay_tables:
                if _says_more(measure, bet, table):
                    yield _claim(measure, bet.name) + _pays(bet, table)
    for measure in _OF_EVENTS:
        yield from (_claim(measure, bet.name) for bet in bets)
    yield "count of deals"


def _category_claims() -> Iterator[str]:
    """The figures of every category of every bet; odds only against one that wins."""
    for measure in _OF_EVENTS:
        for bet in _paid_bets():
            for category, payoff in zip(bet.categories, bet.payoffs(), strict=True):
                if payoff > 0 or measure != "odds against":
                    yield _claim(measure, f"{bet.name} {category}")
    for bet in _paid_bets():
        for table in bet.pay_tables:
            paid = (category for category, payoff in zip(bet.categories, bet.payoffs(table), strict=True) if payoff)
            yield from (_claim("contribution", f"{bet.name} {category}") + _pays(bet, table) for category in paid)


def _paid_bets() -> list[Bet]:
    return [bet for bet in catalogue().values() if any(bet.payoffs())]


def _says_more(measure: str, bet: Bet, table: str) -> bool:
    """Whether a measure is not that of another claim: a bet that never pushes has only one house edge."""
    return measure != "house edge per resolved stake" or 0 in bet.payoffs(table)


def _pays(bet: Bet, table: str) -> str:
    return "" if table == next(iter(bet.pay_tables)) else f", pays {table}"


def _claim(measure: str, subject: str) -> str:
    return f"{measure} {'' if measure.endswith('against') else 'of '}{subject}"


def _published_claims() -> Iterator[str]:
    """What the published figures claim."""
    for figure in published_figures():
        if not figure.unjudged:
            claim = parse_claim(figure.claim)
            conditions = {name: value for name, value in claim.conditions.items() if name != "decks"}
            yield replace(claim, conditions=MappingProxyType(conditions)).text


def _streak_claims() -> Iterator[str]:
    """Successive wins in coups taken as independent; ties break a streak, or are skipped."""
    for measure in ("probability", "odds against"):
        for bet in _MAIN_BETS:
            for length in range(1, _LONGEST_STREAK + 1):
                if length > 1:
                    yield _claim(measure, f"a streak of {length} {bet}")
                if bet != Outcome.TIE.value:
                    yield f"{_claim(measure, f'a streak of {length} {bet}')}, ties skipped"


def _conditional_claims() -> Iterator[str]:
    """The outcome given the two-card total of punto, or of both sides."""
    for bet in _MAIN_BETS:
        for punto in _TOTALS:
            known = f"probability of {bet}, given punto_two_card_total={punto}"
            yield known
            yield from (f"{known} banco_two_card_total={banco}" for banco in _TOTALS)


def _chemin_claims() -> Iterator[str]:
    """The value of chemin de fer, and how often punto draws on 5 if it sees only its total."""
    for model in _MODELS:
        yield f"value of chemin de fer, model {model.id}"
        if not model.punto_sees:
            yield f"probability of drawing on 5 by punto, model {model.id}"


def _removal_claims() -> Iterator[str]:
    """The effect of removal of one card on each bet; a bet that sees no ranks has one effect for all cards of value 0."""
    coarse = {bet.name for bet in value_level(_paid_bets(), standard_tableau())}
    for bet in _paid_bets():
        cards = _CARDS if bet.name in coarse else (*_CARDS, *_COURT_CARDS)
        yield from (f"effect of removal of {card} on {bet.name}" for card in cards)


def _signal_claims() -> Iterator[str]:
    """One known card, both cards of a side, and the first four sorted, for the two main bets and with the tie."""
    for bets in ("punto,banco", "punto,banco,tie"):
        seen = [(str(place), EACH) for place in range(1, CARDS + 1)]
        seen += [
            ("1", "6-9"),
            ("1,3", EACH),
            ("2,4", EACH),
            ("1,2,3,4", EACH),
            ("1,2,3,4", "6-9"),
            ("1,2,3,4", BEST_SORT),
        ]
        for places, partition in seen:
            cards = "card" if len(places) == 1 else "cards"
            yield f"value of a signal ({cards} {places} by {partition} for {bets})"


def _counting_claims() -> Iterator[str]:
    """What printed counts gain at some depths, from the best trigger and from the printed one."""
    for count in published_counts():
        bet = catalogue()[count.bet]
        tags = f"tags {' '.join(map(str, count.tags))}"
        triggers = ["", *(() if count.trigger is None else (f", betting from {count.trigger}",))]
        for measure in _OF_COUNTS:
            for trigger, unseen in product(triggers, _COUNTED_UNSEEN):
                yield f"{_claim(measure, bet.name)}{_pays(bet, count.pay_table)}, {tags}{trigger}, {unseen} unseen"


class Figure(NamedTuple):
    """A figure of the index."""

    value: float
    """The double nearest to it."""
    rank: int
    """The place of its claim among `Index.claims`."""
    decks: int | None


class Index(NamedTuple):
    """Every figure in increasing order, in three columns, and the claims without their decks, by rank."""

    values: array[float]
    ranks: array[int]
    decks: array[int]
    claims: tuple[str, ...]

    def between(self, low: float, high: float) -> range:
        """The places of the figures from ``low`` to ``high``, both included."""
        return range(bisect_left(self.values, low), bisect_right(self.values, high))

    def figure(self, place: int) -> Figure:
        """The figure at a place."""
        return Figure(self.values[place], self.ranks[place], self.decks[place] or None)

    def claim(self, rank: int, decks: int | None) -> Claim:
        """A claim with a number of decks; `None` is the infinite shoe."""
        return with_decks(parse_claim(self.claims[rank]), decks)

    def exact(self, rank: int, decks: int | None) -> tuple[Claim, Value]:
        """A claim with a number of decks, and its exact value; bets that take long to compile need not be compiled."""
        claim = self.claim(rank, decks)
        return claim, claim.value(decks, _counted(claim, decks))

    def form(self, rank: int) -> str:
        """What kind of number the claim is: see `exact.literature.quantities`."""
        return _form(self.claims[rank])

    def is_share(self, rank: int) -> bool:
        """Whether people print the claim as a percentage: not a count, odds or a moment."""
        return self.claims[rank].startswith(_SHARES)

    def is_standard(self, rank: int) -> bool:
        """Whether the claim is under the standard rules."""
        return ", rules " not in self.claims[rank]


def with_decks(claim: Claim, decks: int | None) -> Claim:
    """The claim for one number of decks; `None` is the infinite shoe."""
    conditions = {**claim.conditions, "decks": Decks((decks,))}
    ordered = {kind.name: conditions[kind.name] for kind in CONDITIONS if kind.name in conditions}
    return replace(claim, conditions=MappingProxyType(ordered))


def _counted(claim: Claim, decks: int | None) -> Counts | None:
    """The counts of the claim's bet on the full shoe, if the file has them."""
    if not isinstance(claim.subject, Wager) or claim.rules != STANDARD or "given" in claim.conditions:
        return None
    counts = full_shoe_counts(claim.subject.bet, decks)
    return None if counts is None else {(category,): deals for category, deals in enumerate(counts)}


@cache
def _form(stem: str) -> str:
    return next((quantity.form for quantity in QUANTITIES if stem.startswith(f"{quantity.measure} ")), NUMBER)


@cache
def index() -> Index:
    """The index that is in the package."""
    text = CLAIMS_FILE.read_text(encoding="utf-8")
    data = VALUES_FILE.read_bytes()
    values, ranks, decks = array("d"), array("H"), array("B")
    columns = (values, ranks, decks)
    length, start = len(data) // sum(column.itemsize for column in columns), 0
    for column in columns:
        column.frombytes(data[start : start + length * column.itemsize])
        start += length * column.itemsize
        _make_little_endian(column)
    return Index(values, ranks, decks, tuple(text.splitlines()))


@cache
def usual_figures() -> tuple[Figure, ...]:
    """What people print most, with eight decks: the figures of the main bets, and the house edges of the others."""
    main = len(list(_main_claims()))
    usual = {
        rank
        for rank, stem in enumerate(index().claims)
        if rank < main or (stem.startswith("house edge of ") and index().is_standard(rank))
    }
    columns = enumerate(zip(index().ranks, index().decks, strict=True))
    places = (place for place, (rank, decks) in columns if decks == USUAL_DECKS[0] and rank in usual)
    return tuple(sorted(map(index().figure, places), key=lambda figure: figure.rank))


def index_files() -> dict[Path, bytes]:
    """The contents of the files of the index, computed anew."""
    own, further = dict(own_claims()), dict(further_claims())
    # One bet after another, so that its counts are computed once.
    by_bet = sorted({**further, **own}.items(), key=lambda entry: parse_claim(entry[0]).subject.text)
    values = {stem: _values(stem, decks) for stem, decks in by_bet}
    known = {_signature(stem, values[stem]) for stem in own}
    stems = list(own)
    for stem in further:
        if (signature := _signature(stem, values[stem])) not in known:
            known.add(signature)
            stems.append(stem)
    figures = sorted(
        (value, rank, decks or 0) for rank, stem in enumerate(stems) for decks, value in values[stem].items()
    )
    values_of, ranks, decks_of = zip(*figures, strict=True)
    columns = (array("d", values_of), array("H", ranks), array("B", decks_of))
    for column in columns:
        _make_little_endian(column)
    text = "".join(f"{stem}\n" for stem in stems)
    return {
        CLAIMS_FILE: text.encode(),
        VALUES_FILE: b"".join(column.tobytes() for column in columns),
        COUNTS_FILE: counts_file(),
    }


def _signature(stem: str, values: Mapping[int | None, float]) -> tuple[str, tuple[float | None, ...]]:
    """What two claims have in common that are the same: the measure, and the figures with a few numbers of decks."""
    return parse_claim(stem).quantity.measure, tuple(values.get(decks) for decks in _COMPARED_DECKS)


def _values(stem: str, every_decks: Iterable[int | None]) -> dict[int | None, float]:
    """The figure with each number of decks as a double, without those that the shoe does not have."""
    claim = parse_claim(stem)
    figures = ((decks, _value(claim, decks)) for decks in every_decks)
    return {decks: value for decks, value in figures if value is not None}


def _value(claim: Claim, decks: int | None) -> float | None:
    try:
        value = claim.value(decks)
    except ExactError:
        return None
    return float(low_of(value))


def _make_little_endian(column: array[int] | array[float]) -> None:
    if sys.byteorder == "big":
        column.byteswap()
