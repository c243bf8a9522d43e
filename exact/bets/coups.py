"""Every coup of a tableau by point value, as arrays with one row for each pair of final hands."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeVar

from exact.arrays import Integers, Truths
from exact.lazy import np
from exact.rules.tableau import NO_THIRD, Tableau

Kind = TypeVar("Kind", bound="np.generic")
ABSENT = -1
"""The entry for a third card that was not dealt."""
POSITIONS = ("punto_1", "punto_2", "punto_3", "banco_1", "banco_2", "banco_3")


class Coups(NamedTuple):
    """``values`` has six columns, one for each position; ``orders`` has the number of dealing orders of each row."""

    values: Integers
    orders: Integers

    @property
    def columns(self) -> Integers:
        """The point values by position: six arrays."""
        return self.values.T


@lru_cache(maxsize=16)
def coups_of(tableau: Tableau, ordered: bool) -> Coups:
    """All coups under ``tableau``.

    With ``ordered``, both orders of each side's first two cards are rows of their own: 339,400 rows under standard rules.
    Without it, the two cards are in ascending order, for classifications that ignore their order: 103,411 rows.
    """
    punto_draws, banco_draws = drawing_tables(tableau)
    pairs, orders = _pairs(ordered)
    totals = pairs.sum(axis=1) % 10
    punto, banco = _every_two(len(pairs))
    live = (totals[punto] < 8) & (totals[banco] < 8)
    thirds = live & punto_draws[totals[punto]]

    punto, punto_third = _drawn(punto, thirds)
    banco, live = _repeated(banco, thirds), _repeated(live, thirds)
    column = np.where(punto_third == ABSENT, NO_THIRD, punto_third)
    punto_total = (totals[punto] + np.maximum(punto_third, 0)) % 10
    lasts = live & banco_draws[punto_total, np.minimum(totals[banco], 7), column]
    banco, banco_third = _drawn(banco, lasts)
    punto, punto_third = _repeated(punto, lasts), _repeated(punto_third, lasts)

    values = np.column_stack([pairs[punto], punto_third, pairs[banco], banco_third])
    return Coups(values, orders[punto] * orders[banco])


@lru_cache(maxsize=16)
def drawing_tables(tableau: Tableau) -> tuple[Truths, Truths]:
    """Whether Punto draws, by its two-card total (0–9), and Banco, by Punto's final total × its own × the third card.

    Raises `ExactError` for a tableau that looks at the third card's rank.
    """
    tableau.check_by_value()
    punto = np.array([*(letter == "D" for letter in tableau.punto), False, False])
    matrices = [tableau.matrix_against(total) for total in range(10)]
    return punto, np.array([[[letter == "D" for letter in row] for row in matrix] for matrix in matrices])


@lru_cache(maxsize=2)
def first_four_cards(ordered: bool) -> Coups:
    """Only the first two cards of each side, for classifications that look at no third card."""
    pairs, orders = _pairs(ordered)
    punto, banco = _every_two(len(pairs))
    absent = np.full(len(punto), ABSENT)
    return Coups(np.column_stack([pairs[punto], absent, pairs[banco], absent]), orders[punto] * orders[banco])


def _pairs(ordered: bool) -> tuple[Integers, Integers]:
    """All pairs of point values, one a row, and the number of orders of each."""
    first, second = np.divmod(np.arange(100), 10)
    pairs = np.column_stack([first, second])
    if ordered:
        return pairs, np.ones(100, dtype=np.int64)
    return pairs[first <= second], np.where(first < second, 2, 1)[first <= second]


def _every_two(count: int) -> tuple[Integers, Integers]:
    return np.repeat(np.arange(count), count), np.tile(np.arange(count), count)


def _repeated(rows: np.typing.NDArray[Kind], draws: Truths) -> np.typing.NDArray[Kind]:
    return np.repeat(rows, np.where(draws, 10, 1))


def _drawn(rows: Integers, draws: Truths) -> tuple[Integers, Integers]:
    """The rows, each repeated ten times if a third card is drawn, and the value of that card."""
    times = np.where(draws, 10, 1)
    starts = np.repeat(np.cumsum(times) - times, times)
    index = np.arange(times.sum()) - starts
    return np.repeat(rows, times), np.where(np.repeat(draws, times), index, ABSENT).astype(np.int64)
