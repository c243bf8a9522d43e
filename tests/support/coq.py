"""The files of the proof, and Coq's compiler."""

import re
import subprocess
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "proof"
LAST = "Theorems"


@cache
def needed(name: str) -> tuple[str, ...]:
    """The files that one file needs, in an order in which they compile, and the file itself."""
    return tuple(dict.fromkeys([file for other in imported(name) for file in needed(other)] + [name]))


def imported(name: str) -> list[str]:
    """The files that one file names."""
    text = (SOURCES / f"{name}.v").read_text(encoding="utf-8")
    return [other for line in re.findall(r"^Require Import (.*)\.$", text, re.MULTILINE) for other in line.split()]


def compiled(name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["coqc", "-q", "-noglob", f"{name}.v"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)


def compiled_together(folder: Path) -> str:
    """What the last file prints, after all files are compiled, two at a time."""
    waiting = TopologicalSorter({name: imported(name) for name in needed(LAST)})
    waiting.prepare()
    running: dict[Future[subprocess.CompletedProcess[str]], str] = {}
    with ThreadPoolExecutor(max_workers=2) as pool:
        while waiting.is_active():
            running |= {pool.submit(compiled, name, folder): name for name in waiting.get_ready()}
            for each in wait(running, return_when=FIRST_COMPLETED).done:
                assert each.result().returncode == 0, each.result().stderr
                waiting.done(running.pop(each))
    return each.result().stdout
