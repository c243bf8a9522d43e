"""A document of sections, each with text above the tables of answers: in Markdown, or in LaTeX to compile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from exact.answers.table import Answer, Table, without_form
from exact.answers.text import ENGLISH
from exact.report import latex, markdown
from exact.report.render import for_readers, is_numeric, shown_rows, tables_of

_WIDTH = 483  # points between the margins of a page of A4
_POINTS_IN_CM, _SPARE = 28.45, 1.15  #: Digits in groups, and fonts that are a little wider, need more room
_PREAMBLE = rf"""\documentclass[a4paper]{{article}}
\usepackage[T1]{{fontenc}}
\usepackage{{textcomp,lmodern,multicol}}
\usepackage[margin=2cm]{{geometry}}
\usepackage{{{",".join(latex.REQUIRED_PACKAGES)}}}
\setlength{{\LTcapwidth}}{{\linewidth}}\setlength{{\parindent}}{{0pt}}\setlength{{\parskip}}{{6pt}}
\setcounter{{LTchunksize}}{{1000}}\setlength{{\emergencystretch}}{{3em}}\raggedbottom\raggedright\hbadness10000
\newcommand{{\roomfor}}[1]{{\par\penalty9999\ifdim\dimexpr\pagegoal-\pagetotal\relax<#1\newpage\fi}}
\begin{{document}}
"""


@dataclass(frozen=True, slots=True)
class Section:
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
    parts = [rf"{_PREAMBLE}{{\Large\bfseries {title}\par}}\tableofcontents\clearpage" if in_latex else f"# {title}"]
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
    heads = [column.heading for column in table.columns]
    widths = [max(map(latex.width_of, column)) * _SPARE for column in zip(heads, *shown_rows(table), strict=True)]
    room -= latex.GAP * max(len(widths) - 1, 0)
    wrapping = [
        index
        for index in range(len(widths))
        if not is_numeric(table, index) or any(isinstance(without_form(row[index]), Fraction) for row in table.rows)
    ]
    room -= sum(width for index, width in enumerate(widths) if index not in wrapping)
    columns = list(table.columns)
    for left, index in enumerate(sorted(wrapping, key=widths.__getitem__)):
        share = room / (len(wrapping) - left)
        room -= min(widths[index], share)
        if widths[index] > share:
            columns[index] = replace(columns[index], wrap_cm=share / _POINTS_IN_CM)
    return replace(table, columns=tuple(columns))
