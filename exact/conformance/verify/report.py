"""The results of a verification, as an answer: the verdict in the first line, then what failed, then what was left out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from statistics import median

from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import Cell, Column, Detailed, columns_of
from exact.answers.text import Text, _, joined
from exact.conformance.comparison import FAULT, REFUSED, WRONG
from exact.conformance.strict_json import Object
from exact.conformance.vectors.faults.explain import Cause
from exact.conformance.vectors.vector_set import VERSION, VectorSet
from exact.conformance.verify.domain import WORDS, decks_of
from exact.conformance.verify.protocol import Capabilities
from exact.conformance.verify.runner import BAD_REQUEST, added_by_kind
from exact.conformance.verify.verification import (
    FEWEST_QUESTIONS,
    Failure,
    Floating,
    Shrunk,
    Verdict,
    Verification,
    subject_of,
)
from exact.errors import ExactError
from exact.game.cards import Granularity, class_names
from exact.inputs import printable

_SHOWN_EVENTS, _SHOWN_CAUSES = 5, 3
_SHOWN_SUBJECTS, _SHOWN_FAULTS, _SHOWN_REASONS = 5, 3, 4
_WIDEST, _NAME, _CELL = 1000, 100, 160
"""The most characters of a line, of a name in it, and of a cell that readers see; all may come from an unknown engine."""
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
    headline = headline_of(verified)
    vectors_text = _("vectors of version {version}, digest {digest}", version=VERSION, digest=asked_of.digest)
    return Answer(
        name,
        _parameters(verified, asked_of, headline),
        (
            Section("verdict", None, (), [()], headline),
            _failing(verified, subjects, by_subject),
            *(_failures(subject, by_subject[subject], detail=number > 0) for number, subject in enumerate(subjects)),
        ),
        (*left_out_lines(verified), vectors_text),
        code=int(verified.verdict is Verdict.FAILS),
        error=_too_few(verified) if verified.verdict is Verdict.TOO_FEW else None,
    )


def headline_of(verified: Verification) -> Text:
    """The verdict in one line, with the domain and the part of the set that it covers."""
    begin = {
        Verdict.CONFORMS: _("conforms on"),
        Verdict.FAILS: _("does not conform: right on"),
        Verdict.GLANCED: _("a quick look, not conformance: right on"),
        Verdict.TOO_FEW: _("no verdict, because it needs {number} questions: right on", number=FEWEST_QUESTIONS),
        Verdict.UNDECIDED: _("no verdict, because the ids are not those of the vectors: right on"),
    }[verified.verdict]
    return _(
        "{begin} {right} of {asked} questions in its domain ({domain}, {share} % of the set); {tallies}",
        begin=begin,
        right=verified.right,
        asked=len(verified.asked),
        domain=domain_text(verified.capabilities),
        share=share_text(verified),
        tallies=joined("; ", _tallies(verified)),
    )


def share_text(verified: Verification) -> str:
    """The part of the set that was asked, in percent; a small part with a decimal."""
    percent = 100 * verified.share
    return f"{percent:.0f}" if percent >= 0.95 else f"{percent:.1f}"


def domain_text(capabilities: Capabilities | None) -> str:
    """The shoes that the engine takes."""
    return ", ".join(capabilities.domain.texts) if capabilities else "any shoe"


def _tallies(verified: Verification) -> Iterator[Text]:
    wrong, refused, faults = map(verified.failed, (WRONG, REFUSED, FAULT))
    yield _("{number} refused outside it", number=verified.refused_outside)
    yield _counted(wrong, _("1 wrong number"), _("{number} wrong numbers", number=wrong))
    if refused:
        yield _("{number} refused inside it", number=refused)
    if faults:
        yield _counted(faults, _("1 protocol fault"), _("{number} protocol faults", number=faults))
    if verified.not_asked:
        yield _("{number} not asked", number=verified.not_asked)


def _causes(verified: Verification) -> tuple[list[str], str | None, tuple[str, ...]]:
    """The faults that explain something, and a line for each cause; of many equally good ones, only the first."""
    names = list(dict.fromkeys(str(cause.words) for cause in verified.causes if cause.explains))
    by_subject: dict[str, list[Cause]] = {}
    for cause in verified.causes:
        by_subject.setdefault(cause.subject, []).append(cause)
    lines: list[Text] = []
    for subject, causes in by_subject.items():
        lines += [cause.text for cause in causes[:_SHOWN_CAUSES]]
        if len(causes) > _SHOWN_CAUSES:
            more = len(causes) - _SHOWN_CAUSES
            shown = printable(subject, _NAME)
            another = _("{subject}: or another fault", subject=shown)
            several = _("{subject}: or one of {number} other faults", subject=shown, number=more)
            lines.append(_counted(more, another, several))
    return names, "" if lines else None, tuple(lines)


def _explanation(cause: Cause) -> dict[str, str | int | None]:
    """A cause for programs."""
    return {
        "subject": cause.subject,
        "fault": cause.fault or None,
        "words": str(cause.words),
        "explains": cause.explains,
        "explained": cause.explained,
        "of": cause.wrong,
    }


def _too_few(verified: Verification) -> ExactError:
    bound = f"questions with an answer are too few for a verdict, which needs {FEWEST_QUESTIONS} or more"
    return ExactError("engine", verified.questions, bound)


def _parameters(verified: Verification, asked_of: VectorSet, headline: Text) -> tuple[Parameter, ...]:
    """The facts for programs, and the lines under the verdict for readers."""
    vectors: dict[str, str | bool | int] = {
        "version": VERSION,
        "digest": asked_of.digest,
        "released": True,  # version 0.1 said so for the package's own vectors, and there are no others
        "number": len(asked_of.vectors),
    }
    notes = [*verified.problems, *verified.happened[:_SHOWN_EVENTS]]
    correct = Counter(entry.digits for entry in verified.tally.floating)
    capabilities = verified.capabilities
    return (
        Parameter("causes", *_causes(verified)),
        Parameter("explanations", [_explanation(cause) for cause in verified.causes]),
        Parameter("looser", *_looser(verified)),
        Parameter("advice", *_advice(verified, asked_of)),
        Parameter("happened", verified.happened, *_lines([f"note: {note}" for note in notes])),
        Parameter(
            "engine", verified.engine, "", (f"{printable(verified.engine, _NAME)}: {capabilities_text(capabilities)}",)
        ),
        Parameter("arithmetic", capabilities.arithmetic if capabilities else None),
        Parameter("domain", capabilities.domain.words if capabilities else {}),
        Parameter("share", round(verified.share, 6)),
        Parameter("conforms", verified.verdict is Verdict.CONFORMS),
        Parameter("verdict", verified.verdict.value),
        Parameter("headline", headline),
        Parameter("asked", len(verified.asked)),
        Parameter("right", verified.right),
        Parameter("wrong", verified.failed(WRONG)),
        Parameter("refused_inside", verified.failed(REFUSED)),
        Parameter("refused_outside", verified.refused_outside),
        Parameter("faults", verified.failed(FAULT)),
        Parameter("without_reply", verified.without_reply),
        Parameter("not_asked", verified.not_asked),
        Parameter(
            "left_out", {printable(str(reason), _WIDEST): number for reason, number in verified.left_out.items()}
        ),
        Parameter("digits_by_kind", *_digits(verified.tally.floating)),
        Parameter("correct_digits", {str(digits): correct[digits] for digits in sorted(correct)}),
        Parameter("problems", verified.problems),
        Parameter("vectors", vectors),
    )


def _lines(texts: list[str]) -> tuple[str | None, tuple[str, ...]]:
    """The label of a parameter and the lines that readers see; no label if there are no lines."""
    return ("" if texts else None), tuple(printable(text, _WIDEST) for text in texts)


def _looser(verified: Verification) -> tuple[list[str], str | None, tuple[str, ...]]:
    """The options under which an engine that is only imprecise conforms, and the same for readers."""
    options, lines = [], []
    for digits, decimals in verified.looser:
        options.append(f"--digits {digits}" if digits else f"--decimals {decimals}")
        in_digits = _counted(digits, _("1 digit"), _("{number} digits", number=digits))
        in_decimals = _counted(decimals, _("1 decimal"), _("{number} decimals", number=decimals))
        what = in_digits if digits else in_decimals
        lines.append(
            _("every wrong answer is right to {what}: it conforms with {option}", what=what, option=options[-1])
            if verified.only_imprecise
            else _("every wrong answer is right to {what}", what=what)
        )
    return options, "" if lines else None, tuple(lines)


def _advice(verified: Verification, asked_of: VectorSet) -> tuple[str, str | None, tuple[Text, ...]]:
    """What the engine's author can do where too little was asked, or where the only failures are refusals."""
    if verified.verdict is Verdict.TOO_FEW and verified.capabilities:
        added = added_by_kind(verified.capabilities, asked_of.vectors)
        shown = ", ".join(f"{kind} ({number})" for kind, number in added.items())
        advice = _(
            "to be asked more, it could answer another kind of question, here about punto, banco and tie: {kinds}",
            kinds=shown,
        )
    elif verified.failures and verified.failed(REFUSED) == len(verified.failures):
        words = ", ".join(WORDS)
        advice = _(
            "it only refuses: if it takes only some shoes, its capabilities can say which ({words})", words=words
        )
    else:
        return "", None, ()
    return str(advice), "", (advice,)


def left_out_lines(verified: Verification) -> Iterator[Text]:
    """What was left out, in a line for each capability."""
    by_what: dict[str, Counter[str]] = {}
    for (what, name), number in verified.left_out.items():
        by_what.setdefault(what, Counter())[name] += number
    for what, numbers in by_what.items():
        shown = ", ".join(
            f"{printable(name, _NAME)} ({number})" for name, number in numbers.most_common(_SHOWN_REASONS)
        )
        more = ", …" if len(numbers) > _SHOWN_REASONS else ""
        total, names = numbers.total(), len(numbers)
        questions = _counted(total, _("1 question"), _("{number} questions", number=total))
        several = {
            "kind": _counted(names, _("1 kind"), _("{number} kinds", number=names)),
            "bet": _counted(names, _("1 bet"), _("{number} bets", number=names)),
            "rules": _counted(names, _("1 rulebook"), _("{number} rulebooks", number=names)),
        }
        yield _LEFT_OUT[what].filled(questions=questions, names=several.get(what, ""), shown=shown + more)


_LEFT_OUT = {
    "kind": _("{questions} of {names} left out: the engine answers none of them: {shown}"),
    "bet": _("{questions} on {names} left out: the engine has none of them"),
    "rules": _("{questions} under {names} left out: the engine plays none of them"),
    "shoe": _("{questions} left out, refused outside its domain: shoes {shown}"),
    "commission": _("{questions} left out: commission {shown}"),
    BAD_REQUEST.what: _("{questions} left out that must be refused"),
}


def _counted(number: int | None, one: Text, several: Text) -> Text:
    return one if number == 1 else several


def _digits(floating: list[Floating]) -> tuple[dict[str, dict[str, float]], str | None, tuple[str, ...]]:
    """The correct digits of each kind: −log10 of the relative error, as in NIST's statistical reference datasets."""
    by_kind: dict[str, dict[str, float]] = {}
    for kind in dict.fromkeys(entry.kind for entry in floating):
        errors = [entry.log_error for entry in floating if entry.kind == kind]
        by_kind[kind] = {"answers": len(errors), "fewest": round(min(errors), 2), "median": round(median(errors), 2)}
    shown = ", ".join(f"{kind} {of['fewest']:.1f} ({of['median']:.1f})" for kind, of in by_kind.items())
    line = _("fewest correct digits of each kind, and the median: {shown}", shown=shown)
    return by_kind, "" if by_kind else None, (line,)


def _failing(verified: Verification, subjects: list[str], by_subject: dict[str, list[Failure]]) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for subject in subjects:
        ways = Counter(failure.way for failure in by_subject[subject])
        rows.append(
            (
                printable(subject, _NAME),
                ways[WRONG],
                ways[REFUSED],
                ways[FAULT],
                _smallest(verified.shrunk.get(subject)),
            )
        )
    smallest = Column(_("smallest failing shoe found"), wrap_cm=8, key="smallest")
    columns = columns_of(_("subject"), _("wrong"), _("refused"), _("faults"), smallest)
    return Section("failing", Rows(("failing",)), columns, rows, _("What failed"), most=_SHOWN_SUBJECTS)


def _smallest(shrunk: Shrunk | None) -> Detailed | None:
    if shrunk is None:
        return None
    return Detailed(smaller_data(shrunk), printable(f"{shoe_text(shrunk.request)}: {shrunk.fault}", _CELL))


def _failures(subject: str, failures: list[Failure], detail: bool) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for failure in failures:
        fault = printable(failure.fault, _WIDEST - 2 * _NAME)
        rows.append((failure.vector.id, failure.vector.group, failure.way, Detailed(fault, printable(fault, _CELL))))
    columns = columns_of("id", _("group"), _("way"), Column(_("fault"), wrap_cm=8))
    form = Rows(("failing", ("subject", printable(subject, _NAME)), "failures"))
    number = _counted(len(failures), _("1 failure"), _("{number} failures", number=len(failures)))
    caption = _("{subject}: {number}", subject=printable(subject, _NAME), number=number)
    return Section("failure", form, columns, rows, caption, most=_SHOWN_FAULTS, detail=detail)


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


def capabilities_text(capabilities: Capabilities | None) -> str:
    """The capabilities in one line."""
    if capabilities is None:
        return "a file of answers"
    facts = [capabilities.arithmetic, domain_text(capabilities), ", ".join(capabilities.kinds)]
    if capabilities.bets != ():
        facts.append("all bets" if capabilities.bets is None else _bets(len(capabilities.bets)))
    if capabilities.own_bets:
        facts.append(f"own bets {', '.join(capabilities.own_bets)}")
    return "; ".join([*facts, "all rules" if capabilities.rules is None else f"rules {', '.join(capabilities.rules)}"])


def _bets(number: int) -> str:
    return f"{number} bet{'' if number == 1 else 's'}"


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
    rest = {name: value for name, value in request.items() if name not in ("kind", "bet", "pays", "rules", "shoe")}
    rest |= {"rules": request["rules"]} if request.get("rules", "standard") != "standard" else {}
    decks = decks_of(shoe)
    cards = f"{decks} deck{'' if decks == 1 else 's'} by {word}" if decks else f"{sum(counts)} cards by {word}: {held}"
    return f"{cards}{f'; {json.dumps(rest, ensure_ascii=False)}' if rest else ''}"
