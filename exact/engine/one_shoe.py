"""Count the categories of bets on one shoe, exactly; `exact.engine.outcomes` counts the outcomes."""

from collections import Counter
from itertools import compress

from exact.bets.bet import Bet, Classification
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.payoffs import outcome_classification
from exact.bets.vocabulary import CLASS_MASKS, granularity_of
from exact.engine.compiler import compiled, compiled_jointly
from exact.errors import ExactError
from exact.game import CARDS, Granularity, Outcome
from exact.game.shoe import MIN_CARDS, InfiniteShoe, Shoe
from exact.rules import Tableau

_MAX_STATES = 10_000  # different shoes that known cards beyond the sixth may leave; a bound on time


def count_categories(bet: Bet, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING) -> tuple[int, ...]:
    """The number of padded ordered six-card deals in each category of ``bet``; the sum is N(N−1)…(N−5).

    Only deals that agree with what is ``known`` count. Raises `ExactError` if the shoe is too coarse for the bet.
    """
    counts = count_jointly((bet.classification,), shoe, tableau, bet.name, known)
    return tuple(counts.get(category, 0) for category in range(len(bet.categories)))


def count_jointly(
    classifications: tuple[Classification, ...], shoe: Shoe, tableau: Tableau, name: str, known: Knowledge = NOTHING
) -> dict[int, int]:
    """The deals of each joint category that can have some, as `exact.engine.compiler.compiled_jointly` numbers them.

    They are summed over every way to take the known cards beyond the sixth out of the shoe. ``name`` is for errors.
    """
    if isinstance(shoe, InfiniteShoe) and known.later:
        cards = CARDS + len(known.later)
        return shoe.limit(lambda full: count_jointly(classifications, full, tableau, name, known), cards)
    bet = compiled_jointly(classifications, tableau, name, known.coup)
    if not known.later:
        check_granularity(bet.granularity, shoe, name)
        return shoe.limit(bet.counts, CARDS) if isinstance(shoe, InfiniteShoe) else bet.counts(shoe)
    sets = (*bet.sets, *known.later)
    check_granularity(granularity_of(frozenset(sets)), shoe, name)
    rest = shoe.cards - len(known.later)
    if rest < MIN_CARDS:
        bound = f"beyond the sixth are named, but the shoe holds only {shoe.cards}"
        raise ExactError("given", f"{len(known.later)} cards", bound)
    alike = Counter[tuple[bool, ...]]()  # cards that are in the same sets count as one class
    for cards, group in zip(shoe.counts, CLASS_MASKS[shoe.granularity], strict=True):
        alike[tuple(bool(mask & group) for mask in sets)] += cards
    members = list(zip(*alike, strict=True))
    of_bet, of_later = members[: len(bet.sets)], members[len(bet.sets) :]
    counts = Counter[int]()
    for left, ways in _left(tuple(alike.values()), of_later).items():
        sizes = [sum(compress(left, inside)) for inside in of_bet]
        for category, number in bet.counts_of(sizes, rest).items():
            counts[category] += ways * number
    return counts


def count_outcomes_given(shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING) -> dict[Outcome, int]:
    """The deals with each outcome that agree with the knowledge, as the language of bets counts them."""
    both = (outcome_classification((Outcome.PUNTO, Outcome.BANCO)),)
    counts = count_jointly(both, shoe, tableau, "the outcome", known)
    return {outcome: counts.get(category, 0) for category, outcome in enumerate(Outcome)}


def check_granularity(needed: Granularity, shoe: Shoe, name: str, parameter: str = "bet") -> None:
    """Raise `ExactError` if ``shoe`` is coarser than the bet, or other ``parameter``, called ``name`` needs."""
    if needed > shoe.granularity:
        bound = f"needs a shoe described by {needed.word}, but this one is described by {shoe.granularity.word}"
        suits = ": it needs suits, and so does every card removed, like 9h" if needed is Granularity.CARDS else ""
        raise ExactError(parameter, name, bound + suits)


def check_value_level(bet: Bet, tableau: Tableau, purpose: str) -> None:
    """Raise `ExactError` for a bet that looks at ranks or suits; the message says what ``purpose`` allows."""
    needed = compiled(bet, tableau).granularity
    if needed is not Granularity.VALUES:
        bound = f"looks at {needed.word}, but {purpose} allows only bets that point values decide"
        raise ExactError("bet", bet.name, bound)


def _left(cards: tuple[int, ...], sets: list[tuple[bool, ...]]) -> Counter[tuple[int, ...]]:
    """The possible numbers of cards of each class after one card of each set is gone, and the ways to each."""
    states = Counter({cards: 1})
    for inside in sets:
        after = Counter[tuple[int, ...]]()
        for before, ways in states.items():
            for index, copies in enumerate(before):
                if inside[index] and copies:
                    after[*before[:index], copies - 1, *before[index + 1 :]] += ways * copies
        if len(after) > _MAX_STATES:
            bound = f"can lie beyond the sixth in too many ways to count; the bound is {_MAX_STATES:,}"
            raise ExactError("given", f"{len(sets)} cards", bound)
        states = after
    return states
