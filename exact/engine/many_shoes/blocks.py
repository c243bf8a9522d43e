"""Coefficients in blocks that the kernels multiply: cards of even value apart from cards of odd value.

As with the low and the high cards of `exact.engine.multisets`, one side has at most half of the cards (the few), and the
coefficients beside a multiset of the few are a row. The cards used decide with their sum whether the totals of punto and banco
differ by an even number. So the coefficients of a tie, or of one margin of victory, are all zero wherever the number of odd
cards is wrong, which is half of the blocks, as long as unused positions are not filled with any card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from exact.arrays import Integers
from exact.engine.compiled_bet import multisets_of, number_of
from exact.engine.multisets import of_five_values
from exact.lazy import np


class Block(NamedTuple):
    """The coefficients of some rows for coups with so many cards of even and so many of odd value."""

    side: int
    """Which cards are the few: 0 for the even, 1 for the odd ones. Value v is number v // 2 of side v % 2."""
    few: int
    many: int
    rows: Integers
    """The rows that are not zero throughout."""
    matrix: Integers
    """Rows × multisets of the few × multisets of the many, both in the order of `of_five_values`."""


def blocks_of(matrices: Mapping[int, Integers]) -> list[Block]:
    """The blocks of matrices by the cards that their coups use: rows × `multisets_of` so many, rows numbered throughout."""
    blocks = []
    first = 0
    for cards, matrix in matrices.items():
        for few in range(cards // 2 + 1):
            for side in range(2 if 2 * few < cards else 1):
                beside = _numbers(few, side)[:, None] + _numbers(cards - few, 1 - side)
                block = matrix[:, multisets_of(cards).places(beside)]
                rows = np.flatnonzero(block.any(axis=(1, 2)))
                if len(rows):
                    blocks.append(Block(side, few, cards - few, first + rows, block[rows]))
        first += len(matrix)
    return blocks


def _numbers(cards: int, side: int) -> Integers:
    """The multisets of so many cards of one side as `number_of` has them."""
    return np.array([number_of(tuple(2 * value + side for value in multiset)) for multiset in of_five_values(cards)])
