"""Deal whole shoes with a seeded generator, and take the exact expectation of a bet before every coup.

Shown is what a perfect player wins, who stakes one unit where the expectation is positive, and what a linear count wins that
stakes where its true count reaches a trigger: in all and by the cards unseen before the coup, with standard errors. Either is
credited with the exact expectation, not with what the coup pays. The errors are of shoes, which are independent. The cards
behind the cut card and those burned are unseen. A seed gives the same figures with any number of workers.

  exact study --bet dragon-7 --shoes 100000 --seed 1 --cut 14
  exact study --bet dragon-7 --count 0,0,0,-1,-1,-1,-1,2,2,0 --trigger 4
  exact study --bet punto,banco,tie --decks 6 --burn none --format csv

When the cut card shows the coup is finished and one more is dealt; if it shows as the first card of a coup, that is the last.
To burn, the first card is shown and as many as it counts are put away unseen, ten for a ten or a face. The true count is the
running count, the tags' mean over the shoe taken off for each card seen, for each 52 cards unseen. The best count is in whole
numbers up to 4, its trigger where the linear estimate is 0, as in exact removal.
"""

from __future__ import annotations

import argparse
import os
import re
from contextlib import nullcontext
from fractions import Fraction
from math import isnan
from typing import NamedTuple

from exact.analysis.shoe_study import (
    COUNT_FIGURES,
    LEAST_CUT,
    MAX_SEED,
    MAX_SHOES,
    MAX_TRIGGER,
    PERFECT_FIGURES,
    SHOE_FIGURES,
    SHOES_A_BLOCK,
    Count,
    Figure,
    Question,
    StudySums,
    band_names,
    check_shoe,
    count_for,
    edge_names,
    study,
    wager_of,
)
from exact.analysis.simulated_shoes import Estimate
from exact.answers.table import Cell, Column, Rounded, Table
from exact.arithmetic import decimal_text, fraction_text, parse_whole
from exact.bets.bet import Bet
from exact.bets.catalogue import find_bet
from exact.cli import options as shoe_options
from exact.cli.output import write_answer
from exact.cli.sweep_options import MAX_WORKERS
from exact.cli.terminal import patient_progress_bar, progress_bar
from exact.errors import ExactError, near_misses
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.rules.tableau import Rules
from exact.runs.processes import process_pool

BURNS = {"first-card": True, "none": False}
BEST = "best"
DECKS = "8"
"""Where neither an option nor the rulebook says."""
DIGITS = 7
TAG_CLASSES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""The point values in the order in which tags are written: ace to nine, then ten."""
_IN_PROCESS = 4
"""Up to so many blocks take about a second, which is what a pool pays for."""


class _Answer(NamedTuple):
    question: Question
    bets: list[tuple[Bet, str]]
    rules: Rules
    burn: str
    shoes: int
    sums: StudySums


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact study``."""

    def add(name: str, metavar: str, default: str | None, help_text: str) -> None:
        shown = "" if default is None else f"; default {default}"
        parser.add_argument(
            f"--{name}", action=shoe_options.Once, metavar=metavar, default=default, help=help_text + shown
        )

    bet_help = "a bet that point values decide, bet:pay-table or a .toml file; several with commas"
    parser.add_argument("--bet", action=shoe_options.Once, metavar="NAME|FILE", required=True, help=bet_help)
    add("shoes", "N", "10000", "how many shoes to deal")
    add("seed", "N", "1", "the seed of the generator")
    add("cut", "N", "14", "the cards behind the cut card")
    add("burn", "RULE", "first-card", f"what is burned before the first coup: {' or '.join(BURNS)}")
    add("count", "TAGS|best", BEST, "a linear count: ten tags, for ace to nine and ten")
    add("trigger", "T", None, "the true count from which it bets; default where the linear estimate is 0")
    add("workers", "N", None, f"processes, 1 to {MAX_WORKERS}; default one a core")
    shoe_options.add_shoe(parser)
    shoe_options.add_rules(parser)
    shoe_options.add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Deal and print; always 0."""
    style = shoe_options.style_of(arguments)
    shoes = parse_whole(arguments.shoes, "shoes", 1, MAX_SHOES)
    workers = None if arguments.workers is None else parse_whole(arguments.workers, "workers", 1, MAX_WORKERS)
    rules = shoe_options.rules_of(arguments)
    if rules.decks is None and not any((arguments.decks, arguments.values, arguments.ranks)):
        arguments.decks = DECKS
    shoe = shoe_options.shoe_of(arguments, rules).coarsened(Granularity.VALUES)
    bets = [(bet, table or next(iter(bet.pay_tables))) for bet, table in map(find_bet, arguments.bet.split(","))]
    question = _question(arguments, bets, shoe, rules)
    blocks = -(-shoes // SHOES_A_BLOCK)
    alone = blocks <= _IN_PROCESS or workers == 1
    if not alone:
        progress_bar(0, blocks)  # the first block is seconds away: a pool starts slowly
    with nullcontext(None) if alone else process_pool(min(blocks, workers or os.cpu_count() or 1)) as pool:
        sums = study(question, shoes, pool, patient_progress_bar() if alone else progress_bar)
    answer = _Answer(question, bets, rules, arguments.burn, shoes, sums)
    write_answer(style, lambda: _as_json(answer), lambda: _flat_table(answer), lambda: _tables(answer))
    return 0


def _question(arguments: argparse.Namespace, bets: list[tuple[Bet, str]], shoe: Shoe, rules: Rules) -> Question:
    if arguments.burn not in BURNS:
        raise ExactError("burn", arguments.burn, f"is not a rule: {near_misses(arguments.burn, list(BURNS))}")
    tags = None if arguments.count == BEST else _tags(arguments.count)
    trigger = None if arguments.trigger is None else _trigger(arguments.trigger)
    if len(bets) > 1 and (tags or trigger is not None):
        raise ExactError("bet", arguments.bet, "names several bets, and --count and --trigger are for one")
    check_shoe(shoe.values, BURNS[arguments.burn])
    cut = parse_whole(arguments.cut, "cut", LEAST_CUT, shoe.cards - 1)
    seed = parse_whole(arguments.seed, "seed", 0, MAX_SEED)
    empty = Question(shoe.values, rules.tableau, cut, BURNS[arguments.burn], (), seed)
    wagers = []
    for bet, pay_table in bets:
        count = count_for(bet, pay_table, shoe, rules.tableau, tags, trigger)
        wagers.append(wager_of(bet, pay_table, rules.tableau, count))
    return empty._replace(wagers=tuple(wagers))


def _tags(text: str) -> tuple[int, ...]:
    from exact.analysis.linear_count import MAX_TAG

    entries = text.split(",")
    if len(entries) != len(TAG_CLASSES):
        bound = f"must be {BEST}, or ten whole numbers with commas between, for ace to nine and ten"
        raise ExactError("count", text, bound)
    tags = [parse_whole(entry.strip().removeprefix("+"), "count", -MAX_TAG, MAX_TAG) for entry in entries]
    return tags[-1], *tags[:-1]


def _trigger(text: str) -> Fraction:
    if not re.fullmatch(r"[+-]?\d{1,7}(\.\d{1,9}|/0*[1-9]\d{0,8})?", text.strip(), re.ASCII):
        raise ExactError("trigger", text, "must be a number like 4, -2.5 or 7/2")
    trigger = Fraction(text.strip())
    if abs(trigger) > MAX_TRIGGER:
        raise ExactError("trigger", text, f"must be at most {MAX_TRIGGER} in size")
    return trigger


def _figures(answer: _Answer, wager: int) -> list[tuple[str, Figure]]:
    """Every figure that is told of a wager, under the name of who plays."""
    told = [("shoe", figure) for figure in SHOE_FIGURES] + [("perfect play", figure) for figure in PERFECT_FIGURES]
    if answer.question.wagers[wager].linear is not None:
        told += [("count", figure) for figure in COUNT_FIGURES]
    return told


def _bands() -> list[tuple[int | None, str]]:
    return [(None, "all"), *enumerate(band_names())]


def _number(value: float) -> str | None:
    """The figure in decimals; `None` for the error of a single shoe, which is not a number."""
    return None if isnan(value) else decimal_text(Fraction(value), DIGITS)


def _count_as_json(linear: Count) -> dict[str, object]:
    tags = {("T" if value == 0 else "A" if value == 1 else str(value)): linear.tags[value] for value in TAG_CLASSES}
    trigger = {"fraction": fraction_text(linear.trigger), "decimal": decimal_text(linear.trigger, DIGITS)}
    return {"tags": tags, "trigger": trigger, "bets": "from" if linear.upwards else "up to"}


def _as_json(answer: _Answer) -> dict[str, object]:
    question = answer.question
    bets = []
    for number, ((bet, pay_table), wager) in enumerate(zip(answer.bets, question.wagers, strict=True)):
        bands = []
        for band, name in _bands():
            told: dict[str, dict[str, object]] = {}
            for who, figure in _figures(answer, number):
                found = answer.sums.estimate(number, band, figure)
                entry = None if found is None else {"estimate": _number(found.value), "error": _number(found.error)}
                told.setdefault(who.replace(" ", "_"), {})[figure.name.replace(" ", "_")] = entry
            counts = answer.sums.edges[number].sum(axis=0) if band is None else answer.sums.edges[number, band]
            edges = dict(zip(edge_names(), map(str, counts.tolist()), strict=True))
            bands.append({"unseen": name, **told, "coups_by_edge_in_percent": edges})
        linear = None if wager.linear is None else _count_as_json(wager.linear)
        bets.append({"bet": bet.name, "pay_table": pay_table, "count": linear, "bands": bands})
    return {
        "rules": answer.rules.id,
        "cards": sum(question.values),
        "values": list(question.values),
        "cut": question.cut,
        "burn": answer.burn,
        "shoes": answer.shoes,
        "seed": question.seed,
        "bets": bets,
        "assumed": shoe_options.assumed_for_bets(answer.rules),
    }


def _rounded(found: Estimate | None) -> tuple[Cell, Cell]:
    if found is None:
        return None, None
    value, error = (None if isnan(figure) else Rounded(Fraction(figure), DIGITS) for figure in found)
    return value, error


def _flat_table(answer: _Answer) -> Table:
    question = answer.question
    rows: list[tuple[Cell, ...]] = []
    for number, (bet, pay_table) in enumerate(answer.bets):
        start = answer.rules.id, sum(question.values), question.cut, answer.burn, answer.shoes, question.seed
        for band, name in _bands():
            for who, figure in _figures(answer, number):
                found = _rounded(answer.sums.estimate(number, band, figure))
                rows.append((*start, bet.name, pay_table, name, who, figure.name, *found))
            counts = answer.sums.edges[number].sum(axis=0) if band is None else answer.sums.edges[number, band]
            for edge, count in zip(edge_names(), counts.tolist(), strict=True):
                rows.append((*start, bet.name, pay_table, name, "coups by edge in percent", edge, count, None))
    headings = ("rules", "cards", "cut", "burn", "shoes", "seed", "bet", "pay_table", "unseen", "of", "figure")
    return Table("study", "", tuple(map(Column, (*headings, "estimate", "standard_error"))), rows)


def _tables(answer: _Answer) -> list[Table]:
    return [table for number in range(len(answer.bets)) for table in (_whole(answer, number), _by_band(answer, number))]


def _whole(answer: _Answer, number: int) -> Table:
    (bet, pay_table), question = answer.bets[number], answer.question
    linear = question.wagers[number].linear
    rows: list[tuple[Cell, ...]] = []
    for perfect, counted in zip(PERFECT_FIGURES, COUNT_FIGURES, strict=True):
        found = None if linear is None else answer.sums.estimate(number, None, counted)
        rows.append((perfect.name, *_rounded(answer.sums.estimate(number, None, perfect)), *_rounded(found)))
    shoe = (answer.sums.estimate(number, None, figure) for figure in SHOE_FIGURES)
    told = (
        f"{figure.name} {_number(f.value)} ± {_number(f.error) or '–'}"
        for figure, f in zip(SHOE_FIGURES, shoe, strict=True)
        if f
    )
    title = bet.title if len(bet.pay_tables) == 1 else f"{bet.title}, {pay_table}"
    heads = ("one unit staked", "perfect play", "standard error", "count", "standard error")
    return Table(
        id=f"study-{bet.name}",
        caption=f"{title}: {answer.shoes} shoes of {sum(question.values)} cards, rules {answer.rules.id}, cut card at {question.cut}, burned: {answer.burn}, seed {question.seed}",
        columns=tuple(map(Column, heads)),
        rows=rows,
        notes=(
            f"Simulated: {', '.join(told)}.",
            _count_note(linear),
            *(f"Assumed, for the document does not say: {p}" for p in shoe_options.assumed_for_bets(answer.rules)),
        ),
    )


def _count_note(linear: Count | None) -> str:
    if linear is None:
        return "Removing a card changes nothing, so there is no count."
    tags = " ".join(f"{linear.tags[value]:+d}" if linear.tags[value] else "0" for value in TAG_CLASSES)
    bets = "from" if linear.upwards else "up to"
    return f"The count: tags {tags} for ace to nine and ten; it bets {bets} a true count of {decimal_text(linear.trigger, 3)}."


def _by_band(answer: _Answer, number: int) -> Table:
    linear = answer.question.wagers[number].linear
    rows: list[tuple[Cell, ...]] = []
    for band, name in enumerate(band_names()):
        coups = answer.sums.estimate(number, band, SHOE_FIGURES[0])
        if coups is None or not coups.value:
            continue
        perfect = [_rounded(answer.sums.estimate(number, band, figure)) for figure in PERFECT_FIGURES[:3]]
        counted = [_rounded(answer.sums.estimate(number, band, figure)) for figure in COUNT_FIGURES[:3]]
        cells = [perfect[0][0], perfect[1][0], *perfect[2], counted[0][0], counted[1][0], *counted[2]]
        rows.append((name, _rounded(coups)[0], *(cells if linear else [*cells[:4], *[None] * 4])))
    heads = ("cards unseen", "coups per shoe", "positive", "mean edge", "gain per 100", "error", "bets", "mean edge")
    return Table(
        id=f"study-{answer.bets[number][0].name}-bands",
        caption="By cards unseen before the coup: perfect play, then the count",
        columns=tuple(map(Column, (*heads, "gain per 100", "error"))),
        rows=rows,
    )
