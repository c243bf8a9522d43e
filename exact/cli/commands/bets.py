"""List the bets of the catalogue with their pay tables.

exact bets
exact bets dragon        (only those with this word in their name or title)
"""

from __future__ import annotations

import argparse
import re

from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import Cell, Column, columns_of
from exact.answers.text import _
from exact.bets.bet import INLINE, Bet
from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.inputs import near_misses
from exact.names import also_called, words_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact bets``."""
    parser.add_argument(
        "word", metavar="WORD", nargs="?", help="list only bets whose name or title has this word, or a synonym"
    )


def answer(arguments: argparse.Namespace) -> Answer:
    """The list."""
    words = words_of(arguments.word or "")
    if arguments.word is not None and not words:
        raise ExactError("bets", arguments.word, "has no word to look for; without one, exact bets lists them all")
    bets = [bet for bet in catalogue().values() if all(word in _text(bet) for word in words)]
    if not bets:
        hint = near_misses(" ".join(words), _all_words()).or_else("exact bets lists it all")
        raise ExactError("bets", arguments.word, f"is in no name or title of the catalogue: {hint}")
    rows: list[tuple[Cell, ...]] = [(bet.name, bet.title, _pay_tables(bet)) for bet in bets]
    columns = columns_of(_("bet"), Column(_("title"), wrap_cm=6), Column(_("pay tables"), wrap_cm=6))
    caption = _("Bets with {word} in their name or title", word=arguments.word) if words else _("Bets of the catalogue")
    return Answer(
        "bets", (Parameter("word", arguments.word),), (Section("bet", Rows(("bets",)), columns, rows, caption),)
    )


def _text(bet: Bet) -> str:
    """What a search looks at: the words of its name and title, synonyms and trade names."""
    return " ".join(words_of(f"{bet.name} {bet.title} {also_called(bet.name, bet.title)}"))


def _pay_tables(bet: Bet) -> str | None:
    """The names of its pay tables; `None` if it has only one, without a name."""
    return ", ".join(f"{bet.name}:{table}" for table in bet.pay_tables if table != INLINE) or None


def _all_words() -> dict[str, None]:
    """The words of all names and titles, in order."""
    texts = (f"{bet.name} {bet.title}".lower() for bet in catalogue().values())
    return dict.fromkeys(word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text))
