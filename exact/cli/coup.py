"""Replay a dealt sequence of cards: each step, who draws or stands and by which clause, totals and outcome.

Cards come in dealing order (punto, banco, punto, banco, then third cards), named by rank or by rank and suit:
K, 10 or T, 9h; point values 0 and 1 do too. Cards that the coup does not need are named at the end, so a coup that was
dealt wrongly can be put right according to the rule.

  exact coup "K 7 3 2 9"
  exact coup "9h 4s 5d 4c Kh" --rules come-si-gioca
"""

from __future__ import annotations

import argparse

from exact.cards import split_names
from exact.cli import shoe_options
from exact.cli.terminal import wrapped
from exact.coup import Outcome
from exact.replay import Replay, Step, replay
from exact.rules.rulebook import play


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact coup``."""
    parser.add_argument("cards", metavar="CARDS", nargs="+", help='the cards in dealing order: "K 7 3 2 9"')
    shoe_options.add_rules(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the replay; always 0."""
    rulebook = play(arguments.rules)
    replayed = replay(split_names(" ".join(arguments.cards)), rulebook)
    print(f"rules {rulebook.id}")
    print(wrapped(f"dealing order – {_quoted(*rulebook.clause('dealing_order'))}"))
    for number, step in enumerate(replayed.steps, start=1):
        print(wrapped(f"{number}. {_sentence(step)}"))
    print(_result(replayed))
    return 0


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
