"""Reference tables that compare published figures with the exact ones."""

from collections.abc import Callable
from itertools import chain

from exact.analysis.odds import decks_text
from exact.answers.table import Cell, Column, Rounded, Table
from exact.answers.text import Text, _, joined
from exact.arithmetic import low_of, round_half_even
from exact.literature.audit import full_audit
from exact.literature.printed import RATIO, Agreement, Verdict
from exact.literature.published import PublishedFigure, published_figures, sources
from exact.publication.chapters.outcome import decks_cell
from exact.publication.declared import AskedRow, declared, told
from exact.views.layout import Rows

HOUSE_EDGES = "house_edge"  # the category of figures that sources print as house edges
_NO_EDGES = {"expectation": _("a return"), "return": _("a return"), "odds against": _("odds")}
"""Measures that sources print under the heading of a house edge."""
_IN_THE_SOURCE = {
    Agreement.ROUNDED: _("rounded half up in the source"),
    Agreement.TRUNCATED: _("truncated in the source"),
    Agreement.PADDED: _("padded with zeros in the source"),
}
MAIN_BETS = ("base_counts", "base_prob", HOUSE_EDGES)  # the categories of figures about punto, banco and tie
CONDITIONAL = ("midhand_2cards", "midhand_4cards")  # the categories of figures about a coup in progress
_FEWEST_DIGITS = 4
_VERDICT_NOTE = _(
    "A quantity is a claim in the notation that exact audit reads. A figure agrees if the exact value rounds to the "
    "digits printed; it is rounded half up if the value lies halfway, truncated if its digits are the value's own, cut "
    "off, and padded if its first fifteen to seventeen digits are right and zeros follow. Zeros at the end count as "
    "digits. The table published-sources lists the sources by their keys."
)


def _audited(caption: Text, listed: object, has: Callable[[str], bool]) -> Callable[..., Table]:
    """The table of the audited figures whose category it has; the categories are ``listed`` in the manifest."""
    return declared(caption, _VERDICT_NOTE, landscape=True, parameters={"categories": listed})(
        lambda: (
            {
                **_printed(figure, verdict, 1.3),
                _("for d"): decks_cell(verdict.decks),
                Column(_("verdict"), 3.2): verdict_text(verdict, figure.category),
                _("source"): figure.source.key,
                Column(_("reason"), 4.6): verdict.reason,
            }
            for figure, verdict in full_audit()
            if has(figure.category)
        )
    )


published_outcomes_table = _audited(
    _("Published counts, probabilities and house edges of punto, banco and tie against the exact values"),
    *(list(MAIN_BETS), MAIN_BETS.__contains__),
)
published_bets_table = _audited(
    _("Published figures of side bets, totals and variants of banco against the exact values"),
    *("all others", lambda category: category not in (*MAIN_BETS, *CONDITIONAL)),
)
published_conditional_table = _audited(
    _("Published probabilities given the totals of the first two cards against the exact values"),
    *(list(CONDITIONAL), CONDITIONAL.__contains__),
)
published_disagreements_table = declared(
    _("Published figures that disagree with the exact value, and why"),
    _("Of the figures in the tables published-outcomes, published-bets and published-conditional."),
    landscape=True,
)(
    lambda: (
        {**_printed(figure, verdict, 1.4), Column(_("reason"), 8.7): verdict.reason, _("source"): figure.source.key}
        for figure, verdict in full_audit()
        if verdict.disagrees
    )
)


def _printed(figure: PublishedFigure, verdict: Verdict, width: float) -> AskedRow:
    """The row of the literature file, the quantity, the decks, the figure and the exact value."""
    return {
        _("row"): figure.id,
        Column(_("quantity"), 4.2): verdict.question.text,
        Column(_("decks stated"), width): _decks_stated(figure, verdict),
        _("printed"): figure.value,
        _("exact"): told(verdict.question.with_decks(verdict.decks).text, verdict.exact, shown=_exact_cell(verdict)),
    }


@declared(
    _("Published figures that differ from the exact value by one unit in the last digit printed"),
    _(
        "Only figures printed with at least {n} decimals count, a percentage as a fraction of 1; a source without such "
        "a figure is left out.",
        n=_FEWEST_DIGITS,
    ),
    heads=(
        *(_("source"), _("figures"), _("too high"), Column(_("ids too high"), 5.0)),
        *(_("too low"), Column(_("ids too low"), 5.0)),
    ),
    parameters={"digits": f"at least {_FEWEST_DIGITS}"},
)
def published_last_digits_table() -> Rows:
    units_off: dict[str, list[tuple[str, int]]] = {}
    for figure, verdict in full_audit():
        printed = verdict.printed
        if printed.places >= _FEWEST_DIGITS:
            off = printed.scaled - round_half_even(low_of(verdict.exact), printed.places)
            units_off.setdefault(figure.source.key, []).append((figure.id, off))
    for source, cells in units_off.items():
        above, below = ([name for name, off in cells if off == unit] for unit in (1, -1))
        if above or below:
            listed = ((len(names), ", ".join(names) or None) for names in (above, below))
            yield source, len(cells), *chain.from_iterable(listed)


published_others_table = declared(
    _("Published rules, pay tables and results of simulations, for which there is no exact value"),
    heads=(
        *(_("row"), Column(_("what"), 7.0), Column(_("printed"), 4.0), Column(_("kind"), 2.6)),
        *(Column(_("remark"), 5.0), _("source")),
    ),
    landscape=True,
)(
    lambda: (
        (row.id, row.quantity, row.value, Text(row.unjudged), row.remark or None, row.source.key)
        for row in published_figures()
        if row.unjudged
    )
)

published_sources_table = declared(
    _("Sources of the published figures"), heads=(_("source"), Column(_("title"), 8.0), Column(_("address"), 8.0))
)(lambda: ((source.key, source.full_title, source.url) for source in sources().values()))


def verdict_text(verdict: Verdict, category: str) -> Text:
    """The verdict on a figure of this category, in words."""
    text, remark = _agreement_text(verdict), verdict.question.subject.kind.supposes
    kind = _NO_EDGES.get(verdict.question.quantity.measure) if category == HOUSE_EDGES else None
    if kind and verdict.agreement is Agreement.AGREES:
        text = _("not a figure of this kind ({kind}); as such it {verdict}", kind=kind, verdict=text)
    elif kind and not verdict.disagrees:
        text = _("not a figure of this kind ({kind}); as such it is {verdict}", kind=kind, verdict=text)
    return joined(", ", (text, remark)) if remark else text


def _agreement_text(verdict: Verdict) -> Text:
    decks = decks_text(verdict.agreeing_decks)
    if verdict.disagrees:
        return _("disagrees")
    if verdict.agreement is Agreement.AGREES:
        return _("agrees for d = {decks}", decks=decks) if decks else _("agrees to the digits printed")
    text = _IN_THE_SOURCE[verdict.agreement]
    return _("{verdict} (d = {decks})", verdict=text, decks=decks) if decks else text


def _decks_stated(figure: PublishedFigure, verdict: Verdict) -> Cell:
    """The deck counts that a source states, for people."""
    decks = verdict.question.decks
    if decks.stated:
        return _("many") if figure.decks == "many" else figure.decks.replace("inf", "∞")
    return _("unstated") if decks.guess is None else _("unstated ({n})", n=decks.guess)


def _exact_cell(verdict: Verdict) -> Cell:
    """The exact value in the unit of the printed one, with two more digits than it has."""
    printed, value = verdict.printed, low_of(verdict.exact)
    if value.denominator == 1 or printed.notation == RATIO:
        return value if value.denominator > 1 else value.numerator
    return Rounded(value, max(printed.places, 0) + 2, percent=printed.percent)
