"""Races to ruin or a target, exactly and within bounds, against closed forms and each other."""

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import pytest
from support import holds, refusal

from exact.analysis.sessions import ruin
from exact.analysis.sessions.distributions import ResultDistribution, distribution_of_results
from exact.analysis.sessions.ruin import isolated_root, race, race_within, ruin_before, ruin_ever
from exact.errors import ExactError

FAIR = distribution_of_results({Fraction(1): 1, Fraction(-1): 1, Fraction(0): 3})
STEEP = distribution_of_results({Fraction(2): 1, Fraction(-1): 9})
LIKE_BANCO = distribution_of_results({Fraction(19, 20): 459, Fraction(-1): 446, Fraction(0): 95})
WIDE = distribution_of_results({Fraction(11): 2, Fraction(4): 3, Fraction(-7): 5, Fraction(-1): 4})


def short_races() -> Iterator[tuple[ResultDistribution, tuple[int, int]]]:
    """Of coups with two to four results of up to three units, up to eleven states; and of two that mostly tie."""
    rng = random.Random(1)
    for _ in range(40):
        results = {rng.randint(-3, -1), rng.randint(1, 3), *rng.choices(range(-3, 4), k=2)}
        coup = distribution_of_results({Fraction(won): rng.randint(1, 9) for won in sorted(results)})
        yield coup, (-rng.randint(1, 6), rng.randint(1, 6))
    for ties, low in ((60, -3), (200, -2)):
        yield distribution_of_results({Fraction(1): 5, Fraction(0): ties, Fraction(-1): 1}), (low, 1)


def test_every_rounding_is_to_the_safe_side() -> None:
    for coup, limits in short_races():
        exact, found = ruin_before(coup, *limits), race_within(coup, *limits, 1)
        assert holds(found.probability, exact.probability[0], 1)
        assert holds(found.coups, exact.coups[0], 1)


@pytest.mark.parametrize(("low", "high"), [(-60, 60), (-20_000, 20_000), (-39_970, 30)])
def test_long_races_of_single_units_by_the_gamblers_ruin(low: int, high: int) -> None:
    """With r = losses/wins, ruin from a of a + b units has the probability (r**a − r**(a+b))/(1 − r**(a+b))."""
    coup = distribution_of_results({Fraction(1): 446, Fraction(-1): 459, Fraction(0): 95})
    rises, falls, both = 446 ** (high - low), 459 ** (high - low), 459**-low * 446**high
    ruin = Fraction(falls - both, falls - rises)
    found = race_within(coup, low, high, 40)
    assert holds(found.probability, ruin, 40)
    assert holds(found.coups, (low * ruin + high * (1 - ruin)) / coup.mean, 40)


@pytest.mark.parametrize("ties", [1_700_001, 10**15])
def test_bounds_just_wider_than_asked_are_found_again(ties: int) -> None:
    """A coin among ties: chances to thirteen digits leave its mean of half the deals in doubt by 0.14, or are all 0."""
    coin = distribution_of_results({Fraction(1): 1, Fraction(-1): 1, Fraction(0): ties})
    found = race_within(coin, -1, 1, 1)
    assert holds(found.coups, Fraction(ties + 2, 2), 1)
    assert holds(found.probability, Fraction(1, 2), 1)


def test_chances_that_are_rounded_down_to_0_are_found_again() -> None:
    """5/14 is lost per coup, until 1,000 to 1,006 are lost: by Wald's identity, after 2,800 to 2,817 coups."""
    found = race_within(WIDE, -1000, 1000, 1)
    assert Fraction(9, 10) < found.probability[0] <= found.probability[1] <= 1
    assert 2799 < found.coups[0] < found.coups[1] < 2817


@pytest.mark.parametrize("digits", [1, 12, 60])
@pytest.mark.parametrize("coup", [FAIR, STEEP, WIDE, LIKE_BANCO])
@pytest.mark.parametrize("limits", [(-1, 1), (-3, 7), (-20, 4), (-1, 30)])
def test_the_bounds_hold_the_exact_race(coup: ResultDistribution, limits: tuple[int, int], digits: int) -> None:
    exact, found = ruin_before(coup, *limits), race_within(coup, *limits, digits)
    assert holds(found.probability, exact.probability[0], digits)
    assert holds(found.coups, exact.coups[0], digits)


def test_a_long_race_of_single_units_is_not_soon_solved() -> None:
    """Its fraction has some hundred thousand digits."""
    assert ruin.is_soon_solved(FAIR, -100, 100)
    assert not ruin.is_soon_solved(FAIR, -(10**5), 10**5)


@pytest.mark.parametrize("sign", [1, -1])
def test_too_much_work_is_refused_at_once(sign: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is the same for moves upwards and downwards, and lower for farther ones."""
    monkeypatch.setattr(ruin, "MAX_STEPS", 10**7)
    most = []
    for far in (11, 400):
        coup = distribution_of_results({Fraction(sign * far): 2, Fraction(-sign): 9})
        with pytest.raises(
            ExactError, match="'a net win of 1' is 1000000 steps of 1 from ruin, and the bound "
        ) as error:
            race_within(coup, -1_000_000, 1, 3)
        bound = re.search(r"for these stakes is (\d+): take a nearer target", str(error.value))
        assert bound
        most.append(int(bound[1]))
        race_within(coup, -most[-1], 1, 3)
        assert f"is {most[-1] + 1} steps" in refusal(race_within, coup, -most[-1] - 1, 1, 3)
    assert most[0] > most[1] > 0


def test_a_short_race_is_exact_and_a_long_one_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = ruin_before(LIKE_BANCO, -40, 40)
    assert race(LIKE_BANCO, -40, 40, 12) == exact
    monkeypatch.setattr(ruin, "MAX_WORK", 10**3)
    lower, upper = race(LIKE_BANCO, -40, 40, 12).probability
    assert lower < exact.probability[0] < upper


def test_the_bounds_of_ruin_where_a_coup_can_lose_two_units() -> None:
    """3z³ − 4z² + 1 = (z − 1)(3z² − z − 1): three units are lost with between z⁴ and z³."""
    coup, root = distribution_of_results({Fraction(1): 3, Fraction(-2): 1}), (1 + sqrt(13)) / 6
    below, above = ruin_ever(coup, -3, 20)
    assert (float(below), float(above)) == pytest.approx((root**4, root**3), rel=1e-14)
    assert below < ruin_before(coup, -3, 60).probability[0] < above


@pytest.mark.parametrize(("wins", "losses"), [(2, 1), (3, 1), (3, 2), (7, 5), (100, 99), (10**6, 1)])
def test_the_root_for_single_units_is_losses_by_wins_rounded_down(wins: int, losses: int) -> None:
    """With w deals up and l down, w·z² − (w + l)·z + l = (z − 1)(w·z − l)."""
    coup = distribution_of_results({Fraction(1): wins, Fraction(-1): losses, Fraction(0): 3})
    for places in range(1, 15):
        assert isolated_root(coup, places) == Fraction(10**places * losses // wins, 10**places)
    below, above = ruin_ever(coup, -4, 9)
    assert below <= Fraction(losses, wins) ** 4 < above < below + Fraction(1, 10**9)
