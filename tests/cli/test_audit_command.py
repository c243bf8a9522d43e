"""exact audit: the verdicts on a file of figures, in every format and as a file."""

import csv
import io
import json
from pathlib import Path

import pytest
from support import Command, ungrouped

from exact.cli.commands import audit

TEXT = """printed,claim,source,verdict
1.0579 %,"house edge of banco, 8 decks",a page,=1+1
0.9512,"standard deviation of punto, 8 decks",,
1.96%,"house edge of banco, 8 decks",,
1 in 44.4,"hit frequency of dragon-7, 8 decks",,
nonsense,"house edge of banco, 8 decks",,
"""


@pytest.fixture
def figures(tmp_path: Path) -> Path:
    path = tmp_path / "figures.csv"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_the_contract_of_json(figures: Path, exact: Command) -> None:
    ran = exact("audit", str(figures), "--format", "json")
    assert (ran.code, ran.err) == (1, "")
    answer = json.loads(ran.out)
    first, deviation, wrong, chance, unreadable = answer["rows"]
    assert {key: first[key] for key in ("row", "claim", "printed", "verdict", "exact", "digits", "reason")} == {
        "row": 2,
        "claim": "house edge of banco, 8 decks",
        "printed": "1.0579 %",
        "verdict": "agrees",
        "exact": "114753351728/10847218479825",
        "digits": 5,
        "reason": None,
    }
    assert (first["source"], first["file_verdict"]) == ("a page", "=1+1")
    assert deviation["exact"].startswith("0.951152716122629786893630397930")
    assert (wrong["verdict"], wrong["digits"]) == ("disagrees", 1)
    assert (chance["verdict"], chance["digits"]) == ("agrees", 3)
    assert (unreadable["verdict"], unreadable["exact"], unreadable["digits"]) == ("unreadable", None, None)
    assert unreadable["reason"].startswith("printed: must be a figure")
    assert answer["verdicts"] == {"agrees": 3, "disagrees": 1, "unreadable": 1}

    printed = exact("audit", str(figures)).out
    for shown in ("1.057906 %", "0.951153", "1 in 44.378", "Verdicts: 3 agrees, 1 disagrees, 1 unreadable"):
        assert shown in ungrouped(printed)


def test_a_formula_is_text_in_csv(figures: Path, tmp_path: Path, exact: Command) -> None:
    rows = exact.csv("audit", str(figures))
    assert rows[0]["file_verdict"] == "'=1+1"
    assert rows[0]["exact"] == "114753351728/10847218479825"
    out = tmp_path / "verdicts.csv"
    assert exact("audit", str(figures), "--out", str(out)).code == 1
    with out.open(encoding="utf-8", newline="") as file:
        written = list(csv.DictReader(file))
    assert [row["verdict"] for row in written] == [row["verdict"] for row in rows]
    assert [row["exact"] for row in written][:1] == [rows[0]["exact"]]
    assert written[0]["file_verdict"] == "'=1+1"


def test_a_claim_is_shown_as_it_was_read_if_it_was_not_written_so(tmp_path: Path, exact: Command) -> None:
    path = tmp_path / "figures.csv"
    claims = "House edge on the banker; 8 decks", "house edge of banco, 8 decks", "edge of tiger, 8 decks"
    path.write_text("\n".join(("claim,printed", *(f'"{claim}",1.06 %' for claim in claims))), encoding="utf-8")
    rows = exact.csv("audit", str(path))[: len(claims)]
    expected = ["house edge of banco, 8 decks", "", "house edge of lucky-6:12-23, 8 decks"]
    assert [row["read_as"] for row in rows] == expected


@pytest.mark.parametrize(
    ("rows", "code", "allowed"),
    [
        ("hello,1\n", 1, 0),
        ('"house edge of banco, 8 decks",1.06%\nhello,1\n', 1, 0),
        ('hello,1\n"house edge of banco, 8 decks",1.07%\n', 1, 1),
        ("", 1, 1),  # nothing was checked
    ],
)
def test_what_could_not_be_read_is_a_failure_unless_allowed(
    rows: str, code: int, allowed: int, tmp_path: Path, exact: Command
) -> None:
    path = tmp_path / "figures.csv"
    path.write_text(f"claim,printed\n{rows}", encoding="utf-8")
    words = "audit", str(path)
    assert (exact(*words).code, exact(*words, "--allow-unreadable").code) == (code, allowed)
    assert exact(*words, "--out", str(tmp_path / "out.csv")).code == code


def test_exit_codes(tmp_path: Path, exact: Command) -> None:
    path = tmp_path / "right.csv"
    path.write_text('claim,printed\n"house edge of banco, 8 decks",1.06%\n', encoding="utf-8")
    assert exact("audit", str(path)).code == 0
    assert "lacks the column" in exact.refused("audit", __file__)
    for name in ("none.csv", "null\0", "n" * 300):
        assert "' cannot be read: " in exact.refused("audit", str(tmp_path / name))
    assert "must end in" in exact.refused("audit", str(path), "--out", str(tmp_path / "x.txt"))
    assert "would overwrite the input file" in exact.refused("audit", str(path), "--out", str(path))
    assert "required: FILE" in exact.refused("audit")


def test_rows_beyond_the_bound_are_judged_and_counted(
    figures: Path, tmp_path: Path, exact: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "MOST_ROWS", 2)
    monkeypatch.setattr(audit, "_BLOCK", 2)
    answer = json.loads(exact("audit", str(figures), "--format", "json").out)
    assert len(answer["rows"]) == 2
    assert answer["verdicts"]["disagrees"] == 1
    assert answer["notes"] == ["3 more rows are judged and counted, but not listed: give --out FILE.csv."]
    out = tmp_path / "verdicts.jsonl"
    assert exact("audit", str(figures), "--out", str(out)).code == 1
    assert [json.loads(line)["row"] for line in out.read_text("utf-8").splitlines()] == ["2", "3", "4", "5", "6"]


def test_what_a_verdict_rests_on_is_said(tmp_path: Path, exact: Command) -> None:
    path = tmp_path / "figures.csv"
    rows = (
        '"house edge of banco, 8 decks, rules come-si-gioca",1.06%',
        '"probability of a streak of 9 banco, 8 decks",0.1%',
    )
    path.write_text("\n".join(("claim,printed", *rows)), encoding="utf-8")
    answer = exact.json("audit", str(path))
    assert answer["assumed"]
    assert set(answer["assumed"]) == set(exact.json("odds", "--decks", "8", "--rules", "come-si-gioca")["assumed"])
    assert answer["notes"] == ["Some exact values suppose this: successive coups taken as independent."]


PAPER = r"""\begin{table}\caption{Edges, 8 decks} \begin{tabular}{lll} Bet & House edge & Note =1+1 \\ \midrule
\textbf{Banker} & 1.06\% & <script> \\ Player & 1.60\% & x \\ \end{tabular}\end{table}"""


def test_the_tables_of_a_document(tmp_path: Path, exact: Command) -> None:
    """Claims are shown and judged only when told; then verdicts stand where the figures stand, in every format."""
    path, out = tmp_path / "paper.tex", tmp_path / "verdicts.csv"
    path.write_text(PAPER, encoding="utf-8")
    ran = exact("audit", str(path), "--format", "json")
    answer = json.loads(ran.out)
    assert (ran.code, answer["verdicts"], answer["rows"]) == (1, {}, [])
    assert [(entry["head"], entry["claim"], entry["first_figure"]) for entry in answer["map"]] == [
        ("House edge", "house edge of {row}, 8 decks", "house edge of Banker, 8 decks: 1.06%"),
        ("Note =1+1", None, "not read"),
    ]
    assert "Nothing is judged" in answer["notes"][0]

    words = "audit", str(path), "--map", "proposed"
    ran = exact(*words, "--format", "json")
    answer = json.loads(ran.out)
    right = {"claim": "house edge of Banker, 8 decks", "printed": "1.06%", "verdict": "agrees"}
    assert (ran.code, answer["table_1"][0]) == (1, {"Bet": "Banker", "House edge": right, "Note =1+1": "<script>"})
    (wrong,) = answer["rows"]
    assert (wrong["row"], wrong["source"], wrong["column"]) == (2, "table 1", "House edge")
    assert "Table 1: Edges, 8 decks\n\nBet     House edge                  Note =1+1\n" in exact(*words).out
    assert r"1.60\% disagrees (1.2351~\%) & x" in exact(*words, "--format", "latex").out
    assert "1.60% disagrees (1.2351 %) | x" in exact(*words, "--format", "markdown").out
    assert [row["House edge"] for row in exact.csv(*words)] == ["1.06% agrees", "1.60% disagrees (1.2351 %)"]
    assert exact(*words, "--out", str(out)).out.startswith("Verdicts: 1 agrees, 1 disagrees")
    assert [line.split(",")[0] for line in out.read_text("utf-8").splitlines()] == ["row", "1", "2"]


@pytest.mark.parametrize(
    "text", [PAPER, "|Bet|House edge, 8 decks|\n|-|-|\n|Tie|14.36%|", "<TABLE><tr><td>Bet<td>Edge<tr><td>Tie<td>14.36%"]
)
def test_a_document_on_standard_input(text: str, exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(text.encode()))))
    assert exact.csv("audit", "-", "--map", "proposed")[0]["Bet"] in ("Banker", "Tie")
