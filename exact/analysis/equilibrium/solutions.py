"""Profiles of strategies and equilibria of the game, all in fractions.

One choice of punto (models A1, B1 and B2), by Foster's argument (1964): for punto's probability p of drawing on 5,
banco's better choice at an information set changes at most once as p grows, at a threshold. So what punto gets against
the best reply is a concave, piecewise linear function of p with its breaks among the thresholds, and the value is its
maximum. At an inner maximum, banco mixes where it is indifferent, so that punto's slope is 0.

Several choices of punto, as in model B3: Lemke and Howson's algorithm (1964) finds an equilibrium among a few pure
strategies of each side; every missing best reply is added, until none is missing. The lexicographic ratio test
(Dantzig, Orden and Wolfe 1955) excludes cycles, so every shoe ends, however degenerate.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import islice, pairwise
from typing import Any

from exact.analysis.equilibrium.game import (
    MODELS,
    NO_COMMISSION,
    Affine,
    Gains,
    Game,
    Model,
    Strategy,
    at,
    best_reply,
    deal_game,
    missed,
    weights_of,
)
from exact.game.shoe import Shoe
from exact.records import Record, replace


class Profile(Record):
    """A strategy for each side; one is enough for the gains of the other."""

    game: Game
    punto: Strategy
    banco: Strategy
    commission: Fraction = NO_COMMISSION  #: The share of its wins that banco pays to the house

    @cached_property
    def value(self) -> Fraction:
        """Punto's expected payoff per coup."""
        wins, losses = self.game.naturals
        return self._per_coup(wins - losses, ((place.stands.net, place.gain) for place in self.game.sets))

    @property
    def banco_wins(self) -> Fraction:
        """The probability that banco wins, and with a commission pays it."""
        return self._per_coup(self.game.naturals[1], ((place.stands.banco, place.charged) for place in self.game.sets))

    @property
    def banco_value(self) -> Fraction:
        """Banco's expected payoff per coup, after the commission."""
        return -self.value - (self.commission and self.commission * self.banco_wins)

    @cached_property
    def punto_gains(self) -> Gains:
        """Punto's gain at each of its choices."""
        scale, *drawn = weights_of(self.banco)
        gains = [0] * len(self.game.choices)
        for place, draws in zip(self.game.sets, drawn, strict=True):
            for index, (stands, gain) in enumerate(zip(place.stands.net[1:], place.gain[1:], strict=True)):
                gains[index] += scale * stands - draws * gain
        whole, reached = scale * self.game.deals, self.game.reached
        return tuple(Fraction(gain, whole) if deals else None for gain, deals in zip(gains, reached, strict=True))

    @cached_property
    def banco_gains(self) -> Gains:
        """Banco's gain at each of its information sets, if it pays the commission."""
        weights, (part, whole) = weights_of(self.punto), self.commission.as_integer_ratio()
        scale, sets = weights[0] * self.game.deals * whole, self.game.sets
        gains = (whole * at(place.gain, weights) + part * at(place.charged, weights) for place in sets)
        return tuple(Fraction(gain, scale) if s.reachable else None for gain, s in zip(gains, sets, strict=True))

    @property
    def is_strict(self) -> bool:
        """Whether every choice that does not mix is strictly the better one, and the mixed ones have a regular kernel:
        then an equilibrium is the only one, except at choices to which the shoe cannot lead.
        """
        columns, rows = _mixed(self.punto, self.punto_gains), _mixed(self.banco, self.banco_gains)
        if columns is None or rows is None or len(columns) != len(rows):
            return False
        return bool(determinant([[self.game.sets[row].gain[1 + column] for column in columns] for row in rows]))

    def _per_coup(self, naturals: int, parts: Iterable[tuple[Affine, Affine]]) -> Fraction:
        """An expectation from deals: in every set those if banco stands, and by how many fewer they are if it draws."""
        weights, (scale, *drawn) = weights_of(self.punto), weights_of(self.banco)
        total = naturals * weights[0] * scale
        for (stands, less), draws in zip(parts, drawn, strict=True):
            total += scale * at(stands, weights) - draws * at(less, weights)
        return Fraction(total, weights[0] * scale * self.game.deals)


def equilibrium(model: Model, shoe: Shoe) -> Profile:
    """An equilibrium without commission."""
    return equilibria(deal_game(model, shoe))[0]


def equilibria(game: Game, commission: Fraction = NO_COMMISSION) -> list[Profile]:
    """Every equilibrium if there is a commission, up to less than 1, and punto has one choice; else one.

    A2 and A3 have the equilibria of A1, because with replacement cards tell no more than their total.
    """
    if game.model.replaced and game.model.banco_sees:
        by_totals = equilibria(deal_game(MODELS["A1"], game.shoe), commission)
        return [_by_totals(game, profile) for profile in by_totals]
    if len(game.choices) > 1:
        return [solve_many_choices(game, commission)]
    return list(islice(one_choice_equilibria(game, commission), None if commission else 1))


def _by_totals(game: Game, totals: Profile) -> Profile:
    """The strategies of a game in which both sides see totals, in one in which they see cards."""
    of_totals = dict(zip(totals.game.choices, totals.punto, strict=True))
    by_set = {(place.hand, place.third): draws for place, draws in zip(totals.game.sets, totals.banco, strict=True)}
    hands = zip(game.choices, game.reached, strict=True)
    punto = tuple(of_totals[(sum(hand) % 10,)] * bool(deals) for hand, deals in hands)
    banco = tuple(by_set[(sum(place.hand) % 10,), place.third] * place.reachable for place in game.sets)
    return Profile(game, punto, banco, totals.commission)


def _mixed(strategy: Strategy, gains: Gains) -> list[int] | None:
    """The choices that mix; `None` if another choice is indifferent too, or a better one is not taken."""
    mixed = []
    for index, (draws, gain) in enumerate(zip(strategy, gains, strict=True)):
        if gain == 0 and 0 < draws < 1:
            mixed.append(index)
        elif gain is not None and (gain == 0 or draws != (gain > 0)):
            return None
    return mixed


def determinant(matrix: Sequence[Sequence[Any]]) -> Any:
    """The determinant of a small square matrix of numbers or of polynomials; 0 or 1 may be a number even of these."""
    if not matrix:
        return 1
    first, *others = matrix
    return sum(
        (-1) ** column * entry * determinant([[*row[:column], *row[column + 1 :]] for row in others])
        for column, entry in enumerate(first)
        if entry
    )


def one_choice_equilibria(game: Game, commission: Fraction) -> Iterator[Profile]:
    """Every equilibrium by punto's probability, the least first; with a commission there may be several.

    Where several sets of banco are indifferent at once, or punto's slope is 0 between two thresholds, one equilibrium
    stands for all with that probability, or with one between the two.
    """
    if game.reached == (0,):  # the shoe cannot deal the hand, so that every probability would do
        alone = Profile(game, (Fraction(0),), (), commission)
        yield replace(alone, banco=best_reply(alone.banco_gains))
        return
    part, whole = commission.as_integer_ratio()
    gains = [[gain * whole + less * part for gain, less in zip(s.gain, s.charged, strict=True)] for s in game.sets]
    slope, jumps, free = 0, dict[Fraction, list[int]](), list[int]()  # punto's slope, and its jumps at the thresholds
    for place, (constant, rise) in zip(game.sets, gains, strict=True):
        slope += place.stands.net[1] - ((constant or -rise) > 0) * place.gain[1]
        if rise and constant * (constant + rise) <= 0:
            jumps.setdefault(Fraction(-constant, rise), []).append(place.gain[1] if rise < 0 else -place.gain[1])
        elif not constant and not rise:  # indifferent everywhere
            free.append(-place.gain[1])
    breaks = sorted({Fraction(0), Fraction(1), *jumps})
    for drawing in sorted([*breaks, *((one + other) / 2 for one, other in pairwise(breaks))]):
        crossed = jumps.get(drawing, [])
        least, greatest = (slope + sum(pick(jump, 0) for jump in (*crossed, *free)) for pick in (min, max))
        if (drawing == 1 or least <= 0) and (drawing == 0 or greatest >= 0):
            lift = (0, greatest - least)[int(drawing)] if drawing in (0, 1) else -least
            yield Profile(game, (drawing,), _reply(game, gains, drawing, lift), commission)
        slope += sum(crossed)


def _reply(game: Game, gains: Iterable[Sequence[int]], drawing: Fraction, lift: int) -> Strategy:
    """Banco's best reply to punto's probability ``drawing`` with punto's least slope, lifted by ``lift`` set by set."""
    reply = list[Fraction]()
    for place, (constant, rise) in zip(game.sets, gains, strict=True):
        # if the gain is 0, banco may draw, which lowers the slope
        gain = constant * drawing.denominator + rise * drawing.numerator
        draws = (gain or place.gain[1] or -rise) > 0
        most = 0 if gain else abs(place.gain[1])
        reply.append(abs(draws - Fraction(min(lift, most), most or 1)))
        lift -= min(lift, most)
    return tuple(reply)


Matrix = list[list[Fraction]]


def solve_many_choices(game: Game, commission: Fraction = NO_COMMISSION) -> Profile:
    """An equilibrium, for any number of choices of punto and any shoe."""
    puntos: list[Strategy] = [tuple(Fraction(deals > 0) for deals in game.reached)]  # other hands always stand
    bancos: list[Strategy] = [best_reply(Profile(game, puntos[0], (), commission).banco_gains)]

    @cache
    def payoffs(row: int, column: int) -> tuple[Fraction, Fraction]:
        profile = Profile(game, puntos[row], bancos[column], commission)
        return profile.value, profile.banco_value

    while True:
        rows, columns = range(len(puntos)), range(len(bancos))
        first, second = ([[payoffs(row, column)[side] for column in columns] for row in rows] for side in (0, 1))
        weights = lemke_howson(first, second)
        profile = Profile(game, mixture(puntos, weights[0]), mixture(bancos, weights[1]), commission)
        if missed(profile.punto, profile.punto_gains) == missed(profile.banco, profile.banco_gains) == 0:
            return profile
        for strategies, gains in ((puntos, profile.punto_gains), (bancos, profile.banco_gains)):
            if (reply := best_reply(gains)) not in strategies:
                strategies.append(reply)


def mixture(strategies: Sequence[Strategy], weights: Sequence[Fraction]) -> Strategy:
    """What a side does at each choice that plays these strategies with these weights."""
    played = [(weight, strategy) for weight, strategy in zip(weights, strategies, strict=True) if weight]
    shares = [[weight * draws if draws else draws for draws in strategy] for weight, strategy in played]
    return tuple(sum(choice, Fraction(0)) for choice in zip(*shares, strict=True))


def lemke_howson(first: Matrix, second: Matrix) -> tuple[list[Fraction], list[Fraction]]:
    """An equilibrium, as two mixed strategies, of the game with these payoffs of the row and of the column player."""
    rows, columns = range(len(first)), range(len(first), len(first) + len(first[0]))
    least = min(map(min, (*first, *second))) - 1  # the method wants payoffs above 0
    to_columns = [[entry - least for entry in column] for column in zip(*second, strict=True)]
    to_rows = [[entry - least for entry in row] for row in first]
    row_player, column_player = _Constraints(to_columns, columns, rows), _Constraints(to_rows, rows, columns)
    label, tableau, other = rows[0], row_player, column_player
    while (label := tableau.exchange(label)) != rows[0]:
        tableau, other = other, tableau
    return row_player.strategy(rows), column_player.strategy(columns)


class _Constraints:
    """The constraints payoffs · x + slacks = 1 on one player's weights x, at least 0 like the slacks. A label stands
    for a pure strategy of either player: its weight here if it is this player's, else its slack.
    """

    def __init__(self, payoffs: Matrix, slacks: Sequence[int], weights: Sequence[int]) -> None:
        size = len(payoffs)
        self.basis = list(slacks)
        self.columns = {label: 1 + index for index, label in enumerate((*slacks, *weights))}
        self.rows = [[Fraction(1), *(Fraction(i == j) for j in range(size)), *payoffs[i]] for i in range(size)]

    def exchange(self, entering: int) -> int:
        """Bring a label into the basis; the label that leaves it, whose row reaches 0 first.

        A row begins with its level and the inverse of the basis: by them ties are broken lexicographically.
        """
        rates = [row[self.columns[entering]] for row in self.rows]
        ratios = {index: [entry / rate for entry in self.rows[index]] for index, rate in enumerate(rates) if rate > 0}
        index = min(ratios, key=lambda row: ratios[row][: 1 + len(rates)])
        self.rows[index] = ratios[index]
        for other, rate in enumerate(rates):
            if other != index and rate:
                pairs = zip(self.rows[other], ratios[index], strict=True)
                self.rows[other] = [entry - rate * new for entry, new in pairs]
        leaving, self.basis[index] = self.basis[index], entering
        return leaving

    def strategy(self, labels: Sequence[int]) -> list[Fraction]:
        levels = {label: row[0] for label, row in zip(self.basis, self.rows, strict=True)}
        weights = [levels.get(label, Fraction(0)) for label in labels]
        return [weight / sum(weights) for weight in weights]
