"""exact serve: this package as an engine, by line and over HTTP."""

import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from io import BytesIO
from typing import Any

import pytest
from support import Command, wait_until
from support.scripted_engines import TWO
from support.servers import free_port

from exact.conformance.comparison import KINDS
from exact.conformance.serve import handshake, reply_to, respond, serve_lines
from exact.conformance.strict_json import GREETING, MAX_LINE
from exact.conformance.vectors.engine import answer
from exact.conformance.verify.protocol import parse_handshake

SERVE = [sys.executable, "-m", "exact", "serve"]


def line(message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


def replies(given: bytes) -> list[dict[str, Any]]:
    written = BytesIO()
    serve_lines(BytesIO(given), written)
    return [json.loads(each) for each in written.getvalue().splitlines()]


def test_a_greeting_and_requests_by_line() -> None:
    hello, first, second = replies(line(GREETING) + b"".join(line({"id": str(at), **TWO[at]}) for at in (0, 1)))
    capabilities = parse_handshake(hello)
    assert (capabilities.kinds, capabilities.bets, capabilities.rules) == (tuple(KINDS), None, None)
    assert first == {"id": "0", **answer(TWO[0])}
    assert second == {"id": "1", **answer(TWO[1])}


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (b"fine", "request: 'fine' is not JSON"),
        (b"[1]", "request: [1] must be a JSON object"),
        (b"\xff", "is not UTF-8 at byte 0"),
        (b"[" * 60_000, "is nested too deeply"),
        (b"{}", "id: null must be a text"),
        (b'{"id": "1", "id": "2"}', "occurs twice in one object"),
        (b'{"id": "1"}', "kind: None must be a text"),
        (b'{"protocol": "chess"}', "the protocol must be exact-baccarat, version 1"),
        (b'{"protocol": "exact-baccarat", "version": 2}', "the protocol must be exact-baccarat, version 1"),
    ],
)
def test_what_is_no_request_is_refused(message: bytes, told: str) -> None:
    assert told in str(reply_to(message)["error"])


def test_the_longest_line_is_read() -> None:
    message = line({"id": "1", **TWO[0]}).removesuffix(b"\n")
    assert reply_to(message.ljust(MAX_LINE)) == {"id": "1", **answer(TWO[0])}
    assert reply_to(message.ljust(MAX_LINE + 1)) == {"error": f"the request is too long: at most {MAX_LINE} bytes"}
    assert replies(message.ljust(MAX_LINE) + b"\n") == [{"id": "1", **answer(TWO[0])}]


def test_a_line_that_is_too_long_is_skipped_whole() -> None:
    """However it falls on the pieces in which it is read; the last line may lack its line feed."""
    good = line({"id": "1", **TWO[0]})
    for length in (MAX_LINE, MAX_LINE + 1, 2 * MAX_LINE, 3 * MAX_LINE + 7):
        refused, answered = replies(b"x" * length + b"\n" + good.removesuffix(b"\n"))
        assert ("error" in refused, answered) == (True, {"id": "1", **answer(TWO[0])})


def asked(host: str = "127.0.0.1", /, **environment: Any) -> tuple[int, dict[str, Any]]:
    """The status and the JSON of the response of a server at ``host``."""
    begun: list[Any] = []
    base = {"REQUEST_METHOD": "POST", "PATH_INFO": "/", "wsgi.input": BytesIO(line({"id": "1", **TWO[0]}))}
    (body,) = respond(host, base | environment, lambda *words: begun.append(words))
    ((status, headers),) = begun
    assert dict(headers) == {"Content-Type": "application/json", "Content-Length": str(len(body))}
    return int(status[:3]), json.loads(body)


def test_over_http_a_post_is_a_message_and_a_get_the_handshake() -> None:
    assert asked() == (200, {"id": "1", **answer(TWO[0])})
    assert asked(REQUEST_METHOD="GET") == (200, handshake())
    assert asked(**{"wsgi.input": BytesIO(b"{")})[0] == 400
    assert asked(PATH_INFO="/odds")[0] == 404
    assert asked(REQUEST_METHOD="PUT")[0] == 405


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"HTTP_HOST": "127.0.0.1:8000"}, 200),
        ({"HTTP_HOST": "localhost"}, 200),
        ({"HTTP_HOST": "[::1]:8000"}, 200),
        ({"HTTP_HOST": "example.org:8000"}, 403),
        ({"HTTP_HOST": "127.0.0.1.example.org"}, 403),
        ({"HTTP_HOST": "[::1"}, 403),
        ({"HTTP_ORIGIN": "http://127.0.0.1:8000"}, 403),
        ({"HTTP_ORIGIN": "null"}, 403),
    ],
)
def test_no_web_page_can_use_it(headers: dict[str, str], status: int) -> None:
    """A page's requests carry its origin, or the name of the host that it was loaded from."""
    assert asked(**headers)[0] == status
    assert asked(REQUEST_METHOD="GET", **headers)[0] == status


def test_a_server_for_other_machines_is_known_by_any_name() -> None:
    """Web pages cannot use it all the same."""
    for host in ("0.0.0.0", "example.org"):
        assert asked(host, REQUEST_METHOD="GET", HTTP_HOST="example.org") == (200, handshake())
        assert asked(host, HTTP_HOST="example.org", HTTP_ORIGIN="http://example.org")[0] == 403


def test_a_question_that_is_refused_is_a_message_like_others() -> None:
    """Only what is no message of the protocol, without an id, is a bad request."""
    status, reply = asked(**{"wsgi.input": BytesIO(line({"id": "1", "kind": "chess"}))})
    assert (status, reply["id"], reply["error"][:14]) == (200, "1", "kind: 'chess' ")
    assert asked(**{"wsgi.input": BytesIO(line({"kind": "outcomes"}))})[0] == 400
    assert asked(**{"wsgi.input": BytesIO(line(GREETING))}) == (200, handshake())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--http", "0"], "http, port: 0 must be a whole number from 1 to 65535"),
        (["--http", ""], "http, port: '' must be a whole number"),
        (["--http", "127.0.0.1:"], "http, port: '' must be a whole number"),
        (["--http", "0.0.0.0:8000"], "can be reached from other machines: add --allow-remote"),
        (["--allow-remote"], "is only for HTTP"),
        (["--format", "json"], "format: 'json' cannot be chosen"),
    ],
)
def test_an_address_that_is_none(words: list[str], told: str, exact: Command) -> None:
    assert told in exact.refused("serve", *words)


# --- as a program ----------------------------------------------------------------------------------------------------


@contextmanager
def served() -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server over HTTP at a port, ended at the end."""
    pytest.importorskip("waitress")
    port = free_port()
    command = [*SERVE, "--http", str(port)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            assert process.stderr.readline() == f"exact: serving at http://127.0.0.1:{port}/ until you interrupt it\n"
            yield port, process
        finally:
            process.kill()


@pytest.mark.slow
def test_it_conforms_wholly_by_line_and_over_http(exact: Command) -> None:
    with served() as (port, _):
        for words in ([f"{sys.executable} -m exact serve"], ["--url", f"http://127.0.0.1:{port}/"]):
            ran = exact("verify", "engine", *words)
            assert (ran.code, ran.err) == (0, "")
            assert " (any shoe, infinite too, 100 % of the set); 0 refused outside it; 0 wrong numbers\n" in ran.out


@pytest.mark.slow
def test_idle_connections_keep_nobody_out() -> None:
    with served() as (port, _), ExitStack() as idle:
        for _ in range(300):
            idle.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
        connection = idle.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)))
        connection.request("GET", "/")
        assert json.load(connection.getresponse()) == handshake()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it(number: signal.Signals, exact: Command) -> None:
    """Until then a request that is too long gets its status, and a second server cannot have its port."""
    with served() as (port, process):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        for body, status in ((line({"id": "1", **TWO[0]}), 200), (b"x" * (MAX_LINE + 1), 413)):
            connection.request("POST", "/", body)
            response = connection.getresponse()
            assert (response.status, response.read() != b"") == (status, True)
        connection.close()
        busy = f"exact: http: '127.0.0.1:{port}' cannot be used: Address already in use\n"
        assert exact.refused("serve", "--http", str(port)) == busy
        started = time.monotonic()
        process.send_signal(number)
        assert process.wait(10) == 128 + number
        assert time.monotonic() - started < 5
    with subprocess.Popen(SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as by_line:
        assert by_line.stdin is not None
        assert by_line.stdout is not None
        by_line.stdin.write(line(GREETING))
        by_line.stdin.flush()
        assert json.loads(by_line.stdout.readline()) == handshake()
        by_line.send_signal(number)
        wait_until(lambda: by_line.poll() is not None, 2)
        assert by_line.returncode == 128 + number


def test_the_extra_is_named_where_it_is_missing(exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "waitress", None)
    told = exact.refused("serve", "--http", str(free_port()))
    assert told == "exact: serve: 'waitress' is not installed: pip install 'exact-baccarat[serve]'\n"


def test_a_greeting_loads_nothing_that_computes() -> None:
    """A program that waits for questions is small: the engine is loaded with the first."""
    code = "import sys; from exact.cli.main import main; main(['serve'])\n"
    code += "print(sum(name.split('.')[0] == 'exact' for name in sys.modules))"
    ran = subprocess.run(
        [sys.executable, "-c", code], input=line(GREETING).decode(), capture_output=True, text=True, check=True
    )
    hello, loaded = ran.stdout.splitlines()
    assert (json.loads(hello), int(loaded) <= 45) == (handshake(), True)
