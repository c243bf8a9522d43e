"""The catalogue: every reference table that ``exact tables`` writes, in the order of the index."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

from exact.answers.table import Table
from exact.answers.text import _
from exact.lazy import modules_on_demand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from exact.publication.chapters import (
        audit,
        bet,
        betting_count,
        chemin_de_fer,
        closed_form,
        commission,
        conditional,
        count,
        dependence,
        joint,
        outcome,
        perfect,
        removal,
        rule,
        session,
        signals,
        spread,
        study,
        tableau_cost,
    )
else:  # all chapters together take longer to import than most tables to build
    globals().update(modules_on_demand(f"{__package__}.chapters", os.path.join(os.path.dirname(__file__), "chapters")))

METHOD = _("The method")
"""The chapter of the certificate, `exact.publication.certificate`, which is not a table."""
CHAPTERS: dict[str, dict[str, Callable[[], Table]]] = {
    _("The rules and their readings"): {
        "tableau": rule.tableau_table,
        "rulebooks": rule.documents_table,
        "readings": rule.readings_table,
    },
    _("Outcomes"): {
        "outcomes-6-and-8-decks": outcome.first_class_table,
        "outcome-counts": outcome.counts_table,
        "outcome-probabilities": outcome.probabilities_table,
        "house-edges": outcome.house_edges_table,
    },
    _("Bets"): {
        "bet-prices": bet.prices_table,
        "pair-bets": bet.pairs_table,
        "layout-moments": bet.moments_table,
        "layout-correlations": bet.correlations_table,
        "bet-categories-6-decks": partial(bet.categories_table, 6),
        "bet-categories-8-decks": partial(bet.categories_table, 8),
    },
    _("Commission"): {
        "commission-ranges": commission.ranges_table,
        "commission-by-stake": commission.stakes_table,
    },
    METHOD: {},
    _("Joint distributions"): {
        "joint-totals-6-decks": partial(joint.totals_table, 6),
        "joint-totals-8-decks": partial(joint.totals_table, 8),
        "joint-total-counts-6-decks": partial(joint.total_counts_table, 6),
        "joint-total-counts-8-decks": partial(joint.total_counts_table, 8),
        "joint-cards": joint.cards_table,
        "joint-naturals": joint.naturals_table,
        "joint-margins": joint.margins_table,
    },
    _("Coups in progress"): {
        "after-two-cards": conditional.after_two_cards_table,
        "after-three-cards": conditional.after_three_cards_table,
        "after-four-cards": conditional.after_four_cards_table,
        "insurance-bets": conditional.insurance_table,
        "known-card": conditional.known_card_table,
        "signal-positions": signals.positions_table,
        "signal-sorts": signals.sorts_table,
    },
    _("Effects of removal"): {
        "removal-effects-6-decks": partial(removal.effects_table, 6),
        "removal-effects-8-decks": partial(removal.effects_table, 8),
        "removal-effects-cards-6-decks": partial(removal.card_effects_table, 6),
        "removal-effects-cards-8-decks": partial(removal.card_effects_table, 8),
        "removal-several": removal.several_table,
        "removal-second-differences": removal.second_differences_table,
        "linear-counts": count.linear_counts_table,
        "published-counts": count.published_counts_table,
        "betting-counts": betting_count.betting_counts_table,
        "counts-over-shoes": betting_count.counts_over_shoes_table,
    },
    _("The spread of the expectation"): {
        "expectation-spread": spread.spread_table,
        "expectation-spread-bets": spread.bets_table,
    },
    _("Perfect play"): {
        "perfect-play-6-decks": partial(perfect.gains_table, 6),
        "perfect-play-8-decks": partial(perfect.gains_table, 8),
        "perfect-pairs-6-decks": partial(perfect.pairs_table, 6),
        "perfect-pairs-8-decks": partial(perfect.pairs_table, 8),
    },
    _("Whole shoes"): {
        "study-gains": study.gains_table,
        "study-penetration": study.penetration_table,
        "study-edges": study.edges_table,
        "published-simulations": study.published_table,
    },
    _("Dependence between coups"): {
        "joint-two-coups": partial(dependence.joint_table, 2),
        "joint-three-coups": partial(dependence.joint_table, 3),
        "joint-four-coups": partial(dependence.joint_table, 4),
        "next-given-history": dependence.following_table,
        "coup-correlations": dependence.correlations_table,
        "streaks": dependence.streaks_table,
        "banker-streak": dependence.banker_streak_table,
        "next-given-cards-used": dependence.cards_used_table,
        "cut-card": dependence.cut_card_table,
        "cut-card-shoes": dependence.cut_card_shoes_table,
    },
    _("Sessions and promotions"): {
        "sessions": session.sessions_table,
        "runs": session.runs_table,
        "promotions": session.promotions_table,
    },
    _("Closed forms in the number of decks"): {
        "closed-forms": closed_form.forms_table,
        "closed-form-expansions": closed_form.expansions_table,
        "edge-monotonicity": closed_form.monotonicity_table,
    },
    _("Where the tableau comes from"): {
        "tableau-flips-6-decks": partial(tableau_cost.flips_table, 6),
        "tableau-flips-8-decks": partial(tableau_cost.flips_table, 8),
        "tableau-best-replies": tableau_cost.replies_table,
        "punto-choices": tableau_cost.punto_table,
        "otto-mazzi-standing": tableau_cost.open_standing_table,
    },
    _("Chemin de fer, the game with choices"): {
        "chemin-de-fer": chemin_de_fer.equilibria_table,
        "chemin-de-fer-formulas": chemin_de_fer.formulas_table,
        "chemin-de-fer-commission": chemin_de_fer.commission_table,
    },
    _("The audit of published figures"): {
        "published-disagreements": audit.disagreements_table,
        "published-last-digits": audit.last_digits_table,
        "published-outcomes": audit.published_outcomes_table,
        "published-bets": audit.published_bets_table,
        "published-conditional": audit.published_conditional_table,
        "published-others": audit.published_others_table,
        "published-sources": audit.published_sources_table,
    },
}
"""The reference tables in the order of the index and the book: by chapter, the builder of each table by its permanent id."""
CATALOGUE = {table_id: build for tables in CHAPTERS.values() for table_id, build in tables.items()}
PICTURES = {
    "tableau-flips": ("tableau-flips-8-decks",),
    "house-edges": ("house-edges",),
    "commission-by-stake": ("commission-by-stake",),
    "joint-totals": ("joint-totals-8-decks",),
    "removal-effects": ("removal-effects-8-decks",),
    "perfect-play": ("perfect-play-6-decks", "perfect-play-8-decks"),
    "perfect-pairs": ("perfect-pairs-6-decks", "perfect-pairs-8-decks"),
    "study-edges": ("study-edges",),
}
"""The pictures that ``exact plots`` draws, and the tables that each one shows."""
