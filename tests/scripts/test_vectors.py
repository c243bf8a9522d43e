"""What makes the vectors writes nothing that a second method denies.

That the files are the committed ones is what ``scripts/generate.py --check vectors`` tests.
"""

import json
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest
from support import refusal
from vectors import groups
from vectors.build import FILES
from vectors.coup_groups import settled, staked
from vectors.groups import reading_groups

from exact.bets.bet import Bet
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.vector_set import BETS_FILE, DATA, load_set
from exact.game import Granularity, Outcome
from exact.reference.decisions import DECISIONS

pytestmark = pytest.mark.scripts
Json = dict[str, Any]


GRANULARITIES = {granularity.word: granularity for granularity in Granularity}


def as_text(request: object) -> str:
    return json.dumps(request, sort_keys=True)


RELEASED = {as_text(vector.request): vector.expected for vector in load_set().vectors}


def ones(bets: Iterable[Bet], *_: object) -> dict[str, list[int]]:
    """One way for every category of every bet: wrong everywhere."""
    return {bet.name: [1] * len(bet.categories) for bet in bets}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The released answers in place of the engine's, and one way for everything in place of the slow second methods."""
    monkeypatch.setattr("vectors.groups.answer", lambda request: RELEASED[as_text(request)])
    for module in ("groups", "price_groups"):
        monkeypatch.setattr(f"vectors.{module}.count_by_walk", lambda bets, shoes, _: [ones(bets)] * len(shoes))
    monkeypatch.setattr("vectors.groups.count_card_by_card", ones)
    bets = json.loads((DATA / BETS_FILE).read_text(encoding="utf-8"))["bets"]
    looked_at = {name: SimpleNamespace(granularity=GRANULARITIES[bet["looks_at"]]) for name, bet in bets.items()}
    monkeypatch.setattr("vectors.groups.compiled", lambda bet, _: looked_at[bet.name])
    monkeypatch.setattr("exact.reference.walk.count_outcomes", lambda *_: dict.fromkeys(Outcome, 1))


SECOND_METHODS: dict[str, Any] = {
    "_walked": lambda *_: None,
    "_by_walk": lambda *_: {},
    "pair_counts": lambda *_: (),
    "_by_deals": lambda *_: {},
}
"""Functions of the second methods, and what says nothing in place of each."""


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("part", "erring"),
    [
        *(("outcomes", "_walked"), ("readings", "_walked")),
        *(("bets", method) for method in ("_by_walk", "pair_counts", "_by_deals")),
    ],
)
def test_every_second_method_must_agree(part: str, erring: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One method errs, and the others say nothing."""
    for name, silent in SECOND_METHODS.items():
        if name != erring:
            monkeypatch.setattr(groups, name, silent)
    if erring == "pair_counts":
        right = groups.pair_counts
        monkeypatch.setattr(groups, erring, lambda bet, shoe: right(bet, shoe)[::-1])
    assert "has two different answers" in refusal(FILES[f"vectors-{part}.json"])


@pytest.mark.usefixtures("quick")
def test_a_price_that_the_second_method_denies_is_not_written() -> None:
    assert "has two different answers" in refusal(FILES["vectors-prices.json"])


def test_a_settlement_that_the_second_method_denies_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vectors.coup_groups.categories_of", lambda bets, *_: [0] * len(bets))
    request = staked("standard", "K 9 4 K", {"dragon-7": "4.00"}, None)
    assert "has two different answers" in refusal(settled, [request])


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        *(("coups", {"punto": punto}) for punto in (["9", "9"], None)),
        *(("coups", {"punto_total": 17}), ("coups", {"outcome": "tie"}), ("settlement", {"net": {}})),
    ],
)
def test_a_coup_that_the_second_method_denies_is_not_written(
    part: str, wrong: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vectors.coup_groups._coups_by_category", lambda _: ["K 9 4 K"])
    monkeypatch.setattr("vectors.groups.answer", lambda request: {**answer(request), **wrong})
    assert "has two different answers" in refusal(FILES[f"vectors-{part}.json"])


def test_a_bad_request_that_is_answered_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vectors.coup_groups.answer", lambda _: {"outcome": "tie"})
    assert refusal(FILES["vectors-invalid.json"]).endswith("must be refused")


@pytest.mark.usefixtures("quick")
def test_a_reading_that_plays_otherwise_differs_on_every_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its group would not tell it from standard."""
    one: Json = {"shoe": {"values": [1] * 10}}
    monkeypatch.setattr(groups, "_outcomes", lambda *_: ((one, {"counts": {}}),))
    assert refusal(reading_groups).endswith("must differ from standard on every shoe of its group or on none")


def test_a_reading_without_a_second_method_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(DECISIONS, "castle-vaduz:literal")
    assert refusal(reading_groups).startswith("rules: 'castle-vaduz:literal' has no entry in exact/reference/decisions")
