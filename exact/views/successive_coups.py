"""Tables of successive coups of a shoe, streaks and the next coup, and of two facts about one coup."""

from collections.abc import Iterable, Iterator
from itertools import chain

from exact.analysis.dependence import Outcomes, SequenceDistribution, correlations, histories, orders
from exact.analysis.joint import JointDistribution
from exact.answers.table import BOTH, Cell, Column, Count, Rounded, Table, columns_of
from exact.answers.text import Text, _, joined
from exact.game import Outcome
from exact.rules import Rules

AGAINST_HEADS = (_("probability"), _("if independent"), _("difference"))
_HEADS = columns_of(_("fraction"), Column(AGAINST_HEADS[0], key="decimal"), *AGAINST_HEADS[1:])


def outcomes_text(outcomes: Outcomes) -> Text:
    """Outcomes in words: ``punto, tie``; no outcomes are ``–``."""
    return joined(", ", [outcome.text for outcome in outcomes] or ["–"])


def streaks(distribution: SequenceDistribution) -> Iterator[tuple[Outcome, int, Outcomes]]:
    """Each outcome from twice in a row up to the number of coups."""
    for outcome in Outcome:
        for length in range(2, distribution.coups + 1):
            yield outcome, length, (outcome,) * length


def tables_of_sequence(distribution: SequenceDistribution, rules: Rules, digits: int) -> Iterator[Table]:
    """The joint distribution, streaks, correlations, and the next coup given the outcomes before it."""

    def names(outcomes: Iterable[Outcome]) -> tuple[str, ...]:
        return tuple(side.text for side in outcomes)

    def compared(outcomes: Outcomes) -> tuple[Cell, ...]:
        dealt, independent = distribution.probability(outcomes), distribution.independent(outcomes)
        return dealt, *(Rounded(each, digits) for each in (dealt, independent, dealt - independent))

    text = _("The first {coups} coups of a shoe, rules {rules}, {cards} cards")
    caption = text.filled(coups=distribution.coups, rules=rules.id, cards=distribution.cards)
    joint: list[tuple[Cell, ...]] = [
        (names(outcomes), orders(outcomes), Count(distribution.count(outcomes)), *compared(outcomes))
        for outcomes in histories(distribution.coups)
    ]
    yield Table("joint", caption, columns_of(_("outcomes"), _("orders"), _("count"), *_HEADS), joint)
    in_a_row = [(outcome.text, length, *compared(streak)) for outcome, length, streak in streaks(distribution)]
    yield Table("streaks", _("Streaks"), columns_of(_("outcome"), _("in a row"), *_HEADS), in_a_row)
    correlated = correlations(distribution, rules).items()
    pairs = [(name, None if value is None else Rounded(value, digits, BOTH)) for name, value in correlated]
    columns = columns_of(Column(_("quantity"), key="of"), _("correlation"))
    yield Table("correlations", _("Correlation of any two of the coups"), columns, pairs)
    following: list[tuple[Cell, ...]] = [
        (names(history), *(Rounded(chance, digits, BOTH) for chance in chances.values()))
        for history in chain.from_iterable(map(histories, range(distribution.coups)))
        if (chances := distribution.following(history))
    ]
    columns = columns_of(Column(_("after"), key="history"), *(side.text for side in Outcome))
    yield Table("next", _("The next coup given the outcomes before it, in any order"), columns, following)


def percentages(joint: JointDistribution, rules: str) -> Table:
    """The probability of each pair in percent, for readers: the first fact goes down, the second across."""
    down, across = joint.labels()
    rows: list[tuple[Cell, ...]] = [
        (str(row), *(Rounded(100 * joint.probability(row, column), 3) for column in across)) for row in down
    ]
    axes = joint.first.text, joint.second.text
    text = _("{first} (down) and {second} (across), rules {rules}: percent")
    caption = text.filled(first=joint.first.text, second=joint.second.text, rules=rules)
    columns = columns_of(Column("", key="first_value"), *map(str, across))
    return Table("percent", caption, columns, rows, axes=axes, rearranged=True)


def pairs(joint: JointDistribution, rules: str, digits: int) -> Table:
    """The counts and probabilities of all pairs."""
    facts = Column(joint.first.text, key="first_value"), Column(joint.second.text, key="second_value")
    columns = columns_of(*facts, _("count"), Column(_("probability"), derived=True))
    rows = [(*pair, Count(count), Rounded(joint.probability(*pair), digits)) for pair, count in joint.counts.items()]
    return Table("counts", _("Counts and probabilities, rules {rules}", rules=rules), columns, rows)
