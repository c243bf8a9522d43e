"""BibTeX entries of the program, of each table by its permanent id, of the sources of published figures, of the documents."""

from __future__ import annotations

from exact.literature.published import Source, sources
from exact.report.latex import escape
from exact.rules.documents import rulebooks
from exact.version import __version__

PROGRAM = "exact-baccarat"
AUTHOR = "The exact-baccarat authors"
RELEASED = "2026-11-22"
"""The date of the version, as in CITATION.cff."""


def table_entry(table_id: str, caption: str) -> str:
    """The BibTeX entry of a table, with the key ``exact-baccarat:id``."""
    return _entry(
        f"{PROGRAM}:{table_id}",
        {
            "author": f"{{{AUTHOR}}}",
            "title": f"{{{escape(caption)}}}",
            "howpublished": rf"Table \texttt{{{escape(table_id)}}} of {PROGRAM} {__version__}",
            "year": RELEASED[:4],
        },
    )


def program_entry() -> str:
    """The BibTeX entry of the program."""
    title = f"{PROGRAM}: exact probability for punto banco"
    return _entry(
        PROGRAM,
        {"author": f"{{{AUTHOR}}}", "title": f"{{{title}}}", "note": f"Version {__version__}", "year": RELEASED[:4]},
    )


def document_entries() -> dict[str, str]:
    """The BibTeX entry of the document behind each rulebook, by the rulebook's id."""
    entries = {}
    for name, book in rulebooks().items():
        document = book.document.partition(" (")[0]
        fields = {"title": f"{{{escape(book.title)}}}", "note": escape(document[0].upper() + document[1:]), "key": name}
        entries[name] = _entry(name, fields)
    return entries


def source_entries() -> dict[str, str]:
    """The BibTeX entry of each source of a published figure, by its key in the tables."""
    return {key: _source_entry(source) for key, source in sources().items()}


def _source_entry(source: Source) -> str:
    fields = {"author": f"{{{escape(source.author)}}}"} if source.author else {"key": escape(source.title)}
    fields["title"] = f"{{{escape(source.title)}}}"
    site = f"{escape(source.site)}, " if source.site else ""
    fields["howpublished"] = rf"{site}\url{{{source.cite_url}}}"
    if source.year:
        fields["year"] = source.year
    return _entry(source.key, {**fields, "note": f"Source {source.key} of the tables"})


def _entry(key: str, fields: dict[str, str]) -> str:
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{{key},\n{lines}}}\n"
