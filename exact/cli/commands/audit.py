"""Check published figures: compare each with the exact value, at the digits printed.

FILE is CSV with the columns claim and printed, or a document with tables: LaTeX, HTML or Markdown; - is standard input,
whose text says which it is. A claim says what the figure is, such as "house edge of banco, 8 decks",
in the notation below; a figure is a decimal, a percentage, a fraction or a chance: 0.0106, 1,06 %, 7/415, 1 in 10.5,
9.5 to 1. The column read as has the claim as it was understood, if it was not written so. Figures with the same entry
in a column source are from one page, which has one number of decks even if it does not say which. Other columns are
kept.

The figures of a document have the claims of their heads. Without --map the program proposes claims, in the words of
the notation, and judges nothing; --map proposed takes them. --map "HEAD=CLAIM" gives a head, which may stand in several
tables, a claim of your own, where {row} is the first cell of a figure's row and {HEAD} its cell below another head:
--map "Edge (6 decks)=house edge of {row}, 6 decks". Each verdict stands beside its figure. Figures under a head with
(%) are percentages; those of one table are from one page.

A verdict is agrees, rounded (half up), truncated, padded (with zeros after a double's digits), disagrees or unreadable;
of a simulated figure, within its error or outside: more than three standard errors from the exact value.
Exit code 1 if a figure disagrees, if a row is unreadable (--allow-unreadable lets it pass), or if there is no figure.

  exact audit figures.csv --format json
  exact audit millions.csv --out verdicts.csv
  exact audit paper.tex --map proposed --map "P(win)=probability of {row}, 8 decks"
"""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from exact.answers.table import Answer, Cell, Detailed, Parameter, Rounded, Table, cell_text
from exact.answers.text import Text, _
from exact.arithmetic import fraction_text
from exact.cli.options import Arguments, flag, option
from exact.cli.terminal import progress_bar
from exact.inputs import on_disk
from exact.literature.audit import UNREADABLE, FileAudit
from exact.literature.documents import PROPOSED, Document, figures_in
from exact.literature.printed import Agreement
from exact.outputs import check_output
from exact.shoe_files.writing import Answers

MORE_HELP = ("claims",)
MOST_ROWS = 50_000  # of an answer; --out has no such bound
_BLOCK = 256
OPTIONS = (
    option(
        "file", "FILE", "the figures: CSV with the columns claim and printed, .tex, .html or .md; - is standard input"
    ),
    option("--map", "HEAD=CLAIM", "what a head claims; or proposed", values=(PROPOSED,), action="append"),
    flag("--allow-unreadable", "rows that cannot be read do not count for the exit code"),
    option("--out", "FILE", "write the rows with their verdicts to a .csv or .jsonl file; for files of any length"),
)


def answer(arguments: Arguments) -> Answer:
    """The verdict on each row; the exit code is 1 unless every row could be read and agrees."""
    path, out = on_disk(Path(arguments.file)), arguments.out
    rows: list[tuple[Cell, ...]] = []
    file = figures_in(path, arguments.map or (), is_named=arguments.file != "-")
    document = file if isinstance(file, Document) else None
    with progress_bar() as progress:
        audit = FileAudit(file, progress)
        entries = document.judged(audit) if document else iter(audit)
        if out is None:
            rows += islice(entries, MOST_ROWS)
            deque(entries, maxlen=0)  # the others are judged and counted, though not shown
        else:
            _write(Path(out), audit, entries)
    unreadable = audit.verdicts[UNREADABLE] > 0
    if document:  # whose tables show those that agree
        rows = [row for row in rows if row[3] != Agreement.AGREES.value]
    tables = () if document is None or out else (*document.shown(),)
    judged = Table("rows", _("Figures of {file} against the exact values", file=path.name), audit.columns(), rows)
    verdicts = {str(word): number for word, number in audit.verdicts.items()}
    parameters = [Parameter("file", arguments.file), *([] if out is None else [Parameter("out", out)])]
    parameters.append(Parameter("verdicts", verdicts, _("Verdicts"), (audit.summary,)))
    assumed = dict.fromkeys(assumption for rules in audit.rules.values() for assumption in rules.assumed)
    sources = (rules.to_line() for rules in audit.rules.values())
    code = int(audit.disagrees or not audit.verdicts or (unreadable and not arguments.allow_unreadable))
    notes = tuple(_notes(audit, 0 if out else audit.verdicts.total() - MOST_ROWS))
    return Answer("audit", tuple(parameters), (*tables, judged), notes, tuple(assumed), (path, *sources), code)


def _notes(audit: FileAudit, hidden: int) -> Iterator[Text]:
    if hidden > 0:
        yield _("{number} more rows are judged and counted, but not listed: give --out FILE.csv.", number=hidden)
    if isinstance(audit.file, Document) and not audit.verdicts:
        yield _("Nothing is judged: --map proposed takes the claims above, --map 'HEAD=CLAIM' one of your own.")
    if audit.file.recoded:
        yield _("Lines that are not UTF-8, read as Windows-1252: {number}.", number=audit.file.recoded)
    for remark in audit.remarks:
        yield _("Some exact values suppose this: {remark}.", remark=remark)


def _write(path: Path, audit: FileAudit, entries: Iterator[tuple[Cell, ...]]) -> None:
    names = [column.name for column in audit.columns()]
    with Answers(check_output(path, "out", audit.file.path)) as out:
        rows: list[list[str]] | None = None
        while rows is None or len(rows) == _BLOCK:
            rows = [[*map(_text_in_full, row)] for row in islice(entries, _BLOCK)]
            out.write({name: [row[index] for row in rows] for index, name in enumerate(names)})


def _text_in_full(cell: Cell) -> str:
    if isinstance(cell, Detailed):
        return str(cell.value)
    return fraction_text(cell.value) if isinstance(cell, Rounded) else cell_text(cell)
