"""A number as somebody printed it, and whether an exact value agrees with it at the digits printed."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from exact.arithmetic import MAX_DIGITS, round_half_even, truncate
from exact.errors import ExactError

AGREES = "agrees to the digits printed"
ROUNDED = "rounded or truncated in the source"

_FIGURE = re.compile(
    r"~?(?P<sign>[-−+]?)(?P<whole>\d{1,3}(?:,\d{3})+|\d*)(?:\.(?P<places>\d*))?\s*(?P<unit>%|percent|/1|(?:to|:)\s*1)?"
)


class PrintedFigure(NamedTuple):
    """A printed decimal: ``scaled`` / 10**``digits``, a percentage already divided by a hundred."""

    scaled: int
    digits: int

    @classmethod
    def parse(cls, text: str, parameter: str = "figure") -> PrintedFigure:
        """Read ``0.4462``, ``45.86%``, ``1.36 percent``, ``9.5/1`` or a count, ``4,998``; raises `ExactError` for anything else.

        >>> PrintedFigure.parse("45.86%")
        PrintedFigure(scaled=4586, digits=4)
        """
        found = _FIGURE.fullmatch(text.strip())
        digits = (found["whole"] or "").replace(",", "") + (found["places"] or "") if found else ""
        if not found or not digits or not digits.isascii() or len(digits) > MAX_DIGITS:
            raise ExactError(
                parameter,
                text,
                f"must be a decimal with a point, a percentage or a count of at most {MAX_DIGITS} digits",
            )
        scaled = -int(digits) if found["sign"] in ("-", "−") else int(digits)
        return cls(scaled, len(found["places"] or "") + (2 if found["unit"] in ("%", "percent") else 0))

    def as_percentage(self) -> PrintedFigure:
        """The same digits, taken for a percentage."""
        return PrintedFigure(self.scaled, self.digits + 2)

    def verdict(self, value: Fraction) -> str | None:
        """`AGREES`, `ROUNDED`, or `None` where ``value`` is not the printed figure.

        It agrees if it rounds to the printed digits. It is rounded or truncated in the source if it agrees once the
        printed zeros at the end are taken for digits nobody kept (spreadsheets keep fifteen), or if the printed digits
        are those of ``value`` cut off.
        """
        scaled, digits = self.scaled, self.digits
        if round_half_even(value, digits) == scaled:
            return AGREES
        while scaled:
            if truncate(value, digits) == scaled or round_half_even(value, digits) == scaled:
                return ROUNDED
            if scaled % 10:
                break
            scaled, digits = scaled // 10, digits - 1
        return None
