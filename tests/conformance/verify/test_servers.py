"""exact verify engine --url: REST servers by a mapping, and servers that misbehave."""

import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import Command, Ran, refusal
from support.scripted_engines import TWO, Asking
from support.servers import Hostile, answers, free_port, hostile_server, rest_server, sends

from exact.conformance.vectors.engine import answer
from exact.conformance.verify.http_engine import MAX_BODY
from exact.conformance.verify.mapping import parse_mapping

MAPPING = """
engine = "by values"
capabilities = { arithmetic = "exact", granularity = ["values"], rules = ["standard"] }
[[question]]
kind = "outcomes"
path = "/odds"
body = { shoe = "{values}" }
answer = { Player = "/player", Banker = "/banker", Tie = "/tie" }
"""
"""For a server of counts by values, as `right` is one."""


def right(path: str, query: dict[str, str], body: Any) -> tuple[int, Any]:
    """The counts as JSON numbers, under names of the server's own."""
    assert (path, query) == ("/odds", {})
    counts = answer({"kind": "outcomes", "rules": "standard", "shoe": {"values": body["shoe"]}})["counts"]
    return 200, {"player": int(counts["punto"]), "banker": int(counts["banco"]), "tie": int(counts["tie"])}


Verified = Callable[..., Ran]


@pytest.fixture
def server(asking: Asking, exact: Command, tmp_path: Path) -> Verified:
    """Verify the server at a URL, by `MAPPING` and with the requests in ``TWO``."""

    def run(url: str, *words: str, mapping: str = MAPPING) -> Ran:
        asking(TWO)
        (tmp_path / "mapping.toml").write_text(mapping, encoding="utf-8")
        return exact("verify", "engine", "--url", url, "--map", str(tmp_path / "mapping.toml"), *words)

    return run


def test_a_rest_server_needs_no_adapter(server: Verified) -> None:
    with rest_server(right) as url:
        ran = server(url)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith("conforms on 2 of 2 questions")


@pytest.mark.parametrize(
    ("status", "change", "told"),
    [
        (422, {}, (0, 0, 2, 0)),
        (200, {"tie": None}, (0, 0, 0, 2)),
        (200, {"tie": 0.5}, (0, 0, 0, 2)),
        (200, {"tie": 1}, (0, 2, 0, 0)),
        (200, {}, (2, 0, 0, 0)),
    ],
)
def test_a_refusal_and_a_figure_that_is_none_are_told_apart(
    status: int, change: dict[str, Any], told: tuple[int, ...], server: Verified
) -> None:
    def other(path: str, query: dict[str, str], body: Any) -> tuple[int, Any]:
        found = right(path, query, body)[1] | change
        return status, {name: value for name, value in found.items() if value is not None}

    with rest_server(other) as url:
        ran = server(url, "--format", "json")
    data = json.loads(ran.out)
    assert tuple(data[name] for name in ("right", "wrong", "refused_inside", "faults")) == told
    verdict = (0, True, "conforms") if told[0] else (1, False, "does not conform")
    assert (ran.code, data["conforms"], data["verdict"]) == verdict


# --- servers that misbehave ------------------------------------------------------------------------------------------


def hangs(connection: socket.socket) -> None:
    time.sleep(3)
    connection.close()


def drips(*first: bytes) -> Hostile:
    """A byte every tenth of a second, so that no single wait is long."""

    def behave(connection: socket.socket) -> None:
        for part in first:
            connection.sendall(part)
        for _ in range(100):
            connection.sendall(b"x")
            time.sleep(0.1)

    return behave


def endless(start: bytes, part: bytes) -> Hostile:
    """A gigabyte."""

    def behave(connection: socket.socket) -> None:
        connection.sendall(start)
        for _ in range(10**9 // len(part)):
            connection.sendall(part)

    return behave


OK = b"HTTP/1.1 200 OK\r\n"
MISBEHAVES: dict[str, tuple[Hostile, str]] = {
    "hangs": (hangs, "did not answer within 0.4 s"),
    "drips headers": (drips(OK + b"X: "), "did not answer within 0.4 s"),
    "drips a body": (drips(OK + b"Content-Length: 1000\r\n\r\n"), "did not answer within 0.4 s"),
    "continues for ever": (endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100), "did not answer within 0.4 s"),
    "redirects": (
        answers(b"", "302 Found", "Location: http://example.org/odds"),
        "redirects to 'http://example.org/odds', which is not followed",
    ),
    "fails": (answers(b"out of cards", "500 No"), "500 is the status of a server that failed: 'out of cards'"),
    "a gigabyte": (
        endless(OK + b"Content-Length: 1000000000\r\n\r\n", b"x" * 10**6),
        f"sent more than {MAX_BODY} bytes",
    ),
    "a gigabyte in chunks": (
        endless(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"f4240\r\n" + b"x" * 10**6 + b"\r\n"),
        f"sent more than {MAX_BODY} bytes",
    ),
    "a gigabyte without an end": (endless(OK + b"\r\n", b"x" * 10**6), f"sent more than {MAX_BODY} bytes"),
    "headers without an end": (endless(OK, b"X: y\r\n" * 10**4), "sent no proper HTTP"),
    "no HTTP": (sends(b"Welcome!\r\n\r\n"), "sent no proper HTTP"),
    "half a body": (sends(OK + b"Content-Length: 100\r\n\r\n{"), "broke off in the middle of its answer"),
    "nothing": (sends(), "closed the connection without an answer"),
    "no JSON": (answers(b"<html>"), "reply: '<html>' is not JSON"),
}
"""What a server does, and what is said of it."""


@pytest.mark.parametrize("what", MISBEHAVES)
def test_a_server_that_misbehaves_at_once_could_not_be_run(what: str, server: Verified) -> None:
    behaviour, told = MISBEHAVES[what]
    started = time.monotonic()
    with hostile_server(behaviour) as url:
        refused = server(url, "--timeout", "0.4" if "0.4" in told else "5").refused()
    assert told in refused
    assert "gave no answer to a first question" in refused
    assert time.monotonic() - started < 6


ANSWERS = [json.dumps(right("/odds", {}, {"shoe": request["shoe"]["values"]})[1]).encode() for request in TWO]
GOOD = answers(ANSWERS[0], "200 OK", "Connection: close")


@pytest.mark.parametrize("what", ["redirects", "fails", "a gigabyte", "nothing", "no JSON"])
def test_a_single_answer_that_fails_is_a_fault(what: str, server: Verified) -> None:
    behaviour, told = MISBEHAVES[what]
    with hostile_server(GOOD, GOOD, behaviour) as url:
        ran = server(url, "--timeout", "5")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("does not conform: right on 1 of 2 ")
    assert "; 1 protocol fault\n" in ran.out
    assert told in ran.out


def test_an_answer_that_comes_too_late_is_no_verdict(server: Verified) -> None:
    with hostile_server(GOOD, GOOD, hangs) as url:
        ran = server(url, "--timeout", "0.4")
    assert ran.code == 2
    assert ran.out.startswith("no verdict, because of late answers: right on 1 of 2 ")
    assert "gets no verdict, because of late answers: 1; --timeout gives more time\n" in ran.err


def test_a_connection_may_be_closed_after_each_answer(server: Verified) -> None:
    """Each connection gives one answer, promises another, and closes."""
    with hostile_server(*(answers(ANSWERS[at]) for at in (0, 0, 1))) as url:
        assert server(url).code == 0


def test_the_protocol_over_http_without_its_handshake(asking: Asking, exact: Command) -> None:
    asking(TWO)
    for behaviour, told in [
        (answers(b'{"protocol": "chess"}'), 'must begin with "protocol"'),
        (answers(b"{}", "404 Not Found"), "made no handshake: it answered with status 404"),
        (answers(b"[]"), "made no handshake: reply: [] must be a JSON object"),
        MISBEHAVES["redirects"],
        MISBEHAVES["hangs"],
    ]:
        with hostile_server(behaviour) as url:
            assert told in exact.refused("verify", "engine", "--url", url, "--timeout", "0.4")


# --- URLs and mappings that are none ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--url", "http://example.org/odds"], "is on another machine: add --allow-remote"),
        (["--url", "http://127.0.0.1@example.org/"], "url: 'http://127.0.0.1@example.org/' must be like http://"),
        (["--url", "http://127.0.0.1.example.org/"], "is on another machine"),
        (["--url", "ftp://127.0.0.1/"], "must be like http://127.0.0.1:8000/odds"),
        (["--url", "http://"], "must be like http://127.0.0.1:8000/odds"),
        (["--url", "http://127.0.0.1:99999/"], "is not a URL: Port out of range"),
        (["--url", "http://127.0.0.1/odds?decks=8"], "must end with a path"),
        (["--url", "http://127.0.0.1/a b"], "must end with a path"),
        (["--url", "http://127.0.0.1/", "python3 engine.py"], "COMMAND: not allowed with argument --url"),
        (["python3 engine.py", "--map", "mapping.toml"], "map: 'mapping.toml' is only for a server: give its --url"),
        (["--url", "http://127.0.0.1/", "--map", "no-such-file"], "mapping: 'no-such-file' does not exist"),
        ([], "one of the arguments COMMAND --url is required"),
    ],
)
def test_a_way_to_ask_that_is_none(words: list[str], told: str, exact: Command) -> None:
    assert told in exact.refused("verify", "engine", *words)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('engine = "by values"', "", "mapping: ['capabilities', 'question'] must have the field engine"),
        ("capabilities =", "capability =", "must have the field capabilities"),
        (MAPPING[MAPPING.index("[[") :], "", "must have the field question"),
        (MAPPING[MAPPING.index("[[") :], "question = 1", "mapping, question: 1 must be tables under [[question]]"),
        (MAPPING[MAPPING.index("[[") :], "question = [1]", "mapping, question: [1] must be tables under [[question]]"),
        (
            MAPPING[MAPPING.index("capab") :],
            "capabilities = 1\nquestion = [{}]",
            "mapping, capabilities: 1 must be a table",
        ),
        ('kind = "outcomes"', "", "mapping, question 1: ['answer', 'body', 'path'] must have the field kind"),
        ('"outcomes"', '"outcome"', "'outcome' cannot be asked by a mapping: did you mean outcomes?"),
        ('"outcomes"', '"coup"', "'coup' cannot be asked by a mapping"),
        ('"outcomes"', '"bet"', "bets: None must be a list of bets"),
        ("path =", 'bets = ["tie"]\npath =', "is nothing that the kind outcomes asks about"),
        ("answer =", "answers =", "must have the field answer"),
        ("path =", "paths =", "mapping, question 1: 'paths' is not a field here; did you mean path?"),
        ('"/odds"', '"odds"', "must begin with a slash"),
        ('"/odds"', "1", "mapping, question 1, path: 1 must be a text"),
        ('"/odds"', '"/a b"', "without blanks"),
        ("path =", 'method = "DELETE"\npath =', "method: 'DELETE' must be GET or POST or PUT"),
        ("path =", 'percent = "no"\npath =', "percent: 'no' must be true or false"),
        ("path =", 'query = ["decks"]\npath =', "must be a table"),
        ('"/tie"', '"tie"', "'tie' must be a JSON pointer"),
        ('"/tie"', '"rest"', "'Tie' cannot be the rest: one probability in floating point can"),
        ("{values}", "{decks}", "'{decks}' stands for nothing here: it needs shoes = \"whole-decks\""),
        ("{values}", "{cards}", "'{cards}' stands for nothing here: it needs granularity = [\"cards\"]"),
        ("{values}", "{shoes}", "'{shoes}' stands for nothing here: known: shoe, rules, values"),
        ('"{values}"', "2026-11-22", "mapping.toml' holds 2026-11-22, which is neither text nor a number"),
        ('["values"]', '["suits"]', "is not known: known: values, ranks, cards"),
        ('arithmetic = "exact", ', "", "must have the field arithmetic"),
        ("{ arithmetic", '{ kinds = ["outcomes"], arithmetic', "'kinds' must be left out"),
        ("[[question]]", f"{MAPPING[MAPPING.index('[[') :]}[[question]]", "is asked about the same a second time"),
        ("engine =", "engine", "mapping.toml' is not TOML"),
    ],
)
def test_a_mapping_that_is_none(old: str, new: str, told: str, server: Verified) -> None:
    assert old in MAPPING
    refused = server(f"http://127.0.0.1:{free_port()}", mapping=MAPPING.replace(old, new, 1)).refused()
    assert told in refused


ONE_REST = "cannot be the rest: one probability in floating point can"


@pytest.mark.parametrize(
    ("kind", "answer", "told"),
    [
        ('"outcomes"', '{ punto = "/p", banco = "rest", tie = "rest" }', f"'banco, tie' {ONE_REST}"),
        ('"removal"\nbets = ["tie"]', '{ "0" = "rest" }', f"'0' {ONE_REST}"),
        ('"bet"\nbets = "all"', '{ win = "/win" }', "must be one pointer to an object, because bets differ"),
        ('"bet"\nbets = ["tie"]', '{ win = "/win", lost = "/lost" }', "must have the field lose"),
        ('"house_edge"\nbets = ["tie"]', '{ edge = "/edge" }', "must be a JSON pointer"),
        ('"house_edge"\nbets = ["tie"]', '"rest"', "needs other figures"),
        ('"house_edge"\nbets = ["teh"]', '"/edge"', "'teh'"),
        ('"removal"\nbets = ["tie"]', '{ ten = "/ten" }', "'ten' is not a field here"),
    ],
)
def test_a_question_that_is_none(kind: str, answer: str, told: str) -> None:
    head = MAPPING[: MAPPING.index("[[")].replace("exact", "floating")
    assert told in refusal(parse_mapping, f"{head}[[question]]\nkind = {kind}\nanswer = {answer}\n", "mapping.toml")


def test_a_mapping_by_which_nothing_of_the_set_can_be_asked(server: Verified) -> None:
    """Nobody is asked, so nobody needs to listen."""
    refused = server(
        f"http://127.0.0.1:{free_port()}", mapping=MAPPING.replace('["standard"]', '["classic-it"]')
    ).refused()
    assert refused == "exact: engine: 'by values' can answer none of the 2 vectors\n"
