"""Whether the audit would catch a wrong figure: every figure that it accepts, changed in one way after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from exact.answers.text import Text, _
from exact.literature.audit import Audited, full_audit, judge_claim
from exact.literature.values import Value, low_of

FEWEST_DIGITS = 3
"""A figure of fewer digits is not changed: hardly anything would be left of it."""

Change = Callable[[str], Iterator[str]]
"""All ways to change the digits of a figure, given as text without a point."""


class Caught(NamedTuple):
    """What became of the figures changed in one way."""

    change: Text
    tried: int
    caught: int
    """Those with another verdict than before."""
    right: int
    """Those with the same verdict that are still within a unit of their last digit of the exact value."""


def caught_changes() -> list[Caught]:
    """For every kind of change, how many changed figures get another verdict."""
    accepted = [entry for entry in full_audit() if not entry.verdict.disagrees]
    return [_caught(name, change, accepted) for name, change in _CHANGES]


def _first(digits: str) -> Iterator[str]:
    return (digit + digits[1:] for digit in "123456789")


def _others(digits: str) -> Iterator[str]:
    yield digits[0] + "0" * (len(digits) - 1)
    for step in range(1, 10):
        yield digits[0] + "".join(str((int(digit) + step) % 10) for digit in digits[1:])


def _last(digits: str) -> Iterator[str]:
    return (digits[:-1] + digit for digit in "0123456789")


_CHANGES: tuple[tuple[Text, Change], ...] = (
    (_("another first digit"), _first),
    (_("all digits but the first changed"), _others),
    (_("another last digit"), _last),
)


def _caught(name: Text, change: Change, accepted: list[Audited]) -> Caught:
    tried = caught = right = 0
    for entry in accepted:
        before, digits = entry.verdict, str(abs(entry.verdict.printed.scaled))
        for changed in change(digits) if len(digits) >= FEWEST_DIGITS else ():
            if changed == digits:
                continue
            sign = 1 if before.printed.scaled > 0 else -1
            printed = before.printed._replace(scaled=sign * int(changed))
            after = judge_claim(entry.claim, printed).verdict
            tried += 1
            if (after.agreement, after.agreeing_decks) != (before.agreement, before.agreeing_decks):
                caught += 1
            elif any(_within_a_unit(printed.scaled, printed.places, value) for value in entry.claim.values().values()):
                right += 1
    return Caught(name, tried, caught, right)


def _within_a_unit(scaled: int, places: int, value: Value) -> bool:
    near = low_of(value)
    return abs(scaled - near * Fraction(10) ** places) < 1
