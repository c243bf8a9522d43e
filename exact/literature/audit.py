"""The audit: every published figure that has an exact value, the verdict on it, and the tables that show it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby, islice
from pathlib import Path

from exact.analysis.odds import decks_text
from exact.answers.table import FRACTION, Cell, Column, Detailed, Rounded, cell_text, columns_of
from exact.answers.text import Text, _, joined
from exact.arithmetic import fraction_text
from exact.errors import ExactError
from exact.inputs import printable
from exact.literature.figures import CLAIM, PRINTED, SOURCE, FigureFile, FileRow
from exact.literature.printed import RATIO, Agreement, PrintedFigure
from exact.literature.published import PublishedFigure, published_figures
from exact.literature.verdict import Verdict, judge, what_would_agree
from exact.questions.question import parse_question
from exact.questions.values import Enclosure
from exact.rules.named import rules_named
from exact.rules.tableau import Rules

REVIEWED_FILE = Path(__file__).with_name("reviewed.toml")
MOST_ON_A_PAGE = 1000
"""Figures of one page beyond these are held together as another page; a bound on memory."""
OTHER_DECKS = _("agrees only with a number of decks that the other figures of its page exclude")


def held_together(page: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts on the figures of one page, whose unstated number of decks is the same for all.

    The likely numbers of decks are those that most of these figures agree with; a figure that agrees with none of them
    disagrees.
    """
    fitting: Counter[int | None] = Counter()
    for verdict in page:
        if not verdict.question.decks.stated:
            fitting.update(verdict.agreeing_decks)
    most = max(fitting.values(), default=0)
    likely = {decks for decks, figures in fitting.items() if figures == most}
    return [_with_likely(verdict, likely) for verdict in page]


def _with_likely(verdict: Verdict, likely: set[int | None]) -> Verdict:
    if verdict.question.decks.stated or verdict.disagrees or not likely.isdisjoint(verdict.agreeing_decks):
        return verdict
    return replace(verdict, agreement=Agreement.DISAGREES, agreeing_decks=(), reason=OTHER_DECKS)


def full_audit() -> list[tuple[PublishedFigure, Verdict]]:
    """The verdict on every published figure that has an exact value, in the order of the literature file."""
    pages: dict[str, list[PublishedFigure]] = {}
    for figure in published_figures():
        if not figure.unjudged:
            pages.setdefault(figure.source.key, []).append(figure)
    verdicts = {figure.id: verdict for page in pages.values() for figure, verdict in _page(page)}
    return [(figure, verdicts[figure.id]) for figure in published_figures() if figure.id in verdicts]


def verdict_on(figure: PublishedFigure) -> Verdict:
    """The verdict on one published figure that has an exact value."""
    others = (other for other in published_figures() if other.source == figure.source and not other.unjudged)
    page = [other for other in others if other is figure or not parse_question(other.claim).decks.stated]
    return next(verdict for other, verdict in _page(page) if other is figure)


def _page(figures: list[PublishedFigure]) -> Iterator[tuple[PublishedFigure, Verdict]]:
    alone = [judge(parse_question(figure.claim), PrintedFigure.parse(figure.value, figure.id)) for figure in figures]
    for figure, verdict in zip(figures, held_together(alone), strict=True):
        yield figure, replace(verdict, reason=reviewed().get(figure.id) if verdict.disagrees else None)


def unreviewed(audited: Iterable[tuple[PublishedFigure, Verdict]]) -> list[str]:
    """The ids of the figures that disagree and have no reviewed reason."""
    return [figure.id for figure, verdict in audited if verdict.disagrees and verdict.reason is None]


def audit_file(file: FigureFile) -> Iterator[tuple[FileRow, Verdict | str]]:
    """Every row of a file, one after the other, and the verdict on it, or why the row cannot be read.

    Successive rows with the same ``source`` are one page: see `held_together`.
    """
    rows = ((row, row.problem or _judged(row.cells[CLAIM], row.cells[PRINTED])) for row in file.rows())
    for source, of_source in groupby(rows, lambda entry: entry[0].cells.get(SOURCE)):
        while page := list(islice(of_source, MOST_ON_A_PAGE)):
            together = iter(held_together([verdict for _row, verdict in page if isinstance(verdict, Verdict)]))
            for row, verdict in page:
                yield row, next(together) if source and isinstance(verdict, Verdict) else verdict


@lru_cache(maxsize=1 << 14)
def _judged(claim: str, printed: str) -> Verdict | str:
    """The verdict, with what is known of a figure that disagrees; or why there is none."""
    try:
        verdict = judge(parse_question(claim), PrintedFigure.parse(printed, PRINTED))
    except ExactError as error:
        return f"{error.parameter}: {error.bound}"
    return replace(verdict, reason=known_reason(verdict)) if verdict.disagrees else verdict


def known_reason(verdict: Verdict) -> str | None:
    """Why a figure disagrees: as reviewed for the same figure of the literature, or what it would agree with."""
    return _reasons().get((verdict.question.text, verdict.printed)) or what_would_agree(verdict)


@cache
def _reasons() -> dict[tuple[str, PrintedFigure], str]:
    """The reviewed reasons by question and figure."""
    return {
        (figure.claim, PrintedFigure.parse(figure.value)): f"{reviewed()[figure.id]} ({figure.id})"
        for figure in published_figures()
        if figure.id in reviewed()
    }


@cache
def reviewed() -> dict[str, str]:
    """The reviewed reasons for disagreement, by the id of the figure."""
    return {figure_id: entry["reason"] for figure_id, entry in tomllib.loads(REVIEWED_FILE.read_text("utf-8")).items()}


WORDS: Mapping[Agreement, Text] = {
    Agreement.AGREES: _("agrees"),
    Agreement.ROUNDED: _("rounded"),
    Agreement.TRUNCATED: _("truncated"),
    Agreement.PADDED: _("padded"),
    Agreement.DISAGREES: _("disagrees"),
}
_WIDEST = 200
"""The most characters of a cell of the file that readers see."""


class FileAudit:
    """The verdicts on a file, row by row, and what the rows have in common, gathered as they are judged."""

    def __init__(self, file: FigureFile, progress: Callable[..., None]) -> None:
        self.file, self._progress = file, progress
        self.verdicts: Counter[Text] = Counter()
        self.rules: dict[str, Rules] = {}
        self.remarks: dict[Text, None] = {}

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        """The cells of every row in the order of `columns`."""
        for row, verdict in audit_file(self.file):
            self.verdicts[_word(verdict)] += 1
            if isinstance(verdict, Verdict):
                question = verdict.question
                if question.rules not in self.rules:
                    self.rules[question.rules] = rules_named(question.rules)
                if question.remark:
                    self.remarks[question.remark] = None
            self._progress(self.file.done, self.file.size)
            yield self._cells(row, verdict)

    @property
    def disagrees(self) -> bool:
        """Whether a figure disagrees with the exact value."""
        return self.verdicts[WORDS[Agreement.DISAGREES]] > 0

    @property
    def summary(self) -> Text:
        """How many figures have which verdict."""
        if not self.verdicts:
            return _("no figures")
        return joined(
            ", ", (_("{number} {verdict}", number=number, verdict=word) for word, number in self.verdicts.items())
        )

    def columns(self) -> tuple[Column, ...]:
        """The columns of the verdict, then those of the file."""
        own = columns_of(
            _("row"),
            Column(_("claim"), 5.0),
            Column(_("printed")),
            _("verdict"),
            _("exact"),
            _("digits"),
            _("decks"),
            Column(_("reason"), 5.0),
        )
        names = {column.name for column in own}
        others = (name for name in self.file.columns if name not in (CLAIM, PRINTED))
        return *own, *(
            Column(f"file {name}", key=f"file_{name}") if name in names else Column(name, key=name) for name in others
        )

    def _cells(self, row: FileRow, verdict: Verdict | str) -> tuple[Cell, ...]:
        found: tuple[Cell, ...]
        if isinstance(verdict, Verdict):
            decks = decks_text(verdict.agreeing_decks or (verdict.decks,))
            found = _exact(verdict), verdict.digits, decks, verdict.reason
        else:
            found = None, None, None, verdict
        others = (_quoted(row.cells[name]) for name in self.file.columns if name not in (CLAIM, PRINTED))
        head = row.number, _quoted(row.cells[CLAIM]), _quoted(row.cells[PRINTED]), _word(verdict)
        return *head, *found, *others


def caption(path: Path) -> Text:
    """The caption of the verdicts on a file."""
    return _("Figures of {file} against the exact values", file=path.name)


def _word(verdict: Verdict | str) -> Text:
    return WORDS[verdict.agreement] if isinstance(verdict, Verdict) else _("unreadable")


def _exact(verdict: Verdict) -> Cell:
    """A fraction, or the digits of an irrational number; readers see it as the figure is printed, with two digits more."""
    printed, value = verdict.printed, verdict.exact
    places = max(printed.places, 0) + 2
    if isinstance(value, Enclosure):
        return Detailed(value.text(), cell_text(Rounded(value.low, places, percent=printed.percent)))
    if printed.notation == RATIO:
        return value
    chance = printed.chance(value, verdict.question.form)
    if chance is not None:
        return Detailed(fraction_text(value), chance)
    return Rounded(value, 0 if value.denominator == 1 else places, FRACTION, printed.percent)


def _quoted(text: str) -> Cell:
    """A cell of the file: itself in JSON, on one line for readers."""
    return Detailed(text, printable(text, _WIDEST))


def cell_for_programs(cell: Cell) -> str:
    """A fraction as p/q, a text of the file in full."""
    if isinstance(cell, Detailed):
        return str(cell.value)
    return fraction_text(cell.value) if isinstance(cell, Rounded) else cell_text(cell)
