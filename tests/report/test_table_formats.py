"""A table in text, Markdown, LaTeX and CSV: no digit is lost, and no text becomes markup."""

from fractions import Fraction

from support import ungrouped

from exact.answers.table import Cell, Column, Rounded, Table, Tabular, columns_of
from exact.records import replace
from exact.report.data import table_csv
from exact.report.latex import render_for_paper, render_latex
from exact.report.markdown import render_markdown
from exact.report.render import render_text

TRICKY = Table(
    id="tricky",
    caption="50 % of R&D_{#1} ~ ^ \\ | <b> *x* [y]",
    columns=columns_of("n", Column("text", 3.0), "decimal"),
    rows=[
        (2**70, "0.446246609343", Rounded(Fraction(-1, 3), 20)),
        (10**21, "a_b & 100% $5 {x} | <i> *", Fraction(-2, 3)),
        (None, "https://example.org/a_very/long-address?x=1&y=2", Rounded(Fraction(1), 3)),
    ],
    notes=("note_1 with 5 %",),
)


def test_no_digit_is_lost_in_any_format() -> None:
    figures = [str(2**70), str(10**21), "0.446246609343", "33333333333333333333", "2/3", "1.000"]
    for render in (render_text, render_markdown, render_latex, table_csv):
        page = ungrouped(render(TRICKY)).replace(r"\,", "")
        for figure in figures:
            assert figure in page, (render, figure)


def test_markdown_escapes_what_would_be_markup() -> None:
    page = render_markdown(TRICKY)
    assert "a\\_b & 100% \\$5 {x} \\| \\<i> \\*" in page
    assert len({line.replace("\\|", "").count("|") for line in page.splitlines() if line.startswith("|")}) == 1


def test_latex_escapes_what_would_be_a_command() -> None:
    page = render_latex(TRICKY)
    assert r"a\_b \& 100\% \$5 \{x\} \textbar{} \textless{}i\textgreater{} *" in page
    assert r"\label{tab:tricky}" in page
    assert page.count(r"\toprule") == 2
    assert r"$-$0.333\,333\,333\,333\,333\,333\,33" in page


def test_latex_names_what_its_fonts_lack() -> None:
    page = render_latex(Table("x", "α 中 ☃ Łódź čas \x1b[2J 3d^12 10¹⁰ 10⁻⁶", columns_of("a"), [("é",)]))
    assert r"$\alpha$ U+4E2D U+2603 Łódź čas U+001B{[}2J 3d$^{12}$ 10$^{1}$$^{0}$ 10$^{-}$$^{6}$" in page
    assert "é" in page


def test_latex_keeps_what_follows_a_negative_percentage() -> None:
    row = (Rounded(Fraction(-1, 8), 4, percent=True), "-12.5 %", "the last cell")
    page = render_latex(Table("edges", "", columns_of("edge", "printed", "what"), [row, (None, "words", "")]))
    assert r"$-$12.50~\% & $-$12.5~\% & the last cell \\" in page


def test_numbers_of_different_lengths_stand_on_their_decimal_points() -> None:
    rows: list[tuple[Cell, ...]] = [("-0.95", "45.86%", 1), (Rounded(Fraction(7, 2), 1), "9.5 %", -2), ("40", None, 3)]
    page = render_latex(Table("points", "", columns_of("pays", "printed", "whole"), rows))
    assert r"{@{}D{.}{.}{2.2}D{.}{.}{2.3}r@{}}" in page
    assert r"\multicolumn{1}{r}{pays} & \multicolumn{1}{r}{printed} & whole" in page
    assert r"-0.95 & 45.86\% & 1" in page
    assert r"3.5 & 9.5\,\% & $-$2" in page
    assert r"40 & \multicolumn{1}{r}{–} & 3" in page


def test_siunitx_aligns_the_numbers_of_a_long_table_too() -> None:
    cells: list[tuple[Cell, ...]] = [("a", 12345, Rounded(Fraction(-1, 8), 4), "5 %"), ("b", 7, None, "6 %")]
    table = Table("t", "", columns_of("name", "whole", Column("decimal", mark=","), "edge"), cells)
    text = render_latex(replace(table, tabular=Tabular(siunitx=True)))
    # section "Tabular material" of the manual of siunitx: digits before and after the mark; text stands in braces
    assert "{@{}lS[table-format=5.0]S[table-format=-1.4,output-decimal-marker={,}]r@{}}" in text
    assert r"a & 12345 & -0.1250 & 5~\% \\*" in text
    assert r"b & 7 & {–} & 6~\% \\" in text
    assert "siunitx" in text.splitlines()[0]
    assert "siunitx" not in render_latex(table)
    mapped = replace(table, columns=columns_of("a", "b"), rows=[("1", 12345)], axes=("a", "b"))
    assert r"\num{12345}" in render_latex(replace(mapped, tabular=Tabular(siunitx=True)))
    paper = render_for_paper(replace(table, tabular=Tabular(siunitx=True)))
    assert r"a & 12345 & -0.1250 & 5~\% \\" in paper  # without its sign it would be a whole number
