"""Reference tables of successive coups: joint distributions, streaks, correlations, the next coup, and the cut card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache

from exact.analysis.coup_sequences import FEWEST, MAX_COUPS
from exact.analysis.dependence import (
    SequenceDistribution,
    average_with_cut,
    correlations,
    distribution_of_decks,
)
from exact.analysis.simulated_shoes import (
    BANKER_STREAK_PAYS,
    CUT_CARDS,
    CUT_DECKS,
    KNOWN,
    LONGEST,
    Estimate,
    SimulatedFigure,
    banker_streak_steps,
    simulations,
)
from exact.answers.table import Cell, Rounded, Table
from exact.answers.text import Text, _, joined
from exact.game import Outcome
from exact.publication.chapters.outcome import table_by_decks
from exact.rules import STANDARD, rules_named, standard_tableau
from exact.views.layout import reference_table
from exact.views.successive_coups import (
    AGAINST_HEADS,
    against_independent,
    following_rows,
    joint_rows,
    outcomes_text,
    streaks,
)

DIGITS, FEWER_DIGITS = 12, 9
_JOINT_LAWS = {
    2: _("Joint law of the first two coups with 6 and 8 decks"),
    3: _("Joint law of the first three coups with 6 and 8 decks"),
    4: _("Joint law of the first four coups with 6 and 8 decks"),
}
"""The captions of their tables, by the number of coups."""
_EXCHANGEABLE = _(
    "Successive coups are exchangeable: every order of the same outcomes is equally likely, and the figures are those "
    "of one order."
)


def _distribution(decks: int, coups: int = MAX_COUPS) -> SequenceDistribution:
    return distribution_of_decks(decks, standard_tableau(), coups)


def _rounded(values: Iterable[Fraction], digits: int = FEWER_DIGITS) -> Iterator[Rounded]:
    return (Rounded(value, digits) for value in values)


def joint_table(coups: int) -> Table:
    """The joint distribution of the first ``coups`` coups of a full shoe."""

    def rows(decks: int) -> Iterator[tuple[Cell, ...]]:
        for outcomes, number, count, compared in joint_rows(_distribution(decks, coups), DIGITS):
            yield outcomes_text(outcomes), number, count, *compared

    return table_by_decks(
        _JOINT_LAWS[coups],
        (_("outcomes"), _("orders"), _("count"), *AGAINST_HEADS),
        rows,
        joined(" ", (_EXCHANGEABLE, _("“Orders” says how many there are."))),
        _(
            "Counts are of ordered deals of {cards} cards with unused positions padded, out of {deals} for N cards.",
            cards=6 * coups,
            deals=f"N(N−1)…(N−{6 * coups - 1})",
        ),
        landscape=True,
        coups=coups,
        digits=DIGITS,
    )


def streaks_table() -> Table:
    """Streaks against independent coups: exact up to four, simulated beyond."""
    return table_by_decks(
        _("Streaks with 6 and 8 decks against the assumption of independent coups"),
        (_("outcome"), _("in a row"), *AGAINST_HEADS, _("standard error")),
        _streak_rows,
        _(
            "The probability that this many coups in a row all have the outcome; a tie ends a streak of banco, as a "
            "loss does. By exchangeability it is the same at any point of the shoe."
        ),
        _(
            "Rows without a standard error are exact. The others are simulated: {replicas}. Each coup is drawn on the "
            "condition that banco wins, and the estimator is the product of the exact conditional chances, with the "
            "exact chance of four in a row as control variate.",
            replicas=_provenance(_simulated()[8, "streak 5"]),
        ),
        digits=DIGITS,
    )


def _streak_rows(decks: int) -> Iterator[tuple[Cell, ...]]:
    distribution = _distribution(decks)
    for outcome, length, streak in streaks(distribution):
        yield outcome.text, length, *against_independent(distribution, streak, DIGITS), None
    for length in range(KNOWN + 1, LONGEST + 1):
        value, error = _fractions(_simulated()[decks, f"streak {length}"].estimate)
        independent = distribution.independent((Outcome.BANCO,) * length)
        figures = _rounded((value, independent, value - independent, error), DIGITS)
        yield Outcome.BANCO.text, length, *figures


def banker_streak_table() -> Table:
    """The error in the expectation of the Banker Streak bet from assuming independent coups."""
    paid = (_("{wins} pays {payoff}", wins=wins, payoff=payoff) for wins, payoff in BANKER_STREAK_PAYS.items())
    return table_by_decks(
        _("The Banker Streak bet, as dealt from one shoe and if coups were independent"),
        (_("part"), _("if independent"), _("as dealt"), _("difference"), _("standard error")),
        _banker_streak_rows,
        _(
            "Pay table 1 of the literature: {payoffs}. The published expectation assumes independent coups.",
            payoffs=joined(", ", paid),
        ),
        _("Simulated with {replicas}.", replicas=_provenance(_simulated()[8, "streak 5"])),
        digits=FEWER_DIGITS,
    )


def _banker_streak_rows(decks: int) -> Iterator[tuple[Cell, ...]]:
    """The expectation in two parts, and whole: up to four wins in a row it is exact, the rest is simulated."""
    distribution, lost, steps = _distribution(decks), BANKER_STREAK_PAYS["3-"], banker_streak_steps()
    chances = {wins: distribution.independent((Outcome.BANCO,) * wins) for wins in steps}
    independent = lost + sum((chances[wins] * step for wins, step in steps.items()), Fraction(0))
    dealt, error = _fractions(_simulated()[decks, "Banker Streak, expectation"].estimate)
    exact_independent = lost + steps[KNOWN] * chances[KNOWN]
    exact_dealt = lost + steps[KNOWN] * distribution.probability((Outcome.BANCO,) * KNOWN)

    def row(part: Text, if_independent: Fraction, as_dealt: Fraction, error: Fraction | None) -> tuple[Cell, ...]:
        figures = _rounded((if_independent, as_dealt, as_dealt - if_independent))
        return part, *figures, None if error is None else Rounded(error, FEWER_DIGITS)

    exact = _("exact: {lost} + {won} · P(four in a row)", lost=lost, won=steps[KNOWN])
    yield row(exact, exact_independent, exact_dealt, None)
    more = _("simulated: the contribution of five and more")
    yield row(more, independent - exact_independent, dealt - exact_dealt, error)
    yield row(_("expectation"), independent, dealt, error)


def correlations_table() -> Table:
    """The correlation of two coups."""

    def rows(decks: int) -> Iterator[tuple[Cell, ...]]:
        for name, value in correlations(_distribution(decks, 2), rules_named(STANDARD)).items():
            yield name, None if value is None else Rounded(value, 15)

    return table_by_decks(
        _("Correlation of two coups of the same shoe with 6 and 8 decks"),
        (_("of"), _("correlation")),
        rows,
        _(
            "The same for any two coups that the shoe is sure to deal, neighbours or not, because coups are "
            "exchangeable. A payoff is that of the bet under the standard rules."
        ),
        digits=15,
    )


_OUTCOME_HEADS = tuple(outcome.text for outcome in Outcome)
_CHANGE_HEADS = tuple(_("{outcome}, change", outcome=outcome.text) for outcome in Outcome)


def _with_changes(distribution: SequenceDistribution, chances: Iterable[Fraction]) -> list[Fraction]:
    """The chances of the three outcomes, and each less that of any one coup."""
    listed = list(chances)
    return [
        *listed,
        *(chance - distribution.probability((side,)) for side, chance in zip(Outcome, listed, strict=True)),
    ]


def following_table() -> Table:
    """The next outcome given those before."""

    def rows(decks: int) -> Iterator[tuple[Cell, ...]]:
        distribution = _distribution(decks)
        for history, chances in following_rows(distribution, MAX_COUPS):
            yield outcomes_text(history), *_rounded(_with_changes(distribution, chances.values()))

    return table_by_decks(
        _("The next coup given the outcomes before it, with 6 and 8 decks"),
        (_("history"), *_OUTCOME_HEADS, *_CHANGE_HEADS),
        rows,
        _(
            "The order of the history makes no difference. A change is against the probability without a history. Only "
            "the outcomes are known, not the cards."
        ),
        landscape=True,
        digits=FEWER_DIGITS,
    )


def cards_used_table() -> Table:
    """The next outcome given the number of cards that the earlier coups used."""

    def rows(decks: int) -> Iterator[tuple[Cell, ...]]:
        for coups in range(2, MAX_COUPS + 1):
            distribution = _distribution(decks, coups)
            for used in distribution.by_cards_used:
                counts = distribution.last_after(used).values()
                total = sum(counts)
                chances = _with_changes(distribution, (Fraction(count, total) for count in counts))
                yield coups, used, *_rounded((Fraction(total, distribution.deals), *chances))

    return table_by_decks(
        _("The second, third and fourth coup given the number of cards used before, with 6 and 8 decks"),
        (_("coup"), _("cards used before"), _("probability"), *_OUTCOME_HEADS, *_CHANGE_HEADS),
        rows,
        _(
            "This is why a cut card shifts an average over the coups played: whether a coup is dealt depends on the "
            "cards used, and so do its chances. A change is against the probability without that knowledge."
        ),
        landscape=True,
        digits=FEWER_DIGITS,
    )


def cut_card_table() -> Table:
    """The exact average over the coups played, with a cut after at most sixteen cards."""

    def rows(decks: int) -> Iterator[tuple[Cell, ...]]:
        distributions = [_distribution(decks, coups) for coups in range(1, MAX_COUPS + 1)]
        for cut in range(1, FEWEST * MAX_COUPS + 1):
            average = average_with_cut(distributions, cut)
            yield cut, *_rounded((average.coups, *_with_changes(distributions[0], map(average.frequency, Outcome))))

    return table_by_decks(
        _("Exact average over the coups played if a coup begins only while fewer than this many cards are used"),
        (_("cut"), _("coups"), *_OUTCOME_HEADS, *(_("{outcome}, excess", outcome=outcome.text) for outcome in Outcome)),
        rows,
        _(
            "Coups: the average number dealt. The other columns are shares of the coups dealt from many such shoes, "
            "and their excess over the probability in any one coup. The excess is exactly 0 if the number of coups is "
            "fixed."
        ),
        landscape=True,
        cut="1-16",
        digits=FEWER_DIGITS,
    )


def cut_card_shoes_table() -> Table:
    """Full shoes with a cut card, simulated."""
    figures = [("coups", _("coups"), False)]
    for outcome in Outcome:
        figures += [
            (f"{outcome.value}, frequency", _("{outcome}, frequency", outcome=outcome.text), False),
            (f"{outcome.value}, excess", _("{outcome}, excess", outcome=outcome.text), True),
        ]
    rows: list[tuple[Cell, ...]] = []
    for behind in CUT_CARDS:
        for name, figure, is_excess in figures:
            entry = _simulated()[CUT_DECKS, f"cut card {behind}, {name}"]
            value, error = _fractions(entry.estimate)
            within = Rounded(value / error, 1) if is_excess else None
            rows.append((entry.decks, behind, figure, *_rounded((value, error)), within))
    return reference_table(
        _("Full shoes of 8 decks with the cut card 14 and 16 cards from the end, simulated"),
        (_("decks"), _("behind"), _("figure"), _("estimate"), _("standard error"), _("in standard errors")),
        rows,
        _(
            "When the cut card shows, the coup is finished and one more is dealt; if it shows as the first card of a "
            "coup, that coup is the last."
        ),
        _(
            "Frequencies are shares of the coups played; their standard errors hide the effect. The excess over the "
            "probability in any one coup is estimated separately, as Cov(T, M)/E[coups], where T counts the coups "
            "until the card shows and M is the exact chance in the coup that follows: an identity, with a far smaller "
            "error."
        ),
        joined("", (_provenance(entry), ".")),
        decks=CUT_DECKS,
        behind=list(CUT_CARDS),
        replicas=entry.replicas,
        seed=entry.seed,
    )


@cache
def _simulated() -> dict[tuple[int, str], SimulatedFigure]:
    """What has been simulated, by the number of decks and the name."""
    return {(entry.decks, entry.name): entry for entry in simulations()}


def _fractions(estimate: Estimate) -> tuple[Fraction, Fraction]:
    """A simulated figure and its error, as the file prints them."""
    return Fraction(str(estimate.value)), Fraction(str(estimate.error))


def _provenance(entry: SimulatedFigure) -> Text:
    return _("{replicas} replicas, numpy's default generator, seed {seed}", replicas=entry.replicas, seed=entry.seed)
