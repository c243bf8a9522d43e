"""The reference book: a LaTeX document with the reference tables, chapter by chapter, and its bibliography."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

from exact.analysis.odds import odds_of_decks
from exact.answers.text import ENGLISH, _, grouped
from exact.bets.catalogue import catalogue
from exact.game import Outcome
from exact.literature.audit import full_audit
from exact.literature.published import published_figures, sources
from exact.publication.catalogue import CATALOGUE, CHAPTERS, PICTURES, table_of
from exact.publication.citation import RELEASED, cite_program, cite_source
from exact.publication.for_people import has_bets, shown_table, titles
from exact.publication.pictures import Picture, check_matplotlib, draw, pictures
from exact.publication.publish import BIBLIOGRAPHY_FILE, bibliography, citations, table_citation
from exact.report.latex import escape, render_latex
from exact.report.render import shown_text
from exact.report.translation import translate
from exact.rules import standard_tableau
from exact.version import __version__
from exact.views.asked_words import bet_titles, capital
from exact.workers.tasks import Progress

BOOK_FILE = "book.tex"
_PROSE_FILES = (
    "introduction rules outcomes bets commission method joint conditional removal spread perfect shoes dependence "
    "sessions closed-forms origin chemin-de-fer audit"
)
PROSE = dict(zip(("Introduction", *CHAPTERS), _PROSE_FILES.split(), strict=True))
"""The chapters of the book, and the file, next to this one, with the opening text of each; its tables follow."""
_MATHEMATICS = re.compile(r"(?<!\\)\$")  # what begins and ends mathematics, which a bookmark cannot have
SYMBOLS_FILE = "symbols.ist"
_SYMBOLS_STYLE = r"""keyword "\\glossaryentry"
preamble "\\begin{theindex}\\raggedright\n"
delim_0 "\\quad "
"""
"""How makeindex reads the entries of the index of symbols, which LaTeX writes as those of a glossary."""


def build_book(progress: Progress | None = None, language: str = ENGLISH) -> dict[str, bytes]:
    """The contents of the book's files by name.

    The text between the tables exists only in English; in another ``language``, the book has only the tables, by
    chapter. Raises `ExactError` without matplotlib, which draws the pictures.
    """
    check_matplotlib()  # before the tables, which take a minute
    files = {}
    for done, table_id in enumerate(CATALOGUE, 1):
        files[f"{table_id}.tex"] = printed_table(table_id, language).encode()
        if progress:
            progress(done, len(CATALOGUE))
    drawn = pictures()
    files |= {f"{name}.pdf": draw(name, picture, "pdf") for name, picture in drawn.items()}
    files[BOOK_FILE] = _document(language, drawn).encode()
    files[SYMBOLS_FILE] = _SYMBOLS_STYLE.encode()
    files[BIBLIOGRAPHY_FILE] = bibliography(
        citations(table_citation(table_id, language) for table_id in CATALOGUE)
    ).encode()
    return files


def _document(language: str, drawn: Mapping[str, Picture]) -> str:
    english = language == ENGLISH
    parts = [_prose("preamble"), *([] if english else _names(language)), r"\begin{document}", r"\maketitle"]
    parts += [_prose("front") if english else "", r"\contents", r"\pagenumbering{arabic}"]
    for title, name in PROSE.items():
        tables = list(CHAPTERS.get(title, {}))
        if not english and not tables:
            continue
        parts.append(rf"\chapter{{{escape(translate(title, language))}}}\label{{ch:{name}}}")
        if english:
            parts += [r"\begin{prose}", _prose(name), r"\end{prose}"]
        parts += _pictures(tables, drawn) + _tables(tables, language)
    bibliography_title = translate(_("Bibliography"), language)
    bets_title = translate(_("Index of bets"), language)
    parts += [
        rf"\nocite{{{','.join(cite_source(key).key for key in sources())}}}",
        rf"\clearpage\phantomsection\addcontentsline{{toc}}{{chapter}}{{{bibliography_title}}}",
        r"\bibliographystyle{plainnat}",
        rf"{{\raggedright\bibliography{{{BIBLIOGRAPHY_FILE.removesuffix('.bib')}}}}}",
        rf"\printbets{{{bets_title}}}",
        *([r"\printsymbols"] if english else []),
        r"\end{document}",
    ]
    return "\n".join(parts) + "\n"


def _pictures(tables: Sequence[str], drawn: Mapping[str, Picture]) -> list[str]:
    lines = []
    for name, sources_of in PICTURES.items():
        if set(sources_of) <= set(tables):
            references = ", ".join(rf"\ref{{tab:{table_id}}}" for table_id in sources_of)
            lines.append(rf"\plate{{{name}}}{{{escape(drawn[name].title)}}}{{{references}}}")
    return lines


def _tables(tables: Sequence[str], language: str) -> list[str]:
    """The inputs of a chapter's tables; those in landscape that follow each other share their turned pages."""
    parts = []
    for landscape, group in groupby(tables, lambda table_id: table_of(table_id).landscape):
        parts += [r"\begin{landscape}"] if landscape else []
        for table_id in group:
            caption = _MATHEMATICS.sub("", escape(shown_table(table_id, language).caption))
            parts += [r"\roomfor{.3\textheight}", rf"\marked{{{caption}}}", rf"\input{{{table_id}}}"]
        parts += [r"\end{landscape}"] if landscape else []
    return parts


def _names(language: str) -> list[str]:
    """LaTeX's names for its parts. Babel would hyphenate too, but its languages are extra packages."""
    named = {
        "contentsname": _("Contents"),
        "listtablename": _("List of Tables"),
        "listfigurename": _("List of Figures"),
        "figurename": _("Figure"),
        "tablename": _("Table"),
        "chaptername": _("Chapter"),
        "bibname": _("Bibliography"),
    }
    title = _("Punto banco in exact numbers")
    subtitle = _("Rules, counts, prices and the audit of the published figures")
    author = _("The exact-baccarat authors")
    edition = _("Reference tables of exact-baccarat {version}", version=__version__)
    return [
        *(rf"\renewcommand{{\{command}}}{{{escape(translate(name, language))}}}" for command, name in named.items()),
        r"\hyphenpenalty=10000",
        rf"\title{{{translate(title, language)}\\[1ex]\large {translate(subtitle, language)}}}",
        rf"\author{{{translate(author, language)}}}",
        rf"\date{{{translate(edition, language)}}}",
    ]


def _prose(name: str) -> str:
    """A chapter's text with its figures filled in."""
    text = Path(__file__).with_name(f"{name}.tex").read_text(encoding="utf-8")
    for figure, value in _figures().items():
        text = text.replace(f"@{figure}@", value)
    return text


def _figures() -> dict[str, str]:
    odds = odds_of_decks(8, standard_tableau())
    audited, rows = full_audit(), published_figures()
    whole = {
        "deals8": odds.deals,
        **{f"{outcome.value}8": odds.counts[outcome] for outcome in Outcome},
        "bets": len(catalogue()),
        "rows": len(rows),
        "sources": len(sources()),
        "judged": len(audited),
        "disagree": sum(verdict.disagrees for _figure, verdict in audited),
        "others": len(rows) - len(audited),
    }
    separated = {name: escape(grouped(str(value))) for name, value in whole.items()}
    entry = cite_program().bibtex.strip()
    return {"version": __version__, "released": RELEASED, "entry": entry, **separated, **_banker_streak()}


def _banker_streak() -> dict[str, str]:
    """The expectation of Banker Streak with 8 decks, from the table that compares it with independence."""
    rows = table_of("banker-streak").rows
    (figures,) = (row[2:] for row in rows if row[:2] == (8, "expectation"))
    independent, dealt, _, error = (escape(shown_text(cell, ".")) for cell in figures)
    return {"streak-independent": independent, "streak-dealt": dealt, "streak-error": error}


def printed_table(table_id: str, language: str) -> str:
    """The LaTeX of a table of the catalogue for the book."""
    shown = shown_table(table_id, language)
    return render_latex(shown, _index_entries(language) if has_bets(table_of(table_id)) else {})


def _index_entries(language: str) -> dict[str, str]:
    """What LaTeX has behind each label of a bet: its entry in the index, which also has the id that commands take."""
    entries: dict[str, str] = {}
    for name, bet in catalogue().items():
        title = capital(bet_titles(language)[name])
        key = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
        sorted_as, shown = (re.sub('([!@|"])', r'"\1', text) for text in (key, escape(title)))  # quoted for makeindex
        entry = rf"\index{{{sorted_as}@{shown} (\texttt{{{escape(name)}}})}}"
        entries |= {titles(language)[f"{name}:{pays}" if pays else name]: entry for pays in ("", *bet.pay_tables)}
    return entries
