"""The rules a name stands for, without reading a document: shipped readings come from a generated file.

`exact/generated/readings.json` is written by ``scripts/build_package_data.py`` from the rulebook files, and the tests
compare the two. It spares every command the parsing of TOML.
"""

from __future__ import annotations

import json
import os
from typing import Any

from exact.rules.played import Rules

GENERATED = os.path.join(os.path.dirname(os.path.dirname(__file__)), "generated")
READINGS_FILE = os.path.join(GENERATED, "readings.json")


def shipped_rules() -> dict[str, Rules]:
    """The rules of every shipped reading, by its name, `standard` first."""
    return {name: Rules.from_json(plain) for name, plain in _readings().items()}


def rules_named(name: str) -> Rules:
    """The rules of ``document``, ``document:reading``, or a reader's own ``FILE.toml`` or ``FILE.toml:reading``.

    Raises `ExactError` for an unknown name, with the near misses, and for a file that cannot be used.
    """
    shipped = _readings()
    if name in shipped:
        return Rules.from_json(shipped[name])
    from exact.rules.rulebook import play

    return play(name).rules()


def _readings() -> dict[str, dict[str, Any]]:
    with open(READINGS_FILE, encoding="utf-8") as file:
        readings: dict[str, dict[str, Any]] = json.load(file)
    return readings
