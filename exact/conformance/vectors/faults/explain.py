"""Name the fault behind wrong answers: the one whose engine gives the same wrong answers, and errs nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from exact.answers.text import Text, _
from exact.bets.bet import Bet
from exact.conformance.comparison import expected_numbers
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.faults.fault import Fault, overlapping
from exact.conformance.vectors.faults.other_faults import OVERLAP
from exact.conformance.vectors.faults.priced import COUNTED, Engine, Json, probabilities_of, with_prices
from exact.conformance.vectors.faults.register import faults
from exact.inputs import printable

TOLERANCE = Fraction(1, 10**9)
"""Figures of a floating-point engine that are nearer to each other are the same."""
_TRIED = 30
"""The most wrong answers by which the nearest fault is sought."""
_RIGHT = 500
"""About the most right answers with which a fault must agree."""
_LAST_BIT = Fraction(1, 2**50)
_NAME = 100
"""The most characters of a subject in a sentence; an engine names its own bets."""

_NO_BETS: Mapping[str, Bet] = {}
Pair = tuple[Json, Json]
"""A request, and the answer of an engine."""


class Cause(NamedTuple):
    """A known fault and the wrong answers of one subject that it explains."""

    subject: str
    """A kind of request, several of them, or a bet."""
    fault: str
    """Its id; empty if no fault comes near."""
    words: Text
    explained: int
    """The number of wrong answers that the fault's engine gives too."""
    wrong: int
    """The number of wrong answers to which that engine was put."""
    untold: int = 0
    """The number of wrong answers of which the fault says nothing, such as those on bets that its engine does not know."""
    errs_elsewhere: bool = False
    """Whether the fault's engine also answers wrongly what was answered rightly."""

    @property
    def explains(self) -> bool:
        """Whether the fault explains every wrong answer and nothing else; otherwise it is only the nearest."""
        return bool(self.fault) and self.explained == self.wrong and not self.errs_elsewhere

    @property
    def text(self) -> Text:
        """A sentence for readers."""
        subject = printable(self.subject, _NAME)
        if self.explains and self.untold:
            return _(
                "{subject}: {fault}, which explains {explained} wrong answers and says nothing of {untold}",
                subject=subject,
                fault=self.words,
                explained=self.explained,
                untold=self.untold,
            )
        if self.explains:
            return _("{subject}: {fault}", subject=subject, fault=self.words)
        if not self.fault:
            return _("{subject}: none of the known faults explains this", subject=subject)
        if not self.explained:
            return _(
                "{subject}: none of the known faults explains this; nearest: {fault}",
                subject=subject,
                fault=self.words,
            )
        if self.errs_elsewhere:
            return _(
                "{subject}: none of the known faults explains this; nearest: {fault}, which would spoil right answers, too",
                subject=subject,
                fault=self.words,
            )
        return _(
            "{subject}: none of the known faults explains this; nearest: {fault}, which explains {explained} of {wrong}",
            subject=subject,
            fault=self.words,
            explained=self.explained,
            wrong=self.wrong,
        )


def explain(
    wrong: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]],
    right: Iterable[Mapping[str, Any]] = (),
    over: Callable[[], bool] = lambda: False,
    tolerance: Fraction = TOLERANCE,
    own_bets: Mapping[str, Bet] = _NO_BETS,
) -> list[Cause]:
    """The causes of wrong answers, for each family of requests; ``wrong`` are pairs of request and answer.

    A fault is the cause if its engine gives every one of these answers, and answers rightly the requests in ``right``,
    which the engine in question answered rightly. Coups and their settlements are one family. If nothing explains a whole
    family, each of its subjects, kinds and bets, is explained alone. Requests that must be refused do not count. A bet of
    the engine's own, in ``own_bets``, can only have overlapping categories. The search ends when ``over``, called before every request, is true.
    """
    asked = [(dict(request), _content(given)) for request, given in wrong]
    own = [pair for pair in asked if pair[0].get("bet") in own_bets and "error" not in pair[1]]
    asked = [pair for pair in asked if pair[0].get("bet") not in own_bets]
    asked = [pair for pair in asked if "error" not in pair[1] and not over() and "error" not in answer(pair[0])]
    good = [dict(request) for request in right]
    causes: list[Cause] = []
    # What is known of a coup comes last: to compile it under a wrong tableau takes longest, and a cause may be found by then.
    for family, pairs in sorted(_grouped(asked, _family).items(), key=lambda entry: entry[0] == "given"):
        likely = {cause.fault for cause in causes if cause.explains}
        known = [request for request in good if _family(request) == family]
        found = _explained(family, pairs, known, over, tolerance, likely)
        subjects = _grouped(pairs, _subject)
        if not found and len(subjects) > 1:
            for subject, some in subjects.items():
                known = [request for request in good if _subject(request) == subject]
                found += _explained(subject, some, known, over, tolerance) or _nearest(subject, some, over, tolerance)
        causes += found or _nearest(family, pairs, over, tolerance)
    return causes + [
        cause for subject, pairs in _grouped(own, _subject).items() for cause in _of_own(subject, pairs, own_bets)
    ]


def _of_own(subject: str, pairs: Sequence[Pair], own_bets: Mapping[str, Bet]) -> list[Cause]:
    """The cause of wrong answers on a bet of the engine's own: one category or all overlap with those above, or nothing known."""
    tiers = range(1, len(own_bets[pairs[0][0]["bet"]].classification.conditions))
    (fault,) = (fault for fault in faults() if fault.id == OVERLAP)
    for only in (None, *tiers):
        engine = with_prices(overlapping(own_bets, partial(answer, own_bets=own_bets), only))
        answers = [engine(request) for request, _came in pairs]
        if all(given and alike(given, came) for given, (_, came) in zip(answers, pairs, strict=True)):
            return [Cause(subject, OVERLAP, fault.words, len(pairs), len(pairs))]
    return [Cause(subject, "", _("none of the known faults"), 0, len(pairs))]


def _content(given: Mapping[str, Any]) -> Json:
    return {name: value for name, value in given.items() if name != "id"}


def _family(request: Mapping[str, Any]) -> str:
    kind = str(request.get("kind"))
    return "coups" if kind in ("coup", "settlement") else kind


def _subject(request: Mapping[str, Any]) -> str:
    return f"{request.get('kind')} {request['bet']}" if "bet" in request else str(request.get("kind"))


def _grouped(pairs: Sequence[Pair], key: Callable[[Mapping[str, Any]], str]) -> dict[str, list[Pair]]:
    groups: dict[str, list[Pair]] = {}
    for request, given in pairs:
        groups.setdefault(key(request), []).append((request, given))
    return groups


def _explained(
    subject: str,
    pairs: Sequence[Pair],
    right: Sequence[Json],
    over: Callable[[], bool],
    tolerance: Fraction,
    likely: Collection[str] = (),
) -> list[Cause]:
    """The faults that explain all the pairs that they touch, and at least one.

    First the ``likely`` ones, which explain something else already, then those whose engine answers something at once; only
    if none of them explains it, those whose engine must compile bets anew.
    """
    some = right[:: len(right) // _RIGHT + 1]
    floating = any(_in_floating_point(came) for _, came in pairs)
    suspects = [fault for fault in faults() if fault.id in likely]
    for those, quick in ((suspects, False), (faults(), True), (faults(), False)):
        causes = []
        for fault in those:
            engine = _quick(fault) if quick else fault.answer
            if not _reproduced(fault, engine, pairs, over, tolerance):
                continue
            same = _reproduced(fault, fault.answer, pairs, over, tolerance)
            if same and all(_rightly(fault, request, over, tolerance, floating) for request in some):
                causes.append(Cause(subject, fault.id, fault.words, same, same, len(pairs) - same))
        if causes or over():
            return causes
    return []


def _reproduced(
    fault: Fault, engine: Engine, pairs: Sequence[Pair], over: Callable[[], bool], tolerance: Fraction
) -> int:
    """How many of the pairs the engine answers, if it gives the same answer each time, and 0 if it does not."""
    same = 0
    for request, came in pairs:
        if over():
            return 0
        verdict = _gives(fault, engine, request, came, tolerance)
        if verdict is False:
            return 0
        same += verdict is True
    return same


def _gives(fault: Fault, engine: Engine, request: Json, came: Json, tolerance: Fraction) -> bool | None:
    """Whether the engine with the fault gives this answer; `None` if the fault does not say what it would answer.

    It is `None`, too, if the right answer is about as near: at a low precision, engines that err nowhere near come close.
    """
    given = engine(request)
    if given is None or alike(given, came, Fraction(0)):
        return None if given is None else True
    if alike(given, came, tolerance):
        return 2 * _distance(given, came) <= _distance(answer(request), came) or None
    return fault.alike is not None and fault.alike(answer(request), came)


def _in_floating_point(came: Json) -> bool:
    return any(
        isinstance(value, float)
        for part in came.values()
        for value in (part.values() if isinstance(part, dict) else [part])
    )


def _rightly(fault: Fault, request: Json, over: Callable[[], bool], tolerance: Fraction, floating: bool) -> bool:
    """Whether the fault's engine answers this request rightly, as far as ``floating`` point shows, or does not say at once."""
    given = None if over() else _quick(fault)(request)
    right = answer(request)
    return given is None or alike(given, right, tolerance) or (floating and _precise(given, right, tolerance))


def _precise(given: Json, right: Json, tolerance: Fraction) -> bool:
    """Whether the figures are as precise as right ones must be in floating point."""
    came, exact = _numbers(given), _numbers(right)
    # digits count from the first one, so a figure above 1 may be farther off
    return came.keys() == exact.keys() and all(
        abs(came[name] - value) <= 5 * tolerance * (1 + abs(value)) for name, value in exact.items()
    )


def _nearest(subject: str, pairs: Sequence[Pair], over: Callable[[], bool], tolerance: Fraction) -> list[Cause]:
    """The fault that explains the most pairs or, if none explains one, whose figures are nearest, if they are near at all."""
    tried = list(islice(pairs, _TRIED))
    nothing = Cause(subject, "", _("none of the known faults"), 0, len(tried))
    best, least = nothing, min((_distance(answer(request), came) for request, came in tried), default=0.0) / 2
    for fault in faults():
        if over():
            return []
        same = sum(bool(_gives(fault, _quick(fault), request, came, tolerance)) for request, came in tried)
        if same > best.explained:
            best = Cause(subject, fault.id, fault.words, same, len(tried))
    if best.explained:
        fault = next(each for each in faults() if each.id == best.fault)
        same = sum(not over() and bool(_gives(fault, _quick(fault), *pair, tolerance)) for pair in pairs)
        return [best._replace(explained=same, wrong=len(pairs), errs_elsewhere=same == len(pairs))]
    request, came = tried[0]
    for fault in faults():
        given = None if over() else _quick(fault)(request)
        if given is not None and _distance(given, came) < least:
            least = _distance(given, came)
            best = nothing._replace(fault=fault.id, words=fault.words)
    return [best]


def _quick(fault: Fault) -> Engine:
    return fault.quick or fault.answer


def alike(given: Json, came: Json, tolerance: Fraction = TOLERANCE) -> bool:
    """Whether the answer of a fault's engine is the answer that came: exactly, or as shares of floating point."""
    if "counts" in given and "counts" in came:
        return _same_counts(given, came)
    if any(key in given for key in COUNTED):
        try:
            shares, values = probabilities_of(given), {name: Fraction(p) for name, p in came["probabilities"].items()}
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            return False
        near = _LAST_BIT if "probabilities" in given else tolerance
        return shares.keys() == values.keys() and all(abs(values[name] - p) <= near for name, p in shares.items())
    keys = [key for key in given if key != "id"]
    return all(key in came and _same(given[key], came[key], tolerance) for key in keys)


def _same_counts(given: Json, came: Json) -> bool:
    """Equal counts, or equal shares of another number of deals."""
    if given["counts"] == came["counts"]:
        return True
    try:
        return probabilities_of(given) == probabilities_of(came)
    except (TypeError, ValueError, AttributeError):
        return False


def _same(given: object, came: object, tolerance: Fraction) -> bool:
    """Equal values; numbers, as texts or not, by their value, and floating-point ones within the tolerance."""
    if isinstance(given, dict) and isinstance(came, dict):
        return given.keys() == came.keys() and all(_same(given[name], came[name], tolerance) for name in given)
    if isinstance(given, str) and given == came:
        return True
    try:
        one, other = Fraction(str(given)), Fraction(str(came))
    except (ValueError, ZeroDivisionError):
        return given == came
    if isinstance(given, float):
        return abs(one - other) <= _LAST_BIT * max(Fraction(1), abs(one))
    return abs(one - other) <= tolerance if isinstance(came, float) else one == other


def _distance(given: Json, came: Json) -> float:
    """The mean absolute difference of the shares, or of other figures; 1 for answers without comparable figures."""
    try:
        one, other = _numbers(given), _numbers(came)
        return (
            float(sum(abs(one[name] - other[name]) for name in one)) / len(one) if one.keys() == other.keys() else 1.0
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, ZeroDivisionError):
        return 1.0


def _numbers(given: Json) -> Mapping[str, Fraction]:
    """The shares of the categories, or the other figures of an answer, by name."""
    if any(key in given for key in COUNTED):
        return probabilities_of(given)
    _, numbers = expected_numbers(given) or ("", {})
    return numbers
