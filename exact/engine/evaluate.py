"""Exact bets and outcomes of many shoes at once: `evaluate` for one array of shoes, `Evaluator` for many arrays."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet, Classification
from exact.bets.catalogue import find_bet
from exact.bets.payoffs import Payoffs
from exact.engine.compiler import compiled, compiled_jointly
from exact.engine.many_shoes import AUTO, ManyShoes, count_by_sets
from exact.engine.multisets import INT64, Coefficients, unfilled
from exact.engine.outcomes import outcome_coefficients
from exact.errors import ExactError
from exact.game import Granularity, Outcome, class_of
from exact.game.shoe import MAX_COUNT, MIN_CARDS
from exact.inputs import one_of
from exact.lazy import Doubles, Integers, Numbers, Objects, Truths, np
from exact.records import Record
from exact.rules import Tableau


class Evaluation(Record):
    """The counts and expectations of S shoes."""

    valid: Truths  #: Which shoes hold the six cards that a coup can need; the counts of the others are 0
    deals: Numbers  #: N(N−1)…(N−5) for each shoe: the denominator of all counts
    outcomes: dict[str, Numbers]  #: The padded deals of ``punto``, ``banco`` and ``tie`` from each shoe
    bets: dict[str, dict[str, Numbers]]  #: The padded deals of the categories of each bet, by the name you gave
    payoffs: dict[str, tuple[Fraction, ...]]  #: The net win per unit staked of each bet's categories, in order

    def __repr__(self) -> str:
        return f"<Evaluation of {len(self.valid)} shoes and {len(self.bets)} bets>"

    def numerators(self, bet: str) -> tuple[Numbers, Numbers]:
        """The expectation of ``bet`` on each shoe as two integers, not in lowest terms; 0 and 0 if not `valid`."""
        one_of(bet, self.bets, "bet", "was not evaluated")
        weights, scale = Payoffs.of(self.payoffs[bet])
        largest = int(self.deals.max(initial=0)) * max(scale, *map(abs, weights))
        kind: np.dtype[Any] = np.dtype(np.int64 if largest < INT64 else np.object_)
        won: Numbers = np.zeros(len(self.valid), dtype=kind)
        for weight, counts in zip(weights, self.bets[bet].values(), strict=True):
            won += weight * counts.astype(kind)
        return won, scale * self.deals.astype(kind)

    def expectations(self, bet: str) -> Objects:
        """The expectation of ``bet`` on each shoe as a `Fraction`; `None` if not `valid`."""
        pairs = zip(*(part.tolist() for part in self.numerators(bet)), strict=True)
        values = np.empty(len(self.valid), dtype=np.object_)
        values[:] = [Fraction(won, deals) if deals else None for won, deals in pairs]
        return values

    def doubles(self, bet: str) -> Doubles:
        """The expectation of ``bet`` on each shoe, off by at most two units in the last place; NaN if not `valid`."""
        won, deals = self.numerators(bet)
        values = np.full(len(self.valid), np.nan)
        np.divide(won, deals, out=values, where=self.valid, casting="unsafe")
        return values


class Evaluator:
    """The outcomes and some bets under one tableau, compiled for shoes of one granularity."""

    def __init__(self, tableau: Tableau, bets: Iterable[Bet | str] = (), granularity: Granularity = Granularity.VALUES):
        self.granularity = granularity
        self._tableau = tableau
        self._bets: dict[str, Bet] = {}
        for bet in bets:
            if not isinstance(bet, Bet | str):
                raise ExactError("bets", bet, "must be a Bet or the name of one")
            name = bet if isinstance(bet, str) else bet.name
            self._bets[name] = find_bet(bet) if isinstance(bet, str) else bet
        needs = {name: compiled(bet, tableau).granularity for name, bet in self._bets.items()}
        for name, needed in needs.items():
            if needed > granularity:
                bound = f"needs shoes described by {needed.word}, but these are described by {granularity.word}"
                raise ExactError("bet", name, bound)
        self._by_values = [name for name, needed in needs.items() if needed is Granularity.VALUES]
        self._shared = _shared_rows(tableau, tuple(self._bets[name].classification for name in self._by_values))

    def evaluate(self, shoes: object, kernel: str = AUTO) -> Evaluation:
        """The counts for S shoes: an array or rows of counts as the granularity requires; errors as in `evaluate`."""
        checked = checked_shoes(shoes, self.granularity)
        valid = checked.sum(axis=1) >= MIN_CARDS
        whole = checked if valid.all() else checked[valid]
        deals, (outcomes, *counts) = self._shared.counts(_values(whole, self.granularity), kernel)
        counted = dict(zip(self._by_values, counts, strict=True))
        for name, bet in self._bets.items():
            if name not in counted:
                counted[name] = list(count_by_sets(compiled(bet, self._tableau), whole, self.granularity))

        def everywhere(some: Numbers) -> Numbers:
            every = np.zeros(len(valid), dtype=some.dtype)
            every[valid] = some
            return every

        return Evaluation(
            valid,
            everywhere(deals),
            {outcome.value: everywhere(row) for outcome, row in zip(Outcome, outcomes, strict=True)},
            {n: dict(zip(bet.categories, map(everywhere, counted[n]), strict=True)) for n, bet in self._bets.items()},
            {name: bet.payoffs() for name, bet in self._bets.items()},
        )


def evaluate(shoes: object, tableau: Tableau, bets: Iterable[Bet | str] = (), kernel: str = AUTO) -> Evaluation:
    """The exact counts of the outcomes and of ``bets`` on S shoes: rows of 10 point values, 13 ranks or 52 cards.

    A bet is a `Bet` or a name for `exact.bets.catalogue.find_bet`. A shoe of fewer than six cards is not `valid` in the
    answer. The ``kernel``, ``auto``, ``numpy`` or ``numba`` (extra ``fast``), changes no digit. Raises `ExactError`
    unless the counts are whole, from 0 to `exact.game.shoe.MAX_COUNT`, and describe the cards as finely as a bet needs.
    """
    array = _as_array(shoes, Granularity.CARDS)
    if array.ndim != 2 or array.shape[1] not in [*Granularity]:
        raise ExactError("shoes", f"{array.dtype} {array.shape}", "must be rows of 10, 13 or 52 counts")
    return Evaluator(tableau, bets, Granularity(array.shape[1])).evaluate(array, kernel)


def checked_shoes(shoes: object, granularity: Granularity) -> Integers:
    """``shoes`` as an array of S × 10, 13 or 52 counts; raises `ExactError` with the first row that is not a shoe."""
    array = _as_array(shoes, granularity)
    if array.ndim != 2 or array.shape[1] != granularity:
        bound = f"must be rows of {int(granularity)} counts, one for each of the {granularity.word}"
        raise ExactError("shoes", f"{array.dtype} {array.shape}", bound)
    wrong = np.argwhere((array < 0) | (array > MAX_COUNT))
    if len(wrong):
        row, column = wrong[0].tolist()
        raise ExactError(f"shoes, row {row}", int(array[row, column]), f"must be a count from 0 to {MAX_COUNT}")
    return array.astype(np.int64, copy=False)


def _as_array(shoes: object, width: Granularity) -> Numbers:
    """``shoes`` as an array of integers; an empty list means no shoes of that ``width``."""
    if isinstance(shoes, np.ma.MaskedArray) and np.ma.is_masked(shoes):
        row = np.argwhere(np.ma.getmaskarray(shoes))[0].tolist()[0]
        raise ExactError(f"shoes, row {row}", "a masked count", "must be a count: leave such rows out")
    try:
        array = np.asarray(shoes)
    except ValueError:
        raise ExactError("shoes", shoes, "must be rows of one width") from None
    if not array.size and array.dtype.kind == "f":
        array = array.astype(np.int64).reshape((0, width) if array.shape == (0,) else array.shape)
    if array.dtype.kind not in "iu":
        bound = "must be whole numbers: an array of integers, not of floats, text or other things"
        raise ExactError("shoes", f"{array.dtype} {array.shape}", bound)
    return array


def _values(shoes: Integers, granularity: Granularity) -> Integers:
    if granularity is Granularity.VALUES:
        return shoes
    owner = [class_of(index, granularity, Granularity.VALUES) for index in range(granularity)]
    return shoes @ np.eye(Granularity.VALUES, dtype=np.int64)[owner]


class _SharedRows:
    """The outcomes and some bets that point values decide, with equal coefficients counted once."""

    def __init__(self, tableau: Tableau, classifications: tuple[Classification, ...]) -> None:
        outcomes = outcome_coefficients(tableau).matrix
        bets = [compiled_jointly((own,), tableau, "bet") for own in classifications]
        matrices = [outcomes, *(bet.coefficients.matrix for bet in bets)]
        # the category of each with the most coefficients is all deals less the others
        self._rests = [int(np.count_nonzero(matrix, axis=1).argmax()) for matrix in matrices]
        others = self._without_rests(matrices)
        rows, example, places = np.unique(np.concatenate(others), axis=0, return_index=True, return_inverse=True)
        self._places = np.split(places, np.cumsum([len(rows) for rows in others])[:-1])
        by_use = self._without_rests([unfilled(outcomes), *(bet.by_use() for bet in bets)])
        self._many = ManyShoes(Coefficients(rows), np.concatenate(by_use)[example])

    def _without_rests(self, matrices: list[Integers]) -> list[Integers]:
        return [np.delete(matrix, rest, axis=0) for matrix, rest in zip(matrices, self._rests, strict=True)]

    def counts(self, values: Integers, kernel: str) -> tuple[Numbers, list[list[Numbers]]]:
        """The deals of each of S shoes; and for the outcomes and each bet the count of each category on each shoe."""
        counts = self._many.counts(values, kernel)
        cards, which = np.unique(values.sum(axis=1), return_inverse=True)
        deals = np.array([ordered_deals(int(number)) for number in cards], dtype=counts.dtype)[which]
        found = []
        for rest, places in zip(self._rests, self._places, strict=True):
            own = [counts[place] for place in places]
            own.insert(rest, deals - sum(own))
            found.append(own)
        return deals, found


_shared_rows = lru_cache(maxsize=16)(_SharedRows)
