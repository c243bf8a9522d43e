"""Baccara banque with replacement for all stakes: intervals of θ, the share of the first hand, proved one by one.

Players who may agree and the banker mix at the solution of a linear system whose coefficients are linear in θ. It is
the only equilibrium as long as polynomials in θ are positive: the players' weights, the gains of the banker's pure
replies, its probabilities, and what choices that are not played would lose. An interval ends at the first of their
roots; exact counts of roots prove that there are none between. Places of the banker with the same gains are one: only
its probabilities together matter there. Where just pure replies of the banker change, intervals are joined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import groupby
from typing import NamedTuple

import numpy as np
import sympy

from exact.analysis.equilibrium.banque import JOINT, Banque, Joint, deal_banque
from exact.analysis.equilibrium.banque_solutions import BanqueProfile, correlated
from exact.analysis.equilibrium.game import MODELS, best_reply, hand_text
from exact.analysis.equilibrium.solutions import determinant
from exact.arithmetic import decimal_text
from exact.game.shoe import Shoe
from exact.records import replace
from exact.stored import Row

THETA = sympy.Symbol("theta")
NEAR = Fraction(1, 2**100)
Matrix = Sequence[Sequence[sympy.Poly]]
Ends = tuple[Fraction, Fraction]


class End(NamedTuple):
    """A root of an irreducible polynomial, and bounds less than `NEAR` apart around it."""

    polynomial: sympy.Poly
    bounds: Ends


class Piece(NamedTuple):
    """An interval of θ in which nothing changes but probabilities."""

    low: End
    high: End
    players: tuple[sympy.Poly, ...]  #: Weights of `JOINT`
    mixed: tuple[str, ...]
    independent: str  #: Where players need not agree: for ``all`` shares, for ``none``, or for these


def linear(first: int, second: int) -> sympy.Poly:
    """A number against both players, by the stakes θ and 1 − θ."""
    return sympy.Poly([first - second, second], THETA, domain="ZZ")


def determinant_of(matrix: Matrix) -> sympy.Poly:
    """As a polynomial, though it be a number."""
    return linear(0, 0) + determinant(matrix)


class Pieces:
    """The game, with its places in groups that have the same gains up to a factor."""

    def __init__(self, game: Banque) -> None:
        self.game, self.groups = game, dict[Joint, list[int]]()
        for index, place in enumerate(game.places):
            pairs = zip(place.stands, place.draws, strict=True)
            both = [new - old for stood, drew in pairs for old, new in zip(stood.net, drew.net, strict=True)]
            scale = int(np.gcd.reduce(both)) or 1
            self.groups.setdefault(tuple(each // scale for each in both), []).append(index)
        self.gains = [[linear(*pair) for pair in zip(both[:4], both[4:], strict=True)] for both in self.groups]

    def at(self, theta: Fraction) -> Piece:
        """The interval around ``theta``, where an equilibrium is found in fractions."""
        profile = correlated(self.game, (theta.numerator, theta.denominator - theta.numerator))
        draws = [profile.banker[group[0]] for group in self.groups.values()]
        gains = [profile.banker_gains[group[0]] for group in self.groups.values()]
        played = [index for index, weight in enumerate(profile.players) if weight]
        mixed = [index for index, gain in enumerate(gains) if gain == 0]
        assert len(mixed) == len(played) - 1, theta
        players = self._players(played, mixed, theta)
        positive = [linear(1, -1), linear(0, 1), *(players[index] for index in played)]
        for index, (gain, draw) in enumerate(zip(gains, draws, strict=True)):
            if gain:
                terms = (part * weight for part, weight in zip(self.gains[index], players, strict=True))
                positive.append(sum(terms, linear(0, 0)) * (1 if draw else -1))
        positive += self._banker(profile, played, mixed, theta)
        low, high = self._ends(positive, theta)
        names = tuple(self._name(group) for index, group in enumerate(self.groups.values()) if index in mixed)
        agreement = players[0] * players[3] - players[1] * players[2]
        return Piece(low, high, players, names, agreeing(agreement, low, high))

    def _players(self, played: Sequence[int], mixed: Sequence[int], theta: Fraction) -> tuple[sympy.Poly, ...]:
        """Weights that leave the banker indifferent where it mixes, without a common factor."""
        rows = [[self.gains[index][joint] for joint in played] for index in mixed]
        minors = [determinant_of([[*r[:at], *r[at + 1 :]] for r in rows]) * (-1) ** at for at in range(len(played))]
        factor = reduce(sympy.Poly.gcd, minors)
        factor *= 1 if sum(minors, linear(0, 0)).eval(theta) * factor.eval(theta) > 0 else -1
        weights = dict(zip(played, (minor.exquo(factor) for minor in minors), strict=True))
        return tuple(weights.get(joint, linear(0, 0)) for joint in range(len(JOINT)))

    def _banker(
        self, profile: BanqueProfile, played: Sequence[int], mixed: Sequence[int], theta: Fraction
    ) -> Iterator[sympy.Poly]:
        """Its probabilities, their complements, and the losses by unplayed choices, over one positive denominator."""
        groups = list(self.groups.values())
        chosen = [groups[index] for index in mixed]
        base = self._losses([int(draw) for draw in profile.banker])
        slopes = []
        for group in chosen:
            drawn = self._losses([int(index in group or draw) for index, draw in enumerate(profile.banker)])
            slopes.append([new - old for old, new in zip(base, drawn, strict=True)])
        first, *others = played
        matrix = [[slope[joint] - slope[first] for slope in slopes] for joint in others]
        right = [base[first] - base[joint] for joint in others]
        below = determinant_of(matrix)
        above = [determinant_of(replaced(matrix, right, at)) for at in range(len(mixed))]
        sign = 1 if below.eval(theta) > 0 else -1
        below, above = below * sign, [each * sign for each in above]
        yield below
        yield from (part for each in above for part in (each, below - each))
        for joint in set(range(len(JOINT))) - set(played):
            terms = (n * (slope[joint] - slope[first]) for n, slope in zip(above, slopes, strict=True))
            yield sum(terms, (base[joint] - base[first]) * below)

    def _losses(self, draws: Sequence[int]) -> list[sympy.Poly]:
        """What the players lose by each of `JOINT` against these pure replies."""
        totals = [list(each.net) for each in self.game.settled]
        for place, draw in zip(self.game.places, draws, strict=True):
            for total, wins in zip(totals, place.draws if draw else place.stands, strict=True):
                total[:] = [t + w for t, w in zip(total, wins.net, strict=True)]
        return [linear(*pair) for pair in zip(*totals, strict=True)]

    def _ends(self, positive: Sequence[sympy.Poly], theta: Fraction) -> tuple[End, End]:
        """Between which all are positive: the roots found in floating point are isolated and all others excluded."""
        assert all(each.eval(theta) > 0 for each in positive), theta
        found = [(root, each) for each in positive for root in near_roots(each)]
        low = end_at(*max((pair for pair in found if pair[0] < theta), key=lambda pair: pair[0]))
        high = end_at(*min((pair for pair in found if pair[0] > theta), key=lambda pair: pair[0]))
        assert low.bounds[1] < theta < high.bounds[0]
        for each in set(positive):
            at_ends = sum(
                not each.rem(end.polynomial) and end.polynomial.count_roots(*end.bounds) for end in (low, high)
            )
            assert each.count_roots(low.bounds[0], high.bounds[1]) == at_ends, theta
        return low, high

    def _name(self, group: Sequence[int]) -> str:
        places = [self.game.places[index] for index in group]
        hands = " or ".join(hand_text(place.hand) for place in places)
        return f"{hands}: {', '.join('none' if seen is None else str(seen) for seen in places[0].seen)}"


def replaced(matrix: Matrix, column: Sequence[sympy.Poly], at: int) -> Matrix:
    """With another column: Cramer's rule."""
    return [[*row[:at], new, *row[at + 1 :]] for row, new in zip(matrix, column, strict=True)]


@cache
def near_roots(polynomial: sympy.Poly) -> list[float]:
    """The real roots, in floating point."""
    scale = max(map(abs, polynomial.all_coeffs()))
    roots = np.roots([float(sympy.Rational(each, scale)) for each in polynomial.all_coeffs()])
    return [float(root.real) for root in roots if abs(root.imag) < 1e-9]


def end_at(root: float, polynomial: sympy.Poly) -> End:
    """The exact root next to this one."""
    factors = [factor for factor, _power in polynomial.factor_list()[1]]
    near = [(abs(each - root), factor) for factor in factors for each in near_roots(factor)]
    factor = min(near, key=lambda pair: pair[0])[1]
    bounds = [tuple(map(Fraction, map(str, each))) for each, _n in factor.intervals(eps=NEAR / 4)]
    low, high = min(bounds, key=lambda each: abs(each[0] - Fraction(root)))
    return End(factor, (low - NEAR / 4, high + NEAR / 4))


def agreeing(agreement: sympy.Poly, low: End, high: End) -> str:
    """Where between the ends the polynomial is 0 by which independent players differ from these."""
    if not agreement:
        return "all"
    inside = low.bounds[1], high.bounds[0]
    found = agreement.intervals(eps=NEAR, inf=inside[0], sup=inside[1]) if agreement.count_roots(*inside) else ()
    return "; ".join(decimal_text(Fraction(str(root[0])), 9) for root, _times in found) or "none"


def pieces() -> Iterator[Piece]:
    """From θ = 1/2 to 1 without a gap; each begins at the root at which the one before it ends."""
    solver = Pieces(deal_banque(MODELS["A1"], Shoe.of_decks(1)))
    start, step = Fraction(1, 2), Fraction(1, 10**6)
    end: End | None = None
    while start < 1:
        piece = solver.at(start + step)
        if end and piece.low != end:
            assert step > NEAR
            step /= 16
            continue
        yield piece
        end, step = piece.high, Fraction(1, 10**6)
        start = (end.bounds[0] + end.bounds[1]) / 2


def stakes_rows(found: Iterable[Piece]) -> list[Row]:
    """The lines of `BANQUE_SHARES`: pieces in which only pure replies of the banker differ are one."""
    rows: list[Row] = []
    for (players, mixed), group in groupby(found, key=lambda piece: piece[2:4]):
        parts = list(group)
        agree = joined_text(parts)
        low, high = parts[0].low, parts[-1].high
        begins = tuple(map(int, reversed(low.polynomial.all_coeffs())))
        weights = tuple(tuple(map(int, reversed(each.all_coeffs()))) for each in players)
        values = (value_at(players, low.bounds[1]), value_at(players, high.bounds[0]))
        rows.append((begins, low.bounds[1], high.bounds[0], weights, mixed, agree, *values, len(parts)))
    return rows


def joined_text(parts: Sequence[Piece]) -> str:
    """Where players need not agree, in all these."""
    return "; ".join(sorted({part.independent for part in parts} - {"none"})) or "none"


def value_at(players: Sequence[sympy.Poly], theta: Fraction) -> Fraction:
    """What they lose to the best reply; at an end less than 2 `NEAR` more or less, as stakes change by so much."""
    weights = [Fraction(str(each.eval(theta))) for each in players]
    strategy = tuple(weight / sum(weights) for weight in weights)
    stakes = theta.numerator, theta.denominator - theta.numerator
    profile = BanqueProfile(deal_banque(MODELS["A1"], Shoe.of_decks(1)), stakes, strategy, ())
    return replace(profile, banker=best_reply(profile.banker_gains)).value
