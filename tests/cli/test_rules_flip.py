"""``exact rules --flip``: the price of each drawing decision; and the drawing rules of a rulebook."""

from fractions import Fraction

from support import Command

from exact.analysis.tableau_cost import BANCO_CELLS
from exact.rules import NO_THIRD

THIRDS = [None if third == NO_THIRD else third for _, third in BANCO_CELLS]


def test_the_tableau_of_a_rulebook(exact: Command) -> None:
    """58 Pa. Code § 631a.11: on 6, banco stands if punto has no third card."""
    assert exact.json("rules", "standard")["banco"][6]["none"] == "S"


def test_the_price_of_every_cell(exact: Command) -> None:
    priced = exact.json("rules", "--flip", "--decks", "8")
    cells = priced["cells"]
    assert [(cell["banco"], cell["third"]) for cell in cells] == [
        (total, third) for (total, _), third in zip(BANCO_CELLS, THIRDS, strict=True)
    ]
    gains = {(cell["banco"], cell["third"]): -Fraction(cell["cost"]) for cell in cells if Fraction(cell["cost"]) < 0}
    assert set(gains) == {(6, None), (4, 1)}
    tableau, totals, cards = priced["best_replies"]
    assert Fraction(totals["gain"]) == sum(gains.values())
    assert Fraction(cards["gain"]) > Fraction(totals["gain"]) > Fraction(tableau["gain"]) == 0
    bets = exact.json("odds", "--decks", "8")["outcomes"]
    even_money = Fraction(bets["banco"]["fraction"]) - Fraction(bets["punto"]["fraction"])
    assert Fraction(tableau["expectation"]) == even_money
    assert {
        (one["hand"], one["third"]): Fraction(one["gain"]) for one in priced["changes"] if "," not in one["hand"]
    } == {(str(total), third): gain for (total, third), gain in gains.items()}


def test_the_nearest_to_indifference_comes_first(exact: Command) -> None:
    text = exact("rules", "--flip", "--decks", "8").out
    nearest = text[text.index("The cells nearest to indifference") :].splitlines()
    assert nearest[3].split()[:3] == ["4", "1", "stands"]


def test_a_commission_makes_drawing_and_standing_cost_other_amounts(exact: Command) -> None:
    words = ("rules", "--flip", "--values", "9,1,2,3,4,5,6,7,8,9")
    even, charged = exact.json(*words), exact.json(*words, "--commission", "5%")
    assert charged["commission"] == "1/20"
    assert even["commission"] == "0/1"
    assert even["punto"] == charged["punto"]
    assert even["cells"] != charged["cells"]
    assert charged == exact.json(*words, "--commission", "0.05")
