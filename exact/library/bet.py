"""What ``exact bet`` answers beside `exact.price`: a bet by the number of decks, banco by the stake, Kelly stakes."""

from collections.abc import Sequence
from fractions import Fraction

from exact.analysis import closed_form as of_decks
from exact.analysis import commission as rounded
from exact.analysis.kelly import CoupWinnings, best_shares
from exact.analysis.odds import odds_of_shoe
from exact.analysis.pricing import joined, parse_shares, solve
from exact.analysis.sessions.distributions import joint_payoffs
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.arithmetic import fraction_text, integer_text, number_text
from exact.bets.bet import Bet
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import InfiniteShoe
from exact.inputs import money, parse_amount, spelled
from exact.library import questions
from exact.library.parameters import answer_about, asked_of, given_parameters, shoe_parameters
from exact.library.results import Price
from exact.records import replace
from exact.rules import STANDARD
from exact.views import bankroll_share, bet_price
from exact.views.session_result import by_stake

_FAVOURED = {"player": _("player"), "house": _("house"), "nearest": _("nearest")}


def closed_form(bet: questions.BetLike, *, rules: questions.RulesLike = STANDARD, digits: int = 12) -> Answer:
    """The expectation from d full decks as a rational function of d, and what is proved of the house edge.

    Bet and rules are as in `exact.price`; point values must decide the bet. Raises `ExactError` for anything else.
    """
    digits, played = questions.digits_of(digits), questions.rules_of(rules)
    wager = questions.bet_of(bet, played)
    form = of_decks.closed_form(wager, played.tableau)
    slope, edge = of_decks.edge_slope(form), of_decks.edge_sign(form)
    caption = _(
        "{title}, pay table {pay_table}, rules {rules}: expectation with d full decks",
        title=wager.title, pay_table=wager.paying_table, rules=played.id,
    )  # fmt: skip
    above, below = list(map(str, form.numerator)), list(map(str, form.denominator))
    shown = of_decks.polynomial_text(form.numerator), of_decks.factored_text(form.denominator)
    return Answer(
        "closed-form",
        (
            Parameter("bet", wager.name),
            Parameter("pay_table", wager.paying_table),
            Parameter("rules", played.id),
            Parameter("numerator", above, _("Numerator"), shown[:1]),
            Parameter("denominator", below, _("Denominator"), shown[1:]),
            Parameter("expansion", list(form.expansion[1:]), None),
            Parameter("turns", [list(at) for at in slope.changes], None),
            Parameter("sign_changes", [list(at) for at in edge.changes], None),
            Parameter("poles", list(form.poles), _("Poles"), (", ".join(map(fraction_text, form.poles)) or "–",)),
        ),
        (bet_price.expansion(form, caption, digits), bet_price.proofs(slope, edge)),
        assumptions=played.assumed,
        sources=(played.to_line(), wager.to_line()),
        questions=asked_of(InfiniteShoe(), played, f"expectation of {wager.full_name}", bets=[wager]),
    )


def solved(
    priced: Price,
    categories: str | None = None,
    edge: questions.Number | None = None,
    payback: questions.Number | None = None,
    hit_frequency: questions.Number | None = None,
    *,
    digits: int = 12,
) -> Answer:
    """The answer of a price, and what ``categories`` must pay for a house edge, or for a return (``payback``).

    Several are written in the proportion of their payoffs, like ``two-cards=12,three-cards=20``; for `None` it is the
    commission on wins. Raises `ExactError` if nothing gives that edge, and for a hit frequency, which none changes.
    """
    goals = {"edge": edge, "return": payback, "hit-frequency": hit_frequency}
    given = {name: questions.text_of(goal, name) for name, goal in goals.items() if goal is not None}
    if len(given) != 1:
        raise ExactError("solve", categories or "?", "needs one goal: edge, return or hit frequency")
    if "rebate" in priced.terms or (categories and "commission" in priced.terms):
        raise ExactError("solve", categories or "?", "does not go with a rebate, nor with a commission on the payoffs")
    priced.bet.payoffs()  # refuses a bet that depends on more than the shoe
    distribution = priced.distribution
    shares = None if categories is None else parse_shares(categories, distribution)
    ((name, goal),) = given.items()
    if name == "hit-frequency":
        raise ExactError(name, goal, "is no goal: a bet wins as often whatever the amounts that it pays")
    least = money(goal, name, -100 if name == "edge" else 0, 100)
    found = solve(distribution, least if name == "edge" else 1 - least, shares)
    answer = priced.to_answer(digits)
    return replace(answer, tables=(*answer.tables, *bet_price.solution(found, categories, digits)))


def edge_by_stake(
    bet: questions.BetLike,
    unit: questions.Number,
    stakes: questions.Numbers | None = None,
    *,
    favour: str | None = None,
    commission: questions.Number | None = None,
    shoe: questions.ShoeLike | None = None,
    rules: questions.RulesLike = STANDARD,
    decks: int | str | None = None,
    remove: str | Sequence[str] | None = None,
    digits: int = 12,
) -> Answer:
    """The house edge of banco by the stake, with the commission rounded to a ``unit``, and the stakes that win.

    ``stakes`` are a list, or text like ``1..200:0.5``; ``favour`` is ``player``, ``house`` or ``nearest``. Rate and
    rounding are the rulebook's unless given. Shoe and rules are as in `exact.price`. Raises `ExactError` for anything
    else.
    """
    if questions.name_of_bet(bet) != Outcome.BANCO.value:
        raise ExactError("bet", bet, f"does not go with {spelled('unit')}, which rounds the commission on banco")
    if stakes is None:
        bound = f"is given, and {spelled('unit')} prices every stake: give {spelled('stakes')}, like 1..200"
        raise ExactError("stakes", "nothing", bound)
    digits, (played, held) = questions.digits_of(digits), questions.game_of(rules, shoe, decks, remove, True)
    smallest = parse_amount(questions.text_of(unit, "unit"), "unit")
    rate = None if commission is None else questions.text_of(commission, "commission")
    charged = rounded.parse_commission(played, smallest, favour, rate)
    priced = rounded.parse_stakes(questions.texts_of(stakes, "stakes"))
    odds = rounded.banco_odds(odds_of_shoe(held, played.tableau), played)
    favourable = rounded.favourable_stakes(odds, charged)
    ranges = [
        [number_text(first, 2), None if last is None else number_text(last, 2)] for first, last in favourable.ranges
    ]
    caption = _("House edge of banco by stake, rules {rules}, {cards} cards", rules=played.id, cards=held.cards)
    return Answer(
        "commission",
        (
            *shoe_parameters(held, played)[:2],
            Parameter("rate", charged.rate, _("Commission"), (f"{number_text(charged.rate * 100)} %",)),
            Parameter("unit", number_text(charged.unit or Fraction(0), 2), _("In units of")),
            Parameter("favour", charged.favour, _("Rounded in favour of"), (_FAVOURED[charged.favour],)),
            Parameter("favourable", ranges, _("Stakes that favour the player, in whole cents"), (favourable.text,)),
            Parameter("favourable_complete", favourable.complete),
        ),
        tuple(by_stake(rounded.price_stakes(priced, odds, charged), odds, charged, caption, digits)),
        assumptions=rounded.assumed_terms(played, charged),
        sources=(played.to_line(), repr(held.counts)),
        questions=asked_of(held, played, f"house edge of banco, commission {number_text(charged.rate * 100)}%"),
    )


def kelly(
    priced: Price,
    beside: questions.BetsLike | None = None,
    *,
    fraction: questions.Numbers | None = None,
    ruin: questions.Number = "50%",
    digits: int = 12,
) -> Answer:
    """The fraction of a bankroll to stake on a bet so that the bankroll grows fastest, and the growth, between bounds.

    The growth is the expected logarithm of what a coup multiplies the bankroll by. ``beside`` are more bets on the same
    coup. ``fraction`` is a stake of your own to compare, one for each bet; ``ruin`` is a part of the bankroll, to see
    how likely it ever falls that far. Raises `ExactError` for a bet that never loses, and for stakes beyond the
    bankroll.

    >>> kelly(questions.price("dragon-7", decks=8, pays=45)).value("fraction")
    ['31032650413/38201073776775', '31032650413/38201073776775']
    """
    digits, part = questions.digits_of(digits), money(questions.text_of(ruin, "ruin"), "ruin", 0, 1)
    if part in (0, 1):
        raise ExactError("ruin", ruin, "must be a part of the bankroll, more than none and less than all of it")
    bets, coup = _coup_of(priced, beside)
    best = best_shares(coup, digits)
    own = None if fraction is None else _fractions_of(questions.texts_of(fraction, "fraction").split(","), coup)
    names, (rules, shoe) = [bet.name for bet in bets], (priced.rules, priced.shoe)
    caption = _("{bets} by the Kelly criterion, rules {rules}, {cards} cards")
    caption = caption.filled(bets=", ".join(names), rules=rules.id, cards=shoe.cards)
    figures = bankroll_share.best_share(best, coup, caption, digits)
    parameters = (
        Parameter("bets", names),
        *shoe_parameters(shoe, rules)[:2],
        *(Parameter(name, value) for name, value in priced.terms.items()),
        *given_parameters(priced.given, priced.deals)[:-1],
        Parameter("polynomial", [integer_text(coefficient) for coefficient in best.polynomial]),
    )
    tables = figures, bankroll_share.stakes(coup, names, best, own, part, digits)
    notes = bankroll_share.why(best, coup), *(bet.note for bet in bets if bet.note)
    return answer_about("kelly", shoe, rules, bets, parameters, tables, notes)


def _coup_of(priced: Price, beside: questions.BetsLike | None) -> tuple[list[Bet], CoupWinnings]:
    """The bets, and what a unit on each wins; raises `ExactError` for a bet that never loses."""
    if not isinstance(priced, Price):
        raise ExactError("priced", priced, "must be the answer of exact.price")
    bets, fee = [priced.bet], priced.bet.draw.fee if priced.bet.draw else Fraction(0)
    if beside is None:
        coup = CoupWinnings.of(priced.distribution, fee)
    else:
        bets += questions.bets_of(beside, priced.rules, "with")
        known = joined(priced.given, priced.shoe, priced.rules.tableau)
        coup = CoupWinnings(joint_payoffs(bets, priced.shoe, priced.rules.tableau, known))
    for bet, payoffs in zip(bets, zip(*coup.deals, strict=True), strict=True):
        if min(payoffs) >= 0:
            bound = "never loses on this shoe: the more you stake, the better"
            raise ExactError("bet", bet.name, bound if max(payoffs) else "neither wins nor loses on this shoe")
    return bets, coup


def _fractions_of(texts: list[str], coup: CoupWinnings) -> list[Fraction]:
    """A fraction of the bankroll for each bet; raises `ExactError` for more than a coup leaves something of."""
    shares, text = [money(text, "fraction", 0, 1) for text in texts], ",".join(texts)
    if len(shares) != (bets := len(next(iter(coup.deals)))):
        raise ExactError("fraction", text, f"gives {len(shares)} fractions for {bets} bets")
    if sum(shares) > 1:
        raise ExactError("fraction", text, "is more than the bankroll")
    if min(coup.after(shares))[0] <= 0:
        raise ExactError("fraction", text, "loses the whole bankroll on the worst coup: stake less")
    return shares
