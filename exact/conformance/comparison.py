"""Compare an answer with the expected one: exactly, or by its correct digits."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from exact.conformance.strict_json import Object, Written
from exact.inputs import printable

EXACT, FLOATING = "exact", "floating"
"""The arithmetic of an engine."""
MAX_DIGITS = 17
"""The most significant digits to which a double can be right."""
_COUNT = re.compile(r"0|[1-9][0-9]{0,999}")
_AMOUNT = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40}|/[1-9][0-9]{0,40})?")
_SHOWN = 60
_ANSWERED = ("counts", "probabilities", "net", "punto", "banco", "punto_total", "banco_total", "outcome", "steps")
"""Keys that only an answer has, not a refusal."""


class Judgement(NamedTuple):
    """The judgement on an answer."""

    fault: str
    """The expected and the actual answer, or the flaw of a malformed one; empty for a right answer."""
    digits: int | None = None
    """The correct significant digits of the worst probability in a floating-point answer."""


_LARGEST = 2
"""A larger number is not a probability, however badly rounded, and might overflow a double."""


def judge(expected: Object, answer: Object, arithmetic: str, digits: int) -> Judgement:
    """Whether ``answer`` is the ``expected`` one, for an engine of this arithmetic that must be right to ``digits`` digits."""
    both = ["error", *(name for name in answer if name in _ANSWERED)]
    if "error" in answer and len(both) > 1:
        return Judgement(f"is malformed: has {' and '.join(both[:2])}, but a refusal is not an answer")
    if "error" in expected:
        return _refused(answer)
    if "error" in answer:
        return Judgement(f"refused a request that has an answer: {_shown(answer['error'])}")
    if "counts" in expected and arithmetic == FLOATING:
        return _probabilities(expected["counts"], answer, digits)
    for key, right in expected.items():
        if key not in answer:
            instead = [name for name in answer if name != "id"]
            return Judgement(f"has no {key}, but {printable(', '.join(instead) or 'nothing', _SHOWN)}")
        fault = {"counts": _counts, "net": _amounts}.get(key, _same)(right, answer[key], key)
        if fault:
            return Judgement(fault)
    return Judgement("")


def arithmetic_of(answer: Object) -> str:
    """The arithmetic of an answer without a handshake: floating if it has probabilities."""
    return FLOATING if "probabilities" in answer else EXACT


def correct_digits(right: Fraction, value: float) -> int:
    """The significant digits to which ``value`` is right: the largest d ≤ 17 with a relative error of at most 5 · 10**−d.

    So a value rounded to d significant digits has d of them. For a probability of 0, the absolute error counts.

    >>> correct_digits(Fraction(1, 3), 0.3333333), correct_digits(Fraction(1, 3), 1 / 3), correct_digits(Fraction(0), 1e-12)
    (7, 16, 12)
    """
    error = abs(Fraction(value) - right) / (right or 1)
    return next(d for d in range(MAX_DIGITS, -1, -1) if d == 0 or error * 10**d <= 5)


def _refused(answer: Object) -> Judgement:
    error = answer.get("error")
    if isinstance(error, str) and error:
        return Judgement("")
    shown = {name: value for name, value in answer.items() if name != "id"}
    return Judgement(f"expected an error, came {_shown(shown)}")


def _probabilities(counts: object, answer: Object, needed: int) -> Judgement:
    assert isinstance(counts, dict)
    given = answer.get("probabilities")
    if fault := _names(counts, given, "probabilities"):
        return Judgement(fault)
    assert isinstance(given, dict)
    deals = sum(int(count) for count in counts.values())
    worst, fault = MAX_DIGITS, ""
    for name, count in counts.items():
        value = given[name]
        if type(value) not in (int, float) or not -_LARGEST <= value <= _LARGEST:
            return Judgement(f"probabilities, {name}: {_shown(value)} must be a JSON number, and a probability")
        right = Fraction(int(count), deals)
        digits_right = correct_digits(right, value)
        if digits_right < worst:
            worst = digits_right
            fault = f"{name}: expected {float(right)!r}, came {value!r}: {digits_right} correct digits"
    return Judgement(fault if worst < needed else "", worst)


def _counts(right: object, given: object, where: str) -> str:
    assert isinstance(right, dict)
    if fault := _names(right, given, where):
        return fault
    assert isinstance(given, dict)
    for name, value in given.items():
        if not isinstance(value, str) or not _COUNT.fullmatch(value):
            return f"{where}, {name}: {_shown(value)} must be a count as a string of decimal digits"
    return _differences(right, given)


def _amounts(right: object, given: object, where: str) -> str:
    assert isinstance(right, dict)
    if fault := _names(right, given, where):
        return fault
    assert isinstance(given, dict)
    for name, value in given.items():
        if not isinstance(value, str) or not _AMOUNT.fullmatch(value):
            return f"{where}, {name}: {_shown(value)} must be an amount as a string, like 24.00"
    wrong = {name: value for name, value in given.items() if Fraction(value) != Fraction(right[name])}
    return _differences({name: right[name] for name in wrong}, wrong)


def _same(right: object, given: object, where: str) -> str:
    return "" if _equal(right, given) else f"{where}: expected {_shown(right)}, came {_shown(given)}"


def _equal(right: object, given: object) -> bool:
    """Equality of JSON values; 6.0 is not the whole number 6, and true is not 1."""
    if type(right) is not type(given):
        return False
    if isinstance(right, list) and isinstance(given, list):
        return len(right) == len(given) and all(map(_equal, right, given))
    return right == given


def _names(right: Object, given: object, where: str) -> str:
    if not isinstance(given, dict):
        return f"{where}: {_shown(given)} must be a JSON object of {', '.join(right)}"
    missing = [name for name in right if name not in given]
    unknown = [name for name in given if name not in right]
    if not missing and not unknown:
        return ""
    faults = [f"lacks {', '.join(missing)}"] if missing else []
    faults += [f"has the unknown {_shown(', '.join(unknown))}"] if unknown else []
    return f"{where}: {' and '.join(faults)}"


def _differences(right: Object, given: Object) -> str:
    return "; ".join(
        f"{name}: expected {right[name]}, came {_shown(given[name])}" for name in right if given[name] != right[name]
    )


def _shown(value: object) -> str:
    text = value if isinstance(value, str) and value.isdecimal() else repr(Written(value))
    return f"{text[: _SHOWN - 1]}…" if len(text) > _SHOWN else text
