"""List the bets of the catalogue with their pay tables.

exact bets
exact bets dragon        (only those with this word in their name or title)
"""

from __future__ import annotations

import argparse
import re

from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import Cell, Column
from exact.answers.text import _
from exact.bets.bet import INLINE, Bet
from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.inputs import near_misses
from exact.names import also_called


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact bets``."""
    parser.add_argument(
        "word", metavar="WORD", nargs="?", help="list only bets whose name or title has this word, or a synonym"
    )


def answer(arguments: argparse.Namespace) -> Answer:
    """The list."""
    word = (arguments.word or "").lower()
    texts = {
        bet.name: f"{bet.name} {bet.title} {also_called(bet.name, bet.title)}".lower() for bet in catalogue().values()
    }
    matching = [bet for bet in catalogue().values() if all(part in texts[bet.name] for part in word.split())]
    if not matching:
        hint = near_misses(word, _words()).or_else("exact bets lists it all")
        raise ExactError("bets", arguments.word, f"is in no name or title of the catalogue: {hint}")
    rows: list[tuple[Cell, ...]] = [(bet.name, bet.title, _pay_tables(bet)) for bet in matching]
    columns = (Column(_("bet")), Column(_("title"), wrap_cm=6), Column(_("pay tables"), wrap_cm=6))
    caption = _("Bets with {word} in their name or title", word=word) if word else _("Bets of the catalogue")
    return Answer(
        "bets", (Parameter("word", arguments.word),), (Section("bet", Rows(("bets",)), columns, rows, caption),)
    )


def _pay_tables(bet: Bet) -> str | None:
    """The names of its pay tables; `None` if it has only one, without a name."""
    return ", ".join(f"{bet.name}:{table}" for table in bet.pay_tables if table != INLINE) or None


def _words() -> dict[str, None]:
    """The words of all names and titles, in order."""
    texts = (f"{bet.name} {bet.title}".lower() for bet in catalogue().values())
    return dict.fromkeys(word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text))
