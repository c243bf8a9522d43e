"""The index of figures: the answers to questions about the bets of the catalogue, by value; a look-up is a bisection.

``scripts/figure_index.py`` writes its files. ``figures.txt`` has the questions without decks, the usual ones first.
``figures.bin`` has three little-endian columns, in the order of the questions: the values as doubles, first all their
lowest bytes, last all their highest, because zip then packs them better; the numbers of their questions, in two bytes;
their decks, in one byte, 0 for the infinite shoe.
"""

import re
import sys
from array import array
from functools import cache
from itertools import takewhile
from pathlib import Path

from exact.analysis.odds import DECKS
from exact.arithmetic import Value
from exact.errors import ExactError
from exact.questions.conditions import Decks
from exact.questions.figure import figure_id
from exact.questions.quantities import QUANTITIES, SHARE
from exact.questions.question import Question, parse_question
from exact.questions.subjects import OUTCOMES
from exact.records import Record

QUESTIONS_FILE = Path(__file__).with_name("figures.txt")
VALUES_FILE = Path(__file__).with_name("figures.bin")
USUAL_DECKS = (8, 6)


_AFTER_DECKS = re.compile(r", (?:without|rules) |$")  # where a question states its decks: before these conditions


def question_of_id(name: str) -> str:
    """The question of the index whose figure has this id; raises `ExactError` for an id of no such figure."""
    if not re.fullmatch(r"F[0-9a-f]{12}", name):
        raise ExactError("id", name, "is not the id of a figure: F and twelve digits, as exact ask --explain prints")
    for stem in index().questions:
        for decks in DECKS:
            text = _AFTER_DECKS.sub(rf", {Decks((decks,)).text}\g<0>", stem, count=1)
            if figure_id(text) == name:
                return text
    raise ExactError("id", name, "is the id of no figure of the index: ask by the question")


class Index(Record):
    """Every figure in increasing order, in three columns, and the questions without their decks, by rank."""

    values: "array[float]"
    ranks: "array[int]"
    decks: "array[int]"
    questions: tuple[str, ...]

    def figure(self, place: int) -> tuple[int, int | None, float]:
        """The rank of the question, the decks (`None`: the infinite shoe) and the value of the figure at a place."""
        return self.ranks[place], self.decks[place] or None, self.values[place]

    def exact(self, rank: int, decks: int | None) -> tuple[Question, Value]:
        """A question with a number of decks (`None`: the infinite shoe), and its exact value."""
        question = parse_question(self.questions[rank]).with_decks(decks)
        return question, question.value(decks)

    def kind(self, rank: int) -> str:
        """What the figure is: see `exact.questions.quantities`; an effect of removal is a share."""
        stem = self.questions[rank]
        return next((each.kind for each in QUANTITIES if stem.startswith(f"{each.measure} ")), SHARE)

    def is_standard(self, rank: int) -> bool:
        """Whether the question is under the standard rules."""
        return ", rules " not in self.questions[rank]


@cache
def index() -> Index:
    """The index that is in the package."""
    data = VALUES_FILE.read_bytes()
    figures = len(data) // (8 + 2 + 1)
    interleaved = bytearray(8 * figures)
    for place in range(8):
        interleaved[place::8] = data[place * figures : (place + 1) * figures]
    columns = (
        array("d", bytes(interleaved)),
        array("H", data[8 * figures : 10 * figures]),
        array("B", data[10 * figures :]),
    )
    if sys.byteorder == "big":
        for column in columns:
            column.byteswap()
    order = sorted(range(figures), key=columns[0].__getitem__)
    values = array("d", map(columns[0].__getitem__, order))
    ranks, decks = (array(column.typecode, map(column.__getitem__, order)) for column in columns[1:])
    return Index(values, ranks, decks, tuple(QUESTIONS_FILE.read_text(encoding="utf-8").splitlines()))


@cache
def usual_figures() -> list[tuple[int, int | None, float]]:
    """What people print most, with eight decks: the figures of the main bets, and the house edges of the others."""
    every = index().questions
    about_main_bets = takewhile(lambda rank: every[rank].endswith(OUTCOMES), range(len(every)))
    edges = (rank for rank, stem in enumerate(every) if stem.startswith("house edge of ") and index().is_standard(rank))
    usual = {*about_main_bets, *edges}
    columns = enumerate(zip(index().ranks, index().decks, strict=True))
    places = (place for place, (rank, decks) in columns if decks == USUAL_DECKS[0] and rank in usual)
    return sorted(map(index().figure, places))
