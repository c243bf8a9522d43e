from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Sequence
from io import StringIO

import pytest

from exact.analysis.full_shoes import DECKS
from exact.literature.audit import full_audit, unjudged
from exact.literature.published import PUBLISHED_FILE, PublishedFigure, published_figures, sources

ROWS_OF_0_1_0 = "edcdef0696033ad94e00a8214249d8c77750a9e2b66c273d8fdf5894097a7482"
"""SHA-256 of ``exact/literature/published.csv`` of version 0.1.0, which repeated the source in every row."""
SOURCES_OF_0_1_0 = "d1676e68675e546ed8dbea76f751d78eacb3c9015f62882917707f37eb6fe00f"
"""SHA-256 of ``tables/published-sources.csv`` of version 0.1.0, whose keys were positions in the literature file."""
LAST_ROW, LAST_SOURCE = 1400, 85
"""The highest numbers of a figure and of a source in version 0.1.0."""


def digest(rows: Iterable[Sequence[str]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return hashlib.sha256(text.getvalue().encode()).hexdigest()


def test_figures_joined_with_their_sources_are_those_of_0_1_0() -> None:
    old = [figure for figure in published_figures() if int(figure.id[1:]) <= LAST_ROW]
    head = ("id", "category", "decks", "quantity", "value", "digits_note", "source_title", "source_url", "original_url")
    rows = [(*figure[:-1], figure.source.full_title, figure.source.url, figure.source.original_url) for figure in old]
    assert digest([head, *rows]) == ROWS_OF_0_1_0


def test_no_key_of_a_source_is_reassigned() -> None:
    old = [source for key, source in sources().items() if int(key[1:]) <= LAST_SOURCE]
    rows = [(source.key, source.full_title, source.cite_url) for source in old]
    assert digest([("source", "title", "address"), *rows]) == SOURCES_OF_0_1_0


def test_keys_and_ids_are_unique_and_every_source_is_used() -> None:
    ids = [figure.id for figure in published_figures()]
    assert len(ids) == len(set(ids))
    pages = [source[1:] for source in sources().values()]
    assert len(pages) == len(set(pages))
    assert {figure.source.key for figure in published_figures()} == set(sources())
    for name, column in (("published", "id"), ("sources", "key"), ("unjudged", "id"), ("bet_claims", "id")):
        keys = column_of(name, column)
        assert len(keys) == len(set(keys)), name


def column_of(name: str, column: str) -> list[str]:
    with PUBLISHED_FILE.with_name(f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [row[column] for row in csv.DictReader(file)]


def test_every_source_can_be_cited() -> None:
    for source in sources().values():
        assert source.title
        assert bool(source.site) == bool(source.author)
        assert source.cite_url.startswith("http")
        assert not source.year or source.year in source.title
    assert all(figure.value for figure in published_figures())


def test_every_row_has_a_verdict_or_is_unjudged_and_never_both() -> None:
    judged = [entry.figure.id for entry in full_audit()]
    assert sorted([*judged, *unjudged()]) == sorted(column_of("published", "id"))
    assert (len(judged), len(unjudged())) == (1054, 83)


@pytest.mark.parametrize(
    ("text", "possible", "guessed"),
    [
        ("8", (8,), None),
        ("inf", (None,), None),
        ("4/6/8", (4, 6, 8), None),
        ("many", (None,), None),
        ("unstated", DECKS, None),
        ("8 (unstated)", DECKS, 8),
        ("unstated (8)", DECKS, 8),
    ],
)
def test_what_a_source_says_of_the_decks(text: str, possible: tuple[int | None, ...], guessed: int | None) -> None:
    (source, *_) = sources().values()
    figure = PublishedFigure("P1", "", text, "", "", "", source)
    assert (figure.possible_decks, figure.guessed_decks) == (possible, guessed)
