"""Write the odds of every shoe of a file, or before every coup of dealt shoes, to a file of answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from exact.answers.answer import Answer, Fields, Parameter, Section
from exact.answers.table import Cell, columns_of
from exact.answers.text import _
from exact.arithmetic import fraction_text
from exact.arrays import Integers
from exact.engine.evaluate import Evaluation, Evaluator
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.coup import Outcome
from exact.inputs import near_misses
from exact.lazy import np
from exact.rules.rulebook import Interpretation
from exact.rules.tableau import Rules, Tableau
from exact.shoe_files.columns import format_of, shoe_columns
from exact.shoe_files.dealt import DealtCoup, dealt_shoes
from exact.shoe_files.reading import open_shoes
from exact.shoe_files.writing import Answers
from exact.shoe_files.writing import Column as FileColumn

Progress = Callable[[int, int, str], object]
"""Called with the amount of the file read so far, its total size, and the file's name."""

_OUTCOMES = ("deals", *(outcome.value for outcome in Outcome))
_COUP = ("shoe", "coup", "cards", "punto_cards", "banco_cards", "punto_total", "banco_total", "outcome")
_COUPS_TOGETHER = 4096


def answer_shoes(
    source: Path, out: Path, rules: Rules, bets: Sequence[str], columns: Sequence[str] | None, progress: Progress
) -> Answer:
    """Write the counts of ``bets`` and of the outcomes for every shoe of ``source`` to ``out``.

    ``columns`` are the columns to write; `None` means those of the file and all counts. The answer states how many rows were
    written; its error says whether rows were rejected. Raises `ExactError` if the run cannot begin.
    """
    check_out(source, out)
    rows, answers = write_answers(source, out, rules.tableau, bets, columns, progress)
    return _summary("shoes", source, rules, bets, answers, rows)


def write_answers(
    source: Path,
    out: Path,
    tableau: Tableau,
    bets: Sequence[str],
    columns: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> tuple[int, Answers]:
    """Write the file ``out`` of `answer_shoes`; returns the number of shoes answered, and the file."""
    file = open_shoes(source, "shoes")
    evaluator = Evaluator(tableau, bets, file.granularity)
    counts = shoe_columns(file.granularity)
    none = np.zeros((0, file.granularity), dtype=np.int64)
    names = _checked_columns(columns, file.names, evaluator.evaluate(none))
    rows = 0
    with Answers(out, counts) as answers:

        def write(shoes: Integers) -> None:
            held = dict(zip(counts, shoes.T, strict=True))
            answers.write(_written(names, held, evaluator.evaluate(shoes)))

        write(none)  # so that the answers to an empty file have their columns too
        for shoes, rejected, done in file.blocks():
            answers.reject(rejected)
            write(shoes)
            rows += len(shoes)
            if progress:
                progress(done, max(file.size, done), source.name)
    return rows, answers


def answer_replay(
    source: Path,
    out: Path,
    rulebook: Interpretation,
    decks: int,
    bets: Sequence[str],
    columns: Sequence[str] | None,
    progress: Progress,
) -> Answer:
    """Write the result of every coup of the dealt shoes in ``source``, and the counts before it, to ``out``.

    A line of ``source`` is a shoe of ``decks`` decks. Otherwise as `answer_shoes`.
    """
    check_out(source, out)
    rules = rulebook.rules()
    evaluator = Evaluator(rules.tableau, bets, Granularity.VALUES)
    counts = shoe_columns(Granularity.VALUES)
    empty = evaluator.evaluate(np.zeros((0, 10), dtype=np.int64))
    names = _checked_columns(columns, _COUP, empty, counts)
    if not source.is_file():
        raise ExactError("replay", str(source), "does not exist, or is not a file")
    size, rows = source.stat().st_size, 0
    with Answers(out, ("shoe", "coup", "cards", "punto_total", "banco_total", *counts)) as answers:
        waiting: list[DealtCoup] = []

        def write() -> None:
            left = np.array([coup.left for coup in waiting], dtype=np.int64).reshape(-1, 10)
            dealt = {**_coup_columns(waiting, left), **dict(zip(counts, left.T, strict=True))}
            answers.write(_written(names, dealt, evaluator.evaluate(left)))
            waiting.clear()

        for coups, rejected, done in dealt_shoes(source, decks, rulebook):
            answers.reject(rejected)
            waiting += coups
            rows += len(coups)
            if len(waiting) >= _COUPS_TOGETHER:
                write()
                progress(done, max(size, done + 1), source.name)
        write()  # also of no coups, so that the answers to an empty file have their columns too
    return _summary("replay", source, rules, bets, answers, rows, (Parameter("decks", decks),))


def check_out(source: Path, out: Path) -> None:
    """Raise `ExactError` if ``out`` has no known format, or if it or its rejected rows would overwrite ``source``."""
    format_of(out, "out")
    for path in (out, out.with_name(f"{out.name}.rejects.csv")):
        if path.exists() and source.exists() and os.path.samefile(path, source):
            raise ExactError(_("out"), str(out), "would overwrite the input file")


def _coup_columns(coups: list[DealtCoup], left: Integers) -> dict[str, FileColumn]:
    """What the dealt coups came to; ``left`` are the cards before each, by point value."""
    hands = [coup.replay.hands for coup in coups]
    dealt = [coup.replay.coup for coup in coups]
    columns: tuple[FileColumn, ...] = (
        np.array([coup.line for coup in coups], dtype=np.int64),
        np.array([coup.number for coup in coups], dtype=np.int64),
        left.sum(axis=1),
        [" ".join(punto) for punto, _ in hands],
        [" ".join(banco) for _, banco in hands],
        np.array([coup.punto.total for coup in dealt], dtype=np.int64),
        np.array([coup.banco.total for coup in dealt], dtype=np.int64),
        [coup.outcome.value for coup in dealt],
    )
    return dict(zip(_COUP, columns, strict=True))


def _expectation(bet: str) -> str:
    return f"{bet}:expectation"


def _checked_columns(
    asked: Sequence[str] | None, first: Sequence[str], empty: Evaluation, others: Sequence[str] = ()
) -> list[str]:
    """The columns to write, in order: ``asked`` if given, else ``first`` and every count of the evaluation.

    Expectations and ``others`` are written only on request.
    """
    counted = [f"{bet}:{category}" for bet, counts in empty.bets.items() for category in counts]
    usual = [*first, *_OUTCOMES, *counted]
    if asked is None:
        return usual
    known = [*usual, *others, *map(_expectation, empty.bets)]
    for name in asked:
        if name not in known:
            raise ExactError("columns", name, f"is not a column: {near_misses(name, known)}")
        if asked.count(name) > 1:
            raise ExactError("columns", name, "is named twice")
    return list(asked)


def _written(names: list[str], facts: dict[str, FileColumn], evaluation: Evaluation) -> dict[str, FileColumn]:
    """The columns ``names`` of some shoes, from the ``facts`` about them and from their evaluation."""
    known: dict[str, FileColumn] = {**facts, "deals": evaluation.deals, **evaluation.outcomes}
    for bet, counts in evaluation.bets.items():
        if _expectation(bet) in names:
            known[_expectation(bet)] = [fraction_text(value) for value in evaluation.expectations(bet).tolist()]
        known |= {f"{bet}:{category}": count for category, count in counts.items()}
    return {name: known[name] for name in names}


def _summary(
    name: str,
    source: Path,
    rules: Rules,
    bets: Sequence[str],
    answers: Answers,
    rows: int,
    parameters: tuple[Parameter, ...] = (),
) -> Answer:
    """The number of rows written, and the files; plain text has only the assumptions, because the answers are in the file."""
    set_apart = answers.rejected
    error = None
    if set_apart:
        unusable = f"{set_apart} rows" if set_apart > 1 else "1 row"
        bound = f"has {unusable} that cannot be used: see {answers.rejects}; all others are answered"
        error = ExactError(name, str(source), bound)
    figures: list[tuple[Cell, ...]] = [
        (_("file"), str(source)),
        (_("out"), str(answers.path)),
        (_("rows"), rows),
        (_("rows set apart"), set_apart),
        (_("set apart in"), str(answers.rejects) if set_apart else None),
    ]
    columns = columns_of(_("figure"), _("value"))
    caption = _("Answers to {file}, rules {rules}", file=source.name, rules=rules.id)
    return Answer(
        name,
        (Parameter("rules", rules.id), *parameters, Parameter("bets", list(bets))),
        (Section("file", Fields(), columns, figures, caption),),
        assumptions=rules.assumptions_for(),
        sources=(rules.to_line(), source),
        error=error,
        silent=True,
    )
