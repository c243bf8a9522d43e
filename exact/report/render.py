"""An answer in any format: whole for programs, or as tables for readers, the parameters under the first table."""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib import import_module
from itertools import pairwise, zip_longest
from typing import Any

from exact.answers.table import (
    Answer,
    Assumption,
    Between,
    Cell,
    Column,
    Detailed,
    Exactness,
    Parameter,
    Rounded,
    Table,
    cell_text,
    is_decimal,
    with_texts,
    without_form,
)
from exact.answers.text import ENGLISH, MINUS, Text, _, for_people, grouped
from exact.escapes import visible
from exact.lazy import textwrap
from exact.records import replace

OWN_NAMES, ENGLISH_NAMES = NAMES = ("punto-banco", "player-banker")
_LONGEST_FRACTION = 10**60
_NAMED_TABLES = 3
IN_NUMBERS = re.compile(
    r"[-−+–·(]*\d[\d./()^da−+–·%$ \u00a0\u202f]*"
)  #: A fraction, several numbers, or a polynomial in them
_INEXACT = {
    Exactness.BOUNDS: _("Two decimals side by side are a proven lower and upper bound."),
    Exactness.SIMULATED: _("Simulated: every figure has its standard error."),
    Exactness.APPROXIMATION: _("Approximation: some of these numbers are measured, or computed in floating point."),
}
_PROVED = _("The figures are proven bounds.")  # each alone: the heading says of which side
_GAP = "  "
_NARROWEST = 12
"""The narrowest width for wrapped text; if a table needs less, columns move to another block."""
_BOLD, _DIM, _RED, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[0m"


def _late(module: str, name: str) -> Callable[[Any], str]:
    return lambda shown: str(getattr(import_module(f"exact.report.{module}"), name)(shown))


def render_text(table: Table, width: int = sys.maxsize, colour: bool = False) -> str:
    """The table in aligned columns, with its caption above and its notes below; in a terminal as wide as that.

    There, a block of columns begins with those that identify the rows, and text wider than its column continues on the
    next line.
    """
    shown = shown_rows(table)
    lines = [[column.heading for column in table.columns], *shown]
    red = [set(), *map(_alarming, table.rows, shown)] if colour else [set[int]()] * len(lines)
    right = [is_numeric(table, index) for index in range(len(table.columns))]
    natural = [max(len(line[index]) for line in lines) for index in range(len(table.columns))]
    printed = [_styled(_filled(table.caption, width), _BOLD, colour)] if table.caption else []
    for widths in _blocks(natural, right, _keys(shown, natural, width), width) if natural else ():
        rows = (_row(line, widths, right, in_red) for line, in_red in zip(lines, red, strict=True))
        printed.append("\n".join(rows))
    printed += ["\n".join(_styled(_filled(note, width), _DIM, colour) for note in table.notes)] if table.notes else []
    return "\n\n".join(printed) + "\n"


def _alarming(cells: Sequence[Cell], texts: list[str]) -> set[int]:
    """The places of what is shown in red: negative numbers, and what says that something is wrong."""
    return {
        index
        for index, (cell, text) in enumerate(zip(cells, texts, strict=True))
        if (isinstance(cell, Detailed) and cell.wrong) or text.startswith(MINUS)
    }


def _keys(rows: list[list[str]], natural: list[int], width: int) -> list[int]:
    """The first columns that identify the rows, if they leave half of the width; else just the first one."""
    for count in range(1, len(natural)):
        if len({tuple(row[:count]) for row in rows}) == len(rows):
            fits = sum(natural[:count]) + len(_GAP) * count <= width // 2
            return list(range(count)) if fits else [0]
    return [0]


def _blocks(natural: list[int], right: list[bool], keys: list[int], width: int) -> list[dict[int, int]]:
    """The columns of each block with their widths."""
    blocks, block = [], list(keys)
    for index in range(len(keys), len(natural)):
        if len(block) > len(keys) and not _fitted([*block, index], natural, right, width):
            blocks.append(block)
            block = list(keys)
        block.append(index)
    return [_fitted(each, natural, right, width) or _forced(each, natural, width) for each in (*blocks, block)]


def _fitted(block: list[int], natural: list[int], right: list[bool], width: int) -> dict[int, int] | None:
    """Widths at which the columns fit, the widest text narrowed first; `None` if numbers would have to be broken."""
    widths = {index: natural[index] for index in block}
    over = sum(widths.values()) + len(_GAP) * (len(block) - 1) - width
    while over > 0:
        widest = max(block, key=lambda index: 0 if right[index] else widths[index])
        if right[widest] or widths[widest] <= _NARROWEST:
            return None
        narrower = max(_NARROWEST, widths[widest] - over)
        over -= widths[widest] - narrower
        widths[widest] = narrower
    return widths


def _forced(block: list[int], natural: list[int], width: int) -> dict[int, int]:
    """Equal shares of the width for columns that do not fit otherwise: longer entries are broken."""
    share = max(1, (width - len(_GAP) * (len(block) - 1)) // len(block))
    return {index: min(natural[index], share) for index in block}


def _row(line: list[str], widths: dict[int, int], right: list[bool], red: set[int]) -> str:
    """One row of a block, as many lines as its longest cell needs."""
    cells = [_wrapped(line[index], width) for index, width in widths.items()]
    printed = []
    for texts in zip_longest(*cells, fillvalue=""):
        parts = []
        for (index, width), text in zip(widths.items(), texts, strict=True):
            padded = text.rjust(width) if right[index] else text.ljust(width)
            parts.append(_styled(padded, _RED, index in red))
        printed.append(_GAP.join(parts).rstrip())
    return "\n".join(printed)


def _filled(text: str, width: int) -> str:
    """``text`` wrapped; text of several lines, such as a script, stays unchanged."""
    if "\n" in text or width == sys.maxsize:
        return text
    return "\n".join(_wrapped(text, min(width, 100)))


def _wrapped(text: str, width: int) -> list[str]:
    if len(text) <= width and text.isprintable():
        return [text]
    return textwrap.wrap(text, width, break_on_hyphens=False) or [""]


def _styled(text: str, style: str, colour: bool) -> str:
    return f"{style}{text}{_PLAIN}" if colour else text


FOR_READERS: dict[str, tuple[Callable[[Table], str], str]] = {
    "text": (render_text, "\n{origin}"),
    "markdown": (_late("markdown", "render_markdown"), "\n<!-- {origin} -->"),
    "latex": (_late("latex", "render_for_paper"), "% {origin}"),
}
"""The formats rendered table by table, and the form in which each states the origin of the answer."""
FOR_PROGRAMS = {"csv": _late("data", "render_csv"), "json": _late("data", "render_json")}
"""The formats of a whole answer, which have only one language and one set of names."""
FORMATS = (*FOR_READERS, *FOR_PROGRAMS)


def render_answer(answer: Answer, style: str, language: str = ENGLISH, names: str = OWN_NAMES) -> str:
    """``answer`` in one of the `FORMATS`."""
    if style in FOR_PROGRAMS:
        return FOR_PROGRAMS[style](answer)
    render, comment = FOR_READERS[style]
    tables = "\n".join(render(for_readers(table, language, names)) for table in tables_of(answer))
    version, rules, inputs = answer.provenance.values()
    rules = f"rules {rules}; " if rules else ""
    origin = f"exact-baccarat {version}; {answer.exactness}; {rules}inputs sha256:{inputs}"
    return f"{tables}{comment.format(origin=origin.replace('--', '- -'))}\n"


def for_readers(table: Table, language: str, names: str = OWN_NAMES) -> Table:
    """``table`` in ``language``, or in English with Player, Banker and Tie, and with no character that is not seen."""
    if language != ENGLISH:
        from exact.report.translation import translated

        table = translated(table, language)
    elif names != OWN_NAMES:
        from exact.names import renamed

        table = with_texts(table, renamed)
    return with_texts(table, lambda text: visible(for_people(text)))


def tables_of(answer: Answer, in_full: bool = True) -> list[Table]:
    """The tables that have rows; without ``in_full``, not those beyond the most of a table, which a note counts."""
    filled = [table for table in answer.tables if table.rows]
    left_out = [] if in_full else [table for table in filled if table.most == 0]
    tables = [_table(answer.name, table, in_full) for table in filled if table not in left_out]
    tables = tables or [Table(answer.name, "", (), [])]
    asked = (_('As a question: exact ask "{question}"', question=question) for question in answer.questions)
    closing = [*answer.notes, *_left_out(left_out), *map(assumed, answer.assumptions or ()), *asked]
    tables[0] = replace(tables[0], notes=(*_parameter_lines(answer.parameters), *tables[0].notes))
    tables[-1] = replace(tables[-1], notes=(*tables[-1].notes, *closing))
    return [table for table in tables if table.columns or table.notes]


def assumed(assumption: Assumption) -> Text:
    """An assumption as readers see it."""
    return _("Assumed (the document is silent): {phrase}", phrase=assumption.phrase)


def inexact(table: Table) -> list[Text]:
    """What readers see of a table that is not exact: that it is simulated, or what it neglects."""
    if table.neglects:
        return [_("Approximation: {neglected}", neglected=table.neglects)]
    if table.exactness == Exactness.BOUNDS and not any(isinstance(cell, Between) for row in table.rows for cell in row):
        return [_PROVED]
    return [_INEXACT[table.exactness]] if table.exactness != Exactness.EXACT else []


def rounding(table: Table) -> Text:
    """How a table rounds, or why it is not exact."""
    if said := inexact(table):
        return said[0]
    rounded = any(isinstance(cell, Rounded) for row in table.rows for cell in row)
    return _("Exact values, each rounded once, half to even.") if rounded else _("Exact values, not rounded.")


def said_of_csv(answer: Answer) -> Iterator[str]:
    """What the rows of the first table do not say: what makes it inexact, and which other tables there are."""
    tables = {table.id: table for table in answer.tables if table.rows and not table.rearranged}
    for table in [*tables.values()][:1]:
        yield from inexact(table)
    if others := [*tables][1:]:
        yield f"Not in this file: {', '.join(others)}; use --table NAME, or --save DIR for all."


def _left_out(tables: list[Table]) -> list[Text]:
    names = ",".join(dict.fromkeys(table.id for table in tables))
    if len(tables) > _NAMED_TABLES:
        return [_("Not shown here: {number} more tables; use --table {names}.", number=len(tables), names=names)]
    text = _("Not shown here: {what}; use --table {name}.")
    return [text.filled(what=table.caption, name=table.id) for table in tables]


def _parameter_lines(parameters: tuple[Parameter, ...]) -> Iterator[str]:
    for entry in parameters:
        label, values = entry.label, entry.shown or (shown_text(entry.value, "."),)  # type: ignore[arg-type]
        if label is not None:
            yield from (_("{label}: {value}", label=label, value=value) if label else value for value in values)


def _table(name: str, table: Table, in_full: bool) -> Table:
    columns, rows, notes = table.columns, list(table.rows), table.notes
    if columns and columns[-1].exact:
        fractions = [_fraction(row[-1]) for row in rows]
        columns = (columns[0], Column(_("value")))
        if any(fractions):
            columns = (columns[0], Column(_("fraction")), Column(_("decimal")))
            rows = [(name, fraction, value) for (name, value), fraction in zip(rows, fractions, strict=True)]
    if not in_full and table.most is not None and len(rows) > table.most:
        more = _("… and {number} more; use --table {name}.", number=len(rows) - table.most, name=table.id)
        rows, notes = rows[: table.most], (*notes, more)
    notes = tuple(dict.fromkeys((*notes, *inexact(table))))
    return replace(table, id=f"{name}-{table.id}", columns=columns, rows=rows, notes=notes)


def _fraction(value: Cell) -> Fraction | None:
    if not isinstance(value, Rounded) or value.value.denominator > _LONGEST_FRACTION:
        return None
    return value.value


def shown_rows(table: Table) -> list[list[str]]:
    """The cells as text for readers: numbers with the decimal mark of their column, a dash for `None`."""
    return [
        [shown_text(cell, column.mark) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows
    ]


def merged_rows(table: Table) -> list[list[str]]:
    """`shown_rows` without the first cell of a row that repeats the one above it."""
    rows = shown_rows(table)
    for below, above in pairwise(reversed(rows)):
        if below[0] == above[0] != "–":
            below[0] = ""
    return rows


def shown_text(cell: Cell, mark: str) -> str:
    """A cell as text for readers, numbers with their digits in groups; ``mark`` is the decimal mark."""
    if isinstance(cell, Between):
        return " ".join(shown_text(bound, mark) for bound in cell)
    text = visible(cell_text(cell, "–"))
    if is_decimal(text):
        return grouped(text).replace(".", mark)
    return grouped(text) if IN_NUMBERS.fullmatch(text) else text


def shares_of_largest(table: Table) -> list[list[Fraction]]:
    """Each cell after the first column as a share of the largest; empty cells and negative numbers count as 0."""
    zero = Fraction(0)

    def size(cell: Any) -> Fraction:
        return max(Fraction(without_form(cell) or 0), zero)

    values = [[*map(size, row[1:])] for row in table.rows]
    largest = max((value for row in values for value in row), default=zero)
    return [[value / largest if largest else zero for value in row] for row in values]


def is_numeric(table: Table, index: int) -> bool:
    """Whether column ``index`` holds only numbers, perhaps some of them as text; it is then aligned right."""

    def is_number(cell: Cell) -> bool:
        text = cell.text if isinstance(cell, Detailed) else cell
        return is_decimal(text) if isinstance(text, str) else type(text) not in (bool, tuple, Between)

    cells = [row[index] for row in table.rows if row[index] is not None]
    return bool(cells) and all(map(is_number, cells))
