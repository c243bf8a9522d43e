"""Readings by punto's final total, or by the rank of punto's third card: engine, walk and dealer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Command
from support.rank_decisions import RANK_DECISIONS, count_outcomes_by_rank
from support.strategies import COSTLY

from exact.engine.outcomes import count_outcomes
from exact.game.shoe import Shoe
from exact.rules import rules_named

COUNTS = st.lists(st.integers(2, 8), min_size=5, max_size=5)


@pytest.mark.parametrize("name", RANK_DECISIONS)
@COSTLY
@given(low=st.sets(st.integers(0, 8), min_size=2, max_size=2), court=st.sampled_from([10, 11]), counts=COUNTS)
def test_readings_by_rank_agree_with_the_walk(name: str, low: set[int], court: int, counts: list[int]) -> None:
    """With tens, kings and jacks or queens: the readings tell them apart."""
    held = dict(zip([*low, 9, court, 12], counts, strict=True))
    shoe = Shoe.of_ranks([held.get(rank, 0) for rank in range(13)])
    assert count_outcomes(shoe, rules_named(name).tableau) == count_outcomes_by_rank(shoe, RANK_DECISIONS[name])


def test_knowledge_narrows_a_reading_by_rank() -> None:
    """Given punto's third card: a ten plays as the reading says, a king as the column of 0."""
    from exact.analysis.pricing import joined, odds_given
    from exact.bets.knowledge import parse_knowledge

    shoe = Shoe.of_decks(8)
    tableaux = [rules_named(name).tableau for name in ("classic-it:ten-draws", "classic-it")]
    counts = {}
    for card in ("10", "K", "4"):
        pieces = parse_knowledge(f"punto=?,?,{card}")
        counts[card] = [odds_given(shoe, tableau, joined(pieces, shoe, tableau)).counts for tableau in tableaux]
    assert counts["10"][0] != counts["10"][1]
    assert counts["K"][0] == counts["K"][1]
    assert counts["4"][0] == counts["4"][1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("odds", "--values", "9,9,9,9,9,9,9,9,9,9"), "needs a shoe described by ranks"),
        (("dependence", "--decks", "8"), "names ranks of punto's third card"),
        (("study", "--bet", "tie", "--shoes", "2", "--seed", "1"), "looks at ranks"),
    ],
)
def test_what_knows_only_point_values_refuses_such_a_reading(
    words: tuple[str, ...], message: str, exact: Command
) -> None:
    assert message in exact.refused(*words, "--rules", "come-si-gioca:court-stands")
