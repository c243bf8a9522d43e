"""What a perfect player gains who knows the unseen cards, exactly: over every composition that they can have.

Before the coup from the last n cards of the shoe the player knows which cards they are, and bets one unit where the
expectation is positive. The gain is the mean over all compositions, bet or no bet; the edge is the mean expectation where
it is positive. --bet takes a bet (exact bets lists them), bet:pay-table, a .toml file, several with commas between for
the best of them, or best for the best of punto, banco and tie; point values must decide them.

  exact perfect --bet tie --unseen 6..30 --decks 8
  exact perfect --bet best --unseen 6,13,26 --decks 6 --remove "9 9 K"
  exact perfect --bet dragon-7 --unseen 20 --decks 8 --grid percent
  exact perfect --bet tie --unseen 104 --decks 8 --plan
  exact perfect --bet tie --unseen 52 --decks 8 --checkpoint kept

A run of hours keeps what is finished with --checkpoint, and resumes there. --grid adds the distribution of the
expectation: the probability that it is at least each threshold. It takes percent (−5 % to +10 % by 1 %), wide, or
thresholds of your own like -1%,0%,2.5%.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from exact.analysis.compositions import count_compositions
from exact.analysis.perfect_play import (
    GRIDS,
    IN_PROCESS,
    PerfectPlay,
    Plan,
    PricedBet,
    perfect_play,
    plan_of,
    question_of,
)
from exact.answers.table import Cell, Column, Rounded, Table
from exact.arithmetic import decimal_text, fraction_text, number_text, parse_whole
from exact.bets.catalogue import find_bet
from exact.cli import options as shoe_options
from exact.cli import sweep_options
from exact.cli.output import write_answer
from exact.cli.terminal import progress_bar
from exact.errors import ExactError, near_misses
from exact.game.shoe import MIN_CARDS, Shoe
from exact.lazy import futures
from exact.publication.chapters.perfect import HEADINGS, UNSEEN_NOTE, figures
from exact.publication.perfect_reference import BEST, MAIN_BETS
from exact.rules.tableau import Rules

_MAX_THRESHOLDS = 100
_LONGEST_RANGE = 1000
"""Beyond what the method can do with any bet; a bound on the list alone."""


class _Asked(NamedTuple):
    """What the options ask for."""

    name: str
    """The bet or bets, as given."""
    bets: list[PricedBet]
    rules: Rules
    shoe: Shoe
    decks: int | None
    """Full decks, if that is what the shoe is."""
    unseen: list[int]
    grid: tuple[Fraction, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact perfect``."""
    bet_help = f"a bet, or several with commas between for the best of them; {BEST} is {','.join(MAIN_BETS)}"
    parser.add_argument("--bet", action=shoe_options.Once, metavar="NAME|FILE", required=True, help=bet_help)
    unseen_help = "how many cards are unseen: 6, 6..30 or 6..30,36,42,52"
    parser.add_argument("--unseen", action=shoe_options.Once, metavar="N", required=True, help=unseen_help)
    grid_help = f"the distribution of the expectation too: {', '.join(GRIDS)}, or thresholds like -1%%,0%%,2.5%%"
    parser.add_argument("--grid", action=shoe_options.Once, metavar="GRID", help=grid_help)
    plan_help = (
        "tell the compositions, the core seconds by a measurement here and the checkpoint's size, and compute nothing"
    )
    parser.add_argument("--plan", action="store_true", help=plan_help)
    sweep_options.add_sweep_options(parser)
    shoe_options.add_question(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the gains, or the plan; always 0."""
    digits, style = shoe_options.printing_of(arguments)
    asked = _asked(arguments)
    for unseen in asked.unseen:  # what cannot be computed is refused before hours are spent on what can
        question_of(asked.bets, asked.shoe, asked.rules.tableau, unseen, asked.grid)
    if arguments.plan:
        _print_plan(arguments, asked, style)
        return 0
    with sweep_options.executor_of(arguments) as executor:
        results = [_computed(arguments, asked, unseen, executor) for unseen in asked.unseen]
    write_answer(
        style,
        lambda: _as_json(asked, results, digits),
        lambda: _flat_table(asked, results, digits),
        lambda: _tables(asked, results, digits),
    )
    return 0


def _asked(arguments: argparse.Namespace) -> _Asked:
    names = MAIN_BETS if arguments.bet == BEST else arguments.bet.split(",")
    rules = shoe_options.rules_of(arguments)
    shoe = shoe_options.shoe_of(arguments, rules)
    decks, rest = divmod(shoe.cards, 52)
    return _Asked(
        name=arguments.bet,
        bets=[find_bet(name.strip()) for name in names],
        rules=rules,
        shoe=shoe,
        decks=decks if not rest and shoe.values == Shoe.of_decks(decks).values else None,
        unseen=_unseen(arguments.unseen, shoe),
        grid=() if arguments.grid is None else _grid(arguments.grid),
    )


def _unseen(text: str, shoe: Shoe) -> list[int]:
    """The numbers that ``6..30,36`` and the like list, each once, in the order given."""
    found: dict[int, None] = {}
    for part in text.split(","):
        first, dots, last = part.partition("..")
        low = parse_whole(first, "unseen", MIN_CARDS, shoe.cards)
        if re.fullmatch(r"\d{1,9}", last.strip(), re.ASCII) and int(last) < low:
            raise ExactError("unseen", part, "is a range that ends before it begins")
        high = parse_whole(last, "unseen", MIN_CARDS, shoe.cards) if dots else low
        if high - low >= _LONGEST_RANGE:
            raise ExactError("unseen", part, f"is a range of more than {_LONGEST_RANGE} numbers")
        found |= dict.fromkeys(range(low, high + 1))
    return list(found)


def _grid(text: str) -> tuple[Fraction, ...]:
    if text in GRIDS:
        return GRIDS[text]
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > _MAX_THRESHOLDS:
        raise ExactError("grid", text, f"has {len(parts)} thresholds: at most {_MAX_THRESHOLDS}")
    for part in parts:
        if not re.fullmatch(r"[-+]?\d{1,9}(\.\d{1,9})?%", part, re.ASCII):
            raise ExactError(
                "grid", part, f"is neither a percentage like 2.5% nor a grid: {near_misses(part, list(GRIDS))}"
            )
    return tuple(Fraction(part.removesuffix("%")) / 100 for part in parts)


def _computed(arguments: argparse.Namespace, asked: _Asked, unseen: int, executor: futures.Executor) -> PerfectPlay:
    """`perfect_play`; what takes a second or less in this process, unless workers or a checkpoint are asked for."""
    chosen = any(option is not None for option in (arguments.workers, arguments.cluster, arguments.checkpoint))
    takes_long = count_compositions(asked.shoe.values, unseen) > IN_PROCESS
    bar: Callable[[int, int], None] = partial(progress_bar, doing=f"{unseen} unseen")
    return perfect_play(
        asked.bets,
        asked.shoe,
        asked.rules.tableau,
        unseen,
        grid=asked.grid,
        executor=executor if chosen or takes_long else None,
        checkpoint=sweep_options.checkpoint_of(arguments),
        progress=bar,
    )


def _as_json(asked: _Asked, results: list[PerfectPlay], digits: int) -> dict[str, object]:
    return {
        "bet": asked.name,
        "decks": asked.decks,
        "rules": asked.rules.id,
        "cards": asked.shoe.cards,
        "values": list(asked.shoe.values),
        "results": [_result(asked, result, digits) for result in results],
        "assumed": shoe_options.assumed_for_bets(asked.rules),
    }


def _result(asked: _Asked, result: PerfectPlay, digits: int) -> dict[str, object]:
    found: dict[str, object] = {
        "unseen": result.unseen,
        "gain": fraction_text(result.gain),
        "positive": fraction_text(result.positive),
        "compositions": str(result.compositions),
        "edge": None if result.edge is None else fraction_text(result.edge),
        "decimal": {
            "gain": decimal_text(result.gain, digits),
            "positive": decimal_text(result.positive, digits),
            "edge": None if result.edge is None else decimal_text(result.edge, digits),
        },
    }
    if asked.grid:
        at_least = zip(asked.grid, result.at_least, strict=True)
        found["at_least"] = [[_percent(threshold), fraction_text(chance)] for threshold, chance in at_least]
    return found


def _percent(threshold: Fraction) -> str:
    return f"{number_text(threshold * 100)}%"


def _tables(asked: _Asked, results: list[PerfectPlay], digits: int) -> list[Table]:
    assumed = [f"Assumed, for the document does not say: {p}" for p in shoe_options.assumed_for_bets(asked.rules)]
    whole = Table(
        id="perfect-play",
        caption=f"Perfect play on {asked.name}, rules {asked.rules.id}, {asked.shoe.cards} cards",
        columns=tuple(map(Column, HEADINGS)),
        rows=[figures(result, digits) for result in results],
        notes=(UNSEEN_NOTE, *assumed),
    )
    if not asked.grid:
        return [whole]
    rows: list[tuple[Cell, ...]] = [
        (_percent(threshold), *(Rounded(result.at_least[place], digits) for result in results))
        for place, threshold in enumerate(asked.grid)
    ]
    columns = ("expectation at least", *(f"{result.unseen} unseen" for result in results))
    return [whole, Table("perfect-play-grid", "Distribution of the expectation", tuple(map(Column, columns)), rows)]


def _flat_table(asked: _Asked, results: list[PerfectPlay], digits: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for result in results:
        named: list[tuple[str, Fraction | None]] = [
            ("gain", result.gain),
            ("positive", result.positive),
            ("edge", result.edge),
            *((f"at least {_percent(t)}", chance) for t, chance in zip(asked.grid, result.at_least, strict=True)),
        ]
        for name, value in named:
            rounded = None if value is None else Rounded(value, digits)
            rows.append(
                (asked.name, asked.rules.id, asked.shoe.cards, result.unseen, result.compositions, name, value, rounded)
            )
    headings = ("bet", "rules", "cards", "unseen", "compositions", "figure", "fraction", "decimal")
    return Table("perfect", "", tuple(map(Column, headings)), rows)


def _print_plan(arguments: argparse.Namespace, asked: _Asked, style: str) -> None:
    workers = sweep_options.workers_of(arguments)
    plans = {
        unseen: plan_of(question_of(asked.bets, asked.shoe, asked.rules.tableau, unseen, asked.grid)[0])
        for unseen in asked.unseen
    }
    table = _plan_table(asked, plans, workers)
    write_answer(style, lambda: _plan_as_json(asked, plans, workers), lambda: table, lambda: [table])


def _plan_as_json(asked: _Asked, plans: dict[int, Plan], workers: int) -> dict[str, object]:
    return {
        "bet": asked.name,
        "decks": asked.decks,
        "workers": workers,
        "plan": [
            {
                "unseen": unseen,
                "compositions": str(plan.compositions),
                "tasks": plan.tasks,
                "core_seconds": round(plan.core_seconds, 1),
                "seconds": round(plan.core_seconds / workers, 1),
                "checkpoint_bytes": plan.checkpoint_bytes,
            }
            for unseen, plan in plans.items()
        ],
    }


def _plan_table(asked: _Asked, plans: dict[int, Plan], workers: int) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            unseen,
            plan.compositions,
            plan.tasks,
            decimal_text(Fraction(plan.core_seconds), 1),
            decimal_text(Fraction(plan.core_seconds) / workers, 1),
            plan.checkpoint_bytes,
        )
        for unseen, plan in plans.items()
    ]
    headings = ("unseen", "compositions", "tasks", "core seconds", "seconds", "checkpoint bytes")
    return Table(
        id="perfect-plan",
        caption=f"Plan of perfect play on {asked.name}, {asked.shoe.cards} cards, workers: {workers}",
        columns=tuple(map(Column, headings)),
        rows=rows,
        notes=(
            "Core seconds are processor time, from a short measurement on one core of this machine; seconds are what is"
            " left when that many workers share them, each with a core like it to itself.",
        ),
    )
