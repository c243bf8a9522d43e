"""Reference tables of joint distributions: final totals, cards used by each side, naturals, winning margins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from exact.analysis.joint import Joint, Label, count_jointly, variable_of_expression
from exact.answers.table import Cell, Rounded, Table, columns_of
from exact.answers.text import _, pgettext
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.outcome import MAIN_DECKS
from exact.rules.named import standard_tableau

DIGITS = 9
_NATURAL = "{side}_natural * {side}_two_card_total"
_NATURALS: Mapping[Label, Cell] = {0: pgettext("natural", "none"), 8: "8", 9: "9"}


@cache
def _joint(first: str, second: str, decks: int) -> Joint:
    tableau = standard_tableau()
    rows, columns = (variable_of_expression(text, tableau) for text in (first, second))
    return count_jointly(rows, columns, Shoe.of_decks(decks), tableau)


def totals_table(decks: int) -> Table:
    """Punto's final total by banco's: probabilities, shaded."""
    joint = _joint("punto_total", "banco_total", decks)
    return Table(
        id=f"joint-totals-{decks}-decks",
        caption=_("Final totals of punto (down) and banco (across) with {decks} decks: probabilities", decks=decks),
        columns=columns_of(_("punto"), *(str(total) for total in range(10))),
        rows=[
            (str(punto), *(Rounded(joint.probability(punto, banco), 6) for banco in range(10))) for punto in range(10)
        ],
        parameters={"decks": decks, "digits": 6},
        axes=(_("punto's final total"), _("banco's final total")),
    )


def total_counts_table(decks: int) -> Table:
    """The counts behind `totals_table`."""
    joint = _joint("punto_total", "banco_total", decks)
    rows: list[tuple[Cell, ...]] = [
        (punto, banco, count, Rounded(joint.probability(punto, banco), 12))
        for (punto, banco), count in joint.counts.items()
    ]
    return Table(
        id=f"joint-total-counts-{decks}-decks",
        caption=_("Final totals of punto and banco with {decks} decks: exact counts", decks=decks),
        columns=columns_of(_("punto"), _("banco"), _("count"), _("probability")),
        rows=rows,
        notes=(
            _("Counts are of ordered six-card deals with unused positions padded, out of {deals}.", deals=joint.deals),
        ),
        parameters={"decks": decks, "digits": 12},
    )


def cards_table() -> Table:
    """How many cards each side receives."""
    return _long_table(
        "joint-cards",
        _("Cards dealt to punto and to banco with 6 and 8 decks"),
        ("punto_cards", "banco_cards"),
        {2: 2, 3: 3},
    )


def naturals_table() -> Table:
    """Naturals of either side."""
    sides = _NATURAL.format(side="punto"), _NATURAL.format(side="banco")
    return _long_table("joint-naturals", _("Naturals of punto and of banco with 6 and 8 decks"), sides, _NATURALS)


def _long_table(table_id: str, caption: str, expressions: tuple[str, str], labels: Mapping[Label, Cell]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        joint = _joint(*expressions, decks)
        for (punto, banco), count in joint.counts.items():
            probability = joint.probability(punto, banco)
            rows.append((decks, labels[punto], labels[banco], count, probability, Rounded(probability, DIGITS)))
    return Table(
        id=table_id,
        caption=caption,
        columns=columns_of(_("decks"), _("punto"), _("banco"), _("count"), _("fraction"), _("probability")),
        rows=rows,
        notes=(_("Counts are of ordered six-card deals with unused positions padded."),),
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def margins_table() -> Table:
    """The outcome by the margin of the totals."""
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        joint = _joint("punto_wins - banco_wins", "margin", decks)
        for margin in range(10):
            sides = (0,) if margin == 0 else (1, -1)
            for side in sides:
                probability = joint.probability(side, margin)
                outcome = {1: Outcome.PUNTO, -1: Outcome.BANCO, 0: Outcome.TIE}[side].text
                rows.append((decks, margin, outcome, joint.counts[side, margin], Rounded(probability, DIGITS)))
    return Table(
        id="joint-margins",
        caption=_("Outcome and margin of the final totals with 6 and 8 decks"),
        columns=columns_of(_("decks"), _("margin"), _("outcome"), _("count"), _("probability")),
        rows=rows,
        notes=(_("Counts are of ordered six-card deals with unused positions padded."),),
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )
