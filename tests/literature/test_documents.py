import re
from html import escape
from pathlib import Path

import pytest
from support import committed_rows, refusal

from exact.literature import documents
from exact.literature.audit import audit_file
from exact.literature.documents import Document, PrintedTable, figures_in, tables_in
from exact.literature.printed import Verdict

TABLES = Path(__file__).parents[2] / "tables"
TWO_LEVELS = {
    "LaTeX": r"""\begin{table*}[t] \begin{tabular*}{\textwidth}[t]{@{}l*{2}{r}@{}} \toprule
        & \multicolumn{2}{c}{\textbf{House edge} (\%)} \\ \cmidrule(lr){2-3} Bet & 6~decks & {8 decks} \\ \midrule
        \multirow{2}{*}{Player} & 1.24 & $1.24$ \\[2pt] % & 9 \\
        & \textcolor{red}{1.06}\footnotemark[1] & – \\ \multicolumn{3}{c}{end} \\ \bottomrule \end{tabular*}
        \caption[Short]{Edges, \emph{all} bets}\end{table*}""",
    "HTML": """<!-- <table> --><table><tr><td><table class=x><caption>Edges, <i>all</i> bets</caption>
        <thead><tr><th><th colspan=2>House edge (%)</tr><tr><th>Bet<th>6&nbsp;decks<th>8 decks</tr></thead>
        <tr><td rowspan=2>Player<script>alert(1)</script><td>1.24<td><b>1.24</b><tr><td>1.06<sup>a</sup><td>–
        <tr><td colspan=3>end</table></table>""",
    "Markdown": r"""
        **Edges, *all* bets**

        | Bet | House edge (%), 6 decks | House edge (%), 8 decks |
        |:----|----:|:-:|
        | Player | `1.24` | [1.24](x)
        Player | 1.06<sup>a</sup> | –
        | end |""",
}


def latex(head: str, *rows: str) -> str:
    return rf"\begin{{tabular}}{{lr}} {head} \\ \hline {' '.join(rows)} \end{{tabular}}"


def document(folder: Path, text: str, *wanted: str, name: str = "paper.tex") -> Document:
    (folder / name).write_text(text, encoding="utf-8")
    found = figures_in(folder / name, wanted)
    assert isinstance(found, Document)
    return found


def judged(folder: Path, text: str, *wanted: str, name: str = "paper.tex") -> list[tuple[str, str, str]]:
    rows = audit_file(document(folder, text, *wanted, name=name))
    words = ((row.cells, found.agreement.value if isinstance(found, Verdict) else "unreadable") for row, found in rows)
    return [(cells["claim"], cells["printed"], word) for cells, word in words]


@pytest.mark.parametrize("kind", TWO_LEVELS)
def test_heads_of_two_levels_and_cells_that_span_others(kind: str) -> None:
    (table,) = tables_in(TWO_LEVELS[kind], kind)
    heads = ["Bet", "House edge (%), 6 decks", "House edge (%), 8 decks"]
    rows = [["Player", "1.24", "1.24"], ["Player", "1.06", "–"], ["end", "", ""]]
    assert table == PrintedTable("Edges, all bets", heads, rows)


def without_groups(cell: str) -> str:
    """A cell as programs read it: no blanks within numbers, a hyphen for a minus sign."""
    return re.sub(r"(?<=\d)\s(?=\d)", "", cell).replace("\N{MINUS SIGN}", "-")


@pytest.mark.parametrize("kind", ["tex", "md", "html"])
@pytest.mark.parametrize("name", ["outcome-counts", "published-outcomes"])
def test_the_reference_tables_are_read_as_their_csv(name: str, kind: str) -> None:
    heads = [*committed_rows(name)[0]]
    rows = [[*row.values()] for row in committed_rows(name)]
    if kind == "html":
        cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
        text = f"<table><tr><td>{'<td>'.join(heads)}<tr>{'<tr>'.join(cells)}</table>"
    else:
        text = (TABLES / f"{name}.{kind}").read_text(encoding="utf-8")
        rows = [[cell or "–" for cell in row] for row in rows]
    (table,) = tables_in(text, {"tex": "LaTeX", "md": "Markdown", "html": "HTML"}[kind])
    assert (table.heads, [[*map(without_groups, row)] for row in table.rows]) == (heads, rows)


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"$4{,}998{,}398$", "4,998,398"),
        (r"$-1.06\times10^{-2}$", "-1.06×10^-2"),
        (r"1.06\textsuperscript{1}", "1.06^1"),  # no digit of a footnote or a spacer becomes one of the figure
        (r"\phantom{-}1.06\tnote{1}", "1.06"),
        (r"\sout{44}45", r"\sout4445"),
        (r"$\approx 1.06$", r"\approx 1.06"),
        (r"\begin{tabular}{c}a & b\\c\end{tabular}", "a & b c"),
        ("A\\&B \\{x\\} \x1b[31m", r"A&B x \x1b[31m"),
    ],
)
def test_cells_of_latex(tex: str, text: str) -> None:
    (table,) = tables_in(latex("a & b", rf"{tex} & 1 \\"), "LaTeX")
    assert table.rows == [[text, "1"]]


@pytest.mark.parametrize(
    ("heads", "row", "claim"),
    [
        ("Bet & House edge (6 decks)", "Banker", "house edge of {row}, 6 decks"),
        ("Bet & Std. dev., infinite shoe", "Tie", "standard deviation of {row}, infinite shoe"),
        ("Decks & P(Banker)", "6", "probability of Banker, {row} decks"),
        ("Shoe & EV of Player pair", "8 decks", "expectation of Player pair, {row}"),
        ("& Banker (8 decks)", "House edge", "{row} of Banker, 8 decks"),
        ("Bet & Edge, as simulated", "Banker", None),  # a word that means nothing may change what the others mean
        ("Bet & Pays", "Banker", None),
        ("Room & House edge", "Monte Carlo", None),
    ],
)
def test_claims_are_proposed_in_the_words_of_the_notation(heads: str, row: str, claim: str, tmp_path: Path) -> None:
    (proposal,) = document(tmp_path, latex(heads, rf"{row} & 1 \\")).shown()
    assert proposal.rows[0][2] == claim


def test_verdicts_by_a_map(tmp_path: Path) -> None:
    """Figures of the Wizard of Odds; 1.60 % is no edge of banco, and a dash no figure."""
    rows = r"Banker & 1.06 \\", r"Tie (8 to 1) & 14.36 \\", r"Player & -- \\", r"Banker & 1.60 \\", r"All & n/a \\"
    assert judged(tmp_path, latex(r"Bet & Edge (\%)", *rows), "proposed", "edge (%)=house edge of {Bet}, 8 decks") == [
        ("house edge of Banker, 8 decks", "1.06 %", "agrees"),
        ("house edge of Tie, 8 to 1, 8 decks", "14.36 %", "agrees"),
        ("house edge of Banker, 8 decks", "1.60 %", "disagrees"),
        ("house edge of All, 8 decks", "n/a", "unreadable"),
    ]
    negative = judged(tmp_path, latex("a = b & c = d", r"Tie & $-$0.1436 \\"), "c = d=expectation of {a = b}, 8 decks")
    assert negative == [("expectation of Tie, 8 decks", "-0.1436", "agrees")]


def test_the_figures_of_the_literature_get_their_verdicts(tmp_path: Path) -> None:
    """Every published figure in the table whose decks are stated, against the verdict beside it."""
    text = (TABLES / "published-outcomes.md").read_text(encoding="utf-8")
    found = {
        (quantity, without_groups(printed)): verdict
        for quantity, printed, verdict in judged(tmp_path, text, "printed={quantity}", name="page.md")
    }
    every = (row for row in committed_rows("published-outcomes") if not row["verdict"].startswith("not a figure of"))
    rows = [row for row in every if row["decks stated"].isdecimal()]
    assert rows[100:]
    assert all(row["verdict"].startswith(found[row["quantity"], row["printed"]]) for row in rows)


def test_documents_that_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "begins a tabular that has no end" in refusal(document, tmp_path, r"x \begin{tabular}{ll} a & b \\ c")
    assert "has no table" in refusal(document, tmp_path, r"\input{tables} \begin{tabular}{l} a \\ \end{tabular}")
    assert "must be proposed, or HEAD=CLAIM" in refusal(document, tmp_path, latex("a & b", r"1 & 2 \\"), "c=tie")
    (tmp_path / "page.html").write_bytes(b"<table>\xff\x00")
    assert "is not a text file in UTF-8" in refusal(figures_in, tmp_path / "page.html", ())
    monkeypatch.setattr(documents, "MOST_CELLS", 10)
    assert "has more than 10 cells" in refusal(document, tmp_path, latex("a & b", r"1 & 2 \\" * 5))
    monkeypatch.setattr(documents, "MOST_CHARACTERS", 10)
    assert "is too large: at most 10 characters" in refusal(document, tmp_path, "<table><tr>", name="page.html")


def test_what_stands_below_another_in_a_cell_is_no_part_of_its_number() -> None:
    cells = "44<p>62", "44<br>62", "1.06<sub>1</sub>", "1.<b>06</b>", "<s>1</s>2"
    for kind, text in (
        ("HTML", f"<table><tr><td>a<tr><td>{'<td>'.join(cells)}"),
        ("Markdown", f"a|\n-|\n{'|'.join(cells)}"),
    ):
        (table,) = tables_in(text, kind)
        assert table.rows == [["44 62", "44 62", "1.06_1", "1.06", "1 2"]]


def test_pages_that_are_no_html_are_read_soon() -> None:
    for text in ("<![x[y]]><!x", "<!--" * 50_000, "<table><tr><td>" * 2000, "<a " * 20_000):
        page = f"{text}--></table><table><tr><td>a<td>b<tr><td>1<td>2"
        assert [*tables_in(page, "HTML")][-1:] in ([], [PrintedTable("", ["a", "b"], [["1", "2"]])])
