"""Read a simulator's tallies from JSON and check them; `exact verify simulated --help` shows the file.

``pairs`` are the outcomes of two coups of one shoe, the first two or any two at a fixed distance. No coup may be in two
pairs, because overlapping pairs are not independent.

Tallies that cannot belong to the same coups, however wrong the rules are, are refused. The tallies of a bet bound the
number of coups with each outcome: from below by the categories possible only with it, from above by all categories
possible with it. Outcomes and totals give that number directly. All of these bounds must agree.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path

from exact.bets.catalogue import bet_name, catalogue, find_bet
from exact.conformance.strict_json import Written, parsed
from exact.conformance.vectors.dealer import outcomes_of_totals
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import MAX_DECKS, Shoe
from exact.inputs import check_whole, near_misses, read_text_file
from exact.names import canonical
from exact.questions.bets import counts
from exact.records import Record, field
from exact.rules import Tableau

MAX_COUPS = 10**12  # the largest number with which the floating-point arithmetic of the tests has been tried
MAX_FILE = 1_000_000
PARAMETER = "simulated"
_KEYS = ("decks", "rules", "coups", "outcomes", "bets", "totals", "pairs")
OUTCOME_NAMES = tuple(side.value for side in Outcome)
PAIR_NAMES = tuple(",".join(pair) for pair in product(OUTCOME_NAMES, repeat=2))


class Tallies(Record, kw_only=True):
    """The tallies of a simulator; `None` or empty for those that it did not count."""

    coups: int
    decks: int | None = None
    rules: str | None = None
    outcomes: tuple[int, ...] | None = None  # in the order of `Outcome`
    bets: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # in the order of their categories
    totals: tuple[int, ...] | None = None  # 100 tallies, at index 10 · punto's total + banco's
    pairs: tuple[int, ...] | None = None  # in the order of `PAIR_NAMES`


def read_tallies(path: Path) -> Tallies:
    """The tallies in a file; raises `ExactError` as `parse_tallies` does, and for an unreadable or too large file."""
    return parse_tallies(read_text_file(path, PARAMETER, "name a JSON file of tallies", MAX_FILE), str(path))


def parse_tallies(text: str, file: str) -> Tallies:
    """The tallies written in JSON ``text``; ``file`` names it in errors.

    Raises `ExactError` for text that is no JSON or repeats a key, unknown names, tallies that are no whole numbers from
    0 or do not add up to the coups, and for no tallies at all.
    """
    document = named_entries(parsed(text, PARAMETER), PARAMETER, _KEYS)
    if "coups" not in document:
        raise ExactError(PARAMETER, file, 'lacks the number of "coups"')
    coups = check_whole(document["coups"], "coups", 1, MAX_COUPS)
    rules = document.get("rules", "")
    if not isinstance(rules, str):
        raise ExactError("rules", Written(rules), "must be the name of a rulebook")
    tallies = Tallies(
        coups=coups,
        decks=check_whole(document["decks"], "decks", 1, MAX_DECKS) if "decks" in document else None,
        rules=rules if "rules" in document else None,
        outcomes=_named(document["outcomes"], "outcomes", OUTCOME_NAMES, coups) if "outcomes" in document else None,
        bets=_bets(document["bets"], coups) if "bets" in document else {},
        totals=_totals(document["totals"], coups) if "totals" in document else None,
        pairs=_pairs(document["pairs"], coups) if "pairs" in document else None,
    )
    if not any((tallies.outcomes, tallies.bets, tallies.totals, tallies.pairs)):
        raise ExactError(PARAMETER, file, "contains no tallies: give outcomes, bets, totals or pairs")
    return tallies


def named_entries(value: object, parameter: str, known: Iterable[str]) -> Mapping[str, object]:
    """``value`` as a mapping whose keys are all among ``known``, with synonyms replaced."""
    names = list(known)
    if not isinstance(value, dict):
        raise ExactError(parameter, Written(value), "must be a JSON object")
    named = {}
    for key, entry in value.items():
        name = canonical(key, names)
        if name not in names:
            raise ExactError(parameter, key, f"is not known here: {near_misses(key, names)}")
        if name in named:
            raise ExactError(parameter, key, f"gives {name} a second time")
        named[name] = entry
    return named


def _named(value: object, parameter: str, names: tuple[str, ...], total: int | None) -> tuple[int, ...]:
    """The tallies of an object in the order of ``names``, which must add up to ``total`` if that is given."""
    given = named_entries(value, parameter, names)
    return _tallied(((name, given.get(name, 0)) for name in names), parameter, total)


def _tallied(entries: Iterable[tuple[str, object]], parameter: str, total: int | None) -> tuple[int, ...]:
    tallies = tuple(check_whole(tally, f"{parameter}, {name}", 0, MAX_COUPS) for name, tally in entries)
    if total is not None and sum(tallies) != total:
        raise ExactError(parameter, sum(tallies), f"is the sum of the tallies, but there were {total} coups")
    return tallies


def _bets(value: object, coups: int) -> dict[str, tuple[int, ...]]:
    if not isinstance(value, dict):
        raise ExactError("bets", Written(value), "must be a JSON object")
    bets = {}
    for typed, tallies in value.items():
        if ":" in typed or "." in typed:
            raise ExactError("bet", typed, "is not the name of a bet of the catalogue, without a pay table: exact bets")
        name = bet_name(typed)
        if name in bets:
            raise ExactError("bets", typed, f"gives {name} a second time")
        bets[name] = _named(tallies, f"bets, {name}", find_bet(name).categories, coups)
    return bets


def _totals(value: object, coups: int) -> tuple[int, ...]:
    rows = value if isinstance(value, list) else []
    if len(rows) != 10 or not all(isinstance(row, list) and len(row) == 10 for row in rows):
        raise ExactError("totals", Written(value), "must be ten rows, punto's final total, of ten tallies, banco's")
    return _tallied(((f"{p}:{b}", rows[p][b]) for p, b in product(range(10), repeat=2)), "totals", coups)


def _pairs(value: object, coups: int) -> tuple[int, ...]:
    tallies = _named(value, "pairs", PAIR_NAMES, None)
    if not 0 < sum(tallies) <= coups // 2:
        half = f"must be from 1 to {coups // 2}, half of the coups, because no coup may be in two pairs"
        raise ExactError("pairs", sum(tallies), f"is the sum of the tallies: it {half}")
    return tallies


# Together these deal every possible pair of hands, because a wrong drawing table is not a contradiction.
_EVERY_PLAY = tuple(Tableau(punto * 8, (banco * 11,) * 8) for punto, banco in product("DS", repeat=2))
_EITHER, _SIDES = "either-pair", ("punto-pair", "banco-pair")
_Claim = list[tuple[int, Collection[int]]]  # numbers of coups, and the outcomes that they can have had, by index


def check_agreement(tallies: Tallies) -> None:
    """Raise `ExactError`, which names both, if two tallies contradict each other."""
    for pair in combinations(_claims(tallies), 2):
        for (index, outcome), (low, high) in product(enumerate(OUTCOME_NAMES), (pair, pair[::-1])):
            least = sum(coups for coups, outcomes in low[1] if {*outcomes} == {index})
            most = sum(coups for coups, outcomes in high[1] if index in outcomes)
            if least > most:
                bound = f"coups or more are {outcome} by these tallies, but by {high[0]} at most {most}"
                raise ExactError(low[0], least, bound)
    _check_pair_bets(tallies)


def _claims(tallies: Tallies) -> Iterator[tuple[str, _Claim]]:
    if tallies.outcomes is not None:
        yield "outcomes", [(tally, (index,)) for index, tally in enumerate(tallies.outcomes)]
    if tallies.totals is not None:
        yield "totals", [(tally, (index,)) for index, tally in enumerate(outcomes_of_totals(tallies.totals))]
    if tallies.pairs is not None:
        by_pairs = zip(tallies.pairs, product(range(3), repeat=2), strict=True)
        paired: _Claim = [(tally, (index,)) for tally, pair in by_pairs for index in pair]
        yield "pairs", [*paired, (tallies.coups - 2 * sum(tallies.pairs), range(3))]
    for name, counted in tallies.bets.items():
        yield f"bets, {name}", list(zip(counted, _outcomes_of(name), strict=True))


@lru_cache(maxsize=256)
def _outcomes_of(bet: str) -> tuple[frozenset[int], ...]:
    """For each category of a bet, the possible outcomes under any drawing rules; all of them if it cannot happen."""
    places = (0, 2, 1)  # the bet on punto wins, pushes and loses as the outcomes are punto, tie and banco
    outcomes_of: list[set[int]] = [set() for _ in catalogue()[bet].categories]
    for tableau in _EVERY_PLAY:
        joint = counts((catalogue()[bet], catalogue()["punto"]), Shoe.of_decks(8), tableau)
        for (category, outcome), count in joint.items():
            if count:
                outcomes_of[category].add(places[outcome])
    return tuple(frozenset(each or range(3)) for each in outcomes_of)


def _check_pair_bets(tallies: Tallies) -> None:
    """The bet on either side's pair wins at least as often as each side's, and at most as often as both together."""
    if _EITHER not in tallies.bets:
        return
    either = tallies.bets[_EITHER][0]
    sides = {name: tallies.bets[name][0] for name in _SIDES if name in tallies.bets}
    for name, won in sides.items():
        if won > either:
            bound = f"coups win, but bets, {_EITHER} has only {either}: it wins whenever this does"
            raise ExactError(f"bets, {name}", won, bound)
    both = sum(sides.values())
    if len(sides) == len(_SIDES) and either > both:
        bound = f"coups win, but bets, {' and '.join(_SIDES)} have only {both}: one of them wins whenever it does"
        raise ExactError(f"bets, {_EITHER}", either, bound)
