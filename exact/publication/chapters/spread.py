"""Reference tables of the spread: how much a bet's expectation varies with the cards that are unseen."""

from __future__ import annotations

from exact.analysis.spread import VARIANCE, Spread, spreads, work_of
from exact.answers.table import Cell, Rounded, Table, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import root_text
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.game.shoe import Shoe
from exact.publication.chapters.bet import label
from exact.rules.named import standard_tableau

DECKS = 8
DIGITS = 9
BETS = ("punto", "banco", "tie", "dragon-7", "panda-8", "punto-pair")
UNSEEN = (6, 13, 26, 39, 52, 78, 104, 156, 208, 260, 312, 364, 410)
DEPTH = 52
"""The unseen cards of the table of all bets."""
_MOST_WORK = 2 * 10**8
"""The bets that take more than a few seconds are left out of that table."""


def spread_table() -> Table:
    """The spread of the main bets by the number of unseen cards."""
    rows: list[tuple[Cell, ...]] = []
    for name in BETS:
        for spread in spreads(catalogue()[name], Shoe.of_decks(DECKS), standard_tableau(), UNSEEN):
            skewness = spread.skewness_squared
            skewness_text = None if skewness is None else root_text(skewness, DIGITS - 3)
            rows.append((name, spread.unseen, _deviation(spread), skewness_text, _share(spread)))
    return Table(
        id="expectation-spread",
        caption=_("The spread of the expectation with {decks} decks, by cards unseen", decks=DECKS),
        columns=columns_of(
            _("bet"), _("unseen"), _("standard deviation, %"), _("skewness"), _("linear part of the variance, %")
        ),
        rows=rows,
        notes=(_note(), _("The standard deviation and the skewness are rounded from the exact squares.")),
        parameters={"decks": DECKS, "unseen": list(UNSEEN), "digits": DIGITS},
    )


def bets_table() -> Table:
    """The spread of every bet at one depth of the shoe."""
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    rows: list[tuple[Cell, ...]] = []
    for bet in catalogue().values():
        if work_of(bet, shoe, tableau, VARIANCE) <= _MOST_WORK:
            rows.append(_row(bet, *spreads(bet, shoe, tableau, [DEPTH], VARIANCE)))
    return Table(
        id="expectation-spread-bets",
        caption=_(
            "The spread of the expectation of every bet with {unseen} of {decks} decks' cards unseen",
            unseen=DEPTH,
            decks=DECKS,
        ),
        columns=columns_of(
            _("bet"),
            _("expectation, %"),
            _("standard deviation, %"),
            _("below zero, standard deviations"),
            _("linear part of the variance, %"),
        ),
        rows=rows,
        notes=(
            _note(),
            _(
                "“Below zero” divides the house edge by the standard deviation: the smaller it is, the more often the unseen cards "
                "favour the player. Bets that look at too many kinds of cards are left out."
            ),
        ),
        landscape=True,
        parameters={"decks": DECKS, "unseen": DEPTH, "digits": DIGITS},
    )


def _row(bet: Bet, spread: Spread) -> tuple[Cell, ...]:
    away = root_text(spread.mean * abs(spread.mean) / -spread.variance, 3)
    expectation = Rounded(spread.mean * 100, DIGITS - 2)
    return label(bet.name, bet.paying_table), expectation, _deviation(spread), away, _share(spread)


def _deviation(spread: Spread) -> str:
    return root_text(spread.variance * 10**4, DIGITS - 2)


def _share(spread: Spread) -> Cell:
    return None if spread.linear_share is None else Rounded(spread.linear_share * 100, 4)


def _note() -> Text:
    return _(
        "With n cards of the shoe unseen, every set of n cards equally likely, the expectation of the next coup varies about that of "
        "the whole shoe. The linear part is the share of its variance that the best linear count sees."
    )
