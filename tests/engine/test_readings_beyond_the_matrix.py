"""Readings by punto's final total, or by the rank of punto's third card: engine, walk and dealer."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Command
from support.dealer import deal, every_deal, outcome_of, total
from support.rank_decisions import RANK_DECISIONS, count_outcomes_by_rank
from support.strategies import COSTLY

from exact.analysis.odds import odds_of_decks
from exact.bets.catalogue import catalogue
from exact.engine.one_shoe import count_categories
from exact.engine.outcomes import count_outcomes
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.rules import rules_named


def test_document_001_on_puntos_final_total() -> None:
    """The counts of an independent walk, as reported with the reading: both rows, 8 decks."""
    counts = count_outcomes(Shoe.of_decks(8), rules_named("castle-vaduz:final-total").tableau)
    assert counts == {
        Outcome.BANCO: 2_284_745_350_692_864,
        Outcome.PUNTO: 2_253_066_192_228_608,
        Outcome.TIE: 460_586_732_581_888,
    }


@pytest.mark.parametrize(
    ("name", "decks", "punto", "banco"),
    [
        *((f"{book}:ten-stands", 8, "1.1637", "1.1270") for book in ("classic-it", "classic-sl", "otto-mazzi")),
        *((f"{book}:ten-draws", 8, "0.8642", "1.4196") for book in ("classic-it", "classic-sl", "otto-mazzi")),
        ("come-si-gioca:ties-lose", 8, "10.7507", "10.5735"),
        ("classic-sl:of-the-payout", 8, "1.2351", "3.351"),
        ("classic-sl:of-the-payout", 6, "1.2374", "3.349"),
    ],
)
def test_prices_of_readings_as_they_were_reported(name: str, decks: int, punto: str, banco: str) -> None:
    rules = rules_named(name)
    odds = odds_of_decks(decks, rules.tableau)
    for bet, printed in ((Outcome.PUNTO, punto), (Outcome.BANCO, banco)):
        half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
        assert abs(odds.price(bet, rules).house_edge * 100 - Fraction(printed)) <= half


COUNTS = st.lists(st.integers(2, 8), min_size=5, max_size=5)


@pytest.mark.parametrize("name", RANK_DECISIONS)
@COSTLY
@given(low=st.sets(st.integers(0, 8), min_size=2, max_size=2), court=st.sampled_from([10, 11]), counts=COUNTS)
def test_readings_by_rank_agree_with_the_walk(name: str, low: set[int], court: int, counts: list[int]) -> None:
    """With tens, kings and jacks or queens: the readings tell them apart."""
    held = dict(zip([*low, 9, court, 12], counts, strict=True))
    shoe = Shoe.of_ranks([held.get(rank, 0) for rank in range(13)])
    assert count_outcomes(shoe, rules_named(name).tableau) == count_outcomes_by_rank(shoe, RANK_DECISIONS[name])


@pytest.mark.parametrize(
    "name", ["classic-it:ten-draws", pytest.param("come-si-gioca:court-stands", marks=pytest.mark.slow)]
)
def test_other_bets_under_a_reading_by_rank(name: str) -> None:
    """A bet on totals, one on pairs and one on suits, against every order of seven cards dealt one by one."""
    cards = [(10, 0), (10, 0), (12, 1), (3, 0), (3, 1), (1, 0), (4, 2)]
    counts = {bet: Counter[bool]() for bet in ("dragon-7", "punto-pair", "panda-8", "tie", "punto-perfect-pair")}
    for dealt, times in every_deal(cards):
        punto, banco = deal(dealt, name)
        result = outcome_of(punto, banco)
        pair = punto[0][0] == punto[1][0]
        counts["dragon-7"][result is Outcome.BANCO and (len(banco), total(banco)) == (3, 7)] += times
        counts["panda-8"][result is Outcome.PUNTO and (len(punto), total(punto)) == (3, 8)] += times
        counts["tie"][result is Outcome.TIE] += times
        counts["punto-pair"][pair] += times
        counts["punto-perfect-pair"][pair and punto[0][1] == punto[1][1]] += times
    held = Counter(4 * (rank - 1) + suit for rank, suit in cards)
    shoe = Shoe.of_cards([held[card] for card in range(52)])
    for bet, counted in counts.items():
        assert count_categories(catalogue()[bet], shoe, rules_named(name).tableau)[0] == counted[True], bet


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
