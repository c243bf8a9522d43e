"""The names that a bet's conditions may use, with their meanings, and how each is computed from the cards of a coup.

Point values decide most names. The others, `CARD_NAMES`, are computed in two steps: from the point values to a whole
number, the status, which says on which cards the answer still depends; and from the status to the value, by questions
about those cards. A column is an array with an entry for each coup, or one coup's whole number; both must work.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial, reduce
from operator import and_, itemgetter, or_
from typing import Any, NamedTuple, TypeAlias

from exact.bets.coups import ABSENT, POSITIONS
from exact.bets.expression import Kind
from exact.game import POINT_VALUES, SUIT_NAMES, Granularity
from exact.lazy import Integers
from exact.records import Record

EVERY_CARD = (1 << 52) - 1  #: A set of card types is a mask of 52 bits: bit ``4 * rank + suit``
RANK_MASKS = tuple(0b1111 << (4 * rank) for rank in range(13))
SUIT_MASKS = tuple(sum(1 << (4 * rank + suit) for rank in range(13)) for suit in range(4))
RED, BLACK = SUIT_MASKS[1] | SUIT_MASKS[2], SUIT_MASKS[0] | SUIT_MASKS[3]
VALUE_MASKS = tuple(sum(RANK_MASKS[rank] for rank in range(13) if POINT_VALUES[rank] == value) for value in range(10))
CLASS_MASKS = {
    Granularity.VALUES: VALUE_MASKS,
    Granularity.RANKS: RANK_MASKS,
    Granularity.CARDS: tuple(1 << card for card in range(52)),
}
TENS_AND_COURT = tuple(RANK_MASKS[9:])
COURT = RANK_MASKS[10] | RANK_MASKS[11] | RANK_MASKS[12]

Masks = tuple[int, ...]  #: For each of `POSITIONS`, the set of card types from which its card comes

Column: TypeAlias = Any
Columns = Sequence[int] | Integers


@lru_cache(maxsize=512)
def granularity_of(sets: frozenset[int]) -> Granularity:
    """The coarsest granularity of which every class lies wholly inside or wholly outside each of these sets."""
    return next(
        granularity
        for granularity, classes in CLASS_MASKS.items()
        if all(mask & group in (0, group) for mask in sets for group in classes)
    )


class Parts(NamedTuple):
    """The question which of these disjoint sets contains the card at ``position``; the answer is the set's index."""

    position: int
    sets: tuple[int, ...]


class Witnesses(NamedTuple):
    """The question whether the cards fit one of the patterns, which exclude each other: positions with a set each."""

    patterns: tuple[tuple[tuple[int, int], ...], ...]


Question = Parts | Witnesses
Ask = Callable[[Question], int]
Steps = tuple[Callable[[Columns], Column], Callable[[int, Ask], int]]


class Name(Record):
    """A name of the language: its value is what ``resolve`` makes of what ``compute`` finds in the point values."""

    condition: bool
    meaning: str
    compute: Callable[[Columns], Column]
    resolve: Callable[[int, Ask], int] = lambda status, _ask: status
    positional: bool = False  #: Whether it distinguishes a side's first card from its second
    by_rank: Steps | None = None  #: The same two steps from the ranks, ace 0 to king 12, where these are known
    most: int = 64  #: A bound on its value


def _total(coup: Columns, side: int, cards: int = 3) -> Column:
    first, second, third = coup[3 * side : 3 * side + 3]
    return (first + second + (third * (third > 0) if cards == 3 else 0)) % 10


def _value_names() -> dict[str, Name]:
    names = {
        "punto_wins": Name(True, "punto's total is higher", lambda c: 1 * (_total(c, 0) > _total(c, 1))),
        "banco_wins": Name(True, "banco's total is higher", lambda c: 1 * (_total(c, 1) > _total(c, 0))),
        "tie": Name(True, "the totals are equal", lambda c: 1 * (_total(c, 0) == _total(c, 1))),
        "margin": Name(False, "the difference of the totals, 0–9", lambda c: abs(_total(c, 0) - _total(c, 1))),
        "cards": Name(False, "cards dealt, 4–6", lambda c: 4 + (c[2] != ABSENT) + (c[5] != ABSENT)),
        "highest_value": Name(False, "the highest point value dealt, 0–9", _highest),
    }
    for index, side in enumerate(("punto", "banco")):
        names |= _side_names(side, index)
    for column, position in enumerate(POSITIONS):
        side, card = position.split("_")
        meaning = f"point value of {side}'s card {card}" + (", none if it has none" if card == "3" else "")
        names[f"{side}_value_{card}"] = Name(False, meaning, itemgetter(column), positional=card != "3")
    words = ("aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")
    for value, word in enumerate(words, start=1):
        names[word] = Name(False, f"how many {word} were dealt", partial(_copies, value))
    return names


def _side_names(side: str, index: int) -> dict[str, Name]:
    natural = f"{side}'s first two cards are worth 8 or 9"
    return {
        f"{side}_total": Name(False, f"{side}'s final total, 0–9", lambda c: _total(c, index)),
        f"{side}_two_card_total": Name(False, f"the total of {side}'s first two cards", lambda c: _total(c, index, 2)),
        f"{side}_cards": Name(False, f"cards dealt to {side}, 2 or 3", lambda c: 2 + (c[3 * index + 2] != ABSENT)),
        f"{side}_natural": Name(True, natural, lambda c: 1 * (_total(c, index, 2) >= 8)),
    }


def _highest(coup: Columns) -> Column:
    return reduce(lambda first, second: second + (first - second) * (first > second), coup)


def _copies(value: int, coup: Columns) -> Column:
    return sum(1 * (card == value) for card in coup)


def _same(sets: tuple[int, ...], positions: tuple[int, ...]) -> Witnesses:
    return Witnesses(tuple(tuple((position, mask) for position in positions) for mask in sets))


def _pair(side: int, suits: tuple[int, ...]) -> Steps:
    """Whether a side's first two cards are of one rank, and both of one of these ``suits``."""
    first, second = 3 * side, 3 * side + 1

    def compute(coup: Columns) -> Column:
        alike, zero = coup[first] == coup[second], coup[first] == 0
        return alike * (1 + zero)

    def resolve(status: int, ask: Ask) -> int:
        ranks = TENS_AND_COURT if status == 2 else (EVERY_CARD,)  # of one value, other cards are of one rank
        sets = tuple(rank & suit for rank in ranks for suit in suits)
        return status if not status or sets == (EVERY_CARD,) else ask(_same(sets, (first, second)))

    return compute, resolve


def _alike(sets: tuple[int, ...], positions: tuple[int, ...]) -> Steps:
    """Whether all cards dealt to these positions are in the same set; the status says which were dealt."""

    def compute(coup: Columns) -> Column:
        return sum((coup[position] != ABSENT) * (1 << bit) for bit, position in enumerate(positions))

    def resolve(status: int, ask: Ask) -> int:
        return ask(_same(sets, tuple(position for bit, position in enumerate(positions) if status >> bit & 1)))

    return compute, resolve


def _rank(column: int) -> Steps:
    return itemgetter(column), lambda value, ask: value or 10 + ask(Parts(column, TENS_AND_COURT))


def _part(column: int, sets: tuple[int, ...]) -> Steps:
    """Which of these sets has the card; the status is `ABSENT` or 0."""
    return lambda coup: coup[column] * (coup[column] < 0), lambda absent, ask: absent or ask(Parts(column, sets))


def _counted(mask: int) -> Steps:
    """The number of cards worth 0 that are in ``mask``; the status says which positions hold a card worth 0."""
    rest = VALUE_MASKS[0] & ~mask

    def compute(coup: Columns) -> Column:
        return sum((card == 0) * (1 << bit) for bit, card in enumerate(coup))

    def resolve(status: int, ask: Ask) -> int:
        return sum(1 - ask(Parts(column, (mask, rest))) for column in range(6) if status >> column & 1)

    return compute, resolve


def _card_names() -> dict[str, Name]:
    names: dict[str, Name] = {}
    for index, side in enumerate(("punto", "banco")):
        own = (3 * index, 3 * index + 1, 3 * index + 2)
        conditions = {
            "pair": ("first two cards are of one rank", _pair(index, (EVERY_CARD,))),
            "perfect_pair": ("first two cards are of one rank and one suit", _pair(index, SUIT_MASKS)),
            "first_two_suited": ("first two cards are of one suit", _alike(SUIT_MASKS, own[:2])),
            "suited": ("cards are all of one suit", _alike(SUIT_MASKS, own)),
            "one_colour": ("cards are all of one colour", _alike((RED, BLACK), own)),
        }
        for word, (meaning, steps) in conditions.items():
            names[f"{side}_{word}"] = Name(True, f"{side}'s {meaning}", *steps)
    every = tuple(range(6))
    names["one_suit"] = Name(True, "all cards dealt are of one suit", *_alike(SUIT_MASKS, every))
    names["one_colour"] = Name(True, "all cards dealt are of one colour", *_alike((RED, BLACK), every))
    for column, position in enumerate(POSITIONS):
        side, card = position.split("_")
        details = {
            "rank": ("rank, ace 1 to king 13", _rank(column)),
            "suit": ("suit", _part(column, SUIT_MASKS)),
            "colour": ("colour", _part(column, (RED, BLACK))),
        }
        for word, (what, steps) in details.items():
            meaning = f"{what} of {side}'s card {card}"
            names[f"{side}_{word}_{card}"] = Name(False, meaning, *steps, positional=card != "3")
    counts = {"tens": RANK_MASKS[9], "jacks": RANK_MASKS[10], "queens": RANK_MASKS[11], "kings": RANK_MASKS[12]}
    for word, mask in counts.items():
        names[word] = Name(False, f"how many {word} were dealt", *_counted(mask))
    names["court_cards"] = Name(False, "how many jacks, queens and kings were dealt", *_counted(COURT))
    return names


GROUPS = {
    "punto_hand": ((0, 1, 2), "punto's two or three cards"),
    "banco_hand": ((3, 4, 5), "banco's two or three cards"),
    "first_four": ((0, 1, 3, 4), "the first two cards of both sides"),
    "punto_first_two": ((0, 1), "punto's first two cards"),
    "banco_first_two": ((3, 4), "banco's first two cards"),
    "all_dealt": ((0, 1, 2, 3, 4, 5), "the four to six cards of the coup"),
}


def _dealt(ranks: Sequence[Column]) -> Column:
    return sum((rank >= 0 for rank in ranks), start=0 * ranks[0])  # in the type of the ranks, which may be small


def _copies_of_each(ranks: Sequence[Column]) -> list[Column]:
    """For each card, how many are of its rank; 0 for a card not dealt."""
    return [sum(((own == other) * (own >= 0) for other in ranks), start=0 * own) for own in ranks]


def _of_a_kind(ranks: Sequence[Column]) -> Column:
    return _highest(_copies_of_each(ranks))


def _pairs(ranks: Sequence[Column]) -> Column:
    return sum((number == 2 for number in _copies_of_each(ranks)), start=0 * ranks[0]) // 2


def _distinct_ranks(ranks: Sequence[Column]) -> Column:
    """Each rank is counted at its first card."""
    first = (reduce(and_, [rank != before for before in ranks[:place]], rank >= 0) for place, rank in enumerate(ranks))
    return sum(first, start=0 * ranks[0])


def _straight(aces: str, ranks: Sequence[Column]) -> Column:
    if not aces:
        return _straight("aces_low", ranks) | _straight("aces_high", ranks)
    values = [rank + 13 * (rank == 0) for rank in ranks] if aces == "aces_high" else ranks
    span = _highest(values) + _highest([-value - 50 * (value < 0) for value in values])
    cards = _dealt(ranks)
    return (cards >= 3) & (_of_a_kind(ranks) == 1) & (span == cards - 1)


def _royal(ranks: Sequence[Column]) -> Column:
    return _straight("aces_high", ranks) & reduce(or_, [rank == 0 for rank in ranks])


_BY_RANK: dict[str, tuple[int, str, Callable[[Sequence[Column]], Column]]] = {
    "of_a_kind": (2, "the most cards of one rank", _of_a_kind),
    "pairs": (2, "how many ranks come exactly twice", _pairs),
    "distinct_ranks": (2, "how many different ranks there are", _distinct_ranks),
    "one_pair": (2, "one rank comes twice, the others once", lambda r: (_of_a_kind(r) == 2) & (_pairs(r) == 1)),
    "two_pair": (4, "two or three ranks come twice", lambda r: (_of_a_kind(r) == 2) & (_pairs(r) > 1)),
    "three_of_a_kind": (
        *(3, "one rank comes three times, the others once"),
        lambda r: (_of_a_kind(r) == 3) & (_distinct_ranks(r) == _dealt(r) - 2),
    ),
    "full_house": (
        *(5, "one rank comes three times, another two or three times"),
        lambda r: (_of_a_kind(r) == 3) & (_distinct_ranks(r) < _dealt(r) - 2),
    ),
    "four_of_a_kind": (4, "one rank comes exactly four times", lambda r: _of_a_kind(r) == 4),
    "straight": (3, "three or more ranks in a row, A below 2 or above K", partial(_straight, "")),
    "straight, aces_low": (3, "the same, A below 2 only", partial(_straight, "aces_low")),
    "straight, aces_high": (3, "the same, A above K only", partial(_straight, "aces_high")),
}
_NUMBERS = ("of_a_kind", "pairs", "distinct_ranks")
_BY_SUIT = {
    "flush": (2, "all cards are of one suit", SUIT_MASKS),
    "same_colour": (2, "all cards are of one colour", (RED, BLACK)),
}
_BY_BOTH: dict[str, tuple[int, str, Callable[[Sequence[Column]], Column]]] = {
    **{
        pattern.replace("straight", "straight_flush"): (least, f"{meaning}, of one suit", holds)
        for pattern, (least, meaning, holds) in _BY_RANK.items()
        if pattern.startswith("straight")
    },
    "royal_flush": (3, "a straight flush up to the ace", _royal),
    "high_card": (
        *(2, "no two of one rank, no straight, no flush"),
        lambda r: (_of_a_kind(r) == 1) & (_straight("", r) == 0),
    ),
}
PATTERNS = _BY_RANK | _BY_SUIT | _BY_BOTH
"""The fewest cards and the meaning of each pattern, and what decides it."""


def _pattern(positions: tuple[int, ...], by_rank: Steps) -> Steps:
    """The steps of a pattern from point values, given those from ranks; the status has the group's point values."""

    def compute(coup: Columns) -> Column:
        return sum((coup[position] + 1) * 11**place for place, position in enumerate(positions))

    def resolve(status: int, ask: Ask) -> int:
        ranks = [ABSENT] * 6
        for position in positions:
            status, digit = divmod(status, 11)
            ranks[position] = 9 + ask(Parts(position, TENS_AND_COURT)) if digit == 1 else max(digit - 2, ABSENT)
        return by_rank[1](int(by_rank[0](ranks)), ask)

    return compute, resolve


def _rank_and_suit(holds: Callable[[Sequence[Column]], Column], positions: tuple[int, ...], flush: int) -> Steps:
    """A condition on the ranks and that all cards are of one suit, or not; the status says which were dealt."""
    dealt, asked = _alike(SUIT_MASKS, positions)

    def resolve(status: int, ask: Ask) -> int:
        return status and 1 - (asked(status, ask) ^ flush)

    return lambda ranks: holds([ranks[position] for position in positions]) * dealt(ranks), resolve


def _pattern_names() -> dict[str, Name]:
    """Every pattern of every group with enough cards for it, under the text that calls it."""
    names = {}
    for group, (positions, _) in GROUPS.items():
        own = {
            pattern: (Name(True, "", *_alike(sets, positions)), least) for pattern, (least, _, sets) in _BY_SUIT.items()
        }
        for pattern, (least, _, holds) in (_BY_RANK | _BY_BOTH).items():
            if pattern in _BY_RANK:
                decided: Steps = partial(_of_group, holds, positions), lambda status, _ask: status
            else:
                decided = _rank_and_suit(holds, positions, flush=pattern != "high_card")
            number = pattern in _NUMBERS
            most = 64 if not number else len(positions) // 2 if pattern == "pairs" else len(positions)
            own[pattern] = Name(not number, "", *_pattern(positions, decided), by_rank=decided, most=most), least
        for pattern, (name, least) in own.items():
            if least <= len(positions):
                word, comma, aces = pattern.partition(", ")
                names[f"{word}({group}{comma}{aces})"] = name
    return names


def _of_group(holds: Callable[[Sequence[Column]], Column], positions: tuple[int, ...], ranks: Columns) -> Column:
    return 1 * holds([ranks[position] for position in positions])


PATTERN_NAMES = _pattern_names()
VALUE_NAMES, CARD_NAMES = _value_names(), _card_names() | PATTERN_NAMES
NAMES = VALUE_NAMES | CARD_NAMES
CONSTANTS = {
    **{name: (index, "what …_suit_… may be compared with") for index, name in enumerate(SUIT_NAMES)},
    **{name: (index, "what …_colour_… may be compared with") for index, name in enumerate(("red", "black"))},
    "none": (ABSENT, "what a third card that was not dealt has for value, rank and suit: -1 in arithmetic"),
}
POSITIONAL = frozenset(name for name, entry in NAMES.items() if entry.positional)
_EARLY_WORDS = (
    *("two_card_total", "natural", "pair", "perfect_pair", "first_two_suited"),
    *(f"{word}_{card}" for word in ("value", "rank", "suit", "colour") for card in (1, 2)),
)
EARLY = (
    frozenset(f"{side}_{word}" for side in ("punto", "banco") for word in _EARLY_WORDS)
    | {name for name in PATTERN_NAMES if re.search(r"\((first_four|\w+_first_two)\b", name)}
    | CONSTANTS.keys()
)
"""The names that the first two cards of each side decide, and the constants."""


def known_names() -> dict[str, Kind]:
    """Every name of the language, and whether it is a condition."""
    kinds = {name: Kind(entry.condition, entry.most) for name, entry in NAMES.items()}
    return kinds | dict.fromkeys(CONSTANTS, Kind(False))


def describe_names() -> list[tuple[str, str]]:
    """Every name with its meaning, for help and documentation."""
    names = ((name, entry.meaning) for name, entry in NAMES.items() if name not in PATTERN_NAMES)
    return [*names, *((name, meaning) for name, (_, meaning) in CONSTANTS.items())]


def describe_patterns() -> list[tuple[str, str]]:
    """Every pattern, with a group to fill in, and its meaning; then every group."""
    patterns = ((pattern, meaning) for pattern, (_, meaning, _) in PATTERNS.items())
    called = [(re.sub(r"\w+", r"\g<0>(GROUP", pattern, count=1) + ")", meaning) for pattern, meaning in patterns]
    return [*called, *((group, meaning) for group, (_, meaning) in GROUPS.items())]
