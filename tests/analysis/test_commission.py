from dataclasses import replace
from fractions import Fraction
from math import perm

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support import Command, ungrouped
from support.dealer import every_deal, shoe_of

from exact.analysis.commission import (
    Commission,
    Favourable,
    banco_odds,
    best_and_worst_stake,
    favourable_stakes,
    price_stakes,
    rulebook_commission,
)
from exact.analysis.odds import Distribution, odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.analysis.settlement import category_of, settle
from exact.bets.bet import parse_bets
from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.game import RANKS, SUITS, Outcome
from exact.game.shoe import Shoe
from exact.rules import rules_named
from exact.rules.documents import interpretation
from exact.rules.replay import replay

CENT = Fraction(1, 100)


def banco(wins: int, loses: int, deals: int, payoff: Fraction = Fraction(1)) -> Distribution:
    """The odds of a banco stake from how many of the deals win and lose; the others return it."""
    counts, payoffs = (wins, deals - wins - loses, loses), (payoff, Fraction(0), Fraction(-1))
    return Distribution(("win", "push", "lose"), counts, payoffs, deals)


def chance_to_lose(odds: Distribution) -> Fraction:
    return odds.resolved - odds.hit_frequency


EIGHT = banco(2292252566437888, 2230518282592256, 4998398275503360)
FIVE = Fraction(5, 100)


@pytest.mark.parametrize(
    ("stake", "player", "nearest", "house"),
    [
        ("19", 0, 1, 1),
        ("10", 0, 0, 1),
        ("10.01", 0, 1, 1),
        ("20", 1, 1, 1),
        ("20.01", 1, 1, 2),
        ("0.01", 0, 0, 1),
        ("50", 2, 2, 3),
    ],
)
def test_rounding_to_whole_units(stake: str, player: int, nearest: int, house: int) -> None:
    """5 % of 19 is 0.95, of 10 exactly a half, which goes to the player."""
    for favour, charged in {"player": player, "nearest": nearest, "house": house}.items():
        assert Commission(FIVE, Fraction(1), favour).on(Fraction(stake)) == charged
    for exactly in (Commission(FIVE), Commission(FIVE, Fraction(1), "nobody"), Commission(FIVE, None, "house")):
        assert exactly.on(Fraction(stake)) == Fraction(stake) / 20


def hundredths(first: int, last: int) -> st.SearchStrategy[Fraction]:
    return st.integers(first, last).map(lambda part: Fraction(part, 100))


@given(
    st.integers(30, 59),
    st.integers(30, 69),
    st.sampled_from([Fraction(1), Fraction(2), Fraction(19, 20)]),
    st.builds(Commission, hundredths(0, 29), hundredths(1, 299), st.sampled_from(["player", "nearest", "house"])),
)
def test_any_odds_cent_by_cent(wins: int, loses: int, pays: Fraction, commission: Commission) -> None:
    """All runs of cents that favour the player, up to 4.00: each listed once, from its first cent to its last."""
    assume(wins + loses <= 100)
    odds = banco(wins, loses, 100, pays)
    favoured = [cents for cents in range(1, 402) if commission.house_edge(odds, cents * CENT) < 0]
    begin = [cents for cents in favoured if cents - 1 not in favoured and cents <= 400]
    end = [next(cents for cents in range(first, 402) if cents + 1 not in favoured) for first in begin]
    listed = [one for one in favourable_stakes(odds, commission).ranges if one[0] <= 4]
    assert [(int(first * 100), min(401, int((last or 1000) * 100))) for first, last in listed] == list(
        zip(begin, end, strict=True)
    )


def test_a_stake_that_breaks_even_favours_nobody() -> None:
    """Wins 0.5, loses 0.45: at a stake of 10 a commission of 1 eats the whole margin, at 10.01 it does not."""
    odds, commission = banco(50, 45, 100), Commission(Fraction(1, 10), Fraction(1), "player")
    assert commission.house_edge(odds, Fraction(10)) == 0 == commission.house_edge(odds)
    found = favourable_stakes(odds, commission)
    assert found.ranges[:2] == ((CENT, Fraction("9.99")), (Fraction("10.01"), Fraction("19.99")))
    assert not found.complete
    assert found.text.endswith("or more ranges above")


@pytest.mark.parametrize("rate", ["2.693174%", "61734283845632/2292252566437888"])
def test_a_limit_near_zero_is_answered_at_once(rate: str, exact: Command) -> None:
    ran = exact("bet", "banco", "--unit", "1", "--commission", rate, "--stakes", "1..3")
    assert ran.code == 0
    assert "ranges above" in ran.out
    assert len(ran.out) < 2000


def test_a_house_that_takes_ties_takes_them_from_banco_too() -> None:
    rules = rules_named("standard")
    odds = odds_of_shoe(Shoe.of_decks(8), rules.tableau)
    pushed, taken = banco_odds(odds, rules), banco_odds(odds, replace(rules, ties="lose"))
    assert taken.hit_frequency == pushed.hit_frequency
    assert chance_to_lose(taken) - chance_to_lose(pushed) == odds.probability(Outcome.TIE)


def test_the_edge_of_a_stake_is_what_it_loses_less_what_it_wins() -> None:
    """Written out: (P(lose) · stake − P(win) · (win − commission)) / stake."""
    odds, commission = banco(46, 44, 100, Fraction(2)), Commission(FIVE, Fraction(1), "nearest")
    for cents in range(1, 5000, 77):
        stake = cents * CENT
        kept = 2 * stake - commission.on(2 * stake)
        assert commission.house_edge(odds, stake) == (Fraction(44, 100) * stake - Fraction(46, 100) * kept) / stake
    assert (odds.hit_frequency, chance_to_lose(odds)) == (Fraction(46, 100), Fraction(44, 100))


def test_best_and_worst_stake() -> None:
    priced = price_stakes([Fraction(n) for n in range(1, 201)], EIGHT, Commission(FIVE, Fraction(1), "player"))
    best, worst = best_and_worst_stake(priced)
    assert best[0] == 1
    assert worst == (Fraction(20), Commission(FIVE).house_edge(EIGHT))
    assert {int(stake) for stake, edge in priced if edge < 0} == {*range(1, 20), 38, 39}
    equal = price_stakes([Fraction(3), Fraction(1), Fraction(2)], EIGHT, Commission(FIVE))  # exact: the smallest
    assert {*best_and_worst_stake(equal)} == {(Fraction(1), Commission(FIVE).house_edge(EIGHT))}


def test_the_documents_say_in_whose_favour() -> None:
    unit = Fraction(1)
    assert rulebook_commission(rules_named("classic-it"), unit).favour == "player"
    assert rulebook_commission(rules_named("classic-it"), None).on(Fraction(19)) == Fraction(19, 20)
    assert rulebook_commission(rules_named("otto-mazzi"), unit, "house").favour == "house"
    given = rulebook_commission(rules_named("castle-vaduz"), unit, "house").assumed
    assert [entry.clause for entry in given] == ["commission"]


UNIT = Fraction(1)
STAKES = [(bet, Fraction(5)) for bet in ("punto", "banco", "tie", "dragon-7")]


def rests_on(rules: str, cards: str, unit: Fraction | None = None) -> dict[str, list[str]]:
    """What the payment of each stake on a coup rests on that the document does not say."""
    own = rules_named(rules)
    settled = settle(replay(cards.split(), interpretation(rules)), STAKES, own, rulebook_commission(own, unit))
    return {entry.bet: list(map(str, entry.assumed)) for entry in settled if entry.assumed}


PUSH, PAYS_1 = "ties: stakes push", "payoffs: banco 1 to 1"
RATE = "commission: 5% of banco's winnings"
NO_UNIT = "unit to which the commission is rounded: none, it is charged exactly"


@pytest.mark.parametrize(
    ("rules", "cards", "unit", "expected"),
    [
        ("come-si-gioca", "K K 6 6", None, {"punto": [PUSH], "banco": [PUSH]}),  # prints only that Egalité pays 8 to 1
        ("come-si-gioca", "K K 7 6", None, {}),
        ("classic-it", "K K 6 6", None, {}),
        ("castle-vaduz", "K K 6 6", None, {"tie": ["payoffs: tie 8 to 1"]}),  # prints no payoffs
        ("castle-vaduz", "K K 7 6", None, {"punto": ["payoffs: punto 1 to 1"]}),
        ("castle-vaduz", "K K 6 7", None, {"banco": [PAYS_1, RATE, "commission rounding: charged exactly"]}),
        ("castle-vaduz", "K K 6 7", UNIT, {"banco": [PAYS_1, RATE, "commission rounded in favour of the player"]}),
        ("classic-it", "K K 6 7", None, {"banco": [NO_UNIT]}),
        ("classic-it", "K K 6 7", UNIT, {}),
    ],
)
def test_what_a_payment_rests_on_that_the_document_does_not_say(
    rules: str, cards: str, unit: Fraction | None, expected: dict[str, list[str]]
) -> None:
    """What is lost is lost without any assumption."""
    assert rests_on(rules, cards, unit) == expected


@pytest.mark.slow
def test_settlement_agrees_with_the_price_over_every_deal() -> None:
    """The mean of what each deal of a small shoe pays is the expectation."""
    cards = [(9, 1), (9, 1), (9, 0), (4, 1), (13, 0), (10, 2), (5, 2)]
    rules, rulebook = rules_named("classic-it"), interpretation("classic-it")
    commission = rulebook_commission(rules, None)
    bets = ["punto", "banco", "tie", "dragon-7", "perfect-pair-either:26", "lucky-8-banco", "super-tie"]
    bets.append("matching-dragon-K")
    totals = dict.fromkeys(bets, Fraction(0))
    for dealt, times in every_deal(cards):
        names = [RANKS[rank - 1] + SUITS[suit] for rank, suit in dealt]
        for settled in settle(replay(names, rulebook), [(bet, Fraction(1)) for bet in bets], rules, commission):
            totals[settled.bet] += settled.net * times
    for name in bets:
        bet, _, table = name.partition(":")
        price = price_bet(catalogue()[bet].paid_by(table or None), shoe_of(cards), rules.tableau)
        assert totals[name] / perm(7, 6) == price.expectation, name


def test_the_command_settles_stakes(exact: Command) -> None:
    words = ["coup", "Kh 2s 3d 4c 7h 9s", "--rules", "classic-it", "--unit", "1"]
    ran = exact(
        *words, "--stake", "banco=25", "--stake", "tie=5.50", "--stake", "punto-suited-pair=1", "--stake", "punto=3"
    )
    assert (ran.code, ran.err) == (0, "")
    heads, *rows = (line.split() for line in ungrouped(ran.out).splitlines()[-5:])
    assert heads == ["bet", "stake", "result", "win", "commission", "net", "assumed"]
    assert rows == [
        ["banco", "25.00", "wins", "25.00", "1.00", "24.00", "–"],
        ["tie", "5.50", "loses", "-5.50", "0.00", "-5.50", "–"],
        ["punto-suited-pair", "1.00", "loses", "-1.00", "0.00", "-1.00", "–"],
        ["punto", "3.00", "loses", "-3.00", "0.00", "-3.00", "–"],
    ]
    tie = exact("coup", "9 9 K K", "--stake", "banco=25", "--stake", "tie=1").out.splitlines()
    assert [line.split() for line in tie[-2:]] == [
        ["banco", "25.00", "push", "0.00", "0.00", "0.00", "–"],
        ["tie", "1.00", "wins", "8.00", "0.00", "8.00", "–"],
    ]


def test_what_is_known_of_a_card_is_enough_where_it_decides(exact: Command) -> None:
    """A nine and a king are no pair, whatever their suits; two nines of unknown suit may be a perfect pair."""
    assert "loses" in exact("coup", "9 9 K K", "--stake", "punto-perfect-pair=5").out
    assert exact("coup", "9 4 9 5 K K", "--stake", "punto-perfect-pair=5").code == 2
    settled = exact("coup", "9h 4 9h 5 K K", "--stake", "punto-perfect-pair=5").out.splitlines()[-1].split()
    assert settled == ["punto-perfect-pair", "5.00", "wins", "125.00", "0.00", "125.00", "–"]


def test_the_command_studies_stakes(exact: Command) -> None:
    ran = exact("bet", "banco", "--unit", "1", "--commission", "5%", "--stakes", "1..200")
    assert (ran.code, ran.err) == (0, "")
    assert "Stakes that favour the player, in whole cents: 0.01–19.99, 37.14–39.99\n" in ran.out
    stakes = exact.json("bet", "banco", "--unit", "1", "--stakes", "1..200")["stakes"]
    assert len(stakes) == 200
    assert [entry["stake"] for entry in stakes if entry["favours"] == "player"][-2:] == ["38.00", "39.00"]
    answer = exact.json("bet", "banco", "--unit", "0.5", "--stakes", "1..2:0.25", "--decks", "6")
    assert [entry["stake"] for entry in answer["stakes"]] == ["1.00", "1.25", "1.50", "1.75", "2.00"]
    assert answer["cards"] == 312


def test_the_library_refuses_what_the_command_refuses() -> None:
    for stake in (Fraction(0), Fraction(-1), Fraction(1, 1000), Fraction(10**10)):
        with pytest.raises(ExactError, match="stake: .* must be an amount above 0"):
            price_stakes([stake], EIGHT, Commission(FIVE))


@pytest.mark.parametrize(
    ("ranges", "complete", "last"),
    [
        (20, True, "0.39–0.39"),
        (20, False, "and more ranges above"),
        (21, True, "and 1 ranges above"),
        (23, False, "and 3 or more ranges above"),
    ],
)
def test_twenty_ranges_are_shown_and_the_others_counted(ranges: int, complete: bool, last: str) -> None:
    stakes = [CENT * cents for cents in range(1, 2 * ranges, 2)]
    words = str(Favourable(tuple((stake, stake) for stake in stakes), complete).text).split(", ")
    assert words[-1] == last
    assert words[:20] == [f"0.{cents:02}–0.{cents:02}" for cents in range(1, 40, 2)]


@pytest.mark.parametrize(
    ("dealt", "category"),
    [("9h 2s Kc 3d", 0), ("9h 2 K 3", 0), ("9h 2s Qc 3d", 1), ("9s 2 K 3", 2), ("9h 2 10 3", 1), ("9 2 K 3", None)],
)
def test_a_bet_with_words_of_its_own_is_settled(dealt: str, category: int | None) -> None:
    """It looks at the suit and the rank of a card, by names that it defines and by constants of the language."""
    (bet,) = parse_bets(
        """name = "own"
        define = { first = "punto_suit_1 == hearts", both = "first and punto_rank_2 == 13" }
        category = [{ name = "king", when = "both", pays = 5 }, { name = "heart", when = "first", pays = 2 }]
        """,
        "own.toml",
    )
    replayed = replay(dealt.split(), interpretation("standard"))
    if category is None:
        with pytest.raises(
            ExactError, match="stake: .own. needs to know more about the cards: name 9 2 K 3 by rank and suit"
        ):
            category_of(bet, replayed)
    else:
        assert category_of(bet, replayed) == category
