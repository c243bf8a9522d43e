"""The published schemas of JSON, and the validation of answers by them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

FOLDER = Path(__file__).parents[2] / "docs" / "reference" / "schemas"
SCHEMAS = {schema["$id"]: schema for schema in (json.loads(file.read_text()) for file in FOLDER.glob("*.json"))}
_REGISTRY: Any = Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items())


@cache
def _validator(name: str) -> Draft202012Validator:
    Draft202012Validator.check_schema(SCHEMAS[name])
    return Draft202012Validator(SCHEMAS[name], registry=_REGISTRY)


def violations(answer: dict[str, Any]) -> list[str]:
    """Where an answer is not as its schema says."""
    errors = _validator(answer["schema"]).iter_errors(answer)
    return [f"{error.json_path}: {error.message}" for error in errors]
