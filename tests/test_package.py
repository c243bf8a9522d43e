"""The package as a whole: direction of imports, generated data, cold start, the numbers of the README."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support import python

import exact
from exact import lazy
from exact.analysis.odds import odds_of_shoe
from exact.arithmetic import decimal_text
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.rules import rules_named

ROOT = Path(__file__).parents[1]
PACKAGE = Path(exact.__file__).parent
MODULES = [info.name for info in pkgutil.walk_packages([str(PACKAGE)], "exact.")]


@pytest.mark.parametrize("module", ["exact", *MODULES])
def test_the_examples_in_the_docstrings(module: str) -> None:
    if module != "exact.__main__":
        assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_the_generated_files_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "generate.py"), "--check", "readings", "coefficients", "metadata"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


def test_no_import_hides_in_a_string_from_the_linter() -> None:
    """Only public names, what is imported late from outside, notebooks, commands, formats, tables and quantities."""
    by_name = {
        path for path in PACKAGE.rglob("*.py") if re.search(r"import_module|__import__", path.read_text("utf-8"))
    }
    known = "__init__ answers/table lazy cli/main publication/catalogue questions/grammar records report/render"
    assert by_name == {PACKAGE / f"{name}.py" for name in known.split()}


@pytest.mark.parametrize("style", ["text", "latex", "csv", "json"])
def test_a_cold_start_imports_nothing_heavy(style: str) -> None:
    code = (
        f"import sys; from exact.cli import main; main(['odds', '--decks', '8', '--format', '{style}']);"
        "print(*sorted({'sympy', 'numpy', 'tabulate'} & set(sys.modules)), file=sys.stderr)"
    )
    assert python("-c", code).stderr.splitlines()[-1] == ""  # below the notes on CSV


NEED_AN_EXTRA = {"exact.engine.numba_kernel"}
HEAVY = {"numpy", "sympy", "scipy", "matplotlib", "tabulate", "distributed", "asyncio"}
HEAVY |= {"concurrent.futures.process", "multiprocessing", "subprocess"}


@pytest.mark.parametrize(("modules", "heavy"), [("library", HEAVY | {"argparse"}), ("command", HEAVY)])
def test_no_import_is_heavy(modules: str, heavy: set[str]) -> None:
    """What all modules together do not import, none of them does; ``scripts/bench.py`` has the times."""
    names = [name for name in MODULES if name not in NEED_AN_EXTRA and name != "exact.__main__"]
    if modules == "library":
        names = [name for name in names if not name.startswith("exact.cli")]
    public = [name for name in exact.__all__ if modules == "command" or name != "ask"]  # which is the command in Python
    code = "import sys\n" + "".join(f"import {name}\n" for name in names)
    code += f"from exact import {', '.join(public)}\n" + f"print(*sorted({heavy!r} & set(sys.modules)))"
    assert python("-c", code).stdout.strip() == ""


def test_what_is_imported_late_is_the_module_itself() -> None:
    for name in filter(str.islower, lazy.__all__):  # the others are types of arrays
        late = getattr(lazy, name)
        real = importlib.import_module(late.__name__)
        public = [word for word in getattr(real, "__all__", dir(real)) if not word.startswith("_")]
        assert public
        assert all(getattr(late, word) is getattr(real, word) for word in public)
    with pytest.raises(AttributeError, match="numpy.* has no attribute 'nothing'"):
        _ = lazy.np.nothing  # type: ignore[attr-defined]


def test_python_m_exact_is_the_command() -> None:
    assert python("-m", "exact", "--version").stdout == f"exact {exact.__version__}\n"


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m exact rules otto-mazzi | head -n 1"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stderr == ""


def test_the_numbers_in_the_readme_and_the_version_in_the_changelog_are_true() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"## {exact.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\w+) \| ([\d\u202f]+) \| ([\d.]+) \| ([\d.]+) % \|$", readme, re.MULTILINE)
    assert len(rows) == 6
    for decks, side, count, probability, edge in rows:
        odds = odds_of_shoe(Shoe.of_decks(int(decks)), rules_named("standard").tableau)
        bet = Outcome(side)
        assert count == f"{odds.counts[bet]:,}".replace(",", "\u202f")
        assert probability == decimal_text(odds.probability(bet), 12)
        assert edge == decimal_text(odds.price(bet, rules_named("standard")).house_edge * 100, 4)


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("odds --decks 8 >/dev/full", r"exact: output: .*\n"),
        ("rules >&-", r"exact: output: .*\n"),
        ("odds --decks x 2>/dev/full", ""),
    ],
)
def test_an_output_that_cannot_be_written(words: str, printed: str) -> None:
    ran = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m exact {words}"], capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 2
    assert re.fullmatch(printed, ran.stderr)
