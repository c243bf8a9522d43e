"""The results of a verification, as an answer."""

from __future__ import annotations

import json

from exact.answers.answer import Answer, Fields, Keyed, Parameter, Rows, Section
from exact.answers.table import Cell, Column, Detailed, columns_of
from exact.answers.text import _
from exact.conformance.comparison import MAX_DIGITS
from exact.conformance.strict_json import Object
from exact.conformance.vectors.vector_set import VERSION, VectorSet
from exact.conformance.verify.runner import CONFORMS, FAILS, Failure, Shrunk, Verification, subject_of
from exact.game.cards import Granularity, class_names
from exact.inputs import printable

_SHOWN_EVENTS = 20
_SHOWN_FAULTS = 3
_WIDEST, _NAME = 1000, 100
"""The most characters of a line, and of a name in it; both may come from an unknown engine."""
_WIDEST_ANSWER = 4000
"""The most characters of an answer that are kept whole."""
_BRACKETS = 50
"""The most nested brackets in an answer; deeper nesting could not be written."""


def report(name: str, verified: Verification, asked_of: VectorSet) -> Answer:
    """The report of a verification against a set of vectors; the exit code is 1 if anything is wrong.

    Text from outside is made harmless and short; everything in the answer is JSON.
    """
    by_subject: dict[str, list[Failure]] = {}
    for failure in verified.failures:
        by_subject.setdefault(subject_of(failure.vector.request), []).append(failure)
    subjects = sorted(by_subject, key=lambda subject: -len(by_subject[subject]))
    vectors: dict[str, str | bool | int] = {
        "version": VERSION,
        "digest": asked_of.digest,
        "released": True,  # version 0.1 said so for the package's own vectors, and there are no others
        "number": len(asked_of.vectors),
    }
    vectors_text = _("vectors of version {version}, digest {digest}", version=VERSION, digest=asked_of.digest)
    notes = [*verified.problems, *verified.happened[:_SHOWN_EVENTS]]
    return Answer(
        name,
        (
            Parameter("vectors", vectors, "", (vectors_text,)),
            Parameter("engine", verified.engine),
            Parameter("arithmetic", verified.capabilities.arithmetic if verified.capabilities else None),
            Parameter("conforms", verified.verdict == CONFORMS),
            Parameter("verdict", verified.verdict),
            Parameter("happened", verified.happened, *_lines([f"note: {note}" for note in notes])),
            Parameter("problems", verified.problems),
            Parameter("causes", verified.causes, *_lines(verified.causes)),
        ),
        (
            _numbers(verified),
            _left_out(verified),
            _digits(verified),
            _failing(verified, subjects, by_subject),
            *(_failures(subject, by_subject[subject]) for subject in subjects),
        ),
        (verified.verdict,),
        code=1 if verified.verdict == FAILS else 0,
    )


def _lines(texts: list[str]) -> tuple[str | None, tuple[str, ...]]:
    """The label of a parameter and the lines that readers see; no label if there are no lines."""
    return ("" if texts else None), tuple(printable(text, _WIDEST) for text in texts)


def _numbers(verified: Verification) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (_("right"), verified.right),
        (_("wrong"), len(verified.failures)),
        (_("without reply"), verified.without_reply),
        (_("not asked"), verified.not_asked),
    ]
    columns = columns_of(_("vectors"), _("number"))
    caption = f"{printable(verified.engine, _NAME)}: {_capabilities(verified)}"
    return Section("vectors", Fields(), columns, rows, caption)


def _left_out(verified: Verification) -> Section:
    columns = columns_of(_("reason"), _("vectors"))
    rows = [(printable(reason, _WIDEST), count) for reason, count in verified.left_out.most_common()]
    caption = _("Vectors left out, beyond the engine's capabilities")
    return Section("left out", Keyed(("left_out",), single=True), columns, rows, caption)


def _digits(verified: Verification) -> Section:
    columns = columns_of(_("correct digits"), _("answers"))
    notes = (_("{digits} digits are {digits} or more.", digits=MAX_DIGITS),) if MAX_DIGITS in verified.digits else ()
    caption = _("Correct significant digits of answers in floating point")
    form = Keyed(("correct_digits",), single=True)
    return Section("correct digits", form, columns, sorted(verified.digits.items()), caption, notes)


def _failing(verified: Verification, subjects: list[str], by_subject: dict[str, list[Failure]]) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (subject, len(by_subject[subject]), _smallest(verified.shrunk.get(subject))) for subject in subjects
    ]
    columns = columns_of(_("subject"), _("wrong"), Column(_("smallest failing shoe found"), wrap_cm=8, key="smallest"))
    return Section("failing", Rows(("failing",)), columns, rows, _("Wrong answers"))


def _smallest(shrunk: Shrunk | None) -> Detailed | None:
    if shrunk is None:
        return None
    return Detailed(smaller_data(shrunk), printable(f"{shoe_text(shrunk.request)}: {shrunk.fault}", _WIDEST))


def _failures(subject: str, failures: list[Failure]) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (failure.vector.id, failure.vector.group, printable(failure.fault, _WIDEST - 2 * _NAME)) for failure in failures
    ]
    columns = columns_of("id", _("group"), Column(_("fault"), wrap_cm=8))
    form = Rows(("failing", ("subject", subject), "failures"))
    caption = _("{subject}: {number} wrong", subject=subject, number=len(failures))
    return Section("failure", form, columns, rows, caption, most=_SHOWN_FAULTS)


def smaller_data(shrunk: Shrunk) -> Object:
    """A smaller failing request and its answer, cut to the bounds; everything in it is JSON."""
    came = {name: value for name, value in shrunk.answer.items() if name != "id"}
    return {"request": shrunk.request, "expected": shrunk.expected, "came": _bounded(came), "fault": shrunk.fault}


def _bounded(came: Object) -> object:
    """The answer, or the ends of its text if it is longer or more nested than any right answer."""
    try:
        text = json.dumps(came, ensure_ascii=False)
    except RecursionError:
        return "a deeply nested value"
    whole = len(text) <= _WIDEST_ANSWER and text.count("[") + text.count("{") <= _BRACKETS
    return came if whole else printable(text, _WIDEST)


def _capabilities(verified: Verification) -> str:
    if verified.capabilities is None:
        return "a file of answers"
    _, arithmetic, kinds, granularity, bets, rules = verified.capabilities
    bets_text = "all bets" if bets is None else f"{len(bets)} bets"
    facts = [arithmetic, f"shoes by {granularity.word}", ", ".join(kinds), *([bets_text] if "bet" in kinds else [])]
    return "; ".join([*facts, "all rules" if rules is None else f"rules {', '.join(rules)}"])


def shoe_text(request: Object) -> str:
    """The shoe of a request for readers, and the rest of the request.

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
