"""The protocol over HTTP with a server in this process; `test_servers` asks real ones."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from typing import Any

import pytest
from support.scripted_engines import hello
from support.servers import free_port

from exact.conformance.strict_json import encoded
from exact.conformance.verify import http_engine
from exact.conformance.verify.asking import Broken, Late, TimeLimits
from exact.conformance.verify.http_engine import MAX_BODY, HttpClient, HttpEngine
from exact.conformance.verify.mapping import parse_mapping
from exact.errors import ExactError

Reply = Callable[[dict[str, Any]], dict[str, Any]]


def serve(
    monkeypatch: pytest.MonkeyPatch, reply: Reply, greeting: dict[str, Any] | None = None, status: int = 200
) -> list[str]:
    """Have every URL answered by ``reply`` after the greeting; what happens to the connection is noted."""
    noted: list[str] = []

    class Client:
        def __init__(self, url: str, allow_remote: bool) -> None:
            noted.append(f"open {url} {allow_remote}")

        def exchange(self, method: str, path: str, body: bytes | None, seconds: float) -> tuple[int, bytes]:  # noqa: ARG002
            assert 0 <= seconds <= 2
            message = json.loads(body or b"")
            told = reply(message) if "id" in message else greeting or hello()
            return status, encoded(told)

        def close(self) -> None:
            noted.append("close")

    monkeypatch.setattr(http_engine, "HttpClient", Client)
    return noted


def test_questions_over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = serve(monkeypatch, lambda message: message)
    with HttpEngine("http://localhost/", None, TimeLimits(2, 20)) as engine:
        assert engine.capabilities.engine == "test"
        assert engine.ask("q-1", {"kind": "coup"}) == {"id": "q-1", "kind": "coup"}
        engine.try_first({"kind": "coup"})
        assert (engine.breaks, engine.over, noted) == (0, "", ["open http://localhost/ False"])
    assert noted[-1] == "close"


def test_a_server_without_a_handshake_is_left_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = serve(monkeypatch, lambda message: message, {"protocol": "other"})
    with pytest.raises(ExactError, match="must begin with"):
        HttpEngine("http://localhost/", None, TimeLimits(2, 20), allow_remote=True)
    assert noted == ["open http://localhost/ True", "close"]


def test_replies_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    serve(monkeypatch, lambda _: {"id": "other"})
    engine = HttpEngine("http://localhost/", None, TimeLimits(2, 20))
    with pytest.raises(ExactError, match="^reply, id: 'other' is not that of the request: q-1$"):
        engine.ask("q-1", {})
    with pytest.raises(ExactError, match="first"):
        engine.try_first({})
    assert engine.breaks == 0


@pytest.mark.parametrize(
    ("raised", "left", "told"),
    [
        (Broken("was reset"), 20, "was reset"),
        (Late("did not answer within 2 s"), 20, "did not answer within 2 s"),
        (Late("did not answer within 2 s"), 0, "had not answered when the total time of 20 s was used up"),
        (Broken("was reset"), 0, "was reset"),
    ],
)
def test_a_server_that_breaks_off(raised: Broken, left: float, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_: dict[str, Any]) -> dict[str, Any]:
        raise raised

    serve(monkeypatch, breaks)
    engine = HttpEngine("http://localhost/", None, TimeLimits(2, 20))
    if not left:
        monkeypatch.setattr(engine, "_deadline", 0.0)
    with pytest.raises(Broken) as broken:
        engine.ask("q-1", {})
    assert (str(broken.value), engine.breaks) == (told, 1)


def test_what_a_mapping_cannot_express_is_refused_in_the_servers_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def never_asked(message: dict[str, Any]) -> dict[str, Any]:
        raise AssertionError(message)

    serve(monkeypatch, never_asked)
    text = """
engine = "by values"
capabilities = { arithmetic = "exact", granularity = ["values"], rules = ["standard"] }
question = [{ kind = "outcomes", path = "/{values}", answer = { punto = "/p", banco = "/b", tie = "/t" } }]
"""
    engine = HttpEngine("http://localhost/", parse_mapping(text, "m.toml"), TimeLimits(2, 20))
    reply = engine.ask("q-1", {"kind": "outcomes", "rules": "standard", "shoe": {"ranks": [4] * 13}})
    assert reply.keys() == {"id", "error"}
    assert (reply["id"], engine.breaks) == ("q-1", 0)


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


@pytest.mark.parametrize(("status", "greeted"), [(399, True), (400, False), (404, False)])
def test_a_handshake_under_the_status_of_a_refusal_is_none(
    status: int, greeted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = serve(monkeypatch, lambda message: message, status=status)
    if greeted:
        assert HttpEngine("http://localhost/", None, TimeLimits(2, 20)).capabilities.engine == "test"
    else:
        with pytest.raises(ExactError, match=f"made no handshake: it answered with status {status}$"):
            HttpEngine("http://localhost/", None, TimeLimits(2, 20))
        assert noted[-1] == "close"


Sent = tuple[int, bytes, int, str | None]


def exchanged(
    monkeypatch: pytest.MonkeyPatch, sent: Sent, url: str, request: tuple[str, str, bytes | None]
) -> tuple[object, list[Any]]:
    """What the client makes of a status, a body, the number of missing bytes and a location; and what it did."""
    noted: list[Any] = []
    status, body, missing, location = sent

    class Connection:
        sock = None

        def __init__(self, host: str, port: int) -> None:
            noted.append((host, port))

        def request(self, *words: object) -> None:
            noted.append(words)

        def getresponse(self) -> Any:
            return self

        def read(self, most: int) -> bytes:
            return body[:most]

        def getheader(self, name: str) -> str | None:
            return location if name == "Location" else None

        def close(self) -> None:
            noted.append("close")

    Connection.status, Connection.length = status, missing  # type: ignore[attr-defined]
    monkeypatch.setattr(http_engine, "_Connection", Connection)
    try:
        return HttpClient(url).exchange(*request, 2), noted
    except (Broken, ExactError) as error:
        return str(error), noted


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ((200, b"{}", 0, None), (200, b"{}")),
        ((299, b"", 0, None), (299, b"")),
        ((300, b"", 0, None), "reply: 300 redirects to 'nowhere', which is not followed"),
        ((399, b"", 0, "x" * 101), f"reply: 399 redirects to '{'x' * 100}', which is not followed"),
        ((400, b"no", 0, "/"), (400, b"no")),
        ((499, b"no", 0, None), (499, b"no")),
        ((500, b" \xff" + b"x" * 101, 0, None), f"reply: 500 is the status of a server that failed: '\ufffd{'x' * 99}'"),
        ((200, b"x" * MAX_BODY, 0, None), (200, b"x" * MAX_BODY)),
        ((200, b"x" * (MAX_BODY + 1), 0, None), "sent more than 1048576 bytes"),
        ((200, b"x", 1, None), "broke off in the middle of its answer"),
    ],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_what_a_response_means(sent: Sent, told: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection is closed where the response is none."""
    found, noted = exchanged(monkeypatch, sent, "http://localhost/odds/", ("GET", "/tie?n=1", None))
    assert found == told
    assert ("close" in noted) is (isinstance(told, str) and not told.startswith("reply"))
    assert noted[:2] == [("localhost", 80), ("GET", "/odds/tie?n=1", None, {"Accept": "application/json"})]


def test_what_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    right: Sent = (200, b"", 0, None)
    _, noted = exchanged(monkeypatch, right, "http://[::1]:8000", ("POST", "", b"{}"))
    typed = {"Accept": "application/json", "Content-Type": "application/json"}
    assert noted == [("::1", 8000), ("POST", "/", b"{}", typed)]


def test_a_server_without_time_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that stands still, so that nothing is left exactly."""
    monkeypatch.setattr(http_engine, "monotonic", lambda: 5.0)
    with pytest.raises(Late, match="^did not answer within 0 s$"):
        HttpClient("http://127.0.0.1:1/").exchange("GET", "", None, 0)
    with pytest.raises(Broken, match="^cannot be reached: Connection refused$"):
        HttpClient(f"http://127.0.0.1:{free_port()}/").exchange("GET", "", None, 0.5)


def test_a_server_that_never_reads_is_late() -> None:
    """The question is longer than what the system keeps for it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = HttpClient(f"http://127.0.0.1:{server.getsockname()[1]}/")
        with pytest.raises(Late, match=r"^did not answer within 0\.1 s$"):
            client.exchange("POST", "", bytes(1 << 24), 0.1)
