"""Exact probabilities and house edges of the next coup from a shoe.

Give the shoe in one way: --decks N, --values c0,…,c9 or --ranks A=…,…,K=…. You need none of them if the rulebook states
its number of decks. Counts are ordered six-card deals with unused positions padded, out of N(N−1)…(N−5) for N cards.

  exact odds --decks 8
  exact odds --decks 6 --remove "9 9 K" --rules classic-it
  exact odds --values 16,4,4,4,4,4,4,4,4,4 --digits 30 --format json

--given says what is known about the coup; only deals that agree with it are then counted:

  exact odds --decks 8 --given "punto=4,0 banco=K,?"
  exact odds --decks 6 --given "punto_two_card_total=5 banco_two_card_total=6"
  exact odds --decks 8 --given "card1=high card5=9"

For a whole file of shoes or of dealt cards, use exact shoes and exact replay; --shoes and --replay are their old names here.
"""

from __future__ import annotations

import argparse

from exact.analysis.odds import Odds, odds_of_shoe
from exact.answers.answer import Answer, Keyed, Section
from exact.answers.table import Column, Count, Rounded, columns_of
from exact.answers.text import Text, _
from exact.cli import options
from exact.cli.terminal import notice
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.rules.tableau import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from exact.bets.knowledge_text import Piece


_NOT_FOR_FILES = ("values", "ranks", "remove", "given", "digits")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact odds``."""
    options.add_question(parser)
    options.add_given(parser)
    for option in ("shoes", "replay"):
        help_text = f"replaced by the command exact {option}"
        parser.add_argument(f"--{option}", action=options.Once, metavar="FILE", help=help_text)
    options.add_file_answers(parser)
    columns_help = "deprecated: the columns of --out, separated by commas"
    parser.add_argument("--columns", action=options.Once, metavar="NAMES", help=columns_help)


def more_help() -> str:
    """The notation of ``--given``."""
    from exact.bets.knowledge_text import describe_knowledge

    return describe_knowledge()


def answer(arguments: argparse.Namespace) -> Answer:
    """The odds, or those of a file."""
    if arguments.shoes is not None or arguments.replay is not None:
        return _answer_file(arguments)
    for option in ("out", "bets", "columns"):
        if getattr(arguments, option) is not None:
            raise ExactError(option, getattr(arguments, option), "belongs to exact shoes and exact replay")
    digits = options.digits_of(arguments)
    rules = options.rules_of(arguments)
    shoe = options.shoe_of(arguments, rules)
    pieces = options.pieces_of(arguments)
    odds = _odds_given(shoe, rules, pieces) if pieces else odds_of_shoe(shoe, rules.tableau)
    return Answer(
        "odds",
        (*options.shoe_parameters(shoe, rules), *options.given_parameters(pieces, odds.deals)),
        (_outcomes(odds, rules, shoe, digits), _bets(odds, rules, digits)),
        (_("A positive house edge is the player's expected loss."), payoffs_text(rules)),
        rules.assumed,
        (rules.to_line(),),
        fixed_json=True,
    )


def _answer_file(arguments: argparse.Namespace) -> Answer:
    """The answer of ``exact shoes`` or ``exact replay`` under its old spelling, which has one more option, ``--columns``."""
    from exact.cli.commands import replay, shoes

    command, option = (replay, "replay") if arguments.shoes is None else (shoes, "shoes")
    refused = ("replay", "decks", *_NOT_FOR_FILES) if command is shoes else _NOT_FOR_FILES
    for other in refused:
        if other in arguments.given_options:
            raise ExactError(other, getattr(arguments, other), f"makes no sense with --{option}")
    columns = None if arguments.columns is None else [name.strip() for name in arguments.columns.split(",")]
    answer: Answer = command.answer_file(arguments, getattr(arguments, option), columns)
    if columns is not None:
        notice(
            "--columns is deprecated and will go: select columns of the written file instead, for instance with cut or pandas"
        )
    return answer


def _odds_given(shoe: Shoe, rules: Rules, pieces: Sequence[Piece]) -> Odds:
    from exact.analysis.given import joined, odds_given

    return odds_given(shoe, rules.tableau, joined(pieces, shoe, rules.tableau))


def _outcomes(odds: Odds, rules: Rules, shoe: Shoe, digits: int) -> Section:
    return Section(
        "outcome",
        Keyed(("outcomes",)),
        columns_of(_("outcome"), _("count"), _("fraction"), Column(_("probability"), key="decimal")),
        [
            (
                outcome.text,
                Count(odds.counts[outcome]),
                odds.probability(outcome),
                Rounded(odds.probability(outcome), digits),
            )
            for outcome in Outcome
        ],
        _("Outcomes of the next coup, rules {rules}, {cards} cards", rules=rules.id, cards=shoe.cards),
    )


def _bets(odds: Odds, rules: Rules, digits: int) -> Section:
    rows = []
    for bet in Outcome:
        price = odds.price(bet, rules)
        resolved = price.house_edge_resolved
        rows.append(
            (
                bet.value,
                price.expectation,
                Rounded(price.house_edge, digits, percent=True),
                None if resolved is None else Rounded(resolved, digits, percent=True),
            )
        )
    columns = columns_of(
        _("bet"),
        _("expectation"),
        _("house edge"),
        Column(_("per resolved stake"), key="house_edge_resolved"),
    )
    return Section("bet", Keyed(("bets",)), columns, rows, _("Bets, per unit staked"))


def payoffs_text(rules: Rules) -> Text:
    """The rulebook's payoffs on punto, banco and tie."""
    return _(
        "Payoffs: punto {punto} to 1, banco {banco} to 1, tie {tie} to 1; commission {percent} % of banco's winnings.",
        **rules.payoffs,
        percent=rules.commission * 100,
    )
