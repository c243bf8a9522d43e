"""What holds of every shoe, whatever cards it has: many at once are each alone, no deal is lost, no order matters."""

from hypothesis import assume, example, given
from hypothesis import strategies as st
from support import STANDARD
from support.strategies import KNOWLEDGE, SMALL_COUNTS, shoes, tableaux

from exact.analysis.pricing import joined, odds_given
from exact.arithmetic import ordered_deals
from exact.bets.catalogue import catalogue
from exact.bets.knowledge import parse_knowledge
from exact.engine.one_shoe import count_categories
from exact.engine.outcomes import count_outcomes
from exact.errors import ExactError
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.rules import Tableau

NEEDS = {"dragon-7": Granularity.VALUES, "punto-pair": Granularity.RANKS, "perfect-pair-both": Granularity.CARDS}
"""Bets, and how fine a shoe each needs."""


@given(shoes(Granularity.CARDS, SMALL_COUNTS), st.sampled_from(sorted(NEEDS)))
def test_no_deal_is_lost_and_a_finer_description_changes_nothing(shoe: Shoe, name: str) -> None:
    counts = count_categories(catalogue()[name], shoe, STANDARD)
    assert sum(counts) == ordered_deals(shoe.cards)
    assert count_categories(catalogue()[name], shoe.coarsened(NEEDS[name]), STANDARD) == counts


@given(shoes(), tableaux())
def test_the_card_that_is_burnt_unseen_is_no_matter(shoe: Shoe, tableau: Tableau) -> None:
    assume(shoe.cards > 6)
    whole = count_outcomes(shoe, tableau)
    sums = dict.fromkeys(whole, 0)
    for value, copies in enumerate(shoe.values):
        if copies:
            for outcome, count in count_outcomes(shoe.without(value), tableau).items():
                sums[outcome] += copies * count
    assert sums == {outcome: (shoe.cards - 6) * count for outcome, count in whole.items()}


@given(KNOWLEDGE)
@example("punto=9,9 punto_two_card_total=4")
def test_the_totals_of_puntos_cards_make_the_whole(text: str) -> None:
    """The deals that agree with knowledge are those of each total of punto's first two cards together."""
    shoe = Shoe.of_decks(1)
    try:
        known = odds_given(shoe, STANDARD, joined(parse_knowledge(text), shoe, STANDARD))
    except ExactError as error:
        assert "\n" not in str(error)
        return
    assert known.deals > 0
    assert sum(known.counts.values()) == known.deals
    if "two_card_total" not in text and "card" not in text:
        parts = 0
        for total in range(10):
            try:
                part = joined(parse_knowledge(f"{text} punto_two_card_total={total}"), shoe, STANDARD)
            except ExactError:
                continue
            parts += odds_given(shoe, STANDARD, part).deals
        assert parts == known.deals
