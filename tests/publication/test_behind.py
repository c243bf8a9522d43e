"""What stands behind the figures that answer no question: every number has an entry, and every entry its ground."""

import csv
import re
from collections import Counter
from collections.abc import Mapping
from math import comb
from pathlib import Path

import pytest
from support import committed_rows

from exact.publication.behind import BEHIND, records_of
from exact.publication.publish import TABLE_IDS

TESTS, TABLES = Path(__file__).parents[1], Path(__file__).parents[2] / "tables"
NUMBER = re.compile(r"'?[-−]?\(?\d")
GIVEN = {
    "pays", "printed", "for d", "assumed", "hand of banco", "hand of punto", "source", "reason", "title", "what",
    "castle-vaduz", "come-si-gioca", "otto-mazzi", "departures from the tableau",
}  # fmt: skip
"""What columns with numbers say that are not left of all figures: the case, what a source prints, or words."""
OF_WORDS = {
    ("baccara-banque-stakes", "the banker mixes"),
    ("readings", "against standard"),
    ("signal-sorts", "three bets"),
    ("published-simulations", "remark"),
}
SECOND_METHODS = {
    "baccara-banque": "scripts/test_check_banque.py:test_the_stored_equilibria_are_what_another_dealer_finds",
    "baccara-banque-stakes": "scripts/test_check_banque.py:test_stakes_inside_an_interval_have_its_support",
    "banker-streak": "analysis/test_dependence.py:test_small_shoes_dealt_coup_after_coup",
    "chemin-de-fer-commission": "analysis/equilibrium/test_small_games.py:"
    "test_pieces_are_all_equilibria_by_commission_and_as_long_as_they_last",
    "closed-form-expansions": "analysis/test_closed_form.py:test_the_expansion_is_that_of_sympy",
    "closed-forms": "analysis/test_closed_form.py:test_the_table_of_closed_forms_evaluates_to_the_price",
    "commission-ranges": "analysis/test_commission.py:test_any_odds_cent_by_cent",
    "coup-correlations": "analysis/test_dependence.py:test_correlations_by_hand",
    "cut-card": "analysis/test_dependence.py:test_a_cut_dealt_by_the_walk",
    "next-given-cards-used": "analysis/test_dependence.py:test_the_next_coup_given_the_past",
    "one-deck-shoe": "scripts/test_one_deck.py:test_every_order_of_a_small_shoe",
    "otto-mazzi-standing": "publication/chapters/test_tableau_cost.py:test_document_004_by_the_walk",
    "outcomes-6-and-8-decks": "publication/test_tables.py:test_the_outcome_tables_hold_the_counts_of_the_walk",
    "perfect-pairs-6-decks": "publication/test_behind.py:test_compositions_one_value_after_the_other",
    "perfect-pairs-8-decks": "publication/test_behind.py:test_compositions_one_value_after_the_other",
    "perfect-play-6-decks": "publication/test_behind.py:test_compositions_one_value_after_the_other",
    "perfect-play-8-decks": "publication/test_behind.py:test_compositions_one_value_after_the_other",
    "promotions": "analysis/test_promotions.py:test_a_chip_is_played_until_it_is_lost",
    "runs": "analysis/sessions/test_sessions.py:test_runs_are_those_of_all_sequences",
    "sessions": "analysis/sessions/test_sessions.py:test_the_distribution_is_the_sum_over_all_sequences",
    "tableau-best-replies": "publication/chapters/test_tableau_cost.py:"
    "test_the_two_cells_with_a_gain_are_the_first_departures",
}
"""For each table of which figures are computed twice the test that has the second method."""
with (TABLES / "figures.csv").open(encoding="utf-8", newline="") as file:
    FIGURES = list(csv.DictReader(file))


def without_entry(table_id: str, rows: list[dict[str, str]], figures: set[tuple[str, str]]) -> set[str]:
    """The columns with a number that has no entry, right of the first column that has one."""
    heads = list(rows[0])
    of_figures = [head for head in heads if head in {column for _row, column in figures}]
    start = heads.index(of_figures[0]) if of_figures else 0
    return {
        head
        for number, row in enumerate(rows, start=1)
        for head in heads[start:]
        if NUMBER.match(row[head])
        and head not in GIVEN
        and (table_id, head) not in OF_WORDS
        and (str(number), head) not in figures
    }


@pytest.mark.parametrize("table_id", TABLE_IDS)
def test_every_number_of_a_table_has_an_entry(table_id: str) -> None:
    figures = {(row["row"], row["column"]) for row in FIGURES if row["table"] == table_id}
    assert not without_entry(table_id, committed_rows(table_id), figures)


def test_a_table_or_a_column_without_an_entry_is_found() -> None:
    rows = [{"bet": "tie", "new figure": "0.5"}]
    assert without_entry("new-table", rows, set()) == {"new figure"}
    assert without_entry("new-table", [{**rows[0], "other": "7/8"}], {("1", "new figure")}) == {"other"}


@pytest.mark.parametrize("table_id", BEHIND)
def test_the_entries_are_those_of_the_register_with_the_cells_of_the_table(table_id: str) -> None:
    keys = ("row", "column", "question", "id", "value", "exactness", "standing")
    records = [tuple(row[key] for key in keys) for row in FIGURES if row["table"] == table_id]
    asked = [record for record in records if record[2]]
    text = (TABLES / f"{table_id}.csv").read_text(encoding="utf-8")
    assert Counter(records_of(table_id, text, asked)) == Counter(records)
    assert len(records) > len(asked)


def unproved(register: Mapping[str, tuple[str, str]]) -> list[str]:
    """The tables whose figures are said to be computed twice, without a test that does, or the other way round."""
    twice = {table for table, (_columns, standing) in register.items() if standing.startswith("computed twice: ")}
    absent = set()
    for table, place in SECOND_METHODS.items():
        name, _, function = place.partition(":")
        if not re.search(rf"^def {function}\(", (TESTS / name).read_text(encoding="utf-8"), re.MULTILINE):
            absent.add(table)
    return sorted(absent | (twice ^ SECOND_METHODS.keys()))


def test_what_is_computed_twice_has_a_test_with_the_second_method() -> None:
    assert not unproved(BEHIND)
    assert unproved({**BEHIND, "punto-choices": ("decimal", "computed twice: a, b")}) == ["punto-choices"]


@pytest.mark.parametrize(
    "table_id", ["study-gains", "study-penetration", "study-edges", "cut-card-shoes", "shoe-numbers", "streaks"]
)
def test_what_is_simulated_says_so(table_id: str) -> None:
    """A standard error is printed beside it, but for the shares of a table that has none."""
    unasked = [row for row in FIGURES if row["table"] == table_id and not row["question"]]
    has_errors = any(head.endswith("error") for head in committed_rows(table_id)[0])
    standing = "simulated, standard error" if has_errors else "simulated"
    assert {(row["exactness"], row["standing"]) for row in unasked} == {("simulated", standing)}


@pytest.mark.parametrize("decks", [6, 8])
def test_compositions_one_value_after_the_other(decks: int) -> None:
    """In how many ways so many unseen cards can be divided among the point values, or among the ranks."""
    for name, held in (("play", [16 * decks] + [4 * decks] * 9), ("pairs", [4 * decks] * 13)):
        counts = Counter({0: 1})
        for most in held:
            after = Counter[int]()
            for cards, number in counts.items():
                for more in range(most + 1):
                    after[cards + more] += number
            counts = after
        rows = committed_rows(f"perfect-{name}-{decks}-decks")
        assert {row["unseen"]: row["compositions"] for row in rows} == {
            row["unseen"]: str(counts[int(row["unseen"])]) for row in rows
        }
        assert counts[6] == comb(6 + len(held) - 1, 6)


def test_the_coefficients_and_the_formulas_are_those_that_the_proof_has() -> None:
    """The theorems are about the figures in the files of the proof, which its tests compare with these tables."""
    theorems = {row["standing"] for row in FIGURES if row["table"] in ("coefficients", "chemin-de-fer-formulas")}
    assert theorems == {
        "theorem polynomial (tests/proof/Polynomial.v)",
        "theorem chemin_de_fer (tests/proof/BestReplies.v)",
    }


def test_only_the_closed_forms_of_the_outcomes_are_theorems() -> None:
    bets = [row["bet"] for row in committed_rows("closed-forms")]
    proved = {
        bets[int(row["row"]) - 1]
        for row in FIGURES
        if (row["table"], row["question"]) == ("closed-forms", "")
        and row["standing"].startswith("theorem closed_forms")
    }
    assert proved == {"punto", "banco", "tie"}
