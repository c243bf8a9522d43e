"""Answers of ``exact equilibrium`` with formulas in the commission, and parameters of all its answers."""

from __future__ import annotations

from fractions import Fraction

from exact.analysis.equilibrium.by_commission import linear_text, pieces_between
from exact.analysis.equilibrium.game import MODELS, Model, deal_game, hand_text
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import Cell, Column, Rounded, columns_of
from exact.answers.text import _
from exact.game.shoe import Shoe


def game_parameters(model: Model, shoe: Shoe) -> tuple[Parameter, ...]:
    """The model, and the number of decks of a full shoe."""
    decks, rest = divmod(shoe.cards, 52)
    is_full = not rest and shoe.values == Shoe.of_decks(decks).values
    return Parameter("model", model.id), Parameter("decks", decks if is_full else None)


def shoe_cards(shoe: Shoe) -> tuple[Parameter, ...]:
    """The number of cards and the counts of their point values."""
    return Parameter("cards", shoe.cards), Parameter("values", shoe.values, _("Cards of point value 0 to 9"))


def commission_answer(model: Model, shoe: Shoe, low: Fraction, high: Fraction, digits: int) -> Answer:
    """Equilibria as functions of the commission."""
    game = deal_game(MODELS["A1"] if model.replaced else model, shoe)
    rows: list[tuple[Cell, ...]] = []
    for piece in pieces_between(game, low, high):
        if piece.place is None or piece.choice is None:
            punto = " ".join(f"{hand_text(h)}={p}" for h, p in zip(game.choices, piece.example.punto, strict=True))
            mixed: tuple[Cell, ...] = (punto, None, None, None, None)
        else:
            draws = piece.example.banco[game.sets.index(piece.place)]
            formula = f"({linear_text(piece.above)})/({linear_text(piece.below)})"
            place = hand_text(piece.place.hand), piece.place.third
            mixed = (hand_text(game.choices[piece.choice]), formula, *place, draws)
        ends = (cell for end in piece[:2] for cell in (Rounded(end.value, digits), end.text))
        rows.append((*ends, *mixed, piece.example.value))
    columns = columns_of(
        Column(_("from"), key="from_decimal"),
        Column(_("exactly"), key="from"),
        Column(_("to"), key="to_decimal"),
        Column(_("exactly"), key="to"),
        Column(_("hand of punto"), key="player_hand"),
        Column(_("draws"), key="player_draws"),
        Column(_("hand of banco"), key="hand"),
        Column(_("third card of punto"), key="third"),
        Column(_("draws"), key="draws"),
        Column(_("value to punto"), key="value"),
    )
    caption = _("Equilibria by the commission a on the wins of banco, model {model}", model=model.id)
    every = _(
        "These are all equilibria. Where a side can choose among many mixtures for the same commission, as at a breakpoint, one of them stands for all."
    )
    one = _("This is one equilibrium for each commission; there may be others.")
    note = every if len(game.choices) == 1 else one
    return Answer(
        "equilibrium-commission",
        (*game_parameters(model, shoe), *shoe_cards(shoe)),
        (Section("piece", Rows(("pieces",)), columns, rows, caption),),
        notes=(note,),
    )
