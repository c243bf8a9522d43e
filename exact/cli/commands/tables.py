"""Write the reference tables as Markdown, LaTeX and CSV, with an index and a manifest of digests; or check them.

With --check, nothing is written: the tables are rebuilt in memory and compared byte for byte. Exit code 1 if any file
differs, is missing or is left over, or if a published figure disagrees without a reviewed reason. Figures that take
minutes are stored with the program; scripts/generate.py --check recomputes those that fit in a minute, with --full all.

With --lang, captions, headings, notes and the words in the cells are in that language, with its decimal comma, in
Markdown, LaTeX and SVG. CSV files are for programs: they are the same in every language, with a decimal point.

--pictures draws the pictures instead, as SVG; the pages of tables in that directory link to them. It needs matplotlib
(pip install 'exact-baccarat[plot]'), but --pictures --check does not: MANIFEST.json has the digests of the figures
that each picture shows and of its file.

--book writes a reference book instead: every table, by chapter. Compile book.tex with pdflatex, bibtex book, pdflatex,
makeindex book, makeindex -s symbols.ist -o book.gls book.glo, and pdflatex twice more. It needs TeX Live's
latex-recommended collection, Latin Modern and, for the pictures, matplotlib. The book with prose, which the project
publishes, is made by scripts/book.py in the sources.

  exact tables --list commission
  exact tables --out DIR --only bet-prices --siunitx
  exact tables --out DIR --only house-edges
  exact tables --lang it --out tabelle
  exact tables --check
  exact tables --pictures --check
  exact tables --book --lang sl
"""

import os
from collections.abc import Sequence
from pathlib import Path

from exact.answers.table import Answer, Cell, Column, Parameter, Table, columns_of
from exact.answers.text import ENGLISH, Text, _
from exact.cli import options
from exact.cli.options import Arguments, exclusive, flag, option
from exact.cli.terminal import progress_bar, waiting
from exact.errors import ExactError
from exact.literature.audit import full_audit, unreviewed
from exact.names import has_words, words_of
from exact.publication.book import build_book
from exact.publication.catalogue import CHAPTERS
from exact.publication.pictures import stale_pictures, write_pictures
from exact.publication.publish import differences, make_directory, write_files, write_tables

OPTIONS = (
    option("--out", "DIR", "where to write; default tables or book, in another language tables-it, book-sl and so on"),
    exclusive(
        option(
            "--list",
            "WORD",
            "list the tables, or those with these words, or parts of words, in name or chapter",
            nargs="?",
            const="",
        ),
        flag("--pictures", "draw or check the pictures"),
        flag("--book", "write the reference book"),
    ),
    option("--only", "TABLE", "one table (--list shows them); repeatable", action="append"),
    flag("--siunitx", "align the numbers by siunitx in LaTeX"),
    flag("--check", "compare, and write nothing"),
)
_FILES = _("{number} files written to {directory}")


def answer(arguments: Arguments) -> Answer:
    """The list, the files written, or the differences found by a check."""
    if arguments.list is not None:
        return _list(arguments.list)
    if arguments.pictures:
        options.refuse(arguments, ("only", "siunitx"), "does not go with --pictures")
        return _pictures(arguments)
    if arguments.book:
        options.refuse(arguments, ("only", "siunitx", "check"), "does not go with --book")
        return _book(arguments)
    language = options.language_of(arguments)
    directory = _directory(arguments.out, "tables", language)
    if not arguments.check:
        with progress_bar() as progress:
            files = write_tables(directory, arguments.only, progress, language, arguments.siunitx)
            return _written("tables", files, directory)
    options.refuse(arguments, ("siunitx",), "does not go with --check")
    with progress_bar() as progress:
        failures = differences(directory, arguments.only, progress, language)
        failures += [f"{figure} disagrees and has no reviewed reason" for figure in unreviewed(full_audit())]
    return _checked("tables", failures, _("{directory} is what exact tables writes", directory=directory))


def _pictures(arguments: Arguments) -> Answer:
    directory = _directory(arguments.out, "tables", ENGLISH)
    if not arguments.check:
        with waiting("drawing"):
            return _written(
                "plots", write_pictures(directory), directory, _("{number} pictures written to {directory}")
            )
    if not os.path.isdir(directory):
        raise ExactError("out", str(directory), "is not a directory")
    with waiting("computing what the pictures show"):
        failures = stale_pictures(directory)
    agrees = _("the pictures in {directory} show the figures of this program's tables", directory=directory)
    return _checked("plots", failures, agrees)


def _book(arguments: Arguments) -> Answer:
    language = options.language_of(arguments)
    directory = _directory(arguments.out, "book", language)
    make_directory(directory)
    with progress_bar() as progress:
        return _written("book", write_files(directory, build_book(progress, language)), directory)


def _directory(out: str | None, default: str, language: str) -> Path:
    """The directory that ``--out`` names, or ``default``, with a suffix for a language other than English."""
    if out == "":
        raise ExactError("out", out, "must name a directory")
    return Path(out or (default if language == ENGLISH else f"{default}-{language}"))


def _written(name: str, files: list[str], directory: Path, text: Text = _FILES) -> Answer:
    summary = text.filled(number=len(files), directory=directory)
    return Answer(name, (Parameter("directory", str(directory)), Parameter("files", files, "", (summary,))))


def _checked(name: str, differences: Sequence[str], agrees: Text) -> Answer:
    """The ``differences``, or the text ``agrees`` if there are none."""
    one, several = _("1 difference"), _("{number} differences", number=len(differences))
    rows = [(difference,) for difference in differences]
    section = Table("differences", one if len(rows) == 1 else several, (Column(_("difference")),), rows)
    return Answer(name, tables=(section,), notes=() if rows else (agrees,), code=1 if rows else 0)


def _list(word: str) -> Answer:
    words = words_of(word)
    rows: list[tuple[Cell, ...]] = [
        (table, chapter)
        for chapter, tables in CHAPTERS.items()
        for table in tables
        if (words or not word) and has_words(f"{table} {chapter}", words)
    ]
    if not rows:
        raise ExactError("list", word, "is in no name or chapter of a table; --list without a word shows them all")
    section = Table("tables", _("Reference tables"), columns_of(_("table"), _("chapter")), rows)
    return Answer("tables-list", (Parameter("word", word or None),), (section,))
