"""The reference book, its bibliography, citations, and the progress bar."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from support import Command

from exact import __version__
from exact.bets.catalogue import catalogue
from exact.cli import main
from exact.literature.published import published_figures, sources
from exact.publication.book import BOOK_FILE, PROSE
from exact.publication.catalogue import CATALOGUE, CHAPTERS
from exact.publication.citation import PROGRAM, works
from exact.publication.publish import INDEX_FILE, build_files
from exact.rules.documents import rulebooks

COMPILE = Path(__file__).parents[3] / "scripts" / "compile_book.sh"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("book") / "written"
    assert main(["tables", "--book", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def book(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.suffix != ".pdf"}


def bib_keys(text: str) -> list[str]:
    return re.findall(r"^@\w+\{([^,]+),$", text, re.MULTILINE)


@pytest.mark.book
def test_every_table_is_in_the_book_once_in_the_order_of_the_index(book: dict[str, str]) -> None:
    inputs = re.findall(r"^\\input\{(.*)\}$", book[BOOK_FILE], re.MULTILINE)
    assert inputs == list(CATALOGUE)
    index = build_files()[INDEX_FILE].decode()
    assert [name for name in re.findall(r"\[csv\]\((.*?)\.csv\)", index) if name in CATALOGUE] == inputs
    *headings, _standing = re.findall(r"^## (.*)$", index, re.MULTILINE)
    chapters = re.findall(r"^\\chapter\{(.*?)\}", book[BOOK_FILE], re.MULTILINE)
    assert headings == list(CHAPTERS)
    assert [title for title in chapters if title in CHAPTERS] == headings
    assert chapters == list(PROSE)


@pytest.mark.book
def test_the_tables_of_the_book_have_the_published_figures(book: dict[str, str]) -> None:
    published = build_files()
    for table_id in CATALOGUE:
        printed = re.sub(r"\\index\{.*?\)\}|\\,|\\allowbreak\{\}", "", book[f"{table_id}.tex"])
        assert figures(printed) == figures(published[f"{table_id}.tex"].decode()), table_id


def figures(text: str) -> Counter[str]:
    """The numbers of five digits and more in the cells; the title of a bet, which stands for its id, has none."""
    cells = re.sub(r"\\begin\{longtable\}.*|\\allowbreak\{\}", "", text)
    return Counter(re.findall(r"(?<![\w.-])\d[\d.]{4,}", cells))


@pytest.mark.book
def test_the_index_of_bets_has_every_bet_under_its_title_with_its_id(book: dict[str, str]) -> None:
    entries = set(re.findall(r"@([^@]*?) \(\\texttt\{(.*?)\}\)\}", book["bet-prices.tex"]))
    assert {name for _title, name in entries} == set(catalogue())
    assert len({title for title, _name in entries}) == len(entries)


@pytest.mark.book
def test_the_book_compiles_without_a_warning(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "compiled")
    ran = subprocess.run([COMPILE, copy], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    index = (copy / "book.ind").read_text(encoding="utf-8")
    assert index.count(r"\item ") == len(catalogue())
    outline = (copy / "book.log").read_text(encoding="latin-1")
    assert re.search(r"Output written on book.pdf \(\d{3} pages", outline)


@pytest.mark.book
def test_every_reference_has_its_label_and_every_citation_its_entry(book: dict[str, str]) -> None:
    labels = set(re.findall(r"\\label\{(.*?)\}", "".join(book.values())))
    assert set(re.findall(r"\\ref\{(.*?)\}", book[BOOK_FILE])) <= labels
    lists = re.findall(r"\\(?:no)?cite\{([^}]*)\}", book[BOOK_FILE])
    cited = {key for keys in lists for key in re.split(r",(?:%\n\s*)?", keys)}
    keys = bib_keys(book["references.bib"])
    assert len(keys) == len(set(keys))
    assert cited <= set(keys)
    assert {f"{PROGRAM}:{name}" for name in (*sources(), *rulebooks())} <= cited
    assert not re.search(r"@\w+@", book[BOOK_FILE])


@pytest.mark.book
def test_every_source_and_every_table_has_an_entry(book: dict[str, str]) -> None:
    text, published = book["references.bib"], build_files()["references.bib"].decode()
    (certificate,) = re.findall(rf"@misc\{{{PROGRAM}:coefficients,\n.*?\n\}}\n\n", published, re.DOTALL)
    assert text == published.replace(certificate, "")
    others = (f"{PROGRAM}:{name}" for name in (*CATALOGUE, *rulebooks(), *sources(), *works()))
    assert bib_keys(text) == [PROGRAM, *others]
    for figure in published_figures():
        assert figure.source.work or figure.source.url in text  # a work has its DOI
    for entry in text.split("\n@")[1:]:
        assert entry.count("{") == entry.count("}")


@pytest.mark.book
def test_the_figures_in_the_prose_are_those_of_the_tables(book: dict[str, str]) -> None:
    rows = book["outcomes-6-and-8-decks.tex"].partition("\n8 & ")[2]
    counts = dict(re.findall(r"^(?: & )?(\w+|all deals) & ([\d\\,]+) &", rows, re.MULTILINE))
    for count in counts.values():
        assert count in book[BOOK_FILE]
    assert len(counts) == 4


@pytest.mark.book
def test_cite_prints_the_entry_of_every_id(exact: Command, book: dict[str, str]) -> None:
    for table_id in CATALOGUE:
        ran = exact("cite", table_id)
        assert ran.code == 0
        assert ran.out in book["references.bib"]
        assert f"Table {table_id} of {PROGRAM} {__version__}" in ran.out
    assert exact("cite").out in book["references.bib"]
    assert exact("cite", "coefficients").code == 0


@pytest.mark.book
def test_the_book_is_written_whole_or_not_at_all(
    folder: Path, tmp_path: Path, exact: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = shutil.copytree(folder, tmp_path / "b")
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    assert BOOK_FILE in before

    def interrupted(table_id: str, language: str) -> str:  # noqa: ARG001
        raise KeyboardInterrupt(table_id)

    monkeypatch.setattr("exact.publication.book.printed_table", interrupted)
    assert exact("tables", "--book", "--out", str(out)).code == 130
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_the_tables_tell_what_is_being_built() -> None:
    heard = []
    build_files(["tableau", "readings"], progress=lambda *words: heard.append(words))
    assert heard == [(0, 1), (1, 1)]  # both are of one chapter
