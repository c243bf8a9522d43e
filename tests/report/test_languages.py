"""Texts in other languages: marked in the sources, in step with the catalogues, numbers as their readers write them."""

import ast
import copy
import json
import pickle
import re
import shlex
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import translations
from babel.messages.catalog import Catalog
from support import Command

from exact.answers.table import Between, Detailed, Rounded, Table, cell_text, columns_of
from exact.answers.text import ENGLISH, LANGUAGES, Text, _, joined, pgettext
from exact.publication.book import build_book
from exact.publication.catalogue import CATALOGUE, CHAPTERS, table_of
from exact.publication.publish import build_files
from exact.report.data import table_csv
from exact.report.latex import render_latex
from exact.report.markdown import render_markdown
from exact.report.render import render_text
from exact.report.translation import translate, translated
from exact.rules import all_rules
from exact.rules.documents import rulebooks

PACKAGE = Path(__file__).parents[2] / "exact"
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
PLACEHOLDER = re.compile(r"\{\w+\}")


@pytest.fixture(scope="module")
def template() -> Catalog:
    return translations.marked_texts()


def _keys(catalogue: Catalog) -> set[tuple[str | None, str]]:
    return {(message.context, str(message.id)) for message in catalogue if message.id}


def _marked(source: Path) -> set[tuple[str | None, str]]:
    """What the calls of `_` and of `pgettext` in a file mark; they must have literals to mark."""
    found: set[tuple[str | None, str]] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "pgettext"):
            literals = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            assert len(literals) == len(node.args) == (1 if node.func.id == "_" else 2), f"{source}:{node.lineno}"
            found.add((str(literals[0]) if node.func.id == "pgettext" else None, str(literals[-1])))
    return found


@pytest.mark.slow
def test_every_text_that_is_marked_is_collected(template: Catalog) -> None:
    """Babel passes over a mark without a word where it holds no literal, or stands inside the call of another mark."""
    marked = set().union(*(_marked(source) for source in PACKAGE.rglob("*.py")))
    assert marked - _keys(template) == set()


@pytest.mark.slow
def test_words_of_the_rulebooks_are_collected(template: Catalog) -> None:
    books = rulebooks().values()
    assumed = {assumption.phrase.template for rules in all_rules().values() for assumption in rules.assumed}
    words = {book.title for book in books} | {reading.why for book in books for reading in book.readings} | assumed
    assert {(None, text) for text in words} - _keys(template) == set()


@pytest.mark.slow
def test_the_catalogues_are_in_step_with_the_sources() -> None:
    """To mend it: scripts/generate.py translations."""
    assert [path for path, data in translations.catalogues().items() if path.read_bytes() != data] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_arguments_of_its_text(language: str, template: Catalog) -> None:
    for message in translations.in_step(language, template):
        if message.id and message.string:
            places = [sorted(PLACEHOLDER.findall(str(text))) for text in (message.id, message.string)]
            assert places[0] == places[1], message.id


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_a_text_that_no_one_has_translated_stays_english_and_is_empty(language: str, template: Catalog) -> None:
    new = Text("a table of {n} new things", {"n": "2.5"})
    assert translate(new, language) == "a table of 2,5 new things"
    longer = copy.deepcopy(template)
    longer.add(new.template)
    lacking = [message.id for message in translations.in_step(language, longer) if message.id and not message.string]
    assert lacking == [new.template]


@pytest.mark.slow
def test_a_text_that_is_gone_keeps_its_translation(template: Catalog) -> None:
    without = copy.deepcopy(template)
    del without["house edge"]
    gone = translations.in_step("it", without)
    assert gone.get("house edge") is None
    assert gone.obsolete["house edge"].string == "vantaggio della casa"


@pytest.mark.parametrize("text", ["nobody wrote this", "house edge", Text("the set {1, 2}")])
def test_a_plain_string_is_not_translated_nor_are_braces_without_arguments(text: str) -> None:
    assert translate(text, "it") == text


def test_a_text_is_its_english_and_is_translated_with_its_arguments() -> None:
    text = _("House edges by rulebook and number of decks, per stake and per resolved stake")
    assert translate(text, "sl").startswith("Prednosti igralnice")
    after = _("after {n} cards", n=4)
    assert (after, translate(after, "it")) == ("after 4 cards", "dopo 4 carte")
    change = _("{outcome}, change", outcome=_("tie"))
    assert (change, translate(change, "it")) == ("tie, change", "égalité, variazione")
    assert translate(pgettext("who bets", "count"), "sl") == "štetje"
    assert translate(_("count"), "sl") == "število"
    both = joined("; ", (_("count"), "count", change))
    assert (both, translate(both, "it")) == ("count; count; tie, change", "conteggio; count; égalité, variazione")
    sent = pickle.loads(pickle.dumps(_("{outcome}, change", outcome=pgettext("favoured", "house"))))
    assert (sent, translate(sent, "it")) == ("house, change", "la casa, variazione")


def test_the_words_for_readers_of_a_detailed_cell_are_translated() -> None:
    rows = [(Detailed(None, _("no bet")),), (Detailed({}, "no bet"),)]
    table = translated(replace(SMALL, columns=columns_of(_("best stake")), rows=rows), "it")
    assert [cell_text(cell) for (cell,) in table.rows] == ["nessuna puntata", "no bet"]


SMALL = Table(
    id="small",
    caption=_("Outcome and margin of the final totals with 6 and 8 decks"),
    columns=columns_of(_("outcome"), _("bet"), _("printed"), _("probability"), _("best stake"), _("exact")),
    rows=[
        (
            *(_("tie"), "tie", "0.5", Rounded(Fraction(-1, 8), 2)),
            *(joined(pgettext("between ranges", ", "), ("0.01–9.99", "18.54–19.99")), "45.8597 %"),
        )
    ],
)


def test_numbers_have_the_mark_of_the_language_and_quotations_their_own() -> None:
    line = render_text(translated(SMALL, "it")).splitlines()[3]
    assert re.split(" {2,}", line) == ["égalité", "tie", "0.5", "−0,12", "0,01–9,99; 18,54–19,99", "45,8597\xa0%"]
    assert "−0,12 | 0,01–9,99; 18,54–19,99" in render_markdown(translated(SMALL, "sl"))
    assert r"0.5 & $-$0,12 & 0,01–9,99; 18,54–19,99 & 45,8597~\%" in render_latex(translated(SMALL, "sl"))


def test_proved_bounds_have_the_mark_of_the_language() -> None:
    table = translated(replace(SMALL, columns=columns_of(_("probability")), rows=[(Between("-0.25", "0.5"),)]), "it")
    assert render_text(table).splitlines()[3] == "−0,25 0,5"


def test_figures_aligned_on_their_points_are_printed_with_commas() -> None:
    rows = [(Rounded(Fraction(1, 8), 3),), (Rounded(Fraction(1, 2), 1),)]
    table = translated(replace(SMALL, columns=columns_of(_("probability")), rows=rows), "it")
    assert "D{.}{,}{1.3}" in render_latex(table)


@pytest.mark.slow
def test_the_files_of_a_table() -> None:
    english, italian = build_files(["joint-totals-8-decks"]), build_files(["joint-totals-8-decks"], language="it")
    name = "joint-totals-8-decks"
    assert italian[f"{name}.csv"] == english[f"{name}.csv"] == table_csv(table_of(name)).encode()
    assert all("0,005\u202f798" in italian[f"{name}.{suffix}"].decode() for suffix in ("md", "svg"))
    assert all("Punteggi finali di punto" in italian[f"{name}.{suffix}"].decode() for suffix in ("md", "tex", "svg"))
    assert "Tabella joint-totals-8-decks di exact-baccarat" in italian[f"{name}.md"].decode()
    assert json.loads(italian["MANIFEST.json"])["language"] == "it"
    assert "language" not in json.loads(english["MANIFEST.json"])
    assert "## Distribuzioni congiunte" in italian["INDEX.md"].decode()


def test_tables_in_another_language_are_checked_and_never_mixed(tmp_path: Path, exact: Command) -> None:
    words = ("tables", "--lang", "sl", "--only", "tableau", "--out", str(tmp_path))
    assert [exact(*words).code, exact(*words, "--check").code] == [0, 0]
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    refused = exact.refused("tables", "--only", "rulebooks", "--lang", "it", "--out", str(tmp_path))
    assert refused.startswith("exact: lang: 'it' is not sl, the language of the existing tables")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("style", ["csv", "json"])
def test_programs_get_the_same_in_every_language(style: str, exact: Command) -> None:
    assert len({exact("odds", "--decks", "8", "--lang", name, "--format", style).out for name in LANGUAGES}) == 1


RUNS = "session --bet banco --coups 9 --runs 'banco 3' --observed 0=60,1=40 --table fit --lang sl"


@pytest.mark.parametrize(
    ("command", "patterns"),
    [
        ("odds --decks 8 --lang sl", ["0,458\u202f597\u202f422\u202f633", "Izidi naslednje partije"]),
        ("rules classic-it --lang it", ["égalité 8 a 1", "a favore del giocatore", "il dieci non è una figura"]),
        ("rules classic-it --lang it", ["^mazzi +6$", "^ +6 +(S +){6}(T +){2}(S *){3}$"]),
        ("bet banco --unit 1 --stakes 1..30 --lang sl", ["Zaokroženo v dobro: igralec", "^najboljši .* igralcu$"]),
        ("bet banco --unit 1 --stakes 1..30 --lang sl", ["^najslabši .* igralnici$"]),
        ("session --bet banco,tie --coups 9 --house 1 --table house --lang it", ["^banco .*\ntie .*\ntutte "]),
        (RUNS, ["Približek: partije enega sabota štejejo za neodvisne"]),
        ("bet banco --rebate 2% --kelly --lang sl --table figures", ["^delež "]),
        ("bet banco --rebate 2% --kelly --lang sl --table stakes", ["^najboljši "]),
        ("study --bet tie --shoes 2 --seed 1 --lang it --table in_all", [r" -?\d+,\d+ ± \d+,\d+ "]),
        ("study --bet tie --shoes 2 --seed 1 --lang it --table counts", [r"\A(.*\n){3}.*  (da|fino a)$"]),
    ],
)
def test_an_answer_in_another_language(command: str, patterns: list[str], exact: Command) -> None:
    printed = exact(*shlex.split(command)).out
    assert [pattern for pattern in patterns if not re.search(pattern, printed, re.MULTILINE)] == []


@pytest.mark.slow
def test_the_book_in_another_language_is_its_tables() -> None:
    for language in OTHERS:  # in one test: its tables are computed only once
        document = build_book(language=language)["book.tex"].decode()
        assert [name for name in CATALOGUE if rf"\input{{{name}}}" not in document] == []
        assert r"\begin{prose}" not in document
        chapters = [translate(title, language) for title, tables in CHAPTERS.items() if tables]
        assert [title for title in chapters if rf"\chapter{{{title}}}" not in document] == []
