"""Claims about linear counts over a shoe, what their figures judge, and where they are found."""

from fractions import Fraction

import pytest
from support import refusal

import exact
from exact.literature.identify import identify
from exact.literature.printed import PrintedFigure, judge
from exact.literature.published import published_figures
from exact.questions.question import parse_question

TAGS = (0, 0, 0, -1, -1, -1, -1, 2, 2, 0)
COUNT = f"dragon-7, tags {' '.join(map(str, TAGS))}"


@pytest.mark.slow
def test_a_shoe_of_few_coups_is_the_sum_of_its_coups_by_the_cards_that_the_first_one_used() -> None:
    """The shown card is seen. If it is an ace or a two, at most three cards are burned, and one more coup is dealt."""
    used = {cards: exact.ask(f"probability of (cards == {cards}), 1 deck").value for cards in (4, 5, 6)}
    second = Fraction(8, 52)
    begins = {51: Fraction(1), **{51 - cards: second * probability for cards, probability in used.items()}}
    for whole, of_a_coup in (("win per shoe", "gain per coup"), ("bets per shoe", "betting frequency")):
        figure = exact.ask(f"{whole} of {COUNT}, betting from 2, 48 behind the cut card, 1 deck")
        coups = {n: exact.ask(f"{of_a_coup} of {COUNT}, betting from 2, {n} unseen, 1 deck").value for n in begins}
        expected = sum(begins[unseen] * coups[unseen] for unseen in begins)
        assert float(figure.value) == pytest.approx(float(expected), rel=0.02)
        per_coup = exact.ask(f"{of_a_coup} of {COUNT}, betting from 2, 48 behind the cut card, 1 deck").value
        assert float(per_coup) == pytest.approx(float(expected / (1 + second)), rel=0.1)
        assert figure.exactness == "approximation"
        assert any("independent numbers of cards" in text for text in figure.assumed)
    table = exact.ask(f"{{bets per shoe,win per shoe}} of {COUNT}, 48 behind the cut card, 1 deck").to_table()
    assert table.notes[-1] == "Values, each rounded once."


def test_an_approximation_judges_no_printed_figure() -> None:
    claim = parse_question(f"win per shoe of {COUNT}, 14 behind the cut card, 8 decks")
    assert "only an approximation" in refusal(judge, claim, PrintedFigure.parse("0.597", "printed"))


def test_the_number_is_identified() -> None:
    texts = [match.question.text for match in identify("6.765%").matches]
    assert "value of a signal (card 1 by each for punto,banco), 8 decks" in texts


def test_what_was_not_seen_in_its_source_is_marked() -> None:
    """The figures of Kemeny and Snell and of Downton and Lockwood are known only from those who cite them."""
    rows = [figure for figure in published_figures() if "as cited by" in figure.source.remark]
    assert {figure.source.key for figure in rows} >= {"S88", "S89"}
    assert all("not seen in the source" in figure.digits_note for figure in rows)
