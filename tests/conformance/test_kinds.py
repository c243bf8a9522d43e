"""A kind of question is one entry and its computation: everything else reads the register."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exact.conformance.comparison import KINDS
from exact.conformance.vectors.vector_set import load_set
from exact.conformance.verify import mapping, protocol

ROOT = Path(__file__).parents[2]
ASKED = """
from exact.conformance.comparison import judge
from exact.conformance.serve import handshake, reply_to
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.vector_set import Vector, VectorSet
from exact.conformance.verify.asking import Engine, TimeLimits
from exact.conformance.verify.mapping import parse_mapping
from exact.conformance.verify.protocol import parse_handshake
from exact.conformance.verify.runner import verify_asking
from exact.conformance.verify.verification import Precision
class Ours(Engine):
    capabilities = parse_handshake(handshake())
    def exchange(self, name, request):
        return {"id": name, **answer(request)}
pays = {"win": "8", "lose": "-1"}
request = {"kind": "third_moment", "bet": "tie", "pays": pays, "rules": "standard", "shoe": {"values": [4] * 10}}
vectors = VectorSet("", [Vector("v", "g", (), request, {"third_moment": answer(request)["third_moment"]})], frozenset())
verified = verify_asking(Ours(TimeLimits()), vectors, Precision())
wrong = judge(verified.asked[0].expected, {"third_moment": "1"}, "exact", 9)
text = 'engine = "e"\\ncapabilities = { arithmetic = "floating", granularity = ["values"], rules = ["standard"] }\\n'
mapped = parse_mapping(text + '[[question]]\\nkind = "third_moment"\\nbets = ["tie"]\\nanswer = "/m"', "m.toml")
print(verified.ways[""], verified.failures, wrong.way, mapped.capabilities.kinds)
"""


def replaced(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, path
    path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.slow
def test_a_new_kind_is_an_entry_and_a_computation(tmp_path: Path) -> None:
    """In a copy: it is offered, asked, judged and mapped."""
    shutil.copytree(ROOT / "exact", tmp_path / "exact", ignore=shutil.ignore_patterns("__pycache__"))
    conformance = tmp_path / "exact" / "conformance"
    replaced(
        conformance / "comparison.py",
        '    "variance": _FIGURE,\n',
        '    "variance": _FIGURE,\n    "third_moment": _FIGURE,\n',
    )
    computed = """    "third_moment": lambda price, _: price.variance ** 3,\n"""
    replaced(
        conformance / "vectors" / "engine.py",
        '    "fair_odds": _fair_odds,\n',
        f'    "fair_odds": _fair_odds,\n{computed}',
    )
    ran = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("1 [] wrong ('third_moment',)\n", "")


def test_every_kind_is_documented_and_in_the_vectors() -> None:
    """And the help of a mapping lists those that it can ask."""
    asked = {str(vector.request.get("kind")) for vector in load_set().vectors}
    assert set(KINDS) <= asked
    for name, kind in KINDS.items():
        assert re.search(rf"\b{name}\b", str(protocol.__doc__)), name
        assert (re.search(rf"\b{name}\b", str(mapping.__doc__)) is not None) or not kind.mapped, name
