"""Build the documentation site from docs/ and tables/, warnings being errors: scripts/build_docs.py --out DIR."""

import argparse
import importlib.util
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

NOT_INSTALLED = "is not installed: pip install 'exact-baccarat[docs]', or '.[docs]' in a copy of the sources"
if importlib.util.find_spec("exact") is None:
    print(f"build_docs.py: docs: 'exact' {NOT_INSTALLED}", file=sys.stderr)
    sys.exit(2)

from exact.arithmetic import number_text  # noqa: E402
from exact.bets.bet import INLINE, Bet  # noqa: E402
from exact.bets.catalogue import catalogue  # noqa: E402
from exact.errors import ExactError  # noqa: E402
from exact.literature.published import published_figures  # noqa: E402
from exact.publication.catalogue import CHAPTERS, METHOD, PICTURES  # noqa: E402
from exact.report.markdown import escape  # noqa: E402

ROOT = Path(__file__).parents[1]
NEEDED = ("sphinx", "myst_parser", "furo")
CERTIFICATE = "coefficients"
_AS_TEXT = ".txt"
"""Added to the name of a Markdown file that is to be downloaded, for Sphinx makes a page of every other."""
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
_FIGURES = re.compile(r"P(\d{4})(?:-P(\d{4}))?")


def table_page(text: str, files: Iterable[str]) -> str:
    """A table of tables/ as a page: its caption as the heading, its files to download, its picture and rows."""
    caption, _, rest = text.partition("\n")
    links = ", ".join(f"[{name.removesuffix(_AS_TEXT).rpartition('.')[2]}]({name})" for name in files)
    rest = _TABLE.sub(lambda found: html_table(found[0]), rest)
    return f"---\nhide-toc: true\n---\n\n# {caption.strip('*')}\n\nFiles: {links}\n\n{rest.lstrip()}"


def html_table(markdown: str) -> str:
    """A table of Markdown as HTML that Sphinx passes on: as nodes, the 50,000 cells of all tables would take half a minute."""
    from markdown_it import MarkdownIt

    html: str = MarkdownIt("commonmark").enable("table").render(markdown)
    return '<div class="table-wrapper">\n' + html.replace("<table>", '<table class="docutils">') + "</div>\n"


def tables_index(entries: dict[str, dict[str, object]]) -> str:
    """The page of all tables by chapter."""
    lines = [
        "# Reference tables",
        "",
        "Every table is a page here, and a file to download as Markdown, LaTeX and CSV. `exact tables` writes them,",
        "`exact cite ID` prints how to cite one, [the manifest](MANIFEST.json) has the digest of every file and what made",
        "it, and [references.bib](references.bib) has the BibTeX entries.",
    ]
    for title, tables in CHAPTERS.items():
        ids = [CERTIFICATE] if title == METHOD else list(tables)
        lines += ["", f"## {title}", "", "```{toctree}", ":maxdepth: 1", "", *ids, "```"]
    missing = entries.keys() ^ {CERTIFICATE, *(name for tables in CHAPTERS.values() for name in tables)}
    if missing:
        raise ExactError("tables", sorted(missing), "are not the tables of this program: run exact tables")
    return "\n".join(lines) + "\n"


def bets_page() -> str:
    """The catalogue: each bet's conditions in order, what each pay table pays, and where they were printed."""
    found = catalogue()
    lines = [
        "# The catalogue of bets",
        "",
        f"The {len(found)} bets that `exact bets` lists. A coup falls into the first category whose condition holds, and",
        "otherwise into the last. Payoffs are net wins to one; −1 loses the stake and 0 returns it. House edges are in",
        "[](../tables/bet-prices.md), the counts of each category in [](../tables/bet-categories-8-decks.md), the words",
        "of the conditions in [](language-of-bets.md).",
    ]
    for bet in found.values():
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
    """The pages that printed the figures which ``source`` names, by their keys in the table of sources."""
    spans = [(int(low), int(high or low)) for low, high in _FIGURES.findall(source)]
    figures = [figure for figure in published_figures() if any(a <= int(figure.id[1:]) <= b for a, b in spans)]
    keys = dict.fromkeys(figure.source.key for figure in figures)
    return f" ({', '.join(keys)} of [](../tables/published-sources.md))" if keys else ""


def write_sources(folder: Path) -> None:
    """Put into ``folder`` what Sphinx reads: docs/, the pages of tables and bets, and the calculator to be copied."""
    shutil.copytree(ROOT / "docs", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tables", folder / "tables")
    (folder / "extra" / "calculator").mkdir(parents=True)
    for path in (folder / "calculator").glob("*"):
        if path.suffix != ".md":
            shutil.move(path, folder / "extra" / "calculator" / path.name)
    entries = json.loads((ROOT / "tables" / "MANIFEST.json").read_text(encoding="utf-8"))["tables"]
    for page in (folder / "tables").rglob("*.md"):
        if page.stem not in entries:
            page.unlink()
    for name, entry in entries.items():
        page = folder / "tables" / f"{name}.md"
        files = [*entry["sha256"], *(f"{picture}.svg" for picture, shown in PICTURES.items() if name in shown)]
        files = [page.name + _AS_TEXT if file == page.name else file for file in files]
        text = page.read_text(encoding="utf-8")
        page.with_name(page.name + _AS_TEXT).write_text(text, encoding="utf-8")
        page.write_text(table_page(text, files), encoding="utf-8")
    (folder / "tables" / "index.md").write_text(tables_index(entries), encoding="utf-8")
    (folder / "reference" / "bets.md").write_text(bets_page(), encoding="utf-8")


def build(out: Path) -> int:
    """Build the site in ``out``, which is made or replaced when all went well; Sphinx's exit code."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise ExactError("docs", missing[0], NOT_INSTALLED)
    if not str(out) or (
        out.exists() and not (out / "objects.inv").is_file() and any([not out.is_dir(), *_entries(out)])
    ):
        raise ExactError("out", str(out), "must be a new or empty directory, or a site built before")
    from sphinx.cmd.build import build_main

    with tempfile.TemporaryDirectory() as scratch:
        sources, site = Path(scratch, "sources"), Path(scratch, "site")
        write_sources(sources)
        options = ["-q", "-W", "--keep-going", "-E", "-d", str(Path(scratch, "doctrees"))]
        code = build_main([*options, str(sources), str(site)])
        if code == 0:
            shutil.rmtree(out, ignore_errors=True)
            shutil.move(site, out)
            print(f"the site is in {out}: open {out / 'index.html'}")
    return code


def _entries(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path("site"), help="where the site goes; default site"
    )
    try:
        return build(parser.parse_args().out)
    except ExactError as error:
        print(f"build_docs.py: {error}", file=sys.stderr)
    except OSError as error:
        print(f"build_docs.py: {ExactError('out', error.filename, f'failed: {error.strerror}')}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
