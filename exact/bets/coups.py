"""Every coup of a tableau by the classes of its cards, as arrays with one row for each pair of final hands."""

from collections.abc import Iterator
from functools import cached_property, lru_cache

from exact.game import Granularity, class_of
from exact.lazy import Integers, Truths, np
from exact.records import Record, field
from exact.rules import NO_THIRD, Tableau

ABSENT = -1
_TOGETHER = 26  # pairs of a side's first two cards
POSITIONS = ("punto_1", "punto_2", "punto_3", "banco_1", "banco_2", "banco_3")


class Coups(Record, eq=False):
    """``values`` has six columns, one for each position; ``orders`` has the number of dealing orders of each row."""

    values: Integers  #: Point values
    orders: Integers
    classes: Integers  #: The class of each card; of `Granularity.VALUES` the point value
    granularity: Granularity = Granularity.VALUES
    named: dict[str, Integers | None] = field(default_factory=dict)  #: Names' values, as far as computed

    @cached_property
    def ranks(self) -> Integers:
        """The rank of each card, ace 0, by position; only where the classes tell ranks."""
        in_ranks = self.granularity is Granularity.RANKS
        ranks = self.classes if in_ranks else self.classes // 4  # the absent card's -1 stays
        return np.ascontiguousarray(ranks.T, dtype=np.int8)

    def rows(self, chosen: Integers | slice) -> "Coups":
        """Only these rows."""
        return Coups(self.values[chosen], self.orders[chosen], self.classes[chosen], self.granularity)


def _points(granularity: Granularity) -> Integers:
    """The point value of each class; last, that of a card not dealt."""
    return np.array([class_of(index, granularity, Granularity.VALUES) for index in range(granularity)] + [ABSENT])


def _pairs(granularity: Granularity, ordered: bool) -> tuple[Integers, Integers]:
    """The classes of two cards, and their orders."""
    first, second = np.divmod(np.arange(granularity**2), granularity)
    kept = (first <= second) | ordered
    return np.column_stack([first, second])[kept], (1 + (first < second) * (not ordered))[kept]


@lru_cache(maxsize=16)
def coups_of(tableau: Tableau | None, ordered: bool, granularity: Granularity = Granularity.VALUES) -> Coups:
    """All coups under ``tableau``, or the first four cards; if ``ordered``, both orders of a side's two are rows."""
    pairs, orders = _pairs(granularity, ordered)
    points = _points(granularity)
    punto, banco = (pair.ravel() for pair in np.indices((len(pairs), len(pairs))))
    third = last = np.full(len(punto), ABSENT)
    if tableau is not None:
        totals = points[pairs].sum(axis=1) % 10
        punto_draws, banco_draws = drawing_tables(tableau)
        live = (totals[punto] < 8) & (totals[banco] < 8)
        rows, third = _third_cards(live & punto_draws[totals[punto]], granularity)
        punto, banco, live = punto[rows], banco[rows], live[rows]
        value = points[third]
        punto_total = (totals[punto] + np.maximum(value, 0)) % 10
        column = np.where(value == ABSENT, NO_THIRD, value)
        draws = live & banco_draws[punto_total, np.minimum(totals[banco], 7), column]
        rows, last = _third_cards(draws, granularity)
        punto, third, banco = punto[rows], third[rows], banco[rows]
    classes = np.stack([*pairs.T[:, punto], third, *pairs.T[:, banco], last])  # each position's together in memory
    values = classes if granularity is Granularity.VALUES else points[classes]
    return Coups(values.T, orders[punto] * orders[banco], classes.T, granularity)


@lru_cache(maxsize=1024)
def drawing_tables(tableau: Tableau) -> tuple[Truths, Truths]:
    """Whether Punto draws, by total (0–9), and Banco, by Punto's final total × its own × third card; not by rank."""
    tableau.check_by_value()
    punto = np.array([*(letter == "D" for letter in tableau.punto), False, False])
    matrices = [tableau.matrix_against(total) for total in range(10)]
    return punto, np.array([[[letter == "D" for letter in row] for row in matrix] for matrix in matrices])


def first_four_by_card(ordered: bool) -> Iterator[Coups]:
    """Every choice of the first four cards, as in `coups_of`, in parts that fit a processor's cache."""
    pairs, orders = _pairs(Granularity.CARDS, ordered)
    points = _points(Granularity.CARDS)
    for start in range(0, len(pairs), _TOGETHER):
        own = slice(start, start + _TOGETHER)
        classes = np.full((len(POSITIONS), len(orders[own]) * len(orders)), ABSENT)
        classes[:2] = np.repeat(pairs[own].T, len(pairs), axis=1)
        classes[3:5] = np.tile(pairs.T, len(orders[own]))
        yield Coups(points[classes].T, np.outer(orders[own], orders).ravel(), classes.T, Granularity.CARDS)


def _third_cards(draws: Truths, classes: int) -> tuple[Integers, Integers]:
    times = np.where(draws, classes, 1)
    rows = np.repeat(np.arange(len(draws)), times)
    value = np.arange(len(rows)) - (np.cumsum(times) - times)[rows]
    return rows, np.where(draws[rows], value, ABSENT)
