"""Price bets on a shoe by what is known of the coup, with a draw beside the shoe, and for a house edge of your own.

A draw multiplies payoffs. Which cards are drawn does not depend on the shoe, and no card is likelier than another. So
the multiplier depends on the coup only by how often its cards repeat: the pattern, one number for each different card
(or rank, or suit).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import ceil, comb, floor, lcm, perm
from typing import NamedTuple

from exact.analysis.odds import Distribution, OutcomeOdds
from exact.arithmetic import decimal_text, number_text
from exact.bets.bet import MAX_PAYOFF, Bet, Classification, by_conditions
from exact.bets.coups import ABSENT, coups_of
from exact.bets.draw import OF, Draw
from exact.bets.knowledge import NOTHING, Knowledge, Piece
from exact.bets.payoffs import outcome_classification
from exact.bets.vocabulary import CARD_NAMES, POSITIONAL, granularity_of
from exact.engine.compiler import categories_by_value
from exact.engine.one_shoe import check_granularity, count_categories, count_jointly, count_outcomes_given
from exact.errors import ExactError
from exact.game import CARDS, Granularity, Outcome, class_of
from exact.game.shoe import InfiniteShoe, Shoe
from exact.inputs import money, one_of
from exact.lazy import np
from exact.rules import Tableau

_EXPLAINED = 20


def price_bet(bet: Bet, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING) -> Distribution:
    """The distribution of a bet's payoff on the next coup; `ExactError` for a coarse shoe or impossible knowledge."""
    if bet.beside:
        return price_beside(bet, shoe, tableau, known)
    counts = count_categories(bet, shoe, tableau, known)
    return Distribution(bet.categories, counts, bet.payoffs(), _deals(counts))


def _deals(counts: Iterable[int]) -> int:
    deals = sum(counts)
    if not deals:
        raise ExactError("given", "the knowledge", "is impossible: no deal of this shoe agrees with it")
    return deals


def covariance(
    first: Sequence[Fraction], second: Sequence[Fraction], joint: Mapping[tuple[int, int], int], deals: int
) -> Fraction:
    """The covariance of two payoffs on the same coup, from the count of each pair of categories."""
    means = [Fraction(0), Fraction(0)]
    product = Fraction(0)
    for (i, j), count in joint.items():
        means[0] += count * first[i]
        means[1] += count * second[j]
        product += count * first[i] * second[j]
    return product / deals - means[0] * means[1] / deals**2


def correlation_squared(covariance: Fraction, first: Fraction, second: Fraction) -> Fraction | None:
    """The signed square of the correlation, from a covariance and two variances; `None` if a variance is 0."""
    if not first or not second:
        return None
    return covariance * abs(covariance) / (first * second)


def empty_categories(
    bet: Bet, counts: Sequence[int], shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING
) -> dict[str, str]:
    """Why each category of count 0 never happens; the first `_EXPLAINED`, because each is compiled by itself."""
    reasons: dict[str, str] = {}
    conditions = bet.classification.conditions
    for index, (category, count) in enumerate(zip(bet.categories, counts, strict=True)):
        if count:
            continue
        if len(reasons) >= _EXPLAINED:
            reasons[category] = "never happens; why was not examined, because many categories never do"
            continue
        alone = Classification(conditions[index : index + 1], bet.classification.definitions)
        holds = index < len(conditions) and count_jointly((alone,), shoe, tableau, bet.name, known).get(0)
        shadowed = "is shadowed: the categories before it take every coup in which its condition holds"
        impossible = "cannot happen on this shoe" if known == NOTHING else "cannot happen given what is known"
        reasons[category] = shadowed if holds or index == len(conditions) else impossible
    return reasons


def odds_given(shoe: Shoe, tableau: Tableau, known: Knowledge) -> OutcomeOdds:
    """The odds given ``known``, a deal being six cards and the known ones beyond; `ExactError` if none agrees."""
    counts = count_outcomes_given(shoe, tableau, known)
    return OutcomeOdds(counts, _deals(counts.values()))


def odds_by(shoe: Shoe, tableau: Tableau, names: tuple[str, ...]) -> dict[tuple[int, ...], OutcomeOdds]:
    """`prices_by` for the outcome."""
    counts = _counts_by(outcome_classification((Outcome.PUNTO, Outcome.BANCO)), "the outcome", shoe, tableau, names)
    return {values: OutcomeOdds(dict(zip(Outcome, row, strict=True)), sum(row)) for values, row in counts.items()}


def prices_by(bet: Bet, shoe: Shoe, tableau: Tableau, names: tuple[str, ...]) -> dict[tuple[int, ...], Distribution]:
    """`price_bet` given each combination of values 0 to 9 of ``names``: totals, and values of the first four cards."""
    counts = _counts_by(bet.classification, bet.name, shoe, tableau, names)
    return {values: Distribution(bet.categories, tuple(row), bet.payoffs(), sum(row)) for values, row in counts.items()}


def _counts_by(
    own: Classification, name: str, shoe: Shoe, tableau: Tableau, names: tuple[str, ...]
) -> dict[tuple[int, ...], list[int]]:
    by_value = [by_conditions(f"{each} == {value}" for value in range(10)) for each in names]
    counts: dict[tuple[int, ...], list[int]] = {}
    joint_counts = count_jointly((*by_value, own), shoe, tableau, f"{name} by {' and '.join(names)}")
    for joint, deals in sorted(joint_counts.items()):
        rest, category = divmod(joint, own.categories)
        values = tuple(rest // 11**index % 11 for index in reversed(range(len(names))))  # the eleventh is empty
        if deals:
            counts.setdefault(values, [0] * own.categories)[category] = deals
    return counts


def joined(pieces: Sequence[Piece], shoe: Shoe, tableau: Tableau) -> Knowledge:
    """The knowledge of all pieces; `ExactError` if one needs a finer shoe, is beyond its end or contradicts others."""
    for piece in pieces:
        needed = granularity_of(piece.knowledge.masks)
        check_granularity(needed, shoe, piece.text, "given")
        if piece.knowledge.shoe and piece.knowledge.shoe[-1][0] > shoe.cards:
            raise ExactError("given", piece.text, f"is beyond the end of the shoe, which holds {shoe.cards} cards")

    def possible(chosen: Sequence[Piece]) -> bool:
        return any(count_outcomes_given(shoe, tableau, _all(chosen)).values())

    if not pieces or possible(pieces):
        return _all(pieces)
    first = next(end for end in range(len(pieces)) if not possible(pieces[: end + 1]))
    piece, against = pieces[first], list(pieces[:first])
    if not possible([piece]):
        raise ExactError("given", piece.text, f"is impossible: no coup of this shoe agrees with it ({piece.meaning})")
    for earlier in pieces[:first]:
        fewer = [other for other in against if other is not earlier]
        if not possible([*fewer, piece]):
            against = fewer
    earlier_texts = " ".join(other.text for other in against)
    together = "both" if len(against) == 1 else "all of them"
    raise ExactError("given", piece.text, f"contradicts {earlier_texts}: no coup of this shoe agrees with {together}")


def _all(pieces: Sequence[Piece]) -> Knowledge:
    return reduce(Knowledge.joined, (piece.knowledge for piece in pieces), NOTHING)


Pattern = tuple[int, ...]
_Chances = dict[Fraction, Fraction]
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
            chances = _shares(Fraction(elsewhere[index], sum(elsewhere)), bet.jackpot.tables if part else 1)
            ways = {multiplier: counts[index] * chance for multiplier, chance in chances.items()}
        else:
            part, ways = _drawn(bet, index, counts[index], shoe, tableau, known)
        for multiplier, deals in sorted(ways.items()):
            name = category if multiplier == 1 else f"{category} x{number_text(multiplier)}"
            rows.append((name, deals, paid + part * (multiplier - 1) - fee))
    unit = lcm(*(deals.denominator for _, deals, _ in rows))
    names, weights, payoffs = zip(*((name, int(deals * unit), payoff) for name, deals, payoff in rows), strict=True)
    return Distribution(names, weights, payoffs, sum(counts) * unit)


def _shares(chance: Fraction, tables: int) -> _Chances:
    """The distribution of the share 1/(1 + K), where each of the other tables wins with this ``chance``."""
    others = tables - 1
    return {Fraction(1, 1 + k): comb(others, k) * chance**k * (1 - chance) ** (others - k) for k in range(tables)}


def _drawn(
    bet: Bet, index: int, count: int, shoe: Shoe, tableau: Tableau, known: Knowledge
) -> tuple[Fraction, _Chances]:
    """What of a category's payoff the draw multiplies, and the deals by the multiplier."""
    draw, chances, category = bet.draw, _Chances(), bet.categories[index]
    if draw is None or category not in draw.categories:
        return Fraction(0), {Fraction(1): Fraction(count)}
    how = draw.categories[category]
    if draw.of and known != NOTHING:
        raise ExactError("given", bet.name, "is multiplied by dealt cards: nothing may be known of the coup")
    check_granularity(OF[draw.of][1], shoe, bet.name)
    patterns = pattern_counts(bet, index, draw, how.positions, shoe, tableau) if draw.of else {(): count}
    for pattern, deals in patterns.items():
        for multiplier, chance in distribution_of_product(draw, pattern).items():
            chances[multiplier] = chances.get(multiplier, Fraction(0)) + deals * chance
    return bet.pay_tables[bet.paying_table][index] if how.part is None else how.part, chances


def distribution_of_product(draw: Draw, pattern: Pattern) -> _Chances:
    """The distribution of the product of the multipliers of a pattern's cards; of the multiplier itself for none."""
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
    chances: _Chances = {}
    every, different = OF[draw.of][0], len(pattern)
    for (matched, product), weight in states.items():
        for number, chance in draw.drawn.items():
            if number >= matched:
                drawn = Fraction(comb(every - different, number - matched), comb(every, number))
                chances[product] = chances.get(product, Fraction(0)) + weight * chance * drawn
    return chances


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


COMMISSION = "commission"


class Solved(NamedTuple):
    """The terms that give the house edge asked for, and round ones below and above them with their edges."""

    terms: dict[str, Fraction]  #: By category, or the `COMMISSION`
    nearest: list[tuple[tuple[Fraction, ...], Fraction]]


def parse_shares(text: str, price: Distribution) -> dict[str, Fraction]:
    """A category, or several in the proportion of what they shall pay, like ``two-cards=12,three-cards=20``."""
    parts = [part.partition("=") for part in text.split(",")]
    shares: dict[str, Fraction] = {}
    for name, equals, share in parts:
        category = one_of(name.strip(), price.categories, "solve", "is not a category")
        if category in shares or bool(equals) != (len(parts) > 1):
            raise ExactError("solve", text, "must be one category, or each in its proportion, like a=12,b=20")
        shares[category] = money(share, "solve", 0, MAX_PAYOFF) if equals else Fraction(1)
    return shares


def solve(price: Distribution, edge: Fraction, shares: Mapping[str, Fraction] | None = None) -> Solved:
    """What categories must pay in the proportion of ``shares``, or for `None` the commission on a bet without any.

    Raises `ExactError` if no payoff up to `MAX_PAYOFF`, or no commission from 0 to 1, gives this house edge.
    """
    chances = [price.probability(index) for index in range(len(price.categories))]
    rows = [*zip(price.categories, chances, price.payoffs, strict=True)]
    if shares is None:
        shares, low, high, unit = {COMMISSION: Fraction(1)}, 0, 1, 200
        slopes = {COMMISSION: -sum((chance * paid for _, chance, paid in rows if paid > 0), Fraction(0))}
        base = price.expectation
    else:
        low, high, unit = -1, MAX_PAYOFF, 2
        slopes = {category: chance for category, chance, _ in rows if category in shares}
        base = price.expectation - sum(chance * paid for category, chance, paid in rows if category in shares)
    slope = sum(slopes[name] * share for name, share in shares.items())
    names, factor = ", ".join(shares), (-edge - base) / slope if slope else None
    goal, terms = f"{number_text(100 * edge)} %", {} if factor is None else {n: s * factor for n, s in shares.items()}
    if factor is None:
        raise ExactError("solve", names, f"has no effect on this shoe: no value of it gives a house edge of {goal}")
    if not all(low <= term <= high for term in terms.values()):
        shown = ", ".join(decimal_text(term, 6) for term in terms.values())
        bound = f"would have to be {shown} for a house edge of {goal}, and must be from {low} to {high}"
        raise ExactError("solve", names, bound)
    nearest = {}
    for step in (unit // 2, unit):  # whole and half payoffs, or percents
        for rounded in (floor, ceil):
            near = tuple(Fraction(rounded(term * step), step) for term in terms.values())
            if all(low <= term <= high for term in near):
                nearest[near] = -base - sum(slopes[name] * term for name, term in zip(shares, near, strict=True))
    return Solved(terms, sorted(nearest.items()))
