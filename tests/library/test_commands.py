"""A function and the command of its name are one: the same answer, and errors that name an argument or an option."""

import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import answer_to, refusal

import exact
from exact import ExactError, Outcome
from exact.answers.table import Answer
from exact.bets.partition import parse_partition
from exact.library.bet import kelly
from exact.report.render import render_answer

TAGS = "0,0,0,-1,-1,-1,-1,2,2,0"
SHOE = (3, 0, 0, 1, 0, 0, 2, 0, 1, 2)
TWO = np.array([1, 2])
VALUES = "--values " + ",".join(map(str, SHOE))
ANSWERED = {
    "odds --decks 6 --remove '9 9 K' --rules classic-it": "odds(decks=6, remove=['9', '9', 'K'], rules='classic-it')",
    "odds --decks 8 --given punto=4,0": "odds(decks=8, given='punto=4,0')",
    "bet dragon-7 --decks 8 --pays 50": "price(find_bet('dragon-7'), decks=8, pays=50)",
    f"bet tie {VALUES} --given card1=9 --rebate 0.5": "price('tie', SHOE, given='card1=9', rebate=0.5)",
    "bet tie --decks 8 --pays 10 --kelly --with banco --fraction 1%,0 --ruin 10%": (
        "kelly(price('tie', decks=8, pays=10), ['banco'], fraction=['1%', 0], ruin=0.1)"
    ),
    "joint punto_total dragon-7 --decks 8": "joint('punto_total', find_bet('dragon-7'), decks=8)",
    "session banco,tie --stake 20,0.5 --coups 9 --stop-win 30 --at-least=-1 --decks 8": (
        "session(['banco', 'tie'], 9, stake=[20, 0.5], stop_win=30, at_least=-1, decks=8)"
    ),
    "session punto --coups 9 --plan 'martingale 8' --bankroll 20 --decks 8": (
        "session('punto', 9, plan='martingale 8', bankroll=20, decks=8)"
    ),
    "session punto,tie --coups 9 --house 2 --per-hour 70 --drop 90.5 --observed-win=-3,9 --decks 8": (
        "session('punto,tie', 9, house=2, per_hour=70, drop=90.5, observed_win=[-3, 9], decks=8)"
    ),
    "session punto --decided 9 --between -3 0.5 --wins 4 --decks 8": (
        "session('punto', decided=9, between=[-3, 0.5], wins=4, decks=8)"
    ),
    "session punto --coups 3 --one-shoe --decks 8": "session('punto', 3, one_shoe=True, decks=8)",
    "session tie --coups 9 --runs 'tie 2' --decks 8 --digits 30": "session('tie', 9, runs='tie 2', decks=8, digits=30)",
    "perfect tie,banco --unseen 6..8 --decks 1": "perfect(['tie', 'banco'], range(6, 9), decks=1)",
    "perfect tie --unseen 6 --decks 1 --kelly": "perfect('tie', 6, decks=1, kelly=True)",
    "perfect best --unseen 7 --grid=-1%,2% --decks 1": "perfect('best', 7, grid=['-1%', '2%'], decks=1)",
    "perfect punto-pair:11 --unseen 7 --workers 1 --decks 1": "perfect(find_bet('punto-pair:11'), 7, decks=1)",
    "removal lucky-6:12-18 --decks 6": "removal(find_bet('lucky-6:12-18'), decks=6)",
    f"count dragon-7,tie --tags '{TAGS};9=1' --trigger 4,1/3 --unseen 30,20 --per 26 --decks 2": (
        "count(['dragon-7', 'tie'], [TAGS, {'9': 1}], trigger=[4, Fraction(1, 3)], unseen=[30, 20], per=26, decks=2)"
    ),
    f"count dragon-7 --level 1 --unseen 7 {VALUES}": "count('dragon-7', level=1, unseen=7, shoe=SHOE)",
    f"count tie --tags {TAGS} --running --initial -3 {VALUES}": (
        "count('tie', [0, 0, 0, -1, -1, -1, -1, 2, 2, 0], running=True, initial=-3, shoe=SHOE)"
    ),
    f"signal --positions 1-2 --partition 6-9 --bets tie,punto {VALUES}": (
        "signal([1, 2], parse_partition('6-9'), bets=[find_bet('tie'), 'punto'], shoe=SHOE)"
    ),
    f"signal --positions 1 --search {VALUES}": "signal(1, shoe=SHOE)",
    f"spread tie,banco {VALUES}": "spread(['tie', 'banco'], shoe=Shoe.of_values(SHOE))",
    "promotion rebate punto --rate 0.2 --coups 9 --stop-loss 5 --decks 8": (
        "promotion('rebate', 'punto', rate=0.2, coups=9, stop_loss=5, decks=8)"
    ),
    "coup 'K 2 3 4 7 9' --stake banco=25 --stake tie=5 --unit 1 --rules classic-it": (
        "coup(['K', 2, 3, 4, 7, 9], stake={'banco': 25, 'tie': 5}, unit=1, rules=rules_named('classic-it'))"
    ),
    "equilibrium --model B2 --player 5=9/11 --decks 6": "equilibrium('B2', player={'5': '9/11'}, decks=6)",
    "equilibrium --model A1 --commission 0..5% --decks 1": "equilibrium('A1', commission=(0, '5%'), decks=1)",
}
"""The words of a command, and the function of its name with the same arguments."""


def called(expression: str) -> Any:
    names = {name: getattr(exact, name) for name in exact.__all__}
    values = {
        "Fraction": Fraction,
        "kelly": kelly,
        "parse_partition": parse_partition,
        "SHOE": SHOE,
        "TAGS": TAGS,
        "TWO": TWO,
    }
    return eval(expression, names | values)


@pytest.mark.parametrize(("words", "expression"), ANSWERED.items())
def test_the_json_of_the_command_is_that_of_the_function(words: str, expression: str) -> None:
    answer = called(expression)
    if not isinstance(answer, Answer):
        answer = answer.to_answer()
    assert render_answer(answer, "json") == render_answer(answer_to(*shlex.split(words)), "json")


@pytest.mark.parametrize(
    ("words", "expression"),
    [
        ("session tie --coups 3 --one-shoe --stop-win 3", "session('tie', 3, one_shoe=True, stop_win=3)"),
        ("session tie --coups 3 --target 4", "session('tie', 3, target=4)"),
        (f"count tie --tags {TAGS} --running --round floor", "count('tie', TAGS, running=True, round='floor')"),
        (f"count tie --tags {TAGS} --unseen 9 --cut 14", "count('tie', TAGS, unseen=9, cut=14)"),
        ("promotion coupon tie", "promotion('coupon', 'tie')"),
        ("equilibrium --model B2 --closed-form --decks 8", "equilibrium('B2', closed_form=True, decks=8)"),
    ],
)
def test_a_refusal_names_the_option_or_the_argument(words: str, expression: str) -> None:
    with pytest.raises(ExactError, match=" --[a-z]") as typed:
        answer_to(*shlex.split(words))
    with pytest.raises(ExactError) as asked:
        called(expression)
    option, argument = typed.value, asked.value
    assert option.parameter.replace("-", "_") == argument.parameter
    assert option.bound.replace(" --", " ").replace("-", "_") == argument.bound


def test_figures_and_tables_have_their_names_in_json() -> None:
    answer = exact.session("tie", 3, shoe=SHOE)
    assert answer.value("mean") == 3 * exact.price("tie", SHOE).mean
    assert answer.value("coups") == 3
    assert exact.coup("K 7 3 2 9").value("outcome") == Outcome.BANCO.value
    assert refusal(answer.table, "x").startswith("table: 'x' is not in this answer, whose tables are figures")
    assert refusal(answer.value, "x").startswith("name: 'x' is not in this answer, which has mean")


def test_a_file_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(ExactError, match="^gambit: .* cannot be written"):
        exact.equilibrium("B3", gambit=tmp_path)


@pytest.mark.parametrize("workers", ["x", 0, object()])
def test_workers_are_a_number_or_an_executor(workers: Any) -> None:
    assert refusal(exact.perfect, "tie", 6, workers=workers, decks=1).startswith("workers: ")


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("equilibrium('A1', player=5)", "player: 5 must be probabilities by hand"),
        ("equilibrium('A1', player='x')", "player: 'x' is neither a rulebook"),
        ("equilibrium('A1', banker={})", "banker: {} must be a rulebook, or a .json file"),
        ("equilibrium('A1', gambit=[])", "gambit: [] is not a file to write"),
        ("equilibrium(None)", "model: None is not a model: known: A1"),
        ("count('tie', ['a'] * 10)", "tags: 'a' must be a number"),
        ("count('tie', None, level=1, running='no')", "running: 'no' must be True or False"),
        ("perfect('tie', None)", "unseen: None must be numbers of unseen cards"),
        ("coup(None)", "cards: None must be cards: text like K 7 3 2 9"),
        ("coup('K 7 3 2 9', stake={'x': 1})", "stake: 'x' is neither a bet"),
        ("signal(None)", "positions: None must be places of the shoe, like 1 or 1-4"),
        ("signal(1, '6-9', bets='x')", "bets: 'x' is neither a bet"),
        ("odds('1 1 1')", "shoe: '1 1 1' has 1 counts, but must have ten"),
        ("odds({'A': 1})", "shoe: 1 are left in the shoe"),
        ("evaluate([list(SHOE)], bets=['x'])", "bets: 'x' is neither a bet"),
        ("promotion('x', 'tie')", "kind: 'x' is no kind of promotion"),
        ("session('tie', 3, decided=3)", "coups: 3 and decided both count coups"),
        ("session('tie', 3, plan=[1, 2])", "plan: [1, 2] must be text"),
        ("session('tie', 3, between=5)", "between: 5 must be two amounts"),
        ("session('tie', 3, between=(None, 5))", "between: (None, 5) must be two amounts"),
        ("session('tie')", "coups: None is no number of coups: give one, or decided"),
        ("session('tie', 3, one_shoe='no')", "one_shoe: 'no' must be True or False"),
        ("session('tie', 3, one_shoe=TWO)", "one_shoe: array([1, 2]) must be True or False"),
        ("session('tie', 3, stop_win=[1])", "stop_win: [1] must be a number"),
        ("perfect('tie', 6, checkpoint='\\0')", "checkpoint: '\\x00' is not a directory"),
    ],
)
def test_an_error_names_the_argument_that_was_wrong(expression: str, message: str) -> None:
    assert refusal(called, expression).startswith(message)


def test_tags_in_a_list_may_be_text() -> None:
    tags = ["0", "0", "0", "-1", "-1", "-1", "-1", "2", "2", "0"]
    assert exact.count("tie", tags, unseen=7, shoe=SHOE) == exact.count("tie", TAGS, unseen=7, shoe=SHOE)


@pytest.mark.parametrize(
    ("first", "second"),
    [(words, words.replace(VALUES, "--values 3,0,0,1,0,0,2,0,2,1")) for words in ANSWERED if VALUES in words]
    + [("equilibrium --model A1 --player standard --decks 1", "equilibrium --model A1 --player 5=1 --decks 1")],
)
def test_the_digest_of_an_answer_has_the_shoe_and_the_strategy(first: str, second: str) -> None:
    digests = [answer_to(*shlex.split(words)).provenance["inputs"] for words in (first, first, second)]
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("--stake 5 --at-least 10", ["expectation of {}, times 5", "variance of {}, times 25"]),
        ("--stake 5 --at-least 10", ["probability of {}, winning 2 or more"]),
        ("--one-shoe", ["expectation of {}"]),
        ("--bankroll 5 --target 8", ["{{probability,duration}} of ruin on banco from 5, target 8"]),
        ("--bankroll 5 --stop-win 3", ["{{probability,duration}} of ruin on banco from 5, target 8"]),
        ("--bankroll 10 --stake 2", ["probability of ruin on banco from 5"]),
        ("--runs 'banco 2'", ["probability of a run of {{1..4}} banco among 4 coups"]),
        ("--runs 'banco 2' --ties skip", ["probability of a run of {{1..4}} banco among 4 coups, ties skipped"]),
    ],
)
def test_a_session_names_its_questions(words: str, named: list[str]) -> None:
    answer = answer_to(*shlex.split(f"session banco --coups 4 {words} --decks 8"))
    for question in named:
        assert f"{question.format('a session of 4 coups on banco')}, 8 decks" in answer.questions


def test_the_figures_of_a_session_are_those_of_its_questions() -> None:
    answer = exact.session("banco", 9, stake=2, bankroll=10, target=16, runs="tie 2", decks=8)
    race, ever, runs = map(exact.ask, answer.questions)
    ruin: Any = answer.table("ruin").rows
    longest: Any = answer.table("longest_run").rows
    assert [cell.value for _name, cell in ruin] == [*(figure.value for figure in race), ever.value]
    assert [row[1].value for row in longest] == [figure.value for figure in runs]
