"""Write the generated files, or compare them with --check; exit code 1 if one differs.

  scripts/generate.py             those that take a minute: readings, coefficients, translations, vectors, figures,
                                  calculator, proof, metadata
  scripts/generate.py NAME …      the files of these names
  scripts/generate.py --full      all files; the others take minutes, perfect-play half an hour on two cores

`exact tables` writes the tables, and `exact plots` their pictures.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

ROOT = Path(__file__).parents[1]
Files = dict[Path, bytes]

STREAKS, SHOES = 1_000_000, 4_000_000
"""The simulated streaks for each number of decks, and the simulated shoes for each place of the cut card."""
SEED = 20_260_601


# Each function has its own imports, because the readings must be written before modules that read them are imported.
def readings(_: Executor) -> Files:
    """The rules of each reading that point values decide, so that commands need not parse the documents."""
    from exact.rules.documents import interpretation, reading_ids
    from exact.rules.named import READINGS_FILE

    every = [interpretation(name).rules() for name in reading_ids()]
    text = "".join(f"{rules.to_line()}\n" for rules in every if not rules.tableau.ranks)
    return {Path(READINGS_FILE): text.encode()}


def coefficients(_: Executor) -> Files:
    """The coefficients of the outcomes under the standard tableau."""
    from exact.engine.outcomes import COEFFICIENTS_FILE, coefficients_file
    from exact.rules.documents import interpretation
    from exact.rules.tableau import STANDARD

    return {Path(COEFFICIENTS_FILE): coefficients_file(interpretation(STANDARD).rules().tableau)}


def vectors(pool: Executor) -> Files:
    """The conformance vectors, each computed by two methods."""
    from exact.conformance.vectors.build import README_FILE, build_files
    from exact.conformance.vectors.vector_set import DATA

    files = build_files((DATA / README_FILE).read_text(encoding="utf-8"), pool)
    return {DATA / name: data for name, data in files.items()}


def translations(_: Executor) -> Files:
    """The catalogues of translations, in step with the marked texts in the sources."""
    from translations import catalogues

    return catalogues()


def figures(_: Executor) -> Files:
    """The index of figures in which `exact identify` looks."""
    from exact.literature.figures import index_files

    return index_files()


def calculator(_: Executor) -> Files:
    """The data and the texts of the calculator page, the script that joins its modules, and its package."""
    from exact.publication.calculator.bundle import package_file, page_script
    from exact.publication.calculator.data import data_scripts

    folder = ROOT / "docs" / "calculator"
    files = data_scripts() | {"page.js": page_script(folder / "modules"), "package.json": package_file()}
    return {folder / name: text.encode() for name, text in files.items()}


def proof(_: Executor) -> Files:
    """The published figures that the proof is about, in Coq."""
    from proof_data import proof_files

    return proof_files()


def metadata(_: Executor) -> Files:
    """CITATION.cff and codemeta.json."""
    from metadata import metadata_files

    return metadata_files()


def four_coups(pool: Executor) -> Files:
    """The joint law of four coups for each number of decks."""
    from exact.analysis.dependence import FOUR_COUPS_DECKS, FOUR_COUPS_FILE, four_coups_file, joint_law
    from exact.game.shoe import Shoe
    from exact.rules.named import rules_named

    tableau = rules_named("standard").tableau
    laws = {decks: joint_law(Shoe.of_decks(decks), tableau, 4, pool) for decks in FOUR_COUPS_DECKS}
    return {Path(FOUR_COUPS_FILE): four_coups_file(laws).encode()}


def perfect_play(pool: Executor) -> Files:
    """The gain of perfect play, by number of unseen cards."""
    from exact.publication.perfect_reference import PERFECT_PLAY_FILE, computed, entries, perfect_play_file

    plays = {entry: computed(entry, pool) for entry in entries()}
    return {Path(PERFECT_PLAY_FILE): perfect_play_file(plays).encode()}


def pair_play(pool: Executor) -> Files:
    """The gain of perfect play on pairs, by number of unseen cards."""
    from exact.publication.pair_reference import PAIR_PLAY_FILE, pair_play_file

    return {Path(PAIR_PLAY_FILE): pair_play_file(pool).encode()}


def counts(pool: Executor) -> Files:
    """The best linear counts of every countable bet, and what they gain."""
    from exact.publication.count_reference import COUNTS_FILE, counts_file

    return {Path(COUNTS_FILE): counts_file(pool).encode()}


def simulations(_: Executor) -> Files:
    """Simulated streaks, and simulated shoes dealt to the cut card, with fixed seeds."""
    from exact.analysis.dependence import FOUR_COUPS_DECKS, law_of_decks
    from exact.analysis.simulated_shoes import (
        CUT_CARDS,
        CUT_DECKS,
        SIMULATIONS_FILE,
        Entry,
        cut_card_estimates,
        simulate_cut_card,
        simulate_streaks,
        simulations_file,
        streak_estimates,
    )
    from exact.game.coup import Outcome
    from exact.rules.named import rules_named

    tableau = rules_named("standard").tableau
    entries = []
    for decks in FOUR_COUPS_DECKS:
        four = float(law_of_decks(decks, tableau, 4).probability((Outcome.BANCO,) * 4))
        streaks = simulate_streaks(decks, Outcome.BANCO, tableau, STREAKS, SEED)
        estimates = streak_estimates(streaks, four)
        entries += [Entry(decks, name, STREAKS, SEED, estimate) for name, estimate in estimates.items()]
    one = law_of_decks(CUT_DECKS, tableau, 1)
    marginal = {side: float(one.probability((side,))) for side in Outcome}
    for cards_behind in CUT_CARDS:
        estimates = cut_card_estimates(simulate_cut_card(CUT_DECKS, cards_behind, tableau, SHOES, SEED), marginal)
        for name, estimate in estimates.items():
            entries.append(Entry(CUT_DECKS, f"cut card {cards_behind}, {name}", SHOES, SEED, estimate))
    return {Path(SIMULATIONS_FILE): simulations_file(entries).encode()}


def shoe_study(pool: Executor) -> Files:
    """Simulated whole shoes with a count and with perfect play, with fixed seeds."""
    from exact.analysis.simulated_shoes import simulations_file
    from exact.publication.reference_study import STUDY_FILE, entries

    return {Path(STUDY_FILE): simulations_file(entries(pool, lambda scenario: scenario.shoes)).encode()}


QUICK: dict[str, Callable[[Executor], Files]] = {
    "readings": readings,
    "coefficients": coefficients,
    "translations": translations,
    "vectors": vectors,
    "figures": figures,
    "calculator": calculator,
    "proof": proof,
    "metadata": metadata,
}
SLOW: dict[str, Callable[[Executor], Files]] = {
    "four-coups": four_coups,
    "perfect-play": perfect_play,
    "pair-play": pair_play,
    "counts": counts,
    "simulations": simulations,
    "shoe-study": shoe_study,
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
    from exact.runs.processes import process_pool

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
                    path.write_bytes(data)
            print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    if arguments.check:
        print(f"stale: {', '.join(stale)}" if stale else "the generated files are up to date")
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())
