"""Tables of chemin de fer: an equilibrium or a reply, equilibria by the commission, formulas in the number of decks."""

from collections.abc import Iterable, Iterator, Sequence
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
from exact.views.layout import Row, decimal, exactly, from_rows

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
        letter = pgettext("letter", "D") if draws else pgettext("letter", "S")
        shown = Rounded(draws, 4) if 0 < draws < 1 else letter
        rows.setdefault(hand_text(place.hand), []).append(shown if place.reachable else None)
    columns = columns_of(_("hand"), _("none"), *map(str, range(10)))
    caption = _(
        "Banco, by its hand and the third card of punto: D draws, S stands, a number is the probability of drawing"
    )
    return Table("tableau", caption, columns, [(hand, *cells) for hand, cells in rows.items()], rearranged=True)


def banco_decisions(profile: Profile, digits: int) -> tuple[Table, Table]:
    """The closest decisions, for readers, and every information set with the probability that a coup leads there."""
    game, weights = profile.game, weights_of(profile.punto)
    by_margin = margins(profile.banco_gains)
    rows: list[tuple[Cell, ...]] = []
    for place, draws, margin in zip(game.sets, profile.banco, by_margin, strict=True):
        reached = Rounded(Fraction(at(place.deals, weights), weights[0] * game.deals), digits)
        rows.append((hand_text(place.hand), place.third, draws, exactly(margin, digits), reached))
    caption = _("The closest decisions of banco: the gain of the better choice over the other, per coup")
    every = Table("banker", _("Every decision of banco"), _BANCO_HEADS, rows, most=0)
    return with_closest(every, by_margin, caption)


def with_closest(every: Table, by_margin: Sequence[Fraction | None], caption: Text) -> tuple[Table, Table]:
    """The decisions that have a margin, the closest first, for readers; and the table of every one."""
    reachable = [(margin, row) for margin, row in zip(by_margin, every.rows, strict=True) if margin is not None]
    rows = [row for _margin, row in sorted(reachable, key=itemgetter(0))]
    return Table("closest", caption, every.columns, rows, most=12, rearranged=True), every


def equilibria_by_commission(game: Game, pieces: Iterable[EquilibriumPiece], model: str, digits: int) -> Table:
    """Equilibria as functions of the commission."""

    def row(piece: EquilibriumPiece) -> Row:
        hand, third, formula, draws = None, None, None, None
        if piece.place is None or piece.choice is None:
            pairs = zip(game.choices, piece.example.punto, strict=True)
            punto = " ".join(f"{hand_text(choice)}={probability}" for choice, probability in pairs)
        else:
            punto, hand, third = hand_text(game.choices[piece.choice]), hand_text(piece.place.hand), piece.place.third
            formula = f"({linear_text(piece.above)})/({linear_text(piece.below)})"
            draws = piece.example.banco[game.sets.index(piece.place)]
        return {
            Column(_("from"), key="from_decimal"): Rounded(piece.low.value, digits),
            Column(_("exactly"), key="from"): piece.low.text,
            Column(_("to"), key="to_decimal"): Rounded(piece.high.value, digits),
            Column(_("exactly"), key="to"): piece.high.text,
            Column(_("hand of punto"), key="player_hand"): punto,
            Column(_("draws"), key="player_draws"): formula,
            Column(_("hand of banco"), key="hand"): hand,
            _THIRD: third,
            Column(_("draws"), key="draws"): draws,
            Column(_("value to punto"), key="value"): piece.example.value,
        }

    caption = _("Equilibria by the commission a on the wins of banco, model {model}", model=model)
    return from_rows("pieces", caption, map(row, pieces))


def tables_of_every_deck(every: EveryDeck) -> Iterator[Table]:
    """The formulas of each era, the decisions that earlier eras make in another way, and the proof of the last."""
    caption = _("Chemin de fer, model {model}, with d full decks", model=every.model.id)
    yield from_rows("eras", caption, (row for era in every.eras for row in _formulas(era)))
    *earlier, last = every.eras
    changes: list[Row] = []
    for side in Side:
        for position in range(len(_strategy(last, side))):
            now = _decision(last, side, position)
            others = [era for era in earlier if _decision(era, side, position) != now]
            decks = tuple(str(decks) for era in others for decks in range(era.first, (era.last or 0) + 1))
            if others:
                changes.append({**now, _("except with decks"): decks})
    yield from_rows("changes", _("Decisions that are different with few decks"), changes)
    note = _(
        "Coefficients ascend from the constant. Shifted: in powers of d minus the number in the column “from d”; no "
        "coefficient is negative."
    )
    caption = _("The proof: quotients of polynomials that are positive from some d on")
    statements = (_of_statement(last, statement) for statement in every.statements)
    yield from_rows("statements", caption, statements, (note,), most=0)


def _formulas(era: Era) -> Iterator[Row]:
    figures: tuple[tuple[Text, str | None, int | None, ClosedForm], ...] = (
        (_("punto draws"), hand_text(era.example.game.choices[era.choice]), None, era.punto),
        (_("banco draws"), hand_text(era.place.hand), era.place.third, era.banco),
        (_("value to punto"), None, None, era.value),
    )
    for figure, hand, third, form in figures:
        above, below = (Detailed([*map(str, part)], factored_text(part)) for part in form)
        yield {
            _FROM: era.first,
            Column(_("to d"), key="to"): era.last,
            _("figure"): figure,
            _("hand"): hand,
            _THIRD: third,
            Column(_("numerator"), _WRAP_CM): above,
            Column(_("denominator"), _WRAP_CM): below,
            _("limit"): None if era.last else form.limit,
        }


def _of_statement(last: Era, statement: Statement) -> Row:
    decision: Row = dict.fromkeys((_("side"), _("hand"), _THIRD, _("draws")))
    if statement.side is not None and statement.position is not None:
        decision = _decision(last, statement.side, statement.position)
    parts = (*statement.form, *statement.certificate)
    above, below, shifted_above, shifted_below = (tuple(map(str, coefficients)) for coefficients in parts)
    return {
        Column(_("positive"), key="subject"): statement.subject.value,
        **decision,
        Column(_("numerator"), _WRAP_CM): above,
        Column(_("denominator"), _WRAP_CM): below,
        _FROM: statement.start,
        Column(_("numerator, shifted"), _WRAP_CM, key="shifted_numerator"): shifted_above,
        Column(_("denominator, shifted"), _WRAP_CM, key="shifted_denominator"): shifted_below,
    }


def _strategy(era: Era, side: Side) -> Sequence[Fraction]:
    return era.example.punto if side is Side.PUNTO else era.example.banco


def _decision(era: Era, side: Side, position: int) -> dict[Column | str, Cell]:
    """A decision, and whether it draws: 0, 1, or `None` for a mixed decision."""
    game, draws = era.example.game, _strategy(era, side)[position]
    place = game.sets[position] if side is Side.BANCO else None
    return {
        _("side"): side.text,
        _("hand"): hand_text(place.hand if place else game.choices[position]),
        _THIRD: place.third if place else None,
        _("draws"): draws if draws in (0, 1) else None,
    }
