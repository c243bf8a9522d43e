"""The options for the shoe, the rules and the output, which many commands share."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any

from exact.answers.table import Count, Parameter
from exact.answers.text import ENGLISH, LANGUAGES, _
from exact.arithmetic import MAX_DIGITS
from exact.errors import ExactError
from exact.game.shoe import MAX_DECKS, MIN_CARDS, Shoe, parse_ranks, parse_values
from exact.inputs import one_of, parse_whole
from exact.report.render import FORMATS, NAMES
from exact.rules import STANDARD, Rules, rules_named

BET_HELP = "a bet (exact bets lists them), bet:pay-table, or a .toml file"
ALL = "all"
"""Every number of unseen cards."""
_USUAL_DECKS = 8
EIGHT_DECKS_NOTE = _("Nobody said how many decks there are, so it is 8 full decks.")
"""The note to an answer about them."""
_LONGEST_RANGE = 1000
"""More numbers of unseen cards than any method handles."""


class Once(argparse.Action):
    """Store a value, but refuse a second value of the same option."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Store the value; raises `ExactError` the second time."""
        if option_string:
            given = namespace.__dict__.setdefault("given_options", set())
            if self.dest in given:
                raise ExactError(self.dest, values, f"is a second {option_string}: give it once")
            given.add(self.dest)
        setattr(namespace, self.dest, values)


def add_once(parser: argparse.ArgumentParser, name: str, metavar: str, default: str | None, help_text: str) -> None:
    """Add the option ``--name``, whose help ends with its default."""
    shown = "" if default is None else f"; default {default}"
    parser.add_argument(f"--{name}", metavar=metavar, default=default, help=help_text + shown)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add ``--rules``."""
    help_text = "a rulebook (exact rules lists them), document:reading, or a .toml file of your own"
    parser.add_argument("--rules", metavar="NAME|FILE", default=STANDARD, help=f"{help_text}; default {STANDARD}")


def add_bet(parser: argparse.ArgumentParser, help_text: str = BET_HELP) -> None:
    """Add the bet of the question, as an argument or as ``--bet``."""
    ways = parser.add_mutually_exclusive_group(required=True)
    # Its default is left out, because argparse would put it over the value of the option.
    ways.add_argument("bet", nargs="?", metavar="BET", default=argparse.SUPPRESS, help=help_text)
    ways.add_argument("--bet", metavar="BET", help="the same, as an option")


def add_decks(parser: argparse.ArgumentParser) -> None:
    """Add ``--decks``."""
    parser.add_argument("--decks", metavar="N", help="N full decks of 52 cards; default the rulebook's, or 8")


def add_shoe(parser: argparse.ArgumentParser) -> None:
    """Add the three ways to give a shoe, and ``--remove``."""
    add_decks(parser)
    parser.add_argument("--values", metavar="c0,…,c9", help="the number of cards of each point value 0 to 9")
    parser.add_argument("--ranks", metavar="A=…,…,K=…", help="the number of cards of each of the thirteen ranks")
    parser.add_argument(
        "--remove", metavar="CARDS", help='cards to take out: "9 9 K", "9h"; point values after --values'
    )


def add_question(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that prices on a shoe: the shoe, the rules and ``--digits``."""
    add_shoe(parser)
    add_rules(parser)
    add_digits(parser)


def add_digits(parser: argparse.ArgumentParser) -> None:
    """Add ``--digits``."""
    digits_help = f"decimals to print, 1 to {MAX_DIGITS}; default 12"
    parser.add_argument("--digits", metavar="D", default="12", help=digits_help)


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command: ``--format``, ``--lang`` and ``--names``."""
    format_help = f"{', '.join(FORMATS)}; default {FORMATS[0]}"
    parser.add_argument("--format", metavar="FORMAT", default=FORMATS[0], help=format_help)
    languages = f"{', '.join(LANGUAGES)} ({', '.join(LANGUAGES.values())})"
    lang_help = f"the language of tables for readers: {languages}; default {ENGLISH}"
    parser.add_argument("--lang", metavar="LANG", default="en", help=lang_help)
    names_help = f"the names of the sides in text for readers: {' or '.join(NAMES)}; default {NAMES[0]}"
    parser.add_argument("--names", metavar="NAMES", default=NAMES[0], help=names_help)


def add_given(parser: argparse.ArgumentParser) -> None:
    """Add ``--given``."""
    parser.add_argument("--given", metavar="KNOWLEDGE", help="what is known of the coup; see below")


def pieces_of(arguments: argparse.Namespace) -> tuple[Any, ...]:
    """The `Piece` objects of ``--given``; without it none, and their slow module is not imported."""
    if arguments.given is None:
        return ()
    from exact.bets.knowledge import parse_knowledge

    return parse_knowledge(arguments.given)


def rules_of(arguments: argparse.Namespace) -> Rules:
    """The rules that ``--rules`` names."""
    return rules_named(arguments.rules)


def decks_of(arguments: argparse.Namespace, rules: Rules) -> int:
    """The number of decks from ``--decks``, the rulebook, or else 8, with a note to the answer."""
    if arguments.decks is not None:
        return parse_whole(arguments.decks, "decks", 1, MAX_DECKS)
    if rules.decks is None:
        arguments.assumed_decks = _USUAL_DECKS
    return rules.decks or _USUAL_DECKS


def digits_of(arguments: argparse.Namespace) -> int:
    """The number of decimals that ``--digits`` sets."""
    return parse_whole(arguments.digits, "digits", 1, MAX_DIGITS)


def style_of(arguments: argparse.Namespace) -> str:
    """The format that ``--format`` names."""
    return one_of(str(arguments.format), FORMATS, "format", "is not a format")


def language_of(arguments: argparse.Namespace) -> str:
    """The language that ``--lang`` names; nothing is imported for English."""
    name: str = arguments.lang
    if name == "en":
        return name
    from exact.report.translation import check_language

    return check_language(name)


def names_of(arguments: argparse.Namespace) -> str:
    """The names of the sides that ``--names`` chooses; only English has a choice."""
    names: str = one_of(arguments.names, NAMES, "names", "is not a choice")
    if names != NAMES[0] and arguments.lang != "en":
        bound = f"is only for English; --lang {arguments.lang} uses the names in its documents"
        raise ExactError("names", names, bound)
    return names


def shoe_of(arguments: argparse.Namespace, rules: Rules) -> Shoe:
    """The shoe that the options describe, or full decks as `decks_of`.

    Raises `ExactError` for two shoes at once, and as `Shoe` does.
    """
    ways = [way for way in ("decks", "values", "ranks") if getattr(arguments, way) is not None]
    if len(ways) > 1:
        given = " ".join(f"--{way} {getattr(arguments, way)}" for way in ways)
        raise ExactError("shoe", given, "gives the shoe twice: keep one of --decks, --values and --ranks")
    if arguments.values is not None:
        shoe = parse_values(arguments.values)
    elif arguments.ranks is not None:
        shoe = parse_ranks(arguments.ranks)
    else:
        shoe = Shoe.of_decks(decks_of(arguments, rules))
    return shoe if arguments.remove is None else shoe.removed(arguments.remove)


def question_of(arguments: argparse.Namespace) -> tuple[int, Rules, Shoe]:
    """The digits, the rules and the shoe of a command with the options of `add_question`."""
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


def add_file_answers(parser: argparse.ArgumentParser) -> None:
    """Add the output options of ``exact shoes`` and ``exact replay``."""
    parser.add_argument("--out", metavar="FILE", help="the file of answers: .csv, .jsonl or .parquet")
    parser.add_argument("--bets", metavar="BETS", help="count these bets too, separated by commas")
