"""What argcomplete offers for a line of bash, zsh or fish: commands, options, bets, rulebooks, tables and files."""

import argparse
import os
from collections.abc import Callable, Iterable
from typing import Any

from exact.bets.bet import INLINE
from exact.bets.catalogue import every_bet
from exact.bets.vocabulary import known_names
from exact.names import spellings
from exact.publication.publish import TABLE_IDS, citable_ids
from exact.rules import all_rules


def complete() -> None:
    """Give the shell the candidates for the last word of the line in its environment, and exit."""
    import argcomplete

    parser = completion_parser(os.environ.get("COMP_LINE", "").split())
    argcomplete.autocomplete(parser, always_complete_options="long")


def completion_parser(words: Iterable[str]) -> argparse.ArgumentParser:
    """A parser of all commands, with the options of those among ``words``, each with its values as ``completer``."""
    from exact.cli.main import COMMANDS, module_of, parser_of

    parser = argparse.ArgumentParser(prog="exact")
    parser.add_argument("--version", action="version")
    commands = parser.add_subparsers()
    for name, summary in COMMANDS.items():
        if name not in words:
            commands.add_parser(name, help=summary)
            continue
        own = commands.add_parser(name, parents=[parser_of(name)], add_help=False, help=summary)
        parsers = [own]
        if below := getattr(module_of(name), "SUBCOMMANDS", None):
            inner = own.add_subparsers()
            parsers = [inner.add_parser(each, parents=[parser_of(f"{name} {each}")], add_help=False) for each in below]
        for each in parsers:
            for action in each._actions:
                if action.nargs != 0:
                    action.completer = completer_of(name, action)  # type: ignore[attr-defined]
    return parser


def completer_of(command: str, action: argparse.Action) -> Callable[..., list[str]]:
    """The function that argcomplete asks for the values of ``action``, an option or argument of ``command``."""
    from argcomplete.completers import DirectoriesCompleter, FilesCompleter

    name = str(action.metavar)
    if name == "NAME|FILE":
        name = "RULES" if "rules" in (action.dest, command) else "BET"

    listed = [word for word in name.split("|") if "|" in name and word.islower()]

    def complete_value(prefix: str, **_: Any) -> list[str]:
        before, comma, last = prefix.rpartition(",") if name in _LISTS else ("", "", prefix)
        known = [*getattr(action, "values", ()), *(_VALUES[name]() if name in _VALUES else listed)]
        if not any(value.startswith(last) for value in known):
            known = [spelling for value in known for spelling in spellings(value)]
        offered = [f"{before}{comma}{value}" for value in known if value.startswith(last)]
        files = FilesCompleter() if name in _FILES else DirectoriesCompleter() if name == "DIR" else None
        return offered + ([] if files is None else [*files(prefix)])

    return complete_value


def _bets() -> list[str]:
    tables = [f"{bet.name}:{table}" for bet in every_bet().values() for table in bet.pay_tables if table != INLINE]
    return [*every_bet(), *tables]


_LISTS = ("BET", "BETS", "EXPR")
_FILES = ("FILE", "COMMAND", "BET", "RULES", "STRATEGY")
_VALUES: dict[str, Callable[[], Iterable[str]]] = {
    "ID": citable_ids,
    "TABLE": lambda: TABLE_IDS,
    "BET": _bets,
    "BETS": _bets,
    "EXPR": lambda: (*known_names(), *_bets()),
    "BET=AMOUNT": lambda: (f"{bet}=" for bet in _bets()),
    "RULES": all_rules,
    "STRATEGY": all_rules,
}
"""Names of things by their word in the help; an option has its own values, or its word lists them as ``a|b``."""
