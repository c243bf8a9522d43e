"""An assumption: a clause that a house document leaves unsaid, what the program plays for it, and what rests on it."""

from typing import NamedTuple

from exact.answers.text import Text

DEALING = "dealing"
"""What a clause on the cards bears on: how they are dealt and drawn, and so every bet."""

_CONCERNS = {
    "card_values": (DEALING,),
    "dealing_order": (DEALING,),
    "naturals": (DEALING,),
    "punto": (DEALING,),
    "banco": (DEALING,),
    "payoffs": ("punto", "banco", "tie"),
    "commission": ("banco",),
    "commission_rounding": ("banco",),
    "ties": ("punto", "banco"),
}
"""What each clause bears on: `DEALING`, or those of the three main bets whose price it moves. Other clauses price nothing."""


class Assumption(NamedTuple):
    """One thing that a document does not say."""

    clause: str
    """The clause's key in the rulebook file: ``naturals``, ``punto``, ``payoffs``, ``ties`` …"""
    phrase: Text
    """What is played, as every answer prints it."""
    bet: str = ""
    """The main bet whose payoff it is; empty for an assumption that is not on one bet's payoff."""

    @property
    def concerns(self) -> tuple[str, ...]:
        """What it bears on: `DEALING`, some of ``punto``, ``banco`` and ``tie``, or nothing that has a price.

        >>> Assumption("ties", Text("ties: stakes push")).concerns
        ('punto', 'banco')
        """
        return (self.bet,) if self.bet else _CONCERNS.get(self.clause, ())

    def __str__(self) -> str:
        return self.phrase
