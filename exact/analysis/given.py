"""Odds and prices given knowledge about the coup, and which piece of knowledge contradicts the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce

from exact.analysis.odds import Distribution, Odds
from exact.analysis.pricing import price_bet
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.bets.classification import Classification
from exact.bets.expression import Location, parse_condition
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.knowledge_text import Piece
from exact.bets.vocabulary import granularity_of, known_names
from exact.engine.one_shoe import check_granularity, count_categories, count_jointly
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau


def odds_given(shoe: Shoe, tableau: Tableau, known: Knowledge) -> Odds:
    """The odds of the next coup from ``shoe`` given ``known``: counts of the padded six-card deals that agree with it.

    Known cards beyond the sixth make a deal longer by those cards. Raises `ExactError` if no deal agrees.
    """
    return _odds(price_bet(_outcomes(), shoe, tableau, known=known))


def odds_by(shoe: Shoe, tableau: Tableau, names: tuple[str, ...]) -> dict[tuple[int, ...], Odds]:
    """The odds given each possible combination of values 0 to 9 of ``names``; names as in `prices_by`."""
    prices = prices_by(_outcomes(), shoe, tableau, names)
    return {values: _odds(price) for values, price in prices.items()}


def prices_by(bet: Bet, shoe: Shoe, tableau: Tableau, names: tuple[str, ...]) -> dict[tuple[int, ...], Distribution]:
    """The distribution of a bet's payoff given each possible combination of values 0 to 9 of ``names``.

    ``names`` are numbers of the language of bets that have no other values: totals, and values of the first four cards.
    """
    name = f"{bet.name} by {' and '.join(names)}"
    counts: dict[tuple[int, ...], list[int]] = {}
    for joint, deals in count_jointly((*map(_by_value, names), bet.classification), shoe, tableau, name).items():
        rest, category = divmod(joint, len(bet.categories))
        values = tuple(rest // _WIDTH**location % _WIDTH for location in reversed(range(len(names))))
        counts.setdefault(values, [0] * len(bet.categories))[category] = deals
    return {
        values: Distribution(bet.categories, tuple(of_bet), bet.payoffs(), sum(of_bet))
        for values, of_bet in sorted(counts.items())
        if any(of_bet)
    }


_CATEGORIES = (Outcome.BANCO, Outcome.TIE, Outcome.PUNTO)
_WIDTH = 11
"""The categories of a classification by ten values, and an empty last one."""


@cache
def _by_value(name: str) -> Classification:
    """The classification by the ten values of a number of the language of bets."""
    conditions = (parse_condition(f"{name} == {value}", known_names(), Location(name)) for value in range(10))
    return Classification(tuple(conditions), {})


def _odds(price: Distribution) -> Odds:
    """The odds in a distribution of `_outcomes`."""
    return Odds(dict(zip(_CATEGORIES, price.counts, strict=True)), price.deals)


@cache
def _outcomes() -> Bet:
    """The bet on banco, whose categories are the three outcomes."""
    bet = catalogue()["banco"]
    assert bet.categories == ("win", "push", "lose")
    return bet


def joined(pieces: Sequence[Piece], shoe: Shoe, tableau: Tableau) -> Knowledge:
    """The knowledge of all pieces together.

    Raises `ExactError` for a piece that needs a finer description of the shoe, for a card beyond the shoe's end, and if no
    deal of the shoe agrees with all pieces; the message then names a piece and those that it contradicts.
    """
    for piece in pieces:
        needed = granularity_of(piece.knowledge.masks)
        check_granularity(needed, shoe, piece.text, "given")
        if piece.knowledge.shoe and piece.knowledge.shoe[-1][0] > shoe.cards:
            raise ExactError("given", piece.text, f"is beyond the end of the shoe, which holds {shoe.cards} cards")

    def possible(chosen: Sequence[Piece]) -> bool:
        return any(count_categories(_outcomes(), shoe, tableau, _all(chosen)))

    if not pieces or possible(pieces):
        return _all(pieces)
    first = next(end for end in range(len(pieces)) if not possible(pieces[: end + 1]))
    piece, against = pieces[first], list(pieces[:first])
    if not possible([piece]):
        raise ExactError("given", piece.text, f"is impossible: no coup of this shoe agrees with it ({piece.meaning})")
    for earlier in pieces[:first]:
        fewer = [other for other in against if other is not earlier]
        if not possible([*fewer, piece]):
            against = fewer
    earlier_texts = " ".join(other.text for other in against)
    together = "both" if len(against) == 1 else "all of them"
    raise ExactError("given", piece.text, f"contradicts {earlier_texts}: no coup of this shoe agrees with {together}")


def _all(pieces: Sequence[Piece]) -> Knowledge:
    return reduce(Knowledge.joined, (piece.knowledge for piece in pieces), NOTHING)
