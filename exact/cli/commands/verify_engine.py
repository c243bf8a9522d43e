"""Ask another engine the conformance vectors, and judge its answers.

  exact verify engine "python3 my_engine.py"
  exact verify engine "node engine.mjs" --smoke --timeout 2 --format json

The program speaks JSON lines over its standard input and output, as described below. It is started without a shell, in a
process group of its own, which is ended at the end, even if this command is interrupted or ended by a signal.

Exact counts are compared exactly and must be strings of digits: a JSON number is reported as a fault, because many readers
lose its digits beyond 2**53. Probabilities in floating point need --digits correct significant digits. For every bet that
fails, the report shows the smallest failing shoe found by further questions.

Exit code 0: conforms. 1: an answer is wrong, malformed, late or missing. 2: the engine could not be run.
"""

from __future__ import annotations

import argparse
import re

from exact.answers.answer import Answer
from exact.cli import options
from exact.cli.commands.verify import add_vectors, vectors_of
from exact.cli.terminal import waiting
from exact.conformance.verify.conversation import Limits
from exact.conformance.verify.report import report
from exact.conformance.verify.runner import verify_engine
from exact.errors import ExactError

_MAX_SECONDS = 86_400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact verify engine``."""
    parser.add_argument("command", metavar="COMMAND", help="the program to ask, split as a shell would")
    add_vectors(parser)
    limits = Limits()
    for option, default, what in (
        ("--timeout", limits.reply, "seconds for one reply"),
        ("--total-timeout", limits.total, "seconds for everything: replies, starts, shrinking, finding a cause"),
    ):
        parser.add_argument(
            option, action=options.Once, metavar="S", default=f"{default:g}", help=f"{what}; default {default:g}"
        )


def more_help() -> str:
    """The protocol."""
    from exact.conformance.verify import protocol

    return str(protocol.__doc__)


def answer(arguments: argparse.Namespace) -> Answer:
    """The report; the exit code is 1 if the engine does not conform."""
    vector_set, precision = vectors_of(arguments)
    limits = Limits(_seconds(arguments.timeout, "timeout"), _seconds(arguments.total_timeout, "total-timeout"))
    with waiting(f"asking {len(vector_set.vectors)} vectors"):
        verified = verify_engine(arguments.command, vector_set, limits, precision, not arguments.without_bad_requests)
    return report("verify-engine", verified, vector_set)


def _seconds(text: str, option: str) -> float:
    if not re.fullmatch(r"\d{1,5}(\.\d{1,3})?", text.strip(), re.ASCII) or not 0 < float(text) <= _MAX_SECONDS:
        raise ExactError(option, text, f"must be seconds above 0 and up to {_MAX_SECONDS}, like 10 or 0.5")
    return float(text)
