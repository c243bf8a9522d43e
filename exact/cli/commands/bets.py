"""List the bets of the catalogue with their pay tables.

exact bets
exact bets dragon                      (only those with this word in their name or title)
exact bets --decks 8 --sort edge       (each pay table priced on a shoe, the best for the player first)
exact bets lucky --decks 8 --remove "6 6 9" --sort variance
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any

from exact.analysis.odds import Distribution
from exact.analysis.pricing import price_bet
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Column, Rounded, columns_of
from exact.answers.text import Text, _
from exact.bets.bet import INLINE, Bet
from exact.bets.catalogue import catalogue
from exact.bets.main_bets import bet_under
from exact.cli import options
from exact.cli.terminal import waiting
from exact.engine.one_shoe import granularity_needed
from exact.errors import ExactError
from exact.inputs import near_misses
from exact.names import also_called, words_of

EDGE = "edge"
SORTS: dict[str, Callable[[str, Distribution], Any]] = {
    EDGE: lambda name, price: (price.house_edge, name),
    "hit-frequency": lambda name, price: (-price.hit_frequency, name),
    "variance": lambda name, price: (price.variance, name),
    "name": lambda name, _price: name,
}
"""The orders of priced bets: what each sorts by."""
_OF_PRICES = frozenset(("decks", "values", "ranks", "remove", "rules", "digits", "sort"))
"""The options that ask for prices."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact bets``."""
    parser.add_argument(
        "word", metavar="WORD", nargs="?", help="list only bets whose name or title has this word, or a synonym"
    )

    sort_help = f"the order of the prices: {', '.join(SORTS)}; default {EDGE}, the lowest house edge first"
    parser.add_argument("--sort", action=options.Once, metavar="ORDER", help=sort_help)
    options.add_question(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The list, or the prices on a shoe."""
    bets = _bets(arguments.word)
    if _OF_PRICES.isdisjoint(getattr(arguments, "given_options", ())):
        return _list(bets, arguments.word)
    return _prices(bets, arguments)


def _bets(word: str | None) -> list[Bet]:
    """The bets with all these words, or all; raises `ExactError` if there are none."""
    words = words_of(word or "")
    if word is not None and not words:
        raise ExactError("bets", word, "has no word to look for; without one, exact bets lists them all")
    bets = [bet for bet in catalogue().values() if all(each in _text(bet) for each in words)]
    if not bets:
        hint = near_misses(" ".join(words), _all_words()).or_else("exact bets lists it all")
        raise ExactError("bets", word, f"is in no name or title of the catalogue: {hint}")
    return bets


def _list(bets: list[Bet], word: str | None) -> Answer:
    rows: list[tuple[Cell, ...]] = [(bet.name, bet.title, _pay_tables(bet)) for bet in bets]
    columns = columns_of(_("bet"), Column(_("title"), wrap_cm=6), Column(_("pay tables"), wrap_cm=6))
    return Answer("bets", (Parameter("word", word),), (Section("bet", Rows(("bets",)), columns, rows, _caption(word)),))


def _caption(word: str | None) -> Text:
    return _("Bets with {word} in their name or title", word=word) if word else _("Bets of the catalogue")


def _prices(bets: list[Bet], arguments: argparse.Namespace) -> Answer:
    """Every bet with every pay table, priced on the shoe and sorted."""
    digits = options.digits_of(arguments)
    sort = arguments.sort or EDGE
    if sort not in SORTS:
        raise ExactError("sort", sort, f"is not an order: {near_misses(sort, SORTS)}")
    rules = options.rules_of(arguments)
    bets = [bet_under(bet.name, rules) for bet in bets]
    shoe = options.shoe_of(arguments, rules)
    priced: dict[str, Distribution] = {}
    too_fine: list[str] = []
    with waiting("counting"):
        for bet in bets:
            if granularity_needed(bet, rules.tableau) > shoe.granularity:
                too_fine.append(bet.name)
                continue
            counts = price_bet(bet, shoe, rules.tableau)
            priced |= {_named(bet, table): counts._replace(payoffs=bet.payoffs(table)) for table in bet.pay_tables}
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            Rounded(price.house_edge, digits, FRACTION, percent=True),
            None
            if price.house_edge_resolved is None
            else Rounded(price.house_edge_resolved, digits, FRACTION, percent=True),
            Rounded(price.hit_frequency, digits, FRACTION),
            Rounded(price.variance, digits, FRACTION),
        )
        for name, price in sorted(priced.items(), key=lambda item: SORTS[sort](*item))
    ]
    columns = columns_of(_("bet"), _("house edge"), _("house edge resolved"), _("hit frequency"), _("variance"))
    what = _("{bets}: rules {rules}, {cards} cards", bets=_caption(arguments.word), rules=rules.id, cards=shoe.cards)
    left_out = _(
        "Left out, because the shoe is described only by {classes}: {bets}",
        classes=shoe.granularity.text,
        bets=", ".join(too_fine),
    )
    return Answer(
        "bets-priced",
        (Parameter("word", arguments.word), Parameter("sort", sort), *options.shoe_parameters(shoe, rules)),
        (Section("price", Rows(("bets",)), columns, rows, what),),
        (left_out,) if too_fine else (),
        rules.assumptions_for(*(bet.name for bet in bets)),
        (rules.to_line(), *(bet.to_line() for bet in bets)),
    )


def _named(bet: Bet, table: str) -> str:
    """The bet with the pay table, as you type it."""
    return bet.name if table == INLINE else f"{bet.name}:{table}"


def _text(bet: Bet) -> str:
    """What a search looks at: the words of its name and title, synonyms and trade names."""
    return " ".join(words_of(f"{bet.name} {bet.title} {also_called(bet.name, bet.title)}"))


def _pay_tables(bet: Bet) -> str | None:
    """The names of its pay tables; `None` if it has only one, without a name."""
    return ", ".join(_named(bet, table) for table in bet.pay_tables if table != INLINE) or None


def _all_words() -> dict[str, None]:
    """The words of all names and titles, in order."""
    texts = (f"{bet.name} {bet.title}".lower() for bet in catalogue().values())
    return dict.fromkeys(word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text))
