from __future__ import annotations

import csv
from collections import Counter
from fractions import Fraction
from math import perm

import pytest
from support import full_walk

from exact.analysis.pricing import price_bet
from exact.arithmetic import root_text
from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.literature.audit import bet_audit, claims
from exact.literature.claims import DECKS, Quantity, odds_of_decks
from exact.literature.every_audit import every_audit
from exact.literature.midhand_audit import MIDHAND_CATEGORIES, midhand_audit
from exact.literature.printed_figure import AGREES, ROUNDED, PrintedFigure
from exact.literature.published import PUBLISHED_FILE, published_figures
from exact.literature.unjudged import remarks, unjudged_kind
from exact.literature.verdict import AUDITED, DISAGREES, OTHER_KIND, QUANTITIES, audit, reviewed, unreviewed
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules.named import rules_named

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
    audited = every_audit()
    assert unreviewed(audited) == []
    assert set(reviewed()) == {entry.figure.id for entry in audited if entry.verdict == DISAGREES}


def test_every_row_has_a_verdict_or_is_a_rule_or_a_simulation_and_never_both() -> None:
    judged = [entry.figure.id for entry in every_audit()]
    unjudged = [figure.id for figure in published_figures() if unjudged_kind(figure)]
    with PUBLISHED_FILE.open(encoding="utf-8", newline="") as file:
        assert sorted(judged + unjudged) == sorted(row["id"] for row in csv.DictReader(file))
    assert (len(judged), len(unjudged)) == (1054, 83)
    assert set(remarks()) <= set(unjudged)
    starts = ("agrees to the digits printed", "rounded or truncated", "agrees for d = ", OTHER_KIND, DISAGREES)
    assert all(entry.verdict.startswith(starts) for entry in every_audit())


def test_every_claim_is_about_a_row() -> None:
    assert [entry.figure.id for entry in bet_audit()] == list(claims())


def test_probabilities_given_totals_are_those_of_the_walk() -> None:
    """Every row about two-card totals, its wording read again here, by the walk over a full shoe of 8 decks."""
    counts: Counter[tuple[int, int | None, Outcome]] = Counter()
    for walked in full_walk(8):
        punto, banco = (sum(hand.values[:2]) % 10 for hand in walked.coup)
        counts[punto, banco, walked.coup.outcome] += walked.ways
        counts[punto, None, walked.coup.outcome] += walked.ways
    words = {"Player": Outcome.PUNTO, "Banker": Outcome.BANCO, "Tie": Outcome.TIE}
    audited = midhand_audit()
    assert len(audited) == sum(figure.category in MIDHAND_CATEGORIES for figure in published_figures()) == 177
    for entry in audited:
        digits = [int(digit) for digit in entry.figure.quantity if digit.isdigit()]
        punto, banco = digits[0], digits[1] if len(digits) > 1 else None
        outcome = words[entry.figure.quantity[2:].split(" ")[0].rstrip(")")]
        of_totals = sum(counts[punto, banco, each] for each in Outcome)
        assert entry.exact == {8: Fraction(counts[punto, banco, outcome], of_totals)}


def test_the_reason_for_cells_off_by_one_is_true() -> None:
    """Of the page's cells for two totals: how many differ by a unit, how many up, and the two equal by symmetry."""
    page = [
        entry
        for entry in midhand_audit()
        if entry.figure.category == "midhand_4cards" and "Appendix 3" in entry.figure.source_title
    ]
    off = [
        PrintedFigure.parse(entry.figure.value).scaled - round(entry.exact[8] * 10 ** len(entry.figure.value[2:]))
        for entry in page
    ]
    assert (len(page), off.count(1), off.count(-1), set(off)) == (91, 13, 7, {-1, 0, 1})
    by_id = {entry.figure.id: entry for entry in page}
    assert by_id["P1128"].exact == by_id["P1206"].exact


def test_the_remarks_on_rules_are_true() -> None:
    tableau = rules_named("standard").tableau
    assert [third for third in range(10) if tableau.banco_draws(6, third)] == [6, 7]  # P1387
    assert [third for third in range(10) if not tableau.banco_draws(3, third)] == [8]  # P1388, P1389
    dragon = price_bet(catalogue()["dragon-7"], Shoe.of_decks(8), tableau)
    assert PrintedFigure.parse("30.1%").verdict(1 - 31 * dragon.probability(0)) == AGREES  # P1400
    egalites = [Fraction(f.value) for f in published_figures() if f.quantity.endswith("in first version of file")]
    assert (len(egalites), sum(egalites)) == (10, Fraction("0.09188"))  # P1371


@pytest.mark.parametrize(
    ("figure", "exact"),
    [
        ("P0364", 112_633_011_329_024),  # Dragon 7, as the issue of this audit states it
        ("P0295", 246_848_784),  # perfect pair, either hand, of pairs of hands
        ("P0948", 86_016),  # 4 suits, C(8,3) nines of it, 384 other cards
        ("P0951", (4960 - 4 * 56) * 384),
        ("P0768", 210),  # 16·17/2 pairs of zeros, and 16·4 + … of 1-9, 2-8, 3-7, 4-6, and 4·5/2 of 5-5
        ("P0778", 190),
    ],
)
def test_exact_counts_that_can_be_checked_by_hand(figure: str, exact: int) -> None:
    (entry,) = (entry for entry in bet_audit() if entry.figure.id == figure)
    assert entry.exact[entry.shown_decks] == exact


def test_the_reasons_about_bets_are_true() -> None:
    """The sums, the wrong formulas and the slips that the reviewed reasons name give the printed figures."""
    printed = {entry.figure.id: PrintedFigure.parse(entry.figure.value) for entry in bet_audit()}
    exact = {entry.figure.id: entry.exact[entry.shown_decks] for entry in bet_audit()}
    rows = {
        "P0219": ("0.005798", 151), "P0220": ("0.004101", 216), "P0221": ("0.004003", 226), "P0222": ("0.004452", 201), "P0223": ("0.007261", 121),
        "P0224": ("0.007939", 111), "P0225": ("0.019240", 46), "P0227": ("0.010979", 81), "P0228": ("0.011033", 81),
        "P0114": ("0.303444", 3), "P0116": ("0.317687", 3),
    }  # fmt: skip
    for figure, (probability, times) in rows.items():
        assert printed[figure].verdict(Fraction(probability) * times - 1) == AGREES
    assert 4998398275503360 - 2230518282592250 - 475627426473216 - 112633011329024 == 2179619555108870  # P0355
    left_out = exact["P1311"] - 8230060380160
    assert left_out == 548824514488320 - exact["P1320"] == 3532917806592
    assert exact["P1314"] - 53649934949376 == 4333011132264960 - exact["P1323"] == 595312896000
    assert 3 * 56 * 384 == 64512
    assert (4960 - 3 * 56) * 384 == 1840128
    assert exact["P0948"] - 64512 == 1840128 - exact["P0951"] == 21504
    natural = price_bet(catalogue()["punto-natural-9"], Shoe.of_decks(8), rules_named("standard").tableau)
    slipped = natural.moment(2) + natural.expectation**2
    assert printed["P0529"].verdict(Fraction(root_text(slipped, 12))) == AGREES
    assert printed["P0375"].verdict(1 - Fraction(5, 2) * Fraction(333025560274176, 878869206895680)) == AGREES


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
