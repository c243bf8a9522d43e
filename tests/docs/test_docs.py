"""The README and the pages of the documentation: every block runs, and what they show is current."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "scripts"
sys.path.insert(0, str(SCRIPTS))
import build_readme  # noqa: E402

QUICK = ("README.md", "docs/index.md", "docs/explanation/padding.md", "docs/explanation/readings.md")
GATE = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
README_SH = "".join(re.findall(r"```sh\n(.*?)```", build_readme.PAGES[0].read_text(encoding="utf-8"), re.DOTALL))


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def checked(*words: str) -> None:
    command = [sys.executable, str(SCRIPTS / "build_readme.py"), "--check", *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


@pytest.mark.parametrize("page", build_readme.PAGES, ids=page_name)
def test_every_block_has_something_that_runs_it(page: Path) -> None:
    """.ci/run runs the shell blocks of the README as they stand, and every other must be a line of its own."""
    assert list(build_readme.problems(page.read_text(encoding="utf-8"), GATE + README_SH)) == []


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("```perl\nprint 1\n```\n", "1: a block of the language 'perl' has no runner"),
        ("x\n\n```\nexact odds\n```\n", "3: a block of the language '' has no runner"),
        ("```python\nprint(1)\n```\n", "1: a python block needs the name of its file before it"),
        ("`a.toml`:\n\n```toml\nx = 1\n```\n", "3: no later block uses a.toml"),
        ("`a.py`:\n\n```python\n>>> 1\n```\n", "3: no later block uses a.py"),
        ("```console\nexact odds\n```\n", "1: a console block must begin with a command"),
        ("```sh\nrm -r tables\n```\n", "1: .ci/run does not run this"),
        ("~~~\nexact odds\n~~~\n", "1: a block that is not read: fence it with backticks, not indented"),
        ("words:\n\n    exact odds\n", "3: a block that is not read: fence it with backticks, not indented"),
        (
            "- item\n\n  ```console\n  $ exact\n  ```\n",
            "3: a block that is not read: fence it with backticks, not indented",
        ),
        ("```console title\n$ exact\n```\n", "1: a block that is not read: fence it with backticks, not indented"),
    ],
)
def test_a_block_that_nothing_runs_is_told(page: str, problem: str) -> None:
    assert problem in list(build_readme.problems(page, GATE))


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=[pytest.mark.slow] if page == "README.md" else []) for page in QUICK]
)
def test_pages_that_are_soon_run(page: str) -> None:
    checked(str(ROOT / page))


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in build_readme.PAGES if page_name(page) not in QUICK], ids=page_name)
def test_every_block_of_every_page(page: Path) -> None:
    checked("--slow", str(page))


def test_a_wrong_output_and_a_failing_command_are_told() -> None:
    wrong = "```console\n$ echo 2\n3\n$ exit 4\n```\n\n```python\n>>> 1 + 1\n3\n```\n"
    page = build_readme.Page(wrong, slow=False)
    assert page.filled() == wrong.replace("3\n$ exit", "2\n$ exit")
    assert page.failures[0] == "$ exit 4\nexit code 4\n"
    assert "Expected:\n    3\nGot:\n    2\n" in page.failures[1]
    assert len(page.failures) == 2


def test_a_slow_block_is_left_alone_until_it_is_asked_for() -> None:
    slow = "<!-- slow -->\n```console\n$ echo 2\n```\n"
    assert build_readme.Page(slow, slow=False).filled() == slow
    assert build_readme.Page(slow, slow=True).filled() == slow.replace("echo 2\n", "echo 2\n2\n")


def test_a_file_of_a_page_is_there_for_its_commands() -> None:
    page = "Save this as `a.csv`:\n\n```csv\n1,2\n```\n\n```console\n$ cat a.csv\n1,2\n```\n"
    assert build_readme.Page(page, slow=False).filled() == page


TASKS = (ROOT / "docs" / "how-to" / "ten-tasks.md").read_text(encoding="utf-8")


def steps(text: str) -> int:
    """What a reader does in a text: saves a file, types a command or a statement, or works the calculator."""
    done = 0
    for block in build_readme.BLOCK.finditer(text):
        if block["language"] == "calculator":
            done += sum(not line.startswith("see ") for line in block["text"].splitlines())
        elif build_readme.file_name(text, block):
            done += 1
        else:
            done += len(re.findall(r"^(?:\$|>>>) ", block["text"], re.MULTILINE))
    return done


def test_ten_tasks_take_the_steps_that_the_page_says() -> None:
    assert len(re.findall(r"^## .*\?$", TASKS, re.MULTILINE)) == 10
    _, *ways = re.split(r"Steps: (\d+)$", TASKS, flags=re.MULTILINE)
    assert len(ways) >= 2 * 10
    for said, text in zip(ways[::2], ways[1::2], strict=True):
        assert steps(text) == int(said), text
