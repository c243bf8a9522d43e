from __future__ import annotations

from pathlib import Path

import pytest

from exact.literature import mutations
from exact.literature.audit import full_audit, judge_claim
from exact.literature.claims import parse_claim
from exact.literature.mutations import FEWEST_DIGITS, caught_changes
from exact.literature.printed import PrintedFigure


@pytest.mark.slow
def test_a_changed_figure_gets_another_verdict() -> None:
    """Every figure that is accepted, of three digits or more, with other digits: nine first ones, ten ends, nine last ones."""
    accepted = [entry.verdict.printed for entry in full_audit() if not entry.verdict.disagrees]
    long = [figure for figure in accepted if len(str(abs(figure.scaled))) >= FEWEST_DIGITS]
    first, others, last = caught_changes()
    assert len(long) > 900
    assert (first.tried, last.tried) == (8 * len(long), 9 * len(long))
    assert 9 * len(long) < others.tried <= 10 * len(long)
    assert (first.caught, others.caught) == (first.tried, others.tried)
    assert last.caught + last.right == last.tried
    page = (Path(__file__).parents[2] / "docs" / "reference" / "claims.md").read_text(encoding="utf-8")
    for change in (first, others, last):
        assert f"| {change.change} | {change.tried} | {change.caught} | {change.right} |" in page


def test_figures_of_three_digits_are_changed_and_shorter_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of two digits is not; of one of three digits, 8 other first digits, 9 other ends, 9 other last digits."""
    printed = {
        "house edge of banco, 8 decks": "1.1%",
        "expectation of banco, 8 decks": "-1.06%",
        "variance of tie, 8 decks": "8",
    }
    judged = [judge_claim(parse_claim(claim), PrintedFigure.parse(figure)) for claim, figure in printed.items()]
    monkeypatch.setattr(mutations, "full_audit", lambda: judged)
    first, others, last = caught_changes()
    assert (first.tried, first.caught) == (8, 8)
    assert (others.tried, others.caught) == (10, 10)
    assert (last.tried, last.caught) == (9, 9)  # -1.05 % is cut off, where -1.06 % is rounded


def test_which_digits_are_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of -1.06 %: every other first digit; no end but zeros, or all of it moved on together; every other last digit."""
    judged = judge_claim(parse_claim("expectation of banco, 8 decks"), PrintedFigure.parse("-1.06%"))
    seen = []

    def noting(_claim: object, printed: PrintedFigure) -> object:
        seen.append(printed.scaled)
        return judged

    monkeypatch.setattr(mutations, "full_audit", lambda: [judged])
    monkeypatch.setattr(mutations, "judge_claim", noting)
    caught_changes()
    first = [206, 306, 406, 506, 606, 706, 806, 906]
    others = [100, 117, 128, 139, 140, 151, 162, 173, 184, 195]
    last = [100, 101, 102, 103, 104, 105, 107, 108, 109]
    assert [-number for number in seen] == [*first, *others, *last]


def test_a_change_that_gets_the_same_verdict_is_counted_as_right_within_a_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    """An audit that notices nothing: of the nine last digits of -1.06 %, the exact -1.0579 % is within a unit of one more, -1.05 %."""
    judged = judge_claim(parse_claim("expectation of banco, 8 decks"), PrintedFigure.parse("-1.06%"))
    monkeypatch.setattr(mutations, "full_audit", lambda: [judged])
    monkeypatch.setattr(mutations, "judge_claim", lambda _claim, _printed: judged)
    assert [change[1:] for change in caught_changes()] == [(8, 0, 0), (10, 0, 0), (9, 0, 1)]
