"""Questions about the bets of a file: jackpots by hand, draws, and what is said of a wrong file."""

from fractions import Fraction
from pathlib import Path

import pytest
from support import answer_to, refusal

import exact

TIE = Fraction(475627426473216, 4998398275503360)  # of eight decks, as published
JACKPOT = 'name = "ties"\nsource = "a draft"\njackpot = { seed = 4, contribution = "10 %" }\n'
WINS = 'category = [{ name = "win", when = "tie", pays = "jackpot" }]\n'


@pytest.fixture
def ties(tmp_path: Path) -> Path:
    path = tmp_path / "ties.toml"
    path.write_text(JACKPOT + WINS, encoding="utf-8")
    return path


def test_a_table_of_meters(ties: Path) -> None:
    edges = exact.ask(f"house edge of {ties}, meter {{4,9,10.5}}, 8 decks")
    assert [figure.value for figure in edges] == [1 - TIE - TIE * Fraction(meter) for meter in ("4", "9", "10.5")]


def test_a_question_names_the_meter_on_which_it_rests(ties: Path) -> None:
    asked = exact.ask(f"house edge of {ties}, 8 decks").asked
    assert asked.in_full == f"house edge of {ties}, meter 4, 8 decks"
    assert exact.ask(f"coups between hits of {ties}, 8 decks").asked.in_full == f"coups between hits of {ties}, 8 decks"
    rows = answer_to("ask", f"house edge of {ties}, 8 decks", "--explain").tables[0].rows
    assert ("source of the bet", "a draft") in rows


def test_categories_and_pay_tables_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "Own ties.toml"
    tables = "pay_tables = { low = { win = 8 }, high = { win = 9 } }\n"
    path.write_text(f'name = "ties"\n{tables}category = [{{ name = "win", when = "tie" }}]\n', encoding="utf-8")
    assert exact.ask(f"house edge of {path}:high, 8 decks").value == 1 - 10 * TIE
    assert [each.value for each in exact.ask(f"probability of {{categories of {path}}}, 8 decks")] == [TIE, 1 - TIE]
    assert "'wins' is not a category of ties" in refusal(exact.ask, f"count of {path} wins, 8 decks")


def test_several_meters_are_named(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    meters = "jackpot = { mini = { seed = 1, contribution = 0 }, grand = { seed = 5, contribution = 0 } }\n"
    wins = 'category = [{ name = "win", when = "tie", pays = "the mini jackpot + 50 % of the grand jackpot" }]\n'
    path.write_text(f'name = "two"\n{meters}{wins}', encoding="utf-8")
    asked = f"expectation of {path}, meter grand=20 mini=3, 8 decks"
    assert exact.ask(asked).value == TIE * (3 + 10) - (1 - TIE)
    assert exact.ask(asked).question == asked
    assert "has no jackpot of a single meter" in refusal(exact.ask, f"mean meter of {path}, 8 decks")


def test_a_draw_that_always_multiplies_by_five(tmp_path: Path) -> None:
    path = tmp_path / "draw.toml"
    draw = "draw = { multipliers = { 5 = 1 }, multiplied = { win = true } }\n"
    path.write_text(f'name = "own"\n{draw}category = [{{ name = "win", when = "tie", pays = 2 }}]\n', encoding="utf-8")
    assert exact.ask(f"house edge of {path}, 8 decks").value == 1 - 11 * TIE
    assert exact.ask(f"count of {path} win, 8 decks").value == 475627426473216


def test_a_file_that_changes_is_read_again(ties: Path) -> None:
    before = exact.ask(f"house edge of {ties}, 8 decks").value
    ties.write_text(JACKPOT.replace("4", "5") + WINS, encoding="utf-8")
    assert exact.ask(f"house edge of {ties}, 8 decks").value == before - TIE


def test_what_is_refused(ties: Path) -> None:
    for below in ("3", "-3"):
        refused = refusal(exact.ask, f"house edge of {ties}, meter {below}")
        assert f"'{below}' is below 4, the seed of the meter jackpot" in refused
    assert "'9' does not go with tie, which has no jackpot" in refusal(exact.ask, "house edge of tie, meter 9")
    assert "'meter 9' does not belong to the probability of" in refusal(exact.ask, f"probability of {ties}, meter 9")
    assert "'tie' has no jackpot" in refusal(exact.ask, "break-even meter of tie")
    assert "at column 15: 'nowhere.toml' does not exist" in refusal(exact.ask, "house edge of nowhere.toml")
    ties.write_text(JACKPOT + WINS.replace('"tie"', '"tied"'), encoding="utf-8")
    assert refusal(exact.ask, f"house edge of {ties}").startswith("ties.toml: when: 'tied' has no name")


def test_a_table_of_a_bet_with_a_draw_states_no_payoff_of_it() -> None:
    """What it pays depends on its multipliers."""
    notes = answer_to("ask", "house edge of {lightning-punto,lucky-6}, 8 decks").tables[0].notes
    assert [note for note in notes if "pays" in note and " to 1" in note] == ["Lucky 6 pays 12 and 23 to 1."]


def test_the_foot_of_a_table_has_what_the_categories_of_a_jackpot_pay() -> None:
    """As the file of the bet says; a meter of nothing pays nothing, and its category still wins."""
    table = answer_to("ask", "house edge of {dragon-dragon-1,dragon-7}, 8 decks").tables[0]
    pays = next(str(note) for note in table.notes if "Dragon Dragon" in str(note))
    title = "Dragon Dragon progressive jackpot, stake 1"
    assert pays == f"{title} pays -1 + 100 % of the jackpot, -1 + 10 % of the jackpot, 249, 49 and 24 to 1."


@pytest.mark.slow
def test_a_fee_is_lost_but_not_staked() -> None:
    """Whoever loses pays stake and fee, 6/5 of the stake; the deals of a category have no fee."""
    edge = exact.ask("house edge of lightning-tie, 8 decks")
    without = exact.ask("probability of lightning-tie win, 8 decks")
    said = "Per unit staked; the fee of 20 % is lost beside it. exact bet has the edge of stake and fee."
    assert said in map(str, edge.remarks)
    assert said not in map(str, without.remarks)
    price = exact.price("lightning-tie", decks=8)
    assert (min(price.pmf), edge.value) == (Fraction(-6, 5), price.house_edge)
