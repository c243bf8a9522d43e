"""A sceptic's check of an equilibrium for any shoe: rules -> payoffs -> optimality, with the standard library alone.

`exact equilibrium --model B3 --decks 8 --remove "9 9 K" --format json > b3.json`, then this script with b3.json.
"""

import itertools, json, math, sys
from collections import defaultdict
from fractions import Fraction
from typing import Any


def deal(values: list[int], model: str) -> tuple[int, int, dict[Any, int]]:
    """All deals, Player's net wins by naturals, both by (Banker's hand, third card), Player's hand, Banker's action."""
    step, naturals, table = {"A": 0, "B": 1}[model[0]], 0, defaultdict[Any, int](int)
    for p1, b1, p2, b2, third in itertools.product(*[range(10)] * 4, (None, *range(10))):
        player, banker, left, ways, cards = (p1 + p2) % 10, (b1 + b2) % 10, list(values), 1, sum(values)
        stands, natural, total = third is None, max(player, banker) >= 8, (player + (third or 0)) % 10
        if not stands if natural else player != 5 and stands == (player < 5):
            continue
        for value in (p1, b1, p2, b2) if stands else (p1, b1, p2, b2, third):
            ways, left[value], cards = ways * left[value], left[value] - step, cards - step
        ways *= cards - step if stands else 1
        wins = [(total > (banker + sixth) % 10) - (total < (banker + sixth) % 10) for sixth in range(10)]
        naturals += ways * cards * wins[0] if natural else 0  # with a sixth card of 0 Banker's total is as if it stands
        pairs = [",".join(map(str, sorted(pair))) for pair in ((p1, p2), (b1, b2))]
        choice, hand = {"1": ("5", str(banker)), "2": ("5", pairs[1]), "3": pairs}[model[1:]]
        actions = {"deals": cards, "stands": cards * wins[0], "draws": sum(map(int.__mul__, left, wins))}
        for action, amount in () if natural else actions.items():
            table[(hand, third), choice if player == 5 else None, action] += ways * amount
    return math.prod(sum(values) - step * k for k in range(6)), naturals, table


def written(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"


def wrong(file: dict[str, Any]) -> str:  # what is wrong with the equilibrium, if anything is
    if len(file["values"]) != 10 or any(type(count) is not int or count < 0 for count in file["values"]):
        return "the shoe must have a whole number of cards of each point value 0 to 9"
    (deals, naturals, table), net = deal(file["values"], file["model"]), defaultdict[Any, Fraction](Fraction)
    decisions = {hand: (draws, file["player_margins"][hand]) for hand, draws in file["player"].items()}
    decisions |= {(row["hand"], row["third"]): (row["draws"], row["margin"]) for row in file["banker"]}
    draws = {decision: Fraction(drawn) for decision, (drawn, _) in decisions.items()}
    for (key, choice, action), amount in table.items():
        stands, q = key[1] is None, draws[key] if action == "draws" else 1 - draws[key]
        net[key, action] += amount * (1 if choice is None else 1 - draws[choice] if stands else draws[choice])
        net[choice, "stands" if stands else "draws"] += amount * q * (action != "deals")
    if {*draws} != {key for key, _ in net} - {None} or len(draws) < len(file["banker"]) + len(file["player"]):
        return "the decisions are not those of the model"
    reached = {key for place, choice, _ in table if table[place, choice, "deals"] for key in (place, choice)}
    for key, (drawn, margin) in decisions.items():
        exact = written(abs(net[key, "draws"] - net[key, "stands"]) / deals) if key in reached else None
        if (drawn, margin) != (written(draws[key]), exact) or not 0 <= draws[key] <= (key in reached):
            return f"{key}, drawing with probability {draws[key]}, has the margin {exact}"
    low = naturals + sum(min(net[key, "stands"], net[key, "draws"]) for key in draws if key not in file["player"])
    high = naturals + sum(max(net[key, "stands"], net[key, "draws"]) for key in file["player"])
    high += net[None, "stands"] + net[None, "draws"]
    is_right = low == high and file["value"] == written(Fraction(low, deals))
    return "" if is_right else f"the value is {low / deals} to {high / deals}"


try:
    fault = wrong(json.loads(open(sys.argv[1], encoding="utf-8").read()))
except (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
    fault = f"{type(error).__name__}: {error}"
print(f"no equilibrium: {fault}" if fault else f"{sys.argv[1]}: the strategies are an equilibrium of this value")
sys.exit(bool(fault))
