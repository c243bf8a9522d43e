"""Write the reference tables as Markdown, LaTeX and CSV, with an index and a manifest of digests; or check them.

With --check, nothing is written: the tables are rebuilt in memory and compared byte for byte. Exit code 1 if any file
differs, is missing or is left over, or if a published figure disagrees without a reviewed reason. Figures that take
minutes are stored with the program; --check recomputes those of perfect play that fit in a minute and names the rest,
and --check --full recomputes them all.

With --lang, captions, headings, notes and the words in the cells are in that language, with its decimal comma, in
Markdown, LaTeX and SVG. CSV files are for programs: they are the same in every language, with a decimal point.

A page links to its picture if exact plots has drawn it in the same directory.

  exact tables
  exact tables --list
  exact tables --list commission
  exact tables --out DIR --only house-edges
  exact tables --lang it --out tabelle
  exact tables --check
  exact tables --check --full
"""

from __future__ import annotations

import argparse

from exact.answers.table import Answer, Cell, Parameter, Table, columns_of
from exact.answers.text import _
from exact.cli.options import language_of
from exact.cli.run_options import check_answer, directory_of, written_answer
from exact.cli.terminal import progress_bar
from exact.errors import ExactError
from exact.names import words_of
from exact.publication.catalogue import CHAPTERS
from exact.publication.publish import differences, write_tables


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact tables``."""
    out_help = "where the tables are; default tables, in another language tables-it, tables-sl"
    parser.add_argument("--out", metavar="DIR", help=out_help)
    list_help = "list the tables, or those with these words in their name or chapter, and write nothing"
    parser.add_argument("--list", nargs="?", const="", metavar="WORD", help=list_help)
    only_help = "one table (--list shows them); repeatable"
    parser.add_argument("--only", metavar="TABLE", action="append", help=only_help)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument(
        "--full", action="store_true", help="with --check, also recompute figures that take minutes to hours"
    )


def answer(arguments: argparse.Namespace) -> Answer:
    """The list, the files written, or the differences found by a check."""
    if arguments.list is not None:
        return _list(arguments.list)
    language = language_of(arguments)
    directory = directory_of(arguments.out, "tables", language)
    if arguments.full and not arguments.check:
        raise ExactError("full", "--full", "belongs to --check: without it the stored figures are written")
    if not arguments.check:
        with progress_bar() as progress:
            names = write_tables(directory, arguments.only, progress, language)
        summary = _("{number} files written to {directory}", number=len(names), directory=directory)
        return written_answer("tables", names, directory, summary)
    from exact.literature.audit import full_audit, unreviewed
    from exact.publication.stored_figures import NOT_QUICK, recomputed

    skipped = []
    with progress_bar() as progress:
        failures = differences(directory, arguments.only, progress, language)
        failures += [f"{figure} disagrees and has no reviewed reason" for figure in unreviewed(full_audit())]
        if arguments.only is None:
            failures += recomputed(arguments.full, progress)
            if not arguments.full:
                skipped.append(_("Skipped (use --full to recompute): {figures}", figures=", ".join(NOT_QUICK)))
    agrees = _("{directory} is what exact tables writes", directory=directory)
    return check_answer("tables", failures, agrees, skipped)


def _list(word: str) -> Answer:
    words = words_of(word)
    rows: list[tuple[Cell, ...]] = [
        (table, chapter)
        for chapter, tables in CHAPTERS.items()
        for table in tables
        if set(words) <= set(words_of(f"{table} {chapter}"))
    ]
    if not rows:
        raise ExactError("list", word, "is in no name or chapter of a table; --list without a word shows them all")
    section = Table("tables", _("Reference tables"), columns_of(_("table"), _("chapter")), rows)
    return Answer("tables-list", (Parameter("word", word or None),), (section,))
