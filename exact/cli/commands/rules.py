"""List the rulebooks and their readings, or show one as printed and as played, with the points on which it is silent.

exact rules
exact rules come-si-gioca
exact rules castle-vaduz:literal
exact rules my-casino.toml
"""

from __future__ import annotations

import argparse

from exact.answers.answer import Answer, Keyed, Parameter, Rows, Section
from exact.answers.table import Cell, Column, columns_of
from exact.answers.text import _, joined
from exact.rules.documents import interpretation, reading_ids
from exact.rules.rulebook import CLAUSES, Interpretation, InterpretedCell, clause_title, term_text
from exact.rules.tableau import NO_THIRD

_TERMS = (
    ("payoffs", "punto"),
    ("payoffs", "banco"),
    ("payoffs", "tie"),
    ("commission", "rate"),
    ("commission_rounding", "in_favour_of"),
    ("ties", "stakes"),
)
"""The clauses besides the drawing tables, and the terms that show each as played."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact rules``."""
    parser.add_argument("name", metavar="NAME|FILE", nargs="?", help="document, document:reading, or a .toml file")


def answer(arguments: argparse.Namespace) -> Answer:
    """The list, or one rulebook."""
    return _all_rulebooks() if arguments.name is None else _one_rulebook(interpretation(arguments.name))


def _all_rulebooks() -> Answer:
    interpretations = [interpretation(name) for name in reading_ids()]
    rulebooks: list[tuple[Cell, ...]] = [
        (one.id, one.rulebook.language, one.rules().decks, one.rulebook.title)
        for one in interpretations
        if not one.reading
    ]
    columns = columns_of(_("rules"), _("language"), _("decks"), Column(_("title"), wrap_cm=8))
    silent = _("If no number of decks is shown, the document states none: give the shoe with every question.")
    return Answer(
        "rules",
        sections=(
            Section("rulebook", Rows(("rulebooks",)), columns, rulebooks, _("Rulebooks"), (silent,)),
            _readings([(one.id, one.reading.why, one.reading.says) for one in interpretations if one.reading]),
        ),
    )


def _readings(rows: list[tuple[Cell, ...]]) -> Section:
    columns = columns_of(_("rules"), Column(_("why"), wrap_cm=8), Column(_("rests on"), wrap_cm=6))
    return Section("reading", Rows(("readings",)), columns, rows, _("Other readings of these documents"))


def _one_rulebook(interpretation: Interpretation) -> Answer:
    book, rules = interpretation.rulebook, interpretation.rules()
    unsaid = [clause_title(clause) for clause, words in book.clauses.items() if not words.says]
    reading = interpretation.reading
    return Answer(
        "rules",
        (
            Parameter("rules", interpretation.id),
            Parameter("title", book.title),
            Parameter("language", book.language, _("Language")),
            Parameter("source", book.document, _("Source")),
            *([Parameter("reading", reading.why, _("Reading"))] if reading else []),
            *([Parameter("rests_on", reading.says, _("It rests on"))] if reading else []),
            Parameter(
                "unsaid",
                unsaid,
                _("The document says nothing about") if unsaid else None,
                (joined(", ", unsaid),) if unsaid else (),
            ),
        ),
        (
            _as_printed(interpretation),
            punto_section(interpretation),
            banco_section(interpretation),
            _decisions(interpretation),
            _terms(interpretation),
            _readings([(f"{book.id}:{other.name}", other.why, other.says) for other in book.readings]),
        ),
        assumptions=rules.assumed,
        sources=(rules.to_line(),),
    )


def _as_printed(interpretation: Interpretation) -> Section:
    book = interpretation.rulebook
    drawing = {"punto": book.punto_printed, "banco": book.banco_printed}
    rows: list[tuple[Cell, ...]] = []
    for clause in CLAUSES:
        words = drawing[clause] if clause in drawing else (book.clauses[clause].says or None,)
        rows += [(clause_title(clause), row) for row in words]
    columns = columns_of(_("clause"), Column(_("as printed"), wrap_cm=12))
    return Section(
        "clause", Rows(("clauses",)), columns, rows, _("{rules}: {title}", rules=interpretation.id, title=book.title)
    )


def punto_section(interpretation: Interpretation) -> Section:
    """Punto's moves as played, by total."""
    totals = list(interpretation.punto)
    columns = columns_of(_("total of punto"), *(str(total) for total in totals))
    row = ("punto", *(_letter(interpretation.punto[total]) for total in totals))
    caption = _("Drawing rules as played: D draws, S stands; a small letter is an assumption")
    return Section("punto", Keyed(("tableau",)), columns, [row], caption)


def banco_section(interpretation: Interpretation) -> Section:
    """Banco's moves as played, by its total and punto's third card."""
    thirds = range(NO_THIRD + 1)
    names = (Column(_("none")) if third == NO_THIRD else Column(str(third)) for third in thirds)
    rows: list[tuple[Cell, ...]] = [
        (str(total), *(_letter(interpretation.banco[total, third]) for third in thirds)) for total in range(8)
    ]
    caption = _("Banco, by its total and the third card of punto")
    return Section("banco", Keyed(("tableau", "banco")), columns_of(_("total of banco"), *names), rows, caption)


def _letter(cell: InterpretedCell) -> str:
    letter = "D" if cell.draws else "S"
    return letter.lower() if cell.assumed else letter


def _decisions(interpretation: Interpretation) -> Section:
    punto = [("punto", total, None, cell) for total, cell in interpretation.punto.items()]
    banco = [
        ("banco", total, None if third == NO_THIRD else third, cell)
        for (total, third), cell in interpretation.banco.items()
    ]
    rows: list[tuple[Cell, ...]] = [
        (side, total, third, cell.draws, cell.assumed, cell.says) for side, total, third, cell in (*punto, *banco)
    ]
    columns = columns_of(
        _("side"), _("total"), _("third card of punto"), _("draws"), _("assumed"), Column(_("clause"), wrap_cm=8)
    )
    return Section("decision", Rows(("decisions",)), columns, rows, _("The clause behind every decision"), detail=True)


def _terms(interpretation: Interpretation) -> Section:
    rows: list[tuple[Cell, ...]] = [("decks", interpretation.rules().decks)]
    rows += [(clause_title(clause), term_text(name, interpretation.term(clause, name))) for clause, name in _TERMS]
    columns = columns_of(_("clause"), _("as played"))
    return Section("term", Rows(("terms",)), columns, rows, _("Terms as played"))
