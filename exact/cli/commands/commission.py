"""Banco's house edge by the size of the stake, if the commission is rounded to a unit.

A commission rounded in the player's favour is zero on small stakes, so the player has the edge. You see the edge of
each stake, the best and the worst stake, every stake that favours the player, and the limit as stakes grow. The rate
and the rounding are the rulebook's unless you give them; if the rulebook is silent, rounding favours the player.

  exact commission --unit 1 --commission 5% --stake 1..200
  exact commission --unit 0.50 --stake 1..100:0.5 --rules classic-it --favour house
  exact commission --unit 5 --stake 25,50,100 --decks 6 --format csv
"""

from __future__ import annotations

import argparse
from fractions import Fraction

from exact.analysis.commission import (
    assumed_terms,
    banco_odds,
    favourable_stakes,
    parse_commission,
    parse_stakes,
    price_stakes,
)
from exact.analysis.odds import odds_of_shoe
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.cli import options
from exact.inputs import parse_amount
from exact.views.session_result import by_stake

_FAVOURED = {"player": _("player"), "house": _("house"), "nearest": _("nearest")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact commission``."""
    parser.add_argument("--unit", metavar="AMOUNT", required=True, help="the smallest unit of the commission")
    parser.add_argument("--commission", "--rate", metavar="PERCENT", help="rate, like 5%%; default the rulebook's")
    parser.add_argument("--favour", metavar="WHOM", help="player, house or nearest; default the rulebook's")
    parser.add_argument("--stake", "--stakes", metavar="STAKES", required=True, help="1..200, 1..200:0.5 or 25,50")
    options.add_question(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The edge of every stake."""
    digits = options.digits_of(arguments)
    rules = options.rules_of(arguments)
    unit = parse_amount(arguments.unit, "unit")
    commission = parse_commission(rules, unit, arguments.favour, arguments.commission)
    stakes = parse_stakes(arguments.stake)
    shoe = options.shoe_of(arguments, rules)
    odds = banco_odds(odds_of_shoe(shoe, rules.tableau), rules)
    favourable = favourable_stakes(odds, commission)
    ranges = [
        [number_text(first, 2), None if last is None else number_text(last, 2)] for first, last in favourable.ranges
    ]
    caption = _("House edge of banco by stake, rules {rules}, {cards} cards", rules=rules.id, cards=shoe.cards)
    return Answer(
        "commission",
        (
            Parameter("rules", rules.id),
            Parameter("cards", shoe.cards),
            Parameter("rate", commission.rate, _("Commission"), (f"{number_text(commission.rate * 100)} %",)),
            Parameter("unit", number_text(commission.unit or Fraction(0), 2), _("In units of")),
            Parameter("favour", commission.favour, _("Rounded in favour of"), (_FAVOURED[commission.favour],)),
            Parameter("favourable", ranges, _("Stakes that favour the player, in whole cents"), (favourable.text,)),
            Parameter("favourable_complete", favourable.complete),
        ),
        tuple(by_stake(price_stakes(stakes, odds, commission), odds, commission, caption, digits)),
        assumptions=assumed_terms(rules, commission),
        sources=(rules.to_line(),),
    )
