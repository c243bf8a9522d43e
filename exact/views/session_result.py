"""Tables of money: sessions with their stop points and ruin; promotions; banco's house edge by the stake."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from exact.analysis.commission import Commission, PricedStake, best_and_worst_stake
from exact.analysis.odds import Distribution
from exact.analysis.promotions import StopPoints, Worth
from exact.analysis.sessions.distributions import (
    Bounds,
    ResultDistribution,
    distribution_of_coups,
    distribution_of_results,
)
from exact.analysis.sessions.ruin import race, ruin_ever
from exact.analysis.sessions.same_shoe import SEED, OneShoeSession, simulated_shoes
from exact.analysis.sessions.stopped import Limits, StoppedSession
from exact.answers.table import (
    FRACTION,
    Between,
    Cell,
    Count,
    Detailed,
    Exactness,
    Rounded,
    Table,
    columns_of,
    figures,
)
from exact.answers.text import Text, _, pgettext
from exact.arithmetic import integer_text, number_text, root_text, scaled_text
from exact.records import replace
from exact.views.layout import Row, exactly, from_rows, percentage

_LISTED = 20
QUANTILES = {"90 %": Fraction("1.644854"), "95 %": Fraction("1.959964"), "99 %": Fraction("2.575829")}
"""The standard normal distribution is within ± each number with this probability."""
Ends = dict[str, tuple[Fraction | None, Fraction | None]]  # by name, an interval of the net win; `None` is open
_ENDS = {
    "at_least": _("net win of at least {low}"),
    "at_most": _("net win of at most {high}"),
    "between": _("net win from {low} to {high}"),
}
_MOST_RESULTS = 1_200_000  # of a distribution that is computed for a range; some seconds


def between(bounds: Bounds, digits: int) -> Cell:
    """An exact value, or a proven lower and upper bound as decimals."""
    lower, upper = bounds
    if lower == upper:
        return Rounded(lower, digits, FRACTION)
    scale = 10**digits
    return Between(scaled_text(lower * scale // 1, digits), scaled_text(-(-upper * scale // 1), digits))


def _signed(distribution: ResultDistribution, sign: int) -> Bounds:
    """The probability of a net win, or of a net loss for a ``sign`` of −1."""
    return distribution.bounds(sum(count for won, count in distribution.counts.items() if won * sign > 0))


def net_win(
    coup: ResultDistribution,
    coups: int,
    distribution: ResultDistribution,
    session: StoppedSession | None,
    digits: int,
    *,
    decided: bool = False,
) -> Table:
    """Mean, variance and the probabilities of a net win and a net loss; ``session`` is `None` without stop points."""
    moments: list[tuple[Cell, ...]]
    mean, (small, large) = distribution.moment(1), distribution.moment(2)
    if session is None:
        variance = coups * coup.variance if distribution.missing else small - mean[0] ** 2
        moments = [
            (_("mean"), exactly(coups * coup.mean, digits)),
            (_("variance"), exactly(variance, digits)),
            (_("standard deviation"), root_text(variance, digits)),
        ]
    else:
        squares = [end**2 for end in mean]
        spread = small - max(squares), large - min(squares)
        moments = [(_("mean"), between(mean, digits)), (_("variance"), between(spread, digits))]
    for name, sign in ((_("net loss"), -1), (_("net win"), 1)):
        moments.append((name, between(_signed(distribution, sign), digits)))
    caption = _("The net win of {coups} decided coups") if decided else _("The net win of {coups} coups")
    if coups == 1:
        caption = _("The net win of one decided coup") if decided else _("The net win of one coup")
    return figures("figures", caption.filled(coups=coups), moments)


def returned(price: Distribution, digits: int) -> Table:
    """The return to the player, and the volatility index as slot machines have it."""
    rows: list[tuple[Cell, ...]] = [
        ("return to player", percentage(1 + price.expectation, digits)),
        (_("standard deviation"), root_text(price.variance, digits)),
        ("volatility index, 90 %", root_text(price.variance * QUANTILES["90 %"] ** 2, digits)),
    ]
    return figures("returned", "Return and volatility, per unit staked", rows)


def return_ranges(coup: ResultDistribution, lengths: Iterable[int], digits: int) -> tuple[Table, Table]:
    """Between what the return per unit lies with each probability, proved or by the normal approximation."""
    proved: list[tuple[Cell, ...]] = []
    normal: list[tuple[Cell, ...]] = []
    for coups in lengths:
        few = coups * (coup.highest - coup.lowest) <= _MOST_RESULTS
        won = distribution_of_coups(coup, coups, digits) if few else None
        for shown, width in QUANTILES.items():
            outside = (1 - Fraction(shown.removesuffix(" %")) / 100) / 2
            if won is not None:
                ends = won.quantile(outside)[0] / coups, won.quantile(1 - outside)[1] / coups
            else:
                reach = Fraction(root_text(coup.variance * width**2 / coups, digits))
                worst, best = (coup.unit * result for result in (coup.lowest, coup.highest))
                ends = max(coup.mean - reach, worst), min(coup.mean + reach, best)
            row = (coups, shown, *(percentage(1 + end, digits) for end in ends))
            (normal if won is None else proved).append(row)
    columns = columns_of(_("coups"), _("probability"), "return from", _("to"))
    caption = "The return after many coups: it lies in the range with at least this probability, proved"
    neglected = "the sum of many coups is taken as normally distributed."
    return (
        Table("ranges", caption, columns, proved, declared=Exactness.BOUNDS),
        Table("normal_ranges", "The return after more coups", columns, normal, neglects=neglected),
    )


def ends(distribution: ResultDistribution, asked: Ends, digits: int) -> Table:
    """The probability of a net win in each interval."""
    rows: list[tuple[Cell, ...]] = []
    for name, (low, high) in asked.items():
        shown = {name: number_text(end) for name, end in (("low", low), ("high", high)) if end is not None}
        rows.append((Detailed(name, _ENDS[name].filled(**shown)), between(distribution.within(low, high), digits)))
    return figures("ends", _("Where the session ends"), rows)


def wins_of(coup: ResultDistribution, coups: int, wins: int, digits: int) -> Table:
    """The probability of exactly, at least and at most so many coups with a net win."""
    winning = sum(count for won, count in coup.counts.items() if won > 0)
    won = distribution_of_results({Fraction(1): winning, Fraction(0): coup.denominator - winning})
    number = distribution_of_coups(won, coups, digits)
    asked = {_("exactly"): (wins, wins), _("at least"): (wins, coups), _("at most"): (0, wins)}
    rows = [(name, between(number.within(*map(Fraction, ends)), digits)) for name, ends in asked.items()]
    return figures("wins", _("Coups with a net win: {wins} of {coups}", wins=wins, coups=coups), rows)


def whole_distribution(distribution: ResultDistribution, digits: int) -> Iterator[Table]:
    """The quantiles, and the probability of every result: integers over one denominator, or bounds."""
    quantiles: list[tuple[Cell, ...]] = []
    for share in (1, 5, 25, 50, 75, 95, 99):
        ends = dict.fromkeys(map(number_text, distribution.quantile(Fraction(share, 100))))
        quantiles.append((f"{share} %", " – ".join(ends)))
    declared = Exactness.BOUNDS if distribution.missing else Exactness.EXACT
    columns = columns_of(_("probability"), _("net win of at most"))
    yield Table("quantiles", _("Quantiles"), columns, quantiles, declared=declared)
    unit: list[tuple[Cell, ...]] = [(_("unit"), distribution.unit)]
    cells: Iterator[tuple[str, Cell]]
    if distribution.missing:
        name, caption, head = "probability", _("Bounds of the probability of every result"), _("lower and upper bound")
        cells = ((str(won), between(distribution.bounds(count), digits)) for won, count in distribution.counts.items())
    else:
        unit.append((_("denominator"), integer_text(distribution.denominator)))
        name, caption, head = "numerators", _("The number of ways to every result"), _("numerator")
        cells = ((str(won), integer_text(count)) for won, count in distribution.counts.items())
    yield replace(figures("unit", _("Unit of the distribution"), unit), most=0)
    yield Table(name, caption, columns_of(_("net win in units"), head), [*cells], most=0)


def stops(session: StoppedSession, limits: Limits, digits: int) -> Iterator[Table]:
    """How likely play is to stop at a limit, and at which coup; coups at which it cannot stop are left out."""
    distribution = session.distribution
    rows: list[tuple[Cell, ...]] = []
    if limits.high is not None:
        rows.append((_("win"), between(distribution.bounds(sum(session.at_high)), digits)))
    if limits.low is not None:
        rows.append((_("loss"), between(distribution.bounds(sum(session.at_low)), digits)))
    rows.append((_("expected coups"), between(session.mean_coups, digits)))
    caption = _("The probability that play stops before or at the last coup, and how long it lasts")
    yield figures("stops", caption, rows)
    passages: list[tuple[Cell, ...]] = [
        (number, *(between(distribution.bounds(count), digits) for count in counts))
        for number, counts in enumerate(zip(session.at_high, session.at_low, strict=True), start=1)
        if any(counts)
    ]
    caption = _("First passage: the probability that play stops exactly at this coup")
    yield Table("first_passage", caption, columns_of(_("coup"), _("win"), _("loss")), passages, most=_LISTED)


def ruin(coup: ResultDistribution, limits: Limits, ruined: int, digits: int) -> Table:
    """Ruin if play goes on for as many coups as it takes."""
    rows: list[tuple[Cell, ...]] = []
    if limits.high is not None:
        probability, expected = race(coup, ruined, limits.high, digits + 1)
        rows.append((_("before target"), between(probability, digits)))
        rows.append((_("expected coups"), between(expected, digits)))
    rows.append((_("ever"), between(ruin_ever(coup, ruined, digits), digits)))
    return figures("ruin", _("Ruin, if play goes on for as many coups as it takes"), rows)


def said_of_one_shoe(session: OneShoeSession, coups: int, cards: int) -> tuple[Text, str]:
    """A note, and what the distribution leaves out of account, if it is not that of one shoe."""
    if session.simulated is None:
        return _("The coups are the first of one shoe of {cards} cards; the distribution is exact.", cards=cards), ""
    if session.variance is None:
        note = _(
            "A shoe may end before the last of the coups, so no exact figure of one shoe is known here; the "
            "differences are simulated with the {shoes} of {dealt} shoes that dealt every coup, seed {seed}."
        )
    else:
        note = _(
            "For one shoe, the mean and the variance are exact; the differences are simulated with {shoes} shoes, seed "
            "{seed}."
        )
    neglected = _("the distribution is that of independent coups, each from a fresh shoe of {cards} cards.")
    note = note.filled(shoes=session.simulated[0], dealt=simulated_shoes(coups), seed=SEED)
    return note, neglected.filled(cards=cards)


def one_shoe_compared(
    session: OneShoeSession, coup: ResultDistribution, coups: int, cards: int, digits: int
) -> Iterator[Table]:
    """What one shoe changes in the distribution of independent coups; nothing if it is known for one shoe."""
    if session.simulated is None:
        return
    _shoes, loss, win = session.simulated
    rows: list[tuple[Cell, ...]] = []
    if session.variance is not None:
        rows += [
            (_("mean"), exactly(coups * coup.mean, digits)),
            (_("variance"), exactly(session.variance, digits)),
            (_("variance less that of independent coups"), exactly(session.variance - coups * coup.variance, digits)),
        ]
    for sign, estimate, less, error in (
        (-1, loss, _("net loss, simulated difference"), _("net loss, standard error")),
        (1, win, _("net win, simulated difference"), _("net win, standard error")),
    ):
        difference = estimate.value - float(_signed(session.distribution, sign)[0])
        rows += [(less, f"{difference:.6f}"), (error, f"{estimate.error:.6f}")]
    caption = _("One shoe of {cards} cards compared with independent coups", cards=cards)
    yield replace(figures("one_shoe", caption, rows), declared=Exactness.SIMULATED)


MEANINGS = {
    "match-play": _(
        "Per unit of face, beside a stake of the same size. It breaks even at this face per unit staked beside it."
    ),
    "free-bet": _("Per unit of face. The coupon is staked alone and is not paid back with a win."),
    "coupon": _("Per unit staked. It breaks even at this payoff to one."),
    "non-negotiable": _(
        "Per unit of face, if the chip is played until it is lost. Chips bought at face value break even with this "
        "bonus per chip."
    ),
    "rebate": _(
        "In stakes, with one on each coup; each coup comes from a fresh shoe. The worth is that of the stop points "
        "given, or of playing every coup; the best worth is that of the best stop points. It breaks even at this rate."
    ),
    "rolling": _("Per unit staked. It breaks even at this rate."),
    "commission": _(
        "On banco's wins at 1 to 1, with ties that push, on the same shoe. A negative commission is a premium."
    ),
}


def worth(caption: str, of: Worth, digits: int) -> Table:
    """The worth, and the terms at which it breaks even."""
    rows = [(_("worth"), exactly(of.worth, digits)), (_("break even"), exactly(of.break_even, digits))]
    return figures("figures", caption, rows)


def equivalents(values: Iterable[Fraction | None], digits: int) -> Table:
    """The rebates and the commission that are worth as much."""
    names = _("rebate on turnover"), _("rebate on losses"), _("commission on banco")
    rows = [(name, percentage(value, digits)) for name, value in zip(names, values, strict=True)]
    caption = _("Worth as much on every coup: a rebate on this bet, or this commission on banco without a promotion")
    return figures("equivalents", caption, rows)


def rebate(caption: str, of: Worth, best: StopPoints, unit: Fraction, digits: int) -> Iterator[Table]:
    """The worth of a rebate, also with the best stop points, and these; ``unit`` is the distribution's, in stakes."""

    def amount(units: int | None) -> str | None:
        return None if units is None else number_text(abs(units) * unit)

    table = worth(caption, of, digits)
    yield replace(table, rows=[*table.rows, (_("best worth"), exactly(best.worth, digits))])
    if best.stops is not None:
        rows: Iterable[Row] = (
            {_("coups left"): left, _("stop loss"): amount(loss), _("stop win"): amount(win)}
            for left, loss, win in best.stops
            if loss is not None or win is not None
        )
        yield from_rows("best_stops", _("The best stop points, in stakes, by the number of coups left"), rows, most=10)


def equal_commission(caption: str, equivalent: Fraction, break_even: Fraction, digits: int) -> Table:
    """The commission on banco with the house edge of a bet, and the one at which banco breaks even."""
    equal, fair = percentage(equivalent, digits), percentage(break_even, digits)
    return figures("figures", caption, [(_("equivalent commission"), equal), (_("break even commission"), fair)])


def by_stake(
    priced: Sequence[PricedStake], odds: Distribution, commission: Commission, caption: str, digits: int
) -> Iterator[Table]:
    """The edge of every stake, for readers in one row where they pay alike; then the best, the worst and the limit."""

    def row(stake: Fraction, edge: Fraction) -> tuple[Cell, ...]:
        favours = pgettext("favoured", "nobody")
        if edge:
            favours = pgettext("favoured", "player") if edge < 0 else pgettext("favoured", "house")
        charged = number_text(commission.on(stake * max(odds.payoffs)), 2)
        return number_text(stake, 2), charged, edge, Rounded(edge, digits, percent=True), favours

    heads = columns_of(_("commission"), _("fraction"), _("house edge"), _("favours"))
    columns = columns_of(_("stake"), *heads)
    rows = [row(*pair) for pair in priced]
    every = Table("stakes", caption, columns, rows)
    merged: list[tuple[Cell, ...]] = []  # consecutive rows with equal commission and edge, as one with their number
    for values, equal in groupby(rows, key=lambda row: row[1:]):
        stakes = [str(row[0]) for row in equal]
        merged.append(("–".join(dict.fromkeys((stakes[0], stakes[-1]))), Count(len(stakes)), *values))
    if len(merged) < len(rows):
        yield Table("range", caption, columns_of(_("stake"), _("stakes"), *heads), merged, rearranged=True)
        every = replace(every, caption=_("Every stake"), most=0)
    yield every
    limit, (best, worst) = commission.house_edge(odds), best_and_worst_stake(priced)
    summary: list[tuple[Cell, ...]] = [
        (pgettext("stake", "best"), *row(*best)),
        (pgettext("stake", "worst"), *row(*worst)),
        (_("limit"), None, None, limit, Rounded(limit, digits, percent=True), None),
    ]
    caption = _("Best stake, worst stake, and the limit as stakes grow")
    yield Table("summary", caption, columns_of(_("case"), *columns), summary)
