"""The groups of vectors that deal: coups from sequences of cards, stakes on them, and requests that must be refused."""

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor

from exact.arithmetic import number_text
from exact.bets.catalogue import catalogue
from exact.conformance.vectors.dealer import Dealer, dealing_faults
from exact.conformance.vectors.engine import Json, answer
from exact.errors import ExactError
from exact.game import POINT_VALUES, RANKS, SUITS, parse_card
from exact.reference.card_by_card import categories_of, deal
from exact.reference.decisions import DECISIONS
from exact.rules import STANDARD, all_rules, standard_tableau
from vectors.groups import Group, Vectors, confirmed


def coup_groups() -> list[Group]:
    """Dealt sequences, step by step: every cell of both tables, naturals, and the differences of every reading."""
    source, rng = "58 Pa. Code § 631a.11; dealt by two methods", random.Random("coups")
    named = [[rng.choice(RANKS) + rng.choice(SUITS) for _ in range(6)] for _ in range(40)]
    groups = [
        Group("coups-naturals", source, "an 8 or a 9 on either side ends the coup", _coups(_naturals())),
        Group("coups-punto-rule", source, "punto draws or stands on 0 to 7", _coups(_punto_rule())),
        Group("coups-banco-table", source, "each of the 88 cells of banco's table", _coups(_banco_table(STANDARD))),
        Group("coups-cards", source, "cards named by rank and suit; some are not needed", _coups(named)),
    ]
    standard = standard_tableau()
    for name, rules in all_rules().items():
        if rules.tableau != standard:
            differing = [cards for cards in (*_punto_rule(), *_banco_table(name)) if _differs(cards, name)]
            reason = "sequences that this reading deals otherwise than standard"
            groups.append(Group(f"coups-{name.replace(':', '-')}", f"rulebook {name}", reason, _coups(differing, name)))
    return groups


def settlement_groups() -> list[Group]:
    """Stakes on dealt coups, with commission rounded to a unit."""
    rng = random.Random("settlement")
    coups = ["K 2 3 4 7 9", "K 9 4 K", "9 4 K K", "8 8 K K"]
    rounded = [
        staked(rules, coup, {"banco": amount, "punto": "10", "tie": "2.50"}, unit)
        for rules in ("standard", "classic-it", "classic-sl", "classic-it:eight-for-one")
        for coup in coups[1:]
        for amount, unit in (("25.00", "1"), ("30.00", "1"), ("33.33", "0.50"), ("10.00", "0.25"))
    ]
    rounded += [staked(STANDARD, coups[1], {"banco": f"{rng.randrange(1, 40000) / 100:.2f}"}, "1") for _ in range(12)]

    def unrounded(coups: Iterable[str], *stakes: dict[str, str]) -> list[Json]:
        return [staked(STANDARD, coup, each, None) for coup in coups for each in stakes]

    several = [
        request
        for bet in ("dragon-7", "panda-8", "lucky-6", "dragon-bonus-punto")
        for request in unrounded(_coups_by_category(bet), {"banco": "20", "tie": "5", "punto-pair": "2.50", bet: "1"})
    ]
    winning = [request for bet in _SETTLED for request in unrounded(_coups_by_category(bet), {bet: "4.00"})]
    pairs = [request for bet in _ON_PAIRS for request in unrounded(_coups_with_pairs(), {bet: "4.00"})]
    exactly = unrounded(coups, *({"banco": amount} for amount in ("0.20", "7.00", "1000.00")))
    side = unrounded(coups, {"dragon-7": "5", "panda-8": "2", "egalite-8": "1"})
    deciding = unrounded(map(" ".join, _deciding()), {"punto": "10", "banco": "20", "tie": "5"})
    in_turn = (coups[2], *coups[:2], coups[3])
    part_cents = unrounded(in_turn, *({"banco": amount} for amount in ("0.33", "0.10", "12.34", "99.99")))
    down = (
        "in the player's favour: down to the unit; also where the commission is a whole number of units or half of one"
    )
    by_category = "a coup of each category, after two cards and after three; the third card is no part of a pair"
    no_cents = "commission that is no whole number of cents, where no unit is given"
    clauses, first = "the rulebooks' commission clauses", "first pay table of each bet"
    rows = [
        ("rounded", clauses, down, rounded),
        ("exact", clauses, "without a unit, exactly", exactly),
        ("side-bets", first, "bets with their own pay tables", side),
        ("winning", first, by_category, winning),
        ("pairs", first, by_category, pairs),
        ("several", first, "several stakes at once", several),
        ("part-cents", clauses, no_cents, part_cents),
        ("deciding", "58 Pa. Code § 631a.11", "coups that another drawing rule would decide otherwise", deciding),
    ]
    return [Group(f"settlement-{name}", source, reason, settled(asked)) for name, source, reason, asked in rows]


_SETTLED = (
    *("dragon-7", "panda-8", "lucky-6", "dragon-bonus-punto", "dragon-bonus-banco"),
    *("punto-total-0", "punto-total-6", "banco-total-7", "banco-total-9", "punto-wins-8", "banco-wins-5"),
)
_ON_PAIRS = ("punto-pair", "banco-pair", "either-pair", "perfect-pair-either", "perfect-pair-both")


@cache
def _coups_by_category(bet: str) -> list[str]:
    """For each category of the bet, the first random coup in which punto stands, and the first in which it draws."""
    rng = random.Random(f"settlement of {bet}")
    chosen: dict[tuple[int, bool], str] = {}
    for _ in range(4000):
        names = [rng.choice(RANKS) + rng.choice(SUITS) for _ in range(6)]
        cards = [_card_index(name) for name in names]
        (category,) = categories_of([catalogue()[bet]], cards, DECISIONS[STANDARD])
        punto, _ = deal(cards, DECISIONS[STANDARD])
        chosen.setdefault((category, len(punto) == 3), " ".join(names))
    return [chosen[key] for key in sorted(chosen)]


def _deciding() -> list[list[str]]:
    """Coups such that whoever deals with a fault of the register has another outcome of one of them."""
    rng, right, coups = random.Random("deciding"), Dealer(), list[list[str]]()
    for dealt in dealing_faults(standard_tableau()):
        drawn = ([rng.choice(("K", *RANKS[:9])) for _ in range(6)] for _ in range(20_000))
        if dealt.dealer.tableau != right.tableau or (dealt.dealer.shoe == right.shoe and not dealt.dealer.unseen):
            decides = (cards for cards in (*coups, *drawn) if _outcome(dealt.dealer, cards) != _outcome(right, cards))
            cards = next(decides, None)
            coups += [] if cards is None or cards in coups else [cards]
    return coups


def _outcome(dealer: Dealer, cards: list[str]) -> object:
    return (dealer.answer({"kind": "coup", "rules": STANDARD, "cards": cards}) or {}).get("outcome")


def _coups_with_pairs() -> list[str]:
    """Pairs of one side or both, perfect or not, with and without a third card; ranks that a third card repeats."""
    return [
        "5s 2h 5d 4c 9h 3s",  # punto's pair, punto draws
        "3s 2h 3d 4c 9h 3s",  # punto's pair, punto stands
        "4s Ks 2d Kd 7h 5c",  # banco's pair, both draw
        "4s 9h 3d 9h 7h 5c",  # banco's perfect pair on a natural
        "6s 3h Kd 2c 6h 3s",  # no pair: punto stands
        "5s 3h Kd 2c 5h 3d",  # no pair: both third cards repeat a rank
        "5s 5h 5s 5h 5d 5c",  # two perfect pairs
        "Ks Qh Ks Qd 2h 6c",  # a perfect pair and a pair, both draw
        "Ks Qh 10s Jd 2h 6c",  # no pair: tens and court cards have one value, but four ranks
        "2s 2h 3d 3c 8h 9c",  # no pair: the two sides share their ranks
    ]


def invalid_groups() -> list[Group]:
    """Requests that must be refused."""
    full = {"values": [128] + [32] * 9}
    ranks = {"ranks": [32] * 13}

    def outcomes(shoe: object) -> Json:
        return {"kind": "outcomes", "rules": STANDARD, "shoe": shoe}

    rows: list[tuple[str, str, list[Json]]] = [
        ("five-cards", "no coup can be dealt for certain from fewer than six cards", [
            outcomes({"values": [5] + [0] * 9}),
            outcomes({"values": [0] * 10}),
            outcomes({"ranks": [1] * 5 + [0] * 8}),
            {"kind": "bet", "bet": "punto-pair", "rules": STANDARD, "shoe": {"cards": [5] + [0] * 51}},
        ]),
        ("counts", "a count is a whole number of at least 0", [
            outcomes({"values": [-1] + [32] * 9}),
            outcomes({"values": [12.5] + [32] * 9}),
            outcomes({"values": ["128"] + [32] * 9}),
            outcomes({"values": [None] + [32] * 9}),
            outcomes({"values": [True] + [32] * 9}),
        ]),
        ("shape", "ten values, thirteen ranks or 52 cards", [
            outcomes({"values": [32] * 12}),
            outcomes({"values": [32] * 9}),
            outcomes({"ranks": [32] * 10}),
            outcomes({"cards": [8] * 51}),
            outcomes({}),
            outcomes({"values": [32] * 10, "ranks": [32] * 13}),
            outcomes([32] * 10),
        ]),
        ("names", "unknown kinds, rules and bets", [
            {"kind": "bet", "bet": "no-such-bet", "rules": STANDARD, "shoe": full},
            {"kind": "outcomes", "rules": "no-such-rules", "shoe": full},
            {"kind": "no-such-kind", "rules": STANDARD, "shoe": full},
        ]),
        ("granularity", "a bet that looks at more than the shoe tells", [
            {"kind": "bet", "bet": "punto-pair", "rules": STANDARD, "shoe": full},
            {"kind": "bet", "bet": "punto-perfect-pair", "rules": STANDARD, "shoe": ranks},
            {"kind": "given", "given": "card1=red", "rules": STANDARD, "shoe": ranks},
        ]),
        ("knowledge", "what is known contradicts itself or the shoe", [
            {"kind": "given", "given": "punto=4,4 punto_total=3", "rules": STANDARD, "shoe": full},
            {"kind": "given", "given": "punto=4,4 cards=6", "rules": STANDARD, "shoe": full},
            {"kind": "given", "given": "card1=9", "rules": STANDARD, "shoe": {"values": [128] + [32] * 8 + [0]}},
            {"kind": "given", "given": "punto=", "rules": STANDARD, "shoe": full},
        ]),
        ("coups", "cards that are none, or too few of them", [
            {"kind": "coup", "rules": STANDARD, "cards": ["K", "7", "3"]},
            {"kind": "coup", "rules": STANDARD, "cards": ["2", "2", "2", "2"]},
            {"kind": "coup", "rules": STANDARD, "cards": ["K", "7", "3", "11"]},
            {"kind": "coup", "rules": STANDARD, "cards": ["Kx", "7s", "3s", "2s"]},
        ]),
        ("payoffs", "a figure of a bet whose payoffs are missing, of no category, or no numbers", [
            {"kind": "expectation", "bet": "tie", "rules": STANDARD, "shoe": full},
            {"kind": "house_edge", "bet": "tie", "rules": STANDARD, "shoe": full, "pays": {"win": "8", "push": "0"}},
            {"kind": "variance", "bet": "tie", "rules": STANDARD, "shoe": full, "pays": {"win": "many", "lose": "-1"}},
        ]),
        ("stakes", "amounts that are none", [
            staked(STANDARD, "K 9 4 K", {"banco": amount}, "1") for amount in ("-5", "0", "1.005", "many")
        ]),
    ]  # fmt: skip
    groups = []
    for name, reason, requests in rows:
        for request in requests:
            if "error" not in answer(request):
                raise ExactError("vectors", request, "must be refused")
        vectors = tuple((request, Json({"error": True})) for request in requests)
        groups.append(Group(f"invalid-{name}", "the documented format", reason, vectors, "invalid"))
    return groups


def _coups(sequences: list[list[str]], rules: str = STANDARD) -> Vectors:
    requests = ({"kind": "coup", "rules": rules, "cards": cards} for cards in sequences)
    return confirmed((request, _dealt(request)) for request in requests)


def _dealt(request: Json) -> Json:
    """The coup as the decision function deals it."""
    punto, banco = deal(request["cards"], DECISIONS[request["rules"]], _point_value)
    totals = [sum(map(_point_value, hand)) % 10 for hand in (punto, banco)]
    winner = "tie" if totals[0] == totals[1] else "punto" if totals[0] > totals[1] else "banco"
    steps = [["punto", punto[0]], ["banco", banco[0]], ["punto", punto[1]], ["banco", banco[1]]]
    steps += [[side, card] for side, hand in (("punto", punto), ("banco", banco)) for card in hand[2:]]
    named = Json(punto=punto, banco=banco, punto_total=totals[0], banco_total=totals[1])
    return named | {"outcome": winner, "steps": steps}


def _card_index(name: str) -> int:
    """A card type with the point value of the card ``name``."""
    granularity, index = parse_card({"0": "K", "1": "A"}.get(name, name))
    return index if granularity == 52 else 4 * index


def _point_value(name: str) -> int:
    return POINT_VALUES[_card_index(name) // 4]


def _naturals() -> list[list[str]]:
    pairs = [("4", "4"), ("K", "9"), ("7", "A"), ("10", "8"), ("5", "5"), ("3", "4"), ("2", "A")]
    return [
        [punto[0], banco[0], punto[1], banco[1], "6", "J"]
        for punto, banco in product(pairs, repeat=2)
        if any(sum(map(_point_value, hand)) % 10 >= 8 for hand in (punto, banco))
    ]


def _punto_rule() -> list[list[str]]:
    """Punto on each total from 0 to 7, banco on 6 and on 7, with two ways to make each total."""
    return [
        [first, "K", str((total - int(first)) % 10), str(banco), "0", "5"]
        for total in range(8)
        for banco in (6, 7)
        for first in ("0", "9")
    ]


def _banco_table(rules: str) -> list[list[str]]:
    """A sequence for each cell of banco's table: punto's third card 0 to 9 after it draws, then a standing punto."""
    tableau = all_rules()[rules].tableau
    drawing = max(total for total in range(6) if tableau.punto_draws(total))
    standing = next(total for total in (6, 7) if not tableau.punto_draws(total)) if "S" in tableau.punto else None
    sequences = []
    for total in range(8):
        for third in range(10):
            sequences.append(["0", "9", str(drawing), str((total + 1) % 10), str(third), str((total + third) % 10)])
        if standing is not None:
            sequences.append(["0", "9", str(standing), str((total + 1) % 10), "4", "7"])
    return sequences


def _differs(cards: list[str], rules: str) -> bool:
    asked: Json = {"kind": "coup", "cards": cards}
    return answer(asked | {"rules": rules}) != answer(asked | {"rules": STANDARD})


def staked(rules: str, cards: str, stakes: dict[str, str], unit: str | None) -> Json:
    """The request to settle these stakes on the coup dealt from ``cards``, with commission in units if there is one."""
    request: Json = {"kind": "settlement", "rules": rules, "cards": cards.split(), "stakes": stakes}
    return request if unit is None else request | {"unit": unit}


def settled(requests: list[Json]) -> Vectors:
    """The requests with their settlements, confirmed by a second method."""
    return confirmed((request, _settled_by_hand(request)) for request in requests)


def _settled_by_hand(request: Json) -> Json:
    """Each stake paid by the category from the second method; a main bet that wins, as its rulebook pays it."""
    rules, unit = all_rules()[request["rules"]], request.get("unit")
    bets = [catalogue()[name] for name in request["stakes"]]
    categories = categories_of(bets, [_card_index(name) for name in request["cards"]], DECISIONS[rules.id])
    net = {}
    for bet, amount, category in zip(bets, map(Fraction, request["stakes"].values()), categories, strict=True):
        won = amount * bet.payoffs()[category]
        if bet.name in rules.payoffs and bet.categories[category] == "win":
            won = amount * rules.payoffs[bet.name]
            won -= _commission(won * rules.commission, unit, rules.rounding) if bet.name == "banco" else 0
        net[bet.name] = number_text(won, 2)
    return {"net": net}


def _commission(charged: Fraction, unit: str | None, favour: str) -> Fraction:
    if unit is None:
        return charged
    units = charged / Fraction(unit)
    whole = {"house": ceil(units), "nearest": ceil(units - Fraction(1, 2))}.get(favour, floor(units))
    return whole * Fraction(unit)
