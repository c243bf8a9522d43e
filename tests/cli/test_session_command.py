"""`exact session`: its contract, the published figures of runs, and input it refuses."""

import json
from fractions import Fraction
from typing import Any

import pytest

from exact.cli import main


def session(capsys: pytest.CaptureFixture[str], words: str, *more: str) -> Any:
    assert main(["session", *words.split(), *more, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    data = session(capsys, "--bet banco --coups 80 --stake 1")
    win, lose = Fraction(2292252566437888, 4998398275503360), Fraction(2230518282592256, 4998398275503360)
    mean = Fraction(19, 20) * win - lose
    assert Fraction(data["mean"]) == 80 * mean
    assert Fraction(data["variance"]) == 80 * (Fraction(361, 400) * win + lose - mean**2)
    distribution = data["law"]
    assert distribution["unit"] == "1/20"
    denominator = int(distribution["denominator"])
    assert Fraction(int(distribution["numerators"]["-1600"]), denominator) == lose**80
    assert Fraction(int(distribution["numerators"]["1520"]), denominator) == win**80
    assert sum(map(int, distribution["numerators"].values())) == denominator
    assert any("fresh shoe of 416 cards" in note for note in data["notes"])


def test_beyond_200_coups_the_law_has_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    distribution = session(capsys, "--bet punto --coups 250 --stake 1")["law"]["probability"]
    lower, upper = ([Fraction(pair[side]) for pair in distribution.values()] for side in (0, 1))
    assert sum(lower) <= 1 <= sum(upper)
    assert all(0 <= high - low <= Fraction(2, 10**12) for low, high in zip(lower, upper, strict=True))
    assert len(distribution) == 501


@pytest.mark.parametrize(("coups", "ties", "printed"), [("70", "skip", "0.9974"), ("81", "break", "0.9946")])
def test_the_published_runs_of_three(capsys: pytest.CaptureFixture[str], coups: str, ties: str, printed: str) -> None:
    data = session(capsys, f"--bet banco --coups {coups} --ties {ties} --runs", "banco 3")
    assert f"{float(Fraction(data['runs']['at_least_one'])):.4f}" == printed


def test_a_bankroll_ends_play(capsys: pytest.CaptureFixture[str]) -> None:
    data = session(capsys, "--bet punto --coups 3 --stake 2 --bankroll 5 --target 9")
    lose, win = Fraction(2292252566437888, 4998398275503360), Fraction(2230518282592256, 4998398275503360)
    push = 1 - lose - win
    assert Fraction(data["stops"]["loss"]) == lose**2 * (1 + 2 * push)
    assert Fraction(data["ruin"]["before_target"]) == lose**2 / (lose**2 + win**2)
    assert data["ruin"]["ever"] == "1/1"
