"""Reference tables of chemin de fer, the game with choices: equilibria by the number of decks and by the commission."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exact.analysis.closed_form import polynomial_text
from exact.analysis.equilibrium.by_commission import linear_text, pieces_between
from exact.analysis.equilibrium.every_deck import every_deck
from exact.analysis.equilibrium.game import MODELS, deal_game, hand_text
from exact.analysis.equilibrium.profile import Profile, equilibrium
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import _
from exact.arithmetic import fraction_text
from exact.game.shoe import Shoe
from exact.publication.chapters.outcome import MAIN_DECKS

DECKS = range(1, 9)
DIGITS = 9
INFINITE = "∞"
SOLVED = ("B1", "B2", "B3")
MOST = Fraction(1, 10)
"""The largest commission in the table of equilibria by commission."""
_NO_RULEBOOK = "chemin de fer"


def equilibria_table() -> Table:
    """What each side mixes, and the value, for one to eight decks and with replacement."""
    rows = [
        (name, decks, *row)
        for name in SOLVED
        for decks in DECKS
        for row in _mixtures(equilibrium(MODELS[name], Shoe.of_decks(decks)))
    ]
    rows += [("A1", INFINITE, *row) for row in _mixtures(equilibrium(MODELS["A1"], Shoe.of_decks(1)))]
    return Table(
        id="chemin-de-fer",
        caption=_("Equilibria of chemin de fer: the choices that are mixed, and the value to punto"),
        columns=columns_of(
            _("model"),
            _("decks"),
            _("hand of punto"),
            _("punto draws"),
            "p",
            _("hand of banco"),
            _("banco draws"),
            "q",
            Column(_("value to punto"), 4.4),
            _("value"),
        ),
        rows=rows,
        notes=(
            _("Punto draws on 0 to 4, stands on 6 and 7, and chooses on 5; banco always chooses, unless there is a natural."),
            _("Model A1 draws cards with replacement, the others without. In models 1 both sides see only totals, in B2 banco sees its cards, in B3 both see their cards."),
            _("Banco mixes only if punto has no third card. In B3 punto draws with 0,5, 6,9 and 7,8 and stands with 2,3."),
            _("Each of these equilibria is the only one of its game: every choice that is not mixed is strictly better than the other."),
            _("p, q and the last column are the decimals of the fractions before them."),
            _("A hand is a total, or the point values of two cards. Winner and loser exchange 1 unit; a tie exchanges nothing."),
        ),
        landscape=True,
        rulebook=_NO_RULEBOOK,
        parameters={"decks": list(DECKS), "models": [*SOLVED, "A1"], "digits": DIGITS},
    )  # fmt: skip


def _mixtures(profile: Profile) -> Iterator[tuple[Cell, ...]]:
    """The mixed choice of punto with the mixed choice of banco, as fractions and decimals, and the value."""
    game = profile.game
    puntos = [(hand, draws) for hand, draws in zip(game.choices, profile.punto, strict=True) if 0 < draws < 1]
    bancos = [(place, draws) for place, draws in zip(game.sets, profile.banco, strict=True) if 0 < draws < 1]
    for (hand, punto), (place, banco) in zip(puntos, bancos, strict=True):
        sides = ((hand, punto), (place.hand, banco))
        cells = (cell for side, draws in sides for cell in (hand_text(side), draws, Rounded(draws, DIGITS)))
        yield (
            *cells,
            fraction_text(profile.value),
            Rounded(profile.value, DIGITS),
        )  # as text, so that LaTeX may break it


def formulas_table() -> Table:
    """The closed forms in the number of decks."""
    rows: list[tuple[Cell, ...]] = []
    for name in SOLVED:
        for era in every_deck(MODELS[name]).eras:
            for side, form in ((_("punto draws"), era.punto), (_("banco draws"), era.banco), (_("value"), era.value)):
                formulas = polynomial_text(form.numerator), polynomial_text(form.denominator)
                limit = form.limit if era.last is None else None
                rows.append((name, era.first, era.last, side, *formulas, limit))
    return Table(
        id="chemin-de-fer-formulas",
        caption=_("Chemin de fer with d decks: closed forms of what is mixed and of the value to punto"),
        columns=columns_of(
            _("model"),
            _("from"),
            _("to"),
            _("figure"),
            Column(_("numerator"), 6.5),
            Column(_("denominator"), 6.5),
            _("limit"),
        ),
        rows=rows,
        notes=(
            _("The choices that are mixed are those of the table of equilibria. Other choices of banco change as d grows, and with them its probability and the value."),
            _("Proved for every whole number of decks: the equilibrium is the only one. Each choice that is not mixed is better by the sign of a polynomial in d that has no root from the last change on; smaller numbers are solved one by one."),
        ),
        landscape=True,
        rulebook=_NO_RULEBOOK,
        parameters={"decks": "d", "models": list(SOLVED)},
    )  # fmt: skip


def commission_table() -> Table:
    """Equilibria by the commission on banco's wins, with six and eight decks."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("B2", "B3"):
        for decks in MAIN_DECKS:
            game = deal_game(MODELS[name], Shoe.of_decks(decks))
            for piece in pieces_between(game, Fraction(0), MOST):
                ((hand, _punto, _p, other, banco, _q, value, _decimal),) = _mixtures(piece.example)
                formula = f"({linear_text(piece.above)})/({linear_text(piece.below)})"
                ends = (Rounded(end.value, 6) for end in (piece.low, piece.high))
                rows.append((name, decks, *ends, piece.low.text, hand, formula, other, banco, value))
    return Table(
        id="chemin-de-fer-commission",
        caption=_("Chemin de fer with a commission a on the wins of banco, up to 10 %"),
        columns=columns_of(
            _("model"),
            _("decks"),
            _("from"),
            _("to"),
            Column(_("begins exactly at"), 4.9),
            Column(_("hand of punto"), 1.4),
            Column(_("punto draws"), 2.8),
            Column(_("hand of banco"), 1.4),
            _("banco draws"),
            Column(_("value to punto"), 4.0),
        ),
        rows=rows,
        notes=(
            _("Punto draws with the hand named with the probability shown; banco mixes against no third card. All else is as without commission, but for the decisions that change at each breakpoint."),
            _("In B2 these are all equilibria, except that at a breakpoint banco may also mix at two decisions; in B3 they are one for each commission."),
        ),
        landscape=True,
        rulebook=_NO_RULEBOOK,
        parameters={"decks": list(MAIN_DECKS), "models": ["B2", "B3"], "commission": "0 to 1/10", "digits": 6},
    )  # fmt: skip
