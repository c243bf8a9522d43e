"""``exact equilibrium --game banque``: its contract, checked by a program of its own, and what it refuses."""

import json
from fractions import Fraction
from pathlib import Path

import check_banque
import pytest
from support import Command

BANQUE = ("equilibrium", "--game", "banque")
SMALL = ("--values", "2,1,0,1,2,0,0,1,1,1")


@pytest.mark.parametrize(
    ("players", "stakes", "model"),
    [
        ("joint", "1:1", "B1"),
        ("nash", "9:1", "B1"),
        ("open", "2:1", "B1"),
        *(
            pytest.param(*each, "B2", marks=pytest.mark.slow)
            for each in (("joint", "2:1"), ("nash", "1:1"), ("nash", "9:1"), ("open", "1:3"))
        ),
    ],
)
def test_an_answer_is_an_equilibrium(exact: Command, players: str, stakes: str, model: str) -> None:
    asked = "--stakes", stakes, "--players", players, "--model", model
    answer = exact.json(*BANQUE, *SMALL, *asked)
    assert list(answer)[:4] == ["game", "model", "stakes", "decks"]
    assert check_banque.wrong(answer) == []


def test_a_wrong_answer_is_found(exact: Command) -> None:
    answer = exact.json(*BANQUE, *SMALL, "--stakes", "2:1")
    reached = [row for row in answer["banker"] if row["margin"] not in (None, "0/1")]
    reached[0]["draws"] = str(1 - Fraction(reached[0]["draws"]))
    assert check_banque.wrong(answer)


@pytest.mark.slow
def test_a_wrong_use_of_open_cards_is_found(exact: Command) -> None:
    answer = exact.json(*BANQUE, *SMALL, "--players", "open")
    played = answer["players"]["joint"]
    for card, choices in played.items():
        wrong = choices | {"DS": choices["DD"], "DD": choices["DS"]}
        alike = wrong == choices or card in {"2", "5", "6"}  # the shoe has no such card
        assert bool(check_banque.wrong(answer | {"players": {"joint": played | {card: wrong}}})) is not alike
    first_differs = {"SS": "1/2", "SD": "0", "DS": "1/2", "DD": "0"}
    assert "the first player" in check_banque.wrong(answer | {"players": {"joint": played | {"9": first_differs}}})[0]


@pytest.mark.slow
def test_the_contract(exact: Command) -> None:
    answer = exact.json(*BANQUE, "--stakes", "1:0")
    assert (answer["model"], answer["decks"], answer["value"]) == ("A1", None, "679568/53094899")
    assert answer["players"] == {"joint": {"SS": "0/1", "SD": "2/11", "DS": "0/1", "DD": "9/11"}}
    assert answer["proved"] == ["optimal"]  # the player without a stake may do anything
    assert len(answer["banker"]) == 8 * (11 * 11 + 2 * 11)
    alone = exact.json(*BANQUE, "--stakes", "2:1", "--players", "independent")
    assert alone["players"] == {"first": {"draw_on_5": "9/11"}, "second": {"draw_on_5": "9/11"}}
    assert alone["proved"] == ["optimal", "unique"]
    seen = exact.json(*BANQUE, "--stakes", "1:0", "--players", "open")
    assert (seen["value"], seen["proved"]) == ("679568/53094899", ["optimal"])
    assert list(seen["players"]["joint"]) == ["none", *map(str, range(10))]
    assert {tuple(choices) for choices in seen["players"]["joint"].values()} == {("SS", "SD", "DS", "DD")}


@pytest.mark.slow
def test_best_replies(exact: Command, tmp_path: Path) -> None:
    solved = exact.json(*BANQUE, *SMALL)
    file = tmp_path / "answer.json"
    file.write_text(json.dumps(solved), encoding="utf-8")
    both = exact.json(*BANQUE, *SMALL, "--player", str(file), "--banker", str(file))
    assert (both["value"], both["players_miss"], both["banker_misses"]) == (solved["value"], "0/1", "0/1")
    tableau = exact.json(*BANQUE, *SMALL, "--banker", "standard")
    assert Fraction(tableau["value"]) <= Fraction(solved["value"])
    assert tableau["players_miss"] == "0/1"
    drawing = exact.json(*BANQUE, *SMALL, "--player", "first=1 second=50%")
    assert Fraction(drawing["value"]) >= Fraction(solved["value"])
    assert drawing["players"]["joint"] == {"SS": "0/1", "SD": "0/1", "DS": "1/2", "DD": "1/2"}
    blind = exact.json(*BANQUE, *SMALL, "--players", "open", "--player", "first=1 second=50%")
    assert blind["value"] == drawing["value"]
    assert Fraction(blind["players_miss"]) > Fraction(drawing["players_miss"])


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--stakes", "0:0"), "stakes: '0:0' must be two whole numbers below 10^9, not both 0"),
        (("--stakes", "1000000000:1"), "stakes: '1000000000:1' must be two whole numbers below 10^9"),
        (("--stakes", "1"), "stakes: '1' must be two whole numbers"),
        (("--stakes", "-1:1"), "stakes: '-1:1' must be two whole numbers"),
        (("--players", "both"), "players: 'both' must be one of joint, independent, nash, open"),
        pytest.param(
            ("--players", "independent"),
            "equilibrium at stakes 1:1: at their best the players must agree",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ("--players", "independent", "--decks", "1"),
            "at stakes 1:1: none was found, and there may be one",
            marks=pytest.mark.slow,
        ),
        (("--players", "nash", "--stakes", "0:1"), "stakes: '0:1' leaves a player without a stake"),
        (("--players", "nash", "--banker", "standard"), "players: 'nash' is without a commission and strategies"),
        (("--model", "B3", *SMALL), "model: 'B3' is not a model of baccara banque"),
        (("--model", "B1"), "model: 'B1' draws without replacement"),
        (("--replacement", *SMALL), "replacement: 'yes' is without a shoe"),
        (("--values", "0,0,0,0,0,4,0,0,0,4"), "cards: 8 are too few for a coup of baccara banque, which needs 9"),
        (("--decks", "28"), "at most 1448, 27 decks, are counted in 64 bits, in some 20 s in model B2"),
        (("--commission", "0%..5%"), "commission: '0%..5%' is a range"),
        (("--gambit", "x.efg"), "gambit: 'x.efg' is for chemin-de-fer"),
        (("--player", "first=1", *SMALL), "player: 'first=1' has no probability for second"),
        (("--player", "SS=1 SD=1 DS=0 DD=0", *SMALL), "player: 'SS=1 SD=1 DS=0 DD=0' has probabilities that sum to 2"),
        (("--banker", "nobody", *SMALL), "banker: 'nobody'"),
    ],
)
def test_what_it_refuses(exact: Command, arguments: tuple[str, ...], line: str) -> None:
    assert line in exact.refused(*BANQUE, *arguments)


def test_a_strategy_of_chemin_de_fer_is_refused(exact: Command, tmp_path: Path) -> None:
    file = tmp_path / "punto.json"
    file.write_text(json.dumps(exact.json("equilibrium", "--model", "B1", *SMALL)), encoding="utf-8")
    assert 'must be an object with "hand", "first"' in exact.refused(*BANQUE, *SMALL, "--banker", str(file))
    assert "game: 'bank' must be" in exact.refused("equilibrium", "--game", "bank", "--model", "A1")
    assert "stakes: '1:1' is for banque" in exact.refused("equilibrium", "--stakes", "1:1", "--model", "A1")
