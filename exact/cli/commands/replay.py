"""Replay dealt shoes coup by coup, and write the exact counts before every coup to a file.

A line of FILE is a shoe: its cards in dealing order, coup after coup, with the cards that were burnt face up first, in
brackets. OUT ends in .csv, .jsonl, .ndjson or .parquet. Shoes with a fault go to OUT.rejects.csv, each with its line
and the reason, and the exit code is 2; the coups before the fault are answered.

  exact replay dealt.txt --decks 8 --out odds.csv
  exact replay dealt.txt --rules classic-it --out odds.jsonl --bets dragon-7
"""

from __future__ import annotations

import argparse
from pathlib import Path

from exact.answers.table import Answer
from exact.cli import options
from exact.cli.commands.shoes import bets_of, out_of
from exact.cli.terminal import progress_bar
from exact.rules.documents import interpretation
from exact.shoe_files.answers import answer_replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact replay``."""
    parser.add_argument("file", metavar="FILE", help="the dealt shoes, one in each line: [K 5h] 9 2 Q 4 2 K 3 4 7 9")
    options.add_file_answers(parser)
    options.add_decks(parser)
    options.add_rules(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """Write the file of answers."""
    out, bets = out_of(arguments, "replay", arguments.file), bets_of(arguments)
    rulebook = interpretation(arguments.rules)
    decks = options.decks_of(arguments, rulebook.rules())
    with progress_bar() as progress:
        return answer_replay(Path(arguments.file), out, rulebook, decks, bets, progress)
