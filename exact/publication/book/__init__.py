"""The reference book: a LaTeX document with reference tables, the prose around them, and its bibliography."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from exact.answers.plots import check_matplotlib
from exact.answers.table import Table
from exact.answers.text import ENGLISH, _, with_minus
from exact.bets.catalogue import catalogue
from exact.literature.published import sources
from exact.publication.catalogue import CATALOGUE, CHAPTERS, PICTURES, table_of
from exact.publication.citation import cite_source
from exact.publication.for_people import has_bets, shown_table, titles
from exact.publication.pictures import Picture, draw, pictures
from exact.publication.publish import BIBLIOGRAPHY_FILE, bibliography, citations, table_citation
from exact.report.latex import escape, render_latex
from exact.report.translation import translate
from exact.version import __version__
from exact.views.asked_words import bet_titles, capital
from exact.workers.tasks import Progress

BOOK_FILE, PREAMBLE_FILE, SYMBOLS_FILE = "book.tex", "preamble.tex", "symbols.ist"
_MATHEMATICS = re.compile(r"(?<!\\)\$")
_SYMBOLS_STYLE = r"""keyword "\\glossaryentry"
preamble "\\begin{theindex}\\raggedright\n"
delim_0 "\\quad "
"""
"""How makeindex reads the entries of the index of symbols, which LaTeX writes as those of a glossary."""


def build_book(progress: Progress | None = None, language: str = ENGLISH) -> dict[str, bytes]:
    """The contents of the book's files by name, without prose; raises `ExactError` without matplotlib."""
    check_matplotlib("plots")  # before the tables, which take a minute
    drawn = pictures()
    files = {BOOK_FILE: _document(language, drawn).encode()}
    for done, table_id in enumerate(CATALOGUE, 1):
        files[f"{table_id}.tex"] = printed_table(table_id, language).encode()
        if progress:
            progress(done, len(CATALOGUE))
    return files | beside(language, drawn)


def beside(language: str, drawn: Mapping[str, Picture]) -> dict[str, bytes]:
    """The files that a document with the tables needs: preamble, pictures, bibliography, and a style of an index."""
    preamble = Path(__file__).with_name(PREAMBLE_FILE).read_text(encoding="utf-8")
    cited = citations(table_citation(table_id, language) for table_id in CATALOGUE)
    return {
        PREAMBLE_FILE: preamble.replace("@version@", __version__).encode(),
        SYMBOLS_FILE: _SYMBOLS_STYLE.encode(),
        BIBLIOGRAPHY_FILE: bibliography(cited).encode(),
        **{f"{name}.pdf": draw(name, picture, "pdf") for name, picture in drawn.items()},
    }


def _document(language: str, drawn: Mapping[str, Picture]) -> str:
    """The book without prose: every table, by chapter."""
    parts = [r"\input{preamble}", *_names(language), r"\begin{document}", r"\maketitle", r"\contents"]
    parts.append(r"\pagenumbering{arabic}")
    for title, tables in CHAPTERS.items():
        if tables:
            parts.append(rf"\chapter{{{escape(translate(title, language))}}}")
            parts += _pictures(list(tables), drawn) + _tables(list(tables), language)
    bibliography_title = translate(_("Bibliography"), language)
    bets_title = translate(_("Index of bets"), language)
    parts += [
        rf"\nocite{{{','.join(cite_source(key).key for key in sources())}}}",
        rf"\clearpage\phantomsection\addcontentsline{{toc}}{{chapter}}{{{bibliography_title}}}",
        r"\bibliographystyle{plainnat}",
        rf"{{\raggedright\bibliography{{{BIBLIOGRAPHY_FILE.removesuffix('.bib')}}}}}",
        rf"\printsubjects{{{bets_title}}}",
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
            caption = bookmark(shown_table(table_id, language).caption)
            parts += [r"\roomfor{.3\textheight}", rf"\marked{{{caption}}}", rf"\input{{{table_id}}}"]
        parts += [r"\end{landscape}"] if landscape else []
    return parts


def bookmark(caption: str) -> str:
    """A caption without mathematics, which a bookmark cannot have."""
    return _MATHEMATICS.sub("", escape(caption))


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


def printed_table(table_id: str, language: str, part: Callable[[Table], Table] | None = None) -> str:
    """The LaTeX of a table of the catalogue, or of a part of it, for the book."""
    shown = shown_table(table_id, language, part)
    return render_latex(shown, _index_entries(language) if has_bets(table_of(table_id)) else {})


def _index_entries(language: str) -> dict[str, str]:
    """What LaTeX has behind each label of a bet: its entry in the index, which also has the id that commands take."""
    entries: dict[str, str] = {}
    for name, bet in catalogue().items():
        title = capital(bet_titles(language)[name])
        key = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
        sorted_as, shown = (re.sub('([!@|"])', r'"\1', text) for text in (key, escape(title)))  # quoted for makeindex
        entry = rf"\index{{{sorted_as}@{shown} (\texttt{{{escape(name)}}})}}"
        labels = (titles(language)[f"{name}:{pays}" if pays else name] for pays in ("", *bet.pay_tables))
        entries |= {with_minus(label): entry for label in labels}  # as in the cells of tables
    return entries
