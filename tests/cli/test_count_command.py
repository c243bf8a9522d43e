"""``exact count``: its contract, its conventions, several bets, a whole shoe, its errors."""

from fractions import Fraction
from typing import Any

import pytest
from support import Command

TAGS = "0,0,0,-1,-1,-1,-1,2,2,0"
DRAGON_7 = ("count", "--bet", "dragon-7", "--tags", TAGS, "--decks", "8")


def test_the_contract_of_json(exact: Command) -> None:
    answer = exact.json(*DRAGON_7, "--trigger", "4", "--unseen", "52")
    (result,) = answer["results"]
    assert list(result) == ["unseen", "frequency", "edge", "gain"]
    assert result["unseen"] == 52
    assert round(float(Fraction(result["frequency"])), 6) == 0.300099
    assert round(float(Fraction(result["gain"])), 7) == 0.0257516
    assert Fraction(result["edge"]) == Fraction(result["gain"]) / Fraction(result["frequency"])
    probabilities = [Fraction(level["probability"]) for level in answer["law"]]
    assert sum(probabilities) == 1
    reached = [level for level in answer["law"] if Fraction(level["count"]) >= 4]
    assert sum(Fraction(level["probability"]) for level in reached) == Fraction(result["frequency"])


@pytest.mark.slow
def test_tags_in_every_form(exact: Command) -> None:
    shoe = ("count", "--bet", "dragon-7", "--decks", "1", "--unseen", "20", "--trigger", "2")
    by_card = ",".join(tag for tag in [*TAGS.split(","), "0", "0", "0"] for _ in range(4))
    for tags in (TAGS, f"{TAGS},0,0,0", by_card, "4=-1,5=-1,6=-1,7=-1,8=2,9=2", "4=-1,5=-1,6=-1,7=-1,8=2,9s=2,9=2.0"):
        assert exact.json(*shoe, "--tags", tags)["results"] == exact.json(*shoe, "--tags", TAGS)["results"]
    other = exact.json(*shoe, "--tags", "4=-1,5=-1,6=-1,7=-1,8=2,9=2,9s=0")["results"]
    assert other != exact.json(*shoe, "--tags", TAGS)["results"]


def test_a_count_that_never_bets_has_no_edge(exact: Command) -> None:
    (result,) = exact.json(*DRAGON_7, "--trigger", "4", "--unseen", "416")["results"]
    assert result == {"unseen": 416, "frequency": "0/1", "edge": None, "gain": "0/1"}


def test_the_answer_states_the_conventions(exact: Command) -> None:
    printed = exact(*DRAGON_7, "--trigger", "4", "--unseen", "52", "--per", "26", "--round", "floor").out
    for words in ("− mean tag · seen cards) · 26 / unseen", "Rounding of the true count: floor", "at least: 4"):
        assert words in printed
    printed = exact(*DRAGON_7, "--trigger", "4", "--unseen", "52", "--running", "--initial", "-3").out
    for words in ("Compared with the trigger: running count", "Running count of the whole shoe: -3"):
        assert words in printed
    assert "Rounding" not in printed


@pytest.mark.slow
def test_without_a_trigger_every_number_has_its_best(exact: Command) -> None:
    given = exact.json(*DRAGON_7, "--trigger", "4", "--unseen", "52,100")
    best = exact.json(*DRAGON_7, "--unseen", "52,100")["results"]
    assert given["best"] == best
    for row, own in zip(best, given["results"], strict=True):
        assert Fraction(row["gain"]) >= Fraction(own["gain"])
        (alone,) = exact.json(*DRAGON_7, "--unseen", str(row["unseen"]), "--trigger", row["trigger"])["results"]
        assert alone["gain"] == row["gain"]


@pytest.mark.slow
def test_several_bets_with_one_count_or_several(exact: Command) -> None:
    def counted(bets: str, tags: str, trigger: str) -> Any:
        words = ("--bet", bets, "--tags", tags, "--trigger", trigger)
        return exact.json("count", *words, "--decks", "2", "--unseen", "30,20")

    panda_tags = "0,1,1,1,1,1,-1,-3,-2,0"
    both = counted("dragon-7,panda-8", f"{TAGS}; {panda_tags}", "4,6")
    dragon, panda = counted("dragon-7", TAGS, "4")["results"], counted("panda-8", panda_tags, "6")["results"]
    assert both["results"] == [{"bet": "dragon-7", **row} for row in dragon] + [
        {"bet": "panda-8", **row} for row in panda
    ]
    gains = [Fraction(first["gain"]) + Fraction(second["gain"]) for first, second in zip(dragon, panda, strict=True)]
    assert [Fraction(row["gain"]) for row in both["together"]] == gains
    same = counted("dragon-7,panda-8", TAGS, "4")["results"]
    assert same[:2] == [{"bet": "dragon-7", **row} for row in dragon]


@pytest.mark.slow
def test_a_whole_shoe_is_called_an_approximation_and_a_small_one_is_exact(exact: Command) -> None:
    small = "--values", "15,0,0,0,0,0,0,2,0,1"
    answer = exact.json(
        *("count", "--bet", "dragon-7", "--tags", TAGS, *small, "--trigger", "1", "--unseen", "all"),
        *("--cut", "11", "--burn", "none"),
    )
    assert [row["unseen"] for row in answer["results"]] == list(range(6, 19))
    approximate, true = answer["shoe"]
    assert (approximate["method"], true["method"]) == ("approximation", "exact")
    assert approximate["gain"] != true["gain"]
    assert Fraction(true["error"]) == 0 < Fraction(approximate["error"])
    assert (answer["burn"], answer["cut"], answer["coups_after"], answer["first_coup_unseen"]) == ("none", 11, 1, False)
    printed = exact("count", "--bet", "dragon-7", "--tags", TAGS, *small, "--cut", "11").out
    assert "as if coups used independent numbers of cards" in printed
    assert "as many as it counts (ten for a ten or a face card) are burned unseen" in printed


@pytest.mark.slow
def test_dragon_7_over_a_shoe_is_the_published_figure(exact: Command) -> None:
    """Row P0373, 0.597 with 14 cards behind the cut card: if cards are burned; without, it is far from it."""
    words = (*DRAGON_7, "--trigger", "4", "--cut", "14")
    (burned,), (bare,) = exact.json(*words)["shoe"], exact.json(*words, "--burn", "none")["shoe"]
    assert abs(Fraction(burned["gain"]) - Fraction("0.597")) <= Fraction(burned["error"]) == Fraction("0.002")
    assert Fraction(bare["gain"]) > Fraction("0.7")


def test_the_risk_of_the_bets(exact: Command) -> None:
    """A bet of two payoffs: their squares are linear in them, and 41 and -1 are 40 and a loss."""
    answer = exact.json(*DRAGON_7, "--trigger", "4", "--unseen", "52")
    (result,), (risk,) = answer["results"], answer["risk"]
    mean, frequency = Fraction(result["gain"]), Fraction(result["frequency"])
    variance = (40 - 1) * mean + 40 * frequency - mean**2
    assert (Fraction(risk["mean"]), Fraction(risk["variance"])) == (mean, variance)
    assert Fraction(risk["score"]) == 10**6 * mean**2 / variance
    assert Fraction(risk["n0"]) == variance / mean**2
    (never,) = exact.json(*DRAGON_7, "--trigger", "4", "--unseen", "416")["risk"]
    assert (never["variance"], never["score"], never["n0"]) == ("0/1", None, None)


def test_two_coups_after_the_cut_card_need_one_card_more_behind_it(exact: Command) -> None:
    """A coup that begins before the cut card takes up to five cards behind it, and two more take up to twelve."""
    words = ("count", "tie", "--tags", TAGS, "--values", "20,0,0,0,0,0,0,0,1,1", "--coups-after", "2", "--burn", "none")
    assert exact.json(*words)["cut"] == 17


def test_a_coarse_estimate_of_the_decks_left(exact: Command) -> None:
    """With 40 cards left a player counts a deck: a running count of 4 is a true count of 4, not of 5.2."""
    words = (*DRAGON_7, "--unseen", "40", "--trigger")
    (coarse,) = exact.json(*words, "4", "--estimate", "decks")["results"]
    (fine,) = exact.json(*words, "26/5")["results"]
    assert coarse["gain"] == fine["gain"]


def test_a_plan_tells_the_cost_and_computes_nothing(exact: Command) -> None:
    huge = ("count", "--bet", "dragon-7", "--tags", "1,2,3,4,5,6,7,8,9,10", "--decks", "8")
    (plan,) = exact.json(*huge, "--plan")["plan"]
    assert plan["different_tags"] == 10
    assert plan["seconds"] > 1000
    assert "take about" in exact.refused(*huge)


@pytest.mark.slow
def test_the_best_tags_are_called_proved_or_found(exact: Command) -> None:
    small = ("count", "--bet", "dragon-7", "--values", "9,0,0,0,3,0,0,4,0,2", "--unseen", "9")
    first, second = (exact.json(*small, "--level", level) for level in ("1", "2"))
    assert first["search"] == [{"tried": 3**10, "proved": True}]
    assert not second["search"][0]["proved"]
    tags = [first["tags"][0][value] for value in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)]
    assert exact.json(*small, "--tags", ",".join(tags))["results"] == first["results"]
