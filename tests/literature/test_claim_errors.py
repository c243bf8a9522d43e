"""Claims that cannot be, each refused with its own reason; and their neighbours, which have a value by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm

import pytest

from exact.errors import ExactError
from exact.literature.claims import parse_claim


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("house edge of banco, 6 or 8 decks guessed", "'6 or 8 decks guessed' must guess one number of decks"),
        ("house edge of banco, infinite or 8 decks guessed", "must guess one number of decks"),
        ("probability of a streak of 0 punto", "'0' must be a whole number from 1 to 200"),
        ("probability of a streak of 201 punto", "'201' must be a whole number from 1 to 200"),
        ("probability of a run of 0 punto among 3 coups", "'0' must be a whole number from 1 to "),
        ("house edge of tie, pays 8 to 0, 8 decks", "'8 to 0' divides by 0"),
        ("house edge of tie, pays 9 for 0", "'9 for 0' divides by 0"),
        ("house edge of banco, commission 101%", "'101%' must be at most 100 %: write 5% or 0.05"),
        ("house edge of banco, commission 2", "'2' must be at most 100 %: write 5% or 0.05"),
        ("expectation of punto, times 0, 8 decks", "'times 0' must be a number above 0"),
        ("probability of (punto_total == 9", "'(punto_total == 9' lacks the parenthesis that ends the event"),
        ("house edge of lucky-6:12-20, pays 12-18", "'pays 12-18' contradicts lucky-6:12-20: name one pay table"),
        ("house edge of tie, pays 8-1", "'pays 8-1' does not fit tie: give 1 payoff"),
        ("probability of a streak of 9 to 4 punto", "must go from a shorter streak to a longer one"),
        ("probability of a streak of 4 to 4 banco", "must go from a shorter streak to a longer one"),
        ("betting correlation of tie, tags 0 1", "'0 1' must be ten tags, for A 2 … 9 and the ten-valued ranks"),
        ("expectation of banco, doubled", "'doubled' is not a condition: "),
        ("probability of dragon 7 nope", "'nope' is not a category of dragon-7: known: win, lose"),
        ("probability of dragon-7 nope", "'nope' is not a category of dragon-7: known: win, lose"),
    ],
)
def test_what_cannot_be_read(claim: str, reason: str) -> None:
    with pytest.raises(ExactError) as caught:
        parse_claim(claim)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("odds against (tie and punto_wins), 8 decks", "cannot happen, so there are no odds against it"),
        ("count of distinct two-card hands worth 5, 8 decks, without 9", "needs a shoe known card by card: remove cards like 9h"),
        ("house edge per resolved stake of (cards >= 4), pays 0, 8 decks", "'(cards >= 4)' is never resolved"),
        ("expectation of a streak of 4 punto, pays even money, 8 decks", "'pays even money' does not fit a streak of 4 punto: give 1"),
        ("contribution of lucky-6, 8 decks", "names no category: one of two-cards, three-cards, lose"),
        ("fair odds of (tie and punto_wins), pays 3, 8 decks", "cannot win, so no payoff is fair"),
        ("skewness of (cards >= 4), pays 3, 8 decks", "has a payoff that does not vary"),
        ("correlation of (cards >= 4) and tie, 8 decks", "has a payoff that does not vary"),
        ("correlation of tie and (cards >= 4), 8 decks", "has a payoff that does not vary"),
        ("count of tie, in 2 cards, infinite shoe", "has no cards to count: give a number of decks"),
        ("probability of a streak of 3 tie, ties skipped, 8 decks", "'ties skipped' leaves no coup to a streak of ties"),
        ("probability of a streak of 4 to 6 punto, 8 decks", "lists lengths for their payoffs: ask for the expectation"),
        ("expectation of a streak of 4 punto, 8 decks", "'a streak of 4 punto' needs a payoff: pays 10"),
        ("expectation of a streak of 4 punto, pays 3-4, 8 decks", "'pays 3-4' does not fit a streak of 4 punto: give 1"),
        ("expectation of a streak of 4 to 6 punto, pays 3-4, 8 decks", "does not fit a streak of 4 to 6 punto: give 3"),
    ],
)  # fmt: skip
def test_what_has_no_value(claim: str, reason: str) -> None:
    parsed = parse_claim(claim)
    with pytest.raises(ExactError) as caught:
        parsed.exact()
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("count of deals, 1 deck", Fraction(perm(52, 6))),
        ("count of deals, in 4 ordered cards, 1 deck", Fraction(perm(52, 4))),
        ("count of deals, in 4 cards, 2 decks", Fraction(comb(104, 4))),
        ("count of deals, in pairs of hands, 1 deck", Fraction(comb(52, 2) * comb(50, 2))),
        ("count of deals, infinite shoe", Fraction(13**6)),
        ("count of distinct two-card hands worth 5, 1 deck", Fraction(16 * 4 + 4 * 4**2)),
        ("probability of (cards >= 4), 8 decks", Fraction(1)),
        ("probability of (tie and punto_wins), 8 decks", Fraction(0)),
        ("house edge per resolved stake of (tie), pays 0, 8 decks", Fraction(1)),
        ("house edge of (cards >= 4), pays 3, 8 decks", Fraction(-3)),
        ("expectation of (cards >= 4), pays 3, times 2.5, 8 decks", Fraction(15, 2)),
    ],
)
def test_what_is_just_possible(claim: str, value: Fraction) -> None:
    assert parse_claim(claim).exact() == value


@pytest.mark.parametrize(
    ("claim", "same"),
    [
        ("house edge of banco, commission 100%, 8 decks", "probability of punto, 8 decks"),
        ("house edge of tie, pays 9 for 1, 8 decks", "house edge of tie, 8 decks"),
        ("house edge of lucky-6:12-20, pays 12-20, 8 decks", "house edge of lucky-6:12-20, 8 decks"),
    ],
)
def test_claims_that_say_the_same(claim: str, same: str) -> None:
    """At full commission a win of banco brings nothing; a bet that pays 9 for 1 pays 8 to 1."""
    assert parse_claim(claim).exact() == parse_claim(same).exact()


PUNTO, BANCO, TIE = (
    Fraction(count, 4998398275503360) for count in (2230518282592256, 2292252566437888, 475627426473216)
)
"""The probabilities with eight decks, from the published counts."""
DECIDED = PUNTO / (PUNTO + BANCO)


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("probability of a streak of 3 punto, 8 decks", PUNTO**3),
        ("probability of a streak of 1 punto, 8 decks", PUNTO),
        ("odds against a streak of 3 punto, 8 decks", 1 / PUNTO**3 - 1),
        ("probability of a streak of 200 punto, 8 decks", PUNTO**200),
        ("probability of a streak of at most 1 tie, 8 decks", 1 - TIE**2),
        ("probability of a run of 1 punto among 1 coups, 8 decks", PUNTO),
        ("probability of a streak of 3 punto, ties skipped, 8 decks", DECIDED**3),
        ("probability of a streak of exactly 2 tie, 8 decks", TIE**2 - TIE**3),
        ("expectation of a streak of 2 punto, pays 3, 8 decks", 3 * PUNTO**2 - (1 - PUNTO**2)),
        ("contribution of a streak of 2 punto, pays 3, 8 decks", 3 * PUNTO**2),
        (
            "expectation of a streak of 4 to 6 punto, pays 3-4-5, 8 decks",
            (3 * PUNTO**4 + 4 * PUNTO**5) * (1 - PUNTO) + 5 * PUNTO**6 - (1 - PUNTO**4),
        ),
        ("probability of a run of 2 punto among 3 coups, 8 decks", 2 * PUNTO**2 - PUNTO**3),
        ("probability of a run of 2 punto among 3 coups, ties skipped, 8 decks", 2 * DECIDED**2 - DECIDED**3),
        ("probability of a run of 3 banco among 3 coups, 8 decks", BANCO**3),
        ("probability of a run of 4 banco among 3 coups, 8 decks", Fraction(0)),
    ],
)
def test_streaks_and_runs_by_hand(claim: str, value: Fraction) -> None:
    assert parse_claim(claim).exact() == value
    assert parse_claim(claim).text == claim


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("probability of dragon 7 win", "probability of dragon-7 win"),
        ("probability of lucky 6 two cards", "probability of lucky-6 two-cards"),
        ("probability of dragon bonus player win by 9", "probability of dragon-bonus-punto win-by-9"),
        ("probability of the panda-8", "probability of panda-8"),
        ("probability of tie 9", "probability of tie-9"),
        ("probability of tie wins", "probability of tie"),
    ],
)
def test_bets_of_several_words_with_and_without_a_category(typed: str, text: str) -> None:
    assert parse_claim(typed).text == text


def test_only_a_claim_about_a_bet_has_one() -> None:
    assert parse_claim("house edge of tie, 8 decks").bet.name == "tie"
    with pytest.raises(ExactError, match="claim: 'probability of a streak of 4 punto, 8 decks' is not about one bet"):
        _ = parse_claim("probability of a streak of 4 punto, 8 decks").bet


def test_a_coupon_is_named_by_its_bet() -> None:
    assert (
        parse_claim("worth of a match-play coupon on Player, 8 decks").text == "worth of match play on punto, 8 decks"
    )


def test_a_claim_may_have_a_thousand_characters() -> None:
    claim = f"house edge of tie,{' ' * 974} 8 decks"
    assert (len(claim), parse_claim(claim).text) == (1000, "house edge of tie, 8 decks")
    with pytest.raises(ExactError, match="has 1001 characters; the bound is 1000"):
        parse_claim(f"{claim} ")


def test_fair_odds_of_a_bet_that_pays_less_than_its_stake() -> None:
    """What a win pays now is no loss."""
    assert parse_claim("fair odds of banco, 8 decks").exact() == PUNTO / BANCO


@pytest.mark.parametrize(
    ("claim", "column", "wrong"),
    [
        ("8 decks", 1, "'8 decks' begins with no quantity: known: probability, odds against, "),
        ("commission 4%, 8 decks", 1, "'commission 4%' begins with no quantity: "),
        ("foo bar, house edge of tie", 1, "'foo bar' is not a condition: "),
        ("house edge of tie, foo bar", 20, "'foo bar' is not a condition: "),
        ("foo, effect of removal of 6 on tie", 1, "'foo' is not a condition: "),
        ("house edge of tie, tie", 20, "'tie' is not a condition: "),
        ("house edge of tie,  foo   bar", 21, "'foo bar' is not a condition: "),
        ("8 decks,  foo", 11, "'foo' begins with no quantity: "),
        ("given punto=K, 8 decks, foo", 25, "'foo' begins with no quantity: "),
        ("house edge of tie, 8 decks, 6 decks", 29, "'6 decks' is a second condition of its kind"),
        ("house edge of 8 decks, 8 decks", 15, "'8 decks' is neither a bet nor an event: "),
        ("Probability of tie, pays 3", 21, "'pays 3' does not belong to the probability of tie"),
    ],
)
def test_where_a_claim_is_wrong(claim: str, column: int, wrong: str) -> None:
    """A part that begins with a quantity is the quantity, wherever it stands; the first that is no condition, if there is none."""
    with pytest.raises(ExactError) as caught:
        parse_claim(claim)
    assert caught.value.bound.startswith(f"at column {column}: {wrong}")
