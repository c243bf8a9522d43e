"""The odds of full shoes by number of decks, and deck counts in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from exact.analysis.odds import Odds, odds_of_infinite_shoe, odds_of_shoe
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau

DECKS: tuple[int | None, ...] = (*range(1, 17), None)
"""The deck counts of the reference tables; `None` is the infinite shoe."""


@lru_cache(maxsize=1024)
def odds_of_decks(decks: int | None, tableau: Tableau) -> Odds:
    """The odds of a full shoe of ``decks`` decks, or of the infinite shoe (`None`)."""
    return odds_of_infinite_shoe(tableau) if decks is None else odds_of_shoe(Shoe.of_decks(decks), tableau)


def decks_text(decks: Iterable[int | None]) -> str:
    """Deck counts as ranges.

    >>> decks_text([1, 2, 3, 8, None])
    '1–3, 8, ∞'
    """
    parts: list[list[int]] = []
    finite = sorted(count for count in decks if count is not None)
    for count in finite:
        if parts and parts[-1][-1] == count - 1:
            parts[-1].append(count)
        else:
            parts.append([count])
    texts = [f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in parts]
    return ", ".join([*texts, *(["∞"] if None in decks else [])])
