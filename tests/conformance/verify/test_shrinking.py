"""Shoes that are made smaller: what is tried, and in which order."""

from __future__ import annotations

from typing import Any

from support.scripted_engines import shoe

from exact.conformance.strict_json import Object
from exact.conformance.verify.shrinking import shrink


def test_a_shoe_of_six_cards_of_one_class_is_as_small_as_can_be() -> None:
    """Nothing else is asked."""
    asked: list[Object] = []

    def fails(request: Object) -> bool:
        asked.append(request)
        return True

    six: Any = shoe(0, 0, 6, *[0] * 7)
    assert (shrink(six, fails), asked) == (six, [])


def test_all_cards_are_put_to_one_class_where_the_engine_still_fails() -> None:
    """To the first class for which it does, even one of which the shoe has none."""

    def fails(request: Any) -> bool:
        return bool(request["shoe"]["values"][7] == 6)

    for counts in ((1, 1, 1, 1, 1, 1), (5, 1)):
        six: Any = shoe(*counts, *[0] * (10 - len(counts)))
        assert shrink(six, fails) == shoe(*[0] * 7, 6, 0, 0)
