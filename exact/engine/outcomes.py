"""Exact counts of punto, banco and tie on one shoe in Python integers, so that a short answer needs no numpy.

Each multiset of the few cards (see `exact.engine.multisets`) has a long integer that packs the coefficients of punto
and banco for all multisets of the many, a slot of some bytes for each. These integers times the ways to draw the few
add up to the sum for each multiset of the many, in its slot: 77 long multiplications instead of 10,010 short ones. A
slot never overflows: a coefficient is at most 6!/Πm_v!, so with n cards on the side of the few a slot holds at most
Σ 6!/Πm_v! · n_v(n_v − 1)… = 6!/k! · n(n − 1)… (k ≤ 3 factors) ≤ 6!/3! · max(n, 6)³, and is wide enough for that: four
bytes for up to eight decks.
"""

import os
import sys
from collections.abc import Sequence
from functools import lru_cache, partial
from operator import mul

from exact.arithmetic import ordered_deals
from exact.engine.multisets import LOW_VALUES, SPLITS, Coefficients, of_five_values, orders_of_multisets, ways_to_draw
from exact.game import CARDS, Outcome
from exact.game.shoe import InfiniteShoe, Shoe
from exact.lazy import np
from exact.rules import Tableau

COEFFICIENTS_FILE = os.path.join(os.path.dirname(__file__), "outcomes.bin")
_WORD = 4  # bytes; a slot has some of these words


def count_outcomes(shoe: Shoe, tableau: Tableau) -> dict[Outcome, int]:
    """The number of padded ordered six-card deals with each outcome; the sum is N(N−1)…(N−5)."""
    if tableau.ranks:
        from exact.engine import one_shoe
        from exact.game import Granularity

        one_shoe.check_granularity(Granularity.RANKS, shoe, "banco's move by the rank of punto's third card", "rules")
        return one_shoe.count_outcomes_given(shoe, tableau)
    values = shoe.values
    sides = [ways_to_draw(values[:LOW_VALUES]), ways_to_draw(values[LOW_VALUES:])]
    most = max(sum(values[:LOW_VALUES]), sum(values[LOW_VALUES:]), CARDS)
    width = -(-(120 * most**3).bit_length() // (8 * _WORD)) * _WORD
    punto = banco = 0
    for (side, few), packed in zip(SPLITS, _packed(tableau, width), strict=True):
        many = sides[1 - side][CARDS - few]
        sums = slots(sum(map(mul, sides[side][few], packed)), 2 * len(many), width)
        punto += sum(map(mul, sums[: len(many)], many))
        banco += sum(map(mul, sums[len(many) :], many))
    return {Outcome.PUNTO: punto, Outcome.BANCO: banco, Outcome.TIE: ordered_deals(shoe.cards) - punto - banco}


def count_outcomes_infinite(tableau: Tableau) -> tuple[dict[Outcome, int], int]:
    """The same for the infinite shoe, and their total: the 13**6 sequences of six ranks."""
    tableau.check_by_value()
    counts = InfiniteShoe().limit(partial(count_outcomes, tableau=tableau), CARDS)  # sequences of six card types
    return {outcome: deals // 4**CARDS for outcome, deals in counts.items()}, 13**CARDS


def outcome_coefficients(tableau: Tableau) -> Coefficients:
    """The coefficients of punto, banco and tie, in the order of `Outcome`."""
    rows = np.array([np.frombuffer(row, dtype="<u2") for row in _punto_and_banco(tableau)], dtype=np.int64)
    return Coefficients(np.vstack([rows, orders_of_multisets() - rows.sum(axis=0)]))


def coefficients_file(tableau: Tableau) -> bytes:
    """A line with the letters of the tableau; then the coefficients of punto and of banco as little-endian 16 bits."""
    return _head(tableau) + b"".join(compiled_outcomes(tableau))


@lru_cache(maxsize=64)
def _punto_and_banco(tableau: Tableau) -> tuple[bytes, bytes]:
    """Their coefficients, from the package if its file is of this ``tableau``, else compiled."""
    with open(COEFFICIENTS_FILE, "rb") as file:
        if file.readline() != _head(tableau):
            return compiled_outcomes(tableau)
        both = file.read()
        return both[: len(both) // 2], both[len(both) // 2 :]


def compiled_outcomes(tableau: Tableau) -> tuple[bytes, bytes]:
    """The coefficients of punto and of banco as `coefficients_file` has them; raises `ExactError` for moves by rank."""
    from exact.bets.payoffs import outcome_classification
    from exact.engine.compiler import compiled_jointly

    tableau.check_by_value()
    both = outcome_classification((Outcome.PUNTO, Outcome.BANCO))
    punto, banco, _ = compiled_jointly((both,), tableau, "the outcome").coefficients.matrix.astype("<u2")
    return punto.tobytes(), banco.tobytes()


def _head(tableau: Tableau) -> bytes:
    return tableau.to_words().encode("ascii") + b"\n"


@lru_cache(maxsize=16)
def _packed(tableau: Tableau, width: int) -> list[list[int]]:
    """By split, an integer for each multiset of the few: coefficients of punto, then banco, in ``width`` bytes each."""
    rows = []
    for numbers in _punto_and_banco(tableau):
        row = bytearray(len(numbers) // 2 * width)
        row[0::width], row[1::width] = numbers[0::2], numbers[1::2]
        rows.append(row)
    packed = []
    start = 0
    for _, few in SPLITS:
        size = width * len(of_five_values(CARDS - few))
        integers = []
        for _ in of_five_values(few):
            integers.append(int.from_bytes(b"".join(row[start : start + size] for row in rows), "little"))
            start += size
        packed.append(integers)
    return packed


def slots(packed: int, count: int, width: int) -> Sequence[int]:
    """The numbers that a long integer has side by side, the lowest first, in so many bytes each."""
    data = packed.to_bytes(count * width, "little")
    if width in (_WORD, 2 * _WORD) and sys.byteorder == "little":
        return memoryview(data).cast("I" if width == _WORD else "Q")
    return [int.from_bytes(data[start : start + width], "little") for start in range(0, len(data), width)]
