"""What makes the vectors asks what was released, and writes nothing that a second method denies."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.conformance.vectors import coup_groups, groups
from exact.conformance.vectors.build import FILES
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.groups import Group
from exact.conformance.vectors.vector_set import DATA, load_set, looked_at
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.coup import Outcome
from exact.game.shoe import Shoe

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


@pytest.mark.parametrize("part", ["coups", "invalid"])
def test_the_coups_and_the_bad_requests_are_the_released_ones(part: str) -> None:
    name = f"vectors-{part}.json"
    assert [as_in_a_file(group) for group in FILES[name]()] == in_file(name)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("part", ["outcomes", "readings", "bets", "prices"])
def test_an_answer_that_the_second_method_denies_is_not_written(part: str) -> None:
    with pytest.raises(ExactError, match="has two different answers"):
        FILES[f"vectors-{part}.json"]()


def test_the_settlements_are_the_released_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coups of each category are those of the released group, and not looked for again."""
    released = in_file("vectors-settlement.json")
    coups: dict[str, list[str]] = {}
    for vector in next(group for group in released if group["name"] == "settlement-winning")["vectors"]:
        (bet,) = vector["request"]["stakes"]
        coups.setdefault(bet, []).append(" ".join(vector["request"]["cards"]))
    monkeypatch.setattr(f"{VECTORS}.coup_groups._coups_by_category", coups.__getitem__)
    assert [as_in_a_file(group) for group in FILES["vectors-settlement.json"]()] == released


@pytest.mark.usefixtures("quick")
def test_the_questions_about_known_coups_are_the_released_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Knowledge with which a deal agrees is asked about, and no other."""
    pairs = (*groups._KNOWN_VALUES, *groups._KNOWN_WORDS, *groups._KNOWN_CARDS)
    known = {condition: text for text, condition in pairs}

    def agreeing(conditions: list[str], shoe: Json) -> list[dict[str, int]]:
        asked = [
            as_text({"kind": "given", "rules": "standard", "shoe": shoe, "given": known[when]}) for when in conditions
        ]
        return [dict.fromkeys(("punto", "banco", "tie"), int(request in RELEASED)) for request in asked]

    def by_walk(conditions: list[str], shoes: list[Shoe], _: object) -> list[list[dict[str, int]]]:
        return [agreeing(conditions, {"values": list(shoe.values)}) for shoe in shoes]

    monkeypatch.setattr(f"{VECTORS}.groups.count_given_by_walk", by_walk)
    monkeypatch.setattr(
        f"{VECTORS}.groups.count_given", lambda conditions, cards, _: agreeing(conditions, groups._shoe_json(cards))
    )
    with monkeypatch.context() as trusted:
        trusted.setattr(f"{VECTORS}.groups.confirm", lambda *_: None)
        assert [as_in_a_file(group) for group in FILES["vectors-given.json"]()] == in_file("vectors-given.json")
    with pytest.raises(ExactError, match="has two different answers"):
        FILES["vectors-given.json"]()


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
