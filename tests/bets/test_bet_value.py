"""A bet is one value: it knows its pay table, is equal by its content, and is compiled once."""

import pickle
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from pathlib import Path

import pytest
from support import STANDARD, refusal

from exact import Shoe, evaluate, find_bet
from exact.analysis.pricing import price_bet
from exact.bets.bet import Bet, parse_bets
from exact.bets.catalogue import catalogue
from exact.engine.compiler import compiled

EIGHT = Shoe.of_decks(8)
FILE = """name = "own"
[define]
even = "(punto_total + banco_total) % 2 == 0"
[[category]]
name = "high"
when = "even and punto_total > 5"
[[category]]
name = "low"
when = "even"
[pay_tables.first]
high = 3
low = "0.5"
[pay_tables.second]
high = "7/3"
low = "0.5"
"""


def own(text: str = FILE) -> Bet:
    (bet,) = parse_bets(text, "own.toml")
    return bet


def test_the_chosen_pay_table_pays() -> None:
    bet = find_bet("lucky-6:12-18")
    assert (bet.pay_table, bet.paying_table) == ("12-18", "12-18")
    assert bet.payoffs() == bet.payoffs("12-18") == bet.pay_tables["12-18"]
    first = find_bet("lucky-6")
    assert (first.pay_table, first.paying_table) == (None, "12-23")
    assert first.payoffs() == first.pay_tables["12-23"] != bet.payoffs()


def test_every_function_takes_the_bet_with_what_it_pays() -> None:
    bet = find_bet("lucky-6:12-18")
    paid = price_bet(bet, EIGHT, STANDARD)
    assert paid == price_bet(catalogue()["lucky-6"].paid_by("12-18"), EIGHT, STANDARD)
    assert evaluate([EIGHT.values], STANDARD, [bet]).expectations("lucky-6")[0] == paid.expectation


def test_a_file_with_one_bet_takes_the_pay_table_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(FILE, encoding="utf-8")
    assert find_bet(f"{path}:second").payoffs() == (Fraction(7, 3), Fraction(1, 2), Fraction(-1))
    assert find_bet(f"{path}:own:second") == find_bet(f"{path}:second")


def test_an_unknown_pay_table_is_refused() -> None:
    refused = refusal(catalogue()["lucky-6"].paid_by, "12-81")
    assert "'lucky-6:12-81' is not a pay table of lucky-6: did you mean 12-18" in refused
    assert "is not a pay table of dragon-7" in refusal(find_bet("dragon-7").paid_by, "none")


def test_bets_are_equal_by_what_they_say_and_not_by_where_they_were_read() -> None:
    twice = own(), own(FILE.replace('"even and punto_total > 5"', '"even   and punto_total > 5"'))
    assert twice[0] == twice[1]
    assert len({*twice, own().paid_by("second")}) == 2
    changes = (("total > 5", "total > 6"), ("% 2 == 0", "% 2 == 1"), ("high = 3", "high = 4"), ('"own"', '"another"'))
    others = [own(FILE.replace(old, new)) for old, new in changes]
    assert all(other != twice[0] for other in others)
    assert len({other.classification for other in others}) == 3  # by its text and definitions, not by its payoffs


def test_a_bet_read_twice_is_compiled_once() -> None:
    assert compiled(own(), STANDARD) is compiled(own(), STANDARD)
    assert compiled(own(), STANDARD) is compiled(own().paid_by("second"), STANDARD)
    assert compiled(own(), STANDARD) is not compiled(own(FILE.replace("% 2 == 0", "% 2 == 1")), STANDARD)


def test_a_bet_cannot_be_changed_and_survives_the_way_to_a_worker() -> None:
    bet = find_bet("lucky-6:12-18")
    with pytest.raises(FrozenInstanceError):
        bet.pay_table = None  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(bet)) == bet
    assert hash(pickle.loads(pickle.dumps(bet))) == hash(bet)
    assert replace(bet, pay_table=None) == catalogue()["lucky-6"]


def test_a_pay_table_that_is_called_much_like_the_bet(tmp_path: Path) -> None:
    """In a file of one bet, the word behind the colon is first of all a pay table."""
    path = tmp_path / "own.toml"
    path.write_text(FILE.replace('"own"', '"punto-x"').replace("second", "player-x"), encoding="utf-8")
    assert find_bet(f"{path}:player-x").payoffs() == (Fraction(7, 3), Fraction(1, 2), Fraction(-1))
    assert find_bet(f"{path}:punto-x").payoffs() == (Fraction(3), Fraction(1, 2), Fraction(-1))
