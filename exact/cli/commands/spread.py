"""How much a bet's expectation varies with the cards that are unseen: its exact variance, third moment and linear part.

With n cards of the shoe unseen, every set of n cards is equally likely, and the expectation of the next coup depends on
the set. Its mean is the expectation from the whole shoe. The spread tells how much there is to gain by counting cards;
its linear part is as much of the variance as the best linear count sees, the count by the effects of removal. The third
moment is the mean of (expectation − mean) cubed.

  exact spread --bet dragon-7 --decks 8                                all numbers of unseen cards
  exact spread --bet punto,banco,tie --unseen 13,26,52,104 --decks 6 --remove "9 9 K"

Point values, ranks or suits may decide the bet; one that looks at too many kinds of cards is refused, with the work it
would take.
"""

from exact.analysis.expectation_variance import MAX_WORK, THIRD, VARIANCE, check_work, expectation_variances, work_of
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.bets.payoffs import bets_named
from exact.cli import options
from exact.cli.options import Arguments
from exact.cli.terminal import waiting
from exact.views.count_gains import deviations, moments
from exact.views.layout import without

_UNSEEN_NOTE = _(
    "The unseen cards are all that were not seen: those still to be dealt, behind the cut card, and burned face down. "
    "The linear part is the share of the variance that the best linear count sees."
)
OPTIONS = (
    options.bet("a bet, or several separated by commas (exact bets lists them)"),
    options.unseen(),
    *options.QUESTION,
)


def answer(arguments: Arguments) -> Answer:
    """The spread of each bet."""
    digits, rules, shoe = options.question_of(arguments)
    bets = bets_named(arguments.bet, rules, "bet")
    unseen = options.unseen_of(arguments.unseen, shoe)
    for bet in bets.values():
        check_work(bet, shoe, rules.tableau, VARIANCE)
    work = {name: work_of(bet, shoe, rules.tableau, THIRD) for name, bet in bets.items()}
    orders = {name: THIRD if terms <= MAX_WORK else VARIANCE for name, terms in work.items()}
    with waiting("counting"):
        by_bet = [
            (name, each)
            for name, bet in bets.items()
            for each in expectation_variances(bet, shoe, rules.tableau, unseen, orders[name])
        ]
    notes = (
        _(
            "The third moment of {bet} is not computed: it would need {terms} terms, and the bound is {bound}.",
            bet=name,
            terms=f"{work[name]:.1e}",
            bound=f"{MAX_WORK:.0e}",
        )
        for name, order in orders.items()
        if order == VARIANCE
    )
    caption = _("The spread of the expectation, rules {rules}, {cards} cards", rules=rules.id, cards=shoe.cards)
    hidden = () if len(bets) > 1 else ("bet",)
    return Answer(
        "spread",
        (Parameter("bet", ",".join(bets)), *options.shoe_parameters(shoe, rules)),
        (
            without(deviations(caption, by_bet, digits, digits), "below_zero", *hidden),
            without(moments(by_bet, digits), *hidden),
        ),
        (_UNSEEN_NOTE, *notes),
        assumptions=rules.assumptions_for(*bets),
        sources=(rules.to_line(), *(bet.to_line() for bet in bets.values()), repr(shoe.counts)),
    )
