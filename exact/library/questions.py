"""The questions of the library: each takes names or objects, standard rules by default, and has an exact answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from os import PathLike, fspath
from typing import TYPE_CHECKING, TypeAlias

from exact.analysis import odds as outcome_odds
from exact.analysis import pricing
from exact.answers.table import Table
from exact.arithmetic import number_text
from exact.bets.bet import Bet
from exact.bets.knowledge import NOTHING, Knowledge, parse_knowledge
from exact.bets.payoffs import bet_under, main_bets, on_terms
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import USUAL_DECKS, Shoe, shoe_from
from exact.inputs import near_misses
from exact.library.results import Joint, Odds, Price
from exact.rules import STANDARD, Rules, Tableau, rules_named

if TYPE_CHECKING:
    from exact.analysis.joint import Variable
    from exact.engine.evaluate import Evaluation

ShoeLike: TypeAlias = Shoe | Sequence[int] | Mapping[str, int] | Mapping[int, int] | str
RulesLike: TypeAlias = Rules | str | PathLike[str]
BetLike: TypeAlias = Bet | str | PathLike[str]
Number: TypeAlias = int | float | Fraction | str


def odds(
    shoe: ShoeLike | None = None,
    rules: RulesLike = STANDARD,
    *,
    decks: int | None = None,
    remove: str | Sequence[str] | None = None,
    given: str | None = None,
) -> Odds:
    """How often punto, banco and tie come on the next coup, and what bets on them cost.

    The shoe is a `Shoe`, 10, 13 or 52 counts, counts by name, or text like ``16,4,4,4,4,4,4,4,4,4``; or full ``decks``,
    by default the rulebook's number, or eight. ``remove`` takes cards out of it (``"9 9 K"``), ``given`` says what is
    known of the coup (``"punto=4,0"``). Raises `ExactError` for anything else.

    >>> odds(decks=8)
    <Odds 416 cards, standard: punto 44.6247 %, banco 45.8597 %, tie 9.5156 %>
    >>> odds(decks=8, rules="castle-vaduz:literal").banco.house_edge
    Fraction(871935450872, 32541655439475)
    """
    played = rules_of(rules)
    held = _shoe(shoe, decks, remove, played)
    if given is None:
        distribution = outcome_odds.odds_of_shoe(held, played.tableau)
    else:
        distribution = pricing.odds_given(held, played.tableau, _known(given, held, played.tableau))
    prices = {name: Price(bet, held, played, _on_outcome(bet, distribution)) for name, bet in main_bets(played).items()}
    return Odds(held, played, distribution, **prices)


def price(
    bet: BetLike,
    shoe: ShoeLike | None = None,
    rules: RulesLike = STANDARD,
    *,
    decks: int | None = None,
    remove: str | Sequence[str] | None = None,
    given: str | None = None,
    pays: Number | Sequence[Number] | None = None,
    commission: Number | None = None,
    rebate: Number | None = None,
) -> Price:
    """What a bet is worth on the next coup: its payoffs and their probabilities, mean, variance and house edge.

    The bet is a `Bet`, a name of the catalogue or of a casino, with a pay table after a colon if you choose one, or a
    ``.toml`` file. ``pays`` is what winning categories pay instead; ``commission`` is the share of a win that the
    house keeps, ``rebate`` the share of a stake that comes back. Shoe, rules, ``remove`` and ``given`` are as in
    `odds`. Raises `ExactError` for anything else.

    >>> price("dragon-7", decks=8, remove="9 9")
    <Price dragon-7, 414 cards, standard: house edge 6.6513 %>
    >>> price("dragon-7", decks=8, pays=50).mean > 0
    True
    """
    played = rules_of(rules)
    wager = on_terms(bet_of(bet, played), played, **_terms(pays, commission, rebate))
    held = _shoe(shoe, decks, remove, played)
    known = _known(given, held, played.tableau)
    return Price(wager, held, played, pricing.price_bet(wager, held, played.tableau, known=known))


def joint(
    first: BetLike,
    second: BetLike,
    shoe: ShoeLike | None = None,
    rules: RulesLike = STANDARD,
    *,
    decks: int | None = None,
    remove: str | Sequence[str] | None = None,
) -> Joint:
    """How often each pair of values of two facts comes on the next coup.

    A fact is a bet, which stands for its categories, or an expression such as ``"punto_total"``, ``"punto_natural"`` or
    ``"kings + queens"``. Shoe and rules are as in `odds`. Raises `ExactError` for anything else.

    >>> joint("punto_natural", "banco_natural", decks=8)
    <Joint punto_natural and banco_natural, 416 cards, standard>
    """
    from exact.analysis.joint import count_jointly

    played = rules_of(rules)
    held = _shoe(shoe, decks, remove, played)
    facts = (_fact(first, played, "first"), _fact(second, played, "second"))
    return Joint(held, played, count_jointly(*facts, held, played.tableau))


def evaluate(
    shoes: object, rules: RulesLike | Tableau = STANDARD, bets: Sequence[BetLike] = (), kernel: str = "auto"
) -> Evaluation:
    """The exact counts of the outcomes and of ``bets`` on many shoes: rows of 10 point values, 13 ranks or 52 cards.

    A row may also be a `Shoe`, and the rules their `Tableau` alone; bets by name have the catalogue's pay tables.
    ``kernel`` is ``auto``, ``numpy`` or ``numba`` and changes no digit. See `exact.engine.evaluate.evaluate`.
    """
    from exact.engine import evaluate as many_shoes

    tableau = rules if isinstance(rules, Tableau) else rules_of(rules).tableau
    rows = [row.counts if isinstance(row, Shoe) else row for row in shoes] if isinstance(shoes, list | tuple) else shoes
    if not isinstance(bets, list | tuple):
        raise ExactError("bets", bets, "must be a list of bets")
    return many_shoes.evaluate(rows, tableau, bets, kernel)


def table(id: str) -> Table:  # noqa: A002
    """A reference table by its id; raises `ExactError` for an unknown one, with similar ids."""
    from exact.publication.catalogue import CATALOGUE, table_of

    if not isinstance(id, str) or id not in CATALOGUE:
        raise ExactError("id", id, f"is not a table: {near_misses(str(id), CATALOGUE)}")
    return replace(table_of(id), rows=tuple(table_of(id).rows))


def _on_outcome(bet: Bet, distribution: outcome_odds.OutcomeOdds) -> outcome_odds.Distribution:
    """What a bet on an outcome pays: it wins with it, may push on a tie, and otherwise loses."""
    counted = {"win": Outcome(bet.name), "push": Outcome.TIE}
    counts = [distribution.counts[counted[category]] for category in bet.categories[:-1]]
    return outcome_odds.Distribution(
        bet.categories, (*counts, distribution.deals - sum(counts)), bet.payoffs(), distribution.deals
    )


def _known(given: str | None, shoe: Shoe, tableau: Tableau) -> Knowledge:
    return NOTHING if given is None else pricing.joined(parse_knowledge(given), shoe, tableau)


def _fact(fact: BetLike, rules: Rules, parameter: str) -> Variable:
    from exact.analysis.joint import variable_named, variable_of_bet

    if isinstance(fact, Bet):
        return variable_of_bet(fact)
    if not isinstance(fact, str):
        raise ExactError(parameter, fact, "must be a bet or an expression such as punto_total")
    return variable_named(fact, rules, parameter)


def _shoe(shoe: ShoeLike | None, decks: int | None, remove: str | Sequence[str] | None, rules: Rules) -> Shoe:
    """The shoe, or full decks, by default those of the rulebook or `USUAL_DECKS`; less the cards to ``remove``."""
    if shoe is not None and decks is not None:
        raise ExactError("shoe", shoe, "gives the shoe twice: leave out the shoe or decks")
    usual = rules.decks or USUAL_DECKS
    full = shoe_from(shoe) if shoe is not None else Shoe.of_decks(usual if decks is None else decks)
    return full if remove is None else full.removed(remove)


def rules_of(rules: RulesLike) -> Rules:
    """The rules, or those with this name or path."""
    return rules if isinstance(rules, Rules) else rules_named(_name(rules))


def bet_of(bet: BetLike, rules: Rules) -> Bet:
    """The bet, or the one with this name or path under ``rules``."""
    return bet if isinstance(bet, Bet) else bet_under(_name(bet), rules)


def _name(given: str | PathLike[str]) -> str:
    """A name, or a path as text; what is neither is refused where the name is looked up."""
    return fspath(given) if isinstance(given, PathLike) else given


def _terms(
    pays: Number | Sequence[Number] | None, commission: Number | None, rebate: Number | None
) -> dict[str, str | None]:
    """The terms as the command takes them: a payoff for each winning category, and two shares, like 0.05 or 5%."""
    payoffs = pays if isinstance(pays, list | tuple) else [pays]
    return {
        "pays": None if pays is None else ",".join(_number(payoff, "pays") for payoff in payoffs),
        "commission": None if commission is None else _number(commission, "commission"),
        "rebate": None if rebate is None else _number(rebate, "rebate"),
    }


def _number(value: object, parameter: str) -> str:
    if isinstance(value, str | float):
        return str(value)
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return number_text(Fraction(value))
    raise ExactError(parameter, value, "must be a number, or text like 7, 3/2 or 5%")
