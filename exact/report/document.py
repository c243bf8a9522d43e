"""A document of sections, each with text above the tables of answers: in Markdown, or in LaTeX to compile."""

from fractions import Fraction

from exact.answers.table import Answer, Table
from exact.answers.text import ENGLISH, words_of
from exact.records import Record, replace
from exact.report import latex, markdown
from exact.report.render import for_readers, is_numeric, shown_rows, tables_of

_WIDTH = 483  # points between the margins of a page of A4
_POINTS_IN_CM, _SPARE = 28.45, 1.05  #: Fonts that are a little wider need more room
PREAMBLE = rf"""\documentclass[a4paper]{{article}}
\usepackage[T1]{{fontenc}}
\usepackage{{textcomp,lmodern,multicol}}
\usepackage[margin=2cm]{{geometry}}
\usepackage{{{",".join(latex.REQUIRED_PACKAGES)}}}
\setlength{{\LTcapwidth}}{{\linewidth}}\setlength{{\parindent}}{{0pt}}\setlength{{\parskip}}{{6pt}}
\setcounter{{LTchunksize}}{{1000}}\setlength{{\emergencystretch}}{{3em}}\raggedbottom\raggedright\hbadness10000
\newcommand{{\roomfor}}[1]{{\par\penalty9999\ifdim\dimexpr\pagegoal-\pagetotal\relax<#1\newpage\fi}}
\begin{{document}}
"""


class Section(Record):
    """A section of a document."""

    title: str
    says: tuple[str, ...]
    answers: tuple[Answer, ...] = ()


def render_document(title: str, sections: list[Section], style: str, names: str) -> str:
    """The document in the ``style`` markdown or latex, with the tables that a terminal shows."""
    in_latex = style == "latex"
    escape = latex.breakable if in_latex else markdown.escape

    def read(text: str) -> str:
        return escape(for_readers(Table("", text, (), []), ENGLISH, names).caption)

    title = read(title)
    parts = [rf"{PREAMBLE}{{\Large\bfseries {title}\par}}\tableofcontents\clearpage" if in_latex else f"# {title}"]
    for number, section in enumerate(sections, 1):
        title = escape(section.title)
        parts.append(rf"\roomfor{{.25\textheight}}\section{{{title}}}" if in_latex else f"## {number}. {title}")
        parts += map(read, section.says)
        for table in (table for answer in section.answers for table in tables_of(answer, in_full=False)):
            shown = for_readers(table, ENGLISH, names)
            fits = fitted(shown, _WIDTH) if in_latex else shown
            parts.append(latex.render_latex(fits, {}) if in_latex else markdown.render_markdown(shown))
    return "\n\n".join([*parts, *([r"\end{document}"] if in_latex else [])]) + "\n"


def fitted(table: Table, room: float) -> Table:
    """The table with its widest texts and fractions wrapped, so that it is no wider than ``room`` points."""
    numbers = [is_numeric(table, index) for index in range(len(table.columns))]
    cells = zip(latex.headings(table), zip(*shown_rows(table), strict=True), table.columns, numbers, strict=True)
    _size, gap, scale = latex.type_of(table)
    widths, least = [], []
    for head, texts, column, numeric in cells:
        parts = (part for text in [*head, *texts] for word in words_of(text) for part in latex.parts_of(word))
        least.append(max(map(latex.width_of, parts), default=0) * _SPARE)
        wholes, places = zip(*(text.partition(".")[::2] for text in texts), strict=True)  # aligned on their points
        aligned = sum(max(map(latex.width_of, side)) for side in (wholes, places)) + latex.width_of(".")
        width = max(aligned if numeric else 0, *map(latex.width_of, [*head, *texts])) * _SPARE
        widths.append(max(column.wrap_cm * _POINTS_IN_CM / scale, least[-1]) if column.wrap_cm else width)
    room = (room - 2 * gap * max(len(widths) - 1, 0)) / scale
    wrapping = [
        index
        for index in range(len(widths))
        if not numbers[index] or any(isinstance(row[index], Fraction) for row in table.rows)
    ]
    room -= sum(least[index] if index in wrapping else width for index, width in enumerate(widths))
    columns, wanted = list(table.columns), [width - narrow for width, narrow in zip(widths, least, strict=True)]
    for left, index in enumerate(sorted(wrapping, key=wanted.__getitem__)):
        more = max(min(wanted[index], room / (len(wrapping) - left)), 0)
        room -= more
        if wanted[index] > more:
            # rounded, because versions of Python add floating-point numbers in different ways
            cm = round((least[index] + more) * scale / _POINTS_IN_CM - 0.005, 2)
            columns[index] = replace(columns[index], wrap_cm=cm)
    return replace(table, columns=tuple(columns))
