from __future__ import annotations

from pathlib import Path

import pytest

from exact.literature.audit import full_audit
from exact.literature.mutations import FEWEST_DIGITS, caught_changes


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
