"""Check answers of ``exact equilibrium --game banque --format json`` with the standard library: is each an equilibrium?

Cards are dealt here in the order of the table, hand after hand, and every reply of the banker and of the players is
compared: python scripts/check_banque.py ANSWER.json …
"""

import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm
from typing import Any

JOINT = ("SS", "SD", "DS", "DD")
SIGNS = [[(own > final) - (own < final) for final in range(10)] for own in range(10)]
MARGIN = Fraction(1, 10**30)  # irrational numbers are given between bounds that are closer than this
Pair = tuple[int, int, int]  # two cards and the ordered ways to deal them
Place = tuple[str, Any, Any]  # the banker's hand, and what it sees of both players
Wins = list[int]  # against the first and the second player if the banker stands, then if it draws


def pairs(left: list[int], taken: int) -> Iterator[Pair]:
    """The two cards of a hand; with replacement cards with the same total are one."""
    for low in range(10):
        for high in range(low, 10):
            yield low, high, left[low] * (left[high] - taken * (low == high)) * (1 if low == high else 2)


def without(left: list[int], taken: int, *cards: int) -> list[int]:
    """The cards that are left."""
    rest = list(left)
    for card in cards:
        rest[card] -= taken
    return rest


class Deals:
    """What the banker wins in all deals, by what it knows and by the choices of the players."""

    def __init__(self, model: str, values: list[int]) -> None:
        self.taken, self.sees_cards = int(model[0] == "B"), model[1] == "2"
        self.places: dict[Place, dict[str, Wins]] = {}
        self.settled = [0, 0]
        cards = sum(values)
        self.number = perm(cards, 9) if self.taken else cards**9
        for first, left in self._hands(values):
            for second, rest in self._hands(left):
                for own, last in self._hands(rest):
                    totals = sum(first[:2]) % 10, sum(second[:2]) % 10
                    self._coup(last, first[2] * second[2] * own[2], totals, own)

    def _hands(self, left: list[int]) -> Iterator[tuple[Pair, list[int]]]:
        hands = [pair for pair in pairs(left, self.taken) if pair[2]]
        if not self.taken:
            hands = [(0, total, sum(ways for a, b, ways in hands if (a + b) % 10 == total)) for total in range(10)]
        return ((pair, without(left, self.taken, *pair[:2])) for pair in hands)

    def _coup(self, left: list[int], ways: int, totals: tuple[int, int], pair: Pair) -> None:
        own, size = sum(pair[:2]) % 10, sum(left)
        naturals = [total >= 8 for total in totals]
        if own >= 8 or all(naturals):
            ways *= size * (size - self.taken) * (size - 2 * self.taken)
            self.settled = [won + ways * SIGNS[own][total] for won, total in zip(self.settled, totals, strict=True)]
            return
        hand = f"{pair[0]},{pair[1]}" if self.sees_cards else str(own)
        after = [sum(count * SIGNS[(own + card) % 10][final] for card, count in enumerate(left)) for final in range(10)]
        may_draw = [(False,) if total > 5 else (True,) if total < 5 else (False, True) for total in totals]
        for drew in product(*may_draw):
            chosen = [
                joint for joint in JOINT if all(totals[who] != 5 or (joint[who] == "D") == drew[who] for who in (0, 1))
            ]
            self._thirds(left, ways, totals, (own, hand, after), drew, chosen)

    def _thirds(
        self,
        left: list[int],
        ways: int,
        totals: tuple[int, int],
        banker: tuple[int, str, list[int]],
        drew: tuple[bool, ...],
        chosen: list[str],
    ) -> None:
        own, hand, after = banker
        size = sum(left)
        names = [f"natural {total}" if self.taken else "natural" for total in totals]
        for cards in product(*(range(10) if draws else (None,) for draws in drew)):
            dealt = [card for card in cards if card is not None]
            deals = ways * (left[dealt[0]] if dealt else 1)
            if len(dealt) == 2:
                deals *= left[dealt[1]] - self.taken * (dealt[0] == dealt[1])
            if not deals:
                continue
            last = size - self.taken * len(dealt)
            for place in range(2 - len(dealt)):  # unused positions
                deals *= size - self.taken * (len(dealt) + 1 + place)
            seen, won = [], []
            for total, card, name in zip(totals, cards, names, strict=True):
                final = (total + (card or 0)) % 10
                drawn = after[final] - self.taken * sum(SIGNS[(own + gone) % 10][final] for gone in dealt)
                seen.append(name if total >= 8 else card)
                won.append((-last, -last) if total >= 8 else (last * SIGNS[own][final], drawn))
            at = self.places.setdefault((hand, seen[0], seen[1]), {joint: [0] * 4 for joint in JOINT})
            for joint in chosen:
                for index, wins in enumerate((won[0][0], won[1][0], won[0][1], won[1][1])):
                    at[joint][index] += deals * wins


deals_of = cache(lambda model, values: Deals(model, list(values)))


def middle(value: Any) -> Fraction:
    """A number of an answer, or the middle of its bounds."""
    low, high = value if isinstance(value, list) else (value, value)
    return (Fraction(low) + Fraction(high)) / 2


def weights(players: dict[str, Any]) -> dict[str, list[Fraction]]:
    """The probability of each of `JOINT`, by the third card of the first player if the second one sees it."""
    if "joint" in players:
        given = players["joint"]
        by_card = given if "none" in given else {"none": given}
        return {card: [middle(each[joint]) for joint in JOINT] for card, each in by_card.items()}
    first, second = (middle(players[who]["draw_on_5"]) for who in ("first", "second"))
    sides = [(1 - draws, draws) for draws in (first, second)]
    return {"none": [one * other for one, other in product(*sides)]}


def wrong(answer: dict[str, Any]) -> list[str]:
    """What of an answer is not as it must be."""
    deals = deals_of(answer["model"], tuple(answer["values"]))
    stakes = [int(stake) for stake in answer["stakes"].split(":")]
    unit = sum(stakes) * deals.number
    played, found = weights(answer["players"]), []
    margin = MARGIN if isinstance(answer["value"], list) else Fraction(0)
    if {(sum(each), each[2] + each[3]) for each in played.values()} != {(1, sum(played["none"][2:]))}:
        found.append("the first player draws with different probabilities, or some do not sum to 1")
    nothing = dict.fromkeys(played, [Fraction(0)] * 2)
    by_card = {joint: nothing | {"none": [Fraction(each) for each in deals.settled]} for joint in JOINT}
    for row in answer["banker"]:
        place, draws = (row["hand"], row["first"], row["second"]), middle(row["draws"])
        wins = deals.places.get(place, {joint: [0] * 4 for joint in JOINT})
        gain, card = Fraction(0), str(row["first"]) if str(row["first"]) in played else "none"
        for joint, weight in zip(JOINT, played[card], strict=True):
            stood, drew = wins[joint][:2], wins[joint][2:]
            gain += weight * Fraction(
                sum(stake * (d - s) for stake, s, d in zip(stakes, stood, drew, strict=True)), unit
            )
            won = by_card[joint][card]
            by_card[joint][card] = [w + s + draws * (d - s) for w, s, d in zip(won, stood, drew, strict=True)]
        if gain * (1 - draws) > margin or -gain * draws > margin:
            found.append(f"the banker has a better choice at {place}")
    losses = {
        card: [
            sum((s * w for s, w in zip(stakes, by_card[joint][card], strict=True)), Fraction(0)) / unit
            for joint in JOINT
        ]
        for card in played
    }
    value = sum((w * loss for card in played for w, loss in zip(played[card], losses[card], strict=True)), Fraction(0))
    if abs(value - middle(answer["value"])) > margin:
        found.append(f"the value is {value}")
    if "equilibria" in answer:
        alone = {joint: each["none"] for joint, each in by_card.items()}
        return found + [
            f"player {who + 1} has a better choice"
            for who in (0, 1)
            if _better(who, alone, played["none"], margin * unit)
        ]
    least = min(sum(min(each[at : at + 2]) for each in losses.values()) for at in (0, 2))  # the first stands, or draws
    return found + (["the players have a better choice"] if value - least > margin else [])


def _better(who: int, won: dict[str, list[Fraction]], played: list[Fraction], margin: Fraction | int) -> bool:
    """Whether one player alone would lose less with another choice."""
    other = [sum(w for w, joint in zip(played, JOINT, strict=True) if joint[1 - who] == move) for move in "SD"]
    own = sum(w for w, joint in zip(played, JOINT, strict=True) if joint[who] == "D")
    stands, draws = (
        sum(
            part * won[(mine + move) if who == 0 else (move + mine)][who]
            for part, move in zip(other, "SD", strict=True)
        )
        for mine in "SD"
    )
    return (1 - own) * stands + own * draws - min(stands, draws) > margin


def main() -> int:
    """Print what is wrong with each answer; 1 if anything is."""
    failed = False
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            found = wrong(json.load(file))
        failed |= bool(found)
        print(f"{name}: {'; '.join(found) or 'an equilibrium'}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
