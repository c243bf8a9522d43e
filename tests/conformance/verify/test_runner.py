"""What is asked of an engine besides the vectors: smaller shoes, its own bets, and no more when the time is up."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from support.scripted_engines import FIVE_CARDS, TWO, coup, shoe, vectors_of
from support.stand_ins import Answers, StandIn, right_answer

from exact.bets.bet import Bet
from exact.conformance.comparison import FAULT, LATE, REFUSED, WRONG, Judgement
from exact.conformance.strict_json import Object
from exact.conformance.vectors.faults import faults
from exact.conformance.vectors.vector_set import Vector, VectorSet
from exact.conformance.verify import runner
from exact.conformance.verify.asking import Broken, TimeLimits
from exact.conformance.verify.runner import added_by_kind, chosen, explain_failures, planned, verify, verify_asking
from exact.conformance.verify.verification import Answered, EngineVerdict, Precision, Verification

OWN = 'name = "my-tie"\ncategory = [{ name = "win", when = "tie", pays = 7 }]\n'
FULL = {decks: shoe(16 * decks, *[4 * decks] * 9) for decks in (1, 2, 8)}
SIX: dict[str, Any] = {"shoe": {"values": [6] + [0] * 9}}
TIMES_UP = "the total time of 0 s was used up"
NO_TIME = TimeLimits(1, 0)


def asked_all(engine: StandIn, *requests: dict[str, Any]) -> Verification:
    return verify_asking(engine, vectors_of(list(requests), smoke=False), Precision())


def no_ties(request: dict[str, Any]) -> dict[str, Any]:
    """A wrong engine, for every shoe with which a coup can tie."""
    right = right_answer(request)
    if "counts" not in right:
        return right
    return {"counts": {**right["counts"], "tie": "0"}}


def test_a_smaller_shoe_lies_within_the_capabilities() -> None:
    """The least of the domain fails, too, so it is the one that is shown."""
    engine = StandIn(no_ties, decks=[2, 8], shoes="whole-decks")
    found = asked_all(engine, FULL[8]).shrunk["outcomes"]
    assert (found.vector.request, found.vector.expected) == (FULL[2], right_answer(FULL[2]))
    assert FULL[1] not in engine.asked


def test_a_smaller_shoe_has_a_right_answer() -> None:
    """A shoe in which no coup can tie has no fair odds on a tie: nothing is asked about it."""
    pays = {"win": "8", "lose": "-1"}
    request = {"kind": "fair_odds", "bet": "tie", "rules": "standard", "pays": pays, "shoe": {"values": [4] * 10}}
    engine = StandIn(lambda _: {"fair_odds": "1"}, kinds=["fair_odds"], bets=["tie"])
    (found,) = asked_all(engine, request).shrunk.values()
    assert all("error" not in right_answer(asked) for asked in engine.asked)
    assert found.vector.request["shoe"] != request["shoe"]
    assert found.vector.expected == right_answer(found.vector.request)


def test_every_request_has_an_id_of_its_own() -> None:
    engine = StandIn(no_ties)
    asked_all(engine, *TWO)
    assert len({*engine.names}) == len(engine.names) > 3


class BreaksOff(StandIn):
    """Whatever is smaller than what it was first asked is not answered."""

    def exchange(self, name: str, request: Object) -> Object:
        if self.asked:
            raise Broken("was reset")
        return super().exchange(name, request)


def test_an_engine_that_breaks_off_while_shoes_are_made_smaller() -> None:
    verified = asked_all(BreaksOff(no_ties), shoe(*[4] * 10))
    found = verified.shrunk["outcomes"]
    assert (found.vector.request, found) == (shoe(*[4] * 10), verified.failures[0])


def test_bets_of_its_own_after_the_total_time() -> None:
    engine = StandIn(no_ties, NO_TIME, kinds=["outcomes", "bet"], own_bets=[OWN, OWN.replace("my-tie", "my-other")])
    verified = asked_all(engine, FULL[8])
    assert verified.happened == [
        *(f"made no questions about the bet {name}: {TIMES_UP}" for name in ("my-tie", "my-other")),
        f"stopped: {TIMES_UP}",
    ]
    assert (engine.asked, len(verified.asked)) == ([], 1)


@pytest.mark.parametrize(("answers", "told"), [(no_ties, True), (lambda _: {"error": "no"}, False)])
def test_no_cause_is_looked_for_after_the_total_time(
    answers: Answers, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is that said where there is nothing to look for: a refusal has no cause."""
    engine = StandIn(answers)
    verified = asked_all(engine, shoe(*[4] * 10))
    monkeypatch.setattr(engine, "_deadline", 0.0)
    explain_failures(verified, engine)
    assert verified.happened == (["stopped looking for a cause: the total time of 600 s was used up"] if told else [])


def test_what_further_kinds_would_add() -> None:
    """Each question with an answer counts once, also about the main bets; one that must be refused does not."""
    tie: dict[str, Any] = {"bet": "tie", "rules": "standard", "pays": {"win": "8", "lose": "-1"}}
    requests: list[dict[str, Any]] = [FULL[1], shoe(*[4] * 10), {"kind": "bet", **tie, "shoe": FULL[8]["shoe"]}]
    requests += [{"kind": "variance", **tie, "shoe": FULL[decks]["shoe"]} for decks in (1, 2, 8)]
    requests += [{"kind": "variance", **tie, "shoe": {"values": [0] * 10}}]
    requests += [{**FULL[1], "shoe": {"values": [0] * 10}}]
    within: VectorSet = vectors_of(requests, smoke=False)
    assert added_by_kind(StandIn(no_ties).capabilities, within.vectors) == {"bet": 1, "variance": 3}
    knowing_all = StandIn(no_ties, kinds=["outcomes", "bet"], bets="all").capabilities
    assert added_by_kind(knowing_all, within.vectors) == {"variance": 3}


@pytest.mark.parametrize(
    ("rules", "asked"),
    [("all", "standard"), (["classic-it", "standard"], "standard"), (["classic-it", "classic-sl"], "classic-it")],
)
def test_own_bets_are_asked_about_under_standard_rules_or_the_first(
    rules: object, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def own_bet_vectors(bet: Bet, name: str, *_: object) -> list[Vector]:
        return [Vector("own-1", "own", (), {"kind": "bet", "bet": bet.name, "rules": name, **SIX}, {"counts": {}})]

    monkeypatch.setattr(runner, "own_bet_vectors", own_bet_vectors)
    engine = StandIn(lambda _: {"error": "no"}, kinds=["outcomes", "bet"], own_bets=[OWN], rules=rules)
    verified = asked_all(engine, FULL[1] | {"rules": asked})
    first, own = verified.asked
    assert (first.id, own.request["bet"], own.request["rules"]) == ("v-0", "my-tie", asked)
    assert verified.share == 1


def test_one_question_in_two_orders_and_descriptions_counts_once() -> None:
    again = {"shoe": {"cards": [8] * 52}, "rules": "standard", "kind": "outcomes"}
    vectors = vectors_of([FULL[8], again, FULL[1]], smoke=False).vectors
    within, left_out = chosen(StandIn(no_ties).capabilities, vectors)
    assert [vector.id for vector in within] == ["v-0", "v-2"]
    assert left_out == {("shoe", "by cards"): 1}


class Served(StandIn):
    """A server in this process, which remembers what it was asked first."""

    first: list[Object]

    def try_first(self, request: Object) -> None:
        self.first.append(request)


@pytest.mark.parametrize(
    ("mapped", "first", "asked"), [(False, [], [FULL[1], FULL[2], FIVE_CARDS]), (True, [FULL[1]], [FULL[1], FULL[2]])]
)
def test_what_a_server_is_asked_first_and_whether_it_is_asked_what_it_must_refuse(
    mapped: bool, first: list[Object], asked: list[Object]
) -> None:
    """What must be refused comes last, and not at all by a mapping, of which the first question is tried."""
    server = Served(right_answer)
    server.first, server.mapped = [], mapped
    vectors = vectors_of([FIVE_CARDS, FULL[1], FULL[2]], smoke=False)
    verified = verify(server, vectors, Precision())
    assert server.first == first
    assert [*dict.fromkeys(map(as_text, server.asked))] == [as_text(request) for request in asked]
    assert verified.ways[""] == len(asked)


def test_the_smoke_set_is_completed_within_the_domain_and_what_cannot_show_there_is_named() -> None:
    """Bits of faults: the second question shows another; a shoe by ranks is beyond an engine of point values."""
    by_ranks: dict[str, Any] = {"kind": "outcomes", "rules": "standard", "shoe": {"ranks": [1] * 13}}
    first, *others = vectors_of([TWO[0], TWO[1], by_ranks, coup("9 8 0 1")], smoke=False).vectors
    shows = {"v-0": 0b0001, "v-1": 0b0011, "v-2": 0b0101, "v-3": 0b1000}
    of = planned(StandIn(no_ties).capabilities, VectorSet("", [first], others, shows), Precision(), True)
    assert [vector.id for vector in of.asked] == ["v-0", "v-1"]
    assert of.unseen == [faults()[2].words]


def test_progress_counts_the_questions() -> None:
    engine, seen = StandIn(right_answer), list[tuple[object, ...]]()
    engine.progress = lambda *to: seen.append(to)
    verify(engine, vectors_of([FULL[1], FULL[2]], smoke=False), Precision())
    assert seen == [(0, 2), (1, 2), (2, 2, "looking for causes")]


def as_text(request: Object) -> str:
    return json.dumps(request, sort_keys=True)


def test_a_wrong_number_is_made_smaller_before_a_refusal() -> None:
    """Even if the shoe that was refused is smaller; without a wrong number, the refusal is."""

    def refuses_few(request: dict[str, Any]) -> dict[str, Any]:
        right = right_answer(request)
        return {"error": "no"} if sum(request["shoe"]["values"]) < 52 and "counts" in right else no_ties(request)

    engine = StandIn(refuses_few)
    assert asked_all(engine, shoe(*[2] * 10), FULL[1]).shrunk["outcomes"].judgement.way == WRONG
    assert asked_all(engine, FULL[1], shoe(*[2] * 10)).shrunk["outcomes"].judgement.way == WRONG
    assert asked_all(engine, shoe(*[2] * 10)).shrunk["outcomes"].judgement.way == REFUSED


def test_every_subject_has_its_smallest_failing_shoe() -> None:
    """Whatever comes between: the same subject again, what has no shoe, no answer, or must be refused."""

    def wrong(request: dict[str, Any]) -> dict[str, Any]:
        if request["kind"] == "coup":
            return {"outcome": "tie"}
        return no_ties(request) if request["kind"] == "outcomes" else {"counts": {"win": "1", "lose": "1"}}

    class Mute(StandIn):
        def exchange(self, name: str, request: Object) -> Object:
            if request["kind"] == "bet" and name.startswith("v-") and request["shoe"] == FULL[2]["shoe"]:
                raise Broken("was reset")
            return super().exchange(name, request)

    tie = {"kind": "bet", "bet": "tie"}
    coup = {"kind": "coup", "rules": "standard", "cards": ["9", "2", "K", "3"]}
    requests = [FIVE_CARDS, coup, FULL[1], FULL[2], FULL[2] | tie, FULL[8] | tie]
    found = asked_all(Mute(wrong, kinds=["coup", "outcomes", "bet"], bets=["tie"]), *requests).shrunk
    assert set(found) == {"outcomes", "bet tie"}
    assert [sum(smaller.vector.request["shoe"]["values"]) for smaller in found.values()] == [6, 6]  # type: ignore[index]


QUESTION, BAD = vectors_of([TWO[0], FIVE_CARDS], smoke=False).vectors
NINE = Precision()


def verified(
    right: int = 0,
    ways: tuple[str, ...] = (),
    *,
    asked: list[Vector] | None = None,
    floating: Sequence[Judgement] = (),
    precision: Precision = NINE,
    smoke: bool = False,
    problems: list[str] | None = None,
) -> Verification:
    """A verification with so many right answers, and failures: those in floating point, and others of these ways."""
    others = ways[sum(judgement.fault != "" for judgement in floating) :]
    answers = [Answered(vector=QUESTION, judgement=judgement) for judgement in floating]
    answers += [Answered(vector=QUESTION)] * right
    answers += [Answered(vector=QUESTION, judgement=Judgement("a fault", way), replied=way != FAULT) for way in others]
    return Verification(
        engine="e",
        capabilities=None,
        asked=[QUESTION] * len(answers) if asked is None else asked,
        smoke=smoke,
        precision=precision,
        answers=answers,
        problems=dict.fromkeys(problems or [], "1"),
    )


@pytest.mark.parametrize(
    ("of", "verdict"),
    [
        (verified(20), EngineVerdict.CONFORMS),
        (verified(19), EngineVerdict.TOO_FEW),
        (verified(20, asked=[*[QUESTION] * 19, BAD]), EngineVerdict.TOO_FEW),
        (verified(21, asked=[*[QUESTION] * 20, BAD]), EngineVerdict.CONFORMS),
        (verified(20, smoke=True), EngineVerdict.GLANCED),
        (verified(1, smoke=True), EngineVerdict.GLANCED),
        (verified(20, (WRONG,)), EngineVerdict.FAILS),
        (verified(20, (REFUSED,), smoke=True), EngineVerdict.FAILS),
        (verified(20, (FAULT,), problems=["missing ids"]), EngineVerdict.FAILS),
        (verified(20, asked=[QUESTION] * 21), EngineVerdict.UNDECIDED),  # one was never asked
        (verified(20, (LATE, LATE)), EngineVerdict.UNDECIDED),
        (verified(20, (LATE, WRONG)), EngineVerdict.FAILS),
        (verified(20, asked=[QUESTION] * 21, problems=["missing ids"]), EngineVerdict.UNDECIDED),
        (verified(20, problems=["unknown ids"], smoke=True), EngineVerdict.UNDECIDED),
    ],
)
def test_the_verdict(of: Verification, verdict: EngineVerdict) -> None:
    assert of.verdict is verdict


def test_what_is_counted() -> None:
    of = verified(3, (WRONG, FAULT, WRONG, REFUSED), asked=[*[QUESTION] * 8, BAD])
    assert [of.ways[way] for way in (WRONG, REFUSED, FAULT)] == [2, 1, 1]
    assert (of.ways[""], of.not_asked, of.questions) == (3, 2, 8)
    left_out = {("shoe", "by cards"): 2, ("bet", "tie"): 3, ("shoe", "of 9 decks"): 4}
    of.left_out = Counter(left_out)
    assert of.refused_outside == 6


@pytest.mark.parametrize("ways", [(WRONG, REFUSED), (WRONG, FAULT), (WRONG, LATE)])
def test_an_engine_conforms_with_fewer_digits_only_if_rounded_numbers_are_all_that_fails(ways: tuple[str, ...]) -> None:
    """And if it was asked everything."""
    wrong = [number(4, 5, False)]
    assert verified(1, (WRONG,), floating=wrong).looser
    assert not verified(1, ways, floating=wrong).looser
    assert not verified(1, (WRONG,), floating=wrong, asked=[QUESTION] * 3).looser
    assert not verified(1, (WRONG,), floating=[number(4, 5, False, rounded=False)]).looser


def number(digits: int, decimals: int, right: bool, rounded: bool = True) -> Judgement:
    return Judgement("" if right else "a fault", "" if right else WRONG, digits, decimals, float(digits), rounded)


@pytest.mark.parametrize(
    ("floating", "wrong", "precision", "looser"),
    [
        ([number(9, 9, True)], 0, NINE, []),
        ([], 1, NINE, []),
        ([number(4, 5, False)], 1, NINE, [Precision(4, None), Precision(None, 5)]),
        ([number(4, 5, False)], 2, NINE, []),  # the other wrong answer is none in floating point
        ([number(4, 5, False), number(9, 3, True)], 1, NINE, [Precision(4, None), Precision(None, 3)]),
        ([number(0, 5, False)], 1, NINE, [Precision(None, 5)]),
        ([number(4, 0, False)], 1, NINE, [Precision(4, None)]),
        ([number(0, 0, False)], 1, NINE, []),
        ([number(4, 5, False)], 1, Precision(None, 6), [Precision(None, 5)]),  # asked in decimals, told in decimals
        ([number(0, 5, False)], 1, Precision(None, 6), [Precision(None, 5)]),
    ],
)
def test_the_precision_to_which_every_wrong_number_is_right(
    floating: list[Judgement], wrong: int, precision: Precision, looser: list[Precision]
) -> None:
    assert verified(0, (WRONG,) * wrong, floating=floating, precision=precision).looser == looser
