"""What the study of whole shoes costs, for ``scripts/bench.py``."""

from __future__ import annotations

import time
from collections.abc import Callable

from exact.analysis.shoe_study import SHOES_A_BLOCK, Question, best_count, study, study_block, wager_of
from exact.bets.catalogue import find_bet
from exact.game.shoe import Shoe
from exact.rules.named import rules_named
from exact.runs.processes import process_pool

BLOCKS = 8


def report_study(report: Callable[[str, float, str], None]) -> None:
    """A bet studied, in one process and in two; each time is that of so many thousand shoes."""
    shoe, tableau = Shoe.of_decks(8), rules_named("standard").tableau
    bet = find_bet("dragon-7")
    wager = wager_of(bet, tableau, best_count(bet, shoe, tableau))
    question = Question(shoe.values, tableau, 14, True, (wager,), 1)
    study_block(question, 0, SHOES_A_BLOCK)
    start = time.perf_counter()
    study(question, BLOCKS * SHOES_A_BLOCK)
    alone = time.perf_counter() - start
    with process_pool(2) as pool:
        study(question, 2 * SHOES_A_BLOCK, pool)
        start = time.perf_counter()
        study(question, BLOCKS * SHOES_A_BLOCK, pool)
        together = time.perf_counter() - start
    shoes = BLOCKS * SHOES_A_BLOCK
    report(f"{shoes} whole shoes studied for Dragon 7, one process", alone, "")
    report(f"the same in two processes, {alone / together:.2f} times as fast", together, f"{60 * shoes / 100_000:g} s")
