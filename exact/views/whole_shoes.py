"""Tables of simulated shoes: gains of perfect play and of a count, in all and by unseen cards, and the edges met."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import isnan

from exact.analysis import shoe_simulation
from exact.analysis.count_play import TriggeredCount
from exact.analysis.simulated_shoes import Estimate
from exact.answers.table import BOTH, Cell, Column, Detailed, Exactness, Rounded, Table, columns_of
from exact.answers.text import _, pgettext
from exact.arithmetic import decimal_text
from exact.bets.bet import Bet
from exact.rules import Rules

DIGITS = 7
_CONTROLS = _(
    "A gain is estimated with a control, a sum over the same cards whose mean is exactly 0: “raw” is the estimate "
    "without it, with its standard error, and the variance ratio says how many times as many shoes that would take."
)
TAG_CLASSES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""The point values in the order of written tags: ace to nine, then ten."""


def of_bet(
    rules: Rules, question: shoe_simulation.ShoeSimulation, sums: shoe_simulation.SimulationSums, number: int, bet: Bet
) -> Iterator[Table]:
    """The gains on one bet: in all, by unseen cards, and the distribution of its expectation."""
    linear = question.wagers[number].linear
    players = [(_("shoe"), shoe_simulation.SHOE_FIGURES), (_("perfect play"), shoe_simulation.PERFECT_FIGURES)]
    if linear is not None:
        players.append((pgettext("bettor", "count"), shoe_simulation.COUNT_FIGURES))
    of_band = columns_of(_("bet"), Column(_("cards unseen"), key="unseen"))
    columns = columns_of(*of_band, _("player"), _("figure"), _("estimate"), _("standard error"))
    controlled = sums.controlled()
    whole: list[tuple[Cell, ...]] = []
    rows: list[tuple[Cell, ...]] = []
    bands = ((None, _("all")), *enumerate(shoe_simulation.BAND_NAMES))
    for (band, name), (player, figures) in product(bands, players):
        for figure in figures:
            raw = sums.estimate(number, band, figure)
            if raw is None:
                continue
            own = controlled.estimate(number, band, figure) if set(figure.powers) in shoe_simulation.GAINS else None
            if band is None:
                cells = (*map(_number, own or raw), *_compared(raw, own))
                whole.append((bet.name, name, player, figure.name, *cells))
            else:
                rows.append((bet.name, name, player, figure.name, *map(_number, raw)))
    title = bet.title if len(bet.pay_tables) == 1 else f"{bet.title}, {bet.paying_table}"
    caption = _("{title}, rules {rules}: one unit staked by perfect play and by a count", title=title, rules=rules.id)
    notes = () if linear else (_("Removing a card changes nothing, so there is no count."),)
    simulated = partial(Table, declared=Exactness.SIMULATED)
    compared = columns_of(*columns, _("raw"), _("variance ratio"))
    yield simulated("in_all", caption, compared, whole, (*notes, _CONTROLS))
    yield simulated("bands", _("By cards unseen before the coup"), columns, rows)
    if linear is not None:
        yield _count(bet, linear)
    names = enumerate(shoe_simulation.BAND_NAMES)
    edges = [(bet.name, name, *sums.edges[number, band].tolist()) for band, name in names]
    caption = _("Coups by the expectation before them, in percent of the stake")
    yield simulated("coups_by_edge", caption, columns_of(*of_band, *shoe_simulation.EDGE_NAMES), edges, most=0)


def _compared(raw: Estimate, own: Estimate | None) -> tuple[Cell, Cell]:
    """What a gain is without its control, and how many times as large the variance is then."""
    if own is None:
        return None, None
    value, error = map(_number, raw)
    ratio = decimal_text(Fraction((raw.error / own.error) ** 2), 1) if own.error > 0 else None
    shown = _("{value} ± {error}", value=value, error=error) if error else value or ""
    return Detailed({"estimate": value, "standard_error": error}, shown), ratio


def _count(bet: Bet, linear: TriggeredCount) -> Table:
    names = ("T" if value == 0 else "A" if value == 1 else str(value) for value in TAG_CLASSES)
    columns = columns_of(_("bet"), *names, Column(_("true count"), key="trigger"), _("bets"))
    tags = (linear.tags[value] for value in TAG_CLASSES)
    bets = _("from") if linear.upwards else _("up to")
    rows: list[tuple[Cell, ...]] = [(bet.name, *tags, Rounded(linear.trigger, DIGITS, BOTH), bets)]
    caption = _("The count: a tag for every card seen, and the true count from or up to which it bets")
    return Table("counts", caption, columns, rows)


def _number(value: float) -> str | None:
    """The figure in decimals; `None` for the error of a single shoe, which is not a number."""
    return None if isnan(value) else decimal_text(Fraction(value), DIGITS)
