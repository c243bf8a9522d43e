"""``exact signal``: its contract in JSON, and the search."""

from fractions import Fraction

from support import Command


def test_the_contract(exact: Command) -> None:
    words = ("--positions", "1", "--partition", "6-9", "--bets", "player,banker", "--decks", "8")
    answer = exact.json("signal", *words)
    assert [list(signal) for signal in answer["signals"]] == [["shows", "probability", "best", "expectation"]] * 2
    assert [(signal["shows"], signal["best"]) for signal in answer["signals"]] == [
        ("6-9", "punto"),
        ("A-5,10", "banco"),
    ]
    value = sum(Fraction(signal["probability"]) * Fraction(signal["expectation"]) for signal in answer["signals"])
    assert Fraction(answer["value"]) == value


def test_no_bet_is_null_with_expectation_zero(exact: Command) -> None:
    answer = exact.json("signal", "--positions", "1-4", "--partition", "6-9", "--decks", "8")
    (none,) = [signal for signal in answer["signals"] if signal["best"] is None]
    assert (none["shows"], none["expectation"]) == ("A-5,10 A-5,10 A-5,10 A-5,10", "0/1")
    assert answer["bets"] == ["punto", "banco", "tie"]


def test_the_search_shows_the_best_sort_and_all_others(exact: Command) -> None:
    answer = exact.json("signal", "--positions", "1,2,3-4", "--search", "--decks", "8")
    assert answer["partition"] == answer["sorts"][0]["partition"] == "4-9"
    assert answer["value"] == answer["sorts"][0]["value"]
    assert len(answer["sorts"]) == 511
