"""Price bets on a shoe by what is known of the coup."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce

from exact.analysis.draws import price_beside
from exact.analysis.odds import Distribution, OutcomeOdds
from exact.bets.bet import Bet, Classification, by_conditions
from exact.bets.knowledge import NOTHING, Knowledge, Piece
from exact.bets.payoffs import outcome_classification
from exact.bets.vocabulary import granularity_of
from exact.engine.one_shoe import check_granularity, count_categories, count_jointly, count_outcomes_given
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import Shoe
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
