"""Check another engine against the conformance vectors, or a simulator against the exact law.

  exact verify --engine "python3 my_engine.py"
  exact verify --engine "node engine.mjs" --smoke --timeout 2 --format json
  exact verify --results answers.csv
  exact verify --simulated counts.json --decks 8
  simulator | exact verify --stream --decks 8 --every 10000

The program speaks JSON lines over its standard input and output, as below; it is started without a shell, in a process
group of its own that is ended at the end, also when this command is interrupted or told to end by a signal.

A file of answers is a JSON list of such replies, or CSV with the columns id and answer, the reply as JSON; of an id given
twice the first answer counts. The first entry may be a handshake with the engine's capabilities, in CSV under an empty id:
then only what is within them is expected, and otherwise every vector.

Exact counts are compared exactly and must be strings of digits: a JSON number is reported as a fault, for many readers
lose its digits beyond 2**53. Probabilities in floating point need --digits correct significant digits. For every bet that
fails, the report shows the smallest failing shoe that can be found by asking on.

A file of a simulator's tallies holds the coups and at least one of outcomes, bets, totals and pairs; what is left out counts 0:

  {"decks": 8, "rules": "standard", "coups": 1000000,
   "outcomes": {"punto": 446247, "banco": 458597, "tie": 95156},
   "bets": {"dragon-7": {"win": 22534, "lose": 977466}},
   "totals": [ten rows, punto's final total, of ten tallies, banco's],
   "pairs": {"punto,punto": 99567, …}: two coups of one shoe each, no coup in two pairs}

Tallies that contradict each other, of outcomes, totals, pairs and bets that only some outcomes win, are an error.
A stream has one coup a line, and no empty lines: punto, banco or tie, or {"outcome": "punto"} and no other key. JSON with a
key twice, NaN or an integer of more than 1000 digits is an error everywhere.

Exit code 0: conforms. 1: an answer is wrong, malformed, late or never came, or the statistics reject the simulator. 2: could
not be run: the command does not start, makes no handshake or an unknown one, or can answer no vector; a file of answers
cannot be read, or some of its ids are missing, given twice, unknown or unreadable (its answers are checked all the same);
tallies or a line of the stream are malformed, or there was no verdict when somebody stopped reading.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from exact.cli import options as shoe_options
from exact.cli.commands import verify_simulated, verify_stream
from exact.cli.terminal import waiting
from exact.conformance.vectors.vector_set import VectorSet, load_set
from exact.conformance.verify.comparison import MAX_DIGITS
from exact.conformance.verify.runner import FAILS, Limits, Verification
from exact.errors import ExactError
from exact.inputs import near_misses, parse_whole

WAYS = {"engine": "COMMAND", "results": "FILE", "simulated": "FILE", "stream": ""}
_VECTORS, _STATISTICS = ("engine", "results"), ("simulated", "stream")
BELONGS = {
    **dict.fromkeys(("smoke", "digits"), _VECTORS),
    **dict.fromkeys(("timeout", "total_timeout"), ("engine",)),
    **dict.fromkeys(("decks", "rules", "level"), _STATISTICS),
    "error": ("simulated",),
    "every": ("stream",),
}
"""The things to check for which an option means something."""
FORMATS = ("text", "json")
_MAX_SECONDS = 86_400
_SMOKE = (
    "only a few vectors, which catch every known mistake that counts show; an engine that only replays coups needs all"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact verify``."""
    once = shoe_options.Once
    parser.add_argument("--engine", action=once, metavar="COMMAND", help="the program to ask, split as a shell would")
    parser.add_argument("--results", action=once, metavar="FILE", help="a finished JSON or CSV file of answers")
    parser.add_argument("--smoke", action="store_true", help=_SMOKE)
    limits = Limits()
    for option, default, what in (
        ("--timeout", limits.reply, "seconds for one reply"),
        ("--total-timeout", limits.total, "seconds for everything: replies, starts, shrinking, guessing a cause"),
    ):
        parser.add_argument(
            option, action=once, metavar="S", default=f"{default:g}", help=f"{what}; default {default:g}"
        )
    digits_help = f"correct significant digits that floating point needs, 1 to {MAX_DIGITS}; default 9"
    parser.add_argument("--digits", action=once, metavar="D", default="9", help=digits_help)
    verify_simulated.add_arguments(parser)
    format_help = "text or json, with --simulated also markdown, latex or csv; default text"
    parser.add_argument("--format", action=once, metavar="FORMAT", default="text", help=format_help)


def more_help() -> str:
    """The protocol."""
    from exact.conformance.verify import protocol

    return str(protocol.__doc__)


def run(arguments: argparse.Namespace) -> int:
    """Print the report; 0 if the engine conforms, 1 if it does not, 2 if that cannot be told."""
    ways = [way for way in WAYS if getattr(arguments, way) not in (None, False)]
    if not ways:
        *others, last = (f"--{way} {value}".rstrip() for way, value in WAYS.items())
        raise ExactError("verify", "no option", f"says what to check: give one of {', '.join(others)} and {last}")
    if len(ways) > 1:
        raise ExactError("verify", " ".join(f"--{way}" for way in ways), "are given together: keep one of them")
    _check_options(arguments, ways[0])
    return _RUNS[ways[0]](arguments)


def _check_options(arguments: argparse.Namespace, way: str) -> None:
    """Raise `ExactError` for an option that would be ignored."""
    given = {*getattr(arguments, "given_options", ()), *(["smoke"] if arguments.smoke else [])}
    for option, ways in BELONGS.items():
        if option in given and way not in ways:
            name = option.replace("_", "-")
            value = "--smoke" if option == "smoke" else getattr(arguments, option)
            raise ExactError(name, value, f"belongs to {' or '.join(f'--{each}' for each in ways)}, not to --{way}")
    for option in ("results", "simulated"):
        if getattr(arguments, option) == "":
            raise ExactError(option, "", "must be the name of a file")


def _run_engine(arguments: argparse.Namespace) -> int:
    from exact.conformance.verify.runner import verify_engine

    style, digits, vector_set = _asked(arguments)
    limits = Limits(_seconds(arguments.timeout, "timeout"), _seconds(arguments.total_timeout, "total-timeout"))
    with waiting(f"asking {len(vector_set.vectors)} vectors"):
        found = verify_engine(arguments.engine, vector_set.vectors, limits, digits)
    _write(found, vector_set, style)
    return 1 if found.verdict == FAILS else 0


def _run_results(arguments: argparse.Namespace) -> int:
    from exact.conformance.verify.results import verify_results

    style, digits, vector_set = _asked(arguments)
    with waiting(f"checking {len(vector_set.vectors)} vectors"):
        found = verify_results(Path(arguments.results), vector_set.vectors, digits, vector_set.others)
    _write(found, vector_set, style)
    if found.problems:
        raise ExactError(
            "results", arguments.results, f"must hold one answer to each vector: {'; '.join(found.problems)}"
        )
    return 1 if found.verdict == FAILS else 0


_RUNS = {
    "engine": _run_engine,
    "results": _run_results,
    "simulated": verify_simulated.run_simulated,
    "stream": verify_stream.run_stream,
}


def _asked(arguments: argparse.Namespace) -> tuple[str, int, VectorSet]:
    """The format, the digits, and the vectors."""
    style: str = arguments.format
    if style not in FORMATS:
        raise ExactError("format", style, f"is not a format: {near_misses(style, FORMATS)}")
    digits = parse_whole(arguments.digits, "digits", 1, MAX_DIGITS)
    return style, digits, load_set(arguments.smoke)


def _seconds(text: str, option: str) -> float:
    if not re.fullmatch(r"\d{1,5}(\.\d{1,3})?", text.strip(), re.ASCII) or not 0 < float(text) <= _MAX_SECONDS:
        raise ExactError(option, text, f"must be seconds above 0 and up to {_MAX_SECONDS}, like 10 or 0.5")
    return float(text)


def _write(found: Verification, vector_set: VectorSet, style: str) -> None:
    from exact.conformance.verify.report import report_data, report_text

    if style == "json":
        import json

        sys.stdout.write(json.dumps(report_data(found, vector_set), ensure_ascii=False, allow_nan=False) + "\n")
    else:
        sys.stdout.write(report_text(found, vector_set))
