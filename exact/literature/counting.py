"""What claims say of linear counts: their tags against the effects of removal, and what they gain with so many cards unseen."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from exact.analysis.count_law import cost_of
from exact.analysis.count_play import Count, Play, best_play, count_values, play_at
from exact.analysis.linear_count import LinearCount, linear_count
from exact.analysis.removal import effects_of_removal
from exact.bets.bet import Bet
from exact.errors import ExactError
from exact.game.cards import Granularity, class_of
from exact.game.shoe import Shoe
from exact.literature.values import Value
from exact.rules.tableau import Tableau

MAX_SECONDS = 20
"""The longest estimate for the count of a claim."""


def linear_estimate(question: Any) -> LinearCount:
    """The count with the tags of the claim, on its bet; ``question`` is a `exact.literature.quantities.Question`."""
    (bet,) = question.bets
    effects = effects_of_removal(bet, question.finite_shoe, question.tableau)
    classes = effects.shoe.granularity
    by_value = _tags_by_value(question)
    count = linear_count([by_value[class_of(index, classes, Granularity.VALUES)] for index in range(classes)], effects)
    if count is None:
        raise ExactError("claim", question.subject.text, "does not depend on these tags")
    return count


def betting_frequency(question: Any) -> Value:
    """How often the count bets."""
    return _play_of(question).frequency


def edge_when_betting(question: Any) -> Value:
    """The mean expectation of the bet when the count bets."""
    edge = _play_of(question).edge
    if edge is None:
        raise ExactError("claim", question.subject.text, "has no edge: the count never bets")
    return edge


def gain_per_coup(question: Any) -> Value:
    """The mean gain per coup, with or without a bet."""
    return _play_of(question).gain


def win_per_shoe(question: Any) -> Value:
    """No exact value: where the coups of a shoe begin depends on its cards."""
    raise ExactError(
        "claim", question.subject.text, "has no exact value here: only a simulation of whole shoes gives it"
    )


def _tags_by_value(question: Any) -> tuple[Fraction, ...]:
    if "tags" not in question.conditions:
        raise ExactError("claim", question.subject.text, "needs the tags of the count: tags 0 0 0 -1 -1 -1 -1 2 2 0")
    tags = question.conditions["tags"]
    return tags[-1], *tags[:-1]


def _play_of(question: Any) -> Play:
    (bet,) = question.bets
    tags, shoe = _tags_by_value(question), question.finite_shoe
    if "unseen" not in question.conditions:
        bound = "needs a number of unseen cards, such as 52 unseen: over whole shoes only a simulation gives it"
        raise ExactError("claim", question.subject.text, bound)
    unseen = question.conditions["unseen"]
    return _play(bet, tags, shoe, question.tableau, unseen, question.conditions.get("bets"))


@lru_cache(maxsize=256)
def _play(
    bet: Bet, tags: tuple[Fraction, ...], shoe: Shoe, tableau: Tableau, unseen: int, trigger: Fraction | None
) -> Play:
    """The play from a true count, or from the one that gains most."""
    if unseen <= shoe.cards:
        seconds = cost_of(tags, Granularity.VALUES, shoe, [unseen])[1]
        if seconds > MAX_SECONDS:
            raise ExactError(
                "claim", unseen, f"unseen cards and these tags take about {seconds:.0f} seconds: at most {MAX_SECONDS}"
            )
    (values,) = count_values(bet, Count(tags, Granularity.VALUES), shoe, tableau, [unseen])
    return best_play(values) if trigger is None else play_at(trigger, values)
