"""The register of quantities, each of which an `exact.questions.instance.Instance` computes.

To add a quantity, add a row to `QUANTITIES`, and a new measure to `MEANINGS`: nothing else names it, and
``scripts/build_readme.py docs/reference/claims.md`` prints the page of the notation again. A function of another module
is named by its module, which is imported when somebody asks for the quantity.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from math import comb, perm
from typing import Any

from exact.answers.text import _
from exact.arithmetic import Value, root
from exact.errors import ExactError
from exact.game import CARDS, POINT_VALUES
from exact.questions import subjects as of
from exact.questions.conditions import PAIRS_OF_HANDS
from exact.questions.grammar import Phrase, function_named
from exact.questions.instance import Instance
from exact.records import Record

PROBABILITY, ODDS, NUMBER, SHARE, RATE = "probability", "odds", "number", "share", "rate"
"""What a quantity is, and so what a figure printed as "1 in N" says of it.

People print a share of a stake as a percentage, and a rate as a decimal or as a percentage.
"""

MEANINGS = {
    "probability": "of an event: a bet wins, a category, a condition in parentheses, a streak, a draw at chemin de fer",
    "odds against": "the same as odds to one",
    "count": "of deals, out of N(N−1)…(N−5) unless a unit is given; of distinct two-card hands; "
    "of choices at chemin de fer; of deals of 6 cards for each of the first coups",
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
    "betting correlation": "of a count's tags with the effects of removal; of the running count with the "
    "expectation, with so many cards unseen",
    "trigger": "the true count per 52 cards from which the linear estimate favours the player",
    "pivot": "the running count that means the same at every depth",
    "bets per shoe": "of a count over a shoe with a cut card: approximately, as in exact count",
    "win per shoe": "likewise; a figure without its cut card, from a simulation, has no exact value",
    "betting frequency": "of a count: how often it bets with so many cards unseen, or over a shoe with a cut card",
    "edge when betting": "of a count: the mean expectation when it bets",
    "gain per coup": "of a count: the mean gain, with or without a bet",
    "worth": "of a match-play coupon per unit of face, if a tie takes it; with ties skipped, if a tie leaves it",
    "value": "of a coup of chemin de fer to punto, at an equilibrium; of baccara banque to the banker, per unit of all "
    "stakes, against players who agree; of a signal, what seeing it gains per coup; of a choice, what it wins per coup "
    "at even money beyond the other, if all else follows the rules",
    "duration": "of a race from a bankroll to ruin or a target: coups",
    "variance of the expectation": "over every composition of the unseen cards",
    "standard deviation of the expectation": "its root",
    "skewness of the expectation": "over the same compositions",
    "break-even meter": "the amount of a jackpot at which the bet has no house edge",
    "hit probability": "that a coup pays the largest share of the jackpot",
    "coups between hits": "the mean number, at every table that deals to the jackpot",
    "mean meter": "of a jackpot, when it is hit and at any other time",
    "long-run house edge": "of a bet on jackpots, with every meter at its mean",
    "linear share": "of that variance: what the best linear count sees",
}
"""Every measure, and what help says of it."""
_SYNONYMS = {
    "probability": "p|pr|chance|joint probability|conditional probability",
    "odds against": "odds|true odds|true odds against",
    "count": "number|combinations|permutations|ways",
    "expectation": "expected value|expected win|ev",
    "house edge": "edge|house advantage|casino advantage",
    "house edge per resolved stake": "per resolved stake",
    "return": "rtp|return to player|payout rate",
    "standard deviation": "sd|std dev|stdev",
    "skewness": "skew",
    "hit frequency": "hit rate",
    "fair odds": "fair payoff|break-even payoff",
    "trigger": "trigger true count|true count trigger",
    "betting frequency": "bet frequency",
    "edge when betting": "average edge|mean edge",
    "gain per coup": "gain|win per coup",
    "win per shoe": "gain per shoe",
    "duration": "expected coups",
    "variance of the expectation": "spread",
}
MEASURES = {measure: measure for measure in MEANINGS}
MEASURES |= {word: measure for measure, words in _SYNONYMS.items() for word in words.split("|")}
"""The measure that each word means, the measures themselves first."""


class Quantity(Record, eq=False):
    """A measure of some kinds of subjects."""

    measure: str  #: Its name: a key of `MEANINGS`
    value: Callable[[Instance], Value] | str
    """The exact value of a question about one shoe, or the name of the function: ``module:function``."""
    of: tuple[Phrase, ...]
    allows: tuple[str, ...] = ()  #: The conditions it allows besides the shoe, the rules and a factor
    kind: str = NUMBER  #: `PROBABILITY`, `ODDS`, `NUMBER`, `SHARE` or `RATE`
    methods: str = ""  #: The two that compute it, this and that of ``test_second_methods.py``; empty for one alone

    @property
    def form(self) -> str:
        """What kind of number it is: a share and a rate are numbers."""
        return NUMBER if self.kind in (SHARE, RATE) else self.kind

    def compute(self, instance: Instance) -> Value:
        """The exact value; raises `ExactError` for a quantity that the shoe does not have."""
        computed: Value = function_named(self.value)(instance)
        return computed


def part_of(measured: Callable[[Instance], object], name: str, missing: str = "") -> Callable[[Instance], Any]:
    """What computes the part ``name`` of a result; if that is `None`, the error is ``missing``."""

    def compute(instance: Instance) -> Any:
        return instance.existing(getattr(measured(instance), name), missing)

    return compute


def root_of(measured: Callable[[Instance], Any]) -> Callable[[Instance], Value]:
    """What computes the root of a result, with its sign."""
    return lambda instance: root(measured(instance))


_price = partial(part_of, Instance.distribution)


def odds_against(probability: Callable[[Instance], Fraction]) -> Callable[[Instance], Value]:
    """What computes the odds against an event."""

    def compute(instance: Instance) -> Value:
        chance = instance.existing(probability(instance) or None, "cannot happen, so there are no odds against it")
        return 1 / chance - 1

    return compute


def _count(instance: Instance) -> Value:
    """The number of deals in which the event happens, in the unit of the question."""
    unit = instance.conditions.get("unit", (CARDS, True))
    every = instance.probability() if instance.wagers else Fraction(1)
    if "given" in instance.conditions:
        if unit != (CARDS, True) or not instance.wagers:
            bound = "has no such count given what is known: only a bet or an event has one, without a unit"
            raise instance.error(bound)
        return every * sum(instance.counts().values())
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
    """That of the category, or of the only one that wins."""
    (bet,), (wager,) = instance.bets, instance.wagers
    winning = [name for name, payoff in zip(bet.categories, bet.payoffs(), strict=True) if payoff > 0]
    if not wager.category and len(winning) != 1:
        raise instance.error(f"names no category: one of {', '.join(bet.categories)}")
    paid: Fraction = bet.payoffs()[bet.categories.index(wager.category or winning[0])]
    return instance.probability() * paid


def _fair_odds(instance: Instance) -> Value:
    """What each winning category would have to pay for an expectation of 0."""
    bet = instance.distribution()
    if not bet.hit_frequency:
        raise instance.error("cannot win, so no payoff is fair")
    lost = sum((bet.contribution(index) for index, payoff in enumerate(bet.payoffs) if payoff < 0), Fraction(0))
    return -lost / bet.hit_frequency


APPROXIMATE = _(
    "as if successive coups used independent numbers of cards, to first order; no digit is beyond the error. The first "
    "card and as many as it counts are burned. Simulate whole shoes with exact study."
)
CONSTANT = "has a payoff that does not vary"
DEALS, LISTED = "polynomial, every deal", "formula, enumeration"
_COUPS, _RUINED = "formula, every sequence of coups", "linear equations, formula"
_ORDERED, _SIGNALS = "sums over cards used, every coup after every coup", "sums over known cards, every deal"
_COMPOSED, _LINEAR = "sums over compositions, every set of unseen cards", "effects of removal, regression"
_ROUNDS = "formula, every round at every table"
CHANGED, SOLVED = "prices of both actions, changed tableau", "linear equations, best replies"
CERTIFIED = "best replies, linear program"
_TERMS = "pays", "meter", "commission"
_PAID = ("given", *_TERMS)
_EVENT = (of.BET, of.TWO_BETS), ("given",)
_SHARE, _MOMENT = ((of.BET,), _PAID, SHARE, DEALS), ((of.BET,), _PAID, NUMBER, DEALS)
_TWO = (of.TWO_BETS,), ("given",), NUMBER, DEALS
_TAGS = (of.BET,), (*_TERMS, "tags"), NUMBER, _LINEAR
_COUNTED = (of.BET,), (*_TERMS, "tags", "trigger", "unseen", "cut")
_WHOLE_SHOE = (of.BET,), (*_TERMS, "tags", "trigger", "cut")
_STREAK, _PAID_STREAK = ((of.STREAK,), ("ties",)), ((of.STREAK,), ("ties", "pays"))
_SESSION = (of.SESSION,), ("ties", *_TERMS, "least", "most")
_RUIN = (of.RUIN,), (*_TERMS, "target")
_PERFECT = (of.PERFECT,), ("unseen",)
_UNSEEN = (of.BET,), (*_TERMS, "unseen")
_METER = (of.BET,), ("meter",)
_COUPON = ("ties", "pays", "commission")  #: Kinds of subjects, and the conditions that quantities of theirs allow
_ONE, _MANY = "exact.questions.counting", "exact.questions.many_coups"

QUANTITIES = (
    Quantity("probability", Instance.probability, *_EVENT, PROBABILITY, DEALS),
    Quantity("odds against", odds_against(Instance.probability), *_EVENT, ODDS, DEALS),
    Quantity("count", _count, (of.BET, of.TWO_BETS, of.DEALS), ("given", "unit"), methods=DEALS),
    Quantity("count", f"{_ONE}:distinct_hands", (of.HANDS,), methods=LISTED),
    Quantity("expectation", _price("expectation"), *_SHARE),
    Quantity("house edge", _price("house_edge"), *_SHARE),
    Quantity("house edge per resolved stake", _price("house_edge_resolved", "is never resolved"), *_SHARE),
    Quantity("return", lambda instance: 1 + instance.distribution().expectation, *_SHARE),
    Quantity("variance", _price("variance"), *_MOMENT),
    Quantity("standard deviation", root_of(_price("variance")), *_MOMENT),
    Quantity("skewness", root_of(_price("skewness_squared", CONSTANT)), *_MOMENT),
    Quantity("contribution", _contribution, *_SHARE),
    Quantity("hit frequency", _price("hit_frequency"), (of.BET,), _PAID, PROBABILITY, DEALS),
    Quantity("fair odds", _fair_odds, (of.BET,), _PAID, ODDS, DEALS),
    Quantity("covariance", f"{_ONE}:covariance_of_two", *_TWO),
    Quantity("correlation", f"{_ONE}:correlation_of_two", *_TWO),
    Quantity("betting correlation", f"{_MANY}:betting_correlation", (of.BET,), (*_TAGS[1], "unseen"), methods=_LINEAR),
    Quantity("trigger", f"{_ONE}:trigger", *_TAGS),
    Quantity("pivot", f"{_ONE}:pivot", *_TAGS),
    Quantity("bets per shoe", f"{_ONE}:bets_per_shoe", *_WHOLE_SHOE),
    Quantity("win per shoe", f"{_ONE}:win_per_shoe", *_WHOLE_SHOE),
    Quantity("betting frequency", f"{_ONE}:betting_frequency", *_COUNTED, PROBABILITY, _COMPOSED),
    Quantity("edge when betting", f"{_ONE}:edge_when_betting", *_COUNTED, SHARE, _COMPOSED),
    Quantity("gain per coup", f"{_ONE}:gain_per_coup", *_COUNTED, SHARE, _COMPOSED),
    Quantity("probability", f"{_ONE}:streak_probability", *_STREAK, PROBABILITY, _COUPS),
    Quantity("odds against", f"{_ONE}:streak_odds", *_STREAK, ODDS, _COUPS),
    Quantity("contribution", f"{_ONE}:streak_contribution", *_PAID_STREAK, RATE, _COUPS),
    Quantity("expectation", f"{_ONE}:streak_expectation", *_PAID_STREAK, RATE, _COUPS),
    Quantity("house edge", f"{_ONE}:streak_house_edge", *_PAID_STREAK, RATE, _COUPS),
    Quantity("probability", f"{_ONE}:run_probability", (of.RUN,), ("ties",), PROBABILITY, _COUPS),
    Quantity("worth", f"{_ONE}:match_play_worth", (of.MATCH_PLAY,), _COUPON, RATE, _COUPS),
    Quantity("value", f"{_ONE}:game_value", (of.CHEMIN_DE_FER,), ("model",), SHARE, SOLVED),
    Quantity("value", f"{_ONE}:banque_value", (of.BANQUE,), ("model", "stakes"), SHARE, CERTIFIED),
    Quantity("probability", f"{_ONE}:drawing_probability", (of.DRAWING,), ("model",), PROBABILITY, SOLVED),
    Quantity("value", f"{_ONE}:value_of_choice", (of.DRAWING,), (), SHARE, CHANGED),
    Quantity("count", f"{_ONE}:number_of_choices", (of.CHOICES,), ("model",), methods=LISTED),
    Quantity("value", f"{_ONE}:value_of_signal", (of.SIGNAL,), (), RATE, _SIGNALS),
    Quantity("probability", f"{_MANY}:session_probability", *_SESSION, PROBABILITY, _COUPS),
    Quantity("expectation", f"{_MANY}:session_expectation", *_SESSION, methods=_COUPS),
    Quantity("variance", f"{_MANY}:session_variance", *_SESSION, methods=_COUPS),
    Quantity("standard deviation", f"{_MANY}:session_deviation", *_SESSION, methods=_COUPS),
    Quantity("probability", f"{_MANY}:ruin_probability", *_RUIN, PROBABILITY, _RUINED),
    Quantity("duration", f"{_MANY}:race_duration", *_RUIN, methods=_RUINED),
    Quantity("probability", f"{_MANY}:order_probability", (of.ORDER,), (), PROBABILITY, _ORDERED),
    Quantity("count", f"{_MANY}:order_count", (of.ORDER,), methods=_ORDERED),
    Quantity("probability", f"{_MANY}:independent_probability", (of.INDEPENDENT,), (), PROBABILITY, _COUPS),
    Quantity("probability", f"{_MANY}:probability_after", (of.AFTER,), (), PROBABILITY, _ORDERED),
    Quantity("betting frequency", f"{_MANY}:perfect_frequency", *_PERFECT, PROBABILITY, _COMPOSED),
    Quantity("edge when betting", f"{_MANY}:perfect_edge", *_PERFECT, SHARE, _COMPOSED),
    Quantity("gain per coup", f"{_MANY}:perfect_gain", *_PERFECT, SHARE, _COMPOSED),
    Quantity("variance of the expectation", f"{_MANY}:expectation_variance", *_UNSEEN, methods=_COMPOSED),
    Quantity("standard deviation of the expectation", f"{_MANY}:expectation_deviation", *_UNSEEN, SHARE, _COMPOSED),
    Quantity("skewness of the expectation", f"{_MANY}:expectation_skewness", *_UNSEEN, methods=_COMPOSED),
    Quantity("linear share", f"{_MANY}:linear_share", *_UNSEEN, SHARE, _COMPOSED),
    Quantity("break-even meter", f"{_ONE}:break_even_meter", *_METER, methods=_ROUNDS),
    Quantity("hit probability", f"{_ONE}:hit_probability", *_METER, PROBABILITY, _ROUNDS),
    Quantity("coups between hits", f"{_ONE}:coups_between_hits", *_METER, methods=_ROUNDS),
    Quantity("mean meter", f"{_ONE}:mean_meter", *_METER, methods=_ROUNDS),
    Quantity("long-run house edge", f"{_ONE}:long_run_edge", *_METER, SHARE, _ROUNDS),
    Quantity("worth", f"{_ONE}:free_bet_worth", (of.FREE_BET,), _COUPON, RATE, _COUPS),
)


@cache
def quantity_of(measure: str, kind: Phrase) -> Quantity | None:
    """The quantity of these words of a kind of subject; `None` if it has none."""
    return next((quantity for quantity in QUANTITIES if quantity.measure == measure and kind in quantity.of), None)
