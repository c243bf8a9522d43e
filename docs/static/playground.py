"""Runs what is typed into the playground: lines that begin with ``exact`` as in a shell, and everything else as Python."""

import os
import re
import shlex
import sys
import traceback

import playground_counting
from pyodide.code import eval_code

import exact
from exact.cli import main

COMMAND = re.compile(r"(?:\$ )?exact(?: .*)?")
names = {"__name__": "__main__", "exact": exact}
os.environ["COLUMNS"] = "100"
playground_counting.install()


def run(text: str) -> None:
    """Run ``text`` and print what it prints; an error is one line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    try:
        if all(COMMAND.fullmatch(line) for line in lines):
            for line in lines:
                main(shlex.split(line.removeprefix("$ "))[1:])
        elif (value := eval_code(text, names)) is not None:
            print(repr(value))
    except SystemExit:  # --help, --version
        pass
    except ModuleNotFoundError as error:
        print(f"{error.name} is not in this page: install the program to use it", file=sys.stderr)
    except Exception as error:
        print("".join(traceback.format_exception_only(error)).strip(), file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
