"""The index of figures: what is in it, and that its figures are those of the claims and of the walk."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile

import pytest
from support import MULTIPLIER, full_walk

from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.literature.claims import parse_claim
from exact.literature.figures import CLAIMS_FILE, VALUES_FILE, index, own_claims
from exact.literature.values import Enclosure, Value
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules.named import all_rules


def figures_of(claim: str) -> dict[int | None, float]:
    rank = index().claims.index(claim)
    places = (place for place, of_place in enumerate(index().ranks) if of_place == rank)
    return {decks: value for value, _rank, decks in map(index().figure, places)}


def as_float(value: Value) -> float:
    return float(value.low if isinstance(value, Enclosure) else value)


def test_the_figures_are_sorted_and_the_files_are_small() -> None:
    assert list(index().values) == sorted(index().values)
    assert len(index().values) == len(index().ranks) == len(index().decks)
    assert CLAIMS_FILE.stat().st_size + VALUES_FILE.stat().st_size < 2_000_000


def test_the_index_has_every_bet_pay_table_and_reading() -> None:
    """After a change of the catalogue or of the rules, write it anew: scripts/generate.py figures."""
    bets = takewhile(lambda claim: not claim.startswith("effect of removal"), (claim for claim, _decks in own_claims()))
    own = list(bets)  # the effects of removal take a second
    assert index().claims[: len(own)] == tuple(own)
    subjects = {parse_claim(claim).subject.text for claim in own if claim.startswith("house edge of ")}
    assert subjects >= {bet.name for bet in catalogue().values() if any(bet.payoffs())} - {"banco", "punto", "tie"}
    read = {claim.partition(", rules ")[2] for claim in index().claims} - {""}
    tableaux = {all_rules()[name].tableau for name in read} | {all_rules()["standard"].tableau}
    assert tableaux == {rules.tableau for rules in all_rules().values()}


@pytest.mark.parametrize("decks", [1, pytest.param(8, marks=pytest.mark.slow)])
def test_the_probabilities_are_those_of_the_walk(decks: int) -> None:
    counts = count_outcomes(Shoe.of_decks(decks), DECISIONS["standard"])
    for side, count in counts.items():
        assert figures_of(f"probability of {side.value}")[decks] == count / sum(counts.values())
        assert figures_of(f"count of {side.value}")[decks] == count


@pytest.mark.slow
def test_what_is_conditional_is_that_of_the_walk() -> None:
    counts: Counter[bool] = Counter()
    for coup, ways, _ in full_walk(8):
        if sum(coup.punto.values[:2]) % 10 == 4 and sum(coup.banco.values[:2]) % 10 == 5:
            counts[coup.outcome.value == "banco"] += ways
    known = "probability of banco, given punto_two_card_total=4 banco_two_card_total=5"
    assert figures_of(known)[8] == counts[True] / counts.total()


def sampled(step: int) -> list[str]:
    return list(index().claims[::step])


@pytest.mark.parametrize("step", [997, pytest.param(29 // MULTIPLIER or 1, marks=pytest.mark.slow)])
def test_the_figures_are_those_of_the_claims(step: int) -> None:
    for claim in sampled(step):
        for decks, value in figures_of(claim).items():
            assert value == as_float(parse_claim(claim).value(decks)), (claim, decks)


def test_a_figure_that_a_shoe_does_not_have_is_left_out() -> None:
    claim = parse_claim("effect of removal of 9 on dragon-7")
    with pytest.raises(ExactError):
        claim.value(None)
    assert None not in figures_of(claim.text)
