"""exact bets and exact rules: everything is listed, and one rulebook is shown as printed and as played."""

from fractions import Fraction

import pytest
from support import Command
from support.rank_decisions import RANK_DECISIONS

from exact.bets.catalogue import every_bet
from exact.cli.commands.bets import SORTS
from exact.game import Side
from exact.publication.catalogue import CATALOGUE
from exact.reference.decisions import DECISIONS
from exact.rules.documents import reading_ids


def test_the_list_of_bets(exact: Command) -> None:
    listed = {bet["bet"]: bet["title"] for bet in exact.json("bets")["bets"]}
    assert listed == {name: bet.title for name, bet in every_bet().items()}
    out = exact("bets").out
    assert all(name in out and bet.title in out for name, bet in every_bet().items())
    assert [bet["bet"] for bet in exact.json("bets", "panda")["bets"]] == [
        name for name, bet in every_bet().items() if "panda" in f"{name} {bet.title}".lower()
    ]


def test_the_bets_priced_on_a_shoe(exact: Command) -> None:
    words = ("--decks", "8", "--remove", "9 9 K")
    bets = exact.json("bets", "lucky", *words, "--sort", "edge")["bets"]
    edges = [Fraction(bet["house_edge"]) for bet in bets]
    assert edges == sorted(edges)
    assert "lucky-6:12-18" in [bet["bet"] for bet in bets]
    for bet, edge in zip(bets, edges, strict=True):
        alone = exact.json("bet", bet["bet"], *words)
        assert (bet["variance"], edge) == (alone["variance"], -Fraction(alone["expectation"]))


def test_every_order_of_the_priced_bets(exact: Command) -> None:
    of = {order: exact.json("bets", "dragon", "--decks", "6", "--sort", order)["bets"] for order in SORTS}
    names = {order: [bet["bet"] for bet in bets] for order, bets in of.items()}
    assert all(sorted(listed) == names["name"] for listed in names.values())
    frequencies = [Fraction(bet["hit_frequency"]) for bet in of["hit-frequency"]]
    variances = [Fraction(bet["variance"]) for bet in of["variance"]]
    assert frequencies == sorted(frequencies, reverse=True)
    assert variances == sorted(variances)
    assert exact.json("bets", "dragon", "--decks", "6")["bets"] == of["edge"]


def test_bets_that_the_shoe_is_too_coarse_for_are_named(exact: Command) -> None:
    ran = exact("bets", "pair", "--values", ",".join(["16"] * 10))
    assert "described only by point values: either-pair" in " ".join(ran.out.split())


def test_the_list_of_rulebooks(exact: Command) -> None:
    answer = exact.json("rules")
    names = [entry["rules"] for entry in (*answer["rulebooks"], *answer["readings"])]
    assert sorted(names) == sorted(reading_ids())
    assert {entry["rules"]: entry["decks"] for entry in answer["rulebooks"]}["otto-mazzi"] == 8


def rows_of_banco(table: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    return {row["total_of_banco"]: row for row in table}


@pytest.mark.parametrize("name", DECISIONS)
def test_the_decisions_are_those_of_the_decision_functions(name: str, exact: Command) -> None:
    """The letters and the list of clauses both; a small letter is an assumption."""
    answer = exact.json("rules", name)
    decide = DECISIONS[name]
    banco: dict[int | None, dict[str, dict[str, str]]] = {None: rows_of_banco(answer["banco"])}
    banco |= {total: rows_of_banco(answer.get(f"banco_against_{total}", [])) for total in range(10)}
    for decision in answer["decisions"]:
        side, total, third = decision["side"], decision["total"], decision["third_card_of_punto"]
        final = decision["final_total_of_punto"]
        letter = answer["punto"][0].get(str(total))
        if side == "banco":
            letter = banco[final][str(total)]["none" if third is None else str(third)]
        assert (letter.upper() == "D", letter.islower()) == (decision["draws"], decision["assumed"])
        if side == "punto":
            assert decision["draws"] == (decide(total, 0, None) is Side.PUNTO)
        elif third is not None:
            # a two-card total that leads to this final total, or to one of which nothing particular is said
            particular = [final for final, rows in banco.items() if rows]
            finals = {two: (two + third) % 10 for two in range(6)}
            fits = (two for two, to in finals.items() if (to not in particular if final is None else to == final))
            two_cards = next(fits)
            assert decision["draws"] == (decide(two_cards, total, third) is Side.BANCO)


@pytest.mark.parametrize(
    ("name", "rank", "number"), [("otto-mazzi:ten-draws", "10", 10), ("come-si-gioca:court-stands", "Q", 12)]
)
def test_decisions_by_rank_have_letters_of_their_own(name: str, rank: str, number: int, exact: Command) -> None:
    answer = exact.json("rules", name)
    by_rank = [decision for decision in answer["decisions"] if decision["rank"] == rank]
    assert [decision["total"] for decision in by_rank] == [3, 4, 5, 6]
    for decision in by_rank:
        total = decision["total"]
        assert decision["draws"] == (RANK_DECISIONS[name](5, total, number) is Side.BANCO)
        letter = rows_of_banco(answer["banco_by_rank"])[str(total)][rank]
        assert letter == ("D" if decision["draws"] else "S")


def test_a_search_for_rulebooks_and_tables(exact: Command) -> None:
    assert {entry["rules"] for entry in exact.json("rules", "vaduz")["rulebooks"]} == {"castle-vaduz"}
    found = exact.json("rules", "literal")
    assert not found["rulebooks"]
    assert {entry["rules"] for entry in found["readings"]} >= {"castle-vaduz:literal"}
    listed = [entry["table"] for entry in exact.json("tables", "--list")["tables"]]
    assert listed == list(CATALOGUE)
    assert [entry["table"] for entry in exact.json("tables", "--list", "house edges")["tables"]] == ["house-edges"]
    edges = [entry["table"] for entry in exact.json("tables", "--list", "edge hous")["tables"]]
    assert edges == ["house-edges"]  # by parts of words
    assert {entry["rules"] for entry in exact.json("rules", "vad")["rulebooks"]} == {"castle-vaduz"}
    for word in ("no such table", "...", "\udcff"):
        assert "is in no name or chapter" in exact.refused("tables", "--list", word)
