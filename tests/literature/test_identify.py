"""What a number is. The first answers were written down from published pages, before there was an index of figures."""

import time
from fractions import Fraction
from heapq import nsmallest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Command

from exact.analysis.odds import decks_text
from exact.arithmetic import decimal_text, low_of
from exact.errors import ExactError
from exact.literature.figures import index
from exact.literature.identify import MOST, identify, readings
from exact.literature.printed import Agreement, PrintedFigure
from exact.questions.quantities import ODDS, PROBABILITY
from exact.questions.question import parse_question


def agreeing(figure: str) -> list[tuple[str, str]]:
    """The claims that agree to the digits printed, with their numbers of decks, in their order."""
    return [
        (match.question.text, decks_text(match.decks))
        for match in identify(figure).matches
        if match.agreement is Agreement.AGREES
    ]


FROM_SOURCES = [
    ("7.611 %", "house edge of dragon-7, 8 decks"),
    ("10.36 %", "house edge of punto-pair, 8 decks"),
    ("2.65 %", "house edge of dragon-bonus-punto, 8 decks"),
    ("1.46 %", "house edge of banco-half-on-6, 8 decks"),
    ("1/579", "probability of a streak of 9 punto, ties skipped, 8 decks"),
    ("0,0106", "house edge of banco, 8 decks"),
    ("0.9512", "standard deviation of punto, 8 decks"),
]


@pytest.mark.parametrize(("figure", "claim"), FROM_SOURCES)
def test_the_first_answer_is_what_the_source_says(figure: str, claim: str) -> None:
    assert agreeing(figure)[0][0] == claim


def test_a_figure_of_nothing_is_a_row_as_printed_and_what_is_near() -> None:
    """The row P0371 prints 7.6110 % as the edge of dragon-7; the 0 should be a 3."""
    identified = identify("7.6110%")
    assert (identified.found, agreeing("7.6110%")) == (0, [])
    (row,) = identified.matches
    assert row.agreement is Agreement.DISAGREES
    assert [figure.id for figure in row.rows] == ["P0371"]
    assert (identified.near[0].question.text, identified.near[0].difference) == (
        "house edge of dragon-7, 8 decks",
        None,
    )


def test_only_shares_are_printed_as_percentages() -> None:
    assert not any(claim.startswith("standard deviation") for claim, _decks in agreeing("95.12 %"))


@pytest.mark.parametrize("figure", ["1e400", "-1e400", "1e30", "-1e9"])
def test_nothing_is_near_a_number_far_off(figure: str) -> None:
    """And nothing would agree with it by chance."""
    identified = identify(figure)
    assert (identified.near, identified.found, identified.by_chance) == ([], 0, 0)


def test_how_far_the_nearest_figure_is() -> None:
    """Punto wins 2153464 of the 13**6 deals of an infinite shoe, by a table of S30 and by the walk."""
    (nearest, *_) = identify("44.614649 %").near
    assert nearest.question.text == "probability of punto, infinite shoe"
    assert nearest.difference == Fraction(2153464, 4826809) - Fraction(44614649, 10**8)
    assert Fraction(2, 10**8) < nearest.difference < Fraction(3, 10**8)


@pytest.mark.parametrize(
    ("figure", "claim", "decks"),
    [
        ("4,998,398,275,503,360", "count of deals, 8 decks", "8"),
        ("0.4462", "probability of punto, 8 decks", "8–16"),
        ("1.3650%", "house edge per resolved stake of punto, 8 decks", "8"),
        ("45.8428%", "probability of banco, infinite shoe", "∞"),
        ("-0.010579", "expectation of banco, 8 decks", "8"),
        ("0.004209412", "expectation of punto, 8 decks, rules castle-vaduz:literal", "8"),
        ("9.5 to 1", "odds against tie, 8 decks", "4–16, ∞"),
    ],
)
def test_which_figure_is_it(figure: str, claim: str, decks: str) -> None:
    assert (claim, decks) in agreeing(figure)


def test_all_events_of_one_count_are_listed() -> None:
    """Two sevens against two sevens come as often as two nines against two nines."""
    claims = {match.question.text for match in identify("44838810157056").matches}
    assert claims == {"count of blazing-7s two-cards, 8 decks", "count of lucky-99 both, 8 decks"}


@pytest.mark.parametrize(
    "claim",
    [
        "probability of tie, given punto_two_card_total=5 card2=9, 6 decks",
        "effect of removal of 6 on probability of tie, 8 decks",
    ],
)
def test_the_odds_after_three_cards_and_what_a_card_changes_of_a_probability(claim: str) -> None:
    exact = parse_question(claim).exact()
    assert isinstance(exact, Fraction)
    assert claim in [match.question.text for match in identify(f"{float(exact):.12f}").matches]


def test_a_full_figure_has_one_value() -> None:
    """A bet on punto with another pay table wins as often, so it comes too, and after punto."""
    identified = identify("0.446246609344")
    assert identified.matches[0].question.text == "probability of punto, 8 decks"
    assert identified.found == len(identified.matches)
    assert len({match.exact for match in identified.matches}) == 1
    assert identified.by_chance < 1e-6


def test_standard_rules_and_usual_decks_come_first() -> None:
    matches = identify("0.0106").matches
    places = [
        ("rules" in match.question.conditions, not {6, 8} & set(match.decks), match.agreement is not Agreement.AGREES)
        for match in matches
    ]
    assert places == sorted(places)
    assert len(set(places)) > 2


def test_a_match_has_the_rows_that_print_it() -> None:
    (match, *_) = identify("14.36%").matches
    assert match.rows
    for row in match.rows:
        assert PrintedFigure.parse(row.value).number == Fraction("0.1436")
        assert parse_question(row.claim).subject == match.question.subject


@pytest.mark.slow
def test_chance_gives_as_many_matches_as_it_should() -> None:
    """Of numbers of three digits drawn evenly, as many figures agree in all as chance is said to give."""
    numbers = [identify(f"0.{digits}") for digits in range(100, 1000, 9)]
    found, expected = sum(one.found for one in numbers), sum(one.by_chance for one in numbers)
    assert 0.8 * expected < found < 1.25 * expected


@pytest.mark.slow
@given(st.decimals(-50, 50, places=5), st.sampled_from(["", " %", " to 1"]))
def test_every_claim_is_one_that_the_audit_reads(number: object, unit: str) -> None:
    identified = identify(f"{number}{unit}")
    matches = [(match.question.text, match.exact) for match in identified.matches]
    for text, exact in (*matches, *((near.question.text, near.exact) for near in identified.near)):
        claim = parse_question(text)
        assert (claim.text, claim.exact()) == (text, exact)


@pytest.mark.parametrize(
    "figure", ["1." + "0" * 500, "0." + "37" * 499, "1" * 1000, "1e400", "-1e400", "1e-400", "0", "1", "0/7"]
)
def test_long_and_vague_numbers_take_no_longer(figure: str) -> None:
    identify("0.5")  # what is read only once
    start = time.process_time()
    identified = identify(figure)
    assert time.process_time() - start < 1
    shown = [match for match in identified.matches if not match.rows]
    assert len(shown) <= MOST


@pytest.mark.parametrize(
    "figure", ["nan", "inf", "", "  ", "banco", "1/0", "1e9999", "+-1", "0x10", "1" * 1001, "%", "1 in", "٣"]
)
def test_what_is_no_number(figure: str, exact: Command) -> None:
    with pytest.raises(ExactError):
        identify(figure)
    assert "figure: " in exact.refused("identify", figure)


def test_zeros_that_pad_a_double_are_said_to_be_so() -> None:
    """S41 prints the deals that Excel shows as 2023020261982210."""
    agreements = {match.agreement for match in identify("2230518282592250000000").matches}
    assert agreements <= {Agreement.PADDED}


@pytest.mark.parametrize("figure", ["5", "484"])
def test_a_number_of_choices_is_looked_up_without_solving_the_game(
    figure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solved(*_game: object) -> None:
        raise AssertionError("the game of each number of decks is solved")

    monkeypatch.setattr("exact.questions.counting.equilibrium", solved)
    rows = {row.id for match in identify(figure).matches for row in match.rows}
    assert rows & {"P1402", "P1403"}


@pytest.mark.parametrize("figure", ["0.0105", "-0.0123"])
def test_a_figure_that_was_cut_off(figure: str) -> None:
    """Banco's edge is 0.010579, and punto's expectation −0.012351 is rounded and cut off to the same digits."""
    found = {match.question.text: match.agreement for match in identify(figure).matches}
    assert found.get("house edge of banco, 8 decks") == (Agreement.TRUNCATED if figure == "0.0105" else None)
    truncated = [match for match in identify(figure).matches if match.agreement is Agreement.TRUNCATED]
    for match in truncated:
        value = match.question.exact()
        assert isinstance(value, Fraction)
        assert str(float(value))[: len(figure)] == figure


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("1", ["1", "1 %"]), ("-1", ["-1", "-1 %"]), ("99.99", ["99.99", "99.99 %"]), ("100", ["100"]),
        ("0.99", ["0.99"]), ("5 %", ["5 %"]), ("1 in 10", ["1 in 10"]), ("10 to 1", ["10 to 1"]),
    ],
)  # fmt: skip
def test_from_one_to_a_hundred_the_percent_sign_may_be_missing(typed: str, texts: list[str]) -> None:
    read = readings(typed)
    assert [text for text, _ in read] == texts
    assert [printed.percent for _, printed in read] == [text.endswith("%") for text in texts]


@pytest.mark.parametrize(
    "claim", ["probability of punto, 8 decks", "house edge of banco, 8 decks", "expectation of punto, 6 decks"]
)
def test_a_figure_is_found_by_any_number_of_its_digits(claim: str) -> None:
    """Beyond the digits of a double, too. A digit more makes a match by chance ten times rarer, as far as doubles go.

    Up to 14 digits, what agrees lies within half a unit or, cut off, within a whole one above: in a unit and a half.
    Beyond, it lies within a unit of the fourteenth digit on both sides.
    """
    exact = parse_question(claim).exact()
    assert isinstance(exact, Fraction)
    chances = []
    for places in (12, 13, 14, 16, 17, 20, 40):
        identified = identify(decimal_text(exact, places))
        assert identified.matches[0].question.text == claim
        assert identified.near == []
        chances.append(identified.by_chance)
    assert chances[0] == pytest.approx(10 * chances[1], rel=0.01)
    assert chances[1] == pytest.approx(10 * chances[2], rel=0.02)
    zeros = 0 if abs(exact) > Fraction(1, 10) else 1
    assert chances[0] == pytest.approx(100 * 10**zeros * chances[4] * 3 / 4, rel=0.02)
    assert chances[4:] == pytest.approx([chances[4]] * 3, rel=0.01)
    assert max(chances[4:]) < 1e-9


@pytest.mark.parametrize("typed", ["0.4462", "0.96", "0.0106", "-0.0124", "2.29E15", "0.95115271612263"])
def test_how_many_figures_agree(typed: str) -> None:
    """Of all figures of the index, those within half a unit, or from the printed digits up to the next."""
    printed = PrintedFigure.parse(typed)
    number, unit = Fraction(printed.scaled) / Fraction(10) ** printed.places, Fraction(10) ** -printed.places
    rounded = (number - unit / 2, number + unit / 2)
    cut = (number, number + unit) if number > 0 else (number - unit, number)
    low, high = min(rounded[0], cut[0]), max(rounded[1], cut[1])
    agreeing = sum(low <= Fraction(value) < high for value in index().values if float(low) <= value <= float(high))
    assert identify(typed).found == agreeing


def test_a_value_halfway_between_two_figures_is_one_match() -> None:
    """Fair odds of 19/8 are 2.38 if rounded, and 2.37 if cut off."""
    assert all(len({*match.decks}) == len(match.decks) for match in identify("1/13").matches)
    (match,) = (match for match in identify("2.37").matches if match.exact == Fraction(19, 8))
    assert (match.question.text, match.agreement) == (
        "fair odds of insurance-punto-1-5, infinite shoe",
        Agreement.TRUNCATED,
    )


@pytest.mark.parametrize("figure", ["1 in 0", "-0.9 to 1", "-1 to 1"])
def test_a_chance_of_nothing_is_of_no_figure(figure: str) -> None:
    """One in nothing, and odds of −1, have no probability."""
    identified = identify(figure)
    assert (identified.matches, identified.found, identified.by_chance) == ([], 0, 0)


def test_chances_are_figures_of_probabilities_and_of_odds() -> None:
    """ "1 in 10.5" is 2/21 as a probability, and odds of 9.5 to 1; "1/579" may be a number too."""
    for typed, low, high in (("1 in 10.5", 2 / 21.1, 2 / 20.9), ("9.5 to 1", 1 / 10.55, 1 / 10.45)):
        found = identify(typed)
        forms = {match.question.form: float(low_of(match.exact)) for match in found.matches if not match.rows}
        assert forms.keys() == {PROBABILITY, ODDS}
        assert low < forms[PROBABILITY] < high
        assert 9.4 < forms[ODDS] < 9.6
    assert {match.question.form for match in identify("1/579").matches} == {PROBABILITY}


def test_the_nearest_figures_by_a_search_of_all() -> None:
    """The three nearest different values of a number to which no figure agrees, and how many would be by chance."""
    typed = "0.073125"
    found = identify(typed)
    assert found.found == 0
    expected = nsmallest(3, {abs(value - float(typed)) for value in index().values})
    near = {float(one.difference): one.by_chance for one in found.near if one.difference is not None}
    assert [*near] == pytest.approx(expected)
    values = sorted(index().values, key=lambda value: abs(value - float(typed)))[:2000]
    span = max(values) - min(values)
    for difference, by_chance in near.items():  # so many of these would be as near if they were spread evenly
        assert by_chance == pytest.approx(2000 * 2 * difference / (span + 2 * difference), rel=0.2)


@pytest.mark.parametrize(
    ("typed", "is_misprint"),
    [
        ("1.0579 %", None), ("1.0589 %", True), ("1.0559 %", True), ("9.0579 %", True), ("1.0597 %", True),
        ("1.5079 %", True), ("1.7509 %", False), ("1.0588 %", False), ("1.05790 %", None), ("10.579 %", False),
        ("1.0 %", None), ("1.9 %", None), ("1.96 %", None), ("1.758 %", True)
    ]
)  # fmt: skip
def test_misprints_of_bancos_edge(typed: str, is_misprint: bool | None) -> None:
    """One digit changed, or two neighbours swapped, of three digits at least; `None` where some figure agrees."""
    found = identify(typed)
    assert (found.found > 0) is (is_misprint is None)
    claims = [near.question.text for near in found.near if near.difference is None]
    assert ("house edge of banco, 8 decks" in claims) is bool(is_misprint)
    assert len(claims) <= 3
