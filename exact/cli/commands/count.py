"""What a linear count gains, exactly: how often it bets, the mean edge when it bets, the gain per coup.

A count adds a tag for every card seen. With n cards unseen, every set of n cards is equally likely. --tags has ten
numbers, for ace to nine and the ten-valued cards; thirteen for ace to king; 52 for As, Ah, Ad, Ac to Kc; or names, 0
for all others: "9=1,Kd=-1/2".

  exact count --bet dragon-7 --tags "0,0,0,-1,-1,-1,-1,2,2,0" --trigger 4 --unseen 52 --decks 8
  exact count --bet dragon-7 --tags "0,0,0,-1,-1,-1,-1,2,2,0" --trigger 4 --decks 8       all n, and a whole shoe
  exact count --bet tie --tags "1,0,0,0,0,0,0,0,0,0" --running --initial -20 --trigger 3 --unseen 26,52 --decks 8
  exact count --bet dragon-7,panda-8 --tags "0,0,0,-1,-1,-1,-1,2,2,0;0,1,1,1,1,1,-1,-3,-2,0" --trigger 4,10 --unseen 52
  exact count --bet dragon-7 --level 2 --unseen 52 --decks 8                              the tags that gain most

The running count is the initial count plus the tags of the cards seen; the true count is the running count times 52 (or
--unit 26) over n, rounded if you say so; the count bets one unit when it is at least the trigger. Without --trigger
each n has the trigger that gains most there. The cards taken out with --remove count as gone before the count began.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from exact.analysis.best_tags import MAX_LEVEL, BestTags, best_tags
from exact.analysis.count_distribution import ROUNDINGS, UNITS, BettingCount
from exact.analysis.count_play import coups_by_unseen, distributions_by_tasks
from exact.analysis.linear_count import parse_tags, tags_text
from exact.analysis.shoe_simulation import CUT, LEAST_CUT
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.bets.bet import Bet
from exact.bets.payoffs import bets_under
from exact.cli import options
from exact.cli.options import Arguments, exclusive, flag, option
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.inputs import one_of, parse_number, parse_whole
from exact.rules import Rules
from exact.views import count_gains
from exact.views.count_gains import CountedBet

BEST = "best"
MAX_TRIGGER = 10**6
_UNSEEN_NOTE = _(
    "The unseen cards are all that were not seen: those still to be dealt, behind the cut card, and burned face down. "
    "A player who knows only the count bets one unit when it is at least the trigger; the gain is per coup, with or "
    "without a bet."
)
OPTIONS = (
    options.bet("a bet, or several separated by commas, each with a count of its own or all with the same"),
    exclusive(
        option("--tags", "TAGS", "ten, thirteen or 52 numbers, or CARD=tag; several counts separated by semicolons"),
        option("--level", "N", f"the tags that gain most, up to this size: 1 to {MAX_LEVEL}; beyond 1 by a search"),
        required=True,
    ),
    option("--trigger", "T", f"bet when the count is at least T, one or one for each bet; {BEST} depends on n", BEST),
    options.unseen(),
    flag("--running", "compare the running count, not the true count"),
    option("--initial", "C", "the running count of the whole shoe", "0"),
    option("--round", "HOW", f"how the true count is rounded: {', '.join(ROUNDINGS)}", "exact", ROUNDINGS),
    option("--unit", "CARDS", f"the unseen cards of a true count: {' or '.join(map(str, UNITS))}", str(UNITS[0])),
    option("--cut", "CARDS", f"the cards behind the cut card, for the gain over a whole shoe; default {CUT}"),
    flag("--plan", "estimate the time, and compute nothing"),
    *options.RUN,
    *options.QUESTION,
)


def answer(arguments: Arguments) -> Answer:
    """The gains of the counts."""
    digits, rules, shoe = options.question_of(arguments)
    unseen = options.unseen_of(arguments.unseen, shoe)
    bets = bets_under(arguments.bet, rules)
    cut = _cut(arguments, shoe)
    counted, searches = _counted_bets(arguments, bets, shoe, rules, unseen)
    if arguments.plan:
        return Answer("count-plan", (), (count_gains.plan(counted, shoe, unseen),))
    begins = {} if cut is None else coups_by_unseen(shoe, rules.tableau, cut)
    pairs = [(one.bet, one.count) for one in counted]
    with options.run_of(arguments, takes_long=False, doing="counting") as (executor, checkpoint, progress):
        by_bet = distributions_by_tasks(pairs, shoe, rules.tableau, unseen, executor, checkpoint, progress)
    plays = [(one, one.plays(of_bet)) for one, of_bet in zip(counted, by_bet, strict=True)]
    tables = [count_gains.gains("results", count_gains.caption(rules, shoe), plays, digits)]
    if len(bets) > 1:
        tables.append(count_gains.together(plays, digits))
    if any(one.trigger is not None for one in counted):
        best = [(one, replace(one, trigger=None).plays(of_bet)) for one, of_bet in zip(counted, by_bet, strict=True)]
        caption = _("The same with the trigger that gains most with so many cards unseen")
        tables.append(count_gains.gains("best", caption, best, digits))
    if len(unseen) == 1:
        tables += [count_gains.distribution(one, own[0], digits) for one, own in zip(counted, by_bet, strict=True)]
    if cut is not None:
        tables.append(count_gains.over_shoe(plays, begins, shoe, rules, cut, digits))
    return Answer(
        "count",
        (
            Parameter("bet", ",".join(one.name for one in counted)),
            *options.shoe_parameters(shoe, rules),
            *_search_parameters(searches),
            *_count_parameters(counted),
        ),
        tuple(tables),
        (_UNSEEN_NOTE,),
        assumptions=rules.assumptions_for(*(one.bet.name for one in counted)),
        sources=(rules.to_line(), *(one.bet.to_line() for one in counted), repr(shoe.counts)),
    )


def _cut(arguments: Arguments, shoe: Shoe) -> int | None:
    """The cards behind the cut card; `None` for some numbers of unseen cards, and for a shoe of fewer cards."""
    if arguments.cut is None:
        return CUT if arguments.unseen == options.ALL and shoe.cards > CUT else None
    if arguments.unseen != options.ALL:
        raise ExactError("cut", arguments.cut, f"is for a whole shoe: leave it out, or use --unseen {options.ALL}")
    return parse_whole(arguments.cut, "cut", LEAST_CUT, shoe.cards - 1)


def _counted_bets(
    arguments: Arguments, bets: Sequence[Bet], shoe: Shoe, rules: Rules, unseen: Sequence[int]
) -> tuple[list[CountedBet], list[BestTags]]:
    """The bets, each with its count; and the searches for the best tags, begun when all else is checked."""
    one_of(arguments.round, ROUNDINGS, "round", "is not a way to round")
    if arguments.unit not in map(str, UNITS):
        raise ExactError("unit", arguments.unit, f"must be {' or '.join(map(str, UNITS))}")
    if arguments.running:
        options.refuse(arguments, ("round", "unit"), "is for the true count: leave it out, or --running")
    triggers = [
        None if trigger.strip() == BEST else parse_number(trigger, "trigger", MAX_TRIGGER)
        for trigger in _for_each("trigger", arguments.trigger, ",", bets)
    ]
    initials = [
        parse_number(text, "initial", MAX_TRIGGER) for text in _for_each("initial", arguments.initial, ",", bets)
    ]
    searches = _searches(arguments, bets, shoe, rules, unseen)
    tags = [(Granularity.VALUES, tuple(map(Fraction, search.tags))) for search in searches]
    if not searches:
        tags = [parse_tags(text) for text in _for_each("tags", arguments.tags, ";", bets)]
    counted = []
    for bet, (granularity, by_class), trigger, initial in zip(bets, tags, triggers, initials, strict=True):
        count = BettingCount(by_class, granularity, initial, arguments.running, arguments.round, int(arguments.unit))
        counted.append(CountedBet(bet=bet, count=count, trigger=trigger))
    return counted, searches


def _searches(
    arguments: Arguments, bets: Sequence[Bet], shoe: Shoe, rules: Rules, unseen: Sequence[int]
) -> list[BestTags]:
    """The best tags for each bet, if --level asks for them."""
    if arguments.level is None:
        return []
    level = parse_whole(arguments.level, "level", 1, MAX_LEVEL)
    if len(unseen) > 1:
        raise ExactError("unseen", arguments.unseen, "is several numbers, and --level finds the best tags for one")
    if arguments.round != "exact" or arguments.trigger != BEST or arguments.plan:
        bound = "finds tags with their best trigger, unrounded: leave out --trigger, --round, --plan"
        raise ExactError("level", level, bound)
    with waiting("searching"):
        return [best_tags(bet, shoe, rules.tableau, unseen[0], level) for bet in bets]


def _for_each(name: str, text: str, separator: str, bets: Sequence[Bet]) -> list[str]:
    """The entries for the bets: one for each, or the same for all."""
    entries = text.split(separator)
    if len(entries) not in (1, len(bets)):
        bound = f"gives {len(entries)} for a number of bets that is {len(bets)}: give one, or one each"
        raise ExactError(name, text, bound)
    return entries * (len(bets) // len(entries))


def _count_parameters(counted: Sequence[CountedBet]) -> Iterator[Parameter]:
    """The tags and all conventions, as every answer states them."""
    tags = [[str(tag) for tag in one.count.tags] for one in counted]
    texts = tuple(tags_text(one.count.granularity, one.count.tags) for one in counted)
    yield Parameter("tags", tags, _("Tags added for each card seen"), texts)
    first = counted[0].count
    initials = [str(one.count.initial) for one in counted]
    yield Parameter("initial", initials, _("Running count of the whole shoe"), (", ".join(initials),))
    compared = _("Compared with the trigger")
    if first.running:
        yield Parameter("count", "running", compared, (_("running count"),))
    else:
        true = _("true count = running count · {unit} / unseen", unit=first.unit)
        yield Parameter("count", "true", compared, (true,))
        yield Parameter("unit", first.unit)
        yield Parameter("round", first.rounding, _("Rounding of the true count"))
    triggers = [BEST if one.trigger is None else str(one.trigger) for one in counted]
    yield Parameter("trigger", triggers, _("Bets when the count is at least"), (", ".join(triggers),))


def _search_parameters(searches: Sequence[BestTags]) -> Iterator[Parameter]:
    """What each search has tried, and whether its tags are proved the best."""
    if searches:
        texts = (
            _("the best of all {tried} counts, proved", tried=one.tried)
            if one.is_proved
            else _("the best found; {tried} counts tried, changing one tag at a time; not proved", tried=one.tried)
            for one in searches
        )
        tried = [{"tried": one.tried, "proved": one.is_proved} for one in searches]
        yield Parameter("search", tried, _("Tags"), tuple(texts))
