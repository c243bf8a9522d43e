"""The register of quantities, and `Instance`, the question about one shoe that each of them computes.

To add a quantity, add an entry to `QUANTITIES`: nothing else names it. A function of another module is named by its
module, which is imported when somebody asks for the quantity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, perm
from typing import Any, TypeVar

from exact.analysis.odds import Distribution, OutcomeOdds, odds_of_infinite_shoe, odds_of_shoe
from exact.arithmetic import Value, root
from exact.errors import ExactError
from exact.game import CARDS, POINT_VALUES
from exact.game.shoe import Shoe
from exact.questions.conditions import PAIRS_OF_HANDS
from exact.questions.grammar import Subject, SubjectKind, function_named
from exact.questions.subjects import (
    AFTER,
    BET,
    CHEMIN_DE_FER,
    CHOICES,
    DEALS,
    DRAWING,
    FREE_BET,
    HANDS,
    MATCH_PLAY,
    ORDER,
    PERFECT,
    RUIN,
    RUN,
    SESSION,
    SIGNAL,
    STREAK,
    TWO_BETS,
    Counts,
    Wager,
    of_wager,
    rules_in_play,
)
from exact.rules import Tableau

T = TypeVar("T")
PROBABILITY, ODDS, NUMBER = "probability", "odds", "number"
"""What kind of number a quantity is, and so what a figure printed as "1 in N" or "N to 1" says of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """A question about one shoe."""

    subject: Subject
    conditions: Mapping[str, Any]
    """The value of each condition by name, with the rules."""
    shoe: Shoe | None
    """`None` is the infinite shoe."""
    counted: Counts | None = None
    """The counts of the subject's bet on the shoe, if they are known already."""

    def about(self, wager: Wager) -> Instance:
        """The same about one bet."""
        return replace(self, subject=of_wager(wager))

    def on(self, shoe: Shoe) -> Instance:
        """The same about another shoe."""
        return replace(self, shoe=shoe, counted=None)

    def error(self, bound: str) -> ExactError:
        """The error that the subject breaks this bound."""
        return ExactError("claim", self.subject.text, bound)

    def existing(self, value: T | None, bound: str) -> T:
        """``value``; the error of this bound if there is none."""
        if value is None:
            raise self.error(bound)
        return value

    @property
    def tableau(self) -> Tableau:
        """The drawing tables in play."""
        return rules_in_play(self.conditions["rules"]).tableau

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The bets of the subject by name."""
        return tuple(value for value in self.subject.values.values() if isinstance(value, Wager))

    @property
    def bets(self) -> tuple[Any, ...]:
        """The bets of the subject, each with the payoffs in play."""
        return tuple(wager.on(self.conditions) for wager in self.wagers)

    @property
    def finite_shoe(self) -> Shoe:
        """The shoe; raises `ExactError` for the infinite one."""
        return finite(self.shoe)

    def counts(self) -> Counts:
        """The number of deals in each category of the bet, or in each pair of categories of two bets."""
        from exact.questions.bets import deals_by_category  # main bets of a plain shoe need nothing of it

        return self.counted or deals_by_category(self.bets, self.conditions, self.shoe, self.tableau)

    def distribution(self) -> Distribution:
        """The distribution of the bet's payoff."""
        (wager,) = self.wagers
        outcome, tableau = wager.outcome(self.conditions), self.tableau
        if outcome and not tableau.ranks:
            return _odds(self.shoe, tableau).price(outcome, wager.rules(self.conditions))
        (bet,) = self.bets
        counts = self.counts()
        numbers = tuple(counts[index,] for index in range(len(bet.categories)))
        return Distribution(bet.categories, numbers, bet.payoffs(), sum(numbers))

    def probability(self) -> Fraction:
        """The probability of the event: of the category, or that the bet wins; of two, that both happen."""
        wagers = self.wagers
        if len(wagers) == 1 and not wagers[0].category:
            outcome, tableau = wagers[0].outcome(self.conditions), self.tableau
            if outcome and not tableau.ranks:
                return _odds(self.shoe, tableau).probability(outcome)
            return self.distribution().hit_frequency
        counts = self.counts()
        held = [_winning(wager, bet) for wager, bet in zip(wagers, self.bets, strict=True)]
        happens = sum(
            deals
            for categories, deals in counts.items()
            if all(category in each for category, each in zip(categories, held, strict=True))
        )
        return Fraction(happens, sum(counts.values()))


def finite(shoe: Shoe | None) -> Shoe:
    """The shoe; raises `ExactError` for the infinite one."""
    if shoe is None:
        raise ExactError("claim", "infinite shoe", "has no cards to remove or to count: give a number of decks")
    return shoe


@lru_cache(maxsize=4096)
def _odds(shoe: Shoe | None, tableau: Tableau) -> OutcomeOdds:
    return odds_of_infinite_shoe(tableau) if shoe is None else odds_of_shoe(shoe, tableau)


def _winning(wager: Wager, bet: Any) -> set[int]:
    if wager.category:
        return {bet.categories.index(wager.category)}
    return {index for index, payoff in enumerate(bet.payoffs()) if payoff > 0}


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
_EVENT = (BET, TWO_BETS), ("given",)
_PRICE = (BET,), ("given", "pays", "commission")
_BOTH = (TWO_BETS,), ("given",)
_COUNT = (BET,), ("pays", "commission", "tags")
_COUNTED = (BET,), ("pays", "commission", "tags", "trigger", "unseen")
_NEXT, _BET_ON = ((STREAK,), ("ties",)), ((STREAK,), ("ties", "pays"))
"""Kinds of subjects, and the conditions that quantities of theirs allow."""
_SESSION = (SESSION,), ("pays", "commission", "least", "most")
_RUIN = (RUIN,), ("pays", "commission", "target")
_PERFECT = (PERFECT,), ("unseen",)
_UNSEEN = (BET,), ("pays", "commission", "unseen")
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
        (BET, TWO_BETS, DEALS),
        ("given", "unit"),
        "of deals, out of N(N−1)…(N−5) unless a unit is given; of distinct two-card hands; of choices at chemin de fer",
    ),
    Quantity("count", f"{_COUNTING}:distinct_hands", (HANDS,)),
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
    Quantity("probability", f"{_COUNTING}:run_probability", (RUN,), ("ties",), form=PROBABILITY),
    Quantity(
        "worth",
        f"{_COUNTING}:match_play_worth",
        (MATCH_PLAY,),
        ("ties", "pays", "commission"),
        "of a match-play coupon per unit of face, if a tie takes it; with ties skipped, if a tie leaves it",
    ),
    Quantity(
        "value",
        f"{_COUNTING}:game_value",
        (CHEMIN_DE_FER,),
        ("model",),
        "of a coup of chemin de fer to punto, at an equilibrium; of a signal, what seeing it gains per coup",
        percent=True,
    ),
    Quantity("probability", f"{_COUNTING}:drawing_probability", (DRAWING,), ("model",), form=PROBABILITY),
    Quantity("count", f"{_COUNTING}:number_of_choices", (CHOICES,), ("model",)),
    Quantity("value", f"{_COUNTING}:value_of_signal", (SIGNAL,)),
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
    Quantity("probability", f"{_MANY}:order_probability", (ORDER,), form=PROBABILITY),
    Quantity("probability", f"{_MANY}:probability_after", (AFTER,), form=PROBABILITY),
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
    Quantity("worth", f"{_MANY}:free_bet_worth", (FREE_BET,), ("ties", "pays", "commission")),
)


@cache
def words_for() -> dict[str, str]:
    """The measure that each word means, the measures themselves first."""
    own = {quantity.measure: quantity.measure for quantity in QUANTITIES}
    return own | {word: quantity.measure for quantity in QUANTITIES for word in quantity.words.split("|")}


def quantity_of(measure: str, kind: SubjectKind) -> Quantity | None:
    """The quantity of these words of a kind of subject; `None` if it has none."""
    return next((quantity for quantity in QUANTITIES if quantity.measure == measure and kind in quantity.of), None)
