"""Reference tables of the rules, every reading and its price, and of the outcomes and main bets by number of decks."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import cast

from exact.analysis.odds import DECKS, Dealt, decks_text
from exact.answers.table import Cell, Column, Rounded
from exact.answers.text import Text, _, joined, pgettext
from exact.game import Outcome
from exact.publication.declared import EXACTLY, MAIN_DECKS, AskedRow, AskedRows, ask, by_decks, declared
from exact.rules import NO_THIRD, STANDARD, all_rules, rules_named, standard_tableau
from exact.rules.documents import MATTERS, UNSAID, interpretation, reading_ids, rulebooks, sentences_of
from exact.rules.rulebook import ASSUMED_CLAUSES, CLAUSES, Rulebook
from exact.rules.wording import CLAUSE_TITLES, differences
from exact.views.layout import Rows

DIGITS, EDGE_DIGITS = 12, 9
_COUNTS_NOTE = _(
    "Counts are of ordered six-card deals with unused positions padded, out of N(N−1)…(N−5) for N cards; for the "
    "infinite shoe (∞), they are of sequences of six ranks, out of 13 to the sixth."
)


def decks_cell(decks: Dealt) -> Cell:
    """A deck count in a table; the infinite shoe is ``∞``."""
    return decks if isinstance(decks, int) else decks_text((decks,))


@by_decks(
    _("Punto, banco and tie with 6 and 8 decks: exact counts and probabilities"),
    _COUNTS_NOTE,
    heads=(_("outcome"), _("count"), _("fraction"), _("probability")),
    parameters={"digits": DIGITS},
)
def outcomes_6_and_8_decks_table(decks: int) -> AskedRows:
    for side in Outcome:
        count, probability = (f"{measure} of {side.value}, {decks} decks" for measure in ("count", "probability"))
        yield side.text, ask(count), ask(probability), ask(probability, DIGITS)
    yield _("all deals"), ask(f"count of deals, {decks} decks"), Fraction(1), Rounded(Fraction(1), DIGITS)


outcome_counts_table = declared(
    _("Exact counts of punto, banco and tie for 1 to 16 decks and the infinite shoe"),
    _COUNTS_NOTE,
    asks={
        **{side.text: (f"count of {side.value}, {{decks}} decks", EXACTLY) for side in Outcome},
        _("all deals"): ("count of deals, {decks} decks", EXACTLY),
    },
    parameters={"decks": "1-16, infinite"},
)(lambda: ({_("decks"): decks_cell(decks)} for decks in DECKS))

outcome_probabilities_table = declared(
    _("Exact probabilities of punto, banco and tie for 1 to 16 decks and the infinite shoe"),
    asks={
        _("fraction"): ("probability of {outcome}, {decks} decks", EXACTLY),
        _("probability"): "probability of {outcome}, {decks} decks",
    },
    parameters={"decks": "1-16, infinite", "digits": DIGITS},
)(lambda: ({_("decks"): decks_cell(decks), _("outcome"): side.text} for decks in DECKS for side in Outcome))

_WHOLE, _RESOLVED = _("banco {percent} %"), _("banco {percent} %, resolved")
_EDGES = {
    _("punto"): "house edge of punto",
    _("punto, resolved"): "house edge per resolved stake of punto",
    _WHOLE.filled(percent=5): "house edge of banco, commission 5%",
    _RESOLVED.filled(percent=5): "house edge per resolved stake of banco, commission 5%",
    _WHOLE.filled(percent=4): "house edge of banco, commission 4%",
    _RESOLVED.filled(percent=4): "house edge per resolved stake of banco, commission 4%",
    _("tie {payoff}:1", payoff=8): "house edge of tie, pays 8",
    _("tie {payoff}:1", payoff=9): "house edge of tie, pays 9",
}


@declared(
    _("House edges by rulebook and number of decks, per stake and per resolved stake"),
    _(
        "An edge is the expected loss per unit staked; “resolved” divides it by the probability that the bet does not "
        "push. A tie bet is always resolved. A negative edge favours the player."
    ),
    _(
        "Payoffs and commission are those of the column heads. The column “assumed” counts the points on which the "
        "document is silent and standard applies; the table of readings names them."
    ),
    _("Readings by the rank of a third card are in the table of readings alone."),
    landscape=True,
    rulebook="every shipped reading that point values decide",
    parameters={"decks": "1-16, infinite", "commission": ["5%", "4%"], "tie": ["8:1", "9:1"], "digits": EDGE_DIGITS},
)
def house_edges_table() -> Iterator[AskedRow]:
    for rules, decks in product(all_rules().values(), map(decks_cell, DECKS)):
        edges: AskedRow = {
            head: ask(f"{what}, {decks} decks, rules {rules.id}", EDGE_DIGITS) for head, what in _EDGES.items()
        }
        yield {_("rules"): rules.id, _("decks"): decks, **edges, _("assumed"): len(rules.assumed)}


@declared(
    _("The tableau: what banco does on a two-card total of 0 to 7, by punto's third card"),
    _(
        "D draws, S stands; the column “none” is for a punto that stands. Punto draws on 0 to 5 and stands on 6 and 7; "
        "a two-card 8 or 9 on either side ends the coup."
    ),
    heads=(_("two cards"), *map(str, range(NO_THIRD)), _("none"), Column(_("assumed (the document is silent)"), 5.0)),
)
def tableau_table() -> Rows:
    moves = {"D": pgettext("letter", "D"), "S": pgettext("letter", "S")}
    for total, row in enumerate(standard_tableau().matrix):
        yield _("banco {total}", total=total), *(moves[letter] for letter in row), _silent_on(total)


def _silent_on(total: int) -> Cell:
    """The documents that are silent on banco's ``total``, and the third cards in question."""
    silent = []
    for name in rulebooks():
        thirds = [third for third in range(NO_THIRD + 1) if interpretation(name).banco[total, third].assumed]
        named = [pgettext("third card", "none") if third == NO_THIRD else str(third) for third in thirds]
        if named:
            silent.append(_("{document}: {thirds}", document=name, thirds=joined(", ", named)))
    return joined("; ", silent) if silent else None


_BOOKS = [book for book in rulebooks().values() if book.id != STANDARD]


@declared(
    _("The house documents clause by clause, as printed"),
    _("“Not said” means that the document is silent; if the program needs the clause, it assumes standard's."),
    heads=(Column(_("clause"), 1.6), *(Column(book.id, 4.2) for book in _BOOKS)),
    landscape=True,
    rulebook=", ".join(book.id for book in _BOOKS),
)
def rulebooks_table() -> Rows:
    yield _("title"), *(Text(book.title) for book in _BOOKS)
    yield _("language"), *(book.language for book in _BOOKS)
    for clause in CLAUSES:
        yield CLAUSE_TITLES[clause], *(_printed(book, clause) for book in _BOOKS)
    unsaid = ([MATTERS[s.words][0] for s in sentences_of(book.id) if UNSAID in s.decides] for book in _BOOKS)
    yield _("also not said"), *(joined(", ", names) for names in unsaid)


def _printed(book: Rulebook, clause: str) -> str:
    if clause in ("punto", "banco"):
        return " / ".join(book.printed[clause])
    unsaid = _("not said; assumed as in standard") if clause in ASSUMED_CLAUSES else _("not said")
    return book.clauses[clause].says or unsaid


def _rests_on() -> tuple[Text, ...]:
    note = _("{reading} rests on «{words}»: {meaning}.")
    readings = [(name, interpretation(name).reading) for name in reading_ids()]
    return tuple(note.filled(reading=name, words=one.says, meaning=Text(one.why)) for name, one in readings if one)


@declared(
    _("Every rulebook and reading priced under its own payoffs: house edges per unit staked"),
    _("A negative house edge is a positive expectation for the player."),
    _rests_on,
    landscape=True,
    rulebook="every shipped reading",
    parameters={"decks": list(MAIN_DECKS), "digits": EDGE_DIGITS},
)
def readings_table() -> Iterator[AskedRow]:
    for name in reading_ids():
        one, rules = interpretation(name), rules_named(name)
        unpriced = ("decks", "commission_rounding")
        changed = [each.own for each in differences(rules, rules_named(STANDARD)) if each.clause not in unpriced]
        assumed = [assumption.phrase for assumption in one.assumed()]
        for decks in MAIN_DECKS:
            asked = {bet.text: f"house edge of {bet.value}, {decks} decks, rules {name}" for bet in Outcome}
            edges = {bet: ask(question, EDGE_DIGITS) for bet, question in asked.items()}
            favoured = [bet for bet, edge in edges.items() if edge.figure < 0]
            yield {
                _("rules"): name,
                _("decks"): decks,
                **cast("AskedRow", edges),
                Column(_("favours the player"), 1.7): joined(", ", favoured or [_("no bet")]),
                Column(_("against standard"), 4.0): joined("; ", changed or [pgettext("difference", "none")]),
                Column(_("assumed (the document is silent)"), 5.6): joined("; ", assumed or [_("nothing")]),
            }
