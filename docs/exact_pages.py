"""Sphinx extension: write the pages that the program generates into docs/ before Sphinx reads it.

These are the pages of tables (with their files), of the catalogue of bets and of the commands; git ignores them. The
calculator is copied into the site unchanged.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exact.arithmetic import number_text
from exact.bets.bet import INLINE, Bet
from exact.bets.catalogue import catalogue
from exact.cli.commands.verify import SUBCOMMANDS
from exact.cli.main import COMMANDS, main
from exact.errors import ExactError
from exact.literature.published import published_figures
from exact.publication.catalogue import CHAPTERS, METHOD, PICTURES
from exact.report.markdown import escape

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).parent
TABLES = DOCS.parent / "tables"
CERTIFICATE = "coefficients"
_AS_TEXT = ".txt"
"""Appended to the name of a downloadable Markdown file, because Sphinx makes a page of every other."""
_HELP_WIDTH = 100
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
_FIGURES = re.compile(r"P(\d{4})(?:-P(\d{4}))?")


def table_page(text: str, files: Iterable[str]) -> str:
    """A table of tables/ as a page: its caption as the heading, its downloadable files, its picture and rows."""
    caption, _, rest = text.partition("\n")
    links = ", ".join(f"[{name.removesuffix(_AS_TEXT).rpartition('.')[2]}]({name})" for name in files)
    rest = _TABLE.sub(lambda found: html_table(found[0]), rest)
    return f"---\nhide-toc: true\n---\n\n# {caption.strip('*')}\n\nFiles: {links}\n\n{rest.lstrip()}"


def html_table(markdown: str) -> str:
    """A Markdown table as HTML, which Sphinx passes on; as nodes, the 50,000 cells of all tables would take half a minute."""
    from markdown_it import MarkdownIt

    html: str = MarkdownIt("commonmark").enable("table").render(markdown)
    return '<div class="table-wrapper">\n' + html.replace("<table>", '<table class="docutils">') + "</div>\n"


def tables_index(table_ids: Iterable[str]) -> str:
    """The page of all tables by chapter."""
    lines = [
        "# Reference tables",
        "",
        "Every table is a page here, and a file to download as Markdown, LaTeX and CSV. `exact tables` writes them,",
        "`exact cite ID` prints how to cite one, [the manifest](MANIFEST.json) has the digest of every file, the intrinsic",
        "identifier of every table and what made it, and [references.bib](references.bib) has the BibTeX entries.",
    ]
    for title, tables in CHAPTERS.items():
        ids = [CERTIFICATE] if title == METHOD else list(tables)
        lines += ["", f"## {title}", "", "```{toctree}", ":maxdepth: 1", "", *ids, "```"]
    missing = set(table_ids) ^ {CERTIFICATE, *(name for tables in CHAPTERS.values() for name in tables)}
    if missing:
        raise ExactError("tables", sorted(missing), "are not the tables of this program: run exact tables")
    return "\n".join(lines) + "\n"


def bets_page() -> str:
    """The catalogue: the conditions of each bet in order, the payoffs of each pay table, and their sources."""
    bets = catalogue()
    lines = [
        "# The catalogue of bets",
        "",
        f"The {len(bets)} bets that `exact bets` lists. A coup falls into the first category whose condition holds, and",
        "otherwise into the last. Payoffs are net wins to one; −1 loses the stake and 0 returns it. House edges are in",
        "[](../tables/bet-prices.md), the counts of each category in [](../tables/bet-categories-8-decks.md), the words",
        "of the conditions in [](language-of-bets.md).",
    ]
    for bet in bets.values():
        lines += ["", f"({bet.name})=", "", f"## {escape(bet.title)}", "", f"`{bet.name}`", "", *_bet_lines(bet)]
    return "\n".join(lines) + "\n"


def _bet_lines(bet: Bet) -> list[str]:
    conditions = [f"`{condition.text}`" for condition in bet.classification.conditions]
    conditions += ["every other coup"] * (len(bet.categories) - len(conditions))
    tables = [f"`{bet.name}:{name}`" if name != INLINE else "pays" for name in bet.pay_tables]
    rows = [["category", "when", *tables], [":--", ":--", *["--:"] * len(tables)]]
    for number, category in enumerate(bet.categories):
        paid = [number_text(payoffs[number]).replace("-", "−") for payoffs in bet.pay_tables.values()]
        rows.append([category, conditions[number], *paid])
    lines = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    if bet.classification.definitions:
        words = (f"`{name}` is `{meaning.text}`" for name, meaning in bet.classification.definitions.items())
        lines += ["", f"Here {'; '.join(words)}."]
    if bet.note:
        lines += ["", escape(bet.note)]
    return [*lines, "", f"Source: {escape(bet.source)}{_cited(bet.source)}."]


def _cited(source: str) -> str:
    """The pages with the figures that ``source`` names, by their keys in the table of sources."""
    spans = [(int(low), int(high or low)) for low, high in _FIGURES.findall(source)]
    figures = [figure for figure in published_figures() if any(a <= int(figure.id[1:]) <= b for a, b in spans)]
    keys = dict.fromkeys(figure.source.key for figure in figures)
    return f" ({', '.join(keys)} of [](../tables/published-sources.md))" if keys else ""


def commands_page() -> str:
    """The help of every command."""
    parts = [
        "# Commands\n\nThe output of `exact COMMAND --help` for every command. Exit code 0 means success, 1 that a check failed, and 2\n"
        "that the question could not be answered; then one line on standard error says what was wrong.\n"
    ]
    for name in ("", *COMMANDS, *(f"verify {name}" for name in SUBCOMMANDS)):
        words = [*name.split(), "--help"]
        title = f"\n## exact {name}\n" if name else ""
        parts.append(f"{title}\n```console\n$ exact {' '.join(words)}\n{_help(words)}```\n")
    return "".join(parts)


def _help(words: list[str]) -> str:
    """The command's help for these words on a terminal of `_HELP_WIDTH` columns."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(_HELP_WIDTH)
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
            main(words)
    finally:
        del os.environ["COLUMNS"]
        if before is not None:
            os.environ["COLUMNS"] = before
    return printed.getvalue()


def write_pages(folder: Path = DOCS) -> None:
    """Write the pages into ``folder``; unchanged ones are left alone, because Sphinx reads only new files."""
    entries = json.loads((TABLES / "MANIFEST.json").read_text(encoding="utf-8"))["tables"]
    pages = {
        Path("reference", "bets.md"): bets_page(),
        Path("reference", "commands.md"): commands_page(),
        Path("tables", "index.md"): tables_index(entries),
    }
    (folder / "tables").mkdir(exist_ok=True)
    for path in TABLES.iterdir():
        if path.suffix != ".md":
            shutil.copy2(path, folder / "tables" / path.name)
    for name, entry in entries.items():
        page = Path("tables", f"{name}.md")
        text = (TABLES / page.name).read_text(encoding="utf-8")
        files = [*entry["sha256"], *(f"{picture}.svg" for picture, shown in PICTURES.items() if name in shown)]
        pages[page] = table_page(text, [file + _AS_TEXT if file == page.name else file for file in files])
        pages[Path(f"{page}{_AS_TEXT}")] = text
    for path in folder.glob("tables/*.md"):
        if path.relative_to(folder) not in pages:
            path.unlink()
    for page, text in pages.items():
        path = folder / page
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def copy_calculator(app: Sphinx, error: Exception | None) -> None:
    """Copy the calculator into the site."""
    if error is None:
        ignored = shutil.ignore_patterns("*.md")
        shutil.copytree(DOCS / "calculator", Path(app.outdir, "calculator"), ignore=ignored, dirs_exist_ok=True)


def linked_by_name(app: Sphinx, env: Any, node: Any, contnode: Any) -> Any:
    """A link to the one documented object whose name ends in the target, or None: docstrings leave out modules."""
    from sphinx.util.nodes import make_refnode

    if node["refdomain"] != "py":
        return None
    target = node["reftarget"]
    objects = env.domains.python_domain.objects
    found = [name for name in objects if name.endswith(f".{target}") and not objects[name].aliased]
    if len(found) != 1:
        return None
    entry = objects[found[0]]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, contnode, found[0])


def without_aliases(*event: Any) -> None:
    """Drop the text of named tuples for undocumented fields, "Alias for field number 0"."""
    lines = event[-1]
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the functions of this module."""
    app.connect("builder-inited", lambda _: write_pages())
    app.connect("build-finished", copy_calculator)
    app.connect("missing-reference", linked_by_name)
    app.connect("autodoc-process-docstring", without_aliases)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
