"""Measure how well the default tests guard the core: change one place at a time, and see whether a test fails.

`nox -s coverage` comes first: it notes which tests run which line, so that a mutant meets only those of its own.

    nox -s mutation                              400 mutants of the whole core, drawn with seed 1
    nox -s mutation -- --sample 50 --seed 7      another sample
    nox -s mutation -- --room --seconds 180 FILE …    as many mutants of these files as 180 seconds allow, only
                                                      on the tests in the folders that mirror theirs

A mutant meets at most 300 tests: those that run its line; then those that run its module, because a line whose result
is remembered runs in one test only; then those in the folder that mirrors its own, because a line that the import runs
is in none. Those that run the fewest lines come first. So the score is a lower bound. Mutants that no test can kill are
in `equivalent_mutants.tsv`, each with a reason. A line there that is no mutant any more is an error.
"""

import argparse
import ast
import copy
import csv
import importlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ROOMS = ("game", "rules", "bets", "engine", "reference", "analysis", "literature", "conformance", "shoe_files")
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.tsv")
ENOUGH = 0.95
MOST_TESTS = 300
SECONDS, WAITED, BYTES = 30, 300, 8 << 30
"""The processor time, the time and the memory of a test, beyond which it has failed: a mutant may be endless."""
UNNEEDED = (".git", ".venv", ".nox", ".*_cache", "__pycache__", "site", ".coverage*", ".hypothesis")
OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.Pow: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.Break: ast.Continue, ast.Continue: ast.Break,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one source."""

    path: str
    line: int
    text: str
    change: str
    source: bytes

    @property
    def key(self) -> tuple[str, str, str]:
        """What finds it again after its line has moved."""
        return self.path, self.text, self.change


def changed(node: Any) -> Iterator[ast.AST]:
    """What may stand in the place of ``node``."""
    other: Any
    match node:
        case ast.Compare(ops=operators):
            for index, operator in enumerate(operators):
                other = copy.deepcopy(node)
                other.ops[index] = OPERATORS[type(operator)]()
                yield other
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) | ast.AugAssign(op=operator) if (
            type(operator) in OPERATORS
        ):
            other = copy.copy(node)
            other.op = OPERATORS[type(operator)]()
            yield other
        case ast.Break() | ast.Continue():
            yield OPERATORS[type(node)]()
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.Raise():
            yield ast.Pass()


def places(node: ast.AST) -> Iterator[tuple[Any, ast.AST]]:
    """Each changeable node under ``node`` with its change; what only readers and type checkers see is left alone.

    So is the argument ``strict`` of `zip`, which asserts what is true. The −1 in `reshape` changes only its sign,
    because numpy takes every negative length for the one that it has to find.
    """
    yield from ((node, other) for other in changed(node))
    for test in node.ifs if isinstance(node, ast.comprehension) else [getattr(node, "test", None)]:
        if isinstance(test, ast.Name | ast.Call | ast.Attribute | ast.Subscript | ast.BoolOp | ast.NamedExpr):
            yield test, ast.UnaryOp(ast.Not(), test)
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            readable = name in ("annotation", "returns", "decorator_list") or isinstance(child, ast.JoinedStr)
            asserted = isinstance(child, ast.keyword) and child.arg == "strict"
            if is_length_to_find(node, child):
                yield from ((child, other) for other in changed(child))
            elif isinstance(child, ast.AST) and not (readable or asserted):
                yield from places(child)


def is_length_to_find(node: ast.AST, child: object) -> bool:
    """Whether ``child`` is the −1 among the arguments of `reshape`."""
    reshapes = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reshape"
    return reshapes and isinstance(child, ast.UnaryOp) and ast.unparse(child) == "-1"


def mutants(path: str) -> Iterator[Mutant]:
    """Every mutant of a source."""
    source = (ROOT / path).read_bytes()
    lines = source.splitlines(keepends=True)
    for node, other in places(ast.parse(source)):
        first = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
        last = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
        new = ast.unparse(other)
        put = f"({new})" if isinstance(other, ast.expr) else new
        text, change = lines[node.lineno - 1].decode().strip(), f"{ast.unparse(node)} → {new}"
        mutated = source[:first] + put.encode() + source[last:]
        yield Mutant(path=path, line=node.lineno, text=text, change=change, source=mutated)


class Tests:
    """Which default tests run which line, from data of coverage with the tests as contexts."""

    def __init__(self, file: Path) -> None:
        from coverage import CoverageData

        data = CoverageData(str(file))
        data.read()
        paths = data.measured_files()  # of an installed package, too
        self._of_lines = {path[path.rindex("/exact/") + 1 :]: data.contexts_by_lineno(path) for path in paths}
        self._size = Counter(test for lines in self._of_lines.values() for tests in lines.values() for test in tests)

    def on(self, mutant: Mutant) -> list[str]:
        """The tests of the line, the module and the mirrored folder; of each, those that run the fewest lines first."""
        lines = self._of_lines.get(mutant.path, {})
        near, every = set(lines.get(mutant.line, ())), {test for tests in lines.values() for test in tests}
        folder = Path("tests", *Path(mutant.path).parent.parts[1:])
        while not (ROOT / folder).is_dir():
            folder = folder.parent
        mirrored = {test for test in self._size if test.startswith(f"{folder}/")}
        ordered = sorted(
            filter(None, every | mirrored),
            key=lambda test: (test not in near, test not in every, self._size[test], test),
        )
        return [*list(dict.fromkeys(test.rpartition("|")[0] for test in ordered))[:MOST_TESTS], *limits_of(mutant.path)]


def limits_of(path: str) -> list[str]:
    """The test of a module's limits if its room has one: the import makes constants, so no test runs their lines."""
    _, room, *names = Path(path).with_suffix("").parts
    file = f"tests/{room}/test_limits.py"
    return [f"{file}::test_no_limit_moves_unseen[{'.'.join(names)}]"] if (ROOT / file).exists() else []


def collect(files: Sequence[str], data: Path) -> None:
    """Write the data for these files, from the default tests in the folders that mirror theirs."""
    folders = sorted({f"tests/{Path(file).parts[1]}" for file in files})
    sources = [f"--cov={file.removesuffix('.py').replace('/', '.')}" for file in files]
    options = ["-q", *sources, "--cov-context=test", "--cov-report=", "--cov-fail-under=0"]
    subprocess.run(
        [sys.executable, "-m", "pytest", *options, *folders],
        check=True,
        cwd=ROOT,
        env=os.environ | {"COVERAGE_FILE": str(data)},
    )


class Chosen:
    """A plugin of pytest: only some tests, in their order, each with a limit of time; it notes which one runs."""

    def __init__(self, tests: Sequence[str], running: Path) -> None:
        self._order = {test: number for number, test in enumerate(tests)}
        self._running = running

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        chosen = [item for item in items if item.nodeid in self._order]
        items[:] = sorted(chosen, key=lambda item: self._order[item.nodeid])

    def pytest_runtest_setup(self, item: Any) -> None:
        self._running.write_text(item.nodeid, encoding="utf-8")
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        signal.alarm(WAITED)


def passes(tests: Sequence[str], running: Path) -> bool:
    """Whether ``tests`` pass, in a child of this process, which has imported the libraries but not the package."""
    running.write_text("imports", encoding="utf-8")
    child = os.fork()
    if not child:
        code = 100
        try:
            os.setsid()
            for stream in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
            import pytest

            files = sorted({test.partition("::")[0] for test in tests})
            code = pytest.main(["-qx", "-n0", "-p", "no:cacheprovider", *files], [Chosen(tests, running)])
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what an ended test may have left
    return code in (0, 5)  # 5: no test runs the module


def survives(mutant: Mutant, tests: Sequence[str], running: Path) -> bool:
    """Whether no test fails on the mutant, which stands in the copy of the sources while they run."""
    path = Path(mutant.path)
    original, status = path.read_bytes(), path.stat()
    try:
        path.write_bytes(mutant.source)
        nearest = [test for test in tests if test.partition("::")[0] == tests[0].partition("::")[0]]
        others = [test for test in tests if test not in nearest]
        return all(passes(some, running) for some in (nearest, others) if some)
    finally:
        path.write_bytes(original)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))  # so its compiled file is good again


def equivalent_mutants() -> set[tuple[str, ...]]:
    """The committed list; each line is still a mutant."""
    rows = csv.reader(EQUIVALENT.read_text(encoding="utf-8").splitlines()[1:], delimiter="\t", quoting=csv.QUOTE_NONE)
    keys = {tuple(row[:3]) for row in rows}
    if gone := keys - {mutant.key for path in {key[0] for key in keys} for mutant in mutants(path)}:
        sys.exit(f"{EQUIVALENT.name}: no mutant any more: {sorted(gone)[0]}")
    return keys


def measure(sample: Sequence[Mutant], tests: Tests, scratch: Path, until: float) -> None:
    """Try the mutants in a copy of the sources; print the survivors and the score."""
    equivalent = equivalent_mutants()
    shutil.copytree(ROOT, scratch / "copy", ignore=shutil.ignore_patterns(*UNNEEDED))
    os.chdir(scratch / "copy")
    sys.dont_write_bytecode = False  # so that the sources of the package and of the tests are compiled once
    sys.path.insert(0, str(Path.cwd()))
    os.environ["PYTHONPATH"] = str(Path.cwd())
    for library in ("numba", "numpy", "pyarrow.parquet", "pytest", "scipy.stats", "sympy"):
        importlib.import_module(library)  # once, not for every mutant
    running = scratch / "running"
    killers, found = set[str](), Counter[str]()
    for mutant in sample:
        if time.monotonic() > until:
            print(f"the time is up: {len(sample) - found.total()} mutants have not been tried")
            break
        if mutant.key in equivalent:
            found["equivalent"] += 1
        elif survives(mutant, tests.on(mutant), running):
            found["survive"] += 1
            print(f"survives: {mutant.path}:{mutant.line}\t{mutant.text}\t{mutant.change}", flush=True)
        else:
            found["killed"] += 1
            killers.add(running.read_text(encoding="utf-8"))
    if not passes(sorted(killers - {"imports"}) or ["tests/game"], running):
        sys.exit(f"a test fails without any change: {running.read_text(encoding='utf-8')}")
    tried = found["killed"] + found["survive"]
    print(
        f"{found['killed']} of {tried} killed, {found['killed'] / max(tried, 1):.1%}; {found['equivalent']} equivalent"
    )
    sys.exit(too_few(found["killed"], tried))


def too_few(killed: int, tried: int) -> bool:
    """Whether the sample refutes that enough mutants die: if they do, it is as bad once in a hundred times."""
    from scipy.stats import binom

    return bool(binom.cdf(killed, tried, ENOUGH) < 0.01)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure how well the default tests guard the core.")
    parser.add_argument("files", nargs="*", help="sources to change; those outside the core are passed over")
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--room", action="store_true", help="only on the tests in the folders that mirror the files'")
    arguments = parser.parse_args()
    until = time.monotonic() + arguments.seconds
    core = sorted(str(path.relative_to(ROOT)) for room in ROOMS for path in (ROOT / "exact" / room).rglob("*.py"))
    if arguments.files or arguments.room:
        core = sorted({*core} & {*arguments.files})
    every = [mutant for path in core for mutant in mutants(path)]
    sample = random.Random(arguments.seed).sample(every, min(arguments.sample, len(every)))
    print(f"{len(every)} mutants, a sample of {len(sample)} with seed {arguments.seed}", flush=True)
    if sample:
        with tempfile.TemporaryDirectory() as scratch:
            data = ROOT / ".coverage"
            if arguments.room:
                data = Path(scratch, "coverage")
                collect(sorted({mutant.path for mutant in sample}), data)
            measure(sample, Tests(data), Path(scratch), until)
