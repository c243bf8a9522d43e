"""An assumption: a clause on which a house document is silent, the rule assumed for it, and the bets that depend on it."""

from typing import NamedTuple

from exact.answers.text import Text

DEALING = "dealing"
"""What a clause about the cards concerns: how they are dealt and drawn, and so every bet."""

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
"""What each clause concerns: `DEALING`, or the main bets whose price depends on it. Other clauses affect no price."""


class Assumption(NamedTuple):
    """One point on which a document is silent."""

    clause: str
    """The clause's key in the rulebook file: ``naturals``, ``punto``, ``payoffs``, ``ties`` …"""
    phrase: Text
    """The assumed rule, as every answer prints it."""
    bet: str = ""
    """The main bet whose payoff is assumed; empty for other assumptions."""

    @property
    def concerns(self) -> tuple[str, ...]:
        """What it concerns: `DEALING`, some of ``punto``, ``banco`` and ``tie``, or nothing with a price.

        >>> Assumption("ties", Text("ties: stakes push")).concerns
        ('punto', 'banco')
        """
        return (self.bet,) if self.bet else _CONCERNS.get(self.clause, ())

    def __str__(self) -> str:
        return self.phrase
