"""The reference figures of linear counts, whose search takes minutes: a script writes them to a file in the package.

``scripts/generate.py counts`` writes `COUNTS_FILE`. A bet is in it if the tags of level 1 that correlate best with its effects of
removal gain `LEAST_GAIN` with `CHOSEN` cards unseen and it loses without a count; `ALWAYS` and the bets with printed counts are in it whatever they gain. The
figures are rounded once, to `DIGITS` decimals, so the tables print them as they stand.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from exact.analysis.best_tags import best_tags
from exact.analysis.count_play import Count, best_play, count_values
from exact.analysis.count_shoe import approximate_gain, coups_by_unseen
from exact.analysis.linear_count import integer_tags
from exact.analysis.removal import effects_of_removal, value_level
from exact.arithmetic import decimal_text, fraction_text
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue, find_bet
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.lazy import futures
from exact.literature.counts import published_counts
from exact.rules.named import standard_tableau

COUNTS_FILE = os.path.join(os.path.dirname(__file__), "counts.tsv")
DECKS = 8
UNSEEN = (26, 52, 104)
CHOSEN = 52
"""The unseen cards at which the tags that are used over a whole shoe gain most."""
CUTS = (14, 16)
LEVELS = (1, 2)
LEAST_GAIN = Fraction(1, 100)
"""Units per coup."""
ALWAYS = ("punto", "banco", "tie")
DIGITS = 9
_HEADING = "bet\torigin\tdealt\ttags\ttrigger\tfrequency\tedge\tgain\tper shoe"


class Entry(NamedTuple):
    """A line of the file."""

    bet: str
    """With its pay table, if it has several."""
    origin: str
    """The level of the best tags, or the row of the literature that prints the tags."""
    dealt: str
    """The number of unseen cards, or ``cut`` and the cards behind the cut card, for the mean over a shoe, approximately."""
    tags: tuple[int, ...]
    """By point value."""
    trigger: Fraction | None
    """The true count that gains most; `None` over a shoe, where every number of unseen cards has its own, and without a bet."""
    frequency: Fraction
    edge: Fraction | None
    gain: Fraction
    """Units per coup."""
    per_shoe: Fraction | None
    """Units per shoe; `None` for a number of unseen cards."""

    @property
    def unseen(self) -> int | None:
        """The number of unseen cards; `None` over a shoe."""
        return int(self.dealt) if self.dealt.isdigit() else None


def bets_of_file() -> list[str]:
    """The bets of the file: those worth counting on their usual pay tables, and those of the printed counts on theirs."""
    bets = value_level(catalogue().values(), standard_tableau())
    usual = [bet.name for bet in bets if bet.name in ALWAYS or _gain(bet) >= LEAST_GAIN]
    printed = [_name(find_bet(count.bet).paid_by(count.pay_table)) for count in published_counts()]
    return list(dict.fromkeys((*usual, *printed)))


def _gain(bet: Bet) -> Fraction:
    """What the best-correlated tags of level 1 gain per coup with `CHOSEN` cards unseen; 0 for a bet that wins without a count."""
    effects = effects_of_removal(bet, Shoe.of_decks(DECKS), standard_tableau())
    tags = integer_tags(effects, 1) if effects.expectation < 0 else None
    return Fraction(0) if tags is None else entry_at(bet.name, "1", CHOSEN, tags).gain


def _name(bet: Bet) -> str:
    return bet.name if bet.paying_table == next(iter(bet.pay_tables)) else f"{bet.name}:{bet.paying_table}"


def computed(name: str) -> list[Entry]:
    """The lines of a bet."""
    bet = find_bet(name)
    printed = {
        c.row: c.tags_by_value for c in published_counts() if _name(find_bet(c.bet).paid_by(c.pay_table)) == name
    }
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    entries = [entry_at(name, "1", n, best_tags(bet, shoe, tableau, n, 1).tags) for n in UNSEEN if n != CHOSEN]
    used = {str(level): best_tags(bet, shoe, tableau, CHOSEN, level).tags for level in LEVELS} | printed
    for origin, tags in used.items():
        depths = (CHOSEN,) if origin == "1" else UNSEEN
        entries += [entry_at(name, origin, unseen, tags) for unseen in depths]
        entries += over_shoes(name, origin, tags)
    return sorted(entries, key=lambda entry: (entry.origin, entry.unseen is None, int(entry.dealt.split()[-1])))


def entry_at(name: str, origin: str, unseen: int, tags: Sequence[int]) -> Entry:
    """The line of a count with so many cards unseen."""
    linear = Count(tuple(map(Fraction, tags)), Granularity.VALUES)
    (values,) = count_values(find_bet(name), linear, Shoe.of_decks(DECKS), standard_tableau(), [unseen])
    play = best_play(values)
    edge = None if play.edge is None else _rounded(play.edge)
    frequency, gain = _rounded(play.frequency), _rounded(play.gain)
    return Entry(name, origin, str(unseen), tuple(tags), play.trigger, frequency, edge, gain, None)


def over_shoes(name: str, origin: str, tags: Sequence[int]) -> Iterator[Entry]:
    """The lines of a count over a shoe, one for each place of the cut card."""
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    begins = {cut: coups_by_unseen(shoe, tableau, cut) for cut in CUTS}
    unseen = sorted(set().union(*begins.values()))
    linear = Count(tuple(map(Fraction, tags)), Granularity.VALUES)
    plays = {v.unseen: best_play(v) for v in count_values(find_bet(name), linear, shoe, tableau, unseen)}
    for cut, positions in begins.items():
        whole = approximate_gain(plays, positions)
        edge = _rounded(whole.gain / whole.bets) if whole.bets else None
        per_coup = (_rounded(whole.bets / whole.coups), edge, _rounded(whole.gain / whole.coups))
        yield Entry(name, origin, f"cut {cut}", tuple(tags), None, *per_coup, _rounded(whole.gain))


def _rounded(value: Fraction) -> Fraction:
    return Fraction(decimal_text(value, DIGITS))


def counts_file(executor: futures.Executor) -> str:
    """The text of `COUNTS_FILE`: tab-separated, a heading line."""
    lines = [_HEADING]
    for entries in executor.map(computed, bets_of_file()):
        lines += map(_line, entries)
    return "\n".join(lines) + "\n"


def _line(entry: Entry) -> str:
    tags = ",".join(map(str, entry.tags))
    trigger = "" if entry.trigger is None else fraction_text(entry.trigger)
    decimals = (entry.frequency, entry.edge, entry.gain, entry.per_shoe)
    figures = ("" if figure is None else decimal_text(figure, DIGITS) for figure in decimals)
    return "\t".join((entry.bet, entry.origin, entry.dealt, tags, trigger, *figures))


@cache
def reference_counts() -> Mapping[tuple[str, str, str], Entry]:
    """The lines of `COUNTS_FILE` by bet, origin and how it is dealt."""
    with open(COUNTS_FILE, encoding="ascii") as file:
        entries = [_read(line.split("\t")) for line in file.read().splitlines()[1:]]
    return {entry[:3]: entry for entry in entries}


def _read(cells: Sequence[str]) -> Entry:
    bet, origin, dealt, tags, *figures = cells
    trigger, frequency, edge, gain, per_shoe = (Fraction(cell) if cell else None for cell in figures)
    assert frequency is not None
    assert gain is not None
    return Entry(bet, origin, dealt, tuple(map(int, tags.split(","))), trigger, frequency, edge, gain, per_shoe)
