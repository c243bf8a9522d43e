"""Writing a generated file, or with --check comparing it: the end of every script that makes one."""

from pathlib import Path


def write_or_compare(path: Path, data: bytes, check: bool, name: str = "") -> int:
    """The exit code: 1 if the file is compared and differs. It is told of by ``name``, by default its own."""
    if not check:
        path.write_bytes(data)
        return 0
    same = path.read_bytes() == data
    print(f"{name or path.name} is {'up to date' if same else 'stale'}")
    return int(not same)
