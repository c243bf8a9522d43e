"""How another project tests its engine with the vectors: copy this file, as test_conformance.py, beside the folder
``conformance``, and let ``answer`` call your engine. It needs pytest and nothing of this package."""

import json
from pathlib import Path
from typing import Any

import pytest
from my_engine import answer

FILES = [json.loads(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("conformance/*.json"))]
GROUPS = [group for file in FILES if file.get("format") == "exact-baccarat-vectors" for group in file["groups"]]
KINDS = {"outcomes"}
"""What the engine can do; vectors of another kind are left out."""
VECTORS = [vector for group in GROUPS for vector in group["vectors"] if vector["request"].get("kind") in KINDS]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_conformance(vector: dict[str, Any]) -> None:
    came = answer(vector["request"])
    if "error" in vector["expected"]:
        assert "error" in came
    else:
        assert came == vector["expected"]
