"""The one family of errors that the library raises."""

from __future__ import annotations

_SHOWN = 80


class ExactError(ValueError):
    """A value that cannot be used: names the parameter, shows the value, states the bound.

    >>> print(ExactError("decks", 0, "must be a whole number of at least 1"))
    decks: 0 must be a whole number of at least 1
    """

    def __init__(self, parameter: str, value: object, bound: str) -> None:
        self.parameter = parameter
        self.value = value
        self.bound = bound
        try:
            shown = repr(value)
        except ValueError:  # an integer too long for Python to print
            shown = f"a {type(value).__name__} of thousands of digits"
        if len(shown) > _SHOWN:
            shown = f"{shown[: _SHOWN - 20]}…{shown[-19:]}"
        super().__init__(f"{parameter}: {shown} {bound}")


def near_misses(name: str, known: list[str]) -> str:
    """A phrase for the end of an error: the known names nearest to ``name``, or all of them.

    >>> near_misses("standart", ["standard", "classic-it"])
    'did you mean standard?'
    >>> near_misses("zzz", ["standard", "classic-it"])
    'known: standard, classic-it'
    """
    import difflib

    begun = [entry for entry in known if name and entry.startswith(name)]
    close = begun[:3] or difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"known: {', '.join(known)}"
