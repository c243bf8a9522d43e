"""Tables of counting cards: effects of removal, linear counts, how the expectation varies, what a count gains."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, TypeVar

from exact.analysis.count_distribution import MAX_SECONDS, BettingCount, CountDistribution, cost_of
from exact.analysis.count_play import DealtShoe, Play, approximate_gain, exact_gain, play_at, risk_of
from exact.analysis.expectation_variance import ExpectationVariance
from exact.analysis.removal import DEPTH, MAX_REMOVED, Effects, LinearCount
from exact.answers.table import BOTH, FRACTION, Cell, Column, Rounded, Table, columns_of, figures
from exact.answers.text import Text, _
from exact.arithmetic import root_text
from exact.bets.bet import Bet
from exact.game import RANKS, SUITS
from exact.game.shoe import Shoe
from exact.records import Record
from exact.views.bet_price import root
from exact.views.layout import MOST_ROWS, Row, exactly, from_rows, in_full, percentage, without

_COUNT_DIGITS = 4  # the most decimals of a count
_GAIN = Column(_("gain per coup"), key="gain")


class CountedBet(Record, kw_only=True):
    """A bet, its count, and the trigger from which it bets; `None` is the best at every number of unseen cards."""

    bet: Bet
    count: BettingCount
    trigger: Fraction | None

    def plays(self, distributions: Sequence[CountDistribution]) -> list[Play]:
        """What the count does at each number of unseen cards."""
        return [play_at(self.trigger, values) for values in distributions]


Plays = Sequence[tuple[CountedBet, Sequence[Play]]]


def gains(name: str, caption: str, plays: Plays, digits: int) -> Table:
    """A row for each bet and number of unseen cards; the trigger too, if it is not the same in every row."""
    rows: list[tuple[Cell, ...]] = []
    for counted, of_bet in plays:
        for play in of_bet:
            numbers = exactly(play.trigger, min(digits, _COUNT_DIGITS)), exactly(play.frequency, digits)
            gained = percentage(play.edge, digits), percentage(play.gain, digits)
            rows.append((counted.bet.full_name, play.unseen, *numbers, *gained))
    heads = _("bet"), _("unseen"), _("trigger"), _("frequency"), Column(_("edge when betting"), key="edge"), _GAIN
    hidden = [] if len(plays) > 1 else ["bet"]
    if name != "best" and all(counted.trigger is not None for counted, _plays in plays):
        hidden.append("trigger")
    return without(Table(name, caption, columns_of(*heads), rows, most=MOST_ROWS), *hidden)


def risks(plays: Plays, squares: Sequence[Sequence[CountDistribution]], digits: int) -> Table:
    """Mean and variance of a coup, SCORE and N0; ``squares`` are of the bets `with_squares`."""
    rows: list[tuple[Cell, ...]] = []
    for (counted, of_bet), of_squares in zip(plays, squares, strict=True):
        for play, values in zip(of_bet, of_squares, strict=True):
            risk = risk_of(play, values)
            moments = percentage(risk.mean, digits), exactly(risk.variance, digits)
            of_risk = exactly(risk.score, min(digits, _COUNT_DIGITS)), exactly(risk.n0, 0)
            rows.append((counted.bet.full_name, play.unseen, *moments, *of_risk))
    heads = _("bet"), _("unseen"), _("mean"), _("variance"), Column("SCORE", key="score"), Column("N0", key="n0")
    note = _(
        "Of a coup, with or without a bet. SCORE: the win in 100 coups with a bankroll of 10,000 units and stakes in "
        "proportion to the edge, 1,000,000 · mean²/variance. N0: the coups after which the mean win is one standard "
        "deviation, variance/mean²."
    )
    return Table("risk", _("Risk of the bets"), columns_of(*heads), rows, (note,), most=MOST_ROWS)


def together(plays: Plays, digits: int) -> Table:
    """The gain of several bets together."""
    rows: list[Row] = [
        {_("unseen"): each[0].unseen, _GAIN: percentage(sum((play.gain for play in each), Fraction(0)), digits)}
        for each in zip(*(of_bet for _counted, of_bet in plays), strict=True)
    ]
    return from_rows("together", _("All bets together"), rows, most=MOST_ROWS)


def distribution(counted: CountedBet, values: CountDistribution, digits: int) -> Table:
    """The probability of each value of the count, and the expectation there."""
    rows: list[tuple[Cell, ...]] = []
    for index, value in enumerate(values.ascending):
        there = exactly(values.probability(index), digits), percentage(values.expectation(index), digits)
        rows.append((counted.bet.full_name, exactly(value, min(digits, _COUNT_DIGITS)), *there))
    columns = columns_of(_("bet"), _("count"), _("probability"), _("expectation"))
    caption = _("Distribution of the count, and the expectation of {bet} at each value", bet=counted.bet.full_name)
    return Table("law", caption, columns, rows, most=0)


def over_shoe(plays: Plays, by_bet: Sequence[Sequence[CountDistribution]], dealt: DealtShoe, digits: int) -> Table:
    """The gain over a shoe: approximately, with its error, and exactly on a small shoe."""

    def rows() -> Iterator[Row]:
        for (counted, of_bet), distributions in zip(plays, by_bet, strict=True):
            by_unseen = {play.unseen: play for play in of_bet}
            approximate = approximate_gain(counted.count, by_unseen, {one.unseen: one for one in distributions}, dealt)
            exact = exact_gain(counted.bet, counted.count, by_unseen, dealt)
            for method, gain in ((_("approximation"), approximate), (_("exact"), exact)):
                if gain is not None:
                    coups, bets, won = (figure.known for figure in gain)
                    yield {
                        _("bet"): counted.bet.full_name,
                        _("method"): method,
                        _("coups"): in_full(coups.value, digits),
                        _("bets"): in_full(bets.value, digits),
                        Column(_("units won"), key="gain"): in_full(won.value, digits),
                        _("error"): in_full(won.error, digits),
                    }

    neglected = _(
        "each number of unseen cards counts with the probability that a coup begins there, as if coups used "
        "independent numbers of cards. That coups of few cards have high cards is corrected to first order, and the "
        "error is at least the size of that correction; exact study simulates the rest."
    )
    note = _("A small shoe has the exact figures too, over all orders of its cards.")
    return from_rows("shoe", _("Over a shoe"), rows(), (dealt.dealing.text, note), neglects=neglected)


def plan(counted: Sequence[CountedBet], shoe: Shoe, unseen: Sequence[int]) -> Table:
    """How long each count takes."""
    costs = ((one.bet.full_name, *cost_of(one.count, shoe, unseen)) for one in counted)
    rows = [(bet, groups, float(f"{2 * seconds:.2g}")) for bet, groups, seconds in costs]
    columns = columns_of(_("bet"), _("different tags"), _("seconds"))
    note = _("A rough estimate for one core of a usual machine. A count of more than {seconds} is refused.")
    return Table("plan", _("Time of the counts"), columns, rows, (note.filled(seconds=MAX_SECONDS),))


Effect = TypeVar("Effect")


def named_alike(classes: Mapping[str, int], effects: Mapping[int, Effect]) -> dict[Effect, str]:
    """The names of the cards or ranks that have each effect; a rank stands for its four suits: ``8 9d``."""
    alike: dict[Effect, list[str]] = {}
    for card, index in classes.items():
        alike.setdefault(effects[index], []).append(card)

    def text(names: list[str]) -> str:
        whole = {rank for rank in RANKS if {rank + suit for suit in SUITS} <= {*names}}
        return " ".join(dict.fromkeys(name[:-1] if name[:-1] in whole else name for name in names))

    return {effect: text(names) for effect, names in alike.items()}


def removal_tables(
    effects: Effects,
    several: Mapping[int, tuple[Fraction, ...]],
    gradient: Mapping[int, Fraction],
    second: Mapping[tuple[int, int], Fraction],
    classes: Mapping[str, int],
    caption: Text,
    digits: int,
) -> tuple[Table, ...]:
    """The expectation, effects of one and of several of the named cards (``classes``), gradient, second differences."""

    def percent(value: Fraction) -> Rounded:
        return Rounded(value, digits, BOTH, percent=True)

    def by_card(name: str, caption: Text, columns: Mapping[Column | str, Mapping[int, Fraction]], **more: Any) -> Table:
        rows: Iterable[Row] = (
            {_("card"): card} | {head: percent(own[index]) if index in own else None for head, own in columns.items()}
            for card, index in classes.items()
        )
        return from_rows(name, caption, rows, **more)

    less: dict[Column | str, Mapping[int, Fraction]] = {
        Column(_("{number} less", number=number), key=str(number)): {
            index: own[number - 1] for index, own in several.items() if len(own) >= number
        }
        for number in range(2, MAX_REMOVED + 1)
    }
    together = [
        (first, other, Rounded(second[min(low, high), max(low, high)], digits, BOTH))
        for (first, low), (other, high) in combinations_with_replacement(classes.items(), 2)
        if (min(low, high), max(low, high)) in second
    ]
    is_whole = len(effects.by_class) == effects.shoe.granularity
    of_part = _("Gradient: change in expectation for an infinitely small part of a card")
    beyond = _("Second differences: the change from two removed cards beyond the sum of their effects")
    pairs = columns_of(Column(_("first card"), key="first"), Column(_("second card"), key="second"), _("difference"))
    of_one = _("Effect of removal: change in expectation, in percentage points, when one such card leaves the shoe")
    notes = () if is_whole else (_("Cards that the shoe does not hold have no effect and are left out."),)
    return (
        figures("expectation", caption, [(_("expectation"), percent(effects.expectation))]),
        by_card("effects", of_one, {"effect": effects.by_class}, notes=notes),
        by_card("several", _("The same when several such cards leave it"), less),
        by_card("gradient", of_part, {"gradient": gradient}, most=0),
        Table("second_differences", beyond, pairs, together, most=0),
    )


def linear_counts(
    counts: Mapping[str, LinearCount], depth: Fraction | None, classes: Mapping[str, int], digits: int
) -> tuple[Table, Table]:
    """How well each count predicts the expectation and where it turns (``depth`` from `linear_count`), and its tags."""
    after = Column(_("after {cards} cards", cards=DEPTH), key=f"correlation_after_{DEPTH}")
    rows: list[tuple[Cell, ...]] = []
    for name, count in counts.items():
        squared = count.correlation_squared
        correlations = root(squared, digits), None if depth is None else root(squared * depth, digits)
        turns = Rounded(count.trigger, digits, BOTH), Rounded(count.pivot, digits, BOTH)
        rows.append((name, *correlations, *turns))
    heads = Column(_("count"), key="name"), _("correlation"), after, Column(_("true count"), key="trigger"), _("pivot")
    caption = _("How well each count predicts the expectation, and from where it favours the player")
    of_counts = Table("counts", caption, columns_of(*heads), rows)

    def tag(value: Fraction | int) -> Cell:
        return value if isinstance(value, int) else Rounded(value, digits, FRACTION)

    tags = [(card, *(tag(count.tags[index]) for count in counts.values())) for card, index in classes.items()]
    caption = _("Tags of the best linear count, and of the best in whole numbers up to a size")
    return of_counts, Table("tags", caption, columns_of(_("card"), *counts), tags if counts else [])


Spreads = Sequence[tuple[str, ExpectationVariance]]


def deviations(caption: Text, spreads: Spreads, digits: int) -> Table:
    """The mean and the standard deviation in percent, and the shape."""
    rows: list[tuple[Cell, ...]] = []
    for bet, spread in spreads:
        deviation = f"{root_text(spread.variance * 10**4, max(digits - 2, 0))} %"
        shape = root(spread.skewness_squared, digits), percentage(spread.linear_share, digits)
        rows.append((bet, spread.unseen, percentage(spread.mean, digits), deviation, *shape))
    heads = _("bet"), _("unseen"), _("mean"), _("standard deviation"), _("skewness"), _("linear part")
    return Table("spread", caption, columns_of(*heads), rows, most=MOST_ROWS, rearranged=True)


def moments(spreads: Spreads, digits: int) -> Table:
    """The central moments themselves."""
    rows: list[tuple[Cell, ...]] = []
    for bet, spread in spreads:
        numbers = (spread.mean, spread.variance, spread.third_moment, spread.linear_variance)
        rows.append((bet, spread.unseen, *(exactly(number, digits) for number in numbers)))
    third = Column(_("third central moment"), key="third_moment")
    columns = columns_of(_("bet"), _("unseen"), _("mean"), _("variance"), third, _("linear variance"))
    caption = _("Central moments of the expectation, and the variance of its linear part")
    return Table("results", caption, columns, rows, most=MOST_ROWS)
