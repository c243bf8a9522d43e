"""Tables of the share of a bankroll to stake: the best one, its growth, and what it and other shares risk."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil

from exact.analysis.kelly import Best, CoupWinnings, growth, growth_of_edge, ruin
from exact.analysis.sessions.distributions import Bounds, distribution_of_results
from exact.answers.table import Cell, Column, Detailed, Exactness, Table, columns_of, figures
from exact.answers.text import Text, _, pgettext
from exact.arithmetic import decimal_text, fraction_text, scaled_text
from exact.bets.bet import Bet
from exact.errors import ExactError
from exact.views.layout import MOST_ROWS, Row, exactly, from_rows
from exact.views.session_result import between

_LOG_2 = tuple(Fraction(693147180559945309417232121458 + more, 10**30) for more in (0, 1))  # between these
_POLYNOMIAL = _(
    "Growth is the expected logarithm of what a coup multiplies the bankroll by. The fraction is the smallest "
    "positive root of a polynomial of degree {degree}, whose coefficients are in JSON."
)
_WHOLE = _("Even the whole bankroll is not too much: the bet loses only a part of its stake.")
_SEVERAL = _(
    "Growth is the expected logarithm of what a coup multiplies the bankroll by. No stakes on these bets grow faster "
    "than the upper bound; the best ones listed reach the lower."
)
_NO_EDGE = _("The expectation is {expectation}: no stake makes the bankroll grow, so the best is none.")
_NO_EDGES = _("No combination of these bets is expected to win, so the best stake is none.")

_GROWTH = Column(_("growth per coup, at least"), key="growth")
_DOUBLE = Column(_("coups to double, at most"), key="coups_to_double")
BY_COUNT = _(
    "At each value of the count with a positive expectation, the player stakes the best fraction of the bankroll. The "
    "bound is the growth of the bet with the same expectation, the same largest loss and the same largest win, and "
    "nothing between: for a bet of two payoffs it is the growth itself, and any other bet grows faster."
)
BY_CARDS = _(
    "The player stakes the best fraction of the bankroll for the unseen cards. The bound is the growth at the mean "
    "edge of a bet with the same largest loss and the same largest win, and nothing between: growth is convex in the "
    "edge, so its mean is higher."
)


def best_share(best: Best, coup: CoupWinnings, caption: Text, digits: int) -> Table:
    """The best share of one bet, the growth, the coups in which it doubles the bankroll, and N0."""
    fraction = pgettext("of a bankroll", "fraction")
    rows: list[tuple[Cell, ...]] = [] if best.bounds is None else [(fraction, _pair(best.bounds, digits))]
    rows.append((_("growth"), _pair(best.growth, digits)))
    low, high = best.growth
    if low > 0:
        rows.append((_("coups to double"), between((_LOG_2[0] / high, _LOG_2[1] / low), 0)))
        if best.bounds is not None:
            won = distribution_of_results({won: number for (won,), number in coup.deals.items()})
            rows.append(("N0", exactly(won.variance / won.mean**2, 1)))
    return figures("figures", caption, rows)


def _pair(ends: Bounds, digits: int) -> Cell:
    """Bounds, for programs a list of two also where they are equal."""
    if ends[0] != ends[1]:
        return between(ends, digits)
    return Detailed([fraction_text(end) for end in ends], decimal_text(ends[0], digits))


def stakes(
    coup: CoupWinnings, bets: Sequence[str], best: Best, own: Sequence[Fraction] | None, part: Fraction, digits: int
) -> Table:
    """The growth of the best shares, of half of them and of one's own, and how likely each ever ends at a part."""
    halves = [share / 2 for share in best.shares]
    named = [(pgettext("stake", "best"), best.shares), (_("half"), halves)] if any(best.shares) else []
    named += [] if own is None else [(_("yours"), [*own])]
    rows: list[tuple[Cell, ...]] = []
    for name, shares in named:
        grown = growth(coup, shares, digits)
        found = grown, ruin(coup, shares, grown, part, digits)
        rows.append((name, *(exactly(share, digits) for share in shares), *(between(ends, digits) for ends in found)))
    ever = Column(_("ever down to {part}", part=f"{decimal_text(part * 100, 1)} %"), key="ruin")
    columns = columns_of(_("stake"), *bets, _("growth"), ever)
    caption = _("These fractions at every coup: the growth, and how likely the bankroll ever falls so far")
    return Table("stakes", caption, columns, rows)


def why(best: Best, coup: CoupWinnings) -> Text:
    """What the figures mean, or why the best stake is none."""
    if best.bounds is None:
        return _SEVERAL if any(best.shares) else _NO_EDGES
    if not any(best.shares):
        (expectation,) = coup.gradient([Fraction(0)])
        return _NO_EDGE.filled(expectation=f"{decimal_text(expectation * 100, 4)} %")
    return _WHOLE if best.bounds[0] == 1 else _POLYNOMIAL.filled(degree=len(best.polynomial) - 1)


Edges = Iterable[tuple[Fraction, Fraction]]
"""The probability of each expectation that a player may see before a coup."""


def mean_growth(seen: Iterable[tuple[Sequence[Bet], int, Edges]], note: Text, digits: int) -> Table:
    """A lower bound of the mean growth of a player who stakes the best share, by bets and number of unseen cards."""

    def row(bets: Sequence[Bet], unseen: int, edges: Edges) -> Row:
        payoffs = [payoff for bet in bets for payoff in bet.payoffs()]
        worst, best = min(payoffs), max(payoffs)
        if worst >= 0:
            raise ExactError("bet", bets[0].full_name, "never loses: the more you stake, the better")
        grown = (each * growth_of_edge(edge, worst, best, digits) for each, edge in edges if edge > 0)
        least = max(sum(grown, Fraction(0)), Fraction(0))
        name, shown = ",".join(bet.full_name for bet in bets), scaled_text(least * 10**digits // 1, digits)
        coups = ceil(_LOG_2[1] / least) if least else None
        return {_("bet"): name, _("unseen"): unseen, _GROWTH: shown, _DOUBLE: coups}

    rows = [row(*of_bets) for of_bets in seen]
    caption = _("The mean growth of a bankroll by the Kelly criterion, proved lower bounds")
    return from_rows("growth", caption, rows, (note,), most=MOST_ROWS, declared=Exactness.BOUNDS)
