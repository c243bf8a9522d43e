"""Pictures: the data they show is that of the tables, the files say which, and matplotlib is nobody else's business."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Command, committed_rows, python, value_of
from support.strategies import CHEAP

from exact.errors import ExactError
from exact.publication import pictures as plots
from exact.publication.catalogue import PICTURES, table_of
from exact.publication.drawing import Picture, draw_picture
from exact.publication.pictures import (
    decisions_picture,
    decks_picture,
    digest,
    draw,
    edges_picture,
    effects_picture,
    gains_picture,
    pictures,
    staircase_picture,
    stale_pictures,
)
from exact.publication.publish import MANIFEST_FILE, build_files, picture_entries, read_manifest, with_pictures

TABLES = Path(__file__).parents[2] / "tables"
ROWS = {
    f"{decks} decks": [(bet, n, scale / n**2) for bet, scale in (("tie", 3.0), ("punto", 0.1)) for n in (6, 7, 30)]
    for decks in (6, 8)
}
GAINS = gains_picture(ROWS)
SHARES = ({"tie": ((0.5, 0.25, 0.25), (0, 1, 0))}, ("6-15", "16 and more"), ("a", "b", "c"), 2)
DECKS = (((("a", ((1, 0.02), (9, 0.01))), ("b", ((1, 0.1), (9, 0.2)))),), {"a": 0.005, "b": 0.3})
EFFECTS = (("A", "2"), {"tie": (0.001, -0.002)})
DECISIONS = (("0", "1"), ("8", "none"), ((0.1, -0.2), (0.3, 0)), ((True, False), (False, False)), ("down", "across"))
STAIRCASE = ((("unit 1", ((1, -0.0123), (2, -0.0123), (3, 0.01), (4, 0.005))),),)
SMALL = [
    GAINS,
    *(
        Picture(kind, f"{kind} & <{kind}>", "Lines & more", contents)
        for kind, contents in (
            ("Shares", SHARES),
            ("DecksPicture", DECKS),
            ("EffectsPicture", EFFECTS),
            ("Decisions", DECISIONS),
            ("Staircase", STAIRCASE),
        )
    ),
]


@pytest.mark.parametrize("picture", SMALL, ids=lambda picture: picture.kind)
@pytest.mark.slow
def test_a_picture_is_drawn_the_same_twice_and_says_what_it_shows(picture: Picture) -> None:
    pytest.importorskip("matplotlib")
    svg = draw("name", picture)
    assert svg == draw("name", picture)
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert [child.tag.rpartition("}")[2] for child in root][:2] == ["title", "desc"]
    assert [child.text for child in root][:2] == [picture.title, picture.description]
    assert not re.search(rb"20\d\d-\d\d-\d\d|matplotlib [v\d]|Matplotlib v", svg.split(b"<defs>")[0])


def test_the_description_names_the_parts_of_a_picture() -> None:
    assert GAINS.description == "Lines on a logarithmic scale, by cards unseen. Panels: 6 decks, 8 decks. tie, punto."
    bets = "punto, banco, tie, dragon-7, panda-8"
    assert edges_picture().description == f"Bars of shares of all coups, by cards unseen. {bets}."
    edges = "punto, banco 5 %, banco 4 %, tie 8:1, tie 9:1"
    assert decks_picture().description == f"Lines of the house edge by number of decks, each with its limit. {edges}."
    grid = "banco's total down, punto's third card across; a line divides drawing from standing"
    assert decisions_picture().description == f"A grid of costs: {grid}."
    units = ", ".join(f"5 % commission rounded down to a multiple of {unit}" for unit in ("0.50", "1.00", "5.00"))
    assert staircase_picture().description == f"Steps of the house edge by stake. {units}."


@pytest.mark.slow
def test_a_users_own_settings_change_nothing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "matplotlibrc").write_text("font.size: 30\naxes.facecolor: red\n", encoding="ascii")
    code = (
        "import sys; from exact.publication.pictures import draw, gains_picture;"
        f"sys.stdout.buffer.write(draw('name', gains_picture({ROWS!r})))"
    )
    here = {"MATPLOTLIBRC": str(tmp_path), "PATH": "", "HOME": str(tmp_path), "PYTHONPATH": str(TABLES.parent)}
    ran = subprocess.run([sys.executable, "-c", code], env=here, capture_output=True, check=True, timeout=120)
    assert ran.stdout == draw("name", GAINS)


def test_the_digest_is_of_every_figure_and_word() -> None:
    def scaled(factor: float) -> Picture:
        return gains_picture({shoe: [(bet, n, gain * factor) for bet, n, gain in rows] for shoe, rows in ROWS.items()})

    changed = [
        *(*SMALL, replace(GAINS, title="Another"), scaled(1 + 1e-7), gains_picture({"8 decks": ROWS["8 decks"]})),
        *(replace(SMALL[1], contents=(*SHARES[:3], 1)), replace(SMALL[1], contents=(*SHARES[:2], ("a", "b", "d"), 2))),
        *(replace(SMALL[2], contents=(DECKS[0], {"a": 0.005, "b": 0.31})), replace(SMALL[2], kind="EffectsPicture")),
        replace(SMALL[3], contents=(("A", "2"), {"tie": (0.001, 0.002)})),
    ]
    assert len(set(map(digest, changed))) == len(changed)
    assert digest(scaled(1 + 1e-14)) == digest(GAINS)


def test_what_gains_nothing_has_no_place_on_the_scale() -> None:
    picture = gains_picture({"8 decks": [("tie", 6, 0.2), ("tie", 7, 0.0), ("punto", 6, 0.0)]})
    assert picture.contents == ({"8 decks": (("tie", ((6, 0.2),)),)},)


def test_the_prices_and_moves_of_the_tableau_are_those_of_the_table() -> None:
    totals, thirds, costs, draws, _names = decisions_picture().contents
    for row in committed_rows("tableau-flips-8-decks"):
        total, third = totals.index(row["banco"]), thirds.index(row["third card"])
        assert costs[total][third] == pytest.approx(float(Fraction(row["cost per coup"])), rel=1e-12)
        assert draws[total][third] == (row["tableau"] == "draws")


def test_the_edges_are_those_of_the_table() -> None:
    panels, bands, classes, favourable = edges_picture().contents
    rows = table_of("study-edges").rows
    assert len(rows) == sum(map(len, panels.values()))
    for bet, band, _, *shares in rows:
        bar = panels[str(bet)][bands.index(str(band))]
        assert sum(bar) == pytest.approx(1)
        for share, width in zip(shares, bar, strict=True):
            assert abs(value_of(share) - Fraction(width)) < Fraction(1, 10**9)
    assert classes[favourable] == "0 to 5"


def test_the_edges_by_decks_are_those_of_the_standard_rules() -> None:
    panels, limits = decks_picture().contents
    rows = {row["decks"]: row for row in committed_rows("house-edges") if row["rules"] == "standard"}
    limit = rows.pop("∞")
    lines = dict(line for panel in panels for line in panel)
    assert set(lines) == set(limits) == {"punto", "banco 5 %", "banco 4 %", "tie 8:1", "tie 9:1"}
    for label, points in lines.items():
        assert [str(decks) for decks, _ in points] == list(rows)
        assert [f"{edge:.9f}" for _, edge in points] == [row[label] for row in rows.values()]
        assert f"{limits[label]:.9f}" == limit[label]


def test_the_stakes_are_those_of_the_table_as_far_as_every_step_shows() -> None:
    rows = {int(row["stake"]): row for row in committed_rows("commission-by-stake")}
    (lines,) = staircase_picture().contents
    for unit, (label, points) in zip(("0.50", "1.00", "5.00"), lines, strict=True):
        assert label.endswith(f" {unit}")
        assert all(f"{edge:.9f}" == rows[stake][f"unit {unit}, 8 decks"] for stake, edge in points)
        stakes = [stake for stake, _ in points]
        assert stakes == [stake for stake in rows if stake <= stakes[-1]]
        assert all(after - before <= max(1, float(unit)) for before, after in pairwise(stakes))
        # Commission is 5 %: a step of the staircase begins every 20 units, and at the first the player still pays none.
        assert all(edge < 0 for stake, edge in points if stake < 20 * float(unit))
        assert stakes[-1] >= 40 * float(unit)


@pytest.mark.slow
def test_the_effects_are_those_of_the_table() -> None:
    ranks, panels = effects_picture().contents
    rows = {row["bet"]: row for row in committed_rows("removal-effects-8-decks")}
    assert len(ranks) == 10
    for bet, effects in panels.items():
        assert [f"{10**6 * effect:.3f}" for effect in effects] == [rows[bet][rank] for rank in ranks]
        # One card of each of the 13 ranks, four of them worth ten: the effects add up to nothing.
        assert sum(effects[:9]) + 4 * effects[9] == pytest.approx(0, abs=1e-15)


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
    draw_picture(figure, pictures()[name])
    figure.savefig(io.BytesIO(), format="svg")
    drawn = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    assert min(drawn.x0, drawn.y0, width - drawn.x1, height - drawn.y1) > -0.01


def test_the_gains_are_those_of_the_tables() -> None:
    (panels,) = pictures()["perfect-play"].contents
    for table_id in PICTURES["perfect-play"]:
        lines = {bet: dict(points) for bet, points in panels[" ".join(table_id.split("-")[-2:])]}
        for bet, unseen, _, gain, *_ in table_of(table_id).rows:
            assert isinstance(unseen, int)
            assert lines[str(bet)][unseen] == pytest.approx(float(value_of(gain)) / 100)


def test_the_committed_pictures_show_the_tables(exact: Command) -> None:
    ran = exact("tables", "--pictures", "--check", "--out", str(TABLES))
    assert (ran.code, ran.out) == (0, f"the pictures in {TABLES} show the figures of this program's tables\n")


@pytest.mark.slow
def test_drawing_and_checking(tmp_path: Path, exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(plots, "pictures", lambda: {"one": GAINS, "two": SMALL[3]})
    out = tmp_path / "new"
    assert exact("tables", "--pictures", "--out", str(out)).out == f"2 pictures written to {out}\n"
    assert sorted(path.name for path in out.iterdir()) == ["MANIFEST.json", "one.svg", "two.svg"]
    assert exact("tables", "--pictures", "--check", "--out", str(out)).code == 0
    monkeypatch.setattr(plots, "pictures", lambda: {"one": replace(GAINS, title="Another"), "two": SMALL[3]})
    (out / "two.svg").unlink()
    ran = exact("tables", "--pictures", "--check", "--out", str(out))
    shown = "2 differences\n\ndifference\none.svg shows other figures, by MANIFEST.json\ntwo.svg is missing\n"
    assert (ran.code, ran.out) == (1, shown)


@pytest.mark.slow
def test_the_tables_keep_what_the_manifest_has_of_the_pictures(tmp_path: Path, exact: Command) -> None:
    entries = {"one": {"shows": "a", "sha256": "b"}}
    (tmp_path / MANIFEST_FILE).write_bytes(with_pictures(None, entries))
    for words in (("--only", "known-card"), ("--only", "readings", "--check")):
        exact("tables", *words, "--out", str(tmp_path))
        assert picture_entries(read_manifest(tmp_path)) == entries
    both = json.loads(with_pictures(read_manifest(tmp_path), {}))
    assert (list(both["tables"]), both["pictures"]) == (["known-card"], {})


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"pictures": 3}', '{"pictures": {"one": 3}}'])
def test_a_manifest_without_pictures_has_none(text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / MANIFEST_FILE).write_text(text, encoding="ascii")
    manifest = read_manifest(tmp_path)
    assert picture_entries(manifest) == {}
    assert picture_entries(json.loads(with_pictures(manifest, {"one": {}}))) == {"one": {}}


@pytest.fixture
def one_picture(tmp_path: Path, exact: Command, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the only picture there is."""
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(plots, "pictures", lambda: {"one": GAINS})
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
    with pytest.raises(ExactError, match="matplotlib"):
        draw("name", GAINS)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("tables --check --only study-edges", marks=pytest.mark.slow),
        "study --bet tie --shoes 1",
        pytest.param("plots --check", marks=pytest.mark.slow),
    ],
)
def test_no_other_command_imports_matplotlib(command: str) -> None:
    code = f"import sys; from exact.cli import main; main({command.split()!r});"
    code += "print('matplotlib' in sys.modules, file=sys.stderr)"
    assert python("-c", code).stderr.strip().endswith("False")
