"""The groups of vectors about what engines print: expectation, house edge, variance, fair odds, effects of removal.

Each request says what the bet pays. The engine computes the expected figures; plain sums over counts of a second method
confirm them: the walk for bets on point values, formulas for pairs.
"""

import random
from collections.abc import Iterable, Sequence
from math import comb, factorial
from typing import NamedTuple

from exact.arithmetic import fraction_text, number_text
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue, find_bet
from exact.conformance.strict_json import INFINITE
from exact.conformance.vectors.engine import FIGURES, Json, counts_answer, outcome_counts, shoe_of
from exact.conformance.vectors.vector_set import WHOLE_DECKS, figure_by_hand
from exact.game import Granularity, Outcome
from exact.game.shoe import Shoe
from exact.reference import walk
from exact.reference.card_by_card import count_by_walk
from exact.reference.decisions import DECISIONS
from exact.rules import STANDARD, all_rules
from vectors.groups import Group, Vectors, confirmed, pair_counts

REMOVAL = "removal"
_MAIN = ("punto", "banco", "banco-4", "tie", "tie-9")
_PAIRS = ("punto-pair", "either-pair", "perfect-pair-both")
_OTHERS = ("dragon-7", "panda-8", "lucky-6:12-20", "dragon-bonus-punto", "dragon-bonus-banco")


class _Asked(NamedTuple):
    """A bet with its payoffs, on a shoe, and its counts by the second method."""

    bet: Bet
    shoe: Json | str
    counts: tuple[int, ...]

    def request(self, kind: str) -> Json:
        """The request for a figure of the bet."""
        pays = {
            category: number_text(payoff)
            for category, payoff in zip(self.bet.categories, self.bet.payoffs(), strict=True)
        }
        return {"kind": kind, "bet": self.bet.name, "rules": STANDARD, "shoe": self.shoe, "pays": pays}


def price_groups() -> list[Group]:
    """The figures of bets on whole decks and on other shoes."""
    rng = random.Random("prices")
    whole: list[Json] = [{"cards": [decks] * 52} for decks in WHOLE_DECKS]
    by_values: list[Json] = [
        {"values": [rng.randrange(2, 30) for _ in range(10)]},
        {"values": [rng.choice((0, 1, 1, 2, 3)) for _ in range(9)] + [4]},
        {"values": [3, 1, 1, 1, 0, 1, 1, 0, 1, 2]},
    ]
    by_cards: list[Json] = [{"cards": [rng.randrange(most) for _ in range(52)]} for most in (3, 9)]
    source = "sums over the counts of a second method"
    groups = []
    every = _asked([*whole, *by_values, *by_cards])
    words = ("the expectation", "the house edge", "the variance", "the fair payoff")
    for name, flag, shoes in (("whole-decks", "full-shoe", whole), ("depleted", "depleted", [*by_values, *by_cards])):
        asked = [entry for entry in every if entry.shoe in shoes]
        for kind, what in zip(FIGURES, words, strict=True):
            reason, group = f"{what} of a bet at the payoffs asked", f"{kind.replace('_', '-')}-{name}"
            groups.append(Group(group, source, reason, _figures(kind, asked), flag))
        removed = confirmed(_removal(entry) for entry in asked if entry.bet.name in _MAIN)
        reason = "the change of the expectation when one card leaves the shoe"
        groups.append(Group(f"removal-{name}", "differences between shoes, by the walk", reason, removed, flag))
    return groups


def infinite_groups() -> list[Group]:
    """The infinite shoe: the leading coefficients of what a second method counts on one to seven decks."""
    source, whole = "the leading coefficient of counts on 1 to 7 decks", [Shoe.of_decks(decks) for decks in range(1, 8)]
    outcomes: list[tuple[Json, Json]] = []
    for name, rules in all_rules().items():
        if not rules.tableau.ranks:
            counts = [walk.count_outcomes(shoe, DECISIONS[name]) for shoe in whole]
            limits = {outcome: _leading([of[outcome] for of in counts]) for outcome in Outcome}
            outcomes.append((Json(kind="outcomes", rules=name, shoe=INFINITE), outcome_counts(limits)))
    of_decks = _asked([{"cards": [decks] * 52} for decks in range(1, 8)])
    by_bet: dict[str, list[_Asked]] = {}
    for entry in of_decks:
        by_bet.setdefault(entry.bet.name, []).append(entry)
    asked = [
        _Asked(of[0].bet, INFINITE, tuple(map(_leading, zip(*(entry.counts for entry in of), strict=True))))
        for of in by_bet.values()
    ]
    bets = [
        (Json(kind="bet", bet=bet.name, rules=STANDARD, shoe=shoe), counts_answer(bet.categories, counts))
        for bet, shoe, counts in asked
    ]
    reason = "each card is drawn from whole decks with replacement"
    rows = [("outcomes", confirmed(outcomes)), ("bets", confirmed(bets))]
    rows += [(kind.replace("_", "-"), _figures(kind, asked)) for kind in FIGURES]
    return [Group(f"infinite-{name}", source, reason, vectors) for name, vectors in rows]


def _leading(counts: Sequence[int]) -> int:
    """The leading coefficient of the polynomial of degree six with these values: a sixth difference by 6!."""
    difference = sum((-1) ** at * comb(6, at) * count for at, count in enumerate(counts))
    assert difference % factorial(6) == 0
    return int(difference // factorial(6))


def _asked(shoes: Sequence[Json]) -> list[_Asked]:
    """Every bet on every shoe that is fine enough for it, with the counts of a second method."""
    by_value = [find_bet(name) for name in (*_MAIN, *_OTHERS)]
    by_walk = count_by_walk(by_value, [shoe_of({"shoe": shoe}) for shoe in shoes], DECISIONS[STANDARD])
    asked = []
    for shoe, counts in zip(shoes, by_walk, strict=True):
        asked += [_Asked(bet, shoe, tuple(counts[bet.name])) for bet in by_value]
        if "cards" in shoe:
            asked += [_Asked(catalogue()[name], shoe, pair_counts(name, shoe)) for name in _PAIRS]
    return asked


def _figures(kind: str, asked: Iterable[_Asked]) -> Vectors:
    requests = []
    for entry in asked:
        payoffs = entry.bet.payoffs()
        winning = [count for count, payoff in zip(entry.counts, payoffs, strict=True) if payoff > 0]
        if kind != "fair_odds" or (len(winning) == 1 and winning[0]):  # a bet with several payoffs has no one fair one
            second = {kind: fraction_text(figure_by_hand(kind, entry.counts, payoffs))}
            requests.append((entry.request(kind), second))
    return confirmed(requests)


def _removal(entry: _Asked) -> tuple[Json, Json]:
    request = entry.request(REMOVAL)
    shoe = shoe_of(request).coarsened(Granularity.VALUES)
    removed = [value for value, count in enumerate(shoe.counts) if count]
    counted = count_by_walk([entry.bet], [shoe, *(shoe.without(value) for value in removed)], DECISIONS[STANDARD])
    before, *after = (figure_by_hand("expectation", of[entry.bet.name], entry.bet.payoffs()) for of in counted)
    effects = {str(value): fraction_text(each - before) for value, each in zip(removed, after, strict=True)}
    return request, {REMOVAL: effects}
