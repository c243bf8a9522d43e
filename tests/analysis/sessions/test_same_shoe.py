"""Sessions from one shoe, against sums over the outcomes of its coups and against exact distributions."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from support import STANDARD, Command

from exact.analysis.dealing import Dealing
from exact.analysis.dependence import OUTCOMES, joint_distribution
from exact.analysis.sessions import same_shoe
from exact.analysis.sessions.same_shoe import (
    distribution_of_one_shoe,
    simulated_signs,
    variance_of_one_shoe,
    wins_by_outcome,
)
from exact.bets.catalogue import find_bet
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import Shoe

SMALL = (9, 1, 0, 0, 0, 1, 0, 0, 0, 9)
WINS = {Outcome.PUNTO: Fraction(-1), Outcome.BANCO: Fraction(19, 20), Outcome.TIE: Fraction(0)}
UNIT = Fraction(1, 20)
TO_THE_END = Dealing(burn="none", cut=11)


def test_what_the_outcome_decides() -> None:
    shoe = Shoe.of_decks(8)
    bets = [find_bet("banco"), find_bet("tie")]
    stakes = [Fraction(20), Fraction(5)]
    assert wins_by_outcome(bets, stakes, shoe, STANDARD) == {
        Outcome.PUNTO: Fraction(-25),
        Outcome.BANCO: Fraction(14),
        Outcome.TIE: Fraction(40),
    }
    with pytest.raises(ExactError, match="'dragon-7' is not decided by punto, banco or tie alone"):
        wins_by_outcome([find_bet("dragon-7")], [Fraction(1)], shoe, STANDARD)


@pytest.mark.parametrize("coups", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_distribution_of_a_small_shoe(coups: int) -> None:
    joint = joint_distribution(Shoe.of_values(SMALL), STANDARD, coups)
    distribution = distribution_of_one_shoe(joint, WINS, UNIT)
    expected: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for outcomes in product(OUTCOMES, repeat=coups):
        expected[sum((WINS[outcome] for outcome in outcomes), Fraction(0))] += joint.probability(outcomes)
    assert {result * UNIT: distribution.bounds(count)[0] for result, count in distribution.counts.items()} == expected
    mean = sum((result * chance for result, chance in expected.items()), Fraction(0))
    square = sum((result**2 * chance for result, chance in expected.items()), Fraction(0))
    two = joint_distribution(Shoe.of_values(SMALL), STANDARD, 2)
    assert variance_of_one_shoe(two, WINS, coups) == square - mean**2


def test_a_few_shoes_are_dealt_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two coups of a shoe of twenty cards, and coups of tens alone, which all tie; as many shoes as the coups allow."""
    monkeypatch.setattr(same_shoe, "SHOES", 4000)
    distribution = distribution_of_one_shoe(joint_distribution(Shoe.of_values(SMALL), STANDARD, 2), WINS, UNIT)
    _shoes, loss, win = simulated_signs(Shoe.of_values(SMALL), STANDARD, TO_THE_END, WINS, UNIT, 2)
    for sign, estimate in ((-1, loss), (1, win)):
        exact = distribution.bounds(sum(count for won, count in distribution.counts.items() if won * sign > 0))[0]
        assert abs(estimate.value - float(exact)) < 4 * estimate.error < 0.04
    monkeypatch.setattr(same_shoe, "_MOST_DEALT", 20)
    monkeypatch.setattr(same_shoe, "SHOES", 8)
    for coups, shoes in ((2, 8), (3, 6), (5, 4)):
        tens = simulated_signs(
            Shoe.of_values([30, *[0] * 9]), STANDARD, TO_THE_END, {**WINS, Outcome.TIE: UNIT}, UNIT, coups
        )
        assert tens == (shoes, (0, 0), (1, 0))


def test_a_card_is_dealt_once() -> None:
    """The only nine of twelve cards decides one of two coups at most: three units are won once and four lost."""
    wins = {Outcome.PUNTO: Fraction(3), Outcome.BANCO: Fraction(3), Outcome.TIE: Fraction(-4)}
    shoe = Shoe.of_values([11, *[0] * 8, 1])
    assert simulated_signs(shoe, STANDARD, TO_THE_END, wins, Fraction(1), 2)[1:] == ((1, 0), (0, 0))


def test_the_command(exact: Command) -> None:
    joint = joint_distribution(Shoe.of_decks(8), STANDARD, 2)
    data = exact.json("session", "--bet", "punto", "--coups", "2", "--one-shoe", "--at-most", "-2")
    assert Fraction(data["at_most"]) == 1 - sum(
        (joint.probability((a, b)) for a in OUTCOMES for b in OUTCOMES if {a, b} != {Outcome.BANCO}), Fraction(0)
    )
    assert "one shoe of 416 cards" in data["notes"][0]
    short = exact("session", "--bet", "punto", "--coups", "7", "--one-shoe", "--decks", "1").out
    assert "Approximation: the distribution is that of independent coups, each from a fresh shoe of 52 cards." in short


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("burn", "cut", "after"), [("none", 11, 1), ("one", 17, 2), ("first-card", 23, 1)])
def test_the_fewest_and_the_most_coups_of_a_shoe(burn: str, cut: int, after: int, late: bool) -> None:
    """By dealing coups of six cards after a ten, and of four after an ace, until the cut card has shown."""
    dealing = Dealing(burn=burn, cut=cut, coups_after=after, first_coup_unseen=late)
    for cards, (used, first) in product(range(dealing.least + 20, 90), ((6, 0), (4, 1))):
        place, coups, behind = dealing.burned(first), 0, 0
        while behind < after:
            behind += place >= cards - cut
            place, coups = place + used, coups + 1
        assert dealing.coups(cards, used) == coups - late


def test_shoes_that_end_before_the_last_coup_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fourteen tens and two nines: the second coup begins before the cut card, so that a third follows, after a natural."""
    monkeypatch.setattr(same_shoe, "SHOES", 2000)
    shoe = Shoe.of_values([14, *[0] * 8, 2])
    shoes, *_ = simulated_signs(shoe, STANDARD, TO_THE_END, {**WINS, Outcome.TIE: Fraction(0)}, UNIT, 3)
    natural = 1 - Fraction(comb(14, 4), comb(16, 4))  # a nine among the first four of sixteen cards
    assert abs(shoes - 2000 * natural) < 4 * (2000 * natural * (1 - natural)) ** 0.5
    with pytest.raises(ExactError, match="coups: 3 were dealt by fewer than two of 2000 simulated shoes"):
        simulated_signs(Shoe.of_values([16, *[0] * 9]), STANDARD, TO_THE_END, WINS, UNIT, 3)


@pytest.mark.slow
def test_eighty_coups_of_one_shoe(exact: Command) -> None:
    """A shoe of 416 cards may end before the last of them: no exact variance, and the note says how many shoes did not."""
    data = exact.json("session", "--bet", "banco", "--coups", "80", "--one-shoe")
    assert set(data["one_shoe"]) == {
        f"net_{side},_{what}" for side in ("loss", "win") for what in ("simulated_difference", "standard_error")
    }
    assert "of 20000 shoes that dealt every coup" in data["notes"][0]
