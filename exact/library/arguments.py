"""What a caller may give for a shoe, rules, a bet and its terms: names or objects; anything else is an `ExactError`."""

from __future__ import annotations

from fractions import Fraction
from os import PathLike, fspath

from exact.arithmetic import number_text
from exact.bets.bet import Bet
from exact.bets.main_bets import bet_under
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.game.shoe_text import shoe_from
from exact.rules.named import rules_named
from exact.rules.tableau import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    Path: TypeAlias = PathLike[str]
    ShoeLike: TypeAlias = Shoe | Sequence[int] | Mapping[str, int] | Mapping[int, int] | str
    RulesLike: TypeAlias = Rules | str | Path
    BetLike: TypeAlias = Bet | str | Path
    Number: TypeAlias = int | float | Fraction | str

USUAL_DECKS = 8
"""The full shoe of a question that names none, where the rulebook states no number of decks either."""


def shoe_of(shoe: object, decks: object, remove: object, rules: Rules) -> Shoe:
    """The shoe, or ``decks`` full decks, or else those of the rulebook or `USUAL_DECKS`; less the cards to ``remove``."""
    if shoe is not None and decks is not None:
        raise ExactError("shoe", shoe, "gives the shoe twice: leave out the shoe or decks")
    if shoe is not None:
        full = shoe_from(shoe)
    else:
        full = Shoe.of_decks(decks if decks is not None else rules.decks or USUAL_DECKS)  # type: ignore[arg-type]
    return full if remove is None else full.removed(remove)  # type: ignore[arg-type]


def rules_of(rules: object) -> Rules:
    """The rules, or those of this name or file."""
    return rules if isinstance(rules, Rules) else rules_named(_name(rules))


def bet_of(bet: object, rules: Rules) -> Bet:
    """The bet, or that of this name or file, as `bet_under` has it."""
    if isinstance(bet, Bet):
        return bet
    return bet_under(_name(bet), rules)


def _name(given: object) -> str:
    """A name, or a path as text; what is neither is refused where the name is looked up."""
    return fspath(given) if isinstance(given, PathLike) else given  # type: ignore[return-value]


def terms_of(pays: object, commission: object, rebate: object) -> dict[str, str | None]:
    """The terms as the command takes them: payoffs one for each winning category, and two shares, like 0.05 or 5%."""
    payoffs = pays if isinstance(pays, list | tuple) else [pays]
    return {
        "pays": None if pays is None else ",".join(_number(payoff, "pays") for payoff in payoffs),
        "commission": None if commission is None else _number(commission, "commission"),
        "rebate": None if rebate is None else _number(rebate, "rebate"),
    }


def _number(value: object, parameter: str) -> str:
    """A number as text, which is read where it is used."""
    if isinstance(value, str | float):
        return str(value)
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return number_text(Fraction(value))
    raise ExactError(parameter, value, "must be a number, or text like 7, 3/2 or 5%")
