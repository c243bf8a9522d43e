"""Check a file of published figures: compare each with the exact value, at the digits printed.

FILE is CSV with the columns claim and printed, in any order. A claim says what the figure is, such as "house edge of banco,
8 decks"; the reference page on claims has the notation. A figure is a decimal, a percentage, a fraction or a chance: 0.0106,
1,06 %, 7/415, 1 in 10.5, 9.5 to 1. Figures with the same entry in a column source are from one page, which has one number of
decks even if it does not say which. Other columns are kept.

A verdict is agrees, rounded (half up), truncated, padded (with zeros after a double's digits), disagrees or unreadable. Exit
code 1 if a figure disagrees.

  exact audit figures.csv
  exact audit figures.csv --format json
  exact audit millions.csv --out verdicts.csv
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from exact.analysis.full_shoes import decks_text
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Column, Detailed, Rounded, cell_text, columns_of
from exact.answers.text import Text, _, joined
from exact.arithmetic import fraction_text
from exact.cli.options import Once
from exact.cli.terminal import progress_bar
from exact.errors import ExactError
from exact.inputs import printable
from exact.literature.audit import AuditedRow, audit_file
from exact.literature.claims import Claim, describe_claims
from exact.literature.figure_file import CLAIM, PRINTED, FigureFile
from exact.literature.printed import RATIO, Agreement
from exact.literature.values import Enclosure
from exact.literature.verdict import Verdict
from exact.report.data import no_formula
from exact.rules.named import rules_named
from exact.rules.tableau import Rules
from exact.shoe_files.writing import Answers

MOST_ROWS = 50_000
"""The most rows of an answer; --out has no such bound."""
_BLOCK = 256
_WIDEST = 200
"""The most characters of a cell of the file that readers see."""
_WORDS = {
    Agreement.AGREES: _("agrees"),
    Agreement.ROUNDED: _("rounded"),
    Agreement.TRUNCATED: _("truncated"),
    Agreement.PADDED: _("padded"),
    Agreement.DISAGREES: _("disagrees"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact audit``."""
    parser.add_argument("file", metavar="FILE", help="the figures: CSV with the columns claim and printed")
    out_help = "write the rows with their verdicts to a .csv or .jsonl file; for files of any length"
    parser.add_argument("--out", action=Once, metavar="FILE", help=out_help)


def more_help() -> str:
    """The notation of claims."""
    return describe_claims()


class _Found:
    """What the rows have in common, gathered as they are judged."""

    def __init__(self) -> None:
        self.verdicts: Counter[Text] = Counter()
        self.rules: dict[str, Rules] = {}
        self.remarks: dict[Text, None] = {}

    def add(self, entry: AuditedRow) -> None:
        self.verdicts[_word(entry)] += 1
        if entry.judged:
            name = entry.judged.claim.rules
            if name not in self.rules:
                self.rules[name] = rules_named(name)
            if entry.judged.claim.remark:
                self.remarks[entry.judged.claim.remark] = None


def answer(arguments: argparse.Namespace) -> Answer:
    """The verdict on each row; the exit code is 1 if a figure disagrees."""
    path = Path(arguments.file)
    file = FigureFile(path)
    found = _Found()
    columns = _columns(file)
    with progress_bar() as progress:
        entries = _watched(file, found, progress)
        if arguments.out is not None:
            _write(Path(arguments.out), columns, file, entries)
            rows: list[tuple[Cell, ...]] = []
        else:
            rows = [_row(entry, file) for entry in islice(entries, MOST_ROWS)]
            for _entry in entries:  # judged and counted, though not shown
                pass
    parameters = (
        Parameter("file", str(path)),
        *((Parameter("out", arguments.out),) if arguments.out is not None else ()),
        Parameter(
            "verdicts",
            {str(word): number for word, number in found.verdicts.items()},
            _("Verdicts"),
            (_summary(found.verdicts),),
        ),
    )
    caption = _("Figures of {file} against the exact values", file=path.name)
    section = Section("figure", Rows(("rows",)), columns, rows, caption)
    return Answer(
        "audit",
        parameters,
        (section,),
        _notes(file, found, arguments.out),
        tuple(dict.fromkeys(assumption for rules in found.rules.values() for assumption in rules.assumed)),
        (path, *(rules.to_line() for rules in found.rules.values())),
        code=1 if found.verdicts[_WORDS[Agreement.DISAGREES]] else 0,
    )


def _watched(file: FigureFile, found: _Found, progress: Callable[..., None]) -> Iterator[AuditedRow]:
    """The rows as they are judged; each is counted."""
    for entry in audit_file(file):
        found.add(entry)
        progress(file.done, file.size)
        yield entry


def _word(entry: AuditedRow) -> Text:
    return _WORDS[entry.judged.verdict.agreement] if entry.judged else _("unreadable")


def _columns(file: FigureFile) -> tuple[Column, ...]:
    own = columns_of(
        _("row"),
        Column(_("claim"), 5.0),
        Column(_("printed")),
        _("verdict"),
        _("exact"),
        _("digits"),
        _("decks"),
        Column(_("reason"), 5.0),
    )
    names = {column.name for column in own}
    others = (name for name in file.columns if name not in (CLAIM, PRINTED))
    return *own, *(
        Column(f"file {name}" if name in names else name, key=f"file_{name}" if name in names else name)
        for name in others
    )


def _row(entry: AuditedRow, file: FigureFile) -> tuple[Cell, ...]:
    """The cells of a row in the order of `_columns`."""
    row, verdict = entry.row, entry.judged.verdict if entry.judged else None
    exact: Cell = None
    digits: Cell = None
    decks: Cell = None
    if entry.judged and verdict:
        exact, digits = _exact(entry.judged.claim, verdict), verdict.digits
        decks = decks_text(verdict.agreeing_decks or (verdict.decks,))
    others = (_kept(row.cells[name]) for name in file.columns if name not in (CLAIM, PRINTED))
    head = row.number, _kept(row.cells[CLAIM]), _kept(row.cells[PRINTED]), _word(entry)
    return *head, exact, digits, decks, entry.reason, *others


def _exact(claim: Claim, verdict: Verdict) -> Cell:
    """A fraction, or the digits of an irrational number; readers see it as the figure is printed, with two digits more."""
    printed, value = verdict.printed, verdict.exact
    places = max(printed.places, 0) + 2
    if isinstance(value, Enclosure):
        return Detailed(value.text(), cell_text(Rounded(value.low, places, percent=printed.percent)))
    if printed.notation == RATIO:
        return value
    chance = printed.chance(value, claim.form)
    if chance is not None:
        return Detailed(fraction_text(value), chance)
    return Rounded(value, 0 if value.denominator == 1 else places, FRACTION, printed.percent)


def _kept(text: str) -> Cell:
    """A cell of the file: itself in JSON, on one line for readers."""
    return Detailed(text, printable(text, _WIDEST))


def _summary(found: Counter[Text]) -> Text:
    if not found:
        return _("no figures")
    return joined(", ", (_("{number} {verdict}", number=number, verdict=word) for word, number in found.items()))


def _notes(file: FigureFile, found: _Found, out: str | None) -> tuple[Text, ...]:
    notes = []
    hidden = found.verdicts.total() - MOST_ROWS
    if out is None and hidden > 0:
        notes.append(
            _("{number} more rows are judged and counted, but not listed: give --out FILE.csv.", number=hidden)
        )
    if file.recoded:
        notes.append(_("Lines that are not UTF-8, read as Windows-1252: {number}.", number=file.recoded))
    notes += [_("Some exact values suppose this: {remark}.", remark=remark) for remark in found.remarks]
    return tuple(notes)


def _write(path: Path, columns: tuple[Column, ...], file: FigureFile, entries: Iterator[AuditedRow]) -> None:
    """Write every row to ``path``, block by block."""
    names = [column.name for column in columns]
    if path.exists() and path.samefile(file.path):
        raise ExactError("out", str(path), "is the file of figures, which would be lost")
    with Answers(path) as out:
        rows: list[list[str]] | None = None
        while rows is None or len(rows) == _BLOCK:
            rows = [[_whole(cell) for cell in _row(entry, file)] for entry in islice(entries, _BLOCK)]
            out.write({name: [row[index] for row in rows] for index, name in enumerate(names)})


def _whole(cell: Cell) -> str:
    """A cell for a program: a fraction as p/q, a text of the file in full."""
    value = (
        str(cell.value)
        if isinstance(cell, Detailed)
        else fraction_text(cell.value)
        if isinstance(cell, Rounded)
        else cell_text(cell)
    )
    return no_formula(value)
