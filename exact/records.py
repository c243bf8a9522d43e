"""Immutable values with named fields, declared like a dataclass.

Every command loads some. `dataclasses` imports the inspection of source code and compiles methods for each class, which
takes a third of a short command's time; so what is loaded only for longer work may be a dataclass.
"""

from __future__ import annotations

from functools import partialmethod
from importlib import import_module
from typing import Any, ClassVar, NoReturn, TypeVar, dataclass_transform

R = TypeVar("R", bound="Record")


@dataclass_transform(frozen_default=True)
class Record:
    """The base of such values: a subclass annotates its fields, and gives those at the end a default."""

    _fields: ClassVar[tuple[str, ...]]
    _names: ClassVar[frozenset[str]]
    _defaults: ClassVar[dict[str, Any]]

    def __init_subclass__(cls, eq: bool = True) -> None:
        """Without ``eq``, a value equals only itself, unless the class says otherwise."""
        cls._fields = tuple(cls.__annotations__)
        cls._names = frozenset(cls._fields)
        cls._defaults = {field: vars(cls)[field] for field in cls._fields if field in vars(cls)}
        for method in () if eq else {"__eq__", "__hash__"} - vars(cls).keys():
            setattr(cls, method, getattr(object, method))

    def __init__(self, *values: Any, **named: Any) -> None:
        given = dict(zip(self._fields, values, strict=False), **named)
        fields = given if len(given) == len(self._fields) and not named else self._defaults | given
        if len(given) < len(values) + len(named) or fields.keys() != self._names:
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._fields)}, each once")
        self.__dict__.update(fields)

    def _values(self) -> tuple[Any, ...]:
        own = self.__dict__
        return tuple([own[field] for field in self._fields])

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._values() == other._values() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = (f"{field}={value!r}" for field, value in zip(self._fields, self._values(), strict=True))
        return f"{type(self).__name__}({', '.join(fields)})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is immutable: {name} cannot be deleted")


def replace(record: R, **changes: Any) -> R:
    """The value with other entries in some fields."""
    return type(record)(**dict(zip(record._fields, record._values(), strict=True), **changes))


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
