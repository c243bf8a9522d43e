"""The catalogue: every reference table that ``exact tables`` writes, in the order of the index."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from exact.answers.table import Table
from exact.answers.text import _
from exact.publication.chapters import audit as audit_tables
from exact.publication.chapters import bet as bet_tables
from exact.publication.chapters import closed_form as closed_form_tables
from exact.publication.chapters import commission as commission_tables
from exact.publication.chapters import conditional as conditional_tables
from exact.publication.chapters import count as count_tables
from exact.publication.chapters import dependence as dependence_tables
from exact.publication.chapters import joint as joint_tables
from exact.publication.chapters import outcome as outcome_tables
from exact.publication.chapters import perfect as perfect_tables
from exact.publication.chapters import removal as removal_tables
from exact.publication.chapters import rule as rule_tables
from exact.publication.chapters import study as study_tables

METHOD = _("The method")
"""The chapter of the certificate, `exact.publication.certificate`, which is not a table."""
CHAPTERS: dict[str, dict[str, Callable[[], Table]]] = {
    _("The rules and their readings"): {
        "tableau": rule_tables.tableau_table,
        "rulebooks": rule_tables.documents_table,
        "readings": rule_tables.readings_table,
    },
    METHOD: {},
    _("Outcomes"): {
        "outcomes-6-and-8-decks": outcome_tables.first_class_table,
        "outcome-counts": outcome_tables.counts_table,
        "outcome-probabilities": outcome_tables.probabilities_table,
        "house-edges": outcome_tables.house_edges_table,
    },
    _("Bets"): {
        "bet-prices": bet_tables.prices_table,
        "pair-bets": bet_tables.pairs_table,
        "layout-moments": bet_tables.moments_table,
        "layout-correlations": bet_tables.correlations_table,
        "bet-categories-6-decks": partial(bet_tables.categories_table, 6),
        "bet-categories-8-decks": partial(bet_tables.categories_table, 8),
    },
    _("Commission"): {
        "commission-ranges": commission_tables.ranges_table,
        "commission-by-stake": commission_tables.stakes_table,
    },
    _("Coups in progress"): {
        "after-two-cards": conditional_tables.after_two_cards_table,
        "after-three-cards": conditional_tables.after_three_cards_table,
        "after-four-cards": conditional_tables.after_four_cards_table,
        "insurance-bets": conditional_tables.insurance_table,
        "known-card": conditional_tables.known_card_table,
    },
    _("Joint distributions"): {
        "joint-totals-6-decks": partial(joint_tables.totals_table, 6),
        "joint-totals-8-decks": partial(joint_tables.totals_table, 8),
        "joint-total-counts-6-decks": partial(joint_tables.total_counts_table, 6),
        "joint-total-counts-8-decks": partial(joint_tables.total_counts_table, 8),
        "joint-cards": joint_tables.cards_table,
        "joint-naturals": joint_tables.naturals_table,
        "joint-margins": joint_tables.margins_table,
    },
    _("Effects of removal"): {
        "removal-effects-6-decks": partial(removal_tables.effects_table, 6),
        "removal-effects-8-decks": partial(removal_tables.effects_table, 8),
        "removal-effects-cards-6-decks": partial(removal_tables.card_effects_table, 6),
        "removal-effects-cards-8-decks": partial(removal_tables.card_effects_table, 8),
        "removal-several": removal_tables.several_table,
        "removal-second-differences": removal_tables.second_differences_table,
        "linear-counts": count_tables.linear_counts_table,
        "published-counts": count_tables.published_counts_table,
    },
    _("Dependence between coups"): {
        "joint-two-coups": partial(dependence_tables.joint_table, 2),
        "joint-three-coups": partial(dependence_tables.joint_table, 3),
        "joint-four-coups": partial(dependence_tables.joint_table, 4),
        "next-given-history": dependence_tables.following_table,
        "coup-correlations": dependence_tables.correlations_table,
        "streaks": dependence_tables.streaks_table,
        "banker-streak": dependence_tables.banker_streak_table,
        "next-given-cards-used": dependence_tables.cards_used_table,
        "cut-card": dependence_tables.cut_card_table,
        "cut-card-shoes": dependence_tables.cut_card_shoes_table,
    },
    _("Perfect play"): {
        "perfect-play-6-decks": partial(perfect_tables.gains_table, 6),
        "perfect-play-8-decks": partial(perfect_tables.gains_table, 8),
    },
    _("Whole shoes"): {
        "study-gains": study_tables.gains_table,
        "study-penetration": study_tables.penetration_table,
        "study-edges": study_tables.edges_table,
        "published-simulations": study_tables.published_table,
    },
    _("Closed forms in the number of decks"): {
        "closed-forms": closed_form_tables.forms_table,
        "closed-form-expansions": closed_form_tables.expansions_table,
        "edge-monotonicity": closed_form_tables.monotonicity_table,
    },
    _("The audit of published figures"): {
        "published-disagreements": audit_tables.disagreements_table,
        "published-last-digits": audit_tables.last_digits_table,
        "published-outcomes": audit_tables.published_outcomes_table,
        "published-bets": audit_tables.published_bets_table,
        "published-conditional": audit_tables.published_conditional_table,
        "published-others": audit_tables.published_others_table,
        "published-sources": audit_tables.published_sources_table,
    },
}
"""The reference tables in the order of the index and the book: by chapter, the builder of each table by its permanent id."""
CATALOGUE = {table_id: build for tables in CHAPTERS.values() for table_id, build in tables.items()}
PICTURES = {
    "house-edges": ("house-edges",),
    "commission-by-stake": ("commission-by-stake",),
    "joint-totals": ("joint-totals-8-decks",),
    "removal-effects": ("removal-effects-8-decks",),
    "perfect-play": ("perfect-play-6-decks", "perfect-play-8-decks"),
    "study-edges": ("study-edges",),
}
"""The pictures that ``exact plots`` draws, and the tables that each one shows."""
