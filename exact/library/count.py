"""What linear counts gain."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from os import PathLike

from exact.analysis.best_tags import MAX_LEVEL, BestTags, best_tags
from exact.analysis.count_distribution import ESTIMATES, ROUNDINGS, UNITS, BettingCount, CountDistribution
from exact.analysis.count_play import DealtShoe, distributions_by_tasks, with_squares
from exact.analysis.dealing import Dealing
from exact.analysis.removal import parse_tags, tags_text
from exact.answers.table import Answer, Parameter, Table
from exact.answers.text import Text, _
from exact.arithmetic import number_text
from exact.errors import ExactError
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.inputs import one_of, parse_number, spelled
from exact.library import questions
from exact.library.dealing import dealing_of, dealing_parameters
from exact.library.parameters import answer_about, braces, shoe_parameters
from exact.records import replace
from exact.rules import STANDARD
from exact.views import bankroll_share, count_gains
from exact.views.count_gains import CountedBet

_TRUE = _("true count = (running count − mean tag · seen cards) · {unit} / unseen")
BEST = "best"
_MAX_TRIGGER = 10**6
_UNSEEN_NOTE = _(
    "The unseen cards are all that were not seen: those still to be dealt, behind the cut card, and burned face down. "
    "A player who knows only the count bets one unit when it is at least the trigger; the gain is per coup, with or "
    "without a bet."
)


def count(
    bet: questions.BetsLike,
    tags: str | Sequence[questions.Number] | Mapping[str, questions.Number] | Sequence[object] | None = None,
    *,
    level: int | None = None,
    trigger: questions.Numbers = BEST,
    unseen: questions.Unseen = questions.ALL,
    running: bool = False,
    initial: questions.Numbers = 0,
    round: str | None = None,  # noqa: A002
    per: int | None = None,
    estimate: str | None = None,
    burn: str | None = None,
    cut: int | None = None,
    coups_after: int | None = None,
    first_coup_unseen: bool = False,
    kelly: bool = False,
    plan: bool = False,
    workers: questions.Workers | None = None,
    checkpoint: str | PathLike[str] | None = None,
    shoe: questions.ShoeLike | None = None,
    rules: questions.RulesLike = STANDARD,
    decks: int | None = None,
    remove: str | Sequence[str] | None = None,
    digits: int = 12,
    progress: Callable[..., object] | None = None,
) -> Answer:
    """What bets gain that a linear count decides: how often it bets, the mean edge then, and the gain per coup.

    ``tags`` has ten numbers, for ace to nine and ten, thirteen, 52, or numbers by card: ``{"9": 1, "Kd": -1}``; several
    counts in a list, or in a text with semicolons, are one for each bet. ``level`` finds the tags that gain most, up to
    that size. One unit is bet when the count is at least the ``trigger``, by default the best at each number of
    ``unseen`` cards (as in `exact.perfect`). The true count is the running count, less the mean of the tags for each
    seen card, times ``per`` (52 or 26) over the unseen cards, of which the player may ``estimate`` ``decks`` or
    ``half-decks``; ``round`` may be ``floor`` and others; ``running`` compares the running count, which begins at
    ``initial``. ``burn``, ``cut``, ``coups_after`` and ``first_coup_unseen`` say how a whole shoe is dealt (`Dealing`),
    for the gain over it. ``kelly``, ``workers``, ``checkpoint`` and ``plan`` are as in `exact.perfect`.

    The tables are ``results``, ``risk`` and, as asked, ``together``, ``best``, ``law``, ``shoe`` or ``plan``. Bet, shoe
    and rules are as in `exact.price`. Raises `ExactError` for anything else.

    >>> float(count("dragon-7", "0,0,0,-1,-1,-1,-1,2,2,0", unseen=52, decks=8).table("results").rows[0][4])
    0.025751559087733973
    """
    digits, (played, held) = questions.digits_of(digits), questions.game_of(rules, shoe, decks, remove)
    questions.check_flags(running=running, kelly=kelly, plan=plan)
    numbers, bets = questions.unseen_of(unseen, held), questions.bets_of(bet, played)
    is_whole = isinstance(unseen, str) and unseen.strip() == questions.ALL
    dealing = _dealing(held, is_whole, burn, cut, coups_after, first_coup_unseen)
    rounding, cards, estimated = true_count(running, round, per, estimate)
    triggers = questions.for_each("trigger", trigger, _trigger, bets)
    initials = questions.for_each("initial", initial, _initial, bets)
    searches: list[BestTags] = []
    if level is not None:
        questions.refuse({"tags": tags}, f"does not go with {spelled('level')}, which finds the tags")
        is_plain = rounding == estimated == "exact" and trigger == BEST and not plan
        largest = _level(level, unseen, numbers, is_plain)
        searches = [best_tags(one, held, played.tableau, numbers[0], largest) for one in bets]
        tagged = [(Granularity.VALUES, tuple(map(Fraction, search.tags))) for search in searches]
    elif tags is None:
        raise ExactError("tags", tags, f"must be given, or {spelled('level')}")
    else:
        tagged = questions.for_each("tags", tags, parse_tags, bets, _counts(tags))
    counted = [
        CountedBet(
            bet=one, count=BettingCount(by_class, known, start, running, rounding, cards, estimated), trigger=bets_from
        )
        for one, (known, by_class), bets_from, start in zip(bets, tagged, triggers, initials, strict=True)
    ]
    if plan:
        return Answer("count-plan", (), (count_gains.plan(counted, held, numbers),))
    pairs = [(one.bet, one.count) for one in counted] + [(with_squares(one.bet), one.count) for one in counted]
    with questions.run_of(workers, checkpoint, False, progress) as run:
        every = distributions_by_tasks(pairs, held, played.tableau, numbers, run)
    by_bet, squares = every[: len(counted)], every[len(counted) :]
    caption = _("Betting by a linear count, rules {rules}, {cards} cards", rules=played.id, cards=held.cards)
    plays = [(one, one.plays(of_bet)) for one, of_bet in zip(counted, by_bet, strict=True)]
    tables = [*_tables(plays, by_bet, caption, digits), count_gains.risks(plays, squares, digits)]
    if dealing is not None:
        tables.append(count_gains.over_shoe(plays, by_bet, DealtShoe(held, played.tableau, dealing), digits))
    if kelly:
        found = zip(bets, by_bet, strict=True)
        edges = (([one], values.unseen, values.edges()) for one, of_bet in found for values in of_bet)
        tables.append(bankroll_share.mean_growth(edges, bankroll_share.BY_COUNT, digits))
    named = Parameter("bet", ",".join(one.bet.full_name for one in counted))
    dealt = () if dealing is None else dealing_parameters(dealing)
    parameters = (
        named,
        *shoe_parameters(held, played),
        *_search_parameters(searches),
        *_count_parameters(counted),
        *dealt,
    )
    assumed, asked = played.assumptions_for(*(one.name for one in bets)), _questions(counted, numbers, dealing)
    about = "count", held, played, bets
    return answer_about(*about, parameters, tables, [_UNSEEN_NOTE], questions=asked, assumptions=assumed)


def _tables(
    plays: count_gains.Plays, by_bet: Sequence[Sequence[CountDistribution]], caption: Text, digits: int
) -> Iterator[Table]:
    """What the counts gain, one by one and together, with the best triggers, and the law for one number of cards."""
    yield count_gains.gains("results", caption, plays, digits)
    counted = [one for one, _plays in plays]
    if len(counted) > 1:
        yield count_gains.together(plays, digits)
    if any(one.trigger is not None for one in counted):
        best = [(one, replace(one, trigger=None).plays(of_bet)) for one, of_bet in zip(counted, by_bet, strict=True)]
        caption = _("The same with the trigger that gains most with so many cards unseen")
        yield count_gains.gains("best", caption, best, digits)
    if len(by_bet[0]) == 1:
        for one, (distribution,) in zip(counted, by_bet, strict=True):
            yield count_gains.distribution(one, distribution, digits)


def true_count(running: bool, rounding: str | None, per: object, estimate: str | None) -> tuple[str, int, str]:
    """How a true count is rounded, for how many unseen cards it is, and to what the player estimates these."""
    if running:
        bound = f"is for the true count: leave it out, or {spelled('running')}"
        questions.refuse({"round": rounding, "per": per, "estimate": estimate}, bound)
    rounding = one_of("exact" if rounding is None else rounding, ROUNDINGS, "round", "is not a way to round")
    cards = str(UNITS[0] if per is None else per)
    if cards not in map(str, UNITS):
        raise ExactError("per", per, f"must be {' or '.join(map(str, UNITS))}")
    estimated = one_of("exact" if estimate is None else estimate, ESTIMATES, "estimate", "is not a way to estimate")
    return rounding, int(cards), estimated


def _trigger(text: str) -> Fraction | None:
    return None if text.strip() == BEST else parse_number(text, "trigger", _MAX_TRIGGER)


def _initial(text: str) -> Fraction:
    return parse_number(text, "initial", _MAX_TRIGGER)


def _dealing(
    shoe: Shoe, is_whole: bool, burn: str | None, cut: int | None, coups_after: int | None, first_coup_unseen: bool
) -> Dealing | None:
    """How the shoe is dealt; `None` for some numbers of unseen cards, and for a small shoe if nothing is said of it."""
    said = {"burn": burn, "cut": cut, "coups_after": coups_after, "first_coup_unseen": first_coup_unseen or None}
    if not is_whole:
        questions.refuse(said, f"is for a whole shoe: leave it out, or use {spelled('unseen')} {questions.ALL}")
        return None
    if not any(said.values()) and not Dealing().fits(shoe.cards):
        return None
    return dealing_of(shoe, burn, cut, coups_after, first_coup_unseen)


def _level(level: int, unseen: object, numbers: Sequence[int], is_plain: bool) -> int:
    """The largest size of the tags to search, which have their best trigger and no rounding (``is_plain``)."""
    largest = questions.whole(level, "level", 1, MAX_LEVEL)
    if len(numbers) > 1:
        raise ExactError("unseen", unseen, f"is several numbers, and {spelled('level')} finds the best tags for one")
    if not is_plain:
        left_out = ", ".join(map(spelled, ("trigger", "round", "plan")))
        bound = f"finds tags with their best trigger, unrounded: leave out {left_out}"
        raise ExactError("level", largest, bound)
    return largest


def _questions(counted: Sequence[CountedBet], numbers: Sequence[int], dealing: Dealing | None) -> Iterator[str]:
    """What the notation calls the gains of true counts of point values, per 52 cards, and those over a usual shoe."""
    for one in counted:
        first, *others = one.count.tags
        tags = " ".join(map(number_text, [*others, first]))
        if one.count == BettingCount(one.count.tags, Granularity.VALUES):
            best = f"of {one.bet.full_name}, tags {tags}"
            count = best if one.trigger is None else f"{best}, betting from {number_text(one.trigger)}"
            consecutive = list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))
            unseen = f"{{{numbers[0]}..{numbers[-1]}}}" if consecutive and len(numbers) > 2 else braces(numbers)
            for play in dict.fromkeys((count, best)):
                yield f"{{betting frequency,edge when betting,gain per coup}} {play}, {unseen} unseen"
            if dealing is not None and dealing == Dealing(cut=dealing.cut):
                yield f"{{bets per shoe,win per shoe}} {count}, {dealing.cut} behind the cut card"


def _counts(tags: object) -> list[str]:
    """The text of each count."""
    if isinstance(tags, str):
        return tags.split(";")
    if isinstance(tags, Mapping):
        return [",".join(f"{card}={questions.text_of(tag, 'tags')}" for card, tag in tags.items())]
    if isinstance(tags, list | tuple) and any(map(_is_count, tags)):
        return [text for one in tags for text in _counts(one)]
    return [questions.texts_of(tags, "tags", "must be ten numbers, thirteen or 52, or numbers by card, like 9=1")]


def _is_count(entry: object) -> bool:
    """Whether an entry of a list is a whole count, not one of its tags."""
    written = isinstance(entry, str) and not {",", "=", ";"}.isdisjoint(entry)
    return written or isinstance(entry, list | tuple | Mapping)


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
        yield Parameter("count", "true", compared, (_TRUE.filled(unit=first.unit),))
        yield Parameter("unit", first.unit)
        yield Parameter("round", first.rounding, _("Rounding of the true count"))
        yield Parameter("estimate", first.estimate, _("Unseen cards estimated"))
    triggers = [BEST if one.trigger is None else str(one.trigger) for one in counted]
    yield Parameter("trigger", triggers, _("Bets when the count is at least"), (", ".join(triggers),))


def _search_parameters(searches: Sequence[BestTags]) -> Iterator[Parameter]:
    """What each search has tried, and whether its tags are proved the best."""
    if searches:
        best = _("the best of all {tried} counts, proved")
        found = _("the best found; {tried} counts tried, changing one tag at a time; not proved")
        texts = ((best if one.is_proved else found).filled(tried=one.tried) for one in searches)
        tried = [{"tried": one.tried, "proved": one.is_proved} for one in searches]
        yield Parameter("search", tried, _("Tags"), tuple(texts))
