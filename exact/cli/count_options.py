"""Linear counts on the command line: how tags, triggers and conventions are written, and how an answer states them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.best_tags import BestTags
from exact.analysis.count_play import ROUNDINGS, UNITS, Count
from exact.answers.answer import Parameter
from exact.answers.text import _
from exact.bets.bet import Bet
from exact.errors import ExactError
from exact.game.cards import Granularity, class_names, parse_card
from exact.inputs import near_misses, parse_number

BEST = "best"
MAX_TAG = 1000
MAX_TRIGGER = 10**6


class Counted(NamedTuple):
    """A bet and its count."""

    bet: Bet
    linear: Count
    trigger: Fraction | None
    """`None` for the best at every number of unseen cards."""

    @property
    def name(self) -> str:
        """The name of the bet, and of the pay table that was chosen."""
        return self.bet.name if self.bet.pay_table is None else f"{self.bet.name}:{self.bet.pay_table}"


def counted_bets(
    arguments: argparse.Namespace, bets: Sequence[Bet], search: Callable[[], list[BestTags]]
) -> tuple[list[Counted], list[BestTags]]:
    """The bets, each with its count, and what ``search`` has found if no tags are given; it begins when all else is checked."""
    if arguments.round not in ROUNDINGS:
        raise ExactError("round", arguments.round, f"is not a way to round: {near_misses(arguments.round, ROUNDINGS)}")
    if arguments.unit not in map(str, UNITS):
        raise ExactError("unit", arguments.unit, f"must be {' or '.join(map(str, UNITS))}")
    given = getattr(arguments, "given_options", ())
    for name in ("round", "unit"):
        if arguments.running and name in given:
            raise ExactError(name, getattr(arguments, name), "is for the true count: leave it out, or --running")
    triggers = [
        None if trigger.strip() == BEST else parse_number(trigger, "trigger", MAX_TRIGGER)
        for trigger in _for_each("trigger", arguments.trigger, ",", bets)
    ]
    initials = [
        parse_number(text, "initial", MAX_TRIGGER) for text in _for_each("initial", arguments.initial, ",", bets)
    ]
    found = search()
    if found:
        tags = [(Granularity.VALUES, tuple(map(Fraction, one.tags))) for one in found]
    else:
        tags = [_tags(text) for text in _for_each("tags", arguments.tags, ";", bets)]
    counted = []
    for bet, (granularity, by_class), trigger, initial in zip(bets, tags, triggers, initials, strict=True):
        count = Count(by_class, granularity, initial, arguments.running, arguments.round, int(arguments.unit))
        counted.append(Counted(bet, count, trigger))
    return counted, found


def _for_each(name: str, text: str, separator: str, bets: Sequence[Bet]) -> list[str]:
    """The entries for the bets: one for each, or the same for all."""
    entries = text.split(separator)
    if len(entries) not in (1, len(bets)):
        raise ExactError(
            name, text, f"gives {len(entries)} for a number of bets that is {len(bets)}: give one, or one each"
        )
    return entries * (len(bets) // len(entries))


def _tags(text: str) -> tuple[Granularity, tuple[Fraction, ...]]:
    """The tags by class of cards, from numbers in order or from names."""
    if not text.strip():
        raise ExactError("tags", "nothing", "is no count")
    entries = text.split(",")
    if "=" in text:
        return _named_tags(entries)
    widths = {int(granularity): granularity for granularity in Granularity}
    if len(entries) not in widths:
        bound = (
            f"has {len(entries)} tags, but must have ten, for ace to nine and ten, or thirteen, for ace to king, or 52, or "
            "name the cards: 9=1,Kd=-1/2"
        )
        raise ExactError("tags", text, bound)
    tags = [parse_number(entry, "tags", MAX_TAG) for entry in entries]
    if len(tags) == Granularity.VALUES:
        tags = [tags[-1], *tags[:-1]]  # the ten-valued cards are class 0
    return widths[len(entries)], tuple(tags)


def _named_tags(entries: Sequence[str]) -> tuple[Granularity, tuple[Fraction, ...]]:
    named: dict[tuple[Granularity, int], Fraction] = {}
    for entry in entries:
        name, equals, number = entry.partition("=")
        card = parse_card(name.strip(), "tags")
        if not equals or card[0] is Granularity.VALUES:
            raise ExactError("tags", entry, "must be a rank or a card and its tag, like 9=1 or Kd=-1/2")
        if card in named:
            raise ExactError("tags", entry, "gives a card a second tag")
        named[card] = parse_number(number, "tags", MAX_TAG)
    finest = max(granularity for granularity, _index in named)
    tags = [Fraction(0)] * finest
    for (granularity, index), tag in sorted(named.items()):  # ranks first, so that a card's own tag counts
        per_rank = finest // granularity
        tags[index * per_rank : (index + 1) * per_rank] = [tag] * per_rank
    return finest, tuple(tags)


def conventions(counted: Sequence[Counted]) -> Iterator[Parameter]:
    """The tags and all conventions, as every answer states them."""
    tags = [[str(tag) for tag in one.linear.tags] for one in counted]
    yield Parameter("tags", tags, _("Tags added for each card seen"), tuple(_tags_text(one.linear) for one in counted))
    first = counted[0].linear
    initials = [str(one.linear.initial) for one in counted]
    yield Parameter("initial", initials, _("Running count of the whole shoe"), (", ".join(initials),))
    compared = (
        _("running count") if first.running else _("true count = running count · {unit} / unseen", unit=first.unit)
    )
    yield Parameter("count", "running" if first.running else "true", _("Compared with the trigger"), (compared,))
    if not first.running:
        yield Parameter("unit", first.unit)
        yield Parameter("round", first.rounding, _("Rounding of the true count"))
    triggers = [BEST if one.trigger is None else str(one.trigger) for one in counted]
    yield Parameter("trigger", triggers, _("Bets when the count is at least"), (", ".join(triggers),))


def _tags_text(count: Count) -> str:
    """The tags by name: by rank if all suits are the same."""
    if count.granularity is Granularity.VALUES:
        names = ["A", *map(str, range(2, 10)), "10 J Q K"]
        return ", ".join(f"{name}: {tag}" for name, tag in zip(names, (*count.tags[1:], count.tags[0]), strict=True))
    named = zip(class_names(count.granularity), count.tags, strict=True)
    return ", ".join(f"{name}: {tag}" for name, tag in named if tag) or "0"
