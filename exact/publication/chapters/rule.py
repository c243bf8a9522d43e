"""Reference tables of the rules: the tableau, the documents side by side, every reading and its price."""

from __future__ import annotations

from exact.analysis.full_shoes import odds_of_decks
from exact.analysis.odds import Odds
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import Text, _, joined, pgettext
from exact.game.coup import Outcome
from exact.publication.chapters.outcome import MAIN_DECKS
from exact.rules.differences import differences
from exact.rules.documents import interpretation, reading_ids, rulebooks
from exact.rules.named import rules_named, standard_tableau
from exact.rules.rulebook import ASSUMED_CLAUSES, CLAUSES, Rulebook, clause_title
from exact.rules.sentences import MATTERS, UNSAID, sentences_of
from exact.rules.tableau import NO_THIRD, STANDARD, Rules

EDGE_DIGITS = 9
_MOVES = {"D": pgettext("letter", "D"), "S": pgettext("letter", "S")}
"""The letters for draws and stands."""


def tableau_table() -> Table:
    """The standard drawing tables, and where each document is silent."""
    tableau = standard_tableau()
    rows: list[tuple[Cell, ...]] = [
        (_("banco {total}", total=total), *(_MOVES[letter] for letter in row), _silent_on(total))
        for total, row in enumerate(tableau.matrix)
    ]
    heads = (_("two cards"), *map(str, range(NO_THIRD)), _("none"))
    return Table(
        id="tableau",
        caption=_("The tableau: what banco does on a two-card total of 0 to 7, by punto's third card"),
        columns=columns_of(*heads, Column(_("assumed (the document is silent)"), 5.0)),
        rows=rows,
        notes=(
            _(
                "D draws, S stands; the column “none” is for a punto that stands. Punto draws on 0 to 5 and stands on 6 and 7; "
                "a two-card 8 or 9 on either side ends the coup."
            ),
        ),
    )


def _silent_on(total: int) -> Cell:
    """The documents that are silent on banco's ``total``, and the third cards in question."""
    silent = []
    for name in rulebooks():
        thirds = [third for third in range(NO_THIRD + 1) if interpretation(name).banco[total, third].assumed]
        if thirds:
            named = [pgettext("third card", "none") if third == NO_THIRD else str(third) for third in thirds]
            silent.append(_("{document}: {thirds}", document=name, thirds=joined(", ", named)))
    return joined("; ", silent) if silent else None


def documents_table() -> Table:
    """The house documents clause by clause, in their own words."""
    books = [book for book in rulebooks().values() if book.id != STANDARD]
    rows: list[tuple[Cell, ...]] = [(_("title"), *(Text(book.title) for book in books))]
    rows.append((_("language"), *(book.language for book in books)))
    for clause in CLAUSES:
        rows.append((clause_title(clause), *(_printed(book, clause) for book in books)))
    rows.append((_("also not said"), *(_never_said(book) for book in books)))
    return Table(
        id="rulebooks",
        caption=_("The house documents clause by clause, as printed"),
        columns=columns_of(Column(_("clause"), 1.6), *(Column(book.id, 4.2) for book in books)),
        rows=rows,
        notes=(
            _("“Not said” means that the document is silent; if the program needs the clause, it assumes standard's."),
        ),
        landscape=True,
        rulebook=", ".join(book.id for book in books),
    )


def _printed(book: Rulebook, clause: str) -> str:
    if clause in ("punto", "banco"):
        return " / ".join(book.punto_printed if clause == "punto" else book.banco_printed)
    return book.clauses[clause].says or (
        _("not said; assumed as in standard") if clause in ASSUMED_CLAUSES else _("not said")
    )


def _never_said(book: Rulebook) -> Text:
    matters = [MATTERS[sentence.words][0] for sentence in sentences_of(book.id) if UNSAID in sentence.decides]
    return joined(", ", matters)


def readings_table() -> Table:
    """Every rulebook and reading, its differences from the standard tableau, and its price with 6 and 8 decks."""
    rows: list[tuple[Cell, ...]] = []
    for name in reading_ids():
        one = interpretation(name)
        rules = one.rules()
        for decks in MAIN_DECKS:
            odds = odds_of_decks(decks, rules.tableau)
            edges = tuple(Rounded(odds.price(bet, rules).house_edge, EDGE_DIGITS) for bet in Outcome)
            phrases = [assumption.phrase for assumption in one.assumed()]
            assumed = joined("; ", phrases) if phrases else _("nothing")
            rows.append((name, decks, *edges, _favoured(odds, rules), _difference(rules), assumed))
    return Table(
        id="readings",
        caption=_("Every rulebook and reading priced under its own payoffs: house edges per unit staked"),
        columns=columns_of(
            _("rules"),
            _("decks"),
            _("punto"),
            _("banco"),
            _("tie"),
            Column(_("favours the player"), 1.7),
            Column(_("against standard"), 4.0),
            Column(_("assumed (the document is silent)"), 5.6),
        ),
        rows=rows,
        notes=(_("A negative house edge is a positive expectation for the player."), *_rested_on()),
        landscape=True,
        rulebook="every shipped reading",
        parameters={"decks": list(MAIN_DECKS), "digits": EDGE_DIGITS},
    )


def _rested_on() -> list[Text]:
    return [
        _(
            "{reading} rests on «{words}»: {meaning}.",
            reading=one.id,
            words=one.reading.says,
            meaning=Text(one.reading.why),
        )
        for one in map(interpretation, reading_ids())
        if one.reading
    ]


def _favoured(odds: Odds, rules: Rules) -> Text:
    favoured = [bet.text for bet in Outcome if odds.price(bet, rules).expectation > 0]
    return joined(", ", favoured) if favoured else _("no bet")


def _difference(rules: Rules) -> Text:
    """The differences from standard that change a price; the number of decks has a column of its own."""
    unpriced = ("decks", "commission_rounding")
    changed = [one.own for one in differences(rules, rules_named(STANDARD)) if one.clause not in unpriced]
    return joined("; ", changed) if changed else pgettext("difference", "none")
