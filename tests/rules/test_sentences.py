"""The record of each document: its text sentence by sentence, and what every sentence decides."""

import re
from pathlib import Path

import pytest
from support import Command

from exact.rules import STANDARD
from exact.rules.documents import MATTERS, NO_EFFECT, OUTCOME, UNSAID, Sentence, load_rulebook, rulebooks, sentences_of
from exact.rules.rulebook import CLAUSES

DOCUMENTS = Path(__file__).parents[1] / "documents"
"""The house documents whole: the five that were handed over by their number, others by the rulebook's id."""
HOUSE = [name for name in rulebooks() if name != STANDARD]


def bare(text: str) -> str:
    """The text without white space, so that neither pages nor columns matter."""
    return "".join(text.split())


def text_of(name: str) -> str:
    number = re.fullmatch(r"house document (\d{3}) \(\w{16}\)", load_rulebook(name).document)
    return (DOCUMENTS / f"{number[1] if number else name}.txt").read_text(encoding="utf-8")


def said(name: str) -> list[Sentence]:
    return [sentence for sentence in sentences_of(name) if UNSAID not in sentence.decides]


@pytest.mark.parametrize("name", HOUSE)
def test_the_record_is_the_document_to_the_last_sentence(name: str) -> None:
    assert bare("".join(sentence.words for sentence in said(name))) == bare(text_of(name))


@pytest.mark.parametrize("name", HOUSE)
def test_a_sentence_decides_clauses_or_has_no_effect_and_says_so(name: str) -> None:
    known = {*CLAUSES, OUTCOME}
    for sentence in said(name):
        assert sentence.decides == (NO_EFFECT,) or (sentence.decides and known.issuperset(sentence.decides)), sentence
    decided = {clause for sentence in said(name) for clause in sentence.decides} - {NO_EFFECT, OUTCOME}
    assert decided == {*CLAUSES} - {clause for clause, words in load_rulebook(name).clauses.items() if not words.says}


@pytest.mark.parametrize("name", HOUSE)
def test_every_clause_is_quoted_from_sentences_that_decide_it(name: str) -> None:
    """Word for word; «…» marks what was left out and «|» the cells of a table. A reading may quote any sentence."""
    book, page = load_rulebook(name), " ".join(text_of(name).replace("*", "").replace("$", "").split())
    quoted = [(clause, words.says) for clause, words in book.clauses.items()]
    quoted += [("punto", says) for says in book.printed["punto"]]
    quoted += [("banco", says) for says in book.printed["banco"] if not re.match(r"\w+: [\dDS ]+$", says)]
    quoted += [("", reading.says) for reading in book.readings]
    for clause, says in quoted:
        deciding = bare("".join(s.words for s in said(name) if clause in s.decides)).replace("$", "")
        for part in re.split(r"…|\||:(?= \d)|:(?=\s*$)|: (?=\w+ la|vleče|ne vleče|non tira)", says):
            assert not clause or bare(part).strip(",:") in deciding, (clause, part)
            assert " ".join(part.split()).strip(" ,:") in page, part


@pytest.mark.parametrize("name", HOUSE)
def test_every_reading_rests_on_sentences_of_its_document(name: str) -> None:
    for reading in load_rulebook(name).readings:
        assert reading.rests_on, reading.name
        for beginning in reading.rests_on:
            [resting] = [sentence for sentence in said(name) if sentence.words.startswith(beginning)]
            assert reading.name in resting.readings


def test_what_the_documents_leave_unsaid_besides_clauses() -> None:
    unsaid = {name: [s.words for s in sentences_of(name) if UNSAID in s.decides] for name in HOUSE}
    assert all({*matters} <= {*MATTERS} for matters in unsaid.values())
    for name, matters in unsaid.items():
        says_who_wins = any(OUTCOME in s.decides and re.search("(?i)vince|zmagovaln", s.words) for s in said(name))
        assert says_who_wins == ("winner" not in matters)
    assert "winner" in unsaid["castle-vaduz"]
    assert sentences_of(STANDARD) == []


def test_the_command_lists_every_sentence(exact: Command) -> None:
    answer = exact.json("rules", "castle-vaduz")
    assert [row["sentence"] for row in answer["sentences"]] == [sentence.words for sentence in said("castle-vaduz")]
    by_sentence = {row["sentence"]: row for row in answer["sentences"]}
    assert by_sentence["L'asso vale 1."]["decides"] == "card values"
    assert by_sentence["IL GIOCO DEVE DIVERTIRE!"]["decides"] == "nothing that changes the odds"
    assert (
        "misprint"
        in by_sentence["0, 1, 2, 3, 4, 5 Punto riceve una terza carta a meno che Punto abbia 8 o 9"]["remark"]
    )
    assert "which total wins" in exact("rules", "castle-vaduz").out
    assert "sentences" not in exact.json("rules", "standard")
