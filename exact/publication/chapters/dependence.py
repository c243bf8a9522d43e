"""Reference tables of successive coups: joint distributions, streaks, correlations, the next coup, and the cut card."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain, pairwise, product

from exact.analysis import simulated_shoes as simulated
from exact.analysis.dealing import Dealing
from exact.analysis.dependence import (
    FEWEST,
    MAX_COUPS,
    SequenceDistribution,
    correlations,
    coups_before_cut,
    distribution_of_decks,
    histories,
    orders,
)
from exact.analysis.odds import odds_of_decks
from exact.analysis.sessions import runs
from exact.answers.table import Cell, Column, Exactness, Rounded, Table
from exact.answers.text import Text, _, joined
from exact.arithmetic import low_of
from exact.game import Outcome
from exact.publication.declared import AskedRows, FigureCell, ask, by_decks, declared
from exact.publication.stored_figures import MOST_LONGEST, MOST_OF_ONE_DECK, ONE_DECK
from exact.rules import STANDARD, rules_named, standard_tableau
from exact.views import successive_coups as views
from exact.views.layout import Rows, decimal

DIGITS, FEWER_DIGITS, _SHOE_DIGITS = 12, 9, 6
_EXCHANGEABLE = _(
    "Successive coups are exchangeable: every order of the same outcomes is equally likely, and the figures are those "
    "of one order."
)


def _distribution(decks: int, coups: int = MAX_COUPS) -> SequenceDistribution:
    return distribution_of_decks(decks, standard_tableau(), coups)


def _rounded(values: Iterable[Fraction], digits: int = FEWER_DIGITS) -> Iterator[Rounded]:
    return (Rounded(value, digits) for value in values)


def _asked(outcomes: Iterable[Outcome], decks: int) -> list[FigureCell]:
    """The deals of outcomes in one order, their probability, that of independent coups, and the difference."""
    coups = f"the coups {_words(outcomes)}"
    dealt, independent = f"probability of {coups}", f"probability of independent coups {_words(outcomes)}"
    compared = (f"{text}, {decks} decks" for text in (dealt, independent, f"{dealt} minus {independent}"))
    return [ask(f"count of {coups}, {decks} decks"), *(ask(question, DIGITS) for question in compared)]


def _words(outcomes: Iterable[Outcome]) -> str:
    return " ".join(outcome.value for outcome in outcomes)


def _joint(coups: int, caption: Text) -> Callable[..., Table]:
    """The table of the joint distribution of the first ``coups`` coups of a full shoe."""
    return by_decks(
        caption,
        joined(" ", (_EXCHANGEABLE, _("“Orders” says how many there are."))),
        _(
            "Counts are of ordered deals of {cards} cards with unused positions padded, out of {deals} for N cards.",
            cards=6 * coups,
            deals=f"N(N−1)…(N−{6 * coups - 1})",
        ),
        heads=(_("outcomes"), _("orders"), _("count"), *views.AGAINST_HEADS),
        landscape=True,
        parameters={"coups": coups, "digits": DIGITS},
    )(
        lambda decks: (
            (views.outcomes_text(outcomes), orders(outcomes), *_asked(outcomes, decks)) for outcomes in histories(coups)
        )
    )


joint_two_coups_table = _joint(2, _("Joint distribution of the first two coups with 6 and 8 decks"))
joint_three_coups_table = _joint(3, _("Joint distribution of the first three coups with 6 and 8 decks"))
joint_four_coups_table = _joint(4, _("Joint distribution of the first four coups with 6 and 8 decks"))


_SIMULATED = {(entry.decks, entry.name): entry for entry in simulated.simulations()}


def _fractions(estimate: simulated.Estimate) -> tuple[Fraction, Fraction]:
    """A simulated figure and its error, as the file prints them."""
    return Fraction(str(estimate.value)), Fraction(str(estimate.error))


def _origin(entry: simulated.SimulatedFigure) -> dict[str, int]:
    return {"replicas": entry.replicas, "seed": entry.seed}


def _provenance(entry: simulated.SimulatedFigure = _SIMULATED[8, "streak 5"]) -> Text:
    replicas, seed = entry.replicas, str(entry.seed)
    return _("{replicas} replicas, numpy's default generator, seed {seed}", replicas=replicas, seed=seed)


@by_decks(
    _("Streaks with 6 and 8 decks against the assumption of independent coups"),
    _(
        "The probability that this many coups in a row all have the outcome; a tie ends a streak of banco, as a loss "
        "does. By exchangeability it is the same at any point of the shoe."
    ),
    _(
        "Rows without a standard error are exact. The others are simulated: {replicas}. Each coup is drawn on the "
        "condition that banco wins, and the estimator is the product of the exact conditional chances, with the exact "
        "chance of four in a row as control variate.",
        replicas=_provenance(),
    ),
    heads=(_("outcome"), _("in a row"), *views.AGAINST_HEADS, _("standard error")),
    parameters={"digits": DIGITS},
)
def streaks_table(decks: int) -> AskedRows:
    for outcome, length, streak in views.streaks(_distribution(decks)):
        yield outcome.text, length, *_asked(streak, decks)[1:], None
    for length in range(simulated.KNOWN + 1, simulated.LONGEST + 1):
        value, error = _rounded(_fractions(_SIMULATED[decks, f"streak {length}"].estimate), DIGITS)
        independent = ask(f"probability of a streak of {length} banco, {decks} decks", DIGITS)
        change = Rounded(value.value - low_of(independent.figure.value), DIGITS)
        yield Outcome.BANCO.text, length, value, independent, change, error


_PAYS = _("{wins} pays {payoff}")


@by_decks(
    _("The Banker Streak bet, as dealt from one shoe and if coups were independent"),
    _(
        "Pay table 1 of the literature: {payoffs}. The published expectation assumes independent coups.",
        payoffs=joined(
            ", ", (_PAYS.filled(wins=wins, payoff=paid) for wins, paid in simulated.BANKER_STREAK_PAYS.items())
        ),
    ),
    _("Simulated with {replicas}.", replicas=_provenance()),
    heads=(_("part"), _("if independent"), _("as dealt"), _("difference"), _("standard error")),
    parameters={"digits": FEWER_DIGITS},
)
def banker_streak_table(decks: int) -> AskedRows:
    (lost, *pays), known = simulated.BANKER_STREAK_PAYS.values(), simulated.KNOWN
    four = f"expectation of a streak of {known} banco, pays {pays[0]}"
    every = f"expectation of a streak of {known} to {known + len(pays) - 1} banco, pays {'-'.join(map(str, pays))}"
    dealt, error = _fractions(_SIMULATED[decks, "Banker Streak, expectation"].estimate)
    exact = lost + (pays[0] - lost) * _distribution(decks).probability((Outcome.BANCO,) * known)
    for part, asked, as_dealt, unsure in (
        (_("exact: {lost} + {won} · P(four in a row)", lost=lost, won=pays[0] - lost), four, exact, None),
        (_("simulated: the contribution of five and more"), f"{every} minus {four}", dealt - exact, error),
        (_("expectation"), every, dealt, error),
    ):
        independent = ask(f"{asked}, {decks} decks", FEWER_DIGITS)
        change = as_dealt - low_of(independent.figure.value)
        yield part, independent, *_rounded((as_dealt, change)), decimal(unsure, FEWER_DIGITS)


@by_decks(
    _("Correlation of two coups of the same shoe with 6 and 8 decks"),
    _(
        "The same for any two coups that the shoe is sure to deal, neighbours or not, because coups are exchangeable. "
        "A payoff is that of the bet under the standard rules."
    ),
    heads=(_("of"), _("correlation")),
    parameters={"digits": 15},
)
def coup_correlations_table(decks: int) -> Rows:
    for name, value in correlations(_distribution(decks, 2), rules_named(STANDARD)).items():
        yield name, decimal(value, 15)


_OUTCOME_HEADS = tuple(outcome.text for outcome in Outcome)
_CHANGE_HEADS = tuple(_("{outcome}, change", outcome=outcome.text) for outcome in Outcome)


def _with_changes(distribution: SequenceDistribution, chances: Iterable[Fraction]) -> list[Fraction]:
    """The chances of the three outcomes, and each less that of any one coup."""
    listed = list(chances)
    return listed + [chance - distribution.probability((side,)) for side, chance in zip(Outcome, listed, strict=True)]


@by_decks(
    _("The next coup given the outcomes before it, with 6 and 8 decks"),
    _(
        "The order of the history makes no difference. A change is against the probability without a history. Only the "
        "outcomes are known, not the cards."
    ),
    heads=(_("history"), *_OUTCOME_HEADS, *_CHANGE_HEADS),
    landscape=True,
    parameters={"digits": FEWER_DIGITS},
)
def next_given_history_table(decks: int) -> AskedRows:
    for history in chain.from_iterable(map(histories, range(MAX_COUPS))):
        alone = [f"probability of {outcome.value}" for outcome in Outcome]
        after = [f"{chance} after {_words(history)}" if history else chance for chance in alone]
        asked = *after, *map(" minus ".join, zip(after, alone, strict=True))
        yield views.outcomes_text(history), *(ask(f"{each}, {decks} decks", FEWER_DIGITS) for each in asked)


@by_decks(
    _("The second, third and fourth coup given the number of cards used before, with 6 and 8 decks"),
    _(
        "This is why a cut card shifts an average over the coups played: whether a coup is dealt depends on the cards "
        "used, and so do its chances. A change is against the probability without that knowledge."
    ),
    heads=(_("coup"), _("cards used before"), _("probability"), *_OUTCOME_HEADS, *_CHANGE_HEADS),
    landscape=True,
    parameters={"digits": FEWER_DIGITS},
)
def next_given_cards_used_table(decks: int) -> Rows:
    for coups in range(2, MAX_COUPS + 1):
        distribution = _distribution(decks, coups)
        for used in dict.fromkeys(used for used, *_before in distribution.by_use):
            counts = distribution.last_after(used).values()
            total = sum(counts)
            chances = _with_changes(distribution, (Fraction(count, total) for count in counts))
            yield coups, used, *_rounded((Fraction(total, distribution.deals), *chances))


@by_decks(
    _("Exact average over the coups played if a coup begins only while fewer than this many cards are used"),
    _(
        "Coups: the average number dealt. The other columns are shares of the coups dealt from many such shoes, and "
        "their excess over the probability in any one coup. The excess is exactly 0 if the number of coups is fixed."
    ),
    heads=(
        *(_("cut"), _("coups"), *_OUTCOME_HEADS),
        *(_("{outcome}, excess", outcome=outcome.text) for outcome in Outcome),
    ),
    landscape=True,
    parameters={"cut": "1-16", "digits": FEWER_DIGITS},
)
def cut_card_table(decks: int) -> Rows:
    distributions = [_distribution(decks, coups) for coups in range(1, MAX_COUPS + 1)]
    for cut in range(1, FEWEST * MAX_COUPS + 1):
        dealt = coups_before_cut(distributions, cut)
        coups = sum(dealt.values(), Fraction(0))
        shares = (number / coups for number in dealt.values())
        yield cut, *_rounded((coups, *_with_changes(distributions[0], shares)))


_CUT_CARD = _SIMULATED[simulated.CUT_DECKS, f"cut card {simulated.CUT_CARDS[0]}, coups"]


@declared(
    _("Full shoes of 8 decks with the cut card 14 and 16 cards from the end, simulated"),
    _(
        "When the cut card shows, the coup is finished and one more is dealt; if it shows as the first card of a coup, "
        "that coup is the last."
    ),
    _(
        "Frequencies are shares of the coups played; their standard errors hide the effect. The excess over the "
        "probability in any one coup is estimated separately, as Cov(T, M)/E[coups], where T counts the coups until "
        "the card shows and M is the exact chance in the coup that follows: an identity, with a far smaller error."
    ),
    joined("", (_provenance(_CUT_CARD), ".")),
    heads=(_("decks"), _("behind"), _("figure"), _("estimate"), _("standard error"), _("in standard errors")),
    parameters={"decks": simulated.CUT_DECKS, "behind": [*simulated.CUT_CARDS], **_origin(_CUT_CARD)},
)
def cut_card_shoes_table() -> Rows:
    names = {"coups": _("coups")}
    for outcome in Outcome:
        names[f"{outcome.value}, frequency"] = _("{outcome}, frequency", outcome=outcome.text)
        names[f"{outcome.value}, excess"] = _("{outcome}, excess", outcome=outcome.text)
    for behind, (name, figure) in product(simulated.CUT_CARDS, names.items()):
        value, error = _fractions(_SIMULATED[simulated.CUT_DECKS, f"cut card {behind}, {name}"].estimate)
        in_errors = Rounded(value / error, 1) if name.endswith("excess") else None
        yield simulated.CUT_DECKS, behind, figure, *_rounded((value, error)), in_errors


_SHOE_FIGURES = {
    "coups": _("coups"),
    **{outcome.value: outcome.text for outcome in Outcome},
    "alternations": _("alternations"),
    "runs": _("runs of banco"),
    "longest run": _("longest run of banco"),
    **{f"{count} runs": _("probability of {count} runs", count=count) for count in range(simulated.MOST_RUNS + 1)},
}


_OF_COUPS = _SIMULATED[8, f"{simulated.WHOLE_SHOE}coups"]


@declared(
    _("Coups, outcomes, alternations and runs of whole shoes with 1, 6 and 8 decks, simulated"),
    joined(" ", (Dealing().text, _("Figures are means over shoes."))),
    _(
        "A run is {length} bancos or more, and one that goes on counts once; a tie ends it. An alternation is a "
        "decided coup that differs from the decided coup before, whatever ties are between.",
        length=simulated.RUN,
    ),
    _(
        "The excess is over the exact expectation of independent coups, as many as the shoe dealt. The table "
        "one-deck-shoe has proved bounds for one deck, from its 33 203 125 compositions; two decks have 1.3 · 10¹⁰, "
        "and eight 6 · 10¹⁵."
    ),
    joined("", (_provenance(_OF_COUPS), ".")),
    heads=(
        *(_("decks"), _("figure"), _("estimate"), _("standard error")),
        *(_("excess"), Column(_("standard error"), key="excess standard error"), _("in standard errors")),
    ),
    parameters={"decks": [*simulated.NUMBER_DECKS], **_origin(_OF_COUPS)},
)
def shoe_numbers_table() -> Rows:
    for decks, (name, figure) in product(simulated.NUMBER_DECKS, _SHOE_FIGURES.items()):
        if entry := _SIMULATED.get((decks, f"{simulated.WHOLE_SHOE}{name}")):
            compared: tuple[Cell, ...] = (None, None, None)
            if excess := _SIMULATED.get((decks, f"{entry.name}{simulated.EXCESS}")):
                value, error = _fractions(excess.estimate)
                compared = *_rounded((value, error), _SHOE_DIGITS), Rounded(value / error, 1)
            yield decks, figure, *_rounded(_fractions(entry.estimate), _SHOE_DIGITS), *compared


_ONE_DECK_FIGURES = {
    "coups": _("coups"),
    **{outcome.value: outcome.text for outcome in Outcome},
    "alternations": _("alternations"),
    "runs of punto": _("runs of punto"),
    "runs of banco": _("runs of banco"),
    "longest run of banco": _("longest run of banco"),
}
_OR_MORE = {
    **dict.fromkeys((*(outcome.value for outcome in Outcome), "alternations"), MOST_OF_ONE_DECK),
    "longest run of banco": MOST_LONGEST,
}


@declared(
    _("Coups, outcomes, alternations and runs of a whole shoe of one deck"),
    Dealing().text,
    _(
        "A run is {length} or more coups alike, and one that goes on counts once; a tie ends it. An alternation is a "
        "decided coup that differs from the decided coup before, whatever ties are between.",
        length=simulated.RUN,
    ),
    _(
        "The exact probability is between the bounds. It is a sum over the compositions of the cards dealt, of which a "
        "deck has 33 203 125, in doubles; nothing is subtracted, so the error of rounding has a bound. Independent "
        "coups are as many as the shoe deals, each with the probabilities of the first coup."
    ),
    _(
        "A million simulated shoes of one deck, in the table shoe-numbers, agree. Shoes of more decks are simulated "
        "only: two decks would have 1.3 · 10¹⁰ compositions."
    ),
    heads=(_("figure"), _("value"), _("at least"), _("at most"), _("if independent"), _("difference")),
    parameters={"decks": 1},
    declared=Exactness.BOUNDS,
)
def one_deck_shoe_table() -> Rows:
    found: dict[str, dict[int, tuple[Fraction, Fraction]]] = {name: {} for name in _ONE_DECK_FIGURES}
    for name, value, low, high in ONE_DECK.rows():
        found[name][value] = low, high
    coups = found.pop("coups")
    for number, bounds in coups.items():
        yield _("coups"), str(number), *_rounded(bounds, DIGITS), None, None
    means = [sum((number * bounds[which] for number, bounds in coups.items()), Fraction(0)) for which in (0, 1)]
    yield _("coups"), _("mean"), *_rounded(means, DIGITS), None, None
    independent = _if_independent({number: (low + high) / 2 for number, (low, high) in coups.items()})
    for name, distribution in found.items():
        for value, (low, high) in distribution.items():
            text = _("{count} or more", count=value) if value == _OR_MORE.get(name) else str(value)
            chance = independent[name, value]
            compared = _rounded((chance, (low + high) / 2 - chance))
            yield _ONE_DECK_FIGURES[name], text, *_rounded((low, high), DIGITS), *compared


def _if_independent(coups: dict[int, Fraction]) -> dict[tuple[str, int], Fraction]:
    """The probabilities of the numbers in independent coups, whose number has the probabilities ``coups``."""
    odds = odds_of_decks(1, standard_tableau())
    trials = {outcome: runs.Trial(odds.counts[outcome], odds.deals) for outcome in Outcome}
    moves = {"alternations": runs.moves_of_alternations(*odds.counts.values())}
    for outcome, trial in trials.items():
        moves[outcome.value] = [runs.Move(0, 0, trial.longer, 1), runs.Move(0, 0, trial.total - trial.longer)]
        moves[f"runs of {outcome.value}"] = runs.moves_of_runs(trial, simulated.RUN)
    found: defaultdict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for number, chance in coups.items():
        for name, moves_of_name in moves.items():
            distribution = runs.distribution_of_number(moves_of_name, number, number, DIGITS)
            for value, ways in distribution.counts.items():
                found[name, min(value, MOST_OF_ONE_DECK)] += chance * Fraction(ways, distribution.denominator)
        longest = runs.longest_run(trials[Outcome.BANCO], number, DIGITS, runs.MAX_STEPS)
        at_least = [Fraction(1), *(low for low, _high in longest), Fraction(0)]
        for length, (these, longer) in enumerate(pairwise(at_least)):
            found["longest run of banco", min(length, MOST_LONGEST)] += chance * (these - longer)
    return found
