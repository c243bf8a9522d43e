"""Bets whose payoffs are shares of meters: how they are written, and what is refused."""

from fractions import Fraction

import pytest
from support import refusal

from exact.analysis.closed_form import closed_form
from exact.bets.bet import parse_bets
from exact.bets.catalogue import catalogue
from exact.rules import rules_named
from exact.views.bet_price import wager

ONE = 'jackpot = { seed = 100, contribution = "1 %" }\n'
TWO = "jackpot = { stake = 5, mini = { seed = 100, contribution = 0.01 }, grand = { seed = 900, contribution = 0 } }\n"


def text(pays: str, jackpot: str = ONE) -> str:
    return f'name = "own"\n{jackpot}category = [{{ name = "tie", when = "tie", pays = {pays} }}]\n'


@pytest.mark.parametrize(
    ("pays", "jackpot", "paid"),
    [
        ('"jackpot"', ONE, 100),
        ('"The Jackpot - 1"', ONE, 99),
        ('"-1 + 10 % of the jackpot"', ONE, 9),
        ('"1/2 of the jackpot + 1/2"', ONE, Fraction(101, 2)),
        ('"10% of jackpot + 5% of jackpot"', ONE, 15),
        ('"the grand jackpot"', TWO, 180),
        ('"50 + 10 % of the mini jackpot + grand"', TWO, 50 + 2 + 180),
        ("8", TWO, 8),
    ],
)
def test_a_payoff_at_the_seed(pays: str, jackpot: str, paid: Fraction | int) -> None:
    file = text(pays, jackpot)
    if pays == "8":  # another pay table names a meter
        file = file.replace(", pays = 8", "") + 'pay_tables = { x = { tie = 8 }, y = { tie = "grand" } }'
    assert parse_bets(file, "own.toml")[0].payoffs() == (Fraction(paid), Fraction(-1))


@pytest.mark.parametrize(
    ("pays", "jackpot", "error"),
    [
        ('"jackpot"', "", "own.toml: pays of tie: 'jackpot' names a jackpot, and the file has no table [jackpot]"),
        ('"10 % of the grnad"', TWO, "is neither a number nor a sum like 50 + 10 % of the mini"),
        ('"101 % of the jackpot"', ONE, "'101 %' must be a number from 0 to 1"),
        ('"60 % of jackpot + 60 % of jackpot"', ONE, "pays more than a meter has"),
        ('"jackpot - 2"', ONE, "takes more than the stake"),
        ('"5 - jackpot"', ONE, "is neither a number nor a sum"),
        ("1", ONE, "own.toml, line 2: jackpot: 'jackpot at 100, its seed' is a jackpot that no category pays"),
        ('"jackpot"', "jackpot = 100\n", "own.toml, line 2: jackpot: 100 must be a table"),
        ('"jackpot"', "jackpot = { seed = 100 }\n", "must have the field contribution"),
        ('"jackpot"', ONE.replace("100", "-1"), "own.toml, line 2: jackpot, seed: -1 must be a number from 0"),
        ('"jackpot"', ONE.replace("1 %", "101 %"), "jackpot, contribution: '101 %' must be a number from 0 to 1"),
        ('"jackpot"', ONE.replace("}", ", seats = 0 }"), "jackpot, seats: 0 must be a whole number from 1 to 100"),
        ('"jackpot"', ONE.replace("}", ", tables = 1.5 }"), "jackpot, tables: '1.5' must be a whole number from 1"),
        ('"jackpot"', ONE.replace("}", ", stake = 0 }"), "jackpot, stake: '0' must be an amount above 0"),
        (
            '"mini"',
            TWO.replace("0 }", "1 }"),
            "jackpot, contribution: '1.01' of the stake, in all, is more than the stake",
        ),
        ('"mini"', TWO.replace("grand", "Grand"), "jackpot.Grand: 'Grand' must be lower-case letters"),
    ],
)
def test_a_wrong_file_is_refused(pays: str, jackpot: str, error: str) -> None:
    assert error in refusal(parse_bets, text(pays, jackpot), "own.toml")


@pytest.mark.parametrize(
    ("jackpot", "typed", "error"),
    [
        (ONE, "99.99", "jackpot: '99.99' is below 100, the seed of the meter jackpot"),
        (ONE, "much", "jackpot: 'much' must be an amount in whole cents of at most ten digits, like 25000"),
        (ONE, "25000%", "jackpot: '25000%' must be an amount in whole cents"),
        (ONE, "25,000", "jackpot: '25,000' must be an amount in whole cents"),
        (ONE, "1/2", "jackpot: '1/2' must be an amount in whole cents"),
        (ONE, "1" + 10 * "0", "must be an amount in whole cents of at most ten digits"),
        (ONE, "-5", "jackpot: '-5' is below 100, the seed of the meter jackpot"),
        (TWO, "25,000", "must have NAME=AMOUNT for meters of the bet, each once: known: mini, grand"),
        (ONE, "grand=300", "must have NAME=AMOUNT for meters of the bet, each once: known: jackpot"),
        (TWO, "300", "must have NAME=AMOUNT for meters of the bet, each once: known: mini, grand"),
        (TWO, "mini=300,mini=400", "each once: did you mean mini?"),
        (TWO, "mini=300,grand=", "jackpot: '' must be an amount"),
    ],
)
def test_a_wrong_amount_is_refused(jackpot: str, typed: str, error: str) -> None:
    bet = parse_bets(text('"jackpot"' if jackpot == ONE else '"mini"', jackpot), "own.toml")[0]
    assert error in refusal(bet.with_jackpot, typed)


def test_the_meters_are_those_of_the_amounts() -> None:
    bet = parse_bets(text('"mini + 10 % of grand"', TWO), "own.toml")[0]
    assert bet.with_jackpot(" grand = 1000 ,mini=300").payoffs()[0] == 60 + 20
    assert bet.with_jackpot("mini=300").payoffs()[0] == 60 + 18
    assert bet.with_jackpot("mini=300").name_in_full == "own (mini at 300; grand at 900, its seed)"
    assert bet.to_line() != bet.with_jackpot("mini=300").to_line()
    assert parse_bets(text('"jackpot"', ONE.replace("100", "0")), "own.toml")[0].with_jackpot("0").payoffs()[0] == 0


def test_a_bet_that_has_no_jackpot_and_one_that_other_tables_share() -> None:
    assert "'5' does not go with tie, which has no jackpot" in refusal(catalogue()["tie"].with_jackpot, "5")
    shared = parse_bets(text('"jackpot"', ONE.replace("}", ", tables = 2 }")), "own.toml")[0]
    refused = refusal(closed_form, shared, rules_named("standard").tableau)
    assert refused.startswith(
        "bet: 'own' depends on other tables beside the shoe: only exact bet, ask, promotion and report price it"
    )


@pytest.mark.parametrize(
    ("pays", "jackpot", "texts", "rules"),
    [
        ('"jackpot - 1"', ONE, "-1 + 100 % of the jackpot", "The meter jackpot starts at 100 and grows by 1 %"),
        (
            '"1/2 of the grand"',
            TWO.replace("stake", "seats = 3, stake"),
            "50 % of the grand jackpot",
            "a table: 3; tables: 1",
        ),
        ("8", TWO.replace("mini", "tables = 2, mini"), "8", "tables: 2. All feed the meters"),
    ],
)
def test_terms_in_words(pays: str, jackpot: str, texts: str, rules: str) -> None:
    file = text(pays, jackpot)
    if pays == "8":
        file = file.replace(", pays = 8", "") + 'pay_tables = { x = { tie = 8 }, y = { tie = "grand" } }'
    (bet,) = parse_bets(file, "own.toml")
    rows = wager(bet)
    assert rows.rows[0][1] == texts
    assert rules in " ".join(map(str, rows.notes))
