"""Solve for a term of a bet: what categories must pay, or the commission on wins, for a house edge."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from exact.analysis.odds import Distribution
from exact.arithmetic import decimal_text, number_text
from exact.bets.bet import MAX_PAYOFF
from exact.errors import ExactError
from exact.inputs import money, one_of

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
