"""The options that several commands share: the shoe, the rules, the output, unseen cards, workers and checkpoints."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from exact.answers.table import Count, Parameter
from exact.answers.text import ENGLISH, LANGUAGES, _
from exact.arithmetic import MAX_DIGITS
from exact.cli.terminal import progress_bar
from exact.errors import ExactError
from exact.game.shoe import MAX_DECKS, MIN_CARDS, USUAL_DECKS, Shoe, parse_ranks, parse_values
from exact.inputs import one_of, parse_whole
from exact.report.render import FORMATS, NAMES
from exact.rules import STANDARD, Rules, rules_named

if TYPE_CHECKING:
    from pathlib import Path

    from exact.lazy import futures

Arguments = argparse.Namespace
Option = Callable[[argparse._ActionsContainer], object]
"""An option of a command, as what adds it to a parser."""
ALL = "all"
"""Every number of unseen cards."""
MAX_WORKERS = 256
_LONGEST_RANGE = 1000


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


def unseen(default: str | None = ALL) -> Option:
    """The option ``--unseen``, which is required if it has no ``default``."""
    help_text = f"the number of unseen cards: 52, 6..30, 6..30,36,42 or {ALL}"
    return option("--unseen", "N", help_text, default, required=default is None)


SHOE = (
    exclusive(
        option("--decks", "N", "N full decks of 52 cards; default the rulebook's, or 8"),
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
_LANGUAGES = f"{', '.join(LANGUAGES)} ({', '.join(LANGUAGES.values())})"
OUTPUT = (
    option("--format", "FORMAT", ", ".join(FORMATS), FORMATS[0], FORMATS),
    option("--lang", "LANG", f"the language of tables for readers: {_LANGUAGES}", ENGLISH, LANGUAGES),
    option("--names", "NAMES", f"the names of the sides in text for readers: {' or '.join(NAMES)}", NAMES[0]),
    option("--table", "NAMES", "only these tables of the answer, by their names in JSON"),
)


def refuse(arguments: Arguments, names: Iterable[str], bound: str) -> None:
    """Raise `ExactError` that says ``bound`` for the first option of ``names`` that was given."""
    for name in names:
        if name in arguments.given_options:
            value, dashed = getattr(arguments, name), name.replace("_", "-")
            raise ExactError(dashed, f"--{dashed}" if value is True else value, bound)


def pieces_of(arguments: Arguments) -> tuple[Any, ...]:
    """The pieces of ``--given``; without it none, and their slow module is not imported."""
    if arguments.given is None:
        return ()
    from exact.bets.knowledge import parse_knowledge

    return parse_knowledge(arguments.given)


def rules_of(arguments: Arguments) -> Rules:
    """The rules that ``--rules`` names."""
    return rules_named(arguments.rules)


def decks_of(arguments: Arguments, rules: Rules) -> int:
    """The number of decks from ``--decks``, the rulebook, or else 8, with a note to the answer."""
    if arguments.decks is not None:
        return parse_whole(arguments.decks, "decks", 1, MAX_DECKS)
    if rules.decks is None:
        arguments.assumed_decks = USUAL_DECKS
    return rules.decks or USUAL_DECKS


def digits_of(arguments: Arguments) -> int:
    """The number of decimals that ``--digits`` sets."""
    return parse_whole(arguments.digits, "digits", 1, MAX_DIGITS)


def style_of(arguments: Arguments) -> str:
    """The format that ``--format`` names."""
    return one_of(str(arguments.format), FORMATS, "format", "is not a format")


def language_of(arguments: Arguments) -> str:
    """The language that ``--lang`` names; nothing is imported for English."""
    name: str = arguments.lang
    if name == "en":
        return name
    from exact.report.translation import check_language

    return check_language(name)


def names_of(arguments: Arguments) -> str:
    """The names of the sides that ``--names`` chooses; only English has a choice."""
    names: str = one_of(arguments.names, NAMES, "names", "is not a choice")
    if names != NAMES[0] and arguments.lang != "en":
        bound = f"is only for English; --lang {arguments.lang} uses the names in its documents"
        raise ExactError("names", names, bound)
    return names


def shoe_of(arguments: Arguments, rules: Rules) -> Shoe:
    """The shoe that the options describe, or full decks as `decks_of`."""
    if arguments.values is not None:
        shoe = parse_values(arguments.values)
    elif arguments.ranks is not None:
        shoe = parse_ranks(arguments.ranks)
    else:
        shoe = Shoe.of_decks(decks_of(arguments, rules))
    return shoe if arguments.remove is None else shoe.removed(arguments.remove)


def question_of(arguments: Arguments) -> tuple[int, Rules, Shoe]:
    """The digits, the rules and the shoe of a command with the options `QUESTION`."""
    digits, rules = digits_of(arguments), rules_of(arguments)
    return digits, rules, shoe_of(arguments, rules)


def unseen_of(text: str, shoe: Shoe) -> list[int]:
    """The numbers of unseen cards in a list such as ``6..30,36``, each once, in the given order; or `ALL`."""
    if text.strip() == ALL:
        text = f"{MIN_CARDS}..{shoe.cards}"
    unseen: dict[int, None] = {}
    for part in text.split(","):
        first, dots, last = part.partition("..")
        low = parse_whole(first, "unseen", MIN_CARDS, shoe.cards)
        if re.fullmatch(r"\d{1,9}", last.strip(), re.ASCII) and int(last) < low:
            raise ExactError("unseen", part, "is a range that ends before it begins")
        high = parse_whole(last, "unseen", MIN_CARDS, shoe.cards) if dots else low
        if high - low >= _LONGEST_RANGE:
            raise ExactError("unseen", part, f"is a range of more than {_LONGEST_RANGE} numbers")
        unseen |= dict.fromkeys(range(low, high + 1))
    return list(unseen)


def shoe_parameters(shoe: Shoe, rules: Rules) -> tuple[Parameter, ...]:
    """The rules, the number of cards and the point values, as parameters of an answer."""
    return (
        Parameter("rules", rules.id),
        Parameter("cards", shoe.cards),
        Parameter("values", shoe.values, _("Cards of point value 0 to 9")),
    )


def decks_parameter(shoe: Shoe) -> Parameter:
    """The number of decks of a full shoe; none for another."""
    decks, rest = divmod(shoe.cards, 52)
    return Parameter("decks", decks if not rest and shoe.values == Shoe.of_decks(decks).values else None)


def given_parameters(pieces: Sequence[Any], deals: int) -> tuple[Parameter, ...]:
    """The knowledge of the coup, and the number of deals that agree with it, as parameters of an answer."""
    label = _("Ordered six-card deals that agree") if pieces else _("Ordered six-card deals")
    parameters = (Parameter("deals", Count(deals), label),)
    if not pieces:
        return parameters
    meanings = tuple(piece.meaning for piece in pieces)
    return Parameter("given", [piece.text for piece in pieces], _("Given"), meanings), *parameters


@contextmanager
def executor_of(arguments: Arguments, takes_long: bool = True) -> Iterator[futures.Executor | None]:
    """The workers that the options choose; processes of this machine start with the first task.

    `None`, for this process, if the work does not take longer than about a second and no option chooses workers.
    Raises `ExactError` for a number of workers out of range and an unusable cluster.
    """
    if arguments.cluster is not None:
        from exact.workers.cluster import cluster_executor

        with cluster_executor(arguments.cluster) as executor:
            yield executor
        return
    from exact.workers.processes import process_pool

    workers = None if arguments.workers is None else parse_whole(arguments.workers, "workers", 1, MAX_WORKERS)
    with process_pool(workers) as pool:
        yield pool if takes_long or workers is not None else None


@contextmanager
def run_of(
    arguments: Arguments, takes_long: bool = True, doing: str = ""
) -> Iterator[tuple[futures.Executor | None, Path | None, Callable[..., None]]]:
    """The workers as `executor_of`, the directory of ``--checkpoint``, and what moves the progress bar."""
    from pathlib import Path

    if arguments.checkpoint == "":
        raise ExactError("checkpoint", "", "is not a directory")
    checkpoint = None if arguments.checkpoint is None else Path(arguments.checkpoint)
    with (
        executor_of(arguments, takes_long) as executor,
        progress_bar(doing, seconds=1.5 if executor is None else 0) as progress,
    ):
        yield executor, checkpoint, progress
