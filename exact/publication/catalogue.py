"""The catalogue: every reference table that ``exact tables`` writes, in the order of the index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module

from exact.answers.table import Table
from exact.answers.text import _

METHOD = _("The method")
"""The chapter of the certificate, `exact.publication.coefficient_file`, which is not a table."""
CHAPTERS: dict[str, dict[str, str]] = {
    _("The rules and their readings"): {
        "tableau": "outcome.tableau",
        "rulebooks": "outcome.documents",
        "readings": "outcome.readings",
    },
    _("Outcomes"): {
        "outcomes-6-and-8-decks": "outcome.first_class",
        "outcome-counts": "outcome.counts",
        "outcome-probabilities": "outcome.probabilities",
        "house-edges": "outcome.house_edges",
    },
    _("Bets"): {
        "bet-prices": "bet.prices",
        "pair-bets": "bet.pairs",
        "layout-moments": "bet.moments",
        "layout-correlations": "bet.correlations",
        "bet-categories-6-decks": "bet.categories 6",
        "bet-categories-8-decks": "bet.categories 8",
    },
    _("Commission"): {"commission-ranges": "stakes.ranges", "commission-by-stake": "stakes.stakes"},
    METHOD: {},
    _("Joint distributions"): {
        "joint-totals-6-decks": "conditional.totals 6",
        "joint-totals-8-decks": "conditional.totals 8",
        "joint-total-counts-6-decks": "conditional.total_counts 6",
        "joint-total-counts-8-decks": "conditional.total_counts 8",
        "joint-cards": "conditional.cards",
        "joint-naturals": "conditional.naturals",
        "joint-margins": "conditional.margins",
    },
    _("Coups in progress"): {
        "after-two-cards": "conditional.after_two_cards",
        "after-three-cards": "conditional.after_three_cards",
        "after-four-cards": "conditional.after_four_cards",
        "insurance-bets": "conditional.insurance",
        "known-card": "conditional.known_card",
        "signal-positions": "conditional.positions",
        "signal-sorts": "conditional.sorts",
    },
    _("Effects of removal"): {
        "removal-effects-6-decks": "removal.effects 6",
        "removal-effects-8-decks": "removal.effects 8",
        "removal-effects-cards-6-decks": "removal.card_effects 6",
        "removal-effects-cards-8-decks": "removal.card_effects 8",
        "removal-several": "removal.several",
        "removal-second-differences": "removal.second_differences",
        "linear-counts": "removal.linear_counts",
        "published-counts": "removal.published_counts",
        "betting-counts": "removal.betting_counts",
        "counts-over-shoes": "removal.counts_over_shoes",
    },
    _("The spread of the expectation"): {
        "expectation-spread": "unseen.spread",
        "expectation-spread-bets": "unseen.bets",
    },
    _("Perfect play"): {
        "perfect-play-6-decks": "unseen.gains 6",
        "perfect-play-8-decks": "unseen.gains 8",
        "perfect-pairs-6-decks": "unseen.pairs 6",
        "perfect-pairs-8-decks": "unseen.pairs 8",
    },
    _("Whole shoes"): {
        "study-gains": "study.gains",
        "study-penetration": "study.penetration",
        "study-edges": "study.edges",
        "published-simulations": "study.published",
    },
    _("Dependence between coups"): {
        "joint-two-coups": "dependence.joint 2",
        "joint-three-coups": "dependence.joint 3",
        "joint-four-coups": "dependence.joint 4",
        "next-given-history": "dependence.following",
        "coup-correlations": "dependence.correlations",
        "streaks": "dependence.streaks",
        "banker-streak": "dependence.banker_streak",
        "next-given-cards-used": "dependence.cards_used",
        "cut-card": "dependence.cut_card",
        "cut-card-shoes": "dependence.cut_card_shoes",
    },
    _("Sessions and promotions"): {
        "sessions": "stakes.sessions",
        "runs": "stakes.runs",
        "promotions": "stakes.promotions",
    },
    _("Closed forms in the number of decks"): {
        "closed-forms": "bet.forms",
        "closed-form-expansions": "bet.expansions",
        "edge-monotonicity": "bet.monotonicity",
    },
    _("Where the tableau comes from"): {
        "tableau-flips-6-decks": "decisions.flips 6",
        "tableau-flips-8-decks": "decisions.flips 8",
        "tableau-best-replies": "decisions.replies",
        "punto-choices": "decisions.punto",
        "otto-mazzi-standing": "decisions.open_standing",
    },
    _("Chemin de fer, the game with choices"): {
        "chemin-de-fer": "decisions.equilibria",
        "chemin-de-fer-formulas": "decisions.formulas",
        "chemin-de-fer-commission": "decisions.commission",
    },
    _("The audit of published figures"): {
        "published-disagreements": "audit.disagreements",
        "published-last-digits": "audit.last_digits",
        "published-outcomes": "audit.published_outcomes",
        "published-bets": "audit.published_bets",
        "published-conditional": "audit.published_conditional",
        "published-others": "audit.published_others",
        "published-sources": "audit.published_sources",
    },
}
"""The reference tables in the order of the index and the book: by chapter, where each is built, by its permanent id.

``bet.categories 6`` is ``categories_table(6)`` in `exact.publication.chapters.bet`.
"""


CATALOGUE = {name: place for tables in CHAPTERS.values() for name, place in tables.items()}
"""The place where each table is built, by its permanent id."""
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


def builder(table_id: str) -> Callable[..., Table]:
    """The function that builds a table."""
    chapter, name = CATALOGUE[table_id].split()[0].split(".")
    build: Callable[..., Table] = getattr(import_module(f"{__package__}.chapters.{chapter}"), f"{name}_table")
    return build


@cache
def table_of(table_id: str) -> Table:
    """A table of the catalogue, built only once."""
    _place, *decks = CATALOGUE[table_id].split()
    return replace(builder(table_id)(*map(int, decks)), id=table_id)
