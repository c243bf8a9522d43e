"""The quantities of claims, each by hand from counts that are published or easily counted."""

from fractions import Fraction
from math import comb, perm

import pytest
from support import refusal

from exact.arithmetic import high_of, low_of
from exact.questions.conditions import UNSTATED
from exact.questions.question import parse_question

DEALS = 4998398275503360
PUNTO, BANCO, TIE = (Fraction(count, DEALS) for count in (2230518282592256, 2292252566437888, 475627426473216))
"""The probabilities with eight decks, from the published counts."""
DRAGON = Fraction(112633011329024, DEALS)
"""Banco wins with three cards of total 7, from the published count."""
PAIR = Fraction(31, 415)
"""The second card has the rank of the first, with eight decks."""
DECIDED = PUNTO / (PUNTO + BANCO)
"""Punto wins a coup that is no tie."""
NATURAL_9 = 2 * (Fraction(128 * 32, 416 * 415) + 4 * Fraction(32 * 32, 416 * 415))
"""Two cards of total 9: a ten-valued one and a nine, or 1-8, 2-7, 3-6, 4-5, in either order."""


def exact(text: str) -> Fraction:
    value = parse_question(text).exact()
    assert isinstance(value, Fraction)
    return value


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("probability of dragon-7 win, 8 decks", DRAGON),
        ("probability of dragon-7 lose, 8 decks", 1 - DRAGON),
        ("contribution of dragon-7 win, 8 decks", 40 * DRAGON),
        ("contribution of dragon-7 lose, 8 decks", DRAGON - 1),
        ("contribution of dragon-7 win, pays 50, 8 decks", 50 * DRAGON),
        ("house edge per resolved stake of punto, 8 decks", (BANCO - PUNTO) / (PUNTO + BANCO)),
        ("covariance of (tie) and (tie), 8 decks", 4 * TIE * (1 - TIE)),
        ("covariance of dragon-7 and (tie), 8 decks", -41 * 2 * DRAGON * TIE),
        ("correlation of (tie) and (not tie), 8 decks", Fraction(-1)),
        ("correlation of tie and (tie), 8 decks", Fraction(1)),
        ("probability of dragon-7 win and punto, 8 decks", Fraction(0)),
        ("probability of dragon-7 and banco, 8 decks", DRAGON),
        ("probability of dragon-7 lose and banco, 8 decks", BANCO - DRAGON),
        ("odds against dragon-7 and banco, 8 decks", 1 / DRAGON - 1),
        ("count of dragon-7 and banco, 8 decks", DRAGON * DEALS),
        ("probability of punto-pair, 8 decks", PAIR),
        ("count of punto-pair, in 2 ordered cards, 8 decks", PAIR * 416 * 415),
        ("count of punto-pair, in one card, 8 decks", PAIR * 416),
        ("count of punto-pair, in pairs of hands, 8 decks", PAIR * comb(416, 2) * comb(414, 2)),
        ("probability of punto-pair, given banco=K,K, 8 decks", (12 * Fraction(32 * 31) + 30 * 29) / (414 * 413)),
        ("probability of (punto_two_card_total == 9), 8 decks", NATURAL_9),
        ("fair odds of punto-pair, pays 3, 8 decks", 1 / PAIR - 1),
        ("house edge of punto-pair, pays 12, 8 decks", 1 - 13 * PAIR),
        ("effect of removal of K on punto-pair, 8 decks",
         12 * ((12 * Fraction(32 * 31) + 31 * 30) / (415 * 414) - PAIR)),
        ("effect of removal of 9 9 on probability of (punto_two_card_total == 9), 8 decks",
         2 * Fraction(128 * 30 + 4 * 32 * 32, 414 * 413) - NATURAL_9),
        ("probability of punto-pair, without K, 8 decks", (12 * Fraction(32 * 31) + 31 * 30) / (415 * 414)),
        ("effect of removal of K on probability of punto-pair, 8 decks, without K",
         (12 * Fraction(32 * 31) + 30 * 29) / (414 * 413) - (12 * Fraction(32 * 31) + 31 * 30) / (415 * 414)),
        ("house edge of banco, no commission, 8 decks", PUNTO - BANCO),
        ("house edge of banco, 2.5 % commission, 8 decks", PUNTO - BANCO * Fraction(39, 40)),
        ("house edge of tie, pays 9.5, 8 decks", 1 - TIE * Fraction(21, 2)),
        ("house edge of tie, paying 19 to 2, 8 decks", 1 - TIE * Fraction(21, 2)),
        ("house edge of tie, paying 1/2, 8 decks", 1 - TIE * Fraction(3, 2)),
        ("contribution of a streak of 2 tie, pays -1, 8 decks", -(TIE**2)),
        ("contribution of a streak of 2 tie, pays 1/3, 8 decks", TIE**2 / 3),
        ("probability of tie, times 0.5, 8 decks", TIE / 2),
        ("count of tie, in six ordered cards, 8 decks", TIE * DEALS),
        ("probability of 2 player in a row, ties excluded, 8 decks", (PUNTO / (PUNTO + BANCO)) ** 2),
        ("count of deals, 1 deck", Fraction(perm(52, 6))),
        ("count of deals, in 4 ordered cards, 1 deck", Fraction(perm(52, 4))),
        ("count of deals, in 4 cards, 2 decks", Fraction(comb(104, 4))),
        ("count of deals, infinite shoe", Fraction(13**6)),
        ("count of distinct two-card hands worth 5, 1 deck", Fraction(16 * 4 + 4 * 4**2)),
        ("probability of (cards >= 4), 8 decks", Fraction(1)),
        ("probability of (tie and punto_wins), 8 decks", Fraction(0)),
        ("house edge per resolved stake of (tie), pays 0, 8 decks", Fraction(1)),
        ("house edge of (cards >= 4), pays 3, 8 decks", Fraction(-3)),
        ("expectation of (cards >= 4), pays 3, times 2.5, 8 decks", Fraction(15, 2)),
        ("probability of a streak of 1 punto, 8 decks", PUNTO),
        ("probability of a streak of 200 punto, 8 decks", PUNTO**200),
        ("probability of a streak of at most 1 tie, 8 decks", 1 - TIE**2),
        ("probability of a streak of 3 punto, ties skipped, 8 decks", DECIDED**3),
        ("probability of a streak of exactly 2 tie, 8 decks", TIE**2 - TIE**3),
        ("contribution of a streak of exactly 1 tie, pays 4, 8 decks", 4 * (TIE - TIE**2)),
        ("probability of a run of 2 tie among 4 coups, 8 decks", 3 * TIE**2 - 2 * TIE**3),
        ("worth of match play on punto, ties skipped, 8 decks", 2 * DECIDED - (1 - DECIDED)),
        ("expectation of a streak of 4 to 6 punto, pays 3-4-5, 8 decks",
         (3 * PUNTO**4 + 4 * PUNTO**5) * (1 - PUNTO) + 5 * PUNTO**6 - (1 - PUNTO**4)),
        ("probability of a run of 2 punto among 3 coups, ties skipped, 8 decks", 2 * DECIDED**2 - DECIDED**3),
        ("probability of a run of 3 banco among 3 coups, 8 decks", BANCO**3),
        ("probability of a run of 4 banco among 3 coups, 8 decks", Fraction(0)),
        ("fair odds of banco, 8 decks", PUNTO / BANCO),
        ("house edge of banco, commission 100%, 8 decks", PUNTO),
        # thirteen ranks, each as likely at every card; hands of two cards are of two decks, which have every hand
        ("count of punto-pair, infinite shoe", Fraction(13**5)),
        ("variance of punto-pair, pays 11, infinite shoe", Fraction(12 * 12, 13) * Fraction(12, 13)),
        ("probability of punto-pair and banco-pair, infinite shoe", Fraction(1, 169)),
        ("probability of punto-pair, given punto=K, infinite shoe", Fraction(1, 13)),
        ("count of distinct two-card hands worth 0, infinite shoe", Fraction(16 * 17, 2) + 4 * 16 + Fraction(4 * 5, 2)),
        ("probability of a session of 2 coups on punto, ties skipped, winning 0 or more, 8 decks", DECIDED * (2 - DECIDED)),
        ("probability of a session of 2 coups on tie, losing 2 or more, 8 decks", (1 - TIE) ** 2),
        ("probability of a session of 2 coups on tie, losing 1 or less, 8 decks", 1 - (1 - TIE) ** 2),
        ("probability of a session of 2 coups on tie, winning 7 or less, 8 decks", 1 - TIE**2),
        ("expectation of a session of 9 coups on punto, ties skipped, 8 decks", 9 * (2 * DECIDED - 1)),
        ("variance of a session of 10 coups on tie, pays 9, 8 decks", 10 * 100 * TIE * (1 - TIE)),
        ("probability of ruin on punto from 3, 8 decks", Fraction(1)),
        ("worth of a free bet on punto, ties skipped, 8 decks", DECIDED),
        ("probability of punto-perfect-pair, infinite shoe", Fraction(1, 52)),
        ("probability of (punto_first_two_suited), given punto=9h, infinite shoe", Fraction(1, 4)),
        ("probability of punto-pair, given card7=9s card8=9s card9=9s, infinite shoe", Fraction(1, 13)),
        # Kemeny and Snell (1957)
        ("value of chemin de fer, model A1, infinite shoe", Fraction(-679568, 53094899)),
        ("value of chemin-de-fer, 6 decks, model a1", Fraction(-679568, 53094899)),
        ("probability of drawing on 5 by player, model A1, infinite shoe", Fraction(9, 11)),
        ("probability of drawing on 6 by banker after no card, model A1, infinite shoe", Fraction(859, 2288)),
        # by a second method, of which the project's tests of equilibria say more
        ("value of chemin de fer, model B2, 6 decks", Fraction(-974653793197999, 75340147272374985)),
        ("probability of drawing on 0-6 by banco after no card, model B2, 6 decks", Fraction(77143741, 121269912)),
        ("probability of drawing on 4-1 by punto, model B3, 6 decks", Fraction(35003, 74880)),
        # the parlour game: banco's two-card totals or hands below a natural, and eleven things it may know of punto
        ("count of choices of banco, model A1", Fraction(8 * 11)),
        ("count of choices of punto, model B3, 8 decks", Fraction(5)),
    ]
)  # fmt: skip
def test_a_quantity_by_hand(claim: str, value: Fraction) -> None:
    assert exact(claim) == value
    assert parse_question(parse_question(claim).text) == parse_question(claim)


def test_values_between_proved_bounds() -> None:
    ever = parse_question("probability of ruin on banco from 2, no commission, 8 decks").exact()
    assert low_of(ever) <= (PUNTO / BANCO) ** 2 <= high_of(ever)
    session = parse_question("probability of a session of 400 coups on punto, winning 0 or more, 8 decks").exact()
    assert 0 < high_of(session) - low_of(session) < Fraction(1, 10**30)


@pytest.mark.parametrize(("card", "lost"), [("9h", 16), ("5h", 4), ("Kh", 4), ("Ah", 4)])
def test_distinct_hands_without_a_card(card: str, lost: int) -> None:
    """Of one deck, worth 9: a ten-valued card and a nine, or 1-8, 2-7, 3-6, 4-5; those with the card are gone."""
    assert exact(f"count of distinct two-card hands worth 9, 1 deck, without {card}") == 16 * 4 + 4 * 16 - lost


def test_distinct_hands_of_a_card_twice() -> None:
    """Worth 0: of ten-valued cards, of 1-9 to 4-6 and of fives; with two decks a card twice, too."""
    for decks, twice in ((1, 0), (2, 1)):
        hands = comb(16, 2) + 4 * 16 + comb(4, 2) + twice * 20
        shoe = f"{decks} deck{'s' if decks > 1 else ''}"
        assert exact(f"count of distinct two-card hands worth 0, {shoe}") == hands
    assert exact("count of distinct two-card hands worth 0, 2 decks, without 5h") == comb(16, 2) + 64 + comb(4, 2) + 19


@pytest.mark.parametrize(
    ("claim", "form"),
    [
        ("probability of tie", "probability"),
        ("odds against tie", "odds"),
        ("house edge of tie", "number"),
        ("probability of tie, times 100", "number"),
        ("effect of removal of 6 on probability of tie", "number"),
        ("fair odds of tie", "odds"),
        ("hit frequency of tie", "probability"),
        ("odds against a streak of 2 tie", "odds"),
        ("probability of a run of 2 punto among 3 coups", "probability"),
    ],
)
def test_what_kind_of_number_a_quantity_is(claim: str, form: str) -> None:
    """What "1 in N" may say of; a difference or a multiple of a probability is none."""
    assert parse_question(claim).form == form


def test_the_same_claim_about_no_particular_number_of_decks() -> None:
    claim = parse_question("house edge of banco, commission 4%, 6 decks, rules standard").under(decks=UNSTATED)
    assert claim.text == "house edge of banco, commission 4%, unstated decks, rules standard"
    assert len(claim.values()) == 17


def test_numbers_of_decks_with_which_a_claim_makes_no_sense() -> None:
    """One deck has four sixes. Where no number of decks is stated, it is left out; stated, it is an error."""
    five_sixes = "effect of removal of 6 6 6 6 6 on tie"
    assert list(parse_question(five_sixes).values()) == [*range(2, 17)]
    for decks in ("1 deck", "1 or 8 decks", "8 or 1 decks"):
        assert "6" in refusal(parse_question(f"{five_sixes}, {decks}").values)
    assert list(parse_question(f"{five_sixes}, 8 or 2 decks").values()) == [8, 2]


SIX_DECKS = Fraction(83552962932288, 392220492728832 + 403095751234560 + 83552962932288)
"""The probability of a tie with six decks, from the published counts."""


@pytest.mark.parametrize(
    ("shoe", "value"),
    [
        ("8 decks guessed", TIE),
        ("6 decks guessed", SIX_DECKS),
        ("unstated decks", TIE),
        ("6 or 8 decks", SIX_DECKS),
        ("8 or 6 decks", TIE),
        ("6 decks", SIX_DECKS),
    ],
)
def test_the_number_of_decks_of_the_exact_value(shoe: str, value: Fraction) -> None:
    """The first that is stated, or that which is guessed, or eight."""
    assert exact(f"probability of tie, {shoe}") == value
