"""Judge a finished file of answers to the conformance vectors.

  exact verify results answers.csv
  exact verify results answers.json --smoke

A file of answers is a JSON list of replies as described by exact verify engine --help, or CSV with the columns id and
answer, where an answer is a reply as JSON. The first answer to a repeated id counts. The first entry may be a handshake
with the engine's capabilities, in CSV under an empty id: then only the vectors within them are expected, and otherwise
all.

Exit code 0: conforms, or nothing is wrong with --smoke. 1: a wrong number, a refusal inside the domain or a protocol
fault. 2: the file cannot be read, has too few answers, or some of its ids are missing, repeated, unknown or unreadable
(its answers are still checked).
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from exact.answers.answer import Answer
from exact.cli.commands.verify import add_vectors, certificate_of, judged, vectors_of
from exact.cli.terminal import waiting
from exact.conformance.verify.results import verify_results
from exact.errors import ExactError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact verify results``."""
    parser.add_argument("file", metavar="FILE", help="the answers, in JSON or CSV")
    add_vectors(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The report; the exit code is 1 if an answer is wrong, and 2 if the ids are not those of the vectors."""
    if not arguments.file:
        raise ExactError("results", "", "must be the name of a file")
    certificate = certificate_of(arguments)
    vector_set, precision = vectors_of(arguments)
    file = Path(arguments.file)
    with waiting(f"checking {len(vector_set.vectors)} vectors"):
        verified = verify_results(file, vector_set, precision, not arguments.without_bad_requests)
    told = replace(judged("verify-results", certificate, verified, vector_set), sources=(file,))
    if not verified.problems:
        return told
    bound = f"must hold one answer to each vector: {'; '.join(verified.problems)}"
    return replace(told, error=ExactError("results", arguments.file, bound))
