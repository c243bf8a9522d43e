"""Rules by name, without parsing TOML: ``scripts/generate.py readings`` writes those of shipped readings to a file."""

from __future__ import annotations

import os
from functools import cache

from exact.errors import ExactError
from exact.rules.tableau import STANDARD, Rules, Tableau

READINGS_FILE = os.path.join(os.path.dirname(__file__), "readings.tsv")


@cache
def all_rules() -> dict[str, Rules]:
    """The rules of every shipped reading that point values decide, by name, `standard` first."""
    return {name: Rules.from_line(line) for name, line in _readings().items()}


def rules_named(name: str) -> Rules:
    """The rules of ``document``, ``document:reading``, or your own ``FILE.toml`` or ``FILE.toml:reading``.

    Raises `ExactError` for an unknown name, with similar names, and for an unusable file.
    """
    if not isinstance(name, str):
        raise ExactError("rules", name, "must be rules, the name of a rulebook, or a .toml file")
    readings = _readings()
    if name in readings:
        return Rules.from_line(readings[name])
    from exact.rules.documents import interpretation

    return interpretation(name).rules()


@cache
def standard_tableau() -> Tableau:
    """The drawing tables of the standard rules."""
    return rules_named(STANDARD).tableau


def _readings() -> dict[str, str]:
    with open(READINGS_FILE, encoding="utf-8") as file:
        return {line.partition("\t")[0]: line for line in file.read().splitlines()}
