"""Why a figure disagrees: what it agrees with instead, of what people confuse. A reason is a fact with its figure."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from exact.analysis.odds import decks_text
from exact.answers.table import cell_text
from exact.answers.text import Text, _, joined
from exact.arithmetic import Value, number_text
from exact.bets.catalogue import every_bet
from exact.errors import ExactError
from exact.literature.figures import index
from exact.literature.printed import ONE_IN, TO_ONE, Agreement, PrintedFigure, Verdict, exact_beside, judge, values_of
from exact.questions.conditions import UNSTATED
from exact.questions.quantities import NUMBER, PROBABILITY, QUANTITIES
from exact.questions.question import Question, parse_question
from exact.questions.subjects import BET, OUTCOMES, of_wager
from exact.records import replace

_FEWEST_DIGITS = 3  # a figure of fewer digits agrees with something or other by chance
_MOST_LISTED = 3
_NOTATIONS = {ONE_IN: (TO_ONE, _("agrees as N to 1")), TO_ONE: (ONE_IN, _("agrees as 1 in N"))}
_COMMISSIONS = (Fraction(0), Fraction(1, 25), Fraction(1, 20))
_COSTLY = {"tags", "unseen", "cut", "model"}
"""Conditions of quantities that may take seconds, or that other quantities of their subject do not share."""
_WORDS = (("punto", "banco"), ("streak of exactly ", "streak of "), ("winning", "losing"), ("or more", "or less"))
"""Words of a question of which people take one for the other."""


def what_would_agree(verdict: Verdict) -> Text | None:
    """What a figure that disagrees would agree with; `None` if nothing is known."""
    question, printed = verdict.question, verdict.printed
    if written := _written_otherwise(printed, verdict.exact, question.form):
        return written
    digits = len(str(max(abs(printed.scaled), printed.divisor)))
    if digits < _FEWEST_DIGITS:
        return None
    one = question.with_decks(verdict.decks)
    agreeing: dict[Value, Text] = {}
    for other in (*_others(one), *(_of_other_bets(one, printed) if digits > _FEWEST_DIGITS else ())):
        with suppress(ExactError, ZeroDivisionError):
            found = judge(other, printed)
            if found.agreement is Agreement.AGREES and found.exact not in agreeing:
                shown = cell_text(exact_beside(found))
                agreeing[found.exact] = _("agrees with {question}: {figure}", question=other.text, figure=shown)
    if agreeing:
        return joined("; ", [*agreeing.values()][:_MOST_LISTED])
    if question.decks.stated:
        others = values_of(question.under(decks=UNSTATED))
        if decks := [
            count for count, value in others.items() if printed.agreement(value, question.form) is Agreement.AGREES
        ]:
            return _("agrees with other numbers of decks: {decks}", decks=decks_text(decks))
    return None


def _written_otherwise(printed: PrintedFigure, exact: Value, form: str) -> Text | None:
    """The mistake in writing without which the figure would agree: a sign, a unit, a notation, the opposite."""
    plain, chance = not printed.notation and not printed.percent, printed.notation in _NOTATIONS and form != NUMBER
    notation, as_chance = _NOTATIONS.get(printed.notation, (printed.notation, _("agrees")))
    without_sign = replace(printed, places=printed.places - 2, percent=False)
    opposite = 1 - exact if form == PROBABILITY and isinstance(exact, Fraction) and printed.scaled > 99 else exact
    ways: tuple[tuple[bool, PrintedFigure, Value, Text], ...] = (
        (plain, printed.as_percentage(), exact, _("agrees as a percentage")),
        (printed.percent, without_sign, exact, _("agrees without the percent sign")),
        (True, replace(printed, scaled=-printed.scaled), exact, _("agrees with the other sign")),
        (chance, replace(printed, notation=notation), exact, as_chance),
        (True, printed, opposite, _("agrees with the probability of the opposite")),
    )
    agreeing = (why for fits, figure, value, why in ways if fits and figure.agreement(value, form) is Agreement.AGREES)
    return next(agreeing, None)


def _of_other_bets(question: Question, printed: PrintedFigure) -> Iterator[Question]:
    """The same quantity of other bets, with as many decks, that may have this value."""
    half, stem = Fraction(10) ** -printed.places / 2, f"{question.quantity.measure} of "
    low, high = printed.number - half, printed.number + half  # compared exactly: a double may be too small for them
    for place in range(bisect_left(index().values, low), bisect_right(index().values, high)):
        rank, decks, _value = index().figure(place)
        if index().questions[rank].startswith(stem) and (decks,) == question.decks.possible:
            yield index().exact(rank, decks)[0]


def _others(question: Question) -> Iterator[Question]:
    """The questions that differ from one in a single thing that people confuse; some may have no answer."""
    kind, conditions, allowed = question.subject.kind, question.conditions, question.quantity.allows
    yield from _paid_otherwise(question)
    if not question.removed:
        for quantity in QUANTITIES:
            if kind in quantity.of and _COSTLY.isdisjoint((*quantity.allows, *conditions)):
                yield question.measured(quantity.measure)
    if "ties" in allowed and "ties" not in conditions:
        yield question.under(ties="skipped")
    if "given" in allowed and "given" not in conditions:
        yield question.under(given="tie=no")
    for one, other in _WORDS:
        swapped = re.sub(f"{one}|{other}", lambda word: other if word[0] == one else one, question.text)  # noqa: B023
        with suppress(ExactError):
            yield parse_question(swapped)
    for name in conditions.keys() - {"decks"} - _COSTLY:
        yield question.under(**{name: None})


def _paid_otherwise(question: Question) -> Iterator[Question]:
    """Another pay table, category or commission; and a payoff for one that is meant to one."""
    if question.subject.kind is not BET or question.subject["bet"].bet.startswith("("):
        return
    wager, bet = question.subject["bet"], question.bet
    named = wager.own or every_bet()[wager.bet]
    subjects = [replace(wager, pay_table=table) for table in named.pay_tables if len(named.pay_tables) > 1]
    subjects += [replace(wager, category=category) for category in ("", *named.categories) if wager.bet not in OUTCOMES]
    for other in subjects:
        yield replace(question, subject=of_wager(other))
    if "pays" in question.quantity.allows and len(won := [payoff for payoff in bet.payoffs() if payoff > 0]) == 1:
        for payoff in (won[0] + 1, won[0] - 1):
            yield question.under(pays=number_text(payoff))
    if "commission" in question.quantity.allows and wager.bet == "banco":
        for commission in _COMMISSIONS:
            yield question.under(commission=commission)
