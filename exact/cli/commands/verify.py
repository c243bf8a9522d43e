"""Check another engine against the conformance vectors, or a simulator against the exact odds.

  exact verify engine COMMAND    ask a program every vector it can answer
  exact verify results FILE      judge a finished file of answers
  exact verify simulated FILE    test the tallies of a simulator
  exact verify stream            test the outcomes on standard input as they come

exact verify engine --help describes the first, and so on.

Exit code 0: conforms. 1: a wrong number, a refusal inside the engine's domain or a protocol fault, or the statistics
reject the simulator. 2: the check could not be run: the command does not start, makes no handshake or an unknown one,
or can answer too few vectors; a file of answers cannot be read, or some of its ids are missing, repeated, unknown or
unreadable (its answers are still checked); tallies or a line of the stream are malformed, or the reader of the output
stopped before the verdict.
"""

from __future__ import annotations

import argparse
import re
from fractions import Fraction
from typing import NoReturn

from exact.answers.answer import Answer
from exact.cli import options
from exact.conformance.comparison import MAX_DECIMALS, MAX_DIGITS
from exact.conformance.vectors.vector_set import VectorSet, load_set
from exact.conformance.verify.certificate import Certificate, certificate_at
from exact.conformance.verify.report import report
from exact.conformance.verify.verification import Precision, Verification
from exact.errors import ExactError
from exact.inputs import one_of, parse_whole
from exact.rules.named import rules_named
from exact.rules.tableau import STANDARD, Rules

SUBCOMMANDS = {"engine": "COMMAND", "results": "FILE", "simulated": "FILE", "stream": ""}
"""The commands below, and the argument of each."""


def chosen(words: list[str]) -> tuple[str, list[str]]:
    """The command below this one that the first word names, and its own words."""
    if not words or words[0].startswith("-"):
        return "verify", words
    one_of(words[0], SUBCOMMANDS, "verify", "cannot be verified")
    return f"verify {words[0]}", words[1:]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the commands below have the options."""
    parser.usage = "exact verify [-h] engine|results|simulated|stream …"


def answer(arguments: argparse.Namespace) -> NoReturn:  # noqa: ARG001
    """Raise `ExactError`: nothing is chosen."""
    *others, last = (f"{name} {value}".rstrip() for name, value in SUBCOMMANDS.items())
    raise ExactError("verify", "nothing", f"is chosen: give one of {', '.join(others)} and {last}")


def add_vectors(parser: argparse.ArgumentParser) -> None:
    """Add the options for the vectors to ask and the precision of the answers."""
    smoke_help = "only the fewest vectors that show every known fault: a quick look, not conformance"
    parser.add_argument("--smoke", action="store_true", help=smoke_help)
    digits_help = f"correct significant digits required of floating-point answers, 1 to {MAX_DIGITS}; default 9"
    options.add_once(parser, "digits", "D", None, digits_help)
    decimals_help = f"instead, decimals to which floating-point answers must be rounded, 1 to {MAX_DECIMALS}"
    options.add_once(parser, "decimals", "N", None, decimals_help)
    without_help = "leave out the requests that must be refused, such as a shoe of five cards"
    parser.add_argument("--without-bad-requests", action="store_true", help=without_help)
    certificate_help = "write a page to publish, with the verdict and what it rests on: a .md or .tex file"
    options.add_once(parser, "certificate", "FILE", None, certificate_help)
    options.add_once(parser, "date", "DAY", None, "the date of the certificate, like 2026-11-22")


def vectors_of(arguments: argparse.Namespace) -> tuple[VectorSet, Precision]:
    """The vectors, and the precision required of floating-point answers."""
    precision = Precision()
    if arguments.decimals is not None:
        if arguments.digits is not None:
            raise ExactError("decimals", arguments.decimals, "cannot be given together with --digits: keep one of them")
        precision = Precision(None, parse_whole(arguments.decimals, "decimals", 1, MAX_DECIMALS))
    elif arguments.digits is not None:
        precision = Precision(parse_whole(arguments.digits, "digits", 1, MAX_DIGITS))
    return load_set(smoke=arguments.smoke), precision


def judged(name: str, certificate: Certificate | None, verified: Verification, vector_set: VectorSet) -> Answer:
    """The report; writes the certificate first, if one is wanted, and the ids are those of the vectors."""
    if certificate is not None and not verified.problems:
        certificate.write(verified, vector_set)
    return report(name, verified, vector_set)


def certificate_of(arguments: argparse.Namespace) -> Certificate | None:
    """The certificate to write, if one is wanted."""
    if arguments.certificate is None:
        if arguments.date is not None:
            raise ExactError("date", arguments.date, "is the date of a certificate: name its file with --certificate")
        return None
    if arguments.smoke:
        raise ExactError("certificate", arguments.certificate, "needs the whole set: leave out --smoke")
    return certificate_at(arguments.certificate, arguments.date, options.language_of(arguments))


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options for the game that a simulator plays, and the level of the test."""
    options.add_once(parser, "decks", "N", None, "the full shoe the simulator deals from")
    rules_help = f"a rulebook, document:reading, or a .toml file of your own; default {STANDARD}"
    options.add_once(parser, "rules", "NAME|FILE", None, rules_help)
    options.add_once(parser, "level", "A", "0.01", "the largest chance of rejecting a right simulator")


def game_of(arguments: argparse.Namespace, rules_in_file: str | None, decks_in_file: int | None) -> tuple[Rules, int]:
    """The rules and the decks, from the command line, the file, or by default; raises `ExactError` if two differ."""
    if None not in (arguments.rules, rules_in_file) and arguments.rules != rules_in_file:
        raise ExactError("rules", arguments.rules, f"is given, but the file says {rules_in_file}")
    named = rules_in_file if arguments.rules is None else arguments.rules
    rules = rules_named(STANDARD if named is None else named)
    if arguments.decks is None and decks_in_file is not None:
        return rules, decks_in_file
    if arguments.decks is None and rules.decks is None:
        raise ExactError("decks", rules.id, "states no number of decks: give it with --decks")
    decks = options.decks_of(arguments, rules)
    if decks_in_file not in (None, decks):
        raise ExactError("decks", decks, f"is given, but the file says {decks_in_file}")
    return rules, decks


def chance_of(text: str, parameter: str) -> Fraction:
    """A number between 0 and 1, exclusive, from a text such as ``0.01`` or ``1/100``."""
    match = re.fullmatch(r"0?\.\d{1,12}|\d{1,12}/\d{1,12}", text.strip(), re.ASCII)
    value = Fraction(match[0]) if match and not re.search(r"/0+$", match[0]) else Fraction(0)
    if not 0 < value < 1:
        raise ExactError(parameter, text, "must be a number above 0 and below 1, like 0.01 or 1/100")
    return value
