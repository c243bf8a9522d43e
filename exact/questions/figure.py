"""A figure: the answer to a question, with its id, what it assumes, and the ways in which people print it."""

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import total_ordering
from typing import TYPE_CHECKING, Any

from exact.answers.table import FRACTION, Assumption, Between, Cell, Count, Detailed, Exactness, Rounded
from exact.answers.text import Text, _
from exact.arithmetic import (
    MAX_DIGITS,
    Enclosure,
    Value,
    decimal_text,
    decimals_of,
    difference,
    fraction_text,
    high_of,
    integer_text,
    low_of,
    ordered_deals,
    quotient,
    root_text,
)
from exact.errors import ExactError, blamed_on
from exact.game import Granularity, Outcome
from exact.game.shoe import NO_SHOE, USUAL_DECKS, Shoe
from exact.inputs import check_whole, one_of
from exact.questions.grammar import function_named
from exact.questions.instance import shoe_of_decks
from exact.questions.quantities import NUMBER, ODDS, PROBABILITY, RATE, SHARE
from exact.questions.question import Question, parse_question
from exact.questions.subjects import of_wager, wagers_of
from exact.records import Record, ShownAsMathematics, replace
from exact.rules import STANDARD, Rules, rules_named

if TYPE_CHECKING:
    from exact.bets.bet import Bet

PERCENT, DECIMAL, AS_FRACTION, AS_ODDS, ONE_IN, COUNT = "percent", "decimal", "fraction", "odds", "one-in", "count"
STYLES = (PERCENT, DECIMAL, AS_FRACTION, AS_ODDS, ONE_IN, COUNT)
USUAL_DIGITS = 4  #: The decimals of a percentage or of odds; other numbers have two more
_MOST_READ = 20
DIFFERENCE, _RATIO = "minus", "divided by"
_OPERATORS: dict[str, Callable[[Value, Value], Value]] = {DIFFERENCE: difference, _RATIO: quotient}
_OPERATOR = re.compile(rf"\s+({'|'.join(_OPERATORS)})\s+(?![^()]*\))", re.IGNORECASE)
_SHARED = ("decks", "without", "rules")  #: Conditions that the first of two questions may take from the second


class Asked(Record):
    """What a text asks: a question, or the difference or the ratio of two."""

    questions: tuple[Question, ...]
    operator: str = ""
    remarks: tuple[Text, ...] = ()
    typed: str = ""

    @property
    def text(self) -> str:
        """The canonical text."""
        return f" {self.operator} ".join(question.text for question in self.questions)

    @property
    def is_change(self) -> bool:
        """Whether a percentage of it is in percentage points."""
        return self.operator == DIFFERENCE or bool(self.questions[0].removed)

    @property
    def in_full(self) -> str:
        """The canonical text with the pay table of every bet that the figure rests on."""
        return replace(self, questions=tuple(question.in_full for question in self.questions)).text

    @property
    def read_otherwise(self) -> list[str]:
        """The parts of that text that were not typed so, besides a shoe that nobody stated."""
        parts: list[str] = []
        for question in self.questions:
            stated = question.under(decks=None) if self.remarks else question
            parts += (question.quantity.measure * (not question.removed), *question.in_full.names, *stated.stated)
        return [part for part in parts if part.lower() not in self.typed.lower()]

    @property
    def form(self) -> str:
        """What kind of number the figure is: see `exact.questions.quantities`."""
        return NUMBER if self.operator else self.questions[0].form

    def style(self, chosen: str = "") -> str:
        """How the figure is printed: as ``chosen``, or as people do; raises `ExactError` if that does not fit."""
        kinds = {NUMBER} if self.operator == _RATIO else {question.kind for question in self.questions}
        if not chosen and kinds <= {PROBABILITY, SHARE}:
            return PERCENT
        usual = AS_ODDS if self.form == ODDS else DECIMAL
        style = one_of(chosen or usual, STYLES, "as", "is no way to print a figure")
        if style == PERCENT and not kinds <= {PROBABILITY, SHARE, RATE}:
            raise ExactError("as", style, f"does not fit {self.text}: it is no probability and no share of a stake")
        if style in (AS_ODDS, ONE_IN) and self.form == NUMBER:
            raise ExactError("as", style, f"does not fit {self.text}: it is no probability")
        return style


@total_ordering
class Figure(ShownAsMathematics, eq=False):
    """An exact number and the question that it answers. It compares with other figures and with numbers."""

    asked: Asked
    value: Value  #: A `Fraction`, or an irrational number between two of them

    @property
    def question(self) -> str:
        """The question in its canonical text, with the shoe that was used."""
        return self.asked.text

    @property
    def assumptions_by_rules(self) -> tuple[tuple[str, Assumption], ...]:
        """Points on which the document of the rules is silent and that the figure rests on, each with those rules."""
        pairs: dict[tuple[str, Assumption], None] = {}
        for question in self.asked.questions:
            bets = [wager.bet for wager in wagers_of(question.subject)]
            pairs |= dict.fromkeys((question.played.id, each) for each in question.played.assumptions_for(*bets))
        return tuple(pairs)

    @property
    def remarks(self) -> tuple[Text, ...]:
        """What else the value supposes: a shoe that the question does not state, independent coups."""
        supposed = (text for question in self.asked.questions for text in question.supposes)
        neglected = (_("Approximation: {neglected}", neglected=text) for text in self.neglected)
        return tuple(dict.fromkeys((*self.asked.remarks, *supposed, *neglected)))

    @property
    def neglected(self) -> tuple[Text, ...]:
        """What the value leaves out of account; nothing if it is no approximation."""
        return tuple(dict.fromkeys(filter(None, (question.neglects for question in self.asked.questions))))

    @property
    def id(self) -> str:
        """A digest of the question: it stays the same across versions."""
        return figure_id(self.question)

    @property
    def exactness(self) -> Exactness:
        """Whether the value is exact, a root included, lies between proved bounds, or is an approximation."""
        if self.neglected:
            return Exactness.APPROXIMATION
        is_between = isinstance(self.value, Enclosure) and self.value.square is None
        return Exactness.BOUNDS if is_between else Exactness.EXACT

    @property
    def standing(self) -> str:
        """What stands behind the value, such as a theorem or two methods: see `exact.questions.standing`."""
        text: str = function_named("exact.questions.standing:standing_of")(self.asked.questions, self.exactness)
        return text

    @property
    def assumed(self) -> tuple[str, ...]:
        """The assumptions and remarks as texts."""
        points = dict.fromkeys(assumption for _rules, assumption in self.assumptions_by_rules)
        return (*map(str, points), *self.remarks)

    @property
    def text(self) -> str:
        """The figure as people print it."""
        return self.printed()

    @property
    def percent(self) -> str:
        """The figure as a percentage."""
        return self.printed(PERCENT)

    def printed(self, style: str = "", digits: int | None = None) -> str:
        """The figure, rounded half-even to ``digits`` decimals; raises `ExactError` for a style that does not fit."""
        style = self.asked.style(style)
        digits = digits if digits is None else check_whole(digits, "digits", 0, MAX_DIGITS)
        if style == AS_FRACTION:
            if isinstance(self.value, Enclosure):
                raise ExactError("as", style, f"does not fit {self.question}: the value is irrational")
            return _whole(self.value) or fraction_text(self.value)
        if style == COUNT:
            return integer_text(self._deals())
        number = self._number(style)
        if not (style == DECIMAL and digits is None and (text := _whole(number))):
            text = _rounded(number, self._places(style, digits), style == PERCENT)
        percent = "{} percentage points" if self.asked.is_change else "{} %"
        return {PERCENT: percent, AS_ODDS: "{} to 1", ONE_IN: "1 in {}"}.get(style, "{}").format(text)

    def cell(self, style: str = "", digits: int | None = None) -> Cell:
        """The figure as a cell of a table; readers see it as `printed` does."""
        chosen = self.asked.style(style)
        if chosen not in (PERCENT, DECIMAL) or isinstance(self.value, Enclosure):
            return Detailed(self.value_for_programs(), self.printed(chosen, digits))
        if chosen == DECIMAL and digits is None and _whole(self.value):
            return Count(self.value.numerator)
        return Rounded(self.value, self._places(chosen, digits), FRACTION, percent=chosen == PERCENT)

    def _places(self, style: str, digits: int | None) -> int:
        """The decimals of the number itself: a percentage is printed with two fewer."""
        least = 2 if style == PERCENT else 0
        places = least + (USUAL_DIGITS + (2 if style == DECIMAL else 0) if digits is None else digits)
        approximate = self.value if self.neglected else None
        return max(least, decimals_of(approximate, places)) if isinstance(approximate, Fraction) else places

    def value_for_programs(self) -> Any:
        """``p/q``, a root as ``{"root": square}`` with the sign of the number on the square, or two bounds."""
        if isinstance(self.value, Fraction):
            return fraction_text(self.value)
        if self.value.square is not None:
            return {"root": fraction_text(self.value.square)}
        return Between(fraction_text(self.value.low), fraction_text(self.value.high))

    @property
    def value_text(self) -> str:
        """The exact value on one line."""
        exact = self.value_for_programs()
        if isinstance(exact, dict):
            return f"root {exact['root']}"
        return exact if isinstance(exact, str) else " to ".join(exact)

    def _number(self, style: str) -> Value:
        """The number that is printed in a style: the odds against, or one in how many."""
        if style not in (AS_ODDS, ONE_IN):
            return self.value
        if low_of(self.value) <= 0 and self.asked.form == PROBABILITY:
            raise ExactError("as", style, f"does not fit {self.question}: the probability is 0")
        one = Fraction(1)
        odds = self.value if self.asked.form == ODDS else difference(quotient(one, self.value), one)
        return odds if style == AS_ODDS else difference(odds, -one)

    def _deals(self) -> int:
        """The number of ordered six-card deals of a probability; a count is itself."""
        if self.asked.form == NUMBER and _whole(self.value):
            return low_of(self.value).numerator
        question = self.asked.questions[0]
        held = question.held(shoe_of_decks(question.decks.possible[0]))
        is_of_deals = self.asked.form == PROBABILITY and "given" not in question.conditions
        if is_of_deals and held and isinstance(self.value, Fraction):
            deals = self.value * ordered_deals(held.cards)
            if deals.denominator == 1:
                return deals.numerator
        raise ExactError("as", COUNT, f"does not fit {self.question}: it is no number of deals from a finite shoe")

    def __float__(self) -> float:
        return float(low_of(self.value))

    def __eq__(self, other: object) -> bool:
        value = other.value if isinstance(other, Figure) else other
        return bool(self.value == value)

    def __lt__(self, other: Any) -> bool:
        value = other.value if isinstance(other, Figure) else other
        if isinstance(value, Enclosure):
            return high_of(self.value) <= value.low
        # an irrational number differs from both bounds, which no other number of interest lies between
        return self.value.high <= value if isinstance(self.value, Enclosure) else bool(self.value < value)

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"<Figure {self.text}: {self.asked.in_full}>"


def exactness_of(figures: Iterable[Figure]) -> dict[str, Any]:
    """How exact some figures are, and what they neglect, as a `Table` of them declares it."""
    listed = [*figures]
    neglects = dict.fromkeys(text for figure in listed for text in figure.neglected)
    return {"declared": Exactness.weakest(figure.exactness for figure in listed), "neglects": " ".join(neglects)}


def readings_of(asked: Sequence[Asked]) -> list[Text]:
    """What a question was read as, if it was not typed so; of several, only what is otherwise."""
    first, *others = asked
    parts = list(dict.fromkeys(part for each in asked for part in each.read_otherwise))
    if not others:
        without_shoe = replace(first, questions=tuple(question.under(decks=None) for question in first.questions))
        same = first.typed in (first.in_full, without_shoe.in_full if first.remarks else "")
        parts = [] if same else [first.in_full]
    more = "; …" if len(parts) > _MOST_READ else ""
    return [_("Read as: {text}", text="; ".join(parts[:_MOST_READ]) + more)] if parts else []


def figure_id(question: str) -> str:
    """The id of the figure that answers a question in its canonical text.

    >>> figure_id("house edge of tie, 8 decks")
    'F5e019d83d891'
    """
    import hashlib

    return f"F{hashlib.sha256(question.encode()).hexdigest()[:12]}"


def _whole(value: Value) -> str:
    """The digits of a whole number; empty for any other."""
    return integer_text(value.numerator) if isinstance(value, Fraction) and value.denominator == 1 else ""


def _rounded(value: Value, digits: int, percent: bool) -> str:
    """``value``, or a hundred times it with two decimals fewer, rounded once."""
    scale, places = (100, digits - 2) if percent else (1, digits)
    if isinstance(value, Enclosure) and value.square is not None:
        return root_text(value.square * scale**2, places)
    printed = decimal_text(low_of(value) * scale, places)
    if decimal_text(high_of(value) * scale, places) != printed:
        raise ExactError("digits", places, "decimals are more than the proved bounds of the value have")
    return printed


def sides(text: str) -> list[tuple[int, str]]:
    """The questions in ``text``, each with its place: one, or the two that an operator stands between."""
    operators = [*_OPERATOR.finditer(text)] if isinstance(text, str) else []
    if not operators:
        return [(0, text)]
    first, *more = operators
    if more:
        bound = f"at column {more[0].start(1) + 1}: a second {more[0][1]!r}: a question compares two figures"
        raise ExactError("question", text, bound)
    return [(0, text[: first.start()]), (first.end(), text[first.end() :])]


@blamed_on("question", "claim")
def parse_asked(text: str, shoe: Shoe | None = None, rules: Rules | None = None, bet: "Bet | None" = None) -> Asked:
    """What ``text`` asks, with one shoe for each question, or ``shoe``, and under ``rules`` if it states none.

    With a ``bet`` of your own, ``text`` names the quantity alone: ``house edge, 6 decks``. Raises `ExactError` as
    `parse_question`, and for text that states what is given besides.
    """
    parts = sides(text)
    parsed, name = [_parsed(side, rules, bet) for _start, side in parts], ""
    if len(parts) > 1:
        first, second = parsed
        shared = {name: second.conditions[name] for name in _SHARED if name in second.conditions}
        parsed[0] = first.under(**{**shared, **first.conditions})
        name = text[len(parts[0][1]) : parts[1][0]].strip().lower()
    if parsed[-1].played == (standard := rules_named(STANDARD)):  # else the first of two must go on to state them
        parsed = [question.under(rules=None) if question.played == standard else question for question in parsed]
    if shoe is not None:
        if any("decks" in question.conditions for question in parsed):
            raise ExactError("shoe", text, "gives the shoe twice: leave out the decks")
        dealt = shoe.full_decks if shoe.granularity is Granularity.CARDS else None
        parsed = [question.with_decks(dealt or shoe) for question in parsed]
    stated = all(question.decks.stated or "decks" in question.conditions for question in parsed)
    return Asked(tuple(map(_with_one_shoe, parsed)), name, () if stated else (NO_SHOE,), " ".join(text.split()))


def _parsed(text: str, rules: Rules | None, bet: "Bet | None") -> Question:
    if bet is not None and isinstance(text, str):
        wager = function_named("exact.questions.bets:wager_on")(bet, rules or rules_named(STANDARD))
        question = replace(parse_question(with_subject(text)), subject=of_wager(wager))
    else:
        question = parse_question(text)
    if rules is None:
        return question
    if "rules" in question.conditions:
        raise ExactError("rules", text, "gives the rules twice: leave them out of the question")
    return question.under(rules=rules)


def with_subject(text: str) -> str:
    """A question that names the quantity alone, about punto, in whose place a bet of your own is put."""
    quantity, comma, conditions = text.partition(",")
    return f"{quantity} of {Outcome.PUNTO.value}{comma}{conditions}"


def _with_one_shoe(question: Question) -> Question:
    """The question with one number of decks: its own, its rulebook's, or the usual one."""
    if "simulated" in question.conditions:
        raise ExactError("question", question.text, "is about a simulation: exact audit judges its figure")
    decks = question.decks
    if "decks" not in question.conditions and not decks.stated:
        return question.with_decks(USUAL_DECKS)
    if not decks.stated:
        raise ExactError("question", decks.text, "is no shoe: give one number of decks")
    if len(decks.possible) > 1:
        numbers = ",".join("infinite" if number is None else str(number) for number in decks.possible)
        raise ExactError("question", decks.text, f"is more than one shoe: write {{{numbers}}} decks for a table")
    return question if "decks" in question.conditions else question.with_decks(decks.possible[0])


@blamed_on("question", "claim", "remove")
def figure_of(asked: Asked) -> Figure:
    """The figure that answers; raises `ExactError` for a quantity that the shoe does not have."""
    values = [question.exact() for question in asked.questions]
    try:
        return Figure(asked, _OPERATORS[asked.operator](*values) if asked.operator else values[0])
    except ZeroDivisionError:
        raise ExactError("question", asked.text, "divides by 0") from None
