"""The questions of the library: each takes names or objects, standard rules by default, and answers with exact numbers."""

from __future__ import annotations

from exact.analysis import joint as joint_law
from exact.analysis import odds as outcome_law
from exact.analysis import pricing
from exact.answers.table import Table
from exact.bets.bet import Bet
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.main_bets import main_bets
from exact.bets.terms import on_terms
from exact.engine import evaluate as many_shoes
from exact.engine.many_shoes import AUTO
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.inputs import near_misses
from exact.library.arguments import bet_of, rules_of, shoe_of, terms_of
from exact.library.results import Joint, Odds, Price
from exact.rules.tableau import STANDARD, Rules, Tableau

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from exact.library.arguments import BetLike, Number, RulesLike, ShoeLike


def odds(
    shoe: ShoeLike | None = None,
    rules: RulesLike = STANDARD,
    *,
    decks: int | None = None,
    remove: str | Sequence[str] | None = None,
    given: str | None = None,
) -> Odds:
    """How often punto, banco and tie come on the next coup, and what bets on them cost.

    The shoe is a `Shoe`, ten, thirteen or 52 counts, counts by name, or text like ``16,4,4,4,4,4,4,4,4,4``; or full ``decks``, by
    default the rulebook's number, or eight. ``remove`` takes cards out of it (``"9 9 K"``), ``given`` says what is known of the coup
    (``"punto=4,0"``). Raises `ExactError` for anything else.

    >>> odds(decks=8)
    <Odds 416 cards, standard: punto 44.6247 %, banco 45.8597 %, tie 9.5156 %>
    >>> odds(decks=8, rules="castle-vaduz:literal").banco.house_edge
    Fraction(871935450872, 32541655439475)
    """
    played = rules_of(rules)
    held = shoe_of(shoe, decks, remove, played)
    if given is None:
        law = outcome_law.odds_of_shoe(held, played.tableau)
    else:
        from exact.analysis.given import odds_given

        law = odds_given(held, played.tableau, _known(given, held, played.tableau))
    punto, banco, tie = (Price(bet, held, played, _on_outcome(bet, law)) for bet in main_bets(played).values())
    return Odds(held, played, punto, banco, tie, {outcome.value: law.counts[outcome] for outcome in Outcome})


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

    The bet is a `Bet`, a name of the catalogue or of a casino, with a pay table after a colon if you choose one, or a ``.toml`` file.
    ``pays`` is what winning categories pay instead; ``commission`` is the share of a win that the house keeps, ``rebate`` the share of
    a stake that comes back. Shoe, rules, ``remove`` and ``given`` are as in `odds`. Raises `ExactError` for anything else.

    >>> price("dragon-7", decks=8, remove="9 9")
    <Price dragon-7, 414 cards, standard: house edge 6.6513 %>
    >>> price("dragon-7", decks=8, pays=50).mean > 0
    True
    """
    played = rules_of(rules)
    wager = on_terms(bet_of(bet, played), played, **terms_of(pays, commission, rebate))
    held = shoe_of(shoe, decks, remove, played)
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

    >>> joint("punto_natural", "banco_natural", decks=8).probability(1, 1) < joint("tie", "tie", decks=8).probability(1, 1)
    True
    """
    played = rules_of(rules)
    held = shoe_of(shoe, decks, remove, played)
    down, across = _fact(first, played, "first"), _fact(second, played, "second")
    return Joint(held, played, joint_law.count_jointly(down, across, held, played.tableau))


def evaluate(
    shoes: object, rules: RulesLike | Tableau = STANDARD, bets: Sequence[BetLike] = (), kernel: str = AUTO
) -> many_shoes.Evaluation:
    """The exact counts of the outcomes and of ``bets`` on many shoes: rows of 10 point values, 13 ranks or 52 cards.

    A row may also be a `Shoe`, and the rules their `Tableau` alone; bets by name have the catalogue's pay tables. ``kernel`` is ``auto``, ``numpy`` or ``numba`` and changes no digit. See
    `exact.engine.evaluate.evaluate`.
    """
    tableau = rules if isinstance(rules, Tableau) else rules_of(rules).tableau
    rows = [row.counts if isinstance(row, Shoe) else row for row in shoes] if isinstance(shoes, list | tuple) else shoes
    if not isinstance(bets, list | tuple):
        raise ExactError("bets", bets, "must be a list of bets")
    return many_shoes.evaluate(rows, tableau, bets, kernel)


def table(id: str) -> Table:  # noqa: A002
    """A reference table by its id; raises `ExactError` for an unknown one, with similar ids."""
    from exact.publication.catalogue import CATALOGUE
    from exact.publication.publish import table_of

    if not isinstance(id, str) or id not in CATALOGUE:
        raise ExactError("id", id, f"is not a table: {near_misses(str(id), CATALOGUE)}")
    made = table_of(id)
    return made._replace(rows=tuple(made.rows))


def _on_outcome(bet: Bet, law: outcome_law.Odds) -> outcome_law.Distribution:
    """What a bet on an outcome pays: it wins with it, may push on a tie, and otherwise loses."""
    counted = {"win": Outcome(bet.name), "push": Outcome.TIE}
    counts = [law.counts[counted[category]] for category in bet.categories[:-1]]
    return outcome_law.Distribution(bet.categories, (*counts, law.deals - sum(counts)), bet.payoffs(), law.deals)


def _known(given: object, shoe: Shoe, tableau: Tableau) -> Knowledge:
    if given is None:
        return NOTHING
    from exact.analysis.given import joined
    from exact.bets.knowledge_text import parse_knowledge

    return joined(parse_knowledge(given), shoe, tableau)  # type: ignore[arg-type]


def _fact(fact: BetLike, rules: Rules, parameter: str) -> joint_law.Variable:
    if isinstance(fact, Bet):
        return joint_law.variable_of_bet(fact)
    if not isinstance(fact, str):
        raise ExactError(parameter, fact, "must be a bet or an expression such as punto_total")
    return joint_law.variable_named(fact, rules, parameter)
