"""What a promotion is worth to the player, exactly, and the terms at which it breaks even.

KIND is one of these:

  match-play      a coupon beside a stake of its face: worth per unit of face
  free-bet        a coupon staked alone
  coupon          the next bet's wins pay --pays to 1
  non-negotiable  chips played until lost, whose wins are paid in money
  rebate          --rate of the net loss of --coups coups, or of another --basis; with the best time to stop
  rolling         --rate of the turnover or of the losses (--basis)
  commission      the commission on banco with the same house edge as the bet
  fair-odds       for each category of the bet: 1 in N, fair odds, break-even payoff

The shoe is the rulebook's, or 8 decks if it states none.

  exact promotion match-play --bet punto --ties keep
  exact promotion coupon --bet banco --pays 3/2 --ties lose
  exact promotion rebate --bet punto --rate 20% --coups 100 --stop-win 10 --stop-loss 15
  exact promotion rolling --bet banco --rate 0.8% --basis turnover
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from fractions import Fraction

from exact.analysis import promotions
from exact.analysis.odds import Distribution, odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.analysis.promotions import StopPoints, Worth
from exact.analysis.sessions.coup_law import CoupLaw, law_of_bets
from exact.analysis.sessions.law import EXACT_COUPS
from exact.analysis.sessions.stops import limits_of, stopped_session
from exact.answers.answer import Answer, Fields, Keyed, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Rounded, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import number_text
from exact.bets.bet import MAX_PAYOFF
from exact.bets.main_bets import bet_under
from exact.cli import options
from exact.cli.commands.bet import fair_odds
from exact.errors import ExactError
from exact.inputs import near_misses, parse_whole
from exact.rules.rulebook_file import money

_Priced = Callable[[Distribution, argparse.Namespace], Worth]
KINDS = {
    "match-play": ("ties",),
    "free-bet": ("ties",),
    "coupon": ("ties", "pays"),
    "non-negotiable": (),
    "rebate": ("rate", "basis", "coups", "stop_win", "stop_loss"),
    "rolling": ("rate", "basis"),
    "commission": (),
    "fair-odds": (),
}
"""The options that each kind of promotion takes besides the bet and the shoe."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact promotion``."""
    once, add = options.Once, parser.add_argument
    basis_help = (
        "what the rate is paid on: turnover (default of rolling), losses, or, for a rebate, net-loss (its default)"
    )
    add("kind", metavar="KIND", help="the kind of promotion, see above")
    options.add_bet(parser, "the bet on which it is played")
    add("--ties", action=once, metavar="keep|lose", help="what becomes of a coupon when the bet pushes; default keep")
    add("--pays", action=once, metavar="AMOUNT", help="what a win pays with the coupon, to 1: 2 or 3/2")
    add("--rate", action=once, metavar="PERCENT", help="the rate of a rebate or of a rolling commission: 20%%")
    add("--basis", action=once, metavar="BASIS", help=basis_help)
    add("--coups", action=once, metavar="N", help=f"the most coups of the session, 1 to {EXACT_COUPS}")
    add("--stop-win", action=once, metavar="STAKES", help="stop as soon as so many stakes are won")
    add("--stop-loss", action=once, metavar="STAKES", help="stop as soon as so many stakes are lost")
    options.add_question(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The worth of the promotion."""
    digits = options.digits_of(arguments)
    kind = _kind(arguments)
    rules = options.rules_of(arguments)
    shoe = options.shoe_of(arguments, rules)
    bet = bet_under(arguments.bet, rules)
    price = price_bet(bet, shoe, rules.tableau)
    caption = _(
        "{kind} on {bet}, rules {rules}, {cards} cards", kind=kind, bet=bet.name, rules=rules.id, cards=shoe.cards
    )
    more: tuple[Section, ...] = ()
    rows: list[tuple[Cell, ...]] = []
    if kind == "fair-odds":
        more = (fair_odds(price, digits, Keyed(("categories",)))._replace(caption=caption),)
    elif kind == "commission":
        of = promotions.commission_of(price, odds_of_shoe(shoe, rules.tableau))
        rows = [
            (_("equivalent commission"), Rounded(of.equivalent, digits, FRACTION, percent=True)),
            (_("break even commission"), Rounded(of.break_even, digits, FRACTION, percent=True)),
        ]
    else:
        if kind == "rebate":
            coup = law_of_bets([bet], [Fraction(1)], shoe, rules.tableau)
            worth, best, more = _rebate(arguments, coup, price, digits)
        else:
            worth, best = _PRICED[kind](price, arguments), []
        rows = [
            (_("worth"), Rounded(worth.worth, digits, FRACTION)),
            (_("break even"), None if worth.break_even is None else Rounded(worth.break_even, digits, FRACTION)),
            *best,
        ]
    figures = Section("figure", Fields(), columns_of(_("figure"), _("value")), rows, caption)
    return Answer(
        "promotion",
        (
            Parameter("kind", kind),
            Parameter("bet", bet.name),
            Parameter("rules", rules.id),
            Parameter("cards", shoe.cards),
            *(Parameter(name, value) for name in KINDS[kind] if (value := getattr(arguments, name)) is not None),
        ),
        (figures, *more),
        (meaning,) if (meaning := _meanings().get(kind)) else (),
        rules.assumed,
        (rules.to_line(), bet.to_line()),
    )


def _kind(arguments: argparse.Namespace) -> str:
    """The kind of promotion; raises `ExactError` for an option that does not belong to it."""
    kind: str = arguments.kind
    if kind not in KINDS:
        raise ExactError("promotion", kind, f"is no kind of promotion: {near_misses(kind, KINDS)}")
    for name in sorted({name for names in KINDS.values() for name in names}):
        value = getattr(arguments, name)
        if value is not None and name not in KINDS[kind]:
            raise ExactError(name, value, f"does not belong to {kind}")
    for name in ("pays", "rate", "coups"):
        if name in KINDS[kind] and getattr(arguments, name) is None:
            raise ExactError("promotion", kind, f"needs --{name}")
    return kind


def _chosen(text: str | None, known: tuple[str, ...], parameter: str) -> str:
    if text is None:
        return known[0]
    if text not in known:
        raise ExactError(parameter, text, f"must be {' or '.join(known)}")
    return text


def _ties(arguments: argparse.Namespace) -> str:
    return _chosen(arguments.ties, promotions.TIES, "ties")


def _rolling(price: Distribution, arguments: argparse.Namespace) -> Worth:
    basis = _chosen(arguments.basis, promotions.BASES, "basis")
    return promotions.rolling(price, money(arguments.rate, "rate", 0, 1), basis)


_PRICED: dict[str, _Priced] = {
    "match-play": lambda price, given: promotions.match_play(price, _ties(given)),
    "free-bet": lambda price, given: promotions.free_bet(price, _ties(given)),
    "coupon": lambda price, given: promotions.coupon(price, _ties(given), money(given.pays, "pays", 0, MAX_PAYOFF)),
    "non-negotiable": lambda price, _given: promotions.non_negotiable(price),
    "rolling": _rolling,
}


def _rebate(
    arguments: argparse.Namespace, coup: CoupLaw, price: Distribution, digits: int
) -> tuple[Worth, list[tuple[Cell, ...]], tuple[Section, ...]]:
    """The worth with the stop points asked for, and the best time to stop."""
    basis = _chosen(arguments.basis, promotions.REBATE_BASES, "basis")
    rate = money(arguments.rate, "rate", 0, 1)
    coups = parse_whole(arguments.coups, "coups", 1, EXACT_COUPS)
    stops = {
        name: None if (text := getattr(arguments, name)) is None else options.amount_of(text, name)
        for name in ("stop_loss", "stop_win")
    }
    session = stopped_session(coup, coups, limits_of(coup, stops["stop_loss"], stops["stop_win"]), digits)
    if basis != promotions.NET_LOSS:
        worth = promotions.session_rebate(price, rate, basis, session.mean_coups[0])
        whole = promotions.session_rebate(price, rate, basis, Fraction(coups))
        best_worth = max(whole.worth, Fraction(0))  # every coup is worth the same: play all of them or none
        return worth, [(_("best worth"), Rounded(best_worth, digits, FRACTION))], ()
    best = promotions.best_stops(coup, coups, rate)
    worth = promotions.loss_rebate(session.law, rate)
    return worth, [(_("best worth"), Rounded(best.worth, digits, FRACTION))], (_best_stops(best, coup),)


def _best_stops(best: StopPoints, coup: CoupLaw) -> Section:
    def amount(units: int | None) -> Cell:
        return None if units is None else number_text(abs(units) * coup.unit)

    rows: list[tuple[Cell, ...]] = [
        (left, amount(loss), amount(win)) for left, loss, win in best.stops if loss is not None or win is not None
    ]
    caption = _("The best stop points, in stakes, by the number of coups left")
    columns = columns_of(_("coups left"), _("stop loss"), _("stop win"))
    return Section("stop", Rows(("best_stops",)), columns, rows, caption, most=10)


def _meanings() -> dict[str, Text]:
    return {
        "match-play": _("Per unit of face, beside a stake of the same size. It breaks even at this face per unit staked beside it."),
        "free-bet": _("Per unit of face. The coupon is staked alone and is not paid back with a win."),
        "coupon": _("Per unit staked. It breaks even at this payoff to one."),
        "non-negotiable": _("Per unit of face, if the chip is played until it is lost. Chips bought at face value break even with this bonus per chip."),
        "rebate": _("In stakes, with one on each coup; each coup comes from a fresh shoe. The worth is that of the stop points given, or of playing every coup; the best worth is that of the best stop points. It breaks even at this rate."),
        "rolling": _("Per unit staked. It breaks even at this rate."),
        "commission": _("On banco's wins at 1 to 1, with ties that push, on the same shoe. A negative commission is a premium."),
    }  # fmt: skip
