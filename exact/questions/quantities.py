"""The register of quantities. To add a quantity, add an entry to `QUANTITIES`: nothing else names it.

An entry of another room is named by its module, which is imported when somebody asks for the quantity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, perm

from exact.errors import ExactError
from exact.game.cards import POINT_VALUES, Granularity
from exact.game.coup import CARDS
from exact.game.shoe import Shoe
from exact.questions.conditions import PAIRS_OF_HANDS
from exact.questions.grammar import SubjectKind, function_named
from exact.questions.instance import Instance
from exact.questions.subjects import (
    BET,
    CHEMIN_DE_FER,
    CHOICES,
    DEALS,
    DRAWING,
    HANDS,
    MATCH_PLAY,
    RUN,
    SIGNAL,
    STREAK,
    TWO_BETS,
)
from exact.questions.values import Value, root

PROBABILITY, ODDS, NUMBER = "probability", "odds", "number"
"""What kind of number a quantity is, and so what a figure printed as "1 in N" or "N to 1" says of it."""


@dataclass(frozen=True)
class Quantity:
    """A quantity of some kinds of subjects. The first of the same words says its meaning and its synonyms."""

    words: str
    """The words for it and their synonyms, with bars between."""
    value: Callable[[Instance], Value] | str
    """The exact value of a question about one shoe, or the name of the function: ``module:function``."""
    of: tuple[SubjectKind, ...]
    allows: tuple[str, ...] = ()
    """The conditions it allows besides the shoe, the rules and a factor."""
    meaning: str = ""
    form: str = NUMBER
    """`PROBABILITY`, `ODDS` or `NUMBER`."""
    percent: bool = False
    """Whether people print it as a percentage, as they print every probability."""

    @property
    def measure(self) -> str:
        """The usual words."""
        return self.words.partition("|")[0]

    def compute(self, instance: Instance) -> Value:
        """The exact value; raises `ExactError` for a quantity that the shoe does not have."""
        computed: Value = (function_named(self.value) if isinstance(self.value, str) else self.value)(instance)
        return computed


def _of_payoff(name: str) -> Callable[[Instance], Value]:
    """What `exact.analysis.odds.Distribution` says of the payoff."""
    return lambda instance: getattr(instance.distribution(), name)


def _odds_against(instance: Instance) -> Value:
    probability = instance.probability()
    if not probability:
        raise instance.error("cannot happen, so there are no odds against it")
    return 1 / probability - 1


def _count(instance: Instance) -> Value:
    """The number of deals in which the event happens, in the unit of the question."""
    unit = instance.conditions.get("unit", (CARDS, True))
    every = instance.probability() if instance.wagers else Fraction(1)
    if instance.shoe is None:
        if unit != (CARDS, True):
            raise ExactError("claim", "infinite shoe", "has no cards to count: give a number of decks")
        sequences: int = len(POINT_VALUES) ** CARDS
        return every * sequences
    cards = instance.shoe.cards
    if unit == PAIRS_OF_HANDS:
        return every * (comb(cards, 2) * comb(cards - 2, 2))
    number, ordered = unit
    choices: int = perm(cards, number) if ordered else comb(cards, number)
    return every * choices


def _hands(instance: Instance) -> Value:
    """The different hands of two cards with the total; the shoe must hold both cards."""
    held = (instance.shoe or Shoe.of_decks(2)).counts
    if len(held) != Granularity.CARDS:
        raise instance.error("needs a shoe known card by card: remove cards like 9h")
    pairs = combinations_with_replacement(range(Granularity.CARDS), 2)
    return Fraction(
        sum(
            (POINT_VALUES[first // 4] + POINT_VALUES[second // 4]) % 10 == instance.subject["total"]
            for first, second in pairs
            if held[first] and held[second] and (first != second or held[first] > 1)
        )
    )


def _contribution(instance: Instance) -> Value:
    (bet,), (wager,) = instance.bets, instance.wagers
    if not wager.category:
        raise instance.error(f"names no category: one of {', '.join(bet.categories)}")
    paid: Fraction = bet.payoffs()[bet.categories.index(wager.category)]
    return instance.probability() * paid


def _resolved(instance: Instance) -> Value:
    edge = instance.distribution().house_edge_resolved
    if edge is None:
        raise instance.error("is never resolved")
    return edge


def _fair_odds(instance: Instance) -> Value:
    """What each winning category would have to pay for an expectation of 0."""
    bet = instance.distribution()
    if not bet.hit_frequency:
        raise instance.error("cannot win, so no payoff is fair")
    lost = sum((bet.contribution(index) for index, payoff in enumerate(bet.payoffs) if payoff < 0), Fraction(0))
    return -lost / bet.hit_frequency


def _skewness(instance: Instance) -> Value:
    square = instance.distribution().skewness_squared
    if square is None:
        raise instance.error("has a payoff that does not vary")
    return root(square)


def _covariance(instance: Instance) -> Fraction:
    from exact.analysis.pricing import covariance  # with the engine

    first, second = instance.bets
    counts = {(i, j): deals for (i, j), deals in instance.counts().items()}
    return covariance(first.payoffs(), second.payoffs(), counts, sum(counts.values()))


def _correlation(instance: Instance) -> Value:
    from exact.analysis.pricing import correlation_squared

    variances = [instance.about(wager).distribution().variance for wager in instance.wagers]
    square = correlation_squared(_covariance(instance), *variances)
    if square is None:
        raise instance.error("has a payoff that does not vary")
    return root(square)


def _win_per_shoe(instance: Instance) -> Value:
    """No exact value: where the coups of a shoe begin depends on its cards."""
    raise instance.error("has no exact value here: only a simulation of whole shoes gives it")


_EVENT = (BET, TWO_BETS), ("given",)
_PRICE = (BET,), ("given", "pays", "commission")
_BOTH = (TWO_BETS,), ("given",)
_COUNT = (BET,), ("pays", "commission", "tags")
_COUNTED = (BET,), ("pays", "commission", "tags", "bets", "unseen")
_NEXT, _BET_ON = ((STREAK,), ("ties",)), ((STREAK,), ("ties", "pays"))
"""Kinds of subjects, and the conditions that quantities of theirs allow."""
_COUNTING, _STREAKS, _CHEMIN = "exact.questions.counting", "exact.questions.counting", "exact.questions.counting"

QUANTITIES = (
    Quantity(
        "probability|chance|joint probability|conditional probability",
        Instance.probability,
        *_EVENT,
        "of an event: a bet wins, a category, a condition in parentheses, a streak, a draw at chemin de fer",
        form=PROBABILITY,
    ),
    Quantity(
        "odds against|odds|true odds|true odds against", _odds_against, *_EVENT, "the same as odds to one", form=ODDS
    ),
    Quantity(
        "count|number|combinations|permutations|ways",
        _count,
        (BET, TWO_BETS, DEALS),
        ("given", "unit"),
        "of deals, out of N(N−1)…(N−5) unless a unit is given; of distinct two-card hands; of choices at chemin de fer",
    ),
    Quantity("count", _hands, (HANDS,)),
    Quantity(
        "expectation|expected value|expected win|ev",
        _of_payoff("expectation"),
        *_PRICE,
        "the expected net win per unit staked",
        percent=True,
    ),
    Quantity(
        "house edge|edge|house advantage|casino advantage",
        _of_payoff("house_edge"),
        *_PRICE,
        "the expected loss per unit staked",
        percent=True,
    ),
    Quantity(
        "house edge per resolved stake|per resolved stake",
        _resolved,
        *_PRICE,
        "the same, divided by the probability that the bet does not push",
        percent=True,
    ),
    Quantity(
        "return|rtp|return to player|payout rate",
        lambda instance: 1 + instance.distribution().expectation,
        *_PRICE,
        "what comes back of a unit staked: one plus the expectation",
        percent=True,
    ),
    Quantity("variance", _of_payoff("variance"), *_PRICE, "of the net win"),
    Quantity(
        "standard deviation|sd|std dev|stdev",
        lambda instance: root(instance.distribution().variance),
        *_PRICE,
        "of the net win",
    ),
    Quantity("skewness|skew", _skewness, *_PRICE, "of the net win"),
    Quantity("contribution", _contribution, *_PRICE, "of a category: its probability times what it pays", percent=True),
    Quantity(
        "hit frequency|hit rate", _of_payoff("hit_frequency"), *_PRICE, "the probability of a net win", form=PROBABILITY
    ),
    Quantity(
        "fair odds|fair payoff|break-even payoff",
        _fair_odds,
        *_PRICE,
        "what every win would have to pay for an expectation of 0",
        form=ODDS,
    ),
    Quantity("covariance", _covariance, *_BOTH, "of the net wins of two bets on the same coup"),
    Quantity("correlation", _correlation, *_BOTH, "of the net wins of two bets on the same coup"),
    Quantity(
        "betting correlation",
        f"{_COUNTING}:betting_correlation",
        *_COUNT,
        "of a count's tags with the effects of removal",
    ),
    Quantity(
        "trigger|trigger true count|true count trigger",
        f"{_COUNTING}:trigger",
        *_COUNT,
        "the true count per 52 cards from which the linear estimate favours the player",
    ),
    Quantity("pivot", f"{_COUNTING}:pivot", *_COUNT, "the running count that means the same at every depth"),
    Quantity("win per shoe", _win_per_shoe, *_COUNT, "named for the rows of simulations: no exact value"),
    Quantity(
        "betting frequency|bet frequency",
        f"{_COUNTING}:betting_frequency",
        *_COUNTED,
        "of a count: how often it bets with so many cards unseen",
        form=PROBABILITY,
    ),
    Quantity(
        "edge when betting|average edge|mean edge",
        f"{_COUNTING}:edge_when_betting",
        *_COUNTED,
        "of a count: the mean expectation when it bets",
        percent=True,
    ),
    Quantity(
        "gain per coup|gain|win per coup",
        f"{_COUNTING}:gain_per_coup",
        *_COUNTED,
        "of a count: the mean gain, with or without a bet",
        percent=True,
    ),
    Quantity("probability", f"{_STREAKS}:streak_probability", *_NEXT, form=PROBABILITY),
    Quantity("odds against", f"{_STREAKS}:streak_odds", *_NEXT, form=ODDS),
    Quantity("contribution", f"{_STREAKS}:streak_contribution", *_BET_ON),
    Quantity("expectation", f"{_STREAKS}:streak_expectation", *_BET_ON),
    Quantity("house edge", f"{_STREAKS}:streak_house_edge", *_BET_ON),
    Quantity("probability", f"{_STREAKS}:run_probability", (RUN,), ("ties",), form=PROBABILITY),
    Quantity(
        "worth",
        f"{_STREAKS}:match_play_worth",
        (MATCH_PLAY,),
        ("ties", "pays", "commission"),
        "of a match-play coupon per unit of face, if a tie takes it; with ties skipped, if a tie leaves it",
    ),
    Quantity(
        "value",
        f"{_CHEMIN}:game_value",
        (CHEMIN_DE_FER,),
        ("model",),
        "of a coup of chemin de fer to punto, at an equilibrium; of a signal, what seeing it gains per coup",
        percent=True,
    ),
    Quantity("probability", f"{_CHEMIN}:drawing_probability", (DRAWING,), ("model",), form=PROBABILITY),
    Quantity("count", f"{_CHEMIN}:number_of_choices", (CHOICES,), ("model",)),
    Quantity("value", "exact.questions.counting:value_of_signal", (SIGNAL,)),
)
"""Everything that can be asked."""


@cache
def words_for() -> dict[str, str]:
    """The measure that each word means, the measures themselves first."""
    own = {quantity.measure: quantity.measure for quantity in QUANTITIES}
    return own | {word: quantity.measure for quantity in QUANTITIES for word in quantity.words.split("|")}


def quantity_of(measure: str, kind: SubjectKind) -> Quantity | None:
    """The quantity of these words of a kind of subject; `None` if it has none."""
    return next((quantity for quantity in QUANTITIES if quantity.measure == measure and kind in quantity.of), None)
