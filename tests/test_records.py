"""Records are dataclasses: the same classes, made by `dataclasses`, are the second method."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, astuple, dataclass, fields
from dataclasses import field as python_field
from dataclasses import replace as python_replace
from functools import cached_property
from itertools import product
from subprocess import run
from sys import executable

import pytest

from exact.records import Record, field, replace


class Card(Record):
    rank: int
    suit: str = "c"
    marks: dict[str, int] = field(default_factory=dict, hashed=False)
    note: str = field(default="", compare=False)

    @cached_property
    def name(self) -> str:
        return f"{self.rank}{self.suit}"


class Marked(Card):
    worn: bool = False


class Named(Record, kw_only=True):
    rank: int


class Unique(Record, eq=False):
    rank: int


@dataclass(frozen=True)
class PythonCard:
    rank: int
    suit: str = "c"
    marks: dict[str, int] = python_field(default_factory=dict, hash=False)
    note: str = python_field(default="", compare=False)


ARGUMENTS = tuple(product((1, 2), ("c", "h"), ({}, {"bent": 1}), ("", "old")))


def test_equality_hashes_and_repr_are_those_of_a_dataclass() -> None:
    for first, second in product(ARGUMENTS, repeat=2):
        ours, of_python = (Card(*first), Card(*second)), (PythonCard(*first), PythonCard(*second))
        assert (ours[0] == ours[1]) == (of_python[0] == of_python[1])
        assert (hash(ours[0]) == hash(ours[1])) == (hash(of_python[0]) == hash(of_python[1]))
        assert f"Python{ours[0]!r}" == repr(of_python[0])
    assert Card(1) != PythonCard(1)
    assert Card(1) != Marked(1)


def test_a_record_is_immutable_and_remembers_what_it_computed() -> None:
    card = Card(1)
    changes: tuple[tuple[Callable[..., None], tuple[object, ...]], ...] = (
        (setattr, ("rank", 2)),
        (delattr, ("rank",)),
        (setattr, ("new", 2)),
    )
    for change, arguments in changes:
        with pytest.raises(FrozenInstanceError, match="cannot assign to field"):
            change(card, *arguments)
    assert card.name is card.name == "1c"


def test_a_factory_makes_a_value_for_each_record() -> None:
    assert Card(1).marks == {}
    assert Card(1).marks is not Card(1).marks


def test_wrong_arguments_are_refused_with_the_name_of_the_class() -> None:
    cases: tuple[tuple[type, tuple[object, ...]], ...] = ((Card, ()), (Card, (1, 2, 3, 4, 5)), (Named, (1,)))
    for of_class, arguments in cases:
        with pytest.raises(TypeError, match=rf"{of_class.__name__}\.__init__\(\)"):
            of_class(*arguments)


def test_copies_and_the_functions_of_dataclasses() -> None:
    card = Marked(1, "h", {"bent": 1}, worn=True)
    assert card == copy(card) == deepcopy(card) == pickle.loads(pickle.dumps(card))
    assert replace(card, suit="s") == python_replace(card, suit="s") == Marked(1, "s", {"bent": 1}, worn=True)
    assert [each.name for each in fields(card)] == ["rank", "suit", "marks", "note", "worn"]
    assert astuple(card) == (1, "h", {"bent": 1}, "", True)
    assert fields(card)[0] is fields(Marked)[0]  # made once
    assert Unique(1) != Unique(1)
    assert len({Unique(1), Unique(1), Named(rank=1), Named(rank=1)}) == 3


def test_records_import_no_dataclasses() -> None:
    code = "import sys; from exact.records import Record; print('dataclasses' in sys.modules, 'inspect' in sys.modules)"
    assert run([executable, "-c", code], check=True, capture_output=True, text=True).stdout == "False False\n"
