"""The script that measures the tests: which changes it makes, and that its list of equivalent mutants is in force."""

import ast
from pathlib import Path

import mutation
import pytest

SOURCE = '''
"""Text stays: 1 < 2."""
@cache(maxsize=3)
def share(part: int | None, of: list[int]) -> float:
    if not part or len(of) <= 2:
        raise ValueError(f"é {part + 1}")
    print("é", part)
    return sum(value for value in of if value) / -part
'''
CHANGES = {
    "not part or len(of) <= 2 → not part and len(of) <= 2",
    "not part or len(of) <= 2 → not (not part or len(of) <= 2)",
    "not part → part",
    "len(of) <= 2 → len(of) < 2",
    "2 → 3",
    "raise ValueError(f'é {part + 1}') → pass",
    "print('é', part) → pass",
    "return sum((value for value in of if value)) / -part → return None",
    "sum((value for value in of if value)) / -part → sum((value for value in of if value)) * -part",
    "value → not value",
    "-part → part",
}


def test_each_place_is_changed_and_the_rest_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutation, "ROOT", tmp_path)
    (tmp_path / "share.py").write_text(SOURCE, encoding="utf-8")
    found = list(mutation.mutants("share.py"))
    assert {mutant.change for mutant in found} == CHANGES
    for mutant in found:
        lines, others = SOURCE.splitlines(), mutant.source.decode().splitlines()
        assert [number for number, pair in enumerate(zip(lines, others, strict=True), 1) if pair[0] != pair[1]] == [
            mutant.line
        ]
        assert mutant.text == lines[mutant.line - 1].strip()
        ast.parse(mutant.source)


@pytest.mark.slow
def test_every_equivalent_mutant_is_a_mutant_and_has_a_reason() -> None:
    rows = [line.split("\t") for line in mutation.EQUIVALENT.read_text(encoding="utf-8").splitlines()]
    assert all(len(row) == 4 and row[3] for row in rows)
    assert len(mutation.equivalent_mutants()) == len(rows) - 1


@pytest.mark.parametrize(
    ("killed", "tried", "few"), [(0, 0, False), (9, 10, False), (0, 2, True), (89, 100, False), (88, 100, True)]
)
def test_a_small_sample_decides_only_where_it_refutes_the_bound(killed: int, tried: int, few: bool) -> None:
    """With 95 % the chance of 2 survivors of 2 is 0.0025; that of 11 or more of 100 is 0.0115, and of 12 or more 0.0043."""
    assert mutation.too_few(killed, tried) is few
