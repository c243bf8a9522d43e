"""How a value shows itself in a notebook; what renders it lies above every value and is set by the package itself."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Kind = TypeVar("Kind", bound=type[Any])


def _no_renderer(shown: object, style: str) -> str:
    raise NotImplementedError(style, shown)


render: Callable[[object, str], str] = _no_renderer
"""Renders a value in a style: ``html``, ``markdown`` or ``latex``."""


def shown(kind: Kind) -> Kind:
    """A class whose values a notebook shows as a table, in HTML and in Markdown."""
    kind._repr_html_ = lambda self: render(self, "html")
    kind._repr_markdown_ = lambda self: render(self, "markdown")
    return kind


def shown_as_mathematics(kind: Kind) -> Kind:
    """A class whose values are also shown as mathematics."""
    kind._repr_latex_ = lambda self: render(self, "latex")
    return shown(kind)
