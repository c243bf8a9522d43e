"""What makes the vectors asks what was released, and writes nothing that a second method denies."""

from __future__ import annotations

import json
from collections.abc import Iterable
from concurrent.futures import Executor, Future
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.conformance.vectors import coup_groups, groups
from exact.conformance.vectors.build import FILES, build_files
from exact.conformance.vectors.coup_groups import settled, staked
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.faults.register import faults
from exact.conformance.vectors.groups import Group, decisions_of, reading_groups
from exact.conformance.vectors.own_bets import own_bet_vectors
from exact.conformance.vectors.price_groups import figure_by_hand
from exact.conformance.vectors.vector_set import DATA, Vector, load_set, looked_at
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.coup import Outcome, Side
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes

VECTORS = "exact.conformance.vectors"
Json = dict[str, Any]


GRANULARITIES = {granularity.word: granularity for granularity in Granularity}


class Compiled(NamedTuple):
    granularity: Granularity


def as_text(request: object) -> str:
    return json.dumps(request, sort_keys=True)


RELEASED = {as_text(vector.request): vector.expected for vector in load_set().vectors}


def ones(bets: Iterable[Bet], *_: object) -> dict[str, list[int]]:
    """One way for every category of every bet: wrong everywhere."""
    return {bet.name: [1] * len(bet.categories) for bet in bets}


def one_each(_: object, request: Json) -> Json | None:
    return {"counts": dict.fromkeys(catalogue()[request["bet"]].categories, "1")} if "bet" in request else None


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The released answers in place of the engine's, and one way for everything in place of the slow second methods."""
    for module in ("groups", "price_groups"):
        monkeypatch.setattr(f"{VECTORS}.{module}.answer", lambda request: RELEASED[as_text(request)])
        monkeypatch.setattr(f"{VECTORS}.{module}.count_by_walk", lambda bets, shoes, _: [ones(bets)] * len(shoes))
    monkeypatch.setattr(f"{VECTORS}.groups.count_card_by_card", ones)
    monkeypatch.setattr(f"{VECTORS}.groups.compiled", lambda bet, _: Compiled(GRANULARITIES[looked_at()[bet.name]]))
    monkeypatch.setattr(f"{VECTORS}.groups.decisions_of", lambda rules: rules)
    monkeypatch.setattr("exact.reference.walk.count_outcomes", lambda *_: dict.fromkeys(Outcome, 1))


def in_file(name: str) -> list[Json]:
    groups: list[Json] = json.loads((DATA / name).read_text(encoding="utf-8"))["groups"]
    return groups


def as_in_a_file(group: Group) -> Json:
    vectors = [
        {"id": f"{group.name}-{number:03d}", "request": request, "expected": expected}
        for number, (request, expected) in enumerate(group.vectors, 1)
    ]
    return {**group._asdict(), "flags": list(group.flags), "vectors": vectors}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("part", ["outcomes", "readings", "bets", "prices"])
def test_the_questions_are_the_released_ones(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In their order, with the words about their groups; that the answers are right is tested elsewhere."""
    for module in ("groups", "price_groups"):
        monkeypatch.setattr(f"{VECTORS}.{module}.confirm", lambda *_: None)
    monkeypatch.setattr(f"{VECTORS}.groups.SmallEngine.answer", one_each)
    name = f"vectors-{part}.json"
    assert [as_in_a_file(group) for group in FILES[name]()] == in_file(name)


@pytest.mark.usefixtures("quick")
def test_the_released_effects_of_removal_are_those_of_the_small_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    confirmed = []

    def confirm(request: Json, expected: Json, second: Json) -> None:
        if "removal" in second:
            assert second == expected
            confirmed.append((request["bet"], as_text(request["shoe"])))

    monkeypatch.setattr(f"{VECTORS}.price_groups.confirm", confirm)
    FILES["vectors-prices.json"]()
    assert len(confirmed) == len(set(confirmed)) == 5 * 13  # five bets on thirteen shoes


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("part", "method"),
    [
        *(("outcomes", method) for method in ("walk", "small engine")),
        *(("readings", method) for method in ("walk", "small engine")),
        *(("bets", method) for method in ("walk", "small engine", "deals")),
    ],
)
def test_every_second_method_must_agree(part: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One method errs, and the others agree or say nothing."""
    agreed: dict[str, Any] = {
        "exact.conformance.vectors.groups._walked": lambda *_: None,
        f"{VECTORS}.groups._confirm_by_walk": lambda *_: {},
        f"{VECTORS}.groups.SmallEngine.answer": lambda *_: None,
        f"{VECTORS}.groups._confirmed_by_deals": lambda *_: (),
    }
    erring = {"walk": (0, 1), "small engine": (2,), "deals": (3,)}[method]
    for number, (name, silent) in enumerate(agreed.items()):
        if number not in erring:
            monkeypatch.setattr(name, silent)
    if method == "small engine":
        monkeypatch.setattr(f"{VECTORS}.groups.SmallEngine.answer", lambda *_: {"counts": {}})
    with pytest.raises(ExactError, match="has two different answers"):
        FILES[f"vectors-{part}.json"]()


@pytest.mark.parametrize("part", ["coups", "invalid"])
def test_the_coups_and_the_bad_requests_are_the_released_ones(part: str) -> None:
    name = f"vectors-{part}.json"
    assert [as_in_a_file(group) for group in FILES[name]()] == in_file(name)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("part", ["outcomes", "readings", "bets", "prices"])
def test_an_answer_that_the_second_method_denies_is_not_written(part: str) -> None:
    with pytest.raises(ExactError, match="has two different answers"):
        FILES[f"vectors-{part}.json"]()


def test_what_is_known_is_asked_as_released(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the released counts in place of those of the second methods; what no deal agrees with was not released."""
    texts = {condition: text for text, condition in (*groups._KNOWN_VALUES, *groups._KNOWN_WORDS, *groups._KNOWN_CARDS)}

    def released(conditions: Iterable[str], shoe: Json) -> list[dict[str, int]]:
        asked = [as_text({"kind": "given", "rules": "standard", "shoe": shoe, "given": texts[c]}) for c in conditions]
        none: Json = {"counts": dict.fromkeys(("punto", "banco", "tie"), "0")}
        answers: list[Json] = [dict(RELEASED.get(one, none)) for one in asked]
        return [{name: int(count) for name, count in said["counts"].items()} for said in answers]

    def by_walk(conditions: list[str], shoes: list[Shoe], _: object) -> list[list[dict[str, int]]]:
        return [released(conditions, {"values": list(shoe.counts)}) for shoe in shoes]

    def by_deals(conditions: list[str], cards: list[int], _: object) -> list[dict[str, int]]:
        return released(conditions, {"cards": [cards.count(card) for card in range(52)]})

    monkeypatch.setattr(groups, "count_given_by_walk", by_walk)
    monkeypatch.setattr(groups, "count_given", by_deals)
    monkeypatch.setattr(groups, "answer", lambda request: RELEASED.get(as_text(request), {"counts": {}}))
    assert [as_in_a_file(group) for group in FILES["vectors-given.json"]()] == in_file("vectors-given.json")
    monkeypatch.setattr(
        groups, "count_given", lambda conditions, *_: [{"punto": 1, "banco": 1, "tie": 1}] * len(conditions)
    )
    with pytest.raises(ExactError, match="has two different answers"):
        FILES["vectors-given.json"]()


@pytest.mark.parametrize("pays", [("1", "1", "-1"), ("0", "0", "-1")])
def test_fair_odds_need_one_category_that_wins(pays: tuple[str, str, str]) -> None:
    request = {"kind": "fair_odds", "rules": "standard", "bet": "punto", "shoe": {"values": [1] * 10}}
    said = answer({**request, "pays": dict(zip(("win", "push", "lose"), pays, strict=True))})
    assert "has no fair odds: they need one category that wins, and that can happen" in said["error"]


def test_the_settlements_are_the_released_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the released coups in place of those of each category, which are sought among thousands."""
    name = "vectors-settlement.json"
    by_bet: dict[str, list[str]] = {}
    for group in in_file(name):
        for vector in group["vectors"] if group["name"] == "settlement-winning" else []:
            (bet,) = vector["request"]["stakes"]
            by_bet.setdefault(bet, []).append(" ".join(vector["request"]["cards"]))
    monkeypatch.setattr(f"{VECTORS}.coup_groups._coups_by_category", by_bet.__getitem__)
    assert [as_in_a_file(group) for group in FILES[name]()] == in_file(name)


def test_a_settlement_that_the_second_method_denies_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{VECTORS}.coup_groups.categories_of", lambda bets, *_: [0] * len(bets))
    with pytest.raises(ExactError, match="has two different settlements"):
        settled([staked("standard", "K 9 4 K", {"dragon-7": "4.00"}, None)])


class AtOnce(Executor):
    def submit(self, work: Any, /, *arguments: Any, **options: Any) -> Any:
        future: Future[Any] = Future()
        future.set_result(work(*arguments, **options))
        return future


def test_the_files_are_those_released_to_the_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the released questions and answers, and the released choice of the smoke set."""
    released = {
        name: [
            Group(
                group["name"],
                group["source"],
                group["reason"],
                tuple(group["flags"]),
                tuple((vector["request"], vector["expected"]) for vector in group["vectors"]),
            )
            for group in in_file(name)
        ]
        for name in FILES
    }
    smoke = json.loads((DATA / "smoke.json").read_text(encoding="utf-8"))["ids"]
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    table = readme.partition("<!-- faults -->")[2].partition("<!-- end of faults -->")[0]
    shown = dict(line.strip("| ").split(" | ") for line in table.strip().splitlines()[2:])
    kinds = {fault.id: shown.get(str(fault.words), "").split(", ") for fault in faults()}
    kinds = {name: [kind for kind in own if kind] for name, own in kinds.items()}
    order: list[str] = []
    asked: list[Vector] = []

    def chosen(vectors: list[Vector], _: object) -> tuple[list[str], dict[str, list[str]]]:
        asked.extend(vectors)
        return smoke, kinds

    def making(name: str) -> list[Group]:
        order.append(name)
        return released[name]

    for name in FILES:
        monkeypatch.setitem(FILES, name, partial(making, name))
    monkeypatch.setattr(f"{VECTORS}.build.smoke_set", chosen)
    monkeypatch.setattr(f"{VECTORS}.build.compiled", lambda bet, _: Compiled(GRANULARITIES[looked_at()[bet.name]]))
    emptied = readme.replace(table, "\nnothing\n")
    files = build_files(emptied, AtOnce())
    assert {name for name in files if files[name] != (DATA / name).read_bytes()} == set()
    assert set(files) == {path.name for path in DATA.iterdir()} - {"schema.json"}
    assert order[0] == "vectors-bets.json"  # which takes longest
    assert [vector.id for vector in asked] == [vector.id for vector in load_set().vectors]


@pytest.mark.parametrize(
    ("part", "wrong", "message"),
    [
        ("coups", {"punto": ["9", "9"]}, "is dealt in two different ways under standard"),
        ("coups", {"punto": None}, "is dealt in two different ways under standard"),
        ("coups", {"punto_total": 17}, "is dealt in two different ways under standard"),
        ("settlement", {"net": {}}, "has two different settlements: "),
    ],
)
def test_a_coup_that_the_second_method_denies_is_not_written(
    part: str, wrong: Json, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{VECTORS}.coup_groups._coups_by_category", lambda _: ["K 9 4 K"])
    monkeypatch.setattr(f"{VECTORS}.coup_groups.answer", lambda request: {**answer(request), **wrong})
    with pytest.raises(ExactError, match=message):
        FILES[f"vectors-{part}.json"]()


def test_a_bad_request_that_is_answered_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{VECTORS}.coup_groups.answer", lambda _: {"outcome": "tie"})
    with pytest.raises(ExactError, match="must be refused$"):
        FILES["vectors-invalid.json"]()


def test_the_coups_of_a_bet_are_the_first_of_each_category() -> None:
    """One in which punto stands, and one in which it draws, if both come."""
    coups = coup_groups._coups_by_category.__wrapped__("panda-8")
    told = [answer({"kind": "coup", "rules": "standard", "cards": coup.split()}) for coup in coups]
    assert [(coup["punto_total"] == 8 and len(coup["punto"]) == 3 and coup["banco_total"] < 8) for coup in told] == [
        True, False, False,
    ]  # fmt: skip
    assert [len(coup["punto"]) for coup in told] == [3, 2, 3]


@pytest.mark.usefixtures("quick")
def test_a_reading_that_plays_otherwise_differs_on_every_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its group would not tell it from standard."""
    one: Json = {"shoe": {"values": [1] * 10}}
    monkeypatch.setattr(groups, "_outcomes", lambda *_: ((one, {"counts": {}}),))
    with pytest.raises(ExactError, match="must differ from standard on every shoe of its group or on none$"):
        reading_groups()


def test_the_decisions_of_a_reading() -> None:
    """By punto's and banco's totals, and punto's third card or none; the walk by them is the walk by the function."""
    decisions = decisions_of("standard")
    assert decisions[5][0][10] is Side.PUNTO
    assert decisions[6][5][10] is Side.BANCO
    assert decisions[6][6][10] is None
    assert (decisions[0][3][7], decisions[0][3][8], decisions[0][3][9]) == (Side.BANCO, None, Side.BANCO)
    assert (decisions[0][8][0], decisions[9][0][10]) == (None, None)
    shoe = Shoe.of_values([2, 0, 1, 1, 0, 2, 0, 1, 1, 0])
    expected = count_outcomes(shoe, DECISIONS["standard"])
    assert groups._walked(shoe, decisions) == {"counts": {side.value: str(expected[side]) for side in Outcome}}


def test_figures_by_hand() -> None:
    """Two, three and five of ten coups pay 4, 0 and −1."""
    counts, payoffs = (2, 3, 5), (Fraction(4), Fraction(0), Fraction(-1))
    said = {
        kind: figure_by_hand(kind, counts, payoffs) for kind in ("expectation", "house_edge", "variance", "fair_odds")
    }
    mean = Fraction(3, 10)
    variance = (2 * (4 - mean) ** 2 + 3 * mean**2 + 5 * (1 + mean) ** 2) / 10
    assert said == {"expectation": mean, "house_edge": -mean, "variance": variance, "fair_odds": Fraction(5, 2)}
    with pytest.raises(ExactError, match="^kind: 'edge' must be one of expectation, "):
        figure_by_hand("edge", counts, payoffs)


def test_a_payoff_below_one_is_a_win() -> None:
    """Two of ten coups pay a half, three are pushes: five lost stakes against two."""
    counts, payoffs = (2, 3, 5), (Fraction(1, 2), Fraction(0), Fraction(-1))
    assert figure_by_hand("fair_odds", counts, payoffs) == Fraction(5, 2)
    assert figure_by_hand("fair_odds", counts, (Fraction(4), Fraction(-1, 2), Fraction(-1))) == Fraction(13, 4)


def test_a_random_shoe_has_six_cards_at_least() -> None:
    for drawn, kept in (([1] * 6 + [0] * 4, 0), ([1] * 5 + [0] * 5 + [1] * 7 + [0] * 3, 1)):
        numbers = iter(drawn)
        rng = SimpleNamespace(choice=lambda _, numbers=numbers: next(numbers))
        assert groups._values(rng, (0, 1)) == {"values": drawn[10 * kept : 10 * kept + 10]}  # type: ignore[arg-type]


def test_an_own_bet_too_fine_for_the_engine_is_not_asked_about() -> None:
    assert own_bet_vectors(catalogue()["punto-pair"], "standard", (Granularity.VALUES,)) == []
