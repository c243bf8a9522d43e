"""Multipliers drawn beside the shoe, by going through every draw and every deal of a small shoe, card by card."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations, product
from math import comb, perm, prod

import pytest
from support import STANDARD, refusal

from exact.analysis.closed_form import closed_form
from exact.analysis.pricing import distribution_of_product, price_bet
from exact.bets.bet import Bet, parse_bets
from exact.bets.knowledge import parse_knowledge
from exact.game import Granularity
from exact.game.shoe import InfiniteShoe, Shoe
from exact.reference.card_by_card import categories_of, deal
from exact.reference.decisions import DECISIONS

CARDS = (0, 0, 32, 32, 4, 20, 5)  # two aces and two nines of spades, the two and the six of spades, the two of hearts


slow = partial(pytest.param, marks=pytest.mark.slow)


def shoe_of(cards: tuple[int, ...]) -> Shoe:
    return Shoe([cards.count(card) for card in range(52)], Granularity.CARDS)


MULTIPLIERS = {Fraction(2): Fraction(1, 3), Fraction(5): Fraction(2, 3)}
SYMBOL = {"cards": lambda card: card, "ranks": lambda card: card // 4, "suits": lambda card: card % 4}
Chosen = Callable[[list[int], list[int]], Iterable[int]]
NUMBER = {"cards": 52, "ranks": 13, "suits": 4}


def bet(of: str, drawn: str, when: str, group: str, more: str = "") -> Bet:
    text = f"""
name = "own"
draw = {{ of = "{of}", drawn = {drawn}, multipliers = {{ 2 = "1/3", 5 = "2/3" }}, fee = "20 %", multiplied = {{ win = {{ cards = "{group}"{more} }} }} }}
category = [{{ name = "win", when = "{when}", pays = 3 }}]
"""
    return parse_bets(text, "own.toml")[0]


@cache
def by_every_draw(of: str, drawn: int, dealt: tuple[int, ...]) -> dict[Fraction, Fraction]:
    """The distribution of the product that some cards get, over every set of ``drawn`` symbols and their multipliers."""
    distribution = defaultdict[Fraction, Fraction](Fraction)
    symbols = {SYMBOL[of](card) for card in dealt}
    hits = Counter(tuple(symbols.intersection(chosen)) for chosen in combinations(range(NUMBER[of]), drawn))
    for hit, draws in hits.items():
        for multipliers in product(MULTIPLIERS, repeat=len(hit)):
            own = dict(zip(hit, multipliers, strict=True))
            multiplier = prod((own.get(SYMBOL[of](card), Fraction(1)) for card in dealt), start=Fraction(1))
            chance = prod((MULTIPLIERS[m] for m in multipliers), start=Fraction(draws))
            distribution[multiplier] += chance / comb(NUMBER[of], drawn)
    return distribution


@pytest.mark.parametrize("dealt", [CARDS[:6], slow(CARDS)])
@pytest.mark.parametrize(
    ("of", "when", "group", "chosen"),
    [
        slow("cards", "punto_wins", "punto_hand", lambda punto, _banco: punto),
        slow("cards", "banco_wins", "all_dealt", lambda punto, banco: (*punto, *banco)),
        slow("ranks", "tie or banco_wins", "banco_hand", lambda _punto, banco: banco),
        ("suits", "punto_wins and punto_value_1 == 1", "first_four", lambda punto, banco: (*punto[:2], *banco[:2])),
        ("cards", "banco_pair", "banco_first_two", lambda _punto, banco: banco[:2]),
        ("suits", "banco_pair", "banco_first_two", lambda _punto, banco: banco[:2]),
    ],
)
def test_the_distribution_is_that_of_every_deal_and_every_draw(
    of: str, when: str, group: str, chosen: Chosen, dealt: tuple[int, ...]
) -> None:
    deals = perm(len(dealt), 6)
    own, decide = bet(of, "2", when, group), DECISIONS["standard"]
    won = Counter[tuple[int, ...]]()
    for cards, times in Counter(permutations(dealt, 6)).items():
        if categories_of([own], cards, decide) == (0,):
            won[tuple(sorted(chosen(*deal(cards, decide))))] += times
    distribution = defaultdict(Fraction, {Fraction(-6, 5): Fraction(deals - won.total(), deals)})
    for cards, times in won.items():
        for multiplier, chance in by_every_draw(of, 2, cards).items():
            distribution[3 * multiplier - Fraction(1, 5)] += chance * times / deals
    price = price_bet(own, shoe_of(dealt), STANDARD)
    priced = defaultdict[Fraction, Fraction](Fraction)
    for index, payoff in enumerate(price.payoffs):
        priced[payoff] += price.probability(index)
    assert {payoff: chance for payoff, chance in priced.items() if chance} == distribution
    assert price.deals == sum(price.counts)


def test_a_multiplier_that_is_drawn_by_itself() -> None:
    text = """
name = "wheel"
draw = { multipliers = { 1 = "9/10", 10 = "10%" }, multiplied = { tie = true } }
category = [{ name = "tie", when = "tie", pays = 8 }, { name = "punto", when = "punto_wins", pays = 0 }]
"""
    price = price_bet(parse_bets(text, "wheel.toml")[0], Shoe.of_decks(8), STANDARD)
    chances = [price.probability(index) for index in range(4)]
    assert price.categories == ("tie", "tie x10", "punto", "lose")
    assert [*price.payoffs] == [8, 80, 0, -1]
    assert chances[0] == 9 * chances[1]
    assert price.deals == sum(price.counts)


def test_one_drawn_card_on_a_pair_by_the_closed_formula() -> None:
    """7 of 415 cards are like the first, 24 only of its rank; the one drawn card is a different one of two in 52."""
    own = bet("cards", "1", "punto_pair", "punto_first_two", ", part = 1")
    price = price_bet(own, Shoe.of_decks(8), STANDARD)
    alike, other, mean, square = Fraction(7, 415), Fraction(24, 415), 4, Fraction(1, 3) * 4 + Fraction(2, 3) * 25
    won = 3 * (alike + other) + alike / 52 * (square - 1) + other * 2 / 52 * (mean - 1)
    assert price.expectation == won - (1 - alike - other) - Fraction(1, 5)


def test_the_infinite_shoe_and_a_distribution_that_is_certain() -> None:
    """Dealt with replacement, a pair of cards that are the same comes once in 52 times."""
    own = bet("cards", "52", "punto_pair", "punto_first_two")
    price = price_bet(own, InfiniteShoe(), STANDARD)
    by_multiplier = {name: price.probability(index) for index, name in enumerate(price.categories)}
    assert by_multiplier["win x4"] == Fraction(1, 3) / 52 + Fraction(1, 9) * Fraction(3, 52)
    assert by_multiplier["win x10"] == Fraction(4, 9) * Fraction(3, 52)
    assert "win" not in {name for name, chance in by_multiplier.items() if chance}
    assert own.draw
    assert sum(distribution_of_product(own.draw, (1, 2, 1)).values(), Fraction(0)) == 1


@pytest.mark.parametrize(
    ("own", "shoe", "known", "error"),
    [
        (bet("cards", "1", "tie", "all_dealt"), Shoe.of_values([9] * 10), "", "needs a shoe described by cards"),
        (bet("ranks", "1", "tie", "all_dealt"), Shoe.of_values([9] * 10), "", "needs a shoe described by ranks"),
        (bet("cards", "1", "tie", "all_dealt"), shoe_of(CARDS), "punto=4,0", "nothing may be known of the coup"),
        (
            bet("cards", "1", "one_suit", "punto_hand"),
            shoe_of(CARDS),
            "",
            "has a category on ranks or suits, so that only the first two cards of a side can multiply any",
        ),
    ],
)
def test_what_cannot_be_counted_is_refused(own: Bet, shoe: Shoe, known: str, error: str) -> None:
    pieces = [piece.knowledge for piece in parse_knowledge(known)] if known else []
    message = refusal(price_bet, own, shoe, STANDARD, *pieces)
    assert error in message
    assert "\n" not in message


def test_only_the_price_of_a_coup_takes_the_draw_into_account() -> None:
    assert "'own' depends on a draw beside the shoe: only exact bet" in refusal(
        closed_form, bet("cards", "1", "tie", "all_dealt"), STANDARD
    )
