"""The verdict on a printed number: whether the exact value agrees with it, to the digits printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.full_shoes import decks_text
from exact.answers.text import Text, _, joined
from exact.arithmetic import MAX_DIGITS, round_half_even, truncate
from exact.errors import ExactError

_FIGURE = re.compile(
    r"~?(?P<sign>[-−+]?)(?P<whole>\d{1,3}(?:,\d{3})+|\d*)(?:\.(?P<places>\d*))?\s*(?P<unit>%|percent|/1|(?:to|:)\s*1)?"
)
_USUAL_DECKS = 8
"""The deck count of the exact value to show if no deck count gives the printed figure."""


class Agreement(Enum):
    """How a printed figure and an exact value agree."""

    AGREES = "agrees"
    """The value rounds to the printed digits."""
    ROUNDED = "rounded"
    """The value rounds to the printed digits without the zeros at the end: spreadsheets keep only fifteen digits."""
    TRUNCATED = "truncated"
    """The printed digits, apart from such zeros, are the truncated value."""
    DISAGREES = "disagrees"


class PrintedFigure(NamedTuple):
    """A printed decimal: ``scaled`` / 10**``places``, a percentage already divided by a hundred."""

    scaled: int
    places: int
    percent: bool = False
    """Whether it was printed as a percentage."""

    @classmethod
    def parse(cls, text: str, parameter: str = "figure") -> PrintedFigure:
        """Read ``0.4462``, ``45.86%``, ``1.36 percent``, ``9.5/1`` or a count, ``4,998``; raises `ExactError` for anything else.

        >>> PrintedFigure.parse("45.86%")
        PrintedFigure(scaled=4586, places=4, percent=True)
        """
        match = _FIGURE.fullmatch(text.strip())
        digits = (match["whole"] or "").replace(",", "") + (match["places"] or "") if match else ""
        if not match or not digits or not digits.isascii() or len(digits) > MAX_DIGITS:
            raise ExactError(
                parameter,
                text,
                f"must be a decimal with a point, a percentage or a count of at most {MAX_DIGITS} digits",
            )
        figure = cls(-int(digits) if match["sign"] in ("-", "−") else int(digits), len(match["places"] or ""))
        return figure.as_percentage() if match["unit"] in ("%", "percent") else figure

    def as_percentage(self) -> PrintedFigure:
        """The same digits as a percentage."""
        return PrintedFigure(self.scaled, self.places + 2, percent=True)

    def agreement(self, value: Fraction) -> Agreement:
        """How the printed digits and the exact ``value`` agree."""
        for shorter in self._without_zeros():
            if round_half_even(value, shorter.places) == shorter.scaled:
                return Agreement.AGREES if shorter == self else Agreement.ROUNDED
            # Cut off, every value between -1 and 1 would be a printed 0.
            if shorter.scaled and truncate(value, shorter.places) == shorter.scaled:
                return Agreement.TRUNCATED
        return Agreement.DISAGREES

    def _without_zeros(self) -> Iterator[PrintedFigure]:
        """The figure, then the figure without its last zero, without its last two zeros, and so on."""
        scaled, places = self.scaled, self.places
        yield self
        while scaled and scaled % 10 == 0:
            scaled, places = scaled // 10, places - 1
            yield PrintedFigure(scaled, places, self.percent)


class Verdict(NamedTuple):
    """The verdict on a printed figure."""

    agreement: Agreement
    printed: PrintedFigure
    exact: Fraction
    """The exact value to show next to the figure."""
    decks: int | None
    """The deck count of ``exact``; `None` is the infinite shoe."""
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
            case Agreement.ROUNDED | Agreement.TRUNCATED if decks:
                return _("rounded or truncated in the source (d = {decks})", decks=decks)
            case Agreement.ROUNDED | Agreement.TRUNCATED:
                return _("rounded or truncated in the source")
            case Agreement.DISAGREES:
                return _("disagrees")


def judge(printed: PrintedFigure, exact: Mapping[int | None, Fraction], guessed_decks: int | None = None) -> Verdict:
    """The verdict on a printed figure, given the exact value for each deck count that its source may mean.

    ``guessed_decks`` is the most likely deck count of a source that states none.
    """
    agreements = {decks: printed.agreement(value) for decks, value in exact.items()}
    agreeing = _agreeing_decks(agreements, guessed_decks)
    if not agreeing:
        decks = _USUAL_DECKS if _USUAL_DECKS in exact else next(iter(exact))
        return Verdict(Agreement.DISAGREES, printed, exact[decks], decks)
    decks = agreeing[0]
    return Verdict(agreements[decks], printed, exact[decks], decks, agreeing if len(exact) > 1 else ())


def _agreeing_decks(agreements: Mapping[int | None, Agreement], guessed_decks: int | None) -> tuple[int | None, ...]:
    """The deck counts that give the figure: those that round to it, else those from which it was rounded or truncated."""
    if agreeing := tuple(decks for decks, agreement in agreements.items() if agreement is Agreement.AGREES):
        return agreeing
    near = (decks for decks, agreement in agreements.items() if agreement is not Agreement.DISAGREES)
    # With truncation, some deck count would give almost any figure, so a guess may not move to another deck count.
    return tuple(decks for decks in near if guessed_decks in (None, decks))
