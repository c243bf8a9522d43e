"""What a number of coups wins."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from exact.analysis.dependence import MAX_COUPS as MOST_OF_ONE_SHOE
from exact.analysis.dependence import MOST
from exact.analysis.odds import OutcomeOdds, odds_of_shoe
from exact.analysis.sessions import runs
from exact.analysis.sessions.distributions import (
    MAX_COUPS,
    ResultDistribution,
    check_memory,
    distribution_of_bets,
    distribution_of_coups,
    joint_payoffs,
    win_of_house,
)
from exact.analysis.sessions.same_shoe import one_shoe_session
from exact.analysis.sessions.stopped import Limits, PlanStep, plan_limits, plan_of, play_limits, stopped_session
from exact.answers.table import Answer, Parameter, Table
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.bets.bet import Bet
from exact.conformance.simulators.statistics import LARGE, goodness_of_fit
from exact.errors import ExactError, blamed_on
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.inputs import parse_amount, parse_signed_amount, spelled
from exact.library import questions
from exact.library.dealing import dealing_of, dealing_parameters
from exact.library.parameters import answer_about, braces, shoe_parameters
from exact.records import Record, replace
from exact.rules import STANDARD, Tableau
from exact.views import runs_of_session, session_result, turnover

_MEASURES = ("expectation", "variance", "standard deviation")
_MOST_COUPS_OF_RUNS, _MOST_UNITS = 200, 10**6
"""The bounds of the notation of questions."""
_SIDES = {side.value for side in Outcome}


class _SessionGame(Record):
    """Bets with a stake each on so many coups, each from a fresh shoe; ``skips`` if ties are no coups."""

    bets: list[Bet]
    stakes: list[Fraction]
    shoe: Shoe
    tableau: Tableau
    coups: int
    skips: bool
    digits: int
    together: ResultDistribution  # of one coup with all stakes

    def planned(self, plan: str | None) -> list[PlanStep]:
        """The steps of a written plan."""
        if plan is None:
            return []
        payoffs = joint_payoffs(self.bets, self.shoe, self.tableau, decided=self.skips)
        text = questions.word(plan, "plan", "must be text")
        return plan_of(text, [bet.name for bet in self.bets], self.stakes, payoffs)

    def runs_asked(
        self, asked: str | None, ties: str | None, of_runs_only: Mapping[str, object]
    ) -> runs.RunQuestion | None:
        """The runs that are asked about."""
        if asked is None:
            more = {} if self.skips else {"ties": ties}
            questions.refuse({**of_runs_only, **more}, f"belongs to {spelled('runs')}: say which runs")
            return None
        text = questions.word(asked, "runs", 'must be what runs and how often, like "banco 3"')
        run = runs.parse_run(text, runs.SKIP if self.skips else ties, self.coups)
        if self.skips and run.event not in _SIDES and 0 in self.together.counts:
            raise ExactError("runs", asked, f"is of a bet that may push on a decided coup: use {spelled('coups')}")
        return run

    def of_runs(self, run: runs.RunQuestion, count_runs: bool, observed: str | None) -> Iterator[Table]:
        """How likely the runs are, how many, and how well observed numbers of them fit."""
        about = run, self.together, odds_of_shoe(self.shoe, self.tableau), self.coups
        numbers = [*runs_of_session.numbers_of(*about, self.digits)] if count_runs else []  # refuses what takes long
        yield from runs_of_session.runs_of(*about, self.digits, decided=self.skips)
        yield from numbers
        if observed is not None:
            seen = runs.parse_observed(questions.word(observed, "observed", runs.OBSERVED), run.length, self.coups)
            conventions = [run.convention] if self.skips or run.event == Outcome.TIE.value else runs.CONVENTIONS
            yield runs_of_session.fits(_fits(seen, *about, conventions), sum(seen.values()), self.digits)

    def of_house(
        self,
        house: int,
        per_hour: questions.Number | None,
        drop: questions.Number | None,
        observed_win: questions.Numbers | None,
    ) -> Iterator[Table]:
        """What a casino wins at so many tables with these coups each."""
        total = self.coups * questions.whole(house, "house", 1, MAX_COUPS // self.coups)
        speed, dropped = (
            None if amount is None else parse_amount(questions.text_of(amount, name), name)
            for name, amount in (("per_hour", per_hour), ("drop", drop))
        )
        wins = [] if observed_win is None else questions.texts_of(observed_win, "observed_win").split(",")
        wagers = [*self.wagers(total, [parse_signed_amount(text, "observed_win") for text in wins])]
        return turnover.house(wagers, speed and self.coups / speed, dropped, self.digits)

    def wagers(self, coups: int, won: Sequence[Fraction]) -> Iterator[turnover.Turnover]:
        """Each bet, and all together, with what a casino wins of them; raises `ExactError` for a win that cannot be."""
        bets, stakes = self.bets, self.stakes
        if len(won) not in (0, 1, len(bets)):
            shown = ",".join(map(number_text, won))
            raise ExactError("observed_win", shown, f"gives {len(won)} wins for {len(bets)} bets")
        seen = {"all": sum(won, Fraction(0))} if won else {}
        if len(won) == len(bets):
            seen |= {bet.name: win for bet, win in zip(bets, won, strict=True)}
        parts = [(bet.name, [bet], [stake]) for bet, stake in zip(bets, stakes, strict=True)]
        for name, placed, staked in [*parts, (_("all"), bets, stakes)] if bets[1:] else parts:
            coup = distribution_of_bets(placed, staked, self.shoe, self.tableau, decided=self.skips)
            can_win, win = win_of_house(coup, coups, self.digits), seen.get(name)
            if win is not None and not can_win.can_be(win):
                low, high = (number_text(end * can_win.unit) for end in (can_win.lowest, can_win.highest))
                dealt = "one coup" if coups == 1 else f"{coups} coups"
                results = f"is no sum of the results of {dealt} on {' and '.join(bet.name for bet in placed)}"
                raise ExactError("observed_win", number_text(win), f"{results}, from {low} to {high}")
            yield turnover.Turnover(name, coups * sum(staked, Fraction(0)), -coups * coup.mean, can_win, win)

    def asked(
        self,
        measures: Sequence[str],
        ends: session_result.Ends,
        amounts: Mapping[str, Fraction] | None,
        run: runs.RunQuestion | None,
        longest: int,
    ) -> Iterator[str]:
        """What the notation calls the figures: of the net win, of ruin from a bankroll, and of runs up to a length."""
        bet, stake = self.bets[0], self.stakes[0]
        session = f"a session of {self.coups} coups on {bet.full_name}{', ties skipped' * self.skips}"
        if not self.bets[1:]:
            yield from _asked_of_net_win(session, stake, measures) if measures else []
            yield from [] if amounts is None or self.skips else _asked_of_ruin(bet, stake, amounts)
        if run is not None:
            yield from _asked_of_runs(run, self.coups, longest)
        if not self.bets[1:]:
            yield from _asked_of_ends(session, stake, ends)


def session(
    bet: questions.BetsLike,
    coups: int | None = None,
    *,
    decided: int | None = None,
    stake: questions.Numbers = 1,
    at_least: questions.Number | None = None,
    at_most: questions.Number | None = None,
    between: Sequence[questions.Number] | None = None,
    wins: int | None = None,
    plan: str | None = None,
    stop_win: questions.Number | None = None,
    stop_loss: questions.Number | None = None,
    bankroll: questions.Number | None = None,
    target: questions.Number | None = None,
    runs: str | None = None,
    count_runs: bool = False,
    observed: str | None = None,
    ties: str | None = None,
    house: int | None = None,
    per_hour: questions.Number | None = None,
    drop: questions.Number | None = None,
    observed_win: questions.Numbers | None = None,
    one_shoe: bool = False,
    burn: str | None = None,
    cut: int | None = None,
    coups_after: int | None = None,
    first_coup_unseen: bool = False,
    shoe: questions.ShoeLike | None = None,
    rules: questions.RulesLike = STANDARD,
    decks: int | str | None = None,
    remove: str | Sequence[str] | None = None,
    digits: int = 12,
    progress: Callable[[int, int], object] | None = None,
) -> Answer:
    """The distribution of what ``coups`` coups win, each from a fresh shoe, or with ``one_shoe`` all from the same.

    With ``decided`` instead of ``coups``, every figure is of so many coups that are no ties. Amounts are money in whole
    cents. Several bets are placed on every coup, with a stake each or one for all. ``at_least``, ``at_most`` and
    ``between``, a pair of amounts, ask for probabilities of the net win, ``wins`` for those of so many coups with a net
    win; ``plan``, like ``"1, 2, 4; win first; loss next"``, changes the stakes by wins and losses; ``stop_win``,
    ``stop_loss``, ``bankroll`` and ``target`` end play; ``runs``, like ``"banco 3"``, asks for runs, with
    ``count_runs`` for their number too and with ``observed``, like ``"0=12,1=30"``, for the fit of such numbers, and
    ``ties`` what a tie does to them: ``break``, ``skip`` or ``count``. ``house`` asks what a casino wins of these
    stakes at so many tables, with ``per_hour`` coups an hour at each, of a ``drop`` and against an ``observed_win`` in
    all or of each bet. ``burn``, ``cut``, ``coups_after`` and ``first_coup_unseen`` say how ``one_shoe`` is dealt, as
    in `exact.count`. Up to 200 coups every probability is exact; beyond, tables have proven bounds.

    The figures are ``mean``, ``variance``, ``at_least`` and others; the table ``numerators`` or ``probability`` has the
    distribution. Bet, shoe and rules are as in `exact.price`. Raises `ExactError` for anything else.

    >>> session("punto", 80, decks=8).value("mean")
    Fraction(-3858392740352, 3904998652737)
    """
    questions.check_flags(one_shoe=one_shoe, count_runs=count_runs)
    digits, (played, held) = questions.digits_of(digits), questions.game_of(rules, shoe, decks, remove, not one_shoe)
    length, skips = _length(coups, decided, ties)
    bets = questions.bets_of(bet, played)
    stakes = questions.for_each("stake", stake, lambda text: parse_amount(text, "stake"), bets)
    coup = distribution_of_bets(bets, stakes, held, played.tableau, decided=skips)
    game = _SessionGame(bets, stakes, held, played.tableau, length, skips, digits, coup)
    counted = "decided" if skips else "coups"
    ends = {"stop_win": stop_win, "stop_loss": stop_loss, "bankroll": bankroll, "target": target}
    amounts = {name: parse_amount(questions.text_of(end, name), name) for name, end in ends.items() if end is not None}
    steps, limits, ruined = game.planned(plan), Limits(None, None), None
    if steps:
        steps, limits = plan_limits(steps, amounts)
    else:
        limits, ruined = play_limits(coup, sum(stakes, Fraction(0)), amounts)
        with blamed_on(counted, "coups"):
            check_memory(coup, length)
    dealt = {"burn": burn, "cut": cut, "coups_after": coups_after, "first_coup_unseen": first_coup_unseen}
    if one_shoe:
        independent = {"stop_win": stop_win, "stop_loss": stop_loss, "bankroll": bankroll, "runs": runs, "wins": wins}
        independent |= {"decided": decided, "plan": plan, "house": house}
        questions.refuse(independent, f"is only for independent coups: leave it out, or {spelled('one_shoe')}")
    else:
        questions.refuse(dealt, f"is for coups of one shoe: leave it out, or give {spelled('one_shoe')}")
    intervals = _intervals(at_least, at_most, between)
    run = game.runs_asked(runs, ties, {"count_runs": count_runs, "observed": observed})
    if any(len(step.bets) < len(bets) for step in steps):
        of_wins = {"wins": wins, "runs": None if run is None or run.event in _SIDES else runs}
        questions.refuse(of_wins, f"does not go with a {spelled('plan')} that changes the bet")
    more = [] if ruined is None else [session_result.ruin(coup, limits, ruined, digits)]
    if wins is not None:
        if amounts:
            raise ExactError("wins", wins, f"is of {length} coups: leave it out, or what ends play before the last")
        more.append(session_result.wins_of(coup, length, questions.whole(wins, "wins", 0, length), digits))
    of_runs = [] if run is None else [*game.of_runs(run, count_runs, observed)]
    more += of_runs
    of_house = {"per_hour": per_hour, "drop": drop, "observed_win": observed_win}
    if house is None:
        questions.refuse(of_house, f"belongs to {spelled('house')}: say at how many tables")
    else:
        if amounts or steps:
            raise ExactError("house", house, "is of the same stakes on every coup, which nothing ends or changes")
        more += game.of_house(house, per_hour, drop, observed_win)
    stopped, neglected, dealing = None, "", None
    notes = [_("The coups are independent: each comes from a fresh shoe of {cards} cards.", cards=held.cards)]
    with blamed_on(counted, "coups"):
        if one_shoe:
            if any(dealt.values()) or length > MOST_OF_ONE_SHOE or MOST * length > held.cards:
                dealing = dealing_of(held, burn, cut, coups_after, first_coup_unseen)
            one = one_shoe_session(bets, stakes, coup, length, held, played.tableau, dealing, digits, progress)
            distribution, (note, neglected) = one.distribution, session_result.said_of_one_shoe(one, length, held.cards)
            notes = [note] if dealing is None else [note, dealing.text]
            more += session_result.one_shoe_compared(one, coup, length, held.cards, digits)
        elif limits == Limits(None, None) and not steps:
            distribution = distribution_of_coups(coup, length, digits)
        else:
            stopped = stopped_session(steps[0].coup if steps else coup, length, limits, digits, steps)
            distribution = stopped.distribution
            more[:0] = [] if limits == Limits(None, None) else session_result.stops(stopped, limits, digits)
            more[:0] = turnover.steps_of(stopped, steps, digits) if steps else []
    of_net_win = (
        session_result.net_win(coup, length, distribution, stopped, digits, decided=skips),
        session_result.ends(distribution, intervals, digits),
        *session_result.whole_distribution(distribution, digits),
    )
    measures = () if stopped else _MEASURES[: 1 if one_shoe else None]
    ends_asked, longest = {} if stopped or one_shoe else intervals, len(of_runs[1].rows) if of_runs[1:] else 0
    asked = game.asked(measures, ends_asked, None if ruined is None else amounts, run, longest)
    parameters = (
        *shoe_parameters(held, played)[:2],
        Parameter("bets", [bet.name for bet in bets]),
        Parameter("stakes", [number_text(stake) for stake in stakes], _("Stakes")),
        Parameter("coups", length),
        *([Parameter("decided", True)] if skips else []),
        *([] if plan is None else [Parameter("plan", plan, _("Plan"))]),
        *([] if house is None else [Parameter("tables", int(house), _("Tables"))]),
        *([] if dealing is None else dealing_parameters(dealing)),
    )
    tables = (*(replace(table, neglects=neglected) for table in of_net_win), *more)
    return answer_about("session", held, played, bets, parameters, tables, notes, questions=asked)


def _length(coups: int | None, decided: int | None, ties: str | None) -> tuple[int, bool]:
    """The number of coups, and whether these are decided ones."""
    if coups is None and decided is None:
        raise ExactError("coups", coups, f"is no number of coups: give one, or {spelled('decided')}")
    if coups is not None and decided is not None:
        raise ExactError("coups", coups, f"and {spelled('decided')} both count coups: give exactly one of them")
    if decided is None:
        return questions.whole(coups, "coups", 1, MAX_COUPS), False
    if ties not in (None, runs.SKIP):
        raise ExactError("ties", ties, f"does not go with {spelled('decided')}, for which ties are no coups")
    return questions.whole(decided, "decided", 1, MAX_COUPS), True


def _intervals(
    least: questions.Number | None, most: questions.Number | None, pair: Sequence[questions.Number] | None
) -> session_result.Ends:
    """The intervals of the net win that are asked about; `None` for an end that is open."""

    if pair is not None and (not isinstance(pair, list | tuple) or len(pair) != 2 or None in pair):
        raise ExactError("between", pair, "must be two amounts, the lower one first")
    found: session_result.Ends = {}
    for name, ends in (("at_least", (least, None)), ("at_most", (None, most)), ("between", pair or (None, None))):
        low, high = (None if end is None else parse_signed_amount(questions.text_of(end, name), name) for end in ends)
        if low is not None and high is not None and low > high:
            raise ExactError(name, f"{number_text(low)} {number_text(high)}", "ends before it begins")
        if (low, high) != (None, None):
            found[name] = low, high
    return found


def _fits(
    seen: Mapping[int, int],
    asked: runs.RunQuestion,
    coup: ResultDistribution,
    odds: OutcomeOdds,
    coups: int,
    conventions: Sequence[str],
) -> Iterator[runs_of_session.RunFit]:
    """The test of the numbers of runs ``seen`` under each convention for a tie."""
    for convention in conventions:
        trial = runs.trial_of(*asked.weights(coup, odds), convention)
        number = runs.number_of_runs(trial, asked.length, coups, 0)
        of_coup = convention, Fraction(trial.longer, trial.total), number.mean
        chances, tallies = runs.joined(number, seen, LARGE)
        if chances[1:] or number.counts[0] == number.denominator:
            fit = goodness_of_fit(chances, tallies)
            yield *of_coup, fit.method, fit.statistic, fit.p
        else:
            yield *of_coup, _("none: too few shoes"), None, None


def _asked_of_net_win(session: str, stake: Fraction, measures: Sequence[str]) -> Iterator[str]:
    """What the notation, whose stake is one unit, calls the mean and the others."""
    if stake == 1:
        yield f"{braces(measures)} of {session}"
        return
    for measure in measures:
        if factor := _number(stake**2 if measure == "variance" else stake):
            yield f"{measure} of {session}, times {factor}"


def _asked_of_ends(session: str, stake: Fraction, ends: session_result.Ends) -> Iterator[str]:
    least, most = ends.get("at_least", (None,))[0], ends.get("at_most", (None,))[-1]
    for amount, above, below in ((least, "more", "less"), (most, "less", "more")):
        if amount is not None and (units := _number(abs(amount) / stake)):
            net = f"losing {units} or {below}" if amount < 0 else f"winning {units} or {above}"
            yield f"probability of {session}, {net}"


def _asked_of_ruin(bet: Bet, stake: Fraction, amounts: Mapping[str, Fraction]) -> Iterator[str]:
    bankroll = amounts["bankroll"]
    units = bankroll / stake
    if units.denominator != 1 or units >= _MOST_UNITS:
        return
    ruin = f"ruin on {bet.full_name} from {units}"
    won = amounts.get("stop_win")
    target = amounts.get("target") if won is None else bankroll + won
    if target is not None and (reached := _number(target / stake)):
        yield f"{{probability,duration}} of {ruin}, target {reached}"
    yield f"probability of {ruin}"


def _asked_of_runs(run: runs.RunQuestion, coups: int, longest: int) -> Iterator[str]:
    """The notation has runs of an outcome that a tie breaks, or skips, among so many coups."""
    if coups <= _MOST_COUPS_OF_RUNS and run.event in _SIDES and run.convention != runs.COUNT:
        ties = ", ties skipped" if run.convention == runs.SKIP else ""
        lengths = f"{{1..{max(longest, min(run.length + 1, coups))}}}"
        yield f"probability of a run of {lengths} {run.event} among {coups} coups{ties}"


def _number(value: Fraction) -> str:
    """A number as questions may have it; empty for one that they cannot."""
    return number_text(value) if value < 10**9 and (value * 10**9).denominator == 1 else ""
