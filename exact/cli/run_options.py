"""The options of commands that may run for hours: which workers to use, and where to save finished work."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from exact.cli.options import Once
from exact.errors import ExactError
from exact.inputs import parse_whole
from exact.lazy import futures
from exact.runs.processes import process_pool

MAX_WORKERS = 256


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--workers``, ``--cluster`` and ``--checkpoint``."""
    workers_help = f"processes of this machine, 1 to {MAX_WORKERS}; default one for each core"
    parser.add_argument("--workers", action=Once, metavar="N", help=workers_help)
    cluster_help = "HOST:PORT of a dask scheduler, to use its workers instead; needs the extra cluster"
    parser.add_argument("--cluster", action=Once, metavar="ADDRESS", help=cluster_help)
    checkpoint_help = "a directory for finished work: the same command resumes there"
    parser.add_argument("--checkpoint", action=Once, metavar="DIR", help=checkpoint_help)


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
    (`exact.runs.cluster.cluster_executor`).
    """
    if arguments.cluster is None:
        workers = arguments.workers
        number = None if workers is None else parse_whole(workers, "workers", 1, MAX_WORKERS)
        with process_pool(number) as pool:
            yield pool
        return
    if arguments.workers is not None:
        raise ExactError("workers", arguments.workers, "are of this machine: give --workers or --cluster, not both")
    from exact.runs.cluster import cluster_executor

    with cluster_executor(arguments.cluster) as cluster:
        yield cluster
