"""exact identify: what a published number is, in text and in JSON."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from support import Command, Ran


def lines_of(ran: Ran) -> list[str]:
    return [" ".join(line.split()) for line in ran.out.splitlines()]


def test_matches(exact: Command) -> None:
    ran = exact("identify", "0.4462")
    assert ran.code == 0
    assert "0.4462 to the digits printed probability of punto 8–16 standard no 0.44624661" in lines_of(ran)
    assert "in part by assumption: classic-it" in ran.out
    first = exact.json("identify", "0.4462")["matches"][0]
    assert (first["decks"], first["rules"], first["assumed"]) == ("8–16", "standard", False)
    assert Fraction(first["exact_value"]["fraction"]) == Fraction(2230518282592256, 4998398275503360)


@pytest.mark.parametrize(("figure", "name"), [("45.86", "probability of banco"), ("1.06", "house edge of banco")])
def test_a_percentage_without_its_sign(figure: str, name: str, exact: Command) -> None:
    """Also where the bare number is a figure too: 1.06 is the odds against banco under one reading."""
    start = f"{figure} % to the digits printed {name}"
    assert any(line.startswith(start) for line in lines_of(exact("identify", figure)))


def test_a_negative_figure_is_no_option(exact: Command) -> None:
    assert any("expectation of punto 8 standard" in line for line in lines_of(exact("identify", "-1.2351%")))


def test_a_number_that_is_no_figure(exact: Command) -> None:
    ran = exact("identify", "0.77777")
    assert (ran.code, ran.err) == (1, "")
    assert "is not a figure of the main bets" in ran.out
    ran = exact("identify", "0.77777", "--format", "json")
    assert (ran.code, json.loads(ran.out)["matches"]) == (1, [])
