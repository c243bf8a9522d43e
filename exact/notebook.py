"""Objects that a notebook shows as tables: what IPython asks a class for, and nothing that a command would have to import.

A shoe, a bet and what is computed of them lie under the layer that makes tables. So they get the methods here, and these ask
for `exact.report.notebook` by its name, when a notebook shows one and no sooner, as `exact` itself asks for its public names.
"""

from __future__ import annotations

from importlib import import_module

FORMATS = ("html", "markdown", "latex")
"""The representations that IPython knows by ``_repr_<format>_`` and that are made here."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Shown = TypeVar("Shown", bound=type)


def shown_as(*formats: str) -> Callable[[Shown], Shown]:
    """A decorator that gives a class IPython's methods for each of ``formats``, which are some of `FORMATS`."""

    def decorated(shown: Shown) -> Shown:
        for style in formats:
            setattr(shown, f"_repr_{style}_", _method(style))
        return shown

    return decorated


def _method(style: str) -> Callable[[object], str]:
    def representation(self: object) -> str:
        drawing: Any = import_module("exact.report.notebook")
        text: str = drawing.representation(self, style)
        return text

    representation.__doc__ = f"This as {style}, for a notebook."
    return representation
