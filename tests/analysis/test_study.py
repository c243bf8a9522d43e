"""Studies of whole shoes against the walk: shoe by shoe, and in the mean over every shoe that can be dealt."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import hypot, isnan
from pathlib import Path
from statistics import stdev

import numpy as np
import pytest
from simulations import study_entries, wagers
from support import STANDARD, Command, refusal
from support.bets import PAYS, walked
from support.whole_shoes import DealtByHand, EveryOrder, coups_by_hand, without
from sympy.utilities.iterables import multiset_permutations

from exact.analysis import shoe_simulation
from exact.analysis.count_play import TriggeredCount
from exact.analysis.dealing import BURNS, Dealing
from exact.analysis.shoe_simulation import (
    BAND_NAMES,
    BANDS,
    COUNT_FIGURES,
    EDGE_NAMES,
    EDGES,
    FIGURES,
    PERFECT_FIGURES,
    SHOE_FIGURES,
    Measure,
    ShoeSimulation,
    SimulatedWager,
    SimulationSums,
    count_for,
    simulate_block,
    simulate_shoes,
)
from exact.analysis.simulated_shoes import Estimate, SimulatedFigure, simulations
from exact.arithmetic import ordered_deals
from exact.bets.catalogue import find_bet
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.publication.chapters.study import (
    AGREES,
    ALL,
    DESIRABILITY,
    DIFFERS,
    MAIN_BETS,
    PERFECT,
    SCENARIOS,
    STUDY,
    published_simulations_table,
    reference_study,
    study_edges_table,
    verdict,
)
from exact.publication.chapters.study import COUNT as COUNTED
from exact.rules.documents import interpretation
from exact.workers.tasks import Run

SMALL: tuple[int, ...] = (9, 0, 0, 0, 6, 0, 0, 9, 0, 0)
"""24 cards of three point values: coups of four, five and six cards, with every outcome."""
TAGS = (2, 0, 0, 0, -1, 0, 0, -2, 0, 0)
BARE = Dealing(burn="none", cut=11)
BETS = ("tie", "banco", "dragon-7")
COUNT = TriggeredCount(TAGS, Fraction(5, 2), True)


def simulation(
    values: tuple[int, ...], wagers: Iterable[SimulatedWager], dealing: Dealing = BARE, seed: int = 1
) -> ShoeSimulation:
    return ShoeSimulation(values=values, tableau=STANDARD, dealing=dealing, wagers=tuple(wagers), seed=seed)


def small_question(dealing: Dealing = BARE, values: tuple[int, ...] = SMALL) -> ShoeSimulation:
    return simulation(values, (SimulatedWager(find_bet(name), COUNT) for name in BETS), dealing)


@cache
def bets_by_hand(unseen: tuple[int, ...], shoe: tuple[int, ...] = SMALL) -> bool:
    """The running count, the mean tag taken off for each card seen, for each 52 cards unseen."""
    seen = without(shoe, *Counter(dict(enumerate(unseen))).elements())
    mean = Fraction(sum(n * tag for n, tag in zip(shoe, TAGS, strict=True)), sum(shoe))
    running = sum(n * (tag - mean) for n, tag in zip(seen, TAGS, strict=True))
    return running / Fraction(sum(unseen), 52) >= COUNT.trigger


def band_of(unseen: tuple[int, ...]) -> int:
    return max(band for band, low in enumerate(BANDS) if sum(unseen) >= low)


def added_by_hand(name: str, dealt: DealtByHand) -> list[Fraction]:
    """What one coup adds to the sums of a shoe behind the first."""
    expectation, bets = walked(dealt.undealt, BETS)[name], bets_by_hand(dealt.unseen)
    positive = walked(dealt.unseen, BETS)[name] > 0
    cards = len(dealt.coup.punto.values + dealt.coup.banco.values)
    figures = (1, cards, positive, expectation if positive else 0, bets, expectation if bets else 0)
    return [Fraction(figure) for figure in figures]


def shoes_by_hand(question: ShoeSimulation, shoes: int) -> Iterator[list[DealtByHand]]:
    """The coups of each shoe of the first block."""
    cards = [value for value, held in enumerate(question.values) for _ in range(held)]
    whole = np.tile(np.array(cards, dtype=np.uint8), (shoes, 1))
    for row in np.random.default_rng([question.seed, 0]).permuted(whole, axis=1).tolist():
        yield [*coups_by_hand(row, question.dealing)]


DEALINGS = (
    *(BARE, Dealing(burn="none", cut=14), Dealing(cut=11), Dealing(cut=20)),
    Dealing(burn="one", cut=17, coups_after=2),
    Dealing(burn="first-card-unseen", cut=11),
    Dealing(burn="none", cut=12, first_coup_unseen=True),
    Dealing(burn="first-card", cut=17, coups_after=2, first_coup_unseen=True),
)


@pytest.mark.parametrize("dealing", DEALINGS)
def test_every_sum_over_a_few_shoes_is_what_hand_and_walk_find(dealing: Dealing) -> None:
    question, shoes = small_question(dealing), 12
    sums = simulate_block(question, 0, shoes)
    for number, name in enumerate(BETS):
        products = [[[Fraction(0)] * 7 for _ in range(7)] for _ in range(len(BANDS) + 1)]
        edges = [[0] * (len(EDGES) + 1) for _ in BANDS]
        for coups in shoes_by_hand(question, shoes):
            by_band = [[Fraction(1)] + [Fraction(0)] * 6 for _ in range(len(BANDS) + 1)]
            for dealt in coups:
                for band in (band_of(dealt.unseen), -1):
                    added = added_by_hand(name, dealt)
                    by_band[band][1:] = [a + b for a, b in zip(by_band[band][1:], added, strict=True)]
                exceeded = sum(walked(dealt.undealt, BETS)[name] > Fraction(str(edge)) for edge in EDGES)
                edges[band_of(dealt.unseen)][exceeded] += 1
            for band, row in enumerate(by_band):
                products[band] = [
                    [old + a * b for old, b in zip(line, row, strict=True)]
                    for line, a in zip(products[band], row, strict=True)
                ]
        expected = np.array([[[float(entry) for entry in line] for line in band] for band in products])
        np.testing.assert_allclose(sums.products[number][:, :7, :7], expected, rtol=1e-12, atol=1e-12)
        assert sums.edges[number].tolist() == edges


@pytest.mark.parametrize(
    "dealing",
    [
        Dealing(burn="first-card-unseen", cut=11, first_coup_unseen=True),
        *(
            pytest.param(Dealing(burn=burn, cut=11, first_coup_unseen=late), marks=pytest.mark.slow)
            for burn, late in product(BURNS, (False, True))
            if (burn, late) != ("first-card-unseen", True)
        ),
    ],
)
def test_what_is_credited_is_what_all_orders_of_a_small_shoe_win(
    dealing: Dealing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the player does not see: the end of the shoe tells of it, and counts."""
    values = (1, 13, 0, 0, 0, 0, 0, 3, 0, 0)
    orders = [*multiset_permutations([value for value, held in enumerate(values) for _ in range(held)])]
    monkeypatch.setattr(np.random, "default_rng", lambda _seed: EveryOrder(orders))
    sums = simulate_block(small_question(dealing, values), 0, len(orders))
    for number, name in enumerate(BETS):
        won = dict.fromkeys(("gain", "counted gain"), Fraction(0))
        for order in orders:
            for dealt in coups_by_hand(order, dealing):
                won["gain"] += PAYS[name](dealt.coup) if walked(dealt.unseen, BETS)[name] > 0 else 0
                won["counted gain"] += PAYS[name](dealt.coup) if bets_by_hand(dealt.unseen, values) else 0
        for figure, amount in won.items():
            assert sums.products[number, -1, 0, FIGURES.index(figure)] == pytest.approx(float(amount), abs=1e-8)


@pytest.mark.slow
def test_the_same_sums_from_any_workers_and_from_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last bit, also with controls; and longer studies have several blocks in a task."""
    question, steps = replace(small_question(), controlled=True), list[tuple[int, int]]()
    monkeypatch.setattr(shoe_simulation, "SHOES_A_BLOCK", 100)
    alone = simulate_shoes(question, 250)
    with ThreadPoolExecutor(2) as pool:
        parallel = simulate_shoes(question, 250, Run(pool, tmp_path, lambda *step: steps.append(step)))
    assert steps == [(0, 3), (1, 3), (2, 3), (3, 3)]
    with monkeypatch.context() as patch:
        patch.setattr(shoe_simulation, "simulate_block", None)
        resumed = simulate_shoes(question, 250, Run(checkpoint=tmp_path))
        with pytest.raises(TypeError):
            simulate_shoes(replace(question, seed=2), 250, Run(checkpoint=tmp_path))
    for sums in (parallel, resumed):
        assert (sums.products == alone.products).all()
        assert (sums.edges == alone.edges).all()
    assert not (simulate_shoes(replace(question, seed=2), 250).products == alone.products).all()
    monkeypatch.setattr(shoe_simulation, "_MOST_TASKS", 2)
    steps.clear()
    grouped = simulate_shoes(question, 250, Run(progress=lambda *step: steps.append(step)))
    assert steps == [(0, 2), (1, 2), (2, 2)]
    assert np.allclose(grouped.products, alone.products, rtol=1e-12)
    assert (grouped.edges == alone.edges).all()


def test_larger_shoes_are_counted_in_wider_integers() -> None:
    """460 cards pass 2**53, and with a payoff of a million 2**63."""
    large = tuple(20 * held for held in SMALL)
    bet = find_bet("dragon-7")
    rich = replace(bet, pay_tables={"main": (Fraction(10**6), Fraction(-1))})
    unseen = np.array([large, SMALL])
    for own, pays in ((bet, 40), (rich, 10**6)):
        prices = shoe_simulation.Prices(simulation(large, [SimulatedWager(own, None)]))
        ((positive, expectations),) = prices.expectations(unseen)
        for place, values in enumerate((large, SMALL)):
            deals = ordered_deals(sum(values))
            wins = (walked(values, ("dragon-7",))["dragon-7"] + 1) * deals / 41
            assert wins > 0
            assert positive[place] == (wins * (pays + 1) > deals)
            assert expectations[place] == float(wins * (pays + 1) - deals) / float(deals)


@pytest.mark.parametrize("trigger", [Fraction(10**30), Fraction(-(10**30)), Fraction(10**18), Fraction(-(10**18))])
@pytest.mark.parametrize("upwards", [True, False])
def test_a_trigger_beyond_every_count_is_never_or_always_reached(trigger: Fraction, upwards: bool) -> None:
    question = small_question()
    wagers = tuple(SimulatedWager(wager.bet, TriggeredCount(TAGS, trigger, upwards)) for wager in question.wagers)
    sums = simulate_block(replace(question, wagers=wagers), 0, 3)
    coups, bets = sums.products[:, -1, 0, 1], sums.products[:, -1, 0, 5]
    assert (bets == (coups if upwards is (trigger < 0) else 0 * coups)).all()
    assert (coups >= 3 * 4).all()


@pytest.mark.parametrize("upwards", [True, False])
@pytest.mark.parametrize("rounded", [lambda true: true, math.floor, math.trunc])
def test_a_rounded_count_and_estimated_decks_decide_as_written_out(
    upwards: bool, rounded: Callable[[Fraction], Fraction]
) -> None:
    """Every running count of a shoe of 70 cards, at several numbers of unseen cards and triggers of both signs."""
    name = {math.floor: "floor", math.trunc: "toward-zero"}.get(rounded, "exact")
    for trigger in (Fraction(-2), Fraction(-1, 2), Fraction(0), Fraction(3, 2), Fraction(2)):
        count = TriggeredCount((0, 1, *[0] * 7, -1), trigger, upwards, name, 26, "half-decks")
        for unseen, estimated in ((10, 26), (38, 26), (39, 52), (70, 78)):
            least = count.least(70, unseen)
            for running in range(-700, 701, 7):
                true = rounded(Fraction(running * 26, 70 * estimated))
                bets = true >= trigger if upwards else true <= trigger
                assert bets == ((running if upwards else -running) >= least)


def test_a_count_with_negative_tags_bets_up_to_its_trigger() -> None:
    shoe = Shoe.of_decks(8)
    bet = find_bet("dragon-7")
    best = count_for(bet, shoe, STANDARD)
    assert best is not None
    turned = count_for(bet, shoe, STANDARD, [-tag for tag in best.tags])
    assert turned is not None
    assert (turned.trigger, turned.upwards) == (-best.trigger, False)
    wagers = (SimulatedWager(bet, count) for count in (best, turned))
    sums = simulate_shoes(simulation(shoe.values, wagers, Dealing()), 20)
    assert (sums.products[0] == sums.products[1]).all()
    assert sums.products[0, -1, 0, 5] > 0


def test_an_expectation_of_nought_is_not_positive() -> None:
    """Twenty fours are ties for ever, and banco gets its stake back."""
    shoe = Shoe.of_values((0, 0, 0, 0, 20, 0, 0, 0, 0, 0))
    question = simulation(shoe.values, [SimulatedWager(find_bet("banco"), None)], replace(BARE, cut=14))
    sums = simulate_shoes(question, 2)
    figures = dict(zip(FIGURES, sums.products[0, -1, 0].tolist(), strict=True))
    assert figures == {**dict.fromkeys(FIGURES, 0), "shoes": 2, "coups": 6, "cards": 24}
    below = EDGE_NAMES.index("-5 to 0")
    assert sums.edges[0].sum(axis=0).tolist() == [6 if place == below else 0 for place in range(len(EDGES) + 1)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dealing": Dealing(burn="none", cut=10)}, "cut: 10 must be a whole number from 11 to 23"),
        ({"dealing": Dealing(cut=16, coups_after=2)}, "cut: 16 must be a whole number from 17 to 23"),
        ({"dealing": Dealing(coups_after=3)}, "coups_after: 3 must be a whole number from 1 to 2"),
        ({"seed": -1}, "seed: -1 must be a whole number from 0"),
    ],
)
def test_what_cannot_be_dealt(changes: dict[str, object], message: str) -> None:
    assert message in refusal(simulate_shoes, replace(small_question(), **changes), 1)  # type: ignore[arg-type]
    assert "shoes: 0 must be a whole number from 1" in refusal(simulate_shoes, small_question(), 0)
    with pytest.raises(ExactError, match="shoes: 10000001 take hours: beyond 10000000, give checkpoint"):
        simulate_shoes(small_question(), 10**7 + 1)


# The command.


def test_the_command_in_json(exact: Command) -> None:
    answer = exact.json("study", "--bet", "tie,dragon-7", "--shoes", "30", "--seed", "7", "--cut", "14")
    asked = {"cards": 416, "cut": 14, "burn": "first-card", "shoes": 30, "seed": 7}
    assert {name: answer[name] for name in asked} == asked
    assert [answer[name] for name in ("round", "unit", "estimate")] == ["exact", 52, "exact"]
    assert {row["bet"] for row in answer["in_all"]} == {row["bet"] for row in answer["bands"]} == {"tie", "dragon-7"}
    by_edge = [row for row in answer["coups_by_edge"] if row["bet"] == "tie"]
    coups = sum(count for row in by_edge for count in row.values() if isinstance(count, int))
    (per_shoe,) = (row for row in answer["in_all"] if (row["bet"], row["figure"]) == ("tie", "coups per shoe"))
    assert coups == round(30 * float(per_shoe["estimate"]))


def test_the_cut_card_lies_where_the_standard_rules_put_it(exact: Command) -> None:
    says, _ = interpretation("standard").clause("end_of_shoe")
    cut = exact.json("study", "--bet", "tie", "--shoes", "2")["cut"]
    assert says.startswith(f"A cut card {cut} cards from the end")


def test_a_count_of_ones_own(exact: Command) -> None:
    words = ["study", "--bet", "dragon-7", "--shoes", "5", "--tags"]
    (count,) = exact.json(*words, "0,0,0,-1,-1,-1,-1,2,+2,0", "--trigger", "4")["counts"]
    assert [count[card] for card in "A23456789T"] == [0, 0, 0, -1, -1, -1, -1, 2, 2, 0]
    assert (count["trigger"]["fraction"], count["bets"]) == ("4/1", "from")
    (best,) = exact.json(*words, "best", "--trigger", "-7/2")["counts"]
    assert (best["9"], best["trigger"]["fraction"]) == (4, "-7/2")


# The committed study.


@pytest.mark.slow
def test_the_committed_study_by_other_shoes() -> None:
    by_name = wagers(every=False)
    for scenario in SCENARIOS:
        names = ("dragon-7", "panda-8")
        values, chosen = Shoe.of_decks(8).values, (by_name[name] for name in names)
        dealing = Dealing(burn="first-card" if scenario.burn else "none", cut=scenario.cut)
        sums = simulate_shoes(simulation(values, chosen, dealing, seed=11), 300)
        for number, name in enumerate(names):
            for band, words in ((None, ALL), (1, "16-25")):
                for who, figures in ((PERFECT, PERFECT_FIGURES), (COUNTED, COUNT_FIGURES)):
                    for figure in figures:
                        again = sums.estimate(number, band, figure)
                        entry = reference_study().get((scenario.name, name, words, f"{who}, {figure.name}"))
                        assert again is not None
                        assert entry is not None
                        assert abs(again.value - entry.estimate.value) < 5 * hypot(again.error, entry.estimate.error)


@pytest.mark.slow
def test_the_names_of_the_committed_study() -> None:
    again = {name for _, name, *_ in study_entries(None, lambda _: 10)}
    committed = {entry.name for entry in simulations(STUDY)}
    assert again <= committed
    assert all("mean edge" in name or DESIRABILITY in name for name in committed - again)


def test_the_committed_bands_add_up() -> None:
    for bet in MAIN_BETS:
        for who in (PERFECT, COUNTED):
            parts = [reference_study()[SCENARIOS[0].name, bet, band, f"{who}, gain per shoe"] for band in BAND_NAMES]
            whole = reference_study()[SCENARIOS[0].name, bet, ALL, f"{who}, gain per shoe"].estimate.value
            assert sum(part.estimate.value for part in parts) == pytest.approx(whole, rel=1e-7)
        dealt = sum(int(str(coups)) for own, _band, coups, *_shares in study_edges_table().rows if own == bet)
        each = reference_study()[SCENARIOS[0].name, "punto", ALL, "shoe, coups per shoe"].estimate.value
        assert dealt == round(each * SCENARIOS[0].shoes)


def test_what_is_published_of_counts_with_known_tags() -> None:
    """The sources' own simulations, with other generators: all agree but one, whose figures contradict each other."""
    rows = {(str(row[0]), str(row[7])): str(row[6]) for row in published_simulations_table().rows}
    judged = {row for (row, remark), found in rows.items() if found == AGREES}
    assert {"P0373", "P0374", "P0546", "P0547", "P0548", "P0549"} <= judged
    assert {"P0572", "P0573", "P0574", "P0575", "P1337", "P1338", "P1339"} <= judged
    assert {row for (row, _), found in rows.items() if found == DIFFERS} == {"P0538", "P0539", "P0540", "P0541"}


def test_the_verdict_on_a_simulated_figure() -> None:
    def judged(printed: str, value: float, error: float) -> str:
        estimate = Estimate(value, error)
        return verdict(printed, SimulatedFigure(decks=8, name="", replicas=1, seed=1, estimate=estimate))

    assert judged("23.2%", 0.2325, 0) == judged("23.2%", 0.2326, 4e-5) == judged("0.597", 0.601, 0.0012) == AGREES
    assert judged("23.2%", 0.2326, 0) == judged("0.597", 0.601, 0.0011) == DIFFERS


def test_the_coups_of_a_shoe_are_those_of_the_other_simulation() -> None:
    other = {entry.name: entry.estimate for entry in simulations()}["cut card 14, coups"]
    (scenario,) = (scenario for scenario in SCENARIOS if not scenario.burn)
    own = reference_study()[scenario.name, "punto", ALL, "shoe, coups per shoe"].estimate
    assert abs(own.value - other.value) < 5 * (own.error + other.error)


def sums_of(shoes: Sequence[tuple[float, ...]]) -> SimulationSums:
    """The sums of one wager over shoes, each with the six figures behind the first; one band holds all coups."""
    rows = np.array([(1.0, *shoe) for shoe in shoes])
    return SimulationSums((rows.T @ rows)[None, None], np.zeros((1, 1, 1), dtype=np.int64))


def ratio_by_hand(above: list[float], below: list[float]) -> Estimate:
    number, ratio = len(above), sum(above) / sum(below)
    squares = sum((x - ratio * y) ** 2 for x, y in zip(above, below, strict=True))
    return Estimate(ratio, (squares * number / (number - 1)) ** 0.5 / sum(below))


SHOES = [(80.0, 400.0, 3.0, 0.25, 5.0, -0.5), (82.0, 404.0, 4.0, 0.5, 4.0, 0.125), (79.0, 398.0, 7.0, 0.75, 9.0, 0.5)]
"""Coups, cards, coups with a positive expectation and their sum, coups counted and their sum."""
RATIOS = [
    (SHOE_FIGURES, "coups per shoe", 0, None, 1),
    (SHOE_FIGURES, "cards per coup", 1, 0, 1),
    (PERFECT_FIGURES, "frequency", 2, 0, 1),
    (PERFECT_FIGURES, "mean edge", 3, 2, 1),
    (PERFECT_FIGURES, "gain per 100 coups", 3, 0, 100),
    (PERFECT_FIGURES, "gain per shoe", 3, None, 1),
    (COUNT_FIGURES, "frequency", 4, 0, 1),
    (COUNT_FIGURES, "mean edge", 5, 4, 1),
    (COUNT_FIGURES, "gain per 100 coups", 5, 0, 100),
    (COUNT_FIGURES, "gain per shoe", 5, None, 1),
]


def test_every_figure_and_its_standard_error_by_hand() -> None:
    columns = [list(column) for column in zip(*SHOES, strict=True)]
    for figures, name, above, below, scale in RATIOS:
        (figure,) = (figure for figure in figures if figure.name == name)
        by_hand = ratio_by_hand(columns[above], [1.0] * len(SHOES) if below is None else columns[below])
        found = sums_of(SHOES).estimate(0, None, figure)
        assert found is not None
        assert tuple(found) == pytest.approx((scale * by_hand.value, scale * by_hand.error)), name
    assert len(RATIOS) == sum(map(len, (SHOE_FIGURES, PERFECT_FIGURES, COUNT_FIGURES)))


def test_no_count_where_no_card_matters() -> None:
    assert count_for(find_bet("tie"), Shoe.of_values([30, *[0] * 9]), STANDARD) is None


SHOE_CARDS = [400.0, 404.0, 398.0]


def positive_sums(positive: list[float]) -> SimulationSums:
    """The sums over shoes with these numbers of coups of a positive expectation, 1/4 each; one band holds all coups."""
    shoes = zip(SHOE_CARDS, positive, strict=False)
    return sums_of([(80.0, cards, coups, coups / 4, 0.0, 0.0) for cards, coups in shoes])


def test_a_power_of_a_sum_and_its_standard_error() -> None:
    found = positive_sums([0.0] * 3).estimate(0, None, Measure("cube", 10, {"cards": 3}))
    assert found is not None
    total, error = sum(SHOE_CARDS), stdev(SHOE_CARDS) * 3**0.5
    assert tuple(found) == pytest.approx((10 * total**3, 10 * 3 * total**2 * error))


@pytest.mark.parametrize(
    ("positive", "known"),
    [([1.0], False), ([1.0, 0.0, 0.0], False), ([1.0, 1.0], True), ([4.0, 1.0], False), ([5.0, 2.0, 2.0], True)],
)
def test_an_error_is_known_of_a_mean_over_effectively_two_shoes(positive: list[float], known: bool) -> None:
    """(4 + 1)² is less than twice 4² + 1², and (5 + 2 + 2)² is not less than twice 5² + 2² + 2²."""
    found = positive_sums(positive).estimate(0, None, PERFECT_FIGURES[1])
    assert found is not None
    assert found.value == 0.25
    assert isnan(found.error) is not known


def test_nothing_without_a_divisor_and_no_error_where_nothing_was_counted() -> None:
    none = positive_sums([0.0] * 3)
    assert none.estimate(0, None, PERFECT_FIGURES[1]) is None
    assert none.estimate(0, None, PERFECT_FIGURES[0]) == none.estimate(0, None, PERFECT_FIGURES[3]) == (0.0, 0.0)


def test_only_what_divides_must_come_from_several_shoes() -> None:
    index = Measure("index", 1, {"cards": 1, "positive": 0.5, "gain": 0})
    found = positive_sums([9.0, 0.0, 0.0]).estimate(0, None, index)
    assert found is not None
    assert found.value == sum(SHOE_CARDS) * 3
    assert not isnan(found.error)
    assert positive_sums([0.0] * 3).estimate(0, None, Measure("root", 1, {"positive": 0.5, "cards": -0.5})) == (0, 0)


@pytest.mark.parametrize(("least", "burn", "after"), [(12, "none", 1), (17, "first-card", 1), (23, "first-card", 2)])
def test_the_smallest_and_the_largest_shoe(least: int, burn: str, after: int) -> None:
    """Two coups of six cards; or eleven burned and one coup, or two."""
    dealing = Dealing(burn=burn, cut=5 + 6 * after, coups_after=after)
    dealing.check(least)
    dealing.check(5200)
    for cards in (least - 1, 5201):
        with pytest.raises(ExactError, match=f"shoe: {cards} cards cannot be dealt in this way, .* {least} to 5200"):
            dealing.check(cards)


def test_a_single_shoe_has_no_standard_error(exact: Command) -> None:
    said = exact("study", "--bet", "tie", "--values", "16,4,4,4,4,4,4,4,4,4", "--shoes", "1")
    assert "gain per shoe" in said.out
    assert "±" not in said.out
    assert "nan" not in said.out
