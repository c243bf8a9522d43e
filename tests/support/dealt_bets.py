"""Bets by a second method: every deal of a few cards by the one dealer, conditions read by Python itself.

Nothing here uses the package's language, vocabulary or compilation: a dealt coup is turned into a dictionary of names by
the code below, and each condition of a bet is evaluated in it with Python's own ``eval``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from types import CodeType

from exact.bets.bet import Bet
from exact.game.shoe import Shoe
from support.dealer import Card, deal, every_deal, point, total

WORDS = "aces twos threes fours fives sixes sevens eights nines tens jacks queens kings"


def names_of(punto: Sequence[Card], banco: Sequence[Card]) -> dict[str, object]:
    """Every name of the language for one dealt coup."""
    p, b = total(punto), total(banco)
    every = [*punto, *banco]
    names: dict[str, object] = {
        "punto_wins": p > b, "banco_wins": b > p, "tie": p == b, "margin": abs(p - b), "cards": len(every),
        "highest_value": max(map(point, every)), "spades": 0, "hearts": 1, "diamonds": 2, "clubs": 3, "red": 0, "black": 1,
        "none": -1, "one_suit": len({s for _, s in every}) == 1, "one_colour": len({s in (1, 2) for _, s in every}) == 1,
        "court_cards": sum(rank > 10 for rank, _ in every),
    }  # fmt: skip
    names |= {word: sum(rank == r for rank, _ in every) for r, word in enumerate(WORDS.split(), start=1)}
    for side, hand in (("punto", punto), ("banco", banco)):
        first, second = hand[:2]
        names |= {
            f"{side}_total": total(hand),
            f"{side}_two_card_total": total(hand[:2]),
            f"{side}_cards": len(hand),
            f"{side}_natural": total(hand[:2]) >= 8,
            f"{side}_pair": first[0] == second[0],
            f"{side}_perfect_pair": first == second,
            f"{side}_first_two_suited": first[1] == second[1],
            f"{side}_suited": len({suit for _, suit in hand}) == 1,
            f"{side}_one_colour": len({suit in (1, 2) for _, suit in hand}) == 1,
        }
        for place in (1, 2, 3):
            card = hand[place - 1] if place <= len(hand) else None
            names[f"{side}_value_{place}"] = -1 if card is None else point(card)
            names[f"{side}_rank_{place}"] = -1 if card is None else card[0]
            names[f"{side}_suit_{place}"] = -1 if card is None else card[1]
            names[f"{side}_colour_{place}"] = -1 if card is None else int(card[1] not in (1, 2))
    return names


@cache
def python(text: str) -> CodeType:
    return compile(text, "condition", "eval")


def category_text(bet: Bet) -> str:
    """The number of a coup's category as one expression of Python, which binds the bet's own names before it asks."""
    asked = "".join(f"{n} if ({each.text}) else " for n, each in enumerate(bet.classification.conditions))
    bound = "".join(f"{own} := ({each.text}), " for own, each in bet.classification.definitions.items())
    return f"({bound}{asked}{len(bet.classification.conditions)},)[-1]"


def category(bet: Bet, names: dict[str, object]) -> int:
    return int(eval(python(category_text(bet)), {"__builtins__": {}}, dict(names)))


def shoe_of(cards: list[Card]) -> Shoe:
    counts = Counter(4 * (rank - 1) + suit for rank, suit in cards)
    return Shoe.of_cards([counts[index] for index in range(52)])


def counted_by_hand(bets: list[Bet], cards: list[Card], rules: str = "standard") -> dict[str, list[int]]:
    """How many deals of six of the cards fall into each category; deals that differ in unused cards are one coup."""
    coups: Counter[tuple[tuple[Card, ...], tuple[Card, ...]]] = Counter()
    for dealt, times in every_deal(cards):
        punto, banco = deal(dealt, rules)
        coups[tuple(punto), tuple(banco)] += times
    return counts_of(bets, coups.items())


def counts_of(
    bets: Sequence[Bet], coups: Iterable[tuple[tuple[Sequence[Card], Sequence[Card]], int]]
) -> dict[str, list[int]]:
    """How often each bet's categories come in these coups, pairs of hands with their number."""
    categories = python(
        f"({', '.join(map(category_text, bets))},)"
    )  # one `eval` a coup: it costs more than a condition
    counts = {bet.name: [0] * len(bet.categories) for bet in bets}
    for (punto, banco), times in coups:
        found = eval(categories, {"__builtins__": {}}, names_of(punto, banco))
        for of_bet, index in zip(counts.values(), found, strict=True):
            of_bet[index] += times
    return counts
