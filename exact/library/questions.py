"""The questions of the library: each takes names or objects, standard rules by default, and has an exact answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, Union, cast

from exact.analysis.odds import odds_of_shoe
from exact.answers.table import Table
from exact.arithmetic import MAX_DIGITS, number_text
from exact.errors import ExactError, blamed_on
from exact.game.shoe import MIN_CARDS, USUAL_DECKS, InfiniteShoe, Shoe, shoe_from
from exact.inputs import MAX_WORKERS, check_whole, near_misses, parse_whole, spelled
from exact.library.results import Joint, Odds, Price
from exact.records import replace
from exact.rules import STANDARD, Rules, Tableau, rules_named

if TYPE_CHECKING:
    from pathlib import Path

    from exact.analysis.joint import Variable
    from exact.bets.bet import Bet
    from exact.bets.knowledge import Piece
    from exact.engine.evaluate import Evaluation
    from exact.lazy import futures
    from exact.workers.tasks import Progress, Run

T = TypeVar("T")
ShoeLike: TypeAlias = Shoe | Sequence[int] | Mapping[str, int] | Mapping[int, int] | str
RulesLike: TypeAlias = Rules | str | PathLike[str]
BetLike: TypeAlias = Union["Bet", str, PathLike[str]]
BetsLike: TypeAlias = BetLike | Sequence[BetLike]
Number: TypeAlias = int | float | Fraction | str
Numbers: TypeAlias = Number | Sequence[Number]
Unseen: TypeAlias = int | range | Sequence[int] | str
Workers: TypeAlias = Union[int, str, "futures.Executor"]
ALL, AUTO = "all", "auto"
"""Every number of unseen cards; a process for each core, if the work takes longer than about a second."""
NUMBER = "must be a number, or text like 7, 3/2 or 5%"
_LONGEST_RANGE = 1000


def odds(
    shoe: ShoeLike | None = None,
    rules: RulesLike = STANDARD,
    *,
    decks: int | str | None = None,
    remove: str | Sequence[str] | None = None,
    given: str | None = None,
) -> Odds:
    """How often punto, banco and tie come on the next coup, and what bets on them cost.

    The shoe is a `Shoe`, 10, 13 or 52 counts, counts by name, or text like ``16,4,4,4,4,4,4,4,4,4``; or full ``decks``,
    by default the rulebook's number, or eight; ``"infinite"`` ones are dealt with replacement. ``remove`` takes cards
    out of it (``"9 9 K"``), ``given`` says what is known of the coup (``"punto=4,0"``). Raises `ExactError` for
    anything else.

    >>> odds(decks=8)
    <Odds 416 cards, standard: punto 44.6247 %, banco 45.8597 %, tie 9.5156 %>
    >>> odds(decks=8, rules="castle-vaduz:literal").banco.house_edge
    Fraction(871935450872, 32541655439475)
    """
    played, held = game_of(rules, shoe, decks, remove, endless=True)
    pieces = _pieces(given)
    if pieces:
        from exact.analysis.pricing import joined, odds_given  # the language of bets, which other odds do not need

        distribution = odds_given(held, played.tableau, joined(pieces, held, played.tableau))
    else:
        distribution = odds_of_shoe(held, played.tableau)
    return Odds(held, played, distribution, pieces)


def price(
    bet: BetLike,
    shoe: ShoeLike | None = None,
    rules: RulesLike = STANDARD,
    *,
    decks: int | str | None = None,
    remove: str | Sequence[str] | None = None,
    given: str | None = None,
    pays: Numbers | None = None,
    commission: Number | None = None,
    rebate: Number | None = None,
    jackpot: Number | Mapping[str, Number] | None = None,
) -> Price:
    """What a bet is worth on the next coup: its payoffs and their probabilities, mean, variance and house edge.

    The bet is a `Bet`, a name of the catalogue or of a casino, with a pay table after a colon if you choose one, or a
    ``.toml`` file. ``pays`` is what winning categories pay instead; ``commission`` is the share of a win that the
    house keeps, ``rebate`` the share of a stake that comes back, ``jackpot`` the amount on the meter of a progressive
    bet, or the amounts by name. Shoe, rules, ``remove`` and ``given`` are as in
    `odds`. Raises `ExactError` for anything else.

    >>> price("dragon-7", decks=8, remove="9 9")
    <Price dragon-7, 414 cards, standard: house edge 6.6513 %>
    >>> price("dragon-7", decks=8, pays=50).mean > 0
    True
    """
    from exact.analysis import pricing
    from exact.bets.payoffs import on_terms

    played, held = game_of(rules, shoe, decks, remove, endless=True)
    given_terms = {"pays": pays, "commission": commission, "rebate": rebate}
    terms = {name: texts_of(term, name) for name, term in given_terms.items() if term is not None}
    wager = bet_of(bet, played)
    if jackpot is not None:
        refuse(terms, "does not go with a jackpot")
        if isinstance(jackpot, Mapping):
            jackpot = ",".join(f"{name}={text_of(amount, 'jackpot')}" for name, amount in jackpot.items())
        wager = wager.with_jackpot(text_of(jackpot, "jackpot"))
    wager = on_terms(wager, played, **terms)
    pieces = _pieces(given)
    known = pricing.joined(pieces, held, played.tableau)
    distribution, name = pricing.price_bet(wager, held, played.tableau, known=known), name_of(bet)
    file = name if isinstance(name, str) and ".toml" in name else ""
    return Price(wager, held, played, distribution, pieces, terms, file)


def joint(
    first: BetLike,
    second: BetLike,
    shoe: ShoeLike | None = None,
    rules: RulesLike = STANDARD,
    *,
    decks: int | str | None = None,
    remove: str | Sequence[str] | None = None,
) -> Joint:
    """How often each pair of values of two facts comes on the next coup.

    A fact is a bet, which stands for its categories, or an expression such as ``"punto_total"``, ``"punto_natural"`` or
    ``"kings + queens"``. Shoe and rules are as in `odds`. Raises `ExactError` for anything else.

    >>> joint("punto_natural", "banco_natural", decks=8)
    <Joint punto_natural and banco_natural, 416 cards, standard>
    """
    from exact.analysis.joint import count_jointly

    played, held = game_of(rules, shoe, decks, remove, endless=True)
    facts = (_fact(first, played, "first"), _fact(second, played, "second"))
    with blamed_on("first and second", "bet"):
        return Joint(held, played, count_jointly(*facts, held, played.tableau))


def evaluate(
    shoes: object, rules: RulesLike | Tableau = STANDARD, bets: Sequence[BetLike] = (), kernel: str = "auto"
) -> Evaluation:
    """The exact counts of the outcomes and of ``bets`` on many shoes: rows of 10 point values, 13 ranks or 52 cards.

    A row may also be a `Shoe`, and the rules their `Tableau` alone; bets by name have the catalogue's pay tables.
    ``kernel`` is ``auto``, ``numpy`` or ``numba`` and changes no digit. See `exact.engine.evaluate.evaluate`.
    """
    from exact.engine import evaluate as many_shoes

    tableau = rules if isinstance(rules, Tableau) else rules_of(rules).tableau
    rows = [row.counts if isinstance(row, Shoe) else row for row in shoes] if isinstance(shoes, list | tuple) else shoes
    if not isinstance(bets, list | tuple):
        raise ExactError("bets", bets, "must be a list of bets")
    with blamed_on("bets", "bet"):
        return many_shoes.evaluate(rows, tableau, bets, kernel)


def table(id: str) -> Table:  # noqa: A002
    """A reference table by its id; raises `ExactError` for an unknown one, with similar ids."""
    from exact.publication.catalogue import CATALOGUE, table_of

    if not isinstance(id, str) or id not in CATALOGUE:
        raise ExactError("id", id, f"is not a table: {near_misses(id, CATALOGUE)}")
    return replace(table_of(id), rows=tuple(table_of(id).rows))


def _pieces(given: str | None) -> tuple[Piece, ...]:
    if given is None:
        return ()
    from exact.bets.knowledge import parse_knowledge

    return parse_knowledge(given)


def _fact(fact: BetLike, rules: Rules, parameter: str) -> Variable:
    from exact.analysis.joint import variable_named, variable_of_bet
    from exact.bets.bet import Bet

    if isinstance(fact, Bet):
        return variable_of_bet(fact)
    if not isinstance(fact, str):
        raise ExactError(parameter, fact, "must be a bet or an expression such as punto_total")
    return variable_named(fact, rules, parameter)


def game_of(
    rules: RulesLike,
    shoe: ShoeLike | None,
    decks: int | str | None,
    remove: str | Sequence[str] | None,
    endless: bool = False,
) -> tuple[Rules, Shoe]:
    """The rules, and the shoe or full decks, by default the rulebook's or `USUAL_DECKS`, less the cards to remove.

    Raises `ExactError` for the infinite shoe, unless the figures have a limit as decks are added (``endless``).
    """
    if shoe is not None and decks is not None:
        raise ExactError("shoe", shoe, "gives the shoe twice: leave out the shoe or decks")
    played = rules_of(rules)
    usual = played.decks or USUAL_DECKS
    full = shoe_from(shoe) if shoe is not None else Shoe.of_decks(usual if decks is None else decks)
    if isinstance(full, InfiniteShoe) and (remove is not None or not endless):
        raise ExactError("decks", decks, "is a shoe that loses no card, and this depends on those that are left")
    return played, full if remove is None else full.removed(remove)


def rules_of(rules: RulesLike) -> Rules:
    """The rules, or those with this name or path."""
    return rules if isinstance(rules, Rules) else rules_named(name_of(rules))


def bet_of(bet: BetLike, rules: Rules) -> Bet:
    """The bet, or the one with this name or path under ``rules``."""
    from exact.bets.bet import Bet
    from exact.bets.payoffs import bet_under

    return bet if isinstance(bet, Bet) else bet_under(name_of(bet), rules)


def listed(several: object) -> list[object]:
    """The entries of a list, or of a text with commas; or the one thing that ``several`` is."""
    if isinstance(several, str):
        return [entry.strip() for entry in several.split(",")]
    return list(several) if isinstance(several, list | tuple) else [several]


def bets_of(bets: BetsLike, rules: Rules, parameter: str = "bet") -> list[Bet]:
    """Each bet of a list, or of a text with commas, as `bet_of`."""
    if isinstance(bets, str) and "" in listed(bets):
        raise ExactError(parameter, bets, "has an empty name: write a single comma between two bets")
    with blamed_on(parameter, "bet"):
        found = [bet_of(cast("BetLike", bet), rules) for bet in listed(bets)]
    if not found:
        raise ExactError(parameter, bets, "names no bet")
    return found


def bets_named(bets: BetsLike, rules: Rules, parameter: str) -> dict[str, Bet]:
    """As `bets_of`, by name and pay table; raises `ExactError` for one that comes twice."""
    found: dict[str, Bet] = {}
    for bet, entry in zip(bets_of(bets, rules, parameter), listed(bets), strict=True):
        name = name_of_bet(entry)
        if name in found:
            raise ExactError(parameter, bets, f"names {name} twice")
        found[name] = bet
    return found


def name_of_bet(bet: object) -> str:
    """The name of a bet, perhaps with a pay table, or its path."""
    from exact.bets.bet import Bet
    from exact.bets.catalogue import bet_name

    if isinstance(bet, Bet):
        return bet.full_name
    if not isinstance(bet, str | PathLike):
        raise ExactError("bet", bet, "is neither a bet nor its name")
    return bet_name(name_of(bet))


def name_of(given: Any) -> Any:
    """A name, or a path as text; what is neither is refused where the name is looked up."""
    return fspath(given) if isinstance(given, PathLike) else given


def text_of(value: object, parameter: str, bound: str = NUMBER) -> str:
    """A number as the commands take it; a text as it is. Raises `ExactError` that says ``bound`` for anything else."""
    if isinstance(value, str | float):
        return str(value)
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return number_text(Fraction(value))
    raise ExactError(parameter, value, bound)


def texts_of(values: object, parameter: str, bound: str = NUMBER, separator: str = ",") -> str:
    """One such text, or those of a list with ``separator``."""
    if not isinstance(values, list | tuple | range) or not values:
        return text_of(values, parameter, bound)
    return separator.join(text_of(entry, parameter, bound) for entry in values)


def for_each(
    name: str, given: Any, read: Callable[[str], T], bets: Sequence[Bet], texts: Sequence[str] | None = None
) -> list[T]:
    """What a list, or each of its ``texts``, says of the bets: one for each, or the same for all."""
    entries = [*map(read, texts_of(given, name).split(",") if texts is None else texts)]
    if len(entries) not in (1, len(bets)):
        bound = f"gives {len(entries)} for a number of bets that is {len(bets)}: give one, or one each"
        raise ExactError(name, given, bound)
    return entries * (len(bets) // len(entries))


def word(value: object, parameter: str, bound: str) -> str:
    """``value`` itself if it is text."""
    if not isinstance(value, str):
        raise ExactError(parameter, value, bound)
    return value


def check_flags(**flags: object) -> None:
    """Raise `ExactError` for one that is neither true nor false."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise ExactError(name, value, "must be True or False")


def whole(value: object, parameter: str, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``, or such a number as text."""
    if isinstance(value, str):
        return parse_whole(value, parameter, low, high)
    return check_whole(value, parameter, low, high)


def digits_of(digits: int) -> int:
    """The decimals to print, from 1 on."""
    return check_whole(digits, "digits", 1, MAX_DIGITS)


def unseen_of(unseen: Unseen, shoe: Shoe) -> list[int]:
    """Numbers of unseen cards, or a list such as ``6..30,36``, each once, in the given order; or `ALL`."""
    text = texts_of(unseen, "unseen", "must be numbers of unseen cards, like 52, 6..30,36 or all")
    if text.strip() == ALL:
        text = f"{MIN_CARDS}..{shoe.cards}"
    found: dict[int, None] = {}
    for part in text.split(","):
        first, dots, last = part.partition("..")
        low = parse_whole(first, "unseen", MIN_CARDS, shoe.cards)
        if re.fullmatch(r"\d{1,9}", last.strip(), re.ASCII) and int(last) < low:
            raise ExactError("unseen", part, "is a range that ends before it begins")
        high = parse_whole(last, "unseen", MIN_CARDS, shoe.cards) if dots else low
        if high - low >= _LONGEST_RANGE:
            raise ExactError("unseen", part, f"is a range of more than {_LONGEST_RANGE} numbers")
        found |= dict.fromkeys(range(low, high + 1))
    return list(found)


def refuse(arguments: Mapping[str, object], bound: str) -> None:
    """Raise `ExactError` that says ``bound`` for the first of some arguments that is given."""
    for name, value in arguments.items():
        if value is not None and value is not False:
            raise ExactError(name, spelled(name) if value is True else value, bound)


def path_of(path: object, parameter: str, bound: str) -> Path:
    """The path; raises `ExactError` that says ``bound`` for what is none."""
    from pathlib import Path

    name = name_of(path) if isinstance(path, str | PathLike) else ""
    if not isinstance(name, str) or not name or "\0" in name:
        raise ExactError(parameter, path, bound)
    return Path(name)


@contextmanager
def run_of(
    workers: Workers | None,
    checkpoint: str | PathLike[str] | None,
    takes_long: bool = True,
    progress: Progress | None = None,
) -> Iterator[Run]:
    """The executor of some workers, with the directory for finished work and what hears of progress.

    Without workers, and with `AUTO` if the work is short, this process does it.
    """
    from exact.workers.processes import process_pool
    from exact.workers.tasks import Run

    saved = None if checkpoint is None else path_of(checkpoint, "checkpoint", "is not a directory")
    if workers is None or hasattr(workers, "submit"):
        yield Run(cast("futures.Executor | None", workers), saved, progress)
        return
    number = None if workers == AUTO else whole(workers, "workers", 1, MAX_WORKERS)
    with process_pool(number) as pool:
        yield Run(pool if takes_long or number is not None else None, saved, progress)
