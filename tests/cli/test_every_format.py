"""Every command tells the same facts in every format: its cells, its parameters, its notes and what it assumes."""

import csv
import importlib
import io
import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from support import Command, Ran, ungrouped
from support.schemas import violations

from exact.answers.table import Answer, Detailed, Exactness, Rounded, Table, cell_text
from exact.arithmetic import decimal_text, fraction_text
from exact.cli.main import COMMANDS
from exact.questions.figure import parse_asked
from exact.questions.quantities import QUANTITIES
from exact.report import latex, markdown
from exact.report.data import csv_files, ids_by_name
from exact.report.render import inexact, render_answer

QUESTIONS = [
    "odds --decks 8",
    "odds --rules castle-vaduz --decks 8 --given punto=4,0",
    "bet dragon-7 --decks 8 --with tie --rules come-si-gioca",
    "bets dragon",
    "bets lucky --decks 8 --sort edge --rules come-si-gioca",
    "bet banco --commission 4% --rebate 0.8% --decks 8",
    "bet banco --with tie --kelly --rebate 2% --decks 8 --fraction 1%,0 --rules come-si-gioca",
    "bet tie --pays 9 --kelly --decks 8 --digits 15",
    "bet long-tie.toml --jackpot 250 --return 95% --decks 8",
    "bet two-ties.toml --decks 8",
    "bet drawn.toml --decks 8 --digits 4",
    "removal --bet banco --decks 8 --rules come-si-gioca",
    "removal --bet perfect-9 --decks 1",
    "bet banco --closed-form --rules come-si-gioca",
    "joint punto_total banco_cards --decks 8 --rules come-si-gioca",
    "bet banco --unit 1 --stakes 15..40 --rules come-si-gioca",
    "bet banker --unit 1 --stakes 1..5 --commission 5%",
    "dependence --decks 8 --coups 2 --rules castle-vaduz",
    "signal --positions 1,5 --partition A/2/3-5/6-9 --decks 8 --rules come-si-gioca",
    "signal --positions 2 --search --bets banco,punto-pair --decks 1",
    "equilibrium --model B1 --decks 1 --remove 9 --commission 5%",
    "equilibrium --model A1 --decks 1 --commission 0%..10%",
    "equilibrium --model B1 --closed-form",
    "session --bet banco,tie --coups 3 --stake 2,1 --bankroll 5 --target 9",
    "session --bet punto --coups 5 --one-shoe --decks 1",
    "session banco --coups 300 --stop-win 10 --stop-loss 10",
    'session banco --coups 201 --runs "banco 3"',
    "session banco --coups 2 --house 101 --observed-win=0.25 --decks 8",
    "session punto,tie --coups 201 --plan '1, 2 tie' --stop-win 5 --decks 8",
    "session tie --coups 3 --bankroll 5 --values 15,0,0,0,0,0,0,2,0,1",
    "perfect tie --unseen 6 --plan",
    "count tie --tags 1,0,0,0,0,0,0,0,0,0 --decks 1 --plan",
    "promotion rebate --bet punto --rate 20% --coups 3 --rules come-si-gioca",
    "spread --bet punto-natural,punto-pair --unseen 8,20 --decks 1 --rules come-si-gioca",
    "perfect --bet tie --unseen 6,7 --decks 8 --rules come-si-gioca --grid 0%,5%",
    "count --bet dragon-7 --tags 0,0,0,0,0,0,0,1/2,1,0 --values 15,0,0,0,0,0,0,2,0,1 --cut 11 --trigger 1 --rules come-si-gioca",
    "count --bet tie --tags 1,0,0,0,0,0,0,0,0,0 --decks 1 --unseen 10 --kelly",
    "perfect tie --unseen 6 --decks 1 --kelly",
    "study --bet tie,dragon-7 --shoes 5 --rules come-si-gioca",
    "coup 9 K 6 6 3 --rules come-si-gioca --stake punto=10 --stake tie=5",
    "rules",
    "rules castle-vaduz:literal",
    "rules standard --explain",
    "rules come-si-gioca --flip --decks 8 --commission 5%",
    "identify 0.4462",
    "audit figures.csv",
    "cite",
    "shoes shoes.csv --out answers.csv --rules come-si-gioca",
    "shoes --dealt dealt.txt --decks 8 --out answers.csv",
    "verify results answers.json --smoke",
    "verify simulated counts.json",
    "tables --only coefficients --out tables-here",
]
FILES = {
    "shoes.csv": "c0,c1,c2,c3,c4,c5,c6,c7,c8,c9\n128,32,32,32,32,32,32,32,32,32\n",
    "dealt.txt": "9 8 4 K\n",
    "answers.json": "[]",
    "long-tie.toml": """
name = "long-tie"
jackpot = { seed = 10, contribution = "10 %" }
category = [{ name = "six", when = "tie and cards == 6", pays = "jackpot" }, { name = "win", when = "tie", pays = "3" }]
""",
    "drawn.toml": """
name = "drawn"
[draw]
of = "cards"
drawn = 2
multipliers = { 2 = 0.9, 8 = 0.1 }
multiplied = { pair = "punto_first_two" }
fee = "20 %"
[[category]]
name = "pair"
when = "punto_pair"
pays = 9
""",
    "two-ties.toml": """
name = "two-ties"
jackpot = { tables = 2, mini = { seed = 10, contribution = 0.1 }, grand = { seed = 99, contribution = 0 } }
category = [{ name = "six", when = "tie and cards == 6", pays = "grand" }, { name = "tie", when = "tie", pays = "mini" }]
""",
    "figures.csv": 'claim,printed,page\n"house edge of banco, 8 decks",1.06%,=1\n"skewness of tie, 8 decks",2,\nx,y,\n',
    "counts.json": '{"decks": 8, "coups": 10000, "outcomes": {"punto": 4462, "banco": 4586, "tie": 952}}',
}
LONG = {
    "removal --bet perfect-9 --decks 1",
    "signal --positions 2 --search --bets banco,punto-pair --decks 1",
    "equilibrium --model B1 --closed-form",
    "rules come-si-gioca --flip --decks 8 --commission 5%",
    "verify simulated counts.json",
    'session banco --coups 201 --runs "banco 3"',
}
"""Questions that take over a third of a second; each of their commands is also asked a shorter one."""
FORMATS = ("json", "csv", "markdown", "latex")
PAGE = (Path(__file__).parents[2] / "docs" / "explanation" / "exact.md").read_text(encoding="utf-8")
NOT_EXACT = re.findall(r"^\| `exact (.*?)` \| (.*?) \| (bounds|simulated|approximation): ", PAGE, re.MULTILINE)
"""What the page says is not exact: questions, the tables, and how exact these are."""


@pytest.fixture(autouse=True)
def in_a_folder_with_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def ways_to_say(cell: Any) -> tuple[str, ...]:
    """The texts of which one says what is in a cell."""
    if isinstance(cell, Detailed):
        return cell.text, str(cell.value)
    if not isinstance(cell, Rounded):
        return cell_text(cell), str(cell)  # the second for true and false
    decimal = decimal_text(cell.value, cell.digits)
    return decimal, fraction_text(cell.value), cell_text(cell)


def facts(answer: Answer) -> Iterator[tuple[str, ...]]:
    """Everything that a format must say, each as the texts of which one will do."""
    for table in answer.tables:
        yield from () if table.rearranged else cells_of(table)
    for entry in answer.parameters:
        if entry.label is not None:
            values = entry.value.values() if isinstance(entry.value, Mapping) else [entry.value]
            yield from ((*entry.shown, *leaves(value)) for value in values)
    yield from said_of_the_rules(answer)


def cells_of(table: Table) -> Iterator[tuple[str, ...]]:
    for row in table.rows:
        cells = (cell for cell, column in zip(row, table.columns, strict=True) if not column.derived)
        yield from (ways_to_say(cell) for cell in cells if cell is not None)


def said_of_the_rules(answer: Answer) -> Iterator[tuple[str, ...]]:
    """The rules and what they assume: plain text says these too, though it leaves out long sections."""
    yield from ((str(entry.value),) for entry in answer.parameters if entry.key == "rules")
    yield from ((assumption.phrase,) for assumption in answer.assumptions or ())


def leaves(value: Any) -> tuple[str, ...]:
    """A parameter as one text, or its first part, where a list stands in JSON as one."""
    parts = list(flattened(value))
    return " ".join(parts), *parts[:1], *([cell_text(value)] if isinstance(value, bool) else [])


def flattened(value: Any) -> Iterator[str]:
    if isinstance(value, list | tuple) and not isinstance(value, Rounded):
        for part in value:
            yield from flattened(part)
    else:
        yield str(value) if isinstance(value, bool) or value is None else cell_text(value)


def spoken(style: str, printed: str) -> str:
    """What a format says, freed from its quoting."""
    if style == "csv":
        return "\n".join("\t".join(row) for row in csv.reader(io.StringIO(printed)))
    if style == "json":
        return "\n".join(texts_of(json.loads(printed)))
    return printed


def texts_of(data: Any) -> Iterator[str]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield str(key)
            yield from texts_of(value)
    elif isinstance(data, list):
        yield " ".join(map(str, data))
        for value in data:
            yield from texts_of(value)
    else:
        yield str(data)


def bare(text: str) -> str:
    """Letters, digits and what numbers are written with: no format breaks or moves these."""
    return re.sub(r"[^a-zA-Z0-9./]", "", text.replace(r"\allowbreak", ""))


def quoted(style: str, text: str) -> str:
    """`bare`, of ``text`` as a format quotes it."""
    escapes = {"markdown": markdown.escape, "latex": latex.escape}
    return bare(escapes[style](text) if style in escapes else text)


def test_every_command_is_asked() -> None:
    elsewhere = {"serve", "ask"}  # JSON alone, an answer for each format
    assert {question.split()[0] for question in QUESTIONS} | elsewhere == set(COMMANDS)
    assert len(COMMANDS) <= 24


def asked(questions: list[str]) -> list[Any]:
    return [pytest.param(question, marks=[pytest.mark.slow] if question in LONG else []) for question in questions]


@pytest.mark.parametrize("question", asked(QUESTIONS))
def test_each_format_tells_the_same_facts(question: str, exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is run once, and its answer printed as the command prints it in every format."""
    main = importlib.import_module("exact.cli.main")
    answers: list[Answer] = []
    write_answer = main.write_answer
    monkeypatch.setattr(main, "write_answer", lambda answer, *_: answers.append(answer))
    ran = exact(*shlex.split(question))
    (answer,) = answers
    assert ran.code == (2 if answer.error else answer.code)
    check_exactness(answer, question)
    for style in FORMATS:
        said = spoken(style, render_answer(answer, style))
        if style == "csv":
            write_answer(answer, style)
            said = "\n".join(
                [exact.capsys.readouterr().err, *(spoken(style, file) for file in csv_files(answer).values())]
            )
        letters = bare(said)
        for ways in facts(answer):
            assert any(quoted(style, way) in letters or bare(way) in letters for way in ways), (style, ways)
        if answer.assumptions == ():
            assert "Assumed" not in said
        if style == "latex":  # an unescaped % would hide the rest of its row
            assert not re.search(r"(?<!\\)%.*\\\\$", said, re.MULTILINE)
    for name, ids in ids_by_name(answer).items():
        check_alone(main._tables_alone, answer, name, ids)
    letters = bare(render_answer(answer, "text"))
    for (fact,) in [*said_of_the_rules(answer)][answer.silent :]:  # silent: the answer is in a file
        assert bare(fact) in letters


def check_exactness(answer: Answer, question: str) -> None:
    """The page lists the tables that are not exact, and every format says how exact they are."""
    stated = {
        table: state for asked, tables, state in NOT_EXACT if asked == question for table in tables.split("`")[1::2]
    }
    weak = [table for table in answer.tables if table.rows and table.exactness != "exact"]
    assert {table.id: table.exactness for table in weak if not table.rearranged} == stated
    shown = json.loads(render_answer(answer, "json"))
    assert violations(shown) == []
    assert shown["exactness"] == max([*stated.values(), "exact"], key=[*Exactness].index)
    assert {name: state for name, state in shown["exactness_of"].items() if state != "exact"} == stated
    assert shown.get("neglected", {}).keys() == {table.id for table in weak if table.neglects}
    for style in ("text", "markdown", "latex"):
        letters = bare(render_answer(answer, style))
        assert all(quoted(style, line) in letters for table in weak for line in inexact(table))
        assert f"{shown['provenance']['version']}{shown['exactness']}" in letters


def test_the_page_of_what_is_not_exact_has_only_questions_that_are_asked() -> None:
    of_commands = {question for question, _tables, _state in NOT_EXACT if not question.startswith("ask ")}
    assert of_commands < set(QUESTIONS)


def test_figures_are_as_exact_as_the_page_says(exact: Command) -> None:
    page = {shlex.split(question)[1]: state for question, _tables, state in NOT_EXACT if question.startswith("ask ")}
    assert {quantity.measure for quantity in QUANTITIES if "cut" in quantity.allows} == {
        parse_asked(question).questions[0].quantity.measure
        for question, state in page.items()
        if state == "approximation"
    }
    for question, state in page.items():
        shown = exact.json("ask", question)
        assert (shown["exactness"], shown["figures"][0]["exactness"]) == (state, state)
        laid_out = exact("ask", re.sub(r"of (tie|dragon-7)\b", r"of {\1}", question, count=1)).out
        assert ("Approximation: as if" in laid_out) == (state == "approximation")
    assert exact.json("ask", "house edge of tie, 8 decks")["exactness"] == "exact"


def check_alone(tables_alone: Callable[..., Answer], answer: Answer, name: str, ids: list[str]) -> None:
    """What ``--table name`` prints has the cells of those tables in every format; CSV has one kind of row."""
    stated = {entry.key for entry in answer.parameters}
    tables = [table for table in answer.tables if table.id in ids and table.id not in stated]
    for style in FORMATS if len(ids) == 1 else set(FORMATS) - {"csv"}:
        letters = bare(spoken(style, render_answer(tables_alone(answer, [name], style), style)))
        for table in tables:
            for ways in cells_of(table):
                assert any(quoted(style, way) in letters or bare(way) in letters for way in ways), (style, name, ways)


@pytest.mark.parametrize(
    ("question", "tables"),
    [
        ("odds --decks 8", ["outcomes", "bets"]),
        ("removal --bet banco --decks 8", ["effects", "tags"]),
        ("session banco --coups 3", ["figures", "quantiles", "numerators"]),
        ("rules", ["rulebooks", "readings"]),
    ],
)
def test_each_table_alone_is_one_of_the_files_of_the_whole_answer(
    question: str, tables: list[str], exact: Callable[..., Ran]
) -> None:
    """CSV has one kind of row: that of the first table, or of the one that is chosen."""
    words = question.split()
    whole = exact(*words, "--format", "csv", "--save", "out")
    first = next(iter(json.loads(Path("out", "answer.json").read_text(encoding="utf-8"))["exactness_of"]))
    assert whole.out == Path("out", f"{first}.csv").read_text(encoding="utf-8")
    assert "note" not in whole.out
    assert "provenance" not in whole.out
    assert f"{tables[-1]}; use --table NAME, or --save DIR for all." in whole.err
    for table in tables:
        alone = exact(*words, "--format", "csv", "--table", table).out
        assert alone == Path("out", f"{table}.csv").read_text(encoding="utf-8")
        cell = next(iter(csv.DictReader(io.StringIO(alone))))
        assert next(iter(cell.values())) in ungrouped(exact(*words, "--table", table).out)
        assert "provenance" in json.loads(exact(*words, "--format", "json", "--table", table).out)


def test_a_file_in_place_of_the_folder_to_save_in_is_refused(exact: Command) -> None:
    Path("out").write_text("x", encoding="utf-8")
    assert exact.refused("odds", "--save", "out").startswith("exact: save: 'out' cannot be written")


@pytest.mark.parametrize(
    "words",
    [
        "audit figures.csv --out verdicts.csv --table audit",
        "equilibrium --model B2 --decks 6 --gambit b2.efg --table b2.json",
        "session tie --coups 3 --save out --table law,nothing",
    ],
)
def test_a_refused_table_leaves_no_file(exact: Command, words: str) -> None:
    before = sorted(Path().iterdir())
    assert exact.refused(*words.split()).startswith("exact: table: ")
    assert sorted(Path().iterdir()) == before
