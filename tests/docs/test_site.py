"""The documentation site: plain sphinx-build makes it without a warning, and it is whole by itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import exact_pages
import pytest
from support import Command

from exact.cli.main import COMMANDS
from exact.publication.catalogue import CATALOGUE

ROOT = Path(__file__).parents[2]


def test_the_bets_of_the_catalogue_with_pay_tables_and_sources() -> None:
    page = exact_pages.bets_page()
    assert "| win-by-9 | `punto_wins and margin == 9` | 30 | 30 |" in page
    assert "Source: 58 Pa. Code § 627a.1; P0364-P0367 (S" in page
    assert "| lose | every other coup | −1 |" in page


def test_every_command_is_documented(monkeypatch: pytest.MonkeyPatch, exact: Command) -> None:
    """In the columns of the page, whatever those of the terminal are."""
    monkeypatch.setenv("COLUMNS", "60")
    page = exact_pages.commands_page()
    assert os.environ["COLUMNS"] == "60"
    blocks = re.findall(r"```console\n\$ exact (.*?)--help\n(.*?)```", page, re.DOTALL)
    documented = [name.strip() for name, _ in blocks]
    assert [name for name in documented if " " not in name] == ["", *COMMANDS]
    below = ["verify engine", "verify results", "verify simulated", "verify stream"]
    assert [name for name in documented if " " in name] == below
    monkeypatch.setenv("COLUMNS", "100")
    for name, shown in blocks:
        assert exact(*name.split(), "--help").out == shown


@pytest.mark.slow  # needs what the extra docs brings, which is there where the slow tests run
def test_pages_are_written_once_and_what_is_left_over_goes(tmp_path: Path) -> None:
    (tmp_path / "reference").mkdir()
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "no-such-table.md").write_text("old", encoding="utf-8")
    exact_pages.write_pages(tmp_path)
    pages = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")}
    assert {path.stem for path in pages} == {*CATALOGUE, "coefficients", "index", "bets", "commands"}
    exact_pages.write_pages(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in pages} == pages


class _Addresses(HTMLParser):
    """What a page loads by itself, what it links to, and its anchors."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.loaded: set[str] = set()
        self.linked: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.anchors |= {given["id"]} if "id" in given else set()
        self.loaded |= {given[key] for key in ("src", "srcset", "data", "poster") if key in given}
        if "href" in given:
            (self.linked if tag == "a" else self.loaded).add(given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site made from a copy of the sources, in which no page is left from an earlier run."""
    pytest.importorskip("sphinx")
    pytest.importorskip("furo")
    copy = tmp_path_factory.mktemp("sources")
    shutil.copytree(ROOT / "docs", copy / "docs", ignore=lambda _, names: {"__pycache__", "tables"} & set(names))
    for generated in ("bets.md", "commands.md"):
        (copy / "docs" / "reference" / generated).unlink(missing_ok=True)
    shutil.copytree(ROOT / "tables", copy / "tables")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "docs", "site"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, cwd=copy)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    return copy / "site"


@pytest.mark.slow
def test_the_calculator_is_in_the_site(site: Path) -> None:
    names = {path.name for path in (ROOT / "docs" / "calculator").iterdir() if path.suffix != ".md"}
    assert {"index.html", "data.js"} <= names
    assert all((site / "calculator" / name).exists() for name in names)


@pytest.mark.slow
def test_the_site_asks_nobody_else_for_anything(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = _Addresses(page).loaded
        assert not [
            address for address in loaded if urlsplit(address).netloc or urlsplit(address).scheme not in ("", "data")
        ], page
    for style in site.rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"""(?:@import|url\()\s*["']?(?:https?:)?//""", text), style


@pytest.mark.slow
def test_every_link_within_the_site_leads_somewhere(site: Path) -> None:
    parsed = {page: _Addresses(page) for page in site.rglob("*.html")}
    for page, found in parsed.items():
        for address in found.linked | found.loaded:
            parts = urlsplit(address)
            if parts.scheme or not (parts.path or parts.fragment):
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert target.is_file(), f"{page.relative_to(site)} links to {address}"
            if parts.fragment and target in parsed and "calculator" not in target.parts:
                known = parsed[target].anchors
                assert unquote(parts.fragment) in known, f"{page.relative_to(site)} links to {address}"


@pytest.mark.slow
def test_every_table_is_a_page_with_its_files(site: Path) -> None:
    for name in CATALOGUE:
        found = _Addresses(site / "tables" / f"{name}.html")
        downloads = {Path(unquote(address)).name for address in found.linked if "_downloads" in address}
        assert {f"{name}.csv", f"{name}.tex", f"{name}.md.txt"} <= downloads
