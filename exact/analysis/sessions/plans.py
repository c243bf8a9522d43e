"""Written plans: bets and stakes that change from coup to coup, by wins and losses, along the steps of a list.

``1, 2, 4, 8; win first; loss next`` is the martingale up to a stake of 8. A step is a multiple of the stakes, and may
name the one bet that it is on: ``1 banco, 2 punto``. Without moves every coup leads to the next step; with some, an
event without one stays. After the last step, ``next`` is the first; ``up`` and ``down`` end at the last and the first.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from exact.analysis.sessions.distributions import in_one_unit, net_wins
from exact.analysis.sessions.stopped import Step
from exact.errors import ExactError
from exact.inputs import one_of, parse_amount, parse_whole
from exact.names import canonical

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
) -> list[Step]:
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
        steps.append(Step(coup, sum(staked[index], Fraction(0)), after, on))
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
