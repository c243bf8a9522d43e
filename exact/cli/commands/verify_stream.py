"""`exact verify --stream`: a simulator watched while it runs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from fractions import Fraction
from typing import BinaryIO

from exact.arithmetic import number_text
from exact.cli import options as shoe_options
from exact.cli.commands.verify_simulated import CONFORMS, REJECTED, chance, game
from exact.conformance.simulators.power import coups_of_a_watch
from exact.conformance.simulators.sequential import Watch
from exact.conformance.simulators.simulated import outcome_probabilities
from exact.conformance.simulators.tallies import OUTCOME_NAMES
from exact.conformance.verify.strict_json import parsed
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.inputs import near_misses, parse_whole
from exact.names import canonical, spellings

FORMATS = ("text", "json")
MAX_LINE = 1000
MAX_EVERY = 10**9


def run_stream(arguments: argparse.Namespace) -> int:
    """Read coups until the simulator is rejected or the input ends: 1 or 0."""
    style, level = shoe_options.style_of(arguments), chance(arguments.level, "level")
    if style not in FORMATS:
        raise ExactError("format", style, f"cannot be written as the coups come: {' or '.join(FORMATS)}")
    every = parse_whole(arguments.every, "every", 1, MAX_EVERY)
    rules, decks = game(arguments, None, None)
    law = outcome_probabilities(decks, rules.tableau)
    watch = Watch(law, level)
    if sys.stdin is None:
        raise ExactError("stream", None, "is closed: there is no standard input")
    for outcome in _outcomes(sys.stdin.buffer):
        rejected = watch.see(outcome)
        if rejected:
            _tell(watch, style, "rejected")
            return REJECTED
        if watch.coups % every == 0:
            _tell(watch, style, "watching")
    if not watch.coups:
        raise ExactError("stream", "standard input", "holds no coup")
    error = chance(arguments.error, "error")
    _tell(watch, style, "conforms", error, coups_of_a_watch(law.values(), error, level))
    return CONFORMS


def _tell(watch: Watch, style: str, verdict: str, error: Fraction | None = None, needed: int | None = None) -> None:
    """One line, at once: whoever watches a pipe should not wait for a buffer to fill. The last says what it could have found."""
    if style == "json":
        told: dict[str, object] = {"coups": str(watch.coups), "e": _finite(watch.e_value), "p": watch.anytime_p}
        told["verdict"] = verdict
        if error is not None:
            told |= {"error": number_text(error), "coups_needed": None if needed is None else str(needed)}
        line = json.dumps(told, allow_nan=False)
    else:
        coups = f"{watch.coups} coup{'s' if watch.coups != 1 else ''}"
        line = f"{coups}: e {watch.e_value:.4g}, anytime p {watch.anytime_p:.4g}, {verdict}"
        if error is not None:
            line += " (no evidence against it"
            line += (
                f"; to find an error of {number_text(error)} takes {needed} coups or more on average" if needed else ""
            )
            line += ")"
    try:
        print(line, flush=True)
    except BrokenPipeError:  # whoever stopped reading has no verdict, and the exit code must not look like one
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise ExactError("stream", "standard output", "was closed before there was a verdict") from None


def _finite(value: float) -> float | None:
    """``value``, or `None`, for JSON has no infinity."""
    return value if value < float("inf") else None


def _outcomes(stream: BinaryIO) -> Iterator[Outcome]:
    """The outcomes that the lines name, each ``punto``, ``banco``, ``tie`` or a synonym, or a JSON object with an ``outcome``.

    Raises `ExactError` with the number of the first line that is neither; an empty line is neither. A byte order mark
    at the very beginning is passed over, as at the beginning of a file.
    """
    known = {name.encode(): outcome for outcome in Outcome for name in spellings(outcome.value)}
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(BOM_UTF8)
        outcome = known.get(line.strip())
        yield _outcome_of_line(line, f"line {number}") if outcome is None else outcome


def _outcome_of_line(line: bytes, place: str) -> Outcome:
    if len(line) > MAX_LINE:
        raise ExactError(place, line, f"is too long: at most {MAX_LINE} bytes")
    text = line.decode("utf-8", errors="backslashreplace").strip()
    name: object = text
    if text.startswith("{"):
        found = parsed(text, place)
        assert isinstance(found, dict)
        for key in found:
            if key != "outcome":
                raise ExactError(place, key, f"is not known here: {near_misses(key, ['outcome'])}")
        name = found.get("outcome")
    name = canonical(name, OUTCOME_NAMES) if isinstance(name, str) else name
    if not isinstance(name, str) or name not in OUTCOME_NAMES:
        hint = near_misses(name if isinstance(name, str) else "", list(OUTCOME_NAMES))
        raise ExactError(place, text, f"is not an outcome nor a JSON object with one: {hint}")
    return Outcome(name)
