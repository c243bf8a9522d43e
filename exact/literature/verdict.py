"""The verdict on a printed figure: whether the exact value agrees with it, to the digits printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from exact.analysis.full_shoes import decks_text
from exact.answers.text import Text, _, joined
from exact.literature.conditions import USUAL_DECKS
from exact.literature.printed import Agreement, PrintedFigure
from exact.literature.quantities import NUMBER
from exact.literature.values import Value


class Verdict(NamedTuple):
    """The verdict on a printed figure."""

    agreement: Agreement
    printed: PrintedFigure
    exact: Value
    """The exact value to show next to the figure."""
    decks: int | None
    """The deck count of ``exact``; `None` is the infinite shoe."""
    digits: int
    """How many of the leading digits of the figure are right."""
    agreeing_decks: tuple[int | None, ...] = ()
    """Every deck count that gives the figure, if the source may mean more than one; else empty."""
    actual_kind: str | None = None
    """What the figure really is, if its source prints it under another heading: ``a return`` among house edges."""
    remark: str | None = None
    """The supposition behind the exact value."""
    reason: str | None = None
    """Why the figure disagrees, if the reason is known."""

    @property
    def disagrees(self) -> bool:
        """Whether no deck count that the source may mean gives the figure."""
        return self.agreement is Agreement.DISAGREES

    @property
    def sentence(self) -> Text:
        """The verdict in words, for tables."""
        text = self._agreement_text()
        if self.actual_kind and self.agreement is Agreement.AGREES:
            text = _("not a figure of this kind ({kind}); as such it {verdict}", kind=self.actual_kind, verdict=text)
        elif self.actual_kind and not self.disagrees:
            text = _("not a figure of this kind ({kind}); as such it is {verdict}", kind=self.actual_kind, verdict=text)
        return joined(", ", (text, self.remark)) if self.remark else text

    def _agreement_text(self) -> Text:
        decks = decks_text(self.agreeing_decks)
        match self.agreement:
            case Agreement.AGREES:
                return _("agrees for d = {decks}", decks=decks) if decks else _("agrees to the digits printed")
            case Agreement.ROUNDED:
                text = _("rounded half up in the source")
            case Agreement.TRUNCATED:
                text = _("truncated in the source")
            case Agreement.PADDED:
                text = _("padded with zeros in the source")
            case Agreement.DISAGREES:
                return _("disagrees")
        return _("{verdict} (d = {decks})", verdict=text, decks=decks) if decks else text


def judge(
    printed: PrintedFigure, exact: Mapping[int | None, Value], guessed_decks: int | None = None, form: str = NUMBER
) -> Verdict:
    """The verdict on a printed figure, given the exact value for each deck count that its source may mean.

    ``guessed_decks`` is the most likely deck count of a source that states none; ``form`` is that of the quantity. Errors as
    in `PrintedFigure.agreement`.
    """
    agreements = {decks: printed.agreement(value, form) for decks, value in exact.items()}
    agreeing = _agreeing_decks(agreements, guessed_decks)
    usual = USUAL_DECKS if USUAL_DECKS in exact else next(iter(exact))
    decks = agreeing[0] if agreeing else usual
    agreement = agreements[decks] if agreeing else Agreement.DISAGREES
    digits = printed.agreeing_digits(exact[decks], form)
    return Verdict(agreement, printed, exact[decks], decks, digits, agreeing if len(exact) > 1 else ())


def _agreeing_decks(agreements: Mapping[int | None, Agreement], guessed_decks: int | None) -> tuple[int | None, ...]:
    """The deck counts that give the figure: those that round to it, else those from which it was rounded or truncated."""
    if agreeing := tuple(decks for decks, agreement in agreements.items() if agreement is Agreement.AGREES):
        return agreeing
    near = (decks for decks, agreement in agreements.items() if agreement is not Agreement.DISAGREES)
    # With truncation, some deck count would give almost any figure, so a guess may not move to another deck count.
    return tuple(decks for decks in near if guessed_decks in (None, decks))
