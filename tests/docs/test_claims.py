"""What a page says of the output that it shows."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from exact import Outcome, Shoe, odds_of_shoe, rules_named
from exact.arithmetic import decimal_text

DOCS = Path(__file__).parents[2] / "docs"
ODDS = odds_of_shoe(Shoe.of_decks(8), rules_named("standard").tableau)
PAYOFFS = {Outcome.PUNTO: Fraction(1), Outcome.BANCO: Fraction(19, 20), Outcome.TIE: Fraction(8)}


def test_the_last_column_of_the_tutorial_is_per_resolved_stake() -> None:
    """A tie returns what is staked on punto and banco, so the loss per resolved stake leaves the ties out."""
    page = (DOCS / "tutorial.md").read_text(encoding="utf-8")
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
    page = (DOCS / "how-to" / "reproduce-a-number.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## Print as many digits as you want\n(.*?)^## ", page, re.DOTALL | re.MULTILINE)
    (digits,) = map(int, re.findall(r"^\$ exact odds --decks 8 --digits (\d+)", section, re.MULTILINE))
    assert f"Here are {digits} digits of" in section
    printed = dict(re.findall(r"^(\w+),(0\.\d+)$", section, re.MULTILINE))
    assert printed == {side.value: decimal_text(Fraction(ODDS.counts[side], ODDS.deals), digits) for side in Outcome}
    assert all(len(decimal) == len("0.") + digits for decimal in printed.values())
