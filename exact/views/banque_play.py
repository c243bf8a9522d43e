"""Tables of baccara banque: equilibria, and what the banker does."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.equilibrium.banque import JOINT, OPEN, Banque, Place, Seen
from exact.analysis.equilibrium.banque_nash import NashEquilibrium
from exact.analysis.equilibrium.banque_solutions import BanqueProfile, by_card
from exact.analysis.equilibrium.game import Gains, hand_text
from exact.answers.table import Cell, Column, Detailed, Rounded, Table, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import Value, decimal_text, fraction_text, low_of
from exact.views.chemin_de_fer_play import margins, with_closest
from exact.views.layout import exactly

_DECIMALS = 40
_SEEN = Column(_("first player"), key="first"), Column(_("second player"), key="second")


def nash_table(equilibria: Sequence[NashEquilibrium], digits: int) -> Table:
    """Every equilibrium that was found."""
    heads = _("first draws on 5"), _("second draws on 5"), _("value"), _("from the first"), _("from the second")
    rows = [tuple(_shown(each, digits) for each in (*found.drawing, found.value, *found.nets)) for found in equilibria]
    caption = _("Nash equilibria: what the banker wins, of all stakes and of each player's")
    return Table("equilibria", caption, columns_of(*heads), rows)


def joint_table(profile: BanqueProfile, digits: int) -> Table:
    """What both players do together, and what the banker wins from each of it, or by the card that the second sees."""
    caption, players = _("Both players on 5"), by_card(profile.players)
    if len(players) > 1:
        own = _("neither draws"), _("second draws"), _("first draws"), _("both draw")
        named = zip(map(_name, OPEN), players, strict=True)
        lines = [(card, *(exactly(each, digits) for each in row)) for card, row in named]
        return Table("choices", caption, columns_of(_("third card of the first"), *own), lines)
    heads = _("first player"), _("second player"), _("probability"), _("the players lose")
    moves = {"S": _("stands"), "D": _("draws")}
    rows: list[tuple[Cell, ...]] = [
        (moves[joint[0]], moves[joint[1]], exactly(weight, digits), exactly(loss, digits))
        for joint, weight, loss in zip(JOINT, profile.players, profile.losses, strict=True)
    ]
    return Table("choices", caption, columns_of(*heads), rows)


def banker_grid(game: Banque, banker: Sequence[Value]) -> Table:
    """Up to which total the banker draws, by what it sees of both players."""
    by_seen: dict[tuple[Seen, Seen], list[tuple[Place, Value]]] = {}
    for place, draws in zip(game.places, banker, strict=True):
        by_seen.setdefault(place.seen, []).append((place, draws))
    views = list(dict.fromkeys(second for _first, second in by_seen))
    rows = [
        (_name(first), *(_limit(by_seen[first, second]) if (first, second) in by_seen else None for second in views))
        for first in views
    ]
    note = _(
        "A row is what the banker sees of the first player, a column of the second. It draws up to this total; with a "
        "sign * it also mixes, or decides by its cards, on a higher or lower one: see banker in JSON or CSV."
    )
    heads = columns_of(_("first"), *map(_name, views))
    return Table("tableau", _("The highest total on which the banker draws"), heads, rows, (note,), rearranged=True)


def _name(seen: Seen) -> Text | str:
    return _("none") if seen is None else Text(str(seen))


def _limit(decisions: Sequence[tuple[Place, Value]]) -> str | None:
    by_total: dict[int, list[Value]] = {}
    for place, draws in decisions:
        if place.reachable:
            by_total.setdefault(sum(place.hand) % 10, []).append(draws)
    if not by_total:
        return None
    drawn = [total for total, draws in by_total.items() if all(each == 1 for each in draws)]
    limit = max(drawn, default=None)
    is_drawn = {total: limit is not None and total <= limit for total in by_total}
    simple = all(each == is_drawn[total] for total, draws in by_total.items() for each in draws)
    return f"{'–' if limit is None else limit}{'' if simple else '*'}"


def banker_tables(
    game: Banque, banker: Sequence[Value], gains: Gains | None, reached: Sequence[Value], digits: int
) -> tuple[Table, Table]:
    """The closest decisions, for readers, where gains are known, and every one."""
    heads = columns_of(_("hand"), *_SEEN, _("draws"), _("margin"), Column(_("probability"), derived=True))
    rows: list[tuple[Cell, ...]] = []
    by_margin = margins(gains or [None] * len(banker))
    for place, draws, margin, met in zip(game.places, banker, by_margin, reached, strict=True):
        shown = _shown(draws, digits), exactly(margin, digits), Rounded(low_of(met), digits)
        rows.append((hand_text(place.hand), *place.seen, *shown))
    caption = _("The closest decisions of the banker: the gain of the better choice over the other, per coup")
    every = Table("banker", _("Every decision of the banker"), heads, rows, most=0)
    return with_closest(every, by_margin, caption)


def bounds(value: Value) -> Any:
    """The number for programs: a fraction, or bounds of an irrational one in forty decimals."""
    if isinstance(value, Fraction):
        return value
    scale = 10**_DECIMALS
    low, high = value.low * scale // 1, -(-value.high * scale // 1)
    return [fraction_text(Fraction(bound, scale)) for bound in (low, high)]


def _shown(value: Value, digits: int) -> Cell:
    if isinstance(value, Fraction):
        return exactly(value, digits)
    return Detailed(bounds(value), decimal_text(value.low, digits))
