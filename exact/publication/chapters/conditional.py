"""Reference tables of one coup: two facts together, what is known after some cards, insurance, and signals."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

from exact.analysis.pricing import odds_by, prices_by
from exact.analysis.signals import best_sorts
from exact.answers.table import Cell, Table
from exact.answers.text import Text, _, pgettext
from exact.arithmetic import number_text, ordered_deals
from exact.bets.catalogue import catalogue
from exact.bets.partition import EACH
from exact.game import Outcome, Side
from exact.game.shoe import Shoe
from exact.publication.chapters.bet import LAYOUT
from exact.publication.declared import EXACTLY, MAIN_DECKS, AnyCell, AskedRows, ask, by_decks, declared, told
from exact.rules import STANDARD, rules_named, standard_tableau
from exact.views.next_coup import COUNTS_NOTE

DIGITS = 9
_MAIN_BETS = tuple(outcome.text for outcome in Outcome)


_TOTALS = "(punto_total == {punto} and banco_total == {banco}), {decks} decks"
joint_totals_table = declared(
    _("Final totals of punto (down) and banco (across) with {decks} decks: probabilities"),
    asks={str(banco): "probability of " + _TOTALS.replace("{banco}", str(banco)) for banco in range(10)},
    parameters={"digits": 6},
    axes=(_("punto's final total"), _("banco's final total")),
)(lambda _decks: ({_("punto"): str(punto)} for punto in range(10)))
joint_total_counts_table = declared(
    _("Final totals of punto and banco with {decks} decks: exact counts"),
    lambda decks: (
        _(
            "Counts are of ordered six-card deals with unused positions padded, out of {deals}.",
            deals=ordered_deals(52 * decks),
        ),
    ),
    asks={_("count"): (f"count of {_TOTALS}", EXACTLY), _("probability"): f"probability of {_TOTALS}"},
    parameters={"digits": 12},
)(lambda _decks: ({_("punto"): punto, _("banco"): banco} for punto, banco in product(range(10), repeat=2)))


def _of_both_sides(caption: Text, fact: str, labels: Mapping[int, Cell]) -> Callable[..., Table]:
    def rows(decks: int) -> AskedRows:
        for values in product(labels, repeat=2):
            facts = (f"{fact.format(side=side.value)} == {value}" for side, value in zip(Side, values, strict=True))
            yield *(labels[value] for value in values), *_counted(" and ".join(facts), decks)

    heads = (_("punto"), _("banco"), _("count"), _("fraction"), _("probability"))
    return by_decks(caption, COUNTS_NOTE, heads=heads, parameters={"digits": DIGITS})(rows)


def _counted(event: str, decks: int) -> tuple[AnyCell, ...]:
    """The deals of an event, and its probability as a fraction and rounded."""
    probability = f"probability of ({event}), {decks} decks"
    return ask(f"count of ({event}), {decks} decks"), ask(probability), ask(probability, DIGITS)


joint_cards_table = _of_both_sides(
    _("Cards dealt to punto and to banco with 6 and 8 decks"), "{side}_cards", {2: 2, 3: 3}
)
joint_naturals_table = _of_both_sides(
    _("Naturals of punto and of banco with 6 and 8 decks"),
    "{side}_natural * {side}_two_card_total",
    {0: pgettext("natural", "none"), 8: "8", 9: "9"},
)


@by_decks(
    _("Outcome and margin of the final totals with 6 and 8 decks"),
    COUNTS_NOTE,
    heads=(_("margin"), _("outcome"), _("count"), _("probability")),
    parameters={"digits": DIGITS},
)
def joint_margins_table(decks: int) -> AskedRows:
    for margin in range(10):
        for winner in (Outcome.PUNTO, Outcome.BANCO) if margin else (Outcome.TIE,):
            won = f"{winner.value}_wins" if margin else "tie"
            count, _fraction, probability = _counted(f"margin == {margin} and {won}", decks)
            yield margin, winner.text, count, probability


def _odds_table(caption: Text, *facts: Text) -> Callable[[Callable[[int], AskedRows]], Callable[..., Table]]:
    return by_decks(
        caption,
        _(
            "The last three columns are expectations per unit staked on punto, banco at 5 % commission and the tie at "
            "8 to 1, as if the bets were still open; the column “likelihood” is the probability of what is known."
        ),
        heads=(*facts, _("likelihood"), _("P(punto)"), _("P(banco)"), _("P(tie)"), *_MAIN_BETS),
        landscape=True,
        parameters={"digits": DIGITS},
    )


def _odds_rows(decks: int, *names: str) -> AskedRows:
    """For each combination of values of ``names``: the values, how likely they are, and the odds given them."""
    rules = rules_named(STANDARD)
    for values, odds in odds_by(Shoe.of_decks(decks), rules.tableau, names).items():
        likelihood = Fraction(odds.deals, ordered_deals(52 * decks))
        chances = map(odds.probability, Outcome)
        expectations = (odds.price(bet, rules).expectation for bet in Outcome)
        known = " ".join(map(_known, names, values))
        event = " and ".join(f"{name} == {value}" for name, value in zip(names, values, strict=True))
        asked = (
            f"{measure} of {bet.value}, given {known}" for measure in ("probability", "expectation") for bet in Outcome
        )
        figures = zip(asked, (*chances, *expectations), strict=True)
        cells = (told(f"{question}, {decks} decks", figure, DIGITS) for question, figure in figures)
        yield *values, told(f"probability of ({event}), {decks} decks", likelihood, DIGITS), *cells


_FIRST = ("zero", "A", *map(str, range(2, 10)))  # a card of each point value, as in questions


def _known(name: str, value: int) -> str:
    """A fact or a first card as in questions about a coup in progress."""
    side = name.removesuffix("_value_1")
    return f"{name}={value}" if side == name else f"{side}={_FIRST[value]}"


after_two_cards_table = _odds_table(_("The odds given the two-card total of one side"), _("side"), _("total"))(
    lambda decks: ((side.text, *row) for side in Side for row in _odds_rows(decks, f"{side.value}_two_card_total"))
)
after_three_cards_table = _odds_table(
    _("The odds after three cards: punto's two-card total and the point value of banco's first card"),
    *(_("punto's total"), _("banco's card")),
)(lambda decks: _odds_rows(decks, "punto_two_card_total", "banco_value_1"))
after_four_cards_table = _odds_table(
    _("The odds after four cards: the two-card totals of both sides"), _("punto's total"), _("banco's total")
)(lambda decks: _odds_rows(decks, "punto_two_card_total", "banco_two_card_total"))


@declared(
    _("Insurance after four cards with 6 and 8 decks, by the side insured and the two-card totals of punto and banco"),
    _(
        "“Offered” is the probability that the first four cards have these totals; the later columns are conditional "
        "on it. A tie pushes; “fair” is the payoff to one at which the edge would be 0."
    ),
    heads=(_("bet"), _("decks"), _("offered"), _("won"), _("pushed"), _("pays"), _("fair"), _("house edge")),
    parameters={"decks": list(MAIN_DECKS), "digits": DIGITS},
)
def insurance_bets_table() -> AskedRows:
    bets = [bet for bet in catalogue().values() if "not-offered" in bet.categories]
    for decks, bet in product(MAIN_DECKS, bets):
        *_side, punto, banco = bet.name.split("-")
        totals = {"punto_two_card_total": punto, "banco_two_card_total": banco}
        event = " and ".join(f"{total} == {value}" for total, value in totals.items())
        given = f"given {' '.join(map('='.join, totals.items()))}, {decks} decks"
        asked = f"probability of {bet.name}", f"probability of {bet.name} push"
        won, pushed = (ask(f"{question}, {given}", DIGITS) for question in asked)
        pays = number_text(bet.payoffs()[bet.categories.index("win")])
        fair, edge = ask(f"fair odds of {bet.name}, {given}", 6), ask(f"house edge of {bet.name}, {given}", DIGITS)
        yield bet.name, decks, ask(f"probability of ({event}), {decks} decks", DIGITS), won, pushed, pays, fair, edge


@by_decks(
    _("One known card: expectation of the bets given the first card of punto or banco, with 6 and 8 decks"),
    _(
        "Expectations are per unit staked, and positive if the player has the edge; banco at 5 % commission, the tie "
        "at 8 to 1. The best bet is named if its expectation is positive; otherwise the player does not bet. “Gain per "
        "coup” is the average gain of this play. The layout is {bets}, each with the first pay table of the catalogue.",
        bets=", ".join(LAYOUT),
    ),
    heads=(
        *(_("side"), _("its first card"), *_MAIN_BETS, _("best of three"), _("edge"), _("exactly")),
        *(_("best of layout"), _("edge of it")),
    ),
    landscape=True,
    parameters={"digits": DIGITS},
)
def known_card_table(decks: int) -> AskedRows:
    shoe = Shoe.of_decks(decks)
    for place, side in enumerate(Side, 1):
        first = (f"{side.value}_value_1",)
        prices = {name: prices_by(catalogue()[name], shoe, standard_tableau(), first) for name in LAYOUT}
        gains = dict.fromkeys((_MAIN_BETS, LAYOUT), Fraction(0))
        for value, card in enumerate(_FIRST):
            expectations = {name: of_card[value,].expectation for name, of_card in prices.items()}
            asked = {name: f"expectation of {name}, given {side.value}={card}, {decks} decks" for name in LAYOUT}
            row: list[AnyCell] = [side.text, card if value else "10, J, Q, K"]
            row += [told(asked[name], expectations[name], DIGITS) for name in _MAIN_BETS]
            for bets in gains:
                gain, name = max((expectations[bet], bet) for bet in bets)
                cells: list[AnyCell] = [name, told(asked[name], gain, DIGITS), told(asked[name], gain)]
                row += (cells if gain > 0 else [None] * 3)[: 3 if bets is _MAIN_BETS else 2]
                gains[bets] += Fraction(1 if value else 4, 13) * max(gain, Fraction(0))
            yield tuple(row)
        signal = f"value of a signal (card {place} by {EACH} for {{}}), {decks} decks"
        of_three, of_layout = ((signal.format(",".join(bets)), gain) for bets, gain in gains.items())
        best = None, told(*of_three, DIGITS), told(*of_three), None, told(*of_layout, DIGITS)
        yield side.text, _("gain per coup"), None, None, None, *best


_BETS = ("punto,banco", "punto,banco,tie")
_NOTE = _(
    "The mean gain per coup for a stake of one unit on the best of the bets, or no stake, given what the signal shows; "
    "banco at 5 % commission, the tie at 8 to 1."
)


@by_decks(
    _("The value of a signal: cards of the coup seen before the bets, with 6 and 8 decks"),
    _NOTE,
    _("Two bets are punto and banco, three also the tie. “Sorted” shows only whether a card is 6 to 9 or not."),
    _("Positions 1 and 3 are punto's first two cards, 2 and 4 banco's; 5 and 6 may go unused."),
    heads=(
        *(_("positions"), _("value seen, two bets"), _("value seen, three bets")),
        *(_("sorted, two bets"), _("sorted, three bets")),
    ),
    parameters={"digits": DIGITS},
)
def signal_positions_table(decks: int) -> AskedRows:
    for positions in ("1", "2", "3", "4", "5", "6", "1,3", "2,4", "1,2,3,4"):
        seen = (f"cards {positions} by {partition} for {bets}" for partition in (EACH, "6-9") for bets in _BETS)
        values = (ask(f"value of a signal ({each}), {decks} decks", DIGITS) for each in seen)
        yield positions.replace(",", ", "), *values


@by_decks(
    _("The best of the 511 sorts into two classes, if the first four cards are seen, with 6 and 8 decks"),
    _NOTE,
    _("A sort is named by the class without the tens. Two bets are punto and banco, three also the tie."),
    heads=(_("two bets"), _("value, two bets"), _("three bets"), _("value, three bets")),
    parameters={"digits": DIGITS},
)
def signal_sorts_table(decks: int) -> AskedRows:
    bets = ([catalogue()[name] for name in names.split(",")] for names in _BETS)
    sorts = (best_sorts(those, Shoe.of_decks(decks), standard_tableau(), (1, 2, 3, 4))[:10] for those in bets)
    signal = f"value of a signal (cards 1,2,3,4 by {{}} for {{}}), {decks} decks"
    for both in zip(*sorts, strict=True):
        by = ((sort.text, names, value) for (sort, value), names in zip(both, _BETS, strict=True))
        yield tuple(cell for name, names, gain in by for cell in (name, told(signal.format(name, names), gain, DIGITS)))
