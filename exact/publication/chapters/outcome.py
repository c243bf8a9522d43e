"""Reference tables of the outcomes and the three main bets by number of decks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exact.analysis.full_shoes import DECKS, odds_of_decks
from exact.answers.table import Cell, Rounded, Table, columns_of
from exact.answers.text import _
from exact.game.coup import Outcome
from exact.literature.main_claims import COMMISSIONS, TIE_PAYOFFS, Quantity
from exact.rules.named import all_rules, standard_tableau

DIGITS = 12
MAIN_DECKS = (6, 8)
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


def _edges() -> Iterator[tuple[str, Quantity]]:
    edge, resolved = "house edge", "house edge per resolved stake"
    yield _("punto"), Quantity(edge, Outcome.PUNTO)
    yield _("punto, resolved"), Quantity(resolved, Outcome.PUNTO)
    for commission in COMMISSIONS:
        percent = commission * 100
        yield _("banco {percent} %", percent=percent), Quantity(edge, Outcome.BANCO, commission)
        yield _("banco {percent} %, resolved", percent=percent), Quantity(resolved, Outcome.BANCO, commission)
    for payoff in TIE_PAYOFFS:
        yield _("tie {payoff}:1", payoff=payoff), Quantity(edge, Outcome.TIE, payoff)


EDGES = tuple(_edges())
"""The headings of the edges that are tabulated, and what each is."""


def house_edges_table() -> Table:
    """House edges of every rulebook and reading for 1 to 16 decks and the infinite shoe, under four sets of terms."""
    rows: list[tuple[Cell, ...]] = []
    for rules in all_rules().values():
        for decks in DECKS:
            odds = odds_of_decks(decks, rules.tableau)
            edges = (Rounded(quantity.value(odds, rules), 9) for _, quantity in EDGES)
            rows.append((rules.id, decks_cell(decks), *edges, len(rules.assumed)))
    return Table(
        id="house-edges",
        caption=_("House edges by rulebook and number of decks, per stake and per resolved stake"),
        columns=columns_of(_("rules"), _("decks"), *(heading for heading, _ in EDGES), _("assumed")),
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
        ),
        landscape=True,
        rulebook="every shipped reading",
        parameters={"decks": "1-16, infinite", "commission": ["5%", "4%"], "tie": ["8:1", "9:1"], "digits": 9},
    )
