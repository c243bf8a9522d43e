"""Claims: what a figure says, in a closed notation that people can read. `parse_claim` reads it.

A claim is a quantity and its conditions, separated by commas: ``house edge of banco, commission 4%, 8 decks``. The words
are those of `exact.literature.quantities`, `exact.literature.subjects` and `exact.literature.conditions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from exact.answers.text import Text, _
from exact.bets.bet import Bet
from exact.bets.knowledge_text import CARD_CLASSES
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.inputs import near_misses
from exact.literature.chemin_de_fer import CheminDeFer, Choices, Drawing
from exact.literature.conditions import (
    CONDITIONS,
    DEFAULTS,
    UNSTATED,
    USUAL_DECKS,
    Decks,
    card_names,
    is_condition,
    read_condition,
)
from exact.literature.quantities import MEANINGS, QUANTITIES, SYNONYMS, Counts, Quantity, Question
from exact.literature.signals import Signal
from exact.literature.streaks import MatchPlay, Runs
from exact.literature.subjects import Both, Deals, Hands, Streak, Subject, Wager
from exact.literature.values import Value, difference, multiple
from exact.rules.named import rules_named

MAX_LENGTH = 1000
SUBJECTS = (Deals, Hands, Streak, Runs, MatchPlay, CheminDeFer, Drawing, Choices, Signal, Both)
"""The kinds of subjects, in the order in which a text is tried; what none of them reads must be a `Wager`."""
EFFECT = "effect of removal"
_USUAL_MEASURE = "expectation"
"""What an effect of removal is measured on, if the claim does not say."""
_BY_WORDS = {(quantity.measure, quantity.subject): quantity for quantity in QUANTITIES}
_MEASURES = {quantity.measure: quantity.measure for quantity in QUANTITIES} | SYNONYMS
_MEASURE = re.compile(
    rf"(?:the )?({'|'.join(sorted(map(re.escape, _MEASURES), key=len, reverse=True))})\s+(?:(?:of|on|against|for|that|between)\s+)?(?=\S)",
    re.IGNORECASE,
)
_EFFECT = re.compile(r"(?:the )?(?:effects? of (?:removal of|removing)|eor of) (.+?) on ", re.IGNORECASE)
_BREAK = re.compile(
    r"[();]|,|\s+(?=(?:given|pays|paying|without|under|with|at(?!\s+most)|in(?!\s+a\s+row)|ignoring|skipping|excluding)\s"
    r"|(?:for|on|from)\s+(?:an?\s+)?\S+(?:\s+|-)decks?\b)",
    re.IGNORECASE,
)
"""What may end a part of a claim: a comma, or a blank before a word that begins a condition."""
_PREPOSITION = re.compile(r"^(?:with|for|on|under|at|from|and|in(?= an?\b| \d+(?: |-)decks?))(?: an?)? ", re.IGNORECASE)
_CARD = rf"(?:\?|none|{'|'.join(CARD_CLASSES)}|(?:10|[\datjqk])(?:-(?:10|[\dtjqk])|[shdc])?)"
_CARDS = re.compile(rf"{_CARD}(?:\|{_CARD})*(?:\s+(?:\w+=\S+|{_CARD}))*", re.IGNORECASE)
"""What may follow a comma after ``given`` or ``without``."""
_NUMBERS = re.compile(r"\d+(?:\s*,\s*\d+)*")
"""The first of several numbers of decks."""
_ALWAYS = ("decks", "without", "rules", "times")
"""The conditions that every quantity allows."""
_RESOLVED = "per resolved stake"
_EXAMPLE = "must be text like house edge of banco, 8 decks"


@dataclass(frozen=True)
class Claim:
    """What a published figure claims to be: a quantity under conditions. Equal claims have equal texts."""

    quantity: Quantity
    subject: Subject | Runs | MatchPlay
    conditions: Mapping[str, Any]
    """The value of each condition that the claim states, by name, in the order of `CONDITIONS`."""
    removed: str = ""
    """The cards whose effect of removal on the quantity is meant; empty for the quantity itself."""

    @cached_property
    def text(self) -> str:
        """The claim in the notation; `parse_claim` reads it back."""
        what = (
            f"{self.quantity.measure}{' ' if self.quantity.measure.endswith('against') else ' of '}{self.subject.text}"
        )
        if self.removed:
            measured = self.subject.text if self.quantity.measure == _USUAL_MEASURE else what
            what = f"{EFFECT} of {self.removed} on {measured}"
        kinds = {condition.name: condition for condition in CONDITIONS}
        return ", ".join((what, *(kinds[name].text(value) for name, value in self.conditions.items())))

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Claim) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def decks(self) -> Decks:
        """The numbers of decks that the claim may mean: those it states, else that of its rulebook, else any."""
        if "decks" in self.conditions:
            decks: Decks = self.conditions["decks"]
            return decks
        of_rules = rules_named(self.rules).decks
        return UNSTATED if of_rules is None else Decks((of_rules,))

    @property
    def rules(self) -> str:
        """The name of the rules in play."""
        name: str = self.conditions.get("rules", DEFAULTS["rules"])
        return name

    @property
    def form(self) -> str:
        """What kind of number it is: see `exact.literature.quantities`."""
        return "number" if self.removed or "times" in self.conditions else self.quantity.form

    @property
    def bet(self) -> Bet:
        """The bet of a claim about one, on the claim's terms; raises `ExactError` for a claim about anything else."""
        if not isinstance(self.subject, Wager):
            raise ExactError("claim", self.text, "is not about one bet")
        return self.subject.on({**DEFAULTS, **self.conditions})

    @property
    def remark(self) -> Text | None:
        """What the exact value supposes; `None` where it supposes nothing."""
        return _("successive coups taken as independent") if isinstance(self.subject, Streak | Runs) else None

    def with_unstated_decks(self) -> Claim:
        """The same claim, about no particular number of decks."""
        return replace(self, conditions=MappingProxyType({**self.conditions, "decks": UNSTATED}))

    def values(self) -> dict[int | None, Value]:
        """The exact value for each number of decks that the claim may mean (`None`: the infinite shoe).

        Numbers of decks with which a claim of unstated decks makes no sense are left out. Raises `ExactError` if none is left.
        """
        values: dict[int | None, Value] = {}
        failure: ExactError | None = None
        for decks in self.decks.possible:
            try:
                values[decks] = self.value(decks)
            except ExactError as error:
                if self.decks.stated:
                    raise
                failure = error
        if failure and not values:
            raise failure
        return values

    def exact(self) -> Value:
        """The exact value: with the first number of decks that the claim states or guesses, or with eight."""
        stated = self.decks
        usual = stated.possible[0] if stated.stated else stated.guess or USUAL_DECKS
        return self.value(usual)

    def value(self, decks: int | None, counted: Counts | None = None) -> Value:
        """The exact value with ``decks`` decks, or with the infinite shoe (`None`).

        ``counted`` are the counts of the claim's bet on that full shoe, if they are known already. Raises `ExactError` for a quantity that the shoe does not have.
        """
        conditions = {**DEFAULTS, **self.conditions}
        shoe = None if decks is None else Shoe.of_decks(decks)
        question = Question(self.subject, conditions, shoe, counted)
        if "without" in conditions:
            question = question._replace(shoe=question.finite_shoe.removed(conditions["without"]), counted=None)
        value = self.quantity.compute(question)
        if self.removed:
            less = question._replace(shoe=question.finite_shoe.removed(self.removed), counted=None)
            value = difference(self.quantity.compute(less), value)
        return multiple(value, conditions["times"]) if "times" in conditions else value


def parse_claim(text: str) -> Claim:
    """The claim written in ``text``; raises `ExactError` that points at the place, with similar words, for anything else.

    >>> parse_claim("House edge on banker, 8 decks, 4% commission").text
    'house edge of banco, commission 4%, 8 decks'
    """
    if not isinstance(text, str):
        raise ExactError("claim", text, _EXAMPLE)
    if len(text) > MAX_LENGTH:
        raise ExactError("claim", text, f"has {len(text)} characters; the bound is {MAX_LENGTH}")
    parsed = _parsed(text)
    if isinstance(parsed, ExactError):
        raise parsed.with_traceback(None)
    return parsed


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Claim | ExactError:
    """The claim, or the error in its text: a table may repeat either thousands of times."""
    try:
        return _read(text)
    except ExactError as error:
        return error


def _read(text: str) -> Claim:
    parts = list(_parts(text))
    if not parts:
        raise ExactError("claim", text, _EXAMPLE)
    first = next((index for index, (_place, part) in enumerate(parts) if _begins_quantity(part)), None)
    if first is None:  # for the error
        first = next((index for index, (_place, part) in enumerate(parts) if not is_condition(part)), 0)
    start, what = parts.pop(first)
    conditions: dict[str, Any] = {}
    places: dict[str, tuple[int, str]] = {}
    for place, part in parts:
        if part.lower() == _RESOLVED:
            what = f"{what} {part}"
            continue
        with _At(text, place):
            condition, value = read_condition(_PREPOSITION.sub("", part, count=1))
            if condition.name in conditions:
                raise ExactError("claim", part, "is a second condition of its kind")
        conditions[condition.name], places[condition.name] = value, (place, part)
    with _At(text, start):
        claim = _claim(what, conditions)
    for name, (place, part) in places.items():
        if name not in (*claim.quantity.conditions, *_ALWAYS):
            with _At(text, place):
                raise ExactError(
                    "claim", part, f"does not belong to the {claim.quantity.measure} of {claim.subject.text}"
                )
    if isinstance(claim.subject, Wager):
        with _At(text, start):
            _ = claim.bet  # whose payoffs may not fit
    return claim


def _begins_quantity(part: str) -> bool:
    return bool(_MEASURE.match(part) or _EFFECT.match(part))


def _claim(what: str, conditions: dict[str, Any]) -> Claim:
    effect = _EFFECT.match(what)
    removed = card_names(effect[1]) if effect else ""
    rest = what[effect.end() :] if effect else what
    if rest.lower().endswith(f" {_RESOLVED}"):
        rest = f"{_RESOLVED} of {_MEASURE.sub('', rest[: -len(_RESOLVED)], count=1).strip()}"
    named = _MEASURE.match(rest)
    if not named and not effect:
        words = " ".join(what.split()[:2])
        near = near_misses(words, _MEASURES).close or near_misses(what.split()[0], _MEASURES).close
        hint = (
            f"did you mean {' or '.join(near)}?"
            if near
            else f"known: {', '.join(dict.fromkeys(_MEASURES.values()))}, {EFFECT}"
        )
        raise ExactError("claim", what, f"begins with no quantity: {hint}")
    measure = _MEASURES[named[1].lower()] if named else _USUAL_MEASURE
    subject = _subject(rest[named.end() :] if named else rest)
    quantity = _BY_WORDS.get((measure, type(subject)))
    if quantity is None:
        possible = [words for words, kind in _BY_WORDS if kind is type(subject)]
        raise ExactError("claim", subject.text, f"has no {measure}; it has {', '.join(possible)}")
    ordered = {kind.name: conditions[kind.name] for kind in CONDITIONS if kind.name in conditions}
    return Claim(quantity, subject, MappingProxyType(ordered), removed)


def _subject(text: str) -> Subject | Runs | MatchPlay:
    """The subject in ``text``; raises `ExactError` if no kind of subject can read it."""
    first = next((subject for kind in SUBJECTS if (subject := kind.read(text))), None)
    return first or Wager.read(text)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a claim with their places: what commas and the first words of conditions separate.

    Commas in parentheses, and those between cards after ``given`` and ``without``, separate nothing.
    """
    pieces: list[tuple[int, str]] = []
    depth = start = 0
    for mark in (*_BREAK.finditer(text), None):
        if mark and mark[0] in "()":
            depth += 1 if mark[0] == "(" else -1
        elif mark is None or (depth == 0):
            end = mark.start() if mark else len(text)
            piece = text[start:end]
            if pieces and _continues(pieces[-1][1], piece, start, text):
                place = pieces[-1][0]
                pieces[-1] = (place, text[place:end])
            else:
                pieces.append((start, piece))
            start = mark.end() if mark else end
    for place, piece in pieces:
        if piece.strip():
            yield place + len(piece) - len(piece.lstrip()), " ".join(piece.split())


def _continues(before: str, piece: str, start: int, text: str) -> bool:
    """Whether a piece is a further card of what is known or removed, or a number of decks in a list of them."""
    if text[start - 1] != ",":
        return False
    words = before.split()
    if words and words[0].lower() in ("given", "without", "remove", "removed", "less"):
        return bool(_CARDS.fullmatch(piece.strip()))
    return bool(_NUMBERS.fullmatch(before.strip()))


class _At:
    """Adds the place in the claim to an `ExactError` raised inside."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.start = text, start

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, ExactError):
            return
        wrong = str(error.value)
        column = max(self.text.lower().find(wrong.lower(), self.start), self.start) + 1
        raise ExactError("claim", self.text, f"at column {column}: {wrong!r} {error.bound}") from None


def describe_claims() -> str:
    """The notation in words, for help and documentation."""
    subjects = [
        ("dragon-7", "a bet of the catalogue, punto, banco or tie; a pay table may follow: lucky-6:12-20"),
        ("dragon-bonus-punto win-by-9", "one of its categories"),
        ("(punto_total == 9 and cards == 4)", "an event of the language of bets; with pays, a bet on it"),
        ("dragon-7 and either-pair", "two bets or events on the same coup"),
        ("deals", "every deal of the shoe"),
        ("a streak of 9 punto", "successive coups; also exactly 4, at most 3, and 4 to 10 with a payoff for each"),
        ("a run of 3 banco among 81 coups", "at least one such run; with ties skipped, among 81 decided coups"),
        ("match play on punto", "a coupon beside a stake of its face"),
        ("distinct two-card hands worth 5", "different hands, regardless of order"),
        ("chemin de fer", "the game behind punto banco; it needs a model"),
        ("drawing on 5 by punto", "a choice at it; for banco drawing on 0-6 by banco after 4, or after no card"),
        (
            "a signal (card 1 by 6-9 for tie)",
            "the class of each card seen before the best of the bets, as in exact signal",
        ),
        ("choices of banco", "all that a side has to decide at it"),
    ]
    effect = (f"{EFFECT} of 6 6 on …", "what removing cards changes: on a bet's expectation, or on any quantity of it")
    conditions = [(form, kind.meaning if form == kind.forms[0] else "") for kind in CONDITIONS for form in kind.forms]
    parts = (
        (
            "A CLAIM is a quantity and conditions, separated by commas, in any order. A QUANTITY is one of these",
            (*MEANINGS.items(), effect),
        ),
        ("of or on one of these", subjects),
        ("and a CONDITION is one of these", conditions),
    )
    return "\n".join(
        line
        for head, rows in parts
        for line in (f"{head}:", *(f"  {form:<34}{meaning}".rstrip() for form, meaning in rows))
    )
