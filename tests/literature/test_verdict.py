from __future__ import annotations

from fractions import Fraction

import pytest

from exact.literature.printed import Agreement, PrintedFigure
from exact.literature.verdict import Verdict, judge

AGREES, ROUNDED, TRUNCATED, PADDED, DISAGREES = Agreement


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
    verdict = judge(PrintedFigure.parse(printed), exact, guessed)
    assert (verdict.agreement, verdict.agreeing_decks) == (agreement, decks)
    assert verdict.decks == (decks[0] if decks else 8)
    assert verdict.exact == exact[verdict.decks]


def test_the_sentence_says_every_field() -> None:
    figure = PrintedFigure.parse("0.5")
    agrees = Verdict(AGREES, figure, Fraction(1, 2), 8, 1)
    assert agrees.sentence == "agrees to the digits printed"
    assert agrees._replace(agreeing_decks=(7, 8, 9, None)).sentence == "agrees for d = 7–9, ∞"
    assert agrees._replace(remark="coups independent").sentence == "agrees to the digits printed, coups independent"
    other = agrees._replace(actual_kind="a return")
    assert other.sentence == "not a figure of this kind (a return); as such it agrees to the digits printed"
    words = {ROUNDED: "rounded half up", TRUNCATED: "truncated", PADDED: "padded with zeros"}
    for agreement, said in words.items():
        near = other._replace(agreement=agreement, agreeing_decks=(8,))
        assert near._replace(actual_kind=None).sentence == f"{said} in the source (d = 8)"
        assert near.sentence == f"not a figure of this kind (a return); as such it is {said} in the source (d = 8)"
    assert other._replace(agreement=DISAGREES).sentence == "disagrees"
    assert agrees._replace(agreement=DISAGREES, remark="coups independent").disagrees


@pytest.mark.parametrize(
    ("agreement", "words"),
    [(ROUNDED, "rounded half up"), (TRUNCATED, "truncated"), (PADDED, "padded with zeros")],
)
def test_a_verdict_without_numbers_of_decks(agreement: Agreement, words: str) -> None:
    assert Verdict(agreement, PrintedFigure.parse("0.5"), Fraction(1, 2), None, 1).sentence == f"{words} in the source"


def test_the_exact_value_beside_a_figure_that_disagrees() -> None:
    """That of eight decks where they may be meant, else that of the first number of decks."""
    tenths: dict[int | None, Fraction] = {decks: Fraction(decks, 10) for decks in (4, 6, 8)}
    figure = PrintedFigure.parse("0.55")
    for decks, shown in (((4, 6, 8), 8), ((6, 4), 6), ((4,), 4)):
        verdict = judge(figure, {one: tenths[one] for one in decks})
        assert (verdict.disagrees, verdict.decks, verdict.exact) == (True, shown, tenths[shown])
        assert verdict.agreeing_decks == ()
    of_two = judge(PrintedFigure.parse("0.6"), {6: tenths[6], 8: tenths[8]})
    assert (of_two.decks, of_two.agreeing_decks) == (6, (6,))
    infinite = judge(PrintedFigure.parse("0.5"), {None: Fraction(1, 2)})
    assert (infinite.agreement, infinite.decks, infinite.agreeing_decks, infinite.digits) == (AGREES, None, (), 1)


def test_a_chance_is_judged_by_the_form_of_the_quantity() -> None:
    """1 in 8 is a probability of 1/8, and odds of 7 to 1."""
    figure = PrintedFigure.parse("1 in 8.0")
    assert judge(figure, {8: Fraction(1, 8)}, form="probability").agreement is AGREES
    assert judge(figure, {8: Fraction(7)}, form="odds").digits == 2
    assert judge(figure, {8: Fraction(1, 8)}, form="odds").disagrees
