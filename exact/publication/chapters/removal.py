"""Reference tables of the effect of each removed card, of the best linear counts, and of what counts gain."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial

from exact.analysis import removal
from exact.analysis.dealing import BURNS, FIRST_CARD
from exact.analysis.removal import DEPTH, integer_tags
from exact.analysis.shoe_simulation import LARGEST_TAG
from exact.answers.table import Column, Rounded
from exact.answers.text import _
from exact.arithmetic import Enclosure, decimals_of
from exact.bets.catalogue import catalogue
from exact.engine.compiler import compiled
from exact.game import RANKS, Granularity
from exact.game.shoe import Shoe
from exact.literature.published import published_counts, published_figures
from exact.publication import stored_figures as stored
from exact.publication.chapters.bet import LAYOUT
from exact.publication.declared import AnyCell, AskedRow, AskedRows, ask, declared, told
from exact.rules import standard_tableau
from exact.views.bet_price import label
from exact.views.count_gains import named_alike
from exact.views.layout import Row, decimal

_RANK_OF = {rank: value % 10 for value, rank in enumerate(RANKS[:10], 1)}
VALUES = {"10 J Q K" if value == 0 else rank: value for rank, value in _RANK_OF.items()}  # by their headings


@cache
def effects_on_value_bets() -> dict[tuple[str, str], removal.Effects]:
    """The effects of removal with eight decks on the bets that point values decide, by bet and pay table."""
    shoe, tableau = Shoe.of_decks(stored.DECKS), standard_tableau()
    return {
        (bet.name, pay_table): removal.effects_of_removal(bet.paid_by(pay_table), shoe, tableau)
        for bet in removal.value_level(catalogue().values(), tableau)
        for pay_table in bet.pay_tables
    }


removal_effects_table = declared(
    _("Effects of removal with {decks} decks: change in expectation when one card of the rank is gone, in millionths"),
    _(
        "In millionths of a unit staked. The effects weighted with the cards of each rank add up to exactly 0. Bets "
        "that distinguish ten-valued cards or look at suits are in the table of effects by card."
    ),
    asks={
        head: (f"effect of removal of {rank} on {{bet}}, times 1000000, {{decks}} decks", 3)
        for head, rank in zip(VALUES, _RANK_OF, strict=True)
    },
    landscape=True,
    parameters={"digits": stored.DIGITS},
)(lambda _decks: ({_("bet"): label(*names)} for names in effects_on_value_bets()))


@declared(
    _("Effects of removal with {decks} decks, bets on ranks and suits: change in expectation for one card less"),
    _(
        "A rank without a suit stands for all four. If all cards have the same effect, it is 0, because the effects "
        "weighted with the cards add up to exactly 0: for a pair, all cards of a full shoe are alike."
    ),
    heads=(_("bet"), Column(_("one card of"), 5.0), _("effect"), _("per unit staked")),
    parameters={"digits": stored.DIGITS},
)
def removal_effects_cards_table(decks: int) -> AskedRows:
    shoe, tableau = Shoe.of_decks(decks), standard_tableau()
    for name, bet in catalogue().items():
        of_values = compiled(bet, tableau).granularity == Granularity.VALUES
        for pay_table in () if of_values else bet.pay_tables:
            effects = removal.effects_of_removal(bet.paid_by(pay_table), shoe, tableau)
            for effect, cards in named_alike(removal.named_classes(effects, shoe), effects.by_class).items():
                asked = f"effect of removal of {_card(cards, effects)} on {label(name, pay_table)}, {decks} decks"
                yield label(name, pay_table), cards, told(asked, effect), told(asked, effect, stored.DIGITS)


def _card(cards: str, effects: removal.Effects) -> str:
    """The first of some cards, with a suit if the bet looks at suits."""
    first = cards.split()[0]
    return f"{first}s" if effects.shoe.granularity is Granularity.CARDS and first in RANKS else first


@declared(
    _(
        "Effects of removing one to four cards of a rank with {decks} decks, for the bets of a usual layout",
        decks=stored.DECKS,
    ),
    _(
        "Change in expectation per unit staked. Bets with several pay tables pay by the first in the catalogue; for a "
        "perfect pair, the removed cards are of one suit."
    ),
    heads=(_("bet"), _("rank"), *(_("{n} less", n=gone) for gone in range(1, removal.MAX_REMOVED + 1))),
    parameters={"decks": stored.DECKS, "digits": stored.DIGITS},
)
def removal_several_table() -> AskedRows:
    shoe, tableau = Shoe.of_decks(stored.DECKS), standard_tableau()
    for name in LAYOUT:
        bet = catalogue()[name]
        single = removal.effects_of_removal(bet, shoe, tableau)
        several = removal.effects_of_several(bet, single, tableau)
        for effects, cards in named_alike(removal.named_classes(single, shoe), several).items():
            card = _card(cards, single)
            asked = (f"effect of removal of {' '.join([card] * gone)} on {name}" for gone in range(1, len(effects) + 1))
            cells = zip(asked, effects, strict=True)
            yield name, cards, *(told(f"{text}, {stored.DECKS} decks", each, stored.DIGITS) for text, each in cells)


# the heading of a rank begins with the card that stands for it: 10 J Q K
_ALONE = f"effect of removal of {{rank:.2}} on {{bet}}, times {10**9}, {stored.DECKS} decks"
removal_second_differences_table = declared(
    _(
        "Second differences of the main bets with {decks} decks: two cards removed together against each alone, in "
        "billionths",
        decks=stored.DECKS,
    ),
    _("E(shoe − r − s) − E(shoe − r) − E(shoe − s) + E(shoe), in billionths of a unit staked."),
    asks={head: (f"{_ALONE}, without {other} minus {_ALONE}", 3) for head, other in zip(VALUES, _RANK_OF, strict=True)},
    landscape=True,
    parameters={"decks": stored.DECKS, "digits": 12},
)(lambda: ({_("bet"): bet, _("rank"): head} for bet in stored.MAIN_BETS for head in VALUES))


@declared(
    _(
        "The best linear counts in whole numbers up to {largest_tag} with {decks} decks",
        largest_tag=LARGEST_TAG,
        decks=stored.DECKS,
    ),
    _(
        "Of all whole-number tags up to {largest_tag} in size, these have the highest correlation with the exact "
        "effects of removal over the cards of the shoe; T stands for all ten-valued ranks. The column “after {gone} "
        "cards” is the correlation of their sum with the exact expectation over every way to lose {gone} cards.",
        largest_tag=LARGEST_TAG,
        gone=DEPTH,
    ),
    _(
        "The true count is the running count, less the tags' mean over the shoe for each seen card, per 52 unseen "
        "cards; the column gives the one from which the linear estimate favours the player. The pivot is the "
        "equivalent running count, the same at every depth, if the true count over 52, less that mean, is added to "
        "every tag."
    ),
    landscape=True,
    parameters={"decks": stored.DECKS, "largest tag": LARGEST_TAG, "cards gone": DEPTH},
)
def linear_counts_table() -> Iterator[AskedRow]:
    for names, effects in effects_on_value_bets().items():
        bet, tags = label(*names), integer_tags(effects, LARGEST_TAG)
        yield {_("bet"): bet, **_counted(bet, tags, 52 * stored.DECKS - DEPTH)}


@declared(
    _("Published counts against the exact effects of removal with {decks} decks", decks=stored.DECKS),
    _(
        "At the true count, the linear estimate from these tags is 0; “printed” is the trigger that the source found "
        "by simulation, a whole number. Rows P0556, P0561, P0567, P1344 and P1345 print triggers without their tags."
    ),
    landscape=True,
    parameters={"decks": stored.DECKS},
)
def published_counts_table() -> Iterator[AskedRow]:
    effects = effects_on_value_bets()
    sources = {figure.id: f"{figure.source.full_title}, {figure.source.url}" for figure in published_figures()}
    for published in published_counts():
        own, bet = effects[published.bet, published.pay_table], label(published.bet, published.pay_table)
        ids = " ".join(dict.fromkeys(filter(None, (published.row, published.trigger_row))))
        best = integer_tags(own, max(map(abs, published.tags)))
        for words, tags, printed in (
            (_("as printed"), published.tags_by_value, (published.trigger, ids, sources[published.row])),
            (_("best of this size"), best, (None, None, None)),
        ):
            heads = (_("printed"), _("rows"), Column(_("source"), 5.0))
            yield {
                _("bet"): bet,
                _("tags"): words,
                **_counted(bet, tags),
                **dict(zip(heads, printed, strict=True)),
            }


def _tags(tags: Sequence[Fraction | int]) -> Row:
    return {"T" if value == 0 else head: int(tags[value]) for head, value in VALUES.items()}


def _with_tags(bet: str, tags: Sequence[Fraction | int]) -> str:
    return f"of {bet}, tags {' '.join(str(tags[value]) for value in _RANK_OF.values())}, {stored.DECKS} decks"


def _counted(bet: str, tags: Sequence[Fraction | int] | None, *unseen: int) -> AskedRow:
    """The tags, the correlation, that with so many cards ``unseen``, the trigger and the pivot."""
    assert tags is not None
    of = _with_tags(bet, tags)
    return {
        **_tags(tags),
        _("correlation"): ask(f"betting correlation {of}", 6),
        **{_("after {n} cards", n=DEPTH): ask(f"betting correlation {of}, {cards} unseen", 6) for cards in unseen},
        _("true count"): ask(f"trigger {of}", 3),
        _("pivot"): ask(f"pivot {of}", 3),
    }


_CHOICE = _(
    "A bet is here if a source prints a count for it, or if the tags of level 1 that correlate best with its effects "
    "of removal win at least {gain} unit per 100 coups with {unseen} cards unseen, and it loses without a count; and "
    "{bets}. Point values must decide it: only then can all tags be tried.",
    gain=100 * stored.LEAST_GAIN,
    unseen=stored.CHOSEN,
    bets=", ".join(stored.MAIN_BETS),
)
_TAGS = _(
    "“Best of level 1” are the tags that gain most of all with −1, 0 and 1; that is proved. “Best found of level 2” "
    "come from a search that changes one tag at a time, from −2 to 2; a better count may exist. A printed count has "
    "the row of the literature that prints its tags."
)


def _gains(over_shoes: bool) -> Iterator[AskedRow]:
    """What each count gains over a shoe, or else with a number of cards unseen, with the digits of the file."""
    words = {"1": _("best of level 1"), "2": _("best found of level 2")}
    cell = partial(_stored, approximate=over_shoes)
    for entry in stored.reference_counts().values():
        if (entry.unseen is None) != over_shoes:
            continue
        cards, tags = int(entry.dealt.removeprefix("cut ")), _tags(entry.tags)
        where: Row = {_("unseen"): cards, **tags, _("true count"): decimal(entry.trigger, 3)}
        if over_shoes:
            where = {**tags, _("cards behind the cut card"): cards}
        of = f"{_with_tags(entry.bet, entry.tags)}, {cards} {'behind the cut card' if over_shoes else 'unseen'}"
        yield {
            _("bet"): entry.bet,
            _("tags"): words.get(entry.origin) or _("printed, {row}", row=entry.origin),
            **where,
            _("frequency"): cell(f"betting frequency {of}", entry.frequency),
            _("edge"): cell(f"edge when betting {of}", entry.edge, percent=True),
            _("per 100 coups"): cell(f"gain per coup {of}, times 100", entry.gain, stored.DIGITS - 2, 100),
            **({_("per shoe"): cell(f"win per shoe {of}", entry.per_shoe, stored.DIGITS - 2)} if over_shoes else {}),
        }


def _stored(
    asked: str,
    value: Fraction | None,
    digits: int = stored.DIGITS,
    times: int = 1,
    percent: bool = False,
    *,
    approximate: bool,
) -> AnyCell:
    """A figure of the file, which has it rounded: the figure itself lies within half a unit of the last decimal.

    An approximation has no decimals but those that its error leaves.
    """
    if value is None:
        return None
    low, high = (times * (value + Fraction(sign, 2 * 10**stored.DIGITS)) for sign in (-1, 1))
    places = decimals_of(times * value, digits) if approximate else digits
    return told(asked, Enclosure(low, high), shown=Rounded(times * value, places, percent=percent))


betting_counts_table = declared(
    _("What linear counts gain with so many cards unseen, {decks} decks", decks=stored.DECKS),
    _(
        "The bet is made from the exactly best true count on; the frequency, the mean edge when betting and the units "
        "won per 100 coups are exact. The true count is the running count, less the tags' mean over the shoe for each "
        "seen card, · 52 / unseen."
    ),
    _(
        "{tags} Those of level 1 are the best at each depth; those of level 2 were searched with {unseen} cards "
        "unseen.",
        tags=_TAGS,
        unseen=stored.CHOSEN,
    ),
    _CHOICE,
    landscape=True,
    parameters={"decks": stored.DECKS, "unseen": list(stored.UNSEEN)},
)(lambda: _gains(over_shoes=False))

counts_over_shoes_table = declared(
    _("What linear counts gain over a shoe of {decks} decks, approximately", decks=stored.DECKS),
    _(
        "An approximation: the exact figures at every number of unseen cards, each with its own best trigger, are "
        "weighted with the probability that a coup begins there, as if coups used independent numbers of cards. That "
        "coups of few cards have high cards is corrected to first order; the error is at least the correction, and no "
        "digit is beyond it. Exact study simulates the rest."
    ),
    BURNS[FIRST_CARD],
    _("When the cut card shows, the coup is finished and one more is dealt."),
    _(
        "{tags} The best tags are those with {unseen} cards unseen, used over the whole shoe.",
        tags=_TAGS,
        unseen=stored.CHOSEN,
    ),
    _CHOICE,
    landscape=True,
    parameters={"decks": stored.DECKS, "cut": list(stored.CUTS), "tags for unseen": stored.CHOSEN},
)(lambda: _gains(over_shoes=True))
