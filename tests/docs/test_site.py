"""The documentation site: it builds without a warning, is whole by itself, and says what it lacks to be built."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from exact.publication.catalogue import CATALOGUE

SCRIPTS = Path(__file__).parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
import build_docs  # noqa: E402


def test_the_bets_of_the_catalogue_with_pay_tables_and_sources() -> None:
    page = build_docs.bets_page()
    assert "| win-by-9 | `punto_wins and margin == 9` | 30 | 30 |" in page
    assert "Source: 58 Pa. Code § 627a.1; P0364-P0367 (S" in page
    assert "| lose | every other coup | −1 |" in page


def test_without_the_package_itself_the_error_says_what_to_install(tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", str(build_docs.__file__), "--out", str(tmp_path / "site")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"build_docs.py: docs: 'exact' {build_docs.NOT_INSTALLED}\n"


@pytest.mark.parametrize("name", build_docs.NEEDED)
def test_a_missing_package_names_the_extra(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda module: None if module == name else module)
    monkeypatch.setattr(sys, "argv", ["build_docs.py", "--out", str(tmp_path / "site")])
    assert build_docs.main() == 2
    told = f"'{name}' is not installed: pip install 'exact-baccarat[docs]', or '.[docs]' in a copy of the sources\n"
    assert capsys.readouterr().err == f"build_docs.py: docs: {told}"
    assert list(tmp_path.iterdir()) == []


def test_a_directory_with_other_things_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda module: module)
    monkeypatch.setattr(sys, "argv", ["build_docs.py", "--out", str(tmp_path)])
    (tmp_path / "letter").write_text("dear", encoding="utf-8")
    assert build_docs.main() == 2
    assert re.fullmatch(
        r"build_docs.py: out: '.*' must be a new or empty directory, or a site built before\n", capsys.readouterr().err
    )
    assert (tmp_path / "letter").read_text(encoding="utf-8") == "dear"


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
    pytest.importorskip("sphinx")
    pytest.importorskip("furo")
    out = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, str(SCRIPTS / "build_docs.py"), "--out", str(out)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    assert ran.stdout == f"the site is in {out}: open {out / 'index.html'}\n"
    return out


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
