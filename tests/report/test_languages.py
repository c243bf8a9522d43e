"""The reference tables in other languages: nothing missing, nothing left over, numbers as their readers write them."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from exact.answers.table import Column, Rounded, Table
from exact.bets.catalogue import catalogue
from exact.cli import main
from exact.publication.book import build_book
from exact.publication.catalogue import CATALOGUE, CHAPTERS
from exact.publication.publish import build_files, table_of
from exact.report.data import table_csv
from exact.report.latex import render_latex
from exact.report.markdown import render_markdown
from exact.report.text import render_text
from exact.report.translation import ENGLISH, LANGUAGES, NAMES, PROSE, entries_for, phrase, pieces, strings, translated
from exact.rules.named import shipped_rules

TABLES = Path(__file__).parents[2] / "tables"
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
PLACEHOLDER = re.compile(r"\{\w+[…!]?\}")
LINES = (
    "Coefficients of punto, banco and tie over the multisets of six point values",
    "(continued)",
    "Reasons, remarks and quotations are in the language in which they were written.",
    "Bets and their categories have the names by which the program knows them.",
    "Reference tables",
    "Written by `exact tables`; digests, rules and parameters are in MANIFEST.json, BibTeX entries in",
    "[references.bib](references.bib). The chapters are those of the book that `exact book` writes.",
    "Punto banco in exact numbers",
    "Rules, counts, prices and the audit of the published figures",
    "The exact-baccarat authors",
    "Reference tables of exact-baccarat 0.1.0",
    *("punto's final total", "banco's final total"),
    *("Contents", "List of Tables", "Table", "Chapter", "Bibliography"),
)
"""What stands around the tables in their files and pictures, the index and the book."""


def _is_name(text: str) -> bool:
    """A bet or a document, or numbers, signs and single letters."""
    wordless = not any(word.islower() and len(word) > 1 for word in re.findall(r"[^\W\d_]+", text))
    return wordless or text in catalogue() or text in shipped_rules()


def _committed_table(table_id: str) -> Table:
    """A table as it is committed, all text; the tests of the tables compare the files with what is built."""
    page = (TABLES / f"{table_id}.md").read_text(encoding="utf-8").splitlines()
    notes = [re.sub(r"\\(.)", r"\1", line) for line in page[page.index("", 3) :] if line and not line.startswith("|")]
    with (TABLES / f"{table_id}.csv").open(encoding="utf-8", newline="") as file:
        headings, *rows = csv.reader(file)
    caption = json.loads((TABLES / "MANIFEST.json").read_text(encoding="utf-8"))["tables"][table_id]["caption"]
    return Table(
        table_id,
        caption,
        tuple(map(Column, headings)),
        [tuple(cell or None for cell in row) for row in rows],
        tuple(notes),
    )


def _looked_up(table: Table) -> list[str]:
    """Every text of the table that a language has to have, and those it has of columns that quote a document."""
    headings = [column.heading for column in table.columns]
    texts = [table.caption, *headings, *table.notes]
    for index, heading in enumerate(headings):
        if heading not in NAMES | PROSE:
            cells = {row[index] for row in table.rows}
            found = [piece for cell in cells if isinstance(cell, str) for piece in pieces(cell, heading)[0]]
            texts += found if entries_for(heading) else filter(entries_for, found)
    return [text for text in dict.fromkeys(texts) if entries_for(text) or not _is_name(text)]


def _odds_tables(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """What ``exact odds`` prints under every rulebook and reading, with and without something known."""
    printed: list[Table] = []
    monkeypatch.setattr("exact.cli.commands.odds.write_answer", lambda *parts: printed.extend(parts[3]()))
    for name in shipped_rules():
        for given in ([], ["--given", "punto=4,0"]):
            assert main(["odds", "--decks", "8", "--rules", name, *given]) == 0
    return printed


def _entries_used(text: str) -> list[str]:
    """The English of the entry that ``text`` is an instance of, and of those that its phrases are."""
    found = entries_for(text)
    assert len(found) == 1, f"{text!r} is an instance of {len(found)} entries"
    used = [found[0][ENGLISH]]
    pattern = re.escape(used[0])
    for place in PLACEHOLDER.findall(used[0]):
        pattern = pattern.replace(re.escape(place), "(.+?)" if place[-2] in "…!" else r"(\S+)")
    parts = re.fullmatch(pattern, text)
    assert parts
    for place, part in zip(PLACEHOLDER.findall(used[0]), parts.groups(), strict=True):
        used += _entries_used(part) if place[-2] == "!" else []
    return used


def test_every_string_is_in_every_language_and_none_is_left_over(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [*map(_committed_table, CATALOGUE), *_odds_tables(monkeypatch)]
    texts = [*LINES, *CHAPTERS, *(text for table in tables for text in _looked_up(table))]
    used = {english for text in dict.fromkeys(texts) for english in _entries_used(text)}
    assert [entry[ENGLISH] for entry in strings() if entry[ENGLISH] not in used] == []


def test_every_line_of_the_catalogue_is_whole() -> None:
    english = Counter(entry[ENGLISH] for entry in strings())
    assert [text for text, times in english.items() if times > 1] == []
    for entry in strings():
        assert list(entry) == list(LANGUAGES)
        placeholders = [sorted(PLACEHOLDER.findall(text)) for text in entry.values()]
        assert placeholders[0] == placeholders[1] == placeholders[2], entry
        assert all(text == " ".join(text.split()) != "" for text in entry.values()), entry


@pytest.mark.parametrize("text", ["nobody wrote this", "exactly 5 whatever decks", "Bets of"])
def test_what_the_catalogue_lacks_stays_english(text: str) -> None:
    assert phrase(text, "it") == text


def test_a_word_a_text_and_a_phrase_in_a_template() -> None:
    assert phrase("after 4 cards", "it") == "dopo 4 carte"
    assert phrase("agrees for d = 8–16, ∞", "sl") == "se ujema za d = 8–16, ∞"
    assert phrase("house edge of banco, 5 % commission", "it") == "vantaggio della casa su banco, commissione del 5 %"


SMALL = Table(
    id="small",
    caption="Outcome and margin of the final totals with 6 and 8 decks",
    columns=tuple(map(Column, ("outcome", "bet", "printed", "probability", "stakes that favour the player", "exact"))),
    rows=[("tie", "tie", "0.5", Rounded(Fraction(-1, 8), 2), "0.01–9.99, 18.54–19.99", "45.8597 %")],
)


def test_numbers_have_the_mark_of_the_language_and_quotations_their_own() -> None:
    line = render_text(translated(SMALL, "it")).splitlines()[3]
    assert re.split(" {2,}", line) == ["égalité", "tie", "0.5", "-0,12", "0,01–9,99; 18,54–19,99", "45,8597 %"]
    assert "-0,12 | 0,01–9,99; 18,54–19,99" in render_markdown(translated(SMALL, "sl"))
    assert r"0.5 & $-$0,12 & 0,01–9,99; 18,54–19,99 & 45,8597 \%" in render_latex(translated(SMALL, "sl"))


def test_figures_aligned_on_their_points_are_printed_with_commas() -> None:
    rows = [(Rounded(Fraction(1, 8), 3),), (Rounded(Fraction(1, 2), 1),)]
    table = translated(SMALL._replace(columns=(Column("probability"),), rows=rows), "it")
    assert "D{.}{,}{1.3}" in render_latex(table)


def test_the_files_of_a_table(tmp_path: Path) -> None:
    english, italian = build_files(["joint-totals-8-decks"]), build_files(["joint-totals-8-decks"], language="it")
    name = "joint-totals-8-decks"
    assert italian[f"{name}.csv"] == english[f"{name}.csv"] == table_csv(table_of(name)).encode()
    assert all("0,005798" in italian[f"{name}.{suffix}"].decode() for suffix in ("md", "svg"))
    assert all("Punteggi finali di punto" in italian[f"{name}.{suffix}"].decode() for suffix in ("md", "tex", "svg"))
    assert "Tabella joint-totals-8-decks di exact-baccarat" in italian[f"{name}.md"].decode()
    assert (json.loads(italian["MANIFEST.json"])["language"], "language" in json.loads(english["MANIFEST.json"])) == (
        "it",
        False,
    )
    assert "## Distribuzioni congiunte" in italian["INDEX.md"].decode()
    assert main(["tables", "--lang", "sl", "--only", name, "--out", str(tmp_path)]) == 0
    assert main(["tables", "--lang", "sl", "--only", name, "--out", str(tmp_path), "--check"]) == 0


def test_two_languages_in_one_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--only", "tableau", "--out", str(tmp_path)]) == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["tables", "--only", "rulebooks", "--lang", "it", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("exact: lang: 'it' is not en, the language of the tables that are there")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("command", [["tables"], ["book"], ["odds", "--decks", "8"]])
def test_an_unknown_language(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--lang", "slo"]) == 2
    assert capsys.readouterr().err == "exact: lang: 'slo' is not a language: did you mean sl?\n"


def test_odds_in_slovenian(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--decks", "8", "--lang", "sl"]) == 0
    out = capsys.readouterr().out
    assert "0,458597422633" in out
    assert "Izidi naslednje partije" in out
    for style in ("csv", "json"):
        printed = []
        for language in LANGUAGES:
            assert main(["odds", "--decks", "8", "--lang", language, "--format", style]) == 0
            printed.append(capsys.readouterr().out)
        assert printed[0] == printed[1] == printed[2]


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_the_book_in_another_language_is_its_tables(language: str) -> None:
    book = build_book(language=language)
    document = book["book.tex"].decode()
    assert [name for name in CATALOGUE if rf"\input{{{name}}}" not in document] == []
    assert r"\begin{prose}" not in document
    assert all(rf"\chapter{{{phrase(title, language)}}}" in document for title, tables in CHAPTERS.items() if tables)
