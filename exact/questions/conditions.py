"""The conditions of questions: what is known or paid, the shoe, the rules.

To add one, add to `CONDITIONS` and `CONDITION_EXAMPLES`.
"""

import re
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from exact.analysis.odds import DECKS, Dealt
from exact.arithmetic import number_text
from exact.errors import ExactError
from exact.game import POINT_VALUES, Granularity
from exact.game.shoe import INFINITE, MAX_COUNT, MAX_DECKS, Shoe, shoe_from
from exact.inputs import near_misses, one_of, parse_whole
from exact.questions.grammar import Phrase, Slot
from exact.records import Record
from exact.rules import STANDARD, all_rules

_CARD_NUMBERS = ("one", "two", "three", "four", "five", "six")
PAIRS_OF_HANDS = "pairs of hands"
_DECK_WORDS = {word: str(number) for number, word in enumerate(_CARD_NUMBERS, start=1)}
_DECK_WORDS |= {"single": "1", "double": "2", "eight": "8", "∞": INFINITE}
_DECKS = rf"(?:\d+|{'|'.join(_DECK_WORDS)})"
_SHOE = (
    r"infinite (?:shoe|decks?)|unstated decks|any number of decks|shoe [\d ]+"
    rf"|(?:infinite|{_DECKS})(?:\s*(?:/|or|and|,|, or)\s*(?:infinite|{_DECKS}))*(?: |-)?decks?(?: shoe| guessed)?"
)
_UNIT = rf"pairs of (?:two-card )?hands|(?:[1-6]|{'|'.join(_CARD_NUMBERS)}) (?:ordered )?cards?"
_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_EXACT = r"\d{1,9}(?:\.\d{1,9}|/[1-9]\d{0,8})?"
_OF_METER = rf"(?:[a-z][a-z0-9-]*=)?-?{_EXACT}"
_RATIO = re.compile(rf"({_NUMBER})(?:\s*(?:/|:|to|for)\s*({_NUMBER}))?", re.IGNORECASE)


class Decks(Record):
    """The numbers of decks that a question may mean, or the shoe of other cards."""

    possible: tuple[Dealt, ...]
    """Each number, `None` for the infinite shoe; every one of `DECKS` if the source states none."""
    stated: bool = True
    guess: int | None = None  #: The likely number of a source that states none; `None` if nothing suggests one

    @property
    def text(self) -> str:
        """``8 decks``, ``6 or 8 decks``, ``infinite shoe``, ``unstated decks``, ``8 decks guessed``, ``shoe 4 1 …``."""
        if not self.stated:
            return "unstated decks" if self.guess is None else f"{decks_text(self.guess)} guessed"
        if self.possible == (None,):
            return "infinite shoe"
        if isinstance(self.possible[0], Shoe):
            return f"shoe {' '.join(map(str, self.possible[0].counts))}"
        *first, last = ("infinite" if decks is None else str(decks) for decks in self.possible)
        return f"{', '.join(first)} or {last} decks" if first else decks_text(self.possible[0])


UNSTATED = Decks(DECKS, stated=False)


def decks_text(number: Dealt) -> str:
    """``1 deck``, ``2 decks``, …"""
    return f"{number} deck{'' if number == 1 else 's'}"


def _read_decks(text: str) -> Decks:
    if counts := re.fullmatch(r"shoe ([\d ]+)", text, re.IGNORECASE):
        listed = [parse_whole(count, "shoe", 0, MAX_COUNT) for count in counts[1].split()]
        if len(listed) not in [*Granularity]:
            raise ExactError("claim", text, f"has {len(listed)} counts: give those of 10 values, 13 ranks or 52 cards")
        return Decks((shoe_from(listed),))
    words = [
        _DECK_WORDS.get(word, word) for word in re.findall(rf"{_DECKS}|infinite|unstated|any|guessed", text.lower())
    ]
    if "unstated" in words or "any" in words:
        return UNSTATED
    numbers = [parse_whole(word, "decks", 1, MAX_DECKS) for word in words if word.isdigit()]
    if "guessed" in words:
        if len(numbers) != 1 or INFINITE in words:
            raise ExactError("claim", text, "must guess one number of decks")
        return Decks(DECKS, stated=False, guess=numbers[0])
    possible: list[Dealt] = [*dict.fromkeys((*numbers, *((None,) if INFINITE in words else ())))]
    if len(possible) > len(DECKS):
        raise ExactError("claim", text, f"names {len(possible)} numbers of decks; the bound is {len(DECKS)}")
    return Decks(tuple(possible))


def _read_rules(text: str) -> str:
    typed = text.lower()
    if typed in all_rules():
        return typed
    from exact.rules.documents import reading_ids  # reads every rulebook, for readings by rank and for errors

    if ".toml" in typed:
        return text  # a file of your own, which is read when the question is answered
    return one_of(typed, reading_ids(), "claim", "is not a set of rules")


def _read_pays(text: str) -> str:
    typed = " ".join(text.lower().split())
    ratio = _RATIO.fullmatch(typed)
    if ratio and ratio[2]:
        if not Fraction(ratio[2]):
            raise ExactError("claim", typed, "divides by 0")
        won = Fraction(ratio[1]) / Fraction(ratio[2])
        return number_text(won - 1 if " for " in typed else won)
    return re.sub(r"(?<=\d)\s*[-\s]\s*(?=\d)", "-", typed)


def _read_share(text: str) -> Fraction:
    share = Fraction(text.rstrip(" %")) / (100 if text.endswith("%") else 1)
    if share > 1:
        raise ExactError("claim", text, "must be at most 100 %: write 5% or 0.05")
    return share


def payoffs_in(pays: str) -> list[Fraction]:
    """The payoffs in the canonical text of a pay table, numbers with hyphens between; empty for any other text."""
    if not re.fullmatch(rf"-?{_EXACT}(?:-{_EXACT})*", pays):
        return []
    return [Fraction(number) for number in re.findall(rf"^-?{_EXACT}|{_EXACT}", pays)]


def _read_tags(text: str) -> tuple[Fraction, ...]:
    words = text.replace("−", "-").split()
    if len(words) != len(set(POINT_VALUES)) or not all(re.fullmatch(rf"[-+]?{_EXACT}", word) for word in words):
        example = "0 0 0 -1 -1 -1 -1 2 2 0"
        raise ExactError("claim", text, f"must be ten tags, for A 2 … 9 and the ten-valued ranks: {example}")
    return tuple(map(Fraction, words))


def _read_meter(text: str) -> str:
    pairs = (amount.rpartition("=") for amount in text.lower().split())
    return ",".join(f"{name}{equals}{number_text(Fraction(amount))}" for name, equals, amount in pairs)


def _read_unit(text: str) -> tuple[int, bool] | str:
    if text.lower().startswith("pairs"):
        return PAIRS_OF_HANDS
    number, *ordered, _cards = text.lower().split(" ")
    return _CARD_NUMBERS.index(number) + 1 if number in _CARD_NUMBERS else int(number), bool(ordered)


def _read_times(text: str) -> Fraction:
    if not Fraction(text):
        raise ExactError("claim", f"times {text}", "must be a number above 0")
    return Fraction(text)


def _read_coups(text: str) -> int:
    number, _space, unit = text.lower().partition(" ")
    return int(number.replace(",", "")) * {"": 1, "million": 10**6, "billion": 10**9}[unit]


_RULES = Slot(r"\S+", _read_rules, lambda rules: rules if isinstance(rules, str) else rules.id)
_AMOUNT = Slot(rf"{_NUMBER}", Fraction, number_text)
_LOST = Slot(rf"{_NUMBER}", lambda text: -Fraction(text), lambda amount: number_text(-amount))

CONDITIONS = {
    "given": Phrase(("given {known}",), {"known": Slot(".+", "exact.questions.cards:knowledge")}),
    "pays": Phrase(
        ("<pays|paying|paid> {table}", "{ratio}"),
        {"table": Slot(".+", _read_pays), "ratio": Slot(rf"{_NUMBER}\s*(?:to|:|for)\s*{_NUMBER}", _read_pays)},
    ),
    "meter": Phrase(
        ("meter {amounts}",),
        {"amounts": Slot(rf"{_OF_METER}(?: {_OF_METER})*", _read_meter, lambda amounts: amounts.replace(",", " "))},
    ),
    "commission": Phrase(
        ("commission<| of> {share}", "no commission", "{share} commission"),
        {"share": Slot(rf"{_NUMBER}(?: ?%)?", _read_share, lambda share: f"{number_text(share * 100)}%")},
    ),
    "ties": Phrase(("ties <skipped|ignored|excluded>", "<skipping|ignoring|excluding> ties"), {}),
    "tags": Phrase(
        ("tags {tags}",), {"tags": Slot(r"[-+−\d./ ]+", _read_tags, lambda tags: " ".join(map(number_text, tags)))}
    ),
    "trigger": Phrase(
        ("<betting|bet|bets> <from|at><| a true count of> {count}",),
        {"count": Slot(rf"[-+−]?{_EXACT}", lambda text: Fraction(text.replace("−", "-")), number_text)},
    ),
    "unseen": Phrase(("{cards}<| cards> unseen",), {"cards": Slot(r"\d{1,4}", int)}),
    "cut": Phrase(("{cards}<| cards> behind the cut card",), {"cards": Slot(r"\d{1,4}", int)}),
    "least": Phrase(("winning {amount} or more", "losing {lost} or less"), {"amount": _AMOUNT, "lost": _LOST}),
    "most": Phrase(("losing {lost} or more", "winning {amount} or less"), {"lost": _LOST, "amount": _AMOUNT}),
    "target": Phrase(("target {amount}<| units>",), {"amount": _AMOUNT}),
    "model": Phrase(
        ("model {name}",), {"name": Slot(r"\w+", "exact.analysis.equilibrium.game:model_named", lambda model: model.id)}
    ),
    "stakes": Phrase(
        ("stakes {ratio}",), {"ratio": Slot(r"\d{1,9} ?: ?\d{1,9}", "exact.questions.counting:stakes_named")}
    ),
    "unit": Phrase(
        ("in {unit}",),
        {"unit": Slot(_UNIT, _read_unit, lambda u: u if isinstance(u, str) else f"{u[0]}{' ordered' * u[1]} cards")},
    ),
    "times": Phrase(("times {factor}",), {"factor": Slot(rf"\d?{_EXACT}", _read_times, number_text)}),
    "decks": Phrase(("{decks}",), {"decks": Slot(_SHOE, _read_decks, lambda decks: decks.text)}),
    "without": Phrase(
        ("<without|less|remove|removed|removing> {cards}", "{cards} <gone|removed>"),
        {"cards": Slot(".+", "exact.questions.cards:card_names")},
    ),
    "rules": Phrase(("rules {name}", "{name} rules"), {"name": _RULES}),
    "than": Phrase(("compared to rules {name}",), {"name": _RULES}),
    "simulated": Phrase(
        ("simulated <|over |from >{coups} <coups|hands>",),
        {"coups": Slot(r"[1-9][\d,]{0,18}(?: million| billion)?", _read_coups)},
    ),
}
"""Every kind of condition by its name, in the order in which a question prints them."""
CONDITION_EXAMPLES = {
    "given": {"given punto_two_card_total=4": "what is known of the coup, as in exact odds --given"},
    "pays": {
        "pays 11": "a pay table by its name, or what each winning category pays",
        "pays 30-10-6-4-2-1": "",
        "pays red-rock": "",
        "pays 3 to 2": "",
    },
    "meter": {"meter 25000": "of a jackpot, by default its seed", "meter mini=500 grand=25000": ""},
    "commission": {"commission 5%": "on a win of banco; that of the rules if left out", "no commission": ""},
    "ties": {"ties skipped": "a tie neither counts nor ends a streak"},
    "tags": {"tags 0 0 0 -1 -1 -1 -1 2 2 0": "of a count, for A 2 … 9 and the ten-valued ranks"},
    "trigger": {"betting from 4": "the true count from which a count bets; the one that gains most if left out"},
    "unseen": {"52 unseen": "the number of unseen cards of a count"},
    "cut": {"14 behind the cut card": "the end of a shoe, as in exact count --cut"},
    "least": {"winning 10 or more": "the net win of a session in units"},
    "most": {"losing 20 or more": "", "winning 5 or less": ""},
    "target": {"target 40": "the bankroll at which play ends, if ruin does not come first"},
    "model": {"model B2": "of chemin de fer, as in exact equilibrium --model"},
    "stakes": {"stakes 3:1": "on the hands of the two players of baccara banque"},
    "unit": {"in 4 cards": "what is counted", "in 2 ordered cards": "", "in pairs of hands": ""},
    "times": {"times 100": "the quantity multiplied: a normalisation"},
    "decks": {
        "8 decks": "the shoe; if left out, that of the rulebook, or any of 1 to 16 and infinite",
        "6 or 8 decks": "",
        "infinite shoe": "",
        "unstated decks": "",
        "8 decks guessed": "",
        "shoe 32 8 8 8 8 8 8 8 8 7": "the cards of each point value 0 to 9; of A to K; or of A♠ to K♣, suit by suit",
    },
    "without": {"without 9 9 K": "cards gone from the shoe, as in exact odds --remove"},
    "rules": {"rules castle-vaduz:literal": "a rulebook, a reading or a .toml file; standard if left out"},
    "than": {"compared to rules standard": "the difference from the same figure under these rules"},
    "simulated": {"simulated 1000000 coups": "of a claim: its figure is an estimate, which a z-test judges"},
}
"""Conditions of each kind, the usual one first, and what help says of them; nothing if the one before says it."""
_WITHOUT_SLOT = {"commission": Fraction(0), "ties": "skipped"}
"""The value of a condition that has no slot, by its name."""
_OF_SECOND_SLOT = {"least": -1, "most": 1}  #: The sign of a net win that the second slot has, not the first
DEFAULTS = {"rules": STANDARD}  #: The conditions of a question that does not state them


def condition_text(name: str, value: Any) -> str:
    """The condition with this value."""
    kind, second = CONDITIONS[name], name in _OF_SECOND_SLOT and value * _OF_SECOND_SLOT[name] > 0
    return kind.write(dict.fromkeys([*kind.slots][second : second + 1], value))


@cache
def _words() -> list[tuple[str, str]]:
    """The word of each form with the name of the condition, because most texts can have but one or two forms."""
    return [(word, name) for name, kind in CONDITIONS.items() for word in kind.words]


@lru_cache(maxsize=4096)
def read_condition(text: str) -> tuple[str, object]:
    """The name of the condition in ``text``, and its value; raises `ExactError`, with similar forms, for others."""
    lower = text.lower()
    for name in dict.fromkeys(name for word, name in _words() if word in lower or not text.isascii()):
        values = CONDITIONS[name].read(text)
        if values is not None:
            return name, next(iter(values.values()), _WITHOUT_SLOT.get(name))
    examples = [*chain.from_iterable(CONDITION_EXAMPLES.values())]
    by_word = {example.split()[0]: example for example in reversed(examples)}
    near = near_misses(text, examples).close or [by_word[w] for w in near_misses(text.split()[0], by_word).close]
    known = ", ".join(next(iter(of_kind)) for of_kind in CONDITION_EXAMPLES.values())
    raise ExactError("claim", text, f"is not a condition: {f'did you mean {near[0]}?' if near else f'known: {known}'}")
