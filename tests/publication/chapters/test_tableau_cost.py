"""The tables of the tableau's decisions: the committed cells by flipped tableaux, document 004's game by the walk."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from support import STANDARD, committed_rows, refusal
from support.decision_payoffs import banco_tallies

import exact
from exact.analysis.equilibrium.game import MODELS, deal_game
from exact.analysis.equilibrium.solutions import solve_many_choices
from exact.analysis.odds import odds_of_shoe
from exact.arithmetic import decimal_text, ordered_deals
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.decisions import OPEN_TOTALS
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules import NO_THIRD, Tableau, rules_named

READINGS = {"neither": "otto-mazzi", "6 and 7": "otto-mazzi:draws-on-6-and-7"}


def banco_gain(shoe: Shoe, tableau: Tableau) -> Fraction:
    odds = odds_of_shoe(shoe, tableau)
    return odds.probability(Outcome.BANCO) - odds.probability(Outcome.PUNTO)


@pytest.mark.parametrize(
    ("cell", "sign", "played"),
    [
        ("3 by banco after 8", 1, lambda letter: STANDARD.with_banco(3, 8, letter)),
        ("6 by banco after no card", 1, lambda letter: STANDARD.with_banco(6, NO_THIRD, letter)),
        ("5 by punto", -1, lambda letter: STANDARD.with_punto(5, letter)),
    ],
)
def test_a_choice_is_worth_what_its_cell_of_the_tableau_changes(
    cell: str, sign: int, played: Callable[[str], Tableau]
) -> None:
    drawn, stood = (sign * banco_gain(Shoe.of_decks(6), played(letter)) for letter in "DS")
    assert exact.ask(f"value of drawing on {cell}, 6 decks") == drawn - stood
    assert exact.ask(f"value of standing on {cell}, 6 decks") == stood - drawn


def test_the_hands_of_a_total_are_worth_the_total_together() -> None:
    hands = (
        exact.ask(f"value of drawing on {hand} by punto, 6 decks").value for hand in ["0-5", "1-4", "2-3", "6-9", "7-8"]
    )
    assert sum(hands) == exact.ask("value of drawing on 5 by punto, 6 decks").value
    assert "natural" in refusal(exact.ask, "value of drawing on 4-4 by punto, 6 decks")


@pytest.mark.parametrize("decks", [6, 8])
def test_the_two_cells_with_a_gain_are_the_first_departures(decks: int) -> None:
    shoe = Shoe.of_decks(decks)
    rows = committed_rows(f"tableau-flips-{decks}-decks")
    assert len({(row["banco"], row["third card"]) for row in rows}) == 88
    costs = [Fraction(row["cost per coup"]) for row in rows]
    assert costs == sorted(costs, key=abs)
    gains = {(row["banco"], row["third card"]) for row, cost in zip(rows, costs, strict=True) if cost < 0}
    assert gains == {("6", "none"), ("4", "1")}
    both = STANDARD.with_banco(6, NO_THIRD, "D").with_banco(4, 1, "D")
    (reply,) = (
        row
        for row in committed_rows("tableau-best-replies")
        if (row["decks"], row["banco"]) == (str(decks), "best, sees totals")
    )
    assert Fraction(reply["gain over the tableau"]) == banco_gain(shoe, both) - banco_gain(shoe, STANDARD)


def test_standing_on_5_against_the_tableau() -> None:
    costs = {
        (row["decks"], row["punto"]): Fraction(row["cost against the tableau"])
        for row in committed_rows("punto-choices")
    }
    for decks in (6, 8):
        shoe = Shoe.of_decks(decks)
        standing = banco_gain(shoe, STANDARD.with_punto(5, "S")) - banco_gain(shoe, STANDARD)
        assert costs[str(decks), "5"] == standing > 0
        assert sum(costs[str(decks), hand] for hand in ("0+5", "1+4", "2+3", "6+9", "7+8")) == standing


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("model", ["B1", "B2", "B3"])
def test_document_004_has_an_equilibrium_in_which_punto_stands(model: str, decks: int) -> None:
    """A saddle point: no hand of 6 or 7 gains by drawing, against a bank that answers a standing punto best."""
    game = deal_game(MODELS[model], Shoe.of_decks(decks), OPEN_TOTALS)
    profile = solve_many_choices(game)
    assert set(profile.punto) == {0}
    assert all(gain is not None and gain < 0 for gain in profile.punto_gains)
    name = "best, sees totals" if model == "B1" else "best, sees cards"
    (reply,) = (
        row for row in committed_rows("tableau-best-replies") if (row["decks"], row["banco"]) == (str(decks), name)
    )
    assert decimal_text(-profile.value, 9) == reply["expectation"]


@pytest.mark.slow
def test_document_004_by_the_walk() -> None:
    """Punto's win with 8 decks if it draws on neither total and on both: the bank by its table, and at its best."""
    shoe, deals = Shoe.of_decks(8), ordered_deals(416)
    rules = rules_named("otto-mazzi")
    for row in committed_rows("otto-mazzi-standing"):
        if row["decks"] != "8" or row["punto draws on"] not in READINGS:
            continue
        decide = DECISIONS[READINGS[row["punto draws on"]]]
        counts = count_outcomes(shoe, decide)
        won = Fraction(counts[Outcome.PUNTO] - counts[Outcome.BANCO], deals)
        assert row["bank by table"] == decimal_text(won, 9)
        after_commission = Fraction(19 * counts[Outcome.BANCO] - 20 * counts[Outcome.PUNTO], 20 * deals)
        assert row["banco at 5 %"] == decimal_text(after_commission, 9)
        draw, stand = (banco_tallies(shoe, decide, draws) for draws in (True, False))
        by_total: dict[tuple[int, int | None], list[int]] = {}
        seeing_cards = seeing_totals = Fraction(0)
        for (hand, third), drawn in draw.items():
            stood = stand[hand, third]
            total = sum(hand) % 10
            by_table = drawn if rules.tableau.banco_draws(total, NO_THIRD if third is None else third) else stood
            gains = [choice.banco - choice.punto - by_table.banco + by_table.punto for choice in (drawn, stood)]
            seeing_cards += max(gains)
            sums = by_total.setdefault((total, third), [0, 0])
            by_total[total, third] = [before + gain for before, gain in zip(sums, gains, strict=True)]
        seeing_totals += sum(map(max, by_total.values()))
        assert row["best by cards"] == decimal_text(won - seeing_cards / deals, 9)
        assert row["best by totals"] == decimal_text(won - seeing_totals / deals, 9)
