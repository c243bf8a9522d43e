"""Effects of removal: how a bet's expectation changes as cards leave the shoe, and the best linear count.

The effect of a card is the change in expected net win per unit staked when one such card leaves the shoe. Where point
values decide the bet, ranks of the same value share their effect.

  exact removal --bet banco --decks 8
  exact removal --bet lucky-6:12-18 --decks 6 --format json

A linear count adds a tag for every card seen. It predicts the expectation best when its tags are proportional to the
effects. Each count is shown with:

  correlation     of its tags with the effects, over the cards of the shoe
  after 4 cards   of the running count with the exact expectation after four cards (bets decided by point values)
  true count      the trigger: from here on the linear estimate favours the player; the true count is the running count,
                  less the mean of the tags for each seen card, per 52 unseen cards
  pivot           the running count at which the estimate turns, the same at every depth, if you add to every tag the
                  true count / 52 less the mean of the tags

Markdown, LaTeX, CSV and JSON also have the gradient and the second differences.
"""

from exact.analysis import removal
from exact.analysis.linear_count import DEPTH, counts_of_effects, depth_correlation_squared
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.bets.payoffs import bet_under
from exact.cli import options
from exact.cli.options import Arguments
from exact.cli.terminal import waiting
from exact.views import count_gains

OPTIONS = (options.bet(), *options.QUESTION)


def answer(arguments: Arguments) -> Answer:
    """The effects of removal and the counts based on them."""
    digits, rules, shoe = options.question_of(arguments)
    bet = bet_under(arguments.bet, rules)
    with waiting("counting"):
        effects = removal.effects_of_removal(bet, shoe, rules.tableau)
        classes = removal.named_classes(effects, shoe)
        several = removal.effects_of_several(bet, effects, rules.tableau)
        gradient = removal.gradient(bet, effects, rules.tableau)
        second = removal.second_differences(bet, effects, rules.tableau)
        counts = counts_of_effects(effects)
        depth = depth_correlation_squared(bet, effects, rules.tableau, DEPTH) if counts else None
    caption = _(
        "{title}: removal of cards, rules {rules}, {cards} cards", title=bet.title, rules=rules.id, cards=shoe.cards
    )
    described = effects.shoe.granularity
    return Answer(
        "removal",
        (
            Parameter("bet", bet.name),
            Parameter("pay_table", bet.paying_table, _("Pay table")),
            Parameter("rules", rules.id),
            Parameter("cards", shoe.cards),
            Parameter("granularity", described.word, _("The shoe is described by"), (described.text,)),
        ),
        (
            *count_gains.removal_tables(effects, several, gradient, second, classes, caption, digits),
            *count_gains.linear_counts(counts, depth, classes, digits),
        ),
        () if counts else (_("Removing a card changes nothing, so there is no count."),),
        rules.assumed,
        (rules.to_line(), bet.to_line(), repr(shoe.counts)),
    )
