"""Look up rules by name without reading a document: shipped readings come from a generated file.

`exact/rules/readings.tsv` is written by ``scripts/generate.py readings`` from the rulebook files, and the tests
compare the two. Because of it, commands need not parse TOML.
"""

from __future__ import annotations

import os

from exact.rules.tableau import Rules

READINGS_FILE = os.path.join(os.path.dirname(__file__), "readings.tsv")


def shipped_rules() -> dict[str, Rules]:
    """The rules of every shipped reading by name, `standard` first."""
    return {name: Rules.from_line(line) for name, line in _readings().items()}


def rules_named(name: str) -> Rules:
    """The rules of ``document``, ``document:reading``, or your own ``FILE.toml`` or ``FILE.toml:reading``.

    Raises `ExactError` for an unknown name, with similar names, and for an unusable file.
    """
    shipped = _readings()
    if name in shipped:
        return Rules.from_line(shipped[name])
    from exact.rules.rulebook import play

    return play(name).rules()


def _readings() -> dict[str, str]:
    with open(READINGS_FILE, encoding="utf-8") as file:
        return {line.partition("\t")[0]: line for line in file.read().splitlines()}
