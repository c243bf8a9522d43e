"""Drawing tables as values: what they say, how they are changed, and the words for a move."""

from itertools import product

import pytest
from support import STANDARD, refusal

from exact.rules import NO_THIRD, all_rules, rules_named, standard_tableau

NEVER = tuple(["S" * 11] * 8)
BUSY = STANDARD._replace(against=((3, NEVER), (8, NEVER)), ranks=((9, "..D....."), (11, "SSSSSSSS")))
"""Standard, but Banco stands against a 3 and an 8 of Punto's, and moves by a ten or a queen."""


@pytest.mark.parametrize("final", range(10))
def test_the_third_cards_with_which_punto_can_have_a_final_total(final: int) -> None:
    """Punto draws on 0 to 5 and stands on 6 and 7."""
    expected = [third for third in range(10) if (final - third) % 10 <= 5]
    assert STANDARD.thirds_before(final) == expected + [NO_THIRD] * (final in (6, 7))
    never = STANDARD._replace(punto="S" * 8)
    assert never.thirds_before(final) == [NO_THIRD] * (final <= 7)


def test_a_cell_is_changed_in_every_matrix() -> None:
    changed = BUSY.with_banco(4, 2, "S").with_banco(7, NO_THIRD, "D").with_punto(7, "D")
    assert changed.punto == "DDDDDDSD"
    for total, third in product(range(8), range(11)):
        usual = {(4, 2): "S", (7, NO_THIRD): "D"}.get((total, third))
        assert changed.matrix[total][third] == (usual or STANDARD.matrix[total][third])
        assert changed.matrix_against(8)[total][third] == (usual or "S")
    assert changed.ranks == BUSY.ranks
    assert changed.matrix_against(4) == changed.matrix


@pytest.mark.parametrize("total", range(8))
def test_a_row_takes_everything_that_the_other_tables_say_of_it(total: int) -> None:
    mixed = STANDARD.with_row_of(BUSY, total)
    for other, source in ((row, BUSY if row == total else STANDARD) for row in range(8)):
        for final in range(10):
            assert mixed.matrix_against(final)[other] == source.matrix_against(final)[other]
        for rank in range(13):
            letters = {**dict.fromkeys(range(13), "." * 8), **dict(mixed.ranks)}
            assert letters[rank][other] == dict(source.ranks).get(rank, "." * 8)[other]
    assert all(set(letters) != {"."} and len(letters) == 8 for _, letters in mixed.ranks)
    assert all(matrix != mixed.matrix for _, matrix in mixed.against)
    assert STANDARD.with_row_of(STANDARD, total) == STANDARD


def test_tables_that_are_decided_by_more_than_the_third_card_are_refused() -> None:
    by_total = BUSY._replace(ranks=())
    for refused in (refusal(BUSY.banco_draws, 3, 4), refusal(BUSY.banco_draws, 3, 4, 8)):
        assert refused.startswith("rules: '10, Q' names ranks of punto's third card by which banco moves")
    refused = refusal(by_total.banco_draws, 3, 4)
    assert refused.startswith("rules: '3, 8' names final totals of punto by which banco moves here")
    assert by_total.banco_draws(3, 4, 4)
    assert not by_total.banco_draws(3, 4, 8)


def test_groups_of_ranks_that_banco_tells_apart() -> None:
    plain = BUSY._replace(ranks=())
    (others, usual), (tens, on_ten), (queens, on_queen) = BUSY.by_rank()
    assert (others, tens, queens) == ([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12], [9], [11])
    assert usual == plain
    assert on_ten == plain.with_banco(2, 0, "D")
    assert on_queen.matrix == tuple("S" + row[1:] for row in plain.matrix)
    assert STANDARD._replace(ranks=((3, "." * 7 + "D"), (5, "D" * 8), (6, "D" * 8))).by_rank()[1][0] == [3]
    assert BUSY._replace(ranks=((10, "S" * 8), (11, "S" * 8))).by_rank()[1][0] == [10, 11]


def test_tables_as_words() -> None:
    plain = BUSY._replace(ranks=())
    assert plain.to_words().split()[9] == "3"
    assert BUSY.to_words() == f"{plain.to_words()} 10:..D..... Q:SSSSSSSS"
    assert repr(rules_named("standard")) == "<Rules standard>"
    assert repr(rules_named("castle-vaduz")).startswith("<Rules castle-vaduz, ")


def test_the_standard_tables_are_those_of_the_standard_rules() -> None:
    assert standard_tableau() == STANDARD == all_rules()["standard"].tableau
    assert next(iter(all_rules())) == "standard"
    for wrong, message in ((3, "must be rules, the name of a rulebook"), ("standart", "did you mean standard")):
        assert message in refusal(rules_named, wrong)
