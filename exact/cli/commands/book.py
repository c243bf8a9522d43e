"""Write the reference book: a LaTeX document with its tables and its bibliography.

The directory then holds book.tex. Compile it there with pdflatex, bibtex book, pdflatex, makeindex book,
makeindex -s symbols.ist -o book.gls book.glo, and pdflatex twice more. It needs TeX Live's latex-recommended collection
and Latin Modern; the pictures need matplotlib.

The text between the tables is in English. With --lang, the book has only the tables, by chapter, in that language.

  exact book
  exact book --out DIR
  exact book --lang sl
"""

from __future__ import annotations

import argparse

from exact.answers.table import Answer
from exact.answers.text import _
from exact.cli.options import language_of
from exact.cli.run_options import directory_of, written_answer
from exact.cli.terminal import progress_bar
from exact.publication.book import build_book
from exact.publication.publish import make_directory, write_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact book``."""
    out_help = "where to write; default book, in another language book-it, book-sl"
    parser.add_argument("--out", metavar="DIR", help=out_help)


def answer(arguments: argparse.Namespace) -> Answer:
    """The files written."""
    language = language_of(arguments)
    directory = directory_of(arguments.out, "book", language)
    make_directory(directory)
    with progress_bar() as progress:
        names = write_files(directory, build_book(progress, language))
    summary = _("{number} files written to {directory}", number=len(names), directory=directory)
    return written_answer("book", names, directory, summary)
