"""The certificate: the coefficients of the three outcomes, written out so that anybody can recount without this package.

One line for each multiset of six point values, with the number of orders in which it gives punto, banco and a tie.
``scripts/recount.py`` derives the file from the rules, and the 6- and 8-deck counts from the file.
"""

from __future__ import annotations

from exact.coup import Outcome
from exact.outcomes import outcome_polynomial
from exact.polynomial import multisets
from exact.rules.played import STANDARD
from exact.rules.shipped import rules_named

CERTIFICATE_FILE = "coefficients.csv"


def certificate_csv() -> str:
    """The contents of the certificate: ``multiset,punto,banco,tie``, the multiset as six digits in ascending order."""
    coefficients = outcome_polynomial(rules_named(STANDARD).tableau).coefficients
    columns = zip(*(coefficients[outcome] for outcome in Outcome), strict=True)
    lines = ["multiset," + ",".join(outcome.value for outcome in Outcome)]
    for multiset, orders in zip(multisets(), columns, strict=True):
        lines.append(f"{''.join(map(str, multiset))},{','.join(map(str, orders))}")
    return "\n".join(lines) + "\n"
