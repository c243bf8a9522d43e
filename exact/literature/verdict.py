"""The verdict on a printed figure: whether the exact value agrees with it, to the digits printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from exact.analysis.odds import decks_text
from exact.answers.text import Text, _
from exact.literature.printed import Agreement, PrintedFigure
from exact.questions.conditions import UNSTATED, USUAL_DECKS
from exact.questions.question import Question
from exact.questions.values import Value

_FEWEST_DIGITS = 3
"""A figure of fewer digits agrees with some number of decks or other by chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict on a figure printed in answer to a question."""

    question: Question
    printed: PrintedFigure
    agreement: Agreement
    exact: Value
    """The exact value to show next to the figure."""
    decks: int | None
    """The deck count of ``exact``; `None` is the infinite shoe."""
    digits: int
    """How many of the leading digits of the figure are right."""
    agreeing_decks: tuple[int | None, ...] = ()
    """Every deck count that gives the figure, if the source may mean more than one; else empty."""
    reason: str | None = None
    """Why the figure disagrees, if the reason is known."""

    @property
    def disagrees(self) -> bool:
        """Whether no deck count that the source may mean gives the figure."""
        return self.agreement is Agreement.DISAGREES


def judge(question: Question, printed: PrintedFigure) -> Verdict:
    """The verdict on a figure alone; raises `ExactError` for a question or a figure that cannot be compared."""
    return compare(question, printed, _values(question))


def compare(question: Question, printed: PrintedFigure, exact: Mapping[int | None, Value]) -> Verdict:
    """The verdict, given the exact value for each possible deck count; errors as `PrintedFigure.agreement`."""
    agreements = {decks: printed.agreement(value, question.form) for decks, value in exact.items()}
    agreeing = _agreeing_decks(agreements, question.decks.guess)
    usual = USUAL_DECKS if USUAL_DECKS in exact else next(iter(exact))
    decks = agreeing[0] if agreeing else usual
    return Verdict(
        question=question,
        printed=printed,
        agreement=agreements[decks] if agreeing else Agreement.DISAGREES,
        exact=exact[decks],
        decks=decks,
        digits=printed.agreeing_digits(exact[decks], question.form),
        agreeing_decks=agreeing if len(exact) > 1 else (),
    )


def _agreeing_decks(agreements: Mapping[int | None, Agreement], guessed_decks: int | None) -> tuple[int | None, ...]:
    """The deck counts that give the figure: those that round to it, else those from which it was cut."""
    if agreeing := tuple(decks for decks, agreement in agreements.items() if agreement is Agreement.AGREES):
        return agreeing
    near = (decks for decks, agreement in agreements.items() if agreement is not Agreement.DISAGREES)
    # With truncation, some deck count would give almost any figure, so a guess may not move to another deck count.
    return tuple(decks for decks in near if guessed_decks in (None, decks))


def what_would_agree(verdict: Verdict) -> Text | None:
    """Of a figure that disagrees: what it would agree with; `None` if nothing is known."""
    question, printed = verdict.question, verdict.printed
    if not printed.notation and not printed.percent and _agrees(printed.as_percentage(), verdict.exact, question):
        return _("agrees as a percentage")
    if _agrees(replace(printed, scaled=-printed.scaled), verdict.exact, question):
        return _("agrees with the other sign")
    if question.decks.stated and len(str(printed.scaled)) >= _FEWEST_DIGITS:
        others = _values(question.under(decks=UNSTATED))
        if decks := [count for count, value in others.items() if _agrees(printed, value, question)]:
            return _("agrees with other numbers of decks: {decks}", decks=decks_text(decks))
    return None


def _agrees(printed: PrintedFigure, value: Value, question: Question) -> bool:
    return printed.agreement(value, question.form) is Agreement.AGREES


@lru_cache(maxsize=2048)
def _values(question: Question) -> dict[int | None, Value]:
    return question.values()
