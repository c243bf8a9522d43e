"""Claims about chemin de fer, against what its literature prints and what others computed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.literature.published import published_figures
from exact.questions.question import parse_question


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        # Kemeny and Snell (1957)
        ("value of chemin de fer, model A1, infinite shoe", Fraction(-679568, 53094899)),
        ("value of chemin-de-fer, 6 decks, model a1", Fraction(-679568, 53094899)),
        ("probability of drawing on 5 by player, model A1, infinite shoe", Fraction(9, 11)),
        ("probability of drawing on 6 by banker after no card, model A1, infinite shoe", Fraction(859, 2288)),
        # by a second method, of which the project's tests of equilibria say more
        ("value of chemin de fer, model B2, 6 decks", Fraction(-974653793197999, 75340147272374985)),
        ("probability of drawing on 0-6 by banco after no card, model B2, 6 decks", Fraction(77143741, 121269912)),
        ("probability of drawing on 4-1 by punto, model B3, 6 decks", Fraction(35003, 74880)),
        # the parlour game: banco's two-card totals or hands below a natural, and eleven things it may know of punto
        ("count of choices of banco, model A1", Fraction(8 * 11)),
        ("count of choices of banco, model B2, 1, 2, 3, 4, 5, 6, 7 or 8 decks", Fraction(44 * 11)),
        ("count of choices of punto, model B3, 8 decks", Fraction(5)),
    ],
)
def test_the_value_of_a_claim(claim: str, value: Fraction) -> None:
    assert parse_question(claim).exact() == value
    assert parse_question(parse_question(claim).text) == parse_question(claim)


def test_what_was_not_seen_in_its_source_is_marked() -> None:
    """The figures of Kemeny and Snell and of Downton and Lockwood are known only from those who cite them."""
    rows = [figure for figure in published_figures() if "as cited by" in figure.source.title]
    assert {figure.source.key for figure in rows} >= {"S88", "S89"}
    assert all("not seen in the source" in figure.digits_note for figure in rows)
