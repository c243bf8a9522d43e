"""Streaks, runs and coupons as quantities of claims: successive coups are taken as independent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from exact.analysis.promotions import KEEP, LOSE, match_play
from exact.analysis.sessions.law import EXACT_COUPS
from exact.analysis.sessions.runs import Trial, at_least_one
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.inputs import parse_whole
from exact.literature.conditions import payoffs_in
from exact.literature.subjects import Wager, outcome_named

_RUNS = re.compile(
    r"(?:an? )?run of (?P<length>\d+) (?P<side>\w+)(?: wins?)? among (?P<coups>\d+) coups", re.IGNORECASE
)
_MATCH_PLAY = re.compile(r"(?:an? )?match[- ]play(?: coupon)? on (?P<bet>.+)", re.IGNORECASE)


@dataclass(frozen=True)
class Runs:
    """At least one run of so many wins of a side among so many coups."""

    outcome: str
    length: int
    coups: int

    @property
    def text(self) -> str:
        """``a run of 3 banco among 81 coups``."""
        return f"a run of {self.length} {self.outcome} among {self.coups} coups"

    @classmethod
    def read(cls, text: str) -> Runs | None:
        """The run written in ``text``, or `None`; raises `ExactError` for an unknown winner or an impossible number."""
        match = _RUNS.fullmatch(text)
        if not match:
            return None
        length, coups = (parse_whole(match[name], "claim", 1, EXACT_COUPS) for name in ("length", "coups"))
        return cls(outcome_named(match["side"]), length, coups)


@dataclass(frozen=True)
class MatchPlay:
    """A match-play coupon beside a stake of its face."""

    wager: Wager

    @property
    def text(self) -> str:
        """``match play on punto``."""
        return f"match play on {self.wager.text}"

    @classmethod
    def read(cls, text: str) -> MatchPlay | None:
        """The coupon written in ``text``, or `None`; raises `ExactError` for an unknown bet."""
        match = _MATCH_PLAY.fullmatch(text)
        return cls(Wager.read(match["bet"])) if match else None


def runs_probability(question: Any) -> Fraction:
    """The probability of at least one such run; with ties skipped, the coups are decided ones."""
    wins = _win_chance(question)
    trial = Trial(wins.numerator, wins.denominator)
    return at_least_one(trial, question.subject.length, question.subject.coups, 0)[0]


def match_play_worth(question: Any) -> Fraction:
    """The worth of the coupon per unit of face; with ties skipped, a tie leaves it."""
    ties = KEEP if "ties" in question.conditions else LOSE
    return match_play(question._replace(subject=question.subject.wager).distribution(), ties).worth


def _win_chance(question: Any) -> Fraction:
    """The probability that the streak's winner wins a coup; with ties skipped, a coup that is no tie."""
    rules = {"rules": question.conditions["rules"]}
    coup = question._replace(subject=Wager(question.subject.outcome), conditions=rules)
    if "ties" not in question.conditions:
        every: Fraction = coup.probability()
        return every
    tie = Wager(Outcome.TIE.value)
    if coup.subject == tie:
        raise ExactError("claim", "ties skipped", "leaves no coup to a streak of ties")
    decided: Fraction = coup.probability() / (1 - coup._replace(subject=tie).probability())
    return decided


def streak(question: Any) -> Fraction:
    """The probability of the streak if successive coups are independent."""
    subject, wins = question.subject, _win_chance(question)
    if subject.listed:
        raise ExactError(
            "claim", subject.text, "lists lengths for their payoffs: ask for the expectation, or for one length"
        )
    longer = Fraction(0) if subject.high is None else wins ** (subject.high + 1)
    reached: Fraction = wins**subject.low
    return reached - longer


def _streak_payoffs(question: Any) -> list[Fraction]:
    pays = question.conditions.get("pays")
    if pays is None:
        raise ExactError("claim", question.subject.text, "needs a payoff: pays 10")
    lengths = question.subject.high - question.subject.low + 1 if question.subject.listed else 1
    payoffs = payoffs_in(pays)
    if len(payoffs) != lengths:
        raise ExactError("claim", f"pays {pays}", f"does not fit {question.subject.text}: give {lengths}")
    return payoffs


def streak_contribution(question: Any) -> Fraction:
    """The probability of the streak times what it pays."""
    return streak(question) * _streak_payoffs(question)[0]


def streak_expectation(question: Any) -> Fraction:
    """A bet on the length of the next streak: a stake is lost on a streak shorter than the lengths that pay."""
    low, wins, payoffs = question.subject.low, _win_chance(question), _streak_payoffs(question)
    reached = [wins**length for length in range(low, low + len(payoffs))]
    chances = [*(first - longer for first, longer in pairwise(reached)), reached[-1]]
    return sum((p * pays for p, pays in zip(chances, payoffs, strict=True)), Fraction(0)) - (1 - reached[0])
