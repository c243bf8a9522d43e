"""The answer to a question: parameters, sections of typed columns, notes, assumptions and provenance.

Every command and every format goes through it. A section states its place and form in JSON, so that `exact.report` makes
text, Markdown, LaTeX, CSV, JSON and HTML from an answer mechanically, and no command has a view of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from exact.answers.assumption import Assumption
from exact.answers.table import Cell, Column
from exact.errors import ExactError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

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


class Rows(NamedTuple):
    """In JSON, a list with an object for each row."""

    place: tuple[str, ...]
    decimals: str = ""
    """The key, in each row, of an object with the decimals of its exact numbers; empty if they are left out."""


class Lists(NamedTuple):
    """In JSON, a list with a list for each row."""

    place: tuple[str, ...]


class Keyed(NamedTuple):
    """In JSON, an object keyed by the first columns, a level for each, whose values are objects of the other columns.

    With ``single``, there is one other column, and its cell is the value itself.
    """

    place: tuple[str, ...]
    keys: int = 1
    single: bool = False


class Fields(NamedTuple):
    """In JSON, the fields of an object: a row is a key and its value. Readers see each as a fraction and a decimal."""

    place: tuple[str, ...] = ()


class Spread(NamedTuple):
    """In JSON, each column but the first goes under ``key`` of an element of the list at ``place``, keyed by the first.

    With ``pairs``, it is a list of pairs.
    """

    place: tuple[str, ...]
    key: str
    pairs: bool = False


class Crossed(NamedTuple):
    """In JSON, an object keyed by all columns but the first, of objects keyed by the first; empty cells are left out."""

    place: tuple[str, ...]


class Within(NamedTuple):
    """In JSON, a list of objects under ``key`` of an element of the list at ``place``.

    It is the element whose field ``of[0]`` is ``of[1]``. With ``keyed`` it is an object keyed by the first column.
    """

    place: tuple[str, ...]
    of: tuple[str, str]
    key: str
    keyed: bool = False


Form = Within | Rows | Lists | Keyed | Fields | Spread | Crossed


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


class Provenance(NamedTuple):
    """The origin of an answer."""

    version: str
    rules: str | None
    inputs: str
    """The SHA-256 digest of everything that the answer was computed from."""


class Answer(NamedTuple):
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
    """Whether plain text prints nothing, because the answer itself is in a file."""
    fixed_json: bool = False
    """Whether its JSON keys were fixed before answers had a provenance, so that its JSON has none."""

    @property
    def provenance(self) -> Provenance:
        """The version, the rules, and the digest of the parameters and sources."""
        import hashlib

        from exact.version import __version__

        sources = [source if isinstance(source, str) else _digest(source) for source in self.sources]
        rules = next((str(entry.value) for entry in self.parameters if entry.key == "rules"), None)
        inputs = repr((self.name, [(entry.key, entry.value) for entry in self.parameters], sources))
        return Provenance(__version__, rules, hashlib.sha256(inputs.encode()).hexdigest())


def _digest(file: Path) -> str:
    import hashlib

    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
