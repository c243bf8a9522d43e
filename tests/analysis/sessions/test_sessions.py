"""The distributions of sessions against direct sums over all sequences of coups, and against one-step equations."""

import shlex
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise, product
from math import comb, log10, prod

import pytest
from support import STANDARD, Command, holds, refusal

from exact import Outcome, Shoe, find_bet, session
from exact.analysis.joint import count_jointly, variable_of_bet
from exact.analysis.pricing import price_bet
from exact.analysis.sessions import runs, stopped
from exact.analysis.sessions.distributions import (
    ResultDistribution,
    check_memory,
    distribution_of_bets,
    distribution_of_coups,
    distribution_of_results,
    exact_distribution,
    machine_memory,
    rounded_distribution,
)
from exact.analysis.sessions.ruin import race, ruin_before, ruin_ever
from exact.analysis.sessions.stopped import Limits, StoppedSession, limits_of, play_limits, stopped_session
from exact.errors import ExactError
from exact.reference import walk
from exact.reference.decisions import DECISIONS

SHOE = Shoe.of_decks(8)
BANCO = distribution_of_bets([find_bet("banco")], [Fraction(1)], SHOE, STANDARD)
SMALL = distribution_of_results({Fraction(3, 2): 3, Fraction(0): 1, Fraction(-1): 4})


def sequences(coup: ResultDistribution, coups: int) -> list[tuple[tuple[int, ...], Fraction]]:
    """Every sequence of results in units, with its probability."""
    every = product(coup.counts, repeat=coups)
    return [(one, Fraction(prod(coup.counts[won] for won in one), coup.denominator**coups)) for one in every]


def probabilities(distribution: ResultDistribution) -> dict[int, Fraction]:
    return {won: Fraction(count, distribution.denominator) for won, count in distribution.counts.items()}


@pytest.mark.parametrize("coup", [BANCO, SMALL, distribution_of_results({Fraction(-1): 9, Fraction(8): 1})])
def test_the_distribution_is_the_sum_over_all_sequences(coup: ResultDistribution) -> None:
    distribution = exact_distribution(coup, 5)
    direct: defaultdict[int, Fraction] = defaultdict(Fraction)
    for one, chance in sequences(coup, 5):
        direct[sum(one)] += chance
    assert probabilities(distribution) == direct
    assert distribution.moment(1)[0] == 5 * coup.mean
    assert distribution.moment(2)[0] - distribution.moment(1)[0] ** 2 == 5 * coup.variance


def test_bets_on_the_same_coup_have_a_joint_distribution() -> None:
    bets, stakes = [find_bet("banco"), find_bet("dragon-7")], [Fraction(2), Fraction(1, 2)]
    coup = distribution_of_bets(bets, stakes, SHOE, STANDARD)
    prices = [price_bet(bet, SHOE, STANDARD) for bet in bets]
    covariance = count_jointly(variable_of_bet(bets[0]), variable_of_bet(bets[1]), SHOE, STANDARD).covariance()
    assert coup.mean == sum(stake * price.expectation for stake, price in zip(stakes, prices, strict=True))
    assert coup.variance == 4 * prices[0].variance + prices[1].variance / 4 + 2 * covariance


def test_stop_points_absorb() -> None:
    session = stopped_session(SMALL, 6, Limits(-3, 4), 12)
    direct: defaultdict[int, Fraction] = defaultdict(Fraction)
    at_low, played = [Fraction(0)] * 6, Fraction(0)
    for one, chance in sequences(SMALL, 6):
        total = number = 0
        while number < 6 and -3 < total < 4:
            total += one[number]
            number += 1
        played += number * chance
        at_low[number - 1] += chance if total <= -3 else 0
        direct[total] += chance
    assert probabilities(session.distribution) == direct
    assert [Fraction(count, session.distribution.denominator) for count in session.at_low] == at_low
    assert session.mean_coups == (played, played)


@pytest.mark.parametrize(("lowest", "highest"), [(-1, 2), (-7, 5), (-4, 9)])
def test_ruin_solves_the_equations_of_the_chain(lowest: int, highest: int) -> None:
    """Probabilities and durations from every start satisfy the one-step equations, which have one solution."""
    ruin = {
        start: [low for low, _high in ruin_before(SMALL, lowest - start, highest - start)]
        for start in range(lowest + 1, highest)
    }
    for start, (probability, coups) in ruin.items():
        chances = {start + won: Fraction(count, SMALL.denominator) for won, count in SMALL.counts.items()}
        ruined = (chance * (ruin[end][0] if end in ruin else end <= lowest) for end, chance in chances.items())
        assert probability == sum(ruined)
        assert coups == 1 + sum(chance * ruin[end][1] for end, chance in chances.items() if end in ruin)


def test_a_fair_walk_is_ruined_and_a_biased_one_within_the_digits() -> None:
    assert ruin_ever(distribution_of_results({Fraction(1): 1, Fraction(-1): 1}), -3, 20) == (Fraction(1), Fraction(1))
    below, above = ruin_ever(distribution_of_results({Fraction(1): 3, Fraction(-1): 1}), -1, 20)
    assert below < Fraction(1, 3) < above
    assert above - below == Fraction(1, 10**24)  # three decimals more than asked, and the digits of 1


@pytest.mark.parametrize(("loses", "wins", "ruin"), [(1, 0, 1), (2, 0, 1), (0, 1, 0), (0, 0, 0)])
def test_ruin_is_sure_or_never_where_the_stakes_only_lose_or_never_lose(loses: int, wins: int, ruin: int) -> None:
    coup = distribution_of_results({Fraction(-loses): 1, Fraction(wins): 3})
    assert ruin_ever(coup, -5, 12) == (Fraction(ruin), Fraction(ruin))


TIES = {runs.BREAK: "p", runs.SKIP: None, runs.COUNT: "b"}
"""The letter that a tie is like; those that are skipped are no coups."""


@pytest.mark.parametrize(
    ("trial", "tie"),
    [*((runs.trial_of(5, 2, 10, convention), tie) for convention, tie in TIES.items()), (runs.Trial(5, 10, 2), "")],
)
@pytest.mark.parametrize("length", [1, 2, 3, 8])
def test_runs_are_those_of_all_sequences(trial: runs.Trial, tie: str | None, length: int) -> None:
    """Every sequence of seven coups; a run that goes on counts once."""
    shares = {"b": 5, "p": 3} | ({} if tie is None else {"t": 2})
    expected: defaultdict[int, Fraction] = defaultdict(Fraction)
    for one in product(shares, repeat=7):
        number = sum(len(run) >= length for run in "".join(one).replace("t", tie or "").split("p"))
        expected[number] += Fraction(prod(shares[letter] for letter in one), sum(shares.values()) ** 7)
    found = runs.number_of_runs(trial, length, 7, 12)
    assert {count: found.bounds(ways)[0] for count, ways in found.counts.items() if ways} == expected
    assert runs.at_least_one(trial, length, 7, 12) == (1 - expected[0],) * 2
    assert trial.same or runs.expected_runs(trial, length, 7) == found.mean


def test_alternations_are_those_of_all_sequences() -> None:
    """A tie is passed over: punto after it alternates if the decided coup before was banco."""
    shares = {"b": 5, "p": 3, "t": 2}
    expected: defaultdict[int, Fraction] = defaultdict(Fraction)
    for one in product("bpt", repeat=6):
        decided = "".join(one).replace("t", "")
        changes = sum(pair in ("bp", "pb") for pair in map("".join, pairwise(decided)))
        expected[changes] += Fraction(prod(shares[letter] for letter in one), 10**6)
    number = runs.distribution_of_number(runs.moves_of_alternations(3, 5, 2), 6, 5, 12)
    assert {count: number.bounds(ways)[0] for count, ways in number.counts.items()} == expected


def test_the_number_of_runs_beyond_the_exact_coups(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = runs.trial_of(5, 2, 10, runs.BREAK)
    exact = runs.number_of_runs(trial, 3, 60, 12)
    monkeypatch.setattr("exact.analysis.sessions.runs.EXACT_COUPS", 10)
    rounded = runs.number_of_runs(trial, 3, 60, 12)
    assert 0 < rounded.missing < Fraction(rounded.denominator, 10**12)
    for count, ways in exact.counts.items():
        assert holds(rounded.bounds(rounded.counts[count]), exact.bounds(ways)[0], 12)
    with pytest.raises(ExactError, match="coups: 10000 takes .* steps to count runs"):
        runs.number_of_runs(trial, 3, 10_000, 12)


def test_too_many_coups_are_refused_before_any_run_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alternations take the most steps, nine moves for each coup and number, so they are the first to be refused."""
    monkeypatch.setattr("exact.analysis.sessions.runs.at_least_one", None)
    monkeypatch.setattr("exact.analysis.sessions.runs.number_of_runs", None)
    with pytest.raises(ExactError, match="coups: 2000 takes 36000000 steps to count runs"):
        session("banco", 2000, runs="banco 3", count_runs=True)


def test_a_distribution_beyond_the_memory_is_refused_before_the_win_of_the_house(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("exact.analysis.sessions.distributions.machine_memory", lambda: 10**6)
    monkeypatch.setattr("exact.library.session.win_of_house", None)
    assert "coups: 300 needs about" in refusal(session, "banco", 300, house=2)


def test_numbers_of_runs_are_joined_for_the_test() -> None:
    """By hand: 40 shoes are expected 5, 10, 20, 4 and 1 times; the last two make five together, or join the third."""
    number = ResultDistribution(Fraction(1), {0: 5, 1: 10, 2: 20, 3: 4, 4: 1}, 40)
    seen = {0: 4, 2: 25, 4: 11}
    assert runs.joined(number, seen, 5) == (
        [Fraction(1, 8), Fraction(1, 4), Fraction(1, 2), Fraction(1, 8)],
        [4, 0, 25, 11],
    )
    assert runs.joined(number, seen, 6) == ([Fraction(3, 8), Fraction(5, 8)], [4, 36])


def test_runs_beyond_the_exact_coups(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = runs.trial_of(5, 2, 10, runs.BREAK)
    exact = runs.at_least_one(trial, 6, 100, 12)[0]
    monkeypatch.setattr("exact.analysis.sessions.runs.EXACT_COUPS", 10)
    rounded = runs.at_least_one(trial, 6, 100, 12)
    assert holds(rounded, exact, 12)
    assert 10 ** (12 + len("600") + 2) % rounded[0].denominator == 0 != 10**16 % rounded[0].denominator
    longer = runs.at_least_one(runs.Trial(95, 100), 50, 100, 2)[0]  # 5,000 roundings
    assert 10**8 % longer.denominator == 0 != 10**7 % longer.denominator


def test_the_distribution_of_the_longest_run_dealt_out() -> None:
    """Every sequence of six trials; and the distribution ends where asked, or where it would take too long."""
    trial, coups = runs.Trial(3, 7), 6
    chances = [Fraction(0)] * (coups + 1)
    for sequence in product((True, False), repeat=coups):
        longest = max(len(run) for run in "".join("x" if event else " " for event in sequence).split(" "))
        chances[longest] += Fraction(3, 7) ** sum(sequence) * Fraction(4, 7) ** (coups - sum(sequence))
    expected = [(sum(chances[length:]), sum(chances[length:])) for length in range(1, coups + 1)]
    assert runs.longest_run(trial, coups, 9, 10**6) == expected
    assert runs.longest_run(trial, coups, 2, 10**6) == [pair for pair in expected if pair[0] >= Fraction(1, 100)]
    assert runs.longest_run(trial, coups, 9, 6 + 12) == expected[:2]
    *_, all_three = runs.longest_run(runs.Trial(1, 10), 3, 3, 10**6)  # just as likely as the digits allow
    assert all_three == (Fraction(1, 1000), Fraction(1, 1000))


def test_first_passage_dealt_out(exact: Command) -> None:
    """Every sequence of three coups on punto by hand: the coup at which one stake is won, or two are lost."""
    win, lose = Fraction(2230518282592256, 4998398275503360), Fraction(2292252566437888, 4998398275503360)
    chances = {1: win, -1: lose, 0: 1 - win - lose}
    expected: defaultdict[tuple[int, str], Fraction] = defaultdict(Fraction)
    for results in product(chances, repeat=3):
        for number in (1, 2, 3):
            total = sum(results[:number])
            if total in (1, -2):
                expected[number, "win" if total > 0 else "loss"] += prod(chances[won] for won in results)
                break
    data = exact.json("session", "--bet", "punto", "--coups", "3", "--stop-win", "1", "--stop-loss", "2")
    found = {(row["coup"], side): Fraction(row[side]) for row in data["first_passage"] for side in ("win", "loss")}
    assert {key: chance for key, chance in found.items() if chance} == expected


def test_a_decided_coup_is_one_of_a_shoe_without_its_ties() -> None:
    """Every deal of ten cards by the second engine, ties left out."""
    shoe = Shoe.of_values((2, 1, 0, 1, 0, 1, 1, 1, 1, 2))
    outcomes = walk.count_outcomes(shoe, DECISIONS["standard"])
    punto, banco = (outcomes[side] for side in (Outcome.PUNTO, Outcome.BANCO))
    coup = distribution_of_bets([find_bet("banco"), find_bet("tie")], [Fraction(2)] * 2, shoe, STANDARD, decided=True)
    expected = {Fraction(-4): Fraction(punto, punto + banco), Fraction(-1, 10): Fraction(banco, punto + banco)}
    assert {won * coup.unit: chance for won, chance in probabilities(coup).items()} == expected
    with pytest.raises(ExactError, match="every coup is a tie"):
        distribution_of_bets([find_bet("banco")], [Fraction(1)], Shoe.of_values([6] + [0] * 9), STANDARD, decided=True)


@pytest.mark.parametrize("exact_coups", [0, 10])
@pytest.mark.parametrize("side", [1, -1])
def test_stakes_that_can_only_win_or_only_lose(side: int, exact_coups: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the exact coups, one unit of the last place is missing from the start on."""
    monkeypatch.setattr("exact.analysis.sessions.stopped.EXACT_COUPS", exact_coups)
    coup = distribution_of_results({Fraction(side): 1})
    distribution = stopped_session(coup, 3, Limits(None, None), 12).distribution
    missing = 0 if exact_coups else 1
    assert distribution.counts == {3 * side: distribution.denominator - missing}
    stopped = stopped_session(coup, 3, Limits(-2, 2), 12)
    reached = (0, stopped.distribution.denominator - missing, 0)
    assert (stopped.at_high if side > 0 else stopped.at_low) == reached
    assert sum(stopped.at_low if side > 0 else stopped.at_high) == 0
    assert stopped.distribution.counts == {2 * side: stopped.distribution.denominator - missing}


def test_stakes_that_only_win_or_only_lose_reach_one_limit() -> None:
    """Half of the coups push, so each step takes two coups on the average."""
    winning, losing = (distribution_of_results({won: 1, Fraction(0): 1}) for won in (Fraction(1, 2), Fraction(-1, 2)))
    one, eight, six = Fraction(1), Fraction(8), Fraction(6)
    assert [*race(winning, -3, 4, 12)] == [(0 * one, 0 * one), (eight, eight)]
    assert [*race(losing, -3, 4, 12)] == [(one, one), (six, six)]
    one_or_two = distribution_of_results({Fraction(1): 1, Fraction(2): 1})
    assert [*race(one_or_two, -1, 3, 12)] == [(0 * one, 0 * one), (Fraction(9, 4), Fraction(9, 4))]
    assert "every coup pushes" in refusal(race, distribution_of_results({Fraction(0): 1}), -1, 3, 12)
    for way, low, high in ((winning, -1, 1001), (losing, -1001, 1)):
        assert [*race(way, low, high, 12)] == [((way is losing) * one,) * 2, (2002 * one,) * 2]


@pytest.mark.parametrize(
    "words",
    [
        "--bet dragon-7 --coups 1 --runs 'win 1' --digits 1",
        "--bet grand-monkey:5000 --coups 5 --runs 'win 1' --digits 3",
        "--bet tie --coups 9 --stake 2 --values 0,0,0,0,0,0,15,0,0,0 --bankroll 6.5 --target 7.5",
    ],
)
def test_rare_runs_and_sure_wins_have_an_answer(words: str, exact: Command) -> None:
    assert exact("session", *shlex.split(words)).code == 0


def test_ties_that_are_all_coups_cannot_be_skipped(exact: Command) -> None:
    words = "--bet punto --coups 7 --values 15,0,0,0,0,0,0,0,0,0 --runs 'banco 2' --ties skip"
    assert "ties: 'skip' leaves no coup: every coup is a tie or a push" in exact.refused("session", *shlex.split(words))


@pytest.mark.parametrize(
    ("limits", "results"),
    [
        (Limits(-3, 5), 8),
        (Limits(None, 5), 14),
        (Limits(-3, None), 16),
        *((Limits(low, None), 22) for low in (-30, None)),
    ],
)
def test_a_session_of_too_much_work_is_refused(limits: Limits, results: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The results between the limits or beyond the worst and best of four coups; 48 bits; 3 results of a coup."""
    work = results * 4 * 48 * 3
    monkeypatch.setattr(stopped, "MAX_WORK", work)
    assert sum(stopped_session(SMALL, 4, limits, 12).distribution.counts.values()) == 8**4
    monkeypatch.setattr(stopped, "MAX_WORK", work - 1)
    with pytest.raises(ExactError, match=f"coups: 4 needs {results} results at each of 4 coups: too many, take nearer"):
        stopped_session(SMALL, 4, limits, 12)


@pytest.mark.parametrize("error", [AttributeError, ValueError, OSError])
def test_a_machine_that_does_not_say_its_memory(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no sysconf; 4 GiB are taken for it."""

    def unknown(_name: str) -> int:
        raise error

    monkeypatch.setattr("os.sysconf", unknown, raising=False)
    assert machine_memory() == 4 * 2**30


def test_two_stakes_on_the_same_bet_are_refused() -> None:
    banco = find_bet("banco")
    with pytest.raises(ExactError, match="bet: 'banco,tie,banco' names banco twice: add its stakes together"):
        distribution_of_bets([banco, find_bet("tie"), banco], [Fraction(1)] * 3, SHOE, STANDARD)


def test_the_distribution_is_exact_up_to_two_hundred_coups() -> None:
    exact, rounded = distribution_of_coups(SMALL, 200, 3), distribution_of_coups(SMALL, 201, 3)
    assert exact == exact_distribution(SMALL, 200)
    assert (exact.denominator, exact.missing) == (8**200, 0)
    assert rounded == rounded_distribution(SMALL, 201, 3)
    assert 0 < Fraction(rounded.missing, rounded.denominator) < Fraction(1, 1000)
    assert rounded.denominator == 10 ** (3 + len(str(201 * (201 * 5 + 1))) + 2)  # results from −402 to 603


@pytest.mark.parametrize(
    ("share", "results"), [("0.49", (0, 0)), ("0.5", (0, 3)), ("0.51", (3, 3)), ("0.99", (3, 3)), ("1", (3, 3))]
)
def test_a_quantile_that_what_is_missing_may_move(share: str, results: tuple[int, int]) -> None:
    """49 parts of 100 for 0, 50 for 3 half units, one that may be anywhere: only a share of 50 parts is in doubt."""
    distribution = ResultDistribution(Fraction(1, 2), {0: 49, 3: 50}, 100, 1)
    assert distribution.quantile(Fraction(share)) == tuple(Fraction(result, 2) for result in results)


def test_the_distribution_of_a_coup_has_the_largest_unit_and_no_common_factor() -> None:
    """By hand: twice three quarters in 3 of 8 deals, and a loss of one unit in 4. What cannot happen is left out."""
    distribution = distribution_of_results({Fraction(3, 2): 6, Fraction(-3, 4): 8, Fraction(-9): 0, Fraction(0): 2})
    assert distribution == ResultDistribution(Fraction(3, 4), {-1: 4, 0: 1, 2: 3}, 8)
    assert list(distribution.counts) == [-1, 0, 2]
    assert (distribution.lowest, distribution.highest) == (-1, 2)
    assert distribution.mean == Fraction(3, 4) * Fraction(2 * 3 - 4, 8)
    assert distribution.variance == Fraction(9, 16) * Fraction(4 * 3 + 4, 8) - distribution.mean**2
    assert distribution_of_results({Fraction(0): 7}) == ResultDistribution(Fraction(1), {0: 1}, 1)


def test_the_memory_of_a_distribution_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """800 for each result; of an exact distribution besides the bits of a count, and three for each of its digits."""
    monkeypatch.setattr("os.sysconf", {"SC_PHYS_PAGES": 196_608, "SC_PAGE_SIZE": 4096}.__getitem__)
    assert machine_memory() == 196_608 * 4096
    needs = "coups: 1000000 needs about 4.0 GB of memory for this distribution; this machine has 0.8 GB"
    assert needs in refusal(distribution_of_coups, SMALL, 10**6, 12)
    assert needs in refusal(stopped_session, SMALL, 10**6, Limits(-1, 1), 12)
    exact = int((5 * 200 + 1) * (800 + 200 * 3 / 8 + 3 * 200 * log10(8)))
    for coups, needed in ((201, 800 * 1006), (200, exact)):
        monkeypatch.setattr("os.sysconf", {"SC_PHYS_PAGES": 1, "SC_PAGE_SIZE": needed}.__getitem__)
        check_memory(SMALL, coups)
        monkeypatch.setattr("os.sysconf", {"SC_PHYS_PAGES": 1, "SC_PAGE_SIZE": needed - 1}.__getitem__)
        assert f"coups: {coups} needs" in refusal(check_memory, SMALL, coups)


def test_limits_in_units() -> None:
    """Of a half: a limit between two results is the one that is farther; a bankroll must pay for the next stake."""
    assert limits_of(SMALL, Fraction(3, 4), Fraction(3, 4)) == (-2, 2)
    assert limits_of(SMALL, Fraction(1), Fraction(3)) == (-2, 6)
    assert limits_of(SMALL, None, None) == (None, None)
    for bankroll, limit in ((Fraction(3), -1), (Fraction(10), -15), (Fraction(41, 4), -15), (Fraction(42, 4), -16)):
        assert play_limits(SMALL, Fraction(3), {"bankroll": bankroll}) == ((limit, None), limit)
    with pytest.raises(ExactError, match="stake: '3' is beyond the bankroll of 5/2"):
        play_limits(SMALL, Fraction(3), {"bankroll": Fraction(5, 2)})


def test_the_coups_of_a_session_of_which_a_part_is_missing() -> None:
    """What is missing may have ended before the first coup, or not at all; no more can have ended than there is."""
    distribution = ResultDistribution(Fraction(1), {-1: 3, 0: 3, 1: 3}, 10, 1)
    for missing, least in ((1, Fraction(20, 10)), (10, Fraction(0))):
        session = StoppedSession(distribution._replace(missing=missing), (2, 0, 1), (0, 3, 0))
        assert session.mean_coups == (least, Fraction(23, 10))


def test_a_run_that_only_the_upper_bound_makes_likely_enough_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of three have a chance of (58/125)**3 = 0.0999, rounded up above a tenth; two of three have more."""
    monkeypatch.setattr("exact.analysis.sessions.runs.EXACT_COUPS", 0)
    trial = runs.Trial(58, 125)
    below, above = runs.at_least_one(trial, 3, 3, 1)
    assert below < Fraction(58, 125) ** 3 < Fraction(1, 10) < above
    assert runs.longest_run(trial, 3, 1, 10**6) == [runs.at_least_one(trial, length, 3, 1) for length in (1, 2)]


HALVES = ResultDistribution(Fraction(1, 2), {-4: 1, -2: 2, 1: 3, 3: 4}, 10)
"""Of −2, −1, ½ and 1½ units, with a tenth more of the probability each time."""


@pytest.mark.parametrize(
    ("amount", "above", "below"),
    [("-2", 10, 1), ("-1.5", 9, 1), ("-1", 9, 3), ("0", 7, 3), (".5", 7, 6), ("1", 4, 6), ("1.5", 4, 10), ("2", 0, 10)],
)
def test_at_least_and_at_most_an_amount_of_money(amount: str, above: int, below: int) -> None:
    assert HALVES.within(Fraction(amount)) == (Fraction(above, 10),) * 2
    assert HALVES.within(None, Fraction(amount)) == (Fraction(below, 10),) * 2


def test_what_is_missing_may_be_anywhere_but_not_beyond_all() -> None:
    rounded = HALVES._replace(denominator=13, missing=3)
    assert rounded.within(Fraction(1)) == (Fraction(4, 13), Fraction(7, 13))
    assert rounded.within(None, Fraction(2)) == (Fraction(10, 13), Fraction(1))
    assert rounded._replace(missing=4).within(None, Fraction(2)) == (Fraction(10, 13), Fraction(1))
    assert rounded.moment(1) == (Fraction(-4 - 4 + 3 + 12 - 12, 26), Fraction(-4 - 4 + 3 + 12 + 9, 26))


@pytest.mark.parametrize("won", [Fraction(0), Fraction(-1, 2), Fraction(3)])
def test_a_certain_result_is_certain_after_any_number_of_coups(won: Fraction) -> None:
    """Rounding takes nothing from it: the powers of 1 are 1."""
    certain = distribution_of_results({won: 7})
    for distribution in (rounded_distribution(certain, 300, 3), exact_distribution(certain, 300)):
        assert distribution.counts == {int(300 * won / distribution.unit): distribution.denominator}
        assert distribution.missing == 0


def test_heads_among_many_coins_within_the_digits() -> None:
    """Of two coins the middle result has half of the deals; of 256, 256 over 128 out of 2 ** 256."""
    coin = distribution_of_results({Fraction(1): 1, Fraction(0): 1})
    assert rounded_distribution(coin, 2, 3).bounds(rounded_distribution(coin, 2, 3).counts[1])[0] == Fraction(1, 2)
    distribution = rounded_distribution(coin, 256, 20)
    for heads in range(257):
        below, above = distribution.bounds(distribution.counts[heads])
        assert below <= Fraction(comb(256, heads), 2**256) <= above < below + Fraction(1, 10**20)
