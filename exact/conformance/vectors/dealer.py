"""An engine that deals under any drawing rules, and the faults in dealing, which simulators can have, too.

The result of a coup depends only on the two-card totals and on the fifth and sixth cards. So the ways to deal a shoe
are counted once for each of these classes, and any number of wrong rules are then read off the same counts.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import Any, NamedTuple

from exact.answers.text import Text, _
from exact.bets.coups import drawing_tables
from exact.conformance.strict_json import INFINITE
from exact.conformance.vectors.engine import answer, counts_answer, outcome_counts, shoe_of
from exact.game import Granularity, Outcome, class_of, parse_card
from exact.game.shoe import Shoe
from exact.lazy import Integers, Numbers, np
from exact.records import Record, replace
from exact.rules import NO_THIRD, Matrix, Tableau, all_rules, standard_tableau

TOTALS = 10  # final totals run from 0 to 9
_EVERY = frozenset(combinations(range(6), 2))  # each earlier and each later card
_WON_BY = {"punto": ["9", "K", "K", "K"], "banco": ["K", "9", "K", "K"], "tie": ["K", "K", "9", "9"]}


class Dealer(Record):
    """The switches of an engine."""

    tableau: Tableau = standard_tableau()
    punto_stops: tuple[int, ...] = (8, 9)  # punto's two-card totals that keep banco from drawing
    banco_stops: tuple[int, ...] = (8, 9)
    unseen: frozenset[tuple[int, int]] = frozenset()  # cards that a later one is dealt in spite of: put back for it
    padded: bool = True  # whether a coup counts once for each way to deal the cards that it does not need
    swapped: bool = False
    shoe: Callable[[Shoe], Shoe] = lambda shoe: shoe  # what a shoe is taken for

    def answer(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a request under rules with the standard tableau; `None` if this engine cannot answer it."""
        kind, bet = request.get("kind"), request.get("bet")
        rules = all_rules().get(request.get("rules", ""))
        if rules is None or rules.tableau != standard_tableau():
            return None
        if kind == "coup":
            return self._coup(request["cards"])
        if kind == "settlement" and request["stakes"].keys() <= _WON_BY.keys():
            outcome = self._coup(request["cards"]).get("outcome")
            return answer({**request, "cards": _WON_BY[outcome]}) if outcome else {"error": "too few cards"}
        if kind != "outcomes" and (kind != "bet" or bet not in _WON_BY):
            return None
        infinite = request.get("shoe") == INFINITE
        dealer, shoe = (replace(self, unseen=_EVERY), Shoe.of_decks(1)) if infinite else (self, shoe_of(request))
        counts = dict(zip(Outcome, outcomes_of_totals(dealer.finals(shoe)), strict=True))
        if kind == "outcomes":
            return outcome_counts(counts)
        won = counts.pop(Outcome(bet))
        if bet == "tie":
            return counts_answer(("win", "lose"), (won, sum(counts.values())))
        pushed = counts.pop(Outcome.TIE)
        return counts_answer(("win", "push", "lose"), (won, pushed, *counts.values()))

    def finals(self, shoe: Shoe) -> Numbers:
        """The number of padded deals by punto's and banco's final total: exact integers, `TOTALS` × `TOTALS`."""
        taken = self.shoe(shoe)
        by_cards = np.zeros(3 * TOTALS**2, dtype=object)
        by_code, codes, starts = _codes(self)
        by_cards[codes] = np.add.reduceat(_ways(taken.values, self.unseen)[by_code], starts)
        four, five, six = by_cards.reshape(3, TOTALS, TOTALS)
        if not self.padded:
            four, five = four // ((taken.cards - 4) * (taken.cards - 5)), five // (taken.cards - 5)
        finals: Numbers = four + five + six
        return finals.T if self.swapped else finals

    def and_(self, other: "Dealer") -> "Dealer":
        """The engine with the faults of both."""
        right, names = Dealer(), [field.name for field in fields(self)]
        switches = {name: _merged(getattr(self, name), getattr(other, name), getattr(right, name)) for name in names}
        return Dealer(**{**switches, "tableau": Tableau(*switches["tableau"])})

    def draws(self, punto: Numbers, banco: Numbers, fifth: Numbers) -> tuple[Numbers, Numbers]:
        """Whether punto and banco draw, for arrays of two-card totals and of the next card."""
        by_punto, by_banco = drawing_tables(self.tableau)
        punto_draws = ~np.isin(banco, self.banco_stops) & by_punto[punto]
        final, third = np.where(punto_draws, (punto + fifth) % 10, punto), np.where(punto_draws, fifth, NO_THIRD)
        stopped = np.isin(punto, self.punto_stops) | (banco > 7)
        return punto_draws, ~stopped & by_banco[final, np.minimum(banco, 7), third]

    def _coup(self, names: list[str]) -> dict[str, Any]:
        cards = map(parse_card, [*names, *["K"] * 6])
        values = [class_of(index, granularity, Granularity.VALUES) for granularity, index in cards]
        first, second = (np.array((values[side] + values[side + 2]) % 10) for side in (0, 1))
        drawn = self.draws(first, second, np.array(values[4]))
        dealt = [(at % 2, at) for at in range(4)]
        dealt += [(side, at) for at, side in enumerate((side for side in (0, 1) if drawn[side]), 4)]
        if len(dealt) > len(names):
            return {"error": "too few cards"}
        sides = ("banco", "punto") if self.swapped else ("punto", "banco")
        hands = {side: [at for of, at in dealt if of == number] for number, side in enumerate(sides)}
        finals = {side: sum(values[at] for at in hand) % 10 for side, hand in hands.items()}
        return {
            **{side: [names[at] for at in hand] for side, hand in hands.items()},
            **{f"{side}_total": total for side, total in finals.items()},
            "outcome": "tie" if len({*finals.values()}) == 1 else max(finals, key=finals.__getitem__),
            "steps": [[sides[side], names[at]] for side, at in dealt],
        }


def outcomes_of_totals(totals: Any) -> tuple[Any, ...]:
    """The numbers of punto, banco and tie in those of final totals, at index `TOTALS` · punto's + banco's."""
    table = np.array(totals, dtype=object).reshape(TOTALS, TOTALS)
    return np.tril(table, -1).sum(), np.triu(table, 1).sum(), np.trace(table)


def _merged(one: Any, other: Any, right: Any) -> Any:
    """What differs from the ``right`` in ``one``, else what ``other`` has, letter by letter of tables."""
    if isinstance(right, str | tuple) and len(one) == len(other) == len(right) > 1:
        parts = [_merged(*each) for each in zip(one, other, right, strict=True)]
        return "".join(parts) if isinstance(right, str) else tuple(parts)
    return other if one == right else one


class Dealt(NamedTuple):
    """A fault in dealing."""

    id: str
    words: Text
    dealer: Dealer


@lru_cache(maxsize=16)
def dealing_faults(tableau: Tableau) -> tuple[Dealt, ...]:
    """Every fault in dealing of what should deal by ``tableau``."""
    tables = (*_flipped_cells(tableau), *_wrong_tables(tableau))
    return (*(Dealt(name, words, Dealer(wrong)) for name, words, wrong in tables), *_wrong_dealers(tableau))


_FLIPPED = _("banco draws on {total} against {third}"), _("banco stands on {total} against {third}")
_FLIPPED_ALONE = _("banco draws on {total} where punto stands"), _("banco stands on {total} where punto stands")


def _flipped_cells(right: Tableau) -> Iterator[tuple[str, Text, Tableau]]:
    for total in range(8):
        drew = right.punto_draws(total)
        words = _("punto stands on {total}", total=total) if drew else _("punto draws on {total}", total=total)
        yield f"punto-{total}", words, right.with_punto(total, "S" if drew else "D")
        for third in range(NO_THIRD + 1):
            drew, alone = right.banco_draws(total, third), third == NO_THIRD
            words = (_FLIPPED_ALONE if alone else _FLIPPED)[drew].filled(total=total, third=third)
            name = f"banco-{total}-{'none' if alone else third}"
            yield name, words, right.with_banco(total, third, "S" if drew else "D")


def _wrong_tables(right: Tableau) -> Iterator[tuple[str, Text, Tableau]]:
    matrix = right.matrix
    yield "banco-low", _("banco stands on 0, 1 and 2"), Tableau(right.punto, (*["S" * 11] * 3, *matrix[3:]))
    yield "punto-low", _("punto stands on 0, 1 and 2"), right._replace(punto="SSS" + right.punto[3:])
    as_punto = Tableau(right.punto, tuple(letter * 11 for letter in right.punto))
    yield "banco-as-punto", _("banco draws as punto does, to 5"), as_punto
    idle = Tableau(right.punto, tuple(row[:NO_THIRD] + "S" for row in matrix))
    yield "banco-idle", _("banco never draws where punto stands"), idle
    words = _("banco looks at punto's total instead of its third card")
    yield "looks-total", words, _against_totals(right, {total: total for total in range(10)})
    words = _("a total of 8 or 9 with three cards is treated as a natural: banco does not draw")
    yield "natural-three", words, _against_totals(right, {8: None, 9: None})


def _against_totals(right: Tableau, columns: dict[int, int | None]) -> Tableau:
    """Against these final totals of punto, banco reads one column whatever the third card, or stands for `None`."""
    matrices: dict[int, Matrix] = {}
    for total, column in columns.items():
        rows = right.matrix_against(total)
        matrices[total] = tuple(("S" if column is None else row[column]) * 10 + row[NO_THIRD] for row in rows)
    others = dict(right.against) | matrices
    return Tableau(right.punto, right.matrix, tuple(sorted(others.items())))


def _wrong_dealers(tableau: Tableau) -> Iterator[Dealt]:
    right = Dealer(tableau)
    every = (7, 8, 9)
    unpadded = _("coups of four, five and six cards count alike: padding is forgotten")
    less_one = _("the shoe has 13 × 4 × decks cards less one: the last king is missing")
    rows: list[tuple[str, Text, dict[str, Any]]] = [
        ("natural-own", _("a natural stops only the side that has it"), {"punto_stops": (), "banco_stops": ()}),
        ("natural-punto", _("punto's natural does not stop banco"), {"punto_stops": ()}),
        ("natural-banco", _("banco's natural does not stop punto"), {"banco_stops": ()}),
        ("natural-punto-8", _("punto's 8 does not stop banco"), {"punto_stops": (9,)}),
        ("natural-banco-8", _("banco's 8 does not stop punto"), {"banco_stops": (9,)}),
        ("natural-7", _("a 7 stops the other side as a natural does"), {"punto_stops": every, "banco_stops": every}),
        ("labels", _("the labels of the sides are swapped"), {"swapped": True}),
        ("replacement", _("dealt cards do not leave the shoe"), {"unseen": _EVERY}),
        ("unpadded", unpadded, {"padded": False}),
        ("less-one", less_one, {"shoe": _without_last}),
        ("uniform", _("a rank is drawn uniformly instead of a card"), {"unseen": _EVERY, "shoe": _uniform}),
        ("courts", _("J, Q and K are worth 1, 2 and 3"), {"shoe": _courts_as_low}),
    ]
    for at in range(5):
        stays = frozenset(pair for pair in _EVERY if pair[0] == at)
        rows.append((f"stays-{at + 1}", _("card {number} does not leave the shoe", number=at + 1), {"unseen": stays}))
        full = frozenset(pair for pair in _EVERY if pair[1] == at + 1)
        rows.append((f"full-{at + 2}", _("card {number} is drawn from a full shoe", number=at + 2), {"unseen": full}))
    return (Dealt(name, words, replace(right, **switches)) for name, words, switches in rows)


def _without_last(shoe: Shoe) -> Shoe:
    last = 0 if shoe.granularity is Granularity.VALUES else len(shoe.counts) - 1
    return shoe.without(last) if shoe.counts[last] else shoe


def _uniform(shoe: Shoe) -> Shoe:
    """As many cards of each class that the shoe has; of point values, four times as many worth 0."""
    times = [4, *[1] * 9] if shoe.granularity is Granularity.VALUES else [1] * len(shoe.counts)
    return Shoe([6 * time if count else 0 for count, time in zip(shoe.counts, times, strict=True)], shoe.granularity)


def _courts_as_low(shoe: Shoe) -> Shoe:
    """The point values if J, Q and K were worth 1, 2 and 3; the shoe itself where ranks are unknown."""
    if shoe.granularity is Granularity.VALUES:
        return shoe
    totals = [0] * 10
    for rank, count in enumerate(shoe.coarsened(Granularity.RANKS).counts):
        totals[(*range(1, 10), 0, 1, 2, 3)[rank]] += count
    return Shoe.of_values(totals)


@lru_cache(maxsize=1024)
def _codes(dealer: Dealer) -> tuple[Integers, Integers, Integers]:
    """The deals sorted by code, their cards beyond four and final totals; the codes that occur, where each begins."""
    punto, banco, fifth, sixth = np.indices((10,) * 4).reshape(4, -1)
    punto_draws, banco_draws = dealer.draws(punto, banco, fifth)
    punto = np.where(punto_draws, (punto + fifth) % 10, punto)
    banco = np.where(banco_draws, (banco + np.where(punto_draws, sixth, fifth)) % 10, banco)
    codes = ((punto_draws.astype(int) + banco_draws) * TOTALS + punto) * TOTALS + banco
    by_code = np.argsort(codes, kind="stable")
    return by_code, *np.unique(codes[by_code], return_index=True)


@lru_cache(maxsize=64)
def _gone(unseen: frozenset[tuple[int, int]]) -> tuple[Integers, Integers, Integers, Integers]:
    """The first four cards of each of 100 deals of each of 100 pairs of totals, and which cards are gone before others.

    The values; the copies of each of them among the cards that are gone before it; and one, with the copies of every
    value that are gone before the fifth card, and before the sixth.
    """
    cards = np.indices((10,) * 4).reshape(4, -1)
    by_totals = np.argsort((cards[0] + cards[2]) % 10 * 10 + (cards[1] + cards[3]) % 10, kind="stable")
    first = cards[:, by_totals].reshape(4, 100, 100)
    dealt = (first[..., None] == np.arange(10)).astype(np.int64)
    gone = [sum(dealt[at] * ((at, later) not in unseen) for at in range(min(later, 4))) for later in range(6)]
    copies = np.array([(dealt[at] * gone[at]).sum(axis=-1) for at in range(4)])
    return first, copies, np.insert(gone[4], 0, 1, axis=-1), np.insert(gone[5], 0, 1, axis=-1)


@lru_cache(maxsize=256)
def _ways(values: tuple[int, ...], unseen: frozenset[tuple[int, int]]) -> Numbers:
    """The ways to deal each class from a shoe with these counts.

    A value is drawn in as many ways as the shoe has cards of it, less its copies among those that are gone. So the ways
    to deal six cards follow from sums over the first four: of their ways, times the copies of up to two values.
    """
    first, copies, by_fifth, by_sixth = _gone(unseen)
    whole: Numbers = np.array(values, dtype=np.int64 if sum(values) ** 6 < 2**63 else object)
    orders = prod(whole[cards] - gone for cards, gone in zip(first, copies, strict=True))
    sums = (orders[..., None] * by_fifth).transpose(0, 2, 1) @ by_sixth
    fifth = whole[:, None] * sums[:, :1] - sums[:, 1:]
    ways: Numbers = fifth[:, :, :1] * (whole - ((4, 5) not in unseen) * np.eye(10, dtype=int)) - fifth[:, :, 1:]
    return ways.reshape(-1)
