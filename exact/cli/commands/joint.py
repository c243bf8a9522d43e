"""The exact joint distribution of two facts about the next coup from a shoe.

Each fact is an expression of the language of bets (exact help language): a number such as punto_total, a condition such
as punto_natural, with the values 0 and 1, or a bet, which stands for its categories. Counts are of ordered six-card
deals with unused positions padded.

  exact joint punto_total banco_total --decks 8
  exact joint "punto_total - banco_total" "punto_cards + banco_cards" --decks 6
  exact joint dragon-7 "kings + queens" --decks 8 --remove "7 7" --format json

A name with a hyphen is a bet: write cards - 4 with blanks for a difference, and 0 - x for an expression that would
begin with a minus.
"""

from exact.cli import options
from exact.cli.options import option
from exact.library.questions import joint

OPTIONS = (
    *(option(name, "EXPR", "an expression, or a bet (exact bets lists them)") for name in ("first", "second")),
    *options.QUESTION,
    options.PLOT,
)
answer = options.answer_by(lambda digits, **asked: joint(**asked).to_answer(digits))
