"""Serve this package as an engine of the protocol in `exact.conformance.verify.protocol`, by line and over HTTP."""

import logging
import re
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, BinaryIO

from exact.conformance.comparison import EXACT, KINDS
from exact.conformance.strict_json import ALL, ANY, GREETING, INFINITE, MAX_LINE, Object, Written, decoded, encoded
from exact.errors import ExactError
from exact.lazy import of_extra
from exact.version import __version__

MAX_PORT = 65535
_MOST_IDLE = 64  # connections without a request, of the hundred that waitress accepts
_ADDRESS = re.compile(r"(?:\[([^\[\]]+)\]|([^:\[\]]*))(?::([^:]*))?")


def split_address(text: str) -> tuple[str, str]:
    """The host and the port of ``HOST:PORT``, each empty if missing; other text is all host, which exists nowhere."""
    match = _ADDRESS.fullmatch(text)
    return (match[1] or match[2], match[3] or "") if match else (text, "")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine: ``localhost`` or a loopback address. Other names are never looked up."""
    try:
        return host.lower() == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def handshake() -> Object:
    """The reply to a greeting: this package answers everything."""
    capabilities = {"arithmetic": EXACT, "kinds": [*KINDS], "granularity": "cards", "bets": ALL, "rules": ALL}
    capabilities |= {"shoes": [ANY, INFINITE]}
    return {**GREETING, "engine": f"exact-baccarat {__version__}", "capabilities": capabilities}


def reply_to(message: bytes) -> Object:
    """The reply to a greeting or a request; ``{"error": text}`` if it cannot be answered."""
    if len(message) > MAX_LINE:
        return {"error": f"the request is too long: at most {MAX_LINE} bytes"}
    try:
        request = decoded(message, "request")
        if "protocol" in request:
            if GREETING.items() <= request.items():
                return handshake()
            return {"error": "the protocol must be {protocol}, version {version}".format(**GREETING)}
        name = request.pop("id", None)
        if not isinstance(name, str):
            raise ExactError("id", Written(name), "must be a text")
    except ExactError as error:
        return {"error": str(error)}
    from exact.conformance.vectors.engine import answer  # only a question needs it, and all that it computes with

    return {"id": name, **answer(request)}


def serve_lines(messages: BinaryIO, replies: BinaryIO) -> None:
    """Answer each line of ``messages`` with a line of ``replies``, until the end of the input."""
    while line := messages.readline(MAX_LINE + 2):
        replies.write(encoded(reply_to(line.removesuffix(b"\n"))))
        replies.flush()
        while line and not line.endswith(b"\n"):  # the rest of a line that is too long
            line = messages.readline(MAX_LINE)


def serve_http(host: str, port: int, started: Callable[[], None]) -> None:
    """Answer over HTTP until it is interrupted; calls ``started`` once it listens, or raises `ExactError`."""
    waitress = of_extra("serve", "waitress", "serve")
    logging.getLogger("waitress").setLevel(logging.ERROR)
    sockets: dict[int, Any] = {}
    with ExitStack() as stack:
        stack.callback(waitress.wasyncore.close_all, sockets)
        options = {"host": host, "port": port, "ident": None, "max_request_body_size": MAX_LINE}
        try:
            server = waitress.create_server(partial(respond, host), sockets, **options)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ExactError("http", f"{host}:{port}", f"cannot be used: {reason}") from None
        stack.callback(server.task_dispatcher.shutdown, timeout=1.0)  # an answer may delay the end so long
        started()
        while sockets:
            waitress.wasyncore.loop(timeout=1, map=sockets, count=1)
            idle = [channel for channel in sockets.values() if getattr(channel, "requests", None) == []]
            for channel in sorted(idle, key=lambda each: each.last_activity)[:-_MOST_IDLE]:
                channel.will_close = True  # they would use up the limit


def respond(host: str, environment: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """Respond to a request to a server that listens at ``host``, as WSGI applications do."""
    status, reply = _responded(environment, is_loopback(host))
    body = encoded(reply)
    headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    start_response(f"{status.value} {status.phrase}", headers)
    return [body]


def _responded(environment: dict[str, Any], local: bool) -> tuple[HTTPStatus, Object]:
    if "HTTP_ORIGIN" in environment:  # which browsers send
        return HTTPStatus.FORBIDDEN, {"error": "web pages cannot use this server"}
    named, _ = split_address(environment.get("HTTP_HOST", "localhost"))
    if local and not is_loopback(named):
        return HTTPStatus.FORBIDDEN, {"error": "this server is asked under another host's name"}
    if environment["PATH_INFO"] != "/":
        return HTTPStatus.NOT_FOUND, {"error": "there is only the path /"}
    if environment["REQUEST_METHOD"] == "GET":
        return HTTPStatus.OK, handshake()
    if environment["REQUEST_METHOD"] != "POST":
        return HTTPStatus.METHOD_NOT_ALLOWED, {"error": "the method must be POST, or GET for the handshake"}
    reply = reply_to(environment["wsgi.input"].read())
    return HTTPStatus.BAD_REQUEST if "error" in reply and "id" not in reply else HTTPStatus.OK, reply
