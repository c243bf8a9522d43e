"""Where rules differ from standard, clause by clause: each difference in words, and standard with that difference alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from exact.answers.text import Text, _, joined, pgettext
from exact.arithmetic import number_text
from exact.game.cards import RANKS
from exact.rules.rulebook import clause_title, term_text
from exact.rules.rulebook_file import move_text
from exact.rules.tableau import NO_THIRD, Rules, Tableau


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
            texts = _row_text(standard.tableau, total), _changes_text(tableau, standard.tableau, total)
            yield Difference("banco", *texts, standard._replace(tableau=tableau))
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


def _row_text(tableau: Tableau, total: int) -> Text:
    """The third cards on which Banco draws with ``total`` in a tableau where nothing else decides."""
    row = tableau.matrix[total]
    names = [_third_card(third) for third, letter in enumerate(row) if letter == "D"]
    if not names:
        return _("banco {total}: always stands", total=total)
    return _("banco {total}: draws on {thirds}", total=total, thirds=joined(", ", names))


def _changes_text(tableau: Tableau, standard: Tableau, total: int) -> Text:
    """Banco's moves with ``total`` that differ from those of ``standard``."""
    row = tableau.matrix[total]
    texts = _moves(total, [third for third in range(NO_THIRD + 1) if row[third] != standard.matrix[total][third]], row)
    for final, matrix in tableau.against:
        changed = [third for third in tableau.thirds_before(final) if matrix[total][third] != row[third]]
        whole = {matrix[total][third] for third in tableau.thirds_before(final)}
        if changed and whole == {"D"}:
            texts.append(_("banco {total}, punto's final total {final}: draws", total=total, final=final))
        elif changed and whole == {"S"}:
            texts.append(_("banco {total}, punto's final total {final}: stands", total=total, final=final))
        else:
            texts += [move_text((total, third, final), matrix[total][third] == "D") for third in changed]
    by_letter = {
        letter: [RANKS[rank] for rank, letters in tableau.ranks if letters[total] == letter] for letter in "DS"
    }
    if by_letter["D"]:
        texts.append(_("banco {total}, third card {ranks}: draws", total=total, ranks=", ".join(by_letter["D"])))
    if by_letter["S"]:
        texts.append(_("banco {total}, third card {ranks}: stands", total=total, ranks=", ".join(by_letter["S"])))
    return joined("; ", texts)


def _moves(total: int, thirds: Sequence[int], row: str) -> list[Text]:
    """Banco's moves against these third cards; cards with the same move stand together."""
    texts = []
    for letter in "DS":
        same = [third for third in thirds if row[third] == letter]
        names = joined(", ", map(_third_card, same))
        if len(same) == 1:
            texts.append(move_text((total, same[0]), letter == "D"))
        elif same and letter == "D":
            texts.append(_("banco {total}, third cards {thirds}: draws", total=total, thirds=names))
        elif same:
            texts.append(_("banco {total}, third cards {thirds}: stands", total=total, thirds=names))
    return texts


def _third_card(third: int) -> Text:
    return pgettext("third card", "none") if third == NO_THIRD else Text(str(third))


def _payoff_text(rules: Rules, bet: str) -> Text:
    return term_text(bet, rules.payoffs[bet])


def _decks_text(rules: Rules) -> Text:
    return pgettext("decks", "not said") if rules.decks is None else Text(str(rules.decks))


def _commission_text(rules: Rules) -> Text:
    return term_text("rate", f"{number_text(rules.commission * 100)}%")
