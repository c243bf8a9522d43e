"""The limits of what may be asked, and the conventions of answers: decisions, written down a second time so that none moves unseen."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from sys import float_info
from typing import Any

import pytest

EPSILON = float_info.epsilon
"""What a double near 1 is apart from the next: 2^-52."""
DECISIONS: dict[str, dict[str, Any]] = {
    "addresses": {"MAX_PORT": 65_535},
    "comparison": {"MAX_DIGITS": 17, "MAX_DECIMALS": 15, "_SHOWN": 60, "_ROUNDING": Fraction(EPSILON)},
    "serve": {"_STOPPING_SECONDS": 1.0},
    "simulators.power": {"POWER": 0.9},
    "simulators.report": {"_WIDEST": 20, "_FARTHEST": 8, "_DIGITS": 12, "_SHOWN_FAULTS": 3},
    "simulators.sequential": {"CONCENTRATIONS": tuple(int("1" + "0" * power) for power in range(1, 8))},
    "simulators.statistics": {"LARGE": 5, "MAX_TABLES": 200_000, "REPLICAS": 100_000, "SEED": 20_260_607, "_TOGETHER": 5000},
    "simulators.tallies": {"MAX_COUPS": 1_000_000_000_000, "MAX_FILE": 1_000_000},
    "strict_json": {"_SHOWN": 60},
    "vectors.dealing": {"TOTALS": 11, "TEN": 10},
    "vectors.faults.explain": {
        "TOLERANCE": Fraction("1e-9"), "_TRIED": 30, "_RIGHT": 500, "_LAST_BIT": Fraction(4 * EPSILON), "_NAME": 100
    },
    "vectors.faults.other_faults": {
        "_TOLD_DECIMALS": 13, "_LAST_BITS": Fraction(4 * EPSILON), "_SUMMED": Fraction("1e-11")
    },
    "vectors.groups": {"_ONE_VALUE": (6, 7, 8, 9, 10, 32, 6, 6, 100, 12)},
    "vectors.own_bets": {"_SIZES": (6, 6, 7, 7, 7), "_SEARCHED": 1000},
    "vectors.price_groups": {"WHOLE_DECKS": range(1, 9)},
    "vectors.smoke": {"MAX_CARDS": 2080, "MAX_DECKS": 8, "_DIGITS": Fraction("5e-9")},
    "verify.certificate": {"_NAME": 100, "_LISTED": 12},
    "verify.conversation": {"MAX_BREAKS": 10},
    "verify.domain": {"_MAX": 1_000_000_000_000_000},
    "verify.http_client": {"MAX_BODY": 1_048_576, "_SHOWN": 100},
    "verify.mapping": {"_SHOWN": 100},
    "verify.mapping_file": {"_MAX_FILE": 200_000},
    "verify.process": {"MAX_LINE": 65_536, "GRACE": 1.0, "_TAIL": 400},
    "verify.protocol": {"VERSION": 1, "_MAX_NAME": 100, "_MAX_OWN_BETS": 20},
    "verify.report": {
        "_SHOWN_EVENTS": 5, "_SHOWN_CAUSES": 3, "_SHOWN_SUBJECTS": 5, "_SHOWN_FAULTS": 3, "_SHOWN_REASONS": 4,
        "_WIDEST": 1000, "_NAME": 100, "_CELL": 160, "_WIDEST_ANSWER": 4000, "_BRACKETS": 50,
    },
    "verify.results": {"_SHOWN": 5, "_SHOWN_ID": 30},
    "verify.runner": {"SHRINKING_SECONDS": 30.0},
    "verify.shrinking": {"MAX_REQUESTS": 300, "MAX_ORDINARY": 624},
    "verify.verification": {"KEPT_ANSWERS": 1000, "FEWEST_QUESTIONS": 20},
}  # fmt: skip


@pytest.mark.parametrize("module", DECISIONS)
def test_no_limit_moves_unseen(module: str) -> None:
    names = vars(import_module(f"exact.conformance.{module}"))
    assert {name: names[name] for name in DECISIONS[module]} == DECISIONS[module]
