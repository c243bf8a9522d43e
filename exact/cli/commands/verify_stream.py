"""Test a simulator while it runs: outcomes on standard input, one coup in each line.

  simulator | exact verify stream --decks 8
  simulator | exact verify stream --decks 8 --every 10000 --format json

A line is punto, banco or tie, or {"outcome": "punto"} without other keys; empty lines are errors. So is JSON with a repeated
key, NaN or an integer of more than 1000 digits. Text and JSON report the progress of the test at intervals, in a line each;
the other formats print only the verdict.

Exit code 0: conforms. 1: the statistics reject the simulator, and the rest of the input is not read. 2: a line is malformed, or
the reader of the output stopped before the verdict.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from fractions import Fraction
from typing import BinaryIO

from exact.answers.answer import Answer, Parameter
from exact.answers.table import Count
from exact.answers.text import Text, _
from exact.arithmetic import number_text
from exact.cli import options
from exact.cli.commands.verify import add_law, chance_of, law_of
from exact.conformance.simulators.power import coups_of_a_watch
from exact.conformance.simulators.sequential import Watch, fitting_faults
from exact.conformance.simulators.simulated import outcome_probabilities
from exact.conformance.simulators.tallies import OUTCOME_NAMES
from exact.conformance.strict_json import parsed
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.inputs import near_misses, parse_whole
from exact.names import canonical, spellings
from exact.report.translation import translate
from exact.rules.tableau import Rules

_SHOWN_FAULTS = 3
MAX_LINE = 1000
MAX_EVERY = 10**9
_ERROR = Fraction(1, 10_000)
"""The error in a probability for which the verdict says how many coups find it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact verify stream``."""
    add_law(parser)
    every_help = "report the progress every N coups; default 100000"
    parser.add_argument("--every", action=options.Once, metavar="N", default="100000", help=every_help)


def answer(arguments: argparse.Namespace) -> Answer:
    """The verdict when the simulator is rejected or the input ends; the exit code is 1 or 0."""
    style, language = options.style_of(arguments), options.language_of(arguments)
    level = chance_of(arguments.level, "level")
    every = parse_whole(arguments.every, "every", 1, MAX_EVERY)
    rules, decks = law_of(arguments, None, None)
    law = outcome_probabilities(decks, rules.tableau)
    watch = Watch(law, level)
    if sys.stdin is None:
        raise ExactError("stream", "standard input", "is closed")
    for outcome in _outcomes(sys.stdin.buffer):
        if watch.see(outcome):
            break
        if watch.coups % every == 0:
            _say(watch, style, language)
    if not watch.coups:
        raise ExactError("stream", "standard input", "contains no coup")
    verdict = _("rejected") if watch.rejected else _("conforms")
    sentence = _sentence(watch, verdict)
    causes = (_causes(watch, rules, decks, level),) if watch.rejected else ()
    power: tuple[Parameter, ...] = ()
    if not watch.rejected:
        needed = coups_of_a_watch(law.values(), _ERROR, level)
        sentence = _with_power(sentence, needed)
        power = (
            Parameter("error", number_text(_ERROR)),
            Parameter("coups_needed", None if needed is None else Count(needed)),
        )
    state = _state(watch, verdict)
    return Answer(
        "verify-stream",
        (
            Parameter("rules", rules.id),
            Parameter("decks", decks),
            Parameter("level", number_text(level)),
            Parameter("coups", Count(watch.coups)),
            Parameter("e", state["e"]),
            Parameter("p", state["p"]),
            *causes,
            Parameter("verdict", verdict, "", (sentence,)),
            *power,
        ),
        assumptions=rules.assumptions_for(),
        sources=(rules.to_line(),),
        code=1 if watch.rejected else 0,
    )


def _causes(watch: Watch, rules: Rules, decks: int, level: Fraction) -> Parameter:
    """The known faults that the outcomes fit, the likeliest first, for programs and in a line each for readers."""
    fitting, nearest = fitting_faults(watch.seen, decks, rules.tableau, level)
    lines = [_("The outcomes fit a known fault: {fault}.", fault=mistake.name) for mistake in fitting[:_SHOWN_FAULTS]]
    more = len(fitting) - _SHOWN_FAULTS
    if more == 1:
        lines.append(_("They fit another known fault as well; tallies of totals tell more."))
    elif more > 1:
        lines.append(_("They fit {number} other known faults as well; tallies of totals tell more.", number=more))
    if nearest is None:
        lines = [_("None of the known faults explains this.")]
    elif not fitting:
        lines = [_("None of the known faults explains this; nearest: {fault}.", fault=nearest.name)]
    faults = [{"fault": mistake.fault.id, "words": str(mistake.name)} for mistake in fitting]
    return Parameter("faults", faults, "", tuple(lines))


def _state(watch: Watch, verdict: str) -> dict[str, str | float | None]:
    """The state of the watch for JSON, which has no infinity."""
    e_value = watch.e_value if watch.e_value < float("inf") else None
    return {"coups": str(watch.coups), "e": e_value, "p": watch.anytime_p, "verdict": verdict}


def _sentence(watch: Watch, verdict: Text) -> Text:
    return _(
        "{coups}: e {e}, anytime p {p}, {verdict}",
        coups=_("1 coup") if watch.coups == 1 else _("{number} coups", number=watch.coups),
        e=f"{watch.e_value:.4g}",
        p=f"{watch.anytime_p:.4g}",
        verdict=verdict,
    )


def _with_power(sentence: Text, needed: int | None) -> Text:
    """The sentence on a simulator that conforms, with the coups ``needed`` to find an error."""
    if needed is None:
        return _("{start} (no evidence against it)", start=sentence)
    return _(
        "{start} (no evidence against it; to find an error of {error} takes {needed} coups or more on average)",
        start=sentence,
        error=number_text(_ERROR),
        needed=needed,
    )


def _say(watch: Watch, style: str, language: str) -> None:
    """Report the progress in one line, and flush it, so that a reader of a pipe need not wait for a full buffer."""
    if style not in ("text", "json"):
        return
    verdict = _("watching")
    state = json.dumps(_state(watch, verdict), allow_nan=False)
    try:
        print(state if style == "json" else translate(_sentence(watch, verdict), language), flush=True)
    except BrokenPipeError:  # the reader has seen no verdict, so the exit code must not look like one
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise ExactError("stream", "standard output", "was closed before there was a verdict") from None


def _outcomes(stream: BinaryIO) -> Iterator[Outcome]:
    """The outcomes that the lines name, each ``punto``, ``banco``, ``tie`` or a synonym, or a JSON object with an ``outcome``.

    Raises `ExactError` with the number of the first line that is neither; an empty line is neither. A byte order mark
    at the very beginning is skipped.
    """
    known = {name.encode(): outcome for outcome in Outcome for name in spellings(outcome.value)}
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(BOM_UTF8)
        outcome = known.get(line.strip())
        yield _outcome_of_line(line, f"line {number}") if outcome is None else outcome


def _outcome_of_line(line: bytes, where: str) -> Outcome:
    if len(line) > MAX_LINE:
        raise ExactError(where, line, f"is too long: at most {MAX_LINE} bytes")
    text = line.decode("utf-8", errors="backslashreplace").strip()
    name: object = text
    if text.startswith("{"):
        document = parsed(text, where)
        assert isinstance(document, dict)
        for key in document:
            if key != "outcome":
                raise ExactError(where, key, f"is not known here: {near_misses(key, ['outcome'])}")
        name = document.get("outcome")
    name = canonical(name, OUTCOME_NAMES) if isinstance(name, str) else name
    if not isinstance(name, str) or name not in OUTCOME_NAMES:
        hint = near_misses(name if isinstance(name, str) else "", list(OUTCOME_NAMES))
        raise ExactError(where, text, f"is neither an outcome nor a JSON object with one: {hint}")
    return Outcome(name)
