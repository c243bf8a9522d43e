"""What a verification found, as text for people and as data for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from exact.cards import Granularity, class_names
from exact.conformance.comparison import MAX_DIGITS
from exact.conformance.protocol import Object
from exact.conformance.runner import Failure, Shrunk, Verification, subject_of

_SHOWN_EVENTS = 20
_SHOWN_FAULTS = 3


def report_data(found: Verification) -> Object:
    """The whole report; everything in it is JSON."""
    asked = Counter(subject_of(failure.vector.request) for failure in found.failures)
    capabilities = found.capabilities
    return {
        "engine": found.engine,
        "arithmetic": capabilities.arithmetic if capabilities else None,
        "conforms": found.conforms,
        "right": found.right,
        "wrong": len(found.failures),
        "not_asked": found.not_asked,
        "left_out": dict(found.left_out.most_common()),
        "happened": found.happened,
        "correct_digits": {str(digits): count for digits, count in sorted(found.digits.items())},
        "failing": [
            {
                "subject": subject,
                "wrong": count,
                "smallest": _smaller(found.shrunk[subject]) if subject in found.shrunk else None,
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


def report_text(found: Verification) -> str:
    """The report in a few lines for each subject that fails."""
    return "\n".join(_lines(found)) + "\n"


def _smaller(shrunk: Shrunk) -> Object:
    came = {name: value for name, value in shrunk.answer.items() if name != "id"}
    return {"request": shrunk.request, "expected": shrunk.expected, "came": came, "fault": shrunk.fault}


def _lines(found: Verification) -> Iterator[str]:
    yield f"{found.engine}: {_capabilities(found)}"
    asked = found.right + len(found.failures)
    yield f"{asked} vectors answered, {found.right} right, {len(found.failures)} wrong"
    if found.not_asked:
        yield f"{found.not_asked} vectors without an answer"
    if found.left_out:
        yield f"{found.left_out.total()} vectors left out, beyond the engine's capabilities:"
        yield from (f"  {count} for {reason}" for reason, count in found.left_out.most_common())
    if found.digits:
        yield f"correct digits: at worst {min(found.digits)}; {_distribution(found.digits)}"
    yield from (f"note: {event}" for event in found.happened[:_SHOWN_EVENTS])
    by_subject: dict[str, list[Failure]] = {}
    for failure in found.failures:
        by_subject.setdefault(subject_of(failure.vector.request), []).append(failure)
    for subject, failures in sorted(by_subject.items(), key=lambda entry: -len(entry[1])):
        yield ""
        yield f"{subject}: {len(failures)} wrong"
        for failure in failures[:_SHOWN_FAULTS]:
            yield f"  {failure.vector.id} ({failure.vector.group}): {failure.fault}"
        if len(failures) > _SHOWN_FAULTS:
            yield f"  … and {len(failures) - _SHOWN_FAULTS} more"
        if subject in found.shrunk:
            yield f"  smallest failing shoe found: {shoe_text(found.shrunk[subject].request)}"
            yield f"    {found.shrunk[subject].fault}"
    if found.causes:
        yield ""
        yield from found.causes
    yield ""
    yield "conforms" if found.conforms else "does not conform"


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
