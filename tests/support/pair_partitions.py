"""Perfect play on pairs by partitions: a second way, which adds up every way of splitting n cards into ranks.

How many cards there are of each rank, in descending order, is a partition of n into at most so many parts as there are
ranks. A pair of one hand, and a pair of either hand, are counted rank by rank: two pairs are of two ranks or of one.
Nothing is shared with the sums of `exact.analysis.rank_sums`.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial, perm, prod


def partitions(cards: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The partitions of ``cards`` into at most so many ``parts`` of at most ``largest``, each in descending order."""
    if cards == 0:
        yield ()
    else:
        for size in range(min(cards, largest), -(-cards // parts) - 1, -1):
            for rest in partitions(cards - size, parts - 1, size):
                yield (size, *rest)


def ways(partition: tuple[int, ...], ranks: int, copies: int) -> int:
    """The ways to draw it from ``copies`` cards of each of ``ranks`` ranks, whichever rank has which part."""
    times = Counter(partition)
    orders = factorial(ranks) // prod(map(factorial, (*times.values(), ranks - len(partition))))
    return orders * prod(comb(copies, size) for size in partition)


def deals_with_pairs(partition: tuple[int, ...]) -> tuple[int, int, int]:
    """Of the ordered deals of two hands of two cards: those where the first is a pair, where either is, where both."""
    cards = sum(partition)
    first = sum(perm(size, 2) for size in partition) * perm(cards - 2, 2)
    both = 0
    for rank, size in enumerate(partition):
        for other, more in enumerate(partition):
            both += perm(size, 4) if rank == other else perm(size, 2) * perm(more, 2)
    return first, 2 * first - both, both


def pair_play(cards: int, ranks: int, copies: int, pays: Fraction, which: int) -> tuple[Fraction, Fraction]:
    """The gain of perfect play with ``cards`` unseen, and the probability of a positive expectation.

    ``which`` is the index of the pair in `deals_with_pairs`; every other deal loses the stake.
    """
    won = favourable = Fraction(0)
    deals = perm(cards, 4)
    for partition in partitions(cards, ranks, copies):
        probability = Fraction(deals_with_pairs(partition)[which], deals)
        expectation = probability * (pays + 1) - 1
        if expectation > 0:
            own = ways(partition, ranks, copies)
            won += own * expectation
            favourable += own
    draws = comb(ranks * copies, cards)
    return won / draws, favourable / draws
