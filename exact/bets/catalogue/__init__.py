"""The catalogue of bets: every TOML file in this folder."""

import pathlib
import re
from collections.abc import Sequence
from functools import cache

from exact.bets.bet import Bet, parse_bets
from exact.errors import ExactError
from exact.inputs import near_misses, note_reading, read_text_file
from exact.names import also_called, has_words, matches, with_one_word_more, words_of

_LISTED = "exact bets lists them"


@cache
def every_bet() -> dict[str, Bet]:
    """Every bet by its name, in the order of the files."""
    bets: dict[str, Bet] = {}
    for path in sorted(pathlib.Path(__file__).parent.glob("*.toml")):
        for bet in parse_bets(path.read_text(encoding="utf-8"), path.name):
            if bet.name in bets:
                raise ExactError(path.name, bet.name, "is already a bet of another file")
            bets[bet.name] = bet
    return bets


@cache
def catalogue() -> dict[str, Bet]:
    """The bets that dealt cards alone decide, without a meter or a draw: what tables, vectors and surveys are about."""
    return {name: bet for name, bet in every_bet().items() if not (bet.jackpot or bet.draw)}


def meant_by(typed: str) -> tuple[str, str] | None:
    """The bet that a name means, and the pay table that it implies, perhaps empty; `None` for the name of none.

    Raises `ExactError` for a name of several bets, unless all have the same payoffs for the same categories.
    """
    names = matches(typed, every_bet())
    found = [
        every_bet()[name].paid_by(table or None) for name, _colon, table in (each.partition(":") for each in names)
    ]
    meanings = [(bet.classification, bet.pay_tables[bet.paying_table], bet.jackpot, bet.draw) for bet in found]
    if any(meaning != meanings[0] for meaning in meanings):
        raise ExactError("bet", typed, choose_one(names))
    return (found[0].name, found[0].pay_table or "") if found else None


def choose_one(names: Sequence[str]) -> str:
    """What an error says of a name with these meanings, at least two."""
    return f"can mean {', '.join(names[:-1])} or {names[-1]}: choose one"


def bet_name(typed: str) -> str:
    """The catalogue's name for what is typed, perhaps with a pay table; a file's is unchanged; `ExactError` if none."""
    if ".toml" in typed:
        return typed
    base, colon, pay_table = typed.partition(":")
    if meant := meant_by(base):
        name, sold = meant
        full = f"{name}:{pay_table}" if colon else f"{name}:{sold}" if sold else name
        note_reading(typed, full)
        return full
    near = with_one_word_more(base, every_bet())
    bound = f"is neither a bet nor a .toml file: {near_misses(base, every_bet()).or_else(_LISTED)}"
    raise ExactError("bet", typed, choose_one(near) if len(near) > 1 else bound)


def find_bet(name: str) -> Bet:
    """The bet ``name``, ``name:pay-table``, ``FILE.toml``, ``FILE.toml:pay-table``, ``FILE.toml:bet``, or an error."""
    if not isinstance(name, str):
        raise ExactError("bet", name, "must be a bet, the name of one, or a .toml file")
    file, dot, rest = (name, "", "") if name == "-" else name.rpartition(".toml")
    if name == "-" or dot:
        bet = _from_file(pathlib.Path(file + dot), rest.removeprefix(":"))
        chosen = len(bet.pay_tables) == 1 or bet.pay_table
        note_reading(name, bet.name_in_full if bet.jackpot else name if chosen else f"{name}:{bet.paying_table}")
        return bet
    base, _, pay_table = bet_name(name).partition(":")
    bet = every_bet()[base].paid_by(pay_table or None)
    note_reading(name, bet.name_in_full)
    return bet


def _from_file(path: pathlib.Path, chosen: str) -> Bet:
    text = read_text_file(path, "bet", "name a bet or a .toml file")
    bets = {bet.name: bet for bet in parse_bets(text, path.name)}
    name, _, pay_table = chosen.partition(":")
    meant = matches(name, bets) if len(bets) > 1 else []
    if len(meant) == 1:
        name = meant[0]
    if name in bets:
        return bets[name].paid_by(pay_table or None)
    if len(bets) == 1:
        return next(iter(bets.values())).paid_by(name or None)
    raise ExactError("bet", str(path), f"contains {len(bets)} bets: name one after a colon, {near_misses(name, bets)}")


def bets_about(word: str | None) -> list[Bet]:
    """The bets with all these words, or all for `None`; raises `ExactError` if there are none."""
    words = words_of(word or "")
    if word is not None and not words:
        raise ExactError("bets", word, "has no word to look for; without one, exact bets lists them all")
    titles = ((bet, f"{bet.name} {bet.title} {also_called(bet.name, bet.title)}") for bet in every_bet().values())
    bets = [bet for bet, searched in titles if has_words(searched, words)]
    if not bets:
        known = " ".join(f"{bet.name} {bet.title}" for bet in every_bet().values())
        every = dict.fromkeys(re.findall(r"[^\W\d_]{2,}", known.lower()))
        hint = near_misses(" ".join(words), every).or_else("exact bets lists it all")
        raise ExactError("bets", word, f"is in no name or title of the catalogue: {hint}")
    return bets
