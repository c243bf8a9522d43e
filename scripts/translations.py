"""The catalogues of translations: collect the marked texts in the sources, and compile the translations.

A new text enters every catalogue without a translation, and is printed in English until it has one. A removed text
stays at the end of the catalogue, so that its translation returns if the text does.
"""

import csv
import io
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from exact.answers.text import ENGLISH, LANGUAGES
from exact.bets.bet import parse_bets

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "exact" / "report" / "locale"
"""The catalogues of the sources: an installed package has only the compiled ones."""
_KEYWORDS = {"_": None, "pgettext": ((1, "c"), 2)}
"""The functions that mark a text; the second takes a context before it."""

Marked = tuple[int, str, "str | tuple[str, str]", list[str]]
"""What Babel expects from an extractor: a line, a keyword, a text (or a context and a text), and comments."""


def _from_rulebook(file: IO[bytes], *_: Any, **__: Any) -> Iterator[Marked]:
    """The title of a rulebook and the reason for each of its readings, which are in English."""
    book = tomllib.loads(file.read().decode())
    for text in (book["title"], *(reading["why"] for reading in book.get("readings", []))):
        yield 0, "_", text, []


def _from_bets(file: IO[bytes], *_: Any, **__: Any) -> Iterator[Marked]:
    """The titles of a file's bets, which are in English."""
    for bet in parse_bets(file.read().decode(), "catalogue"):
        yield 0, "_", bet.title, []


def _from_literature(file: IO[bytes], *_: Any, **__: Any) -> Iterator[Marked]:
    """The kinds of the literature's rows without a verdict."""
    for row in csv.DictReader(file.read().decode().splitlines()):
        if row["unjudged"]:
            yield 0, "_", row["unjudged"], []


_METHODS = [
    ("exact/**.py", "python"),
    ("scripts/calculator/**.py", "python"),
    ("exact/rules/documents/*.toml", _from_rulebook),
    ("exact/bets/catalogue/*.toml", _from_bets),
    ("exact/literature/published.csv", _from_literature),
]


@cache
def marked_texts() -> Catalog:
    """Every text marked in the sources, in the order of the files."""
    template = Catalog()
    found = extract_from_dir(ROOT, _METHODS, keywords=_KEYWORDS)  # type: ignore[arg-type]  # a method may be a function
    for name, _line, message, _comments, context in sorted(found, key=lambda entry: (entry[0], entry[1])):
        template.add(message, locations=[(name, 0)], context=context)
    return template


class _Catalogue(Catalog):
    """A catalogue whose header has no times and no version of Babel, so that the same texts make the same file."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def catalogue_file(language: str, suffix: str) -> Path:
    """The catalogue of a language: ``po``, which translators edit, or its compiled form ``mo``."""
    return LOCALE / language / "LC_MESSAGES" / f"exact.{suffix}"


def in_step(language: str, template: Catalog) -> Catalog:
    """The catalogue of a language with the texts of ``template`` and their existing translations."""
    path = catalogue_file(language, "po")
    before = read_po(io.BytesIO(path.read_bytes() if path.is_file() else b""), locale=language)
    known = {(message.id, message.context): message for message in [*before.obsolete.values(), *before] if message.id}
    now = _Catalogue(locale=language, header_comment=f"# {LANGUAGES[language]}", fuzzy=False)
    for message in template:
        if message.id:
            old = known.pop((message.id, message.context), None)
            places = list(dict.fromkeys(message.locations))
            translation = old.string if old else ""
            now.add(message.id, translation, places, old.flags if old else set(), context=message.context)
    for message in known.values():
        if message.string:
            now.obsolete[message.id if message.context is None else (message.id, message.context)] = message
    return now


def catalogues() -> dict[Path, bytes]:
    """The contents of every catalogue, as text and compiled."""
    template, files = marked_texts(), {}
    for language in LANGUAGES:
        if language != ENGLISH:
            catalogue = in_step(language, template)
            text, compiled = io.BytesIO(), io.BytesIO()
            write_po(text, catalogue, width=120, no_location=True)
            write_mo(compiled, catalogue)
            files[catalogue_file(language, "po")] = text.getvalue()
            files[catalogue_file(language, "mo")] = compiled.getvalue()
    return files
