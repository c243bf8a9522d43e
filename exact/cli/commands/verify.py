"""Check another engine against the conformance vectors, or a simulator against the exact odds.

  exact verify engine COMMAND    ask a program every vector it can answer
  exact verify results FILE      judge a finished file of answers
  exact verify simulated FILE    test the tallies of a simulator
  exact verify stream            test the outcomes on standard input as they come

exact verify engine --help describes the first, and so on.

Exit code 0: conforms. 1: a wrong number, a refusal inside the engine's domain or a protocol fault, or the statistics
reject the simulator. 2: the check could not be run or came to no verdict; the help of each command says when.
"""

import json
import os
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

from exact.answers.table import Answer
from exact.answers.text import _
from exact.cli import options
from exact.cli.options import Arguments, exclusive, flag, option
from exact.cli.terminal import progress_bar, waiting
from exact.conformance.comparison import MAX_DECIMALS, MAX_DIGITS
from exact.conformance.simulators import simulated
from exact.conformance.simulators.sequential import Watch, progress, read_outcomes, stream_report
from exact.conformance.simulators.tallies import read_tallies
from exact.conformance.vectors.vector_set import load_set
from exact.conformance.verify.asking import Engine, ProcessEngine, TimeLimits
from exact.conformance.verify.report import certificate_path, report, write_certificate
from exact.conformance.verify.results import verify_results
from exact.conformance.verify.runner import verify
from exact.conformance.verify.verification import EngineVerdict, Precision, Verification
from exact.errors import ExactError
from exact.inputs import on_disk, parse_whole, read_text_file
from exact.records import replace
from exact.report.translation import translate
from exact.rules import STANDARD, Rules, rules_named

_LIMITS = TimeLimits()
_MAX_SECONDS, _LONGEST_MAPPING = 86_400, 200_000
OPTIONS = ()
_VECTORS = (
    flag("--smoke", "only the fewest vectors that show every known fault: a quick look, not conformance"),
    exclusive(
        option("--digits", "D", f"correct significant digits of floating-point answers, 1 to {MAX_DIGITS}; default 9"),
        option("--decimals", "N", f"instead, decimals to which they must be rounded, 1 to {MAX_DECIMALS}"),
    ),
    flag("--without-bad-requests", "leave out the requests that must be refused, such as a shoe of five cards"),
    option("--certificate", "FILE", "write a page with the verdict and what it rests on: a .md or .tex file"),
    option("--date", "DAY", "the date of the certificate, like 2026-11-22"),
)
_GAME = (
    option("--decks", "N", "the full shoe the simulator deals from"),
    option("--rules", "NAME|FILE", f"a rulebook, document:reading or .toml file of your own; default {STANDARD}"),
    option("--level", "A", "the largest chance of rejecting a right simulator", "0.01"),
)


def answer(arguments: Arguments) -> NoReturn:  # noqa: ARG001
    """Raise `ExactError`: nothing is chosen."""
    raise ExactError(
        "verify", "nothing", "is chosen: give one of engine COMMAND, results FILE, simulated FILE and stream"
    )


def _judged(arguments: Arguments, name: str, check: Callable[..., Verification]) -> Answer:
    certificate, precision = None, Precision()
    if arguments.certificate is None:
        options.refuse(arguments, ("date",), "is the date of a certificate: name its file with --certificate")
    elif arguments.smoke:
        raise ExactError("certificate", arguments.certificate, "needs the whole set: leave out --smoke")
    else:
        certificate = certificate_path(arguments.certificate, arguments.date)
    if arguments.decimals is not None:
        precision = Precision(None, parse_whole(arguments.decimals, "decimals", 1, MAX_DECIMALS))
    elif arguments.digits is not None:
        precision = Precision(parse_whole(arguments.digits, "digits", 1, MAX_DIGITS))
    vector_set = load_set(smoke=arguments.smoke)
    verified = check(vector_set, precision, not arguments.without_bad_requests)
    if certificate is not None and verified.verdict is not EngineVerdict.UNDECIDED:
        language = options.language_of(arguments)
        write_certificate(certificate, arguments.date, language, verified, vector_set)
    return report(name, verified, vector_set)


def _game_of(arguments: Arguments, rules_in_file: str | None, decks_in_file: int | None) -> tuple[Rules, int]:
    """The rules and the decks, from the command line, the file, or by default; raises `ExactError` if two differ."""
    named = rules_in_file if arguments.rules is None else arguments.rules
    if rules_in_file not in (None, named):
        raise ExactError("rules", named, f"is given, but the file says {rules_in_file}")
    rules = rules_named(STANDARD if named is None else named)
    if arguments.decks is None and decks_in_file is not None:
        return rules, decks_in_file
    if arguments.decks is None and rules.decks is None:
        raise ExactError("decks", rules.id, "states no number of decks: give it with --decks")
    decks = options.decks_of(arguments, rules)
    if decks_in_file not in (None, decks):
        raise ExactError("decks", decks, f"is given, but the file says {decks_in_file}")
    return rules, decks


def _chance_of(text: str, parameter: str) -> Fraction:
    """A number between 0 and 1, exclusive, from a text such as ``0.01`` or ``1/100``."""
    match = re.fullmatch(r"0?\.\d{1,12}|\d{1,12}/\d{1,12}", text.strip(), re.ASCII)
    value = Fraction(match[0]) if match and not re.search(r"/0+$", match[0]) else Fraction(0)
    if not 0 < value < 1:
        raise ExactError(parameter, text, "must be a number above 0 and below 1, like 0.01 or 1/100")
    return value


_ENGINE_HELP = """Ask another engine the conformance vectors, and judge its answers.

  exact verify engine "python3 my_engine.py"
  exact verify engine "node engine.mjs" --smoke --timeout 2 --format json
  exact verify engine ./engine --decimals 4 --certificate engine.md --date 2026-11-22
  exact verify engine --url http://127.0.0.1:8000/odds --map mapping.toml

The program speaks JSON lines over its standard input and output, as described below. It is started without a shell, in
a process group of its own, which is ended in any case. A server at --url is asked by the messages of the protocol, each
a POST, or with --map by its own requests, which the mapping describes; then nothing is asked that must be refused. Only
a server on this machine is asked, unless you give --allow-remote; no redirect is followed.

Exact counts are compared exactly and must be strings of digits: a JSON number is a fault, because many readers lose its
digits beyond 2**53. Numbers in floating point need --digits correct significant digits, or must be rounded rightly to
--decimals decimals. For everything that fails, the report shows the smallest failing shoe found by further questions.

The first line has the verdict, the engine's domain and its share of the set. An engine never conforms on fewer than 20
questions with an answer, nor on the smoke set alone.

Exit code 0: conforms, or nothing is wrong with --smoke. 1: a wrong number, a refusal inside the domain or a protocol
fault. 2: the engine could not be run, was asked too few questions, or failed only by answers that came too late.
"""


def _verify_engine(arguments: Arguments) -> Answer:
    limits = TimeLimits(_seconds(arguments.timeout, "timeout"), _seconds(arguments.total_timeout, "total-timeout"))

    def ask(*to: Any) -> Verification:
        engine = _engine_of(arguments, limits)
        with waiting("asking") as stop, progress_bar("asking", seconds=1.5, first=stop) as engine.progress:
            return verify(engine, *to)

    return _judged(arguments, "verify-engine", ask)


def _engine_of(arguments: Arguments, limits: TimeLimits) -> Engine:
    if arguments.url is None:
        options.refuse(arguments, ("map", "allow_remote"), "is only for a server: give its --url")
        return ProcessEngine(arguments.command, limits)
    from exact.conformance.verify.http_engine import HttpEngine
    from exact.conformance.verify.mapping import parse_mapping

    mapping = None
    if arguments.map is not None:
        text = read_text_file(Path(arguments.map), "mapping", "name a TOML file", _LONGEST_MAPPING)
        mapping = parse_mapping(text, arguments.map)
    return HttpEngine(arguments.url, mapping, limits, arguments.allow_remote)


def _seconds(text: str, option: str) -> float:
    if not re.fullmatch(r"\d{1,5}(\.\d{1,3})?", text.strip(), re.ASCII) or not 0 < float(text) <= _MAX_SECONDS:
        raise ExactError(option, text, f"must be seconds above 0 and up to {_MAX_SECONDS}, like 10 or 0.5")
    return float(text)


def _file_of(arguments: Arguments, parameter: str) -> Path:
    if not arguments.file:
        raise ExactError(parameter, "", "must be the name of a file")
    return on_disk(Path(arguments.file))


_RESULTS_HELP = """Judge a finished file of answers to the conformance vectors.

  exact verify results answers.csv
  exact verify results answers.json --smoke

A file of answers is a JSON list of replies (exact help protocol), or CSV with the columns id and answer, where an
answer is a reply as JSON. The first answer to a repeated id counts. The first entry may be a handshake with the
engine's capabilities, in CSV under an empty id: then only the vectors within them are expected, and otherwise all.

Exit code 0: conforms, or nothing is wrong with --smoke. 1: a wrong number, a refusal inside the domain or a protocol
fault. 2: the file cannot be read, has too few answers, or some of its ids are missing, repeated, unknown or unreadable
(its answers are still checked).
"""


def _verify_results(arguments: Arguments) -> Answer:
    file = _file_of(arguments, "results")
    return replace(_judged(arguments, "verify-results", partial(verify_results, file)), sources=(file,))


_SIMULATED_HELP = """Test the tallies of a simulator against the exact odds of its game.

  exact verify simulated counts.json --decks 8
  exact verify simulated counts.json --level 1/1000 --format json

FILE has the coups and at least one of outcomes, bets, totals and pairs; a missing category counts 0:

  {"decks": 8, "rules": "standard", "coups": 1000000,
   "outcomes": {"punto": 446247, "banco": 458597, "tie": 95156},
   "bets": {"dragon-7": {"win": 22534, "lose": 977466}},
   "totals": [ten rows, for punto's final total, of ten tallies, for banco's],
   "pairs": {"punto,punto": 99567, …}: two coups of one shoe each, no coup in two pairs}

Tallies that contradict each other are an error, and so is JSON with a repeated key, NaN or an integer of more than 1000
digits.

Exit code 0: conforms. 1: the statistics reject the simulator. 2: the tallies cannot be used.
"""


def _verify_simulated(arguments: Arguments) -> Answer:
    file = _file_of(arguments, "simulated")
    level, error = _chance_of(arguments.level, "level"), _chance_of(arguments.error, "error")
    tallies = read_tallies(file)
    rules, decks = _game_of(arguments, tallies.rules, tallies.decks)
    with waiting("testing the tallies"):
        checked = simulated.check_simulated(tallies, decks, rules.tableau, level, error)
    return replace(simulated.report(checked, rules, decks), sources=(rules.to_line(), file))


_STREAM_HELP = """Test a simulator while it runs: outcomes on standard input, one coup in each line.

  simulator | exact verify stream --decks 8
  simulator | exact verify stream --decks 8 --every 10000 --format json

A line is punto, banco or tie, or {"outcome": "punto"} without other keys; empty lines are errors. So is JSON with a
repeated key, NaN or an integer of more than 1000 digits. Text and JSON report the progress of the test at intervals, in
a line each; the other formats print only the verdict.

Exit code 0: conforms. 1: the statistics reject the simulator, and the rest of the input is not read. 2: a line is
malformed, or the reader of the output stopped before the verdict.
"""


def _verify_stream(arguments: Arguments) -> Answer:
    style, language = options.style_of(arguments), options.language_of(arguments)
    level = _chance_of(arguments.level, "level")
    every = parse_whole(arguments.every, "every", 1, 10**9)
    rules, decks = _game_of(arguments, None, None)
    watch = Watch(simulated.outcome_probabilities(decks, rules.tableau), level)
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
    if style not in ("text", "json"):
        return
    state, sentence = progress(watch, _("watching"))
    try:  # flushed at once for a reader of a pipe
        print(json.dumps(state, allow_nan=False) if style == "json" else translate(sentence, language), flush=True)
    except BrokenPipeError:  # the reader has seen no verdict, so the exit code must not look like one
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise ExactError("stream", "standard output", "was closed before there was a verdict") from None


SUBCOMMANDS = {
    "engine": SimpleNamespace(
        __doc__=_ENGINE_HELP,
        MORE_HELP=("protocol",),
        OPTIONS=(
            exclusive(
                option("command", "COMMAND", "the program to ask, split as a shell would", nargs="?"),
                option("--url", "URL", "instead, a server to ask over HTTP"),
                required=True,
            ),
            option("--map", "FILE", "how to ask it; see below"),
            flag("--allow-remote", "allow a server on another machine"),
            *_VECTORS,
            option("--timeout", "S", "seconds for one reply", f"{_LIMITS.reply:g}"),
            option("--total-timeout", "S", "seconds for everything, with finding a cause", f"{_LIMITS.total:g}"),
        ),
        answer=_verify_engine,
    ),
    "results": SimpleNamespace(
        __doc__=_RESULTS_HELP,
        OPTIONS=(option("file", "FILE", "the answers, in JSON or CSV"), *_VECTORS),
        answer=_verify_results,
    ),
    "simulated": SimpleNamespace(
        __doc__=_SIMULATED_HELP,
        OPTIONS=(
            option("file", "FILE", "the tallies, in JSON"),
            *_GAME,
            option("--error", "E", "an error in a probability: the report says how many coups find it", "0.0001"),
        ),
        answer=_verify_simulated,
    ),
    "stream": SimpleNamespace(
        __doc__=_STREAM_HELP,
        OPTIONS=(*_GAME, option("--every", "N", "report the progress every N coups", "100000")),
        answer=_verify_stream,
    ),
}  # each has what the module of a command has
