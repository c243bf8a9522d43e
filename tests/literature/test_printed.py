from collections.abc import Mapping
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.analysis.odds import Dealt
from exact.arithmetic import Enclosure, Value, decimal_text, root
from exact.errors import ExactError
from exact.literature.printed import Agreement, PrintedFigure, Verdict, judge
from exact.questions.quantities import NUMBER, ODDS, PROBABILITY
from exact.questions.question import parse_question

AGREES, ROUNDED, TRUNCATED, PADDED, DISAGREES, *_ = Agreement


@pytest.mark.parametrize(
    ("text", "value", "digits"),
    [
        ("0.4462", "0.4462", 4), (".5", "0.5", 1), ("+4", "4", 1), ("~10.1%", "0.101", 3), ("≈ 10.1 %", "0.101", 3),
        ("45.86%", "0.4586", 4), ("1.36 percent", "0.0136", 3), ("1.36 per cent", "0.0136", 3),
        ("1.36 pct", "0.0136", 3), ("5 ‰", "0.005", 1),
        ("-0.0106", "-0.0106", 3), ("−0.0106", "-0.0106", 3), ("– 1.06 %", "-0.0106", 3),
        ("0,0106", "0.0106", 3), ("1,06 %", "0.0106", 3), ("12,34", "12.34", 4), ("0,446", "0.446", 3),
        ("1,234", "1234", 4), ("1,234 %", "0.01234", 4), ("1.234", "1.234", 4), ("1,234,567", "1234567", 7),
        ("1.234.567", "1234567", 7), ("1,234.5", "1234.5", 5), ("1.234,5", "1234.5", 5),
        ("1.234.567,89", "1234567.89", 9),
        ("4 998 398 275 503 360", "4998398275503360", 16), ("4\u202f998", "4998", 4), ("4’998’398", "4998398", 7),
        ("0.446 246 609 3", "0.4462466093", 10), ("1.06e-2", "0.0106", 3), ("1,06 × 10^-2", "0.0106", 3),
        ("1.06·10⁻²", "0.0106", 3), ("2.29E15", "2290000000000000", 3), ("1e5", "100000", 1), ("1.5 * 10**3", "1500", 2)
    ]
)  # fmt: skip
def test_how_a_decimal_may_be_written(text: str, value: str, digits: int) -> None:
    figure = PrintedFigure.parse(text)
    assert figure.scaled / Fraction(10) ** figure.places == Fraction(value)
    assert figure.agreement(Fraction(value)) is AGREES
    assert figure.agreeing_digits(Fraction(value)) == digits == len(str(abs(figure.scaled)))


@pytest.mark.parametrize(
    ("text", "form", "value", "agreement"),
    [
        ("1 in 10.5", PROBABILITY, Fraction(2, 21), AGREES),
        ("one in 10.5", PROBABILITY, Fraction(2, 20), DISAGREES),
        ("1 in 10.5", ODDS, Fraction(19, 2), AGREES),
        ("1 in 1,234", PROBABILITY, Fraction(1, 1234), AGREES),
        ("1/579", PROBABILITY, Fraction(10, 5794), AGREES),
        ("1/579", NUMBER, Fraction(10, 5794), DISAGREES),
        ("242.83 to 1", PROBABILITY, Fraction(100, 24383), AGREES),
        ("242.83 to 1", ODDS, Fraction(24283, 100), AGREES),
        ("9.5/1", ODDS, Fraction(951, 100), AGREES),
        ("9.5:1", NUMBER, Fraction(19, 2), AGREES),
        ("9.4 to 1", PROBABILITY, Fraction(1, 10), DISAGREES),
        ("−43/415", NUMBER, Fraction(-43, 415), AGREES),
        ("7 / 415", PROBABILITY, Fraction(7, 415), AGREES),
        ("7/416", PROBABILITY, Fraction(7, 415), DISAGREES),
        ("1 in 5", PROBABILITY, Fraction(0), DISAGREES),
        ("5 to 1", PROBABILITY, Fraction(0), DISAGREES),
        ("1 in 0", PROBABILITY, Fraction(0), DISAGREES),
        ("0 to 1", PROBABILITY, Fraction(0), DISAGREES),
        ("0 to 1", PROBABILITY, Fraction(1), AGREES),
        ("0 to 1", ODDS, Fraction(0), AGREES),
        ("1 in 1", ODDS, Fraction(0), AGREES)
    ]
)  # fmt: skip
def test_chances_and_fractions(text: str, form: str, value: Fraction, agreement: Agreement) -> None:
    assert PrintedFigure.parse(text).agreement(value, form) is agreement


@pytest.mark.parametrize(
    ("text", "form", "value", "digits", "chance"),
    [
        ("1 in 10.5", PROBABILITY, Fraction(3, 31), 2, "1 in 10.333"),
        ("1 in 10.5", ODDS, Fraction(95, 10), 3, "1 in 10.500"),
        ("1 in 10.5", PROBABILITY, Fraction(0), 0, None),
        ("1 in 1.05e1", PROBABILITY, Fraction(2, 21), 3, "1 in 10.500"),
        ("1 in 12e1", PROBABILITY, Fraction(1, 123), 2, "1 in 123.00"),
        ("9 to 1", PROBABILITY, Fraction(1, 10), 1, "9.00 to 1"),
        ("9 to 1", ODDS, Fraction(1, 10), 0, "0.10 to 1"),
        ("9 to 1", PROBABILITY, Fraction(0), 0, None),
        ("1/8", PROBABILITY, Fraction(10, 83), 1, "1 in 8.30"),
        ("1/8", NUMBER, Fraction(10, 83), 2, None),
        ("2/16", PROBABILITY, Fraction(10, 83), 2, None),
        ("7/415", NUMBER, Fraction(7, 415), 4, None),
        ("-7/415", NUMBER, Fraction(-7, 415), 4, None),
        ("0.12", PROBABILITY, Fraction(1, 8), 2, None),
    ],
)
def test_digits_of_chances_and_the_exact_chance(
    text: str, form: str, value: Fraction, digits: int, chance: str | None
) -> None:
    figure = PrintedFigure.parse(text)
    assert (figure.agreeing_digits(value, form), figure.chance(value, form)) == (digits, chance)


@pytest.mark.parametrize(
    "text", ["9" * 1000, "0." + "3" * 999, "1/" + "7" * 1000, "1e1000", "1e-1000", "1.5e-999", "9e-998 %"]
)
def test_figures_as_long_as_may_be(text: str) -> None:
    assert PrintedFigure.parse(text).scaled


def test_a_chance_of_what_is_no_probability() -> None:
    with pytest.raises(ExactError, match="is a chance, and the claim is no probability"):
        PrintedFigure.parse("1 in 10.5").agreement(Fraction(1, 10), NUMBER)


@pytest.mark.parametrize(
    "text",
    ["", ".", ",", "abc", "1.2.3", "½", "%", "-", "1 %%", "9" * 1001, "0x10", "٣", "1,2,3", "1,234,56",
     "1 2", "1_000", "3:2", "1e99999", "1/0",
     "1 in 5%", "3.5/7", "12 to 1.5", "=1+1", "1\n2", None,
     "1e1001", "1e-1001", "1.5e-1000", "9e-999 %", "1/" + "7" * 1001]
)  # fmt: skip
def test_what_is_no_figure(text: str) -> None:
    with pytest.raises(ExactError, match=r"figure: .* (must be a figure of at most|has more than|divides by 0)"):
        PrintedFigure.parse(text)


@pytest.mark.parametrize(
    ("printed", "value", "agreement", "digits"),
    [
        ("45.86%", Fraction(458597, 10**6), AGREES, 4),
        ("45.85%", Fraction(458597, 10**6), TRUNCATED, 4),
        ("45.87%", Fraction(458597, 10**6), DISAGREES, 3),
        ("45.80%", Fraction(458597, 10**6), DISAGREES, 3),
        ("40.00%", Fraction(458597, 10**6), DISAGREES, 1),
        ("10.00%", Fraction(199, 1000), DISAGREES, 1),
        ("4.80%", Fraction(4844, 10**5), DISAGREES, 2),
        ("0.12", Fraction(125, 1000), AGREES, 2),  # to even
        ("0.13", Fraction(125, 1000), ROUNDED, 2),
        ("-0.13", Fraction(-125, 1000), ROUNDED, 2),
        ("-0.012351", Fraction(-123508, 10**7), AGREES, 5),
        ("−0.012350", Fraction(-123508, 10**7), TRUNCATED, 5),
        ("−0.012400", Fraction(-123508, 10**7), DISAGREES, 3),
        ("0.012351", Fraction(-123508, 10**7), DISAGREES, 0),
        ("1023469376328440", Fraction(1023469376328448), PADDED, 15),
        ("1023469376328450", Fraction(1023469376328448), PADDED, 15),
        ("1023469376328400", Fraction(1023469376328448), DISAGREES, 14),
        ("1023469376328460", Fraction(1023469376328448), DISAGREES, 14),
        ("1023469376328447", Fraction(1023469376328448), DISAGREES, 15),
        ("57628452781710700", Fraction(57628452781710660), PADDED, 15),
        ("0.1666666666666666600000", Fraction(1, 6), PADDED, 17),
        ("0.1666666666666670", Fraction(1, 6), PADDED, 15),
        ("0.16666666666670", Fraction(1, 6), DISAGREES, 13),  # too few digits for a double's
        ("0.0", Fraction(1, 100), AGREES, 1),
        ("0", Fraction(6, 10), DISAGREES, 0),  # cut off, every value below 1 would be a printed 0
        ("100", Fraction(100), AGREES, 3)
    ]
)  # fmt: skip
def test_the_tolerance(printed: str, value: Fraction, agreement: Agreement, digits: int) -> None:
    figure = PrintedFigure.parse(printed)
    assert figure.agreement(value) is agreement
    assert figure.agreeing_digits(value) == digits


@given(st.decimals(-2, 2, places=6), st.integers(0, 4), st.integers(-2, 2))
def test_the_tolerance_is_that_of_decimal_arithmetic(value: Decimal, places: int, off: int) -> None:
    """At every number of decimals, a figure is accepted only if one of three ways to shorten the value gives it."""
    unit = Decimal(1).scaleb(-places)
    ways = {AGREES: ROUND_HALF_EVEN, ROUNDED: ROUND_HALF_UP, TRUNCATED: ROUND_DOWN}
    shortened = {agreement: value.quantize(unit, way) for agreement, way in ways.items()}
    printed = shortened[AGREES] + off * unit
    if not printed:
        del shortened[TRUNCATED]
    expected = next((agreement for agreement, short in shortened.items() if short == printed), DISAGREES)
    assert PrintedFigure.parse(f"{printed:f}").agreement(Fraction(value)) is expected


def test_digits_of_an_irrational_number() -> None:
    two = root(Fraction(2))
    assert isinstance(two, Enclosure)
    assert PrintedFigure.parse("1.41421356").agreement(two) is AGREES
    assert PrintedFigure.parse("1.4143").agreement(two) is DISAGREES
    with pytest.raises(ExactError, match="has more digits than the exact value"):
        PrintedFigure.parse(decimal_text(two.low, 60)).agreement(two)


@given(st.text(alphabet="0123456789.,-−+%/:e ×^in to1≈'’\u202f⁻²", max_size=24))
def test_any_text_is_a_figure_or_an_error(text: str) -> None:
    try:
        figure = PrintedFigure.parse(text)
    except ExactError:
        return
    for form in (PROBABILITY, ODDS):
        assert figure.agreement(Fraction(1, 3), form) in Agreement
        assert 0 <= figure.agreeing_digits(Fraction(1, 3), form) <= 2100


@pytest.mark.parametrize("places", [-1, 0, 2])
def test_halves_are_rounded_to_the_even_digit(places: int) -> None:
    for cut in range(10):
        half = Fraction(2 * cut + 1, 2) / Fraction(10) ** places
        even = cut + cut % 2
        for scaled in (cut, cut + 1):
            expected = AGREES if scaled == even else TRUNCATED if scaled == cut and cut else ROUNDED
            assert PrintedFigure(scaled, places).agreement(half) is expected, (scaled, half)


def verdict_on(printed: str, exact: Mapping[Dealt, Value], claim: str = "house edge of tie") -> Verdict:
    return judge(parse_question(claim), PrintedFigure.parse(printed), exact)


@pytest.mark.parametrize(
    ("printed", "guessed", "agreement", "decks"),
    [
        ("0.13", None, AGREES, (6, 8)),
        ("0.13", 1, AGREES, (6, 8)),  # to the last digit, whatever was guessed
        ("0.12", None, TRUNCATED, (6, 8)),
        ("0.12", 8, TRUNCATED, (8,)),
        ("0.12", 1, DISAGREES, ()),  # cut off, some deck count or other would give almost any figure
        ("0.15", None, DISAGREES, ())
    ]
)  # fmt: skip
def test_a_source_that_may_mean_several_deck_counts(
    printed: str, guessed: int | None, agreement: Agreement, decks: tuple[int, ...]
) -> None:
    exact: dict[Dealt, Fraction] = {1: Fraction(111, 1000), 6: Fraction(126, 1000), 8: Fraction(127, 1000)}
    verdict = verdict_on(
        printed, exact, f"house edge of tie, {guessed} decks guessed" if guessed else "house edge of tie"
    )
    assert (verdict.agreement, verdict.agreeing_decks) == (agreement, decks)
    assert verdict.decks == (decks[0] if decks else 8)
    assert verdict.exact == exact[verdict.decks]


def test_the_exact_value_beside_a_figure_that_disagrees() -> None:
    """That of eight decks where they may be meant, else that of the first number of decks."""
    tenths: dict[Dealt, Fraction] = {decks: Fraction(decks, 10) for decks in (4, 6, 8)}
    figure = "0.55"
    for decks, shown in (((4, 6, 8), 8), ((6, 4), 6), ((4,), 4)):
        verdict = verdict_on(figure, {one: tenths[one] for one in decks})
        assert (verdict.disagrees, verdict.decks, verdict.exact) == (True, shown, tenths[shown])
        assert verdict.agreeing_decks == ()
    of_two = verdict_on("0.6", {6: tenths[6], 8: tenths[8]})
    assert (of_two.decks, of_two.agreeing_decks) == (6, (6,))
    infinite = verdict_on("0.5", {None: Fraction(1, 2)})
    assert (infinite.agreement, infinite.decks, infinite.agreeing_decks, infinite.digits) == (AGREES, None, (), 1)
