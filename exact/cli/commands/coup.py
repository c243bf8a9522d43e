"""Replay a dealt sequence of cards: each step, who draws or stands and by which clause, totals and outcome.

Give the cards in dealing order (punto, banco, punto, banco, then third cards), by rank or by rank and suit:
K, 10 or T, 9h; the point values 0 and 1 work too. Cards that the coup does not need are listed at the end, so you can
correct a coup that was dealt wrongly.

  exact coup "K 7 3 2 9"
  exact coup "9h 4s 5d 4c Kh" --rules come-si-gioca
  exact coup "K 2 3 4 7 9" --stake banco=25 --stake tie=5 --unit 1 --rules classic-it

Stakes are settled in exact money: punto, banco and tie by the rulebook, other bets of exact bets by their pay tables.
With --unit, the commission is rounded to it as the rulebook says, or in the player's favour if the rulebook is silent.
"""

from __future__ import annotations

import argparse
from fractions import Fraction

from exact.analysis.commission import rulebook_commission
from exact.analysis.settlement import Settled, settle
from exact.answers.answer import Answer, Keyed, Parameter, Rows, Section
from exact.answers.table import Cell, Column, columns_of
from exact.answers.text import Text, _, joined
from exact.arithmetic import number_text
from exact.cli import options
from exact.errors import ExactError
from exact.game.cards import split_names
from exact.game.coup import Outcome
from exact.rules.documents import interpretation
from exact.rules.replay import Replay, Step, assumptions_of, replay
from exact.rules.tableau import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact coup``."""
    parser.add_argument("cards", metavar="CARDS", nargs="+", help='the cards in dealing order: "K 7 3 2 9"')
    options.add_rules(parser)
    parser.add_argument("--stake", metavar="BET=AMOUNT", action="append", default=[], help="settle a stake; repeatable")
    parser.add_argument("--unit", metavar="AMOUNT", action=options.Once, help="smallest unit of the commission")


def answer(arguments: argparse.Namespace) -> Answer:
    """The replay and the settled stakes."""
    rulebook = interpretation(arguments.rules)
    rules = rulebook.rules()
    names = split_names(" ".join(arguments.cards))
    replayed = replay(names, rulebook)
    unit = None if arguments.unit is None else options.amount_of(arguments.unit, "unit")
    settled = settle(replayed, _stakes(arguments.stake), rules, rulebook_commission(rules, unit))
    assumptions = [*assumptions_of(replayed, rulebook), *(one for entry in settled for one in entry.assumed)]
    order, order_assumed = rulebook.clause("dealing_order")
    order_label = _("Dealing order, assumed") if order_assumed else _("Dealing order")
    return Answer(
        "coup",
        (
            Parameter("rules", rules.id),
            Parameter("cards", names),
            Parameter("dealing_order", {"clause": order, "assumed": order_assumed}, order_label, (order,)),
            Parameter("outcome", replayed.coup.outcome.value),
            Parameter("not_needed", replayed.not_needed, _("Not needed") if replayed.not_needed else None),
            *([] if unit is None else [Parameter("unit", number_text(unit, 2))]),
        ),
        (_steps(replayed, rules), _hands(replayed), _settlement(settled)),
        assumptions=tuple(dict.fromkeys(assumptions)),
        sources=(rules.to_line(),),
    )


def _stakes(texts: list[str]) -> list[tuple[str, Fraction]]:
    stakes = []
    for text in texts:
        bet, equals, amount = text.rpartition("=")
        if not equals or not bet:
            raise ExactError("stake", text, "must be written as bet=amount")
        stakes.append((bet, options.amount_of(amount, f"stake on {bet}")))
    return stakes


def _steps(replayed: Replay, rules: Rules) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (
            number,
            step.side and step.side.text,
            step.card,
            step.total,
            _decision(step),
            step.assumed if step.says else None,
            step.says or None,
        )
        for number, step in enumerate(replayed.steps, start=1)
    ]
    columns = columns_of(
        _("step"), _("side"), _("card"), _("total"), _("decision"), _("assumed"), Column(_("clause"), wrap_cm=8)
    )
    caption = _("Coup of {cards}, rules {rules}", cards=" ".join(replayed.dealt), rules=rules.id)
    silent = _("Where a decision is assumed, the document is silent and the clause is that of the standard rules.")
    notes = (silent,) if any(step.assumed for step in replayed.steps) else ()
    return Section("step", Rows(("steps",)), columns, rows, caption, notes)


def _decision(step: Step) -> str | None:
    if step.side is None:
        return _("natural: nobody draws")
    return None if step.draws is None else _("draws") if step.draws else _("stands")


def _hands(replayed: Replay) -> Section:
    coup = replayed.coup
    rows: list[tuple[Cell, ...]] = [
        (side, " ".join(cards), hand.total)
        for side, cards, hand in zip(("punto", "banco"), replayed.hands, coup, strict=True)
    ]
    columns = columns_of(_("side"), _("cards"), _("total"))
    captions = {
        Outcome.PUNTO: _("Result: punto wins"),
        Outcome.BANCO: _("Result: banco wins"),
        Outcome.TIE: _("Result: tie"),
    }
    return Section("hand", Keyed(("hands",)), columns, rows, captions[coup.outcome])


def _settlement(settled: list[Settled]) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (
            entry.bet,
            number_text(entry.stake, 2),
            _result(entry.win),
            number_text(entry.win, 2),
            number_text(entry.commission, 2),
            number_text(entry.net, 2),
            joined("; ", (one.phrase for one in entry.assumed)) if entry.assumed else None,
        )
        for entry in settled
    ]
    columns = columns_of(_("bet"), _("stake"), _("result"), _("win"), _("commission"), _("net"), _("assumed"))
    return Section("stake", Rows(("stakes",)), columns, rows, _("Stakes settled"))


def _result(win: Fraction) -> Text:
    return _("push") if win == 0 else _("wins") if win > 0 else _("loses")
