"""What counts where numpy is not installed: the same polynomials as by numpy, and every command of the playground as elsewhere."""

from __future__ import annotations

import json
import shlex

import pytest
from support import Command, python

from exact.analysis.given import joined
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue, find_bet
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.knowledge_text import parse_knowledge
from exact.engine.compiled_bet import CompiledBet
from exact.engine.compiler import compiled
from exact.engine.coup_by_coup import PlainBet, compiled_plainly
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.rules.named import rules_named
from exact.rules.tableau import Tableau

STANDARD = rules_named("standard").tableau
MISSING = ("numpy", "sympy", "tabulate", "scipy", "pandas", "matplotlib", "tqdm", "sqlite3", "ssl")
"""Some of what is not in the playground."""
COMMANDS = (
    "odds --decks 8 --remove '9 9 K'",
    "bet punto-pair --remove 'Kh Kh'",
    "joint punto_natural banco_pair --format json",
    "coup 6h 3s 4d 5c --stake dragon-7=10 --stake punto-perfect-pair=5 --stake banco=2",
    "identify 7.4699%",
    "bets tiger",
)
LONGER = (
    "bet dragon-7 --given 'banco=3,4 card7=9'",
    "odds --rules castle-vaduz:literal",
)
NEED_MORE = {"odds --decks 8 --format markdown": "tabulate", "removal dragon-7 --decks 8": "numpy"}
RUN = f"""
import contextlib, io, json, sys
sys.modules.update(dict.fromkeys({MISSING}))
from exact.cli import main
printed = []
for words in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        code = main(words)
    printed.append([code, out.getvalue()])
print(json.dumps(printed))
"""


def without_numpy(commands: list[str]) -> list[tuple[int, str]]:
    """The exit code of each command and what it prints, where the libraries are missing."""
    ran = python("-c", RUN, given=json.dumps([shlex.split(command) for command in commands]))
    return [(code, text) for code, text in json.loads(ran.stdout)]


def check(commands: tuple[str, ...], exact: Command) -> None:
    printed = dict(zip((*commands, *NEED_MORE), without_numpy([*commands, *NEED_MORE]), strict=True))
    for command in commands:
        assert printed[command] == (0, exact(*shlex.split(command)).out), command
    for command, package in NEED_MORE.items():
        assert printed[command] == (
            2,
            f"exact: package: '{package}' is not installed, and this needs it: pip install {package}\n",
        )


def test_the_commands_of_the_playground_need_the_standard_library_only(exact: Command) -> None:
    check(COMMANDS, exact)


@pytest.mark.slow
def test_so_do_their_longer_questions(exact: Command) -> None:
    check(LONGER, exact)


def same(bet: Bet, shoe: Shoe, tableau: Tableau = STANDARD, known: Knowledge = NOTHING) -> None:
    def counts(polynomials: CompiledBet | PlainBet) -> dict[int, int]:
        counted = polynomials.counts(shoe) if shoe.granularity >= polynomials.granularity else {}
        return {category: count for category, count in counted.items() if count}

    plain, by_numpy = compiled_plainly((bet.classification,), tableau, known), compiled(bet, tableau, known)
    assert plain.granularity is by_numpy.granularity
    assert counts(plain) == counts(by_numpy)
    if by_numpy.granularity is Granularity.VALUES:
        multisets = [plain.by_multiset(category) for category in range(len(bet.categories))]
        assert multisets == by_numpy.coefficients.matrix.tolist()


@pytest.mark.parametrize("name", ["punto-pair", "banco-perfect-pair", "punto-natural"])
def test_bets_on_the_first_cards_count_the_same(name: str) -> None:
    same(catalogue()[name], Shoe.of_cards([card % 3 + card // 50 for card in range(52)]))


@pytest.mark.slow
def test_questions_about_all_suits_lead_to_the_same_counts() -> None:
    same(catalogue()["all-red"], Shoe.of_decks(2).removed("9h 9h Ks"))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["castle-vaduz:literal-final-total-row-3", "classic-it:ten-stands"])
def test_every_kind_of_rules_leads_to_the_same_counts(rules: str) -> None:
    same(find_bet("lucky-6"), Shoe.of_decks(3).removed("6h 6h Ks 2d"), rules_named(rules).tableau)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["punto=2,2 banco=3,3 card5=8 card6=9h", "punto=9,9 card5=8 card6=K punto_natural=yes margin=0-3"]
)
def test_knowledge_leads_to_the_same_counts(text: str) -> None:
    shoe = Shoe.of_decks(2).removed("8h Kd")
    known = joined(parse_knowledge(text), shoe, STANDARD)
    for name in ("dragon-7", "lucky-nines"):
        same(catalogue()[name], shoe, STANDARD, known)
