"""Laws of sums of features against every composition of a few small kinds, with tables of random numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod

import numpy as np
import pytest

from exact.analysis import sum_law, sum_questions
from exact.analysis.sum_law import NEVER, Packing, Table, extremes, law
from exact.analysis.sum_questions import questions_of, states_of
from exact.bets.catalogue import find_bet
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules.named import standard_tableau

Held = tuple[int, ...]


def random_question(rng: random.Random) -> tuple[Held, Table, Table]:
    held = tuple(rng.randrange(5) for _ in range(rng.randint(1, 4)))

    def table() -> Table:
        return [np.array([0, *(rng.randint(-4, 4) for _ in range(sum(held)))], dtype=np.int64) for _ in held]

    return held, table(), table()


def compositions(held: Held, cards: int) -> Iterator[tuple[int, ...]]:
    return (own for own in product(*(range(most + 1) for most in held)) if sum(own) == cards)


def feature(table: Table, counts: Sequence[int]) -> int:
    return sum(int(kind[own]) for kind, own in zip(table, counts, strict=True))


def test_the_law_and_what_is_known_of_a_second_sum(rng: random.Random) -> None:
    for _ in range(40):
        held, table, second = random_question(rng)
        wanted = rng.sample(range(sum(held) + 1), min(sum(held) + 1, 2))
        found = law(held, table, wanted, second)
        for cards in wanted:
            by_key: dict[int, list[tuple[int, int]]] = {}
            for own in compositions(held, cards):
                by_key.setdefault(feature(table, own), []).append((prod(map(comb, held, own)), feature(second, own)))
            states = found[cards]
            known = states.second
            assert known is not None
            assert states.keys.tolist() == sorted(by_key)
            assert states.ways.tolist() == [sum(ways for ways, _ in by_key[key]) for key in sorted(by_key)]
            assert known.sums.tolist() == [sum(w * number for w, number in by_key[key]) for key in sorted(by_key)]
            assert known.lowest.tolist() == [min(number for _, number in by_key[key]) for key in sorted(by_key)]
            assert known.highest.tolist() == [max(number for _, number in by_key[key]) for key in sorted(by_key)]
            (alone,) = law(held, table, [cards]).values()
            assert (alone.keys.tolist(), alone.ways.tolist(), alone.second) == (states.keys.tolist(), states.ways.tolist(), None)  # fmt: skip


def test_states_that_are_not_worth_keeping(rng: random.Random) -> None:
    """A mask after the last kind leaves out keys there; it is told how many kinds and cards there are."""
    for _ in range(20):
        held, table, second = random_question(rng)
        cards = sum(held) // 2
        told: set[tuple[int, int]] = set()

        def keeps(kinds: int, number: int, keys: np.ndarray, last: int = len(held), told: set = told) -> np.ndarray:  # type: ignore[type-arg]
            told.add((kinds, number))
            return keys > 0 if kinds == last else np.ones(len(keys), dtype=bool)

        whole, kept = law(held, table, [cards], second)[cards], law(held, table, [cards], second, keeps)
        mask = whole.keys > 0
        assert (cards in kept) == mask.any()
        if cards in kept:
            assert kept[cards].keys.tolist() == whole.keys[mask].tolist()
            assert kept[cards].ways.tolist() == whole.ways[mask].tolist()
            for one, all_ in zip(kept[cards].second or (), whole.second or (), strict=True):
                assert one.tolist() == all_[mask].tolist()
        assert max(told) == (len(held), cards)
        assert {kinds for kinds, _ in told} == set(range(1, len(held) + 1))


def test_the_smallest_and_the_largest_sum(rng: random.Random) -> None:
    for _ in range(40):
        held, table, _ = random_question(rng)
        lows, highs = extremes(held, table, sum(held) + 0)
        for cards in range(sum(held) + 1):
            sums = [feature(table, own) for own in compositions(held, cards)]
            assert (lows[cards], highs[cards]) == (min(sums), max(sums))
    longer = [np.append(kind, [0, 0]) for kind in table]
    lows, highs = extremes(held, longer, sum(held) + 2)
    assert lows[sum(held) + 1 :].tolist() == [NEVER] * 2
    assert highs[sum(held) + 1 :].tolist() == [-NEVER] * 2


def test_several_sums_in_one_number(rng: random.Random) -> None:
    """Packed numbers add up, and come apart into the sums, the smallest and the largest too."""
    for _ in range(40):
        held, first, second = random_question(rng)
        third = [kind * 3 for kind in first]
        packing = Packing([first, second, third], sum(held))
        for cards in range(sum(held) + 1):
            listed = list(compositions(held, cards))
            keys = np.array([feature(packing.table, own) for own in listed])
            for table, numbers in zip((first, second, third), packing.unpacked(keys), strict=True):
                assert numbers.tolist() == [feature(table, own) for own in listed]


def test_as_many_states_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cards of three kinds of three, by a number for each composition of them: ten, after six of two kinds."""
    held: Held = (3, 3, 3)
    table = [np.array([0, 1, 2, 3]) * scale for scale in (1, 10, 100)]
    monkeypatch.setattr(sum_law, "MAX_STATES", 10)
    assert len(law(held, table, [3])[3].keys) == 10
    monkeypatch.setattr(sum_law, "MAX_STATES", 9)
    with pytest.raises(ExactError, match="unseen: 3 cards have more than 9 states; that is the bound"):
        law(held, table, [3])


@pytest.mark.parametrize("name", ["punto-pair", "either-pair"])
def test_the_bound_on_states_is_no_smaller_than_their_number(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a question with as many states as may be is asked."""
    shoe = Shoe.of_ranks([4, 1, 2, 3, 1, 2, 1, 3, 2, 1, 2, 1, 2])
    unseen = list(range(6, 14))
    questions = questions_of([find_bet(name)], shoe, standard_tableau(), unseen)
    assert [question.unseen for question in questions] == unseen
    total = 0
    for cards, bound in zip(range(14), states_of(questions[-1].sums, 13), strict=True):
        packing = questions[-1].sums.packing(13)
        total += len(law(questions[-1].sums.held, packing.table, [cards])[cards].keys)
        assert total <= bound
    question = questions[-1]
    monkeypatch.setattr(sum_questions, "MAX_STATES", question.states)
    (again,) = questions_of([find_bet(name)], shoe, standard_tableau(), [13])
    assert again == question
    monkeypatch.setattr(sum_questions, "MAX_STATES", 1)
    with pytest.raises(
        ExactError, match=f"'{name}' depends on the composition of 13 cards in too many ways: [0-9,]+ compositions"
    ):
        questions_of([find_bet(name)], shoe, standard_tableau(), [13])
