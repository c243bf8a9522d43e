"""A kind of question is one entry and its computation: everything else reads the register."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exact.conformance.comparison import KINDS
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
request = {"kind": "hit_frequency", "bet": "tie", "pays": pays, "rules": "standard", "shoe": {"values": [4] * 10}}
vectors = VectorSet("", [Vector("v", "g", (), request, {"hit_frequency": answer(request)["hit_frequency"]})], frozenset(), {})
verified = verify_asking(Ours(TimeLimits()), vectors, Precision())
wrong = judge(verified.asked[0].expected, {"hit_frequency": "1"}, "exact", 9)
text = 'engine = "e"\\ncapabilities = { arithmetic = "floating", granularity = ["values"], rules = ["standard"] }\\n'
mapped = parse_mapping(text + '[[question]]\\nkind = "hit_frequency"\\nbets = ["tie"]\\nanswer = "/m"', "m.toml")
print(verified.ways[""], verified.failures, wrong.way, mapped.capabilities.kinds)
"""


@pytest.mark.slow
def test_a_new_kind_is_an_entry_and_a_computation(tmp_path: Path) -> None:
    """In a copy: it is offered, asked, judged and mapped."""
    shutil.copytree(ROOT / "exact", tmp_path / "exact", ignore=shutil.ignore_patterns("__pycache__"))
    for file, entry, new in (
        ("comparison.py", '    "variance": _FIGURE,\n', '    "hit_frequency": _FIGURE,\n'),
        ("vectors/engine.py", 'FIGURES = ("expectation", ', '"hit_frequency", '),
    ):
        source = tmp_path / "exact" / "conformance" / file
        before, found, after = source.read_text(encoding="utf-8").partition(entry)
        source.write_text(before + found + new + after, encoding="utf-8")
    command, path = [sys.executable, "-c", ASKED], {"PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(command, cwd=tmp_path, env=path, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("1 [] wrong ('hit_frequency',)\n", "")


def test_every_kind_is_documented() -> None:
    """And the help of a mapping lists those that it can ask."""
    for name in KINDS:
        assert re.search(rf"\b{name}\b", str(protocol.__doc__)), name
        assert (re.search(rf"\b{name}\b", str(mapping.__doc__)) is not None) or name not in mapping.MAPPED, name
