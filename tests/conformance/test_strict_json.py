"""JSON that two readers may understand differently is refused, in words that stay short."""

import re

import pytest

from exact.arithmetic import MAX_DIGITS
from exact.conformance.strict_json import Written, parsed
from exact.errors import ExactError


def refusal(text: str) -> str:
    with pytest.raises(ExactError) as caught:
        parsed(text, "file")
    return str(caught.value)


def test_text_that_is_refused_is_shown_to_sixty_characters() -> None:
    for text in ("y" * 59, "y" * 60):
        assert refusal(text).startswith(f"file: '{text}' is not JSON")
    assert refusal("y" * 61).startswith(f"file: '{'y' * 60}' is not JSON")
    assert refusal("[" * 10**5) == f"file: '{'[' * 60}' is nested too deeply"


def test_where_text_stops_being_json() -> None:
    """By the column in one line, else by the line, too."""
    assert refusal('{"a" 1}').endswith(" in column 6")
    assert refusal('{\n"a" 1}').endswith(" in line 2, column 5")


def test_the_longest_integer() -> None:
    most = "9" * MAX_DIGITS
    assert (parsed(most, "file"), parsed(f"-{most}", "file")) == (10**MAX_DIGITS - 1, 1 - 10**MAX_DIGITS)
    for text in (f"{most}9", f"-{most}9"):
        assert re.search(f" is an integer of more than {MAX_DIGITS} digits$", refusal(text))


def test_values_are_shown_as_they_are_written() -> None:
    deep: object = 1
    for _ in range(10**5):
        deep = [deep]
    shown = [repr(Written(value)) for value in (True, None, "true", {"a": [1.5, "è"]}, deep)]
    assert shown == ["true", "null", "'true'", '{"a": [1.5, "è"]}', "a deeply nested value"]


def test_a_key_twice_a_number_that_is_none_and_an_overflow() -> None:
    assert refusal('[{"a": 1, "b": 2, "a": 1}]') == "file: 'a' occurs twice in one object"
    assert refusal("[NaN]") == "file: 'NaN' is not a number of JSON"
    assert refusal("[-1e999]") == "file: '-1e999' is a number beyond the range of a double"
    assert parsed('{"b": [1e308, -2, {"a": null}, {"a": false}]}', "file") == {
        "b": [1e308, -2, {"a": None}, {"a": False}]
    }
