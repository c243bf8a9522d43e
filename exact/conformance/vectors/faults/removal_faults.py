"""Faults in effects of removal: what is removed, how many of it, and what the change is divided by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from exact.answers.text import Text, _
from exact.arithmetic import ordered_deals
from exact.conformance.vectors.engine import shoe_of
from exact.conformance.vectors.faults.fault import Fault, right_answer
from exact.conformance.vectors.faults.priced import Engine, Json
from exact.game.shoe import MIN_CARDS, Shoe

_DECK = Shoe.of_decks(1).values
Effects = dict[int, Fraction]
"""The effect on the expectation for each point value in the shoe."""


class _Asked(NamedTuple):
    """A request for effects of removal, and its right answer."""

    request: Json
    values: tuple[int, ...]
    """The cards of each point value."""
    effects: Effects

    @property
    def cards(self) -> int:
        """The number of cards in the shoe."""
        return sum(self.values)

    @property
    def decks(self) -> int:
        """The number of whole decks that the shoe is, or 0."""
        decks = self.cards // 52
        return decks if self.values == tuple(decks * count for count in _DECK) else 0

    def expectation(self, values: tuple[int, ...], pays: Json | None = None) -> Fraction | None:
        """The bet's expectation on a shoe with these counts, at the payoffs asked or at others; `None` if it has none."""
        return None if min(values) < 0 or sum(values) < MIN_CARDS else self._expectation(values, pays)

    def before(self, pays: Json | None = None) -> Fraction:
        """The bet's expectation before anything is removed, which is one: the right effects are known."""
        return self._expectation(self.values, pays)

    def _expectation(self, values: tuple[int, ...], pays: Json | None) -> Fraction:
        asked = {**self.request, "kind": "expectation", "shoe": {"values": list(values)}}
        return Fraction(right_answer(asked | ({"pays": pays} if pays else {}))["expectation"])

    def changed(self, number: Callable[[int], int], pays: Json | None = None) -> Effects | None:
        """The changes of the expectation when ``number(value)`` cards of each value leave the shoe."""
        before, effects = self.before(pays), {}
        for value in self.effects:
            less = (*self.values[:value], self.values[value] - number(value), *self.values[value + 1 :])
            after = self.expectation(less, pays)
            if after is None:
                return None
            effects[value] = after - before
        return effects


Wrong = Callable[[_Asked], "Effects | None"]


def removal_faults() -> Iterator[Fault]:
    """Wrong effects of removal; faults in dealing show in them too, as differences of wrong expectations."""
    rows: list[tuple[str, Text, Wrong]] = [
        ("removal-sign", _("effects of removal have the sign of the house edge, not of the expectation"), _times(-1)),
        ("removal-percent", _("effects of removal are given in percent"), _times(100)),
        ("removal-cards", _("effects of removal are multiplied by the number of cards"), lambda asked: _times(asked.cards)(asked)),
        ("removal-relative", _("effects of removal are given relative to the expectation"), _relative),
        ("removal-after", _("the expectation after the removal is given instead of its change"), _after),
        ("removal-chance", _("the change of the chance to win is given instead of that of the expectation"), _of_chance),
        ("removal-added", _("the card is added to the shoe instead of removed"), lambda asked: asked.changed(lambda _: -1)),
        ("removal-all", _("all cards of the value are removed instead of one"), lambda asked: asked.changed(asked.values.__getitem__)),
        ("removal-rank", _("four cards of the value are removed instead of one"), lambda asked: asked.changed(lambda _: 4)),
        ("removal-tens", _("a 10, a J, a Q and a K are removed together"), lambda asked: asked.changed(lambda value: 1 if value else 4)),
        ("removal-decks", _("a card of every deck is removed instead of one"), lambda asked: asked.changed(lambda _: asked.decks) if asked.decks else None),
        ("removal-mean", _("the effect of removing all cards of the value is divided by their number"), _mean),
        ("removal-tens-added", _("the effect of a ten is added up over 10, J, Q and K"), _of_tens(Fraction(4))),
        ("removal-tens-spread", _("the effect of a ten is spread over 10, J, Q and K"), _of_tens(Fraction(1, 4))),
        ("removal-deals", _("the figures after the removal are divided by the deals before it"), _by_old_deals),
        ("removal-one-deck", _("effects of removal are those of one deck"), lambda asked: _of_one_deck(asked, Fraction(1))),
        ("removal-scaled", _("effects of removal are those of one deck, times 51/(N − 1)"), lambda asked: _of_one_deck(asked, Fraction(51, asked.cards - 1))),
        ("removal-shifted", _("each effect of removal is that of the value above"), _shifted),
    ]  # fmt: skip
    yield from (Fault(name, words, _giving(wrong)) for name, words, wrong in rows)


def _giving(wrong: Wrong) -> Engine:
    """The engine that gives these effects."""

    def answers(request: Json) -> Json | None:
        right = right_answer(request) if request.get("kind") == "removal" else {}
        if "removal" not in right:
            return None
        asked = {int(value): Fraction(effect) for value, effect in right["removal"].items()}
        effects = wrong(_Asked(request, shoe_of(request).values, asked))
        return {"removal": {str(value): str(effect) for value, effect in effects.items()}} if effects else None

    return answers


def _times(factor: int) -> Wrong:
    return lambda asked: {value: factor * effect for value, effect in asked.effects.items()}


def _relative(asked: _Asked) -> Effects | None:
    before = asked.before()
    return {value: effect / before for value, effect in asked.effects.items()} if before else None


def _after(asked: _Asked) -> Effects:
    before = asked.before()
    return {value: before + effect for value, effect in asked.effects.items()}


def _of_chance(asked: _Asked) -> Effects | None:
    wins = {name: "1" if Fraction(payoff) > 0 else "0" for name, payoff in asked.request["pays"].items()}
    return asked.changed(lambda _: 1, wins)


def _mean(asked: _Asked) -> Effects | None:
    of_all = asked.changed(asked.values.__getitem__)
    return of_all and {value: effect / asked.values[value] for value, effect in of_all.items()}


def _of_tens(factor: Fraction) -> Wrong:
    return lambda asked: {value: effect if value else factor * effect for value, effect in asked.effects.items()}


def _by_old_deals(asked: _Asked) -> Effects:
    before = asked.before()
    part = Fraction(ordered_deals(asked.cards - 1), ordered_deals(asked.cards))
    return {value: (before + effect) * part - before for value, effect in asked.effects.items()}


def _of_one_deck(asked: _Asked, factor: Fraction) -> Effects | None:
    effects = asked._replace(values=_DECK).changed(lambda _: 1) if asked.decks else None
    return effects and {value: factor * effect for value, effect in effects.items()}


def _shifted(asked: _Asked) -> Effects:
    values = list(asked.effects)
    return {value: asked.effects[values[(index + 1) % len(values)]] for index, value in enumerate(values)}
