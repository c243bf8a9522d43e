"""What the value of an option or an argument may be, told by what its help calls it: for completion."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple

FILES, DIRECTORIES = ":files", ":directories"
"""Any name of a file or of a directory: the shell knows them."""


class Values(NamedTuple):
    """The values that are known by name; ``are_many`` where several may be given with commas between."""

    known: tuple[str, ...] = ()
    are_many: bool = False


_NUMBERS = ("N", "D", "S", "A", "E", "M", "T", "AMOUNT", "PERCENT", "STAKES", "FIGURE", "c0,…,c9", "A=…,…,K=…")
FREE = frozenset((*_NUMBERS, "CARDS", "KNOWLEDGE", "ADDRESS", "WORD", "NAMES"))
"""Names of values that are numbers or words of the asker's own."""


def values_of(command: str, action: argparse.Action) -> Values:
    """The values of ``action``, an option or an argument of ``command``; none for what is the asker's own."""
    name = str(action.metavar)
    if name == "NAME|FILE":
        return _rulebooks() if "rules" in (action.dest, command) else _bets(FILES)
    known = _KNOWN.get(name, Values)
    return known()


def _bets(*more: str) -> Values:
    from exact.bets.bet import INLINE
    from exact.bets.catalogue import catalogue

    tables = (f"{bet.name}:{table}" for bet in catalogue().values() for table in bet.pay_tables if table != INLINE)
    return Values((*catalogue(), *tables, *more), are_many=True)


def _rulebooks() -> Values:
    from exact.rules.named import shipped_rules

    return Values((*shipped_rules(), FILES))


def _tables() -> Values:
    from exact.publication.publish import TABLE_IDS

    return Values(TABLE_IDS)


def _languages() -> Values:
    from exact.report.translation import LANGUAGES

    return Values(tuple(LANGUAGES))


def _formats() -> Values:
    from exact.cli.options import FORMATS

    return Values(FORMATS)


def _shells() -> Values:
    from exact.cli.commands.completion import SHELLS

    return Values(SHELLS)


def _expressions() -> Values:
    from exact.bets.vocabulary import known_names

    return Values((*known_names(), *_bets().known))


def _stakes() -> Values:
    return Values(tuple(f"{bet}=" for bet in _bets().known))


def _grids() -> Values:
    from exact.analysis.perfect_play import GRIDS

    return Values(tuple(GRIDS))


def _burns() -> Values:
    from exact.cli.commands.study import BURNS

    return Values(tuple(BURNS))


def _favours() -> Values:
    from exact.analysis.commission import FAVOURS

    return Values(FAVOURS[:-1])  # whom to favour; the last is nobody


_KNOWN: dict[str, Callable[[], Values]] = {
    "FILE": lambda: Values((FILES,)),
    "COMMAND": lambda: Values((FILES,)),
    "DIR": lambda: Values((DIRECTORIES,)),
    "ID": _tables,
    "LANG": _languages,
    "FORMAT": _formats,
    "SHELL": _shells,
    "BETS": _bets,
    "EXPR": _expressions,
    "BET=AMOUNT": _stakes,
    "GRID": _grids,
    "RULE": _burns,
    "WHOM": _favours,
    "TAGS|best": lambda: Values(("best",)),
}
"""What each of the other names stands for."""
