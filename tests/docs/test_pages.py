"""Pages of the built site in a browser: wide tables, the catalogue of bets, and text that is neither cut off nor broken."""

from __future__ import annotations

import functools
import http.server
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from support import skip_without
from support.calculator_page import Reader
from support.servers import serving

SITE = Path(__file__).parents[2] / "site"
WIDTHS = (390, 768, 1440)
KINDS = (
    *("index", "reference/errata", "reference/bets", "bets/dragon-bonus-punto", "tables/index", "tables/bet-prices"),
    *("tables/published-disagreements", "tables/joint-totals-8-decks", "how-to/ten-tasks", "reference/commands"),
    *("reference/api/library", "explanation/polynomial", "playground", "search", "404"),
)
"""A page of each kind."""

pytestmark = pytest.mark.site


class SiteReader(Reader):
    """A browser that reads pages of the site."""

    def open(self, page: str, width: int = 1440, query: str = "") -> SiteReader:
        self.screen(width)
        self.go((SITE / f"{page}.html").as_uri() + query)
        self.wait("document.readyState === 'complete' && location.protocol === 'file:'")
        return self

    def search(self, words: str, width: int = 1440) -> None:
        self.open("search", width, f"?{urlencode({'q': words})}")

    def column(self, number: int) -> list[str]:
        """The cells of a column of the page's first table in view."""
        script = """return [...document.querySelector('article table').tBodies[0].rows].filter((row) => !row.hidden)
          .map((row) => row.cells[arguments[0]].textContent.trim())"""
        return list(self.run(script, number))


@pytest.fixture(params=["chromium", "firefox"])
def reader(request: pytest.FixtureRequest) -> SiteReader:
    return SiteReader(request.getfixturevalue(request.param))


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_is_wider_than_the_screen(width: int, reader: SiteReader) -> None:
    for page in KINDS:
        reader.open(page, width)
        assert reader.run("return document.documentElement.scrollWidth") <= width, page


NEEDS = """const named = (link) => link.innerText.trim() || link.ariaLabel || link.title
    || [...link.querySelectorAll('img')].some((picture) => picture.checkVisibility() && picture.alt);
  return [...document.querySelectorAll('[role="heading"]:not([aria-level])'),
    ...[...document.querySelectorAll('a[href]')].filter((link) => link.checkVisibility() && !named(link)),
    ...[...document.querySelectorAll('article pre')].filter((code) => code.scrollWidth > code.clientWidth && code.tabIndex < 0),
    ...(document.querySelector('h1') ? [] : [document.body])].map((node) => node.outerHTML.slice(0, 120))"""
"""What somebody who hears the page, or has no mouse, would miss: levels, names of links, code that scrolls, a heading."""


def test_pages_can_be_heard_and_used_by_the_keyboard(reader: SiteReader) -> None:
    for page in KINDS:
        reader.open(page, 390)
        deadline = time.monotonic() + 5  # boxes are measured after the page is shown
        while (found := reader.run(NEEDS)) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert found == [], page


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, which checks a page by the rules of WCAG."""
    npm, folder = shutil.which("npm"), tmp_path_factory.mktemp("axe")
    skip_without(npm, "npm")
    subprocess.run([str(npm), "install", "--silent", "axe-core@4.14.1"], cwd=folder, check=True)
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


CHECKED = (
    *("index", "how-to/a-table-for-your-paper", "reference/claims", "reference/errata", "reference/bets"),
    *("reference/api/workers", "search", "404", "calculator/index", "playground"),
)
VIOLATIONS = """return axe.run(arguments[0]).then(({ violations }) => violations
  .filter(({ impact }) => ["serious", "critical"].includes(impact))
  .map(({ id, nodes }) => [id, nodes.length, nodes[0].html, nodes[0].failureSummary]))"""
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}


@pytest.mark.parametrize("width", [WIDTHS[0], WIDTHS[-1]])
def test_axe_finds_nothing_serious(width: int, chromium: Any, axe: str) -> None:
    chrome = SiteReader(chromium)
    for page in CHECKED:
        chrome.open(page, width)
        if page == "search":
            chrome.search("column", width)
            chrome.wait("document.querySelector('#search-results li')")
        chrome.run(axe)
        for scheme, options in (("light", {}), ("dark", COLOURS)):  # a scheme changes nothing but colours
            chrome.prefer(scheme)
            assert chrome.run(VIOLATIONS, options) == [], (page, scheme)


def test_no_number_of_running_text_is_broken(reader: SiteReader) -> None:
    broken = """const texts = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT), found = [];
      while (texts.nextNode()) for (const number of texts.currentNode.data.matchAll(/\\d+([ \u202f]\\d{3})+|\\d[\\s\u00a0]%/g)) {
        const range = document.createRange(), node = texts.currentNode;
        range.setStart(node, number.index); range.setEnd(node, number.index + number[0].length);
        if (!node.parentElement.closest('pre, code') && new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1)
          found.push(number[0]); }
      return found;"""
    for page in ("index", "reference/errata", "tables/published-disagreements"):
        assert reader.open(page, 390).run(broken) == [], page


class InSubFolder(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and the page 404.html of the site in its sub-folder for every address that it does not have."""

    def log_message(self, *_: object) -> None:
        pass

    def send_error(self, code: int, *_: object, **__: object) -> None:
        body = (SITE / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def test_links_of_the_page_for_a_wrong_address_lead_into_the_sub_folder_of_the_site(
    reader: SiteReader, tmp_path: Path
) -> None:
    (tmp_path / "exact").symlink_to(SITE)
    with serving(functools.partial(InSubFolder, directory=tmp_path)) as address:
        reader.driver.get(f"{address}/exact/bets/old/none.html")
        reader.wait(f"document.links[1].href === '{address}/exact/reference/bets.html'")


@pytest.mark.parametrize("width", WIDTHS)
def test_no_erratum_is_cut_off_and_no_number_broken(width: int, reader: SiteReader) -> None:
    for page in ("reference/errata", "tables/published-disagreements"):
        reader.open(page, width)
        reader.wait("document.querySelector('.cards th button, .cards.rows')")
        cut = reader.run(
            "return [...document.querySelectorAll('.cards')].filter((box) => box.scrollWidth > box.clientWidth).length"
        )
        assert cut == 0, page
        broken = reader.run(
            """return [...document.querySelectorAll('.cards td[data-label="printed"], .cards td[data-label="exact"]')].filter((cell) => {
              const range = document.createRange(); range.selectNodeContents(cell);
              return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1; }).map((cell) => cell.textContent)"""
        )
        assert broken == [], page
    folded = reader.run("return document.querySelectorAll('.folded').length")
    assert folded or width > 390
    label = "const cell = document.querySelector('.folded td'); return [cell.dataset.label, getComputedStyle(cell, '::before').content]"
    assert not folded or reader.run(label) in (["row", '"row"'], ["row", "attr(data-label)"])


def test_an_erratum_leads_to_its_bet(reader: SiteReader) -> None:
    links = reader.open("reference/errata").run(
        "return [...document.querySelectorAll('td a')].map((a) => [a.textContent, a.getAttribute('href')])"
    )
    assert ["P0019", "../bets/tie.html"] in links


def test_the_first_column_stays_while_a_wide_table_is_scrolled(reader: SiteReader) -> None:
    reader.open("tables/bet-prices", 390)
    script = "const box = document.querySelector('.table-wrapper'); box.scrollLeft = 200; const cell = box.querySelector('tbody td');"
    left = reader.run(
        script + "return [cell.getBoundingClientRect().left - box.getBoundingClientRect().left, box.scrollLeft]"
    )
    assert left[0] <= 2
    assert left[1] == 200


def test_long_names_of_bets_push_no_figure_out_of_a_wide_screen(reader: SiteReader) -> None:
    reader.open("tables/bet-prices", 1440)
    reader.wait("document.querySelector('.table-wrapper.rows')")
    assert reader.run("const box = document.querySelector('.rows'); return box.scrollWidth - box.clientWidth") == 0


def test_a_table_that_scrolls_can_be_reached_and_says_what_it_is(reader: SiteReader) -> None:
    reader.open("tables/bet-prices", 390)
    reader.wait("document.querySelector('.table-wrapper[tabindex]')")
    box = reader.run(
        "const box = document.querySelector('.table-wrapper'); return [box.tabIndex, box.getAttribute('role'), box.getAttribute('aria-label')]"
    )
    assert box[:2] == [0, "region"]
    assert box[2].startswith("Every bet of the catalogue")


def test_the_bets_are_filtered_by_words_and_group_and_sorted_by_edge(reader: SiteReader) -> None:
    reader.open("reference/bets")
    reader.wait("document.querySelector('.table-tools select')")
    every = reader.column(0)
    head = "document.querySelectorAll('article th')[arguments[0]]"
    reader.run(f"{head}.firstChild.click()", 4)
    edges = [float(re.sub("[\u202f\u00a0 %]", "", text).replace("−", "-")) for text in reader.column(4)]
    assert edges == sorted(edges)
    assert edges[0] < 0 < edges[-1]
    reader.run(f"{head}.firstChild.click()", 4)
    assert reader.run(f"return {head}.getAttribute('aria-sort')", 4) == "descending"
    assert re.sub("[\u202f\u00a0 ]", "", reader.column(4)[0]) == f"{edges[-1]:.7f}%"
    pick = "const menu = document.querySelector('.table-tools select'); menu.value = 'Pairs'; menu.dispatchEvent(new Event('input'))"
    reader.run(pick)
    assert set(reader.column(2)) == {"Pairs"}
    search = "const field = document.querySelector('.table-tools input'); field.value = 'perfect'; field.dispatchEvent(new Event('input'))"
    reader.run(search)
    found = reader.column(0)
    assert found
    assert all("perfect" in name.lower() for name in found)
    assert len(every) > 200


def test_a_command_of_a_page_leads_to_the_playground_with_its_code(reader: SiteReader) -> None:
    reader.open("how-to/questions")
    script = "return [...document.querySelectorAll('a.run')].map((link) => link.getAttribute('href'))"
    assert "../playground.html#code=exact%20coup%20%226%203%204%205%20K%22" in reader.run(script)


def test_a_search_sends_a_number_to_the_index_of_figures_and_has_pages_before_functions(reader: SiteReader) -> None:
    reader.search("1.3650%")
    links = "return [...document.querySelectorAll('.number a')].map((link) => link.getAttribute('href'))"
    assert reader.run(links)[0] == "./playground.html#code=exact%20identify%201.3650%25"
    reader.search("odds")
    reader.wait("document.querySelector('#search-results .kind-object')")
    found = reader.run("return [...document.querySelectorAll('#search-results li')].map((one) => one.className)")
    assert found[0] != "kind-object"
    assert set(found[found.index("kind-object") :]) == {"kind-object"}
    assert reader.run(links) == []


@pytest.mark.parametrize("words", ["two columns", "LaTeX table", "column"])
def test_a_search_for_a_table_to_paste_finds_how_to_make_it_first(words: str, reader: SiteReader) -> None:
    reader.search(words)
    reader.wait("document.querySelector('#search-results li a')")
    first = reader.run("return document.querySelector('#search-results li a').getAttribute('href')")
    assert first.startswith("how-to/a-table-for-your-paper.html")
