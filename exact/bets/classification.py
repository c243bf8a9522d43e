"""A classification of coups: categories in order, each but the last with a condition."""

from __future__ import annotations

from dataclasses import dataclass, field

from exact.bets.expression import Expression


@dataclass(frozen=True)
class Classification:
    """Categories in order: a coup falls into the first whose condition holds, and otherwise into the last."""

    conditions: tuple[Expression, ...]
    definitions: dict[str, Expression] = field(hash=False)
    """The bet's own names, each defined by the vocabulary and the definitions before it."""

    @property
    def categories(self) -> int:
        """The number of categories."""
        return len(self.conditions) + 1

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """The definitions, then the conditions."""
        return *self.definitions.values(), *self.conditions

    def names(self) -> frozenset[str]:
        """Every name of the vocabulary that the conditions use, directly or through definitions."""
        used: set[str] = set()
        for expression in self.expressions:
            used |= expression.names
        return frozenset(used - set(self.definitions))
