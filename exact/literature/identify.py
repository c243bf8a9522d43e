"""Identify a number: every outcome, rule, deck count and convention of the game that gives it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.full_shoes import DECKS, odds_of_decks
from exact.literature.main_claims import Quantity, quantities
from exact.literature.verdict import Agreement, PrintedFigure
from exact.rules.named import all_rules
from exact.rules.tableau import Rules, Tableau


class Match(NamedTuple):
    """A figure of the game that equals the number."""

    quantity: Quantity
    rules: tuple[str, ...]
    """The readings that give it, all with the same tableau."""
    decks: tuple[int | None, ...]
    """The deck counts that give it; `None` is the infinite shoe."""
    nearest: Fraction
    """The exact value at the first of ``decks``."""
    agreement: Agreement
    """How the number and ``nearest`` agree."""


def identify(printed: PrintedFigure) -> list[Match]:
    """Every figure of `quantities` that equals ``printed``, by reading and deck count; exact agreement first."""
    readings: dict[Tableau, list[Rules]] = {}
    for rules in all_rules().values():
        readings.setdefault(rules.tableau, []).append(rules)
    matches = [
        match for same in readings.values() for quantity in quantities() for match in _matches(printed, quantity, same)
    ]
    return sorted(matches, key=lambda match: match.agreement is not Agreement.AGREES)


def _matches(printed: PrintedFigure, quantity: Quantity, readings: list[Rules]) -> Iterator[Match]:
    """The matches of ``quantity`` under readings with the same tableau: to the digits printed, and rounded or truncated."""
    names = tuple(rules.id for rules in readings)
    rules = readings[0]
    values = {decks: quantity.value(odds_of_decks(decks, rules.tableau), rules) for decks in DECKS}
    agreements = {decks: printed.agreement(value) for decks, value in values.items()}
    for accepted in ((Agreement.AGREES,), (Agreement.ROUNDED, Agreement.TRUNCATED)):
        decks = tuple(count for count, agreement in agreements.items() if agreement in accepted)
        if decks:
            yield Match(quantity, names, decks, values[decks[0]], agreements[decks[0]])
