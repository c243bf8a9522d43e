"""Find out which figure of the game a published number is, at the precision it is printed with.

Counts, probabilities, house edges per stake and per resolved stake, returns and odds of punto, banco and tie, for
1 to 16 decks and the infinite shoe, 5 % or 4 % commission, tie at 8 or 9 to 1, under every shipped reading.
Exit code 1 if it is none of them.

  exact identify 0.4462
  exact identify 1.06%
  exact identify 2292252566437888
"""

from __future__ import annotations

import argparse
from itertools import groupby

from exact.analysis.full_shoes import decks_text
from exact.arithmetic import decimal_text
from exact.cli.terminal import waiting, wrapped
from exact.literature.identify import Match, identify
from exact.literature.verdict import Agreement, PrintedFigure
from exact.rules.tableau import STANDARD


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact identify``."""
    parser.add_argument("figure", metavar="FIGURE", help="the number as printed: 0.4462, 44.62%%, 9.5/1, a count")


def run(arguments: argparse.Namespace) -> int:
    """Print the matches; 1 if there is none."""
    asked = arguments.figure
    printed = PrintedFigure.parse(asked)
    found = [(asked, printed)]
    if not printed.percent and 1 <= abs(printed.scaled) / 10**printed.places < 100:
        found.append((f"{asked} %", printed.as_percentage()))  # people leave the sign out
    with waiting("looking through the figures"):
        matched = [(text, figure, identify(figure)) for text, figure in found]
    for text, figure, matches in matched:
        for agrees, same in groupby(matches, lambda match: match.agreement is Agreement.AGREES):
            print(f"{text} {'is, to the digits printed:' if agrees else 'is, rounded or truncated:'}")
            for match in same:
                print(wrapped(f"  {_described(match, figure)}"))
    rules = [match.rules for *_, matches in matched for match in matches]
    if not rules:
        print(f"{asked} is no figure of the main bets under any shipped reading, 1 to 16 decks or infinite")
        return 1
    if others := next((names[1:] for names in rules if STANDARD in names), ()):
        print(wrapped(f"(the same cards as under standard rules, in part assumed, are played by {', '.join(others)})"))
    return 0


def _described(match: Match, printed: PrintedFigure) -> str:
    rules = STANDARD if STANDARD in match.rules else f"{', '.join(match.rules)} (in part assumed)"
    first = f" with {decks_text(match.decks[:1])}" if len(match.decks) > 1 else ""
    text = f"{match.quantity.name}; decks: {decks_text(match.decks)}; rules: {rules}; "
    if match.nearest.denominator == 1:
        return f"{text}exactly {match.nearest}{first}"
    if printed.percent:
        return f"{text}≈ {decimal_text(match.nearest * 100, printed.places + 2)} %{first}"
    return f"{text}≈ {decimal_text(match.nearest, printed.places + 4)}{first}"
