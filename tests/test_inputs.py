"""What people type: whole numbers in plain digits, and names that were nearly right."""

from __future__ import annotations

import pytest

from exact.errors import ExactError
from exact.inputs import near_misses, parse_whole

KNOWN = ["standard", "classic-it", "classic-sl"]


@pytest.mark.parametrize("text", ["", "1.0", "1e3", "+1", "½", "٣", "1_000", "x", "1" * 1001, "-"])
def test_a_whole_number_is_plain_digits(text: str) -> None:
    with pytest.raises(ExactError, match="decks: .* must be a whole number from 1 to 9"):
        parse_whole(text, "decks", 1, 9)


def test_a_close_name_is_a_question_and_a_strange_one_has_another_end() -> None:
    close, strange = near_misses("Classic", KNOWN), near_misses("did you mean", KNOWN)
    assert close.close == ("classic-it", "classic-sl")
    assert close.or_else("see the list") == str(close) == "did you mean classic-it or classic-sl?"
    assert not strange.close
    assert strange.or_else("see the list") == "see the list"
    assert str(strange) == "known: standard, classic-it, classic-sl"


def test_what_is_suggested_is_written_as_it_is_typed() -> None:
    assert near_misses("STANDART", KNOWN, before="--").close == ("--standard",)
