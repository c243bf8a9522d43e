"""What each difference from standard costs, against walks in which only that difference is played."""

from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from support import Command

from exact.arithmetic import ordered_deals
from exact.game import Decision, Side
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules import Rules, all_rules, rules_named
from exact.rules.wording import differences
from exact.views.rulebook_tables import rule_costs

STANDARD = DECISIONS["standard"]


@cache
def counts_by_walk(decide: Decision, decks: int) -> list[int]:
    return list(count_outcomes(Shoe.of_decks(decks), decide).values())


def edges_by_walk(decide: Decision, decks: int = 8) -> list[Fraction]:
    """The house edges of punto, banco and tie at 1 to 1 less 5 %, and at 8 to 1."""
    deals = ordered_deals(52 * decks)
    punto, banco, tie = (Fraction(count, deals) for count in counts_by_walk(decide, decks))
    return [banco - punto, punto - banco * Fraction(19, 20), punto + banco - 8 * tie]


def row_alone(name: str, row: int) -> Decision:
    """Standard, but with one total of banco's played as in a reading."""

    def decide(punto: int, banco: int, third: int | None) -> Side | None:
        return DECISIONS[name](punto, banco, third) if banco == row else STANDARD(punto, banco, third)

    return decide


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("castle-vaduz:literal", [4, 5]),
        pytest.param("castle-vaduz:literal-final-total", [0, 1, 2, 3, 4, 5], marks=pytest.mark.slow),
        pytest.param("come-si-gioca:literal", [3, 4, 5], marks=pytest.mark.slow),
    ],
)
def test_each_row_of_bancos_table_alone(name: str, rows: list[int]) -> None:
    costs = rule_costs(rules_named(name), rules_named("standard"))
    usual = edges_by_walk(STANDARD)
    for (difference, changes), row in zip(costs, rows, strict=True):
        alone = edges_by_walk(row_alone(name, row))
        assert difference.clause == "banco"
        assert list(changes.values()) == [edge - before for edge, before in zip(alone, usual, strict=True)]


def test_terms_and_decks_alone() -> None:
    """The tie at 7 to 1 costs a tie's probability; six decks cost what they change under standard rules."""
    costs = list(rule_costs(rules_named("classic-it:eight-for-one"), rules_named("standard")))
    assert [difference.clause for difference, _ in costs] == ["decks", "payoffs", "commission_rounding"]
    decks, tie, rounding = (changes for _, changes in costs)
    six, eight = edges_by_walk(STANDARD, 6), edges_by_walk(STANDARD)
    assert list(decks.values()) == [a - b for a, b in zip(six, eight, strict=True)]
    chance = Fraction(counts_by_walk(STANDARD, 8)[2], ordered_deals(416))
    assert list(tie.values()) == [0, 0, chance]
    assert list(rounding.values()) == [0, 0, 0]
    ((_, ties),) = rule_costs(rules_named("come-si-gioca:ties-lose"), rules_named("standard"))
    assert list(ties.values()) == [chance, chance, 0]


@pytest.mark.parametrize("name", all_rules())
def test_all_differences_together_are_the_rules(name: str) -> None:
    """Each field that is changed alone is changed in the rules, and nothing else is."""
    rules, standard = rules_named(name), rules_named("standard")
    together, rows = standard, dict.fromkeys(range(8), standard.tableau)
    for difference in differences(rules, standard):
        alone = difference.alone.tableau
        if difference.clause == "punto":
            [total] = [total for total in range(8) if alone.punto[total] != standard.tableau.punto[total]]
            together = replace(together, tableau=together.tableau.with_punto(total, alone.punto[total]))
        elif difference.clause == "banco":
            [total] = [total for total in rows if standard.tableau.with_row_of(alone, total) != standard.tableau]
            rows[total] = alone
        else:
            changed = {
                field: value
                for field in (field.name for field in fields(Rules))
                if (value := getattr(difference.alone, field)) != getattr(standard, field)
            }
            assert len(changed) == 1
            together = replace(together, **changed)
    assert rows == {total: standard.tableau.with_row_of(rules.tableau, total) for total in rows}
    assert together.tableau.punto == rules.tableau.punto
    assert replace(together, id=rules.id, assumed=rules.assumed, tableau=rules.tableau) == rules


def test_a_readers_rulebook_explained(tmp_path: Path, exact: Command) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'id = "own"\nbase = "standard"\npayoffs = { tie = "9" }\nbanco = [{ total = "6", no_third = "draws" }]',
        encoding="utf-8",
    )
    answer = exact.json("rules", str(own), "--explain")
    assert [(row["clause"], row["standard"], row["here"]) for row in answer["differences"]] == [
        ("banco", "banco 6: draws on 6, 7", "banco 6, punto without a third card: draws"),
        ("payoffs", "tie 8 to 1", "tie 9 to 1"),
    ]
    assert Fraction(answer["differences"][1]["tie"]) < 0
    assert [row["rules"] for row in answer["edges"]] == ["standard", "own", "change"]


def test_there_must_be_something_to_explain(exact: Command) -> None:
    assert "'--explain' needs a rulebook: name one" in exact.refused("rules", "--explain")
    assert "standard plays as standard." in exact("rules", "standard", "--explain").out
