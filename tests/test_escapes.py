"""Text made safe to show: what a terminal would obey, a spreadsheet compute, or an error break into lines."""

import csv
import io
import json
import unicodedata

import numpy as np
import pytest

from exact.errors import ExactError
from exact.escapes import csv_text, json_text, no_formula, printable, visible


def test_every_character_that_is_not_seen_is_escaped() -> None:
    """By the categories of Unicode: controls, formats, surrogates, private use, line and paragraph separators."""
    for character in map(chr, (*range(0x11000), *range(0xE0000, 0xE0100))):
        unseen = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and character != "\n"
        assert (character in visible(character)) is not unseen, ascii(character)


def test_what_is_printed_is_short_and_on_one_line() -> None:
    assert printable("\x1b" + "x" * 100, 30) == "\\x1b" + "x" * 15 + "…" + "x" * 10
    assert printable("a\nb\u2028c\r\x85") == "a\\nb\\u2028c\\r\\x85"
    assert printable("1\u202f000 · é") == "1\u202f000 · é"


@pytest.mark.parametrize(
    "text", ["a\x1b[2J", "\x9b\u202e", "\udcff", "\U000e0041", 'quote " and \\ and \n', "é\u2009x"]
)
def test_json_loses_nothing(text: str) -> None:
    written = json_text({text: [text]})
    assert written.isascii() or written.replace("\u2009", "").isprintable()
    assert json.loads(written) == {text: [text]}
    written.encode()


def test_csv_has_the_numbers_and_texts_it_was_given() -> None:
    rows = [["a,b", 'c"d', "e\nf"], [1, -2, 3.5]]
    read = list(csv.reader(io.StringIO(csv_text(rows), newline="")))  # type: ignore[arg-type]
    assert read == [["a,b", 'c"d', "e\nf"], ["1", "-2", "3.5"]]


def test_only_what_a_spreadsheet_would_compute_is_a_formula() -> None:
    for number in ("-1", "+4", "-43/415", "1.5", "-1.24 %", "−1", "-1e-5", "-50 to -25 %", "-1/3 to -2/7"):
        assert no_formula(number) == number
    for formula in ("=1", "@x", "-x()", "+cmd|' /C calc'!A0", "\tx", "＝1", "-1 to cmd|x"):
        assert no_formula(formula) == f"'{formula}"


class Broken:
    def __repr__(self) -> str:
        raise RuntimeError("no\nrepr")


DEEP: list[object] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "value",
    [DEEP, Broken(), np.arange(9).reshape(3, 3), np.array(5), "\udcff\n\x1b", 10**9000, {"a": Broken()}],
    ids=["deep", "broken", "of lines", "of no axis", "controls", "long", "holds a broken one"],
)
def test_an_error_shows_any_value_on_one_line(value: object) -> None:
    error = ExactError("shoe", value, "must be\na shoe \udcff")
    assert str(error).isprintable()
    assert str(error).startswith("shoe: ")
    assert len(str(error)) < 200
    assert error.value is value
