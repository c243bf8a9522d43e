"""The audit: every published figure that has an exact value, and the verdict on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from exact.answers.text import Text, _
from exact.lazy import tomllib
from exact.literature.claims import Claim, parse_claim
from exact.literature.printed import Agreement, PrintedFigure
from exact.literature.published import PublishedFigure, published_figures
from exact.literature.values import Value
from exact.literature.verdict import Verdict, judge

REVIEWED_FILE = Path(__file__).with_name("reviewed.toml")
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


@lru_cache(maxsize=2048)
def _values(claim: Claim) -> dict[int | None, Value]:
    return claim.values()


@cache
def reviewed() -> dict[str, str]:
    """The reviewed reasons for disagreement, by the id of the figure."""
    return {figure_id: entry["reason"] for figure_id, entry in tomllib.loads(REVIEWED_FILE.read_text("utf-8")).items()}
