"""The index of figures: what is in it, and that its figures are those of the claims and of the walk."""

from __future__ import annotations

import struct
from array import array
from collections import Counter
from itertools import takewhile

import pytest
from support import full_walk

from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.literature.claims import parse_claim
from exact.literature.figures import (
    CLAIMS_FILE,
    VALUES_FILE,
    _make_little_endian,
    further_claims,
    index,
    index_files,
    own_claims,
)
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


@pytest.mark.parametrize("step", [997, pytest.param(29, marks=pytest.mark.slow)])
def test_the_figures_are_those_of_the_claims(step: int) -> None:
    for claim in sampled(step):
        for decks, value in figures_of(claim).items():
            assert value == as_float(parse_claim(claim).value(decks)), (claim, decks)


def test_a_figure_that_a_shoe_does_not_have_is_left_out() -> None:
    claim = parse_claim("effect of removal of 9 on dragon-7")
    with pytest.raises(ExactError):
        claim.value(None)
    assert None not in figures_of(claim.text)


def test_further_claims_are_those_of_categories_of_sources_and_of_other_rules() -> None:
    """In this order at the end of the index, without those that are figures of another claim."""
    further = dict(further_claims())
    end = max(rank for rank, claim in enumerate(index().claims) if ", tags " in claim and claim not in further) + 1
    tail = index().claims[end:]
    kept = set(tail)
    assert tail == tuple(claim for claim in further if claim in kept)
    assert {"probability of dragon-7 lose", "odds against dragon-7 win"} < further.keys()
    assert "odds against dragon-7 lose" not in further
    assert len(kept) > 1000


def test_the_files_of_an_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a few claims: the figures in increasing order, and no claim that is another with the same figures."""
    own = ["house edge of banco", "probability of tie", "effect of removal of 9 on tie"]
    again = ["probability of tie win", "probability of tie lose", "probability of tie, rules classic-it:eight-for-one"]
    monkeypatch.setattr("exact.literature.figures.own_claims", lambda: ((claim, (6, 8, None)) for claim in own))
    monkeypatch.setattr("exact.literature.figures.further_claims", lambda: ((claim, (6, 8, None)) for claim in again))
    monkeypatch.setattr("exact.literature.figures.counts_file", lambda: b"counts")
    files = {path.name: data for path, data in index_files().items()}
    claims = files[CLAIMS_FILE.name].decode().splitlines()
    assert claims == [*own, "probability of tie lose"]
    assert files["full_shoe_counts.txt"] == b"counts"
    data, places = files[VALUES_FILE.name], 3 + 3 + 2 + 3
    assert len(data) == places * (8 + 2 + 1)
    values = struct.unpack(f"<{places}d", data[: 8 * places])
    ranks = struct.unpack(f"<{places}H", data[8 * places : 10 * places])
    found = dict(zip(zip(ranks, data[10 * places :], strict=True), values, strict=True))
    assert list(values) == sorted(values)
    expected = {
        (rank, decks or 0): as_float(parse_claim(claim).value(decks))
        for rank, claim in enumerate(claims)
        for decks in ((6, 8) if rank == 2 else (6, 8, None))
    }
    assert found == expected


def test_columns_are_little_endian_on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """258 is 1 · 256 + 2, and read the other way round 2 · 256 + 1."""
    for order, number in (("little", 258), ("big", 513)):
        column = array("H", [258])
        monkeypatch.setattr("sys.byteorder", order)
        _make_little_endian(column)
        assert column[0] == number
