"""Write files in full or not at all: everything that writes to a name somebody gave writes here."""

import os
import secrets
import stat
from contextlib import suppress
from errno import EACCES
from functools import partial
from pathlib import Path

from exact.errors import ExactError
from exact.inputs import refused

PARTIAL = ".exact-*.partial"  #: The temporary names: a run that is killed leaves such files


def check_output(path: Path, parameter: str, source: Path | None = None) -> Path:
    """``path`` itself, if it looks as if it could be written and is not ``source``; raises `ExactError` if not."""
    with refused(parameter, path, "cannot be written"):
        target = Path(os.path.realpath(path))
        if source and target.exists() and source.exists() and target.samefile(source):
            raise ExactError(parameter, str(path), "would overwrite the input file")
        if target.is_dir() or not target.parent.is_dir():
            raise ExactError(parameter, str(path), "cannot be written: it is a folder, or its folder does not exist")
        there = os.path.lexists(target) and target.stat()  # which fails for a link that leads to itself
        if not os.access(target if there else target.parent, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
    return path


class Output:
    """The file ``path``, which has its new contents at the end of a ``with`` block, and its old ones if that fails.

    Links are followed, and a file that is replaced keeps its owner and its mode. What cannot be replaced, a pipe or a
    device, is written directly. Raises `ExactError` that names ``parameter`` and the path for what cannot be written.
    """

    def __init__(self, path: Path, parameter: str) -> None:
        self._writing = partial(refused, parameter, path, "cannot be written")
        self.size, self._partial = 0, None
        with self._writing():
            if path.exists() and not path.is_file() and not path.is_dir():
                self.file = path.open("wb")
                return
            self._target = Path(os.path.realpath(check_output(path, parameter)))
            before = self._target.stat() if self._target.exists() else None
            self._partial = self._target.with_name(PARTIAL.replace("*", secrets.token_hex(4)))
            self.file = self._partial.open("xb")
            if before:
                with suppress(OSError, AttributeError):  # only the superuser can, and no system but POSIX
                    os.chown(self._partial, before.st_uid, before.st_gid)
                self._partial.chmod(stat.S_IMODE(before.st_mode))

    def write(self, data: bytes) -> None:
        """Add ``data``."""
        with self._writing():
            self.size += self.file.write(data)

    def __enter__(self) -> "Output":
        return self

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        try:
            with suppress(Exception) if error else self._writing():  # report the earlier error, not another
                self.file.close()
                if self._partial and not error:
                    os.replace(self._partial, self._target)
        finally:
            if self._partial:
                with suppress(OSError):
                    self._partial.unlink(missing_ok=True)


def write_file(path: Path, text: str, parameter: str) -> None:
    """Write ``text`` to ``path`` as an `Output`."""
    with Output(path, parameter) as output:
        output.write(text.encode())
