"""The catalogue of bets: every TOML file in this folder."""

from __future__ import annotations

from functools import cache

from exact.bets.bet import Bet, parse_bets
from exact.errors import ExactError
from exact.inputs import near_misses, read_text_file
from exact.lazy import pathlib

_LISTED = "exact bets lists them"


@cache
def catalogue() -> dict[str, Bet]:
    """Every bet of the catalogue by its name, in the order of the files."""
    bets: dict[str, Bet] = {}
    for path in sorted(pathlib.Path(__file__).parent.glob("*.toml")):
        for bet in parse_bets(path.read_text(encoding="utf-8"), path.name):
            if bet.name in bets:
                raise ExactError(path.name, bet.name, "is a bet of another file already")
            bets[bet.name] = bet
    return bets


def find_bet(name: str) -> Bet:
    """The bet, with its pay table chosen, that ``bet``, ``bet:pay-table``, ``FILE.toml`` or ``FILE.toml:pay-table`` names.

    A family's file needs the bet too: ``FILE.toml:bet``. Raises `ExactError` with the near misses.
    """
    file, colon, rest = name.rpartition(".toml")
    if colon:
        return _from_file(pathlib.Path(f"{file}.toml"), rest.removeprefix(":"))
    base, _, pay_table = name.partition(":")
    bets = catalogue()
    if base not in bets:
        raise ExactError("bet", name, f"is neither a bet nor a .toml file: {near_misses(base, bets).or_else(_LISTED)}")
    return bets[base].paid_by(pay_table or None)


def _from_file(path: pathlib.Path, chosen: str) -> Bet:
    text = read_text_file(path, "bet", "name a bet or a .toml file")
    bets = {bet.name: bet for bet in parse_bets(text, path.name)}
    name, _, pay_table = chosen.partition(":")
    if name in bets:
        return bets[name].paid_by(pay_table or None)
    if len(bets) == 1:
        (bet,) = bets.values()
        return bet.paid_by(name or None)
    hint = near_misses(name, bets).or_else(_LISTED)
    raise ExactError("bet", str(path), f"holds {len(bets)} bets: name one after a colon, {hint}")
