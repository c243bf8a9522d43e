"""Exact probabilities and house edges of the next coup from a shoe.

Give the shoe in one way: --decks N, --values c0,…,c9 or --ranks A=…,…,K=…. You need none of them if the rulebook states
its number of decks. Counts are ordered six-card deals with unused positions padded, out of N(N−1)…(N−5) for N cards.

  exact odds --decks 8
  exact odds --decks 6 --remove "9 9 K" --rules classic-it
  exact odds --values 16,4,4,4,4,4,4,4,4,4 --digits 30 --format json

--given says what is known about the coup; only deals that agree with it are then counted:

  exact odds --decks 8 --given "punto=4,0 banco=K,?"
  exact odds --decks 6 --given "punto_two_card_total=5 banco_two_card_total=6"

For a whole file of shoes or of dealt cards, use exact shoes.
"""

from exact.analysis.odds import odds_of_shoe
from exact.answers.table import Answer
from exact.answers.text import _
from exact.cli import options
from exact.cli.options import Arguments
from exact.views import next_coup

MORE_HELP = ("knowledge",)
OPTIONS = (*options.QUESTION, options.GIVEN)


def answer(arguments: Arguments) -> Answer:
    """The odds of the next coup, perhaps given some knowledge."""
    digits, rules, shoe = options.question_of(arguments)
    pieces = options.pieces_of(arguments)
    if pieces:
        from exact.analysis.pricing import joined, odds_given  # the language of bets, which other odds do not need

        odds = odds_given(shoe, rules.tableau, joined(pieces, shoe, rules.tableau))
    else:
        odds = odds_of_shoe(shoe, rules.tableau)
    caption = _("Outcomes of the next coup, rules {rules}, {cards} cards", rules=rules.id, cards=shoe.cards)
    return Answer(
        "odds",
        (*options.shoe_parameters(shoe, rules), *options.given_parameters(pieces, odds.deals)),
        (next_coup.outcomes(odds, caption, digits), next_coup.main_bets(odds, rules, digits)),
        (_("A positive house edge is the player's expected loss."), next_coup.payoffs_text(rules)),
        rules.assumed,
        (rules.to_line(),),
    )
