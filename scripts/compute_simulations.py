"""Write exact/analysis/simulated_shoes.tsv, or with --check compare it: some minutes. The seeds are fixed."""

import sys
from pathlib import Path

from generated_file import write_or_compare

from exact.analysis.dependence import FOUR_COUPS_DECKS, law_of_decks
from exact.analysis.simulated_shoes import (
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

STREAKS, SHOES = 1_000_000, 4_000_000
CUT_DECKS, CUTS = 8, (14, 16)
SEED = 20_260_601


def entries() -> list[Entry]:
    tableau = rules_named("standard").tableau
    found = []
    for decks in FOUR_COUPS_DECKS:
        four = float(law_of_decks(decks, tableau, 4).probability((Outcome.BANCO,) * 4))
        products = simulate_streaks(decks, Outcome.BANCO, tableau, STREAKS, SEED)
        found += [Entry(decks, name, STREAKS, SEED, value) for name, value in streak_estimates(products, four).items()]
    one = law_of_decks(CUT_DECKS, tableau, 1)
    marginal = {side: float(one.probability((side,))) for side in Outcome}
    for behind in CUTS:
        shoes = simulate_cut_card(CUT_DECKS, behind, tableau, SHOES, SEED)
        for name, value in cut_card_estimates(shoes, marginal).items():
            found.append(Entry(CUT_DECKS, f"cut card {behind}, {name}", SHOES, SEED, value))
    return found


def main() -> int:
    text = simulations_file(entries())
    return write_or_compare(Path(SIMULATIONS_FILE), text.encode("ascii"), "--check" in sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
