"""``exact session`` and ``exact promotion``: their contracts, and the published figures of runs."""

import shlex
from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest
from support import Command

DEALS, PUNTO, BANCO = 4998398275503360, 2230518282592256, 2292252566437888
"""The counts of the next coup from 8 decks."""


def test_the_contract(exact: Command) -> None:
    data = exact.json("session", "--bet", "banco", "--coups", "80", "--stake", "1")
    win, lose = Fraction(BANCO, DEALS), Fraction(PUNTO, DEALS)
    mean = Fraction(19, 20) * win - lose
    assert Fraction(data["mean"]) == 80 * mean
    assert Fraction(data["variance"]) == 80 * (Fraction(361, 400) * win + lose - mean**2)
    assert data["law"]["unit"] == "1/20"
    denominator, ways = int(data["law"]["denominator"]), data["law"]["numerators"]
    assert Fraction(int(ways["-1600"]), denominator) == lose**80
    assert Fraction(int(ways["1520"]), denominator) == win**80
    assert sum(map(int, ways.values())) == denominator
    assert any("fresh shoe of 416 cards" in note for note in data["notes"])


def test_decided_coups_and_intervals_dealt_out(exact: Command) -> None:
    """Every sequence of five decided coups: the net win in an interval, the number of wins, and runs of two."""
    win, lose = Fraction(BANCO, BANCO + PUNTO), Fraction(PUNTO, BANCO + PUNTO)
    found = {name: Fraction(0) for name in ("between", "exactly", "at_least", "at_most", "run")}
    for five in product((True, False), repeat=5):
        wins = sum(five)
        chance, net = win**wins * lose ** (5 - wins), Fraction(19, 20) * wins - (5 - wins)
        found["between"] += chance * (Fraction(-11, 100) <= net <= Fraction(285, 100))
        found["exactly"] += chance * (wins == 3)
        found["at_least"] += chance * (wins >= 3)
        found["at_most"] += chance * (wins <= 3)
        found["run"] += chance * any(five[start] and five[start + 1] for start in range(4))
    words = "session --bet banco --decided 5 --ties skip --between -0.11 2.85 --wins 3 --runs 'banco 2'"
    data = exact.json(*shlex.split(words))
    assert Fraction(data["mean"]) == 5 * (Fraction(19, 20) * win - lose)
    assert {"between": data["between"]} | data["wins"] | {"run": data["runs"]["at_least_one"]} == {
        name: f"{chance.numerator}/{chance.denominator}" for name, chance in found.items()
    }
    assert (data["coups"], data["decided"], "questions" in data) == (5, True, True)
    assert sum("run of" in question for question in data["questions"]) == 1


@pytest.mark.slow
def test_numbers_of_runs_among_decided_coups_are_tested_without_ties(exact: Command) -> None:
    words = "session banco --decided 80 --runs 'banco 3' --observed 4=9,5=11"
    assert [row["ties"] for row in exact.json(*shlex.split(words))["fit"]] == ["skip"]


def test_what_a_plan_shows(exact: Command) -> None:
    """Two coups of the martingale by hand: the second stake is 2 after a loss, and the edge is that of punto."""
    win, lose = Fraction(PUNTO, DEALS), Fraction(BANCO, DEALS)
    data = exact.json("session", "--bet", "punto", "--coups", "2", "--stake", "5", "--plan", "martingale 2")
    assert Fraction(data["house_edge"]) == lose - win
    assert Fraction(data["turnover"]) == 5 + 5 * (1 + lose)
    assert Fraction(data["mean"]) == -(lose - win) * 5 * (2 + lose)
    push, ways, whole = 1 - win - lose, data["law"]["numerators"], int(data["law"]["denominator"])
    assert {int(won): Fraction(int(count), whole) for won, count in ways.items()} == {
        -3: lose**2,
        -1: 2 * lose * push,
        0: push**2 + win * lose,
        1: 2 * win * push + lose * win,
        2: win**2,
    }
    assert [row["stake"] for row in data["steps"]] == ["5", "10"]
    assert sum(Fraction(row["net_win"]) for row in data["steps"]) == Fraction(data["mean"])


def test_what_a_casino_wins_dealt_out(exact: Command) -> None:
    """Every sequence of two coups at each of two tables, with stakes of 2 on punto and 1 on the tie."""
    chances = {-3: Fraction(BANCO, DEALS), 1: Fraction(PUNTO, DEALS), 8: 1 - Fraction(BANCO + PUNTO, DEALS)}
    results: defaultdict[int, Fraction] = defaultdict(Fraction)
    for four in product(chances, repeat=4):
        results[-sum(four)] += prod(chances[won] for won in four)
    words = "session punto,tie --stake 2,1 --coups 2 --house 2 --per-hour 80 --drop 30 --observed-win 8"
    data = exact.json(*shlex.split(words))
    expected = sum(won * chance for won, chance in results.items())
    total = data["house"][-1]
    assert {name: Fraction(total[name]) for name in ("turnover", "theoretical_win", "win_per_hour", "hold")} == {
        "turnover": 12,
        "theoretical_win": expected,
        "win_per_hour": 40 * expected,
        "hold": expected / 30,
    }
    (seen,) = data["observed_win"]
    least, most = (sum(p for won, p in results.items() if sign * won >= sign * 8) for sign in (1, -1))
    assert [Fraction(seen[name]) for name in ("hold", "at_least", "at_most")] == [Fraction(8, 30), least, most]
    assert Fraction(seen["p_value"]) == min(1, 2 * least, 2 * most)
    for row in data["house_ranges"][-2:]:
        low, high, outside = int(row["win_from"]), int(row["to"]), 1 - Fraction(row["probability"][:2]) / 100
        for end, sign in ((low, 1), (high, -1)):  # as much as half of the rest is below and above, and no more
            assert sum(p for won, p in results.items() if sign * won < sign * end) <= outside / 2
            assert sum(p for won, p in results.items() if sign * won <= sign * end) > outside / 2


@pytest.mark.parametrize(
    ("seen", "outside"), [(1, False), (39, False), (-29, False), (41, True), (-31, True), (67, True)]
)
def test_a_win_of_the_casino_beyond_200_coups_is_one_of_a_binomial_distribution(
    seen: int, outside: bool, exact: Command
) -> None:
    """Of 301 decided coups at one table, each won by banco with one probability: the terms as fractions."""
    chance = Fraction(BANCO, BANCO + PUNTO)
    terms = {2 * won - 301: comb(301, won) * chance**won * (1 - chance) ** (301 - won) for won in range(302)}
    words = f"session punto --decided 301 --house 1 --observed-win={seen}"
    (row,) = exact.json(*shlex.split(words))["observed_win"]
    low, high = (sum(p for won, p in terms.items() if sign * won >= sign * seen) for sign in (-1, 1))
    for name, value in (("at_most", low), ("at_least", high), ("p_value", min(1, 2 * low, 2 * high))):
        least, most = (Fraction(end) for end in (row[name] if isinstance(row[name], list) else [row[name]] * 2))
        assert least <= value <= most <= least + Fraction(4, 10**12)
    assert row["outside_95"] == outside == (2 * min(low, high) < Fraction(5, 100))
    assert row["outside_99"] == (2 * min(low, high) < Fraction(1, 100))


def test_wins_beyond_200_coups_have_bounds(exact: Command) -> None:
    """Of coups without a tie, those that win are binomial: the sum of its terms, as fractions."""
    data = exact.json(*shlex.split("session --bet banco --decided 210 --wins 100 --between -500 -0.05"))
    chance = Fraction(BANCO, BANCO + PUNTO)
    terms = [comb(210, wins) * chance**wins * (1 - chance) ** (210 - wins) for wins in range(211)]
    for name, value in (("exactly", terms[100]), ("at_least", sum(terms[100:])), ("at_most", sum(terms[:101]))):
        low, high = map(Fraction, data["wins"][name])
        assert low <= value <= high <= low + Fraction(2, 10**12)
    low, high = map(Fraction, data["between"])
    assert low <= sum(terms[:108]) <= high  # 107 wins lose 103 and win 101.65; with 108 the net is a win


@pytest.mark.parametrize(("coups", "ties", "printed"), [("70", "skip", "0.9974"), ("81", "break", "0.9946")])
def test_the_published_runs_of_three(exact: Command, coups: str, ties: str, printed: str) -> None:
    runs = exact.json("session", "--bet", "banco", "--coups", coups, "--ties", ties, "--runs", "banco 3")["runs"]
    assert f"{float(Fraction(runs['at_least_one'])):.4f}" == printed


def test_the_number_of_runs_of_three_coups(exact: Command) -> None:
    """One run of two bancos at least, by hand; and bancos, ties and alternations among three coups."""
    data = exact.json("session", "--bet", "banco", "--coups", "3", "--runs", "banco 2", "--count-runs")
    banco, punto, tie = (Fraction(count, DEALS) for count in (BANCO, PUNTO, DEALS - BANCO - PUNTO))
    one = banco**3 + 2 * banco**2 * (1 - banco)
    assert {key: Fraction(value) for key, value in data["runs"]["number"].items()} == {"0": 1 - one, "1": one}
    *_, two, three = data["numbers"]
    assert two["number"] == 2
    assert Fraction(two["alternations"]) == banco * punto * (banco + punto)
    assert Fraction(two["tie"]) == 3 * tie**2 * (1 - tie)
    assert Fraction(three["banco"]) == banco**3


@pytest.mark.slow
def test_observed_numbers_of_runs_fit_the_convention_they_come_from(exact: Command) -> None:
    """A thousand shoes of 70 decided coups, as the binomial of their numbers says; the G test of each convention."""
    words = "session", "--bet", "banco", "--coups", "70", "--ties", "skip", "--runs", "banco 3"
    numbers = exact.json(*words, "--count-runs")["runs"]["number"]
    seen = ",".join(f"{key}={round(1000 * Fraction(value))}" for key, value in numbers.items())
    fits = {row["ties"]: row for row in exact.json(*words, "--observed", seen)["fit"]}
    assert float(fits["skip"]["p_value"]) > 0.99
    assert all(float(fits[ties]["p_value"]) < 1e-9 for ties in ("break", "count"))
    assert Fraction(fits["skip"]["probability"]) == Fraction(BANCO, BANCO + PUNTO)


def test_a_dozen_shoes_are_too_few_for_a_test(exact: Command) -> None:
    """No two numbers of runs are expected five times; but of two coups, no run of three is certain."""
    words = "session", "--bet", "banco", "--runs", "banco 3", "--ties", "break"
    row, *_others = exact.json(*words, "--coups", "80", "--observed", "0=9")["fit"]
    assert (row["test"], row["statistic"], row["p_value"]) == ("none: too few shoes", None, None)
    row, *_others = exact.json(*words, "--coups", "2", "--observed", "0=9")["fit"]
    assert (row["test"], row["p_value"]) == ("certain", "1")


@pytest.mark.parametrize(
    ("ties", "said"), [("count", "ties count as banco, even ties alone"), ("skip", "the net win is of 4 dealt coups")]
)
def test_the_answer_says_what_a_tie_is_to_a_run(exact: Command, ties: str, said: str) -> None:
    nines = "session", "--bet", "banco", "--coups", "4", "--values", "0,0,0,0,0,0,0,0,1,52", "--ties", ties
    assert said in exact(*nines, "--runs", "banco 3").out


def test_a_bankroll_ends_play(exact: Command) -> None:
    words = ("--coups", "3", "--stake", "2", "--bankroll", "5", "--target", "9")
    data = exact.json("session", "--bet", "punto", *words)
    lose, win = Fraction(BANCO, DEALS), Fraction(PUNTO, DEALS)
    assert Fraction(data["stops"]["loss"]) == lose**2 * (1 + 2 * (1 - lose - win))
    assert Fraction(data["ruin"]["before_target"]) == lose**2 / (lose**2 + win**2)
    assert data["ruin"]["ever"] == "1/1"


def test_the_contract_of_a_promotion(exact: Command) -> None:
    worth = exact.json("promotion", "match-play", "--bet", "punto", "--ties", "keep")["worth"]
    assert Fraction(worth) == Fraction(2 * PUNTO - BANCO, PUNTO + BANCO)


def test_fair_odds_of_every_category(exact: Command) -> None:
    categories = exact.json("promotion", "fair-odds", "--bet", "punto-pair")["categories"]
    assert categories["win"] == {"one_in": "415/31", "fair_odds": "384/31", "break_even_payoff": "384/31"}
    assert "win       13.39            12.39" in exact("bet", "punto-pair", "--decks", "8", "--digits", "2").out


def test_one_coup_is_not_in_the_plural(exact: Command) -> None:
    said = exact("session", "--bet", "banco", "--coups", "1", "--wins", "1").out
    assert "Coups with a net win: 1 of 1\n" in said
