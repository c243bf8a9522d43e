"""How to cite the program, its tables, bets and figures, documents, sources of figures, published rows and works.

Each citation is an entry of BibTeX and an item of CSL-JSON, made from the same fields. Every key begins with the
program's name, to collide with no other. Every entry of a thing that a file holds has the file's intrinsic identifier
(SWHID): ``git hash-object FILE`` prints its last 40 digits.
"""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from exact.bets.catalogue import every_bet
from exact.literature.published import PUBLISHED_FILE, SOURCES_FILE, Source, published_figures, rows_named, sources
from exact.questions.figure import Figure
from exact.records import Record
from exact.report.latex import escape
from exact.rules.documents import FOLDER, rulebooks
from exact.version import __version__
from exact.views.asked_words import capital

PROGRAM = "exact-baccarat"
AUTHOR = "The exact-baccarat authors"
TITLE = f"{PROGRAM}: exact probability for punto banco"
RELEASED = "2026-11-28"
"""The date of the version, which `scripts/generate.py metadata` writes to CITATION.cff and codemeta.json."""
UNDATED = "n.d."  #: The year of a page or a document that states none, as styles print it
WORKS_FILE = Path(__file__).with_name("works.toml")
_ROOT = Path(__file__).parents[2]
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_VERBATIM = ("doi", "url", "eprint", "swhid")  #: Fields that both styles read as they are
_NAME = re.compile(r"((?<=\s)\w*[A-Z]\w*|^\w+[A-Z]\w*)")  #: What keeps its capitals where a style writes small letters
_CSL_TYPES = {"article": "article-journal", "book": "book", "incollection": "chapter", "online": "webpage"}
_CSL_NAMES = {
    **{name: name for name in ("title", "publisher", "volume", "edition", "note")},
    **dict.fromkeys(("journal", "booktitle", "organization"), "container-title"),
    **{name: name.upper() for name in ("doi", "isbn", "url")},
    "address": "publisher-place",
    "number": "issue",
    "pages": "page",
    "howpublished": "genre",
}


class Citation(Record, kw_only=True):
    """How to cite one thing of a type, such as a table.

    ``entry`` is the type of the BibTeX entry and ``fields`` its fields in Unicode: ``author`` and ``editor`` are lists
    of names like ``"Kelly, J. L."``, an organisation's in braces, and ``date`` is like ``2016-10-24``. ``address`` is
    that of a page on the web. The thing is ``file``, a path in the project whose contents have the identifier
    ``swhid``, or one ``line`` of it.
    """

    type: str
    id: str
    fields: Mapping[str, Any]
    entry: str = "misc"
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
        """The BibTeX entry, which biblatex reads too."""
        fields = dict(self.fields)
        if self.swhid:
            lines = f";lines={self.line}" if self.line else ""
            fields["swhid"] = f"{self.swhid};path=/{self.file}{lines}"
        lines = "".join(f"  {line},\n" for name, value in fields.items() for line in self._in_bibtex(name, value))
        return f"@{self.entry}{{{self.key},\n{lines}}}\n"

    def _in_bibtex(self, name: str, value: Any) -> list[str]:
        if name == "date":
            year, *later = value.split("-")
            return [f"year = {{{year}}}", *(f"month = {_MONTHS[int(month) - 1]}" for month in later[:1])]
        if name in ("author", "editor"):
            names = (each if each == "others" or each.startswith("{") else escape(each) for each in value)
            return [f"{name} = {{{' and '.join(names)}}}"]
        if name == "eprint":
            return [f"eprint = {{{value}}}", "archiveprefix = {arXiv}"]
        text = str(value) if name in _VERBATIM else escape(str(value))
        if name == "title":  # a style may write a title in small letters, but not the names in it
            text = _NAME.sub(r"{\1}", text) if self.type == "work" else f"{{{text}}}"
        return [f"{name} = {{{text.replace('-', '--') if name == 'pages' else text}}}"]

    @property
    def csl(self) -> dict[str, Any]:
        """The item of CSL-JSON."""
        kind = _CSL_TYPES.get(self.entry, {"program": "software", "document": "document"}.get(self.type, "dataset"))
        item: dict[str, Any] = {"id": self.key, "type": "article" if "eprint" in self.fields else kind}
        for name in ("author", "editor"):
            if name in self.fields:
                item[name] = [_name_in_csl(each) for each in self.fields[name] if each != "others"]
        item |= {_CSL_NAMES[name]: str(value) for name, value in self.fields.items() if name in _CSL_NAMES}
        for name, ours in (("issued", "year"), ("issued", "date"), ("accessed", "urldate")):
            if self.fields.get(ours, UNDATED) != UNDATED:
                item[name] = {"date-parts": [[int(part) for part in str(self.fields[ours]).split("-")]]}
        return item


def _name_in_csl(name: str) -> dict[str, str]:
    family, comma, given = name.strip("{}").partition(", ")
    return {"family": family, "given": given} if comma else {"literal": family}


def swhid(data: bytes) -> str:
    """The Software Heritage identifier of a file with these contents: git's SHA-1 of them as a blob."""
    blob = b"blob %d\0%b" % (len(data), data)
    return f"swh:1:cnt:{hashlib.sha1(blob, usedforsecurity=False).hexdigest()}"


def cite_program(_id: str = PROGRAM) -> Citation:
    """The program itself."""
    return Citation(type="program", id=PROGRAM, fields=_ours(TITLE, note=f"Version {__version__}"))


def cite_table(table_id: str, caption: str, identifier: str | None) -> Citation:
    """A table; ``identifier`` is the SWHID of its CSV file, `None` if it is not known."""
    fields = _ours(caption, howpublished=f"Table {table_id} of {PROGRAM} {__version__}")
    return Citation(type="table", id=table_id, fields=fields, file=f"tables/{table_id}.csv", swhid=identifier)


def cite_bet(name: str) -> Citation:
    """A bet of the catalogue, as this program describes and prices it; its note has the sources of the bet."""
    bet = every_bet()[name]
    rows = rows_named(bet.source)
    pages = dict.fromkeys(figure.source for figure in published_figures() if figure.id in rows)
    others = [part for part in bet.source.split("; ") if part and not rows_named(part)]
    named = [*others, *(f"{page.full_title}, {page.url}" for page in pages)]
    note = f"Sources: {'; '.join(named)}" if named else ""
    fields = _ours(bet.title or name, howpublished=f"Bet {name} of {PROGRAM} {__version__}", note=note)
    return Citation(type="bet", id=name, fields={field: value for field, value in fields.items() if value})


def cite_answer(figure: Figure) -> Citation:
    """The answer to a question, under the figure's id."""
    answer = f"{figure.question}: {figure.text}"
    note = ". ".join([capital(figure.standing), *(str(remark).rstrip(".") for remark in figure.remarks)])
    fields = _ours(capital(answer), howpublished=f"Figure {figure.id} of {PROGRAM} {__version__}", note=note)
    return Citation(type="figure", id=figure.id, fields=fields, standing=figure.standing)


def cite_document(rulebook_id: str) -> Citation:
    """The document behind a rulebook, under the rulebook's id."""
    book = rulebooks()[rulebook_id]
    note = f"Rulebook {rulebook_id} of {PROGRAM} {__version__}"
    fields = {"title": book.title, "howpublished": capital(book.document), "note": note}
    fields |= {"date": UNDATED, "key": rulebook_id}
    return _in_file(FOLDER / f"{rulebook_id}.toml", type="document", id=rulebook_id, fields=fields)


def cite_source(key: str) -> Citation:
    """A source of published figures, by its key in the tables."""
    line = list(sources()).index(key) + 2  # below the heading
    note = f"Source {key} of {PROGRAM} {__version__}"
    return _of_source(sources()[key], note, SOURCES_FILE, type="source", id=key, line=line)


def cite_figure(row: str) -> Citation:
    """A row of the published figures: the page that prints it, with the row's words and the figure as printed."""
    figures = {figure.id: figure for figure in published_figures()}
    figure, line = figures[row], list(figures).index(row) + 2
    note = f"Row {row} of {PROGRAM} {__version__}: {figure.quantity} (decks: {figure.decks}): {figure.value}"
    return _of_source(figure.source, note, PUBLISHED_FILE, type="published row", id=row, line=line)


def cite_work(key: str) -> Citation:
    """A work that the book or the paper cites, by its key in ``works.toml``."""
    fields = dict(works()[key])
    fields |= {} if "year" in fields else {"date": UNDATED}
    return Citation(type="work", id=key, entry=fields.pop("type"), fields=fields, address=_address(fields))


@cache
def works() -> dict[str, dict[str, Any]]:
    """The type and the fields of each work that the book or the paper cites, by its key."""
    return tomllib.loads(WORKS_FILE.read_text(encoding="utf-8"))


def _of_source(source: Source, note: str, file: Path, **entry: Any) -> Citation:
    if source.work:
        fields = dict(works()[source.work])
        kind, note = fields.pop("type"), f"{note}. Read at {source.read_at or source.url}"
    else:
        authors = source.author.split(" and ") if source.author else [source.site]
        kind, fields = "online", {"author": list(map(_family_first, authors)), "title": source.title}
        fields |= {"organization": source.site} if source.author else {}
        fields["date"] = source.date or UNDATED
        fields |= {"url": source.url, "urldate": source.collected}
    fields["note"] = f"{note}. {capital(source.remark)}" if source.remark else note
    return _in_file(file, entry=kind, fields=fields, address=source.url, **entry)


def _family_first(name: str) -> str:
    """``Jacobson, E.`` of ``E. Jacobson``; the name of an organisation, or of one word, in braces."""
    given, _space, family = name.rpartition(" ")
    person = given and re.fullmatch(r"[A-Z][\w.-]*( [A-Z]\.)*", given)
    return f"{family}, {given}" if person else f"{{{name}}}"


def _address(fields: Mapping[str, Any]) -> str | None:
    if "doi" in fields:
        return f"https://doi.org/{fields['doi']}"
    return f"https://arxiv.org/abs/{fields['eprint']}" if "eprint" in fields else fields.get("url")


def _ours(title: str, **where: str) -> dict[str, Any]:
    return {"author": [f"{{{AUTHOR}}}"], "title": title, **where, "date": RELEASED}


def _in_file(path: Path, **entry: Any) -> Citation:
    """How to cite a thing that a file of the package holds."""
    return Citation(file=path.relative_to(_ROOT).as_posix(), swhid=swhid(path.read_bytes()), **entry)
