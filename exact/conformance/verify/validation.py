"""Holding JSON against a JSON Schema, as far as the schema of the vectors goes, with errors that name the place.

Only the keywords that `exact.conformance.vectors.schema` uses are known; the tests compare with a complete validator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from exact.conformance.verify.strict_json import Written
from exact.errors import ExactError

Schema = dict[str, Any]
_UNKNOWN = "must not be there: known are "
_TYPES = {"string": str, "integer": int, "array": list, "object": dict}
_COUNTS = {"type": "integer", "minimum": 0}
"""What most entries of all are: shoes, which are looked at as a whole."""
_A = {"string": "a text", "integer": "a whole number", "array": "a list", "object": "an object"}


class Mismatch(Exception):
    """What is not as the schema says."""

    def __init__(self, path: tuple[str | int, ...], value: object, bound: str, other: bool = False) -> None:
        super().__init__(bound)
        self.path = path
        self.value = value
        self.bound = bound
        self.other = other
        """Whether the value is of another kind than this alternative of the schema is about."""


def check_document(document: object, schema: Schema, file: str) -> None:
    """Raise `ExactError`, naming the file, the id and the key, if ``document`` is not as ``schema`` says."""
    try:
        _check(document, schema, _Definitions(schema.get("$defs", {})), ())
    except Mismatch as found:
        raise ExactError(
            f"{file}: {', '.join(_places(document, found.path))}", Written(found.value), found.bound
        ) from None


class _Definitions:
    """The schemas that others refer to, and the entries that are known to be as they say."""

    def __init__(self, schemas: Schema) -> None:
        self._schemas = schemas
        self._passed: set[tuple[int, str]] = set()

    def check(self, value: object, name: str, path: tuple[str | int, ...]) -> None:
        """A group refers to its vectors twice, by the condition on its flags too: once is enough to look."""
        key = id(value), name
        if key not in self._passed:
            _check(value, self._schemas[name.rpartition("/")[2]], self, path)
            self._passed.add(key)


def _places(document: object, path: tuple[str | int, ...]) -> Iterator[str]:
    """The keys of a path; entries of lists are called by their ids and names where they have them."""
    value: Any = document
    for key in path:
        value = value[key] if not isinstance(value, dict) or key in value else None
        own = next((value[name] for name in ("id", "name") if isinstance(value, dict) and name in value), key)
        yield str(own if isinstance(key, int) else key)


def _check(value: object, schema: Schema, known: _Definitions, path: tuple[str | int, ...]) -> None:
    if not schema:
        return
    if "$ref" in schema:
        known.check(value, schema["$ref"], path)
    if "if" in schema:
        _check(value, schema["then" if _fits(value, schema["if"], known) else "else"], known, path)
    if "const" in schema and not _equal(value, schema["const"]):
        raise Mismatch(path, value, f"must be {Written(schema['const'])!r}", other=True)
    if "enum" in schema and not any(_equal(value, entry) for entry in schema["enum"]):
        raise Mismatch(path, value, f"must be one of {', '.join(schema['enum'])}")
    if "type" in schema and type(value) is not _TYPES[schema["type"]]:
        raise Mismatch(path, value, f"must be {_A[schema['type']]}")
    for alternatives in (schema.get("oneOf"), schema.get("anyOf")):
        if alternatives:
            _check_alternatives(value, alternatives, known, path)
    if isinstance(value, str):
        _check_text(value, schema, path)
    elif isinstance(value, int):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            above = f" to {schema['maximum']}" if "maximum" in schema else " up"
            raise Mismatch(path, value, f"must be a whole number from {schema['minimum']}{above}")
    elif isinstance(value, list):
        _check_list(value, schema, known, path)
    elif isinstance(value, dict):
        _check_object(value, schema, known, path)


def _check_alternatives(
    value: object, alternatives: list[Schema], known: _Definitions, path: tuple[str | int, ...]
) -> None:
    """The alternatives exclude each other, so the first that fits will do; else the one that fits farthest tells."""
    found = []
    for alternative in alternatives:
        try:
            _check(value, alternative, known, path)
        except Mismatch as mismatch:
            found.append(mismatch)
        else:
            return
    meant = [mismatch for mismatch in found if not mismatch.other] or found
    farthest = max(meant, key=lambda mismatch: len(mismatch.path))
    bounds = dict.fromkeys(mismatch.bound for mismatch in meant if mismatch.path == farthest.path)
    bound = " or ".join(bounds).replace(" or must be ", " or ").replace(f" or {_UNKNOWN}", " or ")
    raise Mismatch(farthest.path, farthest.value, bound)


def _check_text(value: str, schema: Schema, path: tuple[str | int, ...]) -> None:
    if len(value) < schema.get("minLength", 0):
        raise Mismatch(path, value, "must not be empty")
    if "pattern" in schema and not re.fullmatch(schema["pattern"], value):
        raise Mismatch(path, value, f"must match {schema['pattern']}")


def _check_list(value: list[object], schema: Schema, known: _Definitions, path: tuple[str | int, ...]) -> None:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
    if not least <= len(value) <= most:
        bound = f"exactly {least}" if least == schema.get("maxItems") else f"at least {least}"
        raise Mismatch(path, f"{len(value)} entries", f"must be {bound}")
    if schema.get("uniqueItems") and any(entry in value[:at] for at, entry in enumerate(value)):
        raise Mismatch(path, value, "must not have an entry twice")
    if "contains" in schema and not any(_fits(entry, schema["contains"], known) for entry in value):
        raise Mismatch(path, value, "lacks an entry", other=True)
    first = schema.get("prefixItems", [])
    if not first and schema.get("items") == _COUNTS and all(type(entry) is int and entry >= 0 for entry in value):
        return
    for at, entry in enumerate(value):
        each = first[at] if at < len(first) else schema.get("items", {})
        if each is False:
            raise Mismatch(path, value, f"must not have more than {len(first)} entries")
        _check(entry, each, known, (*path, at))


def _check_object(value: dict[str, object], schema: Schema, known: _Definitions, path: tuple[str | int, ...]) -> None:
    properties, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    for key, entry in properties.items():
        if key in value:
            _check(value[key], entry, known, (*path, key))
    for key, entry in value.items():
        if key not in properties:
            if others is False:
                raise Mismatch(path, key, _UNKNOWN + ", ".join(properties))
            _check_text(key, schema.get("propertyNames", {}), (*path, key))
            _check(entry, others, known, (*path, key))
    for key in schema.get("required", ()):
        if key not in value:
            raise Mismatch(path, sorted(value), f"must have {key}")


def _fits(value: object, schema: Schema, known: _Definitions) -> bool:
    try:
        _check(value, schema, known, ())
    except Mismatch:
        return False
    return True


def _equal(value: object, other: object) -> bool:
    """Equality of JSON values, in which true is not 1."""
    return type(value) is type(other) and value == other
