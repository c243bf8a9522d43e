"""What stands behind figures: the theorems of the proof, and the column of tables/figures.csv."""

import csv
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

import exact
from exact.answers.table import Exactness
from exact.bets.catalogue import find_bet
from exact.questions.figure import parse_asked
from exact.questions.quantities import QUANTITIES
from exact.questions.standing import THEOREMS, Theorem, standing_of
from exact.rules import rules_named
from exact.rules.documents import FOLDER

PROOF, FIGURES = Path(__file__).parents[1] / "proof", Path(__file__).parents[2] / "tables" / "figures.csv"


def missing(theorems: Iterable[Theorem]) -> list[str]:
    """The theorems that no file of the proof, or another one, proves, or whose axioms it does not print."""
    printed = re.findall(
        r"^Check (\w+)_holds : \1\.\nPrint Assumptions \1_holds\.$", text_of("Theorems.v"), re.MULTILINE
    )
    return [
        each.name
        for each in theorems
        if each.name not in printed
        or not re.search(rf"^Theorem {each.name}_holds : {each.name}\.$", text_of(each.file), re.MULTILINE)
    ]


def text_of(name: str) -> str:
    return (PROOF / name).read_text(encoding="utf-8") if (PROOF / name).is_file() else ""


def test_every_theorem_is_one_of_the_proof() -> None:
    assert not missing(THEOREMS)
    planted = [Theorem("every_shoe", "Decks.v", bool), Theorem("closed_forms", "Evaluation.v", bool)]
    assert missing(planted) == ["every_shoe", "closed_forms"]


OF_COUNTS = {quantity.measure for quantity in QUANTITIES if quantity.methods == "polynomial, every deal"} | {"effect"}
STATED = [int(decks) for decks in re.findall(r"counts standard \(decks (\d+)\)", text_of("Baccarat.v"))]
READINGS = [
    re.findall(r'"([^"]+)"', names) for names in re.findall(r"^\(\[(.*?)\], ", text_of("Published.v"), re.MULTILINE)
]
"""The readings that the proof counts with six and eight decks; those of the first group draw as the standard rules do."""
SOLVED = re.findall(r'^\("(B\d)", \[$', text_of("Equilibria.v"), re.MULTILINE)
PRICED = re.findall(r"^\(\* (\S+) \*\)$", text_of("Catalogue.v"), re.MULTILINE)
DECIDED = re.compile(
    r"(?P<measure>[a-z ]+?)(?: of removal of [^,]+? on(?: [a-z ]+ of)?)? (?:of )?"
    r"(?:punto|banco|tie)(?: and (?:punto|banco|tie))?"
    r"(?P<conditions>(?:, (?:\d+ decks?|shoe [\d ]+|without [^,]+|rules \S+|pays [^,]+|in [^,]+|times \S+|(?:no )?commission ?[^,]*))*)"
)
PRICE = re.compile(
    r"(?P<measure>[a-z ]+?) of (?!(?:punto|banco|tie),)(?P<bet>[\w-]+)(?::[\w.-]+)?(?: [\w-]+)?"
    r"(?:, (?:pays [^,]+|in [^,]+|times \S+))*, (?P<decks>\d+) decks?(?:, (?:pays [^,]+|times \S+))*"
)


def theorem_of(question: str) -> str:
    """The theorem behind a question, from its text and from the texts of the proof; empty for none."""
    solved = re.fullmatch(r"(?:value of chemin|probability of \w+ing on) .*, model (\w+), \d+ decks?", question)
    if solved:
        return "chemin_de_fer" if solved[1] in SOLVED else ""
    priced = PRICE.fullmatch(question)
    if priced and priced["measure"] in OF_COUNTS and priced["bet"] in PRICED and int(priced["decks"]) in STATED:
        return "prices"
    decided = DECIDED.fullmatch(question)
    if not decided or decided["measure"] not in OF_COUNTS:
        return ""
    rules, decks = (re.search(rf", {form}", question) for form in (r"rules ([^,]+)", r"(\d+) decks?"))
    is_full = not re.search("without|removal", question) and int(decks[1] if decks else 0)
    group = next((group for group in READINGS if rules and rules[1] in group), [] if rules else READINGS[0])
    if is_full in STATED and group:
        return "six_and_eight_decks" if group is READINGS[0] else "every_reading"
    if group is not READINGS[0] or not (decks or ", shoe" in question):
        return ""
    return "closed_forms" if is_full else "polynomial"


def wrong_rows(rows: Iterable[dict[str, str]]) -> list[str]:
    """The questions of which the column is not what the register and the proofs say."""
    wrong = []
    for row in rows:
        asked, exactness = parse_asked(row["question"]), Exactness(row["exactness"])
        is_theorem = exactness is Exactness.EXACT
        theorems = [theorem_of(text) for text in re.split(" minus | divided by ", row["question"])]
        named = re.findall(r"theorem (\w+)", row["standing"])
        if row["standing"] != standing_of(asked.questions, exactness) or named != [
            name for name in dict.fromkeys(theorems) if name and is_theorem
        ]:
            wrong.append(row["question"])
    return wrong


@pytest.mark.slow
def test_the_column_is_what_the_proofs_and_the_methods_say() -> None:
    with FIGURES.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["question"]]
    assert {"theorem", "computed", "proved", "approximation"} == {row["standing"].split()[0] for row in rows}
    assert not wrong_rows(rows)


@pytest.mark.parametrize(
    ("question", "behind"),
    [
        ("house edge of banco, 8 decks", "theorem six_and_eight_decks (tests/proof/Evaluation.v)"),
        ("house edge of banco, 8 decks, rules otto-mazzi", "theorem six_and_eight_decks (tests/proof/Evaluation.v)"),
        ("expectation of banco, 6 decks, rules come-si-gioca:court-stands", "theorem every_reading (tests/proof/Evaluation.v)"),
        ("count of punto, 3 decks", "theorem closed_forms (tests/proof/Decks.v)"),
        ("effect of removal of 6 on tie, 8 decks", "theorem polynomial (tests/proof/Polynomial.v)"),
        ("correlation of punto and tie, 1 deck, without 9", "theorem polynomial (tests/proof/Polynomial.v)"),
        ("value of chemin de fer, model B2, 8 decks", "theorem chemin_de_fer (tests/proof/BestReplies.v)"),
        ("value of chemin de fer, model B2, 7 decks, without 9", "computed twice: linear equations, best replies"),
        ("probability of drawing on 5 by punto, model B1, 9 decks", "theorem chemin_de_fer (tests/proof/BestReplies.v)"),
        ("value of chemin de fer, model A2, 8 decks", "computed twice: linear equations, best replies"),
        ("value of drawing on 5 by punto, 8 decks", "computed twice: prices of both actions, changed tableau"),
        ("probability of tie, given card1=9, 8 decks", "computed twice: polynomial, every deal"),
        ("probability of (tie), 8 decks", "computed twice: polynomial, every deal"),
        ("probability of a streak of 2 tie, 8 decks", "computed twice: formula, every sequence of coups"),
        ("probability of ruin on banco from 2, no commission, 8 decks", "proved bounds"),
        ("expectation of tie, rules castle-vaduz:literal, compared to rules standard, 8 decks",
         "theorem every_reading (tests/proof/Evaluation.v); theorem six_and_eight_decks (tests/proof/Evaluation.v)"),
        ("house edge of tie minus house edge of dragon-7, 8 decks",
         "theorem six_and_eight_decks (tests/proof/Evaluation.v); theorem prices (tests/proof/Prices.v)"),
        ("count of lucky-6 two-cards, 6 decks", "theorem prices (tests/proof/Prices.v)"),
        ("house edge of lucky-6:12-18, 7 decks", "computed twice: polynomial, every deal"),
        ("house edge of punto-perfect-pair, 8 decks", "theorem prices (tests/proof/Prices.v)"),
        ("house edge of jackpot-baccarat, 8 decks", "theorem prices (tests/proof/Prices.v)"),
        ("house edge of super-tie, 8 decks", "theorem prices (tests/proof/Prices.v)"),
        ("probability of dragon-7 and panda-8, 8 decks", "computed twice: polynomial, every deal"),
    ],
)  # fmt: skip
def test_what_stands_behind_a_figure(question: str, behind: str) -> None:
    assert exact.ask(question).standing == behind


@pytest.mark.parametrize("name", ["standard", "castle-vaduz:literal"])
def test_changed_rules_are_no_reading_even_by_its_name(name: str) -> None:
    changed = replace(rules_named(name), tableau=rules_named(name).tableau.with_banco(4, 1, "D"))
    assert exact.ask("probability of tie, 6 decks", rules=changed).standing == "computed twice: polynomial, every deal"


def test_a_second_method_goes_through_what_decides_payoffs_beside_the_shoe(tmp_path: Path) -> None:
    """Those of tests/analysis/test_draws.py and test_progressive.py; a category does not depend on it."""
    text = "name = 'own'\n{}\ncategory = [{{ name = 'win', when = 'tie', pays = {} }}]"
    twice = "computed twice: polynomial, every deal"
    for file, beside, pays, what in (
        ("draw.toml", "draw = { multipliers = { 5 = 1 }, multiplied = { win = true } }", "8", "a draw"),
        ("tables.toml", "jackpot = { seed = 9, contribution = 0, tables = 2 }", "'jackpot'", "other tables"),
        ("alone.toml", "jackpot = { seed = 9, contribution = 0 }", "'jackpot'", ""),
    ):
        (tmp_path / file).write_text(text.format(beside, pays))
        edge = exact.ask(f"house edge of {tmp_path / file}, 8 decks")
        assert edge.standing == (f"{twice} with {what}" if what else twice)
        assert exact.ask(f"probability of {tmp_path / file} win, 8 decks").standing == twice
    assert exact.ask("house edge of lightning-punto, 8 decks").standing == f"{twice} with a draw"


def test_a_rulebook_of_your_own_that_draws_as_the_standard_rules_do(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        (FOLDER / "standard.toml").read_text(encoding="utf-8").replace('"standard"', '"own"'), encoding="utf-8"
    )
    assert exact.ask(f"probability of tie, 6 decks, rules {own}").standing.startswith("theorem six_and_eight_decks")


def test_a_bet_of_your_own_with_the_name_of_an_outcome() -> None:
    own = replace(find_bet("dragon-7"), name="tie")
    assert exact.ask("house edge, 8 decks", bet=own).standing == "computed twice: polynomial, every deal"
