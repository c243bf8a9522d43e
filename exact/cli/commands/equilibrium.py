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
  exact equilibrium --model B2 --decks 6 --certificate b2.json --gambit b2.efg
  exact equilibrium --model B2 --every-deck                   as functions of the number of full decks, with the proof

In --player, separate hands with blanks: "0,5=1 1,4=1/2 2,3=0 6,9=1 7,8=1". A decision to which the shoe cannot lead has no margin.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from operator import itemgetter

from exact.analysis.equilibrium.certificate import certificate_json
from exact.analysis.equilibrium.gambit import game_efg
from exact.analysis.equilibrium.game import MODELS, Game, deal_game, hand_text, model_named
from exact.analysis.equilibrium.profile import Profile, equilibrium, missed
from exact.analysis.equilibrium.strategies import at, banco_gains, best_reply, punto_gains, weights_of
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Column, Rounded, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import decimal_text, fraction_text
from exact.cli import options
from exact.cli.every_deck import every_deck_answer
from exact.cli.output import writable_file, write_file
from exact.cli.strategies import HELP, banco_strategy, punto_strategy
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules.named import rules_named
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
    certificate_help = "write a certificate of the equilibrium, which scripts/check_equilibrium.py checks"
    parser.add_argument("--certificate", action=once, metavar="FILE", help=certificate_help)
    parser.add_argument("--gambit", action=once, metavar="FILE", help="write the game for Gambit, as an .efg file")
    every_help = "the equilibrium as functions of the number of full decks, and the proof that it is the only one"
    parser.add_argument("--every-deck", action="store_true", help=every_help)
    options.add_digits(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The equilibrium, or the best reply to a given strategy."""
    digits = options.digits_of(arguments)
    model = model_named(arguments.model)
    if arguments.every_deck:
        return every_deck_answer(arguments, model, digits)
    shoe = options.shoe_of(arguments, rules_named(STANDARD))
    files = {
        name: writable_file(getattr(arguments, name), name) for name in _FILES if getattr(arguments, name) is not None
    }
    given = arguments.player is not None or arguments.banker is not None
    if given and "certificate" in files:
        bound = "is a certificate of an equilibrium: leave out --player and --banker"
        raise ExactError("certificate", arguments.certificate, bound)
    if not given:
        profile = equilibrium(model, shoe)
        note = _uniqueness(profile)
    else:
        profile = _replies(arguments, deal_game(model, shoe))
        note = _("A strategy that you did not give is the best reply to the one that you gave.")
    game = profile.game
    for name, file in files.items():
        write_file(file, certificate_json(profile) if name == "certificate" else game_efg(game), name)
    decks, rest = divmod(shoe.cards, 52)
    return Answer(
        "equilibrium",
        (
            Parameter("model", model.id),
            Parameter("decks", None if rest or shoe.values != Shoe.of_decks(decks).values else decks),
            _value_parameter(profile.value, digits),
            Parameter("player", dict(zip(map(hand_text, game.choices), profile.punto, strict=True))),
            Parameter(
                "player_margins", dict(zip(map(hand_text, game.choices), _margins(profile.punto_gains), strict=True))
            ),
            Parameter("cards", shoe.cards),
            Parameter("values", shoe.values, _("Cards of point value 0 to 9")),
            Parameter(
                "player_misses", missed(profile.punto, profile.punto_gains), _("Punto could gain by replying best")
            ),
            Parameter(
                "banker_misses", missed(profile.banco, profile.banco_gains), _("Banco could gain by replying best")
            ),
            Parameter("strict", profile.is_strict),
        ),
        (_punto(profile, digits), _grid(profile), _closest(profile, digits), _banco(profile, digits)),
        notes=(note,),
    )


def _replies(arguments: argparse.Namespace, game: Game) -> Profile:
    punto = None if arguments.player is None else punto_strategy(arguments.player, game)
    banco = None if arguments.banker is None else banco_strategy(arguments.banker, game)
    if punto is None:
        assert banco is not None
        punto = best_reply(punto_gains(game, banco))
    if banco is None:
        banco = best_reply(banco_gains(game, punto))
    return Profile(game, punto, banco)


def _uniqueness(profile: Profile) -> Text:
    if profile.is_strict:
        return _("This is the only equilibrium: every choice that is not mixed is strictly better than the other.")
    return _("There may be other equilibria: a choice that is not mixed is no better than the other.")


def _value_parameter(value: Fraction, digits: int) -> Parameter:
    shown = f"{decimal_text(value, digits)} = {fraction_text(value)}"
    return Parameter("value", value, _("Value to punto per coup"), (shown,))


def _margins(gains: tuple[Fraction | None, ...]) -> list[Fraction | None]:
    return [None if gain is None else abs(gain) for gain in gains]


def _punto(profile: Profile, digits: int) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (hand_text(hand), draws, None if margin is None else Rounded(margin, digits))
        for hand, draws, margin in zip(profile.game.choices, profile.punto, _margins(profile.punto_gains), strict=True)
    ]
    caption = _("Punto on 5, model {model}: the probability of drawing", model=profile.game.model.id)
    return Section("player", None, columns_of(_("hand"), _("draws"), _("margin")), rows, caption)


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
    return Rounded(draws, _MIX_DIGITS) if 0 < draws < 1 else "D" if draws else "S"


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
