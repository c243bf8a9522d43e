"""The answer to a question: parameters, named tables, notes, assumptions and provenance.

Every command and every format goes through it: `exact.report` makes text, Markdown, LaTeX, CSV, JSON and HTML from an
answer mechanically, and no command has a view of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple

from exact.answers.table import Assumption, Cell, Rounded, Table
from exact.display import ShownAsMathematics
from exact.errors import ExactError

if TYPE_CHECKING:
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


@dataclass(frozen=True, slots=True, repr=False)
class Answer(ShownAsMathematics):
    """The answer of a command."""

    name: str
    """The command, a hyphen, and the kind of answer if it has several; LaTeX labels begin with it."""
    parameters: tuple[Parameter, ...] = ()
    tables: tuple[Table, ...] = ()
    """The results; the id of each is its key in JSON and the kind of its rows in CSV."""
    notes: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] | None = None
    """The assumptions behind the answer where a document is silent; `None` for an answer that depends on no rules."""
    sources: tuple[str | PathLike[str], ...] = ()
    """The full texts and files behind the names among the parameters, such as a rulebook's drawing tables."""
    code: int = 0
    """The exit code: 1 if a check failed."""
    error: ExactError | None = None
    """The error in a part of the question: printed after the rest of the answer, with exit code 2."""
    silent: bool = False
    """Whether plain text has only notes and assumptions, because the answer itself is in a file."""

    def __repr__(self) -> str:
        rows = sum(len(table.rows) for table in self.tables)
        return f"<Answer of exact {self.name}: {len(self.tables)} tables, {rows} rows>"

    def plot(self, table: str | None = None) -> Plot:
        """Bars of the probabilities, or of other numbers, of a table: by default the first that has any.

        Raises `ExactError` for a table that has none, and if matplotlib is not installed.
        """
        from exact.answers.plots import bars

        for candidate in self.tables:
            if table in (None, candidate.id) and (place := _first_measured(candidate)) is not None:
                drawn = ((str(row[0]), row[place]) for row in candidate.rows)
                heights = ((label, cell.value) for label, cell in drawn if isinstance(cell, Rounded))
                return bars(candidate.caption, candidate.columns[place].heading, heights)
        names = ", ".join(candidate.id for candidate in self.tables)
        raise ExactError("table", table, f"has no numbers to draw: the tables are {names}")

    @property
    def provenance(self) -> dict[str, str | None]:
        """``version``, ``rules``, and as ``inputs`` the SHA-256 digest of parameters and sources."""
        import hashlib

        from exact.version import __version__

        sources = [source if isinstance(source, str) else _digest(source) for source in self.sources]
        rules = next((str(entry.value) for entry in self.parameters if entry.key == "rules"), None)
        inputs = repr((self.name, [(entry.key, entry.value) for entry in self.parameters], sources))
        return {"version": __version__, "rules": rules, "inputs": hashlib.sha256(inputs.encode()).hexdigest()}


def _first_measured(table: Table) -> int | None:
    """The index of the first column with a number that readers see rounded; `None` if there is none."""
    places = range(len(table.columns))
    return next((place for place in places if any(isinstance(row[place], Rounded) for row in table.rows)), None)


def _digest(file: PathLike[str]) -> str:
    import hashlib

    with open(file, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
