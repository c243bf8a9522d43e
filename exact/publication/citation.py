"""BibTeX entries of the program, its tables, documents, sources of figures, published rows and the works cited.

Every key begins with the program's name, to collide with no other. Every entry but the program's and an answer's has
the intrinsic identifier (SWHID) of the file that holds the thing: ``git hash-object FILE`` prints its last 40 digits.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from exact.literature.published import PUBLISHED_FILE, SOURCES_FILE, Source, published_figures, sources
from exact.questions.figure import Figure
from exact.report.latex import escape
from exact.rules.documents import FOLDER, rulebooks
from exact.version import __version__

PROGRAM = "exact-baccarat"
AUTHOR = "The exact-baccarat authors"
TITLE = f"{PROGRAM}: exact probability for punto banco"
RELEASED = "2026-11-24"
"""The date of the version, which `scripts/generate.py metadata` writes to CITATION.cff and codemeta.json."""
WORKS_FILE = Path(__file__).with_name("works.bib")
_ROOT = Path(__file__).parents[2]
_FIELD = re.compile(r"^  (\w+) = \{(.*)\},$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """How to cite one thing of a type, such as a table.

    ``fields`` are those of the BibTeX entry, in LaTeX, ``address`` that of a page on the web. The thing is ``file``, a
    path in the project whose contents have the identifier ``swhid``, or one ``line`` of it.
    """

    type: str
    id: str
    fields: dict[str, str]
    address: str | None = None
    file: str | None = None
    swhid: str | None = None
    line: int | None = None
    standing: str | None = None  #: Of a figure: what stands behind it

    @property
    def key(self) -> str:
        """The BibTeX key: ``exact-baccarat:tableau``; the program's own is its name."""
        return PROGRAM if self.id == PROGRAM else f"{PROGRAM}:{self.id}"

    @property
    def bibtex(self) -> str:
        """The BibTeX entry."""
        fields = dict(self.fields)
        if self.swhid:
            lines = f";lines={self.line}" if self.line else ""
            fields["swhid"] = f"{self.swhid};path=/{self.file}{lines}"
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
        return f"@misc{{{self.key},\n{lines}}}\n"


def swhid(data: bytes) -> str:
    """The Software Heritage identifier of a file with these contents: git's SHA-1 of them as a blob."""
    blob = b"blob %d\0%b" % (len(data), data)
    return f"swh:1:cnt:{hashlib.sha1(blob, usedforsecurity=False).hexdigest()}"


def cite_program() -> Citation:
    """The program itself."""
    return Citation(type="program", id=PROGRAM, fields=_ours(TITLE, note=f"Version {__version__}"))


def cite_table(table_id: str, caption: str, identifier: str | None) -> Citation:
    """A table; ``identifier`` is the SWHID of its CSV file, `None` if it is not known."""
    place = rf"Table \texttt{{{escape(table_id)}}} of {PROGRAM} {__version__}"
    fields = _ours(escape(caption), howpublished=place)
    return Citation(type="table", id=table_id, fields=fields, file=f"tables/{table_id}.csv", swhid=identifier)


def cite_answer(figure: Figure) -> Citation:
    """The answer to a question, under the figure's id."""
    answer = f"{figure.question}: {figure.text}"
    place = rf"Figure \texttt{{{figure.id}}} of {PROGRAM} {__version__}"
    standing = figure.standing[:1].upper() + figure.standing[1:]
    note = escape(". ".join([standing, *(str(remark).rstrip(".") for remark in figure.remarks)]))
    fields = _ours(escape(answer[:1].upper() + answer[1:]), howpublished=place, note=note)
    return Citation(type="figure", id=figure.id, fields=fields, standing=figure.standing)


def _ours(title: str, **where: str) -> dict[str, str]:
    return {"author": f"{{{AUTHOR}}}", "title": f"{{{title}}}", **where, "year": RELEASED[:4]}


def cite_document(rulebook_id: str) -> Citation:
    """The document behind a rulebook, under the rulebook's id."""
    book = rulebooks()[rulebook_id]
    fields = {
        "title": f"{{{escape(book.title)}}}",
        "howpublished": escape(book.document[0].upper() + book.document[1:]),
        "note": rf"Rulebook \texttt{{{rulebook_id}}} of {PROGRAM} {__version__}",
        "key": rulebook_id,
    }
    return _in_file(FOLDER / f"{rulebook_id}.toml", type="document", id=rulebook_id, fields=fields)


def cite_source(key: str) -> Citation:
    """A source of published figures, by its key in the tables."""
    source, line = sources()[key], list(sources()).index(key) + 2  # below the heading
    fields = {**_page(source), "note": f"Source {key} of {PROGRAM} {__version__}, read by {source.collected}"}
    return _in_file(SOURCES_FILE, type="source", id=key, fields=fields, address=source.cite_url, line=line)


def cite_work(key: str) -> Citation:
    """A work that the book cites, by its key in ``works.bib``."""
    fields, line = works()[key]
    address = re.search(r"\\url\{(.*?)\}", fields["howpublished"])
    return _in_file(WORKS_FILE, type="work", id=key, fields=fields, address=address and address[1], line=line)


@cache
def works() -> dict[str, tuple[dict[str, str], int]]:
    """The fields of each work that the book cites, in LaTeX, and its line in ``works.bib``, by its key there."""
    text = WORKS_FILE.read_text(encoding="utf-8")
    return {
        entry[1]: (dict(_FIELD.findall(entry[2])), text.count("\n", 0, entry.start()) + 1)
        for entry in re.finditer(r"^@misc\{(.*),\n((?:  .*\n)+)\}$", text, re.MULTILINE)
    }


def cite_figure(row: str) -> Citation:
    """A row of the published figures: the page that prints it, with the row's words and the figure as printed."""
    figures = {figure.id: figure for figure in published_figures()}
    figure, line = figures[row], list(figures).index(row) + 2
    printed = f"{figure.quantity} (decks: {figure.decks}): {figure.value}"
    fields = {**_page(figure.source), "note": f"Row {row} of {PROGRAM} {__version__}: {escape(printed)}"}
    url = figure.source.cite_url
    return _in_file(PUBLISHED_FILE, type="published row", id=row, fields=fields, address=url, line=line)


def _page(source: Source) -> dict[str, str]:
    fields = {"author": f"{{{escape(source.author)}}}"} if source.author else {"key": escape(source.title)}
    site = f"{escape(source.site)}, " if source.site else ""
    fields |= {"title": f"{{{escape(source.title)}}}", "howpublished": rf"{site}\url{{{source.cite_url}}}"}
    return fields | ({"year": source.year} if source.year else {})


def _in_file(path: Path, **entry: Any) -> Citation:
    """How to cite a thing that a file of the package holds."""
    return Citation(file=path.relative_to(_ROOT).as_posix(), swhid=swhid(path.read_bytes()), **entry)
