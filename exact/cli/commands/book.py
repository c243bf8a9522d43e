"""Write the reference book: a LaTeX document, the tables that it inputs and its bibliography.

The directory then holds book.tex; compile it there with pdflatex, bibtex and pdflatex twice more. The packages it needs are
in TeX Live's latex-recommended collection and Latin Modern.

The words between the tables are in English. With --lang the book is the tables, by chapter, in that language, without them.

  exact book
  exact book --out DIR
  exact book --lang sl
"""

from __future__ import annotations

import argparse

from exact.cli.options import Once, add_language, language_of
from exact.cli.output import directory_of
from exact.cli.terminal import progress_bar
from exact.publication.book import build_book
from exact.publication.publish import make_directory, write_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact book``."""
    out_help = "where to write; default book, in another language book-it, book-sl"
    parser.add_argument("--out", action=Once, metavar="DIR", help=out_help)
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the book; always 0."""
    language = language_of(arguments)
    directory = directory_of(arguments.out, "book", language)
    make_directory(directory)
    with progress_bar() as progress:
        files = build_book(progress, language)
    print(f"{len(write_files(directory, files))} files written to {directory}")
    return 0
