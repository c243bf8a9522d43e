from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from support import Ran

from exact.analysis.odds import odds_of_shoe
from exact.arithmetic import ordered_deals
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules.named import rules_named

RANKS = "A=32,2=32,3=32,4=32,5=32,6=32,7=32,8=32,9=32,10=32,J=32,Q=32,K=32"
FORMATS = ("text", "markdown", "latex", "csv", "json")


def test_the_json_contract(exact: Callable[..., Ran]) -> None:
    answer = json.loads(exact("odds", "--decks", "8", "--format", "json").out)
    assert answer["rules"] == "standard"
    assert answer["cards"] == 416
    assert answer["values"] == [128, *[32] * 9]
    assert answer["deals"] == "4998398275503360"
    assert {side: outcome["count"] for side, outcome in answer["outcomes"].items()} == {
        "punto": "2230518282592256",
        "banco": "2292252566437888",
        "tie": "475627426473216",
    }
    assert answer["outcomes"]["punto"]["decimal"] == "0.446246609344"
    for side in Outcome:
        outcome = answer["outcomes"][side.value]
        assert Fraction(outcome["fraction"]) == Fraction(int(outcome["count"]), int(answer["deals"]))
        assert re.fullmatch(r"-?\d+/\d+", answer["bets"][side.value]["expectation"])
    assert set(answer["bets"]["banco"]) >= {"expectation", "house_edge"}


def test_prices_from_the_walk(exact: Callable[..., Ran]) -> None:
    """The expectations, from the other engine's counts and the payoffs written out by hand."""
    shoe = Shoe.of_decks(6).removed("9 9 K")
    count = {
        side.value: Fraction(n, ordered_deals(309)) for side, n in count_outcomes(shoe, DECISIONS["standard"]).items()
    }
    expected = {
        "punto": count["punto"] - count["banco"],
        "banco": Fraction(19, 20) * count["banco"] - count["punto"],
        "tie": 8 * count["tie"] - count["punto"] - count["banco"],
    }
    bets = json.loads(exact("odds", "--decks", "6", "--remove", "9 9 K", "--format", "json").out)["bets"]
    for bet, expectation in expected.items():
        assert Fraction(bets[bet]["expectation"]) == expectation
        resolved = 1 - (0 if bet == "tie" else count["tie"])
        edge = Fraction(bets[bet]["house_edge_resolved"])
        assert abs(edge + expectation / resolved) <= Fraction(1, 2 * 10**12)


@pytest.mark.parametrize("style", FORMATS)
def test_every_format_shows_every_figure(style: str, exact: Callable[..., Ran]) -> None:
    ran = exact("odds", "--ranks", RANKS, "--rules", "castle-vaduz", "--format", style)
    assert (ran.code, ran.err) == (0, "")
    plain = ran.out.replace("\\", "").replace("$-$", "-")
    for figure in (
        "2230518282592256", "8712962041376/19524993263685", "0.446246609344", "475627426473216",
        "-241149546272/19524993263685",
    ):  # fmt: skip
        assert figure in plain
    edges = ("0.010579057842", "0.013649659889") if style in ("csv", "json") else ("1.0579057842 %", "1.3649659889 %")
    for edge in edges:
        assert edge in plain


def test_the_csv_reads_back(exact: Callable[..., Ran]) -> None:
    rows = list(csv.DictReader(io.StringIO(exact("odds", "--decks", "8", "--format", "csv").out)))
    assert [row["name"] for row in rows if row["kind"] == "outcome"] == ["punto", "banco", "tie"]
    assert sum(int(row["count"]) for row in rows if row["kind"] == "outcome") == int(rows[0]["deals"])


def test_decks_stated_by_the_rulebook_are_enough(exact: Callable[..., Ran]) -> None:
    assert json.loads(exact("odds", "--rules", "classic-it", "--format", "json").out)["cards"] == 312
    assert json.loads(exact("odds", "--rules", "otto-mazzi", "--format", "json").out)["cards"] == 416


def test_a_tie_pays_what_the_reading_says(exact: Callable[..., Ran]) -> None:
    edges = [
        Fraction(json.loads(exact("odds", "--rules", name, "--format", "json").out)["bets"]["tie"]["expectation"])
        for name in ("classic-it", "classic-it:eight-for-one")
    ]
    odds = odds_of_shoe(Shoe.of_decks(6), rules_named("classic-it").tableau)
    assert edges[0] - edges[1] == odds.probability(Outcome.TIE)


def test_a_literal_reading_turns_puntos_edge_positive(exact: Callable[..., Ran]) -> None:
    answer = json.loads(exact("odds", "--decks", "8", "--rules", "castle-vaduz:literal", "--format", "json").out)
    assert answer["bets"]["punto"]["house_edge"].startswith("-0.0042")


@pytest.mark.parametrize("digits", ["1", "30", "1000"])
def test_digits(digits: str, exact: Callable[..., Ran]) -> None:
    answer = json.loads(exact("odds", "--decks", "8", "--digits", digits, "--format", "json").out)
    decimal = answer["outcomes"]["tie"]["decimal"]
    assert len(decimal) == 2 + int(digits)
    assert abs(Fraction(decimal) - Fraction(answer["outcomes"]["tie"]["fraction"])) <= Fraction(
        1, 2 * 10 ** int(digits)
    )


def test_certainty_is_one_over_one(exact: Callable[..., Ran]) -> None:
    answer = json.loads(exact("odds", "--values", "6,0,0,0,0,0,0,0,0,0", "--format", "json").out)
    assert answer["outcomes"]["tie"] == {"count": "720", "fraction": "1/1", "decimal": "1.000000000000"}
    assert answer["outcomes"]["punto"]["fraction"] == "0/1"
    assert answer["bets"]["tie"]["expectation"] == "8/1"
    assert answer["bets"]["banco"] == {
        "expectation": "0/1",
        "house_edge": "0.000000000000",
        "house_edge_resolved": None,
    }
    for style in FORMATS:
        assert exact("odds", "--values", "6,0,0,0,0,0,0,0,0,0", "--format", style).code == 0


SHOE_ERRORS = [
    (["--decks", "0"], "decks: 0 must be a whole number from 1"),
    (["--decks", "-1"], "decks: -1 must be a whole number"),
    (["--decks", "1.5"], "decks: '1.5' must be a whole number"),
    (["--decks", "eight"], "decks: 'eight' must be a whole number"),
    (["--decks", "9" * 5000], "decks: '999"),
    (["--decks", ""], "decks: '' must be a whole number"),
    (["--values", "1,2,3"], "values: '1,2,3' has 3 counts, but must have ten"),
    (["--values", "-1,2,3,4,5,6,7,8,9,1"], "values, c0: -1 must be a whole number from 0"),
    (["--values", "1,2,3,4,5,6,7,8,9,x"], "values, c9: 'x' must be a whole number"),
    (["--values", "1,2,3,4,5,6,7,8,9,"], "values, c9: '' must be a whole number"),
    (["--values", "1,0,1,0,1,0,1,0,1,0"], "cards: 5 are left in the shoe, and a coup needs at least 6"),
    (["--values", "0,0,0,0,0,0,0,0,0,0"], "cards: 0 are left"),
    (["--ranks", RANKS.replace("A=32,", "")], "must give all thirteen ranks; missing: A"),
    (["--ranks", RANKS.replace("A=32", "B=32")], "ranks: 'B' is not a rank"),
    (["--ranks", RANKS.replace("A=32", "A")], "ranks: 'A' must be written as A=count"),
    (["--ranks", RANKS.replace("A=32", "A=-1")], "ranks, A: -1 must be a whole number"),
    (["--ranks", RANKS.replace("A=32", "2=1")], "gives 2 twice"),
    (["--ranks", RANKS.replace("10=32", "T=32").replace("A=32", "10=1")], "gives 10 twice"),
    (["--decks", "8", "--values", "6,0,0,0,0,0,0,0,0,0"], "gives the shoe twice"),
    ([], "shoe: 'standard' states no number of decks"),
    (["--rules", "castle-vaduz"], "shoe: 'castle-vaduz' states no number of decks"),
    (["--decks", "1", "--remove", "9 9 9 9 9"], "remove: '9' is removed more often than the 4 in the shoe"),
    (["--decks", "1", "--remove", "1"], "remove: '1' is a point value, but this shoe is described by cards"),
    (["--decks", "1", "--remove", "9z"], "remove: '9z' has an unknown suit"),
    (["--decks", "8", "--format", "yaml"], "format: 'yaml' is not a format: known: text, markdown"),
    (["--decks", "8", "--format", "jsn"], "did you mean json?"),
    (["--decks", "8", "--digits", "0"], "digits: 0 must be a whole number from 1 to 1000"),
    (["--decks", "8", "--digits", "1001"], "digits: 1001 must be a whole number from 1 to 1000"),
    (["--decks", "8", "--deck", "1"], "option: '--deck' is not an option of exact odds: did you mean --decks?"),
    (["--decks"], "argument --decks: expected one argument"),
    (["--decks", "8", "--decks", "6"], "decks: '6' is a second --decks: give it once"),
    (["--decks", "8", "--remove", "9", "--remove", "K"], "remove: 'K' is a second --remove: give it once"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "message"), SHOE_ERRORS, ids=lambda part: " ".join(part)[:40] or "nothing")
def test_bad_input_is_one_line_and_exit_2(words: list[str], message: str, exact: Callable[..., Ran]) -> None:
    ran = exact("odds", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("exact: ")
    assert ran.err.count("\n") == 1
    assert message in ran.err


@pytest.mark.parametrize("words", [["odd"], ["--decks", "8"], ["tables", "--only", "house-edge"], ["identify", "1e5"]])
def test_bad_commands(words: list[str], exact: Callable[..., Ran]) -> None:
    ran = exact(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_help_names_every_command(exact: Callable[..., Ran]) -> None:
    overview = exact()
    assert (overview.code, overview.err) == (0, "")
    for command in ("odds", "coup", "rules", "identify", "tables"):
        assert command in overview.out
        shown = exact(command, "--help")
        assert shown.code == 0
        assert shown.out.startswith(f"usage: exact {command}")
    assert exact("--version").out.startswith("exact ")
