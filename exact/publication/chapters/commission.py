"""Reference tables of banco's edge if the commission is rounded to a unit, as in two house documents."""

from __future__ import annotations

from fractions import Fraction

from exact.analysis.commission import BancoOdds, banco_odds, favourable_stakes, make_commission, study_stakes
from exact.analysis.full_shoes import odds_of_decks
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.publication.chapters.outcome import MAIN_DECKS
from exact.rules.named import rules_named
from exact.rules.tableau import STANDARD

DIGITS = 9
UNITS = (Fraction(1, 2), Fraction(1), Fraction(5))
RATE = Fraction(5, 100)
STAKES = (*range(1, 101), *range(105, 205, 5), 250, 300, 400, 500, 1000)
_SOURCE = _(
    "Documents 000 and 003 round the commission in the player's favour («La commissione va arrotondata a vantaggio del "
    "giocatore»; «Provizija se zaokrožuje v dobro igralca») and state no unit: the units here are assumed."
)


def _odds(decks: int) -> BancoOdds:
    rules = rules_named(STANDARD)
    return banco_odds(odds_of_decks(decks, rules.tableau), rules)


def ranges_table() -> Table:
    """The stakes that favour the player, the best and the worst stake, and the limit, by unit, favour and deck count."""
    rows: list[tuple[Cell, ...]] = []
    for unit in UNITS:
        for favour in (_("player"), _("nearest"), _("house")):
            for decks in MAIN_DECKS:
                odds, commission = _odds(decks), make_commission(RATE, unit, favour)
                study = study_stakes([unit * n for n in range(1, 401)], odds, commission)
                favourable = favourable_stakes(odds, commission).text
                extremes = *_extreme(*study.best), *_extreme(*study.worst)
                limit = Rounded(odds.limit(commission), DIGITS)
                rows.append((number_text(unit, 2), favour, decks, favourable, *extremes, limit))
    return Table(
        id="commission-ranges",
        caption=_("Banco with 5 % commission rounded to a unit: the stakes at which the edge is the player's"),
        columns=columns_of(
            _("unit"),
            _("in favour of"),
            _("decks"),
            _("stakes that favour the player"),
            _("best stake"),
            Column(_("its edge"), key="best edge"),
            _("worst stake"),
            Column(_("its edge"), key="worst edge"),
            _("limit"),
        ),
        rows=rows,
        notes=(
            _SOURCE,
            _(
                "Stakes are in whole cents. Best and worst are the smallest of the stakes 1, 2, … 400 units with the lowest and the "
                "highest house edge; the limit is the edge as stakes grow, which is that of exact commission."
            ),
        ),
        landscape=True,
        parameters={"units": ["0.50", "1", "5"], "rate": "5%", "decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def stakes_table() -> Table:
    """Banco's house edge by stake, unit and deck count, with the commission rounded in the player's favour."""
    rows: list[tuple[Cell, ...]] = []
    for amount in STAKES:
        stake = Fraction(amount)
        edges = [
            Rounded(_odds(decks).house_edge(stake, make_commission(RATE, unit, "player")), DIGITS)
            for unit in UNITS
            for decks in MAIN_DECKS
        ]
        rows.append((amount, *edges))
    heads = (
        _("unit {unit}, {decks} decks", unit=number_text(unit, 2), decks=decks)
        for unit in UNITS
        for decks in MAIN_DECKS
    )
    return Table(
        id="commission-by-stake",
        caption=_("House edge of banco by stake, 5 % commission rounded to a unit in the player's favour"),
        columns=columns_of(_("stake"), *heads),
        rows=rows,
        notes=(_SOURCE, _("A negative edge favours the player.")),
        parameters={"units": ["0.50", "1", "5"], "rate": "5%", "decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def _extreme(stake: Fraction, edge: Fraction) -> tuple[Cell, Cell]:
    return number_text(stake, 2), Rounded(edge, DIGITS)
