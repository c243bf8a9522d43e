"""The protocol over HTTP with a server in this process; `test_servers` asks real ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from support.scripted_engines import hello

from exact.conformance.verify import http_engine
from exact.conformance.verify.conversation import Limits
from exact.conformance.verify.http_client import HttpRequest, HttpResponse
from exact.conformance.verify.http_engine import HttpEngine
from exact.conformance.verify.process import Broken, Late
from exact.conformance.verify.protocol import encoded
from exact.errors import ExactError

Reply = Callable[[dict[str, Any]], dict[str, Any]]


def serve(monkeypatch: pytest.MonkeyPatch, reply: Reply, greeting: dict[str, Any] | None = None) -> list[str]:
    """Have every URL answered by ``reply`` after the greeting; what happens to the connection is noted."""
    noted: list[str] = []

    class Client:
        def __init__(self, url: str, allow_remote: bool) -> None:
            noted.append(f"open {url} {allow_remote}")

        def exchange(self, sent: HttpRequest, seconds: float) -> HttpResponse:
            assert 0 <= seconds <= 2
            message = json.loads(sent.body or b"")
            told = reply(message) if "id" in message else greeting or hello()
            return HttpResponse(200, encoded(told))

        def close(self) -> None:
            noted.append("close")

    monkeypatch.setattr(http_engine, "HttpClient", Client)
    return noted


def test_questions_over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = serve(monkeypatch, lambda message: message)
    with HttpEngine("http://localhost/", None, Limits(2, 20)) as engine:
        assert engine.capabilities.engine == "test"
        assert engine.ask("q-1", {"kind": "coup"}) == {"id": "q-1", "kind": "coup"}
        engine.try_first({"kind": "coup"})
        assert (engine.breaks, engine.over, noted) == (0, "", ["open http://localhost/ False"])
    assert noted[-1] == "close"


def test_a_server_without_a_handshake_is_left_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = serve(monkeypatch, lambda message: message, {"protocol": "other"})
    with pytest.raises(ExactError, match="must begin with"):
        HttpEngine("http://localhost/", None, Limits(2, 20), allow_remote=True)
    assert noted == ["open http://localhost/ True", "close"]


def test_replies_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    serve(monkeypatch, lambda _: {"id": "other"})
    engine = HttpEngine("http://localhost/", None, Limits(2, 20))
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
    engine = HttpEngine("http://localhost/", None, Limits(2, 20))
    if not left:
        monkeypatch.setattr(engine, "_deadline", 0.0)
    with pytest.raises(Broken) as broken:
        engine.ask("q-1", {})
    assert (str(broken.value), engine.breaks) == (told, 1)
