"""Bets of a test's own, and what a few of the catalogue pay on a coup, written from their rules."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet, parse_bets
from exact.game import Coup, Hand, Outcome
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import walk


def own_bet(*categories: str | tuple[str, int], name: str = "own") -> Bet:
    """A bet with a category for each condition, which pays 1 or what stands beside it."""
    pairs = [(each, 1) if isinstance(each, str) else each for each in categories]
    rows = [f'{{name = "c{n}", when = "{when}", pays = {pays}}}' for n, (when, pays) in enumerate(pairs)]
    (bet,) = parse_bets(f'name = "{name}"\ncategory = [{", ".join(rows)}]\n', "own.toml")
    return bet


def _wins(hand: Hand, other: Hand) -> int:
    return (hand.total > other.total) - (hand.total < other.total)


def _bonus(hand: Hand, other: Hand) -> int:
    """Dragon Bonus as its table reads: a natural wins 1 or is returned on a tie, else a win by 4 to 9."""
    if hand.is_natural and hand.total >= other.total:
        return int(hand.total > other.total)
    return {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30}.get(hand.total - other.total, -1)


PAYS: dict[str, Callable[[Coup], Fraction | int]] = {
    "punto": lambda c: _wins(c.punto, c.banco),
    "banco": lambda c: Fraction(19, 20) if c.outcome is Outcome.BANCO else _wins(c.banco, c.punto),
    "tie": lambda c: 8 if c.outcome is Outcome.TIE else -1,
    "dragon-7": lambda c: 40 if c.outcome is Outcome.BANCO and c.banco.total == 7 and len(c.banco.values) == 3 else -1,
    "panda-8": lambda c: 25 if c.outcome is Outcome.PUNTO and c.punto.total == 8 and len(c.punto.values) == 3 else -1,
    "egalite-7": lambda c: 45 if c.punto.total == c.banco.total == 7 else -1,
    "small": lambda c: Fraction(3, 2) if len(c.punto.values) + len(c.banco.values) == 4 else -1,
    "dragon-bonus-banco": lambda c: _bonus(c.banco, c.punto),
}


@cache
def walked(
    values: tuple[int, ...], names: tuple[str, ...] = tuple(PAYS), rules: str = "standard"
) -> dict[str, Fraction]:
    """The expectations of some of `PAYS`, by the walk."""
    sums: dict[str, Fraction | int] = dict.fromkeys(names, 0)
    for coup, ways, _ in walk(Shoe.of_values(values), DECISIONS[rules]):
        for name in names:
            sums[name] += ways * PAYS[name](coup)
    return {name: Fraction(total) / ordered_deals(sum(values)) for name, total in sums.items()}
