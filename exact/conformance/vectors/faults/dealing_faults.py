"""Faults in dealing: who draws, when a coup ends, what totals are, and which cards a shoe has. Simulators have them too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from exact.answers.text import Text, _
from exact.conformance.vectors.dealing import Dealing
from exact.conformance.vectors.small_engine import Known, SmallEngine
from exact.game.cards import POINT_VALUES, Granularity
from exact.game.shoe import MAX_DECKS
from exact.rules.named import all_rules
from exact.rules.tableau import NO_THIRD, Tableau

Taken = Callable[[Granularity, list[int]], Known]
"""What an engine takes a shoe for."""


class Dealt(NamedTuple):
    """A fault in dealing, and the engine that has it."""

    id: str
    words: Text
    engine: SmallEngine

    @property
    def simulated(self) -> bool:
        """Whether a simulator can have it: it deals, and so has nothing to pad."""
        return self.engine.padding == SmallEngine().padding


@lru_cache(maxsize=16)
def dealing_faults(tableau: Tableau) -> tuple[Dealt, ...]:
    """Every fault of an engine or a simulator that should deal by ``tableau``, each once: the first name of a wrong tableau."""
    tables: dict[Tableau, Dealt] = {}
    for name, words, wrong in (*_cells(tableau), *_whole_tables(tableau), *_lines(tableau), *_neighbours(tableau)):
        if wrong != tableau:
            tables.setdefault(wrong, Dealt(name, words, SmallEngine(Dealing(tableau=wrong))))
    right = Dealing(tableau=tableau)
    others = (*_naturals(right), *_looks(right), *_totals(right), *_orders(right), *_removals(right), *_shoes(right))
    return (*tables.values(), *(Dealt(*each) for each in others))


Table = tuple[str, Text, Tableau]
Row = tuple[str, Text, SmallEngine]


def _draws(letter: str, draws: Text, stands: Text) -> Text:
    return draws if letter == "D" else stands


def _cells(right: Tableau) -> Iterator[Table]:
    for total in range(8):
        for third in range(NO_THIRD + 1):
            letter = "S" if right.banco_draws(total, third) else "D"
            name = f"banco-{total}-{'none' if third == NO_THIRD else third}"
            if third == NO_THIRD:
                draws = _("banco draws on {total} where punto stands", total=total)
                stands = _("banco stands on {total} where punto stands", total=total)
            else:
                draws = _("banco draws on {total} against {third}", total=total, third=third)
                stands = _("banco stands on {total} against {third}", total=total, third=third)
            yield name, _draws(letter, draws, stands), right.with_banco(total, third, letter)
    for total in range(8):
        letter = "S" if right.punto_draws(total) else "D"
        words = _draws(letter, _("punto draws on {total}", total=total), _("punto stands on {total}", total=total))
        yield f"punto-{total}", words, right.with_punto(total, letter)


def _whole_tables(right: Tableau) -> Iterator[Table]:
    matrix = right.matrix
    low, rest = matrix[:3], matrix[3:]
    thirds = ("S" * 10 + matrix[total][NO_THIRD] for total in range(3))
    yield "banco-low", _("banco stands on 0, 1 and 2"), right._replace(matrix=("S" * 11,) * 3 + rest)
    yield (
        "banco-low-third",
        _("banco stands on 0, 1 and 2 after punto's third card"),
        right._replace(matrix=(*thirds, *rest)),
    )
    standing = tuple(row[:NO_THIRD] + "S" for row in low)
    yield "banco-low-none", _("banco stands on 0, 1 and 2 where punto stands"), right._replace(matrix=standing + rest)
    yield "punto-low", _("punto stands on 0, 1 and 2"), right._replace(punto="SSS" + right.punto[3:])
    as_punto = tuple(letter * 11 for letter in right.punto)
    yield "banco-as-punto", _("banco draws as punto does, to 5"), right._replace(matrix=as_punto)
    never = tuple(row if total < 3 else "S" * 10 + row[NO_THIRD] for total, row in enumerate(matrix))
    yield "banco-3-to-6", _("banco stands on 3 to 6 after punto's third card"), right._replace(matrix=never)
    idle = tuple(row[:NO_THIRD] + "S" for row in matrix)
    yield "banco-idle", _("banco never draws where punto stands"), right._replace(matrix=idle)
    none = tuple(row[NO_THIRD] + row[1:] for row in matrix)
    yield "ten-no-card", _("a third card worth 0 is read as no third card"), right._replace(matrix=none)
    for name, rules in all_rules().items():
        yield f"reading-{name}", _("plays by {rules}", rules=name), rules.tableau


def _lines(right: Tableau) -> Iterator[Table]:
    """Whole rows and columns of banco's table."""
    for total in range(8):
        for letter, word in (("D", "draws"), ("S", "stands")):
            row = _draws(
                letter,
                _("banco always draws on {total}", total=total),
                _("banco always stands on {total}", total=total),
            )
            yield f"banco-row-{total}-{word}", row, _with_row(right, total, letter * 11)
            draws = _("banco draws on {total} against every third card", total=total)
            stands = _("banco stands on {total} against every third card", total=total)
            none = right.matrix[total][NO_THIRD]
            yield (
                f"banco-thirds-{total}-{word}",
                _draws(letter, draws, stands),
                _with_row(right, total, letter * 10 + none),
            )
    for third in range(10):
        draws = _("banco draws against {third}, whatever its total", third=third)
        stands = _("banco stands against {third}, whatever its total", third=third)
        yield f"banco-column-{third}-draws", draws, _with_column(right, third, "D" * 8)
        yield f"banco-column-{third}-stands", stands, _with_column(right, third, "S" * 8)
    always = _("banco draws where punto stands, whatever its total")
    yield "banco-column-none-draws", always, _with_column(right, NO_THIRD, "D" * 8)


def _neighbours(right: Tableau) -> Iterator[Table]:
    """A row or a column read instead of its neighbour, one of them or all."""
    matrix = right.matrix
    columns = list(zip(*matrix, strict=True))
    for step in (1, -1):
        moved = tuple(matrix[min(max(total + step, 0), 7)] for total in range(8))
        side = _("high") if step > 0 else _("low")
        yield (
            f"rows-{step}",
            _("banco's total is read one too {side} in its table", side=side),
            right._replace(matrix=moved),
        )
        thirds = [columns[min(max(third + step, 0), 9)] for third in range(10)]
        shifted = tuple("".join(row) for row in zip(*thirds, columns[NO_THIRD], strict=True))
        words = _("punto's third card is read one too {side} in banco's table", side=side)
        yield f"columns-{step}", words, right._replace(matrix=shifted)
        for total in range(max(0, -step), min(8, 8 - step)):
            words = _("banco plays {total} as {other}", total=total, other=total + step)
            yield f"banco-{total}-as-{total + step}", words, _with_row(right, total, matrix[total + step])
        for third in range(max(0, -step), min(10, 10 - step)):
            words = _("banco plays against {third} as against {other}", third=third, other=third + step)
            yield (
                f"against-{third}-as-{third + step}",
                words,
                _with_column(right, third, "".join(columns[third + step])),
            )


def _with_row(right: Tableau, total: int, row: str) -> Tableau:
    return right._replace(matrix=(*right.matrix[:total], row, *right.matrix[total + 1 :]))


def _with_column(right: Tableau, third: int, column: str) -> Tableau:
    rows = (row[:third] + letter + row[third + 1 :] for row, letter in zip(right.matrix, column, strict=True))
    return right._replace(matrix=tuple(rows))


def _naturals(right: Dealing) -> Iterator[Row]:
    both, none = (8, 9), ()
    rows = [
        ("natural-8", _("an 8 does not stop the other side"), (9,), (9,)),
        ("natural-9", _("a 9 does not stop the other side"), (8,), (8,)),
        ("natural-own", _("a natural stops only the side that has it"), none, none),
        ("natural-punto", _("punto's natural does not stop banco"), none, both),
        ("natural-banco", _("banco's natural does not stop punto"), both, none),
        ("natural-punto-8", _("punto's 8 does not stop banco"), (9,), both),
        ("natural-punto-9", _("punto's 9 does not stop banco"), (8,), both),
        ("natural-banco-8", _("banco's 8 does not stop punto"), both, (9,)),
        ("natural-banco-9", _("banco's 9 does not stop punto"), both, (8,)),
        ("natural-7", _("a 7 stops the other side as a natural does"), (7, 8, 9), (7, 8, 9)),
    ]
    for name, words, punto_stops, banco_stops in rows:
        yield name, words, SmallEngine(right._replace(punto_stops=punto_stops, banco_stops=banco_stops))
    words = _("a total of 8 or 9 with three cards is treated as a natural: banco does not draw")
    yield "natural-three", words, SmallEngine(right._replace(three_cards_stop=True))


def _looks(right: Dealing) -> Iterator[Row]:
    total = _("banco looks at punto's total instead of its third card")
    yield "looks-total", total, SmallEngine(right._replace(banco_sees="total"))
    words = _("banco looks at punto's total instead of its third card, even where punto stands")
    yield "looks-total-always", words, SmallEngine(right._replace(banco_sees="total", always_sees=True))
    words = _("banco looks at punto's two-card total instead of its third card")
    yield "looks-two", words, SmallEngine(right._replace(banco_sees="two"))
    words = _("banco looks at punto's two-card total instead of its third card, even where punto stands")
    yield "looks-two-always", words, SmallEngine(right._replace(banco_sees="two", always_sees=True))


def _totals(right: Dealing) -> Iterator[Row]:
    high = tuple(range(8, 21))
    stopping = right._replace(punto_stops=high, banco_stops=high)
    rows = [
        ("raw-natural", _("totals are not taken modulo ten before the rules, and 8 or more is a natural"), stopping._replace(pairing="raw")),
        ("raw", _("totals are not taken modulo ten before the rules"), right._replace(pairing="raw")),
        ("raw-tens-natural", _("totals are not taken modulo ten before the rules, tens count 10, and 8 or more is a natural"), stopping._replace(pairing="raw-tens")),
        ("raw-tens", _("totals are not taken modulo ten before the rules, and tens count 10"), right._replace(pairing="raw-tens")),
        ("ten-as-10", _("tens and court cards count 10, and a total is lowered once"), stopping._replace(pairing="lowered-once")),
        ("third-ten", _("a third card 10 is read as 1"), right._replace(pairing="third-ten")),
        ("third-zero", _("a third card 10 is read as 1, and so are J, Q and K"), right._replace(pairing="third-zero")),
        ("one-card", _("one card is dealt to each side at first"), right._replace(pairing="one-card")),
    ]  # fmt: skip
    for name, words, dealing in rows:
        yield name, words, SmallEngine(dealing)
    yield "labels", _("the labels of the sides are swapped"), SmallEngine(right, swapped=True)


def _orders(right: Dealing) -> Iterator[Row]:
    rows = [
        ("order-sides", _("punto gets both its cards before banco"), right._replace(first_four=(0, 1, 2, 3))),
        ("order-banco-first", _("banco gets the first card"), right._replace(first_four=(1, 3, 0, 2))),
        ("order-sixth", _("banco takes the sixth card where punto stands"), right._replace(last_is_sixth=True)),
    ]
    for name, words, dealing in rows:
        yield name, words, SmallEngine(dealing)


def _removals(right: Dealing) -> Iterator[Row]:
    rows = [
        ("replacement", _("dealt cards do not leave the shoe"), "replaced"),
        ("fifth-and-sixth", _("the fifth and the sixth card are drawn with replacement"), "fifth-and-sixth-replaced"),
        ("fifth", _("the fifth card is drawn with replacement"), "fifth-replaced"),
        ("sixth", _("the sixth card is drawn with replacement"), "sixth-replaced"),
        ("fifth-kept", _("the fifth card does not leave the shoe before the sixth"), "fifth-kept"),
    ]
    for name, words, removal in rows:
        yield name, words, SmallEngine(right, removal=removal)
    paddings = [
        ("unpadded", _("coups of four, five and six cards count alike: padding is forgotten"), "none"),
        ("unpadded-four", _("padding is forgotten on coups of four cards"), "four-none"),
        ("unpadded-five", _("padding is forgotten on coups of five cards"), "five-none"),
        ("padded-four", _("coups of four cards are padded with N − 4 twice, not with N − 4 and N − 5"), "four-wrong"),
        ("padded-five", _("coups of five cards are padded with N − 4, not with N − 5"), "five-wrong"),
        ("padded-five-next", _("coups of five cards are padded with N − 6, not with N − 5"), "five-next"),
        ("padded-five-whole", _("coups of five cards are padded with N, not with N − 5"), "five-whole"),
    ]
    for name, words, padding in paddings:
        yield name, words, SmallEngine(right, padding=padding)


def _shoes(right: Dealing) -> Iterator[Row]:
    for value in range(10):
        words = _("the shoe has one card too many worth {value}", value=value)
        yield f"count-{value}-more", words, SmallEngine(right, shoe=_with_one(value, 1))
        words = _("the shoe has one card too few worth {value}", value=value)
        yield f"count-{value}-less", words, SmallEngine(right, shoe=_with_one(value, -1))
    rows = [
        ("less-one", _("the shoe has 13 × 4 × decks cards less one: the last king is missing"), _without_last),
        ("uniform", _("a rank is drawn uniformly instead of a card"), _uniform),
        ("uniform-value", _("a point value is drawn uniformly instead of a card"), _uniform_values),
        ("ten-as-ace", _("a 10 is read as an ace"), _tens_as_aces),
        ("courts", _("J, Q and K are worth 1, 2 and 3"), _courts_as_low),
        ("deck-more", _("the shoe has one deck too many"), _with_decks(1)),
        ("deck-less", _("the shoe has one deck too few"), _with_decks(-1)),
    ]
    for name, words, shoe in rows:
        removal = "replaced" if name.startswith("uniform") else "right"
        yield name, words, SmallEngine(right, removal=removal, shoe=shoe)


def _with_one(value: int, step: int) -> Taken:
    """A shoe with one card more or fewer of the first class with this value that has any."""

    def taken(granularity: Granularity, counts: list[int]) -> Known:
        classes = [index for index, count in enumerate(counts) if count and _value(granularity, index) == value]
        return granularity, [count + step if index in classes[:1] else count for index, count in enumerate(counts)]

    return taken


def _value(granularity: Granularity, index: int) -> int:
    return index if granularity is Granularity.VALUES else POINT_VALUES[index // (granularity // 13)]


def _without_last(granularity: Granularity, counts: list[int]) -> Known:
    last = 0 if granularity is Granularity.VALUES else len(counts) - 1
    return granularity, [count - 1 if index == last and count else count for index, count in enumerate(counts)]


def _uniform(granularity: Granularity, counts: list[int]) -> Known:
    """As many cards of each class that the shoe has; of point values, four times as many worth 0, as there are ranks."""
    worth_zero = 4 if granularity is Granularity.VALUES else 1
    return granularity, [6 * (worth_zero if index == 0 else 1) if count else 0 for index, count in enumerate(counts)]


def _uniform_values(granularity: Granularity, counts: list[int]) -> Known:
    values = {_value(granularity, index) for index, count in enumerate(counts) if count}
    return Granularity.VALUES, [6 * (value in values) for value in range(10)]


def _by_rank(granularity: Granularity, counts: list[int]) -> list[int]:
    return counts if granularity is Granularity.RANKS else [sum(counts[4 * r : 4 * r + 4]) for r in range(13)]


def _as_values(granularity: Granularity, counts: list[int], values: list[int]) -> Known:
    """The counts by point value, if each rank is worth what ``values`` has; unchanged where ranks are unknown."""
    if granularity is Granularity.VALUES:
        return granularity, counts
    totals = [0] * 10
    for value, count in zip(values, _by_rank(granularity, counts), strict=True):
        totals[value] += count
    return Granularity.VALUES, totals


def _tens_as_aces(granularity: Granularity, counts: list[int]) -> Known:
    return _as_values(granularity, counts, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 0, 0, 0])


def _courts_as_low(granularity: Granularity, counts: list[int]) -> Known:
    return _as_values(granularity, counts, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3])


def _with_decks(step: int) -> Taken:
    """A full shoe with so many decks more; any other shoe, and one with no such neighbour, unchanged."""

    def taken(granularity: Granularity, counts: list[int]) -> Known:
        deck = {Granularity.VALUES: [16] + [4] * 9, Granularity.RANKS: [4] * 13, Granularity.CARDS: [1] * 52}[
            granularity
        ]
        decks = sum(counts) // sum(deck)
        full = counts == [decks * count for count in deck]
        possible = full and 0 < decks + step <= MAX_DECKS
        return granularity, [(decks + step) * count for count in deck] if possible else counts

    return taken
