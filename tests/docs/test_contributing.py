"""CONTRIBUTING.md: its blocks, the locked environment, and each path from the page into a copy of the sources."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]


def brought(lines: list[str]) -> list[Requirement]:
    """The requirements, those of this package's own extras in place of their names."""
    found = []
    for requirement in map(Requirement, lines):
        own = requirement.name == PROJECT["name"]
        found += [each for extra in requirement.extras for each in brought(EXTRAS[extra])] if own else [requirement]
    return found


@pytest.mark.slow
def test_the_blocks_of_the_page_are_true() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "build_readme.py"), "--check", str(ROOT / "CONTRIBUTING.md")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


def test_the_lock_has_a_release_that_fits_each_requirement() -> None:
    locked = dict(re.findall(r"^([\w.-]+)==([\w.]+)", LOCK, re.MULTILINE))
    for requirement in brought([*PROJECT["dependencies"], *EXTRAS["dev"]]):
        assert requirement.name in locked
        assert requirement.specifier.contains(Version(locked[requirement.name])), requirement


def test_the_lock_names_no_host_and_no_path_and_is_made_as_the_page_says() -> None:
    assert not re.search(r"https?:|file:|^-|^\s*/|\s/", LOCK, re.MULTILINE)
    (made,) = re.findall(r"uv pip compile .*", LOCK)
    assert f"\n{made}\n" in PAGE


def test_the_gate_installs_what_the_lock_has() -> None:
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "-r requirements-dev.lock" in gate
    assert "-r requirements-dev.lock" in PAGE


def section(title: str) -> str:
    """What stands under a heading of the page."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def named_files(title: str) -> set[str]:
    """The files of the repository that a section names."""
    return set(re.findall(r"(?:[` ])(README\.md|(?:docs|exact|tables|tests)/[\w./-]*)", section(title)))


def block(name: str) -> str:
    """The block that the page has saved under this name."""
    (found,) = re.findall(rf"`{re.escape(name)}`:\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def hunks(title: str) -> Iterator[tuple[str, str, str]]:
    """The changes that a section shows: a file, the lines as they are and as they will be."""
    for diff in re.findall(r"```diff\n(.*?)```", section(title), re.DOTALL):
        for part in diff.split("+++ ")[1:]:
            name, _, text = part.partition("\n")
            for hunk in text.split("@@\n"):
                lines = hunk.splitlines(keepends=True)
                yield name, *("".join(line[1:] for line in lines if line[0] != left) for left in "+-")


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name} has not one {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_page_of_extras_lists_what_each_installs() -> None:
    page = (ROOT / "docs" / "reference" / "extras.md").read_text(encoding="utf-8")
    table = page.partition("| extra | installs | needed for |\n")[2].partition("\n\n")[0]
    listed = {extra: names.split(", ") for extra, names in re.findall(r"^\| (\w+) \| ([^|]*) \|", table, re.MULTILINE)}
    assert listed == {
        extra: [requirement.name for requirement in brought(lines)]
        for extra, lines in EXTRAS.items()
        if extra not in {"bench", "test", "dev"}
    }


RULEBOOK, BET, TABLE, COLUMN, LANGUAGE, FORMAT = PATHS = (
    "Add a rulebook",
    "Add a bet",
    "Add a table",
    "Add a column to `odds`",
    "Add a language",
    "Add an output format",
)
SHIPPED_AS = {
    "corner-room.toml": "exact/rules/documents/corner-room.toml",
    "long-tie.toml": "exact/bets/catalogue/long-tie.toml",
    "long_shoes.py": "exact/publication/chapters/long_shoes.py",
    "org.py": "exact/report/org.py",
}


class Copy:
    """A copy of the sources, in a repository of its own, which contributors change by the page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        left_out = shutil.ignore_patterns(
            ".git", ".venv", ".nox", "site", "build", "__pycache__", "*cache", "*.egg-info"
        )
        shutil.copytree(ROOT, folder, ignore=left_out, dirs_exist_ok=True)
        self._git("init", "--quiet")
        self._git("add", "--all")
        self._git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "copy")

    def run(self, *words: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "COLUMNS": "200"}
        done = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=False, cwd=self.folder, env=environment
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def exact(self, *words: str) -> str:
        """What a command prints, without the blanks that group digits."""
        return self.run("-m", "exact", *words).replace("\u202f", "").replace("\u00a0", " ")

    def changed(self) -> set[str]:
        """The files that git sees as changed or new."""
        return {line[3:] for line in self._git("status", "--porcelain", "--untracked-files=all").splitlines()}

    def _git(self, *words: str) -> str:
        return subprocess.run(["git", *words], cwd=self.folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.contributing
def test_each_path_in_a_copy_of_the_sources(tmp_path: Path) -> None:
    """What the page shows is shipped as the page says, and comes out of every command it should come out of."""
    copy = Copy(tmp_path)
    for name, path in SHIPPED_AS.items():
        assert any(f"move the file to `{path}`" in section(title) for title in PATHS), path
        (tmp_path / path).write_text(block(name), encoding="utf-8")
    for title in PATHS:
        for path, before, after in hunks(title):
            replaced(tmp_path / path, before, after)
    decide = block("agree.py").split("\n\n\n")[1]
    replaced(tmp_path / "exact" / "reference" / "decisions.py", "\n\nDECISIONS", f"\n\n{decide}\n\n\nDECISIONS")
    document = "\n".join(re.findall(r'says = "(.*?)"', block("corner-room.toml")))
    (tmp_path / "tests" / "documents" / "corner-room.txt").write_text(document, encoding="utf-8")
    record = "".join(f"banco\t{sentence}\n" for sentence in document.splitlines())
    (tmp_path / "exact" / "rules" / "documents" / "corner-room.tsv").write_text(record, encoding="utf-8")
    copy.run("scripts/generate.py", "translations")
    german = tmp_path / "exact" / "report" / "locale" / "de" / "LC_MESSAGES" / "exact.po"
    for text in ("house edge", "House edge"):  # in a table, and on the page of the calculator
        replaced(german, f'msgid "{text}"\nmsgstr ""', f'msgid "{text}"\nmsgstr "Hausvorteil"')

    vectors = tmp_path / "exact" / "conformance" / "vectors" / "data"

    copy.run("scripts/generate.py", "readings", "coefficients", "translations", "proof")
    with ThreadPoolExecutor(2) as pool:  # what is left of the three commands, at the same time
        left = (("scripts/generate.py", "vectors"), ("-m", "exact", "tables"), ("scripts/generate.py", "calculator"))
        list(pool.map(lambda words: copy.run(*words), left))
    named = set().union(*map(named_files, (*PATHS, "Write the generated files")))
    folders = tuple(name for name in named if name.endswith("/"))
    stray = {name for name in copy.changed() if name not in named and not name.startswith(folders)}
    assert stray == set()
    for title in PATHS:
        assert named_files(title) & copy.changed(), title

    assert "corner-room" in copy.exact("rules")
    assert "The house keeps 4 % of what Bank wins." in copy.exact("rules", "corner-room")
    assert "1.0525093 %" in copy.exact("odds", "--decks", "8", "--rules", "corner-room", "--digits", "9")
    assert "corner-room" in (tmp_path / "tables" / "readings.md").read_text(encoding="utf-8")
    assert "corner-room" in (tmp_path / "docs" / "calculator" / "data.js").read_text(encoding="utf-8")
    assert "reading-corner-room-" in (vectors / "vectors-readings.json").read_text(encoding="utf-8")
    assert "long-tie" in copy.exact("bets")
    assert "163598426329344" in copy.exact("bet", "long-tie", "--decks", "8")
    assert "Long tie" in (tmp_path / "tables" / "bet-prices.md").read_text(encoding="utf-8")
    assert '"long-tie"' in (vectors / "bets.json").read_text(encoding="utf-8")
    # 0.095403574: the tie with 100 decks by the walk, the second method.
    ties = "from exact import Outcome, Shoe; from exact.reference import walk, decisions\n"
    ties += "from exact.arithmetic import ordered_deals; shoe = Shoe.of_decks(100)\n"
    ties += "print(walk.count_outcomes(shoe, decisions.DECISIONS['standard'])[Outcome.TIE] / ordered_deals(5200))"
    walked = f"{float(copy.run('-c', ties)):.9f}"
    page = (tmp_path / "tables" / "long-shoes.md").read_text(encoding="utf-8")
    assert re.search(rf"\| +{re.escape(walked)} \|", page.replace("\u202f", ""))
    odds = ("odds", "--decks", "8", "--format")
    heading = re.compile(r"\bvariance\b")
    styles = ("text", "markdown", "latex", "csv", "org")
    assert all(heading.search(copy.exact(*odds, style, "--table", "bets")) for style in styles)
    assert not heading.search(copy.exact(*odds, "json"))
    assert "Hausvorteil" in copy.exact("odds", "--decks", "8", "--lang", "de")
    assert "Hausvorteil" in (tmp_path / "docs" / "calculator" / "data.js").read_text(encoding="utf-8")
    assert "# exact-baccarat" in copy.exact("rules", "--format", "org")
    assert "up to date" in copy.run(
        "scripts/generate.py", "--check", "readings", "coefficients", "translations", "proof"
    )
    files = ("conformance/vectors/test_vectors.py", "cli/test_completion.py", "test_package.py", "rules")
    few = "every_file or covers or numbers or offered or quotation or agree_on or egalite"
    copy.run("-m", "pytest", "-q", "-n0", *(f"tests/{name}" for name in files), "-k", few)
