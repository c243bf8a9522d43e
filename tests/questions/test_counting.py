"""Claims about linear counts, against every composition of the seen cards."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest
from support import STANDARD, refusal

import exact
from exact.analysis.pricing import odds_given, price_bet
from exact.bets.catalogue import find_bet
from exact.bets.knowledge import Knowledge, parse_knowledge
from exact.engine.evaluate import evaluate
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.literature.identify import identify
from exact.literature.printed import PrintedFigure, judge
from exact.literature.published import published_figures
from exact.questions.question import parse_question
from exact.rules import rules_named

TAGS = (0, 0, 0, -1, -1, -1, -1, 2, 2, 0)
COUNT = f"dragon-7, tags {' '.join(map(str, TAGS))}"
SEEN = 6


@cache
def seen_compositions() -> list[tuple[Fraction, Fraction, Fraction]]:
    """For each composition of six cards seen of one deck: probability, true count, expectation of the bet."""
    values = Shoe.of_decks(1).values
    drawn = ([own.count(v) for v in range(10)] for own in combinations_with_replacement(range(10), SEEN))
    seen = [counts for counts in drawn if all(map(int.__le__, counts, values))]
    left = np.array(values) - np.array(seen)
    expectations = evaluate(left, STANDARD, [find_bet("dragon-7")]).expectations("dragon-7")
    tags = (TAGS[-1], *TAGS[:-1])
    return [
        (
            Fraction(prod(map(comb, values, counts)), comb(52, SEEN)),
            Fraction(52 * sum(map(int.__mul__, tags, counts)), 52 - SEEN),
            expectation,
        )
        for counts, expectation in zip(seen, expectations, strict=True)
    ]


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


def test_a_count_has_unseen_cards_or_a_cut_card() -> None:
    assert "not both" in refusal(exact.ask, f"betting frequency of {COUNT}, 48 behind the cut card, 46 unseen, 1 deck")


def test_an_approximation_judges_no_printed_figure() -> None:
    claim = parse_question(f"win per shoe of {COUNT}, 14 behind the cut card, 8 decks")
    assert "only an approximation" in refusal(judge, claim, PrintedFigure.parse("0.597", "printed"))


@pytest.mark.slow
def test_the_figures_of_a_count_by_enumeration() -> None:
    bets = [(probability, e) for probability, count, e in seen_compositions() if count >= 4]
    frequency = sum((probability for probability, _e in bets), Fraction(0))
    gain = sum((probability * e for probability, e in bets), Fraction(0))
    play = f"{COUNT}, betting from 4, {52 - SEEN} unseen, 1 deck"
    assert parse_question(f"betting frequency of {play}").exact() == frequency
    assert parse_question(f"gain per coup of {play}").exact() == gain
    assert parse_question(f"edge when betting of {play}").exact() == gain / frequency
    assert parse_question(f"gain per coup of {play}, times 100").exact() == 100 * gain


@pytest.mark.slow
def test_without_a_trigger_a_count_bets_from_the_best_one() -> None:
    tried = {count for _probability, count, _e in seen_compositions()}
    gains = [sum(p * e for p, count, e in seen_compositions() if count >= trigger) for trigger in tried]
    assert parse_question(f"gain per coup of {COUNT}, {52 - SEEN} unseen, 1 deck").exact() == max(gains)


def test_the_figures_of_a_count_after_one_card() -> None:
    """The true count is 52 / 51 of the card's tag, so from 1 the count bets after an eight or a nine."""
    left = [Shoe.of_decks(1).removed(card) for card in "89"]
    gain = sum((price_bet(find_bet("dragon-7"), shoe, STANDARD).expectation for shoe in left), Fraction(0)) / 13
    play = f"{COUNT}, betting from 1, 51 unseen, 1 deck"
    assert parse_question(f"betting frequency of {play}").exact() == Fraction(2, 13)
    assert parse_question(f"gain per coup of {play}").exact() == gain
    assert parse_question(f"edge when betting of {play}").exact() == gain * 13 / 2


def test_a_claim_by_knowledge() -> None:
    """Both cards of punto, 6 to 9 or not: the best of two bets given each of the four cases."""
    rules, shoe = rules_named("standard"), Shoe.of_decks(6)
    value = Fraction(0)
    for first in ("6-9", "A|2|3|4|5|10-K"):
        for second in ("6-9", "A|2|3|4|5|10-K"):
            (piece,) = parse_knowledge(f"punto={first},{second}")
            odds = odds_given(shoe, rules.tableau, piece.knowledge)
            best = max(Fraction(0), *(odds.price(bet, rules).expectation for bet in (Outcome.PUNTO, Outcome.TIE)))
            value += odds.deals * best
    value /= odds_given(shoe, rules.tableau, Knowledge()).deals
    claim = parse_question("value of signal (card 3, 1 by A-5,10 for player, tie), 6 decks")
    assert claim.exact() == value
    assert claim.text == "value of a signal (cards 1,3 by 6-9 for punto,tie), 6 decks"
    assert parse_question(claim.text) == claim


def test_the_number_is_identified() -> None:
    texts = [match.question.text for match in identify("6.765%").matches]
    assert "value of a signal (card 1 by each for punto,banco), 8 decks" in texts


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        # Kemeny and Snell (1957)
        ("value of chemin de fer, model A1, infinite shoe", Fraction(-679568, 53094899)),
        ("value of chemin-de-fer, 6 decks, model a1", Fraction(-679568, 53094899)),
        ("probability of drawing on 5 by player, model A1, infinite shoe", Fraction(9, 11)),
        ("probability of drawing on 6 by banker after no card, model A1, infinite shoe", Fraction(859, 2288)),
        # by a second method, of which the project's tests of equilibria say more
        ("value of chemin de fer, model B2, 6 decks", Fraction(-974653793197999, 75340147272374985)),
        ("probability of drawing on 0-6 by banco after no card, model B2, 6 decks", Fraction(77143741, 121269912)),
        ("probability of drawing on 4-1 by punto, model B3, 6 decks", Fraction(35003, 74880)),
        # the parlour game: banco's two-card totals or hands below a natural, and eleven things it may know of punto
        ("count of choices of banco, model A1", Fraction(8 * 11)),
        ("count of choices of banco, model B2, 1, 2, 3, 4, 5, 6, 7 or 8 decks", Fraction(44 * 11)),
        ("count of choices of punto, model B3, 8 decks", Fraction(5)),
    ],
)
def test_the_value_of_a_claim(claim: str, value: Fraction) -> None:
    assert parse_question(claim).exact() == value
    assert parse_question(parse_question(claim).text) == parse_question(claim)


def test_what_was_not_seen_in_its_source_is_marked() -> None:
    """The figures of Kemeny and Snell and of Downton and Lockwood are known only from those who cite them."""
    rows = [figure for figure in published_figures() if "as cited by" in figure.source.remark]
    assert {figure.source.key for figure in rows} >= {"S88", "S89"}
    assert all("not seen in the source" in figure.digits_note for figure in rows)
