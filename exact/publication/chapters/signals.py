"""Reference tables of signals: what it is worth to see cards of the coup, or only their class, before betting."""

from __future__ import annotations

from collections.abc import Iterable

from exact.analysis.signals import Sort, best_sorts, signal_value
from exact.answers.table import Cell, Rounded, Table, columns_of
from exact.answers.text import _
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.bets.partition import EACH, parse_partition
from exact.game.coup import CARDS, Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.outcome import MAIN_DECKS
from exact.rules.named import standard_tableau

DIGITS = 9
_LISTED = 10
_TWO_SIDES = (Outcome.PUNTO, Outcome.BANCO)
_MAIN_BETS = (*_TWO_SIDES, Outcome.TIE)
_FOUR_CARDS = (1, 2, 3, 4)
_HIGH = "6-9"
_NOTE = _(
    "The mean gain per coup for a stake of one unit on the best of the bets, or no stake, given what the signal shows; "
    "banco at 5 % commission, the tie at 8 to 1."
)


def positions_table() -> Table:
    """The value of seeing one card of the coup, or the cards of a side, or the first four."""
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        for places in (*((place,) for place in range(1, CARDS + 1)), (1, 3), (2, 4), _FOUR_CARDS):
            values = (
                signal_value(bets, Shoe.of_decks(decks), standard_tableau(), places, parse_partition(partition)).value
                for partition in (EACH, _HIGH)
                for bets in map(_bets_on, (_TWO_SIDES, _MAIN_BETS))
            )
            rows.append((decks, ", ".join(map(str, places)), *(Rounded(value, DIGITS) for value in values)))
    return Table(
        id="signal-positions",
        caption=_("The value of a signal: cards of the coup seen before the bets, with 6 and 8 decks"),
        columns=columns_of(
            _("decks"),
            _("positions"),
            _("value seen, two bets"),
            _("value seen, three bets"),
            _("sorted, two bets"),
            _("sorted, three bets"),
        ),
        rows=rows,
        notes=(
            _NOTE,
            _("Two bets are punto and banco, three also the tie. “Sorted” shows only whether a card is 6 to 9 or not."),
            _("Positions 1 and 3 are punto's first two cards, 2 and 4 banco's; 5 and 6 may go unused."),
        ),
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def sorts_table() -> Table:
    """The best sorts of the cards into two classes, if the first four cards are seen."""
    return Table(
        id="signal-sorts",
        caption=_("The best of the 511 sorts into two classes, if the first four cards are seen, with 6 and 8 decks"),
        columns=columns_of(_("decks"), _("two bets"), _("value, two bets"), _("three bets"), _("value, three bets")),
        rows=[row for decks in MAIN_DECKS for row in _sort_rows(decks)],
        notes=(
            _NOTE,
            _("A sort is named by the class without the tens. Two bets are punto and banco, three also the tie."),
        ),
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def _sort_rows(decks: int) -> list[tuple[Cell, ...]]:
    def found(bets: tuple[Bet, ...]) -> list[Sort]:
        return best_sorts(bets, Shoe.of_decks(decks), standard_tableau(), _FOUR_CARDS)[:_LISTED]

    return [
        (
            decks,
            two.partition.text,
            Rounded(two.value, DIGITS),
            three.partition.text,
            Rounded(three.value, DIGITS),
        )
        for two, three in zip(found(_bets_on(_TWO_SIDES)), found(_bets_on(_MAIN_BETS)), strict=True)
    ]


def _bets_on(outcomes: Iterable[Outcome]) -> tuple[Bet, ...]:
    return tuple(catalogue()[outcome.value] for outcome in outcomes)
