from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from exact.arithmetic import Value
from exact.literature.printed import Agreement, PrintedFigure, Verdict, compare
from exact.questions.question import parse_question

AGREES, ROUNDED, TRUNCATED, PADDED, DISAGREES = Agreement


def verdict_on(printed: str, exact: Mapping[int | None, Value], claim: str = "house edge of tie") -> Verdict:
    return compare(parse_question(claim), PrintedFigure.parse(printed), exact)


@pytest.mark.parametrize(
    ("printed", "guessed", "agreement", "decks"),
    [
        ("0.13", None, AGREES, (6, 8)),
        ("0.13", 1, AGREES, (6, 8)),  # to the last digit, whatever was guessed
        ("0.12", None, TRUNCATED, (6, 8)),
        ("0.12", 8, TRUNCATED, (8,)),
        ("0.12", 1, DISAGREES, ()),  # cut off, some deck count or other would give almost any figure
        ("0.15", None, DISAGREES, ()),
    ],
)  # fmt: skip
def test_a_source_that_may_mean_several_deck_counts(
    printed: str, guessed: int | None, agreement: Agreement, decks: tuple[int, ...]
) -> None:
    exact: dict[int | None, Fraction] = {1: Fraction(111, 1000), 6: Fraction(126, 1000), 8: Fraction(127, 1000)}
    verdict = verdict_on(
        printed, exact, f"house edge of tie, {guessed} decks guessed" if guessed else "house edge of tie"
    )
    assert (verdict.agreement, verdict.agreeing_decks) == (agreement, decks)
    assert verdict.decks == (decks[0] if decks else 8)
    assert verdict.exact == exact[verdict.decks]


def test_the_exact_value_beside_a_figure_that_disagrees() -> None:
    """That of eight decks where they may be meant, else that of the first number of decks."""
    tenths: dict[int | None, Fraction] = {decks: Fraction(decks, 10) for decks in (4, 6, 8)}
    figure = "0.55"
    for decks, shown in (((4, 6, 8), 8), ((6, 4), 6), ((4,), 4)):
        verdict = verdict_on(figure, {one: tenths[one] for one in decks})
        assert (verdict.disagrees, verdict.decks, verdict.exact) == (True, shown, tenths[shown])
        assert verdict.agreeing_decks == ()
    of_two = verdict_on("0.6", {6: tenths[6], 8: tenths[8]})
    assert (of_two.decks, of_two.agreeing_decks) == (6, (6,))
    infinite = verdict_on("0.5", {None: Fraction(1, 2)})
    assert (infinite.agreement, infinite.decks, infinite.agreeing_decks, infinite.digits) == (AGREES, None, (), 1)


def test_a_chance_is_judged_by_the_form_of_the_quantity() -> None:
    """1 in 8 is a probability of 1/8, and odds of 7 to 1."""
    figure = "1 in 8.0"
    assert verdict_on(figure, {8: Fraction(1, 8)}, "probability of tie").agreement is AGREES
    assert verdict_on(figure, {8: Fraction(7)}, "odds against tie").digits == 2
    assert verdict_on(figure, {8: Fraction(1, 8)}, "odds against tie").disagrees
