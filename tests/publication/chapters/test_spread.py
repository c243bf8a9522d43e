"""The spread: the pair bet by the moments of a count of pairs, the linear part by the effects of removal."""

from fractions import Fraction
from math import comb, isqrt

from support import STANDARD, committed_rows

from exact.analysis.removal import effects_of_removal
from exact.bets.catalogue import find_bet
from exact.game.shoe import Shoe
from exact.publication.chapters.unseen import BETS, UNSEEN


def rounded_root(square: Fraction, digits: int) -> Fraction:
    """The square root to so many decimals; it is never a tie here."""
    scaled = square * 10 ** (2 * digits + 2)
    return round(Fraction(isqrt(scaled.numerator // scaled.denominator), 10), 0) / Fraction(10**digits)


def pair_variance(n: int) -> Fraction:
    """Of 12 · (share of pairs of unseen cards of one rank) − 1, from two, three and four cards of a shoe of 13 · 32."""
    two = Fraction(31, 415)
    three = two * Fraction(30, 414)
    four = two * (Fraction(30 * 29, 414 * 413) + Fraction(384 * 31, 414 * 413))
    pairs = comb(n, 2)
    of_count = pairs * (two * (1 - two) + 2 * (n - 2) * (three - two**2) + comb(n - 2, 2) * (four - two**2))
    return of_count * Fraction(12, pairs) ** 2


def test_the_pair_bet_by_its_pairs() -> None:
    rows = {int(row["unseen"]): row for row in committed_rows("expectation-spread") if row["bet"] == "punto-pair"}
    assert tuple(rows) == UNSEEN
    for unseen, row in rows.items():
        assert Fraction(row["standard deviation, %"]) == rounded_root(pair_variance(unseen) * 10**4, 7)
        assert Fraction(row["linear part of the variance, %"]) == 0


def test_the_linear_part_by_the_effects_of_removal() -> None:
    shoe = Shoe.of_decks(8)
    rows = committed_rows("expectation-spread")
    assert list(dict.fromkeys(row["bet"] for row in rows)) == list(BETS)
    for row in rows:
        if row["bet"] in ("tie", "banco") and row["unseen"] in ("26", "208"):
            effects = effects_of_removal(find_bet(row["bet"]), shoe, STANDARD)
            squares = (shoe.values[value] * effect**2 for value, effect in effects.by_class.items())
            square = sum(squares, Fraction(0)) / 416
            n = int(row["unseen"])
            linear = square * Fraction(415 * (416 - n), n)
            variance = Fraction(row["standard deviation, %"]) ** 2 / 10**4
            assert abs(linear / variance * 100 - Fraction(row["linear part of the variance, %"])) < Fraction(1, 10**4)
