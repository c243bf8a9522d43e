"""The answer of ``exact equilibrium --every-deck``: chemin de fer for every number of full decks, with the proof."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from fractions import Fraction

from exact.analysis.closed_form import ClosedForm, factored_text
from exact.analysis.equilibrium.every_deck import EveryDeck, Statement, solve_every_deck
from exact.analysis.equilibrium.game import Model, hand_text
from exact.analysis.equilibrium.strategies import Strategy
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Column, Detailed, Rounded, columns_of
from exact.answers.text import Text, _
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.game.coup import Side

OPTION = "every-deck"
_TOGETHER = {"model", "digits", "format", "lang", "names"}
"""The options that may stand beside it: every other one is about one shoe."""
_THIRD = Column(_("third card of punto"), key="third")
_WRAP_CM = 4.0


def every_deck_answer(arguments: argparse.Namespace, model: Model, digits: int) -> Answer:
    """The closed forms, what is different with few decks, and every statement of the proof."""
    for name in sorted(arguments.given_options - _TOGETHER):
        raise ExactError(OPTION, f"--{name} {getattr(arguments, name)}", "is about one shoe: leave it out")
    with waiting("solving"):
        every = solve_every_deck(model)
    notes = [
        _(
            "From d = {start} on, every decision that is not mixed is as in exact equilibrium --model {model} --decks {start}.",
            start=every.start, model=model.id,
        )
    ]  # fmt: skip
    if every.is_unique:
        notes.append(_("For every number of decks, this is the only equilibrium."))
    return Answer(
        "equilibrium-every-deck",
        (
            Parameter("model", model.id),
            Parameter("start", every.start),
            Parameter("unique", every.is_unique),
        ),
        (_forms(every), _fewer(every, digits), _changes(every), _statements(every)),
        notes=tuple(notes),
    )


def _forms(every: EveryDeck) -> Section:
    first = every.holds_from(every.value, [profile.value for profile in every.fewer])
    rows = [_form(_("value to punto"), None, None, every.value, first)]
    for index, form in enumerate(every.punto):
        first = every.holds_from(form, [profile.punto[index] for profile in every.fewer])
        rows.append(_form(_("punto draws"), *_decision(every, Side.PUNTO, index), form, first))
    for index, form in enumerate(every.banco):
        if not _is_constant(form):
            first = every.holds_from(form, [profile.banco[index] for profile in every.fewer])
            rows.append(_form(_("banco draws"), *_decision(every, Side.BANCO, index), form, first))
    columns = columns_of(
        _("figure"),
        _("hand"),
        _THIRD,
        Column(_("numerator"), _WRAP_CM),
        Column(_("denominator"), _WRAP_CM),
        _("limit"),
        Column(_("from d"), key="from"),
    )
    caption = _("Chemin de fer, model {model}, with d full decks", model=every.game.model.id)
    return Section("form", Rows(("forms",)), columns, rows, caption)


def _form(figure: Text, hand: str | None, third: int | None, form: ClosedForm, first: int) -> tuple[Cell, ...]:
    parts = (Detailed([*map(str, part)], factored_text(part)) for part in form)
    return figure, hand, third, *parts, form.limit, first


def _fewer(every: EveryDeck, digits: int) -> Section:
    """The figures below the start, where the closed forms need not hold."""
    rows: list[tuple[Cell, ...]] = []
    for decks, profile in enumerate(every.fewer, start=1):
        [punto], [banco] = _mixed(profile.punto), _mixed(profile.banco)
        value = Rounded(profile.value, digits, FRACTION)
        hand, _third = _decision(every, Side.PUNTO, punto)
        rows.append(
            (decks, hand, profile.punto[punto], *_decision(every, Side.BANCO, banco), profile.banco[banco], value)
        )
    columns = columns_of(
        _("decks"),
        Column(_("hand of punto"), key="player_hand"),
        Column(_("draws"), key="player_draws"),
        Column(_("hand of banco"), key="banker_hand"),
        Column(_THIRD.heading, key="banker_third"),
        Column(_("draws"), key="banker_draws"),
        Column(_("value to punto"), key="value"),
    )
    return Section("fewer", Rows(("fewer",)), columns, rows, _("Fewer decks: the two mixed decisions"))


def _changes(every: EveryDeck) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for side, forms, strategies in (
        (Side.PUNTO, every.punto, [profile.punto for profile in every.fewer]),
        (Side.BANCO, every.banco, [profile.banco for profile in every.fewer]),
    ):
        for index, form in enumerate(forms):
            if not _is_constant(form):
                continue
            draws = form.at(1)
            other = tuple(str(decks) for decks, strategy in enumerate(strategies, start=1) if strategy[index] != draws)
            if other:
                rows.append((side.text, *_decision(every, side, index), draws, other))
    columns = columns_of(_("side"), _("hand"), _THIRD, _("draws"), _("except with decks"))
    caption = _("Decisions that are different with fewer decks")
    return Section("change", Rows(("changes",)), columns, rows, caption)


def _statements(every: EveryDeck) -> Section:
    columns = columns_of(
        Column(_("positive"), key="subject"),
        _("side"),
        _("hand"),
        _THIRD,
        _("draws"),
        Column(_("numerator"), _WRAP_CM),
        Column(_("denominator"), _WRAP_CM),
        Column(_("from d"), key="from"),
        Column(_("numerator, shifted"), _WRAP_CM, key="shifted_numerator"),
        Column(_("denominator, shifted"), _WRAP_CM, key="shifted_denominator"),
    )
    note = _(
        "Coefficients ascend from the constant. Shifted: in powers of d minus the number in the column “from d”; no coefficient is negative."
    )
    caption = _("The proof: quotients of polynomials that are positive from some d on")
    return Section("statement", Rows(("statements",)), columns, [*_proved(every)], caption, (note,), detail=True)


def _proved(every: EveryDeck) -> Iterator[tuple[Cell, ...]]:
    for statement in every.statements:
        decision: tuple[Cell, ...] = (None, None, None, None)
        if statement.side is not None and statement.position is not None:
            hand, third = _decision(every, statement.side, statement.position)
            decision = statement.side.text, hand, third, _draws(every, statement)
        yield (
            statement.subject.value,
            *decision,
            *map(_coefficients, statement.form),
            statement.start,
            *map(_coefficients, statement.certificate),
        )


def _draws(every: EveryDeck, statement: Statement) -> Fraction | None:
    strategy = every.punto if statement.side is Side.PUNTO else every.banco
    form = strategy[statement.position or 0]
    return form.at(1) if _is_constant(form) else None


def _decision(every: EveryDeck, side: Side, index: int) -> tuple[str, int | None]:
    """The hand and, for banco, the third card of punto."""
    if side is Side.PUNTO:
        return hand_text(every.game.choices[index]), None
    place = every.game.sets[index]
    return hand_text(place.hand), place.third


def _is_constant(form: ClosedForm) -> bool:
    return len(form.denominator) == 1


def _mixed(strategy: Strategy) -> list[int]:
    return [index for index, draws in enumerate(strategy) if 0 < draws < 1]


def _coefficients(coefficients: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, coefficients))
