"""Read unknown JSON strictly: anything that two readers may understand differently is an error."""

import json
from math import isinf
from typing import NoReturn

from exact.arithmetic import MAX_DIGITS
from exact.errors import ExactError

Object = dict[str, object]
_SHOWN = 60


def parsed(text: str | bytes, parameter: str) -> object:
    """The JSON value in ``text``, or in bytes of UTF-8, which errors call ``parameter``.

    Raises `ExactError` for text that is not JSON or nested too deeply, NaN, infinities, numbers that overflow a double,
    a repeated key, and an integer of more than 1000 digits.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ExactError(parameter, text[:_SHOWN], f"is not UTF-8 at byte {error.start}") from None
    try:
        return _DECODER.decode(text)
    except ExactError as error:
        raise ExactError(parameter, error.value, error.bound) from None
    except RecursionError:
        raise ExactError(parameter, text[:_SHOWN], "is nested too deeply") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if "\n" in text else f"column {error.colno}"
        raise ExactError(parameter, text[:_SHOWN], f"is not JSON: {error.msg} in {where}") from None


def _members(pairs: list[tuple[str, object]]) -> Object:
    entries: Object = {}
    for key, value in pairs:
        if key in entries:
            raise ExactError("", key, "occurs twice in one object")
        entries[key] = value
    return entries


def _no_number(text: str) -> NoReturn:
    raise ExactError("", text, "is not a number of JSON")


def _integer(text: str) -> int:
    if len(text.removeprefix("-")) > MAX_DIGITS:
        raise ExactError("", text, f"is an integer of more than {MAX_DIGITS} digits")
    return int(text)


def _double(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise ExactError("", text, "is a number beyond the range of a double")
    return value


_DECODER = json.JSONDecoder(
    object_pairs_hook=_members, parse_constant=_no_number, parse_int=_integer, parse_float=_double
)


class Written:
    """A JSON value that errors show as JSON (``true``, not ``True``), and text as `repr` does."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __repr__(self) -> str:
        if isinstance(self._value, str):
            return repr(self._value)
        try:
            return json.dumps(self._value, ensure_ascii=False)
        except RecursionError:
            return "a deeply nested value"


PROTOCOL, VERSION = "exact-baccarat", 1
GREETING: Object = {"protocol": PROTOCOL, "version": VERSION}  # the first message sent to an engine
ALL = "all"
ANY, INFINITE = "any", "infinite"  # shoes; of an infinite one each card is drawn from whole decks, with replacement
MAX_LINE = 2**16  # bytes; no reply needs a hundredth of it


def encoded(message: Object) -> bytes:
    """A message as a line of ASCII."""
    return json.dumps(message).encode("ascii") + b"\n"


def decoded(line: str | bytes, parameter: str = "reply") -> Object:
    """The JSON object on a line; raises `ExactError` as `parsed` does."""
    message = parsed(line, parameter)
    if not isinstance(message, dict):
        raise ExactError(parameter, Written(message), "must be a JSON object")
    return message
