"""Successive coups against the walk, coup after coup from small shoes, and against identities that any law must obey."""

from __future__ import annotations

from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import factorial, perm, prod
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import Command, value_of
from support.dealer import deal, every_deal, outcome_of
from support.strategies import COSTLY, SMALL_COUNTS, shoes

from exact.analysis import dependence
from exact.analysis.coup_sequences import (
    MAX_COUPS,
    MOST,
    OUTCOMES,
    _counts,
    blocks,
    held_by,
    histories,
    multisets_in,
    sequences,
)
from exact.analysis.dependence import (
    FOUR_COUPS_DECKS,
    FOUR_COUPS_FILE,
    JointLaw,
    average_with_cut,
    correlations,
    four_coups,
    four_coups_file,
    indicator,
    joint_law,
    law_of_decks,
    law_of_shoe,
    orders,
)
from exact.engine.exact_sums import triple_weighted_sums
from exact.engine.outcomes import count_outcomes
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.dependence import (
    cards_used_table,
    correlations_table,
    cut_card_table,
    following_table,
    joint_table,
    streaks_table,
)
from exact.reference.decisions import DECISIONS
from exact.reference.walk import walk
from exact.rules.named import all_rules, rules_named
from exact.runs.processes import process_pool

RULES = rules_named("standard")
STANDARD = RULES.tableau
P, B, T = OUTCOMES
Outcomes = tuple[Outcome, ...]
TINY = [
    (0, 9, 0, 0, 0, 0, 0, 0, 9, 0),  # two values, 18 cards: just enough for three coups
    (7, 0, 0, 0, 6, 0, 0, 0, 0, 6),
    (0, 0, 0, 12, 0, 0, 1, 0, 6, 0),
    (9, 1, 0, 0, 0, 1, 0, 0, 0, 9),
]
LARGE = held_by((18,) * 10)
START = 0.5
"""Seconds of processor time, about what the program needs to start: nobody notices less."""


class Dealt:
    """Coups dealt one after the other by the walk, each from the shoe that the one before it left."""

    def __init__(self, rules: str = "standard") -> None:
        self.decide = DECISIONS[rules]
        self.next = cache(self._next)
        self.law = cache(self._law)

    def _next(self, values: tuple[int, ...]) -> list[tuple[Outcome, tuple[int, ...], int, Fraction]]:
        """For each outcome and shoe left: the cards used and the probability."""
        found: defaultdict[tuple[Outcome, tuple[int, ...], int], Fraction] = defaultdict(Fraction)
        for coup, _, probability in walk(Shoe.of_values(values), self.decide):
            used = coup.punto.values + coup.banco.values
            left = tuple(count - used.count(value) for value, count in enumerate(values))
            found[coup.outcome, left, len(used)] += probability
        return [(*key, probability) for key, probability in found.items()]

    def _law(self, values: tuple[int, ...], coups: int) -> dict[tuple[Outcomes, int], Fraction]:
        """P(outcomes of the coups, cards used by all but the last)."""
        if coups == 0:
            return {((), 0): Fraction(1)}
        found: defaultdict[tuple[Outcomes, int], Fraction] = defaultdict(Fraction)
        for outcome, left, used, probability in self.next(values):
            for (rest, later), chance in self.law(left, coups - 1).items():
                found[(outcome, *rest), used + later if rest else 0] += probability * chance
        return found


dealt_under = cache(Dealt)


def assert_is_what_is_dealt(law: JointLaw, dealt: dict[tuple[Outcomes, int], Fraction]) -> None:
    for outcomes in product(OUTCOMES, repeat=law.coups):
        assert law.probability(outcomes) == sum((p for (o, _), p in dealt.items() if o == outcomes), Fraction(0))
    for used in law.by_cards_used:
        for outcome, count in law.last_after(used).items():
            expected = sum((p for (o, u), p in dealt.items() if (o[-1], u) == (outcome, used)), Fraction(0))
            assert Fraction(count, law.deals) == expected


@pytest.mark.parametrize(
    ("name", "values", "coups"),
    [
        *(("standard", values, coups) for values in TINY for coups in (1, 2)),
        *(pytest.param("standard", values, 3, marks=pytest.mark.slow) for values in TINY[1:]),
        ("standard", TINY[0], 3),
        *((name, (6, 0, 0, 0, 0, 5, 6, 0, 0, 0), 2) for name in ("castle-vaduz:literal", "classic-it")),
        pytest.param("standard", (0, 13, 0, 0, 0, 0, 0, 0, 11, 0), 4, marks=pytest.mark.slow),
    ],
)
def test_small_shoes_dealt_coup_after_coup(name: str, values: tuple[int, ...], coups: int) -> None:
    law = joint_law(Shoe.of_values(values), all_rules()[name].tableau, coups)
    assert_is_what_is_dealt(law, dealt_under(name).law(values, coups))


def plain_search(values: tuple[int, ...], coups: int) -> dict[tuple[Outcomes, int], Fraction]:
    """The same law as `Dealt.law`, coup after coup from every shoe that can be left, each looked at once."""
    dealt = Dealt()
    left: dict[tuple[int, ...], dict[tuple[Outcomes, int, int], Fraction]] = {values: {((), 0, 0): Fraction(1)}}
    for _coup in range(coups):
        after: defaultdict[tuple[int, ...], defaultdict[tuple[Outcomes, int, int], Fraction]]
        after = defaultdict(lambda: defaultdict(Fraction))
        for shoe, past in left.items():
            for outcome, rest, used, probability in dealt.next(shoe):
                for (outcomes, _, before), chance in past.items():
                    after[rest][(*outcomes, outcome), before, before + used] += chance * probability
        left = {shoe: dict(past) for shoe, past in after.items()}
    law: defaultdict[tuple[Outcomes, int], Fraction] = defaultdict(Fraction)
    for past in left.values():
        for (outcomes, before, _), chance in past.items():
            law[outcomes, before] += chance
    return law


@pytest.mark.slow
@pytest.mark.parametrize(
    ("values", "coups"),
    [
        ((9, 0, 0, 3, 0, 1, 0, 1, 4, 0), 3),
        ((13, 0, 0, 0, 0, 0, 12, 0, 0, 0), 4),
        ((16, 0, 0, 0, 0, 0, 0, 0, 5, 4), 4),
    ],
)
def test_no_slower_than_a_plain_search(values: tuple[int, ...], coups: int) -> None:
    joint_law(Shoe.of_values((18, *[0] * 9)), STANDARD, 3)  # what any first shoe takes: imports, the orders of one coup
    begun = process_time()
    law = joint_law(Shoe.of_values(values), STANDARD, coups)
    counted = process_time()
    dealt = plain_search(values, coups)
    assert counted - begun <= max(process_time() - counted, START)
    assert_is_what_is_dealt(law, dealt)


@pytest.mark.slow
@pytest.mark.parametrize("values", [(3, 1, 2, 1, 2, 0, 1, 2, 1, 2), (4, 3, 2, 1, 1, 1, 1, 0, 2, 2)])
def test_two_coups_of_many_values(values: tuple[int, ...]) -> None:
    """The second coup by the walk from what every first coup leaves."""
    expected: defaultdict[Outcomes, Fraction] = defaultdict(Fraction)
    for coup, _, probability in walk(Shoe.of_values(values), DECISIONS["standard"]):
        used = coup.punto.values + coup.banco.values
        left = Shoe.of_values([count - used.count(value) for value, count in enumerate(values)])
        for outcome, chance in _chances(left).items():
            expected[coup.outcome, outcome] += probability * chance
    law = joint_law(Shoe.of_values(values), STANDARD, 2)
    assert {outcomes: law.probability(outcomes) for outcomes in product(OUTCOMES, repeat=2)} == expected


@cache
def _chances(shoe: Shoe) -> dict[Outcome, Fraction]:
    counts = count_outcomes(shoe, STANDARD)
    return {outcome: Fraction(count, perm(shoe.cards, 6)) for outcome, count in counts.items()}


def assert_obeys_the_identities(law: JointLaw) -> None:
    counts = law.counts()
    assert sum(counts.values()) == law.deals == perm(law.cards, 6 * law.coups)
    for outcomes in counts:  # exchangeable: the last coup, counted apart, changes places with any other
        assert {counts[order] for order in permutations(outcomes)} == {counts[outcomes]}
        assert orders(outcomes) == len(set(permutations(outcomes)))


def assert_ends_in(longer: JointLaw, shorter: JointLaw) -> None:
    """Any coup left out, the law of the others is that of as many coups."""
    for outcomes in product(OUTCOMES, repeat=shorter.coups):
        for place in range(longer.coups):
            with_one = [longer.count((*outcomes[:place], any_, *outcomes[place:])) for any_ in OUTCOMES]
            assert Fraction(sum(with_one), longer.deals) == shorter.probability(outcomes)


@pytest.mark.slow
@pytest.mark.parametrize("decks", [pytest.param(6, marks=pytest.mark.slow), 8])
def test_the_laws_of_full_shoes_fit_into_each_other(decks: int) -> None:
    laws = [law_of_decks(decks, STANDARD, coups) for coups in range(1, 5)]
    for law in laws:
        assert_obeys_the_identities(law)
    for shorter, longer in pairwise(laws):
        assert_ends_in(longer, shorter)
    counts = count_outcomes(Shoe.of_decks(decks), STANDARD)
    assert {outcome: laws[0].count((outcome,)) for outcome in OUTCOMES} == counts


@COSTLY
@given(shoes(counts=SMALL_COUNTS).filter(lambda shoe: shoe.cards >= 18))
def test_the_laws_of_any_shoe_fit_into_each_other(shoe: Shoe) -> None:
    laws = [joint_law(shoe, STANDARD, coups) for coups in (1, 2, 3)]
    for law in laws:
        assert_obeys_the_identities(law)
    assert_ends_in(laws[2], laws[1])
    assert_ends_in(laws[1], laws[0])
    assert {outcome: laws[0].count((outcome,)) for outcome in OUTCOMES} == count_outcomes(shoe, STANDARD)


@pytest.mark.parametrize("decks", [28, *(pytest.param(decks, marks=pytest.mark.slow) for decks in (9, 10**9))])
def test_more_decks_than_a_double_can_count(decks: int) -> None:
    law = joint_law(Shoe.of_decks(decks), STANDARD, 2)
    assert_obeys_the_identities(law)
    assert_ends_in(law, joint_law(Shoe.of_decks(decks), STANDARD, 1))


def test_the_committed_file_reads_back() -> None:
    with open(FOUR_COUPS_FILE, encoding="ascii") as file:
        assert four_coups_file(four_coups()) == file.read()


def test_a_saved_law_is_the_same_and_is_not_counted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shoe = Shoe.of_values([4, *[1] * 9])
    expected = joint_law(shoe, STANDARD, 2)
    assert joint_law(shoe, STANDARD, 2, checkpoint=tmp_path) == expected
    monkeypatch.setattr(dependence, "count_block", None)
    assert joint_law(shoe, STANDARD, 2, checkpoint=tmp_path) == expected


@pytest.mark.slow
def test_the_answer_does_not_depend_on_the_executor() -> None:
    shoe = Shoe.of_decks(1).removed("9 9 K")
    expected = joint_law(shoe, STANDARD, 3)
    steps: list[tuple[int, int]] = []
    with ThreadPoolExecutor(3) as threads:
        assert joint_law(shoe, STANDARD, 3, threads, lambda done, total: steps.append((done, total))) == expected
    tasks = len(blocks(2, held_by(shoe.values)))
    assert steps == [(step, tasks) for step in range(tasks + 1)]
    with process_pool(2) as processes:
        assert joint_law(shoe, STANDARD, 3, processes) == expected


def test_an_error_leaves_the_pool_at_once() -> None:
    with pytest.raises(ZeroDivisionError), process_pool(1) as pool:
        pool.submit(divmod, 1, 0).result()


def test_doubles_hold_every_coefficient() -> None:
    """18! < 2**53 bounds the orders of 18 cards; what occurs is far smaller, for no eighteen cards are all different."""
    assert factorial(MOST * (MAX_COUPS - 1)) < 2**53
    largest = max(float(block.max()) for block in sequences(STANDARD, LARGE, 2).values())
    assert largest <= factorial(12) // 2**2


def test_the_coefficients_add_up() -> None:
    """With every multiset weighted by 10 to the cards that are missing, K adds up to products of the orders of one coup."""
    one, two = (
        {
            history: sum(int(block[place].sum()) * 10 ** (MOST * coups - sum(where)) for where, block in found.items())
            for place, history in enumerate(histories(coups))
        }
        for coups, found in ((n, sequences(STANDARD, LARGE, n)) for n in (1, 2))
    )
    assert sum(one.values()) == 10**6
    assert two == {(a, b): one[a,] * one[b,] for a, b in two}


@COSTLY
@given(st.lists(st.integers(0, 9), min_size=8, max_size=8))
@example([9, 9, 0, 0, 8, 8, 1, 1])
@example([0, 0, 0, 4, 4, 5, 9, 9, 9])
def test_single_coefficients_by_hand(values: list[int]) -> None:
    """K of a multiset that two coups use, by dealing its every order."""
    counted: Counter[Outcomes] = Counter()
    for cards, _ in every_deal(values, len(values)):
        with suppress(IndexError):  # too few cards for two coups
            first = deal(cards)
            second = deal(cards[sum(map(len, first)) :])
            if sum(map(len, first + second)) == len(cards):
                counted[outcome_of(*first), outcome_of(*second)] += 1
    low = [value for value in values if value < 5]
    high = [value - 5 for value in values if value >= 5]
    block = sequences(STANDARD, LARGE, 2)[len(low), len(high)]
    places = [_counts((18,) * 5, len(side)).tolist().index([side.count(v) for v in range(5)]) for side in (low, high)]
    for place, history in enumerate(histories(2)):
        assert block[place, places[0], places[1]] == counted[history] == counted[history[::-1]]


def rows_of_four(corners: list[int], below: int) -> st.SearchStrategy[list[list[int]]]:
    """Three rows of four numbers, often corners."""
    numbers = st.one_of(st.sampled_from(corners), st.integers(0, below - 1))
    return st.lists(st.lists(numbers, min_size=4, max_size=4), min_size=3, max_size=3)


@given(
    st.lists(st.one_of(st.sampled_from([1, 2**31 - 1, 2**64 + 1]), st.integers(0, 10**30)), min_size=3, max_size=3),
    st.lists(st.one_of(st.just(1), st.integers(0, 10**20)), min_size=4, max_size=4),
    rows_of_four([0, 1, 2**53 - 1], 2**53),
    rows_of_four([0, 2**31 - 1, 2**62], 2**63),
)
def test_sums_in_residues_are_sums_of_integers(
    rows: list[int], columns: list[int], coefficients: list[list[int]], weights: list[list[int]]
) -> None:
    """At the edges: coefficients of 2**53 − 1, ways beyond 64 bits, weights beyond a double."""
    places = product(range(3), range(4))
    expected = sum(coefficients[a][b] * rows[a] * columns[b] * weights[a][b] for a, b in places)
    ways = np.array(rows, dtype=object), np.array(columns, dtype=object)
    factors = np.array([coefficients] * 2, dtype=np.float64)
    assert triple_weighted_sums(factors, *ways, np.array([weights]), expected) == [[expected]] * 2


def test_too_many_items_for_exact_doubles() -> None:
    ways = np.array([1] * 2**10, dtype=object)
    with pytest.raises(OverflowError, match="524288"):
        triple_weighted_sums(
            np.ones((1, 2**10, 2**9)), ways, ways[: 2**9], np.ones((1, 2**10, 2**9), dtype=np.int64), 2**60
        )
    assert max(multisets_in(block, LARGE) for block in blocks(MAX_COUPS - 1, LARGE)) < 2**19


@pytest.mark.parametrize("values", [TINY[0], pytest.param(TINY[1], marks=pytest.mark.slow)])
def test_the_next_coup_given_the_past(values: tuple[int, ...]) -> None:
    law, chances = joint_law(Shoe.of_values(values), STANDARD, 3), dealt_under("standard").law(values, 3)
    for length in range(3):
        for history in product(OUTCOMES, repeat=length):
            agreeing = [(outcomes, p) for (outcomes, _), p in chances.items() if outcomes[:length] == history]
            total = sum((p for _, p in agreeing), Fraction(0))
            expected = {
                outcome: sum((p for o, p in agreeing if o[length] == outcome), Fraction(0)) / total
                for outcome in OUTCOMES
                if total
            }
            assert law.following(history) == (expected or None)
    with pytest.raises(ExactError, match="must be shorter than 3 coups"):
        law.following((B, B, B))


def test_correlations_by_hand() -> None:
    """From the probabilities of pairs written out; a payoff is what the standard rules pay."""
    law = law_of_decks(8, STANDARD, 2)
    p = {outcome: law.probability((outcome,)) for outcome in OUTCOMES}
    found = correlations(law, RULES)
    for outcome in OUTCOMES:
        twice = law.probability((outcome, outcome))
        assert found[f"is {outcome.value}"] == (twice - p[outcome] ** 2) / (p[outcome] * (1 - p[outcome]))
    assert found["payoff of tie"] == found["is tie"]
    mean = p[P] - p[B]
    both = law.probability((P, P)) + law.probability((B, B)) - 2 * law.probability((P, B))
    assert found["payoff of punto"] == (both - mean**2) / (p[P] + p[B] - mean**2)
    paid = Fraction(19, 20)
    mean = paid * p[B] - p[P]
    both = law.probability((P, P)) + paid**2 * law.probability((B, B)) - 2 * paid * law.probability((P, B))
    assert found["payoff of banco"] == (both - mean**2) / (paid**2 * p[B] + p[P] - mean**2)


def test_no_correlation_where_nothing_varies() -> None:
    law = joint_law(Shoe.of_values([12, *[0] * 9]), STANDARD, 2)
    assert law.probability((T, T)) == 1
    assert law.following((P,)) is None
    assert set(correlations(law, RULES).values()) == {None}
    one = joint_law(Shoe.of_decks(1), STANDARD, 1)
    assert correlations(one, RULES) == {}
    with pytest.raises(ExactError, match="coups: 1 is too few"):
        one.correlation(indicator(B))


def test_an_outcome_is_one_where_it_happens() -> None:
    assert indicator(B) == {P: Fraction(0), B: Fraction(1), T: Fraction(0)}


def test_large_shoes_share_the_orders_of_their_coups() -> None:
    """Three coups use at most 18 cards, so that no shoe holds more of a value than they can use."""
    assert held_by(Shoe.of_decks(6).values) == held_by(Shoe.of_decks(8).values) == LARGE
    assert held_by((17, 18, 19, 0, 1, 2, 3, 4, 5, 6)) == ((17, 18, 18, 0, 1), (2, 3, 4, 5, 6))


class Played(NamedTuple):
    """Expected: coups dealt, how many with each outcome, the chances M of the coup after them, and T · M."""

    coups: Fraction
    outcomes: dict[Outcome, Fraction]
    next_chance: dict[Outcome, Fraction]
    product: dict[Outcome, Fraction]


@pytest.mark.slow
@pytest.mark.parametrize("values", TINY[:3])
def test_a_cut_dealt_by_the_walk(values: tuple[int, ...]) -> None:
    """The average over the coups dealt, and its excess as the covariance of their number with the next coup's chance."""
    coming = dealt_under("standard")
    laws = [joint_law(Shoe.of_values(values), STANDARD, coups) for coups in (1, 2, 3)]

    def played(left: tuple[int, ...], used: int, cut: int, coups: int) -> Played:
        if used >= cut:
            chances = {o: sum((p for found, *_, p in coming.next(left) if found == o), Fraction(0)) for o in OUTCOMES}
            return Played(Fraction(coups), {}, chances, {o: coups * chance for o, chance in chances.items()})
        whole = Played(Fraction(0), *({o: Fraction(0) for o in OUTCOMES} for _ in range(3)))
        number = Fraction(0)
        for outcome, after, more, probability in coming.next(left):
            part = played(after, used + more, cut, coups + 1)
            number += probability * part.coups
            whole.outcomes[outcome] += probability
            for o in OUTCOMES:
                whole.outcomes[o] += probability * part.outcomes.get(o, 0)
                whole.next_chance[o] += probability * part.next_chance[o]
                whole.product[o] += probability * part.product[o]
        return whole._replace(coups=number)

    for cut in (1, 5, 6, 7, 9, 10, 12):
        average = average_with_cut(laws, cut)
        if sum(values) < cut + 5 + MOST:
            continue  # not sure to deal the coup after the cut
        expected = played(values, 0, cut, 0)
        assert (average.coups, average.outcomes) == (expected.coups, expected.outcomes)
        for outcome in OUTCOMES:
            marginal = laws[0].probability((outcome,))
            assert expected.next_chance[outcome] == marginal
            excess = expected.outcomes[outcome] - marginal * expected.coups
            assert excess == expected.product[outcome] - expected.coups * marginal


def test_a_cut_that_the_laws_do_not_reach() -> None:
    laws = [law_of_decks(8, STANDARD, coups) for coups in (1, 2)]
    assert average_with_cut(laws, 8).coups == 2
    for cut in (0, 9):
        with pytest.raises(ExactError, match="cut: . must be a whole number from 1 to 8"):
            average_with_cut(laws, cut)


@pytest.mark.parametrize(
    ("cards", "coups", "message"),
    [
        (18, 0, "coups: 0 must be a whole number from 1 to 4"),
        (18, 5, "coups: 5 must be a whole number from 1 to 4"),
        (17, 3, "cards: 17 are left in the shoe, and 3 coups need at least 18"),
        (23, 4, "cards: 23 are left in the shoe, and 4 coups need at least 24"),
    ],
)
def test_what_cannot_be_asked(cards: int, coups: int, message: str) -> None:
    with pytest.raises(ExactError) as caught:
        joint_law(Shoe.of_values([cards, *[0] * 9]), STANDARD, coups)
    assert str(caught.value) == message


def test_what_the_file_answers() -> None:
    assert law_of_shoe(Shoe.of_values(Shoe.of_decks(8).values), STANDARD, 4) is four_coups()[8]


@pytest.mark.parametrize("coups", [2, 3, 4])
def test_the_joint_tables(coups: int) -> None:
    """Counts that add up to the deals; differences from the odds of one coup, which another engine counts."""
    rows = joint_table(coups).rows
    for decks in FOUR_COUPS_DECKS:
        chances = _chances(Shoe.of_decks(decks))
        deals = perm(52 * decks, 6 * coups)
        mine = [row for row in rows if row[0] == decks]
        assert sum(int(str(row[2])) * int(str(row[3])) for row in mine) == deals
        for _, told, _, count, probability, independent, difference in mine:
            expected = prod((chances[Outcome(side)] for side in str(told).split(", ")), start=Fraction(1))
            assert value_of(independent) == expected
            assert value_of(probability) == Fraction(int(str(count)), deals)
            assert value_of(difference) == Fraction(int(str(count)), deals) - expected


def test_the_other_tables() -> None:
    for decks in FOUR_COUPS_DECKS:
        chances = _chances(Shoe.of_decks(decks))
        two, four = joint_law(Shoe.of_decks(decks), STANDARD, 2), four_coups()[decks]
        streaks = {(row[1], row[2]): row[3:6] for row in streaks_table().rows if row[0] == decks}
        for outcome in OUTCOMES:
            probability, independent, difference = streaks[outcome.value, 2]
            assert value_of(probability) == two.probability((outcome, outcome))
            assert value_of(independent) == chances[outcome] ** 2
            assert value_of(difference) == value_of(probability) - value_of(independent)
        given = {row[1]: row[2:] for row in following_table().rows if row[0] == decks}
        assert [value_of(cell) for cell in given["–"]] == [*chances.values(), 0, 0, 0]
        for outcome, chance, change in zip(OUTCOMES, given["banco"][:3], given["banco"][3:], strict=True):
            assert value_of(chance) == two.probability((B, outcome)) / chances[B]
            assert value_of(change) == value_of(chance) - chances[outcome]
        used = [row for row in cards_used_table().rows if row[0] == decks]
        for coup in (2, 3, 4):
            mine = [row for row in used if row[1] == coup]
            assert sum(value_of(row[3]) for row in mine) == 1
            for place, outcome in enumerate(OUTCOMES):
                assert sum(value_of(row[3]) * value_of(row[4 + place]) for row in mine) == chances[outcome]
                assert sum(value_of(row[3]) * value_of(row[7 + place]) for row in mine) == 0
        cuts = {row[1]: row[2:] for row in cut_card_table().rows if row[0] == decks}
        assert value_of(cuts[1][0]) == 1
        assert value_of(cuts[7][0]) == value_of(cuts[8][0]) == 2
        assert [value_of(cell) for cell in cuts[8][1:]] == [*chances.values(), 0, 0, 0]
        late = [value_of(cell) for cell in cuts[16]]
        assert late[0] == 3 + sum(Fraction(sum(four.last_after(n).values()), four.deals) for n in range(12, 16))
        assert sum(late[1:4]) == 1
        assert late[4:] == [share - chances[outcome] for share, outcome in zip(late[1:4], OUTCOMES, strict=True)]
        banco = [row for row in correlations_table().rows if row[:2] == (decks, "is banco")]
        assert value_of(banco[0][2]) == (two.probability((B, B)) - chances[B] ** 2) / (chances[B] * (1 - chances[B]))


def test_the_command_in_json(exact: Command) -> None:
    answer = exact.json("dependence", "--decks", "8", "--coups", "3")
    law = law_of_decks(8, STANDARD, 3)
    assert (answer["rules"], answer["cards"], answer["coups"], answer["deals"]) == ("standard", 416, 3, str(law.deals))
    assert sum(int(row["count"]) * row["orders"] for row in answer["joint"]) == law.deals
    for row in answer["joint"]:
        outcomes = tuple(map(Outcome, row["outcomes"]))
        assert Fraction(row["fraction"]) == law.probability(outcomes)
        independent = prod(law.probability((outcome,)) for outcome in outcomes)
        assert abs(Fraction(row["difference"]) - law.probability(outcomes) + independent) <= Fraction(1, 2 * 10**12)
    assert [(row["outcome"], row["in_a_row"]) for row in answer["streaks"]][:2] == [("punto", 2), ("punto", 3)]
    assert Fraction(answer["correlations"]["is banco"]["fraction"]) == law.correlation(indicator(B))
    given = {tuple(row["history"]): row for row in answer["next"]}
    assert Fraction(given["banco", "tie"]["punto"]["fraction"]) == law.probability((T, B, P)) / law.probability((B, T))
    assert len(given) == 1 + 3 + 6


@pytest.mark.parametrize("style", ["text", "markdown", "latex", "csv", "json"])
@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("--decks 8 --coups 1", ""),
        ("--decks 8 --coups 4", str(four_coups()[8].count((B, B, B, B)))),
        ("--values 12,0,0,0,0,0,0,0,0,0", str(perm(12, 12))),
    ],
)
def test_the_shortest_the_longest_and_one_that_never_varies(words: str, count: str, style: str, exact: Command) -> None:
    ran = exact("dependence", *words.split(), "--format", style)
    assert (ran.code, ran.err) == (0, "")
    assert count in ran.out


ONE_NINE = Shoe.of_values([23, *[0] * 8, 1])


def assert_is_of_one_nine(law: JointLaw) -> None:
    """Of the six cards for each of four coups, punto has the first, third and fifth, so the nine wins for it in one of two cases.

    No other coup of tens and kings is decided, and each of the four is as likely to get the nine.
    """
    for outcomes in product(OUTCOMES, repeat=4):
        decided = [outcome for outcome in outcomes if outcome is not T]
        assert law.probability(outcomes) == (Fraction(1, 8) if len(decided) == 1 else 0)


def test_four_coups_of_a_shoe_with_one_card_that_counts() -> None:
    assert_is_of_one_nine(law_of_shoe(ONE_NINE, STANDARD, 4))


@pytest.mark.parametrize(("few", "pools"), [(14, 0), (13, 1)])
def test_four_coups_of_many_multisets_are_counted_by_a_pool(
    few: int, pools: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three coups use 12 to 18 cards, with the nine or without: 14 multisets."""
    opened: list[ThreadPoolExecutor] = []

    def pool() -> ThreadPoolExecutor:
        opened.append(ThreadPoolExecutor(1))
        return opened[-1]

    monkeypatch.setattr(dependence, "process_pool", pool)
    monkeypatch.setattr(dependence, "_FEW_MULTISETS", few)
    assert_is_of_one_nine(joint_law(ONE_NINE, STANDARD, 4))
    assert len(opened) == pools
