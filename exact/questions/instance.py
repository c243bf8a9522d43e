"""A question about one shoe, from which every quantity is computed."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from exact.analysis.odds import Dealt, Distribution, OutcomeOdds, odds_of_decks, odds_of_shoe
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.questions.grammar import Subject
from exact.questions.subjects import Counts, Wager, of_wager, rules_in_play, wagers_of
from exact.records import Record, replace
from exact.rules import Tableau

T = TypeVar("T")


class Instance(Record, kw_only=True):
    """A question about one shoe."""

    subject: Subject
    conditions: Mapping[str, Any]  #: The value of each condition by name, with the rules
    shoe: Shoe | None  #: `None` is the infinite shoe

    def __hash__(self) -> int:
        return hash((self.subject, *self.conditions.values(), self.shoe))

    def about(self, wager: Wager) -> "Instance":
        """The same about one bet."""
        return replace(self, subject=of_wager(wager))

    def error(self, bound: str) -> ExactError:
        """The error that the subject breaks this bound."""
        return ExactError("claim", self.subject.text, bound)

    def existing(self, value: T | None, bound: str) -> T:
        """``value``; the error of this bound if there is none."""
        if value is None:
            raise self.error(bound)
        return value

    def stated(self, condition: str, bound: str) -> Any:
        """The value of a condition; the error of this bound if the question does not state it."""
        return self.existing(self.conditions.get(condition), bound)

    @property
    def tableau(self) -> Tableau:
        """The drawing tables in play."""
        return rules_in_play(self.conditions["rules"]).tableau

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The bets of the subject by name."""
        return wagers_of(self.subject)

    @property
    def bets(self) -> tuple[Any, ...]:
        """The bets of the subject, each with the payoffs in play."""
        return tuple(wager.on(self.conditions) for wager in self.wagers)

    @property
    def finite_shoe(self) -> Shoe:
        """The shoe; raises `ExactError` for the infinite one."""
        return finite(self.shoe)

    def counts(self) -> Counts:
        """The number of deals in each category of the bet, or in each pair of categories of two bets."""
        from exact.questions import bets  # main bets of a plain shoe need nothing of it

        return bets.counts(self.bets, *bets.dealt(self.conditions, self.shoe, self.tableau))

    def distribution(self) -> Distribution:
        """The distribution of the bet's payoff."""
        (wager,) = self.wagers
        if outcome := self._deciding(wager):
            return _odds(self.shoe, self.tableau).price(outcome, wager.rules(self.conditions))
        from exact.questions import bets

        return bets.price(*self.bets, *bets.dealt(self.conditions, self.shoe, self.tableau))

    def probability(self) -> Fraction:
        """The probability of the event: of the category, or that the bet wins; of two, that both happen."""
        wagers = self.wagers
        if len(wagers) == 1 and not wagers[0].category:
            outcome = self._deciding(wagers[0])
            return _odds(self.shoe, self.tableau).probability(outcome) if outcome else self.distribution().hit_frequency
        counts = self.counts()
        held = [winning(wager, bet) for wager, bet in zip(wagers, self.bets, strict=True)]
        happens = sum(
            deals
            for categories, deals in counts.items()
            if all(category in each for category, each in zip(categories, held, strict=True))
        )
        return Fraction(happens, sum(counts.values()))

    def _deciding(self, wager: Wager) -> Outcome | None:
        """The outcome that the wager is on, if the odds of the outcomes suffice; else `None`."""
        return None if self.tableau.ranks else wager.outcome(self.conditions)


@lru_cache(maxsize=64)
def shoe_of_decks(decks: Dealt) -> Shoe | None:
    """The shoe; `None` for the infinite one."""
    return Shoe.of_decks(decks) if isinstance(decks, int) else decks


def finite(shoe: Shoe | None) -> Shoe:
    """The shoe; raises `ExactError` for the infinite one."""
    if shoe is None:
        raise ExactError("claim", "infinite shoe", "has no cards to remove or to count: give a number of decks")
    return shoe


@lru_cache(maxsize=4096)
def _odds(shoe: Shoe | None, tableau: Tableau) -> OutcomeOdds:
    return odds_of_decks(None, tableau) if shoe is None else odds_of_shoe(shoe, tableau)


def winning(wager: Wager, bet: Any) -> set[int]:
    """The places of the categories in which the event happens: of its category, or of those with a net win."""
    if wager.category:
        return {bet.categories.index(wager.category)}
    return {index for index, payoff in enumerate(bet.payoffs()) if payoff > 0}
