"""Reference tables of the unseen cards: how much the expectation varies with them, and what it gains to know them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from exact.analysis.expectation_variance import VARIANCE, expectation_variances, work_of
from exact.analysis.perfect_play import PerfectPlay
from exact.answers.text import _, joined
from exact.arithmetic import root
from exact.bets.catalogue import catalogue
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.publication import stored_figures as perfect
from exact.publication.declared import AskedRow, AskedRows, declared, told
from exact.rules import standard_tableau
from exact.views.bet_price import label
from exact.views.perfect_gains import UNSEEN_NOTE

DECKS = 8
DIGITS, PERFECT_DIGITS = 9, 12
BETS = ("punto", "banco", "tie", "dragon-7", "panda-8", "punto-pair")
UNSEEN = (6, 13, 26, 39, 52, 78, 104, 156, 208, 260, 312, 364, 410)
DEPTH = 52  # the unseen cards of the table of all bets
_MOST_WORK = 2 * 10**8  # the bets that take more than a few seconds are left out of that table
_DEVIATION, _LINEAR = "standard deviation of the expectation of {bet}", "linear share of {bet}"
_NOTE = _(
    "With n cards of the shoe unseen, every set of n cards equally likely, the expectation of the next coup varies "
    "about that of the whole shoe. The linear part is the share of its variance that the best linear count sees."
)


@declared(
    _("The spread of the expectation with {decks} decks, by cards unseen", decks=DECKS),
    *(_NOTE, _("The standard deviation and the skewness are rounded from the exact squares.")),
    heads=(_("bet"), _("unseen"), _("standard deviation, %"), _("skewness"), _("linear part of the variance, %")),
    parameters={"decks": DECKS, "unseen": list(UNSEEN), "digits": DIGITS},
)
def expectation_spread_table() -> AskedRows:
    for name in BETS:
        for spread in expectation_variances(catalogue()[name], Shoe.of_decks(DECKS), standard_tableau(), UNSEEN):
            where = f"{spread.unseen} unseen, {DECKS} decks"
            deviation, share = (f"{what.format(bet=name)}, times 100, {where}" for what in (_DEVIATION, _LINEAR))
            skewness, squared = f"skewness of the expectation of {name}, {where}", spread.skewness_squared
            figures = (
                told(deviation, root(spread.variance * 10**4), DIGITS - 2),
                told(skewness, root(squared or Fraction(0)), DIGITS - 3),
                told(share, 100 * (spread.linear_share or Fraction(0)), DIGITS - 5),
            )
            yield name, spread.unseen, *figures


expectation_spread_bets_table = declared(
    _(
        "The spread of the expectation of every bet with {unseen} of {decks} decks' cards unseen",
        unseen=DEPTH,
        decks=DECKS,
    ),
    _NOTE,
    _(
        "“Below zero” divides the house edge by the standard deviation: the smaller it is, the more often the unseen "
        "cards favour the player. Bets that look at too many kinds of cards are left out."
    ),
    asks={
        _("expectation, %"): (f"expectation of {{bet}}, times 100, {DECKS} decks", DIGITS - 2),
        _("standard deviation, %"): (f"{_DEVIATION}, times 100, {DEPTH} unseen, {DECKS} decks", DIGITS - 2),
        _("below zero, standard deviations"): (
            f"house edge of {{bet}} divided by {_DEVIATION}, {DEPTH} unseen, {DECKS} decks",
            3,
        ),
        _("linear part of the variance, %"): (f"{_LINEAR}, times 100, {DEPTH} unseen, {DECKS} decks", DIGITS - 5),
    },
    landscape=True,
    parameters={"decks": DECKS, "unseen": DEPTH, "digits": DIGITS},
)(
    lambda: (
        {_("bet"): label(bet.name, bet.paying_table)}
        for bet in catalogue().values()
        if work_of(bet, Shoe.of_decks(DECKS), standard_tableau(), VARIANCE) <= _MOST_WORK
    )
)


def _perfect_gains(plays: Mapping[tuple[int, int, str], PerfectPlay], decks: int) -> Iterator[AskedRow]:
    """The gain, the probability of a positive expectation and the edge of each play, by bet."""
    listed = [(bet, play) for (_unseen, held, bet), play in plays.items() if held == decks]
    bets = list(dict.fromkeys(bet for bet, _play in listed))
    for bet, play in sorted(listed, key=lambda entry: bets.index(entry[0])):
        wager = f"({','.join(perfect.MAIN_BETS)})" if bet == perfect.BEST else bet
        where = f"of perfect play on {wager}, {play.unseen} unseen, {decks} decks"
        edge = f"edge when betting {where}, times 100"
        yield {
            _("bet"): bet,
            _("unseen"): play.unseen,
            _("compositions"): play.compositions,
            _("gain per unit, %"): told(f"gain per coup {where}, times 100", 100 * play.gain, PERFECT_DIGITS - 2),
            _("P(expectation > 0)"): told(f"betting frequency {where}", play.positive, PERFECT_DIGITS),
            _("edge when positive, %"): play.edge and told(edge, 100 * play.edge, PERFECT_DIGITS - 2),
        }


perfect_play_table = declared(
    _("Perfect play with {decks} decks: the gain from knowing the unseen cards"),
    UNSEEN_NOTE,
    _(
        "“{best}” is the best of {bets}, or no bet. Payoffs are those of the catalogue: banco at 5 % commission, the "
        "tie at 8 to 1, Dragon 7 at 40 to 1, Panda 8 at 25 to 1.",
        best=perfect.BEST,
        bets=joined(", ", (Outcome(bet).text for bet in perfect.MAIN_BETS)),
    ),
    _(
        "Every figure is an exact fraction, rounded once: an integer sum over all compositions. The expectations are "
        "matrix products of low and high cards in doubles that hold them exactly; the weights are cut into digits. Up "
        "to seven unseen cards, nine in the slow tests, plain sums of fractions over the walk confirm the figures; the "
        "walk shares no code with this method."
    ),
    parameters={"unseen": "6-30, 36, 42, 52", "digits": PERFECT_DIGITS},
)(lambda decks: _perfect_gains(perfect.reference(perfect.PERFECT_PLAY), decks))

perfect_pairs_table = declared(
    _("Perfect play on pairs with {decks} decks: the gain from knowing the unseen cards"),
    UNSEEN_NOTE,
    _("A pair of one hand pays 11 to 1, either pair 5 to 1. Compositions are counted by rank."),
    _(
        "Every figure is an exact fraction, rounded once. With c the cards of a rank, a pair of one hand depends on "
        "Σc² alone, and either pair on Σc² and Σc³; their exact distribution adds one rank after another. In the tests "
        "sums over the partitions of the unseen cards into ranks confirm the figures; they share no code with this "
        "method."
    ),
    parameters={"unseen": "6-26, 39-208 by 13", "digits": PERFECT_DIGITS},
)(lambda decks: _perfect_gains(perfect.reference(perfect.PAIR_PLAY), decks))
