"""Exact probability for casino baccarat: counts, fractions, prices and reference tables for punto banco.

>>> import exact
>>> exact.odds(decks=8, remove="9 9 K").tie.house_edge
Fraction(2362476440661, 16613606875390)
>>> exact.price("dragon-7", decks=8)
<Price dragon-7, 416 cards, standard: house edge 7.6113 %>
"""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = ["ExactError", "Outcome", "Shoe", "ask", "count", "coup", "equilibrium", "evaluate", "find_bet", "joint"]
__all__ += ["odds", "perfect", "price", "promotion", "removal", "rules_named", "session", "signal", "spread", "table"]
_HOMES = {name: f"library.{name}" for name in __all__}  # a function that has no other home is in a module of its name
_HOMES |= dict.fromkeys(("evaluate", "joint", "odds", "price", "table"), "library.questions")
_HOMES |= {"ExactError": "errors", "Outcome": "game", "Shoe": "game.shoe"}
_HOMES |= {"find_bet": "bets.catalogue", "rules_named": "rules", "__version__": "version"}

if TYPE_CHECKING:
    from exact.bets.catalogue import find_bet
    from exact.errors import ExactError
    from exact.game import Outcome
    from exact.game.shoe import Shoe
    from exact.library.ask import ask
    from exact.library.count import count
    from exact.library.coup import coup
    from exact.library.equilibrium import equilibrium
    from exact.library.perfect import perfect
    from exact.library.promotion import promotion
    from exact.library.questions import evaluate, joint, odds, price, table
    from exact.library.removal import removal
    from exact.library.session import session
    from exact.library.signal import signal
    from exact.library.spread import spread
    from exact.rules import rules_named
    from exact.version import __version__ as __version__


def __getattr__(name: str) -> object:
    """Import a public name from its module at first use, so that ``import exact`` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'exact' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"exact.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    """The public names; their modules may change."""
    return __all__
