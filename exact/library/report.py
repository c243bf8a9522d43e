"""The report of a bet for a regulator: the tables of other questions, in the order in which its reader needs them."""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from exact.analysis.expectation_variance import THIRD, work_of
from exact.analysis.pricing import empty_categories, price_bet
from exact.analysis.sessions.distributions import distribution_of_results
from exact.analysis.settlement import category_of
from exact.answers.table import Answer, Cell, Count, Parameter, Table, columns_of
from exact.answers.text import _
from exact.bets.bet import Bet
from exact.bets.payoffs import main_bets
from exact.conformance.vectors.vector_set import shoes_by_hand
from exact.engine.compiler import compiled
from exact.engine.one_shoe import count_categories
from exact.errors import ExactError
from exact.game import RANKS, SUITS, Granularity
from exact.game.shoe import Shoe
from exact.inputs import read_text_file
from exact.library import questions
from exact.library.count import count
from exact.library.parameters import is_named
from exact.library.perfect import perfect
from exact.library.removal import removal
from exact.library.spread import spread
from exact.publication.stored_figures import PAIR_PLAY, PERFECT_PLAY, reference
from exact.records import replace
from exact.reference.card_by_card import categories_of
from exact.reference.decisions import DECISIONS
from exact.report.document import Section, render_document
from exact.report.render import OWN_NAMES, render_answer
from exact.rules import STANDARD
from exact.rules.documents import interpretation
from exact.rules.replay import Replay, replay
from exact.version import __version__
from exact.views import bet_price, perfect_gains, rulebook_tables
from exact.views.session_result import return_ranges, returned

DIGITS = 12
LENGTHS = tuple(10**power for power in range(3, 8))
PENETRATIONS = (Fraction(1, 2), Fraction(3, 4), Fraction(7, 8))  # of the shoe that is dealt
_EXAMPLES, _SEARCHED = 2, 20_000
_LAST, _STORED = 12, (26, 52, 104, 208)  # unseen cards: perfect play takes a second, or its figures are stored
_MOST_TERMS = 300_000_000  # of the spread of a bet, some seconds
_JOINT = ("joint", "joint_figures")
_REQUIREMENTS = Path(__file__).with_name("requirements.tsv")
_VOLATILITY = (
    "The return to player is 1 minus the house edge. The volatility index is 1.644854 standard deviations of one coup, "
    "the constant of a range of 90 %, as on the PAR sheets of slot machines: J. Robison, Calculating a slot machine's "
    "volatility, Casino City Times, 5 April 2017."
)
_GAINS = (
    "One unit is staked on chosen coups; a gain of 1 % per coup is 1 unit in 100 coups. Whoever knows all cards seen "
    "gains per coup at most half the standard deviation of the expectation, if its mean is negative. The count is the "
    "best of level 1 with the fewest unseen cards of the table."
)
_TWO_METHODS = (
    "The figures are values of one polynomial in the counts of the cards. The second method shares no code with it: it "
    "deals every order of a small shoe card by card, or every coup of point values, and puts each coup into its "
    "category. Both agree in every category of each shoe that both counted; a dash says that the polynomial alone did."
)
_TESTED = "the program's tests compare prices on small shoes: they go through every deal and all that can come with it."
_ASSUMED = (
    "Assumed: all orders of the shoe are equally likely, each coup is the next of a full shoe unless a table says "
    "otherwise, and a commission is not rounded."
)


class _ReportedBet:
    """The bet under its rules on its shoe."""

    def __init__(self, bet: questions.BetLike, rules: questions.RulesLike, decks: int | str | None) -> None:
        self.rulebook = interpretation(questions.name_of(rules))
        self.rules, self.shoe = questions.game_of(self.rulebook.rules(), None, decks, None)
        self.bet, self.tableau = questions.bet_of(bet, self.rules), self.rules.tableau
        self.decks = self.shoe.coarsened(Granularity.VALUES).full_decks or 0
        self.price = questions.price(self.bet, self.shoe, self.rules)
        self.needed = compiled(self.bet, self.tableau).granularity
        self.decide = DECISIONS.get(self.rules.id, self.tableau.receives)
        self.game: dict[str, Any] = {"shoe": self.shoe, "rules": self.rules, "digits": DIGITS}

    def answer(self, name: str, *tables: Table) -> Answer:
        sources = self.rules.to_line(), self.bet.to_line(), repr(self.shoe.counts)
        return Answer(f"report-{name}", (Parameter("rules", self.rules.id),), tables, sources=sources)


def bet_report(
    bet: questions.BetLike,
    *,
    decks: int | str | None = None,
    rules: questions.RulesLike = STANDARD,
    names: str = OWN_NAMES,
    progress: Callable[[int, int], object] = lambda _done, _of: None,
) -> dict[str, bytes]:
    """The report of a bet, by file name: ``report.tex``, to compile with pdflatex twice, and ``report.md``.

    Bet, decks and rules are as in `exact.price`; ``names`` are those of the sides. Raises `ExactError` for anything
    else, and if the second method disagrees.
    """
    wager = _ReportedBet(bet, rules, decks)
    sections: dict[str, Section] = {}
    for done, (name, section) in enumerate(_sections(wager), 1):
        sections[name] = section
        progress(done, 10)
    sections["checklist"] = _checklist([*sections, "checklist", "digests"])
    sections["digests"] = _digests(wager, sections)
    title, shown = f"{wager.bet.title}: a mathematical report", [*sections.values()]
    styles = {"report.tex": "latex", "report.md": "markdown"}
    return {name: render_document(title, shown, style, names).encode() for name, style in styles.items()}


def _sections(wager: _ReportedBet) -> Iterator[tuple[str, Section]]:
    bet, answer, name = wager.bet, wager.answer, wager.bet.full_name
    source = f"Source: {bet.source}." if bet.source else "It names no source."
    game = f"{wager.decks} full decks, {wager.shoe.cards} cards; rules {wager.rules.id}"
    wager_says = (f"{bet.title} ({name}). {source}", f"{game}: {wager.rulebook.rulebook.document}.")
    of_wager = bet_price.wager(bet), *rulebook_tables.drawing_tables(wager.rulebook)
    yield "wager", Section("The wager and its pay table", wager_says, (answer("wager", *of_wager),))
    says = "Cards go to punto, banco, punto and banco, then to the sides that draw; 9h is the nine of hearts."
    yield "dealt", Section("Dealt examples", (says,), (answer("dealt", _dealt(wager)),))
    says = "A count is of ordered deals of six cards; their number is the denominator of every probability."
    yield "price", Section("Counts and house edge", (says, f"As exact bet {name}."), (wager.price.to_answer(DIGITS),))
    of_return = returned(wager.price.distribution, DIGITS)
    yield "return", Section("Return and volatility", (_VOLATILITY,), (answer("returned", of_return),))
    of_payoff = {won: int(chance * wager.price.deals) for won, chance in wager.price.pmf.items()}
    coup = distribution_of_results(of_payoff)
    says = "One unit is staked on each coup from a full shoe. Ranges are proved, or said to be approximations."
    yield "ranges", Section("Ranges of the return", (says,), (answer("ranges", *return_ranges(coup, LENGTHS, DIGITS)),))
    prices = [(str(decks), price_bet(bet, Shoe.of_decks(decks), wager.tableau)) for decks in range(1, 9)]
    by_decks = bet_price.compared_bets(prices, "One to eight decks", DIGITS, _("decks"))
    yield "decks", Section("The number of decks", (), (answer("decks", by_decks),))
    removed = partial(removal, bet, **wager.game)
    yield "removal", _answered("Cards removed from the shoe", f"As exact removal {name}.", removed)
    yield "counting", _answered("Can it be counted?", _GAINS, *_counting(wager))
    others = {other: each for other, each in main_bets(wager.rules).items() if other != bet.name}
    together = [partial(_with, wager, *each) for each in others.items()]
    yield "correlation", _answered("Correlation with the main bets", f"As exact bet {name} --with.", *together)
    methods = replace(answer("methods", _methods(wager)), assumptions=wager.rules.assumed)
    deals_alone = f"These counts are of deals alone. With {bet.beside}, {_TESTED}" if bet.beside else ""
    how = tuple(filter(None, (_TWO_METHODS, deals_alone, _ASSUMED, bet.assumed)))
    yield "method", Section("Two methods and assumptions", how, (methods,))


def _dealt(wager: _ReportedBet) -> Table:
    """Two coups of each category that can happen, among random deals of few or neighbouring ranks and few suits."""
    bet, rng = wager.bet, random.Random(f"examples of {wager.bet.name}")
    found: dict[str, list[Replay]] = {category: [] for category in bet.categories}
    counts = count_categories(bet, wager.shoe, wager.tableau)
    wanted = {index for index, number in enumerate(counts) if number}
    for _deal in range(_SEARCHED if wanted else 0):
        first, width = rng.randrange(13), rng.randint(1, 13)
        ranks = range(first, first + width) if rng.randrange(2) else rng.sample(range(13), width)
        suits = rng.sample(range(4), rng.randint(1, 4))
        cards = [rng.choice(ranks) % 13 * 4 + rng.choice(suits) for _card in range(6)]
        (category,) = categories_of([bet], cards, wager.decide)
        coups = found[bet.categories[category]]
        if category not in wanted or max(Counter(cards).values()) > wager.decks:
            continue
        coup = replay([RANKS[card // 4] + SUITS[card % 4] for card in cards], wager.rulebook)
        if category_of(bet, coup) != category:
            raise ExactError("bet", bet.name, f"has a coup in two categories: {' '.join(coup.dealt)}")
        coups += [] if coup.dealt in (other.dealt for other in coups) else [coup]
        wanted -= {category} if len(coups) == _EXAMPLES else set()
        if not wanted:
            break
    none = f"it can happen; {_SEARCHED} deals searched had none"
    empty = empty_categories(bet, counts, wager.shoe, wager.tableau)
    return bet_price.dealt(found, dict.fromkeys(found, none) | empty)


def _answered(title: str, says: str, *questions: Callable[[], Answer]) -> Section:
    """A section with the answers; where a bet asks for more than the bounds on work allow, it says so instead."""
    texts, answers = [says], []
    for question in questions:
        try:
            answers.append(question())
        except ExactError as error:
            texts.append(f"Not computed: {error}.")
    return Section(title, tuple(dict.fromkeys(texts)), tuple(answers))


def _with(wager: _ReportedBet, name: str, other: Bet) -> Answer:
    return wager.answer(f"with-{name}", *map(wager.price.to_answer(DIGITS, other).table, _JOINT))


def _counting(wager: _ReportedBet) -> Iterator[Callable[[], Answer]]:
    """The best count of level 1 if point values decide the bet, the spread of the expectation, and perfect play."""
    bet, game, cards = wager.bet, wager.game, wager.shoe.cards
    unseen = [*dict.fromkeys(max(int(cards * (1 - dealt)), 6) for dealt in PENETRATIONS)]

    def counted() -> Answer:
        tags = count(bet, level=1, unseen=unseen[-1], **game).value("tags")[0]
        return count(bet, [*tags[1:], tags[0]], unseen=unseen, **game)

    def varied() -> Answer:
        if (terms := work_of(bet, wager.shoe, wager.tableau, THIRD)) > _MOST_TERMS:
            raise ExactError("spread", bet.name, f"needs {terms:.1e} terms, minutes of work: exact spread computes it")
        return spread(bet, unseen, **game)

    def perfected() -> Answer:
        if wager.needed is Granularity.CARDS:
            raise ExactError("perfect", bet.name, "looks at suits, so there are too many compositions of unseen cards")
        return perfect(bet, _LAST, **game)

    yield from (counted, varied, perfected)
    if wager.rules.id == STANDARD and is_named(bet, wager.rules, {}):
        stored = reference(PERFECT_PLAY) | reference(PAIR_PLAY)
        plays = [stored[key] for number in _STORED if (key := (number, wager.decks, bet.name)) in stored]
        table = perfect_gains.gains_of(bet.name, wager.shoe, wager.rules, plays, DIGITS)
        yield partial(wager.answer, "perfect", table)


def _methods(wager: _ReportedBet) -> Table:
    """How many deals fall into the first category by both methods, which agree in all; `ExactError` if they do not."""
    rows: list[tuple[Cell, ...]] = []
    for shoe, by_hand in shoes_by_hand(wager.bet, wager.decide, [wager.decks]):
        counted = [*count_categories(wager.bet, shoe, wager.tableau)]
        if by_hand is not None and [*by_hand] != counted:
            raise ExactError("bet", wager.bet.name, f"has two different counts on {shoe.cards} cards")
        second = None if by_hand is None else Count(by_hand[0])
        rows.append((shoe.cards, Count(sum(counted)), Count(counted[0]), second))
    columns = columns_of(_("cards"), _("deals"), "by the polynomial", "card by card")
    caption = f"Deals in the category {wager.bet.categories[0]}, by two methods"
    return Table("methods", caption, columns, rows)


def _checklist(names: list[str]) -> Section:
    """What regulations ask, and the sections that answer it."""
    heading, *lines = read_text_file(_REQUIREMENTS, "requirements", "install the package again").splitlines()
    rows: list[tuple[Cell, ...]] = []
    for source, requirement, where in (line.split("\t") for line in lines):
        places = (str(names.index(word) + 1) if word in names else word for word in where.split(", "))
        rows.append((source, requirement, ", ".join(places)))
    table = Table("checklist", "What is asked of a bet", columns_of(*heading.split("\t")), rows)
    says = "Requirements are in the words of this program; each source says how much of its text could be read."
    return Section("Checklist", (says,), (Answer("report-checklist", (), (table,)),))


def _digests(wager: _ReportedBet, sections: dict[str, Section]) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for place, section in enumerate(sections.values(), 1):
        printed = "".join(render_answer(answer, "json") for answer in section.answers)
        rows.append((place, section.title, hashlib.sha256(printed.encode()).hexdigest()))
    columns = columns_of("section", _("title"), "SHA-256 of its tables as JSON")
    says = f"Written by exact-baccarat {__version__}. The same bet, rules and decks give the same bytes."
    return Section("Digests", (says,), (wager.answer("digests", Table("digests", "Digests", columns, rows)),))
