"""The law of what n independent coups win: quantiles, stop points, ruin, runs.

Each coup comes from a fresh shoe, by default 8 full decks. Up to 200 coups every probability is exact; beyond, you see
a proven lower and upper bound. Several bets, separated by commas, are placed on the same coup. A bankroll ends play when it no longer
covers the stake. With --one-shoe the coups come from one shoe: the law is exact up to 4 coups; beyond, you see the law of
independent coups, the exact variance of one shoe, and simulated differences.

  exact session --bet banco --coups 80 --stake 100
  exact session --bet banco,tie --stake 20,5 --coups 1000 --at-least 100
  exact session --bet punto --coups 150 --stake 1 --stop-win 10 --stop-loss 20
  exact session --bet punto --coups 80 --stake 1 --bankroll 20 --target 40
  exact session --bet banco --coups 80 --stake 1 --runs "banco 3" --ties break
  exact session --bet punto --coups 4 --one-shoe
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction

from exact.analysis.odds import Odds, odds_of_shoe
from exact.analysis.sessions import runs
from exact.analysis.sessions.coup_law import CoupLaw, law_of_bets
from exact.analysis.sessions.law import EXACT_COUPS, MAX_COUPS, Bounds, Law, law_of_coups
from exact.analysis.sessions.race import race
from exact.analysis.sessions.ruin import ruin_ever
from exact.analysis.sessions.stops import Limits, StoppedSession, bankroll_limit, limits_of, stopped_session
from exact.answers.answer import Answer, Fields, Keyed, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Detailed, Rounded, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import integer_text, number_text, root_text, scaled_text
from exact.bets.bet import Bet
from exact.bets.main_bets import bet_under
from exact.cli import options
from exact.cli.one_shoe import one_shoe
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.inputs import near_misses, parse_whole
from exact.names import canonical
from exact.rules.tableau import Rules

MAX_RUN = 1000
MAX_STEPS = 30_000_000
"""The most coups times the length of a run: some seconds."""
_SHARES = (1, 5, 25, 50, 75, 95, 99)
_LISTED = 20
"""The most rows of a law in plain text."""
_WIN, _LOSS = "win", "loss"
EVENTS = (*(outcome.value for outcome in Outcome), _WIN, _LOSS)
"""What may run: an outcome, or a net win or loss of a coup."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact session``."""
    once = options.Once
    add = parser.add_argument
    options.add_bet(parser, "a bet, or several separated by commas")
    add("--coups", action=once, metavar="N", required=True, help=f"the number of coups, 1 to {MAX_COUPS}")
    add("--stake", action=once, metavar="STAKES", default="1", help="the stake on each bet, or one for all; default 1")
    add("--at-least", action=once, metavar="AMOUNT", help="the probability of a net win of at least AMOUNT")
    add("--at-most", action=once, metavar="AMOUNT", help="the probability of a net win of at most AMOUNT")
    add("--stop-win", action=once, metavar="AMOUNT", help="stop as soon as the net win is at least AMOUNT")
    add("--stop-loss", action=once, metavar="AMOUNT", help="stop as soon as the net loss is at least AMOUNT")
    add("--bankroll", action=once, metavar="AMOUNT", help="stop when what is left does not cover the stakes")
    add("--target", action=once, metavar="AMOUNT", help="stop as soon as the bankroll has grown to AMOUNT")
    add("--runs", action=once, metavar="RUN", help='runs of punto, banco, tie, win or loss: "banco 3"')
    add("--one-shoe", action="store_true", help="the coups come from one shoe, not each from a fresh one")
    add("--ties", action=once, metavar="break|skip|count", help="what a tie does to a run; default break")
    options.add_question(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The law of the session."""
    digits = options.digits_of(arguments)
    coups = parse_whole(arguments.coups, "coups", 1, MAX_COUPS)
    rules = options.rules_of(arguments)
    shoe = options.shoe_of(arguments, rules)
    bets, stakes = bets_of(arguments, rules)
    coup = law_of_bets(bets, stakes, shoe, rules.tableau)
    limits, ruin_limit = _limits(arguments, coup, sum(stakes, Fraction(0)))
    if arguments.ties is not None and arguments.runs is None:
        raise ExactError("ties", arguments.ties, "belongs to --runs: say which runs")
    ends = _amount(arguments.at_least, "at_least"), _amount(arguments.at_most, "at_most")
    more: list[Section] = []
    if ruin_limit is not None:
        more.append(_ruin(coup, limits, ruin_limit, digits))
    if arguments.runs is not None:
        more += _runs(arguments, coup, odds_of_shoe(shoe, rules.tableau), coups, digits)
    session = None
    notes: list[Text] = []
    with waiting("convolving"):
        if arguments.one_shoe:
            law, compared, notes = one_shoe(arguments, (bets, stakes, coup, coups), shoe, rules.tableau, digits)
            more += compared
        elif limits == Limits(None, None):
            law = law_of_coups(coup, coups, digits)
        else:
            session = stopped_session(coup, coups, limits, digits)
            law = session.law
            more[:0] = [_stops(session, limits, digits), _first_passage(session, digits)]
    sections = (
        _figures(coup, coups, law, session, digits),
        *_ends(law, ends, digits),
        _quantiles(law),
        *_law(law, digits),
        *more,
    )
    return Answer(
        "session",
        (
            Parameter("rules", rules.id),
            Parameter("cards", shoe.cards),
            Parameter("bets", [bet.name for bet in bets]),
            Parameter("stakes", [number_text(stake) for stake in stakes], _("Stakes")),
            Parameter("coups", coups),
        ),
        sections,
        (*(notes or [_independent(shoe.cards)]), *_bounds_note(law)),
        rules.assumed,
        (rules.to_line(), *(bet.to_line() for bet in bets)),
    )


def bets_of(arguments: argparse.Namespace, rules: Rules) -> tuple[list[Bet], list[Fraction]]:
    """The bets and their stakes; raises `ExactError` for numbers of them that do not fit."""
    bets = [bet_under(name.strip(), rules) for name in arguments.bet.split(",")]
    stakes = [options.amount_of(text, "stake") for text in arguments.stake.split(",")]
    if len(stakes) == 1:
        stakes *= len(bets)
    if len(stakes) != len(bets):
        raise ExactError("stake", arguments.stake, f"gives {len(stakes)} stakes for {len(bets)} bets")
    return bets, stakes


def _amount(text: str | None, parameter: str) -> Fraction | None:
    """A signed amount in whole cents, for what the session wins."""
    if text is None:
        return None
    size = text.strip().removeprefix("-")
    if size.strip("0.") == "" and size.replace(".", "", 1).isdigit():
        return Fraction(0)
    amount = options.amount_of(size, parameter)
    return -amount if text.strip().startswith("-") else amount


def _limits(arguments: argparse.Namespace, coup: CoupLaw, stake: Fraction) -> tuple[Limits, int | None]:
    """Where play ends, and the result at which the bankroll is ruined, if there is one."""
    names = ("stop_win", "stop_loss", "bankroll", "target")
    texts = {name: getattr(arguments, name) for name in names}
    given = {name: options.amount_of(text, name) for name, text in texts.items() if text is not None}
    for one, other in (("stop_loss", "bankroll"), ("stop_win", "target")):
        if one in given and other in given:
            raise ExactError(other, texts[other], f"and --{one.replace('_', '-')} both end play: give one of them")
    ruin = bankroll_limit(coup, given["bankroll"], stake) if "bankroll" in given else None
    if "target" in given:
        if "bankroll" not in given:
            raise ExactError("target", texts["target"], "needs the --bankroll at the beginning")
        if given["target"] <= given["bankroll"]:
            raise ExactError("target", texts["target"], f"must be more than the bankroll of {texts['bankroll']}")
        given["stop_win"] = given["target"] - given["bankroll"]
    limits = limits_of(coup, given.get("stop_loss"), given.get("stop_win"))
    return (limits if ruin is None else limits._replace(low=ruin)), ruin


def _cell(bounds: Bounds, digits: int) -> Cell:
    """An exact value, or a proven lower and upper bound as decimals."""
    lower, upper = bounds
    if lower == upper:
        return Rounded(lower, digits, FRACTION)
    scale = 10**digits
    return scaled_text(lower * scale // 1, digits), scaled_text(-(-upper * scale // 1), digits)


def _figures(
    coup: CoupLaw,
    coups: int,
    law: Law,
    session: StoppedSession | None,
    digits: int,
) -> Section:
    rows: list[tuple[Cell, ...]]
    if session is None:
        variance = coups * coup.variance if law.missing else law.moment(2)[0] - law.moment(1)[0] ** 2
        rows = [
            (_("mean"), Rounded(coups * coup.mean, digits, FRACTION)),
            (_("variance"), Rounded(variance, digits, FRACTION)),
            (_("standard deviation"), root_text(variance, digits)),
        ]
    else:
        (low, high), (small, large) = law.moment(1), law.moment(2)
        squares = (low**2, high**2)
        rows = [
            (_("mean"), _cell((low, high), digits)),
            (_("variance"), _cell((small - max(squares), large - min(squares)), digits)),
        ]
    rows.append((_("net loss"), _cell(law.bounds(sum(n for won, n in law.counts.items() if won < 0)), digits)))
    rows.append((_("net win"), _cell(law.bounds(sum(n for won, n in law.counts.items() if won > 0)), digits)))
    caption = _("The net win of {coups} coups", coups=coups)
    return Section("figure", Fields(), columns_of(_("figure"), _("value")), rows, caption)


def _ends(law: Law, ends: tuple[Fraction | None, Fraction | None], digits: int) -> Iterator[Section]:
    """The probability of a net win of at least and of at most an amount."""
    least, most = ends
    rows: list[tuple[Cell, ...]] = []
    if least is not None:
        text = _("net win of at least {amount}", amount=number_text(least))
        rows.append((Detailed("at_least", text), _cell(law.at_least(least), digits)))
    if most is not None:
        text = _("net win of at most {amount}", amount=number_text(most))
        rows.append((Detailed("at_most", text), _cell(law.at_most(most), digits)))
    if rows:
        yield Section("end", Fields(), columns_of(_("result"), _("probability")), rows, _("Where the session ends"))


def _quantiles(law: Law) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for share in _SHARES:
        first, last = law.quantile(Fraction(share, 100))
        text = number_text(first) if first == last else f"{number_text(first)} – {number_text(last)}"
        rows.append((f"{share} %", text))
    columns = columns_of(_("probability"), _("net win of at most"))
    return Section("quantile", Keyed(("quantiles",), single=True), columns, rows, _("Quantiles"))


def _law(law: Law, digits: int) -> Iterator[Section]:
    """The whole law: integers over one denominator, or bounds."""
    unit: tuple[Cell, ...] = (_("unit"), law.unit)
    columns = columns_of(_("figure"), _("value"))
    if law.missing:
        yield Section("law", Fields(("law",)), columns, [unit], _("Unit of the law"), detail=True)
        rows: list[tuple[Cell, ...]] = [
            (str(won), _cell(law.bounds(count), digits)) for won, count in law.counts.items()
        ]
        heads = columns_of(_("net win in units"), _("lower and upper bound"))
        caption = _("Bounds of the probability of every result")
        yield Section("probability", Keyed(("law", "probability"), single=True), heads, rows, caption, detail=True)
        return
    denominator: tuple[Cell, ...] = (_("denominator"), integer_text(law.denominator))
    yield Section("law", Fields(("law",)), columns, [unit, denominator], _("Unit of the law"), detail=True)
    rows = [(str(won), integer_text(count)) for won, count in law.counts.items()]
    heads = columns_of(_("net win in units"), _("numerator"))
    caption = _("The number of ways to every result")
    yield Section("numerator", Keyed(("law", "numerators"), single=True), heads, rows, caption, detail=True)


def _stops(session: StoppedSession, limits: Limits, digits: int) -> Section:
    law = session.law
    rows: list[tuple[Cell, ...]] = []
    if limits.high is not None:
        rows.append((_("win"), _cell(law.bounds(sum(session.at_high)), digits)))
    if limits.low is not None:
        rows.append((_("loss"), _cell(law.bounds(sum(session.at_low)), digits)))
    rows.append((_("expected coups"), _cell(session.mean_coups, digits)))
    caption = _("The probability that play stops before or at the last coup, and how long it lasts")
    return Section("stop", Fields(("stops",)), columns_of(_("stop"), _("value")), rows, caption)


def _first_passage(session: StoppedSession, digits: int) -> Section:
    """The law of the coup at which play stops; coups at which it cannot stop are left out."""
    law = session.law
    rows: list[tuple[Cell, ...]] = [
        (number, _cell(law.bounds(high), digits), _cell(law.bounds(low), digits))
        for number, (high, low) in enumerate(zip(session.at_high, session.at_low, strict=True), start=1)
        if high or low
    ]
    columns = columns_of(_("coup"), _("win"), _("loss"))
    caption = _("First passage: the probability that play stops exactly at this coup")
    return Section("first passage", Rows(("first_passage",)), columns, rows, caption, most=_LISTED)


def _ruin(coup: CoupLaw, limits: Limits, ruin: int, digits: int) -> Section:
    """Ruin if play goes on for as many coups as it takes."""
    rows: list[tuple[Cell, ...]] = []
    if limits.high is not None:
        probability, expected = race(coup, limits, digits + 1)
        rows.append((_("before target"), _cell(probability, digits)))
        rows.append((_("expected coups"), _cell(expected, digits)))
    rows.append((_("ever"), _cell(ruin_ever(coup, ruin, digits), digits)))
    caption = _("Ruin, if play goes on for as many coups as it takes")
    return Section("ruin", Fields(("ruin",)), columns_of(_("ruin"), _("value")), rows, caption)


def _runs(arguments: argparse.Namespace, coup: CoupLaw, odds: Odds, coups: int, digits: int) -> Iterator[Section]:
    words = arguments.runs.split()
    if len(words) != 2:
        raise ExactError("runs", arguments.runs, 'must be what runs and how often, like "banco 3"')
    what = canonical(words[0].lower(), EVENTS)
    if what not in EVENTS:
        raise ExactError("runs", words[0], f"is nothing that runs: {near_misses(words[0], EVENTS)}")
    length = parse_whole(words[1], "runs", 1, MAX_RUN)
    if length * coups > MAX_STEPS:
        raise ExactError("runs", arguments.runs, f"takes {length * coups} steps; the bound is {MAX_STEPS}")
    convention = runs.BREAK if arguments.ties is None else arguments.ties
    if convention not in runs.CONVENTIONS:
        raise ExactError("ties", convention, f"is no convention: {near_misses(convention, runs.CONVENTIONS)}")
    event, tie, deals = _weights(what, coup, odds)
    if what == Outcome.TIE.value and convention != runs.BREAK:
        raise ExactError("ties", convention, "leaves nothing to a run of ties: only break does")
    trial = runs.trial_of(event, tie, deals, convention)
    rows: list[tuple[Cell, ...]] = [
        (_("at least one"), _cell(runs.at_least_one(trial, length, coups, digits), digits)),
        (_("at least one longer"), _cell(runs.at_least_one(trial, length + 1, coups, digits), digits)),
        (_("expected"), Rounded(runs.expected_runs(trial, length, coups), digits, FRACTION)),
    ]
    if convention == runs.SKIP and coups <= EXACT_COUPS:
        among = runs.at_least_one_among_all(trial, Fraction(tie, deals), length, coups)
        rows.append((_("at least one, ties among the coups"), Rounded(among, digits, FRACTION)))
    caption = _conventions()[convention].filled(what=what, length=length, coups=coups)
    yield Section("run", Fields(("runs",)), columns_of(_("runs"), _("value")), rows, caption)
    longest = runs.longest_run(trial, coups, digits, MAX_STEPS // 3)
    after = [*longest[1:], None]
    yield Section(
        "longest run",
        Rows(("longest_run",)),
        columns_of(_("length"), _("at least"), _("exactly")),
        [
            (length, _cell(least, digits), None if longer is None else _cell(_less(least, longer), digits))
            for length, (least, longer) in enumerate(zip(longest, after, strict=True), start=1)
        ],
        _("The length of the longest run of {what}", what=what),
        most=_LISTED,
    )


def _less(one: Bounds, other: Bounds) -> Bounds:
    """Bounds of a difference that is not negative."""
    return max(one[0] - other[1], Fraction(0)), one[1] - other[0]


def _conventions() -> dict[str, Text]:
    return {
        runs.BREAK: _("Runs of {what}, {length} or more, in {coups} coups; a tie ends a run", what="", length=0, coups=0),
        runs.SKIP: _("Runs of {what}, {length} or more, in {coups} decided coups; ties are not counted as coups", what="", length=0, coups=0),
        runs.COUNT: _("Runs of {what}, {length} or more, in {coups} coups; a tie lengthens a run", what="", length=0, coups=0),
    }  # fmt: skip


def _weights(what: str, coup: CoupLaw, odds: Odds) -> tuple[int, int, int]:
    """The weights of the event and of a tie (of a push, for a win or a loss), and of all coups."""
    if what in (_WIN, _LOSS):
        sign = 1 if what == _WIN else -1
        event = sum(count for won, count in coup.counts.items() if won * sign > 0)
        return event, coup.counts.get(0, 0), coup.deals
    event = odds.counts[Outcome(what)]
    return event, 0 if what == Outcome.TIE.value else odds.counts[Outcome.TIE], odds.deals


def _independent(cards: int) -> Text:
    return _("The coups are independent: each comes from a fresh shoe of {cards} cards.", cards=cards)


def _bounds_note(law: Law) -> Iterator[Text]:
    if law.missing:
        yield _("Two decimals side by side are a proven lower and upper bound.")
