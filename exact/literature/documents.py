"""Tables as they stand in a document, LaTeX, HTML or Markdown, and the claims that a map makes of their figures."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, reduce
from html import unescape
from html.parser import HTMLParser
from itertools import groupby, product
from pathlib import Path
from typing import NamedTuple

from exact.answers.table import Cell, Column, Detailed, Table, cell_text, columns_of
from exact.answers.text import Text, _
from exact.errors import ExactError
from exact.escapes import printable
from exact.inputs import near_misses, read_text_file
from exact.literature.audit import CLAIM, PRINTED, SOURCE, FigureFile, FileRow
from exact.literature.printed import Agreement
from exact.questions.conditions import read_condition
from exact.questions.quantities import MEASURES
from exact.questions.question import parse_question
from exact.questions.subjects import read_subject

MOST_CHARACTERS = 10_000_000
MOST_CELLS = 500_000  # of a table
_LONGEST_CELL = 500  # characters: nothing longer is a figure or names a bet


class _Cell(NamedTuple):
    text: str
    is_head: bool = False
    columns: int = 1
    rows: int = 1


_Tables = Iterator[tuple[str, list[list[_Cell]]]]  # the caption and the rows of each


class PrintedTable(NamedTuple):
    """A table of a document, with one head for each column: those of several levels are joined by commas."""

    caption: str
    heads: list[str]
    rows: list[list[str]]


def tables_in(text: str, kind: str) -> Iterator[PrintedTable]:
    """The tables of several columns in a document of one of the `KINDS`; raises `ExactError` for one without an end."""
    for caption, rows in KINDS[kind](text):
        rows = [row for row in rows if any(cell.text for cell in row)]
        if sum(cell.columns * cell.rows for row in rows for cell in row) > MOST_CELLS:
            raise ExactError("file", f"a table of {len(rows)} rows", f"has more than {MOST_CELLS} cells")
        for number, row in enumerate(rows):
            for place, cell in enumerate(row):
                for below in rows[number + 1 : number + cell.rows]:  # LaTeX has an empty cell there, HTML none
                    below[place : place + (kind == "LaTeX")] = [cell._replace(rows=1)]
        heads = next((number for number, row in enumerate(rows) if not row[-1].is_head), 0) or 1
        # A head stands over all its columns, a figure in the first of them.
        lines = [
            [text for cell in row for text in (cell.text, *[cell.text * (number < heads)] * (cell.columns - 1))]
            for number, row in enumerate(rows)
        ]
        width = max(map(len, lines), default=0)
        lines = [line + [""] * (width - len(line)) for line in lines]
        if width > 1 and heads < len(lines):
            names = [", ".join(dict.fromkeys(filter(None, levels))) for levels in zip(*lines[:heads], strict=True)]
            yield PrintedTable(caption, names, lines[heads:])


def _cell(text: str, is_head: bool = False, columns: str | None = None, rows: str | None = None) -> _Cell:
    """A cell on one line, safe to print, without the mark of a footnote that is no digit."""
    plain = re.sub(r"\^[a-z*†‡§¶]{1,2}(?!\w)", "", " ".join(text.split()))
    across, down = (int(span) if span and re.fullmatch("[0-9]{1,3}", span) else 1 for span in (columns, rows))
    return _Cell(printable(plain, _LONGEST_CELL), is_head, across, down)


def _replaced(text: str, replacements: dict[str, str]) -> str:
    return reduce(lambda plain, pair: re.sub(pair[0], pair[1], plain), replacements.items(), text[: 8 * _LONGEST_CELL])


_GROUP = r"\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_OPTION = r"(?:\s*\[[^\]]*\])?"
_CAPTION = re.compile(rf"\\caption\*?{_OPTION}({_GROUP})")
_TABULAR = re.compile(
    rf"\\begin\s*\{{(?:(?:super)?tabular|longtable|(?P<wide>xltabular|tabular[*xy]))\}}"
    rf"{_OPTION}(?(wide){_GROUP}{_OPTION})(?:{_GROUP})?"
    r"|\\(?P<end>end)\s*\{(?:super|xl)?(?:tabular[*xy]?|longtable)\}"
)
_MARK = re.compile(
    rf"(?P<opens>\{{|\\begin\b)|(?P<closes>\}}|\\end\b)|(?P<ends>&|\\\\\*?{_OPTION}|\\tabularnewline\b)|\\.", re.DOTALL
)
_PART = r"\\end(?:first|last)?(?:head|foot)\b"  # of a longtable
_COLUMNS = rf"\\multicolumn\s*\{{(\d+)\}}{_GROUP}"
_ROWS = rf"\\multirow{_OPTION}\s*\{{(\d+)\}}{_OPTION}{_GROUP}"
_LATEX = {
    rf"{_COLUMNS}|{_ROWS}": "",
    rf"\\(?:caption|label|\w*footnote\w*|tnote|cite\w*|\w*ref|\w*color|[hv]space|\w*phantom)(?![a-zA-Z])"
    rf"\*?{_OPTION}(?:{_GROUP})?": "",
    rf"\\(?:(?:cmid|special)rule|cline|addlinespace)(?![a-zA-Z])(?:\(\w*\)|{_GROUP}|\[[^\]]*\])*": "",
    rf"\\(?:begin|end){_GROUP}(?:{_OPTION}{_GROUP})?|\\[\\,;: ]|~|\\q?quad(?![a-zA-Z])": " ",
    rf"\\\w*frac({_GROUP})({_GROUP})": r"\1/\2",
    r"\\textsuperscript(?![a-zA-Z])": "^",
    r"\\times(?![a-zA-Z])": "×",
    r"\\cdot(?![a-zA-Z])": "·",
    r"\\percent(?![a-zA-Z])": "%",
    r"\\([%&#_$])": r"\1",
    r"\\infty(?![a-zA-Z])": "∞",
    r"\\(?:text\w*|math\w*|emph|num|SI|qty|\w*box|makecell|thead|shortstack|underline|bm|boldsymbol)\s*(?=\{)": "",
    rf"{_PART}|\\\w*(?:rule|line|series|shape|size|small|ragged\w*|centering|backslash|break)(?![a-zA-Z])": "",
    r"\\[^a-zA-Z]|[{}$]": "",
}
"""What commands in a cell stand for; one that is not here stays, so that no figure is read with it."""


def _latex(text: str) -> _Tables:
    # The beginnings and ends of floats divide the text: every second part is a float, whose tables share a caption.
    parts = re.split(r"\\(?:begin|end)\s*\{table\*?\}", re.sub(r"(?<!\\)((?:\\\\)*)%.*", r"\1", text))
    for number, part in enumerate(parts):
        depth = start = 0
        for mark in _TABULAR.finditer(part):
            start = start if depth else mark.end()
            depth += -1 if mark["end"] else 1
            if mark["end"] and depth == 0:
                content = part[start : mark.start()]
                caption = _CAPTION.search(content) or (_CAPTION.search(part) if number % 2 else None)
                yield _cell(_replaced(caption[1], _LATEX)).text if caption else "", _latex_rows(content)
            depth = max(depth, 0)
        if depth:
            raise ExactError("file", part[start : start + 40].strip(), "begins a tabular that has no end")


def _latex_rows(content: str) -> list[list[_Cell]]:
    """The rows; heads are above the first rule that is below a row, and of a longtable, the body is its last part."""
    depth = start = 0
    rows: list[list[str]] = [[]]
    for mark in _MARK.finditer(content):
        depth = max(depth + bool(mark["opens"]) - bool(mark["closes"]), 0)
        if mark["ends"] and not depth:
            rows[-1].append(content[start : mark.start()])
            start = mark.end()
            rows += [[]] * (mark["ends"] != "&")
    rows[-1].append(content[start:])
    parts = [number for number, row in enumerate(rows) if re.search(_PART, row[0])]
    rules = [number for number, row in enumerate(rows) if re.search(r"\\(?:midrule|hline)\b", row[0])]
    heads = min((number for number in parts + rules if number), default=1)
    rows[heads : max(parts, default=heads)] = []
    return [[_latex_cell(cell, number < heads) for cell in row] for number, row in enumerate(rows)]


def _latex_cell(text: str, is_head: bool) -> _Cell:
    spans = (re.search(span, text) for span in (_COLUMNS, _ROWS))
    return _cell(_replaced(text, _LATEX), is_head, *(span and span[1] for span in spans))


_INLINE = ("a", "abbr", "b", "code", "em", "font", "i", "small", "span", "strong", "tt", "u")


class _Html(HTMLParser):
    """The tables of a page, each by itself: the tag of every part of it, the attributes, and the text that follows."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[tuple[str, dict[str, str | None], list[str]]]] = []
        self._open: list[int] = []
        # What begins with <! may be malformed, and a tag without an end takes the parser very long.
        head, end, tail = re.sub(r"(?s)<!--.*?(?:-->|\Z)|<[!?][^>]*>?", " ", text).rpartition(">")
        self.feed(head + end + tail.replace("<", " "))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._open.append(len(self.tables))
            self.tables.append([])
        if self._open and tag in ("table", "caption", "tr", "th", "td"):
            self.tables[self._open[-1]].append((tag, dict(attrs), []))
        elif tag not in _INLINE:
            self.handle_data({"sup": "^", "sub": "_"}.get(tag, " "))

    def handle_endtag(self, tag: str) -> None:
        if tag == "table" and self._open:
            self._open.pop()
        elif tag not in (*_INLINE, "sup", "sub"):
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        if self._open and self.cdata_elem is None:  # no script and no style
            self.tables[self._open[-1]][-1][2].append(data)


def _html(text: str) -> _Tables:
    for parts in _Html(text).tables:
        caption = ""
        rows: list[list[_Cell]] = [[]]
        for tag, spans, texts in parts:
            cell = _cell("".join(texts), tag == "th", spans.get("colspan"), spans.get("rowspan"))
            caption = cell.text if tag == "caption" else caption
            rows[-1] += [cell] * (tag in ("th", "td"))
            rows += [[]] * (tag == "tr")
        yield caption, rows


_MARKDOWN = {
    r"!?\[([^\]]*)\]\([^)]*\)": r"\1",
    "<sup>": "^",
    "<sub>": "_",
    rf"</?(?:sup|sub|{'|'.join(_INLINE)})\b[^>]*>": "",
    "<[^>]*>": " ",
    r"(\*\*|__)(?=\S)(.+?)\1": r"\2",
    r"([*`])(?=\S)(.+?)\1": r"\2",
    r"\\([^a-zA-Z0-9\s])": r"\1",
}
_RULE = frozenset(" \t|:-")


def _markdown(text: str) -> _Tables:
    caption = ""
    for has_pipes, lines in groupby(text.splitlines(), lambda line: "|" in line):
        block = [*lines]
        if not has_pipes:
            caption = next((line for line in reversed(block) if line.strip()), "")
        elif len(block) > 1 and _RULE.issuperset(block[1]):
            cells = [re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|")) for line in block]
            yield _markdown_cell(caption).text, [[*map(_markdown_cell, row)] for row in (cells[0], *cells[2:])]


def _markdown_cell(text: str) -> _Cell:
    return _cell(unescape(_replaced(_replaced(text, _LATEX) if "$" in text else text, _MARKDOWN)))


KINDS: dict[str, Callable[[str], _Tables]] = {"LaTeX": _latex, "HTML": _html, "Markdown": _markdown}
"""The kinds of documents."""
_SUFFIXES = {".tex": "LaTeX", ".html": "HTML", ".htm": "HTML", ".md": "Markdown"}
PROPOSED, ROW, HEAD = "proposed", "row", "column"
_TRIED = 5  # rows, and columns before a figure
_FIELD = re.compile(r"\{([^{}]*)\}")
_PIECES = re.compile(r"(?i)[,;()\[\]]|:\s|\s[-–—]\s|\b(?:of|on|with|for|at|in|under|by)\b|(?<=[a-z.])\s+(?=%)")


class _FigureColumn:
    """A column of a table, with the claim of its figures."""

    def __init__(self, number: int, table: PrintedTable, column: int) -> None:
        self.number, self.table, self.column, self.head = number, table, column, table.heads[column]
        self.figures: dict[int, str] = {}
        """What is printed in each row but dashes, with the unit of the head."""
        for row, cells in enumerate(table.rows):
            if cells[column].strip("-–—− "):
                self.figures[row] = cells[column] + " %" * (cells[column][-1].isdigit() and "%" in _pieces(self.head))
        self.claim = self._proposed()

    def filled(self, row: int, claim: str = "") -> str:
        """The claim with the cells of the row in its fields; what stands in parentheses after a name is a condition."""
        cells = [re.sub(r"(?<=\w)\s*\(([^()]*)\)$", r", \1", cell) for cell in self.table.rows[row]]
        fields = dict(zip(map(str.lower, self.table.heads), cells, strict=True)) | {ROW: cells[0]}
        return _FIELD.sub(lambda field: fields.get(field[1].lower(), field[0]), claim or self.claim)

    def _proposed(self) -> str:
        """The claim that the notation reads in most of the first rows, from the words of the heads and the caption."""
        own, heads = _roles(self.head), self.table.heads
        around = {role: words for role, words in _roles(f"{heads[0]}; {self.table.caption}").items() if not words[1:]}
        if "" in own or any(len(own.get(role, "")) > 1 for role in ("quantity", "subject")):
            return ""
        names = [f"{{{name.lower()}}}" for name in (ROW, *heads[1 : self.column])][:_TRIED]
        quantities = own.get("quantity") or [*around.get("quantity", ()), *names]
        subjects = own.get("subject") or [*names, *around.get("subject", ())]
        conditions = {read_condition(text)[0]: text for text in around.get("condition", ())}
        for name, head in zip(names, heads, strict=False):
            conditions |= {"decks": f"{name} decks"} if re.search(r"(?i)\bdecks?$", head) else {}
        conditions |= {read_condition(text)[0]: text for text in own.get("condition", ())}
        read: dict[str, int] = {}
        afters = ["", *(f", {name}" for name in names), *(f" {name}" for name in names)]
        for quantity, subject, after in product(quantities, subjects, afters):
            claim = ", ".join((f"{quantity} of {subject}{after}", *conditions.values()))
            if sum("{" in words for words in (quantity, subject, after)) < 2 and names[0] in claim:
                rows = [*self.figures][:_TRIED]
                read[claim] = sum(_reads(parse_question, self.filled(row, claim)) for row in rows)
        return max(filter(read.get, read), key=lambda claim: read[claim], default="")


class Document(FigureFile):
    """The figures in the tables of a document, with the claims that a map makes of them.

    The map has a claim for a head; its fields are ``{row}``, the first cell of a figure's row, and other heads.
    """

    columns = (CLAIM, PRINTED, SOURCE, HEAD)

    def __init__(self, path: Path, text: str, kind: str, wanted: Sequence[str]) -> None:
        """Read the map in ``wanted``: `PROPOSED`, and entries ``HEAD=CLAIM``; raises `ExactError` for a wrong one."""
        self.path, self.kind, self.recoded, self.done = path, kind, 0, 0
        self.tables = [*tables_in(text, kind)]
        if not self.tables:
            bound = r"has no table: a tabular, a <table> or a table with pipes, with heads; no \input is followed"
            raise ExactError("file", str(path), bound)
        numbered = ((n, table, place) for n, table in enumerate(self.tables) for place in range(1, len(table.heads)))
        self._columns = [column for each in numbered if (column := _FigureColumn(*each)).figures]
        for column in self._columns if wanted and PROPOSED not in wanted else ():
            column.claim = ""
        for entry in wanted:
            if entry != PROPOSED:
                self._take(entry)
        places = ((column, row) for column in self._columns for row in column.figures if wanted and column.claim)
        self._places = sorted(places, key=lambda place: (place[0].number, place[1]))
        self.size = len(self._places)
        self._judged = [[[Detailed(text, text) for text in row] for row in table.rows] for table in self.tables]

    def _take(self, entry: str) -> None:
        for equals in re.finditer("=", entry):  # a head may have one too
            head, claim = entry[: equals.start()].strip().lower(), entry[equals.end() :].strip()
            if columns := [column for column in self._columns if column.head.lower() == head]:
                for column in columns:
                    column.claim = claim
                return
        hint = near_misses(entry.partition("=")[0].strip(), {column.head: None for column in self._columns})
        raise ExactError("map", entry, f"must be {PROPOSED}, or HEAD=CLAIM with a head of the document: {hint}")

    def rows(self) -> Iterator[FileRow]:
        """Every figure that has a claim; those of one table have one ``source``."""
        for column, row in self._places:
            self.done += 1
            cells = (column.filled(row), column.figures[row], f"table {column.number + 1}", column.head)
            yield FileRow(row + 1, dict(zip(self.columns, cells, strict=True)))

    def judged(self, entries: Iterable[tuple[Cell, ...]]) -> Iterator[tuple[Cell, ...]]:
        """Pass on the rows of a `FileAudit`, and put the verdicts beside the figures of `shown`."""
        for (column, row), entry in zip(self._places, entries, strict=True):
            claim, printed, verdict, exact = (cell_text(cell) for cell in entry[1:5])
            wrong = verdict == Agreement.DISAGREES.value
            beside = {"printed": printed, "verdict": entry[3], "exact": f" ({exact})" * wrong}
            judged = {"claim": claim, "printed": printed, "verdict": verdict}
            cell = Detailed(judged, Text("{printed} {verdict}{exact}", beside), wrong)
            self._judged[column.number][row][column.column] = cell
            yield entry

    def shown(self) -> Iterator[Table]:
        """The tables that have a claim, with the verdicts; then the claims of all heads, proposals without a map."""
        for number in dict.fromkeys(column.number for column, _row in self._places):
            table = self.tables[number]
            caption = _("Table {number}: {caption}", number=number + 1, caption=table.caption or "–")
            names = [head or ROW for head in table.heads]
            heads = tuple(Column(h, key=h if names.count(h) == 1 else f"{h} {n}") for n, h in enumerate(names, 1))
            yield Table(f"table_{number + 1}", caption, heads, [*map(tuple, self._judged[number])])
        rows = []
        for column in self._columns:
            first, figure = next(iter(column.figures.items()))
            example = f"{column.filled(first)}: {figure}" if column.claim else _("not read")
            rows.append((column.number + 1, column.head, column.claim or None, example))
        heads = columns_of(_("table"), _("head"), _("claim"), _("first figure"))
        yield Table("map", _("Claims of the heads, in {kind}", kind=self.kind), heads, rows)


def _pieces(text: str) -> list[str]:
    return [piece for piece in map(str.strip, _PIECES.split(text)) if piece]


@cache
def _roles(text: str) -> dict[str, list[str]]:
    """The pieces of a head by what the notation takes them for, a quantity, subject or condition; "" is for nothing."""
    roles: dict[str, list[str]] = {}
    for piece in filter("%".__ne__, _pieces(text)):
        word = piece.lower().replace(".", "")
        words = [each for each in MEASURES if each == word or (piece[-1] == "." and each.startswith(word))]
        if words:
            roles.setdefault("quantity", []).append(MEASURES[min(words, key=len)])
        else:
            readers = {"condition": read_condition, "subject": read_subject}
            role = next((role for role, read in readers.items() if _reads(read, piece)), "")
            roles.setdefault(role, []).append(piece)
    return roles


def _reads(read: Callable[[str], object], text: str) -> bool:
    with suppress(ExactError):
        read(text)
        return True
    return False


def figures_in(path: Path, wanted: Sequence[str], is_named: bool = True) -> FigureFile:
    """The figures of a file: of the tables of a document, or of a CSV file of claims.

    Its name says which it is, or else its beginning. Raises `ExactError` for one that is neither, and for a wrong map.
    """
    kind = _SUFFIXES.get(path.suffix.lower(), "") if is_named else _kind_of(path)
    if kind:
        return Document(path, read_text_file(path, "file", "name a document", MOST_CHARACTERS), kind, wanted)
    if wanted:
        raise ExactError("map", wanted[0], f"is for the tables of a document: {', '.join(_SUFFIXES)}")
    return FigureFile(path)


def _kind_of(path: Path) -> str:
    with path.open("rb") as file:
        text = file.read(MOST_CHARACTERS).decode(errors="replace")
    looks = {"LaTeX": _TABULAR.search(text), "HTML": re.search("(?i)<table", text), "Markdown": [*_markdown(text)]}
    return next((kind for kind, found in looks.items() if found), "")
