"""The conditions of claims: what each says of the exact value, by hand, and what is refused."""

from fractions import Fraction

import pytest

from exact.questions.conditions import condition_text, payoffs_in, read_condition


@pytest.mark.parametrize(
    ("typed", "name", "text"),
    [
        ("in one card", "unit", "in 1 cards"),
        ("in six cards", "unit", "in 6 cards"),
        ("in 3 ordered cards", "unit", "in 3 ordered cards"),
        ("in pairs of two-card hands", "unit", "in pairs of hands"),
        ("double decks", "decks", "2 decks"),
        ("four-deck shoe", "decks", "4 decks"),
        ("6, 8 or infinite decks", "decks", "6, 8 or infinite decks"),
        ("infinite or 8 decks", "decks", "8 or infinite decks"),
        ("8 and 8 decks", "decks", "8 decks"),
        ("one deck guessed", "decks", "1 deck guessed"),
        ("any number of decks", "decks", "unstated decks"),
        ("infinite decks", "decks", "infinite shoe"),
        ("∞ decks", "decks", "infinite shoe"),
        ("8decks", "decks", "8 decks"),
        ("sixdecks", "decks", "6 decks"),
        ("infinitedecks", "decks", "infinite shoe"),
        ("pays RED-Rock", "pays", "pays red-rock"),
        ("pays 30 - 10 - 6", "pays", "pays 30-10-6"),
        ("pays 3 for 2", "pays", "pays 0.5"),
        ("paid 11:1", "pays", "pays 11"),
        ("tags 0 0 0 −1/2 -1 -1 -1 +2 2 0.25", "tags", "tags 0 0 0 -0.5 -1 -1 -1 2 2 0.25"),
        ("bets at a true count of -3/2", "trigger", "betting from -1.5"),
        ("416 cards unseen", "unseen", "416 unseen"),
        ("given player=Court,k tie=YES", "given", "given punto=court,K tie=yes"),
        ("given punto=10-K,T", "given", "given punto=10-K,10"),
        ("given card7=Ah|2s", "given", "given card7=Ah|2s"),
        ("ace two King gone", "without", "without A 2 K"),
        ("less 9h td", "without", "without 9h 10d"),
        ("a king removed", "without", "without K"),
        ("without an ace", "without", "without A"),
        ("without a 6 8", "without", "without A 6 8"),
        ("times 0.25", "times", "times 0.25"),
        ("classic-it:eight-for-one rules", "rules", "rules classic-it:eight-for-one")
    ]
)  # fmt: skip
def test_a_condition_in_its_usual_words(typed: str, name: str, text: str) -> None:
    read, value = read_condition(typed)
    assert (read, condition_text(name, value)) == (name, text)
    assert read_condition(text) == (name, value)


@pytest.mark.parametrize(
    ("pays", "payoffs"),
    [
        ("11", [11]), ("-1", [-1]), ("30-10-6", [30, 10, 6]), ("-1-2-3", [-1, 2, 3]),
        ("1/2-0.25", [Fraction(1, 2), Fraction(1, 4)]),
        ("red-rock", []), ("1-", []), ("--1", []), ("1/0", []), ("", []), ("1234567890", [])
    ]
)  # fmt: skip
def test_the_payoffs_of_a_pay_table_in_numbers(pays: str, payoffs: list[Fraction | int]) -> None:
    assert payoffs_in(pays) == payoffs
