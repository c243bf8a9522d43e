"""The answer to a question: parameters, sections of typed columns, notes, assumptions and provenance.

Every command and every format goes through it. A section states its place and form in JSON, so that `exact.report` makes
text, Markdown, LaTeX, CSV, JSON and HTML from an answer mechanically, and no command has a view of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from exact.answers.assumption import Assumption
from exact.answers.table import Cell, Column, Rounded
from exact.display import shown_as_mathematics
from exact.errors import ExactError
from exact.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from exact.answers.plots import Plot

Value = Cell | bool | Sequence["Value"] | Mapping[str, "Value"]
"""The value of a parameter: a cell, a truth value, or a list or table of values."""


class Parameter(NamedTuple):
    """A parameter of the question, or a number that its answer rests on, such as the number of deals."""

    key: str
    """Its name in JSON and CSV."""
    value: Value
    label: str | None = None
    """What readers see before it; empty if it speaks for itself, `None` if the captions already state it."""
    shown: tuple[str, ...] = ()
    """The lines that readers see instead of ``value``."""


Place = tuple[str | tuple[str, str], ...]
"""The keys that lead to a part of the JSON; a field and its value lead to the element of a list that has them."""


class Form:
    """How the rows of a section stand in JSON, and at which place."""

    def __init__(self, place: Place = ()) -> None:
        self.place = place

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.place))


class Rows(Form):
    """In JSON, a list with an object for each row."""

    def __init__(self, place: Place, decimals: str = "") -> None:
        super().__init__(place)
        self.decimals = decimals
        """The key, in each row, of an object with the decimals of its exact numbers; empty if they are left out."""


class Lists(Form):
    """In JSON, a list with a list for each row."""


class Keyed(Form):
    """In JSON, an object keyed by the first column, of objects of the other columns.

    With ``single``, there is one other column, and its cell is the value itself.
    """

    def __init__(self, place: Place, single: bool = False) -> None:
        super().__init__(place)
        self.single = single


class Fields(Form):
    """In JSON, the fields of an object: a row is a key and its value. Readers see each as a fraction and a decimal."""


class ByColumn(Form):
    """In JSON, for each column but the first an object keyed by the first column, without empty cells.

    They are the fields of an object at ``place``, or stand under ``key`` in the elements of a list there, in their order.
    With ``pairs`` each is a list of pairs instead.
    """

    def __init__(self, place: Place, key: str = "", pairs: bool = False) -> None:
        super().__init__(place)
        self.key, self.pairs = key, pairs


class Section(NamedTuple):
    """Rows of an answer that have the same columns."""

    name: str
    """In CSV, the entry of its rows in the column ``kind``; in LaTeX, a part of the label."""
    form: Form | None
    """`None` for rows that repeat another section's in another arrangement, for readers only."""
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    caption: str = ""
    notes: tuple[str, ...] = ()
    axes: tuple[str, str] | None = None
    """As in `exact.answers.table.Table`."""
    most: int | None = None
    """The most rows in plain text; a note says how many more there are."""
    detail: bool = False
    """Whether plain text leaves it out, and says so, because it is too long to read."""

    def first_measured(self) -> int | None:
        """The index of the first column with a number that readers see rounded; `None` if there is none."""
        places = range(len(self.columns))
        return next((place for place in places if any(isinstance(row[place], Rounded) for row in self.rows)), None)


@shown_as_mathematics
class Answer(Record):
    """The answer of a command."""

    name: str
    """The command, a hyphen, and the kind of answer if it has several; LaTeX labels begin with it."""
    parameters: tuple[Parameter, ...] = ()
    sections: tuple[Section, ...] = ()
    notes: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] | None = None
    """The assumptions behind the answer where a document is silent; `None` for an answer that depends on no rules."""
    sources: tuple[str | Path, ...] = ()
    """The full texts and files behind the names among the parameters, such as a rulebook's drawing tables."""
    code: int = 0
    """The exit code: 1 if a check failed."""
    error: ExactError | None = None
    """The error in a part of the question: printed after the rest of the answer, with exit code 2."""
    silent: bool = False
    """Whether plain text has only notes and assumptions, because the answer itself is in a file."""
    fixed_json: bool = False
    """Whether its JSON keys were fixed before answers had a provenance, so that its JSON has none."""

    def __repr__(self) -> str:
        rows = sum(len(section.rows) for section in self.sections)
        return f"<Answer of exact {self.name}: {len(self.sections)} sections, {rows} rows>"

    def plot(self, section: str | None = None) -> Plot:
        """Bars of the probabilities, or of other numbers, of a section: by default the first that has any.

        Raises `ExactError` for a section that has none, and if matplotlib is not installed.
        """
        from exact.answers.plots import bars

        for candidate in self.sections:
            if section in (None, candidate.name) and (place := candidate.first_measured()) is not None:
                drawn = ((str(row[0]), row[place]) for row in candidate.rows)
                heights = ((label, cell.value) for label, cell in drawn if isinstance(cell, Rounded))
                return bars(candidate.caption, candidate.columns[place].heading, heights)
        names = ", ".join(candidate.name for candidate in self.sections)
        raise ExactError("section", section, f"has no numbers to draw: the sections are {names}")

    @property
    def provenance(self) -> dict[str, str | None]:
        """What it can be traced to: ``version``, ``rules``, and as ``inputs`` the SHA-256 digest of parameters and sources."""
        import hashlib

        from exact.version import __version__

        sources = [source if isinstance(source, str) else _digest(source) for source in self.sources]
        rules = next((str(entry.value) for entry in self.parameters if entry.key == "rules"), None)
        inputs = repr((self.name, [(entry.key, entry.value) for entry in self.parameters], sources))
        return {"version": __version__, "rules": rules, "inputs": hashlib.sha256(inputs.encode()).hexdigest()}


def _digest(file: Path) -> str:
    import hashlib

    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
