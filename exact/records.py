"""Immutable values with named fields, declared like a dataclass and imported in a fraction of the time of `dataclasses`.

A `NamedTuple` is as quick, but a person who holds one also holds a tuple: with ``count``, ``index``, a length and an order.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class _RecordType(type):
    """Makes slots of the fields that a class annotates, and keeps their defaults."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _RecordType:
        fields = tuple(namespace.get("__annotations__", ())) if bases else ()
        defaults = {field: namespace.pop(field) for field in fields if field in namespace}
        return super().__new__(
            cls, name, bases, namespace | {"__slots__": fields, "_fields": fields, "_defaults": defaults}
        )


class Record(metaclass=_RecordType):
    """The base of such values: its subclasses annotate their fields, those with a default last."""

    _fields: ClassVar[tuple[str, ...]]
    _defaults: ClassVar[dict[str, Any]]

    def __init__(self, *values: Any, **named: Any) -> None:
        given = dict(zip(self._fields, values, strict=False))
        fields = self._defaults | given | named
        if len(values) > len(self._fields) or given.keys() & named.keys() or fields.keys() != set(self._fields):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._fields)}, each once")
        for field, value in fields.items():
            object.__setattr__(self, field, value)

    def _replace(self, **changes: Any) -> Self:
        """The value with other entries in some fields."""
        return type(self)(**{field: getattr(self, field) for field in self._fields} | changes)

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field) for field in self._fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable; {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[Any, ...]:
        defaults = self._defaults
        changed = {f: v for f, v in zip(self._fields, self._values(), strict=True) if v is not defaults.get(f, self)}
        return _rebuilt, (type(self), changed)


def _rebuilt(kind: type[Record], fields: dict[str, Any]) -> Record:
    return kind(**fields)
