"""Reading a file that somebody named on the command line."""

from __future__ import annotations

from exact.errors import ExactError
from exact.lazy import pathlib


def read_text_file(path: pathlib.Path, parameter: str, hint: str, limit: int = -1) -> str:
    """The text of a UTF-8 file; raises `ExactError` for ``parameter``, with ``hint`` where there is no such file.

    With a ``limit``, no more is read than that many characters and one, and a longer file is an error too.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(limit + 1 if limit >= 0 else -1)
        if 0 <= limit < len(text):
            raise ExactError(parameter, str(path), f"is too large: at most {limit} characters")
        return text
    except ExactError:
        raise
    except FileNotFoundError:
        raise ExactError(parameter, str(path), f"is not there: {hint}") from None
    except UnicodeDecodeError:
        raise ExactError(parameter, str(path), "is not a text file in UTF-8") from None
    except (OSError, ValueError) as error:
        raise ExactError(parameter, str(path), f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
