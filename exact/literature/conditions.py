"""The conditions of claims: what is known, what is paid, the shoe, the rules. Each reads and writes its own text."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from exact.analysis.equilibrium.game import model_named
from exact.analysis.full_shoes import DECKS
from exact.arithmetic import number_text
from exact.bets.knowledge_text import CARD_CLASSES, FACTS, parse_knowledge
from exact.errors import ExactError
from exact.game.cards import POINT_VALUES, RANKS, parse_card, split_names
from exact.game.shoe import MAX_DECKS
from exact.inputs import near_misses, parse_whole
from exact.names import canonical
from exact.rules.named import all_rules
from exact.rules.tableau import STANDARD

USUAL_DECKS = 8
MAX_LISTED = len(DECKS)
"""The most deck counts that one claim may name."""
_CARD_NUMBERS = ("one", "two", "three", "four", "five", "six")
_RANK_WORDS = dict(
    zip(
        ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"),
        RANKS,
        strict=True,
    )
)
PAIRS_OF_HANDS = "pairs of hands"
_DECK_WORDS = (
    {"single": "1", "double": "2"}
    | {word: str(number) for number, word in enumerate(_CARD_NUMBERS, start=1)}
    | {"eight": "8"}
)
_DECKS = rf"(?:\d+|{'|'.join(_DECK_WORDS)})"
_INFINITE = "infinite"
_UNSTATED = "unstated decks"
_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_EXACT = r"\d{1,9}(?:\.\d{1,9}|/[1-9]\d{0,8})?"
_RATIO = re.compile(rf"({_NUMBER})(?:\s*(?:/|:|to|for)\s*({_NUMBER}))?", re.IGNORECASE)


class Decks(NamedTuple):
    """The numbers of decks that a claim may mean."""

    possible: tuple[int | None, ...]
    """Each number, `None` for the infinite shoe; every one of `DECKS` if the source states none."""
    stated: bool = True
    guess: int | None = None
    """The likely number of a source that states none; `None` if nothing suggests one."""

    @property
    def text(self) -> str:
        """``8 decks``, ``6 or 8 decks``, ``infinite shoe``, ``unstated decks`` or ``8 decks guessed``."""
        if not self.stated:
            return _UNSTATED if self.guess is None else f"{_decks(self.guess)} guessed"
        if self.possible == (None,):
            return "infinite shoe"
        *first, last = ("infinite" if decks is None else str(decks) for decks in self.possible)
        return f"{', '.join(first)} or {last} decks" if first else _decks(self.possible[0])


UNSTATED = Decks(DECKS, stated=False)


class Condition(NamedTuple):
    """A kind of condition."""

    name: str
    forms: tuple[str, ...]
    """How it may be written, for help: the first form is the usual one."""
    meaning: str
    pattern: re.Pattern[str]
    read: Callable[[re.Match[str]], Any]
    text: Callable[[Any], str]


def _decks(number: int | None) -> str:
    return f"{number} deck{'' if number == 1 else 's'}"


def _read_decks(match: re.Match[str]) -> Decks:
    words = [_DECK_WORDS.get(word, word) for word in re.findall(r"\w+", match[0].lower())]
    if "unstated" in words or "any" in words:
        return UNSTATED
    numbers: list[int | None] = [parse_whole(word, "decks", 1, MAX_DECKS) for word in words if word.isdigit()]
    if "guessed" in words:
        if len(numbers) != 1 or _INFINITE in words:
            raise ExactError("claim", match[0], "must guess one number of decks")
        return Decks(DECKS, stated=False, guess=numbers[0])
    possible = dict.fromkeys((*numbers, *((None,) if _INFINITE in words else ())))
    if len(possible) > MAX_LISTED:
        raise ExactError("claim", match[0], f"names {len(possible)} numbers of decks; the bound is {MAX_LISTED}")
    return Decks(tuple(possible))


def _read_knowledge(match: re.Match[str]) -> str:
    pieces = re.sub(r"\s*,\s*", ",", match["what"]).split()
    text = " ".join(map(_piece, pieces))
    parse_knowledge(text)
    return text


def _piece(text: str) -> str:
    """A piece of knowledge with the program's own names, in the usual case."""
    name, equals, value = text.partition("=")
    known = canonical(name.lower().replace("-", "_"), ("punto", "banco", *FACTS))
    words = re.split(r"([,|])", value)
    return known + equals + "".join(map(_card_word, words))


def _card_word(word: str) -> str:
    low = word.lower()
    return low if low in CARD_CLASSES or low in ("yes", "no", "none") else _upper(low)


def _upper(word: str) -> str:
    """Ranks in capitals and suits in small letters: ``Kh``, ``10-Q``."""
    return re.sub(r"[atjqk](?![a-z]{2})", lambda rank: rank[0].upper().replace("T", "10"), word)


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


def _read_rules(match: re.Match[str]) -> str:
    typed = (match["name"] or match["before"]).lower()
    if typed in all_rules():
        return typed
    from exact.rules.documents import (
        reading_ids,  # reads every rulebook, for readings that look at ranks and for errors
    )

    if typed not in reading_ids():
        raise ExactError("claim", typed, f"is not a set of rules: {near_misses(typed, reading_ids())}")
    return typed


def _read_pays(match: re.Match[str]) -> str:
    typed = " ".join((match["what"] or match["ratio"]).lower().split())
    ratio = _RATIO.fullmatch(typed)
    if ratio and ratio[2]:
        if not Fraction(ratio[2]):
            raise ExactError("claim", typed, "divides by 0")
        won = Fraction(ratio[1]) / Fraction(ratio[2])
        return number_text(won - 1 if " for " in typed else won)
    return re.sub(r"(?<=\d)\s*[-\s]\s*(?=\d)", "-", typed)


def _read_share(match: re.Match[str]) -> Fraction:
    typed = match["share"] or match["before"]
    if typed is None:
        return Fraction(0)
    share = Fraction(typed.rstrip(" %")) / (100 if typed.endswith("%") else 1)
    if share > 1:
        raise ExactError("claim", typed, "must be at most 100 %: write 5% or 0.05")
    return share


def payoffs_in(pays: str) -> list[Fraction]:
    """The payoffs in the canonical text of a pay table, numbers with hyphens between; empty for any other text."""
    if not re.fullmatch(rf"-?{_EXACT}(?:-{_EXACT})*", pays):
        return []
    first, *others = (Fraction(number) for number in re.findall(_EXACT, pays))
    return [-first if pays.startswith("-") else first, *others]


def _read_tags(match: re.Match[str]) -> tuple[Fraction, ...]:
    words = match["what"].replace("−", "-").split()
    if len(words) != len(set(POINT_VALUES)) or not all(re.fullmatch(rf"[-+]?{_EXACT}", word) for word in words):
        raise ExactError(
            "claim", match["what"], "must be ten tags, for A 2 … 9 and the ten-valued ranks: 0 0 0 -1 -1 -1 -1 2 2 0"
        )
    return tuple(map(Fraction, words))


def _read_unit(match: re.Match[str]) -> tuple[int, bool] | str:
    if not match["number"]:
        return PAIRS_OF_HANDS
    number = match["number"].lower()
    return _CARD_NUMBERS.index(number) + 1 if number in _CARD_NUMBERS else int(number), bool(match["ordered"])


def _unit_text(unit: tuple[int, bool] | str) -> str:
    if isinstance(unit, str):
        return f"in {unit}"
    number, ordered = unit
    return f"in {number}{' ordered' if ordered else ''} cards"


def _read_times(match: re.Match[str]) -> Fraction:
    factor = Fraction(match["factor"])
    if not factor:
        raise ExactError("claim", match[0], "must be a number above 0")
    return factor


def _condition(
    name: str, forms: tuple[str, ...], meaning: str, pattern: str, read: Callable[..., Any], text: Callable[..., str]
) -> Condition:
    return Condition(name, forms, meaning, re.compile(pattern, re.IGNORECASE), read, text)


CONDITIONS = (
    _condition("given", ("given punto_two_card_total=4",), "what is known of the coup, as in exact odds --given", r"given (?P<what>.+)", _read_knowledge, "given {}".format),
    _condition(
        "pays", ("pays 11", "pays 30-10-6-4-2-1", "pays red-rock", "pays 3 to 2"), "a pay table by its name, or what each winning category pays",
        rf"(?:pays|paying|paid) (?P<what>.+)|(?P<ratio>{_NUMBER}\s*(?:to|:|for)\s*{_NUMBER})",
        _read_pays, "pays {}".format,
    ),
    _condition(
        "commission", ("commission 5%", "no commission"), "on a win of banco; that of the rules if left out",
        rf"no commission|commission(?: of)? (?P<share>{_NUMBER}(?: ?%)?)|(?P<before>{_NUMBER}(?: ?%)?) commission",
        _read_share, lambda share: f"commission {number_text(share * 100)}%",
    ),
    _condition(
        "ties", ("ties skipped",), "a tie neither counts nor ends a streak", r"ties (?:skipped|ignored|excluded)|(?:skipping|ignoring|excluding) ties", lambda _: "skipped", "ties {}".format
    ),
    _condition(
        "tags", ("tags 0 0 0 -1 -1 -1 -1 2 2 0",), "of a count, for A 2 … 9 and the ten-valued ranks", r"tags (?P<what>[-+−\d./ ]+)", _read_tags,
        lambda tags: "tags " + " ".join(map(number_text, tags)),
    ),
    _condition(
        "bets", ("betting from 4",), "the true count from which a count bets; the one that gains most if left out",
        rf"bet(?:s|ting)? (?:from|at)(?: a true count of)? (?P<count>[-+−]?{_EXACT})", lambda match: Fraction(match["count"].replace("−", "-")),
        lambda count: f"betting from {number_text(count)}",
    ),
    _condition(
        "unseen", ("52 unseen",), "the number of unseen cards of a count", r"(?P<cards>\d{1,4})(?: cards)? unseen", lambda match: int(match["cards"]), "{} unseen".format
    ),
    _condition(
        "model", ("model B2",), "of chemin de fer, as in exact equilibrium --model", r"model (?P<what>\w+)",
        lambda match: model_named(match["what"]).id, "model {}".format,
    ),
    _condition(
        "unit", ("in 4 cards", "in 2 ordered cards", "in pairs of hands"), "what is counted",
        rf"in (?:pairs of (?:two-card )?hands|(?P<number>[1-6]|{'|'.join(_CARD_NUMBERS)}) (?P<ordered>ordered )?cards?)", _read_unit, _unit_text,
    ),
    _condition(
        "times", ("times 100",), "the quantity multiplied: a normalisation", rf"times (?P<factor>{_NUMBER})", _read_times, lambda factor: f"times {number_text(factor)}"
    ),
    _condition(
        "decks", ("8 decks", "6 or 8 decks", "infinite shoe", "unstated decks", "8 decks guessed"), "the shoe; if left out, that of the rulebook, or any of 1 to 16 and infinite",
        rf"infinite (?:shoe|decks?)|unstated decks|any number of decks"
        rf"|(?:infinite|{_DECKS})(?:\s*(?:/|or|and|,|, or)\s*(?:infinite|{_DECKS}))*(?: |-)?decks?(?: shoe| guessed)?",
        _read_decks, lambda decks: decks.text,
    ),
    _condition(
        "without", ("without 9 9 K",), "cards gone from the shoe, as in exact odds --remove", r"(?:without|less|remove|removed|removing) (?P<what>.+)|(?P<before>.+) (?:gone|removed)",
        lambda match: card_names(match["what"] or match["before"]), "without {}".format,
    ),
    _condition(
        "rules", ("rules castle-vaduz:literal",), "a rulebook or a reading; standard if left out", r"rules (?P<name>\S+)|(?P<before>\S+) rules", _read_rules, "rules {}".format
    ),
)  # fmt: skip
"""Every kind of condition, in the order in which a claim prints them."""
DEFAULTS = {"rules": STANDARD}
"""The conditions of a claim that does not state them."""


def is_condition(text: str) -> bool:
    """Whether ``text`` has the form of a condition."""
    return any(condition.pattern.fullmatch(text) for condition in CONDITIONS)


def read_condition(text: str) -> tuple[Condition, Any]:
    """The condition written in ``text`` and its value; raises `ExactError`, with similar forms, for anything else."""
    for condition in CONDITIONS:
        if match := condition.pattern.fullmatch(text):
            return condition, condition.read(match)
    forms = [form for condition in CONDITIONS for form in condition.forms]
    by_word = {form.split()[0]: form for form in reversed(forms)}
    near = near_misses(text, forms).close or tuple(
        by_word[word] for word in near_misses(text.split()[0], by_word).close
    )
    known = ", ".join(condition.forms[0] for condition in CONDITIONS)
    raise ExactError("claim", text, f"is not a condition: {f'did you mean {near[0]}?' if near else f'known: {known}'}")
