"""The worth of promotions against games played out coup by coup, and the printed worth of match play on punto."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

import pytest
from support import STANDARD, refusal, value_of

import exact
from exact import Shoe, find_bet
from exact.analysis import promotions
from exact.analysis.odds import Distribution, odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.analysis.promotions import KEEP, LOSE, LOSSES, TURNOVER, worth_of
from exact.analysis.sessions.distributions import distribution_of_results, exact_distribution
from exact.errors import ExactError

SHOE = Shoe.of_decks(8)
PUNTO, BANCO = (price_bet(find_bet(name), SHOE, STANDARD) for name in ("punto", "banco"))
PRICE = Distribution(
    ("win", "more", "push", "lose"), (3, 1, 2, 4), (Fraction(1), Fraction(5), Fraction(0), Fraction(-1)), 10
)


def played(first: Fraction, coups: int) -> Iterator[tuple[Fraction, Fraction]]:
    """What a coupon that pushes keep alive is worth if resolved within so many coups, and the chance that it is not."""
    pending, worth = Fraction(1), Fraction(0)
    for _coup in range(coups):
        worth += pending * first
        pending *= Fraction(2, 10)
        yield worth, pending


def test_the_printed_worth_of_match_play() -> None:
    assert round(worth_of("match-play", PUNTO, KEEP).worth, 6) == Fraction("0.479526")


def test_a_kept_coupon_is_played_until_it_is_resolved() -> None:
    once = Fraction(3 * 2 + 1 * 10 - 4, 10)
    assert worth_of("match-play", PRICE, LOSE).worth == once
    for worth, pending in played(once, 40):
        assert abs(worth_of("match-play", PRICE, KEEP).worth - worth) == once * pending / Fraction(8, 10)
    assert worth_of("free-bet", PRICE, LOSE).worth == Fraction(3 + 5, 10)
    assert worth_of("free-bet", PRICE, KEEP).worth == Fraction(3 + 5, 8)
    assert worth_of("coupon", PRICE, KEEP, Fraction(2)).worth == Fraction(4 * 2 - 4, 8)


def test_break_even_terms_are_worth_nothing() -> None:
    face = worth_of("match-play", PUNTO, KEEP).break_even
    assert face is not None
    assert PUNTO.expectation + face * PUNTO.hit_frequency == 0
    pays = worth_of("coupon", BANCO, LOSE, Fraction(1)).break_even
    assert pays is not None
    assert worth_of("coupon", BANCO, LOSE, pays).worth == 0
    for basis in promotions.BASES:
        rate = worth_of("rolling", BANCO, basis=basis).break_even
        assert rate is not None
        assert worth_of("rolling", BANCO, rate=rate, basis=basis).worth == 0


def test_a_chip_is_played_until_it_is_lost() -> None:
    won, alive = Fraction(0), Fraction(1)
    for _coup in range(60):
        won += alive * Fraction(3 + 5, 10)
        alive *= Fraction(6, 10)
    worth = worth_of("non-negotiable", PRICE).worth
    assert worth - won == alive * worth
    bonus = worth_of("non-negotiable", PRICE).break_even
    assert bonus is not None
    assert (1 + bonus) * worth == 1


def test_a_rebate_is_a_share_of_the_net_loss() -> None:
    coup = distribution_of_results({Fraction(1): 4, Fraction(0): 1, Fraction(-1): 5})
    distribution = exact_distribution(coup, 2)
    mean, loss = Fraction(-2, 10), Fraction(2 * 25 + 10, 100)
    rebate = promotions.loss_rebate(distribution, Fraction(1, 4))
    assert rebate.worth == mean + loss / 4
    assert rebate.break_even == -mean / loss


def test_the_best_time_to_stop_is_that_of_plain_recursion() -> None:
    coup = distribution_of_results({Fraction(2): 3, Fraction(-1): 7})
    rate = Fraction(3, 10)

    @cache
    def value(result: int, left: int) -> Fraction:
        now = Fraction(result) if result >= 0 else (1 - rate) * result
        if not left:
            return now
        later = (Fraction(n, 10) * value(result + won, left - 1) for won, n in coup.counts.items())
        return max(now, sum(later, Fraction(0)))

    best = promotions.best_stops(coup, 7, rate)
    assert best.worth == value(0, 7) > 0
    assert best.stops is not None
    assert best.stops[0] == (7, None, None)
    for left, loss, win in best.stops:
        reached = {2 * wins - (7 - left - wins) for wins in range(8 - left)}
        stopping = [now for now in reached if value(now, left) == (now if now >= 0 else (1 - rate) * now)]
        assert loss == max((now for now in stopping if now < 0), default=None)
        assert win == min((now for now in stopping if now > 0), default=None)


def test_where_going_on_is_worth_no_more_play_stops() -> None:
    """In a fair game without a rebate everywhere; with one, where the coups left cannot turn a win into a loss."""
    fair = distribution_of_results({Fraction(1, 2): 1, Fraction(-1, 2): 1})
    worth, stops = promotions.best_stops(fair, 3, Fraction(0))
    assert worth == 0
    assert stops == [(3, None, None), (2, -1, 1), (1, -2, 2)]
    worth, stops = promotions.best_stops(fair, 3, Fraction(1, 2))
    assert worth == Fraction(3 + 3 * 1, 8) / 2 / 2  # one sequence of eight loses three halves, three lose one half
    assert stops == [(3, None, None), (2, None, None), (1, -2, 2)]


def test_a_bet_as_a_commission() -> None:
    odds = odds_of_shoe(SHOE, STANDARD)
    assert promotions.commission_of(BANCO.house_edge, odds)[0] == Fraction(1, 20)
    dragon = price_bet(find_bet("dragon-7"), SHOE, STANDARD)
    for price in (PUNTO, dragon):
        rate = promotions.commission_of(price.house_edge, odds)[0]
        banco = replace(BANCO, payoffs=(1 - rate, Fraction(0), Fraction(-1)))
        assert banco.house_edge == price.house_edge
    free = replace(BANCO, payoffs=(1 - promotions.commission_of(BANCO.house_edge, odds)[1], Fraction(0), Fraction(-1)))
    assert free.house_edge == 0


def worth(worth: Fraction | int, break_even: int | None, coups: Fraction = Fraction(1)) -> promotions.Worth:
    return promotions.Worth(Fraction(worth), None if break_even is None else Fraction(break_even), coups)


def test_terms_at_which_a_worth_is_nothing_or_that_do_not_exist() -> None:
    """Of a bet that cannot win, of one that cannot lose, and of one that favours the player."""
    hopeless = Distribution(("push", "lose"), (1, 3), (Fraction(0), Fraction(-1)), 4)
    assert worth_of("match-play", hopeless, LOSE) == worth(Fraction(-3, 4), None)
    assert worth_of("coupon", hopeless, KEEP, Fraction(9)) == worth(-1, None, Fraction(4, 3))
    assert worth_of("non-negotiable", hopeless) == worth(0, None, Fraction(4, 3))
    assert worth_of("free-bet", hopeless, LOSE) == worth(0, None)
    safe = Distribution(("win", "push"), (1, 1), (Fraction(3), Fraction(0)), 2)
    assert worth_of("rolling", safe, rate=Fraction(1, 2), basis=LOSSES) == worth(Fraction(3, 2), None)
    assert worth_of("rolling", PRICE, rate=Fraction(1, 2), basis=LOSSES) == worth(Fraction(4, 10) + Fraction(2, 10), 0)
    assert worth_of("rolling", PRICE, rate=Fraction(1, 2), basis=TURNOVER) == worth(Fraction(4, 10) + Fraction(1, 2), 0)
    assert worth_of("coupon", PRICE, LOSE, Fraction(2)) == worth(Fraction(4 * 2 - 4, 10), 1)
    assert worth_of("match-play", PRICE, LOSE).break_even == Fraction(4 - 8, 8)
    assert promotions.loss_rebate(
        exact_distribution(distribution_of_results({Fraction(2): 1, Fraction(0): 1}), 2), Fraction(1)
    ) == worth(2, None)
    favours = exact_distribution(distribution_of_results({Fraction(1): 2, Fraction(-1): 1}), 1)
    assert promotions.loss_rebate(favours, Fraction(1, 2)) == worth(Fraction(1, 3) + Fraction(1, 6), 0)


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        ("match-play", {"ties": "keep"}),
        ("match-play", {"ties": "lose", "rate": "5%", "basis": "losses"}),
        ("free-bet", {}),
        ("coupon", {"pays": 2, "rate": "1%"}),
        ("non-negotiable", {"rate": "1%"}),
        ("rebate", {"rate": "20%", "coups": 9, "stop_loss": 3}),
        ("rebate", {"rate": "1%", "coups": 9, "stop_win": 3, "basis": "turnover"}),
    ],
)
def test_the_equivalents_of_a_promotion_win_as_much_while_it_lasts(kind: str, named: dict[str, Any]) -> None:
    """The worth less that of the bet alone, over the coups that it lasts, is what each equivalent adds to a coup."""
    answer = exact.promotion(kind, "banco", shoe=SHOE, **named)
    gain, losses, commission = (value_of(row[1]) for row in answer.table("equivalents").rows)
    banco, lost = (Fraction(deals, 4998398275503360) for deals in (2292252566437888, 2230518282592256))
    lasts = {"keep": 1 / (lost + banco), "lose": Fraction(1)}[named.get("ties", "keep")]
    if kind == "non-negotiable":
        lasts = 1 / lost
    if kind == "rebate":
        stops = {name: stop for name, stop in named.items() if name.startswith("stop")}
        lasts = value_of(exact.session("banco", 9, shoe=SHOE, **stops).table("stops").rows[-1][1])
    assert answer.value("worth") / lasts == BANCO.expectation + gain == BANCO.expectation + losses * lost
    assert banco * (1 - commission) - lost == BANCO.expectation + gain


def test_a_rebate_beside_a_coupon_adds_what_comes_back_and_moves_where_it_breaks_even() -> None:
    """Of a bet that wins 3 + 5, pushes 2 and loses 4 times in ten, with a tenth back of every stake, or of every loss."""
    back = Fraction(1, 10)
    assert worth_of("match-play", PRICE, LOSE, rate=back).worth == Fraction(3 * 2 + 1 * 10 - 4 + 1, 10)
    assert worth_of("match-play", PRICE, LOSE, rate=back).break_even == Fraction(4 - 8 - 1, 8)
    assert worth_of("coupon", PRICE, KEEP, Fraction(2), back).worth == Fraction(4 * 2 - 4 + 1, 8)
    assert worth_of("coupon", PRICE, KEEP, Fraction(2), back).break_even == Fraction(4 - 1, 4)
    assert worth_of("non-negotiable", PRICE, rate=back) == worth(Fraction(8 + 1, 4), None, Fraction(10, 4))._replace(
        break_even=Fraction(4, 9) - 1
    )
    losses = dict.fromkeys(promotions.TERMS) | {"rate": "25%", "basis": "losses"}
    assert promotions.worth_asked("match-play", PRICE, losses) == worth_of("match-play", PRICE, KEEP, rate=back)


def test_the_commission_like_a_rebate_on_the_turnover_of_banco() -> None:
    """With 0.8 % back, banco at 5 % is banco at 5 % − 0.8 % / P(banco), by the published counts of eight decks."""
    answer = exact.promotion("rolling", "banco", rate="0.8%", shoe=SHOE)
    banco = Fraction(2292252566437888, 4998398275503360)
    assert value_of(answer.table("equivalents").rows[2][1]) == Fraction(5, 100) - Fraction(8, 1000) / banco


def test_what_cannot_be_played() -> None:
    push = Distribution(("push",), (1,), (Fraction(0),), 1)
    with pytest.raises(ExactError, match="bet: 'the bet' is never resolved, so a coupon on it is never used up"):
        worth_of("match-play", push, KEEP)
    assert "never loses" in refusal(worth_of, "non-negotiable", push)
    half = replace(PRICE, payoffs=(Fraction(1), Fraction(5), Fraction(0), Fraction(-1, 2)))
    assert "can lose a part of the stake, and a chip cannot be divided" in refusal(worth_of, "non-negotiable", half)
    ties = odds_of_shoe(Shoe.of_values([12, 0, 0, 0, 0, 0, 0, 0, 0, 0]), STANDARD)
    with pytest.raises(ExactError, match="lets banco never win, so no commission is ever paid"):
        promotions.commission_of(PUNTO.house_edge, ties)


@pytest.mark.parametrize("basis", promotions.BASES)
@pytest.mark.parametrize("stop", [1, 2, 9])
def test_a_rebate_on_every_stake_or_loss_coup_after_coup(basis: str, stop: int) -> None:
    """Every sequence of three coups dealt out, each ending when ``stop`` stakes are won, against Wald's identity."""
    coup = distribution_of_results({Fraction(1): 4, Fraction(0): 1, Fraction(-1): 5})
    price = Distribution(("win", "push", "lose"), (4, 1, 5), (Fraction(1), Fraction(0), Fraction(-1)), 10)
    rate, worth = Fraction(1, 8), Fraction(0)
    for results in product(coup.counts, repeat=3):
        dealt = Fraction(prod(coup.counts[result] for result in results), 1000)
        total, paid = 0, Fraction(0)
        for result in results:
            total += result
            paid += 1 if basis == TURNOVER else result == -1
            if total >= stop:
                break
        worth += dealt * (total + rate * paid)
    terms = dict.fromkeys(promotions.TERMS) | {"rate": str(rate), "basis": basis, "coups": "3"}
    rebate, _best = promotions.rebate_of(price, coup, terms | {"stop_win": str(stop)}, 12)
    assert rebate.worth == worth
    assert rebate.break_even is not None
    even, best = promotions.rebate_of(price, coup, terms | {"rate": str(rebate.break_even)}, 12)
    assert even.worth == best.worth == 0


def test_fair_odds_and_break_even_payoffs() -> None:
    """On a distribution written out, and the odds against a pair of 8 decks, which need only 31 cards of 415."""
    for index, count in enumerate(PRICE.counts):
        odds, pays = PRICE.fair_odds(index), PRICE.break_even_payoff(index)
        assert odds is not None
        assert pays is not None
        assert odds * count - (10 - count) == 0
        payoffs = (*PRICE.payoffs[:index], pays, *PRICE.payoffs[index + 1 :])
        assert sum(paid * times for paid, times in zip(payoffs, PRICE.counts, strict=True)) == 0
    pair = price_bet(find_bet("punto-pair"), SHOE, STANDARD)
    assert pair.fair_odds(0) == pair.break_even_payoff(0) == Fraction(415 - 31, 31)
    never = Distribution(("never", "always"), (0, 3), (Fraction(7), Fraction(-1)), 3)
    assert never.fair_odds(0) is None
    assert never.break_even_payoff(0) is None
