"""What is printed is read back: every parser against its printer; the two evaluators of expressions agree."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from support.strategies import CLAIMS, CONDITIONS, NUMBERS, bet_files, shoes, tableaux

from exact.arithmetic import decimal_text, fraction_text, integer_text, number_text
from exact.bets.bet import parse_bets
from exact.bets.expression import evaluate_expression, parse_condition, parse_definition
from exact.bets.vocabulary import VALUE_NAMES, known_names
from exact.errors import ExactError
from exact.game import Granularity, class_names, parse_card
from exact.game.shoe import MAX_COUNT, Shoe
from exact.inputs import parse_number, parse_whole
from exact.literature.printed import Agreement, PrintedFigure
from exact.questions.question import parse_question
from exact.rules import Tableau

FRACTIONS = st.one_of(st.fractions(), st.fractions(-1, 1, max_denominator=1000), st.just(Fraction(0)))
GRANULARITIES = st.sampled_from(list(Granularity))


@given(GRANULARITIES.flatmap(shoes))
def test_a_shoe_is_what_its_repr_says(shoe: Shoe) -> None:
    assert eval(repr(shoe), {"Shoe": Shoe}) == shoe


@given(GRANULARITIES.flatmap(shoes), st.lists(st.integers(0, 51), max_size=5))
def test_cards_put_back_are_a_shoe_again(shoe: Shoe, indices: list[int]) -> None:
    names = [class_names(shoe.granularity)[index % shoe.granularity] for index in indices]
    if max(shoe.counts) + 5 <= MAX_COUNT:
        removable = Shoe([count + 5 for count in shoe.counts], shoe.granularity)
        counts = dict(zip(class_names(shoe.granularity), removable.removed(names).counts, strict=True))
        for name in names:
            counts[name] += 1
        assert (*counts.values(),) == removable.counts
    for name in names:
        granularity, index = parse_card(name)
        assert class_names(granularity)[index] == name


@given(FRACTIONS, st.integers(0, 30))
def test_numbers_are_read_as_they_are_written(value: Fraction, digits: int) -> None:
    assert Fraction(fraction_text(value)) == Fraction(number_text(value)) == value
    assert abs(Fraction(decimal_text(value, digits)) - value) <= Fraction(1, 2 * 10**digits)
    top = value.numerator
    assert parse_whole(integer_text(top), "n", -abs(top), abs(top)) == top
    figure = PrintedFigure.parse(decimal_text(value, digits))
    assert figure.agreement(value) is Agreement.AGREES
    if max(abs(value.numerator), value.denominator) < 10**7:
        assert parse_number(str(value), "n", 10**7) == value


@given(tableaux())
def test_tables_are_read_from_their_letters(tableau: Tableau) -> None:
    assert Tableau.from_words(tableau.to_words()) == tableau


@given(CLAIMS)
def test_a_claim_is_read_from_its_own_words(text: str) -> None:
    try:
        claim = parse_question(text)
    except ExactError as error:
        assert "\n" not in str(error)
        return
    again = parse_question(claim.text)
    assert (again, again.text) == (claim, claim.text)
    assert parse_question(claim.text.upper().replace("CASTLE-VADUZ", "castle-vaduz")).text == claim.text


ROWS = [
    {name: number * factor % (2 if plain.condition else 10) for number, (name, plain) in enumerate(VALUE_NAMES.items())}
    for factor in (0, 1, 3, 7)
]
"""Values of the names of the language, whether or not a coup can have them together."""


@given(st.one_of(CONDITIONS, NUMBERS))
@example("1 < 2 < 1")
@example("not tie or margin not in (0, 3,)")
def test_an_expression_is_evaluated_alike_for_one_coup_and_for_all(text: str) -> None:
    expression, kind = parse_definition(text, known_names(), "drawn")
    every = evaluate_expression(expression.tree, lambda name: np.array([row[name] for row in ROWS]))

    def alone(row: Mapping[str, int]) -> int:
        return int(evaluate_expression(expression.tree, row.__getitem__))

    assert np.broadcast_to(every, len(ROWS)).tolist() == [alone(row) for row in ROWS]
    assert all(abs(alone(row)) <= kind.largest for row in ROWS)
    python = eval(text, {}, dict(ROWS[1]))  # the language is a part of Python's
    assert int(python) == alone(ROWS[1])
    if kind.condition:
        assert parse_condition(expression.text, known_names(), "drawn") == expression


@given(bet_files())
def test_a_bets_file_is_read_alike_with_blanks(text: str) -> None:
    (bet,) = parse_bets(text, "drawn.toml")
    (spaced,) = parse_bets(text.replace(" = ", "  =  ").replace("\n", "\n\n"), "drawn.toml")
    assert spaced == bet
    assert len(bet.categories) == len(bet.payoffs()) == text.count("[[category]]") + ("lose" in bet.categories)
