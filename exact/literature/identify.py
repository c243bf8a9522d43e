"""Which figure of the game is this number? Every outcome, rule, deck count and convention that gives it."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from exact.literature.claims import DECKS, Quantity, odds_of_decks, quantities
from exact.literature.printed_figure import AGREES, ROUNDED, PrintedFigure
from exact.rules.named import shipped_rules


class Match(NamedTuple):
    """A figure of the game that is the number asked about."""

    quantity: Quantity
    rules: tuple[str, ...]
    """The readings under which it is, all with the same tableau."""
    decks: tuple[int | None, ...]
    """The deck counts for which it is; `None` is the infinite shoe."""
    nearest: Fraction
    """The exact value at the first of ``decks``."""
    verdict: str
    """`AGREES` or `ROUNDED`."""


def identify(printed: PrintedFigure) -> list[Match]:
    """Every figure of `quantities` that is ``printed``, by reading and deck count; exact agreement first."""
    groups: dict[object, list[str]] = {}
    shipped = shipped_rules()
    for rules in shipped.values():
        groups.setdefault(rules.tableau, []).append(rules.id)
    matches = []
    for readings in groups.values():
        rules = shipped[readings[0]]
        for quantity in quantities():
            values = {decks: quantity.value(odds_of_decks(decks, rules.tableau), rules) for decks in DECKS}
            for verdict in (AGREES, ROUNDED):
                decks = tuple(count for count, value in values.items() if printed.verdict(value) == verdict)
                if decks:
                    matches.append(Match(quantity, tuple(readings), decks, values[decks[0]], verdict))
    return sorted(matches, key=lambda match: match.verdict != AGREES)
