"""Price one bet on the next coup from a shoe: a bet of the catalogue, or one written in a TOML file of your own.

  exact bet dragon-7 --decks 8
  exact bet lucky-6:12-18 --decks 6 --remove "6h 6d"
  exact bet my-bet.toml --decks 8 --format json
  exact bet punto --with tie --decks 8
  exact bet punto-pair --pays 7 --decks 8
  exact bet banco --commission 4% --rebate 0.8% --decks 8
  exact bet dragon-7 --decks 8 --given "banco=3,4 punto_two_card_total=0-5"

Punto, banco and tie pay as the rulebook says; banco:main keeps the catalogue's 5 % commission under any rules.

A file has categories in order, each with a condition and its payoff to one; every other coup loses:

  name = "red-dragon"
  [[category]]
  name = "all-red"
  when = "banco_wins and banco_total == 7 and banco_cards == 3 and banco_one_colour"
  pays = 60
  [[category]]
  name = "win"
  when = "banco_wins and banco_total == 7 and banco_cards == 3"
  pays = 20

You may also write player for punto, banker for banco, and egalite or standoff for tie, in every command and file:
player-pair, "dragon bonus banker", player_total.

Conditions may use numbers, comparisons, + - * // %, and, or, not, in (…), and these names:
"""

from __future__ import annotations

import argparse

from exact.analysis.pricing import empty_categories, joined, price_bet, price_jointly
from exact.answers.table import Answer, Parameter, Table
from exact.answers.text import _
from exact.bets.bet import Bet
from exact.bets.catalogue import bet_name
from exact.bets.knowledge import describe_knowledge
from exact.bets.main_bets import bet_under
from exact.bets.payoffs import on_terms
from exact.bets.vocabulary import describe_names
from exact.cli import options
from exact.cli.terminal import waiting
from exact.engine.one_shoe import granularity_needed
from exact.errors import ExactError
from exact.rules import Rules
from exact.views import bet_price

_TERMS = {
    "pays": _("Winning categories pay"),
    "commission": _("Commission on wins"),
    "rebate": _("Rebate on every stake"),
}
__doc__ += "".join(f"\n  {name:<24}{meaning}" for name, meaning in describe_names())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact bet``."""
    options.add_bet(parser)
    parser.add_argument("--with", dest="other", metavar="NAME|FILE", help="joint distribution with another bet")
    pays_help = "what each winning category pays instead, to one: 7, 3/2 or 12,23"
    parser.add_argument("--pays", metavar="PAYOFFS", help=pays_help)
    commission_help = "the share of every win that the house keeps, like 4%%: of even money on banco, or of --pays"
    parser.add_argument("--commission", metavar="PERCENT", help=commission_help)
    rebate_help = "the share of every stake that comes back, whatever the result, like 0.8%%"
    parser.add_argument("--rebate", metavar="PERCENT", help=rebate_help)
    options.add_question(parser)
    options.add_given(parser)


def more_help() -> str:
    """The notation of ``--given``."""
    return describe_knowledge()


def bets_named(text: str, parameter: str, rules: Rules) -> dict[str, Bet]:
    """The bets of a list with commas, by name and pay table; raises `ExactError` for one that comes twice."""
    bets: dict[str, Bet] = {}
    for typed in text.split(","):
        name = bet_name(typed.strip())
        if name in bets:
            raise ExactError(parameter, text, f"names {name} twice")
        bets[name] = bet_under(name, rules)
    return bets


def answer(arguments: argparse.Namespace) -> Answer:
    """The price of the bet."""
    digits = options.digits_of(arguments)
    rules = options.rules_of(arguments)
    terms = {name: getattr(arguments, name) for name in _TERMS}
    bet = on_terms(bet_under(arguments.bet, rules), rules, **terms)
    shoe = options.shoe_of(arguments, rules)
    pieces = options.pieces_of(arguments)
    known = joined(pieces, shoe, rules.tableau)
    others = [] if arguments.other is None else [bet_under(arguments.other, rules)]
    with waiting("counting"):
        price = price_bet(bet, shoe, rules.tableau, known=known)
        empty = empty_categories(bet, price, shoe, rules.tableau, known)
        together: list[Table] = []
        for other in others:
            shared = price_jointly(bet, other, shoe, rules.tableau, known=known)
            together += bet_price.two_bets(bet, other, shared, digits)
    granularity = granularity_needed(bet, rules.tableau)
    caption = _("{title}, rules {rules}, {cards} cards", title=bet.title, rules=rules.id, cards=shoe.cards)
    return Answer(
        "bet",
        (
            Parameter("bet", bet.name),
            Parameter("rules", rules.id),
            *(Parameter(name, value, _TERMS[name]) for name, value in terms.items() if value is not None),
            Parameter("granularity", granularity.word, "", (bet_price.needs_text(granularity.text),)),
            *options.given_parameters(pieces, price.deals),
        ),
        (
            bet_price.categories(price, caption, digits),
            bet_price.per_unit(price, digits),
            bet_price.fair_odds(price, digits),
            bet_price.unreachable(empty),
            *together,
        ),
        (bet.note,) if bet.note else (),
        rules.assumed,
        (rules.to_line(), *(each.to_line() for each in (bet, *others))),
    )
