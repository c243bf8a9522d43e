"""Write the reference tables as Markdown, LaTeX and CSV, with an index and a manifest of digests; or check them.

With --check nothing is written: the tables are rebuilt in memory and compared byte for byte. Exit code 1 if any
file differs, is missing or is left over, or if a published figure disagrees without a reviewed reason.

  exact tables
  exact tables --out DIR --only house-edges
  exact tables --check
"""

from __future__ import annotations

import argparse
from pathlib import Path

from exact.cli.shoe_options import Once
from exact.cli.terminal import progress_bar
from exact.errors import ExactError
from exact.literature.audit import unreviewed
from exact.literature.every_audit import every_audit
from exact.report.publish import TABLE_IDS, differences, write_tables


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact tables``."""
    parser.add_argument(
        "--out", action=Once, metavar="DIR", default="tables", help="where the tables are; default tables"
    )
    only_help = f"one table, may be repeated: {', '.join(TABLE_IDS)}"
    parser.add_argument("--only", metavar="ID", action="append", help=only_help)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")


def run(arguments: argparse.Namespace) -> int:
    """Write or check; 1 if the check fails."""
    if not arguments.out:
        raise ExactError("out", arguments.out, "must name a directory")
    directory = Path(arguments.out)
    if not arguments.check:
        names = write_tables(directory, arguments.only, progress_bar)
        print(f"{len(names)} files written to {directory}")
        return 0
    failures = differences(directory, arguments.only, progress_bar)
    failures += [f"{figure} disagrees and has no reviewed reason" for figure in unreviewed(every_audit())]
    for failure in failures:
        print(failure)
    print(f"{len(failures)} differences" if failures else f"{directory} is what exact tables writes")
    return 1 if failures else 0
