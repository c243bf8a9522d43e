"""Reference tables of the catalogue of bets: prices, moments, correlations, pairs, and closed forms by decks."""

from collections.abc import Iterator
from functools import cache

from exact.analysis import closed_form as forms
from exact.answers.table import Column, Rounded
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.publication.declared import EXACTLY, MAIN_DECKS, AskedRows, ask, declared, told
from exact.rules import standard_tableau
from exact.views.bet_price import CATEGORY_HEADS, label, pays_text

DIGITS = 9
LAYOUT = (
    *("punto", "banco", "tie", "punto-pair", "banco-pair", "either-pair", "perfect-pair-either"),
    *("dragon-bonus-punto", "dragon-bonus-banco", "dragon-7", "panda-8", "lucky-6", "small", "big"),
)
"""The bets of a usual layout, which have tables of moments and correlations."""
PAIRS = ("punto-pair", "either-pair", "punto-perfect-pair", "perfect-pair-either", "perfect-pair-both")


def _paid() -> Iterator[tuple[str, Bet]]:
    """Every bet of the catalogue with each of its pay tables, and its name with that."""
    for bet in catalogue().values():
        for pay_table in bet.pay_tables:
            yield label(bet.name, pay_table), bet.paid_by(pay_table)


@declared(
    _("Every bet of the catalogue with {decks} decks, category by category"),
    _(
        "Counts are of ordered six-card deals with unused positions padded; the contributions add up to the "
        "expectation."
    ),
    heads=(_("bet"), *CATEGORY_HEADS),
    parameters={"digits": DIGITS},
)
def bet_categories_table(decks: int) -> AskedRows:
    for name, bet in _paid():
        for category, payoff in zip(bet.categories, bet.payoffs(), strict=True):
            of = f"of {name} {category}, {decks} decks"
            probability, contribution = ask(f"probability {of}", DIGITS), ask(f"contribution {of}", DIGITS)
            yield name, category, ask(f"count {of}"), probability, number_text(payoff), contribution


bet_prices_table = declared(
    _("Every bet of the catalogue with 6 and 8 decks: house edge, hit frequency, standard deviation and skewness"),
    _(
        "Per unit staked; “per resolved” divides the edge by the probability that the bet does not push. The hit "
        "frequency is the probability of a net win. A negative edge favours the player."
    ),
    asks={
        _("house edge"): "house edge of {bet}, {decks} decks",
        _("per resolved"): "house edge per resolved stake of {bet}, {decks} decks",
        _("hit frequency"): "hit frequency of {bet}, {decks} decks",
        _("standard deviation"): ("standard deviation of {bet}, {decks} decks", 6),
        _("skewness"): ("skewness of {bet}, {decks} decks", 6),
    },
    parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
)(lambda: ({_("bet"): name, _("decks"): decks} for decks in MAIN_DECKS for name, _bet in _paid()))

layout_moments_table = declared(
    _("Moments of the bets of a usual layout with 6 and 8 decks"),
    asks={
        _("expectation"): ("expectation of {bet}, {decks} decks", EXACTLY),
        _("variance"): ("variance of {bet}, {decks} decks", EXACTLY),
        _("standard deviation"): "standard deviation of {bet}, {decks} decks",
        _("skewness"): "skewness of {bet}, {decks} decks",
    },
    landscape=True,
    parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
)(lambda: ({_("bet"): name, _("decks"): decks} for decks in MAIN_DECKS for name in LAYOUT))


@declared(
    _("Correlation of the bets of a usual layout on the same coup, with 8 decks"),
    _("Rounded from the exact value; bets with several pay tables pay by the first in the catalogue."),
    heads=(_("bet"), *(Column(name, 1.4) for name in LAYOUT)),
    landscape=True,
    parameters={"decks": 8, "digits": 6},
)
def layout_correlations_table() -> AskedRows:
    for first in LAYOUT:
        pairs = (sorted((first, second), key=LAYOUT.index) for second in LAYOUT)
        yield first, *(ask(f"correlation of {' and '.join(pair)}, 8 decks", 6) for pair in pairs)


pair_bets_table = declared(
    _("Pair-type bets for 1 to 16 decks: probability of winning and house edge"),
    lambda: tuple(_("{bet} pays {payoffs}.", bet=name, payoffs=pays_text(catalogue()[name])) for name in PAIRS),
    asks={
        _("fraction"): ("hit frequency of {bet}, {decks} decks", EXACTLY),
        _("probability"): "hit frequency of {bet}, {decks} decks",
        _("house edge"): "house edge of {bet}, {decks} decks",
    },
    parameters={"decks": "1-16", "digits": DIGITS},
)(lambda: ({_("bet"): name, _("decks"): decks} for name in PAIRS for decks in range(1, 17)))


_BET = Column(_("bet"), 4.8)


@cache
def _forms() -> dict[str, forms.ClosedForm]:
    return {name: forms.closed_form(bet, standard_tableau()) for name, bet in _paid()}


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
def closed_forms_table() -> AskedRows:
    for name, form in _forms().items():
        # d^5 is the highest power: one of the six factors of a count, 52d, cancels with the number of all deals.
        padded = (*form.numerator, *[0] * (6 - len(form.numerator)))
        limit = told(f"expectation of {name}, infinite shoe", form.limit)
        yield name, *reversed(padded), forms.factored_text(form.denominator), limit


@declared(
    _("The expectation of every bet of the catalogue expanded in powers of 1/d, for d decks"),
    _("The limit is the expectation from the infinite shoe; the columns after it are the coefficients."),
    heads=(_BET, _("limit"), _("limit, decimal"), "1/d", "1/d^2", "1/d^3"),
    parameters={"decks": "d", "digits": DIGITS},
)
def closed_form_expansions_table() -> AskedRows:
    for name, form in _forms().items():
        limit = f"expectation of {name}, infinite shoe"
        exact, rounded = told(limit, form.limit), told(limit, form.limit, DIGITS)
        yield name, exact, rounded, *(Rounded(term, DIGITS) for term in form.expansion[1:])


@declared(
    _("Proved for all numbers of decks d ≥ 1: the house edge of every bet of the catalogue"),
    _(
        "Proved for every real d ≥ 1 by exact isolation of the roots of the closed form's derivative and numerator; "
        "each interval holds exactly one root. The denominators are positive there: their roots are among 1/52 to 5/52."
    ),
    heads=(*(_BET, Column(_("house edge"), 4.6), Column(_("favours"), 3.4)), _("edge, 1 deck"), _("edge, limit")),
    parameters={"decks": "d", "digits": DIGITS},
)
def edge_monotonicity_table() -> AskedRows:
    for name, form in _forms().items():
        edge = f"house edge of {name}"
        edges = told(f"{edge}, 1 deck", -form.at(1), DIGITS), told(f"{edge}, infinite shoe", -form.limit, DIGITS)
        yield name, forms.slope_text(forms.edge_slope(form)), forms.favour_text(forms.edge_sign(form)), *edges
