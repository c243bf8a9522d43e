"""Count the categories of bets on one shoe, exactly; `exact.engine.outcomes` counts the outcomes without numpy."""

from __future__ import annotations

from typing import Any

from exact.arithmetic import ordered_deals
from exact.arrays import Numbers, Truths
from exact.bets.bet import Bet
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.vocabulary import CLASS_MASKS, Masks, granularity_of
from exact.engine.coefficients import INT64
from exact.engine.compiled_bet import CompiledBet
from exact.engine.compiler import compiled, compiled_jointly
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.shoe import MIN_CARDS, Shoe
from exact.lazy import np
from exact.rules.tableau import Tableau

_MAX_STATES = 10_000
"""The most different shoes that known cards beyond the sixth may leave; a bound on time."""
_MAX_ROWS = 256
"""The most categories of a bet for which coefficients over the multisets are cached; a bound on memory."""


def count_categories(bet: Bet, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING) -> tuple[int, ...]:
    """The number of padded ordered six-card deals in each category of ``bet``; the sum is N(N−1)…(N−5).

    With knowledge, only deals that agree with it are counted. Raises `ExactError` if the shoe is too coarse for the bet;
    the message names the granularity that the bet needs.
    """
    counts = _count_known(compiled(bet, tableau, known.coup), shoe, bet.name, known)
    return tuple(counts.get(category, 0) for category in range(len(bet.categories)))


def count_joint(
    first: Bet, second: Bet, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING
) -> dict[tuple[int, int], int]:
    """The padded deals of every pair of categories of two bets on the same coup, by their indices."""
    name = f"{first.name} and {second.name}"
    both = compiled_jointly((first.classification, second.classification), tableau, name, known.coup)
    width = second.classification.categories
    return {divmod(joint, width): count for joint, count in _count_known(both, shoe, name, known).items()}


def count(bet: CompiledBet, shoe: Shoe, name: str) -> dict[int, int]:
    """The counts of those categories of a compiled bet that have terms. ``name`` is for errors."""
    check_granularity(bet.granularity, shoe, name)
    if bet.granularity is Granularity.VALUES and bet.categories <= _MAX_ROWS:
        counts = bet.coefficients.counts(shoe.values)
        return {category: counts[category] for category in bet.with_terms}
    cards = np.array(shoe.counts, dtype=_kind(shoe.cards))
    return _sums(bet, bet.products.membership(shoe.granularity) @ cards)


def check_granularity(needed: Granularity, shoe: Shoe, name: str, parameter: str = "bet") -> None:
    """Raise `ExactError` if ``shoe`` is coarser than the bet, or other ``parameter``, called ``name`` needs."""
    if needed > shoe.granularity:
        bound = f"needs a shoe described by {needed.word}, but this one is described by {shoe.granularity.word}"
        raise ExactError(parameter, name, bound)


def check_value_level(bet: Bet, tableau: Tableau, purpose: str) -> None:
    """Raise `ExactError` for a bet that looks at ranks or suits; the message says what ``purpose`` allows."""
    needed = compiled(bet, tableau).granularity
    if needed is not Granularity.VALUES:
        raise ExactError(
            "bet", bet.name, f"looks at {needed.word}, but {purpose} allows only bets that point values decide"
        )


def _kind(cards: int) -> np.dtype[Any]:
    """The number type in which sums of terms are exact on a shoe of ``cards`` cards."""
    return np.dtype(np.int64 if ordered_deals(cards) < INT64 else np.object_)


def _sums(bet: CompiledBet, sizes: Numbers) -> dict[int, int]:
    """The counts of the categories that have terms, given the number of cards in each of the bet's sets."""
    categories, sums = bet.sums(sizes[:, None])
    return dict(zip(categories.tolist(), sums[:, 0].tolist(), strict=True))


def _count_known(bet: CompiledBet, shoe: Shoe, name: str, known: Knowledge) -> dict[int, int]:
    """`count`, summed over every way to take the known cards beyond the sixth out of the shoe."""
    if not known.later:
        return count(bet, shoe, name)
    sets = (*bet.products.sets, *known.later)
    check_granularity(granularity_of(frozenset(sets)), shoe, name)
    rest = shoe.cards - len(known.later)
    if rest < MIN_CARDS:
        bound = f"beyond the sixth are named, but the shoe holds only {shoe.cards}"
        raise ExactError("given", f"{len(known.later)} cards", bound)
    cards, inside = _alike(shoe, sets)
    counts: dict[int, int] = {}
    for left, ways in _left(cards, inside[:, len(bet.products.sets) :]).items():
        sizes = inside[:, : len(bet.products.sets)].T.astype(np.int64) @ np.array(left, dtype=_kind(rest))
        for category, number in _sums(bet, sizes).items():
            counts[category] = counts.get(category, 0) + ways * number
    return counts


def _alike(shoe: Shoe, sets: Masks) -> tuple[tuple[int, ...], Truths]:
    """The number of cards of each kind that ``sets`` do not distinguish, and which kinds (rows) are in which sets (columns)."""
    kinds: dict[tuple[bool, ...], int] = {}
    for cards, group in zip(shoe.counts, CLASS_MASKS[shoe.granularity], strict=True):
        kind = tuple(bool(mask & group) for mask in sets)
        kinds[kind] = kinds.get(kind, 0) + cards
    return tuple(kinds.values()), np.array(list(kinds), dtype=bool)


def _left(cards: tuple[int, ...], members: Truths) -> dict[tuple[int, ...], int]:
    """The possible numbers of cards of each kind after one card of each set is gone, and the number of ways to each.

    ``members`` says which kinds (rows) belong to which sets (columns).
    """
    states = {cards: 1}
    for column in members.T:
        after: dict[tuple[int, ...], int] = {}
        for before, ways in states.items():
            for kind in np.flatnonzero(column).tolist():
                copies = before[kind]
                if copies:
                    left = (*before[:kind], copies - 1, *before[kind + 1 :])
                    after[left] = after.get(left, 0) + ways * copies
        if len(after) > _MAX_STATES:
            bound = f"can lie beyond the sixth in too many ways to count; the bound is {_MAX_STATES:,}"
            raise ExactError("given", f"{len(members.T)} cards", bound)
        states = after
    return states
