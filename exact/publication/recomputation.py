"""Computing again the exact figures that are kept with the program because they take minutes, and holding them against it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from exact.analysis.dependence import FOUR_COUPS_DECKS, FOUR_COUPS_FILE, four_coups_file, joint_law
from exact.game.shoe import Shoe
from exact.publication.perfect_reference import PERFECT_PLAY_FILE, QUICK, UNSEEN, computed, entries, reference
from exact.rules.named import rules_named
from exact.rules.tableau import STANDARD
from exact.runs.processes import process_pool

Progress = Callable[[int, int, str], object]
_SLOW = [unseen for unseen in UNSEEN if unseen not in QUICK]
NOT_QUICK = (
    f"{Path(PERFECT_PLAY_FILE).name} with {', '.join(map(str, _SLOW))} unseen cards",
    Path(FOUR_COUPS_FILE).name,
)
"""What `recomputed` leaves out unless it is to be full."""


def recomputed(full: bool, progress: Progress | None = None) -> list[str]:
    """How the kept figures differ from what is computed now: those that fit in a minute, or all.

    Simulated figures are not among them: ``scripts/generate.py simulations --check`` draws them again.
    """
    found = []
    asked = entries(UNSEEN if full else QUICK)
    steps = len(asked) + full * len(FOUR_COUPS_DECKS)
    with process_pool() as pool:
        for done, entry in enumerate(asked):
            if progress:
                progress(done, steps, f"{entry.bet} with {entry.unseen} unseen")
            if reference().get(entry) != computed(entry, pool):
                found.append(
                    f"{Path(PERFECT_PLAY_FILE).name}: {entry.bet}, {entry.decks} decks, {entry.unseen} unseen differs"
                )
        if full:
            laws = {}
            for done, decks in enumerate(FOUR_COUPS_DECKS, start=len(asked)):
                if progress:
                    progress(done, steps, f"four coups of {decks} decks")
                laws[decks] = joint_law(Shoe.of_decks(decks), rules_named(STANDARD).tableau, 4, pool)
            if four_coups_file(laws) != Path(FOUR_COUPS_FILE).read_text(encoding="ascii"):
                found.append(f"{Path(FOUR_COUPS_FILE).name} differs")
    if progress:
        progress(steps, steps, "")
    return found
