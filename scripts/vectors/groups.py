"""The groups of vectors that count: outcomes of shoes, categories of bets, and coups that are partly known.

The engine computes the expected counts, and a second method confirms them before they are written: the walk for
outcomes; the walk, with Python reading the conditions, for bets on point values; card by card for all bets on shoes of
six to nine cards; formulas for pairs on any shoe. Other bets on ranks and suits have none on large shoes.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import perm

from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.conformance.vectors.engine import Json, answer, counts_answer, outcome_counts, shoe_of
from exact.conformance.vectors.vector_set import confirm
from exact.engine.compiler import compiled
from exact.errors import ExactError
from exact.game import Granularity, parse_card
from exact.game.shoe import Shoe
from exact.reference import walk
from exact.reference.card_by_card import (
    count_by_walk,
    count_card_by_card,
    deal,
    names_of_cards,
    names_of_values,
    python,
)
from exact.reference.decisions import DECISIONS
from exact.rules import STANDARD, all_rules, standard_tableau

Vectors = tuple[tuple[Json, Json], ...]
"""Requests and expected answers."""
Counted = dict[tuple[str, str], Sequence[int]]
"""The counts of a second method, by the bet's name and the shoe as text."""


@dataclass(frozen=True, slots=True)
class Group:
    """Vectors with the same reason to exist."""

    name: str
    source: str
    reason: str
    vectors: Vectors
    flags: str = ""
    """Words, with blanks between them."""


def confirmed(requests: Iterable[tuple[Json, Json | None]]) -> Vectors:
    """Requests with the engine's answers; raises `ExactError` if the answer of a second method, where given, differs."""
    vectors = []
    for request, second in requests:
        vectors.append((request, answer(request)))
        confirm(*vectors[-1], second)
    return tuple(vectors)


def outcome_groups() -> list[Group]:
    """Shoes to the counts of punto, banco and tie under standard rules."""
    return [*_full_shoe_groups(), *_depleted_groups(random.Random("outcomes"))]


def _full_shoe_groups() -> list[Group]:
    by_cards: list[Json] = [{"cards": [decks] * 52} for decks in range(1, 9)]
    by_ranks: list[Json] = [{"ranks": [4 * decks] * 13} for decks in range(1, 9)]
    by_values = [_full_values(decks) for decks in range(1, 9)]
    more = [_full_values(decks) for decks in (13, *range(15, 20), *range(21, 27))]
    over_doubles = [_full_values(decks) for decks in (9, 10, 11, 12, 14, 20, 27)]
    over_64_bits = [_full_values(decks) for decks in (28, 40, 100, 1000, 10**9)]
    published = "P0001, P0004, P0007, P0010, P0013, P0016, P0693-P0723"
    over = "P0378, P0380, P0382, P0725-P0739"
    rows = [
        ("", published, "whole decks, 1 to 8: the counts in every book", "published", by_cards),
        ("-ranks", published, "the same shoes, known by rank", "published", by_ranks),
        ("-values", published, "the same shoes, known by value", "published", by_values),
        ("-more", _WALKED, "other numbers of whole decks", "over-2^53", more),
        ("-over-2-53", over, "from 9 decks on a double does not hold the counts", "published over-2^53", over_doubles),
        ("-over-2-63", _WALKED, "from 28 decks on 64 bits do not hold the counts", "over-2^53 over-2^63", over_64_bits),
    ]
    return [
        Group(f"full-shoes{name}", source, reason, _outcomes(shoes, STANDARD), f"full-shoe {flags}")
        for name, source, reason, flags, shoes in rows
    ]


def _depleted_groups(rng: random.Random) -> list[Group]:
    """Shoes that are not full; the generator draws them group by group, in this order."""
    played = [_values(rng, range(2, 34)) for _ in range(12)]
    by_ranks: list[Json] = [{"ranks": [rng.randrange(30) for _ in range(13)]} for _ in range(6)]
    by_cards: list[Json] = [{"cards": [rng.randrange(8) for _ in range(52)]} for _ in range(6)]
    singletons = [{"values": [1] * 10}, *(_values(rng, (1, 1, 2, 3)) for _ in range(9))]
    exhausted = [_values(rng, (0, 0, 3, 9, 30)) for _ in range(10)]
    six, seven = _few(rng, 6, 16), _few(rng, 7, 10)
    one_value: list[Json] = [
        {"values": [count if v == value else 0 for v in range(10)]} for value, count in enumerate(_ONE_VALUE)
    ]
    uneven = [*(_values(rng, (0, 1, 10**4, 10**6, 10**12)) for _ in range(4)), {"values": [10**12] * 10}]
    in_play = random.Random("in play")
    eight_by_ranks: list[Json] = [{"ranks": [in_play.randrange(33) for _ in range(13)]} for _ in range(12)]
    eight_by_cards: list[Json] = [{"cards": [in_play.randrange(9) for _ in range(52)]} for _ in range(12)]
    rows = [
        ("depleted", "any shoe in play", "", played),
        ("depleted-ranks", "a shoe known by rank; a ten, a jack, a queen and a king are worth the same", "", by_ranks),
        ("depleted-cards", "a shoe known card by card", "", by_cards),
        ("singletons", "one card left of a value: a second of it can never come", "singleton-rank", singletons),
        ("exhausted", "values of which no card is left", "exhausted-value", exhausted),
        ("six-cards", "the last coup that a shoe can deal", "six-cards", six),
        ("seven-cards", "one card more than a coup can need", "", seven),
        ("one-value", "cards of one value only: one coup can happen", "exhausted-value one-value", one_value),
        ("huge-and-uneven", "counts of very different size", "over-2^53 over-2^63", uneven),
        ("in-play-ranks", "eight decks with cards missing, known by rank", "", eight_by_ranks),
        ("in-play-cards", "eight decks with cards missing, known card by card", "", eight_by_cards),
    ]
    return [
        Group(name, _WALKED, reason, _outcomes(shoes, STANDARD), f"depleted {flags}")
        for name, reason, flags, shoes in rows
    ]


def reading_groups() -> list[Group]:
    """The same for every shipped reading, on shoes where readings with other tableaux differ from standard."""
    for name in all_rules():
        if name not in DECISIONS:
            bound = "has no entry in exact/reference/decisions.py, by which a second method plays"
            raise ExactError("rules", name, bound)
    rng = random.Random("readings")
    shoes: list[Json] = [
        _full_values(8),
        _full_values(6),
        *(_values(rng, range(1, 30)) for _ in range(3)),
        {"values": [2] * 10},
    ]
    as_standard = _outcomes(shoes, STANDARD)
    groups = []
    for name in all_rules():
        same = all_rules()[name].tableau == standard_tableau()
        own = _outcomes(shoes, name)
        for (_, given), (_, standard) in zip(own, as_standard, strict=True):
            if (given == standard) != same:
                raise ExactError("vectors", name, "must differ from standard on every shoe of its group or on none")
        reason = "plays the cards as standard does" if same else "differs from standard on each of these shoes"
        groups.append(Group(f"reading-{name.replace(':', '-')}", f"rulebook {name}; {_WALKED}", reason, own))
    return groups


def bet_groups() -> list[Group]:
    """Every bet of the catalogue on full, depleted and small shoes."""
    rng = random.Random("bets")
    bets = list(catalogue().values())
    by_value = [bet for bet in bets if _needs(bet) is Granularity.VALUES]
    by_rank = [bet for bet in bets if _needs(bet) is not Granularity.CARDS]
    full = {"cards": [8] * 52}
    depleted = {"cards": [rng.choice((0, 1, 1, 2, 3, 5)) for _ in range(52)]}
    ranks = {"ranks": [rng.choice((0, 1, 1, 2, 7, 20)) for _ in range(13)]}
    thin = {"values": [rng.choice((0, 1, 2, 5, 18)) for _ in range(10)]}
    small = [_cards(text) for text in _SMALL]
    how = "point values confirmed by the walk, pairs by formulas, other bets on the small shoes"
    fewer = [{"cards": [decks] * 52} for decks in range(1, 8)]
    big = {"cards": [30] * 52}
    some = [catalogue()[name] for name in ("punto", "banco", "tie", "punto-pair", "either-pair", "perfect-pair-both")]
    walked = _by_walk(by_value, [full, depleted, ranks, thin, *fewer]) | _by_walk(some[:3], [big])
    several = [catalogue()[name] for name in _WIDESPREAD]
    widespread = tuple(vector for shoe in fewer for vector in _bets(several, shoe, walked))
    gone, single = "a shoe with ranks and cards that are gone or single", "depleted singleton-rank"
    groups = [
        Group(
            "bets-full-shoe",
            f"tables of the bets' sources; {how}",
            "eight decks",
            _bets(bets, full, walked),
            "full-shoe",
        ),
        Group("bets-depleted", how, gone, _bets(bets, depleted, walked), single),
        Group("bets-depleted-ranks", how, "a shoe known by rank", _bets(by_rank, ranks, walked), single),
        Group(
            "bets-depleted-values",
            how,
            "a shoe known by value",
            _bets(by_value, thin, walked),
            "depleted exhausted-value",
        ),
        Group("bets-over-2-63", how, "thirty decks", _bets(some, big, walked), "full-shoe over-2^53 over-2^63"),
        Group("bets-whole-decks", how, "widespread bets on one deck to seven", widespread, "full-shoe"),
        Group("pairs-singletons", "formulas", "ranks and cards of which one or three are left", _pairs(rng), single),
    ]
    for number, cards in enumerate(small, 1):
        text = "with pairs, suited runs or one rank over and over; every category of a bet that can be"
        flags = f"{single} exhausted-value {'six-cards' if len(cards) == 6 else ''}"
        vectors, reason = _bets(bets, _shoe_json(cards), _by_deals(bets, cards)), f"{len(cards)} cards, {text}"
        groups.append(Group(f"bets-small-{number}", "every deal, card by card", reason, vectors, flags))
    return groups


def given_groups() -> list[Group]:
    """Coups about which something is known."""
    full = _full_values(8)
    shoes: list[Json] = [full, {"values": [9, 4, 3, 5, 6, 2, 7, 1, 8, 3]}]
    on_values = (*_KNOWN_VALUES, *_KNOWN_WORDS)
    by_walk = [_given_by_walk([condition for _, condition in on_values], shoe_of({"shoe": shoe})) for shoe in shoes]
    of_words: list[tuple[Json, Json]] = []
    for shoe, counts in zip(shoes, by_walk, strict=True):
        of_words += _agreed(shoe, _KNOWN_WORDS, counts[len(_KNOWN_VALUES) :])
    large = _agreed(full, _KNOWN_VALUES, by_walk[0][: len(_KNOWN_VALUES)])
    known = (*_KNOWN_VALUES, *_KNOWN_CARDS)
    small: list[tuple[Json, Json]] = []
    for cards in map(_cards, _SMALL[2:4]):
        small += _agreed(_shoe_json(cards), known, _given([condition for _, condition in known], cards))
    fine = "knowledge of ranks, suits and unused cards"
    return [
        Group("given-full-shoe", "confirmed by the walk", "what is known decides", large, "full-shoe"),
        Group("given-small-shoes", "every deal, card by card", fine, tuple(small), "depleted"),
        Group("given-words", "confirmed by the walk", "what «high», «low» and «?» mean", tuple(of_words)),
    ]


_WIDESPREAD = (
    *("punto", "banco", "tie", "punto-pair", "banco-pair", "either-pair", "perfect-pair-either", "perfect-pair-both"),
    *("dragon-7", "panda-8", "lucky-6", "dragon-bonus-punto", "dragon-bonus-banco", "big", "small"),
)
_OUTCOMES = ("punto", "banco", "tie")
_WALKED = "computed by polynomial and by walk"
_ONE_VALUE = (6, 7, 8, 9, 10, 32, 6, 6, 100, 12)
_SMALL = (
    "10s 10s 10h 5h Kh Jd",
    "8c Kc 10c 8c Qc Jc",
    "As Ah 7s 7s 3d 3h 9d",
    "Ks Ks Kh Qs 10d Jd 3h",
    "9s 9h 9d 9c 4h 4h 6s 2d",
)
_KNOWN_VALUES = (
    ("punto=4,0", "punto_value_1 == 4 and punto_value_2 == 0"),
    ("punto_total=5", "punto_two_card_total == 5"),
    ("banco_total=3 punto_total=0-5", "banco_two_card_total == 3 and punto_two_card_total <= 5"),
    ("card3=9", "punto_value_2 == 9"),
    ("cards=6", "cards == 6"),
    ("punto_natural=yes", "punto_natural"),
    ("banco_final_total=7 banco_cards=3", "banco_total == 7 and banco_cards == 3"),
    ("margin=1", "margin == 1"),
    ("tie=no", "not tie"),
    ("punto=?,?,6", "punto_cards == 3 and punto_value_3 == 6"),
    ("banco=?,?,none punto_wins=no", "banco_cards == 2 and not punto_wins"),
)
"""Knowledge, and the same as a condition in Python."""
_KNOWN_WORDS = (
    ("punto=high,?", "6 <= punto_value_1 <= 9"),
    ("banco=?,low", "1 <= banco_value_2 <= 5"),
    ("punto=?,?,high", "punto_cards == 3 and 6 <= punto_value_3 <= 9"),
    ("punto=4,0,?", "punto_value_1 == 4 and punto_value_2 == 0"),
    ("punto=7,0,?", "punto_value_1 == 7 and punto_value_2 == 0"),
    ("banco=3,low,? punto=?,?,?", "banco_value_1 == 3 and 1 <= banco_value_2 <= 5"),
)
"""The same for words that engines misread: a third card ``?`` may be none."""
_KNOWN_CARDS = (
    ("punto=9,?", "punto_rank_1 == 9"),
    ("card1=red", "punto_colour_1 == red"),
    ("banco=3|9,?", "banco_rank_1 in (3, 9)"),
    ("card5=high", "6 <= card_5 <= 9"),
    ("card6=A card1=low", "card_6 == 1 and punto_rank_1 <= 5"),
    ("punto=spades,hearts", "punto_suit_1 == spades and punto_suit_2 == hearts"),
)


def _ask(kind: str, shoe: Json, rules: str = STANDARD, **more: object) -> Json:
    return {"kind": kind, "rules": rules, "shoe": shoe, **more}


def _outcomes(shoes: Iterable[Json], rules: str) -> Vectors:
    return confirmed((request, _walked(request)) for request in (_ask("outcomes", shoe, rules) for shoe in shoes))


def _walked(request: Json) -> Json:
    return outcome_counts(walk.count_outcomes(Shoe.of_values(shoe_of(request).values), DECISIONS[request["rules"]]))


def _bets(bets: Iterable[Bet], shoe: Json, counted: Counted) -> Vectors:
    """Bets on a shoe, confirmed by what was counted already, or by the formulas for pairs."""
    counts = ((bet, counted.get((bet.name, str(shoe))) or pair_counts(bet.name, shoe)) for bet in bets)
    return confirmed(
        (_ask("bet", shoe, bet=bet.name), counts_answer(bet.categories, own) if own else None) for bet, own in counts
    )


def _pairs(rng: random.Random) -> Vectors:
    names = ("punto-pair", "either-pair", "perfect-pair-either", "perfect-pair-both", "banco-suited-pair")
    shoes: list[Json] = [{"cards": [rng.choice((0, 1, 1, 3)) for _ in range(52)]} for _ in range(3)]
    ranks: list[Json] = [{"ranks": [rng.choice((0, 1, 1, 1, 3)) for _ in range(12)] + [3]} for _ in range(3)]
    bets = [catalogue()[name] for name in names]
    by_cards = [vector for shoe in shoes for vector in _bets(bets, shoe, {})]
    return (*by_cards, *(vector for shoe in ranks for vector in _bets(bets[:2], shoe, {})))


def _by_walk(bets: Sequence[Bet], shoes: Sequence[Json]) -> Counted:
    known = [shoe_of({"shoe": shoe}) for shoe in shoes]
    by_shoe = zip(shoes, count_by_walk(bets, known, DECISIONS[STANDARD]), strict=True)
    return {(name, str(shoe)): counts for shoe, by_bet in by_shoe for name, counts in by_bet.items()}


def _by_deals(bets: Sequence[Bet], cards: list[int]) -> Counted:
    shoe = str(_shoe_json(cards))
    return {(name, shoe): own for name, own in count_card_by_card(bets, cards, DECISIONS[STANDARD]).items()}


def _given(conditions: Sequence[str], cards: list[int]) -> list[dict[str, int]]:
    """For each condition, in Python, the number of deals of six of ``cards`` that satisfy it, by outcome.

    Besides the names of the language, a condition may use ``card_5`` and ``card_6``, the ranks of the last two cards.
    """
    counts = [dict.fromkeys(_OUTCOMES, 0) for _ in conditions]
    for six_cards, times in Counter(permutations(cards, 6)).items():
        names = names_of_cards(*deal(six_cards, DECISIONS[STANDARD]))
        names |= {"card_5": six_cards[4] // 4 + 1, "card_6": six_cards[5] // 4 + 1}
        outcome = "tie" if names["tie"] else "punto" if names["punto_wins"] else "banco"
        for of_condition, condition in zip(counts, conditions, strict=True):
            if eval(python(condition), {"__builtins__": {}}, names):
                of_condition[outcome] += times
    return counts


def _given_by_walk(conditions: Sequence[str], shoe: Shoe) -> list[dict[str, int]]:
    """The same for conditions on point values, on a shoe of any size."""
    counts = [dict.fromkeys(_OUTCOMES, 0) for _ in conditions]
    every = python(f"({','.join(conditions)})")
    for coup, ways, _ in walk.walk(shoe, DECISIONS[STANDARD]):
        names = names_of_values(coup.punto.values, coup.banco.values)
        for of_condition, holds in zip(counts, eval(every, {"__builtins__": {}}, names), strict=True):
            of_condition[coup.outcome.value] += ways * bool(holds)
    return counts


def _agreed(shoe: Json, known: Sequence[tuple[str, str]], counts: Sequence[dict[str, int]]) -> Vectors:
    """The requests that can be, with their answers; knowledge that no deal agrees with is left out."""
    return confirmed(
        (_ask("given", shoe, given=text), counts_answer(found, found.values()))
        for (text, _), found in zip(known, counts, strict=True)
        if any(found.values())
    )


_ON_ONE_SIDE = (
    *("punto-pair", "banco-pair", "punto-perfect-pair", "banco-perfect-pair"),
    *("punto-suited-pair", "banco-suited-pair"),
)
_ON_PAIRS = (*_ON_ONE_SIDE, "either-pair", "perfect-pair-either", "perfect-pair-both")


def pair_counts(bet: str, shoe: Json) -> tuple[int, ...]:
    """The counts of a bet on pairs by formula; none for other bets.

    They follow from the ordered six-card deals in which a given side has a pair, and in which both have one.
    """
    if bet not in _ON_PAIRS:
        return ()
    ((word, classes),) = shoe.items()
    if "suited" in bet:
        classes = [sum(classes[suit::4]) for suit in range(4)]
    elif "perfect" not in bet and word == "cards":
        classes = [sum(classes[4 * rank : 4 * rank + 4]) for rank in range(13)]
    cards, pairs = sum(classes), [perm(count, 2) for count in classes]
    four_alike = sum(perm(count, 4) for count in classes)
    two_pairs = sum(pairs) ** 2 - sum(pair**2 for pair in pairs)  # of different classes
    single, both = sum(pairs) * perm(cards - 2, 4), (four_alike + two_pairs) * perm(cards - 4, 2)
    if bet in _ON_ONE_SIDE:
        return single, perm(cards, 6) - single
    none = perm(cards, 6) - 2 * single + both
    return (both, 2 * (single - both), none) if bet == "perfect-pair-both" else (2 * single - both, none)


def _needs(bet: Bet) -> Granularity:
    return compiled(bet, standard_tableau()).granularity


def _full_values(decks: int) -> dict[str, list[int]]:
    return {"values": [16 * decks] + [4 * decks] * 9}


def _values(rng: random.Random, choices: Sequence[int]) -> Json:
    """A shoe described by value with counts from ``choices``, of at least six cards."""
    counts = [rng.choice(choices) for _ in range(10)]
    return {"values": counts} if sum(counts) >= 6 else _values(rng, choices)


def _few(rng: random.Random, cards: int, shoes: int) -> list[Json]:
    drawn = [[rng.randrange(10) for _ in range(cards)] for _ in range(shoes)]
    return [{"values": [values.count(value) for value in range(10)]} for values in drawn]


def _cards(names: str) -> list[int]:
    return [parse_card(name)[1] for name in names.split()]


def _shoe_json(cards: Sequence[int]) -> Json:
    return {"cards": [cards.count(card) for card in range(52)]}
