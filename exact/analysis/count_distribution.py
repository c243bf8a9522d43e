"""The exact distribution of a linear count, jointly with a bet's expectation, with n cards of a shoe unseen.

Cards with equal tags form a group. A coup is the first six unseen cards, then n − 6 more that stay unseen. Let W(g) be what
the bet pays over all ordered six-card deals from the whole shoe with g_i cards of group i, and let the shoe hold c_i cards of
the group, each with tag t_i. Then the sum over all sets of n unseen cards whose tags add up to s, of what the bet pays over
all deals from the set, is the coefficient of y**n x**s in

    Σ_g W(g) y**6 x**(g·t) Π_i (1 + y x**t_i)**(c_i − g_i).

If more than half the N cards are unseen, the distribution of the k = N − n seen ones is quicker. Their tags add up to s' just if those
of the unseen ones add up to Σ c_i t_i − s', and the seen cards are those that neither the deal nor the rest has: the coefficient of
y**k x**s' in Σ_g W(g) Π_i (1 + y x**t_i)**(c_i − g_i).

Nothing enumerates compositions: the product without up to six cards of each group is expanded once, row by row in y, and the
sum over g takes a factor 1 + y x**t_i to put a card back. A row is a polynomial in x with whole coefficients that are not
negative. It is one long integer with a slot of `_slot_bytes` for each power of x, which no coefficient exceeds, so a
multiplication by x is a shift. Tags count from the median over the cards of the shoe, because sums then differ least from row
to row; the lowest sum that the cards can have is slot 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import comb, gcd, lcm, perm
from typing import NamedTuple

from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.forms import group_weights
from exact.engine.one_shoe import check_granularity
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.coup import CARDS
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.rules.tableau import Tableau

MAX_UNSEEN = 5200
MAX_SECONDS = 1000
MAX_BYTES = 2 * 10**9
"""The most memory for rows."""
BITS_A_SECOND = 2 * 10**10
"""Bits of long integers that a second adds or shifts: a rough figure, measured."""
_MEMORY = 2**28
"""Bytes of the numbers of unseen cards that are handled together."""


@dataclass(frozen=True, slots=True)
class Values:
    """The values that a count can have with n unseen cards, and what the bet wins at each."""

    unseen: int
    ascending: tuple[Fraction, ...]
    ways: tuple[int, ...]
    """For each value, how many sets of n cards have it."""
    won: tuple[int, ...]
    """For each value, the bet's net win over all ordered deals from all these sets, in units of the payoffs' denominator."""
    sets: int
    """The number of sets of n cards."""
    unit: int
    """The common denominator of ``won``, for each set of cards."""

    def probability(self, index: int) -> Fraction:
        """The probability of a value."""
        return Fraction(self.ways[index], self.sets)

    def expectation(self, index: int) -> Fraction:
        """The mean expectation at a value."""
        return Fraction(self.won[index], self.ways[index] * self.unit)


@dataclass(frozen=True, slots=True)
class _Groups:
    """The cards in groups of equal tags, ascending."""

    of_class: tuple[int, ...]
    """The group of each class of cards; 0 for one that the shoe does not hold."""
    cards: tuple[int, ...]
    median: Fraction
    """A tag that at most half the cards are below, and at most half above."""
    step: Fraction
    steps: tuple[int, ...]
    """How many steps each tag is above the median, ascending, without a common divisor."""


def count_distributions(
    bet: Bet,
    tags: Sequence[Fraction | int],
    granularity: Granularity,
    shoe: Shoe,
    tableau: Tableau,
    unseen: Sequence[int],
) -> list[Values]:
    """The distribution of the count for each number of ``unseen`` cards, each from 6 to all.

    A value is the sum of the tags of the unseen cards with the other sign, so that it ascends with the running count. ``tags`` has one entry for each class of cards of ``granularity``. Raises `ExactError` for a shoe too coarse for the tags
    or the bet, a number of unseen cards that the shoe does not have, and a question beyond
    `MAX_UNSEEN`, `MAX_SECONDS` or `MAX_BYTES`.
    """
    for number in unseen:
        check_whole(number, "unseen", MIN_CARDS, min(shoe.cards, MAX_UNSEEN))
    groups = _grouped(tags, granularity, shoe)
    _check_work(groups, unseen)
    paid = Payoffs.of(bet.payoffs())
    lowest = min(paid.numerators)
    weights = group_weights(
        bet, [pays - lowest for pays in paid.numerators], groups.of_class, granularity, shoe, tableau
    )
    rows = _all_rows(groups, weights, max(1, max(paid.numerators) - lowest), unseen)
    distributions = []
    for number in unseen:
        steps, ways, above = rows[number]
        deals = perm(number, CARDS)
        won = [pays + lowest * deals * sets for pays, sets in zip(above, ways, strict=True)]
        possible = [place for place, sets in enumerate(ways) if sets]
        distributions.append(
            Values(
                number,
                tuple(-number * groups.median - steps[place] * groups.step for place in possible),
                tuple(ways[place] for place in possible),
                tuple(won[place] for place in possible),
                comb(shoe.cards, number),
                paid.denominator * deals,
            )
        )
    return distributions


def cost_of(
    tags: Sequence[Fraction | int], granularity: Granularity, shoe: Shoe, unseen: Sequence[int]
) -> tuple[int, float]:
    """The number of different tags, and a rough estimate of the seconds that `count_distributions` takes."""
    groups = _grouped(tags, granularity, shoe)
    return len(groups.cards), _work(groups, unseen) / BITS_A_SECOND


def _grouped(tags: Sequence[Fraction | int], granularity: Granularity, shoe: Shoe) -> _Groups:
    check_granularity(granularity, shoe, f"a count of {len(tags)} tags", "tags")
    held = shoe.coarsened(granularity).counts
    distinct = sorted({Fraction(tag) for tag, count in zip(tags, held, strict=True) if count})
    of_class = tuple(distinct.index(Fraction(tag)) if count else 0 for tag, count in zip(tags, held, strict=True))
    cards = [0] * len(distinct)
    for group, count in zip(of_class, held, strict=True):
        cards[group] += count
    below = accumulate(cards)
    median = next(tag for tag, up_to in zip(distinct, below, strict=True) if 2 * up_to >= sum(cards))
    scale = lcm(*(tag.denominator for tag in distinct), median.denominator)
    above = [int((tag - median) * scale) for tag in distinct]
    common = gcd(*above) or 1
    return _Groups(of_class, tuple(cards), median, Fraction(common, scale), tuple(tag // common for tag in above))


class _SeenOrUnseen(NamedTuple):
    """The numbers of unseen cards, at most half the shoe's, or those of seen cards, fewer than half."""

    numbers: list[int]
    are_seen: bool


def _parts(unseen: Sequence[int], cards: int) -> list[_SeenOrUnseen]:
    half = cards // 2
    parts = (
        _SeenOrUnseen([number for number in unseen if number <= half], False),
        _SeenOrUnseen([cards - number for number in unseen if number > half], True),
    )
    return [part for part in parts if part.numbers]


def _work(groups: _Groups, unseen: Sequence[int]) -> int:
    """The bits to add."""
    work = 0
    for part in _parts(unseen, sum(groups.cards)):
        last, number = max(part.numbers), len(groups.cards)
        row = _row_bytes(groups.cards, groups.steps, last)
        operations = 4 * number * last
        for run in _runs(part.numbers, _longest_run(number, row)):
            operations += 3 * comb(CARDS + number - 1, CARDS) * (len(run) + CARDS * number // 2)
        work += 8 * row * operations
    return work


def _check_work(groups: _Groups, unseen: Sequence[int]) -> None:
    number, apart = len(groups.cards), groups.steps[-1] - groups.steps[0]
    last = max(max(part.numbers) for part in _parts(unseen, sum(groups.cards)))
    row = _row_bytes(groups.cards, groups.steps, last)
    memory = row * (_rows_held(number) * (1 + CARDS * (number - number // 2)) + last)
    if memory > MAX_BYTES:
        bound = f"different tags, up to {apart} steps apart, need {memory:.1e} bytes of memory: at most {MAX_BYTES:.0e}"
        raise ExactError("tags", number, f"{bound}; use fewer and smaller tags")
    seconds = _work(groups, unseen) / BITS_A_SECOND
    if seconds > MAX_SECONDS:
        bound = f"different tags, up to {apart} steps apart, take about {seconds:.0f} seconds: at most {MAX_SECONDS}"
        raise ExactError("tags", number, f"{bound}; ask about fewer unseen cards, or use fewer and smaller tags")


def _row_bytes(cards: Sequence[int], steps: Sequence[int], last: int) -> int:
    lowest, highest = _range_of_sums(cards, steps, last)
    return (highest - lowest + 1) * _slot_bytes(sum(cards), last, 2**10)


def _range_of_sums(cards: Sequence[int], steps: Sequence[int], last: int) -> tuple[int, int]:
    """The lowest and the highest sum of the steps of at most ``last`` cards."""

    def reached(groups: Iterable[tuple[int, int]]) -> int:
        left, total = last, 0
        for count, step in groups:
            total += min(count, left) * step
            left -= min(count, left)
        return total

    held = list(zip(cards, steps, strict=True))
    below, above = [one for one in held if one[1] < 0], [one for one in held if one[1] > 0]
    return reached(below), reached(reversed(above))


def _rows_held(groups: int) -> int:
    """For one number of unseen cards, the rows in memory: one for each way to draw up to six cards of half the groups."""
    return comb(CARDS + groups - groups // 2, CARDS)


def _longest_run(groups: int, row_bytes: int) -> int:
    """How many numbers of unseen cards to handle together."""
    return max(1, _MEMORY // (_rows_held(groups) * row_bytes) - CARDS * groups)


def _slot_bytes(cards: int, last: int, largest: int) -> int:
    """The bytes of a slot.

    Its coefficient is one of those, none negative, that add up to what all sets of at most ``last`` cards, or their complements,
    pay on all deals: each deal from the shoe, times the sets of the other cards.
    """
    others = cards - CARDS
    return (largest * perm(cards, CARDS) * comb(others, min(last, others // 2))).bit_length() // 8 + 1


def _runs(unseen: Sequence[int], longest: int) -> list[list[int]]:
    """The numbers in ascending runs without gaps, none longer than ``longest``."""
    runs: list[list[int]] = []
    for number in sorted(set(unseen)):
        if runs and runs[-1][-1] == number - 1 and len(runs[-1]) < longest:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


_Row = tuple[Sequence[int], list[int], list[int]]
_Weights = Mapping[tuple[int, ...], int]


def _all_rows(groups: _Groups, weights: _Weights, largest: int, unseen: Sequence[int]) -> dict[int, _Row]:
    """For each number of unseen cards, by their sums in steps, descending: the sets with that sum, and what the bet pays on them.

    It is what it pays above its lowest payoff, at most ``largest``: ``weights`` by how many cards of each group a deal has.
    """
    cards = sum(groups.cards)
    whole = sum(count * step for count, step in zip(groups.cards, groups.steps, strict=True))
    rows: dict[int, _Row] = {}
    for part in _parts(unseen, cards):
        for number, sums, ways, above in _rows_of(groups, weights, largest, part):
            if part.are_seen:
                rows[cards - number] = [whole - own for own in sums], ways, above
            else:
                rows[number] = sums[::-1], ways[::-1], above[::-1]
    return rows


def _rows_of(
    groups: _Groups, weights: _Weights, largest: int, part: _SeenOrUnseen
) -> Iterator[tuple[int, range, list[int], list[int]]]:
    """For each number of cards of a part: by their sums, ascending, the sets and what the bet pays."""
    last = max(part.numbers)
    lowest, highest = _range_of_sums(groups.cards, groups.steps, last)
    mirrored = -lowest > highest  # slot 0 near the sum 0 keeps the first rows short
    size = _slot_bytes(sum(groups.cards), last, largest)
    shifts = [-8 * size * step if mirrored else 8 * size * step for step in groups.steps]
    origin = highest if mirrored else -lowest
    put_back = [min(CARDS, count) for count in groups.cards]
    kept = [count - back for count, back in zip(groups.cards, put_back, strict=True)]
    base = _product_rows(kept, shifts, last, 8 * size * origin)
    slots = highest - lowest + 1
    for run in _runs(part.numbers, _longest_run(len(shifts), slots * size)):
        first = run[0] - sum(put_back)
        window = [0] * -first + base[max(first, 0) : run[-1] + 1]
        if part.are_seen:
            paid = _paid_rows(weights, put_back, shifts, [0] * len(shifts), window[CARDS:])
        else:
            paid = _paid_rows(weights, put_back, shifts, shifts, window[:-CARDS])
        ways = window
        for shift, back in zip(shifts, put_back, strict=True):
            for _ in range(back):
                ways = _with_one_card_more(ways, shift)
        for number, *packed in zip(run, ways, paid or [0] * len(run), strict=True):  # the bet may have no way to win
            of_sets, of_bet = (_unpacked(row, slots, size) for row in packed)
            if mirrored:
                of_sets.reverse()
                of_bet.reverse()
            yield number, range(lowest, highest + 1), of_sets, of_bet


def _shifted(row: int, shift: int) -> int:
    """The row times a power of x, which may be negative: then the slots that fall out are empty."""
    return row << shift if shift > 0 else row >> -shift if shift else row


def _product_rows(cards: Sequence[int], shifts: Sequence[int], last: int, origin: int) -> list[int]:
    """The rows of P = x**origin Π (1 + y x**t_i)**c_i up to y**last.

    With S_i = P/(1 + y x**t_i), the derivative by y is Σ c_i x**t_i S_i; so each row follows from the one before.
    """
    rows = [1 << origin]
    groups = [(count, shift) for count, shift in zip(cards, shifts, strict=True) if count]
    shifted_quotients = [0] * len(groups)
    for row in range(last):
        total = 0
        for index, (count, shift) in enumerate(groups):
            own = _shifted(rows[row] - shifted_quotients[index], shift)
            shifted_quotients[index] = own
            total += count * own
        rows.append(total // (row + 1))
    return rows


def _with_one_card_more(rows: Sequence[int], shift: int) -> list[int]:
    """The rows after one more card with tag t can be drawn: times 1 + y x**t. The first is left out, it needs an earlier one."""
    return [row + _shifted(before, shift) for before, row in pairwise(rows)]


def _paid_rows(
    weights: _Weights,
    put_back: Sequence[int],
    shifts: Sequence[int],
    drawn_shifts: Sequence[int],
    rows: list[int],
) -> list[int]:
    """Σ_g W(g) x**(g·d) Π (1 + y x**t_i)**(m_i − g_i) times ``rows``, which lack m_i = ``put_back`` cards of each group.

    The first half of the groups is put back before the sum, the others after it, as in Horner's scheme.
    """
    half = len(shifts) // 2
    by_rest: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = {}
    for drawn, weight in weights.items():
        by_rest.setdefault(drawn[:half], []).append((drawn[half:], weight))
    summed: dict[tuple[int, ...], list[int]] = {}

    def put_back_first(drawn: tuple[int, ...], rows: list[int]) -> None:
        group = len(drawn)
        if group == half:
            for rest, weight in by_rest.get(drawn, ()):
                summed[rest] = _sum(summed.get(rest, []), [weight * row for row in rows])
            return
        for count in range(put_back[group], -1, -1):
            if sum(drawn) + count <= CARDS:
                put_back_first((*drawn, count), _all_shifted(rows, count * drawn_shifts[group]))
            rows = _with_one_card_more(rows, shifts[group])

    def put_back_rest(drawn: tuple[int, ...]) -> list[int]:
        group = half + len(drawn)
        if group == len(shifts):
            return summed.get(drawn, [])
        total: list[int] = []
        for count in range(put_back[group] + 1):
            of_count = put_back_rest((*drawn, count)) if sum(drawn) + count <= CARDS else []
            total = _sum(_with_one_card_more(total, shifts[group]), _all_shifted(of_count, count * drawn_shifts[group]))
        return total

    put_back_first((), rows)
    return put_back_rest(())


def _all_shifted(rows: list[int], shift: int) -> list[int]:
    return [_shifted(row, shift) for row in rows] if shift else rows


def _sum(first: list[int], second: list[int]) -> list[int]:
    """The sum of rows; an empty list is none at all."""
    return [a + b for a, b in zip(first, second, strict=True)] if first and second else first or second


def _unpacked(packed: int, slots: int, size: int) -> list[int]:
    stored = packed.to_bytes(slots * size, "little")
    return [int.from_bytes(stored[start : start + size], "little") for start in range(0, len(stored), size)]
