import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import NamedTuple

import pytest
from support import by_first_four

from exact.analysis.odds import odds_of_decks
from exact.analysis.pricing import price_bet
from exact.arithmetic import root_text
from exact.bets.catalogue import catalogue, find_bet
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.literature.audit import full_audit, reviewed, unreviewed, verdict_on
from exact.literature.printed import Agreement, PrintedFigure, Verdict, judge
from exact.literature.published import PublishedFigure, published_figures
from exact.literature.reasons import what_would_agree
from exact.publication.chapters.audit import verdict_text
from exact.questions.question import parse_question
from exact.rules import rules_named


class Entry(NamedTuple):
    figure: PublishedFigure
    verdict: Verdict


def audit() -> list[Entry]:
    return [Entry(*entry) for entry in full_audit()]


@cache
def by_id() -> dict[str, Entry]:
    return {entry.figure.id: entry for entry in audit()}


CONDITIONAL = ("midhand_2cards", "midhand_4cards")


def fraction(entry: Entry) -> Fraction:
    assert isinstance(entry.verdict.exact, Fraction)
    return entry.verdict.exact


def agrees(printed: str, value: Fraction) -> bool:
    return PrintedFigure.parse(printed).agreement(value) is Agreement.AGREES


def test_every_disagreement_has_a_reason_and_every_reason_a_disagreement() -> None:
    audited = audit()
    assert unreviewed(audited) == []
    reasons = {entry.figure.id: entry.verdict.reason for entry in audited if entry.verdict.disagrees}
    assert reasons == reviewed()
    assert not any(entry.verdict.reason for entry in audited if not entry.verdict.disagrees)


@pytest.mark.slow
def test_probabilities_given_totals_are_those_of_the_walk() -> None:
    """Every row about two-card totals, its wording read again here, by the walk over a full shoe of 8 decks."""
    counts: Counter[tuple[int, int | None, Outcome]] = Counter()
    for hands, ways_of in by_first_four(8).items():
        of_punto, of_banco = (sum(values) % 10 for values in hands)
        for outcome, ways in ways_of.items():
            counts[of_punto, of_banco, outcome] += ways
            counts[of_punto, None, outcome] += ways
    words = {"Player": Outcome.PUNTO, "Banker": Outcome.BANCO, "Tie": Outcome.TIE}
    audited = [entry for entry in audit() if entry.figure.category in CONDITIONAL]
    assert audited
    for entry in audited:
        digits = [int(digit) for digit in entry.figure.quantity if digit.isdigit()]
        punto, banco = digits[0], digits[1] if len(digits) > 1 else None
        outcome = words[entry.figure.quantity[2:].split(" ")[0].rstrip(")")]
        of_totals = sum(counts[punto, banco, each] for each in Outcome)
        assert entry.verdict.exact == Fraction(counts[punto, banco, outcome], of_totals)


def test_the_reason_for_cells_off_by_one_is_true() -> None:
    """Of the page's cells for two totals: how many differ by a unit, how many up, and the two equal by symmetry."""
    page = [
        entry for entry in audit() if entry.figure.category == "midhand_4cards" and entry.figure.source.key == "S65"
    ]
    off = [entry.verdict.printed.scaled - round(fraction(entry) * 10 ** len(entry.figure.value[2:])) for entry in page]
    assert (len(page), off.count(1), off.count(-1), set(off)) == (91, 13, 7, {-1, 0, 1})
    by_id = {entry.figure.id: entry for entry in page}
    assert by_id["P1128"].verdict.exact == by_id["P1206"].verdict.exact


def test_the_remarks_on_rules_are_true() -> None:
    tableau = rules_named("standard").tableau
    assert [third for third in range(10) if tableau.banco_draws(6, third)] == [6, 7]  # P1387
    assert [third for third in range(10) if not tableau.banco_draws(3, third)] == [8]  # P1388, P1389
    dragon = price_bet(catalogue()["dragon-7"], Shoe.of_decks(8), tableau)
    assert agrees("30.1%", 1 - 31 * dragon.probability(0))  # P1400
    egalites = [Fraction(f.value) for f in published_figures() if f.quantity.endswith("in first version of file")]
    assert (len(egalites), sum(egalites)) == (10, Fraction("0.09188"))  # P1371


def test_the_reasons_about_bets_are_true() -> None:
    """The sums, the wrong formulas and the slips that the reviewed reasons name give the printed figures."""
    printed = {entry.figure.id: entry.verdict.printed for entry in audit()}
    exact = {name: fraction(entry) for name, entry in by_id().items() if isinstance(entry.verdict.exact, Fraction)}
    rows = {
        "P0219": ("0.005798", 151), "P0220": ("0.004101", 216), "P0221": ("0.004003", 226),
        "P0222": ("0.004452", 201), "P0223": ("0.007261", 121),
        "P0224": ("0.007939", 111), "P0225": ("0.019240", 46), "P0227": ("0.010979", 81), "P0228": ("0.011033", 81),
        "P0114": ("0.303444", 3), "P0116": ("0.317687", 3)
    }  # fmt: skip
    for figure, (probability, times) in rows.items():
        assert printed[figure].agreement(Fraction(probability) * times - 1) is Agreement.AGREES
    tie = exact["P0007"]
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
    assert printed["P0375"].agreement(parse_question("house edge of small, 6 decks").exact()) is Agreement.AGREES


COUNTS_OF_DECKS = {
    total: [f"P{int(total[1:]) - row:04}" for row in (3, 2, 1)] for total in ("P0720", "P0724", "P0736", "P0740")
}
"""The counts of punto, banco and tie that the page prints above each total."""


def test_totals_that_disagree_are_sums_of_printed_counts() -> None:
    """Cut to the 15 digits that a spreadsheet keeps, the counts above each total add up to what is printed for it."""
    values = {figure.id: int(figure.value) for figure in published_figures() if figure.value.isdecimal()}
    counts = [name for name, entry in by_id().items() if entry.verdict.question.quantity.measure == "count"]
    punto, banco = (
        [name for name in counts if low <= name < high] for low, high in (("P0043", "P0070"), ("P0071", "P0098"))
    )
    for total, above in {**COUNTS_OF_DECKS, "P0070": punto, "P0098": banco}.items():
        printed = sum(values[name] for name in above)
        assert PrintedFigure.parse(str(values[total])).agreement(Fraction(printed)) is Agreement.PADDED
        assert str(printed) in reviewed()[total]
    for decks, total in zip((7, 8, 11, 12), COUNTS_OF_DECKS, strict=True):
        assert by_id()[total].verdict.exact == perm(52 * decks, 6) != values[total]


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
        ("P0718", "padded with zeros in the source"),
        ("P0811", "truncated in the source"),
        ("P0019", "disagrees"),
        ("P0385", "not a figure of this kind (a return); as such it agrees to the digits printed"),
        ("P1366", "not a figure of this kind (odds); as such it agrees for d = 4–16, ∞"),
        ("P1363", "agrees for d = 8–16, ∞"),
        ("P1002", "truncated in the source (d = ∞)"),
        ("P0032", "disagrees"),
    ],
)
def test_verdicts(figure: str, sentence: str) -> None:
    assert verdict_text(by_id()[figure].verdict, by_id()[figure].figure.category) == sentence


def test_the_reasons_about_decimals_are_true() -> None:
    """To how many decimals a figure is right: so far, and no farther, the printed digits are those of the value."""
    reasons = {figure: re.match(r"Right to (\w+) decimals only", reason) for figure, reason in reviewed().items()}
    right = {figure: match[1] for figure, match in reasons.items() if match}
    assert len(right) == 20  # six figures of one source, and the sums of doubles of an engine
    for figure, number in right.items():
        decimals = {"six": 6, "seven": 7}.get(number) or int(number)
        printed, exact = Fraction(by_id()[figure].figure.value), fraction(by_id()[figure])
        assert int(printed * 10**decimals) == int(exact * 10**decimals), figure
        assert int(printed * 10 ** (decimals + 1)) != int(exact * 10 ** (decimals + 1)), figure


def test_the_reasons_about_tiger_bets_are_true() -> None:
    """The payoff that each figure of P1424 to P1428 would need, and the sum that is P1469."""
    needed = {
        "P1424": ("lucky-6:12-20", "25.4"),
        "P1425": ("big-tiger", "55.6"),
        "P1426": ("small-tiger", "24.4"),
        "P1427": ("tiger-tie", "45.8"),
        "P1428": ("tiger-pair", "4.5"),
    }
    for figure, (bet, payoff) in needed.items():
        assert f"would need {payoff} to 1" in reviewed()[figure]
        price = price_bet(find_bet(bet), Shoe.of_decks(8), rules_named("standard").tableau)
        printed = Fraction(by_id()[figure].figure.value.removesuffix("%")) / 100
        *_, last, _lose = range(len(price.categories))  # the category whose payoff the reason changes
        change = (price.house_edge - printed) / price.probability(last)
        assert f"{float(price.payoffs[last] + change):.1f}" == payoff, figure
    parts = "0.1382361534 + 0.0055807185 + 0.0000029595"
    assert parts in reviewed()["P1469"]
    assert sum(map(Fraction, parts.split(" + "))) == Fraction("0.1438198314")
    assert by_id()["P1469"].figure.value.startswith("0.143819831")


def test_a_figure_of_two_digits_is_not_sought_with_other_numbers_of_decks() -> None:
    """Banco's edge is 1.0579 % with eight decks and 1.0117 % with one."""
    assert what_would_agree(judge(parse_question("house edge of banco, 8 decks"), PrintedFigure.parse("1.0%"))) is None


BONUS = ("house edge of dragon-bonus-punto", "2.7%"), ("house edge of cards-4", "5.3%")
ONE_DECK = ("house edge of dragon-bonus-banco", "9.7%")
"""Only one deck gives it, and either figure of `BONUS` excludes one deck."""


def test_the_audit_of_a_small_literature(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two pages: rows without a verdict and figures of another page exclude nothing, nor do figures of stated decks."""
    row = published_figures()[0]
    other = next(figure.source for figure in published_figures() if figure.source != row.source)
    bonus, cards, one_deck = (f"{claim}, unstated decks" for claim in (BONUS[0][0], BONUS[1][0], ONE_DECK[0]))
    figures = tuple(
        replace(row, id=name, claim=claim, value=value, category=category, unjudged=unjudged, source=source)
        for name, claim, value, category, unjudged, source in (
            ("X1", bonus, "2.7%", "house_edge", "", row.source),
            *(("X2", one_deck, "9.7%", "house_edge", "a simulation's result", row.source) for _ in range(3)),
            ("X3", one_deck, "9.7%", "house_edge", "", row.source),
            ("X4", cards, "5.3%", "house_edge", "", row.source),
            ("X5", one_deck, "9.7%", "house_edge", "", other),
            ("X6", "return of punto, 8 decks", "98.765%", "house_edge", "", row.source),
            ("X7", "return of punto, 8 decks", "98.765%", "return", "", other),
            ("P1390", "house edge of banco, 8 decks", "1.96%", "house_edge", "", other),
            ("P1391", "house edge of banco, 8 decks", "1.06%", "house_edge", "", other),
            ("X8", "house edge of banco, 8 decks", "1.97%", "house_edge", "", other),
        )
    )
    monkeypatch.setattr("exact.literature.audit.published_figures", lambda: figures)
    audited = audit()
    assert [entry.figure.id for entry in audited] == [figure.id for figure in figures if not figure.unjudged]
    sentences = {entry.figure.id: verdict_text(entry.verdict, entry.figure.category) for entry in audited}
    assert sentences.pop("X1").startswith("agrees for d = ")
    assert sentences.pop("X4").startswith("agrees for d = ")
    assert sentences == {
        **dict.fromkeys(("X3", "P1390", "X8"), "disagrees"),
        "X5": "agrees for d = 1",
        "X6": "not a figure of this kind (a return); as such it agrees to the digits printed",
        **dict.fromkeys(("X7", "P1391"), "agrees to the digits printed"),
    }
    reasons = {entry.figure.id: entry.verdict.reason for entry in audited if entry.verdict.reason}
    assert reasons == {"P1390": reviewed()["P1390"]}
    assert unreviewed(audited) == ["X3", "X8"]
    for entry in audited:
        alone = verdict_on(entry.figure)
        assert (alone.agreement, alone.agreeing_decks) == (entry.verdict.agreement, entry.verdict.agreeing_decks)
