"""Tables of typed cells, and answers: parameters, tables, notes, assumptions. `exact.report` makes each format."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from importlib import import_module
from math import inf
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from exact.answers.text import Text, _
from exact.arithmetic import decimal_text, fraction_text
from exact.errors import ExactError
from exact.records import Record, Shown, ShownAsMathematics, field, replace

if TYPE_CHECKING:
    from exact.answers.plots import Plot

DECIMAL, FRACTION, BOTH = "decimal", "fraction", "both"
_LARGEST = 2**63
INFINITE = "∞"
DEALING = "dealing"  #: What a clause about the cards concerns: how they are dealt and drawn, and so every bet
_CONCERNS = dict.fromkeys(("card_values", "dealing_order", "naturals", "punto", "banco"), (DEALING,)) | {
    "payoffs": ("punto", "banco", "tie"),
    "commission": ("banco",),
    "commission_rounding": ("banco",),
    "ties": ("punto", "banco"),
}
"""`DEALING`, or the main bets whose price depends on a clause. Other clauses affect no price."""


class Exactness(StrEnum):
    """How exact figures are, the strongest first: true, between proved bounds, with errors, or neglecting something."""

    EXACT = "exact"
    BOUNDS = "bounds"
    SIMULATED = "simulated"
    APPROXIMATION = "approximation"

    @classmethod
    def weakest(cls, states: "Iterable[Exactness]") -> "Exactness":
        """The weakest of some."""
        return max(states, key=[*cls].index, default=cls.EXACT)


class Assumption(NamedTuple):
    """One point on which a document is silent."""

    clause: str  #: The clause's key in the rulebook file: ``naturals``, ``punto``, ``payoffs``, ``ties`` …
    phrase: Text
    bet: str = ""

    @property
    def concerns(self) -> tuple[str, ...]:
        """What it concerns: `DEALING`, some of ``punto``, ``banco`` and ``tie``, or nothing with a price."""
        return (self.bet,) if self.bet else _CONCERNS.get(self.clause, ())

    def __str__(self) -> str:
        return self.phrase


class Rounded(NamedTuple):
    """An exact number that readers see as a decimal, rounded half-even only once, when it is rendered."""

    value: Fraction
    digits: int  #: Decimals of the number itself; a percentage is printed with two fewer
    form: str = DECIMAL  #: The content of JSON and CSV: the decimal, the fraction, or both
    percent: bool = False

    def __float__(self) -> float:
        return float(self.value)


class Between(NamedTuple):
    """A proved lower and a proved upper bound, as decimals."""

    low: str
    high: str


class Count(int):
    """A count of deals: a string in JSON, because counts of nine decks exceed a double."""


class Detailed(NamedTuple):
    """A JSON value with a different text for readers and CSV: an object as a line, a float in a few digits."""

    value: object
    text: str
    wrong: bool = False  #: Whether it says that something is wrong: a terminal shows it in red


Cell = Detailed | str | bool | int | float | Fraction | Rounded | tuple[str, ...] | None
"""A `Fraction` prints as p/q, a `bool` as yes or no, a `float` is a measurement, a tuple is words, `None` is empty."""


class Column(Record):
    """A column of a table."""

    heading: str
    wrap_cm: float | None = None  #: The width in cm at which LaTeX wraps running text
    mark: str = "."
    key: str = ""  #: Its name for programs, unless that is the heading
    derived: bool = False  #: Whether it follows from the other columns, so that JSON leaves it out
    exact: bool = False  #: Whether readers see each of its numbers in two columns, as a fraction and as a decimal
    above: tuple[str, ...] = ()  #: Its groups' headings, the widest first: ``House edge`` of ``House edge, 8 decks``

    @property
    def name(self) -> str:
        """The column's name in an answer's JSON and CSV, by default the heading with underscores for blanks."""
        return self.key or self.heading.replace(" ", "_")

    @property
    def csv_name(self) -> str:
        """The column's name in the CSV file of a reference table."""
        return self.key or self.heading


def columns_of(*heads: Column | str) -> tuple[Column, ...]:
    """The columns of a table; one that has nothing but its heading is given by that."""
    return tuple(head if isinstance(head, Column) else Column(head) for head in heads)


class Tabular(NamedTuple):
    """How LaTeX prints a table in a paper."""

    floating: bool = False  #: Whether it is a float with a caption, not a `tabular` to put into one
    long: bool = False  #: Whether it is a `longtable`, which breaks between pages and fits no column and no float
    label: str = ""
    siunitx: bool = False


class Table(Shown):
    """A reference table, or a part of an answer, before it is rendered."""

    id: str  #: The permanent name of its files and its LaTeX label, or in an answer its key in JSON
    caption: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    notes: tuple[str, ...] = ()
    landscape: bool = False
    rulebook: str = "standard"  #: The rulebooks under which it is computed, for the manifest
    parameters: Mapping[str, object] = field(default_factory=dict)
    axes: tuple[str, str] | None = None  #: Of a heat map, for rows and columns: cells after the first are shaded
    language: str = "en"  #: The language of its caption, headings and notes: a key of `exact.answers.text.LANGUAGES`
    most: int | None = None  #: In an answer, the most rows in plain text, which counts the others; 0 leaves it out
    rearranged: bool = False  #: In an answer, whether it repeats another table in another arrangement, for readers only
    figures: Sequence[tuple[str, ...]] = ()  #: Row, column and record of each cell that is a figure of the notation
    tabular: Tabular | None = None  #: `None` for a `longtable` whose label is the id
    declared: Exactness = Exactness.EXACT  #: How exact it is, if its cells do not show it
    neglects: str = ""  #: What its figures leave out of account, which makes them approximations

    def __repr__(self) -> str:
        return f"<Table {self.id}: {len(self.rows)} rows, {len(self.columns)} columns>"

    def __hash__(self) -> int:
        return hash((self.id, self.caption, self.columns, len(self.rows)))

    @property
    def exactness(self) -> Exactness:
        """That of the weakest figure; a `float` is an approximation whatever the table declares."""
        cells = {type(cell.value if isinstance(cell, Detailed) else cell) for row in self.rows for cell in row}
        if float in cells or (self.neglects and self.rows):
            return Exactness.APPROXIMATION
        return Exactness.weakest((self.declared, Exactness.BOUNDS if Between in cells else Exactness.EXACT))

    def to_pandas(self, numeric: bool = False) -> Any:
        """A `pandas.DataFrame` under the same headings; raises `ExactError` without pandas.

        Cells are objects, and numbers `int` or `Fraction` before rounding; with ``numeric``, they are integers of 64
        bits, if they fit, or doubles, among them infinite decks. The id, the caption and the notes are in
        ``frame.attrs``.
        """
        pandas = _package("pandas")
        headings = [column.heading for column in self.columns]
        if numeric:
            columns = [pandas.Series(cells, dtype=_pandas_type(cells)) for cells in _columns_of_one_type(self, True)]
            frame = pandas.concat(columns, axis=1) if columns else pandas.DataFrame()
            frame.columns = headings
        else:
            rows = [[without_form(cell) for cell in row] for row in self.rows]
            frame = pandas.DataFrame(rows, columns=headings, dtype=object)
        frame.attrs.update(id=self.id, caption=self.caption, notes=list(self.notes))
        return frame

    def to_polars(self, numeric: bool = False) -> Any:
        """A `polars.DataFrame` under the names of the CSV file; raises `ExactError` without polars.

        Integers that fit 64 bits are such; other numbers are text with all digits, or with ``numeric`` doubles.
        """
        polars = _package("polars")
        columns = zip(self.columns, _columns_of_one_type(self, numeric), strict=True)
        return polars.DataFrame([polars.Series(column.csv_name, cells, strict=True) for column, cells in columns])

    def to_arrow(self, numeric: bool = False) -> Any:
        """A `pyarrow.Table` as `to_polars` has it, with the id and the caption; raises `ExactError` without pyarrow."""
        pyarrow = _package("pyarrow")
        arrays = [pyarrow.array(cells) for cells in _columns_of_one_type(self, numeric)]
        metadata = {"id": self.id, "caption": self.caption}
        return pyarrow.Table.from_arrays(arrays, names=[column.csv_name for column in self.columns], metadata=metadata)

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """The Arrow stream that other libraries read a table from, with doubles."""
        return self.to_arrow(numeric=True).__arrow_c_stream__(requested_schema)


def _package(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        asked, bound = f"to_{name.removeprefix('py')}", f"needs the package {name}: pip install {name}"
        raise ExactError(name, asked, bound) from None


def without_form(cell: Cell) -> Any:
    """A number without the way in which it is printed; any other cell as it is."""
    return cell.value if isinstance(cell, Rounded) else cell


def _columns_of_one_type(table: Table, numeric: bool) -> list[list[Any]]:
    columns = range(len(table.columns))
    return [_of_one_type([without_form(row[column]) for row in table.rows], numeric) for column in columns]


def _of_one_type(cells: list[Any], numeric: bool) -> list[Any]:
    """Cells of one type: integers, truth values, doubles (if ``numeric``, also of text), or text with every digit."""
    if numeric and all(is_decimal(cell) or cell == INFINITE for cell in cells if isinstance(cell, str)):
        cells = [_measure(cell) if isinstance(cell, str) else cell for cell in cells]
    present = [cell for cell in cells if cell is not None]
    types = set(map(type, present))
    convert: Callable[[Any], Any] = cell_text
    if types == {bool}:
        convert = bool
    elif all(isinstance(cell, int | float | Fraction) and not isinstance(cell, bool) for cell in present):
        if all(isinstance(cell, int) and abs(cell) < _LARGEST for cell in present):
            convert = int
        elif numeric or types == {float}:
            convert = float
    return [None if cell is None else convert(cell) for cell in cells]


def _measure(decimal: str) -> int | float:
    if decimal.isdecimal():
        return int(decimal)
    return inf if decimal == INFINITE else float(decimal.removesuffix("%")) / (100 if decimal.endswith("%") else 1)


def _pandas_type(cells: list[Any]) -> str:
    """A type of cells of one type in which an empty cell is missing."""
    types = {int: "Int64", float: "float64", bool: "boolean"}
    return next((types[type(cell)] for cell in cells if type(cell) in types), "object")


def figures(id: str, caption: str, rows: Sequence[tuple[Cell, ...]]) -> Table:  # noqa: A002
    """A table of named numbers: each row is a name and a value."""
    return Table(id, caption, (Column(_("figure")), Column(_("value"), exact=True)), rows)


def cell_text(cell: Cell, absent: str = "") -> str:
    """A cell as plain text with all its digits; ``absent`` is the text of `None`."""
    if cell is None:
        return absent
    if isinstance(cell, Detailed):
        return cell.text
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, Rounded):
        if cell.percent:
            return f"{decimal_text(cell.value * 100, max(cell.digits - 2, 0))} %"
        return decimal_text(cell.value, cell.digits)
    if isinstance(cell, list | tuple):
        return " ".join(map(str, cell))
    return fraction_text(cell) if isinstance(cell, Fraction) else str(cell)


def is_decimal(text: str) -> bool:
    """Whether ``text`` is a decimal, perhaps with a percent sign."""
    whole, point, places = text.removeprefix("-").removesuffix("%").rstrip().partition(".")
    return whole.isdecimal() and (places.isdecimal() or not point)


def with_texts(table: Table, change: Callable[[str], str]) -> Table:
    """The table with each of its texts changed; numbers stay."""
    return replace(
        table,
        caption=change(table.caption),
        columns=tuple(replace(column, heading=change(column.heading)) for column in table.columns),
        rows=[tuple(_with_texts(cell, change) for cell in row) for row in table.rows],
        notes=tuple(map(change, table.notes)),
        axes=table.axes and (change(table.axes[0]), change(table.axes[1])),
    )


def _with_texts(cell: Cell, change: Callable[[str], str]) -> Cell:
    if type(cell) is tuple:  # a list of texts; the cells of numbers are named tuples
        return tuple(map(change, cast("tuple[str, ...]", cell)))
    if isinstance(cell, Detailed) and isinstance(cell.text, Text):  # any other text of it is a number or a quotation
        return cell._replace(text=change(cell.text))
    return change(cell) if isinstance(cell, str) else cell


Value = Cell | bool | Sequence["Value"] | Mapping[str, "Value"]  #: Of a parameter


class Parameter(NamedTuple):
    """A parameter of the question, or a number that its answer rests on, such as the number of deals."""

    key: str
    value: Value
    label: str | None = None  #: What readers see before it, perhaps empty; `None` if the captions already state it
    shown: tuple[str, ...] = ()  #: The lines that readers see instead of ``value``


class Answer(ShownAsMathematics):
    """The answer of a command."""

    name: str  #: The command, a hyphen, and the kind of answer if it has several; LaTeX labels begin with it
    parameters: tuple[Parameter, ...] = ()
    tables: tuple[Table, ...] = ()  #: The results; the id of each is its key in JSON and the kind of its rows in CSV
    notes: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] | None = None  #: `None` for an answer that depends on no rules
    sources: tuple[str | PathLike[str], ...] = ()  #: Texts and files behind the names in the parameters: drawing tables
    code: int = 0
    error: ExactError | None = None  #: In a part of the question: printed after the rest, with exit code 2
    bare: bool = False  #: Whether plain text has the figures alone, as CSV has: what is assumed goes to standard error
    silent: bool = False  #: Whether plain text has only notes and assumptions, because the answer itself is in a file
    questions: tuple[str, ...] = ()  #: What to ask `exact.ask` for its figures, braces for many of them
    warnings: tuple[str, ...] = ()  #: What a command says on standard error beside the answer

    def __repr__(self) -> str:
        rows = sum(len(table.rows) for table in self.tables)
        return f"<Answer of exact {self.name}: {len(self.tables)} tables, {rows} rows>"

    def __hash__(self) -> int:
        return hash((self.name, self.tables, self.notes))

    def plot(self, table: str | None = None) -> "Plot":
        """Bars of the numbers of a table, by default the first that has any; raises `ExactError` without numbers."""
        from exact.answers.plots import bars

        for candidate in self.tables:
            for index, column in enumerate(candidate.columns if table in (None, candidate.id) else ()):
                drawn = ((str(row[0]), row[index]) for row in candidate.rows)
                heights = [(label, cell.value) for label, cell in drawn if isinstance(cell, Rounded)]
                if heights:
                    return bars(candidate.caption, column.heading, heights)
        names = ", ".join(candidate.id for candidate in self.tables)
        raise ExactError("table", table, f"has no numbers to draw: the tables are {names}")

    @property
    def exactness(self) -> Exactness:
        """That of the weakest table."""
        return Exactness.weakest(table.exactness for table in self.tables)

    def table(self, name: str) -> Table:
        """One of its tables, by its name in JSON; raises `ExactError` for another."""
        tables = {table.id: table for table in reversed(self.tables)}  # the first, if several have an id
        if name not in tables:
            names = ", ".join(table.id for table in self.tables)
            raise ExactError("table", name, f"is not in this answer, whose tables are {names}")
        return tables[name]

    def value(self, name: str) -> Any:
        """A parameter, or a figure that has a name, by its name in JSON; numbers are exact; `ExactError` for others."""
        known: dict[str, object] = {}
        for table in self.tables:
            for key, cell in table.rows if len(table.columns) == 2 else ():
                known.setdefault(str(key.value if isinstance(key, Detailed) else key).replace(" ", "_"), cell)
        known |= {entry.key: entry.value for entry in self.parameters}
        if name not in known:
            raise ExactError("name", name, f"is not in this answer, which has {', '.join(known)}")
        found = known[name]
        return found.value if isinstance(found, Rounded | Detailed) else found

    @property
    def provenance(self) -> dict[str, str | None]:
        """``version``, ``rules``, and as ``inputs`` the SHA-256 digest of parameters and sources."""
        import hashlib

        from exact.version import __version__

        def digest(file: PathLike[str]) -> str:
            with open(file, "rb") as opened:
                return hashlib.file_digest(opened, "sha256").hexdigest()

        sources = [source if isinstance(source, str) else digest(source) for source in self.sources]
        rules = next((str(entry.value) for entry in self.parameters if entry.key == "rules"), None)
        inputs = repr((self.name, [(entry.key, entry.value) for entry in self.parameters], sources))
        return {"version": __version__, "rules": rules, "inputs": hashlib.sha256(inputs.encode()).hexdigest()}
