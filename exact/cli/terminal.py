"""Prose on a terminal: wrapped to its width; left whole where the output goes to a file or a pipe."""

from __future__ import annotations

import shutil
import sys
import textwrap

_WIDEST = 100


def wrapped(line: str) -> str:
    """``line`` broken between words, what follows the first line indented two columns more than it."""
    if not sys.stdout.isatty() or not line.strip():
        return line
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False)
