"""Write the mathematical report of a bet that a regulator or a casino asks for, in LaTeX and in Markdown.

It has the rules of the wager with dealt examples, exact counts, house edge, volatility, ranges of the return, every
number of decks, removed cards, card counting, the main bets, a second method, and a checklist of what regulations ask.
Its tables are those of the other commands. Compile report.tex with pdflatex, twice. It takes up to a minute.

  exact report dragon-7 --decks 8 --out dragon-7-report
  exact report my-bet.toml --rules classic-it --names player-banker --out my-report
"""

import hashlib
import os
from pathlib import Path

from exact.answers.table import Answer, Parameter, Table, columns_of
from exact.answers.text import ENGLISH, _
from exact.cli import options
from exact.cli.options import Arguments, option
from exact.cli.terminal import progress_bar
from exact.errors import ExactError
from exact.library.report import bet_report
from exact.publication.publish import write_files
from exact.rules import rules_named

OPTIONS = (
    options.bet(),
    option("--decks", "N", "N full decks of 52 cards; default the rulebook's, or 8"),
    options.RULES,
    option("--out", "DIR", "where to write report.tex and report.md", required=True),
)


def answer(arguments: Arguments) -> Answer:
    """The files written, with their digests."""
    if (language := options.language_of(arguments)) != ENGLISH:
        raise ExactError("lang", language, "is not a language of reports, which are in English")
    if not arguments.out:
        raise ExactError("out", arguments.out, "must name a directory")
    directory, names = Path(arguments.out), options.names_of(arguments)
    parent = next((each for each in (directory, *directory.parents) if os.path.lexists(each)), directory)
    if os.path.lexists(parent) and not parent.is_dir():  # said before the work
        raise ExactError("out", arguments.out, "is not a directory" if parent == directory else f"has a file: {parent}")
    decks = options.decks_of(arguments, rules_named(arguments.rules))
    with progress_bar() as progress:
        files = bet_report(arguments.bet, decks=decks, rules=arguments.rules, names=names, progress=progress)
    write_files(directory, files)
    rows = [(name, hashlib.sha256(data).hexdigest()) for name, data in files.items()]
    written = Table("files", f"The report in {directory}", columns_of(_("file"), "SHA-256"), rows)
    return Answer("report", (Parameter("directory", arguments.out), Parameter("rules", arguments.rules)), (written,))
