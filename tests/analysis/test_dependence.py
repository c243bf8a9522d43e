"""Successive coups against the walk, coup after coup from small shoes, and identities of any distribution."""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import factorial, perm
from pathlib import Path

import pytest
from hypothesis import given
from support import Command, refusal, value_of
from support.strategies import COSTLY, SMALL_COUNTS, shoes

from exact.analysis import dependence
from exact.analysis.dependence import (
    MAX_COUPS,
    MOST,
    OUTCOMES,
    STORED_DECKS,
    SequenceDistribution,
    correlations,
    coups_before_cut,
    distribution_of_decks,
    held_by,
    joint_distribution,
    orders,
    sequences,
    stored_coups,
)
from exact.engine.outcomes import count_outcomes
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.dependence import (
    coup_correlations_table,
    cut_card_table,
    next_given_cards_used_table,
)
from exact.reference.decisions import DECISIONS
from exact.reference.walk import walk
from exact.rules import all_rules, rules_named
from exact.workers.tasks import Run

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


class Dealt:
    """Coups dealt one after the other by the walk, each from the shoe that the one before it left."""

    def __init__(self, rules: str = "standard") -> None:
        self.decide = DECISIONS[rules]
        self.next = cache(self._next)
        self.distribution = cache(self._distribution)

    def _next(self, values: tuple[int, ...]) -> list[tuple[Outcome, tuple[int, ...], int, Fraction]]:
        """For each outcome and shoe left: the cards used and the probability."""
        found: defaultdict[tuple[Outcome, tuple[int, ...], int], Fraction] = defaultdict(Fraction)
        for coup, _, probability in walk(Shoe.of_values(values), self.decide):
            used = coup.punto.values + coup.banco.values
            left = tuple(count - used.count(value) for value, count in enumerate(values))
            found[coup.outcome, left, len(used)] += probability
        return [(*key, probability) for key, probability in found.items()]

    def _distribution(self, values: tuple[int, ...], coups: int) -> dict[tuple[Outcomes, int], Fraction]:
        """P(outcomes of the coups, cards used by all but the last)."""
        if coups == 0:
            return {((), 0): Fraction(1)}
        found: defaultdict[tuple[Outcomes, int], Fraction] = defaultdict(Fraction)
        for outcome, left, used, probability in self.next(values):
            for (rest, later), chance in self.distribution(left, coups - 1).items():
                found[(outcome, *rest), used + later if rest else 0] += probability * chance
        return found


dealt_under = cache(Dealt)


def assert_is_what_is_dealt(distribution: SequenceDistribution, dealt: dict[tuple[Outcomes, int], Fraction]) -> None:
    for outcomes in product(OUTCOMES, repeat=distribution.coups):
        assert distribution.probability(outcomes) == sum(
            (p for (o, _), p in dealt.items() if o == outcomes), Fraction(0)
        )
    for used in {used for used, *_ in distribution.by_use}:
        for outcome, count in distribution.last_after(used).items():
            expected = sum((p for (o, u), p in dealt.items() if (o[-1], u) == (outcome, used)), Fraction(0))
            assert Fraction(count, distribution.deals) == expected


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
    distribution = joint_distribution(Shoe.of_values(values), all_rules()[name].tableau, coups)
    assert_is_what_is_dealt(distribution, dealt_under(name).distribution(values, coups))


@cache
def _chances(shoe: Shoe) -> dict[Outcome, Fraction]:
    counts = count_outcomes(shoe, STANDARD)
    return {outcome: Fraction(count, perm(shoe.cards, 6)) for outcome, count in counts.items()}


def assert_fit_into_each_other(distributions: list[SequenceDistribution], shoe: Shoe) -> None:
    """The distributions of 1, 2, … coups of ``shoe``."""
    for distribution in distributions:
        assert_obeys_the_identities(distribution)
    for shorter, longer in pairwise(distributions):
        assert_ends_in(longer, shorter)
    assert {outcome: distributions[0].count((outcome,)) for outcome in OUTCOMES} == count_outcomes(shoe, STANDARD)


def assert_obeys_the_identities(distribution: SequenceDistribution) -> None:
    counts = distribution.counts()
    assert sum(counts.values()) == distribution.deals == perm(distribution.cards, 6 * distribution.coups)
    for outcomes in counts:  # exchangeable: the last coup, counted apart, changes places with any other
        assert {counts[order] for order in permutations(outcomes)} == {counts[outcomes]}
        assert orders(outcomes) == len(set(permutations(outcomes)))


def assert_ends_in(longer: SequenceDistribution, shorter: SequenceDistribution) -> None:
    """Any coup left out, the distribution of the others is that of as many coups."""
    for outcomes in product(OUTCOMES, repeat=shorter.coups):
        for place in range(longer.coups):
            with_one = [longer.count((*outcomes[:place], any_, *outcomes[place:])) for any_ in OUTCOMES]
            assert Fraction(sum(with_one), longer.deals) == shorter.probability(outcomes)


@pytest.mark.slow
@pytest.mark.parametrize("decks", [pytest.param(6, marks=pytest.mark.slow), 8])
def test_the_distributions_of_full_shoes_fit_into_each_other(decks: int) -> None:
    distributions = [distribution_of_decks(decks, STANDARD, coups) for coups in range(1, 5)]
    assert_fit_into_each_other(distributions, Shoe.of_decks(decks))


@pytest.mark.slow
@COSTLY
@given(shoes(counts=SMALL_COUNTS).filter(lambda shoe: shoe.cards >= 18))
def test_the_distributions_of_any_shoe_fit_into_each_other(shoe: Shoe) -> None:
    assert_fit_into_each_other([joint_distribution(shoe, STANDARD, coups) for coups in (1, 2, 3)], shoe)


@pytest.mark.parametrize("decks", [28, *(pytest.param(decks, marks=pytest.mark.slow) for decks in (9, 10**9))])
def test_more_decks_than_a_double_can_count(decks: int) -> None:
    shoe = Shoe.of_decks(decks)
    assert_fit_into_each_other([joint_distribution(shoe, STANDARD, coups) for coups in (1, 2)], shoe)


def test_a_saved_distribution_is_the_same_and_is_not_counted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shoe = Shoe.of_values([4, *[1] * 9])
    expected = joint_distribution(shoe, STANDARD, 2)
    assert joint_distribution(shoe, STANDARD, 2, Run(checkpoint=tmp_path)) == expected
    monkeypatch.setattr(dependence, "count_block", pytest.fail)
    assert joint_distribution(shoe, STANDARD, 2, Run(checkpoint=tmp_path)) == expected


@pytest.mark.slow
def test_doubles_hold_every_coefficient() -> None:
    """18! < 2**53 bounds the orders of 18 cards; what occurs is far smaller: no eighteen cards are all different."""
    assert factorial(MOST * (MAX_COUPS - 1)) < 2**53
    largest = max(float(block.max()) for block in sequences(STANDARD, LARGE, 2).values())
    assert largest <= factorial(12) // 2**2


@pytest.mark.parametrize("values", [TINY[0], pytest.param(TINY[1], marks=pytest.mark.slow)])
def test_the_next_coup_given_the_past(values: tuple[int, ...]) -> None:
    distribution = joint_distribution(Shoe.of_values(values), STANDARD, 3)
    chances = dealt_under("standard").distribution(values, 3)
    for length in range(3):
        for history in product(OUTCOMES, repeat=length):
            agreeing = [(outcomes, p) for (outcomes, _), p in chances.items() if outcomes[:length] == history]
            total = sum((p for _, p in agreeing), Fraction(0))
            expected = {
                outcome: sum((p for o, p in agreeing if o[length] == outcome), Fraction(0)) / total
                for outcome in OUTCOMES
                if total
            }
            assert distribution.following(history) == (expected or None)


def test_correlations_by_hand() -> None:
    """From the probabilities of pairs written out; a payoff is what the standard rules pay."""
    distribution = distribution_of_decks(8, STANDARD, 2)
    p = {outcome: distribution.probability((outcome,)) for outcome in OUTCOMES}
    found = correlations(distribution, RULES)
    for outcome in OUTCOMES:
        twice = distribution.probability((outcome, outcome))
        assert found[f"is {outcome.value}"] == (twice - p[outcome] ** 2) / (p[outcome] * (1 - p[outcome]))
    assert found["payoff of tie"] == found["is tie"]
    mean = p[P] - p[B]
    both = distribution.probability((P, P)) + distribution.probability((B, B)) - 2 * distribution.probability((P, B))
    assert found["payoff of punto"] == (both - mean**2) / (p[P] + p[B] - mean**2)
    paid = Fraction(19, 20)
    mean = paid * p[B] - p[P]
    both = (
        distribution.probability((P, P))
        + paid**2 * distribution.probability((B, B))
        - 2 * paid * distribution.probability((P, B))
    )
    assert found["payoff of banco"] == (both - mean**2) / (paid**2 * p[B] + p[P] - mean**2)


def test_no_correlation_where_nothing_varies() -> None:
    distribution = joint_distribution(Shoe.of_values([12, *[0] * 9]), STANDARD, 2)
    assert distribution.probability((T, T)) == 1
    assert distribution.following((P,)) is None
    assert set(correlations(distribution, RULES).values()) == {None}
    one = joint_distribution(Shoe.of_decks(1), STANDARD, 1)
    assert correlations(one, RULES) == {}


@pytest.mark.slow
@pytest.mark.parametrize("values", TINY[:3])
def test_a_cut_dealt_by_the_walk(values: tuple[int, ...]) -> None:
    """The average over the coups dealt, before each of which fewer cards were used than the cut."""
    coming = dealt_under("standard")
    distributions = [joint_distribution(Shoe.of_values(values), STANDARD, coups) for coups in (1, 2, 3)]

    def played(left: tuple[int, ...], used: int, cut: int) -> dict[Outcome, Fraction]:
        expected = dict.fromkeys(OUTCOMES, Fraction(0))
        for outcome, after, more, probability in coming.next(left) if used < cut else ():
            expected[outcome] += probability
            for later, number in played(after, used + more, cut).items():
                expected[later] += probability * number
        return expected

    for cut in (1, 5, 6, 7, 9, 10, 12):
        if sum(values) >= cut + 5 + MOST:  # sure to deal the coup after the cut
            assert coups_before_cut(distributions, cut) == played(values, 0, cut)


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
    assert refusal(joint_distribution, Shoe.of_values([cards, *[0] * 9]), STANDARD, coups) == message


def test_what_the_file_answers() -> None:
    assert joint_distribution(Shoe.of_values(Shoe.of_decks(8).values), STANDARD, 4) is stored_coups()[4, 8]


def test_the_tables_of_what_no_question_asks() -> None:
    for decks in STORED_DECKS:
        chances = _chances(Shoe.of_decks(decks))
        two, four = joint_distribution(Shoe.of_decks(decks), STANDARD, 2), stored_coups()[4, decks]
        used = [row for row in next_given_cards_used_table().rows if row[0] == decks]
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
        banco = [row for row in coup_correlations_table().rows if row[:2] == (decks, "is banco")]
        assert value_of(banco[0][2]) == (two.probability((B, B)) - chances[B] ** 2) / (chances[B] * (1 - chances[B]))


def test_the_command_in_json(exact: Command) -> None:
    answer = exact.json("dependence", "--decks", "8", "--coups", "3")
    distribution = distribution_of_decks(8, STANDARD, 3)
    heads = ("standard", 416, 3, str(distribution.deals))
    assert (answer["rules"], answer["cards"], answer["coups"], answer["deals"]) == heads
    assert sum(int(row["count"]) * row["orders"] for row in answer["joint"]) == distribution.deals
    for row in answer["joint"]:
        assert Fraction(row["fraction"]) == distribution.probability(tuple(map(Outcome, row["outcomes"])))
    given = {tuple(row["history"]): row for row in answer["next"]}
    expected = distribution.probability((T, B, P)) / distribution.probability((B, T))
    assert Fraction(given["banco", "tie"]["punto"]["fraction"]) == expected
    assert len(given) == 1 + 3 + 6


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("--decks 8 --coups 1", ""),
        ("--decks 8 --coups 4", str(stored_coups()[4, 8].count((B, B, B, B)))),
        ("--values 12,0,0,0,0,0,0,0,0,0", str(perm(12, 12))),
    ],
)
def test_the_shortest_the_longest_and_one_that_never_varies(words: str, count: str, exact: Command) -> None:
    ran = exact("dependence", *words.split(), "--format", "csv")
    assert ran.code == 0
    assert count in ran.out


ONE_NINE = Shoe.of_values([23, *[0] * 8, 1])


def assert_is_of_one_nine(distribution: SequenceDistribution) -> None:
    """Punto has three of the six cards of each coup, so the nine, as likely in each, wins for it in one of two cases."""
    for outcomes in product(OUTCOMES, repeat=4):
        decided = [outcome for outcome in outcomes if outcome is not T]
        assert distribution.probability(outcomes) == (Fraction(1, 8) if len(decided) == 1 else 0)


@pytest.mark.parametrize(("few", "pools"), [(14, 0), (13, 1)])
def test_four_coups_of_many_multisets_are_counted_by_a_pool(
    few: int, pools: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three coups use 12 to 18 cards, with the nine or without: 14 multisets."""
    opened: list[ThreadPoolExecutor] = []

    def pool() -> ThreadPoolExecutor:
        opened.append(ThreadPoolExecutor(1))
        return opened[-1]

    monkeypatch.setattr("exact.workers.tasks.process_pool", pool)
    monkeypatch.setattr(dependence, "_FEW_MULTISETS", few)
    assert_is_of_one_nine(joint_distribution(ONE_NINE, STANDARD, 4))
    assert len(opened) == pools
