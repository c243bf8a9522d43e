"""The file of counts on full shoes: what a look-up reads is what the engine counts."""

from __future__ import annotations

import pytest

from exact.bets.catalogue import catalogue
from exact.engine.one_shoe import count_categories
from exact.game.shoe import Shoe
from exact.literature.claims import parse_claim
from exact.literature.figures import index
from exact.literature.full_shoe_counts import COUNTS_FILE, _differences_of, counts_file, full_shoe_counts
from exact.rules.named import standard_tableau


def test_every_bet_has_its_counts_and_nothing_else_has() -> None:
    """After a change of the catalogue or of the rules, write the file anew: scripts/generate.py figures."""
    for bet in catalogue().values():
        counts = full_shoe_counts(bet.name, 8)
        assert counts is not None
        assert len(counts) == len(bet.categories), bet.name
        assert sum(counts) == 416 * 415 * 414 * 413 * 412 * 411
        infinite = full_shoe_counts(bet.name, None)
        assert infinite is not None
        assert sum(infinite) == 720 * 52**6
    assert full_shoe_counts("(punto_total == 9)", 8) is None


@pytest.mark.parametrize("step", [40, pytest.param(1, marks=pytest.mark.slow)])
def test_the_counts_are_those_of_the_engine_beyond_the_decks_that_they_come_from(step: int) -> None:
    for bet in list(catalogue().values())[::step]:
        for decks in (8, 16):
            assert full_shoe_counts(bet.name, decks) == list(
                count_categories(bet, Shoe.of_decks(decks), standard_tableau())
            ), (bet.name, decks)


@pytest.mark.parametrize(
    "claim",
    [
        "house edge of banco",
        "probability of tie",
        "skewness of punto",
        "house edge per resolved stake of dragon-bonus-punto",
        "contribution of matching-dragon-2 four",
        "standard deviation of lucky-6, pays 12-20",
        "odds against dragon-7",
        "effect of removal of 6 on dragon-7",
        "probability of punto, given punto_two_card_total=4",
        "house edge of tie, rules castle-vaduz:has-eight",
        "probability of a streak of 9 punto, ties skipped",
    ],
)
def test_an_exact_value_of_the_index_is_that_of_its_claim(claim: str) -> None:
    rank = index().claims.index(parse_claim(claim).text)
    infinite = () if claim.startswith("effect") else (None,)
    for decks in (6, 8, *infinite):
        found, exact = index().exact(rank, decks)
        assert exact == parse_claim(found.text).exact()


@pytest.mark.parametrize(
    "claim",
    [
        "house edge of banco",
        "fair odds of lucky-6, pays 12-20",
        "probability of dragon-7",
        "contribution of big-tiger win",
    ],
)
def test_a_figure_is_looked_up_without_compiling_its_bet(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The value by the engine first, and then by a look-up that may not use it."""
    rank = index().claims.index(claim)
    by_engine = {decks: parse_claim(claim).value(decks) for decks in (6, None)}

    def compiled(*_bet: object) -> None:
        raise AssertionError("the bet is compiled")

    monkeypatch.setattr("exact.literature.quantities._counts", compiled)
    assert {decks: index().exact(rank, decks)[1] for decks in (6, None)} == by_engine


def test_the_file_has_the_value_with_one_deck_and_the_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two bets, the lines of the file: the counts of the engine from one to seven decks begin with them again."""
    bets = {name: catalogue()[name] for name in ("dragon-7", "punto-pair")}
    monkeypatch.setattr("exact.literature.full_shoe_counts.catalogue", lambda: bets)
    lines = counts_file().decode().splitlines()
    assert [line.split()[0] for line in lines] == list(bets)
    assert set(lines) <= set(COUNTS_FILE.read_text(encoding="utf-8").splitlines())


def test_differences_of_a_square() -> None:
    """1, 4, 9, 16 differ by 3, 5, 7, those by 2, 2, and those by nothing."""
    assert _differences_of((1, 4, 9, 16)) == [1, 3, 2, 0]
