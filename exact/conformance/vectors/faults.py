"""The register of faults: everything known to go wrong in engines and simulators, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from exact.answers.text import Text, _
from exact.conformance.vectors.fault import (
    Engine,
    Fault,
    complete,
    counted,
    effects,
    misread,
    overlapping,
    paid_for_one,
    printed,
    removing,
    reworded,
    under,
)
from exact.conformance.vectors.small_engine import Dealing, Known, Padding, SmallEngine, padded
from exact.game import Granularity
from exact.lazy import np
from exact.rules import NO_THIRD, STANDARD, Matrix, Tableau, all_rules, standard_tableau


class Dealt(NamedTuple):
    """A fault in dealing, and the engine that has it."""

    id: str
    words: Text
    engine: SmallEngine

    @property
    def simulated(self) -> bool:
        """Whether a simulator can have it: it deals, and so has nothing to pad."""
        return self.engine.padding is padded


@lru_cache(maxsize=16)
def dealing_faults(tableau: Tableau) -> tuple[Dealt, ...]:
    """Every fault of what should deal by ``tableau``; a wrong tableau has one name, the first."""
    tables: dict[Tableau, Dealt] = {}
    for name, words, wrong in (*_cells(tableau), *_lines(tableau), *_whole_tables(tableau)):
        if wrong != tableau:
            tables.setdefault(wrong, Dealt(name, words, SmallEngine(Dealing(tableau=wrong))))
    return (*tables.values(), *_mistakes(Dealing(tableau=tableau)))


Table = tuple[str, Text, Tableau]


def _cells(right: Tableau) -> Iterator[Table]:
    """Each cell of both tables with the other letter."""
    for total in range(8):
        draws, stands = _("punto draws on {total}", total=total), _("punto stands on {total}", total=total)
        drew = right.punto_draws(total)
        yield f"punto-{total}", stands if drew else draws, right.with_punto(total, "S" if drew else "D")
        for third in range(NO_THIRD + 1):
            name, drew = f"banco-{total}-{third}", right.banco_draws(total, third)
            if third == NO_THIRD:
                name = f"banco-{total}-none"
                draws = _("banco draws on {total} where punto stands", total=total)
                stands = _("banco stands on {total} where punto stands", total=total)
            else:
                draws = _("banco draws on {total} against {third}", total=total, third=third)
                stands = _("banco stands on {total} against {third}", total=total, third=third)
            yield name, stands if drew else draws, right.with_banco(total, third, "S" if drew else "D")


def _lines(right: Tableau) -> Iterator[Table]:
    """Whole rows and columns of banco's table."""
    for total in range(8):
        row = [(total, third) for third in range(NO_THIRD + 1)]
        draws, stands = (
            _("banco always draws on {total}", total=total),
            _("banco always stands on {total}", total=total),
        )
        yield f"banco-row-{total}-draws", draws, _with_cells(right, row, "D")
        yield f"banco-row-{total}-stands", stands, _with_cells(right, row, "S")
    for third in range(10):
        column = [(total, third) for total in range(8)]
        draws = _("banco draws against {third}, whatever its total", third=third)
        stands = _("banco stands against {third}, whatever its total", third=third)
        yield f"banco-column-{third}-draws", draws, _with_cells(right, column, "D")
        yield f"banco-column-{third}-stands", stands, _with_cells(right, column, "S")


def _with_cells(right: Tableau, cells: list[tuple[int, int]], letter: str) -> Tableau:
    for total, third in cells:
        right = right.with_banco(total, third, letter)
    return right


def _whole_tables(right: Tableau) -> Iterator[Table]:
    low = [(total, third) for total in range(3) for third in range(NO_THIRD + 1)]
    idle = [(total, NO_THIRD) for total in range(8)]
    yield "banco-low", _("banco stands on 0, 1 and 2"), _with_cells(right, low, "S")
    low_punto = right.with_punto(0, "S").with_punto(1, "S").with_punto(2, "S")
    yield "punto-low", _("punto stands on 0, 1 and 2"), low_punto
    as_punto = tuple(letter * 11 for letter in right.punto)
    yield "banco-as-punto", _("banco draws as punto does, to 5"), Tableau(right.punto, as_punto)
    yield "banco-idle", _("banco never draws where punto stands"), _with_cells(right, idle, "S")
    words = _("banco looks at punto's total instead of its third card")
    yield "looks-total", words, _against_totals(right, {total: total for total in range(10)})
    words = _("a total of 8 or 9 with three cards is treated as a natural: banco does not draw")
    yield "natural-three", words, _against_totals(right, {8: None, 9: None})
    for name, rules in all_rules().items():
        yield f"reading-{name}", _("plays by {rules}", rules=name), rules.tableau


def _against_totals(right: Tableau, columns: dict[int, int | None]) -> Tableau:
    """Against these final totals of punto, banco reads one column whatever the third card, or stands for `None`."""

    def changed(total: int) -> Matrix:
        column, rows = columns.get(total), right.matrix_against(total)
        if total not in columns:
            return rows
        return tuple(("S" if column is None else row[column]) * 10 + row[NO_THIRD] for row in rows)

    matrices = ((total, changed(total)) for total in range(10))
    return Tableau(right.punto, right.matrix, tuple(pair for pair in matrices if pair[1] != right.matrix))


def _mistakes(right: Dealing) -> Iterator[Dealt]:
    """The mistakes that are no other tableau: wrong switches of the dealing, then of the engine."""
    dealing: list[tuple[str, Text, dict[str, Any]]] = [
        ("natural-own", _("a natural stops only the side that has it"), {"punto_stops": (), "banco_stops": ()}),
        ("natural-punto", _("punto's natural does not stop banco"), {"punto_stops": ()}),
        ("natural-banco", _("banco's natural does not stop punto"), {"banco_stops": ()}),
        ("natural-punto-8", _("punto's 8 does not stop banco"), {"punto_stops": (9,)}),
        ("natural-banco-8", _("banco's 8 does not stop punto"), {"banco_stops": (9,)}),
        ("natural-punto-9", _("punto's 9 does not stop banco"), {"punto_stops": (8,)}),
        ("natural-banco-9", _("banco's 9 does not stop punto"), {"banco_stops": (8,)}),
        ("natural-7", _("a 7 stops the other side as a natural does"), dict.fromkeys(_STOPS, (7, 8, 9))),
        ("raw", _("totals are not taken modulo ten before the rules"), {"pairing": "raw"}),
        ("third-ten", _("a third card 10 is read as 1"), {"pairing": "third-ten"}),
        ("one-card", _("one card is dealt to each side at first"), {"pairing": "one-card"}),
        ("order-sides", _("punto gets both its cards before banco"), {"first_four": (0, 1, 2, 3)}),
        ("order-banco-first", _("banco gets the first card"), {"first_four": (1, 3, 0, 2)}),
        ("order-sixth", _("banco takes the sixth card where punto stands"), {"last_is_sixth": True}),
    ]
    fifth_and_sixth = _("the fifth and the sixth card are drawn with replacement")
    unpadded = _("coups of four, five and six cards count alike: padding is forgotten")
    padded_five = _("coups of five cards are padded with N − 4, not with N − 5")
    padded_next = _("coups of five cards are padded with N − 6, not with N − 5")
    less_one = _("the shoe has 13 × 4 × decks cards less one: the last king is missing")
    uniform = _("a rank is drawn uniformly instead of a card")
    engines: list[tuple[str, Text, dict[str, Any]]] = [
        ("labels", _("the labels of the sides are swapped"), {"swapped": True}),
        ("replacement", _("dealt cards do not leave the shoe"), {"removal": "replaced"}),
        ("fifth-and-sixth", fifth_and_sixth, {"removal": "fifth-and-sixth-replaced"}),
        ("fifth", _("the fifth card is drawn with replacement"), {"removal": "fifth-replaced"}),
        ("sixth", _("the sixth card is drawn with replacement"), {"removal": "sixth-replaced"}),
        ("unpadded", unpadded, {"padding": lambda _: (1, 1)}),
        ("unpadded-five", _("padding is forgotten on coups of five cards"), {"padding": _five(lambda _: 1)}),
        ("padded-five", padded_five, {"padding": _five(lambda cards: cards - 4)}),
        ("padded-five-next", padded_next, {"padding": _five(lambda cards: cards - 6)}),
        ("less-one", less_one, {"shoe": _without_last}),
        ("uniform", uniform, {"removal": "replaced", "shoe": _uniform}),
        ("courts", _("J, Q and K are worth 1, 2 and 3"), {"shoe": _courts_as_low}),
    ]
    yield from (Dealt(name, words, SmallEngine(replace(right, **switches))) for name, words, switches in dealing)
    yield from (Dealt(name, words, SmallEngine(right, **switches)) for name, words, switches in engines)


_STOPS = ("punto_stops", "banco_stops")


def _five(times: Callable[[int], int]) -> Padding:
    """The right padding but for coups of five cards."""
    return lambda cards: (padded(cards)[0], times(cards))


def _without_last(granularity: Granularity, counts: list[int]) -> Known:
    last = 0 if granularity is Granularity.VALUES else len(counts) - 1
    return granularity, [count - 1 if index == last and count else count for index, count in enumerate(counts)]


def _uniform(granularity: Granularity, counts: list[int]) -> Known:
    """As many cards of each class that the shoe has; of point values, four times as many worth 0."""
    worth_zero = 4 if granularity is Granularity.VALUES else 1
    return granularity, [6 * (worth_zero if index == 0 else 1) if count else 0 for index, count in enumerate(counts)]


def _courts_as_low(granularity: Granularity, counts: list[int]) -> Known:
    """The counts by point value if J, Q and K were worth 1, 2 and 3; unchanged where ranks are unknown."""
    if granularity is Granularity.VALUES:
        return granularity, counts
    suits, totals = granularity // 13, [0] * 10
    for index, count in enumerate(counts):
        totals[(*range(1, 10), 0, 1, 2, 3)[index // suits]] += count
    return Granularity.VALUES, totals


@cache
def faults() -> tuple[Fault, ...]:
    """Every fault of an engine that should play standard rules.

    Faults in dealing come first; `dealing_faults` has those of simulators, for any tableau.
    """
    dealing = (Fault(name, words, engine.answer) for name, words, engine in dealing_faults(standard_tableau()))
    others = (Fault(*row) for row in (*_bets(), *_stakes(), *_knowledge(), *_rulebooks()))
    return tuple(replace(fault, answer=complete(fault.answer)) for fault in (*dealing, *others, *_figures()))


Row = tuple[str, Text, Engine]


def _small(**switches: Any) -> Engine:
    return SmallEngine(**switches).answer


def _bets() -> list[Row]:
    """Faults in what a bet is on, and in effects of removal."""
    third_card = reworded(r"\b(punto|banco)(_perfect)?_pair\b", r"(\1\2_pair and \1_cards == 2)")
    monkeys = reworded(
        r"(rank_\d (?:>=|<) 1)1|court_cards", lambda at: f"{at[1]}0" if at[1] else "(tens + court_cards)"
    )
    natural_tie = reworded("tie and punto_natural and banco_natural", "cards == 0")
    three = _("a total of 8 or 9 with three cards pays as a natural")
    two = _("side bets look at two-card totals instead of final totals")
    tiers = _("a tier contains the tiers above it, such as perfect in both pairs")
    sign = _("effects of removal have the sign of the house edge, not of the expectation")
    tens = _("a 10, a J, a Q and a K are removed together")
    return [
        ("either-singletons", _("either pair skips ranks with one card left"), _small(either="singletons")),
        ("either-independent", _("either pair is priced with 2p − p²"), _small(either="independent")),
        ("suits-ignored", _("suits are ignored"), _small(suits=False)),
        ("natural-tie", _("a natural tie loses dragon bonus"), natural_tie),
        ("monkeys", _("tens count as monkeys"), monkeys),
        ("pair-third-card", _("a pair loses if its side draws a third card"), third_card),
        ("bets-three-natural", three, reworded(r"(punto|banco)_natural", r"(\1_total >= 8)")),
        ("bets-two-cards", two, reworded(r"\b(punto|banco)_total\b", r"\1_two_card_total")),
        ("tiers-overlap", tiers, overlapping),
        ("removal-sign", sign, effects(lambda effect: -effect)),
        ("removal-percent", _("effects of removal are given in percent"), effects(lambda effect: 100 * effect)),
        ("removal-rank", _("four cards of the value are removed instead of one"), removing(lambda _: 4)),
        ("removal-tens", tens, removing(lambda value: 1 if value else 4)),
    ]


def _stakes() -> list[Row]:
    """Faults in settling stakes; some show in the figures of bets, too."""
    both = frozenset({"punto", "banco"})
    cents = _("commission is rounded to cents where no unit is given")
    return [
        ("commission-house", _("commission is rounded up, for the house"), _small(rounding="house")),
        ("commission-nearest", _("commission is rounded to the nearest unit"), _small(rounding="nearest")),
        ("commission-exact", _("commission is not rounded"), _small(rounding="exact")),
        ("commission-both", _("commission is charged on punto too"), _small(charges="both")),
        ("commission-none", _("no commission is charged"), _small(charges="none")),
        ("cents-cut", _("commission is cut to cents where no unit is given"), _small(cents="player")),
        ("cents-nearest", cents, _small(cents="nearest")),
        ("tie-loses-banco", _("banco's stake is lost on a tie"), _small(lost_on_tie=both - {"punto"})),
        ("tie-loses-punto", _("punto's stake is lost on a tie"), _small(lost_on_tie=both - {"banco"})),
        ("tie-loses-both", _("stakes on punto and banco are lost on a tie"), _small(lost_on_tie=both)),
        ("for-one", _("bets are paid «for one» instead of «to one»"), paid_for_one),
    ]


def _knowledge() -> list[Row]:
    """Faults in reading what is known of a coup."""
    third = misread(r"\b(punto|banco)=([^,\s]+),([^,\s]+),\?", r"\g<0> \1_cards=3")
    final = misread(r"\b(punto|banco)_(?:two_card_)?total=", r"\1_final_total=")
    return [
        ("high-5", _("«high» is read as 5 to 9"), misread(r"\bhigh\b", "5-9")),
        ("high-tens", _("«high» is read as 6 to K"), misread(r"\bhigh\b", "high|zero")),
        ("low-6", _("«low» is read as A to 6"), misread(r"\blow\b", "A-6")),
        ("third-unknown", _("«?» as a third card is taken to mean that there is one"), third),
        ("final-total", _("a two-card total in what is known is read as the final total"), final),
    ]


def _rulebooks() -> Iterator[Row]:
    """A rulebook that is played as standard."""
    standard = all_rules()[STANDARD]
    for name, rules in all_rules().items():
        if (rules.tableau, rules.payoffs) != (standard.tableau, standard.payoffs):
            yield f"standard-for-{name}", _("{rules} is played as standard", rules=name), under(name, STANDARD)


def _figures() -> Iterator[Fault]:
    """Faults in arithmetic: integers that overflow, and figures that are rounded or cut."""
    for bits in (32, 64):
        wrapped = counted(partial(_wrapped, bits=bits), deals=True)
        yield Fault(f"int{bits}", _("counts overflow int{bits}", bits=bits), wrapped, floating=False)
    in_doubles = counted(lambda count: int(float(count)))
    yield Fault("doubles", _("counts are doubles, which are exact only to 2^53"), in_doubles, floating=False)
    words = _("probabilities are kept in float32")
    yield Fault("float32", words, printed(lambda number: float(np.float32(float(number)))))
    for digits in range(2, 17):
        words = _("counts are rounded to {digits} digits", digits=digits)
        yield Fault(f"counts-rounded-{digits}", words, counted(partial(_short_count, digits=digits)), floating=False)
        words = _("figures are rounded to {digits} significant digits", digits=digits)
        yield Fault(f"digits-{digits}", words, printed(partial(_digits, digits=digits, rounding=ROUND_HALF_EVEN)))
        words = _("figures are cut to {digits} significant digits", digits=digits)
        yield Fault(f"digits-cut-{digits}", words, printed(partial(_digits, digits=digits, rounding=ROUND_DOWN)))
        words = _("figures are rounded to {digits} decimals", digits=digits)
        yield Fault(f"decimals-{digits}", words, printed(partial(_decimals, places=digits)))
        words = _("figures are cut to {digits} decimals", digits=digits)
        yield Fault(f"decimals-cut-{digits}", words, printed(partial(_decimals, places=digits, cut=True)))


def _wrapped(count: int, bits: int) -> int:
    """The signed integer of so many bits that is left of a count."""
    half: int = 2 ** (bits - 1)
    return (count + half) % (2 * half) - half


def _short_count(count: int, digits: int) -> int:
    return int(Context(prec=digits, rounding=ROUND_HALF_EVEN).create_decimal(count))


def _digits(number: Fraction, digits: int, rounding: str) -> float:
    """The double nearest to the number with so many significant digits."""
    short = Context(prec=digits, rounding=rounding)
    return float(short.divide(Decimal(number.numerator), Decimal(number.denominator)))


def _decimals(number: Fraction, places: int, cut: bool = False) -> float:
    """The double nearest to the number with so many decimals: rounded, half to even, or cut."""
    scaled = number * 10**places
    return float(Fraction(int(scaled) if cut else round(scaled), 10**places))
