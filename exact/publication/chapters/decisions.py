"""Reference tables of decisions: the price of each in the tableau, the best replies, and chemin de fer."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from exact.analysis import tableau_cost
from exact.analysis.closed_form import polynomial_text
from exact.analysis.equilibrium.by_commission import linear_text, pieces_between
from exact.analysis.equilibrium.every_deck import every_deck
from exact.analysis.equilibrium.game import MODELS, Hand, best_reply, deal_game, hand_text
from exact.analysis.equilibrium.solutions import Profile, equilibrium, solve_many_choices
from exact.analysis.odds import odds_of_decks
from exact.answers.table import INFINITE, Column, Rounded
from exact.answers.text import Text, _, joined
from exact.arithmetic import fraction_text
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.publication import stored_figures as stored
from exact.publication.declared import MAIN_DECKS, AnyCell, AskedRows, ask, by_decks, declared, told
from exact.records import replace
from exact.rules import NO_THIRD, Tableau, standard_tableau
from exact.rules.wording import move_text
from exact.views.layout import Rows, decimal
from exact.views.rulebook_tables import by_indifference, cell_words, move_word, reply_rows

DIGITS = 9
OPEN_TOTALS = (6, 7)  # the totals on which house document 004 says that punto may choose to stand
_OPEN_RULES = "otto-mazzi"


@cache
def flip_choices(decks: int) -> dict[tableau_cost.BancoCell, tableau_cost.Choice]:
    """Banco's 88 choices with full decks, at even money."""
    return tableau_cost.banco_choices(Shoe.of_decks(decks), standard_tableau())


@declared(
    _("What banco loses if one cell of the tableau is flipped, with {decks} decks"),
    _(
        "The cost is expected net win per coup, at even money without commission, while punto and every other cell "
        "follow the tableau; a negative cost is a gain. “Probability” is that of meeting the cell, “per coup there” "
        "the cost divided by it. The cells nearest to indifference come first."
    ),
    heads=(
        *(_("banco"), _("third card"), _("tableau"), _("probability"), _("cost per coup"), _("decimal")),
        _("per coup there"),
    ),
    parameters={"digits": DIGITS},
)
def tableau_flips_table(decks: int) -> AskedRows:
    for (total, third), choice in by_indifference(flip_choices(decks)):
        punto, after = f"punto_value_3 == {third}", str(third)
        if third == NO_THIRD:
            punto, after = "punto_cards == 2 and not punto_natural", "no card"
        priced = _priced(
            f"banco_two_card_total == {total} and {punto}", f"{total} by banco after {after}", choice, decks
        )
        yield *cell_words((total, third), choice), *priced


def _priced(met: str, where: str, choice: tableau_cost.Choice, decks: int) -> tuple[AnyCell, ...]:
    """How probable a choice is, and what the move of the tableau wins: exactly, rounded, and per coup that meets it."""
    probability = f"probability of ({met}), {decks} decks"
    value = f"value of {'drawing' if choice.draws else 'standing'} on {where}, {decks} decks"
    costs = told(value, choice.cost), told(value, choice.cost, DIGITS)
    there = choice.cost_there or Fraction(0)
    met_so = told(f"{value} divided by {probability}", there, DIGITS)
    return told(probability, choice.probability, DIGITS), *costs, met_so


@by_decks(
    _("The best banco against a punto that always draws on 5, at even money"),
    heads=(
        *(_("banco"), _("expectation"), _("gain over the tableau"), _("decimal")),
        Column(_("departures from the tableau"), 7.0),
    ),
    landscape=True,
    parameters={"digits": DIGITS},
)
def tableau_best_replies_table(decks: int) -> Rows:
    odds = odds_of_decks(decks, standard_tableau())
    expectation = odds.probability(Outcome.BANCO) - odds.probability(Outcome.PUNTO)
    by_hand = tableau_cost.banco_choices_by_hand(Shoe.of_decks(decks), standard_tableau())
    by_total = flip_choices(decks)
    totals = [move_text(cell, not choice.draws) for cell, choice in by_total.items() if choice.cost < 0]
    hands = [_hand_move(*cell, not choice.draws) for cell, choice in by_hand.items() if choice.cost < 0]
    names = _("the tableau"), _("best, sees totals"), _("best, sees cards")
    replies = reply_rows(names, expectation, ((), by_total.values(), by_hand.values()), DIGITS)
    for (name, wins, gain, rounded), moves in zip(replies, ([], totals, hands), strict=True):
        yield name, Rounded(wins, DIGITS), gain, rounded, joined("; ", moves) if moves else None


def _hand_move(hand: tuple[int, ...], third: int, draws: bool) -> Text:
    """Banco's move with its two cards, as in `move_text`."""
    against = _("{cards} against {third}: draws"), _("{cards} against {third}: stands")
    alone = _("{cards}, no third card: draws"), _("{cards}, no third card: stands")
    drawn, stood = alone if third == NO_THIRD else against
    return (drawn if draws else stood).filled(cards="+".join(map(str, hand)), third=third)


@by_decks(
    _("What punto loses if it does the opposite on one total or with one hand of 5, at even money"),
    _(
        "The best banco sees totals and knows that punto always draws on 5; against it, a punto that stands on 5 "
        "gains. Costs are expected net win per coup."
    ),
    heads=(
        *(_("punto"), _("tableau"), _("probability"), _("cost against the tableau"), _("decimal")),
        _("against the best banco"),
    ),
    parameters={"digits": DIGITS},
)
def punto_choices_table(decks: int) -> AskedRows:
    best = tableau_cost.best_reply(flip_choices(decks), standard_tableau())
    against = [_punto_prices(Shoe.of_decks(decks), banco) for banco in (standard_tableau(), best)]
    for (hand, choice), (_hand, replied) in zip(*against, strict=True):
        met = f"punto_two_card_total == {sum(hand) % 10} and not banco_natural"
        if len(hand) > 1:
            met += f" and punto_value_1 in {hand}"
        *priced, _there = _priced(met, f"{'-'.join(map(str, hand))} by punto", choice, decks)
        yield "+".join(map(str, hand)), move_word(choice), *priced, Rounded(replied.cost, DIGITS)


def _punto_prices(shoe: Shoe, tableau: Tableau) -> Iterator[tuple[Hand, tableau_cost.Choice]]:
    """Punto's choice on each total, and after the total 5 with each of its hands."""
    for total, choice in tableau_cost.punto_choices(shoe, tableau).items():
        yield total, choice
        if total == (5,):
            yield from tableau_cost.punto_choices(shoe, tableau, total, "B3").items()


@by_decks(
    _("Document 004's “may choose to stand with 6 or 7” as a game: what punto wins per coup at even money"),
    _(
        "The bank draws by its table, or chooses best, with sight of totals or of its cards. “Change” is what drawing "
        "adds for punto, “banco at 5 %” what a bet on banco wins after commission, if the bank draws by its table. In "
        "the equilibrium punto chooses on 6 and 7 and the bank always."
    ),
    heads=(
        *(Column(_("punto draws on"), 2.8), _("bank by table"), _("change"), _("banco at 5 %")),
        *(_("best by totals"), _("best by cards")),
    ),
    rulebook=_OPEN_RULES,
    parameters={"digits": DIGITS},
)
def otto_mazzi_standing_table(decks: int) -> AskedRows:
    games = [deal_game(MODELS[model], Shoe.of_decks(decks), OPEN_TOTALS) for model in ("B1", "B2")]
    for drawn, words in (((), _("neither")), ((6,), "6"), ((7,), "7"), (OPEN_TOTALS, _("6 and 7"))):
        reading = _OPEN_RULES + (f":draws-on-{'-and-'.join(map(str, drawn))}" if drawn else "")
        bound, banco = (f"expectation of {bet}, rules {reading}, {decks} decks" for bet in ("punto", "banco"))
        change = f"{bound} minus expectation of punto, rules {_OPEN_RULES}, {decks} decks"
        punto = tuple(Fraction(total in drawn) for total in OPEN_TOTALS)
        bound_by = (Profile(game, punto, ()) for game in games)
        free = (replace(each, banco=best_reply(each.banco_gains)).value for each in bound_by)
        asked = (ask(question, DIGITS) for question in (bound, change, banco))
        yield words, *asked, *(Rounded(each, DIGITS) for each in free)
    solved = [solve_many_choices(game) for game in games]
    ((six, seven),) = {profile.punto for profile in solved}
    text = _("equilibrium: on 6 with probability {six}, on 7 with {seven}", six=six, seven=seven)
    yield text, None, None, None, *(Rounded(profile.value, DIGITS) for profile in solved)


DECKS = range(1, 9)
SOLVED = ("B1", "B2", "B3")
_NO_RULEBOOK = "chemin de fer"


@declared(
    _("Equilibria of chemin de fer: the choices that are mixed, and the value to punto"),
    _("Punto draws on 0 to 4, stands on 6 and 7, and chooses on 5; banco always chooses, unless there is a natural."),
    _(
        "Model A1 draws cards with replacement, the others without. In models 1 both sides see only totals, in B2 "
        "banco sees its cards, in B3 both see their cards."
    ),
    _("Banco mixes only if punto has no third card. In B3 punto draws with 0,5, 6,9 and 7,8 and stands with 2,3."),
    _(
        "Each of these equilibria is the only one of its game: every choice that is not mixed is strictly better than "
        "the other."
    ),
    _("p, q and the last column are the decimals of the fractions before them."),
    _(
        "A hand is a total, or the point values of two cards. Winner and loser exchange 1 unit; a tie exchanges "
        "nothing."
    ),
    heads=(
        *(_("model"), _("decks"), _("hand of punto"), _("punto draws"), "p", _("hand of banco"), _("banco draws"), "q"),
        *(Column(_("value to punto"), 4.4), _("value")),
    ),
    landscape=True,
    rulebook=_NO_RULEBOOK,
    parameters={"decks": list(DECKS), "models": [*SOLVED, "A1"], "digits": DIGITS},
)
def chemin_de_fer_table() -> AskedRows:
    games: list[tuple[str, int | str]] = [*product(SOLVED, DECKS), ("A1", INFINITE)]
    for name, decks in games:
        profile = equilibrium(MODELS[name], Shoe.of_decks(decks if isinstance(decks, int) else 1))
        where = f"model {name}, {'infinite shoe' if decks == INFINITE else f'{decks} decks'}"
        row: list[AnyCell] = [name, decks]
        for by, (hand, draws) in zip(("punto", "banco after no card"), _mixed(profile), strict=True):
            drawing = f"probability of drawing on {'-'.join(map(str, hand))} by {by}, {where}"
            row += [hand_text(hand), told(drawing, draws), told(drawing, draws, DIGITS)]
        value = f"value of chemin de fer, {where}"
        text = fraction_text(profile.value)  # so that LaTeX may break it
        yield *row, told(value, profile.value, shown=text), told(value, profile.value, DIGITS)


def _mixed(profile: Profile) -> list[tuple[Hand, Fraction]]:
    """The one choice that punto mixes, and the one of banco, when punto has no third card: how often each draws."""
    hands = *profile.game.choices, *(known.hand for known in profile.game.sets)
    draws = *profile.punto, *profile.banco
    return [each for each in zip(hands, draws, strict=True) if 0 < each[1] < 1]


@declared(
    _("Chemin de fer with d decks: closed forms of what is mixed and of the value to punto"),
    _(
        "The choices that are mixed are those of the table of equilibria. Other choices of banco change as d grows, "
        "and with them its probability and the value."
    ),
    _(
        "Proved for every whole number of decks: the equilibrium is the only one. Each choice that is not mixed is "
        "better by the sign of a polynomial in d that has no root from the last change on; smaller numbers are solved "
        "one by one."
    ),
    heads=(
        *(_("model"), _("from"), _("to"), _("figure"), Column(_("numerator"), 6.5)),
        *(Column(_("denominator"), 6.5), _("limit")),
    ),
    landscape=True,
    rulebook=_NO_RULEBOOK,
    parameters={"decks": "d", "models": list(SOLVED)},
)
def chemin_de_fer_formulas_table() -> Rows:
    for name in SOLVED:
        for era in every_deck(MODELS[name]).eras:
            for side, form in ((_("punto draws"), era.punto), (_("banco draws"), era.banco), (_("value"), era.value)):
                limit = form.limit if era.last is None else None
                yield name, era.first, era.last, side, *map(polynomial_text, form), limit


@declared(
    _("Chemin de fer with a commission a on the wins of banco, up to 10 %"),
    _(
        "Punto draws with the hand named with the probability shown; banco mixes against no third card. All else is as "
        "without commission, but for the decisions that change at each breakpoint."
    ),
    _(
        "In B2 these are all equilibria, except that at a breakpoint banco may also mix at two decisions; in B3 they "
        "are one for each commission."
    ),
    heads=(
        *(_("model"), _("decks"), _("from"), _("to"), Column(_("begins exactly at"), 4.9)),
        *(Column(_("hand of punto"), 1.4), Column(_("punto draws"), 2.8), Column(_("hand of banco"), 1.4)),
        *(_("banco draws"), Column(_("value to punto"), 4.0)),
    ),
    landscape=True,
    rulebook=_NO_RULEBOOK,
    parameters={"decks": list(MAIN_DECKS), "models": ["B2", "B3"], "commission": "0 to 1/10", "digits": 6},
)
def chemin_de_fer_commission_table() -> Rows:
    for name, decks in product(("B2", "B3"), MAIN_DECKS):
        game = deal_game(MODELS[name], Shoe.of_decks(decks))
        for piece in pieces_between(game, Fraction(0), Fraction(1, 10)):
            (hand, _p), (other, banco) = _mixed(piece.example)
            formula = f"({linear_text(piece.above)})/({linear_text(piece.below)})"
            ends = (Rounded(end.value, 6) for end in (piece.low, piece.high))
            mixed = hand_text(hand), formula, hand_text(other), banco
            yield name, decks, *ends, piece.low.text, *mixed, fraction_text(piece.example.value)


@declared(
    _("Baccara banque: what the banker wins per unit of all stakes, by the stakes on the two players' hands"),
    _(
        "Players draw on 0 to 4, stand on 6 and 7, and choose on 5, the second without seeing the first one's third "
        "card. The coup ends if the banker or both players have naturals; a single natural wins, and the banker plays "
        "on. Else the banker chooses, knowing its total and, of each player, the third card, that there is none, or "
        "the natural."
    ),
    _(
        "The first columns are of players who are one opponent and may agree on what to do: how often each pair of "
        "choices is made, and the value. Only these choices are optimal, unless the stakes have a sign *. Where "
        "players need not agree, two columns have the probability with which each draws. The last three are of players "
        "who each play for themselves: the one Nash "
        "equilibrium that a search finds."
    ),
    _(
        "In model B2 the banker sees the two cards of its hand, and no Nash equilibria are searched; in the others it "
        "sees its total. The infinite shoe stands for cards drawn with replacement. In each row the stakes may be "
        "exchanged with the hands."
    ),
    heads=(
        *(_("model"), _("decks"), _("stakes")),
        *(_("neither draws"), _("second draws"), _("first draws"), _("both draw")),
        _("value, agreeing"),
        *(_("first draws, not agreeing"), _("second draws, not agreeing")),
        *(_("first draws, alone"), _("second draws, alone"), _("value, alone")),
    ),
    landscape=True,
    rulebook=_NO_RULEBOOK,
    parameters={"decks": [*stored.BANQUE_DECKS, INFINITE], "stakes": list(stored.BANQUE_STAKES), "digits": DIGITS},
)
def baccara_banque_table() -> AskedRows:
    for model, decks, stakes, joint, unique, value, apart, nash in stored.BANQUE.rows():
        shoe = f"{decks} decks" if decks else "infinite shoe"
        question = f"value of baccara banque, model {model}, stakes {stakes}, {shoe}"
        parts = joint, apart or [None] * 2, nash or [None] * 3
        together, alone, own = ([decimal(each, DIGITS) for each in part] for part in parts)
        shown = stakes if unique else f"{stakes} *"
        yield model, decks or INFINITE, shown, *together, told(question, value, DIGITS), *alone, *own


@declared(
    _("Baccara banque with replacement for all stakes: t is the first hand's share of the stakes, from 1/2 to 1"),
    _(
        "Both players are one opponent, who may agree; four weights over their sum are the probabilities that neither, "
        "only the second, only the first, or both draw on 5. The banker mixes at the places in the last column: its "
        "total, then what it sees of the first and of the second player. A row ends where the next one begins; in it "
        "only the banker's other replies change."
    ),
    _(
        "Proved for every t within a row, except at the finitely many at which a reply changes: this is the only "
        "equilibrium, but where the banker has two totals, only the sum of their probabilities is determined. At the "
        "others it is an equilibrium. For t below 1/2, exchange the hands."
    ),
    heads=(
        *(_("from"), Column(_("begins exactly at"), 2.6), _("value there"), Column(_("neither draws"), 2.15)),
        *(Column(_("second draws"), 2.15), Column(_("first draws"), 2.15), Column(_("both draw"), 2.15)),
        *(Column(_("need not agree for"), 1.8), Column(_("the banker mixes"), 2.3)),
    ),
    landscape=True,
    rulebook=_NO_RULEBOOK,
    parameters={"stakes": "t from 1/2 to 1", "digits": DIGITS},
)
def baccara_banque_stakes_table() -> Rows:
    rows = stored.BANQUE_SHARES.rows()
    for begins, low, _high, weights, mixed, agree, value, *_ends in rows:
        root = fraction_text(Fraction(-begins[0], begins[1])) if len(begins) == 2 else f"{_in_share(begins)} = 0"
        alone = {"all": _("all t"), "none": _("none")}.get(agree, f"t = {agree}")
        where = decimal(low, DIGITS), root, decimal(value, DIGITS)
        yield *where, *map(_in_share, weights), alone, "; ".join(mixed)
    yield decimal(Fraction(1), DIGITS), "1", decimal(rows[-1][-2], DIGITS), *[None] * 6


def _in_share(polynomial: tuple[int, ...]) -> str:
    return polynomial_text(polynomial).replace("d", "t")
