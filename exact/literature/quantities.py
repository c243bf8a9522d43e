"""The register of quantities: what a claim can measure of a subject, how it is computed, and the conditions it allows.

To add a quantity, add a `Quantity` to `QUANTITIES`; a new kind of subject also goes into `exact.literature.claims.SUBJECTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, perm
from typing import Any, NamedTuple

from exact.analysis.given import joined
from exact.analysis.odds import Distribution
from exact.analysis.pricing import correlation_squared, covariance
from exact.bets.bet import Bet
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.knowledge_text import MAX_LENGTH, parse_knowledge
from exact.engine.one_shoe import count_categories, count_joint
from exact.errors import ExactError
from exact.game.cards import POINT_VALUES, Granularity
from exact.game.coup import CARDS
from exact.game.shoe import Shoe
from exact.literature import chemin_de_fer, counting, signals, streaks
from exact.literature.conditions import PAIRS_OF_HANDS
from exact.literature.subjects import Both, Deals, Hands, Streak, Subject, Wager
from exact.literature.values import Value, root
from exact.rules.named import rules_named
from exact.rules.tableau import Tableau

PROBABILITY, ODDS, NUMBER = "probability", "odds", "number"
"""What kind of number a quantity is, and so what a figure printed as "1 in N" or "N to 1" says of it."""
_ANY_DECKS = MAX_LENGTH
"""A number of decks that have more cards of every kind than knowledge can name, to check it for the infinite shoe."""

Counts = dict[tuple[int, ...], int]


class Question(NamedTuple):
    """A claim about one shoe."""

    subject: Any
    conditions: Mapping[str, Any]
    shoe: Shoe | None
    """`None` is the infinite shoe."""
    counted: Counts | None = None
    """The counts of the subject's bet on the shoe, if they are known already."""

    @property
    def tableau(self) -> Tableau:
        """The drawing tables in play."""
        return rules_named(self.conditions["rules"]).tableau

    @property
    def known(self) -> Knowledge:
        """What is known of the coup; raises `ExactError` for knowledge that contradicts itself."""
        text = self.conditions.get("given")
        return _known(text, self.shoe or Shoe.of_decks(_ANY_DECKS), self.tableau) if text else NOTHING

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The bets of the subject, each with the payoffs in play."""
        wagers = (self.subject.first, self.subject.second) if isinstance(self.subject, Both) else (self.subject,)
        return tuple(wager.on(self.conditions) for wager in wagers)

    @property
    def finite_shoe(self) -> Shoe:
        """The shoe; raises `ExactError` for the infinite one."""
        if self.shoe is None:
            raise ExactError("claim", "infinite shoe", "has no cards to remove or to count: give a number of decks")
        return self.shoe

    def counts(self) -> Counts:
        """The number of deals in each category of the bet, or in each pair of categories of two bets."""
        return self.counted or _counts(self.bets, self.shoe, self.tableau, self.known)

    def distribution(self) -> Distribution:
        """The distribution of the bet's payoff."""
        (bet,) = self.bets
        counts = self.counts()
        numbers = tuple(counts[index,] for index in range(len(bet.categories)))
        return Distribution(bet.categories, numbers, bet.payoffs(), sum(numbers))

    def probability(self) -> Fraction:
        """The probability of the event: of the category, or that the bet wins; of two, that both happen."""
        counts = self.counts()
        wagers = (self.subject.first, self.subject.second) if isinstance(self.subject, Both) else (self.subject,)
        held = [_winning(wager, bet) for wager, bet in zip(wagers, self.bets, strict=True)]
        happens = sum(
            deals
            for categories, deals in counts.items()
            if all(category in each for category, each in zip(categories, held, strict=True))
        )
        return Fraction(happens, sum(counts.values()))


def _winning(wager: Wager, bet: Bet) -> set[int]:
    if wager.category:
        return {bet.categories.index(wager.category)}
    return {index for index, payoff in enumerate(bet.payoffs()) if payoff > 0}


@lru_cache(maxsize=4096)
def _known(text: str, shoe: Shoe, tableau: Tableau) -> Knowledge:
    return joined(parse_knowledge(text), shoe, tableau)


@lru_cache(maxsize=4096)
def _counts(bets: tuple[Bet, ...], shoe: Shoe | None, tableau: Tableau, known: Knowledge) -> Counts:
    """The counts on one shoe; on the infinite shoe, in proportion.

    The number of deals is a polynomial in the number of decks, of degree n for n cards. On the infinite shoe only its
    leading coefficient counts, and n! times that is the n-th difference of its values.
    """
    if shoe is not None:
        return _counts_on(bets, shoe, tableau, known)
    cards = CARDS + len(known.later)
    limits: Counts = {}
    for step in range(cards + 1):
        sign = (-1) ** (cards - step) * comb(cards, step)
        for categories, deals in _counts_on(bets, Shoe.of_decks(cards + step), tableau, known).items():
            limits[categories] = limits.get(categories, 0) + sign * deals
    return limits


def _counts_on(bets: tuple[Bet, ...], shoe: Shoe, tableau: Tableau, known: Knowledge) -> Counts:
    if len(bets) == 1:
        return {(index,): deals for index, deals in enumerate(count_categories(bets[0], shoe, tableau, known))}
    first, second = bets
    return {(one, other): deals for (one, other), deals in count_joint(first, second, shoe, tableau, known).items()}


def _odds_against(question: Question) -> Value:
    probability = question.probability()
    if not probability:
        raise ExactError("claim", question.subject.text, "cannot happen, so there are no odds against it")
    return 1 / probability - 1


def _count(question: Question) -> Value:
    """The number of deals in which the event happens, in the unit of the claim."""
    unit = question.conditions.get("unit", (CARDS, True))
    every = Fraction(1) if isinstance(question.subject, Deals) else question.probability()
    if question.shoe is None:
        if unit != (CARDS, True):
            raise ExactError("claim", "infinite shoe", "has no cards to count: give a number of decks")
        sequences: int = len(POINT_VALUES) ** CARDS
        return every * sequences
    cards = question.shoe.cards
    if unit == PAIRS_OF_HANDS:
        return every * (comb(cards, 2) * comb(cards - 2, 2))
    number, ordered = unit
    return every * (perm(cards, number) if ordered else comb(cards, number))


def _hands(question: Question) -> Value:
    """The different hands of two cards with the total; the shoe must hold both cards."""
    held = (question.shoe or Shoe.of_decks(2)).counts
    if len(held) != Granularity.CARDS:
        raise ExactError("claim", question.subject.text, "needs a shoe known card by card: remove cards like 9h")
    pairs = combinations_with_replacement(range(Granularity.CARDS), 2)
    return Fraction(
        sum(
            (POINT_VALUES[first // 4] + POINT_VALUES[second // 4]) % 10 == question.subject.total
            for first, second in pairs
            if held[first] and held[second] and (first != second or held[first] > 1)
        )
    )


def _contribution(question: Question) -> Value:
    (bet,) = question.bets
    if not question.subject.category:
        raise ExactError("claim", question.subject.text, f"names no category: one of {', '.join(bet.categories)}")
    return question.probability() * bet.payoffs()[bet.categories.index(question.subject.category)]


def _resolved(question: Question) -> Value:
    edge = question.distribution().house_edge_resolved
    if edge is None:
        raise ExactError("claim", question.subject.text, "is never resolved")
    return edge


def _fair_odds(question: Question) -> Value:
    """What each winning category would have to pay for an expectation of 0."""
    bet = question.distribution()
    if not bet.hit_frequency:
        raise ExactError("claim", question.subject.text, "cannot win, so no payoff is fair")
    lost = sum((bet.contribution(index) for index, payoff in enumerate(bet.payoffs) if payoff < 0), Fraction(0))
    return -lost / bet.hit_frequency


def _skewness(question: Question) -> Value:
    square = question.distribution().skewness_squared
    if square is None:
        raise ExactError("claim", question.subject.text, "has a payoff that does not vary")
    return root(square)


def _covariance(question: Question) -> Fraction:
    first, second = question.bets
    counts = {(i, j): deals for (i, j), deals in question.counts().items()}
    return covariance(first.payoffs(), second.payoffs(), counts, sum(counts.values()))


def _correlation(question: Question) -> Value:
    variances = [
        question._replace(subject=wager).distribution().variance
        for wager in (question.subject.first, question.subject.second)
    ]
    square = correlation_squared(_covariance(question), *variances)
    if square is None:
        raise ExactError("claim", question.subject.text, "has a payoff that does not vary")
    return root(square)


class Quantity(NamedTuple):
    """A quantity: the words for it, what it is measured of, and its exact value."""

    measure: str
    subject: type[Subject] | Any
    compute: Callable[[Question], Value]
    conditions: tuple[str, ...]
    """The conditions it allows besides the shoe, the rules and a factor."""
    form: str = NUMBER
    """`PROBABILITY`, `ODDS` or `NUMBER`."""


_EVENT = ("given",)
_PAID = ("given", "pays", "commission")
_COUNTED = ("pays", "commission", "tags", "bets", "unseen")
_OF_BETS: dict[str, Callable[[Question], Value]] = {
    "expectation": lambda question: question.distribution().expectation,
    "house edge": lambda question: question.distribution().house_edge,
    "house edge per resolved stake": _resolved,
    "return": lambda question: 1 + question.distribution().expectation,
    "variance": lambda question: question.distribution().variance,
    "standard deviation": lambda question: root(question.distribution().variance),
    "skewness": _skewness,
    "contribution": _contribution,
}
_OF_COUNTS: dict[str, Callable[[Question], Value]] = {
    "betting correlation": lambda question: root(counting.linear_estimate(question).correlation_squared),
    "trigger": lambda question: counting.linear_estimate(question).trigger,
    "pivot": lambda question: counting.linear_estimate(question).pivot,
    "win per shoe": counting.win_per_shoe,
}
QUANTITIES = (
    *(Quantity("probability", subject, Question.probability, _EVENT, PROBABILITY) for subject in (Wager, Both)),
    *(Quantity("odds against", subject, _odds_against, _EVENT, ODDS) for subject in (Wager, Both)),
    *(Quantity("count", subject, _count, ("given", "unit")) for subject in (Wager, Both, Deals)),
    Quantity("count", Hands, _hands, ()),
    *(Quantity(measure, Wager, compute, _PAID) for measure, compute in _OF_BETS.items()),
    Quantity("hit frequency", Wager, lambda question: question.distribution().hit_frequency, _PAID, PROBABILITY),
    Quantity("fair odds", Wager, _fair_odds, _PAID, ODDS),
    Quantity("covariance", Both, _covariance, _EVENT),
    Quantity("correlation", Both, _correlation, _EVENT),
    *(Quantity(measure, Wager, compute, ("pays", "commission", "tags")) for measure, compute in _OF_COUNTS.items()),
    Quantity("betting frequency", Wager, counting.betting_frequency, _COUNTED, PROBABILITY),
    Quantity("edge when betting", Wager, counting.edge_when_betting, _COUNTED),
    Quantity("gain per coup", Wager, counting.gain_per_coup, _COUNTED),
    Quantity("probability", Streak, streaks.streak, ("ties",), PROBABILITY),
    Quantity("odds against", Streak, lambda question: 1 / streaks.streak(question) - 1, ("ties",), ODDS),
    Quantity("contribution", Streak, streaks.streak_contribution, ("ties", "pays")),
    Quantity("expectation", Streak, streaks.streak_expectation, ("ties", "pays")),
    Quantity("house edge", Streak, lambda question: -streaks.streak_expectation(question), ("ties", "pays")),
    Quantity("probability", streaks.Runs, streaks.runs_probability, ("ties",), PROBABILITY),
    Quantity("worth", streaks.MatchPlay, streaks.match_play_worth, ("ties", "pays", "commission")),
    Quantity("value", chemin_de_fer.CheminDeFer, chemin_de_fer.game_value, ("model",)),
    Quantity("probability", chemin_de_fer.Drawing, chemin_de_fer.drawing_probability, ("model",), PROBABILITY),
    Quantity("count", chemin_de_fer.Choices, chemin_de_fer.number_of_choices, ("model",)),
    Quantity("value", signals.Signal, signals.value_of_signal, ()),
)
"""Everything that a claim can say."""
MEANINGS = {
    "probability": "of an event: a bet wins, a category, a condition in parentheses, a streak, a draw at chemin de fer",
    "odds against": "the same as odds to one",
    "count": "of deals, out of N(N−1)…(N−5) unless a unit is given; of distinct two-card hands; of choices at chemin de fer",
    "expectation": "the expected net win per unit staked",
    "house edge": "the expected loss per unit staked",
    "house edge per resolved stake": "the same, divided by the probability that the bet does not push",
    "return": "what comes back of a unit staked: one plus the expectation",
    "variance": "of the net win",
    "standard deviation": "of the net win",
    "skewness": "of the net win",
    "contribution": "of a category: its probability times what it pays",
    "hit frequency": "the probability of a net win",
    "fair odds": "what every win would have to pay for an expectation of 0",
    "covariance": "of the net wins of two bets on the same coup",
    "correlation": "of the net wins of two bets on the same coup",
    "betting correlation": "of a count's tags with the effects of removal",
    "trigger": "the true count per 52 cards from which the linear estimate favours the player",
    "pivot": "the running count that means the same at every depth",
    "worth": "of a match-play coupon per unit of face, if a tie takes it; with ties skipped, if a tie leaves it",
    "value": "of a coup of chemin de fer to punto, at an equilibrium; of a signal, what seeing it gains per coup",
    "betting frequency": "of a count: how often it bets with so many cards unseen",
    "edge when betting": "of a count: the mean expectation when it bets",
    "gain per coup": "of a count: the mean gain, with or without a bet",
    "win per shoe": "named for the rows of simulations: no exact value",
}
"""What each measure is, for help and documentation."""
SYNONYMS = {
    "chance": "probability",
    "joint probability": "probability",
    "conditional probability": "probability",
    "number": "count",
    "combinations": "count",
    "permutations": "count",
    "ways": "count",
    "odds": "odds against",
    "true odds": "odds against",
    "true odds against": "odds against",
    "expected value": "expectation",
    "expected win": "expectation",
    "ev": "expectation",
    "edge": "house edge",
    "house advantage": "house edge",
    "casino advantage": "house edge",
    "per resolved stake": "house edge per resolved stake",
    "rtp": "return",
    "return to player": "return",
    "payout rate": "return",
    "sd": "standard deviation",
    "std dev": "standard deviation",
    "stdev": "standard deviation",
    "skew": "skewness",
    "fair payoff": "fair odds",
    "break-even payoff": "fair odds",
    "hit rate": "hit frequency",
    "bet frequency": "betting frequency",
    "average edge": "edge when betting",
    "mean edge": "edge when betting",
    "gain": "gain per coup",
    "win per coup": "gain per coup",
    "trigger true count": "trigger",
    "true count trigger": "trigger",
}
"""Other words for a measure."""
