"""The columns of a file of shoes: the sets of names, and the formats by suffix."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from exact.errors import ExactError
from exact.game.cards import Granularity, class_names
from exact.inputs import near_misses

CSV, JSON_LINES, PARQUET = "csv", "jsonl", "parquet"
_SUFFIXES = {".csv": CSV, ".jsonl": JSON_LINES, ".ndjson": JSON_LINES, ".parquet": PARQUET}


def shoe_columns(granularity: Granularity) -> list[str]:
    """The names of the counts: ``c0`` … ``c9``, ``cA`` … ``cK`` or ``cAs`` … ``cKc``.

    >>> shoe_columns(Granularity.RANKS)[:3]
    ['cA', 'c2', 'c3']
    """
    return [f"c{name}" for name in class_names(granularity)]


def format_of(path: Path, parameter: str) -> str:
    """The format of ``path`` by its suffix; raises `ExactError` for an unknown suffix."""
    kind = _SUFFIXES.get(path.suffix.lower())
    if kind is None:
        raise ExactError(parameter, str(path), f"must end in {', '.join(_SUFFIXES)}")
    return kind


def granularity_of_columns(names: Sequence[str], parameter: str) -> Granularity:
    """The granularity of the columns ``names``, in any order; raises `ExactError` for missing, unknown or repeated names."""
    sets = {granularity: shoe_columns(granularity) for granularity in Granularity}
    granularity = max(sets, key=lambda kind: (len(set(sets[kind]) & set(names)), -kind))
    known = sets[granularity]
    for name in names:
        if name not in known:
            raise ExactError(parameter, name, f"is not a column of shoes: {near_misses(name, known)}")
        if names.count(name) > 1:
            raise ExactError(parameter, name, "names two columns")
    missing = [name for name in known if name not in names]
    if missing:
        bound = f"lacks {', '.join(missing)}: shoes have columns c0 to c9, cA to cK or cAs to cKc"
        raise ExactError(parameter, ",".join(names), bound)
    return granularity
