"""What holds of every shoe, whatever cards it has: many at once are each alone, no deal is lost, no order matters."""

from hypothesis import assume, example, given
from support import STANDARD
from support.strategies import KNOWLEDGE, shoes, tableaux

from exact.analysis.pricing import joined, odds_given
from exact.bets.knowledge import parse_knowledge
from exact.engine.outcomes import count_outcomes
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules import Tableau


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
