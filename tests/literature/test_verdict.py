from __future__ import annotations

from fractions import Fraction

import pytest

from exact.errors import ExactError
from exact.literature.verdict import Agreement, PrintedFigure, Verdict, judge

AGREES, ROUNDED, TRUNCATED, DISAGREES = Agreement


@pytest.mark.parametrize(
    ("printed", "value", "agreement"),
    [
        ("45.86%", Fraction(458597, 10**6), AGREES),
        ("0.4586", Fraction(458597, 10**6), AGREES),
        ("45.85%", Fraction(458597, 10**6), TRUNCATED),
        ("45.87%", Fraction(458597, 10**6), DISAGREES),
        ("1.36 percent", Fraction(1364966, 10**8), AGREES),
        ("4.80%", Fraction(4844, 10**5), ROUNDED),  # 4.8 with a zero put behind
        ("-0.012351", Fraction(-123508, 10**7), AGREES),
        ("−0.012350", Fraction(-123508, 10**7), TRUNCATED),
        ("−0.012400", Fraction(-123508, 10**7), ROUNDED),
        ("9.5/1", Fraction(9509, 1000), AGREES),
        ("1023469376328440", Fraction(1023469376328448), TRUNCATED),
        ("1023469376328450", Fraction(1023469376328448), ROUNDED),
        ("1023469376328460", Fraction(1023469376328448), DISAGREES),
        ("1023469376328447", Fraction(1023469376328448), DISAGREES),
        ("0.0", Fraction(1, 100), AGREES),
        ("0", Fraction(6, 10), DISAGREES),
        ("100", Fraction(100), AGREES),
    ],
)  # fmt: skip
def test_a_printed_figure_is_compared_at_the_digits_printed(
    printed: str, value: Fraction, agreement: Agreement
) -> None:
    verdict = judge(PrintedFigure.parse(printed), {8: value})
    assert verdict.agreement is agreement
    assert (verdict.exact, verdict.decks, verdict.agreeing_decks) == (value, 8, ())


@pytest.mark.parametrize(
    "text",
    ["", ".", "abc", "1e5", "1.2.3", "½", "%", "-", "1 %%", "9" * 1001, "0x10", "٣", "1,06%", "0,4462", "1,2,3", "12,34"],
)  # fmt: skip
def test_what_is_no_figure(text: str) -> None:
    with pytest.raises(ExactError, match="figure: .* must be a decimal with a point, a percentage or a count"):
        PrintedFigure.parse(text)


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
    agrees = Verdict(AGREES, figure, Fraction(1, 2), 8)
    assert agrees.sentence == "agrees to the digits printed"
    assert agrees._replace(agreeing_decks=(7, 8, 9, None)).sentence == "agrees for d = 7–9, ∞"
    assert agrees._replace(remark="coups independent").sentence == "agrees to the digits printed, coups independent"
    other = agrees._replace(actual_kind="a return")
    assert other.sentence == "not a figure of this kind (a return); as such it agrees to the digits printed"
    for agreement in (ROUNDED, TRUNCATED):
        near = other._replace(agreement=agreement, agreeing_decks=(8,))
        assert near._replace(actual_kind=None).sentence == "rounded or truncated in the source (d = 8)"
        assert near.sentence == (
            "not a figure of this kind (a return); as such it is rounded or truncated in the source (d = 8)"
        )
    assert other._replace(agreement=DISAGREES).sentence == "disagrees"
    assert agrees._replace(agreement=DISAGREES, remark="coups independent").disagrees
