"""What promotions are worth to the player."""

from collections.abc import Sequence
from fractions import Fraction

from exact.analysis import promotions
from exact.analysis.odds import odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.analysis.sessions.distributions import distribution_of_bets
from exact.answers.table import Answer, Parameter, Table
from exact.answers.text import _
from exact.library import questions
from exact.library.parameters import answer_about, shoe_parameters
from exact.rules import STANDARD
from exact.views import session_result
from exact.views.bet_price import fair_odds

_COUPONS = {"match-play": "match play", "free-bet": "a free bet"}
"""What the notation of questions calls a promotion."""


def promotion(
    kind: str,
    bet: questions.BetLike,
    *,
    ties: str | None = None,
    pays: questions.Number | None = None,
    rate: questions.Number | None = None,
    basis: str | None = None,
    coups: int | None = None,
    stop_win: questions.Number | None = None,
    stop_loss: questions.Number | None = None,
    shoe: questions.ShoeLike | None = None,
    rules: questions.RulesLike = STANDARD,
    decks: int | str | None = None,
    remove: str | Sequence[str] | None = None,
    digits: int = 12,
) -> Answer:
    """What a promotion on a bet is worth per unit of its face or stake, and the terms at which it breaks even.

    The kinds are ``match-play``, ``free-bet``, ``coupon``, ``non-negotiable``, ``rebate``, ``rolling``, ``commission``
    and ``fair-odds``; ``exact promotion --help`` explains them and their terms. A rate is a share, like ``0.2`` or
    ``"20%"``; stops are in stakes. The table ``equivalents`` has the rebates and the commission that are worth as much.
    Bet, shoe and rules are as in `exact.price`. Raises `ExactError` for anything else, such as a term that does not
    belong to the kind.

    >>> promotion("match-play", "punto", ties="keep", decks=8).value("worth")
    Fraction(88248046824, 184032016969)
    """
    digits, (played, held) = questions.digits_of(digits), questions.game_of(rules, shoe, decks, remove, True)
    numbers = {"pays": pays, "rate": rate, "coups": coups, "stop_win": stop_win, "stop_loss": stop_loss}
    terms = {name: None if term is None else questions.text_of(term, name) for name, term in numbers.items()}
    terms |= {"ties": ties, "basis": basis}
    promotions.check_terms(kind, terms)
    wager = questions.bet_of(bet, played)
    price = price_bet(wager, held, played.tableau)
    kept = "" if terms["ties"] == promotions.LOSE else ", ties skipped"
    caption = _(
        "{kind} on {bet}, rules {rules}, {cards} cards", kind=kind, bet=wager.name, rules=played.id, cards=held.cards
    )
    tables: list[Table]
    worth, odds = None, odds_of_shoe(held, played.tableau)
    if kind == promotions.FAIR_ODDS:
        tables = [fair_odds(price, digits, "categories", caption)]
    elif kind == promotions.COMMISSION:
        commissions = promotions.commission_of(price.house_edge, odds)
        tables = [session_result.equal_commission(caption, *commissions, digits)]
    elif kind == promotions.REBATE:
        coup = distribution_of_bets([wager], [Fraction(1)], held, played.tableau)
        worth, best = promotions.rebate_of(price, coup, terms, digits)
        tables = [*session_result.rebate(caption, worth, best, coup.unit, digits)]
    else:
        worth = promotions.worth_asked(kind, price, terms)
        tables = [session_result.worth(caption, worth, digits)]
    if worth is not None:
        tables.append(session_result.equivalents(promotions.equivalents(worth, price, odds), digits))
    given = (Parameter(name, terms[name]) for name in promotions.KINDS[kind] if terms[name] is not None)
    parameters = Parameter("kind", kind), Parameter("bet", wager.name), *shoe_parameters(held, played)[:2], *given
    notes: list[str] = [session_result.MEANINGS[kind]] if kind in session_result.MEANINGS else []
    notes += [wager.assumed] if wager.assumed else []
    asked = [f"worth of {_COUPONS[kind]} on {wager.full_name}{kept}"] if kind in _COUPONS and rate is None else []
    if kind == promotions.FAIR_ODDS:
        asked.append(f"{{probability,odds against}} of {{categories of {wager.name}}}")
    return answer_about("promotion", held, played, [wager], parameters, tables, notes, questions=asked)
