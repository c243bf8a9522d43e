"""The options of commands that may run for hours (workers, checkpoints) or write files, and the answers about files."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from exact.answers.table import Answer, Column, Parameter, Table
from exact.answers.text import Text, _
from exact.errors import ExactError
from exact.inputs import parse_whole
from exact.lazy import futures
from exact.workers.processes import process_pool

MAX_WORKERS = 256


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--workers``, ``--cluster`` and ``--checkpoint``."""
    workers_help = f"processes of this machine, 1 to {MAX_WORKERS}; default one for each core"
    parser.add_argument("--workers", metavar="N", help=workers_help)
    cluster_help = "HOST:PORT of a dask scheduler, to use its workers instead; needs the extra cluster"
    parser.add_argument("--cluster", metavar="ADDRESS", help=cluster_help)
    checkpoint_help = "a directory for finished work: the same command resumes there"
    parser.add_argument("--checkpoint", metavar="DIR", help=checkpoint_help)


def checkpoint_of(arguments: argparse.Namespace) -> Path | None:
    """The directory that ``--checkpoint`` names."""
    if arguments.checkpoint == "":
        raise ExactError("checkpoint", "", "is not a directory")
    return None if arguments.checkpoint is None else Path(arguments.checkpoint)


def workers_of(arguments: argparse.Namespace) -> int:
    """The number of tasks that the chosen workers do at once; errors as in `executor_of`."""
    with executor_of(arguments) as executor:
        workers: int = getattr(executor, "workers", 1)
        return workers


@contextmanager
def executor_for(arguments: argparse.Namespace, takes_long: bool) -> Iterator[futures.Executor | None]:
    """As `executor_of`; `None`, for this process, if the work takes about a second and no option chooses workers."""
    with executor_of(arguments) as executor:
        chosen = takes_long or arguments.workers is not None or arguments.cluster is not None
        yield executor if chosen else None


@contextmanager
def executor_of(arguments: argparse.Namespace) -> Iterator[futures.Executor]:
    """The workers that the options choose; processes of this machine start with the first task.

    Raises `ExactError` for both kinds at once, a number of workers out of range, and an unusable cluster
    (`exact.workers.cluster.cluster_executor`).
    """
    if arguments.cluster is None:
        workers = arguments.workers
        number = None if workers is None else parse_whole(workers, "workers", 1, MAX_WORKERS)
        with process_pool(number) as pool:
            yield pool
        return
    if arguments.workers is not None:
        raise ExactError("workers", arguments.workers, "are of this machine: give --workers or --cluster, not both")
    from exact.workers.cluster import cluster_executor

    with cluster_executor(arguments.cluster) as cluster:
        yield cluster


def check_answer(name: str, differences: Sequence[str], agrees: Text, notes: Sequence[Text] = ()) -> Answer:
    """The result of checking files: the ``differences``, or the text ``agrees`` if there are none."""
    one, several = _("1 difference"), _("{number} differences", number=len(differences))
    rows = [(difference,) for difference in differences]
    caption = one if len(rows) == 1 else several
    section = Table("differences", caption, (Column(_("difference")),), rows)
    return Answer(name, tables=(section,), notes=(*([] if rows else [agrees]), *notes), code=1 if rows else 0)


def written_answer(name: str, files: Sequence[str], directory: Path, summary: Text) -> Answer:
    """The files that a command has written to ``directory``."""
    return Answer(name, (Parameter("directory", str(directory)), Parameter("files", list(files), "", (summary,))))


def directory_of(out: str | None, default: str, language: str) -> Path:
    """The directory that ``--out`` names, or ``default``, with a suffix for a language other than English."""
    if out == "":
        raise ExactError("out", out, "must name a directory")
    return Path(out or (default if language == "en" else f"{default}-{language}"))


def writable_file(path: str, parameter: str) -> Path:
    """The file that an option names; raises `ExactError` if it is a folder, or its folder does not exist."""
    file = Path(path)
    if not path or file.is_dir() or not file.parent.is_dir():
        raise ExactError(parameter, path, "cannot be written: it is a folder, or its folder does not exist")
    return file


def write_file(file: Path, text: str, parameter: str) -> None:
    """Write ``text`` to ``file``, in full or not at all; raises `ExactError` if that is impossible."""
    partial = file.with_name(f"{file.name}.{secrets.token_hex(4)}.partial")
    try:
        partial.write_text(text, encoding="utf-8", newline="\n")
        os.replace(partial, file)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise ExactError(parameter, str(file), f"cannot be written: {error.strerror}") from None
