"""Files of answers: what their entries are, whatever is wrong with some of them."""

import csv
from pathlib import Path

import pytest
from support import refusal

from exact.conformance.strict_json import Object
from exact.conformance.verify.results import FileEntry, read_results


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "answers"


A: Object = {"id": "a", "outcome": "tie"}
A_TEXT = '{"id": "a", "outcome": "tie"}'


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("[]", []),
        (" [ ] \n", []),
        (f"[{A_TEXT}]", [FileEntry("a", "entry 1", A, "")]),
        (f" [ {A_TEXT} , {A_TEXT} ] ", [FileEntry("a", "entry 1", A, ""), FileEntry("a", "entry 2", A, "")]),
        ('[{"id": "]}"}]', [FileEntry("]}", "entry 1", {"id": "]}"}, "")]),
        ('[{"id": "\\"]"}]', [FileEntry('"]', "entry 1", {"id": '"]'}, "")]),
        (
            '[{"id": "a", "steps": [[1, 2], {"b": []}]}]',
            [FileEntry("a", "entry 1", {"id": "a", "steps": [[1, 2], {"b": []}]}, "")],
        ),
        ('[{"outcome": "tie"}]', [FileEntry(None, "entry 1", {"outcome": "tie"}, "")]),
        ('[{"id": ""}]', [FileEntry(None, "entry 1", {"id": ""}, "")]),
        ('[{"id": 7}]', [FileEntry(None, "entry 1: its id 7 is not a text", {"id": 7}, "")]),
        ("[3]", [FileEntry(None, "entry 1", None, "must be a JSON object")]),
    ],
)
def test_the_entries_of_a_list(text: str, entries: list[FileEntry], file: Path) -> None:
    file.write_text(text, encoding="utf-8")
    assert read_results(file) == entries


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[", "is not JSON: "),
        (f"[{A_TEXT}}}", "is not JSON: Expecting ',' delimiter in column 31"),
        (f"[{A_TEXT}] x", "is not JSON: Extra data in column 33"),
        (
            f"[{A_TEXT},\n{{'id'}}]",
            "is not JSON: Expecting property name enclosed in double quotes in line 2, column 2",
        ),
        (f'[{A_TEXT}, {{"id": "a", "id": "b"}}]', "'id' occurs twice in one object"),
        (f"[{A_TEXT}, NaN]", "'NaN' is not a number of JSON"),
        ("[" * 99_999 + "]" * 99_999, "is nested too deeply"),
        (A_TEXT, "must be a list of replies, in square brackets"),
        ("", "must be a JSON list, or CSV with the columns id and answer"),
        ('"id,answer', "is not CSV"),
        ("{" + "x" * 80, f"'{{{'x' * 59}' must be a list of replies"),
        ("x" * 80, f"'{'x' * 60}' must be a JSON list"),
        ("id,reply\n", "must be a JSON list, or CSV with the columns id and answer"),
    ],
)
def test_a_file_that_is_no_list_and_no_table_is_refused(text: str, told: str, file: Path) -> None:
    file.write_text(text, encoding="utf-8")
    refused = refusal(read_results, file)
    assert (refused[:9], told in refused) == ("results: ", True)


def test_the_rows_of_a_table(file: Path) -> None:
    """The columns in any order; an answer may have the id of its row or none, but no other."""
    quoted = A_TEXT.replace('"', '""')
    rows = [
        "answer,more,id",
        f'"{quoted}",,a',
        "",
        '"{""outcome"": ""tie""}",,b',
        '"{}",,',
        f'"{quoted}",,c',
        "3,,d",
        '"v-9"x,{}',
        '"{}"',
    ]
    file.write_text("\n".join(rows), encoding="utf-8")
    first, second, third, fourth, fifth, spoilt, last = read_results(file)
    assert first == FileEntry("a", "line 2", A, "")
    assert second == FileEntry("b", "line 4", {"outcome": "tie"}, "")
    assert third == FileEntry(None, "line 5", {}, "")
    assert fourth == FileEntry("c", "line 6", None, "answer: 'a' is its id, but the row has 'c'")
    assert fifth == FileEntry("d", "line 7", None, "answer: 3 must be a JSON object")
    assert spoilt[:3] == (None, "line 8", None)
    assert spoilt.fault.startswith("is not CSV: ")
    assert last == FileEntry(None, "line 9", {}, "")


def test_fields_may_be_long_and_the_limit_of_others_stays(file: Path) -> None:
    """Longer than the limit of the module `csv`, which all who read tables share."""
    before = csv.field_size_limit()
    long = "x" * (before + 1)
    file.write_text(f'id,answer\na,"{{""more"": ""{long}""}}"\n', encoding="utf-8")
    assert read_results(file) == [FileEntry("a", "line 2", {"more": long}, "")]
    assert csv.field_size_limit() == before
    file.write_text("id\n", encoding="utf-8")
    assert "must be a JSON list" in refusal(read_results, file)
    assert csv.field_size_limit() == before
