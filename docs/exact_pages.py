"""Sphinx extension: write the pages that the program generates into docs/ before Sphinx reads it.

These are the pages of tables (with their files), of bets, of commands and of errata; git ignores them. The calculator and
the files of the playground are copied into the site unchanged.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
from html import escape
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from bet_pages import TABLES, bet_pages, bets_page
from table_pages import AS_TEXT, errata_page, for_reading, table_page, tables_index

from exact.cli.commands.verify import SUBCOMMANDS
from exact.cli.main import COMMANDS, main
from exact.publication.catalogue import PICTURES

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).parent
_HELP_WIDTH = 100
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


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
        Path("reference", "errata.md"): errata_page(),
        Path("tables", "index.md"): tables_index(entries),
        **bet_pages(),
    }
    for name in ("bets", "tables"):
        (folder / name).mkdir(exist_ok=True)
    for path in TABLES.iterdir():
        if path.suffix != ".md":
            shutil.copy2(path, folder / "tables" / path.name)
    for name, entry in entries.items():
        page = Path("tables", f"{name}.md")
        text = (TABLES / page.name).read_text(encoding="utf-8")
        files = [*entry["sha256"], *(f"{picture}.svg" for picture, shown in PICTURES.items() if name in shown)]
        pages[page] = table_page(name, text, entry, [file + AS_TEXT if file == page.name else file for file in files])
        pages[Path(f"{page}{AS_TEXT}")] = text
    for path in (*folder.glob("tables/*.md"), *folder.glob("bets/*.md")):
        if path.relative_to(folder) not in pages:
            path.unlink()
    for page, text in pages.items():
        path = folder / page
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def copy_folders(app: Sphinx, error: Exception | None) -> None:
    """Copy the calculator and the schemas into the site, and what `scripts/playground.py` has fetched for the playground."""
    ignored = shutil.ignore_patterns("*.md", "*.tgz")
    for folder in ("calculator", "pyodide", "reference/schemas"):
        if error is None and (DOCS / folder).is_dir():
            shutil.copytree(DOCS / folder, Path(app.outdir, folder), ignore=ignored, dirs_exist_ok=True)
    if error is None:  # in the site the calculator has links to the pages of bets
        page = Path(app.outdir, "calculator", "index.html")
        page.write_text(page.read_text(encoding="utf-8").replace("<html ", "<html data-site ", 1), encoding="utf-8")


def address(app: Sphinx) -> str:
    """The address of the site with a slash behind it, or nothing where none is known."""
    known = str(app.config.html_baseurl)
    return f"{known.rstrip('/')}/" if known else ""


def write_sitemap(app: Sphinx, error: Exception | None) -> None:
    """List every page in sitemap.xml, if the address of the site is known: the format allows no relative ones."""
    base = address(app)
    if error is None and base:
        pages = sorted(app.env.found_docs | {"calculator/index"})
        places = "".join(f"<url><loc>{escape(urljoin(base, page))}.html</loc></url>\n" for page in pages)
        text = f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="{SITEMAP}">\n{places}</urlset>\n'
        Path(app.outdir, "sitemap.xml").write_text(text, encoding="utf-8")


def describe(app: Sphinx, page: str, *event: Any) -> None:
    """Give the page a picture for links, and a description: the one in its head, or its first paragraph."""
    from docutils.nodes import paragraph  # type: ignore[import-untyped]

    context, doctree = event[-2:]
    first = next(iter(doctree.findall(paragraph)), None) if doctree else None
    given = (context.get("meta") or {}).get("description")
    text = given or (" ".join(first.astext().split()) if first else "")
    if not text:
        return
    shown = escape(shorten(text, 160, placeholder="…"))
    site, file = address(app), "_static/calculator.png"
    picture = urljoin(site, file) if site else "../" * page.count("/") + file
    title = escape(re.sub(r"<[^>]+>", "", context.get("title") or app.config.project))
    context["metatags"] += f'\n<meta name="description" content="{shown}">'
    for name, content in (("title", title), ("description", shown), ("image", picture)):
        context["metatags"] += f'\n<meta property="og:{name}" content="{content}">'


def keep_numbers_whole(_: Sphinx, doctree: Any) -> None:
    """Group the digits of running text as in tables, and let no line break inside a number or before a percent sign."""
    from docutils.nodes import Text, literal, paragraph

    for text in [text for block in doctree.findall(paragraph) for text in block.findall(Text)]:
        if not isinstance(text.parent, literal):
            text.parent.replace(text, Text(for_reading(text.astext())))


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
    app.connect("build-finished", copy_folders)
    app.connect("build-finished", write_sitemap)
    app.connect("doctree-read", keep_numbers_whole)
    app.connect("html-page-context", describe)
    app.connect("missing-reference", linked_by_name)
    app.connect("autodoc-process-docstring", without_aliases)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
