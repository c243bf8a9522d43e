"""Test the tallies of a simulator against the exact odds of its game.

  exact verify simulated counts.json --decks 8
  exact verify simulated counts.json --level 1/1000 --format json

FILE has the coups and at least one of outcomes, bets, totals and pairs; a missing category counts 0:

  {"decks": 8, "rules": "standard", "coups": 1000000,
   "outcomes": {"punto": 446247, "banco": 458597, "tie": 95156},
   "bets": {"dragon-7": {"win": 22534, "lose": 977466}},
   "totals": [ten rows, for punto's final total, of ten tallies, for banco's],
   "pairs": {"punto,punto": 99567, …}: two coups of one shoe each, no coup in two pairs}

Tallies of outcomes, totals, pairs and bets that contradict each other are an error. So is JSON with a repeated key, NaN
or an integer of more than 1000 digits.

Exit code 0: conforms. 1: the statistics reject the simulator. 2: the tallies cannot be used.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from exact.answers.answer import Answer
from exact.cli.commands.verify import add_game, chance_of, game_of
from exact.cli.terminal import waiting
from exact.conformance.simulators.simulated import check_simulated, report
from exact.conformance.simulators.tallies import read_tallies
from exact.errors import ExactError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact verify simulated``."""
    parser.add_argument("file", metavar="FILE", help="the tallies, in JSON")
    add_game(parser)
    error_help = "an error in a probability: the report says how many coups find it; default 0.0001"
    parser.add_argument("--error", metavar="E", default="0.0001", help=error_help)


def answer(arguments: argparse.Namespace) -> Answer:
    """The report; the exit code is 1 if the simulator is rejected."""
    if not arguments.file:
        raise ExactError("simulated", "", "must be the name of a file")
    level = chance_of(arguments.level, "level")
    error = chance_of(arguments.error, "error")
    file = Path(arguments.file)
    tallies = read_tallies(file)
    rules, decks = game_of(arguments, tallies.rules, tallies.decks)
    with waiting("testing the tallies"):
        checked = check_simulated(tallies, decks, rules.tableau, level, error)
    return replace(report(checked, rules, decks), sources=(rules.to_line(), file))
