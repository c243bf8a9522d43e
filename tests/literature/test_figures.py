"""The index of figures: what is in it, and that its figures are those of the claims and of the walk."""

import struct
from itertools import takewhile

import pytest
from figure_index import further_questions, index_files, own_questions

from exact.arithmetic import low_of
from exact.bets.catalogue import catalogue
from exact.game.shoe import Shoe
from exact.literature.figures import QUESTIONS_FILE, VALUES_FILE, index, usual_figures
from exact.questions.question import parse_question
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules import all_rules


def figures_of(claim: str) -> dict[int | None, float]:
    rank = index().questions.index(claim)
    places = (place for place, of_place in enumerate(index().ranks) if of_place == rank)
    return {decks: value for _rank, decks, value in map(index().figure, places)}


def test_the_figures_are_sorted_and_the_files_are_small() -> None:
    assert list(index().values) == sorted(index().values)
    assert len(index().values) == len(index().ranks) == len(index().decks)
    assert QUESTIONS_FILE.stat().st_size + VALUES_FILE.stat().st_size < 2_000_000


def test_the_index_has_every_bet_pay_table_and_reading() -> None:
    """After a change of the catalogue or of the rules, write it anew: scripts/generate.py figures."""
    bets = takewhile(
        lambda claim: not claim.startswith("effect of removal"), (claim for claim, _decks in own_questions())
    )
    own = list(bets)  # the effects of removal take a second
    assert index().questions[: len(own)] == tuple(own)
    subjects = {parse_question(claim).subject.text for claim in own if claim.startswith("house edge of ")}
    assert subjects >= {bet.name for bet in catalogue().values() if any(bet.payoffs())} - {"banco", "punto", "tie"}
    read = {claim.partition(", rules ")[2] for claim in index().questions} - {""}
    tableaux = {all_rules()[name].tableau for name in read} | {all_rules()["standard"].tableau}
    assert tableaux == {rules.tableau for rules in all_rules().values()}


@pytest.mark.parametrize("decks", [1, pytest.param(8, marks=pytest.mark.slow)])
def test_the_probabilities_are_those_of_the_walk(decks: int) -> None:
    counts = count_outcomes(Shoe.of_decks(decks), DECISIONS["standard"])
    for side, count in counts.items():
        assert figures_of(f"probability of {side.value}")[decks] == count / sum(counts.values())
        assert figures_of(f"count of {side.value}")[decks] == count


@pytest.mark.parametrize("step", [997, pytest.param(29, marks=pytest.mark.slow)])
def test_the_figures_are_those_of_the_claims(step: int) -> None:
    for claim in index().questions[::step]:
        for decks, value in figures_of(claim).items():
            assert value == float(low_of(parse_question(claim).value(decks))), (claim, decks)


def test_further_questions_are_those_of_categories_of_sources_and_of_other_rules() -> None:
    """In this order at the end of the index, without those that are figures of another claim."""
    further = dict(further_questions())
    end = max(rank for rank, claim in enumerate(index().questions) if ", tags " in claim and claim not in further) + 1
    tail = index().questions[end:]
    kept = set(tail)
    assert tail == tuple(claim for claim in further if claim in kept)
    assert {"probability of dragon-7 lose", "odds against dragon-7 win"} < further.keys()
    assert "odds against dragon-7 lose" not in further
    assert len(kept) > 1000


def test_the_files_of_an_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a few claims: the figures in increasing order, and no claim that is another with the same figures."""
    own = ["house edge of banco", "probability of tie", "effect of removal of 9 on tie"]
    again = ["probability of tie win", "probability of tie lose", "probability of tie, rules classic-it:eight-for-one"]
    # two events that are as probable are two claims, two names of one event are one
    again += [
        "count of blazing-7s two-cards",
        "count of lucky-99 both",
        "count of egalite-6 win",
        "count of tiger-tie win",
    ]
    monkeypatch.setattr("figure_index.own_questions", lambda: ((claim, (6, 8, None)) for claim in own))
    monkeypatch.setattr("figure_index.further_questions", lambda: ((claim, (6, 8, None)) for claim in again))
    files = {path.name: data for path, data in index_files().items()}
    claims = files[QUESTIONS_FILE.name].decode().splitlines()
    assert claims == [*own, "probability of tie lose", *again[3:6]]
    data, places = files[VALUES_FILE.name], 3 + 3 + 2 + 3 + 3 * 3
    assert len(data) == places * (8 + 2 + 1)
    planes = [data[place * places : (place + 1) * places] for place in range(8)]
    values = struct.unpack(f"<{places}d", bytes(byte for figure in zip(*planes, strict=True) for byte in figure))
    ranks = struct.unpack(f"<{places}H", data[8 * places : 10 * places])
    found = dict(zip(zip(ranks, data[10 * places :], strict=True), values, strict=True))
    expected = {
        (rank, decks or 0): float(low_of(parse_question(claim).value(decks)))
        for rank, claim in enumerate(claims)
        for decks in ((6, 8) if rank == 2 else (6, 8, None))
    }
    assert found == expected


def test_one_effect_of_removal_for_all_cards_of_value_0_unless_the_bet_sees_ranks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bets = [catalogue()[name] for name in ("tie", "punto-pair")]
    monkeypatch.setattr("figure_index._paid_bets", lambda: bets)
    monkeypatch.setattr("figure_index.published_counts", lambda: ())
    ten = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    assert [claim for claim, _decks in own_questions() if claim.startswith("effect")] == [
        *(f"effect of removal of {card} on {measured}tie" for measured in ("", "probability of ") for card in ten),
        *(
            f"effect of removal of {card} on {measured}punto-pair"
            for measured in ("", "probability of ")
            for card in [*ten, "J", "Q", "K"]
        ),
    ]


def test_what_people_print_most_is_sorted_by_what_they_print_first() -> None:
    """With eight decks: first of the main bets, then the house edges of the others under the standard rules."""
    figures = usual_figures()
    assert {decks for _rank, decks, _value in figures} == {8}
    claims = [index().questions[rank] for rank, _decks, _value in figures]
    assert claims[:4] == ["probability of banco", "probability of punto", "probability of tie", "odds against banco"]
    ranks = [rank for rank, _decks, _value in figures]
    assert ranks == sorted({*ranks})
    main, others = claims[:33], claims[33:]
    assert {claim.split(" ")[-1] for claim in main} == {"banco", "punto", "tie"}
    assert len({claim.rpartition(" ")[0] for claim in main}) == 11
    assert all(claim.startswith("house edge of ") and ", rules " not in claim for claim in others)
    assert set(others) == {
        claim for claim in index().questions if claim.startswith("house edge of ") and ", rules " not in claim
    } - set(main)
    for (_rank, _decks, value), claim in zip(figures[:3], claims, strict=False):
        assert value == float(low_of(parse_question(f"{claim}, 8 decks").exact()))


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("probability of banco", "probability"), ("odds against banco", "odds"), ("count of deals", "number"),
        ("house edge of banco", "share"), ("house edge per resolved stake of banco", "share"),
        ("standard deviation of banco", "number"), ("fair odds of banco", "odds"),
        ("hit frequency of big-tiger", "probability"), ("effect of removal of 9 on tie", "share"),
    ],
)  # fmt: skip
def test_what_a_figure_is(claim: str, kind: str) -> None:
    rank = index().questions.index(claim)
    assert (index().kind(rank), index().is_standard(rank)) == (kind, True)
