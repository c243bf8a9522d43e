"""Questions about a bet of an engine's own: the shoes on which it is asked, and what a second method says of the answers."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from support import refusal

from exact.bets.bet import Bet, parse_bets
from exact.bets.catalogue import catalogue
from exact.conformance.vectors import vector_set
from exact.conformance.vectors.engine import FIGURES, answer
from exact.conformance.vectors.vector_set import KINDS, Vector, figure_by_hand, own_bet_vectors
from exact.game import Granularity

(BET,) = parse_bets(
    """name = "mine"
category = [
    { name = "nine", when = "punto_total == 9 and banco_total == 0", pays = 9 },
    { name = "tie", when = "tie", pays = 0.5 },
]
""",
    "own",
)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One way for everything, by every method: only the shoes and the questions are looked at."""
    monkeypatch.setattr(vector_set, "answer", lambda *_: {})
    monkeypatch.setattr(vector_set, "confirm", lambda *_: None)
    monkeypatch.setattr(vector_set, "count_card_by_card", one_way)
    monkeypatch.setattr(vector_set, "count_by_walk", one_way_each)


def one_way(bets: Sequence[Bet], *_: object) -> dict[str, list[int]]:
    return {bet.name: [1] * len(bet.categories) for bet in bets}


def one_way_each(bets: Sequence[Bet], shoes: Sequence[object], _: object) -> list[dict[str, list[int]]]:
    return [one_way(bets)] * len(shoes)


def shoe_of(vector: Vector) -> dict[str, list[int]]:
    shoe: Any = vector.request["shoe"]
    return dict(shoe)


@pytest.mark.usefixtures("quick")
def test_there_is_a_shoe_for_each_category() -> None:
    """Of seven cards; then come random shoes of six and seven, and one deck to eight."""
    vectors = own_bet_vectors(BET, "standard")
    assert [vector.request["kind"] for vector in vectors] == [*KINDS] * 16
    assert [vector.id for vector in vectors[:5]] == [*(f"own-mine-{kind}-001" for kind in KINDS), "own-mine-bet-002"]
    asked = [vector for vector in vectors if vector.request["kind"] == "bet"]
    sizes = [sum(shoe_of(vector)["values"]) for vector in asked]
    assert sizes == [7, 7, 7, 6, 6, 7, 7, 7, *(52 * decks for decks in range(1, 9))]
    for vector, category in zip(asked, ("nine", "tie", "lose"), strict=False):
        counts = answer({**vector.request, "shoe": shoe_of(vector)}, {"mine": BET})["counts"]
        assert int(counts[category]) > 0
    assert all(("pays" in vector.request) is (vector.request["kind"] != "bet") for vector in vectors)
    assert vectors[1].request["pays"] == {"nine": "9", "tie": "0.5", "lose": "-1"}


@pytest.mark.usefixtures("quick")
def test_the_shoes_are_as_coarse_as_the_bet_and_the_engine_allow() -> None:
    every = tuple(Granularity)
    for first, coarsest in enumerate(every):
        vectors = own_bet_vectors(BET, "standard", every[first:])
        assert {name for vector in vectors for name in shoe_of(vector)} == {coarsest.word}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("method", "wrong"), [("count_card_by_card", one_way), ("count_by_walk", one_way_each)])
def test_an_answer_that_the_second_method_denies_is_not_asked(
    kind: str, method: str, wrong: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_set, "KINDS", (kind,))
    for name, few in (("WHOLE_DECKS", range(1, 2)), ("_SEARCHED", 1), ("_SIZES", ())):
        monkeypatch.setattr(vector_set, name, few)
    monkeypatch.setattr(vector_set, method, wrong)
    assert "has two different answers" in refusal(own_bet_vectors, BET, "standard")


def test_figures_by_hand() -> None:
    """Two, three and five of ten coups pay 4, 0 and −1."""
    counts, payoffs = (2, 3, 5), (Fraction(4), Fraction(0), Fraction(-1))
    said = {kind: figure_by_hand(kind, counts, payoffs) for kind in FIGURES}
    mean = Fraction(3, 10)
    variance = (2 * (4 - mean) ** 2 + 3 * mean**2 + 5 * (1 + mean) ** 2) / 10
    assert said == {"expectation": mean, "house_edge": -mean, "variance": variance, "fair_odds": Fraction(5, 2)}
    # two of ten coups pay a half, three are pushes: five lost stakes against two
    assert figure_by_hand("fair_odds", counts, (Fraction(1, 2), Fraction(0), Fraction(-1))) == Fraction(5, 2)
    assert figure_by_hand("fair_odds", counts, (Fraction(4), Fraction(-1, 2), Fraction(-1))) == Fraction(13, 4)


def test_an_own_bet_too_fine_for_the_engine_is_not_asked_about() -> None:
    assert own_bet_vectors(catalogue()["punto-pair"], "standard", (Granularity.VALUES,)) == []
