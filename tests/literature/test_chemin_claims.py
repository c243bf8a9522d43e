"""Claims about chemin de fer, against what its literature prints and what others computed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.errors import ExactError
from exact.literature.claims import parse_claim
from exact.literature.published import published_figures


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
    assert parse_claim(claim).exact() == value
    assert parse_claim(parse_claim(claim).text) == parse_claim(claim)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("value of chemin de fer, 6 decks", "needs a model of chemin de fer: model B2"),
        ("value of chemin de fer, model C1", "'C1' is not a model"),
        ("value of chemin de fer, model B2, infinite shoe", "give a number of decks"),
        ("value of chemin de fer, model B2, 6 decks, rules castle-vaduz", "are rules of punto banco"),
        ("house edge of punto, model B2, 6 decks", "'model B2' does not belong to the house edge of punto"),
        ("probability of drawing on 5 by banco, model A1", "must say after which card banco draws"),
        ("probability of drawing on 5 by punto after 4, model A1", "punto draws after none"),
        ("probability of drawing on 9 by punto, model A1", "is no choice of model A1"),
        ("probability of drawing on 5 by dealer, model A1", "'dealer' is no side"),
        ("count of choices of tie, model A1", "'tie' is no side"),
    ],
)
def test_what_is_no_claim(claim: str, message: str) -> None:
    with pytest.raises(ExactError, match=message):
        parse_claim(claim).exact()


def test_what_was_not_seen_in_its_source_is_marked() -> None:
    """The figures of Kemeny and Snell and of Downton and Lockwood are known only from those who cite them."""
    rows = [figure for figure in published_figures() if "as cited by" in figure.source.title]
    assert {figure.source.key for figure in rows} == {"S88", "S89"}
    assert all("not seen in the source" in figure.digits_note for figure in rows)
