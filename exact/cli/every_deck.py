"""The answer of ``exact equilibrium --closed-form``: formulas in the number of full decks, and every statement of their proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exact.analysis.closed_form import ClosedForm, factored_text
from exact.analysis.equilibrium.every_deck import Era, EveryDeck, Statement
from exact.analysis.equilibrium.game import hand_text
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import Cell, Column, Detailed, columns_of
from exact.answers.text import Text, _
from exact.game.coup import Side

_THIRD = Column(_("third card of punto"), key="third")
_FROM = Column(_("from d"), key="from")
_WRAP_CM = 3.6


def closed_form_answer(every: EveryDeck) -> Answer:
    """The formulas of each era, the decisions that change between eras, and the proof that the last one has no end."""
    start = every.eras[-1].first
    notes = [
        _(
            "From d = {start} on, every decision that is not mixed is as in exact equilibrium --model {model} --decks {start}.",
            start=start, model=every.model.id,
        )
    ]  # fmt: skip
    if every.is_unique:
        notes.append(_("For every number of decks, this is the only equilibrium."))
    return Answer(
        "equilibrium-closed-form",
        (
            Parameter("model", every.model.id),
            Parameter("start", start),
            Parameter("unique", every.is_unique),
        ),
        (_eras(every), _changes(every), _statements(every)),
        notes=tuple(notes),
    )


def _eras(every: EveryDeck) -> Section:
    columns = columns_of(
        _FROM,
        Column(_("to d"), key="to"),
        _("figure"),
        _("hand"),
        _THIRD,
        Column(_("numerator"), _WRAP_CM),
        Column(_("denominator"), _WRAP_CM),
        _("limit"),
    )
    rows = [row for era in every.eras for row in _formulas(era)]
    caption = _("Chemin de fer, model {model}, with d full decks", model=every.model.id)
    return Section("era", Rows(("eras",)), columns, rows, caption)


def _formulas(era: Era) -> Iterator[tuple[Cell, ...]]:
    figures: tuple[tuple[Text, str | None, int | None, ClosedForm], ...] = (
        (_("punto draws"), hand_text(era.example.game.choices[era.choice]), None, era.punto),
        (_("banco draws"), hand_text(era.place.hand), era.place.third, era.banco),
        (_("value to punto"), None, None, era.value),
    )
    for *figure, form in figures:
        parts = (Detailed([*map(str, part)], factored_text(part)) for part in form)
        yield era.first, era.last, *figure, *parts, None if era.last else form.limit


def _changes(every: EveryDeck) -> Section:
    """The decisions of the last era that are made in another way in an earlier one."""
    *earlier, last = every.eras
    rows: list[tuple[Cell, ...]] = []
    for side in Side:
        for position, draws in enumerate(_strategy(last, side)):
            others = [era for era in earlier if _pure(_strategy(era, side)[position]) != _pure(draws)]
            if others:
                numbers = tuple(str(decks) for era in others for decks in range(era.first, (era.last or 0) + 1))
                rows.append((side.text, *_decision(last, side, position), _pure(draws), numbers))
    columns = columns_of(_("side"), _("hand"), _THIRD, _("draws"), _("except with decks"))
    caption = _("Decisions that are different with few decks")
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
        _FROM,
        Column(_("numerator, shifted"), _WRAP_CM, key="shifted_numerator"),
        Column(_("denominator, shifted"), _WRAP_CM, key="shifted_denominator"),
    )
    rows = [_row(every.eras[-1], statement) for statement in every.statements]
    note = _(
        "Coefficients ascend from the constant. Shifted: in powers of d minus the number in the column “from d”; no coefficient is negative."
    )
    caption = _("The proof: quotients of polynomials that are positive from some d on")
    return Section("statement", Rows(("statements",)), columns, rows, caption, (note,), detail=True)


def _row(last: Era, statement: Statement) -> tuple[Cell, ...]:
    decision: tuple[Cell, ...] = (None, None, None, None)
    if statement.side is not None and statement.position is not None:
        draws = _strategy(last, statement.side)[statement.position]
        decision = statement.side.text, *_decision(last, statement.side, statement.position), _pure(draws)
    return (
        statement.subject.value,
        *decision,
        *map(_coefficients, statement.form),
        statement.start,
        *map(_coefficients, statement.certificate),
    )


def _strategy(era: Era, side: Side) -> Sequence[Fraction]:
    return era.example.punto if side is Side.PUNTO else era.example.banco


def _pure(draws: Fraction) -> Fraction | None:
    """A probability of 0 or 1; `None` for a mixed decision."""
    return draws if draws in (0, 1) else None


def _decision(era: Era, side: Side, position: int) -> tuple[str, int | None]:
    """The hand and, for banco, the third card of punto."""
    if side is Side.PUNTO:
        return hand_text(era.example.game.choices[position]), None
    place = era.example.game.sets[position]
    return hand_text(place.hand), place.third


def _coefficients(coefficients: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, coefficients))
