"""The conformance vectors: their format, their digests, what they cover, and their values by a second method."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import perm
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import refusal

from exact.bets.catalogue import catalogue
from exact.conformance.comparison import KINDS
from exact.conformance.vectors.engine import answer, shoe_of
from exact.conformance.vectors.vector_set import DATA, DIGESTS_FILE, Vector, load_set
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.literature.published import published_figures
from exact.reference.card_by_card import count_card_by_card
from exact.reference.decisions import DECISIONS
from exact.rules import all_rules

ROOT = Path(__file__).parents[3]
VECTORS = load_set().vectors


def of_kind(kind: str) -> list[Vector]:
    return [vector for vector in VECTORS if vector.request.get("kind") == kind and "error" not in vector.expected]


def finite(kind: str) -> list[Vector]:
    """Those with a shoe that has an end."""
    return [vector for vector in of_kind(kind) if vector.request["shoe"] != "infinite"]


def test_every_file_has_a_digest_and_is_small() -> None:
    files = {path.name: path.read_bytes() for path in DATA.glob("*.json")}
    digests = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    assert digests == (DATA / DIGESTS_FILE).read_text(encoding="utf-8")
    assert sum(map(len, files.values())) < 2_000_000
    assert all(b"\r" not in data and data.endswith(b"\n") for data in files.values())


SCHEMA: dict[str, Any] = json.loads((DATA / "schema.json").read_text(encoding="utf-8"))


def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("most", [8, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", sorted(DATA.glob("*.json")), ids=lambda path: path.name)
def test_the_schema_holds_for_every_file(path: Path, most: int | None) -> None:
    """For the first vectors of every group, and at length for them all."""
    document = json.loads(path.read_text(encoding="utf-8"))
    if path.name == "schema.json":
        jsonschema.Draft202012Validator.check_schema(document)
    else:
        for group in document.get("groups", []):
            group["vectors"] = group["vectors"][:most]
        validator().validate(document)


def test_the_schema_is_closed() -> None:
    def objects(part: object) -> list[dict[str, object]]:
        if isinstance(part, dict):
            found = [part] if "properties" in part and part.get("type") == "object" else []
            return found + [entry for value in part.values() for entry in objects(value)]
        return [entry for value in part for entry in objects(value)] if isinstance(part, list) else []

    assert len(objects(SCHEMA)) > 15
    assert all(entry["additionalProperties"] is False for entry in objects(SCHEMA))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda group: group["flags"].append("no-such-flag"),
        lambda group: group["vectors"][0]["request"].update(kind="outcome"),
        lambda group: group["vectors"][0]["request"].pop("rules"),
        lambda group: group["vectors"][0]["request"]["shoe"].update(values=[1] * 9),
        lambda group: group["vectors"][0]["request"].update(shoe={"values": [-1, *[1] * 9]}),
        lambda group: group["vectors"][0]["expected"]["counts"].update(punto=12),
        lambda group: group["vectors"][0]["expected"]["counts"].update(punto="012"),
        lambda group: group["vectors"][0]["expected"]["counts"].pop("tie"),
        lambda group: group["vectors"][0].update(expected={"error": True}),
    ],
)
def test_the_schema_refuses(wrong: Callable[[dict[str, object]], object]) -> None:
    document = json.loads((DATA / "vectors-outcomes.json").read_text(encoding="utf-8"))
    document["groups"] = document["groups"][:1]
    wrong(document["groups"][0])
    assert not validator().is_valid(document)


@pytest.mark.slow
def test_the_engine_in_this_package_conforms() -> None:
    for vector in VECTORS:
        given = answer(vector.request)
        assert ("error" in given) if "error" in vector.expected else given == vector.expected, vector.id


@pytest.mark.parametrize("kind", ["outcomes", pytest.param("bet", marks=pytest.mark.slow)])
def test_the_infinite_shoe_is_the_limit_of_many_decks(kind: str) -> None:
    """A million decks differ by less than a millionth."""
    for vector in (vector for vector in of_kind(kind) if vector not in finite(kind)):
        found = answer({**vector.request, "shoe": {"cards": [10**6] * 52}})["counts"]
        counts = vector.expected["counts"]
        assert isinstance(counts, dict)
        assert sum(map(int, counts.values())) == 52**6
        for name, count in counts.items():
            assert abs(Fraction(int(count), 52**6) - Fraction(int(found[name]), perm(52 * 10**6, 6))) < Fraction(
                1, 10**6
            )


SMALL_GROUPS = ["bets-small-1", *(pytest.param(f"bets-small-{n}", marks=pytest.mark.slow) for n in (2, 3, 4))]


@pytest.mark.parametrize("group", SMALL_GROUPS)
def test_a_small_shoe_card_by_card(group: str) -> None:
    """Every bet on one of the small shoes."""
    chosen = [vector for vector in VECTORS if vector.group == group]
    cards = [card for card, count in enumerate(shoe_of(chosen[0].request).counts) for _ in range(count)]
    found = count_card_by_card(list(catalogue().values()), cards, DECISIONS["standard"])
    assert {str(vector.request["bet"]) for vector in chosen} == catalogue().keys()
    for vector in chosen:
        bet = catalogue()[str(vector.request["bet"])]
        counts = dict(zip(bet.categories, map(str, found[bet.name]), strict=True))
        assert vector.expected["counts"] == counts, vector.id


def test_full_shoes_are_the_published_ones() -> None:
    """Literature prints the counts of 1 to 12 decks to 15 digits."""
    printed = {
        (figure.decks, figure.quantity): figure.value
        for figure in published_figures()
        if "P0693" <= figure.id <= "P0740" and "Total" not in figure.quantity
    }
    words = {"punto": "Player", "banco": "Banker", "tie": "Tie"}
    checked = 0
    for vector in VECTORS:
        if "published" in vector.flags:
            decks = shoe_of(vector.request).cards // 52
            for side, word in words.items():
                value = printed.get((str(decks), f"{word} six-card ordered permutations"))
                if value is not None:
                    counts = vector.expected["counts"]
                    assert isinstance(counts, dict)
                    assert abs(Fraction(int(counts[side]), int(value)) - 1) < Fraction(1, 10**14), (decks, side)
                    checked += 1
    assert checked == 12 * 3 + 2 * 8 * 3  # one to eight decks are also asked by ranks and by values


def test_what_the_set_covers() -> None:
    assert {vector.request.get("kind") for vector in VECTORS} >= set(KINDS)
    flags = SCHEMA["$defs"]["group"]["properties"]["flags"]["items"]["enum"]
    assert {flag for vector in VECTORS for flag in vector.flags} == set(flags)
    assert {str(vector.request["rules"]) for vector in of_kind("outcomes")} == all_rules().keys()
    for group in ("bets-full-shoe", "bets-depleted"):
        assert [vector.request["bet"] for vector in VECTORS if vector.group == group] == list(catalogue())


def sizes(shoe: Shoe) -> tuple[int, ...]:
    """One deck as the shoe knows it."""
    return Shoe.of_decks(1).coarsened(shoe.granularity).counts


def test_the_flags_are_true() -> None:
    for vector in finite("outcomes") + finite("bet"):
        shoe = shoe_of(vector.request)
        decks = {Fraction(count, size) for count, size in zip(shoe.counts, sizes(shoe), strict=True)}
        whole = len(decks) == 1 and decks.pop().denominator == 1
        assert ("full-shoe" in vector.flags) == (whole and not vector.group.startswith("reading")), vector.id
        if "six-cards" in vector.flags:
            assert shoe.cards == 6, vector.id
        if "one-value" in vector.flags:
            assert sum(map(bool, shoe.values)) == 1, vector.id


def test_house_edges_of_eight_decks_as_every_book_prints_them() -> None:
    printed = {"banco": "0.010579", "punto": "0.012351", "tie": "0.143596", "tie-9": "0.048440"}
    edges = {
        vector.request["bet"]: round(Fraction(str(vector.expected["house_edge"])), 6)
        for vector in of_kind("house_edge")
        if vector.request["shoe"] == {"cards": [8] * 52} and vector.request["bet"] in printed
    }
    assert edges == {bet: Fraction(edge) for bet, edge in printed.items()}


def test_every_side_bet_that_is_settled_also_wins() -> None:
    won = Counter[str]()
    for vector in of_kind("settlement"):
        net = vector.expected["net"]
        assert isinstance(net, dict)
        won.update(bet for bet, amount in net.items() if Fraction(amount) > 0)
    pairs = {"punto-pair", "banco-pair", "either-pair", "perfect-pair-either", "perfect-pair-both"}
    sides = {"dragon-7", "panda-8", "lucky-6", "dragon-bonus-punto", "dragon-bonus-banco", "punto-total-6"}
    assert won.keys() >= pairs | sides


def test_the_coups_hit_every_cell_of_both_tables() -> None:
    punto, banco = set(), set()
    for vector in of_kind("coup"):
        cards = vector.request["cards"]
        if vector.request["rules"] == "standard" and isinstance(cards, list):
            values = [point(card) for card in cards]
            first, second = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
            if max(first, second) < 8:
                third = values[4] if len(vector.expected["punto"]) == 3 else None  # type: ignore[arg-type]
                punto.add(first)
                banco.add((second, third))
    assert punto == set(range(8))
    assert banco == {(total, third) for total in range(8) for third in (*range(10), None)}


def point(name: str) -> int:
    rank = name.rstrip("shdc")
    return {"A": 1, "10": 0, "T": 0, "J": 0, "Q": 0, "K": 0}.get(rank) or (int(rank) if rank in "0123456789" else 0)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copytree(DATA, tmp_path / "set")
    return tmp_path / "set"


@given(data=st.data())
def test_a_changed_byte_is_refused(copied: Path, data: st.DataObject) -> None:
    """In whichever file and wherever, and the error is one line that names the file."""
    files = [path for path in sorted(copied.glob("*.json")) if path.name.startswith(("vectors-", "smoke"))]
    path = data.draw(st.sampled_from(files))
    whole = path.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    with pytest.raises(ExactError, match=re.escape(path.name)) as error:
        load_set(smoke=True, directory=copied)
    assert "\n" not in str(error.value)
    path.write_bytes(whole)


def test_a_copy_is_the_set_and_a_file_that_it_lacks_is_named(copied: Path) -> None:
    assert load_set(smoke=True, directory=copied) == load_set(smoke=True)
    (copied / "vectors-given.json").unlink()
    assert "vectors-given.json' does not exist" in refusal(load_set, directory=copied)
    (copied / DIGESTS_FILE).unlink()
    with pytest.raises(ExactError, match=rf"{DIGESTS_FILE}' does not exist"):
        load_set(directory=copied)


def test_requests_have_the_programs_own_names_and_keep_the_total_of_two_cards() -> None:
    """What a person may type for punto is no part of the protocol, and ``punto_total`` in a request is not a final total."""
    cards = ["K", "9", "4", "K"]
    settlement = {"kind": "settlement", "rules": "standard", "cards": cards}
    assert answer(settlement | {"stakes": {"banco": "5", "punto-pair:12": "1"}}).keys() == {"net"}
    for name in ("banker", "player-pair", "fortune 7"):
        refused = answer(settlement | {"stakes": {name: "5"}})
        assert f"stakes: '{name}' is not the name of a bet: write " in refused["error"]
    given = {"kind": "given", "rules": "standard", "shoe": {"values": [4, 2, 0, 3, 1, 5, 2, 2, 3, 6]}}
    two_cards, final = (answer(given | {"given": f"banco_{which}=5"}) for which in ("two_card_total", "final_total"))
    old, spelt = (answer(given | {"given": f"{name}=5"}) for name in ("banco_total", "Banker_Total"))
    assert old == spelt == two_cards != final
    both = answer(given | {"given": "card1=9 banco_total=5"})
    assert both == answer(given | {"given": "card1=9 banco_two_card_total=5"}) != two_cards


@pytest.mark.slow
def test_the_recipe_in_the_readme_works(tmp_path: Path) -> None:
    """The recipe, against an engine that is right and one that is wrong."""
    (recipe,) = re.findall(r"```python\n(.*?)```", (DATA / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    shutil.copytree(DATA, tmp_path / "conformance")
    (tmp_path / "test_recipe.py").write_text(recipe, encoding="utf-8")
    engine = """
from exact.engine.outcomes import count_outcomes as count
from exact.rules import rules_named
from exact.game.shoe import Shoe
def count_outcomes(values):
    counts = count(Shoe.of_values(values), rules_named("standard").tableau)
    return {side.value: ways + OFF for side, ways in counts.items()}
"""
    for off, code in ((0, 0), (1, 1)):
        (tmp_path / "my_engine.py").write_text(f"OFF = {off}\n{engine}", encoding="utf-8")
        command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", str(tmp_path)]
        here = {**os.environ, "PYTHONPATH": str(ROOT)}
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path, env=here)
        assert ran.returncode == code, ran.stdout


def test_amounts_have_two_decimals_and_ten_digits_at_most() -> None:
    coup = {"kind": "settlement", "rules": "standard", "cards": ["9", "9", "K", "K"]}
    for amount, net in (("1000000000", "8000000000.00"), ("0000000001", "8.00"), ("2.50", "20.00"), ("0.01", "0.08")):
        assert answer({**coup, "stakes": {"tie": amount}}) == {"net": {"tie": net}}
    for wrong in ("00000000001", "2.505", "2.5a", "-1", "", ".5", "1e3", "²", 5, None):
        told = answer({**coup, "stakes": {"tie": wrong}})["error"]
        assert told == f"stake on tie: {wrong!r} must be an amount like 25 or 2.50, as a text"


PRICED = {"kind": "expectation", "bet": "tie", "rules": "standard", "shoe": {"values": [1] * 10}}
PAID = "must be a payoff to one as a text, from -1 to 1000000"
NO_SHOES: list[object] = [None, {}, {"suits": [1]}, {"values": [], "ranks": []}]
WRONG = [
    *(({"kind": kind}, f"kind: {kind} must be a text") for kind in (None, 3)),
    ({"kind": "outcome"}, "kind: 'outcome' is not a kind of request: did you mean outcomes?"),
    ({"bet": 5}, "bet: 5 must be a text"),
    ({"bet": "tye"}, "bet: 'tye' is not a bet: did you mean tie?"),
    ({"rules": None}, "rules: None must be a text"),
    ({"rules": "standart"}, "rules: 'standart' is not a reading: did you mean standard?"),
    *(
        ({"shoe": shoe}, f"shoe: {shoe} must be an object with one of values, ranks, cards")
        for shoe in NO_SHOES
    ),
    ({"shoe": {"values": {"0": 6}}}, "shoe, values: {'0': 6} must be a list of counts"),
    ({"pays": []}, "pays: [] must be an object with a payoff for each of win, lose"),
    ({"pays": {"win": "8"}}, "pays: {'win': '8'} must be an object with a payoff for each of win, lose"),
    *(
        ({"pays": {"win": pay, "lose": "-1"}}, f"pays, win: {pay!r} {PAID}")
        for pay in (8, "-1.01", "1000000.5", "", "00000001", "0.0000001", "1/00000003", "1/0", "1/03", "1e3", "+1", ".5", "1.", "٣")
    ),
    *(
        ({"kind": "fair_odds", "pays": {"win": win, "lose": lose}, "shoe": {"values": [6] + [0] * 9}},
         "bet: 'tie' has no fair odds: they need one category that wins, and that can happen")
        for win, lose in (("0", "-1"), ("1", "2"), ("-1", "1"))
    ),
    ({"kind": "removal", "bet": "punto-pair"}, "bet: 'punto-pair' looks at ranks, but the kind removal allows only bets that point values decide"),
    ({"kind": "given", "given": 4}, "given: 4 must be a text"),
    *(
        ({"kind": "settlement", "cards": ["K", "9", "4", "K"], "stakes": {"banco": "5"}} | changes, told)
        for changes, told in (
            ({"stakes": ["banco"]}, "stakes: ['banco'] must be an object of bets and amounts"),
            ({"stakes": {}}, "stakes: {} must be an object of bets and amounts"),
            ({"cards": "K 9 4 K"}, "cards: 'K 9 4 K' must be a list of cards' names"),
            ({"cards": ["K", 9, "4", "K"]}, "cards: ['K', 9, '4', 'K'] must be a list of cards' names"),
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "told"), WRONG)
def test_what_is_wrong_in_a_request_is_named(changes: dict[str, object], told: str) -> None:
    assert answer({**PRICED, "pays": {"win": "8", "lose": "-1"}, **changes}) == {"error": told}


def test_payoffs_as_texts() -> None:
    """On a shoe of which every coup is a tie, the expectation is the payoff."""
    for pay in ("-1", "1000000", "0000001", "0.000001", "-0.5", "1/3", "1/9999999", "0/1"):
        asked = {**PRICED, "shoe": {"values": [6] + [0] * 9}, "pays": {"win": pay, "lose": "-1"}}
        assert Fraction(answer(asked)["expectation"]) == Fraction(pay)
