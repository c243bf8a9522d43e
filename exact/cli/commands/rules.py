"""List the rulebooks and their readings, or show one as printed and as played, with the points on which it is silent.

exact rules
exact rules vaduz                    (the rulebooks and readings with this word)
exact rules come-si-gioca
exact rules castle-vaduz:literal
exact rules my-casino.toml
exact rules my-casino.toml --explain

--explain lists where the rulebook differs from standard, clause by clause, and what each difference alone adds to the
house edges of punto, banco and tie.
"""

from __future__ import annotations

import argparse

from exact.analysis.rule_costs import Edges, house_edges, rule_costs
from exact.answers.answer import Answer, Keyed, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Column, Rounded, columns_of
from exact.answers.text import Text, _, joined, pgettext
from exact.errors import ExactError
from exact.game.cards import POINT_VALUES, RANKS
from exact.game.coup import Outcome
from exact.names import words_of
from exact.rules.documents import interpretation, reading_ids
from exact.rules.named import rules_named
from exact.rules.rulebook import CLAUSES, Interpretation, InterpretedCell, clause_title, term_text
from exact.rules.sentences import MATTERS, NO_EFFECT, OUTCOME, UNSAID, sentences_of
from exact.rules.tableau import NO_THIRD, STANDARD

_DIGITS = 6
"""Decimals of an edge; readers see percentages with two fewer."""

_TERMS = (
    ("payoffs", "punto"),
    ("payoffs", "banco"),
    ("payoffs", "tie"),
    ("commission", "rate"),
    ("commission_rounding", "in_favour_of"),
    ("ties", "stakes"),
)
"""The clauses besides the drawing tables, and the terms that show each as played."""

_DECIDES = {OUTCOME: _("which hand wins"), NO_EFFECT: _("nothing that changes the odds")}
"""What a sentence decides besides clauses."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact rules``."""
    parser.add_argument(
        "name", metavar="NAME|FILE", nargs="?", help="document, document:reading, a .toml file, or words to look for"
    )
    parser.add_argument("--explain", action="store_true", help="where it differs from standard, and what that costs")


def answer(arguments: argparse.Namespace) -> Answer:
    """The list, one rulebook, or its differences from standard."""
    if arguments.explain:
        if arguments.name is None:
            raise ExactError("rules", "--explain", "needs a rulebook: name one, or a .toml file")
        return _differences(interpretation(arguments.name))
    name: str | None = arguments.name
    words = set(words_of(name or ""))
    if name is not None and (name in reading_ids() or not words):
        return _one_rulebook(interpretation(name))
    found = [one for one in map(interpretation, reading_ids()) if words <= set(words_of(_searched(one)))]
    return _rulebooks(name, found) if found else _one_rulebook(interpretation(name or ""))


def _searched(one: Interpretation) -> str:
    reading = f"{one.reading.why} {one.reading.says}" if one.reading else ""
    return f"{one.id} {one.rulebook.language} {one.rulebook.title} {reading}"


def _rulebooks(word: str | None, interpretations: list[Interpretation]) -> Answer:
    rulebooks: list[tuple[Cell, ...]] = [
        (one.id, one.rulebook.language, one.rules().decks, one.rulebook.title)
        for one in interpretations
        if not one.reading
    ]
    columns = columns_of(_("rules"), _("language"), _("decks"), Column(_("title"), wrap_cm=8))
    readings: list[tuple[Cell, ...]] = [
        (one.id, Text(one.reading.why), one.reading.says) for one in interpretations if one.reading
    ]
    silent = _("If no number of decks is shown, the document states none; a question without a shoe then has 8.")
    return Answer(
        "rules",
        (Parameter("word", word),),
        (
            Section("rulebook", Rows(("rulebooks",)), columns, rulebooks, _("Rulebooks"), (silent,)),
            _readings(readings),
        ),
    )


def _differences(interpretation: Interpretation) -> Answer:
    rules, standard = interpretation.rules(), rules_named(STANDARD)
    costs = rule_costs(rules, standard)
    changes: list[tuple[Cell, ...]] = [
        (difference.title, difference.standard, difference.own, *_percentages(edges)) for difference, edges in costs
    ]
    bets = (Column(bet.text, key=bet.value) for bet in Outcome)
    columns = columns_of(
        _("clause"), Column(_("in standard"), wrap_cm=5, key="standard"), Column(_("here"), wrap_cm=5), *bets
    )
    caption = _(
        "Where {rules} differs from standard: change of the house edges by each difference alone", rules=rules.id
    )
    usual, own = house_edges(standard), house_edges(rules)
    sums: list[tuple[Cell, ...]] = [
        (STANDARD, *_percentages(usual)),
        (rules.id, *_percentages(own)),
        (_("change"), *_percentages({bet: own[bet] - usual[bet] for bet in Outcome})),
    ]
    notes = [
        _(
            "A positive change is to the player's loss. Standard has 8 decks here, and so have rules that state no number."
        ),
        _(
            "Single changes need not add up to the change of all together. A commission is exact: rounding it costs nothing here."
        ),
    ]
    if not costs:
        notes.insert(0, _("{rules} plays as standard.", rules=rules.id))
    return Answer(
        "rules-explain",
        (Parameter("rules", rules.id), Parameter("title", interpretation.rulebook.title)),
        (
            Section("difference", Rows(("differences",), "decimals"), columns, changes, caption),
            Section(
                "edges",
                Rows(("edges",), "decimals"),
                columns_of(_("rules"), *(Column(bet.text, key=bet.value) for bet in Outcome)),
                sums,
                _("House edges with all differences together"),
            ),
        ),
        tuple(notes),
        assumptions=rules.assumed,
        sources=(rules.to_line(),),
    )


def _percentages(edges: Edges) -> list[Rounded]:
    return [Rounded(edge, _DIGITS, FRACTION, percent=True) for edge in edges.values()]


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
            *([Parameter("reading", Text(reading.why), _("Reading"))] if reading else []),
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
            *drawing_sections(interpretation),
            _decisions(interpretation),
            _terms(interpretation),
            *_record(book.id),
            _readings([(f"{book.id}:{other.name}", Text(other.why), other.says) for other in book.readings]),
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


def drawing_sections(interpretation: Interpretation) -> tuple[Section, ...]:
    """The drawing tables as played: punto's, banco's, and what punto's final total or a card's rank changes in it."""
    changes = (*_banco_against(interpretation), *_banco_by_rank(interpretation))
    return (_punto(interpretation), _banco(interpretation), *changes)


def _punto(interpretation: Interpretation) -> Section:
    totals = list(interpretation.punto)
    columns = columns_of(_("total of punto"), *(str(total) for total in totals))
    row = ("punto", *(_letter(interpretation.punto[total]) for total in totals))
    caption = _("Drawing rules as played: D draws, S stands; a small letter is an assumption")
    return Section("punto", Keyed(("tableau",)), columns, [row], caption)


def _banco(interpretation: Interpretation) -> Section:
    thirds = range(NO_THIRD + 1)
    rows: list[tuple[Cell, ...]] = [
        (str(total), *(_letter(interpretation.banco[total, third]) for third in thirds)) for total in range(8)
    ]
    caption = _("Banco, by its total and the third card of punto")
    return Section("banco", Keyed(("tableau", "banco")), _banco_columns(), rows, caption)


def _banco_against(interpretation: Interpretation) -> list[Section]:
    """The rows of banco's matrix that a final total of punto changes; third cards that cannot lead to it stay empty."""
    tableau = interpretation.rules().tableau
    sections = []
    for punto_total, matrix in tableau.against:
        possible = tableau.thirds_before(punto_total)
        thirds = range(NO_THIRD + 1)
        rows: list[tuple[Cell, ...]] = []
        for total in range(8):
            if matrix[total] != tableau.matrix[total]:
                moves = (interpretation.banco_move(total, third, punto_total) for third in thirds)
                letters = (
                    _letter(move) if third in possible else None for third, move in zip(thirds, moves, strict=True)
                )
                rows.append((str(total), *letters))
        caption = _("Banco if punto's final total is {total}: the rows that change", total=punto_total)
        place = ("tableau", "banco_against", str(punto_total))
        sections.append(Section(f"banco-{punto_total}", Keyed(place), _banco_columns(), rows, caption))
    return sections


def _banco_by_rank(interpretation: Interpretation) -> list[Section]:
    """Banco's moves that depend on the rank of punto's third card, if there are any."""
    moves = interpretation.banco_by_rank
    if not moves:
        return []
    ranks = sorted({rank for __, rank in moves})
    rows: list[tuple[Cell, ...]] = []
    for total in sorted({total for total, __ in moves}):
        letters = (_letter(moves[total, rank]) if (total, rank) in moves else None for rank in ranks)
        rows.append((str(total), *letters))
    columns = columns_of(_("total of banco"), *(RANKS[rank] for rank in ranks))
    caption = _("Banco, by its total and the rank of punto's third card")
    return [Section("banco-rank", Keyed(("tableau", "banco_by_rank")), columns, rows, caption)]


def _banco_columns() -> tuple[Column, ...]:
    thirds = (Column(_("none")) if third == NO_THIRD else Column(str(third)) for third in range(NO_THIRD + 1))
    return columns_of(_("total of banco"), *thirds)


def _letter(cell: InterpretedCell) -> Text:
    if cell.assumed:
        return pgettext("letter", "d") if cell.draws else pgettext("letter", "s")
    return pgettext("letter", "D") if cell.draws else pgettext("letter", "S")


def _decisions(interpretation: Interpretation) -> Section:
    possible = {total: interpretation.rules().tableau.thirds_before(total) for total in range(10)}
    situations: list[tuple[int, ...]] = [*interpretation.banco]
    situations += [s for s in sorted(interpretation.banco_against) if s[1] in possible[s[2]]]
    rows: list[tuple[Cell, ...]] = [
        ("punto", total, None, None, None, move.draws, move.assumed, move.says)
        for total, move in interpretation.punto.items()
    ]
    for total, third, *final_total in situations:
        final = final_total[0] if final_total else None
        move = interpretation.banco_move(total, third, final)
        received = None if third == NO_THIRD else third
        rows.append(("banco", total, received, None, final, move.draws, move.assumed, move.says))
    for (total, rank), move in sorted(interpretation.banco_by_rank.items()):
        rows.append(("banco", total, POINT_VALUES[rank], RANKS[rank], None, move.draws, move.assumed, move.says))
    columns = columns_of(
        _("side"),
        _("total"),
        _("third card of punto"),
        Column(_("its rank"), key="rank"),
        _("final total of punto"),
        _("draws"),
        _("assumed"),
        Column(_("clause"), wrap_cm=8),
    )
    return Section("decision", Rows(("decisions",)), columns, rows, _("The clause behind every decision"), detail=True)


def _terms(interpretation: Interpretation) -> Section:
    rows: list[tuple[Cell, ...]] = [(clause_title("decks"), interpretation.rules().decks)]
    rows += [(clause_title(clause), term_text(name, interpretation.term(clause, name))) for clause, name in _TERMS]
    columns = columns_of(_("clause"), _("as played"))
    return Section("term", Rows(("terms",)), columns, rows, _("Terms as played"))


def _record(rulebook: str) -> list[Section]:
    """What each sentence of a shipped document decides, and the matters besides clauses on which it is silent."""
    said, unsaid = [], []
    for sentence in sentences_of(rulebook):
        if UNSAID in sentence.decides:
            unsaid.append(MATTERS[sentence.words])
        else:
            titles = [_DECIDES[name] if name in _DECIDES else clause_title(name) for name in sentence.decides]
            said.append(
                (sentence.words, joined(", ", titles), ", ".join(sentence.readings) or None, sentence.remark or None)
            )
    if not said:
        return []
    columns = columns_of(
        Column(_("sentence"), wrap_cm=7), _("decides"), Column(_("readings"), wrap_cm=3), Column(_("remark"), wrap_cm=4)
    )
    caption = _("Every sentence of the document")
    silences = columns_of(Column(_("unsaid"), key="matter"), Column(_("assumed"), wrap_cm=8))
    return [
        Section("unsaid", Rows(("silences",)), silences, unsaid, _("The document is also silent on")),
        Section("sentence", Rows(("sentences",)), columns, said, caption, detail=True),
    ]
