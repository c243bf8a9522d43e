"""A test that you may read after every coup: an e-process for the outcomes of a running simulator.

Let p be the exact law of the outcomes, x_i(n) the number of times outcome i occurs in the first n coups, and α = c·p. The prediction
of the Dirichlet(α) mixture for the next coup is m_n(i) = (c·p_i + x_i(n)) / (c + n), and

  E_n = m_0(o_1) / p(o_1) · m_1(o_2) / p(o_2) · … · m_{n−1}(o_n) / p(o_n)
      = ∫ Π (q_i / p_i)^x_i(n) dDirichlet(α)(q),

the likelihood ratio of a mixture of all laws against p. `Watch` keeps the mean of E_n over the concentrations c in
`CONCENTRATIONS`: small ones look for gross errors, large ones for errors of about 1/√c.

Theorem. If the coups are independent with law p, the probability that E_n ever reaches 1/a is at most a.
Proof. The past determines m_n, which is a probability on the outcomes, so E[E_{n+1} | past] = E_n · Σ p_i · m_n(i) / p_i = E_n
(an outcome with p_i = 0 does not occur). So E_n is a nonnegative martingale with E_0 = 1, and so is a mean of such
martingales. Let T be the first n with E_n ≥ 1/a. For every n, 1 = E[E_{min(T,n)}] ≥ P(T ≤ n)/a by optional stopping at a
bounded time, and n → ∞ gives P(T < ∞) ≤ a: Ville's inequality (J. Ville, Étude critique de la notion de collectif, 1939).
Corollary: the anytime p, min 1/E_k over k ≤ n, is at most a with probability at most a, at whatever time you choose to look.

Coups of one shoe are not quite independent; `exact.conformance.simulators.statistics` says how much they depend.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import exp, inf, lgamma, log

from exact.conformance.simulators.power import Mistake, mistakes, outcomes_of_totals
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.rules.tableau import Tableau

CONCENTRATIONS = tuple(10**power for power in range(1, 8))


class Watch:
    """The e-process of a stream of outcomes against their exact probabilities."""

    def __init__(self, probabilities: Mapping[Outcome, Fraction], level: Fraction) -> None:
        if not 0 < level < 1:
            raise ExactError("level", str(level), "must be above 0 and below 1")
        self._log_chance = {outcome: log(p) for outcome, p in probabilities.items() if p}
        self._pulls = {outcome: [c * float(p) for c in CONCENTRATIONS] for outcome, p in probabilities.items()}
        self._seen = dict.fromkeys(probabilities, 0)
        self._logs = [0.0] * len(CONCENTRATIONS)
        self._enough = -log(level)
        self._highest = 0.0
        self.coups = 0

    def see(self, outcome: Outcome) -> bool:
        """Count one more coup; returns whether the simulator is now rejected, for good."""
        seen, coups, logs = self._seen[outcome], self.coups, self._logs
        if outcome in self._log_chance:
            chance = self._log_chance[outcome]
            for index, (pull, concentration) in enumerate(zip(self._pulls[outcome], CONCENTRATIONS, strict=True)):
                logs[index] += log((pull + seen) / (concentration + coups)) - chance
        else:
            self._logs = [inf] * len(CONCENTRATIONS)
        self._seen[outcome] = seen + 1
        self.coups = coups + 1
        if max(self._logs) > self._highest:  # the mean cannot exceed the largest
            self._highest = max(self._highest, self.log_e)
        return self.rejected

    @property
    def seen(self) -> Mapping[Outcome, int]:
        """How often each outcome has come."""
        return self._seen

    @property
    def rejected(self) -> bool:
        """Whether the e-value has ever reached 1/level."""
        return self._highest >= self._enough

    @property
    def log_e(self) -> float:
        """The natural logarithm of the current e-value."""
        largest = max(self._logs)
        if largest == inf:
            return inf
        return largest + log(sum(exp(each - largest) for each in self._logs) / len(self._logs))

    @property
    def e_value(self) -> float:
        """The current e-value: about 1 or less for a right simulator, large for a wrong one."""
        return _exp(self.log_e)

    @property
    def anytime_p(self) -> float:
        """The smallest 1/e so far, but at most 1."""
        return _exp(-self._highest)


def fitting_faults(
    seen: Mapping[Outcome, int], decks: int, tableau: Tableau, level: Fraction
) -> tuple[list[Mistake], Mistake | None]:
    """The faults whose law this test does not reject at ``level``, the likeliest first; and the likeliest of all.

    E_n depends on the counts alone, so it is computed for each fault's law after the fact; the theorem holds at whatever
    coup the stream was stopped.
    """
    likely = []
    for mistake in mistakes(decks, tableau):
        law = dict(zip(Outcome, outcomes_of_totals(mistake.totals), strict=True))
        if all(law[outcome] or not count for outcome, count in seen.items()):
            log_likelihood = sum(count * log(law[outcome]) for outcome, count in seen.items() if count)
            likely.append((log_likelihood, log_e_of_counts(seen, law), mistake))
    likely.sort(key=lambda entry: -entry[0])
    enough = -log(level)
    return [mistake for _, log_e, mistake in likely if log_e < enough], likely[0][2] if likely else None


def log_e_of_counts(seen: Mapping[Outcome, int], law: Mapping[Outcome, Fraction]) -> float:
    """The natural logarithm of the e-value after these outcomes in any order: a ratio of Dirichlet and multinomial terms."""
    coups = sum(seen.values())
    likelihood = sum(count * log(law[outcome]) for outcome, count in seen.items() if count)
    logs = []
    for concentration in CONCENTRATIONS:
        pulls = {outcome: concentration * float(p) for outcome, p in law.items() if p}
        mixed = sum(lgamma(pull + seen[outcome]) - lgamma(pull) for outcome, pull in pulls.items())
        logs.append(mixed - lgamma(concentration + coups) + lgamma(concentration) - likelihood)
    largest = max(logs)
    return largest + log(sum(exp(each - largest) for each in logs) / len(logs))


def _exp(power: float) -> float:
    """e to ``power``; infinite if a double overflows."""
    try:
        return exp(power)
    except OverflowError:
        return inf
