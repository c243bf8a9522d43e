"""exact verify: engines that conform, what is sent and printed, and files of answers."""

import json
import shlex
import shutil
import subprocess
import sys
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support import Command
from support.scripted_engines import FIVE_CARDS, TWO, Asking, Verified, coup, hello, judged, one_blank

from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.vector_set import DATA

ADAPTERS = Path(__file__).parents[2] / "adapters"


# --- engines that conform --------------------------------------------------------------------------------------------


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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["engine.py", "engine.mjs", "engine.c"])
def test_an_adapter_passes_every_shipped_vector_in_under_80_lines(name: str, exact: Command, tmp_path: Path) -> None:
    source = Path(shutil.copy(ADAPTERS / name, tmp_path))
    assert len(source.read_text(encoding="utf-8").splitlines()) < 80
    ran = exact("verify", "engine", command_of(source))
    assert (ran.code, ran.err) == (0, ""), ran.out
    assert "; 0 wrong numbers\n" in ran.out
    assert "note" not in ran.out


def test_an_adapter_passes_the_smoke_set(exact: Command) -> None:
    ran = exact("verify", "engine", command_of(ADAPTERS / "engine.py"), "--smoke")
    assert (ran.code, ran.err) == (0, ""), ran.out
    assert "note" not in ran.out


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
    words = ("verify", "results", str(path), "--smoke")
    assert f"\nvectors of version {digest[:12]}, digest {digest}\n" in exact(*words).out
    report = json.loads(exact(*words, "--format", "json").out)
    number = len(json.loads((DATA / "smoke.json").read_bytes())["ids"])
    assert report["vectors"] == {"version": digest[:12], "digest": digest, "number": number}


def test_what_strangers_write_is_printed_harmless_and_short(asking: Asking, exact: Command, tmp_path: Path) -> None:
    """Ids, keys, file names and texts of thousands of characters, with escape codes and writing from right to left."""
    asking(TWO)
    evil = "\x1b[2J\n\u202e\ud800" + "x" * 5000
    path = tmp_path / "an\x1b[2Jswers\n.json"
    answers = [{"id": "v-0", evil: 1}, {"id": "v-1", "error": evil}, {"id": evil}, {"id": "v-1", "counts": {evil: 1}}]
    path.write_text(json.dumps(answers), encoding="utf-8")
    ran = exact("verify", "results", str(path))
    assert ran.code == 2
    for line in (*ran.out.splitlines(), *ran.err.splitlines()):
        assert line.isprintable()
        assert len(line) <= 1000
    assert "an\\x1b[2Jswers\\n.json: a file of answers\n" in ran.out
    report = exact("verify", "results", str(path), "--format", "json").out
    assert len(report) < 5000
    gone = exact("verify", "results", str(path) + "\n\x1b")
    assert gone.err.count("\n") == 1
    assert gone.err[:-1].isprintable()


def test_an_engine_that_fails_only_at_bad_requests_learns_how_to_leave_them_out(engine: Verified) -> None:
    body = "greet()\nfor r in requests(): say(json.dumps(RIGHT[r['id']]) + chr(10))"
    requests = [FIVE_CARDS, *TWO]
    told = "it fails only where it must refuse: --without-bad-requests leaves these requests out\n"
    body = body.replace("RIGHT[r['id']]", f"{dict(enumerate(answers_of(requests)[1:], 1))}[int(r['id'][2:])]")
    ran = engine(body, requests=requests)
    assert (ran.code, judged(ran)) == (1, (2, 1, 0))
    assert told in ran.out
    ran = engine(body, "--without-bad-requests", requests=requests)
    assert (ran.code, "1 question left out that must be refused\n" in ran.out) == (0, True)
    assert told not in engine(body, requests=[*requests, coup("9 8 0 1")], kinds=["outcomes", "coup"]).out


# --- files of answers ------------------------------------------------------------------------------------------------


def answers_of(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"id": f"v-{number}", **answer(request)} for number, request in enumerate(requests)]


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
    for told in ("missing ids: 1 (v-1)", "repeated ids: 1 (v-0)", "unknown ids: 1 (x)"):
        assert f"note: {told}\n" in ran.out
        assert told in ran.err
    assert ran.out.startswith("no verdict, because of missing ids, repeated ids, unknown ids, entries without an id: ")
    assert "conform" not in ran.out
    assert ran.err.count("\n") == 1
    assert "note: entries without an id: 1 (entry 5)\n" in ran.out
    assert judged(ran) == (2, 0, 1)
    answers[2] = {"id": "v-2", "counts": {"punto": "0", "banco": "0", "tie": "120"}}
    ran = results(answers[1:], requests=requests)
    assert ran.code == 2
    assert 'v-2 test fault expected an error, came {"counts"' in one_blank(ran.out)


SPOILT = {
    "NaN": ('{"id": "v-0", "probabilities": {"punto": NaN}}', "answer: 'NaN' is not a number of JSON"),
    "deep nesting": ('{"id": "v-0", "counts": ' + "[" * 99_999 + "]" * 99_999 + "}", "is nested too deeply"),
    "a huge answer": ('{"id": "v-0", "counts": "' + "x" * 300_000 + '"}', "must be a JSON object of punto"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_one_spoilt_entry_is_a_wrong_answer_and_the_rest_is_checked(what: str, results: Verified) -> None:
    text, told = SPOILT[what]
    rows = [("id", "answer"), ("v-0", text), ("v-1", json.dumps(answers_of(TWO)[1]))]
    ran = results("".join(f'{name},"{entry.replace(chr(34), 2 * chr(34))}"\n' for name, entry in rows))
    assert (ran.code, ran.err) == (1, "")
    assert judged(ran)[:2] == (1, 1)
    assert "v-0 test " in one_blank(ran.out)
    assert told in ran.out
    assert max(map(len, ran.out.splitlines())) < 1000


def test_of_many_ids_five_are_named_and_of_a_long_one_sixty_characters(results: Verified) -> None:
    names = ["a" * 60, "b" * 61, "c", "d", "e", "f"]
    right = answers_of(TWO)
    for number, more in ((5, ""), (6, ", …")):
        ran = results([*right, *({"id": name} for name in names[:number])])
        assert f"note: unknown ids: {number} ({'a' * 60}, {'b' * 60}, c, d, e{more})\n" in ran.out
        assert judged(ran)[:2] == (2, 0)


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
    assert "missing ids: 1 (v-2)" in verified(entries[1:]).err
    assert "capabilities, granularity: 'suits' is not known" in verified([hello(granularity="suits")]).err
    assert "states capabilities that include none of the 3 vectors" in verified([hello(rules=["classic-it"])]).err


def test_answers_to_the_whole_set_may_be_checked_by_the_smoke_set(results: Verified) -> None:
    ran = results(answers_of(TWO), "--smoke")
    assert (ran.code, ran.err) == (0, "")
    assert judged(ran)[:2] == (1, 0)
    assert "note: answers beyond what is checked, not judged: 1 (v-1)\n" in ran.out
