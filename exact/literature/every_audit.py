"""All the audits together: every published figure that an exact value can be held against."""

from __future__ import annotations

from exact.literature.audit import bet_audit
from exact.literature.midhand_audit import midhand_audit
from exact.literature.verdict import Audited, audit


def every_audit() -> list[Audited]:
    """The verdict on every figure that is judged: main bets, other bets, probabilities given two-card totals."""
    return audit() + bet_audit() + midhand_audit()
