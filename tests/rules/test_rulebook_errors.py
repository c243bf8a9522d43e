"""A reader's own rulebook file: everything wrong with it is one line that names the place, the value and the bound."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from support import Command, refusal

from exact.errors import ExactError
from exact.inputs import money
from exact.rules import documents
from exact.rules.documents import interpretation, load_rulebook, rulebooks
from exact.rules.rulebook_file import parse_rulebook, third_cards, totals

_SHIPPED = Path(documents.__file__).with_name("classic-it.toml").read_text(encoding="utf-8").split("[[readings]]")
OWN = "[[readings]]".join(_SHIPPED[:2])
"""A complete rulebook with one reading, to spoil."""


def changed(old: str, new: str) -> str:
    assert old in OWN
    return OWN.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('tie = "8"', 'tie = "1000001"', "payoffs.tie: '1000001' must be a number from 0 to 1000000"),
        ('rate = "5%"', 'rate = "101%"', "commission.rate: '101%' must be a number from 0 to 1, or a percentage like"),
        ('[ties]', '[ties]\nextra = 1', "ties: 'extra' is not a field here; known: says, stakes"),
        ("decks = 6", "decks = 62500000001", "decks.decks: 62500000001 must be a whole number from 1 to 62500000000"),
        ('id = "classic-it"', 'id = "a\\nb"', "id: 'a\\nb' must be small letters"),
        ('id = "classic-it"\n', "", "must have the field id"),
        ('language = "it"', "language = 3", "language: 3 must be words in quotes"),
        ("[end_of_shoe]\nunsaid = true", "", "must have the field end_of_shoe"),
        ("[end_of_shoe]\nunsaid = true", '[end_of_shoe]\nsays = " "', "end_of_shoe.says: ' ' must be the"),
        ('tie = "8"\n', "", "payoffs: ['banco', 'punto', 'says'] must have the field tie"),
        ("decks = 6", "decks = 0", "decks.decks: 0 must be a whole number from 1"),
        ('stakes = "push"', 'stakes = "stay"', "ties.stakes: 'stay' must be push, lose, or what a unit wins"),
        ('in_favour_of = "player"', 'in_favour_of = "me"', "'me' must be one of player, house, nearest, nobody"),
        ('totals = "8, 9"', 'totals = "9"', "naturals.totals: '9' must be 8 and 9"),
        ('total = "3"', 'total = "11"', "banco[2].total: '11' is impossible: a two-card total is 0 to 9"),
        ('stands_on = "8"', 'stands_on = "12"', "banco[2].stands_on: '12' is impossible: a third card"),
        ('stands_on = "8"', 'stands_on = "8, 9"', "banco[2]: [9] are third cards on which this row both"),
        ('draws_on = "6, 7"', 'draws_on = "6"', "banco[5]: [7] are third cards that this row omits"),
        ('action = "draws"', 'action = "draws"\nif = "x"', "punto[1]: 'if' is not a field here; known: action, says"),
        ('action = "draws"', 'action = "maybe"', "punto[1].action: 'maybe' must be draws or stands"),
        ('total = "6, 7"\naction = "stands"', 'total = "5-7"\naction = "stands"', "contradicts"),
        ('total = "6, 7, 8, 9"\nno_third = "stands"', 'total = "5-9"\nno_third = "stands"', "contradicts"),
        ('total = "8, 9"\naction = "stands"', 'total = "8, 9"\naction = "draws"', "is a natural, which ends the coup"),
        ('total = "7"\nstands_on = "any"\nno_third = "stands"', 'total = "7"', "must have draws_on, stands_on or"),
        ("[[readings]]", "[readings]", "readings: {"),
        ('payoffs = { tie = "7" }', 'payoffs = { pair = "7" }', "readings[1].payoffs: 'pair' is not a field"),
        ('payoffs = { tie = "7" }', 'payoffs = { tie = "x" }', "readings[1].payoffs.tie: 'x' must be a number"),
        ('rests_on = ["Il pag', 'rests_on = ["", "Il pag', "readings[1].rests_on: ['', 'Il pag"),
        ('name = "eight-for-one"', 'name = ""', "readings[1].name: '' must be words in quotes"),
        ('banco = "1"', 'banco = "1"\nbanker = "1"', "payoffs: 'banker' repeats the field banco"),
        ('["punto", "banco", "punto", "banco"]', '["player", "player", "banker", "banker"]', "the dealing order"),
    ],
)  # fmt: skip
def test_a_spoiled_rulebook(old: str, new: str, message: str) -> None:
    refuse(changed(old, new), message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "own.toml: [] must have the field id"),
        (OWN + '\n"a\\nb" = 1\n', "is not a field here"),
        (re.sub(r'says = "[^"]*"\nstakes', 'says = 3\nstakes', OWN), "ties.says: 3 must be the document's words, in"),
        (OWN + OWN[OWN.index("[[readings]]"):], "readings[2].name: 'eight-for-one' is the name of two readings"),
        ("x = [", "rules: 'own.toml' is not TOML: "),
        (OWN.split("[[banco]]")[0] + "\n[" + OWN.split("[[banco]]")[-1].partition("\n[")[2],
         "must have the field banco or banco_grid"),
        ('id = "own"\nbase = "standard"\nbanco_grid = { totals = "0, 1", third_card = 9 }\n',
         "own.toml.banco_grid.third_card: 9 must be a table: third card = letters"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_rulebook(text: str, message: str) -> None:
    refuse(text, message)


def refuse(text: str, message: str) -> None:
    refused = refusal(parse_rulebook, text, "own.toml", load_rulebook)
    assert message in refused
    assert "own.toml" in refused


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('9 = "S S S S D D D D"', '9 = "S S S S D D D"', "must have 8 letters, one for each total"),
        ('9 = "S S S S D D D D"', '9 = "S S S S D D D X"', "'X' must be draws or stands"),
        ('9 = "S S S S D D D D"', '12 = "S S S S D D D D"', "'12' is impossible: a third card is 0 to 9, or 1 to 10"),
        ('9 = "S S S S D D D D"', '10 = "D S S S D D D D"', "contradicts"),
        ("[banco_grid]", '[[banco]]\nsays = "6 on 6"\ntotal = "6"\nstands_on = "6"\n\n[banco_grid]',
         "contradicts '6 on 6' (banco 6, third card"),
    ],
)  # fmt: skip
def test_a_spoiled_grid(old: str, new: str, message: str) -> None:
    grid = Path(documents.__file__).with_name("otto-mazzi.toml").read_text(encoding="utf-8")
    assert old in grid
    refuse(grid.replace(old, new), message)


def test_a_readers_own_file_works_where_a_name_does(tmp_path: Path, exact: Command) -> None:
    own = tmp_path / "own.toml"
    own.write_text(changed('id = "classic-it"', 'id = "own"').replace('tie = "8"', 'tie = "9"', 1), encoding="utf-8")
    assert interpretation(str(own)).rules().payoffs["tie"] == 9
    assert interpretation(f"{own}:eight-for-one").rules().id == "own:eight-for-one"
    assert exact.json("odds", "--rules", str(own))["rules"] == "own"
    assert exact("coup", "9 8 K K", "--rules", str(own)).code == 0
    assert exact("rules", str(own)).out.startswith("own: Classic PUNTO BANCO")


@pytest.mark.parametrize("name", rulebooks())
def test_a_file_may_say_player_banker_and_egalite(name: str) -> None:
    """In the names of fields and in the order of dealing; the document's own words stay."""
    own = Path(documents.__file__).with_name(f"{name}.toml").read_text(encoding="utf-8")
    words = {"punto": "player", "banco": "banker", "tie": "egalite"}
    document = r'(?:says|why|document|title) = "(?:[^"\\]|\\.)*"'
    english = re.sub(rf"{document}|punto|banco|tie(?!s)", lambda found: words.get(found[0], found[0]), own)
    assert re.search(r"^\[*banker", english, re.MULTILINE)
    assert not re.search(r"^\[*(punto|banco)", english, re.MULTILINE)
    assert parse_rulebook(english, "own.toml", load_rulebook) == parse_rulebook(own, "own.toml", load_rulebook)


def test_a_copy_must_not_pass_for_the_shipped_rulebook(tmp_path: Path, exact: Command) -> None:
    (tmp_path / "own.toml").write_text(OWN.replace('tie = "8"', 'tie = "9"'), encoding="utf-8")
    refused = exact.refused("odds", "--rules", str(tmp_path / "own.toml"))
    assert "own.toml.id: 'classic-it' is the id of a shipped rulebook" in refused


def test_what_a_file_leaves_unsaid_is_marked(tmp_path: Path, exact: Command) -> None:
    own = changed('id = "classic-it"', 'id = "own"')
    start, end = own.index("[card_values]"), own.index("[dealing_order]")
    (tmp_path / "own.toml").write_text(f"{own[:start]}[card_values]\nunsaid = true\n\n{own[end:]}", encoding="utf-8")
    for words in (("odds", "--rules"), ("rules",)):
        assumed = exact.json(*words, str(tmp_path / "own.toml"))["assumed"]
        assert any(phrase.startswith("card values: ace 1, 2 to 9 their face") for phrase in assumed)


@pytest.mark.parametrize(("stakes", "win"), [("-1/2", "-1/2"), ("-50%", "-1/2"), ("1/10", "1/10"), (1, "1")])
def test_a_tie_may_cost_a_part_of_a_stake_or_pay(stakes: object, win: str, tmp_path: Path, exact: Command) -> None:
    """The edge of punto and banco grows or falls by as much of the probability of a tie, and every stake is resolved."""
    path = tmp_path / "own.toml"
    path.write_text(f'id = "own"\nbase = "standard"\nties = {{ stakes = {json.dumps(stakes)} }}\n', encoding="utf-8")
    usual, own = (exact.json("odds", "--decks", "8", "--rules", rules) for rules in ("standard", str(path)))
    for bet in ("punto", "banco"):
        before, after = (Fraction(answer["bets"][bet]["expectation"]) for answer in (usual, own))
        assert after - before == Fraction(win) * Fraction(usual["outcomes"]["tie"]["fraction"])
        price = exact.json("bet", bet, "--decks", "8", "--rules", str(path))
        assert (Fraction(price["expectation"]), Fraction(price["categories"]["tie"]["pays"])) == (after, Fraction(win))
    assert f"a unit staked wins {stakes}" in exact("rules", str(path)).out


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('{ total = "8", ranks = "K", action = "draws" }', "banco[1]: 8 is a natural, which ends the coup"),
        ('{ total = "7, 8", punto_total = "3", draws_on = "1" }', "banco[1]: 8 is a natural, which ends the coup"),
        ('{ total = "7", ranks = "11", action = "draws" }', "banco[1].ranks: '11' is not a rank"),
        ('{ total = "7", ranks = "K, Z", action = "draws" }', "banco[1].ranks: 'Z' is not a rank"),
        ('{ total = "7", ranks = " , ", action = "draws" }', "banco[1].ranks: ' , ' must be a list in quotes, like"),
        ('{ total = "7", ranks = 3, action = "draws" }', "banco[1].ranks: 3 must be a list in quotes, like"),
        ('{ total = "7", ranks = "K", action = "draws" }, { total = "6, 7", ranks = "Q, K", action = "stands" }',
         "'total 6, 7, ranks Q, K, action stands' contradicts 'total 7, ranks K, action draws' (banco 7, third card K: draws)"),
        ('{ total = "3", stands_on = "8" }, { total = "3-4", draws_on = "8" }',
         "contradicts 'total 3, stands_on 8' (banco 3, third card 0: draws)"),
        ('{ total = "3", no_third = "draws" }, { says = "x", total = "3", no_third = "stands" }',
         "banco[2]: 'x' contradicts 'total 3, no_third draws' (banco 3, punto without a third card: draws)"),
        ('{ total = 3, punto_total = "8", draws_on = "any" }, { total = 3, punto_total = "7-8", stands_on = "any" }',
         "contradicts 'total 3, punto_total 8, draws_on any' (banco 3, third card 0 to punto's 8: draws)"),
    ],
)  # fmt: skip
def test_spoiled_rows_on_a_base(row: str, message: str) -> None:
    with pytest.raises(ExactError) as raised:
        parse_rulebook(f'id = "own"\nbase = "standard"\nbanco = [{row}]\n', "own.toml", load_rulebook)
    assert message in f"{raised.value}\n{raised.value.parameter}: {raised.value.value!r} {raised.value.bound}"


@pytest.mark.parametrize(
    ("value", "numbers"),
    [("0, 1 2", [0, 1, 2]), ("6-9", [6, 7, 8, 9]), (7, [7]), ("9-9", [9]), ("07", [7]), ("2-3,5", [2, 3, 5])],
)
def test_lists_of_totals(value: object, numbers: list[int]) -> None:
    assert totals(value, "here") == third_cards(value, "here") == numbers
    assert third_cards("any", "here") == list(range(10))
    assert third_cards("8-10, 1", "here") == [8, 9, 0, 1]


@pytest.mark.parametrize(
    ("value", "error"),
    [
        *((value, f"{value!r} is impossible") for value in ("10", "3-2")),
        *((value, f"{value!r} cannot be read") for value in ("100", "1-2-3", "1-", "²")),
        (" , ", "' , ' names no number"),
        *((value, f'{value} must be a list in quotes, like "0, 1, 2" or "4-7"') for value in (True, None)),
    ],
)
def test_what_is_no_list_of_totals(value: object, error: str) -> None:
    assert refusal(totals, value, "here") == f"here: {error}: a two-card total is 0 to 9"
    assert refusal(third_cards, "11", "here") == "here: '11' is impossible: a third card is 0 to 9, or 1 to 10"


@pytest.mark.parametrize(
    ("amount", "value"),
    [("8", "8"), (8, "8"), (0.95, "19/20"), ("19/20", "19/20"), ("95%", "19/20"), ("0", "0"), ("1200 %", "12")],
)
def test_amounts(amount: object, value: str) -> None:
    assert money(amount, "here", 0, 12) == Fraction(value)


@pytest.mark.parametrize("amount", ["12.01", "-1", "1/0", "1e-5000", "x", "", None, [8], "1201%"])
def test_what_is_no_amount(amount: object) -> None:
    for high, more in ((12, ""), (1, ", or a percentage like 5%")):
        assert refusal(money, amount, "here", 0, high) == f"here: {amount!r} must be a number from 0 to {high}{more}"
