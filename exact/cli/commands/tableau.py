"""The tableau, the rules by which both sides draw; with --flip, the price of each of its decisions.

Without --flip the answer is the two drawing tables as played. With --flip it says what banco loses in expected net win per
coup if one of its 88 cells is flipped from drawing to standing or back, at even money; what punto loses on each of its totals;
and how much a banco gains that may choose, and sees totals or cards. A negative cost is a gain. A cell that the shoe
cannot deal has probability 0 and cost 0.

  exact tableau
  exact tableau --rules castle-vaduz:literal
  exact tableau --flip --decks 8
  exact tableau --flip --decks 8 --commission 5% --format json
  exact tableau --flip --decks 6 --remove "9 9 K"
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from fractions import Fraction

from exact.analysis.odds import odds_of_shoe
from exact.analysis.tableau_cost import (
    BancoCell,
    BancoHand,
    Choice,
    banco_choices,
    banco_choices_by_hand,
    check_commission,
    gain_of_best_reply,
    punto_choices,
)
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import Cell, Column, Rounded, columns_of
from exact.answers.text import Text, _, pgettext
from exact.arithmetic import number_text
from exact.cli import options
from exact.cli.commands.rules import drawing_sections
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.rules.documents import interpretation
from exact.rules.rulebook_file import money
from exact.rules.tableau import NO_THIRD

NEAREST = 10
"""How many of the cells nearest to indifference readers see."""
_MILLION = 10**6
_ONLY_WITH_FLIP = ("commission", "decks", "values", "ranks", "remove", "digits")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact tableau``."""
    parser.add_argument("--flip", action="store_true", help="price every decision by what flipping it costs")
    commission_help = "the share of a banco win that the house keeps, like 5%%; default 0, even money"
    parser.add_argument("--commission", action=options.Once, metavar="PERCENT", default="0", help=commission_help)
    options.add_question(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The tableau, or the price of each of its decisions."""
    return _flips(arguments) if arguments.flip else _tableau(arguments)


def _tableau(arguments: argparse.Namespace) -> Answer:
    for option in _ONLY_WITH_FLIP:
        if option in getattr(arguments, "given_options", ()):
            raise ExactError(option, getattr(arguments, option), "makes sense only with --flip")
    one = interpretation(arguments.rules)
    rules = one.rules()
    return Answer(
        "tableau",
        (Parameter("rules", one.id, _("Rules")),),
        drawing_sections(one),
        assumptions=rules.assumptions_for(),
        sources=(rules.to_line(),),
    )


def _flips(arguments: argparse.Namespace) -> Answer:
    digits = options.digits_of(arguments)
    rules = options.rules_of(arguments)
    commission = _commission(arguments.commission)
    shoe = options.shoe_of(arguments, rules)
    with waiting("counting"):
        choices = banco_choices(shoe, rules.tableau, commission)
        by_hand = banco_choices_by_hand(shoe, rules.tableau, commission)
        punto = punto_choices(shoe, rules.tableau)
        odds = odds_of_shoe(shoe, rules.tableau)
    expectation = (1 - commission) * odds.probability(Outcome.BANCO) - odds.probability(Outcome.PUNTO)
    what = _("rules {rules}, {cards} cards", rules=rules.id, cards=shoe.cards)
    return Answer(
        "tableau-flip",
        (
            *options.shoe_parameters(shoe, rules),
            Parameter("commission", commission, _("Commission"), (f"{number_text(commission * 100)} %",)),
        ),
        (
            _grid(choices, what),
            _nearest(choices),
            _cells(choices, digits),
            _punto(punto, digits),
            _replies(expectation, (choices.values(), by_hand.values()), digits),
            _changes(choices, by_hand),
        ),
        (
            _("Costs are expected net wins per coup of a side that stakes one unit; a negative cost is a gain."),
            _("A cell that the shoe cannot deal has probability 0 and cost 0."),
        ),
        rules.assumptions_for(),
        (rules.to_line(),),
    )


def _commission(text: str) -> Fraction:
    try:
        return check_commission(money(text, "commission", 0, 1))
    except ExactError:
        raise ExactError("commission", text, "must be at least 0 and less than 1, like 5% or 0.05") from None


def _grid(choices: dict[BancoCell, Choice], what: Text) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (str(total), *(Rounded(choices[total, third].cost * _MILLION, 1) for third in range(NO_THIRD + 1)))
        for total in range(8)
    ]
    columns = columns_of(_("banco"), *(str(third) for third in range(NO_THIRD)), _("none"))
    caption = _(
        "Millionths of a unit that banco loses per coup if a cell is flipped, by its total and punto's third card, {what}",
        what=what,
    )
    return Section("grid", None, columns, rows, caption, axes=(_("total of banco"), _("third card of punto")))


def _nearest(choices: dict[BancoCell, Choice]) -> Section:
    met = sorted((cell for cell, choice in choices.items() if choice.probability), key=lambda c: abs(choices[c].cost))
    rows: list[tuple[Cell, ...]] = []
    for total, third in met[:NEAREST]:
        choice = choices[total, third]
        there = choice.cost_there or Fraction(0)
        rows.append(
            (
                total,
                pgettext("third card", "none") if third == NO_THIRD else str(third),
                _("draws") if choice.draws else _("stands"),
                Rounded(choice.probability, 6),
                Rounded(choice.cost * _MILLION, 1),
                Rounded(there * _MILLION, 1),
            )
        )
    columns = columns_of(
        _("banco"),
        _("third card"),
        _("tableau"),
        _("probability"),
        _("cost, millionths"),
        _("there, millionths"),
    )
    return Section(
        "nearest", None, columns, rows, _("The cells nearest to indifference; “there” is per coup that meets the cell")
    )


def _cells(choices: dict[BancoCell, Choice], digits: int) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (
            total,
            None if third == NO_THIRD else third,
            choice.draws,
            choice.probability,
            choice.cost,
            Rounded(choice.cost, digits),
        )
        for (total, third), choice in choices.items()
    ]
    columns = columns_of(
        _("banco"), Column(_("third card"), key="third"), *_PRICE_COLUMNS, Column(_("decimal"), derived=True)
    )
    return Section("cell", Rows(("cells",)), columns, rows, _("What each cell of the tableau costs banco"), detail=True)


def _punto(choices: dict[int, Choice], digits: int) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (total, choice.draws, choice.probability, choice.cost, Rounded(choice.cost, digits))
        for total, choice in choices.items()
    ]
    columns = columns_of(_("punto"), *_PRICE_COLUMNS, Column(_("decimal"), derived=True))
    caption = _("What punto loses per coup if it does the opposite on one total, at even money")
    return Section("punto", Rows(("punto",)), columns, rows, caption)


_PRICE_COLUMNS = (Column(_("draws")), Column(_("probability")), Column(_("cost")))


def _replies(expectation: Fraction, choices: Iterable[Iterable[Choice]], digits: int) -> Section:
    gains = [Fraction(0), *map(gain_of_best_reply, choices)]
    rows: list[tuple[Cell, ...]] = [
        (name, expectation + gain, gain, Rounded(gain, digits))
        for name, gain in zip((_("by the tableau"), _("sees totals"), _("sees cards")), gains, strict=True)
    ]
    columns = columns_of(
        Column(_("banco"), key="banco"), _("expectation"), _("gain"), Column(_("decimal"), derived=True)
    )
    caption = _("What banco wins per coup by the tableau, and if it may choose and sees totals or its cards")
    return Section("reply", Rows(("best_replies",)), columns, rows, caption)


def _changes(choices: dict[BancoCell, Choice], by_hand: dict[BancoHand, Choice]) -> Section:
    rows = [_change(str(total), third, choice) for (total, third), choice in choices.items() if choice.cost < 0]
    rows += [_change(f"{a},{b}", third, choice) for ((a, b), third), choice in by_hand.items() if choice.cost < 0]
    columns = columns_of(
        Column(_("total or cards"), key="hand"), Column(_("third card"), key="third"), _("draws"), _("gain")
    )
    caption = _("Where a banco that may choose departs from the tableau")
    return Section("change", Rows(("changes",)), columns, rows, caption, most=40)


def _change(hand: str, third: int, choice: Choice) -> tuple[Cell, ...]:
    return hand, None if third == NO_THIRD else third, not choice.draws, -choice.cost
