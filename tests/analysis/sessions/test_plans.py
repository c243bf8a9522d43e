"""Plans against every sequence of coups, dealt out by the words of each plan and not by its steps."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

import pytest

from exact import Shoe, find_bet, rules_named
from exact.analysis.sessions.distributions import joint_payoffs
from exact.analysis.sessions.stopped import StoppedSession, plan_limits, plan_of, stopped_session

DEALS, PUNTO, BANCO = 4998398275503360, 2230518282592256, 2292252566437888
CHANCES = {"p": Fraction(PUNTO, DEALS), "b": Fraction(BANCO, DEALS), "t": 1 - Fraction(PUNTO + BANCO, DEALS)}
PAID = {"banco": {"b": Fraction(19, 20), "p": Fraction(-1)}, "punto": {"p": Fraction(1), "b": Fraction(-1)}}
Player = Callable[[list[tuple[str, int, int]]], tuple[str, int]]
"""Bet and stake after the coups so far, each with its bet, its stake and the sign of what it won."""


def martingale(past: list[tuple[str, int, int]]) -> tuple[str, int]:
    """Double after a loss, up to 4; after a win, or a loss of 4, begin again; repeat after a tie."""
    if not past:
        return "banco", 1
    _bet, stake, sign = past[-1]
    return "banco", stake if sign == 0 else 2 * stake if sign < 0 and stake < 4 else 1


def paroli(past: list[tuple[str, int, int]]) -> tuple[str, int]:
    """Double after a win, up to 4; after a loss, or a win of 4, begin again."""
    if not past:
        return "banco", 1
    _bet, stake, sign = past[-1]
    return "banco", stake if sign == 0 else 2 * stake if sign > 0 and stake < 4 else 1


def dalembert(past: list[tuple[str, int, int]]) -> tuple[str, int]:
    """One more after a loss and one less after a win, from 1 to 3."""
    stake = 1
    for _bet, _stake, sign in past:
        stake = min(max(stake - sign, 1), 3)
    return "banco", stake


def fibonacci(past: list[tuple[str, int, int]]) -> tuple[str, int]:
    """1, 1, 2, 3: one further after a loss, two back after a win."""
    place = 0
    for _bet, _stake, sign in past:
        place = max(place - 2, 0) if sign > 0 else min(place - sign, 3)
    return "banco", (1, 1, 2, 3)[place]


def alternating(past: list[tuple[str, int, int]]) -> tuple[str, int]:
    """A stake on banco, then three on punto, then two on banco, whatever happens."""
    return (("banco", 1), ("punto", 3), ("banco", 2))[len(past) % 3]


PLANS: dict[str, Player] = {
    "martingale 4": martingale,
    "1, 2, 4; win first; loss next; push stay": martingale,
    "Paroli 5": paroli,
    "d'Alembert 3": dalembert,
    "fibonacci 4": fibonacci,
    "1 banco, 3 punto, 2 Banker": alternating,
}


class Dealt(NamedTuple):
    results: dict[Fraction, Fraction]
    turnover: Fraction
    coups: Fraction


def dealt_out(player: Player, coups: int, low: Fraction, high: Fraction, bankroll: Fraction) -> Dealt:
    """What ``coups`` coups bring, until a limit or a stake beyond the bankroll."""
    results: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    turnover = played = Fraction(0)
    for letters in product(CHANCES, repeat=coups):
        chance, net, past = prod(CHANCES[letter] for letter in letters), Fraction(0), list[tuple[str, int, int]]()
        for letter in letters:
            bet, stake = player(past)
            if not low < net < high or stake > bankroll + net:
                break
            won = stake * PAID[bet].get(letter, Fraction(0))
            net, turnover, played = net + won, turnover + chance * stake, played + chance
            past.append((bet, stake, (won > 0) - (won < 0)))
        results[net] += chance
    return Dealt(results, turnover, played)


def in_money(played: StoppedSession) -> dict[Fraction, Fraction]:
    unit, whole = played.distribution.unit, played.distribution.denominator
    return {won * unit: Fraction(count, whole) for won, count in played.distribution.counts.items() if count}


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("ends", [{}, {"stop_win": Fraction(2), "stop_loss": Fraction(3)}, {"bankroll": Fraction(5)}])
def test_a_plan_is_what_its_player_does(plan: str, ends: dict[str, Fraction], monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly, and between bounds; the mean is minus the edge of each stake times the turnover."""
    far = Fraction(10**6)
    stops = -ends.get("stop_loss", far), ends.get("stop_win", far)
    expected = dealt_out(PLANS[plan], 6, *stops, ends.get("bankroll", far))
    bets = [name for name in ("banco", "punto") if name == "banco" or name in plan]
    payoffs = joint_payoffs(list(map(find_bet, bets)), Shoe.of_decks(8), rules_named("standard").tableau)
    steps = plan_of(plan, bets, [Fraction(1)] * len(bets), payoffs)
    steps, limits = plan_limits(steps, ends)
    played = stopped_session(steps[0].coup, 6, limits, 12, steps)
    whole = played.distribution.denominator
    assert in_money(played) == expected.results
    assert played.mean_coups[0] == expected.coups == Fraction(sum(played.visits), whole)
    staked = [Fraction(visits, whole) * step.stake for visits, step in zip(played.visits, steps, strict=True)]
    assert sum(staked) == expected.turnover
    assert played.distribution.mean == sum(
        stake * step.coup.mean / step.stake for stake, step in zip(staked, steps, strict=True)
    )
    monkeypatch.setattr("exact.analysis.sessions.stopped.EXACT_COUPS", 0)
    bounded = stopped_session(steps[0].coup, 6, limits, 12, steps)
    lost = Fraction(bounded.distribution.missing, bounded.distribution.denominator)
    assert 0 < lost < Fraction(1, 10**12)
    for won, chance in in_money(played).items():
        assert 0 <= chance - in_money(bounded)[won] <= lost
    for exactly, rounded in zip(played.visits, bounded.visits, strict=True):
        difference = Fraction(exactly, whole) - Fraction(rounded, bounded.distribution.denominator)
        assert 0 <= difference <= 6 * lost
