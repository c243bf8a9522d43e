"""Run the blocks of the README and of docs/, and insert the output of each command below it; with --check, compare.

A page's blocks run in order, in a folder of their own. The language of a block decides what happens to it:

  console     a shell runs each line "$ command", and its output goes below it
  python      with >>> prompts: a doctest, which shares its names with the page's others; without: a file
  sh          commands that .ci/run runs: all those of the README, and lines of its own
  calculator  steps in the calculator, which tests/scripts/calculator/test_steps.py carries out
  {name}      a directive, which Sphinx runs
  others      a file: the text before it ends in its name and a colon, and a later block of the page uses it

A block under the line <!-- slow --> takes more than five seconds, or uses a file from such a block; --slow runs it too.
"""

import argparse
import contextlib
import doctest
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GENERATED = {
    DOCS / "bets",
    DOCS / "tables",
    *(DOCS / "reference" / f"{name}.md" for name in ("bets", "commands", "errata")),
}
"""The pages that docs/exact_pages.py writes for Sphinx; git ignores them."""
PAGES = [
    ROOT / "README.md",
    *(page for page in sorted(DOCS.rglob("*.md")) if GENERATED.isdisjoint((page, page.parent))),
]
FILES = {"toml", "csv", "json", "python", "javascript", "latex", "html", "text"}
BLOCK = re.compile(
    r"^(?P<slow><!-- slow -->\n\n?)?(?P<fence>`{3,})(?P<language>[^\s`]*)\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
_FILE_NAME = re.compile(r"`([\w-]+\.\w+)`:\s*\Z")
_COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)
_UNREAD = re.compile(r"^\s*(```|~~~)|^ {4,}\S|^\t", re.MULTILINE)


def file_name(page: str, block: re.Match[str]) -> str | None:
    """The file name that the text before a block gives it."""
    found = _FILE_NAME.search(page[: block.start()])
    return found[1] if found else None


def problems(page: str, gate: str) -> Iterator[str]:
    """The reasons why a page's blocks cannot be run; ``gate`` is the text of .ci/run."""
    for block in BLOCK.finditer(page):
        language, text, line = block["language"], block["text"], page.count("\n", 0, block.start("fence")) + 1
        name = file_name(page, block)
        if language == "console":
            if not text.startswith("$ "):
                yield f"{line}: a console block must begin with a command"
        elif language == "sh":
            if not all(row in gate for row in text.splitlines()):
                yield f"{line}: .ci/run does not run this"
        elif language in FILES and (name or not text.startswith(">>>")):
            if name is None:
                yield f"{line}: a {language} block needs the name of its file before it"
            elif not any(name in later["text"] for later in BLOCK.finditer(page, block.end())):
                yield f"{line}: no later block uses {name}"
        elif not re.fullmatch(r"python|calculator|\{[\w-]+\}", language):
            yield f"{line}: a block of the language {language!r} has no runner"
    prose = BLOCK.sub(lambda block: "\n" * block[0].count("\n"), page)
    for found in _UNREAD.finditer(prose):
        yield f"{prose.count(chr(10), 0, found.end()) + 1}: a block that is not read: fence it with backticks, not indented"


class Page:
    """Runs the blocks of a page."""

    def __init__(self, page: str, slow: bool) -> None:
        self.text = page
        self.failures: list[str] = []
        self._slow = slow
        self._names: dict[str, object] = {}

    def filled(self) -> str:
        """The page with the output of its commands, run in a folder of its own."""
        with tempfile.TemporaryDirectory() as tools, tempfile.TemporaryDirectory() as folder:
            for name, words in (("exact", f"{sys.executable} -m exact"), ("python3", sys.executable)):
                shim = Path(tools, name)
                shim.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
                shim.chmod(0o755)
            path = f"{tools}{os.pathsep}{os.environ['PATH']}"
            self._environment = {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1"}
            self._folder = Path(folder)
            return BLOCK.sub(self._run, self.text)

    def _run(self, block: re.Match[str]) -> str:
        if block["slow"] and not self._slow:
            return block[0]
        name = file_name(self.text, block)
        if name and block["language"] in FILES:
            (self._folder / name).write_text(block["text"], encoding="utf-8")
        elif block["language"] == "python":
            self._doctest(block)
        elif block["language"] == "console":
            printed = "".join(self._printed(command) for command in _COMMAND.findall(block["text"]))
            return f"{block['slow'] or ''}{block['fence']}console\n{printed}{block['fence']}"
        return block[0]

    def _printed(self, command: str) -> str:
        ran = subprocess.run(
            ["sh", "-c", command], capture_output=True, text=True, check=False, cwd=self._folder, env=self._environment
        )
        if ran.returncode or ran.stderr:
            self.failures.append(f"$ {command}\nexit code {ran.returncode}\n{ran.stderr}")
        return f"$ {command}\n{ran.stdout}"

    def _doctest(self, block: re.Match[str]) -> None:
        line = self.text.count("\n", 0, block.start("text"))
        test = doctest.DocTestParser().get_doctest(block["text"], self._names, "block", "page", line)
        runner = doctest.DocTestRunner(verbose=False)
        with contextlib.chdir(self._folder):
            runner.run(test, out=self.failures.append, clear_globs=False)
        self._names = test.globs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE", help="default: the README and all of docs/")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--slow", action="store_true", help="run the slow blocks too")
    arguments = parser.parse_args()
    bad = 0
    for path in arguments.pages or PAGES:
        page = Page(path.read_text(encoding="utf-8"), arguments.slow)
        filled = page.filled()
        stale = filled != page.text
        for failure in page.failures:
            print(f"{path.name}: {failure}")
        if arguments.check:
            print(f"{path.name} is stale: run scripts/build_readme.py" if stale else f"{path.name} is up to date")
        elif stale:
            path.write_text(filled, encoding="utf-8")
        bad += bool(page.failures) or (stale and arguments.check)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
