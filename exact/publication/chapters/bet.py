"""Reference tables of the catalogue of bets: prices, moments, correlations, pairs, and closed forms by decks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

from exact.analysis import closed_form as forms
from exact.analysis.odds import Distribution
from exact.analysis.pricing import price_bet, price_jointly
from exact.answers.table import Column, Rounded
from exact.answers.text import _
from exact.arithmetic import root_text
from exact.bets.catalogue import catalogue
from exact.game.shoe import Shoe
from exact.publication.declared import MAIN_DECKS, declared
from exact.rules import standard_tableau
from exact.views.bet_price import CATEGORY_HEADS, category_rows, label, pays_text, root
from exact.views.layout import Rows, decimal

DIGITS = 9
LAYOUT = (
    *("punto", "banco", "tie", "punto-pair", "banco-pair", "either-pair", "perfect-pair-either"),
    *("dragon-bonus-punto", "dragon-bonus-banco", "dragon-7", "panda-8", "lucky-6", "small", "big"),
)
"""The bets of a usual layout, which have tables of moments and correlations."""
PAIRS = ("punto-pair", "either-pair", "punto-perfect-pair", "perfect-pair-either", "perfect-pair-both")


def _price(bet: str, decks: int) -> Distribution:
    return price_bet(catalogue()[bet], Shoe.of_decks(decks), standard_tableau())


def _priced(decks: int) -> Iterator[tuple[str, Distribution]]:
    """Every bet of the catalogue with each of its pay tables."""
    for bet in catalogue().values():
        price = _price(bet.name, decks)
        for pay_table in bet.pay_tables:
            yield label(bet.name, pay_table), replace(price, payoffs=bet.paid_by(pay_table).payoffs())


bet_categories_table = declared(
    _("Every bet of the catalogue with {decks} decks, category by category"),
    _(
        "Counts are of ordered six-card deals with unused positions padded; the contributions add up to the "
        "expectation."
    ),
    heads=(_("bet"), *CATEGORY_HEADS),
    parameters={"digits": DIGITS},
)(lambda decks: ((name, *row) for name, price in _priced(decks) for row in category_rows(price, DIGITS)))

bet_prices_table = declared(
    _("Every bet of the catalogue with 6 and 8 decks: house edge, hit frequency, standard deviation and skewness"),
    _(
        "Per unit staked; “per resolved” divides the edge by the probability that the bet does not push. The hit "
        "frequency is the probability of a net win. A negative edge favours the player."
    ),
    heads=(
        *(_("bet"), _("decks"), _("house edge"), _("per resolved"), _("hit frequency")),
        *(_("standard deviation"), _("skewness")),
    ),
    parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
)(
    lambda: (
        (
            name,
            decks,
            *(decimal(edge, DIGITS) for edge in (price.house_edge, price.house_edge_resolved, price.hit_frequency)),
            root_text(price.variance, 6),
            root(price.skewness_squared, 6),
        )
        for decks in MAIN_DECKS
        for name, price in _priced(decks)
    )
)


@declared(
    _("Moments of the bets of a usual layout with 6 and 8 decks"),
    heads=(_("bet"), _("decks"), _("expectation"), _("variance"), _("standard deviation"), _("skewness")),
    landscape=True,
    parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
)
def layout_moments_table() -> Rows:
    """Exact expectation and variance of the layout bets, and the figures that follow from them."""
    for decks, name in product(MAIN_DECKS, LAYOUT):
        price = _price(name, decks)
        roots = (root_text(square or Fraction(0), DIGITS) for square in (price.variance, price.skewness_squared))
        yield name, decks, price.expectation, price.variance, *roots


@declared(
    _("Correlation of the bets of a usual layout on the same coup, with 8 decks"),
    _("Rounded from the exact value; bets with several pay tables pay by the first in the catalogue."),
    heads=(_("bet"), *(Column(name, 1.4) for name in LAYOUT)),
    landscape=True,
    parameters={"decks": 8, "digits": 6},
)
def layout_correlations_table() -> Rows:
    """The correlation of every two layout bets on the same coup, with 8 decks."""
    correlations: dict[tuple[str, str], str] = {}
    for first, second in combinations_with_replacement(LAYOUT, 2):
        joint = price_jointly(catalogue()[first], catalogue()[second], Shoe.of_decks(8), standard_tableau())
        text = root_text(joint.correlation_squared or Fraction(0), 6)
        correlations[first, second] = correlations[second, first] = text
    return ((first, *(correlations[first, second] for second in LAYOUT)) for first in LAYOUT)


@declared(
    _("Pair-type bets for 1 to 16 decks: probability of winning and house edge"),
    lambda: tuple(_("{bet} pays {payoffs}.", bet=name, payoffs=pays_text(catalogue()[name])) for name in PAIRS),
    heads=(_("bet"), _("decks"), _("fraction"), _("probability"), _("house edge")),
    parameters={"decks": "1-16", "digits": DIGITS},
)
def pair_bets_table() -> Rows:
    """Pair-type bets for 1 to 16 decks."""
    for name, decks in product(PAIRS, range(1, 17)):
        price = _price(name, decks)
        yield name, decks, price.hit_frequency, decimal(price.hit_frequency, DIGITS), decimal(price.house_edge, DIGITS)


_BET = Column(_("bet"), 4.8)


@cache
def _forms() -> dict[str, forms.ClosedForm]:
    """Every bet of the catalogue with each of its pay tables."""
    tableau = standard_tableau()
    return {
        label(bet.name, name): forms.closed_form(bet.paid_by(name), tableau)
        for bet in catalogue().values()
        for name in bet.pay_tables
    }


@declared(
    _("The expectation of every bet of the catalogue as a quotient of two polynomials in the number of decks d"),
    _(
        "The integers of a row are the numerator's coefficients of the powers of d above them. The numerator over the "
        "denominator, in lowest terms, is the expected net win per unit staked on the first coup from d full decks. "
        "The limit is that of the infinite shoe."
    ),
    heads=(_BET, "d^5", "d^4", "d^3", "d^2", "d", "1", Column(_("denominator"), 6.6), _("limit")),
    landscape=True,
    parameters={"decks": "d"},
)
def closed_forms_table() -> Rows:
    """Numerator, denominator and limit of each bet's expectation."""
    for name, form in _forms().items():
        # d^5 is the highest power: one of the six factors of a count, 52d, cancels with the number of all deals.
        padded = (*form.numerator, *[0] * (6 - len(form.numerator)))
        yield name, *reversed(padded), forms.factored_text(form.denominator), form.limit


closed_form_expansions_table = declared(
    _("The expectation of every bet of the catalogue expanded in powers of 1/d, for d decks"),
    _("The limit is the expectation from the infinite shoe; the columns after it are the coefficients."),
    heads=(_BET, _("limit"), _("limit, decimal"), "1/d", "1/d^2", "1/d^3"),
    parameters={"decks": "d", "digits": DIGITS},
)(
    lambda: (
        (name, form.limit, *(Rounded(coefficient, DIGITS) for coefficient in form.expansion))
        for name, form in _forms().items()
    )
)


@declared(
    _("Proved for all numbers of decks d ≥ 1: the house edge of every bet of the catalogue"),
    _(
        "Proved for every real d ≥ 1 by exact isolation of the roots of the closed form's derivative and numerator; "
        "each interval holds exactly one root. The denominators are positive there: their roots are among 1/52 to 5/52."
    ),
    heads=(*(_BET, Column(_("house edge"), 4.6), Column(_("favours"), 3.4)), _("edge, 1 deck"), _("edge, limit")),
    parameters={"decks": "d", "digits": DIGITS},
)
def edge_monotonicity_table() -> Rows:
    """The proved behaviour of each bet's house edge for every real number of decks from one upwards."""
    for name, form in _forms().items():
        edges = Rounded(-form.at(1), DIGITS), Rounded(-form.limit, DIGITS)
        yield name, forms.slope_text(forms.edge_slope(form)), forms.favour_text(forms.edge_sign(form)), *edges
