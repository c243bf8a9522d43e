"""Perfect play on bets that ranks or suits decide, exactly, by the few sums of counts that decide their expectation.

`exact.analysis.rank_sums` finds the sums, and `exact.analysis.rank_states` in how many ways n cards have each value of
them. A pair of one hand needs one sum, Σc(c−1) over the ranks: 404,378 states for all n of 8 decks. If a bet's win also
has another sum as a linear term, as either pair has Σc(c−1)(c−2), a state of the first sums needs only its mean
wherever its range in the state decides the bet. The compositions of the few states left are split by kind into two
halves, and the states of one are joined with those of the other that bring the first sums to their values and the last
one to at least its bound.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, fields
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, comb
from timeit import timeit

from exact.analysis.compositions import count_compositions
from exact.analysis.perfect_play import IN_PROCESS, PerfectPlay, Plan, perfect_play, plan_of, question_of
from exact.analysis.rank_states import Packing, States, Sums, extremes, states_by_cards, states_of
from exact.analysis.rank_sums import SumQuestion, questions_of
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.engine.compiler import compiled
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.lazy import Integers, Truths, np
from exact.records import Record
from exact.rules import Tableau
from exact.workers.tasks import HERE, Answer, Progress, Run, Task, checkpoint_size, run_tasks

_SAMPLE = 20  # unseen cards of the states that a plan counts, to measure the time
_HALVES = 3  # states with halves that must be joined take about three times as long


class Target(Record):
    """A state in which the inner sum decides whether a composition reaches a threshold (by its index)."""

    unseen: int
    key: int
    threshold: int
    least: int  # the inner sum that reaches it
    rest: int  # what the bet wins without the inner sum


def rank_plays(
    bets: Sequence[Bet],
    shoe: Shoe,
    tableau: Tableau,
    unseen: Sequence[int],
    *,
    grid: Sequence[Fraction] = (),
    run: Run = HERE,
) -> list[PerfectPlay]:
    """The gains as by `perfect_play` over compositions of the bets' kinds; `ExactError` for too many states."""
    questions = questions_of(bets, shoe, tableau, unseen)
    alone = run._replace(executor=None)
    plays: dict[int, PerfectPlay] = {}
    for sums in dict.fromkeys(question.sums for question in questions):
        own = {question.unseen: question for question in questions if question.sums == sums}
        totals, targets = _read(own, len(grid), *_done(partial(_sure, tuple(own.values()), tuple(grid)), [(0,)], alone))
        tasks = [(index,) for index in range(len(targets))]
        tails = _done(partial(_tail, sums, max(own), tuple(targets)), tasks, run if len(targets) > 1 else alone)
        for target, (ways, inner) in zip(targets, tails, strict=True):
            won = totals[target.unseen]
            won[1 + target.threshold] += ways
            if target.threshold == 0:
                won[0] += ways * target.rest + own[target.unseen].inner * inner
        for cards, question in own.items():
            plays[cards] = PerfectPlay.of_totals(totals[cards], cards, question.compositions, question.unit, shoe.cards)
    return [plays[cards] for cards in unseen]


def plan_of_sums(question: SumQuestion) -> Plan:
    """The plan of a question, from the processor time for a sample of its states."""
    sample = min(_SAMPLE, question.unseen)
    states = states_of(question.sums, question.unseen)
    counts, fewer = (sum(min(held, cards) + 1 for held in question.sums.held) for cards in (question.unseen, sample))
    seconds = _measured(question.sums, sample) * states[-1] * counts / (states[sample] * fewer)
    if question.sums.inner:
        seconds *= _HALVES
    bits = 2 * comb(sum(question.sums.held), question.unseen).bit_length() + 53
    return Plan(question.compositions, 1, seconds, checkpoint_size(1, bits))


@lru_cache(maxsize=4)
def _measured(sums: Sums, unseen: int) -> float:
    return timeit(partial(_states_of, sums, (unseen,)), timer=time.process_time, number=1)


def _done(work: partial[Answer], tasks: Sequence[Task], run: Run) -> list[Answer]:
    digest = hashlib.sha256(repr(work.args).encode()).hexdigest()
    identity = f"perfect play by sums 2: {work.func.__name__} {digest}"
    return list(run_tasks(work, tasks, identity, run.executor, run.checkpoint if tasks else None))


def _read(unseen: Iterable[int], thresholds: int, answer: Answer) -> tuple[dict[int, list[int]], list[Target]]:
    """An answer of `_sure`: the sums for each number of unseen cards, and the states that are left."""
    width, size = 2 + thresholds, len(fields(Target))
    totals = {cards: list(answer[width * index : width * (index + 1)]) for index, cards in enumerate(unseen)}
    rest = answer[width * len(totals) :]
    return totals, [Target(*rest[start : start + size]) for start in range(0, len(rest), size)]


def _sure(questions: Sequence[SumQuestion], grid: Sequence[Fraction], _: int) -> Answer:
    """For each question the sums as by `exact.analysis.perfect_play.count_block`; then the targets left."""
    packing, states = _states_of(questions[0].sums, [question.unseen for question in questions])
    totals: list[int] = []
    left: list[int] = []
    for question in questions:
        scale = question.unit * ordered_deals(question.unseen)
        of_cards = states[question.unseen]
        best = np.maximum.reduce(question.values(packing, of_cards.keys))
        low, high, inner = best, best, 0 * best  # of the wins in a state, and the inner sum's part over its ways
        if of_cards.second is not None:
            low = best + of_cards.second.lowest.astype(object) * question.inner
            high = best + of_cards.second.highest.astype(object) * question.inner
            inner = of_cards.second.sums * question.inner
        reached = [1, *(ceil(threshold * scale) for threshold in grid)]
        sure = [(low >= numerator).astype(bool) for numerator in reached]
        totals.append(int(((of_cards.ways * best + inner) * sure[0]).sum()))
        totals += [int((of_cards.ways * mask).sum()) for mask in sure]
        for threshold, numerator in enumerate(reached):
            for state in np.flatnonzero((high >= numerator).astype(bool) & ~sure[threshold]):
                least = -((best[state] - numerator) // question.inner)
                left += astuple(Target(question.unseen, int(of_cards.keys[state]), threshold, least, best[state]))
    return (*totals, *left)


def _states_of(sums: Sums, unseen: Sequence[int]) -> tuple[Packing, dict[int, States]]:
    packing = sums.packing(max(unseen))
    second = sums.table(sums.inner, max(unseen)) if sums.inner else None
    return packing, states_by_cards(sums.held, packing.table, unseen, second)


def _tail(sums: Sums, most: int, targets: tuple[Target, ...], index: int) -> Answer:
    """The ways of a target's compositions that reach its threshold, and the sum of their inner sums."""
    target = targets[index]
    packing, first, second = _halves(sums, most, targets)
    _, span = packing.spans
    ways = inner = 0
    for cards, states in first.items():
        others = second.get(target.unseen - cards)
        if others is None:
            continue
        outer, own = packing.unpacked(states.keys)
        start = np.searchsorted(others.keys, (target.key - outer) * span + target.least - own)
        end = np.searchsorted(others.keys, (target.key - outer) * span + span // 2, side="right")
        some = start < end
        if not some.any():
            continue
        low, high = int(start[some].min()), int(end[some].max())
        part = others.ways[low:high]
        (numbers,) = packing.unpacked(others.keys[low:high])[1:]
        sums_of_ways, sums_of_inner = (np.append(0, np.cumsum(c)) for c in (part, part * numbers.astype(object)))
        start, end = start[some] - low, end[some] - low
        joined = sums_of_ways[end] - sums_of_ways[start]
        weights = states.ways[some]
        ways += int((weights * joined).sum())
        inner += int((weights * (joined * own[some].astype(object) + sums_of_inner[end] - sums_of_inner[start])).sum())
    return ways, inner


@lru_cache(maxsize=1)
def _halves(sums: Sums, most: int, targets: tuple[Target, ...]) -> tuple[Packing, dict[int, States], dict[int, States]]:
    """The outer and the inner sums of each half of the kinds; only states that the other half can bring to a target."""
    held, outer = sums.held, sums.packing(most).table
    packing = Packing([outer, sums.table(sums.inner, most)], most)
    largest = max(target.unseen for target in targets)

    def half(own: range) -> dict[int, States]:
        others = [kind for kind in range(len(held)) if kind not in own]
        left = [[*own[added:], *others] for added in range(1, len(own) + 1)]
        bounds = [extremes([held[kind] for kind in kinds], [outer[kind] for kind in kinds], most) for kinds in left]

        def keeps(added: int, cards: int, keys: Integers) -> Truths:
            lows, highs = bounds[added - 1]
            reached = packing.unpacked(keys)[0]
            rests = [(target.key, target.unseen - cards) for target in targets if target.unseen >= cards]
            low = min(key - highs[rest] for key, rest in rests)
            high = max(key - lows[rest] for key, rest in rests)
            possible: Truths = (reached >= low) & (reached <= high)
            return possible

        of_own, table = [held[kind] for kind in own], [packing.table[kind] for kind in own]
        return states_by_cards(of_own, table, range(min(sum(of_own), largest) + 1), keeps=keeps)

    return packing, half(range(len(held) // 2)), half(range(len(held) // 2, len(held)))


class PerfectRun(Record, kw_only=True):
    """A question of perfect play; the player takes the best of ``bets``."""

    bets: tuple[Bet, ...]
    shoe: Shoe
    tableau: Tableau
    unseen: tuple[int, ...]
    grid: tuple[Fraction, ...] = ()

    @property
    def is_by_sums(self) -> bool:
        """Whether point values do not decide every bet."""
        return any(compiled(bet, self.tableau).granularity is not Granularity.VALUES for bet in self.bets)

    @property
    def takes_long(self) -> bool:
        """Whether a second of one process is too little."""
        return self.is_by_sums or max(count_compositions(self.shoe.values, each) for each in self.unseen) > IN_PROCESS

    def plans(self) -> Callable[[], list[Plan]]:
        """What measures the plan for each number of unseen cards; raises `ExactError` at once for a wrong one."""
        if self.is_by_sums:
            by_sums = questions_of(self.bets, self.shoe, self.tableau, self.unseen)
            return lambda: [*map(plan_of_sums, by_sums)]
        questions = [question_of(self.bets, self.shoe, self.tableau, unseen, self.grid)[0] for unseen in self.unseen]
        return lambda: [*map(plan_of, questions)]

    def plays(self, run: Run, progress: Callable[[int], Progress | None]) -> list[PerfectPlay]:
        """The gains as by `perfect_play`; ``progress`` makes the `Progress` of a number of unseen cards."""
        game = self.bets, self.shoe, self.tableau
        if self.is_by_sums:
            return rank_plays(*game, self.unseen, grid=self.grid, run=run)
        play = partial(perfect_play, *game, grid=self.grid)
        return [play(unseen, run=run._replace(progress=progress(unseen))) for unseen in self.unseen]
