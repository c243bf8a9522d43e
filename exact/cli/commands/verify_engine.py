"""Ask another engine the conformance vectors, and judge its answers.

  exact verify engine "python3 my_engine.py"
  exact verify engine "node engine.mjs" --smoke --timeout 2 --format json
  exact verify engine ./engine --decimals 4 --certificate engine.md --date 2026-11-22
  exact verify engine --url http://127.0.0.1:8000/odds --map mapping.toml

The program speaks JSON lines over its standard input and output, as described below. It is started without a shell, in
a process group of its own, which is ended at the end, even if this command is interrupted or ended by a signal.

A server is asked at --url: with --map by requests of its own, which the mapping describes, and otherwise by the
messages of the protocol, each a POST. With a mapping, nothing is asked that would have to be refused. Only a server on
this machine is asked, unless you give --allow-remote; no redirect is followed.

Exact counts are compared exactly and must be strings of digits: a JSON number is reported as a fault, because many
readers lose its digits beyond 2**53. Numbers in floating point need --digits correct significant digits, or must be
rounded rightly to --decimals decimals. For everything that fails, the report shows the smallest failing shoe found by
further questions.

The first line has the verdict, the domain that the engine declares and its share of the set. Wrong numbers, refusals
inside the domain and protocol faults are counted apart. An engine that was asked fewer than 20 questions with an answer
does not conform, nor does one that was asked the smoke set alone.

Exit code 0: conforms, or nothing is wrong with --smoke. 1: a wrong number, a refusal inside the domain or a protocol
fault. 2: the engine could not be run, or was asked too few questions.
"""

from __future__ import annotations

import argparse
import re

from exact.answers.answer import Answer
from exact.cli import options
from exact.cli.commands.verify import add_vectors, certificate_of, judged, vectors_of
from exact.cli.terminal import waiting
from exact.conformance.verify.asking import Engine, ProcessEngine, TimeLimits
from exact.conformance.verify.http_engine import HttpEngine
from exact.conformance.verify.mapping import read_mapping
from exact.conformance.verify.runner import verify
from exact.errors import ExactError

_LIMITS = TimeLimits()
_MAX_SECONDS = 86_400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact verify engine``."""
    parser.add_argument("command", nargs="?", metavar="COMMAND", help="the program to ask, split as a shell would")
    options.add_once(parser, "url", "URL", None, "instead, a server to ask over HTTP")
    options.add_once(parser, "map", "FILE", None, "how to ask it; see below")
    parser.add_argument("--allow-remote", action="store_true", help="allow a server on another machine")
    add_vectors(parser)
    options.add_once(parser, "timeout", "S", f"{_LIMITS.reply:g}", "seconds for one reply")
    what = "seconds for everything: replies, starts, shrinking, finding a cause"
    options.add_once(parser, "total-timeout", "S", f"{_LIMITS.total:g}", what)


def more_help() -> str:
    """The protocol, and the form of mappings."""
    from exact.conformance.verify import mapping, protocol

    return f"{protocol.__doc__}\n{mapping.__doc__}"


def answer(arguments: argparse.Namespace) -> Answer:
    """The report; the exit code is 1 if the engine does not conform."""
    certificate = certificate_of(arguments)
    vector_set, precision = vectors_of(arguments)
    limits = TimeLimits(_seconds(arguments.timeout, "timeout"), _seconds(arguments.total_timeout, "total-timeout"))
    with waiting(f"asking {len(vector_set.vectors)} vectors"):
        engine = _engine(arguments, limits)
        verified = verify(engine, vector_set, precision, not arguments.without_bad_requests)
    return judged("verify-engine", certificate, verified, vector_set)


def _engine(arguments: argparse.Namespace, limits: TimeLimits) -> Engine:
    """The engine that either a command or a URL names."""
    if arguments.url is None:
        for name, value in (("map", arguments.map), ("allow-remote", arguments.allow_remote or None)):
            if value is not None:
                raise ExactError(name, value, "is only for a server: give its --url")
        if arguments.command is None:
            raise ExactError("engine", "nothing", "is named: give a COMMAND, or a server with --url")
        return ProcessEngine(arguments.command, limits)
    if arguments.command is not None:
        raise ExactError("engine", arguments.command, "is given together with --url: keep one of them")
    mapping = None if arguments.map is None else read_mapping(arguments.map)
    return HttpEngine(arguments.url, mapping, limits, arguments.allow_remote)


def _seconds(text: str, option: str) -> float:
    if not re.fullmatch(r"\d{1,5}(\.\d{1,3})?", text.strip(), re.ASCII) or not 0 < float(text) <= _MAX_SECONDS:
        raise ExactError(option, text, f"must be seconds above 0 and up to {_MAX_SECONDS}, like 10 or 0.5")
    return float(text)
