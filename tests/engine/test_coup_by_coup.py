"""What counts where numpy is not installed: the same polynomials as by numpy, and every command of the playground as elsewhere."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from functools import partial
from math import prod

import pytest
from support import Command, python

from exact.analysis.given import joined
from exact.analysis.joint import variable_of_expression
from exact.bets.bet import Bet, parse_bets
from exact.bets.catalogue import catalogue, find_bet
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.knowledge_text import parse_knowledge
from exact.bets.vocabulary import EVERY_CARD, VALUE_MASKS, Masks
from exact.engine import compiler
from exact.engine.compiled_bet import CompiledBet
from exact.engine.compiler import compiled
from exact.engine.coup_by_coup import PlainBet, compiled_plainly
from exact.engine.multisets import multisets
from exact.engine.one_shoe import count_categories
from exact.errors import ExactError
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


def test_a_reading_that_looks_at_ranks_leads_to_the_same_counts() -> None:
    """Banco stands after a ten and draws after a king, so that ranks decide who wins."""
    tableau = rules_named("classic-it:ten-stands").tableau
    same(find_bet("tie"), Shoe.of_ranks([4, 1, 0, 2, 3, 5, 4, 2, 1, 6, 0, 3, 2]), tableau)
    assert compiled(find_bet("tie"), tableau).granularity is Granularity.RANKS


def test_banco_looks_at_puntos_final_total() -> None:
    """Punto draws on 7 alone, and banco against a final 8 alone, so that six cards are dealt if punto's third card is an ace."""
    draws, stands = ("D" * 11,) * 8, ("S" * 11,) * 8
    tableau = Tableau("SSSSSSSD", stands, ((8, draws),))
    text = 'name = "six"\n[[category]]\nname = "win"\nwhen = "cards == 6"\npays = 1\n'
    (bet,) = parse_bets(text, "six.toml")
    same(bet, Shoe.of_values([4, 1, 0, 2, 0, 3, 1, 2, 0, 1]), tableau)
    compiled_bet = compiled_plainly((bet.classification,), tableau, NOTHING)
    assert not compiled_bet.counts(Shoe.of_values([4, 0, 0, 2, 0, 3, 1, 2, 0, 1]))[0]


@pytest.mark.parametrize("name", ["dragon-7", pytest.param("lucky-nines", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "text",
    [
        "punto=2,2 banco=3,3 card5=8 card6=9h",
        "punto=9,9 card5=8 card6=K punto_natural=yes margin=0-3",
        "punto=A,A banco=2,2 card5=4 card6=3",
    ],
)
def test_knowledge_leads_to_the_same_counts(text: str, name: str) -> None:
    shoe = Shoe.of_decks(2).removed("8h Kd")
    same(catalogue()[name], shoe, STANDARD, joined(parse_knowledge(text), shoe, STANDARD))


@pytest.mark.parametrize(
    ("punto", "banco", "totals"),
    [((3, 3), (2, 3), (8, 4)), ((3, 3), (2, 2), (8, 4)), ((3, 4), (2, 3), (7, 7)), ((3, 4), (2, 2), (7, 4))],
)
def test_the_fifth_card_goes_to_who_draws_first(
    punto: tuple[int, int], banco: tuple[int, int], totals: tuple[int, int]
) -> None:
    """Punto draws on 6 alone, banco on 5 alone. Every card is known, and drawn from those that are left of four."""
    tableau = Tableau("SSSSSSDS", tuple("SD"[total == 5] * 11 for total in range(8)))
    when = f"punto_total == {totals[0]} and banco_total == {totals[1]}"
    (bet,) = parse_bets(f'name = "own"\n[[category]]\nname = "win"\nwhen = "{when}"\npays = 1\n', "own")
    shoe = Shoe.of_decks(1)
    text = f"punto={punto[0]},{punto[1]} banco={banco[0]},{banco[1]} card5=2 card6=9"
    known = joined(parse_knowledge(text), shoe, tableau)
    same(bet, shoe, tableau, known)
    cards = (*punto, *banco, 2, 9)
    deals = prod(4 - cards[:place].count(card) for place, card in enumerate(cards))
    assert compiled_plainly((bet.classification,), tableau, known).counts(shoe) == {0: deals}


def test_terms_of_few_cards_by_multiset() -> None:
    """Any card takes an unused place: of four aces and two other cards there are two orders, or one if these are alike."""
    ace, two, free = VALUE_MASKS[1], VALUE_MASKS[2], EVERY_CARD
    terms: dict[int, Counter[Masks]] = {
        0: Counter(
            {(ace,) * 4 + (free,) * 2: 3, (ace,) * 4 + (two, free): 5, (ace,) * 4 + (two,) * 2: 7, (two,) * 6: 0}
        ),
        1: Counter({(two,) * 5 + (free,): -1}),
    }
    bet = PlainBet(terms, {EVERY_CARD})
    assert bet.granularity is Granularity.VALUES
    assert (two,) * 6 not in bet.terms[0]
    for multiset, first, second, none in zip(multisets(), *map(bet.by_multiset, range(3)), strict=True):
        others = [value for value in multiset if value != 1] + [1] * max(multiset.count(1) - 4, 0)
        expected = 0
        if multiset.count(1) >= 4:
            expected = 3 * len({tuple(others), tuple(others[::-1])}) + 5 * (2 in others) + 7 * (others == [2, 2])
        assert (first, second, none) == (expected, -(multiset.count(2) >= 5), 0), multiset


def test_a_compilation_has_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suit of punto's first card has four answers; in each the other three cards are one of 220 multisets of values."""
    for bound, most, message in (
        ("MAX_WAYS", 4, "splits the coups in more than 3 ways, which is the bound, with 0 of 1 kinds"),
        (
            "MAX_TERMS",
            4 * 10 * 220,
            "has more than 8,799 products of card counts, which is the bound, with 0 of 1 kinds",
        ),
    ):
        (bet,) = parse_bets(
            f'name = "own{most}"\n[[category]]\nname = "win"\nwhen = "punto_suit_1 == hearts"\npays = 3\n', bound
        )
        compile_now = partial(compiled_plainly.__wrapped__, (bet.classification,), STANDARD, NOTHING)
        with monkeypatch.context() as bounded:
            bounded.setattr(compiler, bound, most)
            assert compile_now().granularity is Granularity.CARDS
            bounded.setattr(compiler, bound, most - 1)
            with pytest.raises(ExactError, match=message):
                compile_now()


def test_known_cards_leave_few_products(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all four first cards are known, each suit of punto's first one leaves one product, not 220."""
    (bet,) = parse_bets('name = "own"\n[[category]]\nname = "win"\nwhen = "punto_suit_1 == clubs"\npays = 3\n', "own")
    nobody_draws = Tableau("S" * 8, ("S" * 11,) * 8)
    known = joined(parse_knowledge("punto=2,3 banco=4,5"), Shoe.of_decks(1), nobody_draws)
    monkeypatch.setattr(compiler, "MAX_TERMS", 4)
    assert compiled_plainly((bet.classification,), nobody_draws, known).granularity is Granularity.CARDS


def test_without_numpy_the_same_is_counted_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a natural, and of every value of a difference: punto has 0 to 9, banco's natural takes away 1 or nothing."""
    (bet,) = parse_bets(
        'name = "own"\n[[category]]\nname = "win"\nwhen = "punto_natural and banco_pair"\npays = 2\n', "own.toml"
    )
    by_numpy = count_categories(bet, Shoe.of_decks(1), STANDARD)
    for module in ("exact.engine.one_shoe", "exact.analysis.joint"):
        monkeypatch.setattr(f"{module}.is_installed", lambda _: False)
    assert count_categories(bet, Shoe.of_decks(1), STANDARD) == by_numpy
    variable = variable_of_expression("punto_two_card_total - banco_natural", STANDARD)
    assert variable.labels == tuple(range(-1, 10))

    def refuse(*_: object) -> None:
        raise ExactError("bet", "", "is too much")

    monkeypatch.setattr("exact.engine.coup_by_coup.compiled_plainly", refuse)
    with pytest.raises(ExactError, match="bet: 'own' is too much"):
        count_categories(bet, Shoe.of_decks(1), STANDARD)
