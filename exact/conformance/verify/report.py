"""What a verification found, as text for people and as data for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from exact.conformance.vectors.vector_set import VectorSet
from exact.conformance.verify.comparison import MAX_DIGITS
from exact.conformance.verify.protocol import Object
from exact.conformance.verify.runner import CONFORMS, Failure, Shrunk, Verification, subject_of
from exact.game.cards import Granularity, class_names
from exact.inputs import printable

_SHOWN_EVENTS = 20
_SHOWN_FAULTS = 3
_WIDEST, _NAME = 1000, 100
"""The most characters of a line, and of a name in it: both may come from a stranger."""
_WIDEST_ANSWER = 4000
"""The most characters of an answer that the data holds whole."""
_BRACKETS = 50
"""The most brackets opened in one: the nesting is bounded too, for the data has to be written."""


def report_data(found: Verification, asked_of: VectorSet) -> Object:
    """The whole report, and which set of vectors it is about; everything in it is JSON."""
    asked = Counter(subject_of(failure.vector.request) for failure in found.failures)
    capabilities = found.capabilities
    return {
        "vectors": {
            "version": asked_of.version,
            "digest": asked_of.digest,
            "released": True,  # as version 0.1 said of the package's own vectors, and there are no others
            "number": len(asked_of.vectors),
        },
        "engine": found.engine,
        "arithmetic": capabilities.arithmetic if capabilities else None,
        "conforms": found.verdict == CONFORMS,
        "verdict": found.verdict,
        "right": found.right,
        "wrong": len(found.failures),
        "without_reply": found.without_reply,
        "not_asked": found.not_asked,
        "left_out": dict(found.left_out.most_common()),
        "happened": found.happened,
        "problems": found.problems,
        "correct_digits": {str(digits): count for digits, count in sorted(found.digits.items())},
        "failing": [
            {
                "subject": subject,
                "wrong": count,
                "smallest": smaller_data(found.shrunk[subject]) if subject in found.shrunk else None,
                "failures": [
                    {"id": entry.vector.id, "group": entry.vector.group, "fault": entry.fault}
                    for entry in found.failures
                    if subject_of(entry.vector.request) == subject
                ],
            }
            for subject, count in asked.most_common()
        ],
        "causes": found.causes,
    }


def report_text(found: Verification, asked_of: VectorSet) -> str:
    """The report in a few lines for each subject that fails, what came from outside made harmless and short."""
    return "\n".join(printable(line, _WIDEST) for line in _lines(found, asked_of)) + "\n"


def smaller_data(shrunk: Shrunk) -> Object:
    """A smaller request that fails and what came of it, which is bounded; everything in it is JSON."""
    came = {name: value for name, value in shrunk.answer.items() if name != "id"}
    return {"request": shrunk.request, "expected": shrunk.expected, "came": _bounded(came), "fault": shrunk.fault}


def _bounded(came: Object) -> object:
    """What came, or the ends of its text where that is longer or more nested than any right answer."""
    try:
        text = json.dumps(came, ensure_ascii=False)
    except RecursionError:
        return "a deeply nested value"
    whole = len(text) <= _WIDEST_ANSWER and text.count("[") + text.count("{") <= _BRACKETS
    return came if whole else printable(text, _WIDEST)


def _lines(found: Verification, asked_of: VectorSet) -> Iterator[str]:
    yield f"{printable(found.engine, _NAME)}: {_capabilities(found)}"
    yield f"vectors of version {asked_of.version}, digest {asked_of.digest}"
    asked = found.right + len(found.failures)
    silent = f"asked, {found.without_reply} without a reply" if found.without_reply else "answered"
    yield f"{_vectors(asked)} {silent}, {found.right} right, {len(found.failures)} wrong"
    if found.not_asked:
        yield f"{_vectors(found.not_asked)} without an answer"
    if found.left_out:
        yield f"{_vectors(found.left_out.total())} left out, beyond the engine's capabilities:"
        yield from (f"  {count} for {reason}" for reason, count in found.left_out.most_common())
    if found.digits:
        yield f"correct digits: at worst {min(found.digits)}; {_distribution(found.digits)}"
    yield from (f"note: {event}" for event in [*found.problems, *found.happened[:_SHOWN_EVENTS]])
    by_subject: dict[str, list[Failure]] = {}
    for failure in found.failures:
        by_subject.setdefault(subject_of(failure.vector.request), []).append(failure)
    for subject, failures in sorted(by_subject.items(), key=lambda entry: -len(entry[1])):
        yield ""
        yield f"{subject}: {len(failures)} wrong"
        for failure in failures[:_SHOWN_FAULTS]:
            vector = printable(failure.vector.id, _NAME), printable(failure.vector.group, _NAME)
            yield f"  {vector[0]} ({vector[1]}): {failure.fault}"
        if len(failures) > _SHOWN_FAULTS:
            yield f"  … and {len(failures) - _SHOWN_FAULTS} more"
        if subject in found.shrunk:
            yield f"  smallest failing shoe found: {shoe_text(found.shrunk[subject].request)}"
            yield f"    {found.shrunk[subject].fault}"
    if found.causes:
        yield ""
        yield from found.causes
    yield ""
    yield found.verdict


def _vectors(number: int) -> str:
    return f"{number} vector{'s' if number != 1 else ''}"


def _capabilities(found: Verification) -> str:
    if found.capabilities is None:
        return "a file of answers"
    _, arithmetic, kinds, granularity, bets, rules = found.capabilities
    known = "all bets" if bets is None else f"{len(bets)} bets"
    told = [arithmetic, f"shoes by {granularity.word}", ", ".join(kinds), *([known] if "bet" in kinds else [])]
    return "; ".join([*told, "all rules" if rules is None else f"rules {', '.join(rules)}"])


def _distribution(digits: Counter[int]) -> str:
    return ", ".join(
        f"{count} with {number}{' or more' if number == MAX_DIGITS else ''}"
        for number, count in sorted(digits.items(), reverse=True)
    )


def shoe_text(request: Object) -> str:
    """The shoe of a request as people read it, with what else the request says.

    >>> shoe_text({"kind": "outcomes", "rules": "standard", "shoe": {"values": [3, 0, 0, 0, 0, 2, 0, 0, 0, 1]}})
    '6 cards by values: 0 × 3, 5 × 2, 9 × 1'
    """
    shoe = request["shoe"]
    assert isinstance(shoe, dict)
    ((word, counts),) = shoe.items()
    names = class_names(next(granularity for granularity in Granularity if granularity.word == word))
    held = ", ".join(f"{name} × {count}" for name, count in zip(names, counts, strict=True) if count)
    rest = {name: value for name, value in request.items() if name not in ("kind", "bet", "rules", "shoe")}
    rest |= {"rules": request["rules"]} if request.get("rules", "standard") != "standard" else {}
    return f"{sum(counts)} cards by {word}: {held}{f'; {json.dumps(rest, ensure_ascii=False)}' if rest else ''}"
