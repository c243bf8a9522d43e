"""Draw the pictures of the reference tables as SVG, or check them.

Drawing needs matplotlib (pip install 'exact-baccarat[plot]'); checking does not. MANIFEST.json has the digest of the
figures that each picture shows and the digest of its file; --check compares them with the figures of this program.
Exit code 1 if a picture is missing, shows other figures or was changed after it was drawn.

  exact plots
  exact plots --out DIR
  exact plots --check
"""

from __future__ import annotations

import argparse

from exact.answers.table import Answer
from exact.answers.text import ENGLISH, _
from exact.cli.run_options import check_answer, directory_of, written_answer
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.publication.pictures import stale_pictures, write_pictures


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact plots``."""
    out_help = "where the pictures are; default tables"
    parser.add_argument("--out", metavar="DIR", help=out_help)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")


def answer(arguments: argparse.Namespace) -> Answer:
    """The pictures drawn, or the differences found by a check."""
    directory = directory_of(arguments.out, "tables", ENGLISH)
    if not arguments.check:
        with waiting("drawing"):
            names = write_pictures(directory)
        summary = _("{number} pictures written to {directory}", number=len(names), directory=directory)
        return written_answer("plots", names, directory, summary)
    if not directory.is_dir():
        raise ExactError("out", str(directory), "is not a directory")
    with waiting("computing what the pictures show"):
        failures = stale_pictures(directory)
    agrees = _("the pictures in {directory} show the figures of this program's tables", directory=directory)
    return check_answer("plots", failures, agrees)
