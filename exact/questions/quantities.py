"""The register of quantities, each of which an `exact.questions.instance.Instance` computes.

To add a quantity, add an entry to `QUANTITIES`: nothing else names it. A function of another module is named by its
module, which is imported when somebody asks for the quantity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import Any

from exact.arithmetic import Value, root
from exact.errors import ExactError
from exact.game import CARDS, POINT_VALUES
from exact.questions import subjects as of
from exact.questions.conditions import PAIRS_OF_HANDS
from exact.questions.grammar import Phrase, function_named
from exact.questions.instance import Instance

PROBABILITY, ODDS, NUMBER = "probability", "odds", "number"
"""What kind of number a quantity is, and so what a figure printed as "1 in N" or "N to 1" says of it."""


@dataclass(frozen=True, eq=False, repr=False)
class Quantity:
    """A quantity of some kinds of subjects. The first of the same words says its meaning and its synonyms."""

    words: str
    """The words for it and their synonyms, with bars between."""
    value: Callable[[Instance], Value] | str
    """The exact value of a question about one shoe, or the name of the function: ``module:function``."""
    of: tuple[Phrase, ...]
    allows: tuple[str, ...] = ()
    """The conditions it allows besides the shoe, the rules and a factor."""
    meaning: str = ""
    form: str = NUMBER
    percent: bool = False
    """Whether people print it as a percentage, as they print every probability."""
    methods: tuple[str, ...] = (
        "the polynomial of degree six in the counts of the cards (exact.engine)",
        "compared in the tests with a walk through every way to deal a coup (exact.reference)",
    )
    """How it is computed, and what it is compared with."""

    @property
    def measure(self) -> str:
        """The usual words."""
        return self.words.partition("|")[0]

    def compute(self, instance: Instance) -> Value:
        """The exact value; raises `ExactError` for a quantity that the shoe does not have."""
        computed: Value = (function_named(self.value) if isinstance(self.value, str) else self.value)(instance)
        return computed


def part_of(measured: Callable[[Instance], object], name: str, missing: str = "") -> Callable[[Instance], Any]:
    """What computes the part ``name`` of a result; if that is `None`, the error is ``missing``."""

    def compute(instance: Instance) -> Any:
        return instance.existing(getattr(measured(instance), name), missing)

    return compute


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


def _contribution(instance: Instance) -> Value:
    (bet,), (wager,) = instance.bets, instance.wagers
    if not wager.category:
        raise instance.error(f"names no category: one of {', '.join(bet.categories)}")
    paid: Fraction = bet.payoffs()[bet.categories.index(wager.category)]
    return instance.probability() * paid


def _fair_odds(instance: Instance) -> Value:
    """What each winning category would have to pay for an expectation of 0."""
    bet = instance.distribution()
    if not bet.hit_frequency:
        raise instance.error("cannot win, so no payoff is fair")
    lost = sum((bet.contribution(index) for index, payoff in enumerate(bet.payoffs) if payoff < 0), Fraction(0))
    return -lost / bet.hit_frequency


def _win_per_shoe(instance: Instance) -> Value:
    """No exact value: where the coups of a shoe begin depends on its cards."""
    raise instance.error("has no exact value here: only a simulation of whole shoes gives it")


CONSTANT = "has a payoff that does not vary"
_EVENT = (of.BET, of.TWO_BETS), ("given",)
_PRICE = (of.BET,), ("given", "pays", "commission")
_BOTH = (of.TWO_BETS,), ("given",)
_COUNT = (of.BET,), ("pays", "commission", "tags")
_COUNTED = (of.BET,), ("pays", "commission", "tags", "trigger", "unseen")
_NEXT, _BET_ON = ((of.STREAK,), ("ties",)), ((of.STREAK,), ("ties", "pays"))
"""Kinds of subjects, and the conditions that quantities of theirs allow."""
_SESSION = (of.SESSION,), ("pays", "commission", "least", "most")
_RUIN = (of.RUIN,), ("pays", "commission", "target")
_PERFECT = (of.PERFECT,), ("unseen",)
_UNSEEN = (of.BET,), ("pays", "commission", "unseen")
_COUNTING = "exact.questions.counting"
_MANY = "exact.questions.many_coups"

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
        (of.BET, of.TWO_BETS, of.DEALS),
        ("given", "unit"),
        "of deals, out of N(N−1)…(N−5) unless a unit is given; of distinct two-card hands; of choices at chemin de fer",
    ),
    Quantity("count", f"{_COUNTING}:distinct_hands", (of.HANDS,)),
    Quantity(
        "expectation|expected value|expected win|ev",
        part_of(Instance.distribution, "expectation"),
        *_PRICE,
        "the expected net win per unit staked",
        percent=True,
    ),
    Quantity(
        "house edge|edge|house advantage|casino advantage",
        part_of(Instance.distribution, "house_edge"),
        *_PRICE,
        "the expected loss per unit staked",
        percent=True,
    ),
    Quantity(
        "house edge per resolved stake|per resolved stake",
        part_of(Instance.distribution, "house_edge_resolved", "is never resolved"),
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
    Quantity("variance", part_of(Instance.distribution, "variance"), *_PRICE, "of the net win"),
    Quantity(
        "standard deviation|sd|std dev|stdev",
        lambda instance: root(instance.distribution().variance),
        *_PRICE,
        "of the net win",
    ),
    Quantity(
        "skewness|skew",
        lambda instance: root(instance.existing(instance.distribution().skewness_squared, CONSTANT)),
        *_PRICE,
        "of the net win",
    ),
    Quantity("contribution", _contribution, *_PRICE, "of a category: its probability times what it pays", percent=True),
    Quantity(
        "hit frequency|hit rate",
        part_of(Instance.distribution, "hit_frequency"),
        *_PRICE,
        "the probability of a net win",
        form=PROBABILITY,
    ),
    Quantity(
        "fair odds|fair payoff|break-even payoff",
        _fair_odds,
        *_PRICE,
        "what every win would have to pay for an expectation of 0",
        form=ODDS,
    ),
    Quantity("covariance", f"{_COUNTING}:covariance_of_two", *_BOTH, "of the net wins of two bets on the same coup"),
    Quantity("correlation", f"{_COUNTING}:correlation_of_two", *_BOTH, "of the net wins of two bets on the same coup"),
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
    Quantity("probability", f"{_COUNTING}:streak_probability", *_NEXT, form=PROBABILITY),
    Quantity("odds against", f"{_COUNTING}:streak_odds", *_NEXT, form=ODDS),
    Quantity("contribution", f"{_COUNTING}:streak_contribution", *_BET_ON),
    Quantity("expectation", f"{_COUNTING}:streak_expectation", *_BET_ON),
    Quantity("house edge", f"{_COUNTING}:streak_house_edge", *_BET_ON),
    Quantity("probability", f"{_COUNTING}:run_probability", (of.RUN,), ("ties",), form=PROBABILITY),
    Quantity(
        "worth",
        f"{_COUNTING}:match_play_worth",
        (of.MATCH_PLAY,),
        ("ties", "pays", "commission"),
        "of a match-play coupon per unit of face, if a tie takes it; with ties skipped, if a tie leaves it",
    ),
    Quantity(
        "value",
        f"{_COUNTING}:game_value",
        (of.CHEMIN_DE_FER,),
        ("model",),
        "of a coup of chemin de fer to punto, at an equilibrium; of a signal, what seeing it gains per coup",
        percent=True,
    ),
    Quantity("probability", f"{_COUNTING}:drawing_probability", (of.DRAWING,), ("model",), form=PROBABILITY),
    Quantity("count", f"{_COUNTING}:number_of_choices", (of.CHOICES,), ("model",)),
    Quantity("value", f"{_COUNTING}:value_of_signal", (of.SIGNAL,)),
    Quantity("probability", f"{_MANY}:session_probability", *_SESSION, form=PROBABILITY),
    Quantity("expectation", f"{_MANY}:session_expectation", *_SESSION),
    Quantity("variance", f"{_MANY}:session_variance", *_SESSION),
    Quantity("standard deviation", f"{_MANY}:session_deviation", *_SESSION),
    Quantity("probability", f"{_MANY}:ruin_probability", *_RUIN, form=PROBABILITY),
    Quantity(
        "duration|expected coups",
        f"{_MANY}:race_duration",
        *_RUIN,
        "of a race from a bankroll to ruin or a target: coups",
    ),
    Quantity("probability", f"{_MANY}:order_probability", (of.ORDER,), form=PROBABILITY),
    Quantity("probability", f"{_MANY}:probability_after", (of.AFTER,), form=PROBABILITY),
    Quantity("betting frequency", f"{_MANY}:perfect_frequency", *_PERFECT, form=PROBABILITY),
    Quantity("edge when betting", f"{_MANY}:perfect_edge", *_PERFECT, percent=True),
    Quantity("gain per coup", f"{_MANY}:perfect_gain", *_PERFECT, percent=True),
    Quantity(
        "variance of the expectation|spread",
        f"{_MANY}:expectation_variance",
        *_UNSEEN,
        "over every composition of the unseen cards",
    ),
    Quantity(
        "standard deviation of the expectation", f"{_MANY}:expectation_deviation", *_UNSEEN, "its root", percent=True
    ),
    Quantity("skewness of the expectation", f"{_MANY}:expectation_skewness", *_UNSEEN, "over the same compositions"),
    Quantity(
        "linear share",
        f"{_MANY}:linear_share",
        *_UNSEEN,
        "of that variance: what the best linear count sees",
        percent=True,
    ),
    Quantity("worth", f"{_MANY}:free_bet_worth", (of.FREE_BET,), ("ties", "pays", "commission")),
)


@cache
def words_for() -> dict[str, str]:
    """The measure that each word means, the measures themselves first."""
    own = {quantity.measure: quantity.measure for quantity in QUANTITIES}
    return own | {word: quantity.measure for quantity in QUANTITIES for word in quantity.words.split("|")}


def quantity_of(measure: str, kind: Phrase) -> Quantity | None:
    """The quantity of these words of a kind of subject; `None` if it has none."""
    return next((quantity for quantity in QUANTITIES if quantity.measure == measure and kind in quantity.of), None)
