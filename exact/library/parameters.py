"""What answers state of the shoe, the rules and the knowledge: parameters, and questions that name figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from exact.answers.table import Answer, Assumption, Count, Parameter, Table
from exact.answers.text import _
from exact.errors import ExactError
from exact.game import Granularity
from exact.game.shoe import InfiniteShoe, Shoe
from exact.rules import STANDARD, Rules, rules_named

if TYPE_CHECKING:
    from exact.bets.bet import Bet
    from exact.bets.knowledge import Piece


def answer_about(
    name: str,
    shoe: Shoe,
    rules: Rules,
    bets: Sequence[Bet],
    parameters: Iterable[Parameter],
    tables: Iterable[Table],
    notes: Iterable[str] = (),
    *,
    questions: Iterable[str] = (),
    assumptions: tuple[Assumption, ...] | None = None,
    given: Sequence[Piece] = (),
) -> Answer:
    """The answer about bets on a shoe: what it assumes, by default all assumptions of the rules, and its sources."""
    return Answer(
        name,
        tuple(parameters),
        tuple(tables),
        tuple(notes),
        rules.assumed if assumptions is None else assumptions,
        (rules.to_line(), *(bet.to_line() for bet in bets), repr(shoe.counts)),
        questions=asked_of(shoe, rules, *questions, bets=bets, given=given),
    )


def shoe_parameters(shoe: Shoe, rules: Rules) -> tuple[Parameter, ...]:
    """The rules, the number of cards and the point values, as parameters of an answer."""
    if isinstance(shoe, InfiniteShoe):
        return Parameter("rules", rules.id), Parameter("cards", None), Parameter("values", None)
    values = Parameter("values", shoe.values, _("Cards of point value 0 to 9"))
    return Parameter("rules", rules.id), Parameter("cards", shoe.cards), values


def braces(values: Iterable[object]) -> str:
    """Values as an axis of a question; a single one as it is."""
    texts = [*map(str, values)]
    return texts[0] if len(texts) == 1 else f"{{{','.join(texts)}}}"


def asked_of(
    shoe: Shoe, rules: Rules, *questions: str, bets: Iterable[Bet] = (), given: Iterable[Piece] = ()
) -> tuple[str, ...]:
    """The questions for `exact.ask`, about this shoe under these rules; none if the rules or a bet are your own."""
    try:
        shipped = rules == rules_named(rules.id)
    except ExactError:  # no rulebook has this id
        shipped = False
    if not shipped or not all(is_named(bet, rules, {}) for bet in bets):
        return ()
    stated = [shoe.text] if rules.id == STANDARD else [shoe.text, f"rules {rules.id}"]
    if given:
        from exact.questions.cards import knowledge

        stated.insert(0, f"given {knowledge(' '.join(piece.text for piece in given))}")
    return tuple(", ".join([question, *stated]) for question in questions)


def is_named(bet: Bet, rules: Rules, terms: Mapping[str, str]) -> bool:
    """Whether the bet is that of the catalogue which has its name, on these terms."""
    from exact.bets.payoffs import on_terms, usual_bet

    usual = usual_bet(bet.name, rules)
    if usual and usual.jackpot and bet.jackpot:  # a question names the amounts of its meters
        usual = usual.with_jackpot(bet.jackpot.amounts)
    return usual is not None and on_terms(usual, rules, **terms).to_line() == bet.to_line()


def decks_parameter(shoe: Shoe) -> Parameter:
    """The number of decks of a full shoe; none for another."""
    return Parameter("decks", shoe.coarsened(Granularity.VALUES).full_decks)


def given_parameters(pieces: tuple[Piece, ...], deals: int) -> tuple[Parameter, ...]:
    """The knowledge of the coup, and the number of deals that agree with it, as parameters of an answer."""
    label = _("Ordered six-card deals that agree") if pieces else _("Ordered six-card deals")
    parameters = (Parameter("deals", Count(deals), label),)
    if not pieces:
        return parameters
    meanings = tuple(piece.meaning for piece in pieces)
    return Parameter("given", [piece.text for piece in pieces], _("Given"), meanings), *parameters
