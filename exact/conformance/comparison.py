"""The kinds of questions, and the comparison of an answer with the right one: exactly, or by its digits or decimals.

A kind is an entry of `KINDS`, a computation and vectors (`exact.conformance.vectors.engine`), and an example in the
protocol.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import log10

from exact.conformance.strict_json import Object, Written
from exact.escapes import printable
from exact.records import Record

_COUNTS = ("counts", "probabilities")
DEALS = "deals"  # beside counts: their number, where it is not their sum


class QuestionKind(Record, kw_only=True):
    """How a kind of question is asked and answered."""

    answer: tuple[str, ...] = ()
    """The keys of an answer; empty if it is one number under the kind's own name, or one for each point value."""
    by_value: bool = False
    on_a_bet: bool = False
    by_point_values: bool = False  # point values are enough for the answer, whatever the bet
    fields: tuple[str, ...] = ()  # that a request has besides shoe, rules, bet and payoffs

    @property
    def by_outcome(self) -> bool:
        """Whether the answer has a figure for each outcome."""
        return self.answer == _COUNTS and not self.on_a_bet

    @property
    def one_number(self) -> bool:
        """Whether the answer is a single figure."""
        return not self.answer and not self.by_value


_FIGURE = QuestionKind(on_a_bet=True)
KINDS = {
    "outcomes": QuestionKind(answer=_COUNTS, by_point_values=True),
    "bet": QuestionKind(answer=_COUNTS, on_a_bet=True),
    "coup": QuestionKind(answer=("punto", "banco", "punto_total", "banco_total", "outcome", "steps")),
    "given": QuestionKind(answer=_COUNTS, fields=("given",)),
    "settlement": QuestionKind(answer=("net",)),
    "expectation": _FIGURE,
    "house_edge": _FIGURE,
    "variance": _FIGURE,
    "fair_odds": _FIGURE,
    "removal": QuestionKind(by_value=True, on_a_bet=True, by_point_values=True),
}
ON_A_BET = tuple(name for name, kind in KINDS.items() if kind.on_a_bet)

EXACT, FLOATING = "exact", "floating"
MAX_DIGITS, MAX_DECIMALS = 17, 15  # to which a double can be right
WRONG, REFUSED, FAULT, LATE = "wrong", "refused", "fault", "late"
"""The ways to fail: another number; no answer to a question that has one; none of the protocol; none in time."""
_COUNT = re.compile(r"0|-?[1-9][0-9]{0,999}")  # a negative one is a wrong number: integers overflow
_AMOUNT = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40}|/[1-9][0-9]{0,40})?")
_FRACTION = re.compile(r"-?[0-9]{1,1000}(\.[0-9]{1,1000}|/[1-9][0-9]{0,999})?")
_SHOWN = 60
NUMBERS = tuple(name for name, kind in KINDS.items() if not kind.answer)
_ANSWERED = {key for name, kind in KINDS.items() for key in kind.answer or (name,)}  # a refusal cannot have these
_ROUNDING = Fraction(1, 2**52)  # what a decimal number may lose as a double


class Judgement(Record):
    """What is wrong with an answer, and in which way; both are empty for a right one.

    The rest is of the worst number in floating point; ``log_error`` is −log10 of the relative error, NIST's LRE.
    """

    fault: str
    way: str = ""
    digits: int | None = None
    decimals: int | None = None
    log_error: float | None = None
    rounded: bool = False  # whether every wrong number is off by no more than its own last digit


RIGHT = Judgement("")


def judge(
    expected: Object, answer: Object, arithmetic: str, digits: int | None, decimals: int | None = None
) -> Judgement:
    """Compare ``answer`` with the ``expected`` one.

    In floating point, numbers must be right to ``digits`` significant digits or, if given, rounded to ``decimals``.
    """
    answered = next((name for name in answer if name in _ANSWERED), None)
    if "error" in answer and answered:
        return Judgement(f"is malformed: has error and {answered}, but a refusal is not an answer", FAULT)
    error = answer.get("error")
    if "error" in expected:
        shown = {name: value for name, value in answer.items() if name != "id"}
        refused = isinstance(error, str) and error
        return RIGHT if refused else Judgement(f"expected an error, came {_shown(shown)}", FAULT)
    if "error" in answer:
        return Judgement(f"refused a request that has an answer: {_shown(error)}", REFUSED)
    if arithmetic == FLOATING and (numbers := expected_numbers(expected)) is not None:
        return _floating(*numbers, answer, digits, decimals)
    for key, right in expected.items():
        if key == DEALS:
            continue
        if key not in answer:
            instead = [name for name in answer if name != "id"]
            return Judgement(f"has no {key}, but {printable(', '.join(instead) or 'nothing', _SHOWN)}", FAULT)
        if key in _FORMS:
            if (judgement := _texts(right, answer[key], key)).fault:
                return judgement
        elif repr(Written(right)) != repr(Written(answer[key])):  # 6.0 is not the whole number 6, and true is not 1
            return Judgement(f"{key}: expected {_shown(right)}, came {_shown(answer[key])}", WRONG)
    return RIGHT


def expected_numbers(expected: Object) -> tuple[str, dict[str, Fraction]] | None:
    """The key under which a floating-point engine answers, and the right numbers by name; `None` for no numbers."""
    counts = expected.get("counts")
    if isinstance(counts, dict):
        deals = int(str(expected.get(DEALS) or sum(map(int, counts.values())))) or 1
        return "probabilities", {name: Fraction(int(count), deals) for name, count in counts.items()}
    for key in NUMBERS:
        if key in expected:
            value = expected[key]
            named = value if isinstance(value, dict) else {key: value}
            return key, {name: Fraction(str(number)) for name, number in named.items()}
    return None


def _floating(
    key: str, rights: dict[str, Fraction], answer: Object, digits: int | None, decimals: int | None
) -> Judgement:
    """Judge numbers in floating point, of which the worst decides; for a probability of 0, by the absolute error."""
    given = answer.get(key)
    if key in NUMBERS and not KINDS[key].by_value:
        given = {key: given}
    if fault := _names(dict(rights), given, key):
        return Judgement(fault, FAULT)
    assert isinstance(given, dict)
    # A larger number would be none, however badly rounded, and might overflow a double.
    most, what = (2, "a probability") if key == "probabilities" else (10**15, "a figure of a bet")
    # Effects of removal are differences: a double cannot have more digits of the small ones than of the largest.
    largest = max(map(abs, rights.values())) if key in NUMBERS and KINDS[key].by_value else None
    judged: list[tuple[str, int, int, float]] = []
    rounded = True
    for name, right in rights.items():
        value = given[name]
        if type(value) not in (int, float) or not -most <= value <= most:
            return Judgement(f"{key}, {name}: {_shown(value)} must be a JSON number, and {what}", FAULT)
        error = abs(Fraction(value) - right)
        relative = error / ((abs(right) if largest is None else largest) or 1)
        # The most digits or decimals to which the right number could be rounded and be this far off.
        right_digits = next((n for n in range(MAX_DIGITS, 0, -1) if relative <= Fraction(5, 10**n)), 0)
        half_units = ((n, Fraction(1, 2 * 10**n)) for n in range(MAX_DECIMALS, 0, -1))
        right_decimals, fault = next((n for n, half in half_units if error <= half + _ROUNDING), 0), ""
        if decimals is not None and right_decimals < decimals:
            fault = f"rounded rightly to {right_decimals} decimal{'' if right_decimals == 1 else 's'}"
        elif decimals is None and right_digits < (digits or 0):
            fault = f"{right_digits} correct digit{'' if right_digits == 1 else 's'}"
        # The unit of the last digit that a number prints; the sixteenth may be noise from dividing a percentage.
        rounded &= not fault or error <= Fraction(10) ** int(Decimal(f"{value:.15g}").as_tuple().exponent) + _ROUNDING
        shown = f"{name}: expected {float(right)!r}, came {value!r}: {fault}" if fault else ""
        log_error = log10(relative.denominator) - log10(relative.numerator) if relative else MAX_DIGITS
        judged.append((shown, right_digits, right_decimals, min(max(log_error, 0.0), MAX_DIGITS)))
    worst = min((entry for entry in judged if entry[0]), key=lambda entry: entry[1], default=("",))
    faults, every_digits, every_decimals, log_errors = zip(*judged, strict=True)
    way = WRONG if any(faults) else ""
    return Judgement(worst[0], way, min(every_digits), min(every_decimals), min(log_errors), rounded)


def _texts(right: object, given: object, where: str) -> Judgement:
    if right == given:  # texts all, so that equal ones have the form
        return RIGHT
    form, what, read = _FORMS[where]
    if not isinstance(right, dict):
        right, given = {where: right}, {where: given}
    rights = {name: str(Fraction(str(number)) if where in NUMBERS else number) for name, number in right.items()}
    if fault := _names(dict(rights), given, where):
        return Judgement(fault, FAULT)
    assert isinstance(given, dict)
    for name, value in given.items():
        if not isinstance(value, str) or not form.fullmatch(value):
            return Judgement(f"{where}, {name}: {_shown(value)} must be {what}", FAULT)
    wrong = [name for name, number in rights.items() if read(given[name]) != read(number)]
    faults = (f"{name}: expected {rights[name]}, came {printable(given[name], _SHOWN)}" for name in wrong)
    return Judgement("; ".join(faults), WRONG) if wrong else RIGHT


_FORMS: dict[str, tuple[re.Pattern[str], str, Callable[[str], object]]] = {
    "counts": (_COUNT, "a count as a string of decimal digits", str),
    "net": (_AMOUNT, "an amount as a string, like 24.00", Fraction),
    **dict.fromkeys(NUMBERS, (_FRACTION, "an exact number as a string, like -7/658", Fraction)),
}  # the form of exact numbers by key, the words for it, and how they are read for comparison


def _names(right: Object, given: object, where: str) -> str:
    if not isinstance(given, dict):
        return f"{where}: {_shown(given)} must be a JSON object of {', '.join(right)}"
    missing = ", ".join(name for name in right if name not in given)
    unknown = ", ".join(name for name in given if name not in right)
    faults = [f"lacks {missing}"] if missing else []
    faults += [f"has the unknown {_shown(unknown)}"] if given.keys() - right.keys() else []
    return f"{where}: {' and '.join(faults)}" if faults else ""


def _shown(value: object) -> str:
    return printable(value if isinstance(value, str) and value.isdecimal() else repr(Written(value)), _SHOWN)
