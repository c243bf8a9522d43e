"""``exact bet`` with a jackpot: the JSON that is promised, and one line for what goes wrong."""

from fractions import Fraction
from pathlib import Path

import pytest
from support import STANDARD, Command

from exact import price
from exact.analysis.odds import odds_of_decks
from exact.game import Outcome

JACKPOT = """
name = "ties"
jackpot = { seed = 8, contribution = "10 %" }
category = [{ name = "win", when = "tie", pays = "jackpot" }]
"""
TIE = odds_of_decks(8, STANDARD).probability(Outcome.TIE)


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ties.toml").write_text(JACKPOT, encoding="utf-8")


def test_the_jackpot_of_the_contract(exact: Command) -> None:
    """A meter m that every tie pays: m·p − (1 − p)."""
    answer = exact.json("bet", "ties.toml", "--decks", "8", "--jackpot", "25000", "--return", "95%")
    meter = answer["jackpot"]
    assert meter["meter"] == "25000"
    assert Fraction(meter["expectation"]) == Fraction(answer["expectation"]) == 25000 * TIE - (1 - TIE)
    assert Fraction(meter["break_even"]) == (1 - TIE) / TIE
    assert Fraction(meter["meter_for_this_return"]) == (Fraction(95, 100) - TIE) / TIE
    assert Fraction(meter["hit_probability"]) == TIE == 1 / Fraction(meter["coups_between_hits"])
    assert Fraction(answer["jackpot_hits"][-1]["at_most"]) == 8 + Fraction(answer["jackpot_hits"][-1]["coups"], 10)


def test_without_an_amount_every_command_says_that_the_meter_is_at_its_seed(exact: Command) -> None:
    read = "Read as: ties (jackpot at 8, its seed)"
    assert exact.json("bet", "ties.toml", "--decks", "8")["jackpot"]["meter"] == "8"
    assert all(read in exact(*words).out for words in (("bet", "ties.toml"), ("session", "ties.toml", "--coups", "2")))
    assert "Read as: ties (jackpot at 9)" in exact("bet", "ties.toml", "--jackpot", "9").out


def test_the_library_takes_a_number_and_amounts_by_name() -> None:
    assert price("ties.toml", decks=8, jackpot={"jackpot": 9}).mean == 10 * TIE - 1
    assert price("ties.toml", decks=8, jackpot=9).mean == price("ties.toml", decks=8, jackpot="9").mean


def test_what_a_category_must_pay(exact: Command) -> None:
    """x·p − (1 − p) = −5 %"""
    for goal in ("--edge 5%", "--return 0.95"):
        solved = exact.json("bet", "tie", "--decks", "8", "--solve", "win", *goal.split())["solve"]
        pays = (Fraction(95, 100) - TIE) / TIE
        assert (solved["category"], Fraction(solved["pays"])) == ("win", pays)  # 8.98
        assert [Fraction(near["pays"]) for near in solved["nearest"]] == [8, Fraction(17, 2), 9]
        assert all(Fraction(near["house_edge"]) == 1 - TIE * (1 + Fraction(near["pays"])) for near in solved["nearest"])


def test_several_categories_and_the_commission(exact: Command) -> None:
    words = ("--solve", "two-cards=12,three-cards=20", "--edge", "5%")
    two, three = exact.json("bet", "lucky-6", "--decks", "8", *words)["solve"]["pays"]
    assert Fraction(two) * 20 == Fraction(three) * 12
    solved = exact.json("bet", "banco", "--decks", "8", "--commission", "?", "--edge", "1.06%")["solve"]
    assert [near["commission"] for near in solved["nearest"]] == ["1/20", "11/200", "3/50"]


def test_a_draw_beside_the_shoe(exact: Command) -> None:
    text = """
name = "wheel"
draw = { multipliers = { 1 = "3/4", 5 = "1/4" }, fee = "20 %", multiplied = { win = true } }
category = [{ name = "win", when = "tie", pays = 8 }]
"""
    Path("wheel.toml").write_text(text, encoding="utf-8")
    answer = exact.json("bet", "wheel.toml", "--decks", "8")
    edge = 1 - 9 * TIE - TIE / 4 * 32 + Fraction(1, 5)
    assert Fraction(answer["house_edge_fraction"]) == edge
    assert Fraction(answer["draw"]["house_edge_of_stake_and_fee"]) == edge / Fraction(6, 5)
    assert {name: entry["pays"] for name, entry in answer["categories"].items()} == {
        "win": "7.8",
        "win x5": "39.8",
        "lose": "-1.2",
    }
    refused = exact("session", "wheel.toml", "--coups", "3")
    what = "only exact bet, ask, promotion and report price it, by itself and on its own terms"
    assert f"bet: 'wheel' depends on a draw beside the shoe: {what}" in refused.err


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("bet tie --solve win", "solve: 'win' needs one goal: edge, return or hit frequency"),
        ("bet tie --solve win --edge 5% --return 95%", "solve: 'win' needs one goal"),
        ("bet tie --solve wim --edge 5%", "solve: 'wim' is not a category: did you mean win?"),
        ("bet tie --solve win --edge 5% --rebate 1%", "solve: 'win' does not go with a rebate"),
        ("bet tie --solve win --edge 5% --with punto", "with: 'punto' does not go with a term to solve for"),
        ("bet tie --solve win --edge 300%", "solve: 'win' would have to be"),
        ("bet tie --solve win --hit-frequency 9%", "hit-frequency: '9%' is no goal: a bet wins"),
        ("bet tie --edge 5%", "edge: '5%' needs --solve, or --commission ?"),
        ("bet banco --edge 5% --unit 1", "edge: '5%' does not go with --unit"),
        ("bet tie --jackpot 9", "jackpot: '9' does not go with tie, which has no jackpot"),
        ("bet ties.toml --jackpot 7", "jackpot: '7' is below 8, the seed of the meter jackpot"),
        ("bet ties.toml --jackpot 9 --rebate 1%", "rebate: '1%' does not go with a jackpot"),
        ("bet ties.toml --jackpot 9 --closed-form", "jackpot: '9' does not go with --closed-form"),
        ("bet tie --return 95%", "return: '95%' needs --solve, --commission ? or a bet with a jackpot"),
        ("bet ties.toml --return 1000000%", "return: '1000000%' must be a number from 0 to 100"),
    ],
)
def test_wrong_words_are_refused(words: str, error: str, exact: Command) -> None:
    assert error in exact.refused(*words.split())
