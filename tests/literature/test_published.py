import csv
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple
from fractions import Fraction
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from exact.arithmetic import decimal_text, low_of
from exact.literature.audit import full_audit
from exact.literature.published import PUBLISHED_FILE, PublishedCount, published_counts, published_figures, sources
from exact.questions.question import parse_question

ROOT = Path(__file__).parents[2]
ROWS_OF_0_1_0 = "f7c4c91c9b70446d737119e53df3466cc915ebe81d29c404331f0d1e86daa5ce"
"""SHA-256 of ``exact/literature/published.csv`` of version 0.1.0 without two columns, the title and the original
address of the source, which have been corrected since: what is left is the figure and the page on which it was read."""
SOURCES_OF_0_1_0 = "a3017b0e8b8e570f930f58d3735c3282f991459f350737d66a13a7a913c9eb80"
"""SHA-256 of the keys and the addresses, without hosts, in ``tables/published-sources.csv`` of version 0.1.0."""
LAST_ROW, LAST_SOURCE = 1400, 85
"""The highest numbers of a figure and of a source in version 0.1.0."""


def digest(rows: Iterable[Sequence[str]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return hashlib.sha256(text.getvalue().encode()).hexdigest()


def test_figures_joined_with_their_sources_are_those_of_0_1_0() -> None:
    old = [figure for figure in published_figures() if int(figure.id[1:]) <= LAST_ROW]
    head = ("id", "category", "decks", "quantity", "value", "digits_note", "source_url")
    rows = [(*astuple(figure)[:6], figure.source.read_at or figure.source.url) for figure in old]
    assert digest([head, *rows]) == ROWS_OF_0_1_0


def test_no_key_of_a_source_is_reassigned() -> None:
    old = [source for key, source in sources().items() if int(key[1:]) <= LAST_SOURCE]
    assert digest([(source.key, urlsplit(source.url).path) for source in old]) == SOURCES_OF_0_1_0


def test_keys_and_ids_are_unique_and_every_source_is_used() -> None:
    ids = [figure.id for figure in published_figures()]
    assert len(ids) == len(set(ids))
    pages = [astuple(source)[1:] for source in sources().values()]
    assert len(pages) == len(set(pages))
    assert {figure.source.key for figure in published_figures()} == set(sources())
    for name, column in (("published", "id"), ("sources", "key")):
        keys = column_of(name, column)
        assert len(keys) == len(set(keys)), name


def column_of(name: str, column: str) -> list[str]:
    with PUBLISHED_FILE.with_name(f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [row[column] for row in csv.DictReader(file)]


def test_every_source_can_be_cited() -> None:
    for source in sources().values():
        assert source.title
        assert source.site
        assert source.url.startswith("http")
        assert re.fullmatch(r"(\d{4}(-\d\d(-\d\d)?)?)?", source.date)
        assert not re.search(r"//(prod|blogadmin|staging|dev)[-.]", source.url), "an editor's own copy of the page"
    assert all(figure.value for figure in published_figures())


@pytest.mark.slow
def test_every_row_has_a_verdict_or_a_reason_why_not_and_never_both() -> None:
    judged = [figure.id for figure, _verdict in full_audit()]
    others = [figure.id for figure in published_figures() if figure.unjudged]
    assert sorted([*judged, *others]) == sorted(column_of("published", "id"))
    assert all(figure.claim for figure in published_figures() if not figure.unjudged)
    assert not any(figure.remark for figure in published_figures() if not figure.unjudged)


def test_claims_stand_in_the_file_as_they_are_printed() -> None:
    for figure in published_figures():
        assert not figure.claim or parse_question(figure.claim).text == figure.claim


INFINITE = {"inf": "infinite", "many": "infinite"}


def test_a_claim_states_the_decks_that_its_source_states() -> None:
    for figure in published_figures():
        if figure.claim:
            guess = re.search(r"\d+", figure.decks)
            *others, last = figure.decks.split("/")
            stated = f"{', '.join(others)} or {last} decks" if others else f"{last} deck{'s' if last != '1' else ''}"
            if "unstated" in figure.decks:
                stated = f"{guess[0]} decks guessed" if guess else "unstated decks"
            elif figure.decks in INFINITE:
                stated = "infinite shoe"
            assert figure.claim.endswith(f", {stated}"), figure


def test_tags_in_the_order_of_point_values() -> None:
    """Printed from ace to nine and the ten-valued ranks last; tens count 0, the lowest point value."""
    count = PublishedCount("", "", "", tuple(range(1, 11)), None, None)
    assert count.tags_by_value == (10, *range(1, 10))


def test_the_counts_that_sources_print() -> None:
    """Their tags, with the row of the trigger where one is printed."""
    rows = {figure.id: figure for figure in published_figures()}
    counts = {count.bet: count for count in published_counts()}
    three, dragon = counts["three-giving-8"], counts["dragon-7"]
    assert (three.row, three.trigger_row, three.trigger) == ("P0542", "P0543", int(rows["P0543"].value))
    assert (dragon.row, dragon.trigger_row, dragon.trigger) == ("P0373", None, None)
    for count in counts.values():
        assert f"tags {' '.join(map(str, count.tags))}" in rows[count.row].claim


@pytest.mark.slow
def test_no_page_and_no_test_counts_the_rows() -> None:
    """A published figure is a row of the file, and nothing else need be edited: no number of rows stands anywhere."""
    judged = [verdict for _figure, verdict in full_audit()]
    numbers = len(published_figures()), len(judged), sum(verdict.disagrees for verdict in judged), len(sources())
    counted = re.compile(rf"\b({'|'.join(map(str, numbers))}) (published|figures|rows|sources|that disagree)")
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    built = [ROOT / name.strip("/") for name in ignored if name.startswith("/docs/")]
    for path in (ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/**/*.py")):
        text = "" if any(map(path.is_relative_to, built)) else path.read_text(encoding="utf-8")
        assert not counted.search(text.replace(",", "")), path


@pytest.mark.slow
def test_the_readme_has_how_many_published_figures_disagree_and_the_edge_that_is_most_wrong() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    audited = full_audit()
    wrong = [(figure, verdict) for figure, verdict in audited if verdict.disagrees]
    edges = [
        (abs(Fraction(re.sub(r"[~%]", "", figure.value)) / 100 - low_of(verdict.exact)), figure.value, verdict.exact)
        for figure, verdict in wrong
        if verdict.question.text.startswith("house edge of") and "%" in figure.value
    ]
    _difference, printed, exact_edge = max(edges)
    assert "**About one in ten** published figures that have an exact value disagrees with it." in readme
    assert 9 < len(audited) / len(wrong) < 12
    assert f"printed as {printed}, for" in readme
    assert f"it is {decimal_text(low_of(exact_edge) * 100, 4)} %" in readme
