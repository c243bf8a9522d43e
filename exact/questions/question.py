"""A question: what a figure is, in a closed notation that people can read; `parse_question` reads it.

It is a quantity of a subject and conditions, separated by commas: ``house edge of banco, commission 4%, 8 decks``. The
words are those of `exact.questions.quantities`, `exact.questions.subjects` and `exact.questions.conditions`.
"""

import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from exact.analysis.odds import Dealt
from exact.answers.text import Text
from exact.arithmetic import Value, difference, multiple
from exact.errors import ExactError
from exact.game.shoe import USUAL_DECKS, Shoe
from exact.inputs import near_misses
from exact.questions.conditions import (
    CONDITION_EXAMPLES,
    CONDITIONS,
    DEFAULTS,
    UNSTATED,
    Decks,
    condition_text,
    read_condition,
)
from exact.questions.grammar import Subject, function_named, parts_of
from exact.questions.instance import Instance, finite, shoe_of_decks
from exact.questions.quantities import APPROXIMATE, MEANINGS, MEASURES, NUMBER, QUANTITIES, Quantity, quantity_of
from exact.questions.subjects import BET, KINDS, OUTCOMES, SUBJECTS, Wager, read_subject, rules_in_play, slot_at
from exact.records import Record, replace
from exact.rules import STANDARD, Rules

EFFECT = "effect of removal"
USUAL_MEASURE = "expectation"  #: What an effect of removal is measured on, if the question does not say
_WHATEVER_IT_PAYS = ("probability", "odds against", "count")  #: The measures of bets that do not rest on a pay table


class Question(Record, eq=False):
    """A quantity of a subject under conditions. Equal questions have equal texts."""

    quantity: Quantity
    subject: Subject
    conditions: Mapping[str, Any]
    """The value of each condition that the question states, by name, in the order of `CONDITIONS`."""
    removed: str = ""  #: The cards whose effect of removal on the quantity is meant; empty for the quantity itself

    @cached_property
    def text(self) -> str:
        """The question in the notation; `parse_question` reads it back."""
        measure = self.quantity.measure
        what = f"{measure}{' ' if measure.endswith('against') else ' of '}{self.subject.text}"
        if self.removed:
            measured = self.subject.text if measure == USUAL_MEASURE else what
            what = f"{EFFECT} of {self.removed} on {measured}"
        return ", ".join((what, *self.stated))

    @property
    def in_full(self) -> "Question":
        """The question with the pay table of every bet named, and the meters of one, where it rests on them."""
        if self.quantity.measure in _WHATEVER_IT_PAYS or "pays" in self.conditions or {*self.names} <= {*OUTCOMES}:
            return self
        paying = function_named("exact.questions.bets:paying")
        values = {slot: paying(value) for slot, value in self.subject.values.items()}
        seed = "pays" in self.quantity.allows and self.subject.kind is BET and "meter" not in self.conditions
        jackpot = self.bet.jackpot if seed else None
        under = self.under(meter=jackpot.amounts) if jackpot else self
        return replace(under, subject=Subject(self.subject.kind, values))

    @property
    def names(self) -> list[str]:
        """The bets and the sides of the subject, without categories."""
        slots = (
            each for value in self.subject.values.values() for each in (value if isinstance(value, tuple) else [value])
        )
        return [each if isinstance(each, str) else each.bet_text for each in slots if isinstance(each, str | Wager)]

    @property
    def stated(self) -> list[str]:
        """The text of each condition."""
        return [condition_text(name, value) for name, value in self.conditions.items()]

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Question) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> "tuple[Callable[..., Question], tuple[object, ...]]":
        kind = KINDS.index(self.subject.kind)
        return _restored, (self.quantity.measure, kind, self.subject.values, self.conditions, self.removed)

    @property
    def decks(self) -> Decks:
        """The numbers of decks that the question may mean: those it states, else that of its rulebook, else any."""
        if "decks" in self.conditions:
            decks: Decks = self.conditions["decks"]
            return decks
        of_rules = self.played.decks
        return UNSTATED if of_rules is None else Decks((of_rules,))

    @property
    def played(self) -> Rules:
        """The rules in play."""
        return rules_in_play(self.conditions.get("rules", STANDARD))

    @property
    def neglects(self) -> Text | None:
        """What the value leaves out of account, an approximation then; `None` if it is exact."""
        return APPROXIMATE if "cut" in self.quantity.allows and "unseen" not in self.conditions else None

    @property
    def form(self) -> str:
        """What kind of number it is: see `exact.questions.quantities`."""
        return NUMBER if self.removed or {"times", "than"} & self.conditions.keys() else self.quantity.form

    @property
    def kind(self) -> str:
        """What people print it as: the kind of its quantity, or of a multiple a number."""
        return NUMBER if "times" in self.conditions else self.quantity.kind

    @property
    def bet(self) -> Any:
        """The bet of a question about one, on its terms; raises `ExactError` for a question about anything else."""
        if self.subject.kind is not BET:
            raise ExactError("claim", self.text, "is not about one bet")
        return self.subject["bet"].on({**DEFAULTS, **self.conditions})

    @property
    def supposes(self) -> tuple[Text, ...]:
        """What its value supposes: by its subject, and by what bets pay that a meter or a draw decides too."""
        texts = [self.subject.kind.supposes] if self.subject.kind.supposes else []
        wagers = [each for each in self.subject.values.values() if isinstance(each, Wager) and each.bet not in OUTCOMES]
        of_payoffs = "pays" in self.quantity.allows
        if wagers and (of_payoffs or "meter" in self.quantity.allows):
            at_seed = of_payoffs and "meter" not in self.conditions
            texts += function_named("exact.questions.bets:supposed")(wagers, not at_seed)
        return tuple(texts)

    def under(self, **conditions: object) -> "Question":
        """The same question under other conditions of these names; `None` leaves a condition out."""
        if all(self.conditions.get(name) is value for name, value in conditions.items()):
            return self
        every = {**self.conditions, **conditions}
        ordered = {name: every[name] for name in CONDITIONS if every.get(name) is not None}
        return replace(self, conditions=ordered)

    def measured(self, measure: str) -> "Question":
        """Another quantity of the subject, under the conditions that it allows; raises `ExactError` if it has none."""
        quantity = quantity_of(measure, self.subject.kind)
        if quantity is None:
            raise ExactError("question", self.subject.text, f"has no {measure}")
        allowed = {name: self.conditions[name] for name in self.conditions if name in (*quantity.allows, *_ALWAYS)}
        return Question(quantity, self.subject, allowed)

    def with_decks(self, decks: Dealt) -> "Question":
        """The same question for one number of decks; `None` is the infinite shoe."""
        return self.under(decks=Decks((decks,)))

    def values(self) -> dict[Dealt, Value]:
        """The exact value for each number of decks that the question may mean (`None`: the infinite shoe).

        Numbers of decks that make no sense are left out if none is stated. Raises `ExactError` if none is left.
        """
        values: dict[Dealt, Value] = {}
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
        """The exact value: with the first number of decks that the question states or guesses, or with eight."""
        stated = self.decks
        return self.value(stated.possible[0] if stated.stated else stated.guess or USUAL_DECKS)

    def value(self, decks: Dealt) -> Value:
        """The exact value with this many decks (`None`: the infinite shoe); `ExactError` if the shoe has none."""
        return self.value_from(shoe_of_decks(decks))

    def held(self, shoe: Shoe | None) -> Shoe | None:
        """``shoe`` less the cards that the question names as gone; raises `ExactError` for the infinite one."""
        return finite(shoe).removed(self.conditions["without"]) if "without" in self.conditions else shoe

    def value_from(self, shoe: Shoe | None) -> Value:
        """The exact value from any shoe, of which the cards that the question names are removed; as `value`."""
        conditions = {**DEFAULTS, **self.conditions}
        read = {name: conditions[name] for name in conditions if name in ("rules", *self.quantity.allows)}
        instance = Instance(subject=self.subject, conditions=read, shoe=self.held(shoe))
        value = self.quantity.compute(instance)
        if self.removed:
            after = replace(instance, shoe=instance.finite_shoe.removed(self.removed))
            value = difference(self.quantity.compute(after), value)
        if "than" in conditions:
            value = difference(value, self.under(than=None, times=None, rules=conditions["than"]).value_from(shoe))
        return multiple(value, conditions["times"]) if "times" in conditions else value


def _restored(measure: str, kind: int, values: dict[str, Any], conditions: dict[str, Any], removed: str) -> Question:
    quantity = next(each for each in QUANTITIES if each.measure == measure and KINDS[kind] in each.of)
    return Question(quantity, Subject(KINDS[kind], values), conditions, removed)


MAX_LENGTH = 1000
_MEASURE = re.compile(
    rf"(?:the )?({'|'.join(sorted(map(re.escape, MEASURES), key=len, reverse=True))})"
    r"\s+(?:(?:of|on|against|for|that|between)\s+)?(?=\S)",
    re.IGNORECASE,
)
_EFFECT = re.compile(r"(?:the )?(?:effects? of (?:removal of|removing)|eor of) (.+?) on ", re.IGNORECASE)
_PREPOSITION = re.compile(r"^(?:with|for|on|under|at|from|and|in(?= an?\b| \d+(?: |-)decks?))(?: an?)? ", re.IGNORECASE)
_ALWAYS = ("decks", "without", "rules", "times", "than", "simulated")
_RESOLVED, _PERFECT = "per resolved stake", "perfect play"
_MINUS = " minus "
_EXAMPLE = "must be text like house edge of banco, 8 decks"


def parse_question(text: str) -> Question:
    """The question in ``text``; raises `ExactError` that points at the place, with similar words, for others.

    >>> parse_question("House edge on banker, 8 decks, 4% commission").text
    'house edge of banco, commission 4%, 8 decks'
    """
    if not isinstance(text, str):
        raise ExactError("claim", text, _EXAMPLE)
    if len(text) > MAX_LENGTH:
        raise ExactError("claim", text, f"has {len(text)} characters; the bound is {MAX_LENGTH}")
    compared, minus, other = text.partition(_MINUS)
    read = _parsed.__wrapped__ if ".toml" in text else _parsed  # a file may change
    parsed = read(compared if minus else text)
    if isinstance(parsed, ExactError):
        raise parsed.with_traceback(None)
    if not minus:
        return parsed
    second = parse_question(other)
    first = parsed if "decks" in parsed.conditions else parsed.under(decks=second.conditions.get("decks"))
    if first.under(rules=None) != second.under(rules=None):
        bound = "compares more than two rulebooks: only exact ask takes the difference of other figures"
        raise ExactError("claim", text, f"at column {len(compared) + 2}: 'minus' {bound}")
    return first.under(than=second.conditions.get("rules", STANDARD))


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Question | ExactError:
    """The question, or the error in its text: a table may repeat either thousands of times."""
    try:
        return _read(text)
    except ExactError as error:
        return error


def _read(text: str) -> Question:
    parts = list(parts_of(text))
    if not parts:
        raise ExactError("claim", text, _EXAMPLE)
    start, what = parts.pop(_place_of_quantity(parts))
    conditions: dict[str, Any] = {}
    places: dict[str, tuple[int, str]] = {}
    at = start  # the place of what is read, for its error
    try:
        for at, part in parts:
            if part.lower() == _RESOLVED:
                what = f"{what} {part}"
                continue
            if part.lower() == _PERFECT and (named := _MEASURE.match(what)):
                what = f"{named[0]}{_PERFECT} on {what[named.end() :]}"
                continue
            name, value = read_condition(_PREPOSITION.sub("", part, count=1))
            if name in conditions:
                raise ExactError("claim", part, "is a second condition of its kind")
            conditions[name], places[name] = value, (at, part)
        at = start
        question = _question(what, conditions)
        for name in places:
            at, part = places[name]
            if name in question.conditions and name not in (*question.quantity.allows, *_ALWAYS):
                about = f"{question.quantity.measure} of {question.subject.text}"
                raise ExactError("claim", part, f"does not belong to the {about}")
        at = start
        if question.subject.kind is BET:
            question.subject["bet"].check({**DEFAULTS, **conditions})  # whose payoffs may not fit
    except ExactError as error:
        if ".toml" in error.parameter:  # a place in a file
            raise
        wrong = str(error.value)
        column = max(text.lower().find(wrong.lower(), at), at) + 1
        raise ExactError("claim", text, f"at column {column}: {wrong!r} {error.bound}") from None
    return question


def role_at(text: str, place: int) -> str:
    """What the words at ``place`` are: ``quantity``, ``card``, a slot, a condition; errors as `parse_question`."""
    parse_question(text)
    parts = list(parts_of(text))
    index = max(index for index, (start, _part) in enumerate(parts) if index == 0 or start <= place)
    start, part = parts[index]
    if index != _place_of_quantity(parts):
        name, value = read_condition(_PREPOSITION.sub("", part, count=1))
        return "cards" if isinstance(value, Decks) and isinstance(value.possible[0], Shoe) else name
    effect = _EFFECT.match(part)
    rest = effect.end() if effect else 0
    measure = _MEASURE.match(part, rest)
    begin, offset = measure.end() if measure else rest, place - start
    if offset < begin:
        return "card" if 0 < offset < rest else "quantity"
    return slot_at(part[begin:], offset - begin)


def _place_of_quantity(parts: list[tuple[int, str]]) -> int:
    """The first part that begins with a quantity; for the error, if none does, the first that is no condition."""
    for index, (_place, part) in enumerate(parts):
        if _MEASURE.match(part) or _EFFECT.match(part):
            return index
    are_conditions = [any(form.match(part) for form in CONDITIONS.values()) for _place, part in parts]
    return are_conditions.index(False) if False in are_conditions else 0


def _question(what: str, conditions: Mapping[str, Any]) -> Question:
    effect = _EFFECT.match(what)
    removed = function_named("exact.questions.cards:card_names")(effect[1]) if effect else ""
    rest = what[effect.end() :] if effect else what
    if rest.lower().endswith(f" {_RESOLVED}"):
        rest = f"{_RESOLVED} of {_MEASURE.sub('', rest[: -len(_RESOLVED)], count=1).strip()}"
    named = _MEASURE.match(rest)
    if not named and not effect:
        raise _no_quantity(what)
    measure = MEASURES[named[1].lower()] if named else USUAL_MEASURE
    subject = (read_subject.__wrapped__ if ".toml" in rest else read_subject)(rest[named.end() :] if named else rest)
    quantity = quantity_of(measure, subject.kind)
    if quantity is None:
        possible = ", ".join(quantity.measure for quantity in QUANTITIES if subject.kind in quantity.of)
        raise ExactError("claim", subject.text, f"has no {measure}; it has {possible}")
    if "ties" in conditions and "ties" not in quantity.allows and "given" in quantity.allows:
        known = function_named("exact.questions.cards:knowledge")(f"{conditions.get('given', '')} tie=no".strip())
        conditions = {**conditions, "given": known, "ties": None}  # a coup that is no tie
    ordered = {name: conditions[name] for name in CONDITIONS if conditions.get(name) is not None}
    return Question(quantity, subject, ordered, removed)


def _no_quantity(what: str) -> ExactError:
    words = what.split()
    near = near_misses(" ".join(words[:2]), MEASURES).close or near_misses(words[0], MEASURES).close
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(MEANINGS)}, {EFFECT}"
    return ExactError("claim", what, f"begins with no quantity: {hint}")


def describe_questions() -> str:
    """The notation in words, for help and documentation."""
    of_removal = "what removing cards changes: on a bet's expectation, or on any quantity of it"
    claim = "A CLAIM is a quantity and conditions, separated by commas, in any order. A QUANTITY is one of these"
    parts = {
        claim: MEANINGS | {f"{EFFECT} of 6 6 on …": of_removal},
        "of or on one of these": SUBJECTS,
        "and a CONDITION is one of these": {form: of[form] for of in CONDITION_EXAMPLES.values() for form in of},
    }
    lines: list[str] = []
    for head, rows in parts.items():
        lines += [f"{head}:", *(f"  {form:<38}{meaning}".rstrip() for form, meaning in rows.items())]
    return "\n".join(lines)
