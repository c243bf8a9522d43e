"""Exact probability for casino baccarat: counts, fractions, prices and reference tables for punto banco.

>>> import exact
>>> exact.odds(decks=8, remove="9 9 K").tie.house_edge
Fraction(2362476440661, 16613606875390)
>>> exact.price("dragon-7", decks=8)
<Price dragon-7, 416 cards, standard: house edge 7.6113 %>
"""

from __future__ import annotations

from exact import display
from exact.version import __version__ as __version__

__all__ = [
    "ExactError",
    "Outcome",
    "Shoe",
    "ask",
    "evaluate",
    "find_bet",
    "joint",
    "odds",
    "price",
    "rules_named",
    "table",
]

_HOMES = {
    "ExactError": "errors",
    "Outcome": "game.coup",
    "Shoe": "game.shoe",
    "ask": "cli.main",
    "evaluate": "library.questions",
    "find_bet": "bets.catalogue",
    "joint": "library.questions",
    "odds": "library.questions",
    "price": "library.questions",
    "rules_named": "rules.named",
    "table": "library.questions",
}
_REPLACED = {"odds_of_shoe": ("analysis.odds", "odds"), "price_bet": ("analysis.pricing", "price")}
"""Names of earlier versions: where each is, and the name that replaces it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from exact.analysis.odds import odds_of_shoe as odds_of_shoe
    from exact.analysis.pricing import price_bet as price_bet
    from exact.bets.catalogue import find_bet
    from exact.cli.main import ask
    from exact.errors import ExactError
    from exact.game.coup import Outcome
    from exact.game.shoe import Shoe
    from exact.library.questions import evaluate, joint, odds, price, table
    from exact.rules.named import rules_named


def __getattr__(name: str) -> object:
    """Import a public name from its module at first use, so that ``import exact`` costs nothing."""
    if name in _REPLACED:
        from warnings import warn

        home, new = _REPLACED[name]
        warn(f"exact.{name} is deprecated: use exact.{new}", DeprecationWarning, stacklevel=2)
    elif name in _HOMES:
        home = _HOMES[name]
    else:
        raise AttributeError(f"module 'exact' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"exact.{home}"), name)


def __dir__() -> list[str]:
    """The public names; their modules are an implementation that may change."""
    return __all__


def load_ipython_extension(_shell: object) -> None:
    """Do nothing: notebooks need no extension, and ``%load_ext exact`` of earlier versions still works."""


def _render(shown: object, style: str) -> str:
    from exact.library.notebook import representation

    return representation(shown, style)


display.render = _render
