"""The rows of the literature file that are no exact figures and get no verdict: rules, pay tables and simulations."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from exact.lazy import tomllib
from exact.literature.published import PublishedFigure

REMARKS_FILE = Path(__file__).with_name("remarks.toml")
_KINDS = {"counting": "a simulation's result", "rules": "a rule of the game", "paytable": "a pay table"}
_KINDS_BY_ID = {
    "P1387": "a rule of the game",
    "P1388": "a rule of the game",
    "P1389": "a rule of the game",
    "P1400": "a pay table",
    **dict.fromkeys(("P0985", "P0986", "P0987"), "a claim quoted without proof"),
}


def unjudged_kind(figure: PublishedFigure) -> str | None:
    """What a row is that has no verdict; `None` for a figure that is judged."""
    kind = _KINDS_BY_ID.get(figure.id) or _KINDS.get(figure.category)
    if figure.category == "counting" and "tags" in figure.quantity:
        return "the tags of a count"
    return kind


@cache
def remarks() -> dict[str, str]:
    """What is wrong with a printed rule or pay table, by the row's id."""
    return {row: entry["remark"] for row, entry in tomllib.loads(REMARKS_FILE.read_text("utf-8")).items()}
