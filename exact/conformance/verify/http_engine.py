"""Ask an engine behind a URL, by a mapping or by the protocol, within bounds of time and size."""

import socket
from http.client import HTTPConnection, HTTPException, RemoteDisconnected
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from exact.conformance.serve import is_loopback
from exact.conformance.strict_json import GREETING, Object, decoded, encoded
from exact.conformance.verify.asking import Broken, Engine, Late, TimeLimits
from exact.conformance.verify.mapping import Inexpressible, Mapping
from exact.conformance.verify.protocol import Capabilities, parse_handshake
from exact.errors import ExactError

MAX_BODY = 2**20  # bytes
_SHOWN = 100


class HttpEngine(Engine):
    """An engine behind a URL, asked by a mapping or by the protocol; raises `ExactError` if it cannot be asked."""

    def __init__(self, url: str, mapping: Mapping | None, limits: TimeLimits, allow_remote: bool = False) -> None:
        super().__init__(limits)
        self._url, self._mapping, self.mapped = url, mapping, mapping is not None
        self._client = HttpClient(url, allow_remote)
        self.capabilities = mapping.capabilities if mapping else self._greeted()

    def exchange(self, name: str, request: Object) -> Object:
        """The reply to a request; one that the mapping cannot express counts as refused."""
        if self._mapping is None:
            _, body = self._client.exchange("POST", "", encoded({"id": name, **request}), self.seconds)
            reply = decoded(body)
            if reply.get("id") != name:
                raise ExactError("reply, id", reply.get("id"), f"is not that of the request: {name}")
            return reply
        try:
            status, body = self._client.exchange(*self._mapping.written(request), self.seconds)
            return self._mapping.read(name, request, status, body)
        except Inexpressible as error:
            return {"id": name, "error": str(error)}

    def try_first(self, request: Object) -> None:
        """Ask a first question; raises `ExactError` if there is no answer."""
        try:
            self.ask("first", request)
        except (Broken, ExactError) as error:
            raise self._unusable("gave no answer to a first question", error) from None

    def _greeted(self) -> Capabilities:
        try:
            status, body = self._client.exchange("POST", "", encoded(GREETING), self.seconds)
            reply = decoded(body)
        except (Broken, ExactError) as error:
            raise self._unusable("made no handshake", error) from None
        if status >= 400:
            raise ExactError("url", self._url, f"made no handshake: it answered with status {status}")
        return parse_handshake(reply)

    def _unusable(self, what: str, error: Exception) -> ExactError:
        return ExactError("url", self._url, f"{what}: {'it ' if isinstance(error, Broken) else ''}{error}")


class _DeadlineSocket(socket.socket):
    """A socket whose reads together end at a deadline, however slowly bytes drip in."""

    deadline = 0.0

    def recv_into(self, *arguments: Any) -> int:
        self.settimeout(_left(self.deadline))
        return super().recv_into(*arguments)


class HttpClient(HTTPConnection):
    """A client of one URL, which connects anew for each request."""

    sock: _DeadlineSocket | None

    def __init__(self, url: str, allow_remote: bool = False) -> None:
        host, port, self._path = _parts(url)
        if not allow_remote and not is_loopback(host):
            raise ExactError("url", url, "is on another machine: add --allow-remote if you want to ask it")
        super().__init__(host, port)
        self._local, self._deadline = not allow_remote, 0.0

    def exchange(self, method: str, path: str, body: bytes | None, seconds: float) -> tuple[int, bytes]:
        """The status and the body of the response; ``path`` follows that of the URL.

        Raises `Broken` if the server breaks off or sends too much, and `ExactError` for a redirect or a failure.
        """
        self._deadline = monotonic() + seconds
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            self.request(method, self._path + path or "/", body, headers)
            response = self.getresponse()
            received = response.read(MAX_BODY + 1)
            if len(received) > MAX_BODY:
                raise Broken(f"sent more than {MAX_BODY} bytes")
            if response.length:
                raise Broken("broke off in the middle of its answer")
        except TimeoutError:
            raise Late(f"did not answer within {seconds:g} s (--timeout)") from None
        except RemoteDisconnected:
            raise Broken("closed the connection without an answer") from None
        except HTTPException as error:
            raise Broken(f"sent no proper HTTP: {str(error)[:_SHOWN]!r}") from None
        except OSError as error:
            raise Broken(f"cannot be reached: {error.strerror or error}") from None
        finally:
            self.close()
        status = response.status
        if 300 <= status < 400:
            location = (response.getheader("Location") or "nowhere")[:_SHOWN]
            raise ExactError("reply", status, f"redirects to {location!r}, which is not followed")
        if status >= 500:
            text = received.decode("utf-8", "replace").strip()[:_SHOWN]
            raise ExactError("reply", status, f"is the status of a server that failed: {text!r}")
        return status, received

    def connect(self) -> None:
        """Connect within the deadline, and to this machine unless another is allowed."""
        plain = socket.create_connection((self.host, self.port), _left(self._deadline))
        if self._local and not is_loopback(plain.getpeername()[0]):
            plain.close()
            raise ConnectionError(None, "is on another machine")
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = _DeadlineSocket(fileno=plain.detach())
        self.sock.deadline = self._deadline
        self.sock.settimeout(_left(self._deadline))  # for sending; it holds for a whole message, however slowly it goes


def _left(deadline: float) -> float:
    seconds = deadline - monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def _parts(url: str) -> tuple[str, int, str]:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ExactError("url", url, f"is not a URL: {error}") from None
    if parts.scheme != "http" or not parts.hostname or parts.username is not None:
        raise ExactError("url", url, "must be like http://127.0.0.1:8000/odds")
    if parts.query or parts.fragment or not url.isascii() or not url.isprintable() or " " in url:
        raise ExactError("url", url, "must end with a path: the mapping has the query")
    return parts.hostname, 80 if port is None else port, parts.path.rstrip("/")
