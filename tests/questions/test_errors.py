"""Questions that cannot be, each refused with its own reason; and their neighbours, which have a value by hand."""

import pytest
from support import refusal

from exact.errors import ExactError
from exact.questions.question import parse_question

REFUSED = {
    "house edge of banco, 6 or 8 decks guessed": "'6 or 8 decks guessed' must guess one number of decks",
    "probability of a run of 0 punto among 9 coups": "'0' must be a whole number from 1 to 200",
    "house edge of tie, pays 8 to 0, 8 decks": "'8 to 0' divides by 0",
    "house edge of banco, commission 101%": "'101%' must be at most 100 %: write 5% or 0.05",
    "expectation of punto, times 0, 8 decks": "'times 0' must be a number above 0",
    "probability of (punto_total == 9": "'(punto_total == 9' lacks the parenthesis that ends the event",
    "house edge of lucky-6:12-20, pays 12-18": "'pays 12-18' contradicts lucky-6:12-20: name one pay table",
    "probability of a streak of 9 to 4 punto": "must go from a shorter streak to a longer one",
    "expectation of banco, doubled": "'doubled' is not a condition: ",
    "probability of dragon-7 nope": "'nope' is not a category of dragon-7: known: win, lose",
    "house egde of banco, 8 decks": ("at column 1: ", "did you mean house edge"),
    "house edge of dragn-7, 8 decks": ("at column 15: ", "did you mean dragon-7"),
    "house edge of dragon-7, 8 dekcs": ("at column 25: ", "did you mean 8 decks"),
    "house edge of dragon bonus": ("at column 15: ", "can mean dragon-bonus-punto or dragon-bonus-banco"),
    "house edge of dragon-7, commission 5%": ("at column 25: ", "belongs to the bet banco"),
    "probability of dragon-bonus-punto win-by-10": (
        "at column 35: ",
        "is not a category of dragon-bonus-punto: did you mean",
    ),
    "house edge of lucky-6, pays 12-20-9": (
        "at column 29: ",
        "give 2 payoffs with hyphens between",
        ": 12-23, 12-20, 12-18)",
    ),
    "house edge of banco, 0 decks": ("at column 22: ", "must be a whole number from 1"),
    "house edge of banco, rules castel-vaduz": ("at column 28: ", "did you mean castle-vaduz"),
    "house edge of banco, without 9x": ("at column 30: ", "unknown suit"),
    "probability of punto_total == 9": ("at column 16: ", "write an event in parentheses"),
    "probability of (punto_totl == 9)": ("at column 17: ", "did you mean punto_total"),
    "probability of punto, given punto_two_card_totl=4": ("at column 29: ", "did you mean punto_two_card_total"),
    "variance of dragon-7 and panda-8": ("at column 13: ", "has no variance; it has probability"),
    "betting correlation of dragon-7, tags 1 2 3": ("at column 39: ", "must be ten tags"),
    "probability of a streak of 9 dragons": ("at column 30: ", "is no winner"),
    "wager on dragon-7": ("at column 1: ", "begins with no quantity: known: probability"),
    "house edge of tie, guessed decks": "is not a condition",
    "house edge of tie, 8 decks, 6 decks": (
        "'6 decks' is a second condition of its kind",
        "at column 29: '6 decks' is a second condition of its kind",
    ),
    "probability of tie, in 7 cards": "'in 7 cards' is not a condition",
    "probability of tie, in 4 cards": "'in 4 cards' does not belong to the probability of tie",
    "house edge of banco, commision 5%": "'commision 5%' is not a condition: did you mean commission 5%?",
    "house edge of banco, ties skiped": "'ties skiped' is not a condition: did you mean ties skipped?",
    "house edge of banco, zzz qqq": "is not a condition: known: given punto_two_card_total=4, pays 11, meter 25000, commission 5%, ",
    "house edge of banco, modle zzzzzzzzzzzz": "'modle zzzzzzzzzzzz' is not a condition: did you mean model B2?",
    "house edge of banco, without 9 X, 8 decks": "'x' is not a rank: ",
    "betting correlation of tie, tags 1/0 0 0 0 0 0 0 0 0 0": "must be ten tags",
    "value of a signal (card 7 by each for punto), 8 decks": "'7' must be a whole number from 1 to 6",
    "value of a signal (card 1 by 6-9/9 for punto), 8 decks": "names 9 twice",
    "value of a signal (card 1 by 6 for nope), 8 decks": "'nope' is neither a bet",
    "value of a signal (card 1 by 6 for lucky-6:nope), 8 decks": "is not a pay table of lucky-6",
    "value of a signal (card 1 by 6 for a.toml), 8 decks": "'a.toml' is not a bet of the catalogue",
    "value of a signal (card 1 by 6 for punto), given tie=yes, 8 decks": "does not belong to the value of",
    "house edge of a signal (card 1 by 6 for punto)": "has no house edge; it has value",
    "value of chemin de fer, 6 decks": "needs a model of the game: model B1",
    "value of chemin de fer, model C1": "'C1' is not a model",
    "value of chemin de fer, model B2, infinite shoe": "give a number of decks",
    "value of chemin de fer, model B2, 6 decks, rules castle-vaduz": "are rules of punto banco",
    "house edge of punto, model B2, 6 decks": "'model B2' does not belong to the house edge of punto",
    "probability of drawing on 5 by banco, model A1": "must say after which card banco draws",
    "probability of drawing on 5 by punto after 4, model A1": "punto draws after none",
    "probability of drawing on 9 by punto, model A1": "is no choice of model A1",
    "probability of drawing on 5 by dealer, model A1": "'dealer' is no side",
    "house edge of tie minus house edge of banco": "at column 19: 'minus' compares more than two rulebooks",
    "8 decks": "at column 1: '8 decks' begins with no quantity: known: probability, odds against, ",
    "foo bar, house edge of tie": "at column 1: 'foo bar' is not a condition: ",
    "foo, effect of removal of 6 on tie": "at column 1: 'foo' is not a condition: ",
    "Probability of tie, pays 3": "at column 21: 'pays 3' does not belong to the probability of tie",
    "house edge of tie,  foo   bar": "at column 21: 'foo bar' is not a condition: ",
    "given punto=K, 8 decks, foo": "at column 25: 'foo' begins with no quantity: ",
    "count of distinct two-card hands worth 5, 8 decks, without 9": "needs a shoe known card by card",
    "house edge per resolved stake of (cards >= 4), pays 0, 8 decks": "'(cards >= 4)' is never resolved",
    "expectation of a streak of 4 punto, pays even money, 8 decks": "does not fit a streak of 4 punto: give 1",
    "contribution of lucky-6, 8 decks": "names no category: one of two-cards, three-cards, lose",
    "fair odds of (tie and punto_wins), pays 3, 8 decks": "cannot win, so no payoff is fair",
    "skewness of (cards >= 4), pays 3, 8 decks": "has a payoff that does not vary",
    "correlation of (cards >= 4) and tie, 8 decks": "has a payoff that does not vary",
    "count of tie, in 6 cards, infinite shoe": "has no cards to count: give a number of decks",
    "probability of a streak of 3 tie, ties skipped, 8 decks": "'ties skipped' leaves no coup to a streak of ties",
    "probability of a streak of 4 to 6 punto, 8 decks": "lists lengths for their payoffs: ask for the expectation",
    "expectation of a streak of 4 punto, 8 decks": "'a streak of 4 punto' needs a payoff: pays 10",
    "expectation of a streak of 4 to 6 punto, pays 3-4, 8 decks": "does not fit a streak of 4 to 6 punto: give 3",
    "gain per coup of tie, tags 0 0 0 -1 -1 -1 -1 2 2 0, 8 decks": "needs a number of unseen cards, such as 52 unseen",
    "gain per coup of dragon-7, 52 unseen, 8 decks": "needs the tags of the count",
    "gain per coup of tie, tags 0 0 0 -1 -1 -1 -1 2 2 0, 48 behind the cut card, 46 unseen, 1 deck": "not both",
    "gain per coup of tie, tags 0 0 0 -1 -1 -1 -1 2 2 0, 417 unseen, 8 decks": "must be a whole number from 6 to 416",
    "edge when betting of tie, tags 0 0 0 -1 -1 -1 -1 2 2 0, betting from 4, 416 unseen, 8 decks": "has no edge",
    "gain per coup of dragon-7, tags 0.001 0 0 0 0 0 0 2.777777 2 0, 52 unseen, 8 decks": "take about",
    "effect of removal of 6 on tie, infinite shoe": "has no cards to remove or to count: give a number of decks",
    "probability of tie, infinite shoe, without 6": "has no cards to remove or to count: give a number of decks",
    "probability of tie, given punto=K banco=Ah,Ah, 1 deck": "given",
    "odds against dragon-7 and tie, 8 decks": "'dragon-7 and tie' cannot happen, so there are no odds against it",
    "house edge of blazing-7s, pays 3": "'3' does not fit blazing-7s: give 2 payoffs with hyphens between, for three-cards, two-cards (its pay tables: main, 150-40)",
    "house edge of (tie), pays 1-2": "'1-2' does not fit (tie): give one payoff",
    "house edge of bad-beat-natural-9-over-8, pays even": "'even' must be a number from 0 to 1000000",
    "probability of lucky 6:12-99 three cards": "'lucky-6:12-99' is not a pay table of lucky-6: did you mean 12-23",
    "probability of lucky-6 four cards": "'four cards' is not a category of lucky-6: ",
    "probability of not tie": "is not a bet: write an event in parentheses",
    "probability of zzzz": "is neither a bet nor an event: exact bets lists the bets, exact bet --help the",
    "probability of punto_naturl": "is neither a bet nor an event: did you mean punto_natural",
    "probability of punto_total": "'punto_total' is a number where a condition is needed",
    "probability of a session of 80 coups on banco": "needs one net win: winning 10 or more",
    "probability of a session of 80 coups on banco, winning 1 or more, losing 2 or more": "needs one net win",
    "probability of a session of 0 coups on banco, winning 1 or more": "must be a whole number from 1",
    "duration of ruin on banco from 20": "needs a target, such as target 40",
    "probability of ruin on banco from 20, target 20": "target: '20' must be more than the bankroll of 20",
    "probability of ruin on banco from 0": "stake: '1' is beyond the bankroll of 0",
    "probability of the coups banco banco tie tie punto": "is 5 coups; the bound is 4",
    "probability of tie after banco banco tie tie": "follows 4 coups; the bound is 3",
    "probability of the coups red black": "'red' is no winner",
    "gain per coup of perfect play on tie": "needs a number of unseen cards",
    "gain per coup of perfect play on tie, 208 unseen": "seconds: at most 20; exact perfect takes longer",
    "variance of the expectation of tie": "needs a number of unseen cards",
    "variance of the expectation of tie, 500 unseen": "500 must be a whole number from 6 to 416",
    "betting correlation of tie, tags 1 1 1 1 1 1 1 1 1 1, 8 decks": "'tie' does not depend on these tags",
}
"""Each question that cannot be read or has no value, and what the error says; where it has two parts, both."""


@pytest.mark.parametrize("claim", REFUSED)
def test_what_is_refused(claim: str) -> None:
    """The quantity is the part that begins with one, wherever it stands; else the first that is no condition."""
    said = REFUSED[claim]
    with pytest.raises(ExactError) as caught:
        parse_question(claim).exact()
    for reason in (said,) if isinstance(said, str) else said:
        assert reason in str(caught.value)


def test_only_a_claim_about_a_bet_has_one() -> None:
    assert parse_question("house edge of tie, 8 decks").bet.name == "tie"
    with pytest.raises(ExactError, match="claim: 'probability of a streak of 4 punto, 8 decks' is not about one bet"):
        _ = parse_question("probability of a streak of 4 punto, 8 decks").bet


def test_a_claim_may_have_a_thousand_characters() -> None:
    claim = f"house edge of tie,{' ' * 974} 8 decks"
    assert (len(claim), parse_question(claim).text) == (1000, "house edge of tie, 8 decks")
    assert "has 1001 characters; the bound is 1000" in refusal(parse_question, f"{claim} ")
