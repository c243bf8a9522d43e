"""The table of names: what a person may type for punto, banco, tie and a bet, and text for readers who say Player."""

import re
from pathlib import Path

import pytest
from support import Command, refusal

from exact.bets.bet import parse_bets
from exact.bets.catalogue import bet_name, catalogue, find_bet
from exact.bets.vocabulary import known_names
from exact.names import SYNONYMS, TRADE_NAMES, also_called, canonical, matches, renamed, spellings, with_one_word_more

CATALOGUE = list(catalogue())
TYPED = {
    "player": "punto",
    "Banker": "banco",
    "egalite": "tie",
    "égalité": "tie",
    "standoff": "tie",
    "player_pair": "punto-pair",
    "banker pair": "banco-pair",
    "pair on the player": "punto-pair",
    "player-pair:12": "punto-pair:12",
    "dragon bonus player": "dragon-bonus-punto",
    "player dragon bonus": "dragon-bonus-punto",
    "Dragon Bonus on Banker:30-10-4-4-2-2": "dragon-bonus-banco:30-10-4-4-2-2",
    "3-card win player": "three-card-win-punto",
    "9 over 7": "nine-over-seven",
    "kill the ox": "kill-the-ox",
    "matching dragon a": "matching-dragon-A",
    "insurance player 0 5": "insurance-punto-0-5",
    "tie 4": "egalite-4",
    "tie-9": "tie-9",
    "égalité 9": "egalite-9",
    "nepal": "banco-half-on-6",
    "Lucky-7": "lucky-7",
    "SUPER_LUCKY_SEVEN": "super-lucky-7",
    "Big-Bull": "ox-6:big-bull",
    "big bull:main": "ox-6:main",
    "Player Fabulous Four": "punto-wins-4:fabulous-4",
    "Super 6 Side Bet": "banco-wins-6:super-6",
    "own player.toml": "own player.toml",
}
"""What is typed for a bet, and the catalogue's name for it."""


@pytest.mark.parametrize(("typed", "name"), TYPED.items())
def test_a_bet_by_another_name(typed: str, name: str) -> None:
    assert bet_name(typed) == name


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_bets_own_name_is_that_bet_and_so_is_each_spelling_of_it(name: str) -> None:
    """So for readers who say Player too: whatever they read they may type."""
    assert matches(name, CATALOGUE) == [name]
    for spelling in (*spellings(name), renamed(name)):
        if spelling.replace("é", "e") not in CATALOGUE:
            assert name in matches(spelling, CATALOGUE), spelling
    assert matches(renamed(name), CATALOGUE) == [name]


def test_a_name_with_one_word_more() -> None:
    assert with_one_word_more("banker dragon", ["dragon-7", "dragon-bonus-banco"]) == ["dragon-bonus-banco"]


def test_no_synonym_is_a_word_of_the_programs_own() -> None:
    own = {word for name in known_names() for word in name.split("_")}
    assert not own & SYNONYMS.keys()
    assert set(SYNONYMS.values()) <= own


def test_every_trade_name_is_of_a_bet_whose_title_or_source_has_it() -> None:
    for trade, name in TRADE_NAMES:
        bet = find_bet(name)
        told = f"{bet.title} {bet.source}".lower().replace("baccarat", "banco").replace("-", " ")
        assert trade.replace("-", " ").replace("baccarat", "banco") in told, trade
        assert trade not in CATALOGUE


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("super 6", "banco-half-on-6 or banco-wins-6:super-6"),  # the game without commission, and its side bet
        ("Super-6", "banco-half-on-6 or banco-wins-6:super-6"),
        ("tie 9", "egalite-9 or tie-9"),  # a tie of nines, and the tie at 9 to 1
        ("nine tie", "egalite-9 or tie-9"),
    ],
)
def test_a_name_of_several_bets_is_refused_everywhere_with_the_choices(
    typed: str, meant: str, tmp_path: Path, exact: Command
) -> None:
    path = tmp_path / "figures.csv"
    path.write_text(f"claim,printed\nhouse edge of {typed},1 %\n", encoding="utf-8")
    refused = f"{typed!r} can mean {meant}: choose one"
    assert refused in refusal(find_bet, typed)
    asked = f"house edge of {typed} win, 8 decks"
    for words in (("bet", typed), ("ask", asked), ("coup", "K 7 3 2 9", "--stake", f"{typed}=5")):
        assert refused in exact.refused(*words)
    assert refused in exact("audit", str(path)).out


def test_a_name_of_several_bets_with_the_same_distribution_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    sold = (
        ("red envelope", "lucky-6:12-23"),
        ("red envelope", "lucky-6"),
        ("two", "lucky-6"),
        ("two", "lucky-6:12-20"),
    )
    monkeypatch.setattr("exact.names.TRADE_NAMES", sold)
    assert bet_name("red envelope") == "lucky-6:12-23"
    assert "can mean lucky-6 or lucky-6:12-20" in refusal(bet_name, "two")


OWN = """
name = "player-{n}"
members = [{ n = 1 }, { n = 2 }]
define = { player_total = "9 - punto_total", high = "player_total + banker_total" }
[[category]]
name = "win"
when = "player_wins and high >= {n} and not egalite"
pays = 1
"""


def test_a_readers_own_names_come_before_synonyms(tmp_path: Path) -> None:
    """The file defines player_total and calls a bet player-1, as it could in version 0.1.0."""
    first, _ = parse_bets(OWN, "own.toml")
    assert first.name == "player-1"
    assert first.classification.definitions["player_total"].text == "9 - punto_total"
    assert first.classification.definitions["high"].text == "player_total + banco_total"
    assert first.classification.conditions[0].text == "punto_wins and high >= 1 and not tie"
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    assert find_bet(f"{path}:player-2").name == find_bet(f"{path}:punto 2").name == "player-2"


def test_a_readers_pay_table_comes_before_a_synonym_of_the_bet(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    tables = "[pay_tables.even]\nwin = 1\n[pay_tables.banker]\nwin = 2\n"
    path.write_text(f'name = "banco"\n[[category]]\nname = "win"\nwhen = "banco_wins"\n{tables}', encoding="utf-8")
    assert find_bet(f"{path}:banker").pay_table == "banker"


@pytest.mark.parametrize(
    ("typed", "own"),
    [
        ("bet player-pair --decks 8 --format json", "bet punto-pair --decks 8 --format json"),
        ("removal --bet banker --decks 8 --format json", "removal --bet banco --decks 8 --format json"),
        ("bet standoff --closed-form", "bet tie --closed-form"),
        ("perfect --bet Player,egalite --unseen 6 --decks 1", "perfect --bet punto,tie --unseen 6 --decks 1"),
        ("joint player_total banker_total --decks 1", "joint punto_total banco_total --decks 1"),
        ("coup KK66 --stake player=10 --stake egalite=5", "coup KK66 --stake punto=10 --stake tie=5"),
        ("coup KK66 --stake Banco=5 --rules castle-vaduz", "coup KK66 --stake banco=5 --rules castle-vaduz"),
        ("odds --decks 8 --given égalité=no --format markdown", "odds --decks 8 --given tie=no --format markdown"),
        ("odds --decks 8 --given banker-natural=yes", "odds --decks 8 --given banco_natural=yes"),
        ("coup KK66 --stake banker-natural=5", "coup KK66 --stake banco-natural=5")
    ]
)  # fmt: skip
def test_a_command_answers_a_synonym_as_the_name_itself(typed: str, own: str, exact: Command) -> None:
    ran, as_itself = (exact(*(word.replace("KK66", "K K 6 6") for word in words.split())) for words in (typed, own))
    assert (ran.code, ran.err) == (0, "")
    reading = r'"notes": \[[^]]*\], |Read as: .*|\n|<!--.*'  # nor is the digest of what was typed the same
    assert re.sub(reading, "", ran.out) == re.sub(reading, "", as_itself.out)


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("bet tiger --decks 8", "lucky-6:12-23"),
        ("bet lucky-6 --decks 8", "lucky-6:12-23"),
        ("bet lucky-6:12-20 --decks 8", ""),
        ("bet tie --with Banker --decks 8", "banco"),
        ("coup KK66 --stake any-pair=10 --stake tiger=5", "either-pair, lucky-6:12-23"),
        ("bets lucky-6 --decks 8", ""),
        ("session tiger --coups 2 --decks 8", "lucky-6:12-23"),
    ],
)
def test_an_answer_says_which_bet_was_read_where_it_was_not_typed_so(words: str, read: str, exact: Command) -> None:
    out = exact(*(word.replace("KK66", "K K 6 6") for word in words.split())).out
    assert re.findall("Read as: (.*)", out) == [read] * bool(read)


def test_a_bets_name_with_blanks_is_a_bet_and_an_expression_with_blanks_is_none(exact: Command) -> None:
    shoe = ("--values", "9,9,9,9,9,9,9,9,9,9")
    assert exact.json("joint", "dragon bonus player", "tie", *shoe)["first"] == "dragon-bonus-punto"
    assert exact.json("joint", "cards - 4", "tie", *shoe)["first"] == "cards - 4"
    assert exact.json("joint", "player_natural", "tie", *shoe)["first"] == "punto_natural"


@pytest.mark.parametrize(
    ("word", "found"),
    [
        *((typed, {"banco-pair", "either-pair", "banco-perfect-pair", "banco-suited-pair", "banco-fabulous-pair",
                   "banco-suited-pair-as-worded", "banco-fortune-4-pair", "lightning-banco-pair",
                   "golden-wealth-banco-pair", "prosperity-tree-banco-pair"}) for typed in ("banker pair", "Banker_Pair")),
        ("dragon-bonus-player", {"dragon-bonus-punto"}),
        ("super 6", {"banco-half-on-6", "punto-wins-6", "banco-wins-6", "super-lucky-7"}),
        ("golden 8", {"panda-8", "golden-frog-8-over-6"}),
        ("standoff 4", {"egalite-4", "egalite-group-4-5", "knockout-1-4"}),
        ("PANDA", {"panda-8", "cover-all"})
    ]
)  # fmt: skip
def test_a_search_finds_synonyms(word: str, found: set[str], exact: Command) -> None:
    listed = exact.json("bets", word)["bets"]
    assert {bet["bet"] for bet in listed} == found


def test_a_list_of_outcomes_has_the_names_that_were_asked_for(exact: Command) -> None:
    printed = exact("dependence", "--decks", "8", "--coups", "2", "--names", "player-banker").out
    assert "Banker Tie" in printed
    assert not {"punto", "banco"} & set(printed.split())


def test_the_table_lists_what_a_search_adds() -> None:
    assert also_called("punto-pair", "Punto pair") == "player"
    assert also_called("egalite-4", "Égalité on 4") == "tie standoff"
    assert also_called("small", "Small: four cards dealt") == ""


def test_a_known_name_is_no_synonym() -> None:
    """In ``bet --unit 1 --favour player`` the player is who bets."""
    assert canonical("player,banker", ["punto,banco"]) == "punto,banco"
    assert canonical("players", ["punto"]) == "players"
    assert canonical("Tie", ["tie"]) == canonical("TIE", ["tie"]) == "tie"
    assert canonical("Tie", ["tie", "Tie"]) == "Tie"


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("punto wins", "Player wins"),
        ("Punto, with 5, draws; banco's total", "Player, with 5, draws; Banker's total"),
        ("BANCO puntos bancos ties", "BANKER Players Bankers Ties"),
        ("tie", "Tie"),
        ("a tied match, a necktie, McDonald-A, XYZ", "a tied match, a necktie, McDonald-A, XYZ"),
        ("punto_total and punto-pair:12", "player_total and player-pair:12"),
        ("Punto-pair", "Player-pair"),
        ("punto=4,0 banco=?,? banco_two_card_total=3", "player=4,0 banker=?,? banker_two_card_total=3"),
        ("dragon-bonus-banco, tie-9, super-tie", "dragon-bonus-banker, tie-9, super-tie"),
        ("punto banco, Punto Banco 2000, punto-banco", "punto banco, Punto Banco 2000, punto-banco"),
        ("punto, banco", "Player, Banker"),
        ("banco: «Se il «punto» ha 5, banco tira»; punto", "Banker: «Se il «punto» ha 5, banco tira»; Player"),
        ("in favour of the player", "in favour of the player"),
        ("Égalité on 4", "Égalité on 4"),
        ("", ""),
    ],
)
def test_text_for_readers_who_say_player(text: str, english: str) -> None:
    assert renamed(text) == english
    assert renamed(english) == english


def test_every_name_of_the_language_can_be_typed_as_it_is_shown() -> None:
    for name in known_names():
        shown = renamed(name) if "_" in name else renamed(name).lower()
        assert canonical(shown, known_names()) == name
