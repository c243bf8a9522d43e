"""The second method of each kind of figure computes it again, and finds a wrong value."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import perm, prod
from operator import mul
from pathlib import Path

import check_banque
import pytest
import sympy
from check_banque import JOINT
from scipy.optimize import linprog
from support.decision_payoffs import Tally, banco_tallies

from exact.arithmetic import Enclosure
from exact.bets.catalogue import find_bet
from exact.game import Outcome, Side
from exact.game.shoe import Shoe
from exact.questions.quantities import QUANTITIES, Quantity
from exact.questions.question import parse_question
from exact.reference.card_by_card import categories_of, point_value
from exact.reference.decisions import DECISIONS, standard
from exact.reference.walk import count_outcomes, coups, walk

DOCS = Path(__file__).parents[2] / "docs"
Ask = Callable[[str, Shoe | None], Fraction]
"""The exact value of a question about a shoe; of a root, the square with the sign of the root."""
Expected = Iterable[tuple[Shoe | None, dict[str, Fraction]]]
OUTCOMES, ZERO = ("punto", "banco", "tie"), Fraction(0)
PAYS = {
    "punto": {"punto": 1, "banco": -1, "tie": 0},
    "tie": {"punto": -1, "banco": -1, "tie": 8},
}


@cache
def asked(text: str, shoe: Shoe | None) -> Fraction:
    value = parse_question(text).value_from(shoe)
    if not isinstance(value, Enclosure):
        return value
    assert value.square is not None, f"{text} is neither exact nor a root"
    return value.square


def agreeing(second: Callable[[], Expected]) -> Callable[[Ask], None]:
    """What asks the questions of a second method and compares the answers."""
    computed = cache(lambda: [*second()])

    def check(ask: Ask) -> None:
        for shoe, expected in computed():
            for text, value in expected.items():
                assert ask(text, shoe) == value, text

    return check


def mean(numbers: Iterable[Fraction | int]) -> Fraction:
    listed = [*numbers]
    return Fraction(sum(listed)) / len(listed)


def covariance(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
    return mean(map(Fraction.__mul__, first, second)) - mean(first) * mean(second)


def signed_square(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
    """Of the correlation."""
    shared = covariance(first, second)
    return shared * abs(shared) / (covariance(first, first) * covariance(second, second))


def skewness_square(numbers: Sequence[Fraction]) -> Fraction:
    middle = mean(numbers)
    third = mean((each - middle) ** 3 for each in numbers)
    return third * abs(third) / covariance(numbers, numbers) ** 3


# 9♠ 9♥ K♠ K♥ 6♠ 2♣ 8♦: pairs, naturals, ties, third cards
NINE_OF_HEARTS = 33
CARDS = (32, NINE_OF_HEARTS, 48, 49, 20, 7, 30)


def shoe_of(cards: Sequence[int]) -> Shoe:
    return Shoe.of_cards(list(map(cards.count, range(52))))


@cache
def net_wins(bet: str, cards: tuple[int, ...] = CARDS, first: tuple[int, ...] = CARDS) -> list[Fraction]:
    """What a bet of one unit wins in every deal of six of the cards that begins with one of ``first``."""
    found = find_bet(bet)
    orders = (order for order in permutations(cards, 6) if order[0] in first)
    return [Fraction(found.payoffs()[categories_of([found], order, standard)[0]]) for order in orders]


def by_every_deal() -> Expected:
    bet, other = "dragon-bonus-punto", "punto-pair"
    wins, second = net_wins(bet), net_wins(other)
    won, edge, variance = mean(win > 0 for win in wins), -mean(wins), covariance(wins, wins)
    fewer = tuple(card for card in CARDS if card != NINE_OF_HEARTS)
    expected = {
        f"probability of {bet}": won,
        f"odds against {bet}": 1 / won - 1,
        f"count of {bet}": won * perm(7, 6),
        f"expectation of {bet}": -edge,
        f"house edge of {bet}": edge,
        f"house edge per resolved stake of {bet}": edge / mean(win != 0 for win in wins),
        f"return of {bet}": 1 - edge,
        f"variance of {bet}": variance,
        f"standard deviation of {bet}": variance,
        f"skewness of {bet}": skewness_square(wins),
        f"contribution of {other}": mean(max(win, ZERO) for win in second),
        f"hit frequency of {bet}": won,
        f"fair odds of {bet}": mean(max(-win, ZERO) for win in wins) / won,
        f"covariance of {bet} and {other}": covariance(wins, second),
        f"correlation of {bet} and {other}": signed_square(wins, second),
        f"probability of {bet} and {other}": mean(map(lambda one, two: one > 0 < two, wins, second)),
        "count of deals": Fraction(len(wins)),
        f"house edge of {bet}, given card1=9": -mean(net_wins(bet, CARDS, CARDS[:2])),
        f"house edge of {bet}, without 9h": -mean(net_wins(bet, fewer)),
        f"effect of removal of 9h on {bet}": mean(net_wins(bet, fewer)) + edge,
    }
    yield shoe_of(CARDS), expected
    counts = count_outcomes(shoe_of(CARDS), DECISIONS["castle-vaduz:literal"])
    expected = {
        f"count of {outcome}, rules castle-vaduz:literal": Fraction(counts[Outcome(outcome)]) for outcome in OUTCOMES
    }
    yield shoe_of(CARDS), expected
    tie = seven = 0
    for coup in coups(standard):
        values = *coup.punto.values, *coup.banco.values
        ways = 4 ** values.count(0) * 13 ** (6 - len(values))  # four of thirteen ranks are worth 0
        tie += ways * (coup.outcome is Outcome.TIE)
        seven += ways * (len(coup.banco.values) == 3 and coup.banco.total == 7 > coup.punto.total)
    yield None, {"probability of tie": Fraction(tie, 13**6), "probability of dragon-7": Fraction(seven, 13**6)}


SMALL = Shoe.of_values((3, 0, 1, 0, 2, 0, 1, 2, 1, 2))
VALUES = [value for value, count in enumerate(SMALL.values) for _card in range(count)]


@cache
def chances(left: tuple[int, ...] = SMALL.values) -> dict[str, Fraction]:
    """The probability of each outcome, by the walk."""
    counts = count_outcomes(Shoe.of_values(left), standard)
    return {outcome.value: Fraction(count, sum(counts.values())) for outcome, count in counts.items()}


def over(coups: int, figure: Callable[[tuple[str, ...]], Fraction | int]) -> Fraction:
    """The mean of a figure over every sequence of outcomes of independent coups."""
    sequences = product(OUTCOMES, repeat=coups)
    return sum(
        (figure(each) * prod((chances()[outcome] for outcome in each), start=Fraction(1)) for each in sequences), ZERO
    )


def by_every_sequence_of_coups() -> Expected:
    def net(sequence: tuple[str, ...]) -> int:
        return sum(PAYS["tie"][outcome] for outcome in sequence)

    streak = over(2, lambda each: each == ("punto", "punto"))
    variance = over(3, lambda each: net(each) ** 2) - over(3, net) ** 2
    expected = {
        "probability of a streak of 2 punto": streak,
        "probability of a streak of exactly 2 punto": over(3, lambda each: each[:2] == ("punto",) * 2 != each[1:]),
        "odds against a streak of 2 punto": 1 / streak - 1,
        "contribution of a streak of 2 punto, pays 3": 3 * streak,
        "expectation of a streak of 2 punto, pays 3": over(2, lambda each: 3 if each == ("punto", "punto") else -1),
        "house edge of a streak of 2 punto, pays 3": over(2, lambda each: -3 if each == ("punto", "punto") else 1),
        "probability of a run of 2 punto among 4 coups": over(4, lambda each: "punto punto" in " ".join(each)),
        "worth of match play on punto": over(1, lambda each: {"punto": 2, "banco": -1, "tie": 0}[each[0]]),
        "worth of a free bet on tie": over(1, lambda each: max(PAYS["tie"][each[0]], 0)),
        "probability of independent coups banco tie": over(2, lambda each: each == ("banco", "tie")),
        "probability of a session of 3 coups on tie, winning 1 or more": over(3, lambda each: net(each) >= 1),
        "expectation of a session of 3 coups on tie": over(3, net),
        "variance of a session of 3 coups on tie": variance,
        "standard deviation of a session of 3 coups on tie": variance,
    }
    yield SMALL, expected


def by_the_formulas_of_ruin() -> Expected:
    """A gambler with 3 units and a target of 5, who wins a decided coup with probability p: Feller, volume 1, XIV."""
    punto, banco, _tie = chances().values()
    ratio = banco / punto
    reached = (1 - ratio**3) / (1 - ratio**5)
    expected = {
        "probability of ruin on punto from 3, target 5": 1 - reached,
        "duration of ruin on punto from 3, target 5": (3 - 5 * reached) / (banco - punto),
    }
    yield SMALL, expected


def by_coup_after_coup() -> Expected:
    def ordered(values: tuple[int, ...], first: str, second: str) -> Fraction:
        return sum(
            (
                dealt.probability
                * chances(
                    tuple(
                        map(
                            int.__sub__,
                            values,
                            map((*dealt.coup.punto.values, *dealt.coup.banco.values).count, range(10)),
                        )
                    )
                )[second]
                for dealt in walk(Shoe.of_values(values), standard)
                if dealt.coup.outcome.value == first
            ),
            ZERO,
        )

    values = (4, 0, 0, 4, 0, 0, 0, 0, 4, 0)
    both, first = ordered(values, "banco", "tie"), chances(values)["banco"]
    expected = {
        "probability of the coups banco tie": both,
        "count of the coups banco tie": both * perm(12, 12),
        "probability of tie after banco": both / first,
    }
    yield Shoe.of_values(values), expected


@cache
def unseen(cards: int) -> list[tuple[tuple[int, ...], dict[str, Fraction]]]:
    """The cards seen and the chances of the outcomes, for each set of so many unseen cards."""
    sets = (tuple(map(drawn.count, range(10))) for drawn in combinations(VALUES, cards))
    return [(tuple(map(int.__sub__, SMALL.values, left)), chances(left)) for left in sets]


def expectations(bet: str, cards: int) -> list[Fraction]:
    return [sum((PAYS[bet][outcome] * p for outcome, p in of.items()), ZERO) for _seen, of in unseen(cards)]


def explained_share(numbers: Sequence[Fraction], cards: int) -> Fraction:
    """The share of the variance of numbers that a regression on the numbers of cards seen explains."""
    kinds = [value for value, count in enumerate(SMALL.values) if count][1:]  # the others give the first
    columns = [[Fraction(seen[kind]) for seen, _of in unseen(cards)] for kind in kinds]
    shared = sympy.Matrix([covariance(column, numbers) for column in columns])
    spread = sympy.Matrix([[covariance(one, other) for other in columns] for one in columns])
    explained = (shared.T * spread.LUsolve(shared))[0]
    return Fraction(int(explained.p), int(explained.q)) / covariance(numbers, numbers)


TAGS = "tags 0 0 0 0 0 0 -1 1 1 0"  # of A 2 … 9 and the ten-valued ranks
TAG_OF = {7: -1, 8: 1, 9: 1}


def counts(cards: int) -> list[Fraction]:
    """The running count with each set of unseen cards."""
    return [Fraction(sum(TAG_OF.get(value, 0) * n for value, n in enumerate(seen))) for seen, _of in unseen(cards)]


def by_every_set_of_unseen_cards() -> Expected:
    tie, positive = expectations("tie", 6), [each for each in expectations("tie", 6) if each > 0]
    best = [max(pair) for pair in zip(tie, expectations("punto", 6), strict=True)]
    per_card = mean(Fraction(TAG_OF.get(value, 0)) for value in VALUES)
    less = (SMALL.cards - 6) * per_card  # what the seen cards of a shoe that stays as it was add up to
    true_counts = [(count - less) * 52 / 6 for count in counts(6)]

    def from_count(trigger: Fraction | int) -> list[Fraction]:
        return [each for each, count in zip(tie, true_counts, strict=True) if count >= trigger]

    bets = from_count(8)
    assert 0 < len(bets) < len(tie)
    most = max(sum(from_count(count), ZERO) for count in true_counts)
    variance = covariance(tie, tie)
    expected = {
        "betting frequency of perfect play on tie": Fraction(len(positive), len(tie)),
        "edge when betting of perfect play on tie": mean(positive),
        "gain per coup of perfect play on tie": sum(positive, ZERO) / len(tie),
        "gain per coup of perfect play on (tie,punto)": mean(max(each, ZERO) for each in best),
        "variance of the expectation of tie": variance,
        "standard deviation of the expectation of tie": variance,
        "skewness of the expectation of tie": skewness_square(tie),
        "linear share of tie": explained_share(tie, 6),
        f"betting frequency of tie, {TAGS}, betting from 8": Fraction(len(bets), len(tie)),
        f"edge when betting of tie, {TAGS}, betting from 8": mean(bets),
        f"gain per coup of tie, {TAGS}, betting from 8": sum(bets, ZERO) / len(tie),
        f"gain per coup of tie, {TAGS}": most / len(tie),
    }
    yield SMALL, {f"{text}, 6 unseen": value for text, value in expected.items()}


def by_regression() -> Expected:
    """On the running count with two cards seen; the true count is per 52 unseen cards, less what a whole shoe has."""
    gone, held = 2, SMALL.cards
    sums, tie = counts(held - gone), expectations("tie", held - gone)
    zero = mean(sums) - mean(tie) * covariance(sums, sums) / covariance(sums, tie)
    per_card = mean(Fraction(TAG_OF.get(value, 0)) for value in VALUES)
    trigger = (zero - gone * per_card) * 52 / (held - gone)
    expected = {
        f"trigger of tie, {TAGS}": trigger,
        f"pivot of tie, {TAGS}": zero + gone * (trigger / 52 - per_card),
        f"betting correlation of tie, {TAGS}": signed_square(counts(held - 1), expectations("tie", held - 1)),
        f"betting correlation of tie, {TAGS}, {held - gone} unseen": signed_square(sums, tie),
    }
    yield SMALL, expected


def by_every_deal_of_a_signal() -> Expected:
    high = tuple(card for card in CARDS if point_value(card) >= 6)
    low = tuple(card for card in CARDS if card not in high)
    wins = [[sum(net_wins(bet, CARDS, shown), ZERO) for bet in ("punto", "tie")] for shown in (high, low)]
    best = sum((max(ZERO, *both) for both in wins), ZERO)
    yield shoe_of(CARDS), {"value of a signal (card 1 by 6-9 for punto,tie)": best / perm(7, 6)}


def by_enumeration() -> Expected:
    pairs = {tuple(sorted(pair)) for pair in combinations(CARDS, 2) if sum(map(point_value, pair)) % 10 == 8}
    yield shoe_of(CARDS), {"count of distinct two-card hands worth 8": Fraction(len(pairs))}
    hands = [pair for pair in combinations_with_replacement(range(10), 2) if sum(pair) % 10 < 8]
    yield Shoe.of_decks(8), {"count of choices of banco, model B2": Fraction(len(hands) * 11)}


def by_changed_tableaus() -> Expected:
    def punto_gain(decide: Callable[[int, int, int | None], Side | None]) -> Fraction:
        found = count_outcomes(SMALL, decide)
        return Fraction(found[Outcome.PUNTO] - found[Outcome.BANCO], sum(found.values()))

    def on_five(draws: bool) -> Callable[[int, int, int | None], Side | None]:
        return lambda punto, banco, third: (
            standard(5 if draws else 6, banco, third) if punto == 5 else standard(punto, banco, third)
        )

    def after_eight(draws: bool) -> Callable[[int, int, int | None], Side | None]:
        return lambda punto, banco, third: (
            (Side.BANCO if draws else None) if (banco, third) == (3, 8) else standard(punto, banco, third)
        )

    expected = {
        "value of drawing on 5 by punto": punto_gain(on_five(True)) - punto_gain(on_five(False)),
        "value of standing on 3 by banco after 8": punto_gain(after_eight(True)) - punto_gain(after_eight(False)),
    }
    yield SMALL, expected


@cache
def lost_by_banco(draws_on_five: bool, banco_draws: bool) -> dict[tuple[int, int | None], int]:
    """What punto wins more often than banco, by banco's total and punto's third card; naturals are even by symmetry."""

    def decide(punto: int, _banco: int, third: int | None) -> Side | None:
        return Side.PUNTO if third is None and punto <= 4 + draws_on_five else None

    found: dict[tuple[int, int | None], int] = {}
    for (hand, third), tally in banco_tallies(SMALL, decide, banco_draws).items():
        key = sum(hand) % 10, third
        found[key] = found.get(key, 0) + Tally(*tally).punto - tally.banco
    return found


def by_best_replies(ask: Ask) -> None:
    """Neither side gains by another strategy: what punto can be held to is what banco can be held to."""
    draws = ask("probability of drawing on 5 by punto, model B1", SMALL)
    mix = {True: draws, False: 1 - draws}
    places = {place for five in mix for place in lost_by_banco(five, True)}
    held = sum(
        min(sum(mix[five] * lost_by_banco(five, draw).get(place, 0) for five in mix) for draw in mix)
        for place in places
    )
    replies = dict.fromkeys(mix, ZERO)
    for banco, third in places:
        after = "no card" if third is None else third
        drawn = ask(f"probability of drawing on {banco} by banco after {after}, model B1", SMALL)
        for five in mix:
            replies[five] += drawn * lost_by_banco(five, True).get((banco, third), 0)
            replies[five] += (1 - drawn) * lost_by_banco(five, False).get((banco, third), 0)
    value = ask("value of chemin de fer, model B1", SMALL) * perm(SMALL.cards, 6)
    assert held == max(replies.values()) == value


def by_a_linear_program(ask: Ask) -> None:
    """The least that players who agree can lose at baccara banque, in deals of another dealer, in floating point."""
    for model in ("B1", "B2"):
        value = _least_lost(check_banque.Deals(model, [*SMALL.values]), (2, 1))
        assert abs(value - ask(f"value of baccara banque, model {model}, stakes 2:1", SMALL)) < 1e-9


def _least_lost(deals: check_banque.Deals, stakes: tuple[int, int]) -> float:
    places = [*deals.places.values()]
    bounds, limits = [], []
    for index, place in enumerate(places):
        for start in (0, 2):  # standing, drawing: neither is worth more than the place
            row = [0.0] * (len(JOINT) + len(places))
            row[len(JOINT) + index] = -1
            for column, joint in enumerate(JOINT):
                row[column] = sum(map(mul, stakes, place[joint][start : start + 2])) / deals.number
            bounds.append(row)
            limits.append(0)
    costs = [0.0] * len(JOINT) + [1.0] * len(places)
    free = [(0, None)] * len(JOINT) + [(None, None)] * len(places)
    all_played = [[1.0] * len(JOINT) + [0.0] * len(places)]
    found = linprog(costs, bounds, limits, all_played, [1], free)
    return float(found.fun + sum(map(mul, stakes, deals.settled)) / deals.number) / sum(stakes)


TABLES = Path(__file__).with_name("two-tables.toml")


def by_every_round() -> Expected:
    """Two tables with two stakes of 5 each: what a round pays one stake, and what it leaves on the meter."""
    bet = find_bet(str(TABLES))
    coups = Counter(categories_of([bet], order, standard)[0] for order in permutations(CARDS, 6))
    chance = {category: Fraction(times, coups.total()) for category, times in coups.items()}
    fixed, shares = {0: 0, 1: 1, 2: -1}, {0: Fraction(1), 1: Fraction(1, 10), 2: ZERO}
    fed = Fraction(3, 100) * 5 * 2 * 2

    def won(meter: Fraction) -> Fraction:
        paid = {
            (one, two): shares[one] * meter / (5 * 2 * (1 + (one == two))) for one, two in product(chance, repeat=2)
        }
        return sum((chance[one] * chance[two] * (fixed[one] + paid[one, two]) for one, two in paid), ZERO)

    def after(meter: Fraction) -> Fraction:
        """The mean of the meter that the next round shows."""
        left = (
            (one, two, meter * (1 - sum(map(shares.__getitem__, {one, two})))) for one, two in product(chance, repeat=2)
        )
        return fed + sum(
            (chance[one] * chance[two] * (100 if 0 in (one, two) else rest) for one, two, rest in left), ZERO
        )

    nothing, one = ZERO, Fraction(1)
    mean_meter = after(nothing) / (1 - after(one) + after(nothing))
    expected = {
        "break-even meter": -won(nothing) / (won(one) - won(nothing)),
        "hit probability": chance[0],
        "coups between hits": 1 / (1 - (1 - chance[0]) ** 2),
        "mean meter": mean_meter,
        "long-run house edge": -won(mean_meter),
    }
    yield shoe_of(CARDS), {f"{what} of {TABLES}": value for what, value in expected.items()}


SECOND: dict[str, Callable[[Ask], None]] = {
    "polynomial, every deal": agreeing(by_every_deal),
    "formula, every sequence of coups": agreeing(by_every_sequence_of_coups),
    "linear equations, formula": agreeing(by_the_formulas_of_ruin),
    "sums over cards used, every coup after every coup": agreeing(by_coup_after_coup),
    "sums over known cards, every deal": agreeing(by_every_deal_of_a_signal),
    "sums over compositions, every set of unseen cards": agreeing(by_every_set_of_unseen_cards),
    "effects of removal, regression": agreeing(by_regression),
    "formula, enumeration": agreeing(by_enumeration),
    "formula, every round at every table": agreeing(by_every_round),
    "prices of both actions, changed tableau": agreeing(by_changed_tableaus),
    "linear equations, best replies": by_best_replies,
    "best replies, linear program": by_a_linear_program,
}
"""The second method of each pair of methods."""


def unnoticed(quantities: Iterable[Quantity]) -> list[Quantity]:
    """The quantities that claim two methods, and of which the second does not find a wrong value."""
    missed = []
    for quantity in quantities:

        def wrong(text: str, shoe: Shoe | None, about: Quantity = quantity) -> Fraction:
            return asked(text, shoe) + (parse_question(text).quantity is about)

        with suppress(AssertionError):
            if quantity.methods in SECOND:
                SECOND[quantity.methods](wrong)
            missed.append(quantity)
    return missed


@pytest.mark.parametrize(
    "methods", [pytest.param(each, marks=[pytest.mark.slow] if "program" in each else []) for each in SECOND]
)
def test_both_methods_agree(methods: str) -> None:
    SECOND[methods](asked)


def test_a_second_method_finds_every_wrong_value() -> None:
    claimed = [quantity for quantity in QUANTITIES if quantity.methods]
    assert len(claimed) > 50
    assert not unnoticed(claimed)


@pytest.mark.parametrize("methods", ["polynomial, every deal", "polynomial, a guess"])
def test_a_claim_of_methods_that_no_test_has_is_found(methods: str) -> None:
    (quantity,) = (each for each in QUANTITIES if each.measure == "win per shoe")
    assert unnoticed([planted := replace(quantity, methods=methods)]) == [planted]


def test_the_documentation_names_every_pair_of_methods() -> None:
    page = (DOCS / "explanation" / "two-methods.md").read_text(encoding="utf-8").partition("## What stands")[2]
    assert {", ".join(pair) for pair in re.findall(r"^\| ([a-z ]+) \| ([a-z ]+) \| .*", page, re.MULTILINE)} == {
        "computed by, and again by",
        *SECOND,
    }
