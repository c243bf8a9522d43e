"""Reference tables of successive coups: joint laws, streaks, correlations, the next coup, and the cut card."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from exact.analysis.coup_sequences import FEWEST, MAX_COUPS, histories
from exact.analysis.dependence import (
    FOUR_COUPS_DECKS,
    JointLaw,
    Outcomes,
    average_with_cut,
    correlations,
    law_of_decks,
    orders,
)
from exact.analysis.simulated_shoes import BANKER_STREAK_PAYS, KNOWN, LONGEST, Entry, banker_streak_steps, simulations
from exact.answers.table import Cell, Column, Rounded, Table
from exact.answers.text import Text, _, joined
from exact.game.coup import Outcome
from exact.rules.named import rules_named
from exact.rules.tableau import STANDARD, Rules

DIGITS = 12
_NUMBER = {2: "two", 3: "three", 4: "four"}
_JOINT_CAPTIONS = {
    2: _("Joint law of the first two coups with 6 and 8 decks"),
    3: _("Joint law of the first three coups with 6 and 8 decks"),
    4: _("Joint law of the first four coups with 6 and 8 decks"),
}
_EXCHANGEABLE = _(
    "Successive coups are exchangeable: every order of the same outcomes is equally likely, and the figures are those "
    "of one order."
)


def _law(decks: int, coups: int) -> JointLaw:
    return law_of_decks(decks, rules_named(STANDARD).tableau, coups)


def sequence_text(outcomes: Outcomes) -> Text:
    """Outcomes in words: ``punto, tie``; no outcomes are ``–``."""
    return joined(", ", [outcome.text for outcome in outcomes] or ["–"])


def joint_rows(law: JointLaw, digits: int) -> list[tuple[Cell, ...]]:
    """A row for every unordered sequence: outcomes, orders, count of one order, probability, if independent, difference."""
    rows: list[tuple[Cell, ...]] = []
    for outcomes in histories(law.coups):
        probability, independent = law.probability(outcomes), law.independent(outcomes)
        figures = (Rounded(value, digits) for value in (probability, independent, probability - independent))
        rows.append((sequence_text(outcomes), orders(outcomes), law.count(outcomes), *figures))
    return rows


JOINT_HEADINGS = (_("outcomes"), _("orders"), _("count"), _("probability"), _("if independent"), _("difference"))


def joint_table(coups: int) -> Table:
    """The joint law of the first ``coups`` coups of a full shoe."""
    return Table(
        id=f"joint-{_NUMBER[coups]}-coups",
        caption=_JOINT_CAPTIONS[coups],
        columns=tuple(map(Column, (_("decks"), *JOINT_HEADINGS))),
        rows=[(decks, *row) for decks in FOUR_COUPS_DECKS for row in joint_rows(_law(decks, coups), DIGITS)],
        notes=(
            joined(" ", (_EXCHANGEABLE, _("“Orders” says how many there are."))),
            _(
                "Counts are of ordered deals of {cards} cards with unused positions padded, out of {deals} for N cards.",
                cards=6 * coups,
                deals=f"N(N−1)…(N−{6 * coups - 1})",
            ),
        ),
        landscape=True,
        parameters={"decks": list(FOUR_COUPS_DECKS), "coups": coups, "digits": DIGITS},
    )


def streaks_table() -> Table:
    """Streaks against independent coups: exact up to four, simulated beyond."""
    rows: list[tuple[Cell, ...]] = []
    for decks in FOUR_COUPS_DECKS:
        law = _law(decks, MAX_COUPS)
        rows += [(decks, *row, None) for row in streak_rows(law, DIGITS)]
        for length in range(KNOWN + 1, LONGEST + 1):
            entry = _simulated(decks, f"streak {length}")
            value, error = Fraction(str(entry.estimate.value)), Fraction(str(entry.estimate.error))
            rows.append((decks, *_streak_row(law, Outcome.BANCO, length, value, DIGITS), Rounded(error, DIGITS)))
    return Table(
        id="streaks",
        caption=_("Streaks with 6 and 8 decks against the assumption of independent coups"),
        columns=tuple(map(Column, (_("decks"), *STREAK_HEADINGS, _("standard error")))),
        rows=rows,
        notes=(
            _(
                "The probability that this many coups in a row all have the outcome; a tie ends a streak of banco, as a loss does. "
                "By exchangeability it is the same at any point of the shoe."
            ),
            _(
                "Rows without a standard error are exact. The others are simulated: {replicas}. Each coup is drawn on the "
                "condition that banco wins, and the estimator is the product of the exact conditional chances, with the "
                "exact chance of four in a row as control variate.",
                replicas=_provenance(_simulated(8, "streak 5")),
            ),
        ),
        parameters={"decks": list(FOUR_COUPS_DECKS), "digits": DIGITS},
    )


STREAK_HEADINGS = (_("outcome"), _("in a row"), _("probability"), _("if independent"), _("difference"))


def streak_rows(law: JointLaw, digits: int) -> list[tuple[Cell, ...]]:
    """Each outcome two or more times in a row, as far as the law reaches: exact, if independent, and the difference."""
    lengths = range(2, law.coups + 1)
    return [
        _streak_row(law, outcome, length, law.probability((outcome,) * length), digits)
        for outcome in Outcome
        for length in lengths
    ]


def _streak_row(law: JointLaw, outcome: Outcome, length: int, probability: Fraction, digits: int) -> tuple[Cell, ...]:
    independent = law.independent((outcome,) * length)
    figures = (Rounded(value, digits) for value in (probability, independent, probability - independent))
    return outcome.text, length, *figures


def banker_streak_table() -> Table:
    """The error in the expectation of the Banker Streak bet from assuming independent coups."""
    rows: list[tuple[Cell, ...]] = []
    lost, steps = BANKER_STREAK_PAYS["3-"], banker_streak_steps()
    for decks in FOUR_COUPS_DECKS:
        law = _law(decks, MAX_COUPS)
        chances = {wins: law.independent((Outcome.BANCO,) * wins) for wins in steps}
        independent = lost + sum((chances[wins] * step for wins, step in steps.items()), Fraction(0))
        entry = _simulated(decks, "Banker Streak, expectation")
        dealt, error = Fraction(str(entry.estimate.value)), Fraction(str(entry.estimate.error))
        known = [lost + steps[KNOWN] * chance for chance in (chances[KNOWN], law.probability(_FOUR_BANCO))]
        parts: tuple[tuple[str, Fraction, Fraction, Fraction | None], ...] = (
            (_("exact: {lost} + {won} · P(four in a row)", lost=lost, won=steps[KNOWN]), known[0], known[1], None),
            (_("simulated: the contribution of five and more"), independent - known[0], dealt - known[1], error),
            (_("expectation"), independent, dealt, error),
        )
        for name, if_independent, as_dealt, part_error in parts:
            figures = (Rounded(value, 9) for value in (if_independent, as_dealt, as_dealt - if_independent))
            rows.append((decks, name, *figures, None if part_error is None else Rounded(part_error, 9)))
    paid = (_("{wins} pays {payoff}", wins=wins, payoff=payoff) for wins, payoff in BANKER_STREAK_PAYS.items())
    return Table(
        id="banker-streak",
        caption=_("The Banker Streak bet, as dealt from one shoe and if coups were independent"),
        columns=tuple(
            map(
                Column,
                (_("decks"), _("part"), _("if independent"), _("as dealt"), _("difference"), _("standard error")),
            )
        ),
        rows=rows,
        notes=(
            _(
                "Pay table 1 of the literature: {payoffs}. The published expectation assumes independent coups.",
                payoffs=joined(", ", paid),
            ),
            _("Simulated with {replicas}.", replicas=_provenance(_simulated(8, "streak 5"))),
        ),
        parameters={"decks": list(FOUR_COUPS_DECKS), "digits": 9},
    )


_FOUR_BANCO = (Outcome.BANCO,) * MAX_COUPS


CORRELATION_HEADINGS = (_("of"), _("correlation"))


def correlation_rows(law: JointLaw, rules: Rules, digits: int) -> list[tuple[Cell, ...]]:
    """Each quantity and its correlation between two coups of ``law``; empty if the quantity does not vary."""
    rows = correlations(law, rules).items()
    return [(name, None if value is None else Rounded(value, digits)) for name, value in rows]


def correlations_table() -> Table:
    """The correlation of two coups."""
    return Table(
        id="coup-correlations",
        caption=_("Correlation of two coups of the same shoe with 6 and 8 decks"),
        columns=tuple(map(Column, (_("decks"), *CORRELATION_HEADINGS))),
        rows=[
            (decks, *row)
            for decks in FOUR_COUPS_DECKS
            for row in correlation_rows(_law(decks, 2), rules_named(STANDARD), 15)
        ],
        notes=(
            _(
                "The same for any two coups that the shoe is sure to deal, neighbours or not, because coups are exchangeable. A "
                "payoff is that of the bet under the standard rules."
            ),
        ),
        parameters={"decks": list(FOUR_COUPS_DECKS), "digits": 15},
    )


def following_rows(law: JointLaw, digits: int) -> list[tuple[Cell, ...]]:
    """For each history shorter than the law: the next coup's probabilities, and each less what it is without "
    "history."""
    rows: list[tuple[Cell, ...]] = []
    for length in range(law.coups):
        for history in histories(length):
            chances = law.following(history)
            if chances is None:
                rows.append((sequence_text(history), *[None] * (2 * len(Outcome))))
                continue
            changes = (chance - law.probability((outcome,)) for outcome, chance in chances.items())
            rows.append((sequence_text(history), *(Rounded(value, digits) for value in (*chances.values(), *changes))))
    return rows


FOLLOWING_HEADINGS = (
    _("history"),
    *(outcome.text for outcome in Outcome),
    *(_("{outcome}, change", outcome=outcome.text) for outcome in Outcome),
)


def following_table() -> Table:
    """The next outcome given those before."""
    return Table(
        id="next-given-history",
        caption=_("The next coup given the outcomes before it, with 6 and 8 decks"),
        columns=tuple(map(Column, (_("decks"), *FOLLOWING_HEADINGS))),
        rows=[(decks, *row) for decks in FOUR_COUPS_DECKS for row in following_rows(_law(decks, MAX_COUPS), 9)],
        notes=(
            _(
                "The order of the history makes no difference. A change is against the probability without a history. Only "
                "the outcomes are known, not the cards."
            ),
        ),
        landscape=True,
        parameters={"decks": list(FOUR_COUPS_DECKS), "digits": 9},
    )


def cards_used_table() -> Table:
    """The next outcome given the number of cards that the earlier coups used."""
    rows: list[tuple[Cell, ...]] = []
    for decks in FOUR_COUPS_DECKS:
        for coups in range(2, MAX_COUPS + 1):
            law = _law(decks, coups)
            for used in law.by_cards_used:
                counts = law.last_after(used)
                total = sum(counts.values())
                chances = [Fraction(count, total) for count in counts.values()]
                changes = [chance - law.probability((side,)) for side, chance in zip(counts, chances, strict=True)]
                figures = (Rounded(value, 9) for value in (Fraction(total, law.deals), *chances, *changes))
                rows.append((decks, coups, used, *figures))
    headings = (_("decks"), _("coup"), _("cards used before"), _("probability"), *FOLLOWING_HEADINGS[1:])
    return Table(
        id="next-given-cards-used",
        caption=_("The second, third and fourth coup given the number of cards used before, with 6 and 8 decks"),
        columns=tuple(map(Column, headings)),
        rows=rows,
        notes=(
            _(
                "This is why a cut card shifts an average over the coups played: whether a coup is dealt depends on the cards used, "
                "and so do its chances. A change is against the probability without that knowledge."
            ),
        ),
        landscape=True,
        parameters={"decks": list(FOUR_COUPS_DECKS), "digits": 9},
    )


def cut_card_table() -> Table:
    """The exact average over the coups played, with a cut after at most sixteen cards."""
    rows: list[tuple[Cell, ...]] = []
    for decks in FOUR_COUPS_DECKS:
        laws = [_law(decks, coups) for coups in range(1, MAX_COUPS + 1)]
        for cut in range(1, FEWEST * MAX_COUPS + 1):
            average = average_with_cut(laws, cut)
            shares = [average.frequency(side) for side in Outcome]
            changes = [share - laws[0].probability((side,)) for side, share in zip(Outcome, shares, strict=True)]
            figures = (Rounded(value, 9) for value in (average.coups, *shares, *changes))
            rows.append((decks, cut, *figures))
    headings = (
        _("decks"),
        _("cut"),
        _("coups"),
        *(outcome.text for outcome in Outcome),
        *(_("{outcome}, excess", outcome=outcome.text) for outcome in Outcome),
    )
    return Table(
        id="cut-card",
        caption=_(
            "Exact average over the coups played if a coup begins only while fewer than this many cards are used"
        ),
        columns=tuple(map(Column, headings)),
        rows=rows,
        notes=(
            _(
                "Coups: the average number dealt. The other columns are shares of the coups dealt from many such shoes, and "
                "their excess over the probability in any one coup. The excess is exactly 0 if the number of coups is fixed."
            ),
        ),
        landscape=True,
        parameters={"decks": list(FOUR_COUPS_DECKS), "cut": "1-16", "digits": 9},
    )


def cut_card_shoes_table() -> Table:
    """Full shoes with a cut card, simulated."""
    entries = [entry for entry in simulations() if entry.name.startswith("cut card")]
    frequencies = (_("{outcome}, frequency", outcome=outcome.text) for outcome in Outcome)
    excesses = (_("{outcome}, excess", outcome=outcome.text) for outcome in Outcome)
    figures = {str(text): text for text in (_("coups"), *frequencies, *excesses)}
    rows: list[tuple[Cell, ...]] = []
    for entry in entries:
        behind, name = entry.name.removeprefix("cut card ").split(", ", 1)
        value, error = Fraction(str(entry.estimate.value)), Fraction(str(entry.estimate.error))
        within = None if "excess" not in name else Rounded(value / error, 1)
        rows.append((entry.decks, int(behind), figures[name], Rounded(value, 9), Rounded(error, 9), within))
    return Table(
        id="cut-card-shoes",
        caption=_("Full shoes of 8 decks with the cut card 14 and 16 cards from the end, simulated"),
        columns=tuple(
            map(
                Column,
                (_("decks"), _("behind"), _("figure"), _("estimate"), _("standard error"), _("in standard errors")),
            )
        ),
        rows=rows,
        notes=(
            _(
                "When the cut card shows, the coup is finished and one more is dealt; if it shows as the first card of a coup, that "
                "coup is the last."
            ),
            _(
                "Frequencies are shares of the coups played; their standard errors hide the effect. The excess over the "
                "probability in any one coup is estimated separately, as Cov(T, M)/E[coups], where T counts the coups until the card "
                "shows and M is the exact chance in the coup that follows: an identity, with a far smaller error."
            ),
            joined("", (_provenance(entries[0]), ".")),
        ),
        parameters={"decks": 8, "behind": [14, 16], "replicas": entries[0].replicas, "seed": entries[0].seed},
    )


@lru_cache(maxsize=1)
def _by_name() -> dict[tuple[int, str], Entry]:
    return {(entry.decks, entry.name): entry for entry in simulations()}


def _simulated(decks: int, name: str) -> Entry:
    return _by_name()[decks, name]


def _provenance(entry: Entry) -> Text:
    return _("{replicas} replicas, numpy's default generator, seed {seed}", replicas=entry.replicas, seed=entry.seed)
