"""A document of sections, each with text above the tables of answers: in Markdown, or in LaTeX to compile."""

from __future__ import annotations

from dataclasses import dataclass

from exact.answers.table import Answer, Table
from exact.answers.text import ENGLISH
from exact.report import latex, markdown
from exact.report.render import for_readers, tables_of

_WIDTH = 483  # points between the margins of a page of A4
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
            fits = latex.fitted(shown, _WIDTH) if in_latex else shown
            parts.append(latex.render_latex(fits, {}) if in_latex else markdown.render_markdown(shown))
    return "\n\n".join([*parts, *([r"\end{document}"] if in_latex else [])]) + "\n"
