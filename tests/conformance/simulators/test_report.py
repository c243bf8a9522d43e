"""What a report says of each classification of a simulator."""

from __future__ import annotations

from fractions import Fraction

from exact.answers.table import Detailed
from exact.conformance.simulators import simulated
from exact.conformance.simulators.report import report
from exact.conformance.simulators.simulated import Category, Compared, Report
from exact.conformance.simulators.statistics import Fit
from exact.rules.named import rules_named


def with_p(name: str, p: float) -> simulated.Tested:
    """A classification with one category and this p-value by Holm's method."""
    return simulated.Tested(name, 10, Fit("G test", 1.0, p), p, (Category("win", 10, Fraction(1), None, None, None),))


def test_each_classification_has_its_own_verdict() -> None:
    """Only the one that is rejected is shown in red, and it alone is named."""
    checked = Report((with_p("outcomes", 0.5), with_p("totals", 0.001)), (), Fraction(1, 100), 0.005, Fraction(1, 1000))
    answer = report(checked, rules_named("standard"), 8)
    (tests, *_) = answer.sections
    verdicts = {row[0]: row[-1] for row in tests.rows}
    assert verdicts == {"outcomes": "conforms", "totals": Detailed("rejected", "rejected", wrong=True)}
    assert (str(tests.notes[0]), answer.code) == ("Rejected at level 0.01: totals.", 1)
    facts = {parameter[0]: parameter[1] for parameter in answer.parameters}
    assert (facts["conforms"], facts["decks"], facts["level"], facts["error"]) == (False, 8, "0.01", "0.001")


def test_the_likeliest_fault_that_fits_is_named_first() -> None:
    """One whose law is rejected at the level is not, and none is where nothing is wrong."""
    compared = tuple(
        Compared(name, f"fault {name}", None, None, p, likelihood)
        for name, p, likelihood in (("a", 0.5, -30.0), ("b", 0.5, -10.0), ("c", 0.005, -1.0), ("d", 0.02, -20.0))
    )
    checked = Report((with_p("outcomes", 0.001),), compared, Fraction(1, 100), 0.01, Fraction(1, 1000))
    answer = report(checked, rules_named("standard"), 8)
    facts = {parameter[0]: parameter[1] for parameter in answer.parameters}
    assert facts["faults"] == [
        {"fault": name, "words": f"fault {name}", "p": p} for name, p in (("b", 0.5), ("d", 0.02), ("a", 0.5))
    ]
    (tests, *_) = answer.sections
    named = [str(note) for note in tests.notes[1:4]]
    assert named == [
        f"The tallies fit a known fault: fault {name} (p = {p})." for name, p in (("b", 0.5), ("d", 0.02), ("a", 0.5))
    ]
    assert checked._replace(tested=(with_p("outcomes", 0.5),)).fitting == ()
