"""Test a simulator while it runs: outcomes on standard input, one coup in each line.

  simulator | exact verify stream --decks 8
  simulator | exact verify stream --decks 8 --every 10000 --format json

A line is punto, banco or tie, or {"outcome": "punto"} without other keys; empty lines are errors. So is JSON with a
repeated key, NaN or an integer of more than 1000 digits. Text and JSON report the progress of the test at intervals, in
a line each; the other formats print only the verdict.

Exit code 0: conforms. 1: the statistics reject the simulator, and the rest of the input is not read. 2: a line is
malformed, or the reader of the output stopped before the verdict.
"""

from __future__ import annotations

import argparse
import json
import os
import sys

from exact.answers.answer import Answer
from exact.answers.text import _
from exact.cli import options
from exact.cli.commands.verify import add_game, chance_of, game_of
from exact.conformance.simulators.sequential import Watch, progress, read_outcomes, stream_report
from exact.conformance.simulators.simulated import outcome_probabilities
from exact.errors import ExactError
from exact.inputs import parse_whole
from exact.report.translation import translate

MAX_EVERY = 10**9


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact verify stream``."""
    add_game(parser)
    options.add_once(parser, "every", "N", "100000", "report the progress every N coups")


def answer(arguments: argparse.Namespace) -> Answer:
    """The verdict when the simulator is rejected or the input ends; the exit code is 1 or 0."""
    style, language = options.style_of(arguments), options.language_of(arguments)
    level = chance_of(arguments.level, "level")
    every = parse_whole(arguments.every, "every", 1, MAX_EVERY)
    rules, decks = game_of(arguments, None, None)
    watch = Watch(outcome_probabilities(decks, rules.tableau), level)
    if sys.stdin is None:
        raise ExactError("stream", "standard input", "is closed")
    for outcome in read_outcomes(sys.stdin.buffer):
        if watch.see(outcome):
            break
        if watch.coups % every == 0:
            _say(watch, style, language)
    if not watch.coups:
        raise ExactError("stream", "standard input", "contains no coup")
    return stream_report(watch, rules, decks, level)


def _say(watch: Watch, style: str, language: str) -> None:
    """Report the progress in one line, and flush it, so that a reader of a pipe need not wait for a full buffer."""
    if style not in ("text", "json"):
        return
    state, sentence = progress(watch, _("watching"))
    try:
        print(json.dumps(state, allow_nan=False) if style == "json" else translate(sentence, language), flush=True)
    except BrokenPipeError:  # the reader has seen no verdict, so the exit code must not look like one
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise ExactError("stream", "standard output", "was closed before there was a verdict") from None
