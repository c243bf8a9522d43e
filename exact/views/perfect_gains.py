"""Tables of players who see cards: the gain of perfect play by unseen cards, and what a signal is worth."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from exact.analysis.perfect_play import PerfectPlay, Plan
from exact.analysis.signals import SignalValue
from exact.answers.table import Cell, Column, Count, Detailed, Table, columns_of
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.bets.bet import Bet
from exact.bets.partition import Partition, class_text
from exact.game.shoe import Shoe
from exact.rules import Rules
from exact.views.layout import exactly, percentage

UNSEEN_NOTE = _(
    "Before the coup dealt from the last n cards of the shoe, “unseen”, the player knows which cards they are, and "
    "stakes one unit if the expectation is positive. The gain is the mean of max(0, expectation) over all compositions "
    "of n cards, each with its multivariate hypergeometric probability; coups without a bet count as 0. The edge is "
    "the mean expectation when it is positive: the gain over the probability."
)


def gains_of(bets: str, shoe: Shoe, rules: Rules, plays: Iterable[PerfectPlay], digits: int) -> Table:
    """The gain on the best of some bets, the probability of a positive expectation and the edge of each play."""
    rows: list[tuple[Cell, ...]] = []
    for play in plays:
        numbers = percentage(play.gain, digits), exactly(play.positive, digits), percentage(play.edge, digits)
        rows.append((play.unseen, Count(play.compositions), *numbers))
    heads = Column(_("gain per unit"), key="gain"), Column(_("P(expectation > 0)"), key="positive")
    columns = columns_of(_("unseen"), _("compositions"), *heads, Column(_("edge when positive"), key="edge"))
    caption = _("Perfect play on {bets}, rules {rules}, {cards} cards", bets=bets, rules=rules.id, cards=shoe.cards)
    return Table("results", caption, columns, rows, (UNSEEN_NOTE,))


def distribution(grid: Sequence[Fraction], plays: Sequence[PerfectPlay], digits: int) -> Table:
    """The probability that the expectation is at least each threshold, a column for each number of unseen cards."""
    heads = (Column(_("{number} unseen", number=play.unseen), key=str(play.unseen)) for play in plays)
    rows = [
        (f"{number_text(threshold * 100)}%", *(exactly(probability, digits) for probability in probabilities))
        for threshold, *probabilities in zip(grid, *(play.at_least for play in plays), strict=True)
    ]
    columns = columns_of(Column(_("expectation at least"), key="at_least"), *heads)
    return Table("at_least", _("Distribution of the expectation"), columns, rows)


def plan(bets: str, shoe: Shoe, plans: Iterable[tuple[int, Plan]], workers: int) -> Table:
    """The resources for each number of unseen cards."""
    text = _("Plan of perfect play on {bets}, {cards} cards, workers: {workers}")
    caption = text.filled(bets=bets, cards=shoe.cards, workers=workers)
    rows: list[tuple[Cell, ...]] = []
    for unseen, plan in plans:
        seconds = round(plan.core_seconds, 1), round(plan.core_seconds / workers, 1)
        rows.append((unseen, Count(plan.compositions), plan.tasks, *seconds, plan.checkpoint_bytes))
    heads = _("unseen"), _("compositions"), _("tasks"), _("core seconds"), _("seconds"), _("checkpoint bytes")
    note = _(
        "Core seconds are processor time, from a short measurement on one core of this machine. Seconds are the time "
        "if that many workers share them, each with such a core to itself."
    )
    return Table("plan", caption, columns_of(*heads), rows, (note,))


_MOST_ROWS = 20


def signals(
    value: SignalValue, partition: Partition, names: Mapping[Bet, str], shoe: Shoe, rules: Rules, digits: int
) -> Table:
    """The probability of everything that the signal shows, the best bet then by its name, and its expectation."""
    text = _("The best bet by what the signal shows, the class of each card in order, rules {rules}, {cards} cards")
    texts = [*map(class_text, partition.classes)]
    rows: list[tuple[Cell, ...]] = []
    for signal in value.signals:
        shows = " ".join(texts[index] for index in signal.shows)
        best = Detailed(None, _("no bet")) if signal.best is None else names[signal.best]
        rows.append((shows, exactly(signal.probability, digits), best, percentage(signal.expectation, digits)))
    columns = columns_of(_("shows"), _("probability"), _("best"), _("expectation"))
    return Table("signals", text.filled(rules=rules.id, cards=shoe.cards), columns, rows, most=_MOST_ROWS)


def sorts(listed: Sequence[tuple[Partition, Fraction]], digits: int) -> Table:
    """The value of every sort of the cards into two classes."""
    rows = [(partition.text, percentage(value, digits)) for partition, value in listed]
    caption = _("All {number} sorts into two classes; the cards not named are the other class", number=len(listed))
    return Table("sorts", caption, columns_of(_("partition"), _("value")), rows, most=_MOST_ROWS)
