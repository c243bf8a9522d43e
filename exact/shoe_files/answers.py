"""Write the odds of every shoe of files, or before every coup of dealt shoes, to files of answers.

Each part of a data set is a task; its answers have its name, in another directory. With a checkpoint, an interrupted
run goes on with the parts that are left; if one has changed, all are answered anew.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from exact.answers.table import Answer, Parameter, Table, columns_of
from exact.answers.text import _
from exact.bets.catalogue import find_bet
from exact.engine.evaluate import Evaluator
from exact.errors import ExactError
from exact.game import Granularity
from exact.inputs import refused
from exact.lazy import Integers, np
from exact.outputs import check_output
from exact.rules import Rules, Tableau
from exact.rules.rulebook import Interpretation
from exact.shoe_files.reading import (
    DealtBlock,
    DealtRow,
    Rejected,
    ShoeBlock,
    dealt_shoes,
    format_of,
    open_shoes,
    shoe_columns,
)
from exact.shoe_files.writing import Answers, Column
from exact.workers.tasks import HERE, Run, Task, run_tasks

Progress = Callable[[int, int, str], object]  # called with how much of a file has been read, its size, and its name

# Columns about some shoes, the shoes, the rows set apart, and how far reading has come.
_Block = tuple[dict[str, Column], Integers, list[Rejected], int]


def answer_replay(
    source: Path, out: Path, rulebook: Interpretation, decks: int, bets: Sequence[str], progress: Progress
) -> Answer:
    """Write the result of every coup of the dealt shoes in ``source``, and the counts before it, to ``out``.

    The answer's error says whether lines were rejected. Raises `ExactError` if the run cannot begin.
    """
    _check_out(source, out)
    rules = rulebook.rules()
    evaluator = Evaluator(rules.tableau, bets, Granularity.VALUES)
    if not os.path.isfile(source):
        raise ExactError("shoes", str(source), "does not exist, or is not a file")
    answers = Answers(out, ("shoe", "coup", "cards", "punto_total", "banco_total"))
    # the first block is empty, so that the answers to an empty file have columns
    dealt = chain([DealtBlock([], [], 0)], dealt_shoes(source, decks, rulebook))
    blocks = ((*_coup_columns(block.coups), block.rejected, block.done) for block in dealt)
    rows = _write(answers, evaluator, blocks, progress, source.name, source.stat().st_size)
    return _summary("replay", source, out, rules, bets, {source: (rows, answers.rejected)}, Parameter("decks", decks))


def answer_shoes(
    source: Path, out: Path, rules: Rules, bets: Sequence[str], run: Run = HERE, reading: Progress | None = None
) -> Answer:
    """Write the counts of ``bets`` and of the outcomes for every shoe of ``source`` to ``out``, files or directories.

    The progress of ``run`` counts parts; ``reading`` counts the bytes of each file, and goes with no executor. The
    answer's error says whether rows were rejected. Raises `ExactError`, and begins nothing, for parts that cannot be
    read or differ in their columns and for an ``out`` that cannot be written; and as `run_tasks` does.
    """
    parts = _parts(source, out)
    first, *others = parts
    opened = open_shoes(first)
    Evaluator(rules.tableau, bets, opened.granularity)  # raises if the columns are too coarse for a bet
    for part in others:
        if open_shoes(part).names != opened.names:
            raise ExactError("shoes", str(part), f"has other columns than {first.name}: {', '.join(opened.names)}")
    if os.path.isdir(source):
        if out.resolve().is_relative_to(source.resolve()):
            raise ExactError("out", str(out), "must be outside the data set")
        with refused("out", out, "cannot become a directory of answers"):
            out.mkdir(exist_ok=True)
    elsewhere = run[:2] != HERE[:2]  # a worker or a later run may have another directory
    tasks: list[Task] = []
    for part, answers in parts.items():
        _check_out(part, answers)
        state = part.stat()
        names = (str(path.resolve() if elsewhere else path) for path in (part, answers))
        tasks.append((*names, state.st_size, state.st_mtime_ns))
    work = partial(_answer_part, rules.tableau, tuple(bets), reading)
    identity = f"parts 1: {rules.tableau} {[(name, find_bet(name).to_line()) for name in bets]}"
    done = list(run_tasks(work, tasks, identity, *run))
    for answers, (*_rows, size) in zip(parts.values(), done, strict=True):
        if not answers.exists() or answers.stat().st_size != size:
            where = f"says the checkpoint in {run.checkpoint}, but is gone or has changed: remove the checkpoint"
            raise ExactError("out", str(answers), f"was written, {where}")
    rows = {part: sums[:2] for part, sums in zip(parts, done, strict=True)}
    return _summary("shoes", source, out, rules, bets, rows)


def _answer_part(
    tableau: Tableau, bets: tuple[str, ...], reading: Progress | None, part: str, out: str, _size: int, _changed: int
) -> tuple[int, int, int]:
    """The rows answered of a part, those set apart and the bytes of the answers."""
    file = open_shoes(Path(part))
    evaluator = Evaluator(tableau, bets, file.granularity)
    counts = shoe_columns(file.granularity)

    def blocks() -> Iterator[_Block]:
        none = ShoeBlock(np.zeros((0, file.granularity), dtype=np.int64), [], 0)  # an empty file has columns too
        for shoes, rejected, done in chain([none], file.blocks()):
            yield {name: shoes[:, counts.index(name)] for name in file.names}, shoes, rejected, done

    answers = Answers(Path(out), counts)
    rows = _write(answers, evaluator, blocks(), reading, Path(part).name, file.size)
    return rows, answers.rejected, answers.path.stat().st_size


def _write(
    answers: Answers, evaluator: Evaluator, blocks: Iterator[_Block], progress: Progress | None, name: str, size: int
) -> int:
    rows = 0
    with answers:
        for facts, shoes, rejected, done in blocks:
            answers.reject(rejected)
            counted = evaluator.evaluate(shoes)
            of_bets = {f"{bet}:{name}": n for bet, counts in counted.bets.items() for name, n in counts.items()}
            answers.write({**facts, "deals": counted.deals, **counted.outcomes, **of_bets})
            rows += len(shoes)
            if progress and done:
                progress(done, max(size, done), name)
    return rows


def _coup_columns(coups: list[DealtRow]) -> tuple[dict[str, Column], Integers]:
    left = np.array([row.left for row in coups], dtype=np.int64).reshape(-1, 10)
    replays = [row.replay for row in coups]
    numbers = [(row.line, row.number, row.replay.coup.punto.total, row.replay.coup.banco.total) for row in coups]
    line, number, punto_total, banco_total = np.array(numbers, dtype=np.int64).reshape(-1, 4).T
    columns: dict[str, Column] = {
        "shoe": line,
        "coup": number,
        "cards": left.sum(axis=1),
        "punto_cards": [" ".join(replay.hands[0]) for replay in replays],
        "banco_cards": [" ".join(replay.hands[1]) for replay in replays],
        "punto_total": punto_total,
        "banco_total": banco_total,
        "outcome": [replay.coup.outcome.value for replay in replays],
    }
    return columns, left


def _check_out(source: Path, out: Path) -> None:
    """Raise `ExactError` if ``out`` has no known format, or if it or its rejected rows would overwrite ``source``."""
    format_of(out, "out")
    for path in (out, out.with_name(f"{out.name}.rejects.csv")):
        check_output(path, "out", source)


def _parts(source: Path, out: Path) -> dict[Path, Path]:
    """Every part in the order of the names, with the file of its answers."""
    if not os.path.isdir(source):
        format_of(out, "out")  # before the source is read
        return {source: out}
    with refused("shoes", source, "cannot be read"):  # programs that write data sets leave files with other names
        files = sorted(file for file in source.iterdir() if not file.name.startswith((".", "_")))
    if not files:
        raise ExactError("shoes", str(source), "is a directory without parts")
    return {file: out / file.name for file in files}


def _summary(
    name: str,
    source: Path,
    out: Path,
    rules: Rules,
    bets: Sequence[str],
    parts: Mapping[Path, tuple[int, int]],
    *parameters: Parameter,
) -> Answer:
    """The rows written and set apart of every part; plain text has only the assumptions, as the answers are files."""
    rows, set_apart = (sum(each) for each in zip(*parts.values(), strict=True))
    error = None
    if set_apart:
        unusable = f"{set_apart} rows" if set_apart > 1 else "1 row"
        files = f"the files .rejects.csv in {out}" if source.is_dir() else f"{out}.rejects.csv"
        bound = f"has {unusable} that cannot be used: see {files}; all others are answered"
        error = ExactError(name, str(source), bound)
    written = {"bets": list(bets), "out": str(out), "rows": rows, "rows_set_apart": set_apart}
    caption = _("Answers to {file}, rules {rules}", file=source.name, rules=rules.id)
    columns = columns_of(_("part"), _("rows"), _("rows set apart"))
    return Answer(
        name,
        (Parameter("rules", rules.id), *parameters, *(Parameter(*each) for each in written.items())),
        (Table("parts", caption, columns, [(part.name, *sums) for part, sums in parts.items()]),),
        assumptions=rules.assumptions_for(),
        sources=(rules.to_line(), *parts),
        error=error,
        silent=True,
    )
