"""A figure, or a table of figures, by its question."""

from collections.abc import Sequence
from typing import Any

from exact.game.shoe import shoe_from
from exact.library import questions
from exact.questions.figure import figure_of, parse_asked
from exact.records import replace
from exact.rules import STANDARD, rules_named


def ask(
    question: str,
    *,
    shoe: questions.ShoeLike | None = None,
    rules: questions.RulesLike | None = None,
    bet: questions.BetLike | None = None,
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
    played = None if rules is None else questions.rules_of(rules)
    wager = None if bet is None else questions.bet_of(bet, played or rules_named(STANDARD))
    own = None if shoe is None else shoe_from(shoe), played, wager
    if isinstance(question, str) and "{" not in question and "}" not in question:
        questions.refuse({"rows": rows, "columns": columns}, "lays out a table: ask with braces")
        return figure_of(parse_asked(question, *own))
    from exact.views.asked import Order, ask_all

    figures = ask_all(question, *own)
    order = Order(axes_named(rows, "rows"), axes_named(columns, "columns"))
    order.directions(figures.grid)  # refuses the name of no axis
    return replace(figures, order=order)


def axes_named(axes: str | Sequence[str] | None, parameter: str) -> tuple[str, ...]:
    """The names of axes in a list, or in a text with commas."""
    bound = "must be names of axes, like bet,decks"
    return () if axes is None else tuple(questions.word(name, parameter, bound) for name in questions.listed(axes))
