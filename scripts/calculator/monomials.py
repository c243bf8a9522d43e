"""Write bets out as sums of monomials in card counts, for programs in other languages to evaluate.

A monomial is a product of six factors n − t, where n is the number of the shoe's cards in a set of card classes and t
the number of cards already taken from inside that set: falling factorials of counts, and of N for the positions that a
coup leaves unused. A form is an integer combination of monomials. An event, one category of one bet under one tableau,
is an integer combination of forms. Its value on a shoe is the number of padded ordered six-card deals in it.

Three things are shared. Bets of the same granularity share their monomials. An event that differs from another in few
monomials is that other event plus a form of the difference. And the change that a tableau makes to an event is added to
the event's combination under the first tableau. The widest category of each bet is left out: it is N(N−1)…(N−5) less
the others.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from exact.bets.bet import Bet
from exact.engine.compiled_bet import CompiledBet
from exact.engine.compiler import compiled
from exact.errors import ExactError
from exact.game import CARDS, Granularity
from exact.lazy import Integers, Numbers, np
from exact.rules import Tableau

Factor = tuple[int, int]
"""A set of card types as a mask, and the number of cards already taken from inside it."""
Combination = dict[int, int]
"""The multiplier of each form, by the form's number."""
Event = tuple[str, int]
"""A bet's name and the index of one of its categories."""
_DIGIT = 10
"""Bits of a factor's number: enough for 170 sets of cards, each with 0 to 5 cards taken."""
MAX_WEIGHT = 2**20
"""The bound on the sum of a form's absolute coefficients; sums of 32-bit digits of monomials then stay below 2**53."""


@dataclass(frozen=True, slots=True)
class Section:
    """The bets of one granularity, as monomials."""

    granularity: Granularity
    factors: tuple[Factor, ...]
    """The distinct factors, smaller sets first."""
    monomials: tuple[tuple[int, ...], ...]
    """Six indices into ``factors`` each, in ascending order."""
    forms: tuple[dict[int, int], ...]
    """For each form, the coefficient of each of its monomials."""
    rest: dict[str, int]
    """The category of each bet that is left out."""
    events: dict[str, tuple[tuple[Combination, ...], ...]]
    """For each bet and each tableau, the combination of each category; after the first tableau, only the change."""


def write_out(bets: Iterable[Bet], tableaux: Sequence[Tableau]) -> list[Section]:
    """Every bet under every tableau, in sections by the needed granularity, the coarsest first.

    A bet is in the section of the finest granularity that it needs under any tableau. Raises `ExactError` for a bet
    that has a form beyond `MAX_WEIGHT`.
    """
    by_granularity: dict[Granularity, list[Bet]] = {}
    for bet in bets:
        needed = max(compiled(bet, tableau).granularity for tableau in tableaux)
        by_granularity.setdefault(needed, []).append(bet)
    return [_section(granularity, by_granularity[granularity], tableaux) for granularity in sorted(by_granularity)]


def _section(granularity: Granularity, bets: list[Bet], tableaux: Sequence[Tableau]) -> Section:
    by_tableau = [{bet.name: compiled(bet, tableau) for bet in bets} for tableau in tableaux]
    every = [bet for compiled_bets in by_tableau for bet in compiled_bets.values()]
    sets = sorted({mask for bet in every for mask in bet.products.sets}, key=lambda mask: (mask.bit_count(), mask))
    codes = np.unique(np.concatenate([_codes(bet, sets) for bet in every]))
    factors, monomials = _written(codes, sets)
    left_out = {
        name: int(np.bincount(bet.category, minlength=bet.categories).argmax()) for name, bet in by_tableau[0].items()
    }
    writer = _EventWriter(len(monomials))
    for compiled_bets in by_tableau:
        vectors = {}
        for name, bet in compiled_bets.items():
            monomial_of_term = np.searchsorted(codes, _codes(bet, sets))
            for category in range(bet.categories):
                if category != left_out[name]:
                    vector = vectors[name, category] = np.zeros(len(monomials), dtype=np.int32)
                    own = bet.category == category
                    vector[monomial_of_term[own]] = bet.coefficient[own]
        writer.add_tableau(vectors)
    events = {
        bet.name: tuple(
            tuple(combinations.get((bet.name, category), {}) for category in range(len(bet.categories)))
            for combinations in writer.by_tableau
        )
        for bet in bets
    }
    for name, tables in events.items():
        for form in {form for table in tables for combination in table for form in combination}:
            weight = sum(map(abs, writer.forms[form].values()))
            if weight > MAX_WEIGHT:
                raise ExactError("bet", name, f"has a form of weight {weight}; the bound is {MAX_WEIGHT}")
    return Section(granularity, factors, monomials, forms=tuple(writer.forms), rest=left_out, events=events)


def _codes(bet: CompiledBet, sets: list[int]) -> Integers:
    """The product of each term as one number, with a digit for each of its six factors, ascending."""
    products = bet.products
    numbers = np.array([sets.index(mask) for mask in products.sets])
    factors = np.sort(numbers[products.factors] * CARDS + products.taken, axis=1)
    code = np.zeros(len(factors), dtype=np.int64)
    for column in range(CARDS):
        code = code << _DIGIT | factors[:, column]
    return np.asarray(code[bet.product])


def _written(codes: Integers, sets: list[int]) -> tuple[tuple[Factor, ...], tuple[tuple[int, ...], ...]]:
    """The distinct factors of some products, and each product as six indices into them."""
    digits = np.stack([codes >> (_DIGIT * position) & (2**_DIGIT - 1) for position in reversed(range(CARDS))], axis=1)
    used, places = np.unique(digits, return_inverse=True)
    factors = tuple((sets[factor // CARDS], factor % CARDS) for factor in used.tolist())
    return factors, tuple(tuple(map(int, row)) for row in places.reshape(digits.shape))


class _EventWriter:
    """Writes events as combinations of forms, one tableau after another."""

    def __init__(self, width: int) -> None:
        self.by_tableau: list[dict[Event, Combination]] = []
        """After the first tableau, the changes to the combinations under the first."""
        self.forms: list[dict[int, int]] = []
        self._numbers: dict[tuple[bytes, bytes], int] = {}
        self._width = width
        self._first: dict[Event, Numbers] = {}
        self._changes: dict[Event, list[tuple[Numbers, Combination]]] = {}

    def add_tableau(self, vectors: dict[Event, Numbers]) -> None:
        """Write the events of one tableau, vectors over the monomials: sparsest first, so that the others can use them."""
        is_first = not self.by_tableau
        if is_first:
            self._first = vectors
        else:
            vectors = {event: vector - self._first[event] for event, vector in vectors.items()}
        written = np.zeros((len(vectors), self._width), dtype=np.int32)
        combinations: dict[Event, Combination] = {}
        for event in sorted(vectors, key=lambda event: np.count_nonzero(vectors[event])):
            changes = self._changes.setdefault(event, [])
            left, of_changes = _without(vectors[event], changes)
            left, of_others = _less_others(left, written[: len(combinations)], list(combinations.values()))
            combination = _added(_added(of_changes, of_others), self._own(left))
            written[len(combinations)] = vectors[event]
            combinations[event] = combination
            if not is_first:
                changes.append((vectors[event], combination))
        self.by_tableau.append(combinations)

    def _own(self, vector: Numbers) -> Combination:
        """``vector`` as a new form, or as an earlier form or its negative."""
        places = np.flatnonzero(vector)
        if not len(places):
            return {}
        for sign in (1, -1):
            number = self._numbers.get((places.tobytes(), (sign * vector[places]).tobytes()))
            if number is not None:
                return {number: sign}
        number = self._numbers[places.tobytes(), vector[places].tobytes()] = len(self.forms)
        self.forms.append(dict(zip(places.tolist(), vector[places].tolist(), strict=True)))
        return {number: 1}


def _without(vector: Numbers, changes: list[tuple[Numbers, Combination]]) -> tuple[Integers, Combination]:
    """``vector`` less those ``changes`` that make it sparser, and the combination of what was subtracted.

    A tableau that differs in several cells changes an event by the sum of the changes of each cell.
    """
    combination = Combination()
    for other, made in changes:
        if np.count_nonzero(vector - other) < np.count_nonzero(vector):
            vector = vector - other
            combination = _added(combination, made)
    return vector, combination


def _less_others(vector: Numbers, others: Numbers, combinations: Sequence[Combination]) -> tuple[Integers, Combination]:
    """``vector`` less other vectors: the one that leaves it sparsest, again and again, while one helps."""
    combination = Combination()
    while combinations and vector.any():
        used = np.flatnonzero(vector)
        inside = np.count_nonzero(others[:, used] != vector[used], axis=1)
        outside = np.count_nonzero(others, axis=1) - np.count_nonzero(others[:, used], axis=1)
        best = int((inside + outside).argmin())
        if inside[best] + outside[best] >= len(used):
            break
        vector = vector - others[best]
        combination = _added(combination, combinations[best])
    return vector, combination


def _added(first: Combination, second: Combination) -> Combination:
    total = dict(first)
    for form, times in second.items():
        total[form] = total.get(form, 0) + times
    return {form: times for form, times in total.items() if times}
