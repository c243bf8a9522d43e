"""Effects of removal and linear counts against the walk, all deals of a few cards, and least squares over all draws."""

import random
import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import factorial
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support import STANDARD, Command, refusal
from support.bets import PAYS, walked
from support.dealer import Card, counted_by_hand, shoe_of
from support.strategies import COSTLY, shoes, shoes_of_few_kinds

from exact import ask
from exact.analysis.expectation_variance import VARIANCE, expectation_variances
from exact.analysis.pricing import price_bet
from exact.analysis.removal import (
    Effects,
    counts_of_effects,
    depth_correlation_squared,
    effects_of_removal,
    effects_of_several,
    gradient,
    integer_tags,
    linear_count,
    named_classes,
    second_differences,
    value_level,
)
from exact.arithmetic import fraction_text, ordered_deals
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.engine.compiler import compiled
from exact.game import Granularity, Outcome
from exact.game.shoe import Shoe
from exact.literature.published import published_counts, published_figures
from exact.reference import walk
from exact.reference.decisions import DECISIONS

EIGHT = Shoe.of_decks(8)


@cache
def fine_bets() -> tuple[Bet, ...]:
    """Those that point values do not decide."""
    return tuple(bet for bet in catalogue().values() if bet not in value_bets())


@cache
def value_bets() -> tuple[Bet, ...]:
    return tuple(value_level(catalogue().values(), STANDARD))


def less(shoe: Shoe, *values: int) -> Shoe:
    return shoe.removed([str(value) for value in values])


VALUE_SHOES = shoes_of_few_kinds().filter(lambda shoe: shoe.cards >= 9 and shoe.values.count(0) > 5)


def test_another_reading_of_the_rules(exact: Command) -> None:
    name = "castle-vaduz:literal-has-eight"
    shoe = Shoe.of_decks(1)
    effects = effects_of(exact.json("removal", "--bet", "tie", "--decks", "1", "--rules", name))
    ties = [walk.count_outcomes(s, DECISIONS[name])[Outcome.TIE] for s in (shoe, shoe.removed("8"))]
    change = 9 * (Fraction(ties[1], ordered_deals(51)) - Fraction(ties[0], ordered_deals(52)))
    assert Fraction(effects["8"]["fraction"]) == change


@pytest.mark.slow
@COSTLY
@given(st.lists(st.tuples(st.integers(8, 13), st.integers(0, 1)), min_size=7, max_size=7))
@example([(9, 2), (9, 0), (9, 2), (8, 2), (13, 1), (13, 1), (10, 1)])
def test_bets_on_suits_and_ranks_change_as_all_deals_say(cards: list[Card]) -> None:
    """Every ordered deal of seven cards, and of the six that are left when each of them is gone."""
    bets = list(fine_bets())
    before = counted_by_hand(bets, cards)
    for card in set(cards):
        rest = list(cards)
        rest.remove(card)
        after = counted_by_hand(bets, rest)
        for bet in bets:
            effects = effects_of_removal(bet, shoe_of(cards), STANDARD)
            index = 4 * (card[0] - 1) + card[1]
            index //= 1 if effects.shoe.granularity == Granularity.CARDS else 4
            payoffs = bet.payoffs()
            change = sum(
                payoff * (Fraction(new, factorial(6)) - Fraction(old, factorial(7)))
                for payoff, new, old in zip(payoffs, after[bet.name], before[bet.name], strict=True)
            )
            assert effects.by_class[index] == change, (bet.name, card)


@given(st.sampled_from(list(catalogue().values())), shoes(Granularity.CARDS, st.sampled_from([0, 1, 2, 8, 200])))
def test_the_effects_on_a_bet_add_up_to_nothing(bet: Bet, shoe: Shoe) -> None:
    assume(shoe.cards > 6)
    effects = effects_of_removal(bet, shoe, STANDARD)
    assert sum(effects.shoe.counts[index] * effect for index, effect in effects.by_class.items()) == 0


@COSTLY
@given(VALUE_SHOES)
def test_value_level_bets_change_as_the_walk_says(shoe: Shoe) -> None:
    """For one card and several of a value, and two of any values."""
    held = [value for value in range(10) if shoe.values[value]]
    before = walked(shoe.values)
    single = {name: effects_of_removal(catalogue()[name], shoe, STANDARD) for name in PAYS}
    several = {name: effects_of_several(catalogue()[name], effects, STANDARD) for name, effects in single.items()}
    second = {name: second_differences(catalogue()[name], effects, STANDARD) for name, effects in single.items()}
    alone = {value: walked(less(shoe, value).values) for value in held}
    for name, effects in single.items():
        assert effects.by_class == {value: alone[value][name] - before[name] for value in held}
    for value in held:
        most = min(4, shoe.values[value], shoe.cards - 6)
        assert {len(effects[value]) for effects in several.values()} == {most}
        for gone in range(1, most + 1):
            after = walked(less(shoe, *[value] * gone).values)
            assert all(effects[value][gone - 1] == after[name] - before[name] for name, effects in several.items())
    for low in held:
        for high in held:
            possible = low < high or (low == high and shoe.values[low] > 1)
            assert ((low, high) in second["tie"]) is possible
            if possible:
                both = walked(less(shoe, low, high).values)
                for name, differences in second.items():
                    expected = both[name] - alone[low][name] - alone[high][name] + before[name]
                    assert differences[low, high] == expected


def newton(values: Sequence[Fraction]) -> Fraction:
    """The derivative at 0 of the polynomial through these values at 0, 1, 2 …: Δ − Δ²/2 + Δ³/3 − …"""
    slope, row = Fraction(0), list(values)
    for order in range(1, len(values)):
        row = [after - before for before, after in pairwise(row)]
        slope += Fraction((-1) ** (order + 1), order) * row[0]
    return slope


def slope_of_ratio(totals: Sequence[Fraction], deals: Sequence[Fraction]) -> Fraction:
    return (newton(totals) - totals[0] / deals[0] * newton(deals)) / deals[0]


@pytest.mark.parametrize("name", ["dragon-7", "lucky-8-punto", "monkey-tie", "super-tie", "grand-monkey", "bad-beat"])
@COSTLY
@given(whole=shoes(Granularity.CARDS, st.sampled_from([0, 1, 2, 5])), card=st.integers(0, 51))
@example(whole=EIGHT, card=0)
@example(whole=EIGHT, card=31)
@example(whole=Shoe.of_decks(12345), card=51)
def test_the_gradient_is_that_of_the_counts(name: str, whole: Shoe, card: int) -> None:
    bet = catalogue()[name]
    shoe = whole.coarsened(compiled(bet, STANDARD).granularity)
    slopes = gradient(bet, Effects(shoe, price_bet(bet, shoe, STANDARD).expectation, {}), STANDARD)
    assert len(slopes) == shoe.granularity
    index, longer = card % shoe.granularity, []
    for more in range(7):
        counts = list(shoe.counts)
        counts[index] += more
        longer.append(Shoe(counts, shoe.granularity))
    deals = [Fraction(ordered_deals(s.cards)) for s in longer]
    totals = [price_bet(bet, s, STANDARD).expectation * n for s, n in zip(longer, deals, strict=True)]
    assert slopes[index] == slope_of_ratio(totals, deals)


def test_the_counts_of_the_literature_correlate_and_trigger_as_printed() -> None:
    """E. Jacobson's counts (rows P0550, P0571, P1336): triggers +4, +8 and +4 by simulation, to whole numbers."""
    printed: dict[str, tuple[tuple[int, ...], int]] = {
        "both-8-or-9": ((1, 1, 1, 0, 0, 0, 0, 0, -3, -3), 4),
        "big-tiger": ((0, 0, 0, -1, -1, -1, -2, 1, 2, 2), 8),
        "egalite-7": ((1, 1, 0, 0, 0, 0, 0, -8, 2, 1), 4),
    }
    for name, (tags, true_count) in printed.items():
        count = linear_count(tags, effects_of_removal(catalogue()[name], EIGHT, STANDARD))
        assert count is not None
        assert round(count.trigger) == true_count
        assert count.correlation_squared > Fraction(95, 100)
        assert count.pivot == 8 * count.trigger


def test_where_nothing_changes_there_is_no_count() -> None:
    """On a full shoe every card is like every other to a pair."""
    effects = effects_of_removal(catalogue()["perfect-pair-either"], EIGHT, STANDARD)
    six = Shoe.of_values([6] + [0] * 9)
    assert refusal(effects_of_removal, catalogue()["tie"], six, STANDARD).startswith("shoe: 6 cards cannot lose one: a")
    assert integer_tags(effects, 4) is None
    assert linear_count(None, effects) is None
    assert linear_count([1] + [0] * 51, effects) is None
    assert counts_of_effects(effects) == {}
    tie = effects_of_removal(catalogue()["tie"], EIGHT, STANDARD)
    assert linear_count([1] * 10, tie) is None


def test_names_of_the_cards() -> None:
    tie = catalogue()["tie"]
    ranks = Shoe.of_ranks([1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 2, 0, 1])
    named = named_classes(effects_of_removal(tie, ranks, STANDARD), ranks)
    assert list(named) == ["A", "2", "3", "4", "6", "7", "8", "9", "J", "K"]
    values = ranks.coarsened(Granularity.VALUES)
    named = named_classes(effects_of_removal(tie, values, STANDARD), values)
    assert list(named) == ["A", "2", "3", "4", "6", "7", "8", "9", "10", "J", "Q", "K"]
    nines = named_classes(effects_of_removal(catalogue()["lucky-nines"], EIGHT, STANDARD), EIGHT)
    assert nines["9d"] == 34
    assert len(nines) == 52


def test_the_correlation_after_four_cards_is_that_of_the_cards_that_are_left() -> None:
    effects = effects_of_removal(catalogue()["tie"], Shoe.of_decks(1), STANDARD)
    share = ask("linear share of tie, 1 deck, 48 unseen")
    assert depth_correlation_squared(catalogue()["tie"], effects, STANDARD, 4) == share


def test_the_smallest_shoes_that_can_lose_cards() -> None:
    """One nine among n tens: the tie at 8 to 1 wins unless the nine is one of the six cards: it is worth 8 − 54/n."""
    tie, worth = catalogue()["tie"], [Fraction(8) - Fraction(54, n) if n else Fraction(8) for n in (0, 6, 7, 8)]
    none, *_, seven, eight = worth
    small = effects_of_removal(tie, Shoe.of_values([6] + [0] * 8 + [1]), STANDARD)
    assert (small.expectation, small.by_class) == (seven, {0: worth[1] - seven, 9: none - seven})
    assert second_differences(tie, small, STANDARD) == {}
    one_nine = Shoe.of_values([7] + [0] * 8 + [1])
    effects = effects_of_removal(tie, one_nine, STANDARD)
    assert second_differences(tie, effects, STANDARD) == {
        (0, 0): worth[1] - 2 * seven + eight,
        (0, 9): none - seven - none + eight,
    }
    # two of the eight cards gone, the nine with them in one case of four; the nine alone decides, so all is linear
    (moments,) = expectation_variances(tie, one_nine, STANDARD, [6], VARIANCE)
    assert moments.variance == Fraction(3, 16) * (8 - worth[1]) ** 2
    assert [depth_correlation_squared(tie, effects, STANDARD, gone) for gone in (2, 3)] == [1, None]
    tens = Shoe.of_values([12, *[0] * 9])
    assert depth_correlation_squared(tie, effects_of_removal(tie, tens, STANDARD), STANDARD, 4) is None


def test_the_published_counts_are_as_printed() -> None:
    """Every tag and trigger of the table stands in the row of the literature file that it cites."""
    figures = {figure.id: figure for figure in published_figures()}
    for published in published_counts():
        figure = figures[published.row]
        text = " ".join((figure.quantity, figure.value, figure.digits_note))
        listed = re.search(r"[({](-?\d+(?:[ ,]+-?\d+){9})[)}]", text)
        if listed:
            tags = tuple(map(int, re.split("[ ,]+", listed[1])))
        else:
            tags = tuple(int(tag) for tag in re.findall(r"\b[A2-9T]:?([+-]?\d)", text.partition("tags")[2]))
        assert tags == published.tags, text
        if published.trigger_row is not None:
            assert int(figures[published.trigger_row].value) == published.trigger


# The command.


def effects_of(answer: Any) -> dict[str, Any]:
    return {row["card"]: row["effect"] for row in answer["effects"]}


def test_the_command_on_cards_and_on_pay_tables(exact: Command) -> None:
    nines = exact.json("removal", "--bet", "lucky-nines:binions", "--decks", "8")
    assert nines["pay_table"] == "binions"
    assert len(nines["effects"]) == 52
    effects = effects_of(nines)
    assert effects["9d"] != effects["9c"] == effects["9s"]
    second = {(row["first"], row["second"]): row["difference"]["fraction"] for row in nines["second_differences"]}
    assert len(second) == 52 * 53 // 2
    bet, less = catalogue()["lucky-nines"].paid_by("binions"), EIGHT.removed("9d")
    for pair, index in ((("9d", "9d"), 34), (("As", "9d"), 0), (("9d", "Kc"), 51)):
        alone, after = (effects_of_removal(bet, shoe, STANDARD).by_class[index] for shoe in (EIGHT, less))
        assert second[pair] == fraction_text(after - alone)
    assert nines["counts"][0]["correlation_after_4"] is None
    lucky = [exact.json("removal", "--bet", f"lucky-6:{name}", "--decks", "8") for name in ("12-23", "12-18")]
    assert lucky[0]["effects"] != lucky[1]["effects"]
    assert [count["name"] for count in lucky[0]["counts"]] == ["best", "up to 1", "up to 2", "up to 3", "up to 4"]
    assert len(lucky[0]["second_differences"]) == 13 * 14 // 2


def test_where_nothing_changes_the_command_says_so(exact: Command) -> None:
    ran = exact("removal", "--bet", "tie", "--values", "7,0,0,0,0,0,0,0,0,0", "--digits", "5")
    assert "Removing a card changes nothing" in ran.out
    assert "does not hold" in ran.out


def drawn_effects(rng: random.Random, values: int) -> Effects:
    """Of cards of so many point values; weighted with the cards they add up to 0."""
    counts = [rng.choice((2, 3, 5, 30)) for _ in range(values)]
    effects = [Fraction(rng.randint(-9, 9)) for _ in range(values - 1)]
    rest = sum((count * effect for count, effect in zip(counts, effects, strict=False)), Fraction(0))
    shoe = Shoe.of_values([*counts, *[0] * (10 - values)])
    return Effects(shoe, Fraction(1, 7), dict(enumerate([*effects, -rest / counts[-1]])))


def correlation_squared(tags: Sequence[Fraction | int], effects: Effects) -> Fraction:
    count = linear_count(tags, effects)
    return Fraction(0) if count is None else count.correlation_squared


def best_of_all(effects: Effects, bound: int) -> tuple[int, ...]:
    """The highest correlation; of equal ones the smaller tags over the cards, and of those the first in order."""
    counts = effects.shoe.values
    tried = []
    for chosen in product(range(-bound, bound + 1), repeat=len(effects.by_class)):
        tags = chosen + (0,) * (10 - len(chosen))
        size = sum(count * abs(tag) for count, tag in zip(counts, tags, strict=True))
        tried.append((-correlation_squared(tags, effects), size, tags))
    return min(tried)[2]


@pytest.mark.parametrize(("bound", "values", "shoes"), [(1, 4, 15), (2, 3, 12), (3, 3, 4), (1, 5, 3)])
def test_no_other_tags_correlate_better(bound: int, values: int, shoes: int) -> None:
    rng = random.Random(3)
    for _ in range(shoes):
        effects = drawn_effects(rng, values)
        assert integer_tags(effects, bound) == best_of_all(effects, bound)


def test_tags_up_to_twenty() -> None:
    """Effects that are whole numbers up to that are the best tags; here 10 · 13 − 5 · 20 − 15 · 2 = 0."""
    shoe = Shoe.of_values([10, 5, 15, *[0] * 7])
    effects = Effects(shoe, Fraction(0), {0: Fraction(13), 1: Fraction(-20), 2: Fraction(-2)})
    assert counts_of_effects(effects)["best"].tags == (Fraction(13, 20), -1, Fraction(-1, 10), *[0] * 7)
    best = integer_tags(effects, 20)
    assert best is not None
    assert correlation_squared(best, effects) == 1
