"""How much a perfect card counter gains, exactly: averaged over every composition of the unseen cards.

Before the coup dealt from the last n cards of the shoe, the player knows which cards they are, and bets one unit if the
expectation is positive. The gain is the mean over all compositions, with or without a bet; the edge is the mean
expectation when it is positive. With several bets, separated by commas, the player takes the best of them; "best" is
the best of punto, banco and tie. Point values must decide the bets, or a few sums over ranks or cards, as for pairs.

  exact perfect --bet tie --unseen 6..30 --decks 8
  exact perfect --bet best --unseen 6,13,26 --decks 6 --remove "9 9 K"
  exact perfect --bet dragon-7 --unseen 20 --decks 8 --grid percent
  exact perfect --bet punto-pair --unseen all --decks 8                  every n of a shoe, in seconds
  exact perfect --bet tie --unseen 104 --decks 8 --plan

--grid adds the distribution of the expectation: the probability that it is at least each threshold. Grids are percent
(−5 % to +10 % by 1 %), wide, or your own thresholds such as -1%,0%,2.5%.
"""

import re
from contextlib import nullcontext
from fractions import Fraction
from functools import partial

from exact.analysis.perfect_play import GRIDS
from exact.analysis.rank_play import PerfectRun
from exact.answers.table import Answer, Parameter
from exact.bets.catalogue import bet_name, find_bet
from exact.cli import options
from exact.cli.options import Arguments, flag, option
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.inputs import near_misses
from exact.publication.stored_figures import BEST, MAIN_BETS
from exact.views import perfect_gains

_MAX_THRESHOLDS = 100
OPTIONS = (
    options.bet(f"a bet, or several separated by commas for the best of them; {BEST} is {','.join(MAIN_BETS)}"),
    options.unseen(default=None),
    option(
        "--grid",
        "GRID",
        f"show the distribution too: {', '.join(GRIDS)}, or thresholds like -1%%,0%%,2.5%%",
        values=GRIDS,
    ),
    flag("--plan", "estimate the time, the memory and the checkpoint's size, and compute nothing"),
    *options.RUN,
    *options.QUESTION,
)


def answer(arguments: Arguments) -> Answer:
    """The gains, or the plan."""
    digits, rules, shoe = options.question_of(arguments)
    names = MAIN_BETS if arguments.bet == BEST else [bet_name(name.strip()) for name in arguments.bet.split(",")]
    run = PerfectRun(
        bets=tuple(map(find_bet, names)),
        shoe=shoe,
        tableau=rules.tableau,
        unseen=tuple(options.unseen_of(arguments.unseen, shoe)),
        grid=() if arguments.grid is None else _grid(arguments.grid),
    )
    name = BEST if arguments.bet == BEST else ",".join(names)
    parameters = (Parameter("bet", name), options.decks_parameter(shoe))
    plans = run.plans()  # refuses impossible numbers before hours are spent on others
    if arguments.plan:
        with options.executor_of(arguments) as executor:
            workers: int = getattr(executor, "workers", 1)
        table = perfect_gains.plan(name, shoe, zip(run.unseen, plans(), strict=True), workers)
        return Answer("perfect-plan", (*parameters, Parameter("workers", workers)), (table,))
    takes_long = run.takes_long or arguments.checkpoint is not None
    with (
        options.run_of(arguments, takes_long) as (executor, checkpoint, progress),
        waiting("adding up the ways to draw the cards") if run.is_by_sums else nullcontext(),
    ):
        plays = run.plays(executor, checkpoint, lambda unseen: partial(progress, doing=f"{unseen} unseen"))
    return Answer(
        "perfect",
        (*parameters, *options.shoe_parameters(shoe, rules)),
        (
            perfect_gains.gains_of(name, shoe, rules, plays, digits),
            *((perfect_gains.distribution(run.grid, plays, digits),) if run.grid else ()),
        ),
        assumptions=rules.assumptions_for(),
        sources=(rules.to_line(), *(bet.to_line() for bet in run.bets)),
    )


def _grid(text: str) -> tuple[Fraction, ...]:
    if text in GRIDS:
        return GRIDS[text]
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > _MAX_THRESHOLDS:
        raise ExactError("grid", text, f"has {len(parts)} thresholds: at most {_MAX_THRESHOLDS}")
    for part in parts:
        if not re.fullmatch(r"[-+]?\d{1,9}(\.\d{1,9})?%", part, re.ASCII):
            raise ExactError("grid", part, f"is neither a percentage like 2.5% nor a grid: {near_misses(part, GRIDS)}")
    return tuple(Fraction(part.removesuffix("%")) / 100 for part in parts)
