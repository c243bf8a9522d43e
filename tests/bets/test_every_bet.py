"""Bets on poker hands, with a meter, and with multipliers: their printed figures, and what commands say of them."""

from fractions import Fraction

import pytest
from support import STANDARD, Command, refusal

from exact.analysis.pricing import price_bet
from exact.analysis.progressive import meter_prices
from exact.bets.catalogue import catalogue, every_bet, find_bet
from exact.game.shoe import Shoe

EIGHT = Shoe.of_decks(8)
DRAGON_DRAGON = (
    5_872_124_160,
    351_070_863_360,
    616_417_689_600,
    12_273_961_559_040,
    32_896_683_048_960,
    4_952_254_270_218_240,
)
"""Wizard of Odds, P1520 to P1533: of the ordered deals of six cards."""


@pytest.mark.parametrize(("stake", "paid"), [(1, (250, 50, 25)), (2, (500, 100, 50)), (5, (1500, 300, 150))])
def test_dragon_dragon_breaks_even_where_the_printed_money_does(stake: int, paid: tuple[int, ...]) -> None:
    """The pay table is in money, "for one": the stake does not come back."""
    six, five, *fixed, _ = DRAGON_DRAGON
    money = sum(won * count for won, count in zip(paid, fixed, strict=True))
    (price,) = meter_prices(find_bet(f"dragon-dragon-{stake}"), EIGHT, STANDARD)
    assert price.break_even == (stake * sum(DRAGON_DRAGON) - money) / (six + Fraction(five, 10))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "returns"),
    [
        ("lightning", {"punto": "98.76", "banco": "98.59", "tie": "94.51"}),
        ("golden-wealth", {"punto": "98.9", "banco": "98.7", "tie": "93.4", "punto-pair": "86", "banco-pair": "86"}),
        ("prosperity-tree", {"punto": "98.89", "banco": "98.7", "tie": "92.8", "punto-pair": "92.53"}),
    ],
)
def test_the_draws_that_are_assumed_give_the_printed_returns(game: str, returns: dict[str, str]) -> None:
    for bet, printed in returns.items():
        drawn = find_bet(f"{game}-{bet}")
        assert drawn.draw
        found = 100 * (1 + price_bet(drawn, EIGHT, STANDARD).expectation / (1 + drawn.draw.fee))
        digits = len(printed.partition(".")[2])
        assert f"{float(found):.{digits}f}" == printed, bet


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bet", "highest"),
    [
        ("lightning-punto", 512), ("lightning-banco", 512), ("lightning-tie", 1_310_720), ("lightning-punto-pair", 576),
        ("golden-wealth-banco", 512), ("golden-wealth-banco-pair", 576),
        ("prosperity-tree-punto", 27), ("prosperity-tree-tie", 3_645), ("prosperity-tree-banco-pair", 90),
    ],
)  # fmt: skip
def test_the_highest_payoff_is_the_printed_one(bet: str, highest: int) -> None:
    """Printed: what a win may pay to 1. The fee is not in it, nor is banco's commission of 5 % of the stake."""
    commission = Fraction(1, 20) if bet.endswith("banco") else 0
    assert max(price_bet(find_bet(bet), EIGHT, STANDARD).payoffs) + Fraction(1, 5) + commission == highest


def test_the_catalogue_of_tables_has_those_that_dealt_cards_decide() -> None:
    others = {name.partition("-")[0] for name in every_bet().keys() - catalogue().keys()}
    assert others == {"dragon", "lightning", "golden", "prosperity"}
    assert {"jackpot-baccarat", "dragon-7", "dragon-bonus-punto"} <= catalogue().keys() <= every_bet().keys()


def test_a_price_with_a_draw_says_what_it_assumes(exact: Command) -> None:
    answer = exact.json("ask", "expectation of lightning-punto, 8 decks")
    assert answer["notes"][0] == find_bet("lightning-punto").note
    assert "fee of 20 %" in answer["notes"][1]
    assert "choose one" in refusal(find_bet, "dragon dragon")


@pytest.mark.slow
def test_so_do_its_citation_and_a_promotion_on_it(exact: Command) -> None:
    note = find_bet("lightning-tie").note
    assert note.partition("98.76")[0] in exact("cite", "house edge of lightning-tie, 8 decks").out.replace("\\", "")
    assert note in exact.json("promotion", "match-play", "lightning-tie", "--decks", "8")["notes"]


def test_a_price_at_any_meter_names_its_questions(exact: Command) -> None:
    questions = exact.json("bet", "dragon-dragon-1", "--jackpot", "50000", "--decks", "8")["questions"]
    assert any("house edge" in text and "meter 50000" in text for text in questions)


def test_a_price_at_the_seed_says_so(exact: Command) -> None:
    seed = "The meter jackpot is at its seed, 0."
    assert exact.json("ask", "house edge of dragon-dragon-1, 8 decks")["notes"][-2] == seed
    unpublished = find_bet("dragon-dragon-1").note
    assert exact.json("ask", "house edge of dragon-dragon-1, meter 0, 8 decks")["notes"] == [unpublished]
    assert exact.json("ask", "mean meter of dragon-dragon-1, 8 decks")["notes"] == [unpublished]
    assert seed in exact("ask", "house edge of {dragon-dragon-1,tie}, 8 decks").out
    assert "notes" not in exact.json("ask", "count of dragon-dragon-1 six-of-a-kind, 8 decks")
    assert seed in exact("bets", "progressive", "--decks", "8").out


def test_prices_leave_bets_with_a_draw_out(exact: Command) -> None:
    answer = exact.json("bets", "lightning", "--decks", "8")
    assert answer["bets"] == []
    assert "lightning-tie" in answer["notes"][0]
