"""The command line: one parser, one subcommand a module, one line for every error."""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

from exact import __version__
from exact.errors import ExactError, near_misses

COMMANDS = {
    "odds": "exact probabilities and prices of the next coup from a shoe",
    "coup": "replay a dealt sequence of cards, quoting the clause behind each step",
    "rules": "list the rulebooks, or show one as printed and as played",
    "identify": "find out which figure of the game a published number is",
    "tables": "write or check the reference tables",
}
"""Each subcommand lives in ``exact.cli.<name>``: ``add_arguments(parser)`` and ``run(arguments) -> exit code``."""

DONE, CHECK_FAILED, BAD_USAGE = 0, 1, 2


class _Parser(argparse.ArgumentParser):
    """Errors on one line; an argument like ``-1,2`` or ``-1.24%`` is a value, for no option looks like it."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options, allow_abbrev=False)  # type: ignore[arg-type]
        self._negative_number_matcher = re.compile(r"^-[\d.]")

    def error(self, message: str) -> NoReturn:
        raise _UsageError(message)


class _UsageError(Exception):
    """The words of the command do not fit together."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv`` (by default the process's own) and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    try:
        code = _run(words)
        sys.stdout.flush()
    except ExactError as error:
        print(f"exact: {error}", file=sys.stderr)
        return BAD_USAGE
    except _UsageError as error:
        print(f"exact: {error}; see exact {words[0] if words[0] in COMMANDS else ''} --help", file=sys.stderr)
        return BAD_USAGE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return 130
    return code


def _run(words: list[str]) -> int:
    parser = _Parser(prog="exact", description="Exact probability for punto banco (casino baccarat).")
    parser.add_argument("--version", action="version", version=f"exact {__version__}")
    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        raise ExactError("command", words[0], f"is not a command: {near_misses(words[0], list(COMMANDS))}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        if words and words[0] == name:
            command = importlib.import_module(f"exact.cli.{name}")
            subparser = subparsers.add_parser(
                name,
                help=summary,
                description=command.__doc__,
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            command.add_arguments(subparser)
        else:
            subparsers.add_parser(name, help=summary, add_help=False)
    arguments = parser.parse_args(words)
    if arguments.command is None:
        parser.print_help()
        return DONE
    code: int = command.run(arguments)
    return code
