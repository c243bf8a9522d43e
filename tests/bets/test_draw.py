"""Bets with a draw beside the shoe: how they are written, and what is refused."""

from fractions import Fraction

import pytest
from support import refusal

from exact.bets.bet import parse_bets

DRAW = 'of = "cards", drawn = { 1 = "1/2", 5 = 0.5 }, multipliers = { 2 = "1/3", "2.5" = "2/3" }'
ALL = 'win = "all_dealt"'


def text(draw: str = DRAW, multiplied: str = ALL, more: str = "") -> str:
    category = '{ name = "win", when = "tie", pays = 8 }'
    return f'name = "own"\n{more}draw = {{ {draw}, multiplied = {{ {multiplied} }} }}\ncategory = [{category}]\n'


def test_distributions_groups_and_the_fee() -> None:
    part = 'win = { cards = "punto_hand", part = "1/2" }'
    of_a_bet = [parse_bets(text(f"{DRAW}, fee = '20 %'", multiplied), "own.toml")[0] for multiplied in (ALL, part)]
    every, half = (bet.draw for bet in of_a_bet)
    assert every
    assert half
    assert every.drawn == {1: Fraction(1, 2), 5: Fraction(1, 2)}
    assert every.multipliers == {2: Fraction(1, 3), Fraction(5, 2): Fraction(2, 3)}
    assert every.fee == Fraction(1, 5)
    assert every.categories == {"win": ((0, 1, 2, 3, 4, 5), None)}
    assert half.categories == {"win": ((0, 1, 2), Fraction(1, 2))}
    assert of_a_bet[0].to_line() != of_a_bet[1].to_line()


@pytest.mark.parametrize(
    ("file", "error"),
    [
        (text(DRAW.replace("2/3", "1/2")), "draw, multipliers: '5/6' is the sum of the probabilities, and must be 1"),
        (text(DRAW.replace("0.5", "0.4")), "draw, drawn: '9/10' is the sum of the probabilities, and must be 1"),
        (text(DRAW.replace("5 =", "53 =")), "draw, drawn: 53 must be a whole number from 0 to 52"),
        (text(DRAW.replace("2.5", "x")), "draw, multipliers: 'x' must be a number from 0 to 1000000"),
        (text(DRAW.replace("cards", "colours")), "draw, of: 'colours' must be cards, ranks or suits"),
        (text(DRAW.replace("multipliers", "multiplier")), "must have the field multipliers"),
        (text("multipliers = 3", "win = true"), "must be a table of probabilities like { 2 ="),
        (text("multipliers = { 1 = 1 }"), "'all_dealt' must be true, because the multiplier is not drawn for cards"),
        (text("multipliers = { 1 = 1 }, drawn = 2"), "'drawn' is not a field here"),
        (text(multiplied='win = "all_delt"'), "is no group of cards: did you mean all_dealt?"),
        (text(multiplied="wim = true"), "draw, multiplied: 'wim' is not a field here; did you mean win?"),
        (text(DRAW + ", fee = 2"), "draw, fee: 2 must be a number from 0 to 1"),
        (text(more="jackpot = { seed = 1, contribution = 0 }\n"), "draw: 'jackpot' does not go with a draw in one bet"),
        (
            text().replace(", multiplied", ", times"),
            "draw: ['drawn', 'multipliers', 'of', 'times'] must have the field multiplied",
        ),
        (
            text(f"of = 'cards', drawn = 9, multipliers = {{ {', '.join(f'{n} = 0.05' for n in range(1, 21))} }}"),
            "draw, multipliers: '230,230' products of multipliers are too many: the bound is 1,000",
        ),
    ],
)
def test_a_wrong_file_is_refused(file: str, error: str) -> None:
    assert error in refusal(parse_bets, file, "own.toml")
