"""The limits of what may be asked, and the conventions of answers: decisions, written down a second time so that none moves unseen."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

DECISIONS: dict[str, dict[str, Any]] = {
    "audit": {"MOST_ON_A_PAGE": 1000, "FEWEST_DIGITS": 3},
    "claims": {"MAX_LENGTH": 1000},
    "conditions": {"USUAL_DECKS": 8},
    "counting": {"MAX_SECONDS": 20},
    "figure_file": {"LONGEST_LINE": 65_536, "MOST_LINES": 20, "MOST_COLUMNS": 200},
    "figures": {"USUAL_DECKS": (8, 6)},
    "identify": {"MOST": 12, "_NEIGHBOURS": 1000, "_REMARKABLE": 0.05, "_LEAST_DIGITS": 3, "_CERTAIN_DIGITS": 14},
    "mutations": {"FEWEST_DIGITS": 3},
    "printed": {"DOUBLE_DIGITS": range(15, 18)},
    "values": {"ROOT_DIGITS": 60},
}


@pytest.mark.parametrize("module", DECISIONS)
def test_no_limit_moves_unseen(module: str) -> None:
    names = vars(import_module(f"exact.literature.{module}"))
    assert {name: names[name] for name in DECISIONS[module]} == DECISIONS[module]
