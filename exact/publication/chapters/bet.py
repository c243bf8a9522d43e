"""Reference tables of the catalogue of bets: categories, prices, moments, correlations and pairs by number of decks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exact.analysis.odds import Distribution
from exact.analysis.pricing import price_bet, price_jointly
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import Text, _, joined
from exact.arithmetic import number_text, root_text
from exact.bets.bet import INLINE, Bet
from exact.bets.catalogue import catalogue
from exact.game.shoe import Shoe
from exact.publication.chapters.outcome import MAIN_DECKS
from exact.rules.named import standard_tableau

DIGITS = 9
LAYOUT = (
    *("punto", "banco", "tie", "punto-pair", "banco-pair", "either-pair", "perfect-pair-either"),
    *("dragon-bonus-punto", "dragon-bonus-banco", "dragon-7", "panda-8", "lucky-6", "small", "big"),
)
"""The bets of a usual layout, which have tables of moments and correlations."""
PAIRS = ("punto-pair", "either-pair", "punto-perfect-pair", "perfect-pair-either", "perfect-pair-both")
PAIR_DECKS = tuple(range(1, 17))


def _price(bet: Bet, decks: int) -> Distribution:
    return price_bet(bet, Shoe.of_decks(decks), standard_tableau())


def _priced(decks: int) -> Iterator[tuple[Bet, Distribution]]:
    """Every bet of the catalogue with each of its pay tables."""
    for bet in catalogue().values():
        price = _price(bet, decks)
        for pay_table in bet.pay_tables:
            paid = bet.paid_by(pay_table)
            yield paid, price._replace(payoffs=paid.payoffs())


def label(bet: str, pay_table: str) -> str:
    """A bet's name in a table, with that of its pay table unless the categories themselves give the payoffs."""
    return bet if pay_table == INLINE else f"{bet}:{pay_table}"


def categories_table(decks: int) -> Table:
    """The categories of every bet: counts, probabilities, payoffs and contributions."""
    rows: list[tuple[Cell, ...]] = [
        (
            label(bet.name, bet.paying_table),
            category,
            price.counts[index],
            Rounded(price.probability(index), DIGITS),
            number_text(price.payoffs[index]),
            Rounded(price.contribution(index), DIGITS),
        )
        for bet, price in _priced(decks)
        for index, category in enumerate(price.categories)
    ]
    return Table(
        id=f"bet-categories-{decks}-decks",
        caption=_("Every bet of the catalogue with {decks} decks, category by category", decks=decks),
        columns=columns_of(_("bet"), _("category"), _("count"), _("probability"), _("pays"), _("contribution")),
        rows=rows,
        notes=(
            _(
                "Counts are of ordered six-card deals with unused positions padded; the contributions add up to the "
                "expectation."
            ),
        ),
        parameters={"decks": decks, "digits": DIGITS},
    )


def prices_table() -> Table:
    """Edge, hit frequency, standard deviation and skewness of every bet with each of its pay tables."""
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        for bet, price in _priced(decks):
            rows.append((label(bet.name, bet.paying_table), decks, *_figures(price)))
    return Table(
        id="bet-prices",
        caption=_(
            "Every bet of the catalogue with 6 and 8 decks: house edge, hit frequency, standard deviation and skewness"
        ),
        columns=columns_of(
            _("bet"),
            _("decks"),
            _("house edge"),
            _("per resolved"),
            _("hit frequency"),
            _("standard deviation"),
            _("skewness"),
        ),
        rows=rows,
        notes=(
            _(
                "Per unit staked; “per resolved” divides the edge by the probability that the bet does not push. The hit "
                "frequency is the probability of a net win. A negative edge favours the player."
            ),
        ),
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def _figures(price: Distribution) -> tuple[Cell, ...]:
    skewness = price.skewness_squared
    return (
        Rounded(price.house_edge, DIGITS),
        None if price.house_edge_resolved is None else Rounded(price.house_edge_resolved, DIGITS),
        Rounded(price.hit_frequency, DIGITS),
        root_text(price.variance, 6),
        None if skewness is None else root_text(skewness, 6),
    )


def moments_table() -> Table:
    """Exact expectation and variance of the layout bets, and the figures that follow from them."""
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        for name in LAYOUT:
            price = _price(catalogue()[name], decks)
            deviation = root_text(price.variance, DIGITS)
            skewness = root_text(price.skewness_squared or Fraction(0), DIGITS)
            rows.append((name, decks, price.expectation, price.variance, deviation, skewness))
    return Table(
        id="layout-moments",
        caption=_("Moments of the bets of a usual layout with 6 and 8 decks"),
        columns=columns_of(
            _("bet"), _("decks"), _("expectation"), _("variance"), _("standard deviation"), _("skewness")
        ),
        rows=rows,
        landscape=True,
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def correlations_table() -> Table:
    """The correlation of every two layout bets on the same coup, with 8 decks."""
    tableau = standard_tableau()
    shoe = Shoe.of_decks(8)
    correlations: dict[tuple[str, str], str] = {}
    for i, first in enumerate(LAYOUT):
        for second in LAYOUT[i:]:
            square = price_jointly(catalogue()[first], catalogue()[second], shoe, tableau).correlation_squared
            correlations[first, second] = correlations[second, first] = root_text(square or Fraction(0), 6)
    return Table(
        id="layout-correlations",
        caption=_("Correlation of the bets of a usual layout on the same coup, with 8 decks"),
        columns=columns_of(_("bet"), *(Column(name, 1.4) for name in LAYOUT)),
        rows=[(first, *(correlations[first, second] for second in LAYOUT)) for first in LAYOUT],
        notes=(_("Rounded from the exact value; bets with several pay tables pay by the first in the catalogue."),),
        landscape=True,
        parameters={"decks": 8, "digits": 6},
    )


def pairs_table() -> Table:
    """Pair-type bets for 1 to 16 decks."""
    rows: list[tuple[Cell, ...]] = []
    for name in PAIRS:
        bet = catalogue()[name]
        for decks in PAIR_DECKS:
            price = _price(bet, decks)
            won, edge = price.hit_frequency, price.house_edge
            rows.append((name, decks, won, Rounded(won, DIGITS), Rounded(edge, DIGITS)))
    return Table(
        id="pair-bets",
        caption=_("Pair-type bets for 1 to 16 decks: probability of winning and house edge"),
        columns=columns_of(_("bet"), _("decks"), _("fraction"), _("probability"), _("house edge")),
        rows=rows,
        notes=tuple(_("{bet} pays {payoffs}.", bet=name, payoffs=_pays(catalogue()[name])) for name in PAIRS),
        parameters={"decks": "1-16", "digits": DIGITS},
    )


def _pays(bet: Bet) -> Text:
    paid = zip(bet.categories, bet.payoffs(), strict=True)
    won = ((category, number_text(payoff)) for category, payoff in paid if payoff > 0)
    return joined(", ", (_("{category} {payoff} to 1", category=category, payoff=payoff) for category, payoff in won))
