"""The readings by the rank of Punto's third card: their third argument is that rank, 1 (ace) to 13 (king)."""

from functools import partial

from exact.game import Decision, Granularity, Outcome, Side
from exact.game.shoe import Shoe
from exact.reference.decisions import BANCO, DECISIONS, PUNTO, classic_it, classic_sl, come_si_gioca
from exact.reference.walk import count_outcomes


def _by_rank(
    missing: tuple[int, ...], decide: Decision, move: Side | None, punto: int, banco: int, rank: int | None
) -> Side | None:
    """The decision by the rank of the third card where the table of 3 to 6 has no column for the ranks ``missing``."""
    if rank in missing and banco in (3, 4, 5, 6) and decide(punto, banco, None) is PUNTO:
        return move
    return decide(punto, banco, None if rank is None else rank if rank < 10 else 0)


TEN: tuple[int, ...] = (10,)
"""«tutte le figure valgono 0 punti … tutte le altre carte valgono il loro valore nominale», and columns 0 to 9."""
COURT: tuple[int, ...] = (11, 12, 13)
"""«le Figure (fante, donna, re) e i Dieci si annullano», and columns 1 to 10."""

RANK_DECISIONS: dict[str, Decision] = {
    "classic-it:ten-stands": partial(_by_rank, TEN, classic_it, None),
    "classic-it:ten-draws": partial(_by_rank, TEN, classic_it, BANCO),
    "come-si-gioca:court-stands": partial(_by_rank, COURT, come_si_gioca, None),
    "come-si-gioca:court-draws": partial(_by_rank, COURT, come_si_gioca, BANCO),
    "classic-sl:ten-stands": partial(_by_rank, TEN, classic_sl, None),
    "classic-sl:ten-draws": partial(_by_rank, TEN, classic_sl, BANCO),
    "otto-mazzi:ten-stands": partial(_by_rank, TEN, DECISIONS["otto-mazzi"], None),
    "otto-mazzi:ten-draws": partial(_by_rank, TEN, DECISIONS["otto-mazzi"], BANCO),
}


def count_outcomes_by_rank(shoe: Shoe, decide: Decision) -> dict[Outcome, int]:
    """The outcomes of a shoe that describes ranks.

    Of the coups in which Punto's third card is worth 0, each of those ranks has its share of the cards worth 0.
    """
    tens = shoe.coarsened(Granularity.RANKS).counts[9:]
    counts = dict.fromkeys(Outcome, 0)
    for rank, copies in enumerate(tens, start=10):

        def by_value(punto: int, banco: int, third: int | None, rank: int = rank) -> Side | None:
            return decide(punto, banco, rank if third == 0 else third)

        for outcome, count in count_outcomes(shoe, by_value).items():
            counts[outcome] += copies * count
    return {outcome: count // sum(tens) for outcome, count in counts.items()}
