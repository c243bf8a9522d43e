"""What removing cards does to a bet: exact effects of removal, the best linear count, its correlation, trigger and pivot.

The effect of a card is the change in expected net win per unit staked when one such card leaves the shoe; cards that the
shoe does not hold have none. Where point values decide the bet, the ranks worth the same share their effect.

  exact removal --bet banco --decks 8
  exact removal --bet lucky-6:12-18 --decks 6 --format json
  exact removal --bet perfect-9 --remove "9d 9d" --decks 8

A linear count adds a tag for every card seen, and the sum tells the expectation best where tags are proportional to the
effects. The correlation is that of the tags with the effects over the cards of the shoe; after four cards, that of their sum
with the exact expectation, which is worked out for bets that point values decide. The true count TC is the sum for each 52
cards unseen, after the tags' mean over the shoe has been taken off for each card seen; from the one printed on, the linear
estimate favours the player. With TC/52 less that mean added to every tag, the running count from which it does, the pivot, is
the same at every depth. JSON and CSV have the gradient and the second differences too.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import NamedTuple

from exact.analysis import linear_count, removal
from exact.analysis.linear_count import LinearCount
from exact.analysis.moments import root_text
from exact.analysis.removal import Effects
from exact.answers.table import Cell, Column, Rounded, Table
from exact.arithmetic import decimal_text, fraction_text
from exact.bets.bet import Bet
from exact.bets.catalogue import find_bet
from exact.cli import options as shoe_options
from exact.cli.output import write_answer
from exact.cli.terminal import waiting
from exact.game.cards import Granularity
from exact.game.shoe import MIN_CARDS, Shoe
from exact.publication.card_names import cards_text
from exact.rules.tableau import Rules

BOUNDS = (1, 2, 3, 4)
"""The largest integer tags for which counts are shown."""
DEPTH = 4
"""The cards gone at which the count is held against the exact expectation."""


class _Count(NamedTuple):
    """A linear count as it is printed."""

    name: str
    linear: LinearCount
    correlation: str
    after: str | None
    """The correlation with the exact expectation after `DEPTH` cards, where that is known."""


class _Answer(NamedTuple):
    bet: Bet
    pay_table: str
    rules: Rules
    shoe: Shoe
    effects: Effects
    keys: dict[str, int]
    """The class of each card or rank that is printed."""
    several: dict[int, tuple[Fraction, ...]]
    gradient: dict[int, Fraction]
    second: dict[tuple[int, int], Fraction]
    counts: list[_Count]
    digits: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact removal``."""
    parser.add_argument(
        "--bet",
        action=shoe_options.Once,
        metavar="NAME|FILE",
        required=True,
        help="a bet (exact bets lists them), bet:pay-table, or a .toml file",
    )
    shoe_options.add_question(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the effects; always 0."""
    digits, style = shoe_options.printing_of(arguments)
    bet, pay_table = find_bet(arguments.bet)
    rules = shoe_options.rules_of(arguments)
    shoe = shoe_options.shoe_of(arguments, rules)
    with waiting("counting"):
        answer = _answer(bet, pay_table or next(iter(bet.pay_tables)), rules, shoe, digits)
    write_answer(
        style,
        lambda: _as_json(answer),
        lambda: _flat_table(answer),
        lambda: [_effect_table(answer), *([_tag_table(answer), _count_table(answer)] if answer.counts else [])],
    )
    return 0


def _answer(bet: Bet, pay_table: str, rules: Rules, shoe: Shoe, digits: int) -> _Answer:
    question = bet, shoe, rules.tableau, pay_table
    effects = removal.effects_of_removal(*question)
    return _Answer(
        bet,
        pay_table,
        rules,
        shoe,
        effects,
        removal.named_classes(effects, shoe),
        removal.effects_of_several(*question),
        removal.gradient(*question),
        {} if shoe.cards < MIN_CARDS + 2 else removal.second_differences(*question),
        _counts(bet, pay_table, rules, effects, digits),
        digits,
    )


def _counts(bet: Bet, pay_table: str, rules: Rules, effects: Effects, digits: int) -> list[_Count]:
    """The exact linear count and the integer ones; none where removing a card changes nothing."""
    exact_tags = linear_count.exact_tags(effects)
    if exact_tags is None:
        return []
    depth = None
    if effects.shoe.granularity == Granularity.VALUES and effects.shoe.cards >= MIN_CARDS + DEPTH:
        variance = linear_count.variances_after([bet], effects.shoe, DEPTH, rules.tableau)
        depth = linear_count.depth_correlation_squared(effects, variance[bet.name, pay_table], DEPTH)
    found = []
    for name, tags in (("best", exact_tags), *((f"up to {b}", linear_count.integer_tags(effects, b)) for b in BOUNDS)):
        count = linear_count.linear_count(tags, effects)
        if count is not None:
            square = count.correlation_squared
            after = None if depth is None else root_text(square * depth, digits)
            found.append(_Count(name, count, root_text(square, digits), after))
    return found


def _figure(value: Fraction, digits: int) -> dict[str, str]:
    return {"fraction": fraction_text(value), "decimal": decimal_text(value, digits)}


def _tag(tag: Fraction | int) -> int | str:
    return tag if isinstance(tag, int) else fraction_text(tag)


def _as_json(answer: _Answer) -> dict[str, object]:
    digits, keys = answer.digits, answer.keys
    several = {
        str(gone): {
            name: _figure(answer.several[index][gone - 1], digits)
            for name, index in keys.items()
            if len(answer.several[index]) >= gone
        }
        for gone in range(2, removal.MAX_REMOVED + 1)
    }
    return {
        "bet": answer.bet.name,
        "pay_table": answer.pay_table,
        "rules": answer.rules.id,
        "cards": answer.shoe.cards,
        "granularity": answer.effects.shoe.granularity.word,
        "expectation": _figure(answer.effects.expectation, digits),
        "effects": {name: _figure(answer.effects.by_class[index], digits) for name, index in keys.items()},
        "several": several,
        "gradient": {name: _figure(answer.gradient[index], digits) for name, index in keys.items()},
        "second_differences": [
            [first, second, _figure(answer.second[pair], digits)] for first, second, pair in _pairs(answer)
        ],
        "counts": [
            {
                "name": count.name,
                "tags": {name: _tag(count.linear.tags[index]) for name, index in keys.items()},
                "correlation": count.correlation,
                f"correlation_after_{DEPTH}": count.after,
                "trigger": _figure(count.linear.trigger, digits),
                "pivot": _figure(count.linear.pivot, digits),
            }
            for count in answer.counts
        ],
        "assumed": list(answer.rules.assumed),
    }


def _pairs(answer: _Answer) -> list[tuple[str, str, tuple[int, int]]]:
    """Every two names whose cards the shoe can lose together, with the classes of their second difference."""
    names = list(answer.keys)
    found = []
    for place, first in enumerate(names):
        for second in names[place:]:
            low, high = sorted((answer.keys[first], answer.keys[second]))
            if (low, high) in answer.second:
                found.append((first, second, (low, high)))
    return found


def _rows(answer: _Answer) -> dict[int, str]:
    """The classes that are printed, each with the names of all the cards that share its row."""
    rows: dict[object, list[str]] = {}
    first: dict[object, int] = {}
    for name, index in answer.keys.items():
        alike = answer.several[index] if answer.effects.shoe.granularity == Granularity.CARDS else index
        rows.setdefault(alike, []).append(name)
        first.setdefault(alike, index)
    return {first[alike]: cards_text(names) for alike, names in rows.items()}


def _effect_table(answer: _Answer) -> Table:
    digits = answer.digits
    rows: list[tuple[Cell, ...]] = []
    for index, names in _rows(answer).items():
        several = [Rounded(effect, digits) for effect in answer.several[index]]
        rows.append((names, *several, *[None] * (removal.MAX_REMOVED - len(several))))
    expectation = answer.effects.expectation
    held = len(answer.effects.by_class) == answer.effects.shoe.granularity
    notes = [
        f"Expectation with all cards: {fraction_text(expectation)} = {decimal_text(expectation, digits)}.",
        *([] if held else ["Cards that the shoe does not hold have no effect and are left out."]),
        *([] if answer.counts else ["Removing a card changes nothing, so there is no count."]),
        *(
            f"Assumed, for the document does not say: {phrase}"
            for phrase in shoe_options.assumed_for_bets(answer.rules)
        ),
    ]
    heads = ("one card less", *(f"{gone} less" for gone in range(2, removal.MAX_REMOVED + 1)))
    return Table(
        id=f"removal-{answer.bet.name}",
        caption=f"{answer.bet.title}: change in expectation, rules {answer.rules.id}, {answer.shoe.cards} cards",
        columns=(_class_column(answer), *map(Column, heads)),
        rows=rows,
        notes=tuple(notes),
    )


def _tag_table(answer: _Answer) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for index, names in _rows(answer).items():
        tags = (count.linear.tags[index] for count in answer.counts)
        rows.append((names, *(tag if isinstance(tag, int) else Rounded(tag, answer.digits) for tag in tags)))
    return Table(
        id=f"removal-{answer.bet.name}-tags",
        caption="Tags of the best linear count, and of the best in whole numbers up to a size",
        columns=(_class_column(answer), *(Column(count.name) for count in answer.counts)),
        rows=rows,
    )


def _count_table(answer: _Answer) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            count.name,
            count.correlation,
            count.after,
            Rounded(count.linear.trigger, answer.digits),
            Rounded(count.linear.pivot, answer.digits),
        )
        for count in answer.counts
    ]
    return Table(
        id=f"removal-{answer.bet.name}-counts",
        caption="How well each count tells the expectation, and from where it favours the player",
        columns=tuple(map(Column, ("count", "correlation", f"after {DEPTH} cards", "true count", "pivot"))),
        rows=rows,
    )


def _class_column(answer: _Answer) -> Column:
    return Column("card" if answer.effects.shoe.granularity == Granularity.CARDS else "rank")


def _flat_table(answer: _Answer) -> Table:
    digits = answer.digits
    rows: list[tuple[Cell, ...]] = [_flat_row("expectation", "", answer.effects.expectation, digits)]
    for name, index in answer.keys.items():
        rows += [
            _flat_row("effect" if gone == 1 else f"effect of {gone}", name, effect, digits)
            for gone, effect in enumerate(answer.several[index], start=1)
        ]
    rows += [_flat_row("gradient", name, answer.gradient[index], digits) for name, index in answer.keys.items()]
    rows += [
        _flat_row("second difference", f"{first} {second}", answer.second[pair], digits)
        for first, second, pair in _pairs(answer)
    ]
    for count in answer.counts:
        rows += [
            _flat_row(f"tag, {count.name}", name, Fraction(count.linear.tags[index]), digits)
            for name, index in answer.keys.items()
        ]
        rows.append((f"correlation, {count.name}", "", None, count.correlation))
        rows.append((f"correlation after {DEPTH}, {count.name}", "", None, count.after))
        rows.append(_flat_row(f"trigger, {count.name}", "", count.linear.trigger, digits))
        rows.append(_flat_row(f"pivot, {count.name}", "", count.linear.pivot, digits))
    rows += [("assumed", phrase, None, None) for phrase in shoe_options.assumed_for_bets(answer.rules)]
    start = answer.bet.name, answer.pay_table, answer.rules.id, answer.shoe.cards
    columns = ("bet", "pay_table", "rules", "cards", "kind", "name", "fraction", "decimal")
    return Table("removal", "", tuple(map(Column, columns)), [(*start, *row) for row in rows])


def _flat_row(kind: str, name: str, value: Fraction, digits: int) -> tuple[Cell, ...]:
    return kind, name, value, Rounded(value, digits)
