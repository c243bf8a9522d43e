"""The modules of the page by themselves, run by node: coups and bets against the program, roads and the search."""

import json
import random
import re
import shutil
import subprocess
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from calculator.bundle import package_file, page_script
from support import dealer, printed_numbers, skip_without
from support.calculator_page import PAGE, ran

from exact.analysis.odds import odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.analysis.settlement import category_of
from exact.bets.catalogue import catalogue
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import walk
from exact.rules import all_rules, rules_named
from exact.rules.documents import interpretation
from exact.rules.replay import Replay, replay

NPM = shutil.which("npm")
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]


def test_numbers_are_printed_as_the_program_prints_them() -> None:
    typed, shown = zip(*printed_numbers(), strict=True)
    program = 'import { grouped } from "./modules/words.js"; const answer = (typed) => typed.map(grouped);'
    assert ran(program, typed) == list(shown)
    mathematics = 'import { inMathematics } from "./modules/words.js"; const answer = inMathematics;'
    assert ran(mathematics, "-1234.56789") == r"-1234.567\,89"


def random_sequences(seed: str, number: int) -> list[list[str]]:
    rng = random.Random(seed)
    return [rng.choices(CARDS, k=6) for _ in range(number)]


def written(replayed: Replay) -> list[list[Any]]:
    """The steps of a replay as the page has them."""
    codes = [step.card and step.card.replace("10", "T") for step in replayed.steps]
    return [
        [step.side and step.side.value, step.total, code, step.draws, step.says, step.assumed]
        for step, code in zip(replayed.steps, codes, strict=True)
    ]


IN_PROGRESS = """
import { oddsInProgress } from "./modules/progress.js"; import { DATA } from "./modules/data.js";
const answer = (questions) => questions.map(([dealt, id, left]) => {
  return Object.values(oddsInProgress(dealt, DATA.readings.find((one) => one.id === id), left)).map(String);
});"""


@pytest.mark.parametrize("rules", ["standard", "castle-vaduz:final-total", "otto-mazzi:draws-on-6"])
def test_the_odds_of_a_coup_in_progress_are_those_of_every_order_of_the_cards_left(rules: str) -> None:
    rng = random.Random(f"coups in progress under {rules}")
    questions: list[list[Any]] = []
    expected = []
    while len(questions) < 15:
        shoe = [(rng.choice((1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13)), 0) for _ in range(9)]
        dealt, left = shoe[: 1 + len(questions) % 5], shoe[1 + len(questions) % 5 :]
        with suppress(IndexError):
            dealer.deal(dealt, rules)
            continue  # it has ended
        ways: Counter[Outcome] = Counter()
        for cards, times in dealer.every_deal(left, 6 - len(dealt)):
            ways[dealer.outcome_of(*dealer.deal((*dealt, *cards), rules))] += times
        known = {"values": [[*map(dealer.point, left)].count(value) for value in range(10)], "total": len(left)}
        questions.append([["A23456789TJQK"[rank - 1] + "s" for rank, _ in dealt], rules, known])
        expected.append([str(ways[outcome]) for outcome in (Outcome.PUNTO, Outcome.BANCO, Outcome.TIE)])
    assert ran(IN_PROGRESS, questions) == expected


@pytest.mark.parametrize("decks", [8, pytest.param(10**9, marks=pytest.mark.slow)])
def test_the_odds_of_a_coup_in_progress_are_those_of_the_walk_of_whole_shoes(decks: int) -> None:
    shoe = Shoe.of_decks(decks)
    ways: dict[tuple[int, ...], Counter[Outcome]] = {
        dealt: Counter() for dealt in [(0,), (6, 2), (6, 2, 0), (6, 2, 0, 3), (1, 2, 0, 3, 9)]
    }
    for coup, padded, _ in walk(shoe, DECISIONS["standard"]):
        hands = (coup.punto.values, coup.banco.values)
        order = (*(hands[card % 2][card // 2] for card in range(4)), *hands[0][2:], *hands[1][2:])
        for dealt, counts in ways.items():
            if order[: len(dealt)] == dealt:
                counts[dealer.outcome_of(*hands)] += padded
    questions: list[list[Any]] = []
    for dealt in ways:
        left = [count - dealt.count(value) for value, count in enumerate(shoe.values)]
        questions.append([[f"{value}." for value in dealt], "standard", {"values": left, "total": sum(left)}])
    for dealt, found in zip(ways, ran(IN_PROGRESS, questions), strict=True):
        won = dict(zip((Outcome.PUNTO, Outcome.BANCO, Outcome.TIE), map(int, found), strict=True))
        for outcome, count in won.items():
            assert Fraction(count, sum(won.values())) == Fraction(ways[dealt][outcome], ways[dealt].total())


TYPED = """
globalThis.document = {};
const { Fault, odds, typedCards, wholeNumber } = await import("./modules/state.js");
const tried = (act) => { try { return act(); } catch (fault) { return [fault.key, fault.values.low, fault.values.high]; } };
const answer = ({ cards, payoffs, numbers }) => [
  cards.map((text) => tried(() => typedCards(text, "cards", true).found)), payoffs.map((text) => tried(() => odds(text, -1, 1000000, "pays"))),
  numbers.map((text) => tried(() => wholeNumber(text, 1, 416, "decks"))),
];"""


def test_cards_and_payoffs_are_read_as_people_write_them() -> None:
    cards = ["K♠", "10♥ 9♦", "Q♣K♤", "A♥\ufe0f2♦\ufe0f", "6 2 K 3 5", "♠K"]
    payoffs = [
        "11:1",
        "11 to 1",
        " 3 : 2 ",
        "11 a 1",
        "11 proti 1",
        "0.95",
        "0,95",
        "1/3",
        "-1",
        "11 for 1",
        "2000000:1",
        "1:0",
    ]
    found = ran(TYPED, {"cards": cards, "payoffs": payoffs, "numbers": ["x", "0", "417", " 8 ", "1e3"]})
    wrong, much = ["fault: odds", -1, 10**6], ["fault: most", -1, 10**6]
    assert found == [
        [["Ks"], ["Th", "9d"], ["Qc", "Ks"], ["Ah", "2d"], ["6-", "2-", "K-", "3-", "5-"], ["fault: card", None, None]],
        ["11", "11", "3/2", "11", "11", "0.95", "0.95", "1/3", "-1", wrong, much, much],
        [["fault: number", 1, 416], ["fault: number", 1, 416], ["fault: most", 1, 416], 8, ["fault: most", 1, 416]],
    ]


@pytest.mark.parametrize(
    ("readings", "number"),
    [(["standard", "castle-vaduz:literal"], 40), pytest.param(list(all_rules()), 300, marks=pytest.mark.slow)],
)
def test_a_coup_is_dealt_as_the_program_replays_it(readings: list[str], number: int) -> None:
    sequences = random_sequences("coups of the calculator", number)
    program = """
    import { coupOf } from "./modules/coup.js"; import { DATA } from "./modules/data.js";
    const answer = ({ readings, sequences }) => readings.map((id) => sequences.map((cards) => {
      const { steps, winner } = coupOf(cards, DATA.readings.find((one) => one.id === id));
      const told = ({ side, total, code = null, draws = null, clause = "", assumed = false }) => [side, total, code, draws, clause, assumed];
      return [steps.map(told), winner];
    }));"""
    found = ran(program, {"readings": readings, "sequences": sequences})
    for reading, coups in zip(readings, found, strict=True):
        book = interpretation(reading)
        for cards, (steps, winner) in zip(sequences, coups, strict=True):
            decks = book.rules().decks
            if decks is None or max(Counter(cards).values()) <= decks:
                replayed = replay(cards, book)
                assert (steps, winner) == (written(replayed), replayed.coup.outcome.value), (reading, cards)


def test_a_coup_waits_for_its_next_card() -> None:
    program = """
    import { coupsOf } from "./modules/coup.js"; import { DATA } from "./modules/data.js";
    const answer = (lists) => lists.map((cards) => coupsOf(cards, DATA.readings[0]).map(({ used, winner, next }) => [used, winner, next]));"""
    dealt = ("6-", "6- 3- 4- 5- K-", "2- 3- 4- A-", "2- 3- 4- A- 8-")
    assert ran(program, [cards.split() for cards in dealt]) == [
        [[1, None, "banco"]],
        [[4, "banco", None], [1, None, "banco"]],  # natural 8: the king is the first card of the next coup
        [[4, None, "banco"]],  # punto stands on 6, banco draws on 4
        [[5, "punto", None]],
    ]


@pytest.mark.parametrize(
    ("names", "number"),
    [
        (["dragon-7", "lucky-6", "either-pair", "dragon-bonus-banco", "perfect-9", "jackpot-baccarat"], 10),
        pytest.param(list(catalogue()), 150, marks=pytest.mark.slow),
    ],
)
def test_a_coup_falls_into_the_category_that_the_program_settles(names: list[str], number: int) -> None:
    sequences = random_sequences("categories of the calculator", number)
    program = """
    import { coupOf } from "./modules/coup.js"; import { DATA } from "./modules/data.js"; import { categoryOf } from "./modules/settle.js";
    const answer = ({ names, sequences }) => sequences.map((cards) => names.map((name) =>
      categoryOf(DATA.bets.find((bet) => bet.name === name), coupOf(cards, DATA.readings[0]).hands)));"""
    for cards, categories in zip(sequences, ran(program, {"names": names, "sequences": sequences}), strict=True):
        replayed = replay(cards, interpretation("standard"))
        assert categories == [category_of(catalogue()[name], replayed) for name in names], cards


def test_poker_hands_of_the_first_four_cards() -> None:
    program = """
    import { DATA } from "./modules/data.js"; import { categoryOf } from "./modules/settle.js";
    const bet = DATA.bets.find((each) => each.name === "jackpot-baccarat");
    const answer = (dealt) => dealt.map((cards) => categoryOf(bet, { punto: cards.slice(0, 2), banco: cards.slice(2) }));"""
    dealt = {
        "Ah Jh Kh Qh": 0, "9c 9c 9d 9h": 1, "As 3s 4s 2s": 2, "9s 9h 4s 9d": 3, "9s 9s 4s 4s": 4, "Ac Jh Kh Qh": 5,
        "As 3h 4s 2s": 5, "9s 4s 9h 4h": 6, "As 9h Ah 2s": 7, "Ks 9h Kh 2s": 8, "Kh Ah 2h 3c": 9, "9s 9h 4s 2s": 9,
    }  # fmt: skip
    assert ran(program, [cards.split() for cards in dealt]) == list(dealt.values())


def test_cards_without_suits_settle_what_they_can() -> None:
    program = """
    import { DATA } from "./modules/data.js"; import { categoryOf, Unseen } from "./modules/settle.js";
    const answer = ({ names, hands }) => names.map((name) => {
      try { return categoryOf(DATA.bets.find((bet) => bet.name === name), hands); }
      catch (error) { return error instanceof Unseen ? null : String(error); } });"""
    hands = {"punto": ["9-", "K-"], "banco": ["4-", "4-"]}
    names = ["banco-pair", "punto-perfect-pair", "banco-perfect-pair"]
    assert ran(program, {"names": names, "hands": hands}) == [0, 1, None]


def test_the_search_has_the_nearest_first() -> None:
    program = """
    import { DATA } from "./modules/data.js"; import { namesOf, relevance } from "./modules/search.js";
    const answer = (queries) => queries.map((query) => DATA.bets.filter((bet) => bet.group).flatMap((bet) => bet.pays.map(([pays]) =>
      [bet.name, relevance(query, namesOf(bet, pays))])).filter(([, near]) => near > 0).sort((a, b) => b[1] - a[1])[0][0]);"""
    first = {
        "dragon 7": "dragon-7",
        "player pair": "punto-pair",
        "super 6": "banco-half-on-6",
        "Fortune 7": "dragon-7",
        "golden eight": "panda-8",
        "banker natural": "banco-natural",
        "egalite 4": "egalite-4",
        "perfect pair either": "perfect-pair-either",
        "dragon": "dragon-7",
    }
    assert dict(zip(first, ran(program, list(first)), strict=True)) == first


def road(kind: str, fields: str, winners: str) -> list[list[Any]]:
    """A road's fields of each of its circles."""
    program = f'import {{ {kind} }} from "./modules/roads.js";\nconst names = {{ P: "punto", B: "banco", T: "tie" }};\n'
    program += f"const answer = (winners) => {kind}([...winners].map((one) => names[one])).map(({fields}));"
    return ran(program, winners)  # type: ignore[no-any-return]


def test_the_bead_plate_goes_down_the_columns() -> None:
    plate = road("beadPlate", "({ column, row }) => [column, row]", "PBTPBTP")
    assert plate == [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [1, 0]]


@pytest.mark.parametrize(
    ("winners", "last"),
    [
        # a column for each run, and ties counted
        ("BBTTPB", [[0, 0, "B", 0], [0, 1, "B", 2], [1, 0, "P", 0], [2, 0, "B", 0]]),
        ("TB", [[0, 0, "B", 1]]),
        # a long run turns right, and the next run begins beside the first; the second run meets the first one's tail
        ("BBBBBBBBP", [*([0, row, "B", 0] for row in range(6)), [1, 5, "B", 0], [2, 5, "B", 0], [1, 0, "P", 0]]),
        ("BBBBBBBPPPPPP", [[2, 4, "P", 0]]),
    ],
)
def test_the_big_road(winners: str, last: list[list[Any]]) -> None:
    fields = "({ column, row, winner, ties }) => [column, row, winner && winner[0].toUpperCase(), ties]"
    assert road("bigRoad", fields, winners)[-len(last) :] == last


def test_the_page_s_script_joins_the_modules_and_gives_no_two_things_one_name() -> None:
    script = (PAGE / "page.js").read_text(encoding="utf-8")
    assert script == page_script(PAGE / "modules")
    assert (PAGE / "package.json").read_text(encoding="utf-8") == package_file()
    flat = re.sub(r"^const engine = \(\(\) => \{\n.*?^\}\)\(\);\n", "", script, flags=re.MULTILINE | re.DOTALL)
    named = Counter(re.findall(r"^(?:async )?(?:const|let|function|class) (\w+)", flat, re.MULTILINE))
    assert [name for name, times in named.items() if times > 1] == []
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)


@pytest.mark.slow
def test_the_package_answers_in_a_program_of_another_folder(tmp_path: Path) -> None:
    skip_without(NPM, "npm")
    packed = subprocess.run([str(NPM), "pack", "--silent", "--pack-destination", str(tmp_path), str(PAGE)], capture_output=True, text=True, check=True, timeout=300, cwd=tmp_path)  # fmt: skip
    home = tmp_path / "node_modules" / "exact-baccarat"
    home.mkdir(parents=True)
    archive = tmp_path / packed.stdout.split()[-1]
    subprocess.run(["tar", "-xzf", archive, "--strip-components=1", "-C", home], check=True)
    package = json.loads((home / "package.json").read_text(encoding="utf-8"))
    assert (home / package["types"]).is_file()
    assert all((home / file).is_file() for file in package["files"])
    assert package["license"] == "MIT"
    program = """
    import { bets, category, deal, odds, price, rules, text as fraction } from "exact-baccarat";
    const answer = (asked) => asked.map(([bet, counts, reading, pays]) => [
      fraction(price(bet, { cards: counts }, { rules: reading, pays }).edge), fraction(odds({ cards: counts }, { rules: reading }).banco.edge),
      bets.length, rules.length, deal(["6h", "3s", "4d", "5c"]).winner, category("banco-natural", deal(["6", "3", "4", "5"]))]);"""
    rng = random.Random("package")
    asked: list[Any] = []
    for _ in range(12):
        bet = rng.choice(list(catalogue().values()))
        counts = [rng.randint(0, 9) for _ in range(52)]
        asked.append([bet.name, counts, rng.choice(list(all_rules())), rng.choice(list(bet.pay_tables))])
    for (name, counts, reading, pays), answer in zip(asked, ran(program, asked, tmp_path), strict=True):
        rules, shoe = rules_named(reading), Shoe.of_cards(counts)
        edge = price_bet(catalogue()[name].paid_by(pays), shoe, rules.tableau).house_edge
        banco = odds_of_shoe(shoe, rules.tableau).price(Outcome.BANCO, rules).house_edge
        assert list(map(Fraction, answer[:2])) == [edge, banco]
        assert answer[2:] == [len(catalogue()), len(list(all_rules())), "banco", "win"]


def test_the_package_refuses_what_cannot_be() -> None:
    program = """
    import { deal, odds, price } from "./index.js";
    const fails = (act) => { try { act(); return null; } catch (error) { return [error.name, error.message.split(":")[0]]; } };
    const answer = () => [() => odds({ decks: 0 }), () => odds({}), () => odds({ values: [1] }), () => odds({ decks: 8 }, { rules: "no" }),
      () => price("no", { decks: 8 }), () => price("dragon-7", { decks: 8 }, { pays: ["40"] }), () => price("either-pair", { values: new Array(10).fill(9) }),
      () => deal(["X"]), () => odds({ values: [0, 0, 0, 0, 0, 0, 0, 0, 0, 5] })].map(fails);"""
    fields = ["decks", "shoe", "values", "rules", "bet", "pays", "shoe", "cards", "shoe"]
    assert ran(program) == [["RangeError", field] for field in fields]
