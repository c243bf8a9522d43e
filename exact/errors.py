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

    def __reduce__(self) -> tuple[type[ExactError], tuple[str, object, str]]:
        """How it is pickled: made again from its parts, for it also comes from the workers of a pool."""
        return type(self), (self.parameter, self.value, self.bound)


def printable(text: str, widest: int) -> str:
    r"""``text`` on one line, without anything that a terminal obeys, and with its middle left out where it is too long.

    >>> printable(chr(27) + "[2J", 80) == r"\x1b[2J", printable("x" * 100, 30)
    (True, 'xxxxxxxxxxxxxxxxxxx…xxxxxxxxxx')
    """
    shown = text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    return shown if len(shown) <= widest else f"{shown[: widest - widest // 3 - 1]}…{shown[-(widest // 3) :]}"


def near_misses(name: str, known: list[str], before: str = "") -> str:
    """A phrase for the end of an error: the known names nearest to ``name``, or all of them, with ``before`` before each.

    Capitals and small letters count as the same, and a synonym as the name it stands for.

    >>> near_misses("standart", ["standard", "classic-it"])
    'did you mean standard?'
    >>> near_misses("zzz", ["standard", "classic-it"])
    'known: standard, classic-it'
    >>> near_misses("dekcs", ["decks", "format"], before="--")
    'did you mean --decks?'
    >>> near_misses("CSV", ["json", "csv"])
    'did you mean csv?'
    >>> near_misses("playr", ["punto", "banco"])
    'did you mean punto?'
    """
    import difflib

    from exact.names import spellings

    asked = name.lower()
    spelled = {entry: [spelling.lower() for spelling in spellings(entry)] for entry in known}
    close = [entry for entry in known if asked and entry.lower().startswith(asked)][:3]
    if not close:
        every = {spelling: None for entry in known for spelling in spelled[entry]}
        likest = difflib.get_close_matches(asked, every, n=3, cutoff=0.6)
        close = list(dict.fromkeys(entry for like in likest for entry in known if like in spelled[entry]))
    if close:
        return f"did you mean {' or '.join(before + entry for entry in close)}?"
    return f"known: {', '.join(before + entry for entry in known)}"
