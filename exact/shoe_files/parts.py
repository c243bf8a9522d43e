"""Write the odds of every shoe of a data set in parts: each part is a task, for any workers, and is done once.

The answers to a part have its name, in a directory of their own. A part is read and written in blocks, so memory does not
grow with the parts, and its file of answers appears when it is complete. With a checkpoint, a run that was interrupted goes
on with the parts that are left. A part that has changed since makes another question, and then all parts are answered anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import Cell, columns_of
from exact.answers.text import _
from exact.bets.catalogue import find_bet
from exact.engine.evaluate import Evaluator
from exact.errors import ExactError
from exact.lazy import futures
from exact.rules.tableau import Rules, Tableau
from exact.runs.checkpoint import Task
from exact.runs.tasks import Progress, run_saved
from exact.shoe_files.answers import check_out, write_answers
from exact.shoe_files.columns import format_of
from exact.shoe_files.reading import open_shoes

_NO_PART = (".", "_")
"""Files whose names begin so are not data; programs that write data sets leave some."""


def answer_parts(
    source: Path,
    out: Path,
    rules: Rules,
    bets: Sequence[str],
    executor: futures.Executor | None = None,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Write the counts of ``bets`` and of the outcomes for every shoe of every part of the directory ``source`` to ``out``.

    ``source`` may also be one file, and ``out`` then is one too. The answer has the rows of every part; its error says how
    many were set apart. Raises `ExactError`, and begins nothing, for parts that cannot be read or have different columns,
    for anything else in the directory, and for an ``out`` that cannot be written; and as `exact.runs.tasks.run_saved` does.
    """
    parts = _parts(source, out)
    _check_columns(list(parts), rules.tableau, bets)
    if source.is_dir():
        _make(source, out)
    for part, answers in parts.items():
        check_out(part, answers)
    tasks: list[Task] = []
    for part, answers in parts.items():
        state = part.stat()
        tasks.append((str(part.resolve()), str(answers.resolve()), state.st_size, state.st_mtime_ns))
    work = partial(_answer_part, rules.tableau, tuple(bets))
    identity = f"parts 1: {rules.tableau} {[(name, find_bet(name).to_line()) for name in bets]}"
    done = list(run_saved(work, tasks, identity, executor=executor, checkpoint=checkpoint, progress=progress))
    for answers, (_rows, _rejected, size) in zip(parts.values(), done, strict=True):
        _check_answered(answers, size, checkpoint)
    return _summary(source, out, rules, bets, {part: sums[:2] for part, sums in zip(parts, done, strict=True)})


def _answer_part(
    tableau: Tableau, bets: tuple[str, ...], part: str, out: str, _size: int, _changed: int
) -> tuple[int, int, int]:
    """Answer one part; returns the rows answered, those set apart and the bytes of the answers."""
    rows, answers = write_answers(Path(part), Path(out), tableau, bets)
    return rows, answers.rejected, answers.path.stat().st_size


def _parts(source: Path, out: Path) -> dict[Path, Path]:
    """Every part in the order of the names, with the file of its answers."""
    if not source.is_dir():
        format_of(out, "out")
        return {source: out}
    try:
        files = sorted(file for file in source.iterdir() if not file.name.startswith(_NO_PART))
    except OSError as error:
        raise ExactError("shoes", str(source), f"cannot be read: {error.strerror}") from None
    if not files:
        raise ExactError("shoes", str(source), "is a directory without parts")
    return {file: out / file.name for file in files}


def _check_columns(parts: Sequence[Path], tableau: Tableau, bets: Sequence[str]) -> None:
    """Raise `ExactError` unless every part can be read, all have the columns of the first, and those suffice for the bets."""
    first = open_shoes(parts[0], "shoes")
    Evaluator(tableau, bets, first.granularity)
    for part in parts[1:]:
        if open_shoes(part, "shoes").names != first.names:
            raise ExactError("shoes", str(part), f"has other columns than {parts[0].name}: {', '.join(first.names)}")


def _make(source: Path, out: Path) -> None:
    if out.resolve().is_relative_to(source.resolve()):
        raise ExactError("out", str(out), "must be outside the data set")
    try:
        out.mkdir(exist_ok=True)
    except OSError as error:
        raise ExactError("out", str(out), f"cannot become a directory of answers: {error.strerror}") from None


def _check_answered(answers: Path, size: int, checkpoint: Path | None) -> None:
    """Raise `ExactError` if the checkpoint calls a part done whose answers are gone."""
    if not answers.is_file() or answers.stat().st_size != size:
        bound = f"was written, says the checkpoint in {checkpoint}, but is gone or has changed: remove the checkpoint"
        raise ExactError("out", str(answers), bound)


def _summary(
    source: Path, out: Path, rules: Rules, bets: Sequence[str], parts: Mapping[Path, tuple[int, int]]
) -> Answer:
    """The rows of every part; plain text has only the assumptions, because the answers are in the files."""
    set_apart = sum(rejected for _rows, rejected in parts.values())
    error = None
    if set_apart:
        unusable = f"{set_apart} rows" if set_apart > 1 else "1 row"
        bound = f"has {unusable} that cannot be used: see the files .rejects.csv in {out}; all others are answered"
        error = ExactError("shoes", str(source), bound)
    cells: list[tuple[Cell, ...]] = [(part.name, *rows) for part, rows in parts.items()]
    caption = _("Answers to {file}, rules {rules}", file=source.name, rules=rules.id)
    return Answer(
        "shoes",
        (
            Parameter("rules", rules.id),
            Parameter("bets", list(bets)),
            Parameter("out", str(out)),
            Parameter("rows", sum(rows for rows, _rejected in parts.values())),
            Parameter("rows_set_apart", set_apart),
        ),
        (Section("part", Rows(("parts",)), columns_of(_("part"), _("rows"), _("rows set apart")), cells, caption),),
        assumptions=rules.assumptions_for(),
        sources=(rules.to_line(), *parts),
        error=error,
        silent=True,
    )
