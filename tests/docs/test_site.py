"""The documentation site: plain sphinx-build makes it without a warning, and it is whole by itself."""

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import bet_pages
import exact_pages
import pytest
import table_checks
import table_pages
from support import Command, ungrouped

from exact.bets.catalogue import catalogue, every_bet
from exact.cli.main import COMMANDS
from exact.literature.audit import reviewed
from exact.publication.catalogue import CATALOGUE

ROOT = Path(__file__).parents[2]


def test_the_catalogue_leads_to_the_page_of_every_bet_with_its_edges() -> None:
    page = bet_pages.bets_page()
    assert all(f"](../bets/{name}.md)" in page for name in catalogue())
    assert all(f"- `{name}`: {bet.title}" in page for name, bet in every_bet().items() if name not in catalogue())
    assert "| `dragon-bonus-punto:30-10-4-4-2-2` | Other side bets | 2.5134429 % | 2.4996292 % |" in ungrouped(page)


def test_the_page_of_a_bet() -> None:
    page = bet_pages.bet_page(catalogue()["dragon-bonus-punto"])
    plain = ungrouped(page)
    assert "| win-by-9 | `punto_wins and margin == 9` | 18409431764992 | 0.3683066 % | 30 | 30 |" in plain
    assert "| lose | every other coup | 3460101558850304 | 69.2242068 % | -1 | -1 |" in plain
    assert "18\u202f409\u202f431" in page
    assert "P0043-P0104, P1391-P1399." in page
    assert "- S4: [Wizard of Odds (M. Shackleford): Baccarat Side Bets" in page
    assert "| P0043 | count of dragon-bonus-punto win-by-9, 8 decks | 18409431764992 | 18409431764992 |" in plain
    assert page.count("18\u202f409\u202f431\u202f764\u202f992") == 3
    assert "| `30-10-6-4-2-1` | 6 |" in page


@pytest.mark.parametrize(
    ("bet", "typed"),
    [("dragon-7", "fortune 7"), ("punto-pair", "player pair"), ("banco-half-on-6", "super 6"), ("tie", "tie")],
)
def test_a_search_lands_on_the_bet_by_every_name(bet: str, typed: str) -> None:
    assert f"{{index}} single: {typed}\n" in bet_pages.bet_page(catalogue()[bet])


def test_running_text_has_its_digits_in_groups_and_no_number_that_breaks() -> None:
    text = "of 4998398275503360 or 4 998 398: 4.84 %, 0.378925, P1234, 10.1214/105051605, 2026 and -12345"
    assert table_pages.for_reading(text) == (
        "of 4\u202f998\u202f398\u202f275\u202f503\u202f360 or 4\u202f998\u202f398: 4.84\u00a0%, 0.378\u202f925, "
        "P1234, 10.1214/105051605, 2026 and -12345"
    )


def test_a_percentage_has_the_digits_of_its_decimal() -> None:
    figures = ("0.010579058", "-0.500", "1.000")
    assert [ungrouped(bet_pages.percentage(figure)) for figure in figures] == ["1.0579058 %", "-50.0 %", "100.0 %"]


@pytest.mark.slow  # every test of tables is parsed
def test_a_table_names_the_tests_that_compute_it_by_the_walk() -> None:
    (check,) = (check for check in table_checks.checks_of("house-edges") if check.methods)
    assert check.title == "The house edges are those of the walk"
    assert check.methods == ("exact.reference.decisions", "exact.reference.walk", "support.rank_decisions")
    assert "`exact.analysis.odds`: The odds of" in "".join(table_checks.checked_section("house-edges"))


@pytest.mark.slow
def test_every_table_says_how_it_was_computed() -> None:
    for table_id in CATALOGUE:
        assert len(table_checks.checked_section(table_id)) > 3, table_id


def test_the_errata_are_the_figures_that_the_audit_refutes() -> None:
    pytest.importorskip("markdown_it")  # of the extra docs
    page = table_pages.errata_page()
    assert sorted(re.findall(r">(P\d{4})(?:</a>)?</td>", page)) == sorted(reviewed())
    assert "No version has corrected a figure of an earlier one." in page


@pytest.mark.slow
def test_a_figure_of_a_page_says_what_stands_behind_it() -> None:
    pytest.importorskip("markdown_it")  # of the extra docs
    entry = {"caption": "Counts", "swhid": "swh:1:cnt:0", "standing": {"theorem closed_forms (tests/proof/Decks.v)": 3}}
    text = (ROOT / "tables" / "outcome-counts.md").read_text(encoding="utf-8")
    page = table_pages.table_page("outcome-counts", text, entry, [])
    first = re.findall(r"<td([^>]*)>([^<]*)</td>", page)[:5]
    outcome = ' title="theorem closed_forms (tests/proof/Decks.v)"'
    assert [cell for _behind, cell in first[:2]] == ["1", "6\u202f548\u202f674\u202f432"]
    assert [re.sub(" style=.*", "", behind) for behind, _cell in first] == [
        *("", outcome, outcome, outcome),
        ' title="computed twice: polynomial, every deal"',
    ]
    assert "- `theorem closed_forms (tests/proof/Decks.v)`: 3 (100.0 %)" in page


def test_the_page_of_all_tables_says_what_stands_behind_the_figures() -> None:
    names = [*CATALOGUE, table_pages.CERTIFICATE]
    page = table_pages.tables_index({name: {"standing": {"proved bounds": 2, name: 1}} for name in names})
    assert f"- `proved bounds`: {2 * len(names)} (66.7 %)\n" in page


def test_own_corrections_come_from_the_changelog() -> None:
    changes = "## 0.3.1\n\n### Corrected figures\n\n- One.\n\n### What is new\n\n- Two.\n\n## 0.3.0\n\n- Three.\n"
    assert table_pages.own_corrections(changes) == ["In 0.3.1:", "", "- One.", ""]


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
    others = {"coefficients", "index", "bets", "commands", "errata"}
    assert {path.stem for path in pages} == {*CATALOGUE, *catalogue(), *others}
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
def site() -> Path:
    """The site that `nox -s docs` has just built with warnings as errors, before it runs the tests that read it."""
    return ROOT / "site"


@pytest.mark.site
def test_the_calculator_is_in_the_site(site: Path) -> None:
    names = {path.name for path in (ROOT / "docs" / "calculator").iterdir() if path.suffix != ".md"}
    assert {"index.html", "data.js"} <= names
    assert all((site / "calculator" / name).exists() for name in names)


@pytest.mark.site
def test_the_calculator_of_the_site_leads_to_the_page_of_each_bet(site: Path) -> None:
    assert "<html data-site " in (site / "calculator" / "index.html").read_text(encoding="utf-8")
    assert all((site / "bets" / f"{name}.html").is_file() for name in catalogue())
    assert {"punto", "banco", "tie"} <= catalogue().keys()
    assert (site / "explanation" / "polynomial.html").is_file()


@pytest.mark.site
def test_the_site_asks_nobody_else_for_anything(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = map(urlsplit, _Addresses(page).loaded)
        assert not [address for address in loaded if address.netloc or address.scheme not in ("", "data")], page
    for style in site.rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"""(?:@import|url\()\s*["']?(?:https?:)?//""", text), style


@pytest.mark.site
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


@pytest.mark.site
def test_every_table_is_a_page_with_its_files(site: Path) -> None:
    for name in CATALOGUE:
        found = _Addresses(site / "tables" / f"{name}.html")
        downloads = {Path(unquote(address)).name for address in found.linked if "_downloads" in address}
        assert {f"{name}.csv", f"{name}.tex", f"{name}.md.txt"} <= downloads
        assert f">exact-baccarat:{name}<" in (site / "tables" / f"{name}.html").read_text(encoding="utf-8")


@pytest.mark.site
def test_every_page_has_a_description_and_an_icon(site: Path) -> None:
    for page in site.rglob("*.html"):
        if page.parent.name not in ("calculator", "site"):  # the first page is in the site itself, with the indices
            text = page.read_text(encoding="utf-8")
            assert [words for words in ('<meta name="description"', "icon.svg") if words not in text] == [], page


@pytest.mark.site
def test_every_page_has_a_picture_for_links(site: Path) -> None:
    for page in ("index", "bets/tie", "reference/api/library"):
        (picture,) = re.findall(
            r'<meta property="og:image" content="(.*?)">', (site / f"{page}.html").read_text(encoding="utf-8")
        )
        assert (site / page).parent.joinpath(picture).resolve().is_file()


def test_a_sitemap_needs_an_address_and_lists_every_page(tmp_path: Path) -> None:
    def app(address: str) -> Any:
        env, config = SimpleNamespace(found_docs={"index", "bets/tie"}), SimpleNamespace(html_baseurl=address)
        return SimpleNamespace(outdir=tmp_path, env=env, config=config)

    exact_pages.write_sitemap(app(""), None)
    assert not (tmp_path / "sitemap.xml").exists()
    exact_pages.write_sitemap(app("https://site.test/docs"), None)
    places = ElementTree.parse(tmp_path / "sitemap.xml").findall(".//{*}loc")
    pages = ("bets/tie", "calculator/index", "index")
    assert [place.text for place in places] == [f"https://site.test/docs/{page}.html" for page in pages]


@pytest.mark.site
def test_the_index_of_the_search_has_every_name_of_a_bet(site: Path) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert all(words in index for words in ('"fortune 7"', '"player pair"', '"super 6"', '"dragon-7"'))
