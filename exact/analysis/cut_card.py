"""Why a cut card moves the average over the coups played, though every coup has the law of the first.

Coups are dealt until a number of cards is used, so a coup is in the average only if those before it used few cards:
not all coups, but a chosen part. Let T be the number of coups dealt and M the chance of an outcome of the coup that would
follow. The chance of the next coup is a martingale (the coups to come are exchangeable given those that are past), and
summed by parts, with p the outcome's marginal probability,

  E[coups dealt with the outcome] − p · E[T] = E[T · (M − p)] = Cov(T, M).

A shoe that has dealt many coups has done it with cards that end coups early, and those are the cards that the next coup
does not have. One more coup, dealt after the stop, has exactly the marginal law: E[M] = p.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.coup_sequences import FEWEST, OUTCOMES
from exact.analysis.dependence import JointLaw
from exact.game.coup import Outcome
from exact.inputs import check_whole


class CutAverage(NamedTuple):
    """What is dealt while fewer than ``cut`` cards have been used."""

    cut: int
    coups: Fraction
    """The expected number of coups."""
    outcomes: dict[Outcome, Fraction]
    """The expected number of coups with each outcome."""

    def frequency(self, outcome: Outcome) -> Fraction:
        """The share of the outcome among the coups dealt from many such shoes."""
        return self.outcomes[outcome] / self.coups


def average_with_cut(laws: Sequence[JointLaw], cut: int) -> CutAverage:
    """The exact average over the coups dealt, each begun while fewer than ``cut`` cards have been used.

    ``laws`` are the joint laws of 1, 2, … coups of one shoe. A coup uses four cards at least, so n laws answer for a
    ``cut`` of 1 to 4n; raises `ExactError` for another.
    """
    check_whole(cut, "cut", 1, FEWEST * len(laws))
    outcomes = dict.fromkeys(OUTCOMES, Fraction(0))
    for law in laws:
        for used in law.by_cards_used:
            if used < cut:
                for outcome, count in law.last_after(used).items():
                    outcomes[outcome] += Fraction(count, law.deals)
    return CutAverage(cut, sum(outcomes.values(), Fraction(0)), outcomes)
