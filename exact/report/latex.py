"""Tables as LaTeX: booktabs rules, caption and label, with headings repeated on every page of a table.

A document that includes them needs `REQUIRED_PACKAGES` and an encoding with Central European letters (T1).
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from exact.answers.table import Cell, Table, cell_text, is_decimal, is_numeric, shares_of_largest, shown_text
from exact.answers.text import _
from exact.report.languages import ENGLISH
from exact.report.svg import shade
from exact.report.translation import translate

REQUIRED_PACKAGES = ("booktabs", "longtable", "array", "dcolumn", "pdflscape", "xcolor", "colortbl")

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "]": "{]}",
    '"': r"\textquotedbl{}",
    "∞": r"$\infty$",
    "−": r"$-$",
    "≥": r"$\geq$",
    "·": r"$\cdot$",
    "→": r"$\rightarrow$",
}
_LONG_WORD = 14
_MOST_NOTES = 4000
"""The most characters of notes in a table's last row: about half a page."""
_WORD_PARTS = re.compile(r"[^/._?=&:%-]*[/._?=&:%-]+|[^/._?=&:%-]+")
"""The parts of an address, or of another word too long for a column, between which a line may break."""
_MINUS = re.compile(r"(?<![\w–-])-(?=\d)")
"""A hyphen in running text that stands for a number's minus sign."""
_GREEK = {
    "αβγδεζηθικλμνξπρστυφχψω": "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau"
    " upsilon phi chi psi omega",
    "ΓΔΘΛΞΠΣΥΦΨΩ": "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega",
}
_GREEK_LETTERS = {
    letter: rf"$\{name}$"
    for letters, names in _GREEK.items()
    for letter, name in zip(letters, names.split(), strict=True)
}
_TRANSLATION = str.maketrans(_ESCAPES | _GREEK_LETTERS)
_NOT_IN_THE_FONTS = re.compile(
    "[^ -~\u00a0-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e‐–—‘’‚“”„†‡•…‰‹›€™]"
)
"""What LaTeX's own fonts lack in the encoding T1: other scripts, symbols, and control characters."""
_POWER = re.compile(r"\\textasciicircum\{\}(\d+)")


def escape(text: str) -> str:
    """``text`` on one line, with every character that LaTeX would read as a command escaped, and with superscript powers.

    A character that LaTeX's fonts lack is named by its code point.

    >>> print(escape("5 % of 3_000 & more"), escape("3d^12"), escape("α ☃"))
    5 \\% of 3\\_000 \\& more 3d$^{12}$ $\\alpha$ U+2603
    """
    translated = unicodedata.normalize("NFC", " ".join(text.split())).translate(_TRANSLATION)
    shown = _NOT_IN_THE_FONTS.sub(lambda character: f"U+{ord(character[0]):04X}", translated)
    return _POWER.sub(r"$^{\1}$", shown)


def render_latex(table: Table) -> str:
    """The table as a `longtable` to include; a number's hyphen becomes a minus sign."""
    if not table.columns:
        texts = [table.caption, *table.notes] if table.caption else table.notes
        return "".join(f"{_block(text)}\n\n" for text in texts)
    kinds = [_column(table, index) for index in range(len(table.columns))]
    columns = "".join(kinds)
    heads = " & ".join(
        rf"\multicolumn{{1}}{{r}}{{{escape(column.heading)}}}" if kind.startswith("D") else escape(column.heading)
        for column, kind in zip(table.columns, kinds, strict=True)
    )
    gap = 4 if table.language == ENGLISH else 3  # other languages have longer headings
    continued = translate(_("(continued)"), table.language)
    lines = [
        f"% needs the packages {', '.join(REQUIRED_PACKAGES)}",
        *([r"\begin{landscape}"] if table.landscape else []),
        rf"\begingroup\footnotesize\setlength{{\tabcolsep}}{{{gap}pt}}\setlength{{\LTcapwidth}}{{\linewidth}}",
        *([r"\renewcommand{\arraystretch}{1.5}"] if table.axes else []),
        rf"\begin{{longtable}}{{@{{}}{columns}{'' if table.axes else '@{}'}}}",
        rf"\caption{{{escape(table.caption)}}}\label{{tab:{table.id}}}\\",
        r"\toprule",
        rf"{heads} \\",
        r"\midrule",
        r"\endfirsthead",
        rf"\multicolumn{{{len(kinds)}}}{{@{{}}l@{{}}}}{{\tablename~\thetable{{}} {continued}}} \\",
        r"\toprule",
        rf"{heads} \\",
        r"\midrule",
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        r"\bottomrule",
        *_notes_in_table(table),
        r"\endlastfoot",
        *(" & ".join(cells) + r" \\" for cells in _body(table, kinds)),
        r"\end{longtable}",
        *_notes_below(table),
        r"\endgroup",
        *([r"\end{landscape}"] if table.landscape else []),
    ]
    return "\n".join(lines) + "\n"


def _block(note: str) -> str:
    """A note; one of several lines, such as a script or a BibTeX entry, is printed verbatim."""
    return f"\\begin{{verbatim}}\n{note}\n\\end{{verbatim}}" if "\n" in note else escape(note)


def _notes(table: Table) -> str:
    """The notes as paragraphs."""
    return r"\par ".join(escape(_MINUS.sub("−", note)) for note in table.notes)


def _notes_in_table(table: Table) -> list[str]:
    """The notes as the last row, as wide as the page, so that none lands alone on a page."""
    if not 0 < len(_notes(table)) <= _MOST_NOTES:
        return []
    box = rf"\parbox[t]{{\linewidth}}{{\raggedright\setlength{{\parskip}}{{3pt}}\vspace{{4pt}}{_notes(table)}}}"
    return [rf"\multicolumn{{{len(table.columns)}}}{{@{{}}c@{{}}}}{{\makebox[0pt]{{{box}}}}} \\"]


def _notes_below(table: Table) -> list[str]:
    """Notes too long for a row, which no page break can divide, below the table."""
    if len(_notes(table)) <= _MOST_NOTES:
        return []
    return [rf"{{\raggedright\setlength{{\parindent}}{{0pt}}\setlength{{\parskip}}{{3pt}}{_notes(table)}\par}}"]


def _column(table: Table, index: int) -> str:
    """The column type: wrapped, flush left, or numbers, aligned at the decimal point if their decimals differ."""
    width = table.columns[index].wrap_cm
    if width:
        return rf">{{\raggedright\arraybackslash}}p{{{width}cm}}"
    if not is_numeric(table, index):
        return "l"
    if table.axes is not None:
        return "c"
    cells = [row[index] for row in table.rows if row[index] is not None]
    parts = [cell_text(cell).partition(".")[::2] for cell in cells]
    decimals = {len(behind.rstrip(" %")) for _, behind in parts}
    if len(decimals) == 1 or any(isinstance(cell, Fraction) for cell in cells):
        return "r"
    before, behind = (max(len(part[side]) for part in parts) for side in (0, 1))
    return rf"D{{.}}{{{table.columns[index].mark}}}{{{before}.{behind}}}"


def _body(table: Table, kinds: list[str]) -> list[list[str]]:
    """The cells of each row, with their colours in a shaded table."""
    marks = [column.mark for column in table.columns]
    rows = [[_cell(*cell) for cell in zip(row, kinds, marks, strict=True)] for row in table.rows]
    if table.axes is None:
        return rows
    shares = shares_of_largest(table)
    return [[row[0], *map(_shaded, row[1:], shares_of_row)] for row, shares_of_row in zip(rows, shares, strict=True)]


def _shaded(text: str, share: Fraction) -> str:
    colour, dark = shade(share)
    legible = rf"\textcolor{{white}}{{{text}}}" if dark else text
    return rf"\cellcolor[HTML]{{{colour}}}{legible}"


def _cell(cell: Cell, kind: str, mark: str) -> str:
    text = cell_text(cell, "–")
    if kind.startswith("D"):  # such a column is typeset as mathematics
        return text.replace("%", r"\%").replace(" ", r"\,") if cell is not None else r"\multicolumn{1}{r}{–}"
    number, text = not isinstance(cell, str) or is_decimal(text), shown_text(cell, mark)
    if text.startswith("-") and number:
        return f"$-${escape(text[1:])}"
    if not isinstance(cell, str):
        return escape(text)
    words = _MINUS.sub("−", text).split()
    return " ".join(_breakable(word) if len(word) > _LONG_WORD else escape(word) for word in words)


def _breakable(word: str) -> str:
    return r"\allowbreak{}".join(escape(part) for part in _WORD_PARTS.findall(word))
