"""What a perfect card counter gains."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from os import PathLike

from exact.analysis.perfect_play import GRIDS
from exact.analysis.rank_play import PerfectRun
from exact.answers.table import Answer, Parameter
from exact.bets.bet import Bet
from exact.bets.catalogue import find_bet
from exact.errors import ExactError
from exact.inputs import near_misses
from exact.library import questions
from exact.library.parameters import answer_about, braces, decks_parameter, shoe_parameters
from exact.publication.stored_figures import BEST, MAIN_BETS
from exact.rules import STANDARD
from exact.views import bankroll_share, perfect_gains

_MAX_THRESHOLDS = 100


def perfect(
    bet: questions.BetsLike,
    unseen: questions.Unseen,
    *,
    grid: questions.Numbers | None = None,
    kelly: bool = False,
    plan: bool = False,
    workers: questions.Workers | None = None,
    checkpoint: str | PathLike[str] | None = None,
    shoe: questions.ShoeLike | None = None,
    rules: questions.RulesLike = STANDARD,
    decks: int | None = None,
    remove: str | Sequence[str] | None = None,
    digits: int = 12,
    progress: Callable[..., object] = lambda *_args, **_named: None,
) -> Answer:
    """What a player gains per coup who knows the unseen cards, and bets one unit if the expectation is positive.

    ``unseen`` are numbers of unseen cards, 6 to the whole shoe: ``52``, ``range(6, 31)``, ``"6..30,36"`` or ``"all"``.
    Of several bets, or ``"best"`` for the main ones, the player takes the best; they pay by the catalogue. ``grid``
    asks for the distribution of the expectation: ``percent``, ``wide`` or thresholds like ``"-1%,2.5%"``; ``kelly`` for
    the growth of a bankroll of which the best fraction is staked. ``workers`` are a number of processes, ``"auto"`` or
    an executor, and ``checkpoint`` is a directory for finished work; with ``plan``, the answer is the time and the
    memory that all this takes.

    The table ``results`` has a row for each number. Shoe and rules are as in `exact.odds`. Raises `ExactError` for
    anything else.

    >>> float(perfect("tie", 6, decks=1).table("results").rows[0][2])
    0.22263190055072765
    """
    digits, (played, held) = questions.digits_of(digits), questions.game_of(rules, shoe, decks, remove)
    questions.check_flags(kelly=kelly, plan=plan)
    entries = MAIN_BETS if bet == BEST else questions.listed(bet)
    names = [questions.name_of_bet(entry) for entry in entries]
    bets = tuple(each if isinstance(each, Bet) else find_bet(name) for each, name in zip(entries, names, strict=True))
    if not bets:
        raise ExactError("bet", bet, "names no bet")
    name = BEST if bet == BEST else ",".join(names)
    numbers, thresholds = tuple(questions.unseen_of(unseen, held)), () if grid is None else _grid(grid)
    run = PerfectRun(bets=bets, shoe=held, tableau=played.tableau, unseen=numbers, grid=thresholds)
    parameters = (Parameter("bet", name), decks_parameter(held))
    plans = run.plans()  # refuses before hours are spent
    with questions.run_of(workers, checkpoint, run.takes_long or checkpoint is not None or plan) as by:
        if plan:
            number: int = getattr(by.executor, "workers", 1)
            table = perfect_gains.plan(name, held, zip(run.unseen, plans(), strict=True), number)
            return Answer("perfect-plan", (*parameters, Parameter("workers", number)), (table,))
        plays = run.plays(by, lambda number: partial(progress, doing=f"{number} unseen"))
    asked = f"{{betting frequency,edge when betting,gain per coup}} of perfect play on ({','.join(names)})"
    asked += f", {braces(run.unseen)} unseen"
    tables = [perfect_gains.gains_of(name, held, played, plays, digits)]
    tables += [perfect_gains.distribution(run.grid, plays, digits)] if run.grid else []
    if kelly:
        edges = ((bets, play.unseen, [(play.positive, play.edge or Fraction(0))]) for play in plays)
        tables.append(bankroll_share.mean_growth(edges, bankroll_share.BY_CARDS, digits))
    stated, assumed = (*parameters, *shoe_parameters(held, played)), played.assumptions_for()
    return answer_about("perfect", held, played, bets, stated, tables, questions=[asked], assumptions=assumed)


def _grid(grid: questions.Numbers) -> tuple[Fraction, ...]:
    if isinstance(grid, str) and grid in GRIDS:
        return GRIDS[grid]
    text = questions.texts_of(grid, "grid", f"must be {', '.join(GRIDS)}, or thresholds like -1%,2.5%")
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > _MAX_THRESHOLDS:
        raise ExactError("grid", text, f"has {len(parts)} thresholds: at most {_MAX_THRESHOLDS}")
    for part in parts:
        if not re.fullmatch(r"[-+]?\d{1,9}(\.\d{1,9})?%", part, re.ASCII):
            raise ExactError("grid", part, f"is neither a percentage like 2.5% nor a grid: {near_misses(part, GRIDS)}")
    return tuple(Fraction(part.removesuffix("%")) / 100 for part in parts)
