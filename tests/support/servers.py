"""HTTP servers in this process, for the tests of exact verify: a right one, and others that do anything."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

Responds = Callable[[str, dict[str, str], Any], tuple[int, Any]]
"""The status and the JSON for the path, the query and the JSON body of a request."""


@contextmanager
def serving(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """The URL of a server whose requests ``handler`` answers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def rest_server(responds: Responds) -> AbstractContextManager[str]:
    """The URL of a server that answers as ``responds`` does."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, answer = responds(parts.path, dict(parse_qsl(parts.query)), json.loads(body) if body else None)
            sent = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        do_POST = do_GET  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Print nothing."""

    return serving(Handler)


Hostile = Callable[[socket.socket], None]


def sends(*parts: bytes) -> Hostile:
    """Send these bytes, whatever is asked."""
    return lambda connection: connection.sendall(b"".join(parts))


def answers(body: bytes, status: str = "200 OK", *headers: str) -> Hostile:
    """Answer with a proper response."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", ""]
    return sends("\r\n".join(lines).encode() + body)


@contextmanager
def hostile_server(*behaviours: Hostile) -> Iterator[str]:
    """The URL of a server that treats its connections in turn as ``behaviours`` do, the later ones as the last."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        number = 0
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                behaviour = behaviours[min(number, len(behaviours) - 1)]
                number += 1
                threading.Thread(target=_treated, args=(connection, behaviour), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()


def _treated(connection: socket.socket, behaviour: Hostile) -> None:
    with connection, suppress(OSError):
        received = b""
        while b"\r\n\r\n" not in received:
            received += connection.recv(65536)
        behaviour(connection)
        with suppress(OSError):  # closed with something unread, the connection would be reset instead of ended
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(1)
            connection.recv(65536)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
