"""Solve chemin de fer, the game behind punto banco in which both sides choose, exactly and on any shoe.

Punto draws on 0 to 4, stands on 6 and 7, and chooses on 5. Unless there is a natural, banco chooses always; it knows punto's
third card, or that there is none. The winner gets 1 from the loser. You see both strategies, the value to punto, and by how much
the better choice beats the other at every decision.

The models: A draws cards with replacement, B without; 1: both sides see only totals, 2: banco sees its two cards,
3: both see their two cards.

  exact equilibrium --model B2 --decks 6
  exact equilibrium --model B3 --decks 8 --remove "9 9 K" --format json
  exact equilibrium --model B2 --decks 6 --player 5=1         banco's best reply to a punto who always draws on 5
  exact equilibrium --model B3 --decks 8 --banker standard    punto's best reply to the tableau of punto banco
  exact equilibrium --model B2 --decks 6 --commission 5%      the casino game: banco pays commission on its wins
  exact equilibrium --model B2 --decks 6 --commission 0%..10%
  exact equilibrium --model B3 --closed-form                  formulas in the number of decks d, and their proof
  exact equilibrium --model B2 --decks 6 --certificate b2.json --gambit b2.efg

In --player, separate hands with blanks: "0,5=1 1,4=1/2 2,3=0 6,9=1 7,8=1". A decision to which the shoe cannot lead has no margin.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from operator import itemgetter

from exact.analysis.equilibrium.certificate import certificate_json
from exact.analysis.equilibrium.every_deck import every_deck
from exact.analysis.equilibrium.gambit import game_efg
from exact.analysis.equilibrium.game import MODELS, Game, deal_game, hand_text, model_named
from exact.analysis.equilibrium.profile import Profile, equilibria
from exact.analysis.equilibrium.strategies import (
    NO_COMMISSION,
    at,
    banco_gains,
    best_reply,
    missed,
    punto_gains,
    weights_of,
)
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Column, Rounded, columns_of
from exact.answers.text import Text, _, pgettext
from exact.arithmetic import decimal_text, fraction_text, number_text
from exact.cli import options
from exact.cli.equilibrium_formulas import commission_answer, game_parameters, shoe_cards
from exact.cli.every_deck import closed_form_answer
from exact.cli.output import writable_file, write_file
from exact.cli.strategies import HELP, banco_strategy, punto_strategy
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.rules.named import rules_named
from exact.rules.rulebook_file import money
from exact.rules.tableau import STANDARD

_FILES = ("certificate", "gambit")
_CLOSEST = 12
"""The number of close decisions that plain text shows."""
_MIX_DIGITS = 4
"""The decimals of a probability of drawing in the grid of banco's decisions."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact equilibrium``."""
    once = options.Once
    parser.add_argument("--model", action=once, metavar="MODEL", required=True, help=f"one of {', '.join(MODELS)}")
    options.add_shoe(parser)
    parser.add_argument("--player", action=once, metavar="STRATEGY", help=f"punto's strategy: {HELP}; banco replies")
    parser.add_argument(
        "--banker", action=once, metavar="STRATEGY", help="banco's strategy: a rulebook or such a file; punto replies"
    )
    commission_help = (
        "the commission on banco's wins, like 5%%; a range, like 0%%..10%%, gives equilibria as functions of it"
    )
    parser.add_argument("--commission", action=once, metavar="PERCENT", help=commission_help)
    every_help = "instead of one shoe: the equilibrium for every number of decks, with its proof (models B)"
    parser.add_argument("--closed-form", action="store_true", help=every_help)
    certificate_help = "write a certificate of the equilibrium, which scripts/check_equilibrium.py checks"
    parser.add_argument("--certificate", action=once, metavar="FILE", help=certificate_help)
    parser.add_argument("--gambit", action=once, metavar="FILE", help="write the game for Gambit, as an .efg file")
    options.add_digits(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The equilibrium, the best reply to a given strategy, or equilibria as functions of the commission."""
    digits = options.digits_of(arguments)
    model = model_named(arguments.model)
    if arguments.closed_form:
        _refuse_with_closed_form(arguments)
        with waiting("proving"):
            return closed_form_answer(every_deck(model))
    shoe = options.shoe_of(arguments, rules_named(STANDARD))
    files = {name: writable_file(text, name) for name in _FILES if (text := getattr(arguments, name)) is not None}
    low, high = _commissions(arguments.commission)
    is_given = arguments.player is not None or arguments.banker is not None
    if "certificate" in files and (is_given or high):
        bound = "is for an equilibrium without commission: leave out --player, --banker and --commission"
        raise ExactError("certificate", arguments.certificate, bound)
    if "gambit" in files and high:
        raise ExactError("gambit", arguments.gambit, "is for the game without commission: leave out --commission")
    if low != high:
        if is_given:
            raise ExactError("commission", arguments.commission, "is a range: give one commission, or no strategy")
        with waiting("solving"):
            return commission_answer(model, shoe, low, high, digits)
    if is_given:
        profiles = [_replies(arguments, deal_game(model, shoe), low)]
        note = _("A strategy that you did not give is the best reply to the one that you gave.")
    else:
        profiles = equilibria(model, shoe, low)
        note = _uniqueness(profiles)
    for name, file in files.items():
        text = certificate_json(profiles[0]) if name == "certificate" else game_efg(profiles[0].game)
        write_file(file, text, name)
    first = profiles[0]
    return Answer(
        "equilibrium",
        (*game_parameters(model, shoe), *_facts(first, digits), *shoe_cards(shoe)),
        (
            _punto(profiles, digits),
            _grid(first),
            _closest(first, digits),
            _banco(first, digits),
        ),
        notes=(note,),
    )


def _commissions(text: str | None) -> tuple[Fraction, Fraction]:
    """The commission, or the two ends of a range."""
    if text is None:
        return NO_COMMISSION, NO_COMMISSION
    low, dots, high = text.partition("..")
    ends = [money(part, "commission", 0, 1) for part in ((low, high) if dots else (low, low))]
    if ends[1] == 1:
        raise ExactError("commission", text, "must be at least 0 % and less than 100 %")
    if dots and not ends[0] < ends[1]:
        raise ExactError("commission", text, "must be an ascending range, like 0%..10%")
    return ends[0], ends[1]


def _facts(profile: Profile, digits: int) -> Iterator[Parameter]:
    hands = [hand_text(hand) for hand in profile.game.choices]
    shown = f"{decimal_text(profile.value, digits)} = {fraction_text(profile.value)}"
    yield Parameter("value", profile.value, _("Value to punto per coup"), (shown,))
    yield Parameter("player", dict(zip(hands, profile.punto, strict=True)))
    yield Parameter("player_margins", dict(zip(hands, _margins(profile.punto_gains), strict=True)))
    if profile.commission:
        rate = f"{number_text(profile.commission * 100)} %"
        yield Parameter("commission", profile.commission, _("Commission on the wins of banco"), (rate,))
        shown = decimal_text(profile.banco_value, digits)
        yield Parameter("banker_value", profile.banco_value, _("Value to banco per coup"), (shown,))
    for name, label, strategy, gains in (
        ("player_misses", _("Punto could gain by replying best"), profile.punto, profile.punto_gains),
        ("banker_misses", _("Banco could gain by replying best"), profile.banco, profile.banco_gains),
    ):
        gain = missed(strategy, gains)
        yield Parameter(name, gain, label, (decimal_text(gain, digits),))
    yield Parameter("strict", profile.is_strict)


def _replies(arguments: argparse.Namespace, game: Game, commission: Fraction) -> Profile:
    punto = None if arguments.player is None else punto_strategy(arguments.player, game)
    banco = None if arguments.banker is None else banco_strategy(arguments.banker, game)
    if banco is None:
        assert punto is not None
        banco = best_reply(banco_gains(game, punto, commission))
    return Profile(game, punto or best_reply(punto_gains(game, banco)), banco, commission)


def _uniqueness(profiles: list[Profile]) -> Text:
    if len(profiles) > 1:
        return _("There are several equilibria: below punto, everything is about the first.")
    if profiles[0].is_strict and (len(profiles[0].punto) == 1 or not profiles[0].commission):
        return _("This is the only equilibrium: every choice that is not mixed is strictly better than the other.")
    return _("There may be other equilibria.")


def _margins(gains: tuple[Fraction | None, ...]) -> list[Fraction | None]:
    return [None if gain is None else abs(gain) for gain in gains]


def _punto(profiles: list[Profile], digits: int) -> Section:
    """Punto's strategy in each equilibrium."""
    rows: list[tuple[Cell, ...]] = [
        (hand_text(hand), draws, None if margin is None else Rounded(margin, digits), Rounded(profile.value, digits))
        for profile in profiles
        for hand, draws, margin in zip(profile.game.choices, profile.punto, _margins(profile.punto_gains), strict=True)
    ]
    columns = columns_of(_("hand"), _("draws"), _("margin"), _("value"))
    caption = _("Punto on 5, model {model}: the probability of drawing", model=profiles[0].game.model.id)
    return Section("choices", Rows(("equilibria",)) if len(profiles) > 1 else None, columns, rows, caption)


def _grid(profile: Profile) -> Section:
    rows: dict[str, list[Cell]] = {}
    for place, draws in zip(profile.game.sets, profile.banco, strict=True):
        rows.setdefault(hand_text(place.hand), []).append(_letter(draws) if place.reachable else None)
    columns = columns_of(_("hand"), _("none"), *map(str, range(10)))
    caption = _(
        "Banco, by its hand and the third card of punto: D draws, S stands, a number is the probability of drawing"
    )
    return Section("tableau", None, columns, [(hand, *cells) for hand, cells in rows.items()], caption)


def _letter(draws: Fraction) -> Cell:
    if 0 < draws < 1:
        return Rounded(draws, _MIX_DIGITS)
    return pgettext("letter", "D") if draws else pgettext("letter", "S")


def _closest(profile: Profile, digits: int) -> Section:
    rows = zip(_banco(profile, digits).rows, _margins(profile.banco_gains), strict=True)
    by_margin = sorted(((margin, row) for row, margin in rows if margin is not None), key=itemgetter(0))
    caption = _("The closest decisions of banco: the gain of the better choice over the other, per coup")
    return Section("closest", None, _BANCO_COLUMNS, [row for _margin, row in by_margin], caption, most=_CLOSEST)


_BANCO_COLUMNS = columns_of(
    _("hand"),
    Column(_("third card of punto"), key="third"),
    _("draws"),
    _("margin"),
    Column(_("probability"), derived=True),
)


def _banco(profile: Profile, digits: int) -> Section:
    """Every information set, with the probability that a coup leads there."""
    game, weights = profile.game, weights_of(profile.punto)
    rows: list[tuple[Cell, ...]] = []
    for place, draws, margin in zip(game.sets, profile.banco, _margins(profile.banco_gains), strict=True):
        reached = Fraction(at(place.deals, weights), weights[0] * game.deals)
        rows.append(
            (
                hand_text(place.hand),
                place.third,
                draws,
                None if margin is None else Rounded(margin, digits, FRACTION),
                Rounded(reached, digits),
            )
        )
    return Section("banker", Rows(("banker",)), _BANCO_COLUMNS, rows, _("Every decision of banco"), detail=True)


def _refuse_with_closed_form(arguments: argparse.Namespace) -> None:
    for name in ("decks", "values", "ranks", "remove", "player", "banker", "commission", *_FILES):
        if getattr(arguments, name) is not None:
            raise ExactError(
                name, getattr(arguments, name), "does not go with --closed-form, which is for every full shoe"
            )
