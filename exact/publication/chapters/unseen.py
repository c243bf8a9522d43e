"""Reference tables of the unseen cards: how much the expectation varies with them, and what it gains to know them."""

from __future__ import annotations

from collections.abc import Mapping

from exact.analysis.perfect_play import PerfectPlay
from exact.analysis.spread import VARIANCE, spreads, work_of
from exact.answers.table import Table
from exact.answers.text import Text, _, joined
from exact.bets.catalogue import catalogue
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.publication import stored_figures as perfect
from exact.rules import standard_tableau
from exact.views.bet_price import label
from exact.views.count_gains import deviations
from exact.views.layout import as_reference, without
from exact.views.perfect_gains import UNSEEN_NOTE, gains

DECKS = 8
DIGITS, PERFECT_DIGITS = 9, 12
BETS = ("punto", "banco", "tie", "dragon-7", "panda-8", "punto-pair")
UNSEEN = (6, 13, 26, 39, 52, 78, 104, 156, 208, 260, 312, 364, 410)
DEPTH = 52
"""The unseen cards of the table of all bets."""
_MOST_WORK = 2 * 10**8
"""The bets that take more than a few seconds are left out of that table."""
_HEADINGS = {
    "mean": _("expectation, %"),
    "standard_deviation": _("standard deviation, %"),
    "linear_part": _("linear part of the variance, %"),
}
_NOTE = _(
    "With n cards of the shoe unseen, every set of n cards equally likely, the expectation of the next coup varies "
    "about that of the whole shoe. The linear part is the share of its variance that the best linear count sees."
)


def expectation_spread_table() -> Table:
    """The spread of the main bets by the number of unseen cards."""
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    by_bet = [(name, each) for name in BETS for each in spreads(catalogue()[name], shoe, tableau, UNSEEN)]
    caption = _("The spread of the expectation with {decks} decks, by cards unseen", decks=DECKS)
    return as_reference(
        without(deviations(caption, by_bet, DIGITS, DIGITS - 3), "mean", "below_zero"),
        _HEADINGS,
        notes=(_NOTE, _("The standard deviation and the skewness are rounded from the exact squares.")),
        parameters={"decks": DECKS, "unseen": list(UNSEEN), "digits": DIGITS},
    )


def expectation_spread_bets_table() -> Table:
    """The spread of every bet at one depth of the shoe."""
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    bets = (bet for bet in catalogue().values() if work_of(bet, shoe, tableau, VARIANCE) <= _MOST_WORK)
    by_bet = [
        (label(bet.name, bet.paying_table), each)
        for bet in bets
        for each in spreads(bet, shoe, tableau, [DEPTH], VARIANCE)
    ]
    caption = _(
        "The spread of the expectation of every bet with {unseen} of {decks} decks' cards unseen",
        unseen=DEPTH,
        decks=DECKS,
    )
    return as_reference(
        without(deviations(caption, by_bet, DIGITS, DIGITS - 3), "unseen", "skewness"),
        _HEADINGS,
        notes=(
            _NOTE,
            _(
                "“Below zero” divides the house edge by the standard deviation: the smaller it is, the more often the "
                "unseen cards favour the player. Bets that look at too many kinds of cards are left out."
            ),
        ),
        landscape=True,
        parameters={"decks": DECKS, "unseen": DEPTH, "digits": DIGITS},
    )


def perfect_play_table(decks: int) -> Table:
    """Gain, probability of a positive expectation and conditional edge of every bet of the reference."""
    entries = [perfect.PerfectEntry(unseen, decks, bet) for bet in perfect.BETS for unseen in perfect.PERFECT_UNSEEN]
    return _perfect_table(
        _("Perfect play with {decks} decks: the gain from knowing the unseen cards", decks=decks),
        {entry: perfect.reference()[entry] for entry in entries},
        {"decks": decks, "unseen": "6-30, 36, 42, 52", "digits": PERFECT_DIGITS},
        _(
            "“{best}” is the best of {bets}, or no bet. Payoffs are those of the catalogue: banco at 5 % "
            "commission, the tie at 8 to 1, Dragon 7 at 40 to 1, Panda 8 at 25 to 1.",
            best=perfect.BEST,
            bets=joined(", ", (Outcome(bet).text for bet in perfect.MAIN_BETS)),
        ),
        _(
            "Every figure is an exact fraction, rounded once: an integer sum over all compositions. The "
            "expectations are matrix products of low and high cards in doubles that hold them exactly; the weights "
            "are cut into digits. Up to seven unseen cards, nine in the slow tests, plain sums of fractions over "
            "the walk confirm the figures; the walk shares no code with this method."
        ),
    )


def perfect_pairs_table(decks: int) -> Table:
    """The same for pairs, whose compositions are those of ranks."""
    entries = [perfect.PerfectEntry(cards, decks, bet) for bet in perfect.PAIR_BETS for cards in perfect.PAIR_UNSEEN]
    return _perfect_table(
        _("Perfect play on pairs with {decks} decks: the gain from knowing the unseen cards", decks=decks),
        {entry: perfect.pair_reference()[entry] for entry in entries},
        {"decks": decks, "unseen": "6-26, 39-208 by 13", "digits": PERFECT_DIGITS},
        _("A pair of one hand pays 11 to 1, either pair 5 to 1. Compositions are counted by rank."),
        _(
            "Every figure is an exact fraction, rounded once. With c the cards of a rank, a pair of one hand "
            "depends on Σc² alone, and either pair on Σc² and Σc³; their exact law adds one rank after another. In "
            "the tests sums over the partitions of the unseen cards into ranks confirm the figures; they share no "
            "code with this method."
        ),
    )


def _perfect_table(
    caption: Text, plays: Mapping[perfect.PerfectEntry, PerfectPlay], parameters: Mapping[str, object], *notes: Text
) -> Table:
    table = gains(caption, ((entry.bet, play) for entry, play in plays.items()), PERFECT_DIGITS)
    headings = {"gain": _("gain per unit, %"), "edge": _("edge when positive, %")}
    return as_reference(table, headings, notes=(UNSEEN_NOTE, *notes), parameters=parameters)
