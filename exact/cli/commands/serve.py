"""Answer exact questions from programs in any language, on standard input and output or over local HTTP.

  exact serve                   one JSON object a line on standard input, one on standard output
  exact serve --http 8000       the same messages, each the body of a POST to http://127.0.0.1:8000/

The messages are those of exact help protocol, and this program answers every kind, bet, rulebook and shoe in them, so
you can also try your own test harness on it. For example, with --http 8000:

  curl http://127.0.0.1:8000/ -d \\
      '{"id": "1", "kind": "outcomes", "rules": "standard", "shoe": {"values": [128,32,32,32,32,32,32,32,32,32]}}'

Over HTTP, GET / returns the handshake. Only programs on this machine can connect, unless --http names another address
and you give --allow-remote. Web pages cannot: a request that has an Origin, as a browser sends it, is refused, no CORS
header is sent, and on the loopback the Host must be this machine. A message has at most 65536 bytes. The end of the
input, or an interrupt (Ctrl-C), ends it.
"""

import sys

from exact.answers.table import Answer
from exact.cli import options
from exact.cli.options import Arguments, flag, option
from exact.conformance.serve import MAX_PORT, is_loopback, serve_http, serve_lines, split_address
from exact.errors import ExactError
from exact.inputs import parse_whole

OPTIONS = (
    option("--http", "[ADDRESS:]PORT", "serve over HTTP at this port of 127.0.0.1, or of another address"),
    flag("--allow-remote", "allow an address that other machines can reach"),
)


def answer(arguments: Arguments) -> Answer:
    """Serve, and return nothing to print after the last reply."""
    if (style := options.style_of(arguments)) != "text":
        raise ExactError("format", style, "cannot be chosen: the replies are JSON, and nothing else is printed")
    if arguments.http is not None:
        host, port = _address(arguments.http, arguments.allow_remote)
        shown = f"[{host}]" if ":" in host else host
        serve_http(host, port, lambda: _notice(f"serving at http://{shown}:{port}/ until you interrupt it"))
    elif arguments.allow_remote:
        raise ExactError("allow-remote", "", "is only for HTTP: give --http ADDRESS:PORT")
    elif sys.stdin is None:
        raise ExactError("serve", "standard input", "is closed")
    else:
        if sys.stdin.isatty():
            _notice("reading requests from standard input, one JSON object a line (Ctrl-D ends it)")
        serve_lines(sys.stdin.buffer, sys.stdout.buffer)
    return Answer("serve", silent=True)


def _notice(text: str) -> None:
    if sys.stderr is not None:
        print(f"exact: {text}", file=sys.stderr)


def _address(text: str, allow_remote: bool) -> tuple[str, int]:
    host, port = split_address(text) if ":" in text else ("", text)
    number = parse_whole(port, "http, port", 1, MAX_PORT)
    host = host if host not in ("", "localhost") else "127.0.0.1"
    if not is_loopback(host) and not allow_remote:
        raise ExactError("http", text, "can be reached from other machines: add --allow-remote if you want that")
    return host, number
