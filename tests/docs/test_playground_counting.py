"""The playground counts without numpy as the engine does, and every command of the page prints the same."""

import json
import re
import shlex
import sys
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support import Command, python
from support.bets import own_bet

from exact.analysis.pricing import joined
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue, find_bet
from exact.bets.knowledge import NOTHING, Knowledge, parse_knowledge
from exact.engine import compiler
from exact.engine.compiler import compiled
from exact.engine.outcomes import compiled_outcomes
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.rules import Tableau, rules_named

STATIC = Path(__file__).parents[2] / "docs" / "static"
STANDARD = rules_named("standard").tableau
MISSING = ("numpy", "sympy", "tabulate", "scipy", "pandas", "matplotlib", "tqdm", "sqlite3", "ssl")
"""Some of what is not in the playground."""
COMMANDS = (
    "odds --decks 8 --remove '9 9 K'",
    "bet punto-pair --remove 'Kh Kh'",
    "joint punto_natural banco_pair --format json",
    "joint 'punto_two_card_total - banco_natural' tie --format json",
    "coup 6h 3s 4d 5c --stake dragon-7=10 --stake punto-perfect-pair=5 --stake banco=2",
    "identify 7.4699%",
    "identify 2.65%",
    "identify 2.65%",
    "bets tiger",
)
LONGER = (
    "bet dragon-7 --given 'banco=3,4 card7=9'",
    "odds --rules castle-vaduz:literal",
    "odds --rules classic-it:ten-stands",
)
AT_ONCE = 12
NEED_MORE = {"odds --decks 8 --format markdown": "tabulate", "removal dragon-7 --decks 8": "numpy"}
RUN = f"""
import contextlib, io, json, sys
sys.modules.update(dict.fromkeys({MISSING}))
sys.path.append({str(STATIC)!r})
import playground_counting
playground_counting.install()
from exact.cli import main
printed = []
for words in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        code = main(words)
    printed.append([code, out.getvalue()])
print(json.dumps(printed))
"""


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(STATIC))
    monkeypatch.delitem(sys.modules, "playground_counting", raising=False)
    return import_module("playground_counting")


def run_without_numpy(commands: list[str]) -> list[list[Any]]:
    """The exit code and the output of each command where the playground's module counts."""
    ran = python("-c", RUN, given=json.dumps([shlex.split(command) for command in commands]))
    return list(json.loads(ran.stdout))


def check(commands: tuple[str, ...], exact: Command) -> None:
    asked = [*commands, *NEED_MORE]
    printed = dict(zip(asked, run_without_numpy(asked), strict=True))
    for command in commands:
        assert printed[command] == [0, exact(*shlex.split(command)).out], command
    for command, package in NEED_MORE.items():
        line = f"exact: package: '{package}' is not installed, and this needs it: pip install {package}\n"
        assert printed[command] == [2, line]


@pytest.mark.slow
def test_the_commands_of_the_playground_need_the_standard_library_only(exact: Command) -> None:
    check(COMMANDS, exact)


@pytest.mark.slow
def test_so_do_their_longer_questions(exact: Command) -> None:
    check(LONGER, exact)


@pytest.mark.slow
def test_a_figure_that_takes_more_than_the_playground_has_is_printed_to_its_certain_digits(exact: Command) -> None:
    words = "identify 2.65835312345123%"
    value = re.compile(r"[\d.\u202f]+(?=\u00a0%)")
    ((code, printed),) = run_without_numpy([words])
    shown, every = (
        [Decimal(found.replace("\u202f", "")) for found in value.findall(text)]
        for text in (printed, exact(*words.split()).out)
    )
    assert code == exact(*words.split()).code
    assert shown != every
    assert shown == [number.quantize(stored) for number, stored in zip(every, shown, strict=True)]


def offered() -> list[str]:
    """The commands of pages beside which the site has a link that runs them, by the expressions of its script."""
    script = (STATIC / "run.js").read_text(encoding="utf-8")
    runs, needs_more = (re.search(rf"const {name} = /(.*)/;", script)[1] for name in ("RUNS", "NEEDS_MORE"))  # type: ignore[index]
    found = []
    for page in [*STATIC.parent.glob("how-to/*.md"), STATIC.parent / "tutorial.md"]:
        for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            commands = [line for line in block.splitlines() if line.startswith("$ ")]
            if all(re.match(runs, command) and not re.search(needs_more, command) for command in commands):
                found += [command.removeprefix("$ exact ") for command in commands]
    return list(dict.fromkeys(found))


@pytest.mark.slow
def test_what_pages_offer_to_run_in_the_playground_runs_there_and_prints_the_same(exact: Command) -> None:
    commands = offered()
    assert len(commands) > 30
    assert {command.split()[0] for command in commands} >= {"odds", "bet", "coup", "identify", "ask"}
    parts = [commands[start : start + AT_ONCE] for start in range(0, len(commands), AT_ONCE)]
    answers = [answer for part in parts for answer in run_without_numpy(part)]
    for command, (code, printed) in zip(commands, answers, strict=True):
        answer = exact(*shlex.split(command))
        assert (code, printed) == (answer.code, answer.out), command


def same(
    counting: ModuleType, bet: Bet, shoe: Shoe, tableau: Tableau = STANDARD, known: Knowledge = NOTHING
) -> dict[int, int]:
    """The counts by the page's module, which are those of the engine."""
    walked = counting.walked_jointly((bet.classification,), tableau, bet.name, known)
    by_numpy = compiled(bet, tableau, known)
    assert walked.granularity is by_numpy.granularity
    counts = {category: count for category, count in walked.counts(shoe).items() if count}
    assert counts == {category: count for category, count in by_numpy.counts(shoe).items() if count}
    return counts


@pytest.mark.parametrize(
    "name", ["punto-pair", "banco-perfect-pair", "punto-natural", pytest.param("all-red", marks=pytest.mark.slow)]
)
def test_bets_count_the_same(name: str, counting: ModuleType) -> None:
    same(counting, catalogue()[name], Shoe.of_cards([card % 3 + card // 50 for card in range(52)]))


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("castle-vaduz:literal-final-total-row-3", marks=pytest.mark.slow),
        pytest.param("classic-it:ten-stands", marks=pytest.mark.slow),
    ],
)
def test_every_kind_of_rules_leads_to_the_same_counts(rules: str, counting: ModuleType) -> None:
    tableau = rules_named(rules).tableau
    same(counting, find_bet("tie"), Shoe.of_ranks([4, 1, 0, 2, 3, 5, 4, 2, 1, 6, 0, 3, 2]), tableau)


@pytest.mark.slow
@pytest.mark.parametrize("rules", DECISIONS)
def test_the_outcomes_have_the_same_coefficients(rules: str, counting: ModuleType) -> None:
    tableau = rules_named(rules).tableau
    assert counting.walked_outcomes(tableau) == compiled_outcomes(tableau)


@pytest.mark.parametrize("name", ["dragon-7", pytest.param("lucky-nines", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("punto=2,2 banco=3,3 card5=8 card6=9h", marks=pytest.mark.slow),
        "punto=9,9 card5=8 card6=K punto_natural=yes margin=0-3",
        pytest.param("punto=A,A banco=2,2 card5=4 card6=3", marks=pytest.mark.slow),
    ],
)
def test_knowledge_leads_to_the_same_counts(text: str, name: str, counting: ModuleType) -> None:
    shoe = Shoe.of_decks(2).removed("8h Kd")
    same(counting, catalogue()[name], shoe, STANDARD, joined(parse_knowledge(text), shoe, STANDARD))


def test_the_fifth_card_goes_to_who_draws_first(counting: ModuleType) -> None:
    """Punto draws on 6 alone, banco on 5 alone; without punto's card the fifth is banco's, the sixth not used."""
    tableau = Tableau("SSSSSSDS", tuple("SD"[total == 5] * 11 for total in range(8)))
    shoe = Shoe.of_decks(1)
    known = joined(parse_knowledge("punto=3,4 banco=2,3 card5=2 card6=9"), shoe, tableau)
    assert same(counting, own_bet("punto_total == 7 and banco_total == 7"), shoe, tableau, known) == {
        0: 4 * 4 * 4 * 3 * 3 * 4
    }


def test_a_bet_beyond_the_bounds_is_refused_by_its_name(counting: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "MAX_WORK", 3)
    with pytest.raises(ExactError, match="bet: 'own' takes more than 3 steps to count, and the bound is 3"):
        counting.walked_jointly(
            (own_bet("punto_suit_1 == hearts or banco_suit_1 == hearts").classification,), STANDARD, "own"
        )
