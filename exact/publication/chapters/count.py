"""Reference tables of linear counts: the best small tags for each bet, and published counts."""

from __future__ import annotations

from exact.analysis.linear_count import (
    LinearCount,
    depth_correlation_squared,
    integer_tags,
    linear_count,
    variances_after,
)
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import _
from exact.arithmetic import root_text
from exact.game.shoe import Shoe
from exact.literature.counts import published_counts
from exact.literature.published import published_figures
from exact.publication.chapters.bet import label
from exact.publication.chapters.removal import DECKS, VALUE_CLASSES, VALUE_HEADS, effects_on_value_bets, value_bets
from exact.rules.named import standard_tableau

LARGEST_TAG = 4
GONE = 4
"""The number of cards removed to compare a count with the exact expectation."""
TAG_COLUMNS = tuple(Column("T" if head.startswith("10") else head) for head in VALUE_HEADS)


def linear_counts_table() -> Table:
    """The best integer tags for every bet that point values decide: correlation, trigger and pivot."""
    variances = variances_after(value_bets(), Shoe.of_decks(DECKS), GONE, standard_tableau())
    rows: list[tuple[Cell, ...]] = []
    for (name, pay_table), effects in effects_on_value_bets(DECKS).items():
        count = linear_count(integer_tags(effects, LARGEST_TAG), effects)
        depth = depth_correlation_squared(effects, variances[name, pay_table], GONE)
        assert count is not None
        assert depth is not None
        after = root_text(count.correlation_squared * depth, 6)
        rows.append((label(name, pay_table), *_tags(count), _correlation(count), after, *_limits(count)))
    return Table(
        id="linear-counts",
        caption=_(
            "The best linear counts in whole numbers up to {largest_tag} with {decks} decks",
            largest_tag=LARGEST_TAG,
            decks=DECKS,
        ),
        columns=columns_of(
            _("bet"), *TAG_COLUMNS, _("correlation"), _("after {n} cards", n=GONE), _("true count"), _("pivot")
        ),
        rows=rows,
        notes=(
            _(
                "Of all whole-number tags up to {largest_tag} in size, these have the highest correlation with the exact "
                "effects of removal over the cards of the shoe; T stands for all ten-valued ranks. The column “after {gone} "
                "cards” is the correlation of their sum with the exact expectation over every way to lose {gone} cards.",
                largest_tag=LARGEST_TAG,
                gone=GONE,
            ),
            _(
                "The true count is the running count, less the tags' mean over the shoe for each seen card, per 52 unseen cards; "
                "the column gives the one from which the linear estimate favours the player. The pivot is the equivalent running "
                "count, the same at every depth, if the true count over 52, less that mean, is added to every tag."
            ),
        ),
        landscape=True,
        parameters={"decks": DECKS, "largest tag": LARGEST_TAG, "cards gone": GONE},
    )


def published_counts_table() -> Table:
    """Published tags and the best of the same size: correlation and trigger, exact and printed."""
    effects = effects_on_value_bets(DECKS)
    sources = {figure.id: f"{figure.source.full_title}, {figure.source.cite_url}" for figure in published_figures()}
    rows: list[tuple[Cell, ...]] = []
    for published in published_counts():
        own = effects[published.bet, published.pay_table]
        printed = linear_count(published.tags_by_value, own)
        best = linear_count(integer_tags(own, max(map(abs, published.tags))), own)
        assert printed is not None
        assert best is not None
        bet = label(published.bet, published.pay_table)
        ids = " ".join(dict.fromkeys(filter(None, (published.row, published.trigger_row))))
        tail = (*_limits(printed), published.trigger, ids, sources[published.row])
        rows.append((bet, _("as printed"), *_tags(printed), _correlation(printed), *tail))
        rows.append((bet, _("best of this size"), *_tags(best), _correlation(best), *_limits(best), None, None, None))
    heads = (_("correlation"), _("true count"), _("pivot"), _("printed"), _("rows"))
    return Table(
        id="published-counts",
        caption=_("Published counts against the exact effects of removal with {decks} decks", decks=DECKS),
        columns=columns_of(_("bet"), _("tags"), *TAG_COLUMNS, *heads, Column(_("source"), 5.0)),
        rows=rows,
        notes=(
            _(
                "At the true count, the linear estimate from these tags is 0; “printed” is the trigger that the source found by "
                "simulation, a whole number. Rows P0556, P0561, P0567, P1344 and P1345 print triggers without their tags."
            ),
        ),
        landscape=True,
        parameters={"decks": DECKS},
    )


def _tags(count: LinearCount) -> list[Cell]:
    return [int(count.tags[value]) for value in VALUE_CLASSES]


def _correlation(count: LinearCount) -> str:
    return root_text(count.correlation_squared, 6)


def _limits(count: LinearCount) -> tuple[Cell, Cell]:
    return Rounded(count.trigger, 3), Rounded(count.pivot, 3)
