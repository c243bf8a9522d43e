"""Write the exact counts of the next coup from every shoe of a file to another file, row by row.

A row of FILE is a shoe, described by point values (columns c0 to c9), ranks (cA to cK) or cards (cAs to cKc). The file
ends in .csv, .jsonl, .ndjson or .parquet, and so does OUT. Rows that are not shoes go to OUT.rejects.csv, each with its
line and the reason, and the exit code is 2.

FILE may be a directory: a data set in parts, all files of shoes with the same columns. OUT is then a directory too, and
each part is answered in a file of its own name. Workers share the parts; on a cluster, every machine must see both
directories under the same names.

With --dealt, a line of FILE is a shoe as it was dealt: its cards in order, coup after coup, with the cards that were
burnt face up first, in brackets: [K 5h] 9 2 Q 4 2 K 3 4 7 9. OUT has the coups, and the counts before each of them. The
coups before a fault are answered.

  exact shoes shoes.csv --out odds.csv
  exact shoes shoes.parquet --out odds.parquet --bets dragon-7,lucky-6:12-18
  exact shoes parts --out answers --checkpoint saved
  exact shoes --dealt dealt.txt --decks 8 --out odds.csv
"""

import os
from pathlib import Path

from exact.answers.table import Answer
from exact.cli import options
from exact.cli.options import Arguments, flag, option
from exact.cli.terminal import progress_bar
from exact.errors import ExactError
from exact.inputs import on_disk
from exact.library.questions import bets_named
from exact.rules import rules_named
from exact.rules.documents import interpretation
from exact.shoe_files.answers import answer_replay, answer_shoes

_RUN = ("workers", "cluster", "checkpoint")
OPTIONS = (
    option(
        "file",
        "FILE",
        "the shoes: .csv, .jsonl, .ndjson, .parquet or a directory of them, or - for input; with --dealt a text",
    ),
    option("--out", "FILE", "the file of answers: .csv, .jsonl or .parquet"),
    option("--bets", "BETS", "count these bets too, separated by commas"),
    flag("--dealt", "replay dealt cards, a shoe in each line"),
    option("--decks", "N", "with --dealt, N full decks of 52 cards; default the rulebook's, or 8"),
    *options.RUN,
    options.RULES,
)


def answer(arguments: Arguments) -> Answer:
    """Write the file of answers, or a file for every part."""
    if arguments.out is None:
        raise ExactError("shoes", arguments.file, "needs --out FILE for the answers")
    source = on_disk(Path(arguments.file))
    out, rules = Path(arguments.out), rules_named(arguments.rules)
    bets = [] if arguments.bets is None else [*bets_named(arguments.bets, rules, "bets")]
    if arguments.dealt:
        options.refuse(arguments, _RUN, "does not go with --dealt, which reads one file in this process")
        rulebook = interpretation(arguments.rules)
        decks = options.decks_of(arguments, rulebook.rules())
        with progress_bar() as progress:
            return answer_replay(source, out, rulebook, decks, bets, progress)
    options.refuse(arguments, ("decks",), "needs --dealt: other files say which cards each shoe has")
    if os.path.isdir(source) or not arguments.given_options.isdisjoint(_RUN):
        with options.run_of(arguments, doing="parts") as run:
            return answer_shoes(source, out, rules, bets, run)
    with progress_bar() as reading:
        return answer_shoes(source, out, rules, bets, reading=reading)
