"""What n independent coups win if a limit ends play, or a plan changes the bets and the stakes.

Play ends as soon as the result reaches one of two limits, and deals are counted by result and step of the plan from
coup to coup; beyond `EXACT_COUPS`, as binary fractions side by side in one long integer for each step.

A written plan, like ``1, 2, 4, 8; win first; loss next``, is a list of steps: multiples of the stakes, each of which
may name the one bet that it is on, ``1 banco, 2 punto``. Without moves every coup leads to the next step; with some, an
event without one stays. After the last step, ``next`` is the first; ``up`` and ``down`` end at the last and the first.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.sessions.distributions import (
    EXACT_COUPS,
    Bounds,
    ResultDistribution,
    check_memory,
    in_one_unit,
    net_wins,
)
from exact.arithmetic import number_text
from exact.engine.outcomes import slots
from exact.errors import ExactError
from exact.inputs import one_of, parse_amount, parse_whole, spelled
from exact.names import canonical
from exact.records import Record, replace

MAX_PLANNED = 10_000
MAX_STATES = 3 * 10**7  # of a plan with exact probabilities: results, coups and steps; up to 20 s
MAX_WORK = 2 * 10**11  # bits to move for each result of a coup: results · coups · bits of a probability; a minute


class Limits(NamedTuple):
    """The results in units at which play ends; `None` for no limit on a side."""

    low: int | None
    high: int | None


class PlanStep(Record):
    """A step of a plan: a coup, and the steps that follow; all steps of a plan have one unit and one denominator."""

    coup: ResultDistribution
    stake: Fraction = Fraction(1)  #: On all bets together
    after: tuple[int, ...] = (0, 0, 0)  #: The index of the step after a push, a win and a loss: by the sign
    bets: tuple[str, ...] = ()
    low: int | None = None  #: The largest result that leaves too little of a bankroll for the stake

    def next(self, won: int) -> int:
        """The index of the step after a net win."""
        return self.after[(won > 0) - (won < 0)]


class StoppedSession(NamedTuple):
    """A session that ends at a limit or after ``coups`` coups."""

    distribution: ResultDistribution
    at_low: tuple[int, ...]  #: For each coup, how many of the denominator it ends there
    at_high: tuple[int, ...]
    visits: tuple[int, ...] = ()  #: The mean number of coups at each step of the plan, times the denominator

    @property
    def mean_coups(self) -> Bounds:
        """The expected number of coups played."""
        coups, total = len(self.at_low), self.distribution.denominator
        ended = [low + high for low, high in zip(self.at_low, self.at_high, strict=True)]
        saved = sum(count * (coups - number) for number, count in enumerate(ended, start=1))
        most = min(saved + self.distribution.missing * coups, total * coups)
        return coups - Fraction(most, total), coups - Fraction(saved, total)


def limits_of(coup: ResultDistribution, stop_loss: Fraction | None, stop_win: Fraction | None) -> Limits:
    """The limits of play that ends with a net loss of ``stop_loss`` or more, or a net win of ``stop_win`` or more."""
    low = None if stop_loss is None else -stop_loss // coup.unit
    return Limits(low, None if stop_win is None else -(-stop_win // coup.unit))


def play_limits(coup: ResultDistribution, stake: Fraction, amounts: dict[str, Fraction]) -> tuple[Limits, int | None]:
    """The limits, and the largest result that leaves less than the stake of a bankroll, if there is one.

    ``amounts`` has some of ``stop_win``, ``stop_loss``, ``bankroll`` and ``target``; raises `ExactError` for two that
    exclude each other, a target without a lower bankroll, and a bankroll smaller than ``stake``.
    """
    for one, other in (("stop_loss", "bankroll"), ("stop_win", "target")):
        if one in amounts and other in amounts:
            bound = f"and {spelled(one)} both end play: give one of them"
            raise ExactError(other, number_text(amounts[other]), bound)
    bankroll, target, win = (amounts.get(name) for name in ("bankroll", "target", "stop_win"))
    if bankroll is not None and stake > bankroll:
        raise ExactError("stake", str(stake), f"is beyond the bankroll of {bankroll}")
    if target is not None:
        if bankroll is None:
            raise ExactError("target", number_text(target), f"needs the {spelled('bankroll')} at the beginning")
        if target <= bankroll:
            bound = f"must be more than the bankroll of {number_text(bankroll)}"
            raise ExactError("target", number_text(target), bound)
        win = target - bankroll
    limits = limits_of(coup, amounts.get("stop_loss"), win)
    if bankroll is None:
        return limits, None
    ruin = -((bankroll - stake) // coup.unit) - 1
    return limits._replace(low=ruin), ruin


def plan_limits(steps: Sequence[PlanStep], amounts: dict[str, Fraction]) -> tuple[list[PlanStep], Limits]:
    """The steps of a plan, each with the result that ends play before its stake, and the limits of all; as above."""
    ends = [play_limits(step.coup, step.stake, amounts)[0] for step in steps]
    lows = [end.low for end in ends if end.low is not None]
    planned = [replace(step, low=end.low) for step, end in zip(steps, ends, strict=True)]
    return planned, Limits(min(lows, default=None), ends[0].high)


def stopped_session(
    coup: ResultDistribution, coups: int, limits: Limits, digits: int, plan: Sequence[PlanStep] = ()
) -> StoppedSession:
    """The session of one coup again and again, or by a plan; `ExactError` beyond `MAX_WORK`.

    It is exact up to `EXACT_COUPS` coups and, by a plan, `MAX_STATES`, else within 10**−``digits``.
    """
    check_memory(coup, coups)
    if plan and coups > MAX_PLANNED:
        raise ExactError("coups", coups, f"are too many of a plan: at most {MAX_PLANNED}")
    steps = plan or (PlanStep(coup),)
    never_below, never_above = _reach(steps, coups)
    low = never_below if limits.low is None else max(limits.low, never_below)
    high = never_above if limits.high is None else min(limits.high, never_above)
    outcomes, states = max(len(step.coup.counts) for step in steps), (high - low) * coups * len(steps)
    few = min(high - low, outcomes ** min(coups, 20)) * coups * len(steps) <= MAX_STATES
    exact = coups <= EXACT_COUPS and (few or not plan)
    places = 8 * ((int(digits * 3.33) + states.bit_length()) // 8 + 1)
    if states * places * outcomes > MAX_WORK and not (plan and exact):
        needs = f"needs {high - low} results at each of {coups} coups"
        raise ExactError("coups", coups, f"{needs}: too many, take nearer stop points or larger units")
    play = _Counted(steps, low, high) if exact else _Packed(steps, low, high, places)
    whole = coup.denominator**coups if exact else 1 << places
    at_low, at_high, ended, visits = [], [], Counter[int](), [0] * len(steps)
    for number in range(1, coups + 1):
        scale = coup.denominator ** (coups - number) if exact else 1
        if plan:
            before = coup.denominator * scale if exact else 1
            visits = [seen + before * now for seen, now in zip(visits, play.totals(), strict=True)]
        stopped = {result: scale * count for result, count in play.after_coup().items()}
        ended.update(stopped)
        at_high.append(sum(count for result, count in stopped.items() if result >= high))
        at_low.append(sum(stopped.values()) - at_high[-1])
    ended.update(play.counts())
    distribution = ResultDistribution(coup.unit, dict(sorted(ended.items())), whole, whole - sum(ended.values()))
    return StoppedSession(distribution, tuple(at_low), tuple(at_high), tuple(visits))


def _reach(steps: Sequence[PlanStep], coups: int) -> tuple[int, int]:
    """A result below every one that the steps can reach, and one above."""
    if len(steps) == 1:
        return min(coups * steps[0].coup.lowest, 0) - 1, max(coups * steps[0].coup.highest, 0) + 1
    ends = [[(won, step.next(won)) for won in step.coup.counts] for step in steps]
    worst = best = [0] * len(steps)  # of so many coups from each step on
    for _coup in range(coups):
        worst = [min(0, *(won + worst[after] for won, after in outcomes)) for outcomes in ends]
        best = [max(0, *(won + best[after] for won, after in outcomes)) for outcomes in ends]
    return worst[0] - 1, best[0] + 1


class _Counted:
    """Counts deals by result for each step; ``going`` are those of the sessions that go on."""

    def __init__(self, steps: Sequence[PlanStep], low: int, high: int) -> None:
        self.steps, self.low, self.high = steps, low, high
        self.going: list[dict[int, int]] = [{0: 1}, *({} for _step in steps[1:])]

    def after_coup(self) -> Counter[int]:
        """Play one more coup; the deals of the sessions that it ends, by result."""
        after: list[dict[int, int]] = [{} for _step in self.steps]
        for step, going in zip(self.steps, self.going, strict=True):
            for won, weight in step.coup.counts.items():
                reached = after[step.next(won)]
                for result, deals in going.items():
                    reached[result + won] = reached.get(result + won, 0) + deals * weight
        ended = Counter[int]()
        for step, reached in zip(self.steps, after, strict=True):
            low = self.low if step.low is None else step.low
            over = {result: count for result, count in reached.items() if not low < result < self.high}
            ended.update(over)
            for result in over:
                del reached[result]
        self.going = after
        return ended

    def totals(self) -> list[int]:
        """The deals of the sessions that are at each step."""
        return [sum(going.values()) for going in self.going]

    def counts(self) -> Counter[int]:
        return sum(map(Counter, self.going), Counter[int]())


class _Packed:
    """As `_Counted`, for the probabilities of the results, rounded down to binary places, in one integer.

    Every result has twice as many bits as places, so products do not run into each other. At the beginning the result 0
    has what ``places`` bits hold, which is 1 less the last bit.
    """

    def __init__(self, steps: Sequence[PlanStep], low: int, high: int, places: int) -> None:
        self.steps, self.low, self.high, self.places = steps, low, high, places
        self.down = max(0, *(-step.coup.lowest for step in steps))
        self.up = max(0, *(step.coup.highest for step in steps))
        one = (1 << places) - 1
        results = self.down + high - low - 1 + self.up
        self.mask = int.from_bytes(one.to_bytes(2 * places // 8, "little") * results, "little")
        self.going = [one << (2 * places * (-low - 1)), *(0 for _step in steps[1:])]

    def after_coup(self) -> Counter[int]:
        width, inside = 2 * self.places, self.high - self.low - 1
        spread = [0] * len(self.steps)
        for step, going in zip(self.steps, self.going, strict=True):
            for won, count in step.coup.counts.items():
                weight = (count << self.places) // step.coup.denominator
                spread[step.next(won)] += (going * weight) << (width * (won + self.down))
        ended = Counter[int]()
        for index, step in enumerate(self.steps):
            reached = (spread[index] >> self.places) & self.mask
            under = self.down if step.low is None else self.down + step.low - self.low
            below, inner = reached & ((1 << (width * under)) - 1), reached >> (width * under)
            ended.update(self._unpacked(below, self.low + 1 - self.down, under))
            ended.update(self._unpacked(reached >> (width * (inside + self.down)), self.high, self.up))
            self.going[index] = (inner << (width * (under - self.down))) & ((1 << (width * inside)) - 1)
        return ended

    def totals(self) -> list[int]:
        totals = []
        for going in self.going:
            while (half := 2 * self.places * (going.bit_length() // (4 * self.places) + 1)) < going.bit_length():
                going = (going >> half) + (going & ((1 << half) - 1))  # no sum of results is beyond 1
            totals.append(going)
        return totals

    def counts(self) -> Counter[int]:
        inside = self.low + 1, self.high - self.low - 1
        return sum((Counter(self._unpacked(going, *inside)) for going in self.going), Counter[int]())

    def _unpacked(self, packed: int, first: int, length: int) -> dict[int, int]:
        return {result: count for result, count in enumerate(slots(packed, length, self.places // 4), first) if count}


MAX_STEPS = 100
_MOST_STAKE = 10**6
NAMED: dict[str, tuple[Callable[[list[int]], int], str]] = {
    "martingale": (lambda stakes: 2 * stakes[-1], "win first; loss next"),
    "paroli": (lambda stakes: 2 * stakes[-1], "win next; loss first"),
    "dalembert": (lambda stakes: stakes[-1] + 1, "win down; loss up"),
    "fibonacci": (lambda stakes: sum(stakes[-2:]), "win down 2; loss up"),
}
"""The stake that follows those before, the first of which is 1, and the moves."""
EVENTS = ("push", "win", "loss")  # by the sign of the net win
_STEP = re.compile(r"(?P<stake>[\d.]+)(\s+(?P<bet>\S+))?", re.ASCII)
_MOVE = re.compile(
    r"(?P<event>push|win|loss)\s+((?P<to>stay|first|next)|(?P<way>up|down)(\s+(?P<by>\d{1,3}))?)", re.ASCII
)


def plan_of(
    text: str, bets: Sequence[str], stakes: Sequence[Fraction], payoffs: Mapping[tuple[Fraction, ...], int]
) -> list[PlanStep]:
    """The steps of a plan, from the `joint_payoffs` of the bets; `ExactError` for another text, or one without end."""
    first, *rest = _written(text).lower().split(";")
    listed, moves = _parts(_STEP, first.split(","), text), _parts(_MOVE, rest, text)
    if len(listed) > MAX_STEPS:
        raise ExactError("plan", text, f"has {len(listed)} steps; the bound is {MAX_STEPS}")
    if moves and len(listed) == 1:
        raise ExactError("plan", text, "has one step, so no win or loss leads to another")
    leads = {move["event"]: move for move in moves}
    if len(leads) < len(moves):
        raise ExactError("plan", text, "says twice where the same event leads")
    staked = []
    for step in listed:
        only = step["bet"] and one_of(canonical(step["bet"], bets), bets, "plan", "is no bet of this session")
        times = parse_amount(step["stake"], "plan")
        staked.append([times * stake * (only in (None, bet)) for bet, stake in zip(bets, stakes, strict=True)])
    usual = {"to": "stay" if leads else "next"}
    steps = []
    for index, coup in enumerate(in_one_unit([net_wins(stakes, payoffs) for stakes in staked])):
        after = tuple(_after(leads.get(event, usual), index, len(listed)) for event in EVENTS)
        on = tuple(bet for bet, stake in zip(bets, staked[index], strict=True) if stake)
        steps.append(PlanStep(coup, sum(staked[index], Fraction(0)), after, on))
    return steps


def _written(text: str) -> str:
    """The plan that a name and its largest stake stand for; any other text as it is."""
    name, _blank, largest = text.strip().lower().replace("'", "").partition(" ")
    if name not in NAMED and not text.partition(";")[0].rstrip().endswith(("...", "…")):
        return text
    if name not in NAMED or not largest:
        raise ExactError("plan", text, "never ends: write its last stake, as in martingale 64")
    most, (following, moves), stakes = parse_whole(largest, "plan", 1, _MOST_STAKE), NAMED[name], [1]
    while (stake := following(stakes)) <= most:
        stakes.append(stake)
    return f"{', '.join(map(str, stakes))}; {moves}"


def _parts(pattern: re.Pattern[str], parts: Sequence[str], text: str) -> list[dict[str, str]]:
    """The named groups of each part; raises `ExactError` about the plan ``text`` for one without the pattern."""
    found = [match.groupdict() for part in parts if (match := pattern.fullmatch(part.strip()))]
    if len(found) < len(parts):
        example = '"1, 2, 4; win first; loss next", or a name and its largest stake, like "martingale 64"'
        raise ExactError("plan", text, f"must be steps and moves, like {example}")
    return found


def _after(way: Mapping[str, str], index: int, steps: int) -> int:
    """The step that a move leads to from one of so many."""
    if way["to"]:
        return {"stay": index, "first": 0, "next": (index + 1) % steps}[way["to"]]
    far = int(way["by"] or 1)
    return min(index + far, steps - 1) if way["way"] == "up" else max(index - far, 0)
