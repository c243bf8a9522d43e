"""The audit: the verdicts on every published figure that has an exact value, and on the rows of a file of figures."""

import codecs
import csv
import io
import tomllib
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from exact.analysis.odds import decks_text
from exact.answers.table import Cell, Column, Detailed, columns_of
from exact.answers.text import Text, _, joined
from exact.errors import ExactError
from exact.escapes import printable
from exact.inputs import near_misses, refused
from exact.literature.printed import Agreement, PrintedFigure, Verdict, exact_beside, judge
from exact.literature.published import PublishedFigure, published_figures
from exact.literature.reasons import what_would_agree
from exact.questions.question import parse_question
from exact.records import replace
from exact.rules import Rules

MOST_ON_A_PAGE = 1000  # further figures are judged as another page: a bound on memory
UNREADABLE = _("unreadable")
OTHER_DECKS = _("agrees only with a number of decks that the other figures of its page exclude")


def held_together(page: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts on the figures of one page, which has one number of decks even if it does not state it.

    A figure that agrees with none of the numbers of decks with which most figures agree disagrees.
    """
    unstated = (verdict.agreeing_decks for verdict in page if not verdict.question.decks.stated)
    fitting = Counter(decks for agreeing in unstated for decks in agreeing)
    most = max(fitting.values(), default=0)
    likely = {decks for decks, figures in fitting.items() if figures == most}
    excluded: dict[str, Any] = {"agreement": Agreement.DISAGREES, "agreeing_decks": (), "reason": OTHER_DECKS}
    together = []
    for verdict in page:
        fits = verdict.question.decks.stated or verdict.disagrees or not likely.isdisjoint(verdict.agreeing_decks)
        together.append(verdict if fits else replace(verdict, **excluded))
    return together


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


@cache
def reviewed() -> dict[str, str]:
    """The reviewed reasons for disagreement by the figure's id."""
    entries = tomllib.loads(Path(__file__).with_name("reviewed.toml").read_text("utf-8"))
    return {figure_id: entry["reason"] for figure_id, entry in entries.items()}


@cache
def _reasons() -> dict[tuple[str, PrintedFigure], str]:
    return {
        (figure.claim, PrintedFigure.parse(figure.value)): f"{reviewed()[figure.id]} ({figure.id})"
        for figure in published_figures()
        if figure.id in reviewed()
    }


CLAIM, PRINTED, SOURCE = "claim", "printed", "source"
LONGEST_LINE = 1 << 16  # characters; a longer one is a row that cannot be read
MOST_LINES = 20  # of a row: a cell in quotes may contain line ends
MOST_COLUMNS = 200


class FileRow(NamedTuple):
    """A row of a file of figures, with its number in a spreadsheet; one with a ``problem`` has only empty cells."""

    number: int
    cells: dict[str, str]
    problem: str = ""


class FigureFile:
    """A CSV file with the columns ``claim`` and ``printed``, and perhaps ``source`` and others, read row by row.

    Commas, semicolons or tabs separate cells. Lines that are neither UTF-8 nor marked UTF-16 are read as Windows-1252,
    and counted in ``recoded``. Raises `ExactError` for a file that cannot be read or lacks a column.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.recoded = self.done = 0  # lines; bytes read so far, of ``size``
        with refused("file", path, "cannot be read"):
            self.size = path.stat().st_size
            if not path.is_file() and not path.is_dir():
                raise ExactError("file", str(path), "is a device or a pipe: save the figures in a file")
            head = next(self._lines(), "")
        where = f"{path.name}, row 1"
        if len(head) > LONGEST_LINE:
            raise ExactError(where, printable(head, 20), f"is longer than {LONGEST_LINE} characters")
        self.recoded = 0
        self._mark = max(",;\t", key=head.count)
        self.columns = self._checked([name.strip() for name in self._cells(head) or ()], where)
        """The names of the columns in their order, those of `CLAIM`, `PRINTED` and `SOURCE` in lower case."""

    def _checked(self, names: list[str], where: str) -> tuple[str, ...]:
        lower = [name.lower() for name in names]
        if len(lower) > MOST_COLUMNS:
            raise ExactError(where, f"{len(lower)} columns", f"are too many: the bound is {MOST_COLUMNS}")
        for needed in (CLAIM, PRINTED):
            if needed not in lower:
                near = near_misses(needed, lower).close
                hint = f"; {near[0]!r} is near it" if near else ""
                raise ExactError(where, self._mark.join(names), f"lacks the column {needed}{hint}")
        for name in lower:
            if lower.count(name) > 1:
                raise ExactError(where, name, "names two columns")
        return tuple(low if low in (CLAIM, PRINTED, SOURCE) else name for low, name in zip(lower, names, strict=True))

    def rows(self) -> Iterator[FileRow]:
        """Every row below the names; blank lines count, and are left out."""
        for number, (text, whole) in enumerate(self._records(), start=2):
            if not text.strip():
                continue
            cells = self._cells(text)
            if whole and cells is not None and len(cells) == len(self.columns):
                yield FileRow(number, dict(zip(self.columns, cells, strict=True)))
                continue
            problem = self._problem(cells) if whole else f"is longer than {LONGEST_LINE} characters"
            shown = printable(text.rstrip("\r\n"), 80)
            yield FileRow(number, dict.fromkeys(self.columns, ""), f"the row {problem}: {shown}")

    def _records(self) -> Iterator[tuple[str, bool]]:
        """The text of each row, and whether its first line is complete; lines that make no row together stand alone."""
        lines, waiting = self._lines(), deque[str]()
        next(lines, None)

        def next_line() -> str:
            return waiting.popleft() if waiting else next(lines, "")

        while first := next_line():
            taken = [first]
            while "".join(taken).count('"') % 2 and len(taken) < MOST_LINES and (line := next_line()):
                taken.append(line)
            if len(self._cells("".join(taken)) or ()) != len(self.columns):
                waiting.extendleft(reversed(taken[1:]))
                taken = [first]
            yield "".join(taken), len(first) <= LONGEST_LINE

    def _problem(self, cells: list[str] | None) -> str:
        if cells is None:
            return "has a quotation mark that is not closed, or one too many"
        hint = "; put quotation marks around a claim with commas" if len(cells) > len(self.columns) else ""
        number = f"{len(cells)} cell{'s' if len(cells) > 1 else ''}"
        return f"has {number} where the file has {len(self.columns)} columns{hint}"

    def _cells(self, text: str) -> list[str] | None:
        try:
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=self._mark, strict=True))
        except csv.Error:
            return None
        return rows[0] if len(rows) == 1 else None

    def _lines(self) -> Iterator[str]:
        """The lines of the file with their ends; of one that is too long, the beginning."""
        with self.path.open("rb") as file:
            read = self._reader(file)
            while line := read():
                yield line
                rest = line
                while len(rest) > LONGEST_LINE and not rest.endswith("\n"):
                    rest = read()
                self.done = file.tell()

    def _reader(self, file: IO[bytes]) -> Callable[[], str]:
        start = file.read(3)
        if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            file.seek(0)
            text = io.TextIOWrapper(file, encoding="utf-16", errors="replace", newline="")
            return lambda: text.readline(LONGEST_LINE + 1)
        file.seek(3 if start == codecs.BOM_UTF8 else 0)
        return lambda: self._decoded(file.readline(4 * LONGEST_LINE + 1))  # a character of UTF-8 has at most four bytes

    def _decoded(self, line: bytes) -> str:
        try:
            return line.decode()
        except UnicodeDecodeError:
            self.recoded += 1
            return line.decode("cp1252", errors="replace")


def audit_file(file: FigureFile) -> Iterator[tuple[FileRow, Verdict | str]]:
    """Each row with its verdict, or why it has none; successive rows of one ``source`` are `held_together`."""
    rows = ((row, row.problem or _verdict_or_reason(row.cells[CLAIM], row.cells[PRINTED])) for row in file.rows())
    for source, of_source in groupby(rows, lambda entry: entry[0].cells.get(SOURCE)):
        while page := list(islice(of_source, MOST_ON_A_PAGE)):
            together = iter(held_together([verdict for _row, verdict in page if isinstance(verdict, Verdict)]))
            for row, verdict in page:
                yield row, next(together) if source and isinstance(verdict, Verdict) else verdict


@lru_cache(maxsize=1 << 14)
def _verdict_or_reason(claim: str, printed: str) -> Verdict | str:
    try:
        verdict = judge(parse_question(claim), PrintedFigure.parse(printed, PRINTED))
    except ExactError as error:
        return f"{error.parameter}: {error.bound}"
    if not verdict.disagrees:
        return verdict
    reviewed_for = _reasons().get((verdict.question.text, verdict.printed))
    return replace(verdict, reason=verdict.reason or reviewed_for or what_would_agree(verdict))


class FileAudit:
    """The verdicts on a file as rows of a table; after the iteration also what these rows have in common."""

    def __init__(self, file: FigureFile, progress: Callable[..., None]) -> None:
        self.file, self._progress = file, progress
        self.verdicts: Counter[Text] = Counter()
        self.rules: dict[str, Rules] = {}
        self.remarks: dict[Text, None] = {}  # what the exact values suppose, each once
        self._others = [name for name in file.columns if name not in (CLAIM, PRINTED)]

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        """The cells of every row in the order of `columns`."""
        for row, verdict in audit_file(self.file):
            if isinstance(verdict, Verdict):
                word, question = verdict.agreement.value, verdict.question
                self.rules[question.played.id] = question.played
                if remark := question.subject.kind.supposes:
                    self.remarks[remark] = None
                decks = decks_text(verdict.agreeing_decks or (verdict.decks,))
                full = question.in_full.text
                read_as = None if full == " ".join(row.cells[CLAIM].split()) else full
                judgement: tuple[Cell, ...] = (exact_beside(verdict), verdict.digits, decks, read_as, verdict.reason)
            else:
                word, judgement = UNREADABLE, (None, None, None, None, verdict)
            self.verdicts[word] += 1
            self._progress(self.file.done, self.file.size)
            texts = (row.cells[name] for name in (CLAIM, PRINTED, *self._others))
            claim, printed, *others = (Detailed(text, printable(text, 200)) for text in texts)  # the whole in JSON
            yield row.number, claim, printed, word, *judgement, *others

    @property
    def disagrees(self) -> bool:
        """Whether a figure disagrees with the exact value."""
        return any(self.verdicts[each.value] for each in (Agreement.DISAGREES, Agreement.OUTSIDE))

    @property
    def summary(self) -> Text:
        """How many figures have which verdict."""
        counted = [_("{number} {verdict}", number=number, verdict=word) for word, number in self.verdicts.items()]
        return joined(", ", counted or [_("no figures")])

    def columns(self) -> tuple[Column, ...]:
        """The columns of the verdict, then those of the file."""
        claim, read_as, reason = Column(_("claim"), 5.0), Column(_("read as"), 5.0), Column(_("reason"), 5.0)
        verdict = _("verdict"), _("exact"), _("digits"), _("decks"), read_as, reason
        own = columns_of(_("row"), claim, _("printed"), *verdict)
        taken = {column.name for column in own}
        twice = {name: Column(f"file {name}", key=f"file_{name}") for name in self._others if name in taken}
        return *own, *(twice.get(name) or Column(name, key=name) for name in self._others)
