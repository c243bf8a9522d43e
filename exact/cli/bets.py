"""List the bets of the catalogue with their pay tables.

exact bets
exact bets dragon        (those whose name or title has the word)
"""

from __future__ import annotations

import argparse

from exact.bets.bet import INLINE
from exact.bets.catalogue import catalogue
from exact.cli.terminal import wrapped
from exact.errors import ExactError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact bets``."""
    parser.add_argument("word", metavar="WORD", nargs="?", help="list only bets whose name or title has this word")


def run(arguments: argparse.Namespace) -> int:
    """Print the list; always 0."""
    word = (arguments.word or "").lower()
    found = [bet for bet in catalogue().values() if word in bet.name.lower() or word in bet.title.lower()]
    if not found:
        raise ExactError("bets", arguments.word, "is in no name or title of the catalogue: exact bets lists it all")
    for bet in found:
        tables = [table for table in bet.pay_tables if table != INLINE]
        choices = f" [{', '.join(f'{bet.name}:{table}' for table in tables)}]" if tables else ""
        print(wrapped(f"{bet.name} – {bet.title}{choices}"))
    return 0
