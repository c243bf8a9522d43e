"""Reference table of what published counts and the best counts of tags −1, 0 and 1 gain, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exact.analysis.best_tags import best_tags
from exact.analysis.count_play import Count, best_play, count_values
from exact.answers.table import Cell, Rounded, Table, columns_of
from exact.answers.text import Text, _
from exact.bets.bet import Bet
from exact.bets.catalogue import find_bet
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.literature.counts import published_counts
from exact.publication.chapters.bet import label
from exact.publication.chapters.count import TAG_COLUMNS
from exact.publication.chapters.removal import DECKS, VALUE_CLASSES
from exact.rules.named import standard_tableau

UNSEEN = 52


def betting_counts_table() -> Table:
    """For every bet with a published count: its gain and that of the best tags of level 1, at one depth."""
    rows: list[tuple[Cell, ...]] = []
    best_of: dict[tuple[str, str], tuple[int, ...]] = {}
    for published in published_counts():
        bet = find_bet(published.bet).paid_by(published.pay_table)
        rows.append(_row(bet, _("as printed"), published.tags_by_value))
        key = published.bet, published.pay_table
        if key not in best_of:
            found = best_tags(bet, Shoe.of_decks(DECKS), standard_tableau(), UNSEEN, 1)
            best_of[key] = found.tags
            rows.append(_row(bet, _("best of level 1"), found.tags))
    columns = columns_of(
        _("bet"), _("tags"), *TAG_COLUMNS, _("true count"), _("frequency"), _("edge"), _("per 100 coups")
    )
    return Table(
        id="betting-counts",
        caption=_(
            "What linear counts gain with {unseen} of {decks} decks' cards unseen",
            unseen=UNSEEN,
            decks=DECKS,
        ),
        columns=columns,
        rows=rows,
        notes=(
            _(
                "With {unseen} cards unseen, the bet is made from the exactly best true count on; the frequency, the mean edge when "
                "betting and the units won per 100 coups are exact. The tags of level 1 gain most, at this depth, of all with "
                "−1, 0 and 1; that is proved. The true count is the running count · 52 / unseen, without a correction for "
                "tags that do not balance.",
                unseen=UNSEEN,
            ),
        ),
        landscape=True,
        parameters={"decks": DECKS, "unseen": UNSEEN},
    )


def _row(bet: Bet, origin: Text, tags: Sequence[int]) -> tuple[Cell, ...]:
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    count = Count(tuple(map(Fraction, tags)), Granularity.VALUES)
    (of_count,) = count_values(bet, count, shoe, tableau, [UNSEEN])
    play = best_play(of_count)
    return (
        label(bet.name, bet.paying_table),
        origin,
        *(tags[value] for value in VALUE_CLASSES),
        None if play.trigger is None else Rounded(play.trigger, 3),
        Rounded(play.frequency, 6),
        None if play.edge is None else Rounded(play.edge, 6, percent=True),
        Rounded(100 * play.gain, 5),
    )
