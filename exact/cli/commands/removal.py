"""Effects of removal: how a bet's expectation changes as cards leave the shoe, and the best linear count.

The effect of a card is the change in expected net win per unit staked when one such card leaves the shoe. Cards that the
shoe does not hold have no effect. Where point values decide the bet, ranks of the same value share their effect.

  exact removal --bet banco --decks 8
  exact removal --bet lucky-6:12-18 --decks 6 --format json
  exact removal --bet perfect-9 --remove "9d 9d" --decks 8

A linear count adds a tag for every card seen. It predicts the expectation best when its tags are proportional to the
effects. Each count is shown with:

  correlation     of its tags with the effects, over the cards of the shoe
  after 4 cards   of the running count with the exact expectation after four cards (bets decided by point values)
  true count      the trigger: from here on the linear estimate favours the player; the true count is the running count,
                  less the mean of the tags for each seen card, per 52 unseen cards
  pivot           the running count at which the estimate turns, the same at every depth, if you add to every tag the true
                  count / 52 less the mean of the tags

Markdown, LaTeX, CSV and JSON also have the gradient and the second differences.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from exact.analysis import linear_count, removal
from exact.analysis.linear_count import LinearCount
from exact.analysis.removal import Effects
from exact.answers.answer import Answer, ByColumn, Fields, Keyed, Lists, Parameter, Rows, Section
from exact.answers.table import BOTH, FRACTION, Cell, Column, Rounded, columns_of
from exact.answers.text import _
from exact.arithmetic import root_text
from exact.bets.bet import Bet
from exact.bets.main_bets import bet_under
from exact.cli import options
from exact.cli.terminal import waiting
from exact.game.cards import Granularity
from exact.game.shoe import MIN_CARDS, Shoe
from exact.rules.tableau import Rules

BOUNDS = (1, 2, 3, 4)
"""The largest integer tags for which counts are shown."""
DEPTH = 4
"""The number of removed cards at which the count is compared with the exact expectation."""


class _Count(NamedTuple):
    """A linear count and how well it predicts the expectation."""

    name: str
    linear: LinearCount
    correlation: str
    after: str | None
    """The correlation with the exact expectation after `DEPTH` cards, if known."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact removal``."""
    options.add_bet(parser)
    options.add_question(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The effects of removal and the counts based on them."""
    digits = options.digits_of(arguments)
    rules = options.rules_of(arguments)
    bet = bet_under(arguments.bet, rules)
    shoe = options.shoe_of(arguments, rules)
    question = bet, shoe, rules.tableau
    with waiting("counting"):
        effects = removal.effects_of_removal(*question)
        classes = removal.named_classes(effects, shoe)
        several = removal.effects_of_several(*question)
        gradient = removal.gradient(*question)
        second = {} if shoe.cards < MIN_CARDS + 2 else removal.second_differences(*question)
        counts = _counts(bet, rules, effects, digits)
    return Answer(
        "removal",
        (
            Parameter("bet", bet.name),
            Parameter("pay_table", bet.paying_table, _("Pay table")),
            Parameter("rules", rules.id),
            Parameter("cards", shoe.cards),
            Parameter(
                "granularity",
                effects.shoe.granularity.word,
                _("The shoe is described by"),
                (effects.shoe.granularity.text,),
            ),
        ),
        (
            _expectation(effects, bet, rules, shoe, digits),
            *_effects(classes, effects, several, digits),
            _by_class(
                "gradient",
                classes,
                gradient,
                _("Gradient: change in expectation for an infinitely small part of a card"),
                digits,
            ),
            _second_differences(classes, second, digits),
            *_count_sections(classes, counts, digits),
        ),
        () if counts else (_("Removing a card changes nothing, so there is no count."),),
        rules.assumed,
        (rules.to_line(), bet.to_line(), repr(shoe.counts)),
        fixed_json=True,
    )


def _counts(bet: Bet, rules: Rules, effects: Effects, digits: int) -> list[_Count]:
    """The exact linear count and the integer ones; none if removing a card changes nothing."""
    exact_tags = linear_count.exact_tags(effects)
    if exact_tags is None:
        return []
    depth = None
    if effects.shoe.granularity == Granularity.VALUES and effects.shoe.cards >= MIN_CARDS + DEPTH:
        variance = linear_count.variances_after([bet], effects.shoe, DEPTH, rules.tableau)
        depth = linear_count.depth_correlation_squared(effects, variance[bet.name, bet.paying_table], DEPTH)
    counts = []
    for name, tags in (("best", exact_tags), *((f"up to {b}", linear_count.integer_tags(effects, b)) for b in BOUNDS)):
        count = linear_count.linear_count(tags, effects)
        if count is not None:
            square = count.correlation_squared
            after = None if depth is None else root_text(square * depth, digits)
            counts.append(_Count(name, count, root_text(square, digits), after))
    return counts


def _expectation(effects: Effects, bet: Bet, rules: Rules, shoe: Shoe, digits: int) -> Section:
    caption = _(
        "{title}: removal of cards, rules {rules}, {cards} cards", title=bet.title, rules=rules.id, cards=shoe.cards
    )
    rows = [(_("expectation"), Rounded(effects.expectation, digits, BOTH, percent=True))]
    return Section("expectation", Fields(), columns_of(_("figure"), _("value")), rows, caption)


def _by_class(
    name: str, classes: dict[str, int], values: dict[int, Fraction], caption: str, digits: int, json_key: str = ""
) -> Section:
    """One figure for each card or rank."""
    rows = [(card, Rounded(values[index], digits, BOTH, percent=True)) for card, index in classes.items()]
    form = Keyed((json_key or name,), single=True)
    return Section(name, form, columns_of(_("card"), name), rows, caption, detail=name == "gradient")


def _effects(
    classes: dict[str, int], effects: Effects, several: dict[int, tuple[Fraction, ...]], digits: int
) -> Iterator[Section]:
    held = len(effects.by_class) == effects.shoe.granularity
    notes = () if held else (_("Cards that the shoe does not hold have no effect and are left out."),)
    caption = _("Effect of removal: change in expectation when one such card leaves the shoe")
    yield _by_class("effect", classes, effects.by_class, caption, digits, "effects")._replace(notes=notes)
    gone = range(2, removal.MAX_REMOVED + 1)
    rows: list[tuple[Cell, ...]] = []
    for card, index in classes.items():
        known = [Rounded(effect, digits, BOTH, percent=True) for effect in several[index][1:]]
        rows.append((card, *known, *[None] * (len(gone) - len(known))))
    columns = columns_of(_("card"), *(Column(_("{number} less", number=number), key=str(number)) for number in gone))
    yield Section("several", ByColumn(("several",)), columns, rows, _("The same when several such cards leave it"))


def _second_differences(classes: dict[str, int], second: dict[tuple[int, int], Fraction], digits: int) -> Section:
    """The second difference of every two cards that the shoe can lose together."""
    rows: list[tuple[Cell, ...]] = []
    names = list(classes)
    for index, first in enumerate(names):
        for other in names[index:]:
            low, high = sorted((classes[first], classes[other]))
            if (low, high) in second:
                rows.append((first, other, Rounded(second[low, high], digits, BOTH)))
    columns = columns_of(Column(_("first card"), key="first"), Column(_("second card"), key="second"), _("difference"))
    caption = _("Second differences: the change from two removed cards beyond the sum of their effects")
    return Section("second difference", Lists(("second_differences",)), columns, rows, caption, detail=True)


def _count_sections(classes: dict[str, int], counts: list[_Count], digits: int) -> tuple[Section, Section]:
    columns = columns_of(
        Column(_("count"), key="name"),
        _("correlation"),
        Column(_("after {cards} cards", cards=DEPTH), key=f"correlation_after_{DEPTH}"),
        Column(_("true count"), key="trigger"),
        _("pivot"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            count.name,
            count.correlation,
            count.after,
            Rounded(count.linear.trigger, digits, BOTH),
            Rounded(count.linear.pivot, digits, BOTH),
        )
        for count in counts
    ]
    caption = _("How well each count predicts the expectation, and from where it favours the player")
    tags: list[tuple[Cell, ...]] = [
        (card, *(_tag(count.linear.tags[index], digits) for count in counts)) for card, index in classes.items()
    ]
    tag_columns = columns_of(_("card"), *(count.name for count in counts))
    tag_caption = _("Tags of the best linear count, and of the best in whole numbers up to a size")
    return (
        Section("count", Rows(("counts",)), columns, rows, caption),
        Section("tag", ByColumn(("counts",), "tags"), tag_columns, tags if counts else [], tag_caption),
    )


def _tag(tag: Fraction | int, digits: int) -> Cell:
    return tag if isinstance(tag, int) else Rounded(tag, digits, FRACTION)
