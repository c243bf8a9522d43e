"""Reference tables of stakes: commission rounded to a unit, sessions of independent coups, runs, and promotions."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from exact.analysis import commission as rounded
from exact.analysis.odds import odds_of_decks
from exact.analysis.pricing import price_bet
from exact.analysis.promotions import CHIP, LOSSES, ROLLING, worth_of
from exact.analysis.sessions import runs
from exact.analysis.sessions.distributions import distribution_of_bets, exact_distribution
from exact.answers.table import Column, Rounded
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.bets.catalogue import find_bet
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.publication.declared import MAIN_DECKS, AnyCell, AskedRow, AskedRows, FigureCell, ask, declared
from exact.rules import STANDARD, rules_named, standard_tableau
from exact.views.layout import decimal

DIGITS = 9
UNITS = (Fraction(1, 2), Fraction(1), Fraction(5))
RATE = Fraction(5, 100)
_SOURCE = _(
    "Documents 000 and 003 round the commission in the player's favour («La commissione va arrotondata a vantaggio del "
    "giocatore»; «Provizija se zaokrožuje v dobro igralca») and state no unit: the units here are assumed."
)
_COMMISSION = {"units": ["0.50", "1", "5"], "rate": "5%", "decks": list(MAIN_DECKS), "digits": DIGITS}


@declared(
    _("Banco with 5 % commission rounded to a unit: the stakes at which the edge is the player's"),
    _SOURCE,
    _(
        "Stakes are in whole cents. Best and worst are the smallest of the stakes 1, 2, … 400 units with the lowest "
        "and the highest house edge; the limit is the edge as stakes grow, which is that of exact commission."
    ),
    heads=(
        *(_("unit"), _("in favour of"), _("decks"), _("stakes that favour the player"), _("best stake")),
        *(
            Column(_("its edge"), key="best edge"),
            _("worst stake"),
            Column(_("its edge"), key="worst edge"),
            _("limit"),
        ),
    ),
    landscape=True,
    parameters=_COMMISSION,
)
def commission_ranges_table() -> AskedRows:
    rules = rules_named(STANDARD)
    for unit, favour, decks in product(UNITS, (_("player"), _("nearest"), _("house")), MAIN_DECKS):
        odds = rounded.banco_odds(odds_of_decks(decks, rules.tableau), rules)
        commission = rounded.Commission(RATE, unit, favour)
        priced = rounded.price_stakes([unit * n for n in range(1, 401)], odds, commission)
        stakes = [stake for stake, _edge in rounded.best_and_worst_stake(priced)]
        favourable = rounded.favourable_stakes(odds, commission).text
        edges = (cell for stake in stakes for cell in (number_text(stake, 2), _charged(commission, stake, decks)))
        limit = ask(f"house edge of banco, commission 5%, {decks} decks", DIGITS)
        yield number_text(unit, 2), favour, decks, favourable, *edges, limit


def _charged(commission: rounded.Commission, stake: Fraction, decks: int) -> FigureCell:
    """The house edge of a stake on banco: a win pays what the rounded commission leaves of it."""
    paid = number_text(1 - commission.on(stake) / stake)
    return ask(f"house edge of banco, pays {paid}, {decks} decks", DIGITS)


@declared(
    _("House edge of banco by stake, 5 % commission rounded to a unit in the player's favour"),
    _SOURCE,
    _("A negative edge favours the player."),
    parameters=_COMMISSION,
)
def commission_by_stake_table() -> Iterator[AskedRow]:
    for stake in (*range(1, 101), *range(105, 205, 5), 250, 300, 400, 500, 1000):
        row: dict[Column | str, AnyCell] = {_("stake"): stake}
        for unit, decks in product(UNITS, MAIN_DECKS):
            head = _("unit {unit}, {decks} decks", unit=number_text(unit, 2), decks=decks)
            row[head] = _charged(rounded.Commission(RATE, unit, "player"), Fraction(stake), decks)
        yield row


DECKS = 8
COUPS = (40, 80, 200)
RUN_COUPS = 80
BETS = ("punto", "banco", "tie")
_FRESH = _("The coups are independent: each comes from a fresh shoe of 8 decks.")


@declared(
    _("The net win of a session in stakes"),
    _FRESH,
    _("Net win: its probability. Under a percentage, the smallest result not exceeded with that probability."),
    landscape=True,
    parameters={"decks": DECKS, "coups": list(COUPS), "digits": DIGITS},
)
def sessions_table() -> Iterator[AskedRow]:
    for bet in BETS:
        coup = distribution_of_bets([find_bet(bet)], [Fraction(1)], Shoe.of_decks(DECKS), standard_tableau())
        for coups in COUPS:
            distribution = exact_distribution(coup, coups)
            quantiles = {share: distribution.quantile(Fraction(share, 100))[0] for share in (1, 5, 50, 95, 99)}
            session = f"a session of {coups} coups on {bet}"
            yield {
                _("bet"): bet,
                _("coups"): coups,
                _("mean"): ask(f"expectation of {session}, {DECKS} decks", DIGITS),
                _("standard deviation"): ask(f"standard deviation of {session}, {DECKS} decks", DIGITS),
                _("net win"): ask(
                    f"probability of {session}, winning {number_text(coup.unit)} or more, {DECKS} decks", DIGITS
                ),
                **{f"{share} %": number_text(result) for share, result in quantiles.items()},
            }


@declared(
    _("The probability of at least one run of so many wins in 80 coups"),
    _FRESH,
    _("With ties skipped, these are 80 decided coups."),
    landscape=True,
    parameters={"decks": DECKS, "coups": RUN_COUPS, "digits": DIGITS},
)
def runs_table() -> Iterator[AskedRow]:
    odds = odds_of_decks(DECKS, standard_tableau())
    breaks, skipped, counts = _("{side}, a tie breaks"), _("{side}, ties skipped"), _("{side}, a tie counts")
    for length in range(2, 13):
        row: dict[Column | str, AnyCell] = {_("in a row"): length}
        for side in (Outcome.PUNTO, Outcome.BANCO):
            run = f"probability of a run of {length} {side.value} among {RUN_COUPS} coups"
            trial = runs.trial_of(odds.counts[side], odds.counts[Outcome.TIE], odds.deals, runs.COUNT)
            row[breaks.filled(side=side.text)] = ask(f"{run}, {DECKS} decks", DIGITS)
            row[skipped.filled(side=side.text)] = ask(f"{run}, ties skipped, {DECKS} decks", DIGITS)
            chance = runs.at_least_one(trial, length, RUN_COUPS, DIGITS)[0]
            row[counts.filled(side=side.text)] = Rounded(chance, DIGITS)
        yield row


@declared(
    _("What promotions are worth, per unit of face"),
    _(
        "A match-play coupon lies beside a stake of its face; a free bet is staked alone; a chip is played until it is "
        "lost."
    ),
    heads=(_("promotion"), *BETS),
    parameters={"decks": DECKS, "bets": list(BETS), "digits": DIGITS},
)
def promotions_table() -> AskedRows:
    for name, promotion in (
        (_("match play, kept after a tie"), "match play on {bet}, ties skipped"),
        (_("match play, lost with a tie"), "match play on {bet}"),
        (_("free bet, kept after a tie"), "a free bet on {bet}, ties skipped"),
        (_("free bet, lost with a tie"), "a free bet on {bet}"),
    ):
        yield name, *(ask(f"worth of {promotion.format(bet=bet)}, {DECKS} decks", DIGITS) for bet in BETS)
    prices = [price_bet(find_bet(bet), Shoe.of_decks(DECKS), standard_tableau()) for bet in BETS]
    chips = (worth_of(CHIP, price).worth for price in prices)
    yield _("non-negotiable chip"), *(decimal(worth, DIGITS) for worth in chips)
    commissions = (worth_of(ROLLING, price, basis=LOSSES).break_even for price in prices)
    yield _("break-even commission on losses"), *(decimal(commission, DIGITS) for commission in commissions)
