"""Knowledge about a coup before it is over: cards by position, cards of the shoe, totals and other conditions.

A coup uses the fifth and the sixth card of the shoe in one of four ways, as each side draws or stands. In each,
knowledge is a set of possible types for each of the six cards.
"""

import re
from collections.abc import Iterator
from functools import partial, reduce
from operator import or_
from typing import NamedTuple, Self

from exact.answers.text import Text, _, joined
from exact.bets import vocabulary
from exact.bets.coups import ABSENT, Coups, coups_of
from exact.bets.partition import range_of
from exact.bets.vocabulary import CLASS_MASKS, EVERY_CARD, RANK_MASKS, VALUE_MASKS, VALUE_NAMES, Masks
from exact.errors import ExactError
from exact.game import CARDS, SUIT_NAMES, Granularity, parse_card, parse_rank
from exact.inputs import near_misses, parse_whole
from exact.lazy import Integers, Truths, np
from exact.names import canonical
from exact.rules import Tableau

DEALT_TO = {1: 0, 3: 1, 2: 3, 4: 4}  #: The index in `POSITIONS` of each of the first four cards of the shoe
THIRDS = (2, 5)
_ANY: Masks = (EVERY_CARD,) * CARDS


class Condition(NamedTuple):
    """A name of the language that point values decide, and its possible values."""

    name: str
    values: frozenset[int]


class Knowledge(NamedTuple):
    """Knowledge as sets of card types."""

    hands: Masks = _ANY  #: For each of `POSITIONS`, the possible types of its card, if it is dealt
    shoe: tuple[tuple[int, int], ...] = ()  #: From the fifth on: ascending places, possible card types
    conditions: frozenset[Condition] = frozenset()

    def joined(self, other: Self) -> Self:
        """Both pieces of knowledge together."""
        hands = tuple(mine & theirs for mine, theirs in zip(self.hands, other.hands, strict=True))
        shoe = dict(self.shoe)
        for position, mask in other.shoe:
            shoe[position] = shoe.get(position, EVERY_CARD) & mask
        return type(self)(hands, tuple(sorted(shoe.items())), self.conditions | other.conditions)

    @property
    def coup(self) -> Self:
        """Only the knowledge about the coup's six cards."""
        return self._replace(shoe=tuple((position, mask) for position, mask in self.shoe if position <= 6))

    @property
    def later(self) -> Masks:
        """The possible card types of each known card beyond the sixth, which no coup uses."""
        return tuple(mask for position, mask in self.shoe if position > 6 and mask != EVERY_CARD)

    @property
    def masks(self) -> frozenset[int]:
        """Every set of card types in it, except the set of all."""
        return frozenset((*self.hands, *(mask for _, mask in self.shoe))) - {EVERY_CARD}


NOTHING = Knowledge()


class Case(NamedTuple):
    """Coups that use the shoe's cards in the same way and agree with the knowledge."""

    coups: Coups
    cards: Integers  #: Classes as in ``coups``, and those of unused known cards
    masks: Masks


def cases(
    knowledge: Knowledge, tableau: Tableau, ordered: bool, granularity: Granularity = Granularity.VALUES
) -> Iterator[Case]:
    """The coups that agree with the knowledge as far as classes tell, and the sets from which their cards must come."""
    for known, by_value in by_rank(knowledge, tableau):
        first, second, _, *banco = known.hands
        in_order = ordered or first != second or banco[0] != banco[1]
        yield from _cases_of(known, coups_of(by_value, in_order, granularity))


def by_rank(knowledge: Knowledge, tableau: Tableau) -> Iterator[tuple[Knowledge, Tableau]]:
    """The knowledge in parts, each with a tableau by which point values decide who draws."""
    if not tableau.ranks:
        yield knowledge, tableau
        return
    for number, (ranks, own) in enumerate(tableau.by_rank()):
        third = sum(RANK_MASKS[rank] for rank in ranks)
        received = frozenset([Condition("punto_cards", frozenset([3]))]) if number else frozenset[Condition]()
        yield knowledge.joined(Knowledge((*_ANY[:2], third, *_ANY[3:]), conditions=received)), own


def _cases_of(knowledge: Knowledge, coups: Coups) -> Iterator[Case]:
    def allowed(mask: int) -> Truths:
        """Whether a card of each class can be in ``mask``; last, `True` for a card that is not dealt."""
        return np.array([bool(mask & group) for group in CLASS_MASKS[coups.granularity]] + [True])

    agrees = np.ones(len(coups.orders), dtype=bool)
    for column, mask in enumerate(knowledge.hands):
        agrees &= allowed(mask)[coups.classes[:, column]]
    for condition in knowledge.conditions:
        agrees &= np.isin(VALUE_NAMES[condition.name].compute(coups.values.T), list(condition.values))
    shoe = dict(knowledge.shoe)
    dealt = coups.values[:, THIRDS] != ABSENT
    for drawn in ((True, True), (True, False), (False, True), (False, False)):
        rows = np.flatnonzero(agrees & (dealt == drawn).all(axis=1))
        fifth, sixth = reversed(THIRDS) if drawn == (False, True) else THIRDS
        masks = list(knowledge.hands)
        cards = coups.classes[rows]
        for position, column in ((5, fifth), (6, sixth)):
            mask = shoe.get(position, EVERY_CARD)
            masks[column] &= mask
            if mask != EVERY_CARD and not drawn[THIRDS.index(column)]:
                values = np.flatnonzero(allowed(mask)[:-1])
                rows = np.repeat(rows, len(values))
                cards = np.repeat(cards, len(values), axis=0)
                cards[:, column] = np.tile(values, len(cards) // max(len(values), 1))
            else:
                possible = allowed(mask)[cards[:, column]]
                rows, cards = rows[possible], cards[possible]
        if len(rows):
            yield Case(coups.rows(rows), cards, tuple(masks))


MAX_LENGTH = 1000
MAX_PLACE = 10**6
CARD_CLASSES = {
    "high": (sum(RANK_MASKS[5:9]), "6, 7, 8 or 9"),
    "low": (sum(RANK_MASKS[:5]), "A, 2, 3, 4 or 5"),
    "zero": (VALUE_MASKS[0], "10, J, Q or K"),
    "court": (vocabulary.COURT, "J, Q or K"),
    "red": (vocabulary.RED, "a heart or a diamond"),
    "black": (vocabulary.BLACK, "a spade or a club"),
    **{word: (mask, f"any of the {word}") for word, mask in zip(SUIT_NAMES, vocabulary.SUIT_MASKS, strict=True)},
}
_SIDES = {"punto": 0, "banco": 3}
_YES_NO = {"yes": 1, "no": 0}
_TOTALS = range(10)
_PARAMETER = "given, card"


class Fact(NamedTuple):
    """What can be known of a coup besides its cards: its name in the language of bets, and its possible values."""

    name: str
    values: range
    template: Text
    side: str = ""

    def phrase(self, known: str) -> Text:
        """The fact in words, with what is ``known`` of it."""
        return self.template.filled(side=self.side, known=known)


_OF_A_SIDE = {
    "two_card_total": ("two_card_total", _TOTALS, _("{side}'s first two cards total {known}")),
    "final_total": ("total", _TOTALS, _("{side}'s final total is {known}")),
    "cards": ("cards", range(2, 4), _("{side} receives {known} cards")),
    "natural": ("natural", range(2), _("{side} has a natural: {known}")),
    "wins": ("wins", range(2), _("{side} wins: {known}")),
}
FACTS = {
    "cards": Fact("cards", range(4, 7), _("the coup uses {known} cards")),
    "margin": Fact("margin", _TOTALS, _("the final totals differ by {known}")),
    "tie": Fact("tie", range(2), _("the coup is a tie: {known}")),
    **{
        f"{side}_{word}": Fact(f"{side}_{name}", values, template, side)
        for side in _SIDES
        for word, (name, values, template) in _OF_A_SIDE.items()
    },
}
_UNCLEAR = {f"{side}_total": side for side in _SIDES}


class Piece(NamedTuple):
    """One piece of knowledge: as typed, in words, and as `Knowledge`."""

    text: str
    meaning: Text
    knowledge: Knowledge


def parse_knowledge(text: str) -> tuple[Piece, ...]:
    """The pieces of knowledge in ``text``, separated by blanks; raises `ExactError` that shows one it cannot read."""
    if not isinstance(text, str):
        raise ExactError("given", text, "must be text like punto=4,0 banco_two_card_total=5")
    if len(text) > MAX_LENGTH:
        raise ExactError("given", text, f"has {len(text)} characters; the bound is {MAX_LENGTH}")
    pieces = tuple(_piece(piece) for piece in text.split())
    if not pieces:
        raise ExactError("given", text, "must say something: punto=4,0 or banco_final_total=5 or card3=9")
    return pieces


def _piece(text: str) -> Piece:
    name, equals, value = text.partition("=")
    if not (value.isascii() and text.isprintable()):
        raise ExactError("given", text, "contains a character that no piece of knowledge may have")
    name = canonical(name.lower().replace("-", "_"), (*_SIDES, *FACTS, *_UNCLEAR))
    if not equals or not value:
        raise ExactError("given", text, "must be written as name=value: punto=4,0 or banco_final_total=5 or card3=9")
    position = re.fullmatch(r"card(\d+)", name, re.ASCII)
    if name in _SIDES:
        return _hand(text, name, value)
    if position:
        place, mask = parse_whole(position[1], "given, card", 1, MAX_PLACE), _mask(value, text)
        known = _("unknown") if value == "?" else value
        meaning = _("card {position} of the shoe is {known}", position=place, known=known)
        return Piece(text, meaning, known_card(place, mask))
    if name in FACTS:
        return _fact(text, FACTS[name], value)
    if name in _UNCLEAR:
        side = _UNCLEAR[name]
        bound = f"does not say which total: write {side}_two_card_total={value} or {side}_final_total={value}"
        raise ExactError("given", text, bound)
    hint = near_misses(name, [*_SIDES, "card1", *FACTS])
    raise ExactError("given", text, f"begins with {name!r}, which is unknown: {hint}")


def _hand(text: str, side: str, value: str) -> Piece:
    cards = value.split(",")
    if len(cards) > 3:
        raise ExactError("given", text, f"gives {side} {len(cards)} cards; a side receives at most 3")
    hands = list(NOTHING.hands)
    conditions = set()
    for position, card in enumerate(cards):
        if position == 2 and card != "?":
            drawn = card.lower() != "none"
            conditions.add(Condition(f"{side}_cards", frozenset((3 if drawn else 2,))))
            if not drawn:
                continue
        hands[_SIDES[side] + position] = _mask(card, text)
    words = {"?": _("unknown"), "none": _("no third")}
    known = joined(", ", (words.get(card.lower(), card) for card in cards))
    meaning = _("{side}'s cards: {known}", side=side, known=known)
    return Piece(text, meaning, Knowledge(tuple(hands), conditions=frozenset(conditions)))


def known_card(position: int, mask: int) -> Knowledge:
    """The knowledge that the card at this place of the shoe is one of a set of card types."""
    if position not in DEALT_TO:
        return Knowledge(shoe=((position, mask),))
    hands = list(NOTHING.hands)
    hands[DEALT_TO[position]] = mask
    return Knowledge(tuple(hands))


def _fact(text: str, fact: Fact, value: str) -> Piece:
    if VALUE_NAMES[fact.name].condition:
        words = value.lower().split("|")
        if not set(words) <= _YES_NO.keys():
            raise ExactError("given", text, "must be answered with yes or no")
        values = frozenset(_YES_NO[word] for word in words)
    else:
        values = frozenset(number for word in value.split("|") for number in _numbers(word, text, fact.values))
    known = Knowledge(conditions=frozenset((Condition(fact.name, values),)))
    return Piece(text, fact.phrase(value.replace("|", " or ")), known)


def _numbers(word: str, text: str, values: range) -> range:
    def number(digits: str) -> int:
        if not (digits.isdigit() and len(digits) < 4 and int(digits) in values):
            bound = f"must be a whole number from {values[0]} to {values[-1]}, or a range of them"
            raise ExactError("given", text, bound)
        return int(digits)

    return range_of(word, text, "given", number)


def _mask(value: str, text: str) -> int:
    return EVERY_CARD if value == "?" else reduce(or_, (_one_mask(word, text) for word in value.split("|")))


def _one_mask(word: str, text: str) -> int:
    if word.lower() in CARD_CLASSES:
        return CARD_CLASSES[word.lower()][0]
    if not word:
        raise ExactError("given", text, "leaves a card out: write ? for an unknown card")
    if word.lower() == "none":
        raise ExactError("given", text, "may use none only for a side's third card, and only by itself")
    first, dash, last = word.partition("-")
    if dash and first.isdecimal() and last.isdecimal() and len(first) == len(last) == 1:
        return sum(VALUE_MASKS[value] for value in range_of(word, text, "given", int))
    if dash:
        ranks = range_of(word, text, "given", partial(parse_rank, parameter=_PARAMETER))
        return sum(RANK_MASKS[rank] for rank in ranks)
    if len(word) > 2 and word.isalpha():
        bound = f"contains {word!r}, which is not a class of cards: {near_misses(word, CARD_CLASSES)}"
        raise ExactError("given", text, bound)
    granularity, index = parse_card(word, _PARAMETER)
    return vocabulary.CLASS_MASKS[granularity][index]


def describe_knowledge() -> str:
    """The grammar in words, for help and documentation."""
    rows = [
        ("punto=4,0", "punto's first, second and third card in order; banco=K,? likewise"),
        ("card3=9", "the third card of the shoe; the first four go to punto, banco, punto, banco"),
    ]
    for name, fact in FACTS.items():
        example = "yes" if VALUE_NAMES[fact.name].condition else f"{fact.values[0]}-{fact.values[-1]}"
        rows.append((f"{name}={example}", fact.phrase(example)))
    cards = [
        ("4  K  9h", "a point value, a rank or a card"),
        ("6-9  10-Q  4|5", "a range of point values or of ranks, or one of several"),
        ("?", "unknown; a third card may then be missing too"),
        ("none", "for a third card: the side receives none"),
        *((word, meaning) for word, (_, meaning) in CARD_CLASSES.items()),
    ]
    lines = ["KNOWLEDGE is one or more of these, separated by blanks:"]
    lines += [f"  {form:<26}{meaning}" for form, meaning in rows]
    lines += ["where a card is", *(f"  {form:<26}{meaning}" for form, meaning in cards)]
    return "\n".join(lines)
