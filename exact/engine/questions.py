"""Questions about the cards of a coup: every possible answer, and the sets from which its cards then come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from exact.bets.vocabulary import VALUE_MASKS, Masks, Parts, Question

SignedMasks = tuple[int, Masks]
"""A sign, and the sets from which cards come: a coup is counted as a signed sum of these."""


class _Unknown(Exception):
    """Raised to ask a question that has no answer yet."""

    def __init__(self, question: Question) -> None:
        self.question = question


def resolved(classify: Callable[[Callable[[Question], int]], int], start: Masks) -> Iterator[tuple[int, int, Masks]]:
    """Every category that cards from the sets ``start`` can lead to, and the signed masks that lead there."""
    todo: list[tuple[dict[Question, int], list[SignedMasks]]] = [({}, [(1, start)])]
    while todo:
        answers, terms = todo.pop()

        def ask(question: Question, answers: dict[Question, int] = answers) -> int:
            if question not in answers:
                raise _Unknown(question)
            return answers[question]

        try:
            category = classify(ask)
        except _Unknown as unknown:
            question = unknown.question
            for answer, answered in _answered(question, terms):
                if answered:
                    todo.append(({**answers, question: answer}, answered))
            continue
        for sign, masks in terms:
            for parts in nested(masks):
                yield category, sign, parts


def _answered(question: Question, terms: list[SignedMasks]) -> Iterator[tuple[int, list[SignedMasks]]]:
    """Each answer, and the ``terms`` restricted to the cards that give it."""
    if isinstance(question, Parts):
        for answer, part in enumerate(question.sets):
            yield answer, [cut for term in terms if (cut := _cut(term, ((question.position, part),)))]
        return
    yes = [cut for term in terms for pattern in question.patterns if (cut := _cut(term, pattern))]
    yield 1, yes
    yield 0, terms + [(-sign, masks) for sign, masks in yes]


def _cut(term: SignedMasks, pattern: tuple[tuple[int, int], ...]) -> SignedMasks | None:
    """The term with the cards of some positions restricted to a set; `None` if no card is left."""
    sign, masks = term
    cut = list(masks)
    for position, mask in pattern:
        cut[position] &= mask
        if not cut[position]:
            return None
    return sign, tuple(cut)


def nested(masks: Masks) -> Iterator[Masks]:
    """Split the masks until those of any two cards of the same value are nested or disjoint."""
    for i, first in enumerate(masks):
        for second in masks[i + 1 :]:
            if _cross(first, second):
                for part in (first & second, first & ~second):
                    yield from nested((*masks[:i], part, *masks[i + 1 :]))
                return
    yield masks


@lru_cache(maxsize=4096)
def _cross(first: int, second: int) -> bool:
    """Whether the two sets overlap within a value and neither contains the other there."""
    cuts = ((first & value, second & value) for value in VALUE_MASKS)
    return any(a & b and a & ~b and b & ~a for a, b in cuts)
