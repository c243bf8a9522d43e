"""The quantities of successive coups and of unseen cards: sessions, ruin, dependence, perfect play, the expectation.

The coups of a session and of a race to ruin are independent, each from a fresh shoe, for a stake of one unit.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial

from exact.analysis.dependence import joint_distribution
from exact.analysis.expectation_variance import THIRD, VARIANCE, ExpectationVariance, expectation_variances
from exact.analysis.perfect_play import PerfectPlay
from exact.analysis.rank_play import PerfectRun
from exact.analysis.sessions.distributions import (
    MAX_COUPS,
    ResultDistribution,
    distribution_of_bets,
    distribution_of_coups,
)
from exact.analysis.sessions.ruin import Race, race, ruin_ever
from exact.analysis.sessions.stopped import play_limits
from exact.arithmetic import Value, between
from exact.bets.catalogue import find_bet
from exact.errors import ExactError
from exact.game import Outcome
from exact.inputs import parse_whole
from exact.questions.counting import MAX_SECONDS, bets_named, linear_estimate
from exact.questions.instance import Instance
from exact.questions.quantities import CONSTANT, part_of, root_of
from exact.questions.subjects import outcome_named
from exact.records import replace
from exact.workers.tasks import HERE

_DIGITS = 40  #: The decimals within which bounds lie, where no exact value is at hand
_ONE = Fraction(1)
_MOST_IN_ORDER = 4
_UNSEEN = "needs a number of unseen cards, such as 52 unseen"


def coups_named(text: str) -> int:
    """A number of coups of a session; raises `ExactError` for more than a session may have."""
    return parse_whole(text, "claim", 1, MAX_COUPS)


def outcomes_named(text: str) -> tuple[str, ...]:
    """Outcomes of successive coups; raises `ExactError` for other words, and for more than four."""
    outcomes = tuple(map(outcome_named, text.split()))
    if len(outcomes) > _MOST_IN_ORDER:
        raise ExactError("claim", text, f"is {len(outcomes)} coups; the bound is {_MOST_IN_ORDER}")
    return outcomes


def bets_to_choose(text: str) -> tuple[str, ...]:
    """A bet, or several in parentheses; errors are those of `bets_named`."""
    return bets_named(text[1:-1] if text.startswith("(") and text.endswith(")") else text)


@lru_cache(maxsize=64)
def _session(instance: Instance) -> ResultDistribution:
    return distribution_of_coups(_coup(instance), instance.subject["coups"], _DIGITS)


def _coup(instance: Instance) -> ResultDistribution:
    (bet,) = instance.bets
    decided = "ties" in instance.conditions
    return distribution_of_bets([bet], [_ONE], instance.finite_shoe, instance.tableau, decided=decided)


def session_probability(instance: Instance) -> Value:
    """The probability of a net win of so many units or more, or of so many or fewer."""
    net = {name: instance.conditions[name] for name in ("least", "most") if name in instance.conditions}
    if len(net) != 1:
        raise instance.error("needs one net win: winning 10 or more, or losing 20 or more")
    conditions = {name: value for name, value in instance.conditions.items() if name not in net}
    session = _session(replace(instance, conditions=conditions))
    return between(*session.within(net.get("least"), net.get("most")))


def _of_session(part: str) -> Callable[[Instance], Fraction]:
    """Of the net win of the session, in units, from that of a coup."""
    return lambda instance: instance.subject["coups"] * getattr(_coup(instance), part)


session_expectation, session_variance = _of_session("mean"), _of_session("variance")
session_deviation = root_of(session_variance)


def _race(instance: Instance) -> Race | None:
    """The race between ruin and a target; `None` without a target."""
    coup, amounts = _coup(instance), {"bankroll": instance.subject["bankroll"]}
    if "target" in instance.conditions:
        amounts["target"] = instance.conditions["target"]
    (low, high), _ruin = play_limits(coup, _ONE, amounts)
    return None if low is None or high is None else race(coup, low, high, _DIGITS)


def ruin_probability(instance: Instance) -> Value:
    """The probability that the bankroll no longer covers a stake of one unit: before the target, or ever."""
    if against := _race(instance):
        return between(*against.probability)
    coup = _coup(instance)
    _limits, ruin = play_limits(coup, _ONE, {"bankroll": instance.subject["bankroll"]})
    return between(*ruin_ever(coup, instance.existing(ruin, "has no end"), _DIGITS))


def race_duration(instance: Instance) -> Value:
    """The expected number of coups until ruin or the target."""
    return between(*instance.existing(_race(instance), "needs a target, such as target 40").coups)


_sequences = lru_cache(maxsize=64)(joint_distribution)


def _of_order(part: str, instance: Instance, coups: int = 0) -> Fraction:
    """Of the first coups of one shoe, that they have these outcomes, from the distribution of all or of so many."""
    outcomes = tuple(map(Outcome, instance.subject["outcomes"]))
    distribution = _sequences(instance.finite_shoe, instance.tableau, coups or len(outcomes))
    return Fraction(getattr(distribution, part)(outcomes))


order_probability, order_count = partial(_of_order, "probability"), partial(_of_order, "count")
independent_probability = partial(_of_order, "independent", coups=1)


def probability_after(instance: Instance) -> Fraction:
    """The probability of an outcome of the next coup of a shoe, given those of the coups before it."""
    history = tuple(map(Outcome, instance.subject["outcomes"]))
    if len(history) >= _MOST_IN_ORDER:
        raise instance.error(f"follows {len(history)} coups; the bound is {_MOST_IN_ORDER - 1}")
    following = _sequences(instance.finite_shoe, instance.tableau, len(history) + 1).following(history)
    return instance.existing(following, "cannot happen")[Outcome(instance.subject["winner"])]


@lru_cache(maxsize=64)
def _perfect(instance: Instance) -> PerfectPlay:
    bets, unseen = tuple(map(find_bet, instance.subject["bets"])), instance.stated("unseen", _UNSEEN)
    run = PerfectRun(bets=bets, shoe=instance.finite_shoe, tableau=instance.tableau, unseen=(unseen,))
    plans = run.plans()
    if run.takes_long and (seconds := plans()[0].core_seconds) > MAX_SECONDS:
        bound = f"unseen cards take about {seconds:.0f} seconds: at most {MAX_SECONDS}; exact perfect takes longer"
        raise ExactError("claim", unseen, bound)
    (play,) = run.plays(HERE, lambda _unseen: None)
    return play


perfect_frequency = part_of(_perfect, "positive")
perfect_edge = part_of(_perfect, "edge", "has no edge: the expectation is never positive")
perfect_gain = part_of(_perfect, "gain")


@lru_cache(maxsize=64)
def _moments(instance: Instance, order: int) -> ExpectationVariance:
    (bet,), unseen = instance.bets, instance.stated("unseen", _UNSEEN)
    (moments,) = expectation_variances(bet, instance.finite_shoe, instance.tableau, [unseen], order)
    return moments


expectation_variance = part_of(partial(_moments, order=VARIANCE), "variance")
linear_share = part_of(partial(_moments, order=VARIANCE), "linear_share", CONSTANT)


def _correlation_squared(instance: Instance) -> Fraction:
    """Of the running count: with unseen cards, it correlates only with the linear part of the expectation."""
    share: Fraction = linear_share(instance) if "unseen" in instance.conditions else _ONE
    return share * linear_estimate(instance).correlation_squared


betting_correlation = root_of(_correlation_squared)
expectation_deviation = root_of(expectation_variance)
expectation_skewness = root_of(part_of(partial(_moments, order=THIRD), "skewness_squared", CONSTANT))
