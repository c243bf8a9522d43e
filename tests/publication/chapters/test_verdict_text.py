from dataclasses import replace
from fractions import Fraction

from exact.literature.printed import Agreement, PrintedFigure, Verdict, judge
from exact.publication.chapters.audit import HOUSE_EDGES, verdict_text
from exact.questions.question import parse_question

AGREES, ROUNDED, TRUNCATED, PADDED, DISAGREES, *_of_simulations = Agreement


def verdict_on(claim: str) -> Verdict:
    return judge(parse_question(claim), PrintedFigure.parse("0.5"), {8: Fraction(1, 2)})


def test_the_text_says_every_field() -> None:
    agrees, streak = verdict_on("return of punto"), verdict_on("probability of a streak of 2 punto")
    assert verdict_text(agrees, "") == "agrees to the digits printed"
    assert verdict_text(replace(agrees, agreeing_decks=(7, 8, 9, None)), "") == "agrees for d = 7–9, ∞"
    independent = "agrees to the digits printed, successive coups taken as independent"
    assert verdict_text(streak, HOUSE_EDGES) == independent
    other = "not a figure of this kind (a return); as such it agrees to the digits printed"
    assert verdict_text(agrees, HOUSE_EDGES) == other
    words = {ROUNDED: "rounded half up", TRUNCATED: "truncated", PADDED: "padded with zeros"}
    for agreement, said in words.items():
        near = replace(agrees, agreement=agreement)
        assert verdict_text(near, "") == f"{said} in the source"
        of_eight = replace(near, agreeing_decks=(8,))
        assert verdict_text(of_eight, "") == f"{said} in the source (d = 8)"
        as_such = f"not a figure of this kind (a return); as such it is {said} in the source (d = 8)"
        assert verdict_text(of_eight, HOUSE_EDGES) == as_such
    assert verdict_text(replace(agrees, agreement=DISAGREES), HOUSE_EDGES) == "disagrees"
