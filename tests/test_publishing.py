"""What the project says of itself, in one voice: version, citation, the paper and the image."""

import csv
import json
import re
import tomllib
from pathlib import Path

from exact import __version__

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CODEMETA_TERMS = """
@context @type applicationCategory author dateModified datePublished description developmentStatus identifier keywords
license name operatingSystem programmingLanguage softwareRequirements version
"""
"""Terms of https://w3id.org/codemeta/3.0."""


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_metadata_is_written_from_one_place() -> None:
    codemeta = json.loads(text_of("codemeta.json"))
    assert set(codemeta) <= set(CODEMETA_TERMS.split())
    assert codemeta["version"] == __version__
    assert f'\nversion: "{__version__}"\n' in text_of("CITATION.cff")


def test_no_address_is_made_up() -> None:
    assert "urls" not in PROJECT
    for name in ("pyproject.toml", "CITATION.cff", "codemeta.json", "README.md", "CONTRIBUTING.md", "paper/paper.md"):
        assert "example.org" not in text_of(name)


def test_the_authors_are_nobody_in_particular() -> None:
    author = "The exact-baccarat authors"
    assert PROJECT["authors"] == [{"name": author}]
    assert f'authors: [{{"name": "{author}"}}]' in text_of("CITATION.cff")
    assert [each["name"] for each in json.loads(text_of("codemeta.json"))["author"]] == [author]
    assert f"authors:\n  - name: {author}\n" in text_of("paper/paper.md")


def test_the_paper_is_short_and_has_every_reference() -> None:
    text = text_of("paper/paper.md")
    body = text.split("---\n", 2)[2]
    assert 750 <= len(body.split()) <= 1750
    assert re.findall(r"^# (.*)$", body, re.MULTILINE) == [
        "Summary",
        "Statement of need",
        "State of the field",
        "Software design",
        "Research impact statement",
        "AI usage disclosure",
        "Acknowledgements",
        "References",
    ]
    entries = re.findall(r"^@\w+\{(.*),$", text_of("paper/paper.bib"), re.MULTILINE)
    assert sorted(entries) == sorted(set(re.findall(r"@([a-z]+(?:-[a-z0-9]+)*)", body)))


def test_the_comparisons_of_the_paper_are_rows_of_the_audit() -> None:
    audited = {
        row["row"]: (row["printed"], row["exact"], row["verdict"].partition(" ")[0])
        for name in ("outcomes", "bets", "conditional")
        for row in csv.DictReader(text_of(f"tables/published-{name}.csv").splitlines())
    }
    printed = re.findall(r"^\| (P\d{4}) \| .*? \| (.*?) \| (.*?) \| (\w+) \|$", text_of("paper/paper.md"), re.MULTILINE)
    assert len(printed) == 7
    for row, *figures in printed:
        assert tuple(figures) == audited[row]


def test_the_image_runs_the_commands_of_the_readme() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", text_of("README.md"), re.DOTALL | re.MULTILINE)
    assert re.findall(r"^RUN (.*)$", text_of("Dockerfile"), re.MULTILINE) == [block.strip() for block in blocks]
