"""What people type: whole numbers in plain digits, and names that were nearly right."""

import os
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from support import Command, refusal

from exact.arithmetic import decimal_text
from exact.game.shoe import shoe_from
from exact.inputs import near_misses, one_of, parse_toml, parse_whole, read_text_file

KNOWN = ["standard", "classic-it", "classic-sl"]


@pytest.mark.parametrize("text", ["", "1.0", "1e3", "+1", "½", "٣", "1_000", "x", "1" * 1001, "-"])
def test_a_whole_number_is_plain_digits(text: str) -> None:
    assert refusal(parse_whole, text, "decks", 1, 9).endswith(" must be a whole number from 1 to 9")


def test_a_close_name_is_a_question_and_a_strange_one_has_another_end() -> None:
    close, strange = near_misses("Classic", KNOWN), near_misses("did you mean", KNOWN)
    assert close.close == ("classic-it", "classic-sl")
    assert close.or_else("see the list") == str(close) == "did you mean classic-it or classic-sl?"
    assert not strange.close
    assert strange.or_else("see the list") == "see the list"
    assert str(strange) == "known: standard, classic-it, classic-sl"


class Nameless:
    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize("name", [np.eye(3), np.array(5), Nameless(), [[]], None])
def test_what_is_no_text_is_no_name_and_no_shoe(name: object) -> None:
    assert "must be this: known: standard" in refusal(one_of, name, KNOWN, "rules", "must be this")
    assert refusal(shoe_from, name).startswith("shoe: ")


@pytest.mark.parametrize("what", ["/dev/zero", "a pipe", "a folder"])
def test_only_a_regular_file_is_read(what: str, tmp_path: Path) -> None:
    path = tmp_path / what if what != "/dev/zero" else Path(what)
    if what == "a pipe":
        os.mkfifo(path)
    elif what == "a folder":
        path.mkdir()
    refused = refusal(read_text_file, path, "rules", "name a rulebook")
    assert "is not a regular file" in refused or "Is a directory" in refused


def test_no_more_than_the_bound_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_text("123456", encoding="ascii")
    assert read_text_file(path, "rules", "", 6) == "123456"
    assert "is too large: at most 5 characters" in refusal(read_text_file, path, "rules", "", 5)
    path.write_bytes(b"title = '\xe8'")
    assert "is not a text file in UTF-8" in refusal(read_text_file, path, "rules", "")


def test_dots_in_a_text_or_a_number_are_no_deep_key() -> None:
    long_text = "a. " * 39 + "and so on" + "." * 100
    assert parse_toml(f'note = "{long_text}"\n# {"." * 100}\nx.y = 1.5', "bet", "own.toml") == {
        "note": long_text,
        "x": {"y": 1.5},
    }


@pytest.mark.parametrize("value", ["1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "nan", "-inf", "[[1979-05-27]]"])
def test_what_json_cannot_write_is_refused(value: str) -> None:
    refused = refusal(parse_toml, f"a = {{ b = [true, 1, {value}] }}", "mapping", "own.toml")
    assert refused.endswith("which is neither text nor a number: put it in quotes")


def test_python_may_be_told_to_read_and_write_fewer_digits(exact: Command) -> None:
    """640 is the least that it can be told (https://docs.python.org/3/library/stdtypes.html#int-max-str-digits)."""
    usual = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(640)
        assert decimal_text(Fraction(2, 3), 1000) == "0." + "6" * 999 + "7"
        assert refusal(parse_whole, "9" * 700, "decks", 1, 9).endswith("must be a whole number from 1 to 9")
        assert exact("odds", "--decks", "8", "--digits", "1000").code == 0
        assert sys.get_int_max_str_digits() == sys.int_info.default_max_str_digits
    finally:
        sys.set_int_max_str_digits(usual)
