"""What a number of coups wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from exact.analysis.dependence import MAX_COUPS as MAX_ONE_SHOE
from exact.analysis.odds import odds_of_shoe
from exact.analysis.sessions.distributions import (
    MAX_COUPS,
    Limits,
    distribution_of_bets,
    distribution_of_coups,
    play_limits,
    stopped_session,
)
from exact.analysis.sessions.runs import parse_run
from exact.analysis.sessions.same_shoe import SEED, OneShoeSession, one_shoe_session
from exact.answers.table import Answer, Parameter, Table
from exact.answers.text import Text, _
from exact.arithmetic import number_text
from exact.bets.bet import Bet
from exact.errors import ExactError
from exact.inputs import parse_amount, parse_signed_amount, spelled
from exact.library import questions
from exact.library.parameters import asked_of
from exact.rules import STANDARD
from exact.views import session_result


def session(
    bet: questions.BetsLike,
    coups: int,
    *,
    stake: questions.Numbers = 1,
    at_least: questions.Number | None = None,
    at_most: questions.Number | None = None,
    stop_win: questions.Number | None = None,
    stop_loss: questions.Number | None = None,
    bankroll: questions.Number | None = None,
    target: questions.Number | None = None,
    runs: str | None = None,
    ties: str | None = None,
    one_shoe: bool = False,
    shoe: questions.ShoeLike | None = None,
    rules: questions.RulesLike = STANDARD,
    decks: int | None = None,
    remove: str | Sequence[str] | None = None,
    digits: int = 12,
    progress: Callable[[int, int], object] | None = None,
) -> Answer:
    """The distribution of what ``coups`` coups win, each from a fresh shoe, or with ``one_shoe`` all from the same.

    Amounts are money in whole cents. Several bets are placed on every coup, with a stake each or one for all.
    ``at_least`` and ``at_most`` ask for probabilities of the net win; ``stop_win``, ``stop_loss``, ``bankroll`` and
    ``target`` end play; ``runs``, like ``"banco 3"``, asks for runs, and ``ties`` what a tie does to them: ``break``,
    ``skip`` or ``count``. Up to 200 coups every probability is exact; beyond, tables have proven bounds.

    The figures are ``mean``, ``variance``, ``at_least`` and others; the table ``numerators`` or ``probability`` has the
    distribution. Bet, shoe and rules are as in `exact.price`. Raises `ExactError` for anything else.

    >>> session("punto", 80, decks=8).value("mean")
    Fraction(-3858392740352, 3904998652737)
    """
    digits, (played, held) = questions.digits_of(digits), questions.game_of(rules, shoe, decks, remove)
    coups, bets = questions.whole(coups, "coups", 1, MAX_COUPS), questions.bets_of(bet, played)
    stakes = [parse_amount(text, "stake") for text in questions.text_of(stake, "stake").split(",")]
    stakes *= len(bets) if len(stakes) == 1 else 1
    if len(stakes) != len(bets):
        raise ExactError("stake", stake, f"gives {len(stakes)} stakes for {len(bets)} bets")
    coup = distribution_of_bets(bets, stakes, held, played.tableau)
    ends = {"stop_win": stop_win, "stop_loss": stop_loss, "bankroll": bankroll, "target": target}
    amounts = {name: parse_amount(questions.text_of(end, name), name) for name, end in ends.items() if end is not None}
    limits, ruined = play_limits(coup, sum(stakes, Fraction(0)), amounts)
    if one_shoe:
        independent = {"stop_win": stop_win, "stop_loss": stop_loss, "bankroll": bankroll, "runs": runs}
        questions.refuse(independent, f"is only for independent coups: leave it out, or {spelled('one_shoe')}")
    if runs is None:
        questions.refuse({"ties": ties}, f"belongs to {spelled('runs')}: say which runs")
    least, most = (
        None if amount is None else parse_signed_amount(questions.text_of(amount, name), name)
        for name, amount in (("at_least", at_least), ("at_most", at_most))
    )
    more: list[Table] = [] if ruined is None else [session_result.ruin(coup, limits, ruined, digits)]
    if runs is not None:
        question = parse_run(questions.word(runs, "runs"), ties, coups)
        more += session_result.runs_of(question, coup, odds_of_shoe(held, played.tableau), coups, digits)
    stopped, is_plain = None, not one_shoe and limits == Limits(None, None) and stakes == [1]
    notes = [_("The coups are independent: each comes from a fresh shoe of {cards} cards.", cards=held.cards)]
    if one_shoe:
        one = one_shoe_session(
            bets, stakes, coup, coups, shoe=held, tableau=played.tableau, digits=digits, progress=progress
        )
        distribution, notes = one.distribution, [*_one_shoe_notes(one, held.cards)]
        more += session_result.one_shoe_compared(one, coup, coups, held.cards, digits)
    elif limits == Limits(None, None):
        distribution = distribution_of_coups(coup, coups, digits)
    else:
        stopped = stopped_session(coup, coups, limits, digits)
        distribution = stopped.distribution
        more[:0] = session_result.stops(stopped, limits, digits)
    if distribution.missing:
        notes.append(_("Two decimals side by side are a proven lower and upper bound."))
    return Answer(
        "session",
        (
            Parameter("rules", played.id),
            Parameter("cards", held.cards),
            Parameter("bets", [bet.name for bet in bets]),
            Parameter("stakes", [number_text(stake) for stake in stakes], _("Stakes")),
            Parameter("coups", coups),
        ),
        (
            session_result.net_win(coup, coups, distribution, stopped, digits),
            session_result.tails(distribution, least, most, digits),
            *session_result.whole_distribution(distribution, digits),
            *more,
        ),
        tuple(notes),
        played.assumed,
        (played.to_line(), *(bet.to_line() for bet in bets)),
        questions=asked_of(held, played, *_questions(bets, coups, least, most), bets=bets) if is_plain else (),
    )


def _questions(bets: Sequence[Bet], coups: int, least: Fraction | None, most: Fraction | None) -> Iterator[str]:
    """What the notation calls the result of a unit on one bet."""
    of = f"a session of {coups} coups on {bets[0].full_name}"
    yield f"{{expectation,variance,standard deviation}} of {of}"
    for amount, above, below in ((least, "more", "less"), (most, "less", "more")):
        if amount is not None:
            text = (
                f"losing {number_text(-amount)} or {below}"
                if amount < 0
                else f"winning {number_text(amount)} or {above}"
            )
            yield f"probability of {of}, {text}"


def _one_shoe_notes(session: OneShoeSession, cards: int) -> Iterator[Text]:
    if session.simulated is None:
        yield _("The coups are the first of one shoe of {cards} cards; the distribution is exact.", cards=cards)
        return
    yield _(
        "Beyond {most} coups the distribution is that of independent coups, each from a fresh shoe of {cards} cards.",
        most=MAX_ONE_SHOE,
        cards=cards,
    )
    yield _(
        "For one shoe, the mean and the variance are exact; the differences are simulated with {shoes} shoes, seed "
        "{seed}.",
        shoes=session.simulated.shoes,
        seed=SEED,
    )
