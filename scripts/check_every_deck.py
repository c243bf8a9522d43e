"""A sceptic's check of the equilibrium for every number of decks, with nothing but the standard library.

`exact equilibrium --model B3 --closed-form --format json > b3.json`, then this script with b3.json. It deals from d
full decks with polynomials in d (lists of coefficients, ascending) and compares every quotient of the proof as an
identity of polynomials. Fewer decks than the file's "start" are left to scripts/check_equilibrium.py.
"""

import itertools
import json
import sys
from collections import defaultdict
from typing import Any

Polynomial = list[int]
Decision = str | tuple[str | None, int | None]
"""Player's hand, or Banker's with the third card (None if there is none)."""
Quotients = dict[tuple[str, Decision], tuple[Polynomial, Polynomial]]
"""A numerator and a denominator for each subject and decision."""

PAIRS = [(low, high) for low in range(10) for high in range(low, 10)]
SIZES = [16] + [4] * 9  # cards of each point value in a deck


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    product = [0] * (len(one) + len(other) - 1)
    for (i, a), (j, b) in itertools.product(enumerate(one), enumerate(other)):
        product[i + j] += a * b
    return product


def plus(one: Polynomial, other: Polynomial, sign: int = 1) -> Polynomial:
    return [a + sign * b for a, b in itertools.zip_longest(one, other, fillvalue=0)]


def deal(model: str) -> tuple[Polynomial, dict[tuple[tuple[str, int | None], str | None, str], Polynomial]]:
    """Player's net wins by naturals, and by (Banker's hand, third card), Player's hand on 5, Banker's action."""
    naturals: Polynomial = [0]
    table: defaultdict[Any, Polynomial] = defaultdict(lambda: [0])
    for player_pair, banker_pair, third in itertools.product(PAIRS, PAIRS, (None, *range(10))):
        player, banker, stands = sum(player_pair) % 10, sum(banker_pair) % 10, third is None
        natural, total = max(player, banker) >= 8, (player + (third or 0)) % 10
        if not stands if natural else player != 5 and stands == (player < 5):
            continue
        taken, ways = [0] * 10, [2 ** sum(low != high for low, high in (player_pair, banker_pair))]
        for value in (*player_pair, *banker_pair, *(() if stands else (third,))):
            ways, taken[value] = times(ways, [-taken[value], SIZES[value]]), taken[value] + 1
        ways = times(ways, [-5, 52]) if stands else ways
        wins = [(total > (banker + sixth) % 10) - (total < (banker + sixth) % 10) for sixth in range(10)]
        fixed = times(ways, [-sum(taken) * wins[0], 52 * wins[0]])
        drawn = [-sum(map(int.__mul__, wins, taken)), sum(map(int.__mul__, wins, SIZES))]
        hands = [",".join(map(str, pair)) for pair in (player_pair, banker_pair)]
        choice, hand = {"1": ("5", str(banker)), "2": ("5", hands[1]), "3": hands}[model[1:]]
        if natural:
            naturals = plus(naturals, fixed)
        for action, net in () if natural else (("stands", fixed), ("draws", times(ways, drawn))):
            key = (hand, third), choice if player == 5 else None, action
            table[key] = plus(table[key], net)
    return naturals, table


def decision(row: dict[str, Any]) -> Decision:
    return row["hand"] if row["side"] == "punto" else (row["hand"], row["third"])


def polynomials(row: dict[str, Any], prefix: str = "") -> tuple[Polynomial, Polynomial]:
    return [int(part) for part in row[prefix + "numerator"]], [int(part) for part in row[prefix + "denominator"]]


def strategies(rows: list[dict[str, Any]]) -> tuple[dict[Decision, Polynomial], set[Decision], Polynomial, Polynomial]:
    """A numerator for each decision, those that mix, and the denominator of all of Player's and of all of Banker's."""
    mixed = {decision(row): polynomials(row) for row in rows if row["subject"] == "draws"}
    [below] = [parts[1] for key, parts in mixed.items() if isinstance(key, str)]
    [under] = [parts[1] for key, parts in mixed.items() if not isinstance(key, str)]
    weights = {key: parts[0] for key, parts in mixed.items()}
    for row in rows:
        if row["subject"] == "margin":
            scale = below if row["side"] == "punto" else under
            weights[decision(row)] = times(scale, [{"0/1": 0, "1/1": 1}[row["draws"]]])
    return weights, {*mixed}, below, under


def quotients(file: dict[str, Any]) -> Quotients:
    """What must be positive."""
    (naturals, table), (weights, mixed, below, under) = deal(file["model"]), strategies(file["statements"])
    deals, slope = [1], [0]
    net: defaultdict[Decision | None, Polynomial] = defaultdict(lambda: [0])
    for taken in range(6):
        deals = times(deals, [-taken, 52])
    payoff = times(naturals, times(below, under))
    for (place, choice, action), amount in table.items():
        stands = place[1] is None
        weight = below if choice is None else plus(below, weights[choice], -1) if stands else weights[choice]
        share = weights[place] if action == "draws" else plus(under, weights[place], -1)
        net[place] = plus(net[place], times(amount, weight), 1 if action == "stands" else -1)
        net[choice] = plus(net[choice], times(amount, share), -1 if stands else 1)
        payoff = plus(payoff, times(times(amount, weight), share))
        if {place, choice} == mixed:
            slope = plus(slope, amount, 1 if stands == (action == "draws") else -1)
    true: Quotients = {
        ("interaction", (None, None)): (slope if slope[-1] > 0 else times(slope, [-1]), deals),
        ("loss", (None, None)): (times(payoff, [-1]), times(times(below, under), deals)),
    }
    for key in weights:
        own, other = (below, under) if isinstance(key, str) else (under, below)
        if key in mixed:
            demand(not any(net[key]), f"{key} is not indifferent")
            true["draws", key], true["stands", key] = (weights[key], own), (plus(own, weights[key], -1), own)
        else:
            gain = net[key] if any(weights[key]) else times(net[key], [-1])
            true["margin", key] = gain, times(other, deals)
    return true


def demand(condition: bool, fault: str) -> None:
    if not condition:
        raise ValueError(fault)


def check(file: dict[str, Any]) -> None:
    """Raise an error if anything is wrong."""
    true = quotients(file)
    said: Quotients = {}
    for row in file["statements"]:
        key, parts, certificates = (row["subject"], decision(row)), polynomials(row), polynomials(row, "shifted_")
        demand(key not in said and 1 <= row["from"] <= file["start"], f"{key} is given twice, or for too few decks")
        said[key] = parts
        for part, certificate in zip(parts, certificates):
            expanded = [0]
            for coefficient in reversed(certificate):
                expanded = plus(times(expanded, [-row["from"], 1]), [coefficient])
            demand(not any(plus(expanded, part, -1)), f"{key} is shifted wrongly")
            demand(certificate[0] > 0 and min(certificate) >= 0, f"{key} is not positive")
    demand(said.keys() == true.keys(), "the statements are not those of the model")
    for key, (above, below) in true.items():
        demand(not any(plus(times(said[key][0], below), times(said[key][1], above), -1)), f"{key} is another quotient")
    for row in file["eras"]:
        if row["to"] is None and row["figure"] == "value to punto":
            above, below = polynomials(row)
            demand((times(above, [-1]), below) == said["loss", (None, None)], "the value is another")
        elif row["to"] is None:
            mixed = decision({**row, "side": row["figure"].split()[0]})
            demand(polynomials(row) == said["draws", mixed], f"{mixed} mixes otherwise")


try:
    claims = json.loads(open(sys.argv[1], encoding="utf-8").read())
    check(claims)
except (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
    sys.exit(f"not proved: {type(error).__name__}: {error}")
proved = f"for all d >= {claims['start']}, the strategies are the only equilibrium of model {claims['model']}"
print(f"{sys.argv[1]}: {proved}")
