"""Build the wheel and the sdist, inspect both, and try each in an empty environment, as a user would (extra ``dev``).

The contents of the extras are compared with pyproject.toml. The wheel must have commands that name a missing extra, and
types that type checkers see. The sdist must make the same tables that it contains. Both are built twice, in two places
and under two umasks, and must be the same bytes; an index page shows the README, whose links lead from there to files
of the sources. With a folder as the argument, they are put there, beside RELEASE.json: the SHA-256 and the SWHID of the
two, of every table and of the test vectors.
"""

import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from email.parser import HeaderParser
from pathlib import Path

from build_readme import GENERATED
from packaging.requirements import Requirement

from exact.publication.citation import swhid
from exact.version import __version__

ROOT = Path(__file__).parents[1]
TOP = {"exact", "tests", "tables", "docs", "paper", "scripts"}
TOP_FILES = {
    *("Dockerfile", "LICENSE", "README.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "SECURITY.md"),
    *("codemeta.json", "noxfile.py", "requirements-dev.lock"),
}
BY_HATCH = {"pyproject.toml", "PKG-INFO", ".gitignore"}
VECTORS = ROOT / "exact" / "conformance" / "vectors" / "data"
TYPED = """
from exact import Shoe, find_bet, rules_named
from exact.analysis.pricing import price_bet
edge: str = price_bet(find_bet("dragon-7"), Shoe.of_decks(8), rules_named("standard").tableau).house_edge
"""
TYPE_ERROR = 'error: Incompatible types in assignment (expression has type "Fraction", variable has type "str")'
MOST_BYTES = 1_800_000  #: Of the wheel
COUNTS = '{"decks": 8, "coups": 10000, "outcomes": {"punto": 4462, "banco": 4586, "tie": 952}}'
TABLES = ("readings", "outcomes-6-and-8-decks", "closed-forms", "known-card")
"""Tables to regenerate with the sdist's own program; all its files are compared with the sources byte for byte."""
WITHOUT_ITS_EXTRA = {
    "cluster": ("perfect", "--bet", "tie", "--unseen", "6", "--decks", "8", "--cluster", "127.0.0.1:1"),
    "parquet": ("shoes", "shoes.parquet", "--out", "odds.csv"),
    "plot": ("tables", "--pictures", "--out", "pictures"),
    "statistics": ("verify", "simulated", "counts.json"),
}


def check(condition: bool, complaint: str) -> None:
    if not condition:
        sys.exit(f"the package is wrong: {complaint}")


def ran(command: Sequence[str | Path], folder: Path, code: int = 0, umask: int = -1) -> str:
    """The output of a command, including errors, in ``folder`` and without this environment's modules."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=clean, umask=umask)
    shown = f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    check(done.returncode == code, shown)
    return done.stdout + done.stderr


def files_under(folder: Path) -> set[str]:
    """The names of the files in ``folder``, without those that git ignores: caches and Sphinx's generated pages."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder.parent).as_posix() for path in files if GENERATED.isdisjoint((path, path.parent))}


def expanded(lines: list[str], extras: dict[str, list[str]]) -> Iterator[Requirement]:
    """The requirements, with this package's own extras replaced by their requirements."""
    for requirement in map(Requirement, lines):
        if requirement.name == "exact-baccarat":
            for extra in requirement.extras:
                yield from expanded(extras[extra], extras)
        else:
            yield requirement


def check_index_page(page: str, name: str) -> None:
    """Every link of the page is an address."""
    for target in re.findall(r"\]\(([^)]*)\)", page):
        check(target.startswith("https://"), f"the page of {name} has the link {target}, which works only in a clone")


def check_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if not re.match(r"exact_baccarat-[^/]*\.dist-info/", name)}
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = HeaderParser().parsestr(archive.read(name).decode())
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    expected_files = {name for name in files_under(ROOT / "exact") if not name.endswith(".po")}
    expected_files.add("exact/publication/questions.txt")
    check(wheel.stat().st_size <= MOST_BYTES, f"{wheel.name} has {wheel.stat().st_size} bytes, at most {MOST_BYTES}")
    check(held == expected_files, f"{wheel.name} differs: {sorted(held ^ expected_files)}")
    check_index_page(str(metadata.get_payload()), wheel.name)
    project = build["project"]
    extras = project["optional-dependencies"]
    check(set(metadata.get_all("Provides-Extra", [])) == set(extras), "the extras of the wheel are others")
    requirements = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
    for extra, expected in {"": project["dependencies"], **extras}.items():
        brought = {
            f"{each.name}{each.specifier}"
            for each in requirements
            if (str(each.marker) == f'extra == "{extra}"' if extra else each.marker is None)
        }
        declared = {f"{each.name}{each.specifier}" for each in expanded(expected, extras)}
        check(brought == declared, f"the extra {extra!r} brings {brought ^ declared}")


def check_sdist(sdist: Path, folder: Path) -> Path:
    """The unpacked sdist, which must contain exactly the sources."""
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2 has none
        archive.extractall(folder)
    (unpacked,) = folder.iterdir()
    check({path.name for path in unpacked.iterdir()} == TOP | TOP_FILES | BY_HATCH, f"{sdist.name} holds other folders")
    for top in TOP:
        held, expected = files_under(unpacked / top), files_under(ROOT / top)
        check(held == expected, f"{sdist.name} differs: {sorted(held ^ expected)}")
        for name in held:
            check((unpacked / name).read_bytes() == (ROOT / name).read_bytes(), f"{sdist.name}, {name} was changed")
    return unpacked


def installed(source: Path, folder: Path) -> Path:
    """Install ``source`` into an empty environment and try it; returns the environment's folder of programs."""
    folder.mkdir()
    ran([sys.executable, "-m", "venv", folder / "venv"], folder)
    programs = folder / "venv" / "bin"
    ran([programs / "pip", "install", "--quiet", source], folder)
    check(ran([programs / "exact", "--version"], folder) == f"exact {__version__}\n", "the version")
    printed = ran([programs / "python", "-m", "exact", "odds", "--decks", "8"], folder)
    check("2292252566437888" in printed.replace("\u202f", ""), f"exact odds prints\n{printed}")
    return programs


def try_wheel(wheel: Path, folder: Path) -> None:
    programs = installed(wheel, folder)
    (folder / "typed.py").write_text(TYPED, encoding="utf-8")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--python-executable", programs / "python", "typed.py")
    printed = ran(mypy, folder, 1)
    check(TYPE_ERROR in printed and "Found 1 error in 1 file" in printed, f"mypy says\n{printed}")
    with (ROOT / "tables" / "figures.csv").open(encoding="utf-8", newline="") as file:
        figure = next(
            row for row in csv.DictReader(file) if "without" in row["question"]
        )  # the index has none of these
    printed = ran([programs / "exact", "cite", figure["id"]], folder)
    check(figure["question"][1:] in printed, f"exact cite {figure['id']} prints\n{printed}")
    (folder / "counts.json").write_text(COUNTS, encoding="utf-8")
    (folder / "shoes.parquet").write_bytes(b"")
    for extra, words in WITHOUT_ITS_EXTRA.items():
        printed = ran([programs / "exact", *words], folder, 2)
        check(f"pip install 'exact-baccarat[{extra}]'" in printed, f"without {extra}, exact {words[0]} says\n{printed}")


def check_same_again(first: Path, unpacked: Path, second: Path) -> None:
    """Build from the unpacked sdist, where nobody else may read, and compare the bytes."""
    ran([sys.executable, "-m", "build", "--sdist", "--wheel", "--outdir", second, unpacked], unpacked, umask=0o077)
    for again in second.iterdir():
        check(again.read_bytes() == (first / again.name).read_bytes(), f"{again.name} is other bytes when built again")


def write_release(dist: Path, out: Path) -> None:
    """Put the wheel, the sdist and the manifest of the release into ``out``."""
    out.mkdir(parents=True, exist_ok=True)
    for built in dist.iterdir():
        shutil.copy(built, out)
    files = {path.name: path.read_bytes() for path in sorted(dist.iterdir())}
    for folder in (ROOT / "tables", VECTORS):
        files |= {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sorted(folder.iterdir())}
    digests = {name: {"sha256": hashlib.sha256(data).hexdigest(), "swhid": swhid(data)} for name, data in files.items()}
    release = {"version": __version__, "files": digests}
    (out / "RELEASE.json").write_text(json.dumps(release, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name).resolve()
        ran([sys.executable, "-m", "build", "--outdir", scratch / "dist", ROOT], scratch)
        (wheel,), (sdist,) = (list((scratch / "dist").glob(pattern)) for pattern in ("*.whl", "*.tar.gz"))
        check_wheel(wheel)
        unpacked = check_sdist(sdist, scratch / "unpacked")
        check_same_again(scratch / "dist", unpacked, scratch / "again")
        with ThreadPoolExecutor() as pool:
            of_wheel = pool.submit(try_wheel, wheel, scratch / "wheel")
            only = [word for table_id in TABLES for word in ("--only", table_id)]
            ran([installed(sdist, scratch / "sdist") / "exact", "tables", "--check", *only], unpacked)
            of_wheel.result()
        for folder in sys.argv[1:]:
            write_release(scratch / "dist", Path(folder))
        print(f"{wheel.name} and {sdist.name} have the right contents and work when installed")


if __name__ == "__main__":
    main()
