"""The client of HTTP and the protocol over it, with sockets in this process; `test_servers` has whole runs."""

import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from support import refusal
from support.scripted_engines import hello
from support.servers import answers, free_port, hostile_server, rest_server

from exact.conformance.verify import http_engine
from exact.conformance.verify.asking import Broken, Late, TimeLimits
from exact.conformance.verify.http_engine import MAX_BODY, HttpClient, HttpEngine
from exact.conformance.verify.mapping import parse_mapping
from exact.errors import ExactError

LIMITS = TimeLimits(5, 20)
Reply = Callable[[dict[str, Any]], dict[str, Any]]


@contextmanager
def protocol_server(reply: Reply) -> Iterator[str]:
    """The URL of a server that greets, and then answers messages as ``reply`` does."""

    def responds(path: str, query: dict[str, str], body: Any) -> tuple[int, Any]:
        assert (path, query) == ("/", {})
        return 200, reply(body) if "id" in body else hello()

    with rest_server(responds) as url:
        yield url


def test_questions_over_http() -> None:
    with protocol_server(lambda message: message) as url, HttpEngine(url, None, LIMITS) as engine:
        assert engine.capabilities.engine == "test"
        assert engine.ask("q-1", {"kind": "coup"}) == {"id": "q-1", "kind": "coup"}
        engine.try_first({"kind": "coup"})
        assert (engine.breaks, engine.over) == (0, "")


def test_replies_that_are_none() -> None:
    with protocol_server(lambda _: {"id": "other"}) as url, HttpEngine(url, None, LIMITS) as engine:
        assert refusal(engine.ask, "q-1", {}) == "reply, id: 'other' is not that of the request: q-1"
        assert "first" in refusal(engine.try_first, {})
        assert engine.breaks == 0


def test_what_a_mapping_cannot_express_is_refused_in_the_servers_place() -> None:
    text = """
engine = "by values"
capabilities = { arithmetic = "exact", granularity = ["values"], rules = ["standard"] }
question = [{ kind = "outcomes", path = "/{values}", answer = { punto = "/p", banco = "/b", tie = "/t" } }]
"""
    engine = HttpEngine(f"http://localhost:{free_port()}/", parse_mapping(text, "m.toml"), LIMITS)
    reply = engine.ask("q-1", {"kind": "outcomes", "rules": "standard", "shoe": {"ranks": [4] * 13}})
    assert reply.keys() == {"id", "error"}
    assert (reply["id"], engine.breaks) == ("q-1", 0)
    mapping = parse_mapping(text.replace('"/p"', '"/{values.17}"'), "m.toml")
    with hostile_server(answers(b"{}")) as url, HttpEngine(url, mapping, LIMITS) as engine:
        reply = engine.ask("q-1", {"kind": "outcomes", "rules": "standard", "shoe": {"values": [4] * 10}})
    assert reply == {"id": "q-1", "error": "the question has no {values.17}"}


def test_a_local_name_of_another_machine_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of hosts may say so; the address that was reached counts."""
    closed: list[bool] = []

    class Remote:
        def getpeername(self) -> tuple[str, int]:
            return "192.0.2.1", 80

        def close(self) -> None:
            closed.append(True)

    monkeypatch.setattr("exact.conformance.verify.http_engine.socket.create_connection", lambda *_: Remote())
    client = HttpClient("http://localhost:8000/")
    with pytest.raises(Broken, match="^cannot be reached: is on another machine$"):
        client.exchange("GET", "", None, 2)
    assert closed == [True]


def responds(status: str, body: bytes = b"", *headers: str) -> object:
    """What the client makes of such a response: the status and the body, or its complaint."""
    with hostile_server(answers(body, status, *headers)) as url, closing(HttpClient(url)) as client:
        try:
            return client.exchange("GET", "", None, 5)
        except (Broken, ExactError) as error:
            return str(error)


def test_what_a_response_means() -> None:
    """Below 300 and from 400 to 499 it is an answer; the longest is of `MAX_BODY` bytes."""
    for status, body in ((200, b"{}"), (299, b""), (400, b"no"), (499, b"no"), (200, b"x" * MAX_BODY)):
        assert responds(f"{status} x", body) == (status, body)
    assert responds("300 x") == "reply: 300 redirects to 'nowhere', which is not followed"
    to = f"Location: {'x' * 101}"
    assert responds("399 x", b"", to) == f"reply: 399 redirects to '{'x' * 100}', which is not followed"
    failed = responds("500 x", b" \xff" + b"x" * 101)
    assert failed == f"reply: 500 is the status of a server that failed: '\ufffd{'x' * 99}'"
    assert responds("200 x", b"x" * (MAX_BODY + 1)) == f"sent more than {MAX_BODY} bytes"


def test_what_is_sent() -> None:
    """The path of the URL comes before that of the question; a body is JSON."""
    received: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = HttpClient(f"http://127.0.0.1:{server.getsockname()[1]}/odds/")
        for method, path, body in (("GET", "/tie?n=1", None), ("POST", "", b"{}")):
            with pytest.raises(Late):
                client.exchange(method, path, body, 0.1)
            connection, _ = server.accept()
            with connection:
                received.append(connection.recv(65536))
    first, second = received
    assert first.startswith(b"GET /odds/tie?n=1 HTTP/1.1\r\n")
    assert b"\r\nAccept: application/json\r\n" in first
    assert b"Content-Type" not in first
    assert second.startswith(b"POST /odds HTTP/1.1\r\n")
    assert b"\r\nContent-Type: application/json\r\n" in second
    assert second.endswith(b"\r\n\r\n{}")


@pytest.mark.parametrize(
    ("url", "address"), [("http://localhost/odds/", ("localhost", 80)), ("http://[::1]:8000", ("::1", 8000))]
)
def test_the_address_in_a_url(url: str, address: tuple[str, int]) -> None:
    client = HttpClient(url)
    assert (client.host, client.port) == address


def test_a_server_without_time_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that stands still, so that nothing is left exactly."""
    monkeypatch.setattr(http_engine, "monotonic", lambda: 5.0)
    with pytest.raises(Late, match=r"^did not answer within 0 s \(--timeout\)$"):
        HttpClient("http://127.0.0.1:1/").exchange("GET", "", None, 0)
    with pytest.raises(Broken, match="^cannot be reached: Connection refused$"):
        HttpClient(f"http://127.0.0.1:{free_port()}/").exchange("GET", "", None, 0.5)


def test_a_server_that_never_reads_is_late() -> None:
    """The question is longer than what the system keeps for it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = HttpClient(f"http://127.0.0.1:{server.getsockname()[1]}/")
        with pytest.raises(Late, match=r"^did not answer within 0\.1 s \(--timeout\)$"):
            client.exchange("POST", "", bytes(1 << 24), 0.1)
