"""The distribution of what n independent coups win: quantiles, stop points, ruin, runs.

Each coup comes from a fresh shoe. Up to 200 coups every probability is exact; beyond, you see a proven lower and upper
bound. Several bets, separated by commas, are placed on the same coup. A bankroll ends play when it no longer covers the
stake. With --one-shoe the coups come from one shoe: the distribution is exact up to 4 coups; beyond, you see that of
independent coups, the exact variance of one shoe, and simulated differences.

  exact session --bet banco,tie --stake 20,5 --coups 1000 --at-least 100
  exact session --bet punto --coups 150 --stake 1 --stop-win 10 --stop-loss 20
  exact session --bet punto --coups 80 --stake 1 --bankroll 20 --target 40
  exact session --bet banco --coups 80 --stake 1 --runs "banco 3" --ties break
  exact session --bet punto --coups 4 --one-shoe
"""

from collections.abc import Iterator
from fractions import Fraction

from exact.analysis.coup_sequences import MAX_COUPS as MAX_ONE_SHOE
from exact.analysis.odds import odds_of_shoe
from exact.analysis.sessions.distributions import (
    MAX_COUPS,
    Limits,
    distribution_of_bets,
    distribution_of_coups,
    play_limits,
    stopped_session,
)
from exact.analysis.sessions.runs import EVENTS, parse_run
from exact.analysis.sessions.same_shoe import SEED, OneShoeSession, one_shoe_session
from exact.answers.table import Answer, Parameter, Table
from exact.answers.text import Text, _
from exact.arithmetic import number_text
from exact.bets.payoffs import bets_under
from exact.cli import options
from exact.cli.options import Arguments, flag, option
from exact.cli.terminal import progress_bar, waiting
from exact.errors import ExactError
from exact.inputs import parse_amount, parse_signed_amount, parse_whole
from exact.views import session_result

OPTIONS = (
    options.bet("a bet, or several separated by commas"),
    option("--coups", "N", f"the number of coups, 1 to {MAX_COUPS}", required=True),
    option("--stake", "STAKES", "the stake on each bet, or one for all", "1"),
    option("--at-least", "AMOUNT", "the probability of a net win of at least AMOUNT"),
    option("--at-most", "AMOUNT", "the probability of a net win of at most AMOUNT"),
    option("--stop-win", "AMOUNT", "stop as soon as the net win is at least AMOUNT"),
    option("--stop-loss", "AMOUNT", "stop as soon as the net loss is at least AMOUNT"),
    option("--bankroll", "AMOUNT", "stop when what is left does not cover the stakes"),
    option("--target", "AMOUNT", "stop as soon as the bankroll has grown to AMOUNT"),
    option("--runs", "RUN", 'runs of punto, banco, tie, win or loss: "banco 3"', values=EVENTS),
    flag("--one-shoe", "the coups come from one shoe, not each from a fresh one"),
    option("--ties", "break|skip|count", "what a tie does to a run; default break"),
    *options.QUESTION,
)


def answer(arguments: Arguments) -> Answer:
    """The distribution of the session's net win."""
    digits, rules, shoe = options.question_of(arguments)
    coups = parse_whole(arguments.coups, "coups", 1, MAX_COUPS)
    bets = bets_under(arguments.bet, rules)
    stakes = [parse_amount(text, "stake") for text in arguments.stake.split(",")]
    stakes *= len(bets) if len(stakes) == 1 else 1
    if len(stakes) != len(bets):
        raise ExactError("stake", arguments.stake, f"gives {len(stakes)} stakes for {len(bets)} bets")
    coup = distribution_of_bets(bets, stakes, shoe, rules.tableau)
    names = ("stop_win", "stop_loss", "bankroll", "target")
    amounts = {name: parse_amount(text, name) for name in names if (text := getattr(arguments, name)) is not None}
    limits, ruined = play_limits(coup, sum(stakes, Fraction(0)), amounts)
    if arguments.one_shoe:
        bound = "is only for independent coups: leave it out, or --one-shoe"
        options.refuse(arguments, ("stop_win", "stop_loss", "bankroll", "runs"), bound)
    if arguments.ties is not None and arguments.runs is None:
        raise ExactError("ties", arguments.ties, "belongs to --runs: say which runs")
    least, most = (parse_signed_amount(getattr(arguments, name), name) for name in ("at_least", "at_most"))
    more: list[Table] = [] if ruined is None else [session_result.ruin(coup, limits, ruined, digits)]
    if arguments.runs is not None:
        question = parse_run(arguments.runs, arguments.ties, coups)
        more += session_result.runs_of(question, coup, odds_of_shoe(shoe, rules.tableau), coups, digits)
    stopped = None
    notes = [_("The coups are independent: each comes from a fresh shoe of {cards} cards.", cards=shoe.cards)]
    with waiting("convolving"):
        if arguments.one_shoe:
            with progress_bar() as progress:
                one = one_shoe_session(
                    bets, stakes, coup, coups, shoe=shoe, tableau=rules.tableau, digits=digits, progress=progress
                )
            distribution, notes = one.distribution, [*_one_shoe_notes(one, shoe.cards)]
            more += session_result.one_shoe_compared(one, coup, coups, shoe.cards, digits)
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
            Parameter("rules", rules.id),
            Parameter("cards", shoe.cards),
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
        rules.assumed,
        (rules.to_line(), *(bet.to_line() for bet in bets)),
    )


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
