"""Print the BibTeX entry of a reference table by its permanent id, or of the program.

exact cite outcome-counts
exact cite
"""

from __future__ import annotations

import argparse

from exact.answers.answer import Answer, Parameter
from exact.cli.terminal import waiting
from exact.publication.citation import program_entry, table_entry
from exact.publication.publish import caption_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument of ``exact cite``."""
    parser.add_argument(
        "id", nargs="?", metavar="ID", help="a table (tables/INDEX.md lists them); without it, the program"
    )


def answer(arguments: argparse.Namespace) -> Answer:
    """The entry."""
    with waiting("building the table"):
        entry = program_entry() if arguments.id is None else table_entry(arguments.id, caption_of(arguments.id))
    return Answer("cite", (Parameter("id", arguments.id), Parameter("bibtex", entry.rstrip("\n"), "")))
