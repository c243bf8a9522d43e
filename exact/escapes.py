"""Make text safe to show: on a terminal, in an error, in CSV and in JSON. Everything that prints escapes here."""

import re
import unicodedata
from collections.abc import Callable, Iterable

_NUMBER = r"[-+]?[\d.,/ ]+(?:e[-+]?\d+)?%?"
_HARMLESS = re.compile(rf"{_NUMBER}(?:to {_NUMBER})?", re.IGNORECASE)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # a spreadsheet also reads the full-width ones


def visible(text: str, escaped: Callable[[str], str] = lambda character: repr(character)[1:-1]) -> str:
    """``text`` with control characters, direction marks and lone surrogates escaped; line feeds and spaces stay."""
    if text.isprintable():
        return text
    return "".join(c if c == "\n" or c.isprintable() or unicodedata.category(c) == "Zs" else escaped(c) for c in text)


def printable(text: str, widest: int = 0) -> str:
    """``text`` on one line, with its middle cut out if it is longer than ``widest`` characters."""
    line = visible(text).replace("\n", "\\n")
    if not 0 < widest < len(line):
        return line
    return f"{line[: widest - widest // 3 - 1]}…{line[-(widest // 3) :]}"


def json_text(value: object) -> str:
    """``value`` as one line of JSON, readable but for the characters that `visible` escapes."""
    import json

    return visible(json.dumps(value, ensure_ascii=False), lambda character: json.dumps(character)[1:-1])


def csv_text(rows: Iterable[Iterable[str | int]]) -> str:
    """Rows of texts and integers as CSV: RFC 4180 quoting, line feeds; no cell controls a terminal or is computed."""
    import csv
    import io

    buffer = io.StringIO()
    safe = ([no_formula(visible(cell)) if isinstance(cell, str) else cell for cell in row] for row in rows)
    csv.writer(buffer, lineterminator="\n").writerows(safe)
    return buffer.getvalue()


def no_formula(text: str) -> str:
    """``text`` as a spreadsheet shows it and does not compute it: with an apostrophe before what begins like a formula.

    >>> no_formula("=1+1"), no_formula("-43/415"), no_formula("−1"), no_formula("-5 to 0 %")
    ("'=1+1", '-43/415', '−1', '-5 to 0 %')
    """
    return f"'{text}" if text.startswith(_FORMULA) and not _HARMLESS.fullmatch(text) else text
