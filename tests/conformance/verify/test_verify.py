"""exact verify: engines that conform, engines that are broken, exactness, shrinking, and files of answers."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import shlex
import shutil
import subprocess
import sys
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support import Command
from support.scripted_engines import (
    FIVE_CARDS,
    STANDARD,
    TWO,
    Asking,
    Verified,
    coup,
    hello,
    judged,
    one_blank,
    script,
    shoe,
)

from exact.conformance.comparison import correct_digits, judge
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.faults.register import faults
from exact.conformance.vectors.smoke import is_killed
from exact.conformance.vectors.vector_set import DATA, load_set
from exact.conformance.verify import protocol
from exact.conformance.verify.protocol import decoded, outside, parse_handshake
from exact.conformance.verify.results import read_results
from exact.conformance.verify.shrinking import can_shrink, cards_of, fewest_decks, shrink
from exact.errors import ExactError

FAULTS = {fault.id: fault for fault in faults()}
ADAPTERS = Path(__file__).parents[2] / "adapters"


# --- engines that conform, and the same engines broken ---------------------------------------------------------------


def every_coup_and_some_shoes() -> list[dict[str, Any]]:
    rng = random.Random(6)
    requests = [shoe(128, *[32] * 9), shoe(*[10**12] * 10), FIVE_CARDS, shoe(-1, *[9] * 9), shoe(*[9] * 9)]
    requests += [{**STANDARD, "kind": "outcomes", "shoe": {"ranks": [3] * 13}}]
    requests += [{**STANDARD, "kind": "outcomes", "shoe": {"cards": [rng.randrange(3) for _ in range(52)]}}]
    for _ in range(6):
        requests.append(shoe(6, *[rng.choice((0, 0, 1, 2, 3, rng.randrange(40))) for _ in range(9)]))
    # Every cell of the tableau: banco holds b and 0, punto t and 0 (or stands on 6), and every third card.
    requests += [coup(f"{p} {b} 0 0 {third} 5") for p in "057" for b in range(8) for third in range(10)]
    requests += [coup("9h 8s Kd Ac"), coup("Th 10s Jd Qc As 2c"), coup("K K 2"), coup("K X 2 3 4 5")]
    return requests


ENGINES = {
    "engine.py": ('4: "234567"', '4: "23456"'),
    "engine.mjs": ("4: [2, 3, 4, 5, 6, 7]", "4: [2, 3, 4, 5, 6]"),
    "engine.c": ('"SSDDDDDDSSD"', '"SSDDDDDSSSD"'),
}
"""For each adapter a text of its source, and what it is replaced by to make banco stand on 4 against 7."""


def command_of(source: Path) -> str:
    """Build the adapter, if it has to be built; the command that runs it."""
    if source.suffix == ".py":
        return shlex.join([sys.executable, "-I", "-S", str(source)])
    tool = "node" if source.suffix == ".mjs" else "cc"
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    if tool == "node":
        return shlex.join(["node", str(source)])
    built = source.with_suffix("")
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(built), str(source)], check=True, timeout=60)
    return str(built)


@pytest.mark.parametrize(
    "name", ["engine.py", *(pytest.param(name, marks=pytest.mark.slow) for name in [*ENGINES][1:])]
)
def test_an_adapter_conforms_in_under_80_lines(name: str, asking: Asking, exact: Command, tmp_path: Path) -> None:
    source = shutil.copy(ADAPTERS / name, tmp_path)
    assert len(Path(source).read_text(encoding="utf-8").splitlines()) < 80
    asking(every_coup_and_some_shoes())
    ran = exact("verify", "--engine", command_of(Path(source)))
    assert (ran.code, ran.err) == (0, ""), ran.out
    assert ran.out.startswith("conforms on ")
    assert "left out" not in ran.out
    assert "note" not in ran.out
    smoke = exact("verify", "--engine", command_of(Path(source)), "--smoke")
    assert (smoke.code, smoke.err) == (0, ""), smoke.out
    assert "note" not in smoke.out


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_an_adapter_passes_every_shipped_vector(name: str, exact: Command, tmp_path: Path) -> None:
    ran = exact("verify", "--engine", command_of(Path(shutil.copy(ADAPTERS / name, tmp_path))))
    assert (ran.code, ran.err) == (0, ""), ran.out
    assert "; 0 wrong numbers\n" in ran.out


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_a_broken_copy_of_an_adapter_is_found_out(name: str, asking: Asking, exact: Command, tmp_path: Path) -> None:
    sound, broken = ENGINES[name]
    text = (ADAPTERS / name).read_text(encoding="utf-8")
    assert text.count(sound) == 1
    source = tmp_path / name
    source.write_text(text.replace(sound, broken), encoding="utf-8")
    asking([shoe(*[8] * 10), *every_coup_and_some_shoes()[-250:]])
    ran = exact("verify", "--engine", command_of(source), "--format", "json")
    assert (ran.code, ran.err) == (1, "")
    report = json.loads(ran.out)
    assert not report["conforms"]
    failing = {entry["subject"]: entry for entry in report["failing"]}
    # Of the coups only those of banco 4 against the third card 7 tell them apart.
    faults = {failure["id"]: failure["fault"] for failure in failing["coup"]["failures"]}
    assert set(faults.values()) == {'banco: expected ["4", "0", "5"], came ["4", "0"]'}
    # The shoe that is shown is as small as a shoe can be, and holds what the fault takes: banco's 4 and punto's third 7.
    smallest = failing["outcomes"]["smallest"]
    counts = smallest["request"]["shoe"]["values"]
    assert sum(counts) == 6
    assert counts[7]
    assert smallest["expected"] == answer(smallest["request"])
    assert smallest["came"]["counts"] != smallest["expected"]["counts"]


def test_the_example_of_the_protocol_is_true() -> None:
    example = re.search(r'\{"values": (\[.*?\])\}\}\n +\{"id": "1", "counts": (\{.*?\})\}', str(protocol.__doc__))
    assert example is not None
    assert answer(shoe(*json.loads(example[1]))) == {"counts": json.loads(example[2])}


def test_only_what_an_engine_can_answer_is_sent(engine: Verified) -> None:
    body = "greet()\nfor r in requests(): reply(r) if r['kind'] == 'outcomes' else sys.exit(7)"
    ran = engine(body, requests=[*TWO, coup("9 8 0 1"), {**TWO[0], "shoe": {"ranks": [4] * 12 + [3]}}])
    assert (ran.code, ran.err) == (0, "")
    assert judged(ran) == (2, 0, 0)
    assert "1 question of 1 kind left out: the engine answers none of them: coup (1)\n" in ran.out
    assert "1 question left out, refused outside its domain: shoes by ranks (1)\n" in ran.out


def test_the_report_names_the_vectors_it_is_about(exact: Command, tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_text("[]", encoding="utf-8")
    digest = sha256((DATA / "SHA256SUMS").read_bytes()).hexdigest()
    words = ("verify", "--results", str(path), "--smoke")
    assert f"\nvectors of version 2, digest {digest}\n" in exact(*words).out
    report = json.loads(exact(*words, "--format", "json").out)
    number = len(json.loads((DATA / "smoke.json").read_bytes())["ids"])
    assert report["vectors"] == {"version": "2", "digest": digest, "released": True, "number": number}


def test_what_strangers_write_is_printed_harmless_and_short(asking: Asking, exact: Command, tmp_path: Path) -> None:
    """Ids, keys, file names and texts with escape codes, line feeds and writing from right to left, thousands of characters long."""
    asking(TWO)
    evil = "\x1b[2J\n\u202e\ud800" + "x" * 5000
    path = tmp_path / "an\x1b[2Jswers\n.json"
    answers = [{"id": "v-0", evil: 1}, {"id": "v-1", "error": evil}, {"id": evil}, {"id": "v-1", "counts": {evil: 1}}]
    path.write_text(json.dumps(answers), encoding="utf-8")
    ran = exact("verify", "--results", str(path))
    assert ran.code == 2
    for line in (*ran.out.splitlines(), *ran.err.splitlines()):
        assert line.isprintable()
        assert len(line) <= 1000
    assert "an\\x1b[2Jswers\\n.json: a file of answers\n" in ran.out
    report = exact("verify", "--results", str(path), "--format", "json").out
    assert len(report) < 5000
    gone = exact("verify", "--results", str(path) + "\n\x1b")
    assert gone.err.count("\n") == 1
    assert gone.err[:-1].isprintable()


def test_what_lies_outside_the_capabilities() -> None:
    able = parse_handshake(hello(kinds=["bet", "outcomes"], bets=["tie"], granularity="ranks", rules="all"))
    bet: dict[str, object] = {"kind": "bet", "bet": "tie", "rules": "classic-it", "shoe": {"ranks": [4] * 13}}
    assert outside(able, bet) is None
    assert str(outside(able, bet | {"bet": "dragon-7"})) == "bet dragon-7"
    assert str(outside(able, bet | {"shoe": {"cards": [4] * 51 + [3]}})) == "shoe by cards"
    assert str(outside(able, {"kind": "given"})) == "kind given"
    assert str(outside(able, {"kind": "no-such-kind"})) == "kind no-such-kind"
    knows_all = parse_handshake(hello(kinds=list(protocol.KINDS), bets="all", granularity="cards", rules="all"))
    assert [
        outside(knows_all, vector.request) for vector in load_set().vectors if outside(knows_all, vector.request)
    ] == []
    assert str(outside(parse_handshake(hello()), TWO[0] | {"rules": "classic-it"})) == "rules classic-it"


# --- exactness and correct digits ------------------------------------------------------------------------------------


def test_correct_digits() -> None:
    third = Fraction(1, 3)
    assert [correct_digits(third, value) for value in (0.3, 0.33, 0.333, 1 / 3, 0.7, -1.0)] == [1, 2, 3, 16, 0, 0]
    assert correct_digits(Fraction(1, 2), 0.5) == 17
    assert correct_digits(Fraction(0), 0.0) == 17
    assert [correct_digits(Fraction(1), 1 + error) for error in (4.5e-7, 5.5e-7, 0.45, 0.55)] == [7, 6, 1, 0]
    assert correct_digits(Fraction(1, 10**12), 1.1e-12) == 1


COUNTS: dict[str, Any] = {"counts": {"punto": "12", "banco": "30", "tie": "0"}}


@pytest.mark.parametrize(
    ("came", "told"),
    [
        (COUNTS, ""),
        (
            {"counts": {"punto": "11", "banco": "30", "tie": "1"}},
            "punto: expected 12, came 11; tie: expected 0, came 1",
        ),
        ({"counts": {"punto": "012", "banco": "30", "tie": "0"}}, "counts, punto: 012 must be a count as a string"),
        ({"counts": {"punto": "12", "banco": "30"}}, "counts: lacks tie"),
        ({"counts": COUNTS["counts"] | {"egalite": "0"}}, "counts: has the unknown 'egalite'"),
        ({"counts": ["12", "30", "0"]}, "must be a JSON object of punto, banco, tie"),
        ({"counts": COUNTS["counts"] | {"tie": "٠"}}, "must be a count as a string"),
        ({"probabilities": {}}, "has no counts, but probabilities"),
        ({}, "has no counts, but nothing"),
        (COUNTS | {"error": "no"}, "is malformed: has error and counts"),
        ({"error": "no", "net": {}}, "is malformed: has error and net"),
        ({"counts": {"punto": True, "banco": None, "tie": "0"}}, "counts, punto: true must be a count"),
    ],
)
def test_exact_answers(came: dict[str, Any], told: str) -> None:
    fault = judge(COUNTS, {"id": "1", **came}, "exact", 9).fault
    assert fault == "" if not told else told in fault


@pytest.mark.parametrize(
    ("came", "told"),
    [
        ({"punto": 12 / 42, "banco": 30 / 42, "tie": 0}, ""),
        ({"punto": 0.285714286, "banco": 30 / 42, "tie": 0.0}, ""),
        ({"punto": 0.2857143, "banco": 30 / 42, "tie": 0}, "punto: expected 0.28571428571428571"[:30]),
        ({"punto": 12 / 42, "banco": 30 / 42, "tie": 1e-3}, "tie: expected 0.0, came 0.001: 3 correct digits"),
        ({"punto": "0.2857", "banco": 30 / 42, "tie": 0}, "probabilities, punto: '0.2857' must be a JSON number"),
        ({"punto": True, "banco": 30 / 42, "tie": 0}, "must be a JSON number"),
        ({"punto": float("inf"), "banco": 30 / 42, "tie": 0}, "must be a JSON number"),
        ({"punto": 12 / 42, "banco": 30 / 42}, "lacks tie"),
    ],
)
def test_floating_answers(came: dict[str, Any], told: str) -> None:
    fault = judge(COUNTS, {"id": "1", "probabilities": came}, "floating", 9).fault
    assert fault == "" if not told else told in fault


@pytest.mark.parametrize(
    ("key", "right", "came", "accepted"),
    [
        ("counts", {"punto": "5", "tie": "0"}, 1 + 2**-40, True),  # a probability of 1, rounded up a little
        ("counts", {"punto": "5", "tie": "0"}, 2.0001, False),
        ("expectation", "7/2", 3.5 + 2**-40, True),
        ("expectation", "7/2", 1.0001e15, False),
    ],
)
def test_a_number_rounded_up_a_little_is_one_and_a_huge_one_is_none(
    key: str, right: Any, came: float, accepted: bool
) -> None:
    answer: dict[str, object] = {"probabilities": {"punto": came, "tie": 0}} if key == "counts" else {key: came}
    judgement = judge({key: right}, answer, "floating", 9)
    assert (judgement.fault == "", "must be a JSON number" in judgement.fault) == (accepted, not accepted)


def test_amounts_are_compared_as_amounts() -> None:
    expected: dict[str, object] = {"net": {"banco": "24.00"}}
    assert judge(expected, {"net": {"banco": "24"}}, "exact", 9).fault == ""
    assert judge(expected, {"net": {"banco": "23.75"}}, "exact", 9).fault == "banco: expected 24.00, came 23.75"
    assert "must be an amount" in judge(expected, {"net": {"banco": 24}}, "exact", 9).fault


def test_true_is_no_number_and_a_float_no_total() -> None:
    expected: dict[str, object] = {"punto_total": 1}
    for wrong in (True, 1.0, "1", None):
        assert judge(expected, {"punto_total": wrong}, "exact", 9).fault
    assert judge({"error": True}, {"error": ""}, "exact", 9).fault
    assert judge({"error": True}, {"error": "five cards"}, "exact", 9).fault == ""
    assert judge({"error": True}, {"error": "five cards", "detail": [1]}, "exact", 9).fault == ""
    assert judge({"error": True}, {"error": "five cards", **COUNTS}, "exact", 9).fault.startswith("is malformed")


@pytest.mark.slow
def test_a_floating_engine_is_told_its_worst_digits(engine: Verified) -> None:
    body = (
        "greet()\nfor r in requests():\n"
        "  c = {k: int(v) for k, v in RIGHT[r['id']]['counts'].items()}\n"
        "  reply(r, counts=None, probabilities={k: float('%.*g' % (11 if r['id'] == 'v-0' else 7, v / sum(c.values()))) for k, v in c.items()})"
    )
    report = json.loads(engine(body, "--format", "json", arithmetic="floating").out)
    assert report["failing"][0]["failures"][0]["id"] == "v-1"
    assert (report["right"], report["wrong"]) == (1, 1)
    worst, best = map(int, report["correct_digits"])
    assert (7 <= worst <= 8, 11 <= best <= 12) == (True, True)
    enough = engine(body, "--digits", "7", arithmetic="floating")
    assert enough.code == 0
    (fewest,) = re.findall(
        r"^fewest correct digits of each kind, and the median: outcomes ([0-9.]+) ", enough.out, re.M
    )
    assert worst - 1 < float(fewest) < worst + 1


# --- shrinking -------------------------------------------------------------------------------------------------------


def test_shrinking_finds_the_least_that_fails() -> None:
    """A fault that takes two sevens and a nine: the least shoe is these and three other cards."""
    asked = []

    def fails(request: dict[str, Any]) -> bool:
        counts = request["shoe"]["values"]
        asked.append(counts)
        return bool(counts[7] >= 2 and counts[9] >= 1)

    found = shrink(shoe(128, *[32] * 9), fails)
    assert isinstance(found["shoe"], dict)
    counts = found["shoe"]["values"]
    assert (sum(counts), counts[7] >= 2, counts[9] >= 1) == (6, True, True)
    assert all(sum(counts) >= 6 for counts in asked)


def test_of_two_shoes_of_as_many_cards_that_with_fewer_classes_is_ordinary() -> None:
    found = shrink(shoe(*[12] * 10), lambda request: cards_of(request) >= 9)
    assert sorted(dict(found["shoe"])["values"]) == [0] * 9 + [9]  # type: ignore[call-overload]


def test_cards_of_one_class_are_tried_though_the_shoe_has_none_left_of_it() -> None:
    def fails(request: dict[str, Any]) -> bool:
        counts = request["shoe"]["values"]
        return bool(counts[6] == sum(counts) or (min(counts[0], counts[3]) >= 2 and min(counts[2], counts[9]) >= 1))

    assert shrink(shoe(128, *[32] * 9), fails) == shoe(0, 0, 0, 0, 0, 0, 6, 0, 0, 0)


def test_an_engine_that_fails_from_some_number_of_decks_on_is_shown_that_number() -> None:
    def fails(request: dict[str, Any]) -> bool:
        return cards_of(request) > 300

    found = fewest_decks(shoe(*[100] * 10), fails)
    assert found is not None
    assert found["shoe"] == {"values": [96] + [24] * 9}
    assert fewest_decks(shoe(*[30] * 10), fails) == {
        **STANDARD,
        "kind": "outcomes",
        "shoe": {"values": [96] + [24] * 9},
    }
    assert fewest_decks(shoe(*[4] * 10), fails) is None


def test_the_smaller_shoes_that_are_tried() -> None:
    """The fewest cards of a class first, the largest class first; then one class, then one class less; six cards at least."""

    def tried(*first: int) -> list[tuple[int, int]]:
        asked: list[list[int]] = []

        def never_fails(request: dict[str, Any]) -> bool:
            asked.append(request["shoe"]["values"])
            return False

        assert shrink(shoe(*first, *[0] * 8), never_fails) == shoe(*first, *[0] * 8)
        return [(counts[0], counts[1]) for counts in asked]

    whole = [(39, 0), (0, 39), *[(0, 0)] * 8, (39, 0), (0, 39)]
    fewer = [*((count, 9) for count in (0, 1, 2, 4, 15, 29)), *((30, count) for count in (0, 1, 2, 4, 8))]
    assert tried(30, 9) == [*fewer, *whole]
    assert tried(6, 1) == [(5, 1), (6, 0), (7, 0), (0, 7), *[(0, 0)] * 8, (7, 0), (0, 7)]
    able = [can_shrink(shoe(6, *[0] * 9)), can_shrink(shoe(5, *[0] * 9)), can_shrink({"cards": ["A"] * 9})]
    assert able == [True, False, False]


def test_whole_decks_are_tried_to_less_than_a_deck_above_and_to_twelve() -> None:
    for cards, most, decks in ((260, 300, 0), (261, 300, 6), (573, 600, 12), (700, 624, 0), (700, 623, 12)):
        found = fewest_decks(shoe(cards, *[0] * 9), lambda request, most=most: cards_of(request) > most)  # type: ignore[misc]
        assert (0 if found is None else cards_of(found) // 52) == decks


@pytest.mark.parametrize(
    ("text", "shown", "told"),
    [
        ("{" + "x" * 80, "{" + "x" * 59, "must be a list of replies, in square brackets"),
        ("[" + "x" * 80, "[" + "x" * 59, "is not JSON: the list does not end"),
        ("[]" + "x" * 80, "]" + "x" * 59, "is not JSON where the list should end"),
        ("x" * 80, "x" * 60, "must be a JSON list, or CSV with the columns id and answer"),
        ('"x"' + "x" * 80, '"x"' + "x" * 57, "is not CSV: "),
    ],
    ids=["object", "endless", "more", "text", "quote"],
)
def test_sixty_characters_of_a_file_without_answers_are_shown(text: str, shown: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "answers").write_text(text, encoding="utf-8")
    with pytest.raises(ExactError) as refused:
        read_results(tmp_path / "answers")
    assert str(refused.value).startswith(f"results: {shown!r} {told}")


def test_the_rows_of_a_file_with_and_without_an_answer(tmp_path: Path) -> None:
    """A row ends where it ends; the id of a reply is that of its row; a field may be as long as the file."""
    path, long = tmp_path / "answers", "y" * 80
    told = f"answer: '{long[:61]}' is its id, but the row has {'x' * 60!r}"
    path.write_text(f'answer,id\n"{{""id"": ""{long[:61]}""}}",{"x" * 61}\n\n{{}},b\n{{}}\n', encoding="utf-8")
    entries = read_results(path)
    assert [entry.where for entry in entries] == ["line 2", "line 4", "line 5"]
    assert entries[0][:1] + entries[0][2:] == ("x" * 61, None, told)
    assert entries[1] == ("b", "line 4", {}, "")
    assert entries[2][:1] + entries[2][2:] == (None, {}, "")
    path.write_text(f"id,answer\na,{'z' * 200_000}\n", encoding="utf-8")
    assert [(entry.id, entry.reply) for entry in read_results(path)] == [("a", None)]


def test_shrinking_keeps_to_its_requests() -> None:
    asked = []

    def never_fails(request: dict[str, Any]) -> bool:
        asked.append(request)
        return False

    found = shrink(shoe(*[1000] * 10), never_fails, 25)
    assert len(asked) == 25
    assert found == shoe(*[1000] * 10)


def test_every_request_has_an_id_of_its_own(engine: Verified, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    wrong = "{'punto': '1', 'banco': '1', 'tie': '1'}"
    body = (
        f"greet()\nfor r in requests(): open({str(asked)!r}, 'a').write(r['id'] + chr(10)); "
        f"say(json.dumps({{'id': r['id'], 'counts': {wrong}}}) + chr(10))"
    )
    assert engine(body).code == 1
    ids = asked.read_text(encoding="utf-8").split()
    assert len(set(ids)) == len(ids) > 3


# --- files of answers ------------------------------------------------------------------------------------------------


def answers_of(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"id": f"v-{number}", **answer(request)} for number, request in enumerate(requests)]


def rows_of(entries: list[tuple[str, str]]) -> str:
    """Ids and answers, spoilt ones too, as a file of CSV."""
    text = io.StringIO()
    csv.writer(text).writerows([("id", "answer"), *entries])
    return text.getvalue()


@pytest.mark.parametrize("style", ["json", "csv"])
def test_a_file_of_right_answers_conforms(style: str, results: Verified) -> None:
    requests = [*TWO, FIVE_CARDS, coup("9 8 0 1")]
    ran = results(answers_of(requests), requests=requests, style=style)
    assert (ran.code, ran.err) == (0, ""), ran.out
    assert judged(ran) == (4, 0, 0)


def test_ids_missing_twice_and_unknown_are_told_and_the_rest_is_checked(results: Verified) -> None:
    requests = [*TWO, FIVE_CARDS]
    answers = answers_of(requests)
    ran = results([answers[0], {"id": "v-0"}, answers[2], {"id": "x"}, 7], requests=requests)
    assert ran.code == 2
    for told in ("missing: 1 (v-1)", "given twice: 1 (v-0)", "unknown: 1 (x)"):
        assert f"note: ids {told}\n" in ran.out
        assert told in ran.err
    assert ran.out.startswith("no verdict, because the ids are not those of the vectors: right on 2 of 3 ")
    assert "conform" not in ran.out
    assert ran.err.count("\n") == 1
    assert "note: entries without an id: 1 (entry 5)\n" in ran.out
    assert judged(ran) == (2, 0, 1)
    answers[2] = {"id": "v-2", "counts": {"punto": "0", "banco": "0", "tie": "120"}}
    ran = results(answers[1:], requests=requests)
    assert ran.code == 2
    assert 'v-2 test fault expected an error, came {"counts"' in one_blank(ran.out)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "must be a JSON list, or CSV with the columns id and answer"),
        ("name,answer\n1,2\n", "must be a JSON list, or CSV"),
        ("[1, 2", "is not JSON"),
        ('{"id": "v-0"}', "must be a list of replies"),
        (f'{{"id": "{100 * "v"}"}}', f"""'{{"id": "{52 * "v"}' must be a list of replies"""),
        ("[1] 2", "is not JSON where the list should end"),
        ('"id,answer', "is not CSV"),
        ("[" * 100_000, "is not JSON: the list does not end"),
    ],
)
def test_a_file_that_holds_no_answers(text: str, told: str, results: Verified) -> None:
    assert told in results(text).refused()


def test_an_answer_that_is_no_reply_is_a_wrong_answer(results: Verified) -> None:
    ran = results("id,answer\nv-0,maybe\nv-1\n")
    assert ran.code == 1
    assert "v-0 test fault answer: 'maybe' is not JSON" in one_blank(ran.out)
    assert "v-1 test fault answer: '' is not JSON" in one_blank(ran.out)


SPOILT = {
    "an infinite number": (
        '{"id": "v-0", "counts": {"punto": 1e999}}',
        "answer: '1e999' is a number beyond the range of a double",
    ),
    "a list": ('{"id": "v-0", "counts": [true, null]}', "counts: [true, null] must be a JSON object of punto"),
    "NaN": ('{"id": "v-0", "probabilities": {"punto": NaN}}', "answer: 'NaN' is not a number of JSON"),
    "a key twice": ('{"id": "v-0", "counts": {}, "counts": {}}', "answer: 'counts' occurs twice in one object"),
    "a long number": ('{"id": "v-0", "counts": ' + "7" * 5000 + "}", "is an integer of more than 1000 digits"),
    "deep nesting": ('{"id": "v-0", "counts": ' + "[" * 99_999 + "]" * 99_999 + "}", "is nested too deeply"),
    "no JSON inside": ('{"id": "v-0", "counts": no}', "is not JSON: Expecting value"),
    "a huge answer": ('{"id": "v-0", "counts": "' + "x" * 300_000 + '"}', "must be a JSON object of punto"),
}


@pytest.mark.parametrize("what", SPOILT)
@pytest.mark.parametrize("style", ["json", "csv"])
def test_one_spoilt_entry_is_a_wrong_answer_and_the_rest_is_checked(what: str, style: str, results: Verified) -> None:
    text, told = SPOILT[what]
    right = json.dumps(answers_of(TWO)[1])
    ran = results(f"[{text},\n{right}]" if style == "json" else rows_of([("v-0", text), ("v-1", right)]))
    assert (ran.code, ran.err) == (1, "")
    assert judged(ran)[:2] == (1, 1)
    assert "v-0 test " in one_blank(ran.out)
    assert told in ran.out
    assert max(map(len, ran.out.splitlines())) < 1000


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("NaN", ""),
        ("", ""),
        ('{"id": "v-0", "id": "v-1"}', ""),
        ('\n{"id": "", "x": NaN}', ""),
        ('{"id": "\\x"}', ""),
        ('{"counts": {}}', ""),
        ('{"id": 7}', ": its id 7 is not a text"),
        ('{"id": null, "counts": {}}', ": its id null is not a text"),
    ],
)
def test_an_entry_whose_id_cannot_be_read_is_told_by_its_number(entry: str, told: str, results: Verified) -> None:
    one, two = map(json.dumps, answers_of(TWO))
    ran = results(f"[{one}, {entry}, {two}]")
    assert ran.code == 2
    assert f"note: entries without an id: 1 (entry 2{told})\n" in ran.out
    assert judged(ran)[:2] == (2, 0)


def test_a_row_that_is_no_csv_is_told_by_its_line(results: Verified) -> None:
    head, *rows = rows_of([(entry["id"], json.dumps(entry)) for entry in answers_of(TWO)]).splitlines()
    ran = results("\n".join([head, rows[0], '"v-9"x,{}', rows[1], '"v-8']))
    assert ran.code == 2
    assert "note: entries without an id: 2 (line 3, line 5)\n" in ran.out
    assert judged(ran)[:2] == (2, 0)


def test_of_many_ids_five_are_named_and_of_a_long_one_sixty_characters(results: Verified) -> None:
    names = ["a" * 60, "b" * 61, "c", "d", "e", "f"]
    right = answers_of(TWO)
    for number, more in ((5, ""), (6, ", …")):
        ran = results([*right, *({"id": name} for name in names[:number])])
        assert f"note: ids unknown: {number} ({'a' * 60}, {'b' * 60}, c, d, e{more})\n" in ran.out
        assert judged(ran)[:2] == (2, 0)


def test_a_list_without_entries_and_one_with_an_empty_entry(results: Verified) -> None:
    one, two = map(json.dumps, answers_of(TWO))
    for text, told in (
        ("[ ]", "ids missing: 2 (v-0, v-1)"),
        (f"[{one}, , {two}]", "entries without an id: 1 (entry 2)"),
        (f"[{one}, {two}, ]", "entries without an id: 1 (entry 3)"),
        (f"[, {one}, {two}]", "entries without an id: 1 (entry 1)"),
    ):
        ran = results(text)
        assert f"note: {told}\n" in ran.out
        assert ran.out.count("note: ") == 1


def test_blank_lines_of_a_csv_are_passed_over(results: Verified) -> None:
    head, *rows = rows_of([(entry["id"], json.dumps(entry)) for entry in answers_of(TWO)]).splitlines()
    ran = results("\n".join([head, "", rows[0], "", rows[1], ""]))
    assert (ran.code, judged(ran)) == (0, (2, 0, 0))


def test_a_row_whose_answer_has_another_id_is_wrong(results: Verified) -> None:
    ran = results(rows_of([(f"v-{number}", json.dumps(answers_of(TWO)[0])) for number in range(2)]))
    assert ran.code == 1
    assert "v-1 test fault answer: 'v-0' is its id, but the row has 'v-1'" in one_blank(ran.out)


@pytest.mark.parametrize("style", ["json", "csv"])
def test_a_file_that_states_capabilities_is_held_to_them(style: str, results: Verified) -> None:
    requests = [*TWO, coup("9 8 0 1")]
    entries = [hello(), *answers_of(requests)[:2]]
    verified = partial(results, requests=requests, style=style)
    ran = verified(entries)
    assert (ran.code, ran.err) == (0, "")
    assert "\ntest: exact; any shoe, by values; outcomes; rules standard\n" in ran.out
    assert "left out: the engine answers none of them: coup (1)\n" in ran.out
    ran = verified([*entries, {"id": "v-2", "punto": []}])
    assert ran.code == 0
    assert "note: answers beyond what is checked, not judged: 1 (v-2)\n" in ran.out
    assert "ids missing: 1 (v-2)" in verified(entries[1:]).err
    assert "capabilities, granularity: 'suits' is not known" in verified([hello(granularity="suits")]).err
    assert "states capabilities that include none of the 3 vectors" in verified([hello(rules=["classic-it"])]).err


def test_a_file_of_floating_answers_is_held_to_what_it_says(results: Verified) -> None:
    ran = results([hello(arithmetic="floating"), *answers_of(TWO)])
    assert ran.code == 1
    assert "probabilities: null must be a JSON object of punto, banco, tie" in ran.out


def test_answers_to_the_whole_set_may_be_checked_by_the_smoke_set(results: Verified) -> None:
    ran = results(answers_of(TWO), "--smoke")
    assert (ran.code, ran.err) == (0, "")
    assert judged(ran)[:2] == (1, 0)
    assert "note: answers beyond what is checked, not judged: 1 (v-1)\n" in ran.out


def test_a_cause_is_guessed_from_probabilities_in_a_file(results: Verified) -> None:
    """A shoe of ninety cards by an engine whose banco stands on 5 against 4."""
    request = shoe(*[9] * 10)
    wrong = FAULTS["banco-5-4"].answer(request)
    assert wrong is not None
    counts = {name: int(count) for name, count in wrong["counts"].items()}
    probabilities = {name: count / sum(counts.values()) for name, count in counts.items()}
    ran = results([{"id": "v-0", "probabilities": probabilities}], requests=[request])
    assert ran.code == 1
    assert "outcomes: banco stands on 5 against 4\n" in ran.out


def test_a_cause_must_explain_the_coups_and_what_they_settle(results: Verified) -> None:
    """The stakes alone are lost as if banco got the first card; the coups say that punto gets both its cards first."""
    requests = [vector.request for vector in load_set().vectors if vector.request.get("kind") in ("coup", "settlement")]
    requests = [request for request in requests if request["rules"] == "standard" and "error" not in answer(request)]
    said = {
        name: [FAULTS[name].answer(request) for request in requests] for name in ("order-sides", "order-banco-first")
    }
    both = [
        request
        for request, one, other in zip(requests, *said.values(), strict=True)
        if (request["kind"] == "coup" or one == other)
        and one not in (None, answer(request))
        and "error" not in (one or {})
    ]
    assert {request["kind"] for request in both} == {"coup", "settlement"}
    replies = [{"id": f"v-{n}", **(FAULTS["order-sides"].answer(request) or {})} for n, request in enumerate(both)]
    report = results(replies, "--format", "json", requests=both).out
    assert json.loads(report)["causes"] == ["punto gets both its cards before banco"]


@pytest.mark.slow
def test_commission_is_explained_beside_wrong_coups(results: Verified) -> None:
    fault = FAULTS["commission-house"]
    settled = [vector.request for vector in load_set().vectors if is_killed(fault, vector)][:3]
    natural = coup("9 8 0 1")
    replies = [{"id": f"v-{n}", **(fault.answer(request) or {})} for n, request in enumerate(settled, 1)]
    answers = [{"id": "v-0", **answer(natural), "outcome": "tie"}, *replies]
    report = results(answers, "--format", "json", requests=[natural, *settled]).out
    assert json.loads(report)["causes"] == ["commission is rounded up, for the house"]


# --- the command -----------------------------------------------------------------------------------------------------


def test_a_total_time_too_short_for_the_handshake_is_what_the_error_names(
    asking: Asking, exact: Command, tmp_path: Path
) -> None:
    asking(TWO)
    words = ("--engine", script(tmp_path, "time.sleep(60)"), "--total-timeout", "0.001")
    assert "total-timeout: 0.001 was used up before the engine made its handshake" in exact.refused("verify", *words)


def test_the_help_documents_the_protocol(exact: Command) -> None:
    ran = exact("verify", "engine", "--help")
    assert ran.code == 0
    assert '{"protocol": "exact-baccarat", "version": 1}' in ran.out


def test_a_line_of_json_is_decoded_strictly() -> None:
    assert decoded(b'{"id": "1"}') == {"id": "1"}
    for bad in (
        b"",
        b"nul",
        b'{"a": Infinity}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": [-1e400]}',
        b'"a"',
        b"\xef\xbb\xbf{}",
        b'{"a": 1} {}',
    ):
        with pytest.raises(ExactError, match="^reply"):
            decoded(bad)
