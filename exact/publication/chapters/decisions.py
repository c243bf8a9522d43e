"""Reference tables of decisions: the price of each in the tableau, the best replies, and chemin de fer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from exact.analysis.closed_form import polynomial_text
from exact.analysis.equilibrium.by_commission import linear_text, pieces_between
from exact.analysis.equilibrium.every_deck import every_deck
from exact.analysis.equilibrium.game import MODELS, Game, Strategy, banco_gains, deal_game, hand_text, value_of
from exact.analysis.equilibrium.game import best_reply as best_strategy
from exact.analysis.equilibrium.profile import Profile, equilibrium
from exact.analysis.equilibrium.solutions import solve_many_choices
from exact.analysis.odds import odds_of_decks
from exact.analysis.tableau_cost import (
    BancoCell,
    Choice,
    banco_choices,
    banco_choices_by_hand,
    best_reply,
    punto_choices,
    punto_choices_by_hand,
)
from exact.answers.table import Cell, Column, Rounded, Table
from exact.answers.text import Text, _, joined
from exact.arithmetic import fraction_text
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.outcome import MAIN_DECKS
from exact.rules import NO_THIRD, Tableau, rules_named, standard_tableau
from exact.rules.wording import move_text
from exact.views.layout import decimal, reference_table
from exact.views.rulebook_tables import by_indifference, cell_words, move_word, reply_rows

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
    rows: list[tuple[Cell, ...]] = []
    for cell, choice in by_indifference(flip_choices(decks)):
        there = decimal(choice.cost_there, DIGITS)
        costs = Rounded(choice.probability, DIGITS), choice.cost, Rounded(choice.cost, DIGITS), there
        rows.append((*cell_words(cell, choice), *costs))
    costs_of = (_("probability"), _("cost per coup"), _("decimal"), _("per coup there"))
    return reference_table(
        _("What banco loses if one cell of the tableau is flipped, with {decks} decks", decks=decks),
        (_("banco"), _("third card"), _("tableau"), *costs_of),
        rows,
        _(
            "The cost is expected net win per coup, at even money without commission, while punto and every other cell "
            "follow the tableau; a negative cost is a gain. “Probability” is that of meeting the cell, “per coup "
            "there” the cost divided by it. The cells nearest to indifference come first."
        ),
        decks=decks,
        digits=DIGITS,
    )


def replies_table() -> Table:
    """What banco wins by the tableau, and by the best reply to a punto that always draws on 5."""
    tableau = standard_tableau()
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        odds = odds_of_decks(decks, tableau)
        expectation = odds.probability(Outcome.BANCO) - odds.probability(Outcome.PUNTO)
        by_hand = banco_choices_by_hand(Shoe.of_decks(decks), tableau)
        by_total = flip_choices(decks)
        totals = [move_text(cell, not choice.draws) for cell, choice in by_total.items() if choice.cost < 0]
        hands = [_hand_move(*cell, not choice.draws) for cell, choice in by_hand.items() if choice.cost < 0]
        names = _("the tableau"), _("best, sees totals"), _("best, sees cards")
        replies = reply_rows(names, expectation, ((), by_total.values(), by_hand.values()), DIGITS)
        for (name, wins, gain, rounded), moves in zip(replies, ([], totals, hands), strict=True):
            rows.append((decks, name, Rounded(wins, DIGITS), gain, rounded, joined("; ", moves) if moves else None))
    gains = (_("gain over the tableau"), _("decimal"))
    return reference_table(
        _("The best banco against a punto that always draws on 5, at even money"),
        (_("decks"), _("banco"), _("expectation"), *gains, Column(_("departures from the tableau"), 7.0)),
        rows,
        landscape=True,
        decks=list(MAIN_DECKS),
        digits=DIGITS,
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
            move = move_word(choice)
            costs = (Rounded(choice.cost, DIGITS), Rounded(replied.cost, DIGITS))
            rows.append((decks, hand, move, Rounded(choice.probability, DIGITS), choice.cost, *costs))
    priced = (_("cost against the tableau"), _("decimal"), _("against the best banco"))
    return reference_table(
        _("What punto loses if it does the opposite on one total or with one hand of 5, at even money"),
        (_("decks"), _("punto"), _("tableau"), _("probability"), *priced),
        rows,
        _(
            "The best banco sees totals and knows that punto always draws on 5; against it, a punto that stands on 5 "
            "gains. Costs are expected net win per coup."
        ),
        decks=list(MAIN_DECKS),
        digits=DIGITS,
    )


def _punto_prices(shoe: Shoe, tableau: Tableau) -> Iterator[tuple[str, Choice]]:
    """Punto's choice on each total, and after the total 5 with each of its hands."""
    for total, choice in punto_choices(shoe, tableau).items():
        yield str(total), choice
        if total == 5:
            for hand, of_hand in punto_choices_by_hand(shoe, tableau, total).items():
                yield "+".join(map(str, hand)), of_hand


def open_standing_table() -> Table:
    """Document 004's punto, which may stand on 6 and on 7, against a bank by the table and one that may choose."""
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
    banks = (_("bank by table"), _("change"), _("banco at 5 %"), _("best by totals"), _("best by cards"))
    return reference_table(
        _("Document 004's “may choose to stand with 6 or 7” as a game: what punto wins per coup at even money"),
        (_("decks"), Column(_("punto draws on"), 2.8), *banks),
        rows,
        _(
            "The bank draws by its table, or chooses best, with sight of totals or of its cards. “Change” is what "
            "drawing adds for punto, “banco at 5 %” what a bet on banco wins after commission, if the bank draws by "
            "its table. In the equilibrium punto chooses on 6 and 7 and the bank always."
        ),
        rulebook=_OPEN_RULES,
        decks=list(MAIN_DECKS),
        digits=DIGITS,
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


DECKS = range(1, 9)
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
    mixed = (_("hand of punto"), _("punto draws"), "p", _("hand of banco"), _("banco draws"), "q")
    return reference_table(
        _("Equilibria of chemin de fer: the choices that are mixed, and the value to punto"),
        (_("model"), _("decks"), *mixed, Column(_("value to punto"), 4.4), _("value")),
        rows,
        _(
            "Punto draws on 0 to 4, stands on 6 and 7, and chooses on 5; banco always chooses, unless there is a "
            "natural."
        ),
        _(
            "Model A1 draws cards with replacement, the others without. In models 1 both sides see only totals, in B2 "
            "banco sees its cards, in B3 both see their cards."
        ),
        _("Banco mixes only if punto has no third card. In B3 punto draws with 0,5, 6,9 and 7,8 and stands with 2,3."),
        _(
            "Each of these equilibria is the only one of its game: every choice that is not mixed is strictly better "
            "than the other."
        ),
        _("p, q and the last column are the decimals of the fractions before them."),
        _(
            "A hand is a total, or the point values of two cards. Winner and loser exchange 1 unit; a tie exchanges "
            "nothing."
        ),
        landscape=True,
        rulebook=_NO_RULEBOOK,
        decks=list(DECKS),
        models=[*SOLVED, "A1"],
        digits=DIGITS,
    )


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
    quotient = (Column(_("numerator"), 6.5), Column(_("denominator"), 6.5))
    return reference_table(
        _("Chemin de fer with d decks: closed forms of what is mixed and of the value to punto"),
        (_("model"), _("from"), _("to"), _("figure"), *quotient, _("limit")),
        rows,
        _(
            "The choices that are mixed are those of the table of equilibria. Other choices of banco change as d "
            "grows, and with them its probability and the value."
        ),
        _(
            "Proved for every whole number of decks: the equilibrium is the only one. Each choice that is not mixed is "
            "better by the sign of a polynomial in d that has no root from the last change on; smaller numbers are "
            "solved one by one."
        ),
        landscape=True,
        rulebook=_NO_RULEBOOK,
        decks="d",
        models=list(SOLVED),
    )


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
    piece_of = (_("model"), _("decks"), _("from"), _("to"), Column(_("begins exactly at"), 4.9))
    of_punto = (Column(_("hand of punto"), 1.4), Column(_("punto draws"), 2.8))
    of_banco = (Column(_("hand of banco"), 1.4), _("banco draws"))
    return reference_table(
        _("Chemin de fer with a commission a on the wins of banco, up to 10 %"),
        (*piece_of, *of_punto, *of_banco, Column(_("value to punto"), 4.0)),
        rows,
        _(
            "Punto draws with the hand named with the probability shown; banco mixes against no third card. All else "
            "is as without commission, but for the decisions that change at each breakpoint."
        ),
        _(
            "In B2 these are all equilibria, except that at a breakpoint banco may also mix at two decisions; in B3 "
            "they are one for each commission."
        ),
        landscape=True,
        rulebook=_NO_RULEBOOK,
        decks=list(MAIN_DECKS),
        models=["B2", "B3"],
        commission="0 to 1/10",
        digits=6,
    )
