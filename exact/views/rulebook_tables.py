"""Tables of rulebooks: clauses as printed and played, sentences, differences, drawing tables, what a decision costs."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from exact.analysis.equilibrium.game import Hand, hand_text
from exact.analysis.odds import odds_of_decks
from exact.analysis.tableau_cost import BancoCell, Choice, gain_of_best_reply
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import Text, _, joined, pgettext
from exact.game import POINT_VALUES, RANKS, Outcome
from exact.game.shoe import USUAL_DECKS
from exact.rules import NO_THIRD, Rules, wording
from exact.rules.documents import MATTERS, NO_EFFECT, OUTCOME, UNSAID, sentences_of
from exact.rules.rulebook import CLAUSES, Interpretation, InterpretedCell
from exact.rules.wording import CLAUSE_TITLES, Difference, term_text
from exact.views.layout import percentage

Edges = dict[Outcome, Fraction]
_TERMS = (
    *(("payoffs", "punto"), ("payoffs", "banco"), ("payoffs", "tie")),
    *(("commission", "rate"), ("commission_rounding", "in_favour_of"), ("ties", "stakes")),
)
"""The clauses besides the drawing tables, and the terms that show each as played."""
_DECIDES = {OUTCOME: _("which hand wins"), NO_EFFECT: _("nothing that changes the odds")}


def rulebooks(listed: Iterable[Interpretation]) -> Table:
    """The documents in ``listed``, without their other readings."""
    rows = [(one.id, one.rulebook.language, one.rules().decks, one.rulebook.title) for one in listed if not one.reading]
    columns = columns_of(_("rules"), _("language"), _("decks"), Column(_("title"), wrap_cm=8))
    silent = _("If no number of decks is shown, the document states none; a question without a shoe then has 8.")
    return Table("rulebooks", _("Rulebooks"), columns, rows, (silent,))


def readings(rows: list[tuple[Cell, ...]]) -> Table:
    """Readings: their names, why, and the words on which they rest."""
    columns = columns_of(_("rules"), Column(_("why"), wrap_cm=8), Column(_("rests on"), wrap_cm=6))
    return Table("readings", _("Other readings of these documents"), columns, rows)


def differences(rules: Rules, standard: Rules) -> tuple[Table, Table]:
    """Where rules differ from standard, what each difference alone adds to the house edges, and all together."""
    heads = [Column(bet.text, key=bet.value) for bet in Outcome]

    def percentages(edges: Edges) -> Iterator[Cell]:
        return (percentage(edges[bet], 6) for bet in Outcome)

    columns = Column(_("in standard"), wrap_cm=5, key="standard"), Column(_("here"), wrap_cm=5)
    changes = [
        (CLAUSE_TITLES[difference.clause], difference.standard, difference.own, *percentages(edges))
        for difference, edges in rule_costs(rules, standard)
    ]
    text = _(
        "Where {rules} differs from standard: change of the house edges by each difference alone, in percentage points"
    )
    usual, own = house_edges(standard), house_edges(rules)
    change = {bet: own[bet] - usual[bet] for bet in Outcome}
    sums = [
        (name, *percentages(edges)) for name, edges in ((standard.id, usual), (rules.id, own), (_("change"), change))
    ]
    caption = _("House edges with all differences together, and their change in percentage points")
    return (
        Table("differences", text.filled(rules=rules.id), columns_of(_("clause"), *columns, *heads), changes),
        Table("edges", caption, columns_of(_("rules"), *heads), sums),
    )


def as_printed(interpretation: Interpretation) -> Table:
    """Each clause in the words of the document."""
    book = interpretation.rulebook
    rows: list[tuple[Cell, ...]] = []
    for clause in CLAUSES:
        words = book.printed[clause] if clause in book.printed else (book.clauses[clause].says or None,)
        rows += [(CLAUSE_TITLES[clause], row) for row in words]
    columns = columns_of(_("clause"), Column(_("as printed"), wrap_cm=12))
    return Table("clauses", _("{rules}: {title}", rules=interpretation.id, title=book.title), columns, rows)


def decisions(interpretation: Interpretation) -> Table:
    """Every decision of both sides, and the clause behind it."""
    possible = {total: interpretation.rules().tableau.thirds_before(total) for total in range(10)}
    situations: list[tuple[int, int, int | None]] = [(total, third, None) for total, third in interpretation.banco]
    against = sorted(interpretation.banco_against)
    situations += [(total, third, final) for total, third, final in against if third in possible[final]]

    def row(situation: tuple[Cell, ...], move: InterpretedCell) -> tuple[Cell, ...]:
        return *situation, move.draws, move.assumed, move.says

    rows = [row(("punto", total, None, None, None), move) for total, move in interpretation.punto.items()]
    for total, third, final in situations:
        move = interpretation.banco_move(total, third, final)
        rows.append(row(("banco", total, _received(third), None, final), move))
    for (total, rank), move in sorted(interpretation.banco_by_rank.items()):
        rows.append(row(("banco", total, POINT_VALUES[rank], RANKS[rank], None), move))
    where = _("third card of punto"), Column(_("its rank"), key="rank"), _("final total of punto")
    move_heads = _("draws"), _("assumed"), Column(_("clause"), wrap_cm=8)
    columns = columns_of(_("side"), _("total"), *where, *move_heads)
    return Table("decisions", _("The clause behind every decision"), columns, rows, most=0)


def _received(third: int) -> int | None:
    return None if third == NO_THIRD else third


def terms(interpretation: Interpretation) -> Table:
    """The clauses besides the drawing tables, as played."""
    rows: list[tuple[Cell, ...]] = [(CLAUSE_TITLES["decks"], interpretation.rules().decks)]
    rows += [(CLAUSE_TITLES[clause], term_text(name, interpretation.term(clause, name))) for clause, name in _TERMS]
    return Table("terms", _("Terms as played"), columns_of(_("clause"), _("as played")), rows)


def sentences(rulebook: str) -> list[Table]:
    """What each sentence of a shipped document decides, and the matters besides clauses on which it is silent."""
    said, unsaid = [], []
    for sentence in sentences_of(rulebook):
        if UNSAID in sentence.decides:
            unsaid.append(MATTERS[sentence.words])
        else:
            titles = [_DECIDES[name] if name in _DECIDES else CLAUSE_TITLES[name] for name in sentence.decides]
            readings = ", ".join(sentence.readings) or None
            said.append((sentence.words, joined(", ", titles), readings, sentence.remark or None))
    if not said:
        return []
    heads = Column(_("sentence"), wrap_cm=7), _("decides"), Column(_("readings"), wrap_cm=3)
    columns = columns_of(*heads, Column(_("remark"), wrap_cm=4))
    silences = columns_of(Column(_("unsaid"), key="matter"), Column(_("assumed"), wrap_cm=8))
    return [
        Table("silences", _("The document is also silent on"), silences, unsaid),
        Table("sentences", _("Every sentence of the document"), columns, said, most=0),
    ]


def rule_costs(rules: Rules, standard: Rules) -> Iterator[tuple[Difference, Edges]]:
    """Every difference of ``rules`` from ``standard``, and what it alone adds to the house edge of each main bet."""
    usual = house_edges(standard)
    for difference in wording.differences(rules, standard):
        edges = house_edges(difference.alone)
        yield difference, {bet: edges[bet] - usual[bet] for bet in Outcome}


def house_edges(rules: Rules) -> Edges:
    """The house edges of the main bets on a full shoe of the decks that the rules state, or else of `USUAL_DECKS`."""
    odds = odds_of_decks(rules.decks or USUAL_DECKS, rules.tableau)
    return {bet: odds.price(bet, rules).house_edge for bet in Outcome}


_TOTAL = _("total of banco")
_THIRDS = range(NO_THIRD + 1)


def drawing_tables(interpretation: Interpretation) -> Iterator[Table]:
    """Punto's table, banco's, and what punto's final total or a card's rank changes in it."""
    tableau, punto, by_rank = interpretation.rules().tableau, interpretation.punto, interpretation.banco_by_rank
    caption = _("Drawing rules as played: D draws, S stands; a small letter is an assumption")
    columns = columns_of(_("total of punto"), *map(str, punto))
    yield Table("punto", caption, columns, [("punto", *map(_letter, punto.values()))])
    thirds = columns_of(_TOTAL, *map(str, range(NO_THIRD)), _("none"))
    rows = [(str(total), *(_letter(interpretation.banco[total, third]) for third in _THIRDS)) for total in range(8)]
    yield Table("banco", _("Banco, by its total and the third card of punto"), thirds, rows)
    for final, matrix in tableau.against:
        possible = tableau.thirds_before(final)  # the cells of other third cards stay empty
        changes: list[tuple[Cell, ...]] = []
        for total in range(8):
            if matrix[total] != tableau.matrix[total]:
                moves = ((third, interpretation.banco_move(total, third, final)) for third in _THIRDS)
                changes.append((str(total), *(_letter(move) if third in possible else None for third, move in moves)))
        caption = _("Banco if punto's final total is {total}: the rows that change", total=final)
        yield Table(f"banco_against_{final}", caption, thirds, changes)
    if by_rank:
        ranks = sorted({rank for __, rank in by_rank})
        ranked: list[tuple[Cell, ...]] = [
            (str(total), *(_letter(by_rank[total, rank]) if (total, rank) in by_rank else None for rank in ranks))
            for total in sorted({total for total, __ in by_rank})
        ]
        caption = _("Banco, by its total and the rank of punto's third card")
        yield Table("banco_by_rank", caption, columns_of(_TOTAL, *(RANKS[rank] for rank in ranks)), ranked)


def _letter(cell: InterpretedCell) -> Text:
    if cell.assumed:
        return pgettext("letter", "d") if cell.draws else pgettext("letter", "s")
    return pgettext("letter", "D") if cell.draws else pgettext("letter", "S")


_THIRD = Column(_("third card"), key="third")
_DECIMAL = Column(_("decimal"), derived=True)


def by_indifference(choices: Mapping[BancoCell, Choice]) -> list[tuple[BancoCell, Choice]]:
    """The cells, the nearest to indifference first."""
    return sorted(choices.items(), key=lambda entry: abs(entry[1].cost))


def cell_words(cell: BancoCell, choice: Choice) -> tuple[int, str, Text]:
    """Banco's total, punto's third card, and what the tableau does."""
    total, third = cell
    return total, pgettext("third card", "none") if third == NO_THIRD else str(third), move_word(choice)


def move_word(choice: Choice) -> Text:
    """What the tableau does."""
    return _("draws") if choice.draws else _("stands")


def costs_for_readers(choices: Mapping[BancoCell, Choice], what: Text) -> Iterator[Table]:
    """The costs of all cells in millionths, shaded, and the cells nearest to indifference."""

    def millionths(cost: Fraction) -> Rounded:
        return Rounded(cost * 10**6, 1)

    grid: list[tuple[Cell, ...]] = [
        (str(total), *(millionths(choices[total, third].cost) for third in _THIRDS)) for total in range(8)
    ]
    columns = columns_of(_("banco"), *map(str, range(NO_THIRD)), _("none"))
    caption = _(
        "Millionths of a unit that banco loses per coup if a cell is flipped, "
        "by its total and punto's third card, {what}",
        what=what,
    )
    axes = _("total of banco"), _("third card of punto")
    yield Table("grid", caption, columns, grid, axes=axes, rearranged=True)
    met = [(cell, choice) for cell, choice in by_indifference(choices) if choice.probability]
    rows: list[tuple[Cell, ...]] = []
    for cell, choice in met[:10]:
        costs = millionths(choice.cost), millionths(choice.cost_there or Fraction(0))
        rows.append((*cell_words(cell, choice), Rounded(choice.probability, 6), *costs))
    heads = _("banco"), _("third card"), _("tableau"), _("probability"), _("cost, millionths"), _("there, millionths")
    caption = _("The cells nearest to indifference; “there” is per coup that meets the cell")
    yield Table("nearest", caption, columns_of(*heads), rows, rearranged=True)


def costs(banco: Mapping[BancoCell, Choice], punto: Mapping[Hand, Choice], digits: int) -> tuple[Table, Table]:
    """What it costs banco to flip each cell, and punto to do the opposite on each total."""

    def price(choice: Choice) -> tuple[Cell, ...]:
        return choice.draws, choice.probability, choice.cost, Rounded(choice.cost, digits)

    heads = _("draws"), _("probability"), _("cost"), _DECIMAL
    cells = [(total, _received(third), *price(choice)) for (total, third), choice in banco.items()]
    of_banco = _("What each cell of the tableau costs banco")
    of_punto = _("What punto loses per coup if it does the opposite on one total, at even money")
    totals = [(total, *price(choice)) for (total,), choice in punto.items()]
    return (
        Table("cells", of_banco, columns_of(_("banco"), _THIRD, *heads), cells, most=0),
        Table("punto", of_punto, columns_of(_("punto"), *heads), totals),
    )


def reply_rows(
    names: Iterable[str], expectation: Fraction, choices: Iterable[Iterable[Choice]], digits: int
) -> Iterator[tuple[str, Fraction, Fraction, Rounded]]:
    """What banco wins with each set of choices open to it, and what it gains; without choices, it plays the tableau."""
    for name, open_choices in zip(names, choices, strict=True):
        gain = gain_of_best_reply(open_choices)
        yield name, expectation + gain, gain, Rounded(gain, digits)


def best_replies(
    expectation: Fraction, choices: Mapping[BancoCell, Choice], by_hand: Mapping[tuple[Hand, int], Choice], digits: int
) -> tuple[Table, Table]:
    """What banco wins by the tableau and if it may choose, seeing totals or cards; and where it then departs."""
    names = (_("by the tableau"), _("sees totals"), _("sees cards"))
    replies = reply_rows(names, expectation, ((), choices.values(), by_hand.values()), digits)
    columns = columns_of(Column(_("banco"), key="banco"), _("expectation"), _("gain"), _DECIMAL)
    named = [(str(total), third, choice) for (total, third), choice in choices.items()]
    named += [(hand_text(hand), third, choice) for (hand, third), choice in by_hand.items()]
    departures = [
        (hand, _received(third), not choice.draws, -choice.cost) for hand, third, choice in named if choice.cost < 0
    ]
    heads = columns_of(Column(_("total or cards"), key="hand"), _THIRD, _("draws"), _("gain"))
    caption = _("What banco wins per coup by the tableau, and if it may choose and sees totals or its cards")
    return (
        Table("best_replies", caption, columns, [*replies]),
        Table("changes", _("Where a banco that may choose departs from the tableau"), heads, departures, most=40),
    )
