"""Shaded tables: the colours, the picture, and where both go."""

import hashlib
import json
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from exact.answers.table import Cell, Column, Rounded, Table
from exact.publication.publish import build_files
from exact.report.latex import render_latex
from exact.report.markdown import render_markdown
from exact.report.render import render_text, shares_of_largest
from exact.report.svg import render_svg, shade

HEAT = Table(
    id="heat",
    caption="A & B < C",
    columns=(Column("down"), Column("x"), Column("y & z")),
    rows=[("one", Rounded(Fraction(1, 8), 3), 0), ("<two>", Fraction(1, 4), None)],
    axes=("rows", "columns > 1"),
)
PLAIN = replace(HEAT, axes=None)
SVG = "{http://www.w3.org/2000/svg}"


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_text_is_legible_on_every_shade_and_darker_is_more() -> None:
    """WCAG 2.2, success criterion 1.4.3: a contrast of at least 4.5 to 1."""
    lights = []
    for step in range(1001):
        colour, dark = shade(Fraction(step, 1000))
        light = luminance(colour)
        assert (1.05 / (light + 0.05) if dark else (light + 0.05) / 0.05) >= 4.5, step
        lights.append(light)
    assert lights == sorted(lights, reverse=True)
    assert lights[0] > 0.9
    assert lights[-1] < 0.05


NEGATIVE = Rounded(Fraction(-1, 8), 3)


@pytest.mark.parametrize(
    ("rows", "shares"),
    [
        (HEAT.rows, [[Fraction(1, 2), 0], [1, 0]]),
        ([("one", NEGATIVE, 2), ("two", None, Fraction(1))], [[0, 1], [0, Fraction(1, 2)]]),
        ([("one", NEGATIVE, None)], [[0, 0]]),
        ([("one", 0, None)], [[0, 0]]),
        ([], []),
    ],
)
def test_shares_are_of_the_largest_cell_and_none_is_negative(
    rows: list[tuple[Cell, ...]], shares: list[list[Fraction]]
) -> None:
    assert shares_of_largest(replace(HEAT, rows=rows)) == shares


def test_the_picture_has_every_figure_on_its_shade() -> None:
    picture = ElementTree.fromstring(render_svg(HEAT))
    texts = [element.text for element in picture.iter(f"{SVG}text")]
    assert {"A & B < C", "rows", "columns > 1", "x", "y & z", "one", "<two>", "0.125", "1/4", "0", "–"} == set(texts)
    cells = [element for element in picture.iter(f"{SVG}rect") if element.get("stroke")]
    assert [cell.get("fill") for cell in cells] == [
        f"#{shade(share)[0]}" for share in map(Fraction, ("1/2", "0", "1", "0"))
    ]
    quarter = next(element for element in picture.iter(f"{SVG}text") if element.text == "1/4")
    assert quarter.get("fill") == "#FFFFFF"
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    for cell in cells:
        x, y = float(cell.attrib["x"]), float(cell.attrib["y"])
        assert 0 < x < x + float(cell.attrib["width"]) < width
        assert 0 < y < y + float(cell.attrib["height"]) < height


def test_a_shaded_table_in_latex() -> None:
    page = render_latex(HEAT)
    assert page.count(r"\cellcolor[HTML]") == 4
    assert r"\cellcolor[HTML]{08306B}\textcolor{white}{1/4}" in page
    assert "one & " in page
    assert r"\cellcolor" not in render_latex(PLAIN)
    assert "xcolor, colortbl" in page


def test_text_and_markdown_keep_plain_digits() -> None:
    assert render_text(HEAT) == render_text(PLAIN)
    assert render_markdown(HEAT) == render_markdown(PLAIN)
    assert "![A & B \\< C](heat.svg)" in render_markdown(HEAT, "heat.svg")


@pytest.mark.slow
def test_a_shaded_table_has_a_picture_on_its_page_and_in_the_manifest() -> None:
    files = build_files(["joint-totals-6-decks", "joint-cards"])
    (name,) = (name for name in files if name.endswith(".svg"))
    assert name == "joint-totals-6-decks.svg"
    assert f"]({name})" in files["joint-totals-6-decks.md"].decode()
    entry = json.loads(files["MANIFEST.json"])["tables"]["joint-totals-6-decks"]
    assert entry["sha256"][name] == hashlib.sha256(files[name]).hexdigest()
