"""Reference tables of the outcomes and the three main bets by number of decks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from exact.analysis.full_shoes import DECKS, odds_of_decks
from exact.analysis.odds import Odds
from exact.answers.table import Cell, Rounded, Table, columns_of
from exact.answers.text import _
from exact.game.coup import Outcome
from exact.rules.named import all_rules, standard_tableau
from exact.rules.tableau import Rules

DIGITS = 12
MAIN_DECKS = (6, 8)
COMMISSIONS, TIE_PAYOFFS = (5, 4), (8, 9)
_COUNTS_NOTE = _(
    "Counts are of ordered six-card deals with unused positions padded, out of N(N−1)…(N−5) for N cards; for the infinite "
    "shoe (∞), they are of sequences of six ranks, out of 13 to the sixth."
)


def decks_cell(decks: int | None) -> Cell:
    """A deck count in a table; the infinite shoe is ``∞``."""
    return "∞" if decks is None else decks


def first_class_table() -> Table:
    """Counts, fractions and decimals for 6 and 8 decks."""
    tableau = standard_tableau()
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        odds = odds_of_decks(decks, tableau)
        for outcome in Outcome:
            probability = odds.probability(outcome)
            rows.append((decks, outcome.text, odds.counts[outcome], probability, Rounded(probability, DIGITS)))
        rows.append((decks, _("all deals"), odds.deals, Fraction(1), Rounded(Fraction(1), DIGITS)))
    return Table(
        id="outcomes-6-and-8-decks",
        caption=_("Punto, banco and tie with 6 and 8 decks: exact counts and probabilities"),
        columns=columns_of(_("decks"), _("outcome"), _("count"), _("fraction"), _("probability")),
        rows=rows,
        notes=(_COUNTS_NOTE,),
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def counts_table() -> Table:
    """Counts for 1 to 16 decks and the infinite shoe."""
    tableau = standard_tableau()
    rows: list[tuple[Cell, ...]] = []
    for decks in DECKS:
        odds = odds_of_decks(decks, tableau)
        rows.append((decks_cell(decks), *(odds.counts[outcome] for outcome in Outcome), odds.deals))
    return Table(
        id="outcome-counts",
        caption=_("Exact counts of punto, banco and tie for 1 to 16 decks and the infinite shoe"),
        columns=columns_of(_("decks"), _("punto"), _("banco"), _("tie"), _("all deals")),
        rows=rows,
        notes=(_COUNTS_NOTE,),
        parameters={"decks": "1-16, infinite"},
    )


def probabilities_table() -> Table:
    """Probabilities, as fractions and decimals, for 1 to 16 decks and the infinite shoe."""
    tableau = standard_tableau()
    rows: list[tuple[Cell, ...]] = []
    for decks in DECKS:
        odds = odds_of_decks(decks, tableau)
        for outcome in Outcome:
            probability = odds.probability(outcome)
            rows.append((decks_cell(decks), outcome.text, probability, Rounded(probability, DIGITS)))
    return Table(
        id="outcome-probabilities",
        caption=_("Exact probabilities of punto, banco and tie for 1 to 16 decks and the infinite shoe"),
        columns=columns_of(_("decks"), _("outcome"), _("fraction"), _("probability")),
        rows=rows,
        parameters={"decks": "1-16, infinite", "digits": DIGITS},
    )


EDGES = (
    _("punto"),
    _("punto, resolved"),
    *chain.from_iterable(
        (_("banco {percent} %", percent=percent), _("banco {percent} %, resolved", percent=percent))
        for percent in COMMISSIONS
    ),
    *(_("tie {payoff}:1", payoff=payoff) for payoff in TIE_PAYOFFS),
)
"""The headings of the edges that are tabulated."""


def _edges(odds: Odds, rules: Rules) -> Iterator[Fraction]:
    """The house edges of a row, in the order of `EDGES`."""
    prices = [odds.price(Outcome.PUNTO, rules)]
    prices += [odds.price(Outcome.BANCO, rules._replace(commission=Fraction(each, 100))) for each in COMMISSIONS]
    for price in prices:
        yield price.house_edge
        yield price.house_edge / price.resolved
    for payoff in TIE_PAYOFFS:
        yield odds.price(Outcome.TIE, rules._replace(payoffs={"tie": Fraction(payoff)})).house_edge


def house_edges_table() -> Table:
    """House edges of every rulebook and reading for 1 to 16 decks and the infinite shoe, under four sets of terms."""
    rows: list[tuple[Cell, ...]] = []
    for rules in all_rules().values():
        for decks in DECKS:
            odds = odds_of_decks(decks, rules.tableau)
            edges = (Rounded(edge, 9) for edge in _edges(odds, rules))
            rows.append((rules.id, decks_cell(decks), *edges, len(rules.assumed)))
    return Table(
        id="house-edges",
        caption=_("House edges by rulebook and number of decks, per stake and per resolved stake"),
        columns=columns_of(_("rules"), _("decks"), *EDGES, _("assumed")),
        rows=rows,
        notes=(
            _(
                "An edge is the expected loss per unit staked; “resolved” divides it by the probability that the bet does not "
                "push. A tie bet is always resolved. A negative edge favours the player."
            ),
            _(
                "Payoffs and commission are those of the column heads. The column “assumed” counts the points on which the "
                "document is silent and standard applies; the table of readings names them."
            ),
            _("Readings by the rank of a third card are in the table of readings alone."),
        ),
        landscape=True,
        rulebook="every shipped reading that point values decide",
        parameters={"decks": "1-16, infinite", "commission": ["5%", "4%"], "tie": ["8:1", "9:1"], "digits": 9},
    )
