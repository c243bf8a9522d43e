"""Reading a file that somebody named on the command line."""

from __future__ import annotations

from pathlib import Path

from exact.errors import ExactError


def read_text_file(path: Path, parameter: str, hint: str) -> str:
    """The text of a UTF-8 file; raises `ExactError` for ``parameter``, with ``hint`` where there is no such file."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ExactError(parameter, str(path), f"is not there: {hint}") from None
    except UnicodeDecodeError:
        raise ExactError(parameter, str(path), "is not a text file in UTF-8") from None
    except (OSError, ValueError) as error:
        raise ExactError(parameter, str(path), f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
