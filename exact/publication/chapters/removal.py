"""Reference tables of the effect of each removed card on a bet: effects, several cards, second differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

from exact.analysis.removal import (
    MAX_REMOVED,
    Effects,
    effects_of_removal,
    effects_of_several,
    named_classes,
    second_differences,
    value_effects,
    value_level,
)
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import _
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.engine.compiler import compiled
from exact.game.cards import RANKS, SUITS, Granularity
from exact.game.shoe import Shoe
from exact.publication.chapters.bet import LAYOUT, label
from exact.rules.named import standard_tableau

T = TypeVar("T")
DIGITS = 9
DECKS = 8
VALUE_HEADS = (*RANKS[:9], "10 J Q K")
"""The point values in the order of the ranks, the ten-valued ranks last."""
VALUE_CLASSES = (*range(1, 10), 0)
_MILLION = 10**6
_BILLION = 10**9


@cache
def value_bets() -> list[Bet]:
    """The bets of the catalogue that point values decide."""
    return value_level(catalogue().values(), standard_tableau())


@cache
def effects_on_value_bets(decks: int) -> dict[tuple[str, str], Effects]:
    """The effects of removal on `value_bets` with full decks, by the names of bet and pay table."""
    return value_effects(value_bets(), Shoe.of_decks(decks), standard_tableau())


def cards_text(names: Sequence[str]) -> str:
    """The names of cards or ranks in a line; a rank of which all four suits are there stands for them.

    >>> cards_text(["8s", "8h", "8d", "8c", "9d"]), cards_text(["10", "J", "Q", "K"])
    ('8 9d', '10 J Q K')
    """
    given = set(names)
    whole = {rank for rank in RANKS if {rank + suit for suit in SUITS} <= given}
    shown = (name[:-1] if name[:-1] in whole else name for name in names)
    return " ".join(dict.fromkeys(shown))


def _named_alike(classes: Mapping[str, int], effects: Mapping[int, T]) -> dict[T, str]:
    """The names of the cards or ranks that have each effect."""
    alike: dict[T, list[str]] = {}
    for card, index in classes.items():
        alike.setdefault(effects[index], []).append(card)
    return {effect: cards_text(cards) for effect, cards in alike.items()}


def effects_table(decks: int) -> Table:
    """The effect of removing one card of each point value, for every bet that point values decide."""
    rows: list[tuple[Cell, ...]] = []
    for (name, pay_table), effects in effects_on_value_bets(decks).items():
        in_order = (effects.by_class[value] for value in VALUE_CLASSES)
        rows.append((label(name, pay_table), *(Rounded(_MILLION * effect, 3) for effect in in_order)))
    return Table(
        id=f"removal-effects-{decks}-decks",
        caption=_(
            "Effects of removal with {decks} decks: change in expectation when one card of the rank is gone, in "
            "millionths",
            decks=decks,
        ),
        columns=columns_of(_("bet"), *VALUE_HEADS),
        rows=rows,
        notes=(
            _(
                "In millionths of a unit staked. The effects weighted with the cards of each rank add up to exactly 0. Bets that "
                "distinguish ten-valued cards or look at suits are in the table of effects by card."
            ),
        ),
        landscape=True,
        parameters={"decks": decks, "digits": DIGITS},
    )


def card_effects_table(decks: int) -> Table:
    """The effect of removing one card, for every bet that distinguishes ten-valued cards or looks at suits."""
    shoe, tableau = Shoe.of_decks(decks), standard_tableau()
    rows: list[tuple[Cell, ...]] = []
    for name, bet in catalogue().items():
        if compiled(bet, tableau).granularity == Granularity.VALUES:
            continue
        for pay_table in bet.pay_tables:
            effects = effects_of_removal(bet.paid_by(pay_table), shoe, tableau)
            for effect, cards in _named_alike(named_classes(effects, shoe), effects.by_class).items():
                rows.append((label(name, pay_table), cards, effect, Rounded(effect, DIGITS)))
    return Table(
        id=f"removal-effects-cards-{decks}-decks",
        caption=_(
            "Effects of removal with {decks} decks, bets on ranks and suits: change in expectation for one card less",
            decks=decks,
        ),
        columns=columns_of(_("bet"), Column(_("one card of"), 5.0), _("effect"), _("per unit staked")),
        rows=rows,
        notes=(
            _(
                "A rank without a suit stands for all four. If all cards have the same effect, it is 0, because the effects weighted "
                "with the cards add up to exactly 0: for a pair, all cards of a full shoe are alike."
            ),
        ),
        parameters={"decks": decks, "digits": DIGITS},
    )


def several_table() -> Table:
    """The effect of removing one to four cards of a rank, for the bets of a usual layout."""
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    rows: list[tuple[Cell, ...]] = []
    for name in LAYOUT:
        bet = catalogue()[name]
        classes = named_classes(effects_of_removal(bet, shoe, tableau), shoe)
        for effects, cards in _named_alike(classes, effects_of_several(bet, shoe, tableau)).items():
            rows.append((name, cards, *(Rounded(effect, DIGITS) for effect in effects)))
    return Table(
        id="removal-several",
        caption=_(
            "Effects of removing one to four cards of a rank with {decks} decks, for the bets of a usual layout",
            decks=DECKS,
        ),
        columns=columns_of(_("bet"), _("rank"), *(_("{n} less", n=gone) for gone in range(1, MAX_REMOVED + 1))),
        rows=rows,
        notes=(
            _(
                "Change in expectation per unit staked. Bets with several pay tables pay by the first in the catalogue; for a "
                "perfect pair, the removed cards are of one suit."
            ),
        ),
        parameters={"decks": DECKS, "digits": DIGITS},
    )


def second_differences_table() -> Table:
    """The joint effect of two removed cards beyond their single effects, for the main bets."""
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    rows: list[tuple[Cell, ...]] = []
    for name in ("punto", "banco", "tie"):
        differences = second_differences(catalogue()[name], shoe, tableau)
        for head, first in zip(VALUE_HEADS, VALUE_CLASSES, strict=True):
            pairs = (tuple(sorted((first, second))) for second in VALUE_CLASSES)
            rows.append((name, head, *(Rounded(_BILLION * differences[low, high], 3) for low, high in pairs)))
    return Table(
        id="removal-second-differences",
        caption=_(
            "Second differences of the main bets with {decks} decks: two cards removed together against each alone, in "
            "billionths",
            decks=DECKS,
        ),
        columns=columns_of(_("bet"), _("rank"), *VALUE_HEADS),
        rows=rows,
        notes=(_("E(shoe − r − s) − E(shoe − r) − E(shoe − s) + E(shoe), in billionths of a unit staked."),),
        landscape=True,
        parameters={"decks": DECKS, "digits": 12},
    )
