from fractions import Fraction

import pytest
from support import Command


@pytest.mark.parametrize("digits", ["1", "30", "1000"])
def test_digits(digits: str, exact: Command) -> None:
    answer = exact.json("odds", "--decks", "8", "--digits", digits)
    tie = answer["outcomes"]["tie"]
    assert len(tie["decimal"]) == 2 + int(digits)
    assert abs(Fraction(tie["decimal"]) - Fraction(tie["fraction"])) <= Fraction(1, 2 * 10 ** int(digits))


def test_certainty_is_one_over_one(exact: Command) -> None:
    answer = exact.json("odds", "--values", "6,0,0,0,0,0,0,0,0,0")
    assert answer["outcomes"]["tie"] == {"count": "720", "fraction": "1/1", "decimal": "1.000000000000"}
    assert answer["outcomes"]["punto"]["fraction"] == "0/1"
    assert answer["bets"]["tie"]["expectation"] == "8/1"
    assert answer["bets"]["banco"] == {
        "expectation": "0/1",
        "house_edge": "0.000000000000",
        "house_edge_fraction": "0/1",
        "house_edge_resolved": None,
    }


@pytest.mark.parametrize("words", ["odds", "bets dragon --sort edge", "removal tie", "perfect tie --unseen 6"])
def test_without_a_shoe_there_are_eight_decks_and_a_note_says_so(exact: Command, words: str) -> None:
    assumed, given = exact(*words.split()).out, exact(*words.split(), "--decks", "8").out
    note = "No shoe given: using 8 full decks.\n"
    assert note in assumed
    assert assumed.replace(note, "", 1).rstrip() == given.rstrip()
    assert note not in exact(*words.split(), "--rules", "classic-it").out  # its 6 decks are no assumption


@pytest.mark.parametrize(
    "words",
    [
        "bet",
        "removal",
        "count --unseen 52 --tags 1,0,0,0,0,0,0,0,0,0",
        pytest.param("spread --unseen 8", marks=pytest.mark.slow),
        "perfect --unseen 6",
        "bet --closed-form",
    ],
)
def test_a_bet_is_an_argument_or_an_option_everywhere(exact: Command, words: str) -> None:
    command, *options = words.split()
    as_argument = exact(command, "tie", *options)
    assert as_argument.code == 0
    assert as_argument.out == exact(command, *options, "--bet", "tie").out == exact(command, *options, "tie").out
    assert "not allowed with argument BET" in exact.refused(command, "tie", "--bet", "tie", *options)
    assert "one of the arguments BET --bet is required" in exact.refused(command, *options)
