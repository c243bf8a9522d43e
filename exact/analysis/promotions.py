"""What promotions are worth: coupons, match play, free bets, non-negotiable chips, loss rebates, rolling commission.

A worth is an expected net win per unit: of the coupon's face, of a chip's face, or of the stake.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.odds import Distribution, OutcomeOdds
from exact.analysis.sessions.distributions import EXACT_COUPS, ResultDistribution
from exact.analysis.sessions.stopped import limits_of, stopped_session
from exact.bets.bet import MAX_PAYOFF
from exact.errors import ExactError
from exact.game import Outcome
from exact.inputs import money, one_of, parse_amount, parse_whole, spelled

KEEP, LOSE = "keep", "lose"
"""Whether a coupon stays with the player when the bet pushes, to be played again, or is gone."""
TURNOVER, LOSSES, NET_LOSS = "turnover", "losses", "net-loss"
BASES = (TURNOVER, LOSSES)
"""What a rolling commission is paid on: every stake, or every stake lost; a rebate also on a session's net loss."""
REBATE_BASES = (NET_LOSS, *BASES)
MATCH_PLAY, FREE_BET, COUPON, CHIP = "match-play", "free-bet", "coupon", "non-negotiable"
REBATE, ROLLING, COMMISSION, FAIR_ODDS = "rebate", "rolling", "commission", "fair-odds"


class Worth(NamedTuple):
    """What a promotion is worth, and the term at which its worth is 0, if there is one."""

    worth: Fraction
    break_even: Fraction | None
    coups: Fraction = Fraction(1)  #: How many it lasts, on average


def _wins_and_losses(price: Distribution) -> tuple[Fraction, Fraction]:
    """What the wins add to the expectation, and what the losses take from it, both as positive numbers."""
    parts = (price.contribution(index) for index in range(len(price.categories)))
    wins = sum((max(part, Fraction(0)) for part in parts), Fraction(0))
    return wins, wins - price.expectation


def worth_of(
    kind: str,
    price: Distribution,
    ties: str = KEEP,
    pays: Fraction = Fraction(0),
    rate: Fraction = Fraction(0),
    basis: str = TURNOVER,
) -> Worth:
    """The worth of a kind of promotion that one coup decides, with a rebate at this rate, and where it breaks even.

    With match play, a coupon beside a stake of its face, a win pays both and a loss costs both: the face per stake. A
    free bet is staked alone, and gone with a win or a loss. With a coupon the next win pays ``pays``: that payoff. A
    non-negotiable chip is played until it is lost, and its wins are paid in money: the bonus per chip. A rolling
    commission is a rebate on every stake: its rate.
    """
    wins, losses = _wins_and_losses(price)
    paid_on = Fraction(1) if basis == TURNOVER else losses
    rebate, frequency = rate * paid_on, price.hit_frequency
    missing = losses - rebate
    if kind == ROLLING:
        return Worth(wins - missing, max(price.house_edge, Fraction(0)) / paid_on if paid_on else None)
    if kind == CHIP:
        if losses != (lost := price.resolved - frequency):
            raise ExactError("bet", "the bet", "can lose a part of the stake, and a chip cannot be divided")
        if not lost:
            raise ExactError("bet", "the bet", "never loses, so the chip is played for ever")
        wins += rebate
        return Worth(wins / lost, lost / wins - 1 if wins else None, 1 / lost)
    if not (used := Fraction(1) if ties == LOSE else price.resolved):
        raise ExactError("bet", "the bet", "is never resolved, so a coupon on it is never used up")
    if kind == FREE_BET:
        return Worth(wins / used, None, 1 / used)
    per, amount, missing = (wins, Fraction(1), missing - wins) if kind == MATCH_PLAY else (frequency, pays, missing)
    return Worth((per * amount - missing) / used, missing / per if per else None, 1 / used)


def loss_rebate(distribution: ResultDistribution, rate: Fraction) -> Worth:
    """A share of the net loss of an exact session is paid back. It breaks even at a rate."""
    lost = sum(max(-won, 0) * count for won, count in distribution.counts.items())
    loss = lost * distribution.unit / distribution.denominator
    mean = distribution.moment(1)[0]
    return Worth(mean + rate * loss, max(-mean, Fraction(0)) / loss if loss else None)


class StopPoints(NamedTuple):
    """The best time to stop with a loss rebate."""

    worth: Fraction
    stops: list[tuple[int, int | None, int | None]] | None
    """By the coups left: the largest loss (in units, negative) and the smallest win at which to stop; `None` for a
    rebate that does not depend on the result."""


def best_stops(coup: ResultDistribution, coups: int, rate: Fraction) -> StopPoints:
    """The best stopping of at most ``coups`` coups with a rebate of ``rate`` on the net loss, by backward induction."""

    def after_rebate(result: int) -> int:
        """Times the denominator of the rate."""
        return result * rate.denominator - rate.numerator * min(result, 0)

    reached: list[set[int]] = [{0}]
    for _coup in range(coups):
        reached.append({result + won for result in reached[-1] for won in coup.counts})
    values = {result: after_rebate(result) for result in reached[-1]}
    stops: list[tuple[int, int | None, int | None]] = []
    for left in range(1, coups + 1):
        before, stopping = dict[int, int](), list[int]()
        for result in reached[coups - left]:
            stop = after_rebate(result) * coup.denominator**left
            go_on = sum(count * values[result + won] for won, count in coup.counts.items())
            before[result] = max(stop, go_on)
            if stop >= go_on:
                stopping.append(result)
        values = before
        nearest_loss = max((result for result in stopping if result < 0), default=None)
        nearest_win = min((result for result in stopping if result > 0), default=None)
        stops.append((left, nearest_loss, nearest_win))
    return StopPoints(Fraction(values[0], coup.denominator**coups * rate.denominator) * coup.unit, stops[::-1])


def commission_of(house_edge: Fraction, odds: OutcomeOdds) -> tuple[Fraction, Fraction]:
    """The commissions at which banco at even money has a house edge, and none; `ExactError` if it never wins."""
    punto, banco = odds.probability(Outcome.PUNTO), odds.probability(Outcome.BANCO)
    if not banco:
        raise ExactError("shoe", "this shoe", "lets banco never win, so no commission is ever paid")
    return 1 - (punto - house_edge) / banco, 1 - punto / banco


def equivalents(
    worth: Worth, price: Distribution, odds: OutcomeOdds
) -> tuple[Fraction, Fraction | None, Fraction | None]:
    """The rebates on turnover and on losses, and the commission on banco, that give as much per coup as a promotion."""
    per_coup, losses = worth.worth / worth.coups, _wins_and_losses(price)[1]
    gained = per_coup - price.expectation
    commission = commission_of(-per_coup, odds)[0] if odds.counts[Outcome.BANCO] else None
    return gained, gained / losses if losses else None, commission


KINDS = {
    MATCH_PLAY: ("ties", "rate", "basis"),
    FREE_BET: ("ties",),
    COUPON: ("ties", "pays", "rate", "basis"),
    CHIP: ("rate", "basis"),
    REBATE: ("rate", "basis", "coups", "stop_win", "stop_loss"),
    ROLLING: ("rate", "basis"),
    COMMISSION: (),
    FAIR_ODDS: (),
}
"""The terms that each kind of promotion takes besides the bet and the shoe."""
TERMS = tuple(sorted({name for names in KINDS.values() for name in names}))
Terms = Mapping[str, str | None]


def check_terms(kind: str, terms: Terms) -> None:
    """Raise `ExactError` for an unknown kind, for a term that does not belong to it, and for one that it lacks."""
    one_of(kind, KINDS, "kind", "is no kind of promotion")
    for name in TERMS:
        if terms[name] is not None and name not in KINDS[kind]:
            raise ExactError(name, terms[name], f"does not belong to {kind}")
    for name in ("pays", "rate", "coups"):
        is_needed = name in KINDS[kind] and (name != "rate" or kind in (REBATE, ROLLING))
        if is_needed and terms[name] is None:
            raise ExactError("kind", kind, f"needs {spelled(name)}")
    if terms["rate"] is None and terms["basis"] is not None:
        raise ExactError("basis", terms["basis"], f"is that of a {spelled('rate')}: give it too")


def _chosen(terms: Terms, name: str, choices: tuple[str, ...]) -> str:
    text = terms[name]
    if text is None:
        return choices[0]
    if text not in choices:
        raise ExactError(name, text, f"must be {' or '.join(choices)}")
    return text


def worth_asked(kind: str, price: Distribution, terms: Terms) -> Worth:
    """As `worth_of`, from the terms as they are typed."""
    ties, basis = _chosen(terms, "ties", (KEEP, LOSE)), _chosen(terms, "basis", BASES)
    pays, rate = money(terms["pays"] or "0", "pays", 0, MAX_PAYOFF), money(terms["rate"] or "0", "rate", 0, 1)
    return worth_of(kind, price, ties, pays, rate, basis)


def rebate_of(price: Distribution, coup: ResultDistribution, terms: Terms, digits: int) -> tuple[Worth, StopPoints]:
    """The worth of a rebate on coups like ``coup``, in stakes, with these stop points and with the best ones.

    No stop point looks ahead, so on the turnover or on the losses it is, by Wald's identity, that of one coup times the
    expected coups.
    """
    amounts = ((name, terms[name]) for name in ("stop_loss", "stop_win"))
    stops = {name: parse_amount(text, name) for name, text in amounts if text is not None}
    basis, rate = _chosen(terms, "basis", REBATE_BASES), money(terms["rate"], "rate", 0, 1)
    coups = parse_whole(terms["coups"] or "", "coups", 1, EXACT_COUPS)
    limits = limits_of(coup, stops.get("stop_loss"), stops.get("stop_win"))
    session = stopped_session(coup, coups, limits, digits)
    played = session.mean_coups[0]
    if basis == NET_LOSS:
        return loss_rebate(session.distribution, rate)._replace(coups=played), best_stops(coup, coups, rate)
    one = worth_of(ROLLING, price, rate=rate, basis=basis)
    best = max(coups * one.worth, Fraction(0))  # every coup is worth the same: play all of them or none
    return one._replace(worth=played * one.worth, coups=played), StopPoints(best, None)
