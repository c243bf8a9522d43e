"""Effects of removal, and the linear counts based on them."""

from collections.abc import Sequence

from exact.analysis import removal as analysis
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.game import Granularity
from exact.library import questions
from exact.library.parameters import answer_about, braces, shoe_parameters
from exact.rules import STANDARD
from exact.views import count_gains


def removal(
    bet: questions.BetLike,
    *,
    shoe: questions.ShoeLike | None = None,
    rules: questions.RulesLike = STANDARD,
    decks: int | None = None,
    remove: str | Sequence[str] | None = None,
    digits: int = 12,
) -> Answer:
    """How the expectation of a bet changes as cards leave the shoe, and the best linear counts.

    An effect is the change in expected net win per unit staked when one such card leaves the shoe. The tables are
    ``expectation``, ``effects``, ``several``, ``gradient``, ``second_differences``, ``counts`` and ``tags``. Bet, shoe
    and rules are as in `exact.price`. Raises `ExactError` for anything else.

    >>> removal("banco", decks=8).table("effects").rows[3]
    ('4', Rounded(value=Fraction(12253449334, 105889513731625), digits=12, form='both', percent=True))
    """
    digits, (played, held) = questions.digits_of(digits), questions.game_of(rules, shoe, decks, remove)
    wager = questions.bet_of(bet, played)
    effects = analysis.effects_of_removal(wager, held, played.tableau)
    classes = analysis.named_classes(effects, held)
    several = analysis.effects_of_several(wager, effects, played.tableau)
    gradient = analysis.gradient(wager, effects, played.tableau)
    second = analysis.second_differences(wager, effects, played.tableau)
    counts = analysis.counts_of_effects(effects)
    depth = analysis.depth_correlation_squared(wager, effects, played.tableau, analysis.DEPTH) if counts else None
    caption = _(
        "{title}: removal of cards, rules {rules}, {cards} cards", title=wager.title, rules=played.id, cards=held.cards
    )
    described = effects.shoe.granularity
    words = Parameter("granularity", described.word, _("The shoe is described by"), (described.text,))
    named = Parameter("bet", wager.name), Parameter("pay_table", wager.paying_table, _("Pay table"))
    tables = count_gains.removal_tables(effects, several, gradient, second, classes, caption, digits)
    of_counts = count_gains.linear_counts(counts, depth, classes, digits)
    removed = (" ".join([card] * number) for card in classes for number in (1, 2, 3, 4))
    asked = [f"expectation of {wager.full_name}", f"effect of removal of {braces(removed)} on {wager.full_name}"]
    if described is Granularity.VALUES and counts:
        whole = [" ".join(map(str, (*tags[1:], tags[0]))) for name, (tags, *_rest) in counts.items() if name != "best"]
        asked.append(f"{{betting correlation,trigger,pivot}} of {wager.full_name}, tags {braces(dict.fromkeys(whole))}")
    parameters = *named, *shoe_parameters(held, played)[:2], words
    notes = () if counts else (_("Removing a card changes nothing, so there is no count."),)
    return answer_about("removal", held, played, [wager], parameters, (*tables, *of_counts), notes, questions=asked)
