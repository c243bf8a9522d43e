"""Write the exact counts of the next coup from every shoe of a file to another file, row by row.

A row of FILE is a shoe, described by point values (columns c0 to c9), ranks (cA to cK) or cards (cAs to cKc). The file
ends in .csv, .jsonl, .ndjson or .parquet, and so does OUT. Rows that are not shoes go to OUT.rejects.csv, each with its
line and the reason, and the exit code is 2.

FILE may be a directory: a data set in parts, all files of shoes with the same columns. OUT is then a directory too, and
each part is answered in a file of its own name. Workers share the parts; on a cluster, every machine must see both
directories under the same names. With --checkpoint, a run that was interrupted goes on with the parts that are left.

  exact shoes shoes.csv --out odds.csv
  exact shoes shoes.parquet --out odds.parquet --bets dragon-7,lucky-6:12-18
  exact shoes parts --out answers --checkpoint saved
"""

from __future__ import annotations

import argparse
from pathlib import Path

from exact.answers.table import Answer
from exact.bets.catalogue import bet_name
from exact.cli import options, run_options
from exact.cli.terminal import progress_bar
from exact.errors import ExactError
from exact.shoe_files.answers import answer_shoes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact shoes``."""
    parser.add_argument(
        "file", metavar="FILE", help="the shoes: .csv, .jsonl, .ndjson, .parquet or a directory of them"
    )
    options.add_file_answers(parser)
    run_options.add_run_options(parser)
    options.add_rules(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """Write the file of answers, or a file for every part."""
    source, checkpoint = Path(arguments.file), run_options.checkpoint_of(arguments)
    out, bets, rules = out_of(arguments, "shoes", arguments.file), bets_of(arguments), options.rules_of(arguments)
    if source.is_dir() or any(option is not None for option in (arguments.workers, arguments.cluster, checkpoint)):
        with run_options.executor_of(arguments) as executor, progress_bar("parts") as progress:
            return answer_shoes(source, out, rules, bets, executor, checkpoint, progress)
    with progress_bar() as reading:
        return answer_shoes(source, out, rules, bets, reading=reading)


def out_of(arguments: argparse.Namespace, command: str, file: str) -> Path:
    """The file that ``--out`` names."""
    if arguments.out is None:
        raise ExactError(command, file, "needs --out FILE for the answers")
    return Path(arguments.out)


def bets_of(arguments: argparse.Namespace) -> list[str]:
    """The bets that ``--bets`` names; none without it."""
    names = [] if arguments.bets is None else [name.strip() for name in arguments.bets.split(",")]
    if "" in names:
        raise ExactError("bets", arguments.bets, "has an empty name: write a single comma between two bets")
    names = [bet_name(name) for name in names]
    for name in names:
        if names.count(name) > 1:
            raise ExactError("bets", name, "is named twice")
    return names
