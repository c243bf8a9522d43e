"""The audit: every published figure that has an exact value, and the verdict on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple

from exact.analysis.full_shoes import decks_text
from exact.answers.text import Text, _
from exact.errors import ExactError
from exact.lazy import tomllib
from exact.literature.claims import Claim, parse_claim
from exact.literature.figure_file import CLAIM, PRINTED, SOURCE, FigureFile, FileRow
from exact.literature.printed import Agreement, PrintedFigure
from exact.literature.published import PublishedFigure, published_figures
from exact.literature.values import Value
from exact.literature.verdict import Verdict, judge

REVIEWED_FILE = Path(__file__).with_name("reviewed.toml")
MOST_ON_A_PAGE = 1000
"""Figures of one page beyond these are held together as another page; a bound on memory."""
FEWEST_DIGITS = 3
"""A figure of fewer digits agrees with some number of decks or other by chance."""
HOUSE_EDGES = "house_edge"
"""The category of figures that sources print as house edges."""
_NO_EDGES = {"expectation": _("a return"), "return": _("a return"), "odds against": _("odds")}
"""Measures that sources print under the heading of a house edge."""


class Audited(NamedTuple):
    """A published figure, its claim, and the verdict."""

    figure: PublishedFigure
    claim: Claim
    verdict: Verdict


class Judged(NamedTuple):
    """A claim and the verdict on the figure printed for it."""

    claim: Claim
    verdict: Verdict


def judge_claim(claim: Claim, printed: PrintedFigure) -> Judged:
    """The verdict on a figure alone; raises `ExactError` for a claim or a figure that cannot be compared."""
    verdict = judge(printed, _values(claim), claim.decks.guess, claim.form)
    return Judged(claim, verdict._replace(remark=claim.remark))


def held_together(page: Sequence[Judged]) -> list[Judged]:
    """The verdicts on the figures of one page, whose unstated number of decks is the same for all.

    The likely numbers of decks are those that most of these figures agree with; a figure that agrees with none of them
    disagrees.
    """
    fitting: Counter[int | None] = Counter()
    for entry in page:
        if not entry.claim.decks.stated:
            fitting.update(entry.verdict.agreeing_decks)
    most = max(fitting.values(), default=0)
    likely = {decks for decks, figures in fitting.items() if figures == most}
    return [_with_likely(entry, likely) for entry in page]


def _with_likely(entry: Judged, likely: set[int | None]) -> Judged:
    claim, verdict = entry
    if claim.decks.stated or verdict.disagrees or not likely.isdisjoint(verdict.agreeing_decks):
        return entry
    return Judged(claim, verdict._replace(agreement=Agreement.DISAGREES, agreeing_decks=(), reason=OTHER_DECKS))


OTHER_DECKS = _("agrees only with a number of decks that the other figures of its page exclude")


def full_audit() -> list[Audited]:
    """The verdict on every published figure that has an exact value, in the order of the literature file."""
    pages: dict[str, list[PublishedFigure]] = {}
    for figure in published_figures():
        if not figure.unjudged:
            pages.setdefault(figure.source.key, []).append(figure)
    verdicts: dict[str, Judged] = {}
    for figures in pages.values():
        verdicts.update(zip((figure.id for figure in figures), _page(figures), strict=True))
    return [_audited(figure, *verdicts[figure.id]) for figure in published_figures() if figure.id in verdicts]


def verdict_on(figure: PublishedFigure) -> Verdict:
    """The verdict on one published figure that has an exact value."""
    others = (other for other in published_figures() if other.source == figure.source and not other.unjudged)
    page = [other for other in others if other is figure or not parse_claim(other.claim).decks.stated]
    return _page(page)[page.index(figure)].verdict


def _page(figures: Iterable[PublishedFigure]) -> list[Judged]:
    return held_together([judge_claim(parse_claim(f.claim), PrintedFigure.parse(f.value, f.id)) for f in figures])


def _audited(figure: PublishedFigure, claim: Claim, verdict: Verdict) -> Audited:
    kind: Text | None = _NO_EDGES.get(claim.quantity.measure) if figure.category == HOUSE_EDGES else None
    reason = reviewed().get(figure.id) if verdict.disagrees else None
    return Audited(figure, claim, verdict._replace(actual_kind=kind, reason=reason))


def unreviewed(audited: Iterable[Audited]) -> list[str]:
    """The ids of the figures that disagree and have no reviewed reason."""
    return [entry.figure.id for entry in audited if entry.verdict.disagrees and entry.verdict.reason is None]


class AuditedRow(NamedTuple):
    """A row of a file of figures, and what the audit says of it."""

    row: FileRow
    judged: Judged | None
    """`None` for a row that cannot be read."""
    reason: str | None
    """Why the figure disagrees, if that is known, or why the row cannot be read."""


def audit_file(file: FigureFile) -> Iterator[AuditedRow]:
    """The verdict on every row of a file, one after the other.

    Successive rows with the same ``source`` are one page: see `held_together`.
    """
    for _source, rows in groupby(map(_audited_row, file.rows()), lambda entry: entry.row.cells.get(SOURCE)):
        while page := list(islice(rows, MOST_ON_A_PAGE)):
            yield from _one_page(page) if _source else page


def _one_page(page: list[AuditedRow]) -> Iterator[AuditedRow]:
    together = iter(held_together([entry.judged for entry in page if entry.judged]))
    for entry in page:
        judged = next(together) if entry.judged else None
        yield entry if judged is entry.judged else entry._replace(judged=judged, reason=OTHER_DECKS)


def _audited_row(row: FileRow) -> AuditedRow:
    if row.problem:
        return AuditedRow(row, None, row.problem)
    judged = _judged(row.cells[CLAIM], row.cells[PRINTED])
    if isinstance(judged, ExactError):
        return AuditedRow(row, None, f"{judged.parameter}: {judged.bound}")
    return AuditedRow(row, judged, known_reason(judged) if judged.verdict.disagrees else None)


@lru_cache(maxsize=1 << 14)
def _judged(claim: str, printed: str) -> Judged | ExactError:
    """The verdict, or why there is none."""
    try:
        return judge_claim(parse_claim(claim), PrintedFigure.parse(printed, PRINTED))
    except ExactError as error:
        return error


@lru_cache(maxsize=1 << 14)
def known_reason(judged: Judged) -> str | None:
    """Why a figure disagrees: as reviewed for the same figure of the literature, or what it would agree with."""
    claim, verdict = judged
    if reason := _reasons().get((claim.text, verdict.printed)):
        return reason
    printed = verdict.printed
    if not printed.notation and not printed.percent and _agrees(printed.as_percentage(), verdict.exact, claim):
        return _("agrees as a percentage")
    if _agrees(printed._replace(scaled=-printed.scaled), verdict.exact, claim):
        return _("agrees with the other sign")
    if claim.decks.stated and len(str(printed.scaled)) >= FEWEST_DIGITS:
        others = _values(claim.with_unstated_decks())
        if decks := [count for count, value in others.items() if _agrees(printed, value, claim)]:
            return _("agrees with other numbers of decks: {decks}", decks=decks_text(decks))
    return None


def _agrees(printed: PrintedFigure, value: Value, claim: Claim) -> bool:
    return printed.agreement(value, claim.form) is Agreement.AGREES


@cache
def _reasons() -> dict[tuple[str, PrintedFigure], str]:
    """The reviewed reasons by claim and figure."""
    return {
        (figure.claim, PrintedFigure.parse(figure.value)): f"{reviewed()[figure.id]} ({figure.id})"
        for figure in published_figures()
        if figure.id in reviewed()
    }


@lru_cache(maxsize=2048)
def _values(claim: Claim) -> dict[int | None, Value]:
    return claim.values()


@cache
def reviewed() -> dict[str, str]:
    """The reviewed reasons for disagreement, by the id of the figure."""
    return {figure_id: entry["reason"] for figure_id, entry in tomllib.loads(REVIEWED_FILE.read_text("utf-8")).items()}
