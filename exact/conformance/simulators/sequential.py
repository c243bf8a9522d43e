"""A test that you may read after every coup: an e-process for the outcomes of a running simulator.

Let p be the exact distribution of the outcomes, x_i(n) the number of times outcome i occurs in the first n coups, and α
= c·p. The prediction of the Dirichlet(α) mixture for the next coup is m_n(i) = (c·p_i + x_i(n)) / (c + n), and

  E_n = m_0(o_1) / p(o_1) · m_1(o_2) / p(o_2) · … · m_{n−1}(o_n) / p(o_n)
      = ∫ Π (q_i / p_i)^x_i(n) dDirichlet(α)(q),

the likelihood ratio of a mixture of all distributions against p. `Watch` keeps the mean of E_n over the concentrations
c in `CONCENTRATIONS`: small ones look for gross errors, large ones for errors of about 1/√c.

Theorem. If the coups are independent with distribution p, the probability that E_n ever reaches 1/a is at most a.
Proof. The past determines m_n, which is a probability on the outcomes, so E[E_{n+1} | past] = E_n · Σ p_i · m_n(i) /
p_i = E_n (an outcome with p_i = 0 does not occur). So E_n is a nonnegative martingale with E_0 = 1, and so is a mean of
such martingales. Let T be the first n with E_n ≥ 1/a. For every n, 1 = E[E_{min(T,n)}] ≥ P(T ≤ n)/a by optional
stopping at a bounded time, and n → ∞ gives P(T < ∞) ≤ a: Ville's inequality (J. Ville, Étude critique de la notion de
collectif, 1939). Corollary: the anytime p, min 1/E_k over k ≤ n, is at most a with probability at most a, at whatever
time you choose to look.

Coups of one shoe are not quite independent; `exact.conformance.simulators.statistics` says how much they depend.
"""

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import exp, inf, lgamma, log
from sys import float_info
from typing import BinaryIO

from exact.answers.table import Answer, Count, Parameter, Value
from exact.answers.text import Text, _
from exact.arithmetic import number_text
from exact.conformance.simulators.statistics import coups_of_a_watch, log_likelihood, mistakes
from exact.conformance.simulators.tallies import OUTCOME_NAMES, named_entries
from exact.conformance.strict_json import parsed
from exact.conformance.vectors.dealer import Dealt, outcomes_of_totals
from exact.errors import ExactError
from exact.game import Outcome
from exact.inputs import near_misses
from exact.names import canonical, spellings
from exact.rules import Rules, Tableau

CONCENTRATIONS = tuple(10**power for power in range(1, 8))


class Watch:
    """The e-process of a stream of outcomes."""

    def __init__(self, probabilities: Mapping[Outcome, Fraction], level: Fraction) -> None:
        self.probabilities = probabilities
        self._log_chance = {outcome: log(p) if p else -inf for outcome, p in probabilities.items()}
        self._pulls = {outcome: [c * float(p) for c in CONCENTRATIONS] for outcome, p in probabilities.items()}
        self.seen = dict.fromkeys(probabilities, 0)
        self._logs = [0.0] * len(CONCENTRATIONS)
        self._enough = -log(level)
        self._highest = 0.0
        self.coups = 0

    def see(self, outcome: Outcome) -> bool:
        """Count one more coup; returns whether the simulator is now rejected, for good."""
        seen, coups, logs = self.seen[outcome], self.coups, self._logs
        chance = self._log_chance[outcome]
        for index, (pull, concentration) in enumerate(zip(self._pulls[outcome], CONCENTRATIONS, strict=True)):
            logs[index] += log((pull + seen) / (concentration + coups)) - chance if chance > -inf else inf
        self.seen[outcome] = seen + 1
        self.coups = coups + 1
        if max(self._logs) > self._highest:  # the mean cannot exceed the largest
            self._highest = max(self._highest, self.log_e)
        return self.rejected

    @property
    def rejected(self) -> bool:
        """Whether the e-value has ever reached 1/level."""
        return self._highest >= self._enough

    @property
    def log_e(self) -> float:
        """The natural logarithm of the current e-value."""
        return _log_mean(self._logs)

    @property
    def e_value(self) -> float:
        """The current e-value: about 1 or less for a right simulator, large for a wrong one."""
        return exp(self.log_e) if self.log_e <= log(float_info.max) else inf

    @property
    def anytime_p(self) -> float:
        """The smallest 1/e so far, but at most 1."""
        return exp(-self._highest)


def fitting_faults(
    seen: Mapping[Outcome, int], decks: int, tableau: Tableau, level: Fraction
) -> tuple[list[Dealt], Dealt | None]:
    """The faults that this test does not reject at ``level``, the likeliest first; and the likeliest of all."""
    # E_n depends on the counts alone, and the theorem holds at whatever coup the stream was stopped.
    counts, likely = [seen[outcome] for outcome in Outcome], []
    for fault, totals in mistakes(decks, tableau).items():
        distribution = outcomes_of_totals(totals)
        likelihood = log_likelihood(distribution, counts)
        if likelihood > -inf:
            likely.append((likelihood, log_e_of_counts(counts, distribution), fault))
    likely.sort(key=lambda entry: -entry[0])
    return [fault for _, log_e, fault in likely if log_e < -log(level)], likely[0][2] if likely else None


def log_e_of_counts(counts: Sequence[int], distribution: Sequence[Fraction]) -> float:
    """The logarithm of the e-value after so many of each outcome: a ratio of Dirichlet and multinomial terms."""
    coups, likelihood, logs = sum(counts), log_likelihood(distribution, counts), []
    for concentration in CONCENTRATIONS:
        pulls = [(concentration * float(p), count) for p, count in zip(distribution, counts, strict=True) if p]
        mixed = sum(lgamma(pull + count) - lgamma(pull) for pull, count in pulls)
        logs.append(mixed - lgamma(concentration + coups) + lgamma(concentration) - likelihood)
    return _log_mean(logs)


def _log_mean(logs: Sequence[float]) -> float:
    largest = max(logs)
    return inf if largest == inf else largest + log(sum(exp(each - largest) for each in logs) / len(logs))


SHOWN_FAULTS = 3
MAX_LINE = 1000
ERROR = Fraction(1, 10_000)  # in a probability: the verdict says how many coups find it


def read_outcomes(stream: BinaryIO) -> Iterator[Outcome]:
    """The outcomes in a stream, a line each; raises `ExactError` with the number of the first line without one."""
    known = {name.encode(): outcome for outcome in Outcome for name in spellings(outcome.value)}
    for number, line in enumerate(iter(lambda: stream.readline(MAX_LINE + 1), b""), 1):
        text = line.removeprefix(BOM_UTF8) if number == 1 else line
        outcome = known.get(text.strip())
        yield _outcome_of_line(text, f"line {number}") if outcome is None else outcome


def progress(watch: Watch, verdict: Text) -> tuple[dict[str, str | float | None], Text]:
    """The state of the watch for JSON, which has no infinity, and in a sentence."""
    e, p = watch.e_value, watch.anytime_p
    coups = _("1 coup") if watch.coups == 1 else _("{number} coups", number=watch.coups)
    sentence = _("{coups}: e {e}, anytime p {p}, {verdict}", coups=coups, e=f"{e:.4g}", p=f"{p:.4g}", verdict=verdict)
    return {"coups": str(watch.coups), "e": e if e < inf else None, "p": p, "verdict": verdict}, sentence


def stream_report(watch: Watch, rules: Rules, decks: int, level: Fraction) -> Answer:
    """The verdict when the simulator is rejected or its outcomes end; the exit code is 1 or 0."""
    verdict = _("rejected") if watch.rejected else _("conforms")
    state, sentence = progress(watch, verdict)
    if watch.rejected:
        found = [_causes(watch, rules, decks, level), Parameter("verdict", verdict, "", (sentence,))]
    else:
        needed, error = coups_of_a_watch(watch.probabilities.values(), ERROR, level), number_text(ERROR)
        told = _(
            "{start} (no evidence against it; to find an error of {error} takes {needed} coups or more on average)"
        )
        told = _("{start} (no evidence against it)") if needed is None else told
        found = [
            Parameter("verdict", verdict, "", (told.filled(start=sentence, error=error, needed=needed),)),
            Parameter("error", error),
            Parameter("coups_needed", None if needed is None else Count(needed)),
        ]
    game: dict[str, Value] = {"rules": rules.id, "decks": decks, "level": number_text(level)}
    facts = {**game, "coups": Count(watch.coups), "e": state["e"], "p": state["p"]}
    parameters = (*(Parameter(key, value) for key, value in facts.items()), *found)
    sources, code = (rules.to_line(),), int(watch.rejected)
    return Answer("verify-stream", parameters, assumptions=rules.assumptions_for(), sources=sources, code=code)


def _causes(watch: Watch, rules: Rules, decks: int, level: Fraction) -> Parameter:
    fitting, nearest = fitting_faults(watch.seen, decks, rules.tableau, level)
    faults = [{"fault": fault.id, "words": str(fault.words)} for fault in fitting]
    lines = explained([fault.words for fault in fitting], nearest and nearest.words)
    return Parameter("faults", faults, "", tuple(lines))


def explained(fitting: Sequence[Text], nearest: Text | None) -> Iterator[Text]:
    """Sentences about the faults that fit, the likeliest first, or about the nearest."""
    for fault in fitting[:SHOWN_FAULTS]:
        yield _("The tallies fit a known fault: {fault}.", fault=fault)
    more = len(fitting) - SHOWN_FAULTS
    if more == 1:
        yield _("They fit another known fault as well.")
    elif more > 1:
        yield _("They fit {number} other known faults as well.", number=more)
    if len(fitting) > 1:
        yield _("More coups or finer tallies, such as totals, tell faults that fit from each other.")
    if not fitting and nearest is None:
        yield _("None of the known faults explains this.")
    elif not fitting:
        yield _("None of the known faults explains this; nearest: {fault}.", fault=nearest)


def _outcome_of_line(line: bytes, where: str) -> Outcome:
    if len(line) > MAX_LINE:
        raise ExactError(where, line, f"is too long: at most {MAX_LINE} bytes")
    text = line.decode("utf-8", errors="backslashreplace").strip()
    name: object = text
    if text.startswith("{"):
        name = named_entries(parsed(text, where), where, ["outcome"]).get("outcome")
    name = canonical(name, OUTCOME_NAMES) if isinstance(name, str) else ""
    if name not in OUTCOME_NAMES:
        hint = near_misses(name, OUTCOME_NAMES)
        raise ExactError(where, text, f"is neither an outcome nor a JSON object with one: {hint}")
    return Outcome(name)
