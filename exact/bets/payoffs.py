"""Payoffs as whole numbers over one denominator; terms of your own; and punto, banco and tie as ordinary bets."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from typing import NamedTuple

from exact.arithmetic import number_text
from exact.bets.bet import INLINE, LOSE, MAX_PAYOFF, Bet, Classification, by_conditions
from exact.bets.catalogue import every_bet, find_bet
from exact.errors import ExactError
from exact.game import Outcome
from exact.inputs import money, spelled
from exact.records import replace
from exact.rules import Rules


class Payoffs(NamedTuple):
    """The net win per unit staked of each category of a bet: numerators over a common denominator."""

    numerators: tuple[int, ...]
    denominator: int

    @classmethod
    def of(cls, paid: Sequence[Fraction]) -> "Payoffs":
        """The payoffs ``paid`` over their least common denominator."""
        return common_payoffs([paid])[0]

    def won(self, counts: Sequence[int]) -> int:
        """The net win over all deals times the denominator, given the deals in each category."""
        return sum(paid * count for paid, count in zip(self.numerators, counts, strict=True))

    def expectation(self, counts: Sequence[int], deals: int) -> Fraction:
        """The expected net win per unit staked, given the count of each category out of ``deals``."""
        return Fraction(self.won(counts), self.denominator * deals)


def common_payoffs(bets: Sequence[Sequence[Fraction]]) -> list[Payoffs]:
    """The payoffs of several bets over their least common denominator."""
    denominator = lcm(*(payoff.denominator for paid in bets for payoff in paid))
    return [
        Payoffs(tuple(payoff.numerator * (denominator // payoff.denominator) for payoff in paid), denominator)
        for paid in bets
    ]


def on_terms(
    bet: Bet, rules: Rules, pays: str | None = None, commission: str | None = None, rebate: str | None = None
) -> Bet:
    """The bet on these terms, each as typed and `None` for the usual one.

    ``pays`` has a payoff for each winning category; ``commission`` is the share of every win that the house keeps,
    ``rebate`` that of every stake that comes back. Raises `ExactError` for others, and for a commission on payoffs that
    may include one.
    """
    typed = (("pays", pays), ("commission", commission), ("rebate", rebate))
    terms = ", ".join(f"{term} {value}" for term, value in typed if value is not None)
    if not terms:
        return bet
    payoffs = list(bet.payoffs())
    winning = [index for index, payoff in enumerate(payoffs) if payoff > 0]
    if pays is not None:
        own = _parsed_payoffs(pays, [bet.categories[index] for index in winning], bet)
        for index, payoff in zip(winning, own, strict=True):
            payoffs[index] = payoff
    if commission is not None:
        rate = money(commission, "commission", 0, 1)
        if pays is None:
            if bet.name != Outcome.BANCO.value:
                bound = f"is taken from the wins of banco: for {bet.name}, give what wins pay too, with"
                raise ExactError("commission", commission, f"{bound} {spelled('pays')}")
            payoffs = [rules.payoffs[bet.name] if payoff > 0 else payoff for payoff in payoffs]
        payoffs = [payoff * (1 - rate) if payoff > 0 else payoff for payoff in payoffs]
    if rebate is not None:
        back = money(rebate, "rebate", 0, 1)
        payoffs = [payoff + back for payoff in payoffs]
    # the title may state the usual terms
    return replace(bet, title=f"{bet.name}, {terms}", pay_tables={terms: tuple(payoffs)}, pay_table=terms, jackpot=None)


def _parsed_payoffs(pays: str, winning: list[str], bet: Bet) -> list[Fraction]:
    parts = re.split(r",|(?<=\d)-", pays.strip())  # a hyphen that follows no digit is a minus sign
    if len(parts) != len(winning):
        needed = "one payoff" if len(winning) == 1 else f"{len(winning)} payoffs with hyphens between"
        known = f" (its pay tables: {', '.join(bet.pay_tables)})" if len(bet.pay_tables) > 1 else ""
        raise ExactError("pays", pays, f"does not fit {bet.name}: give {needed}, for {', '.join(winning)}{known}")
    return [money(part, "pays", 0, MAX_PAYOFF) for part in parts]


_CONDITIONS = {Outcome.PUNTO: "punto_wins", Outcome.BANCO: "banco_wins", Outcome.TIE: "tie"}


@lru_cache(maxsize=64)
def main_bets(rules: Rules) -> dict[str, Bet]:
    """The bets on punto, banco and tie by name, paid according to ``rules``; banco's wins less the commission."""
    return {outcome.value: _main_bet(outcome, rules) for outcome in Outcome}


def usual_bet(name: str, rules: Rules) -> Bet | None:
    """The bet on an outcome as ``rules`` pay it, or the bet of the catalogue; `None` if no bet has this name."""
    return main_bets(rules).get(name) or every_bet().get(name)


def bet_under(name: str, rules: Rules) -> Bet:
    """The bet that `find_bet` finds; punto, banco and tie pay as ``rules`` say, unless a pay table or file is named."""
    bet = find_bet(name)
    return bet if name == "-" or ".toml" in name or bet.pay_table else main_bets(rules).get(bet.name, bet)


def _main_bet(outcome: Outcome, rules: Rules) -> Bet:
    wins = rules.net_wins[outcome]
    categories = {"win": outcome}
    if outcome is not Outcome.TIE and rules.ties != "lose":
        categories["push" if rules.ties == "push" else Outcome.TIE.value] = Outcome.TIE
    titles = {
        Outcome.PUNTO: "Punto",
        Outcome.BANCO: f"Banco, {number_text(100 * rules.commission)} % commission",
        Outcome.TIE: f"Tie at {number_text(rules.payoffs['tie'])} to 1",
    }
    return Bet(
        name=outcome.value,
        title=titles[outcome],
        source=rules.id,
        note="",
        categories=(*categories, LOSE),
        classification=outcome_classification(tuple(categories.values())),
        pay_tables={INLINE: (*(wins[held] for held in categories.values()), Fraction(-1))},
    )


@cache
def outcome_classification(outcomes: tuple[Outcome, ...]) -> Classification:
    """The outcomes as categories, and a last one with all other coups."""
    return by_conditions(_CONDITIONS[outcome] for outcome in outcomes)
