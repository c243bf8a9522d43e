"""Addresses of HTTP servers, and which of them are on this machine."""

from __future__ import annotations

import re
from ipaddress import ip_address

MAX_PORT = 65535
_ADDRESS = re.compile(r"(?:\[([^\[\]]+)\]|([^:\[\]]*))(?::([^:]*))?")


def split_address(text: str) -> tuple[str, str]:
    """The host and the port of ``HOST:PORT``, each empty if it is missing; an IPv6 address stands in brackets.

    What has no such form is all host, so that it is the address of nothing.

    >>> split_address("127.0.0.1:8000"), split_address("[::1]:8000"), split_address("localhost")
    (('127.0.0.1', '8000'), ('::1', '8000'), ('localhost', ''))
    """
    found = _ADDRESS.fullmatch(text)
    return (found[1] or found[2], found[3] or "") if found else (text, "")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine itself, by its name ``localhost`` or its address; other names are never looked up.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("example.org")
    (True, True, True, False)
    """
    try:
        return host.lower() == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
