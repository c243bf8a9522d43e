"""Draw the pictures of the reference tables as SVG and PNG, or check them.

Drawing wants matplotlib (pip install 'exact-baccarat[plot]'); checking does not: every file has the digest of what it shows in
its metadata, and with --check that is compared with the figures of this program's own tables, whatever tables lie in DIR.
Exit code 1 if a file is missing, shows other figures, is damaged or was edited.

  exact plots
  exact plots --out DIR
  exact plots --check
"""

from __future__ import annotations

import argparse
from pathlib import Path

from exact.answers.answer import Answer
from exact.answers.text import _
from exact.cli.options import Once
from exact.cli.output import check_answer, written_answer
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.publication.pictures.plots import stale_pictures, write_pictures


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact plots``."""
    out_help = "where the pictures are; default tables"
    parser.add_argument("--out", action=Once, metavar="DIR", default="tables", help=out_help)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")


def answer(arguments: argparse.Namespace) -> Answer:
    """The pictures drawn, or the differences that a check found."""
    if not arguments.out:
        raise ExactError("out", arguments.out, "must name a directory")
    directory = Path(arguments.out)
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
