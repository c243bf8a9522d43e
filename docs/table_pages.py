"""The pages of tables: files to download, the rows, how they were computed, how to cite them; and the page of errata."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import unescape
from itertools import count, cycle, groupby
from typing import Any

from bet_pages import TABLES, bet_of_figure, pipe_table
from table_checks import checked_section

from exact.answers.text import grouped
from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.literature.published import published_figures, sources
from exact.publication.catalogue import CHAPTERS, METHOD
from exact.publication.citation import cite_table
from exact.publication.data_package import FIGURES_FILE
from exact.publication.for_people import titles
from exact.publication.publish import standing_lines
from exact.report.markdown import escape
from exact.report.render import shown_text

CERTIFICATE = "coefficients"
CHANGES = TABLES.parent / "CHANGELOG.md"
AS_TEXT = ".txt"
"""Appended to the name of a downloadable Markdown file, because Sphinx makes a page of every other."""
DISAGREEMENTS = "published-disagreements"
PROSE = {"reason", "why", "remark"}
"""Headings of sentences: where such a table is too wide, it is shown as cards."""
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
_KINDS = {"md": "Markdown", "tex": "LaTeX", "csv": "CSV", "svg": "SVG"}


def table_page(table_id: str, text: str, entry: Mapping[str, Any], files: Iterable[str]) -> str:
    """A table of tables/ as a page: its caption as the heading, files, picture, rows, notes, checks and citation."""
    caption, _, rest = text.partition("\n")
    rest = _TABLE.sub(
        lambda found: html_table(found[0], None if table_id == CERTIFICATE else _standing().get(table_id)), rest
    )
    lines = [
        "---",
        "hide-toc: true",
        f"description: {entry['caption'] + '. Exact figures to download, and how they were checked.'!r}",
        "---",
        "",
        f"# {caption.strip('*')}",
        "",
        "{.downloads}",
        " ".join(f"[{_kind(name)}]({name})" for name in files),
        "",
        rest.strip(),
        "",
        *standing_section([entry], "Point at a figure of the table to see its own."),
        *checked_section(table_id),
        "## Cite this table",
        "",
        f"`exact cite {table_id}` prints this entry; the SWHID identifies the contents of the CSV file.",
        "",
        "```bibtex",
        cite_table(table_id, str(entry["caption"]), entry["swhid"]).bibtex.rstrip(),
        "```",
        "",
    ]
    return "\n".join(lines)


def standing_section(entries: Iterable[Mapping[str, Any]], about: str) -> list[str]:
    """The lines of Markdown that say what stands behind how many figures of these tables; none without figures."""
    listed = standing_lines(entries)
    where = "[What the words mean](../explanation/two-methods.md)."
    return ["## What stands behind the figures", "", f"{about} {where}", "", *listed, ""] if listed else []


@cache
def _standing() -> dict[str, dict[tuple[int, int], str]]:
    """What stands behind the figure in a row and a column, both from 0, of each table."""
    found = {}
    with (TABLES / FIGURES_FILE).open(encoding="utf-8", newline="") as file:
        for table_id, rows in groupby(csv.DictReader(file), lambda row: row["table"]):
            with (TABLES / f"{table_id}.csv").open(encoding="utf-8", newline="") as table:
                place = {name: number for number, name in enumerate(next(csv.reader(table)))}
            found[table_id] = {(int(row["row"]) - 1, place[row["column"]]): row["standing"] for row in rows}
    return found


def for_reading(text: str) -> str:
    r"""Running text with the digits of its numbers in groups, and no blank in a number or before a percent sign that can break.

    >>> for_reading("of 4998398275503360 or 4 998 398: 4.84 %, 0.378925, P1234 and 2026")
    'of 4\u202f998\u202f398\u202f275\u202f503\u202f360 or 4\u202f998\u202f398: 4.84\xa0%, 0.378\u202f925, P1234 and 2026'
    """
    joined = re.sub(r"(?<=\d) (?=\d{3}(?!\d))", "\u202f", text).replace(" %", "\xa0%")
    return re.sub(r"(?<![\w./:=-])\d+(?:\.\d+)?(?![\w/])", lambda number: grouped(number[0]), joined)


def _kind(file: str) -> str:
    return _KINDS[file.removesuffix(AS_TEXT).rpartition(".")[2]]


def html_table(markdown: str, standing: Mapping[tuple[int, int], str] | None = None) -> str:
    """A Markdown table as HTML, which Sphinx passes on; as nodes, the 50,000 cells of all tables would take half a minute.

    A figure says in its ``title`` what stands behind it, if ``standing`` has that for its row and its column.
    """
    from markdown_it import MarkdownIt

    html: str = MarkdownIt("commonmark").enable("table").render(markdown)
    cells = re.sub(r"(?<=>)[^<>]+(?=</td>)", lambda cell: shown_text(cell[0], "."), html)
    heads = re.findall(r"<th[^>]*>(.*?)</th>", html)
    shape = " cards" if PROSE & set(heads) else ""
    if heads[0] in ("bet", "row"):
        cells = re.sub(r"(<tr>\n<td[^>]*>)([^<>]+)", lambda found: found[1] + linked(found[2]), cells)
    if shape:
        cells = re.sub(r"(?<=>)[^<>]+ [^<>]+(?=</td>)", lambda cell: for_reading(cell[0]), cells)
        labels = cycle(heads)
        cells = re.sub("<td", lambda _cell: f'<td data-label="{next(labels)}"', cells)
    if standing:
        columns = html.count("</th>")
        places = (divmod(number, columns) for number in count())
        cells = re.sub(
            "<td", lambda _cell: f'<td title="{title}"' if (title := standing.get(next(places))) else "<td", cells
        )
    return (
        f'<div class="table-wrapper rows{shape}">\n' + cells.replace("<table>", '<table class="docutils">') + "</div>\n"
    )


@cache
def _bets() -> dict[str, str]:
    """The names of bets by their titles, as tables for readers print them."""
    return {title: name for name, title in titles("en").items()}


def linked(cell: str) -> str:
    """A cell that is a bet, or the id of a published figure, as a link to the bet's page; any other as it is."""
    name = _bets().get(unescape(cell).strip(), "").partition(":")[0] or bet_of_figure().get(cell)
    return f'<a href="../bets/{name}.html">{cell}</a>' if name in catalogue() else cell


def tables_index(entries: Mapping[str, Mapping[str, Any]]) -> str:
    """The page of all tables by chapter, from their entries in the manifest."""
    lines = [
        "# Reference tables",
        "",
        "Every table is a page here, and a file to download as Markdown, LaTeX and CSV. `exact tables` writes them,",
        "`exact cite ID` prints how to cite one, [the manifest](MANIFEST.json) has the digest of every file, the intrinsic",
        "identifier of every table and what made it, and [references.bib](references.bib) has the entries for BibTeX,",
        "[references.json](references.json) those of CSL.",
    ]
    for title, tables in CHAPTERS.items():
        ids = [CERTIFICATE] if title == METHOD else list(tables)
        lines += ["", f"## {title}", "", "```{toctree}", ":maxdepth: 1", "", *ids, "```"]
    missing = set(entries) ^ {CERTIFICATE, *(name for tables in CHAPTERS.values() for name in tables)}
    if missing:
        raise ExactError("tables", sorted(missing), "are not the tables of this program: run exact tables")
    about = "[figures.csv](figures.csv) has every figure with its question, its value and what stands behind it."
    return "\n".join([*lines, "", *standing_section(entries.values(), about)])


def errata_page() -> str:
    """The published figures that are wrong, by source, with the reason; and the figures that this program corrected."""
    with (TABLES / f"{DISAGREEMENTS}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    judged = sum(not figure.unjudged for figure in published_figures())
    lines = [
        "# Errata",
        "",
        f"Of {judged} published figures that have an exact value, {len(rows)} are wrong in the digits they print. Each stands here under",
        f"its source, with the reason; [](../tables/{DISAGREEMENTS}.md) has the same as a file. A figure that was only rounded, cut",
        "off or padded with zeros counts as right. If you find another, [audit it](../how-to/audit-figures.md).",
        "",
        "## Corrections of this program",
        "",
        *(
            own_corrections(CHANGES.read_text(encoding="utf-8"))
            or ["No version has corrected a figure of an earlier one."]
        ),
    ]
    order = list(sources())
    by_source = groupby(sorted(rows, key=lambda row: order.index(row["source"])), lambda row: row["source"])
    for key, wrong in by_source:
        source = sources()[key]
        printed = [["row", "quantity", "printed", "exact", "why"], [":--", ":--", "--:", "--:", ":--"]]
        for row in wrong:
            cells = (row["row"], row["quantity"], row["printed"], row["exact"], row["reason"])
            printed.append([escape(shown_text(cell, ".")) for cell in cells])
        lines += ["", f"## {escape(source.full_title)}", "", f"{key}: <{source.url}>", ""]
        lines.append(html_table("\n".join(pipe_table(printed)) + "\n"))
    return "\n".join(lines) + "\n"


def own_corrections(changes: str) -> list[str]:
    """The entries of the changelog under headings "Corrected figures", each list under the version that corrected them."""
    lines = []
    for version, text in re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", changes, re.MULTILINE | re.DOTALL):
        for entries in re.findall(r"^### Corrected figures\n\n?(.*?)(?=^### |\Z)", text, re.MULTILINE | re.DOTALL):
            lines += [f"In {version}:", "", entries.strip(), ""]
    return lines
