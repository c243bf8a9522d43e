"""The report on a verification: verdict, failures, what was left out; an engine's texts are made harmless and short.

A certificate for the engine's author to publish is one page in Markdown or LaTeX with the verdict.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from statistics import median

from exact.answers.table import Answer, Cell, Column, Detailed, Parameter, Table, Value, columns_of
from exact.answers.text import Text, _, joined
from exact.conformance.comparison import EXACT, FAULT, LATE, REFUSED, WRONG
from exact.conformance.strict_json import Object, Written
from exact.conformance.vectors.engine import GRANULARITIES
from exact.conformance.vectors.explain import Cause, subject_of
from exact.conformance.vectors.vector_set import VectorSet
from exact.conformance.verify.domain import WORDS, decks_of
from exact.conformance.verify.protocol import Capabilities
from exact.conformance.verify.runner import BAD_REQUEST, added_by_kind
from exact.conformance.verify.verification import FEWEST_QUESTIONS, Answered, EngineVerdict, Verification
from exact.errors import ExactError
from exact.escapes import printable
from exact.game import class_names
from exact.outputs import check_output, write_file
from exact.questions.conditions import decks_text
from exact.version import __version__

_SHOWN_EVENTS, _SHOWN_CAUSES, _SHOWN_SUBJECTS, _SHOWN_FAULTS, _SHOWN_REASONS, _SHOWN_BETS = 5, 3, 5, 3, 4, 12
_WIDEST, _NAME, _CELL = 1000, 100, 160  # characters of a line, of a name in it, and of a cell
_WIDEST_ANSWER, _BRACKETS = 4000, 50  # of an answer that is kept whole; deeper nesting could not be written


def report(name: str, verified: Verification, asked_of: VectorSet) -> Answer:
    """The report of a verification; the exit code is 1 if anything is wrong."""
    found: dict[str, list[Answered]] = {}
    for failure in verified.failures:
        found.setdefault(subject_of(failure.vector.request), []).append(failure)
    by_subject = dict(sorted(found.items(), key=lambda entry: -len(entry[1])))
    headline = headline_of(verified)
    vectors_text = _("vectors of version {version}, digest {digest}", version=asked_of.version, digest=asked_of.digest)
    problems, error = _problems(verified), None
    if verified.verdict is EngineVerdict.TOO_FEW:
        bound = f"questions with an answer are too few for a verdict, which needs {FEWEST_QUESTIONS} or more"
        error = ExactError("engine", verified.questions, bound)
    elif problems:
        error = ExactError("engine", verified.engine, f"gets no verdict, because of {'; '.join(problems)}")
    return Answer(
        name,
        tuple(_parameters(verified, asked_of, headline)),
        (
            Table("verdict", headline, (), [()], rearranged=True),
            _failing(verified, by_subject),
            *(_failures(subject, of, detail=number > 0) for number, (subject, of) in enumerate(by_subject.items())),
        ),
        (*left_out_lines(verified), vectors_text),
        code=int(verified.verdict is EngineVerdict.FAILS),
        error=error,
    )


def headline_of(verified: Verification) -> Text:
    """The verdict in one line, with the domain and its share of the set."""
    begin = {
        EngineVerdict.CONFORMS: _("conforms on"),
        EngineVerdict.FAILS: _("does not conform: right on"),
        EngineVerdict.GLANCED: _("a quick look, not conformance: right on"),
        EngineVerdict.TOO_FEW: _("no verdict, because it needs {number} questions: right on", number=FEWEST_QUESTIONS),
        EngineVerdict.UNDECIDED: _(
            "no verdict, because of {problems}: right on", problems=", ".join(verified.problems)
        ),
    }[verified.verdict]
    percent = 100 * verified.share
    return _(
        "{begin} {right} of {asked} questions in its domain ({domain}, {share} % of the set); {tallies}",
        begin=begin,
        right=verified.ways[""],
        asked=len(verified.asked),
        domain=str(verified.capabilities.domain) if verified.capabilities else "any shoe",
        share=f"{percent:.0f}" if percent >= 0.95 else f"{percent:.1f}",
        tallies=joined("; ", _tallies(verified)),
    )


def capabilities_text(capabilities: Capabilities) -> str:
    """The capabilities for readers."""
    facts = [capabilities.arithmetic, str(capabilities.domain), ", ".join(capabilities.kinds)]
    if (bets := capabilities.bets) != ():
        several = "all bets" if bets is None else f"{len(bets)} bets"
        facts.append(f"bets {', '.join(bets)}" if bets and len(bets) <= _SHOWN_BETS else several)
    if capabilities.own_bets:
        facts.append(f"own bets {', '.join(capabilities.own_bets)}")
    return "; ".join([*facts, "all rules" if capabilities.rules is None else f"rules {', '.join(capabilities.rules)}"])


def left_out_lines(verified: Verification) -> Iterator[Text]:
    """What was left out, in a line for each capability."""
    by_what: dict[str, Counter[str]] = {}
    for (what, name), number in verified.left_out.items():
        by_what.setdefault(what, Counter())[name] += number
    for what, numbers in by_what.items():
        commonest = numbers.most_common(_SHOWN_REASONS)
        shown = ", ".join(f"{printable(name, _NAME)} ({number})" for name, number in commonest)
        more = ", …" if len(numbers) > _SHOWN_REASONS else ""
        total, names = numbers.total(), len(numbers)
        questions = _counted(total, _("1 question"), _("{number} questions"))
        several = {
            "kind": _counted(names, _("1 kind"), _("{number} kinds")),
            "bet": _counted(names, _("1 bet"), _("{number} bets")),
            "rules": _counted(names, _("1 rulebook"), _("{number} rulebooks")),
        }
        yield _LEFT_OUT[what].filled(questions=questions, names=several.get(what, ""), shown=shown + more)


_LEFT_OUT = {
    "kind": _("{questions} of {names} left out: the engine answers none of them: {shown}"),
    "bet": _("{questions} on {names} left out: the engine has none of them"),
    "rules": _("{questions} under {names} left out: the engine plays none of them"),
    "shoe": _("{questions} left out, refused outside its domain: shoes {shown}"),
    "commission": _("{questions} left out: commission {shown}"),
    BAD_REQUEST[0]: _("{questions} left out that must be refused"),
}


def shoe_text(request: Object) -> str:
    """The shoe of a request for readers, such as ``6 cards by values: 0 × 3, 9 × 3``, and the rest of the request."""
    shoe = request["shoe"]
    assert isinstance(shoe, dict)
    ((word, counts),) = shoe.items()
    rest = {name: value for name, value in request.items() if name not in ("kind", "bet", "pays", "rules", "shoe")}
    rest |= {"rules": request["rules"]} if request.get("rules", "standard") != "standard" else {}
    if decks := decks_of(shoe):
        text = f"{decks_text(decks)} by {word}"
    else:
        named = zip(class_names(GRANULARITIES[word]), counts, strict=True)
        text = f"{sum(counts)} cards by {word}: {', '.join(f'{name} × {count}' for name, count in named if count)}"
    return f"{text}{f'; {json.dumps(rest, ensure_ascii=False)}' if rest else ''}"


def smaller_data(shrunk: Answered) -> Object:
    """A smaller failing request and its answer, which is shortened if it is longer than any right one."""
    came: object = {name: value for name, value in (shrunk.reply or {}).items() if name != "id"}
    text = repr(Written(came))
    short = len(text) <= _WIDEST_ANSWER and text.count("[") + text.count("{") <= _BRACKETS
    if not (short and text.startswith("{")):  # a deeply nested value is not written as JSON
        came = printable(text, _WIDEST)
    expected, fault = shrunk.vector.expected, shrunk.judgement.fault
    return {"request": shrunk.vector.request, "expected": expected, "came": came, "fault": fault}


def _tallies(verified: Verification) -> Iterator[Text]:
    wrong, refused, faults, late = (verified.ways[way] for way in (WRONG, REFUSED, FAULT, LATE))
    yield _("{number} refused outside it", number=verified.refused_outside)
    yield _counted(wrong, _("1 wrong number"), _("{number} wrong numbers"))
    if refused:
        yield _("{number} refused inside it", number=refused)
    if faults:
        yield _counted(faults, _("1 protocol fault"), _("{number} protocol faults"))
    if late:
        yield _counted(late, _("1 late answer"), _("{number} late answers"))
    if verified.not_asked:
        yield _("{number} not asked", number=verified.not_asked)


def _parameters(verified: Verification, asked_of: VectorSet, headline: Text) -> Iterator[Parameter]:
    capabilities = verified.capabilities
    fitting = Counter(cause.subject for cause in verified.causes)
    certain = dict.fromkeys(str(of.words) for of in verified.causes if of.explains and fitting[of.subject] == 1)
    yield _with_lines("causes", [*certain], _cause_lines(verified.causes))
    explanations = [
        {"subject": cause.subject, "fault": cause.fault or None, "words": str(cause.words)}
        | {"explains": cause.explains, "ambiguous": fitting[cause.subject] > 1}
        | {"explained": cause.explained, "of": cause.wrong}
        for cause in verified.causes
    ]
    yield Parameter("explanations", explanations)
    hidden = joined("; ", verified.unseen[:_SHOWN_CAUSES])
    several = _("{number} known faults cannot show in its domain: {faults}", number=len(verified.unseen), faults=hidden)
    one = _("a known fault cannot show in its domain: {fault}", fault=hidden)
    unseen = [one if len(verified.unseen) == 1 else several] if verified.unseen else []
    yield _with_lines("unseen", [*map(str, verified.unseen)], unseen)
    looser = dict(_looser(verified))
    yield _with_lines("looser", [*looser], looser.values())
    advice = _advice(verified, asked_of)
    yield _with_lines("advice", str(advice or ""), [advice] if advice else [])
    notes = [*_problems(verified), *verified.happened[:_SHOWN_EVENTS]]
    yield _with_lines("happened", verified.happened, [printable(f"note: {note}", _WIDEST) for note in notes])
    capable = capabilities_text(capabilities) if capabilities else "a file of answers"
    yield _with_lines("engine", verified.engine, [f"{printable(verified.engine, _NAME)}: {capable}"])
    yield Parameter("arithmetic", capabilities.arithmetic if capabilities else None)
    yield Parameter("domain", capabilities.domain.words if capabilities else {})
    yield Parameter("share", round(verified.share, 6))
    yield Parameter("conforms", verified.verdict is EngineVerdict.CONFORMS)
    yield Parameter("verdict", verified.verdict.value)
    yield Parameter("headline", headline)
    yield Parameter("asked", len(verified.asked))
    yield Parameter("right", verified.ways[""])
    yield Parameter("wrong", verified.ways[WRONG])
    yield Parameter("refused_inside", verified.ways[REFUSED])
    yield Parameter("refused_outside", verified.refused_outside)
    yield Parameter("faults", verified.ways[FAULT])
    yield Parameter("late", verified.ways[LATE])
    yield Parameter("without_reply", sum(not answered.replied for answered in verified.answers))
    yield Parameter("not_asked", verified.not_asked)
    yield Parameter("left_out", {printable(" ".join(reason), _WIDEST): of for reason, of in verified.left_out.items()})
    yield _digits(verified.floating)
    correct = Counter(answered.judgement.digits or 0 for answered in verified.floating)
    yield Parameter("correct_digits", {str(digits): correct[digits] for digits in sorted(correct)})
    yield Parameter("problems", _problems(verified))
    number = len(asked_of.vectors)
    yield Parameter("vectors", {"version": asked_of.version, "digest": asked_of.digest, "number": number})


def _problems(verified: Verification) -> list[str]:
    return [f"{what}: {text}" for what, text in verified.problems.items()]


def _with_lines(key: str, value: Value, lines: Iterable[Text | str]) -> Parameter:
    """A parameter of which readers see only the lines."""
    shown = tuple(lines)
    return Parameter(key, value, "" if shown else None, shown)


def _cause_lines(causes: list[Cause]) -> Iterator[Text]:
    for subject in dict.fromkeys(cause.subject for cause in causes):
        fitting = [cause for cause in causes if cause.subject == subject]
        shown = joined(_("; or "), [cause.words for cause in fitting[:_SHOWN_CAUSES]])
        ambiguous = _(
            "{subject}: ambiguous, because {number} known faults fit: {faults}{more}",
            subject=printable(subject, _NAME),
            number=len(fitting),
            faults=shown,
            more=", …" if len(fitting) > _SHOWN_CAUSES else "",
        )
        yield fitting[0].text if len(fitting) == 1 else ambiguous


def _looser(verified: Verification) -> Iterator[tuple[str, Text]]:
    """The options with which every wrong number would be right, and a line on each."""
    for digits, decimals in verified.looser:
        in_digits = _counted(digits, _("1 digit"), _("{number} digits"))
        what = in_digits if digits else _counted(decimals, _("1 decimal"), _("{number} decimals"))
        option = f"--digits {digits}" if digits else f"--decimals {decimals}"
        yield option, _("every wrong answer is right to {what}: it conforms with {option}", what=what, option=option)


def _advice(verified: Verification, asked_of: VectorSet) -> Text | None:
    if verified.verdict is EngineVerdict.TOO_FEW and verified.capabilities:
        added = added_by_kind(verified.capabilities, asked_of.vectors)
        return _(
            "to be asked more, it could answer another kind of question, here about punto, banco and tie: {kinds}",
            kinds=", ".join(f"{kind} ({number})" for kind, number in added.items()),
        )
    if verified.failures and verified.ways[REFUSED] == len(verified.failures):
        words = ", ".join(WORDS)
        return _("it only refuses: if it takes only some shoes, its capabilities can say which ({words})", words=words)
    if verified.failures and all("error" in failure.vector.expected for failure in verified.failures):
        return _("it fails only where it must refuse: --without-bad-requests leaves these requests out")
    return None


def _counted(number: int | None, one: Text, several: Text) -> Text:
    return one if number == 1 else several.filled(number=number)


def _digits(floating: list[Answered]) -> Parameter:
    """The correct digits of each kind: −log10 of the relative error, as in NIST's statistical reference datasets."""
    errors: dict[str, list[float]] = {}
    for answered in floating:
        errors.setdefault(str(answered.vector.request.get("kind")), []).append(answered.judgement.log_error or 0.0)
    by_kind = {}
    for kind, of_kind in errors.items():
        by_kind[kind] = {"answers": len(of_kind), "fewest": round(min(of_kind), 2), "median": round(median(of_kind), 2)}
    shown = ", ".join(f"{kind} {of['fewest']:.1f} ({of['median']:.1f})" for kind, of in by_kind.items())
    line = _("fewest correct digits of each kind, and the median: {shown}", shown=shown)
    return _with_lines("digits_by_kind", by_kind, [line] if by_kind else [])


def _failing(verified: Verification, by_subject: dict[str, list[Answered]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for subject, failures in by_subject.items():
        ways = Counter(failure.judgement.way for failure in failures)
        smallest = None
        if (shrunk := verified.shrunk.get(subject)) is not None:
            text = f"{shoe_text(shrunk.vector.request)}: {shrunk.judgement.fault}"
            smallest = Detailed(smaller_data(shrunk), printable(text, _CELL))
        rows.append((printable(subject, _NAME), ways[WRONG], ways[REFUSED], ways[FAULT], ways[LATE], smallest))
    column = Column(_("smallest failing shoe found"), wrap_cm=8, key="smallest")
    columns = columns_of(_("subject"), _("wrong"), _("refused"), _("faults"), _("late"), column)
    return Table("failing", _("What failed"), columns, rows, most=_SHOWN_SUBJECTS)


def _failures(subject: str, failures: list[Answered], detail: bool) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for failure in failures:
        vector, fault = failure.vector, printable(failure.judgement.fault, _WIDEST - 2 * _NAME)
        rows.append((vector.id, vector.group, failure.judgement.way, Detailed(fault, printable(fault, _CELL))))
    columns = columns_of("id", _("group"), _("way"), Column(_("fault"), wrap_cm=8))
    number = _counted(len(failures), _("1 failure"), _("{number} failures"))
    caption = _("{subject}: {number}", subject=printable(subject, _NAME), number=number)
    return Table("failures", caption, columns, rows, most=0 if detail else _SHOWN_FAULTS)


def write_certificate(path: Path, day: str, language: str, verified: Verification, vector_set: VectorSet) -> None:
    """Write the verdict and what it rests on; raises `ExactError` if the file cannot be written."""
    from exact.report import latex, markdown
    from exact.report.document import PREAMBLE
    from exact.report.render import for_readers
    from exact.report.translation import translate

    title = translate(_("Conformance of {engine}", engine=printable(verified.engine, _NAME)), language)
    table = for_readers(_certificate_table(verified, vector_set, day), language)
    if path.suffix == ".md":
        text = f"# {markdown.escape(title)}\n\n{markdown.render_markdown(table)}"
    else:
        head = rf"{PREAMBLE}\section*{{{latex.escape(title)}}}"
        text = f"{head}\n{latex.render_latex(table)}\\end{{document}}\n"
    write_file(path, text, "certificate")


def certificate_path(file: str, day: str | None) -> Path:
    """Where a certificate can be written; raises `ExactError` for another file, and a missing or impossible date."""
    path = Path(file)
    if path.suffix not in (".md", ".tex"):
        raise ExactError("certificate", file, "must be the name of a file that ends in .md or .tex")
    check_output(path, "certificate")
    if day is None:
        raise ExactError("date", "nothing", "is given: a certificate needs --date, such as 2026-11-22")
    with suppress(ValueError):
        if date.fromisoformat(day).isoformat() == day:
            return path
    raise ExactError("date", day, "must be a date such as 2026-11-22")


def _certificate_table(verified: Verification, vector_set: VectorSet, day: str) -> Table:
    capabilities, (digits, decimals) = verified.capabilities, verified.precision
    precision = _("{number} significant digits", number=digits)
    if capabilities is not None and capabilities.arithmetic == EXACT:
        precision = _("exact")
    elif digits is None:
        precision = _("rounded to {number} decimals", number=decimals)
    rows: list[tuple[Cell, ...]] = [
        (_("engine"), printable(verified.engine, _NAME)),
        (_("date"), day),
        (_("capabilities"), capabilities_text(capabilities) if capabilities else "any shoe"),
        (_("precision"), precision),
        (_("vectors"), _("version {version}, {number} in all", version=vector_set.version, number=vector_set.size)),
        (_("digest of the vectors"), vector_set.digest),
        (_("checked with"), f"exact-baccarat {__version__}"),
    ]
    columns = columns_of(_("subject"), Column(_("result"), wrap_cm=10))
    return Table("conformance", headline_of(verified), columns, rows, tuple(left_out_lines(verified)))
