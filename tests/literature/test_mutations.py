"""Whether the audit would catch a wrong figure: every figure that it accepts, changed in one way after another."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from exact.arithmetic import low_of
from exact.literature.audit import full_audit
from exact.literature.printed import PrintedFigure, Verdict, judge

FEWEST_DIGITS = 3
"""A figure of fewer digits is not changed: hardly anything would be left of it."""


def first(digits: str) -> Iterator[str]:
    return (digit + digits[1:] for digit in "123456789")


def others(digits: str) -> Iterator[str]:
    yield digits[0] + "0" * (len(digits) - 1)
    for step in range(1, 10):
        yield digits[0] + "".join(str((int(digit) + step) % 10) for digit in digits[1:])


def last(digits: str) -> Iterator[str]:
    return (digits[:-1] + digit for digit in "0123456789")


def missed(verdict: Verdict) -> list[PrintedFigure]:
    """The changed figures with the verdict of the right one, but for last digits within a unit of the exact value."""
    printed, digits = verdict.printed, str(abs(verdict.printed.scaled))
    unnoticed = []
    for change in (first, others, last):
        for changed in change(digits):
            wrong = replace(printed, scaled=int(changed) if printed.scaled > 0 else -int(changed))
            after = judge(verdict.question, wrong)
            same = (after.agreement, after.agreeing_decks) == (verdict.agreement, verdict.agreeing_decks)
            if changed != digits and same and not (change is last and within_a_unit(verdict, wrong)):
                unnoticed.append(wrong)
    return unnoticed


def within_a_unit(verdict: Verdict, printed: PrintedFigure) -> bool:
    unit = Fraction(10) ** -printed.places
    return any(abs(printed.number - low_of(value)) < unit for value in verdict.question.values().values())


@pytest.mark.slow
def test_a_changed_figure_gets_another_verdict() -> None:
    accepted = [verdict for _figure, verdict in full_audit() if not verdict.disagrees]
    long = [verdict for verdict in accepted if len(str(abs(verdict.printed.scaled))) >= FEWEST_DIGITS]
    assert long
    for verdict in long:
        assert missed(verdict) == [], verdict.question.text
