"""How much a perfect card counter gains, exactly: averaged over every composition of the unseen cards.

Before the coup dealt from the last n cards of the shoe, the player knows which cards they are, and bets one unit if the
expectation is positive. The gain is the mean over all compositions, with or without a bet; the edge is the mean expectation
when it is positive. --bet takes a bet (exact bets lists them), bet:pay-table or a .toml file; with several, separated by
commas, the player takes the best of them; "best" is the best of punto, banco and tie. Point values must decide the bets, or a
few sums over ranks or cards, as those of pairs.

  exact perfect --bet tie --unseen 6..30 --decks 8
  exact perfect --bet best --unseen 6,13,26 --decks 6 --remove "9 9 K"
  exact perfect --bet dragon-7 --unseen 20 --decks 8 --grid percent
  exact perfect --bet punto-pair --unseen all --decks 8                  every n of a shoe, in seconds
  exact perfect --bet tie --unseen 104 --decks 8 --plan
  exact perfect --bet tie --unseen 52 --decks 8 --checkpoint saved

With --checkpoint, a long run saves every finished part, and the same command resumes there. --grid adds the distribution
of the expectation: the probability that it is at least each threshold. Grids are percent (−5 % to +10 % by 1 %), wide, or
your own thresholds such as -1%,0%,2.5%.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.compositions import count_compositions
from exact.analysis.perfect_play import GRIDS, IN_PROCESS, PerfectPlay, Plan, perfect_play, plan_of, question_of
from exact.analysis.sum_play import looks_beyond_values, plan_of_sums, sum_plays
from exact.analysis.sum_questions import questions_of
from exact.answers.answer import Answer, ByColumn, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Column, Count, Rounded, columns_of
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.bets.bet import Bet
from exact.bets.catalogue import bet_name, find_bet
from exact.cli import options, run_options
from exact.cli.terminal import progress_bar, waiting
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.inputs import near_misses
from exact.lazy import futures
from exact.publication.chapters.perfect import UNSEEN_NOTE
from exact.publication.perfect_reference import BEST, MAIN_BETS
from exact.rules.tableau import Rules

_MAX_THRESHOLDS = 100


class _Asked(NamedTuple):
    """The question in the options."""

    name: str
    """The bet or bets, as given."""
    bets: list[Bet]
    rules: Rules
    shoe: Shoe
    decks: int | None
    """The number of decks, if the shoe is full."""
    unseen: list[int]
    grid: tuple[Fraction, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact perfect``."""
    bet_help = f"a bet, or several separated by commas for the best of them; {BEST} is {','.join(MAIN_BETS)}"
    options.add_bet(parser, bet_help)
    unseen_help = f"the number of unseen cards: 6, 6..30, 6..30,36,42,52 or {options.ALL}"
    parser.add_argument("--unseen", action=options.Once, metavar="N", required=True, help=unseen_help)
    grid_help = f"show the distribution of the expectation too: {', '.join(GRIDS)}, or thresholds like -1%%,0%%,2.5%%"
    parser.add_argument("--grid", action=options.Once, metavar="GRID", help=grid_help)
    plan_help = "estimate the time, the memory and the checkpoint's size, and compute nothing"
    parser.add_argument("--plan", action="store_true", help=plan_help)
    run_options.add_run_options(parser)
    options.add_question(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The gains, or the plan."""
    digits = options.digits_of(arguments)
    asked = _asked(arguments)
    by_sums = any(looks_beyond_values(bet, asked.rules.tableau) for bet in asked.bets)
    plans = (
        _plans_by_sums(asked) if by_sums else _plans(asked)
    )  # refuses impossible numbers before spending hours on others
    if arguments.plan:
        return _plan(asked, plans, run_options.workers_of(arguments))
    with run_options.executor_of(arguments) as executor:
        if by_sums:
            results = _computed_by_sums(arguments, asked, executor)
        else:
            results = [_computed(arguments, asked, unseen, executor) for unseen in asked.unseen]
    return Answer(
        "perfect",
        (
            Parameter("bet", asked.name),
            Parameter("decks", asked.decks),
            *options.shoe_parameters(asked.shoe, asked.rules),
        ),
        tuple(_sections(asked, results, digits)),
        assumptions=asked.rules.assumptions_for(),
        sources=(asked.rules.to_line(), *(bet.to_line() for bet in asked.bets)),
        fixed_json=True,
    )


def _asked(arguments: argparse.Namespace) -> _Asked:
    names = list(MAIN_BETS) if arguments.bet == BEST else [bet_name(name.strip()) for name in arguments.bet.split(",")]
    rules = options.rules_of(arguments)
    shoe = options.shoe_of(arguments, rules)
    decks, rest = divmod(shoe.cards, 52)
    return _Asked(
        name=BEST if arguments.bet == BEST else ",".join(names),
        bets=[find_bet(name) for name in names],
        rules=rules,
        shoe=shoe,
        decks=decks if not rest and shoe.values == Shoe.of_decks(decks).values else None,
        unseen=options.unseen_of(arguments.unseen, shoe),
        grid=() if arguments.grid is None else _grid(arguments.grid),
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


def _computed(arguments: argparse.Namespace, asked: _Asked, unseen: int, executor: futures.Executor) -> PerfectPlay:
    """`perfect_play`, in this process if a second is enough, unless you ask for workers or a checkpoint."""
    chosen = any(option is not None for option in (arguments.workers, arguments.cluster, arguments.checkpoint))
    takes_long = count_compositions(asked.shoe.values, unseen) > IN_PROCESS
    with progress_bar(f"{unseen} unseen", seconds=0 if chosen or takes_long else 1.5) as progress:
        return perfect_play(
            asked.bets,
            asked.shoe,
            asked.rules.tableau,
            unseen,
            grid=asked.grid,
            executor=executor if chosen or takes_long else None,
            checkpoint=run_options.checkpoint_of(arguments),
            progress=progress,
        )


def _computed_by_sums(arguments: argparse.Namespace, asked: _Asked, executor: futures.Executor) -> list[PerfectPlay]:
    """`sum_plays`: one law for all numbers of unseen cards, and workers for what it leaves open."""
    with waiting("adding up the ways to draw the cards"):
        return sum_plays(
            asked.bets,
            asked.shoe,
            asked.rules.tableau,
            asked.unseen,
            grid=asked.grid,
            executor=executor,
            checkpoint=run_options.checkpoint_of(arguments),
        )


def _sections(asked: _Asked, results: list[PerfectPlay], digits: int) -> Iterator[Section]:
    columns = columns_of(
        _("unseen"),
        _("compositions"),
        Column(_("gain per unit"), key="gain"),
        Column(_("P(expectation > 0)"), key="positive"),
        Column(_("edge when positive"), key="edge"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            result.unseen,
            Count(result.compositions),
            Rounded(result.gain, digits, FRACTION, percent=True),
            Rounded(result.positive, digits, FRACTION),
            None if result.edge is None else Rounded(result.edge, digits, FRACTION, percent=True),
        )
        for result in results
    ]
    caption = _(
        "Perfect play on {bets}, rules {rules}, {cards} cards",
        bets=asked.name,
        rules=asked.rules.id,
        cards=asked.shoe.cards,
    )
    yield Section("gain", Rows(("results",), "decimal"), columns, rows, caption, (UNSEEN_NOTE,))
    if asked.grid:
        grid: list[tuple[Cell, ...]] = [
            (
                f"{number_text(threshold * 100)}%",
                *(Rounded(result.at_least[index], digits, FRACTION) for result in results),
            )
            for index, threshold in enumerate(asked.grid)
        ]
        heads = (Column(_("{number} unseen", number=result.unseen), key=str(result.unseen)) for result in results)
        columns = columns_of(Column(_("expectation at least"), key="at_least"), *heads)
        form = ByColumn(("results",), "at_least", pairs=True)
        yield Section("at least", form, columns, grid, _("Distribution of the expectation"))


def _plans(asked: _Asked) -> Callable[[], list[Plan]]:
    tableau = asked.rules.tableau
    questions = [question_of(asked.bets, asked.shoe, tableau, unseen, asked.grid)[0] for unseen in asked.unseen]
    return lambda: [plan_of(question) for question in questions]


def _plans_by_sums(asked: _Asked) -> Callable[[], list[Plan]]:
    questions = questions_of(asked.bets, asked.shoe, asked.rules.tableau, asked.unseen)
    return lambda: [plan_of_sums(question) for question in questions]


def _plan(asked: _Asked, plans: Callable[[], list[Plan]], workers: int) -> Answer:
    rows: list[tuple[Cell, ...]] = []
    for unseen, plan in zip(asked.unseen, plans(), strict=True):
        seconds = (round(plan.core_seconds / share, 1) for share in (1, workers))
        rows.append((unseen, Count(plan.compositions), plan.tasks, *seconds, plan.checkpoint_bytes))
    headings = (_("unseen"), _("compositions"), _("tasks"), _("core seconds"), _("seconds"), _("checkpoint bytes"))
    caption = _(
        "Plan of perfect play on {bets}, {cards} cards, workers: {workers}",
        bets=asked.name,
        cards=asked.shoe.cards,
        workers=workers,
    )
    note = _(
        "Core seconds are processor time, from a short measurement on one core of this machine. Seconds are the time if "
        "that many workers share them, each with such a core to itself."
    )
    return Answer(
        "perfect-plan",
        (Parameter("bet", asked.name), Parameter("decks", asked.decks), Parameter("workers", workers)),
        (Section("plan", Rows(("plan",)), columns_of(*headings), rows, caption, (note,)),),
        fixed_json=True,
    )
