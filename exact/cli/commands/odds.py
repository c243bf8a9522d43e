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

from exact.cli import options
from exact.library.questions import odds

MORE_HELP = ("knowledge",)
OPTIONS = (*options.QUESTION, options.GIVEN, options.PLOT)
answer = options.answer_by(lambda digits, **asked: odds(**asked).to_answer(digits))
