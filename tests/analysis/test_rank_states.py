"""States of sums of counts against every composition of a few small kinds, with tables of random numbers."""

from collections.abc import Sequence
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import compositions, refusal
from support.strategies import CHEAP

from exact.analysis import rank_states
from exact.analysis.rank_states import NEVER, Packing, Sums, Table, extremes, states_by_cards, states_of
from exact.lazy import Integers, Truths

Held = tuple[int, ...]


@st.composite
def questions(draw: st.DrawFn) -> tuple[Held, Table, Table]:
    held = tuple(draw(st.lists(st.integers(0, 4), min_size=1, max_size=4)))
    numbers = st.lists(st.integers(-4, 4), min_size=sum(held), max_size=sum(held))

    def table() -> Table:
        return [np.array([0, *draw(numbers)], dtype=np.int64) for _ in held]

    return held, table(), table()


def feature(table: Table, counts: Sequence[int]) -> int:
    return sum(int(kind[own]) for kind, own in zip(table, counts, strict=True))


@CHEAP
@given(questions(), st.data())
def test_the_ways_to_each_sum_and_the_range_of_a_second_one(
    question: tuple[Held, Table, Table], data: st.DataObject
) -> None:
    held, table, second = question
    wanted = data.draw(st.lists(st.integers(0, sum(held)), min_size=1, max_size=2, unique=True))
    found = states_by_cards(held, table, wanted, second)
    for cards in wanted:
        by_key: dict[int, list[tuple[int, int]]] = {}
        for own in compositions(held, cards):
            by_key.setdefault(feature(table, own), []).append((prod(map(comb, held, own)), feature(second, own)))
        states = found[cards]
        other = states.second
        assert other is not None
        assert states.keys.tolist() == sorted(by_key)
        assert states.ways.tolist() == [sum(ways for ways, _ in by_key[key]) for key in sorted(by_key)]
        assert other.sums.tolist() == [sum(w * number for w, number in by_key[key]) for key in sorted(by_key)]
        assert other.lowest.tolist() == [min(number for _, number in by_key[key]) for key in sorted(by_key)]
        assert other.highest.tolist() == [max(number for _, number in by_key[key]) for key in sorted(by_key)]
        (alone,) = states_by_cards(held, table, [cards]).values()
        assert alone.second is None
        assert [alone.keys.tolist(), alone.ways.tolist()] == [states.keys.tolist(), states.ways.tolist()]


@given(questions())
def test_states_that_are_not_worth_keeping(question: tuple[Held, Table, Table]) -> None:
    held, table, _ = question
    cards = sum(held) // 2
    calls: set[tuple[int, int]] = set()

    def keeps(kinds: int, number: int, keys: Integers) -> Truths:
        calls.add((kinds, number))
        return keys > 0 if kinds == len(held) else np.ones(len(keys), dtype=bool)

    whole, fewer = states_by_cards(held, table, [cards])[cards], states_by_cards(held, table, [cards], keeps=keeps)
    mask = whole.keys > 0
    assert (cards in fewer) == mask.any()
    if cards in fewer:
        assert fewer[cards].keys.tolist() == whole.keys[mask].tolist()
        assert fewer[cards].ways.tolist() == whole.ways[mask].tolist()
    assert max(calls) == (len(held), cards)
    assert {kinds for kinds, _ in calls} == set(range(1, len(held) + 1))


@given(questions())
def test_the_smallest_and_the_largest_sum(question: tuple[Held, Table, Table]) -> None:
    held, table, _ = question
    longer = [np.append(kind, [0, 0]) for kind in table]
    lows, highs = extremes(held, longer, sum(held) + 2)
    for cards in range(sum(held) + 1):
        sums = [feature(table, own) for own in compositions(held, cards)]
        assert (lows[cards], highs[cards]) == (min(sums), max(sums))
    assert lows[sum(held) + 1 :].tolist() == [NEVER] * 2
    assert highs[sum(held) + 1 :].tolist() == [-NEVER] * 2
    shorter = extremes(held, table, sum(held))
    assert [ends.tolist() for ends in shorter] == [ends[: sum(held) + 1].tolist() for ends in (lows, highs)]


@given(questions())
def test_several_sums_in_one_number(question: tuple[Held, Table, Table]) -> None:
    """Packed numbers add up, and come apart into the sums, the smallest and the largest too."""
    held, first, second = question
    third = [kind * 3 for kind in first]
    packing = Packing([first, second, third], sum(held))
    for cards in range(sum(held) + 1):
        listed = compositions(held, cards)
        keys = np.array([feature(packing.table, own) for own in listed])
        for table, numbers in zip((first, second, third), packing.unpacked(keys), strict=True):
            assert numbers.tolist() == [feature(table, own) for own in listed]


def test_as_many_states_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cards of three kinds of three, by a number for each composition of them: ten, after six of two kinds."""
    held: Held = (3, 3, 3)
    table = [np.array([0, 1, 2, 3]) * scale for scale in (1, 10, 100)]
    monkeypatch.setattr(rank_states, "MAX_STATES", 10)
    assert len(states_by_cards(held, table, [3])[3].keys) == 10
    monkeypatch.setattr(rank_states, "MAX_STATES", 9)
    assert "unseen: 3 cards have more than 9 states; that is the bound" in refusal(states_by_cards, held, table, [3])


def test_the_bound_on_the_states_of_two_kinds_by_hand() -> None:
    """Three cards of one kind and two of the other; of 0 to 6 cards there are 1, 2, 3, 3, 2, 1, 0 compositions.

    Σc(c−1) goes in steps of two from 0 to 0, 0, 2; from 2 to 6; from 4 to 6; and is 8. The count of the first kind is
    from 0 to 2 of two cards, from 1 to 3 of three.
    """
    kinds = ((3, 0), (2, 1))
    pairs, first = (((0, 2), 1), ((1, 2), 1)), (((0, 1), 1),)
    assert states_of(Sums(kinds, (pairs,), ()), 6) == [1, 2, 4, 7, 9, 10, 10]
    assert states_of(Sums(kinds, (first,), ()), 6) == [1, 3, 6, 9, 11, 12, 12]
    two_counts = Sums(((3, 0), (3, 1), (3, 2)), (first, (((1, 1), 1),)), ())
    assert states_of(two_counts, 1) == [1, 4]  # 2 · 2, but three compositions
    assert states_of(Sums(((1, 0), (1, 1)), (pairs,), ()), 2) == [1, 2, 3]  # no pair: every sum is 0
