"""Write the generated files, or compare them with --check; exit code 1 if one differs.

  scripts/generate.py             those that take a minute: readings, coefficients, translations, vectors, figures,
                                  calculator, proof, metadata, quick-figures
  scripts/generate.py NAME …      the files of these names
  scripts/generate.py --full      all files; the others take minutes, perfect-play half an hour on two cores

`exact tables` writes the tables, and `exact tables --pictures` their pictures.
"""

import argparse
import importlib
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
Files = dict[Path, bytes]


# Each function has its own imports, because the readings must be written before modules that read them are imported.
def readings(_: Executor) -> Files:
    """The rules of each reading that point values decide, so that commands need not parse the documents."""
    from exact.rules import READINGS_FILE
    from exact.rules.documents import interpretation, reading_ids

    every = [interpretation(name).rules() for name in reading_ids()]
    return {Path(READINGS_FILE): "".join(f"{rules.to_line()}\n" for rules in every if not rules.tableau.ranks).encode()}


def coefficients(_: Executor) -> Files:
    """The coefficients of the outcomes under the standard tableau."""
    from exact.engine.outcomes import COEFFICIENTS_FILE, coefficients_file
    from exact.rules import STANDARD
    from exact.rules.documents import interpretation

    return {Path(COEFFICIENTS_FILE): coefficients_file(interpretation(STANDARD).rules().tableau)}


def vectors(pool: Executor) -> Files:
    """The conformance vectors, each computed by two methods."""
    from vectors.build import README_FILE, build_files

    from exact.conformance.vectors.vector_set import DATA

    files = build_files((DATA / README_FILE).read_text(encoding="utf-8"), pool)
    return {DATA / name: data for name, data in files.items()}


def calculator(_: Executor) -> Files:
    """The data and the texts of the calculator page, the script that joins its modules, and its package."""
    from calculator.bundle import package_file, page_script
    from calculator.data import data_scripts

    folder = ROOT / "docs" / "calculator"
    files = data_scripts() | {"page.js": page_script(folder / "modules"), "package.json": package_file()}
    return {folder / name: text.encode() for name, text in files.items()}


def made_by(name: str, _: Executor) -> Files:
    """The files that a function of another script makes, ``module:function``."""
    module, _colon, function = name.partition(":")
    files: Files = getattr(importlib.import_module(module), function)()
    return files


def stored(name: str, pool: Executor) -> Files:
    """A file of figures that take minutes, some by simulation with fixed seeds."""
    from stored_parts import parts

    own = [part for part in parts() if part.file.path.stem == name]
    file = own[0].file
    return {file.path: file.text(row for part in own for row in part.rows(pool)).encode()}


def quick_figures(pool: Executor) -> Files:
    """The files of exact figures that take minutes, with those computed again that fit in one."""
    from stored_parts import with_quick_parts

    return {file.path: file.text(rows).encode() for file, rows in with_quick_parts(pool).items()}


QUICK: dict[str, Callable[[Executor], Files]] = {
    "readings": readings,
    "coefficients": coefficients,
    "translations": partial(made_by, "translations:catalogues"),
    "vectors": vectors,
    "figures": partial(made_by, "figure_index:index_files"),
    "calculator": calculator,
    "proof": partial(made_by, "proof_data:proof_files"),
    "metadata": partial(made_by, "metadata:metadata_files"),
    "quick-figures": quick_figures,
}
SLOW = {
    name: partial(stored, name.replace("-", "_"))
    for name in (
        *("successive-coups", "perfect-play", "pair-play", "counts", "banque", "banque-shares"),
        *("one-deck", "simulated-shoes", "shoe-study"),
    )
}


def differing(files: Files) -> list[str]:
    """The files that are missing or differ, by their paths in the repository."""
    stale = [path for path, data in files.items() if not path.is_file() or path.read_bytes() != data]
    return [str(path.relative_to(ROOT)) for path in stale]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join((*QUICK, *SLOW)))
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--full", action="store_true", help="every file")
    parser.add_argument("--workers", type=int, metavar="N", help="processes; default one for each core")
    arguments = parser.parse_args()
    every = QUICK | SLOW
    if unknown := [name for name in arguments.names if name not in every]:
        parser.error(f"{unknown[0]!r} is not the name of a file: choose from {', '.join(every)}")
    sys.path.insert(0, str(ROOT))  # the sources next to this script, whatever is installed
    from exact.errors import ExactError
    from exact.workers.processes import process_pool

    stale: list[str] = []
    with process_pool(arguments.workers) as pool:
        for name in every if arguments.full else arguments.names or QUICK:
            start = time.perf_counter()
            try:
                files = every[name](pool)
            except ExactError as error:
                parser.exit(2, f"{name}: {error}\n")
            if arguments.check:
                stale += differing(files)
            else:
                for path, data in files.items():
                    path.parent.mkdir(parents=True, exist_ok=True)  # of a new language
                    path.write_bytes(data)
            print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    if arguments.check:
        print(f"stale: {', '.join(stale)}" if stale else "the generated files are up to date")
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())
