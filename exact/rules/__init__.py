"""The rules in play under a reading: two drawing tables, payoffs, commission; and how they are found by name."""

import os
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple, Self

from exact.answers.table import DEALING, Assumption
from exact.answers.text import Text
from exact.errors import ExactError
from exact.escapes import printable
from exact.game import POINT_VALUES, RANKS, Outcome, Side
from exact.records import Shown, field

STANDARD = "standard"
NO_THIRD = 10  #: The column for «Punto has no third card»; columns 0 to 9 are the third card's point value
Situation = int | tuple[int, ...]
"""Punto's total; or Banco's, Punto's third card, and a final total or `ANY_TOTAL` and the third card's rank (0–12)."""
ANY_TOTAL = -1
Matrix = tuple[str, ...]  #: Rows by Banco's two-card total 0 to 7; letters by Punto's third card 0 to 9, then none
_BY_VALUE = "." * 8


class Tableau(NamedTuple):
    """The drawing tables in play."""

    punto: str  #: Eight letters, ``D`` or ``S``: Punto's move on a two-card total of 0 to 7
    matrix: Matrix
    against: tuple[tuple[int, Matrix], ...] = ()  #: Ascending final totals of Punto with a matrix of their own
    ranks: tuple[tuple[int, str], ...] = ()
    """Ranks (0–12) of Punto's third card by which Banco moves, ascending, each with a letter for each of Banco's
    totals, or a dot where the value decides all the same."""

    def punto_draws(self, total: int) -> bool:
        """Whether Punto draws on this two-card total (0–7)."""
        return self.punto[total] == "D"

    def banco_draws(self, total: int, third: int, punto_total: int | None = None) -> bool:
        """Whether Banco draws on this two-card total (0–7) against Punto's third card, or `NO_THIRD`, and final total.

        Raises `ExactError` where the rank of the third card decides, or the final total does and is missing.
        """
        self.check_by_value()
        if punto_total is None and self.against:
            finals = ", ".join(str(final) for final, _ in self.against)
            bound = "names final totals of punto by which banco moves here: this question knows only its third card"
            raise ExactError("rules", finals, bound)
        matrix = self.matrix if punto_total is None else self.matrix_against(punto_total)
        return matrix[total][third] == "D"

    def receives(self, punto: int, banco: int, third: int | None) -> Side | None:
        """The side that receives the next card, as a `Decision`; errors as in `banco_draws`."""
        if max(punto, banco) > 7:
            return None
        if third is None and self.punto_draws(punto):
            return Side.PUNTO
        final = punto if third is None else (punto + third) % 10
        return Side.BANCO if self.banco_draws(banco, NO_THIRD if third is None else third, final) else None

    def matrix_against(self, punto_total: int) -> Matrix:
        """Banco's matrix against this final total of Punto (0–9)."""
        return dict(self.against).get(punto_total, self.matrix)

    def thirds_before(self, punto_total: int) -> list[int]:
        """The third cards, or `NO_THIRD`, with which Punto can have this final total (0–9) without a natural."""
        thirds = [third for third in range(NO_THIRD) if self._two_cards(punto_total - third, draws=True)]
        return [*thirds, *([NO_THIRD] if self._two_cards(punto_total, draws=False) else [])]

    def _two_cards(self, total: int, draws: bool) -> bool:
        return total % 10 < 8 and self.punto_draws(total % 10) == draws

    def with_punto(self, total: int, letter: str) -> Self:
        """These tables with another letter for Punto's total."""
        return self._replace(punto=self.punto[:total] + letter + self.punto[total + 1 :])

    def with_banco(self, total: int, third: int, letter: str) -> Self:
        """These tables with another letter for Banco's total against Punto's third card, or `NO_THIRD`."""

        def changed(matrix: Matrix) -> Matrix:
            return _with_row(matrix, total, matrix[total][:third] + letter + matrix[total][third + 1 :])

        against = tuple((punto_total, changed(matrix)) for punto_total, matrix in self.against)
        return self._replace(matrix=changed(self.matrix), against=against)

    def with_row_of(self, other: Self, total: int) -> Self:
        """These tables, in which third cards decide alone, with all that ``other`` says of Banco's ``total``."""
        matrix = _with_row(self.matrix, total, other.matrix[total])
        against = ((final, _with_row(self.matrix, total, rows[total])) for final, rows in other.against)
        ranks = ((rank, _BY_VALUE[:total] + own[total] + _BY_VALUE[total + 1 :]) for rank, own in other.ranks)
        return self._replace(
            matrix=matrix,
            against=tuple((final, changed) for final, changed in against if changed != matrix),
            ranks=tuple((rank, letters) for rank, letters in ranks if letters != _BY_VALUE),
        )

    def to_words(self) -> str:
        """These tables in letters: Punto's, Banco's rows, each total in `against` with its rows, the ranks."""
        against = (word for total, matrix in self.against for word in (str(total), *matrix))
        ranks = (f"{RANKS[rank]}:{letters}" for rank, letters in self.ranks)
        return " ".join((self.punto, *self.matrix, *against, *ranks))

    def by_rank(self) -> list[tuple[list[int], Self]]:
        """The tables in play after a third card of each group of ranks (0–12); the first also where Punto stands."""
        plain = self._replace(ranks=())
        groups: dict[Self, list[int]] = {}
        for rank, letters in self.ranks:
            own = plain
            for total, letter in enumerate(letters):
                own = own if letter == "." else own.with_banco(total, POINT_VALUES[rank], letter)
            groups.setdefault(own, []).append(rank)
        named = dict(self.ranks)
        others = [rank for rank in range(len(RANKS)) if rank not in named]
        return [(others, plain), *((ranks, own) for own, ranks in groups.items())]

    def check_by_value(self) -> None:
        """Raise `ExactError` if point values do not decide who draws."""
        if self.ranks:
            names = ", ".join(RANKS[rank] for rank, _ in self.ranks)
            bound = "names ranks of punto's third card by which banco moves here: this question knows only point values"
            raise ExactError("rules", names, bound)

    @classmethod
    def from_words(cls, words: str) -> Self:
        """The tables that `to_words` wrote, of a tableau without `ranks`."""
        punto, *rest = words.split()
        matrix, rest = tuple(rest[:8]), rest[8:]
        against = ((int(rest[start]), tuple(rest[start + 1 : start + 9])) for start in range(0, len(rest), 9))
        return cls(punto, matrix, tuple(against))


def _with_row(matrix: Matrix, total: int, row: str) -> Matrix:
    return (*matrix[:total], row, *matrix[total + 1 :])


class Rules(Shown):
    """The rules in play under a reading of a rulebook."""

    id: str
    decks: int | None  #: The number of decks that the document states, or `None`
    tableau: Tableau
    payoffs: dict[str, Fraction] = field(hashed=False)  #: Of ``punto``, ``banco`` and ``tie``, before commission
    commission: Fraction
    rounding: str  #: Of the commission: ``player``, ``house``, ``nearest`` (unit), or ``nobody`` (exactly)
    ties: str  #: What happens to stakes on punto and banco after a tie: ``push``, ``lose``, or their net win: ``-1/2``
    assumed: tuple[Assumption, ...]  #: Everything on which the document is silent and `standard` decides

    def __repr__(self) -> str:
        assumed = f", {len(self.assumed)} clauses assumed" if self.assumed else ""
        return f"<Rules {printable(self.id, 60)}{assumed}>"

    def assumptions_for(self, *main_bets: str) -> tuple[Assumption, ...]:
        """The assumptions about the dealing, which concern every bet, and about ``main_bets``: punto, banco or tie."""
        concerned = {DEALING, *main_bets}
        return tuple(assumption for assumption in self.assumed if not concerned.isdisjoint(assumption.concerns))

    @cached_property
    def net_wins(self) -> dict[Outcome, dict[Outcome, Fraction]]:
        """For each main bet the net win of one unit by outcome, after commission: −1 if the stake is lost."""
        tie = Fraction({"lose": "-1", "push": "0"}.get(self.ties, self.ties))
        lost = {Outcome.PUNTO: Fraction(-1), Outcome.BANCO: Fraction(-1), Outcome.TIE: tie}
        kept = {Outcome.BANCO: 1 - self.commission}
        return {bet: lost | {bet: self.payoffs[bet.value] * kept.get(bet, 1)} for bet in Outcome}

    def to_line(self) -> str:
        """One line of tab-separated text that `from_line` reads back."""
        decks = "" if self.decks is None else str(self.decks)
        payoffs = " ".join(f"{bet}={payoff}" for bet, payoff in self.payoffs.items())
        assumed = "|".join(map(_assumption_line, self.assumed))
        rest = (payoffs, str(self.commission), self.rounding, self.ties, assumed)
        return "\t".join((self.id, decks, self.tableau.to_words(), *rest))

    @classmethod
    def from_line(cls, line: str) -> Self:
        """The rules that `to_line` wrote, whose columns are the fields in their order."""
        name, stated, words, pairs, commission, rounding, ties, clauses = line.split("\t")
        decks, tableau = int(stated) if stated else None, Tableau.from_words(words)
        payoffs = {bet: Fraction(payoff) for bet, payoff in (pair.split("=") for pair in pairs.split())}
        assumed = tuple(map(_assumption, filter(None, clauses.split("|"))))
        return cls(name, decks, tableau, payoffs, Fraction(commission), rounding, ties, assumed)


def _assumption_line(assumption: Assumption) -> str:
    """``clause;bet;template;argument=value``, so that the text can be translated when it is read back."""
    phrase = assumption.phrase
    arguments = (f"{name}={value}" for name, value in phrase.arguments.items())
    return ";".join((assumption.clause, assumption.bet, phrase.template, *arguments))


def _assumption(text: str) -> Assumption:
    clause, bet, template, *arguments = text.split(";")
    return Assumption(clause, Text(template, dict(argument.split("=") for argument in arguments)), bet)


READINGS_FILE = os.path.join(os.path.dirname(__file__), "readings.tsv")
"""The rules of the shipped readings, written by ``scripts/generate.py readings``: commands need not parse TOML."""


@cache
def all_rules() -> dict[str, Rules]:
    """The rules of every shipped reading that point values decide, by name, `standard` first."""
    with open(READINGS_FILE, encoding="utf-8") as file:
        return {rules.id: rules for rules in map(Rules.from_line, file.read().splitlines())}


def rules_named(name: str) -> Rules:
    """The rules of ``document[:reading]`` or your own ``FILE.toml[:reading]``; raises `ExactError` for others."""
    if not isinstance(name, str):
        raise ExactError("rules", name, "must be rules, the name of a rulebook, or a .toml file")
    if shipped := all_rules().get(name):
        return shipped
    from exact.rules.documents import interpretation

    return interpretation(name).rules()


@cache
def standard_tableau() -> Tableau:
    """The drawing tables of the standard rules."""
    return rules_named(STANDARD).tableau
