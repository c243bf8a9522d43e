"""The Kelly criterion: known formulas, the sign of the derivative, grids of shares, and a walk whose ruin is known."""

import csv
import json
from fractions import Fraction
from itertools import product
from math import comb, gcd, log, prod
from random import Random

import pytest
import sympy
from support import Command, compositions, refusal

import exact
from exact import Shoe
from exact.analysis import kelly as criterion
from exact.analysis.kelly import CoupWinnings, best_shares, growth, growth_of_edge
from exact.analysis.odds import Distribution
from exact.analysis.sessions.distributions import Bounds
from exact.library.bet import kelly

PUNTO, BANCO, TIE = 2230518282592256, 2292252566437888, 475627426473216
"""The deals with each outcome from eight decks, as published."""
ONE, HALF = Fraction(1), Fraction(1, 2)


def ruin(coup: CoupWinnings, shares: list[Fraction], part: Fraction, digits: int) -> Bounds:
    return criterion.ruin(coup, shares, growth(coup, shares, digits), part, digits)


def inside(bounds: Bounds, value: object) -> bool:
    """Whether a number of sympy lies between bounds that are closer than a double tells."""
    low, high = (sympy.Rational(end.numerator, end.denominator) for end in bounds)
    return bool(low < value) and bool(value < high) and high - low < sympy.Rational(1, 10**18)


@pytest.mark.parametrize("wins", [51, 60, 99])
def test_an_even_money_bet_has_the_fraction_and_the_growth_of_the_textbook(wins: int) -> None:
    best = best_shares(CoupWinnings({(ONE,): wins, (-ONE,): 100 - wins}), 12)
    p, q = sympy.Rational(wins, 100), sympy.Rational(100 - wins, 100)
    assert best.bounds == (Fraction(2 * wins - 100, 100),) * 2
    assert Fraction(*best.polynomial) == Fraction(2 * wins - 100, -100)
    assert gcd(*best.polynomial) == 1
    assert inside(best.growth, p * sympy.log(2 * p) + q * sympy.log(2 * q))


def test_the_derivative_changes_its_sign_between_the_bounds_of_the_fraction(exact: Command) -> None:
    answer = exact.json("bet", "banco", "--decks", "8", "--rebate", "2%", "--kelly", "--digits", "15")
    low, high = map(Fraction, answer["fraction"])
    paid = {Fraction("0.97"): BANCO, Fraction("0.02"): TIE, Fraction("-0.98"): PUNTO}

    def slope(share: Fraction) -> Fraction:
        return sum((deals * won / (1 + share * won) for won, deals in paid.items()), Fraction(0))

    assert slope(low) > 0 > slope(high)
    assert high - low == Fraction(1, 10**15)
    polynomial = [*map(int, answer["polynomial"])]
    at = [sum(coefficient * share**power for power, coefficient in enumerate(polynomial)) for share in (low, high)]
    assert at[0] > 0 > at[1]
    total = sum(paid.values())
    expected = sum(
        sympy.Rational(deals, total) * sympy.log(1 + sympy.Rational(str(low * won))) for won, deals in paid.items()
    )
    assert abs(expected - sympy.Rational(answer["growth"][0])) < 1e-14


def test_a_house_edge_leaves_nothing_to_stake_and_the_answer_says_why(exact: Command) -> None:
    answer = exact.json("bet", "punto", "--decks", "8", "--kelly", "--fraction", "1%")
    assert [*map(Fraction, answer["fraction"] + answer["growth"])] == [0, 0, 0, 0]
    assert answer["notes"] == ["The expectation is -1.2351 %: no stake makes the bankroll grow, so the best is none."]
    fair = exact.json("bet", "punto", "--values", "0,0,0,0,0,0,0,0,6,6", "--kelly")
    assert fair["notes"] == ["The expectation is 0.0000 %: no stake makes the bankroll grow, so the best is none."]
    (own,) = answer["stakes"]
    assert Fraction(own["growth"][1]) < 0
    assert own["ruin"] == "1/1"


def test_a_bet_that_loses_little_takes_at_most_the_bankroll() -> None:
    best = best_shares(CoupWinnings({(Fraction(5),): 2, (-HALF,): 1}), 9)
    assert best.bounds == (ONE, ONE)
    assert inside(best.growth, (2 * sympy.log(6) - sympy.log(2)) / 3)


def test_the_answer_says_when_the_whole_bankroll_is_best(exact: Command) -> None:
    answer = exact.json("bet", "banco", "--decks", "8", "--rebate", "90%", "--kelly")
    assert answer["fraction"] == ["1/1", "1/1"]
    assert answer["notes"] == ["Even the whole bankroll is not too much: the bet loses only a part of its stake."]


def test_no_stakes_on_two_bets_grow_faster_than_the_bound() -> None:
    random = Random(30)
    wins = (-ONE, 0 * ONE, 2 * ONE, 9 * ONE)
    for _trial in range(4):
        coup = CoupWinnings({pair: random.randint(1, 9) for pair in product(wins, repeat=2)} | {(-ONE, -ONE): 60})
        best = best_shares(coup, 12)
        found = {
            (first, second): sum(
                deals * log(1 + (first * float(a) + second * float(b)) / 100) for (a, b), deals in coup.deals.items()
            )
            for first, second in product(range(100), repeat=2)
            if first + second < 100
        }
        total, top = sum(coup.deals.values()), max(found, key=lambda shares: found[shares])
        assert found[top] / total < best.growth[1] < found[top] / total + 1e-3
        assert all(abs(share * 100 - near) <= 3 for share, near in zip(best.shares, top, strict=True))
        assert best.growth[1] - best.growth[0] < Fraction(1, 10**14)


def test_a_coarse_share_and_a_climb_cut_short_have_bounds_that_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    one = CoupWinnings({(4 * ONE,): 3, (ONE,): 2, (-ONE,): 6})
    coarse, fine = best_shares(one, 1), best_shares(one, 30)
    assert coarse.growth[0] < fine.growth[0] < fine.growth[1] < coarse.growth[1]
    two = CoupWinnings({(4 * ONE, -ONE): 3, (-ONE, 3 * ONE): 4, (-ONE, -ONE): 5})
    climbed = best_shares(two, 12)
    monkeypatch.setattr("exact.analysis.kelly._ROUNDS", 1)
    short = best_shares(two, 12)
    assert short.growth[0] < climbed.growth[0] < climbed.growth[1] < short.growth[1]


def test_a_bet_that_loses_more_than_its_stake_leaves_something_of_the_bankroll() -> None:
    """Of two payoffs x and −y with probabilities p and q, the best share is p/y − q/x; here with a rare third one."""
    best = best_shares(CoupWinnings({(9 * ONE,): 4, (-2 * ONE,): 6, (10 * ONE,): 1}), 12)
    assert best.bounds is not None
    assert Fraction(4, 20) - Fraction(6, 90) < best.bounds[0] < best.bounds[1] < HALF


def test_a_fee_is_paid_beside_every_unit() -> None:
    price = Distribution(("win", "more", "lose"), (3, 0, 7), (3 * ONE, 9 * ONE, -ONE), 10)
    assert CoupWinnings.of(price, Fraction(1, 5)).deals == {(Fraction(14, 5),): 3, (Fraction(-6, 5),): 7}


def test_two_bets_that_cannot_lose_together_take_the_whole_bankroll() -> None:
    coup = CoupWinnings({(Fraction("1.01"), -ONE): 46, (Fraction("-0.94"), ONE): 44, (Fraction("0.06"), 0 * ONE): 10})
    best = best_shares(coup, 12)
    found = [
        sum(
            n * log(1 + part / 1000 * float(a) + (1 - part / 1000) * float(b)) / 100 for (a, b), n in coup.deals.items()
        )
        for part in range(1, 1000)
    ]
    assert abs(sum(best.shares, -ONE)) < Fraction(1, 10**12)
    assert max(found) < float(best.growth[1]) < max(found) + 1e-6
    assert best.growth[1] - best.growth[0] < Fraction(1, 10**14)
    assert ruin(coup, best.shares, Fraction(1, 5), 9)[1] < HALF


def test_stakes_that_never_lose_never_ruin() -> None:
    assert ruin(CoupWinnings({(ONE, -ONE): 1, (-HALF, ONE): 1}), [HALF, HALF], HALF, 9) == (0 * ONE, 0 * ONE)


def test_a_bet_alone_and_beside_one_that_always_loses_are_the_same() -> None:
    alone = best_shares(CoupWinnings({(Fraction(2),): 2, (-ONE,): 3, (Fraction(0),): 1}), 12)
    both = best_shares(CoupWinnings({(Fraction(2), -ONE): 2, (-ONE, -ONE): 3, (Fraction(0), -ONE): 1}), 12)
    assert alone.bounds is not None
    assert both.shares[1] == 0
    assert abs(both.shares[0] - alone.bounds[0]) < 1e-9
    assert both.growth[0] <= alone.growth[1]
    assert alone.growth[0] <= both.growth[1]


@pytest.mark.parametrize(("wins", "steps"), [(2, 1), (3, 1), (3, 3), (4, 2)])
def test_ruin_by_doubling_and_halving_is_that_of_a_simple_walk(wins: int, steps: int) -> None:
    coup = CoupWinnings({(Fraction(2),): wins, (-ONE,): 1})  # half the bankroll staked: it doubles or halves
    low, high = ruin(coup, [HALF], HALF**steps, 12)
    assert 0 < high - Fraction(1, wins**steps) < Fraction(1, 10**11)
    assert 0 < Fraction(1, wins ** (steps + 1)) - low < Fraction(1, 10**11)


def test_the_best_share_ever_falls_to_a_part_with_at_most_that_probability() -> None:
    coup = CoupWinnings({(Fraction(8),): 13, (-ONE,): 99, (Fraction(0),): 5})
    (share,) = best_shares(coup, 12).shares
    for part in (HALF, Fraction(1, 10)):
        low, high = ruin(coup, [share], part, 9)
        assert 0 <= high - part < Fraction(1, 10**8)
        assert 0 <= part * (1 - share) - low < Fraction(1, 10**8)
    assert ruin(coup, [3 * share], HALF, 9) == (ONE, ONE)
    assert ruin(coup, [0 * ONE], HALF, 9) == (0 * ONE, 0 * ONE)
    assert ruin(coup, [Fraction(1, 10**30)], HALF, 9) == (0 * ONE, ONE)  # nothing is proved of so small a share


def test_no_bet_between_its_extreme_payoffs_grows_less_than_the_bet_without_a_between() -> None:
    random = Random(5)
    for _trial in range(20):
        wins = (0 * ONE, ONE, random.randint(2, 9) * ONE)
        deals: dict[tuple[Fraction, ...], int] = {(won,): random.randint(1, 9) for won in wins}
        coup = CoupWinnings(deals | {(-ONE,): 20})
        (edge,) = coup.gradient([Fraction(0)])
        if edge > 0:
            assert growth_of_edge(edge, -ONE, wins[2], 9) < best_shares(coup, 9).growth[0]
        two = best_shares(CoupWinnings({(wins[2],): 1, (-ONE,): 1}), 9)
        assert 0 <= two.growth[1] - growth_of_edge((wins[2] - 1) / 2, -ONE, wins[2], 9) < Fraction(1, 10**15)


def test_a_sure_win_and_a_small_loss_stake_the_whole_bankroll() -> None:
    assert abs(float(growth_of_edge(5 * ONE, -ONE, 5 * ONE, 12)) - log(6)) < 1e-12
    at_risk = 3.5 / 5.5 * log(6) + 2 / 5.5 * log(0.5)
    assert abs(float(growth_of_edge(3 * ONE, -HALF, 5 * ONE, 12)) - at_risk) < 1e-12


SMALL = (2, 0, 1, 0, 2, 0, 2, 0, 1, 2)


def test_the_growth_of_perfect_play_and_of_a_count_are_lower_bounds_of_the_mean_over_compositions() -> None:
    """Every set of seven unseen cards of ten; a count that tells every card apart has the growth of perfect play."""
    sets, mean, unseen = comb(10, 7), 0.0, 7
    for left in compositions(SMALL, unseen):
        wins, ways = exact.price("tie", Shoe.of_values(left)).probability, prod(map(comb, SMALL, left))
        p = float(wins)
        if 9 * wins > 1:
            mean += ways / sets * (p * log(9 * p) + ((1 - p) * log(9 * (1 - p) / 8) if p < 1 else 0))
    tags = "0,1,0,3,0,9,0,27,81,243"
    by_cards = exact.perfect("tie", unseen, shoe=SMALL, kelly=True).table("growth").rows[0]
    by_count = exact.count("tie", tags, unseen=unseen, shoe=SMALL, kelly=True, running=True).table("growth").rows[0]
    assert abs(float(str(by_count[2])) - mean) < 1e-10
    assert 0 < float(str(by_cards[2])) < mean
    assert by_count[3] == -(-log(2) // mean)


def test_several_bets_have_a_stake_each_and_the_library_the_same_answer(exact: Command) -> None:
    words = ("bet", "dragon-7", "--values", "9,2,2,9,9,9,9,2,9,2", "--with", "tie,banco", "--kelly")
    answer = exact.json(*words, "--fraction", "1%,0,0", "--ruin", "10%")
    assert answer["bets"] == ["dragon-7", "tie", "banco"]
    assert [row["stake"] for row in answer["stakes"]] == ["best", "half", "yours"]
    assert "fraction" not in answer
    assert Fraction(answer["growth"][0]) <= Fraction(answer["growth"][1])
    assert json.dumps(answer["stakes"][2]["tie"]) == '"0/1"'


def test_a_bet_that_never_loses_has_no_best_fraction() -> None:
    sure = exact.price("tie", (0, 0, 0, 0, 0, 0, 0, 0, 0, 8))
    assert refusal(kelly, sure) == "bet: 'tie' never loses on this shoe: the more you stake, the better"
    assert refusal(kelly, "tie") == "priced: 'tie' must be the answer of exact.price"


def test_bounds_that_stand_alone_are_not_said_to_be_side_by_side(exact: Command) -> None:
    said = exact("perfect", "tie", "--unseen", "6", "--decks", "8", "--kelly").out
    assert "The figures are proven bounds." in said
    assert "side by side" not in said


def test_a_row_of_csv_says_how_exact_its_own_figure_is(exact: Command) -> None:
    """N0 is the variance by the square of the mean, a fraction; the root of the polynomial has bounds."""
    heads, *rows = csv.reader(exact("bet", "banco", "--rebate", "2%", "--kelly", "--format", "csv").out.splitlines())
    said = {row[0]: row[heads.index("exactness")] for row in rows}
    assert said == {"fraction": "bounds", "growth": "bounds", "coups to double": "bounds", "N0": "exact"}
