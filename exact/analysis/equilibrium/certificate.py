"""The certificate of an equilibrium: the strategies, multipliers and slacks of the linear program that it solves.

    maximize Σ z    with    z ≤ punto's payoff if banco stands, z ≤ its payoff if banco draws, for each information set,
    over punto's probabilities of drawing from 0 to 1.

Slacks and multipliers are what each choice loses against the better one: a choice of banco is the slack of its constraint, and
its probability the multiplier; standing on 5 loses the multiplier of p ≤ 1, drawing that of p ≥ 0. The program and its dual
have the same value only at an equilibrium; ``scripts/check_equilibrium.py`` checks that without this package.
"""

from __future__ import annotations

import json
from fractions import Fraction

from exact.analysis.equilibrium.game import hand_text
from exact.analysis.equilibrium.profile import Profile


def certificate_json(profile: Profile) -> str:
    """The certificate as JSON, with exact numbers as "p/q" or "p"; choices to which the shoe cannot lead have `null`."""
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
