"""How a value shows itself in a notebook: `exact.library.notebook`, which lies above every value, is imported late."""

from __future__ import annotations

from functools import partialmethod
from importlib import import_module


def _representation(value: object, style: str) -> str:
    text: str = import_module("exact.library.notebook").representation(value, style)
    return text


class Shown:
    """A value that a notebook shows as a table, in HTML and in Markdown."""

    __slots__ = ()
    _repr_html_ = partialmethod(_representation, "html")
    _repr_markdown_ = partialmethod(_representation, "markdown")


class ShownAsMathematics(Shown):
    """A value that a notebook also shows as mathematics."""

    __slots__ = ()
    _repr_latex_ = partialmethod(_representation, "latex")
