"""A test that may be looked at after every coup: an e-process for the outcomes of a running simulator.

Let p be the exact law of the outcomes, x_i(n) how often outcome i was among the first n coups, and α = c·p. The prediction
of the Dirichlet(α) mixture for the next coup is m_n(i) = (c·p_i + x_i(n)) / (c + n), and

  E_n = m_0(o_1) / p(o_1) · m_1(o_2) / p(o_2) · … · m_{n−1}(o_n) / p(o_n)
      = ∫ Π (q_i / p_i)^x_i(n) dDirichlet(α)(q),

the likelihood ratio of a mixture of all laws against p. `Watch` keeps the mean of E_n over the concentrations c in
`CONCENTRATIONS`: small ones look for gross errors, large ones for errors of about 1/√c.

Theorem. If the coups are independent with law p, the probability that E_n ever reaches 1/a is at most a.
Proof. m_n is a probability on the outcomes that the past determines, so E[E_{n+1} | past] = E_n · Σ p_i · m_n(i) / p_i = E_n
(an outcome with p_i = 0 does not come). So E_n is a martingale from E_0 = 1, not negative; a mean of such is one. Let T
be the first n with E_n ≥ 1/a. For every n, 1 = E[E_{min(T,n)}] ≥ P(T ≤ n)/a by optional stopping at a bounded time, and
n → ∞ gives P(T < ∞) ≤ a: Ville's inequality (J. Ville, Étude critique de la notion de collectif, 1939). Corollary: the
anytime p, min 1/E_k over k ≤ n, is at most a with probability at most a at whatever time, however chosen, one looks.

Coups of one shoe are not quite independent; see `exact.conformance.simulators.statistics` for the size of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import exp, inf, log

from exact.errors import ExactError
from exact.game.coup import Outcome

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
        """Count one more coup; whether the simulator is now rejected, and remains so."""
        seen, coups, logs = self._seen[outcome], self.coups, self._logs
        if outcome in self._log_chance:
            chance = self._log_chance[outcome]
            for index, (pull, concentration) in enumerate(zip(self._pulls[outcome], CONCENTRATIONS, strict=True)):
                logs[index] += log((pull + seen) / (concentration + coups)) - chance
        else:
            self._logs = [inf] * len(CONCENTRATIONS)
        self._seen[outcome] = seen + 1
        self.coups = coups + 1
        if max(self._logs) > self._highest:  # the mean is no larger than the largest
            self._highest = max(self._highest, self.log_e)
        return self.rejected

    @property
    def rejected(self) -> bool:
        """Whether the e-value has ever reached 1/level."""
        return self._highest >= self._enough

    @property
    def log_e(self) -> float:
        """The natural logarithm of the e-value now."""
        largest = max(self._logs)
        if largest == inf:
            return inf
        return largest + log(sum(exp(each - largest) for each in self._logs) / len(self._logs))

    @property
    def e_value(self) -> float:
        """The e-value now: about 1 or below for a right simulator, large for a wrong one."""
        return _exp(self.log_e)

    @property
    def anytime_p(self) -> float:
        """The smallest 1/e so far, and at most 1."""
        return _exp(-self._highest)


def _exp(power: float) -> float:
    """e to ``power``, infinite where a double overflows."""
    return exp(power) if power < 709 else inf
