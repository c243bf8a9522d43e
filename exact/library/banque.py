"""Baccara banque, the game of a banker against two players, solved."""

from fractions import Fraction
from types import NoneType
from typing import Any

from exact.analysis.commission import parse_one_commission
from exact.analysis.equilibrium.banque import JOINT, Banque, deal_banque, opened
from exact.analysis.equilibrium.banque_nash import nash_equilibria
from exact.analysis.equilibrium.banque_solutions import (
    STAKES,
    BanqueProfile,
    Stakes,
    by_card,
    correlated,
    independent,
    independently,
    reached,
    stakes_of,
    stakes_text,
)
from exact.analysis.equilibrium.files import BANKER, PLAYER, entry_of, in_order, place_name, rows_of
from exact.analysis.equilibrium.game import Model, Strategy, best_reply, hand_text, missed
from exact.answers.table import Answer, Parameter, Table
from exact.answers.text import Text, _
from exact.arithmetic import Value, decimal_text, fraction_text, low_of, number_text
from exact.conformance.strict_json import parsed
from exact.errors import ExactError, blamed_on
from exact.game.shoe import Shoe
from exact.library.parameters import asked_of, decks_parameter
from exact.library.questions import Number, texts_of, word
from exact.records import replace
from exact.rules import NO_THIRD, STANDARD, rules_named
from exact.views import banque_play

PLAYERS = ("joint", "independent", "nash", "open")
_WHO = ("first", "second")
_PLAYERS = f"must be one of {', '.join(PLAYERS)}"


def banque(
    model: Model,
    shoe: Shoe,
    stakes: str | None,
    players: str | None,
    strategies: tuple[str | None, str | None],
    charged: Number | tuple[Number, Number] | None,
    digits: int,
) -> Answer:
    """The equilibrium of baccara banque: see `exact.library.equilibrium.equilibrium`."""
    at = stakes_of(word("1:1" if stakes is None else stakes, "stakes", STAKES))
    commission = parse_one_commission(None if charged is None else texts_of(charged, "commission", separator=".."))
    players = word("joint" if players is None else players, "players", _PLAYERS)
    if players not in PLAYERS:
        raise ExactError("players", players, _PLAYERS)
    if players == "nash" and (strategies != (None, None) or commission):
        bound = "is without a commission and strategies of your own: leave them out, or let both players be one"
        raise ExactError("players", players, bound)
    if players == "nash" and not all(at):
        bound = "leaves a player without a stake, who may do anything: leave players=nash out"
        raise ExactError("stakes", stakes_text(at), bound)
    dealt = deal_banque(model, shoe)
    game = opened(dealt) if players == "open" else dealt
    named = Parameter("game", "banque"), Parameter("model", model.id), Parameter("stakes", stakes_text(at))
    if players == "nash":
        figures, tables, note = _nash(game, at, digits)
    else:
        profile = _profile(game, at, players, strategies, commission)
        figures, tables, note = _as_one(profile, players, strategies, digits)
    cards = Parameter("cards", shoe.cards), Parameter("values", shoe.values, _("Cards of point value 0 to 9"))
    question = f"value of baccara banque, model {model.id}, stakes {stakes_text(at)}"
    asked = players == "joint" and strategies == (None, None) and not commission
    questions = asked_of(shoe, rules_named(STANDARD), question) if asked else ()
    decks = Parameter("decks", None) if model.replaced else decks_parameter(shoe)
    parameters = *named, decks, *figures, *cards
    return Answer("equilibrium-banque", parameters, tables, (note,), questions=questions)


Parts = tuple[tuple[Parameter, ...], tuple[Table, ...], Text]


def _as_one(profile: BanqueProfile, players: str, strategies: tuple[str | None, str | None], digits: int) -> Parts:
    """Both players as one opponent."""
    rate = f"{number_text(profile.commission * 100)} %"
    commission = Parameter("commission", profile.commission, _("Commission on the banker's wins"), (rate,))
    misses = (
        ("players_miss", _("The players could gain"), profile.players_miss),
        ("banker_misses", _("The banker could gain"), missed(profile.banker, profile.banker_gains)),
    )
    unique = ["unique"] if profile.is_strict and not profile.commission else []
    proved = [] if any(strategies) else ["optimal", *unique]
    figures = (
        _value(profile.value, digits),
        Parameter("players", _apart(profile.drawing) if players == "independent" else {"joint": _together(profile)}),
        *(Parameter(key, each, label, (_in_100_coups(each, digits),)) for key, label, each in misses),
        *([commission] if profile.commission else []),
        Parameter("proved", proved),
    )
    met = reached(profile.game, profile.players)
    tables = (
        banque_play.joint_table(profile, digits),
        banque_play.banker_grid(profile.game, profile.banker),
        *banque_play.banker_tables(profile.game, profile.banker, profile.banker_gains, met, digits),
    )
    if any(strategies):
        note = _("A strategy that you did not give is the best reply to the one that you gave.")
    elif "unique" in proved:
        note = _("This is the only equilibrium: everything that is not played is strictly worse.")
    else:
        note = _("This is an equilibrium; there may be others.")
    return figures, tables, note


def _nash(game: Banque, stakes: Stakes, digits: int) -> Parts:
    """Each player for itself."""
    found = nash_equilibria(game, stakes)
    if not found:
        raise ExactError("players", "nash", f"has no equilibrium that the search finds at stakes {stakes_text(stakes)}")
    first = found[0]
    figures = _value(first.value, digits), Parameter("players", _apart(first.drawing)), Parameter("proved", ["optimal"])
    note = _(
        "Each of these is an equilibrium, with proved bounds; that there are no others is not proved. Below them, "
        "everything is about the first. Where the banker may mix in several ways, one stands for all."
    )
    met = reached(game, independently(*map(low_of, first.drawing)))
    decisions = banque_play.banker_tables(game, first.banker, None, met, digits)
    tables = banque_play.nash_table(found, digits), banque_play.banker_grid(game, first.banker), *decisions
    return figures, tables, note


def _value(value: Value, digits: int) -> Parameter:
    shown = decimal_text(low_of(value), digits)
    text = f"{shown} = {fraction_text(value)}" if isinstance(value, Fraction) else shown
    return Parameter("value", banque_play.bounds(value), _("Value to the banker per unit of all stakes"), (text,))


def _together(profile: BanqueProfile) -> dict[str, Any]:
    """What the players do together, for each third card of the first one if the second one sees it."""
    first, *others = (dict(zip(JOINT, each, strict=True)) for each in by_card(profile.players))
    return {"none": first, **{str(card): each for card, each in enumerate(others)}} if others else first


def _apart(drawing: tuple[Value, Value]) -> dict[str, Any]:
    return {who: {"draw_on_5": banque_play.bounds(draws)} for who, draws in zip(_WHO, drawing, strict=True)}


def _in_100_coups(gain: Fraction, digits: int) -> Text:
    return _("{gain} in 100 coups", gain=decimal_text(100 * gain, max(digits - 2, 0)))


def _profile(
    game: Banque, stakes: Stakes, players: str, strategies: tuple[str | None, str | None], commission: Fraction
) -> BanqueProfile:
    player, banker = strategies
    if player is None and banker is None:
        agreed = correlated(game, stakes, commission)
        found = independent(agreed) if players == "independent" else agreed
        if found is None:
            proved = agreed.players_are_unique and not commission
            must_agree = "at their best the players must agree on what to do"
            why = must_agree if proved else "none was found, and there may be one"
            raise ExactError("players", players, f"has no equilibrium at stakes {stakes_text(stakes)}: {why}")
        return found
    alike = _players_of(player) if player else independently(Fraction(1, 2), Fraction(1, 2))
    profile = BanqueProfile(game, stakes, alike * game.signals, (), commission)
    profile = replace(profile, banker=_banker_of(banker, profile) if banker else best_reply(profile.banker_gains))
    if player:
        return profile
    return replace(profile, players=profile.best_players)


def _players_of(text: str) -> Strategy:
    """What the players do, from ``first=1 second=9/11``, ``SS=0 SD=2/11 …`` or a file of an answer."""
    if text.endswith(".json"):
        entry = entry_of(text, PLAYER, parsed, "players")
        if not isinstance(entry, dict):
            raise ExactError(PLAYER, entry, "must be an object, as exact equilibrium --game banque writes it")
        joint = entry.get("joint")
        apart = {who: choice.get("draw_on_5") for who, choice in entry.items() if isinstance(choice, dict)}
        given = list((joint if isinstance(joint, dict) else apart).items())
    else:
        given = [(name, draws) for name, _equals, draws in (part.partition("=") for part in text.split())]
    if {name for name, _draws in given} <= {*_WHO}:
        first, second = in_order(_WHO, given, PLAYER, text)
        return independently(first, second)
    together = in_order(JOINT, given, PLAYER, text)
    if sum(together) != 1:
        raise ExactError(PLAYER, text, f"has probabilities that sum to {sum(together)}, not to 1")
    return together


def _banker_of(text: str, profile: BanqueProfile) -> Strategy:
    """What the banker does, from a file of an answer; or by a rulebook, which it reads for the player of the larger
    stake, or the first, or for the other if that one has a natural.
    """
    places = profile.game.places
    if text.endswith(".json"):
        names = [place_name(hand_text(place.hand), *place.seen) for place in places]
        return in_order(names, rows_of(entry_of(text, BANKER, parsed), _WHO, (int, str, NoneType)), BANKER, text)
    with blamed_on(BANKER, "rules"):
        tableau = rules_named(text).tableau
    larger = int(profile.stakes[1] > profile.stakes[0])
    draws: list[Fraction] = []
    for place in places:
        seen = place.seen[larger] if not isinstance(place.seen[larger], str) else place.seen[1 - larger]
        third = seen if isinstance(seen, int) else NO_THIRD
        draws.append(Fraction(tableau.banco_draws(sum(place.hand) % 10, third)))
    return tuple(draws)
