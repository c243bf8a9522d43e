"""Reference tables of the tableau's decisions: the price of each, the best replies, and a punto that may choose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from exact.analysis.equilibrium.game import MODELS, Game, deal_game
from exact.analysis.equilibrium.many_choices import solve_many_choices
from exact.analysis.equilibrium.strategies import Strategy, banco_gains, value_of
from exact.analysis.equilibrium.strategies import best_reply as best_strategy
from exact.analysis.full_shoes import odds_of_decks
from exact.analysis.tableau_cost import (
    BancoCell,
    Choice,
    banco_choices,
    banco_choices_by_hand,
    best_reply,
    gain_of_best_reply,
    punto_choices,
    punto_choices_by_hand,
)
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import Text, _, joined, pgettext
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.outcome import MAIN_DECKS
from exact.rules.named import rules_named, standard_tableau
from exact.rules.rulebook_file import move_text
from exact.rules.tableau import NO_THIRD, Tableau

DIGITS = 9
OPEN_TOTALS = (6, 7)
"""The totals on which house document 004 says that punto may choose to stand."""
_OPEN_RULES = "otto-mazzi"


@cache
def flip_choices(decks: int) -> dict[BancoCell, Choice]:
    """Banco's 88 choices with full decks, at even money."""
    return banco_choices(Shoe.of_decks(decks), standard_tableau())


def flips_table(decks: int) -> Table:
    """Every cell of the tableau and what banco loses if it is flipped, the nearest to indifference first."""
    ordered = sorted(flip_choices(decks).items(), key=lambda entry: abs(entry[1].cost))
    rows: list[tuple[Cell, ...]] = [
        (
            total,
            pgettext("third card", "none") if third == NO_THIRD else str(third),
            _("draws") if choice.draws else _("stands"),
            Rounded(choice.probability, DIGITS),
            choice.cost,
            Rounded(choice.cost, DIGITS),
            None if choice.cost_there is None else Rounded(choice.cost_there, DIGITS),
        )
        for (total, third), choice in ordered
    ]
    return Table(
        id=f"tableau-flips-{decks}-decks",
        caption=_("What banco loses if one cell of the tableau is flipped, with {decks} decks", decks=decks),
        columns=columns_of(
            _("banco"),
            _("third card"),
            _("tableau"),
            _("probability"),
            _("cost per coup"),
            _("decimal"),
            _("per coup there"),
        ),
        rows=rows,
        notes=(
            _(
                "The cost is expected net win per coup, at even money without commission, while punto and every other cell follow "
                "the tableau; a negative cost is a gain. “Probability” is that of meeting the cell, “per coup there” the cost divided "
                "by it. The cells nearest to indifference come first."
            ),
        ),
        parameters={"decks": decks, "digits": DIGITS},
    )


def replies_table() -> Table:
    """What banco wins by the tableau, and by the best reply to a punto that always draws on 5."""
    tableau = standard_tableau()
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        odds = odds_of_decks(decks, tableau)
        expectation = odds.probability(Outcome.BANCO) - odds.probability(Outcome.PUNTO)
        by_hand = banco_choices_by_hand(Shoe.of_decks(decks), tableau)
        totals = [move_text(cell, not choice.draws) for cell, choice in flip_choices(decks).items() if choice.cost < 0]
        hands = [_hand_move(*known, not choice.draws) for known, choice in by_hand.items() if choice.cost < 0]
        for name, choices, changes in (
            (_("the tableau"), (), []),
            (_("best, sees totals"), flip_choices(decks).values(), totals),
            (_("best, sees cards"), by_hand.values(), hands),
        ):
            gain = gain_of_best_reply(choices)
            departures = joined("; ", changes) if changes else None
            rows.append((decks, name, Rounded(expectation + gain, DIGITS), gain, Rounded(gain, DIGITS), departures))
    return Table(
        id="tableau-best-replies",
        caption=_("The best banco against a punto that always draws on 5, at even money"),
        columns=columns_of(
            _("decks"),
            _("banco"),
            _("expectation"),
            _("gain over the tableau"),
            _("decimal"),
            Column(_("departures from the tableau"), 7.0),
        ),
        rows=rows,
        landscape=True,
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def _hand_move(hand: tuple[int, int], third: int, draws: bool) -> Text:
    """Banco's move with its two cards, as in `move_text`."""
    cards = "+".join(map(str, hand))
    if third == NO_THIRD:
        return (
            _("{cards}, no third card: draws", cards=cards)
            if draws
            else _("{cards}, no third card: stands", cards=cards)
        )
    if draws:
        return _("{cards} against {third}: draws", cards=cards, third=third)
    return _("{cards} against {third}: stands", cards=cards, third=third)


def punto_table() -> Table:
    """What each of punto's moves costs if it does the opposite, against the tableau and against the best banco."""
    tableau = standard_tableau()
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        shoe = Shoe.of_decks(decks)
        best = best_reply(flip_choices(decks), tableau)
        against = [_punto_prices(shoe, banco) for banco in (tableau, best)]
        for (hand, choice), (_hand, replied) in zip(*against, strict=True):
            move = _("draws") if choice.draws else _("stands")
            costs = (Rounded(choice.cost, DIGITS), Rounded(replied.cost, DIGITS))
            rows.append((decks, hand, move, Rounded(choice.probability, DIGITS), choice.cost, *costs))
    return Table(
        id="punto-choices",
        caption=_("What punto loses if it does the opposite on one total or with one hand of 5, at even money"),
        columns=columns_of(
            _("decks"),
            _("punto"),
            _("tableau"),
            _("probability"),
            _("cost against the tableau"),
            _("decimal"),
            _("against the best banco"),
        ),
        rows=rows,
        notes=(
            _(
                "The best banco sees totals and knows that punto always draws on 5; against it, a punto that stands on 5 gains. "
                "Costs are expected net win per coup."
            ),
        ),
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def _punto_prices(shoe: Shoe, tableau: Tableau) -> Iterator[tuple[str, Choice]]:
    """Punto's choice on each total, and after the total 5 with each of its hands."""
    for total, choice in punto_choices(shoe, tableau).items():
        yield str(total), choice
        if total == 5:
            for hand, of_hand in punto_choices_by_hand(shoe, tableau, total).items():
                yield "+".join(map(str, hand)), of_hand


def open_standing_table() -> Table:
    """House document 004's punto, which may choose to stand on 6 and on 7, against a bank by the table and one that may choose."""
    rules = rules_named(_OPEN_RULES)
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        shoe = Shoe.of_decks(decks)
        totals, cards = (deal_game(MODELS[model], shoe, OPEN_TOTALS) for model in ("B1", "B2"))
        by_table = tuple(
            Fraction(rules.tableau.banco_draws(known.hand[0], NO_THIRD if known.third is None else known.third))
            for known in totals.sets
        )
        standing = value_of(totals, _drawing_on(), by_table)
        for drawn in ((), (6,), (7,), OPEN_TOTALS):
            punto = _drawing_on(*drawn)
            bound = value_of(totals, punto, by_table)
            odds = odds_of_decks(decks, _with_punto(rules.tableau, drawn))
            banco = odds.price(Outcome.BANCO, rules).expectation
            free = (Rounded(_against_best(game, punto), DIGITS) for game in (totals, cards))
            change = Rounded(bound - standing, DIGITS)
            rows.append((decks, _choice_text(drawn), Rounded(bound, DIGITS), change, Rounded(banco, DIGITS), *free))
        (drawn_on, seeing_totals), (also, seeing_cards) = _equilibrium(totals), _equilibrium(cards)
        assert drawn_on == also
        rows.append((decks, drawn_on, None, None, None, seeing_totals, seeing_cards))
    return Table(
        id="otto-mazzi-standing",
        caption=_("Document 004's “may choose to stand with 6 or 7” as a game: what punto wins per coup at even money"),
        columns=columns_of(
            _("decks"),
            Column(_("punto draws on"), 2.8),
            _("bank by table"),
            _("change"),
            _("banco at 5 %"),
            _("best by totals"),
            _("best by cards"),
        ),
        rows=rows,
        notes=(
            _(
                "The bank draws by its table, or chooses best, with sight of totals or of its cards. “Change” is what drawing adds for "
                "punto, “banco at 5 %” what a bet on banco wins after commission, if the bank draws by its table. In the equilibrium punto "
                "chooses on 6 and 7 and the bank always."
            ),
        ),
        rulebook=_OPEN_RULES,
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def _drawing_on(*totals: int) -> Strategy:
    """A punto that draws on these of `OPEN_TOTALS` and stands on the others."""
    return tuple(Fraction(total in totals) for total in OPEN_TOTALS)


def _with_punto(tableau: Tableau, drawn: tuple[int, ...]) -> Tableau:
    for total in drawn:
        tableau = tableau.with_punto(total, "D")
    return tableau


def _against_best(game: Game, punto: Strategy) -> Fraction:
    """What punto wins against the best reply to it."""
    return value_of(game, punto, best_strategy(banco_gains(game, punto)))


def _choice_text(drawn: tuple[int, ...]) -> Text:
    if not drawn:
        return _("neither")
    return _("6 and 7") if drawn == OPEN_TOTALS else Text(str(*drawn))


def _equilibrium(game: Game) -> tuple[Text, Rounded]:
    """Punto's probabilities of drawing, and what it wins, if both sides choose."""
    punto, banco = solve_many_choices(game)
    six, seven = punto
    text = _("equilibrium: on 6 with probability {six}, on 7 with {seven}", six=six, seven=seven)
    return text, Rounded(value_of(game, punto, banco), DIGITS)
