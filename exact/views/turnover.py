"""Tables of turnover: the steps of a plan, and what a casino wins in theory, within ranges, and as observed."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exact.analysis.sessions.distributions import ResultDistribution
from exact.analysis.sessions.stopped import PlanStep, StoppedSession
from exact.answers.table import Cell, Column, Exactness, Table, figures
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.records import Record
from exact.views.layout import Row, exactly, from_rows, percentage
from exact.views.session_result import between

RANGES = (95, 99)


def steps_of(session: StoppedSession, steps: Sequence[PlanStep], digits: int) -> Iterator[Table]:
    """What each step of a plan stakes and costs: a plan moves stakes between coups, and no edge."""
    whole, missing = session.distribution.denominator, session.distribution.missing * len(session.at_low)
    rows: list[Row] = []
    staked = [Fraction(0)] * 2
    for number, (step, visits) in enumerate(zip(steps, session.visits, strict=True), start=1):
        coups = Fraction(visits, whole), Fraction(visits + missing, whole)
        turnover, costs = ((coups[0] * each, coups[1] * each) for each in (step.stake, -step.coup.mean))
        staked = [total + more for total, more in zip(staked, turnover, strict=True)]
        push, win, loss = (after + 1 for after in step.after)
        rows.append(
            {
                _("step"): number,
                _("bets"): step.bets,
                _("stake"): number_text(step.stake),
                _("after a win"): win,
                _("after a loss"): loss,
                _("after a push"): push,
                _("expected coups"): between(coups, digits),
                _("turnover"): between(turnover, digits),
                _("house edge"): percentage(-step.coup.mean / step.stake, digits),
                _("net win"): between((-max(costs), -min(costs)), digits),
            }
        )
    yield from_rows("steps", _("The steps of the plan: net win = −house edge × turnover"), rows)
    total: list[tuple[Cell, ...]] = [(_("turnover"), between((staked[0], staked[1]), digits))]
    if not missing:
        total.append((_("house edge"), exactly(-session.distribution.mean / staked[0], digits)))
    yield figures("turnover", _("What the plan stakes in all, and its edge"), total)


class Turnover(Record):
    """A bet, or all together, on every coup of all tables: the stakes, and what the casino wins and has won of them."""

    bet: str
    turnover: Fraction
    mean: Fraction
    won: ResultDistribution
    seen: Fraction | None

    def range_of(self, percent: int) -> tuple[Fraction, Fraction]:
        """The least and the most that the casino wins with a probability of at least ``percent``, half outside each."""
        outside = Fraction(100 - percent, 200)
        return self.won.quantile(outside)[0], self.won.quantile(1 - outside)[1]


def house(wagers: Sequence[Turnover], hours: Fraction | None, drop: Fraction | None, digits: int) -> Iterator[Table]:
    """Tables of the theoretical win, its ranges, and the observed wins; ``hours`` is how long the coups take."""
    expected, ranges, seen = list[Row](), list[Row](), list[Row]()
    for wager in wagers:
        row: dict[Column | str, Cell] = {_("bet"): wager.bet, _("turnover"): exactly(wager.turnover, digits)}
        row[_("theoretical win")] = exactly(wager.mean, digits)
        if hours is not None:
            row[_("win per hour")] = exactly(wager.mean / hours, digits)
        if drop is not None:
            row[_("hold")] = percentage(wager.mean / drop, digits)
        expected.append(row)
        for percent in RANGES:
            low, high = map(number_text, wager.range_of(percent))
            ranges.append({_("bet"): wager.bet, _("probability"): f"{percent} %", _("win from"): low, _("to"): high})
        if wager.seen is not None:
            seen.append(_observed(wager, wager.seen, drop, digits))
    yield from_rows("house", _("What the casino wins in theory"), expected)
    bounds = Exactness.BOUNDS if any(wager.won.missing for wager in wagers) else Exactness.EXACT
    caption = _("What the casino wins with at least this probability, with at most half of the rest below and above")
    yield from_rows("house_ranges", caption, ranges, declared=bounds)
    yield from_rows("observed_win", _("How likely so high or so low a win of the casino is"), seen)


def _observed(wager: Turnover, win: Fraction, drop: Fraction | None, digits: int) -> Row:
    """An observed win: both tails, twice the smaller one, and whether it is to be investigated."""
    tails = wager.won.within(None, win), wager.won.within(win)
    low, high = (min(Fraction(1), *(2 * tail[side] for tail in tails)) for side in (0, 1))
    row: dict[Column | str, Cell] = {_("bet"): wager.bet, _("observed win"): number_text(win)}
    if drop is not None:
        row[_("hold")] = percentage(win / drop, digits)
    row |= {_("at most"): between(tails[0], digits), _("at least"): between(tails[1], digits)}
    row[Column(_("p-value"), key="p_value")] = between((low, high), digits)
    for percent in RANGES:
        least, most = wager.range_of(percent)
        row[Column(_("outside {percent} %", percent=percent), key=f"outside_{percent}")] = not least <= win <= most
    return row
