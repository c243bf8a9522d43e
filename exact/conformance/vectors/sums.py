"""What the counts of a vector must add up to: counts that do not are wrong, and no engine is to blame."""

from __future__ import annotations

from typing import Any

from exact.arithmetic import ordered_deals
from exact.errors import ExactError


def check_sum(request: dict[str, Any], expected: dict[str, Any], place: str) -> None:
    """Raise `ExactError`, naming the ``place``, if the expected counts do not add up to the deals of the request's shoe.

    Those are N(N−1)…(N−5) ordered deals of N cards, and where something is given, those that agree with it.
    """
    if "counts" not in expected:
        return
    found = sum(map(int, expected["counts"].values()))
    ((_, held),) = request["shoe"].items()
    cards = sum(held)
    deals = ordered_deals(cards) if "given" not in request else _agreeing(request, place)
    if found != deals:
        which = f"of {cards} cards" if "given" not in request else f"that agree with {request['given']!r}"
        raise ExactError(f"{place}, counts", found, f"is what they add up to, and there are {deals} deals {which}")


def _agreeing(request: dict[str, Any], place: str) -> int:
    from exact.conformance.vectors.engine import answer

    counted = answer(request)
    if "error" in counted:
        raise ExactError(f"{place}, given", request["given"], f"cannot be counted: {counted['error']}")
    return sum(map(int, counted["counts"].values()))
