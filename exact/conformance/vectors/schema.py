"""The closed JSON Schema (2020-12) of every file of the conformance set."""

from __future__ import annotations

Schema = dict[str, object]
FORMAT, VERSION = "exact-baccarat-vectors", "1"
FLAGS = (
    "full-shoe",
    "depleted",
    "singleton-rank",
    "exhausted-value",
    "six-cards",
    "one-value",
    "over-2^53",
    "over-2^63",
    "published",
    "invalid",
)
"""Why a group exists; what each flag means stands in `exact/conformance/vectors/data/README.md`."""


def schema() -> Schema:
    """One schema for the files of vectors, the smoke set, the rules and the bets: told apart by the key they alone have."""
    files = {
        "groups": _list(_ref("group")),
        "ids": {**_list(_text()), "uniqueItems": True},
        "rules": _map(_ref("rules")),
        "bets": _map(_ref("bet")),
    }
    head: Schema = {"format": {"const": FORMAT}, "version": {"const": VERSION}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Conformance vectors for punto banco engines",
        "oneOf": [_closed({**head, key: contents}) for key, contents in files.items()],
        "$defs": _definitions(),
    }


def _definitions() -> Schema:
    flags = {"type": "array", "items": {"enum": list(FLAGS)}, "uniqueItems": True}
    invalid = {"properties": {"flags": {"contains": {"const": "invalid"}}}}
    return {
        "group": {
            **_closed(
                {
                    "name": _text(),
                    "source": _text(),
                    "reason": _text(),
                    "flags": flags,
                    "vectors": _list({"anyOf": [_ref("vector"), _ref("refused")]}),
                }
            ),
            "if": invalid,
            "then": {"properties": {"vectors": {"items": _ref("refused")}}},
            "else": {"properties": {"vectors": {"items": _ref("vector")}}},
        },
        "vector": {"oneOf": [_asked(kind, *parts) for kind, parts in _kinds().items()]},
        "refused": _closed(
            {"id": _text(), "request": {"type": "object"}, "expected": _closed({"error": {"const": True}})}
        ),
        "shoe": {
            "oneOf": [
                _closed({known: _numbers(classes)}) for known, classes in (("values", 10), ("ranks", 13), ("cards", 52))
            ]
        },
        "cards": {**_list(_matching("^(A|[0-9]|10|[TJQK])[shdc]?$")), "minItems": 4},
        "count": _matching("^(0|[1-9][0-9]*)$"),
        "amount": _matching("^-?[0-9]+(\\.[0-9]+)?$"),
        "outcomes": _closed({"counts": _closed({name: _ref("count") for name in ("punto", "banco", "tie")})}),
        "step": {
            "type": "array",
            "prefixItems": [{"enum": ["punto", "banco"]}, _text()],
            "items": False,
            "minItems": 2,
        },
        "rules": _closed(
            {
                "punto": _matching("^[DS]{8}$"),
                "banco": {**_list(_matching("^[DS]{11}$")), "minItems": 8, "maxItems": 8},
                "payoffs": _closed({name: _ref("amount") for name in ("punto", "banco", "tie")}),
                "commission": _ref("amount"),
                "rounding": {"enum": ["player", "house", "nearest"]},
                "ties": {"enum": ["push", "lose"]},
            }
        ),
        "bet": _closed(
            {
                "title": _text(),
                "looks_at": {"enum": ["values", "ranks", "cards"]},
                "define": _map(_text()),
                "categories": _list(_closed({"name": _text(), "when": {"type": "string"}, "pays": _text()})),
            }
        ),
    }


def _kinds() -> dict[str, tuple[Schema, Schema, tuple[str, ...]]]:
    """For each kind of request: what is asked besides kind and rules, the answer, and which of the former may be missing."""
    total = {"type": "integer", "minimum": 0, "maximum": 9}
    coup = _closed(
        {
            "punto": _list(_text()),
            "banco": _list(_text()),
            "punto_total": total,
            "banco_total": total,
            "outcome": {"enum": ["punto", "banco", "tie"]},
            "steps": _list(_ref("step")),
        }
    )
    shoe: Schema = {"shoe": _ref("shoe")}
    settled: Schema = {"cards": _ref("cards"), "stakes": _map(_ref("amount")), "unit": _ref("amount")}
    return {
        "outcomes": (shoe, _ref("outcomes"), ()),
        "bet": ({**shoe, "bet": _text()}, _closed({"counts": _map(_ref("count"))}), ()),
        "given": ({**shoe, "given": _text()}, _ref("outcomes"), ()),
        "coup": ({"cards": _ref("cards")}, coup, ()),
        "settlement": (settled, _closed({"net": _map(_ref("amount"))}), ("unit",)),
    }


def _asked(kind: str, asked: Schema, answer: Schema, optional: tuple[str, ...]) -> Schema:
    request = _closed({"kind": {"const": kind}, "rules": _text(), **asked}, optional)
    return _closed({"id": _text(), "request": request, "expected": answer})


def _closed(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _map(entry: Schema) -> Schema:
    """An object whose keys are names and whose entries are all of one kind."""
    names = {"pattern": "^[a-zA-Z0-9][a-zA-Z0-9:_-]*$"}
    return {"type": "object", "propertyNames": names, "additionalProperties": entry}


def _list(entry: Schema) -> Schema:
    return {"type": "array", "items": entry, "minItems": 1}


def _numbers(length: int) -> Schema:
    count = {"type": "integer", "minimum": 0}
    return {"type": "array", "items": count, "minItems": length, "maxItems": length}


def _text() -> Schema:
    return {"type": "string", "minLength": 1}


def _matching(pattern: str) -> Schema:
    return {"type": "string", "pattern": pattern}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
