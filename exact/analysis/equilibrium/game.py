"""Chemin de fer: the game behind punto banco, in which both sides choose, with the exact payoff of every choice.

Punto draws on 0 to 4, stands on 6 and 7, and chooses on 5. A natural ends the coup. Otherwise banco always chooses; it
knows its hand, and punto's third card or that there is none. The winner gets 1 from the loser.

Counts are of ordered six-card deals with unused positions padded. A coup reaches at most one choice of punto and one of
banco, so the deals that a side wins after a choice of banco are an affine function of punto's probabilities of drawing.

A strategy is a probability of drawing for each choice, punto's in the order of ``game.choices``, banco's in that of
``game.sets``. Gains from drawing over standing are per coup, and `None` where the shoe cannot lead.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import lcm, perm
from operator import mul, sub
from typing import NamedTuple

from exact.errors import ExactError
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.inputs import near_misses
from exact.records import Record
from exact.rules import NO_THIRD, Tableau

Hand = tuple[int, ...]  # the point values of a side's first two cards in ascending order, or their total alone
Affine = tuple[int, ...]
"""An affine function of punto's strategy: the constant, then a coefficient for each choice of punto."""
CHOICES = (5,)  # the totals on which punto chooses in the parlour game


class Model(NamedTuple):
    """How cards are drawn and what each side sees, in the notation of Ethier and Gámez (2013)."""

    id: str
    replaced: bool  #: Whether cards are drawn with replacement, in the shoe's proportions
    banco_sees: bool  #: Whether banco sees its two cards, not only their total; likewise punto
    punto_sees: bool


_NAMES = [letter + number for letter in "AB" for number in "123"]
MODELS = {name: Model(name, name[0] == "A", name[1] != "1", name[1] == "3") for name in _NAMES}


class Wins(NamedTuple):
    """The deals that each side wins, and punto's wins less banco's."""

    punto: Affine
    banco: Affine
    net: Affine


class InformationSet(Record):
    """What banco knows when it chooses, and what follows from its two choices."""

    hand: Hand
    third: int | None
    deals: Affine
    stands: Wins
    draws: Wins
    gain: Affine  #: Banco's gain from drawing over standing, in deals, without commission
    charged: Affine  #: By how many deals fewer banco wins if it draws: the commission on them is a further gain

    @property
    def reachable(self) -> bool:
        """Whether the shoe can lead here, for some strategy of punto."""
        return any(self.deals)

    def drawn_by(self, tableau: Tableau) -> bool:
        """Whether banco draws here by a tableau; raises `ExactError` for one that needs to know more."""
        return tableau.banco_draws(sum(self.hand) % 10, NO_THIRD if self.third is None else self.third)


class Game(Record):
    """A model of the game on one shoe of point values."""

    model: Model
    shoe: Shoe
    deals: int
    choices: tuple[Hand, ...]
    reached: tuple[int, ...]  #: The deals that give punto each of these hands, and no natural to banco
    naturals: tuple[int, int]  #: The deals that punto and that banco wins by a natural
    sets: tuple[InformationSet, ...]  #: Banco's information sets, by hand, then no third card before 0 to 9


def model_named(name: str) -> Model:
    """The model with this id, in either case; raises `ExactError` for an unknown one."""
    if name.upper() not in MODELS:
        raise ExactError("model", name, f"is not a model: {near_misses(name, MODELS)}")
    return MODELS[name.upper()]


def hand_text(hand: Hand) -> str:
    """A hand as in files and on the command line: ``0,6``, or the total ``6``."""
    return ",".join(map(str, hand))


def choices_of_punto(model: Model, choices: Sequence[int] = CHOICES) -> tuple[Hand, ...]:
    """The hands with these totals."""
    return _hands(sorted(choices), model.punto_sees)


def places_of_banco(model: Model) -> list[tuple[Hand, int | None]]:
    """Banco's hand and punto's third card, if any, in every information set."""
    return [(hand, third) for hand in _hands(range(8), model.banco_sees) for third in (None, *range(10))]


PAIRS = tuple((low, high) for low in range(10) for high in range(low, 10))


@lru_cache(maxsize=32)
def deal_game(model: Model, shoe: Shoe, choices: tuple[int, ...] = CHOICES) -> Game:
    """The game of ``model`` on ``shoe``; punto chooses on the totals ``choices``, and else draws up to 5."""
    shoe = shoe.coarsened(Granularity.VALUES)
    dealer = _CoupDealer(model, shoe, choices)
    for punto, banco in product(PAIRS, repeat=2):
        dealer.deal(punto, banco)
    deals = shoe.cards**6 if model.replaced else perm(shoe.cards, 6)
    sets = tuple(_information_set(*place, rows) for place, rows in dealer.tallies.items())
    won, lost = dealer.naturals
    return Game(model, shoe, deals, dealer.choices, tuple(dealer.reached), (won, lost), sets)


class _CoupDealer:
    def __init__(self, model: Model, shoe: Shoe, totals: Sequence[int]) -> None:
        self.model, self.shoe, self.totals = model, shoe, totals
        self.taken = 0 if model.replaced else 1
        self.choices = choices_of_punto(model, totals)
        self.reached = [0] * len(self.choices)
        self.naturals = [0, 0]
        self.tallies = {place: [[0] * 5 for _ in (None, *self.choices)] for place in places_of_banco(model)}
        """For each set a row for the hands on which punto has no choice, then one for each choice. A row has all deals;
        those that punto and that banco wins if banco stands; and those if it draws."""

    def deal(self, punto: tuple[int, int], banco: tuple[int, int]) -> None:
        left = list(self.shoe.counts)
        ways = self._take(left, *punto) * self._take(left, *banco)
        if not ways:
            return
        cards = self.shoe.cards - 4 * self.taken
        last = cards - self.taken
        total, own = sum(punto) % 10, sum(banco) % 10
        if max(total, own) >= 8:
            self.naturals[0] += ways * cards * last * (total > own)
            self.naturals[1] += ways * cards * last * (own > total)
            return
        hand, row = seen_of(banco, self.model.banco_sees), 0
        if total in self.totals:
            row = 1 + self.choices.index(seen_of(punto, self.model.punto_sees))
            self.reached[row - 1] += ways * cards * last
        # how many of the cards would leave banco below each total, if it draws
        below = [0, *accumulate(left[(final - own) % 10] for final in range(10))]
        if row or total > 5:
            drawn = below[total], cards - below[total + 1]
            self._add((hand, None), row, ways * last, (cards, cards * (total > own), cards * (own > total), *drawn))
        if row or total <= 5:
            for third in range(10):
                if ordered := ways * left[third]:
                    final, same = (total + third) % 10, (own + third) % 10
                    loses = below[final] - self.taken * (same < final)
                    wins = cards - below[final + 1] - self.taken * (same > final)
                    stood = last * (final > own), last * (own > final)
                    self._add((hand, third), row, ordered, (last, *stood, loses, wins))

    def _add(self, place: tuple[Hand, int | None], row: int, ways: int, numbers: Iterable[int]) -> None:
        tally = self.tallies[place]
        tally[row] = [before + ways * number for before, number in zip(tally[row], numbers, strict=True)]

    def _take(self, left: list[int], low: int, high: int) -> int:
        """The ordered ways to deal a hand of these two values from ``left``, which loses them."""
        ways = left[low]
        left[low] -= self.taken
        ways *= left[high]
        left[high] -= self.taken
        return ways if low == high else 2 * ways


def _information_set(hand: Hand, third: int | None, rows: list[list[int]]) -> InformationSet:
    """The tally as functions of punto's strategy: who chooses comes here by drawing, or else by standing."""
    fixed, *chosen = rows
    if third is None:
        fixed = [sum(column) for column in zip(*rows, strict=True)]
        chosen = [[-count for count in row] for row in chosen]
    deals, *wins = zip(fixed, *chosen, strict=True)
    stands, draws = (Wins(punto, banco, _less(punto, banco)) for punto, banco in (wins[:2], wins[2:]))
    gain, charged = _less(stands.net, draws.net), _less(stands.banco, draws.banco)
    return InformationSet(hand, third, deals, stands, draws, gain, charged)


def _less(first: Affine, second: Affine) -> Affine:
    return tuple(map(sub, first, second))


def seen_of(pair: tuple[int, int], sees_cards: bool) -> Hand:
    """What a side knows of its two cards."""
    return pair if sees_cards else (sum(pair) % 10,)


def _hands(totals: Iterable[int], sees_cards: bool) -> tuple[Hand, ...]:
    every = [seen_of(pair, sees_cards) for total in totals for pair in PAIRS if sum(pair) % 10 == total]
    return tuple(dict.fromkeys(every))


NO_COMMISSION = Fraction(0)
Strategy = tuple[Fraction, ...]
Gains = tuple[Fraction | None, ...]


def at(function: Affine, weights: Sequence[int]) -> int:
    """The value of an affine function times ``weights[0]``, for the strategy that `weights_of` made them from."""
    return sum(map(mul, function, weights))


def weights_of(strategy: Sequence[Fraction]) -> tuple[int, ...]:
    """The common denominator of a strategy, then its numerators."""
    common = lcm(*(probability.denominator for probability in strategy))
    return common, *(probability.numerator * (common // probability.denominator) for probability in strategy)


def payoff_against(game: Game, banco: Strategy) -> Affine:
    """Punto's payoff in deals as a function of its strategy, against a banco whose mixing counts as standing."""
    nets = [(place.draws if draws == 1 else place.stands).net for place, draws in zip(game.sets, banco, strict=True)]
    constant, *slopes = map(sum, zip(*nets, strict=True))
    wins, losses = game.naturals
    return constant + wins - losses, *slopes


def best_reply(gains: Gains) -> Strategy:
    """The best reply with these gains: draw where that gains, else stand."""
    return tuple(Fraction(bool(gain and gain > 0)) for gain in gains)


def missed(strategy: Strategy, gains: Gains) -> Fraction:
    """What a side could gain per coup by its best reply instead of ``strategy``."""
    missing = ((draws, gain) for draws, gain in zip(strategy, gains, strict=True) if gain and draws != (gain > 0))
    return sum((gain * (1 - draws) if gain > 0 else -gain * draws for draws, gain in missing), Fraction(0))
