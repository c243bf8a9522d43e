"""What the library answers with: immutable values with exact numbers, which notebooks show as their answers."""

from __future__ import annotations

import re
from fractions import Fraction
from math import copysign, sqrt
from typing import TYPE_CHECKING, Any

from exact.analysis.odds import Distribution, OutcomeOdds
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.arithmetic import decimal_text, number_text
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.library.parameters import answer_about, asked_of, braces, given_parameters, is_named, shoe_parameters
from exact.records import ShownAsMathematics, field
from exact.rules import Rules

if TYPE_CHECKING:
    from exact.analysis.joint import JointDistribution
    from exact.answers.plots import Plot
    from exact.bets.bet import Bet
    from exact.bets.knowledge import Piece

_LONGEST_NAME = 20
_WIDEST = 10
"""The most columns of a grid of two facts; wider ones are only listed."""
_TERMS = {
    "pays": _("Winning categories pay"),
    "commission": _("Commission on wins"),
    "rebate": _("Rebate on every stake"),
}


class Price(ShownAsMathematics):
    """A bet on the next coup from a shoe: the exact distribution of its payoff, per unit staked."""

    bet: Bet
    """The bet with the terms on which it is priced."""
    shoe: Shoe
    rules: Rules = field(hashed=False)
    distribution: Distribution
    """The count and the payoff of each category, with contributions, fair odds and break-even payoffs."""
    given: tuple[Piece, ...] = ()
    """What is known of the coup."""
    terms: dict[str, str] = field(default_factory=dict, compare=False)
    """The terms that are not the bet's own, by their names, as text."""
    file: str = field(default="", compare=False)
    """The ``.toml`` file of the bet as it was typed; empty for a bet of the catalogue."""

    @property
    def counts(self) -> tuple[int, ...]:
        """The ordered six-card deals in each category, out of `deals`."""
        return self.distribution.counts

    @property
    def deals(self) -> int:
        """The number of ordered six-card deals."""
        return self.distribution.deals

    @property
    def pmf(self) -> dict[Fraction, Fraction]:
        """The probability of each payoff that can happen, in ascending order of the payoffs."""
        masses: dict[Fraction, Fraction] = {}
        for count, payoff in sorted(zip(self.counts, self.distribution.payoffs, strict=True), key=lambda pair: pair[1]):
            if count:
                masses[payoff] = masses.get(payoff, Fraction(0)) + Fraction(count, self.deals)
        return masses

    @property
    def probability(self) -> Fraction:
        """The probability of a net win."""
        return self.distribution.hit_frequency

    @property
    def mean(self) -> Fraction:
        """The expected net win."""
        return self.distribution.expectation

    @property
    def house_edge(self) -> Fraction:
        """The expected loss."""
        return self.distribution.house_edge

    @property
    def variance(self) -> Fraction:
        """The variance of the net win."""
        return self.distribution.variance

    @property
    def std(self) -> float:
        """The standard deviation of the net win, as a double."""
        return sqrt(self.variance)

    def plot(self) -> Plot:
        """The probability of each payoff, as bars; raises `ExactError` if matplotlib is not installed."""
        from exact.answers.plots import bars

        heights = ((number_text(payoff), probability) for payoff, probability in self.pmf.items())
        return bars(f"{self.bet.title}, {_question(self)}", "probability", heights)

    def to_answer(self, digits: int = 12, beside: Bet | None = None, payback: Fraction | None = None) -> Answer:
        """The answer of ``exact bet``, with ``digits`` decimals and the joint distribution of a bet ``beside`` it.

        For a bet with a jackpot, ``payback`` is a return of which it gives the meter.
        """
        from exact.analysis.joint import count_jointly, variable_of_bet
        from exact.analysis.pricing import empty_categories, joined
        from exact.analysis.progressive import meter_prices
        from exact.bets.draw import OF
        from exact.engine.compiler import compiled
        from exact.views import bet_price

        bet, shoe, rules = self.bet, self.shoe, self.rules
        known = joined(self.given, shoe, rules.tableau)
        empty = {} if bet.beside else empty_categories(bet, self.counts, shoe, rules.tableau, known)
        caption = _("{title}, rules {rules}, {cards} cards", title=bet.title, rules=rules.id, cards=shoe.cards)
        tables = [*bet_price.tables_of_price(self.distribution, empty, caption, digits)]
        if beside is not None:
            both = variable_of_bet(bet), variable_of_bet(beside)
            tables += bet_price.two_bets(count_jointly(*both, shoe, rules.tableau, known), digits)
        if payback is not None and not (bet.jackpot and not self.given):
            bound = "needs a bet with a jackpot, without given cards"
            raise ExactError("return", number_text(payback), bound)
        if bet.jackpot and not self.given:
            tables += bet_price.progressive(meter_prices(bet, shoe, rules.tableau), payback, digits)
        granularity, stated = compiled(bet, rules.tableau).granularity, given_parameters(self.given, self.deals)
        if bet.beside:
            label = _("Equally likely cases of the deal and what is beside it")
            stated = *stated[:-1], stated[-1]._replace(label=label)
        if bet.draw:
            granularity = max(granularity, OF[bet.draw.of][1])
            tables.append(bet_price.with_fee(self.distribution, bet.draw.fee, digits))
        parameters = (
            Parameter("bet", bet.name),
            Parameter("rules", rules.id),
            *(Parameter(name, value, _TERMS[name]) for name, value in self.terms.items()),
            Parameter("granularity", granularity.word, "", (bet_price.NEEDS.filled(classes=granularity.text),)),
            *stated,
        )
        sources = rules.to_line(), bet.to_line(), *([] if beside is None else [beside.to_line()]), repr(shoe.counts)
        notes, asked = (bet.note,) if bet.note else (), self._questions(beside)
        return Answer("bet", parameters, tuple(tables), notes, rules.assumed, sources, questions=asked)

    def _questions(self, beside: Bet | None) -> tuple[str, ...]:
        bet, terms, name = self.bet, self.terms, self.file or self.bet.name
        sayable = "rebate" not in terms and ("commission" not in terms or name == Outcome.BANCO.value)
        if not sayable or not (re.fullmatch(r"[\w./:-]+", self.file) or is_named(bet, self.rules, terms)):
            return ()
        chosen = terms.get("pays", "" if terms or self.file else bet.pay_table or "").replace(",", "-")
        paid = f", commission {terms['commission']}" if "commission" in terms else ""
        paid += f", pays {chosen}" if chosen else ""
        paid += f", meter {bet.jackpot.amounts.replace(',', ' ')}" if bet.jackpot else ""
        measures = "house edge,house edge per resolved stake,hit frequency,variance,standard deviation,skewness"
        questions = [
            f"{{count,probability,odds against}} of {{categories of {name}}}",
            f"contribution of {{categories of {name}}}{paid}",
            f"{{expectation,{measures}}} of {name}{paid}",
        ]
        if bet.beside:  # its categories are divided by what is beside the shoe
            questions = questions[-1:]
        if bet.jackpot and not (self.given or bet.jackpot.meters[1:]):
            measures = "break-even meter,hit probability,coups between hits,mean meter,long-run house edge"
            questions.append(f"{{{measures}}} of {name}{paid}")
        if beside is not None:
            questions.append(f"{{covariance,correlation}} of {self.file or bet.full_name} and {beside.full_name}")
        return asked_of(self.shoe, self.rules, *questions, bets=() if beside is None else (beside,), given=self.given)

    def __repr__(self) -> str:
        return f"<Price {_short(self.bet.name_in_full)}, {_question(self)}: house edge {_percent(self.house_edge)}>"


class Odds(ShownAsMathematics):
    """The next coup from a shoe: how often each outcome comes, and the price of the bet on it."""

    shoe: Shoe
    rules: Rules = field(hashed=False)
    distribution: OutcomeOdds = field(hashed=False)
    given: tuple[Piece, ...] = ()
    """What is known of the coup."""

    @property
    def punto(self) -> Price:
        """The price of the bet on punto."""
        return self._price(Outcome.PUNTO)

    @property
    def banco(self) -> Price:
        """The price of the bet on banco."""
        return self._price(Outcome.BANCO)

    @property
    def tie(self) -> Price:
        """The price of the bet on the tie."""
        return self._price(Outcome.TIE)

    def _price(self, outcome: Outcome) -> Price:
        """A bet wins with its outcome, may push or have a payoff of its own on a tie, and otherwise loses."""
        from exact.bets.payoffs import main_bets

        bet, counted = main_bets(self.rules)[outcome.value], {"win": outcome, "push": Outcome.TIE, "tie": Outcome.TIE}
        counts = [self.distribution.counts[counted[category]] for category in bet.categories[:-1]]
        counts.append(self.deals - sum(counts))
        paid = Distribution(bet.categories, tuple(counts), bet.payoffs(), self.deals)
        return Price(bet, self.shoe, self.rules, paid, self.given)

    @property
    def counts(self) -> dict[str, int]:
        """The ordered six-card deals that end in ``punto``, ``banco`` and ``tie``, out of `deals`."""
        return {outcome.value: self.distribution.counts[outcome] for outcome in Outcome}

    @property
    def deals(self) -> int:
        """The number of ordered six-card deals."""
        return self.distribution.deals

    def probability(self, outcome: Outcome | str) -> Fraction:
        """The probability of an outcome, or of one called ``punto``, ``banco`` or ``tie``."""
        return self.distribution.probability(Outcome(outcome))

    def plot(self) -> Plot:
        """The probability of each outcome, as bars; raises `ExactError` if matplotlib is not installed."""
        from exact.answers.plots import bars

        heights = [(outcome, self.probability(outcome)) for outcome in self.counts]
        return bars(f"Outcomes of the next coup, {_question(self)}", "probability", heights)

    def to_answer(self, digits: int = 12) -> Answer:
        """The answer of ``exact odds``, with ``digits`` decimals."""
        from exact.views import next_coup

        odds, rules = self.distribution, self.rules
        caption = _("Outcomes of the next coup, rules {rules}, {cards} cards", rules=rules.id, cards=self.shoe.cards)
        parameters = *shoe_parameters(self.shoe, rules), *given_parameters(self.given, odds.deals)
        tables = next_coup.outcomes(odds, caption, digits), next_coup.main_bets(odds, rules, digits)
        notes = _("A positive house edge is the player's expected loss."), next_coup.payoffs_text(rules)
        asked = (
            "{count,probability} of {punto,banco,tie}",
            "{expectation,house edge,house edge per resolved stake} of {punto,banco,tie}",
        )
        return answer_about("odds", self.shoe, rules, (), parameters, tables, notes, questions=asked, given=self.given)

    def __repr__(self) -> str:
        chances = ", ".join(f"{outcome} {_percent(self.probability(outcome))}" for outcome in self.counts)
        return f"<Odds {_question(self)}: {chances}>"


class Joint(ShownAsMathematics):
    """Two facts about the next coup from a shoe: how often each pair of their values comes."""

    shoe: Shoe
    rules: Rules = field(hashed=False)
    distribution: JointDistribution = field(hashed=False)

    @property
    def correlation(self) -> float | None:
        """The correlation, as a double; `None` if one of them does not vary."""
        square = self.distribution.correlation_squared()
        return None if square is None else copysign(sqrt(abs(square)), square)

    def probability(self, first: int | str, second: int | str) -> Fraction:
        """The probability of a pair of values or categories; raises `ExactError` for what is none."""
        for asked, variable in ((first, self.distribution.first), (second, self.distribution.second)):
            if asked not in variable.labels:
                bound = f"is no value of {variable.text}: {', '.join(map(str, variable.labels))}"
                raise ExactError("value", asked, bound)
        return self.distribution.probability(first, second)

    def to_answer(self, digits: int = 12) -> Answer:
        """The answer of ``exact joint``, with ``digits`` decimals."""
        from exact.views import successive_coups

        joint, rules = self.distribution, self.rules
        is_narrow = len(joint.labels()[1]) <= _WIDEST
        facts = zip((joint.first, joint.second), joint.labels(), strict=True)
        one, other = (
            f"({fact.text} == {braces(labels)})" if isinstance(labels[0], int) else f"{{categories of {fact.text}}}"
            for fact, labels in facts
        )
        named = Parameter("first", joint.first.text, _("Down")), Parameter("second", joint.second.text, _("Across"))
        parameters = *named, *shoe_parameters(self.shoe, rules), *given_parameters((), joint.deals)
        tables = [successive_coups.percentages(joint, rules.id)] if is_narrow else []
        tables.append(successive_coups.pairs(joint, rules.id, digits))
        asked = [f"{{count,probability}} of {one} and {other}"]
        return answer_about("joint", self.shoe, rules, (), parameters, tables, questions=asked)

    def __repr__(self) -> str:
        names = f"{_short(self.distribution.first.text)} and {_short(self.distribution.second.text)}"
        return f"<Joint {names}, {_question(self)}>"


def _question(result: Any) -> str:
    return f"{result.shoe.cards} cards, {_short(result.rules.id)}"


def _percent(share: Fraction) -> str:
    return f"{decimal_text(100 * share, 4)} %"


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
