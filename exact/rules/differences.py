"""Where rules differ from standard, clause by clause: each difference in words, and standard with that difference alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from exact.answers.text import Text, _, joined, pgettext
from exact.arithmetic import number_text
from exact.game.cards import RANKS
from exact.rules.rulebook import clause_title, term_text
from exact.rules.rulebook_file import move_text
from exact.rules.tableau import NO_THIRD, Rules


class Difference(NamedTuple):
    """One difference from standard."""

    clause: str
    """The clause's key in the rulebook file."""
    standard: Text
    """What standard plays."""
    own: Text
    """What is played here."""
    alone: Rules
    """Standard with this difference alone."""

    @property
    def title(self) -> Text:
        """The clause's name for people."""
        return clause_title(self.clause)


def differences(rules: Rules, standard: Rules) -> Iterator[Difference]:
    """Every difference of ``rules`` from ``standard``, in the order of the clauses: one for each row of a drawing table."""

    def difference(clause: str, text_of: Callable[[Rules], Text], **changes: Any) -> Difference:
        return Difference(clause, text_of(standard), text_of(rules), standard._replace(**changes))

    if rules.decks != standard.decks:
        yield difference("decks", _decks_text, decks=rules.decks)
    for total, letter in enumerate(rules.tableau.punto):
        if letter != standard.tableau.punto[total]:
            tableau = standard.tableau.with_punto(total, letter)
            yield difference("punto", partial(_punto_text, total=total), tableau=tableau)
    for total in range(8):
        tableau = standard.tableau.with_row_of(rules.tableau, total)
        if tableau != standard.tableau:
            yield difference("banco", partial(_row_text, total=total), tableau=tableau)
    for bet, payoff in rules.payoffs.items():
        if payoff != standard.payoffs[bet]:
            payoffs = {**standard.payoffs, bet: payoff}
            yield difference("payoffs", partial(_payoff_text, bet=bet), payoffs=payoffs)
    if rules.commission != standard.commission:
        yield difference("commission", _commission_text, commission=rules.commission)
    if rules.rounding != standard.rounding:
        yield difference(
            "commission_rounding", lambda of: term_text("in_favour_of", of.rounding), rounding=rules.rounding
        )
    if rules.ties != standard.ties:
        yield difference("ties", lambda of: term_text("stakes", of.ties), ties=rules.ties)


def _punto_text(rules: Rules, total: int) -> Text:
    return move_text(total, rules.tableau.punto_draws(total))


def _row_text(rules: Rules, total: int) -> Text:
    """The third cards of Punto on which Banco draws with ``total``, and what Punto's final total or a rank changes."""
    tableau = rules.tableau
    drawn = _drawn_on(tableau.matrix[total], range(NO_THIRD + 1))
    texts = [_("banco {total} draws on {thirds}", total=total, thirds=drawn)]
    for final, matrix in tableau.against:
        if matrix[total] != tableau.matrix[total]:
            drawn = _drawn_on(matrix[total], tableau.thirds_before(final))
            texts.append(_("if punto's final total is {final}, on {thirds}", final=final, thirds=drawn))
    for rank, letters in tableau.ranks:
        if letters[total] == "D":
            texts.append(_("on {rank} it draws", rank=RANKS[rank]))
        elif letters[total] == "S":
            texts.append(_("on {rank} it stands", rank=RANKS[rank]))
    return joined("; ", texts)


def _drawn_on(row: str, thirds: Iterable[int]) -> Text:
    drawn = (third for third in thirds if row[third] == "D")
    names = [pgettext("third card", "none") if third == NO_THIRD else str(third) for third in drawn]
    return joined(", ", names) if names else pgettext("third card", "nothing")


def _payoff_text(rules: Rules, bet: str) -> Text:
    return term_text(bet, rules.payoffs[bet])


def _decks_text(rules: Rules) -> Text:
    return pgettext("decks", "not said") if rules.decks is None else Text(str(rules.decks))


def _commission_text(rules: Rules) -> Text:
    return term_text("rate", f"{number_text(rules.commission * 100)}%")
