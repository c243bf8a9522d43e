"""The rules a name stands for, without reading a document: shipped readings come from a generated file.

`exact/generated/readings.json` is written by ``scripts/build_package_data.py`` from the rulebook files, and the tests
compare the two. It spares every command the parsing of TOML.
"""

from __future__ import annotations

import json
import os

from exact.rules.played import Rules

GENERATED = os.path.join(os.path.dirname(os.path.dirname(__file__)), "generated")
READINGS_FILE = os.path.join(GENERATED, "readings.json")


def rules_named(name: str) -> Rules:
    """The rules of ``document``, ``document:reading``, or a reader's own ``FILE.toml`` or ``FILE.toml:reading``.

    Raises `ExactError` for an unknown name, with the near misses, and for a file that cannot be used.
    """
    with open(READINGS_FILE, encoding="utf-8") as file:
        shipped = json.load(file)
    if name in shipped:
        return Rules.from_json(shipped[name])
    from exact.rules.rulebook import play

    return play(name).rules()
