"""A figure as it is printed, in any usual notation, and the verdict on it: whether the exact value has its digits."""

import re
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from exact.analysis.odds import Dealt
from exact.answers.table import FRACTION, Cell, Detailed, Rounded, cell_text
from exact.answers.text import _
from exact.arithmetic import MAX_DIGITS, Enclosure, Value, decimal_text, fraction_text, low_of, root_text, scaled_text
from exact.errors import ExactError
from exact.game.shoe import USUAL_DECKS
from exact.questions.quantities import NUMBER, ODDS, PROBABILITY
from exact.questions.question import Question
from exact.records import Record, replace

ONE_IN, TO_ONE, RATIO = "1 in N", "N to 1", "p/q"  # the notations besides decimals and percentages
MOST_ERRORS = 3
_MEANS = ("expectation", "house edge", "return")
DOUBLE_DIGITS = range(15, 18)
"""The significant digits that a double holds: programs that compute with doubles pad longer figures with zeros."""
_BLANKS = re.compile("[\u00a0\u2007\u2009\u202f]")
_FIGURE = re.compile(
    r"(?:[~≈]|(?:about|around|approx(?:imately|\.)?|roughly|circa|ca\.)\s)?"
    r"\s*(?P<one>(?:1|one) in )?(?P<sign>[-−–+]?)\s*(?P<number>[\d.,](?:[\d.,]|[ '’](?=\d))*)"
    r"(?:\s*(?:e|[×x·*]\s*10\s*(?:\^|\*\*)?\s*)(?P<exponent>[-−+]?\d{1,4}|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}))?"
    r"\s*(?P<unit>%|percent|per cent|pct|‰|(?:/|:|to|[-–])\s*(?:1|one)(?!\d)|/\s*(?P<under>\d+))?",
    re.IGNORECASE | re.ASCII,
)
_SUPERSCRIPTS = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹−", "-+0123456789-")
_SHIFTS = {"%": 2, "percent": 2, "per cent": 2, "pct": 2, "‰": 3}  # the decimals by which a unit moves the point


class Agreement(Enum):
    """How a printed figure and an exact value agree; the value is the word for it.

    The exact value rounds to the printed digits, ties to even; it lies halfway, and they are rounded up; they are its
    own, cut off; or the first fifteen to seventeen are, all that a double holds, and zeros follow. A simulated figure
    is within `MOST_ERRORS` standard errors of the exact value, or outside.
    """

    AGREES = _("agrees")
    ROUNDED = _("rounded")
    TRUNCATED = _("truncated")
    PADDED = _("padded")
    DISAGREES = _("disagrees")
    WITHIN = _("within its error")
    OUTSIDE = _("outside")


class PrintedFigure(Record):
    """A printed figure: ``scaled`` / 10**``places``, a percentage already divided by a hundred."""

    scaled: int
    places: int
    percent: bool = False
    notation: str = ""  #: `ONE_IN`, `TO_ONE` or `RATIO`; empty for a decimal or a percentage
    divisor: int = 1  #: The q of a ratio p/q; its p is ``scaled``

    @classmethod
    def parse(cls, text: str, parameter: str = "figure") -> "PrintedFigure":
        """Read ``0.4462``, ``45.86%``, ``1,06 %``, ``7/415``, ``1 in 10.5``, ``9.5 to 1``, ``1.06e-2`` or ``4,998``.

        A comma before exactly three digits separates thousands, unless after a 0 or before a percent sign; any other
        comma that stands alone is a decimal comma. Raises `ExactError` for anything else.
        """
        plain = _BLANKS.sub(" ", text).strip() if isinstance(text, str) else ""
        match = _FIGURE.fullmatch(plain)
        unit = " ".join((match["unit"] or "").lower().split()) if match else ""
        digits = _digits(match["number"], unit in _SHIFTS) if match else None
        under = (match["under"] or "") if match else ""
        mixed = match and digits and ((match["one"] and unit) or (under and digits[1]))
        if match is None or digits is None or mixed or len(under) > MAX_DIGITS:
            examples = "0.4462, 44.62 %, 1 in 10.5, 9.5 to 1, 7/415 or 1.06e-2"
            raise ExactError(parameter, text, f"must be a figure of at most {MAX_DIGITS} digits: {examples}")
        scaled = int(digits[0]) * (-1 if match["sign"] in ("-", "−", "–") else 1)
        places = digits[1] - int((match["exponent"] or "0").translate(_SUPERSCRIPTS)) + _SHIFTS.get(unit, 0)
        if abs(places) > MAX_DIGITS:
            raise ExactError(parameter, text, f"has more than {MAX_DIGITS} digits")
        if under:
            if not int(under):
                raise ExactError(parameter, text, "divides by 0")
            return cls(scaled, 0, notation=RATIO, divisor=int(under))
        notation = ONE_IN if match["one"] else TO_ONE if unit and unit not in _SHIFTS else ""
        return cls(scaled, places, unit in _SHIFTS, notation)

    @property
    def number(self) -> Fraction:
        """The number that the digits are, whatever is printed before or after them."""
        return Fraction(self.scaled, self.divisor) / Fraction(10) ** self.places

    def as_percentage(self) -> "PrintedFigure":
        """The same number with a percent sign."""
        return replace(self, places=self.places + 2, percent=True)

    def agreement(self, value: Value, form: str = NUMBER) -> Agreement:
        """How the printed digits and the exact ``value`` agree; raises `ExactError` if they cannot be compared."""
        figure = self._read_as(form)
        if isinstance(value, Fraction):
            return figure._agreement(value, form)
        agreement = figure._agreement(value.low, form)
        if agreement is not figure._agreement(value.high, form):
            digits = scaled_text(self.scaled, max(self.places, 0))
            raise ExactError("printed", digits, "has more digits than the exact value")
        return agreement

    def agreeing_digits(self, value: Value, form: str = NUMBER) -> int:
        """How many of its leading digits are those of ``value``, cut off or rounded; errors as `agreement`."""
        figure, exact = self._read_as(form), low_of(value)
        if figure.notation == RATIO:
            own = Fraction(self.scaled, self.divisor)
            if own == exact:
                return len(str(abs(self.scaled))) + len(str(self.divisor))
            places = DOUBLE_DIGITS[0]
            return _agreeing(_shortened(own, places)[2], places, exact)
        target = figure._target(exact, form)
        return 0 if target is None else _agreeing(figure.scaled, figure.places, target)

    def chance(self, value: Fraction, form: str) -> str | None:
        """The exact ``value`` as this figure prints a chance, with two digits more; `None` for no chance."""
        figure = self._read_as(form)
        target = figure._target(value, form)
        if target is None or figure.notation in ("", RATIO):
            return None
        number = decimal_text(target, max(self.places, 0) + 2)
        return f"1 in {number}" if figure.notation == ONE_IN else f"{number} to 1"

    def _read_as(self, form: str) -> "PrintedFigure":
        """What the figure says of a quantity of this form: ``1/579`` of a probability is 1 in 579."""
        if self.notation == RATIO and form == PROBABILITY and self.scaled == 1:
            return PrintedFigure(self.divisor, 0, notation=ONE_IN)
        return self

    def _agreement(self, value: Fraction, form: str) -> Agreement:
        if self.notation == RATIO:
            return Agreement.AGREES if value == Fraction(self.scaled, self.divisor) else Agreement.DISAGREES
        target = self._target(value, form)
        if target is None:
            return Agreement.DISAGREES
        even, up, cut = _shortened(target, self.places)
        if self.scaled == even:
            return Agreement.AGREES
        if self.scaled == up:
            return Agreement.ROUNDED
        # Cut off, every value between -1 and 1 would be a printed 0.
        if self.scaled == cut and self.scaled:
            return Agreement.TRUNCATED
        for zeros in (len(str(abs(self.scaled))) - length for length in DOUBLE_DIGITS):
            if zeros > 0 and self.scaled in (short * 10**zeros for short in _shortened(target, self.places - zeros)):
                return Agreement.PADDED
        return Agreement.DISAGREES

    def _target(self, value: Fraction, form: str) -> Fraction | None:
        """The exact number that is printed: for a probability perhaps 1/p or 1/p − 1, and for p = 0 neither."""
        if self.notation == ONE_IN:
            if form not in (PROBABILITY, ODDS):
                chance = f"1 in {scaled_text(self.scaled, self.places)}"
                raise ExactError("printed", chance, "is a chance, and the claim is no probability")
            if form == ODDS:
                return 1 + value
            return 1 / value if value else None
        if self.notation == TO_ONE and form == PROBABILITY:
            return 1 / value - 1 if value else None
        return value


def _digits(number: str, percent: bool) -> tuple[str, int] | None:
    """The digits without marks, and how many of them are decimals; `None` if the marks stand wrong."""
    marks = [mark for mark in number if mark in ".,"]
    if not marks:
        decimal = ""
    elif len(set(marks)) == 2:
        decimal = marks[-1]
    elif len(marks) > 1 or (marks == [","] and not percent and re.fullmatch(r"[1-9]\d{0,2},\d{3}", number)):
        decimal = ""
    else:
        decimal = marks[0]
    whole, _mark, decimals = number.partition(decimal) if decimal else (number, "", "")
    gap = re.search(r"[^\d]", whole) or re.search(r"[^\d]", decimals)
    apart = re.escape(gap[0]) if gap else " "
    grouped = re.fullmatch(rf"\d*|\d{{1,3}}(?:{apart}\d{{3}})+", whole)
    if not grouped or not re.fullmatch(rf"\d*|\d{{3}}(?:{apart}\d{{3}})*{apart}\d{{1,3}}", decimals):
        return None
    every = "".join(filter(str.isdigit, number))
    return (every, sum(map(str.isdigit, decimals))) if 0 < len(every) <= MAX_DIGITS else None


def _agreeing(scaled: int, places: int, target: Fraction) -> int:
    digits = str(abs(scaled))
    if scaled * target < 0:
        return 0
    for kept in range(len(digits), 0, -1):
        even, *others = _shortened(abs(target), places - (len(digits) - kept))
        if int(digits[:kept]) in ((even, *others) if scaled else (even,)):
            return kept
    return 0


def _shortened(value: Fraction, places: int) -> tuple[int, int, int]:
    """``value`` · 10**``places`` as a whole number in three ways: to the nearest, ties to even or up, and cut off."""
    numerator, denominator = abs(value.numerator) * 10 ** max(places, 0), value.denominator * 10 ** max(-places, 0)
    cut, rest = divmod(numerator, denominator)
    up = cut + (2 * rest >= denominator)
    even = cut if 2 * rest == denominator and cut % 2 == 0 else up
    return (even, up, cut) if value.numerator >= 0 else (-even, -up, -cut)


class Verdict(Record, kw_only=True):
    """The verdict on a figure printed in answer to a question."""

    question: Question
    printed: PrintedFigure
    agreement: Agreement
    exact: Value  #: With ``decks`` decks
    decks: Dealt
    digits: int
    agreeing_decks: tuple[Dealt, ...] = ()
    """Every deck count that gives the figure, if the source may mean more than one."""
    reason: str | None = None

    @property
    def disagrees(self) -> bool:
        """Whether no deck count that the source may mean gives the figure."""
        return self.agreement in (Agreement.DISAGREES, Agreement.OUTSIDE)


def judge(question: Question, printed: PrintedFigure, exact: Mapping[Dealt, Value] | None = None) -> Verdict:
    """The verdict on a figure alone, from the value for each deck count; errors as `PrintedFigure.agreement`."""
    exact = values_of(question) if exact is None else exact
    off = {decks: _errors_off(question, printed, decks) for decks in exact if "simulated" in question.conditions}
    agreements = {
        decks: Agreement.WITHIN if abs(square) <= MOST_ERRORS**2 else Agreement.DISAGREES
        for decks, square in off.items()
    } or {decks: printed.agreement(value, question.form) for decks, value in exact.items()}
    agreeing = _agreeing_decks(agreements, question.decks.guess)
    usual = USUAL_DECKS if USUAL_DECKS in exact else next(iter(exact))
    decks = agreeing[0] if agreeing else usual
    return Verdict(
        question=question,
        printed=printed,
        agreement=agreements[decks] if agreeing else Agreement.OUTSIDE if off else Agreement.DISAGREES,
        exact=exact[decks],
        decks=decks,
        digits=printed.agreeing_digits(exact[decks], question.form),
        agreeing_decks=agreeing if len(exact) > 1 else (),
        reason=_("off by {number} standard errors", number=root_text(off[decks], 2)) if off else None,
    )


def _errors_off(question: Question, printed: PrintedFigure, decks: Dealt) -> Fraction:
    """The square of the standard errors that a simulated figure is off, with the sign; half a last digit is granted."""
    plain = question.under(simulated=None)
    exact, is_mean = plain.value(decks), plain.form == PROBABILITY or plain.quantity.measure in _MEANS
    possible = is_mean and printed.notation in ("", RATIO) and plain.form == plain.quantity.form
    variance: Value = Fraction(0)
    if possible and isinstance(exact, Fraction):
        variance = exact * (1 - exact) if plain.form == PROBABILITY else plain.measured("variance").value(decks)
    if not isinstance(exact, Fraction) or not isinstance(variance, Fraction) or not variance:
        bound = "has no standard error here: give a probability, an expectation, a house edge or a return as a decimal"
        raise ExactError("claim", question.text, bound)
    off = printed.number - exact
    granted = max(abs(off) - (Fraction(10) ** -printed.places / 2 if printed.notation != RATIO else 0), Fraction(0))
    square: Fraction = granted**2 * question.conditions["simulated"] / variance
    return square if off > 0 else -square


def _agreeing_decks(agreements: Mapping[Dealt, Agreement], guessed_decks: int | None) -> tuple[Dealt, ...]:
    """The deck counts that give the figure: those that round to it, else those from which it was cut."""
    if agreeing := tuple(decks for decks, agreement in agreements.items() if agreement is Agreement.AGREES):
        return agreeing
    near = (decks for decks, agreement in agreements.items() if agreement is not Agreement.DISAGREES)
    # With truncation, some deck count would give almost any figure, so a guess may not move to another deck count.
    return tuple(decks for decks in near if guessed_decks in (None, decks))


def exact_cell(value: Value, digits: int, percent: bool) -> Cell:
    """An exact value: for programs a fraction or every digit of a root, for readers a decimal or a percentage."""
    if isinstance(value, Enclosure):
        text = value.text()
        certain = len(text.partition(".")[2]) - 2 * percent
        return Detailed(text, cell_text(Rounded(value.low, min(digits, certain), percent=percent)))
    return Rounded(value, digits if value.denominator > 1 else 0, FRACTION, percent)


def exact_beside(verdict: Verdict) -> Cell:
    """The exact value beside a figure; readers see it as the figure is printed, with two digits more."""
    printed, value = verdict.printed, verdict.exact
    if isinstance(value, Fraction):
        if chance := printed.chance(value, verdict.question.form):
            return Detailed(fraction_text(value), chance)
        if printed.notation == RATIO:
            return value
    return exact_cell(value, max(printed.places, 0) + 2, printed.percent)


@lru_cache(maxsize=2048)
def values_of(question: Question) -> dict[Dealt, Value]:
    """The exact value for each number of decks that a claim may mean; raises `ExactError` for an approximation."""
    if question.neglects:
        bound = "has no exact value here, only an approximation: only a simulation of whole shoes judges it"
        raise ExactError("claim", question.text, bound)
    return question.values()
