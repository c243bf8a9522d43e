"""The conformance vectors: their format, their digests, what they cover, and their values by a second method."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from support import MULTIPLIER, Ran

from exact.bets.catalogue import catalogue
from exact.conformance.vectors.engine import KINDS, answer, shoe_of
from exact.conformance.vectors.schema import FLAGS, schema
from exact.conformance.vectors.vector_set import (
    DIGESTS_FILE,
    Vector,
    digest_of_set,
    digests_text,
    load_set,
    load_vectors,
    vectors_directory,
)
from exact.conformance.verify.validation import check_document
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.literature.published import published_figures
from exact.reference.card_by_card import count_card_by_card, deal
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules.named import shipped_rules

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "exact" / "conformance" / "vectors" / "data"
VECTORS = load_vectors()
DIGEST = "8161dffd06cdefdc4e7292ff21e0d0bd0e1eb91838b76f4723333a311150038e"


def of_kind(kind: str) -> list[Vector]:
    return [vector for vector in VECTORS if vector.request.get("kind") == kind and "error" not in vector.expected]


def test_released_values_never_change() -> None:
    """A correction is a new version, and then this digest is another."""
    assert digest_of_set() == DIGEST


@pytest.mark.slow
def test_the_files_are_what_the_tool_writes() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "build_vectors.py"), "--check"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


def test_every_file_has_a_digest_and_is_small() -> None:
    files = {path.name: path.read_bytes() for path in FOLDER.glob("*.json")}
    assert digests_text(files) == (FOLDER / DIGESTS_FILE).read_text(encoding="utf-8")
    assert sum(map(len, files.values())) < 2_000_000
    assert all(b"\r" not in data and data.endswith(b"\n") for data in files.values())


def test_the_set_beside_the_package_is_the_one_in_the_tests() -> None:
    """An installed package has a copy of its own, file by file the same."""
    shipped = {path.name: path.read_bytes() for path in vectors_directory().iterdir()}
    assert shipped == {path.name: path.read_bytes() for path in FOLDER.iterdir()}


def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads((FOLDER / "schema.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.name)
def test_the_schema_holds_for_every_file(path: Path) -> None:
    if path.name == "schema.json":
        jsonschema.Draft202012Validator.check_schema(schema())
    else:
        validator().validate(json.loads(path.read_text(encoding="utf-8")))


def test_the_schema_is_closed() -> None:
    def objects(part: object) -> list[dict[str, object]]:
        if isinstance(part, dict):
            found = [part] if "properties" in part and part.get("type") == "object" else []
            return found + [entry for value in part.values() for entry in objects(value)]
        return [entry for value in part for entry in objects(value)] if isinstance(part, list) else []

    assert len(objects(schema())) > 15
    assert all(entry["additionalProperties"] is False for entry in objects(schema()))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda group: group.update(more=1),
        lambda group: group["flags"].append("no-such-flag"),
        lambda group: group["vectors"][0].update(more=1),
        lambda group: group["vectors"][0]["request"].update(more=1),
        lambda group: group["vectors"][0]["request"]["shoe"].update(values=[1] * 9),
        lambda group: group["vectors"][0]["expected"]["counts"].update(punto=12),
        lambda group: group["vectors"][0]["expected"]["counts"].update(punto="012"),
        lambda group: group["vectors"][0]["expected"]["counts"].pop("tie"),
        lambda group: group["vectors"][0].update(expected={"error": True}),
    ],
)
def test_the_schema_refuses(wrong: Callable[[dict[str, object]], object]) -> None:
    document = json.loads((FOLDER / "vectors-outcomes.json").read_text(encoding="utf-8"))
    wrong(document["groups"][0])
    assert not validator().is_valid(document)


def test_the_engine_in_this_package_conforms() -> None:
    for vector in VECTORS:
        given = answer(vector.request)
        assert ("error" in given) if "error" in vector.expected else given == vector.expected, vector.id


def test_a_sample_by_the_walk(rng: random.Random) -> None:
    for vector in rng.sample(of_kind("outcomes"), 20 * MULTIPLIER):
        counts = count_outcomes(shoe_of(vector.request), DECISIONS[str(vector.request["rules"])])
        assert vector.expected["counts"] == {side.value: str(count) for side, count in counts.items()}, vector.id


def test_a_small_shoe_card_by_card(rng: random.Random) -> None:
    """Every bet on one of the small shoes."""
    group = rng.choice(["bets-small-1", "bets-small-2", "bets-small-3", "bets-small-4"])
    chosen = [vector for vector in VECTORS if vector.group == group]
    shoe = shoe_of(chosen[0].request)
    cards = [card for card, count in enumerate(shoe.counts) for _ in range(count)]
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
                    assert close(counts[side], value), (decks, side)
                    checked += 1
    assert checked == 36


def close(count: str, printed: str) -> bool:
    """Equal to the 15 digits that a spreadsheet prints."""
    return abs(Fraction(int(count), int(printed)) - 1) < Fraction(1, 10**14)


def test_what_the_set_covers() -> None:
    assert {vector.request.get("kind") for vector in VECTORS} >= set(KINDS)
    assert {flag for vector in VECTORS for flag in vector.flags} == set(FLAGS)
    assert {str(vector.request["rules"]) for vector in of_kind("outcomes")} == shipped_rules().keys()
    for group in ("bets-full-shoe", "bets-depleted"):
        assert [vector.request["bet"] for vector in VECTORS if vector.group == group] == list(catalogue())


def sizes(shoe: Shoe) -> tuple[int, ...]:
    """One deck as the shoe knows it."""
    return Shoe.of_decks(1).coarsened(shoe.granularity).counts


def test_the_flags_are_true() -> None:
    for vector in of_kind("outcomes") + of_kind("bet"):
        shoe = shoe_of(vector.request)
        whole = len({count // size for count, size in zip(shoe.counts, sizes(shoe), strict=True)}) == 1 and not any(
            count % size for count, size in zip(shoe.counts, sizes(shoe), strict=True)
        )
        assert ("full-shoe" in vector.flags) == (whole and not vector.group.startswith("reading")), vector.id
        if "six-cards" in vector.flags:
            assert shoe.cards == 6, vector.id
        if "one-value" in vector.flags:
            assert sum(map(bool, shoe.values)) == 1, vector.id


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


def test_the_second_method_deals_as_the_rule_says() -> None:
    """K 2 3 4 7 9: punto 3 draws a 7, banco 6 draws on it; the cards by index 4 * rank + suit."""
    assert deal([48, 4, 8, 12, 24, 32], DECISIONS["standard"]) == ([48, 8, 24], [4, 12, 32])


def test_smoke_is_part_of_the_whole() -> None:
    smoke = load_vectors(smoke=True)
    assert len(smoke) <= 70
    assert {vector.group for vector in smoke} == {vector.group for vector in VECTORS}
    assert set(map(str, smoke)) <= set(map(str, VECTORS))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copytree(FOLDER, tmp_path / "set")
    return tmp_path / "set"


@pytest.fixture
def outcomes_alone(copied: Path) -> Path:
    """The set with one file of vectors, which takes less time to read."""
    for path in copied.glob("vectors-*.json"):
        if path.name != "vectors-outcomes.json":
            path.unlink()
    left = (copied / "vectors-outcomes.json").read_text(encoding="utf-8")
    smoke = json.loads((copied / "smoke.json").read_text(encoding="utf-8"))
    ids = [name for name in smoke["ids"] if f'"{name}"' in left]
    (copied / "smoke.json").write_text(json.dumps(smoke | {"ids": ids}), encoding="utf-8")
    sign(copied)
    return copied


def sign(folder: Path) -> None:
    files = {entry.name: entry.read_bytes() for entry in folder.glob("*.json")}
    (folder / DIGESTS_FILE).write_text(digests_text(files), encoding="utf-8")


def edited(folder: Path, name: str, old: str, new: str, signed: bool = False) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    if signed:
        sign(folder)


@pytest.mark.parametrize(
    ("old", "new", "signed", "message"),
    [
        ('"banco":"6737232640"', '"banco":"6737232641"', False, "the file was edited"),
        ('"version":"1"', '"version":"2"', True, "is another version: this program reads 1"),
        ('"exact-baccarat-vectors"', '"other"', True, "must be 'exact-baccarat-vectors'"),
        ('"flags":["full-shoe"', '"flags":["half-shoe"', True, "'half-shoe' must be one of"),
        (
            '"expected":',
            '"answer":',
            True,
            "full-shoes, vectors, full-shoes-001: 'answer' must not be there: known are id, request, expected",
        ),
        ('"expected":{', '"expected":[{', True, "is not JSON"),
        (
            '{"counts":{"banco":"6737232640","punto":"6548674432","tie":"1372227328"}}',
            '{"error":true}',
            True,
            "full-shoes-001, expected: 'error' must not be there: known are counts",
        ),
        ('"full-shoes-002"', '"full-shoes-001"', True, "is the id of two vectors"),
        ('"groups":[', '"groups":[],"more":[', True, "groups: '0 entries' must be at least 1"),
    ],
)
def test_a_file_edited_by_hand_is_refused(outcomes_alone: Path, old: str, new: str, signed: bool, message: str) -> None:
    edited(outcomes_alone, "vectors-outcomes.json", old, new, signed)
    with pytest.raises(ExactError, match=re.escape(message)) as error:
        load_vectors(outcomes_alone)
    assert "\n" not in str(error.value)


ASKED = '"request":{"kind":"outcomes","rules":"standard","shoe":{"cards":[1,1,1,'
PLACE = "vectors-outcomes.json: groups, full-shoes, vectors, full-shoes-001"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"outcomes"', '"outcome"', "request, kind: 'outcome' must be 'outcomes' or 'bet' or 'given' or 'coup' or"),
        ("[1,1", "[1,-4", "request, shoe, cards, 1: -4 must be a whole number from 0 up"),
        ("[1,1", "[1,4.0", "request, shoe, cards, 1: 4.0 must be a whole number"),
        ("[1,1", "[1", "request, shoe, cards: '51 entries' must be exactly 52"),
        ("[1,1", "[NaN,1", "vectors-outcomes.json: 'NaN' is not a number of JSON"),
        ('"cards":', '"card":', "request, shoe: 'card' must not be there: known are values or ranks or cards"),
        ('"standard"', '"standart"', "full-shoes-001, rules: 'standart' is not known: did you mean standard?"),
        ('"standard"', '"standard","more":1', "request: 'more' must not be there: known are kind, rules, shoe"),
        ('"rules":"standard",', "", 'request: ["kind", "shoe"] must have rules'),
    ],
)
def test_a_request_that_an_engine_would_be_blamed_for_is_refused(
    outcomes_alone: Path, old: str, new: str, message: str
) -> None:
    assert old in ASKED
    edited(outcomes_alone, "vectors-outcomes.json", ASKED, ASKED.replace(old, new, 1), signed=True)
    with pytest.raises(ExactError, match=re.escape(message)) as error:
        load_vectors(outcomes_alone)
    assert PLACE in str(error.value) or "NaN" in new or "standart" in new
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"lose":"', '"loses":"', "counts: ['loses', 'win'] must be those of win, lose"),
        ('"bet":"dragon-7"', '"bet":"dragon-8"', "bet: 'dragon-8' is not known: did you mean"),
        ('{"counts":{"lose":"', '{"counts":{"lose":1,"x":"', "expected, counts, lose: 1 must be a text"),
        ('{"counts":{"lose":"', '{"counts":{"lose":"0', "must match ^(0|[1-9][0-9]*)$"),
        ('{"counts":{"lose":"', '{"count":{"lose":"', "expected: 'count' must not be there: known are counts"),
    ],
)
def test_an_answer_that_an_engine_would_be_blamed_for_is_refused(
    copied: Path, old: str, new: str, message: str
) -> None:
    path = copied / "vectors-bets.json"
    line = next(line for line in path.read_text(encoding="utf-8").splitlines() if '"bet":"dragon-7"' in line)
    edited(copied, "vectors-bets.json", line, line.replace(old, new, 1), signed=True)
    with pytest.raises(ExactError, match=re.escape(message)) as error:
        load_vectors(copied)
    assert "bets-full-shoe" in str(error.value)


@pytest.mark.parametrize("kind", ["outcomes", "bet", "given"])
def test_counts_that_do_not_add_up_are_refused(kind: str, copied: Path, exact: Callable[..., Ran]) -> None:
    """One count is one more, whatever the digests say."""
    vector = next(vector for vector in of_kind(kind))
    counts = vector.expected["counts"]
    assert isinstance(counts, dict)
    name, count = next(iter(counts.items()))
    for path in copied.glob("vectors-*.json"):
        whole = json.loads(path.read_text(encoding="utf-8"))
        for group in whole["groups"]:
            for entry in group["vectors"]:
                if entry["id"] == vector.id:
                    entry["expected"]["counts"][name] = str(int(count) + 1)
        path.write_text(json.dumps(whole), encoding="utf-8")
    sign(copied)
    ran = exact("verify", "--engine", "true", "--vectors", str(copied))
    assert (ran.code, ran.out) == (2, "")
    total = sum(map(int, counts.values()))
    assert (
        f"{vector.group}, {vector.id}, counts: {total + 1} is what they add up to, and there are {total} deals"
        in ran.err
    )
    assert ran.err.count("\n") == 1


def scattered(part: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path of every value inside a JSON value."""
    entries: list[tuple[str | int, object]] = []
    if isinstance(part, dict):
        entries = list(part.items())
    elif isinstance(part, list):
        entries = list(enumerate(part))
    return [path, *(found for key, value in entries for found in scattered(value, (*path, key)))]


@pytest.mark.parametrize("name", ["vectors-settlement.json", "vectors-given.json", "vectors-coups.json"])
def test_the_own_check_of_the_schema_agrees_with_a_complete_validator(name: str, rng: random.Random) -> None:
    """A file with one value replaced or dropped: both find it as the schema says, or both do not."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    whole = json.loads(text)
    whole["groups"] = [group | {"vectors": group["vectors"][:2]} for group in whole["groups"][:3]]
    paths = [path for path in scattered(whole) if path]
    complete, refused = validator(), 0
    for _ in range(60 * MULTIPLIER):
        document = json.loads(json.dumps(whole))
        *way, last = rng.choice(paths)
        part: Any = document
        for key in way:
            part = part[key]
        if rng.random() < 0.3:
            del part[last]
        else:
            others: tuple[object, ...] = (
                0,
                10,
                -1,
                2.5,
                "",
                "0",
                "x y",
                "invalid",
                True,
                None,
                [],
                ["6h"],
                {},
                {"error": True},
                "bet",
            )
            part[last] = rng.choice(others)
        try:
            check_document(document, schema(), name)
            right = True
        except ExactError:
            right = False
        assert right == complete.is_valid(document), (way, last)
        refused += not right
    assert refused > 20


def test_the_report_names_the_set(copied: Path) -> None:
    found = load_set(copied, smoke=True)
    assert (found.version, found.digest, found.released) == ("1", DIGEST, True)
    edited(copied, "vectors-outcomes.json", '"reason":"', '"reason":"edited: ', signed=True)
    other = load_set(copied)
    assert (other.version, other.released) == ("1", False)
    assert {*found.others, *(vector.id for vector in found.vectors)} == {vector.id for vector in VECTORS}


def test_files_that_are_missing_or_left_over(copied: Path) -> None:
    shutil.copy(copied / "vectors-given.json", copied / "vectors-more.json")
    with pytest.raises(ExactError, match="vectors-more.json' is not one of the files of SHA256SUMS"):
        load_vectors(copied)
    (copied / "vectors-more.json").unlink()
    (copied / "vectors-given.json").unlink()
    with pytest.raises(ExactError, match="is not there"):
        load_vectors(copied)
    (copied / DIGESTS_FILE).write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(ExactError, match="must be a SHA-256 digest"):
        load_vectors(copied)


def test_a_smoke_set_that_names_no_vector(copied: Path) -> None:
    edited(copied, "smoke.json", '"full-shoes-001"', '"full-shoes-999"', signed=True)
    for smoke in (True, False):
        with pytest.raises(ExactError, match="'full-shoes-999' is the id of no vector"):
            load_vectors(copied, smoke)


@pytest.mark.parametrize(
    "request_", [{}, {"kind": 3}, {"kind": "outcomes"}, {"kind": "bet", "bet": []}, {"kind": "given"}]
)
def test_a_request_that_is_none_is_refused(request_: dict[str, object]) -> None:
    assert list(answer(request_)) == ["error"]


def test_requests_have_the_programs_own_names_and_keep_the_total_of_two_cards() -> None:
    """What a person may type for punto is no part of the protocol, and ``punto_total`` in a request is not a final total."""
    cards = ["K", "9", "4", "K"]
    settled = answer(
        {"kind": "settlement", "rules": "standard", "cards": cards, "stakes": {"banco": "5", "punto-pair:12": "1"}}
    )
    assert settled.keys() == {"net"}
    for name in ("banker", "player-pair", "fortune 7"):
        refused = answer({"kind": "settlement", "rules": "standard", "cards": cards, "stakes": {name: "5"}})
        assert f"stakes: '{name}' is not the name of a bet: write " in refused["error"]
    given = {"kind": "given", "rules": "standard", "shoe": {"values": [4, 2, 0, 3, 1, 5, 2, 2, 3, 6]}}
    two_cards, final = (answer(given | {"given": f"banco_{which}=5"}) for which in ("two_card_total", "final_total"))
    assert (
        answer(given | {"given": "banco_total=5"}) == answer(given | {"given": "Banker_Total=5"}) == two_cards != final
    )
    both = answer(given | {"given": "card1=9 banco_total=5"})
    assert both == answer(given | {"given": "card1=9 banco_two_card_total=5"}) != two_cards


def test_the_recipe_in_the_readme_works(tmp_path: Path) -> None:
    """The recipe, against an engine that is right and one that is wrong."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    shutil.copytree(FOLDER, tmp_path / "conformance")
    (tmp_path / "test_recipe.py").write_text(recipe, encoding="utf-8")
    engine = """
from exact.engine.outcomes import count_outcomes as count
from exact.rules.named import rules_named
from exact.game.shoe import Shoe
def count_outcomes(values):
    counts = count(Shoe.of_values(values), rules_named("standard").tableau)
    return {side.value: ways + OFF for side, ways in counts.items()}
"""
    for off, code in ((0, 0), (1, 1)):
        (tmp_path / "my_engine.py").write_text(f"OFF = {off}\n{engine}", encoding="utf-8")
        command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", str(tmp_path)]
        ran = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path, env=environment()
        )
        assert ran.returncode == code, ran.stdout


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}
