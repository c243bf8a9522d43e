"""Nash equilibria of baccara banque: each player for itself, against the other's choice and the banker.

With p and r for the players' probabilities of drawing on 5, the banker's gain from drawing at a place is bilinear, so
the unit square is divided by hyperbolas. Within a cell of that division the banker's best reply is one pure strategy;
on one curve it may mix at one place, where two meet at two. A player mixes only where its payoff does not depend on it.
Cells, pieces of curves, meetings, edges and corners are searched in floating point. What is found is then solved in
integers, with irrational numbers enclosed, and every inequality is proved, so that each equilibrium is one. That there
are no others is not proved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, NamedTuple

from exact.analysis.equilibrium.banque import Banque
from exact.analysis.equilibrium.banque_solutions import BanqueProfile, Stakes, independently
from exact.analysis.equilibrium.by_commission import roots_of
from exact.arithmetic import Value, between, high_of, low_of, quotient, weighted_sum
from exact.lazy import Numbers, np
from exact.records import Record

_DIGITS = 60
_CLOSE = 1e-9


class NashEquilibrium(NamedTuple):
    """The probabilities of drawing of each player and, by place, of the banker, and what the banker wins."""

    drawing: tuple[Value, Value]
    banker: tuple[Value, ...]
    value: Value  #: Per unit of all stakes
    nets: tuple[Value, Value]  #: From each player, per unit of that stake


class _Field(Record):
    """The unit square of p and r, with the places whose gain changes its sign there."""

    gains: Numbers  #: For each of them, the coefficients of 1, p, r and pr of the banker's gain from drawing
    first: Numbers  #: Those of 1 and r of what its drawing adds to the first player's gain from drawing
    second: Numbers  #: Those of 1 and p for the second player
    stood: Numbers  #: What each player gains from drawing if the banker stands at all of them
    mirrored: bool = False

    def mirror(self) -> _Field:
        """With the players in the other order."""
        return _Field(self.gains[:, [0, 2, 1, 3]], self.second, self.first, self.stood[::-1], not self.mirrored)

    def replies(self, p: float, r: float) -> Numbers:
        """The banker's best reply."""
        replies: Numbers = self.gains @ np.array([1, p, r, p * r]) > 0
        return replies.astype(int)

    def slopes(self, banker: Numbers) -> Numbers:
        """What each player gains from drawing against this banker: the coefficients of 1 and of the other's choice."""
        slopes: Numbers = self.stood + np.array([banker @ self.first, banker @ self.second])
        return slopes

    def on_curve(self, place: int, banker: Numbers) -> Numbers:
        """A polynomial in p that is 0 where neither player prefers a choice and the banker mixes at ``place`` alone.

        There r is a quotient of linear functions of p, and the banker's probability follows from the second player.
        """
        (above, below), (own, other) = self.quotient(place), self.slopes(banker)
        one, two = ((s[0] * below + s[1] * above) for s in (own, self.first[place]))
        return np.convolve(one, self.second[place]) - np.convolve(two, other)

    def meeting(self, place: int, other: int) -> Numbers:
        """A polynomial in p that is 0 where the banker is indifferent at both places."""
        (above, below), gain = self.quotient(place), self.gains[other]
        return np.convolve(gain[:2], below) + np.convolve(gain[2:], above)

    def at(self, place: int, p: float) -> float:
        """The r at which the banker is indifferent; infinite where there is none."""
        above, below = (each[0] + each[1] * p for each in self.quotient(place))
        return float(above / below) if below else math.inf

    def quotient(self, place: int) -> tuple[Numbers, Numbers]:
        """Linear functions of p whose quotient is r where the banker is indifferent."""
        return -self.gains[place][:2], self.gains[place][2:]


class _Candidate(Record):
    field: _Field
    mixed: tuple[int, ...]  #: The places at which the banker mixes
    p: float
    r: float
    banker: Numbers  #: Its choices at the other places, and 0 at these


def nash_equilibria(game: Banque, stakes: Stakes) -> list[NashEquilibrium]:
    """The equilibria that the search finds, by the first player's probability of drawing, then the second's.

    Where the banker may mix in several ways against the same players, one stands for all.
    """
    gains, first, second, stood = _coefficients(game, stakes)
    corners = gains @ np.array([[1, 1, 1, 1], [0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 0, 1]], dtype=object)
    least, greatest = corners.min(1), corners.max(1)
    crossing = np.flatnonzero((least < 0) & (greatest > 0))
    always = ((least >= 0) & (greatest > 0)).astype(int)
    stood = stood + np.array([always @ first, always @ second])
    parts = gains[crossing], first[crossing], second[crossing], stood
    gains, first, second, stood = (np.array(part / game.deals, dtype=float) for part in parts)
    exact, near = _Field(*parts), _Field(gains, first, second, stood)
    found: dict[tuple[float, float], NashEquilibrium] = {}
    for candidate in _candidates(near):
        where = round(candidate.p, 8), round(candidate.r, 8)
        key = where[::-1] if candidate.field.mirrored else where
        if key in found or not _is_near(candidate):
            continue
        solved = _solved(exact.mirror() if candidate.field.mirrored else exact, candidate)
        if solved:
            drawing, mixed = solved
            banker: list[Value] = [Fraction(int(draws)) for draws in always]
            for place, draws in zip(map(int, crossing), candidate.banker, strict=True):
                banker[place] = Fraction(int(draws))
            places = [int(crossing[place]) for place in candidate.mixed]
            for place, probability in zip(places, mixed, strict=True):
                banker[place] = probability
            in_order = drawing[::-1] if candidate.field.mirrored else drawing
            found[key] = _equilibrium(game, stakes, in_order, banker, places)
    return [found[key] for key in sorted(found)]


def _coefficients(game: Banque, stakes: Stakes) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """The parts of a `_Field`, of every place."""
    from_joint = np.array([[1, 0, 0, 0], [-1, 0, 1, 0], [-1, 1, 0, 0], [1, -1, -1, 1]], dtype=object).T

    def nets(kind: str, player: int) -> Numbers:
        joint: Numbers = np.array([getattr(place, kind)[player].net for place in game.places], dtype=object)
        bilinear: Numbers = joint @ from_joint
        return bilinear

    stands, draws = ([nets(kind, player) for player in (0, 1)] for kind in ("stands", "draws"))
    first, second = (drawn - stood for drawn, stood in zip(draws, stands, strict=True))
    gains = stakes[0] * first + stakes[1] * second
    stood = -np.array([stands[0].sum(0)[[1, 3]], stands[1].sum(0)[[2, 3]]])
    return gains, -first[:, [1, 3]], -second[:, [2, 3]], stood


def _candidates(field: _Field) -> Iterator[_Candidate]:
    for p, r in product((0.0, 1.0), repeat=2):
        yield _Candidate(field, (), p, r, field.replies(p, r))
    mirrored = field.mirror()
    for place, gain in enumerate(field.gains):
        for side in (field, mirrored):
            yield from _on_edges(side, place)
        yield from _on_curve(field if gain[2:].any() else mirrored, place)


def _on_edges(field: _Field, place: int) -> Iterator[_Candidate]:
    constant, of_p, of_r, of_both = field.gains[place]
    for r in (0.0, 1.0):
        slope = of_p + of_both * r
        p = -(constant + of_r * r) / slope if slope else -1
        if 0 < p < 1:
            yield _Candidate(field, (place,), p, r, _but(field.replies(p, r), place))


def _on_curve(field: _Field, place: int) -> Iterator[_Candidate]:
    constant, of_p, of_r, of_both = field.gains[place]
    breaks = [_roots(field.meeting(place, other)) if other != place else [] for other in range(len(field.gains))]
    for other, roots in enumerate(breaks):
        for p in roots:
            r = field.at(place, p)
            if 0 < r < 1:
                yield _Candidate(field, (place, other), p, r, _but(field.replies(p, r), place, other))
    ends = [_roots((of_r, of_both, 0.0)), *(_roots((constant + of_r * r, of_p + of_both * r, 0.0)) for r in (0, 1))]
    for low, high in pairwise(sorted({0.0, 1.0, *(root for roots in (*breaks, *ends) for root in roots)})):
        p = (low + high) / 2
        r = field.at(place, p)
        if 0 < r < 1:
            yield from _on_piece(field, place, (low, high), _but(field.replies(p, r), place))


def _on_piece(field: _Field, place: int, ends: tuple[float, float], banker: Numbers) -> Iterator[_Candidate]:
    """On a piece of a curve that no other one meets, and in the two cells beside it."""
    for p in _roots(field.on_curve(place, banker)):
        r = field.at(place, p)
        if ends[0] < p < ends[1] and 0 < r < 1:
            yield _Candidate(field, (place,), p, r, banker)
    for draws in (0, 1):
        pure = banker.copy()
        pure[place] = draws
        own, other = field.slopes(pure)
        p, r = (-slope[0] / slope[1] if slope[1] else -1 for slope in (other, own))
        if 0 < p < 1 and 0 < r < 1 and (field.replies(p, r) == pure).all():
            yield _Candidate(field, (), p, r, pure)


def _but(banker: Numbers, *places: int) -> Numbers:
    banker[list(places)] = 0
    return banker


def _roots(polynomial: Iterable[float]) -> list[float]:
    """The real roots between 0 and 1."""
    scale = max(map(abs, polynomial))
    c, b, a = (coefficient / (scale or 1) for coefficient in polynomial)
    square = b * b - 4 * a * c
    if square < 0 or not (a or b):
        return []
    half = -(b + (square**0.5 if b > 0 else -(square**0.5))) / 2
    roots = [c / half if half else 0.0, *([half / a] if a else [])]
    return [root for root in roots if 0 < root < 1]


def _solved(field: _Field, found: _Candidate) -> tuple[tuple[Value, Value], list[Value]] | None:
    """The exact probabilities of the players, and of the banker where it mixes; `None` if it is no equilibrium."""
    try:
        p, r = _players(field, found)
        *above, below = _ranges(lambda p, r: _mixing(field, found, p, r), p, r)
        mixed = [quotient(numerator, below) for numerator in above]
    except ZeroDivisionError:
        return None
    gains = _ranges(lambda p, r: field.gains @ np.array([1, p, r, p * r], dtype=object), p, r)
    is_reply = (
        place in found.mixed or (low_of(gain) >= 0 if draws else high_of(gain) <= 0)
        for place, (gain, draws) in enumerate(zip(gains, found.banker, strict=True))
    )
    own, other = _ranges(lambda p, r, *mixed: _slopes(field, found, p, r, mixed), p, r, *mixed)
    players = (
        (high_of(slope) <= 0, low_of(slope) >= 0, True)[[0.0, 1.0, at].index(at)]
        for at, slope in ((found.p, own), (found.r, other))
    )
    probable = (low_of(draws) >= 0 and high_of(draws) <= 1 for draws in mixed)
    return ((p, r), mixed) if all(probable) and all(is_reply) and all(players) else None


def _slopes(field: _Field, found: _Candidate, p: Any, r: Any, mixed: Sequence[Any]) -> list[Any]:
    """What each player gains from drawing."""
    banker = found.banker.astype(object)
    banker[list(found.mixed)] = mixed
    own, other = field.slopes(banker)
    return [own[0] + own[1] * r, other[0] + other[1] * p]


def _mixing(field: _Field, found: _Candidate, p: Any, r: Any) -> list[Any]:
    """The banker's probabilities that make the players indifferent who mix: numerators, bilinear in p and r, and the
    denominator.
    """
    own, other = _slopes(field, found, p, r, [0] * len(found.mixed))
    one, two = (
        [row[0] + row[1] * at for row in rows[list(found.mixed)]] for rows, at in ((field.first, r), (field.second, p))
    )
    if len(found.mixed) == 2:
        return [one[1] * other - two[1] * own, two[0] * own - one[0] * other, one[0] * two[1] - one[1] * two[0]]
    if not found.mixed:
        return [1]
    return [-own, one[0]] if found.r in (0, 1) else [-other, two[0]]


def _is_near(found: _Candidate) -> bool:
    """Whether the banker can make the players indifferent, up to errors of rounding."""
    *above, below = _mixing(found.field, found, found.p, found.r)
    return bool(below) and all(-_CLOSE < numerator / below < 1 + _CLOSE for numerator in above)


def _players(field: _Field, found: _Candidate) -> tuple[Value, Value]:
    own, other = ([Fraction(each) for each in slope] for slope in field.slopes(found.banker))
    if not found.mixed:
        first, second = (Fraction(at) if at in (0, 1) else -s[0] / s[1] for at, s in ((found.p, other), (found.r, own)))
        return first, second
    place, r = found.mixed[0], Fraction(found.r)
    if r in (0, 1):
        constant, of_p, of_r, of_both = map(Fraction, field.gains[place])
        return -(constant + of_r * r) / (of_p + of_both * r), r
    polynomial = field.on_curve(place, found.banker) if len(found.mixed) == 1 else field.meeting(*found.mixed)
    root = min(roots_of(tuple(polynomial), _DIGITS), key=lambda root: abs(root.value - Fraction(found.p)))
    margin = Fraction(1, 10**_DIGITS) if root.polynomial else Fraction(0)
    p = between(root.value - margin, root.value + margin)
    above, below = _ranges(lambda p: [each[0] + each[1] * p for each in field.quotient(place)], p)
    return p, quotient(above, below)


def _equilibrium(
    game: Banque, stakes: Stakes, drawing: tuple[Value, Value], banker: Sequence[Value], mixed: Sequence[int]
) -> NashEquilibrium:
    def won(first: Fraction, second: Fraction, *draws: Fraction) -> list[Fraction]:
        pure = [low_of(each) for each in banker]
        for place, probability in zip(mixed, draws, strict=True):
            pure[place] = probability
        profile = BanqueProfile(game, stakes, independently(first, second), tuple(pure))
        return [profile.value, *(weighted_sum(profile.players, nets) for nets in profile.nets)]

    value, *nets = _ranges(won, *drawing, *(banker[place] for place in mixed))
    return NashEquilibrium(drawing, tuple(banker), value, (nets[0], nets[1]))


def _ranges(function: Callable[..., Iterable[Any]], *values: Value) -> list[Value]:
    """The ranges of a function's numbers, which are linear in each of ``values``: their extremes are at corners."""
    ends = ({low_of(value), high_of(value)} for value in values)
    corners = zip(*(function(*corner) for corner in product(*ends)), strict=True)
    return [between(Fraction(min(each)), Fraction(max(each))) for each in corners]
