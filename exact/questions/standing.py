"""What stands behind a figure: a theorem of ``tests/proof``, or two methods that share no code.

A theorem has the counts of deals; the program divides them and weights them by the payoffs. One more is one more row.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from exact.answers.table import Exactness
from exact.bets.catalogue import catalogue, every_bet
from exact.questions.quantities import DEALS, SOLVED
from exact.questions.question import Question
from exact.questions.subjects import OUTCOMES, wagers_of
from exact.rules import rules_named, standard_tableau


class Theorem(NamedTuple):
    """A theorem about counts of deals, or about equilibria."""

    name: str
    file: str  #: The one that proves it
    covers: Callable[[Question], bool]  #: Whether it has what is behind the answer

    @property
    def text(self) -> str:
        """What is said of a figure that has it behind it."""
        return f"theorem {self.name} (tests/proof/{self.file})"


def _outcomes(question: Question) -> bool:
    """Whether the counts are those of punto, banco and the tie."""
    wagers = () if "given" in question.conditions else wagers_of(question.subject)
    return question.quantity.methods == DEALS and bool(wagers) and all(wager.text in OUTCOMES for wager in wagers)


def _standard(question: Question) -> bool:
    """Whether it is about the outcomes under the standard rules and a shoe that is not infinite."""
    return _outcomes(question) and None not in question.decks.possible and question.played.tableau == standard_tableau()


def _full_decks(question: Question) -> int:
    """The number of decks if the shoe is of full decks, else 0."""
    decks = question.decks.possible[0]
    return decks if isinstance(decks, int) and not question.removed and "without" not in question.conditions else 0


def _reading(question: Question) -> bool:
    """Whether it is about the outcomes under a reading of a house document."""
    from exact.rules.documents import reading_ids  # slow, and for readings alone

    played = question.played
    is_named = _outcomes(question) and played.id in reading_ids()  # rules made in Python may have any name
    return is_named and rules_named(played.id).tableau == played.tableau


def _price(question: Question) -> bool:
    """Whether it is about one bet of the catalogue, under the standard rules."""
    wagers = () if "given" in question.conditions else wagers_of(question.subject)
    is_printed = len(wagers) == 1 and not wagers[0].own and wagers[0].bet in catalogue()
    return is_printed and question.quantity.methods == DEALS and question.played.tableau == standard_tableau()


def _equilibrium(question: Question) -> bool:
    """Whether it is about an equilibrium of chemin de fer without replacement, for a shoe of full decks."""
    is_solved = question.quantity.methods == SOLVED and "model" in question.conditions
    return is_solved and question.conditions["model"].id in ("B1", "B2", "B3") and _full_decks(question) > 0


THEOREMS = (
    Theorem("six_and_eight_decks", "Evaluation.v", lambda asked: _full_decks(asked) in (6, 8) and _standard(asked)),
    Theorem("every_reading", "Evaluation.v", lambda asked: _full_decks(asked) in (6, 8) and _reading(asked)),
    Theorem("closed_forms", "Decks.v", lambda asked: _full_decks(asked) > 0 and _standard(asked)),
    Theorem("polynomial", "Polynomial.v", _standard),
    Theorem("prices", "Prices.v", lambda asked: _full_decks(asked) in (6, 8) and _price(asked)),
    Theorem("chemin_de_fer", "BestReplies.v", _equilibrium),
)
"""The first that covers a question is named."""


def standing_of(questions: Iterable[Question], exactness: Exactness = Exactness.EXACT) -> str:
    """What stands behind the value of a question, or of two that are compared."""
    if exactness is Exactness.EXACT:
        return "; ".join(dict.fromkeys(map(standing, questions)))
    return "proved bounds" if exactness is Exactness.BOUNDS else exactness


def standing(question: Question) -> str:
    """What stands behind the exact value of a question about one shoe."""
    if other := question.conditions.get("than"):
        return standing_of([question.under(than=None), question.under(than=None, rules=other)])
    for theorem in THEOREMS:
        if theorem.covers(question):
            return theorem.text
    methods = question.quantity.methods
    if methods == DEALS:
        methods += _beside(question)
    return f"computed twice: {methods}" if methods else "computed once"


def _beside(question: Question) -> str:
    """What the second method goes through together with every deal, if it asks for payoffs that this decides."""
    wagers = [wager for wager in wagers_of(question.subject) if not wager.category]
    bets = [wager.own or every_bet().get(wager.bet) for wager in wagers]
    return "".join(f" with {bet.beside}" for bet in bets if bet and bet.beside)
