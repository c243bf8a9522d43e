"""Tables of chemin de fer: an equilibrium or a reply, equilibria by the commission, formulas in the number of decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import itemgetter

from exact.analysis.closed_form import ClosedForm, factored_text
from exact.analysis.equilibrium.by_commission import EquilibriumPiece, linear_text
from exact.analysis.equilibrium.every_deck import Era, EveryDeck, Statement
from exact.analysis.equilibrium.game import Game, at, hand_text, weights_of
from exact.analysis.equilibrium.solutions import Profile
from exact.answers.table import Cell, Column, Detailed, Rounded, Table, columns_of
from exact.answers.text import Text, _, pgettext
from exact.game import Side
from exact.views.layout import decimal, exactly

_CLOSEST = 12
"""The number of close decisions that plain text shows."""
_MIX_DIGITS = 4
"""The decimals of a probability of drawing in the grid of banco's decisions."""
_THIRD = Column(_("third card of punto"), key="third")
_FROM = Column(_("from d"), key="from")
_WRAP_CM = 3.6
_BANCO_HEADS = columns_of(_("hand"), _THIRD, _("draws"), _("margin"), Column(_("probability"), derived=True))


def margins(gains: Sequence[Fraction | None]) -> list[Fraction | None]:
    """By how much the better choice beats the other; `None` for a decision to which the shoe cannot lead."""
    return [None if gain is None else abs(gain) for gain in gains]


def punto_decisions(profiles: Sequence[Profile], digits: int) -> Table:
    """Punto's strategy in each equilibrium."""
    rows: list[tuple[Cell, ...]] = [
        (hand_text(hand), draws, decimal(margin, digits), Rounded(profile.value, digits))
        for profile in profiles
        for hand, draws, margin in zip(profile.game.choices, profile.punto, margins(profile.punto_gains), strict=True)
    ]
    columns = columns_of(_("hand"), _("draws"), _("margin"), _("value"))
    caption = _("Punto on 5, model {model}: the probability of drawing", model=profiles[0].game.model.id)
    return Table("equilibria", caption, columns, rows, rearranged=len(profiles) < 2)


def banco_grid(profile: Profile) -> Table:
    """Banco's decisions as a grid, for readers."""
    rows: dict[str, list[Cell]] = {}
    for place, draws in zip(profile.game.sets, profile.banco, strict=True):
        rows.setdefault(hand_text(place.hand), []).append(_letter(draws) if place.reachable else None)
    columns = columns_of(_("hand"), _("none"), *map(str, range(10)))
    caption = _(
        "Banco, by its hand and the third card of punto: D draws, S stands, a number is the probability of drawing"
    )
    return Table("tableau", caption, columns, [(hand, *cells) for hand, cells in rows.items()], rearranged=True)


def _letter(draws: Fraction) -> Cell:
    if 0 < draws < 1:
        return Rounded(draws, _MIX_DIGITS)
    return pgettext("letter", "D") if draws else pgettext("letter", "S")


def banco_decisions(profile: Profile, digits: int) -> tuple[Table, Table]:
    """The closest decisions, for readers, and every information set with the probability that a coup leads there."""
    game, weights = profile.game, weights_of(profile.punto)
    rows: list[tuple[Cell, ...]] = []
    by_margin: list[tuple[Fraction, tuple[Cell, ...]]] = []
    for place, draws, margin in zip(game.sets, profile.banco, margins(profile.banco_gains), strict=True):
        reached = Rounded(Fraction(at(place.deals, weights), weights[0] * game.deals), digits)
        rows.append((hand_text(place.hand), place.third, draws, exactly(margin, digits), reached))
        if margin is not None:
            by_margin.append((margin, rows[-1]))
    closest = [row for _margin, row in sorted(by_margin, key=itemgetter(0))]
    caption = _("The closest decisions of banco: the gain of the better choice over the other, per coup")
    return (
        Table("closest", caption, _BANCO_HEADS, closest, most=_CLOSEST, rearranged=True),
        Table("banker", _("Every decision of banco"), _BANCO_HEADS, rows, most=0),
    )


def equilibria_by_commission(
    game: Game, pieces: Iterator[EquilibriumPiece] | Sequence[EquilibriumPiece], model: str, digits: int
) -> Table:
    """Equilibria as functions of the commission."""
    rows: list[tuple[Cell, ...]] = []
    for piece in pieces:
        if piece.place is None or piece.choice is None:
            punto = " ".join(f"{hand_text(h)}={p}" for h, p in zip(game.choices, piece.example.punto, strict=True))
            mixed: tuple[Cell, ...] = (punto, None, None, None, None)
        else:
            draws = piece.example.banco[game.sets.index(piece.place)]
            formula = f"({linear_text(piece.above)})/({linear_text(piece.below)})"
            place = hand_text(piece.place.hand), piece.place.third
            mixed = (hand_text(game.choices[piece.choice]), formula, *place, draws)
        ends = (cell for end in (piece.low, piece.high) for cell in (Rounded(end.value, digits), end.text))
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
    caption = _("Equilibria by the commission a on the wins of banco, model {model}", model=model)
    return Table("pieces", caption, columns, rows)


def formulas_by_era(every: EveryDeck) -> Table:
    """The formulas of each era."""
    columns = columns_of(
        _FROM,
        Column(_("to d"), key="to"),
        _("figure"),
        _("hand"),
        _THIRD,
        Column(_("numerator"), _WRAP_CM),
        Column(_("denominator"), _WRAP_CM),
        _("limit"),
    )
    rows = [row for era in every.eras for row in _formulas(era)]
    caption = _("Chemin de fer, model {model}, with d full decks", model=every.model.id)
    return Table("eras", caption, columns, rows)


def _formulas(era: Era) -> Iterator[tuple[Cell, ...]]:
    figures: tuple[tuple[Text, str | None, int | None, ClosedForm], ...] = (
        (_("punto draws"), hand_text(era.example.game.choices[era.choice]), None, era.punto),
        (_("banco draws"), hand_text(era.place.hand), era.place.third, era.banco),
        (_("value to punto"), None, None, era.value),
    )
    for *figure, form in figures:
        parts = (Detailed([*map(str, part)], factored_text(part)) for part in form)
        yield era.first, era.last, *figure, *parts, None if era.last else form.limit


def changed_decisions(every: EveryDeck) -> Table:
    """The decisions of the last era that are made in another way in an earlier one."""
    *earlier, last = every.eras
    rows: list[tuple[Cell, ...]] = []
    for side in Side:
        for position, draws in enumerate(_strategy(last, side)):
            others = [era for era in earlier if _pure(_strategy(era, side)[position]) != _pure(draws)]
            if others:
                numbers = tuple(str(decks) for era in others for decks in range(era.first, (era.last or 0) + 1))
                rows.append((side.text, *_decision(last, side, position), _pure(draws), numbers))
    columns = columns_of(_("side"), _("hand"), _THIRD, _("draws"), _("except with decks"))
    caption = _("Decisions that are different with few decks")
    return Table("changes", caption, columns, rows)


def proof_statements(every: EveryDeck) -> Table:
    """Every statement of the proof that the last era has no end."""
    columns = columns_of(
        Column(_("positive"), key="subject"),
        _("side"),
        _("hand"),
        _THIRD,
        _("draws"),
        Column(_("numerator"), _WRAP_CM),
        Column(_("denominator"), _WRAP_CM),
        _FROM,
        Column(_("numerator, shifted"), _WRAP_CM, key="shifted_numerator"),
        Column(_("denominator, shifted"), _WRAP_CM, key="shifted_denominator"),
    )
    rows = [_row(every.eras[-1], statement) for statement in every.statements]
    note = _(
        "Coefficients ascend from the constant. Shifted: in powers of d minus the number in the column “from d”; no "
        "coefficient is negative."
    )
    caption = _("The proof: quotients of polynomials that are positive from some d on")
    return Table("statements", caption, columns, rows, (note,), most=0)


def _row(last: Era, statement: Statement) -> tuple[Cell, ...]:
    decision: tuple[Cell, ...] = (None, None, None, None)
    if statement.side is not None and statement.position is not None:
        draws = _strategy(last, statement.side)[statement.position]
        decision = statement.side.text, *_decision(last, statement.side, statement.position), _pure(draws)
    return (
        statement.subject.value,
        *decision,
        *map(_coefficients, statement.form),
        statement.start,
        *map(_coefficients, statement.certificate),
    )


def _strategy(era: Era, side: Side) -> Sequence[Fraction]:
    return era.example.punto if side is Side.PUNTO else era.example.banco


def _pure(draws: Fraction) -> Fraction | None:
    """A probability of 0 or 1; `None` for a mixed decision."""
    return draws if draws in (0, 1) else None


def _decision(era: Era, side: Side, position: int) -> tuple[str, int | None]:
    """The hand and, for banco, the third card of punto."""
    if side is Side.PUNTO:
        return hand_text(era.example.game.choices[position]), None
    place = era.example.game.sets[position]
    return hand_text(place.hand), place.third


def _coefficients(coefficients: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, coefficients))
