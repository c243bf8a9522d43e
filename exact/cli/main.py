"""The command line: one parser, a module for each command, one line for every error."""

import argparse
import importlib
import os
import re
import signal
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, NoReturn, TextIO

from exact.answers.table import Answer
from exact.answers.text import Text, _
from exact.cli import help as help_texts
from exact.cli.options import OUTPUT, language_of, names_of, plot_file, style_of, table_names
from exact.cli.terminal import has_colour, interrupted_by_signals, terminal_width
from exact.errors import ExactError, blamed_on
from exact.escapes import printable, visible
from exact.game.shoe import NO_SHOE
from exact.inputs import READ_AS, near_misses, one_of
from exact.records import replace
from exact.report.render import OWN_NAMES, assumed, for_readers, render_answer, render_text, said_of_csv, tables_of
from exact.version import __version__

GROUPS = {
    "What are the odds, and what does a bet cost?": {
        "ask": "any figure by its question, and tables of figures to order",
        "odds": "exact odds and house edges of the next coup from a shoe",
        "bet": "price one bet: probabilities, edge, variance; by decks, by rounded commission, for a regulator",
        "bets": "list the bets of the catalogue, or price them all on a shoe",
        "joint": "the joint distribution of any two facts about a coup: totals, cards, margins",
        "promotion": "what coupons, match play, rebates and rolling commission are worth",
    },
    "What do the rules say?": {
        "rules": "list the rulebooks, show one as printed and as played, or price each of its decisions",
        "coup": "replay a dealt coup, quoting the rule behind each step, and settle stakes",
        "equilibrium": "solve chemin de fer, the game with choices, exactly; best replies",
    },
    "What do many coups bring?": {
        "session": "what n independent coups win: the exact distribution, plans, stop points, ruin, runs, the casino",
        "dependence": "the joint distribution of successive coups: streaks, correlations, the next coup given the past",
    },
    "Does it pay to count cards, or to see some?": {
        "removal": "effects of removal of a bet, and the best linear count",
        "count": "how often a linear count bets, and what it gains, exactly",
        "spread": "how much a bet's expectation varies with the unseen cards: variance, third moment",
        "perfect": "how much a perfect card counter gains",
        "signal": "the value of seeing some cards, or only their class, before betting: edge sorting",
        "study": "deal millions of shoes: the gains of perfect play and of a linear count, by penetration",
    },
    "What are the odds of many shoes?": {
        "shoes": "the odds of every shoe of a file, or before every coup of a file of dealt cards"
    },
    "Is this number right, and whose is it?": {
        "identify": "look up a published number",
        "audit": "check a file of published figures",
        "cite": "the BibTeX entry of a table, document, source or published figure",
    },
    "Is my engine or simulator right?": {
        "verify": "check another engine against the conformance vectors, or a simulator by statistics",
        "serve": "answer exact questions from other programs, by line or over local HTTP",
    },
    "Where are the reference tables?": {
        "tables": "list, write or check the reference tables and their pictures, or write the book of them"
    },
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
"""A command is a module with its `OPTIONS` and ``answer(arguments) -> Answer``.

It may have `MORE_HELP`, the topics of help that belong under its options. ``verify engine`` is a command too, an entry
of `SUBCOMMANDS` in ``verify``.
"""
RENAMED = {
    "book": "exact tables --book",
    "closed-form": "exact bet BET --closed-form",
    "commission": "exact bet banco --unit AMOUNT --stakes STAKES --commission PERCENT",
    "completion": "register-python-argcomplete --shell SHELL exact",
    "kelly": "exact bet BET --kelly",
    "plots": "exact tables --pictures",
    "report": "exact bet BET --report DIR",
    "replay": "exact shoes --dealt FILE --decks N --out OUT",
    "tableau": "exact rules NAME, and with --flip the price of each decision",
    "bet --rate": "exact bet banco --unit AMOUNT --stakes STAKES --commission PERCENT",
    "bet --stake": "exact bet banco --unit AMOUNT --stakes STAKES",
    "count --unit": "exact count --per CARDS",
    **dict.fromkeys(("odds --shoes", "odds --out", "odds --columns"), "exact shoes FILE --out OUT"),
    "odds --bets": "exact shoes FILE --out OUT --bets BETS",
    "odds --replay": "exact shoes --dealt FILE --decks N --out OUT",
    "study --count": "exact study --tags TAGS",
    "tables --full": "scripts/generate.py --check --full",
    **{f"verify --{word}": f"exact verify {word} …" for word in ("engine", "results", "simulated", "stream")},
}
"""Commands and options of earlier versions, and how to say the same now."""

argparse._ = str  # type: ignore[attr-defined]  # its words stay English, as ours do: gettext would import locale
HELP = "help"
_HELP_OPTIONS = frozenset(("-h", "--help"))
_OPTION = re.compile(r"--|-[a-zA-Z]{2}")
"""The beginning of an option, or of a word meant as one; a value may begin with a minus and a number."""
DONE, BAD_USAGE = 0, 2
"""Exit codes; a command's own code 1 means that a check failed."""


class _Parser(argparse.ArgumentParser):
    """Errors on one line; an argument like ``-1,2`` or ``-1.24%`` is a value, because no option looks like it."""

    def __init__(self, prog: str, description: str | None) -> None:
        # Without a width argparse imports shutil to find it, for every command.
        help_formatter = partial(argparse.RawDescriptionHelpFormatter, width=terminal_width() - 2)
        super().__init__(prog=prog, description=description, formatter_class=help_formatter, allow_abbrev=False)
        self._negative_number_matcher = re.compile(r"^-[\d.]")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:  # noqa: ARG002
        """As in `argparse`, but first of all an unknown option is an error, with similar names, and a repeated one."""
        actions, given, args = self._option_string_actions, set(), list(args or ())
        for place in reversed(range(1, len(args))):  # argparse takes -BY after --sort for an option
            name, value = args[place - 1 : place + 1]
            takes_value = isinstance(actions.get(name), argparse._StoreAction)
            if takes_value and _OPTION.match(value) and not (value.startswith("--") or value in actions):
                args[place - 1 : place + 1] = [f"{name}={value}"]
        words = iter(args)
        for word in words:
            option, _equals, value = word.partition("=")
            if word == "--":
                break
            if not _OPTION.match(word):
                continue
            if option not in actions:
                if instead := RENAMED.get(f"{self.prog.removeprefix('exact ')} {option}"):
                    raise ExactError("option", option, f"is now {instead}")
                known = [name.removeprefix("--") for name in actions if name.startswith("--")]
                hint = near_misses(option.lstrip("-"), known, before="--").or_else(f"{self.prog} --help lists them")
                raise ExactError("option", option, f"is not an option of {self.prog}: {hint}")
            name = actions[option].dest
            if name in given and isinstance(actions[option], argparse._StoreAction):
                raise ExactError(option[2:], value or next(words, ""), f"is a second {option}: give it once")
            if value == "--":  # which argparse drops, and then stores an empty list
                raise ExactError(option[2:], value, f"is not a value of {option}")
            given.add(name)
        return super().parse_known_args(args, argparse.Namespace(given_options=given))

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ARG002
        """Print the help; unlike in `argparse`, that it cannot be printed is an error."""
        help_texts.show(message)

    def error(self, message: str) -> NoReturn:
        raise _UsageError(f"{message}; see {self.prog} --help")


class _UsageError(Exception):
    """The words of a command do not fit together."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv`` (by default the process's own arguments) and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # on a busy machine, its waiting threads cost ten times the work
    if 0 < sys.get_int_max_str_digits() < sys.int_info.default_max_str_digits:  # set so by the environment
        sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if sys.stdout is None:
            raise ExactError("output", "standard output", "is closed, so nothing can be printed")
        with interrupted_by_signals():
            if "_ARGCOMPLETE" in os.environ:
                importlib.import_module("exact.cli.completion").complete()
            code = _run(words)
        sys.stdout.flush()
    except (ExactError, _UsageError) as error:
        return _refused(error)
    except MemoryError:
        return _refused(ExactError("memory", " ".join(words), "needs more than this process may take"))
    except ImportError as error:  # a broken installation, or too little memory for a library
        last_line = str(error).strip().rpartition("\n")[2]
        return _refused(ExactError("command", " ".join(words), f"cannot load a library: {last_line}"))
    except BrokenPipeError:
        _discard(sys.stdout)
        return DONE
    except OSError as error:
        _discard(sys.stdout)
        return _refused(ExactError("output", error.filename or "standard output", f"failed: {error.strerror}"))
    except KeyboardInterrupt as interrupt:
        # ``python -m`` takes an interrupt of ``exec``, by which records are made, for unhandled.
        exec("")
        return 128 + next((number for number in interrupt.args if isinstance(number, int)), signal.SIGINT)
    return code


def _refused(error: Exception) -> int:
    if sys.stderr is not None:
        try:
            print(printable(f"exact: {error}", widest=2000), file=sys.stderr, flush=True)
        except OSError:  # the exit code still says it where the line cannot be written, as on a full disk
            _discard(sys.stderr)
    return BAD_USAGE


def _discard(stream: TextIO) -> None:
    """Discard buffered output, so that Python does not try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _run(words: list[str]) -> int:
    if words[:1] == [HELP]:
        name = " ".join(words[1:])
        if name and words[1] not in (*COMMANDS, *RENAMED) and not name.startswith("-"):
            help_texts.show(help_texts.topic(name, COMMANDS))
            return DONE
        words = [*words[1:], "--help"]
    if not words:
        help_texts.show(help_texts.EXAMPLES)
        return DONE
    if words[0].startswith("-"):
        return _overview(words)
    command, arguments = _question(words)
    style, language, names = style_of(arguments), language_of(arguments), names_of(arguments)
    alone, picture = table_names(arguments), plot_file(arguments)
    answer = _answer(command, arguments)
    shown = _tables_alone(answer, alone, style) if alone else answer
    if arguments.save is not None:
        _save(answer, arguments.save)
    if picture is not None:
        from exact.outputs import Output
        from exact.views.plots import plot_of

        drawn = plot_of(answer, language, names).image(picture.suffix[1:])
        with Output(picture, "plot") as output:
            output.write(drawn)
    try:
        write_answer(shown, style, language, names)
        sys.stdout.flush()
    except BrokenPipeError:  # a reader who stopped still gets the exit code of the answer
        _discard(sys.stdout)
    if answer.error:
        raise answer.error
    return answer.code


def _save(answer: Answer, directory: str) -> None:
    """Write each table as a CSV file, and the whole answer as JSON."""
    from pathlib import Path

    from exact.publication.publish import write_files
    from exact.report.data import csv_files, render_json

    texts = {f"{name}.csv": text for name, text in csv_files(answer).items()} | {"answer.json": render_json(answer)}
    with blamed_on("save", "out"):
        write_files(Path(directory), {name: text.encode() for name, text in texts.items()})


def _tables_alone(answer: Answer, names: list[str], style: str) -> Answer:
    """``answer`` with some of its tables alone; a CSV file has one kind of row, and so one of them."""
    from exact.report.data import ids_by_name

    known = ids_by_name(answer)
    for name in names:
        if name not in known and any(table.id == name for table in answer.tables):
            raise ExactError("table", name, "has no rows in this answer")
        if not known:
            raise ExactError("table", name, "is not in this answer, which has no tables")
        one_of(name, known, "table", "is not in this answer")
    ids = list(dict.fromkeys(table for name in names for table in known[name]))
    if style == "csv" and len(ids) > 1:
        raise ExactError("table", ",".join(names), f"must be one table for --format csv: {' or '.join(ids)}")
    stated = {entry.key for entry in answer.parameters}  # in JSON, which keeps these: no table may have their names
    chosen = (table for table in answer.tables if table.id in ids)
    tables = tuple(replace(table, most=None, rearranged=table.id in stated) for table in chosen)
    parameters = tuple(entry for entry in answer.parameters if style not in ("text", "csv") or entry.key in ids)
    return replace(answer, parameters=parameters, tables=tables, silent=False)


def write_answer(answer: Answer, style: str, language: str = "en", names: str = OWN_NAMES) -> None:
    """Print ``answer``: as text in ``language`` and ``names`` for a terminal or a file, or in another format."""
    beside = [*answer.warnings]
    if style == "csv" or (answer.bare and style == "text"):
        beside += (*answer.notes, *map(assumed, answer.assumptions or ()))
        answer = replace(answer, notes=(), assumptions=None)
    if style == "csv":
        beside += said_of_csv(answer)
    for line in dict.fromkeys(beside):
        print(visible(line), file=sys.stderr)
    if style != "text":
        sys.stdout.write(render_answer(answer, style, language, names))
        return
    if answer.silent:
        answer = replace(answer, parameters=(), tables=())
    in_terminal = partial(render_text, width=terminal_width(), colour=has_colour())
    shown = in_terminal if sys.stdout.isatty() else render_text
    tables = (for_readers(table, language, names) for table in tables_of(answer, in_full=False))
    sys.stdout.write("\n".join(map(shown, tables)))


def _answer(command: Any, arguments: argparse.Namespace) -> Answer:
    """The command's answer, with notes on names read otherwise than typed, and on a number of decks nobody stated."""
    names: dict[str, str] = {}
    token = READ_AS.set(names)
    try:
        answer: Answer = command.answer(arguments)
    except ExactError as error:
        if "_" not in error.parameter or error.parameter not in arguments:
            raise
        raise ExactError(error.parameter.replace("_", "-"), error.value, error.bound) from None  # as options are typed
    finally:
        READ_AS.reset(token)
    notes: tuple[Text, ...] = (NO_SHOE,) if hasattr(arguments, "assumed_decks") else ()
    typed = " ".join(map(str, vars(arguments).values()))
    if answer.name != "ask" and (read := [_read(name, names) for name in names if name in typed]):
        notes = (_("Read as: {text}", text=", ".join(dict.fromkeys(read))), *notes)
    return replace(answer, notes=(*answer.notes, *notes)) if notes else answer


def _read(name: str, names: dict[str, str]) -> str:
    """What a name was read as in the end: one with a pay table may be read in two steps."""
    return _read(names[name], names) if name in names else name


def _question(words: list[str]) -> tuple[Any, argparse.Namespace]:
    """The module of the command that ``words`` begin with, and its options and arguments."""
    name = words[0]
    if name in RENAMED:
        raise ExactError("command", name, f"is now {RENAMED[name]}")
    if name not in COMMANDS:
        raise ExactError("command", name, f"is not a command: {near_misses(name, (*COMMANDS, HELP))}")
    rest = words[1:]
    below = getattr(module_of(name), "SUBCOMMANDS", ())
    if below and rest and not rest[0].startswith("-"):
        name += f" {one_of(rest.pop(0), below, name, 'cannot be verified')}"
    command, parser = module_of(name), parser_of(name)
    if not _HELP_OPTIONS.isdisjoint(words):
        parser.epilog = "\n".join(help_texts.topic(topic, COMMANDS) for topic in getattr(command, "MORE_HELP", ()))
    return command, parser.parse_args(rest)


def module_of(name: str) -> Any:
    """The module of a command, or the entry of `SUBCOMMANDS` in it."""
    command, _space, below = name.partition(" ")
    module = importlib.import_module(f"exact.cli.commands.{command}")
    return module.SUBCOMMANDS[below] if below else module


def parser_of(name: str) -> argparse.ArgumentParser:
    """The parser of a command, one of `COMMANDS` or of those below it, with all its options."""
    command = module_of(name)
    parser = _Parser(f"exact {name}", command.__doc__)
    if hasattr(command, "SUBCOMMANDS"):
        parser.usage = f"exact {name} [-h] {'|'.join(command.SUBCOMMANDS)} …"
    for add in (*command.OPTIONS, *OUTPUT):
        add(parser)
    return parser


def _overview(words: list[str]) -> int:
    parser = _Parser("exact", f"Exact probability for punto banco (casino baccarat).\n\n{help_texts.overview(GROUPS)}")
    parser.usage = "exact [-h] [-V] COMMAND …  |  exact help [COMMAND|TOPIC]"
    parser.add_argument("-V", "--version", action="version", version=f"exact {__version__}")
    parser.parse_args(words)
    parser.print_help()
    return DONE
