"""The stored figures that fit in a minute, computed again in the place of their own."""

from concurrent.futures import Executor
from fractions import Fraction

import pytest
import stored_parts
from stored_parts import computed, with_quick_parts

from exact.publication.stored_figures import PERFECT_PLAY
from exact.stored import Row
from exact.workers.processes import process_pool

pytestmark = pytest.mark.scripts


def a_little_more_for_the_tie(unseen: int, decks: int, bet: str, executor: Executor) -> list[Row]:
    ((*row, gain, positive),) = computed(unseen, decks, bet, executor)
    return [(*row, gain + Fraction((unseen, decks, bet) == (6, 8, "tie"), 10**40), positive)]


def test_a_figure_that_comes_out_otherwise_is_another_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_parts, "QUICK", (6,))
    monkeypatch.setattr(stored_parts, "computed", a_little_more_for_the_tie)
    with process_pool(1) as pool:
        again = with_quick_parts(pool)
    for file, rows in again.items():
        lines = zip(map(file.line, file.rows()), map(file.line, rows), strict=True)
        differing = [old.split("\t")[:3] for old, new in lines if old != new]
        assert differing == ([["6", "8", "tie"]] if file is PERFECT_PLAY else []), file.path.name
