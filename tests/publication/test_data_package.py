import csv
import hashlib
import json
from pathlib import Path

import pytest

from exact.publication.data_package import schema_of

TABLES = Path(__file__).parents[2] / "tables"
*RESOURCES, FIGURES = json.loads((TABLES / "datapackage.json").read_text(encoding="utf-8"))["resources"]


def test_every_csv_file_is_a_resource_with_its_digest_and_its_headings() -> None:
    assert {each["path"] for each in (*RESOURCES, FIGURES)} == {path.name for path in TABLES.glob("*.csv")}
    for each in RESOURCES:
        data = (TABLES / each["path"]).read_bytes()
        assert each["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
        headings = next(csv.reader(data.decode().splitlines()))
        assert [field["name"] for field in each["schema"]["fields"]] == headings
        assert len(set(headings)) == len(headings), each["path"]


def test_the_figures_are_a_resource() -> None:
    with (TABLES / FIGURES["path"]).open(encoding="utf-8") as file:
        assert next(csv.reader(file)) == [field["name"] for field in FIGURES["schema"]["fields"]]


REQUIRED = {"required": True}
PATTERN = {"pattern": r"-?[0-9]+(/[0-9]+)?"}


@pytest.mark.parametrize(
    ("cells", "described"),
    [
        (["1", "-20"], {"type": "integer", "constraints": REQUIRED}),
        (["1", ""], {"type": "integer"}),
        (["1", "0.50"], {"type": "number", "constraints": REQUIRED}),
        (["1.00 %", "-2.5 %"], {"type": "number", "bareNumber": False, "constraints": REQUIRED}),
        (["1/2", "3"], {"type": "string", "constraints": {**REQUIRED, **PATTERN}}),
        (["1/2", ""], {"type": "string", "constraints": PATTERN}),
        (["yes", "no"], {"type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": REQUIRED}),
        (["6", "∞"], {"type": "string", "constraints": REQUIRED}),
        (["1.00 %", "2"], {"type": "string", "constraints": REQUIRED}),
        (['"1,4"', "5"], {"type": "string", "constraints": REQUIRED}),
    ],
)
def test_a_column_has_the_type_of_all_its_cells(cells: list[str], described: dict[str, object]) -> None:
    table = "\n".join(["row,figure", *(f"{row},{cell}" for row, cell in enumerate(cells)), ""])
    schema = schema_of(table.encode())
    first = {"name": "row", "type": "integer", "constraints": REQUIRED}
    assert schema == {"fields": [first, {"name": "figure", **described}], "missingValues": [""]}
