"""The counts of the catalogue's bets on full shoes, from a generated file: a look-up need not compile the bets.

The number of deals in a category is a polynomial in the number of decks, of degree 6. ``full_shoe_counts.txt`` has a line for each bet:
its name and, for each category, the value with one deck and the six differences of the values with one to seven decks.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import comb
from pathlib import Path

from exact.bets.catalogue import catalogue
from exact.engine.one_shoe import count_categories
from exact.game.coup import CARDS
from exact.game.shoe import Shoe
from exact.rules.named import standard_tableau

COUNTS_FILE = Path(__file__).with_name("full_shoe_counts.txt")


def full_shoe_counts(bet: str, decks: int | None) -> list[int] | None:
    """The deals in each category of a bet, by its name, under the standard rules; `None` for a bet not of the catalogue.

    ``decks`` is `None` for the infinite shoe: then the counts are in proportion, as 6! times the leading coefficients.
    """
    differences = _differences().get(bet)
    if differences is None:
        return None
    return [_at(decks, of_category) for of_category in differences]


def _at(decks: int | None, differences: list[int]) -> int:
    """The polynomial by Newton's forward formula; the last difference is 6! times the leading coefficient."""
    if decks is None:
        return differences[-1]
    return sum(difference * comb(decks - 1, order) for order, difference in enumerate(differences))


@cache
def _differences() -> dict[str, list[list[int]]]:
    """The differences for each category of each bet."""
    lines = (line.split() for line in COUNTS_FILE.read_text(encoding="utf-8").splitlines())
    width = CARDS + 1
    return {
        bet: [[*map(int, numbers[start : start + width])] for start in range(0, len(numbers), width)]
        for bet, *numbers in lines
    }


def counts_file() -> bytes:
    """The contents of the file, computed anew."""
    lines = []
    for bet in catalogue().values():
        shoes = (Shoe.of_decks(decks) for decks in range(1, CARDS + 2))
        by_decks = [count_categories(bet, shoe, standard_tableau()) for shoe in shoes]
        numbers = [number for of_category in zip(*by_decks, strict=True) for number in _differences_of(of_category)]
        lines.append(" ".join((bet.name, *map(str, numbers))))
    return "".join(f"{line}\n" for line in lines).encode()


def _differences_of(values: tuple[int, ...]) -> list[int]:
    """The first value, and the first difference of each order."""
    differences = []
    row = list(values)
    while row:
        differences.append(row[0])
        row = [after - before for before, after in pairwise(row)]
    return differences
