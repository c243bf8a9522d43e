"""Help on the program: its commands by question, the topics that several commands share, and a pager for long texts."""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import groupby

from exact.cli.terminal import terminal_width
from exact.errors import ExactError
from exact.inputs import near_misses
from exact.lazy import textwrap

_ENTRY = re.compile(r" +\S+(?: \S+)*  +| {8,}")
"""The first column of a line in a list, or the indentation of a line that continues one."""

EXAMPLES = """\
  exact odds                       the odds of a full shoe of 8 decks
  exact bet dragon-7 --decks 6     what a side bet costs
  exact identify 1.0579%           where a printed number comes from

exact help lists every command by its question; exact help TOPIC explains one
of them.
"""
SHOES = """\
The shoe of a question is given in one of three ways:

  --decks 8                                full decks of 52 cards
  --values 128,32,32,32,32,32,32,32,32,32  how many cards of each point value, 0 to 9
  --ranks A=32,2=32,…,Q=32,K=32            how many cards of each of the thirteen ranks

--remove takes cards out: --decks 8 --remove "9 9 Kh". A rank removes one card of any suit, Kh the king of hearts.
--decks infinite draws every card from full decks with replacement, where no figure depends on the cards that are left.
Without any of them the shoe is the rulebook's, or 8 full decks if it states no number.

A bet on ranks, such as a pair, needs a shoe by ranks or by decks; a bet on suits needs decks.
"""
LANGUAGE = """\
Conditions of bets, and the expressions of exact joint, may use numbers, comparisons, + - * // %, and, or, not,
in (…), and the names below. exact bet --help shows how a file with a bet of your own is written.

"""
PATTERNS = """\
A pattern asks about the cards of a GROUP, one of the six listed last, and all of them count: one_pair(first_four).

"""
OUTPUT = """\
  --format      text, for a terminal; a table without a remark on it is exact
                markdown or latex, for a document
                csv, the first table or the one that --table names, for a spreadsheet
                json, with exact integers and fractions, how exact each table is, and where the answer comes from
  --table bets  one of the answer's tables by itself, by its name in the JSON
  --save DIR    also every table as a CSV file in DIR, and the whole answer as DIR/answer.json
  --digits 30   thirty decimals, where the default is twelve
  --lang it     Italian or, with sl, Slovenian, with the decimal comma
  --names player-banker   Player and Banker instead of punto and banco

What you type may use either of the two names at any time: player-pair, banker, egalite.

Exit codes: 0, the question was answered; 1, a check failed; 2, the question could not be answered, and one line on
standard error says why; 130 or 143, the command was interrupted.
"""


TOPICS = {
    "shoe": "how to give a shoe",
    "language": "the language of bets and conditions",
    "knowledge": "what --given takes",
    "claims": "how a file of figures says what each is",
    "protocol": "the protocol between exact verify or exact serve and another program",
    "output": "formats, languages, names and exit codes",
}


def overview(groups: Mapping[str, Mapping[str, str]]) -> str:
    """Every command by the question that it answers, and the topics."""
    listed = {**groups, "topics of exact help:": TOPICS}
    return "\n\n".join(
        "\n".join([heading, *(f"  {name:<13}{summary}" for name, summary in entries.items())])
        for heading, entries in listed.items()
    )


def topic(name: str, commands: Mapping[str, str]) -> str:
    """The text of a topic; raises `ExactError` for what is neither a topic nor a command."""
    match name:
        case "shoe":
            return SHOES
        case "output":
            return OUTPUT
        case "language":
            from exact.bets.vocabulary import describe_names, describe_patterns

            names, patterns = (
                "".join(f"  {word:<{width}}{meaning}\n" for word, meaning in words)
                for width, words in ((24, describe_names()), (34, describe_patterns()))
            )
            return f"{LANGUAGE}{names}\n{PATTERNS}{patterns}"
        case "knowledge":
            from exact.bets.knowledge import describe_knowledge

            return f"{describe_knowledge()}\n"
        case "claims":
            from exact.questions.question import describe_questions

            return f"{describe_questions()}\n"
        case "protocol":
            from exact.conformance.verify import mapping, protocol

            return f"{protocol.__doc__}\n{mapping.__doc__}\n"
    hint = near_misses(name, (*TOPICS, *commands)).or_else("exact help lists them")
    raise ExactError("topic", name, f"is neither a command nor a topic: {hint}")


def _filled(text: str, width: int) -> Iterator[str]:
    """The lines of ``text``: prose wrapped to the width, lists in their second column; examples stay as they are."""
    for is_prose, block in groupby(text.splitlines(), lambda line: line[:1] not in ("", " ")):
        lines = list(block)
        if is_prose and max(map(len, lines)) > width:
            lines = [" ".join(lines)]
        for line in lines:
            entry = _ENTRY.match(line)
            hanging = " " * min(len(entry[0]), width // 2) if entry else ""
            wraps = len(line) > width and (is_prose or entry)
            yield from (
                textwrap.wrap(line, width, subsequent_indent=hanging, break_on_hyphens=False) if wraps else [line]
            )


def show(text: str) -> None:
    """Print ``text`` as wide as the terminal, through the reader's pager if that has fewer lines."""
    text = "".join(f"{line}\n" for line in _filled(text, terminal_width() - 2))
    if sys.stdout.isatty() and text.count("\n") >= os.get_terminal_size(sys.stdout.fileno()).lines:
        import pydoc

        pydoc.pager(text)
    else:
        print(text, end="", flush=True)
