"""The words for every kind of difference from standard, and the rules with that difference alone."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from exact.rules import NO_THIRD, Rules, Tableau, rules_named
from exact.rules.wording import CLAUSE_TITLES, differences

RULES = rules_named("standard")
PLAIN = RULES.tableau


def against(total: int, row: str, *finals: int) -> Tableau:
    """Standard, but Banco plays ``row`` with this total against some final totals of Punto."""
    matrix = (*PLAIN.matrix[:total], row, *PLAIN.matrix[total + 1 :])
    return PLAIN._replace(against=tuple((final, matrix) for final in finals))


@pytest.mark.parametrize(
    ("changes", "clause", "standard", "own"),
    [
        ({"decks": 6}, "decks", "not said", "6"),
        ({"tableau": PLAIN.with_punto(6, "D")}, "punto", "punto 6: stands", "punto 6: draws"),
        ({"tableau": PLAIN.with_banco(7, 4, "D")}, "banco", "banco 7: always stands", "banco 7, third card 4: draws"),
        ({"tableau": PLAIN.with_banco(6, NO_THIRD, "D").with_banco(6, 6, "S")}, "banco", "banco 6: draws on 6, 7",
         "banco 6, punto without a third card: draws; banco 6, third card 6: stands"),
        ({"tableau": PLAIN.with_banco(5, 0, "D").with_banco(5, 9, "D").with_banco(5, 4, "S").with_banco(5, 10, "S")},
         "banco", "banco 5: draws on 4, 5, 6, 7, none",
         "banco 5, third cards 0, 9: draws; banco 5, third cards 4, none: stands"),
        ({"tableau": against(7, "DDDDDDDDDDD", 9)}, "banco", "banco 7: always stands",
         "banco 7, punto's final total 9: draws"),
        ({"tableau": against(2, "SSSSSSSSSSS", 1)}, "banco", "banco 2: draws on 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, none",
         "banco 2, punto's final total 1: stands"),
        ({"tableau": against(7, "DSSSDSSSSSS", 0, 5)}, "banco", "banco 7: always stands",
         "banco 7, third card 0 to punto's 0: draws; banco 7, third card 0 to punto's 5: draws; "
         "banco 7, third card 4 to punto's 5: draws"),
        ({"tableau": against(6, "SSSSSSSDSSD", 6)}, "banco", "banco 6: draws on 6, 7",
         "banco 6, third card 6 to punto's 6: stands; banco 6, punto stands on 6: draws"),
        ({"tableau": PLAIN._replace(ranks=((9, "....D..."), (10, "....S..."), (12, "....D...")))}, "banco",
         "banco 4: draws on 2, 3, 4, 5, 6, 7, none", "banco 4, third card 10, K: draws; banco 4, third card J: stands"),
        ({"payoffs": {**RULES.payoffs, "tie": Fraction(9)}}, "payoffs", "tie 8 to 1", "tie 9 to 1"),
        ({"commission": Fraction(1, 8)}, "commission", "5% of banco's winnings", "12.5% of banco's winnings"),
        ({"rounding": "player"}, "commission_rounding", "charged exactly", "in favour of the player"),
        ({"rounding": "house"}, "commission_rounding", "charged exactly", "in favour of the house"),
        ({"rounding": "nearest"}, "commission_rounding", "charged exactly", "to the nearest unit"),
        ({"ties": "lose"}, "ties", "stakes push", "stakes lose"),
    ],
)  # fmt: skip
def test_one_difference_has_its_words_and_stands_alone(
    changes: dict[str, Any], clause: str, standard: str, own: str
) -> None:
    rules = replace(RULES, **changes)
    (difference,) = differences(rules, RULES)
    assert (difference.clause, difference.standard, difference.own) == (clause, standard, own)
    assert difference.alone == rules
    assert CLAUSE_TITLES[clause] == clause.replace("_", " ")


def test_several_differences_come_in_the_order_of_the_clauses_each_alone() -> None:
    tableau = PLAIN.with_banco(6, 0, "D").with_banco(3, 8, "D").with_punto(6, "D")
    payoffs = {"punto": Fraction(2), "banco": Fraction(1), "tie": Fraction(9)}
    rules = replace(RULES, decks=6, tableau=tableau, payoffs=payoffs, ties="lose", commission=Fraction(0))
    found = list(differences(rules, RULES))
    assert [difference.clause for difference in found] == [
        *("decks", "punto", "banco", "banco", "payoffs", "payoffs", "commission", "ties")
    ]
    alone: list[Rules] = [difference.alone for difference in found]
    assert alone[2].tableau == PLAIN.with_banco(3, 8, "D")
    assert alone[3] == replace(RULES, tableau=PLAIN.with_banco(6, 0, "D"))
    assert alone[5] == replace(RULES, payoffs={**RULES.payoffs, "tie": Fraction(9)})
    assert list(differences(RULES, RULES)) == []
