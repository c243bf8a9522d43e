"""Chemin de fer, the game behind punto banco in which both sides choose, solved."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from pathlib import Path

from exact.analysis.commission import parse_commissions
from exact.analysis.equilibrium.by_commission import pieces_between
from exact.analysis.equilibrium.every_deck import EveryDeck, every_deck
from exact.analysis.equilibrium.files import game_efg, replies
from exact.analysis.equilibrium.game import MODELS, Model, deal_game, hand_text, missed, model_named
from exact.analysis.equilibrium.solutions import Profile, equilibria
from exact.answers.table import Answer, Parameter
from exact.answers.text import Text, _
from exact.arithmetic import decimal_text, fraction_text, number_text
from exact.conformance.strict_json import parsed
from exact.errors import ExactError
from exact.game.shoe import INFINITE, Shoe
from exact.inputs import spelled
from exact.library import questions
from exact.library.banque import banque
from exact.library.parameters import asked_of, braces, decks_parameter
from exact.outputs import check_output, write_file
from exact.rules import STANDARD, rules_named
from exact.views import chemin_de_fer_play

CHEMIN_DE_FER, BANQUE = "chemin-de-fer", "banque"
_MODELS = f"is not a model: known: {', '.join(MODELS)}"
_GAMES = f"must be {CHEMIN_DE_FER} or {BANQUE}"


def equilibrium(
    model: str | None = None,
    *,
    game: str = CHEMIN_DE_FER,
    stakes: str | None = None,
    players: str | None = None,
    replacement: bool = False,
    player: str | PathLike[str] | Mapping[str, questions.Number] | None = None,
    banker: str | PathLike[str] | None = None,
    commission: questions.Number | tuple[questions.Number, questions.Number] | None = None,
    closed_form: bool = False,
    gambit: str | PathLike[str] | None = None,
    shoe: questions.ShoeLike | None = None,
    decks: int | str | None = None,
    remove: str | Sequence[str] | None = None,
    digits: int = 12,
) -> Answer:
    """The equilibria of chemin de fer: both strategies, the value to punto, and what every decision gains.

    The ``game`` may also be ``"banque"``, a banker against two players with ``stakes`` like ``"3:1"`` on their hands:
    see `exact.analysis.equilibrium.banque`. Its ``players`` are ``"joint"``, one opponent with correlated choices,
    ``"independent"``, one without, ``"nash"``, each for itself, or ``"open"``, joint when the second sees the first's
    third card; ``replacement`` is model A1, as without a shoe; the value is the banker's, per unit of all stakes;
    ``player`` is ``{"first": 1, "second": "9/11"}``, or joint.

    The model is one of ``A1`` to ``B3``: in A cards are drawn with replacement, in B without; in 1 both sides see only
    totals, in 2 banco sees its two cards, in 3 both do. With punto's strategy (``player``), like ``{"5": "9/11"}``,
    or banco's (``banker``), a rulebook or a .json file, the other side replies best. ``commission`` is the share of
    banco's wins that the house keeps, or a range, ``(0, "10%")``. ``closed_form`` has the equilibrium for every number
    of decks. ``gambit`` is a file to write. The parameter ``value`` is a net win per coup in units
    staked; the tables are ``equilibria``, ``tableau``, ``closest`` and ``banker``. Raises `ExactError` for others.

    >>> float(equilibrium("B2", decks=6).value("value"))
    -0.012936712078280949
    """
    digits = questions.digits_of(digits)
    questions.check_flags(closed_form=closed_form, replacement=replacement)
    own, other = _strategy(player, "player"), _strategy(banker, "banker")
    if questions.word(game, "game", _GAMES) == BANQUE:
        for_one = {"gambit": gambit, "closed_form": closed_form or None}
        questions.refuse(for_one, f"is for {CHEMIN_DE_FER}, not for {BANQUE}")
        return banque(
            *_banque_game(model, shoe, decks, remove, replacement), stakes, players, (own, other), commission, digits
        )
    if game != CHEMIN_DE_FER:
        raise ExactError("game", game, _GAMES)
    for_two: dict[str, object] = {"stakes": stakes, "players": players, "replacement": replacement or None}
    questions.refuse(for_two, f"is for {BANQUE}, not for {CHEMIN_DE_FER}")
    chosen = model_named(questions.word(model, "model", _MODELS))
    if closed_form:
        others = {"shoe": shoe, "decks": decks, "remove": remove, "player": player, "banker": banker}
        bound = f"does not go with {spelled('closed_form')}, which is for every full shoe"
        questions.refuse({**others, "commission": commission, "gambit": gambit}, bound)
        return _for_every_deck(every_deck(chosen))
    rules, held = questions.game_of(STANDARD, shoe, decks, remove)
    file = None
    if gambit is not None:
        file = check_output(questions.path_of(gambit, "gambit", "is not a file to write"), "gambit")
    rate = None if commission is None else questions.texts_of(commission, "commission", separator="..")
    low, high = parse_commissions(rate)
    is_given = own is not None or other is not None
    if gambit is not None and high:
        raise ExactError("gambit", gambit, f"is for the game without commission: leave out {spelled('commission')}")
    if is_given and ".." in (rate or ""):
        raise ExactError("commission", commission, "is a range: give one commission, or no strategy")
    named = Parameter("model", chosen.id), decks_parameter(held)
    cards = Parameter("cards", held.cards), Parameter("values", held.values, _("Cards of point value 0 to 9"))
    if low != high:
        return _by_commission((*named, *cards), chosen, held, (low, high), digits)
    if is_given:
        profiles = [replies(deal_game(chosen, held), own, other, low, parsed)]
        note = _("A strategy that you did not give is the best reply to the one that you gave.")
    else:
        profiles = equilibria(deal_game(chosen, held), low)
        note = _uniqueness(profiles)
    first = profiles[0]
    if file is not None:
        write_file(file, game_efg(first.game), "gambit")
    closest, every = chemin_de_fer_play.banco_decisions(first, digits)
    tables = chemin_de_fer_play.punto_decisions(profiles, digits), chemin_de_fer_play.banco_grid(first), closest, every
    sources = repr(held.counts), *(_source(strategy) for strategy in (own, other) if strategy is not None)
    value, drawing = "value of chemin de fer", f"probability of drawing on {braces(map(hand_text, first.game.choices))}"
    of_model = f"{value}, model {chosen.id}", f"{drawing} by punto, model {chosen.id}"
    shown = () if is_given or len(profiles) > 1 or high else asked_of(held, rules, *of_model)
    parameters = *named, *_facts(first, digits), *cards
    return Answer("equilibrium", parameters, tables, (note,), sources=sources, questions=shown)


def _banque_game(
    model: str | None,
    shoe: questions.ShoeLike | None,
    decks: int | str | None,
    remove: str | Sequence[str] | None,
    replacement: bool,
) -> tuple[Model, Shoe]:
    """The model of baccara banque, by default one in which totals are seen, and the shoe; without one cards return."""
    endless = shoe is None and decks in (None, INFINITE)
    if endless and remove is not None:
        raise ExactError("remove", remove, "are from a shoe, and cards are drawn with replacement: give decks")
    held = Shoe.of_decks(1) if endless else questions.game_of(STANDARD, shoe, decks, remove)[1]
    if replacement and not endless:
        raise ExactError("replacement", "yes", "is without a shoe, which no card leaves: leave out the shoe or decks")
    chosen = model_named(questions.word(model, "model", _MODELS) if model is not None else "A1" if endless else "B1")
    if endless and not chosen.replaced:
        raise ExactError("model", chosen.id, "draws without replacement: give a shoe, like 6 decks")
    return chosen, held


def _strategy(given: str | PathLike[str] | Mapping[str, questions.Number] | None, name: str) -> str | None:
    """A strategy as text: probabilities by hand, or the name of a rulebook or of a file."""
    if isinstance(given, Mapping) and given:
        return " ".join(f"{hand}={questions.text_of(draws, name)}" for hand, draws in given.items())
    probabilities = "probabilities by hand, like {'5': '9/11'}, " if name == "player" else ""
    bound = f"must be {probabilities}a rulebook, or a .json file"
    return None if given is None else questions.word(questions.name_of(given), name, bound)


def _source(strategy: str) -> str | Path:
    """What a strategy was made from."""
    if strategy.endswith(".json"):
        return Path(strategy)
    return strategy if "=" in strategy else rules_named(strategy).to_line()


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
    notes = (as_there, alone) if every.is_unique else (as_there,)
    stated = Parameter("model", every.model.id), Parameter("start", start), Parameter("unique", every.is_unique)
    return Answer("equilibrium-closed-form", stated, (*chemin_de_fer_play.tables_of_every_deck(every),), notes)
