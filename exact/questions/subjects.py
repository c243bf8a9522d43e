"""The kinds of subjects of questions, and wagers, which most are about. To add one, add to `KINDS` and `SUBJECTS`."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exact.answers.text import _
from exact.arithmetic import number_text
from exact.errors import ExactError
from exact.game import Outcome, Side
from exact.inputs import one_of, parse_whole
from exact.names import canonical
from exact.questions.grammar import Phrase, Slot, Subject, function_named
from exact.records import Record, replace
from exact.rules import Rules, rules_named

Counts = dict[tuple[int, ...], int]
"""The number of deals in each category of a bet, or in each pair of categories of two bets."""
OUTCOMES = tuple(outcome.value for outcome in Outcome)
_ARTICLE = re.compile(r"^(?:a|an|the|all) (?=\S)", re.IGNORECASE)


class Wager(Record):
    """A bet of the catalogue, a main bet or an event in parentheses; and one of its categories."""

    bet: str
    category: str = ""  #: Empty for the bet itself; as an event, that the bet wins
    pay_table: str = ""  #: The name of a pay table written after the bet; empty for none
    own: Any = None  #: A bet of your own, a `Bet`, which has the name ``bet``; `None` for one of the catalogue

    @property
    def text(self) -> str:
        """``dragon-7``, ``lucky-6:12-20``, ``dragon-bonus-punto win-by-9`` or ``(punto_total == 9)``."""
        return self.bet_text + (self.category and f" {self.category}")

    @property
    def bet_text(self) -> str:
        """The bet and its pay table, without a category."""
        return self.bet + (self.pay_table and f":{self.pay_table}")

    @classmethod
    def read(cls, text: str) -> "Wager":
        """The wager written in ``text``; raises `ExactError`, with similar names, for anything else."""
        text = _ARTICLE.sub("", text)
        outcome = canonical(re.sub(r"\s+wins?$", "", text, flags=re.IGNORECASE), OUTCOMES)
        if outcome in OUTCOMES:
            return cls(outcome)
        found: Wager = function_named("exact.questions.bets:find_wager")(text)
        return found

    def outcome(self, conditions: Mapping[str, Any]) -> Outcome | None:
        """The outcome that the wager is on, if that alone decides it under ``conditions``; else `None`."""
        decided = self.bet in OUTCOMES and not (
            self.category or self.pay_table or {"given", "pays"} & conditions.keys()
        )
        return Outcome(self.bet) if decided else None

    def rules(self, conditions: Mapping[str, Any]) -> Rules:
        """The rules in ``conditions`` with the commission there; raises `ExactError` for one not on banco."""
        rules = rules_in_play(conditions["rules"])
        commission = conditions.get("commission")
        if commission is None:
            return rules
        if self.bet != Outcome.BANCO.value:
            raise ExactError("claim", "commission", f"belongs to the bet banco, not to {self.bet}")
        return replace(rules, commission=commission)

    def on(self, conditions: Mapping[str, Any]) -> Any:
        """The `exact.bets.bet.Bet` on these terms; raises `ExactError` for payoffs or a commission that do not fit."""
        return function_named("exact.questions.bets:paid_bet")(self, conditions)

    def check(self, conditions: Mapping[str, Any]) -> None:
        """Raise the errors of `on`, which a usual bet under no condition of its own cannot have."""
        if self.pay_table or {"pays", "meter"} & conditions.keys():
            self.on(conditions)
        self.rules(conditions)


def rules_in_play(rules: str | Rules) -> Rules:
    """The rules of this name, or these rules."""
    return rules if isinstance(rules, Rules) else rules_named(rules)


def outcome_named(typed: str) -> str:
    """The outcome that a typed name of a side or of a tie means; raises `ExactError` for anything else."""
    return one_of(canonical(typed, OUTCOMES), OUTCOMES, "claim", "is no winner")


_MAX_COUPS = 200  #: The longest streak, and the most coups among which a run is sought
_SIDES = tuple(side.value for side in Side)
_STREAK = "<a |an |the |all |>streak of"
_INDEPENDENT = _("successive coups taken as independent")


def _check_streak(text: str, values: Mapping[str, Any]) -> None:
    if "low" in values and values["low"] >= values["high"]:
        raise ExactError("claim", text, "must go from a shorter streak to a longer one")


def _check_drawing(text: str, values: Mapping[str, Any]) -> None:
    if (values["side"] == Side.BANCO.value) != ("third" in values):
        bound = "must say after which card banco draws, or after no card; punto draws after none"
        raise ExactError("claim", text, bound)


_WINNER = Slot(r"\w+", outcome_named)
_SIDE = Slot(r"\w+", lambda typed: one_of(canonical(typed, _SIDES), _SIDES, "claim", "is no side"))
_LENGTH = Slot(r"\d+", lambda text: parse_whole(text, "claim", 1, _MAX_COUPS))
_STREAK_LENGTH = Slot(r"\d+", lambda text: parse_whole(text, "claim", 0, _MAX_COUPS))
_WAGER, _SHORT_WAGER = (Slot(pattern, Wager.read, lambda wager: wager.text) for pattern in (".*", ".+?"))
_HAND = Slot(
    r"\d(?:-\d)?", lambda text: tuple(sorted(map(int, text.split("-")))), lambda hand: "-".join(map(str, hand))
)
_THIRD = Slot(
    r"\d|no card",
    lambda text: int(text) if text.isdigit() else None,
    lambda third: "no card" if third is None else str(third),
)

BET = Phrase(("{bet}",), {"bet": _WAGER})
TWO_BETS = Phrase(("{first} and {second}",), {"first": _SHORT_WAGER, "second": _WAGER})
DEALS = Phrase(("<|a |an |the |all >deals",), {})
STREAK = Phrase(
    (
        f"{_STREAK} exactly {{exactly}} {{winner}}<| win| wins>",
        f"{_STREAK} {{length}} {{winner}}<| win| wins>",
        f"{_STREAK} at most {{longest}} {{winner}}<| win| wins>",
        f"{_STREAK} {{low}} <to|-> {{high}} {{winner}}<| win| wins>",
        "<|a |an |the |all >{length} {winner}<| win| wins> in a row",
    ),
    {"winner": _WINNER, **dict.fromkeys(("low", "high", "longest", "length", "exactly"), _STREAK_LENGTH)},
    check=_check_streak,
    supposes=_INDEPENDENT,
)
RUN = Phrase(
    ("<a |an |>run of {length} {winner}<| win| wins> among {coups} coups",),
    {"length": _LENGTH, "coups": _LENGTH, "winner": _WINNER},
    supposes=_INDEPENDENT,
)
MATCH_PLAY = Phrase(("<|a |an >match< |->play<| coupon> on {bet}",), {"bet": _WAGER})
HANDS = Phrase(("distinct <two-card|2-card> hands <worth|totalling> {total}",), {"total": Slot("[0-9]", int)})
CHEMIN_DE_FER = Phrase(("chemin< |->de< |->fer",), {})
BANQUE = Phrase(("baccara< |->banque",), {})
DRAWING = Phrase(
    ("{choice} on {hand} by {side}", "{choice} on {hand} by {side} after {third}"),
    {"choice": Slot("drawing|standing", str.lower), "side": _SIDE, "hand": _HAND, "third": _THIRD},
    check=_check_drawing,
)
_BETS = Slot(".+", "exact.questions.counting:bets_named", ",".join)
SIGNAL = Phrase(
    ("<a |an |>signal ({cards} by {partition} for {bets})",),
    {
        "partition": Slot(".+", "exact.questions.counting:partition_named"),
        "bets": _BETS,
        "cards": Slot(
            r"cards? \d(?:[-, \d]*\d)?",
            "exact.questions.counting:places_named",
            lambda places: f"card{'s' if len(places) > 1 else ''} {','.join(map(str, places))}",
        ),
    },
)
_MANY = "exact.questions.many_coups"
_OUTCOMES = Slot(r"\w+(?: \w+)*", f"{_MANY}:outcomes_named", " ".join)
SESSION = Phrase(
    ("<a |an |>session of {coups} coups on {bet}",),
    {"coups": Slot(r"\d+", f"{_MANY}:coups_named"), "bet": _WAGER},
    supposes=_INDEPENDENT,
)
RUIN = Phrase(
    ("ruin on {bet} from {bankroll}<| units>",),
    {"bet": _SHORT_WAGER, "bankroll": Slot(r"\d{1,6}", Fraction, number_text)},
    supposes=_INDEPENDENT,
)
ORDER = Phrase(("<the |>coups {outcomes}",), {"outcomes": _OUTCOMES})
INDEPENDENT = Phrase(("independent coups {outcomes}",), {"outcomes": _OUTCOMES}, supposes=_INDEPENDENT)
AFTER = Phrase(("{winner} after {outcomes}",), {"winner": _WINNER, "outcomes": _OUTCOMES})
PERFECT = Phrase(
    ("perfect play on {bets}",),
    {"bets": Slot(".+", f"{_MANY}:bets_to_choose", lambda bets: bets[0] if len(bets) == 1 else f"({','.join(bets)})")},
)
FREE_BET = Phrase(("<a |an |>free bet on {bet}",), {"bet": _WAGER})
CHOICES = Phrase(("choices of {side}",), {"side": _SIDE})
_OF_MANY_COUPS = (SESSION, RUIN, INDEPENDENT, ORDER, AFTER, PERFECT, FREE_BET)
KINDS = (
    DEALS,
    STREAK,
    RUN,
    MATCH_PLAY,
    HANDS,
    CHEMIN_DE_FER,
    BANQUE,
    DRAWING,
    SIGNAL,
    CHOICES,
    *_OF_MANY_COUPS,
    TWO_BETS,
    BET,
)
"""The kinds of subjects, in the order in which a text is tried; the last reads every text, or says why not."""
SUBJECTS = {
    "dragon-7": "a bet of the catalogue, punto, banco or tie; a pay table may follow: lucky-6:12-20; or a .toml file",
    "dragon-bonus-punto win-by-9": "one of its categories",
    "(punto_total == 9 and cards == 4)": "an event of the language of bets; with pays, a bet on it",
    "dragon-7 and either-pair": "two bets or events on the same coup",
    "deals": "every deal of the shoe",
    "a streak of 9 punto": "successive coups; also exactly 4, at most 3, and 4 to 10 with a payoff for each",
    "a run of 3 banco among 81 coups": "at least one such run; with ties skipped, among 81 decided coups",
    "match play on punto": "a coupon beside a stake of its face",
    "distinct two-card hands worth 5": "different hands, regardless of order",
    "chemin de fer": "the game behind punto banco; it needs a model",
    "baccara banque": "a banker against two players; it needs a model and stakes",
    "drawing on 5 by punto": "a choice at it; for banco drawing on 0-6 by banco after 4, or after no card",
    "standing on 3 by banco after 8": "the other choice; the value of a choice is under the rules, without a model",
    "a signal (card 1 by 6-9 for tie)": "the class of each card seen before the best of the bets, as in exact signal",
    "choices of banco": "all that a side has to decide at it",
    "a session of 80 coups on banco": "what they win at one unit; a probability needs a net win; decided coups with "
    "ties skipped",
    "ruin on banco from 20": "a bankroll that no longer covers one unit: ever, or before a target",
    "the coups banco tie": "the outcomes of the first coups of one shoe, up to four, in this order",
    "independent coups banco tie": "the same if each coup came from a whole shoe",
    "tie after banco banco": "the next outcome of a shoe, given those of the coups before it, up to three",
    "perfect play on (punto,banco,tie)": "the best of the bets, taken where its expectation is positive: 52 unseen",
    "a free bet on tie": "a coupon staked alone",
}
"""Subjects of each kind, and what help says of them."""


@lru_cache(maxsize=4096)
def read_subject(text: str) -> Subject:
    """The subject in ``text``; raises `ExactError` if no kind of subject can read it."""
    return next(Subject(kind, values) for kind in KINDS if (values := kind.read(text)) is not None)


def slot_at(text: str, place: int) -> str:
    """What the words at ``place`` are in the subject ``text``: a slot of its kind, ``subject``, or a part of a bet."""
    kind, match = next((kind, match) for kind in KINDS if (match := kind.match(text)))
    if kind is not BET:
        return next((name for name in match.groupdict() if match.start(name) <= place < match.end(name)), "subject")
    if text.startswith("("):
        return "event"
    if text[:place].endswith(":"):
        return "pay table"
    return "category" if place and Wager.read(text).category else "bet"


def of_wager(wager: Wager) -> Subject:
    """The subject that is one bet."""
    return Subject(BET, {"bet": wager})


def wagers_of(subject: Subject) -> tuple[Wager, ...]:
    """The bets of a subject by name."""
    return tuple(value for value in subject.values.values() if isinstance(value, Wager))
