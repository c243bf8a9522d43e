"""Files of a game and of its equilibrium: the game for Gambit (.efg), and a certificate that anybody can check.

In the game, chance deals punto's hand, if it has a choice with it, and banco's; else everything that banco will know.
Cards that no side sees are averaged into the payoffs. What cannot happen is left out, because Gambit wants it so.

The certificate has the strategies, multipliers and slacks of the linear program that an equilibrium solves:

    maximize Σ z    with    z ≤ punto's payoff if banco stands, z ≤ its payoff if banco draws, for each information set,
    over punto's probabilities of drawing from 0 to 1.

Slacks and multipliers are what each choice loses against the better one: a choice of banco is the slack of its
constraint, and its probability the multiplier; standing on 5 loses the multiplier of p ≤ 1, drawing that of p ≥ 0. The
program and its dual have the same value only at an equilibrium; ``scripts/check_equilibrium.py`` checks that without
this package.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction

from exact.analysis.equilibrium.game import Game, Hand, InformationSet, hand_text
from exact.analysis.equilibrium.profile import Profile

PUNTO, BANCO = 1, 2


def game_efg(game: Game) -> str:
    """The game as the text of an .efg file; player 1 is punto, player 2 banco."""
    return "\n".join(_Tree(game).lines()) + "\n"


class _Tree:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.chances = self.outcomes = 0
        self.numbers = {(place.hand, place.third): number for number, place in enumerate(game.sets, start=1)}
        self.by_hand: dict[Hand, list[InformationSet]] = {}
        for place in game.sets:
            self.by_hand.setdefault(place.hand, []).append(place)

    def lines(self) -> Iterator[str]:
        """The nodes in prefix order under the heading."""
        title = f"Chemin de fer, model {self.game.model.id}, point values {' '.join(map(str, self.game.shoe.counts))}"
        yield f'EFG 2 R "{title}" {{ "Punto" "Banco" }}'
        forced = [(place, _deals(place, None)) for place in self.game.sets]
        forced = [(place, deals) for place, deals in forced if deals]
        chosen = [
            (hand, index, deals)
            for hand, (standing, *_drawing) in self.by_hand.items()
            for index in range(len(self.game.choices))
            if (deals := _deals(standing, index))
        ]
        naturals = self.game.deals - sum(deals for _, deals in forced) - sum(deals for *_, deals in chosen)
        branches = [(f"{hand_text(place.hand)}:{place.third}", deals) for place, deals in forced]
        branches += [
            (f"{hand_text(hand)}:{hand_text(self.game.choices[index])}", deals) for hand, index, deals in chosen
        ]
        branches += [("natural", naturals)] if naturals else []
        yield self._chance(branches)
        for place, _ in forced:
            yield from self._banco(place, None)
        for hand, index, _ in chosen:
            yield from self._punto(hand, index)
        if naturals:
            punto, banco = self.game.naturals
            yield self._end(punto - banco, naturals)

    def _punto(self, hand: Hand, index: int) -> Iterator[str]:
        standing, *drawing = self.by_hand[hand]
        yield f'p "" {PUNTO} {index + 1} "{hand_text(self.game.choices[index])}" {{ "stands" "draws" }} 0'
        yield from self._banco(standing, index)
        drawn = [(place, deals) for place in drawing if (deals := _deals(place, index))]
        yield self._chance([(str(place.third), deals) for place, deals in drawn])
        for place, _ in drawn:
            yield from self._banco(place, index)

    def _banco(self, place: InformationSet, index: int | None) -> Iterator[str]:
        number = self.numbers[place.hand, place.third]
        yield f'p "" {BANCO} {number} "{hand_text(place.hand)}:{place.third}" {{ "stands" "draws" }} 0'
        deals = _deals(place, index)
        for wins in (place.stands, place.draws):
            yield self._end(_part(wins.net, place, index), deals)

    def _chance(self, branches: list[tuple[str, int]]) -> str:
        self.chances += 1
        total = sum(deals for _, deals in branches)
        listed = " ".join(f'"{name}" {Fraction(deals, total)}' for name, deals in branches)
        return f'c "" {self.chances} "" {{ {listed} }} 0'

    def _end(self, net: int, deals: int) -> str:
        self.outcomes += 1
        payoff = Fraction(net, deals)
        return f't "" {self.outcomes} "" {{ {payoff}, {-payoff} }}'


def _deals(place: InformationSet, index: int | None) -> int:
    return _part(place.deals, place, index)


def _part(function: tuple[int, ...], place: InformationSet, index: int | None) -> int:
    """What of an affine function comes from the hands of punto's choice ``index``, or from those without a choice."""
    constant, *coefficients = function
    if place.third is None:  # who stands does not draw: the coefficients are negative, and the constant has their share
        constant, coefficients = sum(function), [-coefficient for coefficient in coefficients]
    return constant if index is None else coefficients[index]


def certificate_json(profile: Profile) -> str:
    """The certificate as JSON, with numbers as "p/q" or "p"; choices to which the shoe cannot lead have `null`."""
    game = profile.game
    hands = [hand_text(hand) for hand in game.choices]
    data = {
        "model": game.model.id,
        "values": list(game.shoe.counts),
        "value": str(profile.value),
        "player": dict(zip(hands, map(str, profile.punto), strict=True)),
        "multipliers": {hand: _losses(gain) for hand, gain in zip(hands, profile.punto_gains, strict=True)},
        "banker": [
            {
                "hand": hand_text(place.hand),
                "third": place.third,
                "draws": str(draws),
                "slacks": _losses(gain),
            }
            for place, draws, gain in zip(game.sets, profile.banco, profile.banco_gains, strict=True)
        ],
    }
    return json.dumps(data, indent=1) + "\n"


def _losses(gain: Fraction | None) -> dict[str, str] | None:
    """What each choice loses against the better one, if drawing gains this over standing."""
    if gain is None:
        return None
    return {"stands": str(max(gain, Fraction(0))), "draws": str(max(-gain, Fraction(0)))}
