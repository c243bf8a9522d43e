"""The subjects of claims: bets and events, all deals, streaks and hands of two cards. Each reads and writes its own text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.bets.bet import INLINE, LOSE, Bet
from exact.bets.catalogue import catalogue
from exact.bets.classification import Classification
from exact.bets.expression import Location, parse_condition
from exact.bets.main_bets import main_bets
from exact.bets.vocabulary import known_names
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.inputs import near_misses, parse_whole
from exact.literature.chemin_de_fer import CheminDeFer, Choices, Drawing
from exact.literature.conditions import payoffs_in
from exact.literature.signals import Signal
from exact.names import canonical, matches, with_one_word_more
from exact.rules.named import rules_named

_MAIN_BETS = tuple(outcome.value for outcome in Outcome)
_MAX_STREAK = 200
_ARTICLE = re.compile(r"^(?:a|an|the|all) (?=\S)", re.IGNORECASE)
_STREAK = re.compile(
    r"streak of (?:(?P<exactly>exactly )?(?P<length>\d+)|at most (?P<most>\d+)|(?P<low>\d+) (?:to|-) (?P<high>\d+)) (?P<side>\w+)"
    r"(?: wins?)?|(?P<row>\d+) (?P<winner>\w+)(?: wins?)? in a row",
    re.IGNORECASE,
)
_HANDS = re.compile(r"distinct (?:two-card|2-card) hands (?:worth|totalling) (?P<total>[0-9])", re.IGNORECASE)


@dataclass(frozen=True)
class Wager:
    """A bet of the catalogue, a main bet or an event of the language of bets in parentheses; and one of its categories."""

    bet: str
    category: str = ""
    """Empty for the bet itself; as an event, that the bet wins."""
    pay_table: str = ""
    """The name of a pay table written after the bet; empty for none."""

    @property
    def text(self) -> str:
        """``dragon-7``, ``lucky-6:12-20``, ``dragon-bonus-punto win-by-9`` or ``(punto_total == 9)``."""
        return self.bet + (self.pay_table and f":{self.pay_table}") + (self.category and f" {self.category}")

    @classmethod
    def read(cls, text: str) -> Wager:
        """The wager written in ``text``; raises `ExactError`, with similar names, for anything else."""
        text = _ARTICLE.sub("", text)
        if text.startswith("("):
            return cls._event(text)
        outcome = canonical(re.sub(r"\s+wins?$", "", text, flags=re.IGNORECASE), _MAIN_BETS)
        if outcome in _MAIN_BETS:
            return cls(outcome)
        words = text.split()
        for count in (1, *range(len(words), 1, -1)):
            typed, _, table = " ".join(words[:count]).partition(":")
            if " " in table:  # these are words of the category
                continue
            category = " ".join(words[count:])
            names = matches(typed, catalogue())
            # the first word alone is a bet only if the others are one of its categories: "tie 9" is another bet
            if len(names) == 1 and (count > 1 or not category or matches(category, catalogue()[names[0]].categories)):
                return cls(names[0], _category(names[0], category) if category else "", _pay_table(names[0], table))
        if words[1:] and words[0].lower() in catalogue():
            _category(words[0].lower(), " ".join(words[1:]))
        condition = canonical(text.lower(), known_names())
        if condition in known_names():
            return cls._event(f"({condition})")
        if re.search(r"[<>=]|\b(and|or|not|in)\b", text):
            raise ExactError("claim", text, "is not a bet: write an event in parentheses, like (punto_total == 9)")
        meant = matches(text, catalogue()) or with_one_word_more(text, catalogue())
        if len(meant) > 1:
            raise ExactError("claim", text, f"can mean {', '.join(meant[:-1])} or {meant[-1]}: choose one")
        known = (*catalogue(), *(name for name, kind in known_names().items() if kind.condition))
        hint = near_misses(text, known).or_else("exact bets lists the bets, exact bet --help the names of events")
        raise ExactError("claim", text, f"is neither a bet nor an event: {hint}")

    @classmethod
    def _event(cls, text: str) -> Wager:
        if not text.endswith(")"):
            raise ExactError("claim", text, "lacks the parenthesis that ends the event")
        return cls(f"({_condition(text[1:-1]).text})")

    def on(self, conditions: Mapping[str, Any]) -> Bet:
        """The bet, on the rules, the pay table and the commission among ``conditions``.

        Raises `ExactError` for payoffs that do not fit the bet, and for a commission on anything but banco.
        """
        rules = rules_named(conditions["rules"])
        commission = conditions.get("commission")
        if commission is not None:
            if self.bet != Outcome.BANCO.value:
                raise ExactError("claim", "commission", f"belongs to the bet banco, not to {self.bet}")
            rules = rules._replace(commission=commission)
        pays = conditions.get("pays", self.pay_table or None)
        if pays and self.pay_table and pays != self.pay_table:
            raise ExactError("claim", f"pays {pays}", f"contradicts {self.text}: name one pay table")
        if self.bet in _MAIN_BETS:
            return _paying(main_bets(rules)[self.bet], pays)
        if not self.bet.startswith("("):
            return _paying(catalogue()[self.bet], pays)
        won = Fraction(1) if pays is None else _payoffs(pays, 1, self.bet)[0]
        classification = Classification((_condition(self.bet[1:-1]),), {})
        return Bet(self.bet, self.bet, "", "", ("win", LOSE), classification, {INLINE: (won, Fraction(-1))})


@dataclass(frozen=True)
class Both:
    """Two wagers on the same coup."""

    first: Wager
    second: Wager

    @property
    def text(self) -> str:
        """``dragon-7 and either-pair``."""
        return f"{self.first.text} and {self.second.text}"

    @classmethod
    def read(cls, text: str) -> Both | None:
        """The two wagers on the sides of an ``and`` outside of parentheses; `None` without one."""
        for match in re.finditer(r"\s+and\s+", text, re.IGNORECASE):
            before = text[: match.start()]
            if before.count("(") == before.count(")"):
                return cls(Wager.read(before), Wager.read(text[match.end() :]))
        return None


@dataclass(frozen=True)
class Deals:
    """Every deal of the shoe."""

    text = "deals"

    @classmethod
    def read(cls, text: str) -> Deals | None:
        """``deals``, or `None`."""
        return cls() if _ARTICLE.sub("", text).lower() == "deals" else None


@dataclass(frozen=True)
class Hands:
    """The different hands of two cards, regardless of order, with one total."""

    total: int

    @property
    def text(self) -> str:
        """``distinct two-card hands worth 5``."""
        return f"distinct two-card hands worth {self.total}"

    @classmethod
    def read(cls, text: str) -> Hands | None:
        """The hands written in ``text``, or `None`."""
        match = _HANDS.fullmatch(text)
        return cls(int(match["total"])) if match else None


@dataclass(frozen=True)
class Streak:
    """Successive coups with the same winner."""

    outcome: str
    low: int
    high: int | None
    """The longest streak; `None` if it may go on."""
    listed: bool = False
    """Whether each length from ``low`` has a payoff of its own, and longer ones that of ``high``."""

    @property
    def text(self) -> str:
        """``a streak of 9 punto``, ``… of exactly 4 banco``, ``… of at most 3 banco`` or ``… of 4 to 10 banco``."""
        length = f"{self.low} to {self.high}" if self.listed else f"at most {self.high}"
        if not self.listed and self.high is None:
            length = str(self.low)
        elif self.low == self.high and not self.listed:
            length = f"exactly {self.low}"
        return f"a streak of {length} {self.outcome}"

    @classmethod
    def read(cls, text: str) -> Streak | None:
        """The streak written in ``text``, or `None`; raises `ExactError` for an unknown winner or an impossible length."""
        match = _STREAK.fullmatch(_ARTICLE.sub("", text))
        if not match:
            return None
        outcome = outcome_named(match["side"] or match["winner"])
        low, high = (_length(match[name]) for name in ("low", "high"))
        if low:
            if low >= high:
                raise ExactError("claim", text, "must go from a shorter streak to a longer one")
            return cls(outcome, low, high, listed=True)
        if most := _length(match["most"]):
            return cls(outcome, 0, most)
        length = _length(match["length"] or match["row"])
        return cls(outcome, length, length if match["exactly"] else None)


Subject = Wager | Both | Deals | Hands | Streak | CheminDeFer | Drawing | Choices | Signal


def outcome_named(side: str) -> str:
    """The outcome that a typed name of a side or of a tie means; raises `ExactError` for anything else."""
    outcome = canonical(side, _MAIN_BETS)
    if outcome not in _MAIN_BETS:
        raise ExactError("claim", side, f"is no winner: {near_misses(side, _MAIN_BETS)}")
    return outcome


def _length(digits: str | None) -> int:
    return parse_whole(digits, "claim", 1, _MAX_STREAK) if digits else 0


def _condition(text: str) -> Any:
    return parse_condition(text.lower(), known_names(), Location("event"))


def _category(bet: str, typed: str) -> str:
    categories = catalogue()[bet].categories
    found = matches(typed, categories)
    if len(found) != 1:
        raise ExactError("claim", typed, f"is not a category of {bet}: {near_misses(typed, categories)}")
    return found[0]


def _pay_table(bet: str, typed: str) -> str:
    return catalogue()[bet].paid_by(typed.lower()).paying_table if typed else ""


def _paying(bet: Bet, pays: str | None) -> Bet:
    """The bet paid by the pay table of this name, or with these payoffs for its winning categories in their order."""
    if pays is None:
        return bet
    named = canonical(pays, bet.pay_tables)
    if named in bet.pay_tables:
        return bet.paid_by(named)
    usual = bet.payoffs()
    winning = [index for index, payoff in enumerate(usual) if payoff > 0]
    changed = dict(zip(winning, _payoffs(pays, len(winning), bet.name), strict=True))
    payoffs = tuple(changed.get(index, payoff) for index, payoff in enumerate(usual))
    return Bet(bet.name, bet.title, bet.source, bet.note, bet.categories, bet.classification, {pays: payoffs})


def _payoffs(pays: str, number: int, bet: str) -> list[Fraction]:
    """The payoffs in the canonical text ``pays``: so many numbers with hyphens between."""
    payoffs = payoffs_in(pays)
    if len(payoffs) != number:
        tables = catalogue()[bet].pay_tables if bet in catalogue() else ()
        known = f"one of {', '.join(tables)}, or " if len(tables) > 1 else ""
        payoffs_text = "1 payoff" if number == 1 else f"{number} payoffs"
        raise ExactError("claim", f"pays {pays}", f"does not fit {bet}: give {known}{payoffs_text}")
    return payoffs
