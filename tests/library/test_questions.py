"""The library as a person asks it: names or objects, standard rules by default, exact values, errors of one kind."""

import copy
import inspect
import pickle
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import answer_to, python, refusal

import exact
from exact.answers.table import Rounded
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes

SMALL = (1, 0, 2, 0, 1, 0, 3, 1, 2, 2)
OWN_BET = 'name = "low"\n[[category]]\nname = "win"\nwhen = "punto_total < 3"\npays = 2\n'


def test_the_odds_are_those_of_the_reference_walk() -> None:
    odds = exact.odds(SMALL)
    counts = count_outcomes(Shoe.of_values(SMALL), DECISIONS["standard"])
    assert odds.counts == {outcome.value: count for outcome, count in counts.items()}
    assert odds.deals == ordered_deals(sum(SMALL))
    assert odds.probability("banker") == Fraction(counts[exact.Outcome.BANCO], odds.deals)
    assert odds.probability("punto") + odds.probability(exact.Outcome.BANCO) + odds.tie.probability == 1


@pytest.mark.parametrize(
    ("rules", "wins"),
    [
        ("classic-sl:of-the-payout", {"punto": "1", "banco": "9/10", "tie": "8"}),
        ("classic-it:eight-for-one", {"punto": "1", "banco": "19/20", "tie": "7"}),
        ("classic-it:ties-lose", {"punto": "1", "banco": "19/20", "tie": "8"}),
    ],
)
def test_main_bets_pay_by_the_rulebook_through_either_door(rules: str, wins: dict[str, str]) -> None:
    counts = count_outcomes(Shoe.of_values(SMALL), DECISIONS[rules.partition(":")[0]])
    lost = {outcome: -sum(counts.values()) + count for outcome, count in counts.items()}
    if "ties-lose" not in rules:
        for side in (exact.Outcome.PUNTO, exact.Outcome.BANCO):
            lost[side] += counts[exact.Outcome.TIE]
    for outcome, count in counts.items():
        mean = (Fraction(wins[outcome.value]) * count + lost[outcome]) / ordered_deals(sum(SMALL))
        answer = answer_to("bet", outcome.value, "--values", ",".join(map(str, SMALL)), "--rules", rules)
        figures = {row[0]: row[1] for table in answer.tables for row in table.rows if table.id == "figures"}
        assert isinstance(figures["expectation"], Rounded)
        price = exact.price(outcome.value, SMALL, rules=rules)
        assert figures["expectation"].value == mean == price.mean
        assert getattr(exact.odds(SMALL, rules), outcome.value) == price


def test_a_chosen_pay_table_or_payoff_is_not_the_rulebooks() -> None:
    rules = "classic-sl:of-the-payout"
    usual = exact.price("banco", SMALL).mean
    assert exact.price("banco", SMALL, rules).mean < usual
    assert exact.price("banco:main", SMALL, rules).mean == usual
    assert exact.price("banco", SMALL, rules, commission="5%").mean == usual
    assert exact.price("banco", SMALL, rules, pays="19/20").mean == usual
    assert exact.price("banco:main", SMALL, "classic-it:ties-lose", commission="5%").mean == usual


def test_a_bet_is_named_or_written_or_given(tmp_path: Path) -> None:
    file = tmp_path / "low.toml"
    file.write_text(OWN_BET, encoding="utf-8")
    assert exact.price(file, SMALL) == exact.price(str(file), SMALL)
    bet = exact.find_bet("dragon-7")
    assert exact.price(bet) == exact.price("fortune 7") == exact.price("dragon-7", decks=8)


def test_every_way_to_give_a_shoe_and_rules() -> None:
    shoes: list[Any] = [Shoe.of_values(SMALL), SMALL, list(SMALL), dict(enumerate(SMALL)), ",".join(map(str, SMALL))]
    for shoe in shoes:
        assert exact.odds(shoe, exact.rules_named("standard")) == exact.odds(SMALL)
    full = exact.odds(decks=1)
    ranks = dict.fromkeys(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"], 4)
    for shoe in (ranks, [4] * 13, [1] * 52, ",".join(f"{name}=4" for name in ranks)):
        assert exact.odds(shoe).counts == full.counts
    assert exact.odds({"9h": 3, "Kd": 3}).counts["tie"] == exact.odds({"9": 3, "K": 3}).counts["tie"]
    assert exact.odds() == exact.odds(decks=8)
    assert exact.odds(rules="classic-it").shoe == Shoe.of_decks(6)
    assert exact.odds(decks=8, remove=["9", "9h"]).shoe == exact.odds(decks=8, remove="9 9h").shoe


def test_an_array_is_a_shoe() -> None:
    numpy = pytest.importorskip("numpy")
    assert exact.odds(numpy.array(SMALL)) == exact.odds(SMALL)
    evaluated = exact.evaluate([Shoe.of_values(SMALL), SMALL], bets=["tie"])
    assert evaluated.outcomes["tie"].tolist() == [exact.odds(SMALL).counts["tie"]] * 2


def test_the_moments_of_a_price_are_those_of_its_pmf() -> None:
    price = exact.price("dragon-bonus-punto", SMALL)
    assert sum(price.pmf.values()) == 1
    assert price.mean == -price.house_edge == sum(payoff * mass for payoff, mass in price.pmf.items())
    assert price.variance == sum((payoff - price.mean) ** 2 * mass for payoff, mass in price.pmf.items())
    assert price.std == sqrt(price.variance)
    assert price.probability == sum(mass for payoff, mass in price.pmf.items() if payoff > 0)
    assert isinstance(price.std, float)
    assert list(price.pmf) == sorted(price.pmf)
    assert 0 not in price.pmf.values()


def test_a_bet_with_other_pay_and_terms() -> None:
    usual = exact.price("tie", SMALL)
    nine = exact.price("tie", SMALL, pays=9)
    assert nine.mean - usual.mean == usual.probability
    for pays in (Fraction(9), "9", [9], 9.0):
        assert exact.price("tie", SMALL, pays=pays).mean == nine.mean
    assert exact.price("tie", SMALL, rebate="1%").mean == usual.mean + Fraction(1, 100)
    assert exact.price("banco", SMALL, commission=0.05).mean == exact.price("banco", SMALL).mean


def test_what_is_known_of_the_coup() -> None:
    odds = exact.odds(decks=8, given="punto=4,4")
    assert odds.probability("banco") == exact.price("banco", decks=8, given="punto=4,4").probability
    assert odds.deals < exact.odds(decks=8).deals


def test_a_joint_distribution() -> None:
    both = exact.joint("dragon-7", "panda-8", decks=8)
    first, second = exact.price("dragon-7", decks=8), exact.price("panda-8", decks=8)
    # The two never win together: E[XY] has three cases.
    share = first.probability, second.probability
    product = -40 * share[0] - 25 * share[1] + (1 - share[0] - share[1])
    covariance = both.distribution.covariance()
    assert covariance == product - first.mean * second.mean
    assert both.correlation == pytest.approx(float(covariance) / (first.std * second.std))
    assert both.probability("win", "win") == 0
    assert exact.joint("tie", "1", SMALL).correlation is None
    assert refusal(both.probability, "wins", "win").startswith("value: 'wins' is no value of dragon-7: win, lose")


ANSWERS: dict[str, Callable[[], Any]] = {
    "odds": lambda: exact.odds(decks=8),
    "rules": lambda: exact.rules_named("castle-vaduz:literal-final-total-row-3"),
    "long": lambda: exact.odds([10**12] * 52, rules="castle-vaduz:literal-final-total-row-3"),
    "price": lambda: exact.price("dragon-bonus-punto", decks=8, rules="castle-vaduz:literal-final-total-row-3"),
    "terms": lambda: exact.price("dragon-7", decks=8, pays=10**6),
    "joint": lambda: exact.joint(
        "punto_two_card_total + banco_two_card_total", "punto_total * banco_total + punto_total + banco_total", decks=8
    ),
    "distribution": lambda: exact.price("tie", decks=8).distribution,
    "law": lambda: exact.joint("tie", "punto_total", decks=8).distribution,
    "bet": lambda: exact.find_bet("dragon-bonus-punto"),
    "table": lambda: exact.table("outcomes-6-and-8-decks"),
    "answer": lambda: answer_to("bet", "tie", "--decks", "8"),
    "evaluation": lambda: exact.evaluate([SMALL], bets=["tie"]),
}


@cache
def answer_of(name: str) -> Any:
    return ANSWERS[name]()


@pytest.mark.parametrize("name", [*ANSWERS, "shoe"])
def test_a_text_of_one_short_line(name: str) -> None:
    text = repr(exact.Shoe.of_values([10] * 10) if name == "shoe" else answer_of(name))
    assert len(text) <= 100
    assert "\n" not in text


@pytest.mark.parametrize("name", ANSWERS)
def test_no_answer_is_a_tuple_or_can_be_changed(name: str) -> None:
    answer = answer_of(name)
    for leaking in ("index", "__iter__", "__getitem__", "__len__"):
        assert isinstance(answer, Bet) or not hasattr(answer, leaking), leaking
    field = next(iter(getattr(answer, "__slots__", ()) or vars(answer)))
    with pytest.raises(AttributeError):
        setattr(answer, field, None)
    with pytest.raises(AttributeError):
        delattr(answer, field)


@pytest.mark.parametrize("name", sorted(ANSWERS.keys() - {"evaluation"}))
def test_every_answer_pickles_and_copies(name: str) -> None:
    answer = answer_of(name)
    for again in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)):
        assert again == answer
        assert repr(again) == repr(answer)


def test_the_public_names() -> None:
    assert dir(exact) == sorted(exact.__all__)
    assert len(exact.__all__) <= 20
    for name in exact.__all__:
        assert getattr(exact, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = exact.nothing


class Odd:
    """A value of no kind that any question takes."""


TEXTS = ["x.toml", "/dev/null", "standard:x", "dragon-7:x", "tie:", "", "\x00", "9 9", "8", "A=1"]
VALUES = [Odd(), Odd, len, range(10), iter([1]), Shoe.of_decks(1), exact.Outcome.TIE, Path("x"), Path("x.toml")]
VALUES += [None, True, False, exact.find_bet("tie"), exact.rules_named("classic-it"), *TEXTS]
KEYS = st.one_of(st.integers(-1, 10), st.sampled_from(["A", "9h", "0", "x"]))
NUMBERS = st.one_of(st.integers(-3, 60), st.floats(), st.complex_numbers(), st.fractions(), st.decimals())
NESTED = st.recursive(
    st.one_of(st.integers(-1, 40), st.text("A29K=,.%", max_size=3), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=13),
        st.dictionaries(KEYS, inner, max_size=5),
        st.sets(st.integers(), max_size=3),
        st.tuples(inner),
    ),
    max_leaves=12,
)
JUNK = st.one_of(st.sampled_from(VALUES), NUMBERS, st.text(max_size=8), st.binary(max_size=4), NESTED)
USUAL: dict[str, Any] = {"bet": "tie", "first": "tie", "second": "tie", "rules": "standard"}
USUAL |= {"shoes": [list(SMALL)], "question": "house edge of banco", "coups": 2, "unseen": 7, "tags": "9=1"}
USUAL |= {"positions": 1, "partition": "6-9", "kind": "free-bet", "model": "A1", "cards": "K 7 3 2 9"}
EFFECTS = {"workers", "checkpoint", "gambit", "progress"}
"""Arguments that start processes, write files or call functions."""


@pytest.mark.slow
@settings(max_examples=1000)
@given(question=st.sampled_from(sorted({*exact.__all__} - {"ExactError", "Outcome", "Shoe"})), data=st.data())
def test_whatever_is_wrong_is_an_exact_error(question: str, data: st.DataObject) -> None:
    names = inspect.signature(getattr(exact, question)).parameters.keys() - EFFECTS
    usual = {name: value for name, value in USUAL.items() if name in names}
    try:
        getattr(exact, question)(**usual | {data.draw(st.sampled_from(sorted(names))): data.draw(JUNK)})
    except ExactError as error:
        assert str(error).strip()


BAD_SHOES: list[Any] = [3.5, 8, [1, 2], [1.5] * 10, (count for count in SMALL), {"A": 3, 9: 3}, {"10": 3, "T": 3}]
WRONG: list[tuple[str, dict[str, Any]]] = [
    *(("odds", {"decks": decks}) for decks in ("eight", True, 0, 8.0)),
    *(("odds", {"shoe": shoe}) for shoe in BAD_SHOES),
    *(("odds", {"remove": cards}) for cards in (9, [9])),
    *(("odds", {"rules": 3}), ("odds", {"rules": []}), ("odds", {"given": 4}), ("odds", {"shoe": SMALL, "decks": 8})),
    *(("price", {"bet": "tie", "pays": pays}) for pays in (Odd(), [1, 2], float("nan"))),
    *(("price", {"bet": 7}), ("price", {"bet": "tie", "rebate": 2}), ("evaluate", {"shoes": [[1, 2]]})),
    *(("evaluate", {"shoes": [list(SMALL)], name: wrong}) for name, wrong in (("bets", 7), ("kernel", []))),
    *(("joint", {"first": "tie", "second": 7}), ("table", {"id": 7})),
    *(("ask", {"question": "house edge of banco", name: 7}) for name in ("rules", "bet", "shoe")),
]


@pytest.mark.parametrize(("question", "named"), WRONG)
def test_each_of_these_is_an_exact_error(question: str, named: dict[str, Any]) -> None:
    with pytest.raises(ExactError):
        getattr(exact, question)(**named)


@pytest.mark.parametrize(
    ("question", "most"), [("odds(decks=8)", 25), ("price('tie')", 39), ("ask('house edge of tie, 8 decks')", 35)]
)
def test_a_question_loads_only_the_modules_that_it_needs(question: str, most: int) -> None:
    code = f"import sys, exact; exact.{question}; print(sum(name.split('.')[0] == 'exact' for name in sys.modules))"
    assert int(python("-c", code).stdout) <= most


def test_the_odds_of_a_shoe_need_nothing_beyond_the_standard_library() -> None:
    blocked = "import sys; sys.modules.update(dict.fromkeys(('numpy', 'sympy', 'tabulate')));"
    ran = python("-c", f"{blocked} import exact; print(exact.odds(decks=8, remove='9 9').tie.house_edge)")
    assert ran.stdout.strip() == str(exact.odds(decks=8, remove="9 9").tie.house_edge)


def test_a_figure_that_the_shoe_does_not_have_says_why() -> None:
    figures = exact.ask("house edge per resolved stake of {punto,tie}, shoe 20 0 0 0 0 0 0 0 0 0")
    none, tie = figures
    assert (none.value, none.text, none.reason) == (None, "–", "punto is never resolved")
    assert not none
    assert tie.value == -8
    with pytest.raises(ExactError, match="^question: .* has no figure: punto is never resolved"):
        float(none)
    empty = exact.ask("house edge per resolved stake of {punto,banco}, shoe 20 0 0 0 0 0 0 0 0 0")
    assert [figure.value for figure in empty] == [None, None]
    assert "punto is never resolved" in str(empty.to_table().notes)


def test_the_axes_of_a_table_lie_as_asked() -> None:
    question = "house edge of {punto,tie}, {6,8} decks"
    usual, turned = exact.ask(question), exact.ask(question, rows="bet", columns=["decks"])
    assert turned.to_table() == exact.ask(question, columns="decks").to_table() != usual.to_table()
    assert "array" in turned._repr_latex_()
    for named, message in (("{punto,tie}", "rows: 'x' is not an axis"), ("tie", "rows: 'x' lays out a table")):
        assert message in refusal(exact.ask, f"house edge of {named}", rows="x")


def test_answers_and_tables_can_be_keys() -> None:
    first, again, other = (exact.session("tie", coups, decks=8) for coups in (3, 3, 4))
    assert len({first, again, other}) == 2
    assert {*first.tables} == {*again.tables}
