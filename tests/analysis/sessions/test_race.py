from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from exact.analysis.sessions import ruin
from exact.analysis.sessions.distributions import Bounds, CoupDistribution, Limits, distribution_of_results
from exact.analysis.sessions.ruin import race as race_to
from exact.analysis.sessions.ruin import race_within, ruin_before
from exact.errors import ExactError

FAIR = distribution_of_results({Fraction(1): 1, Fraction(-1): 1, Fraction(0): 3})
STEEP = distribution_of_results({Fraction(2): 1, Fraction(-1): 9})
LIKE_BANCO = distribution_of_results({Fraction(19, 20): 459, Fraction(-1): 446, Fraction(0): 95})
WIDE = distribution_of_results({Fraction(11): 2, Fraction(4): 3, Fraction(-7): 5, Fraction(-1): 4})


def holds(bounds: Bounds, value: Fraction, digits: int) -> bool:
    return bounds[0] <= value <= bounds[1] and bounds[1] - bounds[0] < Fraction(1, 10**digits)


def short_races() -> Iterator[tuple[CoupDistribution, Limits]]:
    """Of coups with two to four results of up to three units, up to eleven states; and of two that mostly tie."""
    rng = random.Random(1)
    for _ in range(40):
        results = {rng.randint(-3, -1), rng.randint(1, 3), *rng.choices(range(-3, 4), k=2)}
        coup = distribution_of_results({Fraction(won): rng.randint(1, 9) for won in sorted(results)})
        yield coup, Limits(-rng.randint(1, 6), rng.randint(1, 6))
    for ties, low in ((60, -3), (200, -2)):
        yield distribution_of_results({Fraction(1): 5, Fraction(0): ties, Fraction(-1): 1}), Limits(low, 1)


def test_every_rounding_is_to_the_safe_side() -> None:
    for coup, limits in short_races():
        exact, found = ruin_before(coup, limits), race_within(coup, limits, 1)
        assert holds(found.probability, exact.probability[0], 1)
        assert holds(found.coups, exact.coups[0], 1)


def test_the_race_of_one_coup() -> None:
    """Thirds rounded to thirteen digits: the rounded chances of both ends add up to 1, or to one unit off it."""
    one = 10**13
    found = race_within(distribution_of_results({Fraction(1): 2, Fraction(-1): 1}), Limits(-1, 1), 1)
    assert found.probability == (Fraction(one // 3, one), Fraction(one // 3 + 1, one))
    assert found.coups == (Fraction(one, one + 1), Fraction(one, one - 1))


@pytest.mark.parametrize("ties", [1_700_001, 10**15])
def test_bounds_just_wider_than_asked_are_found_again(ties: int) -> None:
    """A coin among ties: chances to thirteen digits leave its mean of half the deals in doubt by 0.14, or are all 0."""
    coin = distribution_of_results({Fraction(1): 1, Fraction(-1): 1, Fraction(0): ties})
    found = race_within(coin, Limits(-1, 1), 1)
    assert holds(found.coups, Fraction(ties + 2, 2), 1)
    assert holds(found.probability, Fraction(1, 2), 1)


def test_chances_that_are_rounded_down_to_0_are_found_again() -> None:
    """5/14 is lost per coup, until 1,000 to 1,006 are lost: by Wald's identity, after 2,800 to 2,817 coups."""
    found = race_within(WIDE, Limits(-1000, 1000), 1)
    assert Fraction(9, 10) < found.probability[0] <= found.probability[1] <= 1
    assert 2799 < found.coups[0] < found.coups[1] < 2817


@pytest.mark.parametrize("digits", [1, 12, 60])
@pytest.mark.parametrize("coup", [FAIR, STEEP, WIDE, LIKE_BANCO])
@pytest.mark.parametrize("limits", [Limits(-1, 1), Limits(-3, 7), Limits(-20, 4), Limits(-1, 30)])
def test_the_bounds_hold_the_exact_race(coup: CoupDistribution, limits: Limits, digits: int) -> None:
    exact, found = ruin_before(coup, limits), race_within(coup, limits, digits)
    assert holds(found.probability, exact.probability[0], digits)
    assert holds(found.coups, exact.coups[0], digits)


def test_a_long_race_of_single_units_is_not_soon_solved() -> None:
    """Its fraction has some hundred thousand digits."""
    assert ruin.is_soon_solved(FAIR, Limits(-100, 100))
    assert not ruin.is_soon_solved(FAIR, Limits(-(10**5), 10**5))


@pytest.mark.parametrize("sign", [1, -1])
def test_too_much_work_is_refused_at_once(sign: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The farthest move, 11 units, counts twice; it may be a win or a loss."""
    coup = distribution_of_results({won * WIDE.unit * sign: count for won, count in WIDE.counts.items()})
    monkeypatch.setattr(ruin, "MAX_STEPS", 11**2 * 20)
    race_within(coup, Limits(-12, 9), 3)
    monkeypatch.setattr(ruin, "MAX_STEPS", 11**2 * 20 - 1)
    with pytest.raises(ExactError, match="'a net win of 9' is 20 units of 1 from ruin, too many to solve: "):
        race_within(coup, Limits(-12, 9), 3)


def test_a_short_race_is_exact_and_a_long_one_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = ruin_before(LIKE_BANCO, Limits(-40, 40))
    assert race_to(LIKE_BANCO, Limits(-40, 40), 12) == exact
    monkeypatch.setattr(ruin, "MAX_WORK", 10**3)
    lower, upper = race_to(LIKE_BANCO, Limits(-40, 40), 12).probability
    assert lower < exact.probability[0] < upper
