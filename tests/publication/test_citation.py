"""What can be cited: every id has one entry, with a key of the program's own and an identifier to recompute."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support import Command

from exact import __version__
from exact.bets.catalogue import every_bet
from exact.literature.published import PUBLISHED_FILE, SOURCES_FILE, published_figures, sources
from exact.publication.citation import Citation, swhid, works
from exact.publication.data_package import FIGURES_FILE
from exact.publication.publish import TABLE_IDS, citable_ids, citation_of
from exact.rules.documents import rulebooks

ROOT = Path(__file__).parents[2]
CSV_OF_TABLES = sorted({*(ROOT / "tables").glob("*.csv")} - {ROOT / "tables" / FIGURES_FILE})
QUICK = (
    "tableau",
    "exact-baccarat",
    *every_bet(),
    *rulebooks(),
    *sources(),
    *works(),
    *(figure.id for figure in published_figures()),
)
"""Everything but the tables that take long."""


def test_no_two_things_share_an_id() -> None:
    kinds = (TABLE_IDS, every_bet(), rulebooks(), sources(), works(), published_figures())
    assert len(citable_ids()) == 1 + sum(map(len, kinds))


@pytest.fixture(scope="module")
def cited() -> dict[str, Citation]:
    return {name: citation_of(name) for name in QUICK}


@pytest.mark.slow
def test_every_key_is_the_programs_own(cited: dict[str, Citation]) -> None:
    for name, citation in cited.items():
        own = name if name == "exact-baccarat" else f"exact-baccarat:{name}"
        assert re.match(rf"@(article|book|incollection|misc|online){{{own},\n", citation.bibtex)
        assert citation.csl["id"] == own
        assert citation.bibtex.endswith("}\n")
        unescaped = re.sub(r"\\[{}]", "", citation.bibtex)
        assert unescaped.count("{") == unescaped.count("}"), name
        assert name in works() or __version__ in citation.bibtex


def test_every_identifier_is_that_of_the_file(cited: dict[str, Citation]) -> None:
    files = {citation.file: citation.swhid for citation in cited.values() if citation.file}
    assert len(files) == 1 + len(rulebooks()) + 2
    for file, identifier in files.items():
        assert identifier == swhid((ROOT / file).read_bytes())
        assert all(f"{identifier};path=/{file}" in entry.bibtex for entry in cited.values() if entry.file == file)


def test_a_work_has_each_author_and_where_it_appeared(cited: dict[str, Citation]) -> None:
    parts = {"article": ("journal", "volume", "pages"), "book": ("publisher",), "incollection": ("booktitle",)}
    for name in works():
        fields = cited[name].fields
        assert "title" in fields
        assert fields.get("author") or fields.get("editor")
        assert all(part in fields for part in parts.get(cited[name].entry, ())), name
        assert fields.get("year") or fields.get("url"), name
    journals_and_books = [name for name in works() if cited[name].entry in parts]
    assert len(journals_and_books) >= 20
    assert sum("doi" in cited[name].fields for name in works()) >= 15


def test_a_page_is_cited_with_who_has_it_and_when_it_was_read(cited: dict[str, Citation]) -> None:
    for key, source in sources().items():
        citation = cited[key]
        if source.work:
            assert citation.entry == "article"
            assert cited[source.work].fields.items() <= citation.fields.items()
        else:
            assert citation.entry == "online"
            assert citation.fields["author"][0].strip("{}")
            assert citation.fields["urldate"] == source.collected


def test_a_bet_is_cited_with_its_sources(cited: dict[str, Citation]) -> None:
    assert "58 Pa. Code § 627a.1; Wizard of Odds (M. Shackleford): EZ Baccarat" in cited["dragon-7"].bibtex


def test_names_and_dates_are_divided_for_csl(cited: dict[str, Citation]) -> None:
    assert cited["kelly-1956"].csl == {
        "id": "exact-baccarat:kelly-1956",
        "type": "article-journal",
        "author": [{"family": "Kelly", "given": "J. L."}],
        "title": "A new interpretation of information rate",
        "container-title": "Bell System Technical Journal",
        "volume": "35",
        "issue": "4",
        "page": "917-926",
        "issued": {"date-parts": [[1956]]},
        "DOI": "10.1002/j.1538-7305.1956.tb03809.x",
    }
    page = cited["S4"].csl
    assert (page["type"], page["author"]) == ("webpage", [{"family": "Shackleford", "given": "M."}])
    assert (page["issued"], page["accessed"]) == ({"date-parts": [[2016, 10, 24]]}, {"date-parts": [[2026, 11, 20]]})
    assert cited["S1"].csl["author"] == [{"literal": "casinoexploit.com"}]


def test_the_line_of_a_source_or_a_row_is_its_own(cited: dict[str, Citation]) -> None:
    for file, names in ((SOURCES_FILE, list(sources())), (PUBLISHED_FILE, [row.id for row in published_figures()])):
        lines = file.read_text(encoding="utf-8").split("\n")
        for name in names:
            line = cited[name].line
            assert line is not None
            assert lines[line - 1].startswith(f"{name},")
            assert cited[name].bibtex.endswith(f";lines={line}}},\n}}\n")


def test_a_source_and_its_rows_have_its_address(cited: dict[str, Citation]) -> None:
    for figure in published_figures():
        row, source = cited[figure.id], cited[figure.source.key]
        assert row.address == source.address == figure.source.url
        assert figure.source.work or f"url = {{{figure.source.url}}}" in row.bibtex
        assert f"Row {figure.id} of" in row.bibtex


def test_the_identifiers_are_those_of_git_and_of_the_manifest() -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    ran = subprocess.run([git, "hash-object", *CSV_OF_TABLES], capture_output=True, text=True, check=True)
    digests = dict(zip((path.stem for path in CSV_OF_TABLES), ran.stdout.split(), strict=True))
    manifest = json.loads((ROOT / "tables" / "MANIFEST.json").read_text(encoding="utf-8"))["tables"]
    assert {name: entry["swhid"] for name, entry in manifest.items()} == {
        name: f"swh:1:cnt:{digest}" for name, digest in digests.items()
    }


@pytest.mark.parametrize("name", ["", "tableau", "castle-vaduz", "S26", "P0003"])
def test_what_json_has(name: str, exact: Command) -> None:
    words = [name] if name else []
    printed = json.loads(exact("cite", *words, "--format", "json").out)
    assert printed["bibtex"] + "\n" == exact("cite", *words).out
    assert printed["key"] == (f"exact-baccarat:{name}" if name else "exact-baccarat")
    assert printed["version"] == __version__
    assert (printed["address"] is not None) == (name in ("S26", "P0003"))
    assert (printed["file"] is None) == (name == "")
    assert printed["standing"] is None


@pytest.mark.parametrize("name", ["house edge of tie, 8 decks", "F5e019d83d891"])
def test_what_is_cited_of_a_figure_says_what_stands_behind_it(name: str, exact: Command) -> None:
    printed = json.loads(exact("cite", name, "--format", "json").out)
    assert printed["standing"] == "theorem six_and_eight_decks (tests/proof/Evaluation.v)"
    assert r"note = {Theorem six\_and\_eight\_decks (tests/proof/Evaluation.v)}" in printed["bibtex"]
