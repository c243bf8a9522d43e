"""Vectors for a bet that an engine declares: shoes made for it, so that every category can happen, counted by two methods."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from exact.arithmetic import fraction_text, number_text
from exact.bets.bet import Bet
from exact.conformance.vectors.engine import Json, answer, counts_answer
from exact.conformance.vectors.groups import confirm
from exact.conformance.vectors.price_groups import WHOLE_DECKS, figure_by_hand
from exact.conformance.vectors.vector_set import Vector
from exact.engine.compiler import compiled
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.reference.card_by_card import categories_of, count_by_walk, count_card_by_card
from exact.reference.decisions import DECISIONS
from exact.rules.named import all_rules

_SIZES = (6, 6, 7, 7, 7)
"""The cards of the small shoes; a second method deals each of them out in every order."""
_SEARCHED = 1000
"""The random coups among which one of each category is looked for."""


KINDS = ("bet", "expectation", "house_edge", "variance")
"""The kinds of questions about a bet of an engine's own."""


def own_bet_vectors(bet: Bet, rules: str, granularities: Sequence[Granularity] = tuple(Granularity)) -> list[Vector]:
    """Questions for the categories and the figures of ``bet``, on small shoes made for it and on one to eight decks.

    The shoes have the coarsest of the ``granularities`` that is fine enough for the bet; there are no questions if none is.
    The second method deals the small shoes out card by card. On whole decks it is the walk if point values decide the bet;
    for other bets it is the same polynomial that was confirmed on the small shoes. Raises `ExactError` if the methods differ.
    """
    vectors: list[Vector] = []
    needed = compiled(bet, all_rules()[rules].tableau).granularity
    taken = next((granularity for granularity in granularities if granularity >= needed), None)
    if taken is None:
        return vectors
    group = f"own-{bet.name}"
    for number, (shoe, by_hand) in enumerate(_shoes(bet, rules, needed), 1):
        for kind in KINDS:
            request: Json = {
                "kind": kind,
                "bet": bet.name,
                "rules": rules,
                "shoe": {taken.word: list(shoe.coarsened(taken).counts)},
            }
            if kind != "bet":
                pairs = zip(bet.categories, bet.payoffs(), strict=True)
                request["pays"] = {category: number_text(payoff) for category, payoff in pairs}
            expected = answer(request, {bet.name: bet})
            if by_hand is not None:
                confirm(request, expected, _answer_by_hand(bet, kind, by_hand))
            vectors.append(Vector(f"{group}-{kind}-{number:03d}", group, (), request, expected))
    return vectors


def _shoes(bet: Bet, rules: str, needed: Granularity) -> Iterator[tuple[Shoe, Sequence[int] | None]]:
    """Shoes known card by card, with the counts of the bet by a second method where there is one."""
    decide = DECISIONS[rules]
    for cards in _small_shoes(bet, rules):
        small = Shoe.of_cards([cards.count(card) for card in range(52)])
        yield small, count_card_by_card([bet], cards, decide)[bet.name]
    whole = [Shoe.of_decks(decks) for decks in WHOLE_DECKS]
    counted = count_by_walk([bet], whole, decide) if needed is Granularity.VALUES else None
    for index, shoe in enumerate(whole):
        yield shoe, counted[index][bet.name] if counted else None


def _small_shoes(bet: Bet, rules: str) -> Iterator[list[int]]:
    """The cards of random coups, one of each category that was found, and more cards to make it a shoe; then random shoes."""
    rng = random.Random(f"own bet {bet.name}")
    chosen: dict[int, list[int]] = {}
    for _ in range(_SEARCHED):
        # few ranks and suits, so that pairs and suited hands are frequent
        ranks = rng.sample(range(13), rng.randrange(2, 6))
        cards = [4 * rng.choice(ranks) + rng.choice((0, 0, 1, 3)) for _ in range(6)]
        (category,) = categories_of([bet], cards, DECISIONS[rules])
        chosen.setdefault(category, cards)
    for category in sorted(chosen):
        yield [*chosen[category], rng.randrange(52)]
    for size in _SIZES:
        yield [4 * rng.randrange(13) + rng.choice((0, 0, 1, 2, 3)) for _ in range(size)]


def _answer_by_hand(bet: Bet, kind: str, counts: Sequence[int]) -> Json:
    if kind == "bet":
        return counts_answer(bet.categories, counts)
    expectation: Fraction = figure_by_hand(kind, counts, bet.payoffs())
    return {kind: fraction_text(expectation)}
