"""Braces in a question are axes: each choice in each pair of braces makes one question of a table.

``{probability,house edge} of {punto,banco,tie}, {6,8} decks`` is twelve questions on three axes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from math import prod

from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue, every_bet, find_bet
from exact.errors import ExactError
from exact.game import RANKS
from exact.inputs import near_misses
from exact.questions.figure import parse_asked, sides, with_subject
from exact.questions.grammar import function_named
from exact.questions.question import MAX_LENGTH, role_at
from exact.records import Record
from exact.rules import all_rules

MOST_FIGURES = 100_000  #: The most figures of one table, unless somebody insists
_MOST_CHOICES = 10_000
_BRACES = re.compile(r"\{([^{}]*)\}")
_NUMBERS = re.compile(r"(-?\d{1,18})\s*\.\.\s*(-?\d{1,18})")
_RANKS = re.compile(rf"({'|'.join(RANKS)})\s*\.\.\s*({'|'.join(RANKS)})", re.IGNORECASE)
_OUTSIDE = re.compile(r",(?![^()]*\))")
_TITLES = {
    "without": "cards removed",
    "unseen": "unseen cards",
    "cut": "cards behind the cut card",
    "trigger": "betting from",
    "least": "net win of at least",
    "most": "net win of at most",
    "first": "first bet",
    "first 2": "third bet",
    "second": "second bet",
    "second 2": "fourth bet",
    "decks 2": "second number of decks",
    "third": "third card",
    "low": "shortest streak",
    "high": "longest streak",
    "longest": "longest streak",
}
"""What people read in place of the names of axes that are no words of theirs."""
_ORDINALS = {"2": "second", "3": "third", "4": "fourth", "5": "fifth", "6": "sixth"}


class Axis(Record):
    """One pair of braces."""

    name: str  #: The part of the question that it varies: ``quantity``, ``bet``, ``decks``, ``rules``, ``without`` …
    choices: tuple[str, ...]
    side: int = 0  #: 1 in the second of two questions

    @property
    def title(self) -> str:
        """What people call it: ``second bet`` for the name ``bet 2``."""
        what, _, number = self.name.rpartition(" ")
        if self.name in _TITLES or not number.isdigit():
            return _TITLES.get(self.name, self.name)
        return f"{_ORDINALS.get(number, f'{number}th')} {_TITLES.get(what, what)}"

    def is_named(self, typed: str) -> bool:
        """Whether ``typed`` is its name or what people call it."""
        return typed.lower().replace("_", " ") in (self.name, self.title)


class Grid(Record):
    """A question with axes; without braces it has none, and is one question."""

    text: str
    between: tuple[str, ...]
    axes: tuple[Axis, ...]

    def __len__(self) -> int:
        return prod(len(axis.choices) for axis in self.axes)

    def cells(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """The choice on each axis, and the text of the question; the last axis varies fastest."""
        for choices in product(*(axis.choices for axis in self.axes)):
            yield choices, _filled(self.between, choices)

    def place_of(self, name: str, parameter: str) -> int:
        """The place of an axis among the axes; raises `ExactError` for another name."""
        for place, axis in enumerate(self.axes):
            if axis.is_named(name):
                return place
        names = ", ".join(axis.name for axis in self.axes)
        raise ExactError(parameter, name, f"is not an axis: the axes are {names or 'none'}")


def parse_grid(text: str, own_bet: bool = False) -> Grid:
    """The axes of ``text``, which with your own bet is the quantity alone; `ExactError` points at what is wrong."""
    if not isinstance(text, str):
        raise ExactError("question", text, "must be text like house edge of {punto,banco}, 8 decks")
    if len(text) > MAX_LENGTH:
        raise ExactError("question", text, f"has {len(text)} characters; the bound is {MAX_LENGTH}")
    tidy = " ".join(text.split())
    _check_braces(tidy)
    between, every = tuple(_BRACES.split(tidy)[::2]), [_choices(braces) for braces in _BRACES.finditer(tidy)]
    firsts = [choices[0] for choices in every]
    first = _filled(between, firsts)
    if not own_bet:
        with pointing_into(tidy, firsts):
            parse_asked(first)
    places = [len(_filled(between[: index + 1], firsts[:index])) for index in range(len(every))]
    axes: list[Axis] = []
    roles: list[str] = []
    for place, choices in zip(places, every, strict=True):
        asked = [each for each in sides(first) if each[0] <= place]
        start, side = asked[-1]
        role = role_at(with_subject(side) if own_bet else side, place - start)
        roles.append(role)
        times = roles.count(role)
        axes.append(Axis(role if times == 1 else f"{role} {times}", choices, len(asked) - 1))
    return Grid(tidy, between, tuple(axes))


@contextmanager
def pointing_into(text: str, choices: Sequence[str]) -> Iterator[None]:
    """An error of the question with these choices points into ``text``, with the braces."""
    try:
        yield
    except ExactError as error:
        question, wrong = _filled(_BRACES.split(text)[::2], choices), re.match(r"at column (\d+): ", error.bound)
        side = question.find(str(error.value))  # of two questions that are compared, the error may be about one
        if side < 0:
            raise
        bound = error.bound
        if wrong:
            bound = f"at column {_column_in(text, choices, side + int(wrong[1]))}: {bound[wrong.end() :]}"
        raise ExactError(error.parameter, text, bound) from None


def _column_in(text: str, choices: Sequence[str], column: int) -> int:
    """Where ``text`` has what is at a column of the question with these choices."""
    more = 0
    for braces, choice in zip(_BRACES.finditer(text), choices, strict=True):
        inside = column + more - braces.start()
        if inside <= 0:
            break
        if inside <= len(choice):
            place = braces[1].find(choice)  # a range or a set has it in no letters
            return braces.start() + 1 + (0 if place < 0 else place + inside)
        more += len(braces[0]) - len(choice)
    return column + more


def _filled(between: Sequence[str], choices: Sequence[str]) -> str:
    """The pieces of text with the choices between them."""
    return "".join(piece for pair in zip(between, (*choices, ""), strict=False) for piece in pair)


def _check_braces(text: str) -> None:
    braces = [*re.finditer("[{}]", text)]
    for number, brace in enumerate(braces):
        if brace[0] != "{}"[number % 2]:
            raise ExactError("question", text, f"at column {brace.start() + 1}: {brace[0]!r} does not match a brace")
    if len(braces) % 2:
        raise ExactError("question", text, f"at column {braces[-1].start() + 1}: '{{' is not closed")


def _choices(braces: re.Match[str]) -> tuple[str, ...]:
    """The choices between two braces: ranges and sets are expanded; raises `ExactError` if one is empty or twice."""
    text, where = braces.string, f"at column {braces.start() + 1}"
    try:
        choices = [choice for part in _OUTSIDE.split(braces[1]) for choice in _expanded(" ".join(part.split()))]
    except ExactError as error:
        raise ExactError("question", text, f"{where}: {error.value!r} {error.bound}") from None
    if not all(choices):
        raise ExactError("question", text, f"{where}: an axis has an empty choice: write {{6,8}}")
    twice = next((choice for index, choice in enumerate(choices) if choice in choices[:index]), None)
    if twice is not None:
        raise ExactError("question", text, f"{where}: {twice!r} is twice on one axis")
    return tuple(choices)


def _expanded(part: str) -> list[str]:
    numbers, ranks = _NUMBERS.fullmatch(part), _RANKS.fullmatch(part)
    if numbers:
        low, high = int(numbers[1]), int(numbers[2])
        if not 0 <= high - low < _MOST_CHOICES:
            raise ExactError("question", part, f"must be a range upwards of at most {_MOST_CHOICES} numbers")
        return [str(number) for number in range(low, high + 1)]
    if ranks:
        low, high = (RANKS.index(rank.upper()) for rank in ranks.groups())
        if high < low:
            raise ExactError("question", part, "is a range of ranks that ends before it begins")
        return list(RANKS[low : high + 1])
    for words, members in _SETS.items():
        if part.lower() == words or (words.endswith(" of") and part.lower().startswith(f"{words} ")):
            return members(part[len(words) :].strip())
    if ".." in part:
        raise ExactError("question", part, "must be a range of numbers or of ranks, like {1..16} or {A..K}")
    return [part]


def _bets_of(family: str) -> list[str]:
    """Every bet whose name begins with these words, with each of its pay tables."""
    name = family.lower().replace(" ", "-")
    found = [bet for bet in every_bet().values() if bet.name == name or bet.name.startswith(f"{name}-")]
    if not found:
        raise ExactError("question", family, f"begins the name of no bet: {near_misses(name, every_bet())}")
    return _with_pay_tables(found)


def _with_pay_tables(bets: Iterable[Bet]) -> list[str]:
    each = ((bet.name, [f"{bet.name}:{table}" for table in bet.pay_tables]) for bet in bets)
    return [entry for name, tables in each for entry in (tables if len(tables) > 1 else [name])]


def _categories_of(bet: str) -> list[str]:
    named = find_bet(bet) if ".toml" in bet else every_bet().get(bet.lower())
    if named is None:
        raise ExactError("question", bet, f"is not a bet: {near_misses(bet, every_bet())}")
    return [f"{bet} {category}" for category in named.categories]


_SETS: dict[str, Callable[[str], list[str]]] = {
    "all bets": lambda _of: list(catalogue()),
    "all pay tables": lambda _of: _with_pay_tables(every_bet().values()),
    "all rules": lambda _of: list(all_rules()),
    "all readings": lambda _of: list(function_named("exact.rules.documents:reading_ids")()),
    "bets of": _bets_of,
    "categories of": _categories_of,
}
"""What the words of a set stand for; ``of`` takes the words after it."""
