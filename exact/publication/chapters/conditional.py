"""Reference tables of coups in progress: after two, three and four cards, insurance, and one known card."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exact.analysis.given import odds_by, prices_by
from exact.analysis.pricing import price_bet
from exact.answers.table import Cell, Rounded, Table, columns_of
from exact.answers.text import _
from exact.arithmetic import number_text, ordered_deals
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.game.coup import Outcome, Side
from exact.game.shoe import Shoe
from exact.publication.chapters.bet import LAYOUT
from exact.publication.chapters.outcome import MAIN_DECKS
from exact.rules.named import rules_named, standard_tableau
from exact.rules.tableau import STANDARD

DIGITS = 9
_NOT_OFFERED = "not-offered"
"""The category of an insurance bet for the coups in which nobody offers it."""
_MAIN_BETS = tuple(outcome.text for outcome in Outcome)
_OUTCOME_HEADS = (_("P(punto)"), _("P(banco)"), _("P(tie)"), *_MAIN_BETS)
_EXPECTATION_NOTE = _(
    "The last three columns are expectations per unit staked on punto, banco at 5 % commission and the tie at 8 to 1, "
    "as if the bets were still open; the column “likelihood” is the probability of what is known."
)


def after_two_cards_table() -> Table:
    """The odds given the total of one side's first two cards."""
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        for side in Side:
            rows += [(decks, side.text, *row) for row in _odds_rows(decks, f"{side.value}_two_card_total")]
    return _table(
        "after-two-cards",
        _("The odds given the two-card total of one side"),
        (_("side"), _("total")),
        rows,
    )


def after_three_cards_table() -> Table:
    """The odds given the first three cards of the shoe: punto's total and banco's first card."""
    known = "punto_two_card_total", "banco_value_1"
    return _table(
        "after-three-cards",
        _("The odds after three cards: punto's two-card total and the point value of banco's first card"),
        (_("punto's total"), _("banco's card")),
        [(decks, *row) for decks in MAIN_DECKS for row in _odds_rows(decks, *known)],
    )


def after_four_cards_table() -> Table:
    """The odds given the totals of both sides' first two cards."""
    known = "punto_two_card_total", "banco_two_card_total"
    return _table(
        "after-four-cards",
        _("The odds after four cards: the two-card totals of both sides"),
        (_("punto's total"), _("banco's total")),
        [(decks, *row) for decks in MAIN_DECKS for row in _odds_rows(decks, *known)],
    )


def _odds_rows(decks: int, *names: str) -> Iterator[tuple[Cell, ...]]:
    """For each combination of values that ``names`` may have: the values, how likely they are, and the odds given them."""
    rules = rules_named(STANDARD)
    for values, odds in odds_by(Shoe.of_decks(decks), rules.tableau, names).items():
        likelihood = Fraction(odds.deals, ordered_deals(52 * decks))
        chances = map(odds.probability, Outcome)
        expectations = (odds.price(bet, rules).expectation for bet in Outcome)
        yield *values, *(Rounded(figure, DIGITS) for figure in (likelihood, *chances, *expectations))


def _table(table_id: str, caption: str, known: tuple[str, str], rows: list[tuple[Cell, ...]]) -> Table:
    return Table(
        id=table_id,
        caption=caption,
        columns=columns_of(_("decks"), *known, _("likelihood"), *_OUTCOME_HEADS),
        rows=rows,
        notes=(_EXPECTATION_NOTE,),
        landscape=True,
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def insurance_table() -> Table:
    """Insurance bets after four cards: how often they are offered, their results, and their edge when offered."""
    rows: list[tuple[Cell, ...]] = []
    for decks in MAIN_DECKS:
        for name, bet in catalogue().items():
            if _NOT_OFFERED in bet.categories:
                price = price_bet(bet, Shoe.of_decks(decks), standard_tableau())
                offered = 1 - price.probability(bet.categories.index(_NOT_OFFERED))
                won, pushed = (price.probability(bet.categories.index(end)) / offered for end in ("win", "push"))
                payoff = price.payoffs[bet.categories.index("win")]
                fair = (1 - won - pushed) / won
                edge = price.house_edge / offered
                ends = (Rounded(chance, DIGITS) for chance in (offered, won, pushed))
                rows.append((name, decks, *ends, number_text(payoff), Rounded(fair, 6), Rounded(edge, DIGITS)))
    return Table(
        id="insurance-bets",
        caption=_(
            "Insurance after four cards with 6 and 8 decks, by the side insured and the two-card totals of punto and "
            "banco"
        ),
        columns=columns_of(
            _("bet"), _("decks"), _("offered"), _("won"), _("pushed"), _("pays"), _("fair"), _("house edge")
        ),
        rows=rows,
        notes=(
            _(
                "“Offered” is the probability that the first four cards have these totals; the later columns are conditional on "
                "it. A tie pushes; “fair” is the payoff to one at which the edge would be 0."
            ),
        ),
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def known_card_table() -> Table:
    """The gain of a player who knows the first card of one side and bets only if that pays."""
    return Table(
        id="known-card",
        caption=_("One known card: expectation of the bets given the first card of punto or banco, with 6 and 8 decks"),
        columns=columns_of(
            _("decks"),
            _("side"),
            _("its first card"),
            *_MAIN_BETS,
            _("best of three"),
            _("edge"),
            _("exactly"),
            _("best of layout"),
            _("edge of it"),
        ),
        rows=[row for decks in MAIN_DECKS for side in Side for row in _known_card_rows(decks, side)],
        notes=(
            _(
                "Expectations are per unit staked, and positive if the player has the edge; banco at 5 % commission, the "
                "tie at 8 to 1. The best bet is named if its expectation is positive; otherwise the player does not "
                "bet. “Gain per coup” is the average gain of this play. The layout is {bets}, each with the first pay "
                "table of the catalogue.",
                bets=", ".join(LAYOUT),
            ),
        ),
        landscape=True,
        parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
    )


def _known_card_rows(decks: int, side: Side) -> Iterator[tuple[Cell, ...]]:
    """A row for each point value of the side's first card, and one for the average of the best bets' gains."""
    known = {name: _expectations_by_card(catalogue()[name], decks, side) for name in LAYOUT}
    gains = {bets: Fraction(0) for bets in (_MAIN_BETS, LAYOUT)}
    for value in range(10):
        row: list[Cell] = [decks, side.text, _card_name(value)]
        row += [Rounded(known[name][value], DIGITS) for name in _MAIN_BETS]
        for bets in gains:
            gain, name = max((known[bet][value], bet) for bet in bets)
            cells: list[Cell] = [name, Rounded(gain, DIGITS), gain] if gain > 0 else [None, None, None]
            row += cells if bets is _MAIN_BETS else cells[:2]
            gains[bets] += Fraction(4 if value == 0 else 1, 13) * max(gain, Fraction(0))
        yield tuple(row)
    of_three, of_layout = gains.values()
    best = (None, Rounded(of_three, DIGITS), of_three, None, Rounded(of_layout, DIGITS))
    yield decks, side.text, _("gain per coup"), None, None, None, *best


def _expectations_by_card(bet: Bet, decks: int, side: Side) -> dict[int, Fraction]:
    prices = prices_by(bet, Shoe.of_decks(decks), standard_tableau(), (f"{side.value}_value_1",))
    return {value: price.expectation for (value,), price in prices.items()}


def _card_name(value: int) -> str:
    return {0: "10, J, Q, K", 1: "A"}.get(value, str(value))
