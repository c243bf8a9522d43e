"""List the rulebooks and their readings, or show one as printed and as played, with what it leaves unsaid.

exact rules
exact rules come-si-gioca
exact rules castle-vaduz:literal
exact rules my-casino.toml
"""

from __future__ import annotations

import argparse

from exact.cli.terminal import wrapped
from exact.rules.rulebook import CLAUSES, PlayedRulebook, clause_title, play, reading_ids, term_text
from exact.rules.tableau import NO_THIRD


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact rules``."""
    parser.add_argument("name", metavar="NAME|FILE", nargs="?", help="document, document:reading, or a .toml file")


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the one; always 0."""
    for line in _listed() if arguments.name is None else _shown(play(arguments.name)):
        print(wrapped(line))
    return 0


def _listed() -> list[str]:
    lines = []
    for name in reading_ids():
        played = play(name)
        if played.reading:
            lines.append(f"  {name} – {played.reading.why}")
        else:
            decks = played.rules().decks or "not said"
            lines.append(f"{name} – {played.rulebook.title} ({played.rulebook.language}; decks: {decks})")
    return lines


def _shown(played: PlayedRulebook) -> list[str]:
    book = played.rulebook
    lines = [f"{played.id}: {book.title}", f"language {book.language}; source: {book.document}"]
    if played.reading:
        lines += [f"reading: {played.reading.why}", f"rests on: «{played.reading.says}»"]
    lines += ["", "AS PRINTED"]
    for clause in CLAUSES:
        lines.append(f"{clause_title(clause)}:")
        lines += [f"  {says}" for says in _printed(played, clause)]
    return [*lines, "", "AS PLAYED", *_tableau(played), *_terms(played), "", "LEFT UNSAID", *_unsaid(played)]


def _printed(played: PlayedRulebook, clause: str) -> list[str]:
    book = played.rulebook
    if clause in ("punto", "banco"):
        return [f"«{row}»" for row in (book.punto_printed if clause == "punto" else book.banco_printed)]
    return [f"«{book.clauses[clause].says}»" if book.clauses[clause].says else "not said"]


def _tableau(played: PlayedRulebook) -> list[str]:
    tableau = played.rules().tableau
    lines = ["D draws, S stands; a small letter is assumed as in standard", ""]
    punto = [_mark(letter, played.punto[total].assumed) for total, letter in enumerate(tableau.punto)]
    lines += ["punto   " + " ".join(str(total) for total in range(8)), "        " + " ".join(punto), ""]
    lines.append("banco \\ third card of punto  0 1 2 3 4 5 6 7 8 9 none")
    for total, row in enumerate(tableau.matrix):
        letters = [_mark(letter, played.banco[total, third].assumed) for third, letter in enumerate(row)]
        lines.append(f"{total:<28} " + " ".join(letters[:NO_THIRD]) + f" {letters[NO_THIRD]}")
    return lines


def _mark(letter: str, assumed: bool) -> str:
    return letter.lower() if assumed else letter


def _terms(played: PlayedRulebook) -> list[str]:
    terms = (
        ("payoffs", "punto"),
        ("payoffs", "banco"),
        ("payoffs", "tie"),
        ("commission", "rate"),
        ("commission_rounding", "in_favour_of"),
        ("ties", "stakes"),
    )
    decks = played.rules().decks
    lines = ["", f"decks: {decks or 'not said; every question gives its shoe'}"]
    return [
        *lines,
        *(f"{clause_title(clause)}: {term_text(name, played.term(clause, name))}" for clause, name in terms),
    ]


def _unsaid(played: PlayedRulebook) -> list[str]:
    silent = [clause_title(clause) for clause, words in played.rulebook.clauses.items() if not words.says]
    lines = [f"the document says nothing of: {', '.join(silent) or 'no clause; it speaks of all'}"]
    lines += [f"assumed: {phrase}" for phrase in played.assumed()]
    if played.rulebook.readings:
        lines += ["", "READINGS", *(f"{reading.name}: {reading.why}" for reading in played.rulebook.readings)]
    return lines
