"""The schemas that are published are those of the answers; `Command.json` validates every answer of every test."""

import json
import shlex
from copy import deepcopy

import pytest
from support import Command
from support.schemas import FOLDER, violations

from exact.report.data import SCHEMAS

QUESTIONS = [
    "odds --values 6,0,0,0,0,0,0,0,0,0",
    "bet tie --values 0,0,0,0,0,0,0,0,0,8 --given punto=9",
    "promotion match-play --bet punto",
    "promotion coupon --bet banco --pays 2",
    "promotion non-negotiable --bet punto",
    "promotion rolling --bet banco --rate 1%",
    "promotion commission --bet tie",
    "promotion fair-odds --bet lucky-6",
    "promotion rebate --bet punto --rate 20% --coups 5 --stop-win 3 --stop-loss 2",
    "equilibrium --model A1 --decks 1",
    "equilibrium --model B1 --decks 1 --player 5=9/11",
    "equilibrium --model B3 --values 6,0,0,0,0,0,0,0,0,3",
    "count tie,punto --tags 1,0,0,0,0,0,0,0,0,0 --decks 1 --unseen 10,12 --running --trigger 1",
    'session banco --coups 3 --at-least 1 --at-most 0 --runs "banco 2"',
    'ask "{house edge,standard deviation,skewness} of tie, {6,8} decks"',
    'ask "house edge of tie, 6 decks" --as percent',
    'ask "standard deviation of tie minus standard deviation of punto, 8 decks"',
    'ask "house edge of {punto-pair,tie}, shoe 16 4 4 4 4 4 4 4 4 4"',
]
"""Kinds of answers that no other test of the formats asks for."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_kind_of_answer_has_the_shape_of_its_schema(question: str, exact: Command) -> None:
    answer = exact.json(*shlex.split(question))
    assert answer["schema"] == f"urn:exact-baccarat:{question.split()[0]}:1"


def test_every_contract_has_a_schema_and_the_page_lists_it() -> None:
    page = (FOLDER.parent / "json.md").read_text(encoding="utf-8")
    assert {file.stem for file in FOLDER.iterdir()} == SCHEMAS | {"answer"}
    assert all(f"(schemas/{name}.json)" in page for name in SCHEMAS | {"answer"})


@pytest.mark.parametrize(("question", "key"), [("odds --decks 8", "bets"), ("bets dragon", "provenance")])
def test_a_schema_notices_what_is_missing_wrong_or_new(question: str, key: str, exact: Command) -> None:
    answer = exact.json(*question.split())
    lacking, wrong, new = (
        deepcopy(answer),
        deepcopy(answer),
        json.loads(json.dumps(answer).replace('"inputs"', '"put"')),
    )
    del lacking[key]
    wrong["exactness"] = "roughly"
    assert all(violations(each) for each in (lacking, wrong, new))
    if key == "bets":
        answer["bets"]["punto"]["house_edge"] = 0.0123
        assert violations(answer)
