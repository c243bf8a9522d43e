"""The files of the proof, and Coq's compiler."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "proof"
LAST = "Theorems"


@cache
def needed(name: str) -> tuple[str, ...]:
    """The files that one file needs, in an order in which they compile, and the file itself."""
    text = (SOURCES / f"{name}.v").read_text(encoding="utf-8")
    direct = [other for line in re.findall(r"^Require Import (.*)\.$", text, re.MULTILINE) for other in line.split()]
    return tuple(dict.fromkeys([file for other in direct for file in needed(other)] + [name]))


def compiled(name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["coqc", "-q", "-noglob", f"{name}.v"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)
