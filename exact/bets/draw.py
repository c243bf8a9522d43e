"""A draw beside the shoe: multipliers of what a category pays, drawn by themselves or for cards; how it is written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import comb
from typing import NamedTuple, TypeVar

from exact.arithmetic import number_text
from exact.bets.vocabulary import GROUPS
from exact.errors import ExactError
from exact.game import Granularity
from exact.inputs import Table, check_keys, money, one_of, parse_whole
from exact.records import Record

OF = {
    "cards": (52, Granularity.CARDS), "ranks": (13, Granularity.RANKS), "suits": (4, Granularity.CARDS),
    "": (0, Granularity.VALUES),
}  # fmt: skip
"""What multipliers are drawn for, how many of these there are, and how finely the shoe must be described for them;
"" if the multiplier itself is drawn."""
MAX_MULTIPLIER = 10**6
_MAX_OUTCOMES = 1_000
K = TypeVar("K")


class Multiplied(NamedTuple):
    """How a category is multiplied."""

    positions: tuple[int, ...]  #: The dealt cards whose multipliers count; none if the multiplier itself is drawn
    part: Fraction | None  #: The part of the payoff that is multiplied, by default all of it


class Draw(Record):
    """Before the coup, some of the cards, ranks or suits of one deck are drawn, and each gets a multiplier."""

    of: str  #: A key of `OF`
    drawn: Mapping[int, Fraction]  #: The probability of each number of different ones that are drawn
    multipliers: Mapping[Fraction, Fraction]  #: The probability of each multiplier, independent of the others
    fee: Fraction  #: The share of the stake that is paid beside it and never comes back
    categories: Mapping[str, Multiplied]  #: Those whose payoff is multiplied

    def rules(self) -> Iterator[str]:
        """What is drawn and what that multiplies, in sentences."""
        each = f"Each of {OF[self.of][0]} {self.of} that is drawn has a" if self.of else "The"
        if self.of:
            yield f"How many {self.of} are drawn: {_chances(self.drawn)}."
        yield f"{each} multiplier: {_chances(self.multipliers)}."
        for category, (positions, part) in self.categories.items():
            paid = "what it pays" if part is None else f"{number_text(part)} of what it pays"
            cards = next((f", by {meaning}" for own, meaning in GROUPS.values() if own == positions), "")
            yield f"Multiplied in {category}: {paid}{cards}."
        if self.fee:
            yield f"A fee of {number_text(100 * self.fee)} % of the stake is paid beside it and never comes back."


def parse_draw(table: Table, categories: Sequence[str], location: str) -> Draw:
    """The table ``[draw]`` of a bet with these categories."""
    of = one_of(str(table.get("of", "")), OF, f"{location}, of", "must be cards, ranks or suits")
    check_keys(table, location, ("multipliers", "multiplied", *(["drawn"] if of else [])), ("of", "fee"))
    multiplied = check_keys(table["multiplied"], f"{location}, multiplied", (), categories)
    read = {
        category: _multiplied(value, of, f"{location}, multiplied, {category}")
        for category, value in multiplied.items()
    }
    multipliers = _probabilities(
        table["multipliers"], f"{location}, multipliers", partial(money, low=0, high=MAX_MULTIPLIER)
    )
    cards = max((len(each.positions) for each in read.values()), default=0)
    if (outcomes := comb(len(multipliers) + cards, cards) if cards else len(multipliers)) > _MAX_OUTCOMES:
        bound = f"products of multipliers are too many: the bound is {_MAX_OUTCOMES:,}"
        raise ExactError(f"{location}, multipliers", f"{outcomes:,}", bound)
    drawn = table.get("drawn", 1)
    numbers = drawn if isinstance(drawn, dict) else {str(drawn): 1}
    return Draw(
        of,
        _probabilities(numbers, f"{location}, drawn", partial(parse_whole, low=0, high=OF[of][0] or 1)),
        multipliers,
        money(table.get("fee", 0), f"{location}, fee", 0, 1),
        read,
    )


def _multiplied(value: object, of: str, location: str) -> Multiplied:
    table = check_keys(value if isinstance(value, dict) else {"cards": value}, location, ("cards",), ("part",))
    part = None if "part" not in table else money(table["part"], location, 0, MAX_MULTIPLIER)
    group = table["cards"]
    if not of and group is not True:
        raise ExactError(location, group, "must be true, because the multiplier is not drawn for cards")
    named = str(group) if isinstance(group, str) else ""
    return Multiplied(GROUPS[one_of(named, GROUPS, location, "is no group of cards")][0] if of else (), part)


def _chances(distribution: Mapping[K, Fraction]) -> str:
    return ", ".join(f"{value} with probability {chance}" for value, chance in distribution.items())


def _probabilities(table: object, location: str, read: Callable[[str, str], K]) -> dict[K, Fraction]:
    """The probability of each value, as a table has them."""
    if not isinstance(table, dict):
        raise ExactError(location, table, 'must be a table of probabilities like { 2 = "1/2", 3 = "1/2" }')
    distribution: dict[K, Fraction] = {}
    for text, probability in table.items():
        value = read(text, location)
        distribution[value] = distribution.get(value, Fraction(0)) + money(probability, f"{location}, {text}", 0, 1)
    if sum(distribution.values()) != 1:
        raise ExactError(location, str(sum(distribution.values())), "is the sum of the probabilities, and must be 1")
    return distribution
