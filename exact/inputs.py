"""Read what people type: whole numbers, files, TOML and misspelled names."""

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeVar

from exact.errors import ExactError

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")
Table = dict[str, object]
MAX_FILE = 50_000_000
MAX_WORKERS = 256
READ_AS: ContextVar[dict[str, str] | None] = ContextVar("read_as", default=None)
"""In a command, what each name was read as where that is not what was typed; `None` outside."""
_MAX_TOML = 200_000
_MAX_NESTING = 40
_AMOUNT = re.compile(r"(?P<number>-?\d{1,20}(\.\d{1,20})?)(/(?P<below>\d{1,20}))?\s*(?P<percent>%)?", re.ASCII)
_DOTTED_KEY = re.compile(rf"""(?<![\w"'-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){{{_MAX_NESTING}}}""")


def spelled(argument: str) -> str:
    """An argument as the reader of a message knows it: ``stop_win``, or in a command ``--stop-win``."""
    return f"--{argument.replace('_', '-')}" if READ_AS.get() is not None else argument


def note_reading(typed: str, meant: str) -> None:
    """In a command, keep what a name was read as, for its answer to say."""
    names = READ_AS.get()
    if names is not None and typed != meant:
        names[typed] = meant


class Suggestion(NamedTuple):
    """The known names nearest to an unknown one, at most three, and all of them; as text, the end of a message."""

    close: tuple[str, ...]
    known: tuple[str, ...]

    def or_else(self, otherwise: str) -> str:
        """The question "did you mean …?" with the close names, or ``otherwise`` if there is none."""
        return f"did you mean {' or '.join(self.close)}?" if self.close else otherwise

    def __str__(self) -> str:
        return self.or_else(f"known: {', '.join(self.known)}")


def near_misses(name: object, known: Iterable[str], before: str = "") -> Suggestion:
    """The known names nearest to ``name``, each prefixed with ``before``, in any case and by their synonyms."""
    import difflib

    from exact.names import spellings

    asked, entries = name.lower() if isinstance(name, str) else "", tuple(known)
    close = [entry for entry in entries if asked and entry.lower().startswith(asked)][:3]
    if not close:
        spelled = {entry: [spelling.lower() for spelling in spellings(entry)] for entry in entries}
        every = {spelling: None for entry in entries for spelling in spelled[entry]}
        likest = difflib.get_close_matches(asked, every, n=3, cutoff=0.6)
        close = list(dict.fromkeys(entry for like in likest for entry in entries if like in spelled[entry]))
    return Suggestion(tuple(before + entry for entry in close), tuple(before + entry for entry in entries))


def one_of(name: T, known: Iterable[str], parameter: str, bound: str) -> T:
    """``name`` if it is in ``known``; raises `ExactError` that says ``bound`` and the nearest names if not."""
    entries = tuple(known)
    if not isinstance(name, str) or name not in entries:
        raise ExactError(parameter, name, f"{bound}: {near_misses(name, entries)}")
    return name


def parse_whole(text: str, parameter: str, low: int, high: int) -> int:
    """The whole number in ``text`` from ``low`` to ``high``; raises `ExactError` unless it is in plain digits."""
    digits = text.strip()
    plain = digits.removeprefix("-")
    if not (plain.isascii() and plain.isdigit()) or len(plain) > sys.int_info.str_digits_check_threshold:
        raise ExactError(parameter, text, f"must be a whole number from {low} to {high}")
    return check_whole(int(digits), parameter, low, high)


def parse_number(text: str, parameter: str, most: int) -> Fraction:
    """The number in ``text``, such as ``4``, ``-2.5`` or ``7/2``; raises `ExactError` if it is larger than ``most``."""
    if not re.fullmatch(r"[+-]?\d{1,30}(\.\d{1,9}|/0*[1-9]\d{0,8})?", text.strip(), re.ASCII):
        raise ExactError(parameter, text, "must be a number like 4, -2.5 or 7/2")
    number = Fraction(text.strip())
    if abs(number) > most:
        raise ExactError(parameter, text, f"must be at most {most} in size")
    return number


def check_whole(value: object, parameter: str, low: int, high: int) -> int:
    """``value`` itself if it is an `int` between ``low`` and ``high``; raises `ExactError` if not."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ExactError(parameter, value, f"must be a whole number from {low} to {high}")
    return value


def money(amount: object, location: str, low: int, high: int) -> Fraction:
    """An exact number written as ``8``, ``0.95``, ``19/20`` or ``5%``, from ``low`` to ``high``."""
    number = _AMOUNT.fullmatch(str(amount).strip()) if isinstance(amount, str | int | float) else None
    if number is not None and int(number["below"] or 1):
        value = Fraction(number["number"]) / int(number["below"] or 1) / (100 if number["percent"] else 1)
        if low <= value <= high:
            return value
    percentage = ", or a percentage like 5%" if high == 1 else ""
    raise ExactError(location, amount, f"must be a number from {low} to {high}{percentage}")


def parse_amount(text: str, parameter: str) -> Fraction:
    """An amount of money above 0 in whole cents, from a text such as ``25`` or ``0.50``."""
    match = re.fullmatch(r"\d{1,10}(\.\d{1,2})?", text.strip(), re.ASCII)
    if not match or not Fraction(match[0]):
        raise ExactError(parameter, text, "must be an amount above 0 in whole cents, like 25 or 0.50")
    return Fraction(match[0])


def parse_signed_amount(text: str, parameter: str) -> Fraction:
    """An amount of money in whole cents that may be 0 or negative."""
    match = re.fullmatch(r"-?\d{1,10}(\.\d{1,2})?", text.strip(), re.ASCII)
    if not match:
        raise ExactError(parameter, text, "must be an amount in whole cents of at most ten digits, like 25000 or 0.50")
    return Fraction(match[0])


def check_keys(table: object, location: str, required: Iterable[str], optional: Iterable[str] = ()) -> Table:
    """``table`` itself if it has every required key, and otherwise only optional ones; raises `ExactError` if not."""
    if not isinstance(table, dict):
        raise ExactError(location, table, "must be a table")
    for key in required:
        if key not in table:
            raise ExactError(location, sorted(table), f"must have the field {key}")
    allowed = {*required, *optional}
    for key in table:
        if key not in allowed:
            raise ExactError(location, key, f"is not a field here; {near_misses(key, sorted(allowed))}")
    return table


@contextmanager
def refused(parameter: str, path: "os.PathLike[str]", how: str) -> Iterator[None]:
    """Turn an `OSError` about the file into an `ExactError` that says ``how`` the system refuses it, and why."""
    try:
        yield
    except ExactError:
        raise
    except (OSError, ValueError) as error:  # the latter for a name with a null character
        raise ExactError(parameter, str(path), f"{how}: {getattr(error, 'strerror', None) or error}") from None


def on_disk(path: "Path") -> "Path":
    """``path`` itself; for the ``-`` of a command, a copy of standard input, which lasts as long as the program."""
    return path if str(path) != "-" or READ_AS.get() is None else _standard_input(path, sys.stdin)


@cache
def _standard_input(path: "Path", stdin: TextIO | None) -> "Path":
    if stdin is None:
        raise ExactError("input", "-", "is standard input, which is closed")
    import atexit
    import shutil
    import tempfile

    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)
    lines = stdin.buffer.peek(1)[:1] in (b"{", b"[")  # type: ignore[attr-defined]  # a buffered reader
    copy = type(path)(folder.name, f"standard-input.{'jsonl' if lines else 'csv'}")
    with refused("input", path, "cannot be read"), open(copy, "wb") as file:
        shutil.copyfileobj(stdin.buffer, file)
    return copy


def read_text_file(path: "Path", parameter: str, hint: str, limit: int = MAX_FILE) -> str:
    """The text of a UTF-8 file of up to ``limit`` characters; raises `ExactError`, with ``hint`` for a missing file."""

    def without_blocking(name: str, flags: int) -> int:
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))

    path = on_disk(path)
    try:
        # Opened without blocking, and asked what it is only then: a pipe without a writer would make a plain open wait.
        with open(path, encoding="utf-8-sig", opener=without_blocking) as file:
            is_regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            text = file.read(limit + 1) if is_regular else ""
    except FileNotFoundError:
        raise ExactError(parameter, str(path), f"does not exist: {hint}") from None
    except UnicodeDecodeError:
        raise ExactError(parameter, str(path), "is not a text file in UTF-8") from None
    except (OSError, ValueError) as error:
        raise ExactError(parameter, str(path), f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if not is_regular:
        raise ExactError(parameter, str(path), "is not a regular file")
    if limit < len(text):
        raise ExactError(parameter, str(path), f"is too large: at most {limit} characters")
    return text


def parse_toml(text: str, parameter: str, location: str) -> "dict[str, Any]":
    """The table in TOML ``text``; raises `ExactError` unless it is TOML of texts and numbers, neither long nor deep."""
    if len(text) > _MAX_TOML:
        raise ExactError(parameter, location, f"has {len(text)} characters and is too long: the bound is {_MAX_TOML}")
    if _DOTTED_KEY.search(text):  # the reader's time and memory grow with the square of the parts of a key
        raise ExactError(parameter, location, f"has a key of {_MAX_NESTING} parts or more: it is nested too deeply")
    import tomllib

    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ExactError(parameter, location, f"is not TOML: {error}") from None
    except ValueError:  # Python's own bound, against the time that they take
        bound = f"has a number of too many digits: the bound is {sys.get_int_max_str_digits()}"
        raise ExactError(parameter, location, bound) from None
    _check_values(table, parameter, location)
    return table


def _check_values(value: object, parameter: str, location: str) -> None:
    """Refuse control characters, and what no field has and JSON has not: dates, times, infinity and NaN."""
    parts = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    for part in parts:
        _check_values(part, parameter, location)
    if not isinstance(value, str | int | float | list | dict) or (isinstance(value, float) and not isfinite(value)):
        raise ExactError(parameter, location, f"holds {value}, which is neither text nor a number: put it in quotes")
    if isinstance(value, str) and not "".join(value.split()).isprintable():
        raise ExactError(parameter, location, f"holds a control character in {value!r}")
