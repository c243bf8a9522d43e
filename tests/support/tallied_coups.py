"""Tallies of a thousand coups that agree with each other: 446 punto, 459 banco, 95 ties."""

from __future__ import annotations

PAIRS = {
    "punto,punto": 100,
    "punto,banco": 102,
    "banco,punto": 102,
    "banco,banco": 106,
    "tie,tie": 5,
    "punto,tie": 21,
    "tie,punto": 21,
    "banco,tie": 21,
    "tie,banco": 22,
}
