"""Numbers for people and for programs: digits in groups, minus signs, and no line that breaks within a number."""

import json
import re

import pytest
from support import Command, printed_numbers

from exact.answers.table import Table, columns_of
from exact.answers.text import _, grouped, with_minus
from exact.report.render import for_readers, shown_text

PEOPLE = re.compile("[\u202f\u00a0−]")


@pytest.mark.parametrize(("number", "shown"), printed_numbers())
def test_the_shared_examples(number: str, shown: str) -> None:
    assert grouped(number) == shown
    assert shown_text(number, ".") == shown
    assert shown.split() == [shown] or "\u00a0" in shown or "\u202f" in shown  # no blank at which a line may break


@pytest.mark.parametrize("text", ["2026-11-20", "P12345", "classic-it", "exact ask 12345", "1e-05"])
def test_other_texts_stay(text: str) -> None:
    assert shown_text(text, ".") == text


def test_a_polynomial_is_grouped_and_its_exponents_are_not() -> None:
    assert shown_text("-12345d^12345 (52d−1)", ".") == "−12\u202f345d^12345 (52d−1)"


def test_running_text_has_minus_signs_and_ranges_keep_their_hyphens() -> None:
    assert (
        with_minus("from -5 to 0 % in 6-8 decks, see house-edge") == "from −5 to 0\u00a0% in 6-8 decks, see house-edge"
    )


@pytest.mark.parametrize("language", ["en", "it"])
def test_whole_numbers_in_sentences_are_grouped(language: str) -> None:
    note = _("{replicas} replicas, numpy's default generator, seed {seed}", replicas=1000000, seed="20261128")
    (shown,) = for_readers(Table("t", "", columns_of("n"), [(1,)], (note,)), language).notes
    assert "1\u202f000\u202f000" in shown
    assert "20261128" in shown


@pytest.mark.parametrize("style", ["csv", "json"])
@pytest.mark.parametrize(
    "words", ["odds --decks 8", "bet dragon-7", "session banco --coups 3 --stop-win 12345", "removal tie"]
)
def test_programs_get_no_groups(words: str, style: str, exact: Command) -> None:
    ran = exact(*words.split(), "--format", style)
    assert not PEOPLE.search(ran.out)
    if style == "json":
        assert json.loads(ran.out)


def test_people_get_groups_in_every_format(exact: Command) -> None:
    count = {"text": "2\u202f292\u202f252\u202f566\u202f437\u202f888", "latex": r"2\,292\,252\,566\,437\,888"}
    count["markdown"] = count["text"]
    for style, shown in count.items():
        assert shown in exact("odds", "--decks", "8", "--format", style).out


def test_a_figure_alone_can_be_pasted_into_a_program(exact: Command) -> None:
    assert exact("ask", "count of tie, 8 decks").out == "475627426473216\n"
