"""The audit: every published figure of the three main bets against the exact one, at the digits printed."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from exact.game.coup import Outcome
from exact.lazy import tomllib
from exact.literature.claims import DECKS, Quantity, decks_text, odds_of_decks
from exact.literature.printed_figure import AGREES, ROUNDED, PrintedFigure
from exact.literature.published import PublishedFigure, published_figures
from exact.rules.named import rules_named
from exact.rules.tableau import STANDARD

AUDITED = ("base_counts", "base_prob", "house_edge")
OTHER_KIND = "not a figure of this kind"
DISAGREES = "disagrees"
REVIEWED_FILE = Path(__file__).with_name("reviewed.toml")

PUNTO, BANCO, TIE = Outcome.PUNTO, Outcome.BANCO, Outcome.TIE
_FIVE_PERCENT, _EIGHT, _NINE = Fraction(5, 100), Fraction(8), Fraction(9)
QUANTITIES: dict[str, Quantity] = {
    "Banker wins, six-card ordered permutations": Quantity("count", BANCO),
    "Player wins, six-card ordered permutations": Quantity("count", PUNTO),
    "Tie wins, six-card ordered permutations": Quantity("count", TIE),
    "Banker six-card ordered permutations": Quantity("count", BANCO),
    "Player six-card ordered permutations": Quantity("count", PUNTO),
    "Tie six-card ordered permutations": Quantity("count", TIE),
    "Total six-card ordered permutations": Quantity("count", None),
    "Total six-card ordered permutations PERMUT(416,6)": Quantity("count", None),
    "P(Banker)": Quantity("probability", BANCO),
    "P(Player)": Quantity("probability", PUNTO),
    "P(Tie)": Quantity("probability", TIE),
    "P(Banker | no tie)": Quantity("probability given no tie", BANCO),
    "P(Player | no tie)": Quantity("probability given no tie", PUNTO),
    "Banker house edge": Quantity("house edge", BANCO, _FIVE_PERCENT),
    "Banker house edge (5% commission)": Quantity("house edge", BANCO, _FIVE_PERCENT),
    "Banker house edge (5% commission; tie 8:1)": Quantity("house edge", BANCO, _FIVE_PERCENT),
    "Bank edge, per resolved bet": Quantity("house edge per resolved stake", BANCO, _FIVE_PERCENT),
    "Banco house edge, ties excluded convention": Quantity("house edge per resolved stake", BANCO, _FIVE_PERCENT),
    "Banker bet 19:20 return": Quantity("expectation", BANCO, _FIVE_PERCENT),
    "Player house edge": Quantity("house edge", PUNTO),
    "Player house edge (5% commission; tie 8:1)": Quantity("house edge", PUNTO),
    "Player edge, per resolved bet": Quantity("house edge per resolved stake", PUNTO),
    "Punto house edge, ties excluded convention": Quantity("house edge per resolved stake", PUNTO),
    "Player bet return": Quantity("expectation", PUNTO),
    "Player payout rate": Quantity("return", PUNTO),
    "Tie house edge (5% commission; tie 8:1)": Quantity("house edge", TIE, _EIGHT),
    "Tie 8:1 house edge": Quantity("house edge", TIE, _EIGHT),
    "Tie 8:1 casino advantage": Quantity("house edge", TIE, _EIGHT),
    "Tie bet edge": Quantity("house edge", TIE, _EIGHT),
    "Egalite 8:1 house edge (rounded)": Quantity("house edge", TIE, _EIGHT),
    "Tie 9:1 house edge": Quantity("house edge", TIE, _NINE),
    "Tie 9:1 casino advantage": Quantity("house edge", TIE, _NINE),
    "true odds against a tie": Quantity("odds against", TIE),
}
"""What each wording in the audited categories measures. A wording that is not here is an error, not a pass."""


class Named(Protocol):
    """What a figure measures, in words."""

    @property
    def name(self) -> str:
        """The quantity in words."""


class Audited(NamedTuple):
    """A published figure, what it is, the exact values it was held against, and the verdict."""

    figure: PublishedFigure
    quantity: Named
    exact: dict[int | None, Fraction]
    """By deck count (`None`: the infinite shoe); several where the source states several or none."""
    verdict: str
    shown_decks: int | None
    """The deck count whose exact value is printed beside the figure."""


def audit() -> list[Audited]:
    """The verdict on every row of the audited categories, in the order of the literature file."""
    return [_audited(figure) for figure in published_figures() if figure.category in AUDITED]


def _audited(figure: PublishedFigure) -> Audited:
    quantity = QUANTITIES[figure.quantity]
    rules = rules_named(STANDARD)
    exact = {decks: quantity.value(odds_of_decks(decks, rules.tableau), rules) for decks in stated_decks(figure.decks)}
    verdict, shown = judge(figure, exact)
    if verdict != DISAGREES and quantity.measure in _OTHER_KINDS:
        verdict = f"{OTHER_KIND} ({_OTHER_KINDS[quantity.measure]}); as such it {_as_such(verdict)}"
    return Audited(figure, quantity, exact, verdict, shown)


def judge(figure: PublishedFigure, exact: dict[int | None, Fraction]) -> tuple[str, int | None]:
    """The verdict on a published figure, and the deck count of the exact value to show beside it.

    ``exact`` has a value for each deck count that the source may mean. Where it states none and one is guessed, a figure that
    agrees with another must agree to its last digit: cut off, some deck count or other would give almost anything.
    """
    printed = PrintedFigure.parse(figure.value, figure.id)
    verdicts = {decks: printed.verdict(value) for decks, value in exact.items()}
    agreeing = [decks for decks, verdict in verdicts.items() if verdict == AGREES]
    guess = int(figure.decks.split()[0]) if "(unstated)" in figure.decks else None
    rounding = [decks for decks, verdict in verdicts.items() if verdict == ROUNDED and guess in (None, decks)]
    shown = (agreeing or rounding or ([8] if 8 in exact else list(exact)))[0]
    if agreeing:
        return (f"agrees for d = {decks_text(agreeing)}" if len(exact) > 1 else AGREES), shown
    if rounding:
        return (f"{ROUNDED} (d = {decks_text(rounding)})" if len(exact) > 1 else ROUNDED), shown
    return DISAGREES, shown


_OTHER_KINDS = {"expectation": "a return", "return": "a return", "odds against": "odds"}
"""Measures that sources print under the heading of a house edge."""


def _as_such(verdict: str) -> str:
    return verdict if verdict.startswith("agrees") else f"is {verdict}"


def stated_decks(text: str) -> tuple[int | None, ...]:
    """The deck counts that a source may mean: those it states, or all where it states none (``8 (unstated)``: a guess)."""
    if "unstated" in text:
        return DECKS
    return tuple(None if part == "inf" else int(part) for part in text.split("/"))


@cache
def reviewed() -> dict[str, str]:
    """The reason for every `DISAGREES` that somebody has looked into, by the figure's id."""
    return {figure_id: entry["reason"] for figure_id, entry in tomllib.loads(REVIEWED_FILE.read_text("utf-8")).items()}


def unreviewed(audited: list[Audited]) -> list[str]:
    """The ids of the figures that disagree without a reviewed reason."""
    return [entry.figure.id for entry in audited if entry.verdict == DISAGREES and entry.figure.id not in reviewed()]
