"""List the bets of the catalogue with their pay tables.

exact bets
exact bets dragon        (those whose name or title has the word)
"""

from __future__ import annotations

import argparse
import re

from exact.bets.bet import INLINE
from exact.bets.catalogue import catalogue
from exact.cli.terminal import wrapped
from exact.errors import ExactError
from exact.inputs import near_misses
from exact.names import also_called


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact bets``."""
    parser.add_argument(
        "word", metavar="WORD", nargs="?", help="list only bets whose name or title has this word, or a synonym"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the list; always 0."""
    word = (arguments.word or "").lower()
    texts = {
        bet.name: f"{bet.name} {bet.title} {also_called(bet.name, bet.title)}".lower() for bet in catalogue().values()
    }
    found = [bet for bet in catalogue().values() if all(part in texts[bet.name] for part in word.split())]
    if not found:
        hint = near_misses(word, _words()).or_else("exact bets lists it all")
        raise ExactError("bets", arguments.word, f"is in no name or title of the catalogue: {hint}")
    for bet in found:
        tables = [table for table in bet.pay_tables if table != INLINE]
        choices = f" [{', '.join(f'{bet.name}:{table}' for table in tables)}]" if tables else ""
        print(wrapped(f"{bet.name} – {bet.title}{choices}"))
    return 0


def _words() -> dict[str, None]:
    """The words of all names and titles, in order."""
    texts = (f"{bet.name} {bet.title}".lower() for bet in catalogue().values())
    return dict.fromkeys(word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text))
