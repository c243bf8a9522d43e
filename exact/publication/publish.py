"""Write the reference tables to a directory, completely or not at all, and check a directory against them."""

import hashlib
import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, nullcontext, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from exact.answers.table import Table, Tabular
from exact.answers.text import ENGLISH, _
from exact.bets.catalogue import every_bet
from exact.errors import ExactError
from exact.escapes import csv_text
from exact.inputs import near_misses, one_of, read_text_file, refused
from exact.literature.published import published_figures, sources
from exact.outputs import PARTIAL, Output
from exact.publication import citation
from exact.publication import data_package as package
from exact.publication.behind import records_of
from exact.publication.catalogue import CATALOGUE, CHAPTERS, METHOD, PICTURES, table_of
from exact.publication.coefficient_file import certificate_csv, certificate_page
from exact.publication.for_people import shown_table
from exact.questions.axes import parse_grid
from exact.questions.figure import figure_of, parse_asked
from exact.questions.quantities import MEASURES
from exact.records import replace
from exact.report.data import table_csv
from exact.report.latex import render_latex
from exact.report.markdown import escape, render_markdown
from exact.report.svg import render_svg
from exact.report.translation import translate
from exact.rules.documents import rulebooks
from exact.version import __version__
from exact.workers.processes import process_pool
from exact.workers.tasks import Progress, run_tasks

Manifest = Mapping[str, Any]
Rendered = tuple[dict[str, bytes], dict[str, Any], Sequence[tuple[str, ...]]]  # files, entry in the manifest, figures
INDEX_FILE, MANIFEST_FILE = "INDEX.md", "MANIFEST.json"
BIBLIOGRAPHY_FILE, CSL_FILE = "references.bib", "references.json"
_CERTIFICATE_ID = "coefficients"
TABLE_IDS = (*CATALOGUE, _CERTIFICATE_ID)
_LEFT_OVER = 86400.0  # seconds after which a temporary file is from a run that was killed
# their chapters go first, so that no worker is left alone with a long table at the end
_LONGEST = (
    "expectation-spread-bets",
    "layout-correlations",
    "chemin-de-fer-commission",
    "linear-counts",
    "after-two-cards",
    "published-disagreements",
)
_FEW = 8  # so many tables or fewer are computed in this process, others by one process for each core


def build_files(
    only: Iterable[str] | None = None,
    directory: Path | None = None,
    progress: Progress | None = None,
    language: str = ENGLISH,
    siunitx: bool = False,
) -> dict[str, bytes]:
    """The contents of every generated file by name: the tables, or those in ``only``, the index and the manifest.

    With ``only``, the other entries of the manifest in ``directory`` stay; with ``siunitx``, LaTeX aligns by that
    package. CSV files are the same in all languages. A table shows its picture if that is in the directory, or if there
    is no directory. Raises `ExactError` for an unknown table id and, with ``only``, for a manifest in another language.
    """
    chosen = _known(only)
    existing = None if directory is None else read_manifest(directory)
    drawn = frozenset(name for name in PICTURES if directory is None or (directory / f"{name}.svg").is_file())
    entries = {} if only is None or existing is None else _entries(existing, language)
    files: dict[str, bytes] = {}
    figures: dict[str, Sequence[tuple[str, ...]]] = {}
    with nullcontext() if len(chosen) <= _FEW else process_pool() as pool:
        work = partial(_rendered_tables, language, drawn, siunitx)
        for rendered in run_tasks(work, _by_chapter(chosen), executor=pool, progress=progress):
            for table_id, (contents, entry, figures[table_id]) in rendered.items():
                files |= contents
                entries[table_id] = entry
    entries = {name: entries[name] for name in TABLE_IDS if name in entries}
    if only is None:
        rows = ((name, *row) for name in entries for row in figures[name])
        files[package.FIGURES_FILE] = csv_text([package.HEADINGS, *rows]).encode()  # zlib differs between versions
    spoken = {} if language == ENGLISH else {"language": language}
    pictures = {"pictures": drawings} if (drawings := picture_entries(existing)) else {}
    manifest = {"version": __version__, **spoken, "tables": entries, **pictures}
    tables = (citation.cite_table(name, entry["caption"], entry.get("swhid")) for name, entry in entries.items())
    cited = citations(tables)
    others = [package.RESOURCE] if len(entries) == len(TABLE_IDS) else []
    return files | {
        MANIFEST_FILE: package.json_file(manifest),
        package.DATA_PACKAGE_FILE: package.data_package(entries, others),
        INDEX_FILE: _index(entries, language).encode(),
        BIBLIOGRAPHY_FILE: bibliography(cited).encode(),
        CSL_FILE: package.json_file([each.csl for each in cited]),
    }


def _known(only: Iterable[str] | None) -> tuple[str, ...]:
    """The ids of the requested tables, by default all; raises `ExactError` for an unknown id."""
    chosen = TABLE_IDS if only is None else tuple(dict.fromkeys(only))
    for table_id in chosen:
        one_of(table_id, TABLE_IDS, "only", "is not a table")
    return chosen


def _by_chapter(table_ids: Iterable[str]) -> list[tuple[str, ...]]:
    """The ids in the groups of their chapters, whose tables share computations."""
    chapter_of = {table_id: title for title, tables in CHAPTERS.items() for table_id in tables}
    groups: dict[str | None, list[str]] = {}
    for table_id in table_ids:
        groups.setdefault(chapter_of.get(table_id), []).append(table_id)
    return sorted(map(tuple, groups.values()), key=lambda ids: min(map((*_LONGEST, *ids).index, ids)))


def _rendered_tables(language: str, drawn: frozenset[str], siunitx: bool, *table_ids: str) -> dict[str, Rendered]:
    """The files, the manifest's entry and the figures of each table."""
    return {table_id: _rendered(table_id, language, drawn, siunitx) for table_id in table_ids}


def citations(tables: Iterable[citation.Citation]) -> list[citation.Citation]:
    """How to cite the program, these tables, the documents, every source and the works of the book and the paper."""
    documents, pages = map(citation.cite_document, rulebooks()), map(citation.cite_source, sources())
    return [citation.cite_program(), *tables, *documents, *pages, *map(citation.cite_work, citation.works())]


def bibliography(cited: Iterable[citation.Citation]) -> str:
    """The entries for BibTeX; the addresses of pages need the package url or hyperref."""
    head = "% The fields url, doi and eprint are printed by styles such as plainnat, and by biblatex.\n"
    return "\n".join([head, *(each.bibtex for each in cited)])


def table_citation(table_id: str, language: str = ENGLISH) -> citation.Citation:
    """How to cite a table."""
    _files, entry, _figures = _rendered(table_id, language)
    return citation.cite_table(table_id, entry["caption"], entry["swhid"])


def citable_ids() -> dict[str, Callable[[str], citation.Citation]]:
    """What cites each thing, by its id; no two kinds of things share an id."""
    return {
        citation.PROGRAM: citation.cite_program,
        **dict.fromkeys(TABLE_IDS, table_citation),
        **dict.fromkeys(every_bet(), citation.cite_bet),
        **dict.fromkeys(rulebooks(), citation.cite_document),
        **dict.fromkeys(sources(), citation.cite_source),
        **dict.fromkeys(citation.works(), citation.cite_work),
        **dict.fromkeys((figure.id for figure in published_figures()), citation.cite_figure),
    }


def citation_of(name: str) -> citation.Citation:
    """How to cite the thing with this id, or the figure that answers this question; raises `ExactError` without one."""
    known = citable_ids()
    name = name.removeprefix(f"{citation.PROGRAM}:")
    if name not in known:
        if "{" in name or "}" in name:
            _choices, first = next(parse_grid(name).cells())
            raise ExactError("id", name, f"is a table: cite one of its figures, such as {first}")
        if " of " in name or (" " in name and name.lower().startswith(tuple(MEASURES))):
            return citation.cite_answer(figure_of(parse_asked(name)))
        if re.fullmatch(r"F[0-9a-f]{12}", name):
            return citation.cite_answer(figure_of(parse_asked(package.question_of_id(name))))
        meant = near_misses(name, known).or_else("see exact cite --help")
        bound = "is neither a question nor the id of a table, bet, document, source, work, published row or figure"
        raise ExactError("id", name, f"{bound}: {meant}")
    return known[name](name)


@cache
def _rendered(
    table_id: str, language: str, drawn: frozenset[str] = frozenset(PICTURES), siunitx: bool = False
) -> Rendered:
    """The files of a table, its entry in the manifest, and its figures."""
    if table_id == _CERTIFICATE_ID:
        caption = _("Coefficients of punto, banco and tie over the multisets of six point values")
        certificate = Table(table_id, translate(caption, language), (), [], parameters={"multisets": 5005})
        return _described(certificate, {"md": certificate_page(), "csv": certificate_csv()})
    table, shown = table_of(table_id), shown_table(table_id, language)
    pictures = (f"{name}.svg" for name, tables in PICTURES.items() if table_id in tables and name in drawn)
    in_latex = replace(shown, tabular=Tabular(siunitx=siunitx))
    picture = next(pictures, f"{table_id}.svg" if table.axes else None)
    texts = {"md": render_markdown(shown, picture), "tex": render_latex(in_latex), "csv": table_csv(table)}
    if table.axes:
        texts["svg"] = render_svg(shown)
    return _described(shown, texts)


def _described(shown: Table, texts: Mapping[str, str]) -> Rendered:
    """The same from the texts of the files by their suffixes."""
    files = {f"{shown.id}.{suffix}": text.encode() for suffix, text in texts.items()}
    for_programs, figures = files[f"{shown.id}.csv"], records_of(shown.id, texts["csv"], shown.figures)
    entry = {
        "caption": shown.caption,
        "rulebook": shown.rulebook,
        "parameters": dict(shown.parameters),
        "version": __version__,
        "swhid": citation.swhid(for_programs),
        "sha256": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
        "schema": package.schema_of(for_programs),
        "standing": dict(sorted(Counter(record[-1] for record in figures).items())),
    }
    return files, entry, figures


def write_tables(
    directory: Path,
    only: Iterable[str] | None = None,
    progress: Progress | None = None,
    language: str = ENGLISH,
    siunitx: bool = False,
) -> list[str]:
    """Write the tables and return the names of the files; errors as `build_files` and `write_files`."""
    chosen = None if only is None else _known(only)
    make_directory(directory)
    return write_files(directory, build_files(chosen, directory, progress, language, siunitx))


def make_directory(directory: Path) -> None:
    """Create ``directory``, before the long computation of its contents; raises `ExactError` if that cannot be."""
    with refused("out", directory, "cannot be written"):
        directory.mkdir(parents=True, exist_ok=True)


def write_files(directory: Path, files: Mapping[str, bytes]) -> list[str]:
    """Write ``files`` to ``directory``, made if need be, and return their names; a run that fails leaves the old files.

    Raises `ExactError` for a directory that cannot be written.
    """
    make_directory(directory)
    with refused("out", directory, "cannot be written"), ExitStack() as outputs:
        for leftover in directory.glob(PARTIAL):
            with suppress(FileNotFoundError):  # another run has just removed it
                if time.time() - leftover.stat().st_mtime > _LEFT_OVER:
                    leftover.unlink()
        for name, data in files.items():
            output = outputs.enter_context(Output(directory / name, "out"))
            output.write(data)
            output.file.close()  # a process may have few open files
    return list(files)


def differences(
    directory: Path, only: Iterable[str] | None = None, progress: Progress | None = None, language: str = ENGLISH
) -> list[str]:
    """How the files in ``directory`` differ from the generated ones: a phrase for each such file."""
    if not os.path.isdir(directory):
        raise ExactError("out", str(directory), "is not a directory of tables")
    files = build_files(only, directory, progress, language)
    differing = []
    for name, data in files.items():
        path = directory / name
        if not path.is_file():
            differing.append(f"{name} is missing")
        elif path.read_bytes() != data:
            differing.append(f"{name} differs")
    if only is None:
        ours = {*files, *(f"{name}.svg" for name in PICTURES)}
        there = (path.name for path in sorted(directory.iterdir()) if not path.match(PARTIAL))
        differing += [f"{name} is left over" for name in there if name not in ours]
    return differing


def picture_entries(manifest: Manifest | None) -> dict[str, dict[str, str]]:
    """The digests of each picture drawn: of its content, ``shows``, and of its file, ``sha256``."""
    entries = (manifest or {}).get("pictures")
    if isinstance(entries, dict) and all(isinstance(entry, dict) for entry in entries.values()):
        return entries
    return {}


def read_manifest(directory: Path) -> dict[str, Any] | None:
    """The manifest in ``directory``: `None` without a file, empty if it is none; raises `ExactError` if unreadable."""
    path = directory / MANIFEST_FILE
    if not path.exists():
        return None
    text = read_text_file(path, "out", "")
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _entries(manifest: Manifest, language: str) -> dict[str, dict[str, Any]]:
    """The entries of a manifest; raises `ExactError` for a manifest in another language or not from this program."""
    try:
        entries: dict[str, dict[str, Any]] = manifest["tables"]
        digests = [pair for entry in entries.values() for pair in entry["sha256"].items()]
        good = all(isinstance(entry["caption"], str) for entry in entries.values())
        good &= all(Path(name).name == name and isinstance(digest, str) for name, digest in digests)
        good &= all(count > 0 for entry in entries.values() for count in entry.get("standing", {}).values())
    except (LookupError, TypeError, AttributeError):
        good = False
    if not good:
        raise ExactError("out", MANIFEST_FILE, "is not a manifest of tables: write all tables, without --only")
    if (there := manifest.get("language", ENGLISH)) != language:
        raise ExactError("lang", language, f"is not {there}, the language of the existing tables: write all tables")
    return entries


def _index(entries: dict[str, dict[str, Any]], language: str) -> str:
    files = _(
        "Written by `exact tables`; digests, rules and parameters are in {manifest}, BibTeX entries in",
        manifest=MANIFEST_FILE,
    )
    chapters = _(
        "{bibliography}. The chapters are those of the book that `exact tables --book` writes.",
        bibliography=f"[{BIBLIOGRAPHY_FILE}]({BIBLIOGRAPHY_FILE})",
    )
    title, *about = (translate(text, language) for text in (_("Reference tables"), files, chapters))
    lines = [f"# {title}", "", *about]
    for title, tables in CHAPTERS.items():
        ids = (_CERTIFICATE_ID,) if title == METHOD else tables
        listed = []
        for entry in (entries[table_id] for table_id in ids if table_id in entries):
            links = ", ".join(f"[{Path(name).suffix[1:]}]({name})" for name in entry["sha256"])
            listed.append(f"- {escape(entry['caption'])}: {links}")
        lines += ["", f"## {translate(title, language)}", "", *listed] if listed else []
    behind, counted = translate(_("What stands behind the figures"), language), standing_lines(entries.values())
    lines += ["", f"## {behind}", "", *counted] if counted else []
    return "\n".join(lines) + "\n"


def standing_lines(entries: Iterable[Mapping[str, Any]]) -> list[str]:
    """How many figures of tables in the manifest have each thing behind them, the most frequent first, in Markdown."""
    standing = sum((Counter(entry.get("standing", {})) for entry in entries), Counter[str]())
    return [f"- `{text}`: {count} ({100 * count / standing.total():.1f} %)" for text, count in standing.most_common()]
