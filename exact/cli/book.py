"""Write the reference book: a LaTeX document, the tables that it inputs and its bibliography.

The directory then holds book.tex; compile it there with pdflatex, bibtex and pdflatex twice more. The packages it needs are
in TeX Live's latex-recommended collection and Latin Modern.

  exact book
  exact book --out DIR
"""

from __future__ import annotations

import argparse
from pathlib import Path

from exact.cli.shoe_options import Once
from exact.cli.terminal import progress_bar
from exact.errors import ExactError
from exact.report.book import build_book
from exact.report.publish import write_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the option of ``exact book``."""
    parser.add_argument("--out", action=Once, metavar="DIR", default="book", help="where to write; default book")


def run(arguments: argparse.Namespace) -> int:
    """Write the book; always 0."""
    if not arguments.out:
        raise ExactError("out", arguments.out, "must name a directory")
    files = build_book(progress_bar)
    directory = Path(arguments.out)
    print(f"{len(write_files(directory, files))} files written to {directory}")
    return 0
