"""Tables as LaTeX: a `longtable` with headings repeated on every page, or a `tabular` for a paper.

A document that includes them needs `REQUIRED_PACKAGES` and an encoding with Central European letters (T1).
"""

import re
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import ceil

from exact.answers.table import Cell, Column, Table, cell_text
from exact.answers.text import ENGLISH, MINUS, NO_BREAK, THIN, _, with_minus, words_of
from exact.report.render import IN_NUMBERS, is_numeric, merged_rows, shares_of_largest, shown_rows, shown_text
from exact.report.svg import shade
from exact.report.translation import translate

REQUIRED_PACKAGES = ("booktabs", "longtable", "array", "dcolumn", "pdflscape", "xcolor", "colortbl")

_SIGNS = r"""\ & % $ # _ { } ~ ^ < > | [ ] " ∞ − ≥ · →"""
_TYPESET = (
    r"\textbackslash{} \& \% \$ \# \_ \{ \} \textasciitilde{} \textasciicircum{} \textless{} \textgreater{} "
    r"\textbar{} {[} {]} \textquotedbl{} $\infty$ $-$ $\geq$ $\cdot$ $\rightarrow$"
)
_ESCAPES = dict(zip(_SIGNS.split(), _TYPESET.split(), strict=True)) | {THIN: r"\,", NO_BREAK: "~"}
_LONG_WORD, _SHORT, _MANY = 14, 6, 14
_COLUMN, _PAGE, _BOTH_COLUMNS, _HEIGHT = 221, 345, 452, 550
"""In points, the least of the class article on A4 and letter: one of two columns, a single one, both, the height."""
_WIDTHS = {
    1.45: THIN,
    2.4: "il.,:;'|[]!",
    2.9: f"fj -{NO_BREAK}",
    3.35: "Itrs()",
    3.8: "cez",
    4.25: 'ago0123456789/"–?J',
    4.5: "kqvxy",
    5.2: "bdhnpuSZ",
    6.05: "LFEPBwCT",
    6.65: "RAHNUVXYDKOQGm+=<>&_−",
    7.1: "%",
}
_WIDTH_OF = {character: width for width, characters in _WIDTHS.items() for character in characters}
"""The width of each character of Computer Modern in footnote size, in points."""
_WIDEST, _LINE, GAP = 8.8, 9.5, 8.0
"""In points: the width of any other character, the height of a line, and the space between two columns."""


_MOST_NOTES = 4000
_WORD_PARTS = re.compile(r"[^\W\d_]{24}|[^/._?=&:%-]*[/._?=&:%-]+|[^/._?=&:%-]+")
"""The parts of an address, or of another word too long for a column, between which a line may break."""
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
    "omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
_GREEK_LETTERS = zip("αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ", _GREEK.split(), strict=True)
_RAISED = {sign: f"$^{{{unicodedata.normalize('NFKD', sign)}}}$".replace(MINUS, "-") for sign in "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"}
_TRANSLATION = str.maketrans(_ESCAPES | _RAISED | {letter: rf"$\{name}$" for letter, name in _GREEK_LETTERS})
_NOT_IN_THE_FONTS = re.compile(
    "[^ -~\u00a0-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e‐–—‘’‚“”„†‡•…‰‹›€™]"
)
"""What LaTeX's own fonts lack in the encoding T1: other scripts, symbols, and control characters."""
_ROWS_IN_SIGHT, _SMALL_GROUP, _LAST_ROWS = 5, 12, 8
"""Rows between two gaps, the most of a group kept on one printed page, and the fewest of a large group on its last."""
_PRINTED_WIDTH = 0.95  #: Of the width elsewhere of a printed column of text: spaces in numbers need room
_POWER = re.compile(r"\\textasciicircum\{\}(\d+)")


def escape(text: str) -> str:
    """``text`` on one line, escaped, with superscript powers and the code points of characters that the fonts lack."""
    translated = unicodedata.normalize("NFC", " ".join(words_of(text))).translate(_TRANSLATION)
    shown = _NOT_IN_THE_FONTS.sub(lambda character: f"U+{ord(character[0]):04X}", translated)
    return _POWER.sub(r"$^{\1}$", shown)


def render_latex(table: Table, printed: Mapping[str, str] | None = None) -> str:
    """The table as a `longtable` to include; a number's hyphen becomes a minus sign.

    For a book, ``printed`` has what stands behind each cell with a given text, such as an index entry; digits then
    stand in groups, and the notes above the rows, where no page break divides them from the table.
    """
    label = table.tabular.label if table.tabular and table.tabular.label else f"tab:{table.id}"
    if not table.columns:
        texts = [table.caption, *table.notes] if table.caption else table.notes
        # a text of several lines, such as a script or a BibTeX entry, is printed verbatim
        blocks = (f"\\begin{{verbatim}}\n{text}\n\\end{{verbatim}}" if "\n" in text else escape(text) for text in texts)
        return "".join(f"{block}\n\n" for block in blocks)
    for_book = printed is not None
    kinds = [_column(table, index, for_book) for index in range(len(table.columns))]
    texts = [_head(heading, kind) for heading, kind in zip(headings(table), kinds, strict=True)]
    heads = [r"\toprule", rf"{' & '.join(texts)} \\", r"\midrule"]
    size, gap, _scale = type_of(table)
    gap = gap if table.language == ENGLISH and not for_book else min(gap, 3)  # other headings are longer
    row, below = _placed_notes(table, for_book)
    continued = translate(_("(continued)"), table.language)
    width_of_caption = "" if for_book else r"\setlength{\LTcapwidth}{\linewidth}"  # a book has its own
    lines = [
        rf"\begingroup{size}\setlength{{\tabcolsep}}{{{gap}pt}}{width_of_caption}",
        *([r"\renewcommand{\arraystretch}{1.5}"] if table.axes else []),
        rf"\begin{{longtable}}{{@{{}}{''.join(kinds)}{'' if table.axes else '@{}'}}}",
        rf"\caption{{{escape(table.caption)}}}\label{{{label}}}\\",
        *(row if for_book else []),
        *heads,
        r"\endfirsthead",
        rf"\multicolumn{{{len(kinds)}}}{{@{{}}l@{{}}}}{{\tablename~\thetable{{}} {continued}}} \\",
        *heads,
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        r"\bottomrule",
        *([] if for_book else row),
        r"\endlastfoot",
        *_rows(table, kinds, printed),
        r"\end{longtable}",
        *below,
        r"\endgroup",
    ]
    if table.landscape and not for_book:
        lines = [r"\begin{landscape}", *lines, r"\end{landscape}"]
    packages = (*REQUIRED_PACKAGES, "siunitx") if _has_siunitx(table) else REQUIRED_PACKAGES
    return "\n".join([f"% needs the packages {', '.join(packages)}", *lines]) + "\n"


def headings(table: Table) -> list[list[str]]:
    """The lines of each heading, no wider than the cells below it if its words allow; a wrapped column wraps it too."""
    lines = []
    for column, cells in zip(table.columns, zip(*shown_rows(table), strict=True), strict=True):
        width = max(_SHORT, *map(len, cells), *map(len, column.heading.split()))
        wraps = not column.wrap_cm and table.axes is None
        lines.append(textwrap.wrap(column.heading, width, break_on_hyphens=False) if wraps else [column.heading])
    return lines


def type_of(table: Table) -> tuple[str, float, float]:
    """The size of its type, half the space between columns in points, and the width of the type in footnote sizes."""
    return (r"\scriptsize", 1.5, 0.94) if len(table.columns) > _MANY else (r"\footnotesize", 4, 1)


def _head(lines: list[str], kind: str) -> str:
    side = "l" if kind == "l" else "r"
    text = r"\\".join(map(escape, lines))
    text = rf"\shortstack[{side}]{{{text}}}" if len(lines) > 1 else text
    return rf"\multicolumn{{1}}{{r}}{{{text}}}" if kind.startswith(("D", "S")) else text


def _rows(table: Table, kinds: list[str], behind: Mapping[str, str] | None) -> list[str]:
    """The rows, with thin rules between groups of the same first cell, or gaps after every fifth row."""
    body = _body(table, kinds, behind)
    if table.axes is not None:
        return [" & ".join(cells) + r" \\*" for cells in body]  # a map is not divided between pages
    sizes = [len(list(rows)) for _first, rows in groupby(row[0] for row in table.rows)]
    grouped = 2 * len(sizes) <= len(body)
    tall = any(kind.startswith(">") for kind in kinds[1:])  # a row may have many lines
    last = 3 if tall else _LAST_ROWS
    lines: list[str] = []
    for size in sizes if grouped else [len(body)]:
        if lines:
            lines.append(r"\specialrule{0.2pt}{2pt}{2pt}")
        group, body = body[:size], body[size:]
        small = size <= _SMALL_GROUP and not tall
        for number, cells in enumerate(group, 1):
            label = "" if small and number > 1 and cells[0] == group[0][0] else cells[0]
            unbroken = "*" if number < size and (small or number > size - last) else ""
            lines.append(" & ".join([label, *cells[1:]]) + rf" \\{unbroken}")
            if number % _ROWS_IN_SIGHT == 0 and number < size and not (small and grouped):
                lines.append(r"\addlinespace[3pt]")
    return lines


def _notes(table: Table) -> str:
    return r"\par ".join(escape(with_minus(note)) for note in table.notes)


def _placed_notes(table: Table, printed: bool) -> tuple[list[str], list[str]]:
    """The notes as a row as wide as the page, so that none lands alone on one; too long ones below the table."""
    notes = _notes(table)
    if len(notes) > _MOST_NOTES:
        below = rf"{{\raggedright\setlength{{\parindent}}{{0pt}}\setlength{{\parskip}}{{3pt}}{notes}\par}}"
        return [], [r"\scriptsize\begin{multicols}{2}", below, r"\end{multicols}"] if printed else [below]
    width, shown = r"\linewidth", rf"\vspace{{4pt}}{notes}"
    if printed:
        width, shown = r"\LTcapwidth", rf"{notes}\par\vspace*{{4pt}}"
    box = rf"\parbox[t]{{{width}}}{{\raggedright\setlength{{\parskip}}{{3pt}}{shown}}}"
    row = rf"\multicolumn{{{len(table.columns)}}}{{@{{}}c@{{}}}}{{\makebox[0pt]{{{box}}}}} \\"
    return [row] if notes else [], []


def _column(table: Table, index: int, printed: bool) -> str:
    """The column type: wrapped, flush left, or numbers, aligned at the decimal point if their decimals differ."""
    width = table.columns[index].wrap_cm
    if width:
        width = round(width * _PRINTED_WIDTH, 2) if printed else width
        return rf">{{\raggedright\arraybackslash}}p{{{width}cm}}"
    if not is_numeric(table, index):
        return "l"
    if table.axes is not None:
        return "c"
    if aligned := _aligned(table, index):
        return aligned
    cells = [row[index] for row in table.rows if row[index] is not None]
    parts = [cell_text(cell).partition(".")[::2] for cell in cells]
    decimals = {len(behind.rstrip(" %")) for _, behind in parts}
    if len(decimals) == 1 or any(isinstance(cell, Fraction) for cell in cells):
        return "r"
    before, behind = (max(len(part[side]) for part in parts) for side in (0, 1))
    # three thin spaces between groups take the room of a digit
    before, behind = (digits + -(-(digits // 4) // 3) for digits in (before, behind))
    return rf"D{{.}}{{{table.columns[index].mark}}}{{{before}.{behind}}}"


def _body(table: Table, kinds: list[str], behind: Mapping[str, str] | None = None) -> list[list[str]]:
    """The cells of each row, shaded in a table with axes; in a book also with what is ``behind`` some of them."""
    marks = [column.mark for column in table.columns]
    typeset = partial(_printed_cell, behind) if behind is not None else _si_cell if _has_siunitx(table) else _cell
    rows = [list(map(typeset, row, kinds, marks)) for row in table.rows]
    if table.axes is None:
        return rows
    for row, shares in zip(rows, shares_of_largest(table), strict=True):
        for index, share in enumerate(shares, start=1):
            colour, dark = shade(share)
            legible = rf"\textcolor{{white}}{{{row[index]}}}" if dark else row[index]
            row[index] = rf"\cellcolor[HTML]{{{colour}}}{legible}"
    return rows


def _cell(cell: Cell, kind: str, mark: str) -> str:
    if kind.startswith("D"):  # such a column is typeset as mathematics
        return in_mathematics(shown_text(cell, ".")) if cell is not None else r"\multicolumn{1}{r}{–}"
    text = shown_text(cell, mark)
    return breakable(text) if kind.startswith(">") else escape(with_minus(text)).replace("--", "-{}-")


def in_mathematics(number: str) -> str:
    """A number for people as TeX's mathematics writes it."""
    return number.replace(THIN, r"\,").replace(NO_BREAK, r"\,").replace("%", r"\%").replace(MINUS, "-")


def breakable(text: str) -> str:
    """``text`` escaped, in which long words may break, and a number's hyphen is a minus sign."""
    words = words_of(with_minus(text))
    return " ".join(r"\allowbreak{}".join(map(escape, parts_of(word))) for word in words).replace("--", "-{}-")


def parts_of(word: str) -> list[str]:
    """The parts of a word between which a line may break: a number breaks only at a slash."""
    if IN_NUMBERS.fullmatch(word):
        return re.findall("[^/]+/?", word)
    return _WORD_PARTS.findall(word) if len(word) > _LONG_WORD else [word]


def _printed_cell(behind: Mapping[str, str], cell: Cell, kind: str, mark: str) -> str:
    """A cell of a book, with what stands behind it."""
    return _cell(cell, kind, mark) + behind.get(shown_text(cell, mark), "")


def render_for_paper(table: Table) -> str:
    """The table as a `tabular` with its notes below, in a float, over both columns if it is wide; or a `longtable`."""
    made = table.tabular
    if made is None or made.long or not table.columns:
        return render_latex(table)
    numeric = [is_numeric(table, index) for index in range(len(table.columns))]
    kinds = [(_aligned(table, index) or "r") if number else "l" for index, number in enumerate(numeric)]
    grid = [
        rf"\begin{{tabular}}{{@{{}}{''.join(kinds)}@{{}}}}",
        r"\toprule",
        *_heads(table.columns, kinds),
        r"\midrule",
        *(" & ".join(_cells(*pair, kinds)) + r" \\" for pair in zip(table.rows, merged_rows(table), strict=True)),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    notes = _notes(table)
    unindented = "" if made.floating else r"\noindent"  # a paragraph of running text would be indented
    below = [rf"\par\smallskip{unindented}\parbox{{\linewidth}}{{\raggedright {notes}}}"] if notes else []
    lines = [rf"\footnotesize\setlength{{\tabcolsep}}{{4pt}}{unindented}", *grid, *below]
    if made.floating:
        environment = "table*" if _width(table) > _COLUMN else "table"
        label = rf"\label{{{made.label}}}" if made.label else ""
        head = [rf"\begin{{{environment}}}[tbp]", r"\centering", rf"\caption{{{escape(table.caption)}}}{label}"]
        lines = [*head, *lines, rf"\end{{{environment}}}"]
    packages = "booktabs, siunitx" if made.siunitx else "booktabs"
    return "\n".join((f"% needs the packages {packages}", *(lines if made.floating else ["{", *lines, "}"]))) + "\n"


def too_large(table: Table) -> Iterator[str]:
    """What to say of a table for a paper that fits no page, or no column of a page with two."""
    made = table.tabular
    if made is None or not table.columns:
        return
    width, shorter = round(_width(table)), "put axes down with --rows, or shorten numbers with --digits"
    if width > _BOTH_COLUMNS or (width > _PAGE and not made.floating):
        yield f"LaTeX: the table is about {width} pt wide, and a page of article has {_PAGE} pt: {shorter}"
    elif width > _PAGE:
        both = f"it fits both columns of a page with two ({_BOTH_COLUMNS} pt), and no page with one ({_PAGE} pt)"
        yield f"LaTeX: the table is about {width} pt wide: {both}: {shorter}"
    elif width > _COLUMN and not made.floating and not made.long:
        both = f"it fits a page of article, and no column of a page with two ({_COLUMN} pt)"
        yield f"LaTeX: the table is about {width} pt wide: {both}: --caption makes a float over both columns"
    height = round(_height(table, width))
    if height > _HEIGHT and not made.long:
        advice = "use --long, or put an axis across with --columns"
        yield f"LaTeX: the table is about {height} pt high, and a page of article has {_HEIGHT} pt: {advice}"


def _width(table: Table) -> float:
    """About how wide the table is in points."""
    cells = zip(map(_own_heading, table.columns), *shown_rows(table), strict=True)
    widths = [max(map(width_of, column)) for column in cells]
    for level in range(max(len(column.above) for column in table.columns)):
        place = 0
        for above, group in groupby(table.columns, key=lambda column: column.above[: level + 1]):
            size = len(list(group))
            under = sum(widths[place : place + size]) + GAP * (size - 1)
            # a heading wider than its columns widens the last of them
            widths[place + size - 1] += max(width_of(above[level]) - under, 0) if above else 0
            place += size
    return sum(widths) + GAP * (len(widths) - 1)


def width_of(text: str) -> float:
    """The width of a text in footnote size, in points."""
    return sum(_WIDTH_OF.get(character, _WIDEST) for character in text)


def _height(table: Table, width: float) -> float:
    """About how high it is in points, with the notes and the caption of a float."""
    heads = 1 + max(len(column.above) for column in table.columns)
    rules = 4 * (heads + 1)
    height = _LINE * (len(table.rows) + heads) + rules
    if table.tabular and table.tabular.floating:
        line = _COLUMN if width <= _COLUMN else _PAGE
        height += 3 + _LINE * sum(ceil(width_of(note) / line) for note in table.notes)
        height += 10 + 1.3 * _LINE * ceil(1.25 * width_of(f"Table 10: {table.caption}") / line)
    return height


def _own_heading(column: Column) -> str:
    return column.heading.removeprefix("".join(f"{heading}, " for heading in column.above))


def _has_siunitx(table: Table) -> bool:
    return table.tabular is not None and table.tabular.siunitx


def _aligned(table: Table, index: int) -> str:
    """The column in which siunitx aligns numbers, or nothing for fractions and for numbers with a percent sign."""
    texts = [cell_text(row[index]) for row in table.rows if row[index] is not None]
    if not _has_siunitx(table) or any("/" in text or "%" in text for text in texts):
        return ""
    parts = [text.partition(".") for text in texts]
    whole, decimals = (max(len(part[side].lstrip("-")) for part in parts) for side in (0, 2))
    sign = "-" if any(part[0].startswith("-") for part in parts) else ""
    mark = ",output-decimal-marker={,}" if table.columns[index].mark == "," else ""
    return f"S[table-format={sign}{whole}.{decimals}{mark}]"


def _heads(columns: tuple[Column, ...], kinds: list[str]) -> Iterator[str]:
    """The headings of groups, the widest first, each over a rule; then those of the columns."""
    for level in range(max((len(column.above) for column in columns), default=0)):
        cells, rules, place = [], [], 1
        for above, group in groupby(columns, key=lambda column: column.above[: level + 1]):
            size = len(list(group))
            cells.append(rf"\multicolumn{{{size}}}{{c}}{{{escape(above[level])}}}" if above else " & " * (size - 1))
            rules += [rf"\cmidrule(lr){{{place}-{place + size - 1}}}"] if above else []
            place += size
        yield " & ".join(cells) + r" \\ " + "".join(rules)
    own = [escape(_own_heading(column)) for column in columns]
    # siunitx would take the letters of a heading for a number
    yield " & ".join(f"{{{text}}}" if kind[0] == "S" else text for text, kind in zip(own, kinds, strict=True)) + r" \\"


def _cells(row: tuple[Cell, ...], shown: list[str], kinds: list[str]) -> Iterator[str]:
    for cell, text, kind in zip(row, shown, kinds, strict=True):
        yield _si_cell(cell, kind, ".") if text and kind[0] == "S" else escape(text)


def _si_cell(cell: Cell, kind: str, mark: str) -> str:
    """A number bare in a column of siunitx, and in its macro between the axes of a table; other cells as elsewhere."""
    if kind[0] == "S":
        return "{–}" if cell is None else cell_text(cell)
    return rf"\num{{{cell_text(cell)}}}" if kind == "c" and cell is not None else _cell(cell, kind, mark)
