"""Replay a dealt sequence of cards: each step, who draws or stands and by which clause, totals and outcome.

Cards come in dealing order (punto, banco, punto, banco, then third cards), named by rank or by rank and suit:
K, 10 or T, 9h; point values 0 and 1 do too. Cards that the coup does not need are named at the end, so a coup that was
dealt wrongly can be put right according to the rule.

  exact coup "K 7 3 2 9"
  exact coup "9h 4s 5d 4c Kh" --rules come-si-gioca
  exact coup "K 2 3 4 7 9" --stake banco=25 --stake tie=5 --unit 1 --rules classic-it

Stakes are settled in exact money: punto, banco and tie by the rulebook, other bets of exact bets by their pay tables.
With --unit the commission is rounded to it as the rulebook says, or in the player's favour where it does not.
"""

from __future__ import annotations

import argparse
from fractions import Fraction

from exact.arithmetic import number_text
from exact.cli import options as shoe_options
from exact.cli.terminal import wrapped
from exact.errors import ExactError
from exact.game.cards import split_names
from exact.game.coup import Outcome
from exact.rules.replay import Replay, Step, replay
from exact.rules.rulebook import play
from exact.rules.tableau import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact coup``."""
    parser.add_argument("cards", metavar="CARDS", nargs="+", help='the cards in dealing order: "K 7 3 2 9"')
    shoe_options.add_rules(parser)
    parser.add_argument("--stake", metavar="BET=AMOUNT", action="append", default=[], help="settle a stake; repeatable")
    parser.add_argument("--unit", metavar="AMOUNT", action=shoe_options.Once, help="smallest unit of the commission")


def run(arguments: argparse.Namespace) -> int:
    """Print the replay; always 0."""
    rulebook = play(arguments.rules)
    replayed = replay(split_names(" ".join(arguments.cards)), rulebook)
    settled = _settlement(arguments, replayed, rulebook.rules())
    print(f"rules {rulebook.id}")
    print(wrapped(f"dealing order – {_quoted(*rulebook.clause('dealing_order'))}"))
    for number, step in enumerate(replayed.steps, start=1):
        print(wrapped(f"{number}. {_sentence(step)}"))
    print(_result(replayed))
    for line in settled:
        print(line)
    return 0


def _settlement(arguments: argparse.Namespace, replayed: Replay, rules: Rules) -> list[str]:
    if not arguments.stake:
        return []
    from exact.analysis.commission import rulebook_commission
    from exact.analysis.settlement import settle

    unit = None if arguments.unit is None else shoe_options.amount_of(arguments.unit, "unit")
    commission = rulebook_commission(rules, unit)
    stakes = []
    for text in arguments.stake:
        bet, equals, amount = text.rpartition("=")
        if not equals or not bet:
            raise ExactError("stake", text, "must be written as bet=amount")
        stakes.append((bet, shoe_options.amount_of(amount, f"stake on {bet}")))
    return [
        f"{entry.bet} {number_text(entry.stake, 2)}: {_verb(entry.win)}"
        + (f", commission {number_text(entry.commission, 2)}" if entry.commission else "")
        + f", net {'+' if entry.net > 0 else ''}{number_text(entry.net, 2)}"
        + "".join(f"\n  assumed, for the document does not say: {assumption}" for assumption in entry.assumed)
        for entry in settle(replayed, stakes, rules, commission)
    ]


def _verb(win: Fraction) -> str:
    if win == 0:
        return "push"
    return f"{'wins' if win > 0 else 'loses'} {number_text(abs(win), 2)}"


def _sentence(step: Step) -> str:
    if step.side is None:
        return f"natural {step.total}: nobody draws – {_quoted(step.says, step.assumed)}"
    if step.card is not None:
        return f"{step.side.value} receives {step.card}: total {step.total}"
    move = "draws" if step.draws else "stands"
    return f"{step.side.value}, with {step.total}, {move} – {_quoted(step.says, step.assumed)}"


def _quoted(says: str, assumed: bool) -> str:
    return f"assumed, for the document does not say; standard: «{says}»" if assumed else f"«{says}»"


def _result(replayed: Replay) -> str:
    coup = replayed.coup
    outcome = "tie" if coup.outcome is Outcome.TIE else f"{coup.outcome.value} wins"
    lines = [f"punto {coup.punto.total}, banco {coup.banco.total}: {outcome}"]
    if replayed.not_needed:
        lines.append(f"not needed: {' '.join(replayed.not_needed)}")
    return "\n".join(lines)
