"""Immutable values with named fields: dataclasses, without what these import and compile at the start of a process.

A subclass of `Record` lists its fields as a dataclass does, and the functions of `dataclasses` take it for one. How a
record shows itself in a notebook is in `exact.library.notebook`, which lies above every value and is imported late.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partialmethod
from importlib import import_module
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeVar, dataclass_transform

R = TypeVar("R", bound="Record")


class _Option(NamedTuple):
    default: Any = ...  #: Without one, and without a factory, the field must be given
    compare: bool = True
    hashed: bool = True
    make: Callable[[], Any] | None = None


def field(
    *, default: Any = ..., compare: bool = True, hashed: bool = True, default_factory: Callable[[], Any] | None = None
) -> Any:
    """A field with these properties, as in `dataclasses`, where ``hashed`` is ``hash``."""
    return _Option(default, compare, compare and hashed, default_factory)


class _Fields:
    """What the functions of `dataclasses` look up of a class, made when one of them first asks."""

    def __init__(self) -> None:
        self._of: dict[type[Record], Any] = {}

    def __get__(self, _record: Record | None, owner: type[Record]) -> Any:
        from dataclasses import make_dataclass

        if owner not in self._of:
            made: Any = make_dataclass(owner.__name__, owner._options)
            self._of[owner] = made.__dataclass_fields__
        return self._of[owner]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """The base of classes with fields. With ``eq=False`` a record is equal to itself alone.

    With ``kw_only`` every field is given by name.
    """

    _options: ClassVar[dict[str, _Option]] = {}
    _compared: ClassVar[attrgetter[Any]]  #: What equal records have in common
    _hashed: ClassVar[attrgetter[Any]]
    __dataclass_fields__: ClassVar[Any] = _Fields()

    def __init_subclass__(cls, *, eq: bool = True, kw_only: bool = False) -> None:
        if own := cls.__annotations__:  # not those of its bases, and evaluated here from Python 3.14 on
            stated = {name: vars(cls).get(name, ...) for name in own}
            options = {name: each if isinstance(each, _Option) else _Option(each) for name, each in stated.items()}
            cls._options = {**cls._options, **options}
            cls._compared = attrgetter(*(name for name, option in cls._options.items() if option.compare))
            cls._hashed = attrgetter(*(name for name, option in cls._options.items() if option.hashed))
            if "__init__" not in vars(cls):
                cls.__init__ = _initializer(cls, kw_only)  # type: ignore[method-assign]
        for name in () if eq else {"__eq__", "__hash__"} - vars(cls).keys():
            setattr(cls, name, getattr(object, name))

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or bool(self._compared(self) == self._compared(other))

    def __hash__(self) -> int:
        return hash(self._hashed(self))

    def __repr__(self) -> str:
        fields = (f"{name}={getattr(self, name)!r}" for name in self._options)
        return f"{type(self).__qualname__}({', '.join(fields)})"

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)


def _initializer(cls: type[Record], kw_only: bool) -> Callable[..., None]:
    """A function compiled for the class: it sets the fields in one call each, without a loop."""
    words, lines = ["self", "*"] if kw_only else ["self"], []
    for name, option in cls._options.items():
        required = option.default is ... and not option.make
        words.append(name if required else f"{name}=options[{name!r}].default")
        value = f"options[{name!r}].make() if {name} is ... else {name}" if option.make else name
        lines.append(f"\n put(self, {name!r}, {value})")
    names: dict[str, Any] = {"options": cls._options, "put": object.__setattr__}
    exec(f"def __init__({', '.join(words)}):{''.join(lines)}", names)
    made: Callable[..., None] = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def replace(record: R, **changes: Any) -> R:
    """A copy with other values in some fields."""
    return type(record)(**{name: getattr(record, name) for name in record._options} | changes)


def _representation(value: Record, style: str) -> str:
    text: str = import_module("exact.library.notebook").representation(value, style)
    return text


class Shown(Record):
    """A record that a notebook shows as a table, in HTML and in Markdown."""

    _repr_html_ = partialmethod(_representation, "html")
    _repr_markdown_ = partialmethod(_representation, "markdown")


class ShownAsMathematics(Shown):
    """A record that a notebook also shows as mathematics."""

    _repr_latex_ = partialmethod(_representation, "latex")
