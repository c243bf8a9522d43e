"""Solve chemin de fer, the game behind punto banco in which both sides choose, exactly and on any shoe.

Punto draws on 0 to 4, stands on 6 and 7, and chooses on 5. Unless there is a natural, banco chooses always; it knows
punto's third card, or that there is none. The winner gets 1 from the loser. You see both strategies, the value to
punto, and by how much the better choice beats the other at every decision that the shoe can reach.

The models: A draws cards with replacement, B without; 1: both sides see only totals, 2: banco sees its two cards,
3: both see their two cards.

  exact equilibrium --model B3 --decks 8 --remove "9 9 K"
  exact equilibrium --model B2 --decks 6 --player 5=1         banco's best reply to a punto who always draws on 5
  exact equilibrium --model B3 --decks 8 --banker standard    punto's best reply to the tableau of punto banco
  exact equilibrium --model B2 --decks 6 --commission 5%      the casino game: banco pays commission on its wins
  exact equilibrium --model B2 --decks 6 --commission 0%..10%
  exact equilibrium --model B3 --closed-form                  formulas in the number of decks d, and their proof
  exact equilibrium --model B2 --decks 6 --certificate b2.json --gambit b2.efg

In --player, separate hands with blanks: "0,5=1 1,4=1/2 2,3=0 6,9=1 7,8=1".
"""

import os
import secrets
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from exact.analysis.commission import parse_commissions
from exact.analysis.equilibrium.by_commission import pieces_between
from exact.analysis.equilibrium.every_deck import EveryDeck, every_deck
from exact.analysis.equilibrium.files import HELP, certificate_json, game_efg, replies
from exact.analysis.equilibrium.game import MODELS, Model, deal_game, hand_text, missed, model_named
from exact.analysis.equilibrium.solutions import Profile, equilibria
from exact.answers.table import Answer, Parameter
from exact.answers.text import Text, _
from exact.arithmetic import decimal_text, fraction_text, number_text
from exact.cli import options
from exact.cli.options import Arguments, flag, option
from exact.cli.terminal import waiting
from exact.conformance.strict_json import parsed
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules import STANDARD, rules_named
from exact.views import chemin_de_fer_play

_FILES = ("certificate", "gambit")
OPTIONS = (
    option("--model", "MODEL", f"one of {', '.join(MODELS)}", required=True, values=MODELS),
    *options.SHOE,
    option("--player", "STRATEGY", f"punto's strategy: {HELP}; banco replies"),
    option("--banker", "STRATEGY", "banco's strategy: a rulebook or such a file; punto replies"),
    option("--commission", "PERCENT", "the commission on banco's wins: 5%%, or a range to see its effect, 0%%..10%%"),
    flag("--closed-form", "the equilibrium for every number of decks, with its proof (models B)"),
    option("--certificate", "FILE", "write a certificate, which scripts/check_equilibrium.py checks"),
    option("--gambit", "FILE", "write the game for Gambit, as an .efg file"),
    options.DIGITS,
)


def answer(arguments: Arguments) -> Answer:
    """The equilibrium, the best reply to a given strategy, or equilibria as functions of the commission."""
    digits = options.digits_of(arguments)
    model = model_named(arguments.model)
    if arguments.closed_form:
        others = (*options.OF_SHOE, "player", "banker", "commission", *_FILES)
        options.refuse(arguments, others, "does not go with --closed-form, which is for every full shoe")
        with waiting("proving"):
            return _for_every_deck(every_deck(model))
    shoe = options.shoe_of(arguments, rules_named(STANDARD))
    files = {name: _writable(text, name) for name in _FILES if (text := getattr(arguments, name)) is not None}
    low, high = parse_commissions(arguments.commission)
    _check_together(arguments, high)
    named = Parameter("model", model.id), options.decks_parameter(shoe)
    cards = Parameter("cards", shoe.cards), Parameter("values", shoe.values, _("Cards of point value 0 to 9"))
    if low != high:
        with waiting("solving"):
            return _by_commission((*named, *cards), model, shoe, (low, high), digits)
    if arguments.player is not None or arguments.banker is not None:
        profiles = [replies(deal_game(model, shoe), arguments.player, arguments.banker, low, parsed)]
        note = _("A strategy that you did not give is the best reply to the one that you gave.")
    else:
        profiles = equilibria(deal_game(model, shoe), low)
        note = _uniqueness(profiles)
    for name, file in files.items():
        text = certificate_json(profiles[0]) if name == "certificate" else game_efg(profiles[0].game)
        _write(file, text, name)
    first = profiles[0]
    closest, every = chemin_de_fer_play.banco_decisions(first, digits)
    return Answer(
        "equilibrium",
        (*named, *_facts(first, digits), *cards),
        (chemin_de_fer_play.punto_decisions(profiles, digits), chemin_de_fer_play.banco_grid(first), closest, every),
        notes=(note,),
    )


def _check_together(arguments: Arguments, high: Fraction) -> None:
    """Raise `ExactError` for options that exclude each other; ``high`` is the highest commission."""
    is_given = arguments.player is not None or arguments.banker is not None
    if arguments.certificate is not None and (is_given or high):
        bound = "is for an equilibrium without commission: leave out --player, --banker and --commission"
        raise ExactError("certificate", arguments.certificate, bound)
    if arguments.gambit is not None and high:
        raise ExactError("gambit", arguments.gambit, "is for the game without commission: leave out --commission")
    if is_given and ".." in (arguments.commission or ""):
        raise ExactError("commission", arguments.commission, "is a range: give one commission, or no strategy")


def _facts(profile: Profile, digits: int) -> Iterator[Parameter]:
    hands = [hand_text(hand) for hand in profile.game.choices]
    shown = f"{decimal_text(profile.value, digits)} = {fraction_text(profile.value)}"
    yield Parameter("value", profile.value, _("Value to punto per coup"), (shown,))
    yield Parameter("player", dict(zip(hands, profile.punto, strict=True)))
    yield Parameter("player_margins", dict(zip(hands, chemin_de_fer_play.margins(profile.punto_gains), strict=True)))
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


def _uniqueness(profiles: list[Profile]) -> Text:
    if len(profiles) > 1:
        return _("There are several equilibria: below punto, everything is about the first.")
    if profiles[0].is_strict and (len(profiles[0].punto) == 1 or not profiles[0].commission):
        return _("This is the only equilibrium: every choice that is not mixed is strictly better than the other.")
    return _("There may be other equilibria.")


def _writable(path: str, parameter: str) -> Path:
    file = Path(path)
    if not path or file.is_dir() or not file.parent.is_dir():
        raise ExactError(parameter, path, "cannot be written: it is a folder, or its folder does not exist")
    return file


def _write(file: Path, text: str, parameter: str) -> None:
    """Write ``text`` to ``file``, in full or not at all."""
    partial = file.with_name(f"{file.name}.{secrets.token_hex(4)}.partial")
    try:
        partial.write_text(text, encoding="utf-8", newline="\n")
        os.replace(partial, file)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise ExactError(parameter, str(file), f"cannot be written: {error.strerror}") from None


def _by_commission(
    parameters: tuple[Parameter, ...], model: Model, shoe: Shoe, ends: tuple[Fraction, Fraction], digits: int
) -> Answer:
    game = deal_game(MODELS["A1"] if model.replaced else model, shoe)
    every = _(
        "These are all equilibria. Where a side can choose among many mixtures for the same commission, as at a "
        "breakpoint, one of them stands for all."
    )
    one = _("This is one equilibrium for each commission; there may be others.")
    table = chemin_de_fer_play.equilibria_by_commission(game, pieces_between(game, *ends), model.id, digits)
    return Answer("equilibrium-commission", parameters, (table,), (every if len(game.choices) == 1 else one,))


def _for_every_deck(every: EveryDeck) -> Answer:
    """The formulas of each era, the decisions that change between eras, and the proof that the last one has no end."""
    start = every.eras[-1].first
    as_there = _(
        "From d = {start} on, every decision that is not mixed is as in exact equilibrium --model {model} "
        "--decks {start}.",
        start=start,
        model=every.model.id,
    )
    alone = _("For every number of decks, this is the only equilibrium.")
    return Answer(
        "equilibrium-closed-form",
        (Parameter("model", every.model.id), Parameter("start", start), Parameter("unique", every.is_unique)),
        (*chemin_de_fer_play.tables_of_every_deck(every),),
        (as_there, alone) if every.is_unique else (as_there,),
    )
