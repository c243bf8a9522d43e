"""The engine that Coq writes from the theorems: it is the committed one, and the judge of engines finds nothing wrong.

`nox -s proof` runs this; it needs Coq and OCaml, and fails without.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.coq import SOURCES

from exact import Shoe
from exact.conformance.vectors.vector_set import load_set
from exact.engine.outcomes import count_outcomes
from exact.game import Granularity
from exact.rules.documents import interpretation, reading_ids

pytestmark = pytest.mark.proof

ENGINE = SOURCES / "engine"
EXTRACTED = ("proved.mli", "proved.ml")
BY_RANK = [name for name in reading_ids() if interpretation(name).rules().tableau.ranks]
BANCO_ON_4 = "(false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))"


def built(folder: Path) -> str:
    """The program made from the sources in a folder."""
    command = ["ocamlopt", "-o", "proved-engine", *EXTRACTED, "main.ml"]
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (0, "")
    return str(folder / "proved-engine")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("engine")
    shutil.copytree(ENGINE, folder, dirs_exist_ok=True)
    return built(folder)


def replies(program: str, *lines: str) -> list[dict[str, object]]:
    text = "".join(f"{line}\n" for line in lines)
    ran = subprocess.run([program], input=text, capture_output=True, text=True, check=True, timeout=600)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def request(**changed: object) -> str:
    return json.dumps({"id": "1", "kind": "outcomes", "rules": "standard", "shoe": {"values": [1] * 10}} | changed)


def judged(program: str, *options: str) -> tuple[int, dict[str, object]]:
    words = [sys.executable, "-m", "exact", "verify", "engine", program, "--total-timeout", "3600", "--format", "json"]
    ran = subprocess.run([*words, *options], capture_output=True, text=True, check=False, timeout=3600)
    return ran.returncode, json.loads(ran.stdout)


def test_coq_extracts_the_committed_engine(proof: tuple[Path, str]) -> None:
    version = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True).stdout
    extracted = proof[0] / "engine"
    if version.startswith("8.16."):
        for name in EXTRACTED:
            assert (extracted / name).read_bytes() == (ENGINE / name).read_bytes(), name
    else:  # another version may write the same functions in other words
        shutil.copy(ENGINE / "main.ml", extracted)
        assert judged(built(extracted), "--smoke")[0] == 0


def test_the_judge_asks_the_whole_domain_and_finds_nothing_wrong(program: str) -> None:
    code, report = judged(program)
    requests = [vector.request for vector in load_set().vectors]
    asked = [each for each in requests if each["kind"] == "outcomes" and each["shoe"] != "infinite"]
    assert (code, report["conforms"]) == (0, True)
    assert report["asked"] == report["right"] == len(asked)


def test_the_judge_finds_a_changed_cell(tmp_path: Path) -> None:
    shutil.copytree(ENGINE, tmp_path, dirs_exist_ok=True)
    source = tmp_path / "proved.ml"
    draws_against_8 = BANCO_ON_4.replace("(false::(false::(true::[]", "(true::(false::(true::[]")
    source.write_text(source.read_text().replace(BANCO_ON_4, draws_against_8, 1))
    code, report = judged(built(tmp_path), "--smoke")
    assert code == 1
    assert report["causes"] == ["banco draws on 4 against 8"]


@pytest.mark.parametrize("name", BY_RANK)
def test_rules_that_look_at_ranks(program: str, name: str) -> None:
    tableau = interpretation(name).rules().tableau
    by_rank = [[32] * 13, [3, 0, 2, 1, 4, 2, 0, 1, 3, 5, 2, 0, 7], [1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2, 1, 0]]
    by_card = [(7 * place * place + 3) % 11 for place in range(52)]
    shoes = [Shoe(counts, Granularity.RANKS) for counts in by_rank] + [Shoe(by_card, Granularity.CARDS)]
    lines = [request(rules=name, shoe={shoe.granularity.word: list(shoe.counts)}) for shoe in shoes]
    expected = [{side.value: str(count) for side, count in count_outcomes(shoe, tableau).items()} for shoe in shoes]
    assert [reply["counts"] for reply in replies(program, *lines)] == expected


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "not JSON of this protocol at character 2"),
        (request() + "]", "not JSON"),
        ('{"id": "\\u00g0"}', "not JSON of this protocol at character 13"),
        ("[" * 60000, "nested too deeply"),
        (request(id="x" * 70000), "65536 bytes"),
        ("[]", "must be an object"),
        (request(id=1), "id: must be a text"),
        (request(kind="bet"), "kind must be outcomes"),
        (request(given="punto=4,4"), "id, kind, rules and shoe alone"),
        (request(rules="no-such-rules"), "rules: no-such-rules is not the name of a reading"),
        (request(rules=BY_RANK[0]), "these rules need ranks or cards"),
        (request(shoe="infinite"), "one list: values, ranks or cards"),
        (request(shoe={"values": [1] * 10, "ranks": [1] * 13}), "one list"),
        (request(shoe={"values": [1] * 11}), "10 values, 13 ranks or 52 cards"),
        (request(shoe={"values": [5, *[0] * 9]}), "six cards at least"),
        (request(shoe={"values": [-1, *[9] * 9]}), "shoe: -1 must be a whole number of at least 0"),
        (request(shoe={"values": [1.5, *[9] * 9]}), "shoe: 1.5 must"),
        (request(shoe={"values": ["1", *[9] * 9]}), "a count must be a number"),
        (request(shoe={"values": [True, *[9] * 9]}), "shoe: true must"),
        (request().replace("[1,", "[01,"), "without leading zeros"),
        (request(shoe={"values": [10**40, *[9] * 9]}), "a number of cards has 41 digits, at most 40"),
    ],
)
def test_what_the_engine_refuses(program: str, line: str, says: str) -> None:
    refused, answered = replies(program, line, request(id='a "quoted" name'))
    assert says in str(refused["error"])
    assert "counts" not in refused
    assert answered["id"] == 'a "quoted" name'
    assert answered["counts"] == {"punto": "66448", "banco": "68728", "tie": "16024"}  # by exact.reference.walk
