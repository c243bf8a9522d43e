"""Count the categories of bets on one shoe, exactly; `exact.engine.outcomes` counts the outcomes."""

from __future__ import annotations

from exact.bets.bet import Bet, Classification
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.vocabulary import CLASS_MASKS, Masks, granularity_of
from exact.engine.compiled_bet import CompiledBet
from exact.engine.compiler import compiled_jointly
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.shoe import MIN_CARDS, Shoe
from exact.rules.tableau import Tableau

_MAX_STATES = 10_000
"""The most different shoes that known cards beyond the sixth may leave; a bound on time."""


def count_categories(bet: Bet, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING) -> tuple[int, ...]:
    """The number of padded ordered six-card deals in each category of ``bet``; the sum is N(N−1)…(N−5).

    With knowledge, only deals that agree with it are counted. Raises `ExactError` if the shoe is too coarse for the bet;
    the message names the granularity that the bet needs.
    """
    counts = count_jointly((bet.classification,), shoe, tableau, bet.name, known)
    return tuple(counts.get(category, 0) for category in range(len(bet.categories)))


def count_joint(
    first: Bet, second: Bet, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING
) -> dict[tuple[int, int], int]:
    """The padded deals of every pair of categories of two bets on the same coup, by their indices."""
    both = first.classification, second.classification
    counts = count_jointly(both, shoe, tableau, f"{first.name} and {second.name}", known)
    width = second.classification.categories
    return {divmod(joint, width): count for joint, count in counts.items()}


def count_jointly(
    classifications: tuple[Classification, ...], shoe: Shoe, tableau: Tableau, name: str, known: Knowledge = NOTHING
) -> dict[int, int]:
    """The deals of each joint category as `exact.engine.compiler.compiled_jointly` numbers them, without those that nothing reaches.

    ``name`` is for errors.
    """
    return _count_known(compiled_jointly(classifications, tableau, name, known.coup), shoe, name, known)


def granularity_needed(bet: Bet, tableau: Tableau) -> Granularity:
    """The coarsest description of a shoe on which the bet's categories can be counted."""
    return compiled_jointly((bet.classification,), tableau, bet.name).granularity


def count(bet: CompiledBet, shoe: Shoe, name: str) -> dict[int, int]:
    """The counts of those categories of a compiled bet that have terms. ``name`` is for errors."""
    check_granularity(bet.granularity, shoe, name)
    return bet.counts(shoe)


def check_granularity(needed: Granularity, shoe: Shoe, name: str, parameter: str = "bet") -> None:
    """Raise `ExactError` if ``shoe`` is coarser than the bet, or other ``parameter``, called ``name`` needs."""
    if needed > shoe.granularity:
        bound = f"needs a shoe described by {needed.word}, but this one is described by {shoe.granularity.word}"
        raise ExactError(parameter, name, bound)


def check_value_level(bet: Bet, tableau: Tableau, purpose: str) -> None:
    """Raise `ExactError` for a bet that looks at ranks or suits; the message says what ``purpose`` allows."""
    needed = granularity_needed(bet, tableau)
    if needed is not Granularity.VALUES:
        raise ExactError(
            "bet", bet.name, f"looks at {needed.word}, but {purpose} allows only bets that point values decide"
        )


def _count_known(bet: CompiledBet, shoe: Shoe, name: str, known: Knowledge) -> dict[int, int]:
    """`count`, summed over every way to take the known cards beyond the sixth out of the shoe."""
    if not known.later:
        return count(bet, shoe, name)
    check_granularity(granularity_of(frozenset((*bet.sets, *known.later))), shoe, name)
    rest = shoe.cards - len(known.later)
    if rest < MIN_CARDS:
        bound = f"beyond the sixth are named, but the shoe holds only {shoe.cards}"
        raise ExactError("given", f"{len(known.later)} cards", bound)
    cards, members = _alike(shoe, (*bet.sets, *known.later))
    of_bet, of_later = members[: len(bet.sets)], members[len(bet.sets) :]
    counts: dict[int, int] = {}
    for left, ways in _left(cards, of_later).items():
        sizes = [sum([left[kind] for kind in inside]) for inside in of_bet]
        for category, number in bet.counts_of(sizes, rest).items():
            counts[category] = counts.get(category, 0) + ways * number
    return counts


def _alike(shoe: Shoe, sets: Masks) -> tuple[tuple[int, ...], list[list[int]]]:
    """The number of cards of each kind that ``sets`` do not distinguish, and the kinds inside each set."""
    kinds: dict[tuple[bool, ...], int] = {}
    for cards, group in zip(shoe.counts, CLASS_MASKS[shoe.granularity], strict=True):
        kind = tuple(bool(mask & group) for mask in sets)
        kinds[kind] = kinds.get(kind, 0) + cards
    members = [[number for number, inside in enumerate(kinds) if inside[place]] for place in range(len(sets))]
    return tuple(kinds.values()), members


def _left(cards: tuple[int, ...], sets: list[list[int]]) -> dict[tuple[int, ...], int]:
    """The possible numbers of cards of each kind after one card of each set is gone, and the number of ways to each."""
    states = {cards: 1}
    for kinds in sets:
        after: dict[tuple[int, ...], int] = {}
        for before, ways in states.items():
            for kind in kinds:
                copies = before[kind]
                if copies:
                    left = (*before[:kind], copies - 1, *before[kind + 1 :])
                    after[left] = after.get(left, 0) + ways * copies
        if len(after) > _MAX_STATES:
            bound = f"can lie beyond the sixth in too many ways to count; the bound is {_MAX_STATES:,}"
            raise ExactError("given", f"{len(sets)} cards", bound)
        states = after
    return states
