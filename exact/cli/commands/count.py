"""What a linear count gains, exactly: how often it bets, the mean edge when it bets, the gain per coup.

A count adds a tag for every card seen. With n cards unseen, the next coup is dealt from them; every set of n cards is equally
likely. --tags has ten numbers, for ace to nine and the ten-valued cards; thirteen for ace to king; 52 for As, Ah, Ad, Ac to
Kc; or names, 0 for all others: "9=1,Kd=-1/2". Nothing is simulated and no composition is enumerated.

  exact count --bet dragon-7 --tags "0,0,0,-1,-1,-1,-1,2,2,0" --trigger 4 --unseen 52 --decks 8
  exact count --bet dragon-7 --tags "0,0,0,-1,-1,-1,-1,2,2,0" --trigger 4 --decks 8       all n, and a whole shoe
  exact count --bet panda-8 --tags "0,1,1,1,1,1,-1,-3,-2,0" --round floor --unseen 26,52,104 --decks 8
  exact count --bet tie --tags "1,0,0,0,0,0,0,0,0,0" --running --initial -20 --trigger 3 --unseen 52 --decks 8
  exact count --bet dragon-7,panda-8 --tags "0,0,0,-1,-1,-1,-1,2,2,0; 0,1,1,1,1,1,-1,-3,-2,0" --trigger 4,10 --unseen 52 --decks 8
  exact count --bet dragon-7 --level 2 --unseen 52 --decks 8                              the tags that gain most

Conventions: the running count is the initial count plus the tags of the cards seen; the true count is the running count times
52 (or --unit 26) over n, rounded if you say so; the count bets one unit when it is at least the trigger. Without --trigger
each number of unseen cards has the trigger that gains most there. The cards taken out with --remove count as gone before the
count began.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from exact.analysis.best_tags import MAX_LEVEL, BestTags, best_tags
from exact.analysis.count_law import MAX_SECONDS, cost_of
from exact.analysis.count_play import ROUNDINGS, UNITS, Play, Values, best_play, play_at
from exact.analysis.count_runs import values_by_tasks
from exact.analysis.count_shoe import ShoeGain, approximate_gain, coups_by_unseen, exact_gain, has_exact_gain
from exact.analysis.shoe_study import CUT, LEAST_CUT
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Column, Rounded, columns_of
from exact.answers.text import Text, _
from exact.bets.bet import Bet
from exact.bets.main_bets import bet_under
from exact.cli import options, run_options
from exact.cli.count_options import BEST, Counted, conventions, counted_bets
from exact.cli.terminal import progress_bar, waiting
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.inputs import parse_whole
from exact.rules.tableau import Rules

_MOST_ROWS = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact count``."""

    def add(name: str, metavar: str, default: str | None, help_text: str) -> None:
        shown = "" if default is None else f"; default {default}"
        parser.add_argument(f"--{name}", action=options.Once, metavar=metavar, default=default, help=help_text + shown)

    bet_help = "a bet, or several separated by commas, each with a count of its own or all with the same"
    options.add_bet(parser, bet_help)
    tags_help = (
        "the tags of a card seen: ten, thirteen or 52 numbers, or CARD=tag; several counts separated by semicolons"
    )
    parser.add_argument("--tags", action=options.Once, metavar="TAGS", help=tags_help)
    level_help = (
        f"instead of --tags, the tags that gain most, up to this size: 1 to {MAX_LEVEL}; all of 1, a search beyond"
    )
    parser.add_argument("--level", action=options.Once, metavar="N", help=level_help)
    trigger_help = f"bet when the count is at least T, one for all bets or one for each; {BEST} is the best for each n"
    add("trigger", "T", BEST, trigger_help)
    add("unseen", "N", options.ALL, f"the number of unseen cards: 52, 6..30, 26,52 or {options.ALL}")
    parser.add_argument("--running", action="store_true", help="compare the running count, not the true count")
    add("initial", "C", "0", "the running count of the whole shoe")
    add("round", "HOW", "exact", f"how the true count is rounded: {', '.join(ROUNDINGS)}")
    add("unit", "CARDS", str(UNITS[0]), f"the unseen cards of a true count: {' or '.join(map(str, UNITS))}")
    add(
        "cut",
        "CARDS",
        None,
        f"with --unseen {options.ALL}, the cards behind the cut card, for the gain over a shoe; default {CUT}",
    )
    parser.add_argument("--plan", action="store_true", help="estimate the time, and compute nothing")
    run_options.add_run_options(parser)
    options.add_question(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The gains of the counts."""
    digits = options.digits_of(arguments)
    rules = options.rules_of(arguments)
    shoe = options.shoe_of(arguments, rules)
    unseen = options.unseen_of(arguments.unseen, shoe)
    bets = [bet_under(name.strip(), rules) for name in arguments.bet.split(",")]
    cut = _cut(arguments, shoe)
    counted, found = counted_bets(arguments, bets, lambda: _search(arguments, bets, shoe, rules, unseen))
    if arguments.plan:
        return _plan(counted, shoe, unseen)
    begins = {} if cut is None else coups_by_unseen(shoe, rules.tableau, cut)
    pairs = [(one.bet, one.linear) for one in counted]
    checkpoint = run_options.checkpoint_of(arguments)
    with run_options.executor_for(arguments, takes_long=False) as executor, progress_bar("counting", 1.5) as progress:
        values = values_by_tasks(pairs, shoe, rules.tableau, unseen, executor, checkpoint, progress)
    plays = [_plays(one.trigger, of_bet) for one, of_bet in zip(counted, values, strict=True)]
    best = [_plays(None, of_bet) for of_bet in values]
    sections = [_gains("results", counted, plays, _caption(rules, shoe), digits), *_total(plays, digits)]
    if any(one.trigger is not None for one in counted):
        caption = _("The same with the trigger that gains most with so many cards unseen")
        sections.append(_gains("best", counted, best, caption, digits))
    if len(unseen) == 1:
        sections += [_law(one, of_bet[0], digits) for one, of_bet in zip(counted, values, strict=True)]
    if cut is not None:
        sections.append(_over_shoe(counted, plays, begins, shoe, rules, cut, digits))
    return Answer(
        "count",
        (
            Parameter("bet", ",".join(one.name for one in counted)),
            *options.shoe_parameters(shoe, rules),
            *_found(found),
            *conventions(counted),
        ),
        tuple(sections),
        (_UNSEEN_NOTE,),
        assumptions=rules.assumptions_for(*(one.bet.name for one in counted)),
        sources=(rules.to_line(), *(one.bet.to_line() for one in counted), repr(shoe.counts)),
    )


_UNSEEN_NOTE = _(
    "The unseen cards are all that were not seen: those still to be dealt, behind the cut card, and burned face down. A player "
    "who knows only the count bets one unit when it is at least the trigger; the gain is per coup, with or without a bet."
)


def _cut(arguments: argparse.Namespace, shoe: Shoe) -> int | None:
    """The cards behind the cut card; `None` for some numbers of unseen cards, or if a shoe has fewer than usually stand there."""
    if arguments.cut is None:
        return CUT if arguments.unseen == options.ALL and shoe.cards > CUT else None
    if arguments.unseen != options.ALL:
        raise ExactError("cut", arguments.cut, f"is for a whole shoe: leave it out, or use --unseen {options.ALL}")
    return parse_whole(arguments.cut, "cut", LEAST_CUT, shoe.cards - 1)


def _plan(counted: Sequence[Counted], shoe: Shoe, unseen: Sequence[int]) -> Answer:
    """How long each count takes."""
    rows: list[tuple[Cell, ...]] = []
    for one in counted:
        groups, seconds = _cost(one, shoe, unseen)
        rows.append((one.name, groups, float(f"{seconds:.2g}")))
    columns = columns_of(_("bet"), _("different tags"), _("seconds"))
    note = _(
        "A rough estimate for one core of a usual machine. A count of more than {seconds} is refused.",
        seconds=MAX_SECONDS,
    )
    return Answer(
        "count-plan", (), (Section("plan", Rows(("plan",)), columns, rows, _("Time of the counts"), (note,)),)
    )


def _cost(one: Counted, shoe: Shoe, unseen: Sequence[int]) -> tuple[int, float]:
    return cost_of(one.linear.tags, one.linear.granularity, shoe, unseen)


def _search(
    arguments: argparse.Namespace, bets: Sequence[Bet], shoe: Shoe, rules: Rules, unseen: Sequence[int]
) -> list[BestTags]:
    """The best tags for each bet, if --level asks for them."""
    if arguments.tags is None and arguments.level is None:
        raise ExactError("tags", "nothing", "is no count: give --tags or --level")
    if arguments.tags is not None and arguments.level is not None:
        raise ExactError("level", arguments.level, "finds the tags: leave out --tags")
    if arguments.level is None:
        return []
    level = parse_whole(arguments.level, "level", 1, MAX_LEVEL)
    if len(unseen) > 1:
        raise ExactError("unseen", arguments.unseen, "is several numbers, and --level finds the best tags for one")
    if arguments.round != "exact" or arguments.trigger != BEST or arguments.plan:
        raise ExactError(
            "level", level, "finds tags with their best trigger, unrounded: leave out --trigger, --round, --plan"
        )
    with waiting("searching"):
        return [best_tags(bet, shoe, rules.tableau, unseen[0], level) for bet in bets]


def _found(found: Sequence[BestTags]) -> Iterator[Parameter]:
    """What the search has tried, and whether its tags are proved the best."""
    if found:
        texts = [
            _("the best of all {tried} counts, proved", tried=one.tried)
            if one.is_proved
            else _("the best found; {tried} counts tried, changing one tag at a time; not proved", tried=one.tried)
            for one in found
        ]
        searched = [{"tried": one.tried, "proved": one.is_proved} for one in found]
        yield Parameter("search", searched, _("Tags"), tuple(texts))


def _plays(trigger: Fraction | None, values: Sequence[Values]) -> list[Play]:
    return [best_play(own) if trigger is None else play_at(trigger, own) for own in values]


def _caption(rules: Rules, shoe: Shoe) -> Text:
    return _("Betting by a linear count, rules {rules}, {cards} cards", rules=rules.id, cards=shoe.cards)


def _gains(
    name: str, counted: Sequence[Counted], plays: Sequence[Sequence[Play]], caption: str, digits: int
) -> Section:
    """A row for each bet and number of unseen cards; the trigger too, if it is not the same in every row."""
    several = len(counted) > 1
    triggers = name == "best" or any(one.trigger is None for one in counted)
    rows: list[tuple[Cell, ...]] = []
    for one, of_bet in zip(counted, plays, strict=True):
        for play in of_bet:
            trigger = None if play.trigger is None else Rounded(play.trigger, min(digits, 4), FRACTION)
            edge = None if play.edge is None else Rounded(play.edge, digits, FRACTION, percent=True)
            rows.append(
                (
                    *((one.name,) if several else ()),
                    play.unseen,
                    *((trigger,) if triggers else ()),
                    Rounded(play.frequency, digits, FRACTION),
                    edge,
                    Rounded(play.gain, digits, FRACTION, percent=True),
                )
            )
    columns = columns_of(
        *((_("bet"),) if several else ()),
        _("unseen"),
        *((_("trigger"),) if triggers else ()),
        _("frequency"),
        Column(_("edge when betting"), key="edge"),
        Column(_("gain per coup"), key="gain"),
    )
    return Section(name, Rows((name,)), columns, rows, caption, most=_MOST_ROWS)


def _total(plays: Sequence[Sequence[Play]], digits: int) -> Iterator[Section]:
    """The gain of several bets together."""
    if len(plays) > 1:
        rows: list[tuple[Cell, ...]] = [
            (
                together[0].unseen,
                Rounded(sum((play.gain for play in together), Fraction(0)), digits, FRACTION, percent=True),
            )
            for together in zip(*plays, strict=True)
        ]
        columns = columns_of(_("unseen"), Column(_("gain per coup"), key="gain"))
        yield Section("together", Rows(("together",)), columns, rows, _("All bets together"), most=_MOST_ROWS)


def _law(one: Counted, values: Values, digits: int) -> Section:
    """The probability of each value of the count, and the expectation there."""
    rows: list[tuple[Cell, ...]] = [
        (
            one.name,
            Rounded(value, min(digits, 4), FRACTION),
            Rounded(values.probability(index), digits, FRACTION),
            Rounded(values.expectation(index), digits, FRACTION, percent=True),
        )
        for index, value in enumerate(values.ascending)
    ]
    caption = _("Law of the count, and the expectation of {bet} at each value", bet=one.name)
    columns = columns_of(_("bet"), _("count"), _("probability"), _("expectation"))
    return Section("law", Rows(("law",)), columns, rows, caption, detail=True)


def _over_shoe(
    counted: Sequence[Counted],
    plays: Sequence[Sequence[Play]],
    begins: Mapping[int, Fraction],
    shoe: Shoe,
    rules: Rules,
    cut: int,
    digits: int,
) -> Section:
    """The gain over a shoe: approximately, and exactly on a small shoe."""
    rows: list[tuple[Cell, ...]] = []

    def add(name: str, method: Text, gain: ShoeGain) -> None:
        rows.append((name, method, *(Rounded(figure, digits, FRACTION) for figure in gain)))

    for one, of_bet in zip(counted, plays, strict=True):
        by_unseen = {play.unseen: play for play in of_bet}
        add(one.name, _("approximation"), approximate_gain(by_unseen, begins))
        if has_exact_gain(one.bet, one.linear, shoe, rules.tableau):
            triggers = {unseen: play.trigger for unseen, play in by_unseen.items()}
            add(one.name, _("exact"), exact_gain(one.bet, one.linear, triggers, shoe, rules.tableau, cut))
    note = _(
        "The approximation weights the figures at each number of unseen cards with the probability that a coup begins there, "
        "as if coups used independent numbers of cards; where a coup begins in fact depends on the cards. Simulate whole shoes "
        "with exact study to see by how much it is off. A small shoe has the exact figures too, over all orders of its cards."
    )
    columns = columns_of(_("bet"), _("method"), _("coups"), _("bets"), Column(_("units won"), key="gain"))
    caption = _("Over a shoe, with {cut} cards behind the cut card", cut=cut)
    return Section("shoe", Rows(("shoe",)), columns, rows, caption, (note,))
