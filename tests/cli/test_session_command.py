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
    law = data["law"]
    assert law["unit"] == "1/20"
    denominator = int(law["denominator"])
    assert Fraction(int(law["numerators"]["-1600"]), denominator) == lose**80
    assert Fraction(int(law["numerators"]["1520"]), denominator) == win**80
    assert sum(map(int, law["numerators"].values())) == denominator
    assert any("fresh shoe of 416 cards" in note for note in data["notes"])


def test_beyond_200_coups_the_law_has_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    law = session(capsys, "--bet punto --coups 250 --stake 1")["law"]["probability"]
    lower, upper = ([Fraction(pair[side]) for pair in law.values()] for side in (0, 1))
    assert sum(lower) <= 1 <= sum(upper)
    assert all(0 <= high - low <= Fraction(2, 10**12) for low, high in zip(lower, upper, strict=True))
    assert len(law) == 501


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--coups 80 --stake 30 --bankroll 20", "stake: '30' is beyond the bankroll of 20"),
        ("--coups 0", "coups: 0 must be a whole number from 1 to 1000000"),
        ("--coups 80 --stake 1,2", "stake: '1,2' gives 2 stakes for 1 bets"),
        ("--coups 80 --stake -3", "stake: '-3' must be an amount above 0"),
        ("--coups 80 --target 9", "target: '9' needs the --bankroll"),
        ("--coups 80 --target 9 --bankroll 9", "target: '9' must be more than the bankroll of 9"),
        ("--coups 80 --stop-loss 9 --bankroll 9", "bankroll: '9' and --stop-loss both end play"),
        ("--coups 80 --at-least x", "at_least: 'x' must be an amount"),
        ("--coups 80 --ties skip", "ties: 'skip' belongs to --runs"),
        ("--coups 80 --runs banco", "runs: 'banco' must be what runs and how often"),
        ("--coups 80 --bankroll 10 --target 9999999999", "target: 'a net win of 9999999989' is"),
        ("--coups 100000 --runs banco,1000", "runs: 'banco 1000' takes"),
        ("--coups 80 --stop-win 1e999", "stop_win: '1e999' must be an amount"),
    ],
)
def test_wrong_words_are_one_line(capsys: pytest.CaptureFixture[str], words: str, message: str) -> None:
    assert main(["session", "--bet", "banco", *(word.replace(",1000", " 1000") for word in words.split())]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
