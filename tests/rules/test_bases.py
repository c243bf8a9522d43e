"""A rulebook or a reading written as its differences from another: what it takes over, changes, and refuses."""

from dataclasses import replace
from fractions import Fraction
from itertools import starmap
from pathlib import Path

import pytest
from support import Command, refusal

from exact.rules import rules_named
from exact.rules.documents import interpretation
from exact.rules.rulebook import TERMS


def write(folder: Path, name: str, text: str) -> str:
    (folder / f"{name}.toml").write_text(f'id = "{name}"\n{text}', encoding="utf-8")
    return str(folder / f"{name}.toml")


def test_the_smallest_rulebook_is_standard_under_another_name(tmp_path: Path) -> None:
    own = interpretation(write(tmp_path, "own", 'base = "standard"'))
    assert replace(own.rules(), id="standard") == rules_named("standard")
    assert (own.rulebook.title, own.rulebook.language) == ("own", "en")


def test_clauses_and_rows_that_a_file_states_go_before_those_of_its_base(tmp_path: Path) -> None:
    text = """base = "standard"
decks = { says = "Six decks.", decks = 6 }
payoffs = { tie = "9" }
commission = { says = "Four per cent.", rate = "4%" }
banco = [{ says = "Bank stands on 6.", total = "6", stands_on = "any" }]
"""
    own, standard = interpretation(write(tmp_path, "own", text)), rules_named("standard")
    rules = own.rules()
    payoffs = {**standard.payoffs, "tie": Fraction(9)}
    assert (rules.decks, rules.payoffs, rules.commission) == (6, payoffs, Fraction(1, 25))
    assert rules.tableau == standard.tableau.with_banco(6, 6, "S").with_banco(6, 7, "S")
    assert rules.assumed == ()
    assert own.clause("payoffs") == ("tie 9", False)
    assert own.rulebook.printed["banco"][-1] == "Bank stands on 6."
    assert not any("Table 1, row 6" in row for row in own.rulebook.printed["banco"])
    assert any("Table 1, row 5" in row for row in own.rulebook.printed["banco"])


def test_a_clause_of_the_base_may_become_unsaid(tmp_path: Path) -> None:
    own = interpretation(write(tmp_path, "own", 'base = "classic-it"\nties = { unsaid = true }'))
    assert "ties: stakes push" in map(str, own.assumed())
    assert own.rules().decks == 6


def test_a_base_may_be_a_reading_or_another_file(tmp_path: Path) -> None:
    double = '[[readings]]\nname = "double"\nsays = "a"\nwhy = "b"\npayoffs = { banco = "2" }'
    write(tmp_path, "first", f'base = "castle-vaduz:final-total"\npayoffs = {{ tie = "9" }}\n{double}')
    rules = interpretation(write(tmp_path, "second", 'base = "first.toml:double"\nties = { stakes = "lose" }')).rules()
    assert rules.tableau == rules_named("castle-vaduz:final-total").tableau
    assert rules.payoffs == {"punto": Fraction(1), "banco": Fraction(2), "tie": Fraction(9)}
    assert rules.ties == "lose"


def test_a_row_for_every_final_total_replaces_those_for_single_ones(tmp_path: Path) -> None:
    text = 'base = "castle-vaduz:final-total"\nbanco = [{ total = "0-3", draws_on = "any" }]'
    assert interpretation(write(tmp_path, "own", text)).rules().tableau == rules_named("castle-vaduz:has-eight").tableau


def test_a_row_by_value_replaces_those_by_rank(tmp_path: Path) -> None:
    text = 'base = "classic-it:ten-draws"\nbanco = [{ total = "4-6", stands_on = "0, 1, 8, 9" }]'
    tableau = interpretation(write(tmp_path, "own", text)).rules().tableau
    assert tableau.ranks == ()
    assert [tableau.banco_draws(4, third) for third in (0, 2)] == [False, True]


def test_a_reading_may_be_based_on_a_later_one(tmp_path: Path) -> None:
    reading = '[[readings]]\nname = "{}"\nsays = "s"\nwhy = "w"\n'
    text = 'base = "standard"\n' + reading.format("first") + 'base = "second"\npayoffs = { tie = "9" }\n'
    text += reading.format("second") + 'payoffs = { tie = "7", banco = "2" }\n'
    rules = interpretation(f"{write(tmp_path, 'own', text)}:first").rules()
    assert rules.payoffs == {"punto": Fraction(1), "banco": Fraction(2), "tie": Fraction(9)}


_READING = '\n[[readings]]\nname = "{}"\nbase = "{}"\nsays = "s"\nwhy = "w"'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('base = "standart"', "own.toml.base: 'standart' is neither a rulebook nor a .toml file: did you mean"),
        ('base = "castle-vaduz:litteral"', "castle-vaduz:litteral' is not a reading of castle-vaduz: did you mean"),
        ('base = "no-such.toml"', "no-such.toml' does not exist"),
        ('base = ""', "own.toml.base: '' must be words in quotes"),
        ('base = "a\\u0000b.toml"', "holds a control character"),
        ('base = "own.toml"', "is based on itself: "),
        ('base = "own.toml:reading"', "is based on itself: "),
        ('base = "standard"\nties = {}', "own.toml.ties: {} changes nothing: leave it out"),
        ('base = "standard"\nbanco = [{ total = "3" }]', "own.toml.banco[1]: {'total': '3'} must have draws_on"),
        ('base = "standard"\nbanco = [3]', "own.toml.banco[1]: 3 must be a table"),
        ('base = "standard"\nbanco_grid = 3', "own.toml.banco_grid: 3 must be a table"),
        ('base = "standard"' + _READING.format("a", "b"), "own.toml.readings[1].base: 'b' is not a reading of this"),
        ('base = "standard"' + _READING.format("a", "a"), "own.toml.readings[1].base: 'a' is based on itself: a → a\n"),
        ('base = "standard"' + _READING.format("a", "b").replace('"b"', "3"), "own.toml.readings[1].base: 3 must be"),
        ('base = "standard"\nbanco = [{ total = "3", punto_total = "10", draws_on = "any" }]',
         "own.toml.banco[1].punto_total: '10' is impossible: a final total is 0 to 9"),
        ('base = "standard"\nbanco = [{ total = "3", ranks = "J", action = "draws", draws_on = "any" }]',
         "own.toml.banco[1]: 'draws_on' is not a field here"),
    ],
)  # fmt: skip
def test_a_spoiled_base(text: str, message: str, tmp_path: Path, exact: Command) -> None:
    assert message in exact.refused("rules", write(tmp_path, "own", text))


def test_a_chain_of_bases_is_bounded(tmp_path: Path) -> None:
    write(tmp_path, "book-0", 'base = "standard"')
    for number in range(1, 9):
        write(tmp_path, f"book-{number}", f'base = "book-{number - 1}.toml"')
    assert interpretation(str(tmp_path / "book-7.toml")).rules().payoffs["tie"] == 8
    assert "is more than 8 bases away from" in refusal(interpretation, str(tmp_path / "book-8.toml"))


def test_rows_for_naturals_say_nothing_new(tmp_path: Path) -> None:
    """A row may name 8 and 9, on which everybody stands; the tables in play are of 0 to 7."""
    base = 'base = "castle-vaduz:final-total"\n'
    rows = '{ total = "7-9", stands_on = "any", punto_total = "5" }, { total = "7-9", ranks = "K", action = "stands" }'
    own = interpretation(write(tmp_path, "own", f"{base}banco = [{rows}]"))
    assert {situation[0] for situation in (*own.banco_against, *own.banco_by_rank)} == {0, 1, 2, 3, 7}
    assert own.rules().tableau == rules_named("castle-vaduz:final-total").tableau


def test_rows_of_punto_that_a_file_states_go_before_those_of_its_base(tmp_path: Path) -> None:
    row = '{ says = "Player stands on 6 to 9.", total = "6-9", action = "stands" }'
    own = interpretation(write(tmp_path, "own", f'base = "standard"\npunto = [{row}]'))
    kept = "Punto draws on a two-card total below 6. (§ 631a.11 (b)(1))"
    assert own.rulebook.printed["punto"] == (kept, "Player stands on 6 to 9.")
    assert [own.punto[total].says for total in (5, 6)] == [kept, "Player stands on 6 to 9."]
    other = write(tmp_path, "other", 'base = "standard"\npunto = [{ total = "6-7", action = "draws" }]')
    assert interpretation(other).rulebook.printed["punto"][-1] == "total 6-7, action draws"
    assert len(interpretation(other).rulebook.printed["punto"]) == 3  # 8 and 9 are still the base's row


@pytest.mark.parametrize("clause", [clause for clause in TERMS if clause != "end_of_shoe"])
def test_words_alone_change_nothing_and_are_refused(clause: str, tmp_path: Path, exact: Command) -> None:
    """«We keep 4 %» was printed as the rule, and 5 % was played."""
    path = write(tmp_path, "own", f'base = "standard"\n{clause} = {{ says = "We keep 4 % of what Bank wins." }}')
    for words in (("rules", path), ("odds", "--rules", path), ("rules", "--flip", path)):
        assert f"own.toml.{clause}: 'We keep 4 % of what Bank wins.' has only words" in exact.refused(*words)
    own = interpretation(write(tmp_path, "other", 'base = "standard"\nend_of_shoe = { says = "After the red card." }'))
    assert own.clause("end_of_shoe") == ("After the red card.", False)


@pytest.mark.parametrize(
    ("bases", "message"),
    [
        ("bcb", "own.toml.readings[3].base: 'b' is based on itself: a → b → c → b"),
        ("bcdc", "own.toml.readings[4].base: 'c' is based on itself: a → b → c → d → c"),
        ("bcdefghij", "own.toml.readings[9].base: 'j' is more than 8 bases away from a"),
    ],
)
def test_the_way_from_a_reading_over_its_bases_is_told(bases: str, message: str, tmp_path: Path) -> None:
    """Each reading is based on the letter below it."""
    readings = "".join(starmap(_READING.format, zip("abcdefghij", bases, strict=False)))
    readings += _READING.format("j", "a").replace('base = "a"\n', "")
    assert refusal(interpretation, write(tmp_path, "own", f'base = "standard"{readings}')).endswith(message)
