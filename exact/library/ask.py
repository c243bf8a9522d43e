"""A figure, or a table of figures, by its question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from exact.errors import ExactError
from exact.game.shoe import Shoe, shoe_from
from exact.questions.figure import figure_of, parse_asked
from exact.rules import STANDARD, Rules, rules_named

if TYPE_CHECKING:
    from exact.bets.bet import Bet
    from exact.library.questions import BetLike, RulesLike, ShoeLike


def ask(
    question: str,
    *,
    shoe: ShoeLike | None = None,
    rules: RulesLike | None = None,
    bet: BetLike | None = None,
    rows: str | Sequence[str] | None = None,
    columns: str | Sequence[str] | None = None,
) -> Any:
    """The `Figure` that answers a question in the notation, or with braces the `Figures` of a table.

    A figure has its exact ``value``, its ``text`` as people print it, an ``id``, what it has ``assumed`` and its
    ``exactness``; it compares with numbers and becomes a `float`. A shoe, rules or a bet of your own may stand beside
    the question, which then leaves them out: ``ask("house edge", bet=mine, shoe="16,4,4,4,4,4,4,4,4,4")``. In a table,
    ``rows`` and ``columns`` name the axes that lie down and across, and a figure that the shoe does not have is false:
    its ``value`` is `None`, and its ``reason`` says why. Raises `ExactError` for text that is no question, and for a
    single figure that the shoe does not have.

    >>> ask("house edge of dragon-7, 8 decks, without 7h 7d 7s")
    <Figure 8.7042 %: house edge of dragon-7, 8 decks, without 7h 7d 7s>
    >>> [figure.percent for figure in ask("house edge of {punto,banco,tie}, 8 decks")]
    ['1.2351 %', '1.0579 %', '14.3596 %']
    """
    if isinstance(question, str) and "{" not in question and "}" not in question:
        for name, axes in (("rows", rows), ("columns", columns)):
            if axes is not None:
                raise ExactError(name, axes, "lays out a table: ask with braces")
        return figure_of(parse_asked(question, *_objects(shoe, rules, bet)))
    from exact.views.asked import Order, ask_all

    figures = ask_all(question, *_objects(shoe, rules, bet))
    return figures.with_order(Order(_names(rows, "rows"), _names(columns, "columns")))


def _names(axes: str | Sequence[str] | None, parameter: str) -> tuple[str, ...]:
    from exact.library.questions import listed, word

    bound = "must be names of axes, like bet,decks"
    return () if axes is None else tuple(word(name, parameter, bound) for name in listed(axes))


def _objects(
    shoe: ShoeLike | None, rules: RulesLike | None, bet: BetLike | None
) -> tuple[Shoe | None, Rules | None, Bet | None]:
    if shoe is None and rules is None and bet is None:
        return None, None, None
    from exact.library.questions import bet_of, rules_of

    own = None if rules is None else rules_of(rules)
    wager = None if bet is None else bet_of(bet, own or rules_named(STANDARD))
    return None if shoe is None else shoe_from(shoe), own, wager
