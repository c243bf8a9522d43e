"""How much expectations vary with the unseen cards."""

from collections.abc import Sequence

from exact.analysis.expectation_variance import MAX_WORK, THIRD, VARIANCE, check_work, expectation_variances, work_of
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.library import questions
from exact.library.parameters import answer_about, braces, shoe_parameters
from exact.rules import STANDARD
from exact.views.count_gains import deviations, moments
from exact.views.layout import without

_UNSEEN_NOTE = _(
    "The unseen cards are all that were not seen: those still to be dealt, behind the cut card, and burned face down. "
    "The linear part is the share of the variance that the best linear count sees."
)


def spread(
    bet: questions.BetsLike,
    unseen: questions.Unseen = questions.ALL,
    *,
    shoe: questions.ShoeLike | None = None,
    rules: questions.RulesLike = STANDARD,
    decks: int | None = None,
    remove: str | Sequence[str] | None = None,
    digits: int = 12,
) -> Answer:
    """The variance and the third moment of a bet's expectation, per unit staked, over the sets of unseen cards.

    The table ``results`` has a row for each bet and number of unseen cards, 6 to the whole shoe, with the linear part
    of the variance; ``spread`` has standard deviations. Bet, shoe and rules are as in `exact.price`. Raises
    `ExactError` for anything else, and for a bet that looks at too many kinds of cards.

    >>> float(spread("dragon-7", 52, decks=8).table("results").rows[0][2])
    0.022711997400448346
    """
    digits, (played, held) = questions.digits_of(digits), questions.game_of(rules, shoe, decks, remove)
    bets, numbers = questions.bets_named(bet, played, "bet"), questions.unseen_of(unseen, held)
    for each in bets.values():
        check_work(each, held, played.tableau, VARIANCE)
    work = {name: work_of(each, held, played.tableau, THIRD) for name, each in bets.items()}
    orders = {name: THIRD if terms <= MAX_WORK else VARIANCE for name, terms in work.items()}
    by_bet = [
        (name, variance)
        for name, each in bets.items()
        for variance in expectation_variances(each, held, played.tableau, numbers, orders[name])
    ]
    note = _("The third moment of {bet} is not computed: it would need {terms} terms, and the bound is {bound}.")
    beyond = [name for name, order in orders.items() if order == VARIANCE]
    notes = (note.filled(bet=name, terms=f"{work[name]:.1e}", bound=f"{MAX_WORK:.0e}") for name in beyond)
    caption = _("The spread of the expectation, rules {rules}, {cards} cards", rules=played.id, cards=held.cards)
    hidden = () if len(bets) > 1 else ("bet",)
    of_readers = without(deviations(caption, by_bet, digits), *hidden)
    parameters = Parameter("bet", ",".join(bets)), *shoe_parameters(held, played)
    asked = (
        f"expectation of {braces(bets)}",
        f"{{variance,standard deviation,skewness}} of the expectation of {braces(bets)}, {braces(numbers)} unseen",
        f"linear share of {braces(bets)}, {braces(numbers)} unseen",
    )
    tables, assumed = (of_readers, without(moments(by_bet, digits), *hidden)), played.assumptions_for(*bets)
    about = "spread", held, played, [*bets.values()]
    return answer_about(*about, parameters, tables, (_UNSEEN_NOTE, *notes), questions=asked, assumptions=assumed)
