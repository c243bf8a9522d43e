"""The limits of what may be asked, and the conventions of answers: written a second time, so that none moves unseen."""

from importlib import import_module
from typing import Any

import pytest

DECISIONS: dict[str, dict[str, Any]] = {
    "comparison": {"MAX_DIGITS": 17, "MAX_DECIMALS": 15},
    "serve": {"MAX_PORT": 65_535},
    "simulators.sequential": {"CONCENTRATIONS": tuple(10**power for power in range(1, 8)), "MAX_LINE": 1000},
    "simulators.statistics": {"LARGE": 5, "MAX_TABLES": 200_000, "REPLICAS": 100_000, "SEED": 20_260_607, "POWER": 0.9},
    "simulators.tallies": {"MAX_COUPS": 1_000_000_000_000, "MAX_FILE": 1_000_000},
    "strict_json": {"MAX_LINE": 65_536, "VERSION": 1},
    "verify.asking": {"MAX_BREAKS": 10, "GRACE": 1.0},
    "verify.runner": {"MAX_REQUESTS": 300, "MAX_ORDINARY": 624, "SHRINKING_SECONDS": 30.0},
    "verify.http_engine": {"MAX_BODY": 1_048_576},
    "verify.verification": {"KEPT_ANSWERS": 1000, "FEWEST_QUESTIONS": 20},
}


@pytest.mark.parametrize("module", DECISIONS)
def test_no_limit_moves_unseen(module: str) -> None:
    names = vars(import_module(f"exact.conformance.{module}"))
    assert {name: names[name] for name in DECISIONS[module]} == DECISIONS[module]
