"""Cards in questions: what is known of a coup, and which cards are gone, in the program's own words."""

import re

from exact.bets.knowledge import CARD_CLASSES, FACTS, parse_knowledge
from exact.game import RANKS, parse_card, split_names
from exact.names import canonical

_RANK_NAMES = "ace two three four five six seven eight nine ten jack queen king"
_RANK_WORDS = dict(zip(_RANK_NAMES.split(), RANKS, strict=True))
_CARD = rf"(?:\?|none|{'|'.join(CARD_CLASSES)}|(?:10|[\datjqk])(?:-(?:10|[\dtjqk])|[shdc])?)"
_CARDS = re.compile(rf"{_CARD}(?:\|{_CARD})*(?:\s+(?:\w+=\S+|{_CARD}))*", re.IGNORECASE)

_LETTER = re.compile(r"[atjqk](?![a-z]{2})")  #: The letter of a rank, and none of a longer word


def are_cards(text: str) -> bool:
    """Whether ``text`` may follow a comma after ``given`` or ``without``."""
    return bool(_CARDS.fullmatch(text))


def knowledge(text: str) -> str:
    """What is known of the coup, in the program's own names; raises `ExactError` as `parse_knowledge`."""
    known = " ".join(map(_piece, re.sub(r"\s*,\s*", ",", text).split()))
    parse_knowledge(known)
    return known


def _piece(text: str) -> str:
    name, equals, value = text.partition("=")
    known = canonical(name.lower().replace("-", "_"), ("punto", "banco", *FACTS))
    small = (*CARD_CLASSES, "yes", "no", "none")
    words = re.split(r"([,|])", value.lower())
    return known + equals + "".join(word if word in small else _upper(word) for word in words)


def _upper(word: str) -> str:
    """Ranks in capitals and suits in small letters: ``Kh``, ``10-Q``."""
    return _LETTER.sub(lambda rank: rank[0].upper().replace("T", "10"), word)


def card_names(text: str) -> str:
    """The names of cards and ranks in ``text``, in the usual case with blanks between; raises `ExactError` for others.

    >>> card_names("9H t"), card_names("a 6"), card_names("A 6"), card_names("an ace")
    ('9h 10', '6', 'A 6', 'A')
    """
    typed = split_names(text)
    if len(typed) == 2 and typed[0] in ("a", "an"):
        del typed[0]
    names = [_RANK_WORDS.get(name.lower()) or _upper(name.lower()) for name in typed]
    for name in names:
        parse_card(name, "cards")
    return " ".join(names)
