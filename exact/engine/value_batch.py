"""Many value-level bets on one shoe at once: one product of a matrix of coefficients with the shoe's monomials."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from exact.arithmetic import ordered_deals
from exact.arrays import Doubles, Integers
from exact.bets.bet import Bet
from exact.bets.vocabulary import VALUE_MASKS
from exact.engine.count import compiled, count_categories, granularity_of
from exact.engine.polynomial import CARDS, MULTISETS, multisets
from exact.engine.products import Products
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.lazy import np
from exact.rules.tableau import Tableau

_DOUBLE = 2**53
_DIGITS: list[int] = [7**value for value in range(10)]


class ValueBatch:
    """Value-level bets compiled together; equal categories are counted once, and a last category by subtraction.

    The counts are exact: every term and every sum is an integer below 2**53, checked for each shoe (full shoes of up to
    8 decks); a larger shoe is counted bet by bet in wider integers.
    """

    def __init__(self, bets: Iterable[Bet], tableau: Tableau) -> None:
        self.bets = {bet.name: bet for bet in bets if granularity_of(compiled(bet, tableau)) is Granularity.VALUES}
        self.tableau = tableau
        rows: dict[bytes, int] = {}
        self._rows: dict[str, list[int]] = {}
        for name, bet in self.bets.items():
            matrix = coefficients_of(bet, tableau)
            self._rows[name] = [rows.setdefault(row.tobytes(), len(rows)) for row in matrix[:-1]]
        self._matrix = np.array([np.frombuffer(row, dtype=np.float64) for row in rows])
        self._factors = np.array(multisets()).T.copy()
        taken = np.zeros_like(self._factors)
        for later in range(CARDS):
            for earlier in range(later):
                taken[later] += self._factors[earlier] == self._factors[later]
        self._factors += 10 * taken

    def counts(self, shoe: Shoe) -> dict[str, tuple[int, ...]]:
        """The padded deals of each category of each bet, by the bet's name."""
        return self.counts_of([shoe])[0]

    def counts_of(self, shoes: Sequence[Shoe]) -> list[dict[str, tuple[int, ...]]]:
        """`counts` of every one of ``shoes``, in one product of matrices."""
        if max(ordered_deals(shoe.cards) for shoe in shoes) >= _DOUBLE:
            return [
                {name: count_categories(bet, shoe, self.tableau) for name, bet in self.bets.items()} for shoe in shoes
            ]
        ways = np.empty((MULTISETS, len(shoes)))
        for column, shoe in enumerate(shoes):
            left = np.array(shoe.values, dtype=np.float64) - np.arange(CARDS)[:, None]
            ways[:, column] = np.multiply.reduce(left.ravel()[self._factors])
        found = (self._matrix @ ways).astype(np.int64).T.tolist()
        return [self._named(row, ordered_deals(shoe.cards)) for row, shoe in zip(found, shoes, strict=True)]

    def _named(self, found: list[int], deals: int) -> dict[str, tuple[int, ...]]:
        return {
            name: (*(counts := [found[row] for row in rows]), deals - sum(counts)) for name, rows in self._rows.items()
        }


def check_value_level(bet: Bet, tableau: Tableau, purpose: str) -> None:
    """Raise `ExactError` for a bet that looks at ranks or cards; ``purpose`` is what needs one that does not."""
    needed = granularity_of(compiled(bet, tableau))
    if needed is not Granularity.VALUES:
        raise ExactError("bet", bet.name, f"looks at {needed.word}, and {purpose} bets that point values decide")


def coefficients_of(bet: Bet, tableau: Tableau) -> Doubles:
    """The coefficients of each category of a bet that point values decide, over `multisets`: whole numbers of 0 to 720."""
    return multiset_coefficients(compiled(bet, tableau), len(bet.categories))


def multiset_coefficients(products: Products, categories: int) -> Doubles:
    """For each category its coefficient for each of the 5,005 multisets, positions not dealt filled with any value."""
    keys, order = _multiset_keys()
    digits = np.array(_DIGITS)
    digit_of_mask = np.array(
        [_DIGITS[VALUE_MASKS.index(mask)] if mask in VALUE_MASKS else 0 for mask in products.masks]
    )
    dealt = digit_of_mask[products.factors]
    spare = (dealt == 0).sum(axis=1)
    padding = {0: np.zeros(1, dtype=np.int64), 1: digits, 2: np.add.outer(digits, digits).ravel()}
    matrix = np.zeros((categories, MULTISETS))
    for count, added in padding.items():
        chosen = spare == count
        column = order[np.searchsorted(keys, dealt[chosen].sum(axis=1)[:, None] + added, sorter=order)]
        row = np.broadcast_to(products.category[chosen][:, None], column.shape)
        np.add.at(matrix, (row, column), products.coefficient[chosen][:, None])
    return matrix


@cache
def _multiset_keys() -> tuple[Integers, Integers]:
    """Each multiset as a number whose digit v in base 7 counts value v, and the order that sorts them."""
    keys = np.array([sum(_DIGITS[value] for value in multiset) for multiset in multisets()])
    return keys, np.argsort(keys)
