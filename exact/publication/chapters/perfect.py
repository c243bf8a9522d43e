"""Reference tables of perfect play: the gain of a player who knows the unseen cards, by their number."""

from __future__ import annotations

from collections.abc import Iterable

from exact.analysis.perfect_play import PerfectPlay
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import _, joined
from exact.game.coup import Outcome
from exact.publication.pair_reference import PAIR_BETS, pair_reference
from exact.publication.pair_reference import UNSEEN as PAIR_UNSEEN
from exact.publication.perfect_reference import BEST, BETS, MAIN_BETS, UNSEEN, Entry, reference

DIGITS = 12
UNSEEN_NOTE = _(
    "Before the coup dealt from the last n cards of the shoe, “unseen”, the player knows which cards they are, and stakes "
    "one unit if the expectation is positive. The gain is the mean of max(0, expectation) over all compositions of n cards, "
    "each with its multivariate hypergeometric probability; coups without a bet count as 0. The edge is the mean expectation "
    "when it is positive: the gain over the probability."
)


def gains_table(decks: int) -> Table:
    """Gain, probability of a positive expectation and conditional edge of every bet of the reference."""
    plays = ((bet, reference()[Entry(unseen, decks, bet)]) for bet in BETS for unseen in UNSEEN)
    return Table(
        id=f"perfect-play-{decks}-decks",
        caption=_("Perfect play with {decks} decks: the gain from knowing the unseen cards", decks=decks),
        columns=_columns(),
        rows=_rows(plays),
        notes=(
            UNSEEN_NOTE,
            _(
                "“{best}” is the best of {bets}, or no bet. Payoffs are those of the catalogue: banco at 5 % "
                "commission, the tie at 8 to 1, Dragon 7 at 40 to 1, Panda 8 at 25 to 1.",
                best=BEST,
                bets=joined(", ", (Outcome(bet).text for bet in MAIN_BETS)),
            ),
            _(
                "Every figure is an exact fraction, rounded once: an integer sum over all compositions. The expectations are matrix "
                "products of low and high cards in doubles that hold them exactly; the weights are cut into digits. Up to seven "
                "unseen cards, nine in the slow tests, plain sums of fractions over the walk confirm the figures; the walk shares "
                "no code with this method."
            ),
        ),
        parameters={"decks": decks, "unseen": "6-30, 36, 42, 52", "digits": DIGITS},
    )


def pairs_table(decks: int) -> Table:
    """The same for pairs, whose compositions are those of ranks."""
    plays = ((bet, pair_reference()[Entry(unseen, decks, bet)]) for bet in PAIR_BETS for unseen in PAIR_UNSEEN)
    return Table(
        id=f"perfect-pairs-{decks}-decks",
        caption=_("Perfect play on pairs with {decks} decks: the gain from knowing the unseen cards", decks=decks),
        columns=_columns(),
        rows=_rows(plays),
        notes=(
            UNSEEN_NOTE,
            _("A pair of one hand pays 11 to 1, either pair 5 to 1. Compositions are counted by rank."),
            _(
                "Every figure is an exact fraction, rounded once. With c the cards of a rank, a pair of one hand depends on Σc² alone, "
                "and either pair on Σc² and Σc³; their exact law adds one rank after another. In the tests sums over the partitions "
                "of the unseen cards into ranks confirm the figures; they share no code with this method."
            ),
        ),
        parameters={"decks": decks, "unseen": "6-26, 39-208 by 13", "digits": DIGITS},
    )


def _columns() -> tuple[Column, ...]:
    return columns_of(
        _("bet"),
        _("unseen"),
        _("compositions"),
        _("gain per unit, %"),
        _("P(expectation > 0)"),
        _("edge when positive, %"),
    )


def _rows(plays: Iterable[tuple[str, PerfectPlay]]) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for bet, play in plays:
        gain = Rounded(play.gain * 100, DIGITS - 2)  # a percentage has two decimals fewer
        edge = None if play.edge is None else Rounded(play.edge * 100, DIGITS - 2)
        rows.append((bet, play.unseen, play.compositions, gain, Rounded(play.positive, DIGITS), edge))
    return rows
