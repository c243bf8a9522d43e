"""The bets of questions: what a typed name means, what it pays, and how many deals each category has."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exact.analysis.pricing import joined, price_bet
from exact.answers.text import Text
from exact.arithmetic import number_text
from exact.bets.bet import INLINE, LOSE, Bet, Classification
from exact.bets.catalogue import choose_one, every_bet, find_bet, meant_by
from exact.bets.expression import parse_condition
from exact.bets.jackpot import seed_notes
from exact.bets.knowledge import NOTHING, Knowledge, parse_knowledge
from exact.bets.payoffs import main_bets, on_terms, usual_bet
from exact.bets.vocabulary import known_names
from exact.engine.one_shoe import count_categories, count_jointly
from exact.errors import ExactError, blamed_on
from exact.game.shoe import InfiniteShoe, Shoe
from exact.inputs import near_misses
from exact.names import canonical, matches, with_one_word_more
from exact.questions.subjects import OUTCOMES, Counts, Wager
from exact.records import replace
from exact.rules import Rules, Tableau

_OWN = re.compile(r"(\S.*?\.toml\S*)(?: (.+))?")  #: A file, perhaps with a bet of it or a pay table; a category


def find_wager(text: str) -> Wager:
    """The bet, category or event that ``text`` means; raises `ExactError`, with similar names, for others."""
    if file := _OWN.fullmatch(text):
        own = find_bet(file[1])
        return Wager(file[1], _category(own, file[2]) if file[2] else "", own=own)
    if text.startswith("("):
        if not text.endswith(")"):
            raise ExactError("claim", text, "lacks the parenthesis that ends the event")
        return Wager(f"({_condition(text[1:-1]).text})")
    words = text.split()
    for count in (1, *range(len(words), 1, -1)):
        typed, _, table = " ".join(words[:count]).partition(":")
        if " " in table:  # these are words of the category
            continue
        category = " ".join(words[count:])
        with blamed_on("claim", "bet"):
            name, sold = meant_by(typed) or ("", "")
        # the first word alone is a bet only if the others are one of its categories: "tie lose", not "tie 4"
        if name and (count > 1 or not category or matches(category, every_bet()[name].categories)):
            pay_table = every_bet()[name].paid_by(table.lower()).paying_table if table else sold
            return Wager(name, _category(every_bet()[name], category) if category else "", pay_table)
    if words[1:] and words[0].lower() in every_bet():
        _category(every_bet()[words[0].lower()], " ".join(words[1:]))
    condition = canonical(text.lower(), known_names())
    if condition in known_names():
        return Wager(f"({_condition(condition).text})")
    raise _no_wager(text)


def _no_wager(text: str) -> ExactError:
    if re.search(r"[<>=]|\b(and|or|not|in)\b", text):
        return ExactError("claim", text, "is not a bet: write an event in parentheses, like (punto_total == 9)")
    if len(meant := with_one_word_more(text, every_bet())) > 1:
        return ExactError("claim", text, choose_one(meant))
    known = (*every_bet(), *(name for name, kind in known_names().items() if kind.condition))
    hint = near_misses(text, known).or_else("exact bets lists the bets, exact bet --help the names of events")
    return ExactError("claim", text, f"is neither a bet nor an event: {hint}")


def _condition(text: str) -> Any:
    return parse_condition(text.lower(), known_names(), "event")


def _category(bet: Bet, typed: str) -> str:
    found = matches(typed, bet.categories)
    if len(found) != 1:
        raise ExactError("claim", typed, f"is not a category of {bet.name}: {near_misses(typed, bet.categories)}")
    return found[0]


def _sold(wager: Wager) -> Bet | None:
    """The bet with payoffs of its own; `None` for an event, and for an outcome, which the rules pay."""
    return wager.own or (None if wager.bet.startswith("(") or wager.bet in OUTCOMES else every_bet().get(wager.bet))


def paying(value: Any) -> Any:
    """The wager, or the names of bets, with the pay table that pays where a bet has several; other values unchanged."""
    if isinstance(value, tuple):
        return tuple(paying(Wager(each)).text if isinstance(each, str) else each for each in value)
    bet = _sold(value) if isinstance(value, Wager) and not (value.own or value.pay_table) else None
    return replace(value, pay_table=bet.paying_table) if bet and len(bet.pay_tables) > 1 else value


def supposed(wagers: Iterable[Wager], stated: bool) -> Iterator[Text]:
    """What payoffs of bets suppose: meters at their seeds, unless ``stated``; and what the note of such a bet says."""
    for wager in wagers:
        bet = _sold(wager)
        if bet and bet.jackpot and not stated:
            yield from seed_notes(bet.jackpot.meters)
        if bet and bet.assumed:
            yield Text(bet.assumed)
        if bet and bet.draw and bet.draw.fee:
            fee = number_text(100 * bet.draw.fee)
            yield Text(
                f"Per unit staked; the fee of {fee} % is lost beside it. exact bet has the edge of stake and fee."
            )


def wager_on(bet: Bet, rules: Rules) -> Wager:
    """The wager on a bet beside a question: one of the notation if the bet is, else one of your own."""
    usual = usual_bet(bet.name, rules)
    if usual and usual.to_line() == bet.to_line():
        return Wager(bet.name, pay_table=bet.pay_table or "")
    return Wager(f"own {bet.name}" if usual else bet.name, own=bet)


def paid_bet(wager: Wager, conditions: Mapping[str, Any]) -> Bet:
    """The bet on the rules, the pay table and the commission among ``conditions``; errors as `Wager.on`."""
    name, rules = wager.bet, wager.rules(conditions)
    pays = conditions.get("pays", wager.pay_table or None)
    if pays and wager.pay_table and pays != wager.pay_table:
        raise ExactError("claim", f"pays {pays}", f"contradicts {wager.text}: name one pay table")
    if name.startswith("(") and not wager.own:
        classification = Classification((_condition(name[1:-1]),), {})
        bet = Bet(name, name, "", "", ("win", LOSE), classification, {INLINE: (Fraction(1), Fraction(-1))})
    else:
        bet = wager.own or (main_bets(rules)[name] if name in OUTCOMES else every_bet()[name])
    if "meter" in conditions:
        bet = bet.with_jackpot(conditions["meter"])
    if pays is None:
        return bet
    named = canonical(pays, bet.pay_tables)
    if named in bet.pay_tables and "commission" not in conditions:
        return bet.paid_by(named)
    commission = conditions.get("commission")
    with blamed_on("claim", "pays"):
        return on_terms(bet, rules, pays, None if commission is None else str(commission))


price = lru_cache(maxsize=4096)(price_bet)


def dealt(conditions: Mapping[str, Any], shoe: Shoe | None, tableau: Tableau) -> tuple[Shoe, Tableau, Knowledge]:
    """The shoe, the drawing tables and what is known of the coup; `ExactError` if that contradicts itself."""
    held = shoe or InfiniteShoe()
    return held, tableau, _known(conditions["given"], held, tableau) if "given" in conditions else NOTHING


@lru_cache(maxsize=4096)
def _known(text: str, shoe: Shoe, tableau: Tableau) -> Knowledge:
    return joined(parse_knowledge(text), shoe, tableau)


@lru_cache(maxsize=4096)
def counts(bets: tuple[Bet, ...], shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING) -> Counts:
    """The deals of each category, or of each pair; raises `ExactError` for a shoe too coarse for the bets."""
    if len(bets) == 1:
        return {(index,): deals for index, deals in enumerate(count_categories(bets[0], shoe, tableau, known))}
    first, second = (bet.classification for bet in bets)
    joint = count_jointly((first, second), shoe, tableau, " and ".join(bet.name for bet in bets), known)
    return {divmod(index, second.categories): deals for index, deals in joint.items()}
