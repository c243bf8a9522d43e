"""Reference tables of the closed forms: every bet as a function of the number of decks, and proved statements about it."""

from __future__ import annotations

from functools import cache

from exact.analysis.closed_form import (
    ORDER,
    ClosedForm,
    closed_form,
    edge_sign,
    edge_slope,
    factored_text,
    favour_text,
    slope_text,
)
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import _
from exact.bets.catalogue import catalogue
from exact.publication.chapters.bet import label
from exact.rules.named import standard_tableau

DIGITS = 9
HIGHEST = 5
"""The highest power in a numerator: one of the six factors of a count, 52d, cancels with the number of all deals."""
_BET = Column(_("bet"), 4.8)


@cache
def _forms() -> dict[str, ClosedForm]:
    """Every bet of the catalogue with each of its pay tables."""
    tableau = standard_tableau()
    return {
        label(bet.name, name): closed_form(bet.paid_by(name), tableau)
        for bet in catalogue().values()
        for name in bet.pay_tables
    }


def forms_table() -> Table:
    """Numerator, denominator and limit of each bet's expectation."""
    rows: list[tuple[Cell, ...]] = []
    for name, form in _forms().items():
        padded = (*form.numerator, *[0] * (HIGHEST + 1 - len(form.numerator)))
        rows.append((name, *reversed(padded), factored_text(form.denominator), form.limit))
    powers = (*(f"d^{power}" for power in range(HIGHEST, 1, -1)), "d", "1")
    return Table(
        id="closed-forms",
        caption=_(
            "The expectation of every bet of the catalogue as a quotient of two polynomials in the number of decks d"
        ),
        columns=(_BET, *map(Column, powers), Column(_("denominator"), 6.6), Column(_("limit"))),
        rows=rows,
        notes=(
            _(
                "The integers of a row are the numerator's coefficients of the powers of d above them. The numerator over the "
                "denominator, in lowest terms, is the expected net win per unit staked on the first coup from d full decks. "
                "The limit is that of the infinite shoe."
            ),
        ),
        landscape=True,
        parameters={"decks": "d"},
    )


def expansions_table() -> Table:
    """The expansion of each bet's expectation in powers of 1/d."""
    rows: list[tuple[Cell, ...]] = [
        (name, form.limit, *(Rounded(coefficient, DIGITS) for coefficient in form.expansion))
        for name, form in _forms().items()
    ]
    powers = ("1/d", *(f"1/d^{power}" for power in range(2, ORDER + 1)))
    return Table(
        id="closed-form-expansions",
        caption=_("The expectation of every bet of the catalogue expanded in powers of 1/d, for d decks"),
        columns=(_BET, *map(Column, (_("limit"), _("limit, decimal"), *powers))),
        rows=rows,
        notes=(_("The limit is the expectation from the infinite shoe; the columns after it are the coefficients."),),
        parameters={"decks": "d", "digits": DIGITS},
    )


def monotonicity_table() -> Table:
    """The proved behaviour of each bet's house edge for every real number of decks from one upwards."""
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            slope_text(edge_slope(form)),
            favour_text(edge_sign(form)),
            Rounded(-form.at(1), DIGITS),
            Rounded(-form.limit, DIGITS),
        )
        for name, form in _forms().items()
    ]
    heads = columns_of(Column(_("favours"), 3.4), _("edge, 1 deck"), _("edge, limit"))
    return Table(
        id="edge-monotonicity",
        caption=_("Proved for all numbers of decks d ≥ 1: the house edge of every bet of the catalogue"),
        columns=(_BET, Column(_("house edge"), 4.6), *heads),
        rows=rows,
        notes=(
            _(
                "Proved for every real d ≥ 1 by exact isolation of the roots of the closed form's derivative and numerator; "
                "each interval holds exactly one root. The denominators are positive there: their roots are among 1/52 to 5/52."
            ),
        ),
        parameters={"decks": "d", "digits": DIGITS},
    )
