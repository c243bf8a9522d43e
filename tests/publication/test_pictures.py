"""Pictures: the data they show is that of the tables, the files say which, and matplotlib is nobody else's business."""

import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Command, committed_rows, python, refusal, value_of
from support.strategies import CHEAP

from exact.analysis.shoe_simulation import EDGE_NAMES
from exact.answers.table import Rounded, Table, columns_of
from exact.publication import pictures as plots
from exact.publication.catalogue import PICTURES, table_of
from exact.publication.pictures import Picture, digest, draw, pictures, stale_pictures
from exact.publication.publish import MANIFEST_FILE, build_files, picture_entries, read_manifest

TABLES = Path(__file__).parents[2] / "tables"
FAVOURABLE = ("0 to 5", "5 to 10", "10 to 25", "25 to 50", "over 50")


def gains(scale: float = 1, least: int = 6) -> Picture:
    """The gains of two bets with three numbers of unseen cards, times ``scale``, in a title that needs escapes."""
    rows = [
        (bet, n, Rounded(Fraction(gain * scale / n**2), 12))
        for bet, gain in (("tie", 300), ("punto", 10))
        for n in (least, 7, 30)
    ]
    columns = columns_of("bet", "unseen", "gain per unit, %")
    tables = tuple(Table(f"perfect-play-{decks}-decks", "", columns, rows) for decks in (6, 8))
    return Picture("Gains & <more>", "Lines & more", tables, pictures()["perfect-play"].paint)


def panels_of(picture: Picture) -> list[Any]:
    """What matplotlib draws, panel by panel."""
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    picture.paint(figure, picture.title, *picture.tables)
    return figure.axes


def points_of(line: Any) -> list[tuple[float, float]]:
    return list(zip(*map(list, line.get_data()), strict=True))


@pytest.mark.parametrize("name", ["gains", *PICTURES])
@pytest.mark.slow
def test_a_picture_is_drawn_the_same_twice_and_says_what_it_shows(name: str) -> None:
    pytest.importorskip("matplotlib")
    picture = pictures().get(name) or gains()
    svg = draw("name", picture)
    assert svg == draw("name", picture)
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert [child.tag.rpartition("}")[2] for child in root][:2] == ["title", "desc"]
    assert [child.text for child in root][:2] == [picture.title, picture.description]
    assert not re.search(rb"20\d\d-\d\d-\d\d|matplotlib [v\d]|Matplotlib v", svg.split(b"<defs>")[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PICTURES if name != "tableau-flips"])
def test_the_description_names_the_panels_and_the_lines_of_a_picture(name: str) -> None:
    picture = pictures()[name]
    for panel in panels_of(picture):
        labels = [] if name == "commission-by-stake" else [text.get_text() for text in panel.texts]
        parts = [panel.get_title(), *(label for label in labels if not re.match(r"[−+\d]", label))]
        assert any(parts)
        assert [part for part in parts if part not in picture.description] == []


@pytest.mark.slow
def test_a_users_own_settings_change_nothing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "matplotlibrc").write_text("font.size: 30\naxes.facecolor: red\n", encoding="ascii")
    code = (
        "import sys; from exact.publication.pictures import draw, pictures;"
        "sys.stdout.buffer.write(draw('name', pictures()['perfect-pairs']))"
    )
    here = {"MATPLOTLIBRC": str(tmp_path), "PATH": "", "HOME": str(tmp_path), "PYTHONPATH": str(TABLES.parent)}
    ran = subprocess.run([sys.executable, "-c", code], env=here, capture_output=True, check=True, timeout=120)
    assert ran.stdout == draw("name", pictures()["perfect-pairs"])


@pytest.mark.slow
def test_the_digest_is_of_the_title_and_of_every_cell() -> None:
    one = gains()
    changed = [one, replace(one, title="Another"), gains(1 + 1e-9), gains(least=5), replace(one, tables=one.tables[1:])]
    assert len(set(map(digest, changed))) == len(changed)
    assert digest(gains()) == digest(one)


def test_what_gains_nothing_has_no_place_on_the_scale() -> None:
    tables = [replace(table, rows=[*table.rows, ("banco", 6, Rounded(Fraction(0), 12))]) for table in gains().tables]
    for panel in panels_of(replace(gains(), tables=tuple(tables))):
        assert [len(points_of(line)) for line in panel.lines] == [3, 3]


def test_the_prices_and_moves_of_the_tableau_are_those_of_the_table() -> None:
    (panel,) = panels_of(pictures()["tableau-flips"])
    thirds = [text.get_text() for text in panel.get_xticklabels()]
    drawn = {text.get_position(): text.get_text() for text in panel.texts}
    moves = {}
    for row in committed_rows("tableau-flips-8-decks"):
        cell = thirds.index(row["third card"]), int(row["banco"])
        moves[cell] = row["tableau"]
        millionths = f"{10**6 * float(Fraction(row['cost per coup'])):.0f}"
        assert drawn.pop(cell) == millionths.replace("-", "−")
    assert not drawn
    borders = {tuple(sorted(points_of(line))) for line in panel.lines}
    for (x, y), move in moves.items():
        assert (((x - 0.5, y + 0.5), (x + 0.5, y + 0.5)) in borders) == (moves.get((x, y + 1), move) != move)
        assert (((x + 0.5, y - 0.5), (x + 0.5, y + 0.5)) in borders) == (moves.get((x + 1, y), move) != move)


def test_the_edges_are_those_of_the_table() -> None:
    panels = panels_of(pictures()["study-edges"])
    rows = table_of("study-edges").rows
    bands = len(rows) // len(panels)
    for place, panel in enumerate(panels):
        assert panel.get_title() == rows[place * bands][0]
        for band, (_bet, name, _coups, *shares) in enumerate(rows[place * bands : (place + 1) * bands]):
            bars = panel.patches[band::bands]
            assert panel.get_yticklabels()[band].get_text().replace("–", "-") == name
            assert [bar.get_width() for bar in bars] == pytest.approx([100 * float(value_of(each)) for each in shares])
            assert bars[-1].get_x() + bars[-1].get_width() == pytest.approx(100)
            hatched = [bool(bar.get_hatch()) for bar in bars]
            assert hatched == [heading in FAVOURABLE for heading in EDGE_NAMES]


def test_the_edges_by_decks_are_those_of_the_standard_rules() -> None:
    rows = {row["decks"]: row for row in committed_rows("house-edges") if row["rules"] == "standard"}
    limit = rows.pop("∞")
    names = []
    for panel in panels_of(pictures()["house-edges"]):
        labels = [text.get_text() for text in panel.texts]
        for place, line in enumerate(panel.lines[::2]):
            name = labels[2 * place]
            names.append(name)
            assert [str(decks) for decks, _edge in points_of(line)] == list(rows)
            assert [f"{edge / 100:.9f}" for _decks, edge in points_of(line)] == [row[name] for row in rows.values()]
            assert f"{points_of(panel.lines[2 * place + 1])[1][1] / 100:.9f}" == limit[name]
    assert names == ["punto", "banco 5 %", "banco 4 %", "tie 8:1", "tie 9:1"]


def test_the_stakes_are_those_of_the_table_as_far_as_every_step_shows() -> None:
    rows = {float(row["stake"]): row for row in committed_rows("commission-by-stake")}
    panels = panels_of(pictures()["commission-by-stake"])
    for unit, panel in zip(("0.50", "1.00", "5.00"), panels, strict=True):
        assert panel.get_title().endswith(f" {unit}")
        points = [point for line in panel.lines[:-1] for point in points_of(line)]  # the last is the axis
        assert all(f"{edge / 100:.9f}" == rows[stake][f"unit {unit}, 8 decks"] for stake, edge in points)
        stakes = [stake for stake, _ in points]
        assert stakes == [stake for stake in rows if stake <= stakes[-1]]
        assert all(after - before <= max(1, float(unit)) for before, after in pairwise(stakes))
        # Commission is 5 %: a step of the staircase begins every 20 units, and at the first the player still pays none.
        assert all(edge < 0 for stake, edge in points if stake < 20 * float(unit))
        assert stakes[-1] >= 40 * float(unit)


@pytest.mark.slow
def test_the_effects_are_those_of_the_table() -> None:
    rows = {row["bet"]: row for row in committed_rows("removal-effects-8-decks")}
    panels = panels_of(pictures()["removal-effects"])
    ranks = [text.get_text() for text in panels[-1].get_xticklabels()]
    assert len(ranks) == 10
    for panel in panels:
        effects = [bar.get_height() for bar in panel.patches]
        assert [f"{effect:.3f}" for effect in effects] == [rows[panel.get_title()][rank] for rank in ranks]
        # One card of each of the 13 ranks, four of them worth ten: the effects add up to nothing.
        assert sum(effects[:9]) + 4 * effects[9] == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
def test_every_picture_is_declared_and_stands_on_the_pages_of_its_tables() -> None:
    assert list(pictures()) == list(PICTURES)
    assert len({table_id for tables in PICTURES.values() for table_id in tables}) == sum(map(len, PICTURES.values()))
    for name, tables in PICTURES.items():
        for table_id in tables:
            files = build_files([table_id])
            assert f"]({name}.svg)" in files[f"{table_id}.md"].decode()
            assert f"{name}.svg" not in files


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_no_text_of_a_picture_is_cut_off(name: str) -> None:
    """Whatever is drawn lies on the page, even in the default font, which is larger than that of the files."""
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    picture = pictures()[name]
    picture.paint(figure, picture.title, *picture.tables)
    figure.savefig(io.BytesIO(), format="svg")
    drawn = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    assert min(drawn.x0, drawn.y0, width - drawn.x1, height - drawn.y1) > -0.01


def test_the_gains_are_those_of_the_tables() -> None:
    picture = pictures()["perfect-play"]
    for table, panel in zip(picture.tables, panels_of(picture), strict=True):
        lines = {
            text.get_text(): dict(points_of(line))
            for line in panel.lines
            for text in panel.texts
            if text.xy == points_of(line)[-1]
        }
        for row in committed_rows(table.id):
            assert f"{lines[row['bet']][int(row['unseen'])]:.10f}" == row["gain per unit, %"]


def test_the_committed_pictures_show_the_tables(exact: Command) -> None:
    ran = exact("tables", "--pictures", "--check", "--out", str(TABLES))
    assert (ran.code, ran.out) == (0, f"the pictures in {TABLES} show the figures of this program's tables\n")


@pytest.mark.slow
def test_drawing_and_checking(tmp_path: Path, exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(plots, "pictures", lambda: {"one": gains(), "two": gains(2)})
    out = tmp_path / "new"
    assert exact("tables", "--pictures", "--out", str(out)).out == f"2 pictures written to {out}\n"
    assert sorted(path.name for path in out.iterdir()) == ["MANIFEST.json", "one.svg", "two.svg"]
    assert exact("tables", "--pictures", "--check", "--out", str(out)).code == 0
    monkeypatch.setattr(plots, "pictures", lambda: {"one": gains(3), "two": gains(2)})
    (out / "two.svg").unlink()
    ran = exact("tables", "--pictures", "--check", "--out", str(out))
    shown = "2 differences\n\ndifference\none.svg shows other figures, by MANIFEST.json\ntwo.svg is missing\n"
    assert (ran.code, ran.out) == (1, shown)


@pytest.mark.slow
def test_the_tables_keep_what_the_manifest_has_of_the_pictures(tmp_path: Path, exact: Command) -> None:
    entries = {"one": {"shows": "a", "sha256": "b"}}
    (tmp_path / MANIFEST_FILE).write_text(json.dumps({"tables": {}, "pictures": entries}), encoding="ascii")
    for words in (("--only", "known-card"), ("--only", "readings", "--check")):
        exact("tables", *words, "--out", str(tmp_path))
        assert picture_entries(read_manifest(tmp_path)) == entries
    assert list(json.loads((tmp_path / MANIFEST_FILE).read_bytes())["tables"]) == ["known-card"]


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"pictures": 3}', '{"pictures": {"one": 3}}'])
def test_a_manifest_without_pictures_has_none(text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / MANIFEST_FILE).write_text(text, encoding="ascii")
    assert picture_entries(read_manifest(tmp_path)) == {}


@pytest.fixture
def one_picture(tmp_path: Path, exact: Command, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the only picture there is."""
    pytest.importorskip("matplotlib")
    own = gains()
    monkeypatch.setattr(plots, "pictures", lambda: {"one": own})
    (tmp_path / MANIFEST_FILE).write_text("{", encoding="ascii")  # one that cannot be read is written anew
    exact("tables", "--pictures", "--out", str(tmp_path))
    return tmp_path / "one.svg"


@pytest.mark.slow
@CHEAP
@given(data=st.data())
def test_a_picture_with_a_changed_byte_or_cut_is_not_as_it_was_drawn(one_picture: Path, data: st.DataObject) -> None:
    whole = one_picture.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    for changed in (whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :], whole[:place], whole + b"\n"):
        one_picture.write_bytes(changed)
        assert stale_pictures(one_picture.parent) == ["one.svg is not as it was drawn"]
    one_picture.write_bytes(whole)
    assert stale_pictures(one_picture.parent) == []


def test_without_matplotlib(tmp_path: Path, exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing names the pip command, before it computes anything; checking does without."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with monkeypatch.context() as not_reached:
        not_reached.setattr(plots, "pictures", lambda: pytest.fail("computed in vain"))
        ran = exact("tables", "--pictures", "--out", str(tmp_path))
    message = "is not installed: pip install 'exact-baccarat[plot]'"
    assert (ran.code, ran.out, ran.err) == (2, "", f"exact: plots: 'matplotlib' {message}\n")
    assert list(tmp_path.iterdir()) == []
    ran = exact("tables", "--pictures", "--check", "--out", str(tmp_path))
    assert (ran.code, ran.out.count("is missing"), ran.err) == (1, len(pictures()), "")
    assert "matplotlib" in refusal(draw, "name", gains())


@pytest.mark.slow
@pytest.mark.parametrize("command", ["tables --check --only study-edges", "study --bet tie --shoes 1", "plots --check"])
def test_no_other_command_imports_matplotlib(command: str) -> None:
    code = f"import sys; from exact.cli import main; main({command.split()!r});"
    code += "print('matplotlib' in sys.modules, file=sys.stderr)"
    assert python("-c", code).stderr.strip().endswith("False")
