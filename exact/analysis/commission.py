"""Commission in money: rounded to a unit as houses do, and the effect on the price of banco."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import count, islice
from math import ceil, floor
from operator import itemgetter
from typing import NamedTuple

from exact.analysis.odds import Distribution, OutcomeOdds
from exact.answers.table import Assumption
from exact.answers.text import Text, _, joined, pgettext
from exact.arithmetic import number_text
from exact.errors import ExactError
from exact.game import Outcome
from exact.inputs import money, near_misses, parse_amount
from exact.records import Record, replace
from exact.rules import Rules

ROUNDING = "commission_rounding"
CENT = Fraction(1, 100)
FAVOURS = ("player", "house", "nearest")
MAX_STAKE = 10**9
MAX_STEPS = 2000
_SHOWN_RANGES = 20


class Commission(Record):
    """How a house charges commission on a win."""

    rate: Fraction  #: The share of the win, 0 to 1
    unit: Fraction | None = None  #: The smallest amount in which it is paid; `None` if it is charged exactly
    favour: str = "nobody"
    """``player`` (rounded down), ``house`` (up), ``nearest`` (a half goes down) or ``nobody``: charged exactly."""
    assumed: tuple[Assumption, ...] = ()

    def on(self, win: Fraction) -> Fraction:
        """The commission on ``win``."""
        exact = self.rate * win
        if self.unit is None or self.favour == "nobody":
            return exact
        units = exact / self.unit
        if self.favour == "nearest":
            units -= Fraction(1, 2)  # a half goes down
        return self.unit * (floor(units) if self.favour == "player" else ceil(units))

    def house_edge(self, before: Distribution, stake: Fraction | None = None) -> Fraction:
        """Expected loss per unit of a stake on banco; without one, the limit as stakes grow: exact commission."""
        payoff = max(before.payoffs)
        charged = self.rate * payoff if stake is None else self.on(stake * payoff) / stake
        return replace(before, payoffs=tuple(won - charged if won > 0 else won for won in before.payoffs)).house_edge


def rulebook_commission(rules: Rules, unit: Fraction | None, favour: str | None = None) -> Commission:
    """A rulebook's commission, rounded to ``unit`` if given, by default in the rulebook's or the player's favour."""
    clauses = ("commission",) if unit else ("commission", ROUNDING)
    assumed = [assumption for assumption in rules.assumed if assumption.clause in clauses]
    if unit is None:
        return Commission(rules.commission, assumed=tuple(assumed))
    if favour is None and rules.rounding == "nobody":
        favour = "player"
        assumed.append(Assumption(ROUNDING, _("commission rounded in favour of the player")))
    return Commission(rules.commission, unit, favour or rules.rounding, tuple(assumed))


def check_stake(stake: Fraction, parameter: str = "stake") -> Fraction:
    """``stake`` itself if it is an amount above 0 in whole cents; raises `ExactError` if not."""
    if not 0 < stake <= MAX_STAKE or (stake / CENT).denominator != 1:
        raise ExactError(parameter, str(stake), f"must be an amount above 0 and up to {MAX_STAKE}, in whole cents")
    return stake


def banco_odds(odds: OutcomeOdds, rules: Rules) -> Distribution:
    """The payoff of one unit on banco before commission, by the payoffs and the tie clause of ``rules``."""
    return odds.price(Outcome.BANCO, replace(rules, commission=Fraction(0)))


PricedStake = tuple[Fraction, Fraction]


def price_stakes(stakes: Iterable[Fraction], odds: Distribution, commission: Commission) -> list[PricedStake]:
    """The house edge of every stake; raises `ExactError` for a stake that `check_stake` refuses."""
    return [(check_stake(stake), commission.house_edge(odds, stake)) for stake in stakes]


def best_and_worst_stake(priced: Iterable[PricedStake]) -> tuple[PricedStake, PricedStake]:
    """The smallest stakes with the lowest and with the highest house edge."""
    ascending = sorted(priced)
    return min(ascending, key=itemgetter(1)), max(ascending, key=itemgetter(1))


class Favourable(NamedTuple):
    """The stakes in whole cents with a positive expectation for the player."""

    ranges: tuple[tuple[Fraction, Fraction | None], ...]
    """First and last stake; a last one of `None` means every larger stake."""
    complete: bool

    @property
    def text(self) -> Text:
        """``0.01–19.99, 37.14–39.99``, ``0.01 and more`` or ``none``."""
        if not self.ranges and self.complete:
            return pgettext("stakes", "none")
        texts = []
        for first, last in self.ranges[:_SHOWN_RANGES]:
            start = number_text(first, 2)
            texts.append(_("{n} and more", n=start) if last is None else joined("–", (start, number_text(last, 2))))
        hidden = max(len(self.ranges) - _SHOWN_RANGES, 0)
        if not self.complete:
            texts.append(_("and {n} or more ranges above", n=hidden) if hidden else _("and more ranges above"))
        elif hidden:
            texts.append(_("and {n} ranges above", n=hidden))
        return joined(pgettext("between ranges", ", "), texts)


def favourable_stakes(odds: Distribution, commission: Commission) -> Favourable:
    """Every stake with a positive expectation for the player, up to `MAX_STEPS` steps of the commission.

    The commission is k units on the k-th step of a staircase, and on a step the edge falls as the stake grows. Rounding
    moves the commission by less than a unit, so beyond wins · unit / abs(limit) the sign is that of the limit, and only
    the steps before matter. If the limit is 0 or nearly 0, there are too many to visit.
    """
    limit, margin, payoff = commission.house_edge(odds), odds.expectation, max(odds.payoffs)
    if commission.unit is None or commission.favour == "nobody" or not commission.rate * payoff:
        return Favourable(((CENT, None),) if limit < 0 else (), True)
    bound = odds.hit_frequency * commission.unit / abs(limit) if limit else None
    ranges: list[tuple[Fraction, Fraction | None]] = []
    for first, last in islice(_steps(commission, payoff), MAX_STEPS):
        if margin > 0:
            cents = odds.hit_frequency * commission.on(last * payoff) / margin / CENT
            favoured = max(first, (floor(cents) + 1) * CENT)  # all later stakes of the step are favourable too
            if favoured <= last:
                if ranges and ranges[-1][1] == favoured - CENT:
                    favoured = ranges.pop()[0]
                ranges.append((favoured, last))
        if bound is not None and last > bound:
            if limit < 0:
                ranges[-1] = ranges[-1][0], None
            return Favourable(tuple(ranges), True)
    return Favourable(tuple(ranges), False)


def _steps(commission: Commission, payoff: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """The first and the last stake in whole cents of each step of the staircase."""
    stake_per_unit = (commission.unit or CENT) / (commission.rate * payoff)
    offset = {"player": Fraction(0), "nearest": Fraction(-1, 2), "house": Fraction(-1)}[commission.favour]
    first = CENT
    for units in count(1):
        cents = (units + offset) * stake_per_unit / CENT
        last = floor(cents)  # the last cent not beyond the end of the step
        if commission.favour == "player" and cents == last:
            last -= 1  # the end itself belongs to the next step
        if last * CENT >= first:
            yield first, last * CENT
            first = (last + 1) * CENT


MAX_STAKES = 100_000


def parse_commission(rules: Rules, unit: Fraction, favour: str | None, rate: str | None) -> Commission:
    """The rulebook's commission, rounded to ``unit``, with another favour or rate if given."""
    if favour is not None and favour not in FAVOURS:
        hint = near_misses(favour, FAVOURS)
        raise ExactError("favour", favour, f"must be one of player, house, nearest{f': {hint}' if hint.close else ''}")
    commission = rulebook_commission(rules, unit, favour)
    return commission if rate is None else replace(commission, rate=money(rate, "commission", 0, 1))


def parse_one_commission(text: str | None) -> Fraction:
    """One commission, 0 without text; raises `ExactError` for a range too."""
    commission, highest = parse_commissions(text)
    if commission < highest:
        raise ExactError("commission", text, "is a range: give one commission, like 5% or 0.05")
    return commission


def parse_commissions(text: str | None) -> tuple[Fraction, Fraction]:
    """The ends of a range like ``0%..10%``; one commission twice; or 0 twice without text."""
    if text is None:
        return Fraction(0), Fraction(0)
    low, dots, high = text.partition("..")
    ends = [money(part, "commission", 0, 1) for part in ((low, high) if dots else (low, low))]
    if ends[1] == 1:
        raise ExactError("commission", text, "must be at least 0 % and less than 100 %")
    if dots and not ends[0] < ends[1]:
        raise ExactError("commission", text, "must be an ascending range, like 0%..10%")
    return ends[0], ends[1]


def parse_stakes(text: str) -> list[Fraction]:
    """The stakes of ``25,50``, ``1..200`` or ``1..200:0.5``."""
    if ".." not in text:
        return [parse_amount(part, "stake") for part in text.split(",")]
    ends, colon, by = text.partition(":")
    first, last = (parse_amount(part, "stake") for part in ends.split("..", 1))
    step = parse_amount(by, "stake") if colon else Fraction(1)
    if last < first:
        raise ExactError("stake", text, "must be an ascending range, like 1..200")
    steps = (last - first) // step
    if steps >= MAX_STAKES:
        raise ExactError("stake", text, f"has {steps + 1} stakes; the bound is {MAX_STAKES}")
    return [first + step * number for number in range(int(steps) + 1)]


def assumed_terms(rules: Rules, commission: Commission) -> tuple[Assumption, ...]:
    """What is assumed where the rulebook is silent; the question settles the unit and, if given, the favour."""
    others = tuple(assumption for assumption in rules.assumed if assumption.clause != ROUNDING)
    return (*others, *(assumption for assumption in commission.assumed if assumption.clause == ROUNDING))
