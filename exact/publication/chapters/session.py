"""Reference tables of sessions of independent coups, of runs, and of promotions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from exact.analysis import promotions
from exact.analysis.full_shoes import odds_of_decks
from exact.analysis.odds import Distribution
from exact.analysis.pricing import price_bet
from exact.analysis.promotions import KEEP, LOSE, LOSSES
from exact.analysis.sessions import runs
from exact.analysis.sessions.coup_law import law_of_bets
from exact.analysis.sessions.law import exact_law
from exact.answers.table import Cell, Rounded, Table, columns_of
from exact.answers.text import _
from exact.arithmetic import number_text, root_text
from exact.bets.catalogue import find_bet
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.rules.named import standard_tableau

DIGITS = 9
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
        coup = law_of_bets([find_bet(bet)], [Fraction(1)], Shoe.of_decks(DECKS), standard_tableau())
        for coups in COUPS:
            law = exact_law(coup, coups)
            ahead = law.at_least(coup.unit)[0]
            quantiles = (number_text(law.quantile(Fraction(share, 100))[0]) for share in SHARES)
            deviation = root_text(coups * coup.variance, DIGITS)
            rows.append((bet, coups, Rounded(coups * coup.mean, DIGITS), deviation, Rounded(ahead, DIGITS), *quantiles))
    return Table(
        id="sessions",
        caption=_("The net win of a session in stakes"),
        columns=columns_of(
            _("bet"),
            _("coups"),
            _("mean"),
            _("standard deviation"),
            _("net win"),
            *(f"{share} %" for share in SHARES),
        ),
        rows=rows,
        notes=(
            _FRESH,
            _("Net win: its probability. Under a percentage, the smallest result not exceeded with that probability."),
        ),
        landscape=True,
        parameters={"decks": DECKS, "coups": list(COUPS), "digits": DIGITS},
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
    return Table(
        id="runs",
        caption=_("The probability of at least one run of so many wins in 80 coups"),
        columns=columns_of(_("in a row"), *heads),
        rows=rows,
        notes=(_FRESH, _("With ties skipped, these are 80 decided coups.")),
        landscape=True,
        parameters={"decks": DECKS, "coups": RUN_COUPS, "digits": DIGITS},
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
    return Table(
        id="promotions",
        caption=_("What promotions are worth, per unit of face"),
        columns=columns_of(_("promotion"), *BETS),
        rows=rows,
        notes=(
            _(
                "A match-play coupon lies beside a stake of its face; a free bet is staked alone; a chip is played until it is lost."
            ),
        ),
        parameters={"decks": DECKS, "bets": list(BETS), "digits": DIGITS},
    )


def _worths(prices: list[Distribution], worth: _Worth) -> list[Cell]:
    return [_rounded(worth(price).worth) for price in prices]


def _rounded(value: Fraction | None) -> Cell:
    return None if value is None else Rounded(value, DIGITS)
