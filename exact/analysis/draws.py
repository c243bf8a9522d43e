"""The price of a bet whose payoffs a draw beside the shoe multiplies: the law of the multiplier with every category.

Which cards are drawn does not depend on the shoe, and no card is likelier than another. So the multiplier depends on
the coup only by how often its cards repeat: the pattern, one number for each different card (or rank, or suit).
"""

from collections import Counter
from fractions import Fraction
from math import comb, lcm, perm

from exact.analysis.odds import Distribution
from exact.arithmetic import number_text
from exact.bets.bet import Bet, by_conditions
from exact.bets.coups import ABSENT, coups_of
from exact.bets.draw import OF, Draw
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.vocabulary import CARD_NAMES, POSITIONAL
from exact.engine.compiler import categories_by_value
from exact.engine.one_shoe import check_granularity, count_categories, count_jointly
from exact.errors import ExactError
from exact.game import CARDS, Granularity, class_of
from exact.game.shoe import InfiniteShoe, Shoe
from exact.lazy import np
from exact.rules import Tableau

Pattern = tuple[int, ...]
Law = dict[Fraction, Fraction]
_ALIKE = {"cards": "perfect_pair", "ranks": "pair", "suits": "first_two_suited"}


def price_beside(bet: Bet, shoe: Shoe, tableau: Tableau, known: Knowledge) -> Distribution:
    """The distribution of a payoff that something beside the shoe multiplies, with a category for each multiplier."""
    counts, fee = count_categories(bet, shoe, tableau, known), bet.draw.fee if bet.draw else Fraction(0)
    # nothing is known of other tables
    elsewhere = count_categories(bet, shoe, tableau) if bet.jackpot and known != NOTHING else counts
    rows: list[tuple[str, Fraction, Fraction]] = []
    for index, (category, paid) in enumerate(zip(bet.categories, bet.pay_tables[bet.paying_table], strict=True)):
        if bet.jackpot:  # a share of what the meters pay goes to the other tables that win
            part = paid - bet.jackpot.terms[bet.paying_table][index][0]
            law = _shares(Fraction(elsewhere[index], sum(elsewhere)), bet.jackpot.tables if part else 1)
            ways = {multiplier: counts[index] * chance for multiplier, chance in law.items()}
        else:
            part, ways = _drawn(bet, index, counts[index], shoe, tableau, known)
        for multiplier, deals in sorted(ways.items()):
            name = category if multiplier == 1 else f"{category} x{number_text(multiplier)}"
            rows.append((name, deals, paid + part * (multiplier - 1) - fee))
    unit = lcm(*(deals.denominator for _, deals, _ in rows))
    names, weights, payoffs = zip(*((name, int(deals * unit), payoff) for name, deals, payoff in rows), strict=True)
    return Distribution(names, weights, payoffs, sum(counts) * unit)


def _shares(chance: Fraction, tables: int) -> Law:
    """The law of the share 1/(1 + K), where each of the other tables wins with this ``chance``."""
    others = tables - 1
    return {Fraction(1, 1 + k): comb(others, k) * chance**k * (1 - chance) ** (others - k) for k in range(tables)}


def _drawn(bet: Bet, index: int, count: int, shoe: Shoe, tableau: Tableau, known: Knowledge) -> tuple[Fraction, Law]:
    """What of a category's payoff the draw multiplies, and the deals by the multiplier."""
    draw, law, category = bet.draw, Law(), bet.categories[index]
    if draw is None or category not in draw.categories:
        return Fraction(0), {Fraction(1): Fraction(count)}
    how = draw.categories[category]
    if draw.of and known != NOTHING:
        raise ExactError("given", bet.name, "is multiplied by dealt cards: nothing may be known of the coup")
    check_granularity(OF[draw.of][1], shoe, bet.name)
    patterns = pattern_counts(bet, index, draw, how.positions, shoe, tableau) if draw.of else {(): count}
    for pattern, deals in patterns.items():
        for multiplier, chance in law_of(draw, pattern).items():
            law[multiplier] = law.get(multiplier, Fraction(0)) + deals * chance
    return bet.pay_tables[bet.paying_table][index] if how.part is None else how.part, law


def law_of(draw: Draw, pattern: Pattern) -> Law:
    """The law of the product of the multipliers that the cards of a pattern get; of the multiplier itself for none."""
    if not draw.of:
        return dict(draw.multipliers)
    states = {(0, Fraction(1)): Fraction(1)}  # how many of the different cards were drawn, and the product
    for copies in pattern:
        after = states.copy()
        for (matched, product), weight in states.items():
            for multiplier, chance in draw.multipliers.items():
                key = matched + 1, product * multiplier**copies
                after[key] = after.get(key, Fraction(0)) + weight * chance
        states = after
    law: Law = {}
    every, different = OF[draw.of][0], len(pattern)
    for (matched, product), weight in states.items():
        for number, chance in draw.drawn.items():
            if number >= matched:
                drawn = Fraction(comb(every - different, number - matched), comb(every, number))
                law[product] = law.get(product, Fraction(0)) + weight * chance * drawn
    return law


def pattern_counts(
    bet: Bet, category: int, draw: Draw, positions: tuple[int, ...], shoe: Shoe, tableau: Tableau
) -> dict[Pattern, int]:
    """The deals of a category with each pattern of the cards at ``positions``, which multiply what it pays."""
    if isinstance(shoe, InfiniteShoe):
        return shoe.limit(lambda full: pattern_counts(bet, category, draw, positions, full, tableau), CARDS)
    if not bet.classification.names() & CARD_NAMES.keys():
        return _of_values(bet, category, draw, positions, shoe, tableau)
    if len(positions) > 2:
        bound = "has a category on ranks or suits, so that only the first two cards of a side can multiply any of them"
        raise ExactError("bet", bet.name, bound)
    alike = by_conditions((f"{'banco' if positions[0] else 'punto'}_{_ALIKE[draw.of]}",))
    counts = count_jointly((bet.classification, alike), shoe, tableau, bet.name)
    return {(2,): counts.get(2 * category, 0), (1, 1): counts.get(2 * category + 1, 0)}


def _of_values(
    bet: Bet, category: int, draw: Draw, positions: tuple[int, ...], shoe: Shoe, tableau: Tableau
) -> dict[Pattern, int]:
    """The same for a category that point values decide: cards of one value come equally often with every pattern."""
    coups = coups_of(tableau, bool(bet.classification.names() & POSITIONAL))
    chosen = categories_by_value((bet.classification,), coups) == category
    others = [position for position in range(CARDS) if position not in positions]
    halves = [np.sort(coups.values[chosen][:, columns], axis=1) for columns in (list(positions), others)]
    rows, which = np.unique(np.hstack(halves), axis=0, return_inverse=True)
    orders = np.bincount(which.ravel(), weights=coups.orders[chosen])
    fineness = OF[draw.of][1]
    held: list[list[tuple[int, int]]] = [[] for _ in range(10)]  # of each value: the suit, and the copies of a card
    for index, copies in enumerate(shoe.coarsened(fineness).counts):
        held[class_of(index, fineness, Granularity.VALUES)].append((index % 4, copies))
    by_suit, of_value = draw.of == "suits", shoe.values
    patterns, counts = dict[Pattern, dict[Pattern, int]](), Counter[Pattern]()
    for row, ways in zip(rows.tolist(), orders.tolist(), strict=True):
        group, rest = ([n for n in part if n != ABSENT] for part in (row[: len(positions)], row[len(positions) :]))
        used = len(group) + len(rest)
        deals = int(ways) * perm(shoe.cards - used, CARDS - used)
        for value in set(rest):
            deals *= perm(max(of_value[value] - group.count(value), 0), rest.count(value))
        if (key := tuple(group)) not in patterns:
            patterns[key] = _patterns([(held[value], group.count(value)) for value in sorted(set(group))], by_suit)
        for pattern, number in patterns[key].items() if deals else ():
            counts[pattern] += number * deals
    return dict(counts)


def _patterns(dealt: list[tuple[list[tuple[int, int]], int]], by_suit: bool) -> dict[Pattern, int]:
    """The orders in which so many cards of each value can come, by their pattern."""
    states: dict[Pattern, int] = {(0,) * 4 if by_suit else (): 1}
    for cards, number in dealt:
        steps = {(number, state): ways for state, ways in states.items()}  # cards of the value that are still to come
        for suit, copies in cards:
            after = Counter[tuple[int, Pattern]]()
            for (left, state), ways in steps.items():
                for taken in range(min(left, copies) + 1):
                    more = (*state[:suit], state[suit] + taken, *state[suit + 1 :]) if by_suit else (*state, taken)
                    key = more if by_suit else tuple(sorted(filter(None, more)))
                    after[left - taken, key] += ways * comb(left, taken) * perm(copies, taken)
            steps = after
        states = {state: ways for (left, state), ways in steps.items() if not left}
    patterns = Counter[Pattern]()
    for state, ways in states.items():
        patterns[tuple(sorted(filter(None, state)))] += ways
    return patterns
