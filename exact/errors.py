"""The only family of errors that the library raises."""

from collections.abc import Iterator
from contextlib import contextmanager

from exact.escapes import printable

_SHOWN = 80


class ExactError(ValueError):
    """An unusable value: the message names the parameter, shows the value and states the bound.

    >>> print(ExactError("decks", 0, "must be a whole number of at least 1"))
    decks: 0 must be a whole number of at least 1
    """

    def __init__(self, parameter: str, value: object, bound: str) -> None:
        self.parameter = parameter
        self.value = value
        self.bound = bound
        super().__init__(printable(f"{parameter}: {_shown(value)} {bound}"))

    def __reduce__(self) -> tuple[type["ExactError"], tuple[str, object, str]]:
        """Pickle the error as its parts, because the workers of a pool raise it too."""
        return type(self), (self.parameter, self.value, self.bound)


def _shown(value: object) -> str:
    try:
        return printable(repr(value), _SHOWN)
    except Exception:  # an integer of thousands of digits, a list of great depth, or a repr of the caller's that fails
        return f"a value of the type {type(value).__name__}"


@contextmanager
def blamed_on(parameter: str, *inner: str) -> Iterator[None]:
    """Errors that name one of ``inner`` name ``parameter``, the argument that was read as it."""
    try:
        yield
    except ExactError as error:
        name, comma, place = error.parameter.partition(", ")
        if name not in inner:
            raise
        raise ExactError(f"{parameter}{comma}{place}", error.value, error.bound) from None
