from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, perm

import pytest
from support import by_first_four

from exact.analysis.full_shoes import DECKS, odds_of_decks
from exact.analysis.pricing import price_bet
from exact.arithmetic import root_text
from exact.bets.catalogue import catalogue
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.literature.audit import Audited, audit, full_audit, reviewed, unreviewed
from exact.literature.bet_claims import BetClaim, bet_claims
from exact.literature.conditional_claims import CONDITIONAL_CATEGORIES, conditional_claims
from exact.literature.main_claims import MAIN_BET_CATEGORIES, MAIN_BET_WORDINGS, Quantity, main_bet_claims
from exact.literature.published import published_figures
from exact.literature.verdict import Agreement, PrintedFigure
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules.named import rules_named

BY_ID = {entry.figure.id: entry for entry in audit(main_bet_claims())}


def agrees(printed: str, value: Fraction) -> bool:
    return PrintedFigure.parse(printed).agreement(value) is Agreement.AGREES


def test_every_row_of_the_audited_categories_has_a_verdict() -> None:
    for categories, claims, rows in (
        (MAIN_BET_CATEGORIES, main_bet_claims(), 154),
        (CONDITIONAL_CATEGORIES, conditional_claims(), 177),
    ):
        expected = [figure.id for figure in published_figures() if figure.category in categories]
        assert [entry.figure.id for entry in audit(claims)] == expected
        assert len(expected) == rows


def test_every_disagreement_has_a_reason_and_every_reason_a_disagreement() -> None:
    audited = full_audit()
    assert unreviewed(audited) == []
    reasons = {entry.figure.id: entry.verdict.reason for entry in audited if entry.verdict.disagrees}
    assert reasons == reviewed()
    assert not any(entry.verdict.reason for entry in audited if not entry.verdict.disagrees)


def test_a_disagreement_with_a_remark_needs_a_reason_too() -> None:
    """The figures of streaks carry a remark; printed wrong, none of them passes for one that agrees."""
    streaks = [entry for entry in audit(bet_claims()) if entry.verdict.remark]
    assert {entry.figure.category for entry in streaks} == {"side_streak"}
    assert [wrong(entry).figure.id for entry in streaks] == unreviewed(map(wrong, streaks))


def wrong(entry: Audited) -> Audited:
    return entry._replace(verdict=entry.verdict._replace(agreement=Agreement.DISAGREES))


def test_every_claim_is_about_a_row() -> None:
    assert [entry.figure.id for entry in audit(bet_claims())] == list(bet_claims())


def test_probabilities_given_totals_are_those_of_the_walk() -> None:
    """Every row about two-card totals, its wording read again here, by the walk over a full shoe of 8 decks."""
    counts: Counter[tuple[int, int | None, Outcome]] = Counter()
    for hands, ways_of in by_first_four(8).items():
        of_punto, of_banco = (sum(values) % 10 for values in hands)
        for outcome, ways in ways_of.items():
            counts[of_punto, of_banco, outcome] += ways
            counts[of_punto, None, outcome] += ways
    words = {"Player": Outcome.PUNTO, "Banker": Outcome.BANCO, "Tie": Outcome.TIE}
    audited = audit(conditional_claims())
    assert len(audited) == 177
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
        for entry in audit(conditional_claims())
        if entry.figure.category == "midhand_4cards" and entry.figure.source.key == "S65"
    ]
    off = [entry.verdict.printed.scaled - round(entry.exact[8] * 10 ** len(entry.figure.value[2:])) for entry in page]
    assert (len(page), off.count(1), off.count(-1), set(off)) == (91, 13, 7, {-1, 0, 1})
    by_id = {entry.figure.id: entry for entry in page}
    assert by_id["P1128"].exact == by_id["P1206"].exact


def test_the_remarks_on_rules_are_true() -> None:
    tableau = rules_named("standard").tableau
    assert [third for third in range(10) if tableau.banco_draws(6, third)] == [6, 7]  # P1387
    assert [third for third in range(10) if not tableau.banco_draws(3, third)] == [8]  # P1388, P1389
    dragon = price_bet(catalogue()["dragon-7"], Shoe.of_decks(8), tableau)
    assert agrees("30.1%", 1 - 31 * dragon.probability(0))  # P1400
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
    (entry,) = (entry for entry in audit(bet_claims()) if entry.figure.id == figure)
    assert entry.verdict.exact == exact


def test_the_reasons_about_bets_are_true() -> None:
    """The sums, the wrong formulas and the slips that the reviewed reasons name give the printed figures."""
    audited = audit(bet_claims())
    printed = {entry.figure.id: entry.verdict.printed for entry in audited}
    exact = {entry.figure.id: entry.verdict.exact for entry in audited}
    rows = {
        "P0219": ("0.005798", 151), "P0220": ("0.004101", 216), "P0221": ("0.004003", 226), "P0222": ("0.004452", 201), "P0223": ("0.007261", 121),
        "P0224": ("0.007939", 111), "P0225": ("0.019240", 46), "P0227": ("0.010979", 81), "P0228": ("0.011033", 81),
        "P0114": ("0.303444", 3), "P0116": ("0.317687", 3),
    }  # fmt: skip
    for figure, (probability, times) in rows.items():
        assert printed[figure].agreement(Fraction(probability) * times - 1) is Agreement.AGREES
    tie = BY_ID["P0007"].exact[8]
    assert perm(416, 6) - printed["P0361"].scaled - tie - printed["P0364"].scaled == printed["P0355"].scaled
    for suited, lucky in (("P1311", "P1320"), ("P1314", "P1323")):
        assert exact[suited] - printed[suited].scaled == printed[lucky].scaled - exact[lucky] > 0
        assert str(exact[suited] - printed[suited].scaled) in reviewed()[suited]
    for suits, counts in ((3, {name: figure.scaled for name, figure in printed.items()}), (4, exact)):
        assert counts["P0948"] == suits * comb(8, 3) * 384
        assert counts["P0951"] == (comb(32, 3) - suits * comb(8, 3)) * 384
    paid_20_not_250 = Fraction(exact["P0948"] - printed["P0948"].scaled, comb(416, 4))
    assert printed["P0970"].agreement(exact["P0970"] - 230 * paid_20_not_250) is Agreement.AGREES
    natural = price_bet(catalogue()["punto-natural-9"], Shoe.of_decks(8), rules_named("standard").tableau)
    slipped = natural.moment(2) + natural.expectation**2
    assert printed["P0529"].agreement(Fraction(root_text(slipped, 12))) is Agreement.AGREES
    small = BetClaim("small", "", "house edge", "", "")
    assert printed["P0375"].agreement(small.exact(6) or Fraction(0)) is Agreement.AGREES


COUNTS_OF_DECKS = {
    total: [f"P{int(total[1:]) - row:04}" for row in (3, 2, 1)] for total in ("P0720", "P0724", "P0736", "P0740")
}
"""The counts of punto, banco and tie that the page prints above each total."""


def test_totals_that_disagree_are_sums_of_printed_counts() -> None:
    """Cut to the 15 digits that a spreadsheet keeps, the counts above each total add up to what is printed for it."""
    values = {figure.id: int(figure.value) for figure in published_figures() if figure.value.isdecimal()}
    counts = [name for name, claim in bet_claims().items() if claim.measure == "count"]
    punto, banco = (
        [name for name in counts if low <= name < high] for low, high in (("P0043", "P0070"), ("P0071", "P0098"))
    )
    for total, above in {**COUNTS_OF_DECKS, "P0070": punto, "P0098": banco}.items():
        printed = sum(values[name] for name in above)
        assert PrintedFigure.parse(str(values[total])).agreement(Fraction(printed)) in (
            Agreement.ROUNDED,
            Agreement.TRUNCATED,
        )
        assert str(printed) in reviewed()[total]
    for decks, total in zip((7, 8, 11, 12), COUNTS_OF_DECKS, strict=True):
        assert BY_ID[total].exact[decks] == perm(52 * decks, 6) != values[total]


def test_the_reasons_about_the_main_bets_are_true() -> None:
    """The figures with other deck counts that the reviewed reasons name."""
    six, infinite = (odds_of_decks(decks, rules_named("standard").tableau) for decks in (6, None))
    assert agrees("45.87%", six.probability(Outcome.BANCO))  # P0813
    assert agrees("44.6279%", six.probability(Outcome.PUNTO))  # P0032
    assert agrees("14.1%", 1 - 9 * infinite.probability(Outcome.TIE))  # P1001


@pytest.mark.parametrize(
    ("figure", "sentence"),
    [
        ("P0001", "agrees to the digits printed"),
        ("P0718", "rounded or truncated in the source"),
        ("P0811", "rounded or truncated in the source"),
        ("P0019", "rounded or truncated in the source"),
        ("P0385", "not a figure of this kind (a return); as such it agrees to the digits printed"),
        ("P1366", "not a figure of this kind (odds); as such it agrees for d = 4–16, ∞"),
        ("P1363", "agrees for d = 8–16, ∞"),
        ("P1002", "rounded or truncated in the source (d = ∞)"),
        ("P0032", "disagrees"),
    ],
)
def test_verdicts(figure: str, sentence: str) -> None:
    assert BY_ID[figure].verdict.sentence == sentence


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_printed_counts_are_those_of_the_walk(decks: int) -> None:
    printed = {entry.claim: entry.figure for entry in BY_ID.values() if entry.figure.decks == str(decks)}
    for side, count in count_outcomes(Shoe.of_decks(decks), DECISIONS["standard"]).items():
        assert int(printed[Quantity("count", side)].value) == count


def test_wordings_are_unambiguous() -> None:
    used = {figure.quantity for figure in published_figures() if figure.category in MAIN_BET_CATEGORIES}
    assert used == set(MAIN_BET_WORDINGS)
    assert None in DECKS
