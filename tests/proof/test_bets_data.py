"""The bets in Coq are those of the catalogue, with the published figures; only the test of the names needs Coq."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from support import committed_rows

from exact.bets.catalogue import catalogue
from exact.bets.vocabulary import GROUPS, NAMES, PATTERN_NAMES
from exact.reference.card_by_card import Card, categories_of, deal, names_of_cards
from exact.reference.decisions import DECISIONS

PROOF = Path(__file__).parent
STANDARD = DECISIONS["standard"]
SMALL_SHOES = ("9S 9S 8H 7D KC 3S 6H", "KH QD 10D JH AD 2H 5D")
BET = re.compile(r"\(\* (\S+) \*\)\n\{\| conditions := \[\n  (.*?)\];\n(.*?) \|\}\] \|\}", re.DOTALL)


def text_of(name: str) -> str:
    return (PROOF / f"{name}.v").read_text(encoding="utf-8")


@cache
def small_shoes() -> dict[tuple[tuple[Card, ...], tuple[Card, ...]], tuple[Card, ...]]:
    """Every coup that the small shoes deal, with six cards that begin with it."""
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    shoes = ([4 * ranks.index(card[:-1]) + "SHDC".index(card[-1]) for card in shoe.split()] for shoe in SMALL_SHOES)
    six_cards = {cards for shoe in shoes for cards in permutations(shoe, 6)}
    return {tuple(map(tuple, deal(cards, STANDARD))): cards for cards in six_cards}  # type: ignore[misc]


def translated(text: str) -> dict[str, list[str]]:
    """The conditions of each bet in `Catalogue.v`, as Python reads them: its operators bind as those in `Bets.v` do."""
    bets = {name: conditions.split(";\n  ") for name, conditions, _ in BET.findall(text)}
    return {
        name: [each.replace(" mod ", " % ").removeprefix("Name ") for each in conditions]
        for name, conditions in bets.items()
    }


def called(names: dict[str, Any]) -> dict[str, object]:
    """The names and, by the words of the language, the patterns; a group stands for itself."""
    words = {name.partition("(")[0] for name in PATTERN_NAMES}
    patterns = {word: partial(names["pattern"], word) for word in words}
    return names | patterns | {word: word for word in (*GROUPS, "aces_low", "aces_high")}


def unfaithful(text: str) -> list[str]:
    """The bets that have another category in `Catalogue.v` than in the language of bets, for a coup of a small shoe."""
    bets = translated(text)
    own = [catalogue()[name] for name in bets]
    asked = {name: [compile(each, name, "eval") for each in conditions] for name, conditions in bets.items()}
    differing: dict[str, None] = {}
    for (punto, banco), cards in small_shoes().items():
        names = called(names_of_cards(punto, banco))
        for (name, conditions), right in zip(asked.items(), categories_of(own, cards, STANDARD), strict=True):
            holds = (place for place, condition in enumerate(conditions) if eval(condition, {}, names))
            if next(holds, len(conditions)) != right:
                differing[name] = None
    return list(differing)


@pytest.mark.slow
def test_every_bet_is_translated_faithfully() -> None:
    assert unfaithful(text_of("Catalogue")) == []


@pytest.mark.slow
def test_an_unfaithful_translation_is_named() -> None:
    text, changed = text_of("Catalogue"), "(* panda-8 *)\n{| conditions := [\n  punto_wins and punto_total == "
    assert changed + "8" in text
    assert unfaithful(text.replace(changed + "8", changed + "9")) == ["panda-8"]


def test_every_bet_is_proved() -> None:
    lists = re.findall(r"^Definition (bets_on_\w+) .*?^\]\.$", text_of("Catalogue"), re.MULTILINE | re.DOTALL)
    texts = re.split(r"^Definition bets_on_\w+", text_of("Catalogue"), flags=re.MULTILINE)[1:]
    stated = re.findall(r"bets_on_\w+(?=\s+\+\+|\))", text_of("Prices"))
    proved = {bet for name, text in zip(lists, texts, strict=True) if name in stated for bet in translated(text)}
    assert proved == set(catalogue())


def pay_tables_of(bet: str) -> Iterator[tuple[Fraction, list[str]]]:
    """For each pay table in Coq: the edges with six decks and with eight, and the payoffs."""
    number = r"\((-?\d+), (\d+)\)"
    for unit, pays, *edges in re.findall(
        rf"unit := (\d+); pays := \[(.*?)\]; edge_6 := {number}; edge_8 := {number}", bet
    ):
        payoffs = [str(Fraction(int(each), int(unit))) for each in pays.split("; ")]
        yield Fraction(int(edges[0]), int(edges[1])), payoffs
        yield Fraction(int(edges[2]), int(edges[3])), payoffs


def test_the_counts_and_the_edges_of_the_bets_are_those_of_the_tables() -> None:
    edges = {(row["bet"], row["decks"]): row["house edge"] for row in committed_rows("bet-prices")}
    for decks in ("6", "8"):
        rows = committed_rows(f"bet-categories-{decks}-decks")
        for name, _, rest in BET.findall(text_of("Catalogue")):
            paying = [table for table in dict.fromkeys(row["bet"] for row in rows) if table.partition(":")[0] == name]
            counts = re.findall(rf"counts_{decks} := \[(.*?)\]", rest)[0].split("; ")
            stated = list(pay_tables_of(rest))[decks == "8" :: 2]
            assert len(paying) == len(stated), name
            for table, (edge, payoffs) in zip(paying, stated, strict=True):
                own = [row for row in rows if row["bet"] == table]
                assert [row["count"] for row in own] == counts, table
                assert [Fraction(row["pays"]) for row in own] == list(map(Fraction, payoffs)), table
                assert f"{float(edge):.9f}" == edges[table, decks], table


def test_the_language_is_short_enough_to_read() -> None:
    assert len(text_of("BetLanguage").splitlines()) <= 200


@pytest.mark.proof
def test_the_names_mean_in_coq_what_they_mean_in_the_language(tmp_path: Path) -> None:
    coups = list(small_shoes())[::40]
    hands = "; ".join(f"({', '.join(map(in_coq, coup))})" for coup in coups)
    question = (
        f"Eval vm_compute in map (fun '(p, b) => map (names p b) [{'; '.join(map(name_in_coq, NAMES))}]) [{hands}]."
    )
    header = "From Coq Require Import ZArith List. Require Import BetLanguage. Import ListNotations. Set Printing Width 100000."
    for file in ("Coefficients", "Published", "Baccarat", "BetLanguage"):
        shutil.copy(PROOF / f"{file}.v", tmp_path)
    (tmp_path / "Names.v").write_text(f"{header}\n{question}\n", encoding="utf-8")
    for file in ("Coefficients", "Published", "Baccarat", "BetLanguage", "Names"):
        ran = subprocess.run(["coqc", "-q", f"{file}.v"], cwd=tmp_path, capture_output=True, text=True, check=True)
    printed = re.findall(r"-?\d+", ran.stdout.partition(":")[0])
    values = [int(eval(name, {}, called(names_of_cards(*coup)))) for coup in coups for name in NAMES]
    assert list(map(int, printed)) == values


def name_in_coq(name: str) -> str:
    word, _, group = name.rstrip(")").partition("(")
    group, _, aces = group.partition(", ")
    return f"Pattern {'_'.join(filter(None, (word, aces))).capitalize()} {group}" if group else name


def in_coq(hand: tuple[Card, ...]) -> str:
    return f"[{'; '.join(f'({card // 4 + 1}, {card % 4})%nat' for card in hand)}]"
