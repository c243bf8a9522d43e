"""Read a simulator's tallies from JSON and check them.

    {"decks": 8, "rules": "standard", "coups": 1000000,
     "outcomes": {"punto": 446247, "banco": 458597, "tie": 95156},
     "bets": {"dragon-7": {"win": 22534, "lose": 977466}},
     "totals": [[…], …],
     "pairs": {"punto,punto": 99567, …}}

``coups`` and at least one of the four tallies are required; a missing category has the tally 0. ``bets`` use the
categories of the catalogue. ``totals`` has ten rows, for punto's final total 0 to 9, of ten tallies, for banco's. ``pairs``
are the outcomes of two coups of one shoe, the first two or any two at a fixed distance. No coup may be in two pairs,
because overlapping pairs are not independent. Player, banker and egalite are read as punto, banco and tie.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

from exact.bets.catalogue import bet_name, find_bet
from exact.conformance.strict_json import Written, parsed
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import MAX_DECKS
from exact.inputs import check_whole, near_misses, read_text_file
from exact.names import canonical

MAX_COUPS = 10**12
"""The largest number with which the floating-point arithmetic of the tests has been tried."""
MAX_FILE = 1_000_000
PARAMETER = "simulated"
_KEYS = ("decks", "rules", "coups", "outcomes", "bets", "totals", "pairs")
OUTCOME_NAMES = tuple(side.value for side in Outcome)
PAIR_NAMES = tuple(",".join(pair) for pair in product(OUTCOME_NAMES, repeat=2))


class Tallies(NamedTuple):
    """The tallies of a simulator; `None` or empty for those that it did not count."""

    decks: int | None
    rules: str | None
    coups: int
    outcomes: tuple[int, ...] | None
    """In the order of `Outcome`."""
    bets: dict[str, tuple[int, ...]]
    """Keyed by the bet's name, in the order of its categories."""
    totals: tuple[int, ...] | None
    """100 tallies, at index 10 · punto's total + banco's."""
    pairs: tuple[int, ...] | None
    """In the order of `PAIR_NAMES`."""


def read_tallies(path: Path) -> Tallies:
    """The tallies in a file; raises `ExactError` as `parse_tallies` does, and for an unreadable or too large file."""
    text = read_text_file(path, PARAMETER, "name a JSON file of tallies", MAX_FILE)
    return parse_tallies(text, str(path))


def parse_tallies(text: str, file: str) -> Tallies:
    """The tallies written in JSON ``text``; ``file`` names it in errors.

    Raises `ExactError` for text that is not JSON or repeats a key; for unknown keys, bets and categories, with similar
    names; for tallies that are not whole numbers of at least 0 or do not add up to the coups; and for no tallies at all.
    """
    document = _object(parsed(text, PARAMETER), PARAMETER, _KEYS)
    if "coups" not in document:
        raise ExactError(PARAMETER, file, 'lacks the number of "coups"')
    coups = check_whole(document["coups"], "coups", 1, MAX_COUPS)
    decks = check_whole(document["decks"], "decks", 1, MAX_DECKS) if "decks" in document else None
    rules = document.get("rules")
    if "rules" in document and not isinstance(rules, str):
        raise ExactError("rules", Written(rules), "must be the name of a rulebook")
    tallies = Tallies(
        decks,
        rules if isinstance(rules, str) else None,
        coups,
        _named(document["outcomes"], "outcomes", OUTCOME_NAMES, coups) if "outcomes" in document else None,
        _bets(document["bets"], coups) if "bets" in document else {},
        _totals(document["totals"], coups) if "totals" in document else None,
        _pairs(document["pairs"], coups) if "pairs" in document else None,
    )
    if not any(tallies[3:]):
        raise ExactError(PARAMETER, file, "contains no tallies: give outcomes, bets, totals or pairs")
    return tallies


def _object(value: object, parameter: str, known: Iterable[str]) -> Mapping[str, object]:
    """``value`` as a mapping whose keys are all among ``known``, with synonyms replaced."""
    names = list(known)
    if not isinstance(value, dict):
        raise ExactError(parameter, Written(value), "must be a JSON object")
    named = {}
    for key, entry in value.items():
        name = canonical(key, names)
        if name not in names:
            raise ExactError(parameter, key, f"is not known here: {near_misses(key, names)}")
        if name in named:
            raise ExactError(parameter, key, f"gives {name} a second time")
        named[name] = entry
    return named


def _named(value: object, parameter: str, names: tuple[str, ...], total: int | None) -> tuple[int, ...]:
    """The tallies of an object in the order of ``names``; they must add up to ``total`` if that is given."""
    given = _object(value, parameter, names)
    tallies = tuple(check_whole(given.get(name, 0), f"{parameter}, {name}", 0, MAX_COUPS) for name in names)
    _check_sum(tallies, parameter, total)
    return tallies


def _check_sum(tallies: Iterable[int], parameter: str, total: int | None) -> None:
    added = sum(tallies)
    if total is not None and added != total:
        raise ExactError(parameter, added, f"is the sum of the tallies, but there were {total} coups")


def _bets(value: object, coups: int) -> dict[str, tuple[int, ...]]:
    if not isinstance(value, dict):
        raise ExactError("bets", Written(value), "must be a JSON object")
    bets = {}
    for typed, tallies in value.items():
        if ":" in typed or "." in typed:
            raise ExactError("bet", typed, "is not the name of a bet of the catalogue, without a pay table: exact bets")
        name = bet_name(typed)
        if name in bets:
            raise ExactError("bets", typed, f"gives {name} a second time")
        bets[name] = _named(tallies, f"bets, {name}", find_bet(name).categories, coups)
    return bets


def _totals(value: object, coups: int) -> tuple[int, ...]:
    rows = value if isinstance(value, list) else []
    if len(rows) != 10 or not all(isinstance(row, list) and len(row) == 10 for row in rows):
        raise ExactError("totals", Written(value), "must be ten rows, punto's final total, of ten tallies, banco's")
    tallies = tuple(
        check_whole(rows[punto][banco], f"totals, {punto}:{banco}", 0, MAX_COUPS)
        for punto, banco in product(range(10), repeat=2)
    )
    _check_sum(tallies, "totals", coups)
    return tallies


def _pairs(value: object, coups: int) -> tuple[int, ...]:
    tallies = _named(value, "pairs", PAIR_NAMES, None)
    if not 0 < sum(tallies) <= coups // 2:
        bound = f"is the sum of the tallies: it must be from 1 to {coups // 2}, half of the coups, because no coup may be in two pairs"
        raise ExactError("pairs", sum(tallies), bound)
    return tallies
