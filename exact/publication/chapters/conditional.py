"""Reference tables of one coup: two facts together, what is known after some cards, insurance, and signals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

from exact.analysis.joint import JointDistribution, Label, count_jointly, variable_of_expression
from exact.analysis.pricing import odds_by, price_bet, prices_by
from exact.analysis.signals import best_sorts, signal_value
from exact.answers.table import Cell, Rounded, Table
from exact.answers.text import _, pgettext
from exact.arithmetic import number_text, ordered_deals
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.bets.partition import EACH, parse_partition
from exact.game import CARDS, Outcome, Side
from exact.game.shoe import Shoe
from exact.publication.chapters.bet import LAYOUT
from exact.publication.chapters.outcome import MAIN_DECKS, table_by_decks
from exact.rules import STANDARD, rules_named, standard_tableau
from exact.views.layout import Rows, reference_table
from exact.views.next_coup import COUNTS_NOTE
from exact.views.successive_coups import grid, pair_rows

DIGITS = 9
_NATURAL = "{side}_natural * {side}_two_card_total"
_NATURALS: Mapping[Label, Cell] = {0: pgettext("natural", "none"), 8: "8", 9: "9"}


@cache
def _joint(first: str, second: str, decks: int) -> JointDistribution:
    tableau = standard_tableau()
    rows, columns = (variable_of_expression(text, tableau) for text in (first, second))
    return count_jointly(rows, columns, Shoe.of_decks(decks), tableau)


def totals_table(decks: int) -> Table:
    """Punto's final total by banco's: probabilities, shaded."""
    caption = _("Final totals of punto (down) and banco (across) with {decks} decks: probabilities", decks=decks)
    table = grid("", _joint("punto_total", "banco_total", decks), caption, 6, _("punto"))
    axes = (_("punto's final total"), _("banco's final total"))
    return replace(table, parameters={"decks": decks, "digits": 6}, axes=axes)


def total_counts_table(decks: int) -> Table:
    """The counts behind `totals_table`."""
    joint = _joint("punto_total", "banco_total", decks)
    return reference_table(
        _("Final totals of punto and banco with {decks} decks: exact counts", decks=decks),
        (_("punto"), _("banco"), _("count"), _("probability")),
        pair_rows(joint, 12),
        _("Counts are of ordered six-card deals with unused positions padded, out of {deals}.", deals=joint.deals),
        decks=decks,
        digits=12,
    )


def cards_table() -> Table:
    """How many cards each side receives."""
    caption = _("Cards dealt to punto and to banco with 6 and 8 decks")
    return _long_table(caption, ("punto_cards", "banco_cards"), {2: 2, 3: 3})


def naturals_table() -> Table:
    """Naturals of either side."""
    sides = _NATURAL.format(side="punto"), _NATURAL.format(side="banco")
    return _long_table(_("Naturals of punto and of banco with 6 and 8 decks"), sides, _NATURALS)


def _long_table(caption: str, expressions: tuple[str, str], labels: Mapping[Label, Cell]) -> Table:
    def rows(decks: int) -> Iterator[tuple[Cell, ...]]:
        joint = _joint(*expressions, decks)
        for (punto, banco), count in joint.counts.items():
            probability = joint.probability(punto, banco)
            yield labels[punto], labels[banco], count, probability, Rounded(probability, DIGITS)

    heads = (_("punto"), _("banco"), _("count"), _("fraction"), _("probability"))
    return table_by_decks(caption, heads, rows, COUNTS_NOTE, digits=DIGITS)


def margins_table() -> Table:
    """The outcome by the margin of the totals."""

    def rows(decks: int) -> Iterator[tuple[Cell, ...]]:
        joint = _joint("punto_wins - banco_wins", "margin", decks)
        for margin in range(10):
            sides = {0: Outcome.TIE} if margin == 0 else {1: Outcome.PUNTO, -1: Outcome.BANCO}
            for side, outcome in sides.items():
                probability = Rounded(joint.probability(side, margin), DIGITS)
                yield margin, outcome.text, joint.counts[side, margin], probability

    return table_by_decks(
        _("Outcome and margin of the final totals with 6 and 8 decks"),
        (_("margin"), _("outcome"), _("count"), _("probability")),
        rows,
        COUNTS_NOTE,
        digits=DIGITS,
    )


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

    def rows(decks: int) -> Iterator[tuple[Cell, ...]]:
        for side in Side:
            for row in _odds_rows(decks, f"{side.value}_two_card_total"):
                yield side.text, *row

    return _odds_table(_("The odds given the two-card total of one side"), (_("side"), _("total")), rows)


def after_three_cards_table() -> Table:
    """The odds given the first three cards of the shoe: punto's total and banco's first card."""
    return _odds_table(
        _("The odds after three cards: punto's two-card total and the point value of banco's first card"),
        (_("punto's total"), _("banco's card")),
        lambda decks: _odds_rows(decks, "punto_two_card_total", "banco_value_1"),
    )


def after_four_cards_table() -> Table:
    """The odds given the totals of both sides' first two cards."""
    return _odds_table(
        _("The odds after four cards: the two-card totals of both sides"),
        (_("punto's total"), _("banco's total")),
        lambda decks: _odds_rows(decks, "punto_two_card_total", "banco_two_card_total"),
    )


def _odds_table(caption: str, facts: tuple[str, str], rows_of: Callable[[int], Rows]) -> Table:
    heads = (*facts, _("likelihood"), *_OUTCOME_HEADS)
    return table_by_decks(caption, heads, rows_of, _EXPECTATION_NOTE, landscape=True, digits=DIGITS)


def _odds_rows(decks: int, *names: str) -> Iterator[tuple[Cell, ...]]:
    """For each combination of values of ``names``: the values, how likely they are, and the odds given them."""
    rules = rules_named(STANDARD)
    for values, odds in odds_by(Shoe.of_decks(decks), rules.tableau, names).items():
        likelihood = Fraction(odds.deals, ordered_deals(52 * decks))
        chances = map(odds.probability, Outcome)
        expectations = (odds.price(bet, rules).expectation for bet in Outcome)
        yield *values, *(Rounded(figure, DIGITS) for figure in (likelihood, *chances, *expectations))


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
    return reference_table(
        _(
            "Insurance after four cards with 6 and 8 decks, by the side insured and the two-card totals of punto and "
            "banco"
        ),
        (_("bet"), _("decks"), _("offered"), _("won"), _("pushed"), _("pays"), _("fair"), _("house edge")),
        rows,
        _(
            "“Offered” is the probability that the first four cards have these totals; the later columns are "
            "conditional on it. A tie pushes; “fair” is the payoff to one at which the edge would be 0."
        ),
        decks=list(MAIN_DECKS),
        digits=DIGITS,
    )


def known_card_table() -> Table:
    """The gain of a player who knows the first card of one side and bets only if that pays."""
    best = (_("best of three"), _("edge"), _("exactly"), _("best of layout"), _("edge of it"))
    return table_by_decks(
        _("One known card: expectation of the bets given the first card of punto or banco, with 6 and 8 decks"),
        (_("side"), _("its first card"), *_MAIN_BETS, *best),
        lambda decks: (row for side in Side for row in _known_card_rows(decks, side)),
        _(
            "Expectations are per unit staked, and positive if the player has the edge; banco at 5 % commission, the "
            "tie at 8 to 1. The best bet is named if its expectation is positive; otherwise the player does not bet. "
            "“Gain per coup” is the average gain of this play. The layout is {bets}, each with the first pay table of "
            "the catalogue.",
            bets=", ".join(LAYOUT),
        ),
        landscape=True,
        digits=DIGITS,
    )


def _known_card_rows(decks: int, side: Side) -> Iterator[tuple[Cell, ...]]:
    """A row for each point value of the side's first card, and one for the average of the best bets' gains."""
    expectations = {name: _expectations_by_card(catalogue()[name], decks, side) for name in LAYOUT}
    gains = {bets: Fraction(0) for bets in (_MAIN_BETS, LAYOUT)}
    for value in range(10):
        row: list[Cell] = [side.text, {0: "10, J, Q, K", 1: "A"}.get(value, str(value))]
        row += [Rounded(expectations[name][value], DIGITS) for name in _MAIN_BETS]
        for bets in gains:
            gain, name = max((expectations[bet][value], bet) for bet in bets)
            cells: list[Cell] = [name, Rounded(gain, DIGITS), gain] if gain > 0 else [None, None, None]
            row += cells if bets is _MAIN_BETS else cells[:2]
            gains[bets] += Fraction(4 if value == 0 else 1, 13) * max(gain, Fraction(0))
        yield tuple(row)
    of_three, of_layout = gains.values()
    best = (None, Rounded(of_three, DIGITS), of_three, None, Rounded(of_layout, DIGITS))
    yield side.text, _("gain per coup"), None, None, None, *best


def _expectations_by_card(bet: Bet, decks: int, side: Side) -> dict[int, Fraction]:
    prices = prices_by(bet, Shoe.of_decks(decks), standard_tableau(), (f"{side.value}_value_1",))
    return {value: price.expectation for (value,), price in prices.items()}


_LISTED = 10
_TWO_SIDES = (Outcome.PUNTO, Outcome.BANCO)
_THREE_BETS = (*_TWO_SIDES, Outcome.TIE)
_FOUR_CARDS = (1, 2, 3, 4)
_HIGH = "6-9"
_NOTE = _(
    "The mean gain per coup for a stake of one unit on the best of the bets, or no stake, given what the signal shows; "
    "banco at 5 % commission, the tie at 8 to 1."
)


def positions_table() -> Table:
    """The value of seeing one card of the coup, or the cards of a side, or the first four."""

    def rows(decks: int) -> Iterator[tuple[Cell, ...]]:
        for positions in (*((position,) for position in range(1, CARDS + 1)), (1, 3), (2, 4), _FOUR_CARDS):
            values = (
                signal_value(bets, Shoe.of_decks(decks), standard_tableau(), positions, parse_partition(part)).value
                for part in (EACH, _HIGH)
                for bets in map(_bets_on, (_TWO_SIDES, _THREE_BETS))
            )
            yield ", ".join(map(str, positions)), *(Rounded(value, DIGITS) for value in values)

    worth = (_("value seen, two bets"), _("value seen, three bets"), _("sorted, two bets"), _("sorted, three bets"))
    return table_by_decks(
        _("The value of a signal: cards of the coup seen before the bets, with 6 and 8 decks"),
        (_("positions"), *worth),
        rows,
        _NOTE,
        _("Two bets are punto and banco, three also the tie. “Sorted” shows only whether a card is 6 to 9 or not."),
        _("Positions 1 and 3 are punto's first two cards, 2 and 4 banco's; 5 and 6 may go unused."),
        digits=DIGITS,
    )


def sorts_table() -> Table:
    """The best sorts of the cards into two classes, if the first four cards are seen."""
    return table_by_decks(
        _("The best of the 511 sorts into two classes, if the first four cards are seen, with 6 and 8 decks"),
        (_("two bets"), _("value, two bets"), _("three bets"), _("value, three bets")),
        _sort_rows,
        _NOTE,
        _("A sort is named by the class without the tens. Two bets are punto and banco, three also the tie."),
        digits=DIGITS,
    )


def _sort_rows(decks: int) -> Iterator[tuple[Cell, ...]]:
    of_bets = (
        best_sorts(_bets_on(outcomes), Shoe.of_decks(decks), standard_tableau(), _FOUR_CARDS)[:_LISTED]
        for outcomes in (_TWO_SIDES, _THREE_BETS)
    )
    for two, three in zip(*of_bets, strict=True):
        yield two.partition.text, Rounded(two.value, DIGITS), three.partition.text, Rounded(three.value, DIGITS)


def _bets_on(outcomes: Iterable[Outcome]) -> tuple[Bet, ...]:
    return tuple(catalogue()[outcome.value] for outcome in outcomes)
