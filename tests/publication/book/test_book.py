"""The reference book, its bibliography, citations, and the progress bar."""

import re
import shutil
import subprocess
from collections import Counter
from fractions import Fraction
from math import comb, factorial
from pathlib import Path

import numpy as np
import pytest
from book import PROSE, Prose, build
from support import Command

from exact import Shoe, __version__
from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.game import Outcome
from exact.literature.published import published_figures, sources
from exact.publication.book import BOOK_FILE
from exact.publication.catalogue import CATALOGUE, CHAPTERS, table_of
from exact.publication.citation import PROGRAM, works
from exact.publication.publish import build_files, write_files
from exact.questions.figure import figure_of, parse_asked
from exact.reference import walk
from exact.reference.decisions import DECISIONS
from exact.rules.documents import rulebooks

ROOT = Path(__file__).parents[3]
COMPILE = ROOT / "scripts" / "compile_book.sh"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("book") / "written"
    write_files(out, build())
    return out


@pytest.fixture(scope="module")
def book(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.suffix != ".pdf"}


def bib_keys(text: str) -> list[str]:
    return re.findall(r"^@\w+\{([^,]+),$", text, re.MULTILINE)


def placed(book: dict[str, str]) -> list[str]:
    """The tables of the book, in the order of its chapters."""
    chapters = (book[f"{name}.tex"] for name in re.findall(r"^\\input\{([\w-]+)\}$", book[BOOK_FILE], re.MULTILINE))
    text = "".join(chapters)
    return [name for name in re.findall(r"^\\(?:input|uprighttable)\{(.*)\}$", text, re.MULTILINE) if name in CATALOGUE]


TO_THE_DATA = {"published-outcomes", "published-bets", "published-conditional", "published-others", "published-sources"}


@pytest.mark.book
def test_the_book_places_every_table_but_twins_and_listings_once_in_the_order_of_the_index(
    book: dict[str, str],
) -> None:
    tables = placed(book)
    twins = {name for name in CATALOGUE if name.endswith("-6-decks")}
    assert Counter(tables) == Counter(set(CATALOGUE) - twins - TO_THE_DATA)
    chapter_of = {name: place for place, tables in enumerate(CHAPTERS.values()) for name in tables}
    chapters = [chapter_of[name] for name in tables]
    assert chapters == sorted(chapters)
    titles = re.findall(r"^\\chapter\{(.*?)\}", "".join(book.values()), re.MULTILINE)
    assert set(CHAPTERS) <= set(titles)
    written = set(re.findall(r"\\ref\{tab:(.*?)\}", "".join(book[name] for name in book if (PROSE / name).exists())))
    assert set(tables) <= written  # a text names each


@pytest.mark.book
def test_the_tables_of_the_book_have_only_published_figures(book: dict[str, str]) -> None:
    published = build_files()
    for table_id in placed(book):
        printed = re.sub(r"\\index\{.*?\)\}|\\,|\\allowbreak\{\}", "", book[f"{table_id}.tex"])
        assert not figures(printed) - figures(published[f"{table_id}.tex"].decode()), table_id


def figures(text: str) -> Counter[str]:
    """The numbers of five digits and more in the cells; the title of a bet, which stands for its id, has none."""
    cells = re.sub(r"\\begin\{longtable\}.*|\\allowbreak\{\}|\\,", "", text)
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
    assert index.count(r"\item ") > len(catalogue())
    for term in ("house edge", "tableau", "effect of removal", "count system", "commission"):
        assert re.search(rf"\\item {term}, .*principal\}}\{{\d+\}}", index)
    outline = (copy / "book.log").read_text(encoding="latin-1")
    found = re.search(r"Output written on book.pdf \((\d{3}) pages", outline)
    assert found
    shown = ["pdfinfo", "-l", found[1], copy / "book.pdf"]
    turned = subprocess.run(shown, capture_output=True, text=True, check=True).stdout.count("rot:  90")
    assert turned <= 0.15 * int(found[1])
    assert half_empty(copy) == []
    contents = (copy / "book.toc").read_text(encoding="utf-8")
    first, rules = (int(page) for page in re.findall(r"numberline \{[13]\}.*?\}\{(\d+)\}\{chapter", contents))
    assert 15 <= rules - first <= 25  # introduction and history


def half_empty(copy: Path) -> list[str]:
    """The turned pages whose lowest ink, apart from the page's number and its running head, is in the upper half."""
    subprocess.run(["pdftoppm", "-gray", "-r", "20", "book.pdf", "page"], cwd=copy, check=True)
    found = []
    for path in sorted(copy.glob("page-*.pgm")):
        _magic, width, height, _white, ink = path.read_bytes().split(maxsplit=4)
        rows = np.frombuffer(ink, np.uint8).reshape(int(height), int(width))[:, : int(width) * 9 // 10]
        if int(width) > int(height) and not (rows[int(height) * 45 // 100 : int(height) * 9 // 10] < 200).any():
            found.append(path.name)
    return found


@pytest.mark.book
def test_every_reference_has_its_label_and_every_citation_its_entry(book: dict[str, str]) -> None:
    labels = set(re.findall(r"\\label\{(.*?)\}", "".join(book.values())))
    text = "".join(book.values())
    assert set(re.findall(r"\\ref\{([\w:-]*)\}", text)) <= labels
    lists = re.findall(r"\\(?:no)?cite\{([^}]*)\}", text)
    cited = {key for keys in lists for key in re.split(r",(?:%\n\s*)?", keys)}
    keys = bib_keys(book["references.bib"])
    assert len(keys) == len(set(keys))
    assert cited <= set(keys)
    assert {f"{PROGRAM}:{name}" for name in (*sources(), *rulebooks())} <= cited
    assert not re.search(r"@\w+@", "".join(book[name] for name in book if (PROSE / name).exists()))


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
        assert count in book["introduction.tex"]
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


def test_the_patterns_of_zeros_and_fours_are_those_of_every_sequence_dealt_card_by_card() -> None:
    text = (PROSE / "introduction.tex").read_text(encoding="utf-8")
    row = r"^(\d) & (\d) & (\d+) & (\d+) & (\d+) & (\d+) & \$"
    printed = {tuple(map(int, numbers)) for numbers in re.findall(row, text, re.MULTILINE)}
    expected = set()
    for fours in range(7):
        ended: Counter[Outcome] = Counter()
        shoe = Shoe.of_values([6 - fours, 0, 0, 0, fours, 0, 0, 0, 0, 0])
        for outcome, deals in walk.count_outcomes(shoe, DECISIONS["standard"]).items():
            ended[outcome] = deals // (factorial(6 - fours) * factorial(fours))
        counts = (ended[Outcome.PUNTO], ended[Outcome.BANCO], ended[Outcome.TIE])
        expected.add((6 - fours, fours, comb(6, fours), *counts))
    assert printed == expected


def test_the_naturals_counted_by_hand_are_those_of_the_program() -> None:
    text = (PROSE / "introduction.tex").read_text(encoding="utf-8")
    ways, pairs = (int(number.replace(r"\,", "")) for number in re.findall(r"frac\{(32.*?)\}\{(172.*?)\}", text)[0])
    assert figure_of(parse_asked("probability of (punto_natural), 8 decks")).value == Fraction(ways, pairs)


def test_prose_has_figures_of_the_notation_numbers_in_groups_and_published_figures() -> None:
    prose = Prose({})
    assert prose.fill("@ask count of deals, 1 deck@") == r"\mbox{14\,658\,134\,400}"
    assert prose.fill("@ask house edge of banco, no commission, 8 decks@") == r"\mbox{$-$1.2351~\%}"
    assert prose.fill("@ask house edge of\ntie, 8 decks; digits=1@") == r"\mbox{14.4~\%}"
    assert prose.fill("@printed P0948@") == r"\mbox{64\,512}"


def test_prose_places_rows_and_columns_of_a_table() -> None:
    prose = Prose({})
    text = prose.fill("@table outcomes-6-and-8-decks decks=8 columns=outcome|count: With 8 decks@")
    assert r"\input{outcomes-6-and-8-decks}" in text
    part = prose.tables["outcomes-6-and-8-decks"].of(table_of("outcomes-6-and-8-decks"))
    assert part.caption == "With 8 decks"
    prose.fill("@table house-edges decks=8 rules=standard@")
    edges = prose.tables["house-edges"].of(table_of("house-edges"))
    assert [column.heading for column in edges.columns][:2] == [
        "punto",
        "punto, resolved",
    ]  # rules and decks have one value
    prose.fill("@table rulebooks clause=card_values|decks@")
    assert len(prose.tables["rulebooks"].of(table_of("rulebooks")).rows) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@table house-edge@", "table: 'house-edge' is not in the catalogue: did you mean house-edges?"),
        ("@table tableau colour=1@", "column: 'colour' is not in the table tableau"),
        ("@table outcome-counts decks=99@", "table: 'outcome-counts' has no row with decks=99"),
        ("@ask house edge of nothing, 8 decks@", "question: 'house edge of nothing, 8 decks' at column 15"),
        ("@printed P9999@", "row: 'P9999' is not in the literature file"),
    ],
)
def test_a_directive_of_prose_that_asks_for_what_is_not_there_is_refused(text: str, message: str) -> None:
    with pytest.raises(ExactError, match=re.escape(message)):
        Prose({}).fill(text)
