"""Recompute and compare the exact figures that the package keeps in files because they take minutes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from exact.analysis.dependence import FOUR_COUPS_DECKS, FOUR_COUPS_FILE, four_coups_file, joint_law
from exact.game.shoe import Shoe
from exact.lazy import futures
from exact.publication.count_reference import COUNTS_FILE, counts_file
from exact.publication.pair_reference import PAIR_BETS, PAIR_PLAY_FILE, pair_plays, pair_reference
from exact.publication.pair_reference import QUICK as QUICK_PAIRS
from exact.publication.pair_reference import UNSEEN as PAIR_UNSEEN
from exact.publication.perfect_reference import DECKS, PERFECT_PLAY_FILE, QUICK, UNSEEN, computed, entries, reference
from exact.publication.publish import Progress
from exact.rules.named import standard_tableau
from exact.runs.processes import process_pool

_SLOW = [unseen for unseen in UNSEEN if unseen not in QUICK]
NOT_QUICK = (
    f"{Path(PERFECT_PLAY_FILE).name} with {', '.join(map(str, _SLOW))} unseen cards",
    f"{Path(PAIR_PLAY_FILE).name} with more than {max(QUICK_PAIRS)} unseen cards",
    Path(FOUR_COUPS_FILE).name,
    Path(COUNTS_FILE).name,
)
"""The files, or parts of them, that `recomputed` skips unless it is full."""


def recomputed(full: bool, progress: Progress | None = None) -> list[str]:
    """How the figures in the files differ from recomputed ones: those that fit in a minute, or with ``full`` all.

    Simulated figures are not included: ``scripts/generate.py simulations --check`` repeats the simulations.
    """
    unseen = UNSEEN if full else QUICK
    steps = len(entries(unseen)) + len(PAIR_BETS) * len(DECKS) + full * (len(FOUR_COUPS_DECKS) + 1)
    done = 0

    def starts(what: str) -> None:
        nonlocal done
        if progress:
            progress(done, steps, what)
        done += 1

    with process_pool() as pool:
        differences = list(_perfect_play_differences(unseen, pool, starts))
        differences += _pair_play_differences(PAIR_UNSEEN if full else QUICK_PAIRS, pool, starts)
        if full:
            differences += _four_coups_differences(pool, starts)
            differences += _counts_differences(pool, starts)
    if progress:
        progress(steps, steps, "")
    return differences


def _perfect_play_differences(
    unseen: range | tuple[int, ...], pool: futures.Executor, starts: Callable[[str], None]
) -> Iterator[str]:
    """A sentence for each entry of `PERFECT_PLAY_FILE` that differs from the recomputed one."""
    for entry in entries(unseen):
        starts(f"{entry.bet} with {entry.unseen} unseen")
        if reference().get(entry) != computed(entry, pool):
            yield f"{Path(PERFECT_PLAY_FILE).name}: {entry.bet}, {entry.decks} decks, {entry.unseen} unseen differs"


def _pair_play_differences(
    unseen: range | tuple[int, ...], pool: futures.Executor, starts: Callable[[str], None]
) -> Iterator[str]:
    """A sentence for each entry of `PAIR_PLAY_FILE` that differs from the recomputed one."""
    for decks in DECKS:
        for bet in PAIR_BETS:
            starts(f"{bet} with {decks} decks")
            for entry, play in pair_plays(bet, decks, unseen, pool).items():
                if pair_reference().get(entry) != play:
                    yield f"{Path(PAIR_PLAY_FILE).name}: {bet}, {decks} decks, {entry.unseen} unseen differs"


def _four_coups_differences(pool: futures.Executor, starts: Callable[[str], None]) -> list[str]:
    """A sentence if `FOUR_COUPS_FILE` differs from the recomputed law."""
    laws = {}
    for decks in FOUR_COUPS_DECKS:
        starts(f"four coups of {decks} decks")
        laws[decks] = joint_law(Shoe.of_decks(decks), standard_tableau(), 4, pool)
    same = four_coups_file(laws) == Path(FOUR_COUPS_FILE).read_text(encoding="ascii")
    return [] if same else [f"{Path(FOUR_COUPS_FILE).name} differs"]


def _counts_differences(pool: futures.Executor, starts: Callable[[str], None]) -> list[str]:
    """A sentence if `COUNTS_FILE` differs from the recomputed one."""
    starts("the best counts")
    same = counts_file(pool) == Path(COUNTS_FILE).read_text(encoding="ascii")
    return [] if same else [f"{Path(COUNTS_FILE).name} differs"]
