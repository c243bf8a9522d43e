"""Many shoes and many bets at once: against the walk, against one shoe at a time, in every kernel and number type."""

import importlib.util
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import STANDARD, refusal
from support.bets import own_bet, walked
from support.strategies import COSTLY, shoes, shoes_of_few_kinds

import exact.engine.many_shoes
from exact import Shoe, evaluate
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.engine.compiler import compiled
from exact.engine.evaluate import Evaluation, Evaluator
from exact.engine.many_shoes import HIGH, LOW, ManyShoes, joined_counts, number_type
from exact.engine.multisets import Coefficients
from exact.engine.one_shoe import count_categories
from exact.engine.outcomes import count_outcomes as count_on_one
from exact.engine.outcomes import outcome_coefficients
from exact.game import Granularity, Outcome
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes

KERNELS = ["numpy", pytest.param("numba", marks=pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="needs the extra fast"
))]  # fmt: skip
VALUE_BETS = ("tie", "dragon-7", "panda-8", "banco", "lucky-6", "quik", "egalite-6", "matching-dragon-3", "big")


def counts_of(found: Evaluation, bet: str, shoe: int) -> tuple[int, ...]:
    return tuple(int(counts[shoe]) for counts in found.bets[bet].values())


@pytest.mark.slow
@pytest.mark.parametrize("kernel", KERNELS)
@given(held=st.lists(shoes_of_few_kinds(), min_size=1, max_size=3))
@example(held=[Shoe.of_values([7, 1, 0, 2, 0, 7, 1, 0, 2, 1])])
def test_outcomes_and_a_bet_against_the_walk(kernel: str, held: list[Shoe]) -> None:
    found = evaluate([shoe.values for shoe in held], STANDARD, ["dragon-7", "tie"], kernel)
    for number, shoe in enumerate(held):
        outcomes = count_outcomes(shoe, DECISIONS["standard"])
        assert {side: int(found.outcomes[side.value][number]) for side in Outcome} == outcomes
        assert found.deals[number] == sum(outcomes.values())
        for bet, expectation in walked(shoe.values, ("dragon-7", "tie")).items():
            assert found.expectations(bet)[number] == expectation
            assert found.doubles(bet)[number] == pytest.approx(float(expectation), rel=2**-50, abs=2**-52)


@pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="needs the extra fast")
@COSTLY
@given(st.lists(shoes(counts=st.integers(0, 145)), min_size=1, max_size=9), st.sampled_from([1, 300]), st.booleans())
@example([Shoe.of_decks(8)], 0, False)
@example([Shoe.of_decks(8)], 127, False)
@example([Shoe.of_decks(8), Shoe.of_decks(6), Shoe.of_decks(9)], 128, False)
@example([Shoe.of_decks(8), Shoe.of_decks(6), Shoe.of_decks(9)], 129, False)
def test_the_kernels_agree_to_the_last_bit(held: list[Shoe], number: int, small: bool) -> None:
    """In the sizes around a block of shoes, and in both number types they share."""
    counts = np.resize([shoe.values for shoe in held], (number, 10))
    values = np.minimum(counts, 40) if small else counts
    one, other = (evaluate(values, STANDARD, VALUE_BETS, kernel) for kernel in ("numpy", "numba"))
    for mine, theirs in zip([one.outcomes, *one.bets.values()], [other.outcomes, *other.bets.values()], strict=True):
        for category, counted in mine.items():
            assert counted.dtype == theirs[category].dtype
            assert counted.tobytes() == theirs[category].tobytes()
    for bet in VALUE_BETS:
        assert one.doubles(bet).tobytes() == other.doubles(bet).tobytes()


@pytest.mark.parametrize("kernel", KERNELS)
@COSTLY
@given(shoe=shoes(counts=st.integers(0, 200)))
def test_every_value_level_bet(kernel: str, shoe: Shoe) -> None:
    """All together, one of each bet's categories by subtraction, against each bet on its own."""
    by_ranks = [*shoe.values[1:], shoe.values[0], 0, 0, 0]
    needed = [bet for bet in catalogue().values() if _granularity(bet) is Granularity.VALUES]
    assert len(needed) > 90
    found = evaluate([shoe.values], STANDARD, needed, kernel)
    from_ranks = evaluate([by_ranks], STANDARD, needed, kernel)
    for bet in needed:
        assert counts_of(found, bet.name, 0) == count_categories(bet, shoe, STANDARD)
        assert counts_of(from_ranks, bet.name, 0) == counts_of(found, bet.name, 0)


def _granularity(bet: Bet) -> Granularity:
    return compiled(bet, STANDARD).granularity


@pytest.mark.parametrize(
    ("width", "names"),
    [
        (13, ("punto-pair", "either-pair", "dragon-7", "lucky-nines")),
        (52, ("perfect-pair-both", "punto-pair", "tie", "royal-match")),
    ],
)
@pytest.mark.parametrize("scale", [20, *(pytest.param(scale, marks=pytest.mark.slow) for scale in (1, 200))])
@COSTLY
@given(data=st.data())
def test_finer_bets(width: int, names: tuple[str, ...], scale: int, data: st.DataObject) -> None:
    """Against one shoe at a time, where doubles, 64 bits and Python's integers are needed."""
    granularity = Granularity(width)
    bets = [bet for bet in catalogue().values() if _granularity(bet) <= granularity and bet.name in names]
    assert len(bets) >= 2
    scales = st.lists(st.integers(0, 3).map(lambda times: scale * times + 1), min_size=width, max_size=width)
    held = data.draw(st.lists(scales, min_size=1, max_size=3))
    found = evaluate(np.array(held), STANDARD, bets)
    for number, counts in enumerate(held):
        for bet in bets:
            assert counts_of(found, bet.name, number) == count_categories(bet, Shoe(counts, granularity), STANDARD)


def test_shoes_without_a_coup_are_masked() -> None:
    found = evaluate([[9] * 10, [1] * 5 + [0] * 5, [6, *[0] * 9], [0] * 10], STANDARD, ["tie", "dragon-7"])
    assert repr(found) == "<Evaluation of 4 shoes and 2 bets>"
    assert found.valid.tolist() == [True, False, True, False]
    assert found.deals.tolist() == [ordered_deals(90), 0, 720, 0]
    assert found.outcomes["tie"].tolist()[1:] == [0, 720, 0]
    assert found.bets["tie"]["win"].tolist()[1:] == [0, 720, 0]
    assert found.expectations("tie").tolist()[1:] == [None, 8, None]
    assert np.isnan(found.doubles("tie")).tolist() == [False, True, False, True]
    none = evaluate([[1] * 5 + [0] * 5], STANDARD, ["tie"])
    assert (none.valid.tolist(), none.expectations("tie").tolist()) == ([False], [None])


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_large_shoe_slows_no_other(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each shoe is counted in the number type that it needs, and found in its place: at the edge of each."""
    assert [number_type(size) for size in (458, 459, 1450, 1451)] == ["float64", "int64", "int64", "object"]
    assert ordered_deals(458) < 2**53 <= ordered_deals(459)
    assert ordered_deals(1450) < 2**63 <= ordered_deals(1451)
    asked: list[tuple[str, int]] = []
    real = ManyShoes._counts

    def noted(many: ManyShoes, shoes: Any, kind: np.dtype[Any], chosen: str) -> Any:
        asked.append((kind.name, len(shoes)))
        return real(many, shoes, kind, chosen)

    monkeypatch.setattr(ManyShoes, "_counts", noted)
    small = [[9] * 10, [6, *[0] * 9], [0, 1, *[30] * 7, 0], [*[0] * 8, 200, 258]]
    held = [[45, *[46] * 9], [10**12] * 10, *small, [146, *[145] * 9], [145] * 10, [45] * 9 + [53]]
    found = evaluate(held, STANDARD, ["dragon-7"], kernel)
    assert asked == [("float64", len(small) + 1), ("int64", 2), ("object", 2)]
    assert found.deals.dtype == "object"
    for number, values in enumerate(held):
        counted = count_on_one(Shoe.of_values(values), STANDARD)
        assert {side: found.outcomes[side.value][number] for side in Outcome} == counted
        assert all(type(counts[number]) is int for counts in found.outcomes.values())
        expected = count_categories(catalogue()["dragon-7"], Shoe.of_values(values), STANDARD)
        assert counts_of(found, "dragon-7", number) == expected


def test_numerators_grow_past_64_bits() -> None:
    """26 decks fit 64 bits as counts, and times 40 do not."""
    shoe = Shoe.of_decks(26)
    found = evaluate([shoe.values], STANDARD, ["dragon-7"])
    won, deals = found.numerators("dragon-7")
    assert [part.dtype.name for part in (found.deals, won, deals)] == ["int64", "object", "object"]
    counts = count_categories(catalogue()["dragon-7"], shoe, STANDARD)
    assert (won[0], deals[0]) == (40 * counts[0] - counts[1], ordered_deals(shoe.cards))


def test_a_bet_with_an_empty_category_and_two_alike() -> None:
    found = evaluate([[9] * 10], STANDARD, [own_bet(("tie and margin == 3", 5), "tie", ("punto_total >= 0", 0))])
    tie = int(found.outcomes["tie"][0])
    assert counts_of(found, "own", 0) == (0, tie, ordered_deals(90) - tie, 0)


@pytest.mark.parametrize(
    ("shoes", "message"),
    [
        ([[9] * 10, [9] * 9], "shoes: [[9, 9"),
        ([[9] * 11], "shoes: 'int64 (1, 11)' must be rows of 10, 13 or 52 counts"),
        ([9] * 10, "shoes: 'int64 (10,)' must be rows of 10, 13 or 52 counts"),
        ([[9] * 10, [9] * 9 + [-1]], "shoes, row 1: -1 must be a count from 0 to 1000000000000"),
        (np.array([[2**63] * 10], dtype=np.uint64), "shoes, row 0: 9223372036854775808 must be a count"),
        ([[9] * 9 + [float("nan")]], "shoes: 'float64 (1, 10)' must be whole numbers"),
        ([[True] * 10], "shoes: 'bool (1, 10)' must be whole numbers"),
        (np.ma.masked_equal([[9] * 10, [9] * 9 + [7]], 7), "shoes, row 1: 'a masked count' must be"),
        (None, "shoes: 'object ()' must be whole numbers"),
    ],
)
def test_what_is_no_array_of_shoes(shoes: object, message: str) -> None:
    assert refusal(evaluate, shoes, STANDARD).startswith(message)


def test_no_shoes_are_an_empty_answer() -> None:
    """Of any width, and of any type of number, for there is no number in them; a bet may be of any granularity."""
    empty: tuple[Any, ...] = ([], np.zeros((0, 10)), np.zeros((0, 52)), np.zeros((0, 13), dtype=np.int64))
    for none in empty:
        found = evaluate(none, STANDARD, ["tie"])
        assert found.valid.shape == found.deals.shape == found.outcomes["tie"].shape == (0,)
        assert found.bets["tie"]["win"].shape == found.doubles("tie").shape == found.expectations("tie").shape == (0,)
    assert evaluate(np.ma.masked_equal([[9] * 10], 7), STANDARD).deals[0] == ordered_deals(90)
    assert evaluate([], STANDARD, ["perfect-pair-both"]).bets["perfect-pair-both"]
    assert len(Evaluator(STANDARD).evaluate([]).valid) == 0
    assert "must be rows of 10, 13 or 52 counts" in refusal(evaluate, np.zeros((0, 9)), STANDARD)


@pytest.mark.parametrize("bet", [5, None, b"tie", ["tie"]])
def test_what_is_no_bet(bet: Any) -> None:
    assert refusal(evaluate, [[9] * 10], STANDARD, [bet]) == f"bets: {bet!r} must be a Bet or the name of one"


def test_a_bet_finer_than_the_shoes_is_refused() -> None:
    for bet, width, needed, known in (
        ("punto-pair", 10, "ranks", "values"),
        ("perfect-pair-both", 13, "cards", "ranks"),
    ):
        message = f"bets: '{bet}' needs shoes described by {needed}, but these are described by {known}"
        assert refusal(evaluate, [[9] * width], STANDARD, [bet]) == message
    refused = refusal(evaluate([[9] * 10], STANDARD, ["tie"]).doubles, "tei")
    assert refused.startswith("bet: 'tei' was not evaluated: did you mean tie")
    assert "one for each of the values" in refusal(Evaluator(STANDARD).evaluate, [[9] * 13])


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """By default its absence is no error; asked for by name, the message says what to install."""
    monkeypatch.setattr(exact.engine.many_shoes, "find_spec", lambda _: None)
    monkeypatch.setattr(exact.engine.many_shoes, "WORTH_COMPILING", 1)
    assert evaluate([[9] * 10], STANDARD).deals[0] == ordered_deals(90)
    assert (
        refusal(evaluate, [[9] * 10], STANDARD, kernel="numba")
        == "kernel: 'numba' is not installed: pip install 'exact-baccarat[fast]'"
    )
    refused = refusal(evaluate, [[9] * 10], STANDARD, kernel="nunba")
    assert refused.startswith("kernel: 'nunba' is not a kernel: did you mean numba")


@pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="needs the extra fast")
def test_a_kernel_is_compiled_where_numba_cannot_cache_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """numba finds no folder to write to, and says so at once."""
    numba_kernel = importlib.import_module("exact.engine.numba_kernel")

    asked = []

    def njit(*, cache: bool = False, **options: Any) -> Callable[[str], tuple[str, bool]]:
        asked.append(cache)
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: (function, options["nogil"])

    monkeypatch.setattr(numba_kernel, "njit", njit)
    assert numba_kernel._compiled("a kernel") == ("a kernel", True)
    assert asked == [True, False]


OUTCOMES = outcome_coefficients(STANDARD)
MANY = ManyShoes(OUTCOMES)


@COSTLY
@given(st.lists(shoes(counts=st.integers(0, 145)), min_size=1, max_size=5))
def test_a_batch_of_many_blocks_is_each_shoe_alone(held: list[Shoe]) -> None:
    values, times = np.array([shoe.values for shoe in held]), 1500 // len(held)
    expected = np.repeat(MANY.counts(values), times, axis=1)
    assert MANY.counts(np.repeat(values, times, axis=0)).tolist() == expected.tolist()


def halves(least: int) -> st.SearchStrategy[list[list[int]]]:
    """Counts of five values."""
    return st.lists(st.lists(st.integers(least, 13), min_size=5, max_size=5), min_size=1, max_size=3)


@pytest.mark.parametrize(("scale", "kind"), [(1, "float64"), (1, "int64"), (6, "int64"), (10**6, "object")])
@COSTLY
@given(low=halves(0), high=halves(2))
def test_low_cards_joined_with_high_cards(scale: int, kind: str, low: list[list[int]], high: list[list[int]]) -> None:
    counts = joined_counts(OUTCOMES, scale * np.array(low).astype(kind), scale * np.array(high).astype(kind))
    for a, below in enumerate(low):
        for b, above in enumerate(high):
            shoe = Shoe.of_values([scale * count for count in below + above])
            assert counts[:, a, b].tolist() == list(count_on_one(shoe, STANDARD).values())
    assert (LOW, HIGH) == (0, 1)


def test_coefficients_are_equal_by_value_and_cannot_be_changed() -> None:
    other = outcome_coefficients(STANDARD)
    assert other is not OUTCOMES
    assert (other, hash(other)) == (OUTCOMES, hash(OUTCOMES)) == (pickle.loads(pickle.dumps(other)), hash(other))
    assert other != Coefficients(OUTCOMES.matrix[:2])
    with pytest.raises(ValueError, match="read-only"):
        other.matrix[0, 0] = 1
    source = np.ones((1, 5005), dtype=np.int64)
    own = Coefficients(source)
    source[:] = 0
    assert own.matrix.all()
    every = ManyShoes(Coefficients(OUTCOMES.matrix.sum(axis=0))).counts(np.array([Shoe.of_decks(8).values]))
    assert every.tolist() == [[ordered_deals(416)]]
