"""Reference tables of stakes: commission rounded to a unit, sessions of independent coups, runs, and promotions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from exact.analysis import promotions
from exact.analysis.commission import (
    BancoOdds,
    Commission,
    banco_odds,
    best_stake,
    favourable_stakes,
    price_stakes,
    worst_stake,
)
from exact.analysis.odds import Distribution, odds_of_decks
from exact.analysis.pricing import price_bet
from exact.analysis.promotions import KEEP, LOSE, LOSSES
from exact.analysis.sessions import runs
from exact.analysis.sessions.distributions import distribution_of_bets, exact_distribution
from exact.answers.table import Cell, Column, Rounded, Table
from exact.answers.text import _
from exact.arithmetic import number_text, root_text
from exact.bets.catalogue import find_bet
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.outcome import MAIN_DECKS
from exact.rules import STANDARD, rules_named, standard_tableau
from exact.views.layout import reference_table

DIGITS = 9
UNITS = (Fraction(1, 2), Fraction(1), Fraction(5))
RATE = Fraction(5, 100)
STAKES = (*range(1, 101), *range(105, 205, 5), 250, 300, 400, 500, 1000)
_SOURCE = _(
    "Documents 000 and 003 round the commission in the player's favour («La commissione va arrotondata a vantaggio del "
    "giocatore»; «Provizija se zaokrožuje v dobro igralca») and state no unit: the units here are assumed."
)


def _odds(decks: int) -> BancoOdds:
    rules = rules_named(STANDARD)
    return banco_odds(odds_of_decks(decks, rules.tableau), rules)


def ranges_table() -> Table:
    """The stakes that favour the player, the best and the worst stake, and the limit, by unit, favour and decks."""
    rows: list[tuple[Cell, ...]] = []
    for unit in UNITS:
        for favour in (_("player"), _("nearest"), _("house")):
            for decks in MAIN_DECKS:
                odds, commission = _odds(decks), Commission(RATE, unit, favour)
                priced = price_stakes([unit * n for n in range(1, 401)], odds, commission)
                favourable = favourable_stakes(odds, commission).text
                extremes = *_extreme(*best_stake(priced)), *_extreme(*worst_stake(priced))
                limit = Rounded(odds.limit(commission), DIGITS)
                rows.append((number_text(unit, 2), favour, decks, favourable, *extremes, limit))
    commissions = (_("unit"), _("in favour of"), _("decks"))
    best = (_("best stake"), Column(_("its edge"), key="best edge"))
    worst = (_("worst stake"), Column(_("its edge"), key="worst edge"))
    return reference_table(
        _("Banco with 5 % commission rounded to a unit: the stakes at which the edge is the player's"),
        (*commissions, _("stakes that favour the player"), *best, *worst, _("limit")),
        rows,
        _SOURCE,
        _(
            "Stakes are in whole cents. Best and worst are the smallest of the stakes 1, 2, … 400 units with the "
            "lowest and the highest house edge; the limit is the edge as stakes grow, which is that of exact "
            "commission."
        ),
        landscape=True,
        units=["0.50", "1", "5"],
        rate="5%",
        decks=list(MAIN_DECKS),
        digits=DIGITS,
    )


def stakes_table() -> Table:
    """Banco's house edge by stake, unit and deck count, with the commission rounded in the player's favour."""
    rows: list[tuple[Cell, ...]] = []
    for amount in STAKES:
        stake = Fraction(amount)
        edges = [
            Rounded(_odds(decks).house_edge(stake, Commission(RATE, unit, "player")), DIGITS)
            for unit in UNITS
            for decks in MAIN_DECKS
        ]
        rows.append((amount, *edges))
    heads = (
        _("unit {unit}, {decks} decks", unit=number_text(unit, 2), decks=decks)
        for unit in UNITS
        for decks in MAIN_DECKS
    )
    return reference_table(
        _("House edge of banco by stake, 5 % commission rounded to a unit in the player's favour"),
        (_("stake"), *heads),
        rows,
        _SOURCE,
        _("A negative edge favours the player."),
        units=["0.50", "1", "5"],
        rate="5%",
        decks=list(MAIN_DECKS),
        digits=DIGITS,
    )


def _extreme(stake: Fraction, edge: Fraction) -> tuple[Cell, Cell]:
    return number_text(stake, 2), Rounded(edge, DIGITS)


DECKS = 8
COUPS = (40, 80, 200)
RUN_COUPS = 80
RUN_LENGTHS = tuple(range(2, 13))
SHARES = (1, 5, 50, 95, 99)
BETS = ("punto", "banco", "tie")
_Worth = Callable[[Distribution], promotions.Worth]
_FRESH = _("The coups are independent: each comes from a fresh shoe of 8 decks.")


def sessions_table() -> Table:
    """The net win of a session on each main bet: mean, standard deviation, chance to win, quantiles."""
    rows: list[tuple[Cell, ...]] = []
    for bet in BETS:
        coup = distribution_of_bets([find_bet(bet)], [Fraction(1)], Shoe.of_decks(DECKS), standard_tableau())
        for coups in COUPS:
            distribution = exact_distribution(coup, coups)
            ahead = distribution.at_least(coup.unit)[0]
            quantiles = (number_text(distribution.quantile(Fraction(share, 100))[0]) for share in SHARES)
            deviation = root_text(coups * coup.variance, DIGITS)
            rows.append((bet, coups, Rounded(coups * coup.mean, DIGITS), deviation, Rounded(ahead, DIGITS), *quantiles))
    return reference_table(
        _("The net win of a session in stakes"),
        (_("bet"), _("coups"), _("mean"), _("standard deviation"), _("net win"), *(f"{share} %" for share in SHARES)),
        rows,
        _FRESH,
        _("Net win: its probability. Under a percentage, the smallest result not exceeded with that probability."),
        landscape=True,
        decks=DECKS,
        coups=list(COUPS),
        digits=DIGITS,
    )


def runs_table() -> Table:
    """The probability of at least one run of k wins in a session, under each convention for a tie."""
    odds = odds_of_decks(DECKS, standard_tableau())
    sides = (Outcome.PUNTO, Outcome.BANCO)
    rows: list[tuple[Cell, ...]] = []
    for length in RUN_LENGTHS:
        chances = []
        for side in sides:
            for convention in runs.CONVENTIONS:
                trial = runs.trial_of(odds.counts[side], odds.counts[Outcome.TIE], odds.deals, convention)
                chances.append(Rounded(runs.at_least_one(trial, length, RUN_COUPS, DIGITS)[0], DIGITS))
        rows.append((length, *chances))
    heads = (
        heading
        for side in sides
        for heading in (
            _("{side}, a tie breaks", side=side.text),
            _("{side}, ties skipped", side=side.text),
            _("{side}, a tie counts", side=side.text),
        )
    )
    return reference_table(
        _("The probability of at least one run of so many wins in 80 coups"),
        (_("in a row"), *heads),
        rows,
        _FRESH,
        _("With ties skipped, these are 80 decided coups."),
        landscape=True,
        decks=DECKS,
        coups=RUN_COUPS,
        digits=DIGITS,
    )


def promotions_table() -> Table:
    """What promotions on punto and banco are worth, and the rolling commission that cancels the house edge."""
    prices = [price_bet(find_bet(bet), Shoe.of_decks(DECKS), standard_tableau()) for bet in BETS]
    rows: list[tuple[Cell, ...]] = [
        (_("match play, kept after a tie"), *_worths(prices, lambda price: promotions.match_play(price, KEEP))),
        (_("match play, lost with a tie"), *_worths(prices, lambda price: promotions.match_play(price, LOSE))),
        (_("free bet, kept after a tie"), *_worths(prices, lambda price: promotions.free_bet(price, KEEP))),
        (_("free bet, lost with a tie"), *_worths(prices, lambda price: promotions.free_bet(price, LOSE))),
        (_("non-negotiable chip"), *_worths(prices, promotions.non_negotiable)),
        (
            _("break-even commission on losses"),
            *(_rounded(promotions.rolling(price, Fraction(0), LOSSES).break_even) for price in prices),
        ),
    ]
    return reference_table(
        _("What promotions are worth, per unit of face"),
        (_("promotion"), *BETS),
        rows,
        _(
            "A match-play coupon lies beside a stake of its face; a free bet is staked alone; a chip is played until "
            "it is lost."
        ),
        decks=DECKS,
        bets=list(BETS),
        digits=DIGITS,
    )


def _worths(prices: list[Distribution], worth: _Worth) -> list[Cell]:
    return [_rounded(worth(price).worth) for price in prices]


def _rounded(value: Fraction | None) -> Cell:
    return None if value is None else Rounded(value, DIGITS)
