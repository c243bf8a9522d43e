"""The options that several commands share: the shoe, the rules, the output, unseen cards, workers and checkpoints."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from exact.answers.text import ENGLISH, LANGUAGES
from exact.arithmetic import MAX_DIGITS
from exact.cli.terminal import progress_bar, waiting
from exact.errors import ExactError
from exact.game.shoe import INFINITE, MAX_DECKS, USUAL_DECKS, Shoe, parse_ranks, parse_values
from exact.inputs import MAX_WORKERS, one_of, parse_whole, spelled
from exact.report.render import FORMATS, NAMES
from exact.rules import STANDARD, Rules, rules_named

if TYPE_CHECKING:
    from pathlib import Path

    from exact.answers.table import Answer
    from exact.workers.tasks import Run

Arguments = argparse.Namespace
Option = Callable[[argparse._ActionsContainer], object]
"""An option of a command, as what adds it to a parser."""


def option(
    name: str, metavar: str, help_text: str, default: str | None = None, values: Iterable[str] = (), **more: Any
) -> Option:
    """An option or argument. Its help ends with the default; ``values`` are to complete, `argparse` takes ``more``."""
    shown = "" if default is None else f"; default {default}"

    def add(parser: argparse._ActionsContainer) -> None:
        action = parser.add_argument(name, metavar=metavar, default=default, help=help_text + shown, **more)
        action.values = values  # type: ignore[attr-defined]

    return add


def flag(name: str, help_text: str) -> Option:
    """An option without a value."""
    return lambda parser: parser.add_argument(name, action="store_true", help=help_text)


def exclusive(*choices: Option, required: bool = False) -> Option:
    """Options of which at most one may be given, or exactly one must."""

    def add(parser: argparse._ActionsContainer) -> None:
        group = parser.add_mutually_exclusive_group(required=required)
        for choice in choices:
            choice(group)

    return add


def bet(help_text: str = "a bet (exact bets lists them), bet:pay-table, or a .toml file") -> Option:
    """The bet of the question, as an argument or as ``--bet``."""
    return exclusive(  # the argument has no default, because argparse would put it over the value of the option
        lambda parser: parser.add_argument("bet", nargs="?", metavar="BET", default=argparse.SUPPRESS, help=help_text),
        option("--bet", "BET", "the same, as an option"),
        required=True,
    )


def unseen(default: str | None = "all") -> Option:
    """The option ``--unseen``, which is required if it has no ``default``."""
    help_text = "the number of unseen cards: 52, 6..30, 6..30,36,42 or all"
    return option("--unseen", "N", help_text, default, required=default is None)


SHOE = (
    exclusive(
        option("--decks", "N", "N full decks of 52 cards, or infinite; default the rulebook's, or 8"),
        option("--values", "c0,…,c9", "the number of cards of each point value 0 to 9"),
        option("--ranks", "A=…,…,K=…", "the number of cards of each of the thirteen ranks"),
    ),
    option("--remove", "CARDS", 'cards to take out: "9 9 K", "9h"; point values after --values'),
)
OF_SHOE = ("decks", "values", "ranks", "remove")
_RULES_HELP = "a rulebook (exact rules lists them), document:reading, or a .toml file of your own"
RULES = option("--rules", "NAME|FILE", _RULES_HELP, STANDARD)
DIGITS = option("--digits", "D", f"decimals to print, 1 to {MAX_DIGITS}", "12")
QUESTION = (*SHOE, RULES, DIGITS)
"""The options of every command that prices on a shoe."""
GIVEN = option("--given", "KNOWLEDGE", "what is known of the coup; see below")
RUN = (
    exclusive(
        option("--workers", "N", f"processes of this machine, 1 to {MAX_WORKERS}; default one for each core"),
        option("--cluster", "ADDRESS", "HOST:PORT of a dask scheduler, to use its workers; needs the extra cluster"),
    ),
    option("--checkpoint", "DIR", "a directory for finished work: the same command resumes there"),
)
"""The options of a command that may run for hours."""
PLOT = option("--plot", "FILE", "also draw the answer, as FILE.svg or FILE.png; needs the extra plot")
"""An option of the commands whose answers `exact.views.plots` can draw."""
_LANGUAGES = f"{', '.join(LANGUAGES)} ({', '.join(LANGUAGES.values())})"
OUTPUT = (
    option("--format", "FORMAT", ", ".join(FORMATS), FORMATS[0], FORMATS),
    option("--lang", "LANG", f"the language of tables for readers: {_LANGUAGES}", ENGLISH, LANGUAGES),
    option("--names", "NAMES", f"the names of the sides in text for readers: {' or '.join(NAMES)}", NAMES[0]),
    option("--table", "NAMES", "only these tables of the answer; a wrong name lists them"),
    option("--save", "DIR", "also write each table into DIR as a CSV file, and the whole answer as answer.json"),
)


def refuse(arguments: Arguments, names: Iterable[str], bound: str) -> None:
    """Raise `ExactError` that says ``bound`` for the first option of ``names`` that was given."""
    for name in names:
        if name in arguments.given_options:
            value = getattr(arguments, name)
            raise ExactError(name, spelled(name) if value is True else value, bound)


def decks_of(arguments: Arguments, rules: Rules) -> int:
    """The number of decks from ``--decks``, the rulebook, or else 8, with a note to the answer."""
    if arguments.decks is not None:
        return parse_whole(arguments.decks, "decks", 1, MAX_DECKS)
    if rules.decks is None:
        arguments.assumed_decks = USUAL_DECKS
    return rules.decks or USUAL_DECKS


def style_of(arguments: Arguments) -> str:
    """The format that ``--format`` names."""
    return one_of(str(arguments.format), FORMATS, "format", "is not a format")


def table_names(arguments: Arguments) -> list[str]:
    """The tables that ``--table`` names; refuses it beside a file that is written before the tables are known."""
    written = [
        f"--{name}" for name in ("out", "report", "certificate", "gambit") if getattr(arguments, name, None) is not None
    ]
    if arguments.table is not None and written:
        raise ExactError(
            "table", arguments.table, f"does not go with {written[0]}, which writes before there are tables"
        )
    return [] if arguments.table is None else arguments.table.split(",")


def plot_file(arguments: Arguments) -> Path | None:
    """The file that ``--plot`` names; raises `ExactError` for one that could not be drawn or written."""
    if (name := getattr(arguments, "plot", None)) is None:
        return None
    if not name.endswith((".svg", ".png")):
        raise ExactError("plot", name, "is not the name of a picture: it must end in .svg or .png")
    from pathlib import Path

    from exact.answers.plots import check_matplotlib
    from exact.outputs import check_output

    check_matplotlib("plot")
    return check_output(Path(name), "plot")


def language_of(arguments: Arguments) -> str:
    """The language that ``--lang`` names."""
    return one_of(str(arguments.lang), LANGUAGES, "lang", "is not a language")


def names_of(arguments: Arguments) -> str:
    """The names of the sides that ``--names`` chooses; only English has a choice."""
    names: str = one_of(arguments.names, NAMES, "names", "is not a choice")
    if names != NAMES[0] and arguments.lang != ENGLISH:
        bound = f"is only for English; --lang {arguments.lang} uses the names in its documents"
        raise ExactError("names", names, bound)
    return names


# What no function of the library takes, or takes in another form.
_OWN = {"format", "lang", "names", "table", "save", "plot", "given_options", "values", "ranks", "cluster", "search"}


def asked(arguments: Arguments) -> dict[str, Any]:
    """What the options and arguments of a command give to the function of its name, by the names of that function."""
    named = {name: value for name, value in vars(arguments).items() if name not in _OWN and value not in (None, False)}
    if "digits" in named:
        named["digits"] = parse_whole(arguments.digits, "digits", 1, MAX_DIGITS)
    if "decks" not in arguments:
        return named
    if getattr(arguments, "closed_form", False):
        refuse(arguments, ("values", "ranks"), "does not go with --closed-form, which is for every full shoe")
        return named
    if arguments.values is not None:
        named["shoe"] = parse_values(arguments.values)
    elif arguments.ranks is not None:
        named["shoe"] = parse_ranks(arguments.ranks)
    elif arguments.decks != INFINITE:
        named["decks"] = decks_of(arguments, rules_named(named.get("rules", STANDARD)))
    return named


def question_of(arguments: Arguments, endless: bool = False) -> tuple[int, Rules, Shoe]:
    """The digits, the rules and the shoe of a command with the options `QUESTION`, or some of them."""
    from exact.library.questions import game_of

    named = asked(arguments)
    rules, shoe = game_of(named["rules"], named.get("shoe"), named.get("decks"), named.get("remove"), endless)
    return named.get("digits", 0), rules, shoe


def answer_by(function: Callable[..., Answer], shows_progress: bool = False) -> Callable[[Arguments], Answer]:
    """A command that answers with a function of the library, to which its options and arguments are given."""

    def answer(arguments: Arguments) -> Answer:
        named = asked(arguments)
        with waiting("counting") as stop, _workers_of(arguments) as workers:
            if workers is not None:
                named["workers"] = workers
            if not shows_progress:
                return function(**named)
            with progress_bar(seconds=1.5 if workers in (None, "auto") else 0, first=stop) as progress:
                return function(**named, progress=progress)

    return answer


@contextmanager
def _workers_of(arguments: Arguments) -> Iterator[Any]:
    """The workers of ``--cluster``, or the number of ``--workers``, by default as many as the work needs."""
    if "workers" not in arguments:
        yield None
    elif arguments.cluster is None:
        yield "auto" if arguments.workers is None else parse_whole(arguments.workers, "workers", 1, MAX_WORKERS)
    else:
        from exact.workers.cluster import cluster_executor

        with cluster_executor(arguments.cluster) as executor:
            yield executor


@contextmanager
def run_of(arguments: Arguments, takes_long: bool = True, doing: str = "") -> Iterator[Run]:
    """The workers as in `exact.perfect`, the directory of ``--checkpoint``, and what moves the progress bar."""
    from exact.library import questions

    with (
        _workers_of(arguments) as workers,
        progress_bar(doing, seconds=1.5 if workers == "auto" else 0) as progress,
        questions.run_of(workers, arguments.checkpoint, takes_long, progress) as run,
    ):
        yield run
