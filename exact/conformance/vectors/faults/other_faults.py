"""Faults that only engines have: in pairs, bets and stakes, in reading what is known of a coup, and in arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import partial

from exact.answers.text import Text, _
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.conformance.comparison import expected_numbers
from exact.conformance.vectors.faults.fault import (
    Fault,
    counted,
    dealt_by,
    on_bets,
    overlapping,
    paid_for_one,
    printed,
    reworded,
    right_answer,
    shared,
    told,
    under,
)
from exact.conformance.vectors.faults.priced import Json
from exact.conformance.vectors.small_engine import SmallEngine
from exact.lazy import np
from exact.rules.named import all_rules
from exact.rules.tableau import STANDARD

_EITHER = frozenset({"either-pair", "perfect-pair-either"})
_TOLD_DECIMALS = 13
"""The most decimals of which a double says whether a number was rounded to them."""
_LAST_BITS = Fraction(1, 2**50)
_SUMMED = Fraction(1, 10**11)
"""What a sum of doubles may be off: just below 0.4, it is cut to 0.3."""
OVERLAP = "tiers-overlap"
"""The id of the one fault that bets of an engine's own can have, too."""


def pair_faults() -> Iterator[Fault]:
    """Faults in pricing pairs; simulators do not price."""
    rows: list[tuple[str, Text, SmallEngine]] = [
        ("pairs-singletons", _("pairs skip ranks with one card left"), SmallEngine(pairs="no-singletons")),
        ("either-singletons", _("either pair skips ranks with one card left"), SmallEngine(pairs="no-singletons", faulty_pairs=_EITHER)),
        ("pairs-even", _("pairs lose a card of ranks with an odd count"), SmallEngine(pairs="even-only")),
        ("pairs-replacement", _("pairs put the first card back"), SmallEngine(pairs="with-replacement")),
        ("pairs-independent", _("the two sides' pairs are taken for independent"), SmallEngine(pairs="independent")),
        ("either-independent", _("either pair is priced with 2p − p²"), SmallEngine(pairs="independent", faulty_pairs=_EITHER)),
        ("either-double", _("either pair counts the coups in which both sides have one twice"), SmallEngine(pairs="added", faulty_pairs=_EITHER)),
        ("suits-ignored", _("suits are ignored"), SmallEngine(suits=False)),
        ("one-edge", _("punto gets banco's figures"), SmallEngine(one_edge=True)),
    ]  # fmt: skip
    yield from (Fault(name, words, dealt_by(engine), engine.answer) for name, words, engine in rows)


def _natural_tie_loses(bet: Bet) -> Bet:
    return reworded(bet, lambda text: text.replace("tie and punto_natural and banco_natural", "cards == 0"))


def _tens_are_monkeys(bet: Bet) -> Bet:
    def words(text: str) -> str:
        text = text.replace("court_cards", "(tens + court_cards)")
        return re.sub(r"(rank_\d) (>=|<) 11", r"\1 \2 10", text)

    return reworded(bet, words)


def _three_cards_natural(bet: Bet) -> Bet:
    return reworded(bet, lambda text: re.sub(r"(punto|banco)_natural", r"(\1_total >= 8)", text))


def _sides_swapped(bet: Bet) -> Bet:
    sides = {"punto": "banco", "banco": "punto"}
    return reworded(bet, lambda text: re.sub(r"\b(punto|banco)(?=_)", lambda match: sides[match[1]], text))


def _two_cards_pair(bet: Bet) -> Bet:
    return reworded(
        bet, lambda text: re.sub(r"\b(punto|banco)(_perfect)?_pair\b", r"(\1\2_pair and \1_cards == 2)", text)
    )


def _two_card_totals(bet: Bet) -> Bet:
    return reworded(bet, lambda text: re.sub(r"\b(punto|banco)_total\b", r"\1_two_card_total", text))


def bet_faults() -> Iterator[Fault]:
    """Faults in what a bet is on."""
    rows: list[tuple[str, Text, Callable[[Bet], Bet]]] = [
        ("natural-tie", _("a natural tie loses dragon bonus"), _natural_tie_loses),
        ("monkeys", _("tens count as monkeys"), _tens_are_monkeys),
        ("bets-three-natural", _("a total of 8 or 9 with three cards pays as a natural"), _three_cards_natural),
        ("bets-swapped", _("the sides are swapped in side bets"), _sides_swapped),
        ("pair-third-card", _("a pair loses if its side draws a third card"), _two_cards_pair),
        ("bets-two-cards", _("side bets look at two-card totals instead of final totals"), _two_card_totals),
    ]  # fmt: skip
    yield from (Fault(name, words, on_bets(change)) for name, words, change in rows)
    yield Fault(
        OVERLAP,
        _("a tier contains the tiers above it, such as perfect in both pairs"),
        overlapping(catalogue(), right_answer),
    )


def stake_faults() -> Iterator[Fault]:
    """Faults in settling stakes."""
    banco, punto = frozenset({"banco"}), frozenset({"punto"})
    rows: list[tuple[str, Text, SmallEngine]] = [
        ("commission-house", _("commission is rounded up, for the house"), SmallEngine(rounding="house")),
        ("commission-nearest", _("commission is rounded to the nearest unit"), SmallEngine(rounding="nearest")),
        ("commission-exact", _("commission is not rounded"), SmallEngine(rounding="exact")),
        ("commission-both", _("commission is charged on punto too"), SmallEngine(charges="both")),
        ("commission-punto", _("commission is charged on punto instead of banco"), SmallEngine(charges="punto")),
        ("commission-none", _("no commission is charged"), SmallEngine(charges="none")),
        ("cents-cut", _("commission is cut to cents where no unit is given"), SmallEngine(cents="player")),
        ("cents-nearest", _("commission is rounded to cents where no unit is given"), SmallEngine(cents="nearest")),
        ("cents-up", _("commission is rounded up to cents where no unit is given"), SmallEngine(cents="house")),
        ("tie-loses-banco", _("banco's stake is lost on a tie"), SmallEngine(lost_on_tie=banco)),
        ("tie-loses-punto", _("punto's stake is lost on a tie"), SmallEngine(lost_on_tie=punto)),
        ("tie-loses-both", _("stakes on punto and banco are lost on a tie"), SmallEngine(lost_on_tie=banco | punto)),
    ]  # fmt: skip
    yield from (Fault(name, words, dealt_by(engine), engine.answer) for name, words, engine in rows)
    yield Fault("for-one", _("bets are paid «for one» instead of «to one»"), paid_for_one(sides=True))
    words = _("the tie and side bets are paid «for one» instead of «to one»")
    yield Fault("for-one-side", words, paid_for_one(sides=False))


def knowledge_faults() -> Iterator[Fault]:
    """Faults in reading what is known of a coup."""
    rows: list[tuple[str, Text, Callable[[str], str]]] = [
        ("high-5", _("«high» is read as 5 to 9"), lambda text: re.sub(r"\bhigh\b", "5-9", text)),
        ("high-tens", _("«high» is read as 6 to K"), lambda text: re.sub(r"\bhigh\b", "high|zero", text)),
        ("high-7", _("«high» is read as 7 to 9"), lambda text: re.sub(r"\bhigh\b", "7-9", text)),
        ("low-4", _("«low» is read as A to 4"), lambda text: re.sub(r"\blow\b", "A-4", text)),
        ("low-6", _("«low» is read as A to 6"), lambda text: re.sub(r"\blow\b", "A-6", text)),
        ("third-unknown", _("«?» as a third card is taken to mean that there is one"), _third_there),
        ("final-total", _("a two-card total in what is known is read as the final total"), _final_total),
    ]
    yield from (Fault(name, words, told(change)) for name, words, change in rows)


def _third_there(text: str) -> str:
    return re.sub(r"\b(punto|banco)=([^,\s]+),([^,\s]+),\?", r"\g<0> \1_cards=3", text)


def _final_total(text: str) -> str:
    return re.sub(r"\b(punto|banco)_(?:two_card_)?total=", r"\1_final_total=", text)


def reading_faults() -> Iterator[Fault]:
    """A rulebook that is played as another."""
    standard = all_rules()[STANDARD]
    for name, rules in all_rules().items():
        if (rules.tableau, rules.payoffs) != (standard.tableau, standard.payoffs):
            words = _("{rules} is played as standard", rules=name)
            yield Fault(f"standard-for-{name}", words, under(name, STANDARD))


def figure_faults() -> Iterator[Fault]:
    """Faults in arithmetic: integers that overflow, and figures that are rounded or cut."""
    for bits in (32, 64):
        half = 2 ** (bits - 1)
        yield from _both(
            f"int{bits}", _("counts overflow int{bits}", bits=bits), partial(_wrapped, bits=bits, least=-half)
        )
        yield from _both(
            f"uint{bits}", _("counts overflow uint{bits}", bits=bits), partial(_wrapped, bits=bits, least=0)
        )
        highest = _("counts stop at the largest int{bits}", bits=bits)
        yield from _both(f"most-int{bits}", highest, partial(min, half - 1))
    yield _counting(
        "doubles", _("counts are doubles, which are exact only to 2^53"), lambda count: int(float(count))
    )._replace(alike=_doubles)
    yield _counting("float32-counts", _("counts are kept in float32"), _single_count)
    words = _("probabilities are kept in float32")
    single = shared(lambda count, deals, _: float(np.float32(count / deals)))
    yield Fault("float32", words, single, exact=False, alike=_singles)
    words = _("counts are divided by the deals of a shoe with one card less")
    fewer = shared(lambda count, deals, cards: Fraction(count * cards, deals * max(cards - 6, 1)))
    yield Fault("fewer-deals", words, fewer, exact=False)
    for digits in range(2, 17):
        yield from _short_figures(digits)


def _short_figures(digits: int) -> Iterator[Fault]:
    """Counts and printed figures of which only so many digits or decimals are left."""
    words = _("counts are rounded to {digits} digits", digits=digits)
    yield _counting(f"counts-rounded-{digits}", words, partial(_short_count, digits=digits, rounding=ROUND_HALF_EVEN))
    words = _("counts are cut to {digits} digits", digits=digits)
    yield _counting(f"counts-cut-{digits}", words, partial(_short_count, digits=digits, rounding=ROUND_DOWN))
    words = _("figures are rounded to {digits} decimals", digits=digits)
    rounded = printed(partial(_decimals, places=digits))
    yield Fault(f"decimals-{digits}", words, rounded, exact=False, alike=partial(_in_decimals, places=digits))
    words = _("figures are cut to {digits} decimals", digits=digits)
    cut = printed(partial(_decimals, places=digits, cut=True))
    yield Fault(f"decimals-cut-{digits}", words, cut, exact=False, alike=partial(_in_decimals, places=digits, cut=True))
    words = _("figures are rounded to {digits} significant digits", digits=digits)
    yield Fault(f"digits-{digits}", words, printed(partial(_digits, digits=digits)), exact=False)
    words = _("figures are cut to {digits} significant digits", digits=digits)
    yield Fault(
        f"digits-cut-{digits}", words, printed(partial(_digits, digits=digits, rounding=ROUND_DOWN)), exact=False
    )


def _wrapped(count: int, bits: int, least: int) -> int:
    """The integer of so many bits, from ``least`` upwards, that is left of a count."""
    whole: int = 2**bits
    return (count - least) % whole + least


def _single_count(count: int) -> int:
    """The nearest float32; the largest one for a count that overflows it."""
    return int(np.float32(min(count, 2**127)))


def _counting(name: str, words: Text, change: Callable[[int], int]) -> Fault:
    return Fault(name, words, counted(change), floating=False)


def _both(name: str, words: Text, change: Callable[[int], int]) -> Iterator[Fault]:
    """The fault in an engine with exact counts, and in one that divides such counts."""
    yield _counting(name, words, change)
    share = shared(lambda count, deals, _: Fraction(change(count), change(deals) or 1))
    yield Fault(f"{name}-divided", words, share, exact=False)


def _short_count(count: int, digits: int, rounding: str) -> int:
    return int(Context(prec=digits, rounding=rounding).create_decimal(count))


def _digits(numerator: int, denominator: int, digits: int, rounding: str = ROUND_HALF_EVEN) -> float:
    """The double nearest to the number with so many significant digits."""
    short = Context(prec=digits, rounding=rounding)
    return float(short.divide(Decimal(numerator), Decimal(denominator)))


def _decimals(numerator: int, denominator: int, places: int, cut: bool = False) -> float:
    """The double nearest to the number with so many decimals: rounded, half to even, or cut."""
    size, rest = divmod(abs(numerator) * 10**places, denominator)
    up = not cut and (2 * rest > denominator or (2 * rest == denominator and size % 2 == 1))
    rounded = Fraction(size + up, 10**places)
    return float(rounded if numerator >= 0 else -rounded)


def _in_decimals(right: Json, came: Json, places: int, cut: bool = False) -> bool:
    """Whether every number has so many decimals and is rounded to them, ties in any way, or cut, towards 0 or down.

    A printed figure becomes a double, so a little is allowed; the last decimals of a double cannot tell.
    """
    pairs = _figures(right, came) if places <= _TOLD_DECIMALS else []
    unit = Fraction(1, 10**places)
    slack = min(_SUMMED, unit / 1000)
    for number, given in pairs:
        whole = round(given / unit) * unit
        down = whole <= number or abs(whole) <= abs(number) + slack
        near = down and abs(number - whole) < unit + slack if cut else abs(number - whole) <= unit / 2 + _LAST_BITS
        if not near or abs(given - whole) > _LAST_BITS:
            return False
    return bool(pairs)


def _doubles(right: Json, came: Json) -> bool:
    """Whether every count is a double close to the right one, as after a few operations on doubles."""
    if "counts" not in came:
        return False
    pairs = _paired({name: Fraction(count) for name, count in right.get("counts", {}).items()}, came["counts"])
    return bool(pairs) and all(int(float(b)) == int(b) and abs(b - a) <= a * Fraction(1, 10**12) for a, b in pairs)


def _singles(right: Json, came: Json) -> bool:
    """Whether every number is a float32 close to the right one."""
    pairs = _figures(right, came)
    return bool(pairs) and all(
        float(np.float32(float(b))) == float(b) and abs(b - a) <= max(a, Fraction(1, 100)) * Fraction(1, 10**5)
        for a, b in pairs
    )


def _figures(right: Json, came: Json) -> list[tuple[Fraction, Fraction]]:
    """The right and the given numbers of an engine in floating point; empty if they do not belong together."""
    numbers = expected_numbers(right)
    if numbers is None:
        return []
    key, expected = numbers
    given = came.get(key)
    return _paired(expected, given if key in ("probabilities", "removal") else {key: given})


def _paired(right: Mapping[str, Fraction], given: object) -> list[tuple[Fraction, Fraction]]:
    if not isinstance(given, dict) or given.keys() != right.keys():
        return []
    try:
        return [(number, Fraction(given[name])) for name, number in right.items()]
    except (TypeError, ValueError, OverflowError):
        return []
