"""Exact probability for casino baccarat: counts, fractions, prices and reference tables for punto banco.

>>> from exact import Outcome, Shoe, odds_of_shoe, rules_named
>>> odds_of_shoe(Shoe.of_decks(8).removed("9 9 K"), rules_named("standard").tableau).counts[Outcome.TIE]
456036173911328
"""

from __future__ import annotations

import sys

from exact.version import __version__ as __version__

__all__ = ["ExactError", "Outcome", "Shoe", "ask", "evaluate", "find_bet", "odds_of_shoe", "price_bet", "rules_named"]

_HOMES = {
    "ExactError": "errors",
    "Outcome": "game.coup",
    "Shoe": "game.shoe",
    "ask": "cli.main",
    "evaluate": "engine.evaluate",
    "find_bet": "bets.catalogue",
    "odds_of_shoe": "analysis.odds",
    "price_bet": "analysis.pricing",
    "rules_named": "rules.named",
}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from exact.analysis.odds import odds_of_shoe
    from exact.analysis.pricing import price_bet
    from exact.bets.catalogue import find_bet
    from exact.cli.main import ask
    from exact.engine.evaluate import evaluate
    from exact.errors import ExactError
    from exact.game.coup import Outcome
    from exact.game.shoe import Shoe
    from exact.rules.named import rules_named


def __getattr__(name: str) -> object:
    """Import a public name from its module at first use, so that ``import exact`` costs nothing."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"exact.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'exact' has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """Make IPython show tables, shoes, bets and distributions as tables: ``%load_ext exact``, or import exact there."""
    from exact.report.notebook import show_in

    show_in(shell.display_formatter)


_shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
if _shell is not None:
    load_ipython_extension(_shell)
