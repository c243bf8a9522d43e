"""The exact distribution of a linear count, jointly with a bet's expectation, with n cards of a shoe unseen.

Cards with equal tags form a group. Let W(g) be what the bet pays over all ordered six-card deals from the whole shoe
with g_i cards of group i, and let the shoe hold c_i cards of the group, each with tag t_i. Then the sum over all sets
of n unseen cards whose tags add up to s, of what the bet pays over all deals from the set, is the coefficient of
y**n x**s in

    Σ_g W(g) y**6 x**(g·t) Π_i (1 + y x**t_i)**(c_i − g_i).

If more than half the N cards are unseen, the distribution of the k = N − n seen ones is quicker. Their tags add up to
s' if those of the unseen ones add up to Σ c_i t_i − s', and neither the deal nor the rest has them: the coefficient of
y**k x**s' in Σ_g W(g) Π_i (1 + y x**t_i)**(c_i − g_i).

The product without up to six cards of each group is expanded once, row by row in y, and the sum over g takes a factor
1 + y x**t_i to put a card back. A row is a polynomial in x whose coefficients are not negative: one long integer with a
slot of `_slot_bytes` for each power of x, so a multiplication by x is a shift. Tags count from the median over the
cards of the shoe, because sums then differ least from row to row; the lowest possible sum is slot 0.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import comb, floor, gcd, lcm, perm, trunc

from exact.arithmetic import runs
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.forms import group_weights
from exact.engine.one_shoe import check_granularity
from exact.engine.outcomes import slots
from exact.errors import ExactError
from exact.game import CARDS, Granularity
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.records import Record
from exact.rules import Tableau

MAX_UNSEEN, MAX_SECONDS = 5200, 1000
MAX_BYTES = 2 * 10**9  # the most memory for rows
BITS_A_SECOND = 2 * 10**10  # bits of long integers that a second adds or shifts: a rough figure, measured
_MEMORY = 2**28  # bytes of the numbers of unseen cards that are handled together
# How the true count is rounded before it is compared with the trigger.
ROUNDINGS: dict[str, Callable[[Fraction], Fraction | int]] = {"exact": Fraction, "floor": floor, "toward-zero": trunc}
UNITS = (52, 26)  # the unseen cards to which a true count refers: a deck or half a deck
ESTIMATES = {"exact": 1, "half-decks": 26, "decks": 52}  # to how many cards a player estimates the unseen ones


class BettingCount(Record):
    """A linear count, with a tag for each class of cards, and its conventions.

    The true count is the running count, less the mean of the tags over the shoe for each seen card, per ``unit`` unseen
    cards: tags that differ by a constant have the same true count.
    """

    tags: tuple[Fraction, ...]
    granularity: Granularity
    initial: Fraction = Fraction(0)
    running: bool = False
    rounding: str = "exact"
    unit: int = UNITS[0]
    estimate: str = "exact"  # one of `ESTIMATES`

    def value(self, running_count: Fraction, unseen: int, expected: Fraction = Fraction(0)) -> Fraction:
        """The count that is compared with the trigger; the tags of the seen cards have the mean sum ``expected``."""
        if self.running:
            return running_count
        return Fraction(ROUNDINGS[self.rounding]((running_count - expected) * self.unit / self.estimated(unseen)))

    def estimated(self, unseen: int) -> int:
        """The unseen cards to the nearest deck or half deck, the greater of equally near ones, but at least one."""
        step = ESTIMATES[self.estimate]
        return max(step, (2 * unseen + step) // (2 * step) * step)

    def surplus(self, value: Fraction, unseen: int, expected: Fraction) -> Fraction:
        """By how much the tags of the seen cards exceed ``expected`` in all if the count, unrounded, is ``value``."""
        running = value - expected if self.running else value * self.estimated(unseen) / self.unit
        return running - self.initial

    def mean_tag(self, shoe: Shoe) -> Fraction:
        """The mean of the tags over the cards of the shoe."""
        held = shoe.coarsened(self.granularity).counts
        return sum((tag * number for tag, number in zip(self.tags, held, strict=True)), Fraction(0)) / shoe.cards


class CountDistribution(Record):
    """The ``ways`` to each value of a count, of ``sets`` in all, and what the bet wins over them, times ``unit``."""

    unseen: int
    ascending: tuple[Fraction, ...]
    ways: tuple[int, ...]
    won: tuple[int, ...]
    sets: int
    unit: int

    def probability(self, index: int) -> Fraction:
        """Of the value at this index."""
        return Fraction(self.ways[index], self.sets)

    def expectation(self, index: int) -> Fraction:
        """The mean expectation at the value."""
        return Fraction(self.won[index], self.ways[index] * self.unit)

    def edges(self) -> Iterator[tuple[Fraction, Fraction]]:
        """The probability of each value, and the mean expectation there."""
        yield from ((self.probability(index), self.expectation(index)) for index in range(len(self.ascending)))


class _Groups(Record):
    of_class: tuple[int, ...]  # the group of each class of cards; 0 for one that the shoe does not hold
    cards: tuple[int, ...]
    median: Fraction  # a tag that at most half the cards are below, and at most half above
    step: Fraction
    steps: tuple[int, ...]  # how many steps each tag is above the median, ascending, without a common divisor


def count_distributions(
    bet: Bet, count: BettingCount, shoe: Shoe, tableau: Tableau, unseen: Sequence[int]
) -> list[CountDistribution]:
    """The distribution of the count for each number of ``unseen`` cards, each from 6 to all.

    Raises `ExactError` for other numbers, a shoe too coarse for the tags or the bet, and a question beyond
    `MAX_UNSEEN`, `MAX_SECONDS` or `MAX_BYTES`.
    """
    for number in unseen:
        check_whole(number, "unseen", MIN_CARDS, min(shoe.cards, MAX_UNSEEN))
    groups = _grouped(count, shoe)
    _check_work(groups, unseen)
    paid = Payoffs.of(bet.payoffs())
    lowest = min(paid.numerators)
    above_lowest = [pays - lowest for pays in paid.numerators]
    weights = group_weights(bet, above_lowest, groups.of_class, count.granularity, shoe, tableau)
    rows: dict[int, _Row] = {}
    for numbers, are_seen in _parts(unseen, shoe.cards):
        rows |= _rows_of(groups, weights, max(1, *above_lowest), numbers, are_seen)
    distributions = []
    mean = count.mean_tag(shoe)
    for number in unseen:
        first_sum, ways_of_sums, above_of_sums = rows[number]
        deals = perm(number, CARDS)
        totals: dict[Fraction, tuple[int, int]] = {}
        for steps, (sets, above) in enumerate(zip(ways_of_sums, above_of_sums, strict=True), start=first_sum):
            if sets:
                running = count.initial + (shoe.cards - number) * groups.median + steps * groups.step
                value = count.value(running, number, (shoe.cards - number) * mean)
                ways, won = totals.get(value, (0, 0))
                totals[value] = ways + sets, won + above + lowest * deals * sets
        ways_of, won_of = zip(*totals.values(), strict=True)
        sets_of_cards, unit = comb(shoe.cards, number), paid.denominator * deals
        distributions.append(CountDistribution(number, tuple(totals), ways_of, won_of, sets_of_cards, unit))
    return distributions


def cost_of(count: BettingCount, shoe: Shoe, unseen: Sequence[int]) -> tuple[int, float]:
    """The number of different tags, and a rough estimate of the seconds that `count_distributions` takes."""
    groups = _grouped(count, shoe)
    return len(groups.cards), _work(groups, unseen) / BITS_A_SECOND


def _grouped(count: BettingCount, shoe: Shoe) -> _Groups:
    check_granularity(count.granularity, shoe, f"a count of {len(count.tags)} tags", "tags")
    held = shoe.coarsened(count.granularity).counts
    distinct = sorted({tag for tag, number in zip(count.tags, held, strict=True) if number})
    of_class = tuple(distinct.index(tag) if number else 0 for tag, number in zip(count.tags, held, strict=True))
    cards = [0] * len(distinct)
    for group, number in zip(of_class, held, strict=True):
        cards[group] += number
    below = accumulate(cards)
    median = next(tag for tag, up_to in zip(distinct, below, strict=True) if 2 * up_to >= sum(cards))
    scale = lcm(*(tag.denominator for tag in distinct), median.denominator)
    above = [int((tag - median) * scale) for tag in distinct]
    common = gcd(*above) or 1
    return _Groups(of_class, tuple(cards), median, Fraction(common, scale), tuple(tag // common for tag in above))


def _parts(unseen: Sequence[int], cards: int) -> list[tuple[list[int], bool]]:
    """The numbers of unseen cards up to half the shoe, and those of seen cards for the rest; each with "are seen"."""
    half = cards // 2
    few_unseen = [number for number in unseen if number <= half]
    few_seen = [cards - number for number in unseen if number > half]
    return [(numbers, are_seen) for numbers, are_seen in ((few_unseen, False), (few_seen, True)) if numbers]


def _work(groups: _Groups, unseen: Sequence[int]) -> int:
    work = 0
    for numbers, _are_seen in _parts(unseen, sum(groups.cards)):
        last, tags = max(numbers), len(groups.cards)
        row = _row_bytes(groups, last)
        operations = 4 * tags * last
        for run in _runs(numbers, tags, row):
            operations += 3 * comb(CARDS + tags - 1, CARDS) * (len(run) + CARDS * tags // 2)
        work += 8 * row * operations
    return work


def _check_work(groups: _Groups, unseen: Sequence[int]) -> None:
    tags, apart = len(groups.cards), groups.steps[-1] - groups.steps[0]
    last = max(max(numbers) for numbers, _are_seen in _parts(unseen, sum(groups.cards)))
    memory = _row_bytes(groups, last) * (_rows_held(tags) * (1 + CARDS * (tags - tags // 2)) + last)
    if memory > MAX_BYTES:
        bound = f"up to {apart} steps apart, need {memory:.1e} bytes of memory: at most {MAX_BYTES:.0e}"
        raise ExactError("tags", tags, f"different tags, {bound}; use fewer and smaller tags")
    seconds = _work(groups, unseen) / BITS_A_SECOND
    if seconds > MAX_SECONDS:
        bound = f"up to {apart} steps apart, take about {seconds:.0f} seconds: at most {MAX_SECONDS}"
        hint = "ask about fewer unseen cards, or use fewer and smaller tags"
        raise ExactError("tags", tags, f"different tags, {bound}; {hint}")


def _row_bytes(groups: _Groups, last: int) -> int:
    lowest, highest = _range_of_sums(groups, last)
    return (highest - lowest + 1) * _slot_bytes(sum(groups.cards), last, 2**10)


def _range_of_sums(groups: _Groups, last: int) -> tuple[int, int]:
    """The lowest and the highest sum of the steps of at most ``last`` cards."""
    of_groups = zip(groups.steps, groups.cards, strict=True)
    steps = [step for step, count in of_groups for _ in range(min(count, last))]
    return sum(min(step, 0) for step in steps[:last]), sum(max(step, 0) for step in steps[::-1][:last])


def _rows_held(groups: int) -> int:
    """The rows in memory for one number of unseen cards: one a way to draw up to six cards of half the groups."""
    return comb(CARDS + groups - groups // 2, CARDS)


def _slot_bytes(cards: int, last: int, largest: int) -> int:
    """The bytes of a slot: its coefficients, none negative, add up to what all sets of at most ``last`` cards, or their
    complements, pay on all deals: each deal from the shoe, times the sets of the other cards.
    """
    others = cards - CARDS
    return (largest * perm(cards, CARDS) * comb(others, min(last, others // 2))).bit_length() // 8 + 1


def _runs(unseen: Sequence[int], groups: int, row_bytes: int) -> list[list[int]]:
    """The numbers in ascending runs without gaps, of no more rows than `_MEMORY` holds, but at least one."""
    longest = max(1, _MEMORY // (_rows_held(groups) * row_bytes) - CARDS * groups)
    return [run[start : start + longest] for run in runs(set(unseen)) for start in range(0, len(run), longest)]


# The lowest sum of the seen cards in steps; for it and each higher one the sets of cards, and what the bet pays. And
# what it pays above its lowest payoff over all deals, by how many cards of each group a deal has.
_Row = tuple[int, list[int], list[int]]
_Weights = Mapping[tuple[int, ...], int]


def _rows_of(
    groups: _Groups, weights: _Weights, largest: int, numbers: Sequence[int], are_seen: bool
) -> Iterator[tuple[int, _Row]]:
    """The row of each number of a part of `_parts`; no deal pays more than ``largest`` above the lowest payoff."""
    cards, last = sum(groups.cards), max(numbers)
    whole = sum(count * step for count, step in zip(groups.cards, groups.steps, strict=True))
    lowest, highest = _range_of_sums(groups, last)
    size = _slot_bytes(cards, last, largest)
    shifts = [8 * size * step for step in groups.steps]
    put_back = [min(CARDS, count) for count in groups.cards]
    never_drawn = [count - back for count, back in zip(groups.cards, put_back, strict=True)]
    base = _product_rows(never_drawn, shifts, last, 8 * size * -lowest)
    for run in _runs(numbers, len(shifts), (highest - lowest + 1) * size):
        first = run[0] - sum(put_back)
        ways = [0] * -first + base[max(first, 0) : run[-1] + 1]
        drawn_shifts, others = ([0] * len(shifts), ways[CARDS:]) if are_seen else (shifts, ways[:-CARDS])
        paid = _paid_rows(weights, put_back, shifts, drawn_shifts, others)
        for shift, back in zip(shifts, put_back, strict=True):
            for _ in range(back):
                ways = _with_one_card_more(ways, shift)
        for number, *packed in zip(run, ways, paid or [0] * len(run), strict=True):  # the bet may have no way to win
            of_sets, of_bet = ([*slots(row, highest - lowest + 1, size)] for row in packed)
            if are_seen:
                yield cards - number, (lowest, of_sets, of_bet)
            else:  # the sums of the seen cards descend
                yield number, (whole - highest, of_sets[::-1], of_bet[::-1])


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
    """The rows times 1 + y x**t, without the first, which needs an earlier row."""
    return [row + _shifted(before, shift) for before, row in pairwise(rows)]


def _paid_rows(
    weights: _Weights, put_back: Sequence[int], shifts: Sequence[int], drawn_shifts: Sequence[int], rows: list[int]
) -> list[int]:
    """Σ_g W(g) x**(g·d) Π (1 + y x**t_i)**(m_i − g_i) times ``rows``, which lack m_i cards of each group.

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
                put_back_first((*drawn, count), [_shifted(row, count * drawn_shifts[group]) for row in rows])
            rows = _with_one_card_more(rows, shifts[group])

    def put_back_rest(drawn: tuple[int, ...]) -> list[int]:
        group = half + len(drawn)
        if group == len(shifts):
            return summed.get(drawn, [])
        total: list[int] = []
        for count in range(put_back[group] + 1):
            rest = put_back_rest((*drawn, count)) if sum(drawn) + count <= CARDS else []
            of_count = [_shifted(row, count * drawn_shifts[group]) for row in rest]
            total = _sum(_with_one_card_more(total, shifts[group]), of_count)
        return total

    put_back_first((), rows)
    return put_back_rest(())


def _sum(first: list[int], second: list[int]) -> list[int]:
    """The sum of rows; an empty list is none at all."""
    return [a + b for a, b in zip(first, second, strict=True)] if first and second else first or second
