"""An engine behind a URL: asked by a mapping of its own requests, or by the protocol, each message a POST."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol

from exact.conformance.strict_json import Object
from exact.conformance.verify.conversation import Bounded, Limits
from exact.conformance.verify.http_client import HttpClient, HttpRequest, HttpResponse, Inexpressible
from exact.conformance.verify.mapping import Mapping
from exact.conformance.verify.process import Broken, Late
from exact.conformance.verify.protocol import Capabilities, decoded, encoded, greeting, parse_handshake
from exact.errors import ExactError


class Form(Protocol):
    """How questions are written for a server, and how its answers are read."""

    def written(self, name: str, request: Object) -> HttpRequest:
        """The HTTP request for a question under the id ``name``; raises `Inexpressible` if it cannot say it."""

    def read(self, name: str, request: Object, response: HttpResponse) -> Object:
        """The reply of the protocol in a response; raises `ExactError` if there is none, and `Broken` for another's reply."""


class Messages:
    """The protocol over HTTP."""

    def written(self, name: str, request: Object) -> HttpRequest:
        """The message that a line would be."""
        return HttpRequest("POST", "", encoded({"id": name, **request}))

    def read(self, name: str, request: Object, response: HttpResponse) -> Object:  # noqa: ARG002
        """The message that a line would be."""
        reply = decoded(response.body)
        if reply.get("id") != name:
            raise ExactError("reply, id", reply.get("id"), f"is not that of the request: {name}")
        return reply


class HttpEngine(Bounded):
    """An engine behind a URL; its connection is closed at the end of the ``with`` block.

    Without a mapping it speaks the protocol. Raises `ExactError` for a URL that may not be asked, and if the server makes no
    handshake.
    """

    def __init__(self, url: str, mapping: Mapping | None, limits: Limits, allow_remote: bool = False) -> None:
        super().__init__(limits)
        self._url = url
        self._client = HttpClient(url, allow_remote)
        self._form: Form = mapping or Messages()
        try:
            self.capabilities = mapping.capabilities if mapping else self._greeted()
        except ExactError:
            self._client.close()
            raise

    def __enter__(self) -> HttpEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def ask(self, name: str, request: Object) -> Object:
        """The reply to a request under the id ``name``; what the mapping cannot express is refused in the server's place.

        Raises `Broken` if no response comes, and `ExactError` for one that is no answer.
        """
        try:
            sent = self._form.written(name, request)
        except Inexpressible as error:
            return {"id": name, "error": str(error)}
        try:
            response = self._client.exchange(sent, self.seconds)
        except Broken as broken:
            self.breaks += 1
            if isinstance(broken, Late) and self.left <= 0:
                raise Broken(f"had not answered when {self.over}") from None
            raise
        return self._form.read(name, request, response)

    def try_first(self, request: Object) -> None:
        """Ask a first question, to see whether the server can be asked at all; raises `ExactError` if it cannot."""
        try:
            self.ask("first", request)
        except (Broken, ExactError) as error:
            raise self._unusable("gave no answer to a first question", error) from None

    def _greeted(self) -> Capabilities:
        try:
            response = self._client.exchange(HttpRequest("POST", "", encoded(greeting())), self.seconds)
            reply = decoded(response.body)
        except (Broken, ExactError) as error:
            raise self._unusable("made no handshake", error) from None
        if response.status >= 400:
            raise ExactError("url", self._url, f"made no handshake: it answered with status {response.status}")
        return parse_handshake(reply)

    def _unusable(self, what: str, error: Exception) -> ExactError:
        return ExactError("url", self._url, f"{what}: {'it ' if isinstance(error, Broken) else ''}{error}")
