"""exact identify: what a published number is, in text and in JSON."""

import json
from fractions import Fraction

import pytest
from support import Command, Ran, ungrouped

from exact.questions.question import parse_question


def lines_of(ran: Ran) -> list[str]:
    return [" ".join(line.split()) for line in ungrouped(ran.out).splitlines()]


def test_matches(exact: Command) -> None:
    ran = exact("identify", "0.4462")
    assert ran.code == 0
    assert any(
        line.startswith("0.4462 agrees probability of punto, 8 decks 8–16 no 0.44624661 P0005 (S1)")
        for line in lines_of(ran)
    )
    assert "in part by assumption: classic-it" in ran.out
    first = exact.json("identify", "0.4462")["matches"][0]
    assert (first["claim"], first["decks"], first["assumed"]) == ("probability of punto, 8 decks", "8–16", False)
    assert Fraction(first["exact"]) == Fraction(2230518282592256, 4998398275503360)


@pytest.mark.parametrize(
    ("figure", "claim"), [("45.86", "probability of banco, 8 decks"), ("1.06", "house edge of banco, 8 decks")]
)
def test_a_percentage_without_its_sign(figure: str, claim: str, exact: Command) -> None:
    """Also where the bare number is a figure too: 1.06 is the odds against banco under one reading."""
    assert any(line.startswith(f"{figure} % agrees {claim}") for line in lines_of(exact("identify", figure)))


def test_a_negative_figure_is_no_option(exact: Command) -> None:
    assert any("expectation of punto, 8 decks" in line for line in lines_of(exact("identify", "-1.2351%")))


def test_a_number_that_is_no_figure(exact: Command) -> None:
    ran = exact("identify", "0.77777")
    assert (ran.code, ran.err) == (1, "")
    assert lines_of(ran)[0] == "Nearest figures"
    assert any("Agreeing: 0; by chance" in line for line in lines_of(ran))
    ran = exact("identify", "0.77777", "--format", "json")
    assert (ran.code, json.loads(ran.out)["matches"]) == (1, [])


@pytest.mark.parametrize("figure", ["1.96%", "0.9512", "44.614649%", "7.611%"])
def test_the_json(figure: str, exact: Command) -> None:
    answer = json.loads(exact("identify", figure, "--format", "json").out)
    assert answer["figure"] == figure
    assert answer["searched"] > 10_000
    assert answer["by_chance"] >= 0
    for match in answer["matches"]:
        assert {"claim", "exact", "agreement", "source"} <= set(match)
        assert parse_question(match["claim"]).text == match["claim"]
    sources = [match["source"] for match in answer["matches"]]
    assert ("P1390 (S82)" in sources) == (figure == "1.96%")
