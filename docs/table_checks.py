"""How each table is computed, and the tests that compute its cells again, read from the sources of both.

A test checks a table that it reads, by its id or through its builder. What a test refers to, directly or through other names of
its file, decides; its name says what it compares.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from exact.publication.catalogue import CATALOGUE, place_of
from exact.report.markdown import escape

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
SUPPORT = TESTS / "support" / "__init__.py"
FILES = ("publication/*.py", "publication/chapters/*.py", "analysis/**/*.py")
"""The tests that compute cells of tables."""
READERS = {"committed_rows", "table_of", "CATALOGUE"}
"""The names through which a test reads a table by its id."""
SECOND_METHODS = ("exact.reference", "support.")
"""The reference, and the second methods that only tests need."""


_COMPUTING = ("analysis", "engine", "reference", "literature", "publication", "rules")
"""The packages whose modules compute; the others hold what is computed with."""
DECLARING = "exact.publication.declared"
"""How tables are declared, which computes nothing."""
_FEWEST_LETTERS = 11


class Source(NamedTuple):
    """What a file of Python defines at its top level, and the module that each imported name comes from."""

    defined: Mapping[str, ast.stmt]
    imported: Mapping[str, str]


class Uses(NamedTuple):
    """What a function refers to, directly or through other names of its file."""

    tables: tuple[re.Pattern[str], ...]
    """The ids of tables that it reads; if it reads one whose id it does not spell out, each of its texts may be that."""
    names: frozenset[str]
    modules: frozenset[str]


class Check(NamedTuple):
    """A test that computes cells of a table."""

    title: str
    path: str
    methods: tuple[str, ...]
    """The second methods that it computes with; empty for a computation of its own."""


def checked_section(table_id: str) -> list[str]:
    """The lines of Markdown that say how a table is computed and checked; none for a table without a builder."""
    if table_id not in CATALOGUE:
        return []
    module, name = place_of(table_id)
    modules = _computing(module, name)
    lines = [
        "## How it was computed and checked",
        "",
        f"`{module}.{name}` builds it{', from:' if modules else ' from answers to the questions of its figures.'}",
        "",
    ]
    lines += [f"- {_described(module)}" for module in modules]
    checks = checks_of(table_id)
    if checks:
        lines += ["", "These tests read the table:", "", *map(_check_line, checks)]
    if not any(check.methods for check in checks) and (compared := _compared_with_reference(modules)):
        methods = ", ".join(f"`{method}`" for method in sorted(set().union(*compared.values())))
        lines += ["", f"{len(compared)} tests compare what these modules compute with a second method, {methods}."]
    return [*lines, ""]


def checks_of(table_id: str) -> list[Check]:
    """The tests that compute cells of a table."""
    module, name = place_of(table_id)
    chapter = module.rpartition(".")[2]
    found = []
    for path, test, uses in _tests(FILES):
        by_builder = name in uses.names and module in uses.modules | {chapter}
        if by_builder or any(text.fullmatch(table_id) for text in uses.tables):
            found.append(Check(_sentence(test), path.relative_to(ROOT).as_posix(), _second_methods(uses)))
    return found


def _compared_with_reference(modules: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The tests that use one of the modules and the reference, and their modules of the reference."""
    computing = {module for module in modules if not module.startswith("exact.rules.")}
    every = ((f"{path}:{test}", uses) for path, test, uses in _tests(("**/*.py",)))
    return {test: methods for test, uses in every if uses.modules & computing and (methods := _second_methods(uses))}


def _second_methods(uses: Uses) -> tuple[str, ...]:
    return tuple(sorted(module for module in uses.modules if module.startswith(SECOND_METHODS)))


def _check_line(check: Check) -> str:
    by = ", ".join(f"`{module}`" for module in check.methods)
    return f"- {escape(check.title)}{f', by {by}' if by else ''} (`{check.path}`)"


def _sentence(test: str) -> str:
    words = test.removeprefix("test_").replace("_", " ")
    return words[0].upper() + words[1:]


def _computing(module: str, name: str) -> list[str]:
    """The modules that compute what the builder prints, in the order in which it names them."""
    used = _uses(ROOT / (module.replace(".", "/") + ".py"), name).modules
    return sorted(each for each in used if each.split(".")[1] in _COMPUTING and each != DECLARING)


def _described(module: str) -> str:
    path = ROOT / (module.replace(".", "/") + ".py")
    path = path if path.is_file() else path.with_suffix("") / "__init__.py"
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first = re.split(r"\n\n|(?<=\.) ", text)[0].replace("\n", " ").rstrip(".")
    return f"`{module}`: {first}"


@cache
def _tests(patterns: tuple[str, ...]) -> tuple[tuple[Path, str, Uses], ...]:
    """Every test of these files, with what it refers to."""
    return tuple(
        (path, name, _uses(path, name))
        for pattern in patterns
        for path in sorted(TESTS.glob(pattern))
        for name in _source(path).defined
        if name.startswith("test_")
    )


@cache
def _source(path: Path) -> Source:
    defined: dict[str, ast.stmt] = {}
    imported: dict[str, str] = {}
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.ImportFrom) and statement.module:
            for alias in statement.names:
                inner = f"{statement.module}.{alias.name}"
                is_module = (ROOT / (inner.replace(".", "/") + ".py")).is_file()
                imported[alias.asname or alias.name] = inner if is_module else statement.module
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            defined[statement.name] = statement
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets: list[ast.expr] = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            defined.update(
                {name.id: statement for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            )
    return Source(defined, imported)


@cache
def _uses(path: Path, start: str) -> Uses:
    """What a top-level name of a file refers to."""
    source, names, modules = _source(path), {start}, set[str]()
    texts: list[re.Pattern[str]] = []
    ids: list[list[re.Pattern[str]]] = []
    waiting = [start]
    while waiting:
        for node in ast.walk(source.defined[waiting.pop()]):
            texts += _patterns(node)
            if isinstance(node, ast.Call | ast.Subscript) and not READERS.isdisjoint(_names(_reader(node))):
                ids.append([pattern for inner in ast.walk(node) for pattern in _patterns(inner)])
            for name in _names(node):
                module = source.imported.get(name, "")
                if module.startswith(("exact.", "support.")):
                    modules.add(module)
                elif module == "support" and name in _source(SUPPORT).defined:
                    modules |= _uses(SUPPORT, name).modules
                if name in source.defined and name not in names:
                    waiting.append(name)
                names.add(name)
    tables = [pattern for read in ids for pattern in read] if all(ids) else texts
    return Uses(tuple(tables) if ids else (), frozenset(names), frozenset(modules))


def _reader(node: ast.Call | ast.Subscript) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node.value


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.arg):  # a fixture
        yield node.arg


def _patterns(node: ast.AST) -> Iterator[re.Pattern[str]]:
    """The texts that a literal or a formatted literal can be; one that is nearly all blanks to fill in says nothing."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.compile(re.escape(node.value))
    elif isinstance(node, ast.JoinedStr):
        literals = [str(part.value) if isinstance(part, ast.Constant) else "" for part in node.values]
        if sum(map(len, literals)) >= _FEWEST_LETTERS:
            yield re.compile("".join(re.escape(literal) or r"\w+" for literal in literals))
