import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support import Command, committed_rows
from support.rank_decisions import RANK_DECISIONS, count_outcomes_by_rank

from exact.answers.text import Text
from exact.arithmetic import ordered_deals
from exact.bets.catalogue import catalogue as bets
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.literature import audit as audit_module
from exact.literature.audit import full_audit, reviewed
from exact.literature.published import published_figures
from exact.outputs import Output
from exact.publication import catalogue, publish
from exact.publication.catalogue import table_of
from exact.publication.for_people import shown_table
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.report.render import shown_rows
from exact.rules import all_rules, rules_named
from exact.rules.documents import reading_ids

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "tables"


@pytest.fixture
def four_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, exact: Command) -> Path:
    """A directory with the only tables that the command knows: four that are soon built."""
    monkeypatch.setattr(publish, "TABLE_IDS", ("tableau", "readings", "house-edges", "coefficients"))
    assert exact("tables", "--out", str(tmp_path)).code == 0
    return tmp_path


def files_of(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def test_the_manifest_holds_every_digest() -> None:
    manifest = json.loads((TABLES / "MANIFEST.json").read_text(encoding="utf-8"))
    listed = {name: digest for entry in manifest["tables"].values() for name, digest in entry["sha256"].items()}
    others = ["INDEX.md", "MANIFEST.json", "datapackage.json", "references.bib", "references.json", "figures.csv"]
    pictures = (f"{name}.svg" for name in catalogue.PICTURES)
    assert set(listed) == {path.name for path in TABLES.iterdir()}.difference(others, pictures)
    for name, digest in listed.items():
        assert hashlib.sha256((TABLES / name).read_bytes()).hexdigest() == digest
    index = (TABLES / "INDEX.md").read_text(encoding="utf-8")
    assert all(f"]({name})" in index for name in listed)


@pytest.mark.parametrize(
    "decks", [6, 8, pytest.param(1, marks=pytest.mark.slow), pytest.param(16, marks=pytest.mark.slow)]
)
def test_the_outcome_tables_hold_the_counts_of_the_walk(decks: int) -> None:
    counts = {side.value: n for side, n in count_outcomes(Shoe.of_decks(decks), DECISIONS["standard"]).items()}
    row = next(row for row in committed_rows("outcome-counts") if row["decks"] == str(decks))
    assert {side: int(row[side]) for side in counts} == counts
    for row in committed_rows("outcomes-6-and-8-decks") + committed_rows("outcome-probabilities"):
        if row["decks"] == str(decks) and row["outcome"] in counts:
            exact = Fraction(counts[row["outcome"]], ordered_deals(52 * decks))
            assert Fraction(row["fraction"]) == exact
            assert abs(Fraction(row["probability"]) - exact) <= Fraction(1, 2 * 10**12)


@cache
def chances_by_hand(name: str, decks: int) -> list[Fraction]:
    """The probabilities of punto, banco and tie from the walk's counts."""
    shoe = Shoe.of_decks(decks)
    if name in RANK_DECISIONS:
        counts = count_outcomes_by_rank(shoe, RANK_DECISIONS[name])
    else:
        counts = count_outcomes(shoe, DECISIONS[name])
    return [Fraction(counts[outcome], ordered_deals(shoe.cards)) for outcome in Outcome]


def edges_by_hand(name: str, decks: int) -> dict[str, Fraction]:
    """The columns of the table of house edges, each written out."""
    punto, banco, tie = chances_by_hand(name, decks)
    edges = {"punto": banco - punto, "tie 8:1": punto + banco - 8 * tie, "tie 9:1": punto + banco - 9 * tie}
    edges["punto, resolved"] = edges["punto"] / (punto + banco)
    for percent in (5, 4):
        edge = punto - banco * Fraction(100 - percent, 100)
        edges |= {f"banco {percent} %": edge, f"banco {percent} %, resolved": edge / (punto + banco)}
    if rules_named(name).ties == "lose":  # every stake is resolved, and those on the sides lose on a tie
        for heading in [heading for heading in edges if not heading.startswith("tie") and "," not in heading]:
            edges[heading] += tie
            edges[f"{heading}, resolved"] = edges[heading]
    return edges


def rows_of(table_id: str, is_slow: Callable[[dict[str, str]], bool]) -> list[Any]:
    """A parameter for each row but the limits, marked where the walk takes long."""
    return [
        pytest.param(row, id=f"{row['rules']}-{row['decks']}", marks=[pytest.mark.slow] if is_slow(row) else [])
        for row in committed_rows(table_id)
        if row["decks"] != "∞"
    ]


@pytest.mark.parametrize("row", rows_of("house-edges", lambda row: row["decks"] not in ("6", "8")))
def test_the_house_edges_are_those_of_the_walk(row: dict[str, str]) -> None:
    for heading, edge in edges_by_hand(row["rules"], int(row["decks"])).items():
        assert abs(Fraction(row[heading]) - edge) <= Fraction(1, 2 * 10**9), heading


@pytest.mark.parametrize("row", rows_of("readings", lambda row: row["rules"] in RANK_DECISIONS))
def test_every_reading_is_priced_as_by_the_walk(row: dict[str, str]) -> None:
    punto, banco, tie = chances_by_hand(row["rules"], int(row["decks"]))
    rules = rules_named(row["rules"])
    lost = tie if rules.ties == "lose" else Fraction(0)
    expected = {
        "punto": banco - punto + lost,
        "banco": punto - banco * (1 - rules.commission) + lost,
        "tie": punto + banco - tie * rules.payoffs["tie"],
    }
    for bet, edge in expected.items():
        assert abs(Fraction(row[bet]) - edge) <= Fraction(1, 2 * 10**9), bet
    favoured = [bet for bet, edge in expected.items() if edge < 0]
    assert row["favours the player"] == (", ".join(favoured) or "no bet")


def test_every_shipped_reading_has_its_price() -> None:
    assert [row["rules"] for row in committed_rows("readings")[::2]] == reading_ids()


def test_what_is_assumed_is_marked_in_every_format() -> None:
    for suffix in ("md", "tex", "csv"):
        for table_id in ("readings", "rulebooks", "house-edges"):
            assert "assumed" in (TABLES / f"{table_id}.{suffix}").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_audit_table_says_why_each_figure_disagrees() -> None:
    names = ("outcomes", "bets", "conditional")
    page = "".join((TABLES / f"published-{name}.md").read_text(encoding="utf-8") for name in names)
    plain = _without_type(page)
    disagreements = {row["row"]: row["reason"] for row in committed_rows("published-disagreements")}
    assert disagreements == reviewed()
    for figure_id, reason in reviewed().items():
        assert f"{figure_id}" in page
        assert _without_type(reason) in plain
    assert sum(len(committed_rows(f"published-{name}")) for name in names) == len(full_audit())
    keys = {row["source"] for name in (*names, "others") for row in committed_rows(f"published-{name}")}
    assert keys == {row["source"] for row in committed_rows("published-sources")}


EVERY_TABLE = pytest.mark.parametrize("table_id", catalogue.CATALOGUE)


@pytest.mark.slow
@EVERY_TABLE
def test_what_a_table_says_is_marked_to_be_translated(table_id: str) -> None:
    """Its caption, its notes, and those headings that are words and no names of bets and documents."""
    table = table_of(table_id)
    words = [column.heading for column in table.columns if re.search("[a-z]{2}", column.heading)]
    headings = [word for word in words if word not in bets() and word not in all_rules()]
    says = [table.caption, *table.notes, *headings, *(table.axes or ())]
    assert [text for text in says if not isinstance(text, Text)] == []


@pytest.mark.slow
@EVERY_TABLE
def test_every_cell_of_a_table_is_in_its_markdown_and_its_latex(table_id: str) -> None:
    table = shown_table(table_id)
    markdown, latex = (
        _without_type((TABLES / f"{table_id}.{kind}").read_text(encoding="utf-8")) for kind in ("md", "tex")
    )
    for cells, shown in zip(table.rows, shown_rows(table), strict=True):
        for cell, text in zip(cells, shown, strict=True):
            plain = " ".join(_without_type(text).split())
            assert plain in markdown
            if not isinstance(cell, str):
                assert plain in latex


def _without_type(text: str) -> str:
    """A text without backslashes, blanks within numbers and before a percent sign, and with hyphens for minus signs."""
    text = (
        text.replace(r"\allowbreak{}", "")
        .replace(r"\,", "")
        .replace("$-$", "-")
        .replace("\N{MINUS SIGN}", "-")
        .replace("\\", "")
    )
    return re.sub(r"[\u202f\u00a0]", "", text).replace(" %", "%").replace("~%", "%")


def test_the_manifest_and_the_index_say_what_stands_behind_how_many_figures() -> None:
    manifest = json.loads((TABLES / "MANIFEST.json").read_text(encoding="utf-8"))["tables"]
    counted: dict[str, Counter[str]] = {table_id: Counter() for table_id in manifest}
    for row in committed_rows("figures"):
        counted[row["table"]][row["standing"]] += 1
    assert {table_id: entry.get("standing", {}) for table_id, entry in manifest.items()} == counted
    printed = re.findall(
        r"^- `(.+)`: (\d+) \(([\d.]+) %\)$", (TABLES / "INDEX.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    every = sum(counted.values(), Counter())
    assert {text: int(number) for text, number, _share in printed} == every
    assert abs(sum(float(share) for *_, share in printed) - 100) < 0.1 * len(printed)


@pytest.mark.slow
def test_only_one_table_leaves_the_others_in_the_manifest(four_tables: Path, exact: Command) -> None:
    before = files_of(four_tables)
    assert before["coefficients.csv"] == (TABLES / "coefficients.csv").read_bytes()
    (four_tables / "tableau.md").unlink()
    (four_tables / "readings.md").write_text("kept", encoding="utf-8")
    assert exact("tables", "--out", str(four_tables), "--only", "tableau").code == 0
    assert files_of(four_tables) == before | {"readings.md": b"kept"}


@pytest.mark.slow
def test_a_page_links_to_a_picture_that_is_there_and_to_no_other(tmp_path: Path, exact: Command) -> None:
    words = ("tables", "--out", str(tmp_path), "--only", "house-edges")
    assert exact(*words).code == 0
    page = (tmp_path / "house-edges.md").read_text(encoding="utf-8")
    assert "![" not in page
    assert exact(*words, "--check").code == 0
    (tmp_path / "house-edges.svg").write_text("drawn", encoding="utf-8")
    assert exact(*words, "--check").code == 1
    assert exact(*words).code == 0
    assert "](house-edges.svg)" in (tmp_path / "house-edges.md").read_text(encoding="utf-8")


def test_only_in_an_empty_directory(tmp_path: Path, exact: Command) -> None:
    out = tmp_path / "new" / "place"
    assert exact("tables", "--out", str(out), "--only", "tableau").code == 0
    names = "tableau.md tableau.tex tableau.csv datapackage.json INDEX.md MANIFEST.json references.bib references.json"
    assert {path.name for path in out.iterdir()} == set(names.split())
    assert list(json.loads((out / "MANIFEST.json").read_text())["tables"]) == ["tableau"]
    assert exact("tables", "--out", str(out), "--only", "tableau", "--check").code == 0
    assert exact("tables", "--out", str(out), "--only", "outcome-counts", "--siunitx").code == 0
    assert "S[table-format=" in (out / "outcome-counts.tex").read_text(encoding="utf-8")


def test_check_finds_any_difference(four_tables: Path, exact: Command) -> None:
    assert exact("tables", "--out", str(four_tables), "--check").code == 0
    (four_tables / "tableau.csv").write_text("x")
    (four_tables / "INDEX.md").unlink()
    (four_tables / "old.md").touch()
    ran = exact("tables", "--out", str(four_tables), "--check")
    assert ran.code == 1
    for found in ("tableau.csv differs", "INDEX.md is missing", "old.md is left over"):
        assert found in ran.out


STREAK = [replace(figure, value="0.123456") if figure.id == "P1303" else figure for figure in published_figures()]
"""The literature with a wrong figure, whose verdict carries a remark, which must not hide that it disagrees."""


@pytest.mark.parametrize(
    ("source", "changed", "figure"),
    [
        ("reviewed", {figure: reason for figure, reason in reviewed().items() if figure != "P0813"}, "P0813"),
        ("published_figures", STREAK, "P1303"),
    ],
)
def test_check_fails_on_a_disagreement_without_a_reason(
    source: str, changed: object, figure: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, exact: Command
) -> None:
    words = ("tables", "--out", str(tmp_path), "--only", "tableau")
    assert exact(*words).code == 0
    assert exact(*words, "--check").code == 0
    monkeypatch.setattr(audit_module, source, lambda: changed)
    ran = exact(*words, "--check")
    assert ran.code == 1
    assert f"{figure} disagrees and has no reviewed reason" in ran.out


def test_a_directory_that_cannot_be_written(tmp_path: Path, exact: Command) -> None:
    (tmp_path / "file").write_text("here", encoding="utf-8")
    for out in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/none")):
        refused = exact.refused("tables", "--only", "tableau", "--out", str(out))
        assert re.match(r"exact: out: '.*' cannot be written: ", refused)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "here"


def test_a_failed_run_leaves_the_tables_whole(
    four_tables: Path, monkeypatch: pytest.MonkeyPatch, exact: Command
) -> None:
    before = files_of(four_tables)
    written: list[Output] = []

    def full(output: Output, data: bytes) -> None:
        written.append(output)
        if len(written) == 5:
            raise OSError(28, "No space left on device")
        output.file.write(data[: len(data) // 2])

    monkeypatch.setattr(Output, "write", full)
    refused = exact.refused("tables", "--out", str(four_tables))
    monkeypatch.undo()
    assert refused == f"exact: out: '{four_tables}' cannot be written: No space left on device\n"
    assert files_of(four_tables) == before


@pytest.mark.slow
def test_a_killed_run_leaves_nothing_for_ever_and_one_that_is_writing_is_left_alone(
    four_tables: Path, exact: Command
) -> None:
    (four_tables / ".exact-writing.partial").touch()
    (four_tables / ".exact-killed.partial").write_text("half", encoding="utf-8")
    os.utime(four_tables / ".exact-killed.partial", (0, 0))
    assert exact("tables", "--out", str(four_tables), "--check").code == 0
    assert exact("tables", "--out", str(four_tables)).code == 0
    assert [path.name for path in four_tables.glob(".*")] == [".exact-writing.partial"]


def test_a_directory_in_the_place_of_a_table_changes_nothing(four_tables: Path, exact: Command) -> None:
    (four_tables / "tableau.csv").unlink()
    (four_tables / "tableau.csv").mkdir()
    (four_tables / "house-edges.md").write_text("kept", encoding="utf-8")
    assert "tableau.csv' cannot be written: it is a folder" in exact.refused("tables", "--out", str(four_tables))
    assert (four_tables / "house-edges.md").read_text(encoding="utf-8") == "kept"


def test_a_broken_manifest_is_not_extended(tmp_path: Path, exact: Command) -> None:
    broken = ("{", "[]", '{"tables": 3}', '{"tables": {"tableau": 1}}', '{"tables": {"tableau": {}}}', "[" * 99999)
    entry = '{"tables": {"tableau": {"caption": "", "sha256": %s}}}'
    standing = (f'{{}}, "standing": {wrong}' for wrong in ("[1]", '{"theorem": "1"}', '{"theorem": -1}', "7"))
    for manifest in (*broken, *(entry % wrong for wrong in ("[1]", '{"../x": "1"}', '{"x": 1}', *standing))):
        (tmp_path / "MANIFEST.json").write_text(manifest, encoding="utf-8")
        assert "is not a manifest of tables" in exact.refused("tables", "--out", str(tmp_path), "--only", "tableau")


def test_a_manifest_that_is_a_device_is_not_read(tmp_path: Path, exact: Command) -> None:
    """/dev/zero would fill the memory; /dev/null says as well that only a regular file is read."""
    (tmp_path / "MANIFEST.json").symlink_to("/dev/null")
    for words in (["--only", "tableau"], ["--check", "--only", "tableau"]):
        assert exact.refused("tables", "--out", str(tmp_path), *words).endswith(
            "MANIFEST.json' is not a regular file\n"
        )
