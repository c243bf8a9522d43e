"""Punto, banco and tie as ordinary bets; the rulebook says what they pay."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache

from exact.arithmetic import number_text
from exact.bets.bet import INLINE, LOSE, Bet, Classification, by_conditions
from exact.bets.catalogue import bet_name, find_bet
from exact.errors import ExactError
from exact.game import Outcome
from exact.rules import Rules

_CONDITIONS = {Outcome.PUNTO: "punto_wins", Outcome.BANCO: "banco_wins", Outcome.TIE: "tie"}


@lru_cache(maxsize=64)
def main_bets(rules: Rules) -> dict[str, Bet]:
    """The bets on punto, banco and tie by name, paid according to ``rules``; banco's wins less the commission."""
    return {outcome.value: _main_bet(outcome, rules) for outcome in Outcome}


def bet_under(name: str, rules: Rules) -> Bet:
    """The bet that `find_bet` finds; punto, banco and tie pay as ``rules`` say, unless a pay table or file is named."""
    bet = find_bet(name)
    return bet if ".toml" in name or bet.pay_table else main_bets(rules).get(bet.name, bet)


def bets_under(names: str, rules: Rules) -> list[Bet]:
    """The bets of a list with commas, each as `bet_under`."""
    return [bet_under(name.strip(), rules) for name in names.split(",")]


def bets_named(names: str, rules: Rules, parameter: str) -> dict[str, Bet]:
    """As `bets_under`, by name and pay table; raises `ExactError` for one that comes twice."""
    bets: dict[str, Bet] = {}
    for typed in names.split(","):
        name = bet_name(typed.strip())
        if name in bets:
            raise ExactError(parameter, names, f"names {name} twice")
        bets[name] = bet_under(name, rules)
    return bets


def _main_bet(outcome: Outcome, rules: Rules) -> Bet:
    wins = rules.net_wins(outcome)
    categories = {"win": outcome}
    if outcome is not Outcome.TIE and rules.ties == "push":
        categories["push"] = Outcome.TIE
    payoffs = (*(wins[held] for held in categories.values()), Fraction(-1))
    return Bet(
        name=outcome.value,
        title=_title(outcome, rules),
        source=rules.id,
        note="",
        categories=(*categories, LOSE),
        classification=outcome_classification(tuple(categories.values())),
        pay_tables={INLINE: payoffs},
    )


def _title(outcome: Outcome, rules: Rules) -> str:
    if outcome is Outcome.BANCO:
        return f"Banco, {number_text(100 * rules.commission)} % commission"
    return f"Tie at {number_text(rules.payoffs['tie'])} to 1" if outcome is Outcome.TIE else "Punto"


@cache
def outcome_classification(outcomes: tuple[Outcome, ...]) -> Classification:
    """The outcomes as categories, and a last one with all other coups."""
    return by_conditions(_CONDITIONS[outcome] for outcome in outcomes)
