"""Every coup of a tableau by point value, as arrays with one row for each pair of final hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from exact.lazy import Integers, Truths, np
from exact.rules import NO_THIRD, Tableau

ABSENT = -1
POSITIONS = ("punto_1", "punto_2", "punto_3", "banco_1", "banco_2", "banco_3")


@dataclass(frozen=True, slots=True, eq=False)
class Coups:
    """``values`` has six columns, one for each position; ``orders`` has the number of dealing orders of each row."""

    values: Integers
    orders: Integers
    named: dict[str, Integers] = field(default_factory=dict)  #: Names' values, as far as computed


@lru_cache(maxsize=16)
def coups_of(tableau: Tableau | None, ordered: bool) -> Coups:
    """All coups under ``tableau``, or the first four cards; if ``ordered``, both orders of a side's two are rows."""
    first, second = np.divmod(np.arange(100), 10)
    pairs, orders = np.column_stack([first, second]), np.ones(100, dtype=np.int64)
    if not ordered:
        pairs, orders = pairs[first <= second], (1 + (first < second))[first <= second]
    punto, banco = (pair.ravel() for pair in np.indices((len(pairs), len(pairs))))
    third = last = np.full(len(punto), ABSENT)
    if tableau is not None:
        totals = pairs.sum(axis=1) % 10
        punto_draws, banco_draws = drawing_tables(tableau)
        live = (totals[punto] < 8) & (totals[banco] < 8)
        rows, third = _third_cards(live & punto_draws[totals[punto]])
        punto, banco, live = punto[rows], banco[rows], live[rows]
        punto_total = (totals[punto] + np.maximum(third, 0)) % 10
        column = np.where(third == ABSENT, NO_THIRD, third)
        rows, last = _third_cards(live & banco_draws[punto_total, np.minimum(totals[banco], 7), column])
        punto, third, banco = punto[rows], third[rows], banco[rows]
    return Coups(np.column_stack([pairs[punto], third, pairs[banco], last]), orders[punto] * orders[banco])


@lru_cache(maxsize=1024)
def drawing_tables(tableau: Tableau) -> tuple[Truths, Truths]:
    """Whether Punto draws, by total (0–9), and Banco, by Punto's final total × its own × third card; not by rank."""
    tableau.check_by_value()
    punto = np.array([*(letter == "D" for letter in tableau.punto), False, False])
    matrices = [tableau.matrix_against(total) for total in range(10)]
    return punto, np.array([[[letter == "D" for letter in row] for row in matrix] for matrix in matrices])


def _third_cards(draws: Truths) -> tuple[Integers, Integers]:
    times = np.where(draws, 10, 1)
    rows = np.repeat(np.arange(len(draws)), times)
    value = np.arange(len(rows)) - (np.cumsum(times) - times)[rows]
    return rows, np.where(draws[rows], value, ABSENT)
