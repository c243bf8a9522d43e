"""How a value shows itself in a notebook: `exact.library.notebook`, which lies above every value, is imported late."""

from __future__ import annotations

from importlib import import_module


class Shown:
    """A value that a notebook shows as a table, in HTML and in Markdown."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return _representation(self, "html")

    def _repr_markdown_(self) -> str:
        return _representation(self, "markdown")


class ShownAsMathematics(Shown):
    """A value that a notebook also shows as mathematics."""

    __slots__ = ()

    def _repr_latex_(self) -> str:
        return _representation(self, "latex")


def _representation(value: Shown, style: str) -> str:
    text: str = import_module("exact.library.notebook").representation(value, style)
    return text
