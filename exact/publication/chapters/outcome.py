"""Reference tables of the rules, every reading and its price, and of the outcomes and main bets by number of decks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exact.analysis.odds import DECKS, OutcomeOdds, odds_of_decks
from exact.answers.table import Cell, Column, Rounded, Table
from exact.answers.text import Text, _, joined, pgettext
from exact.game import Outcome
from exact.rules import NO_THIRD, STANDARD, Rules, all_rules, rules_named, standard_tableau
from exact.rules.documents import MATTERS, UNSAID, interpretation, reading_ids, rulebooks, sentences_of
from exact.rules.rulebook import ASSUMED_CLAUSES, CLAUSES, Rulebook
from exact.rules.wording import clause_title, differences
from exact.views.layout import Rows, reference_table
from exact.views.next_coup import outcome_rows

DIGITS = 12
MAIN_DECKS = (6, 8)
COMMISSIONS, TIE_PAYOFFS = (5, 4), (8, 9)
_COUNTS_NOTE = _(
    "Counts are of ordered six-card deals with unused positions padded, out of N(N−1)…(N−5) for N cards; for the "
    "infinite shoe (∞), they are of sequences of six ranks, out of 13 to the sixth."
)


def table_by_decks(
    caption: str, heads: Iterable[str], rows_of: Callable[[int], Rows], *notes: str, **parameters: Any
) -> Table:
    """The reference table for `MAIN_DECKS`, in its first column; ``rows_of`` gives the other cells for a number of
    decks."""
    rows = ((decks, *row) for decks in MAIN_DECKS for row in rows_of(decks))
    return reference_table(caption, (_("decks"), *heads), rows, *notes, decks=list(MAIN_DECKS), **parameters)


def decks_cell(decks: int | None) -> Cell:
    """A deck count in a table; the infinite shoe is ``∞``."""
    return "∞" if decks is None else decks


def first_class_table() -> Table:
    """Counts, fractions and decimals for 6 and 8 decks."""
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        odds = odds_of_decks(decks, standard_tableau())
        rows += [(decks, *row) for row in outcome_rows(odds, DIGITS)]
        rows.append((decks, _("all deals"), odds.deals, Fraction(1), Rounded(Fraction(1), DIGITS)))
    return reference_table(
        _("Punto, banco and tie with 6 and 8 decks: exact counts and probabilities"),
        (_("decks"), _("outcome"), _("count"), _("fraction"), _("probability")),
        rows,
        _COUNTS_NOTE,
        decks=list(MAIN_DECKS),
        digits=DIGITS,
    )


def counts_table() -> Table:
    """Counts for 1 to 16 decks and the infinite shoe."""
    priced = ((decks, odds_of_decks(decks, standard_tableau())) for decks in DECKS)
    return reference_table(
        _("Exact counts of punto, banco and tie for 1 to 16 decks and the infinite shoe"),
        (_("decks"), _("punto"), _("banco"), _("tie"), _("all deals")),
        ((decks_cell(decks), *(odds.counts[outcome] for outcome in Outcome), odds.deals) for decks, odds in priced),
        _COUNTS_NOTE,
        decks="1-16, infinite",
    )


def probabilities_table() -> Table:
    """Probabilities, as fractions and decimals, for 1 to 16 decks and the infinite shoe."""
    rows = (
        (decks_cell(decks), outcome, *probability)
        for decks in DECKS
        for outcome, _count, *probability in outcome_rows(odds_of_decks(decks, standard_tableau()), DIGITS)
    )
    return reference_table(
        _("Exact probabilities of punto, banco and tie for 1 to 16 decks and the infinite shoe"),
        (_("decks"), _("outcome"), _("fraction"), _("probability")),
        rows,
        decks="1-16, infinite",
        digits=DIGITS,
    )


_BANCO = _("banco {percent} %"), _("banco {percent} %, resolved")
EDGES = (
    *(_("punto"), _("punto, resolved")),
    *(head.filled(percent=percent) for percent in COMMISSIONS for head in _BANCO),
    *(_("tie {payoff}:1", payoff=payoff) for payoff in TIE_PAYOFFS),
)
"""The headings of the edges that are tabulated."""


def _edges(odds: OutcomeOdds, rules: Rules) -> Iterator[Fraction]:
    """The house edges of a row, in the order of `EDGES`."""
    prices = [odds.price(Outcome.PUNTO, rules)]
    prices += [odds.price(Outcome.BANCO, replace(rules, commission=Fraction(each, 100))) for each in COMMISSIONS]
    for price in prices:
        yield price.house_edge
        yield price.house_edge / price.resolved
    for payoff in TIE_PAYOFFS:
        yield odds.price(Outcome.TIE, replace(rules, payoffs={"tie": Fraction(payoff)})).house_edge


def house_edges_table() -> Table:
    """House edges of every rulebook and reading for 1 to 16 decks and the infinite shoe, under four sets of terms."""
    rows: list[tuple[Cell, ...]] = []
    for rules in all_rules().values():
        for decks in DECKS:
            edges = (Rounded(edge, 9) for edge in _edges(odds_of_decks(decks, rules.tableau), rules))
            rows.append((rules.id, decks_cell(decks), *edges, len(rules.assumed)))
    return reference_table(
        _("House edges by rulebook and number of decks, per stake and per resolved stake"),
        (_("rules"), _("decks"), *EDGES, _("assumed")),
        rows,
        _(
            "An edge is the expected loss per unit staked; “resolved” divides it by the probability that the bet does "
            "not push. A tie bet is always resolved. A negative edge favours the player."
        ),
        _(
            "Payoffs and commission are those of the column heads. The column “assumed” counts the points on which the "
            "document is silent and standard applies; the table of readings names them."
        ),
        _("Readings by the rank of a third card are in the table of readings alone."),
        landscape=True,
        rulebook="every shipped reading that point values decide",
        decks="1-16, infinite",
        commission=["5%", "4%"],
        tie=["8:1", "9:1"],
        digits=9,
    )


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
    return reference_table(
        _("The tableau: what banco does on a two-card total of 0 to 7, by punto's third card"),
        (*heads, Column(_("assumed (the document is silent)"), 5.0)),
        rows,
        _(
            "D draws, S stands; the column “none” is for a punto that stands. Punto draws on 0 to 5 and stands on 6 "
            "and 7; a two-card 8 or 9 on either side ends the coup."
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
    rows: list[tuple[Cell, ...]] = [
        (_("title"), *(Text(book.title) for book in books)),
        (_("language"), *(book.language for book in books)),
        *((clause_title(clause), *(_printed(book, clause) for book in books)) for clause in CLAUSES),
        (_("also not said"), *map(_never_said, books)),
    ]
    return reference_table(
        _("The house documents clause by clause, as printed"),
        (Column(_("clause"), 1.6), *(Column(book.id, 4.2) for book in books)),
        rows,
        _("“Not said” means that the document is silent; if the program needs the clause, it assumes standard's."),
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
    bets = (bet.text for bet in Outcome)
    words = (Column(_("against standard"), 4.0), Column(_("assumed (the document is silent)"), 5.6))
    return reference_table(
        _("Every rulebook and reading priced under its own payoffs: house edges per unit staked"),
        (_("rules"), _("decks"), *bets, Column(_("favours the player"), 1.7), *words),
        rows,
        _("A negative house edge is a positive expectation for the player."),
        *_rested_on(),
        landscape=True,
        rulebook="every shipped reading",
        decks=list(MAIN_DECKS),
        digits=EDGE_DIGITS,
    )


def _rested_on() -> list[Text]:
    note = _("{reading} rests on «{words}»: {meaning}.")
    readings = [(name, interpretation(name).reading) for name in reading_ids()]
    return [note.filled(reading=name, words=one.says, meaning=Text(one.why)) for name, one in readings if one]


def _favoured(odds: OutcomeOdds, rules: Rules) -> Text:
    favoured = [bet.text for bet in Outcome if odds.price(bet, rules).expectation > 0]
    return joined(", ", favoured) if favoured else _("no bet")


def _difference(rules: Rules) -> Text:
    """The differences from standard that change a price; the number of decks has a column of its own."""
    unpriced = ("decks", "commission_rounding")
    changed = [one.own for one in differences(rules, rules_named(STANDARD)) if one.clause not in unpriced]
    return joined("; ", changed) if changed else pgettext("difference", "none")
