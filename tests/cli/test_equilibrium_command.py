"""``exact equilibrium``: its contract, best replies to given strategies, and the files that it writes."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from support import Command

SMALL = ("--values", "2,3,0,1,0,2,0,0,1,0")


def test_the_contract(exact: Command) -> None:
    answer = exact.json("equilibrium", "--model", "B2", "--decks", "6")
    assert list(answer)[:4] == ["model", "decks", "value", "player"]
    assert (answer["model"], answer["decks"]) == ("B2", 6)
    assert answer["value"] == "-974653793197999/75340147272374985"
    assert answer["player"] == {"5": "477191/592524"}
    assert len(answer["banker"]) == 484
    assert all(list(row) == ["hand", "third", "draws", "margin"] for row in answer["banker"])
    mixed = {"hand": "0,6", "third": None, "draws": "77143741/121269912", "margin": "0/1"}
    assert [row for row in answer["banker"] if row["draws"] not in ("0/1", "1/1")] == [mixed]


def test_hands_are_totals_in_models_1(exact: Command) -> None:
    answer = exact.json("equilibrium", "--model", "a1", "--decks", "6")
    assert (answer["model"], answer["player"]) == ("A1", {"5": "9/11"})
    assert [row["hand"] for row in answer["banker"]] == [str(total) for total in range(8) for _ in range(11)]
    (mixed,) = (row for row in answer["banker"] if row["draws"] not in ("0/1", "1/1"))
    assert (mixed["hand"], mixed["third"], mixed["draws"]) == ("6", None, "859/2288")


def test_a_choice_that_the_shoe_cannot_reach_has_no_margin(exact: Command) -> None:
    answer = exact.json("equilibrium", "--model", "B3", *SMALL)
    margins = {(row["hand"], row["third"]): row["margin"] for row in answer["banker"]}
    assert answer["decks"] is None
    assert margins["2,2", None] is None
    assert margins["0,0", 4] is None
    assert margins["0,0", 0] is None  # banco has both cards of value 0
    assert margins["0,1", 0] is not None
    assert answer["player_margins"]["2,3"] is None
    assert answer["player_margins"]["0,5"] is not None


def test_best_replies(exact: Command) -> None:
    """Neither side can do better than the equilibrium; a best reply to another strategy gets at least the value."""
    solved = exact.json("equilibrium", "--model", "B2", *SMALL)
    draws = solved["player"]["5"]
    same = exact.json("equilibrium", "--model", "B2", *SMALL, "--player", f"5={draws}")
    assert same["value"] == solved["value"]
    assert same["banker_misses"] == "0/1"
    other = exact.json("equilibrium", "--model", "B2", *SMALL, "--player", "5=100%")
    assert other["player"] == {"5": "1/1"}
    assert Fraction(other["value"]) <= Fraction(solved["value"])
    tableau = exact.json("equilibrium", "--model", "B2", *SMALL, "--banker", "standard")
    assert Fraction(tableau["value"]) >= Fraction(solved["value"])
    assert tableau["player_misses"] == "0/1"
    by_tableau = {(row["hand"], row["third"]): row["draws"] for row in tableau["banker"]}
    assert (by_tableau["0,6", 6], by_tableau["1,2", 8], by_tableau["3,3", None]) == ("1/1", "0/1", "0/1")


def test_two_given_strategies_are_played_against_each_other(exact: Command) -> None:
    answer = exact.json("equilibrium", "--model", "B1", "--decks", "8", "--player", "standard", "--banker", "standard")
    outcomes = exact.json("odds", "--decks", "8")["outcomes"]
    punto, banco = (Fraction(outcomes[side]["fraction"]) for side in ("punto", "banco"))
    assert Fraction(answer["value"]) == punto - banco


def test_the_files_are_read_back(exact: Command, tmp_path: Path) -> None:
    file, game = tmp_path / "b3.json", tmp_path / "b3.efg"
    answer = exact.json("equilibrium", "--model", "B3", *SMALL, "--gambit", str(game))
    file.write_text(json.dumps(answer), encoding="utf-8")
    assert game.read_text(encoding="utf-8").startswith("EFG 2 R ")
    again = exact.json("equilibrium", "--model", "B3", *SMALL, "--player", str(file), "--banker", str(file))
    for key in ("value", "player", "banker"):
        assert again[key] == answer[key]
    assert sorted(tmp_path.iterdir()) == [game, file]


def test_plain_text_shows_banco_as_a_tableau(exact: Command) -> None:
    text = exact("equilibrium", "--model", "B2", "--decks", "6").out
    assert "0,6   0.6361  S  S  S  S  S  S  D  D  S  S" in text
    assert "This is the only equilibrium" in text


def test_a_commission_on_the_wins_of_banco(exact: Command) -> None:
    answer = exact.json("equilibrium", "--model", "A1", "--decks", "8", "--commission", "5%")
    assert (answer["commission"], answer["player"]) == ("1/20", {"5": "179/214"})  # (9 - a)/(11 - 6a)
    assert Fraction(answer["banker_value"]) < -Fraction(answer["value"])


def test_equilibria_by_commission(exact: Command) -> None:
    answer = exact.json("equilibrium", "--model", "A1", "--decks", "8", "--commission", "0%..10%")
    (piece,) = answer["pieces"]
    assert (piece["from"], piece["to"], piece["player_draws"]) == ("0", "1/10", "(9 - a)/(11 - 6a)")
    assert (piece["hand"], piece["third"], piece["draws"]) == ("6", None, "859/2288")


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        ("[]", 'must hold an object with a "banker"'),
        ("{", "is not JSON"),
        ('{"banker": 5}', "must be a list of information sets"),
        ('{"banker": [5]}', 'must be an object with "hand", "third" and "draws"'),
        ('{"banker": [{"hand": 5, "third": null, "draws": "1"}]}', "must have a hand as text"),
        ('{"banker": [{"hand": "9", "third": null, "draws": "1"}]}', "9 against no third card, which is no choice"),
        ('{"banker": [{"hand": "0", "third": 3, "draws": "1"}]}', "has no probability for 0 against no third card"),
        ('{"banker": [{"hand": "0", "third": 3, "draws": 1}]}', "must be a probability from 0 to 1"),
    ],
)
def test_refused_files(exact: Command, tmp_path: Path, content: str, refusal: str) -> None:
    file = tmp_path / "given.json"
    file.write_text(content, encoding="utf-8")
    assert refusal in exact.refused("equilibrium", "--model", "B1", *SMALL, "--banker", str(file))
