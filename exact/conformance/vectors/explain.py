"""Name the fault behind wrong answers: its engine gives the same answers, or the nearest."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from heapq import nlargest, nsmallest
from itertools import combinations, starmap
from typing import Any

from exact.answers.text import Text, _
from exact.bets.catalogue import catalogue
from exact.conformance.comparison import DEALS, expected_numbers
from exact.conformance.vectors.engine import Json, answer
from exact.conformance.vectors.faults import Fault, both, faults
from exact.escapes import printable
from exact.records import Record, replace

TOLERANCE = Fraction(1, 10**9)  # figures of a floating-point engine that are nearer to each other are the same
_TRIED, _RIGHT = 30, 500
"""The most wrong answers by which the nearest fault is sought, and about the most right ones that it may not spoil."""
_PAIRS = 40  # of faults, tried together
Pair = tuple[Json, Json]


class Cause(Record):
    """A known fault and the wrong answers of one subject that it explains."""

    subject: str
    fault: str
    words: Text
    explained: int  # the wrong answers that the fault's engine gives too, of the `wrong` ones to which it was put
    wrong: int
    untold: int = 0  # the wrong answers of which the fault says nothing, such as those on bets unknown to its engine
    errs_elsewhere: bool = False  # whether the fault's engine also answers wrongly what was answered rightly

    @property
    def explains(self) -> bool:
        """Whether the fault explains every wrong answer and nothing else; otherwise it is only the nearest."""
        return bool(self.fault) and self.explained == self.wrong and not self.errs_elsewhere

    @property
    def text(self) -> Text:
        """A sentence for readers."""
        facts = {"explained": self.explained, "wrong": self.wrong, "untold": self.untold}
        return self._template().filled(subject=printable(self.subject, 100), fault=self.words, **facts)

    def _template(self) -> Text:
        if self.explains and self.untold:
            return _("{subject}: {fault}, which explains {explained} wrong answers and says nothing of {untold}")
        if self.explains:
            return _("{subject}: {fault}")
        if not self.fault:
            return _("{subject}: none of the known faults explains this")
        if not self.explained:
            return _("{subject}: none of the known faults explains this; nearest: {fault}")
        if self.errs_elsewhere:
            return _(
                "{subject}: none of the known faults explains this; nearest: {fault}, "
                "which would spoil right answers, too"
            )
        return _(
            "{subject}: none of the known faults explains this; nearest: {fault}, which explains {explained} of {wrong}"
        )


def explain(
    wrong: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]],
    right: Iterable[Mapping[str, Any]] = (),
    over: Callable[[], bool] = lambda: False,
    tolerance: Fraction = TOLERANCE,
) -> list[Cause]:
    """The causes of wrong answers, for each family of requests; ``wrong`` are pairs of request and answer.

    A fault is the cause if its engine gives every one of these answers, and answers rightly the requests in ``right``.
    If nothing explains a whole family, such as coups and their settlements, each of its subjects is explained alone.
    Requests that must be refused do not count, and no fault is known of an engine's own bets. The search ends when
    ``over``, asked before every request, is true.
    """
    asked = [(dict(request), {k: v for k, v in given.items() if k != "id"}) for request, given in wrong]
    own = [pair for pair in asked if pair[0].get("bet", "tie") not in catalogue() and "error" not in pair[1]]
    asked = [pair for pair in asked if "error" not in pair[1] and not over() and "error" not in answer(pair[0])]
    good = [dict(request) for request in right]
    search, causes = _Search(over, tolerance), list[Cause]()
    for family, pairs in _grouped(asked, _family).items():
        known = [request for request in good if _family(request) == family]
        found = search.explained(family, pairs, known, faults())
        subjects = _grouped(pairs, subject_of) if not found else {}
        alone = {
            subject: search.explained(subject, some, [each for each in known if subject_of(each) == subject], faults())
            for subject, some in subjects.items()
        }
        if not all(alone.values()):
            found = search.two_together(family, pairs, known)
        if not found:
            found = [each for subject, of in alone.items() for each in of or search.nearest(subject, subjects[subject])]
        causes += found
    return causes + [_unknown(subject, len(pairs)) for subject, pairs in _grouped(own, subject_of).items()]


def _unknown(subject: str, wrong: int) -> Cause:
    return Cause(subject, "", _("none of the known faults"), 0, wrong)


def _family(request: Mapping[str, Any]) -> str:
    kind = str(request.get("kind"))
    return "coups" if kind in ("coup", "settlement") else kind


def subject_of(request: Mapping[str, Any]) -> str:
    """The kind of a request, and its bet if it is about one."""
    kind, bet = request.get("kind"), request.get("bet")
    return str(kind) if bet is None else f"{kind} {bet}"


def _grouped(pairs: Sequence[Pair], key: Callable[[Mapping[str, Any]], str]) -> dict[str, list[Pair]]:
    groups: dict[str, list[Pair]] = {}
    for request, given in pairs:
        groups.setdefault(key(request), []).append((request, given))
    return groups


class _Search(Record):
    over: Callable[[], bool]
    tolerance: Fraction

    def explained(
        self, subject: str, pairs: Sequence[Pair], right: Sequence[Json], known: Iterable[Fault]
    ) -> list[Cause]:
        """The ``known`` faults that explain all pairs that they touch, one at least, and err on no ``right`` one."""
        some = right[:: len(right) // _RIGHT + 1]
        floating = any(_in_floating_point(came) for _, came in pairs)
        causes = []
        for fault in known:
            same = self._reproduced(fault, pairs)
            if same and all(self._rightly(fault, request, floating) for request in some):
                causes.append(Cause(subject, fault.id, fault.words, same, same, len(pairs) - same))
        return causes

    def two_together(self, subject: str, pairs: Sequence[Pair], right: Sequence[Json]) -> list[Cause]:
        """The pairs of faults that explain all the pairs.

        They are sought among those that give the most of them, one fault or the other, those of the fault that gives
        the most with any other, and those whose effects add up best where the shoe is largest.
        """
        tried, given = pairs[:_TRIED], dict[Fault, set[int]]()
        for fault in faults():
            if self.over():
                return []
            given[fault] = {at for at, pair in enumerate(tried) if self._gives(fault, *pair)}
        some = combinations([fault for fault in given if given[fault]], 2)
        covering = nlargest(_PAIRS, some, key=lambda two: len(given[two[0]] | given[two[1]]))
        most = max(given, key=lambda fault: len(given[fault]))
        with_most = ((most, other) for other in given if other is not most)
        adding = _adding_up(*max(tried, key=lambda pair: _cards(pair[0])))
        tried_together = {frozenset(two): two for two in (*covering, *with_most, *adding)}
        found = self.explained(subject, pairs, right, starmap(both, tried_together.values()))
        alone = sum(bool(self._gives(most, *pair)) for pair in pairs)
        best = max((cause.explained for cause in found), default=0)
        return [cause for cause in found if cause.explained == best > alone]

    def nearest(self, subject: str, pairs: Sequence[Pair]) -> list[Cause]:
        """The fault that explains the most pairs; if none explains one, the one with the nearest figures, if any is."""
        tried = pairs[:_TRIED]
        best, least = _unknown(subject, len(tried)), min(_distance(answer(asked), came) for asked, came in tried) / 2
        for fault in faults():
            if self.over():
                return []
            given = fault.answer(tried[0][0])
            same = sum(bool(self._gives(fault, request, came)) for request, came in tried)
            if same > best.explained:
                whole = sum(bool(self._gives(fault, *pair)) for pair in pairs)
                found = Cause(subject, fault.id, fault.words, whole, len(pairs))
                best = replace(found, errs_elsewhere=whole == len(pairs))
            elif not best.explained and given is not None and (far := _distance(given, tried[0][1])) < least:
                best, least = Cause(subject, fault.id, fault.words, 0, len(tried)), far
        return [best]

    def _reproduced(self, fault: Fault, pairs: Sequence[Pair]) -> int:
        """How many of the pairs the fault determines; 0 if its engine gives another answer to one of them."""
        same = 0
        for request, came in pairs:
            verdict = False if self.over() else self._gives(fault, request, came)
            if verdict is False:
                return 0
            same += verdict is True
        return same

    def _gives(self, fault: Fault, request: Json, came: Json) -> bool | None:
        """Whether the engine with the fault gives this answer; `None` if that is undetermined, or the right as near."""
        given = fault.answer(request)
        if given is None or alike(given, came, Fraction(0)):
            return None if given is None else True
        if not alike(given, came, self.tolerance):
            return False
        return 2 * _distance(given, came) <= _distance(answer(request), came) or None

    def _rightly(self, fault: Fault, request: Json, floating: bool) -> bool:
        """Whether the fault's engine answers this rightly, as far as ``floating`` point shows, or not at all."""
        given = None if self.over() else fault.answer(request)
        # digits count from the first one, so a figure may be somewhat farther off than the tolerance
        return given is None or _close(given, answer(request), 5 * self.tolerance if floating else Fraction(0))


def _adding_up(request: Json, came: Json) -> list[tuple[Fault, Fault]]:
    """The pairs of faults of which the changes of the right numbers add up best to what came."""
    right = answer(request)
    whole = [float(number - exact) for exact, number in _paired(right, came) or ()]
    effects: dict[Fault, list[float]] = {}
    for fault in faults():
        given = fault.answer(request)
        if given is not None and given != right and (pairs := _paired(given, came)):
            effects[fault] = [float(moved - number) + move for (moved, number), move in zip(pairs, whole, strict=True)]

    def far(two: tuple[Fault, ...]) -> float:
        return sum(abs(a + b - c) for a, b, c in zip(effects[two[0]], effects[two[1]], whole, strict=True))

    return nsmallest(_PAIRS, combinations(effects, 2), key=far)


def _cards(request: Json) -> int:
    shoe = request.get("shoe")
    return sum(*shoe.values()) if isinstance(shoe, dict) else 0


def _in_floating_point(came: Json) -> bool:
    parts = [each for part in came.values() for each in (part.values() if isinstance(part, dict) else [part])]
    return any(isinstance(each, float) for each in parts)


def alike(given: Json, came: Json, tolerance: Fraction = TOLERANCE) -> bool:
    """Whether two answers have the same numbers, within the tolerance if one is in floating point."""
    if "counts" in given and given["counts"] == came.get("counts"):
        return True
    if came.get(DEALS) and "counts" in given and given["counts"].items() >= came["counts"].items():
        return True  # some were left out
    floating = tolerance if _in_floating_point(came) else Fraction(0)
    return _close(given, came, Fraction(1, 2**50) if _in_floating_point(given) else floating)


def _close(given: Json, came: Json, near: Fraction) -> bool:
    """Whether the numbers of two answers are as near, relatively above 1; other answers must be equal."""
    pairs = _paired(given, came)
    if pairs:
        return all(abs(a - b) <= near * max(Fraction(1), abs(a)) for a, b in pairs)
    return pairs is not None and all(key in came and given[key] == came[key] for key in given)


def _distance(given: Json, came: Json) -> float:
    """The mean absolute difference of the shares, or of other figures; 1 for answers without comparable figures."""
    pairs = _paired(given, came)
    return float(sum(abs(a - b) for a, b in pairs)) / len(pairs) if pairs else 1


def _paired(given: Json, came: Json) -> list[tuple[Fraction, Fraction]] | None:
    """The numbers of the same name in two answers; `None` if one came under another name, or none did."""
    try:
        one, other = numbers_of(given), numbers_of(came)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, ZeroDivisionError):
        return None
    return [(one[name], other[name]) for name in other] if one.keys() >= other.keys() else None


def numbers_of(given: Json) -> Mapping[str, Fraction]:
    """The shares of the categories, the amounts or the other figures of an answer, by name; none in that to a coup."""
    named = given.get("probabilities", given.get("net"))
    if named is not None:
        return {name: Fraction(value) for name, value in named.items()}
    return (expected_numbers(given) or ("", {}))[1]
