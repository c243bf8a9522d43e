"""Bets written by readers: what the language refuses, where the error points, and that refusing is quick."""

import string
import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Command, refusal

from exact.bets.bet import parse_bets
from exact.bets.catalogue import catalogue
from exact.bets.expression import parse_condition
from exact.bets.vocabulary import known_names
from exact.errors import ExactError

GOOD = """name = "own"
title = "My own bet"

[[category]]
name = "big"
when = "banco_wins and margin >= 5"
pays = 3

[[category]]
name = "small"
when = "banco_wins"
pays = "0.5"
"""


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


WITHOUT_PAYOFFS = GOOD.replace("pays = 3\n", "").replace('pays = "0.5"\n', "")


def when(condition: str) -> str:
    return changed("banco_wins and margin >= 5", condition)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "own.toml: [] must have the field name"),
        ("name = [", "bet: 'own.toml' is not TOML: "),
        ("#" * 10**6, "is too long: the bound is 200000"),
        ('name = "own"', "own.toml: category: [] must be 1 to 200 tables [[category]]"),
        (changed('name = "own"', 'name = "my own"'), "own.toml, line 1: name: 'my own' must be letters and digits"),
        (changed('name = "own"', "name = 7"), "own.toml, line 1: name: 7 must be words in quotes"),
        (changed("pays = 3", ""), "own.toml, line 4: category: ['name', 'when'] must have the field pays"),
        (changed("pays = 3", 'pays = "1e5"'), "of big: '1e5' must be a number"),
        (changed('name = "small"', 'name = "big"'), "own.toml, line 9: category: 'big' names two categories"),
        (changed('name = "small"', 'name = "lose"'), "'lose' is the category of all other coups"),
        (changed('name = "small"', 'name = "a b"'), "own.toml, line 9: category: 'a b' must be a name"),
        (changed('when = "banco_wins and margin >= 5"\n', ""),
         "own.toml, line 4: category: ['name', 'pays'] must have the field when"),
        (changed("pays = 3", "pays = 3\nodds = 1"), "own.toml, line 4: category: 'odds' is not a field here"),
        (GOOD + "[pay_tables.x]\nbig = 1\n", "has a payoff of its own as well as one in pay_tables"),
        (WITHOUT_PAYOFFS + "[pay_tables.x]\nbig = 1\n", "own.toml, line 11: pay_tables.x: ['big'] must have the field small"),
        (WITHOUT_PAYOFFS + "[pay_tables.x]\nbig = 1\nsmal = 1\nsmall = 1\n",
         "'smal' is not a field here; did you mean small?"),
        (GOOD + "[define]\ntie = \"1\"\n", "own.toml, line 14: tie: 'tie' cannot be defined"),
        (changed('title = "My own bet"', "members = [1]"), "own.toml: members: 1 must be a table"),
        (when("banco_win"), "own.toml, line 6: when: 'banco_win' has no name 'banco_win': did you mean banco_wins"),
        (when("banco_wins and"), "own.toml, line 6: when: 'banco_wins and' cannot be read: invalid syntax"),
        (when("banco_total"), "'banco_total' is a number where a condition is needed"),
        (when("banco_wins and margin >= 5 and punto_total.real == 1"),
         "uses punto_total.real, which the language of bets does not have (column 32)"),
        (when("abs(margin) == 1"), "uses a call"),
        (when("margin ** 9 == 1"), "uses margin ** 9, which"),
        (when("~margin == 1"), "uses ~margin, which"),
        (when("margin // punto_total == 1"), "divides by something that is not a number other than 0"),
        (when("margin % 0 == 1"), "divides by something that is not a number other than 0"),
        (when("margin == 1.5"), "uses 1.5, which"),
        (when("margin is 1"), "uses 'is'"),
        (when("margin in ()"), "tests for membership in something other than a list"),
        (when("(margin, 1) == 1"), "uses (margin, 1), which the language of bets has only after «in»"),
        (when("1 if tie else 0"), "uses 1 if tie else 0, which"),
        (when("[x for x in (1,)] == 1"), "uses [x for x in (1,)], which"),
        (when("(" * 300 + "tie" + ")" * 300), "cannot be read"),
        (when("tie\\u0000"), "holds a control character in 'tie\\x00'"),
        (when("é == 1"), "holds a character that the language of bets does not have"),
        (changed('pays = "0.5"', "pays = -3"), "own.toml, line 12: pays of small: -3 must be a number from -1"),
        (changed('when = "banco_wins"', 'when = "bogus"')
         .replace('title = "My own bet"', 'note = \'\'\'\nwhen = "x"\n\'\'\''),
         "own.toml, line 13: when: 'bogus' has no name"),
        (changed('title = "My own bet"', "note = '''a'''").replace('when = "banco_wins"', 'when = "bogus"'),
         "own.toml, line 11: when: 'bogus' has no name"),
        (changed('title = "My own bet"', 'members = [{ a = """x""", b = """y""" }]')
         .replace('when = "banco_wins"', 'when = "bogus"'),
         "own.toml, line 11: when: 'bogus' has no name"),
        (GOOD + '[define]\nand = "cards"\n', "own.toml, line 14: and: 'and' cannot be defined"),
        (GOOD + '[define]\nmine = "cards"\n', "own.toml, line 14: mine: 'mine' is defined but never used"),
        (when("a3 == 0") + '[define]\na0 = "cards"\n' + "".join(f'a{n} = "a{n - 1} * 1000000"\n' for n in range(1, 4)),
         "own.toml, line 16: a2: 'a1 * 1000000' can grow beyond all cards"),
        (changed('title = "My own bet"', "members = [{ n = 1 }, { n = 2 }]"),
         "own.toml: members: 'own' is the name of two bets of the family"),
        (changed('title = "My own bet"', 'members = [{ n = "' + "x" * 501 + '" }]'),
         "is too long: the bound is 500 characters"),
        (changed('title = "My own bet"', "members = [" + "{ n = 1 }, " * 200 + "]") + "#" * 6000,
         "are too many: the bound is 1000000 in all"),
        (when(""), "'' must be an expression in quotes"),
        (changed("pays = 3", "pays = " + "9" * 5000),
         "bet: 'own.toml' has a number of too many digits: the bound is 4300"),
        ("name." * 20_000 + "x = 1\n", "has a key of 40 parts or more"),
        (when("9not in (1, 2)"), "cannot be read: invalid decimal literal"),
        (when("margin == 1000001"), "contains a number over 1000000 (column 11)"),
        (when("tie" + " or tie" * 284 + " or 999999"), "has 2001 characters; the bound is 2000"),
        ("define = 3\n" + GOOD, "own.toml, line 1: define: 3 must be a table"),
        ("pay_tables = 3\n" + GOOD, "own.toml, line 1: pay_tables: 3 must be a table"),
        ("pay_tables = { x = 3 }\n" + GOOD.replace("pays = 3\n", "").replace('pays = "0.5"\n', ""),
         "own.toml: pay_tables.x: 3 must be a table"),
        (WITHOUT_PAYOFFS + "[pay_tables.x]\nbig = 1\nsmall = 1000001\n",
         "own.toml, line 11: pay_tables.x of small: 1000001 must be a number from -1 to 1000000"),
        (changed('title = "My own bet"', 'title = ""\nsource = 3'),
         "own.toml, line 3: source: 3 must be words in quotes"),
        (changed('name = "own"', '"name" = "a b"'), "own.toml, line 1: name: 'a b' must be letters and digits"),
        (changed('title = "My own bet"', "members = [" + "{ n = 1 }, " * 201 + "]"),
         "must be a list of 1 to 200 tables"),
        (changed('title = "My own bet"', "members = { n = 1 }"),
         "own.toml: members: {'n': 1} must be a list of 1 to 200 tables"),
        (GOOD + '[[category]]\nname = "x"\nwhen = "tie"\npays = 1\n' * 199, "must be 1 to 200 tables [[category]]"),
        (GOOD + '[define]\n"é" = "cards"\n', "'é' cannot be defined"),
        (when("mine == 1") + '[define]\nmine = 3\n', "own.toml, line 14: mine: 3 must be an expression in quotes"),
        (when("mine") + '[define]\nmine = "cards"\n',
         "own.toml, line 6: when: 'mine' is a number where a condition is needed"),
    ],
)  # fmt: skip
def test_a_spoiled_bet(text: str, message: str) -> None:
    start = time.perf_counter()
    refused = refusal(parse_bets, text, "own.toml")
    assert time.perf_counter() - start < 0.5
    assert message in refused


def test_a_member_is_put_in_once() -> None:
    """Braces inside a member's value stay as they are."""
    text = GOOD.replace('title = "My own bet"', 'title = "{a}"\nmembers = [{ a = "{b}{b}", b = "{a}{a}" }]')
    assert parse_bets(text, "own.toml")[0].title == "{b}{b}"


SCRAPS = (
    "and or not in is if else lambda await yield None True ... ( ) [ ] { } , : . = == < >= != + - * ** // % @ ~ "
    "1 0 1_0 0x1f 1e9 'a' f'' \\ __class__ __import__ print x é"
)


WORDS = st.sampled_from([*SCRAPS.split(), "\x00", "\n", "9" * 30, *known_names()])


@given(st.lists(WORDS, min_size=1, max_size=12), st.sampled_from(["", " "]))
def test_any_words_are_a_condition_or_an_error(words: list[str], between: str) -> None:
    with suppress(ExactError):
        parse_condition(between.join(words), known_names(), "own.toml")


DAMAGE = st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 2), st.sampled_from(string.printable))


@given(st.lists(DAMAGE, min_size=1, max_size=6))
def test_a_damaged_file_is_a_bet_or_an_error(damage: list[tuple[int, int, str]]) -> None:
    text = list(GOOD)
    for at, length, put in damage:
        text[at : at + length] = put
    with suppress(ExactError):
        parse_bets("".join(text), "own.toml")


def test_a_readers_bet_prices_on_a_shoe_with_cards_removed(tmp_path: Path, exact: Command) -> None:
    own = tmp_path / "own.toml"
    own.write_text(GOOD, encoding="utf-8-sig")  # a byte order mark is no part of a file
    answer = exact.json("bet", str(own), "--decks", "6", "--remove", "9h 9h K 4")
    counts = {name: int(entry["count"]) for name, entry in answer["categories"].items()}
    assert list(counts) == ["big", "small", "lose"]
    assert sum(counts.values()) == int(answer["deals"])
    odds = exact.json("odds", "--decks", "6", "--remove", "9h 9h K 4")
    assert counts["big"] + counts["small"] == int(odds["outcomes"]["banco"]["count"])


def test_a_family_in_a_file_needs_the_bet(tmp_path: Path, exact: Command) -> None:
    family = tmp_path / "own.toml"
    family.write_text(
        'name = "tie-{n}"\nmembers = [{ n = 1 }, { n = 2 }]\n'
        '[[category]]\nname = "win"\nwhen = "tie and punto_total == {n}"\npays = 100\n',
        encoding="utf-8",
    )
    refused = exact("bet", str(family), "--decks", "8").err
    assert "contains 2 bets: name one after a colon, known: tie-1, tie-2" in refused
    assert "20499217668352" in exact("bet", f"{family}:tie-1", "--decks", "8").out.replace("\u202f", "")


def test_every_bet_of_the_catalogue_has_a_source_and_a_title() -> None:
    assert all(bet.source and bet.title for bet in catalogue().values())


def test_the_bounds_of_a_file_can_be_reached() -> None:
    """200 categories, 200 members, payoffs of a million and of minus one, numbers of a million, 2000 characters."""
    rows = "".join(f'[[category]]\nname = "c{n}"\nwhen = "margin == {n}"\npays = {n}\n' for n in range(199))
    (bet,) = parse_bets(f'name = "own"\n{rows}[[category]]\nname = "rest"\npays = -1\n', "own.toml")
    assert len(bet.categories) == 200
    assert list(bet.payoffs()[198:]) == [198, -1]
    family = f'name = "own{{n}}"\nmembers = [{", ".join(f"{{ n = {n} }}" for n in range(200))}]\n'
    row = '[[category]]\nname = "{n}"\nwhen = "margin < 1000000"\npays = 1000000\n'
    assert [bet.name for bet in parse_bets(family + row, "own.toml")] == [f"own{n}" for n in range(200)]
    long = "tie" + " or tie" * 284 + " or 99999"
    assert len(long) == 2000
    assert "has a number where a condition is needed" in refusal(parse_condition, long, known_names(), "own.toml")


def test_all_bets_of_a_file_may_have_a_million_characters_together() -> None:
    """Five bets of 200,000 characters."""
    text = changed('"own"', '"own-{n}"').replace("title", "members = [{n=1},{n=2},{n=3},{n=4},{n=5}]\ntitle")
    assert [bet.name for bet in parse_bets(f"{text:#<200000}", "own.toml")] == [f"own-{n}" for n in range(1, 6)]


def test_texts_of_a_file_have_their_defaults() -> None:
    (bet,) = parse_bets('name = "own"\n[[category]]\nname = "win"\nwhen = "True"\npays = "1/2"\n', "own.toml")
    assert (bet.title, bet.source, bet.note, bet.pay_table) == ("own", "", "", None)
    assert (bet.categories, bet.pay_tables) == (("win", "lose"), {"main": (Fraction(1, 2), Fraction(-1))})
    (bet,) = parse_bets('name = "own"\ntitle = ""\n' + GOOD.partition("\n\n")[2], "own.toml")
    assert bet.title == ""


@pytest.mark.parametrize(
    "text",
    [
        "raise = 2",
        'category = [{ name = "fold", when = "fold", pays = 0 }]',
        'category = [{ name = "win", when = "see(punto_value_1) == 9", pays = 1 }]',
        "[decision]\nwhen = 'tie'",
        'define = { x = "tie" }\ncategory = [{ name = "win", when = "x or raise", pays = 1 }]',
    ],
)
def test_a_decision_is_refused_with_what_comes_nearest(text: str) -> None:
    message = refusal(parse_bets, f'name = "own"\n{text}', "own.toml")
    assert "is a decision during the coup, which no bet here has: nearest is exact signal" in message


def test_words_that_a_bet_defines_and_the_names_of_categories_are_no_decisions() -> None:
    text = 'name = "own"\ndefine = { fold = "tie" }\ncategory = [{ name = "raise", when = "fold", pays = 1 }]'
    assert parse_bets(text, "own.toml")[0].categories == ("raise", "lose")
