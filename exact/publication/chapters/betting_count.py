"""Reference tables of what linear counts gain: with so many cards unseen, exactly, and over a shoe, approximately."""

from __future__ import annotations

from fractions import Fraction

from exact.answers.table import Cell, Rounded, Table, columns_of
from exact.answers.text import Text, _
from exact.publication.chapters.count import TAG_COLUMNS
from exact.publication.chapters.removal import VALUE_CLASSES
from exact.publication.count_reference import (
    ALWAYS,
    CHOSEN,
    CUTS,
    DECKS,
    DIGITS,
    LEAST_GAIN,
    UNSEEN,
    Entry,
    reference_counts,
)

_CHOICE = _(
    "A bet is here if a source prints a count for it, or if the tags of level 1 that correlate best with its effects of removal win "
    "at least {gain} unit per 100 coups with {unseen} cards unseen, and it loses without a count; and {bets}. Point values must decide it: only then can all tags be "
    "tried.",
    gain=100 * LEAST_GAIN,
    unseen=CHOSEN,
    bets=", ".join(ALWAYS),
)
_TAGS = _(
    "“Best of level 1” are the tags that gain most of all with −1, 0 and 1; that is proved. “Best found of level 2” come from a search "
    "that changes one tag at a time, from −2 to 2; a better count may exist. A printed count has the row of the literature "
    "that prints its tags."
)

_FIGURES = (_("frequency"), _("edge"), _("per 100 coups"))


def betting_counts_table() -> Table:
    """For every countable bet, at several depths: its best counts and those printed, each with its best trigger."""
    entries = [entry for entry in reference_counts().values() if entry.unseen is not None]
    rows: list[tuple[Cell, ...]] = [
        (*_count(entry), entry.unseen, *_tags(entry), _trigger(entry), *_figures(entry)) for entry in entries
    ]
    return Table(
        id="betting-counts",
        caption=_("What linear counts gain with so many cards unseen, {decks} decks", decks=DECKS),
        columns=columns_of(_("bet"), _("tags"), _("unseen"), *TAG_COLUMNS, _("true count"), *_FIGURES),
        rows=rows,
        notes=(
            _(
                "The bet is made from the exactly best true count on; the frequency, the mean edge when betting and the units won per "
                "100 coups are exact. The true count is the running count · 52 / unseen, without a correction for tags that do not "
                "balance."
            ),
            _(
                "{tags} Those of level 1 are the best at each depth; those of level 2 were searched with {unseen} cards unseen.",
                tags=_TAGS,
                unseen=CHOSEN,
            ),
            _CHOICE,
        ),
        landscape=True,
        parameters={"decks": DECKS, "unseen": list(UNSEEN)},
    )


def counts_over_shoes_table() -> Table:
    """For every countable bet: what its best counts and those printed gain over a shoe."""
    over_shoes = [entry for entry in reference_counts().values() if entry.per_shoe is not None]
    rows: list[tuple[Cell, ...]] = [
        (*_count(entry), *_tags(entry), int(entry.dealt.split()[1]), *_figures(entry), _units(entry.per_shoe))
        for entry in over_shoes
    ]
    return Table(
        id="counts-over-shoes",
        caption=_("What linear counts gain over a shoe of {decks} decks, approximately", decks=DECKS),
        columns=columns_of(_("bet"), _("tags"), *TAG_COLUMNS, _("cards behind the cut card"), *_FIGURES, _("per shoe")),
        rows=rows,
        notes=(
            _(
                "An approximation: the exact figures at every number of unseen cards, each with its own best trigger, are weighted with "
                "the probability that a coup begins there, as if coups used independent numbers of cards. Where a coup begins in "
                "fact depends on the cards; exact study measures the difference, with its standard error. No card is burned."
            ),
            _(
                "{tags} The best tags are those with {unseen} cards unseen, used over the whole shoe.",
                tags=_TAGS,
                unseen=CHOSEN,
            ),
            _CHOICE,
        ),
        landscape=True,
        parameters={"decks": DECKS, "cut": list(CUTS), "tags for unseen": CHOSEN},
    )


def _count(entry: Entry) -> tuple[str, Text]:
    words = {"1": _("best of level 1"), "2": _("best found of level 2")}
    return entry.bet, words.get(entry.origin) or _("printed, {row}", row=entry.origin)


def _tags(entry: Entry) -> list[Cell]:
    return [entry.tags[value] for value in VALUE_CLASSES]


def _trigger(entry: Entry) -> Cell:
    return None if entry.trigger is None else Rounded(entry.trigger, 3)


def _figures(entry: Entry) -> tuple[Cell, ...]:
    """The frequency, the edge and the units per 100 coups, with the digits of the file."""
    edge = None if entry.edge is None else Rounded(entry.edge, DIGITS, percent=True)
    return Rounded(entry.frequency, DIGITS), edge, _units(100 * entry.gain)


def _units(units: Fraction | None) -> Cell:
    return None if units is None else Rounded(units, DIGITS - 2)
