"""What a page says of the output that it shows."""

import re
from fractions import Fraction
from pathlib import Path

from support import committed_rows, ungrouped

from exact import Outcome, Shoe, rules_named
from exact.analysis.odds import odds_of_shoe
from exact.arithmetic import decimal_text

DOCS = Path(__file__).parents[2] / "docs"
ODDS = odds_of_shoe(Shoe.of_decks(8), rules_named("standard").tableau)
PAYOFFS = {Outcome.PUNTO: Fraction(1), Outcome.BANCO: Fraction(19, 20), Outcome.TIE: Fraction(8)}


def test_the_last_column_of_the_tutorial_is_per_resolved_stake() -> None:
    """A tie returns what is staked on punto and banco, so the loss per resolved stake leaves the ties out."""
    page = ungrouped((DOCS / "tutorial.md").read_text(encoding="utf-8"))
    block, after = re.findall(r"```console\n\$ exact odds --decks 8 --digits 6\n(.*?)```\n(.*?)\n## ", page, re.DOTALL)[
        0
    ]
    rows = dict(re.findall(r"^(\w+) .*?([\d.]+ %)$", block, re.MULTILINE))
    counts = {side: Fraction(ODDS.counts[side], ODDS.deals) for side in Outcome}
    for side, pays in PAYOFFS.items():
        resolved = 1 if side is Outcome.TIE else 1 - counts[Outcome.TIE]
        loss = (resolved - counts[side] - pays * counts[side]) / resolved
        assert rows[side.value] == f"{decimal_text(loss * 100, 4)} %"
    assert "It is the loss per resolved stake" in " ".join(after.split())


def test_the_page_that_promises_digits_prints_them() -> None:
    page = ungrouped((DOCS / "how-to" / "reproduce-a-number.md").read_text(encoding="utf-8"))
    (section,) = re.findall(r"^## Print as many digits as you want\n(.*?)^## ", page, re.DOTALL | re.MULTILINE)
    (digits,) = map(int, re.findall(r"^\$ exact ask .* --as decimal --digits (\d+)$", section, re.MULTILINE))
    assert f"Here are {digits} digits of" in section
    printed = dict(re.findall(r"^(\w+) +(0\.\d+)$", section, re.MULTILINE))
    assert printed == {
        side.value.capitalize(): decimal_text(Fraction(ODDS.counts[side], ODDS.deals), digits) for side in Outcome
    }
    assert all(len(decimal) == len("0.") + digits for decimal in printed.values())


def test_the_decision_by_hand() -> None:
    """Banco draws on 6 against a standing punto, the 13 ranks equally likely; and where drawing equals standing."""
    page = (DOCS / "explanation" / "tableau.md").read_text(encoding="utf-8")
    means = {}
    for punto in (5, 6, 7):
        margins = [(6 + min(rank, 10)) % 10 - punto for rank in range(1, 14)]
        wins, ties, loses = (sum(test) for test in zip(*((m > 0, m == 0, m < 0) for m in margins), strict=True))
        means[punto] = Fraction(wins - loses, 13)
        mean = str(means[punto]).replace("-", "−")
        assert re.search(rf"^\| {punto} \| {wins}( ranks)? \| {ties} \| {loses} \| {mean} \|$", page, re.MULTILINE)
    standing = {5: 1, 6: 0, 7: -1}
    q = Fraction(2, 11)
    assert q * means[5] + means[6] + means[7] == q * standing[5] + standing[6] + standing[7]
    assert "for *q* = 2/11" in page


def test_the_prices_in_the_prose_are_those_of_the_tables() -> None:
    page = " ".join((DOCS / "explanation" / "tableau.md").read_text(encoding="utf-8").split())
    flips = {(row["banco"], row["third card"]): row for row in committed_rows("tableau-flips-8-decks")}
    assert f"{sum(not row['decimal'].startswith('-') for row in flips.values())} of the 88 cells cost banco" in page
    there = Fraction(flips["6", "none"]["per coup there"])
    assert f"{decimal_text(-there, 4)} from 8 decks" in page
    (gain,) = (
        row["decimal"]
        for row in committed_rows("tableau-best-replies")
        if (row["decks"], row["banco"]) == ("8", "best, sees totals")
    )
    assert f"cost the tableau {decimal_text(Fraction(gain), 4)} of a stake" in page
    games = {row["punto draws on"]: row for row in committed_rows("otto-mazzi-standing") if row["decks"] == "8"}
    six, seven = (decimal_text(-Fraction(games[total]["change"]), 4) for total in ("6", "7"))
    assert f"draws on 6 loses {six} of a stake per coup by it, and one that draws on 7 loses {seven}." in page
    assert f"the bet gains {decimal_text(Fraction(games['7']['banco at 5 %']), 4)} per coup" in page
