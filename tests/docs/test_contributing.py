"""CONTRIBUTING.md: its blocks, the locked environment, and each path from the page into a copy of the sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
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


def block(name: str, language: str) -> str:
    """The block that the page has saved under this name."""
    (found,) = re.findall(rf"`{re.escape(name)}`:\n\n```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


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


@pytest.mark.slow
def test_each_path_in_a_copy_of_the_sources(tmp_path: Path) -> None:
    """What the page shows is shipped as the page says, and comes out of every command it should come out of."""
    for folder in ("exact", "scripts"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    package = tmp_path / "exact"

    def run(*words: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (package / "rules" / "corner-room.toml").write_text(block("corner-room.toml", "toml"), encoding="utf-8")
    replaced(package / "rules" / "rulebook.py", '"otto-mazzi")', '"otto-mazzi", "corner-room")')
    decide = block("agree.py", "python").split("\n\n\n")[1]
    replaced(package / "reference" / "decisions.py", "\n\nDECISIONS", f"\n\n{decide}\n\n\nDECISIONS")
    replaced(
        package / "reference" / "decisions.py",
        '    "standard": standard,',
        '    "standard": standard,\n    "corner-room": corner_room,',
    )
    (package / "bets" / "catalogue" / "long-tie.toml").write_text(block("long-tie.toml", "toml"), encoding="utf-8")
    (table,) = re.findall(r"^>>> def long_shoes_table.*?(?=^>>> )", PAGE, re.DOTALL | re.MULTILINE)
    table = re.sub(r"^(>>> |\.\.\. ?)", "", table, flags=re.MULTILINE)
    imports = "from exact import Outcome, Shoe, odds_of_shoe, rules_named\nfrom exact.answers.table import Column, Rounded, Table\n"
    (package / "publication" / "chapters" / "long_shoes.py").write_text(f"{imports}\n\n{table}", encoding="utf-8")
    replaced(
        package / "publication" / "catalogue.py",
        "from exact.answers.table",
        "from exact.publication.chapters import long_shoes\nfrom exact.answers.table",
    )
    replaced(
        package / "publication" / "catalogue.py",
        "    METHOD: {},",
        '    METHOD: {},\n    "Long shoes": {"long-shoes": long_shoes.long_shoes_table},',
    )
    (vector,) = re.findall(r"^>>> request = (.*)$", PAGE, re.MULTILINE)
    (group,) = re.findall(r"^>>> group = (.*)$", PAGE, re.MULTILINE)
    groups = package / "conformance" / "vectors" / "groups.py"
    replaced(
        groups,
        "    return [\n        Group(name, source, reason, flags, _outcomes(given, STANDARD))",
        f"    request: Json = {vector}\n    ((_, confirmed),) = _outcomes([request['shoe']], STANDARD)\n    own = {group}\n    return [own] + [\n        Group(name, source, reason, flags, _outcomes(given, STANDARD))",
    )

    run("scripts/generate.py", "readings", "coefficients")
    assert "corner-room" in run("-m", "exact", "rules")
    assert "0.010525093" in run("-m", "exact", "odds", "--decks", "8", "--rules", "corner-room", "--digits", "9")
    assert "long-tie" in run("-m", "exact", "bets")
    run("-m", "exact", "tables", "--only", "long-shoes")
    assert "0.095423367" in (tmp_path / "tables" / "long-shoes.md").read_text(encoding="utf-8")
    made = "from exact.conformance.vectors.groups import outcome_groups, reading_groups\n"
    made += "print(*(group.name for group in outcome_groups() + reading_groups()))"
    assert {"naturals-only", "reading-corner-room"} <= set(run("-c", made).split())
