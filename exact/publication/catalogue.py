"""The catalogue: every reference table that ``exact tables`` writes, in the order of the index."""

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module

from exact.answers.table import Table
from exact.answers.text import _
from exact.records import replace

METHOD = _("The method")  # the chapter of the certificate, `exact.publication.coefficient_file`, which is not a table
# the permanent ids of the tables in the order of the index and the book, by chapter and by the module that builds them
_CHAPTERS: dict[str, dict[str, str]] = {
    _("The rules and their readings"): {"outcome": "tableau rulebooks readings"},
    _("Outcomes"): {"outcome": "outcomes-6-and-8-decks outcome-counts outcome-probabilities house-edges"},
    _("Bets"): {
        "bet": "bet-prices pair-bets layout-moments layout-correlations bet-categories-6-decks bet-categories-8-decks"
    },
    _("Commission"): {"stakes": "commission-ranges commission-by-stake"},
    METHOD: {},
    _("Joint distributions"): {
        "conditional": "joint-totals-6-decks joint-totals-8-decks joint-total-counts-6-decks "
        "joint-total-counts-8-decks joint-cards joint-naturals joint-margins"
    },
    _("Coups in progress"): {
        "conditional": "after-two-cards after-three-cards after-four-cards insurance-bets known-card signal-positions "
        "signal-sorts"
    },
    _("Effects of removal"): {
        "removal": "removal-effects-6-decks removal-effects-8-decks removal-effects-cards-6-decks "
        "removal-effects-cards-8-decks removal-several removal-second-differences linear-counts published-counts "
        "betting-counts counts-over-shoes"
    },
    _("The spread of the expectation"): {"unseen": "expectation-spread expectation-spread-bets"},
    _("Perfect play"): {
        "unseen": "perfect-play-6-decks perfect-play-8-decks perfect-pairs-6-decks perfect-pairs-8-decks"
    },
    _("Whole shoes"): {"study": "study-gains study-penetration study-edges published-simulations"},
    _("Dependence between coups"): {
        "dependence": "joint-two-coups joint-three-coups joint-four-coups next-given-history coup-correlations streaks "
        "banker-streak next-given-cards-used cut-card cut-card-shoes shoe-numbers one-deck-shoe"
    },
    _("Sessions and promotions"): {"stakes": "sessions runs promotions"},
    _("Closed forms in the number of decks"): {"bet": "closed-forms closed-form-expansions edge-monotonicity"},
    _("Where the tableau comes from"): {
        "decisions": "tableau-flips-6-decks tableau-flips-8-decks tableau-best-replies punto-choices "
        "otto-mazzi-standing"
    },
    _("Chemin de fer, the game with choices"): {
        "decisions": "chemin-de-fer chemin-de-fer-formulas chemin-de-fer-commission baccara-banque "
        "baccara-banque-stakes"
    },
    _("The audit of published figures"): {
        "audit": "published-disagreements published-last-digits published-outcomes published-bets "
        "published-conditional published-others published-sources"
    },
}
CHAPTERS = {
    title: {name: module for module, names in places.items() for name in names.split()}
    for title, places in _CHAPTERS.items()
}
"""The module that builds each table, by chapter and id."""
CATALOGUE = {name: module for tables in CHAPTERS.values() for name, module in tables.items()}
PICTURES = {
    "tableau-flips": ("tableau-flips-8-decks",),
    "house-edges": ("house-edges",),
    "commission-by-stake": ("commission-by-stake",),
    "removal-effects": ("removal-effects-8-decks",),
    "perfect-play": ("perfect-play-6-decks", "perfect-play-8-decks"),
    "perfect-pairs": ("perfect-pairs-6-decks", "perfect-pairs-8-decks"),
    "study-edges": ("study-edges",),
}
"""The pictures that ``exact tables --pictures`` draws, and the tables that each one shows."""

_BY_DECKS = re.compile(r"([a-z-]+)-([68])-decks")
"""The ids of the tables that one function builds for 6 and for 8 decks."""


def place_of(table_id: str) -> tuple[str, str]:
    """Module and name of what builds a table: ``bet_prices_table``, or ``joint_totals_table`` of a number of decks."""
    by_decks = _BY_DECKS.fullmatch(table_id)
    name = (by_decks[1] if by_decks else table_id).replace("-", "_")
    return f"{__package__}.chapters.{CATALOGUE[table_id]}", f"{name}_table"


@cache
def table_of(table_id: str) -> Table:
    """A table of the catalogue, built only once."""
    module, name = place_of(table_id)
    build: Callable[..., Table] = getattr(import_module(module), name)
    by_decks = _BY_DECKS.fullmatch(table_id)
    return replace(build(int(by_decks[2])) if by_decks else build(), id=table_id)
