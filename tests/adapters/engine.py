"""A complete engine on the protocol of exact verify: the plain walk over point values, in the standard library alone."""

import json
import sys
from math import perm
from typing import Any

POINTS = {"A": 1, "T": 0, "10": 0, "J": 0, "Q": 0, "K": 0} | {str(digit): digit for digit in range(10)}
RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
CLASSES = {"values": [*range(10)], "ranks": RANKS, "cards": [value for value in RANKS for _ in range(4)]}
CAPABILITIES = {"arithmetic": "exact", "kinds": ["outcomes", "coup"], "granularity": "cards", "rules": ["standard"]}
BANCO_DRAWS = {3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}


def banco_draws(banco: int, third: int | None) -> bool:
    return banco <= 2 or (banco <= 5 if third is None else str(third) in BANCO_DRAWS[banco])


def winner(punto: int, banco: int) -> str:
    return "punto" if punto > banco else "banco" if banco > punto else "tie"


def point(card: str) -> int:
    name = card.upper()
    return POINTS[name if name in POINTS else name[:-1] if name[-1] in "SHDC" else "unknown"]


def coup(cards: list[str]) -> dict[str, Any]:
    values, total = [point(card) for card in cards], {"punto": 0, "banco": 0}
    steps: list[list[str]] = []

    def deal(side: str) -> int:
        steps.append([side, cards[len(steps)]])
        total[side] = (total[side] + values[len(steps) - 1]) % 10
        return values[len(steps) - 1]

    for side in ("punto", "banco", "punto", "banco"):
        deal(side)
    if max(total.values()) < 8 and banco_draws(total["banco"], deal("punto") if total["punto"] <= 5 else None):
        deal("banco")
    hands: dict[str, Any] = {side: [card for to, card in steps if to == side] for side in total}
    totals = {f"{side}_total": total[side] for side in total}
    return hands | totals | {"outcome": winner(*total.values()), "steps": steps}


def outcomes(shoe: dict[str, list[int]]) -> dict[str, Any]:
    ((granularity, counts),) = shoe.items()
    left = [0] * 10
    for value, count in zip(CLASSES[granularity], counts, strict=True):
        left[value] += count
    cards, found = sum(left), {"punto": 0, "banco": 0, "tie": 0}
    if cards < 6 or min(counts) < 0 or any(type(count) is not int for count in counts):
        raise ValueError("not a shoe of six cards or more")

    def walk(used: int, ways: int, punto: int, banco: int, third: int | None = None) -> None:
        stands = max(punto, banco) > 7 and used == 4
        if used < 4 or (used == 4 and punto <= 5 and not stands):
            for value, copies in enumerate(left):
                if copies:
                    left[value] -= 1
                    p, b = (punto, (banco + value) % 10) if used in (1, 3) else ((punto + value) % 10, banco)
                    walk(used + 1, ways * copies, p, b, value if used == 4 else None)
                    left[value] += 1
            return
        draws = not stands and banco_draws(banco, third)
        for value, copies in enumerate(left if draws else [1]):
            found[winner(punto, (banco + value) % 10)] += ways * copies * perm(cards - used - draws, 6 - used - draws)

    walk(0, 1, 0, 0)
    return {"counts": {side: str(count) for side, count in found.items()}}


for request in map(json.loads, sys.stdin):
    try:
        reply = coup(request["cards"]) if request.get("kind") == "coup" else outcomes(request.get("shoe"))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        reply = {"error": repr(error)}
    hello = {"protocol": "exact-baccarat", "version": 1, "engine": "plain walk", "capabilities": CAPABILITIES}
    print(json.dumps(hello if "protocol" in request else {"id": request["id"], **reply}), flush=True)
