"""What each decision of banco and of punto wins, by the walk: the second method for the prices of the tableau's cells.

The walk deals every coup twice, once with a side that always draws and once with one that never does.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from exact.game import Coup, Decision, Outcome, Side
from exact.game.shoe import Shoe
from exact.reference.walk import walk

Situation = TypeVar("Situation")


class Tally(NamedTuple):
    """Padded deals that meet a situation: those that punto wins, those that tie, those that banco wins."""

    punto: int = 0
    tie: int = 0
    banco: int = 0


def banco_tallies(shoe: Shoe, decide: Decision, draws: bool) -> dict[tuple[tuple[int, ...], int | None], Tally]:
    """By banco's two values in ascending order and punto's third card, if banco always ``draws`` or never does."""

    def decides(punto: int, banco: int, third: int | None) -> Side | None:
        if banco >= 8:
            return None
        if third is None and decide(punto, banco, None) is Side.PUNTO:
            return Side.PUNTO
        return Side.BANCO if draws else None

    def situation(coup: Coup) -> tuple[tuple[int, ...], int | None]:
        low, high = sorted(coup.banco.values[:2])
        return (low, high), coup.punto.values[2] if len(coup.punto.values) == 3 else None

    return _tallies(shoe, decides, situation)


def punto_tallies(shoe: Shoe, decide: Decision, draws: bool) -> dict[tuple[int, ...], Tally]:
    """By punto's two values in ascending order, if punto always ``draws`` or never does."""

    def decides(punto: int, banco: int, third: int | None) -> Side | None:
        if punto >= 8:
            return None
        if third is not None:
            return decide(punto, banco, third)
        # A punto that stands has 6 or 7 as far as banco's rules can know.
        return Side.PUNTO if draws else decide(7, banco, None)

    def situation(coup: Coup) -> tuple[int, ...]:
        low, high = sorted(coup.punto.values[:2])
        return low, high

    return _tallies(shoe, decides, situation)


def _tallies(shoe: Shoe, decide: Decision, situation: Callable[[Coup], Situation]) -> dict[Situation, Tally]:
    counts: dict[Situation, dict[Outcome, int]] = {}
    for coup, ways, _ in walk(shoe, decide):
        if not (coup.punto.is_natural or coup.banco.is_natural):
            by_outcome = counts.setdefault(situation(coup), dict.fromkeys(Outcome, 0))
            by_outcome[coup.outcome] += ways
    return {
        key: Tally(by_outcome[Outcome.PUNTO], by_outcome[Outcome.TIE], by_outcome[Outcome.BANCO])
        for key, by_outcome in counts.items()
    }
