"""Tables in other languages, from one catalogue of strings: ``translation.tsv``, a line a string, a column a language.

An entry may be a template. ``{n}`` stands for a word or a number, which stays as it is; ``{words…}`` for any text that stays
as it is; ``{phrase!}`` for a text that is itself in the catalogue. ``heading: cell`` is for that cell of that column alone. Names of bets, rulebooks and tables,
sources, quotations and reviewers' reasons are not translated.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from exact.answers.table import Cell, Column, Table
from exact.errors import ExactError
from exact.inputs import near_misses

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "it": "Italian", "sl": "Slovenian"}
LANGUAGES_FILE = Path(__file__).with_name("translation.tsv")
_DECIMAL_COMMA = ("it", "sl")
NAMES = frozenset(
    ("bet", "category", "row", "rows", "source", "printed", "rules", "title", "address", "best of layout")
)
"""Headings of columns of names and of quotations, which no language changes."""
PROSE = frozenset(("reason", "remark", "what"))
"""Headings of columns of prose that stays in the language it was written in."""
_ORIGINAL = "Reasons, remarks and quotations are in the language in which they were written."
_NAMED = "Bets and their categories have the names by which the program knows them."
_PLACEHOLDER = re.compile(r"\{(\w+)([…!]?)\}")
_DECIMAL = re.compile(r"(?<![\w.:])(?<!\w-)(\d+)\.(\d+)(?![\w.])")
_RANGES = re.compile(r"[\d.–]+(, [\d.–]+)*")
"""Ranges of numbers: with decimal commas semicolons stand between them."""


def check_language(name: str) -> str:
    """``name``, if it is one of `LANGUAGES`; raises `ExactError` if not."""
    if name not in LANGUAGES:
        raise ExactError("lang", name, f"is not a language: {near_misses(name, LANGUAGES)}")
    return name


@cache
def strings() -> tuple[dict[str, str], ...]:
    """The entries of the catalogue, each by language."""
    head, *lines = LANGUAGES_FILE.read_text(encoding="utf-8").splitlines()
    return tuple(dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What a template matches, each placeholder a group under its name."""
    pattern, end = "", 0
    for found in _PLACEHOLDER.finditer(template):
        text = ".+?" if found[2] else r"\S+"
        pattern += rf"{re.escape(template[end : found.start()])}(?P<{found[1]}>{text})"
        end = found.end()
    return re.compile(pattern + re.escape(template[end:]))


@cache
def _by_english() -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """The plain entries and the templates, each by its English."""
    templates = {entry[ENGLISH]: entry for entry in strings() if _PLACEHOLDER.search(entry[ENGLISH])}
    return {entry[ENGLISH]: entry for entry in strings() if entry[ENGLISH] not in templates}, templates


@cache
def entries_for(text: str) -> list[dict[str, str]]:
    """The entries that ``text`` is an instance of: the one that it is to the letter, else every template that it fits."""
    plain, templates = _by_english()
    if text in plain:
        return [plain[text]]
    return [
        entry
        for template, entry in templates.items()
        if (found := _pattern(template).fullmatch(text))
        and all(entries_for(found[name]) for name, mark in _PLACEHOLDER.findall(template) if mark == "!")
    ]


def phrase(text: str, language: str) -> str:
    """``text`` in ``language``; as it is where the catalogue does not have it."""
    if language == ENGLISH or not (entries := entries_for(text)):
        return text
    entry = entries[0]
    found = _pattern(entry[ENGLISH]).fullmatch(text)
    assert found

    def filled(place: re.Match[str]) -> str:
        part = found[place[1]]
        return phrase(part, language) if place[2] == "!" else _localised(part, language)

    return _PLACEHOLDER.sub(filled, entry[language])


def pieces(text: str, heading: str) -> tuple[list[str], str]:
    """The pieces of a cell that are looked up one by one, and what joins them: a list that is no entry falls into its items."""
    specific = f"{heading}: {text}"
    if entries_for(specific):
        return [specific], ""
    for separator in ("; ", ", "):
        if separator in text and not entries_for(text) and all(map(entries_for, text.split(separator))):
            return text.split(separator), separator
    return [text], ""


def _cell(cell: Cell, heading: str, language: str) -> Cell:
    if not isinstance(cell, str):
        return cell
    looked_up, separator = pieces(cell, heading)
    if entries_for(looked_up[0]):
        return separator.join(phrase(piece, language) for piece in looked_up)
    ranges = _localised(cell, language) if _RANGES.fullmatch(cell) else cell
    return cell if ranges == cell else ranges.replace(", ", "; ")


def _localised(text: str, language: str) -> str:
    return _DECIMAL.sub(r"\1,\2", text) if language in _DECIMAL_COMMA else text


def translated(table: Table, language: str) -> Table:
    """``table`` in ``language``, to be rendered for readers: its caption, headings, notes and the words in its cells.

    Numbers are printed with the decimal mark of the language, figures that are quoted as their source has them. What the
    catalogue of strings does not have stays English.
    """
    if language == ENGLISH:
        return table
    kept = [column.heading in NAMES | PROSE for column in table.columns]
    mark = "," if language in _DECIMAL_COMMA else "."
    headings = {column.heading for column in table.columns}
    notes = [*table.notes]
    notes += [_NAMED] * bool(headings & {"bet", "category"}) + [_ORIGINAL] * bool(headings & PROSE)
    return table._replace(
        caption=phrase(table.caption, language),
        columns=tuple(
            Column(phrase(column.heading, language), column.wrap_cm, "." if keep else mark)
            for column, keep in zip(table.columns, kept, strict=True)
        ),
        rows=[
            tuple(
                cell if keep else _cell(cell, column.heading, language)
                for cell, column, keep in zip(row, table.columns, kept, strict=True)
            )
            for row in table.rows
        ],
        notes=tuple(phrase(note, language) for note in notes),
        axes=table.axes and (phrase(table.axes[0], language), phrase(table.axes[1], language)),
        language=language,
    )
