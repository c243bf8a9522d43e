"""Reference tables of the catalogue of bets: prices, moments, correlations, pairs, and closed forms by decks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

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
from exact.analysis.odds import Distribution
from exact.analysis.pricing import price_bet, price_jointly
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import _
from exact.arithmetic import root_text
from exact.bets.catalogue import catalogue
from exact.game.shoe import Shoe
from exact.publication.chapters.outcome import MAIN_DECKS
from exact.rules import standard_tableau
from exact.views.bet_price import CATEGORY_HEADS, category_rows, label, pays_text, root
from exact.views.layout import decimal, reference_table

DIGITS = 9
LAYOUT = (
    *("punto", "banco", "tie", "punto-pair", "banco-pair", "either-pair", "perfect-pair-either"),
    *("dragon-bonus-punto", "dragon-bonus-banco", "dragon-7", "panda-8", "lucky-6", "small", "big"),
)
"""The bets of a usual layout, which have tables of moments and correlations."""
PAIRS = ("punto-pair", "either-pair", "punto-perfect-pair", "perfect-pair-either", "perfect-pair-both")
PAIR_DECKS = tuple(range(1, 17))


def _price(bet: str, decks: int) -> Distribution:
    return price_bet(catalogue()[bet], Shoe.of_decks(decks), standard_tableau())


def _priced(decks: int) -> Iterator[tuple[str, Distribution]]:
    """Every bet of the catalogue with each of its pay tables."""
    for bet in catalogue().values():
        price = _price(bet.name, decks)
        for pay_table in bet.pay_tables:
            yield label(bet.name, pay_table), replace(price, payoffs=bet.paid_by(pay_table).payoffs())


def categories_table(decks: int) -> Table:
    """The categories of every bet: counts, probabilities, payoffs and contributions."""
    return reference_table(
        _("Every bet of the catalogue with {decks} decks, category by category", decks=decks),
        (_("bet"), *CATEGORY_HEADS),
        ((name, *row) for name, price in _priced(decks) for row in category_rows(price, DIGITS)),
        _(
            "Counts are of ordered six-card deals with unused positions padded; the contributions add up to the "
            "expectation."
        ),
        decks=decks,
        digits=DIGITS,
    )


def prices_table() -> Table:
    """Edge, hit frequency, standard deviation and skewness of every bet with each of its pay tables."""
    heads = (_("house edge"), _("per resolved"), _("hit frequency"), _("standard deviation"), _("skewness"))
    return reference_table(
        _("Every bet of the catalogue with 6 and 8 decks: house edge, hit frequency, standard deviation and skewness"),
        (_("bet"), _("decks"), *heads),
        ((name, decks, *_figures(price)) for decks in MAIN_DECKS for name, price in _priced(decks)),
        _(
            "Per unit staked; “per resolved” divides the edge by the probability that the bet does not push. The hit "
            "frequency is the probability of a net win. A negative edge favours the player."
        ),
        decks=list(MAIN_DECKS),
        digits=DIGITS,
    )


def _figures(price: Distribution) -> tuple[Cell, ...]:
    edges = (price.house_edge, price.house_edge_resolved, price.hit_frequency)
    return *(decimal(edge, DIGITS) for edge in edges), root_text(price.variance, 6), root(price.skewness_squared, 6)


def moments_table() -> Table:
    """Exact expectation and variance of the layout bets, and the figures that follow from them."""
    rows: list[tuple[Cell, ...]] = []
    for decks, name in product(MAIN_DECKS, LAYOUT):
        price = _price(name, decks)
        roots = (root_text(square or Fraction(0), DIGITS) for square in (price.variance, price.skewness_squared))
        rows.append((name, decks, price.expectation, price.variance, *roots))
    return reference_table(
        _("Moments of the bets of a usual layout with 6 and 8 decks"),
        (_("bet"), _("decks"), _("expectation"), _("variance"), _("standard deviation"), _("skewness")),
        rows,
        landscape=True,
        decks=list(MAIN_DECKS),
        digits=DIGITS,
    )


def correlations_table() -> Table:
    """The correlation of every two layout bets on the same coup, with 8 decks."""
    correlations: dict[tuple[str, str], str] = {}
    for first, second in combinations_with_replacement(LAYOUT, 2):
        joint = price_jointly(catalogue()[first], catalogue()[second], Shoe.of_decks(8), standard_tableau())
        text = root_text(joint.correlation_squared or Fraction(0), 6)
        correlations[first, second] = correlations[second, first] = text
    return reference_table(
        _("Correlation of the bets of a usual layout on the same coup, with 8 decks"),
        (_("bet"), *(Column(name, 1.4) for name in LAYOUT)),
        ((first, *(correlations[first, second] for second in LAYOUT)) for first in LAYOUT),
        _("Rounded from the exact value; bets with several pay tables pay by the first in the catalogue."),
        landscape=True,
        decks=8,
        digits=6,
    )


def pairs_table() -> Table:
    """Pair-type bets for 1 to 16 decks."""
    prices = ((name, decks, _price(name, decks)) for name in PAIRS for decks in PAIR_DECKS)
    rows = (
        (name, decks, price.hit_frequency, Rounded(price.hit_frequency, DIGITS), Rounded(price.house_edge, DIGITS))
        for name, decks, price in prices
    )
    return reference_table(
        _("Pair-type bets for 1 to 16 decks: probability of winning and house edge"),
        (_("bet"), _("decks"), _("fraction"), _("probability"), _("house edge")),
        rows,
        *(_("{bet} pays {payoffs}.", bet=name, payoffs=pays_text(catalogue()[name])) for name in PAIRS),
        decks="1-16",
        digits=DIGITS,
    )


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
    return reference_table(
        _("The expectation of every bet of the catalogue as a quotient of two polynomials in the number of decks d"),
        (_BET, *map(Column, powers), Column(_("denominator"), 6.6), Column(_("limit"))),
        rows,
        _(
            "The integers of a row are the numerator's coefficients of the powers of d above them. The numerator over "
            "the denominator, in lowest terms, is the expected net win per unit staked on the first coup from d full "
            "decks. The limit is that of the infinite shoe."
        ),
        landscape=True,
        decks="d",
    )


def expansions_table() -> Table:
    """The expansion of each bet's expectation in powers of 1/d."""
    rows: list[tuple[Cell, ...]] = [
        (name, form.limit, *(Rounded(coefficient, DIGITS) for coefficient in form.expansion))
        for name, form in _forms().items()
    ]
    powers = ("1/d", *(f"1/d^{power}" for power in range(2, ORDER + 1)))
    return reference_table(
        _("The expectation of every bet of the catalogue expanded in powers of 1/d, for d decks"),
        (_BET, *map(Column, (_("limit"), _("limit, decimal"), *powers))),
        rows,
        _("The limit is the expectation from the infinite shoe; the columns after it are the coefficients."),
        decks="d",
        digits=DIGITS,
    )


def monotonicity_table() -> Table:
    """The proved behaviour of each bet's house edge for every real number of decks from one upwards."""
    rows: list[tuple[Cell, ...]] = []
    for name, form in _forms().items():
        edges = Rounded(-form.at(1), DIGITS), Rounded(-form.limit, DIGITS)
        rows.append((name, slope_text(edge_slope(form)), favour_text(edge_sign(form)), *edges))
    heads = columns_of(Column(_("favours"), 3.4), _("edge, 1 deck"), _("edge, limit"))
    return reference_table(
        _("Proved for all numbers of decks d ≥ 1: the house edge of every bet of the catalogue"),
        (_BET, Column(_("house edge"), 4.6), *heads),
        rows,
        _(
            "Proved for every real d ≥ 1 by exact isolation of the roots of the closed form's derivative and "
            "numerator; each interval holds exactly one root. The denominators are positive there: their roots are "
            "among 1/52 to 5/52."
        ),
        decks="d",
        digits=DIGITS,
    )
