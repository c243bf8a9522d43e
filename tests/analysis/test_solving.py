"""Solving for a term: by the closed formula, and by pricing the bet again on the terms that were found."""

from fractions import Fraction

import pytest
from support import STANDARD, refusal

from exact import price
from exact.analysis.odds import odds_of_decks
from exact.analysis.pricing import parse_shares, solve
from exact.game import Outcome

FIVE = Fraction(5, 100)
PAIR, SIX = (price(name, decks=8).distribution for name in ("punto-pair", "lucky-6"))


def test_the_payoff_of_a_pair() -> None:
    """31 of the 415 other cards make the pair: 31 x − 384 = −415 e."""
    found = solve(PAIR, FIVE, {"win": Fraction(1)})
    assert found.terms == {"win": (384 - 415 * FIVE) / 31}  # 11.72
    assert found.nearest == [((near,), Fraction(384 - 31 * near, 415)) for near in (11, Fraction(23, 2), 12)]


@pytest.mark.parametrize("edge", [FIVE, Fraction(0), Fraction(-1, 7)])
def test_the_terms_give_the_edge_when_the_bet_is_priced_again(edge: Fraction) -> None:
    for text in ("two-cards", "three-cards", "two-cards=12,three-cards=20"):
        found = solve(SIX, edge, parse_shares(text, SIX))
        for terms, of_terms in [(found.terms.values(), edge), *found.nearest]:
            paid = dict(zip(SIX.categories, SIX.payoffs, strict=True)) | dict(zip(found.terms, terms, strict=True))
            again = price("lucky-6", decks=8, pays=[paid["two-cards"], paid["three-cards"]])
            assert again.house_edge == of_terms
    assert found.terms["two-cards"] * 20 == found.terms["three-cards"] * 12


def test_the_commission_on_banco() -> None:
    odds = odds_of_decks(8, STANDARD)
    banco, punto = odds.probability(Outcome.BANCO), odds.probability(Outcome.PUNTO)
    found = solve(price("banco", decks=8, commission=0).distribution, Fraction(1, 100))
    assert found.terms == {"commission": (Fraction(1, 100) + banco - punto) / banco}  # 4.87 %
    assert [near for near, _ in found.nearest] == [(Fraction(per_mille, 1000),) for per_mille in (40, 45, 50)]
    assert found.nearest[-1][1] == price("banco", decks=8).house_edge


def test_a_round_payoff_is_its_own_neighbour() -> None:
    assert solve(PAIR, Fraction(384 - 31 * 11, 415), {"win": Fraction(1)}).nearest == [
        ((Fraction(11),), Fraction(43, 415))
    ]


@pytest.mark.parametrize(
    ("edge", "shares", "error"),
    [
        (Fraction(2), {"win": Fraction(1)}, "solve: 'win' would have to be -14.387097 for a house edge of 200 %"),
        (Fraction(-100000), {"win": Fraction(1)}, "and must be from -1 to 1000000"),
        (Fraction(1, 2), None, "solve: 'commission' would have to be 1.092780"),  # (e + P − B) / P
    ],
)
def test_an_edge_that_nothing_gives_is_refused(edge: Fraction, shares: dict[str, Fraction] | None, error: str) -> None:
    of = PAIR if shares else price("punto", decks=8).distribution
    assert error in refusal(solve, of, edge, shares)


def test_what_has_no_effect_is_refused() -> None:
    never = price("panda-8", "8,0,0,0,0,0,0,0,0,0").distribution
    assert "'win' has no effect on this shoe" in refusal(solve, never, FIVE, {"win": Fraction(1)})


@pytest.mark.parametrize("text", ["two-cards,three-cards", "two-cards=2", "two-cards=1,two-cards=2", "two", ""])
def test_categories_that_cannot_be_solved_for(text: str) -> None:
    assert refusal(parse_shares, text, SIX).startswith("solve: ")
