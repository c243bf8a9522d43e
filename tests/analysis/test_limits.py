"""The limits of questions and the conventions of answers, written down a second time so that none moves unseen."""

from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

DECISIONS: dict[str, dict[str, Any]] = {
    "closed_form": {"ORDER": 3},
    "commission": {"MAX_STAKE": 1_000_000_000, "MAX_STEPS": 2000},
    "count_distribution": {
        "MAX_UNSEEN": 5200,
        "MAX_SECONDS": 1000,
        "MAX_BYTES": 2_000_000_000,
        "BITS_A_SECOND": 20_000_000_000,
    },
    "count_play": {
        "NUMBERS_A_TASK": 32,
        "MAX_STATES": 3000,
        "MAX_EXACT": 1000,
        "_DECIMALS": 20,
        "_MOST_PLACES": 9,
        "_ERROR_OF_COUPS": Fraction(1, 100),
    },
    "perfect_play": {
        "GRIDS": {
            "percent": tuple(Fraction(percent, 100) for percent in range(-5, 11)),
            "wide": tuple(
                Fraction(percent, 100) for percent in (-90, -50, -20, -10, -5, -2, -1, 0, 1, 2, 5, 10, 20, 50, 100, 200)
            ),
        },
        "CHUNK": 2048,
        "IN_PROCESS": 67_108_864,
        "_BLOCK": 67_108_864,
        "_BLOCKS": 2000,
    },
    "rank_states": {"NEVER": 2_305_843_009_213_693_952, "MAX_STATES": 10_000_000, "WORD": 4_611_686_018_427_387_904},
    "rank_sums": {"MAX_TYPES": 10_000, "MAX_SUMS": 3, "_SHORT": 1000, "_WORK": 100_000_000},
    "removal": {"DECK": 52, "MAX_REMOVED": 4, "MAX_TAG": 20},
    "sessions.stopped": {
        "MAX_PLANNED": 10_000,
        "MAX_STATES": 30_000_000,
        "MAX_WORK": 200_000_000_000,
        "_MOST_STAKE": 1_000_000,
    },
    "sessions.same_shoe": {"SHOES": 20_000, "SEED": 20_261_122, "_MOST_DEALT": 2_000_000},
    "sessions.ruin": {"MAX_WORK": 20_000_000_000_000, "MAX_STEPS": 10_000_000_000},
    "shoe_controls": {"_RATIO": 1.05, "_GROWTH": 1.35, "_LEAST_VARIANCE": 1e-12},
    "shoe_simulation": {
        "BANDS": (6, 16, 26, 52, 104, 156, 208, 312),
        "EDGES": (-0.5, -0.25, -0.15, -0.1, -0.05, 0.0, 0.05, 0.1, 0.25, 0.5),
        "LARGEST_TAG": 4,
        "MAX_SEED": 9_223_372_036_854_775_807,
        "SHOES_A_BLOCK": 1000,
        "_MARGIN": 1.2,
        "_MOST_TASKS": 10_000,
        "_PILOT": 4000,
    },
    "signals": {"MAX_PATTERNS": 100_000, "MAX_COUNTED_PATTERNS": 128},
    "simulated_shoes": {
        "BANKER_STREAK_PAYS": {"3-": -1, "4": 10, "5": 15, "6": 25, "7": 40, "8": 60, "9": 150, "10+": 250},
        "CUT_DECKS": 8,
        "CUT_CARDS": (14, 16),
        "LONGEST": 12,
        "KNOWN": 4,
    },
    "expectation_variance": {"MAX_WORK": 5_000_000_000},
}


@pytest.mark.parametrize("module", DECISIONS)
def test_no_limit_moves_unseen(module: str) -> None:
    names = vars(import_module(f"exact.analysis.{module}"))
    assert {name: names[name] for name in DECISIONS[module]} == DECISIONS[module]
