"""The odds of every shoe of a file, or before every coup of dealt shoes: ``exact odds --shoes`` and ``--replay``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from exact.arithmetic import fraction_text
from exact.cli import options as shoe_options
from exact.cli.terminal import progress_bar
from exact.engine.evaluate import Evaluation, Evaluator
from exact.errors import ExactError, near_misses
from exact.game.cards import Granularity
from exact.game.coup import Outcome
from exact.lazy import np
from exact.rules.tableau import Rules
from exact.shoe_files.columns import format_of, shoe_columns
from exact.shoe_files.dealt import DealtCoup, dealt_shoes
from exact.shoe_files.reading import Rejected, open_shoes
from exact.shoe_files.writing import Answers, Column

_OUTCOMES = ("deals", *(outcome.value for outcome in Outcome))
_EXPECTATION = "expectation"
_COUP = ("shoe", "coup", "cards", "punto_cards", "banco_cards", "punto_total", "banco_total", "outcome")
_COUPS_TOGETHER = 4096
_NOT_FOR_FILES = ("values", "ranks", "remove", "given", "digits", "format")


def answer_file(arguments: argparse.Namespace) -> int:
    """Write the answers; 0. Raises `ExactError` for what cannot be begun, and at the end where rows were set apart."""
    option = "shoes" if arguments.shoes is not None else "replay"
    source = Path(arguments.shoes if option == "shoes" else arguments.replay)
    _refuse_others(arguments, option)
    if arguments.out is None:
        raise ExactError(option, str(source), "needs --out FILE, where the answers go")
    out = Path(arguments.out)
    format_of(out, "out")
    for path in (out, out.with_name(f"{out.name}.rejects.csv")):
        if path.exists() and source.exists() and os.path.samefile(path, source):
            raise ExactError("out", str(out), f"would overwrite what --{option} reads")
    rules = shoe_options.rules_of(arguments)
    answers = (_answer_shoes if option == "shoes" else _answer_replay)(arguments, rules, source, out)
    if answers.rejected:
        rows = f"{answers.rejected} rows" if answers.rejected > 1 else "1 row"
        raise ExactError(
            option, str(source), f"has {rows} that cannot be used: see {answers.rejects}; the rest is done"
        )
    return 0


def _refuse_others(arguments: argparse.Namespace, option: str) -> None:
    given = arguments.__dict__.get("given_options", set())
    others = (*_NOT_FOR_FILES, *(("replay", "decks") if option == "shoes" else ()))
    for other in others:
        if other in given:
            raise ExactError(other, getattr(arguments, other), f"makes no sense with --{option}")


def _answer_shoes(arguments: argparse.Namespace, rules: Rules, source: Path, out: Path) -> Answers:
    file = open_shoes(source, "shoes")
    evaluator = Evaluator(rules.tableau, _bets(arguments), file.granularity)
    known = shoe_columns(file.granularity)
    none = np.zeros((0, file.granularity), dtype=np.int64)
    columns = _Columns(arguments, file.names, evaluator.evaluate(none))
    with Answers(out, known) as answers, progress_bar(source.name) as progress:
        for shoes, rejected, done in _begun(file.blocks(), none):
            answers.reject(rejected)
            counts = dict(zip(known, shoes.T, strict=True))
            answers.write(columns.of(counts, evaluator.evaluate(shoes)))
            progress(done, max(file.size, done, 1))
    return answers


def _begun(blocks: Iterable[Any], none: Any) -> Iterator[Any]:
    """The blocks, after one without shoes, so that a file without any has its columns too."""
    yield none, [], 0
    yield from blocks


def _answer_replay(arguments: argparse.Namespace, rules: Rules, source: Path, out: Path) -> Answers:
    from exact.rules.rulebook import play

    full = shoe_options.shoe_of(arguments, rules)
    decks = full.cards // 52
    evaluator = Evaluator(rules.tableau, _bets(arguments), Granularity.VALUES)
    known = shoe_columns(Granularity.VALUES)
    columns = _Columns(arguments, list(_COUP), evaluator.evaluate(np.zeros((0, 10), dtype=np.int64)), known)
    if not source.is_file():
        raise ExactError("replay", str(source), "is not there, or is no file")
    size = source.stat().st_size
    with (
        Answers(out, ("shoe", "coup", "cards", "punto_total", "banco_total", *known)) as answers,
        progress_bar(source.name) as progress,
    ):
        waiting: list[DealtCoup] = []

        def write() -> None:
            left = np.array([coup.left for coup in waiting], dtype=np.int64).reshape(-1, 10)
            told: dict[str, Column] = {**_told(waiting, left), **dict(zip(known, left.T, strict=True))}
            answers.write(columns.of(told, evaluator.evaluate(left)))
            waiting.clear()

        write()
        for coups, rejected, done in dealt_shoes(source, decks, play(arguments.rules)):
            rows: list[Rejected] = rejected
            answers.reject(rows)
            waiting += coups
            if len(waiting) >= _COUPS_TOGETHER:
                write()
                progress(done, max(size, done + 1))
        write()
    return answers


def _told(coups: list[DealtCoup], left: Any) -> dict[str, Column]:
    """What a dealt coup came to."""
    hands = [coup.replay.hands for coup in coups]
    dealt = [coup.replay.coup for coup in coups]
    told: tuple[Column, ...] = (
        np.array([coup.line for coup in coups], dtype=np.int64),
        np.array([coup.number for coup in coups], dtype=np.int64),
        left.sum(axis=1),
        [" ".join(punto) for punto, _ in hands],
        [" ".join(banco) for _, banco in hands],
        np.array([coup.punto.total for coup in dealt], dtype=np.int64),
        np.array([coup.banco.total for coup in dealt], dtype=np.int64),
        [coup.outcome.value for coup in dealt],
    )
    return dict(zip(_COUP, told, strict=True))


def _bets(arguments: argparse.Namespace) -> list[str]:
    names = [] if arguments.bets is None else [name.strip() for name in arguments.bets.split(",")]
    for name in names:
        if not name:
            raise ExactError("bets", arguments.bets, "has an empty name: bets are parted by one comma each")
        if names.count(name) > 1:
            raise ExactError("bets", name, "is named twice")
    return names


class _Columns:
    """Which columns are written, in which order; ``others`` are there for those who ask."""

    def __init__(
        self, arguments: argparse.Namespace, first: list[str], empty: Evaluation, others: Iterable[str] = ()
    ) -> None:
        counted = [f"{bet}:{category}" for bet, counts in empty.bets.items() for category in counts]
        expected = [f"{bet}:{_EXPECTATION}" for bet in empty.bets]
        self.names = [*first, *_OUTCOMES, *counted]
        if arguments.columns is not None:
            known = [*self.names, *others, *expected]
            self.names = [name.strip() for name in arguments.columns.split(",")]
            for name in self.names:
                if name not in known:
                    raise ExactError("columns", name, f"is not a column: {near_misses(name, known)}")
                if self.names.count(name) > 1:
                    raise ExactError("columns", name, "is named twice")

    def of(self, told: dict[str, Column], found: Evaluation) -> dict[str, Column]:
        """The columns of some shoes, from what is ``told`` of them and what has been ``found``."""
        known: dict[str, Column] = {**told, "deals": found.deals, **found.outcomes}
        for bet, counts in found.bets.items():
            expectation = f"{bet}:{_EXPECTATION}"
            if expectation in self.names:
                known[expectation] = [fraction_text(value) for value in found.expectations(bet).tolist()]
            known |= {f"{bet}:{category}": count for category, count in counts.items()}
        return {name: known[name] for name in self.names}
