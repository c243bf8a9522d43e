"""Reference tables that compare published figures with the exact ones."""

from __future__ import annotations

from exact.answers.table import Cell, Column, Table, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import decimal_text, fraction_text, round_half_even
from exact.literature.audit import HOUSE_EDGES, Audited, full_audit
from exact.literature.printed import RATIO
from exact.literature.published import published_figures, sources
from exact.literature.values import low_of
from exact.literature.verdict import Verdict
from exact.publication.chapters.outcome import decks_cell

MAIN_BETS = ("base_counts", "base_prob", HOUSE_EDGES)
"""The categories of figures about punto, banco and tie."""
CONDITIONAL = ("midhand_2cards", "midhand_4cards")
"""The categories of figures about a coup in progress."""
_FEWEST_DIGITS = 4
_VERDICT_NOTE = _(
    "A quantity is a claim in the notation that exact audit reads. A figure agrees if the exact value rounds to the digits "
    "printed; it is rounded half up if the value lies halfway, truncated if its digits are the value's own, cut off, and padded if "
    "its first fifteen to seventeen digits are right and zeros follow. Zeros at the end count as digits. The table "
    "published-sources lists the sources by their keys."
)


def published_outcomes_table() -> Table:
    """Every published count, probability and edge of the main bets: printed, exact, verdict."""
    return _audit_table(
        "published-outcomes",
        _("Published counts, probabilities and house edges of punto, banco and tie against the exact values"),
        [entry for entry in full_audit() if entry.figure.category in MAIN_BETS],
        {"categories": list(MAIN_BETS)},
    )


def published_bets_table() -> Table:
    """Every published figure of a side bet, of totals, of cards used and of variants of banco: printed, exact, verdict."""
    return _audit_table(
        "published-bets",
        _("Published figures of side bets, totals and variants of banco against the exact values"),
        [entry for entry in full_audit() if entry.figure.category not in (*MAIN_BETS, *CONDITIONAL)],
        {"categories": "all others"},
    )


def published_conditional_table() -> Table:
    """Every published probability given two-card totals: printed, exact, verdict."""
    return _audit_table(
        "published-conditional",
        _("Published probabilities given the totals of the first two cards against the exact values"),
        [entry for entry in full_audit() if entry.figure.category in CONDITIONAL],
        {"categories": list(CONDITIONAL)},
    )


def disagreements_table() -> Table:
    """Every published figure that disagrees with the exact value, and why."""
    rows: list[tuple[Cell, ...]] = [
        (*_printed(entry), exact_cell(entry.verdict), entry.verdict.reason, entry.figure.source.key)
        for entry in full_audit()
        if entry.verdict.disagrees
    ]
    return Table(
        id="published-disagreements",
        caption=_("Published figures that disagree with the exact value, and why"),
        columns=columns_of(
            _("row"),
            Column(_("quantity"), 4.2),
            Column(_("decks stated"), 1.4),
            _("printed"),
            _("exact"),
            Column(_("reason"), 8.7),
            _("source"),
        ),
        rows=rows,
        notes=(_("Of the figures in the tables published-outcomes, published-bets and published-conditional."),),
        landscape=True,
    )


def last_digits_table() -> Table:
    """For each source, the figures that are one unit off in the last digit printed."""
    units_off: dict[str, list[tuple[str, int]]] = {}
    for entry in full_audit():
        printed = entry.verdict.printed
        if printed.places >= _FEWEST_DIGITS:
            off = printed.scaled - round_half_even(low_of(entry.verdict.exact), printed.places)
            units_off.setdefault(entry.figure.source.key, []).append((entry.figure.id, off))
    rows: list[tuple[Cell, ...]] = []
    for source, cells in units_off.items():
        above, below = ([figure for figure, off in cells if off == unit] for unit in (1, -1))
        if above or below:
            rows.append(
                (source, len(cells), len(above), ", ".join(above) or None, len(below), ", ".join(below) or None)
            )
    return Table(
        id="published-last-digits",
        caption=_("Published figures that differ from the exact value by one unit in the last digit printed"),
        columns=columns_of(
            _("source"),
            _("figures"),
            _("too high"),
            Column(_("ids too high"), 5.0),
            _("too low"),
            Column(_("ids too low"), 5.0),
        ),
        rows=rows,
        notes=(
            _(
                "Only figures printed with at least {n} decimals count, a percentage as a fraction of 1; a source without such a figure is left out.",
                n=_FEWEST_DIGITS,
            ),
        ),
        parameters={"digits": f"at least {_FEWEST_DIGITS}"},
    )


def published_others_table() -> Table:
    """The rows of the literature file that are rules, pay tables or simulations, and so have no verdict."""
    rows: list[tuple[Cell, ...]] = []
    for figure in published_figures():
        if figure.unjudged:
            kind, remark = Text(figure.unjudged), figure.remark or None
            rows.append((figure.id, figure.quantity, figure.value, kind, remark, figure.source.key))
    return Table(
        id="published-others",
        caption=_("Published rules, pay tables and results of simulations, for which there is no exact value"),
        columns=columns_of(
            _("row"),
            Column(_("what"), 7.0),
            Column(_("printed"), 4.0),
            Column(_("kind"), 2.6),
            Column(_("remark"), 5.0),
            _("source"),
        ),
        rows=rows,
        landscape=True,
    )


def _audit_table(table_id: str, caption: str, audited: list[Audited], parameters: dict[str, object]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            *_printed(entry),
            exact_cell(entry.verdict),
            decks_cell(entry.verdict.decks),
            entry.verdict.sentence,
            entry.figure.source.key,
            entry.verdict.reason,
        )
        for entry in audited
    ]
    return Table(
        id=table_id,
        caption=caption,
        columns=columns_of(
            _("row"),
            Column(_("quantity"), 4.2),
            Column(_("decks stated"), 1.3),
            _("printed"),
            _("exact"),
            _("for d"),
            Column(_("verdict"), 3.2),
            _("source"),
            Column(_("reason"), 4.6),
        ),
        rows=rows,
        notes=(_VERDICT_NOTE,),
        landscape=True,
        parameters=parameters,
    )


def published_sources_table() -> Table:
    """The sources of all published figures: titles and the addresses to cite."""
    rows: list[tuple[Cell, ...]] = [(source.key, source.full_title, source.cite_url) for source in sources().values()]
    return Table(
        id="published-sources",
        caption=_("Sources of the published figures"),
        columns=columns_of(_("source"), Column(_("title"), 8.0), Column(_("address"), 8.0)),
        rows=rows,
    )


def _printed(entry: Audited) -> tuple[Cell, ...]:
    """The row of the literature file, the quantity, the decks and the figure."""
    return entry.figure.id, entry.claim.text, _decks_stated(entry), entry.figure.value


def _decks_stated(entry: Audited) -> Cell:
    """The deck counts that a source states, for people."""
    decks = entry.claim.decks
    if decks.stated:
        return _("many") if entry.figure.decks == "many" else entry.figure.decks.replace("inf", "∞")
    return _("unstated") if decks.guess is None else _("unstated ({n})", n=decks.guess)


def exact_cell(verdict: Verdict) -> str | int:
    """The exact value in the unit of the printed one, with two more digits than it has."""
    printed, value = verdict.printed, low_of(verdict.exact)
    if value.denominator == 1:
        return value.numerator
    if printed.percent:
        return f"{decimal_text(value * 100, max(printed.places, 0))} %"
    if printed.notation == RATIO:
        return fraction_text(value)
    return decimal_text(value, max(printed.places, 0) + 2)
