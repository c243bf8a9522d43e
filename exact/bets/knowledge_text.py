"""The notation for what you know of a coup: ``punto=4,0 banco=K,? card5=high banco_two_card_total=3``.

Pieces are separated by blanks. A card is written as a point value, a rank, a card type, a class of cards or a range of
ranks, or as several of these separated by ``|``.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import or_
from typing import NamedTuple

from exact.answers.text import Text, _, joined
from exact.bets.knowledge import DEALT_TO, NOTHING, Condition, Knowledge
from exact.bets.vocabulary import BLACK, CLASS_MASKS, COURT, EVERY_CARD, PLAIN, RANK_MASKS, RED, SUIT_MASKS, VALUE_MASKS
from exact.errors import ExactError
from exact.game.cards import SUIT_NAMES, parse_card, parse_rank
from exact.inputs import near_misses, parse_whole
from exact.names import canonical

MAX_LENGTH = 1000
MAX_PLACE = 10**6
"""The last place in the shoe whose card you may name."""
CARD_CLASSES = {
    "high": (sum(RANK_MASKS[5:9]), "6, 7, 8 or 9"),
    "low": (sum(RANK_MASKS[:5]), "A, 2, 3, 4 or 5"),
    "zero": (VALUE_MASKS[0], "10, J, Q or K"),
    "court": (COURT, "J, Q or K"),
    "red": (RED, "a heart or a diamond"),
    "black": (BLACK, "a spade or a club"),
    **{word: (mask, f"any of the {word}") for word, mask in zip(SUIT_NAMES, SUIT_MASKS, strict=True)},
}
"""The named classes of cards: their card types and their meaning."""
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


def _facts() -> dict[str, Fact]:
    facts = {
        "cards": Fact("cards", range(4, 7), _("the coup uses {known} cards")),
        "margin": Fact("margin", _TOTALS, _("the final totals differ by {known}")),
        "tie": Fact("tie", range(2), _("the coup is a tie: {known}")),
    }
    for side in _SIDES:
        facts |= {
            f"{side}_two_card_total": Fact(
                f"{side}_two_card_total", _TOTALS, _("{side}'s first two cards total {known}"), side
            ),
            f"{side}_final_total": Fact(f"{side}_total", _TOTALS, _("{side}'s final total is {known}"), side),
            f"{side}_cards": Fact(f"{side}_cards", range(2, 4), _("{side} receives {known} cards"), side),
            f"{side}_natural": Fact(f"{side}_natural", range(2), _("{side} has a natural: {known}"), side),
            f"{side}_wins": Fact(f"{side}_wins", range(2), _("{side} wins: {known}"), side),
        }
    return facts


FACTS = _facts()
_UNCLEAR = {f"{side}_total": side for side in _SIDES}
"""Names that version 0.1.0 took for the two-card total, while the language of bets takes them for the final total."""


class Piece(NamedTuple):
    """One piece of knowledge: as typed, in words, and as `Knowledge`."""

    text: str
    meaning: Text
    knowledge: Knowledge


def parse_knowledge(text: str) -> tuple[Piece, ...]:
    """The pieces of knowledge written in ``text``; raises `ExactError` that shows the piece it cannot read.

    >>> [piece.meaning for piece in parse_knowledge("punto=4,? banco_two_card_total=5 card5=high")]
    ["punto's cards: 4, unknown", "banco's first two cards total 5", 'card 5 of the shoe is high']
    """
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
        return _card_of_the_shoe(text, parse_whole(position[1], "given, card", 1, MAX_PLACE), value)
    if name in FACTS:
        return _fact(text, FACTS[name], value)
    if name in _UNCLEAR:
        side = _UNCLEAR[name]
        bound = f"does not say which total: write {side}_two_card_total={value} or {side}_final_total={value}"
        raise ExactError("given", text, bound)
    known = [*_SIDES, "card1", *FACTS]
    raise ExactError("given", text, f"begins with {name!r}, which is unknown: {near_misses(name, known)}")


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
    return Piece(
        text,
        _("{side}'s cards: {known}", side=side, known=known),
        Knowledge(tuple(hands), conditions=frozenset(conditions)),
    )


def _card_of_the_shoe(text: str, position: int, value: str) -> Piece:
    mask = _mask(value, text)
    meaning = _(
        "card {position} of the shoe is {known}", position=position, known=_("unknown") if value == "?" else value
    )
    if position not in DEALT_TO:
        return Piece(text, meaning, Knowledge(shoe=((position, mask),)))
    hands = list(NOTHING.hands)
    hands[DEALT_TO[position]] = mask
    return Piece(text, meaning, Knowledge(tuple(hands)))


def _fact(text: str, fact: Fact, value: str) -> Piece:
    if PLAIN[fact.name].condition:
        words = value.lower().split("|")
        if not set(words) <= _YES_NO.keys():
            raise ExactError("given", text, "must be answered with yes or no")
        values = frozenset(_YES_NO[word] for word in words)
    else:
        values = frozenset(number for word in value.split("|") for number in _numbers(word, text, fact.values))
    return Piece(
        text,
        fact.phrase(value.replace("|", " or ")),
        Knowledge(conditions=frozenset((Condition(fact.name, values),))),
    )


def _numbers(word: str, text: str, values: range) -> range:
    """The numbers that a word such as 4 or 4-6 stands for."""
    first, dash, last = word.partition("-")
    for number in (first, last) if dash else (first,):
        if not (number.isdigit() and len(number) < 4 and int(number) in values):
            raise ExactError(
                "given", text, f"must be a whole number from {values[0]} to {values[-1]}, or a range of them"
            )
    return _range(int(first), int(last if dash else first), text, f"{last}-{first}")


def _range(first: int, last: int, text: str, turned: str) -> range:
    if last < first:
        raise ExactError("given", text, f"contains an empty range: write {turned}")
    return range(first, last + 1)


def _mask(value: str, text: str) -> int:
    """The card types that ``value`` allows; all of them for ``?``."""
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
        return sum(VALUE_MASKS[value] for value in _range(int(first), int(last), text, f"{last}-{first}"))
    if dash:
        ranks = _range(parse_rank(first, _PARAMETER), parse_rank(last, _PARAMETER), text, f"{last}-{first}")
        return sum(RANK_MASKS[rank] for rank in ranks)
    if len(word) > 2 and word.isalpha():
        raise ExactError(
            "given", text, f"contains {word!r}, which is not a class of cards: {near_misses(word, CARD_CLASSES)}"
        )
    granularity, index = parse_card(word, _PARAMETER)
    return CLASS_MASKS[granularity][index]


def describe_knowledge() -> str:
    """The grammar in words, for help and documentation."""
    rows = [
        ("punto=4,0", "punto's first, second and third card in order; banco=K,? likewise"),
        ("card3=9", "the third card of the shoe; the first four go to punto, banco, punto, banco"),
    ]
    for name, fact in FACTS.items():
        example = "yes" if PLAIN[fact.name].condition else f"{fact.values[0]}-{fact.values[-1]}"
        rows.append((f"{name}={example}", fact.phrase(example)))
    cards = [
        ("4  K  9h", "a point value, a rank or a card"),
        ("6-9  10-Q  4|5", "a range of point values or of ranks, or one of several"),
        ("?", "unknown; a third card may then be missing too"),
        ("none", "for a third card: the side receives none"),
        *((word, meaning) for word, (_, meaning) in CARD_CLASSES.items()),
    ]
    return "\n".join(
        [
            "KNOWLEDGE is one or more of these, separated by blanks:",
            *(f"  {form:<26}{meaning}" for form, meaning in rows),
            "where a card is",
            *(f"  {form:<26}{meaning}" for form, meaning in cards),
        ]
    )
