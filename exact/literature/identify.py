"""Identify a number: the figures of the index that are printed so, the published rows, and what is near."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from decimal import ROUND_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import islice

from exact.analysis.odds import Dealt, decks_text
from exact.answers.table import Cell, Column, Table, columns_of
from exact.answers.text import _
from exact.arithmetic import Value, low_of, round_half_even
from exact.literature.audit import verdict_on
from exact.literature.figures import USUAL_DECKS, index, usual_figures
from exact.literature.printed import ONE_IN, RATIO, TO_ONE, Agreement, PrintedFigure, exact_cell
from exact.literature.published import PublishedFigure, published_figures
from exact.questions.quantities import NUMBER, ODDS, PROBABILITY, SHARE
from exact.questions.question import Question
from exact.records import Record, replace

MOST = 12  # the most claims of the index that are computed exactly; the others are counted
_MOST_NEAR = 3
_NEIGHBOURS = 1000  # on each side of a number: they tell what chance would give
_CERTAIN_DIGITS = 14  # those that the double of an exact value certainly has
_RANKING = tuple(Agreement)
_FARTHEST = Fraction(10) ** 308  # about the largest double; no figure is nearly as large


class Match(Record):
    """A claim whose exact value agrees with the number, or a published row that prints the number for a claim."""

    typed: str  #: The number as typed, or with the percent sign that people omit
    printed: PrintedFigure
    question: Question  #: For one number of decks
    decks: tuple[Dealt, ...]  #: Every number of decks with which the claim agrees in the same way
    exact: Value
    agreement: Agreement
    rows: tuple[PublishedFigure, ...] = ()


class Near(Record):
    """A claim whose exact value does not agree with the number, but is near."""

    printed: PrintedFigure
    question: Question
    exact: Value
    difference: Fraction | None = None
    """From the number; `None` for a misprint: one digit is another, or two are swapped."""
    by_chance: float = 1  #: How many figures would be as near if those around the number were spread evenly


class Identified(Record):
    """What a number may be."""

    matches: list[Match]
    """Standard rules first, then six and eight decks, then the better agreement, then what people print most."""
    found: int
    by_chance: float  #: How many would agree if those around the number were spread evenly
    near: list[Near]  #: Empty if a figure agrees


def readings(text: str) -> list[tuple[str, PrintedFigure]]:
    """The ways to read a typed number: as it stands, and from 1 to 100 also as a percentage; errors as `identify`."""
    printed = PrintedFigure.parse(text)
    read = [(text, printed)]
    if not printed.percent and not printed.notation and 1 <= abs(printed.number) < 100:
        read.append((f"{text} %", printed.as_percentage()))
    return read


def identify(text: str) -> Identified:
    """What the number typed as ``text`` may be; raises `ExactError` for what is no number."""
    read = readings(text)
    candidates = sorted((each for reading in read for each in _agreeing(*reading)), key=_order)
    matches = [match for match in map(_match, candidates[:MOST]) if match.agreement is not Agreement.DISAGREES]
    found = sum(len(match.decks) for match in matches) + sum(len(more.decks) for more in candidates[MOST:])
    intervals = (interval for _typed, printed in read for interval in _intervals(printed))
    by_chance = sum(_expected(ranks, low, high) for _agreement, ranks, low, high in intervals)
    rows = [row for reading in read for row in _published(*reading)]
    return Identified(_merged(matches, rows), found, by_chance, [] if found else list(_near(read)))


class _AgreeingClaim(Record):
    """A claim of the index that agrees with the number, by the doubles, with some numbers of decks."""

    typed: str
    printed: PrintedFigure
    rank: int
    agreement: Agreement
    decks: list[int | None]


def _order(candidate: _AgreeingClaim) -> tuple[bool, bool, int, int]:
    unusual = set(USUAL_DECKS).isdisjoint(candidate.decks)
    return not index().is_standard(candidate.rank), unusual, _RANKING.index(candidate.agreement), candidate.rank


def _match(candidate: _AgreeingClaim) -> Match:
    printed, decks = candidate.printed, candidate.decks
    first = next((usual for usual in USUAL_DECKS if usual in decks), decks[0])
    question, exact = index().exact(candidate.rank, first)
    return Match(candidate.typed, printed, question, tuple(decks), exact, printed.agreement(exact, question.form))


def _reciprocal(number: Fraction) -> Fraction:
    return 1 / number if number > 0 else _FARTHEST


_KINDS = (NUMBER, PROBABILITY, ODDS, SHARE)
_WAYS: dict[str, tuple[tuple[tuple[str, ...], Callable[[Fraction], Fraction]], ...]] = {
    "": ((_KINDS, Fraction),),
    RATIO: ((_KINDS, Fraction),),
    ONE_IN: (((PROBABILITY,), _reciprocal), ((ODDS,), lambda number: number - 1)),
    TO_ONE: (((PROBABILITY,), lambda odds: _reciprocal(1 + odds)), ((ODDS,), Fraction)),
}  # for each notation, the kinds of claims that it fits, and the value that such a claim has if the number is exact


def _intervals(printed: PrintedFigure) -> Iterator[tuple[Agreement, frozenset[int], float, float]]:
    """The values with which a printed number agrees in one way, or may agree, for the claims of some ranks."""
    ways = [(printed, *way) for way in _WAYS[printed.notation]]
    if printed.notation == RATIO and printed.scaled == 1:
        ways.append((PrintedFigure(printed.divisor, 0), (PROBABILITY,), _reciprocal))
    for number, kinds, value_of in ways:
        for agreement, *ends in _rounded_to(number):
            low, high = sorted(map(_double, map(value_of, ends)))
            yield agreement, _fitting(kinds, printed.percent), low, high


def _rounded_to(printed: PrintedFigure) -> Iterator[tuple[Agreement, Fraction, Fraction]]:
    """The numbers that the digits are, rounded or truncated; of more digits than doubles have, all near them."""
    number, unit, digits = printed.number, Fraction(10) ** -printed.places, len(str(abs(printed.scaled)))
    if printed.notation == RATIO:
        yield Agreement.AGREES, number, number
    elif digits > _CERTAIN_DIGITS:
        spread = unit * 10 ** (digits - _CERTAIN_DIGITS)
        yield Agreement.AGREES, number - spread, number + spread
    else:
        yield Agreement.AGREES, number - unit / 2, number + unit / 2
        away = unit if number > 0 else -unit
        if number:
            yield Agreement.TRUNCATED, number + away / 2, number + away


def _double(number: Fraction) -> float:
    return float(max(-_FARTHEST, min(number, _FARTHEST)))


@cache
def _fitting(kinds: tuple[str, ...], percent: bool) -> frozenset[int]:
    fitting = {*kinds} & {PROBABILITY, SHARE} if percent else {*kinds}
    return frozenset(rank for rank in range(len(index().questions)) if index().kind(rank) in fitting)


def _agreeing(typed: str, printed: PrintedFigure) -> list[_AgreeingClaim]:
    agreeing, seen = defaultdict[tuple[int, Agreement], list[int | None]](list), set[int]()
    for agreement, ranks, low, high in _intervals(printed):
        for place in range(bisect_left(index().values, low), bisect_right(index().values, high)):
            rank, decks, _value = index().figure(place)
            if place not in seen and rank in ranks:
                seen.add(place)
                agreeing[rank, agreement].append(decks)
    return [_AgreeingClaim(typed, printed, rank, agreement, decks) for (rank, agreement), decks in agreeing.items()]


def _expected(ranks: frozenset[int], low: float, high: float) -> float:
    """How many figures would lie from ``low`` to ``high`` if those around were spread evenly."""
    around, values = _around(low), index().values
    first, last = values[around[0]], values[around[-1]]
    if high < first or low > last or high == low:
        return 0.0
    fitting = sum(index().ranks[place] in ranks for place in around)
    return fitting * min(1.0, (high - low) / (last - first + high - low))


def _around(number: float) -> range:
    values = index().values
    place = min(max(bisect_left(values, number), _NEIGHBOURS), len(values) - _NEIGHBOURS)
    return range(place - _NEIGHBOURS, place + _NEIGHBOURS)


@cache
def _rows() -> dict[PrintedFigure, list[PublishedFigure]]:
    """The published rows that get a verdict, by their number, a percentage as the decimal of the same digits."""
    rows: dict[PrintedFigure, list[PublishedFigure]] = defaultdict(list)
    for figure in published_figures():
        if not figure.unjudged:
            rows[replace(PrintedFigure.parse(figure.value), percent=False)].append(figure)
    return rows


def _published(typed: str, printed: PrintedFigure) -> Iterator[Match]:
    for row in _rows().get(replace(printed, percent=False), ()):
        verdict = verdict_on(row)
        question, decks = verdict.question.with_decks(verdict.decks), verdict.agreeing_decks or (verdict.decks,)
        yield Match(typed, printed, question, decks, verdict.exact, verdict.agreement, (row,))


def _merged(matches: list[Match], rows: list[Match]) -> list[Match]:
    """The matches, each with the published rows that claim the same; then the rows that claim something else."""
    merged = list(matches)
    for row in rows:
        place = next((place for place, match in enumerate(merged) if _same(match, row)), None)
        if place is None:
            merged.append(row)
        else:
            merged[place] = replace(merged[place], rows=merged[place].rows + row.rows)
    return merged


def _same(match: Match, row: Match) -> bool:
    """Whether a row claims what a match is: the same figure of the same bet for a number of decks that both have."""
    first, second = match.question, row.question
    if (first.quantity, first.subject, match.agreement) != (second.quantity, second.subject, row.agreement):
        return False
    return row.decks[0] in match.decks and first.value(row.decks[0]) == second.value(row.decks[0])


def _near(read: list[tuple[str, PrintedFigure]]) -> Iterator[Near]:
    """The nearest figures, first if one is nearer than chance would have it, and usual ones that may be misprinted."""
    nearest = [near for _typed, printed in read for near in _nearest(printed)]
    misprints = [near for _typed, printed in read for near in _misprinted(printed)]
    remarkable = any(near.by_chance < 0.05 for near in nearest)
    yield from (*nearest, *misprints) if remarkable else (*misprints, *nearest)


def _nearest(printed: PrintedFigure) -> Iterator[Near]:
    kinds, value_of = _WAYS[printed.notation][0]
    number, ranks = value_of(printed.number), _fitting(kinds, printed.percent)
    target, seen = _double(number), set[float]()
    for place in sorted(_around(target), key=lambda place: abs(index().values[place] - target)):
        rank, decks, value = index().figure(place)
        if value not in seen and rank in ranks:
            seen.add(value)
            question, exact = index().exact(rank, decks)
            difference = abs(number - low_of(exact))
            if 2 * difference > abs(number):
                return
            by_chance = _expected(ranks, _double(number - difference), _double(number + difference))
            yield Near(printed, question, exact, difference, by_chance)
        if len(seen) == _MOST_NEAR:
            return


def _misprinted(printed: PrintedFigure) -> Iterator[Near]:
    if printed.notation:
        return
    ranks = _fitting(_KINDS, printed.percent)
    misprints = (each for each in usual_figures() if each[0] in ranks and _is_misprint(printed, each[2]))
    for rank, decks, _value in islice(misprints, _MOST_NEAR):
        yield Near(printed, *index().exact(rank, decks))


def _is_misprint(printed: PrintedFigure, value: float) -> bool:
    """Whether the number is the value with one digit changed, or with two neighbours swapped."""
    right = str(round_half_even(Fraction(repr(value)), printed.places))
    wrong = str(printed.scaled)
    if len(right) != len(wrong) or len(right) < 3:  # a shorter number is no misprint of another
        return False
    places = [place for place, pair in enumerate(zip(right, wrong, strict=True)) if pair[0] != pair[1]]
    if len(places) == 2:
        first, second = places
        return second == first + 1 and right[first] + right[second] == wrong[second] + wrong[first]
    return len(places) == 1


_CLAIM, _EXACT = Column(_("claim"), wrap_cm=6), Column(_("exact value"), key="exact")


def matches(figure: str, identified: Identified) -> Table:
    """The claims whose exact value is printed as ``figure``."""
    columns = columns_of(_("printed"), _("agreement"), _CLAIM, _("decks"), _("assumed"), _EXACT, _("source"))
    rows: list[tuple[Cell, ...]] = []
    for match in identified.matches:
        question, sources = match.question, "; ".join(f"{row.id} ({row.source.key})" for row in match.rows)
        claim = question.text, decks_text(match.decks), bool(question.played.assumed)
        rows.append((match.typed, match.agreement.value, *claim, _exact(match), sources or None))
    return Table("matches", _("Figures that are printed as {figure}", figure=figure), columns, rows)


def nearest(identified: Identified) -> Table:
    """The claims whose exact value is nearest, and how far off the number is."""
    columns = columns_of(_CLAIM, _EXACT, _("difference"))
    rows: list[tuple[Cell, ...]] = []
    for near in identified.near:
        far = near.difference
        off = _("a digit changed") if far is None else _("off by less than {bound}", bound=bound(far))
        rows.append((near.question.text, _exact(near), off))
    return Table("near", _("Nearest figures"), columns, rows)


def _exact(found: Match | Near) -> Cell:
    """For readers with four decimals more than are printed, or nine of a chance."""
    printed = found.printed
    return exact_cell(found.exact, 9 if printed.notation else min(max(printed.places, 0) + 4, 30), printed.percent)


def bound(difference: Fraction) -> str:
    """A number above 0 rounded up to one digit, as ``3e-8``."""
    with localcontext(prec=1, rounding=ROUND_UP):
        return f"{Decimal(difference.numerator) / difference.denominator:e}".replace("e+", "e")
