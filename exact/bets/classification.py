"""A classification of coups: categories in order, each with a condition."""

from __future__ import annotations

from typing import NamedTuple

from exact.bets.expression import Expression


class Classification(NamedTuple):
    """Categories in order: a coup falls into the first whose condition holds, and otherwise into the last.

    Classifications with the same text are equal and hash equal, so that what is compiled from one is found again.
    """

    conditions: tuple[Expression, ...]
    definitions: dict[str, Expression]
    """Names of the bet's own, each in terms of the vocabulary and the definitions before it."""

    @property
    def categories(self) -> int:
        """The number of categories, the last one included."""
        return len(self.conditions) + 1

    def names(self) -> frozenset[str]:
        """Every name of the vocabulary that is used, also through definitions."""
        used: set[str] = set()
        for expression in (*self.conditions, *self.definitions.values()):
            used |= expression.names
        return frozenset(used - set(self.definitions))

    def __hash__(self) -> int:
        return hash((self.conditions, tuple(self.definitions.items())))
