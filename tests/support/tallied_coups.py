"""Tallies of a thousand coups that agree with each other: 446 punto, 459 banco, 95 ties."""

from itertools import product

PAIRS = {
    f"{first},{second}": count
    for (first, second), count in zip(
        product(("punto", "banco", "tie"), repeat=2), (100, 102, 21, 102, 106, 21, 21, 22, 5), strict=True
    )
}
GOOD = {
    "decks": 8,
    "rules": "standard",
    "coups": 1000,
    "outcomes": {"punto": 446, "banco": 459, "tie": 95},
    "bets": {"dragon-7": {"win": 23, "lose": 977}},
    "pairs": PAIRS,
}
