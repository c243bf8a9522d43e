"""How a value shows itself in a notebook: by `exact.library.notebook`, which lies above every value and is imported when asked."""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=type[Any])


def shown(kind: Kind) -> Kind:
    """A class whose values a notebook shows as a table, in HTML and in Markdown."""
    kind._repr_html_ = lambda self: _rendered(self, "html")
    kind._repr_markdown_ = lambda self: _rendered(self, "markdown")
    return kind


def shown_as_mathematics(kind: Kind) -> Kind:
    """A class whose values are also shown as mathematics."""
    kind._repr_latex_ = lambda self: _rendered(self, "latex")
    return shown(kind)


def _rendered(value: object, style: str) -> str:
    text: str = import_module("exact.library.notebook").representation(value, style)
    return text
