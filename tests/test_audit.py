from __future__ import annotations

import csv
from fractions import Fraction
from math import perm

import pytest

from exact.analysis.figures import DECKS, Quantity, odds_of_decks
from exact.coup import Outcome
from exact.errors import ExactError
from exact.literature.audit import AUDITED, DISAGREES, OTHER_KIND, QUANTITIES, audit, reviewed, unreviewed
from exact.literature.printed_figure import AGREES, ROUNDED, PrintedFigure
from exact.literature.published import PUBLISHED_FILE, published_figures
from exact.rules.decisions import DECISIONS
from exact.rules.shipped import rules_named
from exact.shoe import Shoe
from exact.walk import count_outcomes

BY_ID = {entry.figure.id: entry for entry in audit()}
PRINTED = {
    (decks, side): next(
        entry
        for entry in BY_ID.values()
        if entry.quantity == Quantity("count", side) and entry.figure.decks == str(decks)
    )
    for decks in (1, 2, 3)
    for side in Outcome
}


@pytest.mark.parametrize(
    ("printed", "value", "verdict"),
    [
        ("45.86%", Fraction(458597, 10**6), AGREES),
        ("0.4586", Fraction(458597, 10**6), AGREES),
        ("45.85%", Fraction(458597, 10**6), ROUNDED),  # cut off
        ("45.87%", Fraction(458597, 10**6), None),
        ("1.36 percent", Fraction(1364966, 10**8), AGREES),
        ("4.80%", Fraction(4844, 10**5), ROUNDED),  # 4.8 with a zero put behind
        ("-0.012351", Fraction(-123508, 10**7), AGREES),
        ("−0.012350", Fraction(-123508, 10**7), ROUNDED),
        ("9.5/1", Fraction(9509, 1000), AGREES),
        ("1023469376328440", Fraction(1023469376328448), ROUNDED),
        ("1023469376328450", Fraction(1023469376328448), ROUNDED),
        ("1023469376328460", Fraction(1023469376328448), None),
        ("1023469376328447", Fraction(1023469376328448), None),
        ("0.0", Fraction(1, 100), AGREES),
        ("0", Fraction(6, 10), None),
        ("100", Fraction(100), AGREES),
    ],
)  # fmt: skip
def test_a_verdict_comes_from_the_digits_printed(printed: str, value: Fraction, verdict: str | None) -> None:
    assert PrintedFigure.parse(printed).verdict(value) == verdict


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "abc",
        "1e5",
        "1.2.3",
        "½",
        "%",
        "-",
        "1 %%",
        "9" * 1001,
        "0x10",
        "٣",
        "1,06%",
        "0,4462",
        "1,2,3",
        "12,34",
    ],
)
def test_what_is_no_figure(text: str) -> None:
    with pytest.raises(ExactError, match="figure: .* must be a decimal with a point, a percentage or a count"):
        PrintedFigure.parse(text)


def test_every_row_of_the_audited_categories_has_a_verdict() -> None:
    with PUBLISHED_FILE.open(encoding="utf-8", newline="") as file:
        expected = [row["id"] for row in csv.DictReader(file) if row["category"] in AUDITED]
    assert [entry.figure.id for entry in audit()] == expected
    assert len(expected) == 154
    for entry in audit():
        start = ("agrees to the digits printed", "rounded or truncated", "agrees for d = ", OTHER_KIND, DISAGREES)
        assert entry.verdict.startswith(start)


def test_every_source_is_cited() -> None:
    for figure in published_figures():
        assert figure.value
        assert figure.source_title
        assert figure.cite_url.startswith("http")


def test_every_disagreement_has_a_reason_and_every_reason_a_disagreement() -> None:
    assert unreviewed(audit()) == []
    assert set(reviewed()) == {figure_id for figure_id, entry in BY_ID.items() if entry.verdict == DISAGREES}


def test_the_reasons_given_are_true() -> None:
    """The sums and the other figures that the reviewed reasons name."""
    assert 995884732700032 + 1023469376328440 + 212268385833280 == 2231622494861752
    assert 2230518282592250 + 2292252566437880 + 475627426473216 == 4998398275503346
    assert 15222978065896800 + 15643682376129200 + 3248754169011640 == 34115414611037640
    assert 25714619121272800 + 26425038379143100 + 5488795281294720 == 57628452781710620
    for total, decks in (("P0720", 7), ("P0724", 8), ("P0736", 11), ("P0740", 12)):
        assert BY_ID[total].exact[decks] == perm(52 * decks, 6)
    six, infinite = (odds_of_decks(decks, rules_named("standard").tableau) for decks in (6, None))
    assert PrintedFigure.parse("45.87%").verdict(six.probability(Outcome.BANCO)) == AGREES  # P0813
    assert PrintedFigure.parse("44.6279%").verdict(six.probability(Outcome.PUNTO)) == AGREES  # P0032
    assert PrintedFigure.parse("14.1%").verdict(1 - 9 * infinite.probability(Outcome.TIE)) == AGREES  # P1001


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        ("P0001", AGREES),
        ("P0718", ROUNDED),
        ("P0811", ROUNDED),
        ("P0019", ROUNDED),
        ("P0385", "not a figure of this kind (a return); as such it agrees to the digits printed"),
        ("P1366", "not a figure of this kind (odds); as such it agrees for d = 4–16, ∞"),
        ("P1363", "agrees for d = 8–16, ∞"),
        ("P1002", "rounded or truncated in the source (d = ∞)"),
        ("P0032", DISAGREES),
    ],
)
def test_verdicts(figure: str, verdict: str) -> None:
    assert BY_ID[figure].verdict == verdict


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_printed_counts_are_those_of_the_walk(decks: int) -> None:
    counts = count_outcomes(Shoe.of_decks(decks), DECISIONS["standard"])
    for side in Outcome:
        assert int(PRINTED[decks, side].figure.value) == counts[side]


def test_wordings_are_unambiguous() -> None:
    used = {figure.quantity for figure in published_figures() if figure.category in AUDITED}
    assert used == set(QUANTITIES)
    assert None in DECKS
