"""The answer to a question: parameters, sections of typed columns, notes, assumptions and provenance.

Every command and every format goes through it. A section says where it stands in JSON and in what form, so that text,
Markdown, LaTeX, CSV, JSON and HTML are made from an answer mechanically by `exact.report`, and no command has a view of
its own.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from exact.answers.assumption import Assumption
from exact.answers.table import Cell, Column
from exact.errors import ExactError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

Value = Cell | bool | Sequence["Value"] | Mapping[str, "Value"]
"""What a parameter may be: a cell, a truth, or a list or table of values."""


class Parameter(NamedTuple):
    """One thing that the question fixed, or that its answer counts by."""

    key: str
    """Its name in JSON and CSV."""
    value: Value
    label: str | None = None
    """What readers see before it; empty where it speaks for itself, `None` where the captions already say it."""
    shown: tuple[str, ...] = ()
    """What readers see instead of ``value``, a line each."""


Place = tuple[str | tuple[str, str], ...]
"""The keys that lead to a part of the JSON; a field and its value lead to the element of a list that has them."""


class Form:
    """How the rows of a section stand in JSON, and at which place."""

    def __init__(self, place: Place = ()) -> None:
        self.place = place


class Rows(Form):
    """In JSON, a list of objects, one a row."""

    def __init__(self, place: Place, decimals: str = "") -> None:
        super().__init__(place)
        self.decimals = decimals
        """The key of an object in each row for the decimals of its exact numbers; empty where they are left out."""


class Lists(Form):
    """In JSON, a list of lists, one a row."""


class Keyed(Form):
    """In JSON, an object keyed by the first column, of objects of the other columns.

    With ``single`` there is one other column, and it stands there itself.
    """

    def __init__(self, place: Place, single: bool = False) -> None:
        super().__init__(place)
        self.single = single


class Fields(Form):
    """In JSON, the fields of an object: a row is a key and its value. Readers see the fraction and the decimal of each."""


class ByColumn(Form):
    """In JSON, for each column but the first an object keyed by the first column, without empty cells.

    They are the fields of an object at ``place``, or stand under ``key`` in the elements of a list there, in their order.
    With ``pairs`` each is a list of pairs instead.
    """

    def __init__(self, place: Place, key: str = "", pairs: bool = False) -> None:
        super().__init__(place)
        self.key, self.pairs = key, pairs


class Section(NamedTuple):
    """Some rows of an answer, alike in what they say."""

    name: str
    """In CSV, what the column ``kind`` says of its rows; in LaTeX, a part of the label."""
    form: Form | None
    """`None` for rows that follow from another section's, arranged again for readers alone."""
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    caption: str = ""
    notes: tuple[str, ...] = ()
    axes: tuple[str, str] | None = None
    """As of a `exact.answers.table.Table`."""
    most: int | None = None
    """The most rows that plain text shows: a note says how many more there are."""
    detail: bool = False
    """Whether plain text leaves it out, and says so: it is too long to read."""


class Answer(NamedTuple):
    """What a command answers."""

    name: str
    """The command, with a hyphen and what tells its answers apart; the labels of LaTeX begin with it."""
    parameters: tuple[Parameter, ...] = ()
    sections: tuple[Section, ...] = ()
    notes: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] | None = None
    """What a document does not say and the answer rests on; `None` for an answer that depends on no rules."""
    sources: tuple["str | Path", ...] = ()
    """What stands behind the names among the parameters: full texts, such as a rulebook's drawing tables, and files."""
    code: int = 0
    """The exit code: 1 where a check failed."""
    error: ExactError | None = None
    """What could not be answered beside the rest: printed after it, and the exit code is 2."""
    silent: bool = False
    """Whether plain text has only notes and assumptions, because the answer itself is in a file."""
    fixed_json: bool = False
    """Whether the keys of its JSON were fixed before answers had a provenance: then JSON has none."""

    @property
    def provenance(self) -> dict[str, str | None]:
        """What it can be traced to: ``version``, ``rules``, and as ``inputs`` the SHA-256 digest of parameters and sources."""
        import hashlib

        from exact.version import __version__

        sources = [source if isinstance(source, str) else _digest(source) for source in self.sources]
        rules = next((str(entry.value) for entry in self.parameters if entry.key == "rules"), None)
        inputs = repr((self.name, [(entry.key, entry.value) for entry in self.parameters], sources))
        return {"version": __version__, "rules": rules, "inputs": hashlib.sha256(inputs.encode()).hexdigest()}


def _digest(file: "Path") -> str:
    import hashlib

    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
